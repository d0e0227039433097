"""Measures speed on one core: missions a second, rolls a mission, the overhead factor, start-up.

The overhead factor is the time of a mission divided by the time that its number of bare dice draws and chart
look-ups takes in the same run. It compares machines and days better than seconds do.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time

from flakhouse.core.agents import Agent
from flakhouse.core.charts import Chart
from flakhouse.core.dice import Seeded
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import campaign as tour
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.game import GAME, fly_mission
from flakhouse.games.b29.options import Options


def cpu() -> str:
    try:
        with open("/proc/cpuinfo") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def missions(count: int, pilot: str) -> tuple[float, int, int]:
    """Seconds, rolls and questions of missions flown one after another, tour by tour."""
    options = Options()
    agent: Agent = GAME.pilots()[pilot]("bench")
    rolls = asked = flown = 0
    number = 0
    start = time.perf_counter()
    while flown < count:
        record = tour.new_campaign(Referee(Seeded("names"), agent), options)
        while record.credited < 35 and flown < count:
            ref = Referee(Seeded(f"bench/{number}"), agent)
            fly_mission(ref, record, options)
            rolls += ref.rolls
            asked += ref.asked
            flown += 1
            number += 1
    return time.perf_counter() - start, rolls, asked


def bare(rolls: int) -> float:
    """Seconds that this many dice draws and chart look-ups take by themselves."""
    charts: list[Chart[str]] = [CHARTS.charts[id] for id in ("4-2", "4-8", "5-1", "4-4", "4-5", "4-6")]
    dice = Seeded("bare")
    start = time.perf_counter()
    for i in range(rolls):
        chart = charts[i % 6]
        if chart.single:
            chart.at(dice.d6())
        else:
            chart.at(dice.d6() + dice.d6())
    return time.perf_counter() - start


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
    missions(200, a.pilot)
    bare(20_000)
    seconds, rolls, asked = missions(a.missions, a.pilot)
    empty = bare(rolls)
    figures = {
        "cpu": cpu(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "pilot": a.pilot,
        "missions": a.missions,
        "missions_per_second": round(a.missions / seconds, 1),
        "rolls_per_mission": round(rolls / a.missions, 1),
        "questions_per_mission": round(asked / a.missions, 1),
        "microseconds_per_mission": round(1e6 * seconds / a.missions, 1),
        "microseconds_per_bare_roll": round(1e6 * empty / rolls, 3),
        "overhead_factor": round(seconds / empty, 2),
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
