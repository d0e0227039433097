"""Measures speed on one core: missions a second, rolls a mission, the overhead factor, start-up.

The overhead factor is the time of a mission divided by the time that its number of bare dice draws and chart
look-ups takes in the same run. It compares machines and days better than seconds do.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time

from flakhouse.core.agents import Agent
from flakhouse.core.charts import Chart
from flakhouse.core.dice import Seeded
from flakhouse.core.referee import Referee
from flakhouse.core.run import calm_collector
from flakhouse.games.b29 import campaign as tour
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.game import GAME, fly_mission
from flakhouse.games.b29.options import Options
from flakhouse.games.b29.state import Campaign

CHUNK = 100


def cpu() -> str:
    try:
        with open("/proc/cpuinfo") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


class Flights:
    """Missions flown one after another, tour by tour, on one core with no log."""

    def __init__(self, pilot: str) -> None:
        self.options = Options()
        self.agent: Agent = GAME.pilots()[pilot]("bench")
        self.number = 0
        self.record = self._tour()

    def _tour(self) -> Campaign:
        return tour.new_campaign(Referee(Seeded("names"), self.agent), self.options)

    def fly(self, count: int) -> tuple[float, int, int]:
        """Processor seconds, rolls and questions of so many missions."""
        rolls = asked = 0
        start = time.process_time()
        for _ in range(count):
            if tour.over(self.record):
                self.record = self._tour()
            ref = Referee(Seeded(f"bench/{self.number}"), self.agent)
            fly_mission(ref, self.record, self.options)
            rolls += ref.rolls
            asked += ref.asked
            self.number += 1
        return time.process_time() - start, rolls, asked


def bare(rolls: int) -> float:
    """Seconds that this many dice draws and chart look-ups take by themselves."""
    charts: list[Chart[str]] = [CHARTS.charts[id] for id in ("4-2", "4-8", "5-1", "4-4", "4-5", "4-6")]
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
    """The best of five cold starts of a command, in seconds."""
    best = 99.0
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "flakhouse", *words],
            stdout=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        best = min(best, time.perf_counter() - start)
    return best


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--missions", type=int, default=3000)
    parser.add_argument("--pilot", default="doctrine")
    parser.add_argument("--json", action="store_true")
    a = parser.parse_args()
    calm_collector()
    flights = Flights(a.pilot)
    flights.fly(200)
    bare(20_000)
    # Missions and bare rolls take turns, so that whatever else the machine does falls on both.
    flown: list[float] = []
    empty: list[float] = []
    rolls = asked = 0
    for _ in range(a.missions // CHUNK):
        seconds, some, questions = flights.fly(CHUNK)
        flown.append(seconds)
        empty.append(bare(some))
        rolls += some
        asked += questions
    count = len(flown) * CHUNK
    mission = statistics.median(flown) / CHUNK
    factor = statistics.median(f / e for f, e in zip(flown, empty, strict=True))
    figures = {
        "cpu": cpu(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "pilot": a.pilot,
        "missions": count,
        "missions_per_second": round(1 / mission, 1),
        "rolls_per_mission": round(rolls / count, 1),
        "questions_per_mission": round(asked / count, 1),
        "microseconds_per_mission": round(1e6 * mission, 1),
        "microseconds_per_bare_roll": round(1e6 * statistics.median(empty) / (rolls / len(empty)), 3),
        "overhead_factor": round(factor, 2),
        "help_seconds": round(start_up("--help"), 3),
        "first_prompt_seconds": round(start_up("fly", "b29", "--log", "none"), 3),
    }
    if a.json:
        print(json.dumps(figures, indent=1))
    else:
        for name, value in figures.items():
            print(f"{name.replace('_', ' '):28} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
