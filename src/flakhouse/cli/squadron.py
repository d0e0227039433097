"""`flakhouse squadron`: the squadrons of a hosted server and their record books."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from flakhouse.cli.common import Commands, command, say, say_json
from flakhouse.cli.login import add_server

if TYPE_CHECKING:
    from flakhouse.challenges.squadron import Tally
    from flakhouse.store.squadrons import Book, SquadronInfo

__all__ = ["add"]


def add(commands: Commands) -> None:
    """Add the command and what it can do."""
    parser = command(
        commands,
        "squadron",
        "fly tours with others on a server: list, book, new, join, leave",
        """flakhouse login https://bombers.example.org ann
        flakhouse squadron list
        flakhouse squadron new "Eighth of the Ruhr" b17
        flakhouse squadron join 9f3a0c1b2d4e5f60 b17-tour-1
        flakhouse squadron book 9f3a0c1b2d4e5f60""",
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", title="actions", required=True)
    one = command(actions, "list", "list your squadrons", "flakhouse squadron list")
    add_server(one)
    one.set_defaults(act=_list)
    one = command(actions, "new", "make a squadron", 'flakhouse squadron new "Eighth of the Ruhr" b17')
    one.add_argument("name", help="the name of the squadron")
    one.add_argument("game", help="a game with tours, e.g. b17")
    add_server(one)
    one.set_defaults(act=_new)
    for name, words, act in (
        ("book", "show the record book of a squadron", _book),
        ("join", "fly a tour with a squadron", _join),
        ("leave", "leave a squadron; your save stays", _leave),
    ):
        tour = " b17-tour-1" if name == "join" else ""
        one = command(actions, name, words, f"flakhouse squadron {name} 9f3a0c1b2d4e5f60{tour}")
        one.add_argument("key", help="the key of the squadron")
        if name == "join":
            one.add_argument("tour", metavar="save", help="the save of the tour, by its name on the server")
        add_server(one, player=name != "book")
        one.set_defaults(act=act)


def _list(args: argparse.Namespace) -> int:
    from flakhouse.cli.remote import listed
    from flakhouse.store.squadrons import SquadronInfo

    return listed(args, "/api/squadrons", SquadronInfo, _about, "You have no squadron here yet.")


def _about(one: SquadronInfo) -> str:
    """A squadron in a line."""
    return f"{one.key}  {one.name}. {one.game}, {one.members} member{'' if one.members == 1 else 's'}"


def _new(args: argparse.Namespace) -> int:
    from flakhouse.cli.remote import server_of

    key = server_of(args).post("/api/squadrons", {"name": args.name, "game": args.game}, dict[str, str])["key"]
    if args.json:
        say_json({"key": key})
    else:
        say(f"{args.name} has the key {key}. Whoever has it can read the book and join.")
    return 0


def _book(args: argparse.Namespace) -> int:
    from flakhouse.cli.remote import path_of, server_of
    from flakhouse.store.squadrons import Book

    return _shown(args, server_of(args).get(path_of("squadrons", args.key), Book))


def _join(args: argparse.Namespace) -> int:
    from flakhouse.cli.remote import path_of, server_of
    from flakhouse.store.squadrons import Book

    body = {"save": args.tour, "player": args.player}
    return _shown(args, server_of(args).post(path_of("squadrons", args.key, "/join"), body, Book))


def _leave(args: argparse.Namespace) -> int:
    from flakhouse.cli.remote import path_of, server_of
    from flakhouse.store.squadrons import Book

    return _shown(
        args, server_of(args).post(path_of("squadrons", args.key, "/leave"), {"player": args.player}, Book)
    )


def _shown(args: argparse.Namespace, book: Book) -> int:
    """The record book."""
    if args.json:
        say_json(book)
        return 0
    say(f"{book.name}. {book.game}, key {book.key}")
    for one in book.members:
        say(f"  {one.player}, {one.save}: {_said(one.tally)}")
    say(f"Together: {_said(book.together)}" if book.members else "Nobody flies with it yet.")
    return 0


def _said(tally: Tally) -> str:
    """What a tour came to, or several together."""
    figures = (
        (tally.missions, "flight"),
        (tally.credited, "mission credited"),
        (tally.on_target, "on target"),
        (tally.victories, "victory"),
        (tally.men_lost, "man lost"),
        (tally.bombers_lost, "bomber lost"),
        (tally.complete, "tour complete"),
    )
    return ", ".join(f"{number} {word if number == 1 else _MANY.get(word, word)}" for number, word in figures)


_MANY = {
    "flight": "flights",
    "mission credited": "missions credited",
    "victory": "victories",
    "man lost": "men lost",
    "bomber lost": "bombers lost",
    "tour complete": "tours complete",
}
