"""1.3 Debriefing of the campaign, and of scenarios 7-9 with the Denouement: five judges, the allies, a verdict."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.game import JsonDict
from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import aircraft, data
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Back, City, Diplomat, Fate, Launch, Leader, Site

__all__ = ["ALLIANCES", "QUARTERS", "WEIGHTS", "alliance_mods", "debrief", "landed", "measures", "trespass"]

ALLIANCES = CHARTS.numbers("alliances")
TRIAL = CHARTS.text("trial")
_M = ALLIANCES.mods
_CHINA = tuple(
    site.value for site in (Site.LISHUI, Site.CHUCHOW, Site.YUSHAN, Site.KIAN, Site.KWEILIN, Site.CHUNGKING)
)
_WEST = ("Defense East", "Defense West", "Japan")


#: 1.3 What each judge weighs, in quarters of a point. The briefing tells it by the same keys.
QUARTERS = 4
WEIGHTS: dict[str, tuple[tuple[str, int], ...]] = {
    "Army": (("chungking", 4), ("safe", 2), ("captured", -4), ("destroyed", -4)),
    "Navy": (
        ("cv-sunk", -100),
        ("cv-damaged", -48),
        ("ship-sunk", -24),
        ("ship-damaged", -8),
        ("enemy-sunk", 16),
        ("enemy-carrier", 40),
        ("west", 12),
    ),
    "Joint Chiefs": (("box-blast", 4), ("area-blast", 2), ("city", 8)),
    "White House": (("tokyo", 20), ("other-city", 8), ("blast", 1), ("captured", -12), ("cv-sunk", -40)),
    "Japan": (("tokyo", 8), ("carrier", 16), ("blast", 1), ("alert", -4), ("b25-captured", -8)),
}


def _counts(r: Raid) -> dict[str, int]:
    """1.3 How often there was what the judges weigh."""
    maps = {city: found.blast() for city, found in r.cities.items()}
    boxes = sum([box.blast for found in r.cities.values() for box in found.boxes.values()])
    total = sum(maps.values())
    fates = [b.fate for b in r.squadron]
    hit = sum(blast > 0 for blast in maps.values())
    tokyo = int(maps.get(City.TOKYO, 0) > 0)
    captured = sum(crew.fate == "captured" for crew in r.crews)
    safe = sum(crew.fate in ("safe", "rescued", "released") for crew in r.crews)
    safe += fates.count(Fate.HOME)
    carrier = any(
        box.blast and any(m.back is Back.CARRIER for m in box.markers)
        for found in r.cities.values()
        for box in found.boxes.values()
    )
    ships = r.task_force.ships
    return {
        "chungking": fates.count(Fate.CHUNGKING),
        "safe": safe,
        "captured": captured,
        "destroyed": sum([b.where == aircraft.OVER_JAPAN and b.fate is Fate.DESTROYED for b in r.squadron]),
        "cv-sunk": sum([s.kind == "CV" and s.sunk for s in ships]),
        "cv-damaged": sum([s.kind == "CV" and s.damaged and not s.sunk for s in ships]),
        "ship-sunk": sum([s.kind != "CV" and s.sunk for s in ships]),
        "ship-damaged": sum([s.kind != "CV" and s.damaged and not s.sunk for s in ships]),
        "enemy-sunk": r.task_force.enemies_sunk(),
        "enemy-carrier": r.task_force.enemy_carriers_sunk,
        "west": int(r.launch_area in _WEST),
        "box-blast": boxes,
        "area-blast": total - boxes,
        "blast": total,
        "city": hit,
        "tokyo": tokyo,
        "other-city": hit - tokyo,
        "carrier": int(carrier),
        "alert": r.security.alert,
        "b25-captured": fates.count(Fate.CAPTURED),
    }


def measures(r: Raid) -> dict[str, int | float]:
    """1.3 What each judge measures the raid by, in whole numbers where all his weights are."""
    counts = _counts(r)
    found: dict[str, int | float] = {}
    for judge, weights in WEIGHTS.items():
        quarters = sum([weight * counts[what] for what, weight in weights])
        if all([weight % QUARTERS == 0 for _, weight in weights]):
            found[judge] = quarters // QUARTERS
        else:
            found[judge] = quarters / QUARTERS
    return found


def landed(r: Raid) -> list[str]:
    """14.5.2 Where B-25s have landed."""
    found = [flight.site.value for flight in r.flights if flight.site is not None]
    return found + [b25.where for b25 in r.squadron]  # a Flight of which nothing is left


def trespass(r: Raid, site: str) -> Mod | None:
    """14.5.2 What a landing there takes from the check on the alliances; nothing with permission."""
    agreed = r.blotter.agreed
    if site == Site.VLADIVOSTOK:
        return None if agreed.get(Diplomat.THOMPSON) else _M["ussr"]
    return _M["china"] if r.campaign() and site in _CHINA and not agreed.get(Diplomat.STILWELL) else None


def alliance_mods(r: Raid, landed: Sequence[str]) -> list[Mod]:
    """14.5.2 What counts in the check on the alliances, with landings there."""
    briefed = r.blotter.briefed
    mods: list[Mod] = []
    if Leader.CHIANG.value in briefed:
        mods.append(_M["chiang"])
    for site in (next((site for site in landed if site in _CHINA), ""), Site.VLADIVOSTOK.value):
        cost = trespass(r, site) if site in landed else None
        if cost is not None:
            mods.append(cost)
    if Leader.STALIN.value in briefed:
        mods.append(_M["stalin"])
    if r.attacked_sites:
        mods.append(_M["attacked"])
    return mods


def _alliances(ref: Referee, r: Raid) -> int:
    """14.5.2 The check on the health of the alliances; a bad one overturns a doubtful Soviet release."""
    health = ref.roll(ALLIANCES, alliance_mods(r, landed(r)))
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


#: What became of a crew without a marker of its own, from its aircraft's fate.
_ABOARD = {
    Fate.DESTROYED: "killed",
    Fate.CAPTURED: "captured",
    Fate.HOME: "safe",
    Fate.CHUNGKING: "safe",
    Fate.LEFT: "left the story",
}


def _fates(ref: Referee, r: Raid) -> None:
    """1.3 What became of every crew that took off or lost its aircraft on deck."""
    marked = {crew.b25.id: crew.fate for crew in r.crews}
    for b25 in r.squadron:
        if fate := marked.get(b25.id) or _ABOARD.get(b25.fate):
            ref.note("crew-fate", causes=(), b25=b25.name(), fate=fate)


def _weigh(ref: Referee, judge: str, counts: dict[str, int]) -> None:
    """1.3 What a judge counts, row by row of his sum."""
    for what, weight in WEIGHTS[judge]:
        if count := counts[what]:
            ref.note("weighed", causes=(), judge=judge, what=what, count=count, quarters=weight * count)


def debrief(ref: Referee, r: Raid) -> JsonDict:
    """1.3 The judges in turn, the allies, the trials, and the verdict."""
    r.segment = "debriefing"
    ref.scene("debriefing")
    health = _alliances(ref, r)
    trials = _trials(ref, r)
    _fates(ref, r)
    ref.scene("judgement")
    chart = data.table(ref, "judges")
    found, counts = measures(r), _counts(r)
    total = health
    judged: JsonDict = {}
    for row, judge in enumerate(chart.labels):
        limits = [int(word) for word in chart.words[0][row].split()]
        mark = sum(found[judge] >= limit for limit in limits) - 2
        words = chart.words[mark + 3][row]
        total += mark
        judged[judge] = {"measure": found[judge], "mark": mark, "words": words}
        _weigh(ref, judge, counts)
        ref.note(
            "judge",
            causes=(),
            judge=judge,
            mark=f"{mark:+d}",
            words=words,
            measure=f"{found[judge]:g}",
            bands=chart.words[0][row],
        )
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
