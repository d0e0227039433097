"""Lines from a person: a prompt with editing and history, short holds that a key ends, what was typed too early.

Everything is typed as a line: a letter does nothing before its Enter, so no Enter is ever left over for what comes
next. Where there is no termios (or no readline) plain lines do.
"""

from __future__ import annotations

import contextlib
import os
import select
import sys
from collections.abc import Iterator
from typing import TextIO

try:
    import termios
    import tty
except ImportError:  # pragma: no cover: no POSIX terminal
    POSIX = False
else:
    POSIX = True

__all__ = ["Closed", "edited", "forget", "hold"]


class Closed(Exception):
    """The player is gone: end of input, or Ctrl-C (`interrupted`)."""

    def __init__(self, interrupted: bool = False) -> None:
        super().__init__()
        self.interrupted = interrupted


def edited(prompt: str, begun: str = "") -> str:
    """A line, stripped, with editing and history where Python has them; `begun` stands on it already."""
    _history(begun)
    try:
        return input(prompt).strip()
    except KeyboardInterrupt:
        sys.stdout.write("\n")
        raise Closed(interrupted=True) from None
    except (EOFError, OSError, ValueError):
        sys.stdout.write("\n")
        raise Closed from None


def _history(begun: str) -> None:
    """Arrow keys work once this module is there; pasted text is text."""
    with contextlib.suppress(ImportError):
        import readline

        readline.parse_and_bind("set enable-bracketed-paste off")
        readline.set_startup_hook((lambda: readline.insert_text(begun)) if begun else None)


def hold(source: TextIO, seconds: float) -> bool:
    """Wait so long, or until a key is pressed; whether one was. The key stays where it is: see `forget`."""
    if not POSIX:  # pragma: no cover
        return False
    with _single(source) as file:
        return bool(select.select([file], [], [], seconds)[0])


def forget(source: TextIO) -> str:
    """Drop the lines that were typed ahead; what was typed behind the last Enter, and is no line yet."""
    if not POSIX or not source.isatty():
        return ""
    read = b""
    with contextlib.suppress(termios.error, OSError, ValueError), _single(source) as file:
        while select.select([file], [], [], 0)[0] and (data := os.read(file, 1024)):
            read += data
    begun = read.replace(b"\r", b"\n").rpartition(b"\n")[2].decode(errors="replace")
    return begun if begun.isprintable() else ""  # an arrow key is no text


@contextlib.contextmanager
def _single(source: TextIO) -> Iterator[int]:
    """Keys come one by one and are not shown."""
    file = source.fileno()
    before = termios.tcgetattr(file)
    try:
        tty.setcbreak(file, termios.TCSADRAIN)
        yield file
    finally:
        termios.tcsetattr(file, termios.TCSADRAIN, before)
