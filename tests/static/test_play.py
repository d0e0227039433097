"""Starting, playing, reloading: the static page does what a server does."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.static.place import START, Window


def test_the_first_page_reads_at_once_and_leads_to_a_game(fresh: Window) -> None:
    window = fresh
    page = window.page
    page.goto(window.web.base)
    expect(page.get_by_role("heading", name="Three bomber wargames, one player")).to_be_visible(timeout=2000)
    expect(page.locator(".of-read p").first).to_contain_text("The first mission took Wild Huckleberry")
    assert page.locator("#games .go").first.is_hidden()
    page.locator("#games .go").first.wait_for(timeout=START)
    assert page.locator("#bar").get_attribute("aria-valuenow") == "100"
    assert page.locator("#parts li.done").count() == page.locator("#parts li").count() == 9
    page.locator("#games .go").first.click()
    window.arrive()
    expect(window.frame.get_by_role("heading", name="New game: B-17")).to_be_visible()
    assert [url for url in window.asked if not url.startswith((window.web.base, "data:"))] == []


@pytest.mark.parametrize(
    ("game", "scenario", "seed"), [("b17", "", "2"), ("b29", "", "13"), ("doolittle", "1", "7")]
)
def test_a_mission_is_played_to_its_end_through_its_scenes_by_enter_alone(
    window: Window, game: str, scenario: str, seed: str
) -> None:
    window.start()
    window.begin(game, f"whole-{game}", seed, scenario)
    decisions, scenes = window.enter_to_the_end()
    assert decisions > 1
    assert scenes > 0 or game == "doolittle"  # all scenes of the raid are calm: none stops at the usual pace
    told = window.call(f"/api/saves/whole-{game}")
    assert isinstance(told, dict)
    assert told["question"] is None


def test_a_scene_has_an_address_that_reload_and_back_come_to(fresh: Window) -> None:
    window = fresh
    window.start()
    window.begin("b17", "told", "2")
    while not window.frame.locator("[data-scene]").count():
        window.send()
    headline = window.frame.locator("#h-sc").inner_text()
    expect(window.page).to_have_url(re.compile(r"#/play/told/scene\?from=\d+$"))
    window.page.reload()
    window.arrive()
    expect(window.frame.locator("#h-sc")).to_have_text(headline)
    window.read()
    expect(window.page).to_have_url(re.compile("#/play/told$"))
    window.page.go_back()
    window.frame.locator("[data-scene]").wait_for()
    expect(window.page).to_have_url(re.compile(r"#/play/told/scene\?from=\d+$"))


def test_a_reload_in_the_middle_goes_on_where_it_was(fresh: Window) -> None:
    window = fresh
    window.start()
    window.begin("b17", "again", "2")
    window.answer()
    at, asked = window.at(), window.frame.locator("#decision .ask").inner_text()
    window.page.reload()
    window.arrive()
    assert window.page.url.endswith("#/play/again")
    assert (window.at(), window.frame.locator("#decision .ask").inner_text()) == (at, asked)
    window.answer()


def test_settings_are_kept_without_cookies(window: Window) -> None:
    window.start("/settings?next=/settings")
    window.frame.locator("[name=theme]").select_option("dark")
    window.frame.get_by_role("button", name="Keep").click()
    expect(window.frame.locator("html[data-theme=dark]")).to_have_count(1)
    window.page.reload()
    window.arrive()
    expect(window.frame.locator("html[data-theme=dark]")).to_have_count(1)
    window.frame.locator("[name=theme]").select_option("auto")
    window.frame.get_by_role("button", name="Keep").click()
    expect(window.frame.locator("html[data-theme]")).to_have_count(0)


def test_back_and_forward_go_through_the_pages(window: Window) -> None:
    window.start()
    window.frame.get_by_role("link", name="How to play").first.click()
    window.frame.wait_for_url("**/help")
    expect(window.page).to_have_url(f"{window.web.base}#/help")
    window.page.go_back()
    window.frame.wait_for_url(window.web.base)
    window.page.go_forward()
    window.frame.wait_for_url("**/help")


def test_a_link_of_the_game_opens_in_a_tab_of_its_own(window: Window) -> None:
    window.page.goto(f"{window.web.base}charts/b17")
    window.arrive()
    assert window.page.url == f"{window.web.base}#/charts/b17"


@pytest.mark.parametrize("width", [390, 320])
def test_on_a_phone_nothing_scrolls_sideways(window: Window, width: int) -> None:
    wide = "document.documentElement.scrollWidth <= innerWidth"
    window.page.set_viewport_size({"width": width, "height": 780})
    window.page.goto(f"{window.web.base}index.html")
    window.page.evaluate("document.getElementById('first').hidden = false")
    assert window.page.evaluate(wide)
    window.page.evaluate("document.getElementById('first').hidden = true")
    window.start("/device")
    assert window.frame.evaluate(wide)
    window.begin("b17", f"phone-{width}", "2")
    window.answer()
    assert window.frame.evaluate(wide)
    assert window.page.evaluate(wide)


def test_policy_lets_nothing_in_but_ours_and_wasm(window: Window) -> None:
    window.start()
    answer = window.frame.goto(window.web.base + "charts")
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'; script-src 'self';" in policy
    assert "unsafe" not in policy
    shell = window.page.evaluate("fetch('index.html').then(a => a.headers.get('content-security-policy'))")
    assert "script-src 'self' 'wasm-unsafe-eval';" in shell
    assert "unsafe-inline" not in shell
    assert "'unsafe-eval'" not in shell
