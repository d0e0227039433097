"""Several questions on one form in the browser: the plan of fire by list and by drawing, a list to mark."""

from __future__ import annotations

import pytest

from flakhouse import games, slate
from flakhouse.core.chapter import begin
from flakhouse.core.session import Session
from tests.browser.conftest import Sit
from tests.browser.desk import PHONE, Desk, Serving, expect
from tests.browser.test_drawing import _SPOTS
from tests.test_slate import B17, B29, FOUR, GEORGES


def kept(server: Serving, name: str, game: str, position: str, given: tuple[int, ...]) -> Session:
    """A save at the first form of a fight."""
    with server.store() as store:
        chapter = begin(games.load(game), "any", position=position, step="combat", given=given)
        session = store.session(games.load(game), store.create(chapter, "any", name))
        session.run()
        while slate.slate(session) is None:
            assert session.pending is not None
            session.answer(session.pending.default)
    return session


def answers(server: Serving, name: str, since: int) -> list[str]:
    return [getattr(entry, "key", "") for entry in server.session(name).chapter.entries[since:]]


def test_enter_opens_fire_as_advised(desk: Desk, server: Serving) -> None:
    session = kept(server, "plan", "b29", B29, GEORGES)
    form = slate.slate(session)
    assert form is not None
    desk.decide("plan")
    expect(desk.page.locator("#h-de")).to_have_text("Fire plan")
    expect(desk.page.locator(".slate .rows > li")).to_have_count(5)
    desk.shot("fire-plan")
    at = desk.at()
    desk.page.locator("#h-de").focus()
    desk.page.wait_for_timeout(200)  # keys so soon after a new page are meant for the one before
    desk.page.keyboard.press("Enter")
    desk.moved(at)
    assert answers(server, "plan", session.steps)[:5] == [row.key for row in form.rows]
    desk.undo()
    expect(desk.page.locator("#h-de")).to_have_text("Fire plan")


def test_enter_opens_fire_after_a_click_into_the_plan_too(desk: Desk, server: Serving) -> None:
    session = kept(server, "clicked", "b29", B29, GEORGES)
    desk.decide("clicked")
    at = desk.at()
    row = desk.page.locator(".slate .rows > li").nth(1)
    row.locator(".pill").last.click()
    expect(desk.page.locator(".slate .rows > li").nth(1)).to_have_class("own now")
    expect(row.locator('[aria-pressed="true"]')).to_be_focused()
    desk.page.wait_for_timeout(200)  # keys so soon after a new page are meant for the one before
    desk.page.keyboard.press("Enter")
    desk.moved(at)
    assert len(answers(server, "clicked", session.steps)) >= 5


def test_a_gun_and_then_a_fighter_on_the_drawing_lay_it(desk: Desk, server: Serving) -> None:
    session = kept(server, "aimed", "b29", B29, GEORGES)
    desk.decide("aimed")
    for kind, name in (("gun", "Forward Lower Turret"), ("fighter", "George B")):
        thing = desk.page.locator(f'.can[tabindex="0"][data-subject*="{kind}:{name}"]').first
        spot = thing.evaluate(_SPOTS)
        assert spot is not None, f"nowhere to click {name}"
        desk.page.mouse.click(*spot)
        if kind == "gun":
            expect(desk.page.locator(".slate li.now .rowpick")).to_contain_text(name)
    row = desk.page.locator(".slate li.now")
    expect(row.locator('[aria-pressed="true"]')).to_have_text("B")
    expect(row.locator("select")).to_have_value("CFC > George B")
    assert server.session("aimed").steps == session.steps, "nothing is answered before fire is opened"
    desk.shot("fire-plan-own")
    at = desk.at()
    desk.page.locator("[data-enter]").click()
    desk.moved(at)
    assert answers(server, "aimed", session.steps)[1] == "CFC > George B"


def test_what_a_fighter_says_of_itself_lies_over_no_part_of_the_plan(desk: Desk, server: Serving) -> None:
    kept(server, "slips", "b17", B17.format("None"), FOUR)
    desk.decide("slips")
    expect(desk.page.locator("#h-de")).to_have_text("Fire plan")
    plan = desk.page.locator("#decision").bounding_box()
    assert plan is not None
    seen = set()
    for row in desk.page.locator(".slate .rowpick").all():
        row.click()
        for thing in desk.page.locator("#main .stage .can[data-subject]").all():
            thing.dispatch_event("pointerover")
            told = desk.page.locator("#about").bounding_box()
            assert told is not None
            assert told["x"] + told["width"] <= plan["x"], thing.get_attribute("data-about")
            seen.add(thing.get_attribute("data-about"))
    assert len(seen) >= 4


