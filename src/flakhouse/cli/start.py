"""`flakhouse play` and `flakhouse resume`: make or find the save, then hand it to the terminal (cli/play.py).

The terminal is flakhouse.cli.play: `opening` asks what to play, `main(store, name, session)` plays a session that
has been run; `main_strict` does so without ever letting routine steps run by themselves.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias

from flakhouse.cli.common import (
    Commands,
    Usage,
    add_setup,
    command,
    faces_of,
    find_save,
    game_of,
    house_of,
    name_of,
    options_of,
    position_of,
    say_json,
    seed_of,
    warn,
)

if TYPE_CHECKING:
    from flakhouse.core.chapter import Chapter
    from flakhouse.core.game import Game
    from flakhouse.core.session import Session
    from flakhouse.store import Store

__all__ = ["add"]

Opening: TypeAlias = "Callable[[Game, bool], tuple[str | None, str | None]]"


def add(commands: Commands) -> None:
    """Add both commands."""
    parser = command(
        commands,
        "play",
        "play a game in the terminal",
        """flakhouse play b29
        flakhouse play b29 --option rules=basic --save first-try
        flakhouse play b29 --guided
        flakhouse play b29 --dice real --auto none
        flakhouse play b29 --position over-tokyo.txt --step combat""",
    )
    add_setup(
        parser, "real: you roll and type the faces; computer; or faces that come first, such as 3,4,6", False
    )
    parser.add_argument("--challenge", metavar="CODE", default="", help="fly the mission of this code")
    parser.add_argument(
        "--save", "--name", dest="name", default="", help="name of the save; an existing one is continued"
    )
    parser.add_argument("--new", action="store_true", help="begin a new tour without asking")
    parser.add_argument("--guided", action="store_true", help="a first mission, explained step by step")
    parser.add_argument("--table-dice", action="store_true", help="the same as --dice real")
    parser.add_argument(
        "--auto",
        "--automation",
        dest="automation",
        choices=("none", "formal", "routine"),
        help="which questions answer themselves; default routine once the crew is named",
    )
    _add_manner(parser)
    parser.set_defaults(act=_play)

    parser = command(
        commands,
        "resume",
        "continue a save; without a name, the one played last",
        """flakhouse resume
        flakhouse resume b29-tour-1
        flakhouse resume b29-tour-1 --keep-prefix""",
    )
    parser.add_argument("save", nargs="?", help="name of the save")
    parser.add_argument(
        "--keep-prefix",
        action="store_true",
        help="if changed rules part from the record, continue in a copy from the step before",
    )
    _add_manner(parser)
    parser.set_defaults(act=_resume)


def _add_manner(parser: argparse.ArgumentParser) -> None:
    """How the terminal behaves."""
    parser.add_argument("--no-pause", action="store_true", help="no short holds within a scene")
    parser.add_argument("--bell", action="store_true", help="ring the terminal's bell at every decision")


def _play(args: argparse.Namespace) -> int:
    from flakhouse.store import Store

    if args.challenge:
        _challenged(args)
    elif not args.game:
        raise Usage("which game? (try flakhouse games)")
    game = game_of(args.game)
    if args.guided and _bare(args):
        _guide(args, game)
    if not args.json and _bare(args):
        opening: Opening = import_module("flakhouse.cli.play").opening
        name, scenario = opening(game, args.new)
        if name is None and scenario is None:
            return 0
        if name is not None:
            return _go_on(args, name)
        args.scenario = scenario
    elif args.name and not args.new:
        with Store() as store:
            known = args.name in store.names()
        if known:
            if not _bare(args, named=True):
                raise Usage(
                    f"{args.name} already has its settings. Continue it with --save {args.name} and nothing else."
                )
            return _go_on(args, args.name)
    name_of(args.name)
    seed = args.seed if args.challenge else seed_of(args.seed)
    chapter = _challenge_chapter(args, game) if args.challenge else _new_chapter(args, game, seed)
    with Store() as store:
        name = store.create(chapter, seed, args.name)
        session = store.session(game, name)
        try:
            session.run()
        except BaseException:
            if not session.steps:
                store.delete(name)  # a beginning that cannot be leaves no save behind
            raise
        return _hand_over(args, store, name, session)


def _new_chapter(args: argparse.Namespace, game: Game, seed: str) -> Chapter:
    """The first chapter, as the command says."""
    from flakhouse.core.chapter import begin

    return begin(
        game,
        f"{seed}/1",
        options=options_of(game, args.option, args.scenario),
        house=house_of(game, args.house),
        position=position_of(args.position, args.step),
        step=args.step,
        given=[] if args.dice in ("real", "computer") else faces_of(args.dice),
        automation=args.automation or ("routine" if args.position and not args.json else "none"),
        table_dice=args.table_dice or args.dice == "real",
    )


def _challenge_chapter(args: argparse.Namespace, game: Game) -> Chapter:
    """The one chapter of a challenge."""
    from flakhouse.challenges.forms import first_chapter
    from flakhouse.core.challenge import parse

    found = parse(args.challenge)
    chapter = first_chapter(game, found.form, found.options, found.seed)
    chapter.automation = args.automation or "none"
    return chapter


def _challenged(args: argparse.Namespace) -> None:
    """The game, the options and the seed of a challenge; nothing else may be said about what is played."""
    from flakhouse.core.challenge import parse

    found = parse(args.challenge)
    if (args.game and args.game != found.game) or not _bare(args, named=True) or args.table_dice or args.dice:
        raise Usage("A challenge has its game, options and dice. Give --challenge, and --save if you like.")
    args.game, args.seed, args.new = found.game, found.seed, True


def _guide(args: argparse.Namespace, game: Game) -> None:
    """The guided first mission: its dice, and of a game with scenarios the first."""
    from flakhouse.render.guide import guide

    args.dice = "".join(guide(game.name).faces.split()) or None
    args.scenario = next((scenario.key for scenario in game.scenarios()), None)


def _bare(args: argparse.Namespace, named: bool = False) -> bool:
    """Whether nothing was said about what to play, so that the player may be asked."""
    return not (
        (args.name and not named) or args.seed or args.option or args.scenario or args.house or args.position
    ) and args.dice in (None, "real", "computer")


def _go_on(args: argparse.Namespace, name: str) -> int:
    """Continue a save, under the settings named on the command line."""
    args.save, args.keep_prefix = name, False
    return _resume(args)


def _resume(args: argparse.Namespace) -> int:
    from flakhouse.errors import Desync
    from flakhouse.store import Store

    with Store() as store:
        name = find_save(store, args.save)
        game = game_of(store.info(name).game)
        session = store.session(game, name)
        try:
            remark = session.wake()
        except Desync as parted:
            if not args.keep_prefix:
                raise Desync(
                    parted.step,
                    f"save {name!r} no longer plays as recorded. {parted}. Nothing was changed; "
                    "resume with --keep-prefix to continue in a copy from the step before",
                ) from parted
            name = store.copy_prefix(game, name, parted.step)
            warn(f"the first {parted.step} steps continue as save {name!r}; the old save stays as it is")
            session = store.session(game, name)
            session.run()
        else:
            if remark:
                warn(remark)
        return _hand_over(args, store, name, session)


def _hand_over(args: argparse.Namespace, store: Store, name: str, session: Session) -> int:
    if args.json:
        from flakhouse.render.look import question

        say_json({"save": name, "game": session.game.name, **question(session)})
        return 0
    from flakhouse.cli.terminal import Terminal

    Terminal.holds, Terminal.rings = not args.no_pause, args.bell
    module = import_module("flakhouse.cli.play")
    strict = getattr(args, "automation", None) == "none"
    terminal: Callable[[Store, str, Session, bool], int] = module.main_strict if strict else module.main
    return terminal(store, name, session, getattr(args, "guided", False))
