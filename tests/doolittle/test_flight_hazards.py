"""8.3: hazards on the Flight Map, every effect of 8.3.7."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Scripted
from flakhouse.core.dice import Fixed
from flakhouse.core.events import Noted
from flakhouse.core.questions import Question, Subject
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import flight_hazards, flying_boats, wind
from flakhouse.games.doolittle.advice import flight_hazards as hazard_advice
from flakhouse.games.doolittle.advice import flying_boats as advice
from flakhouse.games.doolittle.questions import flight as flight_questions
from flakhouse.games.doolittle.questions import flight_hazards as questions
from flakhouse.games.doolittle.state import Flight, Raid
from flakhouse.games.doolittle.words import Back, Benefit, Fate, Icon, Launch, Site, Weather, Wind
from tests.doolittle.flights import MIDNIGHT, elite, hazard, join, plain
from tests.doolittle.helpers import b25, done, noted, raid, referee, rolled
from tests.render.doolittle_raids import view


def on_top(r: Raid, cup: str, *backs: Back) -> None:
    """The markers that are drawn first."""
    found = [hazard(r, back, cup) for back in backs]
    r.cups[cup][:0] = found


def alone(zone: int = 4, fuel: int = 4, **changes: object) -> tuple[Raid, Flight]:
    """Watson's Flight of one."""
    return plain(zone, fuel, "Watson", **changes)


# ------------------------------------------------------------------ 8.3.2 to 8.3.5


def test_8_3_2_example_draw_hazards() -> None:
    """Two of type II, and an Alert hazard for each Flight unless the Alert Level is zero."""
    r, _ = plain(4)
    r.security.alert = 3
    drawn = flight_hazards.draws(referee(), r, 4, 2)
    assert [m.cup for m in drawn] == ["flight-II"] * 2 + ["flight-alert"] * 2
    r.security.alert = 0
    assert [m.cup for m in flight_hazards.draws(referee(), r, 4, 2)] == ["flight-II"] * 2


@pytest.mark.parametrize(
    ("zone", "alert", "cups"),
    [
        (1, 4, ["flight-I"]),
        (3, 1, ["flight-I"] * 2),
        (3, 2, ["flight-I"] * 2 + ["flight-alert"]),
        (6, 3, ["flight-II"] + ["flight-alert"] * 3),
        (8, 2, ["flight-III"]),
        (8, 3, ["flight-III", "flight-alert"]),
        (12, 4, ["flight-III"]),
    ],
)
def test_8_3_2_draws_by_zone(zone: int, alert: int, cups: list[str]) -> None:
    r, _ = plain(zone)
    r.security.alert = alert
    assert [m.cup for m in flight_hazards.draws(referee(), r, zone, 1)] == cups


def test_8_3_2_empty_cup_is_replaced_by_the_alert_cup() -> None:
    """ruling 2."""
    r, _ = plain(2)
    r.cups["flight-I"].clear()
    assert [m.cup for m in flight_hazards.draws(referee(), r, 2, 1)] == ["flight-alert"] * 2
    r.cups["flight-alert"].clear()
    assert flight_hazards.draws(referee(), r, 2, 1) == []


def test_8_3_3_example_assign_hazards() -> None:
    """One Flight gets both; one marker to Watson, the other to Jones."""
    r, _ = plain(2, 4, "Watson", "Jones")
    on_top(r, "flight-I", Back.JAMMED_GUNS, Back.FUEL_EVAPORATION)
    ref = referee(answers=["b25-hazard=Watson", "resolve-b25=Watson"])
    flight_hazards.hazards_phase(ref, r)
    assert b25(r, "Watson").has(Back.JAMMED_GUNS)
    assert b25(r, "Jones").has(Back.FUEL_EVAPORATION)
    done(ref)


def test_8_3_3_two_flights_share_evenly() -> None:
    """5.1 No Limit."""
    r, _ = plain(2, 4, "Watson")
    join(r, 2, 4, "Jones")
    on_top(r, "flight-I", Back.JAMMED_GUNS, Back.FUEL_EVAPORATION)
    ref = referee(answers=["flight-hazard=Flight 2", "resolve-b25=Jones"])
    flight_hazards.hazards_phase(ref, r)
    assert b25(r, "Jones").has(Back.JAMMED_GUNS)
    assert b25(r, "Watson").has(Back.FUEL_EVAPORATION)
    done(ref)


