"""What scripts/fuzz must know of B-17 (see fuzz.Adapter)."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Mapping

import msgspec

from flakhouse.core.agents import Default
from flakhouse.core.dice import Seeded
from flakhouse.core.game import JsonDict
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import campaign as tour
from flakhouse.games.b17 import position, possible, setup
from flakhouse.games.b17.options import CONFLICTS, OPTIONAL, Options
from flakhouse.games.b17.state import Engine, Mission, Plane
from flakhouse.games.b17.words import (
    Cover,
    End,
    EngineState,
    FormationPlace,
    GunName,
    Leg,
    Position,
    Root,
    Section,
    Squadron,
    Tank,
)

POSITIONS = {p.value: p for p in Position}
#: Questions whose options name casualties or stations, not men who would act.
ABOUT_CASUALTIES = ("carry", "lay", "name-", "take-station", "oxygen-place", "extra-man-hit", "move-to")
#: Questions at the end of a turn, when everything has been settled.
AFTER_THE_TURN = ("orders", "move-man", "carry-man", "ammo-to")
#: What never gets better once it is bad: flags of the plane, counts that never fall, counts that never rise.
FLAGS = tuple(f.name for f in dataclasses.fields(Plane) if f.name.endswith("_out") and f.type in ("bool", bool))
HITS = ("cable_hits", "window_hits", "rudder_hits")
#: The state when it was last looked at, and what was true of it.
_last: list[tuple[Mission, tuple[object, ...]]] = []


def options(rng: random.Random) -> dict[str, str]:
    """A rule set: mostly the advanced game, else any mixture."""
    if rng.random() >= 0.6:
        return {}
    return {name: rng.choice(("on", "off")) for name in (*OPTIONAL, *CONFLICTS)}


def campaign(rng: random.Random, options: dict[str, str]) -> JsonDict:
    """A record somewhere in a tour."""
    record = tour.new_campaign(Referee(Seeded(f"names {rng.random()}"), Default()))
    record.credited = rng.randrange(tour.TOUR)
    record.rabbits_feet = rng.choice((0, 0, 0, 1, 3))
    for man in record.crew.values():
        man.missions = rng.randrange(record.credited + 1)
        man.kills = rng.choice((0, 0, 1, 4, 5))
    if rng.random() < 0.1:
        record.credited = tour.TOUR + rng.randrange(3)
        record.bomber.missions, record.beyond = record.credited, True
    built: JsonDict = msgspec.to_builtins(record, str_keys=True)
    return built


# ------------------------------------------------------------------ faults


def fault(state: object) -> str:
    """What cannot be, and what has come back that never can."""
    if not isinstance(state, Mission):
        return ""
    return possible.fault(state) or (_backwards(state) if state.turn else "")


def _marks(m: Mission) -> tuple[object, ...]:
    """Counts that never rise while a mission is flown."""
    plane = m.plane
    return (
        plane.bombs,
        m.leg is Leg.OUT,
        -m.turn,
        plane.extinguishers,
        not plane.stripped,
        sum(gun.bursts for gun in plane.guns.values()),
        -len(plane.bursts_inside),
        -len(plane.heat_out),
        -len(plane.leaking),
        -len(plane.oxygen_burnt),
        not m.aborted,
        not m.bomb_run,
        m.end is End.FLYING,
        *(engine.charges for engine in plane.engines),
        *(not getattr(plane, name) for name in FLAGS),
        *(-getattr(plane, name) for name in HITS),
        *(-wing.root_hits for wing in plane.wings.values()),
        *(not (gun.broken or gun.inoperable) for gun in plane.guns.values()),
        *(man.aboard for man in m.men.values()),
        *(not man.dead for man in m.men.values()),
        *(not man.serious for man in m.men.values()),
        *(-man.light for man in m.men.values()),
        *(-man.kills for man in m.men.values()),
        *(not man.frostbitten for man in m.men.values()),
    )


def _backwards(m: Mission) -> str:
    """Something that only ever gets worse has got better."""
    marks = _marks(m)
    before = _last[0][1] if _last and _last[0][0] is m else marks
    _last[:] = [(m, marks)]
    for number, (was, now) in enumerate(zip(before, marks, strict=True)):
        if now > was:  # type: ignore[operator]
            return f"came back: mark {number} was {was}, is {now}"
    return ""


def final_fault(state: object) -> str:
    """Faults of a mission that is over; from a position, a man may be dead of something unknown."""
    return possible.final_fault(state) if isinstance(state, Mission) else "no mission was flown"


def question_fault(state: object, id: str, options: Mapping[str, str]) -> str:
    """Nobody who is dead or not aboard is asked to act; orders are given when all is settled."""
    if not isinstance(state, Mission):
        return ""
    if id in AFTER_THE_TURN and (why := possible.settled_fault(state)):
        return why
    if id.startswith(ABOUT_CASUALTIES):
        return ""
    for key in options:
        if key in POSITIONS and not state.men[POSITIONS[key]].aboard:
            return f"offers the {key}, who is not aboard"
        if key in POSITIONS and state.men[POSITIONS[key]].dead:
            return f"offers the {key}, who is dead"
        if key in POSITIONS and state.men[POSITIONS[key]].serious:
            return f"offers the {key}, who is seriously wounded"
    return ""


def ends(state: object) -> list[str]:
    """How the bomber ended, and of what."""
    if not isinstance(state, Mission):
        return ["no mission"]
    said = [state.end.value] + ([f"cause: {state.root.value}"] if state.root is not None else [])
    if state.aborted:
        said.append(f"aborted: {state.abort_cause}")
    return said


# ------------------------------------------------------------------ battered bombers


def battered(rng: random.Random, options: dict[str, str]) -> tuple[str, str]:
    """A position with much damage, so that rare charts are reached, and the step to start at."""
    switches = Options.of(options)
    number = rng.randrange(1, 27)
    city = rng.choice(setup.CITIES)
    zone = rng.randrange(2, setup.make_target(city).zone + 1)
    m = position.normal(switches, number, city, zone, rng.choice(list(Leg)))
    batter(rng, m)
    steps = ("move", "combat", "target") if m.leg is Leg.OUT and zone == m.target.zone else ("move", "combat")
    return position.write(m), rng.choice(steps)


def batter(rng: random.Random, m: Mission) -> None:
    """Damage a sound bomber at random, short of what would end the flight by itself."""
    plane = m.plane
    if m.number > 5:
        m.squadron = rng.choice(list(Squadron))
    m.place = rng.choice(list(FormationPlace))
    if 2 <= m.zone <= 4:
        m.cover = Cover.GOOD if m.number <= 5 else rng.choice(list(Cover))
    for flag in rng.sample(FLAGS, rng.randrange(7)):
        setattr(plane, flag, True)
    plane.cable_hits, plane.window_hits, plane.rudder_hits = (rng.randrange(n) for n in (3, 3, 4))
    for side, wing in plane.wings.items():
        wing.root_hits = rng.randrange(5)
        wing.flap_out, wing.aileron_out = rng.random() < 0.3, rng.random() < 0.3
        plane.tailplane_root[side] = rng.randrange(3)
        plane.elevator_out[side] = rng.random() < 0.3
    plane.extinguishers = rng.randrange(6)
    if rng.random() < 0.2:
        plane.ball_jammed = plane.guns[GunName.BALL].inoperable = True
    if m.leg is Leg.BACK and plane.bomb_doors_out and rng.random() < 0.5:
        plane.bombs, m.on_target, m.percent = True, None, 0
    _batter_air(rng, m)
    _batter_engines(rng, m)
    for gun in plane.guns.values():
        gun.bursts = rng.choice((0, 1, 3, gun.bursts, gun.bursts)) if gun.armed else 0
        gun.broken = rng.random() < 0.1
        gun.jammed = not gun.broken and rng.random() < 0.15
        gun.frozen = gun.jammed and not plane.low and rng.random() < 0.5
    _batter_men(rng, m)


def _batter_air(rng: random.Random, m: Mission) -> None:
    plane = m.plane
    for station in rng.sample(list(Position), rng.choice((0, 0, 1, 3))):
        plane.heat_out.append(station)
        plane.cold_zones[station] = rng.randrange(3)
    for station in rng.sample(list(Position), rng.choice((0, 0, 2, 4))):
        plane.oxygen_hits[station] = rng.choice((1, 1, 2))
    if rng.random() < 0.15:
        plane.oxygen_burnt.append(rng.choice((Section.NOSE, Section.RADIO_ROOM, Section.WAIST, Section.TAIL)))
    if rng.random() < 0.25:
        plane.leaking += rng.sample(list(Tank), rng.choice((1, 1, 1, 2)))
        plane.fuel_turns = rng.randrange(1, 7 if len(plane.leaking) == 1 else 3)
        plane.fuel_root = Root.FLAK


def _batter_engines(rng: random.Random, m: Mission) -> None:
    plane = m.plane
    for engine in rng.sample(plane.engines, rng.choice((0, 1, 1, 2, 3))):
        _stop(rng, m, engine)
    for engine in plane.engines:
        engine.charges = rng.randrange(3)
        if not engine.out() and rng.random() < 0.2:
            engine.oil_zones, engine.root = rng.randrange(1, 5), Root.FIGHTER
    if rng.random() < 0.1:
        plane.bursts_inside.append(rng.choice((Section.NOSE, Section.RADIO_ROOM, Section.WAIST)))
    out = plane.engines_out()
    if plane.crippled() or plane.windmilling() or out >= 1 or rng.random() < 0.2:
        m.in_formation = False
        m.leave["out of formation"] = rng.random() < 0.5
    if out >= 2:
        plane.bombs = plane.bombs and plane.bomb_doors_out
        plane.low = True
        if m.bomb_run and plane.bombs:
            m.on_target, m.percent = None, 0
        m.one_engine_zones = 1 if out == 3 else -1
        if out == 3 and not plane.bombs and rng.random() < 0.3:
            plane.stripped, plane.extinguishers = True, 0
            for gun in plane.guns.values():
                gun.armed, gun.bursts = False, 0
    elif not m.in_formation and rng.random() < 0.3:
        plane.low = True


def _stop(rng: random.Random, m: Mission, engine: Engine) -> None:
    engine.state = rng.choice((EngineState.FEATHERED, EngineState.FEATHERED, EngineState.WINDMILLING))
    engine.root = m.engines_root = Root.FLAK
    engine.by_event = rng.random() < 0.2


def _batter_men(rng: random.Random, m: Mission) -> None:
    men = rng.sample(list(m.men.values()), rng.randrange(6))
    for man in men:
        man.serious, man.light, man.dead = rng.choice(
            ((True, 0, False), (False, 1, False), (False, 2, False), (False, 0, True), (True, 3, False))
        )
        man.cause = Root.FIGHTER
        man.frostbitten = rng.random() < 0.2
        man.kills = rng.randrange(3)
    if all(m.at(seat) is None for seat in (Position.PILOT, Position.COPILOT)):
        pilot = m.men[Position.PILOT]
        pilot.serious = pilot.dead = False
        pilot.light = min(pilot.light, 2)
