"""`flakhouse history`: what a game gives on the average beside what history gave."""

from __future__ import annotations

import argparse
import sys

from flakhouse.cli.common import Commands, Usage, command, game_of, say, say_json

__all__ = ["add"]


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "history",
        "play many games with the sensible bot and compare the figures with history",
        """flakhouse history doolittle
        flakhouse history doolittle --games 1000 --json""",
    )
    parser.add_argument("game", help="name of the game, e.g. doolittle")
    parser.add_argument("--games", type=int, default=200, help="how many of each kind (default 200)")
    parser.add_argument("--seed", default="history", help="seed text")
    parser.set_defaults(act=_history)


def _history(args: argparse.Namespace) -> int:
    game = game_of(args.game)
    if not 1 <= args.games <= 1_000_000:
        raise Usage("--games: from 1 to 1,000,000")
    shown = sys.stderr.isatty()
    for news in game.history(args.games, args.seed):
        if isinstance(news, float):
            if shown:
                print(f"\r{100 * news:3.0f} %", end="", file=sys.stderr, flush=True)
            continue
        if shown:
            print("\r     \r", end="", file=sys.stderr)
        if not news:
            raise Usage(f"{game.title} has no comparison with history yet")
        if args.json:
            say_json(news)
            return 0
        study = ""
        for row in news:
            if row.study != study:
                study = row.study
                say(f"{study}, mean of {args.games} games")
                say(f"  {'':48} {'game':>7}  {'history':>7}")
            say(f"  {row.what:48} {row.game:7.2f}  {row.history:7g}")
    return 0
