"""The log in words: templates, turn headings, dice beside events."""

from __future__ import annotations

import re

import pytest

from flakhouse.core.events import Chosen, Event, ModLine, Noted, Rolled
from flakhouse.render.b29 import digest
from flakhouse.render.screen import WARNING, dice_text, roll_text, screen
from tests.checks.texts import ROOT
from tests.render.b29_flights import GAME, flown, many, view
from tests.render.logs import caused


def roll(
    chart: str, faces: tuple[int, ...], result: str, *mods: int, title: str = "A roll", total: int = 0
) -> Rolled:
    natural = total or sum(faces)
    lines = tuple(ModLine(mod, "for a reason", "1.1") for mod in mods)
    return Rolled(chart, title, "1.1", faces, lines, natural + sum(mods), "a row", "", result)


def note(kind: str, **facts: str | int | bool) -> Noted:
    return Noted(kind, facts)


# ------------------------------------------------------------------ words


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (roll("4-2", (3, 5), "Good"), "3+5=8"),
        (roll("4-2", (3, 5), "Good", -1), "3+5-1=7"),
        (roll("4-2", (3, 5), "Good", 1, -1), "3+5=8"),
        (roll("6-1", (4,), "Clear"), "4"),
        (roll("6-1", (4,), "Clear", 2), "4+2=6"),
        (roll("2-2D", (3, 4), "Oita", total=34), "34"),
    ],
)
def test_dice_on_one_line(event: Rolled, text: str) -> None:
    assert dice_text(event) == text


def test_a_roll_on_one_line() -> None:
    assert roll_text(roll("4-2", (3, 5), "Good", title="Weather in zone")) == "Weather in zone 4-2: 3+5=8, Good"
    assert roll_text(roll("6-7-2D", (3, 5), "8", title="Two dice")) == "Two dice 6-7-2D: 3+5=8"


# ------------------------------------------------------------------ turn by turn

TURN: list[Event] = [
    note("zone", turn=3, zone=3, leg="outbound"),
    note("altitude", before="MED", to="HI"),
    note("fuel", boxes=4, why="flight", wing=29, bays=5),
    roll("4-2", (3, 5), "Good, jet stream"),
    note("weather", zone=3, weather="Good", jet=True, above=False),
    roll("4-8", (1,), "Off Course"),
    note("off-course", zone=3, why="inaccurate dead reckoning", price="perhaps a box"),
]


def test_4_8_a_disordered_formation_still_flies_together_in_the_words_too() -> None:
    """Table 4-3, 5: fighters find it more easily, and nobody leaves it."""
    (line,) = [line for block in view().tell([note("formation-disrupted")], 0) for line in block.lines]
    assert line.text.startswith("The storm disorders the formation. It holds,")
    assert "scatter" not in view().scenes([note("formation-disrupted")], 0)[0].headline


def test_4_3a_fuel_gained_says_by_what() -> None:
    event = note("fuel-restored", boxes=1, wing=13, why="The tail wind")
    (line,) = [line for block in view().tell([event], 0) for line in block.lines]
    assert line.text == "The tail wind saves 1 fuel box. Left in the wings: 13."


@pytest.mark.parametrize(
    ("kind", "facts", "means"),
    [
        ("event", {"event": "Bomb Release Mechanism Failure"}, "two boxes, not one, also on the way home"),
        ("event", {"event": "Radar Malfunction"}, "a bomb run is worse without it (-1)"),
        ("part-out", {"part": "radio"}, "-2 on rescue"),
        ("doors-jammed", {"bay": "Aft Bomb Bay", "state": "jammed open"}, "each zone takes two turns"),
        ("pump-failed", {"left": 1}, "each box that is still in the bay tanks needs a throw"),
        ("pump-hit", {"left": 0}, "cannot be used any more"),
        ("release-damaged", {"bay": "Aft Bomb Bay"}, "cost a box more in each zone"),
        ("bombs-hung", {}, "each zone home costs two boxes"),
    ],
)
def test_4_9_7_what_is_broken_says_what_it_means_from_now_on(
    kind: str, facts: dict[str, str | int], means: str
) -> None:
    assert means in view().note_text(Noted(kind, dict(facts)), "brief")


