"""3.1, 3.2: who attacks (B-3), the extra fighter, bad communications, cover (M-4)."""

from __future__ import annotations

import re

import pytest

from flakhouse.core.agents import Default, Suspend
from flakhouse.core.dice import Fixed
from flakhouse.core.events import Chosen, Noted
from flakhouse.core.questions import Pending
from flakhouse.core.referee import Referee
from flakhouse.errors import ChartError
from flakhouse.games.b17 import events
from flakhouse.games.b17.advice import combat as advice
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.combat import composition
from flakhouse.games.b17.game import GAME
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import Cover, FormationPlace, Weather
from flakhouse.render.base import renderer
from flakhouse.render.scenes import passing_lines
from flakhouse.render.screen import screen
from tests.b17.helpers import done, fighter, mission, noted, referee, rolled


def _who(m: Mission) -> list[str]:
    return [f"{f.name} {f.where()}" for f in m.fighters]


def test_3_1_the_fighters_of_a_row_in_its_order() -> None:
    """19.3."""
    m = mission()
    ref = referee(4, 4)
    composition.compose(ref, m)
    assert _who(m) == ["FW190 A 12 High", "FW190 B 12 Low", "Me109 C 1:30 Level", "Me110 D 6 Low"]
    assert rolled(ref) == ["B-3"]
    done(ref)


@pytest.mark.parametrize("place", list(FormationPlace))
def test_3_1c_the_count_of_a_wave_says_where_its_extra_fighter_comes_from(place: FormationPlace) -> None:
    m, ref = mission(place=place), referee(4, 4)
    composition.compose(ref, m)
    note = ref.events[-1]
    assert isinstance(note, Noted)
    extra = place is not FormationPlace.MIDDLE
    assert note.facts == {"fighters": 4 + extra, "extra": extra}
    assert note.facts["fighters"] == len(m.fighters)
    told = renderer(GAME).log([Noted("wave", note.facts)], "brief")
    assert told == [f"A wave of {4 + extra} fighters{', one of them for your exposed place (3.1c)' * extra}."]


@pytest.mark.parametrize(
    ("faces", "name", "place", "special"),
    [
        ((2, 1), "FW190 A", "Vertical Dive", "d"),
        ((3, 1), "Me110 A", "Vertical Climb", "e"),
        ((1, 5), "FW190 E", "Vertical Dive", "b"),
        ((6, 5), "Me109 E", "Vertical Dive", "b"),
    ],
)
def test_B_3_vertical_attackers_keep_their_note(
    faces: tuple[int, int], name: str, place: str, special: str
) -> None:
    m = mission()
    composition.compose(referee(*faces), m)
    last = m.fighters[-1]
    assert (last.name, last.where(), last.special) == (name, place, special)


