"""1.2 The ten scenarios: what is on the table when play begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flakhouse.core.charts import Chart
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import cups, data, naval
from flakhouse.games.doolittle.attack import Entrant
from flakhouse.games.doolittle.elites import MEN
from flakhouse.games.doolittle.options import Options
from flakhouse.games.doolittle.state import B25, Elite, Flight, Raid, Submarine
from flakhouse.games.doolittle.words import City, Fate, Launch, Side, Site, Weather, Wind

__all__ = ["ATTACK_CUPS", "entrants", "roster", "set_up", "titles"]

#: 4.2.1 The cups of the target maps.
ATTACK_CUPS = (
    "tokyo-day",
    "tokyo-night",
    "nagoya-day",
    "nagoya-night",
    "osaka-day",
    "osaka-night",
    "response",
)
_FLIGHT_CUPS = ("flight-I", "flight-II", "flight-III", "flight-alert", "beacons")
_SEA_CUPS = ("sea-east", "sea-central", "sea-west", "transit")
_HOURS = ("0000", "0200", "0400", "0600", "0800", "1000", "1200", "1400", "1600", "1800", "2000", "2200")


def _titles(chart: Chart[str]) -> Mapping[int, Mapping[str, str]]:
    """1.2 The rows of the scenarios, each by its columns."""
    names = chart.data.columns
    return {
        int(number): {name: chart.words[i][row] for i, name in enumerate(names)}
        for row, number in enumerate(chart.labels)
    }


def _entries(chart: Chart[str]) -> Mapping[int, list[tuple[int, str, str, str]]]:
    """4.1.1 Turn, Area, B-25 and Elite Crewman of everybody who enters, by scenario."""
    found: dict[int, list[tuple[int, str, str, str]]] = {}
    for scenario, turn, area, id, elite in zip(*chart.words, strict=True):
        found.setdefault(int(scenario), []).append((int(turn), area, id, elite))
    return found


_TITLES = data.Reading("S-titles", _titles)
_ENTRIES = data.Reading("S-entries", _entries)
_NIGHTS = data.Reading("flight-track", lambda chart: tuple(word == "night" for word in chart.words[0]))
_BOMBERS = data.Reading(
    "roster",
    lambda chart: [
        (id, pilot, "" if nickname == "-" else nickname)
        for id, pilot, nickname in zip(chart.labels, chart.words[0], chart.words[1], strict=True)
    ],
)
_FLYING = (data.Reading("S-flying", data.cells(0)), data.Reading("S-flying", data.cells(1)))


def _sky(column: int) -> Callable[[Chart[str]], tuple[dict[str, Weather], dict[str, Wind]]]:
    """5.3 For a Reading: the weather and the wind of each box at the start, as far as they are known."""

    def read(chart: Chart[str]) -> tuple[dict[str, Weather], dict[str, Wind]]:
        weather: dict[str, Weather] = {}
        wind: dict[str, Wind] = {}
        for key, word in data.cells(column)(chart).items():
            kind, _, box = key.partition(" ")
            if kind == "weather":
                weather[box] = Weather(word)
            elif kind == "wind" and word != "-":
                wind[box] = Wind(word)
        return weather, wind

    return read


_SKY = (data.Reading("S-flying", _sky(0)), data.Reading("S-flying", _sky(1)))
_SAILING = data.Reading("S-sailing", data.cells())


def titles(ref: Referee) -> dict[int, str]:
    """1.2 The names of the scenarios."""
    return {number: cells["title"] for number, cells in _TITLES.of(ref).items()}


def roster(ref: Referee) -> tuple[dict[str, B25], dict[str, Elite]]:
    """2.1, 2.3 Every B-25 and every Elite Crewman there is."""
    planes = {id: B25(id, pilot, nickname) for id, pilot, nickname in _BOMBERS.of(ref)}
    elites = {name: Elite(name, benefit, home) for name, benefit, home in MEN.of(ref)}
    return planes, elites


def set_up(ref: Referee, options: Options) -> Raid:
    """1.2 The table laid for a scenario; nothing is asked."""
    r = Raid(options, tables=ref.house)
    r.dark = _NIGHTS.of(ref)
    planes, elites = roster(ref)
    r.squadron = list(planes.values())
    number = options.scenario
    names: tuple[str, ...] = (*ATTACK_CUPS, *_FLIGHT_CUPS)
    if number >= 9:
        names = (*names, *_SEA_CUPS)
    if number <= 6:
        _attack(ref, r, planes, elites)
        own = _cup_word(r.city)
        names = tuple(name for name in names if name == "response" or name.startswith(own))
    else:
        r.cities = {city: data.city_map(ref, city) for city in City}
    r.cups = data.fill_cups(ref, names)
    r.pieces = [marker for cup in r.cups.values() for marker in cup]
    if number in (7, 8):
        _flying(ref, r, planes, elites)
    elif number == 9:
        _sailing(ref, r, planes, elites)
    if 7 <= number <= 9 and options.beacons:
        for site in (Site.CHUCHOW, Site.LISHUI):
            beacon = cups.draw(ref, r, "beacons")
            if beacon is not None:
                r.beacons[site] = beacon
    return r


def _cup_word(city: City | None) -> str:
    return {City.TOKYO: "tokyo", City.NAGOYA: "nagoya"}.get(city or City.OSAKA_KOBE, "osaka")


def _attack(ref: Referee, r: Raid, planes: dict[str, B25], elites: dict[str, Elite]) -> None:
    """3.1.1, 4.1.1 Scenarios 1-6: one map, one side, an Alert Level that stays."""
    cells = _TITLES.of(ref)[r.options.scenario]
    r.city, r.side = City(cells["map"]), Side(cells["side"])
    r.security.alert = int(cells["alert"])
    r.cities = {r.city: data.city_map(ref, r.city)}
    for _, _, id, elite in _ENTRIES.of(ref)[r.options.scenario]:
        _man(planes[id], elite, elites)
        planes[id].fate = Fate.FLYING


def entrants(ref: Referee, r: Raid) -> list[Entrant]:
    """4.1.1 Scenarios 1-6: who enters on which turn, in which area."""
    by_id = {b.id: b for b in r.squadron}
    return [Entrant(by_id[id], turn, area) for turn, area, id, _ in _ENTRIES.of(ref)[r.options.scenario]]


def _man(b25: B25, name: str, elites: dict[str, Elite]) -> None:
    """2.3 The Elite Crewman of a B-25, if the scenario gives it one."""
    if name != "-":
        b25.elite = elites[name]


def _crews(ref: Referee, planes: dict[str, B25], elites: dict[str, Elite]) -> dict[int, list[B25]]:
    """7.1 The Flights of scenarios 7 to 9."""
    flights: dict[int, list[B25]] = {}
    for id, number, elite in _FLIGHTS.of(ref):
        _man(planes[id], elite, elites)
        flights.setdefault(number, []).append(planes[id])
    return flights


#: 7.1 Each B-25 of scenarios 7 to 9 with the number of its Flight and its Elite Crewman.
_FLIGHTS = data.Reading(
    "S-flights",
    lambda chart: [
        (id, int(number), elite)
        for id, number, elite in zip(chart.labels, chart.words[0], chart.words[1], strict=True)
    ],
)


def _flying(ref: Referee, r: Raid, planes: dict[str, B25], elites: dict[str, Elite]) -> None:
    """5.0, 7.2.1 Scenarios 7 and 8: in the air after an emergency launch."""
    cells = _FLYING[r.options.scenario - 7].of(ref)
    r.launch = Launch.EMERGENCY
    r.first_wind = False
    r.hour = _HOURS.index(cells["hour"])
    r.security.value = int(cells["secrecy value"])
    r.security.risk = int(cells["security risk"])
    r.security.failed = int(cells["failed tests"])
    r.security.alert = r.launch_alert = int(cells["alert"])
    weather, winds = _SKY[r.options.scenario - 7].of(ref)
    r.weather.update(weather)
    r.wind.update(winds)
    for number, aircraft in _crews(ref, planes, elites).items():
        for b25 in aircraft:
            b25.fate = Fate.FLYING
        r.flights.append(Flight(number, aircraft, int(cells["zone"]), int(cells["fuel"])))


def _sailing(ref: Referee, r: Raid, planes: dict[str, B25], elites: dict[str, Elite]) -> None:
    """9.0, 12.0 Scenario 9: the Task Force in port with the squadron on deck."""
    cells = _SAILING.of(ref)
    r.security.value = int(cells["secrecy value"])
    r.security.risk = int(cells["security risk"])
    r.security.failed = int(cells["failed tests"])
    r.security.alert = int(cells["alert"])
    r.ratings.fuel = int(cells["fuel"])
    force = r.task_force
    force.rv_area, force.rv_turn = cells["rendezvous point"], cells["rendezvous turn"]
    force.launch_area = cells["launch point"]
    force.submarines = [
        Submarine(key.removeprefix("submarine "), area)
        for key, area in cells.items()
        if key.startswith("submarine ")
    ]
    for aircraft in _crews(ref, planes, elites).values():
        for b25 in aircraft:
            b25.fate = Fate.DECK
    naval.embark(ref, r)
