"""What came of a mission, as tables and records have it: the bomber, the men, the bombs."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from typing import TypeVar

from flakhouse.core.game import JsonDict, Scalar
from flakhouse.games.bomber.men import Man
from flakhouse.games.bomber.words import Fate, Repair

__all__ = [
    "COLUMNS",
    "bombs_word",
    "came_home",
    "man_outcome",
    "man_row",
    "measures",
    "measures_of",
    "mission_row",
]

P = TypeVar("P", bound=StrEnum)
S = TypeVar("S", bound=StrEnum)

#: The columns of a man.
COLUMNS = ("position", "name", "fate", "dead", "aboard", "home", "cause")
#: Fates of men who did not come home from a mission.
_GONE = frozenset({Fate.KIA, Fate.DOW, Fate.LAS, Fate.BOC, Fate.CAS, Fate.DIC})


def came_home(dead: bool, fate: str) -> bool:
    """Whether a man came home, hurt or not; who stayed on the ground counts as home."""
    return not dead and fate not in _GONE


def man_row(man: Man[P, S], cause: StrEnum | None) -> tuple[Scalar, ...]:
    """A man as a row of COLUMNS, without his name (see `core.game.Men`)."""
    return (
        man.position.value,
        None,
        man.fate.value,
        man.dead,
        man.aboard or man.jumped,
        came_home(man.dead, man.fate),
        cause.value if cause else None,
    )


def man_outcome(man: Man[P, S], cause: StrEnum | None) -> JsonDict:
    """What came of a man, for programs and records."""
    return {
        "name": man.airman.name,
        "fate": man.fate.value,
        "dead": man.dead,
        "aboard": man.aboard or man.jumped,
        "cause": cause.value if cause else None,
    }


def bombs_word(on_target: bool | None) -> str | None:
    """Where the bombs fell; None if none were dropped."""
    return None if on_target is None else "on target" if on_target else "off target"


def measures_of(
    men: Collection[Man[P, S]], repair: Repair, bombs: str | None, credited: bool, percent: int
) -> dict[str, float]:
    """The measures of a mission, from its men."""
    flew = [man for man in men if man.aboard or man.jumped] or list(men)
    home = sum([came_home(man.dead, man.fate) for man in flew])
    return measures(repair, home, len(flew), bombs, credited, percent)


def measures(
    repair: str, home: int, flew: int, bombs: str | None, credited: bool, percent: int
) -> dict[str, float]:
    """The measures of a mission: the bomber's state, how many men came home of how many, the bombs."""
    return {
        "home": float(repair in (Repair.SOUND, Repair.REPAIRABLE)),
        "crew": float(home == flew),
        "target": float(bombs == "on target"),
        "credit": float(credited),
        "men": home / flew if flew else 1.0,
        "percent": float(percent),
    }


def mission_row(
    row: dict[str, Scalar], bomber: tuple[Scalar, ...], measured: dict[str, float], percent: int
) -> dict[str, Scalar]:
    """A mission as a row: its outcome, the bomber's name, state and end, and the measures."""
    row["city"] = row.get("target")  # the measure of that name takes its column
    row["bomber"], row["state"], row["end"], row["end_zone"] = bomber
    row.update(measured)
    row["percent"] = percent
    return row
