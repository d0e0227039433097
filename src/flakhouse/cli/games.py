"""`flakhouse games`: the games with their scenarios, options and pilots."""

from __future__ import annotations

import argparse
import textwrap

from flakhouse.cli.common import Commands, command, game_of, say, say_json

__all__ = ["add"]


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "games",
        "list the games, their scenarios, options and pilots",
        """flakhouse games
        flakhouse games b29
        flakhouse games --json""",
    )
    parser.add_argument("game", nargs="?", help="only this game")
    parser.set_defaults(act=_games)


def _games(args: argparse.Namespace) -> int:
    from flakhouse import games
    from flakhouse.sim.study import pilot_names

    found = [game_of(name) for name in ([args.game] if args.game else games.names())]
    if args.json:
        say_json(
            [
                {
                    "name": game.name,
                    "title": game.title,
                    "rules_version": game.rules_version,
                    "scenarios": game.scenarios(),
                    "options": game.options(),
                    "pilots": pilot_names(game),
                    "default_pilot": game.default_pilot,
                }
                for game in found
            ]
        )
        return 0
    for game in found:
        say(f"{game.name}  {game.title}")
        for scenario in game.scenarios():
            _wrapped(f"scenario {scenario.key}: {scenario.title}. {scenario.about}")
        for spec in game.options():
            values = "|".join(f"{value} (default)" if value == spec.default else value for value in spec.values)
            origin = f", {spec.origin}" if spec.origin != "printed" else ""
            rule = f" ({spec.rule}{origin})" if spec.rule else f" ({spec.origin})"
            _wrapped(f"option {spec.key}={values}: {spec.label}{rule}")
        _wrapped(f"pilots: {', '.join(pilot_names(game))}; default {game.default_pilot}")
    return 0


def _wrapped(text: str) -> None:
    for line in textwrap.wrap(text, 80, initial_indent="  ", subsequent_indent="      "):
        say(line)
