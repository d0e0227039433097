"""The accounts of a server: who may play there, and who is logged in."""

from __future__ import annotations

import contextlib
import hashlib
import secrets
import time
from collections.abc import Callable, Mapping, Sequence

import msgspec
from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from flakhouse.errors import AccountError, SaveError, Taken, TooMany
from flakhouse.store import shared
from flakhouse.store.database import Database
from flakhouse.store.passwords import COST, Passwords, fold, name_fault
from flakhouse.store.rows import one, rows
from flakhouse.store.schema import accounts, logins
from flakhouse.store.throttle import Attempt, forget

__all__ = ["Account", "AccountError", "Accounts", "TooMany"]

_DAY = 24 * 3600
IDLE = 30 * _DAY  # a login not used for so long ends
LONGEST = 180 * _DAY  # and every one after so long
LOGINS = 10  # of one account at a time
_REFRESH = 300  # seconds after which the use of a login is written down again
_LOCK = 2**31 - 2


class Account(msgspec.Struct, frozen=True):
    """A player of a server."""

    id: int
    name: str
    created: int  # seconds of the epoch
    admin: bool
    disabled: bool


_ACCOUNT = (accounts.c.id, accounts.c.name, accounts.c.created, accounts.c.admin, accounts.c.disabled)


def _account(row: Sequence[object]) -> Account:
    """An account from its row."""
    id, name, created, admin, disabled = row
    return Account(int(str(id)), str(name), int(str(created)), bool(admin), bool(disabled))


def _called(name: str) -> ColumnElement[bool]:
    """The condition that an account has this name; what cannot be a name is not shown to the database."""
    return accounts.c.folded == ("" if name_fault(name) else fold(name))


