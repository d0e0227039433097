"""4.1, 4.8, 4.9, 4.7: what a careful player does over a city, and where he goes then."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from flakhouse.games.doolittle import approach as rule
from flakhouse.games.doolittle import attack
from flakhouse.games.doolittle.advice import acquisition, attack_hazards, flight_hazards, odds
from flakhouse.games.doolittle.advice import approach as advice
from flakhouse.games.doolittle.advice import attack as moves
from flakhouse.games.doolittle.advice import flight as flight_advice
from flakhouse.games.doolittle.questions import approach as questions
from flakhouse.games.doolittle.questions import attack_hazards as hazard_questions
from flakhouse.games.doolittle.state import B25, Box, Flight, Marker, Raid
from flakhouse.games.doolittle.words import Back, Benefit, City, Fate, Front, Side, Site
from tests.doolittle.flights import elite
from tests.doolittle.helpers import b25, done, raid, referee


def over(area: str, number: int = 1, turn: int = 2, **changes: object) -> tuple[Raid, B25]:
    """One B-25 over the city of an attack scenario."""
    r = raid(number, attack_turn=turn, segment="attack", **changes)
    plane = next(b for b in r.squadron if b.fate is Fate.FLYING)
    plane.area, plane.elite = area, None
    r.attackers = [plane]
    return r, plane


def marker(back: Back, **values: int) -> Marker:
    """A revealed marker of a Target Box."""
    found = Marker("tokyo-day", Front.TARGET, back, revealed=True)
    for name, value in values.items():
        setattr(found, name, value)
    return found


def pairs(r: Raid, plane: B25) -> list[tuple[B25, Box]]:
    return [(plane, r.target().boxes[name]) for name in r.target().areas[plane.area].boxes]


def look(r: Raid, plane: B25, box: Box) -> tuple[float, float]:
    """The chance to get into a box, and the points to be expected in it."""
    enters, _, points = advice.Outlook(r, plane, advice.plus(r, plane), advice.Risk(r, plane)).look(box)
    return enters / 36, points


def best(r: Raid, plane: B25) -> str | None:
    """The box that is advised."""
    found = advice.approach(r, pairs(r, plane))
    return None if found is None else found[1].name


def test_4_8_whoever_gets_in_must_drop_so_a_hard_box_is_left_for_a_better_one_next_turn() -> None:
    r, plane = over("Tokyo West")  # Kawasaki with the Oil Refinery is next to it
    assert best(r, plane) is None
    ask = questions.approach(referee(), r, pairs(r, plane))
    assert not ask.routine, "it is a choice, and the player is asked"
    assert ask.why is not None
    said = re.search(
        r"worth about ([\d.]+) points, [^;]*; bombs kept for a box in reach next turn about ([\d.]+)\.", ask.why()
    )
    assert said is not None
    assert float(said[1]) < float(said[2])
    for name in r.target().areas["Tokyo West"].adjacent:
        for box in r.target().areas[name].boxes:
            r.target().boxes[box].markers.append(marker(Back.CAMOUFLAGE, approach=-6))
    assert best(r, plane) == "Gas and Electric Works", "nothing better is in reach"


def test_4_8_the_best_box_in_reach_is_tried_at_once() -> None:
    r, plane = over("Kawasaki")
    assert best(r, plane) == "Oil Refinery"
    ask = questions.approach(referee(), r, pairs(r, plane))
    assert ask.why is not None
    assert ask.why().startswith("Most points: ")


def test_4_8_the_reason_says_what_bombs_are_worth_that_did_not_get_in() -> None:
    """A box easier to enter and to hit is not always the better one: who fails to get in keeps his bombs."""
    r, plane = over("Nagoya Harbor", number=3, turn=5)
    assert best(r, plane) == "Oil Storage"
    ask = questions.approach(referee(), r, pairs(r, plane))
    assert ask.why is not None
    said = re.fullmatch(
        r"Most points: trying this run about ([\d.]+), keeping the bombs about ([\d.]+)\.",
        ask.why(),
    )
    assert said is not None
    kept = Fraction(said[2])
    enters = {"Mitsubishi Aircraft Works": Fraction(30, 36), "Oil Storage": Fraction(26, 36)}  # on 5+, on 6+
    hits = {"Mitsubishi Aircraft Works": Fraction(26, 36), "Oil Storage": Fraction(30, 36)}  # on 6+, on 5+
    expected = {box: in_ * (4 * hits[box] + 1) + (1 - in_) * kept for box, in_ in enters.items()}
    assert (
        enters["Mitsubishi Aircraft Works"] * hits["Mitsubishi Aircraft Works"]
        == enters["Oil Storage"] * hits["Oil Storage"]
    )
    assert expected["Oil Storage"] > expected["Mitsubishi Aircraft Works"]
    assert float(said[1]) == pytest.approx(float(expected["Oil Storage"]), abs=0.06)
    r.attack_turn = 9
    reason = advice.why_approach(r, pairs(r, plane), lost=False)
    assert reason.endswith("keeping the bombs about 1.")


def test_1_3_where_judges_decide_a_run_is_weighed_by_what_they_count() -> None:
    """4.8: no judge asks whether a box was hit before, and one carrier is counted."""
    gains = {}
    for scenario in (7, 10):
        r, plane = over("Kawasaki")
        r.options.scenario = scenario
        fresh = r.target().boxes["Oil Refinery"]
        _, before = look(r, plane, fresh)
        fresh.blast = 2
        _, after = look(r, plane, fresh)
        gains[scenario] = before - after
        reason = advice.why_approach(r, pairs(r, plane), lost=False)
        assert ("judges" in reason) is (scenario == 10)
        assert ("points" in reason) is (scenario == 7)
    assert gains[7] > 0
    assert gains[10] == pytest.approx(0)
    box = next(box for box in r.target().boxes.values() if box.carrier)
    without = look(r, plane, box)[1]
    box.markers.append(marker(Back.CARRIER))
    hits = odds.at_least(box.blast_number[r.side] - advice.plus(r, plane)[1]) / 36
    assert look(r, plane, box)[1] - without == pytest.approx(4 * hits)
    kobe = r.cities[City.OSAKA_KOBE] = raid(7).cities[City.OSAKA_KOBE]
    other = next(box for box in kobe.boxes.values() if box.carrier)
    other.markers.append(marker(Back.CARRIER))
    other.blast = 2
    assert look(r, plane, box)[1] == pytest.approx(without)


def test_1_2_the_reason_counts_the_points_of_a_new_city_as_the_options_do() -> None:
    """4.8"""
    said = []
    for blast in (0, 1):
        r, plane = over("Kawasaki", number=7, city=City.TOKYO, side=Side.DAY)
        r.target().areas["Tokyo West"].blast = blast
        ask = questions.approach(referee(), r, pairs(r, plane))
        assert ask.why is not None
        found = re.search(r"this run about ([\d.]+), keeping the bombs about ([\d.]+?)(\.|, each.*)$", ask.why())
        assert found is not None
        said.append(found)
        assert f"in the box, {5 if blast else 7} points" in ask.prompt
    new, old = said
    assert (new[3], old[3]) == (", each with the 2 of a city not hit before.", ".")
    assert [float(new[n]) - float(old[n]) for n in (1, 2)] == pytest.approx([2, 2])


def test_4_0_1_on_the_last_turn_any_box_is_tried_and_what_is_left_goes_on_the_area() -> None:
    r, plane = over("Tokyo West", turn=9)
    assert best(r, plane) == "Gas and Electric Works"
    assert advice.area_release(r, plane)
    assert "ends with this turn" in advice.why_area_release(r, plane)
    r.attack_turn = 8
    assert not advice.area_release(r, plane)


@pytest.mark.parametrize(
    ("turn", "medals", "faces", "used"), [(8, False, (), False), (9, False, (6,), True), (8, True, (), False)]
)
def test_4_8_a_re_roll_is_kept_for_the_bombs_when_an_approach_fails_until_there_is_no_other_run(
    turn: int, medals: bool, faces: tuple[int, ...], used: bool
) -> None:
    """2.3.7, 4.0.1, 12.6.6"""
    r, plane = over("Kawasaki", turn=turn)
    man = elite(plane, Benefit.PILOT_REROLL)
    if medals:
        plane.medals.append(Marker("sea-east", Front.PLAIN, Back.MEDALS))
    box = r.target().boxes["Oil Refinery"]
    box.approach = {r.side: 9}
    ref = referee(6, 1, *faces, defaults=True)
    rule._check(ref, r, plane, box)
    assert (man.used, bool(plane.box), len(plane.medals)) == (used, used, int(medals))
    done(ref)


def test_4_0_1_in_a_flight_turn_the_attack_goes_on_after_turn_9() -> None:
    r, plane = over("Tokyo West", number=1, turn=9)
    r.options = raid(7).options
    assert not advice.area_release(r, plane)
    assert best(r, plane) == "Gas and Electric Works", "but Fuel is burnt on it: no box is waited for any more"


def test_4_8_2_balloons_in_a_box_are_worth_a_detour_and_so_is_what_lies_face_down() -> None:
    r, plane = over("Kawasaki")
    r.target().boxes["Oil Refinery"].markers.append(marker(Back.BALLOONS))
    assert best(r, plane) != "Oil Refinery"
    refinery = r.target().boxes["Oil Refinery"]
    refinery.markers.clear()
    clean = look(r, plane, refinery)
    refinery.markers.append(Marker("tokyo-day", Front.TARGET, Back.VOLATILE, detonation=1))
    dark = look(r, plane, refinery)
    assert dark[0] == clean[0]
    assert dark[1] < clean[1], "it may be balloons: nobody looks at its back"


def test_4_6_3_a_carrier_in_a_box_not_yet_hit_is_worth_the_run() -> None:
    r, plane = over("Tokyo Bay South")
    box = r.target().boxes["Bay Shipping"]
    without = look(r, plane, box)
    box.markers.append(marker(Back.CARRIER))
    with_her = look(r, plane, box)
    assert with_her[1] - without[1] == pytest.approx(4 * 21 / 36)
    assert best(r, plane) == "Bay Shipping"
    box.blast = 2
    assert look(r, plane, box)[1] < without[1], "she counts once"


def test_4_6_3_the_last_with_bombs_keeps_them_for_a_carrier_that_is_seen() -> None:
    r, plane = over("Kawasaki")
    assert best(r, plane) == "Oil Refinery"
    bay = r.target().boxes["Bay Shipping"]
    bay.markers.append(marker(Back.CARRIER))
    assert best(r, plane) is None
    other = next(b for b in r.squadron if b.fate is Fate.FLYING and b is not plane)
    other.area, other.loaded = "Tokyo North", True
    r.attackers.append(other)
    assert best(r, plane) == "Oil Refinery", "the other one may take it"
    r.attackers.remove(other)
    bay.blast = 2
    assert best(r, plane) == "Oil Refinery", "it has been hit"


def test_4_1_a_bomber_flies_where_the_best_box_is_or_next_to_it() -> None:
    r, plane = over("Tokyo West")
    near = r.target().areas["Tokyo West"].adjacent
    assert moves.area(r, plane, near) == "Kawasaki"
    r, plane = over("Tokyo North")  # nothing but Tokyo West and Tokyo East is next to it
    assert moves.area(r, plane, r.target().areas["Tokyo North"].adjacent) == "Tokyo West", "on to Kawasaki"


def test_4_2_2_without_bombs_the_area_where_one_more_bomber_meets_the_fewest_hazards() -> None:
    r, plane = over("Kisarazu", number=2)
    plane.loaded = False
    r.security.alert, r.target().detonations = 0, 2
    first = next(b for b in r.squadron if b is not plane and b.fate is Fate.FLYING)
    near = ("Tokyo Bay South", "Tokyo East")
    assert moves.area(r, plane, near) == "Tokyo Bay South", "one marker is drawn in either, and one evaded"
    first.area, first.loaded = "Tokyo Bay South", False
    r.attackers = [first, plane]
    assert moves.area(r, plane, near) == "Tokyo East", "with him there, one more would be drawn"
    r.attackers = [plane, first]
    assert moves.area(r, plane, near) == "Tokyo Bay South", "he has yet to move, and will be gone"


def test_4_7_without_bombs_only_a_perimeter_area_is_a_way_out() -> None:
    r, plane = over("Kisarazu", number=2)
    plane.loaded = False
    assert moves.area(r, plane, ("Tokyo Bay North", "Tokyo East")) == "Tokyo East"


def test_4_8_4_with_the_lights_out_two_of_three_dice_count() -> None:
    r, plane = over("Kawasaki", number=6)
    assert r.side is Side.NIGHT
    box = r.target().boxes["Oil Refinery"]
    lit = look(r, plane, box)
    r.target().lights_out = True
    dark = look(r, plane, box)
    assert (lit[0], dark[0]) == (21 / 36, 12 / 36)


def test_the_two_lowest_of_three_dice_are_counted_right() -> None:
    faces = range(1, 7)
    for need in range(2, 12):
        throws = [sum(sorted((a, b, c))[:2]) >= need for a in faces for b in faces for c in faces]
        assert abs(odds.lowest_two(need) - sum(throws) / 6) <= 0.5
    assert (odds.lowest_two(12), odds.lowest_two(13)) == (1, 0)


def test_4_8_hopeless_is_routine() -> None:
    r, plane = over("Kawasaki")
    for box in r.target().boxes.values():
        box.markers.append(marker(Back.CAMOUFLAGE, approach=-9))
    ask = questions.approach(referee(), r, pairs(r, plane))
    assert ask.routine
    assert advice.approach(r, pairs(r, plane)) is None
    assert not rule.why_not_approach(r, plane)


def test_4_6_3_nobody_with_a_fighter_behind_him_tries_a_box() -> None:
    r, plane = over("Kawasaki")
    plane.attached.append(marker(Back.INTERCEPTOR))
    assert attack.intercepted(plane)
    assert best(r, plane) is None


def test_4_7_china_as_the_orders_say_with_enough_fuel_and_less_where_judges_ask_who_reached_it() -> None:
    r = raid(7)
    flight = Flight(1, [b25(r, "Watson")], zone=6, fuel=6)
    r.options = raid(10).options
    assert acquisition.onward(r, flight) == Site.CHUNGKING
    assert acquisition.why_onward(r, flight, flight.fuel, 36) == "The orders say China, and 6 Fuel may be enough."
    flight.fuel = 5
    assert acquisition.onward(r, flight) == Site.VLADIVOSTOK
    assert "too little" in acquisition.why_onward(r, flight, flight.fuel, 36)
    flight.fuel = 6
    r.options = type(r.options)(scenario=7, denouement=False)
    assert acquisition.onward(r, flight) == Site.VLADIVOSTOK
    assert "The orders say China, but" in acquisition.why_onward(r, flight, flight.fuel, 36)
    assert "scores the same" in acquisition.why_onward(r, flight, flight.fuel, 36)
    flight.fuel = 7
    assert acquisition.onward(r, flight) == Site.CHUNGKING


def test_8_1_2_a_city_nobody_has_bombed_comes_first_and_of_two_alike_the_one_with_more_boxes() -> None:
    r = raid(7)
    flight = Flight(1, [b25(r, "Watson")], zone=6, fuel=4)
    ref = referee()
    assert acquisition.city(ref, r, flight) == City.TOKYO
    r.cities[City.TOKYO].detonations = 1
    assert acquisition.city(ref, r, flight) == City.OSAKA_KOBE
    r.cities[City.OSAKA_KOBE].detonations = 3
    r.cities[City.NAGOYA].detonations = 3
    r.cities[City.TOKYO].detonations = 6
    assert acquisition.city(ref, r, flight) == City.OSAKA_KOBE
    r.cities[City.NAGOYA].detonations = 0
    assert acquisition.city(ref, r, flight) == City.NAGOYA


def test_8_1_2_the_reason_for_a_city_compares_it_with_the_others() -> None:
    """1.2, 8.1.4"""
    r, ref = raid(7), referee()
    flight = Flight(1, [b25(r, "Watson")], zone=6, fuel=4)
    assert acquisition.why_city(ref, r, flight) == "Nagoya is found as often, but it has fewer targets."
    r.cities[City.TOKYO].areas["Tokyo North"].blast = r.cities[City.TOKYO].detonations = 1
    assert (
        acquisition.why_city(ref, r, flight) == "Tokyo is found more often, but nobody has bombed Osaka/Kobe yet."
    )
    r.cities[City.NAGOYA].detonations = r.cities[City.OSAKA_KOBE].detonations = 6
    assert acquisition.why_city(ref, r, flight) == "Tokyo is the easiest to find."


def test_8_1_4_the_reason_for_another_look_is_true_of_its_chance() -> None:
    r, ref = raid(7), referee()
    flight = Flight(1, [b25(r, "Watson")], zone=6, fuel=1)
    tokyo, others = City.TOKYO.value, [City.NAGOYA.value, City.OSAKA_KOBE.value]
    assert acquisition.why_not_found(ref, r, flight, tokyo, others).endswith("that is the best chance.")
    next(iter(r.cities[City.OSAKA_KOBE].areas.values())).blast = 1  # +1 there too
    assert acquisition.not_found(ref, r, flight, tokyo, others) == City.OSAKA_KOBE
    assert acquisition.why_not_found(ref, r, flight, tokyo, others) == (
        "Tokyo is found as often, but a guzzle check comes first."
    )


def test_8_1_4_who_does_not_find_a_city_looks_for_one_nobody_has_bombed() -> None:
    """1.2, 8.1.2"""
    r = raid(7)
    flight = Flight(1, [b25(r, "Watson")], zone=6, fuel=4)
    others = [City.TOKYO.value, City.OSAKA_KOBE.value]
    r.cities[City.NAGOYA].detonations = r.cities[City.OSAKA_KOBE].detonations = 3
    assert acquisition.not_found(referee(), r, flight, City.NAGOYA.value, others) == City.TOKYO
    r.cities[City.TOKYO].detonations = 6
    assert acquisition.not_found(referee(), r, flight, City.NAGOYA.value, others) != City.TOKYO


def test_8_1_2_the_reason_for_a_field_is_true_of_its_chance() -> None:
    """5.5, 14.1.1"""
    r = raid(7)
    flight = Flight(1, [b25(r, "Watson")], zone=11, fuel=1)
    ref = referee()
    told = flight_advice.why_flight_goal(ref, r, flight, None)
    assert told == "Lishui and Yushan can be found as often, but Chuchow is the easiest to land at."
    flight.fuel = 0  # the last leg to Yushan would be flown on fumes
    assert flight_advice.why_flight_goal(ref, r, flight, None).startswith("Lishui can be found as often")
    r.attacked_sites += [Site.LISHUI]
    assert flight_advice.why_flight_goal(ref, r, flight, None) == "Chuchow is the best chance to land from here."
    flight.zone, flight.target = 7, Site.VLADIVOSTOK.value
    assert flight_advice.why_flight_goal(ref, r, flight, None) == (
        "Vladivostok is the only field that can be looked for from here."
    )


def test_8_3_3_the_reason_for_a_flight_names_it_and_what_sets_it_apart() -> None:
    r = raid(7)
    one, two = Flight(1, [b25(r, "Watson")]), Flight(2, [b25(r, "Joyce"), b25(r, "Gray")])
    marker = Marker("flight-I", Front.PLAIN, Back.CLEAR)
    why = flight_hazards.why_flight_hazard
    assert why([(one, []), (two, [])], two) == "Flight 2 has the most aircraft to bear it."
    assert why([(one, []), (two, [marker])], one) == "Flight 1 has the fewest markers so far."
    assert why([(one, []), (one, [])], one) == "One Flight can bear it as well as another."
    three = Flight(3, [b25(r, "Holstrom"), b25(r, "Bower")])
    assert why([(one, []), (two, []), (three, [])], two) == (
        "No other Flight has fewer markers so far, or as few and more aircraft to bear them."
    )


def test_8_3_4_the_reason_for_a_b_25_does_not_call_alike_what_an_elite_man_sets_apart() -> None:
    r = raid(7)
    plain, other = b25(r, "Watson"), b25(r, "Joyce")
    plain.elite = other.elite = None
    why = flight_hazards.why_b25_hazard
    assert why([plain, other]) == "One can bear it as well as another."
    elite(other, Benefit.PILOT_REROLL)
    assert why([plain, other]) == "None is sounder; an elite man or Medals aboard another stay for worse."
    assert why([other, plain]) == "None is sounder, and what it has aboard may help against it."


def test_4_3_the_reason_for_a_hazard_that_nobody_can_see_is_true_of_it() -> None:
    """4.4"""
    r = raid(1)
    one, two = r.squadron[:2]
    unseen = [Marker("tokyo-day", Front.GROUND, Back.FLAK, low=6, high=7) for _ in range(2)]
    pairs = [(one, unseen[0]), (two, unseen[1])]
    assert attack_hazards.why_evade(pairs) == "What it is nobody can see: one may be as bad as another."
    assert attack_hazards.why_assign_hazard([one, two]).startswith("All have as many")
    two.assigned.append(unseen[1])
    assert attack_hazards.why_assign_hazard([one, two]) == f"{one.pilot} has the fewest so far."


def test_4_4_of_hazards_as_bad_the_one_on_a_loaded_bomber_is_shaken_off() -> None:
    r = raid(1)
    empty, loaded = r.squadron[:2]
    empty.loaded, loaded.loaded = False, True
    unseen = [Marker("tokyo-day", Front.GROUND, Back.FLAK, low=6, high=7) for _ in range(2)]
    pairs = [(empty, unseen[0]), (loaded, unseen[1])]
    assert attack_hazards.evade(pairs) == 1
    assert attack_hazards.why_evade(pairs) == f"{loaded.pilot} still has bombs aboard, which a hazard may spoil."
    empty.loaded = True
    assert attack_hazards.evade(pairs) == 0


def test_4_3_1_a_marker_goes_into_the_box_of_which_the_least_can_be_expected() -> None:
    r, plane = over("Kawasaki")
    city = r.target()
    boxes = [city.boxes[name] for name in city.areas["Kawasaki"].boxes]
    assert best(r, plane) == "Oil Refinery"
    assert boxes[0].name == "Oil Refinery", "and it is not simply the first"
    assert attack_hazards.box_hazard(r, [plane], boxes).name == "Tank and Truck Works"
    ask = hazard_questions.box_hazard(r, city.areas["Kawasaki"], [plane], boxes)
    assert ask.why is not None
    assert ask.why().startswith("At Tank and Truck Works a run is worth the least")
    city.boxes["Oil Refinery"].markers.append(marker(Back.BALLOONS))
    assert attack_hazards.box_hazard(r, [plane], boxes).name == "Oil Refinery", "nobody goes there now"
    plane.loaded = False
    assert "gone" in attack_hazards.why_box_hazard(r, [plane], boxes)


def test_4_1_of_areas_on_the_edge_as_good_the_one_with_the_smallest_limit_is_advised() -> None:
    r, plane = over("Tokyo West", turn=4)
    plane.loaded = False
    areas = r.target().areas
    names = ("Tokyo East", "Tokyo Bay South")
    assert areas["Tokyo East"].limit > areas["Tokyo Bay South"].limit
    assert moves.area(r, plane, names) == "Tokyo Bay South"
    assert moves.why_area(r, plane, names) == (
        "The bombs are gone: of the Areas on the edge, to leave from, none has fewer hazards to expect, "
        "and this one holds the fewest at most."
    )
    areas["Tokyo East"].limit = areas["Tokyo Bay South"].limit  # the options read alike, and so does the reason
    assert moves.why_area(r, plane, names).endswith("to leave from, none has fewer hazards to expect.")
    lying = marker(Back.FLAK)
    areas["Tokyo East"].markers += [lying] * 4
    assert moves.why_area(r, plane, names).endswith("by the aircraft and markers that are there.")
    areas["Tokyo East"].markers.clear()
    for name in names:
        areas[name].perimeter = False
    assert "on the edge" not in moves.why_area(r, plane, names)
