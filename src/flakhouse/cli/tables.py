"""`flakhouse tables`: the charts of a game."""

from __future__ import annotations

import argparse
import re

from flakhouse.cli.common import Commands, Usage, command, game_of, house_of, say, say_json

__all__ = ["add"]


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "tables",
        "show the tables of a game",
        """flakhouse tables b29
        flakhouse tables b29 4-2
        flakhouse tables b29 --json > tables.json""",
    )
    parser.add_argument("game", help="name of the game, e.g. b29")
    parser.add_argument("id", nargs="?", help="only this table, by its printed number")
    parser.add_argument("--house", metavar="FILE", help="show the tables as your house rules have them")
    parser.set_defaults(act=_tables)


def _tables(args: argparse.Namespace) -> int:
    from flakhouse.render.charts import chart_data, chart_text
    from flakhouse.render.look import parts_of

    game = game_of(args.game)
    charts = game.charts().charts
    house = house_of(game, args.house)
    own = house.charts if house is not None else {}
    wanted = sorted(charts, key=_printed_order) if args.id is None else [_find(list(charts), args.id)]
    if args.json:
        say_json([chart_data(own[id]) if id in own else chart_data(charts[id]) for id in wanted])
        return 0
    for i, id in enumerate(wanted):
        if i:
            say()
        if house is not None and id in own:
            say(f"House rules {house.name}:")
        for line in chart_text(own[id]) if id in own else chart_text(charts[id]):
            say(line)
    parts = parts_of(charts, wanted[0]) if args.id is not None else []
    if parts:
        say(f"Rolls that belong to it: {', '.join(parts)}")
    return 0


def _printed_order(id: str) -> tuple[bool, list[tuple[int, str]]]:
    """4-2 before 4-10, letters after figures, tables of variants (which begin with a letter) last."""
    parts = re.findall(r"\d+|[^\d]+", id)
    return id[0].isalpha(), [(int(part), "") if part.isdigit() else (0, part) for part in parts]


def _find(ids: list[str], wanted: str) -> str:
    from flakhouse.render.look import find_chart

    found, near = find_chart(ids, wanted, 0.5)
    if found is not None:
        return found
    hint = f"; near it: {', '.join(near)}" if near else f"; tables: {', '.join(ids[:6])} ..."
    raise Usage(f"no table {wanted!r}{hint}")
