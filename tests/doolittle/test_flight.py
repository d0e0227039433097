"""8.0: the Flight Turn from phase to phase."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Default, RandomAgent, Suspend
from flakhouse.core.dice import Fixed, Seeded
from flakhouse.core.questions import Pending
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import acquisition, flight, flight_hazards, scenario
from flakhouse.games.doolittle.options import Options
from flakhouse.games.doolittle.state import Flight, Raid
from flakhouse.games.doolittle.words import Back, Fate, Site, Wind
from tests.doolittle.flights import blow, join, plain
from tests.doolittle.helpers import b25, done, noted, referee, rolled


def empty(zone: int, fuel: int, *pilots: str, **changes: object) -> tuple[Raid, Flight]:
    """A Flight that has dropped its bombs."""
    r, found = plain(zone, fuel, *pilots, **changes)
    for plane in found.aircraft:
        plane.loaded = False
    return r, found


# ------------------------------------------------------------------ 8.1 move


def test_8_1_1_moving_is_compulsory_and_free() -> None:
    """8.2.3 Wind Effects."""
    r, found = plain(3, 4)
    ref = referee(answers=["altitude=keep"])
    flight.move_phase(ref, r)
    assert found.zone == 4
    assert found.fuel == 4
    done(ref)


def test_7_1_3_climbing_costs_a_fuel_and_descending_none() -> None:
    r, found = plain(3, 4)
    ref = referee(answers=["altitude=climb"])
    flight.move_phase(ref, r)
    assert found.high
    assert found.fuel == 3
    ref = referee(answers=["altitude=descend"])
    flight.move_phase(ref, r)
    assert not found.high
    assert found.fuel == 3
    done(ref)


@pytest.mark.parametrize(
    ("zone", "fuel", "loaded", "high", "asked"),
    [
        (2, 4, True, False, False),  # far from any target
        (5, 4, True, False, True),  # over Japan this turn, with a tailwind
        (6, 4, True, False, True),
        (6, 0, True, False, False),  # nothing to climb with
        (11, 3, False, False, True),  # landing sites are near
        (2, 4, True, True, True),  # who is high may go down for nothing
    ],
)
def test_8_1_1_a_low_flight_is_asked_about_its_altitude_where_it_looks_for_a_target(
    zone: int, fuel: int, loaded: bool, high: bool, asked: bool
) -> None:
    r, group = plain(zone, fuel)
    for plane in group.aircraft:
        plane.loaded = loaded
    group.high = high
    with pytest.raises(Pending) as waits:
        flight.move_phase(Referee(Fixed(6, 6), Suspend()), r)
    assert waits.value.question.id == "altitude"
    assert waits.value.question.routine is not asked


def test_8_1_1_climbing_without_fuel_is_paid_with_fumes_first() -> None:
    """RULING 13."""
    r, found = plain(3, 0)
    ref = referee(1, 1, 5, 5, answers=["altitude=climb"])
    flight.move_phase(ref, r)
    assert b25(r, "Watson").fate is Fate.DITCHED
    assert b25(r, "Watson").where == "zone 3"
    assert found.high
    assert found.zone == 4
    done(ref)


def test_8_1_2_loaded_flight_over_japan_must_look_for_a_city() -> None:
    r, found = plain(6, 4, "Watson")
    ref = referee(
        1, 1, 1, 1, 1, 1, answers=["altitude=keep", "city=Tokyo", "not-found=persist", "onward=Chungking"]
    )
    flight.move_phase(ref, r)
    assert found.zone == 6
    done(ref)


def test_8_1_2_unloaded_flight_over_japan_flies_on() -> None:
    """RULING 19."""
    r, found = empty(6, 4)
    flight.move_phase(referee(answers=["altitude=keep"]), r)
    assert found.zone == 7


def test_8_1_2_landing_site_is_a_choice() -> None:
    r, found = empty(11, 4)
    ref = referee(answers=["altitude=keep", "flight-goal=fly west"])
    flight.move_phase(ref, r)
    assert found.zone == 12
    ref = referee(6, 6, answers=["altitude=keep", "flight-goal=Kian"])
    flight.move_phase(ref, r)
    assert found.site is Site.KIAN
    done(ref)


def test_8_1_2_vladivostok_holds_the_flight_until_it_is_found() -> None:
    """RULING 18: bound for Vladivostok a Flight stays in zone 7, in the Wind Phase as well."""
    r, found = empty(7, 4, target="Vladivostok")
    ref = referee(1, 1, 1, 1, 1, 1, answers=["altitude=keep", "not-found=persist"])  # no way west to choose
    flight.move_phase(ref, r)
    assert (found.zone, found.target) == (7, "Vladivostok")
    done(ref)
    blow(r, Wind.SEVERE_TAILWIND)
    ref = referee(answers=["flight-goal=stay"])
    flight.wind_phase(ref, r)
    assert found.zone == 7
    done(ref)
    ref = referee(6, 6, answers=["altitude=keep"])
    flight.move_phase(ref, r)
    assert found.site is Site.VLADIVOSTOK


def test_8_1_2_bound_for_china_a_flight_passes_vladivostok() -> None:
    """RULING 18."""
    r, found = empty(7, 4, target="Chungking")
    assert acquisition.why_not(r, "Vladivostok", found)
    ref = referee(answers=["altitude=keep"])
    flight.move_phase(ref, r)
    assert (found.zone, found.target) == (8, "Chungking")
    done(ref)


def test_8_1_1_nothing_lies_west_of_the_last_zone() -> None:
    """RULING 18."""
    r, found = empty(12, 4, "Watson")
    ref = referee(1, 1, 6, 6, 1, 1, answers=["altitude=keep", "flight-goal=Kian", "not-found=persist"])
    flight.move_phase(ref, r)
    assert found.zone == 12
    r.attacked_sites = [Site.KIAN, Site.KWEILIN, Site.CHUNGKING]
    ref = referee(answers=["altitude=keep"])
    flight.move_phase(ref, r)
    assert found.zone == 12
    done(ref)


def test_6_2_alert_rises_once_for_all_attacks_of_a_phase(monkeypatch: pytest.MonkeyPatch) -> None:
    """RULING 20."""
    r, _ = plain(6, 4, "Watson")
    join(r, 6, 4, "Joyce")

    def attack(ref: Referee, r: Raid, found: Flight) -> None:
        r.attacked = True
        assert r.security.alert == 0

    monkeypatch.setattr(acquisition, "attack_city", attack)
    flight.move_phase(referee(defaults=True), r)
    assert r.security.alert == 1
    assert not r.attacked


# ------------------------------------------------------------------ 8.2 wind


def test_8_2_2_example_tailwind() -> None:
    """8.2:
    Three loaded B-25s, no Fuel: the Guzzle Check fails, one ditches, two sputter on and look for the city."""
    r, found = plain(6, 0, "Watson", "Joyce", "Jones")
    blow(r, Wind.TAILWIND)
    answers = ["city=Tokyo", "not-found=Nagoya", "onward=Chungking"]
    faces = (2, 2, 1, 1, 5, 5, 6, 4)  # Guzzle Check, three Flying on Fumes Checks
    ref = referee(*faces, 1, 1, 1, 1, 6, 6, answers=answers)
    flight.wind_phase(ref, r)
    assert [p.pilot for p in found.aircraft] == ["Joyce", "Jones"]
    assert rolled(ref) == ["guzzle", "fumes", "fumes", "fumes", "acquisition", "acquisition", "guzzle"]
    done(ref)


def test_8_2_2_severe_headwind_forbids_the_attempt() -> None:
    """8.2."""
    r, found = plain(6, 2, "Watson")
    blow(r, Wind.SEVERE_HEADWIND)
    ref = referee(1, 1)
    flight.wind_phase(ref, r)
    assert found.fuel == 1
    assert rolled(ref) == ["guzzle"]
    done(ref)


def test_8_2_2_failed_check_in_a_crosswind_forbids_the_attempt() -> None:
    r, found = plain(6, 2, "Watson")
    blow(r, Wind.CROSSWIND)
    ref = referee(1, 1)
    flight.wind_phase(ref, r)
    assert found.fuel == 2
    assert found.loaded()
    done(ref)


def test_8_2_1_no_fuel_is_burned_without_an_attempt() -> None:
    """8.2.3 Wind Effects."""
    r, found = empty(9, 2, "Watson")
    blow(r, Wind.SEVERE_CROSSWIND)
    ref = referee(answers=["flight-goal=stay"])
    flight.wind_phase(ref, r)
    assert (found.zone, found.fuel) == (9, 2)
    done(ref)


def test_8_2_1_severe_tailwind_carries_on() -> None:
    r, found = empty(9, 2, "Watson")
    blow(r, Wind.SEVERE_TAILWIND)
    ref = referee(answers=["flight-goal=fly west"])
    flight.wind_phase(ref, r)
    assert (found.zone, found.fuel) == (10, 2)
    done(ref)


def test_8_2_2_landing_site_in_the_wind_phase() -> None:
    r, found = empty(11, 2, "Watson")
    blow(r, Wind.CROSSWIND)
    ref = referee(6, 6, 6, 6, answers=["flight-goal=Lishui"])
    flight.wind_phase(ref, r)
    assert found.site is Site.LISHUI
    assert found.fuel == 1
    done(ref)


def test_8_2_3_wind_is_checked_where_there_is_no_marker() -> None:
    r, _ = empty(9, 2, "Watson")
    del r.wind["yellow sea"]
    ref = referee(2, 2, answers=["flight-goal=stay"])
    flight.wind_phase(ref, r)
    assert r.wind["yellow sea"] is Wind.HEADWIND
    done(ref)


# ------------------------------------------------------------------ 8.4, 12.3.2, 5.1.1


def test_8_4_fuel_phase() -> None:
    r, found = plain(3, 4)
    second = join(r, 4, 0, "Jones")
    ref = referee(4, 4)
    flight.fuel_phase(ref, r)
    assert found.fuel == 3
    assert second.aircraft[0].fumes == 1
    done(ref)


def test_8_1_first_turn_has_no_move_phase(monkeypatch: pytest.MonkeyPatch) -> None:
    """8.4 New Turn."""
    r, _ = plain(2, 4, "Watson")
    steps: list[tuple[int, str]] = []
    monkeypatch.setattr(flight, "move_phase", lambda ref, r: steps.append((r.flight_turn, "move")))
    monkeypatch.setattr(flight, "wind_phase", lambda ref, r: steps.append((r.flight_turn, "wind")))
    monkeypatch.setattr(flight_hazards, "hazards_phase", lambda ref, r: steps.append((r.flight_turn, "hazards")))

    def fuel_phase(ref: Referee, r: Raid) -> None:
        steps.append((r.flight_turn, "fuel"))
        if r.flight_turn == 2:
            r.flights.clear()

    monkeypatch.setattr(flight, "fuel_phase", fuel_phase)
    flight.segment(referee(), r)
    assert steps == [
        (1, "wind"),
        (1, "hazards"),
        (1, "fuel"),
        (2, "move"),
        (2, "wind"),
        (2, "hazards"),
        (2, "fuel"),
    ]
    assert r.hour == 8


def test_12_3_2_late_flight_appears_in_the_wind_phase_of_the_second_turn() -> None:
    """8.4 New Turn."""
    r, _ = plain(2, 4, "Watson")
    late = join(r, 2, 4, "Jones")
    late.late = 1
    r.flight_turn = 1
    flight.wind_phase(referee(1, 1, defaults=True), r)
    assert late not in flight.on_map(r)
    flight.fuel_phase(referee(), r)
    assert late.fuel == 4
    r.flight_turn = 2
    ref = referee(*[1] * 20, defaults=True)
    flight.wind_phase(ref, r)
    assert late in flight.on_map(r)
    assert "late-flight" in noted(ref)


def test_5_1_1_segment_ends_with_the_last_flight() -> None:
    """8.4 Flight Segment Ends."""
    r, _ = empty(12, 3, "Watson", target="Chungking")
    blow(r, Wind.SEVERE_TAILWIND)
    r.cups["flight-III"].clear()
    r.cups["flight-alert"].clear()
    ref = referee(1, 1, 1, 1, 1, 1, 6, 6, defaults=True)
    flight.segment(ref, r)
    assert b25(r, "Watson").fate is Fate.LANDED
    assert r.flight_turn == 2
    assert r.segment == "flight"
    done(ref)


def _play(seed: str, number: int, agent: Default | RandomAgent, trace: bool) -> tuple[Raid, Referee]:
    ref = Referee(Seeded(seed), agent, trace=trace)
    r = scenario.set_up(ref, Options(scenario=number, beacons=number == 8))
    flight.segment(ref, r)
    return r, ref


@pytest.mark.parametrize("number", [7, 8])
def test_5_1_1_whole_segments_end_and_lose_nobody(number: int) -> None:
    for i in range(6):
        for agent in (Default(), RandomAgent(f"player {i}")):
            r, _ = _play(f"segment {i}", number, agent, True)
            flown = [b for b in r.squadron if b.fate is not Fate.RESERVE]
            assert len(flown) == 16
            assert {b.fate for b in flown} <= {Fate.LANDED, Fate.DITCHED, Fate.DESTROYED}
            assert all(f.site is not None and f.aircraft for f in r.flights)
            assert sum(len(f.aircraft) for f in r.flights) == sum(b.fate is Fate.LANDED for b in flown)


@pytest.mark.parametrize("number", [7, 8])
def test_8_0_advice_taken_unseen_and_questions_shown_play_the_same(number: int) -> None:
    for i in range(6):
        fast, quick = _play(f"hurry {i}", number, Default(), False)
        slow, full = _play(f"hurry {i}", number, Default(), True)
        assert quick.unseen
        assert not full.unseen
        assert [(b.id, b.fate, b.where, b.damage) for b in fast.squadron] == [
            (b.id, b.fate, b.where, b.damage) for b in slow.squadron
        ]
        assert fast.security == slow.security


def test_8_3_1_no_marker_is_lost_or_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every flight hazard is in a cup, on a B-25, on the map, or of a kind that leaves the game."""
    gone = (Back.WIND_CHECK, Back.FAULTY_COMPASS)
    for i in range(5):
        r, _ = _play(f"markers {i}", 7, RandomAgent(f"markers {i}"), True)
        names = ("flight-I", "flight-II", "flight-III", "flight-alert")
        there = [m for name in names for m in r.cups[name]]
        there += [m for b in r.squadron for m in (*b.attached, *b.assigned) if m.cup in names]
        there += [m for found in r.vessels.values() for m in found]
        assert len({id(m) for m in there}) == len(there)
        assert sum(m.back not in gone for m in there) == 74 - 6
        assert r.zone_markers == {}
