"""What the renderers of the bomber games share, shown on a game of its own: three men, two zones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

import pytest

from flakhouse.core.events import Chosen, Event, Fact, ModLine, Noted, Opened, Rolled
from flakhouse.games.bomber.roster import Score
from flakhouse.games.bomber.words import Fate
from flakhouse.render.base import KINDS, Record, load_templates
from flakhouse.render.bomber import BomberRenderer, damage, digest, layout, templates
from flakhouse.render.bomber.digest import word
from flakhouse.render.bomber.facts import count, fill
from flakhouse.render.bomber.renderer import PapersLike
from flakhouse.render.bomber.sheets import FATES, Outcome, Papers
from flakhouse.render.bomber.story import BomberStory
from flakhouse.render.bomber.tale import Manner
from flakhouse.render.bomber.tour import Row, Tour, standing
from flakhouse.render.screen import LOSS, WARNING
from flakhouse.render.sheets import FORMATS
from tests.core import toy
from tests.render.logs import caused


def note(kind: str, **facts: Fact) -> Noted:
    return Noted(kind, facts)


def man(kind: str, position: str, name: str, **facts: Fact) -> Noted:
    return Noted(kind, {"man": position, "name": name, **facts})


def roll(chart: str, faces: tuple[int, ...], result: str, mod: int = 0, title: str = "A roll") -> Rolled:
    mods = (ModLine(mod, "for a reason", "1.1"),) if mod else ()
    return Rolled(chart, title, "1.1", faces, mods, sum(faces) + mod, "a row", "", result)


# ------------------------------------------------------------------ a small game


@dataclass
class ToyTurn(digest.Turn):
    FORMATION: ClassVar[str] = "in formation"
    ALTITUDE: ClassVar[str] = "20,000 ft"

    cover: str = ""

    def follow(self, last: Self, stays: bool) -> None:
        super().follow(last, stays)
        if stays:
            self.cover = last.cover

    def learn(self, event: Noted) -> None:
        super().learn(event)
        if event.kind == "cover":
            self.cover = word(event, "level")

    def parts(self) -> list[str]:
        return super().parts() + ([f"cover {self.cover}"] if self.cover else [])


class ToyPapers(Papers[Outcome, ToyTurn]):
    results: ClassVar[Mapping[str, str]] = {"victory": "a victory for the toys"}
    positions: ClassVar[tuple[str, ...]] = ("Pilot", "Gunner", "Cook")

    def __init__(self) -> None:
        super().__init__(Outcome, ToyTurn)

    def tour(self, record: Record) -> Tour | None:
        if record.campaign is None:
            return None
        bomber = Score("Teddy", "bomber", 3, "good", "sound", percent=40, bombing="fair")
        men = (Score("Ann", "Pilot", 3, "good", "on duty", 1), Score("Bob", "Cook", 2, "poor", "tour complete"))
        rows: tuple[Row, ...] = ((1, "Teddy", "Brest"),)
        columns = ("flight", "bomber", "target")
        return Tour(3, 25, 4, 2, 1, 1, False, "the toys", (bomber,), men, columns, rows)


class ToyStory(BomberStory):
    manner: ClassVar[Manner] = Manner(
        package="flakhouse.render.b17",
        crew=3,
        jobs={"Pilot": "pilot", "Gunner": "gunner", "Cook": "cook"},
        types={"Me109": "Messerschmitt"},
        guns={},
        own={},
        targets={},
        verdicts={"draw": "calls it a draw"},
        causes={},
        left={},
        landings={"Safe": "safe"},
    )


class ToyRenderer(BomberRenderer):
    turns: ClassVar[type[digest.Turn]] = ToyTurn
    in_head: ClassVar[frozenset[str]] = BomberRenderer.in_head | {"cover"}

    def papers(self) -> PapersLike:
        return ToyPapers()

    def story(self) -> BomberStory:
        return ToyStory()


def view() -> ToyRenderer:
    return ToyRenderer(toy.GAME, templates("flakhouse.render.bomber"))


TARGET = note("target", city="Brest", type="Port", zone=2, mission=3, number=3, bomber="Teddy", training=False)
FLIGHT: list[Event] = caused(
    [
        TARGET,
        note("briefing", place="Lead", squadron=""),
        note("take-off"),
        note("zone", turn=1, zone=1, leg="outbound"),
        note("zone", turn=2, zone=2, leg="outbound"),
        note("cover", level="Fair", zone=2),
        note("resistance", level="1 wave", zone=2),
        note("fighter-placed", fighter="Me109 A", where="12 High"),
        roll("M-1", (2,), "Miss"),
        man("shot-misses", "Gunner", "Cy", gun="Nose", fighter="Me109 A", fca=0),
        roll("M-3", (5,), "Hit", 1),
        roll("B-4", (3, 3), "2"),
        note("fighter-hits", fighter="Me109 A", where="12 High", shells=2, sum=""),
        roll("B-5", (2, 2), "Nose"),
        roll("B-5", (2, 2), "Nose"),
        note("shells-strike", fighter="Me109 A", places="Nose, Nose", dents=0),
        roll("P-1", (6, 6), "Superficial", title="Nose"),
        note("superficial", part="Nose"),
        roll("P-1", (2, 3), "Cook", title="Nose"),
        roll("BL-4", (6,), "Killed"),
        man("killed", "Cook", "Bob", wounded=False),
        note("stay", turn=3, zone=2, leg="inbound", why="turning for home"),
        note("left-formation", why="an engine is out", for_good=True),
        note("landing", where="at base", result="Safe"),
        note("flight-ends", end="landed", zone=1, bomber="sound", root=""),
        note(
            "mission-result",
            result="draw",
            credited="counts",
            flown="1 of 25",
            end="landed",
            bomber="Teddy",
            state="sound",
        ),
        man("new-man", "Cook", "Dan", rank="Sgt", lost="Bob", fate="KIA"),
    ]
)
RECORD = Record(
    game="toy",
    number=3,
    seed="s",
    options={},
    outcome={
        "mission": 3,
        "result": "victory",
        "credited": True,
        "target": "Brest",
        "target_type": "Port",
        "bombs": "On Target",
        "percent": 40,
        "bomber": {"name": "Teddy", "state": "sound", "end": "landed", "zone": 1},
        "turns": 3,
        "crew": {
            "Pilot": {"name": "Ann", "fate": "on duty", "dead": False},
            "Gunner": {"name": "Cy", "fate": "on duty", "dead": False},
            "Cook": {"name": "Bob", "fate": "KIA", "dead": True},
        },
    },
    campaign={"any": 1},
    events=FLIGHT,
)


# ------------------------------------------------------------------ facts


def test_numbers_know_their_nouns_and_flags_their_words() -> None:
    assert fill("{boxes:box|boxes} gone", {"boxes": 1}) == "1 box gone"
    assert fill("{boxes:box|boxes} gone", {"boxes": 3}) == "3 boxes gone"
    assert fill("Zone {zone}{tight:, tight|}", {"zone": 3, "tight": True}) == "Zone 3, tight"
    assert fill("Zone {zone}{tight:, tight|}", {"zone": 3, "tight": False}) == "Zone 3"
    assert fill("{ok}", {"ok": False}) == "no"
    assert fill("{what} of {zone:zone|zones}", {}) == "{what} of {zone}"
    assert fill("It ends in Zone {zone}.", {"zone": 0}) == "It ends at base."
    assert (count(1, "man", "men"), count(2, "man", "men")) == ("1 man", "2 men")


# ------------------------------------------------------------------ digest


def test_a_log_is_read_into_turns_of_the_game() -> None:
    flight = digest.read(FLIGHT, ToyTurn)
    assert [(turn.number, turn.zone, turn.leg) for turn in flight.turns] == [
        (1, 1, "outbound"),  # the zone noted after the take-off begins no turn of its own
        (2, 2, "outbound"),
        (3, 2, "inbound"),
    ]
    assert [turn.cover for turn in flight.turns] == ["", "Fair", "Fair"]
    assert [turn.formation for turn in flight.turns] == ["in formation", "in formation", "out of formation"]
    assert [turn.fought() for turn in flight.turns] == [False, True, False]
    assert len(flight.before) == 2
    assert [event.kind for event in flight.after if isinstance(event, Noted)] == ["mission-result", "new-man"]


def test_a_log_that_begins_in_the_middle_has_a_turn_without_number() -> None:
    turns = digest.read([note("fire", where="Nose"), note("zone", turn=5, zone=2, leg="inbound")], ToyTurn).turns
    assert [(turn.number, turn.head(", ")) for turn in turns] == [(0, ""), (5, "Turn 5, Zone 2 inbound")]


# ------------------------------------------------------------------ the short log


def test_the_short_log_tells_turn_by_turn_with_dice() -> None:
    blocks = view().tell(FLIGHT)
    assert [block.head for block in blocks] == [
        "Teddy, flight 3: Brest",
        "Turn 1 · Zone 1 outbound · 20,000 ft · in formation",
        "Turn 2 · Zone 2 outbound · 20,000 ft · in formation · cover Fair",
        "Turn 3 · Zone 2 inbound, turning for home · 20,000 ft · out of formation · cover Fair",
    ]
    fight = blocks[2].lines
    assert [line.text for line in fight] == [
        "Fighters in zone 2: 1 wave.",
        "Me109 A attacks from ahead, high (12 High).",
        "Misses (M-1): Nose at Me109 A 2.",
        "Me109 A hits you from ahead, high (12 High): 2 shells. (M-3: 5+1=6; B-4: 3+3=6)",
        "Struck: Nose, Nose. (B-5: 2+2=4, 2+2=4)",
        "Superficial damage: Nose. (P-1: 6+6=12)",
        "Bob is killed. (P-1: 2+3=5; BL-4: 6)",
    ]
    assert [line.tone for line in fight][-4:] == [WARNING, "", "", LOSS]


def test_a_line_quotes_the_rolls_its_event_carries_and_no_others() -> None:
    bursts: list[Event] = [roll("O-3", (2, 3), "Miss"), roll("O-3", (1, 1), "Hit"), roll("O-4", (1,), "1")]
    hits = note("flak-hits", hits=1, sections=1, places="Nose")
    assert [line.text for line in view().tell(caused([*bursts, hits]))[0].lines] == [
        "Flak: 1 burst hits you. Struck: Nose. (O-3: 2+3=5, 1+1=2; O-4: 1)"
    ]
    (block,) = view().tell([*bursts, hits])
    assert [line.text for line in block.lines] == ["Flak: 1 burst hits you. Struck: Nose."]
    assert block.silent == (0, 1, 2)


def test_events_of_a_kind_share_a_line_within_a_scene() -> None:
    hits: list[Event] = [
        roll("P-1", (3, 3), "Superficial"),
        note("superficial", part="Nose"),
        roll("P-6", (2, 3), "Superficial"),
        note("superficial", part="Tail"),
    ]
    assert [line.text for line in view().tell(caused(hits))[0].lines] == [
        "Superficial damage: Nose, Tail. (P-1: 3+3=6; P-6: 2+3=5)"
    ]
    parted = caused([*hits[:2], Opened("attack", {}), *hits[2:]])
    assert len(view().tell(parted)[0].lines) == 2
    asked = Chosen("evade", "1", "Evade?", "yes", "Yes")
    assert len(view().tell(caused([*hits[:2], asked, *hits[2:]]), own=[2])[0].lines) == 3


def test_a_flight_without_a_target_has_a_title() -> None:
    assert view().title(7, []) == f"{toy.GAME.title}, flight 7"


# ------------------------------------------------------------------ papers


def rows(sheets: Sequence[object], title: str) -> list[tuple[object, ...]]:
    return [row for sheet in sheets if getattr(sheet, "title", "") == title for row in getattr(sheet, "rows", ())]


def test_the_debriefing() -> None:
    sheets = view().debrief_sheets(RECORD)
    assert sheets[0].title == "Debriefing: Teddy, Flight 3"
    told = {row[0]: row[1] for row in rows(sheets, sheets[0].title)}
    assert told["Result"] == "a victory for the toys"
    assert told["Bomber"] == "Teddy: landed, fit to fly again"
    assert told["Enemy"] == "fighters came in once, 0 shot down"
    assert told["Hits taken"] == "2 shells"
    assert told["Tour"] == "3 of 25 missions credited; 2 victories, 1 draw, 1 defeat"
    assert rows(sheets, "Men") == [("Cook", "Bob", "killed in action")]


def test_the_mission_sheet() -> None:
    sheets = view().mission_sheets(RECORD)
    assert rows(sheets, "Zones") == [
        (1, 1, "out", "20,000 ft", "", "", ""),
        (2, 2, "out", "20,000 ft", "", "1 wave", ""),
        (3, 2, "home", "20,000 ft", "", "", "turning for home"),
    ]
    assert rows(sheets, "Attacks") == [(2, 2, "Me109 A", "12 High", "2 shell hits")]
    assert rows(sheets, "Crew")[2] == ("Cook", "Bob", "killed", None, "killed in action")


def test_the_campaign_sheet() -> None:
    sheets = view().campaign_sheets([RECORD])
    assert [sheet.title for sheet in sheets] == [
        "Campaign log sheet",
        "Bombers",
        "Men",
        "Standing of the campaign",
    ]
    assert rows(sheets, "Men")[1] == ("Cook", "Bob", 2, 0, "poor", "tour complete")
    assert rows(sheets, "Standing of the campaign")[-1] == ("Ahead", "the toys")
    short = ToyPapers().narrow(sheets)
    assert short[2].columns == ("position", "name", "msn", "down", "survival", "fate")
    tour = ToyPapers().tour(RECORD)
    assert tour is not None
    assert standing(tour).startswith("3 of 25 missions")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("format", FORMATS)
def test_every_report_in_every_format(kind: str, format: str) -> None:
    text = view().report(kind, [RECORD], format)
    assert "{" not in text or format == "json"
    assert len(text) > 40


def test_every_fate_has_words() -> None:
    assert list(FATES) == list(Fate)


# ------------------------------------------------------------------ story


def test_the_story() -> None:
    told = " ".join(view().story_paragraphs(RECORD))
    for words in ("Messerschmitt", "killed Bob, the cook", "formation", "at base", "calls it a draw"):
        assert words in told
    assert "Dan takes Bob's place as cook." in told


# ------------------------------------------------------------------ lines of the screen


def test_the_track_with_and_without_a_base_square() -> None:
    assert layout.track(2, 3, "outbound") == "1 [2] 3 target, outbound."
    assert layout.track(0, 2, "inbound", base=True) == "[base] 1 2 target, inbound."


def test_men_and_guns_in_words() -> None:
    assert layout.man("Pilot A") == "Pilot A"
    assert layout.man("Pilot A", light=2, frostbitten=True, kills=1) == (
        "Pilot A, 2 light wounds, frostbitten, 1 shot down"
    )
    assert layout.man("Cook B", place="in the Nose", light=1, serious=True) == (
        "Cook B, in the Nose, seriously wounded"
    )
    assert layout.man("Cook B", dead=True, light=3) == "Cook B, dead"
    assert (layout.gun(3, 16), layout.gun(12, 16, "jammed")) == (" 3 of 16", "12 of 16 jammed")
    assert (layout.engines(1), layout.men_out(0), layout.men_out(2)) == ("1 engine", "", "2 men out of action")
    assert layout.out(((True, "radio"), (False, "rudder"))) == ["radio out"]
    assert damage.counted((("Nose", 1, "window hit"), ("Tail", 2, "rudder hit"), ("", 0, "no"))) == [
        ("Nose", "window hit", 1),
        ("Tail", "rudder hit, 2 so far", 2),
    ]


def test_lines_fit_and_labels_stand_once() -> None:
    lines = layout.pairs("Guns", ["Nose 3", "Tail 4", "Ball 5"], 40)
    assert lines == ["Guns       Nose 3        Tail 4", "           Ball 5"]
    assert layout.pairs("Guns", ["Nose with much to say", "Tail 4"], 40) == [
        "Guns       Nose with much to say",
        "           Tail 4",
    ]
    crew = layout.crew([("Nose", ["A", "B"]), ("Waist", [])], ["C"], 40)
    assert crew == ["Crew       Nose: A; B.", "           Not aboard: C."]


def test_attackers_stand_clockwise_from_the_nose() -> None:
    there = [("Vertical Dive", "a"), ("9 Low", "b"), ("12 High", "c"), ("1:30 Level", "d")]
    assert layout.clockwise(there) == ["12 High: c", "1:30 Level: d", "9 Low: b", "Vertical Dive: a"]


def test_a_game_has_its_own_words_before_the_common_ones() -> None:
    common = load_templates("flakhouse.render.bomber")
    b29 = templates("flakhouse.render.b29")
    assert common["killed"] == b29["killed"]
    assert "base" in b29
    assert "base" not in common


def test_a_man_killed_by_a_wound_that_is_no_death_was_wounded_before() -> None:
    """BL-4, 7-13a: a serious wound kills a man already wounded; the log says why the table reads otherwise."""
    killed: list[Event] = [man("killed", "Pilot", "Al Webb", wounded=before) for before in (True, False)]
    assert view().log(killed) == ["Al Webb, already wounded, is killed.", "Al Webb is killed."]
