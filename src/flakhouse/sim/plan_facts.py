"""What each choice of the planning of scenario 10 gives and costs (13.0): the chips on its forms."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.questions import YES, Cost, Question
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import data
from flakhouse.games.doolittle.planning import asking, diplomacy, february
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Benefit, Diplomat, Month
from flakhouse.render.bomber.facts import count
from flakhouse.sim.exact import exact
from flakhouse.slate_form import Chip, Facts

__all__ = ["facts", "on_dice"]

_ORDER = (Diplomat.NIMITZ, Diplomat.STILWELL, Diplomat.THOMPSON)  # 13.1.1 as the Calendar asks for them
#: The columns of P-modifications of which more is better: their word on a chip.
_COLUMNS = {"gunnery": "guns", "training points": "training points", "morale": "morale"}
#: What an option costs, as a chip.
_COSTS = {
    "Security Risk": "Risk +{}",
    "variable Security Risk": "Risk +0 to 6",
    "Delay Check": "on time −{}",
    "Morale": "morale −{}",
}
#: 2.3 The trade of an Elite Crewman, and what he is good for.
_GOOD_FOR = {
    Benefit.BOMBARDIER: "Bombardier: +1 to hit with his bombs, always",
    Benefit.COPILOT_REPAIR: "Copilot: once mends damage or takes a hazard off a B-25",
    Benefit.DOCTOR: "Doctor: wounded crews with him get away like sound ones",
    Benefit.ENGINEER_FUEL: "Engineer: once saves fuel when the tanks run dry",
    Benefit.GUNNER: "Gunner: once drives a fighter off for certain",
    Benefit.NAVIGATOR: "Navigator: +1 to find the city and to approach the target, always",
    Benefit.PILOT_FUEL: "Pilot: once saves fuel when the tanks run dry",
    Benefit.PILOT_IGNORE: "Pilot: once ignores damage",
    Benefit.PILOT_REROLL: "Pilot: once throws dice again",
    Benefit.PILOT_NAVIGATION: "Pilot: +1 to find the city and to approach the target, always",
}
_MOST = 12  # on two dice
_LIFTS = ("liberty", "brief-squadron")  # 13.4.3 what moves the Morale marker one space up


def facts(ref: Referee, r: Raid, question: Question, nth: int, key: str) -> Facts:
    """13.0 What an answer gives and costs; `nth` is how often its question stands on the form before it."""
    ask, costs = question.id, question.options[key].costs
    if ask == "assign-elite":
        return Facts(lines=(_good_for(r, question.about[0].name),))
    if ask == "calendar":
        return _calendar(ref, r, _ORDER[nth], key, costs)
    gains: list[Chip] = []
    if ask.startswith("modify-"):
        gains = _modification(ref, ask[-1].upper(), key)
    elif ask == "training-site":
        rows = data.table(ref, "P-training-site")
        gains = [_dice(int(rows.look_up(key))), *_signed("training points", int(rows.look_up(key, 1)))]
    elif ask.startswith("measure-") and key == YES:
        rows = data.table(ref, "P-measures")
        name = next(label for label in rows.labels if label.lower().replace(" ", "-") == ask[8:])
        gains = [_dice(int(rows.look_up(name)))]
    elif ask in _LIFTS and key == YES:
        gains = _signed("morale", 1)
    return Facts((*gains, *_paid(costs)))


def _good_for(r: Raid, name: str) -> str:
    """2.3 The trade of a man and what he is good for."""
    return next(_GOOD_FOR[elite.benefit] for elite in r.blotter.elites if elite.name == name)


def _paid(costs: Sequence[Cost]) -> list[Chip]:
    """What an option costs."""
    return [Chip(_COSTS[cost.what].format(cost.amount), "bad") for cost in costs if cost.what in _COSTS]


def _dice(dice: int) -> Chip:
    return Chip(count(dice, "Secrecy die", "Secrecy dice"), "good")


def _signed(word: str, by: int) -> list[Chip]:
    """A change of a track of which more is better; nothing where there is none."""
    return [Chip(f"{word} +{by}", "good") if by > 0 else Chip(f"{word} −{-by}", "bad")] if by else []


def _weight(by: int) -> list[Chip]:
    """13.3.2 A change of weight, of which less is better."""
    return [Chip(f"{by} heavier", "bad") if by > 0 else Chip(f"{-by} lighter", "good")] if by else []


def _modification(ref: Referee, letter: str, key: str) -> list[Chip]:
    """13.3.2 What a way to fill a box changes on the tracks."""
    found: list[Chip] = []
    for column, by in february.changes_of(ref, letter, key).items():
        found += _weight(by) if column == "weight" else _signed(_COLUMNS[column], by)
    return found


def _calendar(ref: Referee, r: Raid, who: Diplomat, key: str, costs: Sequence[Cost]) -> Facts:
    """13.1.1, 13.2.1 A Diplomat told in this month: the Risk, how often he may be asked, the chance in all.

    Doolittle's help counts; a Briefed marker that may still be placed is told apart, others are not counted. A
    leader who has refused is harder to win.
    """
    chips = tuple(_paid(costs)) or (Chip("no Risk", "good"),)
    if key not in [month.value for month in asking.MONTHS]:
        return Facts(chips)
    months = asking.MONTHS[asking.MONTHS.index(Month(key)) :]
    numbers = [n for month in months if (n := diplomacy.number_to_reach(ref, who, month))]
    helped = ref.plus(diplomacy.CHECK, (diplomacy.CHECK.mods["doolittle"],))
    helped = helped if asking.doolittle_in(r, Month.JANUARY) else 0
    denied = int(data.table(ref, "P-calendar").look_up(who.value, 5))
    checks = [(number, helped + (denied if i else 0)) for i, number in enumerate(numbers)]
    needs = [need for number, plus in checks if (need := on_dice(number - plus)) != _NEVER]  # others are not tried
    briefed = ref.plus(diplomacy.CHECK, (diplomacy.CHECK.mods["briefed"],))
    chances = f"{_won(ref, checks)} % in all, {_won(ref, checks, briefed)} % if told the target"
    refused = " then after a refusal " if denied else " then "
    tries = refused.join([needs[0], " then ".join(needs[1:])][: len(needs)]) if needs else ""
    lines = [f"{count(len(needs), 'try', 'tries')}, {chances}", tries] if needs else [_HOPELESS]
    if not diplomacy.number_to_reach(ref, who, months[0]):
        lines.append(f"he cannot be asked in {key}: more Risk than in {months[1].value}, and no try more")
    return Facts(chips, tuple(lines))


def _won(ref: Referee, checks: Sequence[tuple[int, int]], more: int = 0) -> int:
    """The chance in a hundred that one of these checks succeeds: the number to reach and what is added to each."""
    none = 1.0
    for number, plus in checks:
        sums = exact(ref.chart(diplomacy.CHECK), plus + more)
        none *= sum(one.chance for one in sums.outcomes if int(one.result) < number)
    return round(100 * (1 - none))


_NEVER, _HOPELESS = "never", "he cannot be won"


def on_dice(number: int) -> str:
    """What two dice must show themselves, with all that is added to them counted."""
    return _NEVER if number > _MOST else f"{max(2, number)}+"
