"""The tour in figures, drawn: flight by flight what was shot down and who was lost, and who sat where.

The shapes are the kit's: a filled, half filled or crossed square for victory, draw and defeat, blocks for
victories, diamonds for the dead, broken rings for prisoners, half discs for wounds. Each drawing says in words
what it shows; a table has the same figures.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from flakhouse.careers.dossier import Man, Tour
from flakhouse.careers.figures import Row, best, rows_of
from flakhouse.render.story.words import a_count, count
from flakhouse.web.boards.base import el, join, text

__all__ = ["flights_plot", "seats_plot"]

_LEFT, _STEP = 120, 34  # where the first flight stands, and the next
_LEVEL = 15  # between one block and the next
_SEAT, _TALL = 30, 22  # rows of the crew
_LETTER, _WIDE = 6.6, 760  # a letter of a name; a plan of the seats that fits a page


def flights_plot(tour: Tour) -> Markup:
    """Victories above the line, dead, prisoners and wounded below, results underneath, bombers at the foot."""
    rows = rows_of(tour)
    high = max([row.down for row in rows], default=0) * _LEVEL + 30
    deep = max([row.dead + row.taken + row.hurt for row in rows], default=0) * _LEVEL + 20
    base, width = high, _LEFT + _STEP * len(rows) + 12
    foot = high + deep + 20
    return el(
        "svg",
        el("title", _said(rows)),
        el("path", class_="ax", d=f"M{_LEFT - 8} {base}H{width - 8}"),
        text(_LEFT - 14, base - 14, "shot down", "lab", "end"),
        text(_LEFT - 14, base + 20, "men", "lab", "end"),
        text(_LEFT - 14, foot + 13, "result", "lab", "end"),
        text(_LEFT - 14, foot + 33, "flight", "lab", "end"),
        *(_column(row, _LEFT + _STEP * i, base, foot) for i, row in enumerate(rows)),
        *_bombers(tour, foot + 44),
        viewBox=f"0 0 {width} {foot + 70}",
        width=width,
        height=foot + 70,
        class_="plot",
        role="img",
    )


def _column(row: Row, x: int, base: int, foot: int) -> Markup:
    """One flight."""
    blocks = [
        el("rect", class_="up", x=x, y=base - 4 - _LEVEL * (n + 1), width=20, height=12) for n in range(row.down)
    ]
    below: list[Markup] = []
    for n in range(row.dead + row.taken + row.hurt):
        y = base + 11 + _LEVEL * n
        if n < row.dead:
            below.append(el("path", class_="dead", d=f"M{x + 10} {y - 7}l7 7-7 7-7-7Z"))
        elif n < row.dead + row.taken:
            below.append(el("circle", class_="held", cx=x + 10, cy=y, r=5.5))
        else:
            below.append(el("circle", class_="hurt", cx=x + 10, cy=y, r=5.5))
            below.append(el("path", class_="hurt2", d=f"M{x + 10} {y - 5.5}a5.5 5.5 0 0 0 0 11Z"))
    return el(
        "g", *blocks, *below, _result(row.verdict, x + 3, foot), text(x + 10, foot + 33, row.number, "n", "middle")
    )


def _result(verdict: str, x: int, y: int) -> Markup:
    """The square of a result; nothing for a flight without one."""
    parts = [el("rect", class_="box", x=x, y=y, width=14, height=16)] if verdict else []
    if verdict == "victory":
        parts.append(el("rect", class_="full", x=x, y=y, width=14, height=16))
    elif verdict == "draw":
        parts.append(el("rect", class_="full", x=x, y=y + 8, width=14, height=8))
    elif verdict == "defeat":
        parts.append(el("path", class_="cross", d=f"M{x} {y}l14 16M{x + 14} {y}l-14 16"))
    return join(parts)


def _bombers(tour: Tour, y: int) -> list[Markup]:
    """Which bomber flew when."""
    found: list[Markup] = []
    at = {flight.number: i for i, flight in enumerate(tour.flights)}
    for bomber in tour.bombers:
        first, last = _LEFT + _STEP * at[bomber.flights[0]], _LEFT + _STEP * at[bomber.flights[-1]] + 20
        found.append(el("path", class_="ax thin", d=f"M{first} {y - 4}v5H{last}v-5"))
        if (last - first) * 1.0 >= 6.2 * len(bomber.name):
            found.append(text((first + last) / 2, y + 18, bomber.name, "lab b", "middle"))
    return found


def _said(rows: Sequence[Row]) -> str:
    """The drawing in words."""
    worst, most = best(rows, "dead"), best(rows, "down")
    said = f"{len(rows)} flights: fighters shot down above the line, men lost, taken prisoner and hurt below."
    if worst is not None:
        said += f" Flight {worst.number} cost most: {a_count(worst.dead, 'man', 'men')}."
    if most is not None:
        said += f" Flight {most.number} brought most victories: {count(most.down)}."
    return said


def seats_plot(tour: Tour) -> Markup:
    """A row for each place in the crew, with the men who sat there flight after flight, and the end of each."""
    places = list(dict.fromkeys(man.position for man in tour.men))
    at = {flight.number: i for i, flight in enumerate(tour.flights)}
    step = _step(tour, at)
    width, height = _LEFT + 40 + step * len(tour.flights) + 12, _SEAT * len(places) + 26
    parts: list[Markup] = []
    for row, place in enumerate(places):
        y = 6 + _SEAT * row
        men = [man for man in tour.men if man.position == place and man.flights]
        parts.append(text(_LEFT + 30, y + 16, men[0].job if men else place.lower(), "lab", "end"))
        parts += [_sat(man, at, y, step) for man in men]
    parts += [
        text(_LEFT + 34 + step * i + step / 2 - 1, height - 6, flight.number, "n", "middle")
        for i, flight in enumerate(tour.flights)
    ]
    said = f"{len(tour.men)} men in {len(places)} places; the same is in the list of the men."
    return el(
        "svg",
        el("title", said),
        *parts,
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        class_="plot",
        role="img",
    )


def _step(tour: Tour, at: dict[int, int]) -> int:
    """How wide a flight is drawn: every name has room as long as the tour is short."""
    needed = [(_LETTER * len(_called(man)) + 24) / (_span(man, at) + 1) for man in tour.men if man.flights]
    return round(min(max([_STEP, *needed]), max(_STEP, _WIDE / max(1, len(tour.flights)))))


def _span(man: Man, at: dict[int, int]) -> int:
    """How many flights lie between his first and his last."""
    return max(at[man.flights[-1].flight], at.get(man.fate_flight, 0)) - at[man.flights[0].flight]


def _called(man: Man) -> str:
    """What stands in his bar: his last name and his victories."""
    return man.name.rsplit(" ", 1)[-1] + (f" · {len(man.kills)}" if man.kills else "")


def _sat(man: Man, at: dict[int, int], y: int, step: int) -> Markup:
    """The bar of a man, his name and victories where there is room, his end."""
    x, wide = _LEFT + 38 + step * at[man.flights[0].flight], step * (_span(man, at) + 1) - 8
    name = _called(man)
    end = ""
    cx, cy = x + wide, y + _TALL / 2
    if man.dead():
        end = el("path", class_="dead", d=f"M{cx} {cy - 9}l9 9-9 9-9-9Z")
    elif man.fate == "prisoner of war":
        end = el("circle", class_="held", cx=cx, cy=cy, r=8)
    elif man.fate == "sent home wounded":
        end = join(
            [
                el("circle", class_="hurt", cx=cx, cy=cy, r=8),
                el("path", class_="hurt2", d=f"M{cx} {cy - 8}a8 8 0 0 0 0 16Z"),
            ]
        )
    room = wide - (14 if end else 4) >= _LETTER * len(name)
    return el(
        "g",
        el(
            "title",
            f"{man.name}, {man.job}: flights {man.flights[0].flight} to {man.flights[-1].flight}; {man.fate}",
        ),
        el("rect", class_=f"sat{'' if man.fate != 'on duty' else ' on'}", x=x, y=y, width=wide, height=_TALL),
        text(x + 6, y + 15, name, "lab b") if room else None,
        end or None,
    )
