"""The JSON API: everything the pages can do, for other clients. `/api/openapi.json` describes it.

Whoever answers a question repeats the `at` of the moment it belongs to; if the game has moved on meanwhile the
answer is refused (409, code "stale") and nothing happens.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec
from starlette.responses import Response

from flakhouse import __version__, games
from flakhouse.careers.hall import Hall
from flakhouse.core.deadline import limited
from flakhouse.core.game import Game, OptionSpec, RuleEntry, Scenario, read_house
from flakhouse.errors import FlakhouseError
from flakhouse.render.base import FORMATS
from flakhouse.render.charts import Grid, chart_grid
from flakhouse.render.look import find_chart, look_up_rule, own_events
from flakhouse.render.scenes import Scene
from flakhouse.sim.odds import OddsTable
from flakhouse.sim.study import pilot_names
from flakhouse.store import SaveInfo
from flakhouse.web.context import BadRequest, Context
from flakhouse.web.faults import Fault
from flakhouse.web.moment import LogBlock, Moment, Roll, log, moment, rolls
from flakhouse.web.openapi import Call, Query, document
from flakhouse.web.pages import challenges, debrief, flights, squadrons
from flakhouse.web.pages.crew import NamesBody, call_json, crew_json, hall_json, names_json
from flakhouse.web.pages.diary import DiaryNote, NoteBody, diary_json, write_json
from flakhouse.web.pages.odds import odds_of
from flakhouse.web.pages.play import undo
from flakhouse.web.pages.reference import game_of
from flakhouse.web.pages.replay import past_of
from flakhouse.web.pages.reports import records_of, report_text
from flakhouse.web.pages.start import create
from flakhouse.web.tables import Table, view_of
from flakhouse.web.ways import Way

__all__ = ["CALLS", "WAYS"]

# ------------------------------------------------------------------ what is sent and answered


class GameInfo(msgspec.Struct, frozen=True):
    """A game."""

    name: str
    title: str
    short: str
    chapter_word: str
    chapters: int
    pilots: list[str]
    scenarios: list[Scenario]
    options: list[OptionSpec]


class ChartInfo(msgspec.Struct, frozen=True):
    """A chart in the list."""

    id: str
    title: str
    rule: str
    source: str


class RuleInfo(msgspec.Struct, frozen=True):
    """A rule in our own words, and its tables."""

    number: str
    place: str
    entries: list[RuleEntry]
    tables: list[str]


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to begin."""

    game: str
    scenario: str = ""
    options: dict[str, str] = {}
    name: str = ""
    seed: str = ""
    real_dice: bool = False
    automation: str = "none"
    house: str = ""  # the text of a house rules file


class AnswerBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to the question of the moment `at`."""

    at: str
    key: str


class ThrowBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The faces thrown for the roll that waits."""

    at: str
    faces: list[int]


class AtBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The moment something is done at."""

    at: str


class SettingsBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose dice, which questions answer themselves, who advises; what is left out stays."""

    at: str
    real_dice: bool | None = None
    automation: str | None = None
    adviser: str | None = None


class NameBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name."""

    name: str = ""


class Named(msgspec.Struct, frozen=True):
    """The name of a save that was made or changed."""

    save: str


class LogBody(msgspec.Struct, frozen=True):
    """A log and the rolls in it."""

    save: str
    chapter: int
    step: int
    steps: int
    log: tuple[LogBlock, ...]
    rolls: tuple[Roll, ...]


class SceneBody(msgspec.Struct, frozen=True):
    """Scenes, and how many events there are: ask from there for what comes next."""

    save: str
    chapter: int
    step: int
    steps: int
    events: int
    scenes: tuple[Scene, ...]


class LoginBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Name and password."""

    name: str
    password: str


class LogoutBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which logins end: this one, or all of the account."""

    everywhere: bool = False


class Token(msgspec.Struct, frozen=True):
    """A login: send it as `Authorization: Bearer TOKEN`."""

    token: str


class About(msgspec.Struct, frozen=True):
    """The server."""

    flakhouse: str
    games: list[str]
    accounts: bool


# ------------------------------------------------------------------ answers


def _json(value: object, status: int = 200) -> Response:
    return Response(
        msgspec.json.encode(value), status, {"Cache-Control": "no-store"}, media_type="application/json"
    )


def _about(ctx: Context) -> Response:
    return _json(About(__version__, games.names(), ctx.server.config.accounts))


def _info(game: Game) -> GameInfo:
    return GameInfo(
        game.name,
        game.title,
        game.short,
        game.chapter_word,
        game.chapters,
        pilot_names(game),
        game.scenarios(),
        game.options(),
    )


def _games(ctx: Context) -> Response:
    return _json([_info(games.load(name)) for name in games.names()])


def _game(ctx: Context) -> Response:
    return _json(_info(game_of(ctx)))


def _charts(ctx: Context) -> Response:
    charts = game_of(ctx).charts().charts
    return _json([ChartInfo(id, c.data.title, c.data.rule, c.data.source) for id, c in charts.items()])


def _chart(ctx: Context) -> Response:
    game = game_of(ctx)
    id, near = find_chart(game.charts().charts, ctx.param("id"))
    if not id:
        hint = f"; near it: {', '.join(near)}" if near else ""
        raise Fault(404, "unknown", f"no chart {ctx.param('id')[:40]!r}{hint}")
    return _json(chart_grid(game.charts().charts[id]))


def _rule(ctx: Context) -> Response:
    number = ctx.param("number")
    found = look_up_rule(view_of(game_of(ctx).name), number[:80])
    if not found.entries and not found.tables:
        raise Fault(404, "unknown", f"no rule {number[:40]!r}")
    return _json(RuleInfo(found.number, found.place, found.entries, [id for id, _ in found.tables]))


def _saves(ctx: Context) -> Response:
    return _json(ctx.store.saves())


def _create(ctx: Context) -> Response:
    new = ctx.json(NewGame)
    ctx.room()
    if new.game not in games.names():
        raise BadRequest(f"no game {new.game[:40]!r}; games: {', '.join(games.names())}")
    game = games.load(new.game)
    house = limited(read_house, game, "house.toml", new.house) if new.house else None
    name = create(
        ctx.store,
        game,
        scenario=new.scenario,
        options=new.options,
        house=house,
        name=new.name,
        seed=new.seed,
        real_dice=new.real_dice,
        automation=new.automation,
    )
    with ctx.server.tables.open(ctx.store, name) as table:
        return _json(moment(table), 201)


def _moment(ctx: Context) -> Response:
    with ctx.server.tables.open(ctx.store, ctx.param("save")) as table:
        return _json(moment(table))


def _act(ctx: Context, at: str, act: Callable[[Table], object]) -> Response:
    with ctx.server.tables.open(ctx.store, ctx.param("save")) as table:
        table.check(at)
        ctx.room_now_and_then()
        try:
            act(table)
        except FlakhouseError:
            ctx.server.tables.forget(ctx.store, table.name)
            raise
        table.moved()
        return _json(moment(table))


def _answer(ctx: Context) -> Response:
    body = ctx.json(AnswerBody)
    return _act(ctx, body.at, lambda table: table.session.answer(body.key))


def _throw(ctx: Context) -> Response:
    body = ctx.json(ThrowBody)
    return _act(ctx, body.at, lambda table: table.session.throw(body.faces))


def _undo(ctx: Context) -> Response:
    return _act(ctx, ctx.json(AtBody).at, undo)


def _next(ctx: Context) -> Response:
    return _act(ctx, ctx.json(AtBody).at, lambda table: table.next_chapter())


def _settings(ctx: Context) -> Response:
    body = ctx.json(SettingsBody)

    def act(table: Table) -> None:
        if body.real_dice is not None:
            table.session.set_table_dice(body.real_dice)
        if body.automation is not None:
            table.session.set_automation(body.automation, open_too=True)
        if body.adviser is not None:
            table.session.set_adviser(body.adviser)

    return _act(ctx, body.at, act)


def _log(ctx: Context) -> Response:
    """A chapter's log up to a step, with every roll."""
    name = ctx.param("save")
    whole, past, _ = past_of(ctx, name)
    view = view_of(past.game.name)
    found = rolls(past.events, range(len(past.events)))
    return _json(LogBody(name, past.chapter.number, past.steps, whole.steps, log(past, view), found))


