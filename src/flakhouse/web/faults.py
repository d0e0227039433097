"""What goes wrong, said clearly: as a page for people, as JSON for programs."""

from __future__ import annotations

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from flakhouse.core.deadline import Overdue
from flakhouse.errors import (
    Desync,
    FlakhouseError,
    Full,
    Refused,
    RulesError,
    SaveError,
    Stale,
    TooLong,
    Trouble,
    Unknown,
)
from flakhouse.store.accounts import TooMany
from flakhouse.web.context import BadRequest, Context, Server
from flakhouse.web.security import TooLarge

__all__ = ["ErrorBody", "Fault", "fault_of", "fault_response"]


class ErrorBody(msgspec.Struct, frozen=True):
    """What an API call that failed answers."""

    code: str
    message: str


class Fault(Exception):
    """Something a caller is told: an HTTP status, a word for programs, a sentence for people."""

    def __init__(self, status: int, code: str, message: str, wait: float = 0.0, reason: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.wait = wait  # seconds until it may be tried again
        self.reason = reason  # what lies behind it, for the one whose machine it is

    def told(self, server: Server) -> str:
        """The sentence; a player alone on his own machine may hear what is wrong with his disk."""
        return self.reason if self.reason and not server.config.accounts else self.message

    @property
    def ours(self) -> bool:
        """Whether something is wrong here that whoever runs the server should look at."""
        return self.status >= 500 and self.code != "busy"


_HTTP = {
    404: ("unknown", "This page does not exist. Your games are safe."),
    405: ("method", "this cannot be done with this address"),
}


def fault_of(bad: BaseException) -> Fault:
    """What an exception means to the caller."""
    if isinstance(bad, Fault):
        return bad
    if isinstance(bad, HTTPException):
        code, message = _HTTP.get(bad.status_code, ("http", str(bad.detail)))
        return Fault(bad.status_code, code, message)
    if isinstance(bad, TooLarge):
        return Fault(413, "size", "what was sent is larger than this server takes")
    if isinstance(bad, TooMany):
        return Fault(429, "rate", str(bad), bad.seconds)
    if isinstance(bad, Trouble):
        if bad.busy:
            return Fault(503, "busy", "the server has too much to do; nothing was changed, try again", 1.0)
        return Fault(
            503,
            "store",
            "the database of this server fails; what was acknowledged before is kept",
            5.0,
            reason=str(bad),
        )
    if isinstance(bad, TooLong | Overdue):
        return Fault(422, "long", str(bad) or "this takes too long; nothing was changed")
    if isinstance(bad, Unknown):
        return Fault(404, "unknown", str(bad))
    if isinstance(bad, Stale):
        return Fault(409, "stale", str(bad))
    if isinstance(bad, Refused):
        return Fault(409, "strict", str(bad))
    if isinstance(bad, Desync):
        return Fault(409, "desync", str(bad))
    if isinstance(bad, RulesError):
        if bad.house:
            return Fault(422, "house", f"{bad}. The house rules lead there; nothing was changed")
        return Fault(500, "rules", str(bad))
    if isinstance(bad, Full):
        return Fault(400, "quota", str(bad))
    if isinstance(bad, SaveError):
        return Fault(400, "save", str(bad))
    if isinstance(bad, FlakhouseError | BadRequest):
        return Fault(400, "request", str(bad))
    return Fault(500, "server", "the server failed; nothing that was kept is lost")


def fault_response(server: Server, request: Request, api: bool, fault: Fault) -> Response:
    """The answer that says so."""
    fault.message = fault.told(server)
    headers = {"Cache-Control": "no-store"}
    if fault.wait:
        headers["Retry-After"] = str(int(fault.wait) + 1)
    if api:
        body = msgspec.json.encode(ErrorBody(fault.code, fault.message))
        return Response(body, fault.status, headers, "application/json")
    from flakhouse.web.html import page

    ctx = Context(server, request, None, "", b"", {}, {})
    response = page(ctx, "fault.html", fault.status, fault=fault)
    response.headers.update(headers)
    return response
