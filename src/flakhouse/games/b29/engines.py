"""7.2 Engines out and what follows; hits on engines (7-5 row 10), and the turn's hazards (step 7).

What an engine does stands in `Engine.state`. Propellers (4-9d, e, 7-5f to m) and engine fires (4-9d, e, 7-5p,
7-10b) have modules of their own.
"""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.referee import Referee
from flakhouse.games.b29 import ending, engine_fires, events, formation, pressure, propellers, stores
from flakhouse.games.b29.advice import engines as advice
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.questions import engines as questions
from flakhouse.games.b29.state import Engine, Mission
from flakhouse.games.b29.words import EngineState, Leg, Root, Section

__all__ = [
    "changed",
    "come_down",
    "down_step",
    "hazards_step",
    "height_lost",
    "hit",
    "lose",
    "must_abort",
    "one_engine_step",
    "out",
    "reduced",
]


class Hit(StrEnum):
    """7-5 row 10: what a hit does to an engine."""

    SUPERFICIAL = "Superficial Damage"
    OUT = "Engine Out"
    RUNAWAY = "Runaway Engine"
    OIL = "Oil Tank Hit"


class Oil(StrEnum):
    """7-5h."""

    FIRE = "Engine Fire"
    LEAK = "Leakage"
    SEALED = "Self-seal"


ENGINE = CHARTS.numbers("7-5-engine")
ENGINE_HIT = CHARTS.words("7-5-engine-hit", Hit)
OIL = CHARTS.words("7-5h-oil", Oil)
OIL_TURNS = CHARTS.numbers("7-5h-turns")


# ------------------------------------------------------------------ 7.2 engines out


def out(ref: Referee, m: Mission, engine: Engine, state: EngineState, root: Root) -> None:
    """7.2 An engine goes out, and everything that follows from it."""
    m.cause = root
    lose(ref, m, engine, state)
    changed(ref, m)


def lose(ref: Referee, m: Mission, engine: Engine, state: EngineState) -> None:
    """R-109: the engine no longer runs; its root is that of the first blow. 4.7D: leave to abort."""
    if not engine.out():
        engine.root = m.cause
    engine.state = state
    engine.oil_turns = 0
    m.damage_root = engine.root
    ref.note("engine", engine=engine.number, state=state.value)
    m.permit("engine out")


def must_abort(m: Mission, reason: str) -> None:
    """4.7A A forced abort, carried out after combat; nothing for a bomber already on its way home."""
    if m.leg is Leg.OUT and not (m.aborted or m.bomb_run or m.must_abort):
        m.must_abort = reason


def changed(ref: Referee, m: Mission) -> None:
    """7.2, 4.2C What the number of engines out demands, after any change to it. R-72: three out are both cases."""
    plane = m.plane
    engines = plane.engines
    if engines[1].out() and engines[2].out() and not plane.pressure_lost:
        ref.note("inboard-engines-out", causes=())
        pressure.lose_throughout(ref, m)
    count = plane.engines_out()
    if count == 1:
        _one_out(ref, m)
    if count < 2:
        return
    formation.leave(ref, m, "two engines out", for_good=True)
    stores.force_jettison(ref, m)
    if count == 3:
        _one_left(ref, m)
    elif count == 4:
        m.engines_out_root = m.cause
        come_down(ref, m, "no engines")


def _one_out(ref: Referee, m: Mission) -> None:
    """7.2 One engine out in formation with bombs aboard (D27)."""
    if not m.in_formation() or not m.plane.bombs_aboard():
        return
    over_target = m.zone == m.target.zone and m.leg is Leg.OUT and not m.bomb_run
    key = ref.ask(
        "engine-out-formation",
        advice.engine_out_formation(m, over_target),
        lambda: questions.engine_out_formation(m, over_target),
    )
    _lighten(ref, m, key, for_good=True)


