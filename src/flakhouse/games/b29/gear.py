"""Landing gear, brakes, flaps and the auxiliary generator: 7-1 row 4, 7-5n, o, 7-9c, e, 7-10c to g."""

from __future__ import annotations

from flakhouse.core.charts import Chart
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import crew, formation, stores
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.cells import Motor
from flakhouse.games.b29.order import Order, sort_bays, why_neither
from flakhouse.games.b29.state import Bay, Man, Mission
from flakhouse.games.b29.words import (
    GEAR_DOWN,
    LO,
    OUTBOUND,
    Brakes,
    DoorFault,
    DoorState,
    MainGear,
    NoseGear,
    Position,
    Section,
)
from flakhouse.games.bomber.cells import either

__all__ = [
    "ORDERS",
    "before_ditching",
    "before_landing",
    "brakes_reduced",
    "drag",
    "landing_mods",
    "nose_hit",
    "reservoirs",
    "why_no_generator",
]

NOSE_HIT = CHARTS.words("7-1-gear", NoseGear)
NOSE_DOWN_C = CHARTS.bind("7-1c-nose", either("down", "stuck"))
NOSE_UP = CHARTS.bind("7-1d-raise", either("up", "stuck"))
NOSE_DOWN_9 = CHARTS.bind("7-9c-nose", either("down", "stuck"))
NOSE_DOWN_10 = CHARTS.bind("7-10f-nose", either("down", "stuck"))
MAIN_DOWN_N = CHARTS.bind("7-5n-lower", either("down", "stuck"))
MAIN_UP = CHARTS.bind("7-5o-raise", either("up", "stuck"))
MAIN_DOWN_9 = CHARTS.bind("7-9c-main", either("down", "stuck"))
MAIN_DOWN_10 = CHARTS.bind("7-10e-main", either("down", "stuck"))
FLAPS_9 = CHARTS.bind("7-9e-flaps", either("down", "motor burns out"))
FLAPS_10 = CHARTS.bind("7-10g-flaps", either("down", "motor burns out"))
HAND_DOORS = CHARTS.words("7-10d-doors", Motor)

_NO_BRAKES, _WEAK_BRAKES = Brakes.LOST, Brakes.REDUCED
_NOSE_DOWN, _NOSE_SHOT_DOWN = NoseGear.DOWN, NoseGear.DESTROYED_DOWN
_NOT_HOLDING = (NoseGear.WILL_NOT_HOLD, _NOSE_SHOT_DOWN)
_UNTOUCHED = (NoseGear.SOUND, NoseGear.DAMAGED)
_DESTROYED = (NoseGear.DESTROYED_UP, NoseGear.DESTROYED_DOWN)
#: Who is sent to bays and Utility first, for the defaults.
_SPARE = (
    Position.FLIGHT_ENGINEER,
    Position.RADIO_OPERATOR,
    Position.LEFT_GUNNER,
    Position.RIGHT_GUNNER,
    Position.CFC,
    Position.RADAR_OPERATOR,
    Position.NAVIGATOR,
    Position.BOMBARDIER,
    Position.TAIL_GUNNER,
)


# ------------------------------------------------------------------ damage


def nose_hit(ref: Referee, m: Mission) -> None:
    """7-1 row 4: the first hit by the reconstructed die (R-65), the second wrecks the gear."""
    plane = m.plane
    now = plane.nose_gear
    if now in _DESTROYED:
        return
    if now is not NoseGear.SOUND:
        # RULING R-66: what matters is whether it hangs down when it is wrecked.
        down = _nose_hangs(m)
        plane.nose_gear = NoseGear.DESTROYED_DOWN if down else NoseGear.DESTROYED_UP
        plane.nose_gear_extended = False
    else:
        plane.nose_gear = ref.roll(NOSE_HIT)
        # (b): the gear falls down and could be cranked up, but would fold on landing all the same.
        if plane.nose_gear is NoseGear.WILL_NOT_HOLD:
            plane.nose_gear_extended = True
    m.damage_root = m.cause
    ref.note("nose-gear", state=plane.nose_gear.value)
    if drag(m) == "nose":
        # 4.8D: gear that can be raised lets it come back; wrecked gear hangs for the rest of the flight.
        formation.leave(ref, m, "nose gear down", for_good=plane.nose_gear is NoseGear.DESTROYED_DOWN)


