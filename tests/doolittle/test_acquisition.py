"""8.1.2 to 8.1.4 and 8.2.2: finding cities and landing sites."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Noted, Rolled
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import acquisition, attack
from flakhouse.games.doolittle.advice import acquisition as advice
from flakhouse.games.doolittle.attack import Entrant
from flakhouse.games.doolittle.game import GAME
from flakhouse.games.doolittle.state import Flight, Raid, Submarine
from flakhouse.games.doolittle.words import Back, Benefit, City, Fate, Side, Site, Weather
from flakhouse.render.base import renderer
from tests.doolittle.flights import MIDNIGHT, elite, hazard, plain
from tests.doolittle.helpers import b25, done, noted, raid, referee, rolled

TOKYO = City.TOKYO


class Fight:
    """Attacks asked for, in place of the Attack segment."""

    def __init__(self) -> None:
        self.calls: list[tuple[City, Side, list[Entrant], bool]] = []

    def __call__(
        self, ref: Referee, r: Raid, city: City, side: Side, who: list[Entrant], high: bool, flight: Flight
    ) -> None:
        self.calls.append((city, side, who, high))
        for entrant in who:
            entrant.b25.loaded = False


@pytest.fixture
def fight(monkeypatch: pytest.MonkeyPatch) -> Fight:
    """The Attack segment, recorded."""
    found = Fight()
    monkeypatch.setattr(attack, "fight", found)
    return found


# ------------------------------------------------------------------ 8.1.3, 8.1.4 the check


def test_8_1_3_example_target_acquisition(fight: Fight) -> None:
    """5.4, ruling 11, example 8.1.4 Tokyo at night:
    Night, Alert 1, a Blast on the map, skill +2: 5 and 4 find Tokyo; no die for the lights."""
    r, flight = plain(6, 4)
    r.hour = MIDNIGHT
    r.security.alert = 1
    r.ratings.night_navigation = 2
    r.cities[TOKYO].areas["Tokyo North"].blast = 1
    assert acquisition.number(referee(), r, "Tokyo", 6) == 9
    assert sum(mod.value for mod in acquisition.mods(r, flight, "Tokyo")) == 3
    ref = referee(5, 4, answers=["city=Tokyo", "entry-order=Watson", "onward=Chungking"])
    acquisition.attack_city(ref, r, flight)
    assert fight.calls[0][:2] == (TOKYO, Side.NIGHT)
    assert rolled(ref) == ["acquisition"]
    done(ref)


def test_8_1_4_example_2_target_acquisition(fight: Fight) -> None:
    """2 and 1 with +3 fail, a Contact marker brings 2 and 2; the Flight persists: 2 and 4 with +4."""
    r, flight = plain(6, 4)
    elite(flight.aircraft[0], Benefit.NAVIGATOR)
    r.cities[TOKYO].areas["Tokyo North"].blast = 1
    r.cities[TOKYO].contacts = 1
    answers = ["city=Tokyo", "contact=all", "not-found=persist", "entry-order=Watson", "onward=Chungking"]
    ref = referee(2, 1, 2, 2, 3, 2, 2, 4, answers=answers)
    acquisition.attack_city(ref, r, flight)
    assert r.cities[TOKYO].contacts == 0
    assert flight.fuel == 3  # the Guzzle Check failed
    assert fight.calls[0][:2] == (TOKYO, Side.DAY)
    assert r.attacked
    done(ref)


def test_8_1_4_one_die_again_at_high_altitude(fight: Fight) -> None:
    r, flight = plain(6, 4, "Watson", high=True)
    ref = referee(
        5, 1, 2, answers=["city=Tokyo", "high-altitude=die 2", "high-altitude=throw", "onward=Chungking"]
    )
    acquisition.attack_city(ref, r, flight)  # 5 and 2 and the skill: 8
    assert fight.calls[0][3]
    done(ref)


def test_8_1_4_each_contact_marker_is_one_reroll(fight: Fight) -> None:
    r, flight = plain(6, 4, "Watson")
    r.cities[TOKYO].contacts = 3
    answers = ["city=Tokyo", "contact=all", "contact=all", "onward=Chungking"]
    ref = referee(1, 1, 1, 2, 6, 6, answers=answers)
    acquisition.attack_city(ref, r, flight)
    assert r.cities[TOKYO].contacts == 1
    assert len(fight.calls) == 1
    done(ref)


def test_8_1_4_submarine_helps_over_japan_only() -> None:
    r, flight = plain(6, 4)
    r.task_force.submarines = [Submarine("Trout", "Japan", True), Submarine("Tuna", "Japan", False)]
    assert sum(mod.value for mod in acquisition.mods(r, flight, "Nagoya")) == 2
    assert sum(mod.value for mod in acquisition.mods(r, flight, "Lishui")) == 1


def test_8_1_4_every_navigator_counts() -> None:
    """2.3.6, 2.3.7 Navigation Check."""
    r, flight = plain(11, 4)
    elite(flight.aircraft[0], Benefit.NAVIGATOR)
    elite(flight.aircraft[1], Benefit.PILOT_NAVIGATION)
    assert sum(mod.value for mod in acquisition.mods(r, flight, "Lishui")) == 3


@pytest.mark.parametrize(("die", "alert", "out"), [(2, 3, True), (3, 3, False), (1, 2, True), (4, 4, False)])
def test_8_1_3_lights_out_below_the_alert_level(die: int, alert: int, out: bool, fight: Fight) -> None:
    """RULING 10."""
    r, flight = plain(6, 4, "Watson")
    r.hour = MIDNIGHT
    r.security.alert = alert
    faces = (6, 6, 6) if out else (6, 6)
    ref = referee(die, *faces, answers=["city=Tokyo", "onward=Chungking"])
    acquisition.attack_city(ref, r, flight)
    assert r.cities[TOKYO].lights_out is out
    done(ref)


def test_8_1_3_lights_out_keeps_the_lowest_two_of_three_dice(fight: Fight) -> None:
    r, flight = plain(6, 4, "Watson")
    r.hour = MIDNIGHT
    r.cities[TOKYO].lights_out = True
    r.security.alert = 1
    answers = ["city=Tokyo", "not-found=persist", "onward=Vladivostok"]
    ref = referee(6, 6, 1, 6, 6, 6, 5, 1, answers=answers)
    acquisition.attack_city(ref, r, flight)
    assert fight.calls == []
    assert flight.target == "Vladivostok"
    done(ref)


def test_8_1_3_no_lights_out_check_by_day(fight: Fight) -> None:
    r, flight = plain(6, 4, "Watson")
    r.security.alert = 4
    ref = referee(6, 6, answers=["city=Nagoya", "onward=Chungking"])
    acquisition.attack_city(ref, r, flight)
    assert rolled(ref) == ["acquisition"]
    done(ref)


def test_2_3_7_reroll_for_the_flight_of_the_lucky_pilot(fight: Fight) -> None:
    """RULING 43 and 50."""
    r, flight = plain(6, 4, "Watson", "Doolittle")
    man = elite(flight.aircraft[1], Benefit.PILOT_REROLL)
    answers = ["city=Tokyo", "re-roll=all", "entry-order=Watson", "onward=Chungking"]
    ref = referee(1, 1, 6, 6, answers=answers)
    acquisition.attack_city(ref, r, flight)
    assert man.used
    done(ref)


@pytest.mark.parametrize(("name", "used"), [("Tokyo", False), ("Vladivostok", True)])
def test_2_3_7_a_first_look_spends_the_reroll_on_a_field_and_keeps_it_over_a_city(name: str, used: bool) -> None:
    r, flight = plain(6 if name == "Tokyo" else 7, 4, "Watson")
    man = elite(flight.aircraft[0], Benefit.PILOT_REROLL)
    ref = referee(1, 1, *((6, 6) if used else ()), defaults=True)
    assert acquisition._check(ref, r, flight, name) is used
    assert man.used is used
    done(ref)


# ------------------------------------------------------------------ 8.1.4 failure


def test_8_1_4_persistent_attempt_that_fails_drops_the_bombs() -> None:
    """RULING 17: no Blast, no alarm; RULING 45: 1 Fuel for a failed Guzzle Check, then the roll."""
    r, flight = plain(6, 4)
    watson = flight.aircraft[0]
    watson.attached.append(hazard(r, Back.COMPASS_ERROR))
    watson.medals = [hazard(r, Back.MEDALS)]
    keep = "re-roll=keep"
    answers = ["city=Tokyo", keep, "not-found=persist", keep, keep, "onward=Chungking"]
    ref = referee(1, 1, 1, 1, 1, 2, answers=answers)
    acquisition.attack_city(ref, r, flight)
    assert flight.fuel == 3
    assert not flight.loaded()
    assert watson.attached == []
    assert watson.medals == []
    assert r.cities[TOKYO].blast() == 0
    assert not r.attacked
    assert flight.zone == 6
    assert flight.target == "Chungking"
    done(ref)


def test_8_1_4_persistent_attempt_on_fumes_may_lose_b25s(fight: Fight) -> None:
    r, flight = plain(6, 0)
    answers = ["city=Tokyo", "not-found=persist", "onward=Chungking"]
    ref = referee(1, 1, 1, 1, 1, 1, 5, 5, 6, 6, answers=answers)
    acquisition.attack_city(ref, r, flight)
    assert [e.b25.pilot for e in fight.calls[0][2]] == ["Joyce"]
    assert b25(r, "Watson").fate is Fate.DITCHED
    done(ref)


def test_8_1_4_deviation_to_another_city(fight: Fight) -> None:
    r, flight = plain(6, 4, "Watson")
    ref = referee(1, 1, 6, 6, answers=["city=Tokyo", "not-found=Osaka/Kobe", "onward=Chungking"])
    acquisition.attack_city(ref, r, flight)
    assert fight.calls[0][0] is City.OSAKA_KOBE
    done(ref)


def test_8_1_4_deviation_that_fails_guzzles_unloaded() -> None:
    """RULING 55: 4 Fuel are two markers; 6 fails, 7 would pass; loaded it would take 8."""
    r, flight = plain(6, 4, "Watson")
    ref = referee(1, 1, 1, 1, 3, 4, answers=["city=Tokyo", "not-found=Nagoya", "onward=Chungking"])
    acquisition.attack_city(ref, r, flight)
    assert flight.fuel == 4
    r, flight = plain(6, 4, "Watson")
    ref = referee(1, 1, 1, 1, 3, 3, answers=["city=Tokyo", "not-found=Nagoya", "onward=Chungking"])
    acquisition.attack_city(ref, r, flight)
    assert flight.fuel == 3
    done(ref)


def test_8_1_4_deviation_at_alert_2_draws_an_alert_hazard_first(fight: Fight) -> None:
    r, flight = plain(6, 4)
    r.security.alert = 2
    r.cups["flight-alert"].insert(0, hazard(r, Back.INTERCEPTOR, "flight-alert", break_off=False))
    answers = [
        "city=Tokyo",
        "not-found=Nagoya",
        "b25-hazard=Joyce",
        "interceptor=take it",
        "entry-order=Joyce",
        "onward=Chungking",
    ]
    ref = referee(1, 1, 1, 2, 3, 4, 6, 6, answers=answers)
    acquisition.attack_city(ref, r, flight)
    assert b25(r, "Joyce").damage == 1
    assert [(e.b25.pilot, e.turn) for e in fight.calls[0][2]] == [("Joyce", 1), ("Watson", 2)]
    done(ref)


# ------------------------------------------------------------------ 8.1.4 success over a city


def test_8_3_7_compass_error_and_faulty_compass_delay(fight: Fight) -> None:
    """RULING 9: the others close up; the delayed ones enter anywhere."""
    r, flight = plain(6, 4, "Watson", "Joyce", "Jones", "Lawson")
    error, faulty = hazard(r, Back.COMPASS_ERROR), hazard(r, Back.FAULTY_COMPASS)
    flight.aircraft[0].attached.append(error)
    flight.aircraft[2].attached.append(faulty)
    ref = referee(6, 6, 4, 3, answers=["city=Tokyo", "entry-order=Joyce", "onward=Chungking"])
    acquisition.attack_city(ref, r, flight)
    found = [(e.b25.pilot, e.turn, e.free) for e in fight.calls[0][2]]
    assert found == [("Joyce", 1, False), ("Lawson", 2, False), ("Watson", 4, True), ("Jones", 6, True)]
    assert error in r.cups["flight-I"]
    assert faulty not in r.cups["flight-I"]
    assert all(not plane.attached for plane in flight.aircraft)
    done(ref)


def test_8_3_7_faulty_compass_even_has_no_effect(fight: Fight) -> None:
    r, flight = plain(6, 4, "Watson")
    flight.aircraft[0].attached.append(hazard(r, Back.FAULTY_COMPASS))
    ref = referee(6, 6, 2, answers=["city=Tokyo", "onward=Chungking"])
    acquisition.attack_city(ref, r, flight)
    assert [(e.turn, e.free) for e in fight.calls[0][2]] == [(1, False)]
    done(ref)


def test_8_3_7_flying_boat_raises_the_alert_when_the_target_is_found(fight: Fight) -> None:
    r, flight = plain(6, 4, "Watson")
    boat = hazard(r, Back.FLYING_BOAT)
    flight.aircraft[0].attached.append(boat)
    ref = referee(6, 6, answers=["city=Tokyo", "onward=Chungking"])
    acquisition.attack_city(ref, r, flight)
    assert r.security.alert == 1
    assert boat in r.cups["flight-I"]
    done(ref)


def test_8_1_4_real_attack_returns_the_survivors() -> None:
    """5.4, 8.0 Attack Segment Interruption."""
    r = raid(7, hour=6)
    first = r.flights[0]
    first.zone = 6
    ref = referee(6, 6, *[4, 3] * 200, defaults=True)
    acquisition.attack_city(ref, r, first)
    assert r.segment != "attack"
    assert all(plane.fate is Fate.FLYING and not plane.loaded for plane in first.aircraft)
    assert r.attacked


# ------------------------------------------------------------------ landing sites


def test_8_1_4_landing(fight: Fight) -> None:
    r, flight = plain(11, 2)
    ref = referee(5, 3)
    acquisition.find_site(ref, r, flight, "Lishui")
    assert flight.site is Site.LISHUI
    assert flight.fuel == 2
    assert [plane.fate for plane in flight.aircraft] == [Fate.LANDED] * 2
    assert flight.aircraft[0].where == "Lishui"
    assert not flight.landed_night
    done(ref)


def test_5_5_fuel_icon_costs_a_fuel_when_the_site_is_found() -> None:
    r, flight = plain(11, 2)
    ref = referee(5, 4)
    acquisition.find_site(ref, r, flight, "Yushan")
    assert flight.fuel == 1
    done(ref)


def test_5_5_fuel_icon_on_fumes() -> None:
    r, flight = plain(7, 0)
    ref = referee(5, 4, 1, 1, 5, 5)
    acquisition.find_site(ref, r, flight, "Vladivostok")
    assert b25(r, "Watson").where == "zone 7"
    assert b25(r, "Joyce").where == "Vladivostok"
    done(ref)


def test_8_1_4_beacon_replaces_the_number_day_and_night() -> None:
    r, flight = plain(11, 2, "Watson")
    r.hour = MIDNIGHT
    beacon = r.cups["beacons"].pop(0)
    r.beacons[Site.LISHUI] = beacon
    assert not beacon.revealed
    ref = referee(1, 2)  # 3 and the skill: 4
    acquisition.find_site(ref, r, flight, "Lishui")
    assert beacon.revealed
    assert flight.site is Site.LISHUI
    assert flight.landed_night
    done(ref)


@pytest.mark.parametrize(("faces", "lands"), [((1,), False), ((2,), True)])
def test_8_3_7_faulty_compass_at_a_landing_site(faces: tuple[int, ...], lands: bool) -> None:
    r, flight = plain(11, 2, "Watson")
    faulty = hazard(r, Back.FAULTY_COMPASS)
    flight.aircraft[0].attached.append(faulty)
    ref = referee(6, 6, *faces)
    acquisition.find_site(ref, r, flight, "Lishui")
    assert (b25(r, "Watson").fate is Fate.LANDED) is lands
    assert faulty not in r.cups["flight-I"]
    assert (flight in r.flights) is lands
    done(ref)


def test_8_3_7_faulty_compass_with_a_beacon_throws_two_dice() -> None:
    r, flight = plain(11, 2, "Watson")
    r.beacons[Site.LISHUI] = r.cups["beacons"].pop(0)
    flight.aircraft[0].attached.append(hazard(r, Back.FAULTY_COMPASS))
    ref = referee(6, 6, 3, 4)
    acquisition.find_site(ref, r, flight, "Lishui")
    assert b25(r, "Watson").fate is Fate.LANDED
    done(ref)


def test_8_1_4_korea_is_the_alternative_to_vladivostok() -> None:
    r, flight = plain(7, 2, "Watson")
    assert acquisition.why_not(r, "Korea", flight).endswith("(8.1.4)")
    ref = referee(1, 1, 3, 2, answers=["not-found=Korea"])
    acquisition.find_site(ref, r, flight, "Vladivostok")
    assert flight.site is Site.KOREA
    assert flight.fuel == 2
    done(ref)


def test_8_1_4_landing_site_missed_twice_leaves_the_flight_in_its_zone() -> None:
    """RULING 17."""
    r, flight = plain(12, 2, "Watson")
    flight.aircraft[0].loaded = False
    ref = referee(1, 1, 6, 6, 1, 1, answers=["not-found=persist"])
    acquisition.find_site(ref, r, flight, "Kian")
    assert flight.zone == 12
    assert flight.site is None
    assert "jettison" not in noted(ref)
    done(ref)


def test_13_2_4_attacked_site_is_barred() -> None:
    r, flight = plain(11, 2)
    r.attacked_sites = [Site.LISHUI]
    assert acquisition.why_not(r, "Lishui", flight).endswith("(13.2.4)")
    assert advice.wanted(referee(), r, flight) != "Lishui"


def test_14_1_1_weather_of_the_landing_is_kept() -> None:
    """RULING 40."""
    r, flight = plain(11, 2, "Watson")
    r.options.denouement = True
    r.weather["china"] = Weather.STORM
    ref = referee(6, 6)
    acquisition.find_site(ref, r, flight, "Chuchow")
    assert flight.landed_weather is Weather.STORM
    done(ref)


# ------------------------------------------------------------------ what a sensible player wants


def test_8_1_2_flights_spread_over_the_cities() -> None:
    r, flight = plain(6, 4, "Watson")
    r.cities[TOKYO].detonations = 4
    r.cities[TOKYO].areas["Tokyo North"].blast = 1
    ref = referee(6, 6, *[4, 3] * 100, defaults=True)
    acquisition.attack_city(ref, r, flight)
    assert r.cities[City.OSAKA_KOBE].detonations == 1


@pytest.mark.parametrize(
    ("zone", "fuel", "hour", "target", "want"),
    [
        (7, 5, 6, "Chungking", ""),
        (7, 1, 6, "Vladivostok", "Vladivostok"),
        (11, 3, 6, "Chungking", ""),
        (11, 0, 6, "Chungking", "Chuchow"),
        (12, 2, 0, "Chungking", "Chungking"),
        (12, 0, 6, "Chungking", "Kian"),
        (8, 2, 6, "Chungking", ""),
    ],
)
def test_8_1_2_what_a_sensible_player_wants(zone: int, fuel: int, hour: int, target: str, want: str) -> None:
    r, flight = plain(zone, fuel, target=target)
    r.hour = hour
    assert advice.wanted(referee(), r, flight) == want


def test_8_1_2_a_beacon_is_worth_stopping_for() -> None:
    r, flight = plain(11, 3, target="Chungking")
    r.beacons[Site.LISHUI] = r.cups["beacons"].pop(0)
    assert advice.wanted(referee(), r, flight) == "Lishui"


def test_8_3_7_each_faulty_compass_shows_the_die_of_its_own_crew() -> None:
    """Watson throws a 4 and is in time, Joyce a 3 and is late: her line has one die, and it is the 3."""
    r, flight = plain(6, 4)
    for plane in flight.aircraft:
        plane.attached.append(hazard(r, Back.FAULTY_COMPASS))
    acquisition.entrants(ref := referee(4, 3), r, flight)
    done(ref)
    told = {
        str(event.facts["b25"]): [ref.events[roll] for roll in event.rolls]
        for event in ref.events
        if isinstance(event, Noted) and event.kind == "compass"
    }
    assert {name: [roll.faces for roll in rolls if isinstance(roll, Rolled)] for name, rolls in told.items()} == {
        flight.aircraft[0].name(): [(4,)],
        flight.aircraft[1].name(): [(3,)],
    }
    lines = renderer(GAME).log(ref.events, "brief")
    assert sum("Faulty Compass: 4" in line for line in lines) == 1
    assert [line for line in lines if "Faulty Compass: 3" in line and "4" not in line.partition("(Faulty")[2]]
