"""Flying a study: in this process, in several, or on a Dask cluster; always the same tables.

Chunks of indices are flown by whoever is free and put together in the order of their indices. How large a chunk is
depends on how fast they come; nothing in the results does. Only a few chunks are ever on their way, and each is
written and dropped, so that memory stays flat however long the study is.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from concurrent.futures.process import BrokenProcessPool
from typing import Protocol

import msgspec

from flakhouse import games
from flakhouse.core.run import calm_collector
from flakhouse.errors import FlakhouseError
from flakhouse.sim.files import Folder
from flakhouse.sim.rows import Chunk, Tally, fly_chunk
from flakhouse.sim.study import Study, check, stamp_of

__all__ = ["Done", "WorkerError", "run"]

_AIM = 0.4  # seconds a chunk should take
_LARGEST = 5_000  # indices of a chunk: as many as a compiled build flies in that time
_AHEAD = 3  # chunks on their way for each worker
_EVERY = 1.0  # seconds between checkpoints
_LOOK = 0.1  # seconds between looks at whether to stop


class WorkerError(FlakhouseError):
    """A worker died, cannot be reached, or flies other rules."""


class Done(msgspec.Struct):
    """How far a study came, and its figures up to there."""

    done: int
    count: int
    tallies: list[Tally]

    @property
    def complete(self) -> bool:
        """Whether everything was flown."""
        return self.done == self.count


class _Order(Protocol):
    """A chunk on its way."""

    def result(self, timeout: float | None = None) -> Chunk:
        """The chunk; raises TimeoutError while it is not there."""


class _Pool(Protocol):
    """Whoever flies chunks."""

    workers: int

    def submit(self, studies: tuple[Study, ...], start: int, stop: int, tables: bool) -> _Order:
        """Order a chunk, with its tables or its figures alone."""

    def close(self, at_once: bool) -> None:
        """Send the workers home, at once or when they have finished."""


class _Ready:
    """A chunk that is flown when it is asked for."""

    def __init__(self, studies: tuple[Study, ...], start: int, stop: int, tables: bool) -> None:
        self._order = (studies, start, stop, tables)

    def result(self, timeout: float | None = None) -> Chunk:
        """Fly it now."""
        return fly_chunk(*self._order)


class _Here:
    """This process alone."""

    workers = 1

    def submit(self, studies: tuple[Study, ...], start: int, stop: int, tables: bool) -> _Order:
        """A chunk for later."""
        return _Ready(studies, start, stop, tables)

    def close(self, at_once: bool) -> None:
        """Nobody to send home."""


def _begin_worker() -> None:
    """Ctrl-C is the business of the process that gives the orders; when that is gone, so are we."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_outlive_nobody, daemon=True).start()
    calm_collector()


def _outlive_nobody() -> None:
    """Wait for the end of the process that started this one."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class _Processes:
    """Processes of this machine."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._others = set(multiprocessing.active_children())
        self._pool = ProcessPoolExecutor(workers, initializer=_begin_worker)

    def submit(self, studies: tuple[Study, ...], start: int, stop: int, tables: bool) -> Future[Chunk]:
        """Give it to whoever is free."""
        return self._pool.submit(fly_chunk, studies, start, stop, tables)

    def close(self, at_once: bool) -> None:
        """Stop the processes; at once, what they are flying is lost and flown again later."""
        if at_once:
            for child in multiprocessing.active_children():
                if child not in self._others:
                    child.terminate()
        self._pool.shutdown(wait=True, cancel_futures=True)


def run(
    studies: Sequence[Study],
    *,
    jobs: int = 1,
    dask: str = "",
    folder: Folder | None = None,
    stop: Callable[[], bool] = lambda: False,
    progress: Callable[[int, int], None] = lambda done, count: None,
) -> Done:
    """Fly contenders that share game, seed, unit and count, from where the folder ends.

    `stop` is asked all the time; when it says yes, what is complete is kept and returned.
    """
    check(studies)
    flown = _Flown(tuple(studies), folder)
    if flown.done < flown.count:
        pool: _Pool
        if dask:
            from flakhouse.sim.cluster import Cluster

            pool = Cluster(dask)
        else:
            pool = _Here() if jobs <= 1 else _Processes(jobs)
        finished = False
        try:
            _fly(flown, pool, stop, progress)
            finished = True
        except BrokenProcessPool as bad:
            raise WorkerError("a worker process died (out of memory, or killed)" + flown.hint()) from bad
        finally:
            pool.close(at_once=not finished or flown.done < flown.count)
            if folder is not None:
                folder.checkpoint()
    return Done(flown.done, flown.count, flown.tallies)


class _Flown:
    """What is complete so far, in a folder or only here."""

    def __init__(self, studies: tuple[Study, ...], folder: Folder | None) -> None:
        self.studies = studies
        self.count = studies[0].count
        self.folder = folder
        self.done = folder.done if folder else 0
        self.tallies = folder.tallies if folder else [Tally() for _ in studies]
        self.stamp = stamp_of(games.load(studies[0].game))
        self._saved = time.monotonic()

    def add(self, chunk: Chunk) -> None:
        """The chunk that comes next."""
        if chunk.stamp != self.stamp:
            raise WorkerError(
                f"a worker flies other rules (Flakhouse {chunk.stamp.version}, charts {chunk.stamp.charts}) than "
                f"this machine ({self.stamp.version}, charts {self.stamp.charts})"
            )
        if self.folder is not None:
            self.folder.add(chunk)
            now = time.monotonic()
            if now - self._saved > _EVERY:
                self.folder.checkpoint()
                self._saved = time.monotonic()
        else:
            for mine, more in zip(self.tallies, chunk.tallies, strict=True):
                mine.join(more)
        self.done = chunk.stop

    def hint(self) -> str:
        """How to go on."""
        return f"; --resume {self.folder.path} continues it" if self.folder is not None else ""


def _fly(flown: _Flown, pool: _Pool, stop: Callable[[], bool], progress: Callable[[int, int], None]) -> None:
    """Order chunks, take them in order, until all are there or somebody says stop."""
    orders: deque[_Order] = deque()
    ordered = flown.done
    size = 1
    began = time.monotonic()
    first = flown.done
    progress(flown.done, flown.count)
    while flown.done < flown.count and not stop():
        while len(orders) < _AHEAD * pool.workers and ordered < flown.count:
            until = ordered + _share(size, flown.count - ordered, pool.workers)
            orders.append(pool.submit(flown.studies, ordered, until, flown.folder is not None))
            ordered = until
        try:
            chunk = orders[0].result(timeout=_LOOK)
        except (NotYet, TimeoutError):
            progress(flown.done, flown.count)
            continue
        orders.popleft()
        flown.add(chunk)
        progress(flown.done, flown.count)
        rate = (flown.done - first) / max(time.monotonic() - began, 1e-6) / pool.workers
        size = max(1, min(2 * size, _LARGEST, int(rate * _AIM)))


def _share(size: int, left: int, workers: int) -> int:
    """How many indices the next chunk has. The last ones are small, so that nobody waits long for another."""
    return min(left, max(min(size, -(-left // (2 * workers))), size // 8))
