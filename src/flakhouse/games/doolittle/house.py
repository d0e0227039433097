"""Tables of a player's own: whether maps, cups and lists fit together, before a game begins with them.

Charts that are rolled are checked as they are read (core/charts.py). Tables that are looked up may be replaced
too, and a cell that no rule can read would be found in the middle of a game only: so they are read here once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from flakhouse.core.agents import Default
from flakhouse.core.charts import Chart
from flakhouse.core.dice import Seeded
from flakhouse.core.referee import Referee
from flakhouse.errors import ChartError
from flakhouse.games.doolittle import data, layout, scenario, sea
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.options import SCENARIOS, Options
from flakhouse.games.doolittle.state import Marker
from flakhouse.games.doolittle.words import LAST_ZONE, Back, Benefit, City, Front, Weather, Wind

__all__ = ["check"]

#: Tables whose rows are the player's to choose; all others keep our rows.
_FREE = ("map-", "boxes-", "cup-", "S-entries", "S-flights", "roster", "elites", "ships", "detonations")
#: Rows of those that rules speak of.
_NEEDED = {"ships": ("Hornet", "Enterprise")}
#: Columns of words that rules compare: only words that stand in ours.
_WORDS = {
    ("zones", "wind box"),
    ("flight-track", ""),
    ("sites", "country"),
    ("sea-areas", "cup"),
    ("sea-areas", "weather box"),
    ("sea-areas", "table"),
    ("ships", "kind"),
}
_NUMBER = re.compile(r"^[+-]?\d{1,3}$")
_DRAW = re.compile(r"^(?:I|II|III|Alert) (?:\d|each|level)(?: from [0-4])?$")
_EXTRA = re.compile(r"^(?:-|alert|failed \d|signals \d)$")


def check(charts: Mapping[str, Chart[object]]) -> None:
    """1.7, 3.0, 5.0, 9.0 Refuse tables that contradict themselves, each other, or what the rules can read."""
    own = {id: chart for id, chart in charts.items() if chart.data.dice == "none"}
    if not own:
        return
    for id, chart in own.items():
        _rows(id, chart)
        _cells(id, chart)
    ref = Referee(Seeded("house"), Default(), house=charts)
    for city in City:
        data.city_map(ref, city)
    for name in (id.removeprefix("cup-") for id in CHARTS.charts if id.startswith("cup-")):
        _cup(ref, name)
    _entries(ref)
    _flights(ref)
    _starts(ref)
    _neighbours(ref)
    for number in SCENARIOS:
        try:
            scenario.set_up(ref, Options(scenario=int(number)))
        except (ValueError, KeyError, IndexError) as bad:
            raise ChartError(f"chart {', '.join(own)}: scenario {number} cannot be set up ({bad})") from bad


def _rows(id: str, chart: Chart[object]) -> None:
    """The rows rules ask for are there, in their order where the order is the map."""
    if not chart.labels:
        raise ChartError(f"chart {id}: no rows")
    if id.startswith(_FREE):
        for label in _NEEDED.get(id, ()):
            if label not in chart.labels:
                raise ChartError(f"chart {id}: row {label!r} of the original is missing")
        return
    ours = CHARTS.charts[id].labels
    for label in ours:
        if label not in chart.labels:
            raise ChartError(f"chart {id}: row {label!r} of the original is missing")
    for label in chart.labels:
        if label not in ours:
            raise ChartError(f"chart {id}, row {label!r}: the original has no such row")
    for label, wanted in zip(chart.labels, ours, strict=True):
        if label != wanted:
            raise ChartError(f"chart {id}, row {label!r}: stands where the original has {wanted!r}")


def _cells(id: str, chart: Chart[object]) -> None:
    """Numbers where ours has numbers, known words where rules compare them."""
    ours = CHARTS.charts[id]
    for at, words in enumerate(chart.words):
        column = chart.data.columns[at] if chart.data.columns else ""
        known = list(dict.fromkeys(ours.words[at]))
        fits = _fits(id, column, known)
        for label, word in zip(chart.labels, words, strict=True):
            why = fits(word)
            if why:
                raise ChartError(f"chart {id}, row {label!r}: {word!r} {why}")


def _fits(id: str, column: str, known: list[str]) -> Callable[[str], str]:
    """What is wrong with a cell of a column, or nothing."""
    if (id, column) == ("zones", "draws"):
        return lambda word: (
            "" if all(map(_DRAW.match, word.split("; "))) else "is no draw such as 'II 2; Alert each'"
        )
    if (id, column) == ("sea-areas", "extra"):
        return lambda word: "" if all(map(_EXTRA.match, word.split("; "))) else "is no draw such as 'failed 1'"
    if (id, column) == ("sites", "zone"):
        zones = [str(zone) for zone in range(1, LAST_ZONE + 1)]
        return lambda word: "" if word in zones else f"is no zone from 1 to {LAST_ZONE}"
    if (id, column) in _WORDS or set(known) == {"yes", "no"}:
        return lambda word: "" if word in known else f"is none of {', '.join(known)}"
    if all(_NUMBER.match(word) or word == "-" for word in known) and any(map(_NUMBER.match, known)):
        dash = "-" in known
        return lambda word: "" if _NUMBER.match(word) or (dash and word == "-") else "is no number"
    return lambda word: ""


def _cup(ref: Referee, name: str) -> None:
    """4.2.1, 8.3.1, 12.6.1 Every marker of a cup can be made, and there are not thrice as many as we have."""
    chart, ours = data.table(ref, f"cup-{name}"), CHARTS.charts[f"cup-{name}"]
    count, most = (sum(map(int, table.words[table.data.columns.index("n")])) for table in (chart, ours))
    if count > 3 * most:
        raise ChartError(f"chart cup-{name}: {count} markers; at most {3 * most} can be meant")
    columns = dict(zip(chart.data.columns, chart.words, strict=True))
    for i, label in enumerate(chart.labels):
        where = f"chart cup-{name}, row {label!r}"
        for kind, column in ((Front, "front"), (Back, "back")):
            if columns[column][i] not in set(kind):
                raise ChartError(f"{where}: no marker has the {column} {columns[column][i]!r}")
        if int(columns["n"][i]) < 0:
            raise ChartError(f"{where}: {columns['n'][i]} markers")
        text = columns["values"][i]
        try:
            made = data.with_values(Marker(name, Front(columns["front"][i]), Back(columns["back"][i])), text)
        except (ValueError, ChartError) as bad:
            raise ChartError(f"{where}: the values {text!r} cannot be read") from bad
        if made.high and not 2 <= made.low <= made.high <= 12:
            raise ChartError(f"{where}: two dice do not show {made.low} to {made.high}")


def _entries(ref: Referee) -> None:
    """4.1.1 Scenarios 1-6: B-25s, Elite Crewmen and Areas that there are."""
    chart, titles = data.table(ref, "S-entries"), data.table(ref, "S-titles")
    for i, label in enumerate(chart.labels):
        number, _, area, id, elite = (column[i] for column in chart.words)
        where = f"chart S-entries, row {label!r}"
        if number not in titles.labels or int(number) > 6:
            raise ChartError(f"{where}: {number!r} is no scenario from 1 to 6")
        city = titles.words[titles.data.columns.index("map")][titles.labels.index(number)]
        there = data.table(ref, f"map-{city}")
        if area not in there.labels:
            raise ChartError(f"{where}: map-{city} has no Area {area!r}")
        if there.words[there.data.columns.index("perimeter")][there.labels.index(area)] != "yes":
            raise ChartError(f"{where}: {area!r} is not on the rim of map-{city}")
        _crew(ref, where, id, elite)


def _flights(ref: Referee) -> None:
    """7.1, 2.3 Scenarios 7-9: B-25s and Elite Crewmen that there are, two to four in a Flight."""
    chart, men = data.table(ref, "S-flights"), data.table(ref, "elites")
    for label, benefit in zip(men.labels, men.words[0], strict=True):
        if benefit not in set(Benefit):
            raise ChartError(f"chart elites, row {label!r}: no benefit {benefit!r}")
    roster = data.table(ref, "roster")
    for id, pilot in zip(roster.labels, roster.words[0], strict=True):
        if roster.words[0].count(pilot) > 1:
            raise ChartError(f"chart roster, row {id!r}: two B-25s have the pilot {pilot!r}")
    for i, id in enumerate(chart.labels):
        _crew(ref, f"chart S-flights, row {id!r}", id, chart.words[1][i])
        if not 2 <= chart.words[0].count(chart.words[0][i]) <= 4:
            raise ChartError(f"chart S-flights, row {id!r}: a Flight has two to four B-25s (7.1.1)")


def _crew(ref: Referee, where: str, id: str, elite: str) -> None:
    """2.1, 2.3 A B-25 of the roster, and an Elite Crewman of the list."""
    if id not in data.table(ref, "roster").labels:
        raise ChartError(f"{where}: the roster has no B-25 {id!r}")
    if elite != "-" and elite not in data.table(ref, "elites").labels:
        raise ChartError(f"{where}: there is no Elite Crewman {elite!r}")


def _starts(ref: Referee) -> None:
    """5.0, 12.0 Scenarios 7-9: hours, zones, weather, winds, Sea Areas and turns that there are."""
    flying, sailing = data.table(ref, "S-flying"), data.table(ref, "S-sailing")
    words: dict[str, list[str]] = {
        "hour": data.table(ref, "flight-track").labels,
        "zone": [str(zone) for zone in range(1, LAST_ZONE + 1)],
        "weather": [word.value for word in Weather],
        "wind": ["-", *(word.value for word in Wind)],
        "submarine": list(sea.AREAS),
        "rendezvous point": list(sea.AREAS),
        "rendezvous turn": data.table(ref, "naval-turns").labels,
        "launch point": list(sea.AREAS),
    }
    for id, chart in (("S-flying", flying), ("S-sailing", sailing)):
        for column in chart.words:
            for label, word in zip(chart.labels, column, strict=True):
                known = words.get(label) or words.get(label.split()[0])
                if known is None and not _NUMBER.match(word):
                    raise ChartError(f"chart {id}, row {label!r}: {word!r} is no number")
                if known is not None and word not in known:
                    raise ChartError(f"chart {id}, row {label!r}: {word!r} is none of {', '.join(known)}")


def _neighbours(ref: Referee) -> None:
    """9.5 Spaces of the layout that are next to each other say so both."""
    spaces = layout.spaces(ref)
    for name, space in spaces.items():
        for other in space.adjacent:
            if other not in spaces or name not in spaces[other].adjacent:
                raise ChartError(
                    f"chart layout, row {name!r}: names {other!r} as its neighbour, not the other way too"
                )
