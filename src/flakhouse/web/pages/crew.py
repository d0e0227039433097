"""Men with names: the crew and her bombers, a man's dossier, the crews of the raid; see flakhouse/careers."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from starlette.responses import Response

from flakhouse import games
from flakhouse.careers.dossier import Man, Tour
from flakhouse.careers.figures import rows_of, summary
from flakhouse.careers.hall import Hall, hall_of
from flakhouse.careers.honours import MEDALS, RULE
from flakhouse.careers.raid import Raiders
from flakhouse.careers.saves import career_of, names_now
from flakhouse.careers.text import standing
from flakhouse.careers.tour import ART
from flakhouse.errors import Unknown
from flakhouse.store.kept import choose_nose, give_name
from flakhouse.web.context import BadRequest, Context
from flakhouse.web.html import page, seen_other
from flakhouse.web.tourplots import flights_plot, seats_plot
from flakhouse.web.untold import after_telling, left_untold
from flakhouse.web.ways import Way, get, post

__all__ = ["WAYS", "NamesBody", "call_json", "crew_json", "hall_json", "names_json"]


class NamesBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Other names, by place: "Bomber", "Pilot" ..."""

    names: dict[str, str]


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
        places=_names(ctx),
        figures=rows_of(found),
        summary=summary(found),
        flights=flights_plot(found),
        seats=seats_plot(found),
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


def _names(ctx: Context) -> dict[str, str]:
    """Whom the player may call otherwise now."""
    save = ctx.param("save")
    return names_now(games.load(ctx.store.info(save).game), ctx.store.chapter(save))


def _give_names(ctx: Context, given: Mapping[str, str]) -> None:
    """Other names, by place; those that stay are left alone."""
    save = ctx.param("save")
    game, before = games.load(ctx.store.info(save).game), _names(ctx)
    for place, called in given.items():
        if before.get(place) != called:
            give_name(ctx.store, game, save, place, called)


def _call(ctx: Context) -> Response:
    """Names from the form of the crew's page."""
    given = {key.removeprefix("name-"): text for key, text in ctx.form.items() if key.startswith("name-")}
    _give_names(ctx, given)
    return seen_other(f"/play/{ctx.param('save')}/crew")


def names_json(ctx: Context) -> Response:
    """Who may be called otherwise now, for programs."""
    return _json(_names(ctx))


def call_json(ctx: Context) -> Response:
    """Other names from a program."""
    _give_names(ctx, ctx.json(NamesBody).names)
    return _json(_names(ctx))


def _json(value: object) -> Response:
    body = msgspec.json.encode(value)
    return Response(body, headers={"Cache-Control": "no-store"}, media_type="application/json")


def crew_json(ctx: Context) -> Response:
    """The same for programs."""
    return _json(_career(ctx))


def _all(ctx: Context, told_only: bool = False) -> Hall:
    """All saves; of one that is being told to this browser what it was before this flight."""
    names = ctx.store.names()
    untold = left_untold(ctx, names) if told_only else set()
    every = ((name, ctx.store.chapter(name)) for name in names)
    return hall_of(
        (name, msgspec.structs.replace(one, finished=None) if name in untold else one) for name, one in every
    )


def _hall(ctx: Context) -> Response:
    return page(ctx, "hall.html", hall=_all(ctx, told_only=True))


def hall_json(ctx: Context) -> Response:
    """The hall of fame for programs."""
    return _json(_all(ctx))


WAYS: list[Way] = [
    get("/hall", _hall, own=True),
    get("/play/{save}/crew", after_telling(_crew)),
    get("/play/{save}/crew/{man}", after_telling(_man)),
    post("/play/{save}/nose", _nose),
    post("/play/{save}/names", _call),
]
