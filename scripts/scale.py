"""How time, memory and disk grow with the number of missions.

Runs `flakhouse simulate GAME --first --missions N --jobs J --out FOLDER` for more and more missions, with all its
tables and its report, and prints for each run the seconds it took, the processor seconds of all its processes,
missions a second, the greatest memory of the command and of its largest worker, and the bytes of its files. The
exponent is the slope of a straight line through log(missions) and log(seconds less those of a study of one
mission): 1 means that twice the missions take twice as long.

Folders are made in a scratch folder, one at a time, and deleted after each run.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import msgspec
from bench import cpu
from builds import environment, unpack
from curves import page

from flakhouse import games
from flakhouse.sim.plots import Point, Series, lines
from flakhouse.sim.stats import slope

FIRST = 1_000
LOOK = 0.1  # seconds between looks at the memory
TOLD = 30.0  # seconds between lines of progress where nobody looks
KEPT = 400  # looks that are kept of a run
SPARE = 1.3  # disk that must be free, as a part of what the run will need


class Look(msgspec.Struct):
    """Memory in MB at one moment: the command itself, and the largest of its workers."""

    seconds: float
    parent: float
    worker: float


class Run(msgspec.Struct):
    """One study."""

    game: str
    jobs: int
    missions: int
    seconds: float
    processor_seconds: float
    missions_a_second: float
    parent_mb: float
    worker_mb: float
    csv_bytes: int
    parquet_bytes: int
    all_bytes: int
    looks: list[Look]


class Growth(msgspec.Struct):
    """What the runs of a game with so many jobs say together; without two runs there is no exponent."""

    game: str
    jobs: int
    start_up_seconds: float
    exponent: float | None
    processor_exponent: float | None
    bytes_a_mission: float


class SpeedUp(msgspec.Struct):
    """Seconds of one job over those of several."""

    game: str
    missions: int
    jobs: int
    times_as_fast: float


class Told(msgspec.Struct):
    """Everything that was measured."""

    cpu: str
    cores: int
    python: str
    build: str
    load_before: float
    seed: str
    runs: list[Run]
    growth: list[Growth]
    speed_up: list[SpeedUp]


# ------------------------------------------------------------------ memory


def _memory(pid: int, what: str) -> float:
    """Memory of a process in MB: VmRSS now, VmHWM at most so far; 0 if it is gone or cannot be read."""
    try:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith(what):
                return int(line.split()[1]) / 1024
    except (OSError, ValueError, IndexError):
        pass
    return 0.0


def _children(pid: int) -> list[int]:
    """The processes a process has started."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, (task / "children").read_text().split())
    return found


class Watch:
    """Looks at the memory of a command while it runs."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.began = time.monotonic()
        self.parent = self.worker = 0.0
        self.looks: list[Look] = []
        self._every = LOOK
        self._next = 0.0

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    def look(self) -> None:
        """The greatest memory so far is the kernel's own count, so that nothing between two looks is missed."""
        workers = _children(self.pid)
        self.parent = max(self.parent, _memory(self.pid, "VmHWM"))
        self.worker = max([self.worker, *(_memory(worker, "VmHWM") for worker in workers)])
        if self.seconds >= self._next:
            self._next = self.seconds + self._every
            now = max((_memory(worker, "VmRSS") for worker in workers), default=0.0)
            self.looks.append(Look(round(self.seconds, 2), round(_memory(self.pid, "VmRSS"), 1), round(now, 1)))
            if len(self.looks) > KEPT:
                self.looks = self.looks[::2]
                self._every *= 2


# ------------------------------------------------------------------ running


