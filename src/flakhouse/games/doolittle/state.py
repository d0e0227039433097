"""The state of the raid: squadron, maps, cups, security, ships, plans. Named as on the mapsheet.

Facts that follow from others are methods, never stored twice. A marker knows its front and its back; what is
shown to a player before it is revealed is the front alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from flakhouse.core.charts import Chart
from flakhouse.core.questions import Subject
from flakhouse.games.doolittle.fleet import Recon, Ship, Submarine, TaskForce
from flakhouse.games.doolittle.markers import Marker
from flakhouse.games.doolittle.options import Options
from flakhouse.games.doolittle.words import (
    TIME_LINE,
    Back,
    Benefit,
    City,
    Diplomat,
    Fate,
    Launch,
    Leader,
    Mod,
    Month,
    Side,
    Site,
    Weather,
    Wind,
)

__all__ = [
    "B25",
    "Airstrike",
    "Area",
    "Blotter",
    "Box",
    "CityMap",
    "Crew",
    "Elite",
    "Flight",
    "GameOver",
    "Marker",
    "Raid",
    "Ratings",
    "Recon",
    "Security",
    "Ship",
    "Submarine",
    "TaskForce",
    "pilot_of",
]


#: 5.2 Night and day on the Flight Turn Track as it is printed: light from 0600 to 1600.
_DARK = tuple(not 3 <= hour <= 8 for hour in range(12))


class GameOver(Exception):
    """The game is over before its time (12.0.1, 15.1): only the debriefing is left. Raised by segments only."""


@dataclass(slots=True, eq=False)
class Elite:
    """An Elite Crewman (2.3)."""

    name: str
    benefit: Benefit
    home: str  # the B-25 he flew in
    used: bool = False
    fate: str = ""  # "", "killed", "captured", "missing" ...

    def pilot(self) -> bool:
        """2.3.7 Any of the four pilot benefits, used or not."""
        return self.benefit.value.startswith("Pilot")

    def has(self, *benefits: Benefit) -> bool:
        """One of these benefits, still to be used if it can be used up."""
        return self.benefit in benefits and not self.used

    @property
    def subject(self) -> Subject:
        """What points at it."""
        return Subject("elite", self.name)


@dataclass(slots=True, eq=False)
class B25:
    """A bomber with its crew of five (2.1)."""

    id: str
    pilot: str
    nickname: str = ""
    fate: Fate = Fate.RESERVE
    loaded: bool = True
    damage: int = 0  # 0 none, 1 damaged, 2 severely damaged
    elite: Elite | None = None
    attached: list[Marker] = field(default_factory=list)
    fumes: int = 0  # Flying on Fumes markers
    medals: list[Marker] = field(default_factory=list)  # 12.6.6; no limit (2.1.2)
    fuel: int = 0  # 14.1.2: aboard after landing
    # on a target map
    area: str = ""
    box: str = ""
    assigned: list[Marker] = field(default_factory=list)
    turn_approach: int = 0  # ruling 5: of hazards assigned this turn, until its end
    turn_detonation: int = 0
    lit: bool = False  # 15.4: searchlights were assigned this turn
    fired: bool = field(
        default=False, repr=False
    )  # 4.5: at an Interceptor in this Hazards Phase of the Flight Turn
    where: str = ""  # where it ended: zone, site, city
    wrecked: bool = field(default=False, repr=False)  # 14.1.2: by its landing, the crew alive

    def end(self) -> str:
        """What became of it in words: a wreck is not one that its crew burned."""
        return "wrecked on landing" if self.wrecked else self.fate.value

    def name(self) -> str:
        """ "Lawson (2261)"."""
        return f"{self.pilot} ({self.id})"

    def has(self, back: Back) -> bool:
        """A hazard of this kind is attached."""
        for marker in self.attached:  # noqa: SIM110 (a generator costs three times as much)
            if marker.back is back:
                return True
        return False

    def elite_pilot(self) -> bool:
        """2.3.7 An elite pilot, whatever his benefit."""
        return self.elite is not None and self.elite.pilot()

    @property
    def subject(self) -> Subject:
        """What points at it."""
        return Subject("b25", self.name())


def pilot_of(name: str) -> str:
    """The pilot of a B-25 by its name in a log: "Lawson" of "Lawson (2261)"."""
    return name.partition(" (")[0]


@dataclass(slots=True, eq=False)
class Crew:
    """A Crew marker: five men on the ground or in the water (2.2, 14.0.1)."""

    b25: B25
    fit: bool = True
    place: str = ""  # "zone 10", a Site's name, "Trekking", "Captured", "Chungking"
    fate: str = (
        ""  # "", "safe", "captured", "missing", "killed", "rescued", "interned", "released", "left the story"
    )
    elites: list[Elite] = field(default_factory=list)

    @property
    def subject(self) -> Subject:
        """What points at it."""
        return Subject("b25", self.b25.name())


@dataclass(slots=True, eq=False)
class Flight:
    """A Flight on the Flight Map, or a B-25 that flies independently (7.1)."""

    number: int
    aircraft: list[B25]
    zone: int = 1
    fuel: int = 8
    high: bool = False
    target: str = ""  # City, "Chungking" or "Vladivostok": where it wants to go
    site: Site | None = None  # where it has landed
    independent: bool = False
    late: int = 0  # 12.3.2: flight turns before it appears
    landed_night: bool = False  # rulings 40: as it was when the site was acquired
    landed_weather: Weather = Weather.CALM

    def loaded(self) -> bool:
        """8.1.2 Ordnance aboard."""
        for b25 in self.aircraft:  # noqa: SIM110 (a generator costs three times as much)
            if b25.loaded:
                return True
        return False

    def name(self) -> str:
        """ "Flight 2", or the pilot of an independent aircraft."""
        if self.independent and self.aircraft:
            return self.aircraft[0].pilot
        return f"Flight {self.number}"

    @property
    def subject(self) -> Subject:
        """What points at it."""
        return Subject("flight", self.name())


@dataclass(slots=True)
class Box:
    """3.1 A Target Box (3.3)."""

    name: str
    area: str
    approach: dict[Side, int]
    blast_number: dict[Side, int]
    carrier: bool = False  # 4.6.3: Ryuho or Hiyo goes here
    blast: int = 0
    markers: list[Marker] = field(default_factory=list)

    @property
    def subject(self) -> Subject:
        """What points at it."""
        return Subject("box", self.name)


@dataclass(slots=True)
class Area:
    """An Area of a target map (3.2)."""

    name: str
    perimeter: bool
    limit: int  # Hazards max.
    adjacent: tuple[str, ...]
    boxes: tuple[str, ...]
    blast: int = 0
    markers: list[Marker] = field(default_factory=list)  # stay markers, and those being placed this turn

    @property
    def subject(self) -> Subject:
        """What points at it."""
        return Subject("area", self.name)


@dataclass(slots=True)
class CityMap:
    """A target map with everything on it; both sides share it (8.1.4 note)."""

    city: City
    areas: dict[str, Area]
    boxes: dict[str, Box]
    track: tuple[int, ...] = ()  # Detonations Track: what releases add to the draw (4.2.2)
    detonations: int = 0  # releases on this map (4.9)
    lights_out: bool = False
    contacts: int = 0  # 12.7.1: Contact markers in its box on the Flight Map

    def blast(self) -> int:
        """All Blast values on the map."""
        total = 0
        for area in self.areas.values():
            total += area.blast
        for box in self.boxes.values():
            total += box.blast
        return total

    def hit(self) -> bool:
        """Any Blast on the map."""
        for area in self.areas.values():
            if area.blast:
                return True
        for box in self.boxes.values():  # noqa: SIM110 (a generator costs three times as much)
            if box.blast:
                return True
        return False

    @property
    def subject(self) -> Subject:
        """What points at it."""
        return Subject("city", self.city.value)


@dataclass(slots=True)
class Ratings:
    """8.2.4 Guzzle Check Number, ruling 11, ruling 34 What the squadron can do: fixed in scenarios 1-9, planned in
    scenario 10.
    """

    gunnery: int = 4  # 4.5.1
    evasion: int = 1  # 4.4.1
    night_evasion: int = 0  # 13.4.8: added at night
    elite_evasion: int = 0  # 13.4.6: more for each elite pilot
    day_navigation: int = 1
    night_navigation: int = 1
    bombing: int = 2
    guzzle: int = 5
    fuel: int = 8
    norden: bool = False
    mark_twain: bool = True
    radios: bool = False  # 13.3.3A: liaison radios kept
    armor: int = 0  # 1 added, -1 removed
    box_blast: int = 2  # 3 with extra ordnance
    turrets_changed: bool = False  # 13.3.3 D and I: Jammed Turret has no effect
    deicers: bool = True  # 14.1.1: the penalty belongs to scenario 10


@dataclass(slots=True)
class Security:
    """The Security Track (6.1)."""

    value: int = 5  # dice of a Secrecy Test
    risk: int = 0
    failed: int = 0
    alert: int = 0


@dataclass(slots=True)
class Airstrike:
    """What an Airstrike has at stake while it is resolved (11.0)."""

    patrol: str = "Task Force"  # or "Recon"
    counterstrike: list[Recon] = field(default_factory=list)


@dataclass(slots=True)
class Blotter:
    """The Mission Planning Blotter (13.0)."""

    diplomats: dict[Diplomat, Month] = field(default_factory=dict)
    attempted: list[Diplomat] = field(default_factory=list)
    agreed: dict[Diplomat, bool] = field(default_factory=dict)  # last result of the row
    briefed: list[str] = field(default_factory=list)  # Diplomat or Leader names
    leaders: list[Leader] = field(default_factory=list)  # on the calendar
    denied: list[Leader] = field(default_factory=list)
    urgent: dict[Diplomat, int] = field(default_factory=dict)
    doolittle: Month = Month.JANUARY
    telephone: bool = False
    selected: int = 0  # B-25s picked in January
    mods: list[Mod] = field(default_factory=list)
    weight: int = 3
    guns: int = 3
    site: str = ""  # Eglin or McClellan
    liberty: bool = False
    measures: list[str] = field(default_factory=list)
    morale: int = 2  # index of the Morale Track
    squadron_briefed: bool = False
    points: int = 0  # training points left
    levels: dict[str, int] = field(default_factory=dict)
    extra: list[str] = field(default_factory=list)  # categories with extra training
    capacity: int = 0  # of the carrier deck
    elites: list[Elite] = field(default_factory=list)  # drawn, not yet assigned
    diligence: int = 0
    repairs: int = 0
    submarines: int = 0
    sub_dice: bool = False  # 13.2.5: the die for submarines was rolled
    chits: list[str] = field(default_factory=list)  # 15.1
    joint_ops: int = 0  # 15.1: modifier to Joint Ops checks
    barred: list[str] = field(default_factory=list)  # 15.1: what chits forbid
    #: 13.5.6 The Security Check is made: the plan is in Security Risk and Secrecy Value.
    checked: bool = field(default=False, repr=False)
    naval_risk: int = 0  # 15.1 Ceylon: change of Security Risk at the start of the Naval segment
    fuel_lost: bool = False  # 13.5.6: an attack took fuel
    trekking: int = 0  # 15.1 Shanghai: modifier in the Denouement
    historical: bool = False  # the historical plan was taken as it stands
    short_points: int = 0  # 13.4.9: spent on Short Take Off: a roll, then a third die
    incidents: list[str] = field(default_factory=list)  # 15.1: what the dice of the chits settled


@dataclass(slots=True)
class Raid:
    """3.5 Everything. `segment` and `step` say where the game stands, for front ends."""

    options: Options
    ratings: Ratings = field(default_factory=Ratings)
    security: Security = field(default_factory=Security)
    squadron: list[B25] = field(default_factory=list)
    flights: list[Flight] = field(default_factory=list)
    cities: dict[City, CityMap] = field(default_factory=dict)
    cups: dict[str, list[Marker]] = field(default_factory=dict)
    weather: dict[str, Weather] = field(default_factory=dict)  # by weather box: "defense", "china", "140w" ...
    wind: dict[str, Wind] = field(default_factory=dict)  # by wind box
    vessels: dict[int, list[Marker]] = field(default_factory=dict)  # 8.3.7 by zone
    zone_markers: dict[int, list[Marker]] = field(default_factory=dict)  # drawn, not yet assigned
    launch: Launch = Launch.NONE
    launch_area: str = ""
    launch_alert: int = 0
    first_wind: bool = True  # 8.2.3: the next Wind Check is the first of a planned launch
    hour: int = 4  # index of the Flight Turn Track, Japan end; 4 is 0800
    flight_turn: int = 0
    # attack segment
    city: City | None = None  # being attacked now
    side: Side = Side.DAY
    attack_turn: int = 0
    high: bool = False  # altitude over the target
    attacked: bool = False  # 6.2: an attack was made this phase
    attackers: list[B25] = field(default_factory=list, repr=False)  # who takes part; empty: whoever is on the map
    # China and the rest
    beacons: dict[Site, Marker] = field(default_factory=dict)
    china_fuel: dict[Site, int] = field(default_factory=dict)
    groundcrew: dict[Site, int] = field(default_factory=dict)
    attacked_sites: list[Site] = field(default_factory=list)  # 13.2.4 Japanese Attack markers
    task_force: TaskForce = field(default_factory=TaskForce)
    blotter: Blotter = field(default_factory=Blotter)
    crews: list[Crew] = field(default_factory=list)
    segment: str = ""
    step: str = ""
    aborted: str = ""  # why there was no raid
    event_at_four: bool = False  # 6.2: the Event Check of Alert 4 has been made
    dark: tuple[bool, ...] = field(default=_DARK, repr=False)  # 5.2: the night turns of the track
    tables: Mapping[str, Chart[object]] = field(default_factory=dict, repr=False)  # the player's own, for screens
    pieces: list[Marker] = field(default_factory=list, repr=False)  # every marker, wherever it is
    draws: int = field(default=0, repr=False)  # blind draws so far

    def target(self) -> CityMap:
        """3.0 The map of the city being attacked."""
        if self.city is None:
            raise ValueError("no city is being attacked")
        return self.cities[self.city]

    def living(self) -> list[B25]:
        """B-25s in the air."""
        return [b for b in self.squadron if b.fate is Fate.FLYING]

    def killed(self) -> list[B25]:
        """2.1 Destroyed with their crews: of crews that were saved there is a marker (10.1.1, 12.3.2)."""
        saved = {crew.b25.id for crew in self.crews}
        return [b for b in self.squadron if b.fate is Fate.DESTROYED and b.id not in saved]

    def night(self, zone: int, later: int = 0) -> bool:
        """5.2.2, 5.2 Night in this zone, so many turns from now: China time is one turn behind."""
        return self.dark[(self.hour + later - (zone > TIME_LINE)) % len(self.dark)]

    def campaign(self) -> bool:
        """Scenario 10."""
        return self.options.scenario == 10

    def with_denouement(self) -> bool:
        """1.1 The Denouement is played."""
        return self.options.scenario == 10 or (self.options.denouement and self.options.scenario >= 7)