def test_every_part_that_goes_out_says_what_it_means() -> None:
    known = view().templates["part-out"].means
    assert [part for part in _parts_out() if part not in known] == []


def _parts_out() -> list[str]:
    """What the rules note as out of action; each elevator apart means nothing until both are."""
    rules = "".join(path.read_text() for path in (ROOT / "src/flakhouse/games/b29").glob("*.py"))
    return re.findall(r'"part-out", part="([^"]+)"', rules)


def test_5_2_a_lone_fighter_has_its_scene_and_drawing_before_anything_is_asked() -> None:
    """8-2: nor is a bomber down in the sea before the choice is made."""
    book = view().scene_book
    assert book.note["fighter-placed"].weight == "notable"
    assert book.scene["ditching"].headline == "Coming down over the sea"


def test_5_2_fighters_that_come_together_are_named_by_their_type() -> None:
    event = note("coordinated-attack", count=5, type="George")
    assert view().scenes([event], 0)[0].headline == "5 Georges come in together"
    placed = [note("fighter-placed", fighter=name, where="12 High") for name in ("George A", "George B", "Tony A")]
    assert view().scenes([event, *placed], 0)[0].headline == "3 fighters come in"  # all who come, of whatever type


LOST = "Off Course in Zone 3: inaccurate dead reckoning. To find the way again may cost a box of fuel. (4-8: 1)"


def test_4_5c_a_quiet_turn_is_one_line_and_a_lost_course_says_why_and_what_it_costs() -> None:
    blocks = view().tell(TURN)
    assert [block.head for block in blocks] == [
        "Turn 3 · Zone 3 outbound · high altitude · Good, jet stream · Off Course · fuel 29+5"
    ]
    assert [line.text.split(" (")[0] for line in blocks[0].lines] == [LOST.split(" (")[0]]


def test_what_happens_after_the_heading_was_shown_is_told() -> None:
    blocks = view().tell(caused(TURN), 3)
    assert blocks[0].head == ""
    assert [line.text for line in blocks[0].lines] == [
        "Weather in Zone 3: Good, jet stream. (4-2: 3+5=8)",
        LOST,
    ]


def test_the_next_zone_is_on_course_unless_noted() -> None:
    events: list[Event] = [*TURN, note("zone", turn=4, zone=4, leg="outbound")]
    turns = digest.read(events).turns
    assert [turn.off_course for turn in turns] == [True, False]
    events = [*TURN, note("stay", turn=4, zone=3, leg="outbound", why="holding")]
    turns = digest.read(events).turns
    assert [turn.off_course for turn in turns] == [True, True]
    assert turns[1].sky() == "Good, jet stream"


def test_events_carry_the_dice_that_made_them() -> None:
    events: list[Event] = [
        roll("5-9", (5, 5), "Hit", -1),
        roll("5-10", (4, 2), "1"),
        note("fighter-hits", fighter="Frank A", where="6 Level", shells=1, sum=""),
        roll("5-11", (2, 5), "Tail"),
        note("shells-strike", fighter="Frank A", places="Tail", dents=0),
        roll("5-12", (2,), "x 2"),
        roll("7-8", (2, 1), "Tail Gunner Gunsight"),
        note("sight-out", station="Tail Gunner"),
        roll("7-8a-hole", (4,), "No additional effect"),
        note("hole-holds", cabin="tail"),
        roll("7-8", (6, 6), "Superficial Damage"),
        note("superficial", part="Tail"),
        note("fighter-placed", fighter="Tony A", where="12 Level"),
    ]
    lines = view().tell(caused(events))[0].lines
    assert [line.text for line in lines] == [
        "Frank A hits you from behind, level (6 Level): 1 shell. (5-9: 5+5-1=9; 5-10: 4+2=6)",
        "Struck: Tail. (5-11: 2+5=7)",
        "The gunsight of the Tail Gunner is out. (5-12: 2; 7-8: 2+1=3)",
        "Superficial damage: Tail. (7-8: 6+6=12)",
        "Tony A attacks from ahead, level (12 Level).",
    ]
    assert [line.tone for line in lines] == [WARNING, "", "", "", ""]


