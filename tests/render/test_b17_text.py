"""The B-17 log in words: turn headings, dice beside events, what came to nothing."""

from __future__ import annotations

from flakhouse.core.events import Event, ModLine, Noted, Rolled
from flakhouse.render.b17 import digest
from flakhouse.render.screen import LOSS, WARNING
from tests.render.b17_flights import many, view
from tests.render.logs import caused


def roll(chart: str, faces: tuple[int, ...], result: str, mod: int = 0, total: int = 0) -> Rolled:
    natural = total or sum(faces)
    mods = (ModLine(mod, "for a reason", "1.1"),) if mod else ()
    return Rolled(chart, "A roll", "1.1", faces, mods, natural + mod, "a row", "", result)


def note(kind: str, **facts: str | int | bool) -> Noted:
    return Noted(kind, facts)


def told(*events: Event) -> list[str]:
    return [line.text for block in view().tell(caused(events)) for line in block.lines]


def placed(fighter: str, where: str, again: bool = False) -> Noted:
    return note("fighter-placed", fighter=fighter, where=where, again=again)


ZONE = note("zone", turn=3, zone=4, leg="outbound")


# ------------------------------------------------------------------ headings


def test_a_quiet_turn_is_one_line() -> None:
    blocks = view().tell(
        [
            ZONE,
            roll("G-5", (4,), "Fair"),
            note("cover", level="Fair", zone=4),
            roll("B-1", (2,), "0"),
            note("resistance", level="none", zone=4),
        ]
    )
    assert [block.head for block in blocks] == ["Turn 3 · Zone 4 outbound · cover fair · no fighters"]
    assert blocks[0].lines == []


def test_what_happens_after_the_heading_was_shown_is_told() -> None:
    events: list[Event] = [
        ZONE,
        roll("G-5", (4,), "Fair"),
        note("cover", level="Fair", zone=4),
        roll("B-1", (2,), "0"),
        note("resistance", level="none", zone=4),
    ]
    (block,) = view().tell(caused(events), 1)
    assert [line.text for line in block.lines] == [
        "Fighter cover in Zone 4: Fair. (G-5: 4)",
        "No fighters in zone 4. (B-1: 2)",
    ]


def test_the_take_off_is_no_turn_and_turning_for_home_begins_a_second_part() -> None:
    flight = digest.read(
        [
            note("target", city="Lille", type="Industry", zone=3, mission=1, bomber="B", training=False),
            note("take-off"),
            note("zone", turn=1, zone=2, leg="outbound"),
            note("zone", turn=2, zone=3, leg="outbound"),
            note("weather", zone=3, weather="Poor"),
            note("cover", level="Good", zone=3),
            note("resistance", level="1 wave", zone=3),
            note("turns-home", zone=3),
            note("resistance", level="2 waves", zone=3),
            note("zone", turn=3, zone=2, leg="inbound"),
        ]
    )
    assert [(t.number, t.zone, t.leg, t.resistance) for t in flight.turns] == [
        (0, 1, "outbound", ""),
        (1, 2, "outbound", ""),
        (2, 3, "outbound", "1 wave"),
        (2, 3, "inbound", "2 waves"),
        (3, 2, "inbound", ""),
    ]
    assert flight.turns[3].head(", ") == (
        "Turn 2, Zone 3, turning for home, weather poor, in formation, cover good"
    )
    assert flight.turns[4].head(", ") == "Turn 3, Zone 2 inbound, in formation"


def test_the_heading_has_the_formation_the_fighters_met() -> None:
    flight = digest.read(
        [
            note("take-off"),
            note("zone", turn=1, zone=2, leg="outbound"),
            note("resistance", level="1 wave", zone=2),
            note("left-formation", why="oxygen out", for_good=True),
            note("altitude", before="20,000 ft", to="10,000 ft"),
            note("stay", turn=2, zone=2, leg="outbound", why="two engines out"),
        ]
    )
    assert flight.turns[1].head(", ") == "Turn 1, Zone 2 outbound, in formation"
    assert flight.turns[2].head(", ") == (
        "Turn 2, Zone 2 outbound again (two engines out), 10,000 ft, out of formation"
    )


# ------------------------------------------------------------------ a wave


