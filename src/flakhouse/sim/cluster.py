"""Flying on a Dask cluster."""

from __future__ import annotations

from asyncio import CancelledError as AsyncCancelled
from concurrent.futures import CancelledError
from typing import TYPE_CHECKING

from flakhouse.sim.rows import Chunk, fly_chunk
from flakhouse.sim.runner import WorkerError
from flakhouse.sim.study import Study

if TYPE_CHECKING:
    from distributed import Future as DaskFuture

__all__ = ["Cluster"]

_WAIT = 15  # seconds to find the scheduler


class _Order:
    """A chunk on its way."""

    def __init__(self, future: DaskFuture) -> None:
        self._future = future

    def result(self, timeout: float | None = None) -> Chunk:
        """The chunk, or a TimeoutError while it is not there."""
        from distributed import KilledWorker
        from distributed.comm import CommClosedError

        try:
            found: object = self._future.result(timeout=timeout)
        except (KilledWorker, CommClosedError, CancelledError, AsyncCancelled) as bad:
            raise WorkerError(f"the Dask cluster is gone or its workers died: {bad}") from bad
        if not isinstance(found, Chunk):
            raise WorkerError(f"a worker gave {type(found).__name__} for a chunk")
        self._future.release()
        return found


class Cluster:
    """The workers of a Dask scheduler; each must have Flakhouse of the same version."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError as bad:
            raise WorkerError("Dask is not installed (pip install 'flakhouse[dask]')") from bad
        try:
            self._client = Client(address, timeout=_WAIT, set_as_default=False)
        except (OSError, ValueError, TypeError) as bad:
            raise WorkerError(f"no Dask scheduler at {address}: {bad}") from bad
        threads = self._client.nthreads()
        self.workers = sum(threads.values())
        if not self.workers:
            self._client.close()
            raise WorkerError(f"the Dask scheduler at {address} has no workers")

    def submit(self, studies: tuple[Study, ...], start: int, stop: int) -> _Order:
        """Send a chunk to whoever is free."""
        return _Order(self._client.submit(fly_chunk, studies, start, stop, pure=False))

    def close(self, at_once: bool) -> None:
        """Leave; what was ordered and not taken is forgotten."""
        self._client.close()
