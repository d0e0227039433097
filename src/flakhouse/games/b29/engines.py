"""Rule 7.2 and the notes of 7-5 and 4-9 about engines: feathering, runaway propellers, fires, dives.

Notes (f) to (m) and (p) of table 7-5 print the same dice as notes (d) and (e) of 4-9 and (b) of 7-10; here
they are one procedure. What an engine does stands in `Engine.state`; the turn's hazards are rolled in step 7.
"""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.charts import Chart
from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import damage_nav, damage_wings, ending, events, formation, pressure, stores
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.state import Engine, Mission
from flakhouse.games.b29.words import (
    FULL_POWER,
    HI,
    LO,
    OUTBOUND,
    REDUCED_POWER,
    EngineState,
    Root,
    Section,
)

__all__ = [
    "FEATHER_D",
    "FEATHER_E",
    "TANK_DIVE",
    "Dive",
    "Feather",
    "changed",
    "dive",
    "dive_advised",
    "down_step",
    "feather",
    "fire",
    "hazards_step",
    "height_lost",
    "hit",
    "must_abort",
    "one_engine_step",
    "out",
    "reduced",
    "shut_down",
]

FULL, REDUCED, FEATHERED = FULL_POWER, REDUCED_POWER, EngineState.FEATHERED
WINDMILLING, RUNAWAY, BURNING = EngineState.WINDMILLING, EngineState.RUNAWAY, EngineState.BURNING


class Feather(StrEnum):
    """A feathering attempt."""

    DONE = "Feathered"
    FAILS = "Feathering Fails"


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


class Extinguish(StrEnum):
    """One try with the engine fire extinguisher."""

    OUT = "Fire Out"
    CONTINUES = "Fire Continues"


class Catch(StrEnum):
    """7-5j."""

    NO = "No Fire"
    FIRE = "Engine Fire"


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


ENGINE = CHARTS.numbers("7-5-engine")
ENGINE_HIT = CHARTS.words("7-5-engine-hit", Hit)
FEATHER_F = CHARTS.words("7-5f-feather", Feather)
FEATHER_G = CHARTS.words("7-5g-feather", Feather)
FEATHER_I = CHARTS.words("7-5i-feather", Feather)
FEATHER_D = CHARTS.words("4-9d-feather", Feather)
FEATHER_E = CHARTS.words("4-9e-feather", Feather)
OIL = CHARTS.words("7-5h-oil", Oil)
OIL_TURNS = CHARTS.numbers("7-5h-turns")
EXTINGUISH = CHARTS.words("7-5h-extinguish", Extinguish)
CATCH = CHARTS.words("7-5j-fire", Catch)
WINDMILL = CHARTS.words("7-5k-windmilling", Windmill)
RUN = CHARTS.words("7-5l-runaway", Runaway)
CONTROL = CHARTS.words("7-5m-control", Control)
PIECES = CHARTS.words("7-5m-pieces", Pieces)
PIECE_HITS = CHARTS.numbers("7-5m-hits")
BURN = CHARTS.words("7-5p-fire", Burn)
SNAP = CHARTS.numbers("7-5p-snap")
DIVE = CHARTS.words("7-5p-dive", Dive)
TANK_DIVE = CHARTS.words("7-5d-dive", Dive)

_AILERON, _RUDDER = CONTROL.mods["aileron"], CONTROL.mods["rudder"]


# ------------------------------------------------------------------ 7.2 engines out


def out(ref: Referee, m: Mission, engine: Engine, state: EngineState, root: Root) -> None:
    """7.2 An engine goes out, and everything that follows from it."""
    m.cause = root
    _lose(ref, m, engine, state)
    changed(ref, m)


def _lose(ref: Referee, m: Mission, engine: Engine, state: EngineState) -> None:
    """R-109: the engine no longer runs; its root is that of the first blow. 4.7D: leave to abort."""
    if not engine.out():
        engine.root = m.cause
    engine.state = state
    engine.oil_turns = 0
    m.damage_root = engine.root
    if ref.trace:
        ref.note("engine", engine=engine.number, state=state.value)
    m.permit("engine out")


