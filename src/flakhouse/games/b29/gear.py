"""Landing gear and brakes: 7-1 row 4, c and d, 7-5n and o, 7-9c, 7-10e and f, and what they mean for 8-1.

Flaps, the auxiliary generator and the bomb doors have modules of their own.
"""

from __future__ import annotations

from flakhouse.core.charts import Chart
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import flaps, formation, generator, tasks
from flakhouse.games.b29.advice import gear as advice
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.order import Order
from flakhouse.games.b29.questions import gear as questions
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import (
    Brakes,
    Leg,
    MainGear,
    NoseGear,
    Section,
)
from flakhouse.games.bomber.cells import either

__all__ = [
    "NOSE_UNTOUCHED",
    "ORDERS",
    "before_ditching",
    "before_landing",
    "brakes_reduced",
    "drag",
    "landing_mods",
    "main_by_hand",
    "nose_by_hand",
    "nose_hit",
    "reservoirs",
    "why_not_raise_main",
    "why_not_raise_nose",
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

_NOT_HOLDING = (NoseGear.WILL_NOT_HOLD, NoseGear.DESTROYED_DOWN)
NOSE_UNTOUCHED = (NoseGear.SOUND, NoseGear.DAMAGED)
_DESTROYED = (NoseGear.DESTROYED_UP, NoseGear.DESTROYED_DOWN)


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
    if plane.nose_gear_extended or nose is NoseGear.DOWN or nose is NoseGear.DESTROYED_DOWN:
        return "nose"
    return "main" if plane.wheel_down() else ""


# ------------------------------------------------------------------ D19: raising gear in flight


def _zone_key(m: Mission) -> str:
    """7-1d, 7-5o: the zone as entered; turning round in it is no new entry."""
    turned = m.abort_zone if m.aborted else m.target.zone
    leg = Leg.OUT if m.zone == turned else m.leg
    return f"{leg.value} {m.zone}"


def _nose_raise_relevant(m: Mission) -> bool:
    """7-1d, D19: the nose gear is down and could be cranked up."""
    plane = m.plane
    nose = plane.nose_gear
    return nose is NoseGear.DOWN or (plane.nose_gear_extended and nose is NoseGear.WILL_NOT_HOLD)


def why_not_raise_nose(m: Mission) -> str:
    """7-1 row 4, d: one try in each zone entered."""
    if m.plane.nose_raise_zone == _zone_key(m):
        return "one try in each zone entered (7-1d)"
    return ""


def _order_raise_nose(ref: Referee, m: Mission) -> None:
    """7-1d, D19: a dropped gear cranked up must be cranked down again for landing (7-1c)."""
    plane = m.plane
    ref.scene("repair", part="nose gear")
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
    return m.plane.wheel_down()


def _why_no_hand_on_main(m: Mission) -> str:
    """7-5n, o: why the main gear cannot be cranked, or nothing."""
    if m.plane.aft.burst:
        return "a burst in the aft bay wrecked the hand gear (7-5n)"
    return ""


def why_not_raise_main(m: Mission) -> str:
    """7-5o: why the main gear cannot be cranked up now, or nothing."""
    why = _why_no_hand_on_main(m)
    if why:
        return why
    if m.plane.main_raise_zone == _zone_key(m):
        return "one try in each zone entered (7-5o)"
    man = tasks.man_in(m, Section.AFT_BAY)
    if man is None or man.busy:
        return "a fit man must be in the aft bay (7-5o)"
    return ""


def _order_raise_main(ref: Referee, m: Mission) -> None:
    """7-5o, D19: all gear that hangs comes up by one try, and needs 7-5n to come down."""
    plane = m.plane
    ref.scene("repair", part="main gear")
    plane.main_raise_zone = _zone_key(m)
    tasks.man_busy(m, Section.AFT_BAY)
    if not ref.roll(MAIN_UP):
        ref.note("gear-stuck", gear="main gear", how="raised")
        return
    for wing, state in plane.main_gear.items():
        if state is MainGear.DOWN:
            plane.main_gear[wing] = MainGear.INOPERABLE
    ref.note("gear-moved", gear="main gear", how="raised")


# ------------------------------------------------------------------ before landing


def before_landing(ref: Referee, m: Mission) -> None:
    """D59, D60: what must be cranked or driven before a landing on land. Not for a plane without engines."""
    if m.plane.power_out():
        generator.before_landing(ref, m)
    _lower_nose(ref, m)
    if _main_needs_hand(m):
        _lower_main(ref, m)
    flaps.before_landing(ref, m)


def before_ditching(ref: Referee, m: Mission) -> None:
    """D60: the flaps alone; nobody lowers wheels into the sea."""
    flaps.before_ditching(ref, m)


def nose_by_hand(m: Mission) -> tuple[Chart[bool], int] | None:
    """7-1c, 7-9c, 7-10f: chart and number of tries for a nose gear that needs them; 7-1 goes before the others."""
    plane = m.plane
    if plane.nose_gear_extended:
        return None
    if plane.nose_gear is NoseGear.WILL_NOT_EXTEND:
        return NOSE_DOWN_C, 2
    if plane.nose_gear in NOSE_UNTOUCHED:
        if plane.power_out():
            return NOSE_DOWN_10, 1
        if plane.gear_controls_out:
            return NOSE_DOWN_9, 2
    return None


def _lower_nose(ref: Referee, m: Mission) -> None:
    """7-1c, 7-9c, 7-10f, D59: the nose gear by hand."""
    found = nose_by_hand(m)
    if found is None:
        return
    chart, tries = found
    plane = m.plane
    while plane.nose_gear_tries < tries:
        if not ref.agreed(
            "nose-gear-by-hand", advice.nose_gear_by_hand(m), lambda: questions.nose_gear_by_hand(m)
        ):
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


def main_by_hand(m: Mission) -> Chart[bool]:
    """7-5n, 7-9c, 7-10e: the table of the try; damage by 7-5 goes before the other notes."""
    if MainGear.INOPERABLE in m.plane.main_gear.values():
        return MAIN_DOWN_N
    return MAIN_DOWN_10 if m.plane.power_out() else MAIN_DOWN_9


def _lower_main(ref: Referee, m: Mission) -> None:
    """7-5n, 7-9c, 7-10e, D59: one try at the main gear, with a man in the aft bay."""
    plane = m.plane
    if plane.main_gear_tried or _why_no_hand_on_main(m):
        return
    if tasks.send(ref, m, Section.AFT_BAY, "main-gear-by-hand", lambda: questions.main_gear_by_hand(m)) is None:
        return
    plane.main_gear_tried = True
    plane.main_gear_lowered = ref.roll(main_by_hand(m))
    if plane.main_gear_lowered:
        ref.note("gear-moved", gear="main gear", how="lowered")
    else:
        ref.note("gear-stuck", gear="main gear", how="lowered")


# ------------------------------------------------------------------ 8-1


def landing_mods(m: Mission) -> list[str]:
    """8-1, R-66, R-70: keys of its modifiers for gear and brakes; of several gear troubles the worst alone."""
    keys: list[str] = []
    gear = _gear_mod(m)
    if gear:
        keys.append(gear)
    plane = m.plane
    if plane.brakes is Brakes.LOST:
        keys.append("brakes_lost")
    elif plane.brakes is Brakes.REDUCED or (plane.power_out() and not plane.hydraulic_pump_landing):
        keys.append("brakes_reduced")  # 7-10c: no hydraulic pump without power
    return keys


def _gear_mod(m: Mission) -> str:
    """R-66: the one gear modifier of 8-1, or nothing."""
    nose = m.plane.nose_gear
    if nose in _NOT_HOLDING:
        return "nose_gear_not_holding"
    if nose is NoseGear.DESTROYED_UP or nose_by_hand(m) is not None or _main_needs_hand(m):
        return "gear_not_extended"
    return "nose_gear_damaged" if nose is NoseGear.DAMAGED else ""


ORDERS: tuple[Order, ...] = (
    Order(
        "raise-nose-gear",
        "7-1d",
        "Crank up the nose gear",
        _nose_raise_relevant,
        why_not_raise_nose,
        _order_raise_nose,
        lambda m: advice.order_raise_nose_gear(m),
        why=lambda m: advice.why_raise_gear(m),
    ),
    Order(
        "raise-main-gear",
        "7-5o",
        "Crank up the main gear",
        _main_raise_relevant,
        why_not_raise_main,
        _order_raise_main,
        lambda m: advice.order_raise_main_gear(m),
        why=lambda m: advice.why_raise_gear(m),
    ),
)
