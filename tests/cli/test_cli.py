"""The commands: what they print, in text and JSON, and how they refuse."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from flakhouse import __version__, games
from flakhouse.cli import start
from flakhouse.cli.main import main, parser
from flakhouse.core.kit import Kit
from flakhouse.core.session import Session
from flakhouse.errors import KitError
from flakhouse.store import Store
from tests.core import toy
from tests.core.test_session import HOUSE, Changed, asked

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "REGISTRY", dict(games.REGISTRY))
    monkeypatch.setenv("FLAKHOUSE_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    toy.register()


class Ran:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    def json(self) -> dict[str, object]:
        data = msgspec.json.decode(self.out)
        assert isinstance(data, dict)
        return data


Call = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Call:
    def call(*words: str) -> Ran:
        code = main(words)
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return call


# ------------------------------------------------------------------ the frame


def test_help_lists_every_command(run: Call) -> None:
    told = run("--help")
    assert told.code == 0
    for word in ("play", "resume", "fly", "games", "tables", "rules", "saves", "replay", "report"):
        assert word in told.out


COMMANDS = [
    ("play",),
    ("resume",),
    ("fly",),
    ("games",),
    ("tables",),
    ("rules",),
    ("saves",),
    ("replay",),
    ("report",),
    *(("saves", action) for action in ("list", "show", "export", "import", "delete", "rename", "copy")),
]


@pytest.mark.parametrize("words", COMMANDS)
def test_every_command_has_help_with_examples_and_json(run: Call, words: tuple[str, ...]) -> None:
    told = run(*words, "--help")
    assert told.code == 0
    assert "examples:" in told.out
    assert "--json" in told.out
    assert all(len(line) <= 80 for line in told.out.splitlines() if "usage" not in line)


def test_version(run: Call) -> None:
    assert run("--version").out in (f"flakhouse {__version__} (pure)\n", f"flakhouse {__version__} (compiled)\n")


def test_the_name_alone_says_where_to_begin(run: Call) -> None:
    said = run()
    assert said.code == 0
    assert "flakhouse serve" in said.out
    assert "--guided" in said.out


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("dance", "invalid choice: 'dance'"),
        ("fly", "required: game"),
        ("fly chess", "no game 'chess'; games: b29, b17, doolittle, toy"),
        ("fly toy --pilot ace", "no pilot 'ace'; pilots: default, random"),
        ("fly toy --missions 0", "expected 1 to 1000"),
        ("fly toy --missions x", "invalid int value"),
        ("fly toy --missions 2 --tour", "not allowed with"),
        ("fly toy --dice 3,9", "--dice: a die shows 1 to 6"),
        ("fly toy --option age", "expected key=value"),
        ("fly toy --option age=ripe", "age='ripe': expected new or old"),
        ("fly toy --option colour=red", "there is no option 'colour'"),
        ("fly toy --scenario nosuch", "no scenario 'nosuch'; scenarios: veteran"),
        ("fly toy --house nosuch.toml", "cannot read nosuch.toml"),
        ("fly toy --answers nosuch", "cannot read nosuch"),
        ("fly toy --position nosuch", "cannot read nosuch"),
        ("fly toy --step wind", "name one with --position"),
        ("fly toy --seed ", "invalid"),
        ("fly toy --log loud", "invalid choice"),
        ("tables toy 9-9", "no table '9-9'"),
        ("rules toy 7", "has the number or the words '7'"),
        ("replay nosuch", "no save 'nosuch'; saves: none yet"),
        ("report nosuch", "no save 'nosuch'"),
        ("saves show nosuch", "no save 'nosuch'"),
        ("saves delete nosuch --yes", "no save 'nosuch'"),
    ],
)
def test_wrong_use_is_one_clear_line_and_code_2(run: Call, line: str, what: str) -> None:
    words = line.split(" ") if line else []
    told = run(*words)
    if line.endswith("--seed "):
        what = "The seed can have 1 to 100 characters"
    assert told.code == 2
    assert what in told.err
    assert len(told.err.splitlines()) == 1
    assert told.out == ""


def test_resume_without_saves_fails(run: Call) -> None:
    told = run("resume")
    assert (told.code, told.err) == (1, "flakhouse: there are no saves yet\n")


def test_a_bug_is_one_line_without_traceback(run: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy.Toy, "check_options", None)
    told = run("fly", "toy")
    assert told.code == 1
    assert "internal error, TypeError" in told.err
    assert "Traceback" not in told.err
    monkeypatch.setenv("FLAKHOUSE_DEBUG", "1")
    with pytest.raises(TypeError):
        main(["fly", "toy"])


def test_a_kit_that_names_a_missing_part_is_refused_when_it_is_entered(run: Call) -> None:
    with pytest.raises(KitError, match=r"game 'half': no board 'flakhouse\.web\.boards\.nowhere:board'"):
        games.register("half", Kit(game="tests.core.toy:GAME", board="flakhouse.web.boards.nowhere:board"))
    games.register("none", "tests.core.toy:NOTHING")
    told = run("fly", "none")
    assert (told.code, "game 'tests.core.toy:NOTHING'" in told.err) == (1, True)


# ------------------------------------------------------------------ fly


def test_fly_json(run: Call) -> None:
    told = run("fly", "toy", "--seed", "7", "--json").json()
    assert list(told) == ["game", "seed", "pilot", "options", "outcome"]
    assert (told["seed"], told["pilot"]) == ("7", "default")
    assert told["options"] == {"length": "short", "age": "new", "bug": "off"}
    assert told["outcome"] == {"victory": True, "place": "meadow", "tear": 0}
    full = run("fly", "toy", "--seed", "7", "--json", "--log", "full").json()
    events = full["events"]
    assert isinstance(events, list)
    assert {"rolled", "chosen", "noted", "opened"} == {event["type"] for event in events}


def test_the_same_seed_gives_the_same_output(run: Call) -> None:
    for extra in ((), ("--json", "--log", "full"), ("--tour", "--log", "full"), ("--pilot", "random")):
        first = run("fly", "toy", "--seed", "x", *extra)
        assert first.code == 0
        assert run("fly", "toy", "--seed", "x", *extra).out == first.out
    assert run("fly", "toy", "--json").json()["seed"] != run("fly", "toy", "--json").json()["seed"]


def test_fly_logs(run: Call) -> None:
    full = run("fly", "toy", "--seed", "7", "--log", "full").out
    assert "1-1 Wind (1.1): " in full
    assert "> Where to? (1.2): Stay" in full
    brief = run("fly", "toy", "--seed", "7").out
    assert "Wind (1.1)" not in brief
    assert "wind: wind" in brief
    none = run("fly", "toy", "--seed", "7", "--log", "none").out
    assert "wind: wind" not in none
    assert "Seed 7, pilot default" in none
    assert all(len(line) <= 80 for line in full.splitlines())


def test_fly_several_and_a_tour(run: Call) -> None:
    two = run("fly", "toy", "--seed", "7", "--missions", "2", "--json").json()
    assert "outcome" not in two
    assert isinstance(two["outcomes"], list)
    assert len(two["outcomes"]) == 2
    assert two["over"] is False
    tour = run("fly", "toy", "--seed", "7", "--tour", "--json", "--log", "full").json()
    assert isinstance(tour["outcomes"], list)
    assert isinstance(tour["events"], list)
    assert (len(tour["outcomes"]), len(tour["events"]), tour["over"]) == (3, 3, True)
    assert tour["outcomes"][:2] == two["outcomes"]
    assert "the tour" in run("fly", "toy", "--seed", "7", "--tour").out


def test_fly_with_options_scenario_and_house_rules(run: Call, tmp_path: Path) -> None:
    told = run("fly", "toy", "--seed", "1", "--scenario", "veteran", "--option", "age=new", "--json").json()
    assert told["options"] == {"length": "long", "age": "new", "bug": "off"}
    house = tmp_path / "mine.toml"
    house.write_text(HOUSE)
    told = run("fly", "toy", "--seed", "1", "--house", str(house), "--json").json()
    rules = told["house_rules"]
    assert isinstance(rules, dict)
    assert rules["name"] == "mine.toml"
    assert rules["changes"] == ["chart 1-1", "age=old"]
    assert told["options"] == {"length": "short", "age": "old", "bug": "off"}
    assert run("fly", "toy", "--seed", "1", "--house", str(house)).out.startswith(
        "House rules mine.toml: chart 1-1"
    )
    house.write_text("[chart.9]\n")
    assert run("fly", "toy", "--house", str(house)).code == 2


def test_fly_from_a_position_with_dice_and_answers(run: Call, tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text("turn 2 tear 1\n")
    (tmp_path / "a.txt").write_text("# the balloon\nballoon-name=Zephyr\n\ncourse=up\nballast=no\n")
    words = ("fly", "toy", "--seed", "1", "--position", "p.txt", "--step", "wind", "--answers", "a.txt")
    told = run(*words, "--dice", "1,2,6,5,6,6", "--json", "--log", "full")
    assert told.err == ""
    assert told.json()["outcome"] == {"victory": False, "place": "church", "tear": 6}
    events = told.json()["events"]
    assert isinstance(events, list)
    assert events[0]["key"] == "Zephyr"
    more = run(*words, "--dice", "1,2,6,5,6,6,1,1,1", "--json")
    assert (more.code, more.err) == (0, "flakhouse: 3 of the given dice were not rolled\n")
    (tmp_path / "a.txt").write_text('["Zephyr", "up", "no", "extra"]')
    assert "1 of the answers were not asked for" in run(*words).err
    (tmp_path / "a.txt").write_text("name=Zephyr\n")
    wrong = run(*words)
    assert wrong.code == 1
    assert "a.txt: expected question 'name', got 'balloon-name'" in wrong.err
    (tmp_path / "p.txt").write_text("turn x")
    assert run(*words).code == 2


def test_fly_leaves_a_crash_report(run: Call, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Zephyr\nup\n")
    told = run("fly", "toy", "--seed", "1", "--dice", "3,3", "--option", "bug=on", "--answers", "a.txt")
    assert told.code == 1
    assert "the rules failed in flight 1 at step 2: KeyError: 'burst'; what reproduces it is in" in told.err
    path = told.err.split(" is in ")[1].strip()
    assert Path(path).exists()
    assert run("saves", "import", path).code == 1
    assert run("saves", "import", path, "--no-verify").code == 0


def test_a_flight_can_be_kept_and_verified(run: Call) -> None:
    assert run("fly", "toy", "--seed", "7", "--tour", "--pilot", "random", "--save", "bot").code == 0
    told = run("replay", "bot", "--verify", "--json").json()
    assert told["identical"] is True
    assert isinstance(told["missions"], list)
    assert len(told["missions"]) == 3


# ------------------------------------------------------------------ games, tables, rules


def test_games(run: Call) -> None:
    out = run("games", "toy").out
    assert "toy  Balloon over the River" in out
    assert "option age=new (default)|old: Age of the balloon (1.4, optional)" in out
    assert "scenario veteran: The old balloon. A long flight" in out
    assert "pilots: default, random, rollout; default default" in out
    assert "pilot rollout:2" in run("fly", "toy", "--pilot", "rollout:2", "--log", "none", "--seed", "1").out
    listed = msgspec.json.decode(run("games", "toy", "--json").out)
    assert [game["name"] for game in listed] == ["toy"]
    assert listed[0]["options"][0]["values"] == ["short", "long"]


def test_tables(run: Call, tmp_path: Path) -> None:
    listed = msgspec.json.decode(run("tables", "toy", "--json").out)
    assert [chart["id"] for chart in listed] == ["1-1", "1-2", "1-2a-tear", "1-3", "1-4"]
    one = msgspec.json.decode(run("tables", "toy", "1-2A-TEAR", "--json").out)
    assert [chart["part_of"] for chart in one] == ["1-2"]
    text = run("tables", "toy", "1-2").out
    assert text.startswith("1-2  What the wind does (rule 1.2; one die)\n")
    assert text.endswith("Rolls that belong to it: 1-2a-tear\n")
    assert "near it: 1-2" in run("tables", "toy", "1-22").err
    (tmp_path / "mine.toml").write_text(HOUSE)
    own = run("tables", "toy", "1-1", "--house", "mine.toml")
    assert own.out.startswith("House rules mine.toml:\n1-1  Wind, always a gale")
    data = msgspec.json.decode(run("tables", "toy", "1-1", "--house", "mine.toml", "--json").out)
    assert set(data[0]["results"].values()) == {"Gale"}


def test_rules(run: Call) -> None:
    assert run("rules", "toy").out == "1.1  Wind\n1.2  Effects (ruling)\n"
    wind = ["1.1  Wind", "    Roll for the wind each turn."]
    assert run("rules", "toy", "1.1").out.splitlines() == wind
    assert run("rules", "toy", "1.1", "--code").out.splitlines() == [
        *wind,
        "    Code: toy.Toy.turn",
        "    Tests: test_toy",
    ]
    assert [e["number"] for e in msgspec.json.decode(run("rules", "toy", "1", "--json").out)] == ["1.1", "1.2"]


def test_rule_numbers_stand_under_each_other() -> None:
    from flakhouse.cli.rules import _below

    assert _below("4.2A", "4.2")
    assert _below("4-9d", "4-9")
    assert _below("4.2", "4.2")
    assert not _below("4.21", "4.2")
    assert not _below("14.2", "4.2")


# ------------------------------------------------------------------ saves, replay, report


@pytest.fixture
def tour(run: Call) -> str:
    assert run("fly", "toy", "--seed", "7", "--missions", "2", "--save", "tour").code == 0
    with Store() as store:
        session = store.next_chapter(toy.GAME, "tour")
        session.run()
        session.answer("stay")
        session.answer("yes")
        session.undo()
        session.answer("no")
    return "tour"


def test_saves_list_and_show(run: Call, tour: str) -> None:
    assert run("saves", "list").out.startswith("tour  toy, flight 3, step 2, last played ")
    assert run("saves").out == run("saves", "list").out
    listed = msgspec.json.decode(run("saves", "list", "--json").out)
    assert [(s["name"], s["status"], s["finished"], s["undos"]) for s in listed] == [("tour", "playing", 2, 1)]
    text = run("saves", "show", tour).out
    assert "Flight 3: 2 steps, being played, 1 taken back past a die" in text
    data = run("saves", "show", tour, "--json").json()
    assert isinstance(data["missions"], list)
    assert [m["steps"] for m in data["missions"]] == [5, 4, 2]
    assert run("saves", "list").err == ""


def test_saves_export_import_rename_copy_delete(run: Call, tour: str, tmp_path: Path) -> None:
    assert run("saves", "export", tour, "-o", "t.json").out == "tour written to t.json\n"
    assert run("saves", "export", tour, "-o", "t.json").code == 2
    assert run("saves", "export", tour, "-o", "t.json", "--force").code == 0
    assert run("saves", "export", tour).out == (tmp_path / "t.json").read_text()
    assert run("saves", "export", tour, "-o", "no/such/folder.json").code == 1
    assert run("saves", "import", "t.json").out == "imported as tour-1: every mission plays as recorded\n"
    assert run("saves", "import", "t.json", "--name", "tour").code == 1
    (tmp_path / "t.json").write_text("{}")
    told = run("saves", "import", "t.json")
    assert (told.code, len(told.err.splitlines())) == (1, 1)
    assert run("saves", "import", "nosuch.json").code == 2
    assert run("saves", "rename", "tour-1", "other").code == 0
    assert run("saves", "copy", "other", "fork", "--mission", "2", "--step", "1", "--seed", "z").code == 0
    assert run("saves", "copy", "other", "--json").json() == {"save": "other-1", "of": "other"}
    assert run("saves", "delete", "other").code == 2  # nobody to ask
    assert run("saves", "delete", "other", "--yes").out == "other is deleted\n"
    with Store() as store:
        assert store.names() == ["tour", "fork", "other-1"]


def test_deleting_asks(run: Call, tour: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal:
        def __init__(self, line: str) -> None:
            self.line = line

        def isatty(self) -> bool:
            return True

        def readline(self) -> str:
            return self.line

    monkeypatch.setattr(sys, "stdin", Terminal("n\n"))
    told = run("saves", "delete", tour)
    assert (told.code, "Nothing was deleted" in told.out) == (1, True)
    monkeypatch.setattr(sys, "stdin", Terminal("yes\n"))
    assert run("saves", "delete", tour).code == 0
    assert run("saves", "list").out == "No saves yet.\n"


def test_replay_step_by_step(run: Call, tour: str) -> None:
    whole = run("replay", tour).out
    assert "[step 1]\n> Where to? (1.2): Stay" in whole
    assert "Mission 3, step 2 of 2." not in whole
    assert "Flight 3, step 2 of 2." in whole
    assert "Open: Where to? (1.2) " in whole
    first = run("replay", tour, "--to", "0", "--json").json()
    assert (first["step"], first["steps"]) == (0, 2)
    question = first["question"]
    assert isinstance(question, dict)
    assert question["id"] == "course"
    done = run("replay", tour, "--mission", "1", "--json").json()
    assert isinstance(done["outcome"], dict)
    assert "The flight is over." in run("replay", tour, "--mission", "1", "--log", "brief").out
    for wrong in (("--to", "9"), ("--mission", "4"), ("--mission", "0"), ("--to", "-1")):
        assert run("replay", tour, *wrong).code == 2


def test_replay_verifies(run: Call, tour: str) -> None:
    told = run("replay", tour, "--verify")
    assert told.code == 0
    assert told.out.splitlines()[0] == "Flight 1: identical: every step and the end play as recorded"
    games.register("toy", "tests.cli.test_cli:CHANGED")
    told = run("replay", tour, "--verify")
    assert told.code == 1
    assert "Flight 1: parts from the record: step 3: recorded 'course', the rules now ask 'wave'" in told.out
    assert "rules version 1, now 2" in told.out


CHANGED = Changed("question")


def test_reports(run: Call, tour: str) -> None:
    assert "Balloon over the River: flight 2" in run("report", tour).out
    assert "flight 1" in run("report", tour, "--mission", "1").out
    rows = run("report", tour, "--kind", "campaign", "--format", "csv").out.splitlines()
    assert rows[0] == "number,victory,place,tear,undone,house rules"
    assert len(rows) == 3
    data = msgspec.json.decode(run("report", tour, "--kind", "mission", "--json").out)
    assert [sheet["title"] for sheet in data][-1] == "Rolls"
    assert "# Balloon over the River" in run("report", tour, "--kind", "story", "--format", "markdown").out
    for wrong in (("--mission", "3"), ("--mission", "9"), ("--json", "--format", "csv"), ("--kind", "song")):
        assert run("report", tour, *wrong).code == 2


def test_a_report_under_changed_rules_keeps_the_outcome(run: Call, tour: str) -> None:
    before = run("report", tour).out
    games.register("toy", "tests.cli.test_cli:CHANGED")
    told = run("report", tour)
    assert told.code == 0
    assert told.out == before
    assert "its log is left out" in told.err


def test_a_save_without_a_finished_mission_has_no_report(run: Call) -> None:
    assert run("play", "toy", "--json", "--name", "a").code == 0
    assert "no flight of a is finished yet" in run("report", "a").err


def test_names_from_elsewhere_cannot_steer_the_terminal(run: Call) -> None:
    from flakhouse.cli.common import clean

    assert clean("a\x1b[31mb\nc\x07") == "a?[31mb\nc?"


# ------------------------------------------------------------------ play, resume


def test_play_makes_a_save_and_shows_the_question(run: Call, tmp_path: Path) -> None:
    told = run("play", "toy", "--seed", "7", "--json", "--option", "age=old").json()
    assert (told["save"], told["mission"], told["step"]) == ("toy-tour-1", 1, 0)
    question = told["question"]
    assert isinstance(question, dict)
    assert (question["id"], question["free"], question["default"]) == ("balloon-name", True, "Montgolfier")
    again = run("resume", "--json").json()
    assert again == told
    waiting = run("play", "toy", "--json", "--table-dice", "--automation", "routine", "--name", "table").json()
    assert waiting["dice"] == {"chart": "1-1", "title": "Wind", "count": 2}
    (tmp_path / "mine.toml").write_text(HOUSE)
    own = run("play", "toy", "--json", "--house", "mine.toml").json()
    assert own["house_rules"] == {"name": "mine.toml", "changes": ["chart 1-1", "age=old"]}


def test_a_beginning_that_cannot_be_leaves_no_save(run: Call, tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text("turn 0")
    assert run("play", "toy", "--position", "p.txt", "--json").code == 2
    assert run("play", "toy", "--name", "a b", "--json").code == 2
    assert run("saves", "list").out == "No saves yet.\n"


def test_play_hands_the_session_to_the_terminal(run: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    class Terminal:
        @staticmethod
        def main(store: Store, name: str, session: Session, guided: bool) -> int:
            seen.append(f"{name} {asked(session).id}")
            return 0

    monkeypatch.setattr(start, "import_module", lambda name: Terminal)
    assert run("play", "toy", "--name", "a").code == 0
    assert run("resume", "a").code == 0
    assert seen == ["a balloon-name", "a balloon-name"]


def test_resume_under_changed_rules(run: Call, tour: str) -> None:
    with Store() as store:
        session = store.session(toy.GAME, tour)
        session.run()
        session.answer("stay")
    games.register("toy", "tests.cli.test_cli:SAME")
    told = run("resume", tour, "--json")
    assert (told.code, told.json()["step"]) == (0, 3)
    assert "rules version 1, now 2: proven identical to step 3" in told.err
    games.register("toy", "tests.cli.test_cli:NEXT")
    told = run("resume", tour, "--json")
    assert told.code == 1
    assert "step 2" in told.err
    assert "--keep-prefix" in told.err
    told = run("resume", tour, "--json", "--keep-prefix")
    assert (told.code, told.json()["save"], told.json()["step"]) == (0, "tour-1", 2)
    assert run("saves", "show", tour, "--json").json()["save"] != told.json()["save"]


SAME = Changed()
NEXT = Changed("question")
NEXT.rules_version = 3


def test_resume_after_a_finished_mission(run: Call) -> None:
    run("fly", "toy", "--seed", "7", "--save", "a")
    told = run("resume", "a", "--json").json()
    assert isinstance(told["outcome"], dict)
    games.register("toy", "tests.cli.test_cli:CHANGED")
    changed = run("resume", "a", "--json")
    assert changed.json()["outcome"] == told["outcome"]
    assert "keeps its recorded outcome" in changed.err


# ------------------------------------------------------------------ as a process


def process(*words: str) -> list[str]:
    code = (
        f"import sys; sys.path[:0]=[{str(ROOT)!r},{str(ROOT / 'src')!r}]\n"
        "from tests.core import toy; toy.register()\n"
        "from flakhouse.cli.main import run; run()"
    )
    return [sys.executable, "-c", code, *words]


def test_the_package_runs_as_a_module() -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [sys.executable, "-m", "flakhouse", "--version"], env=env, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (0, f"flakhouse {__version__} (pure)\n")


def test_help_is_fast_because_it_imports_nothing_heavy() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r})\n"
        "from flakhouse.cli.main import main; main(['--help'])\n"
        "print([m for m in ('msgspec', 'sqlite3', 'tomllib', 'flakhouse.core.referee') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_reader_that_leaves_early_is_no_fault() -> None:
    child = subprocess.Popen(
        process("fly", "toy", "--tour", "--log", "full", "--option", "length=long"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert child.stdout is not None
    child.stdout.close()
    assert child.stderr is not None
    assert child.stderr.read() == b""
    child.stderr.close()
    assert child.wait() == 0


def test_ctrl_c_is_quiet() -> None:
    code = (
        f"import sys, time; sys.path[:0]=[{str(ROOT / 'src')!r}]\n"
        "class Stdin:\n"
        "    def read(self, size):\n"
        "        print('waiting', flush=True)\n"
        "        time.sleep(60)\n"
        "Stdin.buffer = Stdin()\n"
        "sys.stdin = Stdin\n"
        "from flakhouse.cli.main import run; run()"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code, "saves", "import", "-"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert child.stdout is not None
    assert child.stdout.readline() == b"waiting\n"
    child.send_signal(signal.SIGINT)
    out, err = child.communicate()
    assert (child.returncode, out, err) == (130, b"", b"")


def test_a_terminal_without_our_letters_gets_question_marks() -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    subprocess.run(process("play", "toy", "--name", "Übung", "--json"), capture_output=True, env=env, check=True)
    done = subprocess.run(process("saves", "list"), capture_output=True, env=env)
    assert done.returncode == 0
    assert done.stdout.startswith(b"?bung  toy")


def test_no_colour_codes_ever(run: Call) -> None:
    assert "\x1b" not in run("tables", "toy").out + run("fly", "toy", "--log", "full").out


def test_abbreviated_options_are_refused() -> None:
    assert main(["fly", "toy", "--mission", "2"]) == 2
    assert parser().prog == "flakhouse"
