"""Processes that make the samples of odds.

A terminal game has one thread: its workers are forks of it and have everything at hand. A server has many, and a
fork of it would be a broken copy: its workers come from a process that Python keeps apart for this, and make the
sampler for themselves, from the chapter.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from flakhouse import games
from flakhouse.core.chapter import Chapter
from flakhouse.core.session import Session
from flakhouse.sim.odds import Plan, Sampler

__all__ = ["Crowd", "Gone", "stand_by"]

_AHEAD = 2  # blocks on their way for each worker
_BLOCK = 0.05  # seconds that a block of rounds should take
_MOST = 64  # rounds of a block


class Gone(Exception):
    """There are no such processes here, or they died."""


def _ways(apart: bool) -> str:
    return "forkserver" if apart else "fork"


def stand_by() -> None:
    """Start the process from which workers come, before the first are wanted."""
    if "forkserver" in multiprocessing.get_all_start_methods():
        from multiprocessing import forkserver

        multiprocessing.get_context("forkserver").set_forkserver_preload(["flakhouse.sim.crowd"])
        forkserver.ensure_running()


class Crowd:
    """Workers that make samples of one open question, as long as it is held."""

    def __init__(self, sampler: Sampler, jobs: int, apart: bool) -> None:
        if _ways(apart) not in multiprocessing.get_all_start_methods():
            raise Gone
        self._jobs = jobs
        context = multiprocessing.get_context(_ways(apart))
        if apart:
            stand_by()
            order = (
                sampler.game.name,
                sampler.session.chapter,
                sampler.pilot,
                sampler.seed,
                tuple(sampler.plans.values()),
            )
            self._pool = ProcessPoolExecutor(jobs, context, _enter_apart, order)
        else:
            self._pool = ProcessPoolExecutor(jobs, context, _enter, (sampler,))

    def __enter__(self) -> Crowd:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def rounds(self, limit: int, patience: float) -> Iterator[list[list[float]] | None]:
        """One sample of every option, then the next one, in order; None after a while without any."""
        waiting: deque[Future[tuple[float, list[list[list[float]]]]]] = deque()
        ordered, size = 0, 1
        try:
            while True:
                while len(waiting) < _AHEAD * self._jobs and (not limit or ordered < limit):
                    until = min(ordered + size, limit) if limit else ordered + size
                    waiting.append(self._pool.submit(_block, ordered, until))
                    ordered = until
                if not waiting:
                    return
                try:
                    took, block = waiting[0].result(patience)
                except TimeoutError:
                    yield None
                    continue
                waiting.popleft()
                yield from block
                size = max(1, min(2 * size, _MOST, int(len(block) * _BLOCK / max(took, 1e-6))))
        except BrokenProcessPool as bad:
            raise Gone from bad


_here: list[Sampler] = []  # of a worker process


def _enter(sampler: Sampler) -> None:
    """A worker begins; Ctrl-C is for the process that reads the keys."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _here.append(sampler)


def _enter_apart(game: str, chapter: Chapter, pilot: str, seed: str, plans: tuple[Plan, ...]) -> None:
    """The same for one that has nothing of the process it works for."""
    _enter(Sampler(Session(games.load(game), chapter, trace=False), pilot, seed, plans))


def _block(start: int, stop: int) -> tuple[float, list[list[list[float]]]]:
    """In a worker: some rounds, and how long they took."""
    began = time.monotonic()
    made = [_here[0].round(number) for number in range(start, stop)]
    return time.monotonic() - began, made
