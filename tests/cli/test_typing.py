"""What is typed at a stop, between pages and too early: a letter and its Enter are one command, never two."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import termios
from pathlib import Path

import pytest

from flakhouse import games
from flakhouse.cli import keyboard
from flakhouse.cli.common import Usage, find_save
from flakhouse.cli.scenes import Teller
from flakhouse.cli.terminal import pages
from flakhouse.cli.words import fits
from flakhouse.core.chapter import begin
from flakhouse.render.base import renderer
from flakhouse.store import Store
from tests.cli.screens import Screen
from tests.cli.test_scenes import CODE, DICE, Fly, home  # noqa: F401
from tests.sim.positions import asks, session_at


@pytest.fixture
def fly() -> Fly:
    """The toy on a terminal, at the first throw that waits."""

    def call(**env: str) -> Screen:
        s = Screen("play", "toy", "--dice", DICE, "--save", "air", code=CODE, **{"NO_COLOR": "1", **env})
        s.wait("Name of the balloon")
        s.wait("> ")
        s.type("Zephyr\r")
        s.wait("Where to?")
        s.wait("> ")
        s.type("stay\r")
        s.wait("Enter throw")
        s.wait("\n> ")
        return s

    return call


def steps() -> int:
    with Store() as store:
        return store.info("air").steps


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("r", "Nothing has been thrown in this scene yet."),
        ("e", "Nothing has been thrown in this scene yet."),
        ("h", "skips to your next decision"),
        ("?", "skips to your next decision"),
        ("p", "The telling stops at: decisions only."),
        ("o", "O works at your next decision. Here Enter would throw; h shows the keys."),
        ("b", "B works at your next decision."),
        ("3", "'3' means nothing here: nothing is asked. Enter would throw; h shows the keys."),
        ("stay", "'stay' means nothing here"),
        ("g Nosuchterm", "No term 'Nosuchterm' in the glossary."),
        ("t 1-3", "church"),
        ("l", "wind"),
        ("briefing", "B works at your next decision."),
        ("status", "turn 1 tear 0"),
        ("i", "turn 1 tear 0"),
    ],
)
def test_a_letter_and_enter_at_a_stop_throw_no_dice(fly: Fly, line: str, said: str) -> None:
    s = fly()
    s.type(f"{line}\r")
    told = s.wait(said) + s.wait("Enter throw") + s.wait("\n> ")
    assert "│ 6 │" not in told
    s.type("\r")  # and the next Enter does
    s.wait("│ 6 │")
    s.leave()


def test_the_words_of_the_bar_do_what_it_says(fly: Fly) -> None:
    s = fly()
    s.type("Throw\r")
    s.wait("│ 6 │")
    s.wait("Enter continue")
    s.wait("\n> ")
    s.type("continue\r")
    s.wait("Where to?")
    s.wait("\n> ")
    s.leave()


def test_enter_typed_ahead_throws_and_continues_once_only(fly: Fly) -> None:
    s = fly()
    s.type("\r\r\r\r\r")
    s.wait("THE ENVELOPE TEARS")
    s.wait("Enter continue")
    s.wait("\n> ")
    assert not s.read(0.5) or "Where to?" not in s.text[s.at :]
    s.leave()


def test_a_line_between_pages_of_a_command_ends_them_and_is_carried_out(fly: Fly) -> None:
    s = fly(LINES="14")
    s.type("s\r")
    s.wait("Where to?")
    s.wait("\n> ")
    before = steps()
    for line, said in (("?", "Rule 1.2, Effects"), ("nonsense", "is not one of the answers"), ("h", "Where to?")):
        s.type("h\r")
        s.wait("Enter continues, q ends -- ")
        s.type(f"{line}\r")
        told = s.wait(said)
        assert "this help" not in told
        s.wait("\n> ")
    s.type("h\r")
    s.wait("ends -- ")
    s.type("q\r")
    s.wait("Where to?")
    s.wait("\n> ")
    assert steps() == before
    s.type("h\r")
    s.wait("ends -- ")
    s.type("1\r")  # the question was seen before the pages
    s.wait("Enter throw")
    s.wait("\n> ")
    assert steps() > before
    s.type("q\r")
    s.wait("Everything is kept")
    s.end()


def test_the_menu_is_seen_before_it_can_be_answered(fly: Fly) -> None:
    """In the pages of the debriefing `3` and Enter neither turn a page nor begin the next flight."""
    s = fly(LINES="12")
    s.type("s\r")
    s.wait("Where to?")
    s.wait("\n> ")
    s.type("stay\r")
    s.wait("Enter throw")
    s.wait("\n> ")
    s.type("s\r")
    s.wait("q ends -- ")
    s.type("3\r")
    s.wait("'3' means nothing between pages")
    s.wait("q ends -- ")
    s.type("q\r3\r\r")  # typed ahead of the menu
    s.wait("What next?")
    s.wait("\n> ")
    assert not s.read(0.5) or "What next?" not in s.text[s.at :]
    with Store() as store:
        assert store.info("air").chapter == 1
    s.type("q\r")
    s.wait("Everything is kept")
    s.end()


@pytest.mark.parametrize(
    ("typed", "begun"),
    [("", ""), ("\r", ""), ("3\r", ""), ("r", "r"), ("3\rr", "r"), ("\x1b[A", ""), ("\r\rg fb", "g fb")],
)
def test_what_is_typed_too_early_is_dropped_but_for_a_line_that_is_begun(typed: str, begun: str) -> None:
    """Its Enter then belongs to it: a slow machine makes no bare Enter of `r` and Enter."""
    there, here = pty.openpty()
    try:
        os.write(there, typed.encode())
        with os.fdopen(here, closefd=False) as source:
            assert keyboard.forget(source) == begun
            assert keyboard.forget(source) == ""
    finally:
        os.close(there)
        os.close(here)


def test_a_line_begun_too_early_stands_at_the_next_prompt() -> None:
    code = (
        "from flakhouse.cli.terminal import Terminal\nt = Terminal()\nprint('busy')\nimport time; time.sleep(1)\n"
    )
    s = Screen(code=code + "print([t.stop('at the stop: ')])", NO_COLOR="1")
    s.wait("busy")
    s.type("\rr")
    s.wait("at the stop: r")
    s.type("\r")
    s.wait("['r']")
    assert s.end() == 0


@pytest.mark.parametrize("count", [1, 10, 19, 22, 23, 26, 40, 44, 45, 66, 67])
def test_no_page_is_too_long_and_no_last_page_is_a_line_or_two(count: int) -> None:
    lines = [str(n) for n in range(count)]
    found = pages(lines, 22)
    assert [line for page in found for line in page] == lines
    assert max(map(len, found)) <= 22
    assert len(found) == 1 or min(map(len, found)) >= 5


def test_a_page_ends_at_an_empty_line_near_its_foot() -> None:
    lines = [str(n) if n != 19 else "" for n in range(40)]
    assert [len(page) for page in pages(lines, 22)] == [20, 20]


# ------------------------------------------------------------------ taking back on a form


def planning() -> Screen:
    """The form of January, in the raid."""
    s = Screen("play", "doolittle", "--scenario", "10", "--seed", "5", "--save", "air", LINES="60", NO_COLOR="1")
    s.wait("How is the raid planned?")
    s.wait("> ")
    s.type("2\r")
    s.wait("= Security Risk at sailing: 4")
    s.wait("\n> ")
    return s


def test_raid_13_2_3_a_form_tells_what_it_goes_on_to_behind_the_dice() -> None:
    s = planning()
    s.type("2 2\r")
    s.wait("\n> ")
    s.type("\r")
    s.wait("February 1942: the modifications")
    s.wait("Behind the dice, Fields in China: Chuchow, Lishui")
    s.wait("\n> ")
    s.type("q\r")
    s.wait("Everything is kept")
    s.end()


def test_u_takes_back_the_last_change_on_a_form_and_then_what_was_before_it() -> None:
    s = planning()
    before = steps()
    s.type("1 1\r")
    s.wait("= Security Risk at sailing: 6")
    s.wait("\n> ")
    s.type("2 1\r")
    s.wait("\n> ")
    s.type("u\r")
    s.wait("Taken back: the last change on this form.")
    s.wait("= Security Risk at sailing: 6")
    s.wait("\n> ")
    s.type("u\r")
    s.wait("Taken back: the last change on this form.")
    s.wait("= Security Risk at sailing: 4")
    s.wait("\n> ")
    assert steps() == before
    s.type("u\r")
    s.wait("Taken back: 1 step.")
    s.wait("How is the raid planned?")
    s.wait("\n> ")
    s.type("q\r")
    s.wait("Everything is kept")
    s.end()


def test_a_form_that_u_brings_back_holds_what_was_settled_on_it() -> None:
    s = planning()
    s.type("1 1\r")  # Nimitz is told in January
    s.wait("= Security Risk at sailing: 6")
    s.wait("\n> ")
    s.type("\r")
    s.wait("February 1942")
    s.wait("\n> ")
    s.type("u\r")
    s.wait("Taken back: 1 step")
    s.wait("= Security Risk at sailing: 6")
    s.wait("\n> ")
    s.type("q\r")
    s.wait("Everything is kept")
    s.end()


def test_a_form_that_one_enter_settled_is_one_step_for_u() -> None:
    s = planning()
    before = steps()
    for month in ("February 1942", "March 1942"):
        s.type("\r")
        s.wait(month)
        s.wait("\n> ")
    s.type("4 1\r")
    s.wait("\n> ")
    s.type("u 3\r")  # the change in March, February, January
    s.wait("Taken back: the last change on this form.")
    s.wait("Taken back: 2 steps (")
    s.wait("January 1942")
    s.wait("= Security Risk at sailing: 4")
    s.wait("\n> ")
    assert steps() == before
    s.type("redo\r")
    s.wait("Put back: ")
    s.wait("March 1942")
    s.wait("\n> ")
    s.type("q\r")
    s.wait("Everything is kept")
    s.end()


def test_the_rows_of_a_planning_form_say_what_they_are_for_and_question_mark_tells_of_the_one_looked_at() -> None:
    s = planning()
    assert "Agrees: crews may land at Vladivostok and go free." in s.text
    s.type("5\r")
    s.wait("He helps in all four months, and may be overheard.")
    s.wait("\n> ")
    s.type("?\r")
    told = s.wait("= Security Risk at sailing: 4")
    assert "A form: every row is a question" in told
    assert "He telephones. He helps in all four months" in told
    assert "A diplomat may be told" not in told
    s.wait("\n> ")
    s.type("6\r")
    told = s.wait("\n> ")
    assert "6 2 to 6 6  23 B-25s to 19 B-25s\r" in told
    assert "6 7 to 6 24  18 B-25s to 1 B-25s: One die more for secrecy\r" in told
    quit_(s)


# ------------------------------------------------------------------ the fire plan

#: A B-17 whose guns that point up are empty, and five FW190s, the last of them straight above (B-3: 15).
WAVE = "b17 position 1\nmission 12: Paris\nzone 3 outbound\n" + "".join(
    f"gun {gun}: bursts 0\n" for gun in ("Top Turret", "Radio Room Gun", "Nose Gun")
)


@pytest.fixture
def plan(tmp_path: Path) -> Screen:
    """At the fire plan."""
    (tmp_path / "wave.txt").write_text(WAVE)
    s = Screen(
        *("play", "b17", "--position", "wave.txt", "--step", "combat", "--dice", "4,1,5,1"),
        *("--seed", "3", "--save", "air"),
        LINES="60",
        NO_COLOR="1",
    )
    return s.to_the_plan()


def quit_(s: Screen) -> None:
    s.type("q\r")
    s.wait("Everything is kept")
    s.end()


def test_a_fighter_on_which_no_gun_bears_is_named_in_the_plan(plan: Screen) -> None:
    shown = plan.text
    assert re.search(r"FW190 E +no gun bears on it: its vertical dive", shown)
    assert "nobody fires at it" in shown
    plan.type("n\r")
    plan.wait("Top Turret, Radio Room Gun, Nose Gun: no ammunition (5.1)")
    quit_(plan)


def test_the_example_under_the_plan_can_be_typed(plan: Screen) -> None:
    found = re.search(r"(\d+)([a-z]) gun \1 at ([A-Z])", plan.text)
    assert found is not None
    gun, letter = int(found[1]), found[3]
    row = re.search(rf"\n +{gun} (.*)", plan.text)
    assert row is not None
    assert letter in row[1].split()[-4:]  # under "could"
    plan.type(f"{found[1]}{found[2]}\r")
    told = plan.wait("Enter open fire") + plan.wait("\n> ")
    assert "does not bear" not in told
    quit_(plan)


def test_the_options_of_a_row_stand_with_what_is_typed_for_them(plan: Screen) -> None:
    plan.type("1\r")
    told = plan.wait("\n> ")
    second = re.search(r"\n +1 2  (\w+)", told)
    assert second is not None
    plan.type("1 2\r")
    told = plan.wait("Your own plan") + plan.wait("\n> ")
    quit_(plan)


def test_hold_is_said_in_full_and_waits_for_enter(plan: Screen) -> None:
    before = steps()
    plan.type("hold\r")
    plan.wait("All guns hold their fire: Enter settles it, anything else keeps the plan open.")
    plan.type("no\r")
    plan.wait("The plan is still open.")
    plan.wait("\n> ")
    assert steps() == before
    plan.type("hold\r")
    plan.wait("plan open.\r\n> ")
    plan.type("\r")
    plan.wait("> ")
    with Store() as store:
        keys = [getattr(entry, "key", "") for entry in store.chapter("air").entries]
    assert keys[before] == "hold"
    plan.leave()


def test_the_words_of_the_bar_open_fire_and_a_gun_is_laid_by_name(plan: Screen) -> None:
    before = steps()
    plan.type("Tail Guns hold\r")
    plan.wait("Your own plan")
    plan.wait("\n> ")
    plan.type("fire\r")
    plan.wait("'fire' could be Enter open fire or All guns hold their fire.")
    assert steps() == before
    plan.wait("\n> ")
    plan.type("open fire\r")
    plan.wait("\n> ")
    assert steps() > before
    plan.leave()


def test_the_words_of_the_question_before_a_plan_do_what_they_say(plan: Screen) -> None:
    before = steps()
    plan.type("each\r")  # gun by gun
    told = plan.wait("\n> ")
    assert "is nothing here" not in told
    assert "fire at which fighter? (3.4)" in told
    assert steps() == before + 1
    quit_(plan)


def test_u_after_one_brings_back_the_form_and_takes_nothing_else_back(plan: Screen) -> None:
    plan.type("one\r")
    plan.wait("Choose gun by gun")
    plan.wait("> ")
    plan.type("u\r")
    said = plan.wait("Enter open fire")
    assert "Taken back: one by one. The form is here again." in said
    assert "1 step" not in said
    quit_(plan)


def test_question_mark_explains_and_shows_the_question_again(plan: Screen) -> None:
    plan.type("?\r")
    plan.wait("Rule 3.4")
    told = plan.wait("Enter open fire")
    assert "advised" not in told
    quit_(plan)


# ------------------------------------------------------------------ the size of the terminal


def test_the_map_of_a_city_fits_a_small_screen_with_its_question() -> None:
    s = Screen("play", "doolittle", "--scenario", "1", "--seed", "7", "--save", "air", NO_COLOR="1", LINES="24")
    s.wait("q ends -- ")
    s.type("q\r")
    s.wait("\n> ")
    s.type("s\r")
    shown = s.wait("Who attacks what?") + s.wait("\n> ")
    lines = shown.split("\r\n")
    bar = next(n for n, line in enumerate(lines) if "Attack turn 1 of 9" in line)
    assert len(lines) - bar <= 24
    assert re.search(r"B Tokyo North +A C +\*Doolittle; Tokyo Armory 7/8\r", shown)  # next to West and East only
    assert re.search(r"D Kawasaki +A E G +Oil Refinery 6/7; Tank and Truck Works 8/8\r", shown)
    assert "s: whole map" in shown
    s.type("s\r")
    s.wait("[Tokyo Armory 7/8]")
    s.leave()


@pytest.mark.parametrize(("columns", "lines"), [("110", "36"), ("110", "30"), ("100", "40")])
def test_a_briefing_is_read_before_the_first_scene_and_follows_the_width(columns: str, lines: str) -> None:
    s = Screen(
        *("play", "doolittle", "--scenario", "7", "--seed", "7", "--save", "air"),
        NO_COLOR="1",
        COLUMNS=columns,
        LINES=lines,
    )
    s.wait(" -- ")
    while "-- Enter continues -- " not in s.text:
        s.type("\r")
        s.wait(" -- ")
    assert "history" in s.text
    assert "──" not in s.text  # no scene yet
    assert int(columns) - 20 < max(len(line.rstrip()) for line in s.text.split("\n")) <= int(columns)
    s.type("s\r")  # a letter is carried to the first scene
    s.wait("?")
    s.leave()


def test_s_pressed_again_and_again_shows_where_one_stands_and_ends_at_the_question() -> None:
    s = Screen("play", "doolittle", "--scenario", "1", "--seed", "7", "--save", "air", NO_COLOR="1", LINES="24")
    s.wait("q ends -- ")
    s.type("q\r")
    s.wait("\n> ")
    s.type("s\r")
    s.wait("On to your next decision; i shows where everything stands.")
    s.wait("Who attacks what?")
    s.wait("\n> ")
    s.type("s\r")
    s.wait("Score so far: 0.")
    s.wait("q ends -- ")
    s.type("s\r")
    told = s.wait("Who attacks what?") + s.wait("\n> ")
    assert "means nothing" not in told
    assert "Score so far" not in told
    quit_(s)


def resize(s: Screen, columns: int, lines: int) -> None:
    fcntl.ioctl(s.file, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))


def test_a_resized_terminal_is_used_from_the_next_question_on() -> None:
    s = Screen(
        *("play", "b29", "--seed", "5", "--auto", "routine", "--save", "air"), NO_COLOR="1", COLUMNS="0", LINES="0"
    )
    s.wait("> ")
    resize(s, 140, 50)
    s.type("\r")
    s.wait("Enter throw")
    s.wait("\n> ")
    s.type("\r")
    s.wait("Which altitude in this zone?")
    s.wait("\n> ")
    assert "│ Crew" in s.text
    resize(s, 60, 50)
    start = len(s.text)
    s.type("s\r")
    s.wait("Which altitude in this zone?")
    s.wait("\n> ")
    assert max(len(line.rstrip("\r")) for line in s.text[start:].split("\n")) <= 60
    quit_(s)


# ------------------------------------------------------------------ beginnings


def test_a_pace_of_before_is_said_when_a_new_game_begins(tmp_path: Path) -> None:
    s = Screen("play", "toy", "--dice", DICE, "--save", "one", code=CODE, NO_COLOR="1")
    assert "The telling stops at" not in s.wait("Name of the balloon")
    s.wait("> ")
    s.type("p\r")
    s.wait("The telling stops at: decisions only.")
    s.leave()
    s = Screen("play", "toy", "--dice", DICE, "--save", "two", code=CODE, NO_COLOR="1")
    s.wait("The telling stops at: decisions only, as you set it before; p changes it.")
    s.wait("> ")
    s.leave()


def test_resume_takes_the_name_of_a_game_for_its_last_save() -> None:
    with Store() as store:
        game = games.load("toy")
        store.create(begin(game, "1"), "1", "mine")
        assert find_save(store, "toy") == "mine"
        with pytest.raises(Usage, match="no save 'b29'; saves: mine"):
            find_save(store, "b29")


def test_the_scenarios_of_the_raid_say_where_and_how_many() -> None:
    about = [scenario.about for scenario in games.load("doolittle").scenarios()]
    assert about[0] == "3 B-25s over Tokyo by day, nine turns at most."
    assert about[3] == "2 B-25s over Osaka/Kobe by day, nine turns at most."
    assert about[5] == "8 B-25s over Tokyo by night, nine turns at most."


def test_a_guided_mission_explains_the_first_stop_of_each_kind_once() -> None:
    s = Screen("play", "b17", "--guided", "--save", "air", LINES="60", NO_COLOR="1")
    s.wait("> ")
    for _ in range(14):
        if "The dice have fallen" in s.text and s.text.count("Enter throw") > 1:
            break
        s.type("\r")
        s.wait("> ")
    assert s.text.count("Your dice wait.") == 1
    assert s.text.count("The dice have fallen:") == 1
    assert s.text.count("On the drawing: ") <= 1
    s.leave()


class _Silent:
    """A terminal that keeps what it is told."""

    width = 80

    def __init__(self) -> None:
        self.told: list[str] = []

    def say(self, text: str, role: str = "") -> None:
        self.told.append(text)

    def row(self, row: object) -> None:
        self.told.append("drawn")


def test_a_guided_mission_explains_the_letters_of_a_drawing_where_there_is_one() -> None:
    """Off course there is none to see."""
    session = session_at("b17", asks("fire-plan"))
    teller = object.__new__(Teller)
    term = _Silent()
    teller.term, teller.view, teller.state = term, renderer(session.game), session.state  # type: ignore[assignment]
    teller.guided, teller.explained, teller.drew = True, set(), False
    teller.explain_stop("scene")
    assert not [text for text in term.told if text.startswith("On the drawing")]
    teller.draw(session.state, "wave", [])
    assert "drawn" in term.told
    for _ in range(2):
        teller.explain_stop("scene")
    assert len([text for text in term.told if text.startswith("On the drawing")]) == 1


def test_a_number_with_a_slip_of_the_finger_marks_no_fighter_by_his_hour() -> None:
    fighters = {"A": "Me109 A, 12 Level", "C": "Me109 C, 1:30 High"}
    assert fits("1-", fighters) == []
    assert fits("1:30", fighters) == fits("me109 c", fighters) == ["C"]
