"""8.3.7 Eluding a Flying Boat: what its dice need, whether they did it, in figures and in words."""

from __future__ import annotations

from itertools import product

import pytest

from flakhouse.core.events import Rolled
from flakhouse.games.doolittle import flying_boats
from flakhouse.games.doolittle.questions import flying_boats as questions
from flakhouse.games.doolittle.words import Back
from flakhouse.render.luck import happened
from flakhouse.render.needs import met, needs_text
from flakhouse.render.scenes import dice_sum, scene_roll
from flakhouse.web.tables import view_of
from tests.doolittle.flights import hazard, plain
from tests.doolittle.helpers import done, referee


def eluding(alert: int, high: bool, *faces: int) -> Rolled:
    """The throw as it stands in the log."""
    r, found = plain(4, 4, "Watson", high=high)
    r.security.alert = alert
    ref = referee(*faces)
    gone = flying_boats._elude(ref, r, found.aircraft[0], found)
    done(ref)
    roll = next(event for event in ref.events if isinstance(event, Rolled))
    assert met(roll) is gone
    assert roll.needed is not None
    assert happened(roll, roll.needed) is gone
    return roll


@pytest.mark.parametrize(
    ("alert", "high", "dice", "needs"),
    [
        (0, True, 1, "needs an even die: 50 %"),
        (0, False, 2, "needs an even die: 75 %"),
        (3, True, 2, "needs 2 even dice: 25 %"),
        (3, False, 2, "needs 2 even dice: 25 %"),
    ],
)
def test_8_3_7_every_throw_says_what_it_needs_and_has_a_verdict(
    alert: int, high: bool, dice: int, needs: str
) -> None:
    rolls = [eluding(alert, high, *faces) for faces in product(range(1, 7), repeat=dice)]
    assert {needs_text(roll) for roll in rolls} == {needs}
    assert all(roll.needed is not None and roll.needed.of == len(rolls) for roll in rolls)
    assert all(roll.needed is not None and roll.needed.ways == sum(map(met, rolls)) for roll in rolls)
    book = view_of("doolittle").scene_book
    assert {(met(roll), book.read(roll)) for roll in rolls} == {
        (True, "it loses the bomber"),
        (False, "it stays with the bomber"),
    }


def test_8_3_7_the_dice_stand_side_by_side_with_how_many_are_even() -> None:
    book = view_of("doolittle").scene_book
    one = scene_roll(book, 0, eluding(3, False, 2, 3))
    assert (dice_sum(one), one.comes_to) == ("2, 3", "1 even")
    none = scene_roll(book, 0, eluding(3, False, 5, 3))
    assert none.comes_to == "none even"


def test_8_3_7_the_option_says_from_which_alert_on_both_dice_must_be_even() -> None:
    r, found = plain(4, 4, "Watson")
    boat = hazard(r, Back.FLYING_BOAT)
    for alert, words in ((2, "two dice, one of them even"), (3, "two dice, both even from Alert 3 on")):
        r.security.alert = alert
        ask = questions.flying_boat(r, found.aircraft[0], found, boat)
        assert ask.options["elude it"].label == f"Elude it: {words}"
