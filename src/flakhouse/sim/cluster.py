"""Flying on a Dask cluster."""

from __future__ import annotations

import asyncio
from concurrent.futures import CancelledError
from importlib import import_module
from typing import Protocol

from flakhouse.sim.rows import Chunk, fly_chunk
from flakhouse.sim.runner import WorkerError
from flakhouse.sim.study import Study

__all__ = ["Cluster"]

_WAIT = 15  # seconds to find the scheduler


class _Future(Protocol):
    """What we use of a Dask future."""

    def result(self, timeout: float | None = None) -> object:
        """What came of it."""

    def release(self) -> None:
        """Nobody needs it any more."""


class _Client(Protocol):
    """What we use of a Dask client."""

    def submit(self, function: object, *args: object, pure: bool) -> _Future:
        """Order a call."""

    def nthreads(self) -> dict[str, int]:
        """Threads by worker."""

    def close(self) -> None:
        """Leave."""


class _Order:
    """A chunk on its way."""

    def __init__(self, future: _Future) -> None:
        self._future = future

    def result(self, timeout: float | None = None) -> Chunk:
        """The chunk, or a TimeoutError while it is not there."""
        try:
            found = self._future.result(timeout=timeout)
        except (CancelledError, asyncio.CancelledError) as bad:
            raise WorkerError(f"the Dask cluster is gone: {bad}") from bad
        except Exception as bad:
            if type(bad).__name__ in ("KilledWorker", "CommClosedError"):
                raise WorkerError(f"a worker of the Dask cluster died: {bad}") from bad
            raise
        if not isinstance(found, Chunk):
            raise WorkerError(f"a worker gave {type(found).__name__} for a chunk")
        self._future.release()
        return found


class Cluster:
    """The workers of a Dask scheduler; each must have Flakhouse with the same rules."""

    def __init__(self, address: str) -> None:
        try:
            dask = import_module("distributed")
        except ImportError as bad:
            raise WorkerError("Dask is not installed (pip install 'flakhouse[dask]')") from bad
        try:
            self._client: _Client = dask.Client(address, timeout=_WAIT, set_as_default=False)
        except (OSError, ValueError, TypeError) as bad:
            raise WorkerError(f"no Dask scheduler at {address}: {bad}") from bad
        self.workers = sum(self._client.nthreads().values())
        if not self.workers:
            self._client.close()
            raise WorkerError(f"the Dask scheduler at {address} has no workers")

    def submit(self, studies: tuple[Study, ...], start: int, stop: int, tables: bool) -> _Order:
        """Send a chunk to whoever is free."""
        return _Order(self._client.submit(fly_chunk, studies, start, stop, tables, pure=False))

    def close(self, at_once: bool) -> None:
        """Leave; what was ordered and not taken is forgotten."""
        self._client.close()
