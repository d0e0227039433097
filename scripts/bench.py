"""Measures speed on one core: missions a second, rolls a mission, the overhead factor, start-up.

The overhead factor is the time of a mission divided by the time that its number of bare dice draws and chart
look-ups takes in the same run. It compares machines and days better than seconds do.

A game may have a module scripts/bench_GAME.py with what `Adapter` says; without one its missions are flown
through `Game.play`, which reads and writes the campaign record each time, and any six charts serve for the
bare rolls.

With `--compiled` a build of scripts/compile is measured as well, in turn with this checkout. `--against REV`
measures this checkout and another revision turn and turn about; `--wheels OURS THEIRS` compiled builds of both;
with `--felt` what a user waits for, in time instead of missions (bench_felt.py).
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Protocol

from adapters import adapter
from bench_against import against, felt, show_against, show_felt
from builds import environment, unpack

from flakhouse import games
from flakhouse.core.agents import Agent, Default
from flakhouse.core.build import build
from flakhouse.core.charts import Chart
from flakhouse.core.dice import QUICK, Seeded, from_seed
from flakhouse.core.game import Game, JsonDict
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.core.run import calm_collector
from flakhouse.sim.study import Flyer, Study

CHUNK = 100
#: What `--compiled` measures: games, and scenarios of them.
CASES = (("b29", ""), ("b17", ""), ("doolittle", "1"), ("doolittle", "7"), ("doolittle", "10"))


def cpu() -> str:
    try:
        with open("/proc/cpuinfo") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


class Tour(Protocol):
    """A tour in memory."""

    def over(self) -> bool: ...

    def fly(self, ref: Referee) -> None:
        """Fly the next mission with this referee and bring the tour up to date."""


class Adapter(Protocol):
    """What a module bench_GAME.py holds: the ids of six charts of one or two dice, and a class of tours."""

    CHARTS: tuple[str, ...]

    def Tour(self, agent: Agent) -> Tour:
        """A new tour with the default options, its questions answered by this agent."""


class PlainTour:
    """A tour of any game through `Game.play`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.options = game.check_options({})
        self.campaign: JsonDict | None = None
        self.ended = False

    def over(self) -> bool:
        return self.ended

    def fly(self, ref: Referee) -> None:
        finish = self.game.play(ref, self.campaign, self.options)
        self.campaign, self.ended = finish.campaign, finish.over


class Flights:
    """Missions of a game flown one after another, tour by tour, on one core with no log."""

    def __init__(self, game: Game, pilot: str) -> None:
        self.game = game
        self.adapter: Adapter | None = adapter("bench", game.name)
        self.agent: Agent = game.pilots()[pilot]("bench")
        self.number = 0
        self.tour = self._tour()
        self.charts = self._charts()

    def _tour(self) -> Tour:
        return self.adapter.Tour(self.agent) if self.adapter else PlainTour(self.game)

    def _charts(self) -> list[Chart[str]]:
        """Six charts for the bare rolls."""
        charts = self.game.charts().charts
        if self.adapter:
            return [charts[id] for id in self.adapter.CHARTS]
        usual = [c for c in charts.values() if c.data.dice in ("1d6", "2d6") and not c.data.number]
        return (usual * 6)[:6]

    def fly(self, count: int) -> tuple[float, int, int]:
        """Processor seconds, rolls and questions of so many missions."""
        rolls = asked = 0
        start = time.process_time()
        for _ in range(count):
            if self.tour.over():
                self.tour = self._tour()
            ref = Referee(from_seed(f"{QUICK}bench/{self.number}"), self.agent)  # as studies throw them
            self.tour.fly(ref)
            rolls += ref.rolls
            asked += ref.asked
            self.number += 1
        return time.process_time() - start, rolls, asked


def bare(charts: list[Chart[str]], rolls: int) -> float:
    """Seconds that this many dice draws and chart look-ups take by themselves."""
    dice = Seeded("bare")
    start = time.process_time()
    for i in range(rolls):
        chart = charts[i % 6]
        if chart.single:
            chart.at(dice.d6())
        else:
            chart.at(dice.d6() + dice.d6())
    return time.process_time() - start


