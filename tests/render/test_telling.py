"""Every line of the short log knows the events behind it, and no roll is lost."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from flakhouse.core.events import Chosen, Event, Fact, ModLine, Noted, Rolled
from flakhouse.errors import ChartError
from flakhouse.render import needs
from flakhouse.render.base import load_templates
from flakhouse.render.screen import ScreenRenderer
from flakhouse.render.telling import CHOICE, GROUPS, Block, Line, Stage, Telling, stretch
from tests.core import toy
from tests.render.logs import GAMES, caused, logs, view

SILENT = frozenset(
    {
        *("4-4", "4-4-fix", "4-5", "4-6", "4-6-fix", "4-7", "4-7-compass", "4-8", "GTS-5A", "GTS-5B"),  # on course
        *("4.2D-mask", "4.2D-section", "4.3A-guns", "4.3A-gunners", "4.5C4-correction", "4.6-event"),
        *("5.5-threat", "7.3-cold", "GTS-5B-leader"),
    }
)
_QUOTED = re.compile(r"\(([^()]*: [^()]*)\)$")


def note(kind: str, **facts: Fact) -> Noted:
    return Noted(kind, facts)


def roll(chart: str, faces: tuple[int, ...] = (1,), result: str = "nothing", title: str = "A roll") -> Rolled:
    mods: tuple[ModLine, ...] = ()
    return Rolled(chart, title, "1.1", faces, mods, sum(faces), "a row", "", result)


def pick(id: str, key: str = "yes") -> Chosen:
    return Chosen(id, "1.1", "What now?", key, key)


class Told(NamedTuple):
    """A log told from an event on, with the decisions that are the player's own."""

    events: Sequence[Event]
    since: int
    own: Collection[int]
    blocks: list[Block]


def _tellings(name: str) -> Iterator[Told]:
    """Each log told whole, told with every decision, and told from several decisions on."""
    for at, events in enumerate(logs(name)):
        chosen = [i for i, event in enumerate(events) if isinstance(event, Chosen)]
        for since, own in ((0, ()), (0, chosen), *((i, chosen[::2]) for i in chosen[at % 5 :: 61])):
            yield Told(events, since, own, view(name).tell(events, since, own))


class Tellings(NamedTuple):
    """All that is told of a game."""

    name: str
    told: list[Told]


@pytest.fixture(scope="module", params=GAMES)
def tellings(request: pytest.FixtureRequest) -> Tellings:
    """Told once for the tests that read it; one game is kept at a time."""
    return Tellings(request.param, list(_tellings(request.param)))


# ------------------------------------------------------------------ of all games


def test_every_roll_has_exactly_one_place(tellings: Tellings) -> None:
    told = 0
    for events, since, _, blocks in tellings.told:
        places = Counter(i for block in blocks for i in block.silent)
        places.update(i for block in blocks for line in block.lines for i in line.events)
        rolls = [i for i in range(since, len(events)) if blocks and isinstance(events[i], Rolled)]
        assert [i for i in rolls if places[i] != 1] == []
        # Of what was told before, a line may have the roll that caused it.
        assert [i for i, count in places.items() if count != 1] == []
        assert [i for i in places if i < since and not isinstance(events[i], Rolled)] == []
        assert all(isinstance(events[i], Rolled) and i >= since for block in blocks for i in block.silent)
        told += len(rolls)
    assert told > 10_000


def test_a_line_has_its_event_its_decision_and_the_rolls_it_quotes(tellings: Tellings) -> None:
    quoted = 0
    charts_of_game = view(tellings.name).game.charts().charts
    known = {needs.quoted(chart.data.title, id) for id, chart in charts_of_game.items()}
    for events, _, own, blocks in tellings.told:
        for line in (line for block in blocks for line in block.lines):
            assert line.events
            assert list(line.events) == sorted(set(line.events))
            behind = [events[i] for i in line.events]
            if line.kind == CHOICE:
                assert line.events[0] in own
                assert isinstance(behind[0], Chosen)
                assert len(behind) == 1
                continue
            assert not any(isinstance(event, Chosen) for event in behind)
            kinds = {event.kind for event in behind if isinstance(event, Noted)}
            assert line.kind in kinds if line.kind else not kinds
            match = _QUOTED.search(line.text)
            charts = {needs.quoted(event.title, event.chart) for event in behind if isinstance(event, Rolled)}
            for part in match[1].split("; ") if match else ():
                chart, colon, dice = part.partition(": ")
                if colon and dice[:1].isdigit() and chart in known:
                    assert chart in charts
                    quoted += 1
    assert quoted > 1000