def must_abort(m: Mission, reason: str) -> None:
    """4.7A A forced abort, carried out after combat; nothing for a bomber already on its way home."""
    if m.leg is OUTBOUND and not (m.aborted or m.bomb_run or m.must_abort):
        m.must_abort = reason


def changed(ref: Referee, m: Mission) -> None:
    """7.2, 4.2C What the number of engines out demands, after any change to it. R-72: three out are both cases."""
    plane = m.plane
    engines = plane.engines
    if engines[1].out() and engines[2].out() and not plane.pressure_lost:
        ref.note("inboard-engines-out")
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
        _come_down(ref, m, "no engines")


_KEEP = "Keep the bombs and drop out of formation"
_JETTISON = "Jettison the bombs and stay in formation"
_BOMB = "Stay in formation and bomb the target"


def _one_out(ref: Referee, m: Mission) -> None:
    """7.2 One engine out in formation with bombs aboard (D27)."""
    if not m.in_formation() or not m.plane.bombs_aboard():
        return
    over_target = m.zone == m.target.zone and m.leg is OUTBOUND and not m.bomb_run
    _weight(ref, m, "engine-out-formation", "7.2", "An engine is out, and the bombs weigh.", over_target, True)


def reduced(ref: Referee, m: Mission) -> None:
    """4-9e An engine on reduced power in formation with bombs aboard (D28)."""
    if m.in_formation() and m.plane.bombs_aboard():
        _weight(
            ref, m, "weak-engine-formation", "4-9e", "An engine lacks power, and the bombs weigh.", False, False
        )


def _weight(ref: Referee, m: Mission, id: str, rule: str, prompt: str, may_bomb: bool, for_good: bool) -> None:
    """D27 and D28: shed the bombs or lose the formation; over the target an engine out may still bomb."""
    options = {"bomb": _BOMB} if may_bomb else {}
    barred = {} if may_bomb or rule != "7.2" else {"bomb": "only in the Designated Target Zone (7.2)"}
    why = stores.why_not_jettison_bombs(m)
    if why:
        barred["jettison"] = why
    else:
        options["jettison"] = _JETTISON
    options["keep"] = _KEEP
    key = ref.choose(id, rule, prompt, options, next(iter(options)), barred)
    if key == "bomb" or (key == "jettison" and stores.drop_bombs(ref, m)):
        return
    formation.leave(ref, m, "engine trouble with bombs aboard", for_good=for_good)


# ------------------------------------------------------------------ 7.2 one engine, or none

_DOWN = {
    "one engine": ("one-engine-down", "One engine cannot hold the bomber up any longer. Land here or bail out?"),
    "no engines": ("no-engines-down", "No engine runs. Crash-land here or bail out?"),
}
_NOW_OR_LATER = {"land": "Come down here once the fighting is over", "bail-out": "Everybody bails out now"}


def _one_left(ref: Referee, m: Mission) -> None:
    """7.2 One engine operating (D50): down now at LO, one more zone from MED, two from HI."""
    if m.one_engine_zones >= 0:
        return
    m.engines_out_root = m.cause
    m.one_engine_zones = int(m.plane.altitude)
    ref.note("one-engine", zones=m.one_engine_zones)
    if not m.one_engine_zones or not _fly_on(ref):
        _come_down(ref, m, "one engine")


def _fly_on(ref: Referee) -> bool:
    """7.2 and D50: use the zones that are left, or come down at once."""
    prompt = "One engine is left. Fly on as far as it allows? (No: land here or bail out.)"
    return ref.yes("one-engine", "7.2", prompt, default=True)


