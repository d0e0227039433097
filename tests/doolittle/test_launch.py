"""12.3, 12.4 The launch and the set-up of the Flight Map."""

from __future__ import annotations

from dataclasses import replace

import pytest

from flakhouse.core.events import Noted
from flakhouse.games.doolittle import launch
from flakhouse.games.doolittle.questions import launch as questions
from flakhouse.games.doolittle.state import Elite, Flight, Raid
from flakhouse.games.doolittle.words import Back, Benefit, Fate, Launch, Weather
from tests.doolittle.helpers import b25, done, noted, referee, rolled
from tests.doolittle.voyage import at_sea, ship


def _deck(r: Raid, *pilots: str) -> None:
    """Only these B-25s on deck."""
    for b in launch.on_deck(r):
        if b.pilot not in pilots:
            b.fate = Fate.RESERVE


def test_12_3_1_example_launch() -> None:
    r = at_sea("Defense West", Weather.GUSTY)
    _deck(r, "Hoover", "Gray", "Holstrom")
    ref = referee(2, 5, defaults=True)
    launch.launch(ref, r, Launch.PLANNED)
    assert [b.pilot for b in r.flights[0].aircraft] == ["Hoover", "Gray", "Holstrom"]
    assert "flight-off" in noted(ref)
    assert r.launch is Launch.PLANNED
    assert r.launch_area == "Defense West"
    done(ref)


@pytest.mark.parametrize(
    ("kind", "weather", "need"),
    [(Launch.PLANNED, Weather.CALM, 5), (Launch.PLANNED, Weather.GUSTY, 6), (Launch.EMERGENCY, Weather.GUSTY, 7)],
)
def test_12_3_1_the_launch_number_goes_by_weather_and_kind(kind: Launch, weather: Weather, need: int) -> None:
    for total in (need - 1, need):
        r = at_sea("Defense West", weather)
        _deck(r, "Hoover", "Gray")
        more = () if total == need else (6, 6)  # a botched take-off that costs fuel
        ref = referee(total - 3, 3, *more, defaults=True)
        launch.launch(ref, r, kind)
        assert ("botched" in noted(ref)) is (total < need)
        done(ref)


def test_12_3_2_example_botched_take_off() -> None:
    """12.3.1 Launch Botched."""
    r = at_sea("Defense West", Weather.GUSTY)
    _deck(r, "Greening", "Bower", "Gray", "Holstrom", "Hoover", "Joyce")
    # two Flights; the first is botched by Greening, an elite pilot: 1 and 3 and 1 make 5
    order = ["flights-as-proposed=no", "how-many-flights=2"]
    order += [f"which-flight={n}" for n in ("2", "2", "2", "2")]
    ref = referee(1, 2, 1, 3, 3, 4, answers=[*order, "last-off=2249"], defaults=True)
    launch.launch(ref, r, Launch.PLANNED)
    greening = b25(r, "Greening")
    assert greening.fate is Fate.DESTROYED
    assert greening.elite is not None
    assert greening.elite.fate == "killed"
    first, second = r.flights
    assert first.late == 0
    assert second.late == 1
    done(ref)


def _botch(r: Raid, *faces: int, pilot: str = "Hoover") -> None:
    """Two B-25s on deck, the launch botched by one of them with these faces."""
    ref = referee(1, 2, *faces, answers=["flights-as-proposed=yes", f"last-off={b25(r, pilot).id}"])
    launch.launch(ref, r, Launch.PLANNED)
    done(ref)


def test_12_3_2_catastrophe_ends_all_launches() -> None:
    r = at_sea("Defense West", Weather.GUSTY)
    ref = referee(1, 2, 1, 1, defaults=True)
    launch.launch(ref, r, Launch.PLANNED)
    assert len(r.flights) == 1
    assert r.task_force.deck == "wrecked"
    assert r.task_force.turned_back
    assert launch.why_not(r)
    assert len(launch.on_deck(r)) == 12


