"""Studies in pieces: the same tables whoever flies them, however often they are interrupted."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from flakhouse import games
from flakhouse.cli.main import main
from flakhouse.core.game import Measure, Scalar
from flakhouse.sim import files, rows, runner
from flakhouse.sim.files import Folder, FolderError
from flakhouse.sim.intervals import Z95, t_value, wilson
from flakhouse.sim.lines import Block, Columns, cell, counted
from flakhouse.sim.report import write_report
from flakhouse.sim.rows import Column, Tally, fly_chunk
from flakhouse.sim.runner import WorkerError, run
from flakhouse.sim.study import Row, Stamp, Study, Table, stamp_of
from flakhouse.sim.summary import _over_tours, summarize, text_table
from tests.sim.studies import begin, contents, fly_into

STUDY = Study(game="b17", seed="runner", count=45, detail=True)
PAIR = (STUDY, msgspec.structs.replace(STUDY, pilot="random"))
TOURS = Study(game="b17", seed="runner", unit="tours", count=4)
RAID = Study(game="doolittle", scenario="1", seed="runner", count=9)


def done_in(path: Path) -> int:
    folder = Folder.resume(path)
    folder.close()
    return folder.done


def test_any_number_of_workers_gives_the_same_bytes(tmp_path: Path) -> None:
    whole = []
    for jobs in (1, 2, 3):
        folder = begin(tmp_path / str(jobs), *PAIR)
        assert fly_into(folder, jobs).complete
        whole.append(contents(tmp_path / str(jobs)))
    assert whole[0] == whole[1]
    assert whole[0] == whole[2]
    assert set(whole[0]) >= {"missions.csv", "men.csv", "counts.csv", "summary.json", "summary.txt", "study.json"}


@pytest.mark.parametrize("studies", [PAIR, (TOURS,), (RAID,)])
def test_interrupted_and_resumed_equals_uninterrupted(tmp_path: Path, studies: tuple[Study, ...]) -> None:
    assert fly_into(begin(tmp_path / "whole", *studies)).complete
    count = studies[0].count
    stops = [1, count // 3, count // 2]
    done = fly_into(begin(tmp_path / "parts", *studies), most=stops[0])
    assert stops[0] <= done.done < count
    for most in stops[1:]:
        fly_into(Folder.resume(tmp_path / "parts"), jobs=2, most=most)
    assert fly_into(Folder.resume(tmp_path / "parts")).complete
    assert contents(tmp_path / "parts") == contents(tmp_path / "whole")


@pytest.mark.parametrize("studies", [PAIR, (TOURS, msgspec.structs.replace(TOURS, pilot="random")), (RAID,)])
def test_a_report_of_what_was_counted_in_flight_is_that_of_the_tables(
    tmp_path: Path, studies: tuple[Study, ...]
) -> None:
    fly_into(begin(tmp_path / "a", *studies), jobs=2)
    counted = contents(tmp_path / "a")
    write_report(tmp_path / "a")
    assert contents(tmp_path / "a") == counted


@pytest.mark.parametrize("studies", [(TOURS, msgspec.structs.replace(TOURS, pilot="cautious")), (RAID,)])
def test_whatever_flew_it_every_file_of_the_command_is_the_same(
    tmp_path: Path, studies: tuple[Study, ...]
) -> None:
    """The report and the Parquet files too, which several jobs make at the same time."""
    first = studies[0]
    words = ["simulate", first.game, f"--{first.unit}", str(first.count), "--seed", "all", "--detail"]
    words += [word for study in studies for word in ("--pilot", study.pilot or "doctrine")]
    words += ["--scenario", first.scenario] if first.scenario else []
    for jobs in ("1", "2", "3"):
        assert main([*words, "--jobs", jobs, "--out", str(tmp_path / jobs)]) == 0
    found = contents(tmp_path / "1")
    assert {"report.html", "missions.csv", "counts.csv", "summary.txt"} <= set(found)
    assert not any(name.endswith(".new") for name in found)
    assert found == contents(tmp_path / "2")
    assert found == contents(tmp_path / "3")


def test_what_a_kill_left_half_written_at_the_end_is_gone(tmp_path: Path) -> None:
    """Killed while figures, Parquet or the report were made: what was begun is made anew."""
    assert fly_into(begin(tmp_path / "a", STUDY)).complete
    assert main(["simulate", "--resume", str(tmp_path / "a"), "--jobs", "1"]) == 0
    whole = contents(tmp_path / "a")
    for name in whole:
        if name != "study.json":
            (tmp_path / "a" / f"{name}.new").write_bytes(b"half")
    for name in ("summary.json", "report.html", "missions.parquet", "counts.csv"):
        (tmp_path / "a" / name).unlink(missing_ok=True)
    assert main(["simulate", "--resume", str(tmp_path / "a"), "--jobs", "2"]) == 0
    assert contents(tmp_path / "a") == whole


class Waiting:
    """A pool that counts the chunks on their way."""

    workers = 2

    def __init__(self) -> None:
        self.ordered: list[tuple[int, int]] = []
        self.taken = 0
        self.most = 0

    def submit(self, studies: tuple[Study, ...], start: int, stop: int, tables: bool) -> Waiting:
        self.ordered.append((start, stop))
        self.most = max(self.most, len(self.ordered) - self.taken)
        return self

    def result(self, timeout: float | None = None) -> rows.Chunk:
        start, stop = self.ordered[self.taken]
        self.taken += 1
        return rows.Chunk(start, stop, {}, [Tally()], [], stamp_of(games.load("b17")))

    def close(self, at_once: bool) -> None:
        pass


def test_few_chunks_are_ever_on_their_way_and_none_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """So memory does not grow, however many missions are asked for."""
    pool = Waiting()
    monkeypatch.setattr(runner, "_Processes", lambda jobs: pool)
    done = run((msgspec.structs.replace(STUDY, count=100_000),), jobs=2)
    assert done.complete
    assert pool.most <= runner._AHEAD * pool.workers
    assert max(stop - start for start, stop in pool.ordered) <= runner._LARGEST
    assert [start for start, _ in pool.ordered[1:]] == [stop for _, stop in pool.ordered[:-1]]


def test_the_last_chunks_are_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that no worker has long to wait for the others; nor does anybody wait for many tiny ones."""
    pool = Waiting()
    monkeypatch.setattr(runner, "_Processes", lambda jobs: pool)
    assert run((msgspec.structs.replace(STUDY, count=100_000),), jobs=2).complete
    sizes = [stop - start for start, stop in pool.ordered]
    assert max(sizes) == runner._LARGEST
    assert max(sizes[-pool.workers :]) <= runner._LARGEST // 8
    assert len(sizes) < 60


