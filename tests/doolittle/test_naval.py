"""12.0-12.2, 12.7 The Naval Turn, General Quarters, weather, refueling."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Default, RandomAgent
from flakhouse.core.dice import Seeded
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import launch, naval, quarters, scenario, sea
from flakhouse.games.doolittle.advice import quarters as advice
from flakhouse.games.doolittle.options import Options
from flakhouse.games.doolittle.words import Back, Benefit, City, Fate, Launch, Weather
from tests.doolittle.helpers import b25, done, noted, raid, referee, rolled
from tests.doolittle.voyage import at_sea, hazard, recon, ship

# ------------------------------------------------------------------ 9 the map


def test_9_1_ten_sea_areas_from_east_to_west() -> None:
    assert len(sea.AREAS) == 10
    assert sea.AREAS[0] == "Pacific"
    assert sea.AREAS[-1] == "Japan"
    assert sea.index("Port") == 0


def test_9_1_1_rendezvous_numbers_of_the_example() -> None:
    assert sea.number(referee(), "140W", "rv") == 13
    assert sea.number(referee(), "Hawaii", "rv") == 12


def test_9_2_ten_turns_from_april_2_to_april_23() -> None:
    turns = sea.turns(referee())
    assert len(turns) == 10
    assert (turns[0], turns[-1]) == ("April 2-5", "April 22-23")


def test_9_3_influence_and_defense_share_their_weather() -> None:
    ref = referee()
    assert sea.weather_box(ref, "Influence East") == sea.weather_box(ref, "Influence West")
    assert sea.weather_box(ref, "Defense East") == sea.weather_box(ref, "Defense West")
    assert sea.weather_box(ref, "Midway") != sea.weather_box(ref, "170W")


# ------------------------------------------------------------------ 12.1 General Quarters


def test_12_1_1_recon_is_posted() -> None:
    """9.5.2, 12.1, 12.1.2."""
    r = at_sea("Midway", joined=True)
    places = {"CA dark": "Sea Area", "CA light": "Local Recon", "VF6": "Low CAP", "VS6": "Hangar"}
    answers = ["orders=recon", "recon=each", *places.values(), "Sea Area", "Hangar", "orders=done"]
    ref = referee(answers=answers)
    quarters.phase(ref, r)
    assert {name: recon(r, name).place for name in places} == places
    done(ref)


@pytest.mark.parametrize("strays", [False, True])
def test_12_1_1_recon_is_posted_by_itself_only_if_a_marker_is_out_of_place(strays: bool) -> None:
    r = at_sea("Midway", joined=True)
    for marker in r.task_force.recon:
        marker.place = advice.post(r, marker)
    if strays:
        recon(r, "CA dark").place = "High CAP"
    quarters.phase(ref := referee(defaults=True), r)
    assert ("recon-posted" in noted(ref)) is strays


def test_12_1_1_in_port_no_recon_flies_over_a_sea_area() -> None:
    """12.1."""
    r = raid(9)
    assert quarters.why_not_place(r, recon(r, "CA dark"), "Sea Area") == "still in port (12.1.1)"


def test_12_1_3_contact_needs_seven() -> None:
    for faces, contact in (((3, 4), True), ((3, 3), False)):
        r = at_sea("Hawaii")
        recon(r, "CA dark").place = "Sea Area"
        ref = referee(*faces, answers=["orders=contact", "submarine-contact=Trout", "orders=done"])
        quarters.phase(ref, r)
        assert r.task_force.submarines[0].contact is contact
        done(ref)


def test_12_1_3_contact_is_broken_without_a_die() -> None:
    r = at_sea("Hawaii")
    r.task_force.submarines[0].contact = True
    ref = referee(answers=["orders=break", "orders=done"])
    quarters.phase(ref, r)
    assert not r.task_force.submarines[0].contact
    assert rolled(ref) == []


def test_12_1_4_detached_ships_form_a_group_and_take_their_recon_along() -> None:
    r = at_sea("Midway", joined=True)
    marker = hazard(Back.MECHANICAL_DISTRESS, number=5)
    ship(r, "Gwin").distress.append(marker)
    answers = ["orders=detach", *[f"detach-ship={n}" for n in ("Enterprise", "Gwin", "done")], "orders=done"]
    quarters.phase(referee(answers=answers), r)
    assert [(area, [s.name for s in group]) for area, group in r.task_force.groups] == [
        ("Midway", ["Enterprise", "Gwin"])
    ]
    assert marker in r.cups["sea-west"]
    assert [m.name for m in r.task_force.recon if not m.lost] == ["CA dark", "CA light"]


def test_12_1_4_without_a_ca_the_ca_recon_leaves_the_game() -> None:
    r = at_sea("Midway")
    answers = ["orders=detach", "detach-ship=Vincennes", "detach-ship=done", "orders=done"]
    quarters.phase(referee(answers=answers), r)
    assert recon(r, "CA dark").lost


def test_12_1_4_the_hornet_stays() -> None:
    r = at_sea("Midway")
    answers = ["orders=detach", "detach-ship=Hornet"]
    with pytest.raises(Exception, match="does not answer"):
        quarters.phase(referee(answers=answers), r)
    assert ship(r, "Hornet").space == "Center"


def test_12_1_5_an_elite_copilot_repairs_once() -> None:
    r = at_sea("Hawaii")
    mechanic = b25(r, "Jones")
    assert mechanic.elite is not None
    mechanic.elite.benefit = Benefit.COPILOT_REPAIR
    for other in r.squadron:
        if other is not mechanic and other.elite and other.elite.benefit is Benefit.COPILOT_REPAIR:
            other.elite.used = True
    b25(r, "Hoover").damage = 1
    turret = r.cups["transit"][1]
    b25(r, "Gray").attached.append(turret)
    ref = referee(answers=["orders=repair", "repair-b25=2270 0", "orders=done"])
    quarters.phase(ref, r)
    assert b25(r, "Gray").attached == []
    assert mechanic.elite.used
    assert b25(r, "Hoover").damage == 1
    done(ref)


def test_12_1_6_recovery_at_the_number_on_the_marker() -> None:
    """12.6.6 Mechanical Distress Recovery."""
    r = at_sea("Hawaii")
    recon(r, "CA dark").place = "Sea Area"
    gwin = ship(r, "Gwin")
    gwin.space = "Astern Far"
    marker = hazard(Back.MECHANICAL_DISTRESS, number=5)
    gwin.distress.append(marker)
    ref = referee(2, 2, answers=["recovery=yes"])
    quarters.recovery(ref, r)
    assert gwin.distress == [marker]
    ref = referee(2, 3, answers=["recovery=yes"])
    quarters.recovery(ref, r)
    assert gwin.distress == []
    assert gwin.space == "Astern Far"
    assert r.task_force.held == ["Gwin"]
    assert marker in r.cups["sea-west"]


def test_12_1_6_recovered_recon_stays_in_the_hangar_this_turn() -> None:
    """12.6.6 Mechanical Distress Recovery."""
    r = at_sea("Hawaii")
    plane = recon(r, "CA dark")
    plane.distress = hazard(Back.MECHANICAL_DISTRESS, number=5)
    quarters.recovery(referee(6, 6, answers=["yes"]), r)
    assert plane.distress is None
    assert quarters.why_not_place(r, plane, "Sea Area").endswith("(12.1.6)")


# ------------------------------------------------------------------ 12.2 weather


def test_12_2_1_example_weather_check() -> None:
    r = at_sea("140W")
    r.task_force.submarines[0].area = "Hawaii"
    r.task_force.submarines[0].contact = True
    ref = referee(1, 3, 2, 5)
    naval.weather_phase(ref, r)
    assert r.weather == {"140w": Weather.CALM, "hawaii": Weather.CALM}
    done(ref)


def test_12_2_old_chits_are_removed_and_shared_boxes_checked_once() -> None:
    r = at_sea("Defense West", Weather.STORM)
    r.weather["midway"] = Weather.GALE
    r.task_force.submarines[0].contact = True  # Defense East
    r.task_force.launch_area = ""
    ref = referee(3, 3, answers=["wind-check=no"])
    naval.weather_phase(ref, r)
    assert r.weather == {"defense": Weather.GUSTY}
    done(ref)


def test_12_2_2_a_storm_removes_signals_and_draws_a_transit_hazard() -> None:
    r = at_sea("140W")
    r.task_force.signals = {"Pacific": [hazard(Back.ENEMY_SIGNALS)], "140W": [hazard(Back.ENEMY_SIGNALS)]}
    r.cups["transit"].sort(key=lambda m: m.back is not Back.SECURITY_RISK)
    ref = referee(1, 1, answers=["remove-signals=140W"])
    naval.weather_phase(ref, r)
    assert list(r.task_force.signals) == ["Pacific"]
    assert r.security.risk == 14
    done(ref)


def test_12_2_3_example_wind_check_discarded() -> None:
    r = at_sea("Influence West")
    r.task_force.area = "Influence West"
    ref = referee(4, 3, 2, 2, answers=["wind-check=yes", "keep-wind=no"])
    naval.weather_check(ref, r, "Influence West")
    assert r.weather["influence"] is Weather.CALM
    assert "influence" not in r.wind
    assert rolled(ref) == ["sea-weather", "wind-check"]
    done(ref)


def test_12_2_3_a_kept_wind_lasts_this_turn_only() -> None:
    r = at_sea("Influence West")
    naval.weather_check(referee(4, 3, 4, 3, answers=["yes", "yes"]), r, "Influence West")
    assert "influence" in r.wind
    naval.weather_phase(referee(4, 3, answers=["wind-check=no"]), r)
    assert r.wind == {}


def test_12_2_3_no_wind_check_in_the_east() -> None:
    r = at_sea("Midway")
    naval.weather_check(referee(4, 3), r, "Midway")
    assert r.wind == {}


# ------------------------------------------------------------------ 12.7 refueling


def test_12_7_2_refuel_at_seven() -> None:
    r = at_sea("Midway")
    r.task_force.fueled = False
    naval.refuel_phase(referee(3, 4, answers=["refuel=yes"]), r)
    assert r.task_force.fueled


def test_12_7_2_the_oiler_may_be_given_for_the_fuel() -> None:
    r = at_sea("Midway")
    r.task_force.fueled = False
    ref = referee(3, 3, answers=["refuel=yes", "give-oiler=yes"])
    naval.refuel_phase(ref, r)
    assert r.task_force.fueled
    assert ship(r, "Cimarron").damaged
    done(ref)


def test_12_7_2_a_failure_in_a_gale_damages_one_ship_in_a_storm_two() -> None:
    r = at_sea("Midway", Weather.GALE)
    r.task_force.fueled = False
    answers = ["refuel=yes", "refuel-damage=Gwin", "give-oiler=no"]
    naval.refuel_phase(referee(3, 4, answers=answers), r)
    assert [s.name for s in r.task_force.ships if s.damaged] == ["Gwin"]
    assert not r.task_force.fueled
    r = at_sea("Midway", Weather.STORM)
    r.task_force.fueled = False
    answers = ["refuel=yes", "refuel-damage=Gwin", "refuel-damage=Cimarron"]
    ref = referee(4, 5, answers=answers)
    naval.refuel_phase(ref, r)
    assert [s.name for s in r.task_force.ships if s.damaged] == ["Gwin", "Cimarron"]
    done(ref)


def test_12_7_2_no_refueling_from_a_damaged_or_distressed_oiler() -> None:
    r = at_sea("Midway", joined=True)
    r.task_force.fueled = False
    ship(r, "Cimarron").damaged = True
    ship(r, "Sabine").distress.append(hazard(Back.MECHANICAL_DISTRESS, number=5))
    naval.refuel_phase(referee(), r)
    assert not r.task_force.fueled


def test_12_7_2_each_oiler_has_one_attempt() -> None:
    r = at_sea("Midway", joined=True)
    r.task_force.fueled = False
    ref = referee(1, 1, 5, 5, answers=["refuel=yes", "give-oiler=no", "refuel=yes"])
    naval.refuel_phase(ref, r)
    assert r.task_force.fueled
    done(ref)


# ------------------------------------------------------------------ whole turns


def test_12_0_a_turn_from_port() -> None:
    r = raid(9)
    r.segment = "naval"
    clouds = next(m for m in r.cups["sea-east"] if m.back is Back.CLOUDS)
    r.cups["sea-east"].remove(clouds)
    r.cups["sea-east"].insert(0, clouds)
    ref = referee(3, 4, 3, 4, defaults=True)
    assert not naval.turn(ref, r)
    assert r.task_force.area == "Pacific"
    assert r.task_force.turn == 1
    done(ref)


def test_12_0_1_a_damaged_hornet_ends_the_segment() -> None:
    """12.6.6 Damaged USS Hornet."""
    r = at_sea("Pacific")
    r.task_force.submarines.clear()
    boat = next(m for m in r.cups["sea-east"] if m.back is Back.I_BOAT)
    r.cups["sea-east"].remove(boat)
    r.cups["sea-east"].insert(0, boat)
    r.cups["sea-east"].insert(
        0, r.cups["sea-east"].pop(next(i for i, m in enumerate(r.cups["sea-east"]) if m.back is Back.CLOUDS))
    )
    # weather, underway, weather of 140W, clouds on the Recon, I-Boat: test, detection, torpedoes
    ref = referee(3, 3, 4, 4, 3, 3, 6, 6, 6, 6, 6, 1, 1, 1, 2, defaults=True)
    assert naval.turn(ref, r)
    assert ship(r, "Hornet").damaged
    assert r.launch is Launch.NONE
    assert r.aborted
    assert r.task_force.turned_back
    done(ref)


def test_12_7_the_last_turn_offers_an_emergency_launch() -> None:
    """9.2 April 22-23 Turn."""
    r = at_sea("Pacific")
    r.task_force.turn = 9
    r.cups["sea-east"].clear()
    ref = referee(
        *(3, 3, 1, 1),
        answers=["orders=done", "rendezvous=no", "force-move=no", "rendezvous=no", "last-turn-launch=carry on"],
    )
    assert naval.turn(ref, r)
    assert r.aborted == "the Task Force ran out of time"
    assert len(launch.on_deck(r)) == 16


def test_12_7_1_a_submarine_off_japan_reports_at_the_end_of_the_turn() -> None:
    r = at_sea("Pacific")
    thresher = r.task_force.submarines[1]
    assert thresher.area == "Japan"
    thresher.contact = True
    r.cups["sea-east"].clear()
    r.cups["sea-west"].clear()
    answers = [
        "orders=done",
        "wind-check=no",
        "rendezvous=no",
        "force-move=no",
        "rendezvous=no",
        "next-area=Japan",
        "contact-city=Nagoya",
    ]
    ref = referee(3, 3, 4, 3, 1, 1, answers=answers)
    assert not naval.turn(ref, r)
    assert r.cities[City.NAGOYA].contacts == 1
    done(ref)


def test_12_3_a_planned_launch_plays_the_flight_segment() -> None:
    r = at_sea("Defense West")
    ref = Referee(Seeded("launch"), Default())
    assert naval.turn(ref, r)
    assert r.launch is Launch.PLANNED
    assert all(f.site is not None for f in r.flights)
    assert r.flight_turn > 0


def test_12_3_2_after_a_fire_the_rest_may_launch_next_turn() -> None:
    r = at_sea("Influence East", Weather.GUSTY)  # too far: no Flight segment to play
    r.task_force.launch_area = "Influence East"
    r.security.alert = 0
    # weather, then one Flight is off badly: 3 is a fire that burns one
    faces = (3, 3, 1, 2, 1, 2, 1)
    answers = ["orders=done", "wind-check=no", "flights-as-proposed=yes", "re-roll=keep", "last-off=2292"]
    ref = referee(*faces, answers=answers, defaults=True)
    recon(r, "CA dark").place = "Sea Area"
    assert not naval.turn(ref, r)
    assert r.task_force.turn == 1
    assert len(launch.on_deck(r)) == 11
    assert sum(b.fate is Fate.HOME for b in r.squadron) == 3
    ref = referee(1, 1, 1, 1, 3, 3, 4, 4, *([6, 6] * 4), defaults=True)  # two submarines first
    assert naval.turn(ref, r)
    done(ref)
    assert launch.on_deck(r) == []
    assert "flown-home" in noted(ref)


def test_12_5_2_turned_about_may_launch_first() -> None:
    r = at_sea("Influence East", Weather.GUSTY, joined=True)
    for name in ("Cimarron", "Sabine"):
        ship(r, name).space = ""
    r.task_force.fueled = False
    answers = ["orders=done", "wind-check=no", "raid-move=yes", "turned-back-launch=carry on"]
    ref = referee(3, 3, 3, 4, 2, 3, answers=answers)
    for marker in r.task_force.recon:
        marker.place = advice.post(r, marker)
    assert naval.turn(ref, r)
    assert r.aborted == "the Task Force turned about for want of fuel"
    done(ref)


@pytest.mark.parametrize("seed", range(12))
def test_12_0_whole_voyages_end(seed: int) -> None:
    for agent in (Default(), RandomAgent(str(seed))):
        ref = Referee(Seeded(f"voyage {seed}"), agent, trace=seed % 2 == 0)
        r = scenario.set_up(ref, Options(scenario=9))
        naval.segment(ref, r)
        assert r.launch is not Launch.NONE or r.aborted
        for name, count in (("sea-east", 16), ("sea-central", 18), ("sea-west", 22), ("transit", 12)):
            assert len(r.cups[name]) <= count


def test_12_0_hurried_and_traced_voyages_are_the_same() -> None:
    for seed in range(8):
        told = []
        for trace in (False, True):
            ref = Referee(Seeded(f"same {seed}"), Default(), trace=trace)
            r = scenario.set_up(ref, Options(scenario=9))
            naval.segment(ref, r)
            told.append((r.launch, r.launch_area, r.security, r.task_force.turn, [b.fate for b in r.squadron]))
        assert told[0] == told[1]


def test_12_1_1_a_place_chosen_by_hand_is_kept() -> None:
    r = at_sea("Hawaii")
    answers = ["orders=recon", "recon=each", "recon-place=Local Recon", "orders=done"]
    quarters.phase(referee(answers=answers), r)
    plane = recon(r, "CA dark")
    assert advice.post(r, plane) == "Local Recon"
    quarters.phase(referee(defaults=True), r)
    assert plane.place == "Local Recon"


def test_12_1_4_the_default_sends_slow_ships_home_from_midway() -> None:
    r = at_sea("Midway", joined=True)
    quarters.phase(referee(defaults=True), r)
    assert [s.name for _, group in r.task_force.groups for s in group] == ["Cimarron", "Sabine"]
    r = at_sea("Midway", joined=True)
    r.task_force.fueled = False
    quarters.phase(referee(defaults=True), r)
    assert r.task_force.groups == []
