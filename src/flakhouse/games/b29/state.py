"""The state of a mission, named as on the mission log sheet and the crew placement chart.

Facts that follow from others are methods, never stored twice. `Campaign` is what lasts between missions.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from flakhouse.games.b29.options import Options
from flakhouse.games.b29.words import (
    BURSTS,
    ENEMY,
    FULL_POWER,
    GOOD,
    GUNNERS,
    IN_FORMATION,
    JAMMED_OPEN,
    LO,
    NO_ESCORT,
    NO_FORMATION,
    NO_RESISTANCE,
    OUTBOUND,
    REDUCED_POWER,
    STATION_COMPARTMENT,
    WING_BOXES,
    WINGS,
    Altitude,
    Angle,
    Brakes,
    Cabin,
    Clock,
    DoorFault,
    DoorState,
    End,
    EngineState,
    Escort,
    FighterType,
    Flak,
    Formation,
    FormationPlace,
    GunName,
    Leg,
    MainGear,
    NoseGear,
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
from flakhouse.games.bomber import guns, men, roster
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


_CABINS = tuple(Cabin)
_WATER = (Surface.WATER,)
_OPEN = DoorState.OPEN
_PORT_WING, _STARBOARD_WING = WINGS
_FWD_BAY, _AFT_BAY = Section.FWD_BAY, Section.AFT_BAY
_URBAN_AREA = TargetType.URBAN_AREA
_LEAD, _MIDDLE = FormationPlace.LEAD, Squadron.MIDDLE
# What stands in a sound bomber, copied for each.
_CABINS_SOUND = dict.fromkeys(_CABINS, False)
_CABIN_TURNS = dict.fromkeys(_CABINS, 0)
_SIDES_SOUND = dict.fromkeys(WINGS, False)
_SIDES_UNHIT = dict.fromkeys(WINGS, 0)
_MAIN_GEAR = dict.fromkeys(WINGS, MainGear.SOUND)
_SIGHTS_SOUND = dict.fromkeys((Position.LEFT_GUNNER, Position.RIGHT_GUNNER, Position.CFC), False)
_EXTINGUISHERS = dict.fromkeys((Section.NAV_RADIO, Section.WAIST, Section.UTILITY), True)

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
class Engine:
    """An engine. `drag` and `checks` tell a propeller that failed to feather (R-69)."""

    number: int
    state: EngineState = FULL_POWER
    drag: bool = False  # 7-5f: two turns a zone
    checks: bool = False  # 4-9d b, 7-5k: roll each turn while windmilling
    oil_turns: int = 0  # 7-5h: turns until it must be shut off; 0 none
    root: Root | None = None
    prop: EngineState | None = None  # while it burns: what the propeller did when the fire broke out

    def propeller(self) -> EngineState:
        """R-68: how the engine counts on 8-1 and 8-3; fire or not, its propeller may windmill or run away."""
        return self.state if self.prop is None else self.prop

    def out(self) -> bool:
        """R-109: everything but running on full or reduced power."""
        return self.state is not FULL_POWER and self.state is not REDUCED_POWER

    def wing(self) -> Section:
        """Engines are numbered from left to right."""
        return Section.PORT_WING if self.number <= 2 else Section.STARBOARD_WING

    def inboard(self) -> bool:
        """Engines 2 and 3."""
        return self.number in (2, 3)


@dataclass(slots=True)
class Gun(guns.Gun[GunName]):
    """A gun position of the mission log sheet."""


@dataclass(slots=True)
class Wing:
    """Damage to a wing (7-5)."""

    root_hits: int = 0
    flap_out: bool = False
    aileron_out: bool = False
    outer_tank_leaked: bool = False
    inner_tank_leaked: bool = False


@dataclass(slots=True)
class Bay:
    """A bomb bay with its auxiliary tank."""

    section: Section
    bombs: bool = True
    doors: DoorState = DoorState.SHUT
    fault: DoorFault = DoorFault.NONE  # 4-9g
    doors_damaged: bool = False  # 7-3 row 8: die on the bomb run
    pilot_tried: bool = False
    motor_tried: bool = False  # 7-3e: no further attempts
    hand_tried: bool = False  # 7-10d: once per bay
    release_damaged: bool = False  # 7-3f
    run_tried: bool = False  # the manual try on the bomb run is made
    run_released: bool = False  # and it worked
    bombs_try: int = 0  # 7-3f: turn of the last try to jettison the bombs
    tank_try: int = 0  # and of the last try for the auxiliary tank
    hand_close_tried: bool = False  # 7-10d: the try to close doors opened by hand
    tank_fitted: bool = False
    tank_boxes: int = 0
    tank_jettisoned: bool = False
    tank_leaking: bool = False
    rafts_hit: bool = False
    burst: bool = False  # a BIP or collision wrecked this bay: manual gear controls gone (7-5n)

    def doors_open(self) -> bool:
        """Open or jammed open: drag and trouble at sea."""
        doors = self.doors
        return doors is _OPEN or doors is JAMMED_OPEN


@dataclass(slots=True)
class Plane:
    """The aircraft and everything that can break on it."""

    engines: list[Engine]  # numbers 1 to 4, index 0 to 3
    guns: dict[GunName, Gun]
    wings: dict[Section, Wing]
    fwd: Bay
    aft: Bay
    # Nothing has gone wrong aboard yet: rules may take their short way. Whatever harms plane or crew clears it.
    untouched: bool = False
    # flight
    altitude: Altitude = LO
    pilot_controls_out: bool = False
    copilot_controls_out: bool = False
    dead_control_zones: int = -1  # 7-9a: zones that may still be entered; -1 while controls work
    autopilot_out: bool = False
    windshield_hits: int = 0
    windows_frosted: bool = False
    # pressure
    pressurized: bool = False
    voluntary: bool = False  # now depressurized at MED/HI by choice
    turns_down: int = 0  # turns since pressure was lost or let go at MED/HI
    compromised: dict[Cabin, bool] = field(default_factory=_CABINS_SOUND.copy)
    compromised_turns: dict[Cabin, int] = field(default_factory=_CABIN_TURNS.copy)
    pressure_lost: bool = False  # throughout the plane
    tunnel_damaged: bool = False
    duct_hits: int = 0
    utility_duct_hits: int = 0
    no_voluntary_release: bool = False  # 7-10 row 9, 1-2: not from the engineer's panel
    no_repressurizing: bool = False  # 7-10 row 9, 3-4
    waist_release_out: bool = False  # 7-6 row 10
    repressurized_turn: int = 0  # turn number of the last repressurizing
    blister_out: bool = False
    blister_hits: int = 0  # 7-6 row 5
    # fuel
    wing_boxes: int = WING_BOXES
    pumps_failed: int = 0  # by random event
    pumps_hit: int = 0  # by damage
    transfer_controls_out: bool = False
    fuel_indicators_out: bool = False
    center_tank_leaked: bool = False
    leak_root: Root | None = None
    # systems
    feathering_out: bool = False
    cooling_out: bool = False
    engine_extinguishers_out: bool = False
    gyro_compass_out: bool = False
    rudder_hits: int = 0  # 7-8 row 7
    elevator_out: dict[Section, bool] = field(default_factory=_SIDES_SOUND.copy)
    tailplane_root: dict[Section, int] = field(default_factory=_SIDES_UNHIT.copy)
    elevator_control_hits: int = 0  # 7-9 row 5
    rudder_control_hits: int = 0  # 7-9 row 8
    aileron_control_hits: int = 0  # 7-9 row 9
    gear_controls_out: bool = False  # 7-9 row 4
    flap_controls_out: bool = False  # 7-9 row 11
    flaps_by_motor: bool = False  # the motor got them down (7-9e, 7-10g)
    alarm_bell_out: bool = False
    nose_gear: NoseGear = NoseGear.SOUND
    nose_gear_tries: int = 0
    nose_raise_zone: str = ""  # 7-1d: the zone entered where raising was last tried, "outbound 10"
    main_raise_zone: str = ""  # 7-5o: the same for the main gear
    doors_spared: bool = False  # 7-10d: power failed after the bomb run, which leaves the doors alone
    doors_hand_turn: int = 0  # 7-10d: turn on which a bay was last worked by motor and generator
    oxygen_burnt: list[Section] = field(default_factory=list)  # row 2 fires have been here: once each (7.1)
    nose_gear_extended: bool = False  # by hand, or early on the generator
    main_gear: dict[Section, MainGear] = field(default_factory=_MAIN_GEAR.copy)
    main_gear_tried: bool = False  # the one lowering try is used
    main_gear_lowered: bool = False
    brakes: Brakes = Brakes.SOUND
    hydraulic_nose_hit: bool = False
    hydraulic_nav_hit: bool = False
    intercom_out: bool = False
    radio_out: bool = False
    radar_out: bool = False
    loran_out: bool = False
    radio_compass_out: bool = False
    navigator_tools_out: bool = False
    bombsight_out: bool = False
    bombardier_sight_out: bool = False
    tail_sight_out: bool = False
    sights_out: dict[Position, bool] = field(default_factory=_SIGHTS_SOUND.copy)
    feed_tray_hits: int = 0
    cfc_system_out: bool = False  # Streamliner event 3
    electrical_hits: int = 0
    generator_out: bool = False
    generator_tank_hits: int = 0
    generator_item: str = ""  # what the generator drives this turn (7-10c)
    hydraulic_pump_landing: bool = False  # the generator drives the pump for the landing
    motor_out: bool = False  # portable motor burnt out
    release_failed: bool = False  # 4-9h: the bomb release of both bays fails on the run
    # oxygen, fire
    oxygen_hits: dict[Position, int] = field(default_factory=dict)
    oxygen_container_hits: int = 0
    oxygen_all_out: bool = False
    oxygen_out_turn: int = 0  # turn on which oxygen failed somewhere (7.4A: descend on the next)
    extinguishers: dict[Section, bool] = field(default_factory=_EXTINGUISHERS.copy)
    fires: dict[Section, int] = field(default_factory=dict)  # compartment on fire: zones that may still be entered
    # burst inside plane, collision
    bursts_inside: list[Section] = field(default_factory=list)
    burst_root: Root | None = None  # whose doing the first of them was: flak, a collision, a rammer (5.5, 6.2F)
    crippled: bool = False  # two turns a zone at one box each, no evading (6.2F)
    irreparable: bool = False

    def engines_out(self) -> int:
        """How many engines are out (7.2)."""
        if self.untouched:
            return 0
        full = FULL_POWER
        a, b, c, d = self.engines
        if a.state is full and b.state is full and c.state is full and d.state is full:
            return 0
        count = 0
        for engine in self.engines:
            state = engine.state
            if state is not full and state is not REDUCED_POWER:
                count += 1
        return count

    def all_sound(self) -> bool:
        """Four engines on full power (4.8D)."""
        if self.untouched:
            return True
        full = FULL_POWER
        e = self.engines
        return e[0].state is full and e[1].state is full and e[2].state is full and e[3].state is full

    def bombs_aboard(self) -> bool:
        """R-118: bombs in either bay."""
        return self.fwd.bombs or self.aft.bombs

    def bays(self) -> tuple[Bay, Bay]:
        """Forward and aft."""
        return self.fwd, self.aft

    def bay(self, section: Section) -> Bay:
        """The bay of a compartment."""
        return self.fwd if section is _FWD_BAY else self.aft

    def power_out(self) -> bool:
        """7-10 row 11: the second hit takes the electrical system."""
        return self.electrical_hits >= 2

    def electrical(self, item: str) -> bool:
        """7-10c: power reaches this item: the system works, or the generator drives it this turn."""
        return self.electrical_hits < 2 or self.generator_item == item

    def intercom_works(self) -> bool:
        """7-2 row 9, 7-10c."""
        return not self.intercom_out and self.electrical_hits < 2

    def radar_works(self) -> bool:
        """4-9b, 7-6 row 8, 7-10c."""
        return not self.radar_out and self.electrical_hits < 2

    def radio_works(self) -> bool:
        """7-2 row 5, 7-10c (generator item "radio")."""
        return not self.radio_out and self.electrical("radio")

    def autopilot_works(self) -> bool:
        """7-9 row 6, 7-10c (generator item "autopilot")."""
        return not self.autopilot_out and self.electrical("autopilot")

    def pumps_working(self) -> int:
        """Fuel transfer pumps left, of two (4-9c, 7-4g)."""
        return max(0, 2 - self.pumps_failed - self.pumps_hit)

    def transfer_works(self) -> bool:
        """Auxiliary boxes may be used at all (4-9c, 7-4g, 7-10a, 7-10c)."""
        if self.untouched:
            return True
        return self.electrical_hits < 2 and not self.transfer_controls_out and self.pumps_working() > 0

    def rudder_out(self) -> bool:
        """7-8 row 7, 7-9 row 8, 7-10c."""
        return self.rudder_hits >= 3 or self.rudder_control_hits >= 2 or self.electrical_hits >= 2

    def tailplanes_off(self) -> int:
        """7-8c: a root with three hits."""
        left, right = self.tailplane_root.values()
        return (left >= 3) + (right >= 3)

    def elevators_out(self) -> bool:
        """7-8b, 7-9 row 5, 7-10c."""
        return all(self.elevator_out.values()) or self.elevator_control_hits >= 2 or self.electrical_hits >= 2

    def ailerons_out(self) -> int:
        """How many ailerons are out, of two (7-5c, 7-9 row 9, 7-10c)."""
        if self.aileron_control_hits >= 2 or self.electrical_hits >= 2:
            return 2
        left, right = self.wings.values()
        return left.aileron_out + right.aileron_out

    def flaps_out(self) -> bool:
        """7-5b, 7-9e, 7-10g: both flaps inoperable and not brought down by the motor."""
        left, right = self.wings.values()
        if left.flap_out and right.flap_out:
            return True
        return (self.flap_controls_out or self.electrical_hits >= 2) and not self.flaps_by_motor

    def cabin_down(self, cabin: Cabin) -> bool:
        """This cabin holds no pressure now."""
        return not self.pressurized or self.compromised[cabin]

    def tank_fuel(self) -> int:
        """Auxiliary boxes left in both bays."""
        return (0 if self.fwd.tank_jettisoned else self.fwd.tank_boxes) + (
            0 if self.aft.tank_jettisoned else self.aft.tank_boxes
        )


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
    expected: Resistance = NO_RESISTANCE
    escort_available: bool = False
    all_armed: bool = True  # 2-7: all gunners and all guns
    none_armed: bool = False  # 2-7: all guns unarmed
    times: Times = field(default_factory=Times)
    times_row: str = ""
    crew_well: bool = False  # nobody has been hurt or has left his station yet: rules may take their short way
    # running
    leg: Leg = OUTBOUND
    zone: int = 1  # 0 is the base square
    turn: int = 0  # game turn, 1 from Zone 1 on
    zone_turn: int = 1  # turn within this zone
    new_zone: bool = True  # this turn entered the zone
    fuel_due: int = 0  # boxes this turn's move and climb cost, crossed off at step 3
    aux_used: bool = False  # an auxiliary box was used in this zone (4.3B)
    pump_turn: int = 0  # the turn on which the lame fuel pump refused (4-9c, 7-4g)
    mask_turn: int = 0  # the last turn the mask roll of 4.2D was made
    turn_round: bool = False  # the next turn is a turn-round or abort turn
    holding: bool = False  # held Off Course over the target, or inbound in Zone 1 or 6
    weather: Weather = GOOD
    fixed_weather: Weather | None = None  # Streamliner events 5 and 9
    off_course: bool = False
    off_run: int = 0  # consecutive zones Off Course
    off_over_target: bool = False  # Off Course was rolled in the target zone
    formation: Formation = NO_FORMATION
    assembled: bool = False  # 4-10 has been rolled or missed
    disbanded: bool = False  # 4.8B
    out_turns: int = 0  # turns until a shallow dive brings it back; 0 none
    disrupted: bool = False  # 4-3
    tight: bool = False  # 4-10
    difficult: int = 0  # 4-10: +1 once
    escort: Escort = NO_ESCORT
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
    hurt_at_orders: int = 0  # men out of action when orders were last asked
    tasks_at_orders: list[str] = field(default_factory=list)  # orders that had a use then
    abort_asked: int = 0  # Streamliner order: the turn on which the abort question was put before combat
    bombed: bool = False  # bombs went down on a bomb run
    bomb_run: bool = False  # the run is accomplished, bombs or not
    on_target: bool | None = None
    percent: int = 0
    resistance: Resistance = NO_RESISTANCE
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
        return self.target.kind is _URBAN_AREA

    def night_here(self) -> bool:
        """Night in the present zone by 3-1 (R-88, R-89)."""
        # RULING R-89: after an early abort, forward to Iwo Jima too; up to the abort turn the way out still holds.
        if self.aborted and not self.reached_target and not self.turn_round:
            return self.times.abort[self.abort_zone]
        if self.leg is OUTBOUND:
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
        return self.formation is IN_FORMATION

    def out_of_formation(self) -> bool:
        """4.8C: any day flight that is not in formation."""
        return not self.night and self.formation is not IN_FORMATION

    def lead_of_middle(self) -> bool:
        """4.5A: the bomber all others follow."""
        return self.place is _LEAD and self.squadron is _MIDDLE

    # -------------------------------------------------------------- record

    def permit(self, reason: str) -> None:
        """4.7: from now on the pilot has leave to abort; the enemy's doing earns credit (4.7D, R-86)."""
        self.leave[reason] = self.leave.get(reason, False) or self.cause in ENEMY


def new_plane() -> Plane:
    """A sound bomber with full ammunition and wing tanks, on the ground."""
    return Plane(
        engines=[Engine(1), Engine(2), Engine(3), Engine(4)],
        guns={name: Gun(name, True, bursts) for name, bursts in BURSTS.items()},
        wings={_PORT_WING: Wing(), _STARBOARD_WING: Wing()},
        fwd=Bay(_FWD_BAY),
        aft=Bay(_AFT_BAY),
    )


def new_men(crew: dict[Position, Airman]) -> tuple[dict[Position, Man], dict[Position, Man | None]]:
    """The crew at their stations (2.3E)."""
    men = {p: Man(a, p, p, STATION_COMPARTMENT[p]) for p, a in crew.items()}
    seats: dict[Position, Man | None] = dict(men)
    return men, seats
