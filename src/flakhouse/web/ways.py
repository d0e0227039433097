"""A way into the server: a path, what may be done there, and the function that does it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from starlette.responses import Response

from flakhouse.web.context import Context

__all__ = ["Handler", "Way", "get", "post"]

Handler = Callable[[Context], Response]


class Way(NamedTuple):
    """A route."""

    path: str
    handler: Handler
    methods: tuple[str, ...] = ("GET",)
    public: bool = False  # also for those who are not logged in
    api: bool = False  # faults are JSON
    limit: int = 0  # bytes of the body; 0: the usual limit
    file: bool = False  # a file is expected, nothing else
    own: bool = False  # it takes long: no other site's page may make a browser ask for it


def get(path: str, handler: Handler, public: bool = False, own: bool = False) -> Way:
    """A page to look at."""
    return Way(path, handler, ("GET",), public, own=own)


def post(path: str, handler: Handler, public: bool = False, limit: int = 0, file: bool = False) -> Way:
    """A form to send."""
    return Way(path, handler, ("POST",), public, False, limit, file)
