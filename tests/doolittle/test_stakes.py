"""What an option says of the roll it leads to is what the rules make of every face."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from flakhouse.core.questions import Option, Question
from flakhouse.games.doolittle import (
    acquisition,
    approach,
    attack_gunnery,
    cups,
    debrief,
    flying_boats,
    points,
    secrecy,
)
from flakhouse.games.doolittle.game import GAME
from flakhouse.games.doolittle.questions import acquisition as target_questions
from flakhouse.games.doolittle.questions import approach as box_questions
from flakhouse.games.doolittle.questions import attack_hazards as raid_questions
from flakhouse.games.doolittle.questions import checks as reroll_questions
from flakhouse.games.doolittle.questions import flying_boats as boat_questions
from flakhouse.games.doolittle.questions import training as training_questions
from flakhouse.games.doolittle.state import B25, Box, Flight, Marker, Raid
from flakhouse.games.doolittle.words import Back, City, Front
from flakhouse.render.doolittle import parts, picture
from flakhouse.render.needs import percent
from flakhouse.sim import planned
from flakhouse.sim.exact import Chance, chance_of
from tests.doolittle.helpers import raid, referee


def _so_far(r: Raid) -> int:
    found = debrief.so_far(points.of(referee(), r), r)
    assert found is not None
    return sum(found.values())


def _stakes(ask: Question, key: str) -> dict[str, Chance]:
    """The chances an option of the raid shows."""
    return {stake.label: chance_of(GAME, referee(), stake) for stake in ask.options[key].stakes}


def test_4_5_1_gunnery_of_a_b25_against_every_face() -> None:
    r = raid(7)
    plain = next(b for b in r.squadron if b.elite is None)
    ask = raid_questions.gunnery(r, plain, [Marker("tokyo-day", Front.INTERCEPTOR, Back.INTERCEPTOR)])
    chance = _stakes(ask, "1")["removes it"]
    dice = attack_gunnery.gunnery_dice(r, plain)
    hits = sum(attack_gunnery.shoot(referee(*f), r, plain) for f in product(range(1, 7), repeat=dice))
    assert Fraction(chance.ways, chance.of) == Fraction(hits, 6**dice)
    assert _stakes(ask, "none") == {}


@pytest.mark.parametrize("alert", [1, 3])
def test_8_3_7_both_ways_to_be_rid_of_a_flying_boat(alert: int) -> None:
    r = raid(7)
    r.security.alert = alert
    plain = next(b for f in r.flights for b in f.aircraft if b.elite is None)
    flight = next(f for f in r.flights if plain in f.aircraft)
    boat = Marker("flight-I", Front.PLAIN, Back.FLYING_BOAT)
    ask = boat_questions.flying_boat(r, plain, flight, boat)
    chance = _stakes(ask, "elude it")["eludes it"]
    dice = flying_boats.elude_dice(r, flight)
    gone = sum(flying_boats.eluded(r, faces) for faces in product(range(1, 7), repeat=dice))
    assert Fraction(chance.ways, chance.of) == Fraction(gone, 6**dice)
    assert chance.chance == {1: 0.75, 3: 0.25}[alert]
    assert "drives it off" in _stakes(ask, "gun it")
    assert _stakes(ask, "ignore it") == {}


def test_2_3_7_chances_are_told_of_a_lucky_pilot_too_before_his_luck() -> None:
    r = raid(7)
    flight = next(f for f in r.flights if any(b.pilot == "Doolittle" for b in f.aircraft))
    flight.zone = 6
    doolittle = flight.aircraft[0]
    boat = Marker("flight-II", Front.PLAIN, Back.FLYING_BOAT, revealed=True)
    ask = boat_questions.flying_boat(r, doolittle, flight, boat)
    assert _stakes(ask, "elude it")["eludes it without Doolittle's re-roll"].chance == 0.75
    city = target_questions.city(referee(), r, flight)
    assert list(_stakes(city, "Tokyo")) == ["finds it without Doolittle's re-roll"]


def test_8_1_4_a_second_look_without_fuel_has_the_chance_of_those_who_still_fly() -> None:
    r = raid(7)
    flight = r.flights[1]
    flight.zone, flight.fuel = 11, 0
    for b25 in flight.aircraft:
        b25.elite, b25.loaded = None, False
    ask = target_questions.not_found(referee(), r, flight, "Chuchow", [])
    assert list(_stakes(ask, "persist")) == ["passes the guzzle check", "finds it, if it still flies"]


def test_8_1_4_a_second_look_says_what_it_may_cost() -> None:
    """8.1.2, 8.1.4, ruling 45, ruling 55"""
    r = raid(7)
    flight = r.flights[1]
    flight.zone, flight.fuel = 6, 3
    for b25 in flight.aircraft:
        b25.elite = None
    assert "After two misses it drops all its bombs anywhere" in target_questions.city(referee(), r, flight).prompt
    ask = target_questions.not_found(referee(), r, flight, "Nagoya", ["Tokyo"])
    again, other = ask.options["persist"], ask.options["Tokyo"]
    assert again.detail == (
        "Its first hit: +2 points. If the guzzle check fails: 1 extra Fuel, of 3. A second miss: all its bombs "
        "are dropped anywhere and it turns away."
    )
    assert other.detail == (
        "Its first hit: +2 points. A second miss: all its bombs are dropped anywhere and it turns away, and a "
        "guzzle check follows. If the guzzle check fails: 1 extra Fuel, of 3."
    )
    flight.fuel = 0
    assert "a fumes check for each B-25" in _again(r, flight).detail
    for b25 in flight.aircraft:
        b25.loaded = False
    assert "A second miss ends the search for now." in _again(r, flight).detail


def _again(r: Raid, flight: Flight) -> Option:
    """The option to look for the same again."""
    return target_questions.not_found(referee(), r, flight, "Nagoya", ["Tokyo"]).options["persist"]


def test_8_1_4_a_number_is_counted_the_same_way_at_the_first_look_and_at_the_second() -> None:
    r = raid(7)
    flight = r.flights[1]
    flight.zone = 6
    for b25 in flight.aircraft:
        b25.elite = None
    r.cities[City.TOKYO].areas["Tokyo North"].blast = 1
    first = target_questions.city(referee(), r, flight).options["Tokyo"].label
    calm = target_questions.not_found(referee(), r, flight, "Nagoya", ["Tokyo"])
    need = first.removeprefix("Tokyo: ")
    assert calm.options["Tokyo"].label == f"Look for Tokyo: {need}"
    assert list(_stakes(calm, "Tokyo")) == ["finds it"]
    r.security.alert = 2
    alarmed = target_questions.not_found(referee(), r, flight, "Nagoya", ["Tokyo"])
    assert alarmed.options["Tokyo"].label == f"Look for Tokyo: {need}, an alert hazard first"
    assert list(_stakes(alarmed, "Tokyo")) == ["finds it, if nobody is lost before"]
    assert _stakes(alarmed, "Tokyo").popitem()[1].chance == _stakes(calm, "Tokyo").popitem()[1].chance


def test_8_1_4_a_city_is_found_as_often_as_counted() -> None:
    r = raid(7)
    flight = r.flights[0]
    flight.zone = 5
    for b25 in flight.aircraft:
        b25.elite = None
    chance = _stakes(target_questions.city(referee(), r, flight), "Tokyo")["finds it"]
    found = sum(
        acquisition._check(referee(*faces), r, flight, "Tokyo") for faces in product(range(1, 7), repeat=2)
    )
    assert Fraction(chance.ways, chance.of) == Fraction(found, 36)
    r.cities[City.TOKYO].contacts = 1
    ((label, told),) = _stakes(target_questions.city(referee(), r, flight), "Tokyo").items()
    assert (label, told.ways, told.of) == ("finds it before a report helps", chance.ways, chance.of)


def test_2_3_7_a_re_roll_says_what_each_die_thrown_again_can_bring() -> None:
    """3 and 4 with 9 needed: both dice again 10 in 36, the 3 again 2 in 6, the 4 again 1 in 6."""
    ask = reroll_questions.again(
        acquisition.CHECK,
        "2.3.7",
        "again?",
        (3, 4),
        [],
        need=reroll_questions.Need("finds it", "The target is not found."),
        bad=lambda faces: sum(faces) < 9,
    )
    assert ask.options["keep"].detail == "The target is not found."
    assert {key: _stakes(ask, key)["finds it"].chance for key in ("all", "die 1", "die 2")} == {
        "all": pytest.approx(10 / 36),
        "die 1": pytest.approx(2 / 6),
        "die 2": pytest.approx(1 / 6),
    }


@pytest.mark.parametrize("scenario", [1, 7])
@pytest.mark.parametrize("carrier", [False, True])
@pytest.mark.parametrize("before", [0, 2])
def test_1_2_what_a_hit_is_said_to_score_is_what_the_score_rises_by(
    scenario: int, carrier: bool, before: int
) -> None:
    r, _, box = _over_tokyo()
    r.options.scenario = scenario
    if carrier:
        box.markers.append(Marker("tokyo-day", Front.PLAIN, Back.CARRIER, revealed=True))
    box.blast = before
    told = points.hit(referee(), r, box), points.miss(referee(), r)
    score = _so_far(r)
    box.blast += r.ratings.box_blast
    hit = _so_far(r)
    box.blast = before
    next(iter(r.target().areas.values())).blast += 1
    miss = _so_far(r)
    assert told == (hit - score, miss - score)


def _over_tokyo() -> tuple[Raid, B25, Box]:
    r = raid(7)
    r.city = City.TOKYO
    box = next(iter(r.target().boxes.values()))
    b25 = next(b for b in r.squadron if b.elite is None)
    b25.area = box.area
    return r, b25, box


def test_4_9_4_what_a_hit_and_a_miss_score_is_said_once_and_what_differs_at_its_box() -> None:
    r, b25, box = _over_tokyo()
    ask = box_questions.approach(referee(), r, [(b25, box)])
    assert ask.prompt == (
        "Who attacks what? A hit is Blast 2 in the box, 7 points; a miss Blast 1 in the area, 3 points."
    )
    assert "A hit" not in ask.options[box_questions.key(b25, box)].detail
    others = [one for one in r.target().boxes.values() if one is not box][:2]
    box.blast = 2  # not the first hit of this box any more, and the city counts already
    pairs = [(b25, one) for one in (box, *others)]
    ask = box_questions.approach(referee(), r, pairs)
    assert ask.prompt.endswith("A hit is Blast 2 in the box, 5 points; a miss Blast 1 in the area, 1 point.")
    said = ["A hit here: 4 points." in ask.options[box_questions.key(*pair)].detail for pair in pairs]
    assert said == [True, False, False]
    r.options.scenario = 10  # five judges, no points
    ask = box_questions.approach(referee(), r, pairs)
    assert ask.prompt == "Who attacks what? A hit is Blast 2 in the box; a miss Blast 1 in the area."
    assert not any("point" in option.detail for option in ask.options.values())


def test_4_8_1_what_lies_face_down_is_averaged_over_what_it_may_be_and_never_looked_at() -> None:
    r, b25, box = _over_tokyo()
    pool = [Marker("box-test", Front.PLAIN, Back.CAMOUFLAGE, approach=value) for value in (0, 0, -2, 1)]
    r.pieces.extend(pool)
    key = box_questions.key(b25, box)
    by_hand = Fraction(0)
    for value in (0, 0, -2, 1):
        need = box.approach[r.side] - sum(mod.value for mod in approach.approach_mods(r, b25, box, value))
        by_hand += Fraction(sum(sum(faces) >= need for faces in product(range(1, 7), repeat=2)), 36 * 4)
    for lies in pool:
        box.markers = [lies]
        ask = box_questions.approach(referee(), r, [(b25, box)])
        chance = _stakes(ask, key)["gets in"]
        assert Fraction(chance.ways, chance.of) == by_hand, "whatever lies there"
        assert "1 marker lies face down there" in ask.options[key].detail


def test_4_8_1_two_markers_of_one_cup_are_drawn_without_replacement() -> None:
    r, _, _ = _over_tokyo()
    pool = [Marker("box-test", Front.PLAIN, Back.CAMOUFLAGE, approach=value) for value in (0, -1, -2)]
    r.pieces.extend(pool)

    def found() -> dict[tuple[int, ...], int]:
        return {tuple(one.approach for one in key): ways for key, ways in cups.may_be(r, pool[:2]).items()}

    assert found() == {(-2, -1): 1, (-2, 0): 1, (-1, 0): 1}
    pool[2].revealed = True
    assert found() == {(-1, 0): 1}


def _two_dice(need: int) -> Fraction:
    return Fraction(sum(sum(faces) >= need for faces in product(range(1, 7), repeat=2)), 36)


@pytest.mark.parametrize("damage", [0, 1])
def test_4_8_2_what_strikes_in_the_box_counts_in_the_chance_to_hit(damage: int) -> None:
    r, b25, box = _over_tokyo()
    b25.damage = damage
    key = box_questions.key(b25, box)
    plus = sum(mod.value for mod in approach.approach_mods(r, b25, box))
    enters = _two_dice(box.approach[r.side] - plus)
    number = box.blast_number[r.side]
    sound = _two_dice(number - sum(mod.value for mod in approach.detonation_mods(r, b25, box)))
    hurt = _two_dice(number - sum(mod.value for mod in approach.detonation_mods(r, b25, box, damaged=True)))
    survives = Fraction(0) if damage else hurt  # 2.1.3: damaged twice it is lost
    flak = Marker("box-test", Front.PLAIN, Back.FLAK, low=5, high=6)
    balloons = Marker("box-test", Front.PLAIN, Back.BALLOONS)
    struck = Fraction(4 + 5, 36)
    by_flak = enters * ((1 - struck) * sound + struck * survives)
    by_balloons = enters * survives / 2
    lost_by_flak, lost_by_balloons = enters * struck * damage, enters if damage else enters / 2
    for marker, by_hand, lost in ((flak, by_flak, lost_by_flak), (balloons, by_balloons, lost_by_balloons)):
        marker.revealed = True
        box.markers = [marker]
        stakes = _stakes(box_questions.approach(referee(), r, [(b25, box)]), key)
        found = stakes["gets in and hits"]
        assert Fraction(found.ways, found.of) == by_hand
        assert ("gets in and is destroyed" in stakes) is (lost > 0)
        if lost:
            end = stakes["gets in and is destroyed"]
            assert Fraction(end.ways, end.of) == lost
    r.pieces.extend([flak, balloons])
    flak.revealed = balloons.revealed = False
    for marker in (flak, balloons):
        box.markers = [marker]
        ask = box_questions.approach(referee(), r, [(b25, box)])
        end = _stakes(ask, key)["gets in and is destroyed"]
        assert Fraction(end.ways, end.of) == (lost_by_flak + lost_by_balloons) / 2
        assert "Of 2 that may lie there 1 is balloons, which destroy" in ask.options[key].detail
        assert "as far as is known; there: unseen hazard" in ask.options[key].label
        found = _stakes(ask, key)["gets in and hits"]
        assert Fraction(found.ways, found.of) == (by_flak + by_balloons) / 2, "the mean, whichever lies there"


def test_4_8_the_reason_of_an_attack_names_no_chance_that_its_option_does_not() -> None:
    r, b25, box = _over_tokyo()
    ask = box_questions.approach(referee(), r, [(b25, box)])
    assert ask.why is not None
    assert ask.why().startswith("Most points: ")
    assert " in 100" not in ask.why()
    box.markers = [Marker("box-test", Front.PLAIN, Back.CAMOUFLAGE)]
    r.pieces.extend(box.markers)
    ask = box_questions.approach(referee(), r, [(b25, box)])
    assert ask.why is not None
    assert " in 100" not in ask.why()


@pytest.mark.parametrize(("risk", "value", "told"), [(0, 0, "0 %"), (21, 5, "78 %"), (4, 1, "50 %")])
def test_6_0_the_panel_says_how_likely_a_leak_is(risk: int, value: int, told: str) -> None:
    r = raid(9)
    r.segment = "flight"
    r.security.risk, r.security.value = risk, value
    assert parts.leak(r) == told
    chance = chance_of(GAME, referee(), secrecy.leak(r))
    assert f"{100 * chance.chance:.0f} %" == told
    line = "".join(text for text, _ in picture.panel(r)[-1])
    assert line == f"Risk  {risk}; a Secrecy Test fails {told}"


def test_13_5_3_which_b25_is_damaged_says_by_what() -> None:
    r = raid(7)
    ask = training_questions.b25_hurt("13.5.3", "the crane", r.squadron[:2], [])
    assert ask.prompt == "The crane damages a B-25. Which one?"


def test_13_0_the_plan_says_how_likely_a_leak_is_and_the_panel_keeps_silent() -> None:
    r = raid(10)
    r.segment = "planning"
    assert picture.panel(r) == []
    r.blotter.site = "Eglin"
    r.security.risk = 6
    said = next(one for one in planned.sums(referee(), r) if one.name == "Secrecy dice")
    dice, risk = int(said.value), planned.risk_now(referee(), r)
    leaks = Fraction(sum(sum(faces) < risk for faces in product(range(1, 7), repeat=dice)), 6**dice)
    assert f"the secret leaks: {percent(*leaks.as_integer_ratio())} the first time" in said.note
    assert 0 < leaks < 1
