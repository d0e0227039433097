"""Players under fire: 200 of them on two workers and PostgreSQL, while things fail.

A worker is killed with signal 9 every few seconds. PostgreSQL is killed in the middle and started again some
seconds later. Its disk is full for ten seconds. What must hold: no answer that was acknowledged is lost, no fault
of the server but 503 with `Retry-After`, and everybody is served again without anybody lending a hand.

Needs PostgreSQL's programs; as root also the user `postgres`, and the right to mount the small disk that is filled
(without it that part is left out, and said to be).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import glob
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from load import PATIENCE, Counts, Down, Player, Serving, _make, _message, _wake, check

from flakhouse.errors import SaveError

SIZE = "400m"  # of the disk


class Postgres:
    """A PostgreSQL of its own, on a small disk of its own if that can be had."""

    def __init__(self, folder: Path) -> None:
        found = sorted(glob.glob("/usr/lib/postgresql/*/bin")) or [str(Path(shutil.which("initdb") or "").parent)]
        self.bin = Path(found[-1])
        if not (self.bin / "initdb").exists():
            raise SystemExit("storm: PostgreSQL's programs are not there (Debian: apt-get install postgresql)")
        self.folder = folder / "disk"
        self.folder.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=0777", "tmpfs", str(self.folder)]
        self.small = subprocess.run(mount, capture_output=True).returncode == 0
        self.data = self.folder / "data"
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres")
            folder.chmod(0o755)
        self._run("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale")
        self.url = f"postgresql://postgres@/postgres?host={self.folder}"
        self.start()

    def _run(self, program: str, *words: object) -> None:
        before = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        done = subprocess.run(
            [*before, str(self.bin / program), *map(str, words)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            cwd="/",
        )
        if done.returncode:
            raise SaveError(f"{program}: {done.stderr.decode().strip()[-300:]}")

    def start(self) -> None:
        """Start it and wait until it answers."""
        how = f"-k {self.folder} -c listen_addresses='' -c max_connections=200"
        self._run("pg_ctl", "-D", self.data, "-l", self.folder / "log", "-w", "-t", "60", "-o", how, "start")

    def kill(self) -> None:
        """Signal 9 to all of it."""
        lead = int((self.data / "postmaster.pid").read_text().split()[0])
        family = [lead, *(int(p) for p in Path(f"/proc/{lead}/task/{lead}/children").read_text().split())]
        for one in family:
            with contextlib.suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)

    def alive(self) -> bool:
        """Whether it runs."""
        with contextlib.suppress(OSError, ValueError, IndexError):
            lead = int((self.data / "postmaster.pid").read_text().split()[0])
            return Path(f"/proc/{lead}").exists()
        return False

    def fill(self) -> None:
        """Leave no room on its disk."""
        with contextlib.suppress(OSError), (self.folder / "filler").open("wb") as file:
            while True:
                file.write(b"x" * 65536)
                file.flush()

    def clear(self) -> None:
        """Give the room back; one that did not survive it is started again, as its keeper would."""
        (self.folder / "filler").unlink(missing_ok=True)

    def stop(self) -> None:
        """For good."""
        with contextlib.suppress(SaveError, OSError):
            self._run("pg_ctl", "-D", self.data, "-m", "immediate", "-w", "-t", "20", "stop")
        if self.small:
            subprocess.run(["umount", "-l", str(self.folder)], capture_output=True)


class Storm(Counts):
    """What happened, besides what is counted in calm."""

    def __init__(self) -> None:
        super().__init__()
        self.broken = 0  # connections that ended without an answer
        self.told_to_wait = 0  # 503 with Retry-After
        self.answered = 0
        self.workers_killed = 0


class Sailor(Player):
    """A player who goes on whatever happens, and knows what he was told."""

    counts: Storm

    async def play(self, ramp: float) -> None:
        """Click until the time is over."""
        await asyncio.sleep(self.chance.random() * ramp)
        while time.monotonic() < self.counts.until:
            try:
                if self.known is None:
                    await self._look()
                else:
                    await self._click(self.known)
            except (Down, OSError, EOFError, TimeoutError):
                self.counts.broken += 1
                self._drop()
                self.known = None
                await asyncio.sleep(0.5)
            except SaveError:  # he wants a new game, which is made straight in the database
                await asyncio.sleep(1)
            await asyncio.sleep(self.chance.expovariate(1 / self.args.think))
        self._drop()

    def _learn(self, status: int, body: bytes) -> None:
        if status == 503 and "\r\nretry-after:" in self.head.lower():
            self.counts.told_to_wait += 1
            self.known = None
        elif status == 200:
            self.counts.answered += 1
            super()._learn(status, body)
        else:
            self.counts.fault(f"status {status}: {_message(body)}")
            self.known = None


def _workers(serving: Serving) -> list[int]:
    lead = serving.process.pid
    found = []
    for one in Path(f"/proc/{lead}/task/{lead}/children").read_text().split():
        with contextlib.suppress(OSError):
            if b"resource_tracker" not in Path(f"/proc/{one}/cmdline").read_bytes():
                found.append(int(one))
    return found


async def _weather(args: argparse.Namespace, serving: Serving, postgres: Postgres, counts: Storm) -> None:
    """Everything that fails, in its time."""
    chance = random.Random(args.seed)

    async def workers() -> None:
        while True:
            await asyncio.sleep(args.every)
            if found := _workers(serving):
                os.kill(chance.choice(found), signal.SIGKILL)
                counts.workers_killed += 1

    killing = asyncio.create_task(workers())
    try:
        await asyncio.sleep(args.seconds * 0.25)
        postgres.kill()
        print("PostgreSQL killed", file=sys.stderr)
        await asyncio.sleep(args.away)
        await asyncio.to_thread(postgres.start)
        print(f"PostgreSQL started again after {args.away:g} s", file=sys.stderr)
        await asyncio.sleep(args.seconds * 0.25)
        if postgres.small:
            await asyncio.to_thread(postgres.fill)
            print("the disk is full", file=sys.stderr)
            await asyncio.sleep(args.full)
            postgres.clear()
            if not postgres.alive():
                await asyncio.to_thread(postgres.start)
                print("PostgreSQL had given up and was started again", file=sys.stderr)
            print(f"the disk has room again after {args.full:g} s", file=sys.stderr)
        await asyncio.sleep(max(0.0, counts.until - time.monotonic() - args.seconds * 0.15))
    finally:
        killing.cancel()


async def _after(players: list[Sailor], counts: Storm) -> int:
    """How many are served at once when all is over; everybody must be, within a player's patience."""

    async def one(player: Sailor) -> bool:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            before = counts.answered
            try:
                player.known = None
                await player._look()
                if player.known is not None:
                    return True
            except (Down, OSError, EOFError, TimeoutError):
                player._drop()
            finally:
                counts.answered = before
            await asyncio.sleep(0.5)
        return False

    served = sum(await asyncio.gather(*(one(player) for player in players)))
    for player in players:
        player._drop()
    return served


