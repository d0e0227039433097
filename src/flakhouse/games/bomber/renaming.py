"""Other names for the bomber and the men of a tour, given by the player between two missions.

A name is no rule (b29 2.1, b17 1.1: the player names whom he likes). The chapter that is over keeps the new names
beside its record, under the old ones; the record that the next chapter begins with has them, so its log, its
board and its questions speak of the new name. What was flown before plays and reads as it was recorded.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from flakhouse.core.game import JsonDict
from flakhouse.games.bomber.words import Fate

__all__ = ["BOMBER", "names_of", "renamed"]

BOMBER = "Bomber"  # the place of her name; those of the men are their positions
_FLEW = (Fate.DUTY.value, "at base")  # of a row in the tour's log: the man of this place went on


class _Named(msgspec.Struct):
    name: str


class _Record(msgspec.Struct):
    bomber: _Named
    crew: dict[str, _Named]


def names_of(campaign: JsonDict) -> dict[str, str]:
    """The names by their places: the bomber's, then the men's in the order of the crew."""
    record = msgspec.convert(campaign, _Record)
    return {BOMBER: record.bomber.name, **{place: man.name for place, man in record.crew.items()}}


def renamed(campaign: JsonDict, names: Mapping[str, str]) -> JsonDict:
    """The record with other names; one whose place has another man by now is left alone."""
    changes = {
        place: (old, names[f"{place}/{old}"])
        for place, old in names_of(campaign).items()
        if names.get(f"{place}/{old}", old) != old
    }
    if not changes:
        return campaign
    record: JsonDict = msgspec.json.decode(msgspec.json.encode(campaign), type=dict)
    log = [row for row in _list(record["log"]) if isinstance(row, dict)]
    for place, (old, new) in changes.items():
        if place == BOMBER:
            _dict(record["bomber"])["name"] = new
            _rename_bomber(log, old, new)
        else:
            _dict(_dict(record["crew"])[place])["name"] = new
            _rename_man(log, place, old, new)
    return record


def _rename_bomber(log: list[dict[str, object]], old: str, new: str) -> None:
    """The flights of the bomber that flies: the last ones."""
    for row in reversed(log):
        if row.get("bomber") != old:
            return
        row["bomber"] = new


def _rename_man(log: list[dict[str, object]], place: str, old: str, new: str) -> None:
    """The flights of the man in this place: the last ones, back to one that ended another man's tour."""
    for row in reversed(log):
        crew = _dict(row.get("crew"))
        name, _, fate = str(crew.get(place, "")).rpartition(": ")
        if name != old or fate not in _FLEW:
            return
        crew[place] = f"{new}: {fate}"


def _dict(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []
