"""What bombs add in the scene in which they fall: Blast where it is, and the score so far (1.2, 4.9)."""

from __future__ import annotations

import copy

import pytest

from flakhouse import games
from flakhouse.core.chapter import begin
from flakhouse.core.session import Session
from flakhouse.games.doolittle.debrief import score
from flakhouse.games.doolittle.markers import Marker
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Back, Fate, Front
from flakhouse.render.doolittle.tally import standing, tally
from flakhouse.render.scenes import Scene, SceneLine
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
    assert won == 5
    assert [line.text for line in tally(before, after)] == [
        f"2 Blast in the {box.name}.",
        "Score so far: 5 (+4 for Blast in a target, +1 for a target not hit before). Headline from 8.",
    ]
    before.squadron[0].fate = after.squadron[0].fate = Fate.DESTROYED
    assert tally(before, after)[-1].text == (
        "Score so far: 0 (-5 before, +4 for Blast in a target, +1 for a target not hit before). "
        "Disappointment from 5."
    )


def test_1_2_bombs_beside_every_target_say_so_and_no_bombs_say_the_score_alone() -> None:
    _, before = raid("1")
    after = copy.deepcopy(before)
    area = next(iter(next(iter(after.cities.values())).areas.values()))
    area.blast += 1
    fell, points = tally(before, after)
    assert fell.text == f"1 Blast in {area.name}, in no target."
    assert points.text == "Score so far: 1 (+1 for Blast in an area). Disappointment from 5."
    assert [line.text for line in tally(before, before)] == ["Score so far: 0. Disappointment from 5."]


def test_1_2_a_carrier_that_nobody_has_seen_is_not_in_the_score() -> None:
    _, state = raid("1")
    after = copy.deepcopy(state)
    box = next(iter(next(iter(after.cities.values())).boxes.values()))
    box.blast += 1
    plain = standing(after)
    marker = Marker("cup", Front.TARGET, Back.CARRIER)
    box.markers = [marker]
    assert standing(after) == plain
    marker.revealed = True
    seen = standing(after)
    assert seen is not None
    assert plain is not None
    assert seen.score > plain.score


def test_1_2_the_score_stands_among_the_outcomes_and_says_what_comes_next() -> None:
    _, state = raid("1")
    box = next(iter(next(iter(state.cities.values())).boxes.values()))
    rungs = ((0, "Fiasco", "Disappointment from 5"), (7, "Triumph", "Triumph, the best outcome"))
    for blast, name, following in rungs:
        box.blast = blast
        at = standing(state)
        assert at is not None
        assert (at.outcomes[at.at][0], at.next) == (name, following)
    assert tally(state, state)[-1].text == "Score so far: 15. Triumph, the best outcome."


def test_1_2_the_campaign_has_no_score() -> None:
    _, state = raid("1")
    after = copy.deepcopy(state)
    after.options.scenario = 10
    assert standing(after) is None
    assert tally(after, after) == []


@pytest.mark.parametrize(("kind", "told"), [("detonation", True), ("approach", False)])
def test_only_scenes_in_which_bombs_fall_tell_it(kind: str, told: bool) -> None:
    session, state = raid("1")
    scene = Scene(kind, "notable", "", (), (), (), (1, 2))
    assert bool(view_of("doolittle").means(session.ref, scene, lambda _: state)) is told


def test_1_2_at_the_top_the_score_says_which_outcome_it_is() -> None:
    _, state = raid("1")
    for box in next(iter(state.cities.values())).boxes.values():
        box.blast += 4
    at = standing(state)
    assert at is not None
    assert at.words == f"Score so far: {at.score}. Triumph, the best outcome."


def test_4_6_3_a_carrier_seen_where_bombs_fell_before_has_its_line_of_the_score() -> None:
    session, before = raid("7")
    box = next(iter(next(iter(before.cities.values())).boxes.values()))
    box.blast = 2
    after = copy.deepcopy(before)
    place = next(iter(next(iter(after.cities.values())).boxes.values()))
    place.markers.append(Marker("cup", Front.TARGET, Back.CARRIER, revealed=True))
    found = SceneLine("The carrier Ryuho lies there.", "", "carrier-found", (2,))
    scene = Scene("evaded", "notable", "A carrier", (), (), (found,), (1, 2))
    view = view_of("doolittle")
    told = view.means(session.ref, scene, lambda n: before if n < 1 else after)
    assert len(told) == 1
    assert "+4" in told[0].text
    assert view.means(session.ref, scene, lambda n: after) == [], "nothing is said where nothing is scored"
