"""Measures what a user waits for, of any revision: this file runs with the package of either side (`--felt`).

It uses nothing but what releases have had since 0.4: agents that are asked, studies, odds, the command line.

- asked: microseconds of a mission whose bot is asked every question and aims every gun by chance
- aims: the same for one that wants to aim and no more; where a plan of fire may be one answer, it gives one
- simulate: microseconds a mission of `flakhouse simulate --out`, on one core, first missions of new tours
- simulate-2: the same on two cores: by how much the clock is faster than with one
- odds: microseconds of a sample at a fight of the B-29, and seconds to a table within 2 percent either way
- start, serve: seconds of computing to the first prompt of `play`, and to the first page of `serve`
- page: milliseconds of an answer of the start page, the least of forty

All but the table within 2 percent, the two cores and the page are processor time.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import resource
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from flakhouse import games
from flakhouse.core.agents import Agent
from flakhouse.core.dice import Seeded
from flakhouse.core.referee import Referee
from flakhouse.core.run import calm_collector
from flakhouse.core.session import Session
from flakhouse.sim.odds import odds
from flakhouse.sim.study import Study

if TYPE_CHECKING:
    from flakhouse.core.agents import Together
    from flakhouse.core.chapter import begin
    from flakhouse.core.questions import Question
else:
    try:
        from flakhouse.core.agents import Together
    except ImportError:
        Together = None
    try:
        from flakhouse.core.chapter import begin
    except ImportError:  # as it was in 0.4
        from flakhouse.core.session import begin

MISSIONS = 200
SIMULATED = 3000
FIGHT = "allocate-fire"
TWO_PERCENT = 0.02
#: What each row is measured in; more is worse.
UNITS = {
    "asked": "us a mission",
    "aims": "us a mission",
    "simulate": "us a mission",
    "simulate-2": "of the time of one core",
    "odds": "us a sample",
    "odds-2-percent": "s",
    "start": "s of computing",
    "serve": "s of computing",
    "page": "ms",
}


class Aims(Agent):
    """Takes advice but for its guns, which it aims by chance; it is asked everything."""

    name = "aims"

    def __init__(self) -> None:
        self.chance = random.Random("aims")

    def choose(self, ask: Question, ref: Referee) -> str:
        if ask.id == "fire-plan":
            return "each"
        if ask.id in ("gun-fire", FIGHT):
            return self.chance.choice(list(ask.options))
        return ask.default


class Plans(Aims):
    """The same, but it says what it wants to be asked, and answers a plan of fire at once where it may."""

    wants = frozenset({"fire-plan", "gun-fire", FIGHT} if Together is None else {"fire-plan", FIGHT})

    def choose(self, ask: Question, ref: Referee) -> str:
        if Together is not None and ask.rows:
            rows = {gun: self.chance.choice(keys) for gun, keys in ask.rows.items()}
            return Together(super().choose(ask, ref), rows)
        return super().choose(ask, ref)


def asked(name: str, pilot: Agent) -> float:
    """Microseconds of a mission."""
    game = games.load(name)
    options = game.check_options({})
    calm_collector()
    began = 0.0
    for number in range(-20, MISSIONS):
        if number == 0:
            began = time.process_time()
        game.play(Referee(Seeded(f"asked/{number}"), pilot), None, dict(options))
    return (time.process_time() - began) / MISSIONS * 1e6


def _children() -> float:
    """Seconds of computing of all processes that were started from here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _computing(words: list[str]) -> float:
    """Seconds of computing that a command takes, with those it starts."""
    with tempfile.TemporaryDirectory(prefix="flakhouse-") as folder:
        env = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
        before = _children()
        subprocess.run(
            [sys.executable, "-m", "flakhouse", *words],
            env={**env, "FLAKHOUSE_DATA": folder},
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )
    return _children() - before


def _study(name: str, jobs: int, count: int) -> list[str]:
    """A command that flies first missions, as `--missions` alone did in 0.4."""
    first = ["--first"] if "missions" in Study.__struct_fields__ else []
    words = ["simulate", name, "--seed", "1", "--jobs", str(jobs), "--out", "out", "--missions", str(count)]
    return [*words, *first]


