"""This checkout beside another revision, in one run: each in processes of its own, turn and turn about.

Each side is measured by its own scripts/bench.py in processor time. What counts is the median over the rounds of
our rate divided by theirs in the same round; beside it stand the least and the greatest. Where the advice has
changed, a game is not as long as it was: so the questions and rolls of a game stand beside it.
"""

from __future__ import annotations

import io
import json
import os
import statistics
import subprocess
import tarfile
import tempfile
from pathlib import Path

from bench_felt import UNITS
from builds import ROOT, environment, unpack

__all__ = ["against", "felt", "show_against", "show_felt"]


def _checkout(revision: str, folder: Path) -> Path:
    """The files of a revision, in a folder."""
    done = subprocess.run(["git", "archive", revision], cwd=ROOT, capture_output=True, check=False)
    if done.returncode:
        raise SystemExit(f"bench: {done.stderr.decode().strip()}")
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as files:
        files.extractall(folder, filter="data")
    return folder


def _rate(bench: Path, python: str, env: dict[str, str], words: list[str]) -> tuple[float, dict[str, float]]:
    """Missions a second, and how many questions and rolls a mission has."""
    ran = subprocess.run([python, str(bench), *words], env=env, stdout=subprocess.PIPE, check=True)
    found = json.loads(ran.stdout)
    return float(found["missions_per_second"]), {
        what: found[f"{what}_per_mission"] for what in ("questions", "rolls")
    }


def _sides(
    revision: str, scratch: Path, wheels: tuple[Path, Path] | None
) -> dict[str, tuple[Path, str, dict[str, str]]]:
    """By side: its scripts/bench.py, the interpreter, and the variables that give it its package."""
    other = _checkout(revision, scratch / "other")
    python, env = environment(None)
    more = _packages(other, python, scratch / "packages")
    paths = os.pathsep.join([str(other / "src"), *more])
    sides = {
        "ours": (ROOT / "scripts" / "bench.py", python, env),
        "theirs": (other / "scripts" / "bench.py", python, {**env, "PYTHONPATH": paths}),
    }
    if wheels is not None:
        for side, wheel in zip(list(sides), wheels, strict=True):
            python, env = environment(unpack(wheel, scratch / side))
            needed = more if side == "theirs" else []
            paths = os.pathsep.join([*filter(None, [env.get("PYTHONPATH", "")]), *needed])
            sides[side] = (sides[side][0], python, {**env, "PYTHONPATH": paths} if paths else env)
    return sides


def _packages(other: Path, python: str, folder: Path) -> list[str]:
    """Where the packages are that the other revision needs and this one does not; nothing if there are none."""
    ours, theirs = (_blocks(root / "requirements.lock") for root in (ROOT, other))
    missing = [text for name, text in theirs.items() if name not in ours]
    if not missing:
        return []
    folder.mkdir()
    lock = folder / "requirements.lock"
    lock.write_text("".join(missing))
    order = [python, "-m", "pip", "install", "--quiet", "--no-deps", "--require-hashes", "--target", str(folder)]
    subprocess.run([*order, "-r", str(lock)], check=True, stdout=subprocess.DEVNULL)
    return [str(folder)]


def _blocks(lock: Path) -> dict[str, str]:
    """The packages of a lock file by name, each with its hashes."""
    found: dict[str, str] = {}
    name = ""
    for line in lock.read_text().splitlines(keepends=True):
        if not line.startswith((" ", "#")):
            name = line.partition("==")[0]
        if name:
            found[name] = found.get(name, "") + line
    return found


