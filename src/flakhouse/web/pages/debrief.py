"""The debriefing as a page one reads: the story with pictures of its turning points, the roll of honour, the
medals proposed, what the dice did, and the sheets folded below.
"""

from __future__ import annotations

import msgspec
from markupsafe import Markup
from starlette.responses import Response

from flakhouse import games
from flakhouse.careers.debrief import debrief_of, sheets
from flakhouse.careers.dossier import Honour, Promotion, Tour
from flakhouse.careers.honours import MEDALS, RULE, key_of
from flakhouse.careers.raid import Raiders
from flakhouse.careers.saves import career_of
from flakhouse.challenges.same import same_flight
from flakhouse.core.game import Game
from flakhouse.core.session import Session
from flakhouse.render.base import Record, diary
from flakhouse.render.luck import Luck, decided, furthest
from flakhouse.store.addresses import address_of
from flakhouse.store.kept import award
from flakhouse.web.boards.base import el
from flakhouse.web.context import BadRequest, Context
from flakhouse.web.html import page, seen_other
from flakhouse.web.openapi import Call
from flakhouse.web.sheets import sheets_html
from flakhouse.web.tables import view_of
from flakhouse.web.turning import pictures
from flakhouse.web.ways import Way, post

__all__ = ["CALLS", "WAYS", "debrief_page", "debrief_text"]

_SIGNS = {
    "prisoner of war": "crew-captured",
    "sent home wounded": "crew-serious",
    "taken prisoner": "crew-captured",
}
_BAR = 200  # how wide a bar of luck is drawn


def _career(ctx: Context, name: str, game: Game) -> Tour | Raiders | None:
    medals = ctx.query("medals", ctx.prefs.medals) != "off"
    return career_of(name, game, ctx.store.chapters(name), medals)


def debrief_text(ctx: Context, name: str, game: Game, record: Record, format: str) -> str:
    """The debriefing as a file, or to be copied."""
    rolls = sheets(debrief_of(_career(ctx, name, game), record.number))
    return view_of(game.name).debrief(record, format, rolls)


def debrief_page(ctx: Context, name: str, game: Game, record: Record, session: Session) -> Response:
    """The page of a chapter that is over."""
    view = view_of(game.name)
    over = record.outcome is not None
    paragraphs = [text for text in view.story_paragraphs(record) if text] if over else []
    career = _career(ctx, name, game)
    found = debrief_of(career, record.number)
    rolls = sheets(found)
    drawn = pictures(session, record) if paragraphs and record.events else {}
    title, _, what = view.story_title(record).partition(" · ") if over else ("", "", "")
    bomber = _bomber(career, record.number)
    return page(
        ctx,
        "debrief.html",
        save=name,
        game=game,
        record=record,
        title=title if what else "Debriefing",
        what=what or title or f"{game.chapter_word.capitalize()} {record.number}",
        art=bomber,
        found=found,
        pictures=drawn,
        css=tuple(dict.fromkeys(sheet for one in drawn.values() for sheet in one.css)),
        symbols=tuple(dict.fromkeys(symbol for one in drawn.values() for symbol in one.symbols)),
        paragraphs=paragraphs,
        aftermath=view.aftermath(record) if over else [],
        diary=diary(record),
        sign=_sign,
        rule=RULE,
        honours=isinstance(career, Tour) and career.honours,
        raid=isinstance(career, Raiders),
        decided=decided(record.events),
        luck=[(one, luck_bar(one)) for one in furthest(record.events)],
        sheets=sheets_html(view.debrief_sheets(record)),
        copies=[(words, view.debrief(record, format, rolls)) for format, words in _COPIES.items()],
        chapter=record.number,
        chapters=ctx.store.info(name).chapter,
        address=address_of(ctx.store, name, record.number),
        base=str(ctx.request.base_url).rstrip("/"),
        hosted=ctx.server.config.accounts,
        same=same_flight(session.chapter, True),
    )


_COPIES = {"forum": "Forum text", "markdown": "Markdown", "html": "HTML"}


