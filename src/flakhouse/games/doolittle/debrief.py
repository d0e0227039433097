"""1.2 Debriefing of scenarios 1 to 9: points, and an outcome in our own words."""

from __future__ import annotations

from collections.abc import Mapping

from flakhouse.core.game import JsonDict
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import data, launch, points
from flakhouse.games.doolittle.state import B25, Raid
from flakhouse.games.doolittle.words import TIME_LINE, Back, Fate, Launch, Site

__all__ = ["debrief", "lines", "score", "so_far"]

_BACK = (Fate.ESCAPED, Fate.LANDED)
_GROUNDED = (Fate.RESERVE, Fate.LEFT_BEHIND, Fate.DECK)
_KOREA = Site.KOREA.value


def score(ref: Referee, r: Raid) -> list[tuple[str, int, int]]:
    """1.2 What counted: reason, how often, points."""
    return _scored(points.of(ref, r), r)


def _scored(worth: Mapping[str, int], r: Raid) -> list[tuple[str, int, int]]:
    counts = _counts(r)
    return [(what, count := counts.get(what, 0), count * each) for what, each in worth.items()]


def so_far(worth: Mapping[str, int], r: Raid) -> dict[str, int] | None:
    """1.2 The points of what has happened up to now, by reason and as far as a player can see it; None without a
    score. `worth` is what each thing scores.
    """
    if r.with_denouement():
        return None
    hit = [box for city in r.cities.values() for box in city.boxes.values() if box.blast]
    unseen = any(m.back is Back.CARRIER and not m.revealed for box in hit for m in box.markers)
    return {what: gained for what, _, gained in _scored(worth, r) if not (unseen and what == points.CARRIER)}


def _counts(r: Raid) -> dict[str, int]:
    """1.2 How often each thing happened."""
    hit = [box for city in r.cities.values() for box in city.boxes.values() if box.blast]
    flown = [b for b in r.squadron if b.fate not in _GROUNDED]
    fates = [b.fate for b in flown]
    korea = [b for b in flown if _korea(b)]
    boxes, total = sum([box.blast for box in hit]), sum([city.blast() for city in r.cities.values()])
    force = r.task_force
    counts = {
        "each Blast in a Target Box": boxes,
        "each Blast in an Area": total - boxes,
        "each different box hit": len(hit),
        points.CARRIER: sum(any(m.back is Back.CARRIER for m in box.markers) for box in hit),
        "B-25 destroyed": fates.count(Fate.DESTROYED),
        "B-25 captured": fates.count(Fate.CAPTURED) + len(korea),
        "B-25 safe but damaged": sum([b.damage > 0 and b.fate in _BACK and b not in korea for b in flown]),
        "city map with Blast": sum([city.blast() > 0 for city in r.cities.values()]),
        "B-25 landed safely": fates.count(Fate.LANDED) - len(korea),
        "ditched on the China side (zones 9 to 12)": sum(
            [_ditched(b, china=True) for b in flown if b.fate is Fate.DITCHED]
        ),
        "ditched short of the China side (zones 1 to 8)": sum(
            [_ditched(b, china=False) for b in flown if b.fate is Fate.DITCHED]
        ),
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
    return b25.fate is Fate.LANDED and b25.where == _KOREA


def _ditched(b25: B25, china: bool) -> bool:
    """RULING 42: on the China side of the time line ditched crews count as safe, elsewhere as lost."""
    if b25.fate is not Fate.DITCHED or b25.where == launch.BESIDE:  # 12.3.2: the Task Force has its crew back
        return False
    zone = b25.where.removeprefix("zone ")
    return (zone.isdigit() and int(zone) > TIME_LINE) is china


def lines(ref: Referee, r: Raid, total: int) -> tuple[str, str]:
    """1.2 The name of the outcome that a score is, and its words."""
    titles = data.table(ref, "S-titles")
    bands = titles.words[titles.data.columns.index("bands")][titles.labels.index(str(r.options.scenario))]
    outcomes = data.table(ref, "S-outcomes")
    at = sum(total >= int(limit) for limit in bands.split())
    return outcomes.labels[at], outcomes.words[0][at]


def debrief(ref: Referee, r: Raid) -> JsonDict:
    """1.2 The outcome of scenarios 1 to 9."""
    r.segment = "debriefing"
    ref.scene("debriefing")
    rows = score(ref, r)
    total = sum(scored for _, _, scored in rows)
    name, words = lines(ref, r, total)
    for what, count, scored in rows:
        if count:
            ref.note("points", causes=(), what=what, count=count, points=scored)
    ref.note("outcome", causes=(), score=total, name=name, words=words)
    return {
        "score": total,
        "result": name.lower(),
        "verdict": words,
        "points": [{"what": what, "count": count, "points": points} for what, count, points in rows if count],
    }
