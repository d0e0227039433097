"""What an option has at stake, in a line: the number needed, the exact chance, the price.

"5+ on one die: hits 33 %, destroys 11 %. Costs 1 burst."
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from flakhouse.core.charts import Chart
from flakhouse.core.game import Game
from flakhouse.core.questions import Cost, Option
from flakhouse.core.referee import Referee
from flakhouse.core.stakes import Stake
from flakhouse.render.needs import percent
from flakhouse.sim.exact import chance_of, faces_of, throws, total_of

__all__ = ["at_stake", "chance_text", "cost_text", "needed_text"]

T = TypeVar("T")
_FIRST = "first "
_DICE = ("", "one die", "two dice", "three dice", "four dice", "five dice", "six dice")
#: What is counted, and its plural.
_COUNTED = {
    "burst": "bursts",
    "fuel box": "fuel boxes",
    "Fuel": "Fuel",
    "training point": "training points",
    "turn": "turns",
    "extinguisher": "extinguishers",
    "rabbit's foot": "rabbit's feet",
}
#: What goes up or down by a number.
_MOVED = {"Security Risk": "Security Risk +{}", "Delay Check": "delay check -{}", "Morale": "Morale -{}"}


def at_stake(game: Game, ref: Referee, option: Option) -> str:
    """The line of an option; "" where no roll decides and nothing is spent."""
    parts: list[str] = []
    last, beyond = "", ""
    for stake in option.stakes:
        chance = chance_of(game, ref, stake)
        needed = needed_text(game, ref, stake)
        said = f"{stake.label} {percent(chance.ways, chance.of)}"
        if not chance.ways and stake.good and not beyond:  # once: several men have the same reason
            beyond = _why_none(game, ref, stake)
            said += beyond
        number = needed.removeprefix(_FIRST)
        parts.append(f"{needed}: {said}" if needed and number != last else said)
        last = number or last
    rolls = f"{', '.join(parts)}." if parts else ""
    price = _price(option.costs)
    return " ".join(filter(None, (rolls[:1].upper() + rolls[1:], price)))


def chance_text(game: Game, ref: Referee, option: Option) -> str:
    """The exact chance that an option comes out well at the end of its rolls: "42 %"; "" where no roll decides."""
    wished = [stake for stake in option.stakes if stake.good]
    if not wished:
        return ""
    chance = chance_of(game, ref, wished[-1])
    return percent(chance.ways, chance.of)


def _price(costs: Iterable[Cost]) -> str:
    words = ", ".join(cost_text(cost) for cost in costs)
    return f"Costs {words}." if words else ""


def cost_text(cost: Cost) -> str:
    """What is spent: "2 bursts", "Security Risk +1", "the elite gunner"."""
    if cost.what in _MOVED:
        return _MOVED[cost.what].format(cost.amount)
    if cost.what in _COUNTED:
        return f"{cost.amount} {cost.what if cost.amount == 1 else _COUNTED[cost.what]}"
    return cost.what if cost.amount == 1 else f"{cost.amount} {cost.what}"


def needed_text(game: Game, ref: Referee, stake: Stake) -> str:
    """What the dice of the first roll must show, modifiers counted: "5+ on one die"; "first 5+ on one die" where
    another roll must follow.

    "" where no total alone decides: single dice are looked at, every total may do, or none, or other rolls too.
    """
    if stake.others or len(stake.mix) > 1:
        return ""
    printed = game.charts().charts[stake.chart]
    chart = ref.chart(printed)
    plus = ref.plus(printed, stake.mods)
    count = faces_of(chart, stake.dice)
    if chart.tens or count >= len(_DICE):
        return ""
    does: dict[int, bool] = {}
    ways: dict[int, bool | Stake] = {}  # to come out: at once, or by which other roll
    for faces, _ in throws(count):
        shown = sum(sorted(faces)[: stake.kept]) if stake.kept else sum(faces)
        said = stake.outcome(faces, shown + plus, chart.word(shown + plus, stake.column))
        if does.setdefault(shown, bool(said)) is not bool(said):
            return ""
        if said:
            ways[id(said)] = said
    more = any(isinstance(said, Stake) for said in ways.values())
    if not stake.good and more:
        return ""  # of what nobody wishes for, numbers that only may bring it would look certain
    if more and all(isinstance(said, Stake) and _goes_on(game, ref, said) for said in ways.values()):
        return ""  # where nothing but a whole chain of rolls leads there, the number of the first would say little
    words = _totals(does)
    return f"{_FIRST if more else ''}{words} on {_DICE[count]}" if words else ""


def _goes_on(game: Game, ref: Referee, stake: Stake) -> bool:
    """Whether a roll may lead to another that decides."""
    printed = game.charts().charts[stake.chart]
    found = _outcomes(ref.chart(printed), stake, ref.plus(printed, stake.mods))
    return any(isinstance(said, Stake) for said in found)


def _why_none(game: Game, ref: Referee, stake: Stake) -> str:
    """Why there is no chance: " (out of reach with −4)"; "" where no modifiers are the reason."""
    lost = [] if stake.mix else [_beyond(game, ref, roll) for roll in (stake, *stake.others)]
    plus = next(filter(None, lost), 0)
    return f" (out of reach with {plus:+d})".replace("-", "−") if plus else ""


def _beyond(game: Game, ref: Referee, stake: Stake) -> int:
    """The modifiers that put a roll, or the one behind it, out of reach; 0 where they are not the reason."""
    printed = game.charts().charts[stake.chart]
    plus = ref.plus(printed, stake.mods)
    found = _outcomes(ref.chart(printed), stake, plus)
    if any(isinstance(said, bool) and said for said in found):
        return 0
    behind = [said for said in found if isinstance(said, Stake)]
    if behind:
        return _beyond(game, ref, behind[0])
    return plus if any(_outcomes(ref.chart(printed), stake, 0)) else 0


def _outcomes(chart: Chart[T], stake: Stake, plus: int) -> list[bool | Stake]:
    """What comes of each throw with such modifiers."""
    totals = [
        (faces, total_of(chart, faces, stake.kept) + plus)
        for faces, _ in throws(faces_of(chart, stake.dice), chart.tens)
    ]
    return [stake.outcome(faces, total, chart.word(total, stake.column)) for faces, total in totals]


def _totals(does: dict[int, bool]) -> str:
    """The totals that do, in runs: "5+", "3 or less", "6 or 7"."""
    low, high = min(does), max(does)
    runs: list[list[int]] = []
    for total in sorted(total for total, good in does.items() if good):
        if runs and runs[-1][1] == total - 1:
            runs[-1][1] = total
        else:
            runs.append([total, total])
    if not runs or runs == [[low, high]]:
        return ""
    parts = [
        f"{first}+" if last == high and first < last
        else f"{last} or less" if first == low and first < last
        else str(first) if first == last
        else f"{first} to {last}"
        for first, last in runs
    ]  # fmt: skip
    return " or ".join(parts)
