"""`flakhouse rules`: every numbered rule, where it is coded and tested."""

from __future__ import annotations

import argparse
import textwrap

from flakhouse.cli.common import Commands, Usage, command, game_of, say, say_json

__all__ = ["add"]


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "rules",
        "look up a rule: what it says in short, where it is coded and tested",
        """flakhouse rules b29
        flakhouse rules b29 4.2
        flakhouse rules b29 --json""",
    )
    parser.add_argument("game", help="name of the game, e.g. b29")
    parser.add_argument("number", nargs="?", help="a rule number, with everything below it")
    parser.set_defaults(act=_rules)


def _rules(args: argparse.Namespace) -> int:
    game = game_of(args.game)
    entries = game.rules_index()
    if args.number is not None:
        entries = [entry for entry in entries if _below(entry.number, args.number)]
        if not entries:
            raise Usage(f"no rule {args.number!r} in {game.title}")
    if args.json:
        say_json(entries)
        return 0
    for entry in entries:
        say(f"{entry.number}  {entry.title}" + (f" ({entry.status})" if entry.status != "coded" else ""))
        if args.number is None:
            continue
        for text in (entry.summary, *_places("Code", entry.code), *_places("Tests", entry.tests)):
            for line in textwrap.wrap(text, 80, initial_indent="    ", subsequent_indent="    "):
                say(line)
    if args.number is None and not entries:
        say(f"{game.title} has no rules index.")
    return 0


def _places(word: str, places: tuple[str, ...]) -> list[str]:
    return [f"{word}: {', '.join(places)}"] if places else []


def _below(number: str, wanted: str) -> bool:
    """Whether a rule is the one wanted or stands under it: 4.2A and 4.2.1 under 4.2, but not 4.21."""
    if not number.lower().startswith(wanted.lower()):
        return False
    rest = number[len(wanted) :]
    return not (rest[:1].isdigit() and wanted[-1:].isdigit())
