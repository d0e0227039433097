"""`flakhouse report`: debriefing, mission sheet, campaign sheet, story of a save."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from flakhouse.cli.common import Commands, Usage, add_untold, clean, command, find_save, game_of, untold, warn
from flakhouse.cli.pager import paged

if TYPE_CHECKING:
    from flakhouse.core.session import Session

__all__ = ["add"]
_FORMATS = ("text", "markdown", "csv", "json", "forum", "html")
_KINDS = ("debrief", "mission", "campaign", "story")


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "report",
        "print the debriefing, the mission sheet, the campaign sheet or the story of a save",
        """flakhouse report b29-tour-1
        flakhouse report b29-tour-1 --kind campaign --format csv > tour.csv
        flakhouse report b29-tour-1 --kind story --mission 3 --format markdown""",
        formats=False,
    )
    parser.add_argument("save", help="name of the save")
    parser.add_argument("--kind", choices=_KINDS, default="debrief", help="default debrief")
    parser.add_argument("--format", choices=_FORMATS, help="default text; --json is --format json")
    parser.add_argument(
        "--mission", type=int, metavar="K", help="the flight of this number; without it the last one finished"
    )
    parser.add_argument("--no-medals", action="store_true", help="without medals, which are ours")
    add_untold(parser)
    parser.set_defaults(act=paged(_report))


def _report(args: argparse.Namespace) -> int:
    from flakhouse.careers.debrief import debrief_of, sheets
    from flakhouse.careers.saves import career_of
    from flakhouse.render.base import record_of, renderer
    from flakhouse.store import Store

    format: str = args.format or ("json" if args.json else "text")
    if args.json and format != "json":
        raise Usage("--json and --format contradict each other")
    with Store() as store:
        name = find_save(store, args.save)
        game = game_of(store.info(name).game)
        chapters = store.chapters(name)
        if untold(args, store.info(name), args.mission or (1 if len(chapters) == 1 else None)):
            chapters = chapters[:-1]
            warn(f"{game.chapter_word} {len(chapters) + 1} of {name} is left out: it is still being told")
        finished = [c.number for c in chapters if c.finished]
        number = args.mission or (finished[-1] if finished else None)
        if args.mission is not None and args.mission not in finished:
            done = ", ".join(str(n) for n in finished) or "none"
            raise Usage(f"{game.chapter_word} {args.mission} of {name} is not finished; finished: {done}")
        if number is None:
            raise Usage(f"no {game.chapter_word} of {name} is finished yet")
        if args.kind == "campaign":
            records = [record_of(c, [], name) for c in chapters if c.finished]
        else:
            session = store.session(game, name, number)
            _run(session)
            records = [record_of(session.chapter, session.events, name)]
    if args.kind == "debrief":
        found = career_of(name, game, chapters, not args.no_medals)
        rolls = sheets(debrief_of(found, number))
        sys.stdout.write(clean(renderer(game).debrief(records[-1], format, rolls)))
    else:
        sys.stdout.write(clean(renderer(game).report(args.kind, records, format)))
    return 0


def _run(session: Session) -> None:
    """Replay for the events; if the rules have changed the recorded outcome stands without them."""
    from flakhouse.errors import Desync, RulesError

    session.keeper = None
    try:
        verdict = session.verify()
        if verdict.identical:
            session.run()
            return
        what = verdict.what
    except (Desync, RulesError) as parted:
        what = str(parted)
    session.ref.events.clear()
    warn(f"today's rules do not play this mission as recorded, so its log is left out: {what}")
