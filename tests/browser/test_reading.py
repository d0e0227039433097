"""What is there to read: reports and their print, the replay, charts, rules, the log."""

from __future__ import annotations

import re

import pytest

from tests.browser.conftest import Sit
from tests.browser.desk import PHONE, Desk, Serving, expect

_KINDS = ("debrief", "mission", "campaign", "story")


@pytest.fixture(scope="module")
def flown(server: Serving) -> str:
    """A finished mission."""
    return server.prepare("flown", "b29", 60)


@pytest.mark.parametrize("kind", _KINDS)
def test_reports_print_without_buttons(desk: Desk, flown: str, kind: str) -> None:
    desk.open(f"/play/{flown}/report/{kind}")
    assert len(desk.page.locator("#main").inner_text()) > 150
    desk.shot(f"report-{kind}", full=True)
    desk.page.emulate_media(media="print")
    for part in desk.page.locator("button, .btn, nav, input, select").all():
        assert not part.is_visible()
    desk.shot(f"print-{kind}", full=True)
    paper = desk.page.pdf()
    assert paper.startswith(b"%PDF")
    assert len(paper) > 5_000


def test_on_a_phone_no_picture_of_the_debriefing_is_pushed_out_of_its_frame(sit: Sit) -> None:
    desk = sit(viewport=PHONE)
    name = desk.server.prepare("phone-debrief", "b29", 400)
    desk.open(f"/play/{name}/report/debrief")
    assert desk.page.locator("figure.tp .stage").count() > 0
    desk.page.evaluate(
        "document.querySelector('figure.tp .stage').className = 'sheet stage sightw'"
    )  # as bombs are
    for picture in desk.page.locator("figure.tp").all():
        frame, drawn = picture.bounding_box(), picture.locator(".stage > svg").first.bounding_box()
        assert frame is not None
        assert drawn is not None
        assert frame["x"] <= drawn["x"]
        assert drawn["x"] + drawn["width"] <= frame["x"] + frame["width"]


def test_reports_are_given_as_files(desk: Desk, flown: str) -> None:
    desk.open(f"/play/{flown}/report/mission")
    for format, ending in (("markdown", "md"), ("csv", "csv"), ("json", "json")):
        with desk.page.expect_download() as got:
            desk.page.get_by_role("link", name=format, exact=True).click()
        assert got.value.suggested_filename == f"flown-mission-1.{ending}"
        assert got.value.path().stat().st_size > 200


def test_the_play_page_prints_without_its_buttons(desk: Desk) -> None:
    name = desk.server.prepare("on-paper", "b17", 5)
    desk.decide(name)
    desk.page.emulate_media(media="print")
    for part in desk.page.locator(".btn, .tape, .filters").all():
        assert not part.is_visible()
    assert len(desk.page.pdf()) > 5_000


def test_the_replay_shows_any_step(desk: Desk, flown: str) -> None:
    steps = desk.server.session(flown).steps
    desk.open(f"/play/{flown}/replay?step=5")
    expect(desk.page.locator(".band .sub")).to_contain_text(f"step 5 of {steps}")
    past = desk.server.session(flown).after(5).pending
    assert past is not None
    assert desk.page.locator(".side .ask").inner_text() == past.prompt
    assert desk.page.get_by_text("(taken)").count() == 1
    desk.shot("replay")
    desk.page.keyboard.press("ArrowRight")
    expect(desk.page.locator(".band .sub")).to_contain_text(f"step 6 of {steps}")
    scrub = desk.page.locator("[data-scrub]")
    scrub.fill("9")
    expect(desk.page.locator(".band .sub")).to_contain_text(f"step 9 of {steps}")
    desk.page.get_by_role("link", name="Last").click()
    expect(desk.page.locator(".side h2").first).to_have_text("End of the recording")
    assert desk.server.session(flown).steps == steps


def test_the_replay_plays_scene_by_scene_without_a_new_page(desk: Desk, flown: str) -> None:
    desk.open(f"/play/{flown}/replay")
    desk.page.evaluate("() => { window.same = true; }")
    first = desk.page.locator("#h-sc").inner_text()
    desk.page.keyboard.press("4")
    desk.page.keyboard.press(" ")
    expect(desk.page.locator("[data-play]")).to_have_attribute("aria-pressed", "true")
    desk.page.wait_for_function("() => Number(document.querySelector('[data-rail]').value) >= 2")
    desk.page.keyboard.press(" ")
    expect(desk.page.locator("[data-play]")).to_have_attribute("aria-pressed", "false")
    assert desk.page.locator("#h-sc").inner_text() != first
    desk.page.keyboard.press("Shift+ArrowRight")
    expect(desk.page.locator("[data-replay][data-weight=grave]")).to_be_visible()
    assert "scene=" in desk.page.url
    desk.page.keyboard.press("Home")
    expect(desk.page.locator("#h-sc")).to_have_text(first)
    assert desk.page.locator(".railm .grave").count() > 1
    assert desk.page.evaluate("() => window.same")
    desk.shot("replay-scenes")


