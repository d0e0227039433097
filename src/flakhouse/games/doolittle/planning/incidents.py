"""15.1 Incident chits: what else happened in the first months of 1942. An optional rule."""

from __future__ import annotations

from flakhouse.core.charts import Chart
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import data, secrecy
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.planning import asking, diplomacy
from flakhouse.games.doolittle.state import GameOver, Raid
from flakhouse.games.doolittle.words import Diplomat, Month, Site

__all__ = ["abort", "apply", "cup", "start_of_month"]

BATAAN = CHARTS.text("P-bataan")
BATAAN_AGAIN = CHARTS.text("P-bataan-again")
CHIEFS = CHARTS.text("P-chiefs")
BLAST = CHARTS.text("P-blast")
CEYLON = CHARTS.text("P-ceylon")
CEYLON_AFTER = CHARTS.text("P-ceylon-after")
RABAUL = CHARTS.text("P-rabaul")
RABAUL_BATTLE = CHARTS.text("P-rabaul-battle")
MARCUS = CHARTS.numbers("P-marcus")
SHANGHAI = CHARTS.numbers("P-shanghai")
WAKE = CHARTS.text("P-wake")
WAKE_RISK = CHARTS.numbers("P-wake-risk")
WAKE_INVASION = CHARTS.text("P-wake-invasion")
WAKE_BATTLE = CHARTS.text("P-wake-battle")
_TWICE = ("Wake", "Rabaul", "Bataan")
_CEYLON_RISK = -5


def abort(ref: Referee, r: Raid, why: str) -> None:
    """15.1.2 There will be no raid: only the debriefing is left."""
    r.aborted = why
    ref.note("aborted", why=why)
    raise GameOver(why)


def cup(ref: Referee, r: Raid, month: Month) -> list[str]:
    """15.1 The chits of this month and those before it, less those drawn."""
    chart = data.table(ref, "P-chits")
    chits: list[str] = []
    for column in chart.words[: asking.MONTHS.index(month) + 1]:
        for name, count in zip(chart.labels, column, strict=True):
            chits.extend([name] * int(count))
    for chit in r.blotter.chits:
        if chit in chits:
            chits.remove(chit)
    return chits


def start_of_month(ref: Referee, r: Raid, month: Month) -> None:
    """15.1.1 A chit is drawn and applied; after one that was drawn before, another."""
    again = True
    while again:
        chits = cup(ref, r, month)
        if not chits:
            return
        chit = ref.draw(chits)
        again = chit in r.blotter.chits
        apply(ref, r, chit, month)


def apply(ref: Referee, r: Raid, chit: str, month: Month) -> None:
    """15.1.2 What a chit does; it depends on those drawn before."""
    r.blotter.chits.append(chit)
    number = r.blotter.chits.count(chit)
    ref.scene("incident")
    ref.note("incident", causes=(), chit=chit, number=number)
    if chit == "Bataan":
        _bataan(ref, r, number)
    elif chit == "Blast":
        _rolled(ref, BLAST)
        r.blotter.barred.append("Joint Ops this month")
    elif chit == "Ceylon":
        _ceylon(ref, r, number, month)
    elif chit in ("Quit India", "Rangoon"):
        _supplies(r)
    elif chit == "Rabaul":
        _rabaul(ref, r, number, month)
    elif chit == "Shanghai":
        _shanghai(ref, r, number)
    elif chit == "Wake":
        _wake(ref, r, number)
    _joint_chiefs(ref, r)


def _rolled(ref: Referee, chart: Chart[str]) -> str:
    """15.1.2 A die of an incident, and what it said."""
    result = ref.roll(chart)
    ref.note("incident-result", what=chart.data.title, result=result)
    return result


def _joint_chiefs(ref: Referee, r: Raid) -> None:
    """15.1.2 Bataan: two each of Wake, Rabaul and Bataan, and the Joint Chiefs think again, once."""
    blotter = r.blotter
    if "Joint Chiefs" in blotter.incidents or any(blotter.chits.count(chit) < 2 for chit in _TWICE):
        return
    blotter.incidents.append("Joint Chiefs")
    if _rolled(ref, CHIEFS) == "call the raid off":
        abort(ref, r, "The Joint Chiefs call the raid off")