class Progress:
    """Where a run stands: one line that changes on a terminal, else a line now and then."""

    def __init__(self, words: str, folder: Path, missions: int) -> None:
        self.words, self.folder, self.missions = words, folder, missions
        self.line = sys.stderr.isatty()
        self.next = time.monotonic() + (1.0 if self.line else TOLD)

    def __call__(self, watch: Watch) -> None:
        if time.monotonic() < self.next:
            return
        self.next = time.monotonic() + (1.0 if self.line else TOLD)
        try:
            done = int(json.loads((self.folder / "checkpoint.json").read_text())["done"])
        except (OSError, ValueError, KeyError):
            done = 0
        minutes, seconds = divmod(int(watch.seconds), 60)
        text = f"{self.words}: {done:,} of {self.missions:,}, {minutes}:{seconds:02}, "
        text += f"command {watch.parent:.0f} MB, largest worker {watch.worker:.0f} MB"
        sys.stderr.write(f"\r{text}\x1b[K" if self.line else text + "\n")
        sys.stderr.flush()

    def end(self) -> None:
        if self.line:
            sys.stderr.write("\r\x1b[K")


def _wait(process: subprocess.Popen[bytes], watch: Watch, progress: Progress) -> float:
    """Wait for the end; processor seconds of the command and of all workers it waited for."""
    while True:
        watch.look()
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return usage.ru_utime + usage.ru_stime
        progress(watch)
        time.sleep(LOOK / 2)


def fly(args: argparse.Namespace, game: str, jobs: int, missions: int) -> Run:
    """One study, measured and deleted."""
    scratch = Path(tempfile.mkdtemp(prefix="flakhouse-scale-", dir=args.scratch))
    python, env = args.environment
    words = [python, "-m", "flakhouse", "simulate", game, "--first", "--missions", str(missions)]
    words += ["--seed", args.seed]
    words += ["--jobs", str(jobs), "--out", str(scratch / "study"), "--json"]
    words += ["--scenario", args.scenario] if args.scenario and game == "doolittle" else []
    words += ["--detail"] if args.detail else []
    process: subprocess.Popen[bytes] | None = None
    progress = Progress(f"{game}, jobs {jobs}", scratch / "study", missions)
    try:
        with (scratch / "errors.txt").open("wb") as errors:
            process = subprocess.Popen(
                words, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors
            )
            watch = Watch(process.pid)
            used = _wait(process, watch, progress)
            seconds = watch.seconds
        if process.returncode:
            raise SystemExit(f"{' '.join(words)}\n{(scratch / 'errors.txt').read_text().strip()}")
        files = [(file.suffix, file.stat().st_size) for file in (scratch / "study").iterdir()]
    finally:
        progress.end()
        if process is not None and process.returncode is None:
            process.send_signal(signal.SIGKILL)
            process.wait()
        shutil.rmtree(scratch, ignore_errors=True)
    return Run(
        game,
        jobs,
        missions,
        round(seconds, 2),
        round(used, 2),
        round(missions / seconds, 1),
        round(watch.parent, 1),
        round(watch.worker, 1),
        sum(size for suffix, size in files if suffix == ".csv"),
        sum(size for suffix, size in files if suffix == ".parquet"),
        sum(size for _, size in files),
        watch.looks,
    )


def _room(args: argparse.Namespace, missions: int, before: Run) -> None:
    """Stop before the disk is full, by what the run before wrote."""
    need = before.all_bytes / before.missions * missions * SPARE
    free = shutil.disk_usage(args.scratch or tempfile.gettempdir()).free
    if need > free:
        raise SystemExit(
            f"{missions:,} missions need about {need / 1e9:.1f} GB of disk, {free / 1e9:.1f} are free: "
            "--up-to fewer, or --scratch elsewhere"
        )


def counts(up_to: int) -> list[int]:
    """1,000, 3,000, 10,000, ... and the last."""
    found = [n for power in range(3, 10) for n in (10**power, 3 * 10**power) if n < up_to]
    return [*found, up_to]


