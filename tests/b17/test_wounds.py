"""Sections 6.1 and 7, table BL-4."""

from __future__ import annotations

import pytest

from flakhouse.games.b17 import crew, wounds
from flakhouse.games.b17.state import Man, Mission
from flakhouse.games.b17.words import Fate, Position, Root, Section
from tests.b17.helpers import done, mission, noted, referee, rolled

P = Position


@pytest.mark.parametrize("face", range(1, 7))
def test_bl_4_rows(face: int) -> None:
    m = mission(cause=Root.FLAK)
    man = m.men[P.TAIL_GUNNER]
    ref = referee(face)
    wounds.wound(ref, m, man)
    assert (man.light, man.serious, man.dead) == (int(face <= 3), face in (4, 5), face == 6)
    assert man.cause is Root.FLAK
    done(ref)


def test_15_5_crash_adds_one() -> None:
    """BL-4 modifiers."""
    m = mission()
    ref = referee(3, 6, 5)
    wounds.wound(ref, m, m.men[P.PILOT], (wounds.CRASH,))
    wounds.wound(ref, m, m.men[P.COPILOT], (wounds.CRASH,))
    wounds.wound(ref, m, m.men[P.ENGINEER], (wounds.CRASH,))
    assert m.men[P.PILOT].serious
    assert m.men[P.COPILOT].dead
    assert m.men[P.ENGINEER].dead
    done(ref)


def test_7_1_third_light_wound_is_serious_the_fourth_kills() -> None:
    """BL-4 accumulation."""
    m = mission()
    man = m.men[P.RADIO_OPERATOR]
    ref = referee(1, 1, 1, 1)
    wounds.wound(ref, m, man)
    wounds.wound(ref, m, man)
    assert man.fit()
    wounds.wound(ref, m, man)
    assert man.serious
    assert not man.dead
    wounds.wound(ref, m, man)
    assert man.dead
    assert man.fate is Fate.KIA
    assert noted(ref) == ["wounded", "wounded", "third-wound", "killed"]
    assert [event.facts["wounded"] for event in ref.events if getattr(event, "kind", "") == "killed"] == [True]
    done(ref)


@pytest.mark.parametrize("faces", [(1, 4), (4, 1), (4, 4)])
def test_7_1_a_serious_wound_and_any_other_kill(faces: tuple[int, int]) -> None:
    """BL-4 accumulation."""
    m = mission()
    ref = referee(*faces)
    for _ in faces:
        wounds.wound(ref, m, m.men[P.ENGINEER])
    assert m.men[P.ENGINEER].dead
    done(ref)


def test_6_2_a_dead_man_is_not_hit_again() -> None:
    m = mission()
    m.men[P.TAIL_GUNNER].dead = True
    ref = referee()
    wounds.casualties(ref, m, (P.TAIL_GUNNER,))
    wounds.kill(ref, m, m.men[P.TAIL_GUNNER])
    assert noted(ref) == []
    done(ref)


@pytest.mark.parametrize(("man", "reason"), [(P.BOMBARDIER, "Bombardier lost"), (P.NAVIGATOR, "Navigator lost")])
@pytest.mark.parametrize("face", [4, 6])
def test_13_1_losing_him_makes_an_abort_count(man: Position, reason: str, face: int) -> None:
    m = mission(cause=Root.FIGHTER)
    ref = referee(face)
    wounds.wound(ref, m, m.men[man])
    assert m.leave == {reason: True}
    done(ref)


def test_13_1_only_both_pilots_together_are_a_reason() -> None:
    m = mission(cause=Root.FIGHTER)
    ref = referee(1, 4)
    wounds.wound(ref, m, m.men[P.COPILOT])
    wounds.kill(ref, m, m.men[P.PILOT])
    assert m.leave == {}
    wounds.wound(ref, m, m.men[P.COPILOT])
    assert m.leave == {"pilots lost": True}
    assert noted(ref) == ["wounded", "killed", "killed"]
    done(ref)


