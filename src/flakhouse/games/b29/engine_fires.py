"""4-9d, 4-9e, 7-5h, j, p, 7-10b Engines on fire: extinguishers, the dive that may blow the fire out, the jump."""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.charts import Chart
from flakhouse.core.mods import NO_MODS
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import ending, engines, events, formation, pressure
from flakhouse.games.b29.advice import engines as advice
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.questions import engines as questions
from flakhouse.games.b29.state import Engine, Mission
from flakhouse.games.b29.words import Altitude, EngineState

__all__ = [
    "BURN",
    "DIVE",
    "SNAP",
    "TANK_DIVE",
    "Burn",
    "Dive",
    "catches_fire",
    "dive",
    "fire",
    "jump_or_burn",
    "worst_root",
]


class Extinguish(StrEnum):
    """One try with the engine fire extinguisher."""

    OUT = "Fire Out"
    CONTINUES = "Fire Continues"


class Catch(StrEnum):
    """7-5j."""

    NO = "No Fire"
    FIRE = "Engine Fire"


class Burn(StrEnum):
    """7-5p: an engine fire nobody can put out."""

    CONTINUES = "Fire Continues"
    SPREADS = "Fire Spreads"
    LOST = "Control Lost"
    EXPLOSION = "Explosion"


class Dive(StrEnum):
    """7-5d and p: a dive to blow out a fire."""

    OUT = "Fire Out"
    CONTINUES = "Fire Continues"
    SPREADS = "Fire Spreads"
    LOST = "Out of Control"


EXTINGUISH = CHARTS.words("7-5h-extinguish", Extinguish)
CATCH = CHARTS.words("7-5j-fire", Catch)
BURN = CHARTS.words("7-5p-fire", Burn)
SNAP = CHARTS.numbers("7-5p-snap")
DIVE = CHARTS.words("7-5p-dive", Dive)
TANK_DIVE = CHARTS.words("7-5d-dive", Dive)


def fire(ref: Referee, m: Mission, engine: Engine) -> None:
    """7-5h, j, p; 4-9d, e; 7-10b An engine catches fire: extinguishers, then dive, jump or stay."""
    _fire(ref, m, engine)
    engines.changed(ref, m)


def _fire(ref: Referee, m: Mission, engine: Engine) -> None:
    """The same before 7.2 is looked at: a fire is fought before anybody thinks of the formation."""
    if engine.state is EngineState.WINDMILLING or engine.state is EngineState.RUNAWAY:
        engine.prop = engine.state
    engines.lose(ref, m, engine, EngineState.BURNING)
    # RULING R-75: with the engine extinguishers out (7-10b) there is no try at all.
    if not m.plane.engine_extinguishers_out:
        for _ in range(2):
            if ref.roll(EXTINGUISH) is Extinguish.OUT:
                _fire_out(ref, engine)
                engines.must_abort(m, "engine fire")
                return
    _out_of_hand(ref, m, engine)


def catches_fire(ref: Referee, m: Mission, engine: Engine) -> bool:
    """7-5j, 4-9d-a The fire die of a propeller that will not feather; whether the engine burns afterwards."""
    if ref.roll(CATCH) is Catch.NO:
        ref.note("engine-no-fire", engine=engine.number)
        engines.must_abort(m, "propeller will not feather")
        return False
    _fire(ref, m, engine)
    return engine.state is EngineState.BURNING


def _fire_out(ref: Referee, engine: Engine) -> None:
    """The engine stays out (7.2); a propeller that windmilled or ran away goes on with it."""
    engine.state = engine.prop or EngineState.FEATHERED
    engine.prop = None
    ref.note("engine-fire-out", engine=engine.number, state=engine.state.value)


def _out_of_hand(ref: Referee, m: Mission, engine: Engine) -> None:
    """7-5p, 7-10b, 4-9d, e A fire the extinguishers left burning (D24)."""
    ref.note("engine-burns", engine=engine.number)
    if m.plane.altitude is not Altitude.LO:
        key = ref.ask(
            "engine-fire-dive", advice.engine_fire_dive(m), lambda: questions.engine_fire_dive(m, engine)
        )
        if key == questions.BAIL_OUT:
            ending.bail_out(ref, m, voluntary=True)
        if key == questions.STAY:
            _burn(ref, m, engine)  # RULING R-119: the LO procedure where he is
            return
        if dive(ref, m, DIVE) is Dive.OUT:
            _fire_out(ref, engine)
            return
    # RULING R-36: at LO the crew has the choice.
    jump_or_burn(ref, m, engine)


def jump_or_burn(ref: Referee, m: Mission, engine: Engine) -> None:
    """7-5p and D24, D25 Before each die for the fire the crew may bail out."""
    key = ref.ask("burning-engine", advice.burning_engine(m), lambda: questions.burning_engine(m, engine))
    if key == questions.BAIL_OUT:
        ending.bail_out(ref, m, voluntary=True)
    _burn(ref, m, engine)


def _burn(ref: Referee, m: Mission, engine: Engine) -> None:
    """7-5p The die for an engine that burns on, now and on every later turn."""
    what = ref.roll(BURN)
    if what is Burn.CONTINUES:
        ref.note("engine-burns-on", engine=engine.number)
    elif what is Burn.SPREADS:
        ending.bail_out(ref, m, voluntary=False)
    elif what is Burn.LOST:
        ending.uncontrolled(ref, m)
    else:
        ending.destroyed(ref, m)


def dive(ref: Referee, m: Mission, chart: Chart[Dive]) -> Dive:
    """7-5d, p; 4-9d, e; 7-10b Dive from MED or HI to blow a fire out: jumps first, then wings, then fire.

    Returns OUT or CONTINUES with the bomber at LO and out of formation; anything worse ends the flight.
    """
    plane = m.plane
    men = ending.ask_jumpers(ref, m, "jump-before-dive", "7-5p", "Who bails out before the dive?")
    if men:
        ending.jump(ref, m, men)
    ref.note("fire-dive", causes=(), altitude=plane.altitude.name)
    ending.alarm_jumps(ref, m)  # 7-9b
    worst = worst_root(m)
    if worst and ref.roll(SNAP, least=worst + 1) <= worst:
        ref.note("wing-snaps")
        ending.uncontrolled(ref, m)
    result = ref.roll(chart, (chart.mods["hi"],) if plane.altitude is Altitude.HI else NO_MODS)
    if result is Dive.SPREADS:
        ending.bail_out(ref, m, voluntary=False)
    elif result is Dive.LOST:
        ending.uncontrolled(ref, m)
    if m.in_formation():
        formation.leave(ref, m, "diving")
    pressure.change_altitude(ref, m, Altitude.LO)
    if plane.windows_frosted:
        events.clear_windows(ref, m)
    if m.one_engine_zones > 0:
        # 7.2: the height that would have carried it further on one engine is gone.
        m.one_engine_zones = 0
        engines.come_down(ref, m, "one engine")
    return result


def worst_root(m: Mission) -> int:
    """7-5a, p: the hits on the wing root that is the worse for them."""
    return max(wing.root_hits for wing in m.plane.wings.values())
