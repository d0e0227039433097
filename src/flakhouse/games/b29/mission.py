"""Section 4.0 of the rules: the turn, step by step, from Zone 1 out to the end of the flight.

The order of steps is that of docs/rulings.md, section 6. A position can start at any of them by name.
"""

from __future__ import annotations

from collections.abc import Callable

from flakhouse.core.referee import Referee
from flakhouse.games.b29 import (
    abort,
    cold,
    combat,
    ending,
    engines,
    events,
    formation,
    movement,
    navigation,
    orders,
    pressure,
    target,
    weather,
)
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Altitude, Leg
from flakhouse.games.bomber import turn

__all__ = ["STEPS", "check_step", "fly"]

Step = Callable[[Referee, Mission], None]


def strain_step(ref: Referee, m: Mission) -> None:
    """4.2D, 7.3, 7.4 and running hazards: masks, cold, engines."""
    if m.plane.altitude is not Altitude.LO:
        pressure.mask_step(ref, m)
        cold.cold_step(ref, m)
    engines.hazards_step(ref, m)


def weather_step(ref: Referee, m: Mission) -> None:
    """4.4: weather is rolled once for each zone entered, as is the course; events and combat each turn (R-37)."""
    if m.new_zone:
        weather.weather_step(ref, m)


def early_abort_step(ref: Referee, m: Mission) -> None:
    """Streamliner step 7 (R-15): the abort decision before assembly and combat."""
    if m.options.early_abort and m.leg is Leg.OUT:
        abort.abort_step(ref, m, early=True)


def assembly_step(ref: Referee, m: Mission) -> None:
    """4.8: by day, assembly or the end of the formation, then the escort."""
    if not m.night:
        if m.zone in movement.ASSEMBLY_ZONES:
            formation.assembly_step(ref, m)
        if m.escort_available:
            formation.escort_step(ref, m)


def target_step(ref: Referee, m: Mission) -> None:
    """6.0: the bomb run, once, On Course in the Designated Target Zone at mission altitude (R-102)."""
    if (
        m.zone == m.target.zone
        and m.leg is Leg.OUT
        and not (m.bomb_run or m.off_course or m.aborted or m.turn_round)
        and m.plane.altitude is m.altitude
    ):
        target.target_step(ref, m)


def abort_step(ref: Referee, m: Mission) -> None:
    """8.5: a forced landing that waited for the end of combat; 4.7A: aborting, after all combat in the zone."""
    if m.forced_down:
        engines.down_step(ref, m)
    if m.leg is Leg.OUT:
        abort.abort_step(ref, m)


def end_step(ref: Referee, m: Mission) -> None:
    """8.4: land at Iwo Jima once On Course in Zone 6; then the turn ends."""
    if m.to_iwo and m.zone == 6 and not m.off_course and not m.turn_round:
        ending.land_at_iwo(ref, m)


#: The steps of a turn in order, by name.
STEPS: tuple[tuple[str, Step], ...] = (
    ("move", movement.move_step),
    ("altitude", movement.altitude_step),
    ("fuel", movement.fuel_step),
    ("orders", orders.orders_step),
    ("hazards", strain_step),
    ("weather", weather_step),
    ("course", navigation.course_step),
    ("event", events.event_step),
    ("early-abort", early_abort_step),
    ("assembly", assembly_step),
    ("combat", combat.combat_step),
    ("target", target_step),
    ("abort", abort_step),
    ("end", end_step),
)
_MOST_TURNS = 500  # far beyond any tank of fuel; without the fuel rule a held bomber may take long
_STEPS = tuple(step for _, step in STEPS)


def check_step(step: str) -> int:
    """Where a step stands in the turn; an unknown one is refused with the list."""
    return turn.check_step(STEPS, step)


def fly(ref: Referee, m: Mission, step: str = "fuel") -> None:
    """4.0: fly turn after turn until the flight ends. After take-off turn 1 begins in Zone 1 at the fuel step."""
    turn.fly(ref, m, _STEPS[check_step(step) :], _STEPS, _MOST_TURNS)
