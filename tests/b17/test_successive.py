"""3, 3.9 to 3.11: a whole wave; who comes back, where (B-6), cover again, the end of the flight in it."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Default
from flakhouse.core.dice import Fixed, Seeded
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import combat, damage
from flakhouse.games.b17.combat import successive
from flakhouse.games.b17.ending import fates
from flakhouse.games.b17.state import Mission, MissionEnded
from flakhouse.games.b17.words import Cover, GunName, Position, Section
from tests.b17.helpers import done, fighter, mission, noted, referee, rolled


@pytest.fixture
def struck(monkeypatch: pytest.MonkeyPatch) -> list[Section]:
    """The sections hit, in order, in place of their damage."""
    hits: list[Section] = []
    monkeypatch.setattr(damage, "hit", lambda ref, m, section: hits.append(section))
    return hits


def _plain(**changes: object) -> Mission:
    """A mission without pilot quality and spray."""
    m = mission(**changes)
    m.options.pilot_quality = m.options.spray_fire = False
    return m


def _silent(m: Mission) -> Mission:
    """All guns empty: only the fighters roll."""
    for gun in m.plane.guns.values():
        gun.bursts = 0
    return m


# ------------------------------------------------------------------ 3.9


def test_3_9_in_formation_a_fighter_that_missed_never_returns() -> None:
    """M-3 note 2."""
    m = _silent(_plain())
    ref = referee(4, 1, 4)
    assert combat.wave(ref, m) is True
    assert rolled(ref) == ["B-3", "M-3"]
    assert m.fighters == []
    done(ref)


def test_3_9_in_formation_a_hit_of_no_effect_brings_it_back_three_attacks_at_most(struck: list[Section]) -> None:
    m = _silent(_plain())
    again = (6, 3, 4, 1, 1)  # hit, one shell, superficial
    ref = referee(4, 1, *again, 3, 4, *again, 3, 4, *again)
    combat.wave(ref, m)
    attack = ["M-3", "B-4", "B-5"]
    assert rolled(ref) == ["B-3", *attack, "B-6", *attack, "B-6", *attack]
    assert struck == []
    done(ref)


def test_3_9_out_of_formation_all_come_back_hit_or_miss() -> None:
    """M-3 note 2."""
    m = _silent(_plain(in_formation=False, cable_hits=2))
    ref = referee(4, 1, 1, 1, 3, 4, 3, 4, 1, 1, 3, 4, 3, 4, 1, 1)
    combat.wave(ref, m)
    assert rolled(ref) == ["B-3", *["M-3"] * 2, *["B-6"] * 2, *["M-3"] * 2, *["B-6"] * 2, *["M-3"] * 2]
    done(ref)


@pytest.mark.parametrize(("fca", "fboa", "back"), [(1, 0, True), (2, 0, False), (0, 1, False), (1, 1, False)])
def test_3_9_FBOA_finishes_its_attack_and_leaves(fca: int, fboa: int, back: bool) -> None:
    """M-2 note 2."""
    m = mission(in_formation=False)
    attacker = fighter()
    attacker.fca, attacker.fboa, attacker.attacks = fca, fboa, 1
    assert successive.comes_back(m, attacker) is back


def test_3_9_a_fighter_shot_down_as_it_passes_never_returns() -> None:
    m = _plain(in_formation=False, cable_hits=2)
    for gun in m.plane.guns.values():
        if gun.name is not GunName.TAIL:
            gun.bursts = 0
    m.fighters = [fighter("Me109", "1:30", "Level")]
    ref = Referee(Fixed(1, 6, 5), Default(), trace=True)
    successive.attacks(ref, m, 0)
    assert rolled(ref) == ["M-3", "M-1-fire", "M-2"]
    assert noted(ref)[-1] == "fighter-destroyed"


def test_3A_1_a_destroyed_fighter_never_fires() -> None:
    """M-2 note 1."""
    m = _plain()
    ref = Referee(Fixed(4, 1, 6, 6), Default(), trace=True)
    assert combat.wave(ref, m) is True
    assert "M-3" not in rolled(ref)
    assert m.men[Position.ENGINEER].kills == 1


def test_3_8_the_passing_shot_comes_after_all_German_fire() -> None:
    m = _plain()
    m.fighters = [fighter("Me109", "1:30", "Level"), fighter("Me109", "3", "Low", "Me109 B")]
    ref = Referee(Fixed(1, 1, 1, 1, 1, 1), Default(), trace=True)
    successive.attacks(ref, m, 0)
    assert rolled(ref) == ["M-1-fire", "M-1-fire", "M-1-fire", "M-3", "M-3", "M-1-fire"]


# ------------------------------------------------------------------ 3.10


@pytest.mark.parametrize(
    ("faces", "where"),
    [
        ((1, 1), "6 High"),
        ((1, 2), "6 Level"),
        ((2, 2), "9 Level"),
        ((2, 3), "12 Level"),
        ((3, 3), "10:30 Level"),
        ((3, 4), "12 High"),
        ((4, 4), "1:30 Level"),
        ((4, 5), "12 Level"),
        ((5, 5), "3 Level"),
        ((5, 6), "9 High"),
        ((6, 6), "3 High"),
    ],
)
def test_B_6_the_new_position(faces: tuple[int, int], where: str) -> None:
    clock, angle = successive.WAY.at(sum(faces))
    assert f"{clock.value} {angle.value}" == where


def test_B_6_several_fighters_may_share_a_position() -> None:
    m = _silent(_plain(in_formation=False, cable_hits=2))
    m.fighters = [fighter("Me109", "6", "High", "Me109 A"), fighter("Me109", "3", "High", "Me109 B")]
    first, second = m.fighters
    ref = referee(1, 1, 3, 4, 3, 4, 1, 1, 5, 6, 5, 6, 1, 1)  # both to 12 High, then both to 9 High
    successive.attacks(ref, m, 0)
    assert (first.where(), second.where()) == ("9 High", "9 High")
    assert rolled(ref).count("M-3") == 6
    done(ref)


def test_3_10_a_diver_that_comes_back_is_a_target_like_any_other() -> None:
    m = _silent(_plain())
    diver = fighter("FW190", "Vertical Dive", "-", "FW190 A")
    diver.special = "b"
    m.fighters = [diver]
    ref = referee(6, 3, 3, 1, 1, 1, 1, 1)
    successive.attacks(ref, m, 0)
    assert (diver.special, diver.where()) == ("", "6 High")
    assert noted(ref).count("fighter-placed") == 2
    assert noted(ref).index("fighter-returns") < len(noted(ref)) - 1
    done(ref)


def test_3_10_cover_drives_off_its_second_number_in_every_round() -> None:
    """M-4 note 2."""
    m = _silent(_plain(cover=Cover.GOOD, in_formation=False, cable_hits=2))
    # B-3 row 24 with the lone bomber's extra: five fighters; M-4 on 4 takes two, then one each round.
    ref = Referee(Fixed(2, 4, 4, *[1] * 3, *[3, 4] * 3, *[1] * 2, *[3, 4] * 2, 1), Default(), trace=True)
    combat.wave(ref, m)
    assert rolled(ref).count("M-4") == 1
    assert noted(ref).count("fighter-driven-off") == 4
    assert rolled(ref).count("M-3") == 3 + 2 + 1


def test_3_10_marks_of_damage_stay_for_the_next_attack() -> None:
    m = _silent(_plain(in_formation=False, cable_hits=2))
    hurt = fighter("Me109", "6", "Level")
    hurt.fca = 1
    m.fighters = [hurt]
    ref = referee(3, 1, 2, 3, 1, 2, 3)  # 3 would hit from 6 Level but for the FCA, each time
    successive.attacks(ref, m, 0)
    assert rolled(ref) == ["M-3", "B-6", "M-3", "B-6", "M-3"]
    assert noted(ref).count("fighter-misses") == 3
    done(ref)


# ------------------------------------------------------------------ the wave


def test_3_2_a_wave_driven_off_whole_was_no_attack() -> None:
    m = _plain(cover=Cover.GOOD)
    ref = referee(4, 1, 1)
    assert combat.wave(ref, m) is False
    assert noted(ref) == ["wave", "fighter-driven-off"]
    assert combat.wave(referee(1, 6), m) is False


def test_3_5_quality_comes_after_allocation_and_is_kept_for_later_attacks() -> None:
    """M-6 note 1."""
    m = mission(in_formation=False, cable_hits=2)
    m.fighters = [fighter("Me109", "1:30", "Level")]
    ref = Referee(Fixed(3, 4, 1, 1, 1, 4, 4, 1, 1, 1, 4, 4, 1, 1, 1), Default(), trace=True)
    successive.attacks(ref, m, 0)
    assert rolled(ref).count("M-6") == 1
    assert rolled(ref)[0] == "M-6"


def test_3_the_flight_ends_in_the_wave_and_nobody_fights_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(damage, "hit", lambda ref, m, section: fates.destroyed(ref, m))
    m = _silent(_plain())
    ref = referee(4, 2, 6, 1, 6, 3, 4)  # two fighters: the first one's shell ends it
    with pytest.raises(MissionEnded):
        combat.wave(ref, m)
    assert m.fighters == []
    assert rolled(ref).count("M-3") == 1
    done(ref)


def test_7A_2_whoever_moved_fires_again_after_one_whole_wave_and_6A_1_after_a_fire() -> None:
    m = _silent(_plain())
    man = m.men[Position.PORT_WAIST]
    man.moved = man.fighting_fire = True
    combat.wave(referee(4, 1, 4), m)
    assert not man.moved
    assert not man.fighting_fire
    man.moved = True
    combat.wave(referee(1, 6), m)
    assert not man.moved


def test_3_3_evasive_action_is_declared_once_and_ends_with_the_wave() -> None:
    m = _silent(_plain(in_formation=False))
    ref = referee(4, 1, 5, 5, 3, 4, 3, 4, 5, 5, 3, 4, 3, 4, 5, 5, answers=["evade=yes"])
    combat.wave(ref, m)
    assert noted(ref).count("evading") == 1
    assert not m.evading
    assert rolled(ref).count("M-3") == 6
    done(ref)


def test_3_whoever_is_asked_or_not_meets_the_same_wave(struck: list[Section]) -> None:
    for number in range(60):
        found = []
        for trace in (True, False):
            m = mission(
                in_formation=number % 3 != 0,
                cover=Cover.GOOD if number % 5 == 0 else Cover.NONE,
                bad_comms=number % 7 == 0,
            )
            m.options.random_events = False
            ref = Referee(Seeded(f"wave {number}"), Default(), trace=trace)
            struck.clear()
            for _ in range(3):
                combat.wave(ref, m)
            bursts = [g.bursts for g in m.plane.guns.values()]
            found.append((ref.rolls, list(struck), bursts, [man.kills for man in m.men.values()]))
        assert found[0] == found[1]