def one_engine_step(ref: Referee, m: Mission) -> None:
    """7.2 A zone has been entered on one engine; the base square counts as one, but there the bomber lands.

    In the last zone it comes down when weather, course, event and combat there are over (`down_step`).
    """
    if m.one_engine_zones < 0 or m.zone == 0 or m.forced_down:
        return
    m.one_engine_zones = max(0, m.one_engine_zones - 1)
    if m.one_engine_zones and _fly_on(ref):
        return
    m.one_engine_zones = 0
    m.forced_down = "one engine"


def height_lost(m: Mission) -> None:
    """7.2 Thrown down to LO: the zones that one engine could still reach are gone, it comes down here."""
    if m.one_engine_zones > 0:
        m.one_engine_zones = 0
        m.forced_down = "one engine"


def _come_down(ref: Referee, m: Mission, why: str) -> None:
    """7.2, 8.5 Land or bail out here (D50, D51); in Zones 10-14 a landing waits for the end of combat."""
    waiting = m.forced_down
    m.forced_down = why
    if m.zone < 10:
        down_step(ref, m)
    elif not waiting:
        if m.in_formation():
            formation.leave(ref, m, "coming down", for_good=True)  # 8.5
        if ref.choose("bail-out-now", "8.5", _DOWN[why][1], _NOW_OR_LATER, "land") == "bail-out":
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
    id, prompt = _DOWN[m.forced_down]
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
        if feather(ref, m, engine, FEATHER_F):
            _lose(ref, m, engine, FEATHERED)
        else:
            engine.drag = True
            _lose(ref, m, engine, WINDMILLING)
        changed(ref, m)
    elif what is Hit.RUNAWAY:
        if feather(ref, m, engine, FEATHER_G):
            _lose(ref, m, engine, FEATHERED)
        else:
            engine.checks = True
            _lose(ref, m, engine, RUNAWAY)
            _runaway(ref, m, engine)
        changed(ref, m)
    elif what is Hit.OIL and not engine.oil_turns:
        _oil_hit(ref, m, engine)


def _oil_hit(ref: Referee, m: Mission, engine: Engine) -> None:
    """7-5h Oil tank hit: fire, a leak that ends in shutting the engine off, or nothing."""
    what = ref.roll(OIL)
    if what is Oil.FIRE:
        fire(ref, m, engine)
    elif what is Oil.LEAK:
        turns = ref.roll(OIL_TURNS)
        engine.oil_turns = turns + 1  # the turn of the hit is not counted; step 7 counts down
        engine.root = m.cause
        ref.note("oil-leak", engine=engine.number, turns=turns)


# ------------------------------------------------------------------ feathering and loose propellers


def feather(ref: Referee, m: Mission, engine: Engine, chart: Chart[Feather]) -> bool:
    """7-5f, g, i; 4-9d, e The feathering die; without feathering (7-9 row 10, 7-10c) it fails by itself."""
    plane = m.plane
    if plane.feathering_out or plane.power_out():
        ref.note("feathering-out", engine=engine.number)
        return False
    mods = NO_MODS
    if m.night and (chart is FEATHER_I or chart is FEATHER_D):  # a night mission, whatever the zone
        mods = (chart.mods["night"],)
    return ref.roll(chart, mods) is Feather.DONE


def shut_down(ref: Referee, m: Mission, engine: Engine, chart: Chart[Feather] = FEATHER_I) -> None:
    """7-5i, 4-9d, 4-9e-b Stop an engine: feathered, or a windmilling propeller with all its dangers."""
    if feather(ref, m, engine, chart):
        _lose(ref, m, engine, FEATHERED)
    else:
        engine.checks = True
        _lose(ref, m, engine, WINDMILLING)
        if not _catches_fire(ref, m, engine):
            _windmill(ref, m, engine)
    changed(ref, m)


def _catches_fire(ref: Referee, m: Mission, engine: Engine) -> bool:
    """7-5j, 4-9d-a The fire die of a propeller that will not feather; whether the engine burns afterwards."""
    if ref.roll(CATCH) is Catch.NO:
        must_abort(m, "propeller will not feather")
        return False
    _fire(ref, m, engine)
    return engine.state is BURNING


