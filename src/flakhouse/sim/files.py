"""The folder of a study: tables that grow line by line, and a checkpoint from which the study goes on.

    study.json       what is flown, and under which rules
    checkpoint.json  how many indices are complete, and the running figures up to there
    missions.csv     a row a mission: contender, index (from 0), number (in the tour, from 1), what came of it
    men.csv          a row a man (or an aircraft)
    tours.csv        a row a tour, where tours are flown
    counts.csv       with --detail: contender, kind, a, b, c, count (see `sim.detail`)
    missions.parquet, men.parquet, tours.parquet    the same tables, if pyarrow is installed
    summary.json, summary.txt                       the figures

An empty cell is "none" or "unknown", 1 and 0 are yes and no. No cell holds a line break, so that after a crash the
complete lines of a table can be counted, and what stands behind them is cut off.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import IO, BinaryIO, Protocol

import msgspec

from flakhouse.errors import FlakhouseError
from flakhouse.sim.flown import Flown
from flakhouse.sim.gather import gather
from flakhouse.sim.lines import Block, merge_columns, read_lines, write_lines
from flakhouse.sim.rows import TABLES, Chunk, Tally
from flakhouse.sim.study import Stamp, Study

__all__ = ["DiskError", "Folder", "FolderError", "Plan", "write_text"]

_STUDY = "study.json"
_CHECKPOINT = "checkpoint.json"
_OURS = (_STUDY, _CHECKPOINT, "missions.csv", "men.csv", "tours.csv", "counts.csv", "summary.json", "summary.txt")
_PIECE = 1 << 18  # bytes of a table that are converted at a time; some dozens of them are read ahead
_GROUP = 12 << 20  # bytes of memory of the rows that stand together in a Parquet table, at least


class FolderError(FlakhouseError):
    """The folder holds something else, or is damaged."""


class DiskError(FolderError):
    """The disk refuses: it is full, or may not be written."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What study.json holds."""

    stamp: Stamp
    studies: tuple[Study, ...]


class _Checkpoint(msgspec.Struct, forbid_unknown_fields=True):
    done: int = 0  # indices complete
    rows: dict[str, int] = msgspec.field(default_factory=dict)  # lines of each table, without its head
    tallies: list[Tally] = msgspec.field(default_factory=list)


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    """Say it plainly when the disk refuses."""
    try:
        yield
    except OSError as bad:
        raise DiskError(
            f"cannot write to {folder}: {bad.strerror or bad}; what is complete stays, and --resume continues it"
        ) from bad


