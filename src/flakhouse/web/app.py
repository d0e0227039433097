"""The server: routes, and what every request passes through.

Handlers are plain functions from a `Context` to a response; they run in a thread of a pool, so that rules that
think or a client that reads slowly never hold up others.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import gc
import logging
import os
import pkgutil
import signal
import threading
import time
import urllib.parse
from collections.abc import AsyncIterator, Callable, Sequence
from importlib import import_module, resources
from typing import NamedTuple

from anyio.to_thread import current_default_thread_limiter
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from flakhouse.core import structs
from flakhouse.core.deadline import Overdue, allowance, limited
from flakhouse.errors import FlakhouseError, Trouble
from flakhouse.store.accounts import Account
from flakhouse.web.bodies import NOTHING, form_of, limit_of
from flakhouse.web.config import Config, from_environment
from flakhouse.web.context import Context, Server
from flakhouse.web.faults import Fault, fault_of, fault_response
from flakhouse.web.html import seen_other
from flakhouse.web.security import (
    HEADERS,
    HSTS,
    LOGIN,
    SAFE,
    TooLarge,
    address_of,
    cookie_name,
    csrf_of,
    elsewhere,
    foreign,
    host_allowed,
    read_body,
    same,
    small,
)
from flakhouse.web.ways import Way

__all__ = ["create_app", "from_env"]

_FIRST = 0.5  # seconds in which the first page of one who plays alone is answered before all else is made ready


def from_env() -> Starlette:
    """The application with the settings of the environment; worker processes start with this."""
    gc.disable()  # while modules are read there is no garbage, and what they make is not looked through later
    config = from_environment()
    log = logging.StreamHandler()
    log.setFormatter(logging.Formatter("%(asctime)sZ %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%S"))
    log.formatter.converter = time.gmtime  # type: ignore[union-attr]
    ours = logging.getLogger("flakhouse")
    ours.addHandler(log)
    ours.setLevel(logging.INFO if config.accounts else logging.WARNING)
    app = create_app(config, patient=True)
    gc.freeze()
    gc.enable()
    return app


def create_app(config: Config, also: Sequence[Way] = (), patient: bool = False) -> Starlette:
    """The application, with ways of its own where it runs elsewhere than on a server; a `patient` one need not
    reach its database yet."""
    _load()
    server = Server(config, patient)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        current_default_thread_limiter().total_tokens = config.threads
        if config.accounts:
            await run_in_threadpool(_warm, config.odds_jobs)  # many are waiting
        else:
            warming = threading.Thread(target=_warm, args=(config.odds_jobs,), daemon=True)
            asyncio.get_running_loop().call_later(_FIRST, warming.start)
        _end_with_parent()
        tidying = asyncio.create_task(_tidy(server)) if config.accounts else None
        yield
        if tidying is not None:
            tidying.cancel()
        server.close()

    folder = resources.files("flakhouse.web").joinpath("static")
    routes: list[BaseRoute] = [_route(server, way) for way in [*_ways(), *also]]
    routes.append(Mount("/static", _Static(directory=str(folder)), name="static"))
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[
            Middleware(_Shield, config=config),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=4),
        ],
        exception_handlers={HTTPException: _http_fault(server)},
    )
    app.state.server = server
    return app


@functools.cache
def _end_with_parent() -> None:
    """A worker whose parent was killed ends too, politely: nobody would ever stop it."""
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()


async def _tidy(server: Server, every: float = 3600.0) -> None:
    """Drop logins that are over and attempts long past, now and every hour."""
    while True:
        with contextlib.suppress(Trouble):  # a database that fails is told by those who need it
            await run_in_threadpool(server.accounts.purge)
        await asyncio.sleep(every)


@functools.cache
def _load() -> None:
    """Import everything that answers, and make its types ready: in one thread, before others decode them."""
    import flakhouse.render
    import flakhouse.web
    from flakhouse import games

    for package in (games, flakhouse.render, flakhouse.web):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            import_module(found.name)
    for name in games.names():
        games.load(name)
    structs.build()


@functools.cache
def _warm(jobs: int) -> None:
    """Read charts, words, drawings and templates once, so that the first request does not wait for them."""
    from flakhouse import games
    from flakhouse.web.html import compile_templates
    from flakhouse.web.tables import view_of

    with contextlib.suppress(Exception):  # what cannot be read is told by the request that needs it
        compile_templates()
        for name in games.names():
            games.load(name).charts()
            view_of(name)
    if jobs > 1:
        from flakhouse.sim.crowd import stand_by

        stand_by()


def _ways() -> list[Way]:
    """Every page and every call of the API."""
    from flakhouse.web import api
    from flakhouse.web.pages import WAYS

    return [*WAYS, *api.WAYS]


class _Static(StaticFiles):
    """Static files: their addresses change with them, so they may be kept."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, to be kept for a year."""
        response = await super().get_response(path, scope)
        if response.status_code == 200 and scope.get("query_string"):
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


