"""`flakhouse hall`: the hall of fame over all saves."""

from __future__ import annotations

import argparse
import sys

from flakhouse.cli.common import Commands, add_untold, clean, command, say_json, untold, warn
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
    add_untold(parser)
    parser.set_defaults(act=paged(_hall))


def _hall(args: argparse.Namespace) -> int:
    import msgspec

    from flakhouse.careers.hall import hall_of, hall_text
    from flakhouse.store import Store

    with Store() as store:
        infos = [store.info(name) for name in store.names()]
        last = {info.name: store.chapter(info.name) for info in infos}
    for info in infos:
        chapter = last[info.name]
        if chapter.finished and untold(args, info):
            last[info.name] = msgspec.structs.replace(chapter, finished=None)
            warn(f"the last of {info.name} is left out: it is still being told")
    hall = hall_of(last.items())
    if args.json:
        say_json(hall)
    else:
        sys.stdout.write(clean(hall_text(hall)))
    return 0
