"""Squadrons: players who fly their tours together, with one record book. Whoever has the key can join."""

from __future__ import annotations

import secrets
import time

import msgspec

from flakhouse import games
from flakhouse.challenges.squadron import Tally, added, tally
from flakhouse.core.game import Finish
from flakhouse.errors import Full, OptionError, Refused, SaveError, Unknown
from flakhouse.store import rows
from flakhouse.store.connection import Connection
from flakhouse.store.database import Database
from flakhouse.store.saves import Store

__all__ = ["Book", "Member", "SquadronInfo", "Squadrons"]

_MOST_MADE = 20  # squadrons of one maker
_MOST_MEMBERS = 100
_NAME = 40  # characters


class SquadronInfo(msgspec.Struct, frozen=True):
    """A squadron in the list."""

    key: str
    name: str
    game: str
    members: int


class Member(msgspec.Struct, frozen=True):
    """A member, his tour and what it has come to."""

    player: str
    save: str
    joined: int  # seconds of the epoch
    tally: Tally


class Book(msgspec.Struct, frozen=True):
    """The record book."""

    key: str
    name: str
    game: str
    members: list[Member]
    together: Tally


class Squadrons:
    """All squadrons of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def create(self, name: str, game: str, maker: int | None) -> str:
        """A new squadron; its key."""
        name = " ".join(name.split())
        if not 0 < len(name) <= _NAME or not name.isprintable():
            raise OptionError(f"a squadron has a name of 1 to {_NAME} characters")
        if game not in games.names() or games.load(game).chapters == 1:
            tours = [one for one in games.names() if games.load(one).chapters > 1]
            raise OptionError(f"a squadron flies tours; games with tours: {', '.join(tours)}")
        key = secrets.token_hex(8)
        values = {"key": key, "name": name, "game": game, "maker": maker, "created": int(time.time())}
        with self.database.writing() as db:
            mine = "maker IS NULL" if maker is None else "maker = :maker"
            if db.number(f"SELECT count(*) FROM squadrons WHERE {mine}", maker=maker) >= _MOST_MADE:
                raise Full(f"you have made {_MOST_MADE} squadrons; that is the most")
            db.insert("squadrons", values)
        return key

    def of(self, account: int | None) -> list[SquadronInfo]:
        """The squadrons of a player: those he made and those he flies with. The local player's are all of them."""
        his = "maker = :account OR id IN (SELECT squadron FROM squadron_members WHERE account = :account)"
        where = "" if account is None else f"WHERE {his}"
        count = "(SELECT count(*) FROM squadron_members WHERE squadron = squadrons.id)"
        with self.database.reading() as db:
            found = db.rows(f"SELECT key, name, game, {count} FROM squadrons {where} ORDER BY id", account=account)
        return [SquadronInfo(str(key), str(name), str(game), int(str(n))) for key, name, game, n in found]

    def join(self, store: Store, key: str, player: str, save: str) -> None:
        """Fly this tour with the squadron."""
        player = _player(player)
        info = store.info(save)
        with self.database.writing() as db:
            id, _, game = _squadron(db, key, lock=True)
            if info.game != game:
                raise OptionError(f"this squadron flies {game}; {save} is a tour of {info.game}")
            if _members(db, id) >= _MOST_MEMBERS:
                raise Full(f"a squadron has up to {_MOST_MEMBERS} members")
            if _members(db, id, "AND player = :player", player):
                raise Refused(f"{player} flies with this squadron already")
            values = {"squadron": id, "account": store.owner, "player": player, "joined": int(time.time())}
            db.insert("squadron_members", {**values, "save": rows.save_id(db, store.owner, save)})

    def leave(self, key: str, account: int | None, player: str) -> None:
        """Fly alone from now on; the save stays."""
        player = _player(player)
        with self.database.writing() as db:
            id, _, _ = _squadron(db, key)
            his = "account IS NULL" if account is None else "account = :account"
            gone = f"DELETE FROM squadron_members WHERE squadron = :id AND player = :player AND {his}"
            if not db.run(gone, id=id, player=player, account=account):
                raise SaveError(f"{player} does not fly with this squadron")

    def book(self, key: str) -> Book:
        """The record book: every member's tour, and all of them together."""
        with self.database.reading() as db:
            id, name, game = _squadron(db, key)
            found = db.rows(
                """SELECT player, saves.name, joined, save
                FROM squadron_members JOIN saves ON saves.id = squadron_members.save
                WHERE squadron = :id ORDER BY squadron_members.id""",
                id=id,
            )
            members = [
                Member(str(player), str(save), int(str(joined)), tally(_ends(db, int(str(id)), str(save))))
                for player, save, joined, id in found
            ]
        return Book(key, name, game, members, added(one.tally for one in members) if members else Tally())


def _player(name: str) -> str:
    name = " ".join(name.split())
    if not 0 < len(name) <= _NAME or not name.isprintable():
        raise OptionError(f"say under which name you fly, 1 to {_NAME} characters")
    return name


def _members(db: Connection, squadron: int, which: str = "", player: str = "") -> int:
    """How many members there are, or of that name."""
    count = f"SELECT count(*) FROM squadron_members WHERE squadron = :id {which}"
    return db.number(count, id=squadron, player=player)


def _squadron(db: Connection, key: str, lock: bool = False) -> tuple[int, str, str]:
    """Its number, its name and its game."""
    held = db.held if lock else ""
    row = db.one(f"SELECT id, name, game FROM squadrons WHERE key = :key{held}", key=key if key.isalnum() else "")
    if row is None:
        raise Unknown(f"no squadron {key[:40]!r}")
    return int(str(row[0])), str(row[1]), str(row[2])


def _ends(db: Connection, save: int, name: str) -> list[Finish]:
    """How the missions of a save ended that are over."""
    found = db.rows(
        "SELECT finished FROM chapters WHERE save = :save AND finished <> 'null' ORDER BY number", save=save
    )
    with rows.damaged(name):
        return [msgspec.json.decode(str(text), type=Finish) for (text,) in found]