def reduced(ref: Referee, m: Mission) -> None:
    """4-9e An engine on reduced power in formation with bombs aboard (D28)."""
    if m.in_formation() and m.plane.bombs_aboard():
        key = ref.ask(
            "weak-engine-formation",
            advice.weak_engine_formation(m),
            lambda: questions.weak_engine_formation(m),
        )
        _lighten(ref, m, key, for_good=False)


def _lighten(ref: Referee, m: Mission, key: str, for_good: bool) -> None:
    """7.2, 4-9e, D27, D28: shed the bombs or lose the formation; over the target an engine out may still bomb."""
    if key == questions.BOMB or (key == questions.JETTISON and stores.drop_bombs(ref, m)):
        return
    formation.leave(ref, m, "engine trouble with bombs aboard", for_good=for_good)


# ------------------------------------------------------------------ 7.2 one engine, or none


def _one_left(ref: Referee, m: Mission) -> None:
    """7.2 One engine operating (D50): down now at LO, one more zone from MED, two from HI."""
    if m.one_engine_zones >= 0:
        return
    m.engines_out_root = m.cause
    m.one_engine_zones = int(m.plane.altitude)
    ref.note("one-engine", causes=(), zones=m.one_engine_zones)
    if not m.one_engine_zones or not _fly_on(ref, m):
        come_down(ref, m, "one engine")


def _fly_on(ref: Referee, m: Mission) -> bool:
    """7.2 and D50: use the zones that are left, or come down at once."""
    return ref.agreed("one-engine", advice.one_engine(m), lambda: questions.one_engine(m))


def one_engine_step(ref: Referee, m: Mission) -> None:
    """7.2 A zone has been entered on one engine; the base square counts as one, but there the bomber lands.

    In the last zone it comes down when weather, course, event and combat there are over (`down_step`).
    """
    if m.one_engine_zones < 0 or m.zone == 0 or m.forced_down:
        return
    m.one_engine_zones = max(0, m.one_engine_zones - 1)
    if m.one_engine_zones and _fly_on(ref, m):
        return
    m.one_engine_zones = 0
    m.forced_down = "one engine"


def height_lost(m: Mission) -> None:
    """7.2 Thrown down to LO: the zones that one engine could still reach are gone, it comes down here."""
    if m.one_engine_zones > 0:
        m.one_engine_zones = 0
        m.forced_down = "one engine"


def come_down(ref: Referee, m: Mission, why: str) -> None:
    """7.2, 8.5 Land or bail out here (D50, D51); in Zones 10-14 a landing waits for the end of combat."""
    waiting = m.forced_down
    m.forced_down = why
    if m.zone < 10:
        down_step(ref, m)
    elif not waiting:
        if m.in_formation():
            formation.leave(ref, m, "coming down", for_good=True)  # 8.5
        key = ref.ask("bail-out-now", advice.bail_out_now(m), lambda: questions.bail_out_now(m, why))
        if key == questions.BAIL_OUT:
            # 8.5, D55: on one engine the bomber is under control and they choose, as before a landing.
            ending.bail_out(ref, m, voluntary=why == "one engine")


def down_step(ref: Referee, m: Mission) -> None:
    """8.5 A forced landing that waited: for the events of the zone, in Zones 10-14 for the end of combat.

    The event step calls it below Zone 10; in the other zones its place is after combat, before aborting.
    """
    if not m.forced_down:
        return
    if m.engines_out_root is not None:
        m.cause = m.engines_out_root
    id, prompt = questions.DOWN[m.forced_down]
    ending.forced_down(ref, m, id, "7.2", prompt)


# ------------------------------------------------------------------ 7-5 row 10