def test_every_line_and_every_event_is_in_a_group(tellings: Tellings) -> None:
    shown = view(tellings.name)
    assert [kind for kind, template in shown.templates.items() if template.group not in GROUPS[1:]] == []
    lines = [line for *_, blocks in tellings.told for block in blocks for line in block.lines]
    assert {line.text for line in lines if line.group not in GROUPS} == set()
    assert {line.group for line in lines if line.kind == CHOICE} == {CHOICE}
    assert len({line.group for line in lines}) >= 8


def test_the_same_event_is_in_the_same_group_in_both_bomber_games() -> None:
    b29, b17 = view("b29").templates, view("b17").templates
    both = [kind for kind in b29 if kind in b17]
    assert len(both) > 80
    assert [kind for kind in both if b29[kind].group != b17[kind].group] == []


def test_rolls_that_are_told_by_themselves_have_a_group() -> None:
    shown = view("doolittle")
    charts = {id for id, chart in shown.game.charts().charts.items() if chart.data.dice != "none"}
    assert charts
    assert [chart for chart in sorted(charts) if shown.chart_group(chart) not in GROUPS[1:]] == []


@pytest.mark.parametrize("name", ["b17", "b29"])
def test_hardly_a_roll_of_a_bomber_leads_to_no_note(name: str) -> None:
    """Those that lead to none come to nothing, as most events, masks and courses do, and reduced power for an
    engine that has it already."""
    silent = {"b17": {"B-3"}, "b29": SILENT}[name]
    bare: Counter[str] = Counter()
    for events in logs(name):
        quoted = {n for event in events if isinstance(event, Noted) for n in event.rolls}
        bare.update(e.chart for n, e in enumerate(events) if isinstance(e, Rolled) and n not in quoted)
    assert {chart: count for chart, count in bare.items() if chart not in silent and count > 6} == {}


# ------------------------------------------------------------------ by hand


def test_a_hit_is_explained_from_the_table_to_the_wound() -> None:
    events: list[Event] = [
        roll("7-1", (4, 4), "Crew", "Hit in the Nose"),
        roll("7-1-crew", (2,), "Pilot"),
        roll("7-13", (3,), "Light"),
        note("wounded", man="Pilot", name="Ann", wound="lightly"),
    ]
    (block,) = view("b29").tell(caused(events))
    text = "Pilot Ann is lightly wounded. (7-1: 4+4=8, 2; 7-13: 3)"
    assert block == Block("", [Line(text, "warning", (0, 1, 2, 3), "wounded", "crew")])


def test_what_the_heading_says_is_silent_and_so_is_a_check_that_came_to_nothing() -> None:
    events: list[Event] = [
        note("zone", turn=3, zone=2, leg="outbound"),
        roll("4-2", (3, 4), "Good"),
        Noted("weather", {"zone": 2, "weather": "Good", "jet": False, "above": False}, (1,)),
        roll("4.6-event", (1, 2), "No event"),
        roll("5-1", (3, 4), "Light"),
        Noted("resistance", {"zone": 2, "level": "Light"}, (4,)),
    ]
    (block,) = view("b29").tell(events)
    assert block.silent == (1, 3)
    assert [line.events for line in block.lines] == [(4, 5)]


def test_a_roll_that_no_line_tells_of_is_silent_in_its_own_turn() -> None:
    events: list[Event] = [
        note("zone", turn=3, zone=2, leg="outbound"),
        roll("5-4", (3,), "12 High"),
        pick("evade"),
        note("zone", turn=4, zone=3, leg="outbound"),
        roll("5-4", (2,), "12 High"),
        pick("evade"),
        note("fighter-placed", fighter="Tony", where="12 High"),
    ]
    first, second = view("b29").tell(events, own=(2, 5))
    assert (first.silent, [line.events for line in first.lines]) == ((1,), [(2,)])
    assert (second.silent, [line.events for line in second.lines]) == ((4,), [(5,), (6,)])


