"""Section 2: the turn, step by step, from the first zone to the end of the flight (2A, 2B; manual 4.1-4.3).

A position can start at any of the steps by name.
"""

from __future__ import annotations

from collections.abc import Callable

from flakhouse.core.referee import Referee
from flakhouse.games.b17 import (
    abort,
    cold,
    engines,
    flak,
    formation,
    movement,
    orders,
    target,
    waves,
)
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import Leg
from flakhouse.games.bomber import turn

__all__ = ["STEPS", "check_step", "fly"]

Step = Callable[[Referee, Mission], None]


def weather_step(ref: Referee, m: Mission) -> None:
    """2A.2, manual 4.2 In the target zone the weather comes first (errata 32)."""
    if m.zone == m.target.zone and m.leg is Leg.OUT and not m.weather_rolled:
        target.weather_step(ref, m)


def low_flak_step(ref: Referee, m: Mission) -> None:
    """2A.6, 8.2 Light flak at 10,000 ft over enemy land, after the fighters."""
    if m.plane.low and m.zone > 1:
        flak.low_altitude(ref, m)
        formation.settle(ref, m)


def early_abort_step(ref: Referee, m: Mission) -> None:
    """13.1, 2B.0 Over the target the decision to turn back comes after the combat and before the flak."""
    if m.zone == m.target.zone and m.leg is Leg.OUT:
        abort.abort_step(ref, m)


def target_step(ref: Referee, m: Mission) -> None:
    """B-2 note 1, 2B.0-2B.2, manual 4.2 Flak and bomb run, once; then round for home, where fighters
    come again.
    """
    if m.zone != m.target.zone or m.leg is not Leg.OUT:
        return
    if not m.aborted:
        # RULING 2.5: a bomber slow on arrival makes its run on its second turn here, then turns and flies home.
        if m.slow_arrival and m.turns_here == 1:
            return
        if m.plane.bombs:
            _bomb(ref, m)
        else:
            abort.no_bombs(ref, m)
    movement.turn_round(ref, m)
    if m.aborted:
        formation.settle(ref, m)  # 11.1: bombs kept for a target that is given up are a burden from here on
    waves.roll_cover(ref, m)
    orders.between_waves(ref, m)
    waves.combat_step(ref, m)
    low_flak_step(ref, m)


def _bomb(ref: Referee, m: Mission) -> None:
    """2B.0, 11.0, 11.1 Flak, what it did to engines and formation, then the run if there are bombs for it."""
    flak.over_target(ref, m)
    # 11.0: two engines out, and the bombs go at once; 11.1 spares them for the target with a single one out.
    formation.settle(ref, m)
    if m.plane.bombs:
        target.bomb_run(ref, m)
    else:
        abort.no_bombs(ref, m)


def abort_step(ref: Referee, m: Mission) -> None:
    """13.1, 2A.7 The decision to turn back, short of the target zone."""
    if m.leg is Leg.OUT and m.zone != m.target.zone:
        abort.abort_step(ref, m)


def end_step(ref: Referee, m: Mission) -> None:
    """11.6 (errata 31) A forced landing that was due waits for this turn's fighters."""
    if m.down_next:
        engines.down_step(ref, m)


#: The steps of a turn in order, by name.
STEPS: tuple[tuple[str, Step], ...] = (
    ("move", movement.move_step),
    ("weather", weather_step),
    ("cover", waves.cover_step),
    ("combat", waves.combat_step),
    ("low-flak", low_flak_step),
    ("abort-early", early_abort_step),
    ("target", target_step),
    ("cold", cold.cold_step),
    ("orders", orders.orders_step),
    ("abort", abort_step),
    ("end", end_step),
)
_MOST_TURNS = 60  # two in every zone, out and back, and some to spare
_STEPS = tuple(step for _, step in STEPS)


def check_step(step: str) -> int:
    """2.0 Where a step stands in the turn; an unknown one is refused with the list."""
    return turn.check_step(STEPS, step)


def fly(ref: Referee, m: Mission, step: str = "move") -> None:
    """2.0, 1.6 Fly turn after turn until the flight ends; the first begins at this step."""
    first = check_step(step)
    turn.fly(ref, m, _STEPS[first:], _STEPS, _MOST_TURNS + m.turn)
