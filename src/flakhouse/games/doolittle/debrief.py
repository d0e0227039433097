"""1.2 Debriefing of scenarios 1 to 9: points, and an outcome in our own words."""

from __future__ import annotations

from flakhouse.core.game import JsonDict
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import data, launch
from flakhouse.games.doolittle.state import B25, Raid
from flakhouse.games.doolittle.words import TIME_LINE, Back, Fate, Launch, Site

__all__ = ["debrief", "lines", "score"]

_BACK = (Fate.ESCAPED, Fate.LANDED)


def score(ref: Referee, r: Raid) -> list[tuple[str, int, int]]:
    """1.2 What counted: reason, how often, points."""
    chart = data.table(ref, "S-scoring")
    column = 0 if r.options.scenario <= 6 else 1
    points = {label: int(chart.words[column][i]) for i, label in enumerate(chart.labels)}
    counts = _counts(r)
    return [(what, counts.get(what, 0), counts.get(what, 0) * worth) for what, worth in points.items()]


def _counts(r: Raid) -> dict[str, int]:
    """1.2 How often each thing happened."""
    boxes = [box for city in r.cities.values() for box in city.boxes.values()]
    hit = [box for box in boxes if box.blast]
    flown = [b for b in r.squadron if b.fate not in (Fate.RESERVE, Fate.LEFT_BEHIND, Fate.DECK)]
    force = r.task_force
    counts = {
        "each Blast in a Target Box": sum(box.blast for box in boxes),
        "each Blast in an Area": sum(a.blast for city in r.cities.values() for a in city.areas.values()),
        "each different box hit": len(hit),
        "carrier hit in its box": sum(any(m.back is Back.CARRIER for m in box.markers) for box in hit),
        "B-25 destroyed": sum(b.fate is Fate.DESTROYED for b in flown),
        "B-25 captured": sum(b.fate is Fate.CAPTURED or _korea(b) for b in flown),
        "B-25 damaged": sum(b.damage > 0 and b.fate in _BACK and not _korea(b) for b in flown),
        "city map with Blast": sum(city.blast() > 0 for city in r.cities.values()),
        "B-25 landed safely": sum(b.fate is Fate.LANDED and not _korea(b) for b in flown),
        "ditched on the China side": sum(_ditched(b, china=True) for b in flown),
        "ditched elsewhere": sum(_ditched(b, china=False) for b in flown),
        "enemy ship sunk": force.enemies_sunk(),
        "enemy carrier sunk": force.enemy_carriers_sunk,
        "never launched": int(r.options.scenario >= 9 and r.launch is Launch.NONE),
    }
    kinds = {"CV": "carrier (CV)", "CA": "cruiser", "CL": "cruiser"}
    for ship in force.ships:
        if ship.sunk or ship.damaged:
            what = f"{kinds.get(ship.kind, 'other ship')} {'sunk' if ship.sunk else 'damaged'}"
            counts[what] = counts.get(what, 0) + 1
    return counts


def _korea(b25: B25) -> bool:
    """RULING 14.6: without the Denouement a landing in Korea, Japanese ground, counts as capture."""
    return b25.fate is Fate.LANDED and b25.where == Site.KOREA.value


def _ditched(b25: B25, china: bool) -> bool:
    """RULING 42: on the China side of the time line ditched crews count as safe, elsewhere as lost."""
    if b25.fate is not Fate.DITCHED or b25.where == launch.BESIDE:  # 12.3.2: the Task Force has its crew back
        return False
    zone = b25.where.removeprefix("zone ")
    return (zone.isdigit() and int(zone) > TIME_LINE) is china


def lines(ref: Referee, r: Raid) -> tuple[int, str, str]:
    """1.2 Score, name of the outcome, and its words."""
    total = sum(points for _, _, points in score(ref, r))
    titles = data.table(ref, "S-titles")
    bands = titles.words[titles.data.columns.index("bands")][titles.labels.index(str(r.options.scenario))]
    outcomes = data.table(ref, "S-outcomes")
    at = sum(total >= int(limit) for limit in bands.split())
    return total, outcomes.labels[at], outcomes.words[0][at]


def debrief(ref: Referee, r: Raid) -> JsonDict:
    """1.2 The outcome of scenarios 1 to 9."""
    r.segment = "debriefing"
    rows = score(ref, r)
    total, name, words = lines(ref, r)
    if ref.trace:
        for what, count, points in rows:
            if count:
                ref.note("points", what=what, count=count, points=points)
        ref.note("outcome", score=total, name=name, words=words)
    return {
        "score": total,
        "result": name.lower(),
        "verdict": words,
        "points": [{"what": what, "count": count, "points": points} for what, count, points in rows if count],
    }
