"""Other ways to play: small screens, the keyboard alone, no script, dark, without motion; and hostile names."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Response

from flakhouse import games
from flakhouse.core.chapter import begin
from flakhouse.core.journal import Answer
from tests.browser.conftest import Sit
from tests.browser.desk import FLIGHTS, PHONE, Desk, Serving, expect

_STEPS = {"b29": 7, "b17": 8, "attack": 8, "flight": 30, "naval": 20, "campaign": 25}
_WIDTH = "() => document.documentElement.scrollWidth"


@pytest.fixture(scope="module")
def played(server: Serving) -> dict[str, str]:
    """Each game in the middle, and one at its end."""
    saves = {flight: server.prepare(f"mid-{flight}", flight, _STEPS[flight]) for flight in FLIGHTS}
    saves["end"] = server.prepare("the-end", "b17", 60)
    return saves


def test_no_page_scrolls_sideways(sit: Sit, played: dict[str, str]) -> None:
    desk = sit(viewport=PHONE)
    paths = ["/", "/?new=doolittle", "/help", "/settings", "/studies", "/charts/b29?q=zone", "/charts/b29/6-2"]
    paths += ["/rules/b17?q=oxygen", f"/saves/{played['b29']}", *(f"/play/{name}" for name in played.values())]
    paths += [f"/play/{played['end']}/{rest}" for rest in ("report/mission", "report/story", "replay", "log")]
    wide: list[tuple[str, int, int]] = []
    for path in paths:
        desk.page.set_viewport_size({"width": 390, "height": 844})
        desk.open(path)
        desk.shot(f"phone{path.replace('/', '-').replace('?', '-')}", full=True)
        for width in (320, 390, 820):
            desk.page.set_viewport_size({"width": width, "height": 844})
            found = int(desk.page.evaluate(_WIDTH))
            if found > width:
                wide.append((path, width, found))
        if path.startswith("/play"):
            desk.shot(f"tablet{path.replace('/', '-')}", full=True)
    assert wide == []


@pytest.mark.parametrize("flight", ["attack", "b29"])
def test_a_phone_shows_the_drawing_and_the_decision_together(
    sit: Sit, played: dict[str, str], flight: str
) -> None:
    desk = sit(viewport=PHONE)
    desk.decide(played[flight])
    expect(desk.page.locator("#h-de")).to_be_in_viewport()
    answers = desk.page.locator("#decision .opt, #decision .ends .btn")
    answers.last.scroll_into_view_if_needed()
    expect(desk.page.locator(".st svg").first).to_be_in_viewport()  # it stays while one reads on
    desk.shot(f"phone-decision-{flight}")
    small = [box for one in answers.all() if (box := one.bounding_box())]
    assert small
    assert min(box["height"] for box in small) >= 44
    desk.answer()
    assert desk.prompt()


def test_more_than_nine_options_have_two_digits_each(sit: Sit, server: Serving) -> None:
    name = server.prepare("many-keys", "naval", 0)
    with server.store() as store:
        session = store.session(games.load("doolittle"), name)
        session.wake()
        while session.pending is not None and len(session.pending.options) < 12:
            session.answer(session.pending.default)
    ask = session.pending
    assert ask is not None
    desk = sit(still=True)
    desk.open(f"/play/{name}?one=1")
    desk.shot("two-digits")
    assert desk.page.locator("#decision [data-number='01']").count() == 1
    keys = desk.page.keyboard
    keys.press("1")  # the first of two: nothing is taken, however long one waits
    desk.page.wait_for_timeout(900)
    assert desk.page.locator("#decision .pointed").count() == min(10, len(ask.options) - 9)
    keys.press("Escape")
    assert desk.page.locator("#decision .pointed").count() == 0
    before = desk.at()
    keys.press("1")
    keys.press("2")
    desk.moved(before)
    answers = [entry for entry in server.session(name).chapter.entries if isinstance(entry, Answer)]
    assert list(ask.options)[11] in [entry.key for entry in answers[session.steps :]]


def test_ten_decisions_by_the_keyboard_alone(sit: Sit, server: Serving) -> None:
    name = server.prepare("keys", "attack", 1)
    desk = sit()
    desk.decide(name)
    keys = desk.page.keyboard
    taken = "() => document.activeElement.matches('#decision .opt, #decision [data-enter]')"
    for turn in range(10):
        before, steps = desk.at(), server.session(name).steps
        desk.page.wait_for_timeout(160)  # an Enter that comes at once was meant for what was there before
        rows = desk.page.locator("#decision .slate .rows > li")
        if turn % 3 == 0 and rows.count():  # on a form a number chooses a row, and Enter takes all
            keys.press("2")
            expect(rows.nth(1)).to_have_class(re.compile(r"\bnow\b"))
            keys.press("Enter")
        elif turn % 3 == 0:
            keys.press("1")
        elif turn % 3 == 1:
            keys.press("Enter")
        else:
            for _ in range(60):
                keys.press("Tab")
                if desk.page.evaluate(taken):
                    break
            keys.press("Enter")
        desk.moved(before)
        assert server.session(name).steps > steps
        if desk.over():
            keys.press("u")
            desk.page.wait_for_selector("#decision .ask")
    before, asked = desk.at(), desk.prompt()
    keys.press("u")
    desk.moved(before)
    assert server.session(name).chapter.undos >= 0
    assert desk.prompt() != asked or desk.at() != before
    keys.press("?")
    expect(desk.page.locator("#paper")).to_be_visible()
    keys.press("Escape")
    expect(desk.page.locator("#paper")).not_to_be_visible()


def test_everything_works_without_a_script(sit: Sit, server: Serving) -> None:
    desk = sit(script=False)
    desk.open("/")
    desk.page.get_by_role("link", name="New game: The Doolittle Raid").click()
    desk.page.locator("[name=name]").fill("no-script")
    desk.page.get_by_role("button", name="Begin").click()
    desk.page.wait_for_url("**/play/no-script/scene**")
    while desk.page.locator("[data-scene]").count():  # the briefing and the first scene
        desk.page.locator(".go-on").click()
        desk.page.wait_for_load_state()
    asked = [desk.prompt()]
    for count in range(1, 4):
        steps = server.session("no-script").steps
        desk.page.locator("#decision .opt.sel").click()
        desk.page.wait_for_load_state()
        while desk.page.locator("[data-scene]").count():  # a scene goes on by a link
            desk.page.locator(".go-on").click()
            desk.page.wait_for_load_state()
        desk.page.wait_for_url("**/play/no-script")
        assert server.session("no-script").steps > steps
        asked.append(desk.prompt())
        assert len(asked) == count + 1
    desk.shot("no-script")
    desk.page.get_by_role("button", name="Undo").click()
    desk.page.wait_for_url("**/play/no-script")
    assert desk.prompt() == asked[-2]
    desk.page.locator(".tape summary").filter(has_text="Log").click()
    desk.page.get_by_role("link", name="The log").click()
    line = desk.page.locator(".log details").filter(has_text="The rolls behind this line").first
    line.locator("summary").click()
    line.get_by_role("link", name="The rolls behind this line").click()
    assert desk.page.locator(".r1 .die").count() > 0
    desk.page.get_by_role("link", name="Back to the game").click()
    desk.page.locator("#decision header").get_by_role("link", name="Help").click()
    expect(desk.page.locator("#main h2")).to_have_text("This decision")
    desk.page.go_back()
    desk.page.locator("#decision header").get_by_role("link", name="Rule").click()
    expect(desk.page.locator("h1")).to_contain_text("Rule")


@pytest.mark.parametrize("flight", ["b29", "attack"])
def test_dark_follows_the_system_and_the_setting(sit: Sit, played: dict[str, str], flight: str) -> None:
    light = (
        "() => getComputedStyle(document.body).backgroundColor.match(/[0-9]+/g).reduce((a, b) => a + Number(b), 0)"
    )
    desk = sit(dark=True)
    desk.decide(played[flight])
    desk.shot(f"dark-{flight}", full=True)
    assert int(desk.page.evaluate(light)) < 150
    desk.open(f"/settings?next=/play/{played[flight]}")
    desk.page.get_by_label("Light").select_option("light")
    desk.page.get_by_role("button", name="Keep").click()
    desk.page.wait_for_url(f"**/play/{played[flight]}")
    desk.page.wait_for_timeout(250)
    desk.shot(f"light-{flight}", full=True)
    assert int(desk.page.evaluate(light)) > 450


@pytest.mark.parametrize("by_setting", [False, True])
def test_nothing_moves_when_motion_is_not_wanted(
    sit: Sit, server: Serving, played: dict[str, str], by_setting: bool
) -> None:
    running = "() => document.getAnimations().filter(a => a.playState === 'running').length"
    moving = sit()
    moving.decide(played["naval"])
    assert moving.page.locator(".die.new").count() > 0
    name = server.prepare(f"still-{by_setting}", "b29", 2)
    desk = sit(still=not by_setting)
    if by_setting:
        desk.open("/settings")
        desk.page.locator("[name=motion]").select_option("off")
        desk.page.get_by_role("button", name="Keep").click()
    desk.decide(name)
    for _ in range(3):
        assert desk.page.evaluate(running) == 0
        desk.answer()
    desk.page.reload()  # the drawer of the rolls is then filled at once
    assert desk.page.evaluate("() => getComputedStyle(document.querySelector('.die.new')).animationName") == "none"


@pytest.mark.parametrize(
    ("game", "name"), [("b29", "<script>alert(1)</script>"), ("b17", '"><img src=x onerror=alert(1)>')]
)
def test_hostile_names_are_only_names(sit: Sit, server: Serving, game: str, name: str) -> None:
    save = server.prepare(f"hostile-{game}", game, 0, automation="none")
    desk = sit()
    desk.decide(save)
    field = desk.page.locator("#decision [name=key]:not(button), #decision .slate input[name^='row.']")
    named = 0
    while named < 3:
        before = desk.at()
        if field.count():
            for one in field.all():  # the crew stands on one form
                one.fill(name)
                named += 1
            field.first.press("Enter")
            desk.moved(before)
        else:
            desk.answer("yes")
    server.play_on(save)
    desk.decide(save)
    assert name in desk.page.locator("h1").inner_text()
    assert (desk.page.locator("#page").text_content() or "").count(name) > 2
    desk.shot(f"hostile-{game}")
    for path in ("", "/log", "/replay", "/report/story", "/report/mission", "/report/debrief"):
        desk.open(f"/play/{save}{path}")
        assert name in desk.page.locator("#page").inner_text()
        assert desk.page.locator("#page img, #page script").count() == 0
    desk.open("/")
    assert desk.page.locator("#page img, #page script").count() == 0
    assert desk.dialogs == []


@pytest.mark.parametrize("flight", FLIGHTS)
def test_the_play_page_weighs_little(sit: Sit, played: dict[str, str], flight: str) -> None:
    desk = sit()
    got: list[Response] = []
    desk.page.on("response", lambda one: got.append(one) if one.status == 200 else None)
    desk.decide(played[flight])
    desk.page.wait_for_load_state("networkidle")
    sizes = {one.url.split("?")[0].rsplit("/", 1)[1]: len(one.body()) for one in got}
    assert all(one.ok for one in got)
    assert all(one.url.startswith(desk.server.base) for one in got)
    assert len(sizes) >= 5
    assert sum(sizes.values()) < 300_000, sizes


def test_on_a_phone_the_next_briefing_opens_at_its_head_and_names_no_keys(sit: Sit, server: Serving) -> None:
    name = server.prepare("touched", "b17", 10**6)
    desk = sit(viewport=PHONE, touch=True)
    desk.decide(name)
    button = desk.page.get_by_role("button", name="The next flight")
    button.scroll_into_view_if_needed()
    desk.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert desk.page.evaluate("scrollY") > 100
    button.click()
    expect(desk.page.locator(".briefing #h-sc")).to_be_in_viewport()
    assert desk.page.evaluate("scrollY") == 0
    assert desk.page.locator(".briefing kbd").count()
    assert [one for one in desk.page.locator(".briefing kbd").all() if one.is_visible()] == []


def test_undo_works_while_a_scene_is_shown(desk: Desk) -> None:
    name = desk.server.prepare("undo-told", "b17", 3)
    desk.decide(name)
    asked = desk.prompt()
    steps = desk.server.session(name).steps
    desk.page.wait_for_timeout(160)
    desk.page.keyboard.press("Enter")
    expect(desk.page.locator("[data-scene]")).to_have_count(1)
    assert desk.server.session(name).steps > steps
    desk.page.keyboard.press("u")
    expect(desk.page.locator("[data-scene]")).to_have_count(0)
    assert desk.prompt() == asked
    assert desk.server.session(name).steps == steps


def test_help_works_while_a_scene_is_shown_and_a_key_of_decisions_says_why_it_does_nothing(desk: Desk) -> None:
    desk.decide(desk.server.prepare("help-told", "b17", 3))
    desk.page.wait_for_timeout(160)
    desk.page.keyboard.press("Enter")
    expect(desk.page.locator("[data-throw]")).to_have_count(1)
    here = desk.page.url
    desk.page.keyboard.press("o")
    expect(desk.page.locator("#about")).to_be_visible()
    expect(desk.page.locator("#about")).to_contain_text("belongs to a decision")
    expect(desk.page.locator("#about")).to_be_in_viewport(ratio=1)
    expect(desk.page.locator("#said")).to_contain_text("belongs to a decision")
    desk.page.keyboard.press("?")
    expect(desk.page.locator("#paper")).to_be_visible()
    expect(desk.page.locator("#paper .grid")).to_be_visible()  # the table of the throw that waits
    expect(desk.page.locator("#about")).to_be_hidden()
    desk.page.keyboard.press("Escape")
    expect(desk.page.locator("#paper")).to_be_hidden()
    assert desk.page.url == here


def test_undo_before_the_first_answer_says_that_there_is_nothing_to_take_back(desk: Desk) -> None:
    desk.decide(desk.server.prepare("undo-first", "b17", 0))
    desk.page.keyboard.press("u")
    expect(desk.page.locator("#about")).to_contain_text("Nothing to take back")


def test_help_and_undo_work_at_the_briefing(desk: Desk) -> None:
    desk.open(f"/play/{desk.server.prepare('help-briefed', 'attack', 0)}/scene?from=0")
    desk.page.keyboard.press("?")
    expect(desk.page.locator("#paper")).to_contain_text("Take an option with its number")
    desk.page.keyboard.press("Escape")
    expect(desk.page.locator("#paper")).to_be_hidden()
    desk.page.keyboard.press("u")
    expect(desk.page.locator("#about")).to_contain_text("Nothing to take back")


def test_u_takes_back_from_a_box_to_tick(desk: Desk, server: Serving) -> None:
    game = games.load("doolittle")
    with server.store() as store:
        chapter = begin(game, "any", options={"scenario": "10"})
        session = store.session(game, store.create(chapter, "any", "undone"))
        session.run()
        session.answer("own")
    desk.decide("undone")
    at = desk.at()
    desk.page.locator(".planner input[type=radio]:checked").first.focus()
    desk.page.keyboard.press("u")
    desk.moved(at)
    assert server.session("undone").steps == 0


def test_the_tape_begins_no_scene_it_has_no_room_for(sit: Sit, server: Serving) -> None:
    desk = sit(viewport={"width": 1280, "height": 720}, still=True)
    desk.decide(server.prepare("tape", "b17", 3))
    desk.onward()
    page = desk.page
    page.evaluate(
        """() => { const tape = document.querySelector('.tape > ol'), one = tape.querySelector('li');
        for (let i = 0; i < 6; i++) { const more = one.cloneNode(true); more.removeAttribute('aria-current');
          more.querySelector('a').textContent = 'The bomber falls out of the line ' + i; tape.prepend(more); } }"""
    )
    cut = page.evaluate(
        """() => { const tape = document.querySelector('.tape > ol').getBoundingClientRect();
        const shown = [...document.querySelectorAll('.tape > ol > li a')].map((a) => a.getBoundingClientRect())
          .filter((a) => a.top >= tape.top - 1 && a.bottom <= tape.bottom + 1);
        return [shown.length, shown.filter((a) => a.right > tape.right + 1).length]; }"""
    )
    assert cut[0] > 0
    assert cut[1] == 0
    assert page.locator(".tape [aria-current]").evaluate(
        "e => e.getBoundingClientRect().top >= e.parentNode.getBoundingClientRect().top - 1"
    )


def test_the_list_of_flights_in_the_log_can_be_read(desk: Desk, server: Serving) -> None:
    name = server.prepare("flights", "b17", 40)
    server.play_on(name)
    desk.decide(name)
    desk.page.locator("form[action$='/next'] button").first.click()
    desk.page.wait_for_url("**/scene**")
    desk.onward()
    desk.drawer("l")
    chosen = desk.page.locator(".drawer-p select[name=chapter]")
    expect(chosen).to_be_visible()
    assert chosen.evaluate("e => e.getBoundingClientRect().width") > 60
