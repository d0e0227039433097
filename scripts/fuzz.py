"""Flies missions with every rule set and switch mixed, checks the invariants at every question and fourth roll.

A failure says how to fly it again; `--reports` writes each kind of failure as a save that `flakhouse saves
import` reads. At the end the chart rows that were never reached are listed.

What is special to a game stands in scripts/fuzz_GAME.py: see `Adapter`.
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
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

import msgspec
from adapters import adapter, chosen

from flakhouse import __version__, games, savefile
from flakhouse.core.agents import Agent
from flakhouse.core.chapter import Chapter, begin
from flakhouse.core.charts import Chart
from flakhouse.core.dice import Seeded
from flakhouse.core.game import JsonDict
from flakhouse.core.journal import Answer
from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.questions import Advice, Question, Rows
from flakhouse.core.referee import Referee
from flakhouse.errors import SaveError

T = TypeVar("T")
BATTERED = 0.25  # of the missions start from a damaged bomber in flight
SIZE = 250  # missions of one job


class Adapter(Protocol):
    """The functions of a module scripts/fuzz_GAME.py.

    A mission is made from its seed alone: first `options`, then with chance BATTERED a position from
    `battered`, else a record from `campaign`; all take their chances from `rng` and from nowhere else. It is
    flown by `Game.play`, so that whatever fails can be told as a save. `state` is what the game keeps in
    `ref.state`: None or another thing before there is a mission in flight.
    """

    def options(self, rng: random.Random) -> dict[str, str]:
        """Options of the game as text, as `Game.check_options` takes them; those left out are the defaults."""

    def campaign(self, rng: random.Random, options: dict[str, str]) -> JsonDict | None:
        """A record from anywhere in a tour, as `Game.play` takes it; None for a new one."""

    def battered(self, rng: random.Random, options: dict[str, str]) -> tuple[str, str] | None:
        """A position text with much damage and the step to start at; None to fly an ordinary mission."""

    def fault(self, state: object) -> str:
        """What cannot be, at any roll or question of a mission ("" if all is well)."""

    def final_fault(self, state: object) -> str:
        """What cannot be after a mission."""

    def question_fault(self, state: object, id: str, options: Mapping[str, str]) -> str:
        """What is wrong with a question and its options."""

    def ends(self, state: object) -> list[str]:
        """What to count of a mission that is over, first how it ended."""


class Broken(Exception):
    """An invariant does not hold."""


class Checked(Referee):
    """A referee that checks the state at so many questions and rolls, and counts what is reached."""

    def __init__(
        self, seed: str, agent: Agent, knows: Adapter, keep: bool = False, every: int = 4, asks: int = 1
    ) -> None:
        super().__init__(Seeded(seed), agent, keep=keep)
        self.every = every
        self.asks = asks
        self.asked = 0
        self.knows = knows
        self.rows: Counter[tuple[str, str, str]] = Counter()
        self.keys: Counter[tuple[str, str]] = Counter()

    def roll(
        self,
        chart: Chart[T],
        mods: Sequence[Mod] = NO_MODS,
        column: int = 0,
        least: int | None = None,
        most: int | None = None,
    ) -> T:
        if self.rolls % self.every == 0:
            self.inspect()
        result = super().roll(chart, mods, column, least, most)
        columns = chart.data.columns
        self.rows[(chart.id, columns[column] if columns else "", chart.row(self.total))] += 1
        return result

    def read(
        self,
        chart: Chart[T],
        faces: tuple[int, ...],
        mods: Sequence[Mod] = NO_MODS,
        column: int = 0,
        kept: tuple[int, ...] | None = None,
        least: int | None = None,
        most: int | None = None,
    ) -> T:
        result = super().read(chart, faces, mods, column, kept, least, most)
        columns = chart.data.columns
        self.rows[(chart.id, columns[column] if columns else "", chart.row(self.total))] += 1
        return result

    def put(self, id: str, advised: Advice, question: Question, row: str = "", rows: Rows | None = None) -> str:
        options = question.options
        look = self.asked % self.asks == 0
        if look:
            self.inspect()
        if both := sorted(set(options) & set(question.barred)):
            raise Broken(f"{id}: an option is offered and barred: {both}")
        if not options and not question.free:
            raise Broken(f"{id}: a question without options")
        labels = {key: option.label for key, option in options.items()}
        why = self.knows.question_fault(self.state, id, labels) if look and not question.free else ""
        if why:
            raise Broken(f"{id}: {why}")
        key = super().put(id, advised, question, row, rows)
        self.keys[(id, key)] += 1
        return key

    def inspect(self) -> None:
        why = self.knows.fault(self.state)
        if why:
            raise Broken(why)


class Job(NamedTuple):
    """Missions STUDY/PILOT/FIRST up to LAST of a game."""

    game: str
    study: str
    pilot: str
    first: int
    last: int
    every: int = 4
    asks: int = 1


class Flown(NamedTuple):
    """A mission: what it started from, its referee, and the failure report if something broke."""

    chapter: Chapter
    ref: Checked
    failure: dict[str, object] | None


class Counts:
    """What many missions came to."""

    def __init__(self) -> None:
        self.rows: Counter[tuple[str, str, str]] = Counter()
        self.keys: Counter[tuple[str, str]] = Counter()
        self.ends: Counter[str] = Counter()
        self.failures: list[dict[str, object]] = []

    def add(self, other: Counts) -> None:
        self.rows.update(other.rows)
        self.keys.update(other.keys)
        self.ends.update(other.ends)
        self.failures += other.failures


def knowing(game: str) -> Adapter:
    found: Adapter | None = adapter("fuzz", game)
    if found is None:
        raise SystemExit(f"no scripts/fuzz_{game}.py")
    return found


def beginning(name: str, seed: str) -> Chapter:
    """The chapter of a mission, from its seed."""
    game, knows, rng = games.load(name), knowing(name), random.Random(seed)
    options = game.check_options(knows.options(rng))
    start = knows.battered(rng, options) if rng.random() < BATTERED else None
    if start is not None:
        return begin(game, seed, options=options, position=start[0], step=start[1])
    return begin(game, seed, options=options, campaign=knows.campaign(rng, options))


def fly(name: str, seed: str, pilot: str, keep: bool = False, every: int = 4, asks: int = 1) -> Flown:
    """One mission, anywhere in a tour or from a battered position."""
    game, knows = games.load(name), knowing(name)
    ref = Checked(seed, game.pilots()[pilot](seed), knows, keep, every, asks)
    chapter = Chapter(game=name, seeds=[(0, seed)])
    try:
        chapter = beginning(name, seed)
        game.play(ref, chapter.campaign, dict(chapter.options), chapter.position, chapter.step)
        why = knows.final_fault(ref.state)
        if why:
            raise Broken(why)
    except Exception as bad:
        report: dict[str, object] = {
            "game": name,
            "seed": seed,
            "pilot": pilot,
            "options": chapter.options,
            "error": f"{type(bad).__name__}: {bad}",
            "where": traceback.format_exc().splitlines()[-12:],
        }
        return Flown(chapter, ref, report)
    return Flown(chapter, ref, None)


def chunk(job: Job) -> Counts:
    """Fly some missions and count."""
    counts = Counts()
    for number in range(job.first, job.last):
        seed = f"{job.study}/{job.pilot}/{number}"
        _, ref, failure = fly(job.game, seed, job.pilot, every=job.every, asks=job.asks)
        counts.rows.update(ref.rows)
        counts.keys.update(ref.keys)
        if failure:
            counts.failures.append(failure)
        else:
            counts.ends.update(knowing(job.game).ends(ref.state))
    return counts


def kinds(failures: list[dict[str, object]]) -> dict[str, list[dict[str, object]]]:
    """Failures by their first words, the most frequent first."""
    found: dict[str, list[dict[str, object]]] = {}
    for failure in failures:
        found.setdefault(str(failure["error"])[:110], []).append(failure)
    return dict(sorted(found.items(), key=lambda item: -len(item[1])))


def report(failure: dict[str, object], name: str) -> savefile.SaveFile:
    """A failure as a save: flown again with every answer kept, up to where it broke.

    If the rules crash when the last answer is played again, that answer is left out, so that the save can be
    imported; a remark says what it was.
    """
    chapter, ref, _ = fly(str(failure["game"]), str(failure["seed"]), str(failure["pilot"]), keep=True)
    chapter.entries = list(ref.journal)
    chapter.remarks = [f"scripts/fuzz --game {failure['game']} --one {failure['seed']}"]
    save = savefile.SaveFile(
        format=savefile.FORMAT,
        flakhouse=__version__,
        name=name,
        game=chapter.game,
        seed=chapter.seeds[0][1],
        created=savefile.now(),
        error=str(failure["error"])[:2000],
        chapters=[chapter],
    )
    last = chapter.entries[-1] if chapter.entries else None
    try:
        savefile.check_save(save)
    except SaveError:
        if isinstance(last, Answer):
            told = f"it broke after the next answer: {last.ask} = {last.key}"
            cut = msgspec.structs.replace(chapter, entries=chapter.entries[:-1], remarks=[*chapter.remarks, told])
            save.chapters = [cut]
    return save


def write_reports(failures: list[dict[str, object]], folder: Path) -> None:
    """One save for each kind of failure."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, examples in enumerate(kinds(failures).values(), 1):
        name = f"fuzz-{examples[0]['game']}-{number}"
        savefile.write_file(folder / f"{name}.json", savefile.encode_save(report(examples[0], name)))
        print(f"wrote {folder / f'{name}.json'}")


