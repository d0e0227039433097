"""docs/adding-a-rule.md, followed to the letter in a copy of the project; and the pilots that docs/ shows fly."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from flakhouse import games
from flakhouse.core.agents import Agent
from flakhouse.core.dice import Seeded
from flakhouse.core.journal import Answer
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from tests.checks import docs
from tests.checks.files import ROOT

_STEP = re.compile(r"^\*\*(\d)\. [^*]+\*\*, `([^`]+)`.*?^```diff\n(.*?)^```", re.M | re.S)
_COPIED = ("src", "docs", "scripts", "tests", "pyproject.toml")
#: A chapter with injected dice, as it is told: the target, the place, then what the rule asks, rolls and notes.
_CHAPTER = """
from flakhouse import games
from flakhouse.core.agents import Default, Scripted
from flakhouse.core.dice import Fixed, Seeded
from flakhouse.core.events import Chosen, Rolled
from flakhouse.core.referee import Referee
from flakhouse.render.base import renderer

game = games.load("b17")
new = Referee(Seeded("guide"), Default())
campaign = game.play(new, None, game.check_options({})).campaign
agent = Scripted(["mist=no"], Default())
ref = Referee(Fixed(1, 3, 4, 2, after=Seeded("guide")), agent, trace=True)
game.play(ref, campaign, game.check_options({"mist": "on"}))
for event in ref.events:
    if isinstance(event, Chosen) and event.id == "mist":
        print("asked:", event.prompt, event.label)
    if isinstance(event, Rolled) and event.chart == "1.3-mist":
        print("rolled:", event.faces, event.result, event.needed.totals)
print(*renderer(game).log(ref.events, "brief")[:8], sep="\\n")
print([option.key for option in game.options() if option.origin == "optional"])
"""


def steps() -> list[tuple[int, str, str]]:
    """The steps of the guide: number, file, change."""
    return [(int(number), file, change) for number, file, change in _STEP.findall(docs.text("adding-a-rule.md"))]


def follow(root: Path, file: str, change: str) -> None:
    """Make a change: its parts, divided by blank lines, each at the one place where its old lines stand."""
    path = root / file
    text = path.read_text(encoding="utf-8")
    for part in change.strip("\n").split("\n\n"):
        lines = part.split("\n")
        assert all(line[0] in " +-" for line in lines), part
        old = "".join(f"{line[1:]}\n" for line in lines if line[0] in " -")
        new = "".join(f"{line[1:]}\n" for line in lines if line[0] in " +")
        assert text.count(old) == 1, f"{file} has this {text.count(old)} times:\n{old}"
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with the rule of the guide in it."""
    root = tmp_path_factory.mktemp("guide")
    for name in _COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__", "*.png"))
        else:
            shutil.copy(ROOT / name, root)
    for _, file, change in steps():
        follow(root, file, change)
    return root


def run(root: Path, *words: str) -> str:
    """Run Python in the copy: what it prints."""
    env = {**os.environ, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"}
    done = subprocess.run([sys.executable, *words], cwd=root, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_new_rule_touches_six_files_and_the_guide_names_them() -> None:
    numbers, files, _ = zip(*steps(), strict=True)
    assert numbers == (1, 2, 3, 4, 5, 6)
    assert len(set(files)) == 6
    assert len(docs.blocks("adding-a-rule.md", "diff")) == 6


def test_the_rule_of_the_guide_is_asked_rolled_and_told(copy: Path) -> None:
    told = run(copy, "-c", _CHAPTER)
    asked, rolled, *log = told.splitlines()
    assert asked == "asked: Mist lies on the airfield. Wait until it lifts? Take off now"
    assert rolled == "rolled: (2,) Late (3, 4, 5, 6)"
    assert any("The bomber takes off in the mist and flies Tail." in line for line in log), told
    assert "'mist'" in log[-1]


def test_the_checks_of_the_project_pass_with_the_rule_of_the_guide(copy: Path) -> None:
    files = [f"tests/b17/test_{name}.py" for name in ("setup", "second_transcription", "checklist")]
    wanted = "(1_3 or switch or same or every or words or facts) and not b29 and not common and not index"
    options = ("-q", "-k", wanted, "-p", "no:cacheprovider", "-p", "no:xdist")
    told = run(copy, "-m", "pytest", *options, *files, "tests/render/test_bomber_templates.py")
    assert told.count(".") > 15


# ------------------------------------------------------------------ pilots


def pilots() -> list[tuple[str, str, str]]:
    """The pilots that docs/ shows: page, code, name of the class."""
    pages = ("adding-a-rule.md", "bots.md")
    blocks = [(page, code) for page in pages for code in docs.blocks(page, "python")]
    return [(page, code, name) for page, code in blocks for name in re.findall(r"^class (\w+)\(", code, re.M)]


def test_docs_show_pilots() -> None:
    assert [name for _, _, name in pilots()] == ["Bold", "HoldFire", "Wild", "Steady"]


@pytest.mark.parametrize(("page", "code", "name"), pilots(), ids=[name for _, _, name in pilots()])
def test_a_pilot_as_the_documentation_shows_it_is_asked_all_that_it_wants(page: str, code: str, name: str) -> None:
    space: dict[str, object] = {}
    exec(compile(code, page, "exec"), space)
    made = space[name]
    assert isinstance(made, type)
    assert issubclass(made, Agent)
    asked: list[str] = []
    choose = made.choose

    def counting(self: Agent, question: Question, ref: Referee) -> str:
        asked.append(question.id)
        return choose(self, question, ref)

    if "choose" in vars(made):  # else it is the one it inherits that is asked, as it stands
        made.choose = counting  # type: ignore[method-assign]
    game = games.load("b17")
    ref = Referee(Seeded("pilot"), made())
    game.play(ref, None, game.check_options({}))
    answers = [entry.ask for entry in ref.journal if isinstance(entry, Answer)]
    wants = made.wants
    put = [ask for ask in answers if wants is None or ask in wants]
    assert len(put) > 10 or wants is not None
    assert set(answers) - set(put) == ({"gun-fire"} if "Together(" in code else set())  # answered with the plan
    assert asked in ([], put)
    assert bool(asked) == ("choose" in vars(made))