def simulate(name: str) -> float:
    """Microseconds a mission: one long study less a short one, so that start and end fall out."""
    some, many = (_computing(_study(name, 1, count)) for count in (SIMULATED // 10, SIMULATED))
    return (many - some) / (SIMULATED - SIMULATED // 10) * 1e6


def simulate_two(name: str) -> float:
    """The time by the clock of two processes, of which one takes 1; start and end fall out."""
    took: dict[int, float] = {}
    for jobs in (1, 2):
        ends = []
        for count in (SIMULATED // 10, 4 * SIMULATED):
            began = time.monotonic()
            _computing(_study(name, jobs, count))
            ends.append(time.monotonic() - began)
        took[jobs] = ends[1] - ends[0]
    return took[2] / took[1]


def fight(name: str) -> Session:
    """A session at the fourth question about a gun, or the first that comes after so much of a flight."""
    game = games.load(name)
    for number in range(100):
        session = Session(game, begin(game, f"fight/{number}"), trace=False)
        session.run()
        left = 4
        while session.pending is not None:
            left -= session.pending.id in (FIGHT, "fire-plan")
            if not left:
                return session
            session.answer(session.pending.default)
    raise SystemExit(f"no fight in a hundred flights of {name}")


def sample(name: str) -> float:
    """Microseconds of a sample on one core."""
    session = fight(name)
    calm_collector()
    *_, first = odds(session, limit=5)
    began = time.process_time()
    *_, table = odds(session, limit=60)
    return (time.process_time() - began) / sum(row.n for row in table.rows) * 1e6 if first.n else 0.0


def to_two_percent(name: str) -> float:
    """Seconds until every share of the table is known to 2 percent either way, on all processors."""
    session = fight(name)
    began = time.monotonic()
    with contextlib.closing(odds(session, limit=20_000, jobs=os.cpu_count() or 1)) as tables:
        for table in tables:
            shares = [measure.key for measure in table.measures if measure.share]
            cells = [row.cells[key] for row in table.rows for key in shares]
            if all(
                cell.low is not None and cell.high is not None and cell.high - cell.low <= 2 * TWO_PERCENT
                for cell in cells
            ):
                break
    return time.monotonic() - began


@contextlib.contextmanager
def _server() -> Iterator[str]:
    """A server that has given its first page: its address."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    where = f"http://127.0.0.1:{port}/"
    with tempfile.TemporaryDirectory(prefix="flakhouse-") as folder:
        env = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
        server = subprocess.Popen(
            [sys.executable, "-m", "flakhouse", "serve", "--no-browser", "--port", str(port)],
            env={**env, "FLAKHOUSE_DATA": folder},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            while not _page(where):
                time.sleep(0.01)
            yield where
        finally:
            server.terminate()
            server.wait()


def _page(where: str) -> bool:
    try:
        with urllib.request.urlopen(where, timeout=60) as answer:
            return bool(answer.read())
    except OSError:
        return False


def serve() -> float:
    """Seconds of computing to the first page, and to the end right after it."""
    before = _children()
    with _server():
        pass
    return _children() - before


def page() -> float:
    """Milliseconds of a page, the least of forty."""
    with _server() as where:
        took: list[float] = []
        for _ in range(40):
            began = time.monotonic()
            _page(where)
            took.append(time.monotonic() - began)
    return min(took) * 1e3


def measure(row: str, game: str) -> float:
    """One figure."""
    ways: dict[str, Callable[[], float]] = {
        "asked": lambda: asked(game, Aims()),
        "aims": lambda: asked(game, Plans()),
        "simulate": lambda: simulate(game),
        "simulate-2": lambda: simulate_two(game),
        "odds": lambda: sample(game),
        "odds-2-percent": lambda: to_two_percent(game),
        "start": lambda: _computing(["play", game, "--seed", "1"]),
        "serve": serve,
        "page": page,
    }
    return ways[row]()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("row", choices=UNITS)
    parser.add_argument("game", choices=games.names())
    a = parser.parse_args()
    print(json.dumps({"figure": measure(a.row, a.game), "package": str(Path(games.__file__).parent.parent)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