def measure(args: argparse.Namespace) -> Told:
    """All runs, the small ones first."""
    load = round(os.getloadavg()[0], 1)
    runs: list[Run] = []
    growth: list[Growth] = []
    for game in args.game or ["b17"]:
        ones = {jobs: [fly(args, game, jobs, 1) for _ in range(3)] for jobs in args.jobs}
        mine: dict[int, list[Run]] = {jobs: [] for jobs in args.jobs}
        for missions in counts(args.up_to):
            for jobs in args.jobs:
                if mine[jobs]:
                    _room(args, missions, mine[jobs][-1])
                tries = [fly(args, game, jobs, missions) for _ in range(args.repeat)]
                mine[jobs].append(min(tries, key=lambda run: run.seconds))
                if not args.json:
                    _row(mine[jobs][-1], first=not runs and len(mine[args.jobs[0]]) == 1 and jobs == args.jobs[0])
        for jobs, found in mine.items():
            runs += found
            growth.append(_growth(found, ones[jobs]))
    return Told(
        cpu(),
        os.cpu_count() or 1,
        platform.python_version(),
        "compiled" if args.compiled else "pure",
        load,
        args.seed,
        runs,
        growth,
        _speed_up(runs),
    )


def _growth(runs: list[Run], ones: list[Run]) -> Growth:
    """The exponents of time, without that of a study of one mission."""
    start_up = min(run.seconds for run in ones)
    begin = min(run.processor_seconds for run in ones)
    last = runs[-1]
    return Growth(
        last.game,
        last.jobs,
        round(start_up, 2),
        _exponent([(run.missions, run.seconds - start_up) for run in runs]),
        _exponent([(run.missions, run.processor_seconds - begin) for run in runs]),
        round(last.all_bytes / last.missions),
    )


def _exponent(points: list[tuple[float, float]]) -> float | None:
    """The power, if there are two points to say it."""
    points = [(n, seconds) for n, seconds in points if seconds > 0]
    return round(slope(points), 3) if len(points) > 1 else None


def _speed_up(runs: list[Run]) -> list[SpeedUp]:
    """One job against several."""
    alone = {(run.game, run.missions): run.seconds for run in runs if run.jobs == 1}
    return [
        SpeedUp(run.game, run.missions, run.jobs, round(alone[run.game, run.missions] / run.seconds, 2))
        for run in runs
        if run.jobs > 1 and (run.game, run.missions) in alone
    ]


# ------------------------------------------------------------------ showing

HEAD = (
    "game",
    "jobs",
    "missions",
    "seconds",
    "processor s",
    "a second",
    "command MB",
    "worker MB",
    "CSV MB",
    "Parquet MB",
)


def cells(run: Run) -> list[str]:
    """A run as it stands in the table."""
    return [
        run.game,
        str(run.jobs),
        f"{run.missions:,}",
        f"{run.seconds:,.1f}",
        f"{run.processor_seconds:,.1f}",
        f"{run.missions_a_second:,.0f}",
        f"{run.parent_mb:.0f}",
        f"{run.worker_mb:.0f}" if run.worker_mb else "-",
        f"{run.csv_bytes / 1e6:,.1f}",
        f"{run.parquet_bytes / 1e6:,.1f}",
    ]


def _row(run: Run, first: bool) -> None:
    if first:
        print("".join(f"{word:>12}" for word in HEAD))
    print("".join(f"{word:>12}" for word in cells(run)), flush=True)


def sentences(told: Told) -> list[str]:
    """What the table says."""
    found: list[str] = []
    for one in told.growth:
        runs = [run for run in told.runs if (run.game, run.jobs) == (one.game, one.jobs)]
        if one.exponent is not None and one.processor_exponent is not None:
            found.append(
                f"{one.game}, jobs {one.jobs}: time grows with missions to the power of {one.exponent:.2f} "
                f"(processor time {one.processor_exponent:.2f}), after {one.start_up_seconds:.1f} s of start-up; "
                f"{one.bytes_a_mission:,.0f} bytes of files a mission."
            )
        early = next((run for run in runs if run.missions >= 10_000), runs[0])
        if early is not runs[-1]:
            worker = f", a worker {early.worker_mb:.0f} and {runs[-1].worker_mb:.0f}" if early.worker_mb else ""
            found.append(
                f"{one.game}, jobs {one.jobs}: at {early.missions:,} and at {runs[-1].missions:,} missions the "
                f"command takes {early.parent_mb:.0f} and {runs[-1].parent_mb:.0f} MB at most{worker}."
            )
    for fact in told.speed_up:
        if fact.missions == max(run.missions for run in told.runs):
            found.append(f"{fact.game}: {fact.jobs} jobs are {fact.times_as_fast:.2f} times as fast as one.")
    return found


