"""13.5 April: the Naval Plan, the way to the ships, the Delay Check, security."""

from __future__ import annotations

from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import data, naval, sea, secrecy, transit
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.planning import asking, deck, diplomacy, march
from flakhouse.games.doolittle.state import Raid, Submarine
from flakhouse.games.doolittle.words import Diplomat, Icon, Leader, Month

__all__ = [
    "delay_check",
    "naval_plan",
    "secrecy_value",
    "security_check",
    "security_risk",
    "transit_check",
    "turn",
    "withdraw_submarines",
]

TRANSIT = CHARTS.numbers("P-transit")
DELAY = CHARTS.text("P-delay")
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
    areas = {name: name for name in sea.AREAS}
    # D73
    force.rv_area = asking.choose(
        ref, r, "rv-point", "13.5.1", "Planned rendezvous in which Sea Area?", areas,
        asking.history(ref, "rendezvous point"),
    )  # fmt: skip
    turns = sea.turns(ref)
    first = turns.index(_LATE) if "early rendezvous" in r.blotter.barred else 0
    barred = {name: "Not before April 14-15 after the raid on Marcus (15.1.2)" for name in turns[:first]}
    wanted = asking.history(ref, "rendezvous turn")
    # D73
    force.rv_turn = asking.choose(
        ref, r, "rv-turn", "13.5.1", "Planned rendezvous on which turn?", {name: name for name in turns[first:]},
        wanted if wanted in turns[first:] else turns[first], barred,
    )  # fmt: skip
    reach = sea.REACH - 1
    labels = {
        name: name if i >= reach else f"{name} (B-25s launched here cannot reach Japan)"
        for i, name in enumerate(sea.AREAS)
    }
    # D73
    force.launch_area = asking.choose(
        ref, r, "launch-point", "13.5.1", "Planned launch from which Sea Area?", labels,
        asking.history(ref, "launch point"),
    )  # fmt: skip
    blotter = r.blotter
    settled = blotter.sub_dice and (blotter.agreed.get(Diplomat.NIMITZ) or "TF-16" in blotter.barred)
    force.submarines = []
    for name in _SUBMARINES[: blotter.submarines if settled else len(_SUBMARINES)]:
        default = asking.history(ref, f"submarine {name}")
        # D74
        area = asking.choose(ref, r, "submarine", "13.5.1", f"Submarine {name} in which Sea Area?", areas, default)
        force.submarines.append(Submarine(name, area))
    if ref.trace:
        ref.note("naval-plan", rendezvous=force.rv_area, turn=force.rv_turn, launch=force.launch_area)


def withdraw_submarines(ref: Referee, r: Raid) -> None:
    """13.5.1 Submarines beyond the number the navy grants are taken off the map again."""
    force = r.task_force
    while len(force.submarines) > r.blotter.submarines:
        options = {s.name: f"{s.name} in {s.area}" for s in force.submarines}
        last = force.submarines[-1].name
        # D74
        key = asking.choose(ref, r, "withdraw-submarine", "13.5.1", "Which submarine is withdrawn?", options, last)
        force.submarines = [s for s in force.submarines if s.name != key]


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
    for _ in range(ref.roll(TRANSIT, mods)):
        transit.draw_and_apply(ref, r, asking.selected(r)[::-1])  # by default a spare one


# ------------------------------------------------------------------ Delay Check (13.5.5)


def delay_check(ref: Referee, r: Raid) -> None:
    """13.5.5 Whether the Task Force sails on time; Nimitz may still be briefed."""
    blotter = r.blotter
    nimitz = Diplomat.NIMITZ.value
    # D80
    if nimitz not in blotter.briefed and asking.yes(
        ref,
        r,
        "brief-nimitz",
        "13.5.5",
        "Brief Nimitz now (+5 on the Delay Check, Security Risk +1)?",
        deck.burden(r) > 1,
    ):
        diplomacy.brief(r, nimitz)
    mods: list[Mod] = []
    if blotter.diligence:
        mods.append(DELAY.mods["diligence"].of(-blotter.diligence))
    if blotter.repairs:
        mods.append(DELAY.mods["repairs"].times(blotter.repairs))
    if blotter.mods and not asking.doolittle_in(r, Month.FEBRUARY):
        mods.append(DELAY.mods["modifications"].times(len(blotter.mods)))
    if nimitz in blotter.briefed:
        mods.append(DELAY.mods["nimitz"])
    r.task_force.delayed = ref.roll(DELAY, mods) == "TF Delayed"
    if ref.trace:
        ref.note("delay", delayed=r.task_force.delayed)


# ------------------------------------------------------------------ Security Check (13.5.6)


def security_check(ref: Referee, r: Raid) -> None:
    """13.5.6 Secrecy Value, Security Risk, and the first Secrecy Test."""
    r.security.value = secrecy_value(ref, r)
    security_risk(ref, r)
    if ref.trace:
        ref.note("security", value=r.security.value, risk=r.security.risk)
    secrecy.check(ref, r, Icon.TRIANGLE)


def secrecy_value(ref: Referee, r: Raid) -> int:
    """13.5.6 Dice of site and measures, one more for few B-25s, eight at most."""
    rows = data.table(ref, "P-value")
    dice = march.secrecy_dice(ref, r)
    if r.blotter.selected <= int(rows.look_up("few B-25s")):
        dice += int(rows.look_up("one more die for so few"))
    return min(int(rows.look_up("at most")), dice)


def security_risk(ref: Referee, r: Raid) -> None:
    """13.5.6 What Calendar, briefings and training add to the Security Risk, and the four variable risks."""
    blotter, rows = r.blotter, data.table(ref, "P-risk")
    each = int(rows.look_up("each Urgent, Leader and Briefed marker"))
    markers = sum(blotter.urgent.values()) + len(blotter.leaders) + len(blotter.briefed)
    for month in blotter.diplomats.values():
        secrecy.raise_risk(
            ref, r, int(rows.look_up(f"Diplomat in {month.value}")), f"a Diplomat told in {month.value}"
        )
    secrecy.raise_risk(ref, r, each * markers, "markers on the Calendar")
    if blotter.squadron_briefed:
        secrecy.raise_risk(ref, r, int(rows.look_up("squadron briefed")), "the squadron knows")
    extra = int(rows.look_up("each extra training")) * len(blotter.extra)
    secrecy.raise_risk(ref, r, extra, "extra training")
    for why, keys in _variable(r):
        secrecy.raise_risk(ref, r, ref.roll(VARIABLE, [VARIABLE.mods[key] for key in keys]), why)


def _variable(r: Raid) -> list[tuple[str, list[str]]]:
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
