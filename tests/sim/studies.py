"""What the tests of studies share."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec

from flakhouse import games
from flakhouse.sim.files import Folder
from flakhouse.sim.report import write_report
from flakhouse.sim.runner import Done, run
from flakhouse.sim.study import Study, stamp_of
from flakhouse.sim.summary import summarize, text_table

SOURCE = Path(__file__).resolve().parents[2] / "src"

#: A bot that takes its time while a file of that name lies beside it, and is not one of the game's.
SLOW = """
import time
from pathlib import Path
from flakhouse.core.agents import Default

class Slow(Default):
    name = "slow"

    def __init__(self, seed):
        if Path("slow.txt").exists():
            time.sleep(0.04)
"""


def begin(path: Path, *studies: Study) -> Folder:
    return Folder.new(path, studies, stamp_of(games.load(studies[0].game)))


def fly_into(folder: Folder, jobs: int = 1, most: int | None = None) -> Done:
    """Fly; with `most`, stop when that many indices are complete or more. Write what a command writes."""
    seen = [folder.done]
    studies = folder.plan.studies
    done = run(
        studies,
        jobs=jobs,
        folder=folder,
        stop=lambda: most is not None and seen[0] >= most,
        progress=lambda done, count: seen.__setitem__(0, done),
    )
    summary = summarize(studies, done.done, done.tallies)
    folder.finish(msgspec.to_builtins(summary), text_table(summary))
    write_report(folder.path, folder.seen)
    folder.close()
    return done


def contents(path: Path) -> dict[str, bytes]:
    """Every file by name."""
    return {file.name: file.read_bytes() for file in sorted(path.iterdir())}


def start(folder: Path, *words: str) -> subprocess.Popen[str]:
    """A `flakhouse` command in a process of its own, with that folder as its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "flakhouse", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str], seconds: float = 120) -> tuple[int, str, str]:
    """Exit code, output and complaints of a command; it is ended if it does not end."""
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise
    return process.returncode, out, err


def command(folder: Path, *words: str) -> tuple[int, str, str]:
    """A command from start to end."""
    return finish(start(folder, *words))
