"""The state of a mission, named as on the mission log sheet and the crew placement chart.

Facts that follow from others are methods, never stored twice. `Campaign` is what lasts between missions. The
bomber itself stands in `aircraft`, and is handed on here.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from flakhouse.core.questions import Subject
from flakhouse.games.b29.aircraft import Bay, Engine, Gun, Plane, Wing, new_plane
from flakhouse.games.b29.options import Options
from flakhouse.games.b29.words import (
    ENEMY,
    GUNNERS,
    STATION_COMPARTMENT,
    Altitude,
    Angle,
    Clock,
    End,
    Escort,
    FighterType,
    Flak,
    Formation,
    FormationPlace,
    Leg,
    Position,
    Repair,
    Resistance,
    Result,
    Root,
    SeaState,
    Section,
    Skill,
    Squadron,
    Surface,
    TargetType,
    Visibility,
    Weather,
)
from flakhouse.games.bomber import men, roster
from flakhouse.games.bomber.turn import MissionEnded

__all__ = [
    "Airman",
    "Bay",
    "Bomber",
    "Campaign",
    "Engine",
    "Fighter",
    "Gun",
    "LogRow",
    "Man",
    "Mission",
    "MissionEnded",
    "Plane",
    "Target",
    "Times",
    "Wing",
    "new_men",
    "new_plane",
]


_WATER = (Surface.WATER,)

# ------------------------------------------------------------------ what lasts


Airman = roster.Airman[Position]
Bomber = roster.Bomber


@dataclass(slots=True)
class LogRow:
    """A row of the campaign log sheet (9.1), with what a reader asks next."""

    flight: int  # flights are numbered 1, 2, 3 ...; a row without credit keeps its flight number
    mission: int  # mission number of the tour when it was flown
    bomber: str
    target: str
    target_type: str
    day_night: str
    altitude: str
    on_target: bool | None  # None: no bombs dropped
    percent: int
    result: Result
    credited: bool
    end: End
    root: str  # cause of loss or of the abort, if any
    crew: dict[Position, str]  # position: "name: fate"


@dataclass(slots=True)
class Campaign(roster.Record[Position]):
    """The tour: roster, log, bombed-out cities. R-84: `mission_number` counts the credited missions."""

    log: list[LogRow] = field(default_factory=list)
    city_boxes: dict[str, int] = field(default_factory=dict)  # boxes crossed off by city (9.2)
    struck: list[str] = field(default_factory=list)  # 2-3 cities struck off


# ------------------------------------------------------------------ the mission


@dataclass(slots=True)
class Man(men.Man[Position, Section]):
    """A man aboard, with what only this game asks of him."""

    poisoned: bool = False  # Streamliner event 2: `light` or `serious` by illness, healed after the flight
    moved: bool = False  # changed compartment this turn: fires no gun (7.6B)
    busy: bool = False  # has a task this turn
    fought_fire: bool = False  # fought a fire this turn: no other duty, nor another fire (7.5)
    grounded: bool = False  # left at base by table 2-7: flew no mission, earns no credit
    kills: int = 0
    cause: Root | None = None  # of his death or last wound

    @property
    def subject(self) -> Subject:
        """What a question about him is about: he is known by his trade."""
        return Subject("man", self.position.value)

    def fit(self) -> bool:
        """Aboard and not KIA, seriously wounded or frostbitten (R-107)."""
        return self.aboard and not (self.dead or self.serious or self.frostbitten)

    def novice(self) -> bool:
        """4.7C: seven or fewer missions."""
        return self.airman.missions <= 7

    def veteran(self) -> bool:
        """4.7C: fourteen or more missions; lost with a second light wound (7-13a)."""
        return self.airman.missions >= 14 and self.light < 2


@dataclass(slots=True)
class Fighter:
    """An attacking fighter."""

    kind: FighterType
    clock: Clock
    angle: Angle
    skill: Skill | None = None
    fca: int = 0
    ram: bool = False
    spotted: bool = True
    scored: bool = False  # hit the B-29 in this attack
    attacks: int = 0
    destroyed: bool = False
    gone: bool = False  # near miss or failed ram: makes no further attack this turn (5.5, 5-3c)
    name: str = ""  # "Tony A"

    @property
    def subject(self) -> Subject:
        """What questions and events call it."""
        return Subject("fighter", self.name)

    def where(self) -> str:
        """ "12 High", "Vertical Dive"."""
        return self.clock.value if self.angle is Angle.NONE else f"{self.clock.value} {self.angle.value}"


@dataclass(slots=True)
class Target:
    """The assigned target (2.2, 2-9). Modifiers and letters are by zone."""

    city: str
    kind: TargetType
    zone: int
    asterisk: bool  # no searchlights, no heavy guns (2-9d)
    modifiers: dict[int, int]
    letters: dict[int, tuple[Surface, ...]]
    from_2_3: bool = False  # alternate urban target: no turbulence, struck off when hit


@dataclass(slots=True)
class Times:
    """Day and night by zone (3-1); index 0 is the base, True is night."""

    take_off: bool = False
    landing: bool = False
    abort: tuple[bool, ...] = (False,) * 15
    out: tuple[bool, ...] = (False,) * 15
    back: tuple[bool, ...] = (False,) * 15


@dataclass(slots=True)
class Mission:
    """One flight, from briefing to the end."""

    options: Options
    number: int
    target: Target
    night: bool
    altitude: Altitude  # mission altitude
    plane: Plane
    men: dict[Position, Man]  # by trade; those left at base are not aboard
    seats: dict[Position, Man | None]  # who sits at a station now
    training: bool = False  # the Truk flight
    place: FormationPlace = FormationPlace.MIDDLE
    squadron: Squadron = Squadron.MIDDLE
    expected: Resistance = Resistance.NONE
    escort_available: bool = False
    all_armed: bool = True  # 2-7: all gunners and all guns
    none_armed: bool = False  # 2-7: all guns unarmed
    times: Times = field(default_factory=Times)
    times_row: str = ""
    # running
    leg: Leg = Leg.OUT
    zone: int = 1  # 0 is the base square
    turn: int = 0  # game turn, 1 from Zone 1 on
    zone_turn: int = 1  # turn within this zone
    new_zone: bool = True  # this turn entered the zone
    fuel_due: int = 0  # boxes this turn's move and climb cost, crossed off at step 3
    fuel_told: str = ""  # the worst that was told of the fuel since it was ample (4.3D)
    aux_used: bool = False  # an auxiliary box was used in this zone (4.3B)
    pump_turn: int = 0  # the turn on which the lame fuel pump refused (4-9c, 7-4g)
    mask_turn: int = 0  # the last turn the mask roll of 4.2D was made
    turn_round: bool = False  # the next turn is a turn-round or abort turn
    holding: bool = False  # held Off Course over the target, or inbound in Zone 1 or 6
    weather: Weather = Weather.GOOD
    fixed_weather: Weather | None = None  # Streamliner events 5 and 9
    off_course: bool = False
    off_run: int = 0  # consecutive zones Off Course
    off_over_target: bool = False  # Off Course was rolled in the target zone
    formation: Formation = Formation.NONE
    assembled: bool = False  # 4-10 has been rolled or missed
    disbanded: bool = False  # 4.8B
    out_turns: int = 0  # turns until a shallow dive brings it back; 0 none
    disrupted: bool = False  # 4-3
    tight: bool = False  # 4-10
    difficult: int = 0  # 4-10: +1 once
    escort: Escort = Escort.NONE
    escort_missed: bool = False
    event_counts: dict[str, int] = field(default_factory=dict)
    aborted: bool = False
    abort_zone: int = 0
    abort_cause: str = ""
    reached_target: bool = False
    to_iwo: bool = False  # means to land at Iwo Jima
    leave: dict[str, bool] = field(default_factory=dict)  # leave to abort: reason -> caused by the enemy (4.7D)
    must_abort: str = ""  # a forced abort and its reason, carried out after combat
    leave_declined: str = ""  # the reasons to abort that the player last decided to fly on with
    abort_overruled: str = ""  # what spoke for turning back when he last flew on against the advice
    hurt_at_orders: int = 0  # men out of action when orders were last asked
    tasks_at_orders: list[str] = field(default_factory=list)  # orders that had a use then
    kept_open: str = ""  # how things stood when the player last kept the cabins open against the advice
    abort_asked: int = 0  # Streamliner order: the turn on which the abort question was put before combat
    bombed: bool = False  # bombs went down on a bomb run
    bomb_run: bool = False  # the run is accomplished, bombs or not
    on_target: bool | None = None
    percent: int = 0
    resistance: Resistance = Resistance.NONE
    evading: bool = False  # against fighters this turn
    evaded_lights: bool = False  # against searchlights this turn
    evaded_flak: bool = False
    lit: bool = False
    visibility: Visibility | None = None
    flak: Flak = Flak.NONE
    on_run: bool = False  # flak on the bomb run is being resolved now
    bombardier_hit_on_run: bool = False
    bombsight_hit_on_run: bool = False
    navigator_hit_over_target: bool = False
    fighters: list[Fighter] = field(default_factory=list)
    sharpshooter: Position | None = None  # Streamliner event 12
    pickle_barrel: bool = False  # event 8
    pathfinder: bool = False  # event 6
    iced_turn: int = 0  # event 11: the turn spent at LO
    sea: SeaState | None = None
    sea_turn: int = -1  # the turn the sea state was rolled: it holds for that turn
    one_engine_zones: int = -1  # 7.2: zones that may still be entered on one engine; -1 not in force
    engines_out_root: Root | None = None
    forced_down: str = ""  # 7.2, 8.5: the bomber must come down here after combat, and why
    course_boxes: int = 0  # boxes spent on holding and correcting: navigation as root of a dry tank
    cause: Root = Root.CHOICE  # whose doing the damage now being rolled is
    damage_root: Root | None = None  # of the last damage that is felt on landing or costs the bomber later
    # end
    end: End = End.FLYING
    repair: Repair = Repair.SOUND
    root: Root | None = None  # what began the chain of a loss
    end_zone: int = 0
    credited: bool = False

    # -------------------------------------------------------------- men

    def at(self, station: Position) -> Man | None:
        """Who sits there now."""
        return self.seats[station]

    def manned(self, station: Position) -> bool:
        """A fit man sits there."""
        man = self.seats[station]
        return man is not None and man.fit()

    def own(self, position: Position) -> bool:
        """R-126: the man of this trade is fit and in his own compartment; his seat is his at any time (7.6B)."""
        man = self.men[position]
        return man.fit() and man.compartment is STATION_COMPARTMENT[position]

    def lost(self, position: Position) -> bool:
        """The man of this trade is KIA, seriously wounded or frostbitten, or no longer aboard."""
        return not self.men[position].fit()

    def inside(self, compartment: Section) -> list[Man]:
        """Everybody in a compartment, the dead too."""
        return [m for m in self.men.values() if m.aboard and m.compartment is compartment]

    def fit_men(self) -> list[Man]:
        """Everybody who can do something."""
        return [m for m in self.men.values() if m.fit()]

    def living(self) -> list[Man]:
        """Everybody aboard and alive."""
        return [m for m in self.men.values() if m.alive()]

    def gunners_aboard(self) -> int:
        """Of the four gunners, those on board (4.3A)."""
        return sum(self.men[p].aboard for p in GUNNERS)

    def guns_armed(self) -> int:
        """Turrets and guns armed at take-off (4.3A)."""
        return sum(g.armed for g in self.plane.guns.values())

    # -------------------------------------------------------------- place and time

    def iwo_friendly(self) -> bool:
        """8.4: Iwo Jima is American from mission 11 on."""
        return self.number >= 11 and not self.training

    def urban(self) -> bool:
        """An urban area (U/A) mission, whichever table it came from (R-87)."""
        return self.target.kind is TargetType.URBAN_AREA

    def night_here(self) -> bool:
        """3-1c, 3-1e, 3-1f Night in the present zone by 3-1 (R-88, R-89)."""
        # RULING R-89: after an early abort, forward to Iwo Jima too; up to the abort turn the way out still holds.
        if self.aborted and not self.reached_target and not self.turn_round:
            return self.times.abort[self.abort_zone]
        if self.leg is Leg.OUT:
            return self.times.out[self.zone]
        if self.zone == 0:
            return self.times.landing
        return self.times.back[self.zone]

    def letters(self) -> tuple[Surface, ...]:
        """What lies below in this zone (2-9c, R-116)."""
        if self.zone == 0:
            return (Surface.BASE,)
        return self.target.letters.get(self.zone, _WATER)

    def over_water(self) -> bool:
        """All water below; Zone 6 with its island is not (4-4)."""
        zone = self.zone
        if zone < 10:
            return zone != 6
        return self.target.letters.get(zone, _WATER) == _WATER

    # -------------------------------------------------------------- formation

    def in_formation(self) -> bool:
        """Flying in formation now."""
        return self.formation is Formation.IN

    def out_of_formation(self) -> bool:
        """4.8C: any day flight that is not in formation."""
        return not self.night and self.formation is not Formation.IN

    def lead_of_middle(self) -> bool:
        """4.5A: the bomber all others follow."""
        return self.place is FormationPlace.LEAD and self.squadron is Squadron.MIDDLE

    # -------------------------------------------------------------- record

    def permit(self, reason: str) -> None:
        """4.7: from now on the pilot has leave to abort; the enemy's doing earns credit (4.7D, R-86)."""
        self.leave[reason] = self.leave.get(reason, False) or self.cause in ENEMY


def new_men(crew: dict[Position, Airman]) -> tuple[dict[Position, Man], dict[Position, Man | None]]:
    """The crew at their stations (2.3E)."""
    men = {p: Man(a, p, p, STATION_COMPARTMENT[p]) for p, a in crew.items()}
    seats: dict[Position, Man | None] = dict(men)
    return men, seats
