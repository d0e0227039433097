"""The pictures of a debriefing: the moments that mattered in this flight, not those that every flight has."""

from __future__ import annotations

import pytest

from flakhouse import games
from flakhouse.core.chapter import begin
from flakhouse.core.events import Needed
from flakhouse.core.session import Session
from flakhouse.render.base import record_of
from flakhouse.render.scenes import Scene, SceneRoll
from flakhouse.web.tables import view_of
from flakhouse.web.turning import _PAPER, _best, _paragraph, matters, pictures


def scene(kind: str, weight: str = "grave", tone: str = "", ways: int = 0, does: bool = True) -> Scene:
    """A scene whose roll had so many ways of six to do."""
    totals = tuple(range(1, ways + 1))
    fell = 1 if does else 6
    roll = SceneRoll(0, "x", "x", (fell,), (), fell, "", "", "", key=True, throw=Needed(totals, ways, 6))
    return Scene(kind, weight, kind, (), (roll,) if ways else (), (), (0, 1), tone)


def test_a_death_matters_more_than_a_landing_that_was_to_be_expected() -> None:
    landing, bombs = scene("landing", ways=5), scene("bombs-away", ways=2)
    shot = scene("fighter-destroyed", "notable", "good", ways=1)
    death = scene("killed", tone="loss")
    assert matters(death) > matters(bombs) > matters(shot) > matters(landing)
    assert matters(scene("landing", ways=5, does=False)) > matters(landing)


def test_the_best_are_chosen_one_for_a_paragraph_and_what_came_often_counts_less() -> None:
    told = [
        scene("bombs-away", ways=2),
        scene("detonation", ways=3),
        scene("detonation", ways=3),
        scene("detonation", ways=3),
        scene("killed", tone="loss"),
        scene("landing", ways=5),
    ]
    assert _best(told, {n: n for n in range(6)}) == [4, 0, 1]
    assert _best(told, dict.fromkeys(range(6), 0)) == [4]
    assert _best(told[5:], {0: 0}) == [0]  # a quiet flight has its landing


@pytest.mark.parametrize("game", ["b17", "b29"])
def test_flights_differ_in_their_pictures_and_what_was_lost_is_among_them(game: str) -> None:
    loaded, view = games.load(game), view_of(game)
    seen: set[tuple[str, ...]] = set()
    for seed in range(2, 8):
        session = Session(loaded, begin(loaded, str(seed), options=loaded.check_options({}), automation="named"))
        session.run()
        while session.pending is not None:
            session.answer(session.pending.default)
        record = record_of(session.chapter, session.events, "x")
        drawn = pictures(session, record)
        scenes = [scene for scene in view.scenes(session.events) if scene.lines or scene.rolls]
        story = view.told_story(record)
        assert story is not None
        assert [scenes[one.scene].headline for one in drawn.values()] == [one.headline for one in drawn.values()]
        grave = [scene for scene in scenes if scene.weight == "grave" and scene.kind not in _PAPER]
        lost = [scene for scene in grave if scene.tone == "loss" and _paragraph(story, scene) is not None]
        shown = [one for one in drawn.values() if scenes[one.scene].tone == "loss"]
        assert bool(shown) or not lost
        seen.add(tuple(scenes[one.scene].kind for one in drawn.values()))
    assert len(seen) > 2
