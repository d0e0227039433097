"""The number a roll needed, in words: "needs 9 or more, so 10 or more on the dice: 17 %"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from flakhouse.core.events import Needed, Rolled

__all__ = ["chance_text", "even", "met", "needed_text", "needs_text", "percent", "printed", "quoted", "titled"]

#: A table of a chart book (M-1, 4-9g, 2-2A, GTS-17, 6-7-88) or a paragraph with a die (4.5C4), and our part of it.
_PRINTED = re.compile(r"((?:[A-Z]{1,3}|\d{1,2})-\d+[a-zA-Z]?(?:-\d+D?)?|\d{1,2}\.\d+[A-Z]?\d*)(?:-[a-z].*)?")
_MANY = 3  # ranges that are told with commas


def printed(chart: str) -> str:
    """The table or paragraph of the book to which a chart of ours belongs: M-1 of M-1-fire, 4.5C4 of
    4.5C4-correction. "" if the book numbers it by nothing, as the tables of the raid."""
    found = _PRINTED.fullmatch(chart)
    return found[1] if found is not None else ""


def quoted(title: str, chart: str) -> str:
    """A table beside its dice, short: its number in the book, else its title without the aid it stands on."""
    return printed(chart) or title.partition(" (")[0]


def titled(title: str, chart: str) -> str:
    """A table by its title and, where the book has one, its number: "Bomb run O-6", "Guzzle Check"."""
    return f"{title} {printed(chart)}".rstrip()


def percent(ways: int, of: int) -> str:
    """A chance in whole per cent; one that is neither nothing nor certain never looks like it."""
    share = 100 * ways / of
    if 0 < share < 1:
        return "under 1 %"
    if 99 < share < 100:
        return "over 99 %"
    return f"{share:.0f} %"


def chance_text(needed: Needed) -> str:
    """The chance of a roll."""
    return percent(needed.ways, needed.of)


def even(faces: Sequence[int]) -> int:
    """How many of these dice are even."""
    return sum(face % 2 == 0 for face in faces)


def met(roll: Rolled) -> bool:
    """Whether the dice showed what was needed."""
    needed = roll.needed
    if needed is None:
        return False
    if needed.any:
        return any(face >= needed.any for face in roll.faces)
    if needed.even:
        return even(roll.thrown) >= needed.even
    return roll.total - sum(mod.value for mod in roll.mods) in needed.totals


def needed_text(roll: Rolled) -> str:
    """What the dice must show: "9 or more"; where modifiers count, "5 or more on the die (4 after −1)". "" where
    nothing is wanted above the rest."""
    if roll.needed is None:
        return ""
    if roll.again:
        return f"{_words(roll, roll.needed, 0)} on the {_dice(roll)} thrown again"
    plus = sum(mod.value for mod in roll.mods)
    shown = _words(roll, roll.needed, 0)
    if not plus:
        return shown + _cancelled(roll)
    if roll.needed.any or roll.needed.even or roll.needed.ways in (0, roll.needed.of):
        return shown
    if roll.needed.beyond:
        return f"a natural {shown}"
    after = _words(roll, roll.needed, plus).removesuffix(" or more").removesuffix(" or less")
    return f"{shown} on the {_dice(roll)} ({after} after {plus:+d})".replace("-", "−")


def needs_text(roll: Rolled, verb: str = "needs") -> str:
    """The same as a clause, with what the dice must show where modifiers count, and the chance; `verb`: what they
    do that way, as enemy fire "hits on"."""
    needed = roll.needed
    if needed is None:
        return ""
    if not needed.ways:
        return "cannot be done"
    if needed.ways == needed.of:
        return "cannot fail"
    plus = sum(mod.value for mod in roll.mods) if not roll.again else 0
    if needed.beyond and plus:
        lost = f"{needed.beyond}, out of reach with {plus:+d}".replace("-", "−")
        return f"{verb} {lost}: a natural {_words(roll, needed, 0)} only, {chance_text(needed)}"
    dice = f", so {_words(roll, needed, 0)} on the {_dice(roll)}" if plus else _cancelled(roll)
    return f"{verb} {_words(roll, needed, plus)}{dice}: {chance_text(needed)}"


def _cancelled(roll: Rolled) -> str:
    """Modifiers that come to nothing together: " (+2 and −2 cancel out)"; "" where there are none."""
    values = [f"{mod.value:+d}" for mod in roll.mods if mod.value]
    return f" ({' and '.join(values)} cancel out)".replace("-", "−") if values and not roll.again else ""


def _dice(roll: Rolled) -> str:
    return "die" if len(roll.thrown) == 1 else "dice"


def _words(roll: Rolled, needed: Needed, plus: int) -> str:
    if needed.any:
        return f"a {needed.any}" + ("" if needed.any == 6 else " or more") + " on any die"
    if needed.even:
        return "an even die" if needed.even == 1 else f"{needed.even} even dice"
    if not needed.totals:
        return "nothing the dice can show"
    lowest, highest = _ends(roll, needed)
    parts: list[str] = []
    for first, last in _runs(needed):
        if first == lowest and last == highest:
            return "anything"
        if last == highest and first != last:
            parts.append(f"{first + plus} or more")
        elif first == lowest and first != last:
            parts.append(f"{last + plus} or less")
        elif first == last:
            parts.append(str(first + plus))
        else:
            parts.append(f"{first + plus} to {last + plus}")
    return " or ".join(parts) if len(parts) < _MANY else f"{', '.join(parts[:-1])}, or {parts[-1]}"


def _ends(roll: Rolled, needed: Needed) -> tuple[int, int]:
    """The least and the greatest that the dice can show on this table."""
    if needed.tens:
        return 11, 66
    counted = needed.kept or len(roll.thrown)
    return counted, 6 * counted


def _runs(needed: Needed) -> list[tuple[int, int]]:
    """Totals that follow each other, as first and last."""
    runs: list[tuple[int, int]] = []
    for total in needed.totals:
        before = total - 5 if needed.tens and total % 10 == 1 else total - 1
        if runs and runs[-1][1] == before:
            runs[-1] = (runs[-1][0], total)
        else:
            runs.append((total, total))
    return runs
