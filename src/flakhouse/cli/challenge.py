"""`flakhouse challenge`: the same mission for everybody, as a short code; and how those who flew it fared."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from flakhouse.cli.common import Commands, Usage, command, game_of, options_of, say, say_json

if TYPE_CHECKING:
    from flakhouse.challenges.judge import Result
    from flakhouse.core.challenge import Challenge

__all__ = ["add"]


def add(commands: Commands) -> None:
    """Add the command and what it can do."""
    parser = command(
        commands,
        "challenge",
        "make a code for a mission that anybody can fly, or compare those who flew it",
        """flakhouse challenge new b17
        flakhouse challenge new doolittle --scenario 7
        flakhouse challenge new b17 --form hamm
        flakhouse play --challenge b17.7k2m9xqd.cj
        flakhouse challenge table b17.7k2m9xqd.cj""",
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
        say(_line(place, name, results[name], tie))
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


def _line(place: int | None, name: str, result: Result, tie: str) -> str:
    """A line of the table for people."""
    undone = f"; {result.undos} taken back past a die" if result.undos else ""
    score = result.score
    if score is None:
        return f"   {name}: does not count, {result.why}{undone}"
    told = ", ".join(f"{line.label} {line.points:g}" for line in score.lines)
    equal = f"; {tie} {score.tie:g}" if tie else ""
    cannot = "" if score.wins else f"; cannot win, {score.why}"
    first = "   " if place is None else f"{place}. "
    return f"{first}{name}: {score.points:g} ({told}{equal}){cannot}{undone}"