@pytest.mark.parametrize("row", [23, 35])
def test_B_3_rows_23_and_35_are_FW190s(row: int) -> None:
    m = mission()
    composition.compose(referee(row // 10, row % 10), m)
    assert [f.kind.value for f in m.fighters] == ["FW190"] * len(m.fighters)


def test_3_1a_no_attackers_in_formation_ends_the_wave_without_the_extra_fighter() -> None:
    """B-3c, B-3 note 2."""
    m = mission(place=FormationPlace.LEAD)
    ref = referee(1, 6)
    composition.compose(ref, m)
    assert m.fighters == []
    assert noted(ref) == ["wave-driven-off"]
    done(ref)


def test_3_1a_no_attackers_out_of_formation_is_rolled_again() -> None:
    """B-3c."""
    m = mission(in_formation=False)
    ref = referee(1, 6, 2, 6, 4, 1)
    composition.compose(ref, m)
    assert _who(m) == ["Me109 A 12 High", "Me109 B 12 Level"]
    assert noted(ref) == ["wave-again", "wave-again", "wave"]
    done(ref)


def test_3_1b_66_is_a_random_event_and_the_wave_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    happened: list[int] = []
    monkeypatch.setattr(events, "random_event", lambda ref, m: happened.append(m.zone))
    m = mission(in_formation=False)
    ref = referee(6, 6)
    composition.compose(ref, m)
    assert happened == [3]
    assert m.fighters == []
    done(ref)


def test_3_1b_66_without_random_events_is_no_attackers() -> None:
    """B-3 note 1."""
    m = mission()
    m.options.random_events = False
    ref = referee(6, 6)
    composition.compose(ref, m)
    assert noted(ref) == ["wave-driven-off"]
    alone = mission(in_formation=False)
    alone.options.random_events = False
    ref = referee(6, 6, 1, 1)
    composition.compose(ref, alone)
    assert len(alone.fighters) == 2
    done(ref)


@pytest.mark.parametrize(
    ("place", "in_formation", "extra"),
    [
        (FormationPlace.LEAD, True, ["Me109 B 12 High"]),
        (FormationPlace.TAIL, True, ["Me109 B 6 High"]),
        (FormationPlace.MIDDLE, True, []),
        (FormationPlace.LEAD, False, ["Me109 B 12 Level"]),
        (FormationPlace.TAIL, False, ["Me109 B 12 Level"]),
        (FormationPlace.MIDDLE, False, ["Me109 B 12 Level"]),
    ],
)
def test_3_1c_one_fighter_more(place: FormationPlace, in_formation: bool, extra: list[str]) -> None:
    m = mission(place=place, in_formation=in_formation)
    composition.compose(referee(5, 1), m)
    assert _who(m) == ["FW190 A 10:30 High", *extra]


def test_3_1d_bad_communications_take_one_fighter_even_a_diver() -> None:
    m = mission(bad_comms=True)
    m.fighters = [fighter(name="Me109 A"), fighter("FW190", "Vertical Dive", "-", "FW190 B")]
    ref = referee(answers=["cover-removes=FW190 B"])
    assert composition.cover(ref, m) == 0
    assert [f.name for f in m.fighters] == ["Me109 A"]
    assert noted(ref) == ["fighter-stays-away"]
    done(ref)


@pytest.mark.parametrize(
    ("cover", "face", "left", "later"),
    [
        (Cover.POOR, 4, 4, 0),
        (Cover.POOR, 5, 3, 0),
        (Cover.FAIR, 2, 4, 0),
        (Cover.FAIR, 4, 3, 0),
        (Cover.FAIR, 6, 2, 1),
        (Cover.GOOD, 1, 3, 0),
        (Cover.GOOD, 3, 2, 1),
        (Cover.GOOD, 6, 1, 2),
    ],
)
def test_M_4_fighters_driven_off_now_and_later(cover: Cover, face: int, left: int, later: int) -> None:
    m = mission(cover=cover)
    m.fighters = [fighter(name=f"Me109 {c}") for c in "ABCD"]
    ref = Referee(Fixed(face), Default(), trace=True)
    assert composition.cover(ref, m) == later
    assert len(m.fighters) == left
    assert noted(ref) == (["fighter-driven-off"] * (4 - left) or ["escort-in-vain"])


def test_3_2_all_whom_the_escort_drives_off_are_told_together_after_the_last_choice() -> None:
    m = mission(cover=Cover.GOOD)
    m.fighters = [fighter(name=f"Me109 {c}") for c in "ABCD"]
    ref = referee(3, answers=["cover-removes=Me109 B", "cover-removes=Me109 D"])
    composition.cover(ref, m)
    last = max(number for number, event in enumerate(ref.events) if isinstance(event, Chosen))
    view = screen(GAME)
    assert [line.text for block in view.tell(ref.events, last + 1) for line in block.lines] == [
        "The escort drives off Me109 B, Me109 D. (M-4: 3)"
    ]
    (scene,) = [scene for scene in view.scenes(ref.events, last + 1) if scene.lines]
    assert scene.headline == "The escort drives off 2 fighters"
    assert [line.text for line in passing_lines(view.scene_book, scene)] == [scene.lines[0].text]
    done(ref)


def test_9_2_cover_works_for_a_lone_bomber_too() -> None:
    m = mission(cover=Cover.GOOD, in_formation=False)
    m.fighters = [fighter(name="Me109 A")]
    ref = referee(5)
    composition.cover(ref, m)
    assert rolled(ref) == ["M-4"]
    assert m.fighters == []


def test_M_4_modifiers_of_weather_and_aggressive_cover() -> None:
    m = mission(cover=Cover.GOOD, zone=5, weather=Weather.POOR, weather_rolled=True)
    m.fighters = [fighter(name=f"Me109 {c}") for c in "ABCD"]
    assert composition.cover(referee(1), m) == 0
    assert len(m.fighters) == 4
    m = mission(cover=Cover.GOOD, aggressive_cover=True)
    m.fighters = [fighter(name="Me109 A"), fighter(name="Me109 B")]
    assert composition.cover(referee(2), m) == 1  # both go: nothing to choose
    assert m.fighters == []


def test_3_2_no_cover_no_roll() -> None:
    m = mission(cover=Cover.NONE)
    m.fighters = [fighter()]
    ref = referee()
    assert composition.cover(ref, m) == 0
    assert rolled(ref) == []


def test_3_2_cover_never_reaches_a_vertical_dive_but_does_a_climb() -> None:
    """B-3d, B-3e, M-4 note 1."""
    m = mission(cover=Cover.GOOD)
    m.fighters = [
        fighter("FW190", "Vertical Dive", "-", "FW190 A"),
        fighter("Me110", "Vertical Climb", "-", "Me110 B"),
        fighter(name="Me109 C"),
        fighter(name="Me109 D"),
    ]
    ref = referee(4, answers=["cover-removes=Me110 B", "cover-removes=Me109 D"])
    composition.cover(ref, m)
    assert [f.name for f in m.fighters] == ["FW190 A", "Me109 C"]
    done(ref)
    m.fighters = m.fighters[:1]
    composition.cover(ref := referee(4), m)
    view = renderer(GAME)
    lines = [line for event in ref.events if isinstance(event, Noted) for line in view.event_lines(event)]
    assert "The escort cannot reach a fighter in a vertical dive." in lines


@pytest.mark.parametrize(
    ("cover", "face", "said"),
    [
        (Cover.GOOD, 4, "The escort drives off 2 of 4 fighters, 1 in each later round. Which?"),
        (Cover.POOR, 6, "The escort drives off 1 of 4 fighters, none in each later round. Which?"),
    ],
)
def test_3_2_m_4_the_question_says_how_many_the_escort_drives_off_now_and_later(
    cover: Cover, face: int, said: str
) -> None:
    m = mission(cover=cover)
    m.fighters = [fighter(name=f"Me109 {letter}") for letter in "ABCD"]
    with pytest.raises(Pending) as waits:
        composition.cover(Referee(Fixed(face), Suspend()), m)
    assert waits.value.question.prompt == said


def test_3_2_the_default_is_the_most_dangerous_fighter() -> None:
    """M-4 note 1."""
    m = mission(cover=Cover.GOOD)
    m.fighters = [fighter(name="Me109 A"), fighter("Me109", "6", "Level", "Me109 B")]
    composition.cover(Referee(Fixed(1), Default(), trace=True), m)
    assert [f.name for f in m.fighters] == ["Me109 A"]


def test_3_2_of_equal_fighters_the_reason_says_what_decides() -> None:
    ref = referee()
    alike = [fighter(name="Me109 A"), fighter(name="Me109 B")]
    assert advice.why_cover_removes(ref, alike).endswith("and your guns bear on all of them alike.")
    other = [fighter(name="Me109 A"), fighter("Me109", "6", "Level", "Me109 B")]
    told = advice.why_cover_removes(ref, other)
    figures = set(re.findall(r"\d+\.\d", told))
    assert (len(figures) > 1) == told.startswith("Me109 B goes first."), told


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ((("3", "High"), ("9", "High"), ("9", "Level")), "as few of your guns bear on Me109 "),
        ((("3", "High"), ("9", "Level")), "and fewest of your guns bear on Me109 "),
    ],
)
def test_3_2_fewest_guns_bear_only_on_one_that_has_no_equal(
    places: tuple[tuple[str, str], ...], said: str
) -> None:
    foes = [fighter("Me109", *place, f"Me109 {letter}") for place, letter in zip(places, "ABC", strict=False)]
    assert said in advice.why_cover_removes(referee(), foes)