def _bomber(career: Tour | Raiders | None, number: int) -> str:
    """The drawing on the nose of the bomber that flew."""
    if not isinstance(career, Tour):
        return ""
    return next((one.art for one in career.bombers if number in one.flights), "")


def _sign(how: str) -> str:
    """The drawing for a fate."""
    return next((sign for word, sign in _SIGNS.items() if how.lower().startswith(word)), "crew-killed")


def luck_bar(one: Luck) -> Markup:
    """A bar of what came, with a mark where fair dice would have put it."""
    most = max(one.came, one.expected) * 1.25 or 1.0
    came, fair = one.came / most * _BAR, one.expected / most * _BAR
    return el(
        "svg",
        el("rect", class_="bg", x=0, y=5, width=_BAR, height=12),
        el("rect", class_="came", x=0, y=5, width=came, height=12),
        el("path", class_="fair", d=f"M{fair:.1f} 1v20m-4-20h8l-4 5z"),
        viewBox=f"0 0 {_BAR} 22",
        preserveAspectRatio="none",
        class_="lkb",
        role="img",
        aria_label=f"{one.title}: {one.came}, fair dice {one.expected:.1f}",
    )


def _award(ctx: Context) -> Response:
    """The player's word on a medal."""
    number, said = ctx.form.get("chapter", ""), ctx.form.get("said", "")
    if not (number.isascii() and number.isdecimal()) or said not in ("yes", "no"):
        raise BadRequest("name the flight, and whether the medal is given")
    _decide(ctx, int(number[:9]), ctx.form.get("medal", ""), said == "yes")
    return seen_other(f"/play/{ctx.param('save')}/report/debrief?chapter={int(number)}#medals")


def _decide(ctx: Context, number: int, medal: str, given: bool) -> None:
    """Keep it, if the medal is one of those about which the player is asked."""
    name = ctx.param("save")
    info = ctx.store.info(name)
    if not 1 <= number <= info.chapter:
        raise BadRequest("name the flight")
    career = career_of(name, games.load(info.game), ctx.store.chapters(name))
    if medal not in {key for one in debrief_of(career, number).medals if one.asked for key in one.keys}:
        raise BadRequest("this medal is not proposed")
    award(ctx.store, name, number, {medal: given})


# ------------------------------------------------------------------ programs


class Medal(msgspec.Struct, frozen=True):
    """A medal of a man by our rule: `given` is "yes", "no", or "" while it is proposed. `key` is what to send."""

    key: str
    title: str
    flight: int
    why: str
    given: str


class Honoured(msgspec.Struct, frozen=True):
    """A man with his medals and promotions."""

    id: str
    name: str
    position: str
    rank: str
    medals: list[Medal]
    promotions: list[Promotion]


class AwardBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player's word on a medal that is proposed after a flight."""

    chapter: int
    medal: str
    given: bool


def _honours_json(ctx: Context) -> Response:
    """Everybody who has a medal or a promotion; the raid has neither."""
    name = ctx.param("save")
    career = career_of(name, games.load(ctx.store.info(name).game), ctx.store.chapters(name))
    men = career.men if isinstance(career, Tour) else []
    found = [
        Honoured(
            man.id,
            man.name,
            man.position,
            man.rank_now(),
            [_medal(key_of(man, one.medal), one) for one in man.medals],
            man.promotions,
        )
        for man in men
        if man.medals or man.promotions
    ]
    body = msgspec.json.encode(found)
    return Response(body, headers={"Cache-Control": "no-store"}, media_type="application/json")


def _medal(key: str, one: Honour) -> Medal:
    return Medal(key, MEDALS[one.medal], one.flight, one.why, one.given)


def _award_json(ctx: Context) -> Response:
    said = ctx.json(AwardBody)
    _decide(ctx, said.chapter, said.medal, said.given)
    return _honours_json(ctx)


_HONOURS = "/api/saves/{save}/honours"
CALLS: list[Call] = [
    Call("GET", _HONOURS, "Medals and promotions of its men", _honours_json, answer=list[Honoured]),
    Call("POST", _HONOURS, "Give a medal, or not", _award_json, body=AwardBody, answer=list[Honoured]),
]

WAYS: list[Way] = [post("/play/{save}/medal", _award)]
