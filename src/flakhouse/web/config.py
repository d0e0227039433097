"""How a server is set up: alone on this machine, or hosted with accounts."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

__all__ = ["Config", "from_environment"]

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a server. They travel to its workers through the environment."""

    folder: str = ""  # of the data; "": the player's own
    url: str = ""  # of another database than the SQLite file in the folder
    accounts: bool = False  # hosted: everybody logs in and sees his own games only
    register: bool = True  # hosted: newcomers may make themselves an account
    hosts: tuple[str, ...] = LOOPBACK  # names this server answers to; others' are refused
    https: bool = False  # reached through https: cookies are marked so
    body_limit: int = 64_000  # bytes of a form or JSON request
    import_limit: int = 8_000_000  # bytes of an imported save
    large_bodies: int = 6  # of those that may be larger than a form, on their way at a time
    large_each: int = 2  # and of one player or address
    rate: float = 30.0  # requests a second, per player or address, over time
    burst: int = 120  # requests at once
    new_accounts: int = 20  # from one address in an hour
    saves: int = 500  # of one account
    save_bytes: int = 4_000_000  # of one save; a tour of 35 missions has less than half of it
    account_bytes: int = 64_000_000  # of all saves of one account
    odds: int = 4  # worked out at a time, in all processes: players who only want to play come first
    odds_jobs: int = 1  # processes that work out odds; hosted, one each
    studies: int = 1  # at a time, likewise
    body_seconds: float = 30.0  # until a request must have sent its body
    cpu_seconds: float = 10.0  # of computing for one request: rules, replays, house rules
    threads: int = 16  # requests answered at a time
    sessions: int = 128  # games kept ready in memory
    session_events: int = 200_000  # and what they may hold together: events and steps, about half a kilobyte each
    offline: bool = False  # inside a browser: the page of the device is there

    @property
    def data_folder(self) -> Path | None:
        """The folder, None for the usual one."""
        return Path(self.folder) if self.folder else None

    @property
    def where(self) -> str | Path:
        """The database."""
        from flakhouse.store import data_folder

        return self.url or (self.data_folder or data_folder()) / "saves.sqlite3"


_NAME = "FLAKHOUSE_SERVER"


def to_environment(config: Config) -> None:
    """Hand the settings to worker processes."""
    os.environ[_NAME] = msgspec.json.encode(config).decode()


def from_environment() -> Config:
    """The settings handed over; the usual ones without any."""
    text = os.environ.get(_NAME, "")
    return msgspec.json.decode(text, type=Config) if text else Config()
