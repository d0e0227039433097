"""The briefing of a mission or scenario has all its parts; a recap says in five lines where a player stands."""

from __future__ import annotations

import pytest

from flakhouse import games
from flakhouse.core.chapter import begin
from flakhouse.core.events import Noted
from flakhouse.core.session import Session
from flakhouse.games.doolittle.campaign_debrief import WEIGHTS
from flakhouse.render.briefing import _book, begins, briefed, briefing_of, due, recap
from flakhouse.render.screen import screen

PARTS = ["Situation", "Aim", "What counts", "How to read the map", "What you will decide", "The history"]
BEGUN = [("b17", ""), ("b29", ""), *(("doolittle", str(number)) for number in range(1, 11))]


def _session(name: str, scenario: str, seed: str = "briefing", automation: str = "none") -> Session:
    game = games.load(name)
    options = game.check_options({"scenario": scenario} if scenario else {})
    session = Session(game, begin(game, f"{seed}/1", options=options, automation=automation))
    session.run()
    return session


def _to_the_target(session: Session) -> None:
    while not due(session.events, session.chapter.auto):
        assert session.pending is not None
        session.answer(session.pending.default)


@pytest.mark.parametrize(("name", "scenario"), BEGUN)
def test_a_mission_or_scenario_is_briefed_in_six_parts(name: str, scenario: str) -> None:
    session = _session(name, scenario)
    _to_the_target(session)
    parts = briefing_of(screen(session.game), session.state)
    assert [part.name for part in parts] == PARTS
    for part in parts:
        assert all(line.endswith((".", "?")) for line in part.lines), part
    assert parts[-1].lines[0].count(". ") == 2, "three sentences of what happened"


def test_the_briefing_of_a_mission_names_its_target() -> None:
    session = _session("b17", "")
    _to_the_target(session)
    target = next(e for e in session.events if isinstance(e, Noted) and e.kind == "target")
    assert str(target.facts["city"]) in briefing_of(screen(session.game), session.state)[0].lines[0]


def test_before_the_target_is_known_there_is_nothing_to_brief() -> None:
    session = _session("b29", "")
    assert briefing_of(screen(session.game), session.state) == []
    assert not due(session.events, session.chapter.auto)


def test_a_briefing_is_due_until_the_first_answer() -> None:
    session = _session("doolittle", "1")
    assert due(session.events, session.chapter.auto)
    assert session.pending is not None
    session.answer(session.pending.default)
    assert not due(session.events, session.chapter.auto)


@pytest.mark.parametrize(("name", "scenario"), [("b29", ""), ("doolittle", "7")])
def test_a_recap_has_at_most_five_lines_and_ends_with_what_is_asked(name: str, scenario: str) -> None:
    session = _session(name, scenario)
    for _ in range(20):
        assert session.pending is not None
        session.answer(session.pending.default)
    assert session.pending is not None
    told = recap(screen(session.game), session.state, session.events, session.pending)
    assert len(told) <= 5
    assert f"You are asked: {session.pending.prompt}" in told


def test_a_briefing_is_told_when_all_of_it_is_drawn() -> None:
    """The dice of place and resistance fall after the target is known; before them the state holds no truth."""
    session = _session("b29", "")
    _to_the_target(session)
    at = briefed(session.events)
    note = session.events[at]
    assert isinstance(note, Noted)
    situation = " ".join(briefing_of(screen(session.game), session.at(at).state)[0].lines)
    assert f"Place {note.facts['place']}, {note.facts['squadron']} squadron." in situation
    assert f"Expected resistance: {note.facts['expected']}." in situation
    first = begins(session.events)
    assert briefed(session.events[: first + 3], waits=True) == -1  # real dice are still to be thrown
    assert first < at


def test_with_real_dice_no_briefing_tells_the_place_before_it_is_thrown() -> None:
    game = games.load("b17")
    session = Session(game, begin(game, "briefing/1", automation="named", table_dice=True))
    session.run()
    while session.need_dice is None or session.need_dice.chart != "G-4":
        if session.need_dice is not None:
            session.throw((1,) * session.need_dice.count)
        else:
            assert session.pending is not None
            session.answer(session.pending.default)
    assert begins(session.events) >= 0
    assert not due(session.events, session.chapter.auto, waits=True)
    session.throw((6, 6))
    assert due(session.events, session.chapter.auto, waits=session.need_dice is not None)
    situation = " ".join(briefing_of(screen(game), session.state)[0].lines)
    assert "Your place in the formation: tail." in situation


def test_the_terminal_explains_the_map_it_has_and_not_the_drawing() -> None:
    game = games.load("doolittle")
    session = Session(game, begin(game, "map", options={"scenario": "7"}))
    session.run()
    parts = briefing_of(screen(game), session.state)
    part = next(one for one in parts if one.name == "How to read the map")
    told = " ".join(part.letters)
    assert "triangle" not in told
    assert all(sign in told for sign in ("zone 6", "zone 7", "H headwind", "alone", "squares"))
    assert "triangle" in " ".join(part.lines)  # of the drawing


def _part(session: Session, name: str) -> str:
    return " ".join(
        next(part for part in briefing_of(screen(session.game), session.state) if part.name == name).lines
    )


def test_the_judges_of_the_campaign_are_told_with_what_they_weigh_and_their_steps() -> None:
    told = _part(_session("doolittle", "10"), "What counts")
    charts = games.load("doolittle").charts().charts
    for row, judge in enumerate(charts["judges"].labels):
        assert f"{judge} ({', '.join(charts['judges'].words[0][row].split())}): " in told
        assert all(what in _book("doolittle").judges for what, _ in WEIGHTS[judge])
    assert "a carrier sunk -25, a carrier damaged -12" in told
    assert "each Blast +0.25" in told
    assert "below -5 Disaster, below -1 Failure, below 2 Mixed, below 6 Success, else Triumph." in told


def test_points_of_ships_are_told_only_where_ships_sail() -> None:
    assert "(CV)" not in _part(_session("doolittle", "7"), "What counts")
    assert "carrier (CV) sunk -25" in _part(_session("doolittle", "9"), "What counts")


def test_what_will_be_decided_is_said_to_be_asked_with_a_reason_and_how_to_be_asked_more() -> None:
    for name, scenario in BEGUN:
        session = _session(name, scenario)
        _to_the_target(session)
        part = next(one for one in briefing_of(screen(session.game), session.state) if one.name == PARTS[4])
        assert part.lines[-1] == "Each of these is asked only when there is a reason."
        assert part.letters[-1].endswith("; the key a has more asked.")


def test_a_recap_of_a_raid_has_the_score_and_more_than_the_last_moments() -> None:
    session = _session("doolittle", "1", automation="named")
    view = screen(session.game)
    while session.pending is not None and len(view.scenes(session.events)) < 12:
        session.answer(session.pending.default)
    told = recap(view, session.state, session.events, session.pending, view.standing(session.state))
    assert "Score so far: " in told[1]
    heads = [scene.headline for scene in view.scenes(session.events) if scene.weight != "calm"]
    assert all(head in told[0] for head in heads[-6:])
