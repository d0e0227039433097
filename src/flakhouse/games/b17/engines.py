"""Section 11: engines, oil and fuel (BL-1 notes c, d, e and g; engines_out of the tables).

Damage only sets what an engine does; what the number of dead engines demands of bomber and crew waits for
`settle`, which runs when a wave, the flak or an event is over (3.11).
"""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.referee import Referee
from flakhouse.games.b17 import formation
from flakhouse.games.b17.advice import flight as advice
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.ending import bailout, landing
from flakhouse.games.b17.questions import flight as questions
from flakhouse.games.b17.state import Engine, Mission
from flakhouse.games.b17.words import EngineState, Leg, Root, Section, Tank
from flakhouse.games.bomber.cells import either

__all__ = [
    "down_step",
    "event_failure",
    "fuel_leak",
    "fuel_step",
    "hit",
    "oil_step",
    "out",
    "range_step",
    "restart",
    "settle",
    "strip",
    "why_not_strip",
]


class Hit(StrEnum):
    """BL-1 row 9: what a hit does to an engine."""

    NOTHING = "No effect"
    OUT = "Engine out"
    RUNAWAY = "Runaway"
    OIL = "Oil tank"


class Oil(StrEnum):
    """BL-1e."""

    FIRE = "Fire"
    LEAK = "Leak"
    SEALED = "Self-sealed"


ENGINE = CHARTS.numbers("BL-1-engine")
ENGINE_HIT = CHARTS.words("BL-1-engine-hit", Hit)
FEATHER = CHARTS.bind("BL-1c-feather", either("Feathered", "Not feathered"))
RUNAWAY = CHARTS.bind("BL-1d-runaway", either("Feathered", "Bail out"))
OIL = CHARTS.words("BL-1e-oil", Oil)
EXTINGUISHER = CHARTS.bind("BL-1e-extinguisher", either("Fire out", "Continues"))
OIL_ZONES = CHARTS.numbers("BL-1e-leak")
FUEL_TURNS = CHARTS.numbers("BL-1g-leak")

_ONE_LEFT = "one engine left"
_FURTHER_TANKS = (2, 1)  # BL-1g: turns with a second and a third leaking tank


# ------------------------------------------------------------------ BL-1 row 9


def hit(ref: Referee, m: Mission, wing: Section) -> None:
    """BL-1 row 9, 6.2 A hit on an engine of this wing; a dead one suffers nothing more."""
    engine = m.plane.engines[ref.roll(ENGINE, (), 0 if wing is Section.PORT_WING else 1) - 1]
    if engine.out():
        ref.note("engine-dead", engine=engine.number)
        return
    what = ref.roll(ENGINE_HIT)
    if what is Hit.OUT:
        _stop(ref, m, engine)
    elif what is Hit.RUNAWAY:
        _runaway(ref, m, engine)
    elif what is Hit.OIL:
        _oil(ref, m, engine)
    else:
        ref.note("engine-unharmed", engine=engine.number)


def _stop(ref: Referee, m: Mission, engine: Engine) -> None:
    """BL-1c An engine stops; its propeller is feathered or drags."""
    # RULING BL-1c: with the feathering controls out (BL-2) only a runaway engine fares worse, as the card has it.
    ref.concerns(f"engine {engine.number}", FEATHER)
    out(ref, m, engine, EngineState.FEATHERED if ref.roll(FEATHER) else EngineState.WINDMILLING)


def _runaway(ref: Referee, m: Mission, engine: Engine) -> None:
    """BL-1d A runaway engine: feathered, or everybody leaves; at once if the feathering controls are out."""
    ref.note("engine-runs-away", engine=engine.number)
    if m.plane.feathering_out:
        ref.note("feathering-out", causes=(), engine=engine.number)
    elif ref.roll(RUNAWAY):
        out(ref, m, engine, EngineState.FEATHERED)
        return
    else:
        ref.note("not-feathered", engine=engine.number)
    bailout.bail_out(ref, m, voluntary=False)


def _oil(ref: Referee, m: Mission, engine: Engine) -> None:
    """BL-1e The oil tank of an engine is hit."""
    what = ref.roll(OIL)
    if what is Oil.FIRE:
        _fire(ref, m, engine)
    elif what is Oil.SEALED:
        ref.note("oil-sealed", engine=engine.number)
    else:
        _oil_leak(ref, m, engine)


