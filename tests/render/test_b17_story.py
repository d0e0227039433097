"""The B-17 after-action report: readable, and true to the log."""

from __future__ import annotations

import re

import msgspec

from flakhouse.core.events import Noted
from flakhouse.render.b17 import digest, story
from tests.render.b17_flights import many, view

TARGET = Noted(
    "target",
    {"city": "Brest", "type": "U-Boats", "zone": 5, "mission": 7, "bomber": "Patches", "training": False},
)
BRIEF = Noted("briefing", {"place": "Lead", "squadron": "Low", "line": ""})


def tell(*events: Noted) -> str:
    teller = story.B17Story(view().story_line)
    return " ".join(teller.paragraphs(list(events)))


def zone(turn: int, number: int, leg: str = "outbound") -> Noted:
    return Noted("zone", {"turn": turn, "zone": number, "leg": leg})


def man(kind: str, position: str, name: str, **facts: str) -> Noted:
    return Noted(kind, {"man": position, "name": name, **facts})


def placed(fighter: str, where: str, again: bool = False) -> Noted:
    return Noted("fighter-placed", {"fighter": fighter, "where": where, "again": again})


def off(type: str, kind: str = "fighter-driven-off") -> Noted:
    return Noted(kind, {"type": type, "fighter": f"{type} A", "by": "escort", "again": False})


def test_the_briefing() -> None:
    assert tell(TARGET, BRIEF, Noted("take-off", {}), zone(1, 2)) == (
        "The crew of Patches was briefed for mission 7, the U-boat pens at Brest. "
        "They were given the Lead place in the Low squadron."
    )


def test_a_fight() -> None:
    told = tell(
        TARGET,
        Noted("take-off", {}),
        zone(1, 2),
        Noted("resistance", {"level": "1 wave", "zone": 2}),
        off("Me109"),
        off("Me109"),
        off("FW190"),
        off("Me110", "fighter-stays-away"),
        placed("Me109 A", "12 High"),
        placed("Me109 B", "6 Low"),
        Noted("fighter-hits", {"fighter": "Me109 A", "where": "12 High", "shells": 2}),
        Noted("fighter-misses", {"fighter": "Me109 B"}),
        Noted("fighter-returns", {"fighter": "Me109 A"}),
        placed("Me109 A", "9 Level", True),
        Noted("fighter-misses", {"fighter": "Me109 A"}),
        Noted("engine", {"engine": 3, "state": "windmilling"}),
        Noted("left-formation", {"why": "a propeller that cannot be feathered", "for_good": True}),
    )
    assert (
        "In Zone 2 two Me109s were driven off by the escort, one FW190 was driven off by the escort and "
        "one Me110 never found the bomber. Me109 A came in from 12 High and Me109 B from 6 Low. "
        "Me109 A hit the bomber with 2 shells. Me109 B fired and missed. Me109 A came back. It fired and missed. "
        "Engine 3 stopped, and its propeller could not be feathered. "
        "They left the formation: a propeller that cannot be feathered."
    ) in told


def test_a_zone_is_quiet_only_if_every_turn_there_was() -> None:
    told = tell(
        TARGET,
        Noted("take-off", {}),
        zone(1, 2),
        Noted("resistance", {"level": "none", "zone": 2}),
        zone(2, 3),
        Noted("resistance", {"level": "none", "zone": 3}),
        Noted("stay", {"turn": 3, "zone": 3, "leg": "outbound", "why": "two engines out"}),
        Noted("resistance", {"level": "1 wave", "zone": 3}),
        placed("Me109 A", "12 High"),
    )
    assert "On the way out no fighter attacked in Zone 2." in told


def test_the_quiet_zones_of_the_way_home_are_told_as_such() -> None:
    told = tell(
        TARGET,
        Noted("take-off", {}),
        Noted("turns-home", {"zone": 3}),
        Noted("resistance", {"level": "1 wave", "zone": 3}),
        placed("Me109 A", "12 High"),
        Noted("zone", {"turn": 3, "zone": 2, "leg": "inbound"}),
        Noted("resistance", {"level": "none", "zone": 2}),
    )
    assert "On the way home no fighter attacked in Zone 2. In Zone 3 Me109 A came in from 12 High." in told


