"""Tables of a player's own: shown where ours would be, and refused before the first step if they contradict."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Default
from flakhouse.core.dice import Seeded
from flakhouse.core.game import read_house
from flakhouse.core.referee import Referee
from flakhouse.errors import ChartError
from flakhouse.games.doolittle import scenario
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.game import GAME
from flakhouse.games.doolittle.options import Options
from flakhouse.games.doolittle.state import Raid
from flakhouse.render.doolittle import flying, planned, sailing, status, target


def _own(id: str, old: str, new: str) -> str:
    """A house file with one of our tables, in whose rows the words `old` are replaced."""
    ours = CHARTS.charts[id]
    rows = "\n".join(" | ".join((name, *(c[i] for c in ours.words))) for i, name in enumerate(ours.labels))
    assert old in rows
    columns = f"columns = [{', '.join(repr(c) for c in ours.data.columns)}]\n" if ours.data.columns else ""
    return (
        f'[chart."{id}"]\ntitle = "mine"\nrule = "1.7"\ndice = "none"\nsource = "printed"\nfrom = "my copy"\n'
        f"{columns}grid = '''\n{rows.replace(old, new)}\n'''\n"
    )


def _raid(number: int, text: str) -> Raid:
    house = read_house(GAME, "mine.toml", text)
    return scenario.set_up(Referee(Seeded("a"), Default(), house=house.charts), Options(scenario=number))


def _shown(lines: list[str]) -> str:
    return " ".join(" ".join(lines).split())


# ------------------------------------------------------------------ shown


def test_5_1_zones_of_a_players_own_are_shown() -> None:
    r = _raid(7, _own("zones", "Defense East outer | defense | I 2", "My Own Sea | japan | III 3"))
    text = _shown(flying.lines(r))
    assert "Zone 2, My Own Sea: hazards 3 of type III." in text
    assert "Defense East outer" not in text
    assert flying.box(r, 2) == "japan"


def test_5_5_sites_and_cities_of_a_players_own_are_shown() -> None:
    text = _own("sites", "Lishui | 11 | 9 | 11", "Lishui | 10 | 3 | 4") + _own("cities", "Tokyo | 8", "Tokyo | 5")
    shown = _shown(flying.lines(_raid(7, text)))
    assert "Lishui 10 3 4" in shown
    assert "Tokyo 5 9" in shown


def test_9_1_sea_areas_and_layout_of_a_players_own_are_shown() -> None:
    text = _own("sea-areas", "Midway | 10 | 8", "Midway | 17 | 16") + _own("layout", "Center | 10", "Center | 31")
    r = _raid(9, text)
    shown = _shown(sailing.lines(r))
    assert "Midway ? 17 16" in shown
    assert "of 31" in shown


def test_5_2_the_light_of_a_players_own_track_counts() -> None:
    r = _raid(7, _own("flight-track", "0800 | day", "0800 | night"))
    assert r.night(1)
    assert "Japan 0800, night" in flying.lines(r)[0]


def test_6_1_13_4_tracks_of_a_players_own_are_shown() -> None:
    r = _raid(7, _own("alert-floor", "4 | 1", "4 | 3"))
    assert "Alert at least 3" in status.security(r)
    row = CHARTS.charts["P-morale"].labels[2]
    men = CHARTS.charts["P-morale"].words[0][2]
    r = _raid(10, _own("P-morale", f"{row} | {men}", f"{row} | 9"))
    assert "9 elite crewmen" in _shown(planned.blotter(r))


def test_4_2_2_the_detonations_track_of_a_players_own_is_shown() -> None:
    first = CHARTS.charts["detonations"].words[0][0]
    r = _raid(1, _own("detonations", f"0 | {first}", "0 | 7"))
    assert target.draw_figure(next(iter(r.cities.values()))) == 7


def test_1_2_the_title_of_a_players_own_is_shown() -> None:
    r = _raid(7, _own("S-titles", "The Army Launches for Japan", "My Raid"))
    assert status.title(r) == "Scenario 7: My Raid"


# ------------------------------------------------------------------ refused


@pytest.mark.parametrize(
    ("id", "old", "new", "told"),
    [
        ("boxes-Tokyo", "Tokyo Armory", "My Armory", "chart map-Tokyo, row 'Tokyo North': has the box"),
        ("map-Nagoya", "Ise Bay", "My Bay", "chart map-Nagoya, row 'My Bay'"),
        ("zones", "II 1; Alert level", "IV 1", "chart zones, row '6': 'IV 1' is no draw"),
        ("zones", "yellow sea", "red sea", "chart zones, row '9': 'red sea' is none of"),
        ("zones", "12 | Interior", "13 | Interior", "chart zones: row '12' of the original is missing"),
        ("sites", "Kian | 12", "Kian | 14", "chart sites, row 'Kian': '14' is no zone"),
        ("cities", "Nagoya | 8", "Nagoya | eight", "chart cities, row 'Nagoya': 'eight' is no number"),
        ("sea-areas", "failed 2", "failures 2", "chart sea-areas, row '170W': 'failures 2' is no draw"),
        ("layout", "Port Far | 2 | - | Port", "Port Far | 2 | - | Ahead", "chart layout, row 'Port'"),
        ("cup-flight-I", "Compass Error", "Lost", "no marker has the back 'Lost'"),
        ("S-entries", "Tokyo Bay South | 2250", "Tokyo Bay West | 2250", "row '5.7': map-Tokyo has no Area"),
        ("S-entries", "5.1 | 5 | 1", "5.1 | 7 | 1", "row '5.1': '7' is no scenario from 1 to 6"),
        ("S-entries", "5.1 | 5 | 1", "5.1 | 0 | 1", "row '5.1': '0' is no scenario from 1 to 6"),
        ("S-flights", "2242 | 3", "9999 | 3", "chart S-flights, row '9999': the roster has no B-25 '9999'"),
        ("S-flying", "weather china | Storm", "weather china | Snow", "row 'weather china': 'Snow' is none of"),
        ("S-sailing", "Defense West", "Elsewhere", "row 'launch point': 'Elsewhere' is none of"),
        ("roster", "2292 | Hoover", "2292 | Gray", "chart roster, row '2292': two B-25s have the pilot 'Gray'"),
        ("ships", "Hornet", "Wasp", "chart ships: row 'Hornet' of the original is missing"),
        ("roster", "2344 | Doolittle", "2345 | Doolittle", "the roster has no B-25 '2344'"),
    ],
)
def test_1_7_a_table_that_contradicts_is_refused_when_it_is_read(id: str, old: str, new: str, told: str) -> None:
    with pytest.raises(ChartError) as found:
        read_house(GAME, "mine.toml", _own(id, old, new))
    assert str(found.value).startswith("mine.toml: chart ")
    assert told in str(found.value)


@pytest.mark.parametrize("id", [id for id, chart in CHARTS.charts.items() if chart.data.dice == "none"])
def test_1_7_our_own_tables_are_no_contradiction(id: str) -> None:
    ours = CHARTS.charts[id]
    word = ours.words[0][0]
    house = read_house(GAME, "mine.toml", _own(id, word, word))
    assert list(house.charts) == [id]