def against(
    revision: str,
    cases: list[tuple[str, str]],
    missions: int,
    rounds: int,
    wheels: tuple[Path, Path] | None = None,
    pilot: str = "",
) -> list[dict[str, object]]:
    """The rates of both sides, game by game; with wheels (ours, theirs) of the compiled builds."""
    rows: list[dict[str, object]] = []
    with tempfile.TemporaryDirectory(prefix="flakhouse-") as folder:
        sides = _sides(revision, Path(folder), wheels)
        for game, scenario in cases:
            words = ["--json", "--rates", "--game", game, "--missions", str(missions), "--scenario", scenario]
            words += ["--pilot", pilot] if pilot else []
            rates: dict[str, list[float]] = {side: [] for side in sides}
            each: dict[str, dict[str, float]] = {}
            for turn in range(rounds):
                for side in sides if turn % 2 else reversed(sides):
                    rate, each[side] = _rate(*sides[side], words)
                    rates[side].append(rate)
            ratios = [ours / theirs for ours, theirs in zip(rates["ours"], rates["theirs"], strict=True)]
            rows.append(
                {
                    "game": f"{game} {scenario}".strip(),
                    "ours": round(statistics.median(rates["ours"]), 1),
                    "theirs": round(statistics.median(rates["theirs"]), 1),
                    "ratio": round(statistics.median(ratios), 3),
                    "least": round(min(ratios), 3),
                    "most": round(max(ratios), 3),
                    "questions": [each[side]["questions"] for side in sides],
                    "rolls": [each[side]["rolls"] for side in sides],
                }
            )
    return rows


#: What `felt` measures: a row of bench_felt.py, and the game.
FELT = (
    ("asked", "b17"),
    ("asked", "b29"),
    ("aims", "b17"),
    ("aims", "b29"),
    ("simulate", "b17"),
    ("simulate-2", "b17"),
    ("odds", "b29"),
    ("odds-2-percent", "b29"),
    ("start", "b17"),
    ("serve", "b17"),
    ("page", "b17"),
)


def felt(
    revision: str, chosen: list[str], rounds: int, wheels: tuple[Path, Path] | None = None
) -> list[dict[str, object]]:
    """What a user waits for, both sides measured by bench_felt.py of this checkout."""
    rows: list[dict[str, object]] = []
    script = str(ROOT / "scripts" / "bench_felt.py")
    with tempfile.TemporaryDirectory(prefix="flakhouse-") as folder:
        sides = _sides(revision, Path(folder), wheels)
        for row, game in FELT:
            if chosen and game not in chosen:
                continue
            found: dict[str, list[float]] = {side: [] for side in sides}
            for turn in range(rounds):
                for side in sides if turn % 2 else reversed(sides):
                    _, python, env = sides[side]
                    ran = subprocess.run([python, script, row, game], env=env, stdout=subprocess.PIPE, check=True)
                    found[side].append(float(json.loads(ran.stdout)["figure"]))
            ratios = [theirs / ours for ours, theirs in zip(found["ours"], found["theirs"], strict=True)]
            rows.append(
                {
                    "what": f"{row} {game}, {UNITS[row]}",
                    "ours": round(statistics.median(found["ours"]), 3),
                    "theirs": round(statistics.median(found["theirs"]), 3),
                    "times_as_fast": round(statistics.median(ratios), 2),
                    "least": round(min(ratios), 2),
                    "most": round(max(ratios), 2),
                }
            )
    return rows


def show_felt(revision: str, rows: list[dict[str, object]]) -> None:
    """The figures as a table."""
    print(f"{'':34}{'here':>10}{revision[:10]:>12}{'times':>8}   (least to greatest)")
    for row in rows:
        figures = f"{row['what']:34}{row['ours']:>10}{row['theirs']:>12}{row['times_as_fast']:>8}"
        print(f"{figures}   ({row['least']} to {row['most']})")


def show_against(revision: str, rows: list[dict[str, object]]) -> None:
    """The rates as a table."""
    head = f"{'missions a second':18}{'here':>10}{revision[:10]:>12}{'ratio':>8}   {'(least to greatest)':21}"
    print(f"{head}{'questions each':>16}{'rolls each':>16}")
    for row in rows:
        rates = f"{row['game']:18}{row['ours']:>10}{row['theirs']:>12}{row['ratio']:>8}"
        spread = f"({row['least']} to {row['most']})"
        each = "".join(f"{' / '.join(map(str, pair)):>16}" for pair in (row["questions"], row["rolls"]))
        print(f"{rates}   {spread:21}{each}")