def _nose_hangs(m: Mission) -> bool:
    """7-1 row 4, R-71: the nose gear hangs in the wind."""
    return m.plane.nose_gear is NoseGear.DOWN or m.plane.nose_gear_extended


def brakes_reduced(ref: Referee, m: Mission) -> None:
    """4-9i, 7-1 row 5, 7-5 row 12, 7-10 row 5: weak brakes, once (R-70)."""
    if m.plane.brakes is Brakes.SOUND:
        m.plane.brakes = Brakes.REDUCED
        m.damage_root = m.cause
        ref.note("brakes", state=Brakes.REDUCED.value)


def reservoirs(ref: Referee, m: Mission) -> None:
    """7-2 row 3: with both hydraulic reservoirs hit, in whichever order, there are no brakes."""
    plane = m.plane
    if plane.hydraulic_nose_hit and plane.hydraulic_nav_hit and plane.brakes is not Brakes.LOST:
        plane.brakes = Brakes.LOST
        m.damage_root = m.cause
        ref.note("brakes", state=Brakes.LOST.value)


def drag(m: Mission) -> str:
    """7-1 row 4 and d, 7-5o, 7-10c, R-71: gear that hangs down in flight: "nose", "main" or nothing."""
    plane = m.plane
    nose = plane.nose_gear
    if plane.nose_gear_extended or nose is _NOSE_DOWN or nose is _NOSE_SHOT_DOWN:
        return "nose"
    return "main" if GEAR_DOWN in plane.main_gear.values() else ""


# ------------------------------------------------------------------ 7-10c: the generator


def why_no_generator(m: Mission) -> str:
    """7-10c: why the auxiliary generator is of no help now, or nothing."""
    plane = m.plane
    if not plane.power_out():
        return "the electrical system works (7-10c)"
    if plane.generator_out:
        return "the auxiliary generator is out (7-7)"
    if plane.altitude is not LO:
        return "the generator runs at LO only (7-10c)"
    if stores.man_in(m, Section.UTILITY) is None:
        return "a fit man must be in Utility (7-10c)"
    return ""


def _generator_relevant(m: Mission) -> bool:
    """7-10c: there is work for the generator."""
    return m.plane.electrical_hits >= 2


def _why_not_generator(m: Mission) -> str:
    """7-10c, D21: why the generator can drive nothing now, or nothing."""
    if m.plane.generator_item:
        return "it drives one thing a turn (7-10c)"
    return why_no_generator(m)


def _order_generator(ref: Referee, m: Mission) -> None:
    """7-10c, D21: what the generator drives this turn; the nose gear may go down early, to keep the pump."""
    plane = m.plane
    options = {"nothing": "Nothing after all"}
    barred = {"hydraulic pump": "it serves the landing only and is asked for then (7-10c)"}
    for item, out in (("radio", plane.radio_out), ("autopilot", plane.autopilot_out)):
        if out:
            barred[item] = f"the {item} itself is damaged (7-10c)"
        else:
            options[item] = f"The {item}"
    why = _why_not_early_nose(m)
    if why:
        barred["nose gear"] = why
    else:
        options["nose gear"] = "The nose gear, down now (two turns in this zone)"
    key = ref.choose("generator", "7-10c", "What does the generator drive?", options, "nothing", barred)
    if key == "nothing":
        return
    plane.generator_item = key
    _man_busy(m, Section.UTILITY)
    ref.note("generator", item=key)
    if key == "nose gear":
        plane.nose_gear_extended = True
        formation.leave(ref, m, "nose gear down")


def _why_not_early_nose(m: Mission) -> str:
    """7-10c, f: why the generator cannot lower the nose gear now."""
    plane = m.plane
    if plane.nose_gear not in _UNTOUCHED:
        return "the nose gear itself is damaged (7-1)"
    if plane.gear_controls_out:
        return "the gear control is out (7-9c)"
    if plane.nose_gear_extended:
        return "the nose gear is down (7-10c)"
    return ""


