"""What may be ordered on the forms of the planning of scenario 10 (13.0): training, talks, fields in China."""

from __future__ import annotations

from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle.advice import diplomacy as advice
from flakhouse.games.doolittle.planning import asking, diplomacy, training
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Diplomat, Month
from flakhouse.render.bomber.facts import count
from flakhouse.sim.exact import exact
from flakhouse.sim.plan_facts import on_dice
from flakhouse.slate_form import Chip, Facts, Step, Steps

__all__ = ["orders"]

#: 13.4.4 What the levels of a track give.
_GIVES = {
    training.GUNNERY: "one more gunnery die a level",
    "Hedgehopping": "harder to hit; at level 2 elite pilots more so",
    "Navigation": "cities and fields are found more easily by day",
    "Night Flying": "and by night",
    training.SHORT: "two dice, then a third: losses, and room on deck",
}
_TALK = "diplomacy-"
_BONUS = Chip("+1", "good")
_RISK = "Risk +{}"


def orders(ref: Referee, r: Raid, question: Question) -> list[Steps]:
    """13.0 What this question and those behind it can be told in advance."""
    found: list[Steps] = []
    ask, month = question.id, Month(r.step)
    if ask == "train":
        found.append(_training(ref, r))
    if ask == "ashore":
        found.append(_ashore(r, question))
    if ask != "prepare-site":
        men = [who for who in diplomacy.rows_of(ref, r, month) if _to_come(question, who)]
        found += [_talk(ref, r, who, month) for who in men]
        china = Diplomat.STILWELL in men or r.blotter.agreed.get(Diplomat.STILWELL)
    else:
        china = True
    if china:
        found.append(_fields(ref, r, question))
    return [one for one in found if one.steps]


def _to_come(question: Question, who: Diplomat) -> bool:
    """13.2 Whether a Diplomat is asked with this question or after it."""
    if question.id == "diplomacy-row":
        return who.value in question.options
    if not question.id.startswith(_TALK):
        return True
    names = [one.value.lower() for one in diplomacy.ROWS]
    return names.index(who.value.lower()) >= names.index(question.id.removeprefix(_TALK))


def _training(ref: Referee, r: Raid) -> Steps:
    """13.4.4 Levels for points; extra training, once in each category."""
    plan = r.blotter
    steps: list[Step] = []
    for name in training.CATEGORIES:
        costs = training.costs_left(ref, r, name)
        at = plan.short_points if name == training.SHORT else plan.levels[name]
        price = ", then ".join(str(cost) for cost in costs)
        note = f"{_GIVES[name]}; points: {price}" if costs else _GIVES[name]
        steps.append(Step(name, name, note, at, at + len(costs), costs))
    paid = Facts((Chip("gains one elite man", "good"), Chip(_RISK.format(1), "bad")))
    steps += [
        Step(f"extra {name}", f"Extra {name}", "one level more", facts=paid)
        for name in training.CATEGORIES
        if name not in plan.extra
    ]
    return Steps("train", "Training", "13.4.4", count(plan.points, "point", "points"), tuple(steps), plan.points)


def _ashore(r: Raid, question: Question) -> Steps:
    """13.5.3 The B-25s that stay ashore: those that are marked, then the sound ones by the list."""
    group = [b for b in asking.selected(r) if b.pilot in question.options]
    stay = len(group) - r.blotter.capacity
    steps = tuple(Step(b.pilot, b.name(), "damaged" if b.damage else "", costs=(1,)) for b in group)
    return Steps("ashore", "Left ashore", "13.5.3", f"{stay} stay", steps, stay, "by the list")


def _talk(ref: Referee, r: Raid, who: Diplomat, month: Month) -> Steps:
    """13.2.1 A check with what may be placed before it. The last step is the check itself."""
    leader = diplomacy.LEADERS.get(who)
    names = (who.value,) if leader is None else (who.value, leader.value)
    steps = [
        Step(f"brief {name}", f"Tell {name} the target", wanted=int(name == who.value), facts=_marker(r, name))
        for name in names
        if name not in r.blotter.briefed
    ]
    urgent = Facts((_BONUS, Chip(_RISK.format(1), "bad")))
    steps.append(Step("urgent", "Urgent", wanted=int(month is Month.APRIL), facts=urgent))
    steps.append(Step("check", "Ask him this month", wanted=1))
    needed = diplomacy.number_to_reach(ref, who, month)
    plus = ref.plus(diplomacy.CHECK, diplomacy.mods_now(ref, r, who))
    helps = [plus + more for more in range(len(steps))]
    figures = tuple(f"{on_dice(needed - more)}, {_share(ref, more, needed)} %" for more in helps)
    return Steps(
        f"{_TALK}{who.value.lower()}", who.value, "13.2.1", diplomacy.ROWS[who], tuple(steps), figures=figures
    )


def _marker(r: Raid, name: str) -> Facts:
    """13.5.6 A Briefed marker: what it gives and costs."""
    return Facts((_BONUS, Chip(_RISK.format(diplomacy.brief_cost(r, name)), "bad")))


def _share(ref: Referee, plus: int, needed: int) -> int:
    """13.2.1 The chance of a check, in per cent."""
    sums = exact(ref.chart(diplomacy.CHECK), plus)
    return round(100 * sum(one.chance for one in sums.outcomes if int(one.result) >= needed))


def _fields(ref: Referee, r: Raid, question: Question) -> Steps:
    """13.2.3 The fields in China, each tried once a month, those of history first; marked are as many as advised,
    if all of them are got ready."""
    wanted = asking.history(ref, "sites").split(", ")
    able = [site for site in diplomacy.SITES if not diplomacy.why_not_site(r, site, [])]
    if question.id == "prepare-site":  # those tried this month are no more among its answers
        able = [site for site in able if site.value in question.options]
    able.sort(key=lambda site: wanted.index(site.value) if site.value in wanted else len(wanted))
    steps: list[Step] = []
    marked = advice.sites(ref, r, [site.value for site in able])
    for site in able:
        needed = diplomacy.stockpile(ref, site)
        sums = exact(ref.chart(diplomacy.PREPARE))
        chance = sum(one.chance for one in sums.outcomes if int(one.result) >= needed)
        facts = Facts((Chip(f"{needed}+ on two dice: {round(100 * chance)} %"),))
        steps.append(Step(site.value, site.value, wanted=int(site.value in marked), facts=facts))
    agreed = r.blotter.agreed.get(Diplomat.STILWELL)
    note = "" if agreed else "If China agrees. "
    note += "Three prepared fields or more draw the enemy's eye."
    return Steps("prepare-site", "Fields in China", "13.2.3", note, tuple(steps))
