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
    "exact_lines",
    "lead_line",
    "meaning_line",
    "odds_lines",
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


def cell_text(cell: Cell, measure: Measure) -> str:
    """A figure with its interval: "63 % (58-68)"."""
    if not cell.n:
        return "-"
    if measure.share:
        ends = (
            f" ({percent(cell.low)}-{percent(cell.high)})"
            if cell.low is not None and cell.high is not None
            else ""
        )
        return f"{percent(cell.mean)} %{ends}"
    mean = _number(cell.mean)
    if measure.spread and cell.least is not None and cell.most is not None:
        least, most = f"{cell.least:.0f}", f"{cell.most:.0f}"
        return f"{cell.mean:.1f} ({least if least == most else f'{least}-{most}'})"
    if cell.low is None or cell.high is None or _number((cell.high - cell.low) / 2) in ("0.00", "0.0", "0"):
        return mean
    return f"{mean} ±{_number((cell.high - cell.low) / 2)}"


def count_line(table: OddsTable) -> str:
    """What the figures come from."""
    each = f"{table.n} times" if table.n != 1 else "once"
    what = "plan" if table.plans else "option"
    played = f"Each {what} played out {each} from here by {table.pilot}, with fresh dice; 95 % intervals."
    return f"{played} {_KEPT}" if table.kept else played


def meaning_line(table: OddsTable) -> str:
    """What the figures are that do not say it themselves."""
    return " ".join(f"{m.label[:1].upper()}{m.label[1:]}: {m.meaning}" for m in table.measures if m.meaning)


def why_line(table: OddsTable) -> str:
    """Why Enter takes another option than the one that is ahead; "" where it does not."""
    if table.beaten:
        return f"Enter takes {_advised(table)!r} by a rule of thumb: here the odds are the better guide."
    return f"Enter takes {_advised(table)!r} all the same: {table.why}" if table.why else ""


def sentences(table: OddsTable) -> list[str]:
    """What the figures say of the options."""
    return [line for line in (lead_line(table), why_line(table)) if line]


def _advised(table: OddsTable) -> str:
    return next((row.label for row in table.rows if row.default), "")


def lead_line(table: OddsTable) -> str:
    """Which option is ahead, and whether that is more than luck; "" while it cannot be said."""
    lead = table.lead
    if lead is None or lead.low is None or lead.high is None:
        return ""
    measure = next(m for m in table.measures if m.key == lead.measure)
    names = {row.key: row.label if len(row.label) <= _SHORT else row.key for row in table.rows}
    best, second = names[lead.best], names[lead.second]
    if not lead.clear:
        return f"No clear difference in {measure.label!r} between {best!r} and {second!r} so far."
    if measure.share:
        by = f"{100 * lead.difference:.1f} points ({100 * lead.low:.1f} to {100 * lead.high:.1f})"
    else:
        by = f"{_number(lead.difference)} ({_number(lead.low)} to {_number(lead.high)})"
    return f"{best!r} is ahead of {second!r} in {measure.label!r} by {by} on the same dice."


def chance_text(chance: Chance) -> str:
    """ "hits 28 % (5 in 18)"; without so many in so many where these are no figures one can read."""
    share = f" ({chance.ways} in {chance.of})" if chance.of <= 1296 else ""
    return f"{chance.label} {percent(chance.chance)} %{share}"


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
    for line in (meaning_line(table), *sentences(table)):
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
        "By the dice: " + ", ".join(chance_text(chance) for chance in row.decided) + ".",
        width,
        initial_indent="    ",
        subsequent_indent="    ",
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
