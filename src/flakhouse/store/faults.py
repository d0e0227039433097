"""Faults of a database in words a player can use. Nothing is ever deleted or repaired behind his back."""

from __future__ import annotations

from flakhouse.errors import Trouble

__all__ = ["explain"]


def explain(where: str, bad: BaseException) -> Trouble:
    """What a fault of the driver means; `where` is the file or the address of the database."""
    cause = getattr(bad, "orig", None) or bad
    state = str(getattr(cause, "sqlstate", "") or "")
    if state or type(cause).__module__.startswith("psycopg"):
        return _served(where, cause, state)
    code = str(getattr(cause, "sqlite_errorname", "") or "")
    if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return Trouble(f"{where} is busy: another process is writing to it; try again", busy=True)
    if code.startswith("SQLITE_FULL"):
        return Trouble(f"the disk of {where} is full; the last step was not saved, everything before it is")
    if code.startswith("SQLITE_READONLY") or isinstance(cause, PermissionError):
        return Trouble(f"{where} cannot be written (read-only); nothing was changed")
    if code.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")) or "no such" in str(cause):
        return Trouble(
            f"{where} is damaged or no save file ({cause}); nothing was changed. "
            "Put a good copy in its place, or move it away to start afresh"
        )
    if code.startswith("SQLITE_CANTOPEN"):
        return Trouble(f"{where} cannot be opened; set FLAKHOUSE_DATA to a folder that can be written")
    return Trouble(f"{where}: {_short(cause)}; the last step was not saved, everything before it is")


def _served(where: str, cause: BaseException, state: str) -> Trouble:
    """The same for PostgreSQL, by the SQLSTATE it gives."""
    if state in ("55P03", "40001", "40P01"):
        return Trouble(f"{where} is busy: another process is writing to it; try again", busy=True)
    if state == "53100":
        return Trouble(f"the disk of {where} is full; the last step was not saved, everything before it is")
    if state in ("25006", "42501"):
        return Trouble(f"{where} cannot be written (read-only); nothing was changed")
    if state in ("42P01", "42703"):
        return Trouble(f"{where} is damaged: {_short(cause)}; nothing was changed")
    lost = not state and type(cause).__name__ in ("OperationalError", "ConnectionTimeout")
    if lost or state.startswith(("08", "28", "3D", "57P", "53")):
        return Trouble(f"{where} cannot be reached: {_short(cause)}; the last step was not saved")
    return Trouble(f"{where}: {_short(cause)}; the last step was not saved, everything before it is")


def _short(cause: BaseException) -> str:
    """The first line of what the driver says."""
    return next(iter(str(cause).strip().splitlines()), type(cause).__name__)
