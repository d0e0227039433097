"""13.5 April: the Naval Plan, the way to the ships, the Delay Check, security."""

from __future__ import annotations

from flakhouse.core.mods import Mod
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import data, naval, sea, secrecy, transit
from flakhouse.games.doolittle.advice import april as advice
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.planning import asking, deck, diplomacy, march
from flakhouse.games.doolittle.questions import april as questions
from flakhouse.games.doolittle.questions.keys import by_submarine
from flakhouse.games.doolittle.state import Raid, Submarine
from flakhouse.games.doolittle.words import Diplomat, Icon, Leader, Month

__all__ = [
    "delay_check",
    "few_dice",
    "fixed_risks",
    "naval_plan",
    "secrecy_value",
    "security_check",
    "security_risk",
    "transit_check",
    "turn",
    "variable_risks",
    "withdraw_submarines",
]

TRANSIT = CHARTS.numbers("P-transit")
VARIABLE = CHARTS.numbers("P-variable")
_SUBMARINES = ("Trout", "Thresher", "Tuna")
_LATE = "April 14-15"  # 15.1.2 Rabaul
_ALL, _MANY = 24, 19


def turn(ref: Referee, r: Raid) -> None:
    """13.5 The April turn, up to the first Secrecy Test."""
    naval_plan(ref, r)
    transit_check(ref, r)
    deck.load(ref, r)
    diplomacy.turn(ref, r, Month.APRIL)
    diplomacy.never_attempted(ref, r)
    withdraw_submarines(ref, r)
    naval.embark(ref, r)
    delay_check(ref, r)
    security_check(ref, r)


# ------------------------------------------------------------------ Naval Plan (13.5.1)


def naval_plan(ref: Referee, r: Raid) -> None:
    """13.5.1 Rendezvous point and turn, launch point, submarines."""
    force = r.task_force
    # D73
    force.rv_area = asking.ask(ref, r, "rv-point", advice.rv_point(ref), questions.rv_point, sea.AREAS)
    turns = sea.turns(ref)
    first = turns.index(_LATE) if "early rendezvous" in r.blotter.barred else 0
    planned = advice.rv_turn(ref, turns[first:])
    # D73
    force.rv_turn = asking.ask(ref, r, "rv-turn", planned, lambda: questions.rv_turn(turns, first), turns[first:])
    # D73
    force.launch_area = asking.ask(
        ref, r, "launch-point", advice.launch_point(ref), questions.launch_point, sea.AREAS
    )
    blotter = r.blotter
    settled = blotter.sub_dice and (blotter.agreed.get(Diplomat.NIMITZ) or "TF-16" in blotter.barred)
    names = _SUBMARINES[: blotter.submarines if settled else len(_SUBMARINES)]
    force.submarines = [Submarine(name, _station(ref, r, name)) for name in names]
    ref.note("naval-plan", causes=(), rendezvous=force.rv_area, turn=force.rv_turn, launch=force.launch_area)


def _station(ref: Referee, r: Raid, name: str) -> str:
    """13.5.1 The Sea Area of a submarine."""
    # D74
    return asking.ask(
        ref, r, "submarine", advice.submarine(ref, name), lambda: questions.submarine(name), sea.AREAS
    )


def withdraw_submarines(ref: Referee, r: Raid) -> None:
    """13.5.1 Submarines beyond the number the navy grants are taken off the map again."""
    force = r.task_force
    while len(force.submarines) > r.blotter.submarines:
        key = _withdrawn(ref, r, force.submarines)
        force.submarines = [s for s in force.submarines if s.name != key]


def _withdrawn(ref: Referee, r: Raid, there: list[Submarine]) -> str:
    """13.5.1 The name of the submarine that is withdrawn."""
    last = advice.withdraw_submarine(there)
    # D74
    return asking.ask(
        ref,
        r,
        "withdraw-submarine",
        last,
        lambda: questions.withdraw_submarine(there),
        lambda: by_submarine(there),
    )


# ------------------------------------------------------------------ Transit Check (13.5.2)


def transit_check(ref: Referee, r: Raid) -> None:
    """13.5.2 Mishaps on the way to San Francisco Bay: one to four Transit Hazards."""
    mods: list[Mod] = []
    if asking.doolittle_in(r, Month.APRIL):
        mods.append(TRANSIT.mods["doolittle"])
    if r.blotter.site == "McClellan":
        mods.append(TRANSIT.mods["mcclellan"])
    if r.blotter.extra:
        mods.append(TRANSIT.mods["extra"].times(len(r.blotter.extra)))
    ref.scene("transit")
    count = ref.roll(TRANSIT, mods)
    ref.note("transit-check", count=count)
    for _ in range(count):
        transit.draw_and_apply(ref, r, asking.selected(r)[::-1])  # by default a spare one