def test_8_3_4_those_without_hazards_come_first() -> None:
    r, _ = plain(2, 4, "Watson", "Jones")
    b25(r, "Watson").attached.append(hazard(r, Back.FAULTY_DOORS, "flight-II"))
    on_top(r, "flight-I", Back.JAMMED_GUNS, Back.FUEL_EVAPORATION)
    ref = referee(answers=["b25-hazard=Jones", "resolve-next=1"])
    flight_hazards.hazards_phase(ref, r)
    assert len(b25(r, "Jones").attached) == 2
    assert len(b25(r, "Watson").attached) == 1
    done(ref)


@pytest.mark.parametrize(("answer", "first"), [("1", Back.CLEAR), ("2", Back.ENGINE_SPUTTER)])
def test_8_3_5_the_hazard_the_player_picks_is_resolved(
    answer: str, first: Back, monkeypatch: pytest.MonkeyPatch
) -> None:
    r, flight = alone(2)
    plane = flight.aircraft[0]
    plane.assigned = [hazard(r, Back.CLEAR), hazard(r, Back.ENGINE_SPUTTER)]
    resolved: list[Back] = []
    monkeypatch.setattr(flight_hazards, "resolve", lambda ref, r, b25, marker: resolved.append(marker.back))
    flight_hazards._resolve_next(referee(answers=[f"resolve-next={answer}"]), r, plane)
    assert resolved == [first]
    assert [marker.back for marker in plane.assigned] != [first]


def test_8_3_5_order_is_the_players_and_markers_go_back() -> None:
    r, _ = alone(2)
    r.launch = Launch.PLANNED
    on_top(r, "flight-I", Back.CLEAR, Back.ENGINE_SPUTTER)
    size = len(r.cups["flight-I"])
    ref = referee(answers=["resolve-next=2"])
    flight_hazards.hazards_phase(ref, r)
    assert len(r.cups["flight-I"]) == size
    assert not any(m.revealed for m in r.cups["flight-I"])
    done(ref)


def test_8_3_6_lost_with_hazards_yet_to_be_resolved() -> None:
    r, _ = alone(2)
    on_top(r, "flight-I", Back.ENGINE_SPUTTER, Back.FUEL_LEAK)
    size = len(r.cups["flight-I"])
    ref = referee(1, 1, answers=["resolve-next=1"])
    flight_hazards.hazards_phase(ref, r)
    assert b25(r, "Watson").fate is Fate.DITCHED
    assert len(r.cups["flight-I"]) == size
    assert r.flights == []
    done(ref)


def test_8_3_3_fronts_only_before_the_reveal() -> None:
    """8.3.2 Don't Peek."""
    r, _ = plain(2, 4, "Watson", "Jones")
    on_top(r, "flight-I", Back.JAMMED_GUNS, Back.FUEL_EVAPORATION)
    ref = referee(defaults=True)
    flight_hazards.hazards_phase(ref, r)
    shown = ("flight-hazards", "flight-hazard-assigned")
    before = [e.facts for e in ref.events if isinstance(e, Noted) and e.kind in shown]
    assert before
    assert not any("Jammed" in str(facts) or "Fuel" in str(facts) for facts in before)


# ------------------------------------------------------------------ 8.3.7 effects


@pytest.mark.parametrize(
    "back",
    [
        Back.COMPASS_ERROR,
        Back.FAULTY_COMPASS,
        Back.FAULTY_DOORS,
        Back.FUEL_EVAPORATION,
        Back.JAMMED_GUNS,
        Back.JAMMED_TURRET,
        Back.MECHANICAL,
    ],
)
def test_8_3_7_attached_without_effect(back: Back) -> None:
    """8.3.5 Attached."""
    r, flight = alone()
    ref = referee()
    flight_hazards.resolve(ref, r, flight.aircraft[0], hazard(r, back))
    assert flight.aircraft[0].has(back)
    done(ref)


def test_8_3_7_faulty_doors_carry_minus_two() -> None:
    r, flight = alone()
    flight_hazards.resolve(referee(), r, flight.aircraft[0], hazard(r, Back.FAULTY_DOORS, "flight-II"))
    assert flight.aircraft[0].attached[0].detonation == -2


@pytest.mark.parametrize("back", [Back.COMPASS_ERROR, Back.FAULTY_COMPASS])
def test_8_3_7_compass_with_liaison_radios_is_a_secrecy_test(back: Back) -> None:
    """13.3.3 A: RULING 21: and the marker leaves the game."""
    r, flight = alone()
    r.ratings.radios = True
    marker = hazard(r, back)
    ref = referee(3, 3, 3, 3, 3)
    flight_hazards.resolve(ref, r, flight.aircraft[0], marker)
    assert flight.aircraft[0].attached == []
    assert marker not in r.cups["flight-I"]
    assert r.security.risk == 15
    done(ref)


