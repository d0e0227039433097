"""The player's terminal: lines out, lines in. No cursor games: it can be piped, recorded, and read aloud."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from typing import TextIO

from flakhouse.cli.common import clean

__all__ = ["Closed", "Terminal"]

WIDTH = 80  # the widest line anywhere
_NARROWEST = 40
_COLOURS = {"head": "1", "ask": "1", "loss": "31", "warning": "33", "dim": "2", "hint": "33"}
_UNBROKEN = "\u00a0"  # keeps the words of a part together while a line is wrapped


class Closed(Exception):
    """The player is gone: end of input, or Ctrl-C (`interrupted`)."""

    def __init__(self, interrupted: bool = False) -> None:
        super().__init__()
        self.interrupted = interrupted


class Terminal:
    """Writes wrapped lines and reads answers."""

    def __init__(self, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        self.source = source or sys.stdin
        self.sink = sink or sys.stdout
        tty = self.sink.isatty()
        self.typed = self.source.isatty()  # a person's Enter ends the prompt's line; a pipe's does not
        self.colour = tty and "NO_COLOR" not in os.environ and os.environ.get("TERM", "dumb") != "dumb"
        columns = shutil.get_terminal_size((WIDTH, 24)).columns if tty else WIDTH
        self.width = max(_NARROWEST, min(WIDTH, columns))
        encoding = self.sink.encoding or "ascii"
        try:
            " · ".encode(encoding)
            self.mark = " · "
        except (UnicodeEncodeError, LookupError):
            self.mark = ", "

    def say(self, text: str = "", tone: str = "", indent: str = "", hang: str = "  ") -> None:
        """A paragraph, wrapped; lines after the first hang."""
        self._wrap(clean(text), tone, indent, hang)

    def _wrap(self, text: str, tone: str, indent: str, hang: str) -> None:
        for part in text.split("\n"):
            wrapped = textwrap.wrap(
                part,
                self.width,
                initial_indent=indent,
                subsequent_indent=indent + hang,
                break_on_hyphens=False,
            )
            for line in wrapped or [""]:
                self._write(line.replace(_UNBROKEN, " "), tone)

    def head(self, text: str) -> None:
        """A headline: its parts stay whole when it is wrapped."""
        parts = [part.replace(" ", _UNBROKEN) for part in clean(text).split(self.mark)]
        glued = self.mark.replace(" ", _UNBROKEN, 1) if self.mark.startswith(" ") else self.mark
        self._wrap(glued.join(parts), "head", "", "  ")

    def raw(self, text: str) -> None:
        """Text that is laid out already."""
        for line in clean(text).rstrip("\n").split("\n"):
            self._write(line, "")

    def _write(self, line: str, tone: str) -> None:
        code = _COLOURS.get(tone, "") if self.colour and line else ""
        self.sink.write(f"\x1b[{code}m{line}\x1b[0m\n" if code else f"{line}\n")

    def ask(self, prompt: str = "> ") -> str:
        """A line from the player, stripped. Raises Closed when there is none."""
        self.sink.write(prompt)
        self.sink.flush()
        try:
            line = self.source.readline()
        except KeyboardInterrupt:
            self.sink.write("\n")
            raise Closed(interrupted=True) from None
        except (OSError, ValueError):
            line = ""  # the terminal has gone away
        if not line:
            self.sink.write("\n")
            raise Closed
        answer = line.strip()
        if not self.typed:
            self.sink.write(clean(answer) + "\n")  # so that a transcript reads like the screen
        return answer
