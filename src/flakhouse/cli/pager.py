"""Long output of a command, page by page where somebody watches."""

from __future__ import annotations

import argparse
import contextlib
import functools
import io
from collections.abc import Callable

__all__ = ["paged"]

Act = Callable[[argparse.Namespace], int]


def paged(act: Act) -> Act:
    """The same command; what it prints is shown in pages if it does not fit the terminal."""

    @functools.wraps(act)
    def show(args: argparse.Namespace) -> int:
        from flakhouse.cli.terminal import Closed, Terminal

        term = Terminal()
        if not term.paced or args.json:
            return act(args)
        held = io.StringIO()
        try:
            with contextlib.redirect_stdout(held):
                code = act(args)
        finally:
            with contextlib.suppress(Closed), term.paged():
                if text := held.getvalue():
                    term.raw(text)
        return code

    return show
