"""The words of a form at the terminal: letters of fighters, answers in few words, names of rows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from flakhouse.cli.words import called, told
from flakhouse.slate import Row, Slate
from flakhouse.slate_form import Choice

__all__ = ["answer", "behind", "codes", "codes_of", "could", "labels", "listed", "wide", "words"]

_NUMBER = re.compile(r"\d+")
_CHANCE = 6  # columns of a chance, at least
_SHOT = ("hits", "destroys", "jams")  # what a shot could do


def codes_of(form: Slate) -> dict[str, str]:
    """What is typed for each fighter of a form."""
    return codes(target.subject.name for target in form.targets)


def codes(names: Iterable[str]) -> dict[str, str]:
    """What is typed for each fighter, by its name: the letter behind it. Where two have the same ("Frank A" and
    "Tony A") it is the beginning of the type, with the letter if there are two of that type."""
    parts = {name: name.rpartition(" ") for name in names}
    named = {name: (kind, last) for name, (kind, _, last) in parts.items() if len(last) == 1 and last.isupper()}
    letters = [letter for _, letter in named.values()]
    if len(set(letters)) == len(letters):
        return {name: letter for name, (_, letter) in named.items()}
    types = [kind for kind, _ in named.values()]
    return {
        name: _beginning(kind, types).upper() + (letter if types.count(kind) > 1 else "")
        for name, (kind, letter) in named.items()
    }


def _beginning(word: str, others: Sequence[str]) -> str:
    """The shortest beginning of a word that none of the others has."""
    for length in range(1, len(word)):
        if not any(other != word and other.startswith(word[:length]) for other in others):
            return word[:length]
    return word


def words(row: Row) -> dict[str, str]:
    """The answers of a row in words."""
    return {one.key: one.label for one in row.choices}


def behind(line: str, row: Row) -> str | None:
    """What is typed behind the name of a row, which may be left out from its colon on; None without the name."""
    typed = f"{told(line)} "
    names = sorted(called("", row.name), key=len, reverse=True)
    return next((typed[len(name) :].strip() for name in names if name and typed.startswith(f"{name} ")), None)


def wide(label: str) -> int:
    """The columns of a chance."""
    return max(_CHANCE, len(label) + 2)


def answer(form: Slate, row: Row) -> str:
    """The answer of a row in few words: of a shot the letter of the fighter and the man."""
    choice = row.chosen
    typed = codes_of(form)
    letters = [typed[one.name] for one in choice.about if one.kind == "fighter" and one.name in typed]
    men = [subject.name for subject in (*choice.about, *row.about) if subject.kind == "man"]
    if len(letters) != 1 or not men or "spray" in choice.key:
        return choice.label
    how = f", {choice.detail.rstrip('.').lower()}" if choice.detail else ""
    return f"{letters[0]}  {men[0]}{how}"


def could(form: Slate, row: Row) -> str:
    """The letters a row could be laid on."""
    typed = codes_of(form)
    found = [typed[one.name] for one in row.reached() if one.name in typed]
    hold = ["-"] if any(one.key == form.hold for one in row.choices) else []
    return " ".join([*sorted(found), *hold])


def labels(form: Slate) -> tuple[str, ...]:
    """The kinds of chance that have a column: what a shot could do, else the first two that stand in the rows."""
    laid = bool(codes_of(form))
    told = (one for row in form.rows for one in (row.choices if laid else [row.chosen]))
    found = list(dict.fromkeys(label for one in told for label, _ in one.chances))
    return tuple(label for label in found if label in _SHOT) or tuple(found[:2])


def listed(row: Row) -> list[tuple[int, int, str]]:
    """What a row could be: the first and the last number, and the words. Neighbours that only count on, each a
    step from the one before, stand together, but for the one that stands there now."""
    found: list[tuple[int, int, str]] = []
    before: Choice | None = None
    for number, choice in enumerate(row.choices, 1):
        price = f": {choice.price}" if choice.price else ""
        now = None if choice.key == row.key else choice
        if before is not None and now is not None and _counts_on(before, now):
            first = found[-1][0]
            found[-1] = (first, number, f"{row.choices[first - 1].label} to {choice.label}{price}")
        else:
            found.append((number, number, choice.label + price))
        before = now
    return found


def _counts_on(before: Choice, now: Choice) -> bool:
    """Whether nothing but one number is another, and that is the next."""
    if before.price != now.price or _NUMBER.sub("#", before.label) != _NUMBER.sub("#", now.label):
        return False
    pairs = zip(_NUMBER.findall(before.label), _NUMBER.findall(now.label), strict=True)
    return [abs(int(one) - int(other)) for one, other in pairs if one != other] == [1]