def _scenes(ctx: Context) -> Response:
    """The scenes of a chapter from an event on; the one that holds it comes whole."""
    name = ctx.param("save")
    whole, past, _ = past_of(ctx, name)
    since = ctx.number("from", 0) or 0
    own = own_events(past.events, past.chapter.auto)
    found = [one for one in view_of(past.game.name).scenes(past.events, 0, own) if one.events[1] >= since]
    return _json(SceneBody(name, past.chapter.number, past.steps, whole.steps, len(past.events), tuple(found)))


def _report(ctx: Context) -> Response:
    kind, format = ctx.param("kind"), ctx.query("format", "json")
    if format not in FORMATS:
        raise BadRequest(f"no format {format[:40]!r}; formats: {', '.join(FORMATS)}")
    game, records, _, _ = records_of(ctx, ctx.param("save"), kind)
    if not records:
        raise Fault(404, "unknown", f"no {game.chapter_word} is finished yet")
    media = "application/json" if format == "json" else "text/plain"
    text = report_text(ctx, ctx.param("save"), game, kind, records, format)
    return Response(text, headers={"Cache-Control": "no-store"}, media_type=media)


def _export(ctx: Context) -> Response:
    data = ctx.store.export(ctx.param("save"))
    return Response(data, headers={"Cache-Control": "no-store"}, media_type="application/json")


def _import(ctx: Context) -> Response:
    data = ctx.raw_json()
    ctx.room()
    name, _ = ctx.store.import_(data)
    return _json(Named(name), 201)


def _rename(ctx: Context) -> Response:
    name, new = ctx.param("save"), ctx.json(NameBody).name
    ctx.store.rename(name, new)
    ctx.server.tables.forget(ctx.store, name)
    return _json(Named(new))


def _copy(ctx: Context) -> Response:
    name = ctx.param("save")
    ctx.room()
    made = ctx.store.copy(games.load(ctx.store.info(name).game), name, ctx.json(NameBody).name)
    return _json(Named(made), 201)


def _delete(ctx: Context) -> Response:
    name = ctx.param("save")
    ctx.store.delete(name)
    ctx.server.tables.forget(ctx.store, name)
    return Response(status_code=204)


def _login(ctx: Context) -> Response:
    if not ctx.server.config.accounts:
        raise Fault(404, "unknown", "this server has no accounts")
    body = ctx.json(LoginBody)
    account = ctx.server.accounts.authenticate(body.name, body.password, ctx.address)
    ctx.server.note("login failed" if account is None else "login", ctx.request, account)
    if account is None:
        raise Fault(401, "login", "name or password is wrong")
    return _json(Token(ctx.server.accounts.login(account.id)))


def _logout(ctx: Context) -> Response:
    if ctx.account is None:
        raise Fault(404, "unknown", "this server has no accounts")
    if ctx.json(LogoutBody).everywhere:
        ctx.server.accounts.logout_everywhere(ctx.account.id)
    else:
        ctx.server.accounts.logout(ctx.token)
    return Response(status_code=204)


def _openapi(ctx: Context) -> Response:
    return _json(document(CALLS, ctx.server.config.accounts))


_CHAPTER = Query("chapter", int, "which chapter; the last one without it")
_STEP = Query("step", int, "how many steps of it; all without it")
_FROM = Query("from", int, "the number of an event; 0 without it")
_SAMPLES = Query("samples", int, "plays of each option, at most 300; 30 without it")
_FORMAT = Query("format", Literal["text", "markdown", "csv", "json"], "json without it")
_MEDALS = Query("medals", Literal["on", "off"], "medals and promotions by our rule; on without it")
_ABOUT = (_CHAPTER, _FORMAT)

