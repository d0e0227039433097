"""The debriefing as a page one reads: the story with pictures of its turning points, the roll of honour, the
medals proposed, what the dice did, and the sheets folded below.
"""

from __future__ import annotations

from markupsafe import Markup
from starlette.responses import Response

from flakhouse import games
from flakhouse.careers.debrief import debrief_of, sheets
from flakhouse.careers.dossier import Tour
from flakhouse.careers.honours import RULE
from flakhouse.careers.raid import Raiders
from flakhouse.careers.saves import career_of
from flakhouse.core.game import Game
from flakhouse.core.session import Session
from flakhouse.render.base import Record, diary
from flakhouse.render.luck import Luck, furthest
from flakhouse.store.addresses import address_of
from flakhouse.store.kept import award
from flakhouse.web.boards.base import el
from flakhouse.web.context import BadRequest, Context
from flakhouse.web.html import page, seen_other
from flakhouse.web.sheets import sheets_html
from flakhouse.web.tables import view_of
from flakhouse.web.turning import pictures
from flakhouse.web.ways import Way, post

__all__ = ["WAYS", "debrief_page", "debrief_text"]

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
        luck=[(one, luck_bar(one)) for one in furthest(record.events)],
        sheets=sheets_html(view.debrief_sheets(record)),
        copies=[(words, view.debrief(record, format, rolls)) for format, words in _COPIES.items()],
        chapter=record.number,
        chapters=ctx.store.info(name).chapter,
        address=address_of(ctx.store, name, record.number),
        base=str(ctx.request.base_url).rstrip("/"),
        hosted=ctx.server.config.accounts,
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
    name, number = ctx.param("save"), ctx.form.get("chapter", "")
    info = ctx.store.info(name)
    if not (number.isascii() and number.isdecimal()) or not 1 <= int(number[:9]) <= info.chapter:
        raise BadRequest("name the flight")
    career = career_of(name, games.load(info.game), ctx.store.chapters(name))
    asked = {key: one for one in debrief_of(career, int(number)).medals if one.asked for key in one.keys}
    key, said = ctx.form.get("medal", ""), ctx.form.get("said", "")
    if key not in asked or said not in ("yes", "no"):
        raise BadRequest("this medal is not proposed")
    award(ctx.store, name, int(number), {key: said == "yes"})
    return seen_other(f"/play/{name}/report/debrief?chapter={int(number)}#medals")


WAYS: list[Way] = [post("/play/{save}/medal", _award)]