def _windmill(ref: Referee, m: Mission, engine: Engine) -> None:
    """7-5k, 4-9d-b Each turn, beginning with the current one: it may run away."""
    if ref.roll(WINDMILL) is Windmill.RUNAWAY:
        engine.state = RUNAWAY
        ref.note("engine", engine=engine.number, state=RUNAWAY.value)
        _runaway(ref, m, engine)


def _runaway(ref: Referee, m: Mission, engine: Engine) -> None:
    """7-5l, 4-9d-c Each turn a propeller runs away: the fire die first, then this one."""
    if _catches_fire(ref, m, engine):
        return
    what = ref.roll(RUN)
    if what is Runaway.HALTED:
        engine.state = WINDMILLING
        ref.note("engine", engine=engine.number, state=WINDMILLING.value)
    elif what is Runaway.VIBRATION:
        damage_wings.root_hit(ref, m, engine.wing())
    elif what is Runaway.EXPLOSION:
        _bursts(ref, m, engine)


def _bursts(ref: Referee, m: Mission, engine: Engine) -> None:
    """7-5m, 4-9d-d The propeller flies apart and takes the engine with it."""
    plane = m.plane
    engine.drag = engine.checks = False
    _lose(ref, m, engine, EngineState.DESTROYED)
    ref.note("propeller-bursts", engine=engine.number)
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
        hit(ref, m, wing, plane.engines[(engine.number - 1) ^ 1])
    if pieces is Pieces.FUSELAGE or pieces is Pieces.BOTH:
        damage_wings.root_hit(ref, m, wing)
        for _ in range(ref.roll(PIECE_HITS)):
            damage_nav.hit(ref, m)


# ------------------------------------------------------------------ engine fires


def fire(ref: Referee, m: Mission, engine: Engine) -> None:
    """7-5h, j, p; 4-9d, e; 7-10b An engine catches fire: extinguishers, then dive, jump or stay."""
    _fire(ref, m, engine)
    changed(ref, m)


def _fire(ref: Referee, m: Mission, engine: Engine) -> None:
    """The same before 7.2 is looked at: a fire is fought before anybody thinks of the formation."""
    if engine.state is WINDMILLING or engine.state is RUNAWAY:
        engine.prop = engine.state
    _lose(ref, m, engine, BURNING)
    # RULING R-75: with the engine extinguishers out (7-10b) there is no try at all.
    if not m.plane.engine_extinguishers_out:
        for _ in range(2):
            if ref.roll(EXTINGUISH) is Extinguish.OUT:
                _fire_out(ref, engine)
                must_abort(m, "engine fire")
                return
    _out_of_hand(ref, m, engine)


def _fire_out(ref: Referee, engine: Engine) -> None:
    """The engine stays out (7.2); a propeller that windmilled or ran away goes on with it."""
    engine.state = engine.prop or FEATHERED
    engine.prop = None
    ref.note("engine-fire-out", engine=engine.number, state=engine.state.value)


_STAY_OR_JUMP = {"bail-out": "Everybody bails out", "stay": "Stay with the bomber and roll for the fire"}
_DIVE_OR_JUMP = {
    "dive": "Dive to blow the fire out",
    "bail-out": "Everybody bails out",
    "stay": "Neither dive nor jump: roll for the fire",
}


def dive_advised(m: Mission) -> bool:
    """7-5d, p: a careful player's default: a dive pays from HI, or where a jump means capture, on sound wings."""
    worst = max(wing.root_hits for wing in m.plane.wings.values())
    return worst < 3 and (m.plane.altitude is HI or m.zone >= 10)


