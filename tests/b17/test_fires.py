"""Section 6A and table BL-3."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Agent
from flakhouse.core.dice import Fixed
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import crew, fires
from flakhouse.games.b17.state import Mission, MissionEnded
from flakhouse.games.b17.words import End, GunName, Position, Section
from tests.b17.helpers import done, fighter, mission, noted, referee, rolled
from tests.checks.asking import whys

P = Position
NOSE, PILOTS, RADIO, WAIST, TAIL = Section.NOSE, Section.PILOTS, Section.RADIO_ROOM, Section.WAIST, Section.TAIL


class Listener(Agent):
    """Takes defaults and remembers the questions."""

    def __init__(self) -> None:
        self.asks: list[Question] = []

    def choose(self, ask: Question, ref: Referee) -> str:
        """The default."""
        self.asks.append(ask.look())
        return ask.default


def heard(section: Section, m: Mission | None = None) -> Question:
    """The question who fights a fire here."""
    listener = Listener()
    fires.fire(Referee(Fixed(1), listener), m or mission(), section)
    return listener.asks[0]


@pytest.mark.parametrize("face", [1, 2, 3, 4])
def test_bl_3_four_or_less_puts_it_out(face: int) -> None:
    m = mission()
    ref = referee(face)
    fires.fire(ref, m, RADIO)
    assert m.plane.oxygen_burnt == [RADIO]
    assert noted(ref)[0] == "fire"
    assert noted(ref)[-1] == "fire-out"
    done(ref)


@pytest.mark.parametrize("faces", [(5, 6, 5), (6, 6, 6)])
def test_6a_1_three_tries_then_all_jump(faces: tuple[int, int, int]) -> None:
    m = mission()
    ref = referee(*faces, *[2] * 40, defaults=True)
    with pytest.raises(MissionEnded):
        fires.fire(ref, m, RADIO)
    assert m.end is End.ABANDONED
    assert rolled(ref)[:4] == ["BL-3", "BL-3", "BL-3", "G-6"]
    assert RADIO in m.plane.oxygen_burnt


def test_6a_1_out_at_the_third_try() -> None:
    m = mission()
    ref = referee(5, 5, 4)
    fires.fire(ref, m, RADIO)
    assert rolled(ref) == ["BL-3"] * 3
    done(ref)


def test_6a_2_only_the_try_that_succeeds_empties_an_extinguisher() -> None:
    m = mission(extinguishers=1)
    ref = referee(5, 5, 4)
    fires.fire(ref, m, RADIO)
    assert m.plane.extinguishers == 0
    done(ref)


def test_6a_2_switch_one_spray_every_try_empties_one() -> None:
    m = mission()
    m.options.one_spray = True
    ref = referee(5, 5, 4)
    fires.fire(ref, m, RADIO)
    assert m.plane.extinguishers == 2
    done(ref)


def test_6a_2_switch_one_spray_no_more_tries_than_extinguishers() -> None:
    """BL-3 note 2."""
    m = mission(extinguishers=2)
    m.options.one_spray = True
    ref = referee(5, 5, *[2] * 40, defaults=True)
    with pytest.raises(MissionEnded):
        fires.fire(ref, m, RADIO)
    assert rolled(ref).count("BL-3") == 2
    assert "no-extinguisher" in noted(ref)


@pytest.mark.parametrize("one_spray", [False, True])
def test_6a_1_without_extinguishers_all_jump(one_spray: bool) -> None:
    m = mission(extinguishers=0)
    m.options.one_spray = one_spray
    ref = referee(*[2] * 40, defaults=True)
    with pytest.raises(MissionEnded):
        fires.fire(ref, m, WAIST)
    assert "BL-3" not in rolled(ref)
    assert m.end is End.ABANDONED


def test_6a_1_he_fires_no_gun_for_the_rest_of_the_wave() -> None:
    """BL-3 note 1."""
    m = mission()
    m.fighters = [fighter()]
    ref = referee(1, answers=["who-fights-fire=Bombardier"])
    fires.fire(ref, m, NOSE)
    assert [p for p in P if m.men[p].fighting_fire] == [P.BOMBARDIER]
    done(ref)


def test_6a_1_after_the_wave_nobody_is_kept_from_his_gun() -> None:
    """BL-3 note 1."""
    m = mission()
    ref = referee(1)
    fires.fire(ref, m, TAIL)
    assert not any(man.fighting_fire for man in m.men.values())
    done(ref)


@pytest.mark.parametrize(
    ("section", "men"),
    [
        (NOSE, ["Navigator", "Bombardier"]),
        (PILOTS, ["Copilot", "Engineer"]),
        (WAIST, ["Port Waist Gunner", "Starboard Waist Gunner", "Ball Gunner"]),
    ],
)
def test_6a_1_any_man_of_the_compartment(section: Section, men: list[str]) -> None:
    ask = heard(section)
    assert list(ask.options) == men
    assert ask.default == men[0]


def test_6a_1_next_compartment_only_if_nobody_fit_is_here() -> None:
    m = mission()
    m.men[P.TAIL_GUNNER].serious = True
    ask = heard(TAIL, m)
    assert set(ask.options) == {"Port Waist Gunner", "Starboard Waist Gunner", "Ball Gunner"}


def test_6a_1_help_comes_through_the_bomb_bay() -> None:
    m = mission()
    for p in (P.PILOT, P.ENGINEER, P.BOMBARDIER, P.NAVIGATOR):
        m.men[p].dead = True
    ref = referee(1)
    fires.fire(ref, m, PILOTS)
    assert "fire-out" in noted(ref)
    done(ref)


@pytest.mark.parametrize("man", [P.PILOT, P.COPILOT])
def test_6a_1_copilot_only_if_both_pilots_have_a_light_wound_at_most(man: Position) -> None:
    m = mission()
    m.men[man].light = 1
    assert "Copilot" in heard(PILOTS, m).options
    m = mission()
    m.men[man].light = 2
    ref = referee(1)
    fires.fire(ref, m, PILOTS)  # the Engineer alone is left
    assert "fire-out" in noted(ref)
    done(ref)
    m = mission()
    m.men[man].light = 2
    m.men[P.ENGINEER].dead = True
    ask = heard(PILOTS, m)  # nobody here: the Nose sends a man
    assert "Copilot" not in ask.options
    assert ask.barred["Copilot"].why.endswith("(6A.1)")


def test_6a_1_the_pilot_stays_at_the_controls() -> None:
    assert whys(heard(PILOTS)) == {"Pilot": "the Pilot stays at the controls (6A.1)"}


def test_6a_1_who_cannot_come_from_the_next_compartment_is_named_only_if_nobody_here_can() -> None:
    m = mission()
    assert whys(heard(NOSE, m)) == {}  # both men of the nose can: nobody asks for the pilots
    for position in (P.BOMBARDIER, P.NAVIGATOR):
        m.men[position].serious = True
    assert whys(heard(NOSE, m)) == {"Pilot": "the Pilot stays at the controls (6A.1)"}


def test_6a_1_nobody_left_all_jump() -> None:
    m = mission()
    for p in (P.TAIL_GUNNER, P.PORT_WAIST, P.STARBOARD_WAIST):
        m.men[p].serious = True
    m.plane.ball_jammed = True
    ref = referee(*[2] * 40, defaults=True)
    with pytest.raises(MissionEnded):
        fires.fire(ref, m, TAIL)
    assert "fire-nobody" in noted(ref)
    assert "BL-3" not in rolled(ref)


def test_6a_1_the_man_without_a_gun_to_fire_is_the_first_choice() -> None:
    m = mission()
    m.plane.guns[GunName.BALL].inoperable = True
    assert heard(WAIST, m).default == "Ball Gunner"


def test_6a_1_a_copilot_who_flies_alone_fights_no_fire() -> None:
    m = mission()
    crew.leave_seat(m, m.men[Position.PILOT])
    assert fires._why_not(m, m.men[Position.COPILOT]).endswith("(7A.5)")
