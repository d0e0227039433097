"""4-9d, 4-9e, 7-5f to m Propellers: feathering, windmilling, running away and flying apart.

Notes (f) to (m) of table 7-5 print the same dice as notes (d) and (e) of 4-9; here they are one procedure.
"""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.charts import Chart
from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import damage_nav, damage_wings, ending, engine_fires, engines
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.state import Engine, Mission
from flakhouse.games.b29.words import EngineState

__all__ = [
    "FEATHER_D",
    "FEATHER_E",
    "FEATHER_F",
    "FEATHER_G",
    "Feather",
    "feather",
    "run_away",
    "shut_down",
    "windmill",
]


class Feather(StrEnum):
    """A feathering attempt."""

    DONE = "Feathered"
    FAILS = "Feathering Fails"


class Windmill(StrEnum):
    """7-5k."""

    NO = "No Effect"
    RUNAWAY = "Runaway Propeller"


class Runaway(StrEnum):
    """7-5l."""

    HALTED = "Halted"
    CONTINUES = "Continues"
    VIBRATION = "Vibration"
    EXPLOSION = "Explosion"


class Control(StrEnum):
    """7-5m, first die."""

    LOST = "Out of Control"
    PIECES = "Flying Pieces"


class Pieces(StrEnum):
    """7-5m, second die."""

    NONE = "Superficial Damage"
    ENGINE = "Engine"
    FUSELAGE = "Fuselage"
    BOTH = "Engine and Fuselage"


FEATHER_F = CHARTS.words("7-5f-feather", Feather)
FEATHER_G = CHARTS.words("7-5g-feather", Feather)
FEATHER_I = CHARTS.words("7-5i-feather", Feather)
FEATHER_D = CHARTS.words("4-9d-feather", Feather)
FEATHER_E = CHARTS.words("4-9e-feather", Feather)
WINDMILL = CHARTS.words("7-5k-windmilling", Windmill)
RUN = CHARTS.words("7-5l-runaway", Runaway)
CONTROL = CHARTS.words("7-5m-control", Control)
PIECES = CHARTS.words("7-5m-pieces", Pieces)
PIECE_HITS = CHARTS.numbers("7-5m-hits")

_AILERON, _RUDDER = CONTROL.mods["aileron"], CONTROL.mods["rudder"]


def feather(ref: Referee, m: Mission, engine: Engine, chart: Chart[Feather]) -> bool:
    """7-5f, g, i; 4-9d, e The feathering die; without feathering (7-9 row 10, 7-10c) it fails by itself."""
    plane = m.plane
    if plane.feathering_out or plane.power_out():
        ref.note("feathering-out", causes=(), engine=engine.number)
        return False
    mods = NO_MODS
    if m.night and (chart is FEATHER_I or chart is FEATHER_D):  # a night mission, whatever the zone
        mods = (chart.mods["night"],)
    return ref.roll(chart, mods) is Feather.DONE


def shut_down(ref: Referee, m: Mission, engine: Engine, chart: Chart[Feather] = FEATHER_I) -> None:
    """7-5i, 4-9d, 4-9e-b Stop an engine: feathered, or a windmilling propeller with all its dangers."""
    if feather(ref, m, engine, chart):
        engines.lose(ref, m, engine, EngineState.FEATHERED)
    else:
        engine.checks = True
        engines.lose(ref, m, engine, EngineState.WINDMILLING)
        if not engine_fires.catches_fire(ref, m, engine):
            windmill(ref, m, engine)
    engines.changed(ref, m)


def windmill(ref: Referee, m: Mission, engine: Engine) -> None:
    """7-5k, 4-9d-b Each turn, beginning with the current one: it may run away."""
    if ref.roll(WINDMILL) is Windmill.RUNAWAY:
        engine.state = EngineState.RUNAWAY
        ref.note("engine", engine=engine.number, state=EngineState.RUNAWAY.value)
        run_away(ref, m, engine)
    ref.otherwise("windmills-on", engine=engine.number)


def run_away(ref: Referee, m: Mission, engine: Engine) -> None:
    """7-5l, 4-9d-c Each turn a propeller runs away: the fire die first, then this one."""
    if engine_fires.catches_fire(ref, m, engine):
        return
    what = ref.roll(RUN)
    if what is Runaway.HALTED:
        engine.state = EngineState.WINDMILLING
        ref.note("engine", engine=engine.number, state=EngineState.WINDMILLING.value)
    elif what is Runaway.VIBRATION:
        damage_wings.root_hit(ref, m, engine.wing())
    elif what is Runaway.EXPLOSION:
        _bursts(ref, m, engine)
    ref.otherwise("runs-on", engine=engine.number)


def _bursts(ref: Referee, m: Mission, engine: Engine) -> None:
    """7-5m, 4-9d-d The propeller flies apart and takes the engine with it."""
    plane = m.plane
    engine.drag = engine.checks = False
    engines.lose(ref, m, engine, EngineState.DESTROYED)
    ref.note("propeller-bursts", causes=(RUN,), engine=engine.number)
    mods: list[Mod] = []
    ailerons = plane.ailerons_out()
    if ailerons:
        mods.append(_AILERON.times(ailerons))
    if plane.rudder_out():
        mods.append(_RUDDER)
    if ref.roll(CONTROL, mods) is Control.LOST:
        ending.uncontrolled(ref, m)
    pieces = ref.roll(PIECES, column=1 if engine.inboard() else 0)
    wing = engine.wing()
    if pieces is Pieces.ENGINE or pieces is Pieces.BOTH:
        # Engines 1 and 2 share a wing, and so do 3 and 4.
        engines.hit(ref, m, wing, plane.engines[(engine.number - 1) ^ 1])
    if pieces is Pieces.FUSELAGE or pieces is Pieces.BOTH:
        damage_wings.root_hit(ref, m, wing)
        for _ in range(ref.roll(PIECE_HITS)):
            damage_nav.hit(ref, m)
