"""5.2, 5.3 and 8.2: time, weather, wind and what it asks."""

from __future__ import annotations

import pytest

from flakhouse.games.doolittle import wind
from flakhouse.games.doolittle.advice import flight as flight_advice
from flakhouse.games.doolittle.advice import wind as advice
from flakhouse.games.doolittle.questions import layout as layout_questions
from flakhouse.games.doolittle.questions import wind as questions
from flakhouse.games.doolittle.state import Flight, Raid
from flakhouse.games.doolittle.words import Back, Launch, Site, Weather, Wind
from tests.doolittle.flights import hazard, plain
from tests.doolittle.helpers import done, referee, rolled


def test_5_2_1_china_is_two_hours_earlier() -> None:
    """5.2.2."""
    r, _ = plain()
    r.hour = 9  # 1800 in Japan, 1600 in China
    assert r.night(6)
    assert r.night(8)
    assert not r.night(9)
    assert not r.night(12)
    r.hour = 3  # 0600 and 0400
    assert not r.night(6)
    assert r.night(12)


def test_5_3_zones_of_the_wind_boxes() -> None:
    ref = referee()
    boxes = [wind.box_of(ref, zone) for zone in range(1, 13)]
    assert boxes == [
        "influence",
        *["defense"] * 4,
        "japan",
        *["east china sea"] * 2,
        *["yellow sea"] * 2,
        "china",
        "china",
    ]


def test_8_2_3_example_wind_check() -> None:
    """4 and 3 in Calm weather: a Crosswind for this zone and the three to the west."""
    r, _ = plain(2)
    r.weather["defense"] = Weather.CALM
    r.wind.clear()
    ref = referee(4, 3)
    assert wind.state(ref, r, 2) is Wind.CROSSWIND
    assert [wind.state(ref, r, zone) for zone in (3, 4, 5)] == [Wind.CROSSWIND] * 3
    done(ref)


def test_8_2_3_no_check_where_a_marker_lies() -> None:
    r, _ = plain(2)
    ref = referee()
    assert wind.state(ref, r, 2) is Wind.CROSSWIND
    assert rolled(ref) == []


def test_8_2_3_weather_check_where_there_is_no_weather() -> None:
    r, _ = plain(9)
    r.weather.clear()
    r.wind.clear()
    ref = referee(2, 2, 5, 5)  # Storm in the Yellow Sea, then a Severe Tailwind
    assert wind.state(ref, r, 9) is Wind.SEVERE_TAILWIND
    assert r.weather["yellow sea"] is Weather.STORM
    done(ref)


def test_12_2_1_japan_uses_the_table_of_the_naval_map() -> None:
    r, _ = plain()
    ref = referee(2, 2)
    assert wind.weather_check(ref, r, "japan") is Weather.GALE
    assert rolled(ref) == ["sea-weather"]
    done(ref)


def test_8_2_3_planned_launch_picks_two_of_three_dice() -> None:
    r, _ = plain(2)
    r.launch, r.first_wind = Launch.PLANNED, True
    r.weather["defense"] = Weather.CALM
    r.wind.clear()
    ref = referee(4, 3, 6, answers=["wind-dice=10"])
    assert wind.state(ref, r, 2) is Wind.TAILWIND
    r.wind.clear()
    ref = referee(4, 3)
    assert wind.state(ref, r, 2) is Wind.CROSSWIND  # only the first
    done(ref)


def test_8_2_3_planned_launch_default_takes_the_best_wind() -> None:
    r, _ = plain(2)
    r.launch, r.first_wind = Launch.PLANNED, True
    r.weather["defense"] = Weather.CALM
    r.wind.clear()
    ref = referee(1, 6, 6, defaults=True)
    assert wind.state(ref, r, 2) is Wind.SEVERE_TAILWIND
    done(ref)


def test_8_2_3_emergency_launch_throws_two_dice() -> None:
    r, _ = plain(2)
    r.first_wind = True
    r.weather["defense"] = Weather.CALM
    r.wind.clear()
    ref = referee(1, 1)
    assert wind.state(ref, r, 2) is Wind.HEADWIND
    done(ref)


def test_8_2_3_checks_at_sea_do_not_count_as_first() -> None:
    r, _ = plain(2)
    r.launch, r.first_wind, r.segment = Launch.PLANNED, True, "naval"
    ref = referee(3, 4)
    wind.wind_check(ref, r, "defense", False)
    assert r.first_wind
    done(ref)


# ------------------------------------------------------------------ 8.2.1, 8.2.2 effects
# A Flight with 2 Fuel, unloaded: one marker, so 6 passes the Guzzle Check.

PASS, FAIL = (3, 3), (3, 2)


def test_8_2_1_example_headwind() -> None:
    for faces, moves in ((PASS, True), ((2, 2), False)):
        r, flight = unloaded(2)
        ref = referee(*faces)
        assert wind.pays(ref, r, flight, Wind.HEADWIND) is moves
        assert flight.fuel == 1
        done(ref)


def test_8_2_1_example_severe_headwind() -> None:
    for faces, left in ((PASS, 2), (FAIL, 1)):
        r, flight = unloaded(2)
        ref = referee(*faces)
        assert not wind.pays(ref, r, flight, Wind.SEVERE_HEADWIND)
        assert flight.fuel == left
        done(ref)


