"""3.7: German fire (M-3), shells (B-4), areas (B-5)."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Noted
from flakhouse.games.b17 import damage
from flakhouse.games.b17.advice import combat as advice
from flakhouse.games.b17.combat import offense
from flakhouse.games.b17.state import Fighter, Mission
from flakhouse.games.b17.words import COMPARTMENTS, EngineState, Root, Section, Skill
from tests.b17.helpers import done, fighter, mission, noted, referee, rolled


@pytest.fixture
def struck(monkeypatch: pytest.MonkeyPatch) -> list[Section]:
    """The sections hit, in order, in place of their damage."""
    hits: list[Section] = []
    monkeypatch.setattr(damage, "hit", lambda ref, m, section: hits.append(section))
    return hits


def _hits(m: Mission, attacker: Fighter, face: int) -> bool:
    """Whether this die hits; shells go where they do no harm or are counted by the fixture."""
    ref = referee(face, *[1] * 40)
    offense.fire(ref, m, attacker)
    return attacker.scored


@pytest.mark.parametrize(
    ("clock", "need"),
    [
        ("12", 5),
        ("1:30", 5),
        ("10:30", 5),
        ("3", 4),
        ("9", 4),
        ("6", 3),
        ("Vertical Dive", 5),
        ("Vertical Climb", 4),
    ],
)
@pytest.mark.usefixtures("struck")
def test_M_3_the_number_by_direction(clock: str, need: int) -> None:
    angle = "-" if clock.startswith("V") else "Level"
    for kind in ("Me109", "Me110", "FW190"):
        for face in range(1, 7):
            assert _hits(mission(), fighter(kind, clock, angle), face) is (face >= need)


@pytest.mark.parametrize("kind", ["Me109", "Me110", "FW190"])
@pytest.mark.parametrize("angle", ["High", "Level", "Low"])
@pytest.mark.usefixtures("struck")
def test_M_3_the_same_number_for_every_level_and_type(kind: str, angle: str) -> None:
    for clock, need in (("12", 5), ("3", 4), ("6", 3)):
        assert not _hits(mission(), fighter(kind, clock, angle), need - 1)
        assert _hits(mission(), fighter(kind, clock, angle), need)


@pytest.mark.usefixtures("struck")
def test_M_3_damage_counts_for_each_mark_and_a_natural_6_hits_anyway() -> None:
    """M-2 stacking."""
    hurt = fighter("Me109", "6", "Level")
    hurt.fca = 1
    assert not _hits(mission(), hurt, 3)
    assert _hits(mission(), hurt, 4)
    hurt.fboa = 1
    assert not _hits(mission(), hurt, 5)
    assert _hits(mission(), hurt, 6)
    head_on = fighter("Me109", "12", "Level")
    head_on.fca = head_on.fboa = 1  # 6 and -3 make 3, where 5 is needed
    assert _hits(mission(), head_on, 6)


@pytest.mark.usefixtures("struck")
def test_M_3_quality_evasive_action_and_engines() -> None:
    """M-6."""
    ace, green = fighter(), fighter()
    ace.skill, green.skill = Skill.ACE, Skill.GREEN
    assert _hits(mission(), ace, 4)
    assert not _hits(mission(), green, 5)
    assert not _hits(mission(in_formation=False, evading=True), fighter(), 5)
    assert _hits(mission(in_formation=False, evading=True), fighter(), 6)
    lame = mission()
    lame.plane.engines[0].state = EngineState.FEATHERED
    assert not _hits(lame, fighter(), 4)
    lame.plane.engines[3].state = EngineState.FEATHERED
    assert _hits(lame, fighter(), 4)


def test_M_3_a_miss_is_told_and_does_nothing(struck: list[Section]) -> None:
    ref = referee(4)
    attacker = fighter()
    offense.fire(ref, mission(), attacker)
    assert noted(ref) == ["fighter-misses"]
    assert (attacker.attacks, attacker.scored, struck) == (1, False, [])
    done(ref)


@pytest.mark.parametrize(("kind", "shells"), [("Me109", 3), ("FW190", 4), ("Me110", 4)])
def test_B_4_shells_by_type(kind: str, shells: int, struck: list[Section]) -> None:
    ref = referee(6, 1, 1, *[3, 3] * shells)
    offense.fire(ref, mission(), fighter(kind))
    assert struck == [Section.NOSE] * shells
    done(ref)


@pytest.mark.parametrize(("shells", "made"), [(1, 1), (2, 3), (3, 4), (5, 7), (7, 10)])
def test_B_4_FW190_half_as_many_again_rounded_down(shells: int, made: int) -> None:
    assert offense.by_type(fighter("FW190").kind, shells) == made


@pytest.mark.parametrize(
    ("kind", "dice", "shells", "said"),
    [
        ("Me109", (1, 1), 3, ""),
        ("FW190", (1, 1), 4, " (3 rolled, half as many again for an FW190)"),
        ("Me110", (1, 1), 4, " (3 rolled, 1 more for an Me110)"),
        ("FW190", (3, 4), 1, ""),  # half as many again of one is one
    ],
)
def test_B_4_what_a_type_adds_is_said_in_words(
    kind: str, dice: tuple[int, int], shells: int, said: str, struck: list[Section]
) -> None:
    ref = referee(6, *dice, *[3, 3] * shells)
    offense.fire(ref, mission(), fighter(kind))
    note = next(event for event in ref.events if isinstance(event, Noted) and event.kind == "fighter-hits")
    assert (note.facts["shells"], note.facts["sum"]) == (shells, said)


def test_B_5_superficial_damage_still_counts_as_a_hit(struck: list[Section]) -> None:
    ref = referee(6, 3, 4, 1, 1)
    attacker = fighter()
    offense.fire(ref, mission(), attacker)
    assert attacker.scored
    assert struck == []
    assert rolled(ref) == ["M-3", "B-4", "B-5"]


def test_B_5_either_wing_is_a_die() -> None:
    ref = referee(4, 4, 3, 4, 4, 4)
    assert offense.areas(ref, fighter(), 2) == [Section.PORT_WING, Section.STARBOARD_WING]
    done(ref)


@pytest.mark.parametrize(("clock", "wing"), [("3", Section.STARBOARD_WING), ("9", Section.PORT_WING)])
def test_B_5_the_wing_on_the_attackers_side(clock: str, wing: Section) -> None:
    attacker = fighter("Me109", clock, "Level")
    assert offense.areas(referee(1, 2), attacker, 1) == [wing]
    walking = [Section.NOSE, wing, Section.WAIST, Section.TAIL]
    assert offense.areas(referee(6, 6), attacker, 1) == walking


def test_B_5_walking_hits_replace_all_shells_of_the_fighter() -> None:
    ref = referee(3, 3, 6, 6)
    assert offense.areas(ref, fighter(), 4) == list(COMPARTMENTS)
    assert noted(ref) == ["walking-hits"]
    done(ref)
    side = fighter("Me109", "3", "Low")
    assert offense.areas(referee(1, 1), side, 3) == [
        Section.PORT_WING,
        Section.PORT_WING,
        Section.STARBOARD_WING,
        Section.STARBOARD_WING,
    ]


@pytest.mark.parametrize("angle", ["High", "Level", "Low"])
def test_B_5_rear_low_12_is_the_pilot_compartment_and_the_rest_by_angle(angle: str) -> None:
    expected = {"High": [Section.NOSE], "Level": [], "Low": [Section.PILOTS]}[angle]
    assert offense.areas(referee(6, 6), fighter("Me109", "6", angle), 1) == expected


def test_3_7_all_areas_are_rolled_before_any_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    ref = referee(6, 1, 1, 3, 3, 3, 4, 4, 5)
    at: list[int] = []
    monkeypatch.setattr(damage, "hit", lambda ref, m, section: at.append(ref.rolls))
    m = mission()
    offense.fire(ref, m, fighter())
    assert at == [5, 5, 5]
    assert m.cause is Root.FIGHTER


def test_3_2_danger_ranks_the_rear_before_the_front_and_types_by_their_shells() -> None:
    front, rear = fighter(), fighter("Me109", "6", "Level")
    assert advice.danger(rear) > advice.danger(front)
    assert advice.danger(fighter("FW190")) > advice.danger(front)
    hurt = fighter()
    hurt.fca = 1
    assert advice.danger(hurt) < advice.danger(front)
