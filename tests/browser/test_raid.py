"""Scenes of the raid in the browser: markers turn over, every kind fits its window, a phone shows what counts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator

from flakhouse import games
from flakhouse.core.chapter import begin
from flakhouse.core.session import Session
from flakhouse.render.pace import pace
from flakhouse.web.tables import view_of
from flakhouse.web.telling import Told, tell
from tests.browser.conftest import Sit
from tests.browser.desk import FLIGHTS, PHONE, Desk, expect
from tests.browser.test_scenes import SIZES, first_asked


def told_of(flight: str) -> Iterator[tuple[int, str, Told]]:
    """The pages told of a flight by the marked answers: after how many of them, at which address."""
    key, options, seed = FLIGHTS[flight]
    game, view = games.load(key), view_of(key)
    session = Session(game, begin(game, f"{seed}/1", options=options, automation="named"))
    session.run()
    answers = 0
    while session.pending is not None:
        since, seen = len(session.events), -1
        session.answer(session.pending.default)
        answers += 1
        while (told := tell(view, session, since, pace("matters", throws=True), seen)) is not None:
            yield answers, f"/scene?from={since}" + (f"&thrown={seen}" if seen >= 0 else ""), told
            since, seen = (since, told.waits.event) if told.waits is not None else (told.after, -1)


@pytest.mark.parametrize("still", [False, True])
def test_a_marker_over_a_city_turns_over_once_and_not_for_those_who_want_no_motion(sit: Sit, still: bool) -> None:
    desk = sit(still=still)
    answers, address, told = next(
        found for found in told_of("naval") if found[2].act.opened == "hazards" and found[2].waits is not None
    )
    assert told.waits is not None
    name = desk.server.prepare(f"city-marker-{still}", "naval", answers)
    desk.open(f"/play/{name}{address}")
    counter = desk.page.locator(".dl-stage .turnover .counter")
    expect(counter).to_be_visible()
    moves = "e => e.getAnimations().map((a) => a.animationName)"
    assert counter.evaluate(moves) == ([] if still else ["m-turn"])
    desk.page.wait_for_timeout(0 if still else 900)
    desk.shot(f"marker-over-a-city-{'still' if still else 'turned'}")
    words = counter.locator(".back").inner_text()
    assert words in desk.page.locator("#h-sc").inner_text()
    for wide, high in SIZES:
        desk.page.set_viewport_size({"width": wide, "height": high})
        assert desk.page.evaluate("document.documentElement.scrollHeight") <= high
    desk.page.keyboard.press("Enter")  # throws
    expect(desk.page.locator("[data-throw]")).to_have_count(0)
    expect(counter).to_be_visible()
    assert counter.evaluate(moves) == []  # it lies as it was turned
    assert counter.locator(".back").inner_text() == words


def test_ten_kinds_of_scenes_of_the_raid_fit_their_window(sit: Sit) -> None:
    desk = sit(still=True)
    kinds: dict[str, tuple[int, str]] = {}
    for answers, address, told in told_of("naval"):
        kinds.setdefault(told.act.kind or "throw", (answers, address))
    assert len(kinds) >= 10
    for kind, (answers, address) in kinds.items():
        name = desk.server.prepare(f"kind-{kind}", "naval", answers)
        desk.open(f"/play/{name}{address}")
        assert (desk.page.locator("#main").get_attribute("data-kind") or "throw") == kind
        for wide, high in SIZES:
            desk.page.set_viewport_size({"width": wide, "height": high})
            desk.shot(f"scene-raid-{kind}-{wide}")
            assert desk.page.evaluate("document.documentElement.scrollHeight") <= high, kind
            expect(desk.page.locator(".go-on")).to_be_in_viewport(ratio=1)


def _whole(desk: Desk, thing: Locator, frame: Locator) -> bool:
    """Whether all of a thing is seen in its frame."""
    box, edge = thing.bounding_box(), frame.bounding_box()
    assert box is not None
    assert edge is not None
    across = edge["x"] <= box["x"] and box["x"] + box["width"] <= min(edge["x"] + edge["width"], PHONE["width"])
    return across and edge["y"] <= box["y"] and box["y"] + box["height"] <= edge["y"] + edge["height"]


def test_on_a_phone_the_box_that_may_be_attacked_is_seen_whole_with_the_aircraft(sit: Sit) -> None:
    desk = sit(viewport=PHONE)
    name = desk.server.prepare("phone-box", "attack", 0)
    desk.decide(name)
    assert desk.page.locator("#decision").get_attribute("data-ask") == "approach"
    desk.shot("phone-raid-boxes")
    frame = desk.page.locator(".dl-mapw")
    boxes = desk.page.locator(".dl-map .can[data-subject*='box:']")
    assert boxes.count() > 0
    for box in boxes.all():
        assert _whole(desk, box, frame)
    assert _whole(desk, desk.page.locator(".dl-map .dl-sil").first, frame)


def test_on_a_phone_the_ships_to_choose_from_come_first_and_none_is_cut(sit: Sit) -> None:
    desk = sit(viewport=PHONE)
    name = desk.server.prepare("phone-ships", "naval", first_asked("naval")["distress-ship"])
    desk.decide(name)
    desk.shot("phone-raid-ships")
    panel = desk.page.get_by_role("group", name="Task Force Layout", exact=True)
    expect(panel).to_be_in_viewport(ratio=0.95)
    edge = panel.bounding_box()
    drawn = panel.locator("svg").bounding_box()
    assert edge is not None
    assert drawn is not None
    assert drawn["height"] <= edge["height"] + 1  # it scrolls sideways alone


#: The smallest letters of a drawing, as they are seen.
_SMALLEST = """() => Math.min(...[...document.querySelectorAll('.stage svg text')]
  .filter((e) => e.textContent.trim() && e.getBoundingClientRect().width && e.getScreenCTM())
  .map((e) => [e.getScreenCTM(), parseFloat(getComputedStyle(e).fontSize)])
  .map(([m, size]) => size * Math.hypot(m.a, m.b)))"""


@pytest.mark.parametrize(("flight", "steps"), [("attack", 0), ("flight", 0), ("flight", 145), ("flight", 157)])
def test_no_letter_of_a_map_is_below_11_pixels_and_the_page_does_not_scroll(
    sit: Sit, flight: str, steps: int
) -> None:
    desk = sit(still=True)
    name = desk.server.prepare(f"print-{flight}-{steps}", flight, steps)
    for wide, high in ((1280, 720), (1440, 900)):
        desk.page.set_viewport_size({"width": wide, "height": high})
        desk.open(f"/play/{name}")
        desk.shot(f"print-{flight}-{steps}-{wide}")
        assert desk.page.evaluate(_SMALLEST) >= 11
        assert desk.page.evaluate("document.documentElement.scrollHeight") <= high


def test_an_answer_on_the_map_has_its_key_and_its_exact_chance(sit: Sit) -> None:
    desk = sit()
    name = desk.server.prepare("badges", "attack", 0)
    desk.decide(name)
    option = desk.page.locator("#decision .opt[data-chance]").first
    number, chance = option.get_attribute("data-number"), option.get_attribute("data-chance")
    box = (option.get_attribute("data-subjects") or "").split("|")[-1]
    thing = desk.page.locator(f'.dl-map [data-subject="{box}"]')
    expect(thing.locator(".keyb text")).to_have_text(f"{number} · {chance}")
    thing.hover()
    expect(desk.page.locator("#about")).to_contain_text(chance or "?")


def test_a_stretch_of_the_flight_names_the_zones_passed_and_the_map_the_way(sit: Sit) -> None:
    desk = sit(still=True)
    name = desk.server.prepare("passed", "flight", 0, automation="none")
    desk.decide(name)
    while "Altitudes" not in desk.page.locator("#h-de").inner_text():
        desk.answer()
    before = desk.at()
    desk.page.locator("#decision [data-enter]").click()
    desk.moved(before)
    leg = desk.page.locator("details.calm .lg")
    expect(leg).to_contain_text("1000")
    expect(leg).to_contain_text("Zone 3, Defense East inner")
    expect(desk.page.locator(".dl-map .fm-hour")).to_have_text("0800")
    strip = desk.page.locator(".fs-row.sel")
    expect(strip).to_contain_text("zone 3")
    expect(strip.get_by_role("img")).to_have_attribute("aria-label", "Fuel 7; 8 zones to the fields in China")
