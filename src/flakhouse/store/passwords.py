"""Names and passwords of accounts: what may be one, and Argon2id."""

from __future__ import annotations

import base64
import functools
import re
import threading
import unicodedata
from collections.abc import Mapping
from typing import TYPE_CHECKING

from flakhouse.errors import AccountError

if TYPE_CHECKING:
    from argon2 import PasswordHasher

__all__ = ["COST", "Passwords", "fold", "name_fault", "password_fault"]

#: About a twentieth of a second and 32 MiB for each password checked.
COST: Mapping[str, int] = {"time_cost": 3, "memory_cost": 32 * 1024, "parallelism": 1}
_LEAST, _MOST = 10, 200
_DIFFERENT = 4  # signs of it that differ
_NAME = re.compile(r"[\w.+-]{1,40}")


def fold(name: str) -> str:
    """A name as it is compared: one account for all ways to write it."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def name_fault(name: str) -> str:
    """Why this cannot be the name of an account ("" if it can)."""
    if _NAME.fullmatch(name) and any(sign.isalnum() for sign in name):
        return ""
    shown = name if len(name) <= 60 else name[:60] + "..."
    return f"{shown!r} is no name for an account: letters, digits and . + - _, at most 40"


def password_fault(password: str, name: str = "") -> str:
    """Why this cannot be a new password ("" if it can): its form, and whether others try it first."""
    if fault := _form_fault(password):
        return fault
    plain = fold(password)
    if plain in _common() or len(set(plain)) < _DIFFERENT or (name and plain == fold(name)):
        return "this password is among the first that anybody tries; take another"
    return ""


@functools.cache
def _common() -> frozenset[str]:
    """The 30,000 passwords that are used most, as far as they are long enough, from the lists of zxcvbn."""
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset(fold(word) for word in FREQUENCY_LISTS["passwords"] if len(word) >= _LEAST)


def _form_fault(password: str) -> str:
    """Why this cannot be a password at all."""
    if not _LEAST <= len(password) <= _MOST:
        return f"a password has {_LEAST} to {_MOST} characters"
    try:
        password.encode()
    except UnicodeEncodeError:
        return "the password holds a character that does not exist"
    return ""


class Passwords:
    """Makes and checks hashes; only a few at a time, because each takes memory."""

    def __init__(self, cost: Mapping[str, int] = COST, at_once: int = 4) -> None:
        self._cost = cost
        self._turn = threading.BoundedSemaphore(at_once)
        salt, digest = (base64.b64encode(bytes(n)).decode().rstrip("=") for n in (16, 32))
        settings = f"m={cost['memory_cost']},t={cost['time_cost']},p={cost['parallelism']}"
        self.nobodys = f"$argon2id$v=19${settings}${salt}${digest}"  # costs what a real one does, fits nothing

    @functools.cached_property
    def _hasher(self) -> PasswordHasher:
        """Made when the first password is: where nobody has an account, the package need not be there."""
        from argon2 import PasswordHasher

        cost = self._cost
        return PasswordHasher(
            time_cost=cost["time_cost"], memory_cost=cost["memory_cost"], parallelism=cost["parallelism"]
        )

    def make(self, password: str, name: str = "") -> str:
        """The hash of a new password, of an account of this name."""
        if fault := password_fault(password, name):
            raise AccountError(fault)
        with self._turn:
            return self._hasher.hash(_plain(password))

    def fits(self, hashed: str, password: str) -> bool:
        """Whether a password is the one that was hashed."""
        from argon2.exceptions import InvalidHashError, VerificationError

        if _form_fault(password):
            password = "nobody's"  # refused all the same, at the same cost
            hashed = self.nobodys
        try:
            with self._turn:
                return self._hasher.verify(hashed, _plain(password))
        except (VerificationError, InvalidHashError):
            return False

    def outdated(self, hashed: str) -> bool:
        """Whether a hash was made with other settings than today's."""
        return self._hasher.check_needs_rehash(hashed)

    def rehash(self, password: str) -> str:
        """The hash of a password that fits already, with today's settings."""
        with self._turn:
            return self._hasher.hash(_plain(password))


def _plain(password: str) -> str:
    """The same password, whichever way a keyboard puts its signs together."""
    return unicodedata.normalize("NFKC", password)
