"""The raid log of the Doolittle Raid as a form on one page: squadron, cities, security, score or judges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from flakhouse.core.events import Noted
from flakhouse.games.doolittle.state import B25, CityMap, Crew, Raid
from flakhouse.games.doolittle.words import City, Fate, Launch
from flakhouse.render.base import Record
from flakhouse.render.bomber.digest import word
from flakhouse.render.bomber.facts import count
from flakhouse.render.doolittle import parts, status
from flakhouse.render.doolittle.digest import read
from flakhouse.render.doolittle.sheets import Outcome, outcome_of, title
from flakhouse.web.boards.base import BoardInput, el, join
from flakhouse.web.boards.bomber.parts import icon
from flakhouse.web.boards.doolittle import china
from flakhouse.web.forms import paper
from flakhouse.web.forms.paper import entry, pick

__all__ = ["mission_form"]

_ID = "raid-form"
_SYMBOLS = (
    *("crew-fit", "crew-light", "crew-captured", "crew-away", "crew-killed", "crew-serious"),
    *("mark-blast", "mark-hit", "mark-bomb"),
)
_ALERTS = tuple(str(level) for level in range(6))
_FAILED = 9
_MANY = 17  # aircraft that fit in the usual height
_SCORES = 9  # lines of the score
_PLACES = 5  # lines of a city
_DAMAGE = ("", "damaged", "severely damaged")
#: What came of a release, by the event that tells of it.
_CAME = {"box-hit": "hit", "box-missed": "missed", "release-spoilt": "spoilt", "area-hit": "Area bombed"}


class Plane(NamedTuple):
    """A B-25 of the squadron table."""

    id: str
    pilot: str
    nickname: str
    aboard: str
    target: str
    result: str
    fate: str
    where: str
    damage: str
    crew: object


def mission_form(record: Record, given: BoardInput) -> Markup:
    """The raid log of a record, with the state of its raid if there is one."""
    r = given.state if isinstance(given.state, Raid) else None
    outcome = outcome_of(record)
    scenario = record.options.get("scenario", "1")
    number = el("div", el("span", "Scenario", class_="cap"), el("b", scenario), class_="no")
    name = title(int(scenario), record.events).partition(": ")[2]
    planes = _planes(record, r, outcome)
    many = " many" if len(planes) > _MANY else ""
    return paper.page(
        _ID,
        False,
        _SYMBOLS,
        paper.head(_ID, "emblem-doolittle", "Raid log", f"{name} · {_stands(r, outcome)}", number),
        paper.fields(_fields(r, outcome)),
        _squadron(planes, many, r),
        _cities(r, outcome),
        _score(record, outcome),
        _end(outcome),
        paper.foot("raid log", record),
    )


def _stands(r: Raid | None, outcome: Outcome | None) -> str:
    """How far the raid has come."""
    if outcome is not None:
        return "no raid" if outcome.aborted else f"over: {outcome.result}"
    return f"as of {status.headline(r, ', ')}" if r is not None else "not begun"


def _fields(r: Raid | None, outcome: Outcome | None) -> list[Markup]:
    """Launch, security, and when."""
    alert = str(r.security.alert) if r is not None else str(outcome.alert) if outcome is not None else None
    launch = None
    if r is not None and r.launch is not Launch.NONE:
        launch = r.launch.value
    elif outcome is not None:
        launch = outcome.launch
    early = r is not None and parts.unsailed(r)  # 13.5.6
    dice = count(r.security.value, "die", "dice") if r is not None and not early else None
    turns = str(r.flight_turn) if r is not None and r.flight_turn else None
    return [
        pick("Launch", (Launch.PLANNED.value, Launch.EMERGENCY.value), launch, 2),
        entry("Launched in", r.launch_area if r is not None else None, 2),
        entry("Flight turns", turns),
        entry("Date", None),
        pick("Alert Level", _ALERTS, alert, 2),
        entry("Failed Secrecy Tests", crossed("Failed Secrecy Tests", r.security.failed if r else 0, _FAILED), 2),
        entry(parts.EARLY_RISK if early else "Security Risk", str(r.security.risk) if r is not None else None),
        entry("Secrecy Value", dice),
    ]


def crossed(label: str, done: int, of: int) -> Markup:
    """Boxes to cross, so many of them crossed."""
    drawn = Markup('<i class="x"></i>') * done + Markup("<i></i>") * max(0, of - done)
    return el("span", drawn, class_="bx", role="img", aria_label=f"{label}: {done}")


# ------------------------------------------------------------------ the squadron


def _planes(record: Record, r: Raid | None, outcome: Outcome | None) -> list[Plane]:
    """The B-25s that had a part in it."""
    told = _releases(record)
    if r is None:
        ends = outcome.b25s.items() if outcome is not None else ()
        return [
            Plane(id, end.pilot, "", "", "", "", end.fate, end.where, _DAMAGE[min(2, end.damage)], "")
            for id, end in ends
        ]
    crews = {crew.b25.id: crew for crew in r.crews}
    flown = [b25 for b25 in r.squadron if b25.fate is not Fate.RESERVE]
    return [_plane(r, b25, told.get(b25.name(), []), crews.get(b25.id)) for b25 in flown]


def _plane(r: Raid, b25: B25, releases: Sequence[tuple[str, str]], crew: Crew | None) -> Plane:
    """A B-25 with what it did and what became of it."""
    there = b25.fate in (Fate.FLYING, Fate.DECK)
    where = status.where(r, b25) if there else b25.where
    damage = _DAMAGE[min(2, b25.damage)]
    skipped = {damage, "loaded", "unloaded"}
    aboard = [text for text in parts.aboard(b25) if text not in skipped]
    result = "; ".join(result for _, result in releases)
    if not releases and b25.loaded and there:
        result = "loaded"
    target = "; ".join(dict.fromkeys(target for target, _ in releases))
    return Plane(
        b25.id,
        b25.pilot,
        b25.nickname,
        "; ".join(aboard),
        target,
        result,
        b25.end(),
        where,
        damage,
        _men(crew) if crew else "",
    )


def _men(crew: Crew) -> Markup:
    """What became of five men: a mark and a word."""
    words = crew.fate.rstrip("*") or crew.place or "not known"
    if not crew.fit:
        words += ", wounded"
    return join((icon(china.crew_symbol(crew)), f" {words}"))


def _releases(record: Record) -> dict[str, list[tuple[str, str]]]:
    """What each B-25 bombed, and what came of it."""
    found: dict[str, list[tuple[str, str]]] = {}
    for turn in read(record.events):
        for event in turn.events:
            if isinstance(event, Noted) and event.kind in _CAME:
                place = word(event, "box") or word(event, "area")
                target = f"{turn.city}: {place}" if turn.city else place
                found.setdefault(word(event, "b25"), []).append((target, _CAME[event.kind]))
    return found


def _squadron(planes: Sequence[Plane], many: str, r: Raid | None) -> Markup:
    """The table of aircraft."""
    heads = ("B-25", "Pilot", "With him", "Target", "Result", "End", "Where", "Damage", "Crew")
    rows = [
        el(
            "tr",
            el("th", plane.id, scope="row"),
            el(
                "td",
                el("b", plane.pilot),
                el("small", f" {plane.nickname}") if plane.nickname else "",
                class_="ty nw1",
            ),
            *(el("td", text, class_=_size(text)) for text in (plane.aboard, plane.target, plane.result)),
            *(el("td", text, class_=_size(text)) for text in (plane.fate, plane.where)),
            el("td", join((icon("mark-hit"), f" {plane.damage}")) if plane.damage else ""),
            el("td", plane.crew, class_="long"),
        )
        for plane in planes
    ]
    rows += [el("tr", el("th"), Markup("<td></td>") * (len(heads) - 1)) for _ in range(3 - len(rows))]
    head = el("thead", el("tr", *(el("th", name, scope="col") for name in heads)))
    left = sum(b.fate is Fate.RESERVE for b in r.squadron) if r is not None else 0
    words = f"The squadron ({count(left, 'B-25', 'B-25s')} not selected)" if left else "The squadron"
    table = el("table", head, el("tbody", *rows), class_=f"fm-raid{many}")
    return join((paper.caption(words), table))


def _size(text: str) -> str | None:
    """Long texts are set smaller."""
    return "long" if len(text) > 18 else None


# ------------------------------------------------------------------ the cities


def _cities(r: Raid | None, outcome: Outcome | None) -> Markup:
    """The three target maps with their Blast."""
    boxes = [_city(city, r.cities.get(city) if r is not None else None, outcome) for city in City]
    return join((paper.caption("Blast on the cities"), el("div", *boxes, class_="fm-cities")))


def _city(city: City, found: CityMap | None, outcome: Outcome | None) -> Markup:
    """A city: where bombs fell, and the sum."""
    places: dict[str, int] = {}
    if found is not None:
        places = {box.name: box.blast for box in found.boxes.values() if box.blast}
        places |= {f"{area.name}, Area": area.blast for area in found.areas.values() if area.blast}
    total: int | None = found.blast() if found is not None else None
    if found is None and outcome is not None:
        total = outcome.blast.get(city.value)
    shown = _lines(places)
    items = [el("li", el("span", name), _stars(blast)) for name, blast in shown.items()]
    items += [el("li", Markup("&#160;")) for _ in range(_PLACES - len(items))]
    sum_ = el("b", "" if total is None else total, class_="num")
    head = el("div", el("span", city.value, class_="cap"), sum_, class_="fr")
    return el("section", head, el("ul", *items))


def _lines(places: Mapping[str, int]) -> dict[str, int]:
    """The places that fit; the rest in one line."""
    most = sorted(places, key=lambda name: -places[name])
    if len(most) <= _PLACES:
        return {name: places[name] for name in most}
    kept = most[: _PLACES - 1]
    rest = most[_PLACES - 1 :]
    found = {name: places[name] for name in kept}
    found[f"{len(rest)} other places"] = sum(places[name] for name in rest)
    return found


def _stars(blast: int) -> Markup:
    """Blast as stars, or as a number where there are many."""
    drawn = icon("mark-blast") * blast if blast <= 4 else join((icon("mark-blast"), f" × {blast}"))
    return el("span", drawn, class_="stars", role="img", aria_label=f"Blast {blast}")


# ------------------------------------------------------------------ score and verdict


def _score(record: Record, outcome: Outcome | None) -> Markup:
    """The points of scenarios 1 to 9, the judges of scenario 10; empty lines before the end."""
    judged = record.options.get("scenario") == "10"
    heads = ("Judge", "Mark", "What he says") if judged else ("For", "How often", "Points")
    rows: list[tuple[str, str, str]] = []
    if outcome is not None:
        rows = [(one.what, str(one.count), str(one.points)) for one in outcome.points]
        rows += [(name, f"{one.mark:+d}", one.words) for name, one in outcome.judges.items()]
        if outcome.alliances is not None:
            rows.append(("The allies", f"{outcome.alliances:+d}", "health of the alliances"))
        if outcome.trials:
            rows.append(("Trials", "", "; ".join(outcome.trials)))
    lines = [el("tr", *(el("td", text) for text in row)) for row in rows]
    lines += [el("tr", Markup("<td></td>") * 3) for _ in range((_SCORES - 2) - len(lines))]
    head = el("thead", el("tr", *(el("th", name, scope="col") for name in heads)))
    kind = "fm-score judged" if judged else "fm-score"
    table = el("table", head, el("tbody", *lines), class_=kind)
    return join((paper.caption("The judges" if judged else "Score"), table))


def _end(outcome: Outcome | None) -> Markup:
    """The verdict."""
    if outcome is None:
        empty = [entry("Score", None), entry("Result", None, 2), entry("Verdict", None, 3)]
        return paper.fields(empty, "res")
    verdict = f"No raid: {outcome.aborted}. {outcome.verdict}" if outcome.aborted else outcome.verdict
    return paper.fields(
        [
            entry("Score", str(outcome.score)),
            entry("Result", paper.capital(outcome.result), 2),
            entry("Verdict", verdict, 3),
        ],
        "res",
    )