def test_8_3_7_jammed_turret_with_changed_turrets() -> None:
    """ruling 22."""
    r, flight = alone()
    r.ratings.turrets_changed = True
    marker = hazard(r, Back.JAMMED_TURRET)
    flight_hazards.resolve(referee(), r, flight.aircraft[0], marker)
    assert marker in r.cups["flight-I"]
    flight_hazards.resolve(referee(), r, flight.aircraft[0], hazard(r, Back.JAMMED_GUNS))
    assert flight.aircraft[0].has(Back.JAMMED_GUNS)


def test_8_3_7_engine_sputter() -> None:
    for faces, damage, fate in (((2,), 0, Fate.FLYING), ((1, 4), 1, Fate.FLYING), ((3, 5), 0, Fate.DITCHED)):
        r, flight = alone()
        watson = flight.aircraft[0]
        ref = referee(*faces)
        flight_hazards.resolve(ref, r, watson, hazard(r, Back.ENGINE_SPUTTER))
        assert watson.damage == damage
        assert watson.fate is fate
        done(ref)


def test_8_3_7_who_keeps_a_fire_is_told_what_it_means() -> None:
    """2.3.7"""
    r, found = plain(3, 8, "Watson", "Joyce")
    r.launch = Launch.EMERGENCY
    plane = found.aircraft[0]
    elite(plane, Benefit.PILOT_REROLL)
    seen: list[str] = []

    class Reads(Scripted):
        def choose(self, ask: Question, ref: Referee) -> str:
            seen.append(ask.options["keep"].detail)
            return "keep"

    for damage in (0, 1 + r.ratings.armor):
        plane.damage = damage
        flight_hazards._sputter(Referee(Fixed(5, 2), Reads(())), r, plane, found)
    assert [told for told in seen if "fire" in told] == [
        "An engine is on fire: a die follows, and it ditches (3 in 6) or is damaged.",
        "An engine is on fire: a die follows, and it ditches (3 in 6) or is destroyed.",
    ]


def test_8_3_7_engine_sputter_after_a_planned_launch() -> None:
    r, flight = alone()
    r.launch = Launch.PLANNED
    ref = referee()
    flight_hazards.resolve(ref, r, flight.aircraft[0], hazard(r, Back.ENGINE_SPUTTER))
    assert rolled(ref) == []


def test_8_3_7_example_flying_boat() -> None:
    """Both dice odd; a Secrecy Test; then two Interceptors: one is shot off, from the other it flees unshot."""
    r, flight = plain(10, 4)
    watson = flight.aircraft[0]
    boat = hazard(r, Back.FLYING_BOAT)
    ref = referee(1, 3, 4, 4, 4, 4, 4, answers=["flying-boat=elude it"])
    flight_hazards.resolve(ref, r, watson, boat)
    assert watson.has(Back.FLYING_BOAT)
    assert r.security.risk == 15
    done(ref)
    r.security.alert = 1
    on_top(r, "flight-alert", Back.INTERCEPTOR, Back.INTERCEPTOR)
    assert not any(m.break_off for m in r.cups["flight-alert"][:2])
    r.cups["flight-III"].clear()
    r.cups["flight-III"].append(hazard(r, Back.CLEAR))
    answers = ["resolve-next=1", "interceptor=get away"]
    ref = referee(6, 1, 1, 1, answers=answers)
    flying_boats.shadows(ref, r)
    assert boat in r.cups["flight-I"]
    assert [f.name() for f in r.flights] == ["Flight 1", "Watson"]
    assert r.flights[1].fuel == 3
    assert r.flights[1].independent
    assert flight.fuel == 4
    done(ref)


@pytest.mark.parametrize(
    ("alert", "high", "faces", "gone"),
    [
        (0, False, (1, 2), True),
        (2, False, (3, 5), False),
        (2, True, (2,), True),
        (0, True, (3,), False),
        (3, False, (2, 3), False),
        (3, True, (2, 4), True),
        (4, True, (2, 5), False),
    ],
)
def test_8_3_7_eluding_a_flying_boat(alert: int, high: bool, faces: tuple[int, ...], gone: bool) -> None:
    r, flight = alone(high=high)
    r.security.alert = alert
    test = () if gone else (6, 6, 6, 6, 6)
    ref = referee(*faces, *test, answers=["flying-boat=elude it"])
    flight_hazards.resolve(ref, r, flight.aircraft[0], hazard(r, Back.FLYING_BOAT))
    assert flight.aircraft[0].has(Back.FLYING_BOAT) is not gone
    done(ref)


