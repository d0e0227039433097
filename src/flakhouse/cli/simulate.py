"""`flakhouse simulate`: bots fly many missions or tours; tables, figures and a report come of it."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from flakhouse.cli.common import (
    Commands,
    Usage,
    command,
    game_of,
    house_of,
    options_of,
    say,
    say_json,
    seed_of,
    warn,
)

if TYPE_CHECKING:
    from types import FrameType

    from flakhouse.core.game import Game
    from flakhouse.sim.files import Folder
    from flakhouse.sim.runner import Done
    from flakhouse.sim.study import Study

__all__ = [
    "Bar",
    "Stop",
    "add",
    "add_many",
    "add_study",
    "add_work",
    "jobs_of",
    "new_folder",
    "planned_of",
    "studies_of",
]

_MOST_JOBS = 512


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "simulate",
        "let bots fly many missions or tours and give the figures",
        """flakhouse simulate b17 --missions 10000
        flakhouse simulate b17 --missions 10000 --first
        flakhouse simulate b29 --tours 500 --pilot doctrine --pilot cautious --out b29-tours
        flakhouse simulate doolittle --scenario 10 --detail --out raid
        flakhouse simulate --resume b29-tours
        flakhouse simulate --report b29-tours""",
    )
    parser.add_argument("game", nargs="?", help="name of the game, e.g. b17")
    add_study(parser)
    parser.add_argument("--pilot", metavar="NAME", action="append", help="the bot; several fly the same dice")
    parser.add_argument("--detail", action="store_true", help="count chart rows and damage too; takes longer")
    parser.add_argument("--out", metavar="DIR", help="write the tables and figures into this folder")
    parser.add_argument("--resume", metavar="DIR", help="continue a study that was interrupted")
    parser.add_argument("--report", metavar="DIR", help="only write the report of a folder again")
    add_work(parser)
    parser.set_defaults(act=_simulate)


def add_study(parser: argparse.ArgumentParser) -> None:
    """The arguments that say what is flown and how often; `compare` has them too."""
    add_many(parser)
    parser.add_argument("--seed", metavar="N", help="seed of the dice, any text; without it a new one is drawn")
    parser.add_argument(
        "--option", metavar="K=V", action="append", default=[], help="set a game option; may be repeated"
    )
    parser.add_argument("--scenario", metavar="NAME", default="", help="begin with the options of a scenario")
    parser.add_argument("--house", metavar="FILE", help="house rules: your own charts and options")


def add_many(parser: argparse.ArgumentParser) -> None:
    """The arguments that say how many, and which."""
    many = parser.add_mutually_exclusive_group()
    many.add_argument("--missions", type=int, metavar="N", help="missions from all over the tour (default 1000)")
    many.add_argument("--tours", type=int, metavar="N", help="whole tours")
    parser.add_argument("--first", action="store_true", help="missions: each the first of a new tour")


def planned_of(args: argparse.Namespace, game: Game) -> tuple[str, int, int]:
    """Unit, count and missions of what is asked for."""
    from flakhouse.sim.study import planned

    if args.first and args.tours is not None:
        raise Usage("--first is for missions; a tour has all of them")
    return planned(game, args.missions, args.tours, args.first)


def add_work(parser: argparse.ArgumentParser) -> None:
    """The arguments that say who does the work; they change no result."""
    parser.add_argument("--jobs", type=int, metavar="J", help="worker processes; default one for each processor")
    parser.add_argument(
        "--dask", metavar="ADDRESS", default="", help="fly on the Dask cluster with this scheduler"
    )


def jobs_of(args: argparse.Namespace) -> int:
    """How many processes."""
    if args.jobs is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    jobs: int = args.jobs
    if not 1 <= jobs <= _MOST_JOBS:
        raise Usage(f"--jobs {jobs}: expected 1 to {_MOST_JOBS}")
    if args.dask:
        raise Usage("--jobs is for this machine; the Dask cluster has its own workers")
    return jobs


def studies_of(args: argparse.Namespace) -> list[Study]:
    """What the command line asks for: a contender for each pilot."""
    from flakhouse.sim.study import Study, check, studied

    game = game_of(args.game)
    house = house_of(game, args.house)
    options = options_of(game, args.option, args.scenario)
    unit, count, missions = planned_of(args, game)
    study = Study(
        game=game.name,
        scenario=args.scenario,
        options=options,
        house=house.text if house else "",
        house_name=house.name if house else "",
        seed=studied(seed_of(args.seed)),
        unit=unit,
        count=count,
        missions=missions,
        detail=args.detail,
    )
    import msgspec

    pilots: list[str] = args.pilot or [game.default_pilot]
    studies = [msgspec.structs.replace(study, pilot=pilot) for pilot in pilots]
    check(studies)
    return studies


# ------------------------------------------------------------------ while it flies


class Bar:
    """A line on standard error, if that is a terminal: how many, how fast, how long still."""

    def __init__(self, word: str) -> None:
        self.word = word
        self.shown = sys.stderr.isatty()
        self._began = time.monotonic()
        self._first: int | None = None
        self._last = 0.0

    def __call__(self, done: int, count: int) -> None:
        """So many are done."""
        if self._first is None:
            self._first = done
        now = time.monotonic()
        if not self.shown or now - self._last < 0.2:
            return
        self._last = now
        sys.stderr.write("\r" + bar_text(done, count, done - self._first, now - self._began, self.word) + "\x1b[K")
        sys.stderr.flush()

    def end(self) -> None:
        """Take the line away."""
        if self.shown and self._last:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def bar_text(done: int, count: int, fresh: int, seconds: float, word: str) -> str:
    """[######----] 600 of 1,000 missions, 240 a second, 0:02 left."""
    full = round(20 * done / count) if count else 20
    text = f"[{'#' * full}{'-' * (20 - full)}] {done:,} of {count:,} {word}"
    if fresh and seconds > 0:
        rate = fresh / seconds
        left = round((count - done) / rate)
        clock = (
            f"{left // 3600}:{left // 60 % 60:02}:{left % 60:02}"
            if left >= 3600
            else f"{left // 60}:{left % 60:02}"
        )
        text += f", {rate:,.{0 if rate >= 10 else 1}f} a second, {clock} left"
    return text


class Stop:
    """Ctrl-C asks to stop; a second one stops whatever is going on."""

    def __init__(self) -> None:
        self.asked = False

    def __call__(self) -> bool:
        """Whether somebody wants to stop."""
        return self.asked

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Listen to Ctrl-C."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGINT, self._ask)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True


# ------------------------------------------------------------------ the command


def _simulate(args: argparse.Namespace) -> int:
    if args.report:
        return _report(args)
    jobs = jobs_of(args)
    if args.resume:
        return _resume(args, jobs)
    if not args.game:
        raise Usage("which game? (try flakhouse simulate --help)")
    studies = studies_of(args)
    return _fly(args, studies, new_folder(args.out, studies) if args.out else None, jobs)


def new_folder(name: str, studies: list[Study]) -> Folder:
    """A folder for these, where there is none yet."""
    from flakhouse import games
    from flakhouse.sim.files import DiskError, Folder, FolderError
    from flakhouse.sim.study import stamp_of

    try:
        return Folder.new(Path(name), studies, stamp_of(games.load(studies[0].game)))
    except DiskError:
        raise
    except FolderError as bad:
        raise Usage(f"--out: {bad}") from bad


def _resume(args: argparse.Namespace, jobs: int) -> int:
    from flakhouse import games
    from flakhouse.sim.files import DiskError, Folder, FolderError
    from flakhouse.sim.study import stamp_of

    asked = [args.game, args.missions, args.tours, args.pilot, args.seed, args.option, args.scenario, args.house]
    if any(asked) or args.out or args.detail or args.first:
        raise Usage("--resume takes everything from its folder; give only --jobs, --dask and --json with it")
    try:
        folder = Folder.resume(Path(args.resume))
    except DiskError:
        raise
    except FolderError as bad:
        raise Usage(f"--resume: {bad}") from bad
    try:
        now = stamp_of(games.load(folder.plan.studies[0].game))
        if folder.plan.stamp != now:
            raise FolderError(
                f"{args.resume} was flown with other rules (Flakhouse {folder.plan.stamp.version}, charts "
                f"{folder.plan.stamp.charts}; here {now.version}, {now.charts}): begin a new study"
            )
    except BaseException:
        folder.close()
        raise
    return _fly(args, list(folder.plan.studies), folder, jobs)


def _fly(args: argparse.Namespace, studies: list[Study], folder: Folder | None, jobs: int) -> int:
    """Fly, show and keep."""
    from flakhouse.core.run import calm_collector
    from flakhouse.sim.runner import run

    stop = Stop()
    bar = Bar(studies[0].unit)
    calm_collector()
    try:
        with stop.watching():
            try:
                done = run(studies, jobs=jobs, dask=args.dask, folder=folder, stop=stop, progress=bar)
            finally:
                bar.end()
            _show(args, studies, folder, done, jobs)
    finally:
        if folder is not None:
            folder.close()
    if done.complete:
        return 0
    warn(
        f"interrupted after {done.done:,} of {done.count:,} {studies[0].unit}"
        + (f"; flakhouse simulate --resume {folder.path} continues it" if folder else "")
    )
    return 130


def _show(args: argparse.Namespace, studies: list[Study], folder: Folder | None, done: Done, jobs: int) -> None:
    """Print the figures; with a folder write them and the report."""
    import msgspec

    from flakhouse.sim.report import write_report
    from flakhouse.sim.summary import summarize, text_table

    summary = summarize(studies, done.done, done.tallies)
    text = text_table(summary)
    if folder is not None:
        remark = folder.finish(msgspec.to_builtins(summary), text, jobs)
        write_report(folder.path, folder.seen)
        if remark:
            warn(remark)
    if args.json:
        say_json(summary)
        return
    for line in text.splitlines():
        say(line)
    if folder is not None:
        say()
        say(f"Tables and figures are in {folder.path}")


def _report(args: argparse.Namespace) -> int:
    from flakhouse.sim.report import write_report

    folder = Path(args.report)
    if args.game or args.out or args.resume:
        raise Usage("--report takes everything from its folder")
    if not (folder / "summary.json").is_file():
        raise Usage(f"--report: {folder} holds no study with figures")
    say(f"The report is {write_report(folder)}")
    return 0
