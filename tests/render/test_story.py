"""How stories are told and checked: words, names, patterns, and a checker that bites."""

from __future__ import annotations

import msgspec
import pytest

from flakhouse.core.events import Event, Noted
from flakhouse.render.b17.story import B17Story
from flakhouse.render.base import Record
from flakhouse.render.bomber.check import faults
from flakhouse.render.story.cast import Cast
from flakhouse.render.story.tell import Book, Line, Story, Teller
from flakhouse.render.story.words import direction, hour, join, nth, share, tidy
from tests.render.b17_flights import flown

# ------------------------------------------------------------------ words


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("12 High", "from high ahead"),
        ("12 Low", "from ahead and below"),
        ("10:30 Level", "from ahead on the left"),
        ("6 Level", "from behind"),
        ("Vertical Dive", "from straight above"),
        ("Vertical Climb", "from straight below"),
    ],
)
def test_a_clock_position_becomes_words(where: str, said: str) -> None:
    assert direction(where) == said


def test_numbers_shares_and_hours_are_words() -> None:
    assert [nth(n) for n in (1, 3, 13, 22, 111)] == ["first", "third", "13th", "22nd", "111th"]
    assert [share(n) for n in (0, 10, 40, 50, 12)] == [
        "none",
        "one in ten",
        "four in ten",
        "half",
        "about one in ten",
    ]
    assert [share(n) for n in (1, 2)] == ["one in a hundred", "two in a hundred"]
    assert [hour(h) for h in ("0800", "1400", "2200", "1200")] == [
        "eight in the morning",
        "two in the afternoon",
        "ten at night",
        "noon",
    ]
    assert join(["A", "B", "C"]) == "A, B and C"
    assert tidy("killed A, the pilot,.") == "killed A, the pilot."


# ------------------------------------------------------------------ names


def test_a_man_has_his_job_once_and_then_his_last_name() -> None:
    cast = Cast({"Al Webb": "pilot", "Bo Lee": "navigator", "Cy Lee": "bombardier"})
    assert cast.who("Al Webb") == "Al Webb, the pilot,"
    assert cast.who("Al Webb") == "Webb"
    assert (cast.who("Bo Lee"), cast.who("Bo Lee")) == ("Bo Lee, the navigator,", "Bo Lee")
    assert cast.listed(["Al Webb", "Cy Lee"]) == ["Webb", "Cy Lee"]


# ------------------------------------------------------------------ patterns

BOOK = Book(say={"miss": ("It missed.", "Its fire went wide.", "Nothing hit.")})


def test_the_same_save_reads_the_same_and_no_pattern_comes_twice_while_another_is_unused() -> None:
    for mark in ("a/1", "b/1", "c/7"):
        one, other = Teller(BOOK, mark), Teller(BOOK, mark)
        said = [one.phrase("miss", at) for at in range(3)]
        assert said == [other.phrase("miss", at) for at in range(3)]
        assert sorted(said) == sorted(BOOK.say["miss"])
    assert len({tuple(Teller(BOOK, str(n)).phrase("miss", 0) for _ in range(1)) for n in range(30)}) == 3


def test_what_happens_five_times_is_said_in_five_ways() -> None:
    teller = Teller(BOOK, "a/1")
    for at in range(5):
        teller.say("A storm came over the Task Force", at)
        teller.say("The sea was calm between" if at % 2 else "Nothing else came", at)
    storms = [line.text for line in teller.story("").lines() if "storm" in line.text]
    assert len(set(storms)) == 5, storms


def test_no_sentence_begins_like_the_one_before_it() -> None:
    teller = Teller(BOOK, "")
    teller.say("The sky was empty", 1)
    teller.say("The flak was light", 2)
    assert teller.story("").texts() == ["The sky was empty, and the flak was light."]
    assert teller.done[-1][-1].events == (1, 2)
    teller.say("The fire of the one from high ahead walked the length of the bomber and killed both of them", 3)
    assert teller.done[-1][-1].text.startswith("Then the fire")


# ------------------------------------------------------------------ the checker


@pytest.fixture(scope="module")
def record() -> Record:
    """A flight with casualties and kills."""
    return next(r for r in flown("34", missions=12) if {"fighter-destroyed", "wounded"} <= _kinds(r))


def _kinds(record: Record) -> set[str]:
    return {event.kind for event in record.events if isinstance(event, Noted)}


@pytest.fixture(scope="module")
def story(record: Record) -> Story:
    """Its story."""
    return B17Story().tell(record)


def line_of(story: Story, words: str) -> Line:
    return next(line for line in story.lines() if words in line.text)


def changed(story: Story, old: Line, *new: Line) -> Story:
    return Story(
        story.title,
        tuple(tuple(n for line in lines for n in (new if line is old else (line,))) for lines in story.paragraphs),
    )


def some_fact(record: Record, kind: str) -> int:
    return next(n for n, e in enumerate(record.events) if isinstance(e, Noted) and e.kind == kind)


def test_a_true_story_has_no_faults(story: Story, record: Record) -> None:
    assert faults(story, record) == []


def test_a_kill_left_out_or_told_twice_or_for_another_man_is_found(story: Story, record: Record) -> None:
    at = some_fact(record, "fighter-destroyed")
    line = next(line for line in story.lines() if at in line.events)
    assert any("not told" in fault for fault in faults(changed(story, line), record))
    assert any("told 2 times" in fault for fault in faults(changed(story, line, line, line), record))
    note = record.events[at]
    assert isinstance(note, Noted)
    last = str(note.facts["name"]).rsplit(" ", 1)[-1]
    other = msgspec.structs.replace(line, text=line.text.replace(last, "Nobody"))
    assert any(fault.startswith("told without") for fault in faults(changed(story, line, other), record))


