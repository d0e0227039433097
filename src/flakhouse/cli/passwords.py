"""Asking for a password, never from the command line: others on the machine could read it there."""

from __future__ import annotations

import sys

from flakhouse.cli.common import Usage

__all__ = ["ask_password"]


def ask_password(again: bool = True) -> str:
    """A password that is typed, or the first line of standard input; `again`: a new one is typed twice."""
    if not sys.stdin.isatty():
        line = sys.stdin.readline(1000)
        if not line:
            raise Usage("no password on standard input")
        return line.rstrip("\r\n")
    import getpass

    first = getpass.getpass("Password: ")
    if again and getpass.getpass("Again: ") != first:
        raise Usage("the two passwords differ; nothing was changed")
    return first
