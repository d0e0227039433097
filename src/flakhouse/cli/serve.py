"""`flakhouse serve`: the games in the browser, alone on this machine or hosted with accounts."""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import signal
import socket
import sys
import time
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypedDict

from flakhouse.cli.common import Commands, Usage, command, say, say_json, warn

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

    from flakhouse.web.config import Config

__all__ = ["add"]

_PORT = 8017
_ODDS_JOBS = 4  # processes at most
_OFTEN = 5  # falls in a minute after which it is not tried again
_PATIENCE = 30.0  # seconds in which a server must answer for its page to be opened
_NOT_STARTED = 3  # how uvicorn says that it could not begin


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "serve",
        "play in the browser: start the server on this machine and open its page",
        """flakhouse serve
        flakhouse serve --port 9000 --no-browser
        flakhouse serve --host 0.0.0.0 --accounts --name bombers.example.org --https --workers 2""",
    )
    parser.add_argument("--port", type=int, metavar="N", help=f"the port; default {_PORT} or the next free one")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on; others need --accounts")
    parser.add_argument("--accounts", action="store_true", help="players log in, each sees his own games only")
    parser.add_argument("--closed", action="store_true", help="newcomers cannot make themselves an account")
    parser.add_argument(
        "--name", metavar="HOST", action="append", default=[], help="a name the server is reached by; repeatable"
    )
    parser.add_argument("--https", action="store_true", help="it is reached through https (behind a proxy)")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes; default 1")
    parser.add_argument("--verbose", action="store_true", help="log every request")
    parser.set_defaults(act=_serve)


def _serve(args: argparse.Namespace) -> int:
    config = _config(args)
    port = _port(args.host, args.port)
    address = f"http://{'localhost' if args.host in ('127.0.0.1', '::1') else args.host}:{port}/"
    if not 1 <= args.workers <= 64:
        raise Usage("--workers: from 1 to 64")
    _check(config)
    if args.json:
        say_json({"address": address, "accounts": config.accounts, "workers": args.workers})
    else:
        say(f"Flakhouse is at {address}  (Ctrl-C stops it; every answer is kept)")
    sys.stdout.flush()
    _run(args, config, port, opens=not (args.no_browser or args.json or config.accounts))
    return 0


def _config(args: argparse.Namespace) -> Config:
    from flakhouse.web.config import LOOPBACK, Config

    # This process only looks after the one that serves, and imports nothing of what that needs.
    for needed in ("starlette", "jinja2", "uvicorn"):
        if find_spec(needed) is None:  # installed without the extra
            raise Usage(f"the browser game is not installed ({needed}): pip install 'flakhouse[web]'")
    local = args.host in ("127.0.0.1", "localhost", "::1")
    if not local and not args.accounts:
        raise Usage("Others could reach this server. Add --accounts so that they have to log in.")
    if not local and not args.name:
        raise Usage("--name says by which name the server is reached, so that no other is answered to")
    return Config(
        url=os.environ.get("DATABASE_URL", ""),
        accounts=args.accounts,
        register=not args.closed,
        hosts=(*LOOPBACK, *(name.lower() for name in args.name)),
        https=args.https,
        rate=30.0 if args.accounts else 10_000.0,  # alone there is nobody to be fair to
        burst=120 if args.accounts else 10_000,
        cpu_seconds=10.0 if args.accounts else 120.0,
        odds_jobs=1 if args.accounts else min(_ODDS_JOBS, os.cpu_count() or 1),
    )


def _check(config: Config) -> None:
    """Open the database once before anything is promised, so that a fault of it is one clear line."""
    from flakhouse.store import Database

    Database(config.where, wait=20.0).close()