def hit(ref: Referee, m: Mission, wing: Section, engine: Engine | None = None) -> None:
    """7-5 row 10 A hit on an engine of this wing; an engine already out suffers nothing more (7.1)."""
    if engine is None:
        engine = m.plane.engines[ref.roll(ENGINE, column=0 if wing is Section.PORT_WING else 1) - 1]
    if engine.out():
        ref.note("engine-dead", engine=engine.number)
        return
    what = ref.roll(ENGINE_HIT)
    if what is Hit.OUT:
        # (f): failed feathering is drag, windmilling for landing, without the checks of (k). RULING R-69
        if propellers.feather(ref, m, engine, propellers.FEATHER_F):
            lose(ref, m, engine, EngineState.FEATHERED)
        else:
            engine.drag = True
            lose(ref, m, engine, EngineState.WINDMILLING)
        changed(ref, m)
    elif what is Hit.RUNAWAY:
        if propellers.feather(ref, m, engine, propellers.FEATHER_G):
            lose(ref, m, engine, EngineState.FEATHERED)
        else:
            engine.checks = True
            lose(ref, m, engine, EngineState.RUNAWAY)
            propellers.run_away(ref, m, engine)
        changed(ref, m)
    elif what is Hit.OIL and not engine.oil_turns:
        _oil_hit(ref, m, engine)


def _oil_hit(ref: Referee, m: Mission, engine: Engine) -> None:
    """7-5h Oil tank hit: fire, a leak that ends in shutting the engine off, or nothing."""
    what = ref.roll(OIL)
    if what is Oil.FIRE:
        engine_fires.fire(ref, m, engine)
    elif what is Oil.LEAK:
        turns = ref.roll(OIL_TURNS)
        engine.oil_turns = turns + 1  # the turn of the hit is not counted; step 7 counts down
        engine.root = m.cause
        ref.note("oil-leak", engine=engine.number, turns=turns)


# ------------------------------------------------------------------ step 7: the hazards of the turn


def hazards_step(ref: Referee, m: Mission) -> None:
    """Step 7 (rulings 6) What goes on by itself: engines, a leaking tank in the bays, frosted windows."""
    plane = m.plane
    easy = plane.engines_easy()
    if not easy:
        _engines_turn(ref, m)
    if plane.fwd.tank_leaking or plane.aft.tank_leaking:
        _tank_leaks(ref, m)
    if not easy and plane.engines_out() >= 2 and (plane.bombs_aboard() or plane.tank_fuel()):
        stores.force_jettison(ref, m)  # 7.2: what would not go yet must still go (4-9h, 7-3f: one try a turn)
    if plane.windows_frosted:
        events.frost_roll(ref, m)


def _engines_turn(ref: Referee, m: Mission) -> None:
    """7-5h-p, 4-9d, e One turn of every engine in trouble; what begins now waits for the next turn."""
    engines = m.plane.engines
    before = [engine.state for engine in engines]
    for engine in [e for e in engines if e.oil_turns]:
        if not engine.oil_turns:
            continue  # lost meanwhile to another engine's propeller
        engine.oil_turns -= 1
        if not engine.oil_turns:
            m.cause = engine.root or Root.MECHANICAL
            ref.note("oil-gone", causes=(), engine=engine.number)
            propellers.shut_down(ref, m, engine)
    for engine, state in zip(engines, before, strict=True):
        if engine.state is not state:
            continue
        if state is EngineState.BURNING:
            m.cause = engine.root or Root.MECHANICAL
            engine_fires.jump_or_burn(ref, m, engine)
        elif state is EngineState.RUNAWAY:
            m.cause = engine.root or Root.MECHANICAL
            propellers.run_away(ref, m, engine)
        elif state is EngineState.WINDMILLING and engine.checks:
            m.cause = engine.root or Root.MECHANICAL
            propellers.windmill(ref, m, engine)


def _tank_leaks(ref: Referee, m: Mission) -> None:
    """7-3d A leaking auxiliary tank loses one box of its own each turn."""
    for bay in m.plane.bays():
        if not bay.tank_leaking:
            continue
        if bay.tank_boxes and not bay.tank_jettisoned:
            bay.tank_boxes -= 1
            ref.note("tank-leaks", causes=(), bay=bay.section.value, left=bay.tank_boxes, part=bay.section.value)
        if not bay.tank_boxes or bay.tank_jettisoned:
            bay.tank_leaking = False
