"""The address of a database, whatever short form it is written in."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from flakhouse.errors import SaveError

__all__ = ["Address", "address_of"]


class Address(NamedTuple):
    """Where a database is: a file, or what the driver of a server is told."""

    path: Path | None
    words: dict[str, str]
    shown: str  # to people: without the password


def address_of(where: str | Path) -> Address:
    """The address of a file, or of a URL of sqlite or postgresql."""
    if isinstance(where, Path) or "://" not in where:
        return Address(Path(where), {}, str(where))
    scheme, _, rest = where.partition("://")
    kind = scheme.partition("+")[0]
    if kind == "sqlite":
        path = rest.partition("?")[0].removeprefix("/")
        if not path or path == ":memory:":
            raise SaveError("a database in memory would be lost; name a file")
        return Address(Path(path), {}, path)
    try:
        url = urlsplit(f"//{rest}")
        port = url.port
        query = parse_qs(url.query, strict_parsing=bool(url.query))
    except ValueError as bad:
        raise _unread() from bad
    if not kind:
        raise _unread()
    if kind not in ("postgres", "postgresql"):
        raise SaveError(f"{kind!r} is no database Flakhouse knows; sqlite and postgresql are")
    named, at, host = url.netloc.rpartition("@")
    user, secret, password = named.partition(":")
    host = host if port is None else host.rpartition(":")[0]
    words = {
        "user": unquote(user),
        "password": unquote(password),
        "host": host.strip("[]"),
        "port": "" if port is None else str(port),
        "dbname": unquote(url.path.removeprefix("/")),
        **{key: ",".join(values) for key, values in query.items()},
    }
    hidden = f"{user}{':***' if secret else ''}{at}{host}{'' if port is None else f':{port}'}{url.path}"
    return Address(None, {key: value for key, value in words.items() if value}, f"postgresql://{hidden}")


def _unread() -> SaveError:
    return SaveError("the address of the database cannot be read; expected postgresql://user@host/name")
