"""The log sheets on paper: each is one page of A4, and of Letter too."""

from __future__ import annotations

import dataclasses
import re

import pytest
from markupsafe import Markup

from flakhouse.core.events import Noted
from flakhouse.games.b17.state import Man as B17Man
from flakhouse.games.b17.state import Mission as B17Mission
from flakhouse.games.b29.state import Man as B29Man
from flakhouse.games.b29.state import Mission as B29Mission
from flakhouse.games.bomber.words import Fate
from flakhouse.render.base import Record
from flakhouse.web.boards.base import BoardInput
from flakhouse.web.forms import campaign_form_of, mission_form_of
from tests.b17.helpers import mission as b17_mission
from tests.b29.helpers import mission as b29_mission
from tests.browser.conftest import Sit
from tests.browser.desk import PHONE, Desk, Serving

_SAVES = ("b29", "b17", "attack", "flight", "campaign")
_PAGE = re.compile(rb"/Type\s*/Page\b")
_LAY = "html => { document.querySelector('.fm-desk').parentNode.innerHTML = html; }"


@pytest.fixture(scope="module")
def saves(server: Serving) -> dict[str, str]:
    """A game of each kind at its end, and one of each half-way."""
    made = {key: server.prepare(f"{key}-form", key, 2000) for key in _SAVES}
    return made | {f"{key}-now": server.prepare(f"{key}-form-now", key, 12) for key in _SAVES}


def pages(desk: Desk) -> tuple[int, int]:
    """How many pages it prints on, on A4 and on Letter."""
    desk.page.emulate_media(media="print")
    wide = desk.page.locator(".fm-wide").count() > 0
    a4 = desk.page.pdf(prefer_css_page_size=True)
    letter = desk.page.pdf(format="Letter", landscape=wide)
    desk.page.emulate_media(media="screen")
    return len(_PAGE.findall(a4)), len(_PAGE.findall(letter))


@pytest.mark.parametrize("key", [*_SAVES, *(f"{key}-now" for key in _SAVES)])
def test_a_log_sheet_is_one_page(desk: Desk, saves: dict[str, str], key: str) -> None:
    desk.open(f"/play/{saves[key]}/report/mission")
    assert desk.page.locator(".fm-tall").count() == 1
    assert pages(desk) == (1, 1)


@pytest.mark.parametrize("key", ["b29", "b17", "b29-now"])
def test_a_campaign_sheet_is_one_page(desk: Desk, saves: dict[str, str], key: str) -> None:
    desk.open(f"/play/{saves[key]}/report/campaign")
    assert desk.page.locator(".fm-wide").count() == 1
    assert pages(desk) == (1, 1)


def wreck(m: B29Mission | B17Mission) -> None:
    """Break whatever can break, and give the men the longest names there are."""
    plane = m.plane
    for field in dataclasses.fields(plane):
        value = getattr(plane, field.name)
        if value is False:
            setattr(plane, field.name, True)
        elif field.name.endswith("_hits") and isinstance(value, int):
            setattr(plane, field.name, 3)
        elif isinstance(value, dict) and value and set(map(type, value.values())) <= {bool, int}:
            for key in value:
                value[key] = True if isinstance(value[key], bool) else 3
    for wing in plane.wings.values():
        wing.root_hits, wing.flap_out, wing.aileron_out = 4, True, True
    men: list[B29Man | B17Man] = [*m.men.values()]
    for i, man in enumerate(men):
        man.airman.name = ("Bartholomew Alexander Montgomery-Fitzgera" if i % 2 else "W" * 40)[:40]
        man.light, man.serious, man.frostbitten, man.fate = 2, True, True, Fate.IH


def heavy(game: str) -> Markup:
    """The form of a flight on which everything went wrong."""
    m = b29_mission() if game == "b29" else b17_mission()
    wreck(m)
    events = [
        Noted("zone", {"turn": turn, "zone": 10 if game == "b29" else 5, "leg": "outbound"}) for turn in (1, 2)
    ]
    for position, man in m.men.items():
        said = {"man": position.value, "name": man.airman.name}
        events += [Noted(kind, {**said, "wound": "lightly"}) for kind in ("wounded", "wounded", "third-wound")]
        events += [Noted("frostbitten", {**said}), Noted("fighter-destroyed", {**said, "fighter": "A"})]
    events += [Noted("left-formation", {"why": "every engine is hit and " * 3, "for_good": True})] * 6
    told = Record(game=game, number=1, seed="s" * 60, options={}, save="x" * 60, house="h" * 60, undos=9)
    told.events = list(events)
    return mission_form_of(game, told, BoardInput(m, None, events, {}, None))


@pytest.mark.parametrize("game", ["b29", "b17"])
def test_heavy_damage_and_long_names_keep_to_one_page(desk: Desk, saves: dict[str, str], game: str) -> None:
    desk.open(f"/play/{saves[game]}/report/mission")
    desk.page.evaluate(_LAY, str(heavy(game)))
    assert "Montgomery" in desk.page.locator(".fm-page").inner_text()
    desk.shot(f"form-heavy-{game}", full=True)
    assert pages(desk) == (1, 1)


def long_tour(flights: int) -> list[Record]:
    """A tour of so many flights, with a loss on each of them."""
    names = {"Pilot": "Woodrow Bartholomew", "Copilot": "W" * 40, "Tail Gunner": "Lena Ott"}
    log = [
        {
            **{"flight": n, "mission": n, "bomber": f"No Forwarding Address {n}", "target": "Ichinomiya"},
            **{"target_type": "Aircraft Factory", "day_night": "Day", "altitude": "HI", "on_target": True},
            **{"percent": 60, "result": "draw", "credited": True, "end": "ditched", "root": "mechanical failure"},
            "crew": {position: f"{name} {n}: LAS" for position, name in names.items()},
        }
        for n in range(1, flights + 1)
    ]
    campaign = {"bomber": {"name": "Last"}, "crew": {}, "log": log}
    told = Record(game="b29", number=flights, seed="s" * 60, options={}, save="x" * 60)
    told.outcome, told.campaign = {}, campaign  # type: ignore[assignment]
    return [told]


@pytest.mark.parametrize("flights", [35, 40, 46])
def test_a_whole_tour_is_one_page(desk: Desk, saves: dict[str, str], flights: int) -> None:
    desk.open(f"/play/{saves['b29']}/report/campaign")
    desk.page.evaluate(_LAY, str(campaign_form_of("b29", long_tour(flights))))
    assert desk.page.locator(".fm-tour tbody tr").count() == flights
    desk.shot(f"form-tour-{flights}", full=True)
    assert pages(desk) == (1, 1)


@pytest.mark.parametrize("kind", ["mission", "campaign"])
@pytest.mark.parametrize("key", ["b29", "b17", "campaign"])
def test_the_form_scrolls_in_its_own_box(sit: Sit, saves: dict[str, str], key: str, kind: str) -> None:
    desk = sit(viewport=PHONE)
    desk.open(f"/play/{saves[key]}/report/{kind}")
    assert desk.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if desk.page.locator(".fm-desk").count():
        assert desk.page.evaluate("(b => b.scrollWidth > b.clientWidth)(document.querySelector('.fm-desk'))")
