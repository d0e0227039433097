"""The player's terminal: lines out, lines and keys in. What is printed stays printed: it can be piped, recorded,
scrolled back and read aloud.

Colours are roles (see _ROLES); a role never carries a fact alone, there is a word or a mark beside it. With
NO_COLOR there are none; a dumb terminal, a pipe or FLAKHOUSE_PLAIN=1 (for screen readers) gets the same words
without colours and without pauses.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from typing import ClassVar, TextIO

from flakhouse.cli import keyboard
from flakhouse.cli.common import clean
from flakhouse.cli.keyboard import Closed
from flakhouse.render.pictures import Row, length

__all__ = ["BESIDE", "LOGGED", "WIDTH", "Closed", "Terminal"]

WIDTH = 80  # the widest line of text anywhere
BESIDE = 120  # from so many columns on a panel stands beside it
LOGGED = 160  # and from so many on the last lines of the log under it
_NARROWEST = 40
_HEIGHT = 24
_ENTER = 0.8  # seconds in which an Enter still belongs to the key before it
_ROLES = {
    "head": "1",
    "ask": "30;43",
    "lit": "30;43",
    "bar": "7",
    "bold": "1",
    "name": "1;7",
    "dim": "90",
    "hint": "33",
    "warning": "33",
    "loss": "31",
    "bad": "31",
    "good": "32",
    "ours": "36",
}
_FULL = ("bar", "ask")  # roles that fill the line
_UNBROKEN = "\u00a0"  # keeps the words of a part together while a line is wrapped
_SIGNS = "◆●○▲▼◐◎◉■━─│┌┐└┘░█▪·−…"
_ASCII = str.maketrans(_SIGNS, "#o.^v%@@H=-|++++:#..-.")


def _able() -> bool:
    """Whether the terminal is more than a dumb one; a console of Windows has to be told that colours come."""
    if sys.platform == "win32":
        import ctypes

        kernel, mode = ctypes.windll.kernel32, ctypes.c_uint32()
        console = kernel.GetStdHandle(-11)
        return bool(
            kernel.GetConsoleMode(console, ctypes.byref(mode)) and kernel.SetConsoleMode(console, mode.value | 4)
        )
    return os.environ.get("TERM", "dumb") != "dumb"


class Terminal:
    """Writes wrapped lines and reads answers."""

    #: Whether scenes have short holds, and whether a decision rings the bell: as the command line says.
    holds: ClassVar[bool] = True
    rings: ClassVar[bool] = False

    def __init__(self, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        self.source = source or sys.stdin
        self.sink = sink or sys.stdout
        tty = self.sink.isatty()
        able = tty and os.environ.get("FLAKHOUSE_PLAIN", "0") in ("", "0") and _able()
        self.typed = self.source.isatty()  # a person's Enter ends the prompt's line; a pipe's does not
        self.paced = self.typed and able  # somebody watches: scenes, pauses, pages
        self.colour = able and "NO_COLOR" not in os.environ
        size = shutil.get_terminal_size((WIDTH, _HEIGHT)) if tty else os.terminal_size((WIDTH, _HEIGHT))
        self.columns, self.height = size
        self.width = max(_NARROWEST, min(WIDTH, self.columns))
        self.hurried = False  # a key has ended a hold: what is left of the scene is printed at once
        self.beside: list[Row] = []  # what is still to be written beside the lines to come
        self._held: list[str] | None = None
        self.wide = self.paced and self.columns >= BESIDE
        encoding = self.sink.encoding or "ascii"
        self.ascii = not _can(_SIGNS, encoding)
        self.mark = " · " if _can(" · ", encoding) else ", "

    # ------------------------------------------------------------------ out

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

    def row(self, row: Row) -> None:
        """A line of several roles, laid out already; on a narrow terminal only its words."""
        if length(row) > self.width:
            self.say("".join(text for text, _ in row).strip(), indent="  ")
            return
        self._line([(clean(text), role) for text, role in row])

    def rule(self, heavy: bool = False) -> None:
        """A line across."""
        self._write(("━" if heavy else "─") * self.width, "" if heavy else "dim")

    def _write(self, line: str, tone: str) -> None:
        self._line([(line.ljust(self.width) if self.colour and tone in _FULL else line, tone)])

    def _line(self, row: Sequence[tuple[str, str]]) -> None:
        text = "".join(self._paint(part, role) for part, role in row)
        if self.wide and self.beside:
            length = sum(len(part) for part, _ in row)
            more = "".join(self._paint(part, role) for part, role in self.beside.pop(0))
            text += " " * max(0, WIDTH + 1 - length) + self._paint("│ ", "dim") + more
        if self._held is not None:
            self._held.append(text)
        else:
            self.sink.write(text + "\n")

    def _paint(self, text: str, role: str) -> str:
        if self.ascii:
            text = text.translate(_ASCII)
        code = _ROLES.get(role, "") if self.colour and text else ""
        return f"\x1b[{code}m{text}\x1b[0m" if code else text

    def rest_beside(self) -> None:
        """What is left of the panel, below the text."""
        while self.wide and self.beside:
            self._write("", "")
        self.beside = []

    # ------------------------------------------------------------------ in

    def ask(self, prompt: str = "> ") -> str:
        """A line from the player, stripped. Raises Closed when there is none."""
        self.rest_beside()
        if self.paced and self.source is sys.stdin and self.sink is sys.stdout:
            return keyboard.edited(prompt)
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

    def key(self, prompt: str = "> ") -> str:
        """One key of a person who watches: "" for Enter and space, else its letter. Keys held down count once."""
        try:
            return keyboard.key(self.source, self.sink, prompt)
        finally:
            self.sink.write("\n")

    def hold(self, seconds: float) -> None:
        """Wait, so that the eye follows the order of things; any key ends it, and those after it in the scene."""
        if self.paced and self.holds and not self.hurried:
            self.sink.flush()
            self.hurried = keyboard.hold(self.source, seconds)

    def ring(self) -> None:
        """A decision waits: the bell, where it is wanted."""
        if self.paced and self.rings:
            self.sink.write("\a")

    def forget(self) -> None:
        """Drop keys pressed too early: who hurries through scenes does not answer a decision by mistake."""
        if self.paced:
            keyboard.forget(self.source)

    @contextlib.contextmanager
    def paged(self) -> Iterator[None]:
        """What is said meanwhile comes page by page, where somebody watches and it does not fit."""
        if not self.paced or self._held is not None:
            yield
            return
        held: list[str] = []
        self._held = held
        try:
            yield
        finally:
            self._held = None
            self._pages(held)

    def _pages(self, lines: Sequence[str]) -> None:
        room = self.height - 2
        for at, line in enumerate(lines):
            full = len(lines) > room and at > 0 and at % room == 0
            more = f"-- line {at} of {len(lines)}: Enter continues, q ends -- "
            if full and self.key(self._paint(more, "dim")) == "q":
                keyboard.hold(self.source, _ENTER)  # who types Enter behind it does not answer what comes next
                return
            self.sink.write(line + "\n")


def _can(text: str, encoding: str) -> bool:
    """Whether an encoding has these signs."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