def test_the_list_lays_a_gun_too_and_says_what_is_not_possible(desk: Desk, server: Serving) -> None:
    kept(server, "by-list", "b29", B29, GEORGES)
    desk.decide("by-list")
    row = desk.page.locator(".slate .rows > li").nth(1)
    row.locator(".rowpick").click()  # wide windows show the men of the chosen row alone
    row.locator("select").select_option("CFC > George B")
    expect(desk.page.locator(".slate li.now .rowpick")).to_contain_text("Forward Lower Turret")
    expect(desk.page.locator(".slate .aims li").nth(1)).to_contain_text("2 guns")
    barred = desk.page.locator(".slate .rows > li").nth(4).locator("option[disabled]").first
    assert "he fires at" in (barred.text_content() or "")
    desk.page.get_by_role("link", name="As advised").click()
    expect(desk.page.locator(".slate li.own")).to_have_count(0)


def test_the_escort_is_marked_on_list_and_drawing(desk: Desk, server: Serving) -> None:
    session = kept(server, "escort", "b17", B17.format("Good"), FOUR)
    desk.decide("escort")
    marks = desk.page.locator(".slate .marks input")
    expect(marks).to_have_count(4)
    assert [box.is_checked() for box in marks.all()].count(True) == 2
    marks.nth(0).check()
    assert [box.is_checked() for box in marks.all()].count(True) == 2, "one too many takes the oldest"
    marks.nth(1).check()
    drawn = desk.page.locator("#bm-plan .attack.can")
    names = [one.get_attribute("data-about") for one in desk.page.locator("#bm-plan .attack.marked").all()]
    assert sorted(str(name) for name in names) == ["FW190 A", "FW190 B"]
    looks = {one.locator(".halo").evaluate("e => getComputedStyle(e).strokeDasharray") for one in drawn.all()}
    assert len(looks) == 2, "what is marked looks otherwise"
    at = desk.at()
    desk.page.locator("[data-enter]").click()
    desk.moved(at)
    assert set(answers(server, "escort", session.steps)[:2]) == {"FW190 A", "FW190 B"}


def test_without_script_buttons_and_lists_do_the_same(sit: Sit, server: Serving) -> None:
    session = kept(server, "plain", "b29", B29, GEORGES)
    desk = sit(script=False)
    desk.decide("plain")
    row = desk.page.locator(".slate .rows > li").nth(1)
    row.get_by_role("button", name="Forward Lower Turret at George B").click()
    expect(desk.page.locator(".slate .rows > li").nth(1).locator("select")).to_have_value("CFC > George B")
    desk.page.locator("[data-enter]").click()
    desk.page.wait_for_url("**/play/plain**")
    assert answers(server, "plain", session.steps)[1] == "CFC > George B"


def test_raid_13_3_a_month_of_planning_is_one_page_that_works_itself_out(desk: Desk, server: Serving) -> None:
    game = games.load("doolittle")
    with server.store() as store:
        chapter = begin(game, "any", options={"scenario": "10"})
        session = store.session(game, store.create(chapter, "any", "raid"))
        session.run()
        session.answer("own")
    desk.decide("raid")
    page = desk.page
    expect(page.locator(".planner .calrow")).to_have_count(3)
    risk = page.locator(".sumup dd b").first
    expect(risk).to_have_text("4")
    nimitz = page.locator(".calrow").first
    expect(nimitz.locator(".cell", has_text="March")).to_contain_text("2 tries, 76 % in all")
    nimitz.get_by_role("radio", name="January").check()
    expect(risk).to_have_text("6")
    expect(nimitz.get_by_role("radio", name="January")).to_be_focused()
    page.get_by_role("checkbox", name="He uses the telephone").check()
    expect(page.locator(".sumup")).to_contain_text("+0 to 6 by dice: Doolittle's telephone")
    expect(nimitz.locator(".cell", has_text="March")).to_contain_text("2 tries, 88 % in all")
    page.get_by_role("checkbox", name="He uses the telephone").uncheck()
    expect(page.locator(".sumup")).not_to_contain_text("telephone")
    assert server.session("raid").steps == 1, "nothing is answered before the month is settled"
    page.get_by_role("link", name="As in 1942").click()
    expect(risk).to_have_text("4")
    desk.shot("planning-form")
    at = desk.at()
    page.get_by_role("button", name="Settle January").click()
    desk.moved(at)
    expect(page.locator("#h-de")).to_have_text("February 1942: the modifications")
    expect(page.locator(".pl-plan .mk.on")).to_have_count(7)
    desk.shot("planning-february")
    page.locator("#f-D .way1", has_text="Remove").click()
    expect(page.locator(".sumup")).to_contain_text("gunnery dice 1")
    expect(page.locator(".pl-plan .xx")).to_have_count(2)


