"""7.2 and 8.2.4: fuel, flying on fumes, guzzling."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Noted
from flakhouse.games.doolittle import checks, fuel
from flakhouse.games.doolittle.advice import fuel as advice
from flakhouse.games.doolittle.fuel import Fumes
from flakhouse.games.doolittle.words import Back, Benefit, Fate, Weather
from tests.doolittle.flights import elite, hazard, plain
from tests.doolittle.helpers import b25, done, noted, referee


def test_7_2_3_example_first_flight_consumes_one_of_four() -> None:
    r, flight = plain(6, 4)
    ref = referee()
    fuel.consume(ref, r, flight, "test")
    assert flight.fuel == 3
    done(ref)


def test_7_2_4_example_flying_on_fumes() -> None:
    """2.3.7 Fuel Conservation: Watson with Fuel Evaporation throws 2, 4, 6; Joyce throws 2, 3 and again 5, 5."""
    r, flight = plain(6, 0)
    watson, joyce = flight.aircraft
    watson.attached.append(hazard(r, Back.FUEL_EVAPORATION))
    man = elite(joyce, Benefit.PILOT_FUEL)
    ref = referee(2, 4, 6, 2, 3, 5, 5, answers=["fuel-conservation=all"])
    fuel.consume(ref, r, flight, "test")
    assert watson.fumes == 1
    assert joyce.fumes == 0
    assert joyce.fate is Fate.FLYING
    assert man.used
    assert [e.facts["result"] for e in ref.events if isinstance(e, Noted) and e.kind == "fumes"] == [
        "the engines catch. Next time is harder",
        "the engines sputter on",
    ]
    done(ref)


def test_7_2_4_ditching_leaves_a_crew_in_the_zone() -> None:
    r, flight = plain(10, 0, "Watson")
    ref = referee(2, 3)
    fuel.consume(ref, r, flight, "test")
    watson = b25(r, "Watson")
    assert watson.fate is Fate.DITCHED
    assert watson.where == "zone 10"
    assert r.crews[0].place == "zone 10"
    assert flight not in r.flights
    done(ref)


@pytest.mark.parametrize(
    ("faces", "high", "weather", "result"),
    [
        ((2, 3), False, Weather.GALE, Fumes.DITCH),
        ((2, 4), False, Weather.CALM, Fumes.MARKER),
        ((2, 4), False, Weather.STORM, Fumes.DITCH),
        ((4, 6), False, Weather.STORM, Fumes.MARKER),
        ((5, 5), False, Weather.GUSTY, Fumes.SPUTTERS),
        ((2, 4), True, Weather.STORM, Fumes.LOW),
        ((1, 2), True, Weather.CALM, Fumes.DITCH),
        ((3, 6), True, Weather.CALM, Fumes.SPUTTERS),
    ],
)
def test_7_2_4_column_by_weather_or_altitude(
    faces: tuple[int, int], high: bool, weather: Weather, result: Fumes
) -> None:
    r, flight = plain(6, 0, "Watson", high=high)
    r.weather["japan"] = weather
    ref = referee(*faces)
    assert fuel.fumes_check(ref, r, flight.aircraft[0], flight, 6) is result
    done(ref)


def test_7_2_4_without_a_weather_chit_the_weather_is_checked_first() -> None:
    r, flight = plain(11, 0, "Watson")
    del r.weather["china"]
    ref = referee(1, 1, 2, 4)  # Storm, in which 6 ditches
    assert fuel.fumes_check(ref, r, flight.aircraft[0], flight, 11) is Fumes.DITCH
    assert r.weather["china"] is Weather.STORM
    done(ref)


def test_7_2_4_penalties_add_up() -> None:
    """2.1.2 Attachment Limits."""
    r, flight = plain(6, 0, "Watson")
    watson = flight.aircraft[0]
    watson.attached += [hazard(r, Back.FUEL_LEAK), hazard(r, Back.FUEL_EVAPORATION)]
    watson.fumes = 2
    assert fuel.penalties(watson) == 4
    ref = referee(6, 6, 6, 6, 6, 4)
    assert fuel.fumes_check(ref, r, watson, flight, 6) is Fumes.SPUTTERS  # 4 and 6
    done(ref)


def test_7_2_4_conservation_cancels_all_penalties_after_the_roll() -> None:
    """2.3.4, 2.3.7 Fuel Conservation: RULING 46: the two dice thrown first are the base."""
    r, flight = plain(6, 0, "Watson")
    watson = flight.aircraft[0]
    man = elite(watson, Benefit.ENGINEER_FUEL)
    watson.fumes = 2
    ref = referee(5, 6, 1, 1, answers=["fuel-conservation=yes"])
    assert fuel.fumes_check(ref, r, watson, flight, 6) is Fumes.SPUTTERS
    assert man.used
    done(ref)


def test_7_2_4_conservation_is_kept_when_the_dice_are_good() -> None:
    """2.3.4."""
    r, flight = plain(6, 0, "Watson")
    watson = flight.aircraft[0]
    man = elite(watson, Benefit.ENGINEER_FUEL)
    ref = referee(4, 4, 3, 4, 5, defaults=True)
    assert fuel.fumes_check(ref, r, watson, flight, 6) is Fumes.MARKER
    assert fuel.fumes_check(ref, r, watson, flight, 6) is Fumes.MARKER  # with the penalty 3 and 4
    assert not man.used
    assert watson.fumes == 2
    done(ref)


def test_7_2_4_conservation_works_once() -> None:
    r, flight = plain(6, 0, "Watson")
    watson = flight.aircraft[0]
    man = elite(watson, Benefit.PILOT_FUEL)
    man.used = True
    ref = referee(1, 2)
    assert fuel.fumes_check(ref, r, watson, flight, 6) is Fumes.DITCH
    done(ref)


def test_2_3_7_reroll_saves_its_own_b25() -> None:
    r, flight = plain(6, 0, "Doolittle", "Watson")
    man = elite(flight.aircraft[0], Benefit.PILOT_REROLL)
    ref = referee(1, 2, 5, 5, 1, 1, answers=["re-roll=all"])
    fuel.consume(ref, r, flight, "test")
    assert man.used
    assert [p.pilot for p in flight.aircraft] == ["Doolittle"]
    done(ref)


def test_12_6_6_medals_beside_an_engineer() -> None:
    r, flight = plain(6, 0, "Watson")
    watson = flight.aircraft[0]
    elite(watson, Benefit.ENGINEER_FUEL)
    watson.medals = [hazard(r, Back.MEDALS)]
    ref = referee(1, 1, 5, 5, answers=["re-roll=all"])
    assert fuel.fumes_check(ref, r, watson, flight, 6) is Fumes.SPUTTERS
    assert watson.medals == []
    done(ref)


def test_7_2_4_change_to_low_after_all_have_checked() -> None:
    """RULING 15: the second B-25 still uses the column for high altitude."""
    r, flight = plain(6, 0, high=True)
    ref = referee(2, 2, 2, 3)
    fuel.consume(ref, r, flight, "test")
    assert not flight.high
    assert len(flight.aircraft) == 2
    assert "altitude" in noted(ref)
    done(ref)


def test_8_2_4_example_guzzle_check() -> None:
    """ruling 12:
    2 and 4, less 1 for ordnance, less 1 for one marker of 2 Fuel: 4, failed; then the leak flies on fumes."""
    r, flight = plain(6, 2, "Watson", "Joyce", "Jones")
    flight.aircraft[1].attached.append(hazard(r, Back.FUEL_LEAK))
    ref = referee(2, 4, 6, 6, 1)
    assert not fuel.guzzle(ref, r, flight)
    assert flight.aircraft[1].fumes == 1  # of three dice 1 and 6 count
    assert flight.fuel == 2
    done(ref)


@pytest.mark.parametrize(
    ("fumes", "high"),
    [((2, 3, 6), False), ((6, 6, 6), True)],
)
def test_8_2_4_fumes_after_a_guzzle_check_may_force_the_flight_down(fumes: tuple[int, ...], high: bool) -> None:
    """7.2.4: a leak at high altitude with less than 3 Fuel; 5 means low altitude, 12 sputters on."""
    r, flight = plain(6, 2, high=True)
    flight.aircraft[0].attached.append(hazard(r, Back.FUEL_LEAK))
    fuel.guzzle(ref := referee(6, 6, *fumes), r, flight)
    done(ref)
    assert flight.high is high
    assert ("altitude" in noted(ref)) is not high


def test_8_2_4_one_leak_is_enough_to_force_the_flight_down() -> None:
    """RULING 15: the second B-25 still checks at high altitude, and what it rolls does not lift the first."""
    r, flight = plain(6, 2, high=True)
    for plane in flight.aircraft:
        plane.attached.append(hazard(r, Back.FUEL_LEAK))
    fuel.guzzle(ref := referee(6, 6, 2, 3, 6, 6, 6, 6), r, flight)
    done(ref)
    assert not flight.high


def test_8_2_4_leak_is_harmless_with_three_fuel() -> None:
    r, flight = plain(6, 3)
    flight.aircraft[0].attached.append(hazard(r, Back.FUEL_LEAK))
    ref = referee(6, 6)
    assert fuel.guzzle(ref, r, flight)
    done(ref)


@pytest.mark.parametrize(("stock", "count"), [(0, 0), (1, 1), (2, 1), (3, 2), (8, 4), (9, 5)])
def test_8_2_4_fuel_markers(stock: int, count: int) -> None:
    """RULING 16."""
    _, flight = plain(6, stock)
    assert fuel.markers(flight) == count


def test_8_2_4_unloaded_flight_without_fuel_has_no_modifier() -> None:
    r, flight = plain(7, 0)
    for plane in flight.aircraft:
        plane.loaded = False
    ref = referee(2, 3)
    assert fuel.guzzle(ref, r, flight)
    assert advice.chance(r, flight) == 30
    done(ref)


def test_8_2_4_scenario_10_number() -> None:
    r, flight = plain(6, 0)
    r.ratings.guzzle = 7
    ref = referee(4, 3)
    assert not fuel.guzzle(ref, r, flight)  # 7 - 1
    done(ref)


def test_14_4_3_fumes_between_chinese_fields() -> None:
    """ruling 38."""
    r, flight = plain(12, 0, "Watson")
    r.weather["china"] = Weather.CALM
    ref = referee(2, 4, 2, 3, 1)
    assert fuel.fumes_in_china(ref, r, flight.aircraft[0])
    assert not fuel.fumes_in_china(ref, r, flight.aircraft[0])
    assert flight.aircraft[0].fate is Fate.FLYING  # its end is told by the Denouement
    done(ref)


def test_2_3_7_a_reroll_that_shows_the_same_is_used_all_the_same() -> None:
    r, flight = plain(6, 0, "Doolittle")
    man = elite(flight.aircraft[0], Benefit.PILOT_REROLL)
    ref = referee(1, 2, 1, 2, answers=["re-roll=all"])
    checks.roll(ref, r, fuel.FUMES, flight.aircraft)
    assert man.used
    done(ref)
