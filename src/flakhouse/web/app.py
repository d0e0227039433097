"""The server: routes, and what every request passes through.

Handlers are plain functions from a `Context` to a response; they run in a thread of a pool, so that rules that
think or a client that reads slowly never hold up others.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import threading
import urllib.parse
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from importlib import resources

from anyio.to_thread import current_default_thread_limiter
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from flakhouse.errors import FlakhouseError
from flakhouse.web.config import Config, from_environment
from flakhouse.web.context import Context, Server
from flakhouse.web.faults import Fault, fault_of, fault_response
from flakhouse.web.html import seen_other
from flakhouse.web.security import HEADERS, SAFE, TooLarge, csrf_of, foreign, host_allowed, read_body, same
from flakhouse.web.ways import Way

__all__ = ["create_app", "from_env"]

COOKIE = "flakhouse_login"


def from_env() -> Starlette:
    """The application with the settings of the environment; worker processes start with this."""
    return create_app(from_environment())


def create_app(config: Config) -> Starlette:
    """The application."""
    server = Server(config)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        current_default_thread_limiter().total_tokens = config.threads
        warming = threading.Thread(target=_warm, daemon=True)
        warming.start()
        if config.accounts:
            await run_in_threadpool(warming.join)  # many are waiting; alone, the start page can be read meanwhile
        yield
        server.close()

    folder = resources.files("flakhouse.web").joinpath("static")
    routes: list[BaseRoute] = [_route(server, way) for way in _ways()]
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
def _warm() -> None:
    """Read charts, words, drawings and templates once, so that the first request does not wait for them."""
    from flakhouse import games
    from flakhouse.web.html import compile_templates
    from flakhouse.web.tables import view_of

    with contextlib.suppress(Exception):  # what cannot be read is told by the request that needs it
        compile_templates()
        for name in games.names():
            games.load(name).charts()
            view_of(name)


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

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message.setdefault("headers", [])
                headers.extend((key.lower().encode(), value.encode()) for key, value in HEADERS.items())
            await send(message)

        host = Request(scope).headers.get("host", "")
        if not host_allowed(host, self.config.hosts):
            refused = PlainTextResponse("This server does not answer to that name.\n", 421)
            await refused(scope, receive, send_with_headers)
            return
        await self.app(scope, receive, send_with_headers)


def _route(server: Server, way: Way) -> Route:
    """A route whose handler runs in a thread, with everything checked before it."""

    async def endpoint(request: Request) -> Response:
        try:
            body = b""
            if request.method not in SAFE:
                if foreign(request):
                    raise Fault(403, "foreign", "this request comes from another site's page; nothing was done")
                async with asyncio.timeout(server.config.body_seconds):
                    body = await read_body(request, way.limit or server.config.body_limit)
            form, files = await _form(request, body)
        except (Fault, TooLarge, MultiPartException) as bad:
            return fault_response(server, request, way.api, fault_of(bad))
        except TimeoutError:
            slow = Fault(408, "slow", "what was sent did not arrive in time; nothing was done")
            return fault_response(server, request, way.api, slow)
        except ClientDisconnect:
            return Response(status_code=400)
        return await run_in_threadpool(_answer, server, way, request, body, form, files)

    return Route(way.path, endpoint, methods=list(way.methods))


def _answer(
    server: Server,
    way: Way,
    request: Request,
    body: bytes,
    form: Mapping[str, str],
    files: Mapping[str, bytes],
) -> Response:
    """Who asks, whether he may, and what he gets."""
    try:
        token, bearer = _token(request, server.config)
        account = server.accounts.account_of(token) if token else None
        address = request.client.host if request.client else ""
        wait = server.rates.wait(f"account {account.id}" if account is not None else f"address {address}")
        if wait:
            raise Fault(429, "rate", f"too many requests; try again in {wait:.1f} seconds", wait)
        if server.config.accounts and account is None and not way.public:
            if way.api or request.method not in SAFE:
                raise Fault(401, "login", "log in first")
            return seen_other(f"/login?next={urllib.parse.quote(request.url.path)}")
        if account is not None and not bearer and request.method not in SAFE and not way.public:
            given = form.get("csrf") or request.headers.get("x-csrf", "")
            if not same(given, csrf_of(token)):
                raise Fault(
                    403, "csrf", "this form is not from a page of this login; reload the page and try again"
                )
        ctx = Context(server, request, account, token if account is not None else "", body, form, files)
        return way.handler(ctx)
    except (FlakhouseError, Fault, Exception) as bad:
        fault = fault_of(bad)
        if fault.ours:
            server.trouble(request, bad)
        return fault_response(server, request, way.api, fault)


def _token(request: Request, config: Config) -> tuple[str, bool]:
    """The login's token and whether it came as a bearer's, which no other site can make a browser send."""
    if not config.accounts:
        return "", False
    kind, _, word = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and word:
        return word.strip(), True
    return request.cookies.get(COOKIE, ""), False


async def _form(request: Request, body: bytes) -> tuple[dict[str, str], dict[str, bytes]]:
    """The fields and files of a form; empty for anything else."""
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if not body or kind == "application/json":
        return {}, {}
    if kind == "application/x-www-form-urlencoded":
        try:
            pairs = urllib.parse.parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=200)
        except (UnicodeDecodeError, ValueError) as bad:
            raise Fault(400, "form", f"the form cannot be read: {bad}") from bad
        return dict(pairs), {}
    if kind == "multipart/form-data":
        return await _multipart(request, body)
    return {}, {}


async def _multipart(request: Request, body: bytes) -> tuple[dict[str, str], dict[str, bytes]]:
    async def stream() -> AsyncGenerator[bytes, None]:
        yield body

    fields: dict[str, str] = {}
    files: dict[str, bytes] = {}
    try:
        parser = MultiPartParser(
            request.headers, stream(), max_files=2, max_fields=50, max_part_size=len(body) + 1
        )
        parsed = await parser.parse()
    except (KeyError, UnicodeDecodeError, ValueError) as bad:
        raise Fault(400, "form", f"the form cannot be read: {bad}") from bad
    for key, value in parsed.multi_items():
        if isinstance(value, UploadFile):
            files[key] = await value.read()
        else:
            fields[key] = value
    await parsed.close()
    return fields, files


def _http_fault(server: Server) -> Callable[[Request, Exception], Response]:
    """Pages for addresses that are not there, and the like."""

    def handler(request: Request, bad: Exception) -> Response:
        return fault_response(server, request, request.url.path.startswith("/api/"), fault_of(bad))

    return handler