@pytest.mark.parametrize("field", ["input[type=radio]:checked", "input[type=checkbox]", "input[type=range]"])
def test_raid_13_3_enter_settles_a_month_from_any_field(desk: Desk, server: Serving, field: str) -> None:
    game = games.load("doolittle")
    with server.store() as store:
        chapter = begin(game, "any", options={"scenario": "10"})
        session = store.session(game, store.create(chapter, "any", f"settled-{field[11:15]}"))
        session.run()
        session.answer("own")
    desk.open(f"/play/settled-{field[11:15]}")
    at = desk.at()
    desk.page.locator(f".planner {field}").first.focus()
    desk.page.wait_for_timeout(200)  # keys so soon after a new page are meant for the one before
    desk.page.keyboard.press("Enter")
    desk.moved(at)
    expect(desk.page.locator("#h-de")).to_have_text("February 1942: the modifications")


def test_raid_13_3_a_month_can_be_worked_out_without_script(sit: Sit, server: Serving) -> None:
    with server.store() as store:
        game = games.load("doolittle")
        session = store.session(game, store.create(begin(game, "any", options={"scenario": "10"}), "any", "still"))
        session.run()
        session.answer("own")
    desk = sit(script=False)
    desk.decide("still")
    page = desk.page
    page.locator(".calrow").first.get_by_role("radio", name="April").check()
    page.get_by_role("button", name="Work it out").click()
    expect(page.locator(".sumup dd b").first).to_have_text("2")
    expect(page.locator(".calrow").first.get_by_role("radio", name="April")).to_be_checked()
    with page.expect_navigation():
        page.get_by_role("button", name="Settle January").click()
    assert [getattr(entry, "key", "") for entry in server.session("still").chapter.entries[1:4]] == [
        "April",
        "March",
        "none",
    ]


_FITS = """() => ({
  page: document.documentElement.scrollHeight <= innerHeight,
  across: document.documentElement.scrollWidth <= innerWidth,
  go: [...document.querySelectorAll("[data-enter], .go-on")]
    .every((e) => e.getBoundingClientRect().bottom <= innerHeight),
})"""


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (390, 844)])
def test_months_and_briefings_stand_in_the_window_with_their_answer(
    sit: Sit, server: Serving, size: tuple[int, int]
) -> None:
    game = games.load("doolittle")
    name = f"fits{size[0]}"
    with server.store() as store:
        session = store.session(game, store.create(begin(game, "any", options={"scenario": "10"}), "any", name))
        session.run()
        session.answer("own")
    desk = sit(viewport={"width": size[0], "height": size[1]})
    wide = size[0] >= 1100
    desk.open(f"/play/{name}/scene?from=0")
    expect(desk.page.locator("[data-kind=briefing]")).to_be_visible()
    found = desk.page.evaluate(_FITS)
    assert found["across"]
    assert found["go"]
    assert found["page"] or not wide
    for title in ("January 1942", "February 1942", "March 1942: where", "March 1942: training"):
        desk.decide(name)
        expect(desk.page.locator("#h-de")).to_contain_text(title)
        for stakes in desk.page.locator(".calrow legend span").all():  # what a yes gives and a no costs
            expect(stakes).to_be_visible()
        found = desk.page.evaluate(_FITS)
        assert found["across"], title
        assert found["go"], title
        assert found["page"] or not wide, title
        with server.store() as store:
            session = store.session(game, name)
            session.wake()
            form = slate.slate(session)
            assert form is not None
            slate.give(session, form)


def test_13_5_3_each_care_at_the_loading_shows_its_chances(desk: Desk, server: Serving) -> None:
    game = games.load("doolittle")
    with server.store() as store:
        session = store.session(game, store.create(begin(game, "any", options={"scenario": "10"}), "any", "care"))
        session.run()
        while session.pending is not None and session.pending.id != "diligence":
            session.answer(session.pending.default)
    desk.decide("care")
    told = desk.page.locator(".opts.many .stakes")
    expect(told).to_have_count(14)
    for one in told.all():
        expect(one).to_be_visible()
    desk.shot("care")