def _man_busy(m: Mission, section: Section) -> None:
    """7.6B: the man there has his task for this turn."""
    man = stores.man_in(m, section)
    if man is not None:
        man.busy = True


# ------------------------------------------------------------------ D19: raising gear in flight


def _zone_key(m: Mission) -> str:
    """7-1d, 7-5o: the zone as entered; turning round in it is no new entry."""
    turned = m.abort_zone if m.aborted else m.target.zone
    leg = OUTBOUND if m.zone == turned else m.leg
    return f"{leg.value} {m.zone}"


def _nose_raise_relevant(m: Mission) -> bool:
    """7-1d, D19: the nose gear is down and could be cranked up."""
    plane = m.plane
    nose = plane.nose_gear
    return nose is _NOSE_DOWN or (plane.nose_gear_extended and nose is NoseGear.WILL_NOT_HOLD)


def _why_not_raise_nose(m: Mission) -> str:
    """7-1 row 4, d: one try in each zone entered."""
    if m.plane.nose_raise_zone == _zone_key(m):
        return "one try in each zone entered (7-1d)"
    return ""


def _order_raise_nose(ref: Referee, m: Mission) -> None:
    """7-1d, D19: a dropped gear cranked up must be cranked down again for landing (7-1c)."""
    plane = m.plane
    plane.nose_raise_zone = _zone_key(m)
    if not ref.roll(NOSE_UP):
        ref.note("gear-stuck", gear="nose gear", how="raised")
        return
    if plane.nose_gear is NoseGear.DOWN:
        plane.nose_gear = NoseGear.WILL_NOT_EXTEND
    plane.nose_gear_extended = False
    ref.note("gear-moved", gear="nose gear", how="raised")


def _main_raise_relevant(m: Mission) -> bool:
    """7-5o, D19: main gear is down and could be cranked up."""
    return GEAR_DOWN in m.plane.main_gear.values()


def _why_no_hand_on_main(m: Mission) -> str:
    """7-5n, o: why the main gear cannot be cranked, or nothing."""
    if m.plane.aft.burst:
        return "a burst in the aft bay wrecked the hand gear (7-5n)"
    return ""


def _why_not_raise_main(m: Mission) -> str:
    """7-5o: why the main gear cannot be cranked up now, or nothing."""
    why = _why_no_hand_on_main(m)
    if why:
        return why
    if m.plane.main_raise_zone == _zone_key(m):
        return "one try in each zone entered (7-5o)"
    man = stores.man_in(m, Section.AFT_BAY)
    if man is None or man.busy:
        return "a fit man must be in the aft bay (7-5o)"
    return ""


def _main_advised(m: Mission) -> bool:
    """7-5o: always worth a try."""
    return not _why_not_raise_main(m)


def _nose_advised(m: Mission) -> bool:
    """7-1d: raised gear may not come down again, but drag costs fuel in every zone; not worth it near home."""
    return not _why_not_raise_nose(m) and (m.leg is OUTBOUND or m.zone > 2)


def _order_raise_main(ref: Referee, m: Mission) -> None:
    """7-5o, D19: all gear that hangs comes up by one try, and needs 7-5n to come down."""
    plane = m.plane
    plane.main_raise_zone = _zone_key(m)
    _man_busy(m, Section.AFT_BAY)
    if not ref.roll(MAIN_UP):
        ref.note("gear-stuck", gear="main gear", how="raised")
        return
    for wing, state in plane.main_gear.items():
        if state is MainGear.DOWN:
            plane.main_gear[wing] = MainGear.INOPERABLE
    ref.note("gear-moved", gear="main gear", how="raised")


# ------------------------------------------------------------------ D48: bomb doors by hand


def _hand_doors_relevant(m: Mission) -> bool:
    """7-10d, D48: doors to be worked by hand."""
    plane = m.plane
    if plane.electrical_hits < 2 or plane.doors_spared:
        return False  # power failed after the run: jammed doors are as before (7-3e)
    return any(_hand_task(m, bay) for bay in plane.bays())


