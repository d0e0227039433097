"""The headline and the status screen."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Suspend
from flakhouse.core.dice import Fixed
from flakhouse.core.events import Noted
from flakhouse.core.questions import Pending, Question
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import fuel, movement
from flakhouse.games.b29.state import Fighter
from flakhouse.games.b29.words import (
    Altitude,
    Angle,
    Cabin,
    Clock,
    DoorFault,
    DoorState,
    EngineState,
    Escort,
    FighterType,
    Formation,
    GunName,
    Leg,
    NoseGear,
    Position,
    Repair,
    Section,
    Skill,
)
from flakhouse.render.b29 import status
from flakhouse.render.b29.damage import damage
from flakhouse.render.screen import Line
from tests.b29.helpers import mission
from tests.checks.asking import asked
from tests.render.b29_flights import view


def lines(text: str) -> dict[str, str]:
    """The screen by its labels, continuation lines joined."""
    found: dict[str, str] = {}
    label = ""
    for line in text.split("\n"):
        label = line[:11].strip() or label
        found[label] = (found.get(label, "") + " " + line[11:].strip()).strip()
    return found


def test_a_sound_bomber() -> None:
    m = mission()
    head = status.headline(m, " · ", m.weather.value)
    assert head == (
        "Turn 10 · Zone 10 of 11 outbound · fuel 38+8 · MED · day · Good · in formation (Middle, Middle)"
        " · 4 engines"
    )
    screen = lines(status.status(m))
    assert screen["Mission"] == "12: Tokyo, Aircraft Factory, Zone 11; day, medium altitude."
    assert screen["Track"] == "base 1 2 3 4 5 6 7 8 9 [10] 11 target, outbound."
    assert screen["Engines"] == "1, 2, 3, 4 running."
    assert screen["Damage"] == "none."
    assert "Forward Upper Turret 10 of 10" in screen["Guns"]
    assert "Tail Cannon          not armed" in status.status(m)
    assert screen["Fire"] == "extinguishers in Nav/Radio, Waist, Utility."
    assert "Attackers" not in screen
    assert screen["Fuel"].startswith("wing 38 boxes; forward tank 4 of 4; aft tank 4 of 4; 2 of 2 pumps; to base")


def test_4_3d_a_plan_that_is_short_stands_on_every_screen() -> None:
    m = mission(zone=8, bomb_run=True, leg=Leg.BACK, wing_boxes=7, release_failed=True)
    m.plane.fwd.tank_boxes = m.plane.aft.tank_boxes = 0
    assert status.headline(m, " · ", m.weather.value).startswith(
        "Turn 10 · Zone 8 of 11 inbound · fuel 7, 9 short to base · "
    )
    orders = Question("4.0", "Any orders before you see what this zone brings?", {"done": "No orders: continue"})
    orders.put("orders", "done")
    warning = "Fuel: 7 boxes, 9 short to base by plan: each zone costs two boxes while the bombs are aboard."
    assert view().situation(m, orders, True) == [Line(warning, "warning")]
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    assert view().situation(m, orders, True) == [Line("Fuel: 7 boxes, 1 short to base by plan.", "warning")]
    m.plane.crippled = True  # 7.2
    slow = ": at this speed each zone takes two turns, the second for 1 box more."
    assert view().situation(m, orders, True) == [Line(f"Fuel: 7 boxes, 9 short to base by plan{slow}", "warning")]
    storm = asked("storm-detour", "4-3", "Fly around it?", {"yes": "Yes", "no": "No"}, "no")
    (line,) = view().situation(m, storm, True)  # the reckoning has it too, and once is enough
    assert (line.text, line.tone) == (f"Fuel: 7 boxes; {status.reckoning(m)}{slow}", "warning")
    m.plane.crippled, m.plane.wing_boxes = False, 8
    assert view().situation(m, orders, True) == []
    assert "short" not in status.headline(m, " · ", m.weather.value)


def test_4_9h_bombs_that_may_hang_are_reckoned_too() -> None:
    m = mission(zone=8, wing_boxes=20)
    assert "hang" not in status.reckoning(m)
    m.plane.release_failed = True
    left = fuel.spare(m, iwo=False)
    assert 0 <= left < m.target.zone == 11
    text = f"to base by plan: {left} to spare, {11 - left} short if the bombs hang"  # one more box a zone (4.3A)
    assert status.reckoning(m).startswith(text)
    m.plane.release_failed, m.plane.aft.release_damaged = False, True
    assert "if the bombs hang" in status.reckoning(m)
    m.leg = Leg.BACK
    assert "hang" not in status.reckoning(m)


def test_4_1b_the_climb_that_is_owed_stands_in_the_headline() -> None:
    m = mission()
    m.plane.altitude = Altitude.LO
    assert " · LO, planned MED · " in status.headline(m, " · ", m.weather.value)
    m.bomb_run = True
    assert " · LO · " in status.headline(m, " · ", m.weather.value)


def test_of_a_lost_bomber_the_headline_tells_the_loss_and_no_more() -> None:
    m = mission()
    m.repair = Repair.LOST
    m.men[Position.PILOT].dead = True
    assert (
        status.headline(m, " · ", m.weather.value)
        == "Turn 10 · Zone 10 of 11 outbound · the bomber is lost, 1 man dead"
    )


def test_r_40_on_dry_tanks_the_headline_has_the_turn_of_the_log() -> None:
    m = mission(zone=4, turn=19, leg=Leg.BACK, formation=Formation.NONE, wing_boxes=1, altitude=Altitude.LO)
    m.plane.altitude, m.plane.pressurized, m.bomb_run = Altitude.LO, False, True
    for bay in m.plane.bays():
        bay.bombs, bay.tank_boxes = False, 0
    ref = Referee(Fixed(1, 6, 6), Suspend(), trace=True)
    movement.move_step(ref, m)
    movement.fuel_step(ref, m)
    assert view().headline(m, ref.events).startswith("Turn 20 · Zone 3")
    with pytest.raises(Pending) as stopped:
        movement.move_step(ref, m)
    assert stopped.value.question.id == "dry-tanks"
    assert view().headline(m, ref.events).startswith("Turn 20 · Zone 3")


def test_weather_is_not_claimed_before_it_is_rolled() -> None:
    m = mission()
    assert "Good" not in view().headline(m, [Noted("zone", {"turn": 10, "zone": 10, "leg": "outbound"})])
    seen = [Noted("zone", {}), Noted("weather", {"zone": 10, "weather": "Good"}), Noted("resistance", {})]
    assert " · Good · " in view().headline(m, seen)
    assert " · Good · " in view().headline(m, [])  # a flight begun from a position knows its weather
    assert view().headline(None, []) == ""
    assert view().status(None) == "No mission has begun yet."


def test_everything_that_can_be_wrong_fits_80_columns() -> None:
    m = mission(
        number=12,
        off_course=True,
        formation=Formation.FOR_GOOD,
        escort=Escort.P51,
        aborted=True,
        abort_zone=9,
        abort_cause="engine out",
        pressurized=False,
        intercom_out=True,
        bombsight_out=True,
        electrical_hits=1,
        nose_gear=NoseGear.DAMAGED,
        windshield_hits=2,
        fires={Section.WAIST: 1},
        bursts_inside=[Section.TAIL],
    )
    plane = m.plane
    plane.compromised[Cabin.WAIST] = True
    plane.engines[1].state = EngineState.FEATHERED
    plane.engines[2].oil_turns = 1
    plane.guns[GunName.TAIL].jammed = True
    plane.guns[GunName.AFT_LOWER].inoperable = True
    plane.wings[Section.PORT_WING].root_hits = 2
    plane.fwd.tank_jettisoned = True
    plane.aft.tank_leaking = True
    plane.extinguishers[Section.WAIST] = False
    m.men[Position.PILOT].serious = True
    m.men[Position.CFC].light = 2
    m.men[Position.CFC].kills = 1
    m.men[Position.TAIL_GUNNER].dead = True
    m.men[Position.RADAR_OPERATOR].frostbitten = True
    gunner = m.men[Position.LEFT_GUNNER]
    gunner.station, gunner.compartment = None, Section.UTILITY
    m.seats[Position.LEFT_GUNNER] = None
    m.men[Position.COPILOT].aboard = False
    m.men[Position.COPILOT].jumped = True
    text = status.status(m)
    assert max(len(line) for line in text.split("\n")) <= 80
    screen = lines(text)
    assert "Aborted in Zone 9: engine out." in screen["Mission"]
    assert "Off Course" in screen["Here"]
    assert screen["Altitude"] == "Medium, as planned; cabins without pressure, crew on oxygen."
    assert screen["Formation"].startswith("out of formation for good (Middle, Middle squadron); escort P-51.")
    assert "forward tank jettisoned; aft tank 4 of 4, leaking" in screen["Fuel"]
    assert screen["Engines"] == "1 running; 2 feathered; 3 running, losing oil, 1 turn left; 4 running."
    assert "30 of 30 jammed" in screen["Guns"]
    assert "20 of 20 out" in screen["Guns"]
    crew = screen["Crew"]
    assert "Pilot Pilot Smith, seriously wounded" in crew
    assert "CFC CFC Smith, 2 light wounds, 1 shot down" in crew
    assert "Tail Gunner Tail Gunner Smith, dead" in crew
    assert "Radar Operator Radar Operator Smith, frostbitten" in crew
    assert "Utility: Left Gunner Left Gunner Smith, away from his station" in crew
    assert "Not aboard: Copilot Copilot Smith, jumped" in crew
    assert screen["Fire"] == "burning: Waist; extinguishers in Nav/Radio, Utility."
    for words in (
        "burst inside Tail",
        "Port Wing root hit, 2 so far",
        "windshield hit, 2 so far",
        "intercom out",
        "bombsight out",
        "electrical system hit once",
        "nose gear damaged",
    ):
        assert words in screen["Damage"]
    head = status.headline(m, " · ", m.weather.value)
    for words in (
        "no cabin pressure",
        "Off Course",
        "escort P-51",
        "3 engines",
        "mission aborted",
        "fire in Waist",
    ):
        assert words in head
    assert "4 men out of action" in head


def test_attackers_stand_clockwise_from_the_nose() -> None:
    m = mission(
        fighters=[
            Fighter(FighterType.NICK, Clock.C6, Angle.LEVEL, Skill.ACE, 2, name="Nick A"),
            Fighter(FighterType.TONY, Clock.DIVE, Angle.NONE, ram=True, name="Tony A"),
            Fighter(FighterType.OSCAR, Clock.C12, Angle.HIGH, destroyed=True, name="Oscar A"),
            Fighter(FighterType.TONY, Clock.C130, Angle.LOW, spotted=False, name="Tony B"),
        ]
    )
    assert status.attackers(m) == [
        "1:30 Low: Tony B, not seen",
        "6 Level: Nick A, Ace pilot, damaged, its aim spoiled (-2)",
        "Vertical Dive: Tony A, means to ram",
    ]
    fire = asked("allocate-fire", "5.3A", "Tail Turret: who fires?", {"hold": "Hold"}, "hold")
    assert [line.text for line in view().situation(m, fire, fresh=False)] == [
        "Attacking from 1:30 Low: Tony B, not seen",
        "Attacking from 6 Level: Nick A, Ace pilot, damaged, its aim spoiled (-2)",
        "Attacking from Vertical Dive: Tony A, means to ram",
        "Tony A means to ram, on 11 or more: it does not fire, and only shot down is it stopped.",
        "Bursts left: forward upper 10, forward lower 15, aft upper 25, aft lower 20, tail 30.",
        "How good a pilot is shows when he comes in; the chances allow for every kind.",
    ]
    assert len(view().situation(m, fire, fresh=True)) == 3
    assert view().situation(m, asked("orders", "4.0", "Orders?", {"done": "None"}, "done"), fresh=False) == []


def test_before_take_off_at_night_and_over_base() -> None:
    m = mission(number=14, night=True, altitude=Altitude.LO, turn=0, zone=0, formation=Formation.NONE)
    m.men[Position.CFC].aboard = False
    m.men[Position.CFC].grounded = True
    assert status.headline(m, " · ", m.weather.value) == "Before take-off · Tokyo, Aircraft Factory · night, LO"
    screen = lines(status.status(m))
    assert screen["Here"] == "not yet airborne."
    assert screen["Track"] == "at base; target in Zone 11."
    assert screen["Formation"].startswith("alone by night")
    assert "CFC CFC Smith, left at base" in screen["Crew"]
    m = mission(turn=24, zone=0, leg=Leg.BACK)
    assert "the base" in status.headline(m, " · ", "")
    assert lines(status.status(m))["Track"].startswith("[base] 1 2")


def test_rules_are_found_in_the_three_texts() -> None:
    for rule, place in (
        ("4.1B", "Rule Book, section 4.1, paragraph B."),
        ("4.5C2", "Rule Book, section 4.5, paragraph C2."),
        ("9.0", "Rule Book, section 9.0."),
        ("7-9a", "Chart Book, table 7-9, note (a)."),
        ("2-2A", "Chart Book, table 2-2A."),
        ("4-9(d), (e)", "Chart Book, table 4-9, note (d)."),
        ("GTS 11", "Game Turn Streamliner, GTS 11."),
        ("house", "Rule house."),
    ):
        assert view().book_place(rule) == place


def test_a_turn_more_in_the_zone_is_named() -> None:
    m = mission()
    m.zone, m.leg, m.new_zone = m.target.zone, Leg.BACK, False
    assert f"Zone {m.zone} of {m.zone} inbound, turning" in status.headline(m, " · ", m.weather.value)
    m.leg, m.holding = Leg.OUT, True
    assert "outbound, holding" in status.headline(m, " · ", m.weather.value)


def test_4_3a_boxes_not_yet_crossed_off_are_named_and_reckoned() -> None:
    m = mission()
    before = status.reckoning(m)
    m.fuel_due = 2
    assert "fuel 38+8 (2 due)" in status.headline(m, " · ", m.weather.value)
    m.turn = 1  # 4.3A: guns and gunners are weighed with the first boxes
    assert "(2 to 4 due)" in status.headline(m, " · ", m.weather.value)
    assert status.reckoning(m) != before
    m.plane.wing_boxes = m.plane.fwd.tank_boxes = m.plane.aft.tank_boxes = 0
    assert "short" in status.reckoning(m)


def test_decisions_on_fuel_and_on_pressure_come_with_what_is_known() -> None:
    m = mission()
    ask = asked("iwo-plan", "8.4", "Land?", {"land": "Land", "fly-on": "Fly on"}, "land")
    assert [line.text for line in view().situation(m, ask, False)] == [f"Fuel: 46 boxes; {status.reckoning(m)}."]
    ask = asked("depressurize-combat", "5.1B", "Depressurize?", {"yes": "Yes", "no": "No"}, "no")
    (line,) = view().situation(m, ask, False)
    assert line.text.startswith(f"Expected resistance: {m.expected.value}. ")


def test_5_3c_a_dead_intercom_says_before_the_fight_what_becomes_of_the_guns() -> None:
    m = mission()
    evade = asked("evade-day", "5.7", "Evade?", {"yes": "Yes", "no": "No"}, "no")
    order = asked("blind-order", "5.3C", "Which first?", {"A": "A", "B": "B"}, "A")
    assert view().situation(m, evade, True) == []
    m.plane.intercom_out = True
    (line,) = view().situation(m, evade, True)
    assert line.text.startswith(
        "The intercom is dead (5.3C): there is no fire plan. A die names the man for each gun"
    )
    assert line in view().situation(m, order, True)  # the same words, so that a screen says them once
    single = asked("blind-fire", "5.3C", "Fire?", {"fire": "Fire", "hold": "Hold"}, "fire")
    assert line not in view().situation(m, single, True)


def test_a_start_in_the_middle_is_briefed() -> None:
    m = mission()
    m.number = 10
    first, second, iwo = view().briefing(m)
    assert first.startswith(f"Target: {m.target.city}, ")
    assert "Expected resistance: " in second
    assert iwo == "Your base is in the Marianas. Iwo Jima in zone 6 is still Japanese: fighters may come up there."
    m.number = 11
    assert (
        view().briefing(m)[2].endswith("Iwo Jima in zone 6 is American, and you may land there on the way back.")
    )
    assert view().briefing(None) == []


def test_7_4a_a_stretch_ends_with_who_has_no_oxygen() -> None:
    m = mission(oxygen_out_turn=9, pressurized=False)
    assert view().lasting(m) == []
    m.plane.oxygen_hits[Position.TAIL_GUNNER] = 2
    assert view().lasting(m) == ["Without oxygen where they are: Tail Gunner Tail Gunner Smith."]


def test_7_4a_4_2_nobody_is_warned_of_oxygen_under_pressure_or_low_down() -> None:
    m = mission(oxygen_out_turn=9)
    m.plane.oxygen_hits[Position.TAIL_GUNNER] = 2
    assert view().lasting(m) == []
    m.plane.compromised[Cabin.TAIL] = True
    assert view().lasting(m) != []
    m.plane.altitude, m.plane.pressurized = Altitude.LO, False
    assert view().lasting(m) == []
    m = mission(oxygen_out_turn=9, oxygen_all_out=True)
    m.men[Position.CFC].compartment = Section.UTILITY  # in no cabin
    assert view().lasting(m) == ["Without oxygen where they are: CFC CFC Smith."]


def test_5_3c_the_fire_plan_names_who_means_to_ram() -> None:
    """A rammer fires no shells, and a damaged one still rams: only shot down is it stopped."""
    m = mission()
    m.fighters[:] = [
        Fighter(FighterType.FRANK, Clock.C12, Angle.HIGH, name="Frank A", ram=True),
        Fighter(FighterType.FRANK, Clock.C6, Angle.LOW, name="Frank C"),
    ]
    told = [
        line.text for line in view().situation(m, asked("allocate-fire", "5.3", "Which?", {"hold": "Hold"}), True)
    ]
    assert told[0] == "Frank A means to ram, on 11 or more: it does not fire, and only shot down is it stopped."
    assert sum("ram" in text for text in told) == 1


@pytest.mark.parametrize(("failed", "told"), [(0, False), (1, True), (2, True)])
def test_4_9c_a_fuel_transfer_pump_that_has_failed_stands_among_the_damage(failed: int, told: bool) -> None:
    texts = [part.words for part in damage(mission(pumps_failed=failed))]
    assert (f"{failed} of 2 fuel transfer pumps out" in texts) is told


def test_4_9g_doors_that_are_shut_and_will_not_close_once_open_say_so() -> None:
    bay = mission().plane.fwd
    bay.fault = DoorFault.WILL_NOT_CLOSE
    assert status.bay_words("forward", bay) == "forward bombs, doors shut, once open they will not close"
    bay.doors = DoorState.OPEN
    assert status.bay_words("forward", bay) == "forward bombs, doors open, they will not close"
    bay.doors, bay.fault = DoorState.SHUT, DoorFault.WILL_NOT_OPEN
    assert status.bay_words("forward", bay) == "forward bombs, doors shut, they will not open"
    bay.doors, bay.fault = DoorState.JAMMED_OPEN, DoorFault.NONE
    assert status.bay_words("forward", bay) == "forward bombs, doors jammed open"
