"""What the plan of scenario 10 adds up to so far (13.0): the column beside its forms."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import data
from flakhouse.games.doolittle.planning import april, february, march, training
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Diplomat, Month
from flakhouse.render.bomber.facts import count
from flakhouse.sim.exact import exact

__all__ = ["sums"]

Line = tuple[str, str, str]  # what it is, how much, where it comes from


def sums(ref: Referee, r: Raid) -> list[Line]:
    """13.0 Security Risk, Secrecy dice, the bombers, delay and Morale, by the answers given so far."""
    found = [_risk(ref, r)]
    if r.blotter.site:
        found.append(_secrecy(ref, r))
    if r.step != Month.JANUARY.value:
        found += [_bomber(ref, r), _delay(ref, r)]
    if r.blotter.site and not r.blotter.levels:
        found.append(_morale(ref, r))
    return found


def _risk(ref: Referee, r: Raid) -> Line:
    """13.5.6 The Security Risk with which the ships will sail, as far as it is known."""
    fixed = [(by, why) for by, why in april.fixed_risks(ref, r) if by]
    total = r.security.risk + sum(by for by, _ in fixed)
    words = [f"+{by} {why}" for by, why in fixed]
    words += [f"and 0 to 6 by dice: {why}" for why, _ in april.variable_risks(r)]
    return "Security Risk at sailing", str(total), "; ".join(words) or "nothing yet"


def _secrecy(ref: Referee, r: Raid) -> Line:
    """13.4.2, 13.5.6 The dice of every Secrecy Test."""
    dice = april.secrecy_value(ref, r)
    return "Secrecy dice", str(dice), "together they must reach the Security Risk, which rises by 1 with each test"


def _bomber(ref: Referee, r: Raid) -> Line:
    """13.3.2 Weight, Fuel and guns of each B-25, and what the weight does."""
    plan, ratings = r.blotter, r.ratings
    words = [f"Guzzle number {ratings.guzzle}", count(len(plan.mods), "modification", "modifications")]
    if february.heavy(ref, r):
        words.append("heavy: -1 on the short take-off")
    value = f"weight {plan.weight}, Fuel {ratings.fuel}, gunnery dice {ratings.gunnery}"
    return "Each B-25", value, "; ".join(words)


def _delay(ref: Referee, r: Raid) -> Line:
    """13.5.5 How likely the ships sail on time, as things stand."""
    mods = april.delay_mods(r, Diplomat.NIMITZ.value in r.blotter.briefed)
    chart = ref.chart(april.DELAY)
    chance = exact(chart, ref.plus(april.DELAY, mods)).chance("No Delay")
    words = [f"{mod.value:+d} {mod.reason}" for mod in mods]
    return "Ships sail on time", f"{round(100 * chance)} %", "; ".join(words) or "nothing weighs on it"


def _morale(ref: Referee, r: Raid) -> Line:
    """13.4.3, 13.4.4 The space of the Morale marker, and what it gives."""
    at = min(len(march.SPACES) - 1, max(0, march.morale_sum(ref, r)))
    space = march.SPACES[at]
    men = data.table(ref, "P-morale").look_up(space)
    points = training.points_at(ref, r, space)
    return "Morale", space, f"{men} elite men, {count(points, 'training point', 'training points')}"