def write_text(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    fresh = path.with_name(path.name + ".new")
    with fresh.open("w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, path)


class _Table:
    """A table on disk, open for more lines."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.columns: list[str] = []
        self.rows = 0
        self._file: IO[str] | None = None

    def cut(self, rows: int) -> None:
        """Keep the head and so many lines: what a crash left behind them goes."""
        self.rows = rows
        if not rows:
            self.path.unlink(missing_ok=True)
            return
        with self.path.open("r+b") as file:
            head = file.readline()
            self.columns = read_lines(head.decode())[0]
            seen = _skip_lines(file, rows)
            if seen < rows:
                raise FolderError(f"{self.path} has {seen} lines; the checkpoint counts {rows}: it is damaged")
            file.truncate()

    def add(self, block: Block) -> None:
        """Write lines behind the others, with a longer head if they need one."""
        columns = merge_columns(self.columns, block.columns)
        if columns != self.columns:
            if self.rows:
                self._rewrite(columns)
            else:
                self._open("w").write(write_lines([columns]))
            self.columns = columns
        self._open("a").write(block.under(columns))
        self.rows += block.rows

    def _open(self, mode: str) -> IO[str]:
        if self._file is None or mode == "w":
            self.close()
            self._file = open(self.path, mode, encoding="utf-8", newline="")  # noqa: SIM115
        return self._file

    def _rewrite(self, columns: list[str]) -> None:
        """The same lines under a head with more columns, the new ones empty."""
        self.close()
        more = "," * (len(columns) - len(self.columns)) + "\n"
        fresh = self.path.with_name(self.path.name + ".new")
        with (
            self.path.open(encoding="utf-8", newline="") as old,
            fresh.open("w", encoding="utf-8", newline="") as new,
        ):
            old.readline()
            new.write(write_lines([columns]))
            for line in old:
                new.write(line.rstrip("\n") + more)
            new.flush()
            os.fsync(new.fileno())
        os.replace(fresh, self.path)

    def sync(self) -> None:
        """Everything written is on the disk."""
        if self._file is not None:
            self._file.flush()
            os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            file, self._file = self._file, None
            file.close()


def _skip_lines(file: BinaryIO, count: int) -> int:
    """Go behind so many complete lines; how many there were."""
    seen = 0
    while seen < count:
        line = file.readline()
        if not line.endswith(b"\n"):
            break
        seen += 1
    return seen


class Folder:
    """The folder of a study that is being flown."""

    def __init__(self, path: Path, plan: Plan, state: _Checkpoint) -> None:
        self.path = path
        self.plan = plan
        self.done = state.done
        self.tallies = state.tallies or [Tally() for _ in plan.studies]
        self.seen = {study.name: Flown() for study in plan.studies}  # what the report needs
        self._lock: BinaryIO | None = None
        self._whole = True  # tables and figures agree: nothing stopped us in the middle of a chunk
        self._tables = {table: _Table(path / f"{table}.csv") for table in TABLES}

    # ------------------------------------------------------------------ beginning

    @classmethod
    def new(cls, path: Path, studies: Sequence[Study], stamp: Stamp) -> Folder:
        """A folder for a new study; it may hold other things, but no study."""
        plan = Plan(stamp, tuple(studies))
        if (path / _STUDY).exists():
            same = cls._plan(path) == plan
            raise FolderError(
                f"{path} holds this study already: continue it with --resume {path}"
                if same
                else f"{path} holds another study; choose another folder"
            )
        if path.exists() and not path.is_dir():
            raise FolderError(f"{path} is no folder")
        for name in _OURS:
            if (path / name).exists():
                raise FolderError(f"{path} holds a file {name} already; choose another folder")
        folder = cls(path, plan, _Checkpoint())
        try:
            with _writing(path):
                path.mkdir(parents=True, exist_ok=True)
                write_text(path / _STUDY, _pretty(msgspec.to_builtins(plan)))
                folder._take()
            folder.checkpoint()
        except BaseException:
            folder.close()
            raise
        return folder

    @classmethod
    def resume(cls, path: Path) -> Folder:
        """The folder of a study that was interrupted, cut back to what its checkpoint says is complete."""
        plan = cls._plan(path)
        try:
            text = (path / _CHECKPOINT).read_text(encoding="utf-8") if (path / _CHECKPOINT).exists() else "{}"
            state = msgspec.convert(json.loads(text), _Checkpoint, strict=False)
        except (OSError, ValueError) as bad:
            raise FolderError(f"{path / _CHECKPOINT} cannot be read: {bad}") from bad
        if state.tallies and len(state.tallies) != len(plan.studies):
            raise FolderError(f"{path / _CHECKPOINT} belongs to another study")
        folder = cls(path, plan, state)
        try:
            with _writing(path):
                folder._take()
                folder._cut(state)
                folder.seen = gather(path, list(folder.seen), plan.studies[0].unit == "tours")
        except BaseException:
            folder.close()
            raise
        return folder

    def _cut(self, state: _Checkpoint) -> None:
        """Bring the tables back to the checkpoint."""
        for name, table in self._tables.items():
            table.path.with_name(table.path.name + ".new").unlink(missing_ok=True)
            if state.rows.get(name) and not table.path.exists():
                raise FolderError(f"{table.path} is missing")
            table.cut(state.rows.get(name, 0))

    @staticmethod
    def _plan(path: Path) -> Plan:
        try:
            return msgspec.json.decode((path / _STUDY).read_bytes(), type=Plan)
        except FileNotFoundError as bad:
            raise FolderError(f"{path} holds no study") from bad
        except (OSError, msgspec.MsgspecError) as bad:
            raise FolderError(f"{path / _STUDY} cannot be read: {bad}") from bad

    def _take(self) -> None:
        """Keep everybody else from writing here, where the system can."""
        try:
            import fcntl
        except ImportError:  # no such locks here
            return
        self._lock = (self.path / _STUDY).open("rb")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as bad:
            raise FolderError(f"{self.path}: another command is flying this study") from bad

    # ------------------------------------------------------------------ growing

    def add(self, chunk: Chunk) -> None:
        """The next lines and figures."""
        self._whole = False
        with _writing(self.path):
            for name, block in chunk.blocks.items():
                self._tables[name].add(block)
        for mine, more in zip(self.tallies, chunk.tallies, strict=True):
            mine.join(more)
        for flown, later in zip(self.seen.values(), chunk.seen, strict=True):
            flown.join(later)
        self.done = chunk.stop
        self._whole = True

    def checkpoint(self) -> None:
        """From here the study can go on, whatever happens next; in the middle of a chunk the last one holds."""
        if not self._whole:
            return
        with _writing(self.path):
            for table in self._tables.values():
                table.sync()
            rows = {name: table.rows for name, table in self._tables.items()}
            state = _Checkpoint(self.done, rows, self.tallies)
            write_text(
                self.path / _CHECKPOINT, json.dumps(msgspec.to_builtins(state, str_keys=True), sort_keys=True)
            )

    def close(self) -> None:
        """Let go of the files."""
        try:
            with _writing(self.path):
                for table in self._tables.values():
                    table.close()
        finally:
            if self._lock is not None:
                self._lock.close()
                self._lock = None

    # ------------------------------------------------------------------ ending

    def finish(self, summary: object, text: str, jobs: int = 1) -> str:
        """Write what is made of the tables; a remark for the player, if there is one.

        With several jobs a table is read and its Parquet file written at the same time.
        """
        self.checkpoint()
        with _writing(self.path):
            for table in self._tables.values():
                table.close()
            if self.plan.studies[0].detail:
                write_text(self.path / "counts.csv", self._counts())
            write_text(self.path / "summary.json", _pretty(summary))
            write_text(self.path / "summary.txt", text)
            return self._parquet(jobs)

    def _counts(self) -> str:
        lines = [["contender", "kind", "a", "b", "c", "count"]]
        for study, tally in zip(self.plan.studies, self.tallies, strict=True):
            for key in sorted(tally.counts):
                lines.append([study.name, *key.split("\t"), str(tally.counts[key])])
        return write_lines(lines)

    def _parquet(self, jobs: int) -> str:
        try:
            import_module("pyarrow")
        except ImportError:
            return "no Parquet files: pyarrow is not installed (pip install 'flakhouse[study]')"
        for name, table in self._tables.items():
            if table.rows:
                kinds = [tally.columns.get(name, {}) for tally in self.tallies]
                widest = {c: _widest([k[c].kind for k in kinds if c in k]) for c in table.columns}
                _to_parquet(table.path, widest, jobs)
        return ""


def _widest(kinds: list[str]) -> str:
    """The kind that holds all of these."""
    order = ("", "bool", "int", "float", "text")
    return max(kinds, key=order.index, default="")


def _to_parquet(path: Path, kinds: dict[str, str], jobs: int = 1) -> None:
    """A table as Parquet, piece by piece: memory stays small whatever its length."""
    pa, csv, parquet = (import_module(f"pyarrow{part}") for part in ("", ".csv", ".parquet"))
    types = {"bool": pa.bool_(), "int": pa.int64(), "float": pa.float64(), "text": pa.string(), "": pa.string()}
    typed = {column: types[kind] for column, kind in kinds.items()}
    typed |= {column: pa.int64() for column in ("index", "number") if column in typed}
    options = csv.ConvertOptions(
        column_types=typed,
        null_values=[""],
        strings_can_be_null=True,
        quoted_strings_can_be_null=False,
        true_values=["1"],
        false_values=["0"],
    )
    fresh = path.with_suffix(".parquet.new")
    reading = csv.ReadOptions(block_size=_PIECE, use_threads=False)
    with (
        csv.open_csv(path, read_options=reading, convert_options=options) as pieces,
        parquet.ParquetWriter(fresh, pieces.schema) as out,
        ThreadPoolExecutor(1) as pool,
    ):
        order: Future[None] | None = None
        for group in _groups(pieces):
            if order is not None:
                order.result()  # no more than two groups are in memory
            order = pool.submit(out.write_table, pa.Table.from_batches(group, pieces.schema))
            if jobs == 1:
                order.result()
        if order is not None:
            order.result()
    os.replace(fresh, path.with_suffix(".parquet"))


class _Piece(Protocol):
    """Some rows as pyarrow has them."""

    nbytes: int


def _groups(pieces: Iterable[_Piece]) -> Iterator[list[_Piece]]:
    """Pieces of a table, as many together as make a group: by their memory, for some tables have wide rows."""
    group: list[_Piece] = []
    size = 0
    for piece in pieces:
        group.append(piece)
        size += piece.nbytes
        if size >= _GROUP:
            yield group
            group, size = [], 0
    if group:
        yield group


def _pretty(value: object) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"
