"""Dice kept apart by what is rolled for: other choices meet comparable luck, and conditions are the same."""

from __future__ import annotations

from collections import Counter

import pytest

from flakhouse import games
from flakhouse.core.agents import Default
from flakhouse.core.chapter import BY_CHART, SEALED, Chain, begin, dice_of
from flakhouse.core.dice import Fixed, Keyed, Seeded
from flakhouse.core.events import Opened, Rolled
from flakhouse.core.referee import Referee
from flakhouse.core.session import Session
from flakhouse.errors import Desync, Refused

SEEDS = [(0, f"{BY_CHART}a/1")]


def test_a_throw_depends_on_seed_scene_chart_and_its_number_there_alone() -> None:
    quiet, busy = Keyed(SEEDS), Keyed(SEEDS)
    for dice in (quiet, busy):
        dice.scene("zone", {"zone": 2})
    busy.thrown("M-1", 2)
    busy.thrown("B-4", 1)
    assert quiet.thrown("B-1", 12) == busy.thrown("B-1", 12)
    assert quiet.thrown("B-1", 12) == busy.thrown("B-1", 12) != Keyed(SEEDS).thrown("B-1", 12)
    quiet.scene("zone", {"zone": 3})
    busy.scene("wave", {"zone": 2})
    busy.scene("zone", {"zone": 3})
    assert quiet.thrown("B-1", 12) == busy.thrown("B-1", 12)
    other = Keyed([(0, f"{BY_CHART}b/1")])
    other.scene("zone", {"zone": 2})
    again = Keyed(SEEDS)
    again.scene("zone", {"zone": 2})
    assert other.thrown("B-1", 12) != again.thrown("B-1", 12)


def test_the_second_scene_of_a_kind_has_dice_of_its_own_and_a_name_changes_nothing() -> None:
    dice, renamed = Keyed(SEEDS), Keyed(SEEDS)
    dice.scene("briefing", {"mission": 1, "bomber": "Memphis Belle"})
    renamed.scene("briefing", {"mission": 1, "bomber": "Lucky Strike"})
    first = dice.thrown("G-1", 12)
    assert first == renamed.thrown("G-1", 12)
    dice.scene("briefing", {"mission": 1, "bomber": "Memphis Belle"})
    assert dice.thrown("G-1", 12) != first


def test_conditions_belong_to_the_place_whatever_scene_they_fall_into() -> None:
    plain, repairing = (Keyed(SEEDS, conditions=frozenset({"O-1"})) for _ in range(2))
    for dice in (plain, repairing):
        dice.scene("zone", {"zone": 7, "leg": "outbound"})
    repairing.scene("repair", {"gun": "Tail Guns"})
    assert plain.thrown("O-1", 12) == repairing.thrown("O-1", 12)
    assert plain.thrown("M-1", 12) != repairing.thrown("M-1", 12)


def test_faces_are_even_and_draws_reach_every_marker() -> None:
    dice = Keyed(SEEDS)
    dice.scene("zone", {"zone": 1})
    faces = Counter(b"".join(dice.thrown("M-1", 2) for _ in range(6000)))
    assert set(faces) == set(range(1, 7))
    assert all(abs(count - 2000) < 5 * 41 for count in faces.values())
    assert {dice.below(7) for _ in range(300)} == set(range(7))
    assert 1 <= dice.d6() <= 6


def test_given_dice_come_first_and_a_later_seed_takes_over() -> None:
    dice, plain = Keyed(SEEDS, [6, 6, 5]), Keyed(SEEDS)
    assert dice.thrown("M-1", 2) == bytes([6, 6])
    own = plain.thrown("M-1", 2), plain.thrown("M-1", 2)
    assert dice.thrown("M-1", 2) == bytes([5]) + own[1][1:]
    assert (dice.drawn, plain.drawn) == (4, 4)
    forked = Keyed([*SEEDS, (4, "new")])
    assert [forked.thrown("M-1", 2) for _ in range(2)] == list(own)
    assert [forked.thrown("M-2", 12)] != [plain.thrown("M-2", 12)]
    assert forked.fresh().thrown("M-1", 2) == own[0]


@pytest.mark.parametrize("name", ["b17", "b29", "doolittle"])
def test_a_chapter_is_the_same_with_and_without_a_log_and_replays(name: str) -> None:
    game = games.load(name)
    chapter = begin(game, f"{BY_CHART}log/1")
    ends = []
    for trace in (True, False):
        pilot = game.pilots()[game.default_pilot]("log")
        ref = Referee(dice_of(game, chapter), pilot, trace=trace, keep=True)
        ends.append((game.play(ref, None, dict(chapter.options)), ref.check, ref.journal))
    assert ends[0] == ends[1]
    chapter.finished, chapter.check, chapter.entries = ends[0]
    assert Session(game, chapter).verify().identical


def test_two_pilots_of_one_challenge_meet_the_same_target_weather_and_waves() -> None:
    game = games.load("b17")
    met: list[dict[tuple[str, str], tuple[int, ...]]] = []
    for pilot in ("doctrine", "random"):
        chapter = begin(game, f"{BY_CHART}met/1")
        ref = Referee(dice_of(game, chapter), game.pilots()[pilot]("met"), trace=True)
        game.play(ref, None, dict(chapter.options))
        found: dict[tuple[str, str], tuple[int, ...]] = {}
        place = ""
        for event in ref.events:
            if isinstance(event, Opened) and event.kind == "zone":
                place = f"{event.facts['zone']} {event.facts['leg']}"
            if isinstance(event, Rolled) and event.chart in game.conditions():
                found.setdefault((event.chart, place), event.faces)
        met.append(found)
    both = met[0].keys() & met[1].keys()
    assert {chart for chart, _ in both} >= {"G-1", "G-4", "O-1"}
    assert {key: met[0][key] for key in both} == {key: met[1][key] for key in both}


def test_other_seeds_keep_their_one_stream() -> None:
    game = games.load("b17")
    dice = dice_of(game, begin(game, "plain/1"))
    assert isinstance(dice, Chain)
    assert not dice.keyed
    assert dice.thrown("M-1", 9) == Seeded("plain/1").some(9)
    assert Fixed(3, 4).thrown("M-1", 2) == bytes([3, 4])


def test_a_sealed_seed_throws_nothing_and_says_why() -> None:
    game = games.load("b17")
    chapter = begin(game, f"{SEALED}7/1")
    blind = Session(game, chapter)
    with pytest.raises(Desync, match="keeps the seed"):
        blind.play_on(Default())
    with pytest.raises(Desync, match="keeps the seed"):
        dice_of(game, chapter).below(3)
    session = Session(game, chapter, secret=f"{BY_CHART}secret/1")
    session.run()
    assert session.pending is not None
    assert session.chapter.seeds == [(0, f"{SEALED}7/1")]


def test_a_strict_game_takes_back_only_what_no_die_has_followed() -> None:
    game = games.load("b17")
    session = Session(game, begin(game, f"{SEALED}7/1"), secret=f"{BY_CHART}secret/1")
    session.run()
    asked = session.pending
    assert asked is not None
    while session.rolls == 0:
        assert session.pending is not None
        session.answer(session.pending.default)
    steps, check, event = session.steps, session.ref.check, len(session.events)
    with pytest.raises(Refused, match="no step is taken back past dice"):
        session.undo()
    assert (session.steps, session.ref.check, len(session.events), session.chapter.undos) == (
        steps,
        check,
        event,
        0,
    )
    for refused in (lambda: session.set_table_dice(True), lambda: session.fork("x")):
        with pytest.raises(Refused, match="strict challenge"):
            refused()
