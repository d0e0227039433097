"""`flakhouse export`: a flight of a save as one page that anybody can open."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from flakhouse.cli.common import Commands, Usage, add_untold, command, find_save, game_of, say, say_json, untold

__all__ = ["add"]


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "export",
        "write a flight as one HTML file: story, scenes, log and board, to be watched only",
        """flakhouse export b17-tour-1 --html -o flight.html
        flakhouse export b17-tour-1 --html --mission 3 > third.html
        flakhouse export b17-tour-1 --html --mission 1 --with-seed -o first.html""",
    )
    parser.add_argument("save", help="name of the save")
    parser.add_argument("--html", action="store_true", required=True, help="as one self-contained page")
    parser.add_argument(
        "--mission", type=int, metavar="K", help="the flight of this number; without it the last one finished"
    )
    parser.add_argument(
        "--with-seed",
        action="store_true",
        help="of a first flight: tell its seed, so that others can fly it; your later flights follow from it too",
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="the file to write; without it standard output")
    parser.add_argument("--force", action="store_true", help="write over a file that is there")
    add_untold(parser)
    parser.set_defaults(act=_export)


def _export(args: argparse.Namespace) -> int:
    from flakhouse.challenges.same import same_flight
    from flakhouse.savefile import write_file
    from flakhouse.store import Store

    try:
        from flakhouse.web.share import shared
    except ImportError as bad:
        raise Usage(f"the page needs the browser's part: pip install 'flakhouse[web]' ({bad.name})") from bad

    with Store() as store:
        name = find_save(store, args.save)
        game = game_of(store.info(name).game)
        chapters = store.chapters(name)
        done = [chapter.number for chapter in chapters if chapter.finished]
        number = args.mission or (done[-1] if done else len(chapters))
        if not 1 <= number <= len(chapters):
            raise Usage(f"--mission {number}: {name} has missions 1 to {len(chapters)}")
        untold(args, store.info(name), number)
        session = store.session(game, name, number)
    session.keeper = None
    if session.wake() and session.chapter.finished is not None:
        raise Usage(
            f"today's rules do not play {game.chapter_word} {number} of {name} as recorded; nothing is written"
        )
    if args.with_seed and same_flight(session.chapter, True) is None:
        raise Usage(
            f"others cannot begin {game.chapter_word} {number} of {name}: "
            "only a first one with the computer's dice and no house rules"
        )
    text = shared(session, name, seed=args.with_seed)
    if args.output is None:
        sys.stdout.write(text)
        return 0
    path = Path(args.output)
    if path.exists() and not args.force:
        raise Usage(f"{path} is there already; --force writes over it")
    write_file(path, text.encode())
    facts = {"save": name, "mission": number, "file": str(path), "bytes": len(text.encode())}
    if args.json:
        say_json(facts)
    else:
        say(f"{game.chapter_word} {number} of {name} written to {path}, {len(text.encode()) // 1000} kB")
    return 0
