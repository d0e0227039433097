"""5.0 to 8.4: what the player decides on the Flight Map, and re-rolls that serve him there."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from flakhouse.core.agents import Scripted
from flakhouse.core.dice import Fixed
from flakhouse.core.events import Noted
from flakhouse.core.questions import Option, Question
from flakhouse.core.referee import Referee
from flakhouse.errors import AnswerError
from flakhouse.games.doolittle import (
    acquisition,
    attack,
    campaign_debrief,
    checks,
    flight,
    flight_hazards,
    flying_boats,
    fuel,
    launch,
    wind,
    worth,
)
from flakhouse.games.doolittle.game import GAME
from flakhouse.games.doolittle.questions import acquisition as questions
from flakhouse.games.doolittle.questions import flight as flight_questions
from flakhouse.games.doolittle.questions import flight_hazards as hazard_questions
from flakhouse.games.doolittle.questions import reach
from flakhouse.games.doolittle.questions import wind as wind_questions
from flakhouse.games.doolittle.state import Box, Flight, Marker, Raid
from flakhouse.games.doolittle.words import (
    Back,
    Benefit,
    City,
    Diplomat,
    Fate,
    Front,
    Icon,
    Launch,
    Site,
    Weather,
    Wind,
)
from flakhouse.sim.atstake import cost_text
from flakhouse.sim.exact import chance_of
from tests.doolittle.flights import blow, elite, hazard, join, plain
from tests.doolittle.helpers import b25, done, noted, raid, referee, rolled


def medals(r: Raid, pilot: str) -> None:
    """Medals aboard."""
    r.cups["sea-east"] = []
    b25(r, pilot).medals = [Marker("sea-east", Front.PLAIN, Back.MEDALS)]


def unload(found: Flight) -> None:
    """The bombs are gone."""
    for plane in found.aircraft:
        plane.loaded = False


# ------------------------------------------------------------------ order


@pytest.mark.parametrize(
    ("answers", "order"),
    [
        (["flight-next=Flight 2", "altitude=keep", "flight-next=Flight 3"], "231"),
        (["flight-next=as listed"], "123"),
    ],
)
def test_8_1_order_of_flights_over_japan_is_the_players(
    answers: list[str], order: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    r, _ = plain(6, 4, "Watson")
    join(r, 6, 4, "Joyce")
    join(r, 6, 4, "York")
    seen: list[str] = []
    monkeypatch.setattr(acquisition, "attack_city", lambda ref, r, f: seen.append(f.name()))
    ref = referee(answers=answers, defaults=True)
    flight.move_phase(ref, r)
    assert seen == [f"Flight {number}" for number in order]
    done(ref)


def test_8_1_order_is_not_asked_where_it_cannot_matter() -> None:
    r, found = plain(2, 4, "Watson")
    other = join(r, 3, 4, "Joyce")
    ref = referee(answers=["altitude=keep", "altitude=keep"])
    flight.move_phase(ref, r)
    assert (found.zone, other.zone) == (3, 4)
    done(ref)


def test_8_2_3_order_decides_which_box_has_the_first_check_of_a_planned_launch() -> None:
    r, _ = plain(5, 4, "Watson")
    join(r, 9, 4, "Joyce")
    r.wind.clear()
    r.launch, r.first_wind = Launch.PLANNED, True
    answers = ["flight-next=Flight 2", "wind-dice=12", "flight-goal=stay", "flight-goal=stay"]
    ref = referee(6, 6, 1, 3, 4, answers=answers)
    flight.wind_phase(ref, r)
    assert r.wind["yellow sea"] is Wind.SEVERE_TAILWIND
    done(ref)


def test_8_3_order_of_zones_is_the_players() -> None:
    r, _ = plain(2, 4, "Watson")
    join(r, 9, 4, "Joyce")
    r.cups["flight-I"] = [hazard(r, Back.CLEAR)]
    r.cups["flight-III"] = [hazard(r, Back.CLEAR, "flight-III")]
    r.cups["flight-alert"].clear()
    ref = referee(answers=["zone-next=9"])
    flight_hazards.hazards_phase(ref, r)
    drawn = [e.facts["zone"] for e in ref.events if isinstance(e, Noted) and e.kind == "flight-hazards"]
    assert drawn == [9, 2]
    done(ref)


def test_8_3_5_any_hazard_of_the_zone_may_come_first() -> None:
    r, _ = plain(2, 4, "Watson", "Jones")
    r.cups["flight-I"][:0] = [hazard(r, Back.JAMMED_GUNS), hazard(r, Back.FUEL_EVAPORATION)]
    ref = referee(answers=["b25-hazard=Watson", "resolve-b25=Jones"])
    flight_hazards.hazards_phase(ref, r)
    shown = [e.facts["b25"] for e in ref.events if isinstance(e, Noted) and e.kind == "flight-hazard"]
    assert shown == [b25(r, "Jones").name(), b25(r, "Watson").name()]
    done(ref)


# ------------------------------------------------------------------ 8.1.1 altitude


def test_8_1_1_climb_after_moving_is_paid_in_the_new_zone() -> None:
    r, found = plain(3, 0, "Watson", "Joyce")
    ref = referee(1, 1, 5, 5, answers=["altitude=climb afterwards"])
    flight.move_phase(ref, r)
    assert b25(r, "Watson").where == "zone 4"
    assert found.high
    done(ref)


def test_8_1_1_descend_after_moving() -> None:
    r, found = plain(3, 4, "Watson", high=True)
    flight.move_phase(referee(answers=["altitude=descend afterwards"]), r)
    assert (found.zone, found.high, found.fuel) == (4, False, 4)


# ------------------------------------------------------------------ 8.0 the attack in between


def test_8_0_flight_turn_goes_on_where_the_attack_broke_in() -> None:
    r = raid(7, hour=6)
    r.segment, r.step = "flight", "wind"
    first = r.flights[0]
    first.zone = 6
    acquisition.attack_city(referee(6, 6, *[4, 3] * 200, defaults=True), r, first)
    assert (r.segment, r.step, r.city, r.attack_turn) == ("flight", "wind", None, 0)


def test_8_1_4_map_keeps_blast_tally_and_stay_markers_for_the_next_flight(monkeypatch: pytest.MonkeyPatch) -> None:
    r, _ = plain(6, 4, "Watson")
    second = join(r, 6, 4, "Joyce")
    tokyo = r.cities[City.TOKYO]
    acquisition.attack_city(referee(6, 6, *[4, 3] * 99, answers=["city=Tokyo"], defaults=True), r, r.flights[0])
    left = [m for area in tokyo.areas.values() for m in area.markers]
    assert tokyo.detonations == 1
    assert all(m.stay for m in left)
    monkeypatch.setattr(attack, "fight", lambda *_: None)
    r.hour = 10  # the other side of the map
    acquisition.attack_city(referee(6, 6, answers=["city=Tokyo"], defaults=True), r, second)
    assert tokyo.detonations == 1
    assert left == [m for area in tokyo.areas.values() for m in area.markers]


# ------------------------------------------------------------------ 7.1.2 independent


def test_7_1_2_independent_b25_sets_a_target_of_its_own() -> None:
    r, found = plain(6, 4, "Watson", "Joyce", target="Chungking")
    unload(found)
    alone = flight_hazards.break_away(referee(answers=["onward=Vladivostok"]), r, b25(r, "Joyce"))
    assert alone.target == "Vladivostok"
    assert found.target == "Chungking"


def test_7_1_2_past_vladivostok_or_loaded_there_is_nothing_to_choose() -> None:
    r, found = plain(8, 4, "Watson", "Joyce", "Jones", target="Chungking")
    unload(found)
    ref = referee()
    assert flight_hazards.break_away(ref, r, b25(r, "Joyce")).target == "Chungking"
    found.zone, found.target = 5, ""
    b25(r, "Jones").loaded = True
    assert flight_hazards.break_away(ref, r, b25(r, "Jones")).target == ""
    done(ref)


def test_7_1_2_independent_b25_moves_burns_and_lands_as_a_flight() -> None:
    r, found = plain(11, 3, "Watson", "Joyce", target="Chungking")
    unload(found)
    alone = flight_hazards.break_away(referee(), r, b25(r, "Joyce"))
    answers = ["flight-next=Joyce", "altitude=keep", "flight-goal=Lishui", "altitude=keep", "flight-goal=fly west"]
    flight.move_phase(referee(6, 6, answers=answers), r)
    assert alone.site is Site.LISHUI
    assert found.zone == 12
    flight.fuel_phase(referee(), r)
    assert (alone.fuel, found.fuel) == (3, 2)


# ------------------------------------------------------------------ 2.3.7, 12.6.6 re-rolls


def test_2_3_7_every_reroll_in_the_flight_is_offered() -> None:
    r, found = plain(6, 0, "Watson", "Joyce")
    unload(found)
    medals(r, "Watson")
    man = elite(b25(r, "Joyce"), Benefit.PILOT_REROLL)
    ref = referee(1, 1, 1, 2, 6, 6, answers=["re-roll=all", "re-roll=all"])
    assert fuel.guzzle(ref, r, found)
    assert man.used
    assert b25(r, "Watson").medals == []
    done(ref)


def test_12_6_6_medals_and_pilot_of_one_b25_may_both_be_used() -> None:
    r, found = plain(6, 0, "Watson")
    medals(r, "Watson")
    man = elite(b25(r, "Watson"), Benefit.PILOT_REROLL)
    ref = referee(1, 1, 1, 2, 6, 6, answers=["re-roll=all", "re-roll=all"])
    fuel.guzzle(ref, r, found)
    assert man.used
    assert b25(r, "Watson").medals == []
    done(ref)


def test_2_3_7_default_keeps_a_hit_among_three_gunnery_dice() -> None:
    r, found = plain(4, 4, "Watson", "Joyce")
    man = elite(b25(r, "Watson"), Benefit.PILOT_REROLL)
    found.aircraft[0].attached.append(hazard(r, Back.JAMMED_GUNS))
    ref = referee(1, 2, 6, defaults=True)
    flight_hazards.resolve(ref, r, b25(r, "Watson"), hazard(r, Back.INTERCEPTOR, "flight-II", break_off=False))
    assert not man.used
    done(ref)


def test_2_3_7_of_a_table_the_dice_that_count_are_judged() -> None:
    r, _ = plain(4, 4, "Watson")
    man = elite(b25(r, "Watson"), Benefit.PILOT_REROLL)
    ref = referee(1, 2, 6, 6, 6, 6, defaults=True)
    checks.roll(ref, r, fuel.FUMES, (b25(r, "Watson"),), (), 0, 3, lambda kept: sum(kept) <= 5)
    assert man.used
    assert rolled(ref) == ["fumes", "fumes"]  # both throws are seen


# ------------------------------------------------------------------ 8.3.7


def test_2_3_5_elite_gunner_is_kept_when_the_guns_hit() -> None:
    r, found = plain(4, 4, "Watson")
    man = elite(found.aircraft[0], Benefit.GUNNER)
    ref = referee(1, 2, 3, 6)
    flight_hazards.resolve(ref, r, found.aircraft[0], hazard(r, Back.INTERCEPTOR, "flight-II", break_off=False))
    assert not man.used
    assert found.aircraft[0].damage == 0
    done(ref)


def test_8_3_7_second_flying_boat_of_a_lost_b25_is_gone_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    r, found = plain(4, 0, "Watson")
    r.security.alert = 1
    watson = found.aircraft[0]
    watson.damage = 1
    boats = [hazard(r, Back.FLYING_BOAT), hazard(r, Back.FLYING_BOAT, "flight-II")]
    watson.attached += boats
    hunters = [hazard(r, Back.INTERCEPTOR, "flight-alert", break_off=False) for _ in range(2)]
    r.cups["flight-alert"][:0] = hunters
    ref = referee(1, 1, 1, 1, answers=["resolve-next=1", "interceptor=take it"])
    flying_boats.shadows(ref, r)
    assert watson.fate is Fate.DESTROYED
    assert all(boat in r.cups[boat.cup] for boat in boats)
    done(ref)


def test_8_3_7_flying_boat_cannot_be_gunned_without_guns() -> None:
    r, found = plain(4, 4, "Watson")
    r.ratings.gunnery = 0
    ref = referee(1, 2, answers=["flying-boat=elude it"])
    flight_hazards.resolve(ref, r, found.aircraft[0], hazard(r, Back.FLYING_BOAT))
    assert not found.aircraft[0].attached
    boat = hazard(r, Back.FLYING_BOAT)
    with pytest.raises(AnswerError, match="gun it"):
        flight_hazards.resolve(referee(answers=["flying-boat=gun it"]), r, found.aircraft[0], boat)


def test_8_3_7_player_says_which_vessel_is_removed() -> None:
    r, found = plain(4, 4, "Watson", high=True)
    iconed = hazard(r, Back.VESSEL, icon=Icon.TRIANGLE)
    r.vessels[2] = [iconed]
    bare = hazard(r, Back.VESSEL, icon=Icon.NONE)
    ref = referee(1, answers=["vessel-removed=I with icon"])
    flight_hazards.resolve(ref, r, found.aircraft[0], bare)
    assert r.vessels == {2: [], 4: [bare]}
    assert iconed in r.cups["flight-I"]
    done(ref)


def test_8_2_3_wind_hazard_can_be_the_first_check_of_a_planned_launch() -> None:
    r, found = plain(4, 4, "Watson")
    blow(r, Wind.HEADWIND)
    r.launch, r.first_wind = Launch.PLANNED, True
    ref = referee(1, 6, 6, answers=["wind-dice=12"])
    flight_hazards.resolve(ref, r, found.aircraft[0], hazard(r, Back.WIND_CHECK))
    assert r.wind["defense"] is Wind.SEVERE_TAILWIND
    done(ref)


def test_8_1_4_beacon_not_yet_turned_over_shows_no_number() -> None:
    r, flight = plain(11, 4, "Watson")
    r.beacons[Site.LISHUI] = r.cups["beacons"].pop()
    assert questions.site(referee(), r, flight, "Lishui").label == "Look for Lishui: its beacon decides"
    r.beacons[Site.LISHUI].revealed = True
    assert "found on" in questions.site(referee(), r, flight, "Lishui").label


def test_15_2_player_names_the_cups() -> None:
    r, _ = plain(4, 4, "Watson")

    def count(cup: str) -> int:
        return sum(m.back in (Back.FUEL_LEAK, Back.FUEL_EVAPORATION) for m in r.cups[cup])

    before = {cup: count(cup) for cup in ("flight-I", "flight-II", "flight-III")}
    answers = [f"launch-bonus={cup}" for cup in ("flight-III", "flight-II", "flight-III")]
    ref = referee(answers=answers)  # the second leak can only come from type I
    launch._bonus(ref, r, 4)
    gone = {cup: before[cup] - count(cup) for cup in before}
    assert gone == {"flight-I": 1, "flight-II": 1, "flight-III": 2}
    done(ref)


def _why(ask: Question) -> str:
    """The reason of the advice."""
    assert ask.why is not None
    return ask.why()


def test_8_1_1_the_reason_to_stay_low_is_true_with_and_without_bombs_and_fuel() -> None:
    _, flight = plain(4, 2, "Watson", "Joyce")
    for plane in flight.aircraft:
        plane.loaded = True
    assert "boxes can be bombed" in _why(flight_questions.altitude(flight, False, True))
    for plane in flight.aircraft:
        plane.loaded = False
    ask = flight_questions.altitude(flight, False, True)
    assert _why(ask) == "To climb costs Fuel, which it needs to reach a landing site."
    assert ask.options["climb"].label == "Climb"
    assert [cost_text(cost) for cost in ask.options["climb"].costs] == ["1 Fuel"]
    flight.fuel = 0
    ask = flight_questions.altitude(flight, False, True)
    assert ask.options["climb"].label == "Climb without Fuel: a fumes check first"
    assert not ask.options["climb"].costs
    flight.high = True
    assert "To climb" not in _why(flight_questions.altitude(flight, False, True))


@pytest.mark.parametrize("loaded", [True, False])
@pytest.mark.parametrize(("high", "key"), [(False, "climb"), (True, "keep")])
def test_8_1_1_what_high_altitude_gives_is_said(loaded: bool, high: bool, key: str) -> None:
    _, flight = plain(4, 2, "Watson", "Joyce")
    for plane in flight.aircraft:
        plane.loaded = loaded
    flight.high = high
    ask = flight_questions.altitude(flight, False, True)
    said = ask.options[key].detail
    assert "one die of a failed look" in said  # 8.1.4
    assert "flying boat" in said  # 8.3.7
    assert ("Norden" in said) is loaded  # 3.3.1
    assert not any(option.detail for other, option in ask.options.items() if other != key)


# ------------------------------------------------------------------ the sum of the flight


@pytest.mark.parametrize(("zone", "stock", "loaded"), [(2, 8, True), (2, 3, True), (6, 3, False), (7, 4, False)])
def test_8_4_the_zone_in_which_the_tanks_are_empty_is_where_a_flight_without_winds_finds_them_so(
    zone: int, stock: int, loaded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    r, found = plain(zone, stock, "Watson", target=Site.CHUNGKING.value)
    found.aircraft[0].loaded = loaded
    said = reach.dry(found)
    assert f"its tanks are empty in zone {said}" in reach.empty(found)
    assert ("a turn over Japan" in reach.empty(found)) == (loaded and said > 6)
    monkeypatch.setattr(acquisition, "attack_city", lambda ref, r, f: unload(f))
    monkeypatch.setattr(fuel, "fumes_check", lambda *args: fuel.Fumes.SPUTTERS)
    ref = referee(defaults=True)
    flight.fuel_phase(ref, r)
    while "no-fuel" not in noted(ref):
        assert reach.dry(found, moved=False) == said
        flight.move_phase(ref, r)
        flight.fuel_phase(ref, r)
    assert found.zone == said


def test_8_2_1_what_the_wind_is_asked_for_is_what_it_can_be_used_for() -> None:
    r, found = plain(3, 8, "Watson")
    ask = flight_questions.flight_goal(referee(), r, found, Wind.TAILWIND, others=False)
    assert ask.prompt == "Flight 1 has a tailwind and 8 Fuel. Use it to fly an extra zone?"
    assert ask.options["stay"].label == "No extra zone this turn"
    assert ask.options["stay"].detail == (
        "At 1 Fuel a turn its tanks are empty in zone 10, a turn over Japan counted. "
        "China's fields are in zones 11 and 12."
    )
    r, found = plain(7, 1, "Watson", target=Site.VLADIVOSTOK.value)
    unload(found)
    ask = flight_questions.flight_goal(referee(), r, found, Wind.CROSSWIND, others=False)
    assert ask.prompt == "Flight 1 has a crosswind and 1 Fuel. Use it to look for a field?"
    assert ask.options["stay"].label == "Do not look now"
    look = ask.options["Vladivostok"]
    assert [stake.label for stake in look.stakes] == ["passes the guzzle check", "finds it"]
    assert look.detail == (
        "Passed: the look costs 1 Fuel, as a turn does. Failed: no look, and no Fuel is burnt. "
        "If it is found, the last leg takes 1 Fuel."
    )
    ask = flight_questions.flight_goal(referee(), r, found, Wind.SEVERE_TAILWIND, others=False)
    assert ask.options["Vladivostok"].costs == ()  # nothing is burnt by a look that misses
    assert ask.options["Vladivostok"].detail == (
        "The wind gives the look, and asks neither a check nor Fuel for it. "
        "If it is found, the last leg takes 1 Fuel."
    )
    assert look.costs == ()
    r, found = plain(11, 0, "Watson", target=Site.CHUNGKING.value)
    unload(found)
    ask = flight_questions.flight_goal(referee(), r, found, Wind.SEVERE_TAILWIND, others=False)
    assert "Use it to fly an extra zone or to look for a field?" in ask.prompt
    assert ask.options["Yushan"].costs == ()
    assert "flies it on fumes" in ask.options["Yushan"].detail
    assert "fumes" not in ask.options["Lishui"].detail


def _chance(option: Option) -> Fraction:
    (stake,) = option.stakes
    found = chance_of(GAME, referee(), stake)
    return Fraction(found.ways, found.of)


def test_1_3_cities_and_ways_home_say_what_the_judges_give_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    r, found = plain(6, 4, "Watson")
    r.options.scenario = 10
    cities = {key: option.detail for key, option in questions.city(referee(), r, found).options.items()}
    assert cities["Tokyo"] == "Its first hit: Joint Chiefs +2, White House +5, Japan +2."
    assert cities["Nagoya"] == "Its first hit: Joint Chiefs +2, White House +2."
    other = questions.not_found(referee(), r, found, "Tokyo", ["Nagoya"]).options
    assert [option.detail.startswith("Its first hit: ") for option in other.values()] == [True, True]
    home = {key: option.detail for key, option in questions.onward(referee(), r, found).options.items()}
    assert home["Chungking"].startswith(
        "Each B-25 at Chungking: Army +1. Each crew safe: Army +0.5; captured: Army -1, White House -3. "
    )
    assert home["Vladivostok"].startswith(
        "Each crew that the Soviets free: Army +0.5; each B-25 that flies on to Chungking: Army +1. "
    )
    # from the weights of the debriefing, not from a copy
    monkeypatch.setitem(campaign_debrief.WEIGHTS, "Army", (("chungking", 12), ("safe", 8), ("captured", -4)))
    assert "Chungking: Army +3. Each crew safe: Army +2" in worth.china(referee(), r)


def test_1_2_cities_say_what_their_first_hit_scores() -> None:
    r, found = plain(6, 4, "Watson")
    r.cities[City.TOKYO].areas[next(iter(r.cities[City.TOKYO].areas))].blast = 1
    cities = {key: option.detail for key, option in questions.city(referee(), r, found).options.items()}
    assert (
        cities["Tokyo"] == "Hit already. Still counted there: Blast, each of 12 boxes not hit before (+1 point)."
    )
    assert cities["Nagoya"] == "Its first hit: +2 points."


def _carrier_at(r: Raid, city: City, name: str, revealed: bool = True) -> Box:
    """4.6.3 A carrier in the box of a map where she is built."""
    box = next(box for box in r.cities[city].boxes.values() if box.carrier)
    carrier = next(m for m in r.pieces if m.back is Back.CARRIER and m.name == name)
    carrier.revealed = revealed
    box.markers.append(carrier)
    return box


def test_1_2_a_city_hit_already_says_that_its_other_boxes_and_a_carrier_still_score() -> None:
    r, _ = plain(6, 4, "Watson")
    kobe = r.cities[City.OSAKA_KOBE]
    next(iter(kobe.areas.values())).blast = 1
    box = _carrier_at(r, City.OSAKA_KOBE, "Hiyo", revealed=False)
    name = City.OSAKA_KOBE.value
    assert "Hiyo" not in worth.city(referee(), r, name)  # face down: nobody knows
    box.markers[0].revealed = True
    count = len(kobe.boxes)
    assert worth.city(referee(), r, name) == (
        f"Hit already. Still counted there: Blast, each of {count} boxes not hit before (+1 point), "
        "the carrier Hiyo (+4 points)."
    )
    box.blast = 2
    assert worth.city(referee(), r, name).endswith(f"Blast, each of {count - 1} boxes not hit before (+1 point).")


def test_1_3_a_city_hit_already_says_what_its_carrier_gives_with_the_judges_who_count_one() -> None:
    r, _ = plain(6, 4, "Watson")
    r.options.scenario = 10
    next(iter(r.cities[City.OSAKA_KOBE].areas.values())).blast = 1
    assert worth.city(referee(), r, City.OSAKA_KOBE.value) == "Hit already. Still counted there: Blast."
    _carrier_at(r, City.OSAKA_KOBE, "Hiyo")
    assert worth.city(referee(), r, City.OSAKA_KOBE.value) == (
        "Hit already. Still counted there: Blast, the carrier Hiyo (Japan +4)."
    )
    ryuho = _carrier_at(r, City.TOKYO, "Ryuho")
    assert worth.city(referee(), r, "Tokyo").endswith(" Also there: the carrier Ryuho (Japan +4).")
    ryuho.blast = 2  # one carrier is counted
    assert worth.city(referee(), r, City.OSAKA_KOBE.value) == "Hit already. Still counted there: Blast."


def test_4_7_both_ways_home_say_how_far_they_are_and_what_the_chances_are() -> None:
    r, found = plain(6, 4, "Watson")
    unload(found)
    ask = questions.onward(referee(), r, found)
    assert ask.prompt == "Flight 1 is rid of its bombs and has 4 Fuel. China, or Vladivostok?"
    china, soviets = ask.options["Chungking"], ask.options["Vladivostok"]
    assert china.detail == (
        "Each B-25 landed: +1 point; ditched from zone 9 on: no points. "
        "5 zones to the first fields. At 1 Fuel a turn its tanks are empty in zone 10. "
        "2 fumes checks on the way, flying low. It looks for Lishui by night. "
        "An estimate: no winds, no storms, nothing burnt between the two looks."
    )
    faces = range(1, 7)
    two, three = list(product(faces, repeat=2)), list(product(faces, repeat=3))
    sputters = Fraction(sum(sum(dice) >= 10 for dice in two), 36)
    again = Fraction(sum(sum(dice) >= 6 for dice in two), 36)
    marked = Fraction(sum(sum(sorted(dice)[:2]) >= 6 for dice in three), 216)
    up = sputters * again + (again - sputters) * marked
    by_night = 1 - Fraction(30, 36) * Fraction(26, 36)  # 11 or more with +1, then with +2
    assert _chance(china) == up * by_night
    assert soviets.detail == (
        "Each B-25 landed: +1 point; ditched before zone 9: -3 points. "
        "1 zone. Unless the wind helps, it takes 3 Fuel with the last leg. "
        "An estimate: no winds, no storms, nothing burnt between the two looks."
    )
    assert _chance(soviets) == 1 - Fraction(10, 36) * Fraction(6, 36)  # 7 or more with +1, then with +2
    found.fuel = 6
    assert _chance(questions.onward(referee(), r, found).options["Chungking"]) == by_night
    r.hour -= 6  # the look is six turns from now
    assert _chance(questions.onward(referee(), r, found).options["Chungking"]) == 1 - Fraction(21 * 15, 36 * 36)


def test_14_1_1_the_way_home_says_how_hard_the_landing_is_and_what_follows_it() -> None:
    """14.5.1, 14.5.2"""
    r, found = plain(6, 3, "Watson")
    unload(found)
    r.options.scenario = 10
    r.ratings.deicers = False
    r.weather["east china sea"] = Weather.GALE
    ask = questions.onward(referee(), r, found)
    way = ask.options["Vladivostok"]
    chances = {s.label: (c := chance_of(GAME, referee(), s)) and Fraction(c.ways, c.of) for s in way.stakes}
    assert chances["a sound B-25 then lands well"] == Fraction(6, 36)  # 4 or more with -6
    assert chances["the landing kills its crew"] == Fraction(30, 36) * Fraction(1, 6)
    assert chances["in all it gets there and lands well"] == Fraction(6, 36) * (1 - Fraction(60, 36 * 36))
    kept = "the Soviets keep its crew to the end of the war"
    assert chances[kept] == Fraction(26, 36) ** 2  # free with 9, else released with 9
    assert (
        "Landing at Vladivostok: -1 Gale, -5 Vladivostok without de-icers; the weather may change." in way.detail
    )
    assert "Without permission: -2 on the check of the alliances, once." in way.detail
    assert ask.why is not None
    assert ask.why().startswith(
        "The orders say China, but 3 Fuel is too little. Vladivostok is near, though to land there is hard (17 %)"
    )
    assert "Without permission: -2" in ask.options["Chungking"].detail
    r.blotter.agreed[Diplomat.THOMPSON] = True
    r.blotter.attempted.append(Diplomat.THOMPSON)
    r.ratings.deicers = True
    ask = questions.onward(referee(), r, found)
    way = ask.options["Vladivostok"]
    chances = {s.label: (c := chance_of(GAME, referee(), s)) and Fraction(c.ways, c.of) for s in way.stakes}
    assert chances["a sound B-25 then lands well"] == Fraction(30, 36)
    assert chances[kept] == Fraction(3, 36) * Fraction(15, 36)  # free with 4, else released with 7
    assert "Without permission" not in way.detail
    assert ask.why is not None
    assert "hard" not in ask.why()
    r.options.scenario = 7  # there nobody rolls for the landing
    assert len(questions.onward(referee(), r, found).options["Vladivostok"].stakes) == 1


def test_14_5_2_a_doubtful_release_counts_what_the_allies_may_undo() -> None:
    r, found = plain(6, 3, "Watson")
    unload(found)
    r.options.denouement = True  # scenario 7: the row of a landing denied
    stake = questions.onward(referee(), r, found).options["Vladivostok"].stakes[-1]
    chance = chance_of(GAME, referee(), stake)
    bad = Fraction(21, 36)  # 7 or less with -2
    assert Fraction(chance.ways, chance.of) == Fraction(30, 36) * (Fraction(33, 36) + Fraction(3, 36) * bad)


def test_7_2_4_on_the_way_to_vladivostok_fumes_count_before_the_look_and_after_it() -> None:
    """5.5, 8.1.4"""
    chances = []
    for has in (0, 1, 2, 3):
        r, found = plain(6, has, "Watson")
        unload(found)
        chances.append(_chance(questions.onward(referee(), r, found).options["Vladivostok"]))
    stays_up = Fraction(26, 36)  # 6 or more
    assert chances[2] == chances[3] * stays_up
    assert chances == sorted(chances)


def test_8_1_4_what_only_a_beacon_will_say_has_no_chance() -> None:
    r, found = plain(6, 4, "Watson")
    unload(found)
    r.beacons[Site.LISHUI] = r.cups["beacons"].pop()
    assert questions.onward(referee(), r, found).options["Chungking"].stakes == ()


def test_4_7_vladivostok_takes_as_much_fuel_as_it_is_said_to_take() -> None:
    """5.5, 8.1.4, 8.4"""
    for has, last in ((3, 0), (2, 0)):
        r, found = plain(6, has, "Watson")
        unload(found)
        found.target = "Vladivostok"
        said = questions.onward(referee(), r, found).options["Vladivostok"].detail
        assert "1 zone. Unless the wind helps, it takes 3 Fuel with the last leg." in said
        assert ("on fumes" in said) is (has < 3)
        flight.fuel_phase(referee(), r)
        ref = referee(6, 6, 6, 6, answers=["altitude=keep"] * 2 + ["flight-goal=Vladivostok"], defaults=True)
        flight.move_phase(ref, r)
        flight.fuel_phase(ref, r)
        flight.move_phase(ref, r)
        assert found.site is Site.VLADIVOSTOK
        assert found.fuel == last
        assert ("fumes" in rolled(ref)) is (has < 3)


def test_4_7_the_way_home_is_chosen_with_the_fuel_that_is_left_when_all_is_paid() -> None:
    """8.1.4, 8.3.7 Interceptor, ruling 55"""
    r, found = plain(6, 3, "Watson")
    unload(found)
    due = questions.onward(referee(), r, found, due=1)
    assert due.prompt == "Flight 1 is rid of its bombs and has 2 Fuel after its escape. China, or Vladivostok?"
    assert "zone 8" in due.options["Chungking"].detail
    assert due.why is not None
    assert "2 Fuel" in due.why()
    check = questions.onward(referee(), r, found, check=True)
    assert "has 3 Fuel, or 2 if the guzzle check that follows fails." in check.prompt
    found.fuel = 0
    assert "has 0 Fuel." in questions.onward(referee(), r, found, check=True).prompt


def test_8_1_4_a_look_elsewhere_that_fails_names_the_guzzle_check_before_the_way_home() -> None:
    """ruling 55"""
    r, found = plain(6, 3, "Watson")
    seen: list[str] = []

    class Reads(Scripted):
        def choose(self, ask: Question, ref: Referee) -> str:
            seen.append(ask.prompt)
            return super().choose(ask, ref)

    agent = Reads(["city=Tokyo", "not-found=Nagoya", "onward=Chungking"])
    acquisition.attack_city(Referee(Fixed(1, 1, 1, 1, 1, 1), agent, trace=True), r, found)
    assert "if the guzzle check that follows fails" in seen[-1]
    assert found.fuel == 2


def test_8_3_7_who_runs_from_a_fighter_is_told_what_is_left() -> None:
    """8.3.7 Interceptor"""
    r, found = plain(6, 3, "Watson", "Joyce")
    unload(found)
    joyce = b25(r, "Joyce")
    ask = hazard_questions.interceptor(referee(), r, joyce, found, hazard(r, Back.INTERCEPTOR))
    assert ask.options["get away"].label == "Run: leave Flight 1 for good, 2 Fuel left"
    assert ask.why is not None
    assert ask.why().endswith("no hit to spare on its way: the next hit is the end of it; 1 Fuel is cheaper.")
    found.fuel = 1
    assert ask.why().endswith("its last Fuel is cheaper.")
    found.fuel = 0
    assert ask.why().endswith("the fumes check is passed more often than not.")


def test_8_3_7_a_hit_and_an_escape_say_what_they_cost() -> None:
    """2.1.3, 2.3.7, 7.2.4, 8.3.7 Interceptor"""
    r, found = plain(6, 3, "Watson", "Joyce")
    joyce, marker = b25(r, "Joyce"), hazard(r, Back.INTERCEPTOR)
    r.weather[wind.box_of(referee(), 6)] = Weather.CALM

    def asked() -> Question:
        return hazard_questions.interceptor(referee(), r, joyce, found, marker)

    hit, run = asked().options.values()
    assert hit.detail == "It is damaged, and its bombs hit with -1. The next hit destroys it."
    assert "shaken off for certain" in run.detail
    assert run.stakes == ()
    r.ratings.armor = 1
    unload(found)
    assert asked().options["take it"].detail == "It is damaged. It bears one hit more."
    r.ratings.armor = 0
    elite(joyce, Benefit.PILOT_IGNORE)
    assert "can ignore it" in asked().options["take it"].detail
    ask = asked()
    assert ask.why is not None
    assert ask.why() == "The pilot's luck is kept for the way home; 1 Fuel is cheaper."
    found.fuel = 0
    joyce.fumes = 1
    (stake,) = asked().options["get away"].stakes
    assert (stake.label, stake.chart, stake.dice, stake.kept) == ("stays up", "fumes", 3, 2)


def test_7_2_4_west_without_fuel_says_the_chance_to_stay_up() -> None:
    """8.1.2"""
    r, found = plain(11, 0, "Watson")
    unload(found)
    ref = referee()
    box = wind.box_of(ref, 12)
    r.weather.pop(box, None)
    west = flight_questions.flight_goal(ref, r, found, None, others=False).options["fly west"]
    assert "makes a fumes check there" in west.detail
    assert west.stakes == ()  # nobody knows the weather
    r.weather[box] = Weather.STORM
    (stake,) = flight_questions.flight_goal(ref, r, found, None, others=False).options["fly west"].stakes
    assert (stake.label, stake.column) == ("a sound B-25 stays up", 1)
    found.fuel = 2
    west = flight_questions.flight_goal(ref, r, found, None, others=False).options["fly west"]
    assert west.stakes == ()
    assert "its tanks" in west.detail


@pytest.mark.parametrize("state", [Wind.HEADWIND, Wind.CROSSWIND, Wind.SEVERE_CROSSWIND, Wind.TAILWIND])
def test_8_2_1_without_fuel_a_wind_asks_for_fumes_checks_and_no_fuel(state: Wind) -> None:
    """7.2.3"""
    assert "fumes check" in wind_questions.price(state, 0)
    assert "1 Fuel" not in wind_questions.price(state, 0)


def test_8_2_1_a_headwind_says_its_price_once_and_the_chance_with_the_fuel_burnt() -> None:
    """8.2.4"""
    r, found = plain(3, 5, "Watson")
    r.ratings.guzzle = 5
    ask = flight_questions.flight_goal(referee(), r, found, Wind.HEADWIND, others=False)
    west = ask.options["fly west"]
    assert [cost_text(cost) for cost in west.costs] == ["1 Fuel"]
    assert west.detail == "The 1 Fuel is burnt in any case. Passed: the extra zone. Failed: no extra zone."
    ways = sum(
        wind.pays(referee(*faces), r, Flight(1, found.aircraft, zone=3, fuel=5), Wind.HEADWIND)
        for faces in product(range(1, 7), repeat=2)
    )
    assert _chance(west) == Fraction(ways, 36)
    found.fuel = 0
    empty = flight_questions.flight_goal(referee(), r, found, Wind.HEADWIND, others=False).options["fly west"]
    assert empty.costs == ()
    assert empty.detail.startswith("First a fumes check for each B-25, for there is no Fuel.")
    assert [stake.label for stake in empty.stakes] == ["passes the guzzle check, if it still flies"]
