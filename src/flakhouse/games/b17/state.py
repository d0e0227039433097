"""The state of a mission, named as on the Mission Chart and the Crew Placement Board.

Facts that follow from others are methods, never stored twice. `Campaign` is what lasts between missions.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from flakhouse.core.questions import Subject
from flakhouse.games.b17.options import Options
from flakhouse.games.b17.words import (
    AMMO,
    ENEMY,
    STATION_COMPARTMENT,
    Angle,
    Clock,
    Cover,
    End,
    EngineState,
    FighterType,
    Flak,
    FormationPlace,
    GunName,
    Leg,
    Position,
    Repair,
    Result,
    Root,
    Section,
    Skill,
    Squadron,
    Surface,
    Tank,
    TargetType,
    Weather,
)
from flakhouse.games.bomber import guns, men, roster
from flakhouse.games.bomber.roster import Bomber
from flakhouse.games.bomber.turn import MissionEnded

__all__ = [
    "Airman",
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
    "Wing",
    "new_men",
    "new_plane",
]


# ------------------------------------------------------------------ what lasts

Airman = roster.Airman[Position]


@dataclass(slots=True)
class LogRow:
    """A row of the campaign record (16.3), with what a reader asks next."""

    flight: int
    mission: int  # mission number of the tour when it was flown
    bomber: str
    target: str
    target_type: str
    on_target: bool | None  # None: no bombs dropped
    percent: int
    result: Result
    credited: bool
    end: End
    root: str  # cause of loss or of the abort, if any
    crew: dict[Position, str]  # position: "name: fate"


@dataclass(slots=True)
class Campaign(roster.Record[Position]):
    """The tour: roster, log, luck saved up."""

    log: list[LogRow] = field(default_factory=list)
    rabbits_feet: int = 0  # B-7 row 7: they carry over
    beyond: bool = False  # 16.4: a bomber with 25 missions flies on, and the tour with it


# ------------------------------------------------------------------ the mission


@dataclass(slots=True)
class Man(men.Man[Position, Section]):
    """A man aboard, with what only this game asks of him."""

    moved: bool = False  # 7A.2: changed compartments in a combat zone, fires nothing until a whole wave is over
    fighting_fire: bool = False  # 6A.1: fires no gun for the rest of this wave
    ace_today: bool = False  # B-7 row 11
    kills: int = 0
    cause: Root | None = None  # of his death or last wound

    def fit(self) -> bool:
        """7.2 Aboard and able to do his duty: neither dead nor seriously wounded. Frostbite spoils aim only."""
        return self.aboard and not (self.dead or self.serious)

    def well(self) -> bool:
        """13.1 Unhurt, at his own station."""
        hurt = self.light or self.serious or self.dead or self.frostbitten
        return not hurt and self.station is self.position

    def veteran(self) -> bool:
        """1.2 On his own 11th to 25th mission, with fewer than two light wounds (BL-4)."""
        return self.airman.missions >= 10 and self.light < 2

    def ace(self) -> bool:
        """4.1 Five kills in his career; lost while wounded or frostbitten. The gun he sits at is the caller's."""
        if self.light or self.serious or self.frostbitten:
            return False
        return self.ace_today or self.airman.kills + self.kills >= 5


@dataclass(slots=True)
class Engine:
    """An engine."""

    number: int
    state: EngineState = EngineState.RUNNING
    charges: int = 2  # 1.5: extinguisher charges
    oil_zones: int = 0  # BL-1e: zones it still runs in, the present one counted; 0 no leak
    by_event: bool = False  # B-7 row 2 stopped it: the same event starts it again
    root: Root | None = None

    @property
    def subject(self) -> Subject:
        """It, to be pointed at."""
        return Subject("engine", str(self.number))

    def out(self) -> bool:
        """Not running."""
        return self.state is not EngineState.RUNNING


@dataclass(slots=True)
class Gun(guns.Gun[GunName]):
    """A gun position. A gun frozen by the cold event thaws at 10,000 ft (9.3)."""

    frozen: bool = False


@dataclass(slots=True)
class Wing:
    """Damage to a wing (BL-1)."""

    root_hits: int = 0
    flap_out: bool = False
    aileron_out: bool = False


