"""The start page: the games, what is under way, and a new game with its options."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence

import msgspec
from starlette.responses import Response

from flakhouse import games
from flakhouse.challenges.forms import first_chapter
from flakhouse.core.challenge import parse
from flakhouse.core.chapter import Chapter, begin
from flakhouse.core.deadline import limited
from flakhouse.core.game import Finish, Game, House, OptionSpec, read_house
from flakhouse.errors import FlakhouseError
from flakhouse.render.guide import guide
from flakhouse.render.look import ending, look_up_rule
from flakhouse.store import SaveInfo, Store
from flakhouse.web.context import BadRequest, Context
from flakhouse.web.faults import fault_of
from flakhouse.web.html import page, seen_other
from flakhouse.web.moment import moment
from flakhouse.web.security import PREFS
from flakhouse.web.tables import view_of
from flakhouse.web.untold import left_untold, to_tell
from flakhouse.web.ways import Way, get, post

__all__ = ["WAYS", "create", "groups"]

_NAMED = "bomber-name"  # the question that the name on the form answers
_UNDER_WAY = "{} {.chapter} is under way."
_UNTOLD = "What happened since your last answer waits to be told."
_LOOKED_AT = 12  # running games whose place is told on the start page


class Running(msgspec.Struct, frozen=True):
    """A line of the list of games under way."""

    info: SaveInfo
    game: Game
    title: str
    where: str
    waiting: str
    credited: int | None = None  # missions of a tour that count; None where nobody looked


def _start(ctx: Context) -> Response:
    """The page; `?new=GAME` opens the form for that game."""
    return show(ctx, ctx.query("new"))


def show(ctx: Context, chosen: str = "", error: str = "", status: int = 200) -> Response:
    """The start page, with the form of a new game open."""
    if chosen and chosen not in games.names():
        raise BadRequest(f"no game {chosen[:40]!r}; games: {', '.join(games.names())}")
    game = games.load(chosen or games.names()[0])
    saves = ctx.store.saves()
    ends = ctx.store.endings() if any(info.status == "over" for info in saves) else {}
    form = ctx.form or dict(ctx.request.query_params)
    untold = left_untold(ctx, (info.name for info in saves if info.status == "over"))
    under_way = [info for info in saves if info.status != "over" or info.name in untold]
    return page(
        ctx,
        "start.html",
        status,
        games=[games.load(name) for name in games.names()],
        running=[_running(ctx, info, i < _LOOKED_AT) for i, info in enumerate(under_way)],
        closed=[_closed(info, ends.get(info.name)) for info in saves if info not in under_way],
        game=game,
        known=any(info.game == game.name for info in saves),
        chosen=bool(chosen),
        scenarios=game.scenarios(),
        groups=groups(game),
        form=form,
        sent="game" in ctx.form,
        filled="seed" in form or "game" in ctx.form,
        code=form.get("code", ""),
        error=error,
    )


def _running(ctx: Context, info: SaveInfo, look: bool) -> Running:
    """Where a save stands, in words; only the first few are opened for that."""
    game = games.load(info.game)
    word = game.chapter_word
    between = info.status == "between" and not left_untold(ctx, [info.name])
    where = (
        f"After {word} {info.chapter}, before the next." if between else _UNDER_WAY.format(word.capitalize(), info)
    )
    if not look:
        return Running(info, game, info.name, where, "")
    try:
        with ctx.server.tables.open(ctx.store, info.name) as table:
            now = moment(table)
            chapter = table.session.chapter
            if to_tell(ctx, table) is not None:
                told = _UNDER_WAY.format(word.capitalize(), info)
                title = now.title if now.begun else info.name
                return Running(info, game, title, told, _UNTOLD, game.credited(chapter.campaign))
            record = chapter.finished.campaign if chapter.finished is not None else chapter.campaign
    except FlakhouseError as bad:
        return Running(info, game, info.name, where, f"It cannot be opened as it is: {bad}")
    waiting = now.question.prompt if now.question is not None else ""
    if info.status == "playing" and now.headline:
        where = now.headline
    return Running(info, game, now.title if now.begun else info.name, where, waiting, game.credited(record))


def _closed(info: SaveInfo, end: Finish | None) -> Running:
    """A game that is over, and how it ended: from the record of its end, without playing it again."""
    game = games.load(info.game)
    credited = game.credited(end.campaign) if end is not None else None
    return Running(info, game, info.name, ending(view_of(info.game), end), "", credited)


def groups(game: Game) -> list[tuple[str, list[tuple[OptionSpec, str]]]]:
    """The options by where they come from, the printed first, each with its rule in short; the one a scenario sets
    is not asked twice."""
    order = ("printed", "optional", "variant", "reconstructed")
    set_by_scenario = {key for scenario in game.scenarios() for key in scenario.options}
    told = [(spec, _told(game, spec)) for spec in game.options() if spec.key not in set_by_scenario]
    return [(word, found) for word in order if (found := [one for one in told if one[0].origin == word])]


def _told(game: Game, spec: OptionSpec) -> str:
    """The rule an option switches, in short; nothing for our rulings, which speak of sources and not of play."""
    if not spec.rule or spec.rule.startswith("R-"):
        return ""
    entries = look_up_rule(view_of(game.name), spec.rule).entries
    return entries[0].summary if entries else ""


def _new(ctx: Context) -> Response:
    """Begin a new game as the form says."""
    form = ctx.form
    chosen = form.get("game", "")
    try:
        ctx.room()
        if code := form.get("code", "").strip():
            return seen_other(f"/play/{_challenged(ctx.store, code)}/scene?from=0")
        if chosen not in games.names():
            raise BadRequest(f"no game {chosen[:40]!r}")
        game = games.load(chosen)
        options = {key[7:]: value for key, value in form.items() if key.startswith("option:")}
        text = ctx.files.get("house", b"")
        house = _house(game, text) if text else None
        if guided := form.get("guided") == "on":
            name = first_mission(ctx.store, game)
        else:
            called = form.get("name", "").strip()
            name = create(
                ctx.store,
                game,
                scenario=form.get("scenario", ""),
                options=options,
                house=house,
                name=save_name(called),
                bomber=called,
                seed=form.get("seed", "").strip(),
                real_dice=form.get("dice") == "real",
                automation="named" if form.get("auto") == "on" else "none",
            )
    except (FlakhouseError, BadRequest) as bad:
        return show(ctx, chosen if chosen in games.names() else "", str(bad), fault_of(bad).status)
    response = seen_other(f"/play/{name}/scene?from=0")
    told = "on" if guided or form.get("guide") == "on" else "off"
    if told != ctx.prefs.guide:
        prefs = msgspec.structs.replace(ctx.prefs, guide=told)
        ctx.keep(response, PREFS, prefs.cookie(), 31_536_000)
    return response


def _challenged(store: Store, code: str) -> str:
    """Keep the flight of a challenge's code; its name."""
    found = parse(code)
    if found.game not in games.names():
        raise BadRequest(f"no game {found.game[:40]!r}; games: {', '.join(games.names())}")
    chapter = first_chapter(games.load(found.game), found.form, found.options, found.seed)
    return _kept(store, games.load(found.game), chapter, found.seed, "")


