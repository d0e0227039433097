"""What the plan of scenario 10 adds up to so far (13.0): the column beside its forms."""

from __future__ import annotations

from dataclasses import replace

from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import data, secrecy
from flakhouse.games.doolittle.planning import april, asking, deck, diplomacy, february, march, training
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Diplomat, Month
from flakhouse.render.bomber.facts import count
from flakhouse.render.needs import percent
from flakhouse.sim.exact import exact
from flakhouse.slate_form import Bar, Scale, Sum
from flakhouse.slate_orders import Wants

__all__ = ["risk_now", "sums"]

_TANKS = 10  # 13.3.3 H: Fuel with all the tanks there are


def sums(ref: Referee, r: Raid, orders: Wants | None = None) -> list[Sum]:
    """13.0 Security Risk, Secrecy dice, the bombers, delay and Morale, by the answers given so far and by what is
    ordered behind the dice."""
    r = _as_ordered(ref, r, orders or {})
    found = [_risk(ref, r)]
    found += [_secrecy(ref, r)] if r.blotter.site else _first_dice(ref, r)
    found += [_bomber(ref, r), _delay(ref, r)]
    if r.blotter.site and not r.blotter.levels:
        found.append(_morale(ref, r))
    return found


def _as_ordered(ref: Referee, r: Raid, orders: Wants) -> Raid:
    """13.2.1, 13.4.4 A copy of the plan with the markers placed and the levels trained that are ordered; what dice
    decide is left as it is."""
    b = r.blotter
    marked = replace(b, urgent=dict(b.urgent), leaders=[*b.leaders], briefed=[*b.briefed])
    trained = replace(marked, extra=[*b.extra], levels=dict(b.levels))
    r = replace(r, blotter=trained, ratings=replace(r.ratings))
    for who in diplomacy.ROWS:
        for key in orders.get(f"diplomacy-{who.value.lower()}", ()):
            if key == "urgent":
                r.blotter.urgent[who] = r.blotter.urgent.get(who, 0) + 1
            elif key.startswith("brief "):
                diplomacy.brief(r, key.removeprefix("brief "))
    for key in orders.get("train", ()):
        name = key.removeprefix("extra ")
        if name != key:
            r.blotter.extra.append(name)
        if name != training.SHORT:
            r.blotter.levels[name] += 1
    if r.blotter.levels:
        training.assess(ref, r)
    return r


def risk_now(ref: Referee, r: Raid) -> int:
    """13.5.6 The Security Risk without what dice will add."""
    return r.security.risk + sum(by for by, _ in april.fixed_risks(ref, r))


def _risk(ref: Referee, r: Raid) -> Sum:
    """13.5.6 The Security Risk with which the ships will sail, as far as it is known."""
    told = [
        (int(data.table(ref, "P-risk").look_up(f"Diplomat in {month.value}")), who.value, month.value)
        for who, month in r.blotter.diplomats.items()
    ]
    words = [f"{r.security.risk:+d} from events since January"] if r.security.risk else []
    words += [f"+{by} {who} told in {month}" for by, who, month in told if by]
    words += [f"+{by} {why}" for by, why in april.fixed_risks(ref, r)[len(told) :] if by]
    words += [f"+0 to 6 by dice: {why}" for why, _ in april.variable_risks(r)]
    return Sum("Security Risk at sailing", str(risk_now(ref, r)), "; ".join(words) or "nothing yet", big=True)


def _first_dice(ref: Referee, r: Raid) -> list[Sum]:
    """13.5.6 Before March: the Secrecy die that few B-25s give, and what the dice are for."""
    if not r.blotter.selected:
        return []
    dice = april.few_dice(ref, r)
    why = "for few B-25s" if dice else "18 B-25s or fewer give one"
    note = f"{why}; site and measures of March add theirs; together they must reach the Security Risk in each test"
    return [Sum("Secrecy dice so far", str(dice), note)]


def _secrecy(ref: Referee, r: Raid) -> Sum:
    """13.4.2, 13.5.6 The dice of every Secrecy Test, and how likely the first is passed."""
    dice, risk = april.secrecy_value(ref, r), risk_now(ref, r)
    thrown = exact(ref.chart(secrecy.TEST), dice=dice)
    passed = sum(one.chance for one in thrown.outcomes if int(one.result) >= risk)
    bars = (Bar("passes", passed, "good"), Bar("fails", 1 - passed, "bad"))
    leaks = percent(sum(one.ways for one in thrown.outcomes if int(one.result) < risk), thrown.ways)
    note = (
        f"together they must reach the Security Risk, or the secret leaks: {leaks} the first time, more each time"
    )
    return Sum("Secrecy dice", str(dice), note, big=True, bars=bars)


def _bomber(ref: Referee, r: Raid) -> Sum:
    """13.3.2 Weight, Fuel and guns of each B-25, and what the weight does."""
    plan, ratings = r.blotter, r.ratings
    words = [f"Guzzle number {ratings.guzzle}", count(len(plan.mods), "modification", "modifications")]
    if february.heavy(ref, r):
        words.append("heavy: -1 on the short take-off")
    value = f"weight {plan.weight}, Fuel {ratings.fuel}, gunnery dice {ratings.gunnery}"
    rows = data.table(ref, "P-weight")
    heavy = next((n for n in range(february.LAST_SPACE + 1) if rows.look_up(str(n), 1) == "yes"), 99)
    scales = (
        Scale("Weight", plan.weight, february.LAST_SPACE, heavy),
        Scale("Fuel", ratings.fuel, _TANKS, boxes=True),
        Scale("Guns", ratings.gunnery, ratings.gunnery, boxes=True),
    )
    return Sum("Each B-25", value, "; ".join(words), scales=scales)


def _delay(ref: Referee, r: Raid) -> Sum:
    """13.5.5 How likely the ships sail on time, as things stand."""
    mods = deck.delay_mods(r, Diplomat.NIMITZ.value in r.blotter.briefed)
    chart = ref.chart(deck.DELAY)
    chance = exact(chart, ref.plus(deck.DELAY, mods)).chance("No Delay")
    words = [_weighs(mod) for mod in mods]
    if not r.blotter.mods and not asking.doolittle_in(r, Month.FEBRUARY):
        words.append("each modification will be -1, for Doolittle is not at work in February")
    words.append("late: Risk +0 to 6, and the carriers meet less easily")
    bars = (Bar("on time", chance, "good"), Bar("late", 1 - chance, "bad"))
    return Sum("Ships sail on time", f"{round(100 * chance)} %", "; ".join(words), bars=bars)


def _weighs(mod: Mod) -> str:
    """13.5.5 What counts in the Delay Check, in words; of modifications also what would lift them."""
    if mod.key != deck.DELAY.mods["modifications"].key:
        return f"{mod.value:+d} {mod.reason}"
    made = count(mod.count, "modification", "modifications")
    return f"{mod.value:+d} for {made}: none of it with Doolittle at work in February"


def _morale(ref: Referee, r: Raid) -> Sum:
    """13.4.3, 13.4.4 The space of the Morale marker, and what it gives."""
    at = min(len(march.SPACES) - 1, max(0, march.morale_sum(ref, r)))
    space = march.SPACES[at]
    men = data.table(ref, "P-morale").look_up(space)
    points = training.points_at(ref, r, space)
    return Sum("Morale", space, f"{men} elite men, {count(points, 'training point', 'training points')}")
