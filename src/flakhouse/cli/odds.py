"""The key `o`: odds of the open question, better while one looks, until Enter."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import time
from collections.abc import Callable, Iterator, Sequence

from flakhouse.cli.terminal import Terminal
from flakhouse.core.session import Session
from flakhouse.sim.odds import OddsTable, Plan, odds
from flakhouse.sim.oddstext import odds_lines

__all__ = ["PIPED", "WATCHED", "show"]

PIPED = 2.0  # seconds, where nobody can press a key
WATCHED = 60.0  # at most, where somebody can
_MOST = 20_000  # samples of each option: what they tell is finer than anybody needs
_FEW = 400  # where nobody looks
_WORKERS = 4
_BEGINS = "Every option is played out from here ..."  # until the first figures are there
_STOP = "Enter stops."
_ENDED = "Played out often enough, it has ended by itself. Enter returns to the decision. "


def show(
    term: Terminal,
    session: Session,
    seconds: float | None = None,
    clock: Callable[[], float] = time.monotonic,
    plans: Sequence[Plan] = (),
) -> OddsTable | None:
    """Show the odds for so many seconds; the last table. On a terminal it is drawn again and again, else once."""
    live = term.typed and term.sink.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    limit = _MOST if live or seconds is not None else _FEW
    end = clock() + (seconds if seconds is not None else WATCHED if live else PIPED)
    jobs = min(_WORKERS, os.cpu_count() or 1) if live else 1
    source = odds(session, clock=clock, limit=limit, jobs=jobs, plans=plans)
    found: OddsTable | None = None
    height, stopped = 0, False
    if live and term.colour:
        height = _draw(term, [_BEGINS], 0)
    elif live:
        _count(term, _BEGINS)
    with _keys(term, live) as pressed, contextlib.closing(source) as tables:
        try:
            for table in tables:
                found = table if table.n or found is None else found
                if live and term.colour:
                    height = _draw(term, [*odds_lines(table, term.width), _STOP], height)
                elif live:
                    _count(term, f"Played out {table.n} times. {_STOP}")
                stopped = pressed()
                if stopped or clock() >= end:
                    break
        except KeyboardInterrupt:
            stopped = True
            if not live:
                term.say()
    if found is not None:
        if live and not term.colour:
            _count(term, "")
        _draw(term, odds_lines(found, term.width), height)
    if live and not stopped:  # the Enter that was to stop it must not answer the decision
        if seconds is None:
            term.stop(_ENDED)
        term.forget()
    return found


def _count(term: Terminal, line: str) -> None:
    """A line written over itself, without any sign that steers a terminal but the return."""
    term.sink.write(f"\r{line:<{term.width - 1}}\r" if not line else f"\r{line}")
    term.sink.flush()


def _draw(term: Terminal, lines: list[str], height: int) -> int:
    """Write the lines over those drawn last; how many there are now on the screen, where a long one takes several.
    What will be drawn over must fit a screen."""
    columns, rows = shutil.get_terminal_size()
    room = max(2, rows - 1)
    if lines[-1] == _STOP and len(lines) > room:
        lines = [*lines[: room - 1], _STOP]
    if height:
        term.sink.write(f"\x1b[{height}A\r\x1b[J")
    term.raw("\n".join(lines))
    term.sink.flush()
    return sum(max(1, -(-len(line) // columns)) for line in lines)


@contextlib.contextmanager
def _keys(term: Terminal, live: bool) -> Iterator[Callable[[], bool]]:
    """While it lasts, says whether Enter has been pressed. What is typed before it goes with it: no Enter is left
    over to answer the question."""
    if not live:
        yield lambda: False
        return
    try:
        import termios
        import tty
    except ImportError:  # no such terminal; Ctrl-C stops
        yield lambda: False
        return
    source = term.source.fileno()
    before = termios.tcgetattr(source)
    tty.setcbreak(source)

    def pressed() -> bool:
        """Whether a line waits."""
        waits = bool(select.select([source], [], [], 0)[0])
        return waits and not {*b"\r\n\x04"}.isdisjoint(os.read(source, 1024))

    try:
        yield pressed
    finally:
        termios.tcsetattr(source, termios.TCSADRAIN, before)