def _hand_task(m: Mission, bay: Bay) -> str:
    """7-10d: what may be tried on these doors: open before the run, or close what stands open."""
    if bay.doors_open():
        return "close"
    return "open" if bay.bombs and not m.bomb_run else ""


def _why_not_hand(m: Mission, bay: Bay) -> str:
    """7-10d: why these doors cannot be worked by motor and generator now, or nothing."""
    plane = m.plane
    task = _hand_task(m, bay)
    if not task:
        return "nothing to open these doors for (7-10d)"
    if plane.motor_out:
        return "the portable motor is burnt out (7-10d)"
    if bay.hand_tried if task == "open" else bay.hand_close_tried or bay.motor_tried:
        return "one try for each bay (7-10d)"
    if plane.doors_hand_turn == m.turn:
        return "one bay a turn (7-10d)"
    why = why_no_generator(m)
    if why:
        return why
    man = stores.man_in(m, bay.section)
    if man is None or man.busy:
        return "a fit man must be in the bay (7-10d)"
    return ""


def _why_not_hand_doors(m: Mission) -> str:
    """7-10d: why no doors can be worked by hand now, or nothing."""
    return why_neither(m, lambda bay: _hand_task(m, bay) != "", _why_not_hand)


def _order_hand_doors(ref: Referee, m: Mission) -> None:
    """7-10d, D48: motor and generator on the doors of one bay; damaged doors roll by 7-3e."""
    options, barred = sort_bays(
        m, _why_not_hand, lambda bay: f"{_hand_task(m, bay).capitalize()} the doors, {bay.section.value}"
    )
    key = ref.choose("which-doors", "7-10d", "Which doors are worked by hand?", options, "", barred)
    _work_doors(ref, m, m.plane.bay(Section(key)))


def _work_doors(ref: Referee, m: Mission, bay: Bay) -> None:
    """7-10d: the try itself."""
    plane = m.plane
    opening = _hand_task(m, bay) == "open"
    if opening:
        bay.hand_tried = True
    else:
        bay.hand_close_tried = True
    plane.doors_hand_turn = m.turn
    _man_busy(m, bay.section)
    result = ref.roll(stores.MOTOR if stores.balky(bay) else HAND_DOORS)
    if result is not Motor.MOVED:
        plane.motor_out = plane.motor_out or result is Motor.BURNT
        if result is Motor.JAMMED:
            bay.doors = DoorState.JAMMED_SHUT if opening else DoorState.JAMMED_OPEN
        ref.note("doors-stay", bay=bay.section.value, why=result.value)
        return
    if opening:
        bay.doors = DoorState.OPEN
        bay.doors_damaged = False  # 7-3 row 8 has been rolled for by this try
        if bay.fault is DoorFault.WILL_NOT_OPEN:
            bay.fault = DoorFault.NONE
        ref.note("doors-moved", bay=bay.section.value, how="opened")
        if m.zone != m.target.zone:
            formation.leave(ref, m, "bomb doors open", for_good=True)
    else:
        bay.doors = DoorState.SHUT
        bay.fault = DoorFault.NONE
        ref.note("doors-moved", bay=bay.section.value, how="closed")


# ------------------------------------------------------------------ before landing


def before_landing(ref: Referee, m: Mission) -> None:
    """D59, D60: what must be cranked or driven before a landing on land. Not for a plane without engines."""
    plane = m.plane
    power_out = plane.power_out()
    if power_out:
        _generator_landing(ref, m)
    _lower_nose(ref, m)
    if _main_needs_hand(m):
        _lower_main(ref, m)
    if power_out or plane.flap_controls_out:
        _flaps(ref, m)


def before_ditching(ref: Referee, m: Mission) -> None:
    """7-9e, 7-10g, D60: 8-3 counts the flaps as well; nobody lowers wheels into the sea."""
    plane = m.plane
    if plane.power_out():
        if plane.generator_out or plane.altitude is not LO or not _flaps_wanted(m):
            return
        prompt = "Power is out. Who runs the generator in Utility, so that the flaps come down?"
        if _send(ref, m, Section.UTILITY, "generator-man", "7-10g", prompt) is not None:
            _flaps(ref, m)
    elif plane.flap_controls_out:
        _flaps(ref, m)