def test_charts_are_found_by_a_word_in_a_cell_and_open_with_the_row_lit(desk: Desk) -> None:
    desk.open("/charts/b29")
    everything = desk.page.locator("tbody tr").count()
    desk.shot("charts")
    desk.page.get_by_label("Search in charts, cells and notes").fill("oxygen")
    desk.page.keyboard.press("Enter")
    desk.page.wait_for_url("**q=oxygen**")
    assert 0 < desk.page.locator("tbody tr").count() < everything
    desk.page.locator("tbody a").first.click()
    dialog = desk.page.locator("#paper")
    expect(dialog).to_be_visible()
    assert "oxygen" in dialog.inner_text().lower()
    desk.page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    desk.open("/charts/b29?q=nothingholdsthis")
    assert "No chart holds these words" in desk.page.locator("#main").inner_text()


def test_a_roll_opens_its_chart_with_the_cell_lit(desk: Desk) -> None:
    name = desk.server.prepare("lit", "b29", 5)
    desk.decide(name)
    desk.drawer("e")
    lit = desk.page.locator(".roll .strip .on b").first.inner_text()
    link = desk.page.locator(".roll .sum .tag").first
    address = link.get_attribute("href") or ""
    link.click()
    marked = desk.page.locator("#paper .grid .on")
    expect(marked.first).to_be_visible()
    desk.shot("chart-dialog")
    desk.open(address)
    assert desk.page.locator(".grid .on").count() == 1
    row = desk.page.locator(".grid tr:has(.on), .grid tr.on").first.locator("th").inner_text()
    assert row == lit
    desk.shot("chart")


def test_the_log_is_a_drawer_with_a_line_for_each_entry_and_enter_answers_after_it(desk: Desk) -> None:
    name = desk.server.prepare("drawer", "b17", 5)
    desk.decide(name)
    desk.drawer("l")
    entries = desk.page.locator(".drawer-p .log.whole li:visible")
    expect(entries.first).to_be_visible()
    lefts = entries.evaluate_all("found => found.map((e) => Math.round(e.getBoundingClientRect().left))")
    assert len(set(lefts)) == 1  # one under the other
    assert len(lefts) > 3
    expect(desk.page.locator(".drawer-p").get_by_text("Back to the game")).not_to_be_visible()
    before = desk.at()
    desk.page.keyboard.press("Escape")
    expect(desk.page.locator(".pop[open]")).to_have_count(0)
    desk.page.keyboard.press("l")
    desk.page.keyboard.press("l")
    expect(desk.page.locator(".pop[open]")).to_have_count(0)
    desk.page.keyboard.press("Enter")
    desk.moved(before)


def test_enter_answers_after_a_briefing_and_the_rolls_have_been_shut(desk: Desk) -> None:
    name = desk.server.prepare("shut", "b17", 5)
    desk.decide(name)
    before = desk.at()
    desk.page.keyboard.press("b")
    expect(desk.page.locator("#paper")).to_be_visible()
    desk.page.keyboard.press("Escape")
    expect(desk.page.locator("#paper")).to_be_hidden()
    desk.drawer("e")
    desk.page.keyboard.press("Escape")
    expect(desk.page.locator(".pop[open]")).to_have_count(0)
    expect(desk.page.locator("#h-de")).to_be_focused()
    desk.page.keyboard.press("Enter")
    desk.moved(before)


def test_the_help_of_a_question_opens_by_its_key_and_tells_its_rule(desk: Desk) -> None:
    name = desk.server.prepare("ruled", "b17", 3)
    desk.decide(name)
    pending = desk.server.session(name).pending
    assert pending is not None
    desk.page.keyboard.press("?")
    dialog = desk.page.locator("#paper")
    expect(dialog).to_be_visible()
    expect(dialog).to_contain_text("You decide.")
    expect(dialog).to_contain_text(f"paragraph {pending.rule}.")
    desk.shot("help-dialog")
    desk.page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    desk.page.locator("#decision header").get_by_role("link", name=f"Rule {pending.rule}").click()
    expect(dialog).to_be_visible()
    expect(dialog).to_contain_text(f"Rule {pending.rule}")
    desk.shot("rule-dialog")
    desk.page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    before = desk.at()
    desk.answer()
    assert desk.at() != before


