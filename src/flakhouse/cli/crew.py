"""`flakhouse crew`: the crew, the bombers and the roll of honour of a save, or the dossier of one man."""

from __future__ import annotations

import argparse
import sys

from flakhouse.cli.common import Commands, Usage, clean, command, find_save, game_of, say_json
from flakhouse.cli.pager import paged

__all__ = ["add"]


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "crew",
        "show the men of a save: what each did, his wounds, his victories, his fate",
        """flakhouse crew b17-tour-1
        flakhouse crew b17-tour-1 Foster
        flakhouse crew b17-tour-1 --no-medals --format json""",
    )
    parser.add_argument("save", nargs="?", help="name of the save; without it the one played last")
    parser.add_argument("name", nargs="?", default="", help="a man's name, or a part of it")
    parser.add_argument("--no-medals", action="store_true", help="without medals and promotions, which are ours")
    parser.set_defaults(act=paged(_crew))


def _crew(args: argparse.Namespace) -> int:
    from flakhouse.careers.raid import Raiders
    from flakhouse.careers.saves import career_of
    from flakhouse.careers.text import crew_text, man_text, raider_text, roll_text
    from flakhouse.store import Store

    with Store() as store:
        save = find_save(store, args.save)
        game = game_of(store.info(save).game)
        chapters = store.chapters(save)
    found = career_of(save, game, chapters, not args.no_medals)
    if found is None:
        raise Usage(f"today's rules do not play {save} as recorded, so its crews cannot be told")
    if not args.name:
        if args.json:
            say_json(found)
        else:
            sys.stdout.write(clean(roll_text(found) if isinstance(found, Raiders) else crew_text(found)))
        return 0
    some = found.find(args.name)
    if not some:
        raise Usage(f"nobody called {args.name!r} flew in {save}; flakhouse crew {save} names everybody")
    if args.json:
        say_json(some)
    elif isinstance(found, Raiders):
        sys.stdout.write(clean("\n".join(raider_text(crew) for crew in found.find(args.name))))
    else:
        sys.stdout.write(clean("\n".join(man_text(man, found) for man in found.find(args.name))))
    return 0