def test_3_2_the_reason_names_the_equals_and_every_fighter_that_goes() -> None:
    ref = referee()
    places = (("3", "High"), ("9", "High"), ("9", "Level"), ("6", "Level"))
    foes = [fighter("Me109", *place, f"Me109 {letter}") for place, letter in zip(places, "ABCD", strict=True)]
    by_danger = sorted(foes, key=advice.danger, reverse=True)
    assert advice.danger(by_danger[0]) > advice.danger(by_danger[1])
    assert advice.why_cover_removes(ref, foes).startswith(f"{by_danger[0].name} goes first.")
    two = advice.why_cover_removes(ref, foes, 2)
    assert two.startswith(
        f"{by_danger[0].name} may do most harm. Of the others, each of Me109 A, Me109 B and Me109 C"
    )
    second = advice.cover_removes(ref, [f for f in foes if f is not by_danger[0]])
    assert f"bear on {second} as on any other." in two
    alike = [*foes[:3], fighter(name="Me109 D")]
    alike[3].fca = 2
    assert advice.danger(alike[3]) < advice.danger(alike[0])
    assert advice.why_cover_removes(ref, alike).startswith("Each of Me109 A, Me109 B and Me109 C brings ")
    m = mission(cover=Cover.GOOD)
    m.fighters = list(foes)
    with pytest.raises(Pending) as waits:
        composition.drive_off(Referee(Fixed(1), Suspend()), m, 2)
    assert waits.value.question.why is not None
    assert waits.value.question.why() == two


