"""Of a scene that a throw parts: every die is thrown once, under the name of the one it is aimed at."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from flakhouse import games
from flakhouse.core.events import Announced, Event, Fact, Needed, Noted, Opened, Rolled
from flakhouse.core.session import Session
from flakhouse.render.pace import pace
from flakhouse.render.scenes import Scene, SceneLine
from flakhouse.render.throws import Throw
from flakhouse.web.html import _environment
from flakhouse.web.tables import view_of
from flakhouse.web.telling import Told, came_of, tell
from flakhouse.web.thrown import Awaited, Thrown

SIX = Needed((6,), 1, 6)
WAITING = pace("matters", throws=True)
MAN: dict[str, Fact] = {"man": "Engineer", "name": "Russell Dombrowski"}


def noted(kind: str, *rolls: int, **facts: Fact) -> Noted:
    return Noted(kind, facts, rolls)


def attack(fighter: str) -> Opened:
    return Opened("attack", {"fighter": fighter, "where": "12 Level"})


def roll(chart: str, title: str, face: int, needs: Needed | None = SIX, about: str = "") -> Rolled:
    result = "Miss" if face < 6 else "Hit"
    return Rolled(chart, title, "", (face,), (), face, "", "", result, needed=needs, about=about)


def hit(fighter: str, wound: int) -> list[Event]:
    """The fighter hits and a man is wounded, or killed by a 6."""
    found: list[Event] = [
        attack(fighter),
        roll("M-3", "German fire", 6),
        noted("fighter-hits", 1, fighter=fighter, where="12 Level", shells=1),
        roll("BL-4", "Wounds", wound, None),
    ]
    if wound == 6:
        return [*found, noted("killed", 3, **MAN)]
    return [*found, noted("wounded", 3, wound="lightly", **MAN)]


def passing(fighter: str, at: int, face: int = 2) -> list[Event]:
    """The tail's shot at one that has gone by."""
    shot = {"gun": "Tail Guns", "man": "Tail Gunner", "name": "Zimmerman", "fighter": fighter}
    kind = "fighter-destroyed" if face == 6 else "shot-misses"
    return [
        Announced("M-1-fire", "Defensive fire", "", 1, (), "", SIX, f"Tail Guns at {fighter}"),
        roll("M-1-fire", "Defensive fire", face, about=f"Tail Guns at {fighter}"),
        noted(kind, at + 1, **shot),
    ]


def miss(fighter: str, at: int) -> list[Event]:
    return [
        attack(fighter),
        roll("M-3", "German fire", 1),
        noted("fighter-misses", at + 1, fighter=fighter, where="12 Level"),
    ]


def told_session(events: list[Event]) -> Session:
    """A session of which only the log is there."""
    found = SimpleNamespace(
        events=events,
        table_dice=False,
        house=None,
        need_dice=None,
        ref=None,
        game=games.load("b17"),
        chapter=SimpleNamespace(auto=(), number=1),
        at=lambda _: SimpleNamespace(state=None),
    )
    return cast(Session, found)


def pages(events: list[Event]) -> list[Told]:
    """Every page of it, by Throw and Continue alone."""
    session = told_session(events)
    found: list[Told] = []
    since, seen = 0, -1
    while (told := tell(view_of("b17"), session, since, WAITING, seen)) is not None:
        found.append(told)
        since, seen = (since, told.waits.event) if told.waits is not None else (told.after, -1)
    return found


@pytest.mark.parametrize("wound", [1, 6])
def test_a_wound_is_thrown_once_and_its_result_is_the_next_page(wound: int) -> None:
    told = pages(hit("Me109 D", wound))
    waits = [page.waits.event for page in told if page.waits is not None]
    assert waits == [1, 3]
    after = told[-1]
    assert len(told) == 3  # its fire; the wound beside it; what came of the wound
    assert after.key is not None
    assert after.key.roll.event == 3
    assert after.headline == (
        "Russell Dombrowski is killed" if wound == 6 else "Russell Dombrowski is lightly wounded"
    )


def test_before_the_wound_is_thrown_the_pages_are_the_same_whether_he_dies() -> None:
    def before(wound: int) -> list[object]:
        told = pages(hit("Me109 D", wound))[:2]
        return [(page.headline, page.weight, page.waits, page.lines, page.tape) for page in told]

    assert before(1) == before(6)


