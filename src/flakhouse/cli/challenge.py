"""`flakhouse challenge`: the same mission for everybody, as a short code; and how those who flew it fared."""

from __future__ import annotations

import argparse

from flakhouse.cli.common import Commands, Usage, command, game_of, options_of, say, say_json

__all__ = ["add"]


def add(commands: Commands) -> None:
    """Add the command and what it can do."""
    parser = command(
        commands,
        "challenge",
        "make a code for a mission that anybody can fly, or compare those who flew it",
        """flakhouse challenge new b17
        flakhouse challenge new doolittle --scenario 7
        flakhouse play --challenge b17.7k2m9xqd.h4
        flakhouse challenge table b17.7k2m9xqd.h4""",
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", title="actions", required=True)
    one = command(actions, "new", "make a challenge", "flakhouse challenge new b17 --option rules=basic")
    one.add_argument("game", help="name of the game, e.g. b17")
    one.add_argument("--scenario", default="", metavar="NAME", help="with the options of a scenario")
    one.add_argument("--option", metavar="K=V", action="append", default=[], help="set a game option")
    one.set_defaults(act=_new)
    one = command(actions, "table", "compare the saves that flew it", "flakhouse challenge table CODE")
    one.add_argument("code", help="the code of the challenge")
    one.set_defaults(act=_table)


def _new(args: argparse.Namespace) -> int:
    from flakhouse.core.challenge import make

    game = game_of(args.game)
    found = make(game, options_of(game, args.option, args.scenario))
    if args.json:
        say_json(found)
    else:
        say(f"Challenge {found.code}")
        say(f"Fly it with: flakhouse play --challenge {found.code}")
    return 0


def _table(args: argparse.Namespace) -> int:
    """Saves that flew it, first missions only: each is played again, and what was taken back is said."""
    from flakhouse.core.challenge import parse
    from flakhouse.store import Store

    found = parse(args.code)
    game = game_of(found.game)
    rows: list[dict[str, object]] = []
    with Store() as store:
        for info in store.saves():
            if info.seed != found.code or info.game != found.game:
                continue
            chapter = store.chapter(info.name, 1)
            fault = _fault(chapter.seeds, found.code, chapter.table_after)
            if chapter.finished is None:
                fault = fault or "not over yet"
            elif chapter.options != game.check_options(found.options):
                fault = fault or "flown with other options"
            elif not fault:
                session = store.session(game, info.name, 1)
                session.keeper = None
                verdict = session.verify()
                fault = "" if verdict.identical else f"does not play as recorded: {verdict.what}"
            measures = game.measured(chapter.finished) if chapter.finished is not None and not fault else {}
            rows.append({"save": info.name, "counts": not fault, "why": fault, "undos": chapter.undos, **measures})
    if args.json:
        say_json(rows)
        return 0
    if not rows:
        raise Usage(f"no save flew {found.code}; import theirs with flakhouse saves import")
    for row in rows:
        said = {k: v for k, v in row.items() if k not in ("save", "counts", "why", "undos")}
        figures = ", ".join(f"{key} {value:g}" for key, value in said.items() if isinstance(value, float | int))
        undone = f"; {row['undos']} taken back past a die" if row["undos"] else ""
        say(f"{row['save']}: {figures if row['counts'] else 'does not count, ' + str(row['why'])}{undone}")
    return 0


def _fault(seeds: list[tuple[int, str]], code: str, table: int | None) -> str:
    """Why a flight is not one of the challenge ("" if it is)."""
    if seeds != [(0, f"{code}/1")]:
        return "flown with other dice"
    return "" if table is None else "flown with dice thrown at the table"
