"""Keys and lines from a person: single keys, short holds that a key ends, a prompt with editing and history.

Where there is no termios (or no readline) lines do: Enter then ends a key too.
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

__all__ = ["Closed", "edited", "forget", "hold", "key"]

_END = ("", "\x04")  # end of input, Ctrl-D


class Closed(Exception):
    """The player is gone: end of input, or Ctrl-C (`interrupted`)."""

    def __init__(self, interrupted: bool = False) -> None:
        super().__init__()
        self.interrupted = interrupted


def edited(prompt: str) -> str:
    """A line, stripped, with editing and history where Python has them."""
    _history()
    try:
        return input(prompt).strip()
    except KeyboardInterrupt:
        sys.stdout.write("\n")
        raise Closed(interrupted=True) from None
    except (EOFError, OSError, ValueError):
        sys.stdout.write("\n")
        raise Closed from None


def _history() -> None:
    """Arrow keys work once this module is there; pasted text is text."""
    with contextlib.suppress(ImportError):
        import readline

        readline.parse_and_bind("set enable-bracketed-paste off")


def key(source: TextIO, sink: TextIO, prompt: str) -> str:
    """A key: "" for Enter and space, a small letter else. Keys that send more than a letter count for nothing, nor
    does what was pressed before the prompt stood there."""
    if not POSIX:  # pragma: no cover
        sink.write(prompt)
        sink.flush()
        line = source.readline()
        if not line:
            raise Closed
        return line.strip().lower()[:1]
    try:
        with _single(source) as file:
            forget(source)
            sink.write(prompt)
            sink.flush()
            while True:
                data = os.read(file, 64).decode(errors="replace")
                if data in _END:
                    raise Closed
                if not data.startswith("\x1b"):
                    return data[0].strip().lower()
    except KeyboardInterrupt:
        raise Closed(interrupted=True) from None
    except OSError:
        raise Closed from None


def hold(source: TextIO, seconds: float) -> bool:
    """Wait so long, or until a key is pressed; whether one was."""
    if not POSIX:  # pragma: no cover
        return False
    with _single(source) as file:
        pressed = bool(select.select([file], [], [], seconds)[0])
        if pressed:
            os.read(file, 64)
        return pressed


def forget(source: TextIO) -> None:
    """Drop what was typed ahead."""
    if POSIX and source.isatty():
        with contextlib.suppress(termios.error, OSError, ValueError):
            termios.tcflush(source.fileno(), termios.TCIFLUSH)


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
