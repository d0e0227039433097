"""What bombs add in the scene in which they fall: Blast where it is, and the score so far (1.2, 4.9)."""

from __future__ import annotations

import copy

import pytest

from flakhouse import games
from flakhouse.core.chapter import begin
from flakhouse.core.session import Session
from flakhouse.games.doolittle.debrief import score, so_far
from flakhouse.games.doolittle.markers import Marker
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Back, Front
from flakhouse.render.doolittle.tally import tally
from flakhouse.render.scenes import Scene
from flakhouse.web.tables import view_of


def raid(scenario: str) -> tuple[Session, Raid]:
    game = games.load("doolittle")
    session = Session(game, begin(game, "1/1", options={"scenario": scenario}, automation="named"))
    session.run()
    assert isinstance(session.state, Raid)
    return session, session.state


def test_1_2_a_hit_says_its_blast_and_the_score() -> None:
    session, before = raid("1")
    after = copy.deepcopy(before)
    box = next(iter(next(iter(after.cities.values())).boxes.values()))
    box.blast += 2
    won = sum(points for _, _, points in score(session.ref, after))
    assert won > 0
    assert [line.text for line in tally(session.ref, before, after)] == [
        f"2 Blast in the {box.name}. Score so far: {won} (+{won})."
    ]


def test_1_2_bombs_beside_every_target_say_so_and_no_bombs_say_the_score_alone() -> None:
    session, before = raid("1")
    after = copy.deepcopy(before)
    area = next(iter(next(iter(after.cities.values())).areas.values()))
    area.blast += 1
    (line,) = tally(session.ref, before, after)
    assert line.text.startswith(f"1 Blast in {area.name}, in no target. Score so far: ")
    assert tally(session.ref, before, before)[0].text == "Score so far: 0."


def test_1_2_a_carrier_that_nobody_has_seen_is_not_in_the_score() -> None:
    session, state = raid("1")
    after = copy.deepcopy(state)
    box = next(iter(next(iter(after.cities.values())).boxes.values()))
    box.blast += 1
    plain = so_far(session.ref, after)
    marker = Marker("cup", Front.TARGET, Back.CARRIER)
    box.markers = [marker]
    assert so_far(session.ref, after) == plain
    marker.revealed = True
    seen = so_far(session.ref, after)
    assert seen is not None
    assert plain is not None
    assert seen > plain


def test_1_2_the_campaign_has_no_score() -> None:
    session, state = raid("1")
    after = copy.deepcopy(state)
    after.options.scenario = 10
    assert so_far(session.ref, after) is None
    assert tally(session.ref, after, after) == []


@pytest.mark.parametrize(("kind", "told"), [("detonation", True), ("approach", False)])
def test_only_scenes_in_which_bombs_fall_tell_it(kind: str, told: bool) -> None:
    session, state = raid("1")
    scene = Scene(kind, "notable", "", (), (), (), (1, 2))
    assert bool(view_of("doolittle").means(session.ref, scene, lambda _: state)) is told
