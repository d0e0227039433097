"""9.0, 10.0, 12.0 What sails: ships, Recon markers, submarines, the Task Force."""

from __future__ import annotations

from dataclasses import dataclass, field

from flakhouse.core.questions import Subject
from flakhouse.games.doolittle.markers import Marker

__all__ = ["Recon", "Ship", "Submarine", "TaskForce"]


_SORTS = {"CV": "carrier", "CA": "heavy cruiser", "CL": "light cruiser", "DD": "destroyer", "AO": "oiler"}


@dataclass(slots=True, eq=False)
class Ship:
    """A ship (10.1)."""

    name: str
    kind: str  # CV, CA, CL, DD, AO
    force: int  # 18 or 16
    flak: int
    reaction: int  # 0: cannot react
    hull: int
    size: int
    slow_built: bool = False
    refuel: int = 0
    damaged: bool = False
    sunk: bool = False
    space: str = ""  # of the Task Force Layout; "" not on it
    distress: list[Marker] = field(default_factory=list)

    @property
    def sort(self) -> str:
        """10.1 Its kind in plain words."""
        return _SORTS[self.kind]

    def slow(self) -> bool:
        """10.1.2 Built slow, damaged, or in mechanical distress."""
        return self.slow_built or self.damaged or bool(self.distress)

    def guns(self) -> int:
        """11.4.2 Flak dice; a damaged ship has half."""
        return self.flak // 2 if self.damaged else self.flak

    @property
    def subject(self) -> Subject:
        """What points at it."""
        return Subject("ship", self.name)


#: 10.2, 12.1.1 Markers whose printed names are no words.
SCOUTS = {"CA dark": "floatplanes of the Hornet group", "CA light": "floatplanes of the Enterprise group"}


@dataclass(slots=True, eq=False)
class Recon:
    """A Recon marker (10.2)."""

    name: str  # "CA dark", "CA light", "VF6" ...
    place: str = ""  # "", "Hangar", "Local Recon", "Low CAP", "High CAP", "Sea Area"
    distress: Marker | None = None
    lost: bool = False

    def words(self) -> str:
        """What it is, in a sentence."""
        return SCOUTS.get(self.name, self.name)

    @property
    def subject(self) -> Subject:
        """What points at it."""
        return Subject("marker", self.name)


@dataclass(slots=True, eq=False)
class Submarine:
    """A submarine (12.1.3)."""

    name: str
    area: str
    contact: bool = False
    sunk: bool = False
    rescued: int = 0  # 14.2.1

    @property
    def subject(self) -> Subject:
        """What points at it."""
        return Subject("ship", self.name)


@dataclass(slots=True)
class TaskForce:
    """The Task Force, its ships and plan (9.0, 10.0, 12.0)."""

    ships: list[Ship] = field(default_factory=list)
    recon: list[Recon] = field(default_factory=list)
    submarines: list[Submarine] = field(default_factory=list)
    area: str = "Port"
    turn: int = 0  # index of the Naval Turn Track
    fueled: bool = True
    joined: bool = False  # rendezvous made
    enterprise: bool = True  # 13.2.5
    delayed: bool = False  # 13.5.5
    red_flags: list[Marker] = field(default_factory=list)
    rv_area: str = ""
    rv_turn: str = ""
    launch_area: str = ""
    groups: list[tuple[str, list[Ship]]] = field(default_factory=list)  # 12.1.4: sea area and ships detached
    signals: dict[str, list[Marker]] = field(default_factory=dict)  # Enemy Signals by sea area
    storm_area: str = ""  # where this turn's storm has been felt
    turned_back: bool = False
    airborne: bool = False  # 12.4: a launch was made and is not yet set up on the Flight Map
    deck: str = ""  # 12.3.2: "" ready, "fire" no more launches this turn, "wrecked" none ever
    delay: int = 0  # 12.3.2: Flight Turns by which the next Flights are late
    posts: dict[str, str] = field(default_factory=dict)  # 12.1.1: where the player wants each Recon, if he said so
    held: list[str] = field(default_factory=list)  # 12.1.6: recovered this turn, must stay where they are
    enemy_ships_sunk: int = 0
    enemy_carriers_sunk: int = 0
    i_boats_sunk: int = 0

    def enemies_sunk(self) -> int:
        """11.5.1, 12.6.6 Enemy ships destroyed, for the debriefing; carriers are counted apart."""
        # RULING 12.6.6: an I-Boat driven off is destroyed to the debriefing: there it is an enemy ship sunk.
        return self.enemy_ships_sunk + self.i_boats_sunk

    @property
    def subject(self) -> Subject:
        """What points at it."""
        return Subject("force", "Task Force")
