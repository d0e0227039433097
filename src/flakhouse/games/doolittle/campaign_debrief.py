"""1.3 Debriefing of the campaign, and of scenarios 7-9 with the Denouement: five judges, the allies, a verdict."""

from __future__ import annotations

from flakhouse.core.game import JsonDict
from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import aircraft, data
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Back, City, Diplomat, Fate, Launch, Leader, Site

__all__ = ["debrief", "measures"]

ALLIANCES = CHARTS.numbers("alliances")
TRIAL = CHARTS.text("trial")
_M = ALLIANCES.mods
_CHINA = tuple(
    site.value for site in (Site.LISHUI, Site.CHUCHOW, Site.YUSHAN, Site.KIAN, Site.KWEILIN, Site.CHUNGKING)
)
_WEST = ("Defense East", "Defense West", "Japan")


def measures(r: Raid) -> dict[str, int | float]:
    """1.3 What each judge measures the raid by, in whole numbers where it comes to nothing else."""
    maps = {city: found.blast() for city, found in r.cities.items()}
    boxes = sum([box.blast for found in r.cities.values() for box in found.boxes.values()])
    total = sum(maps.values())
    areas = total - boxes
    fates = [b.fate for b in r.squadron]
    hit = sum(blast > 0 for blast in maps.values())
    tokyo = maps.get(City.TOKYO, 0) > 0
    captured = sum(crew.fate == "captured" for crew in r.crews)
    safe = sum(crew.fate in ("safe", "rescued", "released") for crew in r.crews)
    safe += fates.count(Fate.HOME)
    carrier = any(
        box.blast and any(m.back is Back.CARRIER for m in box.markers)
        for found in r.cities.values()
        for box in found.boxes.values()
    )
    ships = r.task_force.ships
    cv_sunk = sum(s.kind == "CV" and s.sunk for s in ships)
    return {
        "Army": fates.count(Fate.CHUNGKING)
        + 0.5 * safe
        - captured
        - sum([b.where == aircraft.OVER_JAPAN and b.fate is Fate.DESTROYED for b in r.squadron]),
        "Navy": -25 * cv_sunk
        - 12 * sum(s.kind == "CV" and s.damaged and not s.sunk for s in ships)
        - 6 * sum(s.kind != "CV" and s.sunk for s in ships)
        - 2 * sum(s.kind != "CV" and s.damaged and not s.sunk for s in ships)
        + 4 * r.task_force.enemies_sunk()
        + 10 * r.task_force.enemy_carriers_sunk
        + 3 * (r.launch_area in _WEST),
        "Joint Chiefs": boxes + 0.5 * areas + 2 * hit,
        "White House": 5 * tokyo + 2 * (hit - tokyo) + 0.25 * total - 3 * captured - 10 * cv_sunk,
        "Japan": 2 * tokyo + 4 * carrier - r.security.alert + 0.25 * total - 2 * fates.count(Fate.CAPTURED),
    }


def _alliances(ref: Referee, r: Raid) -> int:
    """14.5.2 The check on the health of the alliances; a bad one overturns a doubtful Soviet release."""
    blotter = r.blotter
    mods: list[Mod] = []
    if Leader.CHIANG.value in blotter.briefed:
        mods.append(_M["chiang"])
    landed = [flight.site.value for flight in r.flights if flight.site is not None]
    landed += [b25.where for b25 in r.squadron]  # a Flight of which nothing is left
    if r.campaign() and any(site in _CHINA for site in landed) and not blotter.agreed.get(Diplomat.STILWELL):
        mods.append(_M["china"])
    if Site.VLADIVOSTOK.value in landed and not blotter.agreed.get(Diplomat.THOMPSON):
        mods.append(_M["ussr"])
    if Leader.STALIN.value in blotter.briefed:
        mods.append(_M["stalin"])
    if r.attacked_sites:
        mods.append(_M["attacked"])
    health = ref.roll(ALLIANCES, mods)
    for crew in r.crews:
        if crew.fate == "released*":
            crew.fate = "interned" if health < 0 else "released"
    ref.note("alliances", health=health)
    return health


def _trials(ref: Referee, r: Raid) -> list[str]:
    """1.3 Captured crews are tried; bombs on city districts weigh against them."""
    areas = sum(area.blast for found in r.cities.values() for area in found.areas.values())
    mods = (TRIAL.mods["no_area"],) if not areas else (TRIAL.mods["area"],) if areas >= 4 else ()
    found: list[str] = []
    for crew in r.crews:
        if crew.fate == "captured":
            ref.scene("trial", b25=crew.b25.name())
            word = ref.roll(TRIAL, mods)
            found.append(f"{crew.b25.name()}: {word}")
            ref.note("trial", b25=crew.b25.name(), result=word.lower())
    return found


def debrief(ref: Referee, r: Raid) -> JsonDict:
    """1.3 The judges in turn, the allies, the trials, and the verdict."""
    r.segment = "debriefing"
    ref.scene("debriefing")
    health = _alliances(ref, r)
    trials = _trials(ref, r)
    ref.scene("judgement")
    chart = data.table(ref, "judges")
    found = measures(r)
    total = health
    judged: JsonDict = {}
    for row, judge in enumerate(chart.labels):
        limits = [int(word) for word in chart.words[0][row].split()]
        mark = sum(found[judge] >= limit for limit in limits) - 2
        words = chart.words[mark + 3][row]
        total += mark
        judged[judge] = {"measure": found[judge], "mark": mark, "words": words}
        ref.note("judge", causes=(), judge=judge, mark=f"{mark:+d}", words=words)
    verdicts = data.table(ref, "verdicts")
    at = max(i for i, label in enumerate(verdicts.labels) if total >= int(label))
    name, words = verdicts.words[0][at], verdicts.words[1][at]
    ref.note("outcome", causes=(), score=total, name=name, words=words)
    return {
        "score": total,
        "result": name.lower(),
        "verdict": words,
        "judges": judged,
        "alliances": health,
        "trials": list[object](trials),
        "never_launched": r.launch is Launch.NONE,
    }