def test_running_figures_do_not_grow_with_missions(tmp_path: Path) -> None:
    """What is kept in memory and in the checkpoint is as large for many missions as for a few."""
    study = Study(game="b17", seed="flat", count=1000)
    few, many = Tally(), Tally()
    for tally, stop in ((few, 300), (many, 900)):
        for start in range(0, stop, 100):
            tally.join(fly_chunk((study,), start, start + 100).tallies[0])
    sizes = [len(msgspec.json.encode(tally)) for tally in (few, many)]
    assert sizes[1] < 1.3 * sizes[0]


def test_what_a_crash_left_behind_the_checkpoint_is_cut_off(tmp_path: Path) -> None:
    fly_into(begin(tmp_path / "whole", STUDY))
    folder = begin(tmp_path / "crash", STUDY)
    folder.add(fly_chunk((STUDY,), 0, 10))
    folder.checkpoint()
    folder.add(fly_chunk((STUDY,), 10, 20))  # never checkpointed
    folder.close()
    with (tmp_path / "crash" / "men.csv").open("a") as file:
        file.write("doctrine,21,1,half a li")
    (tmp_path / "crash" / "men.csv.new").write_text("rubbish")
    again = Folder.resume(tmp_path / "crash")
    assert again.done == 10
    fly_into(again)
    assert contents(tmp_path / "crash") == contents(tmp_path / "whole")