def figures(told: Told) -> list[tuple[str, str]]:
    """The curves, each with a sentence about it."""
    kinds = [(one.game, one.jobs) for one in told.growth]
    by_kind = {kind: [run for run in told.runs if (run.game, run.jobs) == kind] for kind in kinds}
    several = len({game for game, _ in kinds}) > 1

    def name(kind: tuple[str, int]) -> str:
        return (f"{kind[0]}, " if several else "") + f"{kind[1]} {'job' if kind[1] == 1 else 'jobs'}"

    def series(what: str) -> list[Series]:
        return [
            Series(
                name(kind),
                [Point(run.missions, y := getattr(run, what), y, y) for run in runs if getattr(run, what)],
            )
            for kind, runs in by_kind.items()
        ]

    title = "Seconds of a study"
    drawn = [
        (
            "Both axes go by powers of ten: a straight line that climbs one power in one is linear growth.",
            lines(
                "time", title, " ".join(sentences(told)), series("seconds"), "missions", "seconds", (True, True)
            ),
        )
    ]
    memory = [Series(f"command, {one.name}", one.points) for one in series("parent_mb")]
    memory += [Series(f"worker, {one.name}", one.points) for one in series("worker_mb") if one.points]
    drawn.append(
        (
            "The greatest memory of the command, and of its largest worker, over the whole run.",
            lines("memory", "Memory of a study", "", memory, "missions", "MB at most", (True, False)),
        )
    )
    last = max(told.runs, key=lambda run: (run.missions, run.jobs))
    course = [
        Series(
            "command", [Point(one.seconds, one.parent, one.parent, one.parent) for one in last.looks if one.parent]
        )
    ]
    if last.worker_mb:
        workers = [Point(one.seconds, one.worker, one.worker, one.worker) for one in last.looks if one.worker]
        course.append(Series("largest worker", workers))
    drawn.append(
        (
            f"The memory of {last.game}, {last.missions:,} missions, jobs {last.jobs}, as time goes by; what "
            "comes at the end are the Parquet files and the report.",
            lines("course", "Memory while it flies", "", course, "seconds", "MB", (False, False)),
        )
    )
    return drawn


def _numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",")]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=games.names(), help="default b17; may be repeated")
    parser.add_argument("--scenario", default="1", help="of the Doolittle Raid; default 1")
    parser.add_argument("--up-to", type=int, default=100_000, metavar="N", help="most missions; default 100,000")
    parser.add_argument(
        "--jobs", type=_numbers, default=[1, 2], metavar="J,J", help="worker processes; default 1,2"
    )
    parser.add_argument("--repeat", type=int, default=1, help="runs of each kind, the quickest counts; default 1")
    parser.add_argument("--detail", action="store_true", help="with --detail of the command")
    parser.add_argument("--seed", default="scale")
    parser.add_argument(
        "--scratch", type=Path, metavar="DIR", help="where folders are made; default: the system's"
    )
    parser.add_argument("--compiled", type=Path, metavar="WHEEL", help="fly a build of scripts/compile")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="draw the curves: .html for all, .svg for the first"
    )
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    if args.up_to < FIRST or min(args.jobs) < 1 or args.repeat < 1:
        parser.error(f"--up-to {FIRST:,} or more, --jobs and --repeat 1 or more")
    with tempfile.TemporaryDirectory(prefix="flakhouse-") as folder:
        args.environment = environment(unpack(args.compiled, Path(folder)) if args.compiled else None)
        told = measure(args)
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(told), indent=1).decode())
    else:
        print(
            f"\n{told.cpu}, {told.cores} cores, Python {told.python}, {told.build}, load before {told.load_before}"
        )
        print("\n".join(sentences(told)))
    if args.out:
        table = [list(HEAD), *(cells(run) for run in told.runs)]
        args.out.write_text(
            page(args.out.suffix, "Missions, time and memory", sentences(told), figures(told), table)
        )
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