def test_8_3_7_gunning_a_flying_boat() -> None:
    r, flight = alone()
    flight.aircraft[0].attached.append(hazard(r, Back.JAMMED_GUNS))
    ref = referee(1, 6, 2, answers=["flying-boat=gun it"])  # one die less
    flight_hazards.resolve(ref, r, flight.aircraft[0], hazard(r, Back.FLYING_BOAT))
    assert not flight.aircraft[0].has(Back.FLYING_BOAT)
    shot = next(event for event in ref.events if isinstance(event, Noted) and event.kind == "gunnery")
    assert shot.facts["at"] is Back.FLYING_BOAT
    done(ref)


def test_8_3_7_ignoring_a_flying_boat_avoids_the_test() -> None:
    r, flight = alone()
    ref = referee(answers=["flying-boat=ignore it"])
    flight_hazards.resolve(ref, r, flight.aircraft[0], hazard(r, Back.FLYING_BOAT))
    assert r.security.risk == 14
    assert flight.aircraft[0].has(Back.FLYING_BOAT)
    done(ref)


@pytest.mark.parametrize(
    ("alert", "high", "want"), [(0, False, "elude it"), (0, True, "gun it"), (3, False, "gun it")]
)
def test_8_3_7_flying_boat_default(alert: int, high: bool, want: str) -> None:
    r, flight = alone(high=high)
    r.security.alert = alert
    assert advice.flying_boat(r, flight.aircraft[0], flight) == want


def test_8_3_7_night_will_shake_off_a_flying_boat() -> None:
    r, flight = alone()
    r.hour = 8  # 1600
    flight.aircraft[0].loaded = False
    assert advice.flying_boat(r, flight.aircraft[0], flight) == "ignore it"


def test_8_3_7_a_boat_left_to_the_night_still_follows_to_a_field_that_is_found_before() -> None:
    r, flight = alone()
    r.hour = 8  # 1600
    flight.aircraft[0].loaded = False
    why = advice.why_flying_boat(r, flight.aircraft[0], flight)
    assert why.endswith("only if the Flight finds a field before that, the alert rises.")


@pytest.mark.parametrize(
    ("left", "why"), [(4, "only when Fuel is short"), (3, "Fuel is short, and the leak bites")]
)
def test_8_3_7_the_reason_to_stay_with_a_leak_knows_the_fuel(left: int, why: str) -> None:
    _, flight = alone()
    flight.fuel = left
    assert why in hazard_advice.why_leak_independent(flight)


def test_8_2_4_a_wind_that_asks_a_guzzle_check_tells_the_fumes_check_of_a_leak() -> None:
    r, flight = alone(zone=9)
    flight.fuel, flight.aircraft[0].loaded = 2, False
    flight.aircraft[0].attached.append(hazard(r, Back.FUEL_LEAK))
    r.weather[wind.box_of(referee(), 9)] = Weather.CALM
    west = flight_questions.flight_goal(referee(), r, flight, Wind.TAILWIND, others=False).options["fly west"]
    assert [stake.label for stake in west.stakes][1:] == ["Watson, leaking, ditches"]
    assert west.stakes[1].dice == 3
    flight.fuel = 3
    west = flight_questions.flight_goal(referee(), r, flight, Wind.TAILWIND, others=False).options["fly west"]
    assert len(west.stakes) == 1


def test_8_3_7_flying_boat_at_night() -> None:
    r, flight = alone()
    r.hour = MIDNIGHT
    ref = referee()
    flight_hazards.resolve(ref, r, flight.aircraft[0], hazard(r, Back.FLYING_BOAT))
    assert flight.aircraft[0].attached == []
    done(ref)


@pytest.mark.parametrize(("alert", "count"), [(1, 2), (2, 3), (3, 3), (4, 5)])
def test_8_3_7_shadow_draws_by_the_alert_level(alert: int, count: int) -> None:
    r, flight = alone(12)
    r.security.alert = alert
    boat = hazard(r, Back.FLYING_BOAT)
    flight.aircraft[0].attached.append(boat)
    on_top(r, "flight-alert", *[Back.CLEAR] * 5)
    ref = referee(defaults=True)
    flying_boats.shadows(ref, r)
    assert noted(ref).count("flight-hazard") == count
    assert boat in r.cups["flight-I"]
    assert flight.aircraft[0].attached == []


