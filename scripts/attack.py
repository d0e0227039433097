"""Attacks on a server of its own: hostile saves, house files, positions, bodies, calls of the API, kills.

Starts `flakhouse serve --accounts` and sends it, for so many seconds and from a seed, what an attacker would. A
failure is: an answer of 500 or more that is not 503 with `Retry-After`; no answer in time; a path or a trace in an
answer; somebody else who has to wait; a process that grows; an acknowledged answer that is gone after a kill.
Prints a table; there must be no failure.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import attack_moves as moves
import httpx

from flakhouse.store import Database
from flakhouse.store.accounts import Accounts

CHEAP = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}
LONGEST = 40.0  # seconds for an answer: ten of computing, on a machine that does other things too
PAUSE = 15.0  # seconds between two kills: who falls five times in a minute is not started again
WAITING = 10.0  # seconds another player may wait
HEAVIEST = 1_200  # megabytes of the process
ATTACKERS = 6


class Line:
    """What came of one kind of attack."""

    def __init__(self) -> None:
        self.tries = self.taken = self.refused = 0
        self.slowest = 0.0
        self.failures: list[str] = []


class Target:
    """The server, its accounts, and one game that must not be hurt."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        with Database(folder / "saves.sqlite3") as database:
            accounts = Accounts(database, cost=CHEAP)
            made = [accounts.create(f"attacker-{i}", "a good long password") for i in range(ATTACKERS)]
            self.tokens = [accounts.login(account.id) for account in made]
            self.bystander = accounts.login(accounts.create("bystander", "a good long password").id)
        words = ["serve", "--port", str(self.port), "--no-browser", "--accounts"]
        with (folder / "said").open("wb") as said:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "flakhouse", *words],
                env={**os.environ, "FLAKHOUSE_DATA": str(folder), "DATABASE_URL": ""},
                stdout=subprocess.DEVNULL,
                stderr=said,
            )
        self.wait()
        self.games = self.client(self.bystander)
        self.now = self.games.post("/api/saves", json={"game": "b17", "name": "canary"}).json()

    def client(self, token: str) -> httpx.Client:
        """Somebody who is logged in."""
        return httpx.Client(
            base_url=f"http://localhost:{self.port}",
            headers={"Authorization": f"Bearer {token}"},
            timeout=LONGEST,
        )

    def wait(self) -> None:
        """Until it answers."""
        until = time.monotonic() + 60
        while time.monotonic() < until:
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"http://localhost:{self.port}/api", timeout=5).status_code == 200:
                    return
            time.sleep(0.1)
        raise SystemExit("attack: the server does not answer")

    def serving(self) -> int:
        """The process that serves."""
        lead = self.process.pid
        for task in Path(f"/proc/{lead}/task").glob("*/children"):
            for one in task.read_text().split():
                if b"resource_tracker" not in Path(f"/proc/{one}/cmdline").read_bytes():
                    return int(one)
        return 0

    def megabytes(self) -> int:
        """What the process holds."""
        pages = int(Path(f"/proc/{self.serving()}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000

    def stop(self) -> None:
        """The polite way."""
        self.games.close()
        self.process.terminate()
        self.process.wait(30)


class Attack:
    """Attacks one after the other, each with what it came to."""

    def __init__(self, target: Target, seed: str) -> None:
        self.target = target
        self.chance = random.Random(seed)
        self.lines: dict[str, Line] = {}
        self.clients = [target.client(token) for token in target.tokens]
        self.document = self.clients[0].get("/api/openapi.json").json()
        self.heaviest = 0

    def send(
        self, kind: str, method: str, path: str, client: httpx.Client | None = None, **more: object
    ) -> httpx.Response | None:
        """One request, judged."""
        line = self.lines.setdefault(kind, Line())
        line.tries += 1
        begun = time.monotonic()
        try:
            found = (client or self.chance.choice(self.clients)).request(method, path, **more)  # type: ignore[arg-type]
        except (httpx.InvalidURL, UnicodeError, ValueError):
            line.tries -= 1  # it cannot even be sent
            return None
        except httpx.TimeoutException:
            line.failures.append(f"{method} {path[:60]}: no answer in {LONGEST:g} s")
            return None
        except httpx.TransportError:
            line.refused += 1  # hung up on
            return None
        line.slowest = max(line.slowest, time.monotonic() - begun)
        self.judge(line, f"{method} {path[:60]}", found)
        return found

    def judge(self, line: Line, what: str, found: httpx.Response) -> None:
        """Count an answer, or call it a failure."""
        if found.status_code >= 500 and not (found.status_code == 503 and "retry-after" in found.headers):
            line.failures.append(f"{what}: {found.status_code} {found.text[:200]}")
        elif str(self.target.folder) in found.text or "Traceback (most recent" in found.text:
            line.failures.append(f"{what}: tells of the inside: {found.text[:200]}")
        elif found.status_code < 400:
            line.taken += 1
        else:
            line.refused += 1

    # -------------------------------------------------------------- kinds

    def saves(self, kind: str = "saves", make: Callable[[random.Random], bytes] = moves.hostile_save) -> None:
        """A hostile save, by the API or by the form; what is kept is opened and deleted."""
        client, data = self.chance.choice(self.clients), make(self.chance)
        json = {"Content-Type": "application/json"}
        found = self.send(kind, "POST", "/api/import", client, content=data, headers=json)
        if found is not None and found.status_code == 201:
            name = found.json()["save"]
            self.play(kind, client, name)
            for path in ("log", "export", "report/mission?format=json"):
                self.send(kind, "GET", f"/api/saves/{name}/{path}", client)
            self.send(kind, "DELETE", f"/api/saves/{name}", client)

    def positions(self) -> None:
        """A save that begins at a hostile position."""
        self.saves("positions", moves.hostile_position)

    def houses(self) -> None:
        """A game with hostile house rules, played for a while."""
        client = self.chance.choice(self.clients)
        game, text = moves.hostile_house(self.chance)
        body = {"game": game, "house": text, "automation": "named", "seed": str(self.chance.random())}
        found = self.send("houses", "POST", "/api/saves", client, json=body)
        if found is not None and found.status_code == 201:
            name = found.json()["save"]
            self.play("houses", client, name, 20)
            self.send("houses", "DELETE", f"/api/saves/{name}", client)

    def play(self, kind: str, client: httpx.Client, name: str, steps: int = 4) -> None:
        """Answer some questions of a save at random."""
        for _ in range(steps):
            found = self.send(kind, "GET", f"/api/saves/{name}", client)
            if found is None or found.status_code != 200 or not found.json()["question"]:
                return
            question = found.json()["question"]
            keys = [choice["key"] for choice in question["choices"]] or [question["default"]]
            body = {"at": found.json()["at"], "key": self.chance.choice(keys)}
            self.send(kind, "POST", f"/api/saves/{name}/answer", client, json=body)

    def calls(self) -> None:
        """Every call of the API, more or less as described."""
        client = self.chance.choice(self.clients)
        client.post("/api/saves", json={"game": "b29", "name": "own"})
        for method, path, (query, body) in moves.calls(self.chance, self.document, ["own", "canary"]):
            if "logout" in path:
                continue
            data = {"Content-Type": "application/json"}
            content = moves.as_bytes(body) if body is not None else None
            self.send("calls", method, path.rstrip("?"), client, params=query, content=content, headers=data)
        if self.chance.random() < 0.2:
            kept = self.send("calls", "GET", "/api/saves", client)
            for info in kept.json() if kept is not None and kept.status_code == 200 else ():
                self.send("calls", "DELETE", f"/api/saves/{info['name']}", client)

    def bodies(self) -> None:
        """Bytes that are no request, or half of one, or far too much of one."""
        line = self.lines.setdefault("bodies", Line())
        line.tries += 1
        begun = time.monotonic()
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.target.port), 5) as one:
            one.settimeout(5)
            one.sendall(self.raw())
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_WR)
            answer = one.recv(4096)
            status = answer.split(b" ")[1:2]
            if status and status[0][:1] == b"5" and status[0] != b"503":
                line.failures.append(f"raw: {answer[:200]!r}")
        line.refused += 1
        line.slowest = max(line.slowest, time.monotonic() - begun)

    def raw(self) -> bytes:
        """Something to put on a wire."""
        chance = self.chance
        token = chance.choice(self.target.tokens)
        path = chance.choice(
            ("/import", "/api/import", "/new", "/login", "/play/own/answer", "/%ff", "/" + "a" * 9000)
        )
        kind = chance.choice(
            ("multipart/form-data; boundary=x", "multipart/form-data", "application/json", "text/html", "é")
        )
        body = chance.choice(
            (
                b"",
                chance.randbytes(5000),
                b"--x\r\n" * 5000,
                b"--x\r\n" + b"a: b\r\n" * 20_000,
                b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n' + b"\r" * 400_000,
                b"&".join(b"a=%61" for _ in range(20_000)),
                b"[" * 200_000,
            )
        )
        length = chance.choice((len(body), len(body) + 10, max(0, len(body) - 10), 8_000_000, -1, 10**20))
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {chance.choice(('localhost', 'localhost', 'evil.example', ''))}\r\n"
            f"Authorization: Bearer {token}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n"
        )
        if chance.random() < 0.2:
            head += "Transfer-Encoding: chunked\r\n"
        if chance.random() < 0.1:
            head += "".join(f"X-{i}: {'y' * 500}\r\n" for i in range(chance.choice((10, 300))))
        return head.encode("utf-8") + b"\r\n" + body

    def kills(self) -> None:
        """The process is killed; the game of somebody else has what was acknowledged, and goes on."""
        target, line = self.target, self.lines.setdefault("kills", Line())
        line.tries += 1
        begun = time.monotonic()
        question = target.now["question"]
        if question:
            body = {"at": target.now["at"], "key": question["default"]}
            found = target.games.post("/api/saves/canary/answer", json=body)
            self.judge(line, "answer", found)
            target.now = found.json() if found.status_code == 200 else target.now
        before = target.serving()
        os.kill(before, signal.SIGKILL)
        while target.serving() in (0, before) and time.monotonic() < begun + 30:
            time.sleep(0.05)
        target.wait()
        now = target.games.get("/api/saves/canary").json()
        if (now["at"], now["step"]) != (target.now["at"], target.now["step"]):
            line.failures.append(f"told {target.now['at']}, has {now['at']}")
        line.slowest = max(line.slowest, time.monotonic() - begun)

    def bystander(self) -> None:
        """Somebody who only plays, and the size of the process."""
        line = self.lines.setdefault("bystander", Line())
        line.tries += 1
        begun = time.monotonic()
        try:
            found = self.target.games.get("/play/canary")
        except httpx.TransportError as bad:
            line.failures.append(f"no answer: {bad}")
            return
        took = time.monotonic() - begun
        line.slowest = max(line.slowest, took)
        self.judge(line, "GET /play/canary", found)
        if took > WAITING or found.status_code not in (200, 303):
            line.failures.append(f"waited {took:.1f} s for {found.status_code}")
        self.heaviest = max(self.heaviest, self.target.megabytes())
        if self.heaviest > HEAVIEST:
            line.failures.append(f"the process holds {self.heaviest} MB")
        crashes = list((self.target.folder / "crashes").glob("*"))
        if len(crashes) > 100:
            line.failures.append(f"{len(crashes)} crash files")

    def run(self, seconds: float) -> None:
        """All kinds in turn, until the time is over; each at least once."""
        until = time.monotonic() + seconds
        kinds = [self.saves, self.positions, self.houses, self.calls, *[self.bodies] * 4]
        turn, killed = 0, time.monotonic()
        while time.monotonic() < until or turn < len(kinds):
            kinds[turn % len(kinds)]()
            if turn % 10 == 9:
                self.bystander()
            if turn % 200 == 150 and time.monotonic() - killed > PAUSE:
                self.kills()
                killed = time.monotonic()
            turn += 1
        self.kills()
        self.bystander()


def table(attack: Attack) -> int:
    """Print what came of it; how many failures."""
    print(f"{'attack':<12}{'tries':>8}{'taken':>8}{'refused':>9}{'slowest s':>11}{'failures':>10}")
    for kind, line in attack.lines.items():
        row = f"{kind:<12}{line.tries:>8}{line.taken:>8}{line.refused:>9}{line.slowest:>11.1f}"
        print(f"{row}{len(line.failures):>10}")
    print(f"the process held at most {attack.heaviest} MB")
    failures = [f"{kind}: {what}" for kind, line in attack.lines.items() for what in line.failures]
    for failure in failures[:20]:
        print(failure)
    return len(failures)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600, help="how long; default 600")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--keep", metavar="FILE", help="where to put what the server said")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="flakhouse-attack-") as name:
        target = Target(Path(name))
        try:
            attack = Attack(target, args.seed)
            attack.run(args.seconds)
        finally:
            target.stop()
            if args.keep:
                Path(args.keep).write_bytes((target.folder / "said").read_bytes())
    return 1 if table(attack) else 0


if __name__ == "__main__":
    sys.exit(main())