def _port(host: str, wanted: int | None) -> int:
    """The port wanted, or the first free one from the usual on."""
    if wanted is not None and not 0 < wanted < 65536:
        raise Usage(f"--port {wanted}: from 1 to 65535")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for port in [wanted] if wanted is not None else range(_PORT, _PORT + 20):
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            if sys.platform != "win32":  # there it would let two servers have one port
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError as bad:
                if wanted is not None or not isinstance(bad, OSError):
                    raise Usage(f"cannot listen on {host} port {port}: {bad.strerror or bad}") from bad
                continue
            return port
    raise Usage(f"no free port from {_PORT} to {_PORT + 19}; name one with --port")


def _open_browser(port: int) -> None:
    """Open the page of this machine as soon as the server answers, where there is a screen to open it on."""
    import threading

    if sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        threading.Thread(target=_when_it_answers, args=(port,), daemon=True).start()


def _when_it_answers(port: int) -> None:
    import webbrowser

    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection(("localhost", port), timeout=1):
            webbrowser.open(f"http://localhost:{port}/")
            return
        time.sleep(0.05)


class _How(TypedDict):
    """What uvicorn is told."""

    host: str
    port: int
    workers: int | None
    log_level: str
    access_log: bool
    server_header: bool
    timeout_keep_alive: int
    timeout_graceful_shutdown: int
    timeout_worker_healthcheck: int
    limit_concurrency: int
    proxy_headers: bool
    forwarded_allow_ips: str | None


def _run(args: argparse.Namespace, config: Config, port: int, opens: bool) -> None:
    from flakhouse.web.config import to_environment

    to_environment(config)
    how = _How(
        host=args.host,
        port=port,
        workers=args.workers if args.workers > 1 else None,
        log_level="info" if args.verbose else "warning",
        access_log=args.verbose,
        server_header=False,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=5,
        timeout_worker_healthcheck=30,  # a busy worker is not a dead one
        limit_concurrency=1000,
        proxy_headers=config.https,
        forwarded_allow_ips="127.0.0.1" if config.https else None,
    )
    if args.workers > 1:
        if opens:
            _open_browser(port)
        _start(how)  # it looks after its workers itself
    else:
        _look_after(how, opens)


def _start(how: _How) -> None:
    """Serve until somebody says stop."""
    gc.disable()  # until the application is made (web/app.py)
    import uvicorn

    try:
        uvicorn.run("flakhouse.web.app:from_env", factory=True, **how)
    except KeyboardInterrupt:
        warn("stopped; every answer is kept")


def _serve_alone(how: _How) -> None:
    """The process that is looked after: what it was told to do on a signal is not its parent's any more."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _start(how)


def _process(how: _How) -> BaseProcess:
    """A process to serve in: a copy of this one, which has Python and its first modules ready.

    Elsewhere than on Linux system libraries do not bear that.
    """
    import multiprocessing

    if sys.platform != "linux" or not hasattr(os, "fork"):
        return multiprocessing.get_context("spawn").Process(target=_serve_alone, args=(how,))
    return multiprocessing.get_context("fork").Process(target=_serve_alone, args=(how,))


def _look_after(how: _How, opens: bool) -> None:
    """Serve in a process of its own, and start it again should it fall: nothing is lost with it."""
    process = _process(how)
    ending = False

    def end(*_: object) -> None:
        nonlocal ending
        ending = True
        process.terminate()

    signal.signal(signal.SIGTERM, end)
    fell: list[float] = []
    while True:
        process.start()
        if opens:
            _open_browser(how["port"])  # behind the start: a copy of a process with threads may hang
            opens = False
        try:
            process.join()
        except KeyboardInterrupt:  # the process has heard it too
            ending = True
            process.join(10)
        if ending or process.exitcode in (0, _NOT_STARTED):
            return
        now = time.monotonic()
        fell = [*(then for then in fell if now - then < 60), now]
        if len(fell) > _OFTEN:
            raise Usage("the server fell again and again; what it said stands above")
        warn(f"the server fell ({process.exitcode}); it is started again, every answer is kept")
        process = _process(how)
