"""`flakhouse crew`: the crew, the bombers and the roll of honour of a save, or the dossier of one man."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from flakhouse.cli.common import (
    Commands,
    Usage,
    add_untold,
    clean,
    command,
    find_save,
    game_of,
    say,
    say_json,
    untold,
    warn,
)
from flakhouse.cli.pager import paged

if TYPE_CHECKING:
    from flakhouse.core.game import Game
    from flakhouse.store import Store

__all__ = ["add"]


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "crew",
        "show the men of a save: what each did, his wounds, his victories, his fate",
        """flakhouse crew b17-tour-1
        flakhouse crew b17-tour-1 Foster
        flakhouse crew b17-tour-1 Foster --call "Chester A. Foster"
        flakhouse crew b17-tour-1 bomber --call "Second Helping"
        flakhouse crew b17-tour-1 --no-medals --format json""",
    )
    parser.add_argument("save", nargs="?", help="name of the save; without it the one played last")
    parser.add_argument("name", nargs="?", default="", help="a man's name, or a part of it")
    parser.add_argument("--no-medals", action="store_true", help="without medals and promotions, which are ours")
    parser.add_argument(
        "--call", metavar="NEW", help="between two missions: call this man, or `bomber`, otherwise"
    )
    add_untold(parser)
    parser.set_defaults(act=paged(_crew))


def _crew(args: argparse.Namespace) -> int:
    from flakhouse.careers.raid import Raiders
    from flakhouse.careers.saves import career_of
    from flakhouse.careers.text import crew_text, man_text, raider_text, roll_text
    from flakhouse.store import Store

    with Store() as store:
        save = find_save(store, args.save)
        game = game_of(store.info(save).game)
        if args.call is not None:
            return _call(store, game, save, args)
        chapters = store.chapters(save)
        if untold(args, store.info(save), 1 if len(chapters) == 1 else None):
            chapters = chapters[:-1]
            warn(f"{game.chapter_word} {len(chapters) + 1} of {save} is left out: it is still being told")
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


def _call(store: Store, game: Game, save: str, args: argparse.Namespace) -> int:
    """Another name for a man or the bomber."""
    from flakhouse.careers.saves import names_now
    from flakhouse.store.kept import give_name

    chapter = store.chapter(save)
    untold(args, store.info(save), chapter.number)
    names = names_now(game, chapter)
    if not names:
        raise Usage(
            f"names change between two missions; {game.chapter_word} {chapter.number} of {save} is not that"
        )
    wanted = args.name.casefold()
    exact = [place for place, name in names.items() if wanted in (place.casefold(), name.casefold())]
    found = exact or [place for place, name in names.items() if wanted and wanted in name.casefold()]
    if len(found) != 1:
        who = ", ".join(f"{place}: {name}" for place, name in names.items())
        raise Usage(f"{args.name!r} is {'nobody' if not found else 'more than one'} of {who}")
    give_name(store, game, save, found[0], args.call)
    now = names_now(game, store.chapter(save))
    if args.json:
        say_json(now)
    else:
        say(clean(f"{found[0]}: {names[found[0]]} is called {now[found[0]]} from the next mission on."))
    return 0