CALLS: list[Call] = [
    Call("GET", "/api", "What this server is", _about, answer=About, public=True),
    Call("GET", "/api/openapi.json", "This description", _openapi, answer=dict[str, object], public=True),
    Call("GET", "/api/games", "The games with scenarios and options", _games, answer=list[GameInfo], public=True),
    Call("GET", "/api/games/{game}", "A game", _game, answer=GameInfo, public=True),
    Call("GET", "/api/games/{game}/charts", "Its charts", _charts, answer=list[ChartInfo], public=True),
    Call("GET", "/api/games/{game}/charts/{id}", "A chart", _chart, answer=Grid, public=True),
    Call("GET", "/api/games/{game}/rules/{number}", "A rule", _rule, answer=RuleInfo, public=True),
    Call("GET", "/api/saves", "The saves", _saves, answer=list[SaveInfo]),
    Call("GET", "/api/hall", "The hall of fame", hall_json, answer=Hall),
    Call("POST", "/api/saves", "Begin a game", _create, body=NewGame, answer=Moment, status=201),
    Call(
        "POST", "/api/import", "Import an exported save", _import, body=dict[str, object], answer=Named, status=201
    ),
    Call("GET", "/api/saves/{save}", "Where a game stands", _moment, answer=Moment),
    Call("DELETE", "/api/saves/{save}", "Delete a save", _delete, status=204),
    Call("POST", "/api/saves/{save}/answer", "Answer the question", _answer, body=AnswerBody, answer=Moment),
    Call("POST", "/api/saves/{save}/throw", "Give faces thrown", _throw, body=ThrowBody, answer=Moment),
    Call("POST", "/api/saves/{save}/undo", "Take back the last step", _undo, body=AtBody, answer=Moment),
    Call("POST", "/api/saves/{save}/next", "Begin the next chapter", _next, body=AtBody, answer=Moment),
    Call(
        "POST",
        "/api/saves/{save}/settings",
        "Dice, automation, adviser",
        _settings,
        body=SettingsBody,
        answer=Moment,
    ),
    Call("GET", "/api/saves/{save}/log", "Log and rolls", _log, answer=LogBody, query=(_CHAPTER, _STEP)),
    Call("GET", "/api/saves/{save}/scenes", "Scenes", _scenes, answer=SceneBody, query=(_CHAPTER, _STEP, _FROM)),
    Call(
        "GET",
        "/api/saves/{save}/odds",
        "Odds of each option",
        odds_of,
        answer=OddsTable,
        query=(_SAMPLES,),
        own=True,
    ),
    Call("GET", "/api/saves/{save}/report/{kind}", "A report", _report, answer=object, query=_ABOUT, text=True),
    Call("GET", "/api/saves/{save}/crew", "Its men", crew_json, answer=object, query=(_MEDALS,)),
    Call("GET", "/api/saves/{save}/names", "Who may be renamed now", names_json, answer=dict[str, str]),
    Call(
        "POST", "/api/saves/{save}/names", "Rename men, bomber", call_json, body=NamesBody, answer=dict[str, str]
    ),
    Call("GET", "/api/saves/{save}/diary", "The player's notes", diary_json, answer=list[DiaryNote]),
    Call(
        "POST", "/api/saves/{save}/diary", "Write a note", write_json, body=NoteBody, answer=DiaryNote, status=201
    ),
    Call("GET", "/api/saves/{save}/export", "The save as a file", _export, answer=dict[str, object]),
    Call("POST", "/api/saves/{save}/rename", "Rename", _rename, body=NameBody, answer=Named),
    Call("POST", "/api/saves/{save}/copy", "Copy", _copy, body=NameBody, answer=Named, status=201),
    *debrief.CALLS,
    *flights.CALLS,
    *challenges.CALLS,
    *squadrons.CALLS,
    Call("POST", "/api/login", "Log in (hosted servers)", _login, body=LoginBody, answer=Token, public=True),
    Call("POST", "/api/logout", "Log out, or log out everywhere", _logout, body=LogoutBody, status=204),
]

WAYS: list[Way] = [
    Way(
        call.path,
        call.handler,
        (call.method,),
        call.public,
        True,
        8_000_000
        if call.path == "/api/import" or call.path.endswith("/result")
        else 600_000
        if call.path == "/api/saves"
        else 0,
        own=call.own,
    )
    for call in CALLS
]
