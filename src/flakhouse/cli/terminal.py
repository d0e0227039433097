"""The player's terminal: lines out, lines in. What is printed stays printed: it can be piped, recorded,
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

WIDTH = 80  # columns that everything fits, and of a pipe
BESIDE = 120  # from so many columns on a panel stands beside it
LOGGED = 160  # and from so many on the last lines of the log under it
_NARROWEST = 40
_WIDEST = 110  # longer lines are hard to read
_SIDE = 41  # columns of the panel beside, with its line
_HEIGHT = 24
_LEAST = 5  # lines on the last page of several, and the room in which a page may end early
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
        self.measure()
        self.hurried = False  # a key has ended a hold: what is left of the scene is printed at once
        self.beside: list[Row] = []  # what is still to be written beside the lines to come
        self._held: list[str] | None = None
        self._begun = ""  # typed too early, and not ended by Enter
        self.carried = ""  # typed between pages, for the next prompt
        encoding = self.sink.encoding or "ascii"
        self.ascii = not _can(_SIGNS, encoding)
        self.mark = " · " if _can(" · ", encoding) else ", "

    def measure(self) -> None:
        """How large the terminal is now; it may have been resized since it was looked at last."""
        fallback = (WIDTH, _HEIGHT)
        size = shutil.get_terminal_size(fallback) if self.sink.isatty() else os.terminal_size(fallback)
        self.columns, self.height = size
        self.wide = self.paced and self.columns >= BESIDE
        beside = max(WIDTH, min(_WIDEST, self.columns - _SIDE))
        self.width = beside if self.wide else max(_NARROWEST, min(_WIDEST, self.columns))

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

    def bar(self, text: str) -> None:
        """The line at the top, laid out already: as wide as the window, text beside a panel left out."""
        self._line([(clean(text), "bar")])

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
            text += " " * max(0, self.width + 1 - length) + self._paint("│ ", "dim") + more
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
        if carried := self.carried:
            self.carried = ""
            self.sink.write(f"{prompt}{clean(carried)}\n")
            return carried
        begun, self._begun = self._begun, ""
        if self.paced and self.source is sys.stdin and self.sink is sys.stdout:
            return keyboard.edited(prompt, begun)
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

    def stop(self, prompt: str = "> ") -> str:
        """A line at a stop in the telling or between pages; "" for Enter alone. What stands beside is continued
        after it. Nothing that was typed before it was shown continues."""
        beside, self.beside = self.beside, []
        self.forget()
        try:
            return self.ask(prompt)
        finally:
            self.beside = beside

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
        """Drop lines typed too early: who hurries through scenes does not answer a decision by mistake. A line
        that is begun stands at the next prompt, so that its Enter means that line and nothing else."""
        if self.paced:
            self.sink.flush()
            self._begun += keyboard.forget(self.source)

    @contextlib.contextmanager
    def paged(self, seen: bool = False, after: int = 0) -> Iterator[None]:
        """What is said meanwhile comes page by page, where somebody watches and it does not fit. A line typed
        between pages ends them and is carried to the next prompt; where that has not been `seen` before, only a
        letter. `after`: so many lines follow at once, and wait unless all of it fits."""
        if not self.paced or self._held is not None:
            yield
            return
        held: list[str] = []
        self._held = held
        try:
            yield
        finally:
            self._held = None
            self._pages(held, seen, after)

    def _pages(self, lines: Sequence[str], seen: bool, after: int) -> None:
        parts = pages(lines, self.height - 2)
        at = 0
        for part in parts:
            if at and not self._more(at, len(lines), seen):
                break
            for line in part:
                self.sink.write(line + "\n")
            at += len(part)
        else:
            if after and (len(parts) > 1 or len(parts[-1]) + after > self.height):
                self._more(at, len(lines), seen)
        if len(parts) > 1:
            self.forget()  # an Enter too many answers nothing

    def _more(self, at: int, of: int, seen: bool) -> bool:
        """Between two pages: whether the next is wanted."""
        prompt = f"-- line {at} of {of}: Enter continues, q ends -- " if at < of else "-- Enter continues -- "
        while (line := self.stop(prompt)).lower() not in ("", "q"):
            if seen or line == "?" or (len(line.split(" ")[0]) == 1 and line[0].isalpha()):
                self.carried = line
                return False
            self.say(f"{line!r} means nothing between pages: Enter shows the next, q ends.", "hint")
        return not line


def pages(lines: Sequence[str], room: int) -> list[Sequence[str]]:
    """Lines parted into pages of so many at most: at an empty line if one is near the foot, and so that no last
    page has a line or two."""
    room = max(room, 2 * _LEAST)
    found: list[Sequence[str]] = []
    while len(lines) > room:
        foot = min(room, len(lines) - _LEAST)
        empty = (at for at in range(foot, room - _LEAST - 1, -1) if not lines[at - 1].strip())
        cut = next(empty, foot)
        found.append(lines[:cut])
        lines = lines[cut:]
    return [*found, lines]


def _can(text: str, encoding: str) -> bool:
    """Whether an encoding has these signs."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