def test_12_3_2_fire_burns_b25s_whose_crews_live() -> None:
    r = at_sea("Defense West", Weather.GUSTY)
    ref = referee(1, 2, 1, 2, 4, defaults=True)
    launch.launch(ref, r, Launch.PLANNED)
    assert rolled(ref) == ["launch", "botched", "deck-fire"]
    assert len(launch.on_deck(r)) == 12 - 4
    assert [c.fate for c in r.crews] == ["rescued"] * 4
    assert r.task_force.deck == "fire"
    assert launch.why_not(r) == "the deck is on fire (12.3.2)"


def test_12_3_2_ditched_crew_is_picked_up() -> None:
    r = at_sea("Defense West", Weather.GUSTY)
    _deck(r, "Hoover", "Gray")
    _botch(r, 2, 4)
    assert b25(r, "Hoover").fate is Fate.DITCHED
    assert [(c.place, c.fate) for c in r.crews] == [("Task Force", "rescued")]


def test_12_3_2_seven_damages() -> None:
    r = at_sea("Defense West", Weather.GUSTY)
    _deck(r, "Hoover", "Gray")
    _botch(r, 3, 4)
    assert b25(r, "Hoover").damage == 1
    assert len(r.flights[0].aircraft) == 2


def test_12_3_2_eight_or_more_costs_the_flight_a_fuel() -> None:
    r = at_sea("Defense West", Weather.GUSTY)
    _deck(r, "Hoover", "Gray")
    _botch(r, 5, 4)
    assert r.flights[0].fuel == 7


def test_12_3_2_a_damaged_b25_subtracts_one() -> None:
    r = at_sea("Defense West", Weather.GUSTY)
    _deck(r, "Hoover", "Gray")
    b25(r, "Hoover").damage = 1
    _botch(r, 3, 4)  # 7 less 1
    assert b25(r, "Hoover").fate is Fate.DITCHED


def test_12_3_2_a_crash_in_an_airstrike_stops_the_launch_for_now() -> None:
    r = at_sea("Defense West", Weather.GUSTY)
    deck = launch.on_deck(r)
    ref = referee(1, 2, 1, 3, defaults=True)
    launch.launch(ref, r, Launch.EMERGENCY, b25s=deck[:8], flights=2)
    assert len(r.flights) == 1
    done(ref)
    ref = referee(*([4, 4] * 5), defaults=True)
    launch.launch(ref, r, Launch.EMERGENCY)
    assert [f.late for f in r.flights] == [0, 1, 1, 1, 1]
    assert [f.number for f in r.flights] == [1, 2, 3, 4, 5]


def test_11_2_example_army_launches_eight_in_two_flights() -> None:
    r = at_sea("Defense West")
    deck = launch.on_deck(r)
    ref = referee(4, 4, 4, 4, defaults=True)
    launch.launch(ref, r, Launch.EMERGENCY, b25s=deck[:8], flights=2)
    assert [len(f.aircraft) for f in r.flights] == [4, 4]
    assert len(launch.on_deck(r)) == 8
    done(ref)


@pytest.mark.parametrize(
    ("count", "sizes"), [(16, [4, 3, 3, 3, 3]), (2, [2]), (1, [1]), (5, [3, 2]), (20, [4] * 5)]
)
def test_7_1_1_flights_have_two_to_four_b25s(count: int, sizes: list[int]) -> None:
    r = at_sea("Defense West")
    groups = launch.form_flights(referee(defaults=True), r, r.squadron[:count])
    assert [len(group) for group in groups] == sizes


def test_7_1_1_flights_made_by_hand_keep_the_limits() -> None:
    r = at_sea("Defense West")
    ref = referee(answers=["no", "2", "1", "1", "1", "1"])
    groups = launch.form_flights(ref, r, r.squadron[:6])
    assert [len(group) for group in groups] == [4, 2]
    done(ref)


@pytest.mark.parametrize(("zone", "sizes"), [(0, [4, 4]), (1, [3, 3, 2])])
def test_7_1_flights_that_wait_to_be_set_up_count_towards_five(zone: int, sizes: list[int]) -> None:
    r = at_sea("Defense West")
    r.flights = [Flight(number, [plane], zone) for number, plane in enumerate(r.squadron[8:11], 1)]
    groups = launch.form_flights(referee(defaults=True), r, r.squadron[:8])
    assert [len(group) for group in groups] == sizes