# ------------------------------------------------------------------ Delay Check (13.5.5)


def delay_check(ref: Referee, r: Raid) -> None:
    """ruling 41, 13.5.5 Whether the Task Force sails on time; Nimitz may still be briefed."""
    nimitz = Diplomat.NIMITZ.value
    # D80
    if nimitz not in r.blotter.briefed and asking.agreed(
        ref, r, "brief-nimitz", advice.brief_nimitz(r), lambda: _brief_nimitz(r)
    ):
        diplomacy.brief(r, nimitz)
    mods = deck.delay_mods(r, nimitz in r.blotter.briefed)
    ref.scene("delay")
    r.task_force.delayed = ref.roll(deck.DELAY, mods) == "TF Delayed"
    ref.note("delay", delayed=r.task_force.delayed)


def _brief_nimitz(r: Raid) -> Question:
    with_him, without = (deck.on_time(deck.delay_mods(r, briefed)) for briefed in (True, False))
    return questions.brief_nimitz(with_him, without)


# ------------------------------------------------------------------ Security Check (13.5.6)


def security_check(ref: Referee, r: Raid) -> None:
    """13.5.6 Secrecy Value, Security Risk, and the first Secrecy Test."""
    ref.scene("secrecy")
    r.security.value = secrecy_value(ref, r)
    security_risk(ref, r)
    r.blotter.checked = True
    ref.note("security", causes=(), value=r.security.value, risk=r.security.risk)
    secrecy.check(ref, r, Icon.TRIANGLE)


def secrecy_value(ref: Referee, r: Raid) -> int:
    """13.5.6 Secrecy Value, 13.5.6 Dice of site and measures, one more for few B-25s, eight at most."""
    most = int(data.table(ref, "P-value").look_up("at most"))
    return min(most, march.secrecy_dice(ref, r) + few_dice(ref, r))


def few_dice(ref: Referee, r: Raid) -> int:
    """13.5.6 The Secrecy dice that few B-25s give."""
    rows = data.table(ref, "P-value")
    few = r.blotter.selected <= int(rows.look_up("few B-25s"))
    return int(rows.look_up("one more die for so few")) if few else 0


def security_risk(ref: Referee, r: Raid) -> None:
    """13.2 New Markers, 13.5.6 What Calendar, briefings and training add to the Security Risk, and the four
    variable risks.
    """
    for by, why in fixed_risks(ref, r):
        secrecy.raise_risk(ref, r, by, why)
    for why, keys in variable_risks(r):
        secrecy.raise_risk(ref, r, ref.roll(VARIABLE, [VARIABLE.mods[key] for key in keys]), why)


def fixed_risks(ref: Referee, r: Raid) -> list[tuple[int, str]]:
    """13.2 New Markers, 13.5.6 What is added to the Security Risk without a die, and for what."""
    blotter, rows = r.blotter, data.table(ref, "P-risk")
    each = int(rows.look_up("each Urgent, Leader and Briefed marker"))
    markers = sum(blotter.urgent.values()) + len(blotter.leaders) + len(blotter.briefed)
    found = [
        (int(rows.look_up(f"Diplomat in {month.value}")), f"a Diplomat told in {month.value}")
        for month in blotter.diplomats.values()
    ]
    found.append((each * markers, "markers on the Calendar"))
    if blotter.squadron_briefed:
        found.append((int(rows.look_up("squadron briefed")), "the squadron knows"))
    found.append((int(rows.look_up("each extra training")) * len(blotter.extra), "extra training"))
    return found


def variable_risks(r: Raid) -> list[tuple[str, list[str]]]:
    """13.5.6 The variable risks that apply, each with the keys of its modifiers."""
    blotter, found = r.blotter, []
    count = blotter.selected
    if r.attacked_sites and Diplomat.STILWELL in blotter.diplomats:
        keys = ["chiang"] if Leader.CHIANG.value in blotter.briefed else []
        found.append(("attacks on landing sites", keys + ([] if blotter.fuel_lost else ["no-fuel"])))
    if r.task_force.delayed:
        many = ["delayed-all"] if count >= _ALL else ["delayed-many"] if count >= _MANY else []
        found.append(("the Task Force is delayed", many))
    if blotter.liberty:
        keys = ["mcclellan"] if blotter.site == "McClellan" else []
        keys += ["liberty-all"] if count >= _ALL else []
        found.append(("Liberty", keys + (["fbi"] if "FBI" in blotter.measures else [])))
    if blotter.telephone:
        keys = ["quarantine"] if "Quarantine" in blotter.measures else []
        nobody = not blotter.briefed and not blotter.squadron_briefed
        found.append(("Doolittle's telephone", keys + (["nobody"] if nobody else [])))
    return found