@pytest.mark.parametrize("face", [2, 6])
def test_a_shot_at_one_that_has_gone_by_is_headed_with_him_and_not_with_the_last_attacker(face: int) -> None:
    events = [*hit("Me109 D", 6), noted("fighter-placed", fighter="Me110 C", where="10:30 Low", again=False)]
    told = pages([*events, *passing("Me110 C", len(events), face)])
    waits, after = told[-2:]
    assert waits.waits is not None
    assert waits.headline == "Me110 C has gone by: the tail fires"
    assert [subject.name for subject in waits.act.about if subject.kind == "fighter"] == ["Me110 C"]
    assert waits.act.notes == ()  # no tracers of the other
    assert after.headline == ("Zimmerman shoots down Me110 C" if face == 6 else waits.headline)
    assert after.weight == ("notable" if face == 6 else "calm")
    assert [one.event for one in after.rolls] == [waits.waits.event]


def test_misses_run_together_with_the_next_throw_and_a_hit_stands_alone() -> None:
    events = miss("Me109 A", 0)
    events += miss("Me109 B", len(events))
    told = pages([*events, *miss("Me109 C", len(events))])
    assert [page.waits is not None for page in told] == [True, True, True, False]
    assert [len(page.fallen) for page in told] == [0, 0, 1, 0]
    assert [page.key is not None for page in told] == [False, True, True, True]
    assert told[2].headline == "Me109 C attacks from ahead, level (12 Level)"
    events = hit("Me109 A", 1)
    told = pages([*events, *miss("Me109 B", len(events))])
    assert [page.waits is not None for page in told] == [True, True, False, True, False]


def test_what_the_dice_of_a_volley_mean_is_said_once_a_line_each() -> None:
    template = _environment().from_string(
        '{% import "frame.html" as frame with context %}{{ frame.announced("b17", one) }}'
    )
    bands = (("2", "a burst inside the bomber, 3 %"), ("3, 7 or 11", "1 shell strikes, 28 %"))
    bursts = [Throw("O-4", "Effect of a flak hit", "", 2, "", (), bands, f"burst {n}") for n in (1, 2)]
    told = template.render(one=Awaited(1, bursts[0], (), (), bursts), csrf="", prefs=None, ctx=None)
    assert told.count("3, 7 or 11") == 1
    assert told.count("<small>2 dice</small>") == 2
    assert "<li><b>3, 7 or 11</b> 1 shell strikes, 28 %</li>" in told


def test_5_3d_a_shot_whose_target_is_gone_says_that_its_burst_is_spent() -> None:
    template = _environment().from_string(
        '{% import "frame.html" as frame with context %}{{ frame.volley("b29", dice) }}'
    )
    tail = Throw("5-7", "Defensive fire", "5.3F", 2, "", (), about="Tail Guns at Zeke A")
    told = template.render(dice=[Thrown(tail, None)], csrf="", prefs=None, ctx=None)
    assert "not thrown: its target was gone, its burst is spent" in told


def test_a_miss_is_shown_before_the_next_scene_that_stops_without_a_throw() -> None:
    events = miss("Me109 A", 0)
    events += [Opened("wave", {"number": 2}), noted("wave", number=2, fighters=1, zone=3)]
    told = pages([*events, *miss("Me109 B", len(events))])
    thrown = next(number for number, page in enumerate(told) if page.waits is not None and page.waits.event == 1)
    after = told[thrown + 1]
    assert after.key is not None or after.fallen
    assert 1 in {one.event for one in after.rolls} | {one.roll.event for one in after.fallen}


def test_one_who_throws_every_die_throws_the_shells_before_they_are_told() -> None:
    events = [
        *hit("Me109 D", 2)[:2],
        roll("B-4", "Number of shell hits", 3, None),
        roll("B-5", "Area struck by a shell", 4, None),
        noted("fighter-hits", 1, 2, fighter="Me109 D", where="12 Level", shells=2),
    ]
    session, view = told_session(events), view_of("b17")
    waited, seen = [], -1
    while (page := tell(view, session, 0, pace("matters", throws=True, every=True), seen)) and page.waits:
        waited.append(page.waits.throw.chart)
        assert not page.lines
        seen = page.waits.event
    assert waited == ["M-3", "B-4", "B-5"]
    told = tell(view, session, 0, WAITING)
    assert told is not None
    assert told.waits is not None
    assert told.waits.throw.chart == "M-3"
    assert (after := tell(view, session, 0, WAITING, told.waits.event)) is not None
    assert after.waits is None


def test_what_came_of_a_scene_repeats_neither_its_headline_nor_its_dice() -> None:
    lines = (
        SceneLine("Doolittle (2344) hits the Tokyo Armory. (Detonation Check: 3+3+2=8)"),
        SceneLine("Doolittle reaches it (8, needs 7). (Approach Check: 4+3+1=8)"),
    )
    scene = Scene("hit", "grave", "Doolittle hits the Tokyo Armory", (), (), lines, (0, 1))
    told = [line.text for line in came_of(scene, scene.headline)]
    assert told == ["Doolittle reaches it (8, needs 7)."]