@dataclass(slots=True)
class Plane:
    """The aircraft and everything that can break on it."""

    engines: list[Engine]  # numbers 1 to 4, index 0 to 3
    guns: dict[GunName, Gun]
    wings: dict[Section, Wing]
    # flight
    low: bool = False  # at 10,000 ft
    bombs: bool = True
    stripped: bool = False  # 11.6: guns, ammunition and extinguishers thrown overboard
    autopilot_out: bool = False
    cable_hits: int = 0  # 6.3
    window_hits: int = 0  # 6.4
    # nose and bomb bay
    norden_out: bool = False
    nav_equipment_out: bool = False
    bomb_controls_out: bool = False
    bomb_release_out: bool = False
    bomb_doors_out: bool = False
    rafts_out: bool = False
    # radio room, instruments
    intercom_out: bool = False
    radio_out: bool = False
    feathering_out: bool = False
    engine_extinguishers_out: bool = False
    gear_controls_out: bool = False
    flap_controls_out: bool = False
    aileron_controls_out: bool = False
    elevator_controls_out: bool = False
    rudder_controls_out: bool = False
    # waist and tail
    ball_jammed: bool = False
    tailwheel_out: bool = False
    rudder_hits: int = 0
    elevator_out: dict[Section, bool] = field(
        default_factory=lambda: {Section.PORT_WING: False, Section.STARBOARD_WING: False}
    )
    tailplane_root: dict[Section, int] = field(
        default_factory=lambda: {Section.PORT_WING: 0, Section.STARBOARD_WING: 0}
    )
    # wings
    landing_gear_out: bool = False
    brake_out: bool = False
    leaking: list[Tank] = field(default_factory=list)
    fuel_turns: int = -1  # BL-1g: turns left; -1 no leak
    fuel_root: Root | None = None
    # heat, oxygen, fire: by station, because a place has them, not a man
    heat_out: list[Position] = field(default_factory=list)
    cold_zones: dict[Position, int] = field(default_factory=dict)  # zones at altitude since heat failed
    oxygen_hits: dict[Position, int] = field(default_factory=dict)
    oxygen_burnt: list[Section] = field(default_factory=list)  # 6A.1: a fire ended the oxygen here
    oxygen_system_out: bool = False  # BL-2 row 5
    extinguishers: int = 5
    # burst inside plane
    bursts_inside: list[Section] = field(default_factory=list)  # survived ones

    def sound(self) -> bool:
        """13.1 Nothing is broken, hurt, leaking or gone. Holes that do nothing do not count (6.2)."""
        return (
            self.bombs
            and not (self.low or self.stripped or self.cable_hits or self.window_hits or self.bursts_inside)
            and not (self.norden_out or self.nav_equipment_out or self.bomb_controls_out or self.bomb_release_out)
            and not (self.bomb_doors_out or self.rafts_out or self.intercom_out or self.radio_out)
            and not (self.autopilot_out or self.feathering_out or self.engine_extinguishers_out)
            and not (self.gear_controls_out or self.flap_controls_out or self.aileron_controls_out)
            and not (self.elevator_controls_out or self.rudder_controls_out or self.landing_gear_out)
            and not (self.brake_out or self.ball_jammed or self.tailwheel_out or self.rudder_hits)
            and self.fuel_turns < 0
            and not (self.heat_out or self.oxygen_hits or self.oxygen_burnt or self.oxygen_system_out)
            and not any(self.elevator_out.values())
            and not any(self.tailplane_root.values())
            and not any([wing.root_hits or wing.flap_out or wing.aileron_out for wing in self.wings.values()])
            and not any([engine.out() or engine.oil_zones for engine in self.engines])
            and not any([gun.jammed or gun.broken or gun.inoperable or gun.frozen for gun in self.guns.values()])
        )

    def engines_out(self) -> int:
        """How many engines are out."""
        count = 0
        for engine in self.engines:  # a loop, for it is asked several times a turn
            if engine.state is not EngineState.RUNNING:
                count += 1
        return count

    def windmilling(self) -> bool:
        """BL-1c An unfeathered propeller drags."""
        return any([engine.state is EngineState.WINDMILLING for engine in self.engines])

    def cables_out(self) -> bool:
        """6.3 The second hit, anywhere in the aircraft."""
        return self.cable_hits >= 2

    def window_out(self) -> bool:
        """6.4 The second hit."""
        return self.window_hits >= 2

    def rudder_out(self) -> bool:
        """P-6 row 7: the third hit; BL-2 row 9."""
        return self.rudder_hits >= 3 or self.rudder_controls_out

    def elevators_out(self) -> bool:
        """P-6: both; BL-2 row 8."""
        out = self.elevator_out
        return self.elevator_controls_out or (out[Section.PORT_WING] and out[Section.STARBOARD_WING])

    def tailplanes_off(self) -> int:
        """P-6: three root hits on a side take it off."""
        hits = self.tailplane_root
        return (hits[Section.PORT_WING] >= 3) + (hits[Section.STARBOARD_WING] >= 3)

    def flaps_out(self) -> bool:
        """BL-1b: both; BL-2 row 6."""
        wings = self.wings
        return self.flap_controls_out or (
            wings[Section.PORT_WING].flap_out and wings[Section.STARBOARD_WING].flap_out
        )

    def ailerons_out(self) -> bool:
        """BL-1b: both; BL-2 row 7."""
        wings = self.wings
        return self.aileron_controls_out or (
            wings[Section.PORT_WING].aileron_out and wings[Section.STARBOARD_WING].aileron_out
        )

    def gear_out(self) -> bool:
        """landing modifiers note 2, BL-1 row 12, BL-2 row 3: counted once."""
        return self.landing_gear_out or self.gear_controls_out

    def oxygen_at(self, station: Position) -> bool:
        """6.5 Oxygen flows at this station."""
        if self.oxygen_system_out or STATION_COMPARTMENT[station] in self.oxygen_burnt:
            return False
        return self.oxygen_hits.get(station, 0) < 2

    def heat_at(self, station: Position) -> bool:
        """10.1 There is heat at this station."""
        return station not in self.heat_out

    def crippled(self) -> bool:
        """8.3 A burst inside the plane was survived."""
        return bool(self.bursts_inside)