def _fire(ref: Referee, m: Mission, engine: Engine) -> None:
    """BL-1e, 11.3 An engine fire: two charges, then all leave; put out, the engine is dead and feathered."""
    ref.note("engine", engine=engine.number, state="on fire")
    if not m.plane.engine_extinguishers_out:
        while engine.charges > 0:
            engine.charges -= 1
            if ref.roll(EXTINGUISHER):
                out(ref, m, engine, EngineState.FEATHERED, told=True)
                ref.note("engine-fire-out", engine=engine.number, state=EngineState.FEATHERED)
                return
    ref.note("engine-burns", engine=engine.number)
    bailout.bail_out(ref, m, voluntary=False)


def _oil_leak(ref: Referee, m: Mission, engine: Engine) -> None:
    """BL-1e, 11.2 The engine runs for one to three more zones. `oil_zones` counts the zone of the hit as well."""
    zones = ref.roll(OIL_ZONES)
    # RULING 11.2: of two leaks the one that stops the engine sooner counts, as with fuel (11.4).
    if not engine.oil_zones or zones + 1 < engine.oil_zones:
        engine.oil_zones = zones + 1
        engine.root = m.cause
    ref.note("oil-leak", engine=engine.number, turns=engine.oil_zones - 1)


# ------------------------------------------------------------------ engines out


def out(ref: Referee, m: Mission, engine: Engine, state: EngineState, told: bool = False) -> None:
    """11.0, BL-1c An engine goes out: leave to abort; a propeller that is not feathered ends formation flying.

    `told`: the log hears of it in other words.
    """
    engine.state = state
    engine.oil_zones = 0
    engine.root = m.cause
    m.engines_root = m.cause
    if not told:
        ref.note("engine", engine=engine.number, state=state)
    m.permit("engine out")
    if state is EngineState.WINDMILLING and not m.falls_out:
        m.falls_out = "a propeller that cannot be feathered"


def event_failure(ref: Referee, m: Mission, number: int) -> None:
    """B-7 row 2, 11.5 This engine fails, and is feathered by BL-1c; one that failed this way starts again."""
    m.cause = Root.MECHANICAL
    engine = m.plane.engines[number - 1]
    if engine.by_event and engine.out():
        restart(ref, m, engine)
        return
    if engine.out():
        ref.note("engine-dead", engine=engine.number)  # 6.2
        return
    leak = engine.oil_zones
    _stop(ref, m, engine)
    engine.by_event = True
    engine.oil_zones = leak  # for when it runs again


def restart(ref: Referee, m: Mission, engine: Engine) -> None:
    """B-7 row 2 An engine that failed by event runs again. Lost height, bombs and formation stay lost."""
    engine.state = EngineState.RUNNING
    engine.by_event = False
    ref.note("engine", engine=engine.number, state=EngineState.RUNNING)
    if m.plane.engines_out() < 3:
        m.one_engine_zones = -1
        m.down_next = ""


def settle(ref: Referee, m: Mission) -> None:
    """11.0 What the number of engines out demands, once a wave, the flak or an event is over."""
    plane = m.plane
    count = plane.engines_out()
    if not count:
        return
    if count == 1:
        _one_out(ref, m)
        return
    words = ("two engines out", "three engines out", "no engine running")[count - 2]
    before = m.cause
    m.cause = m.engines_root or before
    if plane.bombs:
        formation.jettison(ref, m, words)
    if m.in_formation:
        formation.leave(ref, m, words)
    if count == 4:
        m.down_next = words
        landing.land_or_bail(ref, m, words)  # 11.7, manual 7.6: no gliding
    if not plane.low:
        formation.descend(ref, m, words)
    if count == 3:
        _one_left(ref, m)
    m.cause = before


def _one_out(ref: Referee, m: Mission) -> None:
    """11.0, 11.1, manual 5H.1 One engine out in formation with bombs aboard: shed them or lose the formation."""
    plane = m.plane
    if not (plane.bombs and m.in_formation) or m.falls_out:
        return
    may_bomb = m.leg is Leg.OUT and m.zone == m.target.zone and not (m.bomb_run or m.aborted)
    if may_bomb and m.engine_bombs_kept:
        return
    # RULING 11.1: jammed doors hold the bombs back here as they do over the target.
    # D11
    advised = advice.engine_bombs(m, may_bomb)
    key = ref.ask("engine-bombs", advised, lambda: questions.engine_bombs(m, may_bomb))
    before = m.cause
    m.cause = m.engines_root or before
    if key == "bomb":
        m.engine_bombs_kept = True
    elif key == "jettison":
        formation.jettison(ref, m, "one engine out")
    else:
        formation.leave(ref, m, "one engine out with bombs aboard")
    m.cause = before


# ------------------------------------------------------------------ 11.6 one engine left


