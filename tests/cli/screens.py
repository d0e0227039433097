"""A process on a pseudo-terminal, for tests of what a player sees and types."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
CODE = f"import sys; sys.path[:0]=[{str(ROOT)!r},{str(ROOT / 'src')!r}]\nfrom flakhouse.cli.main import run; run()"


def command(*words: str, code: str = CODE) -> list[str]:
    return [sys.executable, "-c", code, *words]


class Screen:
    """A process on a pseudo-terminal."""

    def __init__(self, *words: str, code: str = CODE, **env: str) -> None:
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            signal.signal(
                signal.SIGINT, signal.default_int_handler
            )  # ignored where the tests run in the background
            columns, rows = int(env.get("COLUMNS", "80")), int(env.get("LINES", "24"))
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            found = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
            found |= {"TERM": "xterm-256color", "COLUMNS": "80", "LC_ALL": "C.UTF-8", **env}
            os.execve(sys.executable, command(*words, code=code), found)
        self.text = ""

    def wait(self, words: str, seconds: float = 20) -> str:
        """Read until these words are on the screen, behind those waited for before; what was read."""
        until = time.monotonic() + seconds
        start = self.at
        while words not in self.text[start:]:
            assert time.monotonic() < until, f"{words!r} did not come: {self.text[start:]!r}"
            if not self.read(0.2) and self.gone:
                break
        assert words in self.text[start:], self.text[start:]
        self.at = self.text.index(words, start) + len(words)
        return self.text[start : self.at]

    at = 0
    gone = False

    def read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self.file], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self.file, 65536)
        except OSError:
            data = b""
        self.gone = not data
        self.text += data.decode(errors="replace")
        return bool(data)

    def type(self, keys: str) -> None:
        os.write(self.file, keys.encode())

    def to_the_plan(self) -> Screen:
        """By Enter to the fire plan."""
        self.wait("> ")
        for _ in range(9):
            if "Enter open fire" in self.text:
                break
            self.type("\r")
            self.wait("> ")
        return self

    def leave(self) -> int:
        """Ctrl-C, once more if it came between two prompts, or before readline listens; and the end."""
        for _ in range(4):
            self.type("\x03")
            until = time.monotonic() + 5
            while not self.gone and time.monotonic() < until:
                self.read(0.2)
            if self.gone:
                break
        return self.end()

    def end(self) -> int:
        """Wait until it has ended; one that does not is ended, and fails."""
        until = time.monotonic() + 20
        while not self.gone and time.monotonic() < until:
            self.read(0.2)
        if not self.gone:
            os.kill(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        os.close(self.file)
        return os.waitstatus_to_exitcode(status)