def test_4_1_moves_of_several_b25s_are_laid_on_the_map_row_by_row(desk: Desk, server: Serving) -> None:
    with server.store() as store:
        game = games.load("doolittle")
        chapter = begin(game, "7/1", options={"scenario": "1"}, automation="named")
        session = store.session(game, store.create(chapter, "7", "moves"))
        session.run()
        while (form := slate.slate(session)) is None or form.name != "airspeed" or len(form.rows) < 2:
            assert session.pending is not None
            session.answer(session.pending.default)
    desk.decide("moves")
    rows = desk.page.locator(".slate .rows > li")
    expect(desk.page.locator("svg path.planned-way")).to_have_count(sum(row.key != "" for row in form.rows[:2]))
    desk.page.keyboard.press("2")  # its aircraft is lit, and only where it can go
    expect(rows.nth(1)).to_have_class("now")
    expect(desk.page.locator(f'.dl-ac.sel[data-subject*="{form.rows[1].about[0].name}"]')).to_have_count(1)
    aims = {subject.name for choice in form.rows[1].choices for subject in choice.about if subject.kind == "area"}
    lit = desk.page.locator(".dl-may:not(.off)").evaluate_all("all => all.map((e) => e.dataset.subject.slice(5))")
    assert set(lit) == aims
    other = next(choice for choice in form.rows[0].choices if choice.key != form.rows[0].key)
    desk.page.keyboard.press("1")
    spot = desk.page.locator(f'.dl-may.can[data-subject="area:{other.about[0].name}"]').evaluate(_SPOTS)
    assert spot is not None
    desk.page.mouse.click(*spot)
    expect(rows.nth(0).locator("select")).to_have_value(other.key)
    expect(rows.nth(1)).to_have_class("now")  # on to the next
    assert server.session("moves").steps == session.steps
    desk.page.keyboard.press("ArrowRight")
    expect(rows.nth(1).locator("select")).not_to_have_value(form.rows[1].key)


def test_marks_outlive_a_switch_and_the_numbers_still_mark(desk: Desk, server: Serving) -> None:
    kept(server, "switched", "b17", B17.format("Good"), FOUR)
    desk.decide("switched")
    boxes = desk.page.locator(".slate .marks input[type=checkbox]")
    most = int(desk.page.locator(".slate .marks").get_attribute("data-most") or 0)
    before = boxes.evaluate_all("all => all.map((one) => one.checked)")
    free = before.index(False)
    desk.page.keyboard.press(str(free + 1))
    expect(boxes.nth(free)).to_be_checked()
    assert sum(before) == most
    expect(desk.page.locator(".slate .count")).to_contain_text(f"{most} marked of {most}. No longer marked: ")
    desk.page.keyboard.press(str(free + 1))
    expect(desk.page.locator(".gave")).to_be_empty()
    desk.page.keyboard.press(str(free + 1))
    desk.page.keyboard.press("d")
    expect(desk.page.locator("[data-key=d]")).to_have_attribute("aria-pressed", "true")
    expect(boxes.nth(free)).to_be_checked()
    desk.page.wait_for_timeout(200)
    desk.page.keyboard.press(str(free + 1))
    expect(boxes.nth(free)).not_to_be_checked()


def test_left_and_right_choose_the_fighter_of_a_row_and_enter_opens_fire_beside_a_card(
    desk: Desk, server: Serving
) -> None:
    session = kept(server, "arrows", "b29", B29, GEORGES)
    desk.decide("arrows")
    row = desk.page.locator(".slate .rows > li").first
    was = row.locator('[aria-pressed="true"]').inner_text()
    desk.page.keyboard.press("1")
    desk.page.keyboard.press("ArrowRight")
    expect(row.locator('[aria-pressed="true"]')).not_to_have_text(was)
    at = desk.at()
    desk.page.locator("svg [data-about]:not([data-subject])").first.click(force=True)
    expect(desk.page.locator("#about")).to_be_visible()
    desk.page.wait_for_timeout(200)
    desk.page.keyboard.press("Enter")
    desk.moved(at)
    assert len(answers(server, "arrows", session.steps)) >= 5


def test_undo_takes_back_the_last_change_of_an_open_form_and_only_then_an_answer(
    desk: Desk, server: Serving
) -> None:
    session = kept(server, "unchanged", "b29", B29, GEORGES)
    desk.decide("unchanged")
    rows = desk.page.locator(".slate .rows > li")
    pressed = '[aria-pressed="true"]'
    was = [rows.nth(n).locator(pressed).inner_text() for n in range(2)]
    for n in range(2):
        desk.page.keyboard.press(str(n + 1))
        desk.page.keyboard.press("ArrowRight")
        expect(rows.nth(n).locator(pressed)).not_to_have_text(was[n])
    desk.page.get_by_role("link", name="As advised").click()
    expect(desk.page.locator(".slate li.own")).to_have_count(0)
    for own in (2, 1, 0):
        desk.page.keyboard.press("u")
        expect(desk.page.locator(".slate li.own")).to_have_count(own)
    expect(desk.page.locator("#said")).to_have_text("Taken back: the last change on this form.")
    assert server.session("unchanged").steps == session.steps
    at = desk.at()
    desk.page.keyboard.press("u")
    desk.moved(at)
    assert server.session("unchanged").steps < session.steps