def test_shots_without_effect_share_a_line() -> None:
    events: list[Event] = []
    for gun, faces in (("Tail Turret", (3, 4)), ("Tail Cannon", (1, 2))):
        events += [roll("5-7", faces, "Attacks normally", 1)]
        events += [note("shot-misses", gun=gun, man="Tail Gunner", name="X", fighter="Tony A", fca=0)]
    assert [line.text for line in view().tell(caused(events))[0].lines] == [
        "Misses (5-7): Tail Turret at Tony A 3+4+1=8; Tail Cannon at Tony A 1+2+1=4."
    ]


def test_the_bursts_of_flak_are_told_together() -> None:
    bursts = [roll("6-3", faces, "Miss") for faces in ((3, 4), (2, 2), (5, 1))]
    events = caused([note("flak", level="Light Flak", when="on the bomb run"), *bursts, note("flak-misses")])
    assert [line.text for line in view().tell(events)[0].lines] == [
        "Light Flak on the bomb run.",
        "No burst hits. (6-3: 3+4=7, 2+2=4, 5+1=6)",
    ]


def test_own_decisions_are_repeated_when_asked_for() -> None:
    events: list[Event] = [Chosen("evade-day", "5.7", "Take evasive action?", "yes", "Yes")]
    assert view().tell(events) == []
    assert view().tell(events, 0, {0})[0].lines[0].text == "> Take evasive action? Yes"


def test_a_mission_has_a_title_and_a_flight_from_a_position_a_place() -> None:
    record = flown("title")[0]
    blocks = view().tell(record.events)
    target = digest.read(record.events).first("target")
    assert target is not None
    assert blocks[1].head == f"{target.facts['bomber']}, flight 1: {target.facts['city']}"
    assert view().title(4, []) == "B-29 Superfortress, flight 4"
    mid: list[Event] = [roll("5-1", (3, 4), "Light"), note("resistance", zone=10, level="Light")]
    assert view().tell(caused(mid))[0].lines[0].text == "Fighters in zone 10: Light. (5-1: 3+4=7)"
    assert digest.read(mid).turns[0].number == 0


def test_the_short_log_is_calm_whole_and_narrow() -> None:
    for record in many():
        for line in view().log(record.events, "brief"):
            assert len(line) <= 80
            assert "{" not in line
            assert "!" not in line
        assert view().log(record.events, "none") == []
    full = view().log(flown("title")[0].events, "full")
    assert len(full) > 100
    assert max(len(line) for line in full) <= 80


def test_what_is_told_in_parts_is_what_is_told_at_once() -> None:
    """A player who is asked often reads nothing that the whole log does not hold, and misses no event."""
    events = flown("parts")[0].events
    whole = {line.text for block in view().tell(events) for line in block.lines}
    parts: set[str] = set()
    for at in range(0, len(events), 7):
        parts |= {line.text for block in view().tell(events[: at + 7], at) for line in block.lines}
    dice = {text.split(" (")[0] for text in whole}
    assert dice <= {text.split(" (")[0] for text in parts}


def test_a_game_without_words_of_its_own_is_told_plainly() -> None:
    from tests.core import toy

    plain = screen(toy.GAME)
    blocks = plain.tell([roll("1-1", (3, 4), "Breeze", title="Wind"), note("drift", miles=2)])
    assert blocks[0].lines[0].text == "Wind 1-1: 3+4=7, Breeze"
    assert plain.headline(None, []) == ""
    assert screen(GAME).mark == " · "


def test_scratches_at_one_place_are_counted() -> None:
    part = [Noted("superficial", {"part": "Port Wing"}) for _ in range(2)]
    said = [line.text for block in view().tell(part) for line in block.lines]
    assert said == ["Superficial damage: Port Wing (twice)."]