def test_8_3_7_shadow_at_alert_zero_is_a_secrecy_test() -> None:
    r, flight = alone(12)
    flight.aircraft[0].attached.append(hazard(r, Back.FLYING_BOAT))
    ref = referee(1, 1, 1, 1, 1)
    flying_boats.shadows(ref, r)
    assert r.security.failed == 1
    assert r.security.risk == 15
    done(ref)


def test_8_3_7_shadow_is_lost_at_night() -> None:
    r, flight = alone(12)
    r.security.alert = 4
    r.hour = MIDNIGHT
    flight.aircraft[0].attached.append(hazard(r, Back.FLYING_BOAT))
    ref = referee()
    flying_boats.shadows(ref, r)
    assert flight.aircraft[0].attached == []
    assert rolled(ref) == []
    done(ref)


def test_8_3_7_fuel_leak_may_fly_independently() -> None:
    r, flight = plain(4, 5)
    watson = flight.aircraft[0]
    ref = referee(answers=["leak-independent=yes"])
    flight_hazards.resolve(ref, r, watson, hazard(r, Back.FUEL_LEAK))
    assert [p.pilot for p in flight.aircraft] == ["Joyce"]
    own = r.flights[1]
    assert own.aircraft == [watson]
    assert (own.zone, own.fuel, own.independent) == (4, 5, True)
    done(ref)


def test_8_3_7_fuel_leak_stays_by_default() -> None:
    r, flight = plain(4, 5)
    flight_hazards.resolve(referee(defaults=True), r, flight.aircraft[0], hazard(r, Back.FUEL_LEAK))
    assert len(r.flights) == 1
    assert flight.aircraft[0].has(Back.FUEL_LEAK)


def test_8_3_7_example_interceptor() -> None:
    """No hit; the B-25 is damaged already and eludes it; it has no Fuel and flies on fumes."""
    r, flight = plain(6, 0)
    watson = flight.aircraft[0]
    watson.damage = 1
    ref = referee(1, 2, 3, 4, 5, 5, answers=["interceptor=get away"])
    flight_hazards.resolve(ref, r, watson, hazard(r, Back.INTERCEPTOR, "flight-II", break_off=False))
    assert watson.fate is Fate.FLYING
    assert watson.damage == 1
    assert r.flights[1].aircraft == [watson]
    done(ref)


def test_8_3_7_interceptor_damages_or_is_shot_off() -> None:
    for faces, answers, damage in (((1, 2, 3, 4), ["interceptor=take it"], 1), ((1, 2, 3, 6), [], 0)):
        r, flight = alone()
        marker = hazard(r, Back.INTERCEPTOR, "flight-II", break_off=False)
        ref = referee(*faces, answers=answers)
        flight_hazards.resolve(ref, r, flight.aircraft[0], marker)
        assert flight.aircraft[0].damage == damage
        assert marker in r.cups["flight-II"]
        done(ref)


def test_8_3_7_independent_b25_pays_a_fuel_to_avoid_damage() -> None:
    r, flight = alone(fuel=3, independent=True)
    ref = referee(1, 1, 1, 1, answers=["interceptor=get away"])
    flight_hazards.resolve(ref, r, flight.aircraft[0], hazard(r, Back.INTERCEPTOR, "flight-II", break_off=False))
    assert flight.fuel == 2
    assert r.flights == [flight]
    done(ref)


def test_4_5_8_3_7_one_interceptor_only_is_shot_at_in_a_hazards_phase() -> None:
    """The shot that missed is gone too; the next Hazards Phase has another."""
    r, flight = alone()
    watson = flight.aircraft[0]
    first, second = (hazard(r, Back.INTERCEPTOR, "flight-II", break_off=False) for _ in range(2))
    flight_hazards.resolve(ref := referee(1, 2, 3, 4, answers=["interceptor=take it"]), r, watson, first)
    done(ref)
    flight_hazards.resolve(ref := referee(answers=["interceptor=get away"]), r, watson, second)
    done(ref)
    assert "gunners-busy" in noted(ref)
    assert watson.damage == 1
    for cup in ("flight-I", "flight-II", "flight-III", "flight-alert"):
        r.cups[cup] = [hazard(r, Back.CLEAR)]
    flight_hazards.hazards_phase(referee(defaults=True), r)
    flight_hazards.resolve(ref := referee(6, 1, 1, 1), r, watson, first)
    done(ref)