def start_up(*words: str) -> float:
    """The best of five cold starts in seconds; `play` ends at its first prompt, where nobody types."""
    best = 99.0
    for _ in range(5):
        with tempfile.TemporaryDirectory(prefix="flakhouse-") as folder:
            env = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
            start = time.perf_counter()
            subprocess.run(
                [sys.executable, *words],
                env={**env, "FLAKHOUSE_DATA": folder},
                stdout=subprocess.DEVNULL,
                stdin=subprocess.DEVNULL,
                check=False,
            )
            best = min(best, time.perf_counter() - start)
    return best


def with_log(game: Game, scenario: str, missions: int) -> float:
    """Processor seconds of a first mission with every roll and event kept, as a player has it."""
    found = {one.key: one.options for one in game.scenarios()}
    options = game.check_options(found.get(scenario, {}))
    start = time.process_time()
    for number in range(missions):
        game.play(Referee(Seeded(f"log/{number}"), Default(), trace=True), None, dict(options))
    return (time.process_time() - start) / missions


class Asked(Agent):
    """Takes every default like doctrine, but is asked first."""

    name = "asked"

    def __init__(self, seed: str) -> None:
        pass

    def choose(self, ask: Question, ref: Referee) -> str:
        return ask.default


def bots(name: str, missions: int) -> dict[str, object]:
    """First missions a second of every bot, as studies fly them but without their tables."""
    rates: dict[str, float] = {}
    for pilot in ("doctrine", "asked", "cautious", "random", "rollout"):
        flyer = Flyer(Study(game=name, pilot="" if pilot == "asked" else pilot))
        if pilot == "asked":
            flyer.make = Asked
        count = max(2, missions // 200) if pilot == "rollout" else missions
        flyer.play("warm", None, None)
        start = time.process_time()
        for number in range(count):
            flyer.play(f"bots/{number}", None, None)
        rates[pilot] = round(count / (time.process_time() - start), 2)
    return {"game": name, **rates}


def measure(name: str, pilot: str, missions: int, scenario: str = "", rates: bool = False) -> dict[str, object]:
    """The figures of a game; only those of many missions, if just the rates are wanted."""
    game = games.load(name)
    pilot = pilot or game.default_pilot
    if pilot not in game.pilots():
        raise SystemExit(f"{name} has no pilot {pilot!r}; pilots: {', '.join(game.pilots())}")
    flights = Flights(game, pilot)
    calm_collector()
    flights.fly(200)
    bare(flights.charts, 20_000)
    # Missions and bare rolls take turns, so that whatever else the machine does falls on both.
    flown: list[float] = []
    empty: list[float] = []
    rolls = asked = 0
    for _ in range(max(1, missions // CHUNK)):
        seconds, some, questions = flights.fly(CHUNK)
        flown.append(seconds)
        empty.append(bare(flights.charts, some))
        rolls += some
        asked += questions
    count = len(flown) * CHUNK
    mission = statistics.median(flown) / CHUNK
    factor = statistics.median(f / e for f, e in zip(flown, empty, strict=True))
    figures: dict[str, object] = {
        "game": name,
        "cpu": cpu(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "build": build(),
        "pilot": pilot,
        "missions": count,
        "missions_per_second": round(1 / mission, 1),
        "rolls_per_mission": round(rolls / count, 1),
        "questions_per_mission": round(asked / count, 1),
        "microseconds_per_mission": round(1e6 * mission, 1),
        "microseconds_per_bare_roll": round(1e6 * statistics.median(empty) / (rolls / len(empty)), 3),
        "overhead_factor": round(factor, 2),
    }
    if rates:
        return figures
    return figures | {
        "milliseconds_with_log": round(1e3 * with_log(game, scenario, min(100, missions)), 2),
        "help_seconds": round(start_up("-m", "flakhouse", "--help"), 3),
        "first_prompt_seconds": round(start_up("-m", "flakhouse", "play", name, "--seed", "1"), 3),
    }


def both(where: Path, chosen: list[str], pilot: str, missions: int) -> list[dict[str, object]]:
    """The checkout and a compiled build, each in processes of its own: two in turn, the better counts."""
    rows: list[dict[str, object]] = []
    with tempfile.TemporaryDirectory(prefix="flakhouse-") as folder:
        kinds = {"pure": environment(None), "compiled": environment(unpack(where, Path(folder)))}
        for game, scenario in CASES:
            if chosen and game not in chosen:
                continue
            row: dict[str, object] = {"game": f"{game} {scenario}".strip()}
            best: dict[str, dict[str, float]] = {}
            words = [__file__, "--json", "--rates", "--game", game, "--missions", str(missions)]
            words += ["--scenario", scenario, *(("--pilot", pilot) if pilot else ())]
            for kind in ("pure", "compiled") * 2:
                python, env = kinds[kind]
                ran = subprocess.run([python, *words], env=env, stdout=subprocess.PIPE, check=True)
                told = json.loads(ran.stdout)
                if told["build"] != kind:
                    raise SystemExit(f"{where} is not a compiled build")
                if kind not in best or told["missions_per_second"] > best[kind]["missions_per_second"]:
                    best[kind] = told
            for kind, told in best.items():
                row[f"{kind}_missions_per_second"] = told["missions_per_second"]
                row[f"{kind}_overhead_factor"] = told["overhead_factor"]
            row["times_as_fast"] = round(
                best["compiled"]["missions_per_second"] / best["pure"]["missions_per_second"], 2
            )
            rows.append(row)
    return rows


def show_both(rows: list[dict[str, object]]) -> None:
    print(f"{cpu()}, Python {platform.python_version()}, load {os.getloadavg()[0]:.1f}")
    print(f"{'':14}{'missions a second':>22}{'overhead factor':>20}")
    print(f"{'':14}{'pure':>11}{'compiled':>11}{'pure':>10}{'compiled':>10}{'times as fast':>15}")
    for row in rows:
        name, pure, pure_factor, fast, fast_factor, times = row.values()
        print(f"{name:14}{pure:>11}{fast:>11}{pure_factor:>10}{fast_factor:>10}{times:>15}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", choices=games.names(), help="default: all, one after another")
    parser.add_argument("--missions", type=int, default=3000)
    parser.add_argument("--pilot", default="", help="default: the game's own")
    parser.add_argument("--scenario", default="", help="of a game that has scenarios (doolittle: 1 to 10)")
    parser.add_argument("--compiled", type=Path, metavar="WHEEL", help="a wheel, or an environment with it")
    parser.add_argument("--rates", action="store_true", help="nothing but many missions in a row")
    parser.add_argument("--bots", action="store_true", help="missions a second of each bot instead")
    parser.add_argument("--against", metavar="REV", help="beside another revision, turn and turn about")
    parser.add_argument("--wheels", type=Path, nargs=2, metavar=("OURS", "THEIRS"), help="compiled builds of both")
    parser.add_argument("--felt", action="store_true", help="with --against: what a user waits for")
    parser.add_argument("--rounds", type=int, default=5, help="of --against")
    parser.add_argument("--json", action="store_true")
    a = parser.parse_args()
    if a.against:
        cases = [case for case in CASES if not a.game or case[0] in a.game]
        wheels = (a.wheels[0], a.wheels[1]) if a.wheels else None
        if a.felt:
            rows = felt(a.against, a.game or [], a.rounds, wheels)
            print(json.dumps(rows, indent=1)) if a.json else show_felt(a.against, rows)
            return 0
        rows = against(a.against, cases, a.missions, a.rounds, wheels, a.pilot)
        print(json.dumps(rows, indent=1)) if a.json else show_against(a.against, rows)
        return 0
    if a.compiled:
        rows = both(a.compiled, a.game or [], a.pilot, a.missions)
        print(json.dumps(rows, indent=1)) if a.json else show_both(rows)
        return 0
    if a.scenario:
        os.environ["FLAKHOUSE_BENCH_SCENARIO"] = a.scenario  # read by the game's adapter
    if a.bots:
        calm_collector()
        found = [bots(name, a.missions) for name in a.game or games.names()]
    else:
        found = [measure(name, a.pilot, a.missions, a.scenario, a.rates) for name in a.game or games.names()]
    if a.json:
        print(json.dumps(found if len(found) > 1 else found[0], indent=1))
        return 0
    for i, figures in enumerate(found):
        if i:
            print()
        for name, value in figures.items():
            print(f"{name.replace('_', ' '):28} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