def test_a_chunk_that_stopped_half_way_is_never_checkpointed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = begin(tmp_path / "a", STUDY)
    folder.add(fly_chunk((STUDY,), 0, 3))
    folder.checkpoint()

    def refuse(self: Tally, other: Tally) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Tally, "join", refuse)
    with pytest.raises(KeyboardInterrupt):
        folder.add(fly_chunk((STUDY,), 3, 6))
    folder.checkpoint()
    folder.close()
    assert done_in(tmp_path / "a") == 3


def test_running_figures_agree_with_the_tables(tmp_path: Path) -> None:
    fly_into(begin(tmp_path / "a", *PAIR))
    summary = json.loads((tmp_path / "a" / "summary.json").read_text())
    with (tmp_path / "a" / "missions.csv").open() as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == 90
    for result in summary["results"]:
        mine = [line for line in lines if line["contender"] == result["contender"]]
        assert [int(line["index"]) for line in mine] == list(range(45))
        for key, told in result["measures"].items():
            values = [float(line[key]) for line in mine]
            assert told["n"] == 45
            assert told["mean"] == pytest.approx(sum(values) / 45, abs=1e-6)
            assert told["low"] <= told["mean"] <= told["high"]
        assert result["columns"]["missions"]["end"]["values"] == dict(
            sorted(Counter(line["end"] for line in mine).items(), key=lambda item: (-item[1], item[0]))
        )
    with (tmp_path / "a" / "counts.csv").open() as file:
        counts = list(csv.DictReader(file))
    assert {line["kind"] for line in counts} == {"roll", "damage", "section", "harm"}
    assert all(int(line["count"]) > 0 for line in counts)


def test_tours_have_figures_by_mission_number() -> None:
    done = run((TOURS,))
    summary = summarize((TOURS,), done.done, done.tallies)
    at = summary.results[0].by_number
    assert [entry.number for entry in at][:25] == list(range(1, 26))
    assert at[0].n == 4
    assert at[0].measures["home"].n == 4
    assert summary.results[0].tours == 4
    text = text_table(summary)
    assert "by mission of the tour" in text
    assert "missions flown" in text


def table_of(*rows: Row) -> Table:
    """Rows as a table."""
    made = Table()
    for row in rows:
        made.add(tuple(row), [tuple(row.values())])
    return made


def block_of(*rows: Row) -> Block:
    """Rows as text."""
    table = table_of(*rows)
    return Columns(table.names, table.rows).block()


def test_intervals_over_tours_count_tours_as_trials() -> None:
    def tally(tours: list[tuple[int, int]]) -> Tally:
        made = Tally()
        lines: list[Row] = [{"missions": n, "home": home, "men": home / 2} for n, home in tours]
        table = table_of(*lines)
        made.add("tours", len(tours), Columns(table.names, table.rows).counts())
        made.add_products(table, ["home", "men"])
        return made

    home, men = Measure("home", "home"), Measure("men", "men", share=False)
    alike = _over_tours(tally([(10, 8)] * 40), home)
    assert (alike.n, alike.mean) == (400, 0.8)
    assert (alike.low, alike.high) == wilson(320, 400)
    apart = _over_tours(tally([(10, 10), (10, 6)] * 20), home)
    unlike = _over_tours(tally([(10, 10)] * 32 + [(10, 0)] * 8), home)
    assert apart.mean == unlike.mean == 0.8
    worth = 39 * (Z95 / t_value(39)) ** 2  # each tour is all or nothing: one trial
    assert (unlike.low, unlike.high) == pytest.approx(wilson(0.8 * worth, worth))
    assert unlike.low < apart.low < 0.8 < apart.high < unlike.high
    number = _over_tours(tally([(5, 4), (10, 8), (20, 16)]), men)
    assert number.low == pytest.approx(0.4)
    assert number.high == pytest.approx(0.4)


