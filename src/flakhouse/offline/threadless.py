"""What stands in where there are no threads and one event loop.

For the package anyio, what Starlette needs of it: the real one starts worker threads, which a browser's Python
does not have, and takes its time to import there. For `core.deadline`: its watch is a thread, and who computes for
too long in a browser takes nobody's time but his own.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Generic, ParamSpec, TypeVar, TypeVarTuple

__all__ = ["install"]

P = ParamSpec("P")
T = TypeVar("T")
Args = TypeVarTuple("Args")


async def run_sync(func: Callable[[*Args], T], *args: *Args, **_: object) -> T:
    """Call a function where it stands."""
    return func(*args)


class CapacityLimiter:
    """How many threads there may be: nobody asks."""

    def __init__(self, total_tokens: float = 1) -> None:
        self.total_tokens = total_tokens


class RunVar(Generic[T]):
    """A variable of the event loop, of which there is one."""

    def __init__(self, name: str) -> None:
        self.name = name

    def get(self) -> T:
        """What was set."""
        if "value" not in self.__dict__:
            raise LookupError(self.name)
        found: T = self.__dict__["value"]
        return found

    def set(self, value: T) -> None:
        """Set it."""
        self.__dict__["value"] = value


class Overdue(BaseException):
    """Never thrown here."""


def allowance(seconds: float) -> contextlib.AbstractContextManager[None]:
    """No limit."""
    return contextlib.nullcontext()


def limited(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do the work, however long it takes."""
    return work(*args, **kwargs)


def install() -> None:
    """Put all this in its place, before Starlette or a session is imported."""
    deadline = ModuleType("flakhouse.core.deadline")
    deadline.__dict__.update(Overdue=Overdue, allowance=allowance, limited=limited)
    sys.modules[deadline.__name__] = deadline
    top = ModuleType("anyio")
    parts: dict[str, dict[str, object]] = {
        "abc": {},
        "lowlevel": {"RunVar": RunVar},
        "to_thread": {"run_sync": run_sync, "current_default_thread_limiter": CapacityLimiter},
    }
    for name, values in parts.items():
        part = ModuleType(f"anyio.{name}")
        part.__dict__.update(values)
        top.__dict__[name] = part
        sys.modules[f"anyio.{name}"] = part
    top.__dict__.update(CapacityLimiter=CapacityLimiter, __path__=[])
    sys.modules["anyio"] = top
