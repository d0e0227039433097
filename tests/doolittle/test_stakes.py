"""What an option says of the roll it leads to is what the rules make of every face."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from flakhouse.core.questions import Question
from flakhouse.games.doolittle import acquisition, attack_hazards, flying_boats
from flakhouse.games.doolittle.game import GAME
from flakhouse.games.doolittle.questions import acquisition as target_questions
from flakhouse.games.doolittle.questions import attack_hazards as raid_questions
from flakhouse.games.doolittle.questions import checks as reroll_questions
from flakhouse.games.doolittle.questions import flying_boats as boat_questions
from flakhouse.games.doolittle.state import Marker
from flakhouse.games.doolittle.words import Back, City, Front
from flakhouse.sim.exact import Chance, chance_of
from tests.doolittle.helpers import raid, referee


def _stakes(ask: Question, key: str) -> dict[str, Chance]:
    """The chances an option of the raid shows."""
    return {stake.label: chance_of(GAME, referee(), stake) for stake in ask.options[key].stakes}


def test_4_5_1_gunnery_of_a_b25_against_every_face() -> None:
    r = raid(7)
    plain = next(b for b in r.squadron if b.elite is None)
    ask = raid_questions.gunnery(r, plain, [Marker("tokyo-day", Front.INTERCEPTOR, Back.INTERCEPTOR)])
    chance = _stakes(ask, "1")["removes it"]
    dice = attack_hazards.gunnery_dice(r, plain)
    hits = sum(attack_hazards.shoot(referee(*f), r, plain) for f in product(range(1, 7), repeat=dice))
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
    r.cities[City.TOKYO].contacts = 1  # a re-roll has its say
    assert _stakes(target_questions.city(referee(), r, flight), "Tokyo") == {}


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
