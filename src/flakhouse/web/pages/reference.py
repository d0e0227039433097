"""Reference: every chart, searchable and cross-linked, and the rules in our own words."""

from __future__ import annotations

from starlette.responses import Response

from flakhouse import games
from flakhouse.core.game import Game
from flakhouse.render.charts import chart_grid
from flakhouse.render.help import first_terms, glossary, help_of
from flakhouse.render.look import around, find_chart, look_up_rule
from flakhouse.web.context import Context
from flakhouse.web.faults import Fault
from flakhouse.web.html import page, seen_other
from flakhouse.web.tables import view_of
from flakhouse.web.ways import Way, get

__all__ = ["WAYS", "game_of"]


def game_of(ctx: Context) -> Game:
    """The game of the path, or 404."""
    name = ctx.param("game")
    if name not in games.names():
        raise Fault(404, "unknown", f"no game {name[:40]!r}; games: {', '.join(games.names())}")
    return games.load(name)


def _charts_of_all(ctx: Context) -> Response:
    return seen_other(f"/charts/{games.names()[0]}")


def _charts(ctx: Context) -> Response:
    """The list of charts; `?q=` keeps those that hold the words anywhere, cells and notes included."""
    game = game_of(ctx)
    words = ctx.query("q").lower().split()[:8]
    found: list[tuple[str, str, str, str]] = []
    for id, chart in game.charts().charts.items():
        data = chart.data
        text = f"{id} {data.title} {data.rule} {data.grid} {' '.join(data.notes)}".lower() if words else ""
        if all(word in text for word in words):
            found.append((id, data.title, data.rule, data.source))
    return page(ctx, "charts.html", game=game, all=_all(), found=found, q=ctx.query("q"))


def _all() -> list[Game]:
    return [games.load(name) for name in games.names()]


def _chart(ctx: Context) -> Response:
    """A chart; `?row=` and `?column=` light a cell."""
    game = game_of(ctx)
    id, near = find_chart(game.charts().charts, ctx.param("id"))
    if not id:
        hint = f"; near it: {', '.join(near)}" if near else ""
        raise Fault(404, "unknown", f"no chart {ctx.param('id')[:40]!r}{hint}")
    charts = game.charts().charts
    return page(
        ctx,
        "chart.html",
        game=game,
        grid=chart_grid(charts[id], charts),
        titles={key: chart.data.title for key, chart in charts.items()},
        row=ctx.query("row"),
        column=ctx.query("column"),
    )


def _rules_of_all(ctx: Context) -> Response:
    return seen_other(f"/rules/{games.names()[0]}")


def _rules(ctx: Context) -> Response:
    """The index of rules; `?q=` searches it."""
    game = game_of(ctx)
    words = ctx.query("q").lower().split()[:8]
    entries = [
        entry
        for entry in view_of(game.name).rule_index
        if all(word in f"{entry.number} {entry.title} {entry.summary}".lower() for word in words)
    ]
    return page(ctx, "rules.html", game=game, all=_all(), entries=entries, q=ctx.query("q"))


def _rule(ctx: Context) -> Response:
    """A rule, with the tables that belong to it."""
    game = game_of(ctx)
    number = ctx.param("number")
    if not number.strip():
        return seen_other(f"/rules/{game.name}")
    found = look_up_rule(view_of(game.name), number[:80])
    if not found.entries and not found.tables:
        raise Fault(404, "unknown", f"no rule {number[:40]!r}")
    return page(ctx, "rule.html", game=game, found=found, around=around(view_of(game.name), found))


def _glossary(ctx: Context) -> Response:
    """The terms of the books in our words."""
    return page(ctx, "glossary.html", found=glossary())


def _explain(ctx: Context) -> Response:
    """A decision in three parts, the terms in it, its rule and its tables."""
    game = game_of(ctx)
    found = help_of(game.name, ctx.param("id"))
    rule = look_up_rule(view_of(game.name), ctx.query("rule")[:80])
    if found is None and not rule.entries:
        raise Fault(404, "unknown", "There is no help for this decision.")
    return page(
        ctx, "explain.html", game=game, found=found, rule=rule, used=list(first_terms(found or (), game.name))
    )


WAYS: list[Way] = [
    get("/glossary", _glossary, public=True),
    get("/explain/{game}/{id}", _explain, public=True),
    get("/charts", _charts_of_all, public=True),
    get("/charts/{game}", _charts, public=True),
    get("/charts/{game}/{id:path}", _chart, public=True),
    get("/rules", _rules_of_all, public=True),
    get("/rules/{game}", _rules, public=True),
    get("/rules/{game}/{number:path}", _rule, public=True),
]