def test_lines_that_are_joined_have_the_events_of_both() -> None:
    misses: list[Event] = [
        roll("M-3", (2,), "Miss"),
        note("fighter-misses", fighter="Me109 A"),
        roll("M-3", (3,), "Miss"),
        note("fighter-misses", fighter="Me109 B"),
    ]
    (block,) = view("b17").tell(caused(misses))
    assert [line.events for line in block.lines] == [(0, 1, 2, 3)]
    shots: list[Event] = [
        roll("5-7", (1, 1), "No effect"),
        note("shot-misses", gun="Nose", man="a", name="b", fighter="Tony A"),
        roll("5-7", (1, 2), "No effect"),
        note("shot-misses", gun="Tail", man="a", name="b", fighter="Tony A"),
    ]
    (line,) = view("b29").tell(caused(shots))[0].lines
    assert (line.events, line.kind, line.group) == ((0, 1, 2, 3), "shot-misses", "fight")
    guzzle: list[Event] = [
        roll("guzzle", (5,), "5", "Guzzle Check"),
        Noted("guzzle", {"flight": "A", "number": 4, "sum": 5, "passed": True}, (0,)),
        roll("guzzle", (2,), "2", "Guzzle Check"),
        Noted("guzzle", {"flight": "B", "number": 4, "sum": 2, "passed": False}, (2,)),
    ]
    (line,) = view("doolittle").tell(guzzle)[0].lines
    assert line.events == (0, 1, 2, 3)


def test_without_a_word_to_tell_there_is_no_block_and_the_next_one_has_the_rolls() -> None:
    assert view("b29").tell([roll("4.6-event")]) == []
    assert view("b29").tell([]) == []
    later = view("b29").tell([roll("4.6-event"), note("zone", turn=3, zone=2, leg="outbound")])
    assert [(block.head != "", block.silent) for block in later] == [(True, (0,))]


def test_a_game_without_words_tells_of_each_roll() -> None:
    events: list[Event] = [roll("1-1"), pick("go"), note("gust", speed=3)]
    assert ScreenRenderer(toy.GAME).tell(events, own=[1]) == [
        Block(
            "",
            [
                Line("A roll 1-1: 1, nothing", "", (0,)),
                Line("> What now? yes", "", (1,), CHOICE, CHOICE),
                Line("gust: speed 3", "", (2,), "gust"),
            ],
        )
    ]


def test_what_one_line_tells_of_no_other_does() -> None:
    telling = Telling([roll("1"), roll("2"), roll("3")], 0)
    telling.say("first", (1,))
    telling.turn("", 2)
    telling.say("second", (1, 2))
    assert [line.events for block in telling.blocks() for line in block.lines] == [(1,), (2,)]


def test_words_have_the_group_of_their_file_or_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    for name, group in (("groups_for_test", "damage"), ("wrong_groups_for_test", "cooks")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("")
        words = f'group = "crew"\n[event.a]\ntext = "A."\n[event.b]\ntext = "B."\ngroup = "{group}"\n'
        (tmp_path / name / "words.toml").write_text(words)
    found = load_templates("groups_for_test")
    assert {kind: template.group for kind, template in found.items()} == {"a": "crew", "b": "damage"}
    with pytest.raises(ChartError, match="event 'b': group 'cooks'"):
        load_templates("wrong_groups_for_test")


def test_a_calm_stretch_has_each_turn_with_what_was_said_in_it() -> None:
    """No turn is left out, and every line has its turn."""
    heads = [(at, f"Turn {at // 10}") for at in range(10, 90, 10)]
    lines = [(3, "Airborne."), (12, "Fuel gained."), (15, "Left: 13."), (81, "A storm.")]
    told = [leg.line for leg in stretch(heads, lines)]
    assert told[:2] == ["Airborne.", "Turn 1: Fuel gained. Left: 13."]
    assert told[2:] == [*(f"Turn {turn}" for turn in range(2, 8)), "Turn 8: A storm."]
    assert stretch([], lines[:2]) == [Stage("", "Airborne."), Stage("", "Fuel gained.")]
