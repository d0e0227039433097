"""7.2, 7-5d, 7-5p, 8.5 The questions about engines out, engines on fire and burning wing tanks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from flakhouse.core.charts import Chart
from flakhouse.core.mods import NO_MODS
from flakhouse.core.questions import Barred, Option, Question, Subject, yes_no
from flakhouse.core.stakes import Stake, on_results
from flakhouse.games.b29 import engine_fires, stores
from flakhouse.games.b29.advice import engines as advice
from flakhouse.games.b29.questions import stakes
from flakhouse.games.b29.state import Engine, Mission
from flakhouse.games.b29.words import Altitude, EngineState, Section

__all__ = [
    "BAIL_OUT",
    "BOMB",
    "DIVE",
    "DOWN",
    "JETTISON",
    "KEEP",
    "LAND",
    "STAY",
    "bail_out_now",
    "burning_engine",
    "engine_fire_dive",
    "engine_out_formation",
    "one_engine",
    "tank_fire_dive",
    "weak_engine_formation",
]

BOMB, JETTISON, KEEP = "bomb", "jettison", "keep"
LAND, BAIL_OUT, DIVE, STAY = "land", "bail-out", "dive", "stay"
#: By the reason why the bomber must come down: id and prompt.
DOWN = {
    "one engine": ("one-engine-down", "One engine cannot hold the bomber up any longer. Land here or bail out?"),
    "no engines": ("no-engines-down", "No engine runs. Crash-land here or bail out?"),
}


# ------------------------------------------------------------------ 7.2: engines out


def engine_out_formation(m: Mission, over_target: bool) -> Question:
    """7.2, D27 An engine is out in formation with bombs aboard."""
    about = [engine.subject for engine in m.plane.engines if engine.out()]
    prompt = "An engine is out, and the bombs are too heavy to keep up. What do you do?"
    why_bomb = "" if over_target else "only in the Designated Target Zone (7.2)"
    why = partial(advice.why_engine_out_formation, m, over_target)
    return _weight(m, "7.2", prompt, about, why, over_target, why_bomb)


def weak_engine_formation(m: Mission) -> Question:
    """4-9e, D28 An engine lacks power in formation with bombs aboard."""
    about = [engine.subject for engine in m.plane.engines if engine.state is EngineState.REDUCED]
    prompt = "An engine is weak, and the bombs are too heavy to keep up. What do you do?"
    return _weight(m, "4-9e", prompt, about, partial(advice.why_weak_engine_formation, m))


def _weight(
    m: Mission,
    rule: str,
    prompt: str,
    about: Sequence[Subject],
    reason: Callable[[], str],
    may_bomb: bool = False,
    why_bomb: str = "",
) -> Question:
    """D27, D28 Shed the bombs or lose the formation; over the target an engine out may still bomb."""
    options: dict[str, Option] = {}
    barred: dict[str, Barred] = {}
    if may_bomb:
        options[BOMB] = Option("Stay in formation and bomb the target")
    elif why_bomb:
        barred[BOMB] = Barred(why_bomb)
    why = stores.why_not_jettison_bombs(m)
    if why:
        barred[JETTISON] = Barred(why)
    else:
        options[JETTISON] = Option("Jettison the bombs and stay in formation")
    options[KEEP] = Option("Keep the bombs and drop out of formation")
    return Question(rule, prompt, options, *about, barred=barred, why=reason)


def one_engine(m: Mission) -> Question:
    """7.2, D50 Whether to fly on with one engine as far as it goes."""
    prompt = "One engine is left. Fly on as far as it allows? (No: land here or bail out.)"
    about = [engine.subject for engine in m.plane.engines if not engine.out()]
    return yes_no("7.2", prompt, *about, why=lambda: advice.why_one_engine(m))


def bail_out_now(m: Mission, why: str) -> Question:
    """8.5, D50, D51 The bomber must come down here: with it after the fighting, or by parachute at once."""
    options = {
        LAND: Option("Come down here once the fighting is over"),
        BAIL_OUT: Option("Everybody jumps now", stakes=stakes.bail_out(m), detail=stakes.stuck(m)),
    }
    zone = Subject("zone", str(m.zone))
    return Question("8.5", DOWN[why][1], options, zone, why=lambda: advice.why_bail_out_now(m))


# ------------------------------------------------------------------ 7-5d, p: fires


def engine_fire_dive(m: Mission, engine: Engine) -> Question:
    """7-5p, 7-10b, D24 An engine fire that the extinguishers left burning, at MED or HI."""
    options = {
        DIVE: Option("Dive to blow the fire out", stakes=(_blown_out(m, engine_fires.DIVE),)),
        BAIL_OUT: Option("Everybody jumps", stakes=stakes.bail_out(m), detail=stakes.stuck(m)),
        STAY: Option("Stay and hope the fire dies", stakes=_burns()),
    }
    prompt = f"Engine {engine.number} is still burning. Dive to blow it out, or jump?"
    return Question("7-5p", prompt, options, engine.subject, why=lambda: advice.why_dive(m))


def burning_engine(m: Mission, engine: Engine) -> Question:
    """7-5p, D24, D25 An engine burns on: jump, or roll for it."""
    options = {
        BAIL_OUT: Option("Everybody jumps", stakes=stakes.bail_out(m), detail=stakes.stuck(m)),
        STAY: Option("Stay and hope the fire dies", stakes=_burns()),
    }
    prompt = f"Engine {engine.number} burns and the bottles are empty. Jump, or stay and hope it dies?"
    return Question("7-5p", prompt, options, engine.subject, why=lambda: advice.why_burning_engine(m))


def tank_fire_dive(m: Mission, wing: Section) -> Question:
    """7-5d, D26 A wing tank burns, at MED or HI."""
    options = {
        DIVE: Option("Dive to blow the fire out", stakes=(_blown_out(m, engine_fires.TANK_DIVE),)),
        BAIL_OUT: Option("Everybody jumps", stakes=stakes.bail_out(m), detail=stakes.stuck(m)),
    }
    prompt = "A wing tank is burning. Dive, or bail out?"
    return Question("7-5d", prompt, options, Subject("part", wing.value), why=lambda: advice.why_dive(m))


def _burns() -> tuple[Stake, ...]:
    """7-5p The die for an engine that burns on."""
    burn = engine_fires.Burn
    return (on_results("the bomber flies on, burning", engine_fires.BURN.id, [burn.CONTINUES]),)


def _blown_out(m: Mission, chart: Chart[engine_fires.Dive]) -> Stake:
    """7-5d, p The dive: first whether a damaged wing holds, then whether the fire is out."""
    mods = (chart.mods["hi"],) if m.plane.altitude is Altitude.HI else NO_MODS
    label = "blows it out"
    out = on_results(label, chart.id, [engine_fires.Dive.OUT], mods)
    worst = engine_fires.worst_root(m)
    if not worst:
        return out

    def holds(faces: tuple[int, ...], total: int, word: str) -> bool | Stake:
        return out if total > worst else False

    return Stake(label, engine_fires.SNAP.id, holds)
