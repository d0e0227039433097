"""2.3.7 Dice thrown again: what is announced, and what is told when."""

from __future__ import annotations

from typing import TypeVar

import pytest

from flakhouse.core.agents import Scripted
from flakhouse.core.charts import Chart
from flakhouse.core.dice import Fixed
from flakhouse.core.events import Needed, Noted, Rolled
from flakhouse.core.questions import NeedDice
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import approach, checks
from flakhouse.games.doolittle.state import Elite
from flakhouse.games.doolittle.words import Benefit
from flakhouse.render.luck import happened
from flakhouse.render.throws import announced
from tests.doolittle.helpers import done, referee
from tests.doolittle.test_attack import over

T = TypeVar("T")


def test_2_3_7_dice_thrown_again_are_announced_by_themselves_and_told_after_they_fell() -> None:
    """Of 2 and 4 the 2 is thrown again: what counts is that one die, and nothing of it is told before the roll."""
    r, (jones,) = over("Yokosuka", "Jones")
    jones.elite = Elite("Doolittle", Benefit.PILOT_REROLL, "2344")
    ref = referee(2, 4, 6, answers=["re-roll=die 1", "re-roll=throw"])
    checks.roll(ref, r, approach.APPROACH, (jones,), bad=lambda kept: sum(kept) < 7, least=7)
    ref.note("approach")
    done(ref)
    rolled, change, used, after = ref.events[-4:]
    assert isinstance(rolled, Rolled)
    assert (rolled.faces, rolled.again, rolled.thrown) == ((6, 4), (0,), (6,))
    assert rolled.needed == Needed((3, 4, 5, 6), 4, 6)
    assert isinstance(change, Noted)
    assert change.facts == {"change": "the 2 becomes a 6"}
    assert isinstance(used, Noted)
    assert used.kind == "elite-used"
    assert isinstance(after, Noted)
    assert after.rolls == (ref.events.index(rolled),)
    throw = announced(rolled, None)
    assert (throw.title, throw.dice, throw.mods) == ("Approach Check (A1), again", 1, ())
    assert throw.needs == "needs 3 or more: 67 %"
    assert happened(rolled, rolled.needed)


class _AtTable(Referee):
    """The first throw falls; the next one waits for the player's dice."""

    def throw(self, chart: Chart[T], count: int) -> tuple[int, ...]:
        if self.rolls:
            raise NeedDice(chart.id, chart.data.title, count, self.rolls)
        return super().throw(chart, count)


def test_2_3_7_real_dice_thrown_again_say_what_they_need() -> None:
    r, (jones,) = over("Yokosuka", "Jones")
    jones.elite = Elite("Doolittle", Benefit.PILOT_REROLL, "2344")
    ref = _AtTable(Fixed(2, 4), Scripted(["re-roll=die 1", "re-roll=throw"]), trace=True)
    with pytest.raises(NeedDice) as stop:
        checks.roll(ref, r, approach.APPROACH, (jones,), bad=lambda kept: sum(kept) < 7, least=7)
    assert stop.value.needed == Needed((3, 4, 5, 6), 4, 6)
