"""12.5 Underway, Raid Moves, Rendezvous."""

from __future__ import annotations

import pytest

from flakhouse.games.doolittle import layout, underway
from flakhouse.games.doolittle.words import CALM, GUSTY, STORM, Back, Weather
from tests.doolittle.helpers import done, noted, referee, rolled
from tests.doolittle.voyage import at_sea, hazard, recon, ship


def test_12_5_1_example_underway_check() -> None:
    r = at_sea("Midway", CALM, joined=True)
    ref = referee(3, 4, 4, 3, answers=["wind-check=no"])  # moves; weather of Influence
    underway.phase(ref, r)
    assert rolled(ref) == ["underway", "sea-weather"]
    assert r.task_force.area == "Influence East"
    assert r.task_force.fueled
    done(ref)


def test_12_5_1_example_force_move() -> None:
    r = at_sea("Midway", CALM, joined=True)
    ref = referee(1, 3, 4, 3, answers=["force-move=yes", "wind-check=no"])
    underway.phase(ref, r)
    assert r.task_force.area == "Influence East"
    assert not r.task_force.fueled
    done(ref)


def test_12_5_1_a_failed_check_need_not_be_forced() -> None:
    r = at_sea("Midway", CALM, joined=True)
    ref = referee(1, 3, answers=["force-move=no"])
    underway.phase(ref, r)
    assert r.task_force.area == "Midway"
    assert r.task_force.fueled
    done(ref)


def test_12_5_1_low_on_fuel_no_move_is_forced() -> None:
    r = at_sea("Midway", CALM, joined=True)
    r.task_force.fueled = False
    ref = referee(1, 3)
    underway.phase(ref, r)
    assert r.task_force.area == "Midway"
    assert noted(ref) == ["stays"]


@pytest.mark.parametrize(
    ("area", "weather", "need"),
    [("Pacific", CALM, 4), ("Midway", CALM, 5), ("Influence West", GUSTY, 6), ("Japan", STORM, 9)],
)
def test_12_5_1_the_move_number_goes_by_area_and_weather(area: str, weather: Weather, need: int) -> None:
    r = at_sea(area, weather)
    low, high = divmod(need, 2)
    assert underway.underway_check(referee(low, low + high), r)
    assert not underway.underway_check(referee(low, low + high - 1), r)


def test_12_5_1_leaving_port_goes_by_the_weather_of_the_pacific() -> None:
    r = at_sea("Port", CALM)
    ref = referee(2, 2, answers=["rendezvous=no"])
    underway.phase(ref, r)
    assert r.task_force.area == "Pacific"
    assert rolled(ref) == ["underway"]


def test_12_5_2_example_raid_move() -> None:
    r = at_sea("Influence East", GUSTY, joined=True)
    layout.detach(referee(), r, [ship(r, "Cimarron"), ship(r, "Sabine")])
    answers = ["raid-move=yes", "force-move=yes", "wind-check=no"]
    ref = referee(3, 4, 2, 3, 4, 3, answers=answers)
    underway.phase(ref, r)
    assert rolled(ref) == ["underway", "underway", "sea-weather"]
    assert r.task_force.area == "Defense East"
    assert not r.task_force.fueled
    done(ref)


def test_12_5_2_slow_ships_and_the_east_allow_no_raid_move() -> None:
    r = at_sea("Influence East", GUSTY, joined=True)
    ref = referee(3, 4)
    underway.phase(ref, r)
    assert r.task_force.area == "Influence West"
    r = at_sea("140W", CALM, joined=True)
    layout.detach(referee(), r, [ship(r, "Cimarron"), ship(r, "Sabine")])
    ref = referee(3, 4, 4, 3)
    underway.phase(ref, r)
    assert r.task_force.area == "Hawaii"
    done(ref)


def test_12_5_2_a_failed_raid_move_on_low_fuel_turns_about() -> None:
    r = at_sea("Influence East", GUSTY, joined=True)
    layout.detach(referee(), r, [ship(r, "Cimarron"), ship(r, "Sabine")])
    r.task_force.fueled = False
    ref = referee(3, 4, 2, 3, answers=["raid-move=yes"])
    underway.phase(ref, r)
    assert r.task_force.turned_back
    assert r.task_force.area == "Influence West"
    done(ref)


def test_12_5_2_after_a_force_move_the_raid_move_may_not_be_forced() -> None:
    r = at_sea("Influence East", GUSTY, joined=True)  # RULING 52
    layout.detach(referee(), r, [ship(r, "Cimarron"), ship(r, "Sabine")])
    ref = referee(2, 3, 2, 3, answers=["force-move=yes", "raid-move=yes"])
    underway.phase(ref, r)
    assert r.task_force.turned_back
    done(ref)


def test_12_5_3_example_rendezvous() -> None:
    r = at_sea("140W", CALM)
    force = r.task_force
    force.turn, force.rv_turn, force.rv_area = 2, "April 8-9", "Hawaii"
    recon(r, "CA dark").place = "Sea Area"
    trout = force.submarines[0]
    trout.area, trout.contact = "Hawaii", True
    r.weather["hawaii"] = STORM
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
    r = at_sea("140W", CALM)
    ref = referee(2, 2, answers=["rendezvous=yes", "radio-silence=3"])
    assert underway.rendezvous(ref, r)
    assert not r.task_force.joined
    assert r.security.risk == 16


def test_12_5_3_red_flags_and_delay_weigh_on_it() -> None:
    r = at_sea("Midway", CALM)
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
    r = at_sea("Port", CALM)
    assert not underway.rendezvous(referee(), r)
    r = at_sea("Midway", CALM, joined=True)
    assert not underway.rendezvous(referee(), r)


def test_12_5_3_low_fuel_stays_low_after_the_rendezvous() -> None:
    r = at_sea("Midway", CALM)
    r.task_force.fueled = False
    underway.rendezvous(referee(5, 5, 5, answers=["rendezvous=yes", "orders=done"]), r)
    assert r.task_force.joined
    assert not r.task_force.fueled


def test_12_2_2_moving_from_storm_into_storm_is_felt_again() -> None:
    r = at_sea("Influence East", STORM, joined=True)
    r.cups["transit"].sort(key=lambda m: m.back is not Back.SECURITY_RISK)
    ref = referee(4, 5)
    underway.phase(ref, r)
    assert r.security.risk == 14
    assert noted(ref).count("storm") == 1