def unreached(game: str, rows: Counter[tuple[str, str, str]]) -> list[str]:
    """Chart rows that no mission rolled."""
    lines: list[str] = []
    for id, chart in games.load(game).charts().charts.items():
        if chart.data.dice in ("none", "pool"):
            continue
        for column in chart.data.columns or [""]:
            labels = list(dict.fromkeys(label for label in chart.labels if label))
            missing = [label for label in labels if not rows[(id, column, label)]]
            if missing:
                lines.append(f"never reached: {id} {column} rows {', '.join(missing)}")
    return lines


def study(game: str, a: argparse.Namespace) -> Counts:
    """Fly all missions of a game and say what came of them."""
    pilots = games.load(game).pilots()
    names = a.pilot or list(dict.fromkeys(("random", games.load(game).default_pilot)))
    for name in names:
        if name not in pilots:
            raise SystemExit(f"{game} has no pilot {name!r}; pilots: {', '.join(pilots)}")
    starts = range(0, a.missions, SIZE)
    ends = [(i, min(i + SIZE, a.missions)) for i in starts]
    jobs = [Job(game, a.study, name, i, end, a.every, a.asks) for name in names for i, end in ends]
    counts = Counts()
    start = time.perf_counter()
    with ProcessPoolExecutor(a.jobs) as pool:
        for done, got in enumerate(pool.map(chunk, jobs), 1):
            counts.add(got)
            if sys.stderr.isatty():
                shown = f"{game}: {100 * done // len(jobs)} %  {len(counts.failures)} failures"
                print(f"\r{shown}", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    seconds = time.perf_counter() - start
    print(f"{game}: {a.missions * len(names)} missions in {seconds:.0f} s, {len(counts.failures)} failures")
    for kind, examples in list(kinds(counts.failures).items())[:40]:
        print(f"{len(examples):6}  {kind}\n        --game {game} --one {examples[0]['seed']}")
    for end, count in sorted(counts.ends.items()):
        print(f"{count:8}  {end}")
    if a.unreached:
        for line in unreached(game, counts.rows):
            print(line)
    return counts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", help="default: all games, one after another")
    parser.add_argument("--missions", type=int, default=2000, help="missions per pilot (default 2000)")
    parser.add_argument("--pilot", action="append", help="default: random and the game's default pilot")
    parser.add_argument("--study", default="fuzz", help="seed text; missions are STUDY/PILOT/NUMBER")
    parser.add_argument("--one", help="fly one mission again: STUDY/PILOT/NUMBER")
    parser.add_argument("--asks", type=int, default=1, help="look before every Nth question (default 1)")
    parser.add_argument("--every", type=int, default=4, help="look at the state before every Nth roll (default 4)")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--unreached", action="store_true", help="list chart rows never reached")
    parser.add_argument("--json", metavar="FILE", help="write failures and counts to a file")
    parser.add_argument("--reports", metavar="FOLDER", help="write each kind of failure as a save to import")
    a = parser.parse_args()
    names = chosen("fuzz", a.game)
    failures: list[dict[str, object]] = []
    facts: dict[str, object] = {}
    for game in names:
        if a.one:
            failure = fly(game, a.one, a.one.split("/")[-2]).failure
            print(f"{game}: " + (json.dumps(failure, indent=1) if failure else "clean"))
            failures += [failure] if failure else []
            continue
        counts = study(game, a)
        failures += counts.failures
        keys = {f"{id}={key}": count for (id, key), count in counts.keys.items()}
        facts[game] = {"failures": counts.failures, "ends": counts.ends, "keys": keys}
    if a.reports and failures:
        write_reports(failures, Path(a.reports))
    if a.json:
        Path(a.json).write_text(json.dumps(facts), encoding="utf-8")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
