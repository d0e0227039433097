"""Plots as SVG text in the design language of the web pages: colours are its tokens, so that light, dark and paper
come by themselves. Contenders differ in pattern, dash and marker first, in colour second.

Every plot is an image with a title and a text that says what it shows; whoever draws it puts the same figures in a
table beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10

import msgspec

from flakhouse.sim import worded

__all__ = [
    "CSS",
    "PATTERNS",
    "Mark",
    "Point",
    "Series",
    "bars",
    "curves",
    "gaps",
    "heat",
    "histogram",
    "legend",
    "lines",
    "ticks",
]

_WIDE = 560
_CHAR = 6.4  # width of a sign of our labels, about
_DOTS = 20  # points of a line that are marked
STYLES = 4  # contenders that look different; more begin again


class Mark(msgspec.Struct, frozen=True):
    """A value with its interval; without one, low and high are None."""

    value: float
    low: float | None = None
    high: float | None = None


class Point(msgspec.Struct, frozen=True):
    """A step of a curve."""

    x: float
    y: float
    low: float
    high: float


class Series(msgspec.Struct, frozen=True):
    """The curve of a contender."""

    name: str
    points: list[Point]


#: What the plots need of a page, besides the tokens.
CSS = """
.plot { display: block; width: 100%; height: auto; min-width: 27rem; max-width: 44rem; }
.plot text { font: 13px/1 var(--font-label); fill: var(--ink); }
.plot .soft { fill: var(--ink-2); } .plot .num { font-family: var(--font-type); }
.plot .axis { stroke: var(--line); stroke-width: 1; fill: none; }
.plot .guide { stroke: var(--line-soft); stroke-width: 1; fill: none; }
.plot .base { stroke: var(--ink); stroke-width: 1.5; }
.plot .whisk { stroke: var(--ink); stroke-width: 1.6; fill: none; }
.plot .halo { stroke: var(--paper); stroke-width: 4.5; fill: none; }
.plot .bar { stroke-width: 1.5; }
.plot .bar.k0 { fill: var(--blue); stroke: var(--blue); } .plot .bar.k1 { fill: url(#fh-k1); stroke: var(--red); }
.plot .bar.k2 { fill: url(#fh-k2); stroke: var(--green); }
.plot .bar.k3 { fill: var(--paper); stroke: var(--amber); }
.plot .zero { stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 4 3; }
.plot .line { fill: none; stroke-width: 2.4; stroke-linejoin: round; }
.plot .line.k0 { stroke: var(--blue); } .plot .line.k1 { stroke: var(--red); stroke-dasharray: 8 4; }
.plot .line.k2 { stroke: var(--green); stroke-dasharray: 2 3; }
.plot .line.k3 { stroke: var(--amber); stroke-dasharray: 10 3 2 3; }
.plot .area { fill-opacity: .15; } .plot .area.k0 { fill: var(--blue); } .plot .area.k1 { fill: var(--red); }
.plot .area.k2 { fill: var(--green); } .plot .area.k3 { fill: var(--amber); }
.plot .cell { fill: var(--red); } .plot .frame { fill: none; stroke: var(--line); stroke-width: 1; }
.patterns { position: absolute; width: 0; height: 0; }
.patterns .p1 { stroke: var(--red); stroke-width: 3; } .patterns .p2 { fill: var(--green); }
"""

#: Fillings of bars; a page holds them once.
PATTERNS = (
    '<svg class="patterns" aria-hidden="true" focusable="false"><defs>'
    '<pattern id="fh-k1" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path class="p1" d="M0 0V6"/></pattern>'
    '<pattern id="fh-k2" width="5" height="5" patternUnits="userSpaceOnUse">'
    '<circle class="p2" cx="2.5" cy="2.5" r="1.5"/></pattern></defs></svg>'
)


# ------------------------------------------------------------------ parts


def ticks(top: float, most: int = 6) -> list[float]:
    """Round numbers from 0 to the first at or above `top`.

    >>> ticks(0.23)
    [0.0, 0.05, 0.1, 0.15, 0.2, 0.25]
    """
    if top <= 0:
        return [0.0, 1.0]
    rough = top / (most - 1)
    unit: float = 10.0 ** floor(log10(rough))
    step = next(unit * factor for factor in (1, 2, 2.5, 5, 10) if unit * factor >= rough * 0.999999)
    return [round(i * step, 10) for i in range(ceil(top / step - 1e-9) + 1)]


def _n(value: float) -> str:
    """A coordinate."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def _text(x: float, y: float, words: str, more: str = "") -> str:
    """Words at a place."""
    return f'<text x="{_n(x)}" y="{_n(y)}"{more}>{escape(words)}</text>'


def _svg(id: str, title: str, desc: str, height: float, parts: list[str]) -> str:
    """The image with its title and description."""
    head = (
        f'<svg class="plot" viewBox="0 0 {_WIDE} {_n(height)}" role="img" '
        f'aria-labelledby="{escape(id)}-t {escape(id)}-d">'
        f'<title id="{escape(id)}-t">{escape(title)}</title><desc id="{escape(id)}-d">{escape(desc)}</desc>'
    )
    return head + "".join(parts) + "</svg>"


def _value(value: float, percent: bool) -> str:
    """The number at a tick."""
    scaled = 100 * value if percent else value
    return f"{scaled:g}" + (" %" if percent else "")


def _key(style: int, x: float, y: float) -> str:
    """The filling of a contender, for the legend."""
    return f'<rect class="bar k{style % STYLES}" x="{_n(x)}" y="{_n(y)}" width="18" height="11"/>'


def legend(names: Sequence[str], y: float, lines: bool = False) -> tuple[list[str], float]:
    """Who is who, in as many lines as it takes; and where it ends. One contender needs none."""
    if len(names) < 2:
        return [], y
    parts: list[str] = []
    x = 0.0
    for style, name in enumerate(names):
        width = 40 + _CHAR * len(name)
        if x and x + width > _WIDE:
            x, y = 0.0, y + 20
        parts.append(
            f'<path class="line k{style % STYLES}" d="M{_n(x)} {_n(y + 8)}h24"/>'
            if lines
            else _key(style, x + 2, y + 2)
        )
        parts.append(_text(x + 30, y + 12, name))
        x += width + 16
    return parts, y + 26


def _whisker(mark: Mark, at: float, scale: float, left: float) -> str:
    """The interval across a bar, with a rim so that it shows on any filling."""
    if mark.low is None or mark.high is None:
        return ""
    low, high = left + mark.low * scale, left + mark.high * scale
    path = f"M{_n(low)} {_n(at)}H{_n(high)}M{_n(low)} {_n(at - 4)}v8M{_n(high)} {_n(at - 4)}v8"
    return f'<path class="halo" d="{path}"/><path class="whisk" d="{path}"/>'


# ------------------------------------------------------------------ plots


def bars(
    id: str,
    title: str,
    desc: str,
    names: Sequence[str],
    rows: Sequence[tuple[str, Sequence[Mark]]],
    percent: bool = True,
    top: float | None = None,
) -> str:
    """Lying bars, a group for each row and a bar for each contender, with intervals; the value stands behind."""
    most = max((m.high if m.high is not None else m.value for _, marks in rows for m in marks), default=1.0)
    steps = ticks(top if top is not None else min(most, 1.0) if percent else most)
    left = min(200.0, 14 + _CHAR * max((len(label) for label, _ in rows), default=0))
    right = _WIDE - 66.0
    scale = (right - left) / steps[-1]
    parts, y = legend(names, 0)
    thick = 18.0 if len(names) == 1 else 13.0
    begin = y
    body: list[str] = []
    for label, marks in rows:
        y += 7
        body.append(_text(left - 8, y + thick * len(marks) / 2 + 4.5, label, ' text-anchor="end"'))
        for style, mark in enumerate(marks):
            body.append(
                f'<rect class="bar k{style % STYLES}" x="{_n(left)}" y="{_n(y + 1.5)}" '
                f'width="{_n(mark.value * scale)}" height="{_n(thick - 3)}"/>'
            )
            body.append(_whisker(mark, y + thick / 2, scale, left))
            end = max(mark.value, mark.high or 0.0) * scale + left
            shown = worded.percent(mark.value) if percent else f"{mark.value:.3g}"
            body.append(_text(end + 7, y + thick / 2 + 4.5, shown, ' class="num"'))
            y += thick
    y += 8
    for step in steps:
        x = left + step * scale
        parts.append(f'<path class="{"guide" if step else "base"}" d="M{_n(x)} {_n(begin)}V{_n(y)}"/>')
        parts.append(_text(x, y + 16, _value(step, percent), ' class="soft" text-anchor="middle"'))
    return _svg(id, title, desc, y + 22, parts + body)


def curves(id: str, title: str, desc: str, series: Sequence[Series], across: str, upto: float) -> str:
    """Falling steps from 100 %, each with the band of its interval."""
    parts, top = legend([one.name for one in series], 0, lines=True)
    left, right, high = 46.0, _WIDE - 12.0, 260.0
    top += 8
    bottom = top + high
    scale = (right - left) / max(upto, 1)
    for step in (0, 0.25, 0.5, 0.75, 1):
        y = bottom - step * high
        parts.append(f'<path class="{"guide" if step else "base"}" d="M{_n(left)} {_n(y)}H{_n(right)}"/>')
        parts.append(_text(left - 6, y + 4.5, f"{100 * step:g} %", ' class="soft" text-anchor="end"'))
    for step in ticks(upto, 8):
        if step <= upto and step == int(step):
            x = left + step * scale
            parts.append(f'<path class="axis" d="M{_n(x)} {_n(bottom)}v5"/>')
            parts.append(_text(x, bottom + 18, f"{step:g}", ' class="soft" text-anchor="middle"'))
    parts.append(_text((left + right) / 2, bottom + 38, across, ' class="soft" text-anchor="middle"'))
    lines: list[str] = []
    for style, one in enumerate(series):
        forth, back, middle = [f"{_n(left)} {_n(top)}"], [], [f"M{_n(left)} {_n(top)}"]
        held = (top, top)
        for point in one.points:
            x = left + point.x * scale
            low, value, up = (bottom - share * high for share in (point.low, point.y, point.high))
            forth.append(f"{_n(x)} {_n(held[1])} {_n(x)} {_n(up)}")
            back.append(f"{_n(x)} {_n(low)} {_n(x)} {_n(held[0])}")
            middle.append(f"H{_n(x)}V{_n(value)}")
            held = (low, up)
        if one.points:
            area = " ".join(forth + back[::-1])
            parts.append(f'<polygon class="area k{style % STYLES}" points="{area}"/>')
            lines.append(f'<path class="line k{style % STYLES}" d="{"".join(middle)}"/>')
    return _svg(id, title, desc, bottom + 46, parts + lines)


def _powers(values: Sequence[float]) -> list[float]:
    """Powers of ten from the one at or below the least to the one at or above the greatest.

    >>> _powers([0.5, 20, 300])
    [0.1, 1.0, 10.0, 100.0, 1000.0]
    """
    positive = [value for value in values if value > 0] or [1.0]
    low, high = floor(log10(min(positive)) + 1e-9), ceil(log10(max(positive)) - 1e-9)
    return [10.0**power for power in range(low, max(high, low + 1) + 1)]


def _thousands(value: float) -> str:
    """The number at a tick that may be large."""
    return f"{value:,.0f}" if value == int(value) else f"{value:g}"


def lines(
    id: str, title: str, desc: str, series: Sequence[Series], across: str, up: str, log: tuple[bool, bool]
) -> str:
    """Lines through points, with a dot at each; `log` says which of the two axes goes by powers of ten."""
    parts, top = legend([one.name for one in series], 0, lines=True)
    left, right, high = 62.0, _WIDE - 34.0, 240.0
    top += 26
    bottom = top + high
    points = [point for one in series for point in one.points]
    steps = [
        _powers(values) if by_powers else ticks(max(values, default=1.0))
        for values, by_powers in zip(([p.x for p in points], [p.y for p in points]), log, strict=True)
    ]

    def place(value: float, axis: int) -> float:
        """How far along its axis a value lies, from 0 to 1."""
        first, last = steps[axis][0], steps[axis][-1]
        return log10(value / first) / log10(last / first) if log[axis] else (value - first) / (last - first)

    for step in steps[1]:
        y = bottom - place(step, 1) * high
        parts.append(f'<path class="{"base" if y == bottom else "guide"}" d="M{_n(left)} {_n(y)}H{_n(right)}"/>')
        parts.append(_text(left - 6, y + 4.5, _thousands(step), ' class="soft" text-anchor="end"'))
    for step in steps[0]:
        x = left + place(step, 0) * (right - left)
        parts.append(f'<path class="axis" d="M{_n(x)} {_n(bottom)}v5"/>')
        parts.append(_text(x, bottom + 18, _thousands(step), ' class="soft" text-anchor="middle"'))
    parts.append(_text((left + right) / 2, bottom + 38, across, ' class="soft" text-anchor="middle"'))
    parts.append(_text(0, top - 12, up, ' class="soft"'))
    for style, one in enumerate(series):
        ends = [
            (left + place(p.x, 0) * (right - left), bottom - place(p.y, 1) * high)
            for p in one.points
            if (p.x > 0 or not log[0]) and (p.y > 0 or not log[1])
        ]
        if ends:
            path = "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in ends)
            parts.append(f'<path class="line k{style % STYLES}" d="{path}"/>')
        if len(ends) <= _DOTS:
            parts += [
                f'<circle class="bar k{style % STYLES}" cx="{_n(x)}" cy="{_n(y)}" r="3.5"/>' for x, y in ends
            ]
    return _svg(id, title, desc, bottom + 46, parts)


def histogram(
    id: str,
    title: str,
    desc: str,
    names: Sequence[str],
    bins: Sequence[tuple[str, Sequence[Mark]]],
    across: str,
) -> str:
    """Standing bars: the share of each bin, with intervals."""
    parts, top = legend(names, 0)
    most = max((m.high if m.high is not None else m.value for _, marks in bins for m in marks), default=1.0)
    steps = ticks(min(most, 1.0), 5)
    left, right, high = 46.0, _WIDE - 8.0, 200.0
    top += 8
    bottom = top + high
    for step in steps:
        y = bottom - step / steps[-1] * high
        parts.append(f'<path class="{"guide" if step else "base"}" d="M{_n(left)} {_n(y)}H{_n(right)}"/>')
        parts.append(_text(left - 6, y + 4.5, _value(step, True), ' class="soft" text-anchor="end"'))
    room = (right - left) / max(len(bins), 1)
    every = max(1, ceil(_CHAR * (1 + max((len(label) for label, _ in bins), default=1)) / room))
    wide = room * 0.82 / max(len(names), 1)
    for i, (label, marks) in enumerate(bins):
        x = left + i * room + room * 0.09
        if i % every == 0:
            parts.append(_text(x + room * 0.41, bottom + 17, label, ' class="soft" text-anchor="middle"'))
        for style, mark in enumerate(marks):
            tall = mark.value / steps[-1] * high
            at = x + style * wide
            parts.append(
                f'<rect class="bar k{style % STYLES}" x="{_n(at)}" y="{_n(bottom - tall)}" '
                f'width="{_n(max(1.0, wide - 1.5))}" height="{_n(tall)}"/>'
            )
            if mark.low is not None and mark.high is not None and wide > 4:
                low, up = (bottom - end / steps[-1] * high for end in (mark.low, min(mark.high, steps[-1])))
                path = f"M{_n(at + wide / 2)} {_n(low)}V{_n(up)}"
                parts.append(f'<path class="halo" d="{path}"/><path class="whisk" d="{path}"/>')
    parts.append(_text((left + right) / 2, bottom + 38, across, ' class="soft" text-anchor="middle"'))
    return _svg(id, title, desc, bottom + 46, parts)


def heat(
    id: str,
    title: str,
    desc: str,
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[float]],
    across: str = "",
) -> str:
    """A strip of cells: the more, the darker, and in each how often in 100 missions."""
    left = min(190.0, 12 + _CHAR * max((len(row) for row in rows), default=0))
    room = (_WIDE - left - 2) / max(len(columns), 1)
    tall = 30.0
    most = max((value for line in values for value in line), default=0.0) or 1.0
    parts: list[str] = []
    top = 20.0
    if across:
        parts.append(_text(left, 13, across, ' class="soft"'))
        top = 40.0
    for j, column in enumerate(columns):
        shown = column if _CHAR * len(column) < room else column[: max(2, int(room / _CHAR) - 1)] + "."
        parts.append(_text(left + (j + 0.5) * room, top - 6, shown, ' class="soft" text-anchor="middle"'))
    for i, row in enumerate(rows):
        y = top + i * tall
        parts.append(_text(left - 8, y + tall / 2 + 4.5, row, ' text-anchor="end"'))
        for j, value in enumerate(values[i]):
            x = left + j * room
            box = f'x="{_n(x)}" y="{_n(y)}" width="{_n(room)}" height="{_n(tall)}"'
            if value:
                parts.append(f'<rect class="cell" {box} fill-opacity="{0.06 + 0.4 * value / most:.2f}"/>')
                middle = ' class="num" text-anchor="middle"'
                parts.append(_text(x + room / 2, y + tall / 2 + 4.5, worded.per_hundred(value), middle))
            parts.append(f'<rect class="frame" {box}/>')
    return _svg(id, title, desc, top + len(rows) * tall + 4, parts)


def gaps(id: str, title: str, desc: str, rows: Sequence[tuple[str, int, Mark]], across: str) -> str:
    """Differences with their intervals around a line that means none; `rows` hold words, style and value."""
    ends = [abs(end) for _, _, m in rows for end in (m.low, m.high, m.value) if end is not None]
    steps = ticks(max(ends, default=1.0), 4)
    left, right = min(200.0, 14 + _CHAR * max((len(label) for label, _, _ in rows), default=0)), _WIDE - 12.0
    middle = (left + right) / 2
    scale = (right - left) / 2 / steps[-1]
    parts: list[str] = []
    body: list[str] = []
    y = 6.0
    for label, style, mark in rows:
        at = y + 11
        body.append(_text(left - 8, at + 4.5, label, ' text-anchor="end"'))
        body.append(_whisker(mark, at, scale, middle))
        x = middle + mark.value * scale
        body.append(
            f'<rect class="bar k{style % STYLES}" x="{_n(x - 5)}" y="{_n(at - 5)}" width="10" height="10" '
            f'transform="rotate(45 {_n(x)} {_n(at)})"/>'
        )
        y += 22
    for step in [-step for step in steps[:0:-1]] + steps:
        x = middle + step * scale
        parts.append(f'<path class="{"guide" if step else "zero"}" d="M{_n(x)} 0V{_n(y + 4)}"/>')
        parts.append(_text(x, y + 20, f"{step:+g}" if step else "0", ' class="soft" text-anchor="middle"'))
    parts.append(_text(middle, y + 40, across, ' class="soft" text-anchor="middle"'))
    return _svg(id, title, desc, y + 48, parts + body)
