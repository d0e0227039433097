"""The parts of a scene's screen as rows: bar, headline, dice, announcement, crew, keys, the panel beside."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

from flakhouse.core.events import ModLine
from flakhouse.render.needs import printed
from flakhouse.render.pictures import CONDITIONS, Crewman, Row, Span, length, names_row
from flakhouse.render.scenes import Scene, SceneRoll, dice_sum
from flakhouse.render.screen import ScreenRenderer
from flakhouse.render.throws import UNTHROWN, Throw

__all__ = [
    "announcement",
    "bar",
    "capitals",
    "crew",
    "dice",
    "fallen",
    "headline",
    "key_row",
    "keys",
    "legend",
    "letters",
    "mark",
    "marks",
    "panel",
    "volley",
]

PANEL = 38  # columns of the panel
_FEW_SHOTS = 6  # of more shots fired together only those that hit are listed
_MOST_DICE = 6  # more than that are a line of numbers
_SHORTEST = 12  # a title is not cut shorter
_TOLD = 6  # scenes on the panel's tape
_PLURAL = re.compile(r"\b([A-Z]+-?\d+)S\b")  # of an aircraft: B-25s, FW190s


def mark(scene: Scene) -> tuple[str, str]:
    """The sign of a scene and its role: ring, diamond, disc for good news; a death has no colour."""
    if scene.tone == "good":
        return "●", "good"
    if scene.weight == "calm":
        return "○", "dim"
    if scene.weight == "grave":
        return "■", "bold"
    return "◆", "bad" if scene.tone == "loss" else "warning"


def bar(title: str, parts: Sequence[str], width: int, between: str, vital: int = 2) -> str:
    """The first line: what is flown, and of where it stands as much as there is room for. Where it stands comes
    first: a long title ends at its colon for the parts that are vital, or is cut."""
    parts = [part for part in parts if part]
    short = title.partition(":")[0]
    whole, needed = (len(between.join(found)) + 4 for found in (parts, parts[:vital]))
    if len(title) + whole > width and len(short) + whole <= width:
        title = short
    elif len(title) + needed > width:
        title = short if len(short) + needed <= width else title
        if width - needed > _SHORTEST and len(title) + needed > width:
            title = f"{title[: width - needed - 1].rstrip()}…"
    left = f" {title[: width - 1]}"
    here = ""
    for part in parts:
        more = f"{here}{between}{part}" if here else part
        if len(left) + len(more) + 3 > width:
            break
        here = more
    return f"{left}{here.rjust(width - len(left) - 1)} " if here else left.ljust(width)


def capitals(text: str) -> str:
    """In capitals; the plural of a type keeps its small letter: "3 B-25s ATTACK"."""
    return _PLURAL.sub(r"\1s", text.upper())


def headline(sign: str, role: str, text: str, width: int, indent: int = 1) -> list[Row]:
    """The mark and the headline, in capitals."""
    lines = textwrap.wrap(capitals(text).rstrip("."), width - indent - 2)
    first: Row = ((" " * indent, ""), (f"{sign} ", role), (lines[0] if lines else "", "bold"))
    return [first, *[((" " * (indent + 2) + line, "bold"),) for line in lines[1:]]]


def announcement(throw: Throw, width: int) -> list[Row]:
    """A throw before it falls: table, number needed and chance, modifiers, what each total would mean."""
    title = f"{throw.title}: {throw.about}" if throw.about else throw.title
    head: list[Span] = [
        ("   ", ""),
        (title, "bold"),
        (f"  {', '.join(filter(None, (printed(throw.chart), throw.count)))}", "dim"),
    ]
    needs = f"{throw.needs[:1].upper()}{throw.needs[1:]}"
    rows: list[Row] = [head]
    if needs and length(head) + len(needs) + 4 <= width:
        head.append((f"    {needs}", ""))
    elif needs:
        rows += [((" " * 5 + line, ""),) for line in textwrap.wrap(needs, width - 5)]
    for mod in throw.mods:
        rows += [((" " * 5 + line, "dim"),) for line in textwrap.wrap(_mod(mod), width - 5)]
    return rows + _bands(throw, width)


def _mod(mod: ModLine) -> str:
    """A modifier with its reason; a minus stands in the number alone, not in the name of a table."""
    return f"{f'{mod.value:+d}'.replace('-', '−')} {mod.reason}"


def _bands(throw: Throw, width: int) -> list[Row]:
    """What each total on the dice would mean."""
    if not throw.bands:
        return []
    text = "   ".join(f"{totals.replace('-', ' to ')}: {word}".replace(" ", "\0") for totals, word in throw.bands)
    on = "on the die" if throw.dice == 1 else "on the dice"
    lines = textwrap.wrap(f"{on}  {text}", width - 5)  # none is parted at the end of a line
    return [((" " * 5 + line.replace("\0", " "), "dim"),) for line in lines]


def dice(roll: SceneRoll, said: bool, width: int = 80) -> list[Row]:
    """Dice, sum and result; what they needed, unless it was said."""
    plus = sum(mod.value for mod in roll.mods)
    natural = roll.total - plus
    read = roll.read or roll.result
    result = "" if read.isdecimal() else read.upper()  # a number is the total, or where a table ends
    total = f"{natural} {'+' if plus > 0 else '−'} {abs(plus)} = {roll.total}" if plus else roll.comes_to
    reading: list[Span] = [(f"  {total}   ", ""), (result, "bold")]
    rows: list[Row] = []
    if not said:
        rows.append(
            (("   ", ""), (roll.title, "bold"), (f"  {printed(roll.chart)}", "dim"), (_needed(roll), "dim"))
        )
    if len(roll.faces) > _MOST_DICE:
        return [*rows, [("     ", ""), (" ".join(str(face) for face in roll.faces), "bold"), *reading]]
    top, middle, foot = (part * len(roll.faces) for part in ("┌───┐", "", "└───┘"))
    middle = "".join(f"│ {face} │" for face in roll.faces)
    why = [] if said else [_mod(mod) for mod in roll.mods]
    below: list[Row] = []
    if 5 + len(middle) + length(reading) > width:  # a long result stands under its dice
        reading = [(f"  {total}", "")]
        below = [[(f"     {line}", "bold")] for line in textwrap.wrap(result, width - 5)]
    beside = [line for reason in why for line in textwrap.wrap(reason, width - 7 - len(foot))] or [""]
    return [
        *rows,
        [("     " + top, "")],
        [("     ", ""), (middle, "bold"), *reading],
        [("     " + foot, ""), (f"  {beside[0]}", "dim")],
        *[[(" " * (7 + len(foot)) + line, "dim")] for line in beside[1:]],
        *below,
    ]


def volley(throws: Sequence[Throw], width: int) -> list[Row]:
    """Several throws before they fall: one line each; more than a few are counted by what they need."""
    first = throws[0]
    unit = _shots if _guns([throw.about for throw in throws]) else _throws
    title = f"{first.title}, {len(throws)} {unit(len(throws))}"
    rows: list[Row] = [[("   ", ""), (title, "bold"), (f"  {printed(first.chart)}", "dim")]]
    needs = [f"{throw.needs[:1].lower()}{throw.needs[1:]}" for throw in throws]
    shared = [mod for mod in first.mods if all(mod in throw.mods for throw in throws)]
    own = ["" if unit is _shots else _own(throw, shared) for throw in throws]
    told = [f"{need}{more}" for need, more in zip(needs, own, strict=True)]
    if unit is _throws and shared:
        text = f"for each: {_reasons(shared)}"
        rows += [[(" " * 5 + line, "dim")] for line in textwrap.wrap(text, width - 5, subsequent_indent="  ")]
    if len(throws) > _FEW_SHOTS:
        counted = {need: told.count(need) for need in told}
        return rows + [
            [(f"     {count:>2} {unit(count)}, {'each ' if count > 1 else ''}", ""), (need, "dim")]
            for need, count in counted.items()
        ]
    wide = max(len(throw.about or throw.title) for throw in throws)
    for throw, need in zip(throws, told, strict=True):
        text = f"{throw.about or throw.title:<{wide}}  {need}"
        rows += [[(" " * 5 + line, "")] for line in textwrap.wrap(text, width - 5, subsequent_indent="  ")]
    return rows if any(needs) else rows + _bands(first, width)


def _own(throw: Throw, shared: Sequence[ModLine]) -> str:
    """What bears on this throw alone: " (−1 seriously wounded)"; "" if nothing does."""
    own = [mod for mod in throw.mods if mod not in shared]
    return f" ({_reasons(own)})" if own else ""


def _reasons(mods: Sequence[ModLine]) -> str:
    return ", ".join(f"{mod.value:+d} {mod.reason}".replace("-", "−", 1) for mod in mods)


def fallen(shots: Sequence[tuple[str, SceneRoll | None]], width: int) -> list[Row]:
    """Several throws that fell together: one line each; of more than a few shots those that did something, and how
    many did not. A throw for a man is always told."""
    few = len(shots) <= _FEW_SHOTS or not _guns([about for about, _ in shots])
    told = [(about, roll) for about, roll in shots if few or _does(roll)]
    wide = max((len(about) for about, _ in told), default=0)
    rows: list[Row] = []
    for about, roll in told:
        fell = f"{dice_sum(roll):<8} {roll.read.upper()}" if roll is not None else UNTHROWN
        tone = "good" if _does(roll) else "dim"
        lines = textwrap.wrap(f"{about:<{wide}}  {fell}", width - 7, subsequent_indent="  ", drop_whitespace=False)
        sign = "+ " if _does(roll) else "  "
        rows += [[("     ", ""), (f"{sign if not i else '  '}{line}", tone)] for i, line in enumerate(lines)]
    if missed := len(shots) - len(told):
        rows.append([(f"       {missed} {_shots(missed)} {'misses' if missed == 1 else 'miss'}.", "dim")])
    return rows


def _guns(abouts: Sequence[str]) -> bool:
    """Whether throws are those of guns at their targets."""
    return all(" at " in about for about in abouts)


def _shots(count: int) -> str:
    return "shot" if count == 1 else "shots"


def _throws(count: int) -> str:
    return "throw" if count == 1 else "throws"


def _does(roll: SceneRoll | None) -> bool:
    """Whether a shot did what it was fired for."""
    if roll is None or roll.throw is None:
        return False
    return roll.total - sum(mod.value for mod in roll.mods) in roll.throw.totals


def _needed(roll: SceneRoll) -> str:
    if roll.throw is not None and roll.throw.ways == roll.throw.of:
        return "    cannot fail"
    if roll.throw is not None and not roll.throw.ways:
        return "    cannot succeed: 0 %"
    return f"    needs {roll.needed}: {roll.chance}" if roll.needed else ""


def crew(men: Sequence[Crewman], width: int, lit: Sequence[str]) -> list[Row]:
    """The crew in a row, and an empty line after it."""
    rows = names_row(men, width - 6, lit)
    return [*[[("      ", ""), *row] for row in rows], []] if rows else []


def legend(view: ScreenRenderer, men: Sequence[Crewman]) -> list[str]:
    """What the letters of a plan and the marks of a crew, or of a squadron, mean."""
    return [*letters(men), *marks(view, men)]


def letters(men: Sequence[Crewman]) -> list[str]:
    """What the letters on the plan of a bomber mean."""
    known = [f"{man.letter} {man.trade}" for man in men if man.letter]
    fighters = "▼ a fighter, ▲ one from behind or below"
    told = f"On the drawing: {', '.join(known)}; (1) to (4) engines, x one that is out; {fighters}."
    return [told] if known else []


def marks(view: ScreenRenderer, men: Sequence[Crewman]) -> list[str]:
    """What the marks of a crew, or of a squadron, mean."""
    known = [f"{CONDITIONS[name].mark} {word}" for name, word in view.marks.items()]
    return [f"{view.marked}: {', '.join(known)}.", *([view.signs] if view.signs else [])] if men else []


def keys(enter: str, rolls: int, width: int) -> Row:
    """What the keys do, as far as there is room; h shows the others."""
    known = [("Enter", enter), ("s", "to your decision")]
    if rolls:
        known.append(("r", "the roll" if rolls == 1 else f"{rolls} rolls"))
    known += [("l", "log"), ("i", "status"), ("p", "pace"), ("h", "keys")]
    return key_row(known, width)


def key_row(known: Sequence[tuple[str, str]], width: int) -> Row:
    """Keys and what they do, as far as there is room."""
    row: list[Span] = [(" ", "")]
    for key, what in known:
        if length(row) + len(key) + len(what) + 1 > width:
            break
        row += [(key, "bold"), (f" {what}   ", "dim")]
    return row


def panel(view: ScreenRenderer, state: object, tape: Sequence[str], log: Sequence[str] = ()) -> list[Row]:
    """Crew and aircraft beside the text, the scenes told since the last answer, the last lines of the log."""
    rows = view.panel(state)
    for title, lines in (("Told so far", tape[-_TOLD:]), ("Log", log)):
        if lines:
            rows = [*rows, [], [(title, "dim")]]
            rows += [[(line if len(line) <= PANEL else line[: PANEL - 1] + "…", "")] for line in lines]
    return rows
