"""The after-action report: it reads, and it is true to the log."""

from __future__ import annotations

import re

import msgspec

from flakhouse.core.events import Event, Noted
from flakhouse.render.b29 import digest, story
from flakhouse.render.base import Record
from tests.render.b29_flights import many, view


def tell(*events: Event) -> str:
    record = Record(game="b29", number=1, seed="s", options={}, events=list(events))
    return "\n\n".join(view().story_paragraphs(record))


def zone(turn: int, number: int, leg: str = "outbound") -> Noted:
    return Noted("zone", {"turn": turn, "zone": number, "leg": leg})


def man(kind: str, position: str, name: str, **more: str) -> Noted:
    return Noted(kind, {"man": position, "name": name, **more})


TARGET = Noted(
    "target",
    {
        "city": "Tokyo",
        "type": "Aircraft Factory",
        "zone": 11,
        "time": "Day",
        "altitude": "HI",
        "mission": 4,
        "bomber": "Patches",
        "training": False,
    },
)
BRIEFING = Noted(
    "briefing",
    {
        "place": "Lead",
        "squadron": "High",
        "expected": "Heavy",
        "escort": "available",
        "tanks": "both bays",
        "take_off": "Night",
        "landing": "Day",
    },
)


def test_the_briefing() -> None:
    assert tell(TARGET, BRIEFING, Noted("take-off", {})) == (
        "The crew of Patches was briefed for mission 4, the aircraft works at Tokyo, by day and at high altitude. "
        "They were given the Lead place in the High squadron; heavy fighter resistance was expected, and an "
        "escort was promised. They took off in the dark."
    )


def test_weather_course_and_quiet_zones_of_a_leg() -> None:
    events: list[Event] = [Noted("take-off", {})]
    for turn, weather in enumerate(("Good", "Good", "Poor", "Bad"), 2):
        events += [zone(turn, turn), Noted("weather", {"zone": turn, "weather": weather})]
        if turn in (3, 5):
            events.append(Noted("off-course", {"zone": turn}))
        events.append(Noted("resistance", {"zone": turn, "level": "None"}))
    told = tell(TARGET, BRIEFING, *events)
    assert (
        "The weather on the way out was mostly good, poor in Zone 4 and bad in Zone 5. They were off course in "
        "Zones 3 and 5. No fighter attacked in Zones 2, 3, 4 and 5." in told
    )


def test_a_fight() -> None:
    told = tell(
        TARGET,
        Noted("take-off", {}),
        zone(10, 10),
        Noted("fighter-placed", {"fighter": "Tony A", "where": "12 Level"}),
        Noted("rammer-placed", {"fighter": "Nick A", "where": "6 Low"}),
        man("fighter-destroyed", "CFC", "George Carlson", gun="Aft Upper Turret", fighter="Nick A"),
        Noted("fighter-hits", {"fighter": "Tony A", "where": "12 Level", "shells": 2}),
        man("wounded", "Pilot", "Albert Abbott", wound="lightly"),
        man("wounded", "Copilot", "Edgar Haines", wound="lightly"),
        man("killed", "Bombardier", "Hugh Ramsey"),
        zone(11, 11),
        Noted("fighter-placed", {"fighter": "Zeke A", "where": "3 High"}),
        Noted("fighter-misses", {"fighter": "Zeke A"}),
        Noted("stay", {"turn": 12, "zone": 11, "leg": "outbound", "why": "holding"}),
        Noted("fighter-outrun", {"type": "Oscar"}),
        Noted("fighter-feints", {"type": "Frank"}),
        zone(13, 10, "inbound"),
        Noted("coordinated-attack", {"count": 3, "type": "Tojo"}),
    )
    assert "In Zone 10 three Tojos made a coordinated attack." in told
    assert (
        "In Zone 10 Tony A came in from 12 Level and Nick A from 6 Low, meaning to ram. CFC George Carlson shot "
        "down Nick A with the Aft Upper Turret. Tony A hit the bomber with 2 shells. Pilot Albert Abbott and "
        "Copilot Edgar Haines were lightly wounded. Bombardier Hugh Ramsey was killed." in told
    )
    assert "In Zone 11 Zeke A came in from 3 High. It fired and missed." in told
    assert "Still in Zone 11 one Oscar could not catch the bomber and one Frank feinted and dived away." in told