def test_a_thing_drawn_says_what_it_is(desk: Desk) -> None:
    name = desk.server.prepare("drawn", "b29", 4)
    desk.decide(name)
    things = desk.page.locator("#main svg [data-about]")
    assert things.count() > 10
    things.first.dispatch_event("click")
    expect(desk.page.locator("#about")).to_contain_text(things.first.get_attribute("data-about") or "nothing")
    desk.page.keyboard.press("Escape")
    expect(desk.page.locator("#about")).not_to_be_visible()


@pytest.mark.parametrize(("flight", "answers"), [("b29", 4), ("b17", 4), ("attack", 4)])
def test_the_rule_of_a_thing_drawn_opens_by_mouse_and_by_keys(desk: Desk, flight: str, answers: int) -> None:
    name = desk.server.prepare(f"ruled-{flight}", flight, answers)
    desk.decide(name)
    desk.page.locator("#main svg [data-about]").first.dispatch_event("click")
    rule = desk.page.locator("#about a").inner_text().strip()
    desk.page.locator("#about a").click()
    expect(desk.page.locator("#paper h2")).to_have_text(rule)
    desk.page.keyboard.press("Escape")
    before = desk.at()
    desk.page.keyboard.press("Tab")  # by keys from here on
    desk.page.locator("#main svg[tabindex='0']").first.focus()
    desk.page.keyboard.press("ArrowRight")
    first = desk.page.locator("#about b").inner_text()
    desk.page.keyboard.press("ArrowRight")
    assert desk.page.locator("#about b").inner_text() != first
    desk.page.keyboard.press("Enter")
    expect(desk.page.locator("#paper h2")).to_contain_text("Rule")
    assert desk.at() == before


def test_an_answer_in_the_log_opens_the_rule_of_its_question(desk: Desk, flown: str) -> None:
    desk.open(f"/play/{flown}/log")
    line = desk.page.locator(".log details", has=desk.page.locator(".dc", has_text="rule")).first
    line.locator("summary").click()
    expect(line.locator(".why a.tag")).to_contain_text("Rule")
    line.locator(".why a.tag").click()
    expect(desk.page.locator("#paper h2")).to_contain_text("Rule")
    assert desk.page.locator("#paper[open]").count() == 1


def test_a_line_of_the_log_opens_the_rolls_behind_it(desk: Desk, flown: str) -> None:
    desk.open(f"/play/{flown}/log")
    line = desk.page.locator(".log details", has=desk.page.locator(".dc", has_text="roll")).first
    told = line.locator(".dc").inner_text()
    line.locator("summary").click()
    rolls = line.locator(".r1")
    expect(rolls.first).to_be_visible()
    assert re.match(rf"{rolls.count()} rolls?", told)
    assert line.locator(".die").count() > 0
    desk.shot("log-line")


def test_the_log_shows_what_is_asked_for(desk: Desk, flown: str) -> None:
    desk.open(f"/play/{flown}/log")
    lines = desk.page.locator(".log [data-group]")
    everything = lines.count()
    buttons = desk.page.locator(".filters [data-filter]:not([data-filter=all])")
    assert buttons.count() > 3
    for button in buttons.all():
        word = button.get_attribute("data-filter")
        button.click()
        shown = desk.page.locator(".log [data-group]:visible").count()
        assert shown == desk.page.locator(f".log [data-group={word}], .log [data-tone={word}]").count() > 0
        assert shown < everything
        assert button.get_attribute("aria-pressed") == "true"
    desk.page.get_by_role("button", name="All", exact=True).click()
    assert desk.page.locator(".log [data-group]:visible").count() == everything


def test_the_way_in_for_a_newcomer(desk: Desk) -> None:
    desk.open("/help")
    desk.shot("help", full=True)
    desk.page.get_by_role("button", name="B-17 over Europe").click()
    desk.page.wait_for_url("**/play/**")
    desk.shot("guided")
    assert len(desk.page.locator("#decision .guide").inner_text()) > 20
    desk.open("/settings")
    assert desk.page.get_by_label("Guidance").input_value() == "on"


def test_a_page_that_is_not_there_says_so(desk: Desk) -> None:
    desk.page.goto(f"{desk.server.base}/play/nobody")
    expect(desk.page.locator("[role=alert]")).to_contain_text("nobody")
    desk.page.get_by_role("link", name="All games", exact=True).click()
    expect(desk.page.locator("#h-n")).to_be_visible()
    assert desk.page.url == f"{desk.server.base}/"
    desk.refused(404)
