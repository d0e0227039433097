"""Many players at once: starts `flakhouse serve` on this machine and lets players click through missions.

Each player has a game of his own, looks at the page, thinks (a random time, exponential as people's are) and takes
the default answer, through the pages as the browser asks for them or through the API. On the pages he looks at
every scene too, and throws where he is asked to. Reported are requests a second, faults, and how long an answer
takes, from the click to its last byte.

With `--kill` the server is killed with signal 9 in the middle and started again. Every player remembers the last
moment he was told; the store must have it, or something later.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import html
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import zlib
from pathlib import Path

import msgspec

from flakhouse import games
from flakhouse.core.chapter import begin
from flakhouse.errors import SaveError
from flakhouse.store import Database, Store
from flakhouse.store.accounts import Accounts
from flakhouse.web.security import csrf_of

MIX = (("b29", ""), ("b17", ""), ("doolittle", "1"), ("doolittle", "7"))
CHEAP = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}  # passwords are not what is measured
PATIENCE = 30.0  # seconds a player waits for an answer

_ON = re.compile(rb'class="btn go-on"[^>]* href="([^"]*)"')  # a scene: Throw or Continue
_AT = re.compile(rb'name="at" value="([^"]*)"')
_MARKED = re.compile(rb'class="opt sel" name="key" value="([^"]*)"')
_FIRST = re.compile(rb'class="opt" name="key" value="([^"]*)"')
_TYPED = re.compile(rb'name="key" maxlength="40" required value="([^"]*)"')


class Moment(msgspec.Struct):
    """What a player knows of his game."""

    at: str
    key: str | None = None  # the default answer
    over: bool = False  # nothing follows
    step: int = -1
    on: str = ""  # where a scene goes on


class Down(Exception):
    """The server is not there."""


class Counts:
    """What happened to all players together."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = {}
        self.faults: dict[str, int] = {}
        self.lost: list[str] = []
        self.refused = 0  # connections broken or refused while the server was down
        self.stale = 0
        self.measuring = False
        self.until = 0.0  # when they stop playing

    def fault(self, what: str) -> None:
        """Count a fault."""
        self.faults[what] = self.faults.get(what, 0) + 1


# ------------------------------------------------------------------ the server