def test_the_target_and_the_landing() -> None:
    told = tell(
        TARGET,
        Noted("take-off", {}),
        zone(11, 11),
        Noted("over-target", {"city": "Tokyo", "target": "Aircraft Factory", "visibility": "Slightly obscured"}),
        Noted("flak", {"level": "Light Flak", "when": "on the bomb run"}),
        Noted("flak-hits", {"hits": 1, "sections": 3}),
        Noted("bombs-away", {"result": "On Target", "percent": 40}),
        Noted("base", {"turn": 23}),
        Noted("landing", {"where": "at base", "result": "Crew safe, repairable"}),
        man("recovery", "Navigator", "Oscar Bishop", after="serious wound", result="invalided home"),
        Noted(
            "mission-result",
            {"result": "Twentieth Air Force victory", "credited": "counts to the tour", "bomber": "Patches"},
        ),
        man("new-man", "Navigator", "Lloyd Brewster", rank="2nd Lt", lost="Oscar Bishop", fate="IH"),
        man("new-man", "CFC", "Roy Kaplan", rank="S/Sgt", lost="X", fate="KIA"),
    )
    assert (
        "They came over Tokyo and found the target slightly obscured. There was light flak on the bomb run. "
        "1 burst hit the bomber in 3 places. The bombs went down on target, 40 percent of them in the target area."
    ) in told
    assert "They landed at base; the crew was safe and the bomber could be repaired." in told
    assert "Navigator Oscar Bishop was invalided home with his serious wound." in told
    assert "The flight went into the log as a victory of the Twentieth Air Force; it counts to the tour." in told
    assert "2nd Lt Lloyd Brewster joined the crew as Navigator and S/Sgt Roy Kaplan as CFC." in told


def test_fates_are_brought_together() -> None:
    told = tell(
        TARGET,
        Noted("take-off", {}),
        zone(20, 3, "inbound"),
        man("lost-at-sea", "Pilot", "A"),
        man("rescued", "Copilot", "B"),
        man("lost-at-sea", "Navigator", "C"),
        man("rescued", "CFC", "D"),
        man("rescued", "Left Gunner", "E"),
        man("captured", "Left Gunner", "E", where="at sea", end="died in captivity"),
    )
    assert "Pilot A and Navigator C were lost at sea. Copilot B and CFC D were picked up from the sea." in told
    assert "Left Gunner E was captured at sea and died in captivity." in told


def test_the_dead_are_named_even_where_the_log_only_counts_them() -> None:
    events: list[Event] = [TARGET, Noted("take-off", {}), zone(9, 9), Noted("destroyed", {"zone": 9, "dead": 2})]
    teller = story.B29Story(lambda event: "")
    told = teller.paragraphs(events, ["Pilot A", "CFC B"])
    assert told[-1] == "Pilot A and CFC B were killed."
    everybody = [f"Man {i}" for i in range(11)]
    assert teller.paragraphs(events, everybody)[-1] == "All eleven men were killed."


NAME = re.compile(
    r"\b(?:Pilot|Copilot|Bombardier|Navigator|Engineer|Operator|CFC|Gunner) ([A-Z][\w'.]+ [A-Z][\w']+)"
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
        assert set(NAME.findall(text)) <= names
        for m in men.values():
            if m["dead"]:
                assert str(m["name"]) in text or "All eleven men" in text
        fighters = {str(e.facts["fighter"]) for e in flight.noted("fighter-placed", "rammer-placed")}
        for kind in ("Nick", "Tony", "Zeke", "Frank", "Tojo", "Oscar", "George", "Irving", "Jack"):
            assert set(re.findall(rf"\b{kind} [A-Z]\b", text)) <= fighters
        zones = {turn.zone for turn in flight.turns}
        assert {int(n) for n in re.findall(r"\bZone (\d+)", text)} <= zones
        hits = len(flight.noted("fighter-hits"))
        assert len(re.findall(r"hit the bomber with \d+ shell", text)) == hits
        assert len(re.findall(r"shot down \w+ [A-Z] with", text)) == len(flight.noted("fighter-destroyed"))
        on = [e for e in flight.noted("bombs-away") if e.facts["result"] == "On Target"]
        assert ("The bombs went down on target" in text) == bool(on)
        assert "!" not in text
        assert "{" not in text
        assert "  " not in text
        assert text.startswith("The crew of") or "reported for a tour" in text
