"""A headline stands under the dice that made it true; in passing it is told who struck and what came of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from flakhouse.cli.draw import bar
from flakhouse.core.events import Event, Noted
from flakhouse.render.scenebook import NoteKind, SceneBook, scene_book
from flakhouse.render.scenes import Scene, SceneLine, headline_at, passing_lines
from tests.cli.screens import Screen

BOOK = SceneBook(
    note={
        "hit": NoteKind("notable", "{man} hits {fighter}", several="{count} fighters are hit"),
        "miss": NoteKind("calm", dice=True),
        "hurt": NoteKind("notable", "{man} is hurt", several="{count} men are hurt", worst=("badly",)),
        "fires-wide": NoteKind("calm", ends=True),
    }
)


def _scene(lines: tuple[SceneLine, ...] = (), last: int = 4) -> Scene:
    return Scene("attack", "notable", "Ramsey hits Me110 B", (), (), lines, (0, last))


def _note(kind: str) -> Noted:
    return Noted(kind, {"man": "Ramsey", "fighter": "Me110 B"})


def test_a_headline_is_true_with_the_note_it_is_called_by() -> None:
    events: list[Event] = [_note("pilot"), _note("hit"), _note("miss"), _note("miss"), _note("miss")]
    assert headline_at(BOOK, _scene(), events) == 1
    events[3] = _note("hit")  # "2 fighters are hit" is not told before both are
    assert headline_at(BOOK, _scene(), events) == 3
    assert headline_at(BOOK, _scene(), [_note("pilot")] * 5) == 4
    hurt = [Noted("hurt", {"man": man, "how": how}) for man, how in (("Ramsey", "badly"), ("Cole", "a little"))]
    assert headline_at(BOOK, _scene(last=1), hurt) == 0  # nor under the dice for a man who is hurt less


def test_what_is_told_in_passing_begins_with_the_blow_and_has_all_that_came_of_it() -> None:
    before, miss = SceneLine("Me110 B: Average pilot."), SceneLine("Misses: Ball Turret.", "", "miss")
    blow, struck = SceneLine("Me110 B hits you.", "warning"), SceneLine("Struck: Port Wing.")
    said = SceneLine("Ramsey hits Me110 B with the Tail Guns.")
    assert passing_lines(BOOK, _scene((before, blow, struck, miss, said))) == [blow, struck]
    assert passing_lines(BOOK, _scene((before, struck))) == []


def test_what_a_failure_means_is_told_in_passing_too() -> None:
    book = scene_book("flakhouse.render.b29")
    said = SceneLine("Event: Fuel Transfer Pump Failure.", "", "event")
    means = SceneLine("A fuel transfer pump has failed; one is left.", "", "pump-failed")
    scene = Scene("event", "notable", "Fuel Transfer Pump Failure", (), (), (said, means), (0, 1))
    assert passing_lines(book, scene) == [means]


def test_how_a_fight_ended_is_told_in_passing_too_where_nothing_was_struck() -> None:
    before, wide = SceneLine("Me110 B: Average pilot."), SceneLine("Me110 B fires and misses.", "", "fires-wide")
    said = SceneLine("Ramsey hits Me110 B with the Tail Guns. It keeps coming.")
    assert passing_lines(BOOK, _scene((before, said, wide))) == [wide]
    assert scene_book("flakhouse.render.b29").note["fighter-misses"].ends
    assert scene_book("flakhouse.render.b17").note["fighter-misses"].ends


#: An FW190 from ahead and one from the right; all guns miss, both miss, and the tail fires as the first passes.
DICE = "4,3,2,1,3,4,6,1,1,1,1,1,1,1,1,1"


@pytest.fixture
def wave(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Screen:
    monkeypatch.setenv("FLAKHOUSE_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wave.txt").write_text("b17 position 1\nmission 12: Paris\nzone 3 outbound\n")
    s = Screen(
        *("play", "b17", "--position", "wave.txt", "--step", "combat", "--dice", DICE, "--seed", "3"),
        *("--save", "air"),
        LINES="60",
        NO_COLOR="1",
    )
    return s.to_the_plan()


def test_what_a_fighter_did_is_told_under_its_dice_and_not_under_the_shot_behind_it(wave: Screen) -> None:
    start = len(wave.text)
    wave.type("\r")
    for _ in range(9):
        wave.wait("\n> ")
        if "Tail Guns" in wave.text[start:]:
            break
        wave.type("\r")
    told = wave.text[start:]
    assert told.count("FW190 B fires and misses.") == 1
    assert told.index("FW190 B fires and misses.") < told.index("Defensive fire: Tail Guns at FW190 A")
    wave.leave()


def test_the_bar_has_all_of_where_it_stands_before_the_whole_title() -> None:
    """A title ends at its colon where that makes room; only then is it cut, or a part left out."""
    parts = ["Turn 17", "Zone 8 of 12 inbound", "MED", "day", "fuel 7+2"]
    title = "Paper Tiger, flight 2: Akashi"
    assert bar(title, parts, 110, " · ").startswith(f" {title} ")
    assert " ".join(bar(title, parts, 80, " · ").split()) == f"Paper Tiger, flight 2 {' · '.join(parts)}"
    sea = ["Naval turn April 16-17, 1942", "Task Force from Influence East to Influence West", "Gale"]
    assert bar("Scenario 10: Special Aviation Project", sea, 80, " · ").startswith(" Scenari")
    assert "Task Force from Influence East to Influence West" in bar("Scenario 10: Special", sea, 100, " · ")
