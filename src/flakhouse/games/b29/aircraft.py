"""The bomber as the mission log sheet has it: engines, guns, wings, bays, and everything that can break on it.

Facts that follow from others are methods, never stored twice.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from flakhouse.core.questions import Subject
from flakhouse.games.b29.words import (
    BURSTS,
    WING_BOXES,
    WINGS,
    Altitude,
    Brakes,
    Cabin,
    DoorFault,
    DoorState,
    EngineState,
    GunName,
    MainGear,
    NoseGear,
    Position,
    Root,
    Section,
)
from flakhouse.games.bomber import guns

__all__ = ["Bay", "Engine", "Gun", "Plane", "Wing", "new_plane"]

# What stands in a sound bomber, copied for each.
_CABINS_SOUND = dict.fromkeys(Cabin, False)
_CABIN_TURNS = dict.fromkeys(Cabin, 0)
_SIDES_SOUND = dict.fromkeys(WINGS, False)
_SIDES_UNHIT = dict.fromkeys(WINGS, 0)
_MAIN_GEAR = dict.fromkeys(WINGS, MainGear.SOUND)
_SIGHTS_SOUND = dict.fromkeys((Position.LEFT_GUNNER, Position.RIGHT_GUNNER, Position.CFC), False)
_EXTINGUISHERS = dict.fromkeys((Section.NAV_RADIO, Section.WAIST, Section.UTILITY), True)


@dataclass(slots=True)
class Engine:
    """An engine. `drag` and `checks` tell a propeller that failed to feather (R-69)."""

    number: int
    state: EngineState = EngineState.FULL
    drag: bool = False  # 7-5f: two turns a zone
    checks: bool = False  # 4-9d b, 7-5k: roll each turn while windmilling
    oil_turns: int = 0  # 7-5h: turns until it must be shut off; 0 none
    root: Root | None = None
    prop: EngineState | None = None  # while it burns: what the propeller did when the fire broke out

    @property
    def subject(self) -> Subject:
        """What questions and events call it."""
        return Subject("engine", str(self.number))

    def propeller(self) -> EngineState:
        """R-68: how the engine counts on 8-1 and 8-3; fire or not, its propeller may windmill or run away."""
        return self.state if self.prop is None else self.prop

    def out(self) -> bool:
        """R-109: everything but running on full or reduced power."""
        return self.state is not EngineState.FULL and self.state is not EngineState.REDUCED

    def wing(self) -> Section:
        """Engines are numbered from left to right."""
        return Section.PORT_WING if self.number <= 2 else Section.STARBOARD_WING

    def inboard(self) -> bool:
        """Engines 2 and 3."""
        return self.number in (2, 3)


@dataclass(slots=True)
class Gun(guns.Gun[GunName]):
    """A gun position of the mission log sheet."""

    @property
    def subject(self) -> Subject:
        """What questions and events call it."""
        return Subject("gun", self.name.value)


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

    @property
    def subject(self) -> Subject:
        """What a question about this bay is about."""
        return Subject("part", self.section.value)

    def fuel(self) -> int:
        """Boxes left in its auxiliary tank, if that still hangs there."""
        return 0 if self.tank_jettisoned else self.tank_boxes

    def doors_open(self) -> bool:
        """Open or jammed open: drag and trouble at sea."""
        doors = self.doors
        return doors is DoorState.OPEN or doors is DoorState.JAMMED_OPEN


@dataclass(slots=True)
class Plane:
    """The aircraft and everything that can break on it."""

    engines: list[Engine]  # numbers 1 to 4, index 0 to 3
    guns: dict[GunName, Gun]
    wings: dict[Section, Wing]
    fwd: Bay
    aft: Bay
    # flight
    altitude: Altitude = Altitude.LO
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
        count = 0
        for engine in self.engines:  # a loop, for it is asked several times a turn
            if engine.state is not EngineState.FULL and engine.state is not EngineState.REDUCED:
                count += 1
        return count

    def all_sound(self) -> bool:
        """Four engines on full power (4.8D)."""
        return all([engine.state is EngineState.FULL for engine in self.engines])

    def engines_easy(self) -> bool:
        """Step 7: four engines on full power, and none that loses its oil."""
        return all([engine.state is EngineState.FULL and not engine.oil_turns for engine in self.engines])

    def bombs_aboard(self) -> bool:
        """R-118: bombs in either bay."""
        return self.fwd.bombs or self.aft.bombs

    def wheel_down(self) -> bool:
        """7-5o: a wheel of the main gear hangs down."""
        gear = self.main_gear
        return gear[Section.PORT_WING] is MainGear.DOWN or gear[Section.STARBOARD_WING] is MainGear.DOWN

    def gun_jammed(self) -> bool:
        """5-7a: a gun is jammed."""
        for gun in self.guns.values():  # noqa: SIM110 (a loop, for it is asked every turn)
            if gun.jammed:
                return True
        return False

    def bays(self) -> tuple[Bay, Bay]:
        """Forward and aft."""
        return self.fwd, self.aft

    def bay(self, section: Section) -> Bay:
        """The bay of a compartment."""
        return self.fwd if section is Section.FWD_BAY else self.aft

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
        return (
            self.electrical_hits < 2
            and not self.transfer_controls_out
            and self.pumps_failed + self.pumps_hit < 2  # one works
        )

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
        fwd, aft = self.fwd, self.aft
        boxes = 0 if fwd.tank_jettisoned else fwd.tank_boxes
        return boxes if aft.tank_jettisoned else boxes + aft.tank_boxes


def new_plane() -> Plane:
    """A sound bomber with full ammunition and wing tanks, on the ground."""
    return Plane(
        engines=[Engine(number) for number in (1, 2, 3, 4)],
        guns={name: Gun(name, True, bursts) for name, bursts in BURSTS.items()},
        wings={side: Wing() for side in WINGS},
        fwd=Bay(Section.FWD_BAY),
        aft=Bay(Section.AFT_BAY),
    )