@dataclass(slots=True)
class Fighter:
    """An attacking fighter."""

    kind: FighterType
    clock: Clock
    angle: Angle
    special: str = ""  # B-3 notes: "b" nobody may fire at it, "d" vertical dive, "e" vertical climb
    name: str = ""  # "Me109 A"
    skill: Skill | None = None  # M-6
    fca: int = 0
    fboa: int = 0
    scored: bool = False  # hit the B-17 in this attack
    attacks: int = 0
    destroyed: bool = False
    gone: bool = False  # left this wave: driven off, broke off

    @property
    def subject(self) -> Subject:
        """It, to be pointed at."""
        return Subject("fighter", self.name)

    def where(self) -> str:
        """ "12 High", "Vertical Dive"."""
        return self.clock.value if self.angle is Angle.NONE else f"{self.clock.value} {self.angle.value}"

    def breaks_off(self) -> bool:
        """3A.1 FBOA, or two FCA, which make one: it finishes this attack, then leaves."""
        return self.fboa > 0 or self.fca >= 2


@dataclass(slots=True)
class Target:
    """The target and the way there (G-11). Modifiers and letters are by zone, from 2 to the target's."""

    city: str
    kind: TargetType
    zone: int
    flak_plus: bool  # U-Boat pens: +1 on O-2
    modifiers: dict[int, int]
    letters: dict[int, tuple[Surface, ...]]


