"""The accounts of a server: who may play there, and who is logged in."""

from __future__ import annotations

import contextlib
import hashlib
import secrets
import time
from collections.abc import Callable, Mapping, Sequence

import msgspec

from flakhouse.errors import AccountError, SaveError, Taken, TooMany
from flakhouse.store import shared
from flakhouse.store.connection import Connection
from flakhouse.store.database import Database
from flakhouse.store.passwords import COST, Passwords, fold, name_fault
from flakhouse.store.throttle import Attempt, forget

__all__ = ["Account", "AccountError", "Accounts", "TooMany"]

_DAY = 24 * 3600
IDLE = 30 * _DAY  # a login not used for so long ends
LONGEST = 180 * _DAY  # and every one after so long
LOGINS = 10  # of one account at a time
_REFRESH = 300  # seconds after which the use of a login is written down again
_LOCK = 2**31 - 2
_END_ALL = "DELETE FROM logins WHERE account = :id"


class Account(msgspec.Struct, frozen=True):
    """A player of a server."""

    id: int
    name: str
    created: int  # seconds of the epoch
    admin: bool
    disabled: bool


_ACCOUNT = "accounts.id, accounts.name, accounts.created, accounts.admin, accounts.disabled"


def _account(row: Sequence[object]) -> Account:
    """An account from its row."""
    id, name, created, admin, disabled = row
    return Account(int(str(id)), str(name), int(str(created)), bool(admin), bool(disabled))


def _folded(name: str) -> str:
    """The name as it is looked for; what cannot be a name is not shown to the database."""
    return "" if name_fault(name) else fold(name)


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
        created = self._now()
        values = {"name": name, "folded": fold(name), "password": hashed, "created": created}
        with self.database.writing() as db:
            self.database.lock(db, _LOCK)
            if db.one("SELECT id FROM accounts WHERE folded = :folded", folded=fold(name)):
                raise Taken(f"there is an account {name!r} already")
            id = db.insert_new("accounts", {**values, "admin": admin, "disabled": False})
            return Account(id, name, created, admin, False)

    def get(self, id: int) -> Account:
        """An account by its id."""
        return self._find("id = :id", f"no account {id}", id=id)

    def named(self, name: str) -> Account:
        """An account by its name, whatever the case."""
        return self._find("folded = :folded", f"no account {name!r}", folded=_folded(name))

    def _find(self, which: str, fault: str, **values: object) -> Account:
        with self.database.reading() as db:
            row = db.one(f"SELECT {_ACCOUNT} FROM accounts WHERE {which}", **values)
        if row is None:
            raise AccountError(fault)
        return _account(row)

    def count(self) -> int:
        """How many there are."""
        with self.database.reading() as db:
            return db.number("SELECT count(*) FROM accounts")

    def set_disabled(self, id: int, disabled: bool = True) -> None:
        """Lock an account out, with all its logins, or let it in again. Its saves stay."""
        with self.database.writing() as db:
            self._change(db, id, {"disabled": disabled})
            if disabled:
                db.run(_END_ALL, id=id)

    def set_admin(self, id: int, admin: bool = True) -> None:
        """Whether he may look after the accounts of others."""
        with self.database.writing() as db:
            self._change(db, id, {"admin": admin})

    def change_password(self, id: int, password: str, keep: str = "") -> None:
        """Another password; all logins but the one with the token `keep` end."""
        hashed = self._passwords.make(password, self.get(id).name)
        with self.database.writing() as db:
            self._change(db, id, {"password": hashed})
            db.run(f"{_END_ALL} AND token <> :token", id=id, token=_hashed(keep))

    def delete(self, id: int) -> None:
        """Remove an account with its logins and all its saves, for good."""
        with self.database.writing() as db:
            if db.run("DELETE FROM accounts WHERE id = :id", id=id) != 1:
                raise AccountError(f"no account {id}")

    def _change(self, db: Connection, id: int, values: Mapping[str, object]) -> None:
        """Write columns of an account that must be there."""
        sets = ", ".join(f"{name} = :{name}" for name in values)
        if db.run(f"UPDATE accounts SET {sets} WHERE id = :id", id=id, **values) != 1:
            raise AccountError(f"no account {id}")

    # -------------------------------------------------------------- logging in

    def authenticate(self, name: str, password: str, address: str = "") -> Account | None:
        """Whose name and password this is, None if nobody's; TooMany after too many failures.

        An unknown name, a wrong password and a disabled account take the same time.
        """
        attempt = Attempt(self.database, fold(name), address)
        attempt.begin(self._now())
        with self.database.reading() as db:
            query = f"SELECT password, {_ACCOUNT} FROM accounts WHERE folded = :folded"
            row = db.one(query, folded=_folded(name))
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
                change = "UPDATE accounts SET password = :fresh WHERE id = :id AND password = :hashed"
                db.run(change, fresh=fresh, id=account.id, hashed=hashed)
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
            row = db.one(f"SELECT disabled FROM accounts WHERE id = :id{db.held}", id=id)
            if row is None or row[0]:
                raise AccountError(f"no account {id} that may log in")
            values = {"account": id, "created": time, "expires": time + IDLE, "used": time}
            db.insert("logins", {"token": _hashed(token), **values})
            held = db.rows(
                """SELECT token FROM logins WHERE account = :id AND token <> :token
                    ORDER BY used DESC, created DESC, token""",
                id=id,
                token=_hashed(token),
            )
            for (old,) in held[LOGINS - 1 :]:
                db.run("DELETE FROM logins WHERE token = :token", token=old)
        return token

    def account_of(self, token: str) -> Account | None:
        """Whose login a token is; None if it is unknown, over, or its account disabled."""
        time = self._now()
        query = f"""SELECT logins.created, logins.expires, logins.used, {_ACCOUNT}
            FROM logins JOIN accounts ON logins.account = accounts.id WHERE logins.token = :token"""
        with self.database.reading() as db:
            row = db.one(query, token=_hashed(token))
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
                use = "UPDATE logins SET used = :used, expires = :expires WHERE token = :token"
                db.run(use, used=time, expires=later, token=_hashed(token))
        return account

    def logout(self, token: str) -> None:
        """End a login."""
        with self.database.writing() as db:
            db.run("DELETE FROM logins WHERE token = :token", token=_hashed(token))

    def logout_everywhere(self, id: int) -> None:
        """End all logins of an account."""
        with self.database.writing() as db:
            db.run(_END_ALL, id=id)

    def purge(self) -> None:
        """Drop logins that are over and attempts long past."""
        time = self._now()
        with self.database.writing() as db:
            db.run("DELETE FROM logins WHERE expires <= :time", time=time)
            forget(db, time)
            shared.forget(db, time)

    def list(self) -> Sequence[Account]:
        """All accounts by name."""
        with self.database.reading() as db:
            return [_account(row) for row in db.rows(f"SELECT {_ACCOUNT} FROM accounts ORDER BY folded")]
