"""Advice on rule 4.7: when a careful pilot turns back, and where he lands."""

from __future__ import annotations

from collections.abc import Mapping

from flakhouse.games.b29 import abort as rule
from flakhouse.games.b29 import fuel
from flakhouse.games.b29.advice import losses
from flakhouse.games.b29.ending import landing
from flakhouse.games.b29.questions import abort as questions
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import EngineState, Surface, Weather

__all__ = [
    "abort",
    "abort_bombs",
    "iwo_plan",
    "not_at_altitude",
    "off_course_over_target",
    "overruling",
    "way_home",
    "why_abort",
    "why_iwo_plan",
    "why_not_at_altitude",
    "why_off_course_over_target",
    "why_way_home",
]

#: Why doctrine flies on where the odds of this flight alone speak for turning back.
AGAIN = "An aborted mission has to be flown again: what turning back saves here, the next try costs, or more."
# Found by scripts/advice thresholds b29, over 60 to 120 whole tours: what another value costs, in men a tour.
_TO_HOLD = 99  # boxes to spare for another try at the target (4.5C2, D30); 6: 0.75 ±0.35
_TO_CLIMB = 2  # and for another turn to reach the mission altitude; seldom asked, no clear difference
_LEAST = 2  # and to go on (4.7A); 0: 0.16 ±0.18, 1 and 3: no clear difference
_TO_BASE = 2  # and past Iwo Jima (8.4); 0: 0.86 ±0.50, 4: 0.01 ±0.27
_NEAR = 1  # zones to the target with which he goes on by night with one engine out; 0: 0.02 ±0.02
_COUNTED = 99  # the zone short of which he turns back where the mission counts all the same (4.7D); 9: 0.23 ±0.18
_FAR = 0  # and where it does not count; 9, where later missions assemble (4.8A): 1.18 ±0.44
_HAZARDS = (EngineState.WINDMILLING, EngineState.RUNAWAY, EngineState.BURNING)


# ------------------------------------------------------------------ go on or abort


def abort(m: Mission, found: Mapping[str, bool]) -> str:
    """4.7A Turn back in trouble, or while it is nearly safe; who has flown on with the same keeps to it."""
    if _may_bomb(m):
        return questions.GO_ON
    spare = fuel.spare(m)
    if not (_trouble(m, spare) or _another_day(m, found, spare)):
        return questions.GO_ON
    return questions.GO_ON if m.abort_overruled and m.abort_overruled == overruling(m, found) else questions.ABORT


def overruling(m: Mission, found: Mapping[str, bool]) -> str:
    """4.7A What speaks for turning back; who flies on with it is not asked to change his mind until it changes."""
    spare = fuel.spare(m)
    why = _trouble(m, spare) or _why_another_day(m, found, spare)
    return "; ".join((why, *(one for one in found if one != rule.FUEL_SHORT)))


def why_abort(m: Mission, found: Mapping[str, bool]) -> str:
    """4.7A."""
    if _may_bomb(m):
        return "You are over the target: who turns back here meets the same fighters, and has bombed nothing."
    spare = fuel.spare(m)
    trouble = _trouble(m, spare)
    if not (trouble or _another_day(m, found, spare)):
        return AGAIN
    if m.abort_overruled and m.abort_overruled == overruling(m, found):
        return "You decided to fly on, and nothing has changed since."
    return f"{trouble}: this bomber is better at home." if trouble else _why_another_day(m, found, spare)


def _why_another_day(m: Mission, found: Mapping[str, bool], spare: int) -> str:
    """4.7A, 4.7D."""
    if _counts(m, found):
        return "The mission counts all the same, and every zone nearer to Japan costs men."
    if m.options.fuel and spare < _LEAST:
        return "So few boxes to spare are soon lost to bad luck."
    return "Japan is still far away, and on another day the bomber will do better."


def _counts(m: Mission, found: Mapping[str, bool]) -> bool:
    """4.7D The mission counts all the same."""
    return any(found.values()) and m.zone < _COUNTED


def _may_bomb(m: Mission) -> bool:
    """6.0, GTS 5A The target is below, and the run comes next: asked before combat, nobody turns back from it."""
    return m.zone == m.target.zone and m.plane.altitude is m.altitude and m.plane.bombs_aboard()


def _trouble(m: Mission, spare: int) -> str:
    """4.7A What makes a careful pilot turn back, or nothing: engines, power, no pilot, fire, bombs, fuel.

    `spare` are the boxes left over target and way home (4.3D).
    """
    plane = m.plane
    if plane.engines_out() and not _nearly_there(m):
        return "An engine is out"
    if plane.power_out():
        return "The electrical system is out"
    if "pilot lost" in m.leave:
        return "The pilot is lost"
    if plane.fires:
        return "A compartment burns"
    if not plane.bombs_aboard():
        return "There are no bombs left"
    short = m.options.fuel and spare < 0
    return "The fuel does not last for target and way home" if short else ""


def _nearly_there(m: Mission) -> bool:
    """4.7A By night with one engine out: the target is so near that the mission is not flown again for it."""
    return m.night and m.plane.engines_out() == 1 and m.target.zone - m.zone <= _NEAR


