"""`flakhouse rules`: every numbered rule in our own words, and on request where it is coded and tested."""

from __future__ import annotations

import argparse
import textwrap
from typing import TYPE_CHECKING

from flakhouse.cli.common import Commands, Usage, command, game_of, say, say_json
from flakhouse.cli.pager import paged

if TYPE_CHECKING:
    from flakhouse.core.game import Game, RuleEntry

__all__ = ["add"]

_NO_SOURCE = "This build came without its source: it cannot say where rules are coded."


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "rules",
        "look up a rule: what it says in short; with --code where it is coded and tested",
        """flakhouse rules b29
        flakhouse rules b29 4.2
        flakhouse rules b17 evasive
        flakhouse rules b29 4.2 --code
        flakhouse rules b29 --json""",
    )
    parser.add_argument("game", help="name of the game, e.g. b29")
    parser.add_argument(
        "words",
        nargs="*",
        metavar="NUMBER or WORDS",
        help="a rule number, with everything below it; or words to look for",
    )
    parser.add_argument(
        "--code", action="store_true", help="name the code of each rule, and in a checkout of the source its tests"
    )
    parser.set_defaults(act=paged(_rules))


def _rules(args: argparse.Namespace) -> int:
    game = game_of(args.game)
    entries = game.rules_index()
    wanted = " ".join(args.words)
    if wanted:
        entries = [entry for entry in entries if _below(entry.number, wanted)] or _searched(entries, args.words)
        if not entries:
            raise Usage(f"No rule of {game.title} has the number or the words {wanted!r}.")
    if args.code:
        entries = _with_places(game, entries)
    if args.json:
        say_json([_fields(entry, args.code) for entry in entries])
        return 0
    for entry in entries:
        say(f"{entry.number}  {entry.title}" + (f" ({entry.status})" if entry.status != "coded" else ""))
        shown = [entry.summary] if wanted else []
        if args.code:
            shown += [*_places("Code", entry.code), *_places("Tests", entry.tests)]
        for text in shown:
            for line in textwrap.wrap(
                text, 80, initial_indent="    ", subsequent_indent="    ", break_long_words=False
            ):
                say(line)
    if args.code and entries and not any(entry.code for entry in entries if entry.status == "coded"):
        say(_NO_SOURCE)
    if not wanted and not entries:
        say(f"{game.title} has no rules index.")
    return 0


def _searched(entries: list[RuleEntry], words: list[str]) -> list[RuleEntry]:
    """The entries that hold all these words."""
    wanted = [word.lower() for word in words]
    return [
        entry
        for entry in entries
        if all(word in f"{entry.number} {entry.title} {entry.summary}".lower() for word in wanted)
    ]


def _with_places(game: Game, entries: list[RuleEntry]) -> list[RuleEntry]:
    """The entries with code and tests, derived from the source; a game that names them itself is left as it is."""
    import msgspec

    from flakhouse.games import names, rulebook

    if game.name not in names() or any(entry.code for entry in entries):
        return entries
    places = rulebook.places(f"flakhouse.games.{game.name}")
    return [
        msgspec.structs.replace(entry, code=places[entry.number].code, tests=places[entry.number].tests)
        for entry in entries
    ]


def _fields(entry: RuleEntry, code: bool) -> dict[str, object]:
    """An entry as JSON."""
    fields: dict[str, object] = {
        "number": entry.number,
        "title": entry.title,
        "summary": entry.summary,
        "status": entry.status,
    }
    return {**fields, "code": entry.code, "tests": entry.tests} if code else fields


def _places(word: str, places: tuple[str, ...]) -> list[str]:
    return [f"{word}: {', '.join(places)}"] if places else []


def _below(number: str, wanted: str) -> bool:
    """Whether a rule is the one wanted or stands under it: 4.2A and 4.2.1 under 4.2, but not 4.21."""
    if not number.lower().startswith(wanted.lower()):
        return False
    rest = number[len(wanted) :]
    return not (rest[:1].isdigit() and wanted[-1:].isdigit())