def test_12_3_a_planned_launch_is_due_at_the_marker_and_west_of_it() -> None:
    """ruling 30."""
    due = [area for area in ("Defense East", "Defense West", "Japan") if launch.due(at_sea(area))]
    assert due == ["Defense West", "Japan"]
    r = at_sea("Defense West")
    ship(r, "Hornet").damaged = True
    assert not launch.due(r)


def test_12_4_1_example_initial_flight_zone() -> None:
    r = at_sea("Defense West")
    r.launch, r.launch_area = Launch.PLANNED, "Defense West"
    _deck(r, "Hoover", "Gray")
    launch.launch(referee(6, 6, defaults=True), r, Launch.PLANNED)
    ref = referee(3, 6, answers=["launch-hour=0600"])
    assert launch.set_up(ref, r)
    assert r.flights[0].zone == 3  # Defense East
    assert r.hour == 3
    assert r.first_wind
    done(ref)


def test_12_4_1_a_planned_launch_picks_one_of_two_dice() -> None:
    r = at_sea("Defense West")
    _deck(r, "Hoover", "Gray")
    launch.launch(referee(6, 6, defaults=True), r, Launch.PLANNED)
    ref = referee(2, 6, answers=["launch-zone=zone 4", "launch-hour=1800"])
    launch.set_up(ref, r)
    assert r.flights[0].zone == 4
    assert r.hour == 9
    done(ref)


def test_12_4_1_the_influence_box_costs_a_fuel() -> None:
    r = at_sea("Influence West")
    _deck(r, "Hoover", "Gray")
    launch.launch(referee(6, 6, defaults=True), r, Launch.EMERGENCY)
    ref = referee(5, 2, 2, 3, answers=["launch-later=no"])
    launch.set_up(ref, r)
    assert r.flights[0].zone == 1
    assert r.flights[0].fuel == 7
    assert not r.first_wind
    done(ref)


def test_12_4_2_example_emergency_launch_time_seven_is_0800() -> None:
    r = at_sea("Defense East")
    _deck(r, "Hoover", "Gray")
    launch.launch(referee(6, 6, defaults=True), r, Launch.EMERGENCY)
    launch.set_up(referee(1, 1, 2, 4, answers=["launch-later=no"]), r)
    assert r.hour == 4
    assert r.night(1) is False


def test_12_4_2_a_turn_later_costs_a_die_of_risk() -> None:
    r = at_sea("Defense East")
    _deck(r, "Hoover", "Gray")
    launch.launch(referee(6, 6, defaults=True), r, Launch.EMERGENCY)
    ref = referee(1, 1, 2, 4, 5, answers=["launch-later=yes"])
    launch.set_up(ref, r)
    assert r.hour == 5
    assert r.security.risk == 18
    done(ref)


def test_12_4_2_an_airstrike_launch_is_by_daylight() -> None:
    r = at_sea("Defense East")
    _deck(r, "Hoover", "Gray")
    launch.launch(referee(6, 6, defaults=True), r, Launch.EMERGENCY)
    # 17 is 2000 and thrown again; 3 is 0400, which becomes 0600 at a die of Risk
    ref = referee(1, 6, 6, 5, 1, 1, 1, 2)
    launch.set_up(ref, r, airstrike=True)
    assert r.hour == 3
    assert r.security.risk == 15
    done(ref)


def test_12_4_too_far_east_they_fly_to_midway() -> None:
    r = at_sea("Influence East")
    _deck(r, "Hoover", "Gray")
    launch.launch(referee(6, 6, defaults=True), r, Launch.EMERGENCY)
    assert not launch.set_up(referee(), r)
    assert b25(r, "Hoover").fate is Fate.HOME
    assert r.flights == []
    assert r.aborted


