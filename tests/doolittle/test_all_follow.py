"""Questions that are put for every Flight: one answer may serve all, and each can still be asked by itself."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Chosen
from flakhouse.errors import AnswerError
from flakhouse.games.doolittle import acquisition, flight, flight_hazards
from flakhouse.games.doolittle.questions import flight as questions
from flakhouse.games.doolittle.state import Flight, Raid
from flakhouse.games.doolittle.words import Back, Benefit, Wind
from tests.doolittle.flights import blow, elite, hazard, join, plain
from tests.doolittle.helpers import done, referee


def _three(zone: int = 9, fuel: int = 0) -> tuple[Raid, list[Flight]]:
    """Three Flights without bombs."""
    r, first = plain(zone, fuel, "Watson", "Joyce")
    flights = [first, join(r, zone, fuel, "York", "Gray"), join(r, zone, fuel, "Lawson", "Hallmark")]
    for b25 in (b for f in flights for b in f.aircraft):
        b25.loaded = False
    return r, flights


def test_8_1_1_all_keep_their_altitude_by_one_answer() -> None:
    r, flights = _three()
    ref = referee(answers=["altitude=all keep"])
    flight.move_phase(ref, r)
    done(ref)
    assert [f.zone for f in flights] == [10, 10, 10]


def test_8_1_1_those_before_all_keep_may_have_climbed() -> None:
    r, flights = _three(fuel=3)
    ref = referee(answers=["altitude=climb", "altitude=all keep"])
    flight.move_phase(ref, r)
    done(ref)
    assert [(f.high, f.fuel) for f in flights] == [(True, 2), (False, 3), (False, 3)]
    ref = referee(answers=["altitude=keep", "altitude=keep", "altitude=climb"])
    flight.move_phase(ref, r)
    done(ref)
    assert [f.high for f in flights] == [True, False, True]


def test_8_1_1_the_last_flight_has_nobody_to_follow_it() -> None:
    r, _ = plain(2, 4)
    with pytest.raises(AnswerError):
        flight.move_phase(referee(answers=["altitude=all keep"]), r)
    assert r.flights[0].zone == 2


@pytest.mark.parametrize(("answer", "zones"), [("all fly west", [10, 10, 10]), ("all stay", [9, 9, 9])])
def test_8_2_1_all_flights_in_one_wind_follow(answer: str, zones: list[int]) -> None:
    r, flights = _three()
    blow(r, Wind.SEVERE_TAILWIND)
    ref = referee(answers=[f"flight-goal={answer}"])
    flight.wind_phase(ref, r)
    done(ref)
    assert [f.zone for f in flights] == zones


def test_8_2_1_a_flight_in_another_wind_is_asked() -> None:
    r, flights = _three()
    blow(r, Wind.SEVERE_TAILWIND)
    flights[1].zone, r.wind["defense"] = 3, Wind.CROSSWIND
    ref = referee(answers=["flight-goal=all fly west", "flight-goal=stay"])
    flight.wind_phase(ref, r)
    done(ref)
    assert [f.zone for f in flights] == [10, 3, 10]


def test_8_2_1_a_flight_near_a_landing_site_is_asked() -> None:
    r, flights = _three()
    blow(r, Wind.SEVERE_TAILWIND)
    flights[1].zone = 11
    ref = referee(answers=["flight-goal=all fly west", "flight-goal=stay"])
    flight.wind_phase(ref, r)
    done(ref)
    assert [f.zone for f in flights] == [10, 11, 10]


def test_8_1_flights_may_act_as_they_are_listed() -> None:
    r, flights = _three(zone=11)
    keep = "altitude=all keep"
    ref = referee(answers=["flight-next=as listed", keep, *["flight-goal=fly west"] * 3])
    flight.move_phase(ref, r)
    done(ref)
    assert [f.zone for f in flights] == [12, 12, 12]


def test_8_3_3_8_3_4_8_3_5_hazards_may_be_dealt_and_resolved_as_proposed() -> None:
    r, _ = _three(zone=4)
    r.security.alert = 3
    doors = [hazard(r, Back.FAULTY_DOORS) for _ in range(8)]
    r.cups["flight-II"] = doors[:2]
    r.cups["flight-alert"] = doors[2:]
    ref = referee(answers=["flight-hazard=as proposed", "b25-hazard=as proposed", "resolve-b25=as listed"])
    flight_hazards.hazards_phase(ref, r)
    done(ref)
    attached = [[len(b.attached) for b in f.aircraft] for f in r.flights]
    assert [sum(found) for found in attached] == [2, 2, 1]


def test_4_1_1_a_flight_may_enter_as_it_is_listed() -> None:
    r, found = plain(6, 4, "Watson", "Joyce", "York")
    entering = acquisition.entrants(ref := referee(answers=["entry-order=as listed"]), r, found)
    done(ref)
    assert [(e.b25.pilot, e.turn) for e in entering] == [("Watson", 1), ("Joyce", 2), ("York", 3)]


def test_8_2_1_flights_that_are_alike_are_asked_once_and_enter_answers_for_all() -> None:
    r, flights = _three(fuel=4)
    blow(r, Wind.CROSSWIND)
    for b25 in (b for f in flights for b in f.aircraft):
        b25.loaded = True
    ref = referee(defaults=True)
    flight.wind_phase(ref, r)
    chosen = [event for event in ref.events if isinstance(event, Chosen)]
    assert [(event.id, event.key) for event in chosen] == [("flight-goal", "all stay")]
    assert "and all that follow have a crosswind and 4 Fuel each" in chosen[0].prompt


def test_8_2_1_a_flight_with_another_fuel_is_asked_for_itself() -> None:
    r, flights = _three(fuel=4)
    blow(r, Wind.CROSSWIND)
    for b25 in (b for f in flights for b in f.aircraft):
        b25.loaded = True
    flights[2].fuel = 3
    ref = referee(defaults=True)
    flight.wind_phase(ref, r)
    assert [event.key for event in ref.events if isinstance(event, Chosen)] == ["stay", "stay", "stay"]


@pytest.mark.parametrize("wind", [Wind.CROSSWIND, Wind.SEVERE_CROSSWIND, Wind.TAILWIND])
def test_8_2_4_the_chance_is_told_for_a_flight_with_a_lucky_pilot_too(wind: Wind) -> None:
    r, flights = _three(fuel=4)
    elite(flights[0].aircraft[0], Benefit.PILOT_REROLL)
    asked = questions.flight_goal(referee(), r, flights[0], wind, others=True)
    stakes = asked.options["fly west"].stakes
    assert [stake.label for stake in stakes] == ["passes the guzzle check without Somebody's re-roll"]
