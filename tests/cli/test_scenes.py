"""Scenes in the terminal, through a pty: where the telling stops, the throw, skipping, colours, width."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec
import pytest

from flakhouse import games
from flakhouse.cli import draw
from flakhouse.cli.main import main
from flakhouse.cli.pace import Settings
from flakhouse.cli.play import Play
from flakhouse.cli.terminal import Terminal
from flakhouse.core.chapter import begin
from flakhouse.core.events import ModLine, Needed
from flakhouse.core.questions import Subject
from flakhouse.render.briefing import due
from flakhouse.render.pictures import Row
from flakhouse.render.scenebook import SceneBook
from flakhouse.render.scenes import Scene, SceneRoll
from flakhouse.render.throws import Throw
from flakhouse.store import Store
from tests.cli.screens import ROOT, Screen, command
from tests.core import toy

#: The toy game with names for its scenes: a calm turn, a tear that is notable, a landing that is grave and good.
CODE = f"""
import sys; sys.path[:0]=[{str(ROOT)!r},{str(ROOT / "src")!r}]
from tests.core import toy
from flakhouse.render import luck
from flakhouse.render.scenebook import NoteKind, SceneBook, SceneKind
from flakhouse.render.screen import ScreenRenderer
toy.register()
toy.CHARTS.charts["1-2"].data.wanted = ["nothing"]
luck._USUAL = 1.0  # a debriefing of two pages on the lowest screen
ScreenRenderer.scene_book = SceneBook(
    scene={{"stretch": SceneKind("Mile {{zone}}")}},
    note={{
        "torn": NoteKind("notable", "The {{part}} tears"),
        "landed": NoteKind("grave", "Down on a {{place}}", own=True, tone="good"),
    }},
    throws=("1-2",),
)
from flakhouse.cli.main import run; run()
"""
#: Wind 3+4; a tear (6) of 2; wind 3+4; no tear (1); landfall 1 1, a meadow.
DICE = "3,4,6,2,3,4,1,1,1"
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "REGISTRY", dict(games.REGISTRY))
    monkeypatch.setenv("FLAKHOUSE_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    toy.register()


Fly = Callable[..., Screen]


@pytest.fixture
def fly() -> Fly:
    """The toy on a terminal, at its first decision."""

    def call(*words: str, **env: str) -> Screen:
        s = Screen("play", "toy", "--dice", DICE, "--save", "air", *words, code=CODE, **env)
        s.wait("Name of the balloon")
        s.wait("> ")
        s.type("Zephyr\r")
        s.wait("Where to?")
        s.wait("> ")
        return s

    return call


def leave(s: Screen) -> int:
    s.type("q\r")
    s.wait("Everything is kept in air.")
    return s.end()


def test_the_throw_is_announced_and_nothing_of_it_is_seen_before_the_key(fly: Fly) -> None:
    s = fly(NO_COLOR="1")
    s.type("stay\r")
    before = s.wait("throw") + s.wait("> ")
    assert "◆ MILE 1" in before
    assert "What the wind does  1-2, 1 die    Needs 5 or less: 83 %" in before
    assert "on the die  1 to 5: nothing   6: tear" in before
    assert "│ 6 │" not in before
    assert "TEARS" not in before
    assert "torn" not in before
    assert "TEAR" not in before
    s.type("\r")
    after = s.wait("continue") + s.wait("> ")
    assert "│ 6 │  6   TEAR" in after
    assert "◆ THE ENVELOPE TEARS" in after
    s.type("\r")
    s.wait("Where to?")
    s.wait("> ")
    assert leave(s) == 0


def test_log_and_rolls_do_not_run_ahead_of_the_telling(fly: Fly) -> None:
    s = fly(NO_COLOR="1")
    s.type("stay\r")
    s.wait("throw")
    s.wait("> ")
    s.type("l\r")
    told = s.wait("throw")
    assert "wind" in told
    assert "torn" not in told
    s.wait("> ")
    s.type("\r")
    s.wait("continue")
    s.wait("> ")
    s.type("r\r")
    rolls = s.wait("continue")
    s.wait("> ")
    assert "What the wind does 1-2, needs 5 or less (83 %): 6, tear" in rolls
    assert "How long the tear is 1-2a: 2" in rolls
    assert leave(s) == 0


def test_s_skips_to_the_next_decision(fly: Fly) -> None:
    s = fly(NO_COLOR="1")
    s.type("stay\r")
    s.wait("throw")
    s.wait("> ")
    s.type("s\r")
    told = s.wait("Where to?")
    assert "THE ENVELOPE TEARS" in told  # told, but without a stop
    assert "continue" not in told
    s.wait("> ")
    assert leave(s) == 0


def test_skipping_stops_at_no_scene_and_tells_a_grave_one(fly: Fly) -> None:
    s = fly(NO_COLOR="1")
    s.type("stay\r")
    s.wait("throw")
    s.wait("> ")
    s.type("s\r")
    s.wait("Where to?")
    s.wait("> ")
    s.type("stay\r")
    s.wait("throw")
    s.wait("> ")
    s.type("s\r")
    told = s.wait("What next?")
    assert "● DOWN ON A MEADOW" in told
    assert "continue" not in told
    s.wait("> ")
    assert leave(s) == 0


def test_pace_and_dice_are_changed_by_key_and_kept_for_the_player(fly: Fly, tmp_path: Path) -> None:
    s = fly(NO_COLOR="1")
    s.type("p\r")
    s.wait("The telling stops at: decisions only.")
    s.wait("> ")
    s.type("stay\r")
    told = s.wait("Where to?")
    assert "throw" not in told
    assert "◆ The envelope tears" in told  # one line
    s.wait("> ")
    s.type("p\r")
    s.wait("every scene")
    s.wait("> ")
    s.type("d\r")
    s.wait("You throw every die")
    s.wait("> ")
    s.type("d\r")
    s.wait("You throw real dice from the next roll on")
    s.wait("> ")
    s.type("d\r")
    s.wait("The computer throws all dice")
    s.wait("> ")
    s.type("stay\r")
    assert "throw" not in s.wait("Enter continue")  # every scene stops, no throw waits
    s.wait("> ")
    assert leave(s) == 0
    kept = msgspec.json.decode((tmp_path / "data" / "terminal.json").read_bytes())
    assert (kept["pace"], kept["dice"]) == ("every scene", "they fall by themselves")
    assert Settings().pace == "every scene"
    with Store() as store:
        assert "pace" not in store.chapter("air").options


def test_own_dice_taken_where_a_throw_waits_are_asked_for_at_once(fly: Fly) -> None:
    s = fly(NO_COLOR="1")
    s.type("stay\r")
    s.wait("throw")
    s.wait("> ")
    s.type("d\r")
    s.wait("You throw every die")
    s.wait("> ")
    s.type("d\r")
    s.wait("You throw real dice from the next roll on")
    s.wait("Roll 1 die for What the wind does (1-2)")
    s.type("1\r")
    told = s.wait("Roll 2 dice for Wind (1-1)")
    assert "ENVELOPE" not in told  # that was the computer's die
    assert leave(s) == 0


def test_who_leaves_in_the_midst_is_told_the_scene_again(fly: Fly) -> None:
    s = fly(NO_COLOR="1")
    s.type("stay\r")
    s.wait("throw")
    s.wait("> ")
    assert leave(s) == 0
    s = Screen("resume", "air", code=CODE, NO_COLOR="1")
    told = s.wait("throw")
    assert "MILE 1" in told
    assert "torn" not in told
    s.wait("> ")
    s.type("\r")
    s.wait("THE ENVELOPE TEARS")
    s.wait("> ")
    s.type("\r")
    s.wait("Where to?")
    s.wait("> ")
    assert leave(s) == 0
    s = Screen("resume", "air", code=CODE, NO_COLOR="1")
    assert "throw" not in s.wait("Where to?")
    s.wait("> ")
    assert leave(s) == 0


def test_the_answer_can_be_taken_back_in_the_midst_of_the_telling(fly: Fly) -> None:
    s = fly(NO_COLOR="1")
    s.type("stay\r")
    s.wait("throw")
    s.wait("> ")
    s.type("u\r")
    s.wait("Taken back: 1 step.")
    s.wait("Where to?")
    s.wait("> ")
    s.type("redo\r")
    s.wait("Put back: 1 step.")
    s.wait("Where to?")
    s.wait("> ")
    assert leave(s) == 0


def test_roles_have_their_colours_and_no_color_has_none(fly: Fly) -> None:
    s = fly()
    s.type("stay\r")
    told = s.wait("throw") + s.wait("> ")
    assert "\x1b[1mMILE 1\x1b[0m" in told
    assert "\x1b[33m◆ \x1b[0m" in told
    assert "\x1b[30;43mWhere to?" in s.text  # the decision is lit
    leave(s)
    assert "\x1b[31mT" not in s.text
    plain = fly("--new", NO_COLOR="1", FLAKHOUSE_DATA="other")
    plain.type("stay\r")
    plain.wait("throw")
    plain.wait("> ")
    leave(plain)
    assert "\x1b" not in plain.text
    same = plain.text[plain.text.index("stay\r\n") + 6 :].split("\r\n")[:8]
    assert [line.rstrip() for line in ESCAPE.sub("", told).split("\r\n")[1:9]] == [line.rstrip() for line in same]


@pytest.mark.parametrize("env", [{"TERM": "dumb"}, {"FLAKHOUSE_PLAIN": "1"}])
def test_a_dumb_terminal_and_a_screen_reader_get_the_words_without_pauses(fly: Fly, env: dict[str, str]) -> None:
    s = fly(**env)
    s.type("stay\r")
    told = s.wait("Where to?")
    assert "The envelope tears." in told
    assert "What the wind does 1-2, needs 5 or less (83 %): 6, tear." in told
    assert "throw" not in told
    assert "◆" not in s.text
    s.wait("> ")
    assert leave(s) == 0
    assert "\x1b" not in s.text


def test_a_pipe_gets_the_same_words() -> None:
    done = subprocess.run(
        command("play", "toy", "--dice", DICE, "--save", "air", code=CODE),
        input="Zephyr\nstay\nq\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert "  The envelope tears.\n" in done.stdout
    assert "What the wind does 1-2, needs 5 or less (83 %): 6, tear." in done.stdout
    assert "\x1b" not in done.stdout


def test_without_utf_8_signs_become_ascii(fly: Fly) -> None:
    s = fly(NO_COLOR="1", PYTHONIOENCODING="ascii")
    s.type("stay\r")
    s.wait("throw")
    s.wait("> ")
    s.type("\r")
    told = s.wait("continue")
    assert "| 6 |  6   TEAR" in told
    assert "# THE ENVELOPE TEARS" in told
    assert s.text.isascii()
    s.wait("> ")
    leave(s)


def test_history_at_the_prompt(fly: Fly) -> None:
    s = fly(NO_COLOR="1")
    s.type("t 1-3\r")
    s.wait("church")
    s.wait("> ")
    s.type("\x1b[A\r")  # the arrow up
    s.wait("church")
    s.wait("> ")
    leave(s)


# ------------------------------------------------------------------ width


def bomber(columns: int) -> Screen:
    s = Screen(
        *("play", "b29", "--seed", "5", "--auto", "routine", "--save", "air"),
        COLUMNS=str(columns),
        LINES="50",
        NO_COLOR="1",
    )
    s.wait("> ")
    s.type("\r")
    s.wait("throw")
    s.wait("> ")
    s.type("\r")
    s.wait("Which altitude in this zone?")
    s.wait("> ")
    leave(s)
    return s


def test_eighty_columns_have_no_panel() -> None:
    s = bomber(80)
    assert "│ Crew" not in s.text
    assert max(len(line.rstrip("\r")) for line in s.text.split("\n")) <= 80


def test_the_bar_has_the_fuel_of_a_b29_at_eighty_columns_and_uses_a_hundred() -> None:
    parts = ["Turn 17", "Zone 8 of 12 inbound", "fuel 7, 9 short to base", "MED", "no cabin pressure", "day"]
    narrow, wide = (draw.bar("Paper Tiger, flight 2: Akashi", parts, n, " · ", 3) for n in (80, 100))
    assert len(narrow) == 80
    assert "Zone 8 of 12 inbound · fuel 7, 9 short to base" in narrow
    assert len(wide) == 100
    assert "Paper Tiger, flight 2: Akashi" in wide
    assert wide.endswith("short to base · MED ")
    s = bomber(100)
    bars = [line.rstrip("\r") for line in s.text.split("\n") if " outbound · fuel " in line]
    assert bars
    assert {len(line) for line in bars} == {100}


def test_from_120_columns_crew_and_aircraft_stand_beside() -> None:
    s = bomber(140)
    lines = [line.rstrip("\r") for line in s.text.split("\n")]
    beside = [line[100:] for line in lines if line[100:101] == "│"]
    assert beside[0] == "│ Crew"
    assert any(line.startswith("│ P ") and "●" in line for line in beside)
    assert any(line.startswith("│ Engines  1 ●  2 ●  3 ●  4 ●") for line in beside)
    assert any(re.fullmatch(r"│ P \w+ +● pilot", line) for line in beside)  # what the letter means
    assert any(line.startswith("│ Forward Upper Turret") for line in beside)
    assert any(re.fullmatch(r"│ \w \w+ +● CFC", line) for line in beside)
    assert any(re.fullmatch(r"│ Fuel +wings \d+, bay tanks \d+", line) for line in beside)
    assert 120 < max(len(line) for line in lines) <= 140
    assert any(80 < len(line) < 100 for line in lines)  # the text uses the room
    asked = lines[next(n for n, line in enumerate(lines) if "Which altitude in this zone?" in line) :]
    assert any("│" in line[100:101] for line in asked)  # beside the decision too


# ------------------------------------------------------------------ short where nothing is at stake


def test_a_long_briefing_comes_page_by_page_and_h_explains_the_letters() -> None:
    s = Screen("play", "b29", "--seed", "5", "--auto", "routine", "--save", "air", NO_COLOR="1", LINES="24")
    s.wait("> ")
    s.type("\r")
    first = s.wait("Enter continues")
    assert "Situation" in first
    assert "The history" not in first
    s.type("\r")
    s.wait("The history")
    s.wait("-- Enter continues -- ")
    s.type("\r")
    s.wait("throw")
    s.wait("> ")
    s.type("h\r")
    s.wait("On the drawing: ")
    assert "P pilot" in s.wait("A man: ")
    s.wait("> ")
    assert leave(s) == 0


def test_the_short_briefing_has_what_is_new_and_the_key_for_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    game = games.load("b17")
    with Store() as store:
        name = store.create(begin(game, "5/1", automation="named"), "5", "air")
        session = store.session(game, name)
        session.run()
        while session.state is None or not due(session.events, session.chapter.auto):
            assert session.pending is not None
            session.answer(session.pending.default)
        play = Play(store, name, session, Terminal())
        play.briefing()
        whole = capsys.readouterr().out
        play.briefing("short")
        short = capsys.readouterr().out
    assert "Situation" in short
    assert "b shows the whole briefing" in short
    assert "What counts" in whole
    assert "What counts" not in short
    assert len(short) < len(whole) / 3


def scene(kind: str, weight: str = "notable", tone: str = "", *about: Subject) -> Scene:
    return Scene(kind, weight, "Off course", about, (), (), (0, 1), tone)


def test_only_what_harms_nobody_is_told_in_passing(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "terminal.json")
    book = SceneBook(passing=("zone",))
    assert settings.told().passes(scene("zone"), book)
    assert not settings.told().passes(scene("attack"), book)
    assert not settings.told().passes(scene("zone", "grave"), book)
    assert not settings.told().passes(scene("zone", "notable", "loss"), book)
    assert not settings.told().passes(scene("zone", "notable", "", Subject("man", "Pilot")), book)
    while settings.next_pace() != "every scene":
        pass
    assert not settings.told().passes(scene("zone"), book)


def test_a_bomber_that_loses_its_course_is_a_scene_of_its_own() -> None:
    s = Screen("play", "b29", "--seed", "3", "--auto", "routine", "--save", "air", NO_COLOR="1", LINES="60")
    told = ""
    for _ in range(12):
        told += s.wait("> ")
        if "off course" in told.lower():
            break
        s.type("\r")
    assert "THE BOMBER IS OFF COURSE" in told
    leave(s)


def shot(about: str) -> Throw:
    return Throw("M-1", "Defensive fire", "3.4", 1, "needs 6: 17 %", (), about=about)


def test_8_6_throws_for_many_men_name_what_counts_for_all_and_for_one() -> None:
    raft, hurt = ModLine(1, "a place in a raft", "8-6"), ModLine(-1, "seriously wounded", "8-6")
    needs = {1: "needs 4 or more, so 3 or more on the die: 67 %", 0: "needs 4 or more: 50 %"}
    throws = [
        Throw("8-6", "Survival at sea", "8.6", 1, needs[n > 0], (raft,) if n else (raft, hurt), about=f"Man {n}")
        for n in range(9)
    ]
    lines = ["".join(text for text, _ in row) for row in draw.volley(throws, 80)]
    assert lines[1:] == [
        "     for each: +1 a place in a raft",
        "      1 throw, needs 4 or more: 50 % (−1 seriously wounded)",
        "      8 throws, each needs 4 or more, so 3 or more on the die: 67 %",
    ]
    assert "(−1 seriously wounded)" in "".join(text for text, _ in draw.volley(throws[:3], 80)[2])


def test_a_volley_is_a_line_for_each_gun_and_a_sum_where_there_are_many() -> None:
    few, many = [f"Gun {n} at Me109 A" for n in range(3)], [f"Gun {n} at Me109 A" for n in range(8)]

    def said(rows: Iterable[Row]) -> list[str]:
        return ["".join(text for text, _ in row) for row in rows]

    assert len(said(draw.volley([shot(one) for one in few], 80))) == 4
    assert said(draw.volley([shot(one) for one in many], 80))[1:] == ["      8 shots, each needs 6: 17 %"]
    hit = SceneRoll(
        1, "M-1", "Defensive fire", (6,), (), 6, "6", "17 %", "Hit", throw=Needed((6,), 1, 6), read="Hit"
    )
    miss = msgspec.structs.replace(hit, faces=(2,), total=2, result="Miss", read="Miss")
    lines = said(draw.fallen([(few[0], hit), (few[1], miss), (few[2], None)], 80))
    assert [line.split()[-1] for line in lines[:2]] == ["HIT", "MISS"]
    assert lines[2].endswith("not thrown: its target was gone, its burst is spent")
    lines = said(draw.fallen([(one, hit if one == many[2] else miss) for one in many], 80))
    assert len(lines) == 2
    assert many[2] in lines[0]
    assert "7 shots miss." in lines[1]
    men = [f"Man {n}" for n in range(11)]
    assert "11 throws" in said(draw.volley([shot(one) for one in men], 80))[0]
    lines = said(draw.fallen([(one, hit if one == men[2] else miss) for one in men], 80))
    assert [line.split()[-1] for line in lines] == ["HIT" if one == men[2] else "MISS" for one in men]


# ------------------------------------------------------------------ undo, redo, real dice


def sit(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: str, *lines: str) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    assert main(words.split()) == 0
    return capsys.readouterr().out


def test_many_answers_are_taken_back_only_after_a_question_and_can_be_put_back(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    start = "play toy --option length=long --seed 4 --auto none --save long"
    answers = ["Zephyr", *["stay", "no"] * 3]
    out = sit(monkeypatch, capsys, start, *answers, "u 99", "no", "u 99", "yes", "redo", "redo")
    assert out.count("Take back your last 7 steps? yes or no; redo would put them back.") == 2
    assert "Nothing was taken back." in out
    assert "Taken back: 7 steps." in out
    assert "Put back: 7 steps." in out
    assert "There is nothing to put back" in out
    with Store() as store:
        chapter = store.chapter("long")
        assert [entry.key for entry in chapter.entries if hasattr(entry, "key")] == answers


def test_an_answer_ends_what_can_be_put_back(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = sit(
        monkeypatch, capsys, "play toy --seed 4 --save one", "Zephyr", "stay", "u", "down", "redo", "u", "redo"
    )
    assert out.count("There is nothing to put back") == 1
    assert out.count("Put back: 1 step.") == 1


def test_before_real_dice_the_table_and_the_number_needed_are_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(toy.CHARTS.charts["1-2"].data, "wanted", ["nothing"])
    out = sit(
        monkeypatch, capsys, "play toy --dice real --save real", "Zephyr", "34", "stay", "h", "6", "u", "5", "q"
    )
    announced = (
        "What the wind does  1-2, 1 die    Needs 5 or less: 83 %\n     on the die  1 to 5: nothing   6: tear"
    )
    assert announced in out
    assert out.index(announced) < out.index("Roll 1 die for What the wind does (1-2): 6")
    assert "takes back your last answer" in out
    assert "Taken back: 1 step." in out


# ------------------------------------------------------------------ replay, pages


def test_a_replay_steps_by_scene_forward_and_back(fly: Fly) -> None:
    s = fly(NO_COLOR="1")
    s.type("stay\r")
    s.wait("throw")
    s.wait("> ")
    s.type("s\r")
    s.wait("Where to?")
    s.wait("> ")
    leave(s)
    s = Screen("replay", "air", code=CODE, NO_COLOR="1")
    first = s.wait("next grave scene")
    assert "ZEPHYR" in first  # the name that was given
    assert "ENVELOPE" not in first
    s.wait("> ")
    s.type("\r")
    assert "THE ENVELOPE TEARS" in s.wait("next grave scene")
    s.wait("> ")
    s.type("\r")
    assert "MILE 2" in s.wait("next grave scene")
    s.wait("> ")
    s.type("b\r")
    assert "ENVELOPE" in s.wait("next grave scene")
    s.wait("> ")
    s.type("q\r")
    assert s.end() == 0


def test_a_replay_in_a_pipe_is_a_log_or_scenes() -> None:
    def run(*words: str) -> str:
        return subprocess.run(
            command(*words, code=CODE), input="Zephyr\nstay\nq\n", capture_output=True, text=True, check=True
        ).stdout

    run("play", "toy", "--dice", DICE, "--save", "air")
    assert "1-2 What the wind does (1.2): 6" in run("replay", "air")
    assert "* The envelope tears\n" in run("replay", "air", "--log", "scenes")


def test_a_long_table_comes_in_pages() -> None:
    s = Screen("tables", "b29", "2-2E", NO_COLOR="1", LINES="12")
    s.wait("-- line 10 of ")
    s.type("\r")
    s.wait("-- line 16 of 21")  # the last page has more than a line
    s.type("q\r")
    assert s.end() == 0


def test_enter_behind_the_q_that_ends_the_pages_answers_nothing(fly: Fly) -> None:
    s = fly(NO_COLOR="1", LINES="12")
    with Store() as store:
        before = store.info("air").steps
    s.type("h\r")
    s.wait("-- line 10 of ")
    s.type("q\r\r")
    s.wait("Where to?")
    s.wait("\n> ")
    leave(s)
    with Store() as store:
        assert store.info("air").steps == before


# ------------------------------------------------------------------ several questions on one form

#: A fight of three Georges (tests/test_slate.py), in the real game.
GEORGES = "6,6,1,6,6,2,3,3,3,3,5,2,4,2,1,2,6,4"


@pytest.mark.parametrize("columns", [80, 140])
def test_the_fire_plan_is_one_table_changed_by_number(tmp_path: Path, columns: int) -> None:
    (tmp_path / "tokyo.txt").write_text(
        "b29 position 1\nmission 12: Tokyo; Aircraft Factory; day; MED\nzone 10 outbound\n"
    )
    s = Screen(
        *("play", "b29", "--position", "tokyo.txt", "--step", "combat", "--dice", GEORGES),
        *("--seed", "5", "--save", "air"),
        COLUMNS=str(columns),
        LINES="50",
        NO_COLOR="1",
    )
    s.wait("> ")
    while "Fire plan" not in s.text:  # what comes before it: Enter
        s.type("\r")
        s.wait("> ")
    s.type("1c\r")
    s.wait("> C  Left Gunner")
    s.wait("\n> ")
    s.type("x\r")
    s.wait("\n> ")
    s.type("2b\r")
    told = s.wait("Your own plan") + s.wait("\n> ")
    assert re.search(r"2 Forward Lower Turret +> B  CFC +\d+ %", told)
    s.type("1b\r")
    s.wait("Forward Upper Turret does not bear on B.")
    s.wait("> ")
    s.type("3-\r")
    s.wait("> Hold fire")
    s.wait("Enter open fire")
    s.wait("\n> ")
    width = max(len(line.rstrip("\r")) for line in s.text.split("\n"))
    assert width <= columns
    s.type("o 0\r")
    s.wait("Fire plan as a whole; what follows is played as advised.")
    s.wait("\n> ")
    s.type("\r")
    s.wait("Enter ")  # the first scene of the fight
    s.wait("> ")
    leave(s)
    with Store() as store:
        keys = [getattr(entry, "key", "") for entry in store.chapter("air").entries]
    assert "CFC > George B" in keys
    assert "hold" in keys


def test_a_month_of_planning_is_one_table_with_what_it_adds_up_to() -> None:
    s = Screen(
        *("play", "doolittle", "--scenario", "10", "--seed", "5", "--save", "plan"),
        COLUMNS="80",
        LINES="60",
        NO_COLOR="1",
    )
    s.wait("> ")
    s.type("2\r")
    s.wait("= Security Risk at sailing: 4")
    s.wait("\n> ")
    s.type("1 1\r")
    s.wait("> January: he consents in February on 6+")
    s.wait("= Security Risk at sailing: 6")
    s.wait("Your own plan. x: as in 1942.")
    s.wait("\n> ")
    s.type("x\r")
    s.wait("= Security Risk at sailing: 4")
    s.wait("\n> ")
    s.type("\r")
    s.wait("February 1942: the modifications")
    s.wait("\n> ")
    s.type("8 3\r")
    s.wait("= Each B-25: weight 0, Fuel 10")
    s.wait("\n> ")
    s.type("q\r")
    s.wait("Everything is kept in plan.")
    s.end()
    with Store() as store:
        asked = [getattr(entry, "ask", "") for entry in store.chapter("plan").entries]
    assert asked == ["plan", *["calendar"] * 3, "doolittle-box", "telephone", "b25s"]


def test_from_120_columns_the_raid_has_its_flights_and_bombers_beside() -> None:
    s = Screen(
        *("play", "doolittle", "--scenario", "7", "--seed", "5", "--save", "air"),
        COLUMNS="140",
        LINES="60",
        NO_COLOR="1",
    )
    s.wait("> ")
    for _ in range(30):
        if "│ Flights" in s.text and "west ──" in s.text:
            break
        s.type("\r")
        s.wait("> ")
    lines = [line.rstrip("\r") for line in s.text.split("\n")]
    beside = [line[100:] for line in lines if line[100:101] == "│"]
    assert "│ Flights" in beside
    assert any(line.startswith("│ B-25s, ") for line in beside)
    assert any("fuel ■" in line for line in beside)
    assert any(line.startswith("│ Alert ") for line in beside)
    assert "west ──" in s.text
    s.type("q\r")
    s.wait("Everything is kept in air.")
    s.end()


def test_no_pause_leaves_the_holds_out_and_the_bell_rings_at_decisions_only(fly: Fly) -> None:
    s = fly("--no-pause", "--bell", NO_COLOR="1")
    assert s.text.count("\a") == 2  # the name, where to
    s.type("stay\r")
    s.wait("throw")
    s.wait("> ")
    assert s.text.count("\a") == 2
    leave(s)