def _another_day(m: Mission, found: Mapping[str, bool], spare: int) -> bool:
    """4.7A, 4.8C Turn back where the mission counts all the same (4.7D), and by day with hardly a box to spare.

    To be alone, or a reserve that is only thin (D33), is no cause: who turns back for it takes off and lands once
    more, and that costs more men.
    """
    if _counts(m, found):
        return True
    if m.night or m.options.quick_navigation or not m.options.auxiliary_tanks:
        return False  # with these rules a thin reserve is the usual thing, and nobody would ever arrive
    if m.options.fuel and spare < _LEAST:
        return True
    return m.zone < _FAR and any(reason != rule.FUEL_SHORT for reason in found)


# ------------------------------------------------------------------ over the target


def off_course_over_target(m: Mission) -> str:
    """4.5C2, D30, R-85 Turn back: it counts all the same."""
    return questions.HOLD if _may_hold(m) else questions.ABORT


def _may_hold(m: Mission) -> bool:
    """4.5C2 There is so much fuel that another try is worth it."""
    return m.options.fuel and fuel.spare(m) >= _TO_HOLD


def why_off_course_over_target(m: Mission) -> str:
    """4.5C2."""
    if _may_hold(m):
        return "There is fuel enough for another try."
    return "The mission counts all the same, and another turn over the target costs men, fuel, and may fail again."


def not_at_altitude(m: Mission, why_not: str) -> str:
    """R-102 Try again if the bomber can get there and home."""
    return questions.HOLD if not why_not and _can_spare(m, _TO_CLIMB) else questions.ABORT


def why_not_at_altitude(m: Mission) -> str:
    """R-102."""
    if _can_spare(m, _TO_CLIMB):
        return "Bombs fall from the mission altitude only, and there is fuel for another turn."
    return "There is no fuel for another turn here."


def _can_spare(m: Mission, boxes: int) -> bool:
    """4.3D So many boxes are left over what the way home costs; without the fuel rule always."""
    return not m.options.fuel or fuel.spare(m) >= boxes


# ------------------------------------------------------------------ the way home


def abort_bombs(m: Mission, why_not: str) -> str:
    """4.7B Bombs of no use any more cost a box a zone."""
    return questions.KEEP if why_not else questions.DROP


def way_home(m: Mission) -> str:
    """4.7B, D35 To Iwo Jima if it is the nearer field and the bomber should land soon."""
    return questions.IWO if m.zone >= 4 and _land_soon(m) else questions.BASE


def why_way_home(m: Mission) -> str:
    """4.7B."""
    if m.zone < 4:
        return "Base is nearer than Iwo Jima."
    return _land_soon(m) or "Nothing forces the bomber down before base."


def iwo_plan(m: Mission) -> str:
    """8.4, D32 Land if the bomber should not fly on, or if the landing here promises to be the better one."""
    return questions.LAND if _land_soon(m) or _fair_at_iwo(m) else questions.FLY_ON


def why_iwo_plan(m: Mission) -> str:
    """8.4."""
    why = _land_soon(m)
    if why:
        return why
    if _fair_at_iwo(m):
        return _better_here(m)
    return "Bomber and fuel are good for base, where the landing is likely to be no worse."


def _better_here(m: Mission) -> str:
    """8.4, 8-1 What the landing has here and at base, as far as it is known, and what it costs here."""
    dark = m.night_here()
    here = sum(mod.value for mod in landing.land_mods(m, Surface.IWO, m.weather, dark))
    base = sum(mod.value for mod in landing.land_mods(m, Surface.BASE, None, m.times.landing))
    sky = f"{m.weather.value} weather, {_LIGHT[dark]}"
    worse = f"{_LIGHT[m.times.landing]}, its weather not known yet: {_SKY}"
    return (
        f"The landing has {here:+d} here ({sky}), and {losses.landing(m, here):.1f} men die on average. "
        f"At base it has {base:+d} ({worse})."
    ).replace(" -", " −")


_LIGHT = ("by day", "in the dark")
_SKY = "Poor or Bad takes more away"


def _fair_at_iwo(m: Mission) -> bool:
    """8.4, 8-1 A better landing than base is likely to offer: good weather, or daylight where base has none."""
    here, base = m.night_here(), m.times.landing
    if m.weather is Weather.GOOD:
        return base or not here
    return m.weather is Weather.POOR and base and not here


def _land_soon(m: Mission) -> str:
    """8.4 What sends a careful pilot to Iwo Jima, or nothing: fuel, two engines out, a dangerous engine, fire."""
    plane = m.plane
    if m.options.fuel and fuel.spare(m, iwo=False) - m.fuel_due < _TO_BASE:
        return "The fuel may not last to base."
    if plane.all_sound():
        return "A compartment burns." if plane.fires else ""
    if plane.engines_out() >= 2:
        return "Two engines are out."
    if any(engine.state in _HAZARDS for engine in plane.engines):
        return "An engine may yet kill everybody."
    return ""