def test_the_target_and_the_landing() -> None:
    told = tell(
        TARGET,
        Noted("take-off", {}),
        zone(4, 5),
        Noted("over-target", {"city": "Brest", "target": "U-Boats", "visibility": "Poor"}),
        Noted("flak", {"level": "Heavy Flak", "when": "on the bomb run"}),
        Noted("bombs-away", {"result": "On Target", "percent": 40}),
        Noted("turns-home", {"zone": 5}),
        zone(8, 1, "inbound"),
        Noted("landing", {"where": "in England", "result": "crew safe, bomber to be repaired"}),
        Noted("mission-result", {"result": "8th Air Force victory", "credited": "counts to the tour"}),
    )
    assert "They came over Brest in poor weather. There was heavy flak on the bomb run." in told
    assert "The bombs went down on target, 40 percent of them in the target area." in told
    assert "They landed in England unhurt, and the bomber could be repaired." in told
    assert "In Zone 1" not in told
    assert "The flight went into the log as a victory of the 8th Air Force; it counts to the tour." in told


def test_fates_are_brought_together() -> None:
    told = tell(
        TARGET,
        Noted("take-off", {}),
        zone(3, 4),
        man("captured", "Pilot", "A", where="on land", end=""),
        man("evaded-home", "Copilot", "B"),
        man("captured", "Navigator", "C", where="on land", end=""),
    )
    assert "Pilot A and Navigator C were taken prisoner." in told
    assert "Copilot B was hidden by friends and came home in time for the next mission." in told


NAME = re.compile(
    r"\b(?:Pilot|Copilot|Bombardier|Navigator|Engineer|Operator|Gunner) (?!Compartment)([A-Z][\w'.]+ [A-Z][\w']+)"
)


def test_stories_are_true_to_the_log() -> None:
    """No name, fighter, zone or hit that the log does not have; no death left out; no shouting."""
    for record in many():
        text = " ".join(view().story_paragraphs(record))
        flight = digest.read(record.events)
        outcome = record.outcome
        assert outcome is not None
        men = msgspec.convert(outcome["crew"], dict[str, dict[str, object]])
        names = {str(m["name"]) for m in men.values()}
        joined = {str(e.facts["name"]) for e in flight.noted("new-man")}
        assert set(NAME.findall(text)) <= names | joined
        for m in men.values():
            if m["dead"]:
                assert str(m["name"]) in text or "All ten men" in text
        fighters = {str(e.facts["fighter"]) for e in flight.noted("fighter-placed")}
        assert set(re.findall(r"\b(?:Me109|Me110|FW190) [A-H]\b", text)) <= fighters
        zones = {turn.zone for turn in flight.turns}
        assert {int(n) for n in re.findall(r"\bZone (\d+)", text)} <= zones
        assert len(re.findall(r"hit the bomber with \d+ shell", text)) == len(flight.noted("fighter-hits"))
        shot = len(re.findall(r"shot down \w+ [A-H] with", text))
        assert shot == len(flight.noted("fighter-destroyed"))
        on = [e for e in flight.noted("bombs-away") if e.facts["result"] == "On Target"]
        assert ("The bombs went down on target" in text) == bool(on)
        assert "!" not in text
        assert "{" not in text
        assert "  " not in text


def test_a_landing_on_the_belly_is_one_sentence() -> None:
    landing = Noted("landing", {"where": "in England", "result": "safe"})
    start = (TARGET, Noted("take-off", {}), zone(2, 1, "inbound"), landing)
    assert "They landed in England on the belly of the bomber; it could be repaired." in tell(
        *start, Noted("belly-landing", {"state": "repairable"})
    )
    assert "on the belly of the bomber; it was beyond repair." in tell(
        *start, Noted("belly-landing", {"state": "irreparable"})
    )
    assert "They landed in England; after the burst inside it the bomber was only good for spare parts." in tell(
        *start, Noted("scrapped", {})
    )
    assert "They landed in England without further harm." in tell(*start)
    crushed = man("crushed", "Ball Gunner", "Roy Tate")
    assert tell(*start, crushed, Noted("belly-landing", {"state": "repairable"})).endswith(
        "They landed in England on the belly of the bomber; it could be repaired. "
        "Ball Gunner Roy Tate could not leave the ball turret and died in the landing."
    )
