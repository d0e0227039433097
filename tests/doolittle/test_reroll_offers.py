"""2.3.4, 2.3.7, 12.6.6: a re-roll is offered where the dice can be bettered, and only there."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from flakhouse.core.agents import Agent, Default, Scripted
from flakhouse.core.dice import Fixed
from flakhouse.core.events import Chosen, Noted, Rolled
from flakhouse.core.game import read_house
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.errors import AnswerError
from flakhouse.games.doolittle import (
    acquisition,
    attack_gunnery,
    attack_hazards,
    checks,
    flight_hazards,
    flying_boats,
    fuel,
)
from flakhouse.games.doolittle.advice import checks as advice
from flakhouse.games.doolittle.game import GAME
from flakhouse.games.doolittle.state import B25, Flight, Marker, Raid
from flakhouse.games.doolittle.words import Back, Benefit, City, Front
from tests.doolittle.flights import MIDNIGHT, elite, hazard, plain
from tests.doolittle.helpers import b25, done, referee

Play = Callable[[Referee, Raid, Flight, B25], object]


def _guzzle(ref: Referee, r: Raid, flight: Flight, plane: B25) -> object:
    return fuel.guzzle(ref, r, flight)


def _fumes(ref: Referee, r: Raid, flight: Flight, plane: B25) -> object:
    return fuel.fumes_check(ref, r, plane, flight, flight.zone)


def _lights(ref: Referee, r: Raid, flight: Flight, plane: B25) -> object:
    r.security.alert = 4
    return acquisition._lights(ref, r, flight, City.TOKYO)


def _sputter(ref: Referee, r: Raid, flight: Flight, plane: B25) -> None:
    flight_hazards.resolve(ref, r, plane, hazard(r, Back.ENGINE_SPUTTER))


def _dark(ref: Referee, r: Raid, flight: Flight, plane: B25) -> None:
    r.hour = MIDNIGHT
    flight_hazards.resolve(ref, r, plane, hazard(r, Back.INTERCEPTOR, "flight-II", break_off=False))


def _faulty(ref: Referee, r: Raid, flight: Flight, plane: B25) -> object:
    plane.attached.append(hazard(r, Back.FAULTY_COMPASS))
    return acquisition._delay(ref, r, plane)


def _error(ref: Referee, r: Raid, flight: Flight, plane: B25) -> object:
    plane.attached.append(hazard(r, Back.COMPASS_ERROR))
    return acquisition._delay(ref, r, plane)


def _elude(ref: Referee, r: Raid, flight: Flight, plane: B25) -> object:
    return flying_boats._elude(ref, r, plane, flight)


def _gunnery(ref: Referee, r: Raid, flight: Flight, plane: B25) -> object:
    return attack_gunnery.shoot(ref, r, plane)


def _flak(ref: Referee, r: Raid, flight: Flight, plane: B25) -> None:
    flak = Marker("tokyo-day", Front.GROUND, Back.FLAK, low=6, high=8, revealed=True)
    attack_hazards.strike(ref, r, plane, flak)


def _interceptor(ref: Referee, r: Raid, flight: Flight, plane: B25) -> None:
    fighter = Marker("tokyo-day", Front.INTERCEPTOR, Back.INTERCEPTOR, low=5, high=7, revealed=True)
    attack_hazards._interceptor(ref, r, plane, fighter)


#: What is rolled, dice that cannot be bettered, dice that can.
_ROLLS: dict[str, tuple[Play, tuple[int, ...], tuple[int, ...]]] = {
    "8.2.4 guzzle": (_guzzle, (6, 6), (1, 1)),
    "7.2.4 fumes": (_fumes, (6, 6), (4, 4)),
    "8.1.3 lights": (_lights, (4,), (3,)),
    "8.3.7 sputter": (_sputter, (2,), (1,)),
    "8.3.7 night interceptor": (_dark, (2,), (1,)),
    "8.3.7 faulty compass": (_faulty, (2,), (1,)),
    "8.3.7 compass error": (_error, (1,), (2,)),
    "8.3.7 elude": (_elude, (1, 2), (1, 3)),
    "4.5.1 gunnery": (_gunnery, (6, 1, 1, 1), (5, 1, 1, 1)),
    "4.6.3 flak": (_flak, (6, 6), (3, 4)),
    "4.6.3 interceptor": (_interceptor, (6, 6), (1, 2)),
}


def _set_up() -> tuple[Raid, Flight, B25]:
    r, flight = plain(4, 2, "Watson", "Joyce")
    r.city = City.TOKYO
    watson = b25(r, "Watson")
    elite(watson, Benefit.PILOT_REROLL)
    return r, flight, watson


@pytest.mark.parametrize("what", _ROLLS)
def test_2_3_7_no_re_roll_is_offered_where_the_best_result_stands(what: str) -> None:
    play, best, _ = _ROLLS[what]
    r, flight, watson = _set_up()
    play(ref := referee(*best), r, flight, watson)
    done(ref)
    assert watson.elite is not None
    assert not watson.elite.used


@pytest.mark.parametrize("what", _ROLLS)
def test_2_3_7_a_re_roll_is_offered_where_the_dice_can_be_bettered(what: str) -> None:
    play, _, worse = _ROLLS[what]
    r, flight, watson = _set_up()
    with pytest.raises(AnswerError, match="re-roll"):
        play(referee(*worse), r, flight, watson)
    assert watson.elite is not None
    assert not watson.elite.used


def test_7_2_4_fuel_conservation_is_not_offered_where_it_changes_nothing() -> None:
    r, flight = plain(6, 0, "Watson")
    watson = flight.aircraft[0]
    elite(watson, Benefit.ENGINEER_FUEL)
    fuel.fumes_check(ref := referee(6, 6), r, watson, flight, 6)
    done(ref)
    watson.fumes = 1  # a penalty die that is not among the lowest two
    fuel.fumes_check(ref := referee(4, 4, 6), r, watson, flight, 6)
    done(ref)
    assert watson.elite is not None
    assert not watson.elite.used
    with pytest.raises(AnswerError, match="fuel-conservation"):
        fuel.fumes_check(referee(4, 4, 1, 1), r, watson, flight, 6)


def test_2_3_7_modifiers_of_a_players_own_decide_whether_it_is_offered() -> None:
    text = """