class Serving:
    """`flakhouse serve` on a free port of the loopback address, with a data folder of its own."""

    def __init__(self, args: argparse.Namespace, folder: Path) -> None:
        self.args = args
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.killed = False
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        words = ["serve", "--port", str(self.port), "--no-browser", "--workers", str(self.args.workers)]
        if self.args.accounts:
            words.append("--accounts")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "flakhouse", *words],
            env={**os.environ, "FLAKHOUSE_DATA": str(self.folder)},
            stdout=subprocess.DEVNULL,
            start_new_session=True,  # a group of its own, so that its workers can be killed with it
        )
        until = time.monotonic() + 60
        while time.monotonic() < until:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1) as one:
                one.settimeout(5)
                one.sendall(b"GET /api HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                if one.recv(100).startswith(b"HTTP/1.1 200"):
                    self.killed = False
                    return
            if self.process.poll() is not None:
                break
            time.sleep(0.2)
        raise SystemExit("load: the server did not start")

    def kill(self) -> None:
        """Signal 9 to it and its workers."""
        self.killed = True
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(30)

    def stop(self) -> None:
        """The polite way."""
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()


# ------------------------------------------------------------------ a player


class Player:
    """One player with one connection and one game."""

    def __init__(self, number: int, args: argparse.Namespace, serving: Serving, counts: Counts) -> None:
        self.number = number
        self.args = args
        self.serving = serving
        self.counts = counts
        self.chance = random.Random(f"{args.seed}/{number}")
        self.game, self.scenario = MIX[number % len(MIX)]
        self.name = f"load-{number}"
        self.owner: int | None = None
        self.token = ""
        self.known: Moment | None = None
        self.head = ""  # of the last answer
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def play(self, ramp: float) -> None:
        """Click until the time is over."""
        await asyncio.sleep(self.chance.random() * ramp)
        while time.monotonic() < self.counts.until:
            try:
                if self.known is None:
                    await self._look()
                else:
                    await self._click(self.known)
            except (Down, OSError, EOFError, TimeoutError) as bad:
                self._drop()
                self.known = None
                if self.serving.killed or isinstance(bad, Down):
                    self.counts.refused += 1
                    await asyncio.sleep(0.5)
                    continue
                self.counts.fault(type(bad).__name__)
            left = max(0.0, self.counts.until - time.monotonic())
            await asyncio.sleep(min(self.chance.expovariate(1 / self.args.think), left))
        self._drop()

    async def _look(self) -> None:
        """Open the game."""
        api = self.args.api
        status, body = await self._ask("look", "GET", f"/api/saves/{self.name}" if api else f"/play/{self.name}")
        self._learn(status, body)

    async def _click(self, now: Moment) -> None:
        """Read on in a scene, take the default answer, go on to the next mission, or begin again."""
        if now.on:
            self._learn(*await self._ask("scene", "GET", now.on))
            return
        if now.key is not None:
            act, fields = "answer", {"at": now.at, "key": now.key}
        elif not now.over:
            act, fields = "next", {"at": now.at}
        else:
            self.name += "+"
            _make(self.args, self.serving.folder, [self])
            self.known = None
            return
        if self.args.api:
            path, kind, data = f"/api/saves/{self.name}/{act}", "application/json", json.dumps(fields).encode()
        else:
            path, kind = f"/play/{self.name}/{act}", "application/x-www-form-urlencoded"
            data = urllib.parse.urlencode(fields).encode()
        status, body = await self._ask(act, "POST", path, kind, data)
        if status == 409:
            self.counts.stale += 1
            self.known = None
            return
        self._learn(status, body)

    def _learn(self, status: int, body: bytes) -> None:
        if status != 200:
            self.counts.fault(f"status {status}: {_message(body)}")
            self.known = None
            return
        self.known = _of_json(body) if self.args.api else _of_page(body)
        _remember(self)

    # -------------------------------------------------------------- HTTP

    async def _ask(
        self, what: str, method: str, path: str, kind: str = "", data: bytes = b""
    ) -> tuple[int, bytes]:
        begun = time.monotonic()
        async with asyncio.timeout(PATIENCE):
            status, body = await self._exchange(method, urllib.parse.quote(path, safe="/?=&"), kind, data)
            while status == 303:
                status, body = await self._exchange("GET", self._sent_on(), "", b"")
        if self.counts.measuring:
            self.counts.times.setdefault(what, []).append(time.monotonic() - begun)
        return status, body

    async def _exchange(self, method: str, path: str, kind: str, data: bytes) -> tuple[int, bytes]:
        """One request; a connection the server has closed meanwhile is opened anew, as browsers do."""
        head = [f"{method} {path} HTTP/1.1", "Host: localhost", "Accept-Encoding: gzip"]
        if kind:
            head += [f"Content-Type: {kind}", f"Content-Length: {len(data)}", "X-Swap: 1"]
        if self.token:
            head += [f"Cookie: flakhouse_login={self.token}", f"X-CSRF: {csrf_of(self.token)}"]
        sent = "\r\n".join(head).encode() + b"\r\n\r\n" + data
        fresh = self._streams is None
        if self._streams is None:
            await self._connect()
        try:
            return await self._send(sent)
        except (OSError, EOFError):
            if fresh or self.serving.killed:
                raise
            self._drop()
            await self._connect()
            return await self._send(sent)

    def _sent_on(self) -> str:
        """Where the last answer sends the browser."""
        found = re.search(r"^location: *(\S+)", self.head, re.MULTILINE | re.IGNORECASE)
        if found is None:
            raise Down
        return found.group(1)

    async def _connect(self) -> None:
        try:
            self._streams = await asyncio.open_connection("127.0.0.1", self.serving.port, limit=1 << 20)
        except OSError as bad:
            raise Down from bad

    async def _send(self, sent: bytes) -> tuple[int, bytes]:
        assert self._streams is not None
        reader, writer = self._streams
        writer.write(sent)
        await writer.drain()
        self.head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        head = self.head.lower()
        status = int(head.split(" ", 2)[1])
        length = re.search(r"content-length: (\d+)", head)
        body = await reader.readexactly(int(length.group(1))) if length else b""
        if "content-encoding: gzip" in head:
            body = zlib.decompress(body, 31)
        if "connection: close" in head:
            self._drop()
        return status, body

    def _drop(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


def _message(body: bytes) -> str:
    """What a fault says, from JSON or from the page."""
    found = re.search(rb'role="alert"><strong>([^<]*)|"message":"([^"]*)', body)
    return (found.group(1) or found.group(2)).decode()[:120] if found else ""


def _of_json(body: bytes) -> Moment:
    told = msgspec.json.decode(body)
    question = told["question"]
    return Moment(told["at"], question["default"] if question else None, told["over"], told["step"])


def _of_page(body: bytes) -> Moment:
    on = _ON.search(body)
    if on:
        return Moment("", on=html.unescape(on.group(1).decode()))
    at = _AT.search(body)
    key = _MARKED.search(body) or _TYPED.search(body) or _FIRST.search(body)
    return Moment(
        html.unescape(at.group(1).decode()) if at else "",
        html.unescape(key.group(1).decode()) if key else None,
        b"/next" not in body,
    )


# ------------------------------------------------------------------ before and after


def _make(args: argparse.Namespace, folder: Path, players: list[Player]) -> None:
    """Give players accounts and games; straight in the database, so that the server is measured playing."""
    with Database(os.environ.get("DATABASE_URL") or folder / "saves.sqlite3") as database:
        accounts = Accounts(database, cost=CHEAP)
        for one in players:
            if args.accounts and one.owner is None:
                one.owner = accounts.create(f"player-{one.number}", "a good long password").id
                one.token = accounts.login(one.owner)
            game = games.load(one.game)
            options = {"scenario": one.scenario} if one.scenario else {}
            chapter = begin(game, f"{args.seed}-{one.number}/1", options=options, automation="named")
            Store.on(database, one.owner).create(chapter, f"{args.seed}-{one.number}", one.name)


_TOLD: dict[Player, dict[str, Moment]] = {}


def _remember(player: Player) -> None:
    """The last moment a player was told of each of his games."""
    if player.known is not None and player.known.at:
        _TOLD.setdefault(player, {})[player.name] = player.known


def check(folder: Path, players: list[Player], counts: Counts) -> int:
    """Compare what players were told with what the store has; how many moments were compared."""
    checked = 0
    with Database(os.environ.get("DATABASE_URL") or folder / "saves.sqlite3") as database:
        for one in players:
            store = Store.on(database, one.owner)
            for name, told in _TOLD.get(one, {}).items():
                checked += 1
                chapter, revision = (int(part) for part in told.at.split("."))
                try:
                    has = store.revision(name)
                    steps = store.info(name).steps
                except SaveError as bad:
                    counts.lost.append(f"{name}: {bad}")
                    continue
                if has[0] < chapter or (has[0] == chapter and (has[1] < revision or steps < told.step)):
                    counts.lost.append(f"{name}: told {told}, the store has {has} with {steps} steps")
    return checked


def _wake(folder: Path, players: list[Player], counts: Counts, most: int = 20) -> None:
    """Some games must also play again as recorded."""
    with Database(os.environ.get("DATABASE_URL") or folder / "saves.sqlite3") as database:
        for one in players[:: max(1, len(players) // most)]:
            session = Store.on(database, one.owner).session(games.load(one.game), one.name)
            verdict = session.verify()
            if not verdict.identical:
                counts.lost.append(f"{one.name}: {verdict.what}")


def _part(times: list[float], part: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * part))] * 1000 if times else 0.0


async def _run(args: argparse.Namespace, serving: Serving, players: list[Player], counts: Counts) -> float:
    """Let them play; the seconds that were measured."""
    ramp = min(args.ramp, args.seconds)
    begun = time.monotonic() + ramp
    counts.until = begun + args.seconds
    tasks = [asyncio.create_task(one.play(ramp)) for one in players]
    await asyncio.sleep(ramp)
    counts.measuring = True
    down = 0.0
    if args.kill:
        await asyncio.sleep(args.seconds / 2)
        counts.measuring = False
        at = time.monotonic()
        counts.until += 3600
        serving.kill()
        checked = await asyncio.to_thread(check, serving.folder, players, counts)
        told = f"killed with signal 9: {checked} moments compared with the store, {len(counts.lost)} lost"
        print(told, file=sys.stderr)
        await asyncio.to_thread(serving.start)
        await asyncio.sleep(args.think)  # everybody comes back at once
        down = time.monotonic() - at
        counts.until = begun + down + args.seconds
        counts.measuring = True
    await asyncio.gather(*tasks)
    return time.monotonic() - begun - down


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60, help="how long is measured; default 60")
    parser.add_argument("--ramp", type=float, default=15, help="seconds in which the players arrive; default 15")
    parser.add_argument("--think", type=float, default=5, help="mean seconds between answer and click; default 5")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--accounts", action="store_true", help="hosted: every player has an account")
    parser.add_argument("--api", action="store_true", help="through the API instead of the pages")
    parser.add_argument("--kill", action="store_true", help="kill the server in the middle; nothing may be lost")
    parser.add_argument("--seed", default="load", help="of games and thinking times")
    parser.add_argument(
        "--target", type=float, default=250, help="milliseconds of the 95th percentile; default 250"
    )
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    counts = Counts()
    with tempfile.TemporaryDirectory(prefix="flakhouse-load-") as folder:
        before = os.getloadavg()[0]
        serving = Serving(args, Path(folder))
        try:
            players = [Player(i, args, serving, counts) for i in range(args.players)]
            _make(args, serving.folder, players)
            seconds = asyncio.run(_run(args, serving, players, counts))
        finally:
            serving.stop()
        checked = check(Path(folder), players, counts)
        _wake(Path(folder), players, counts)
    return _report(args, counts, seconds, checked, before)


def _report(args: argparse.Namespace, counts: Counts, seconds: float, checked: int, before: float) -> int:
    times = [one for found in counts.times.values() for one in found]
    own = time.process_time()
    told = {
        "players": args.players,
        "requests": len(times),
        "requests_a_second": round(len(times) / seconds, 1),
        "p50_ms": round(_part(times, 0.5)),
        "p95_ms": round(_part(times, 0.95)),
        "p99_ms": round(_part(times, 0.99)),
        "by_kind": {
            kind: {"count": len(found), "p50_ms": round(_part(found, 0.5)), "p95_ms": round(_part(found, 0.95))}
            for kind, found in sorted(counts.times.items())
        },
        "faults": counts.faults,
        "stale": counts.stale,
        "while_down": counts.refused,
        "compared": checked,
        "lost": counts.lost,
        "own_cpu_seconds": round(own, 1),
        "cpus": os.cpu_count(),
        "load_before": round(before, 1),
        "load_after": round(os.getloadavg()[0], 1),
    }
    if args.json:
        print(json.dumps(told, indent=2))
    else:
        for key, value in told.items():
            print(f"{key.replace('_', ' '):<18} {value}")
    good = not counts.faults and not counts.lost and told["p95_ms"] <= args.target
    if not args.json:
        print("reached" if good else "NOT reached", f"(no fault, nothing lost, p95 at most {args.target:g} ms)")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
