"""12.5 Underway, Raid Moves, Rendezvous."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Scripted
from flakhouse.core.dice import Fixed
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import layout, underway
from flakhouse.games.doolittle.questions import underway as questions
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Back, Weather
from tests.doolittle.helpers import done, noted, referee, rolled
from tests.doolittle.voyage import at_sea, hazard, recon, ship


def test_12_5_1_example_underway_check() -> None:
    """12.5."""
    r = at_sea("Midway", Weather.CALM, joined=True)
    ref = referee(3, 4, 4, 3, answers=["wind-check=no"])  # moves; weather of Influence
    underway.phase(ref, r)
    assert rolled(ref) == ["underway", "sea-weather"]
    assert r.task_force.area == "Influence East"
    assert r.task_force.fueled
    done(ref)


def test_12_5_1_example_force_move() -> None:
    """12.5."""
    r = at_sea("Midway", Weather.CALM, joined=True)
    ref = referee(1, 3, 4, 3, answers=["force-move=yes", "wind-check=no"])
    underway.phase(ref, r)
    assert r.task_force.area == "Influence East"
    assert not r.task_force.fueled
    done(ref)


def test_12_5_1_a_failed_check_need_not_be_forced() -> None:
    r = at_sea("Midway", Weather.CALM, joined=True)
    ref = referee(1, 3, answers=["force-move=no"])
    underway.phase(ref, r)
    assert r.task_force.area == "Midway"
    assert r.task_force.fueled
    done(ref)


def test_12_5_1_low_on_fuel_no_move_is_forced() -> None:
    r = at_sea("Midway", Weather.CALM, joined=True)
    r.task_force.fueled = False
    ref = referee(1, 3)
    underway.phase(ref, r)
    assert r.task_force.area == "Midway"
    assert noted(ref) == ["stays"]


@pytest.mark.parametrize(
    ("area", "weather", "need"),
    [
        ("Pacific", Weather.CALM, 4),
        ("Midway", Weather.CALM, 5),
        ("Influence West", Weather.GUSTY, 6),
        ("Japan", Weather.STORM, 9),
    ],
)
def test_12_5_1_the_move_number_goes_by_area_and_weather(area: str, weather: Weather, need: int) -> None:
    r = at_sea(area, weather)
    low, high = divmod(need, 2)
    assert underway.underway_check(referee(low, low + high), r)
    assert not underway.underway_check(referee(low, low + high - 1), r)


def test_12_5_1_leaving_port_goes_by_the_weather_of_the_pacific() -> None:
    r = at_sea("Port", Weather.CALM)
    ref = referee(2, 2, answers=["rendezvous=no"])
    underway.phase(ref, r)
    assert r.task_force.area == "Pacific"
    assert rolled(ref) == ["underway"]


def test_12_5_2_example_raid_move() -> None:
    r = at_sea("Influence East", Weather.GUSTY, joined=True)
    layout.detach(referee(), r, [ship(r, "Cimarron"), ship(r, "Sabine")])
    answers = ["raid-move=yes", "force-move=yes", "wind-check=no"]
    ref = referee(3, 4, 2, 3, 4, 3, answers=answers)
    underway.phase(ref, r)
    assert rolled(ref) == ["underway", "underway", "sea-weather"]
    assert r.task_force.area == "Defense East"
    assert not r.task_force.fueled
    done(ref)


def test_12_5_2_slow_ships_and_the_east_allow_no_raid_move() -> None:
    r = at_sea("Influence East", Weather.GUSTY, joined=True)
    ref = referee(3, 4)
    underway.phase(ref, r)
    assert r.task_force.area == "Influence West"
    r = at_sea("140W", Weather.CALM, joined=True)
    layout.detach(referee(), r, [ship(r, "Cimarron"), ship(r, "Sabine")])
    ref = referee(3, 4, 4, 3)
    underway.phase(ref, r)
    assert r.task_force.area == "Hawaii"
    done(ref)


def test_12_5_2_a_failed_raid_move_on_low_fuel_turns_about() -> None:
    r = at_sea("Influence East", Weather.GUSTY, joined=True)
    layout.detach(referee(), r, [ship(r, "Cimarron"), ship(r, "Sabine")])
    r.task_force.fueled = False
    ref = referee(3, 4, 2, 3, answers=["raid-move=yes"])
    underway.phase(ref, r)
    assert r.task_force.turned_back
    assert r.task_force.area == "Influence West"
    done(ref)


def test_12_5_2_after_a_force_move_the_raid_move_may_not_be_forced() -> None:
    """ruling 52."""
    r = at_sea("Influence East", Weather.GUSTY, joined=True)  # RULING 52
    layout.detach(referee(), r, [ship(r, "Cimarron"), ship(r, "Sabine")])
    ref = referee(2, 3, 2, 3, answers=["force-move=yes", "raid-move=yes"])
    underway.phase(ref, r)
    assert r.task_force.turned_back
    done(ref)


def _alone_in_the_west() -> Raid:
    """TF-18 without its oiler in Influence East: no slow ships, and TF-16 not met."""
    r = at_sea("Influence East", Weather.GUSTY)
    layout.detach(referee(), r, [ship(r, "Cimarron")])
    return r


_DECLINED = ["rendezvous=no", "rendezvous=no", "raid-move=yes"]


def test_12_5_3_after_a_raid_move_a_rendezvous_may_be_tried_again() -> None:
    """ruling 52."""
    r = _alone_in_the_west()
    ref = referee(3, 4, 3, 4, 4, 3, answers=[*_DECLINED, "wind-check=no", "rendezvous=no"])
    underway.phase(ref, r)
    done(ref)
    assert r.task_force.area == "Defense East"


def test_12_5_3_who_tried_before_the_raid_move_does_not_try_after_it() -> None:
    """ruling 52."""
    r = _alone_in_the_west()
    answers = ["rendezvous=no", "rendezvous=yes", "radio-silence=0", "raid-move=yes", "wind-check=no"]
    ref = referee(3, 4, 1, 1, 3, 4, 4, 3, answers=answers)
    underway.phase(ref, r)
    done(ref)
    assert rolled(ref).count("rendezvous") == 1


def test_12_5_3_who_has_turned_about_meets_nobody() -> None:
    """ruling 52."""
    r = _alone_in_the_west()
    r.task_force.fueled = False
    ref = referee(3, 4, 2, 3, answers=_DECLINED)
    underway.phase(ref, r)
    done(ref)
    assert r.task_force.turned_back


class Heard(Scripted):
    """Answers from a list, and keeps why a rendezvous is advised or not."""

    def __init__(self, answers: list[str]) -> None:
        super().__init__(answers)
        self.whys: list[str] = []

    def choose(self, question: Question, ref: Referee) -> str:
        """The next answer."""
        if question.id == "rendezvous" and question.why is not None:
            self.whys.append(question.why())
        return super().choose(question, ref)


@pytest.mark.parametrize(("moved", "late"), [(True, False), (False, True)])
def test_12_5_3_only_who_failed_to_leave_thinks_again(moved: bool, late: bool) -> None:
    """ruling 52."""
    dice, more = ((3, 4, 4, 3), ["wind-check=no"]) if moved else ((2, 3), ["force-move=no"])
    agent = Heard([*_DECLINED, *more, "rendezvous=no"])
    underway.phase(Referee(Fixed(3, 4, *dice), agent), _alone_in_the_west())
    assert ["before the move failed" in why for why in agent.whys] == [False, False, late]


def test_12_5_3_example_rendezvous() -> None:
    """ruling 29."""
    r = at_sea("140W", Weather.CALM)
    force = r.task_force
    force.turn, force.rv_turn, force.rv_area = 2, "April 8-9", "Hawaii"
    recon(r, "CA dark").place = "Sea Area"
    trout = force.submarines[0]
    trout.area, trout.contact = "Hawaii", True
    r.weather["hawaii"] = Weather.STORM
    signal = hazard(Back.ENEMY_SIGNALS)
    force.signals["Pacific"] = [signal]
    r.cups["transit"].sort(key=lambda m: m.back is not Back.SECURITY_RISK)  # a Security Risk is drawn
    answers = [
        "rendezvous=yes",
        "radio-silence=0",
        "rendezvous=yes",
        "radio-silence=2",
        "orders=done",
    ]
    ref = referee(3, 3, 3, 4, 2, 5, 1, answers=answers)
    underway.phase(ref, r)
    assert rolled(ref) == ["rendezvous", "underway", "rendezvous"]
    assert force.joined
    assert force.area == "Hawaii"
    assert r.security.risk == 13 + 1 + 1 + 2  # the first attempt, the Transit Hazard, the radio
    assert not force.signals
    done(ref)


def test_12_5_3_a_broken_silence_that_is_not_enough_is_still_paid() -> None:
    """ruling 29."""
    r = at_sea("140W", Weather.CALM)
    ref = referee(2, 2, answers=["rendezvous=yes", "radio-silence=3"])
    assert underway.rendezvous(ref, r)
    assert not r.task_force.joined
    assert r.security.risk == 16


def test_12_5_3_red_flags_and_delay_weigh_on_it() -> None:
    r = at_sea("Midway", Weather.CALM)
    force = r.task_force
    flags = hazard(Back.MECHANICAL_DISTRESS, red_flags=True)
    force.red_flags.append(flags)
    force.delayed = True
    ref = referee(5, 5, 4, answers=["rendezvous=yes", "radio-silence=0"])  # 14 less 5 is 9 of 10
    underway.rendezvous(ref, r)
    assert not force.joined
    assert not force.red_flags  # used up even by a failure
    assert flags in r.cups["sea-west"]
    assert force.delayed
    ref = referee(5, 5, 2, answers=["rendezvous=yes", "orders=done"])
    underway.rendezvous(ref, r)
    assert force.joined
    assert not force.delayed
    done(ref)


def test_12_5_3_not_in_port_and_never_twice() -> None:
    r = at_sea("Port", Weather.CALM)
    assert not underway.rendezvous(referee(), r)
    r = at_sea("Midway", Weather.CALM, joined=True)
    assert not underway.rendezvous(referee(), r)


def test_12_5_3_low_fuel_stays_low_after_the_rendezvous() -> None:
    r = at_sea("Midway", Weather.CALM)
    r.task_force.fueled = False
    underway.rendezvous(referee(5, 5, 5, answers=["rendezvous=yes", "orders=done"]), r)
    assert r.task_force.joined
    assert not r.task_force.fueled


def test_12_2_2_moving_from_storm_into_storm_is_felt_again() -> None:
    r = at_sea("Influence East", Weather.STORM, joined=True)
    r.cups["transit"].sort(key=lambda m: m.back is not Back.SECURITY_RISK)
    ref = referee(4, 5)
    underway.phase(ref, r)
    assert r.security.risk == 14
    assert noted(ref).count("storm") == 1


def test_12_5_3_nobody_need_be_asked_to_try_what_the_dice_hardly_do() -> None:
    r = at_sea("Midway", Weather.CALM)
    for dice, most in ((2, 9), (3, 13)):  # 28 % and 26 %
        asked = [n for n in range(4, 19) if not questions.rendezvous(r, 10, (), dice, n, False).routine]
        assert asked == list(range(4, most + 1))
    assert questions.rendezvous(r, 10, (), 2, 4, True).routine


def test_12_5_1_the_options_of_a_forced_move_say_what_they_risk() -> None:
    """9.2, 12.5.2"""
    r = at_sea("Midway", Weather.CALM, joined=True)
    r.task_force.turn, r.task_force.launch_area = 8, "Influence East"
    options = questions.force_move(r, raid=False).options
    assert "a second area in one turn that fails ends the voyage" in options["yes"].detail
    assert options["no"].detail == "After this one 1 turn is left, and it is 1 area to the launch point."


def test_12_5_3_radio_that_is_too_little_or_too_much_says_so_in_a_few_words() -> None:
    options = questions.radio_silence(at_sea("Midway"), 3).options
    assert [options[str(n)].label for n in range(1, 6)] == [
        "+1: too little",
        "+2: too little",
        "Use the radio for +3: they meet",
        "+4: more than is needed",
        "+5: more than is needed",
    ]
    assert not any(option.detail for option in options.values())
