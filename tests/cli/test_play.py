"""The game in the terminal, as a player meets it: through pipes, through a pty, killed, resumed, undone."""

from __future__ import annotations

import io
import os
import random
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from flakhouse import games
from flakhouse.cli.main import main
from flakhouse.cli.rows import codes, listed
from flakhouse.core.chapter import begin
from flakhouse.games.b29.state import Campaign
from flakhouse.render import screen as renderers
from flakhouse.slate_form import Choice, Row
from flakhouse.store import Store
from tests.cli.screens import Screen, command
from tests.core import toy
from tests.core.test_session import HOUSE

ROOT = Path(__file__).parents[2]
POSITION = """b29 position 1
mission 12: Tokyo; Aircraft Factory; day; MED
zone 10 outbound
"""


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "REGISTRY", dict(games.REGISTRY))
    monkeypatch.setenv("FLAKHOUSE_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    toy.register()


class Sat:
    """What a sitting printed."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    def after(self, line: str) -> str:
        """What was printed from this line of input on."""
        return self.out.split(f"> {line}\n", 1)[1]


Sit = Callable[..., Sat]


@pytest.fixture
def sit(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Sit:
    """Sit down with these lines to type: `sit("play b29", "", "q")`."""

    def call(command: str, *lines: str) -> Sat:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        capsys.readouterr()
        code = main(command.split())
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        assert max((len(line) for line in out.split("\n")), default=0) <= 80, out
        return Sat(code, out, err)

    return call


def steps(name: str) -> int:
    with Store() as store:
        return store.info(name).steps


# ------------------------------------------------------------------ the beginning


def test_a_newcomer_presses_enter(sit: Sit) -> None:
    told = sit("play b29", "", "", "", "")
    assert told.code == 0
    assert "Which rules?" in told.out
    assert "1 A tour of 35 missions. All rules. (Enter)" in told.out
    assert "Nickname of the bomber (Enter: " in told.out
    assert "Name the crew yourself, or take the names drawn? (2.1)" in told.out
    assert "A tour of 35 missions begins aboard" in told.out
    assert ", flight 1: " in told.out
    assert told.out.rstrip().endswith("To continue: flakhouse resume b29-tour-1")
    with Store() as store:
        chapter = store.chapter("b29-tour-1")
    assert (chapter.automation, chapter.options["rules"]) == ("named", "advanced")


def test_other_rules_and_own_names(sit: Sit) -> None:
    told = sit("play b29", "2", "Night Owl", "yes", *(f"Airman {i:02}" for i in range(11)), "", "s")
    assert "Night Owl, flight 1: " in told.out
    assert "Pilot Airman 00; Copilot Airman 01" in told.out
    with Store() as store:
        assert store.chapter("b29-tour-1").options["rules"] == "basic"


def test_names_are_checked_and_a_single_letter_is_a_command(sit: Sit) -> None:
    told = sit("play b29 --seed 1", "x" * 41, "?", "Q", "")
    assert "A name has 1 to 40 characters." in told.out
    assert "Rule Book, section 2.1." in told.out
    assert told.out.rstrip().endswith("flakhouse resume b29-tour-1")
    assert steps("b29-tour-1") == 0


def test_a_note_is_written_into_the_diary_at_any_question(sit: Sit) -> None:
    sat = sit("play b17 --seed 5 --name noted", "note Named after my aunt.", "", "note", "q")
    assert "Written into your diary." in sat.out
    assert "Write it behind the word" in sat.out
    with Store() as store:
        assert [note.text for note in store.chapters("noted")[-1].notes] == ["Named after my aunt."]


def test_leaving_before_anything_began_leaves_nothing(sit: Sit) -> None:
    for lines in ((), ("q",), ("nonsense",)):
        told = sit("play b29", *lines)
        assert (told.code, told.out.rstrip().split("\n")[-1]) == (0, "Nothing was begun.")
    with Store() as store:
        assert store.names() == []


def test_an_unfinished_tour_is_offered_first(sit: Sit) -> None:
    sit("play b29 --seed 5 --save first", "", "", "")
    before = steps("first")
    told = sit("play b29", "")
    assert "1 continue first: flight 1, step" in told.out
    assert "2 begin a new tour" in told.out
    assert "Turn 2 · Zone 2 of" in told.out
    assert "Which altitude in this zone?" in told.out
    assert steps("first") == before
    told = sit("play b29", "new", "", "Second")
    assert "begins aboard" not in told.out
    assert "Save b29-tour-1;" in told.out
    told = sit("play b29 --new", "3")
    assert "Save b29-tour-2;" in told.out
    with Store() as store:
        assert store.chapter("b29-tour-2").options["rules"] == "streamlined"


def test_a_named_save_is_gone_on_with(sit: Sit) -> None:
    sit("play b29 --seed 5 --save mine", "", "")
    told = sit("play b29 --save mine", "")
    assert "Fly a training flight to Truk first?" in told.out
    told = sit("play b29 --save mine --seed 6")
    assert (told.code, told.out) == (2, "")
    assert "mine already has its settings. Continue it with --save mine" in told.err
    assert sit("play b29 --save mine --new --seed 6").code == 1


def test_settings_of_the_command_line(sit: Sit) -> None:
    told = sit("play b29 --seed 5 --auto none", "", "", "", "")
    assert "every question is asked" in told.out
    assert "Which tank does the first fuel box come from?" in told.out
    told = sit("play b29 --seed 5 --auto routine", "")
    assert "Nickname" not in told.out
    assert "Any orders before you see what this zone brings?" not in told.out  # there is nothing to order yet
    assert "Which altitude in this zone?" in told.out
    assert sit("play b29 --dice 9").code == 2
    told = sit("play b29 --dice real --seed 1", "", "", "")
    assert "Roll 2 dice for Targets of missions 1-10 (2-1): " in told.out


# ------------------------------------------------------------------ answers


def start(sit: Sit, *lines: str, seed: str = "5") -> Sat:
    """A mission at its first orders, then these lines."""
    return sit(f"play b29 --seed {seed} --auto none", *[""] * 4, *lines)  # names, no training flight, the tank


def test_numbers_names_prefixes_and_enter(sit: Sit) -> None:
    assert "Who moves? (7.6A)" in start(sit, "2").out
    assert "Who moves? (7.6A)" in start(sit, "move").out
    assert "Who moves? (7.6A)" in start(sit, "MO").out
    assert "Weather in Zone 1" in start(sit, "").out


def test_wrong_keys_get_one_line_and_are_asked_again(sit: Sit) -> None:
    told = start(
        sit, "xyz", "99", "0", "jettison-b", "jettison the b", "move", "Copilot", "Nav", "stay", "done", "q"
    )
    assert '"xyz" is not one of the answers. Type 1 to 4, Enter for the marked one' in told.out
    assert told.out.count("There are options 1 to 4.") == 2
    assert "Not possible: Jettison the bombs: bombs may be dropped" in told.after("jettison-b")
    assert "Not possible: Jettison the bombs: bombs may be dropped" in told.after("jettison the b")
    assert "Who moves? (7.6A)" in told.after("move")
    assert "Not possible: Copilot: pilots stay at the controls (7.6E)" in told.after("Copilot")
    assert "(navigator) go? (7.6A)" in told.after("Nav")
    assert told.code == 0
    told = start(sit, "move", "Radi")
    assert "'Radi' could be" not in told.out  # Radio Operator alone begins so
    told = start(sit, "move", "Rad")
    assert re.search(
        r"'Rad' could be \d [\w ]+ \(radio operator\) or \d [\w ]+ \(radar operator\)\.",
        " ".join(told.out.split()),
    )


def test_end_of_input_keeps_everything_and_says_so(sit: Sit) -> None:
    told = start(sit, "")
    assert told.code == 0
    last = told.out.rstrip().split("\n")[-1]
    assert last == "Everything is kept in b29-tour-1. To continue: flakhouse resume b29-tour-1"
    assert steps("b29-tour-1") > 0


# ------------------------------------------------------------------ looking


def test_every_screen_can_be_had_and_the_question_comes_back(sit: Sit) -> None:
    for key, words in (
        ("s", ("Track ", "Engines ", "Crew ", "Guns ", "Fuel ", "Damage ")),
        ("?", ("Rule Book, section 4.0.", "1 No orders: continue (Enter)")),
        ("e", ("total", "row")),
        ("e 2", ("total",)),
        ("t", ("Last roll: ",)),
        ("t 4-9", ("Cockpit Windows Frosting", "Rolls that belong to it: 4-9a-frost")),
        ("T 5-1", ("Japanese fighter resistance",)),
        ("l", ("Turn 1 ", "Airborne.")),
        ("l all", ("begins aboard",)),
        ("w", ("Mission log sheet: Flight 1", "being flown")),
        ("position", ("b29 position 1",)),
        ("n", ("Jettison the bombs: bombs may be dropped when you turn back",)),
        ("h", ("takes back your last answer", "quits; everything is kept")),
        ("help", ("takes back your last answer",)),
        ("status", ("Track ",)),
    ):
        told = start(sit, key)
        for word in words:
            assert word in told.after(key), (key, word)
        assert told.after(key).count("Any orders before you see what this zone brings?") == 1


def test_wrong_looks(sit: Sit) -> None:
    told = start(sit, "t 99-9", "e x", "l x", "u x", "u 0")
    assert "No table '99-9'" in told.out
    assert "Type e, or e 5 for the last five rolls." in told.out
    assert "Type l, l 50, l all, or l flight 1." in told.out
    assert told.out.count("Type u, or u 3 to take back three steps.") == 2


def test_looking_changes_nothing(sit: Sit) -> None:
    start(sit, "s", "?", "e", "t", "l", "w", "position", "h", "n", "d", "d", "a", "a", "p")
    before = steps("b29-tour-1")
    start(sit)
    assert steps("b29-tour-2") == before


# ------------------------------------------------------------------ undo, settings


def test_undo_asks_again_what_was_answered(sit: Sit) -> None:
    told = start(sit, "move", "Navigator", "u", "u", "u", "u")
    assert told.out.count("Taken back: 1 step.") == 4
    assert "Who moves? (7.6A)" in told.out.split("Taken back: 1 step.")[1]
    assert "Any orders before you see what this zone brings?" in told.out.split("Taken back: 1 step.")[2]
    assert "Which tank" in told.out.split("Taken back: 1 step.")[3]
    assert "Truk" in told.out.split("Taken back: 1 step.")[4]
    assert "There is nothing to undo" in sit("play b29 --seed 5 --new", "u").out
    told = sit("play b29 --seed 5", "Alpha", "", "", "", "u 4", "Beta", "", "")
    assert "Taken back: 4 steps." in told.out
    assert "Beta, flight 1: " in told.after("Beta")
    assert "Name the crew yourself, or take the names drawn?" in told.after("Beta")  # names are asked again too


def test_undo_and_the_same_answers_give_the_same_flight(sit: Sit) -> None:
    straight = start(sit, "", "", "", "").out.replace("b29-tour-1", "")
    wound = start(sit, "", "u", "", "u", "", "", "", "").out.replace("b29-tour-2", "")
    tail = straight.split("Weather in Zone 1", 1)[1]
    assert tail.split("> \n")[-1] in wound


def test_routine_steps_can_be_switched(sit: Sit) -> None:
    told = start(sit, "a", "", "", "a", "", "a", "")
    assert "Every question is asked; a changes it." in told.out
    assert "Which altitude in this zone" in told.out
    assert "Only formalities are skipped; a changes it." in told.out
    assert "Questions with one sensible answer are skipped; a changes it." in told.out


# ------------------------------------------------------------------ real dice


def test_real_dice_are_typed_refused_and_corrected(sit: Sit) -> None:
    told = sit(
        "play b29 --seed 5 --dice real",
        *("", "", ""),
        *("7", "1", "345", "x", "", "1 3"),  # target: 1 and 3
        "u",
        "34",
        "35",
        "3",
        "q",
    )
    assert "A die shows 1 to 6, not 7." in told.out
    assert told.out.count("2 dice here: type the faces, such as 34; d lets the computer roll.") == 3
    assert "A die shows 1 to 6, not 'x'." in told.out
    assert "Akashi" in told.out
    assert "Taken back: 1 step." in told.out
    assert told.out.count("Roll 2 dice for Targets of missions 1-10 (2-1): ") == 7
    assert "Roll 1 die for Squadron position (2-5): " in told.out
    assert "Tokyo" in told.out.split("Taken back")[1] or "Nagoya" in told.out.split("Taken back")[1]


def test_dice_change_hands_at_any_moment(sit: Sit) -> None:
    told = start(sit, "d", "", "d", "")
    assert "You throw real dice from the next roll on" in told.out
    assert "Roll 2 dice for Weather in zone (4-2): " in told.out
    assert "The computer throws all dice" in told.out
    told = sit("play b29 --seed 5 --dice real --auto routine", "", "?", "t", "s", "d", "q")
    assert "t 2-1 shows the table" in told.out
    assert "Aircraft Factory, Akashi" in told.out
    assert "Which altitude in this zone?" in told.out


def test_a_raid_ends_as_a_raid_and_not_as_a_tour(sit: Sit) -> None:
    told = sit("play doolittle --scenario 1 --seed 7 --save raid", *[""] * 200)
    assert "The raid is over." in told.out
    assert "tour is complete" not in told.out
    assert told.out.rstrip().endswith("Everything is kept in raid. To read it again: flakhouse resume raid")


# ------------------------------------------------------------------ house rules, positions


def test_house_rules_stand_on_every_screen(sit: Sit, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('[options]\nfuel = "off"\n')
    told = sit("play b29 --seed 5 --house mine.toml --auto routine", "", "s", "", "")
    assert told.out.count("House rules mine.toml: fuel=off.") >= 3
    assert "not counted (rule 4.3 is off)." in told.out
    again = sit("resume", "t 4-2")
    assert "House rules mine.toml: fuel=off." in again.out


def test_a_house_chart_is_shown_as_such(sit: Sit, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(HOUSE)
    told = sit("play toy --house mine.toml", "", "t 1-1", "q")
    assert "House rules mine.toml:\n1-1  Wind, always a gale" in told.out


def test_a_position_is_played_from_and_says_so(sit: Sit, tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(POSITION)
    told = sit("play b29 --position p.txt --step combat --seed 3", "s", *[""] * 60)
    assert "Begun from a position, outside any tour." in told.out
    assert "Tokyo" in told.out
    assert "Debriefing: " in told.out
    assert "fly the next mission" not in told.out
    assert told.code == 0


# ------------------------------------------------------------------ to the end of a mission


def fly(sit: Sit, command: str, *after: str) -> Sat:
    """A whole mission on the Enter key, then these lines at the menu."""
    told = sit(command)
    name = re.findall(r"Save (\S+);", told.out)[0]
    for _ in range(200):
        with Store() as store:
            if store.info(name).status != "playing":
                break
        sit(f"resume {name}", "")
    return sit(f"resume {name}", *after)


def test_a_mission_ends_with_a_debriefing_and_a_menu(sit: Sit) -> None:
    told = fly(sit, "play b29 --seed 8 --auto routine", "story", "3", "tour", "log", "t 8-1", "x", "", "q")
    assert "Debriefing: " in told.out
    for words in ("Result ", "Bombs ", "Bomber ", "Tour "):
        assert words in told.out
    assert "1 next: fly the next flight (Enter)" in told.out
    assert "Stardust, flight 1: Ota" in told.after("story")
    assert "Mission log sheet: " in told.after("3")
    assert "Campaign log sheet" in told.after("tour")
    assert "Turn 2 " in told.after("log")
    assert "Landing on land" in told.after("t 8-1")
    assert '"x" is not one of the answers' in told.out
    assert ", flight " in told.after("x")  # Enter flew on
    with Store() as store:
        assert store.info("b29-tour-1").chapter == 2


def test_back_into_the_debriefing_and_into_the_flight(sit: Sit) -> None:
    told = fly(sit, "play b29 --seed 8 --auto routine", "next", "u", "u", "q")
    assert "Back in the debriefing of flight 1." in told.out
    assert told.out.count("Debriefing: ") == 2
    assert "Taken back: " in told.out
    with Store() as store:
        info = store.info("b29-tour-1")
    assert (info.chapter, info.status) == (1, "playing")


@pytest.mark.parametrize("rules", ["basic", "advanced", "streamlined"])
def test_whole_missions_on_the_enter_key(sit: Sit, rules: str) -> None:
    told = sit(f"play b29 --seed enter --option rules={rules}", *[""] * 120)
    assert told.code == 0
    assert told.out.count("Debriefing: ") >= 2
    assert "{" not in told.out
    with Store() as store:
        name = store.last()
        for number in range(1, store.info(name).chapter + 1):
            assert store.session(games.load("b29"), name, number, trace=False).verify().identical


def test_the_end_of_a_tour(sit: Sit) -> None:
    fly(sit, "play b29 --seed 8 --auto routine")
    game = games.load("b29")
    with Store() as store:
        finish = store.chapter("b29-tour-1").finished
        assert finish is not None
        state = msgspec.convert(finish.campaign, Campaign)
        state.credited, state.victories, state.defeats = 34, 25, 3
        chapter = begin(game, "last/1", campaign=msgspec.to_builtins(state, str_keys=True), automation="routine")
        store.create(chapter, "last", "long-tour")
    for _ in range(60):
        told = sit("resume long-tour", *[""] * 40)
        with Store() as store:
            if store.info("long-tour").status == "over":
                break
    told = sit("resume long-tour", "")
    assert "The tour is complete." in told.out
    assert "Result of the campaign" in told.out
    assert "Won by             Twentieth Air Force" in told.out
    assert "survival" in told.out
    assert "fly the next mission" not in told.out
    assert "quit; everything is kept (Enter)" in told.out


# ------------------------------------------------------------------ trouble


def test_a_crash_of_the_rules_loses_nothing(sit: Sit, tmp_path: Path) -> None:
    told = sit("play toy --option bug=on --seed 7", "Zephyr", "up", "stay", "q")
    assert "The rules failed at step 2: KeyError: 'burst'" in " ".join(told.out.split())
    found = list((tmp_path / "data" / "crashes").iterdir())
    assert len(found) == 1
    assert found[0].name in told.out.replace("\n  ", "")
    assert "The game stands as it was before that answer." in told.out
    assert told.code == 0
    assert steps("toy-tour-1") >= 2


def test_somebody_else_played_meanwhile(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    sit("play toy --seed 7 --save both", "Zephyr")
    from flakhouse.cli import terminal

    ask = terminal.Terminal.ask
    raced: list[bool] = []

    def race(self: terminal.Terminal, prompt: str = "> ") -> str:
        line = ask(self, prompt)
        if not raced:
            raced.append(True)
            with Store() as store:
                other = store.session(toy.GAME, "both")
                other.run()
                other.answer("stay")
        return line

    monkeypatch.setattr(terminal.Terminal, "ask", race)
    told = sit("resume both", "stay", "stay")
    assert "Save 'both' was changed meanwhile by another window or command" in " ".join(told.out.split())
    assert "To continue: flakhouse resume both" in told.out


def test_a_busy_disk_is_told_and_the_question_asked_again(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    sit("play toy --seed 7 --save busy", "Zephyr")
    from flakhouse.errors import SaveError
    from flakhouse.store.keeper import StoreKeeper

    append = StoreKeeper.append
    failed: list[bool] = []

    def once(self: StoreKeeper, *args: object, **more: object) -> None:
        if not failed:
            failed.append(True)
            raise SaveError("the disk is full")
        append(self, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(StoreKeeper, "append", once)
    told = sit("resume busy", "stay", "stay", "q")
    assert "The disk is full." in told.out
    assert told.out.count("Where to?") >= 2
    assert steps("busy") >= 2


# ------------------------------------------------------------------ as a process


def test_piped_in_ascii_without_colour() -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "TERM": "xterm-256color"}
    done = subprocess.run(
        command("play", "b29", "--seed", "5", "--auto", "routine"), input=b"\ns\n", capture_output=True, env=env
    )
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"Turn 2, Zone 2 of" in done.stdout
    assert done.stdout.count(b"?") == done.stdout.count(b"first?") + done.stdout.count(b"zone?")
    assert b"\x1b" not in done.stdout


def test_the_first_prompt_is_quick() -> None:
    """Under a second; of the processor's time, because test machines are busy."""
    subprocess.run(command("play", "b29"), input=b"", capture_output=True)  # byte code is written once
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command("play", "b29"), input=b"", capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 1.5


def test_killed_at_any_moment_nothing_answered_is_lost() -> None:
    player = subprocess.Popen(
        command("play", "b29", "--seed", "5", "--save", "killed", "--auto", "none"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert player.stdin is not None
    assert player.stdout is not None
    answered = 0
    seen = ""
    for line in ("Lazarus", "", "", "", "move", "Navigator"):  # names, no training flight, the tank, an order
        while not seen.endswith("> "):
            seen += player.stdout.read(1)
        player.stdin.write(line + "\n")
        player.stdin.flush()
        seen = player.stdout.readline()
        answered += 1
    while not seen.endswith("> "):  # the prompt is there: the answer before it is on the disk
        seen += player.stdout.read(1)
    player.send_signal(signal.SIGKILL)
    player.wait()
    player.stdin.close()
    player.stdout.close()
    with Store() as store:
        chapter = store.chapter("killed")
        own = [i for i in range(len(chapter.entries)) if i not in chapter.auto]
        assert len(own) == answered
    done = subprocess.run(command("resume", "killed"), input="", capture_output=True, text=True, check=True)
    assert "Lazarus, flight 1: " in done.stdout
    assert "(navigator) go?" in done.stdout


@pytest.fixture
def screen() -> Callable[..., Screen]:
    def call(*words: str, **more: str) -> Screen:
        s = Screen("play", "b29", "--seed", "5", "--auto", "routine", *words, **more)
        s.wait("> ")
        s.type("\r")  # no training flight
        s.wait("Enter continues, q ends")  # the briefing
        s.type("q\r")
        s.wait("throw")
        s.wait("> ")
        s.type("\r")  # the take-off
        return s

    return call


def test_on_a_terminal(screen: Callable[..., Screen]) -> None:
    s = screen()
    first = s.wait("Which altitude in this zone?")
    assert "\x1b[7m Silver Lining, flight 1" in first  # the bar
    assert "Turn 2 · Zone 2 of" in first
    s.wait("> ")
    s.type("s\r")
    s.wait("Track ")
    s.wait("Enter continues, q ends")
    s.type("q\r")
    s.wait("> ")
    s.type("\r")
    s.wait("Weather in Zone 2")
    s.wait("> ")
    s.type("\x04")  # Ctrl-D
    s.wait("Everything is kept in b29-tour-1.")
    assert s.end() == 0


def test_ctrl_c_keeps_everything(screen: Callable[..., Screen]) -> None:
    s = screen(NO_COLOR="1")
    s.wait("> ")
    assert s.leave() == 130
    assert "Everything is kept in b29-tour-1." in s.text
    assert "\x1b" not in s.text
    assert "Traceback" not in s.text


def test_a_narrow_terminal(screen: Callable[..., Screen]) -> None:
    s = screen(NO_COLOR="1", COLUMNS="48")
    s.wait("> ")
    s.type("s\r")
    s.wait("Enter continues, q ends")  # it does not fit: page by page
    s.type("\r")
    s.wait("Damage ")
    s.wait("> ")
    s.type("q\r")
    s.wait("Everything is kept")
    assert s.end() == 0
    assert max(len(line.rstrip("\r")) for line in s.text.split("\n")) <= 48


@pytest.mark.parametrize("rules", ["basic", "advanced", "streamlined"])
def test_a_cat_on_the_keyboard(sit: Sit, rules: str) -> None:
    """Any keys in any order: no crash, no wide line, and the record still plays as recorded."""
    keys = [
        "u",
        "u 3",
        "s",
        "?",
        "e",
        "t",
        "t 7-5",
        "l 5",
        "w",
        "p",
        "position",
        "redo",
        "u 9",
        "d",
        "a",
        "h",
        "xyz",
        "ho",
        "yes",
        "é",
        "66",
    ]
    choice = random.Random(f"cat {rules}")
    lines = [choice.choice(["", "", "", str(choice.randint(1, 9)), choice.choice(keys)]) for _ in range(160)]
    told = sit(f"play b29 --seed cat --option rules={rules}", *lines)
    assert told.code == 0
    assert "rules failed" not in told.out
    with Store() as store:
        assert store.session(games.load("b29"), store.last(), trace=False).verify().identical


def test_where_nobody_is_named_routine_steps_run_from_the_start(sit: Sit) -> None:
    told = sit("play doolittle --scenario 7 --seed 3 --save raid", "q")
    assert "questions with one sensible answer are" in told.out
    assert "Which Flight acts next?" not in told.out
    assert "extra zone?" in told.out, "the wind is a decision"
    assert "routine" not in sit("play doolittle --scenario 7 --seed 3 --auto none --save each", "q").out


def test_numbers_that_stand_for_something_are_listed_with_it(sit: Sit) -> None:
    told = sit("play doolittle --scenario 9 --seed 3 --auto none --save deck", *[""] * 26, "q").out
    assert "Medals for the bombs of which B-25? (12.6.6 Medals)\n  2344 Doolittle, elite pilot" in told
    assert "\n  2292 Hoover (Enter)\n  2270 Gray\n" in told


def test_after_the_end_of_a_scenario_it_is_played_again_or_the_next_or_another(sit: Sit) -> None:
    told = fly(sit, "play doolittle --scenario 1 --seed 3 --save raid", "again", "q").out
    assert "again: play this scenario again" in told
    assert "following: play scenario 2, the next" in told
    assert "A new game, kept as " in told
    with Store() as store:
        new = store.last()
        assert new != "raid"
        assert store.chapter(new).options == store.chapter("raid").options
        assert store.chapter(new).seeds != store.chapter("raid").seeds


def test_after_the_end_another_scenario_is_chosen_from_the_list(sit: Sit) -> None:
    told = fly(sit, "play doolittle --scenario 1 --seed 3 --save raid", "another", "12", "another", "4", "q").out
    assert "There is no scenario '12'." in told
    with Store() as store:
        assert store.chapter(store.last()).options["scenario"] == "4"


def test_only_options_that_count_on_by_one_stand_together() -> None:
    labels = [
        "23 B-25s",
        "22 B-25s",
        "21 B-25s",
        "Spray 3 High",
        "Spray 6 High",
        "Flight 4, Fuel 3",
        "Flight 5, Fuel 4",
    ]
    row = Row("r", "Row", "none", "none", (), tuple(Choice(label, label) for label in labels))
    assert listed(row) == [
        (1, 3, "23 B-25s to 21 B-25s"),
        *((number, number, labels[number - 1]) for number in (4, 5, 6, 7)),
    ]


@pytest.mark.parametrize(
    ("names", "typed"),
    [
        (["FW190 A", "Me109 B"], ["A", "B"]),
        (["Frank A", "George A", "Tony A"], ["F", "G", "T"]),
        (["Tojo A", "Tony A", "Tony B"], ["TOJ", "TONA", "TONB"]),
        (["Frank A", "Frank B", "Tony A"], ["FA", "FB", "T"]),
    ],
)
def test_no_two_fighters_of_a_fire_plan_are_typed_alike(names: list[str], typed: list[str]) -> None:
    assert codes(names) == dict(zip(names, typed, strict=True))


def test_the_log_of_an_earlier_flight_can_be_read(sit: Sit) -> None:
    assert main(["fly", "b17", "--missions", "2", "--seed", "log", "--save", "two", "--log", "none"]) == 0
    with Store() as store:
        targets = [store.session(games.load("b17"), "two", number) for number in (1, 2)]
        for session in targets:
            session.wake()
    views = [renderers.screen(session.game) for session in targets]
    first, second = (
        next(block.head for block in view.tell(session.events) if block.head)
        for view, session in zip(views, targets, strict=True)
    )
    told = sit("resume two", "l flight 1", "l flight 2", "l flight 3", "q")
    assert first in told.after("l flight 1").split("> l flight 2")[0]
    assert second in told.after("l flight 2").split("> l flight 3")[0]
    assert "There are flights 1 to 2; l flight 1 shows the first." in told.out
