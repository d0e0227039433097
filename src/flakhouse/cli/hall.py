"""`flakhouse hall`: the hall of fame over all saves."""

from __future__ import annotations

import argparse
import sys

from flakhouse.cli.common import Commands, clean, command, say_json
from flakhouse.cli.pager import paged

__all__ = ["add"]


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "hall",
        "show the hall of fame: aces, missions, bombers, tours and raids of all saves",
        "flakhouse hall --json",
    )
    parser.set_defaults(act=paged(_hall))


def _hall(args: argparse.Namespace) -> int:
    from flakhouse.careers.hall import hall_of, hall_text
    from flakhouse.store import Store

    with Store() as store:
        hall = hall_of((name, store.chapter(name)) for name in store.names())
    if args.json:
        say_json(hall)
    else:
        sys.stdout.write(clean(hall_text(hall)))
    return 0
