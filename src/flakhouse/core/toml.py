"""TOML files of ours, read from a cache beside Python's bytecode where they have been read before.

Parsing takes long beside the rest of a start. An entry is named by the digest of the text, so that a file that
changed is another entry, and begins with a digest of itself: one that is damaged or cannot be read counts as none,
and is written again. Where bytecode is not to be written, or cannot be, neither is this.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
import tomllib
from pathlib import Path

import msgspec

__all__ = ["FOLDER", "read"]

FOLDER = Path(__file__).parents[1] / "__pycache__" / "toml"
_MOST = 200  # entries; more are those of files that are gone
_LENGTH = hashlib.sha256().digest_size


def read(text: str) -> dict[str, object]:
    """What a file says; TOMLDecodeError if it is no TOML. A player's own files are not for this."""
    entry = FOLDER / f"{hashlib.sha256(text.encode()).hexdigest()}.msgpack"
    kept = _kept(entry)
    if kept is not None:
        return kept
    parsed: dict[str, object] = tomllib.loads(text)
    if not sys.dont_write_bytecode:
        with contextlib.suppress(OSError, TypeError):
            _keep(entry, msgspec.msgpack.encode(parsed))
    return parsed


def _kept(entry: Path) -> dict[str, object] | None:
    """An entry, if it is there and whole."""
    try:
        data = entry.read_bytes()
        if hashlib.sha256(data[_LENGTH:]).digest() != data[:_LENGTH]:
            return None
        return msgspec.msgpack.decode(data[_LENGTH:], type=dict[str, object])
    except (OSError, msgspec.MsgspecError):
        return None


def _keep(entry: Path, data: bytes) -> None:
    """Write an entry, whole or not at all."""
    entry.parent.mkdir(parents=True, exist_ok=True)
    others = list(entry.parent.glob("*.msgpack"))
    for other in others if len(others) >= _MOST else ():
        other.unlink(missing_ok=True)
    handle, name = tempfile.mkstemp(prefix=".new-", dir=entry.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(data).digest() + data)
        os.replace(name, entry)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
