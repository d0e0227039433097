"""`flakhouse challenge`: the same mission for everybody, as a short code; and how those who flew it fared.

`list`, `show`, `enter` and `hand-in` are about the challenges that a hosted server keeps. They know what its API
tells everybody: of a strict challenge no seed before the close.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from flakhouse.cli.common import Commands, Usage, command, find_save, game_of, name_of, options_of, say, say_json
from flakhouse.cli.login import add_server

if TYPE_CHECKING:
    from flakhouse.challenges.judge import Result
    from flakhouse.core.challenge import Challenge
    from flakhouse.store.challenges import Hosted, Place

__all__ = ["add"]


def add(commands: Commands) -> None:
    """Add the command and what it can do."""
    parser = command(
        commands,
        "challenge",
        "make a code for a mission that anybody can fly, compare those who flew it, or enter one on a server",
        """flakhouse challenge new b17
        flakhouse challenge new doolittle --scenario 7
        flakhouse challenge new b17 --form hamm
        flakhouse play --challenge b17.7k2m9xqd.cj
        flakhouse challenge table b17.7k2m9xqd.cj
        flakhouse login https://bombers.example.org ann
        flakhouse challenge list
        flakhouse challenge enter x7k2m9qd
        flakhouse challenge hand-in x7k2m9qd
        flakhouse challenge show x7k2m9qd""",
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", title="actions", required=True)
    one = command(actions, "new", "make a challenge", "flakhouse challenge new b17 --option rules=basic")
    one.add_argument("game", help="name of the game, e.g. b17")
    one.add_argument("--scenario", default="", metavar="NAME", help="with the options of a scenario")
    one.add_argument("--option", metavar="K=V", action="append", default=[], help="set a game option")
    one.add_argument("--form", default="", metavar="NAME", help="hamm: the tournament of the B-17 game")
    one.set_defaults(act=_new)
    one = command(actions, "table", "compare the saves that flew it", "flakhouse challenge table CODE")
    one.add_argument("code", help="the code of the challenge")
    one.set_defaults(act=_table)
    one = command(actions, "list", "list the challenges of a server", "flakhouse challenge list")
    add_server(one)
    one.set_defaults(act=_list)
    for name, words, act in (
        ("show", "show a challenge of a server, with its table", _show),
        ("enter", "enter a challenge of a server, which begins your flight there", _enter),
        ("hand-in", "hand in your flight, or with --save one that you flew on this machine", _hand_in),
    ):
        one = command(actions, name, words, f"flakhouse challenge {name} x7k2m9qd")
        one.add_argument("key", help="the key of the challenge, as the list has it")
        add_server(one, player=name != "show")
        if name == "hand-in":
            one.add_argument("--save", metavar="NAME", help="a save of this machine; of an open challenge only")
        one.set_defaults(act=act)


def _new(args: argparse.Namespace) -> int:
    import msgspec

    from flakhouse.challenges.forms import form_of
    from flakhouse.core.challenge import make

    game = game_of(args.game)
    form = form_of(args.form, game.name)
    found = make(game, options_of(game, args.option, args.scenario), form=args.form)
    announced = form.announced(game, found.seed)
    if args.json:
        say_json({**msgspec.to_builtins(found), "announced": dict(announced)})
        return 0
    say(f"Challenge {found.code}")
    if args.form:
        say(f"{form.title}. {form.about}")
    for label, word in announced:
        say(f"{label}: {word}")
    say(f"Fly it with: flakhouse play --challenge {found.code}")
    return 0


def _table(args: argparse.Namespace) -> int:
    """Saves that flew it: each is played again and scored, and what was taken back is said."""
    from flakhouse.challenges.forms import form_of, rank
    from flakhouse.core.challenge import parse
    from flakhouse.store.challenges import place_of

    found = parse(args.code)
    results = _results(found)
    scores = {name: one.score for name, one in results.items() if one.score is not None}
    ranked: list[tuple[int | None, str]] = [
        *rank(scores),
        *((None, name) for name in results if name not in scores),
    ]
    if args.json:
        say_json([_row(place, name, results[name]) for place, name in ranked])
        return 0
    if not ranked:
        raise Usage(f"no save flew {found.code}; import theirs with flakhouse saves import")
    tie = form_of(found.form, found.game).tie
    for place, name in ranked:
        say(_line(place_of(place, name, 0, results[name]), tie))
    return 0


def _results(found: Challenge) -> dict[str, Result]:
    """What every save of this challenge comes to."""
    from flakhouse.challenges.judge import judge
    from flakhouse.store import Store

    game = game_of(found.game)
    with Store() as store:
        flown = [info.name for info in store.saves() if (info.seed, info.game) == (found.seed, found.game)]
        return {name: judge(game, found.form, found.options, found.seed, store.chapter(name, 1)) for name in flown}


def _row(place: int | None, name: str, result: Result) -> dict[str, object]:
    """A line of the table for programs."""
    import msgspec

    return {"save": name, "place": place, "counts": not result.why, **msgspec.to_builtins(result)}


def _line(row: Place, tie: str) -> str:
    """A line of the table for people."""
    undone = f"; {row.undos} taken back past a die" if row.undos else ""
    if row.handed is None:
        return f"   {row.player}: still flying"
    if row.points is None:
        return f"   {row.player}: does not count, {row.why}{undone}"
    told = ", ".join(f"{line.label} {line.points:g}" for line in row.lines)
    equal = f"; {tie} {row.tie:g}" if tie else ""
    cannot = "" if row.wins else f"; cannot win, {row.why}"
    first = "   " if row.place is None else f"{row.place}. "
    return f"{first}{row.player}: {row.points:g} ({told}{equal}){cannot}{undone}"


# ------------------------------------------------------------------ on a server


def _about(one: Hosted) -> str:
    """A challenge in a line."""
    from datetime import UTC, datetime

    when = datetime.fromtimestamp(one.closes, UTC).strftime("%Y-%m-%d %H:%M UTC")
    mode, closes = "strict" if one.strict else "open", "closed" if one.closed else "closes"
    return f"{one.key}  {one.title}. {one.game}, {mode}, {one.entered} entered, {closes} {when}"


def _list(args: argparse.Namespace) -> int:
    from flakhouse.cli.remote import listed
    from flakhouse.store.challenges import Hosted

    return listed(args, "/api/challenges", Hosted, _about, "This server has no challenge yet.")


def _show(args: argparse.Namespace) -> int:
    from flakhouse.challenges.forms import form_of
    from flakhouse.cli.remote import path_of, server_of
    from flakhouse.store.challenges import Contest

    found = server_of(args).get(path_of("challenges", args.key), Contest)
    if args.json:
        say_json(found)
        return 0
    one = found.challenge
    say(_about(one))
    for label, word in {**one.announced, **one.options}.items():
        say(f"{label}: {word}")
    if one.code:
        say(f"Code: {one.code}")
    elif one.seed:
        say(f"Seed: {one.seed}")
    else:
        say("Seed: the server shows it when the challenge has closed.")
    tie = form_of(one.form, one.game).tie
    for row in found.table:
        say(_line(row, tie))
    if not found.table:
        say("Nobody has entered yet.")
    return 0


def _enter(args: argparse.Namespace) -> int:
    """The flight begins on the server; where the seed is known it may be flown here as well."""
    from urllib.parse import quote

    from flakhouse.cli.remote import path_of, server_of
    from flakhouse.core.challenge import parse
    from flakhouse.store.challenges import Contest

    server = server_of(args)
    one = server.get(path_of("challenges", args.key), Contest).challenge
    save = name_of(
        server.post(path_of("challenges", args.key, "/enter"), {"player": args.player}, dict[str, str])["save"]
    )
    if one.code:
        parse(one.code)  # it is shown as part of a command
    if args.json:
        say_json({"save": save, "address": f"{server.base}/play/{quote(save)}", "code": one.code})
        return 0
    say(f"You have entered {one.title}. Your flight is the save {save} of the server.")
    say(f"Fly it in the browser: {server.base}/play/{quote(save)}")
    if one.code:
        say(f"Or fly it here: flakhouse play --challenge {one.code} --save {save}")
        say(f"Then hand it in: flakhouse challenge hand-in {one.key} --save {save}")
    else:
        say(f"Then hand it in: flakhouse challenge hand-in {one.key}")
    return 0


def _hand_in(args: argparse.Namespace) -> int:
    import msgspec

    from flakhouse.challenges.judge import Result
    from flakhouse.cli.remote import path_of, server_of
    from flakhouse.store import Store

    server = server_of(args)
    body: dict[str, object] = {"player": args.player}
    if args.save is not None:
        with Store() as store:
            body["save"] = msgspec.Raw(store.export(find_save(store, args.save)))
    result = server.post(path_of("challenges", args.key, "/result"), body, Result)
    if args.json:
        say_json(result)
    elif result.score is not None:
        say(f"Your flight counts: {result.score.points:g} points.")
    return 0