def test_8_2_1_example_severe_crosswind() -> None:
    """ruling 12."""
    for faces, moves, left in ((PASS, True, 2), (FAIL, False, 1)):
        r, flight = unloaded(2)
        ref = referee(*faces)
        assert wind.pays(ref, r, flight, Wind.SEVERE_CROSSWIND) is moves
        assert flight.fuel == left
        done(ref)


def test_8_2_1_example_crosswind() -> None:
    for faces, moves, left in ((PASS, True, 1), (FAIL, False, 2)):
        r, flight = unloaded(2)
        ref = referee(*faces)
        assert wind.pays(ref, r, flight, Wind.CROSSWIND) is moves
        assert flight.fuel == left
        done(ref)


def test_8_2_1_tailwind_moves_in_any_case() -> None:
    for faces, left in ((PASS, 2), (FAIL, 1)):
        r, flight = unloaded(2)
        ref = referee(*faces)
        assert wind.pays(ref, r, flight, Wind.TAILWIND)
        assert flight.fuel == left
        done(ref)


def test_8_2_1_severe_tailwind_asks_nothing() -> None:
    r, flight = unloaded(2)
    ref = referee()
    assert wind.pays(ref, r, flight, Wind.SEVERE_TAILWIND)
    done(ref)


def test_8_2_1_headwind_on_fumes_may_end_the_flight() -> None:
    r, flight = unloaded(0, "Watson")
    ref = referee(1, 1)
    assert not wind.pays(ref, r, flight, Wind.HEADWIND)
    assert flight not in r.flights
    done(ref)


def test_8_2_4_leak_may_end_a_flight_in_the_guzzle_check() -> None:
    r, flight = unloaded(2, "Watson")
    flight.aircraft[0].attached.append(hazard(r, Back.FUEL_LEAK))
    ref = referee(*PASS, 1, 1, 6)
    assert not wind.pays(ref, r, flight, Wind.TAILWIND)
    done(ref)


@pytest.mark.parametrize(
    ("state", "fuel", "worth"),
    [
        (Wind.SEVERE_TAILWIND, 0, True),
        (Wind.TAILWIND, 0, True),
        (Wind.CROSSWIND, 1, True),
        (Wind.CROSSWIND, 0, False),
        (Wind.SEVERE_CROSSWIND, 2, True),
        (Wind.SEVERE_CROSSWIND, 8, False),
        (Wind.HEADWIND, 8, False),
    ],
)
def test_8_2_1_what_a_sensible_player_tries(state: Wind, fuel: int, worth: bool) -> None:
    r, flight = unloaded(fuel)
    assert advice.worth(r, flight, state) is worth


def test_8_2_1_loaded_flights_save_their_fuel_in_a_crosswind() -> None:
    r, flight = plain(3, 8)
    assert not advice.worth(r, flight, Wind.CROSSWIND)


def test_8_2_1_no_fuel_is_spent_in_a_crosswind_on_the_way_to_vladivostok() -> None:
    """4.7"""
    r, flight = unloaded(2)
    flight.target = Site.VLADIVOSTOK.value
    assert not advice.worth(r, flight, Wind.CROSSWIND)
    flight.target = Site.CHUNGKING.value
    assert advice.worth(r, flight, Wind.CROSSWIND)


def unloaded(fuel: int, *pilots: str) -> tuple[Raid, Flight]:
    r, flight = plain(7, fuel, *pilots)
    for plane in flight.aircraft:
        plane.loaded = False
    return r, flight


def test_8_2_1_every_wind_names_its_price() -> None:
    told = {state: questions.price(state, 4) for state in Wind}
    assert told[Wind.SEVERE_TAILWIND] == "The wind gives the extra zone, and asks neither a check nor Fuel for it."
    assert len(set(told.values())) > 3
    assert told[Wind.CROSSWIND] == (
        "Passed: the extra zone costs 1 Fuel, as a turn does. Failed: no extra zone, and no Fuel is burnt."
    )


def test_8_2_1_a_crosswind_that_is_left_alone_says_that_it_spares_no_fuel() -> None:
    r, flight = plain(3, 8, "Watson")
    told = flight_advice.why_flight_goal(referee(), r, flight, Wind.CROSSWIND)
    assert told.startswith(
        "It spares no Fuel: the zone costs the 1 that a turn does, and who passes comes to Japan"
    )


def test_8_2_3_pairs_that_make_the_same_wind_are_not_worth_a_question() -> None:
    chart = wind.WIND
    column = 0
    totals = range(2, 13)
    alike = [(a, b) for a in totals for b in totals if a < b and chart.at(a, column) is chart.at(b, column)]
    other = [(a, b) for a in totals for b in totals if a < b and chart.at(a, column) is not chart.at(b, column)]
    for pairs, routine in ((alike[0], True), (other[0], False)):
        asked = questions.wind_dice(chart, column, {total: (1, 1) for total in pairs})
        assert asked.routine is routine


def test_11_0_2_ships_of_a_group_that_stand_well_are_not_asked_about() -> None:
    assert layout_questions.arrange_ship([], {}, asked=False).routine
    assert not layout_questions.arrange_ship([], {"Cimarron": "Center"}, asked=False).routine
    assert not layout_questions.arrange_ship([], {}).routine