def test_what_is_not_in_the_log_is_found(story: Story, record: Record) -> None:
    first = story.lines()[0]
    for text, fault in [
        ("A shell killed somebody.", "nothing in the log"),
        ("They met Schmidt there.", "not in the log: 'Schmidt'"),
        ("It did superficial damage.", "forbidden"),
        ("In zone 5 it was cold.", "forbidden"),
        ("It went " + "on and " * 20 + "on.", "words"),
    ]:
        wrong = changed(story, first, first, Line(text))
        assert any(fault in found for found in faults(wrong, record)), text


def test_what_is_told_out_of_order_is_found(story: Story, record: Record) -> None:
    lines = [lines for lines in story.paragraphs if lines]
    turned = Story(story.title, (lines[0], *reversed(lines[1:])))
    assert any("out of order" in fault for fault in faults(turned, record))


# ------------------------------------------------------------------ what players found


def _note(kind: str, fighter: str) -> Noted:
    return Noted(kind, {"fighter": fighter, "name": "Ed Hale", "gun": "Tail Guns", "man": "Tail Gunner"})


FIGHT: list[Event] = [
    _note("fighter-placed", "Me109 A"),
    _note("fighter-misses", "Me109 A"),
    _note("fighter-destroyed", "Me109 A"),
    _note("fighter-placed", "Me109 B"),
    _note("fighter-hits", "Me109 B"),
    Noted("killed", {"man": "Pilot", "name": "Al Webb"}),
]


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ([Line("Hale shot it down.", (0, 2)), Line("Its fire went wide.", (1,))], "told after what came later"),
        ([Line("Hale shot one down.", (0, 2)), Line("It killed Webb.", (4, 5))], "who is"),
        ([Line("The one ahead hit them and did little.", (3, 4))], "it did harm (killed)"),
        ([Line("Nobody came. It set off some of the tail ammunition and set off some of the tail ammunition.")],
         "said twice"),
        ([Line("No fighter came near them on the way out."), Line("One came in.", (0,))], "there were some"),
        ([Line("They met no fighters on the first leg."), Line("One came in.", (0,))], "there were some"),
        ([Line("Both missed.", (0, 1)), Line("They set her down in England.")], "who are they"),
        ([Line("Two more attacks hit the bomber and did little.", (0, 3, 4))], "1 hit"),
    ],
)  # fmt: skip
def test_the_checker_finds_what_players_found(lines: list[Line], fault: str) -> None:
    record = Record(game="b17", number=1, seed="", options={}, events=FIGHT)
    found = faults(Story("", (tuple(lines),)), record)
    assert any(fault in one for one in found), found


def test_no_more_fighters_where_there_were_none_is_found() -> None:
    record = Record(game="b17", number=1, seed="", options={}, events=[])
    told = Story("", ((Line("They saw no more fighters."),),))
    assert any("there had been none" in one for one in faults(told, record))


@pytest.mark.parametrize("kind", ["fighter-driven-off", "wave-driven-off"])
def test_fighters_kept_off_are_fighters_met(kind: str) -> None:
    events: list[Event] = [
        Noted("zone", {"turn": 1, "zone": 2, "leg": "outbound"}),
        Noted(kind, {"type": "FW190", "by": "escort"}),
        Noted("turns-home", {"zone": 2}),
        Noted(kind, {"type": "FW190", "by": "escort"}),
    ]
    record = Record(game="b17", number=1, seed="", options={}, events=events)
    for text in ("On the first leg they saw no fighters.", "They saw no more fighters.", "No more fighters came."):
        assert any("there were some" in one for one in faults(Story("", ((Line(text, (-1,)),),)), record)), text


def test_a_cause_to_turn_back_that_was_not_told_last_is_found() -> None:
    events: list[Event] = [
        Noted("bombsight-out", {}),
        Noted("main-gear", {"wing": "Port Wing"}),
        Noted("abort", {"why": "Norden sight out", "zone": 2}),
    ]
    record = Record(game="b17", number=1, seed="", options={}, events=events)
    told = [Line("It wrecked the bombsight.", (0,)), Line("It damaged the landing gear.", (1,))]
    wrong = Story("", ((*told, Line("For that they turned back.", (2,))),))
    right = Story("", ((told[1], told[0], Line("For that they turned back.", (2,))),))
    assert any("another cause" in one for one in faults(wrong, record))
    assert not any("another cause" in one for one in faults(right, record))


def test_a_crew_said_to_be_an_old_one_is_found() -> None:
    log = [{"flight": 1, "mission": 1, "credited": True, "crew": {"Pilot": "Al Webb: KIA"}}]
    outcome: dict[str, object] = {"crew": {"Pilot": {"name": "Bo Finley"}}}
    record = Record(game="b17", number=2, seed="", options={}, campaign={"log": log}, outcome=outcome, events=[])
    told = Story("", ((Line("They went back to Lille: their second mission."),),))
    assert any("a new crew" in one for one in faults(told, record))


def test_a_place_found_again_that_was_never_lost_is_found() -> None:
    record = Record(game="b17", number=1, seed="", options={}, events=[Noted("rejoined", {})])
    told = Story("", ((Line("They found their place in the formation again.", (0,)),),))
    assert any("never said to be lost" in one for one in faults(told, record))


def test_a_second_first_mission_is_found() -> None:
    log = [{"flight": 1, "mission": 1, "credited": False}]
    record = Record(game="b17", number=2, seed="", options={}, campaign={"log": log}, events=[])
    told = Story("", ((Line("Their first mission was Lille."),),))
    assert any("flown before" in one for one in faults(told, record))