def first_mission(store: Store, game: Game) -> str:
    """Keep a guided first mission, with its own dice; its name."""
    first, words = next((scenario.key for scenario in game.scenarios()), ""), guide(game.name)
    return create(store, game, scenario=first, automation=words.asked, given=words.given())


def save_name(called: str) -> str:
    """The name of a save made from one that a player gave: what an address cannot carry becomes a hyphen."""
    return re.sub(r"[^\w.+-]+", "-", called).strip("-.+")[:40]


def _house(game: Game, text: bytes) -> House:
    try:
        return limited(read_house, game, "house.toml", text.decode("utf-8-sig"))
    except UnicodeDecodeError as bad:
        raise BadRequest("the house rules are no UTF-8 text") from bad


def create(
    store: Store,
    game: Game,
    *,
    scenario: str = "",
    options: Mapping[str, str] | None = None,
    house: House | None = None,
    name: str = "",
    seed: str = "",
    real_dice: bool = False,
    automation: str = "none",
    given: Sequence[int] = (),
    bomber: str | None = None,
) -> str:
    """Keep a new game; its name. What cannot be leaves nothing behind.

    With a `bomber` the save is called after it, with a number where that name is taken.
    """
    found = {s.key: s for s in game.scenarios()}
    if scenario and scenario not in found:
        raise BadRequest(f"no scenario {scenario[:40]!r}; scenarios: {', '.join(found)}")
    if len(seed) > 100 or not seed.isprintable():
        raise BadRequest("The seed can have up to 100 characters.")
    asked = {**(found[scenario].options if scenario else {}), **(options or {})}
    seed = seed or str(secrets.randbelow(10**9))
    chapter = begin(
        game, f"{seed}/1", options=asked, house=house, automation=automation, table_dice=real_dice, given=given
    )
    return _kept(store, game, chapter, seed, name, bomber)


def _kept(store: Store, game: Game, chapter: Chapter, seed: str, name: str, bomber: str | None = None) -> str:
    """Keep a first chapter and begin it; the name of the save. A beginning that cannot be leaves none."""
    made = store.create(chapter, seed, name, exact=bomber is None)
    session = store.session(game, made)
    try:
        session.run()
        if bomber and session.pending is not None and session.pending.id == _NAMED:
            session.answer(bomber)
    except BaseException:
        if not session.steps:
            store.delete(made)
        raise
    return made


WAYS: list[Way] = [
    get("/", _start),
    post("/new", _new, limit=1_000_000),
]