def test_15_2_planned_launch_bonus() -> None:
    r = at_sea("Defense West")
    r.options.planned_launch_bonus = True
    cups = ("flight-I", "flight-II", "flight-III", "flight-alert")

    def count(back: Back) -> int:
        return sum(m.back is back for name in cups for m in r.cups[name])

    leaks, vapor = count(Back.FUEL_LEAK), count(Back.FUEL_EVAPORATION)
    _deck(r, "Hoover", "Gray")
    launch.launch(referee(6, 6, defaults=True), r, Launch.PLANNED)
    launch.set_up(referee(3, 3, defaults=True), r)
    assert count(Back.FUEL_LEAK) == max(0, leaks - 2)
    assert count(Back.FUEL_EVAPORATION) == max(0, vapor - 2)


def test_15_2_an_emergency_launch_has_no_bonus() -> None:
    r = at_sea("Defense West")
    r.options.planned_launch_bonus = True
    _deck(r, "Hoover", "Gray")
    launch.launch(referee(6, 6, defaults=True), r, Launch.EMERGENCY)
    ref = referee(3, 2, 2, 3, defaults=True)
    launch.set_up(ref, r)
    assert "launch-bonus" not in noted(ref)


def test_12_3_1_the_re_roll_of_an_elite_pilot_is_offered() -> None:
    r = at_sea("Defense West", Weather.GUSTY)
    _deck(r, "Doolittle", "Gray")
    ref = referee(1, 2, 5, 5, answers=["flights-as-proposed=yes", "re-roll=all"])
    launch.launch(ref, r, Launch.PLANNED)
    assert "flight-off" in noted(ref)
    done(ref)


def test_12_3_1_whoever_launches_sees_number_fuel_and_zones_first() -> None:
    """12.4.1"""
    r = at_sea("Defense East", Weather.STORM)
    for b in r.squadron:
        b.elite = None
    r.task_force.launch_area = "Defense West"
    found = launch.terms(referee(), r, Launch.EMERGENCY, r.squadron)
    ask = questions.emergency(r, found, "12.6.4", "A boat.", why=lambda: "")
    option = ask.options[questions.LAUNCH]
    (stake,) = option.stakes
    assert stake.label == "a Flight takes off"
    assert stake.outcome((4, 6), 10, "")
    assert not stake.outcome((3, 6), 9, ""), "10 in a storm"
    assert option.detail.startswith("Storm. A Flight that fails botches the take-off of its last B-25.")
    assert option.detail.endswith("8 Fuel, in zone 2 or 3. From the planned point it is zone 3 or 4.")
    far = at_sea("Midway", Weather.CALM)
    assert launch.terms(referee(), far, Launch.EMERGENCY, far.squadron).zones == ()


def test_7_1_no_to_the_flights_forms_others_and_does_not_put_off_the_launch() -> None:
    """12.3"""
    r = at_sea("Influence West", Weather.GALE)
    hoover, gray = b25(r, "Hoover"), b25(r, "Gray")
    hoover.elite = Elite("Jones", Benefit.PILOT_REROLL, hoover.id)
    found = launch.terms(referee(), r, Launch.PLANNED, [hoover, gray])
    ask = questions.flights_as_proposed([[hoover, gray]], 1, found)
    (stake,) = ask.options["yes"].stakes
    assert stake.label == "a Flight takes off without a re-roll"
    assert stake.outcome((1, 6), 7, "")
    assert not stake.outcome((1, 5), 6, "")
    assert "in zone 1 or 2 (zone 1 burns 1 at once)" in ask.options["yes"].detail
    assert "can wait no longer" in ask.options["no"].detail


def test_12_3_2_12_4_a_flight_that_appears_later_is_not_counted_as_over_the_sea() -> None:
    r = at_sea("Influence West")
    _deck(r, "Hoover", "Gray")
    launch.launch(referee(6, 6, defaults=True), r, Launch.EMERGENCY)
    late = replace(r.flights[0], number=2, late=1)
    r.flights.append(late)
    ref = referee(5, 2, 2, 3, answers=["launch-later=no"])
    launch.set_up(ref, r)
    assert late.zone == r.flights[0].zone, "it is on the map, and appears there"
    (told,) = (event for event in ref.events if isinstance(event, Noted) and event.kind == "flight-map")
    assert told.facts["flights"] == 1