def _hashed(token: str) -> str:
    """What the database keeps of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


class Accounts:
    """All accounts of a database. Threads may share it."""

    def __init__(
        self, database: Database, *, clock: Callable[[], float] = time.time, cost: Mapping[str, int] = COST
    ) -> None:
        self.database = database
        self._clock = clock
        self._passwords = Passwords(cost)

    def _now(self) -> int:
        return int(self._clock())

    # -------------------------------------------------------------- accounts

    def create(self, name: str, password: str, admin: bool = False) -> Account:
        """A new account."""
        if fault := name_fault(name):
            raise AccountError(fault)
        hashed = self._passwords.make(password, name)
        values = {"name": name, "folded": fold(name), "password": hashed, "created": self._now()}
        with self.database.writing() as db:
            self.database.lock(db, _LOCK)
            if one(db, select(accounts.c.id).where(_called(name))):
                raise Taken(f"there is an account {name!r} already")
            row = db.execute(
                insert(accounts).values({**values, "admin": admin, "disabled": False}).returning(*_ACCOUNT)
            )
            return _account(tuple(row.one()))

    def get(self, id: int) -> Account:
        """An account by its id."""
        return self._find(accounts.c.id == id, f"no account {id}")

    def named(self, name: str) -> Account:
        """An account by its name, whatever the case."""
        return self._find(_called(name), f"no account {name!r}")

    def _find(self, which: ColumnElement[bool], fault: str) -> Account:
        with self.database.reading() as db:
            row = one(db, select(*_ACCOUNT).where(which))
        if row is None:
            raise AccountError(fault)
        return _account(row)

    def count(self) -> int:
        """How many there are."""
        with self.database.reading() as db:
            return int(db.execute(select(func.count()).select_from(accounts)).scalar_one())

    def set_disabled(self, id: int, disabled: bool = True) -> None:
        """Lock an account out, with all its logins, or let it in again. Its saves stay."""
        with self.database.writing() as db:
            self._change(db, id, {"disabled": disabled})
            if disabled:
                db.execute(delete(logins).where(logins.c.account == id))

    def set_admin(self, id: int, admin: bool = True) -> None:
        """Whether he may look after the accounts of others."""
        with self.database.writing() as db:
            self._change(db, id, {"admin": admin})

    def change_password(self, id: int, password: str, keep: str = "") -> None:
        """Another password; all logins but the one with the token `keep` end."""
        hashed = self._passwords.make(password, self.get(id).name)
        with self.database.writing() as db:
            self._change(db, id, {"password": hashed})
            db.execute(delete(logins).where(logins.c.account == id, logins.c.token != _hashed(keep)))

    def delete(self, id: int) -> None:
        """Remove an account with its logins and all its saves, for good."""
        with self.database.writing() as db:
            if db.execute(delete(accounts).where(accounts.c.id == id)).rowcount != 1:
                raise AccountError(f"no account {id}")

    def _change(self, db: Connection, id: int, values: Mapping[str, object]) -> None:
        """Write columns of an account that must be there."""
        if db.execute(update(accounts).where(accounts.c.id == id).values(dict(values))).rowcount != 1:
            raise AccountError(f"no account {id}")

    # -------------------------------------------------------------- logging in

    def authenticate(self, name: str, password: str, address: str = "") -> Account | None:
        """Whose name and password this is, None if nobody's; TooMany after too many failures.

        An unknown name, a wrong password and a disabled account take the same time.
        """
        attempt = Attempt(self.database, fold(name), address)
        attempt.begin(self._now())
        with self.database.reading() as db:
            row = one(db, select(accounts.c.password, *_ACCOUNT).where(_called(name)))
        hashed = self._passwords.nobodys if row is None else str(row[0])
        fits = self._passwords.fits(hashed, password)
        if row is None or not fits:
            return None
        account = _account(row[1:])
        if account.disabled:
            return None
        fresh = self._passwords.rehash(password) if self._passwords.outdated(hashed) else ""
        with self.database.writing() as db:
            attempt.succeed(db)
            if fresh:
                same = (accounts.c.id == account.id) & (accounts.c.password == hashed)
                db.execute(update(accounts).where(same).values(password=fresh))
        return account

    def register(self, name: str, password: str, address: str) -> Account | None:
        """A new account for somebody who asks for one from outside; None if the name is not to be had.

        Whether a name is taken is told only to one who could have had it: name and password are checked first,
        and it counts as an attempt to log in under that name.
        """
        try:
            return self.create(name, password)
        except Taken:
            Attempt(self.database, fold(name), address).begin(self._now())
            return None

    def login(self, id: int) -> str:
        """A new login: the token the player shows from now on. The oldest one ends if he has too many."""
        token = secrets.token_urlsafe(32)
        time = self._now()
        with self.database.writing() as db:
            # Takes hold of the account, so that several logins at once are counted one after the other.
            row = one(db, select(accounts.c.disabled).where(accounts.c.id == id).with_for_update())
            if row is None or row[0]:
                raise AccountError(f"no account {id} that may log in")
            values = {"account": id, "created": time, "expires": time + IDLE, "used": time}
            db.execute(insert(logins).values({"token": _hashed(token), **values}))
            held = rows(
                db,
                select(logins.c.token)
                .where(logins.c.account == id, logins.c.token != _hashed(token))
                .order_by(logins.c.used.desc(), logins.c.created.desc(), logins.c.token),
            )
            surplus = [str(old) for (old,) in held[LOGINS - 1 :]]
            if surplus:
                db.execute(delete(logins).where(logins.c.token.in_(surplus)))
        return token

    def account_of(self, token: str) -> Account | None:
        """Whose login a token is; None if it is unknown, over, or its account disabled."""
        time = self._now()
        query = (
            select(logins.c.created, logins.c.expires, logins.c.used, *_ACCOUNT)
            .join_from(logins, accounts, logins.c.account == accounts.c.id)
            .where(logins.c.token == _hashed(token))
        )
        with self.database.reading() as db:
            row = one(db, query)
        if row is None:
            return None
        created, expires, used = (int(str(value)) for value in row[:3])
        account = _account(row[3:])
        if account.disabled or expires <= time:
            return None
        if time - used >= _REFRESH:
            later = min(time + IDLE, created + LONGEST)
            # A page must not fail because nobody could write down that it was asked for.
            with contextlib.suppress(SaveError), self.database.writing() as db:
                use = update(logins).where(logins.c.token == _hashed(token))
                db.execute(use.values(used=time, expires=later))
        return account

    def logout(self, token: str) -> None:
        """End a login."""
        with self.database.writing() as db:
            db.execute(delete(logins).where(logins.c.token == _hashed(token)))

    def logout_everywhere(self, id: int) -> None:
        """End all logins of an account."""
        with self.database.writing() as db:
            db.execute(delete(logins).where(logins.c.account == id))

    def purge(self) -> None:
        """Drop logins that are over and attempts long past."""
        time = self._now()
        with self.database.writing() as db:
            db.execute(delete(logins).where(logins.c.expires <= time))
            forget(db, time)
            shared.forget(db, time)

    def list(self) -> Sequence[Account]:
        """All accounts by name."""
        with self.database.reading() as db:
            return [_account(row) for row in rows(db, select(*_ACCOUNT).order_by(accounts.c.folded))]
