"""Odds as text: the table of a question, and the exact chances of a chart."""

from __future__ import annotations

import textwrap

from flakhouse.core.game import Measure
from flakhouse.sim.exact import Chance, Exact
from flakhouse.sim.odds import OPENS, Cell, OddsTable, Row

__all__ = [
    "cell_text",
    "chance_text",
    "count_line",
    "decided_lines",
    "exact_lines",
    "figure_text",
    "lead_line",
    "meaning_lines",
    "odds_lines",
    "range_text",
    "sentences",
    "why_line",
]

_GAP = 2
_CELL = 14  # columns of a figure with its interval
_SHORT = 40  # signs of an option's name in a sentence
_DOZEN = 12  # samples before a figure is told
_LEAST = 20  # columns of an option
_KEPT = "The pilot keeps to what is chosen here until something new happens."


def percent(share: float) -> str:
    """A share in percent, with a decimal where it would else say never or always."""
    text = f"{100 * share:.0f}"
    if (text == "0" and share > 0) or (text == "100" and share < 1):
        return f"{100 * share:.1f}"
    return text


def _number(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def figure_text(cell: Cell, measure: Measure) -> str:
    """A figure: "63 %", "9.38"."""
    if not cell.n:
        return "-"
    return f"{percent(cell.mean)} %" if measure.share else f"{cell.mean:.2f}"


def range_text(cell: Cell, measure: Measure) -> str:
    """How exact a figure is: "58-68" of a share, "±0.12" of a number; "" where there is nothing to say."""
    if not cell.n or cell.low is None or cell.high is None:
        return ""
    if measure.share:
        low, high = percent(cell.low), percent(cell.high)
        return "" if low == high else f"{low}-{high}"
    half = f"{(cell.high - cell.low) / 2:.2f}"
    return "" if half == "0.00" else f"±{half}"


def cell_text(cell: Cell, measure: Measure) -> str:
    """A figure with its range: "63 % (58-68)"."""
    ends = range_text(cell, measure)
    if not ends:
        return figure_text(cell, measure)
    return f"{figure_text(cell, measure)} ({ends})" if measure.share else f"{figure_text(cell, measure)} {ends}"


def count_line(table: OddsTable) -> str:
    """What the figures come from."""
    each = f"{table.n} times" if table.n != 1 else "once"
    what = "plan" if table.plans else "option"
    played = (
        f"Each {what} was played out {each} from here, with fresh dice; {table.pilot} decided what came after. "
        "A range says how exact a figure is so far: 19 times in 20 the true one lies in it."
    )
    return f"{played} {_KEPT}" if table.kept else played


def meaning_lines(table: OddsTable) -> list[str]:
    """What the figures are that do not say it themselves."""
    return [f"{m.label[:1].upper()}{m.label[1:]}: {m.meaning}" for m in table.measures if m.meaning]


def sentences(table: OddsTable) -> list[str]:
    """What the figures say of the options.

    Two are compared: the best by what the adviser aims at, with the one that Enter takes, or if that is the best,
    with the next behind it. It is told what it gains and what it costs. Only where it costs nothing are the odds
    called the better guide.
    """
    found = lead_line(table)
    return [line for line in (found, *_trade_lines(table), why_line(table)) if line] if found else []


def why_line(table: OddsTable) -> str:
    """Why Enter takes another option than the one that is ahead; "" where it does not."""
    enter = next((row.label for row in table.rows if row.default), "")
    if table.beaten:
        return f"Enter takes {enter!r} by a rule of thumb: here the odds are the better guide."
    return f"Enter takes {enter!r}: {table.why}" if table.why else ""


def _name(table: OddsTable, key: str) -> str:
    """An option in a sentence."""
    row = next(row for row in table.rows if row.key == key)
    name = repr(row.label if len(row.label) <= _SHORT else row.key)
    return f"{name} (Enter)" if row.default else name


def lead_line(table: OddsTable) -> str:
    """Which option is ahead in what the advice aims at, and whether that is more than luck; "" while it cannot be
    said."""
    lead = table.lead
    if lead is None or lead.low is None or lead.high is None:
        return ""
    measure = next(m for m in table.measures if m.key == lead.measure)
    best, second = _name(table, lead.best), _name(table, lead.second)
    if not lead.clear:
        return f"No clear difference in {measure.label!r} between {best} and {second} so far."
    scale, unit = (100, " points") if measure.share else (1, "")
    gap, half = scale * abs(lead.difference), scale * (lead.high - lead.low) / 2
    by = f"{gap:.1f}{unit}" if measure.share else _number(gap)
    about = f", give or take {half:.1f}" if measure.share else f", give or take {_number(half)}"
    if lead.small:
        return f"In {measure.label!r} {best} is ahead of {second} by only {by}: too little to decide by."
    return f"In {measure.label!r} {best} is ahead of {second} by {by}{about}."


def _trade_lines(table: OddsTable) -> list[str]:
    """What the option that is ahead gains and costs besides, in every measure in which the two clearly differ."""
    lead = table.lead
    if lead is None or not table.trade:
        return []
    cells = {row.key: row.cells for row in table.rows}
    gains: list[str] = []
    costs: list[str] = []
    for one in table.trade:
        measure = next(m for m in table.measures if m.key == one.measure)
        this, that = (figure_text(cells[key][one.measure], measure) for key in (one.best, one.second))
        better = (one.difference < 0) == measure.less
        (gains if better else costs).append(f"{measure.brief or measure.label} {this} instead of {that}")
    best, ahead = _name(table, lead.best), lead.clear and not lead.small
    said = [f"{best} {'also gains' if ahead else 'gains'}: {'; '.join(gains)}."] if gains else []
    if costs:
        but = "But it" if gains else f"But {best}" if ahead else best
        said.append(f"{but} costs: {'; '.join(costs)}.")
    return said


def chance_text(chance: Chance) -> str:
    """ "hits 28 % (5 in 18)"; without so many in so many where these are no figures one can read."""
    share = f" ({chance.ways} in {chance.of})" if chance.of <= 1296 else ""
    return f"{chance.label} {percent(chance.chance)} %{share}"


def decided_lines(table: OddsTable) -> list[str]:
    """What single rolls decide, a line for each option that has any."""
    return [f"{row.label}, by the dice alone: {_chances(row)}." for row in table.rows if row.decided]


def _chances(row: Row) -> str:
    return ", ".join(chance_text(chance) for chance in row.decided)


def odds_lines(table: OddsTable, width: int = 80) -> list[str]:
    """The table of a question: a row for each option, a column for each measure. Columns for which there is no
    room stand in a table of their own below it."""
    few = table.n < _DOZEN and not table.done  # a figure of two or three would only mislead
    figures = [["..." if few else cell_text(row.cells[m.key], m) for row in table.rows] for m in table.measures]
    room = width - len(str(len(table.rows))) - 1 - _LEAST
    lines: list[str] = []
    at = 0
    while at < len(figures) or not lines:
        wide = _fitting(figures[at:], room)
        lines += _block(table, figures, at, wide, width)
        at += max(1, len(wide))
    lines += textwrap.wrap(count_line(table), width, subsequent_indent="  ")
    if few:
        return [*lines, f"Figures are told from {_DOZEN} times on."]
    for line in (*sentences(table), *meaning_lines(table)):
        lines += textwrap.wrap(line, width, subsequent_indent="  ")
    return lines


def _block(table: OddsTable, figures: list[list[str]], at: int, wide: list[int], width: int) -> list[str]:
    """The options with the columns from this one on; what single rolls decide stands in the first block only."""
    numbers = len(str(len(table.rows)))
    first = width - numbers - 1 - sum(wide) - _GAP * len(wide)
    lines = _heads(table.measures[at : at + len(wide)], wide, numbers + 1 + first)
    counted = all(row.key.isdigit() for row in table.rows)
    for number, row in enumerate(table.rows, 1):
        label = row.label if not counted or row.label.startswith(row.key) else f"{row.key}: {row.label}"
        name = textwrap.wrap(label + (" (Enter)" if row.default else ""), first) or [row.key]
        cells = "".join(f"{'':{_GAP}}{figures[at + place][number - 1]:>{room}}" for place, room in enumerate(wide))
        mark = "-" if counted or table.plans else str(number)  # on a form a number is a row
        lines.append(f"{mark:>{numbers}} {name[0]:<{first}}{cells}")
        lines += [f"{'':{numbers + 1}}{part}" for part in name[1:]]
        lines += [] if at else _exactly(row, width)
    return lines


def _fitting(figures: list[list[str]], room: int) -> list[int]:
    """How wide each column is, of as many as there is room for, and of one at least."""
    wide: list[int] = []
    for column in figures:
        wide.append(max(_CELL, *map(len, column)))
        if len(wide) > 1 and sum(wide) + _GAP * len(wide) > room:
            return wide[:-1]
    return wide


def _heads(measures: list[Measure], wide: list[int], indent: int) -> list[str]:
    """The labels of the columns, one above the other's words."""
    wrapped = [textwrap.wrap(measure.label, _CELL) for measure in measures]
    height = max((len(parts) for parts in wrapped), default=0)
    return [
        f"{'':{indent}}"
        + "".join(
            f"{'':{_GAP}}{(parts[at - height + len(parts)] if at >= height - len(parts) else ''):>{room}}"
            for parts, room in zip(wrapped, wide, strict=True)
        )
        for at in range(height)
    ]


def _exactly(row: Row, width: int) -> list[str]:
    """What single rolls decide, or why there are no figures."""
    if row.opens:
        return [f"    {OPENS}"]
    if not row.decided:
        return []
    return textwrap.wrap(
        f"By the dice alone: {_chances(row)}.", width, initial_indent="    ", subsequent_indent="    "
    )


def exact_lines(found: Exact, width: int = 80) -> list[str]:
    """The exact chances of a chart, a line for each result."""
    dice = "1 die" if found.dice == 1 else f"{found.dice} dice"
    column = f", column {found.column}" if found.column else ""
    head = f"{found.chart} {found.title}: {dice}, modifier {found.modifier:+d}{column}"
    lines = textwrap.wrap(head, width, subsequent_indent="  ")
    room = width - 32
    for one in found.outcomes:
        name = textwrap.wrap(one.result, room) or [""]
        rows = ", ".join(one.rows)
        lines.append(f"  {name[0]:<{room}} {one.ways:>6} in {found.ways}  {100 * one.chance:6.2f} %")
        lines += [f"    {part}" for part in name[1:]]
        if rows != one.result:
            lines += textwrap.wrap(f"rows {rows}", width, initial_indent="    ", subsequent_indent="    ")
    return lines