def test_4_5_8_3_7_neither_a_flying_boat_nor_one_that_breaks_off_uses_up_the_shot() -> None:
    r, flight = alone()
    watson = flight.aircraft[0]
    ref = referee(6, 1, 1, 1, answers=["flying-boat=gun it"])
    flight_hazards.resolve(ref, r, watson, hazard(r, Back.FLYING_BOAT))
    flight_hazards.resolve(ref, r, watson, hazard(r, Back.INTERCEPTOR, "flight-II", break_off=True))
    done(ref)
    ref = referee(6, 1, 1, 1)
    flight_hazards.resolve(ref, r, watson, hazard(r, Back.INTERCEPTOR, "flight-II", break_off=False))
    done(ref)
    assert not watson.damage


def test_4_5_8_1_4_the_hazard_of_a_deviation_is_met_with_a_new_shot() -> None:
    """It is drawn outside of the Hazards Phase."""
    r, flight = alone()
    watson = flight.aircraft[0]
    flight_hazards.resolve(
        referee(6, 1, 1, 1), r, watson, hazard(r, Back.INTERCEPTOR, "flight-II", break_off=False)
    )
    r.cups["flight-alert"] = [hazard(r, Back.INTERCEPTOR, "flight-II", break_off=False)]
    flight_hazards.alert_hazard(ref := referee(6, 1, 1, 1), r, flight)
    done(ref)
    assert not watson.damage


def test_8_3_7_interceptor_break_off() -> None:
    r, flight = alone()
    ref = referee()
    flight_hazards.resolve(ref, r, flight.aircraft[0], hazard(r, Back.INTERCEPTOR, "flight-II", break_off=True))
    assert flight.aircraft[0].damage == 0
    done(ref)


@pytest.mark.parametrize(("die", "damage"), [(2, 0), (3, 1)])
def test_8_3_7_interceptor_at_night(die: int, damage: int) -> None:
    """RULING 14."""
    r, flight = alone()
    r.hour = MIDNIGHT
    faces = (1, 1, 1, 1) if damage else ()
    ref = referee(die, *faces, answers=["interceptor=take it"] if damage else [])
    flight_hazards.resolve(ref, r, flight.aircraft[0], hazard(r, Back.INTERCEPTOR, "flight-II", break_off=False))
    assert flight.aircraft[0].damage == damage
    done(ref)


def test_2_3_5_elite_gunner_on_the_flight_map() -> None:
    r, flight = alone()
    man = elite(flight.aircraft[0], Benefit.GUNNER)
    ref = referee(1, 2, 3, 4, answers=["elite-gunner=yes"])  # when the guns have missed
    flight_hazards.resolve(ref, r, flight.aircraft[0], hazard(r, Back.INTERCEPTOR, "flight-II", break_off=False))
    assert man.used
    assert flight.aircraft[0].damage == 0
    done(ref)


def test_8_3_7_interceptor_default_saves_a_damaged_b25() -> None:
    r, flight = plain(4, 3)
    flight.aircraft[0].damage = 1
    ref = referee(1, 1, 1, 1, defaults=True)
    flight_hazards.resolve(ref, r, flight.aircraft[0], hazard(r, Back.INTERCEPTOR, "flight-II", break_off=False))
    assert len(r.flights) == 2
    done(ref)


def test_8_3_7_remove_beacons() -> None:
    r, flight = alone()
    r.beacons[Site.LISHUI] = r.cups["beacons"].pop()
    r.beacons[Site.CHUCHOW] = r.cups["beacons"].pop()
    marker = hazard(r, Back.REMOVE_BEACONS, "flight-III")
    ref = referee()
    flight_hazards.resolve(ref, r, flight.aircraft[0], marker)
    assert r.beacons == {}
    assert marker in r.cups["flight-III"]
    done(ref)


@pytest.mark.parametrize(("die", "left"), [(2, 1), (1, 0)])
def test_8_3_7_remove_beacons_with_stilwell_briefed(die: int, left: int) -> None:
    r, flight = alone()
    r.options.scenario = 10
    r.blotter.briefed.append("Stilwell")
    r.beacons[Site.LISHUI] = r.cups["beacons"].pop()
    ref = referee(die)
    flight_hazards.resolve(ref, r, flight.aircraft[0], hazard(r, Back.REMOVE_BEACONS, "flight-III"))
    assert len(r.beacons) == left
    done(ref)