class _Shield:
    """Headers on every answer; requests under a name that is not ours go no further."""

    def __init__(self, app: ASGIApp, config: Config) -> None:
        self.app = app
        self.config = config
        sent = {**HEADERS, **(HSTS if config.https else {})}
        self.headers = [(key.lower().encode(), value.encode()) for key, value in sent.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        ours = self.headers

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message.setdefault("headers", [])
                headers.extend(ours)
            await send(message)

        host = Request(scope).headers.get("host", "")
        if not host_allowed(host, self.config.hosts):
            refused = PlainTextResponse("This server does not answer to that name.\n", 421)
            await refused(scope, receive, send_with_headers)
            return
        await self.app(scope, receive, send_with_headers)


class _Caller(NamedTuple):
    """Who asks: the account, the login's token, and whether it came as a bearer's."""

    account: Account | None
    token: str
    bearer: bool
    name: str  # what his requests are counted under


def _route(server: Server, way: Way) -> Route:
    """A route whose handler runs in a thread. A body is read only when it is clear that its sender may send it."""

    async def endpoint(request: Request) -> Response:
        if request.method in SAFE:
            return await run_in_threadpool(_answer, server, way, request, None, b"")
        caller = await run_in_threadpool(_admitted, server, way, request)
        if isinstance(caller, Response):
            return caller
        large = False
        try:
            limit = limit_of(way, request, server.config.body_limit)
            if limit > server.config.body_limit and not small(request, server.config.body_limit):
                _take(server, caller.name)
                large = True
            async with asyncio.timeout(server.config.body_seconds):
                body = await read_body(request, limit)
            return await run_in_threadpool(_answer, server, way, request, caller, body)
        except (Fault, TooLarge) as bad:
            return fault_response(server, request, way.api, fault_of(bad))
        except TimeoutError:
            slow = Fault(408, "slow", "what was sent did not arrive in time; nothing was done")
            return fault_response(server, request, way.api, slow)
        except ClientDisconnect:
            return Response(status_code=400)
        finally:
            if large:
                server.large.give_back(caller.name)

    return Route(way.path, endpoint, methods=list(way.methods))


def _take(server: Server, caller: str) -> None:
    """A large body is about to come; not too many at a time."""
    who = server.large.take(caller)
    if who == "you":
        raise Fault(429, "busy", "you are sending other files already; wait until they are done", 2.0)
    if who:
        raise Fault(503, "busy", "others are sending files; nothing was done, try again", 2.0)


def _admitted(server: Server, way: Way, request: Request) -> _Caller | Response:
    """Who asks, or why he is turned away before he has sent anything."""
    try:
        return _admit(server, way, request)
    except Exception as bad:
        return _refusal(server, way, request, bad)


def _refusal(server: Server, way: Way, request: Request, bad: BaseException) -> Response:
    """What the caller is told, and the log."""
    fault = fault_of(bad)
    if fault.ours:
        server.trouble(request, bad)
    elif fault.status in (403, 429):
        server.note(f"refused ({fault.code})", request)
    return fault_response(server, request, way.api, fault)


def _admit(server: Server, way: Way, request: Request) -> _Caller | Response:
    """Who asks, whether he may, and whether not too often."""
    if foreign(request) or (way.own and elsewhere(request)):
        raise Fault(403, "foreign", "this request comes from another site's page; nothing was done")
    token, bearer = _token(request, server.config)
    account = server.accounts.account_of(token) if token else None
    name = f"account {account.id}" if account is not None else f"address {address_of(request)}"
    wait = server.rates.wait(name)
    if wait:
        raise Fault(429, "rate", f"too many requests; try again in {wait:.1f} seconds", wait)
    if server.config.accounts and account is None and not way.public:
        if way.api or request.method not in SAFE:
            raise Fault(401, "login", "log in first")
        return seen_other(f"/login?next={urllib.parse.quote(request.url.path)}")
    return _Caller(account, token if account is not None else "", bearer, name)


def _answer(server: Server, way: Way, request: Request, caller: _Caller | None, body: bytes) -> Response:
    """What he gets."""
    try:
        known = caller or _admit(server, way, request)
        if isinstance(known, Response):
            return known
        with allowance(server.config.cpu_seconds):
            form = limited(form_of, request.headers.get("content-type", ""), body) if body else NOTHING
            if known.account is not None and not known.bearer and request.method not in SAFE and not way.public:
                given = form.fields.get("csrf") or request.headers.get("x-csrf", "")
                if not same(given, csrf_of(known.token)):
                    raise Fault(
                        403, "csrf", "this form is not from a page of this login; reload the page and try again"
                    )
            ctx = Context(server, request, known.account, known.token, body, form.fields, form.files)
            return way.handler(ctx)
    except (FlakhouseError, Fault, Exception, Overdue) as bad:
        return _refusal(server, way, request, bad)


def _token(request: Request, config: Config) -> tuple[str, bool]:
    """The login's token and whether it came as a bearer's, which no other site can make a browser send."""
    if not config.accounts:
        return "", False
    kind, _, word = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and word:
        return word.strip(), True
    return request.cookies.get(cookie_name(LOGIN, config.https), ""), False


def _http_fault(server: Server) -> Callable[[Request, Exception], Response]:
    """Pages for addresses that are not there, and the like."""

    def handler(request: Request, bad: Exception) -> Response:
        return fault_response(server, request, request.url.path.startswith("/api/"), fault_of(bad))

    return handler
