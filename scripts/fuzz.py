"""Flies missions with every rule set and switch mixed, checks the invariants at every question and fourth roll.

A failure is written as a JSON report that says how to fly it again. At the end the chart rows and the
questions that were never reached are listed.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

from flakhouse.core.agents import Agent, RandomAgent
from flakhouse.core.ask import NOTHING_BARRED
from flakhouse.core.charts import Chart
from flakhouse.core.dice import Seeded
from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import campaign as tour
from flakhouse.games.b29 import debrief, mission, position, possible, setup
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.game import fly_mission
from flakhouse.games.b29.options import OMEGA, STREAMLINER, Options
from flakhouse.games.b29.pilots import Cautious, Doctrine
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import (
    Altitude,
    EngineState,
    Formation,
    Leg,
    MainGear,
    NoseGear,
    Position,
    Root,
    TargetType,
)

T = TypeVar("T")
POSITIONS = {p.value: p for p in Position}
SWITCHES = (*OMEGA, *STREAMLINER, "jack", "strict_history", "stay_early", "historical")
#: Questions whose options name casualties or stations, not men who would act.
ABOUT_CASUALTIES = ("carry", "lay", "name-", "take-station", "oxygen-station", "blind-gunner")


class Broken(Exception):
    """An invariant does not hold."""


class Checked(Referee):
    """A referee that checks the state at every roll and every question, and counts what is reached."""

    def __init__(self, seed: str, agent: Agent) -> None:
        super().__init__(Seeded(seed), agent)
        self.rows: Counter[tuple[str, str, str]] = Counter()
        self.keys: Counter[tuple[str, str]] = Counter()
        self.bursts = 999

    def roll(self, chart: Chart[T], mods: Sequence[Mod] = NO_MODS, column: int = 0) -> T:
        if self.rolls % 4 == 0:
            self.inspect()
        result = super().roll(chart, mods, column)
        columns = chart.data.columns
        self.rows[(chart.id, columns[column] if columns else "", chart.row(self.total))] += 1
        return result

    def choose(
        self,
        id: str,
        rule: str,
        prompt: str,
        options: Mapping[str, str],
        default: str = "",
        barred: Mapping[str, str] = NOTHING_BARRED,
        routine: bool = False,
    ) -> str:
        self.inspect()
        if set(options) & set(barred):
            raise Broken(f"{id}: an option is offered and barred: {sorted(set(options) & set(barred))}")
        if not options:
            raise Broken(f"{id}: a question without options")
        m = self.state
        if isinstance(m, Mission) and not id.startswith(ABOUT_CASUALTIES):
            for key in options:
                if key in POSITIONS and not m.men[POSITIONS[key]].aboard:
                    raise Broken(f"{id}: offers the {key}, who is not aboard")
                if key in POSITIONS and m.men[POSITIONS[key]].dead:
                    raise Broken(f"{id}: offers the {key}, who is dead")
        key = super().choose(id, rule, prompt, options, default, barred, routine)
        self.keys[(id, key)] += 1
        return key

    def inspect(self) -> None:
        m = self.state
        if isinstance(m, Mission) and m.turn:  # before take-off the bomber is still being made ready
            why = possible.fault(m)
            if why:
                raise Broken(why)


def switches(rng: random.Random) -> Options:
    """A rule set: mostly the advanced game, else any mixture."""
    options = Options()
    if rng.random() < 0.6:
        for name in SWITCHES:
            setattr(options, name, rng.random() < 0.5)
    options.settle()
    return options


def batter(rng: random.Random, m: Mission) -> None:
    """Damage a sound bomber at random, short of what would end the flight by itself."""
    plane = m.plane
    flags = (
        *(
            "intercom_out",
            "alarm_bell_out",
            "feathering_out",
            "cooling_out",
            "radar_out",
            "radio_out",
            "loran_out",
        ),
        *("pilot_controls_out", "bombsight_out", "release_failed", "generator_out", "motor_out", "tunnel_damaged"),
        *(
            "engine_extinguishers_out",
            "transfer_controls_out",
            "fuel_indicators_out",
            "gear_controls_out",
            "loran_out",
        ),
        *("flap_controls_out", "autopilot_out", "hydraulic_nose_hit", "radio_compass_out", "navigator_tools_out"),
        *("copilot_controls_out", "tail_sight_out", "bombardier_sight_out", "gyro_compass_out"),
    )
    for flag in rng.sample(flags, rng.randrange(8)):
        setattr(plane, flag, True)
    if plane.pilot_controls_out and plane.copilot_controls_out:
        plane.copilot_controls_out = False
    plane.electrical_hits = rng.choice((0, 0, 1, 1, 2))
    plane.duct_hits = rng.randrange(2)
    plane.utility_duct_hits = rng.randrange(2)
    plane.oxygen_container_hits = rng.randrange(2)
    plane.generator_tank_hits = rng.randrange(2)
    plane.windshield_hits = plane.rudder_hits = rng.randrange(2)
    plane.pumps_failed = rng.randrange(2)
    plane.rudder_control_hits = plane.elevator_control_hits = plane.aileron_control_hits = rng.randrange(2)
    plane.nose_gear = rng.choice(list(NoseGear))
    for side in plane.wings:
        plane.wings[side].root_hits = rng.randrange(5)
        plane.tailplane_root[side] = rng.randrange(2)
        plane.main_gear[side] = rng.choice(list(MainGear))
    for bay in plane.bays():
        bay.doors_damaged = not m.bomb_run and rng.random() < 0.3
        bay.release_damaged = rng.random() < 0.3
        bay.rafts_hit = rng.random() < 0.3
    if rng.random() < 0.6:
        engine = rng.choice(plane.engines)
        engine.state = rng.choice((EngineState.REDUCED, EngineState.FEATHERED, EngineState.WINDMILLING))
        engine.checks = engine.state is EngineState.WINDMILLING
        engine.root = Root.FLAK
        if engine.out():
            m.formation = Formation.NONE if m.night else Formation.FOR_GOOD
    for gun in plane.guns.values():
        gun.jammed = gun.armed and rng.random() < 0.15
    for man in rng.sample(list(m.men.values()), rng.randrange(4)):
        if man.aboard and man.position not in (Position.PILOT, Position.COPILOT):
            man.serious, man.light = rng.choice(((True, 0), (False, 1), (False, 2)))
    plane.wing_boxes = max(0, plane.wing_boxes - rng.randrange(6))


def fly_battered(rng: random.Random, ref: Checked, options: Options) -> Mission:
    """A flight from a position with much damage, so that rare charts are reached."""
    number = rng.randrange(1, 36)
    night = number > 10 and options.night_combat and rng.random() < 0.4
    altitude = Altitude.LO if night else rng.choice((Altitude.MED, Altitude.HI))
    city = rng.choice(("Tokyo", "Nagoya", "Kobe", "Osaka", "Yawata", "Aomori", "Okinawa"))
    kind = rng.choice(list(TargetType))
    zone = rng.randrange(1, setup.make_target(city, kind, number).zone + 1)
    m = position.normal(options, number, city, kind, night, altitude, zone, rng.choice(list(Leg)))
    batter(rng, m)
    ref.state = m
    mission.fly(ref, m, "combat" if m.leg is Leg.OUT and zone == m.target.zone else "move")
    record = position.campaign_of(m)
    debrief.debrief(ref, m, record)
    return m


def pilot(name: str, seed: str) -> Agent:
    return {"doctrine": Doctrine, "cautious": Cautious}[name]() if name != "random" else RandomAgent(seed)


def fly(seed: str, name: str) -> tuple[Checked, Mission | None, dict[str, object] | None]:
    """One mission anywhere in a tour; the failure report if something broke."""
    rng = random.Random(seed)
    options = switches(rng)
    ref = Checked(seed, pilot(name, seed))
    m: Mission | None = None
    try:
        if rng.random() < 0.25:
            m = fly_battered(rng, ref, options)
            why = possible.final_fault(m)
            if why:
                raise Broken(why)
            return ref, m, None
        record = tour.new_campaign(ref, options)
        record.credited = rng.randrange(35)
        for city, boxes in tour.CITY_BOXES.items():
            record.city_boxes[city] = rng.choice((0, 0, boxes))
        for man in record.crew.values():
            man.missions = rng.randrange(record.credited + 1)
        m = fly_mission(ref, record, options)
        why = possible.final_fault(m)
        if why:
            raise Broken(why)
    except Exception as bad:
        report: dict[str, object] = {
            "seed": seed,
            "pilot": name,
            "options": {n: getattr(options, n) for n in SWITCHES},
            "error": f"{type(bad).__name__}: {bad}",
            "where": traceback.format_exc().splitlines()[-12:],
        }
        return ref, m, report
    return ref, m, None


def chunk(
    job: tuple[str, str, int, int],
) -> tuple[Counter[tuple[str, str, str]], Counter[tuple[str, str]], Counter[str], list[dict[str, object]]]:
    study, name, first, last = job
    rows: Counter[tuple[str, str, str]] = Counter()
    keys: Counter[tuple[str, str]] = Counter()
    ends: Counter[str] = Counter()
    failures: list[dict[str, object]] = []
    for number in range(first, last):
        ref, m, failure = fly(f"{study}/{name}/{number}", name)
        rows.update(ref.rows)
        keys.update(ref.keys)
        if failure:
            failures.append(failure)
        elif m is not None:
            ends[f"{m.end.value}"] += 1
            if m.root is not None:
                ends[f"cause: {m.root.value}"] += 1
    return rows, keys, ends, failures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--missions", type=int, default=2000, help="missions per pilot (default 2000)")
    parser.add_argument("--pilot", action="append", choices=("random", "doctrine", "cautious"))
    parser.add_argument("--study", default="fuzz", help="seed text; missions are STUDY/PILOT/NUMBER")
    parser.add_argument("--one", help="fly one mission again: STUDY/PILOT/NUMBER")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--unreached", action="store_true", help="list chart rows never reached")
    parser.add_argument("--json", metavar="FILE", help="write failures and counts to a file")
    a = parser.parse_args()
    if a.one:
        _, _, failure = fly(a.one, a.one.split("/")[-2])
        print(json.dumps(failure, indent=1) if failure else "clean")
        return 1 if failure else 0
    rows: Counter[tuple[str, str, str]] = Counter()
    keys: Counter[tuple[str, str]] = Counter()
    ends: Counter[str] = Counter()
    failures: list[dict[str, object]] = []
    start = time.perf_counter()
    names = a.pilot or ["random", "doctrine"]
    size = 250
    jobs = [(a.study, n, i, min(i + size, a.missions)) for n in names for i in range(0, a.missions, size)]
    done = 0
    with ProcessPoolExecutor(a.jobs) as pool:
        for got in pool.map(chunk, jobs):
            rows.update(got[0])
            keys.update(got[1])
            ends.update(got[2])
            failures += got[3]
            done += 1
            if sys.stderr.isatty():
                print(f"\r{100 * done // len(jobs)} %  {len(failures)} failures", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    seconds = time.perf_counter() - start
    print(f"{a.missions * len(names)} missions in {seconds:.0f} s, {len(failures)} failures")
    kinds = Counter(str(f["error"])[:110] for f in failures)
    for kind, count in kinds.most_common(40):
        example = next(f for f in failures if str(f["error"])[:110] == kind)
        print(f"{count:6}  {kind}\n        {example['seed']}")
    for end, count in sorted(ends.items()):
        print(f"{count:8}  {end}")
    if a.unreached:
        for line in unreached(rows):
            print(line)
    if a.json:
        with open(a.json, "w") as file:
            json.dump(
                {"failures": failures, "ends": ends, "keys": {f"{i}={k}": n for (i, k), n in keys.items()}}, file
            )
    return 1 if failures else 0


def unreached(rows: Counter[tuple[str, str, str]]) -> list[str]:
    """Chart rows that no mission rolled."""
    lines: list[str] = []
    for id, chart in CHARTS.charts.items():
        if chart.data.dice == "none":
            continue
        for column in chart.data.columns or [""]:
            labels = list(dict.fromkeys(label for label in chart.labels if label))
            missing = [label for label in labels if not rows[(id, column, label)]]
            if missing:
                lines.append(f"never reached: {id} {column} rows {', '.join(missing)}")
    return lines


if __name__ == "__main__":
    sys.exit(main())