@pytest.mark.parametrize(
    ("high", "before", "faces", "alert", "left"),
    [
        (True, 0, (1,), 0, 1),
        (True, 1, (1,), 1, 1),
        (True, 1, (2,), 0, 2),
        (False, 2, (1, 2), 1, 2),
        (False, 2, (1, 3), 0, 3),
    ],
)
def test_8_3_7_vessel(high: bool, before: int, faces: tuple[int, ...], alert: int, left: int) -> None:
    r, flight = alone(high=high)
    if before:
        r.vessels[2] = [hazard(r, Back.VESSEL, icon=Icon.NONE) for _ in range(before)]
    ref = referee(*faces)
    flight_hazards.resolve(ref, r, flight.aircraft[0], hazard(r, Back.VESSEL, icon=Icon.NONE))
    assert r.security.alert == alert
    assert sum(len(found) for found in r.vessels.values()) == left
    done(ref)


def test_8_3_7_vessel_with_the_icon_tests_secrecy_first() -> None:
    r, flight = alone()
    ref = referee(1, 1, 1, 1, 1, 6, 6)
    flight_hazards.resolve(ref, r, flight.aircraft[0], hazard(r, Back.VESSEL, icon=Icon.TRIANGLE))
    assert r.security.failed == 1
    assert len(r.vessels[4]) == 1
    done(ref)


def test_8_3_7_vessel_at_night() -> None:
    r, flight = alone()
    r.hour = MIDNIGHT
    ref = referee()
    flight_hazards.resolve(ref, r, flight.aircraft[0], hazard(r, Back.VESSEL, icon=Icon.TRIANGLE))
    assert r.vessels == {}
    done(ref)


def test_8_3_7_wind_check_east_of_the_time_line() -> None:
    r, flight = alone(7)
    r.weather["east china sea"] = Weather.CALM
    marker = hazard(r, Back.WIND_CHECK)
    ref = referee(1, 1)
    flight_hazards.resolve(ref, r, flight.aircraft[0], marker)
    assert r.wind["east china sea"] is Wind.HEADWIND
    assert marker not in r.cups["flight-I"]
    done(ref)


def test_8_3_7_wind_check_west_of_the_time_line_changes_the_weather_too() -> None:
    """RULING 54: the weather first."""
    r, flight = alone(9)
    ref = referee(1, 1, 1, 1)
    flight_hazards.resolve(ref, r, flight.aircraft[0], hazard(r, Back.WIND_CHECK))
    assert r.weather["yellow sea"] is Weather.STORM
    assert r.wind["yellow sea"] is Wind.SEVERE_HEADWIND
    assert rolled(ref) == ["flight-weather", "wind-check"]
    done(ref)


def test_8_3_1_cups() -> None:
    r = raid(7)
    sizes = [len(r.cups[name]) for name in ("flight-I", "flight-II", "flight-III", "flight-alert", "beacons")]
    assert sizes == [20, 22, 18, 14, 5]
    assert {m.back for m in r.cups["flight-alert"]} == {Back.INTERCEPTOR, Back.FLYING_BOAT, Back.CLEAR}


def test_7_1_2_the_last_b25_of_a_flight_keeps_its_marker() -> None:
    r, flight = alone(fuel=3)
    assert flight_hazards.break_away(referee(), r, flight.aircraft[0]) is flight
    assert flight.independent
    assert r.flights == [flight]


#: What a player reads of each back, face down.
_TOLD_AS = {
    Back.INTERCEPTOR: "a fighter",
    Back.FLYING_BOAT: "a flying boat",
    Back.VESSEL: "a ship",
    Back.CLEAR: "nothing",
}


@pytest.mark.parametrize("cup", ["flight-I", "flight-II", "flight-III", "flight-alert"])
def test_8_3_1_what_is_said_of_a_type_covers_all_that_may_lie_behind_it_and_nothing_else(cup: str) -> None:
    r, flight = plain(4, 4, "Watson", "Joyce")
    markers = list(r.cups[cup])
    may_be = {_TOLD_AS.get(marker.back, "trouble") for marker in markers}
    share = [(flight, markers[:1])]
    prompt = questions.flight_hazard(markers[0], share, flight, markers[:1]).prompt
    said = prompt.partition(": ")[2].partition(").")[0].replace(", or ", ", ").split(", ")
    assert set(said) == may_be
    assert questions.b25_hazard(flight, markers[0], flight.aircraft, False).prompt.count(", or nothing") == 1
    enemies = sum(marker.back in (Back.INTERCEPTOR, Back.FLYING_BOAT, Back.VESSEL) for marker in markers)
    trouble = sum(_TOLD_AS.get(marker.back, "trouble") == "trouble" for marker in markers)
    row = questions.flight_hazard(markers[0], share, flight, markers[:1]).about[1].name.partition(", ")[2]
    likelier = sorted([(-enemies, "enemy")] * bool(enemies) + [(-trouble, "trouble")] * bool(trouble))
    assert row == " or ".join(word for _, word in likelier)