def test_undo_takes_back_a_mark(desk: Desk, server: Serving) -> None:
    session = kept(server, "unmarked", "b17", B17.format("Good"), FOUR)
    desk.decide("unmarked")
    boxes = desk.page.locator(".slate .marks input[type=checkbox]")
    before = boxes.evaluate_all("all => all.map((one) => one.checked)")
    desk.page.keyboard.press(str(before.index(False) + 1))
    expect(desk.page.locator(".gave")).to_contain_text("No longer marked")
    desk.page.keyboard.press("u")
    expect(desk.page.locator(".gave")).to_be_empty()
    assert boxes.evaluate_all("all => all.map((one) => one.checked)") == before
    assert server.session("unmarked").steps == session.steps


def test_odds_on_a_form_play_out_the_plan_as_it_stands_in_place(desk: Desk, server: Serving) -> None:
    session = kept(server, "planned", "b17", B17.format("None"), FOUR)
    desk.decide("planned")
    desk.page.keyboard.press("1")
    desk.page.keyboard.press("ArrowRight")
    expect(desk.page.locator(".slate li.own")).to_have_count(1)
    where = desk.page.url
    desk.page.locator("[data-odds-go]").click()
    plans = desk.page.locator("#odds tbody th")
    expect(plans).to_have_text(["The plan as it stands (Enter)", "As advised", "All guns hold their fire"])
    expect(desk.page.locator("#odds .advice")).to_contain_text("The plan as it stands", timeout=15000)
    expect(desk.page.locator("#odds tbody tr").last).to_be_in_viewport()
    desk.shot("plan-odds")
    assert desk.page.url == where
    desk.page.keyboard.press("Escape")
    expect(desk.page.locator("#odds")).to_be_hidden()
    expect(desk.page.locator("#h-de")).to_be_focused()
    expect(desk.page.locator(".slate li.own")).to_have_count(1)
    assert server.session("planned").steps == session.steps


def test_raid_13_3_odds_on_a_month_are_those_of_the_month(desk: Desk, server: Serving) -> None:
    game = games.load("doolittle")
    with server.store() as store:
        chapter = begin(game, "any", options={"scenario": "10"})
        session = store.session(game, store.create(chapter, "any", "month-odds"))
        session.run()
        session.answer("own")
    desk.decide("month-odds")
    desk.page.locator(".calrow").first.get_by_role("radio", name="January").check()
    expect(desk.page.locator(".sumup dd b").first).to_have_text("6")
    desk.page.keyboard.press("o")
    plans = desk.page.locator("#odds tbody th")
    expect(plans.first).to_have_text("The plan as it stands (Enter)")
    expect(plans.nth(1)).to_have_text("As in 1942")
    desk.shot("month-odds")


def test_odds_of_a_plan_without_script(sit: Sit, server: Serving) -> None:
    kept(server, "still-odds", "b29", B29, GEORGES)
    desk = sit(script=False)
    desk.decide("still-odds")
    row = desk.page.locator(".slate .rows > li").nth(1)
    row.get_by_role("button", name="Forward Lower Turret at George B").click()
    desk.page.get_by_role("link", name="Odds").click()
    expect(desk.page.locator("tbody th").nth(1)).to_have_text("As advised")
    desk.page.get_by_role("link", name="Back to the game").click()
    expect(desk.page.locator(".slate .rows > li").nth(1).locator("select")).to_have_value("CFC > George B")


def test_one_tap_takes_a_gun_and_one_its_fighter(sit: Sit, server: Serving) -> None:
    kept(server, "tapped", "b29", B29, GEORGES)
    desk = sit(viewport=PHONE, touch=True)
    desk.decide("tapped")
    for kind, name in (("gun", "Forward Lower Turret"), ("fighter", "George B")):
        thing = desk.page.locator(f'.can[tabindex="0"][data-subject*="{kind}:{name}"]').first
        thing.scroll_into_view_if_needed()
        spot = thing.evaluate(_SPOTS)
        assert spot is not None, f"nowhere to tap {name}"
        desk.page.touchscreen.tap(*spot)
        if kind == "gun":
            expect(desk.page.locator(".slate li.now .rowpick")).to_contain_text(name)
    expect(desk.page.locator(".slate li.now select")).to_have_value("CFC > George B")
