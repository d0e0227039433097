"""Squadrons: players who fly their tours together, with one record book. Whoever has the key can join."""

from __future__ import annotations

import secrets
import time

import msgspec
from sqlalchemy import ColumnElement, Connection, delete, func, insert, or_, select

from flakhouse import games
from flakhouse.challenges.squadron import Tally, added, tally
from flakhouse.core.game import Finish
from flakhouse.errors import Full, OptionError, Refused, SaveError, Unknown
from flakhouse.store import rows
from flakhouse.store.database import Database
from flakhouse.store.saves import Store
from flakhouse.store.schema import chapters, saves, squadron_members, squadrons

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
            mine = squadrons.c.maker.is_(None) if maker is None else squadrons.c.maker == maker
            if _count(db, squadrons.c.id, mine) >= _MOST_MADE:
                raise Full(f"you have made {_MOST_MADE} squadrons; that is the most")
            db.execute(insert(squadrons).values(values))
        return key

    def of(self, account: int | None) -> list[SquadronInfo]:
        """The squadrons of a player: those he made and those he flies with. The local player's are all of them."""
        flies = select(squadron_members.c.squadron).where(squadron_members.c.account == account)
        count = (
            select(func.count())
            .where(squadron_members.c.squadron == squadrons.c.id)
            .correlate(squadrons)
            .scalar_subquery()
        )
        query = select(squadrons.c.key, squadrons.c.name, squadrons.c.game, count).order_by(squadrons.c.id)
        if account is not None:
            query = query.where(or_(squadrons.c.maker == account, squadrons.c.id.in_(flies)))
        with self.database.reading() as db:
            found = rows.rows(db, query)
        return [SquadronInfo(str(key), str(name), str(game), int(str(n))) for key, name, game, n in found]

    def join(self, store: Store, key: str, player: str, save: str) -> None:
        """Fly this tour with the squadron."""
        player = " ".join(player.split())
        if not 0 < len(player) <= _NAME or not player.isprintable():
            raise OptionError(f"say under which name you fly, 1 to {_NAME} characters")
        info = store.info(save)
        with self.database.writing() as db:
            id, _, game = _squadron(db, key, lock=True)
            if info.game != game:
                raise OptionError(f"this squadron flies {game}; {save} is a tour of {info.game}")
            if _count(db, squadron_members.c.id, squadron_members.c.squadron == id) >= _MOST_MEMBERS:
                raise Full(f"a squadron has up to {_MOST_MEMBERS} members")
            mine = (squadron_members.c.squadron == id) & (squadron_members.c.player == player)
            if _count(db, squadron_members.c.id, mine):
                raise Refused(f"{player} flies with this squadron already")
            values = {"squadron": id, "account": store.owner, "player": player, "joined": int(time.time())}
            db.execute(insert(squadron_members).values({**values, "save": rows.save_id(db, store.owner, save)}))

    def leave(self, key: str, account: int | None, player: str) -> None:
        """Fly alone from now on; the save stays."""
        with self.database.writing() as db:
            id, _, _ = _squadron(db, key)
            own = squadron_members.c.account
            mine = (squadron_members.c.squadron == id) & (squadron_members.c.player == player)
            whose = own.is_(None) if account is None else own == account
            if not db.execute(delete(squadron_members).where(mine & whose)).rowcount:
                raise SaveError(f"{player} does not fly with this squadron")

    def book(self, key: str) -> Book:
        """The record book: every member's tour, and all of them together."""
        with self.database.reading() as db:
            id, name, game = _squadron(db, key)
            found = rows.rows(
                db,
                select(squadron_members.c.player, saves.c.name, squadron_members.c.joined, squadron_members.c.save)
                .join_from(squadron_members, saves, saves.c.id == squadron_members.c.save)
                .where(squadron_members.c.squadron == id)
                .order_by(squadron_members.c.id),
            )
            members = [
                Member(str(player), str(save), int(str(joined)), tally(_ends(db, int(str(id)), str(save))))
                for player, save, joined, id in found
            ]
        return Book(key, name, game, members, added(one.tally for one in members) if members else Tally())


def _count(db: Connection, column: ColumnElement[int], where: ColumnElement[bool]) -> int:
    row = rows.one(db, select(func.count(column)).where(where))
    return int(str(row[0])) if row else 0


def _squadron(db: Connection, key: str, lock: bool = False) -> tuple[int, str, str]:
    """Its number, its name and its game."""
    query = select(squadrons.c.id, squadrons.c.name, squadrons.c.game)
    query = query.where(squadrons.c.key == (key if key.isalnum() else ""))
    row = rows.one(db, query.with_for_update() if lock else query)
    if row is None:
        raise Unknown(f"no squadron {key[:40]!r}")
    return int(str(row[0])), str(row[1]), str(row[2])


def _ends(db: Connection, save: int, name: str) -> list[Finish]:
    """How the missions of a save ended that are over."""
    found = rows.rows(
        db,
        select(chapters.c.finished)
        .where(chapters.c.save == save, chapters.c.finished != "null")
        .order_by(chapters.c.number),
    )
    with rows.damaged(name):
        return [msgspec.json.decode(str(text), type=Finish) for (text,) in found]
