"""The key o: through a pipe, and on a terminal."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from flakhouse import games, slate
from flakhouse.cli import odds
from flakhouse.cli.main import main
from flakhouse.cli.terminal import Terminal
from flakhouse.core.agents import Default
from flakhouse.core.session import Session
from flakhouse.sim.odds import Follows, Sampler, play_out
from flakhouse.slate import Slate
from flakhouse.slate_plans import plans
from flakhouse.store import Store
from tests.cli.screens import CODE, Screen
from tests.sim.positions import asks, session_at

Sit = Callable[..., str]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "REGISTRY", dict(games.REGISTRY))
    monkeypatch.setenv("FLAKHOUSE_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(odds, "PIPED", 0.2)


@pytest.fixture
def sit(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Sit:
    def call(command: str, *lines: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        capsys.readouterr()
        assert main(command.split()) == 0
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        assert max(len(line) for line in out.split("\n")) <= 80, out
        return out

    return call


def test_o_shows_a_table_and_leaves_the_question_open(sit: Sit) -> None:
    told = sit("play doolittle --scenario 1 --seed 7 --name raid", "o", "o 0", "q")
    table = told.split("> o\n", 1)[1].split("> o 0\n", 1)[0]
    assert "score of the" in table
    assert "(Enter)" in table
    assert re.search(r"Each option was played out (\d+ times|once) from here, with fresh dice;", table)
    assert "\x1b" not in told
    assert "\r" not in told
    with Store() as store:
        before = msgspec.json.encode(store.chapter("raid"))
    sit("resume raid", "o", "odds", "q")
    with Store() as store:
        assert msgspec.json.encode(store.chapter("raid")) == before


def test_o_where_there_are_no_odds(sit: Sit) -> None:
    told = sit("play b29 --seed 1 --option rules=advanced", "o", "q")
    assert "A name changes no odds." in told
    told = sit("play doolittle --scenario 1 --seed 7", "o x", "h", "q")
    assert "Type o, or o 5 for five seconds." in told
    assert "o [N]     shows your chances with each option" in told


def test_exact_chances_stand_under_their_option() -> None:
    session = session_at("b17", asks("fire-plan"))
    session.answer("each")
    sink = io.StringIO()
    table = odds.show(Terminal(io.StringIO(), sink), session, 0.0)
    assert table is not None
    assert table.ask == "gun-fire"
    assert "By the dice alone: hits 17 % (1 in 6), at least drives off" in sink.getvalue()


def test_seconds_are_kept_to() -> None:
    session = session_at("b17", asks("fire-plan"))
    now = [0.0]

    def clock() -> float:
        now[0] += 0.05
        return now[0]

    table = odds.show(Terminal(io.StringIO(), io.StringIO()), session, 5.0, clock)
    assert table is not None
    assert table.n > 5
    assert 5.0 <= now[0] < 6.0


def _raid(code: str = CODE, **env: str) -> Screen:
    s = Screen("play", "doolittle", "--scenario", "1", "--seed", "7", code=code, **env)
    s.wait("Enter continues")  # the briefing
    s.type("q\r")
    s.wait("to your decision")
    s.wait("> ")
    s.type("s\r")
    s.wait("> ")
    s.type("o\r")
    s.wait("Enter stops.")
    return s


@pytest.mark.parametrize("key", ["x\r", "\r", "\x03"])
def test_on_a_terminal_enter_stops_it_and_the_prompt_is_back(key: str) -> None:
    s = _raid()
    s.wait("times from here")  # better and better
    s.type(key)
    s.wait("\n> ")
    s.type("h\r")
    s.wait("Enter continues")
    s.type("\r")
    s.wait("this help")
    s.wait("> ")
    s.type("q\r")
    s.wait("Everything is kept")
    assert s.end() == 0
    assert "Traceback" not in s.text


def test_an_enter_after_it_ended_by_itself_answers_nothing() -> None:
    s = _raid(CODE.replace("run()", "from flakhouse.cli import odds; odds._MOST = 20; run()"))
    s.wait("it has ended by itself. Enter returns to the decision.")
    s.type("\r")
    s.wait("\n> ")
    s.type("q\r")
    s.wait("Everything is kept")
    assert s.end() == 0
    with Store() as store:
        chapter = store.chapter(store.last())
    assert len(chapter.entries) == len(chapter.auto)


@pytest.mark.parametrize("columns", [30, 80, 100, 110, 120])
def test_what_is_drawn_over_is_counted_in_lines_of_the_screen(
    columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    term = Terminal(io.StringIO(), io.StringIO())
    assert odds._draw(term, ["x" * columns, "x" * (columns + 1), ""], 0) == 4


def test_without_colour_nothing_steers_the_terminal() -> None:
    s = _raid(NO_COLOR="1")
    s.type("x\r")
    s.wait("from here, with fresh dice")
    s.wait("\n> ")
    s.type("q\r")
    s.wait("Everything is kept")
    assert s.end() == 0
    assert "\x1b" not in s.text


def planned(*wishes: tuple[str, str]) -> tuple[Session, Slate]:
    """A B-17 at its fire plan, with these wishes on the form."""
    session = session_at("b17", asks("fire-plan"))
    form = slate.slate(session, dict(wishes))
    assert form is not None
    return session, form


def test_o_on_a_form_plays_the_plan_as_it_stands_the_advice_and_holding() -> None:
    """Enter settles the plan that is marked, and numbers stay those of the rows."""
    session, form = planned()
    assert [plan.label for plan in plans(session, form)] == [
        "The plan as it stands",
        "All guns hold their fire",
    ]
    gun = next(row for row in form.rows if row.key != "hold")
    session, form = planned((gun.id, "hold"))
    compared = plans(session, form)
    assert [plan.key for plan in compared] == ["plan", "advised", "hold"]
    assert compared[0].answers[0] == "each"
    sink = io.StringIO()
    table = odds.show(Terminal(io.StringIO(), sink), session, 0.0, plans=compared)
    assert table is not None
    assert [(row.label, row.default) for row in table.rows] == [
        ("The plan as it stands", True),
        ("As advised", False),
        ("All guns hold their fire", False),
    ]
    assert table.lead is not None
    assert {table.lead.best, table.lead.second} == {"plan", "advised"}, "the sentence is about the player's plan"
    told = sink.getvalue()
    assert "- The plan as it stands (Enter)" in told
    assert "Each plan was played out" in told
    assert msgspec.json.encode(session.chapter.entries) == msgspec.json.encode(planned()[0].chapter.entries)


def test_an_advised_plan_that_holds_everything_is_compared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    session, form = planned()
    rows = [msgspec.structs.replace(row, key=form.hold) for row in form.rows]
    held = msgspec.structs.replace(form, other=[], rows=rows)
    monkeypatch.setattr(slate, "slate", lambda session: held)
    gun = msgspec.structs.replace(form.rows[0], key=form.rows[0].choices[0].key)
    own = msgspec.structs.replace(held, rows=[gun, *held.rows[1:]])
    assert not own.as_advised
    assert [plan.key for plan in plans(session, own)] == ["plan", "advised"]


def test_a_plan_that_is_played_out_gives_its_own_answers_to_the_questions_behind_it() -> None:
    session, form = planned()
    gun = next(row for row in form.rows if row.key != "hold")
    session, form = planned((gun.id, "hold"))
    plan = plans(session, form)[0]
    sampler = Sampler(session, "", "odds", [plan])
    agent = Follows(Default(), plan)
    given: list[str] = []
    choose = agent.choose
    agent.choose = lambda question, ref: given.append(choose(question, ref)) or given[-1]  # type: ignore[method-assign, func-returns-value]
    play_out(sampler.standpoint, plan.answers[0], "odds/0", agent)
    assert tuple(given[: len(form.rows)]) == form.keys


def test_o_tells_no_figure_before_a_dozen() -> None:
    session = session_at("b17", asks("fire-plan"))
    sink = io.StringIO()
    table = odds.show(Terminal(io.StringIO(), sink), session, 0.0)
    assert table is not None
    assert table.n == 1
    assert "Figures are told from 12 times on." in sink.getvalue()
    assert not re.search(r"\(\d+-\d+\)|±", sink.getvalue())