def test_8_3_3_a_flight_says_in_words_what_it_takes_already() -> None:
    r, flight = plain(4, 4, "Watson")
    drawn = [hazard(r, Back.CLEAR, "flight-II"), hazard(r, Back.CLEAR, "flight-alert")]
    ask = questions.flight_hazard(drawn[0], [(flight, drawn)], flight, drawn)
    assert ask.options["Flight 1"].label == "Flight 1, 1 B-25, Fuel 4, takes type II and an alert already"


def test_8_3_3_a_marker_has_one_number_whether_a_flight_or_a_bomber_is_to_take_it() -> None:
    """8.3.4"""
    r, flight = plain(4, 4, "Watson", "Joyce")
    drawn = [hazard(r, Back.CLEAR, "flight-II"), hazard(r, Back.CLEAR, "flight-alert")]
    zone = questions.flight_hazard(drawn[1], [(flight, [])], flight, drawn)
    bomber = questions.b25_hazard(flight, drawn[1], flight.aircraft, False, drawn)
    assert zone.about[1] == bomber.about[1] == Subject("marker", "marker 2, an alert, enemy")
    assert zone.prompt.startswith("Marker 2 in zone 4 (an alert")
    assert bomber.prompt.startswith("Marker 2 for Flight 1 (an alert")
    alone = questions.b25_hazard(flight, drawn[1], flight.aircraft, False)
    assert alone.prompt.startswith("A marker for Flight 1")


def test_8_3_4_who_takes_a_marker_is_asked_where_the_bombers_differ_and_only_there() -> None:
    r, flight = plain(4, 3, "Watson", "Joyce", "Gray")
    marker = hazard(r, Back.FUEL_LEAK)

    def asked() -> Question:
        return questions.b25_hazard(flight, marker, flight.aircraft, False)

    assert asked().routine
    watson, joyce, _ = flight.aircraft
    watson.damage = 1
    assert not asked().routine
    assert asked().options["Watson"].label == f"{watson.name()}, damaged"
    watson.damage = 0
    elite(joyce, Benefit.NAVIGATOR)  # of no help against a hazard
    assert asked().routine
    elite(joyce, Benefit.GUNNER)
    assert not asked().routine
    assert asked().options["Joyce"].label == f"{joyce.name()}, Somebody can drive a fighter off"


def test_8_3_3_which_flight_takes_a_marker_is_asked_where_the_flights_differ() -> None:
    r, one = plain(4, 3, "Watson", "Joyce")
    two = join(r, 4, 3, "Gray", "Smith")
    marker = hazard(r, Back.FUEL_LEAK)

    def asked() -> Question:
        return questions.flight_hazard(marker, [(one, []), (two, [])], one, [marker])

    assert asked().routine
    two.fuel = 1
    assert not asked().routine


@pytest.mark.parametrize(
    ("back", "night", "idle"),
    [
        (Back.CLEAR, False, True),
        (Back.VESSEL, True, True),
        (Back.FLYING_BOAT, True, True),
        (Back.REMOVE_BEACONS, False, True),
        (Back.ENGINE_SPUTTER, False, True),
        (Back.JAMMED_TURRET, False, True),
        (Back.JAMMED_GUNS, False, False),
        (Back.FUEL_EVAPORATION, True, False),
    ],
)
def test_8_3_5_a_hazard_that_does_nothing_says_so(back: Back, night: bool, idle: bool) -> None:
    """8.3.7"""
    r, flight = plain(4, 4, "Watson")
    r.hour = MIDNIGHT if night else r.hour
    r.launch, r.ratings.turrets_changed = Launch.PLANNED, True
    ref = referee()
    flight_hazards.resolve(ref, r, flight.aircraft[0], hazard(r, back))
    (scene,) = view().scenes(ref.events)
    told = scene.lines[0].text
    assert told == f"Watson: {back.value}{', and nothing happens' if idle else ''}."


def test_8_3_7_who_leaks_is_told_what_leaving_and_staying_mean() -> None:
    """7.2.4, 8.2.4"""
    _, flight = plain(3, 4)
    ask = questions.leak_independent(flight.aircraft[0], flight)
    assert ask.options["yes"].label == "Leave Flight 1 for good"
    assert "the same 4 Fuel" in ask.options["yes"].detail
    for option in ask.options.values():
        assert "With less than 3 Fuel a guzzle check brings it a fumes check" in option.detail
    assert ask.why is not None
    assert "Fuel is short" in ask.why()
