"""Beginning and playing: what a player does most, in the browser."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.browser.conftest import Sit
from tests.browser.desk import Desk, Serving, expect


def test_the_start_page_offers_every_game_and_its_options_with_their_origin(desk: Desk) -> None:
    desk.open("/")
    cards = desk.page.locator(".cards .card h3")
    assert cards.all_inner_texts() == ["B-29 over Japan", "B-17 over Europe", "The Doolittle Raid"]
    desk.page.get_by_role("link", name="New game: B-17 over Europe").click()
    expect(desk.page.locator("#h-n")).to_have_text("New game: B-17 over Europe")
    options = desk.page.locator("#new .op")
    assert not options.first.is_visible()
    desk.page.get_by_text("Options", exact=True).click()
    expect(options.first).to_be_visible()
    badges = desk.page.locator("#new .op .origin").all_inner_texts()
    assert len(badges) == options.count() > 3
    assert {word.lower() for word in badges} <= {"printed", "optional", "variant", "reconstructed"}
    assert desk.page.locator("#new .op a.rl").count() == options.count()
    assert desk.page.locator("#new .op small").count() > 3
    desk.shot("start-options", full=True)
    desk.open("/?new=doolittle")
    assert desk.page.locator("[name=scenario] option").count() == 10


def test_a_form_that_cannot_be_says_why_and_keeps_what_was_typed(desk: Desk) -> None:
    desk.open("/?new=b17")
    desk.page.locator("[name=name]").fill("Gravel Gertie")
    desk.page.get_by_text("Options", exact=True).click()
    desk.page.locator("[name=house]").set_input_files(
        {"name": "h.toml", "mimeType": "text/plain", "buffer": b"=="}
    )
    desk.page.locator("[name=dice][value=real]").check()
    desk.page.locator("[name=auto]").uncheck()
    desk.page.get_by_role("button", name="Begin").click()
    expect(desk.page.locator("[role=alert]")).to_contain_text("House.toml")
    assert desk.page.locator("[name=name]").input_value() == "Gravel Gertie"
    assert desk.page.locator("#new [name=game]").input_value() == "b17"
    assert desk.page.locator("[name=dice][value=real]").is_checked()
    assert not desk.page.locator("[name=auto]").is_checked()
    told = desk.page.locator("[role=alert]").bounding_box()
    assert told is not None
    assert told["y"] < 200
    desk.refused(400)


@pytest.mark.parametrize(
    ("game", "scenario", "seed"), [("b29", "", "13"), ("b17", "", "2"), ("doolittle", "1", "7")]
)
def test_a_whole_mission_by_the_marked_answers(desk: Desk, game: str, scenario: str, seed: str) -> None:
    name = f"whole-{game}"
    desk.begin(game, name, seed, scenario, auto="on")
    answers = desk.to_the_end()
    desk.shot(f"{game}-end", full=True)
    assert answers > 8
    kept = desk.server.session(name)
    assert kept.finish is not None
    assert kept.steps >= answers
    expect(desk.page.locator("#h-de")).to_contain_text("over")
    assert desk.page.locator("#decision .paper").count() > 0
    if game == "doolittle":
        assert str(kept.finish.outcome["result"]) in desk.page.locator("#decision").inner_text().lower()
        return
    desk.page.get_by_role("button", name="The next flight").click()
    expect(desk.page.locator("h1")).to_contain_text(re.compile("(mission|flight) 2"))
    assert desk.server.session(name).chapter.number == 2
    desk.onward()
    desk.undo()
    expect(desk.page.locator("#h-de")).to_have_text("Flight 1 is over")


@pytest.mark.parametrize(("flight", "steps"), [("flight", 12), ("naval", 6), ("campaign", 10)])
def test_a_bit_of_the_longer_scenarios(desk: Desk, flight: str, steps: int) -> None:
    scenario = {"flight": "7", "naval": "9", "campaign": "10"}[flight]
    desk.begin("doolittle", f"bit-{flight}", "5", scenario)
    asked = []
    for _ in range(steps):
        asked.append(desk.prompt())
        desk.answer()
    assert len(set(asked)) > 2
    assert desk.page.locator("#main svg:is([role=img], [role=group]) > title").count() > 0
    desk.shot(f"bit-{flight}")
    kept = desk.server.session(f"bit-{flight}")
    assert kept.pending is not None
    assert desk.page.locator("#decision").get_attribute("data-ask") == kept.pending.id


def test_a_reload_shows_the_same_question_and_undo_the_former_one(desk: Desk) -> None:
    desk.server.prepare("again", "attack", 4)
    desk.decide("again")
    ways = desk.page.locator("#decision .opts, #decision .slate").first
    asked = [(desk.prompt(), ways.inner_text())]
    for _ in range(3):
        desk.answer()
        asked.append((desk.prompt(), ways.inner_text()))
    desk.page.reload()
    assert (desk.prompt(), ways.inner_text()) == asked.pop()
    while asked:
        desk.undo()
        assert (desk.prompt(), ways.inner_text()) == asked.pop()
    assert desk.server.session("again").chapter.undos > 0


def test_undo_at_the_very_beginning_is_not_offered(desk: Desk) -> None:
    desk.server.prepare("first", "b17", 0)
    desk.decide("first")
    before = desk.at()
    button = desk.page.get_by_role("button", name="Undo")
    assert button.get_attribute("aria-disabled") == "true"
    button.click(force=True)
    desk.page.keyboard.press("Tab")
    assert desk.at() == before


def test_real_dice_are_typed_and_wrong_faces_lose_nothing(desk: Desk) -> None:
    name = desk.server.prepare("dice", "attack", 3)
    desk.decide(name)
    before = desk.at()
    desk.page.get_by_role("button", name="Real dice").click()
    desk.moved(before)
    for _ in range(12):
        if desk.page.locator("[name=faces]").count():
            break
        desk.answer()
    steps = desk.server.session(name).steps
    need = desk.server.session(name).need_dice
    assert need is not None
    title = desk.page.locator("#h-de").inner_text()
    assert str(need.count) in title
    desk.shot("real-dice")
    for wrong in ("7" * need.count, "x", "1" * (need.count + 1)):
        desk.page.locator("[name=faces]").fill(wrong)
        desk.page.locator("[name=faces]").press("Enter")
        expect(desk.page.locator("[role=alert]")).to_be_visible()
        assert desk.page.locator("#h-de").inner_text() == title
        assert desk.server.session(name).steps == steps
        desk.page.locator("[role=alert]").evaluate("e => e.remove()")
    desk.refused(400)
    desk.page.locator("[name=faces]").fill("3" * need.count)
    before = desk.at()
    desk.page.locator("[name=faces]").press("Enter")
    desk.moved(before)
    assert not desk.page.locator("[role=alert]").count()
    assert desk.server.session(name).steps > steps
    desk.drawer("e")
    thrown = desk.page.locator(".roll").get_by_text(re.compile("you threw|Your own dice"))
    expect(thrown.first).to_be_attached()  # the drawer is filled when it is opened


def test_of_two_tabs_the_later_answer_to_an_old_question_is_refused(
    sit: Sit, server: Serving, tmp_path: Path
) -> None:
    name = server.prepare("tabs", "attack", 4)
    one, two = sit(), sit()
    one.decide(name)
    two.decide(name)
    one.answer()
    now = one.prompt()
    steps = server.session(name).steps
    two.page.locator("#decision .opt").last.click()
    expect(two.page.locator("[role=alert]")).to_contain_text("older than the game")
    assert two.prompt() == now
    assert two.at() == one.at()
    assert server.session(name).steps == steps
    two.refused(409)
    two.answer()
    assert server.session(name).steps > steps
    one.page.get_by_role("button", name="Undo").click()
    expect(one.page.locator("[role=alert]")).to_contain_text("older than the game")
    one.refused(409)
    assert server.flakhouse("saves", "export", name, "-o", str(tmp_path / "out.json")).returncode == 0
    assert json.loads((tmp_path / "out.json").read_bytes())
    proved = server.flakhouse("replay", name, "--verify")
    assert (proved.returncode, proved.stderr) == (0, "")


def test_the_terminal_goes_on_where_the_browser_is(desk: Desk) -> None:
    name = desk.server.prepare("both", "b29", 3)
    desk.decide(name)
    desk.answer()
    told = json.loads(desk.server.flakhouse("resume", name, "--json").stdout)
    assert told["save"] == name
    assert told["step"] == desk.server.session(name).steps
    assert " ".join(told["question"]["prompt"].split()) == desk.prompt()


def test_a_server_that_is_away_is_said_and_nothing_is_lost(desk: Desk) -> None:
    name = desk.server.prepare("away", "b17", 2)
    desk.decide(name)
    asked = desk.prompt()
    desk.page.route("**/answer", lambda route: route.abort())
    desk.page.locator("#decision .opt").first.click()
    expect(desk.page.locator("[role=alert]")).to_contain_text("does not answer")
    assert desk.prompt() == asked
    desk.page.unroute("**/answer")
    desk.errors.clear()
    desk.answer()
    assert not desk.page.locator("[role=alert]").count()


def test_the_odds_of_each_option_stand_beside_it_and_nothing_is_answered(desk: Desk) -> None:
    desk.begin("doolittle", "chances", seed="3", scenario="1")
    before, options = desk.at(), desk.page.locator("#decision button.opt").count()
    desk.page.keyboard.press("o")
    expect(desk.page.locator("#odds tbody tr")).to_have_count(options, timeout=15000)
    score = re.compile(r"-?\d+\.\d")
    expect(desk.page.locator("#decision .opt .odds").first).to_have_text(score, timeout=15000)
    shown = desk.page.locator("#decision .opt .odds").all_inner_texts()
    assert all(score.match(text.strip()) for text in shown[:options])  # the score, in this game
    assert "fresh dice" in desk.page.locator("#odds").inner_text()
    desk.shot("odds")
    expect(desk.page.locator("#decision .opt.sel .enter")).to_be_visible()  # Enter still takes the marked one
    desk.page.keyboard.press("Escape")
    expect(desk.page.locator("#odds")).to_be_hidden()
    expect(desk.page.locator("#decision .opt.sel .odds")).to_have_text("Enter")
    assert desk.at() == before
    desk.answer()
    assert desk.at() != before


@pytest.mark.parametrize("flight", ["b29"])
def test_a_scene_is_one_window_with_the_answer_in_sight(desk: Desk, server: Serving, flight: str) -> None:
    name = server.prepare(f"window-{flight}", flight, 0)
    desk.decide(name)
    for _ in range(20):
        if desk.page.locator("[data-kind=briefing]").count():  # a page of its own
            here = desk.page.url
            desk.page.locator(".go-on").click()
            desk.page.wait_for_function("was => location.href !== was", arg=here)
            continue
        if desk.page.locator("[data-scene]").count():
            break
        before = desk.at()
        desk.page.wait_for_timeout(160)  # an Enter that comes at once was meant for what was there before
        desk.page.keyboard.press("Enter")
        desk.arrived(before)
    assert desk.page.locator("[data-scene]").count()
    for size in ((1440, 900), (1280, 720)):
        desk.page.set_viewport_size({"width": size[0], "height": size[1]})
        assert desk.page.evaluate("document.documentElement.scrollHeight") <= size[1]
        expect(desk.page.locator(".answer .go-on")).to_be_in_viewport(ratio=1)
        stage = desk.page.locator(".st .stage").bounding_box()
        assert stage is not None
        assert stage["y"] + stage["height"] <= size[1]
        assert stage["height"] > 0.8 * size[1]


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (390, 844)])
@pytest.mark.parametrize(
    ("flight", "ways"),
    [
        ("b29", ["The next flight", "A new tour", "Another game"]),
        ("b17", ["The next flight", "A new tour", "Another game"]),
        ("attack", ["The next scenario", "Play it again", "Another scenario"]),
    ],
)
def test_what_can_be_played_next_is_in_sight_at_the_end(
    sit: Sit, flight: str, ways: list[str], size: tuple[int, int]
) -> None:
    desk = sit(viewport={"width": size[0], "height": size[1]}, still=True)
    desk.decide(desk.server.prepare(f"next-{flight}-{size[0]}", flight, 400))
    desk.shot(f"what-next-{flight}-{size[0]}")
    expect(desk.page.get_by_role("heading", name="What next?")).to_be_in_viewport(ratio=1)
    shown = desk.page.locator(".nexts .btn")
    assert [one.inner_text().replace("Enter", "").strip() for one in shown.all()] == ways
    for one in shown.all():
        expect(one).to_be_in_viewport(ratio=1)
    first = shown.first.bounding_box()
    last = shown.last.bounding_box()
    assert first is not None
    assert last is not None
    assert abs(first["y"] - last["y"]) < 2  # in one line


def test_a_new_tour_and_another_scenario_begin_with_their_briefing_or_first_question(desk: Desk) -> None:
    for flight, way in (("b17", "A new tour"), ("attack", "The next scenario")):
        name = desk.server.prepare(f"onwards-{flight}", flight, 400)
        desk.decide(name)
        desk.page.get_by_role("button", name=way).click()
        expect(desk.page.locator(".nexts")).to_have_count(0)
        expect(desk.page.locator("#decision")).to_be_visible()
        assert name not in desk.page.url
