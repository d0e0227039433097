"""`flakhouse history`: what a game gives on the average beside what history gave."""

from __future__ import annotations

import argparse

from flakhouse.cli.common import Commands, Usage, command, game_of, say, say_json

__all__ = ["add"]


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "history",
        "play many games with the sensible bot and compare the figures with history",
        """flakhouse history b29
        flakhouse history doolittle --missions 1000 --json""",
    )
    parser.add_argument("game", help="name of the game, e.g. b29")
    parser.add_argument(
        "--missions",
        "--games",
        dest="games",
        type=int,
        metavar="N",
        default=100,
        help="how many raids of each kind, or tours (default 100)",
    )
    parser.add_argument("--seed", default="history", help="seed text")
    parser.set_defaults(act=_history)


def _history(args: argparse.Namespace) -> int:
    from flakhouse.cli.simulate import Bar
    from flakhouse.sim.history import Figure, compare, text_table

    game = game_of(args.game)
    if not 1 <= args.games <= 1_000_000:
        raise Usage("--missions can be 1 to 1,000,000.")
    bar = Bar("percent")
    figures: list[Figure] = []
    try:
        for news in compare(game, args.games, args.seed):
            if isinstance(news, float):
                bar(round(100 * news), 100)
            else:
                figures = news
    finally:
        bar.end()
    if not figures:
        raise Usage(f"{game.title} has no comparison with history yet")
    if args.json:
        say_json(figures)
        return 0
    for line in text_table(figures):
        say(line)
    return 0