def test_a_wave_from_first_to_last() -> None:
    man = {"man": "Engineer", "name": "Louis Vogel"}
    lines = told(
        ZONE,
        roll("B-1", (5,), "1", -1),
        note("resistance", level="1 wave", zone=4),
        roll("B-3", (5, 4), "Me109 12 Low; Me109 12 High; Me109 9 Level", total=54),
        note("wave", fighters=3, extra=False),
        roll("M-4", (1,), "1(0)"),
        note("fighter-driven-off", type="Me109", fighter="Me109 C", by="escort", again=False),
        placed("Me109 A", "12 Low"),
        placed("Me109 B", "12 High"),
        roll("M-6", (6, 6), "Ace"),
        note("pilot-quality", fighter="Me109 A", skill="Ace"),
        roll("M-1-fire", (6,), "Hit"),
        roll("M-2", (5,), "Destroyed", 1),
        note("fighter-destroyed", gun="Top Turret", fighter="Me109 B", fca=0, **man),
        roll("M-1-fire", (2,), "Miss"),
        note("shot-misses", gun="Ball Turret", fighter="Me109 A", fca=0, **man),
        roll("M-1-fire", (3,), "Miss"),
        note("shot-misses", gun="Nose Gun", fighter="Me109 A", fca=0, **man),
        roll("M-3", (6,), "Hit"),
        roll("B-4", (6, 3), "2"),
        note("fighter-hits", fighter="Me109 A", where="12 Low", shells=2, sum=""),
        roll("B-5", (5, 1), "Nose"),
        roll("B-5", (1, 1), "Superficial"),
        note("shells-strike", fighter="Me109 A", places="Nose", dents=1),
        roll("P-1", (3, 6), "Superficial"),
        note("superficial", part="Nose"),
        roll("M-1-fire", (1,), "Miss"),
        note("shot-misses", gun="Tail Guns", fighter="Me109 A", fca=0, **man),
        placed("Me109 A", "6 High", True),
    )
    assert lines == [
        "Fighters in zone 4: 1 wave. (B-1: 5-1=4)",
        "A wave of 3 fighters. (B-3: 54)",
        "Me109 C is driven off by the escort. (M-4: 1)",
        "Coming in: Me109 A from ahead, low (12 Low), Me109 B from ahead, high (12 High).",
        "Me109 A: Ace pilot. (M-6: 6+6=12)",
        "Louis Vogel shoots down Me109 B with the Top Turret. (M-1: 6; M-2: 5+1=6)",
        "Misses (M-1): Ball Turret at Me109 A 2; Nose Gun at Me109 A 3.",
        "Me109 A hits you from ahead, low (12 Low): 2 shells. (M-3: 6; B-4: 6+3=9)",
        "Struck: Nose; superficial hits: 1. (B-5: 5+1=6, 1+1=2)",
        "Superficial damage: Nose. (P-1: 3+6=9)",
        "Misses (M-1): Tail Guns at Me109 A 1.",
        "Me109 A comes back from behind, high (6 High).",
    ]


def test_the_shells_of_a_type_are_counted_from_those_rolled() -> None:
    """B-4: half as many again for an FW190, one more for an Me110."""
    for kind, sum in (
        ("FW190", " (3 rolled, half as many again for an FW190)"),
        ("Me110", " (3 rolled, 1 more for an Me110)"),
    ):
        facts: dict[str, str | int | bool] = {"fighter": f"{kind} A", "where": "12 High", "shells": 4, "sum": sum}
        line = f"{kind} A hits you from ahead, high (12 High): 4 shells{sum}."
        assert told(note("fighter-hits", **facts)) == [line]


def test_tones_mark_wounds_and_deaths() -> None:
    man = {"man": "Pilot", "name": "A B"}
    lines = view().tell([note("wounded", wound="lightly", **man), note("crushed", **man)])[0].lines
    assert [line.tone for line in lines] == [WARNING, LOSS]


# ------------------------------------------------------------------ whole flights


def test_logs_of_many_flights_are_narrow_and_whole() -> None:
    assert len(many()) > 40
    for record in many():
        for level in ("brief", "full"):
            lines = view().log(record.events, level)
            assert max(len(line) for line in lines) <= 80
            assert not any("{" in line or "  " in line.strip() for line in lines)


def test_no_line_stands_twice_in_a_row() -> None:
    """But for shells that do the same to the same part, and tries at a fire."""
    for record in many():
        for block in view().tell(record.events):
            for one, other in zip(block.lines, block.lines[1:], strict=False):
                assert one.text != other.text or "superficial" in one.text or "(" in one.text, one.text


def test_men_who_fare_alike_share_a_line() -> None:
    names = [("Pilot", "A B"), ("Copilot", "C D"), ("Navigator", "E F")]
    for kind, tail in (
        ("rescued", "are picked up from the sea."),
        ("lost-at-sea", "are lost at sea."),
        ("down-with-plane", "go down with the bomber."),
    ):
        lines = told(*(note(kind, man=man, name=name) for man, name in names))
        assert lines == [f"A B, C D, E F {tail}"]
    lines = told(*(note("captured", man=man, name=name, where="on land", end="") for man, name in names))
    assert lines == ["A B, C D, E F are taken prisoner on land."]
    rolled = told(
        roll("G-8", (4,), "Dies"),
        note("lost-at-sea", man="Pilot", name="A B"),
        roll("G-8", (5,), "Dies"),
        note("lost-at-sea", man="Copilot", name="C D"),
    )
    assert rolled == ["A B, C D are lost at sea. (G-8: 4, 5)"]
    lines = told(
        *(note("captured", man="Pilot", name="A B", where=where, end="") for where in ("at sea", "on land"))
    )
    assert len(lines) == 2


def test_fighters_that_miss_share_a_line() -> None:
    events: list[Event] = []
    for fighter, face in (("Me109 A", 1), ("Me109 B", 3), ("FW190 C", 2)):
        events += [roll("M-3", (face,), "Miss", -1 if face == 3 else 0), note("fighter-misses", fighter=fighter)]
    assert told(*events) == ["Me109 A, Me109 B, FW190 C fire and miss. (M-3: 1, 3-1=2, 2)"]
    assert told(*events[:2]) == ["Me109 A fires and misses. (M-3: 1)"]


def test_a_bomber_that_has_to_go_down_says_why_and_one_that_is_sent_down_does_not() -> None:
    forced = note("altitude", before="20,000 ft", to="10,000 ft", why="two engines out")
    assert told(forced) == ["The bomber goes from 20,000 ft to 10,000 ft: two engines out."]
    ordered = note("altitude", before="20,000 ft", to="10,000 ft", why="")
    assert told(ordered) == ["The bomber goes from 20,000 ft to 10,000 ft."]
