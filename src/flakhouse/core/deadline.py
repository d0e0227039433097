"""A limit on the time that rules may take, for servers: nothing a player sends keeps a thread for ever.

House rules, positions and records are a player's own; what they make of the rules cannot be foreseen in every
case. So a server gives each request some seconds of computing: `with allowance(10): ...`. Whatever plays rules or
reads a player's file does so through `limited`; when the allowance is used up, that work ends with `TooLong`.

The clock is the processor time of the thread, so that a busy machine is nobody's fault. A thread of ours looks at
it and throws an exception into the thread that works, wherever it is (`PyThreadState_SetAsyncExc`). That is safe
only because `limited` is put around pure work: rules and parsing hold no lock, no file and no connection, and what
they have made so far is thrown away. Nothing is thrown outside of it, so a write is never cut in half.
"""

from __future__ import annotations

import contextlib
import ctypes
import threading
import time
from collections.abc import Callable, Iterator
from typing import ParamSpec, TypeVar

from flakhouse.errors import TooLong

__all__ = ["Overdue", "allowance", "limited"]

P = ParamSpec("P")
T = TypeVar("T")
_LOOK = 0.05  # seconds between two looks at the clocks
_AGAIN = 1.0  # seconds until it is thrown once more, should it have been swallowed by a destructor


class Overdue(BaseException):
    """Thrown into a thread whose allowance is used up; no rule catches it."""


class _Allowance:
    """What one thread may use, and whether it works on something that may be cut off."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.thread = threading.get_ident()
        self.used = _clock(self.thread)
        self.until = self.used() + seconds
        self.works = False
        self.thrown = 0.0  # when; 0: not yet
        self.settled = True  # nobody is about to throw


_OWN = threading.local()
_OPEN: dict[int, _Allowance] = {}  # by the number of the allowance
_LOCK = threading.Lock()
_WAKE = threading.Event()
_watch: threading.Thread | None = None


def _clock(thread: int) -> Callable[[], float]:
    """The processor time of a thread; where the system does not tell it, the time that passes."""
    if hasattr(time, "pthread_getcpuclockid"):
        with contextlib.suppress(OSError):
            clock = time.pthread_getcpuclockid(thread)
            return lambda: time.clock_gettime(clock)
    return time.monotonic


@contextlib.contextmanager
def allowance(seconds: float) -> Iterator[None]:
    """Give this thread so many seconds of computing for everything `limited` in the block."""
    global _watch
    before: _Allowance | None = getattr(_OWN, "allowance", None)
    own = _OWN.allowance = _Allowance(seconds)
    with _LOCK:
        _OPEN[id(own)] = own
        if _watch is None or not _watch.is_alive():
            _watch = threading.Thread(target=_look, name="deadline", daemon=True)
            _watch.start()
        _WAKE.set()
    try:
        yield
    finally:
        _OWN.allowance = before
        with _LOCK:
            del _OPEN[id(own)]
            if not _OPEN:
                _WAKE.clear()


def limited(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do pure work within the allowance of this thread, if it has one; TooLong if that is used up."""
    own: _Allowance | None = getattr(_OWN, "allowance", None)
    if own is None or own.works:
        return work(*args, **kwargs)
    try:
        try:
            if own.used() >= own.until:
                raise Overdue
            own.works = True
            return work(*args, **kwargs)
        finally:
            _end(own)
    except Overdue:
        _end(own)  # it may have come in the middle of the first one
        raise TooLong(
            f"this takes more than {own.seconds:g} seconds to play, which is all a request may use; "
            "nothing was changed"
        ) from None


def _end(own: _Allowance) -> None:
    """From here on nothing is thrown. No lock is used, for an exception between taking it and knowing of it would
    leave it taken: the watch says that it is about to throw, and looks once more before it does."""
    own.works = False
    if own.thrown:
        while not own.settled:
            time.sleep(0.0005)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(own.thread), None)


def _look() -> None:
    """Watch the clocks while there are allowances."""
    while True:
        _WAKE.wait()
        time.sleep(_LOOK)
        with _LOCK:
            found = list(_OPEN.values())
        for own in found:
            now = time.monotonic()
            with contextlib.suppress(OSError):  # the thread has ended
                if own.works and now - own.thrown >= _AGAIN and own.used() >= own.until:
                    _throw(own, now)


def _throw(own: _Allowance, now: float) -> None:
    own.settled = False
    own.thrown = now
    if own.works:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(own.thread), ctypes.py_object(Overdue))
    own.settled = True