@dataclass(slots=True)
class Mission:
    """A mission in flight."""

    options: Options
    number: int  # mission number of the tour
    target: Target
    plane: Plane
    men: dict[Position, Man]  # by trade
    seats: dict[Position, Man | None]  # by station
    # place
    place: FormationPlace = FormationPlace.MIDDLE
    squadron: Squadron | None = None  # missions 1-5 have none
    in_formation: bool = True
    out_zones: int = 0  # B-7 shallow dive: zones until it is back in formation
    out_fresh: bool = False  # 9.1: the dive was in this zone, whose rest does not count
    zone: int = 1  # 0 is the base
    leg: Leg = Leg.OUT
    turn: int = 0
    turns_here: int = 1  # turns spent in this zone; turning over the target begins no new one (2.5)
    new_zone: bool = True  # this turn's zone was entered this turn
    slow_entry: str = ""  # 2.2: why this zone takes two turns since it was entered (burst inside, navigation)
    slow_arrival: bool = False  # 2.5: slow when it came to the target zone: the run is made on the second turn
    # the zone
    weather: Weather = Weather.GOOD  # over the target (O-1)
    base_weather: Weather = Weather.GOOD
    weather_rolled: bool = False
    cover: Cover = Cover.NONE
    waves: int = 0  # of this turn's roll
    safe_turn: bool = True  # no wave came this turn, or all were driven off: men and ammunition may move freely
    fighters: list[Fighter] = field(default_factory=list)
    evading: bool = False
    falls_out: str = ""  # 3.11: why the bomber leaves formation when this wave is over
    flak: Flak = Flak.NONE
    # events of B-7
    events_seen: list[str] = field(default_factory=list)  # rows that do not happen twice
    wave_mod: int = 0  # loose formation +1, tight -1 on B-1 and B-2
    aggressive_cover: bool = False  # M-4 +1
    bad_comms: bool = False  # one fighter of every wave stays away
    rabbits_feet: int = 0
    luck_quiet: list[str] = field(default_factory=list)  # tables (or "zone N", "mission") not to be asked about
    # target and abort
    bomb_run: bool = False  # the run was made
    flak_hit_on_run: bool = False
    on_target: bool | None = None  # None: no bombs dropped on the target
    percent: int = 0
    aborted: bool = False
    abort_zone: int = 0
    abort_cause: str = ""
    bombs_kept: bool = False  # 13.2: the player wants to bring them home
    abort_counts: bool = False  # 13.1: the enemy gave cause for it before the bomber turned round
    must_abort: str = ""
    leave: dict[str, bool] = field(default_factory=dict)  # 13.1: reasons that make an abort count, once they arose
    hurt_at_orders: int = 0  # casualties known when orders were last given
    tasks_at_orders: list[str] = field(default_factory=list)  # orders that had a use then
    leave_declined: str = ""  # the reasons to abort that the player last decided to fly on with
    abort_overruled: str = ""  # what spoke for turning back when he last flew on against the advice
    # engines
    one_engine_zones: int = -1  # 11.6: zones that may still be entered on one engine; -1 does not apply
    down_next: str = ""  # 11.6: a forced landing or bail-out is due: why
    engines_root: Root | None = None  # 11.0: what stopped the last engine that went out
    engine_bombs_kept: bool = False  # 11.1: an engine is out, the bombs are kept for the target in this zone
    low_flak_stay: int = -1  # 2.3: the stay in a zone for which low-altitude flak was rolled last
    # end
    cause: Root = Root.CHOICE  # whose doing the damage now being rolled is
    end: End = End.FLYING
    repair: Repair = Repair.SOUND
    root: Root | None = None
    end_zone: int = 0
    credited: bool = False

    # -------------------------------------------------------------- men

    def at(self, station: Position) -> Man | None:
        """The man at a station if he is fit for duty."""
        man = self.seats[station]
        return man if man is not None and man.fit() else None

    def lost(self, position: Position) -> bool:
        """The man of this trade is dead or seriously wounded, or no longer aboard."""
        return not self.men[position].fit()

    def inside(self, compartment: Section) -> list[Man]:
        """Everybody in a compartment, the dead too."""
        return [m for m in self.men.values() if m.aboard and m.compartment is compartment]

    def living(self) -> list[Man]:
        """Everybody aboard and alive."""
        return [m for m in self.men.values() if m.alive()]

    def pilots_out(self) -> bool:
        """7A.5 Neither Pilot nor Copilot can fly."""
        return self.lost(Position.PILOT) and self.lost(Position.COPILOT)

    def nothing_wrong(self) -> bool:
        """13.1 Sound, in formation, and nothing speaks for turning back."""
        if not self.in_formation or self.must_abort or not self.plane.sound():
            return False
        return all([man.well() for man in self.men.values()])

    def radio_works(self) -> bool:
        """7A.6 (errata 27) The radio is sound and the Radio Operator fit in the Radio Room."""
        man = self.men[Position.RADIO_OPERATOR]
        return not self.plane.radio_out and man.fit() and man.station is Position.RADIO_OPERATOR

    # -------------------------------------------------------------- place

    @property
    def subject(self) -> Subject:
        """The zone, to be pointed at."""
        return Subject("zone", str(self.zone))

    def letters(self) -> tuple[Surface, ...]:
        """What lies below in this zone (G-11)."""
        return (Surface.ENGLAND,) if self.zone <= 1 else self.target.letters[self.zone]

    def over_land(self) -> bool:
        """2A.6 Enemy land below, either letter of two."""
        return any(letter is not Surface.WATER and letter is not Surface.ENGLAND for letter in self.letters())

    def at_target(self) -> bool:
        """In the designated target zone, going out or turning for home there."""
        return self.zone == self.target.zone and not (self.aborted and self.abort_zone != self.zone)

    def bad_weather_here(self) -> bool:
        """O-1 Poor or bad weather in the target zone."""
        return self.weather_rolled and self.weather is not Weather.GOOD and self.zone == self.target.zone

    # -------------------------------------------------------------- record

    def permit(self, reason: str) -> None:
        """13.1 From now on an abort counts as a mission for this reason, if the enemy brought it about."""
        self.leave[reason] = self.leave.get(reason, False) or self.cause in ENEMY


def new_plane() -> Plane:
    """manual 3.6, 1.5 A sound bomber with full ammunition and bombs aboard."""
    return Plane(
        engines=[Engine(1), Engine(2), Engine(3), Engine(4)],
        guns={name: Gun(name, True, bursts) for name, bursts in AMMO.items()},
        wings={Section.PORT_WING: Wing(), Section.STARBOARD_WING: Wing()},
    )


def new_men(crew: dict[Position, Airman]) -> tuple[dict[Position, Man], dict[Position, Man | None]]:
    """1.5 The crew at their stations."""
    men = {p: Man(a, p, p, STATION_COMPARTMENT[p]) for p, a in crew.items()}
    seats: dict[Position, Man | None] = dict(men)
    return men, seats
