"""`flakhouse tables`: the charts of a game."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from flakhouse.cli.common import Commands, Usage, command, game_of, house_of, say, say_json
from flakhouse.cli.pager import paged

if TYPE_CHECKING:
    from flakhouse.core.charts import Chart

__all__ = ["add"]


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "tables",
        "show the tables of a game",
        """flakhouse tables b29
        flakhouse tables b29 4-2
        flakhouse tables b29 5-7 --odds --mod 1
        flakhouse tables b29 --json > tables.json""",
    )
    parser.add_argument("game", help="name of the game, e.g. b29")
    parser.add_argument("id", nargs="?", help="only this table, by its printed number")
    parser.add_argument("--house", metavar="FILE", help="show the tables as your house rules have them")
    parser.add_argument("--odds", action="store_true", help="the exact chance of every result of a table")
    parser.add_argument("--mod", metavar="N", type=int, default=0, help="with --odds: all modifiers together")
    parser.add_argument("--column", metavar="C", help="with --odds: only this column, by its name or number")
    parser.add_argument("--count", metavar="N", type=int, default=0, help="with --odds: so many dice are thrown")
    parser.set_defaults(act=paged(_tables))


def _tables(args: argparse.Namespace) -> int:
    from flakhouse.render.charts import chart_data, chart_text
    from flakhouse.render.look import parts_of

    game = game_of(args.game)
    charts = game.charts().charts
    house = house_of(game, args.house)
    own = house.charts if house is not None else {}
    wanted = sorted(charts, key=_printed_order) if args.id is None else [_find(charts, args.id)]
    if args.odds:
        return _odds(args, own, charts, wanted)
    if args.mod or args.column is not None or args.count:
        raise Usage("--mod, --column and --count go with --odds")
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


def _odds(
    args: argparse.Namespace, own: Mapping[str, Chart[object]], charts: Mapping[str, Chart[str]], wanted: list[str]
) -> int:
    """The exact chances of tables; of all of them, those that are rolled."""
    from flakhouse.errors import ChartError
    from flakhouse.sim.exact import Exact, exact
    from flakhouse.sim.oddstext import exact_lines

    if args.id is None:
        wanted = [id for id in wanted if charts[id].data.dice != "none"]
        if args.column is not None or args.count:
            raise Usage("--column and --count are for a single table; name it")
    elif args.count and charts[wanted[0]].data.dice != "pool":
        raise Usage(f"table {wanted[0]} says itself how many dice are thrown")
    found: list[Exact] = []
    for id in wanted:
        for column in _columns(charts[id].data.columns, args.column):
            how = (args.mod, column, args.count)
            try:
                found.append(exact(own[id], *how) if id in own else exact(charts[id], *how))
            except ChartError as bad:
                raise Usage(str(bad)) from bad
    if args.json:
        say_json(found)
        return 0
    for i, one in enumerate(found):
        if i:
            say()
        for line in exact_lines(one):
            say(line)
    return 0


def _columns(names: Sequence[str], wanted: str | None) -> list[int]:
    """The columns asked for: all, or the one of this name or number."""
    if wanted is None:
        return list(range(max(1, len(names))))
    if wanted in names:
        return [list(names).index(wanted)]
    if wanted.isascii() and wanted.isdigit() and 1 <= int(wanted) <= max(1, len(names)):
        return [int(wanted) - 1]
    raise Usage(f"no column {wanted!r}; columns: {', '.join(names) or '1'}")


def _printed_order(id: str) -> tuple[bool, list[tuple[int, str]]]:
    """4-2 before 4-10, letters after figures, tables of variants (which begin with a letter) last."""
    parts = re.findall(r"\d+|[^\d]+", id)
    return id[0].isalpha(), [(int(part), "") if part.isdigit() else (0, part) for part in parts]


def _find(charts: Mapping[str, Chart[str]], wanted: str) -> str:
    from flakhouse.render.look import find_chart

    found, near = find_chart(charts, wanted, 0.5)
    if found is not None:
        return found
    hint = f"; near it: {', '.join(near)}" if near else f"; tables: {', '.join(list(charts)[:6])} ..."
    raise Usage(f"no table {wanted!r}{hint}")