def _bataan(ref: Referee, r: Raid, number: int) -> None:
    """15.1.2 Bataan: if MacArthur stays and is captured, Doolittle may not fly."""
    blotter = r.blotter
    if number == 1:
        if _rolled(ref, BATAAN) == "remains":
            blotter.incidents.append("MacArthur remains")
    elif "MacArthur remains" in blotter.incidents and _rolled(ref, BATAAN_AGAIN) == "captured":
        blotter.incidents.append("MacArthur captured")
        blotter.barred.append("Doolittle")


def _ceylon(ref: Referee, r: Raid, number: int, month: Month) -> None:
    """15.1.2 Ceylon: the second chit may lower the risk at sea, or bring a Wake chit."""
    if number != 2 or _rolled(ref, CEYLON) == "British defeat":
        return
    if _rolled(ref, CEYLON_AFTER) != "a Wake chit":
        r.blotter.naval_risk = _CEYLON_RISK
    elif "Wake" in cup(ref, r, month):
        again = "Wake" in r.blotter.chits
        apply(ref, r, "Wake", month)
        if again:  # as if drawn: one that is there already brings another
            start_of_month(ref, r, month)


def _supplies(r: Raid) -> None:
    """15.1.2 Rangoon, 15.1.2 Quit India, Rangoon: no supplies for China this turn; two of them, or both, none any
    more.
    """
    chits, barred = r.blotter.chits, r.blotter.barred
    india = chits.count("Quit India")
    if india >= 2 or (india and "Rangoon" in chits):
        barred.append("supplies")
    elif india:
        barred.append("supplies this month")


def _rabaul(ref: Referee, r: Raid, number: int, month: Month) -> None:
    """15.1.2 Rabaul: a battle that costs the navy's good will, then the raid on Marcus Island."""
    if number == 1:
        if _rolled(ref, RABAUL) == "carriers intervene":  # RULING 49: the -3 belongs to this branch
            _rolled(ref, RABAUL_BATTLE)
            r.blotter.joint_ops -= 3
    elif number == 2:
        secrecy.raise_risk(ref, r, ref.roll(MARCUS), "the raid on Marcus Island")
        if month is Month.APRIL:
            r.blotter.barred.append("early rendezvous")


def _shanghai(ref: Referee, r: Raid, number: int) -> None:
    """15.1.2 Shanghai: sites captured; then no more checks for China and harder treks; then the raid in doubt."""
    blotter = r.blotter
    if number == 2:
        blotter.barred.append("China checks")
        blotter.trekking = -2
    elif number == 3:
        blotter.incidents.append("Shanghai lost")
    if number != 1:
        return
    count = ref.roll(SHANGHAI)
    taken: list[Site] = []
    while len(taken) < count:
        site = ref.roll(diplomacy.EVENT_SITE)
        # RULING 15.1.2: two sites are two different ones, else the dice are thrown again; one that an Event Check
        # took before (13.2.4) may be named, and then nothing more is lost.
        if site not in taken:
            taken.append(site)
            diplomacy.attack_site(ref, r, site, for_good=True)
    if count > 1:
        r.beacons.clear()


def _wake(ref: Referee, r: Raid, number: int) -> None:
    """15.1.2 Wake: raid, answer, invasion, and the battle for it."""
    blotter = r.blotter
    if number == 1:
        if "Blast" in blotter.chits:
            blotter.joint_ops -= 3
    elif number == 2:
        if _rolled(ref, WAKE) == "he will answer":
            secrecy.raise_risk(ref, r, ref.roll(WAKE_RISK), "Wake")
    elif number == 3:
        if _rolled(ref, WAKE_INVASION) == "succeeds":
            blotter.incidents.append("Wake taken")
        else:
            blotter.joint_ops -= 5
        secrecy.raise_risk(ref, r, -r.security.risk, "the invasion of Wake")
    elif "Wake taken" in blotter.incidents:
        if _rolled(ref, WAKE_BATTLE) == "raid called off":
            abort(ref, r, "A carrier is lost at Wake and the raid is called off")
        secrecy.raise_risk(ref, r, -r.security.risk, "the battle off Wake")
        _no_escort(ref, r)


def _no_escort(ref: Referee, r: Raid) -> None:
    """15.1.2 Wake: TF-16 is not to be had, as after a failed Joint Ops check."""
    blotter = r.blotter
    blotter.barred.append("TF-16")
    blotter.agreed[Diplomat.NIMITZ] = False
    r.task_force.enterprise = False
    blotter.sub_dice = False  # the die for the submarines of a failure is thrown in April
    blotter.submarines = 0
    ref.note("no-escort", causes=())