def _send(ref: Referee, m: Mission, section: Section, id: str, rule: str, prompt: str) -> Man | None:
    """7.6A: a fit man for a task in this compartment: who is there already, or one who is sent (or nobody)."""
    here = stores.man_in(m, section)
    ready = here is not None and not here.busy
    options: dict[str, str] = {}
    barred: dict[str, str] = {}
    if ready and here is not None:
        if section is Section.UTILITY:
            here.busy = True  # what he drives, if anything, is asked next
            return here
        options[here.position.value] = f"{here.position.value} {here.airman.name}, who is there"
    for position in () if ready else _SPARE:
        man = m.men[position]
        if not man.aboard or man.compartment is section:
            continue
        why = "he is not fit (7.6)" if man.frostbitten else crew.can_enter(m, man, section)
        if why:
            barred[position.value] = why
        else:
            options[position.value] = f"{position.value} {man.airman.name}"
    if not options:
        return None
    options["none"] = "Nobody"
    key = ref.choose(id, rule, prompt, options, "", barred, routine=ready)
    if key == "none":
        return None
    man = m.men[Position(key)]
    crew.move(ref, m, man, section)
    man.busy = True
    return man


def _generator_landing(ref: Referee, m: Mission) -> None:
    """7-10c, D21: on the landing turn the generator drives nose gear or hydraulic pump, not both."""
    plane = m.plane
    if plane.generator_item or plane.generator_out or plane.altitude is not LO:
        return  # it has its task for this turn, or cannot run
    prompt = "Power is out. Who runs the generator in Utility for the landing?"
    if _send(ref, m, Section.UTILITY, "generator-man", "7-10c", prompt) is None:
        return
    options = {"hydraulic pump": "The hydraulic pump, for the brakes"}
    why = _why_not_early_nose(m)
    barred = {"nose gear": why} if why else {}
    if not why:
        options["nose gear"] = "The nose gear"
    options["none"] = "Nothing"
    prompt = "What does the generator drive for the landing?"
    key = ref.choose("generator-landing", "7-10c", prompt, options, "", barred)
    if key == "none":
        return
    plane.generator_item = key
    ref.note("generator", item=key)
    if key == "nose gear":
        plane.nose_gear_extended = True
    else:
        plane.hydraulic_pump_landing = True


def _nose_by_hand(m: Mission) -> tuple[Chart[bool], int] | None:
    """7-1c, 7-9c, 7-10f: chart and number of tries for a nose gear that needs them; 7-1 goes before the others."""
    plane = m.plane
    if plane.nose_gear_extended:
        return None
    if plane.nose_gear is NoseGear.WILL_NOT_EXTEND:
        return NOSE_DOWN_C, 2
    if plane.nose_gear in _UNTOUCHED:
        if plane.power_out():
            return NOSE_DOWN_10, 1
        if plane.gear_controls_out:
            return NOSE_DOWN_9, 2
    return None


def _lower_nose(ref: Referee, m: Mission) -> None:
    """D59: the nose gear by hand."""
    found = _nose_by_hand(m)
    if found is None:
        return
    chart, tries = found
    plane = m.plane
    while plane.nose_gear_tries < tries:
        prompt = "The nose gear must be cranked down by hand. Try it?"
        if not ref.yes("nose-gear-by-hand", chart.id.partition("-nose")[0], prompt, default=True, routine=True):
            return
        plane.nose_gear_tries += 1
        if ref.roll(chart):
            plane.nose_gear_extended = True
            ref.note("gear-moved", gear="nose gear", how="lowered")
            return
        ref.note("gear-stuck", gear="nose gear", how="lowered")


def _main_needs_hand(m: Mission) -> bool:
    """7-5n, 7-9c, 7-10e: a main wheel that is not down and will not come by itself."""
    plane = m.plane
    if plane.main_gear_lowered:
        return False
    states = plane.main_gear.values()
    if MainGear.INOPERABLE in states:
        return True
    return (plane.gear_controls_out or plane.power_out()) and MainGear.SOUND in states


