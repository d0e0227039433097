"""8.0 A stretch of the flight in few words: a leg for each turn: zones flown, what was met, the Fuel left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flakhouse.core.events import Event, Noted
from flakhouse.games.doolittle.state import pilot_of
from flakhouse.games.doolittle.words import Back
from flakhouse.render.telling import Leg

__all__ = ["legs"]

#: Hazards of which nothing comes: they are counted.
_NOTHING = (Back.CLEAR.value, f"{Back.INTERCEPTOR.value}, which breaks off")


class _Turn:
    """A turn in the making."""

    def __init__(self, hour: str) -> None:
        self.hour = hour
        self.at: dict[str, int] = {}  # the zone to which each Flight has flown
        self.flown = False  # in the stretch that is told
        self.met: list[str] = []
        self.clear = 0
        self.fuel: dict[str, int] = {}

    def leg(self, names: Mapping[int, str]) -> Leg | None:
        """The turn as it is told; None if there is nothing to tell."""
        told = [*self._apart(), *self.met]
        if self.clear:
            told.append("a marker, clear" if self.clear == 1 else f"{self.clear} markers, clear")
        if self.fuel:
            least, most = min(self.fuel.values()), max(self.fuel.values())
            told.append(f"Fuel {least}" if least == most else f"Fuel {least} to {most}")
        return Leg(self.hour, self._where(names), tuple(told)) if told or self.flown else None

    def _where(self, names: Mapping[int, str]) -> str:
        zones = sorted(set(self.at.values()))
        if len(zones) == 1:
            return f"Zone {zones[0]}, {names[zones[0]]}"
        numbers = [str(zone) for zone in zones]
        return f"Zones {', '.join(numbers[:-1])} and {numbers[-1]}" if numbers else ""

    def _apart(self) -> list[str]:
        """Who flew where, if not all to one zone."""
        zones = sorted(set(self.at.values()), reverse=True)
        if len(zones) < 2 or not self.flown:
            return []
        return [
            f"{', '.join(name for name, at in self.at.items() if at == zone)} to zone {zone}" for zone in zones
        ]


def legs(events: Sequence[Event], numbers: Sequence[int]) -> list[Leg]:
    """8.0 The legs that these events of a log make; none of a log without a flight."""
    wanted, names = frozenset(numbers), dict[int, str]()
    turns = [_Turn("")]
    for number in range(numbers[-1] + 1 if numbers else 0):
        note = events[number]
        if not isinstance(note, Noted):
            continue
        if note.kind == "flight-turn":
            turns.append(_Turn(str(note.facts["hour"])))
        elif note.kind == "flies-west":
            zone = int(str(note.facts["zone"]))
            names[zone] = str(note.facts["name"])
            turns[-1].at[str(note.facts["flight"])] = zone
            turns[-1].flown |= number in wanted
        elif number in wanted:
            _take(turns[-1], note)
    return [leg for turn in turns if turn.hour and (leg := turn.leg(names)) is not None]


def _take(turn: _Turn, note: Noted) -> None:
    """What a note adds to its turn."""
    facts = note.facts
    if note.kind == "flight-hazard":
        _hazard(turn, str(facts["b25"]), str(facts["hazard"]), bool(facts.get("idle")))
    elif note.kind == "vessel":
        turn.met.append("a vessel that reports" if facts["seen"] else "a vessel that does not report")
    elif note.kind == "wind":
        turn.met.append(f"{str(facts['wind']).lower()} over {facts['box']}")
    elif note.kind == "fuel":
        turn.fuel[str(facts["flight"])] = int(str(facts["fuel"]))


def _hazard(turn: _Turn, b25: str, hazard: str, idle: bool) -> None:
    """A marker that was turned over, or does nothing here; a Vessel has a note of its own."""
    if idle or hazard in _NOTHING:
        turn.clear += 1
    elif hazard != Back.VESSEL:
        turn.met.append(f"{pilot_of(b25)}: {hazard.lower()}")
