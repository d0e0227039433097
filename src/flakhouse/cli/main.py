"""The command line: `flakhouse COMMAND`. Exit codes: 0 done, 1 failed, 2 wrong use, 130 interrupted."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import NoReturn

from flakhouse import __version__
from flakhouse.cli.common import Usage, warn
from flakhouse.core.build import build
from flakhouse.errors import FlakhouseError, OptionError, PositionError, RulesError

__all__ = ["COMMANDS", "main", "parser", "run"]

#: The commands in the order of the help, by the module of `flakhouse.cli` that has them.
COMMANDS = {
    "start": ("play", "resume"),
    "serve": ("serve",),
    "fly": ("fly",),
    "games": ("games",),
    "tables": ("tables",),
    "rules": ("rules",),
    "saves": ("saves",),
    "replay": ("replay",),
    "report": ("report",),
    "crew": ("crew",),
    "diary": ("diary",),
    "hall": ("hall",),
    "challenge": ("challenge",),
    "squadron": ("squadron",),
    "login": ("login", "logout"),
    "export": ("export",),
    "simulate": ("simulate",),
    "compare": ("compare",),
    "history": ("history",),
    "accounts": ("accounts", "backup", "restore"),
    "static": ("static",),
    "completion": ("completion",),
}
#: For one who has typed nothing but the name.
_WELCOME = """\
Flakhouse: three solitaire bomber wargames.

  flakhouse serve                play in the browser
  flakhouse play b17 --guided    a first mission, explained step by step (or b29, doolittle)
  flakhouse play b29             a tour in the terminal
  flakhouse resume               continue where you left off
  flakhouse --help               all commands
"""


class _Parser(argparse.ArgumentParser):
    """A parser whose complaint is one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where help is."""
        self.exit(2, f"{self.prog}: {message} (try {self.prog} --help)\n")


def parser(command: str = "") -> argparse.ArgumentParser:
    """The whole command line, or what a command needs of it: the others are not even read."""
    top = _Parser(
        prog="flakhouse",
        description="An engine and player for the great solitaire bomber wargames.",
        epilog="examples:\n"
        "  flakhouse play b17 --guided    a first mission, explained step by step\n"
        "  flakhouse play b29             fly a tour\n"
        "  flakhouse serve                play in the browser\n"
        "  flakhouse resume               continue the last save\n"
        "  flakhouse fly b29 --seed 7     let a bot fly a mission\n"
        "  flakhouse tables b29 4-2       look at a table\n",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"flakhouse {__version__} ({build()})")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for module in [name for name, found in COMMANDS.items() if command in found] or COMMANDS:
        import_module(f"flakhouse.cli.{module}").add(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit code."""
    try:
        try:
            words = sys.argv[1:] if argv is None else argv
            args = parser(*words[:1]).parse_args(words)
        except SystemExit as done:
            return done.code if isinstance(done.code, int) else 0
        act: Callable[[argparse.Namespace], int] | None = getattr(args, "act", None)
        if act is None:
            sys.stdout.write(_WELCOME)
            return 0
        code = act(args)
        sys.stdout.flush()
        return code
    except Usage as bad:
        warn(str(bad))
        return 2
    except (OptionError, PositionError) as bad:
        warn(str(bad))
        return 2
    except FlakhouseError as bad:
        warn(bad.full if isinstance(bad, RulesError) else str(bad))
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _drop_output()  # the reader has seen enough
        return 0
    except OSError as bad:
        _drop_output()
        warn(f"cannot write the output: {bad.strerror or bad}")
        return 1
    except Exception as bug:
        if os.environ.get("FLAKHOUSE_DEBUG"):
            raise
        warn(f"internal error, {type(bug).__name__}: {bug} (FLAKHOUSE_DEBUG=1 shows where)")
        return 1


def _drop_output() -> None:
    """Send what is still to be written nowhere: Python would complain again when it flushes at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run() -> None:
    """The entry point."""
    # Streams that were closed before we began are None.
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        warn("standard output is closed; nothing was done")
        sys.exit(1)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")  # a terminal without our letters shows a question mark
    sys.exit(main())