def _lower_main(ref: Referee, m: Mission) -> None:
    """D59: one try at the main gear, with a man in the aft bay; damage by 7-5 goes before the other notes."""
    plane = m.plane
    if plane.main_gear_tried or _why_no_hand_on_main(m):
        return
    prompt = "The main gear must be cranked down in the aft bay. Who goes?"
    if _send(ref, m, Section.AFT_BAY, "main-gear-by-hand", "7-5n", prompt) is None:
        return
    plane.main_gear_tried = True
    if MainGear.INOPERABLE in plane.main_gear.values():
        chart = MAIN_DOWN_N
    else:
        chart = MAIN_DOWN_10 if plane.power_out() else MAIN_DOWN_9
    plane.main_gear_lowered = ref.roll(chart)
    if plane.main_gear_lowered:
        ref.note("gear-moved", gear="main gear", how="lowered")
    else:
        ref.note("gear-stuck", gear="main gear", how="lowered")


def _flaps_wanted(m: Mission) -> bool:
    """7-9e: there is a flap left to drive, and a motor to drive it."""
    plane = m.plane
    return not (plane.flaps_by_motor or plane.motor_out or all(wing.flap_out for wing in plane.wings.values()))


def _flaps(ref: Referee, m: Mission) -> None:
    """7-9e, 7-10g, D60: flaps by the portable motor, a man in the forward bay; without power the generator too."""
    plane = m.plane
    if not _flaps_wanted(m):
        return
    power_out = plane.power_out()
    if power_out and (plane.generator_out or plane.altitude is not LO):
        return
    if power_out and stores.man_in(m, Section.UTILITY) is None:
        return
    prompt = "The flaps must be driven by the portable motor. Who goes to the forward bay?"
    if _send(ref, m, Section.FWD_BAY, "flaps-by-motor", "7-10g" if power_out else "7-9e", prompt) is None:
        return
    plane.flaps_by_motor = ref.roll(FLAPS_10 if power_out else FLAPS_9)
    if plane.flaps_by_motor:
        ref.note("flaps-down")
    else:
        plane.motor_out = True
        ref.note("part-out", part="portable motor")


# ------------------------------------------------------------------ 8-1


def landing_mods(m: Mission) -> list[str]:
    """8-1, R-66, R-70: keys of its modifiers for gear and brakes; of several gear troubles the worst alone."""
    keys: list[str] = []
    gear = _gear_mod(m)
    if gear:
        keys.append(gear)
    plane = m.plane
    if plane.brakes is _NO_BRAKES:
        keys.append("brakes_lost")
    elif plane.brakes is _WEAK_BRAKES or (plane.power_out() and not plane.hydraulic_pump_landing):
        keys.append("brakes_reduced")  # 7-10c: no hydraulic pump without power
    return keys


def _gear_mod(m: Mission) -> str:
    """R-66: the one gear modifier of 8-1, or nothing."""
    nose = m.plane.nose_gear
    if nose in _NOT_HOLDING:
        return "nose_gear_not_holding"
    if nose is NoseGear.DESTROYED_UP or _nose_by_hand(m) is not None or _main_needs_hand(m):
        return "gear_not_extended"
    return "nose_gear_damaged" if nose is NoseGear.DAMAGED else ""


ORDERS: tuple[Order, ...] = (
    Order(
        "raise-nose-gear",
        "7-1d",
        "Crank up the nose gear",
        _nose_raise_relevant,
        _why_not_raise_nose,
        _order_raise_nose,
        _nose_advised,
    ),
    Order(
        "raise-main-gear",
        "7-5o",
        "Crank up the main gear",
        _main_raise_relevant,
        _why_not_raise_main,
        _order_raise_main,
        _main_advised,
    ),
    Order(
        "generator",
        "7-10c",
        "Drive something by the auxiliary generator",
        _generator_relevant,
        _why_not_generator,
        _order_generator,
    ),
    Order(
        "doors-by-hand",
        "7-10d",
        "Work bomb doors by motor and generator",
        _hand_doors_relevant,
        _why_not_hand_doors,
        _order_hand_doors,
    ),
)