def test_3_2_a_bot_in_a_hurry_removes_the_same_fighters() -> None:
    for face in range(1, 7):
        left = []
        for trace in (True, False):
            m = mission(cover=Cover.GOOD, bad_comms=True)
            ref = Referee(Fixed(2, 5, face), Default(), trace=trace)
            composition.compose(ref, m)
            composition.cover(ref, m)
            left.append([f.name for f in m.fighters])
        assert left[0] == left[1]


_OWN_B_3 = """
[chart.B-3]
title = "Own waves"
rule = "3.1"
dice = "d66"
source = "ruling"
from = "a player"
grid = '''
11-66 | %s
'''
"""


def test_B_3_a_house_chart_may_leave_the_note_of_a_vertical_attack_out() -> None:
    own = CHARTS.house("own.toml", _OWN_B_3 % "FW190 Vertical Dive; Me110 Vertical Climb; Me109 Vertical Dive b")
    m = mission()
    composition.compose(Referee(Fixed(1, 1), Default(), house=own), m)
    assert [f.special for f in m.fighters] == ["d", "e", "b"]


@pytest.mark.parametrize(
    "cell",
    [
        "Me109",
        "Me109 12",
        "Me109 12 -",
        "FW190 Vertical",
        "FW190 Vertical Climb b",
        "; ".join(["Me109 12 High"] * 8),
    ],
)
def test_B_3_a_house_chart_with_an_attack_nobody_can_make_is_refused(cell: str) -> None:
    with pytest.raises(ChartError, match="no known result"):
        CHARTS.house("own.toml", _OWN_B_3 % cell)
