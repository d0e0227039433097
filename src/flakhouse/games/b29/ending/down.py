"""Rules 7.2, 8.5 and 8.6: forced down. Where, and whether to land, ditch or jump (D50-D52, D55-D57)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from flakhouse.core.referee import Referee
from flakhouse.core.stakes import Stake
from flakhouse.games.b29 import formation, fuel, gear, pressure
from flakhouse.games.b29.advice import ending as advice
from flakhouse.games.b29.ending import bailout, fates, flying, landing, sea
from flakhouse.games.b29.questions import ending as questions
from flakhouse.games.b29.questions import stakes
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import (
    Altitude,
    Surface,
)

__all__ = ["dry_tanks", "forced_down"]


def forced_down(ref: Referee, m: Mission, id: str, rule: str, prompt: str, voluntary: bool = False) -> NoReturn:
    """7.2, 8.5, 8.6 Down in this zone and now: land or ditch, or all jump (D50, D51, D55-D57).

    In Zones 10-14 the combat of the turn comes before a landing (8.5); the caller waits for it.
    """
    if flying.controls_dead(m):
        bailout.bail_out(ref, m, voluntary)  # 8.1: never landed
    if m.in_formation():
        formation.leave(ref, m, "coming down", for_good=True)  # 8.5
    if not m.plane.pressurized or not pressure.why_not_depressurize(m, emergency=True):
        # 8.3, R-115: a landing passes LO, where men get to gear and flaps; nobody jumps under pressure then (8.2).
        pressure.change_altitude(ref, m, Altitude.LO)
    # 2-9c: with an engine running the bomber is under control and may choose; without, it takes what comes.
    choice = voluntary or not flying.gliding(m)
    where = bailout.below(ref, m, choice)
    if fates.safe_ground(m, where):
        if where is Surface.BASE:
            landing.land_at_base(ref, m, m.cause)
        landing.land_at_iwo(ref, m, m.cause)
    ref.scene("ditching" if where is Surface.WATER else "landing", zone=m.zone)
    if not flying.gliding(m):
        if where is Surface.WATER:
            gear.before_ditching(ref, m)  # 7-9e: the flaps count on 8-3 too
        else:
            gear.before_landing(ref, m)
    _decide(ref, m, id, rule, prompt, where)
    if where is Surface.WATER:
        sea.ditch(ref, m, m.cause, m.weather, m.night_here())
    landing.land(ref, m, where, landing.land_mods(m, where, m.weather, m.night_here()))


def _decide(ref: Referee, m: Mission, id: str, rule: str, prompt: str, where: Surface) -> None:
    """8.6: the sea state being known, the crew may jump rather than ditch (D56), or some of them (D57)."""
    state = sea.sea_state(ref, m, m.weather) if where is Surface.WATER else None
    if state is not None:
        mods = sea.ditch_mods(m, state, m.weather, m.night_here())
    else:
        mods = landing.land_mods(m, where, m.weather, m.night_here())
    advised = advice.forced_down(m, where is Surface.WATER, sum(mod.value for mod in mods))
    key = ref.ask(id, advised, lambda: questions.forced_down(m, rule, prompt, state, mods))
    if key == questions.BAIL_OUT:
        bailout.bail_out(ref, m, True, where)
    if key == questions.SOME:
        prompt = "Who jumps before the landing?"
        eager = advised == questions.SOME

        def stay() -> Sequence[Stake]:
            return stakes.landing(m, mods) if state is None else stakes.ditching(mods)

        jumpers = bailout.ask_jumpers(ref, m, "jump-first", "8.6", prompt, eager=eager, stay=stay)
        bailout.jump(ref, m, jumpers, True, where)


def dry_tanks(ref: Referee, m: Mission) -> NoReturn:
    """4-1, D52: out of fuel. The flight ends in the zone now occupied (R-40), combat there being over.

    R-95: dry tanks are no engines out: nothing for them on 8-1 or 8-3.
    """
    m.cause = fuel.dry_root(m)
    forced_down(ref, m, "dry-tanks", "4-1", "The tanks are dry. Land here or bail out?")
