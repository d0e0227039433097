"""8.0 The flight as it is told: what matters stops the telling, the rest is a strip of the zones passed."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Chosen, Event, Noted
from flakhouse.games.doolittle import flight_hazards
from flakhouse.games.doolittle.state import Marker
from flakhouse.games.doolittle.words import Back, Front
from flakhouse.render.pace import pace
from flakhouse.render.telling import Leg
from tests.doolittle.flights import plain
from tests.doolittle.helpers import b25, referee
from tests.render.doolittle_raids import view

_NAMES = {3: "Defense East inner", 4: "Defense West outer", 6: "Japan", 10: "China coast"}


def turn(hour: str) -> Noted:
    return Noted("flight-turn", {"turn": 2, "hour": hour, "night": False})


def west(zone: int, *flights: int) -> list[Event]:
    return [Noted("flies-west", {"flight": f"Flight {n}", "zone": zone, "name": _NAMES[zone]}) for n in flights]


def met(pilot: str, hazard: str) -> Noted:
    return Noted("flight-hazard", {"b25": f"{pilot} (2261)", "hazard": hazard})


def left(fuel: int, *flights: int) -> list[Event]:
    return [Noted("fuel", {"flight": f"Flight {n}", "fuel": fuel, "why": "two hours of flight"}) for n in flights]


def legs(events: list[Event], since: int = 0) -> list[Leg]:
    return view().legs(events, range(since, len(events)))


def test_8_0_a_leg_names_the_zone_what_was_met_and_the_fuel() -> None:
    events = [
        *(turn("1000"), *west(3, 1, 2), met("Lawson", "Clear"), met("Gray", "Fuel Leak"), *left(7, 1, 2)),
        *(turn("1200"), *west(4, 1), *west(3, 2), met("Gray", "Interceptor, which breaks off"), *left(6, 1)),
        *left(5, 2),
    ]
    assert legs(events) == [
        Leg("1000", "Zone 3, Defense East inner", ("Gray: fuel leak", "a marker, clear", "Fuel 7")),
        Leg(
            "1200",
            "Zones 3 and 4",
            ("Flight 1 to zone 4", "Flight 2 to zone 3", "a marker, clear", "Fuel 5 to 6"),
        ),
    ]


def test_8_0_a_leg_told_in_parts_keeps_its_hour_and_its_zone() -> None:
    events = [turn("1000"), *west(3, 1), met("Gray", "Jammed Turret"), *left(7, 1)]
    assert legs(events, since=3) == [Leg("1000", "Zone 3, Defense East inner", ("Fuel 7",))]


def test_8_3_7_a_vessel_is_told_once_and_a_log_without_a_flight_has_no_legs() -> None:
    seen = Noted("vessel", {"seen": False, "zone": 3, "count": 1, "flight": "Flight 1"})
    assert legs([turn("1000"), met("Gray", "Vessel"), seen]) == [
        Leg("1000", "", ("a vessel that does not report",))
    ]
    assert legs([Noted("wind", {"box": "Japan", "wind": "Headwind"})]) == []
    assert legs([]) == []


@pytest.mark.parametrize(
    ("events", "headline", "stops"),
    [
        (west(3, 1, 2), "2 Flights reach Defense East inner", False),
        (west(6, 1), "Flight 1 reaches Japan", True),
        ([*west(6, 1), *west(3, 2)], "Flight 1 reaches Japan", True),
        (west(10, 1, 2), "2 Flights reach China coast", True),
        (left(2, 1), "Flight 1 has 2 Fuel left", False),
        ([*left(2, 1), *left(1, 2)], "Flight 2 has 1 Fuel left", True),
        ([met("Gray", "Clear")], "Gray: Clear", False),
        ([met("Gray", "Fuel Leak")], "Gray: Fuel Leak", True),
        ([met("Gray", "Sticky Rudder")], "Gray: Sticky Rudder", True),
        ([Noted("wind", {"box": "Japan", "wind": "Crosswind"})], "Crosswind, Japan", True),
    ],
)
def test_8_0_landfall_wind_low_fuel_and_what_stays_on_a_b25_are_seen(
    events: list[Event], headline: str, stops: bool
) -> None:
    show = view()
    (scene,) = show.scenes(events)
    assert (scene.headline, pace("matters", throws=True).stops(scene, show.scene_book)) == (headline, stops)


@pytest.mark.parametrize(
    ("back", "means"),
    [
        (Back.FAULTY_DOORS, "They stay on the bomber and cost its Detonation Check 2."),
        (Back.JAMMED_GUNS, "It stays: one die less for the guns of this bomber."),
        (Back.CLEAR, ""),
    ],
)
def test_8_3_7_a_hazard_says_what_it_does_from_now_on(back: Back, means: str) -> None:
    r, _ = plain(4, 5, "Gray", "York")
    ref = referee(defaults=True)
    flight_hazards.resolve(ref, r, b25(r, "Gray"), Marker("flight-I", Front.PLAIN, back))
    show = view()
    scene = show.scenes(ref.events)[0]
    assert "".join(line.text for line in show.means(ref, scene, lambda _: r)) == means


def test_8_1_1_flights_whose_altitudes_were_asked_share_the_line_of_where_they_fly() -> None:
    def asked(flight: int) -> Chosen:
        return Chosen("altitude", "8.1.1", f"Flight {flight}: high or low?", "keep", "Stay low")

    events = [asked(1), *west(3, 1), asked(2), *west(3, 2)]
    lines = [line.text for block in view().tell(events, own={0, 2}) for line in block.lines]
    assert "West: Flight 1 to zone 3; Flight 2 to zone 3." in lines
