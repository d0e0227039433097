"""Men with names: the crew and her bombers, a man's dossier, the crews of the raid; see flakhouse/careers."""

from __future__ import annotations

import msgspec
from starlette.responses import Response

from flakhouse import games
from flakhouse.careers.dossier import Man, Tour
from flakhouse.careers.hall import Hall, hall_of
from flakhouse.careers.honours import MEDALS, RULE
from flakhouse.careers.raid import Raiders
from flakhouse.careers.saves import career_of
from flakhouse.careers.text import standing
from flakhouse.careers.tour import ART
from flakhouse.errors import Unknown
from flakhouse.store.kept import choose_nose
from flakhouse.web.context import BadRequest, Context
from flakhouse.web.html import page, seen_other
from flakhouse.web.ways import Way, get, post

__all__ = ["WAYS", "crew_json", "hall_json"]

#: The sign of a man's state.
_SIGNS = {
    "on duty": "crew-fit",
    "tour complete": "crew-fit",
    "prisoner of war": "crew-captured",
    "sent home wounded": "crew-serious",
}


def sign_of(man: Man) -> str:
    """The drawing that stands for how he is."""
    return _SIGNS.get(man.fate, "crew-killed")


def _career(ctx: Context) -> Tour | Raiders:
    name = ctx.param("save")
    game = games.load(ctx.store.info(name).game)
    medals = ctx.query("medals", ctx.prefs.medals) != "off"
    found = career_of(name, game, ctx.store.chapters(name), medals)
    if found is None:
        raise Unknown(f"today's rules do not play {name!r} as recorded, so its crews cannot be told")
    return found


def _crew(ctx: Context) -> Response:
    found = _career(ctx)
    if isinstance(found, Raiders):
        return page(ctx, "raid_crew.html", save=ctx.param("save"), roll=found)
    return page(
        ctx,
        "crew.html",
        save=found.save,
        tour=found,
        medals=MEDALS,
        rule=RULE,
        art=ART,
        sign=sign_of,
        said=standing,
    )


def _man(ctx: Context) -> Response:
    found = _career(ctx)
    wanted = ctx.param("man")
    men = [] if isinstance(found, Raiders) else [man for man in found.men if man.id == wanted]
    if not men or isinstance(found, Raiders):
        raise Unknown(f"nobody of that place flew in {ctx.param('save')!r}")
    return page(
        ctx,
        "dossier.html",
        save=found.save,
        tour=found,
        man=men[0],
        medals=MEDALS,
        rule=RULE,
        sign=sign_of,
        said=standing,
    )


def _nose(ctx: Context) -> Response:
    """Another drawing for a bomber."""
    save, bomber, drawing = ctx.param("save"), ctx.form.get("bomber", ""), ctx.form.get("drawing", "")
    found = _career(ctx)
    known = [] if isinstance(found, Raiders) else [one.name for one in found.bombers]
    if drawing not in ART or bomber not in known:
        raise BadRequest(f"choose a bomber of this tour and one of the drawings {', '.join(ART)}")
    choose_nose(ctx.store, save, bomber, drawing)
    return seen_other(f"/play/{save}/crew")


def crew_json(ctx: Context) -> Response:
    """The same for programs."""
    body = msgspec.json.encode(_career(ctx))
    return Response(body, headers={"Cache-Control": "no-store"}, media_type="application/json")


def _all(ctx: Context) -> Hall:
    return hall_of((name, ctx.store.chapter(name)) for name in ctx.store.names())


def _hall(ctx: Context) -> Response:
    return page(ctx, "hall.html", hall=_all(ctx))


def hall_json(ctx: Context) -> Response:
    """The hall of fame for programs."""
    body = msgspec.json.encode(_all(ctx))
    return Response(body, headers={"Cache-Control": "no-store"}, media_type="application/json")


WAYS: list[Way] = [
    get("/hall", _hall, own=True),
    get("/play/{save}/crew", _crew),
    get("/play/{save}/crew/{man}", _man),
    post("/play/{save}/nose", _nose),
]
