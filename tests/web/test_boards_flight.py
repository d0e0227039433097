"""The Flight Map in the browser: Japan in sight, each Flight with its Fuel, the way it has flown."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from flakhouse.core.events import Noted
from flakhouse.games.doolittle.state import Flight, Raid
from flakhouse.games.doolittle.words import City, Fate, Site
from flakhouse.web.boards.base import NOTHING, Open
from flakhouse.web.boards.doolittle import counters, pacific
from flakhouse.web.boards.doolittle.flying import _legend, flight_map
from flakhouse.web.boards.doolittle.strips import strips
from tests.render import doolittle_raids as raids

_JAPAN = ("honshu", "kyushu", "shikoku")
_RECT = re.compile(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"')


def _crowded(zone: int, count: int) -> Raid:
    """So many Flights of two in one zone, with all there is to say about the places."""
    r = raids.airborne()
    r.flights = [Flight(n, r.squadron[:2], zone, 4) for n in range(1, count + 1)]
    for city in r.cities.values():
        city.contacts = 2
    r.beacons = {site: r.beacons[Site.CHUCHOW] for site in Site}
    return r


@pytest.mark.parametrize(("zone", "count"), [(6, 5), (6, 10), (7, 8), (7, 12)])
def test_5_1_no_box_and_no_counter_stands_on_the_coast_of_japan(zone: int, count: int) -> None:
    drawn = str(flight_map(_crowded(zone, count), NOTHING))
    boxes = []
    for thing in re.findall(r'<g class="(?:fm-place|dl-fl)[^>]*>.*?</g>', drawn):
        boxes += [tuple(map(float, found)) for found in _RECT.findall(thing)]
    assert len(boxes) >= count + len(City) + len(Site)
    for name in _JAPAN:
        for x, y in (pacific.at(*point) for point in pacific._COASTS[name]):
            under = [box for box in boxes if box[0] < x < box[0] + box[2] and box[1] < y < box[1] + box[3]]
            assert under == [], (name, x, y)


def test_5_1_the_zones_lie_side_by_side_and_places_in_their_zones() -> None:
    lanes = list(pacific.LANES.values())
    assert [lane.zone for lane in lanes] == list(range(12, 0, -1))
    assert all(a.x + a.wide == b.x for a, b in pairwise(lanes))
    assert lanes[-1].x + lanes[-1].wide == pacific.WIDE
    japan, north = pacific.LANES[6], pacific.LANES[7]
    assert all(japan.x < pacific.AT[city][0] < japan.x + japan.wide for city in City)
    assert north.x < pacific.AT[Site.VLADIVOSTOK][0] < north.x + north.wide


def test_7_2_fuel_stands_against_the_zones_to_the_fields() -> None:
    r = raids.airborne()
    drawn = str(strips(r, NOTHING))
    assert 'aria-label="Fuel 7; 9 zones to the fields in China"' in drawn
    first = next(row for row in drawn.split("<li ") if "Flight 1" in row)
    assert len(re.findall(r'<i class="on', first)) == 7
    assert len(re.findall(r'<i class="off', first)) == 2
    assert first.count(" jp") == 1
    r.flights[0].target = Site.VLADIVOSTOK
    drawn = str(strips(r, NOTHING))
    assert 'aria-label="Fuel 7; 5 zones to Vladivostok, 2 to spare"' in drawn
    for fuel in (5, 7, 8):  # as many squares as Fuel, also where the way is shorter
        r.flights[0].fuel = fuel
        first = next(row for row in str(strips(r, NOTHING)).split("<li ") if "Flight 1" in row)
        assert len(re.findall(r'<i class="on', first)) == fuel
        assert len(re.findall(r'<i class="on spare', first)) == max(0, fuel - 5)


def test_7_2_the_legend_says_what_the_squares_and_the_red_mark_are() -> None:
    drawn = str(_legend())
    assert "1 Fuel for a zone ahead; paler: to spare; red: Japan" in drawn


def test_7_1_a_strip_says_what_ails_each_b25_and_not_what_lies_face_down() -> None:
    r = raids.face_down()
    r.flights = [Flight(1, r.squadron[:3], 4, 5)]
    assert str(strips(r, NOTHING)) == str(strips(raids.disguised(r), NOTHING))
    r.squadron[0].damage, r.squadron[1].fumes = 2, 1
    drawn = str(strips(r, NOTHING))
    assert "severely damaged" in drawn
    assert "on fumes" in drawn


def test_7_1_the_flight_asked_about_is_lit_in_its_strip_and_those_gone_are_named() -> None:
    r = raids.airborne()
    r.squadron[3].fate = Fate.DITCHED
    r.flights = r.flights[:2]
    drawn = str(strips(r, Open(frozenset({r.flights[0].subject}), frozenset())))
    assert drawn.count("fs-row sel") == 1
    assert re.search(r">Lost</span> Lawson</p>", drawn)


def test_8_1_1_the_way_of_a_flight_has_the_hour_of_each_zone() -> None:
    r = raids.airborne()
    turns = [("0800", ()), ("1000", (3,)), ("1200", (4, 5))]
    events: list[Noted] = []
    for hour, zones in turns:
        events.append(Noted("flight-turn", {"turn": 1, "hour": hour, "night": False}))
        events += [Noted("flies-west", {"flight": "Flight 1", "zone": zone, "name": ""}) for zone in zones]
    drawn = str(counters.way(events, r.flights[0]))
    assert "zone 2 at 0800, zone 3 at 1000, zone 4 at 1200, zone 5 at 1200" in drawn
    assert counters.way(events, r.flights[1]) == ""