def test_parquet_holds_what_the_tables_hold(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    fly_into(begin(tmp_path / "a", *PAIR))
    table = parquet.read_table(tmp_path / "a" / "missions.parquet")
    with (tmp_path / "a" / "missions.csv").open() as file:
        lines = list(csv.DictReader(file))
    kinds = {field.name: str(field.type) for field in table.schema}
    assert table.num_rows == len(lines)
    assert kinds["index"] == "int64"
    assert kinds["training"] == "bool"
    assert kinds["men"] == "double"
    assert kinds["city"] == "string"
    for line, row in zip(lines, table.to_pylist(), strict=True):
        assert {key: cell(value) for key, value in row.items()} == line


def test_without_pyarrow_there_are_tables_and_a_remark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    folder = begin(tmp_path / "a", RAID)
    done = run((RAID,), folder=folder)
    remark = folder.finish({}, "")
    folder.close()
    assert done.complete
    assert "pyarrow" in remark
    assert (tmp_path / "a" / "missions.csv").exists()
    assert not (tmp_path / "a" / "missions.parquet").exists()


def test_a_column_that_comes_late_makes_room(tmp_path: Path) -> None:
    table = files._Table(tmp_path / "t.csv")
    table.add(block_of({"a": 1, "b": "x, y"}))
    table.add(block_of({"a": 2, "c": None, "b": 'say "hi"'}, {"d": True, "a": 0.5}))
    table.add(block_of({"b": "two\nlines", "a": 4}))
    table.close()
    text = (tmp_path / "t.csv").read_text()
    assert text == 'a,b,c,d\n1,"x, y",,\n2,"say ""hi""",,\n0.5,,,1\n4,two lines,,\n'
    again = files._Table(tmp_path / "t.csv")
    again.cut(2)
    assert again.columns == ["a", "b", "c", "d"]
    assert (tmp_path / "t.csv").read_text().count("\n") == 3


def test_figures_add_up_in_any_pieces() -> None:
    values: list[Scalar] = [0.1, 0.2, 3, True, None, 7, 0.1, 1e6 / 3, 0.7, 2, 2.0]
    whole, parts = Column(), Column()
    for some in counted(values):
        whole.add(some)
    for value in reversed(values):
        one = Column()
        one.add(Counter([value]))
        parts.join(one)
    assert whole == parts
    assert whole.kind == "float"
    assert whole.numbers.n == 10


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_long_table_becomes_parquet_in_groups(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    """Pieces are small, so that memory is; groups are large, so that the file is small."""
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(files, "_PIECE", 1 << 10)
    monkeypatch.setattr(files, "_GROUP", 1 << 12)
    lines = "".join(f"{i},{'' if i % 7 else 'seven'}\n" for i in range(1000))
    (tmp_path / "t.csv").write_text("index,word\n" + lines)
    files._to_parquet(tmp_path / "t.csv", {"index": "int", "word": "text"}, jobs)
    found = parquet.ParquetFile(tmp_path / "t.parquet")
    groups = [found.metadata.row_group(i).num_rows for i in range(found.num_row_groups)]
    assert sum(groups) == 1000
    assert all(rows >= 250 for rows in groups[:-1])  # 12 bytes a row and some for words
    assert len(groups) > 2
    assert found.read().to_pylist() == [{"index": i, "word": None if i % 7 else "seven"} for i in range(1000)]


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("columns", [3, 40])
def test_parquet_takes_as_much_memory_for_a_long_table_as_for_a_short_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int, columns: int
) -> None:
    """However wide its rows are: a group is counted by its memory."""
    pa = pytest.importorskip("pyarrow")
    monkeypatch.setattr(files, "_PIECE", 1 << 12)
    monkeypatch.setattr(files, "_GROUP", 1 << 18)
    kinds = dict.fromkeys((f"c{i}" for i in range(columns)), "text")
    line = ",".join(["word of a cell"] * columns) + "\n"
    usual = pa.default_memory_pool()
    most = []
    for bytes_ in (1 << 20, 1 << 23):
        (tmp_path / "t.csv").write_text(",".join(kinds) + "\n" + line * (bytes_ // len(line)))
        watched = pa.proxy_memory_pool(usual)
        pa.set_memory_pool(watched)
        try:
            files._to_parquet(tmp_path / "t.csv", kinds, jobs)
        finally:
            pa.set_memory_pool(usual)
        most.append(watched.max_memory())
    assert most[1] < 1.3 * most[0]
    assert most[1] < 1 << 22


def test_names_are_not_counted_one_by_one() -> None:
    column = Column()
    column.add(Counter(f"name {i}" for i in range(101)))
    assert column.values is None
    assert column.texts == 101


def test_a_worker_with_other_rules_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "_last", [])
    monkeypatch.setattr(rows, "stamp_of", lambda game: Stamp("0", 0, "other"))
    with pytest.raises(WorkerError, match="other rules"):
        run((RAID,))
    assert stamp_of(games.load("doolittle")).charts != "other"


def test_a_dead_worker_is_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dying_bot.py").write_text(
        "import os\nfrom flakhouse.core.agents import Default\n"
        "class Bot(Default):\n    def __init__(self, seed):\n        if '/7' in seed: os._exit(3)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    study = Study(game="doolittle", scenario="1", pilot="dying_bot:Bot", count=20)
    with pytest.raises(WorkerError, match="worker process died"):
        run((study,), jobs=2)
    assert study.name == "dying_bot:Bot"


def test_a_fault_of_the_rules_names_its_dice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "odd_bot.py").write_text(
        "from flakhouse.core.agents import Agent\n"
        "class Bot(Agent):\n"
        "    def __init__(self, seed): self.bad = seed == 'x/3/pilot'\n"
        "    def choose(self, ask, ref): return 'nonsense' if self.bad and ask.options else ask.default\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    study = Study(game="doolittle", scenario="1", pilot="odd_bot:Bot", count=8, seed="x")
    from flakhouse.errors import RulesError

    folder = begin(tmp_path / "a", study)
    with pytest.raises(RulesError, match="'x/3'"):
        run((study,), jobs=2, folder=folder)
    folder.close()
    assert done_in(tmp_path / "a") <= 3


def test_one_study_a_folder(tmp_path: Path) -> None:
    folder = begin(tmp_path / "a", RAID)
    with pytest.raises(FolderError, match="another command"):
        Folder.resume(tmp_path / "a")
    folder.close()
    with pytest.raises(FolderError, match="--resume"):
        begin(tmp_path / "a", RAID)
    with pytest.raises(FolderError, match="another study"):
        begin(tmp_path / "a", STUDY)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "men.csv").write_text("mine")
    with pytest.raises(FolderError, match=r"men\.csv already"):
        begin(tmp_path / "b", RAID)
    with pytest.raises(FolderError, match="holds no study"):
        Folder.resume(tmp_path / "c")
    assert (tmp_path / "b" / "men.csv").read_text() == "mine"


def test_a_damaged_folder_is_said_so(tmp_path: Path) -> None:
    folder = begin(tmp_path / "a", STUDY)
    folder.add(fly_chunk((STUDY,), 0, 4))
    folder.checkpoint()
    folder.close()
    path = tmp_path / "a"
    (path / "men.csv").write_text("contender,index\n")
    with pytest.raises(FolderError, match="damaged"):
        Folder.resume(path)
    (path / "men.csv").unlink()
    with pytest.raises(FolderError, match="missing"):
        Folder.resume(path)
    (path / "checkpoint.json").write_text('{"done": "many"')
    with pytest.raises(FolderError, match="cannot be read"):
        Folder.resume(path)
    (path / "study.json").write_text("[]")
    with pytest.raises(FolderError, match="cannot be read"):
        Folder.resume(path)
    assert (path / "missions.csv").exists()