def _out_of_hand(ref: Referee, m: Mission, engine: Engine) -> None:
    """7-5p, 7-10b, 4-9d, e A fire the extinguishers left burning (D24)."""
    ref.note("engine-burns", engine=engine.number)
    if m.plane.altitude is not LO:
        prompt = "The engine fire will not go out. What now?"
        default = "dive" if dive_advised(m) else "bail-out"
        key = ref.choose("engine-fire-dive", "7-5p", prompt, _DIVE_OR_JUMP, default)
        if key == "bail-out":
            ending.bail_out(ref, m, voluntary=True)
        if key == "stay":
            _burn(ref, m, engine)  # RULING R-119: the LO procedure where he is
            return
        if dive(ref, m, DIVE) is Dive.OUT:
            _fire_out(ref, engine)
            return
    # RULING R-36: at LO the crew has the choice.
    _jump_or_burn(ref, m, engine)


def _jump_or_burn(ref: Referee, m: Mission, engine: Engine) -> None:
    """7-5p and D24, D25 Before each die for the fire the crew may bail out."""
    prompt = "An engine burns and nothing puts it out. Bail out, or stay with the bomber?"
    if ref.choose("burning-engine", "7-5p", prompt, _STAY_OR_JUMP, "bail-out") == "bail-out":
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
    ref.note("fire-dive", altitude=plane.altitude.name)
    ending.alarm_jumps(ref, m)  # 7-9b
    worst = max(wing.root_hits for wing in plane.wings.values())
    if worst and ref.roll(SNAP) <= worst:
        ref.note("wing-snaps")
        ending.uncontrolled(ref, m)
    result = ref.roll(chart, (chart.mods["hi"],) if plane.altitude is HI else NO_MODS)
    if result is Dive.SPREADS:
        ending.bail_out(ref, m, voluntary=False)
    elif result is Dive.LOST:
        ending.uncontrolled(ref, m)
    if m.in_formation():
        formation.leave(ref, m, "diving")
    pressure.change_altitude(ref, m, LO)
    if plane.windows_frosted:
        events.clear_windows(ref, m)
    if m.one_engine_zones > 0:
        # 7.2: the height that would have carried it further on one engine is gone.
        m.one_engine_zones = 0
        _come_down(ref, m, "one engine")
    return result


# ------------------------------------------------------------------ step 7: the hazards of the turn


def hazards_step(ref: Referee, m: Mission) -> None:
    """Step 7 (rulings 6) What goes on by itself: engines, a leaking tank in the bays, frosted windows."""
    plane = m.plane
    if plane.untouched:
        return
    sound, trouble = True, False
    for engine in plane.engines:
        if engine.state is not FULL or engine.oil_turns:
            sound = False
            if engine.state is not FEATHERED or engine.oil_turns:
                trouble = True
    if trouble:
        _engines_turn(ref, m)
    if plane.fwd.tank_leaking or plane.aft.tank_leaking:
        _tank_leaks(ref, m)
    if not sound and plane.engines_out() >= 2 and (plane.bombs_aboard() or plane.tank_fuel()):
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
            ref.note("oil-gone", engine=engine.number)
            shut_down(ref, m, engine)
    for engine, state in zip(engines, before, strict=True):
        if engine.state is not state:
            continue
        if state is BURNING:
            m.cause = engine.root or Root.MECHANICAL
            _jump_or_burn(ref, m, engine)
        elif state is RUNAWAY:
            m.cause = engine.root or Root.MECHANICAL
            _runaway(ref, m, engine)
        elif state is WINDMILLING and engine.checks:
            m.cause = engine.root or Root.MECHANICAL
            _windmill(ref, m, engine)


def _tank_leaks(ref: Referee, m: Mission) -> None:
    """7-3d A leaking auxiliary tank loses one box of its own each turn."""
    for bay in m.plane.bays():
        if not bay.tank_leaking:
            continue
        if bay.tank_boxes and not bay.tank_jettisoned:
            bay.tank_boxes -= 1
            ref.note("tank-leaks", bay=bay.section.value, left=bay.tank_boxes)
        if not bay.tank_boxes or bay.tank_jettisoned:
            bay.tank_leaking = False