[chart.guzzle]
title = "mine"
rule = "8.2.4"
dice = "2d6"
number = true
source = "printed"
from = "my copy"
mods = [{key = "fuel", value = -5, when = "heavy fuel"}, {key = "loaded", value = -1, when = "loaded"}]
"""
    r, flight, _ = _set_up()
    own = read_house(GAME, "mine.toml", text).charts
    ref = Referee(Fixed(5, 5), Scripted([]), house=own)
    assert ref.plus(fuel.GUZZLE, fuel.guzzle_mods(flight)) == -6
    with pytest.raises(AnswerError, match="re-roll"):  # 4 of 5; by our own values it is 8
        fuel.guzzle(ref, r, flight)


# ------------------------------------------------------------------ the dice lie on the table


def _kinds(ref: Referee) -> list[str]:
    return [type(event).__name__ for event in ref.events if isinstance(event, Rolled | Chosen)]


@pytest.mark.parametrize("what", _ROLLS)
def test_2_3_7_the_dice_are_in_the_log_before_it_is_asked_whether_they_are_thrown_again(what: str) -> None:
    play, _, worse = _ROLLS[what]
    r, flight, watson = _set_up()
    play(ref := referee(*worse, *(6,) * 8, answers=["re-roll=keep"], defaults=True), r, flight, watson)
    at = next(n for n, event in enumerate(ref.events) if isinstance(event, Chosen))
    thrown = ref.events[at - 1]
    assert isinstance(thrown, Rolled)
    assert thrown.faces == worse
    again = [e for e in ref.events[at:] if isinstance(e, Rolled) and e.chart == thrown.chart]
    assert again == []  # they were kept: told once


def test_2_3_7_dice_thrown_again_are_a_second_throw_and_what_comes_of_them_is_theirs() -> None:
    r, flight, watson = _set_up()
    _guzzle(ref := referee(1, 1, 6, 6, answers=["re-roll=all"]), r, flight, watson)
    done(ref)
    assert _kinds(ref) == ["Rolled", "Chosen", "Rolled"]
    second = max(n for n, event in enumerate(ref.events) if isinstance(event, Rolled))
    assert [e.rolls for e in ref.events if isinstance(e, Noted) and e.kind == "guzzle"] == [(second,)]


def test_2_3_7_dice_kept_are_what_the_result_is_told_of() -> None:
    r, flight, watson = _set_up()
    _guzzle(ref := referee(1, 1, answers=["re-roll=keep"]), r, flight, watson)
    assert [e.rolls for e in ref.events if isinstance(e, Noted) and e.kind == "guzzle"] == [(0,)]


def test_2_3_7_the_question_says_what_fell_and_what_was_needed() -> None:
    r, flight, watson = _set_up()
    _guzzle(ref := referee(1, 1, answers=["re-roll=keep"]), r, flight, watson)
    asked = next(event for event in ref.events if isinstance(event, Chosen))
    assert f"1, 1, with -2 that is 0. {r.ratings.guzzle} or more is needed." in asked.prompt


class _Listening(Agent):
    """Keeps the reasons it is given, and takes the advice."""

    def __init__(self) -> None:
        self.reasons: list[str] = []

    def choose(self, question: Question, ref: Referee) -> str:
        if question.why is not None:
            self.reasons.append(question.why())
        return question.default


@pytest.mark.parametrize(
    ("what", "dice", "why"),
    [
        (
            "8.2.4 guzzle",
            (1, 1),
            "Worse may come: the re-roll is kept for dice that cost an aircraft or its bombs.",
        ),
        ("4.6.3 interceptor", (1, 2), "The dice do as they are: the re-roll is kept for worse ones."),
        ("4.6.3 flak", (3, 4, 6, 6), "The dice are not good enough, and others can hardly be worse."),
    ],
)
def test_2_3_7_the_reason_never_calls_dice_good_that_fail(what: str, dice: tuple[int, ...], why: str) -> None:
    r, flight, watson = _set_up()
    agent = _Listening()
    _ROLLS[what][0](Referee(Fixed(*dice), agent, trace=True), r, flight, watson)
    assert agent.reasons[0] == why


class _Reading(Default):
    """Keeps the prompts it is given, and takes the advice."""

    def __init__(self) -> None:
        self.prompts: list[str] = []

    def choose(self, question: Question, ref: Referee) -> str:
        self.prompts.append(question.prompt)
        return question.default


@pytest.mark.parametrize("count", [0, 1, 2])
def test_2_3_7_a_re_roll_says_how_many_there_are(count: int) -> None:
    """12.6.6"""
    r, flight, watson = _set_up()
    watson.medals = [Marker("sea-east", Front.PLAIN, Back.MEDALS) for _ in range(count)]
    agent = _Reading()
    _guzzle(Referee(Fixed(1, 1), agent, trace=True), r, flight, watson)
    left = (
        f"use Medals? {count} left, and each is used once." if count else "'s re-roll? He has it once in the game."
    )
    assert agent.prompts[0].endswith(left)


@pytest.mark.parametrize(
    ("faces", "need", "places"),
    [
        ((6, 1), 8, (1,)),
        ((3, 3), 8, (0, 1)),
        ((1, 1), 7, (0, 1)),
        ((2, 1), 13, ()),
        ((6, 1, 2), 9, (1, 2)),
        ((3,), 4, (0,)),
    ],
)
def test_2_3_7_the_dice_are_advised_that_mend_the_roll_most_often(
    faces: tuple[int, ...], need: int, places: tuple[int, ...]
) -> None:
    assert advice.best(faces, lambda dice: sum(checks.lowest_two(dice)) < need) == places


def test_2_3_7_the_die_that_is_advised_is_thrown_again_alone() -> None:
    r, _, watson = _set_up()
    agent = _Listening()
    ref = Referee(Fixed(6, 1, 3), agent, trace=True)
    faces = checks.lucky(ref, r, fuel.GUZZLE, (watson,), ref.throw(fuel.GUZZLE, 2), lambda dice: sum(dice) < 8)
    assert faces == (6, 3)
    assert agent.reasons[0].endswith("with only the 1 thrown again they are most often mended.")
    assert agent.reasons[1] == "These dice are picked."


@pytest.mark.parametrize(
    ("loaded", "damage", "wanted"), [(True, 0, False), (False, 0, True), (True, 1, True), (False, 1, True)]
)
def test_4_5_a_sound_bomber_keeps_its_re_roll_for_the_bombs_when_the_gunners_miss(
    loaded: bool, damage: int, wanted: bool
) -> None:
    r, flight, watson = _set_up()
    watson.loaded, watson.damage = loaded, damage
    _gunnery(Referee(Fixed(*(1,) * 8), Default()), r, flight, watson)
    assert watson.elite is not None
    assert watson.elite.used is wanted