async def _run(
    args: argparse.Namespace, serving: Serving, postgres: Postgres, players: list[Sailor], counts: Storm
) -> int:
    ramp = min(10.0, args.seconds / 4)
    counts.until = time.monotonic() + ramp + args.seconds
    tasks = [asyncio.create_task(one.play(ramp)) for one in players]
    await asyncio.sleep(ramp)
    await _weather(args, serving, postgres, counts)
    await asyncio.gather(*tasks)
    return await _after(players, counts)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=90, help="how long the storm lasts; default 90")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--think", type=float, default=5, help="mean seconds between answer and click; default 5")
    parser.add_argument("--every", type=float, default=5, help="seconds between two killed workers; default 5")
    parser.add_argument("--away", type=float, default=5, help="seconds without PostgreSQL; default 5")
    parser.add_argument("--full", type=float, default=10, help="seconds with a full disk; default 10")
    parser.add_argument("--seed", default="storm")
    args = parser.parse_args()
    args.accounts, args.api = True, True
    counts = Storm()
    with tempfile.TemporaryDirectory(prefix="flakhouse-storm-") as name:
        folder = Path(name)
        postgres = Postgres(folder)
        os.environ["DATABASE_URL"] = postgres.url
        try:
            serving = Serving(args, folder)
            try:
                players = [Sailor(i, args, serving, counts) for i in range(args.players)]
                _make(args, folder, list(players))
                served = asyncio.run(_run(args, serving, postgres, players, counts))
            finally:
                serving.stop()
            compared = check(folder, list(players), counts)
            _wake(folder, list(players), counts)
        finally:
            postgres.stop()
    return _report(args, counts, postgres, served, compared)


def _report(args: argparse.Namespace, counts: Storm, postgres: Postgres, served: int, compared: int) -> int:
    told = {
        "players": args.players,
        "answers": counts.answered,
        "workers_killed": counts.workers_killed,
        "full_disk": f"{args.full:g} s" if postgres.small else "left out: no disk could be mounted",
        "told_to_wait": counts.told_to_wait,
        "connections_broken": counts.broken,
        "stale": counts.stale,
        "other_faults": counts.faults,
        "compared": compared,
        "lost": counts.lost,
        "served_afterwards": served,
    }
    print(json.dumps(told, indent=2))
    good = not counts.faults and not counts.lost and served == args.players and compared > 0
    print("reached" if good else "NOT reached", file=sys.stderr)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