def _one_left(ref: Referee, m: Mission) -> None:
    """11.6 Three engines out: one more zone, or two without bombs, guns, ammunition and extinguishers."""
    if m.one_engine_zones >= 0:
        return
    m.one_engine_zones = 2 if m.plane.stripped else 1
    ref.note("one-engine", causes=(), zones=m.one_engine_zones)
    # D12
    if not why_not_strip(m) and ref.agreed(
        "throw-overboard", advice.throw_overboard(m), lambda: questions.throw_overboard(m)
    ):
        strip(ref, m)


def strip(ref: Referee, m: Mission) -> None:
    """11.6 Guns, ammunition and hand extinguishers go overboard: one more zone on one engine."""
    plane = m.plane
    plane.stripped = True
    for gun in plane.guns.values():
        gun.armed = False
        gun.bursts = 0
    plane.extinguishers = 0  # RULING 11.6: those in the engines are built in
    m.one_engine_zones += 1
    m.down_next = ""  # RULING 11.6: also in the last zone, as long as the bomber is in the air
    ref.note("thrown-overboard", zones=m.one_engine_zones)


def why_not_strip(m: Mission) -> str:
    """11.6 Why nothing more can go overboard, or nothing."""
    if m.plane.stripped:
        return "everything has gone overboard (11.6)"
    if m.plane.bombs:
        return "the bombs must go first (11.6)"
    return ""


def range_step(ref: Referee, m: Mission) -> None:
    """11.6 A zone has been entered on one engine; the last one is where the bomber comes down (`down_step`)."""
    if m.one_engine_zones < 0 or m.zone <= 1:
        return
    m.one_engine_zones = max(0, m.one_engine_zones - 1)
    if not m.one_engine_zones:
        m.down_next = _ONE_LEFT
        ref.note("one-engine-last")


def down_step(ref: Referee, m: Mission) -> None:
    """11.6 (errata 31) A forced landing that is due comes after this turn's fighters."""
    if not m.down_next:
        return
    # RULING 11.6: on its first turn in the last zone; a second one there would only bring more fighters.
    m.cause = m.engines_root or Root.CHOICE
    landing.land_or_bail(ref, m, m.down_next)


# ------------------------------------------------------------------ 2A.1 oil and fuel


def oil_step(ref: Referee, m: Mission) -> None:
    """2A.1, 11.2, BL-1e A new zone: leaking engines whose time is up are stopped, and count as feathered.

    What follows from that waits for `settle`, which comes when the move is over.
    """
    # RULING 11.2: zones are those moved into; turning round over the target is none, nor is a second turn.
    for engine in m.plane.engines:
        if engine.oil_zones and engine.state is EngineState.RUNNING:
            engine.oil_zones -= 1
            if not engine.oil_zones:
                m.cause = engine.root or Root.MECHANICAL
                ref.note("oil-gone", engine=engine.number)
                out(ref, m, engine, EngineState.FEATHERED)


def fuel_leak(ref: Referee, m: Mission, tank: Tank) -> None:
    """BL-1g, 11.4 A tank leaks: turns of fuel left. The same tank again changes nothing (errata 19)."""
    plane = m.plane
    # RULING BL-1g: struck again it may still burn, but a second leak in it costs no more fuel than the first.
    if tank in plane.leaking:
        ref.note("tank-leaks-already", tank=tank)
        return
    before = len(plane.leaking)
    turns = _FURTHER_TANKS[min(before, 2) - 1] if before else ref.roll(FUEL_TURNS)
    plane.leaking.append(tank)
    # RULING 11.4: the smaller of what was left and what this leak leaves; a fourth tank is as bad as a third.
    if plane.fuel_turns < 0 or turns < plane.fuel_turns:
        plane.fuel_turns = turns
        plane.fuel_root = m.cause
    ref.note("fuel-leak", tank=tank, turns=plane.fuel_turns)


def fuel_step(ref: Referee, m: Mission) -> None:
    """2A.1, 11.4 A turn of a fuel leak; with the last one gone the bomber comes down at once."""
    plane = m.plane
    if plane.fuel_turns < 0:
        return
    # RULING 11.4: the turn of the hit is not counted; fuel is checked with the move (2A.1), so that who has none
    # left comes down in the zone just entered before any fighters come.
    plane.fuel_turns = max(0, plane.fuel_turns - 1)
    m.cause = plane.fuel_root or Root.MECHANICAL
    if plane.fuel_turns:
        ref.note("fuel-turns", turns=plane.fuel_turns)
    elif m.zone > 1:  # RULING 11.4: who reaches England with the last drop lands there as usual
        ref.note("out-of-fuel", zone=m.zone)
        landing.land_or_bail(ref, m, "out of fuel")
