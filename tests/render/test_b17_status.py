"""The B-17 headline and status screen."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Noted
from flakhouse.core.needed import needed
from flakhouse.core.questions import Subject
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.words import (
    Cover,
    End,
    EngineState,
    FormationPlace,
    GunName,
    Leg,
    Position,
    Section,
    Skill,
    Tank,
    Weather,
)
from flakhouse.render.b17 import status
from flakhouse.slate import Target
from tests.b17.helpers import fighter, mission
from tests.checks.asking import asked
from tests.render.b17_flights import view


def lines(text: str) -> dict[str, str]:
    """The screen by its labels, continuation lines joined."""
    found: dict[str, str] = {}
    label = ""
    for line in text.split("\n"):
        label = line[:11].strip() or label
        found[label] = (found.get(label, "") + " " + line[11:].strip()).strip()
    return found


def test_a_sound_bomber() -> None:
    m = mission(cover=Cover.FAIR)
    assert status.headline(m, " · ") == (
        "Turn 2 · Zone 3 of 5 outbound · in formation (Middle, High squadron) · cover fair"
    )
    screen = lines(status.status(m))
    assert screen["Mission"] == "12: Paris, Industry, Zone 5."
    assert screen["Track"] == "1 2 [3] 4 5 target, outbound."
    assert screen["Here"] == "Turn 2, Zone 3 of 5 outbound, 20,000 ft; below: France."
    assert screen["Formation"] == "in formation (Middle, High squadron); cover fair; no fighters this turn."
    assert (screen["Bombs"], screen["Engines"], screen["Fuel"]) == ("aboard.", "1, 2, 3, 4 running.", "no leak.")
    assert "Nose Gun            15 of 15" in screen["Guns"]
    assert screen["Air"] == "oxygen and heat everywhere."
    assert screen["Supplies"] == "5 hand extinguishers."
    assert screen["Damage"] == "none."
    assert screen["Landing"] == "nothing for or against it yet."
    assert "Attackers" not in screen


def test_no_fighters_are_claimed_before_the_roll() -> None:
    m = mission(zone=5)
    moved = Noted("zone", {"turn": 2, "zone": 3, "leg": "outbound"})
    rolled = Noted("resistance", {"level": "none", "zone": 3})
    assert "no fighters" not in view().headline(m, [rolled, moved])
    assert "no fighters" not in view().headline(m, [])
    assert "no fighters" in view().headline(m, [moved, rolled])


def test_2_4_the_headline_over_england_has_its_weather_and_no_cover() -> None:
    m = mission(zone=1, leg=Leg.BACK, cover=Cover.GOOD, base_weather=Weather.BAD)
    entered = Noted("zone", {"turn": 4, "zone": 1, "leg": "inbound"})
    weather = Noted("weather", {"zone": 1, "weather": "Bad"})
    assert "weather" not in view().headline(m, [entered])
    assert "weather bad" in view().headline(m, [entered, weather])
    assert "cover" not in view().headline(m, [entered, weather])


def test_after_the_landing_the_headline_knows_no_way_and_no_formation() -> None:
    m = mission(zone=1, leg=Leg.BACK, end=End.LANDED)
    m.plane.engines[0].state = EngineState.FEATHERED
    assert view().headline(m, []) == "Turn 2 · landed at base · 3 engines"


def test_13_1_what_forces_the_bomber_home_is_named() -> None:
    m = mission(intercom_out=True)
    assert lines(view().status(m))["Mission"].endswith("It must be aborted: intercom out.")


def test_before_the_first_mission_and_before_take_off() -> None:
    assert view().headline(None, []) == ""
    assert view().status(None) == "No mission has begun yet."
    assert view().briefing(None) == []
    m = mission(3, turn=0, zone=0, squadron=None, place=FormationPlace.LEAD)
    assert status.headline(m, " · ") == "Before take-off · Paris, Industry"
    screen = lines(status.status(m))
    assert screen["Here"] == "not yet airborne."
    assert screen["Track"] == "at base; target in Zone 5."
    assert view().briefing(m) == [
        "The target is Paris, in zone 5: industry.",
        "Your place in the formation: lead.",
    ]
    assert view().untitled(3, m) == "Flight 3: Paris"
    assert view().untitled(3, None) == "B-17 Queen of the Skies, flight 3"


def test_everything_that_can_be_wrong_fits_80_columns() -> None:
    m = mission(in_formation=False, waves=2, aborted=True, abort_zone=3, abort_cause="heat out", rabbits_feet=2)
    plane = m.plane
    plane.low, plane.bombs = True, False
    plane.engines[0].state, plane.engines[1].state = EngineState.FEATHERED, EngineState.WINDMILLING
    plane.engines[2].oil_zones = 2
    plane.leaking, plane.fuel_turns = [Tank.PORT_INBOARD], 3
    plane.guns[GunName.TAIL].jammed = True
    plane.guns[GunName.TOP].inoperable = True
    plane.guns[GunName.BALL].frozen = True
    plane.heat_out = [Position.PILOT]
    plane.oxygen_hits = {Position.TAIL_GUNNER: 2, Position.NAVIGATOR: 1}
    plane.intercom_out = plane.radio_out = plane.tailwheel_out = plane.landing_gear_out = True
    plane.norden_out = plane.ball_jammed = True
    plane.cable_hits, plane.window_hits, plane.rudder_hits = 2, 1, 1
    plane.tailplane_root[Section.PORT_WING] = 3
    plane.wings[Section.STARBOARD_WING].root_hits = 4
    plane.bursts_inside = [Section.WAIST]
    plane.extinguishers = 0
    m.men[Position.PILOT].serious = True
    m.men[Position.NAVIGATOR].dead = True
    m.men[Position.ENGINEER].kills = 5
    m.men[Position.BALL_GUNNER].frostbitten = True
    m.men[Position.COPILOT].aboard, m.men[Position.COPILOT].jumped = False, True
    m.men[Position.RADIO_OPERATOR].station = Position.TAIL_GUNNER
    m.men[Position.RADIO_OPERATOR].compartment = Section.TAIL
    m.men[Position.BOMBARDIER].station = None
    m.men[Position.BOMBARDIER].compartment = Section.RADIO_ROOM
    text = status.status(m)
    assert max(len(line) for line in text.split("\n")) <= 80
    screen = lines(text)
    assert "Aborted in Zone 3: heat out." in screen["Mission"]
    assert screen["Engines"] == "1 feathered; 2 windmilling; 3 running, losing oil, 1 more zone; 4 running."
    assert screen["Fuel"].startswith("port inboard leaking; 3 turns left; home by way of the target takes ")
    assert "23 of 23 jammed" in screen["Guns"]
    assert "16 of 16 out" in screen["Guns"]
    assert "20 of 20 frozen" in screen["Guns"]
    assert screen["Air"] == ("no oxygen for Tail Gunner; oxygen hit once for Navigator; no heat for Pilot.")
    assert screen["Supplies"] == "no hand extinguisher; 2 rabbit's feet."
    crew = screen["Crew"]
    assert "Pilot Pilot Smith, seriously wounded" in crew
    assert "Engineer Engineer Smith, 5 shot down, ace" in crew
    assert "Tail: Radio Operator Radio Operator Smith, at the Tail Gunner's station" in crew
    assert "Bombardier Bombardier Smith, away from his station" in crew
    assert "Not aboard: Copilot Copilot Smith, jumped" in crew
    for words in (
        "burst inside the Waist, two turns a zone",
        "intercom out",
        "control cables out",
        "cockpit window hit once",
        "rudder hit, 1 of 3",
        "port tailplane off",
        "starboard wing root hit, 4 of 5",
        "landing gear out",
    ):
        assert words in screen["Damage"]
    head = status.headline(m, " · ")
    for words in ("10,000 ft", "out of formation", "2 waves", "no bombs", "2 engines", "fuel for 3 turns"):
        assert words in head
    assert head.endswith("mission aborted · 3 men out of action")


def test_15_1_landing_points_are_named_with_their_reasons() -> None:
    m = mission()
    m.plane.tailwheel_out = m.plane.landing_gear_out = True
    text = status.landing_points(m)
    assert text == "-4 in England: tailwheel out -1; landing gear or its controls out -3."
    m.zone, m.leg, m.base_weather = 1, Leg.BACK, Weather.BAD
    assert status.landing_points(m).startswith("-6 in England: bad weather")


def test_turning_and_second_turns_are_named() -> None:
    m = mission(zone=5, weather_rolled=True, weather=Weather.POOR)
    assert "Zone 5 of 5 outbound, over the target · weather poor" in status.headline(m, " · ")
    m.leg = Leg.BACK
    assert "Zone 5 of 5 inbound, turning for home" in status.headline(m, " · ")
    m.zone, m.turns_here = 4, 2
    assert "Zone 4 of 5 inbound, second turn" in status.headline(m, " · ")


def test_attackers_stand_clockwise_from_the_nose() -> None:
    first, second, third = (
        fighter("FW190", "6", "Low", "FW190 A"),
        fighter("Me109", "12", "High", "Me109 B"),
        fighter("Me110", "Vertical Dive", "-", "Me110 C"),
    )
    first.fca, second.skill, third.special = 2, Skill.ACE, "b"
    gone = fighter(name="Me109 D")
    gone.destroyed = True
    m = mission(fighters=[first, second, third, gone])
    assert status.attackers(m) == [
        "12 High: Me109 B, Ace pilot",
        "6 Low: FW190 A, damaged, breaks off after this attack",
        "Vertical Dive: Me110 C, in a dive that no gun may fire at",
    ]
    m.plane.guns[GunName.NOSE].jammed = True
    fire = asked("fire-plan", "3.4", "Which guns fire?", {"hold": "Hold"}, "hold")
    shown = [line.text for line in view().situation(m, fire, fresh=False)]
    assert shown[0] == "Attacking from 12 High: Me109 B, Ace pilot"
    assert shown[-1] == (
        "Bursts left: nose jammed, port cheek 10, starboard cheek 10, top 16, radio 10, ball 20, "
        "port waist 20, starboard waist 20, tail 23."
    )
    assert len(view().situation(m, fire, fresh=True)) == 1
    orders = asked("orders", "2A.7", "Orders?", {"done": "None"}, "done")
    assert view().situation(m, orders, fresh=False) == []
    assert view().situation(None, fire, fresh=False) == []


def test_decisions_on_fuel_and_landing_come_with_what_is_known() -> None:
    m = mission()
    ask = asked("abort", "13.1", "Go on?", {"go-on": "Go on"}, "go-on")
    assert view().situation(m, ask, False) == []
    m.plane.leaking, m.plane.fuel_turns = [Tank.PORT_INBOARD], 4
    (line,) = view().situation(m, ask, False)
    assert line.text.startswith("Fuel: port inboard leaking; 4 turns left; home by way of the target takes ")
    ask = asked("land-or-jump", "14.4", "Land?", {"land": "Land"}, "land")
    (line,) = view().situation(m, ask, False)
    assert line.text.startswith("Landing: ")


@pytest.mark.parametrize(
    ("rule", "place"),
    [
        ("3.4b", "docs/b17-rules.md, section 3, paragraph 3.4b."),
        ("2A.7", "docs/b17-rules.md, section 2A, paragraph 2A.7."),
        ("6A.1", "docs/b17-rules.md, section 6A, paragraph 6A.1."),
        ("17", "docs/b17-rules.md, section 17, whole."),
        ("M-3", "Table M-3: flakhouse tables b17 M-3."),
        ("BL-1e", "Table BL-1e: flakhouse tables b17 BL-1e."),
        ("manual 5E", "Manual, section 5E."),
        ("manual 7.3", "Manual, section 7.3."),
        ("house", "Rule house."),
    ],
)
def test_rules_are_found_in_page_tables_and_manual(rule: str, place: str) -> None:
    assert view().book_place(rule) == place


def test_the_fire_plan_says_why_guns_aim_worse() -> None:
    m = mission()
    assert status.aiming(m) == []
    m.men[Position.ENGINEER].light = 2
    hurt = f"{m.men[Position.ENGINEER].airman.name} is hurt and hits only on a 6."
    assert status.aiming(m) == [hurt]
    m.plane.intercom_out = True
    assert status.aiming(m) == ["The intercom is out: guns hit only on a 6, the tail guns on 5 or 6.", hurt]
    told = [line.text for line in view().situation(m, asked("fire-plan", "3.4", "Fire?", {"go": "Go"}), True)]
    assert told[-2:] == status.aiming(m)
    m.evading = True
    assert status.aiming(m) == ["Evasive action: guns hit only on a 6."]


def test_guns_before_it_fires_and_as_it_passes_are_counted_apart() -> None:
    guns = ("Top Turret", "Nose Gun", "Ball Turret", "Tail Guns")
    both = Target(Subject("fighter", "A"), "Me109 A", guns, "42 %", "17 %", "52 %", 1)
    assert both.aims == (("42 %", "to hit it, 3 guns"), ("17 %", "as it passes, 1 gun"))
    late = Target(Subject("fighter", "E"), "Me109 E", guns[3:], "", "17 %", "17 %", 1)
    assert late.aims == (("17 %", "as it passes, 1 gun"),)
    assert Target(Subject("fighter", "B"), "Me109 B", (), "nobody fires at it").aims == ()


def test_a_spray_is_thrown_for_what_the_plan_names_with_it() -> None:
    """M-5: a hit or a fighter that breaks off, 50 %; not the hit alone."""
    found = needed(CHARTS.charts["M-5"], 0, 0, 1)
    assert found is not None
    assert (found.totals, found.ways, found.of) == ((2, 4, 6), 3, 6)