def test_13_1_a_light_wound_is_no_reason() -> None:
    m = mission(cause=Root.FIGHTER)
    ref = referee(3)
    wounds.wound(ref, m, m.men[P.BOMBARDIER])
    assert m.leave == {}
    done(ref)


def test_7a_5_both_pilots_hit_somebody_takes_over() -> None:
    m = mission()
    ref = referee(4, 6)
    wounds.casualties(ref, m, (P.PILOT, P.COPILOT))
    flying = crew.flying(m)
    assert flying is m.men[P.ENGINEER]
    assert "takes-controls" in noted(ref)
    done(ref)


def test_7a_5_one_pilot_left_flies_on() -> None:
    m = mission()
    ref = referee(6, 3)
    wounds.casualties(ref, m, (P.PILOT, P.COPILOT))
    assert crew.flying(m) is m.men[P.COPILOT]
    assert "takes-controls" not in noted(ref)
    done(ref)


def loose(m: Mission, position: Position, where: Section) -> Man:
    """A man laid somewhere."""
    man = m.men[position]
    if man.station is not None:
        m.seats[man.station] = None
    man.station = None
    man.compartment = where
    return man


@pytest.mark.parametrize("face", range(1, 7))
def test_6_1_extra_man_is_hit_on_5_and_6(face: int) -> None:
    """manual 7.3."""
    m = mission()
    extra = loose(m, P.NAVIGATOR, Section.RADIO_ROOM)
    ref = referee(face, 1)
    wounds.casualties(ref, m, (P.RADIO_OPERATOR,))
    assert extra.light == (face >= 5)
    assert m.men[P.RADIO_OPERATOR].light == (face <= 4)
    assert rolled(ref) == ["6.1-extra", "BL-4"]
    done(ref)


def test_6_1_no_die_for_a_dead_man_or_one_elsewhere() -> None:
    """manual 7.3."""
    m = mission()
    loose(m, P.NAVIGATOR, Section.RADIO_ROOM).dead = True
    loose(m, P.BOMBARDIER, Section.WAIST)
    ref = referee(1)
    wounds.casualties(ref, m, (P.RADIO_OPERATOR,))
    assert rolled(ref) == ["BL-4"]
    done(ref)


def test_6_1_switch_occupant_only() -> None:
    m = mission()
    m.options.occupant_only = True
    loose(m, P.NAVIGATOR, Section.RADIO_ROOM)
    ref = referee(1)
    wounds.casualties(ref, m, (P.RADIO_OPERATOR,))
    assert rolled(ref) == ["BL-4"]
    done(ref)


def test_6_1_a_die_for_each_man_hit_and_a_choice_of_extra_men() -> None:
    m = mission()
    hurt = loose(m, P.NAVIGATOR, Section.WAIST)
    hurt.serious = True
    well = loose(m, P.BOMBARDIER, Section.WAIST)
    ref = referee(4, 1, 5, 1, answers=["extra-man-hit=Bombardier"])
    wounds.casualties(ref, m, (P.PORT_WAIST, P.STARBOARD_WAIST))
    assert (m.men[P.PORT_WAIST].light, m.men[P.STARBOARD_WAIST].light) == (1, 0)
    assert (well.light, hurt.dead) == (1, False)
    done(ref)


def test_6_0_nobody_at_the_station_nobody_hit() -> None:
    m = mission()
    loose(m, P.TAIL_GUNNER, Section.WAIST)
    ref = referee()
    wounds.casualties(ref, m, (P.TAIL_GUNNER,))
    assert noted(ref) == []
    done(ref)


def test_10_1_frostbite_leaves_him_fit_but_no_ace() -> None:
    """BL-5 effects."""
    m = mission(cause=Root.COLD)
    man = m.men[P.BALL_GUNNER]
    man.airman.kills = 5
    assert man.ace()
    ref = referee()
    wounds.frostbite(ref, m, man)
    wounds.frostbite(ref, m, man)
    assert man.frostbitten
    assert man.fit()
    assert not man.ace()
    assert noted(ref) == ["frostbitten"]
