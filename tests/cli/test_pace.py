"""Where the telling stops: the terminal and the browser ask the same place, and stop at the same scenes."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from flakhouse import games, slate
from flakhouse.cli.pace import PACES, Settings
from flakhouse.cli.questions import Asker
from flakhouse.cli.scenes import Teller
from flakhouse.cli.terminal import Terminal
from flakhouse.core.chapter import begin
from flakhouse.core.questions import Question, yes_no
from flakhouse.core.session import Session
from flakhouse.render.pace import LEAST, SKIP, pace
from flakhouse.render.scenebook import SceneBook
from flakhouse.render.scenes import Scene, SceneLine
from flakhouse.render.throws import Cast
from flakhouse.store import Store
from flakhouse.web.tables import view_of
from flakhouse.web.telling import tell
from tests.sim.positions import asks, session_at
from tests.web.test_throws_once import hit, told_session

_GAMES = {"b29": {}, "b17": {}, "doolittle": {"scenario": "1"}}


class Noting(Teller):
    """Notes where it stops, and prints nothing there."""

    def screen(self, scene: Scene, throws: Sequence[Cast]) -> None:
        self.stopped.append(scene.events)

    stopped: list[tuple[int, int]]


@pytest.mark.parametrize("words", PACES)
@pytest.mark.parametrize("game", _GAMES)
def test_terminal_and_browser_stop_at_the_same_scenes(tmp_path: Path, game: str, words: str) -> None:
    loaded = games.load(game)
    stops = passed = 0
    for seed in ("2", "3", "13"):
        options = loaded.check_options(_GAMES[game])
        session = Session(loaded, begin(loaded, seed, options=options, automation="named"))
        settings = Settings(tmp_path / f"{seed}.json")
        settings.kept.pace, settings.kept.dice = words, "they fall by themselves"
        term = Terminal(io.StringIO(), io.StringIO())
        term.paced = True
        with Store(tmp_path / seed) as store:
            teller = Noting(store, "", session, term, settings)
        session.wake()
        while session.pending is not None:
            since = teller.told = len(session.events)
            session.answer(session.pending.default)
            teller.stopped = []
            teller.tell()
            pages = []
            while (told := tell(teller.view, session, since, pace(PACES[words], throws=False))) is not None:
                pages.append(told.scene.events)
                since = told.after
            assert teller.stopped == pages
            stops += len(pages)
            passed += len(teller.view.scenes(session.events)) - len(pages)
    assert stops > 3 or words == "decisions only"  # there only a loss stops, and doctrine has few
    assert passed > 3


def _scene(weight: str) -> Scene:
    return Scene("fight", weight, "A fight", (), (), (SceneLine("It came in."),), (0, 1))


def test_good_news_does_not_stop_one_who_wants_decisions_only() -> None:
    hit = Scene("hit", "grave", "A hit", (), (), (SceneLine("It burns."),), (0, 1), tone="good")
    assert not pace("decisions", throws=True).stops(hit, SceneBook())
    assert pace("matters", throws=True).stops(hit, SceneBook())


@pytest.mark.parametrize("weight", ["calm", "notable", "grave"])
def test_one_who_skips_is_stopped_by_nothing(weight: str) -> None:
    book = SceneBook()
    assert pace("every", throws=True).stops(_scene(weight), book)
    assert pace("decisions", throws=True).stops(_scene(weight), book) is (weight == "grave")
    assert not SKIP.stops(_scene(weight), book)
    assert not SKIP.throws


@pytest.mark.parametrize("name", LEAST)
def test_dice_wait_only_for_one_who_throws_them_and_not_where_only_decisions_stop(name: str) -> None:
    assert pace(name, throws=True).throws is (name != "decisions")
    assert not pace(name, throws=False).throws
    assert pace(name, throws=True, every=True).every is (name != "decisions")
    assert not pace(name, throws=False, every=True).every


class AtOnce(Terminal):
    """Holds for nobody."""

    def hold(self, seconds: float) -> None:
        pass


class Waiting(Teller):
    """Waits for nobody: writes where it would."""

    def pause(self, kind: str, scene: Scene, upto: int) -> None:
        self.term.say(f"[{kind} {len(self.fallen(upto))}]")


def test_before_a_wound_is_thrown_the_terminal_says_the_same_whether_he_dies(tmp_path: Path) -> None:
    before: list[str] = []
    for wound in (1, 6):
        sink = io.StringIO()
        term = AtOnce(io.StringIO(), sink)
        term.paced = True
        with Store(tmp_path) as store:
            session = told_session(hit("Me109 D", wound))
            teller = Waiting(store, "", session, term, Settings(tmp_path / "terminal.json"))
        teller.told = 0
        teller.tell()
        said = sink.getvalue()
        assert re.findall(r"\[(\w+) \d\]", said) == ["throw", "throw", "scene"]
        first, last = said.split("[throw 1]")
        assert ("killed" in last) is (wound == 6)
        before.append(first)
    assert "Wounds: Engineer Russell Dombrowski" in before[0]
    assert before[0] == before[1]


def test_a_fight_whose_dice_fall_by_themselves_is_a_scene_with_its_dice() -> None:
    """Also one in which every shot misses."""
    session = session_at("b17", asks("fire-plan"))
    form = slate.slate(session)
    assert form is not None
    since = len(session.events)
    slate.give(session, form)
    told = tell(view_of("b17"), session, since, pace("matters", throws=False))
    assert told is not None
    assert told.waits is None
    assert told.volley or [one.roll.chart for one in told.fallen].count("M-1-fire") > 1


@pytest.mark.parametrize(
    "ask",
    [
        yes_no("12.2.3", "Keep it?", why=lambda: "It helps."),
        Question("7.1", "How many?", {"1": "1 Flight", "2": "2 Flights"}, why=lambda: "It helps."),
        Question(
            "12.3.2",
            "Which?",
            {"2344": "Doolittle (2344), damaged", "2292": "Hoover (2292)"},
            why=lambda: "It helps.",
        ),
        Question("8.2.3", "Which way?", {"a": "This", "b": "That"}, why=lambda: "It helps."),
    ],
)
def test_the_reason_stands_under_questions_of_every_form(tmp_path: Path, ask: Question) -> None:
    loaded = games.load("doolittle")
    session = Session(loaded, begin(loaded, "2", options=loaded.check_options(_GAMES["doolittle"])))
    session.wake()
    sink = io.StringIO()
    term = Terminal(io.StringIO(), sink)
    term.paced = True
    with Store(tmp_path) as store:
        Asker(store, "", session, term, Settings(tmp_path / "terminal.json")).show(ask)
    said = sink.getvalue()
    assert said.count("Advised: It helps.") == 1
    if "2344" in ask.options:
        assert "2344 Doolittle, damaged" in said
