"""The throw: which rolls a player throws himself does not depend on how they came out; what is said before."""

from __future__ import annotations

import contextlib

import msgspec
import pytest

from flakhouse import games
from flakhouse.cli import draw
from flakhouse.core.events import Announced, Chosen, Event, Fact, ModLine, Needed, Noted, Opened, Rolled
from flakhouse.core.needed import needed
from flakhouse.core.questions import NeedDice, Subject
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import words as b17_words
from flakhouse.games.b17 import wounds as b17_wounds
from flakhouse.games.b17.ending import fates
from flakhouse.games.b29 import doors, fuel, navigation, pressure, target, weather
from flakhouse.games.b29 import words as b29_words
from flakhouse.games.b29 import wounds as b29_wounds
from flakhouse.games.b29.combat import jams, resistance
from flakhouse.games.b29.ending import bailout, sea
from flakhouse.games.b29.state import MissionEnded
from flakhouse.games.b29.words import Surface
from flakhouse.games.bomber.men import named
from flakhouse.render.base import Template
from flakhouse.render.pictures import CONDITIONS, Crewman, Row, names_row
from flakhouse.render.scenebook import NoteKind, SceneBook, SceneKind
from flakhouse.render.scenes import Scene, SceneRoll, opening, scene_roll
from flakhouse.render.screen import ScreenRenderer, screen
from flakhouse.render.throws import Cast, announced, awaited, bands, casts, expected, thrown, whom
from flakhouse.sim.exact import chance_of
from tests.b17 import helpers
from tests.b29 import helpers as b29
from tests.core.toy import CHARTS, GAME

BOOK = SceneBook(
    scene={"attack": SceneKind("{fighter} comes in"), "landing": SceneKind("The landing", "grave")},
    note={"hit": NoteKind("notable", "{fighter} hits"), "killed": NoteKind("grave", "{name} is dead", own=True)},
    throws=("5-9", "7-13"),
)
WORDS = {"hit": Template("{fighter} hits."), "missed": Template("It misses."), "killed": Template("{name} dies.")}
ATTACK = Opened("attack", {"fighter": "Frank A"})
NEEDS = Needed((9, 10, 11, 12), 10, 36)


class View(ScreenRenderer):
    scene_book = BOOK


def roll(chart: str, *faces: int, needs: Needed | None = NEEDS) -> Rolled:
    return Rolled(chart, "Its fire", "5.9", faces, (), sum(faces), "", "", "Hit", needed=needs)


def throws(*events: Event) -> list[int]:
    view = View(GAME, WORDS)
    return [number for scene in view.scenes(events) for number in thrown(BOOK, scene, events)]


def test_the_same_rolls_are_thrown_whatever_comes_of_them() -> None:
    missed = throws(ATTACK, roll("5-7", 2, 2), roll("5-9", 1, 1), Noted("missed", {}, (2,)))
    hit = throws(ATTACK, roll("5-7", 2, 2), roll("5-9", 6, 6), Noted("hit", {"fighter": "Frank A"}, (2,)))
    assert missed == hit == [2]


def test_a_death_is_thrown_in_its_own_scene() -> None:
    events: list[Event] = [
        ATTACK,
        roll("5-9", 6, 6),
        Noted("hit", {"fighter": "Frank A"}, (1,)),
        roll("7-13", 6, needs=None),
        Noted("killed", {"name": "Moreau"}, (3,)),
    ]
    assert throws(*events) == [1, 3]


def test_the_man_is_named_before_his_wound_is_thrown_whatever_it_is() -> None:
    book = SceneBook(whom=("7-13",))
    man = {"man": "Navigator", "name": "Paul Moreau"}
    for kind in ("killed", "wounded"):
        events: list[Event] = [ATTACK, roll("7-13", 6), Noted(kind, {**man, "how": "badly"}, (1,))]
        assert whom(book, events, 1) == "Navigator Paul Moreau"
        assert whom(SceneBook(), events, 1) == ""


_THIRD = "his third wound, so a serious one"


@pytest.mark.parametrize(
    ("light", "serious", "needs", "means", "read"),
    [
        (0, False, "", (("1-3", "Light Wound"), ("4-5", "Serious Wound"), ("6", "Killed")), "Light Wound"),
        (1, False, "", (("1-3", "Light Wound"), ("4-6", "Killed")), "Light Wound"),
        (2, False, "", (("1-3", _THIRD), ("4-6", "Killed")), _THIRD),
        (0, True, "he is seriously wounded already: any wound kills him", (), "Killed"),
    ],
)
def test_7_13a_bl_4_the_throw_for_a_wounded_man_says_what_a_further_wound_does(
    light: int, serious: bool, needs: str, means: tuple[tuple[str, str], ...], read: str
) -> None:
    flight, pilot = b29.mission(), b29_words.Position.PILOT
    flight.men[pilot].light, flight.men[pilot].serious = light, serious
    b29_wounds.wound(ref29 := b29.referee(3), flight, flight.men[pilot])
    other, copilot = helpers.mission(), b17_words.Position.COPILOT
    other.men[copilot].light, other.men[copilot].serious = light, serious
    b17_wounds.wound(ref17 := helpers.referee(3), other, other.men[copilot])
    for game, ref in (("b29", ref29), ("b17", ref17)):
        (rolled,) = [event for event in ref.events if isinstance(event, Rolled)]
        book, charts = screen(games.load(game)).scene_book, games.load(game).charts().charts
        throw = announced(rolled, charts[rolled.chart], "", book.words(rolled.chart, rolled.about))
        assert (throw.needs, throw.bands, book.read(rolled)) == (needs, means, read)


def line(about: str) -> Announced:
    return Announced("5-7", "Defensive fire", "5.3", 2, (), "", NEEDS, about)


def shot(about: str, *faces: int) -> Rolled:
    return Rolled("5-7", "Defensive fire", "5.3", faces, (), sum(faces), "", "", "", needed=NEEDS, about=about)


def volley(*events: Event, since: int = 0) -> list[Cast]:
    return casts(BOOK, View(GAME, WORDS).scenes(events), events, since)


GUNS = (line("top at A"), line("ball at A"), line("tail at B"))


def test_a_volley_is_one_cast_whatever_comes_of_it() -> None:
    missed = volley(
        ATTACK,
        *GUNS,
        shot("top at A", 1, 1),
        Noted("missed", {}, (4,)),
        shot("ball at A", 1, 1),
        shot("tail at B", 2, 2),
    )
    gone = volley(
        ATTACK, *GUNS, shot("top at A", 6, 6), Noted("hit", {"fighter": "A"}, (4,)), shot("tail at B", 2, 2)
    )
    assert [cast.first for cast in missed] == [cast.first for cast in gone] == [4]
    assert [die.said for die in missed[0].dice] == [die.said for die in gone[0].dice] == list(GUNS)
    assert [die.event for die in missed[0].dice] == [4, 6, 7]
    assert [die.event for die in gone[0].dice] == [4, None, 6]


def test_one_who_throws_every_die_throws_each_roll_and_a_volley_together() -> None:
    events: list[Event] = [
        ATTACK,
        *GUNS[:2],
        shot("top at A", 1, 1),
        shot("ball at A", 1, 1),
        roll("5-9", 6, 6),
        Noted("hit", {"fighter": "Frank A"}, (5,)),
        roll("5-10", 3, needs=None),
        roll("5-11", 2, 5, needs=None),
        roll("5-12", 6, needs=Needed((6,), 6, 6)),
        msgspec.structs.replace(roll("7-1", 2), typed=True),
    ]
    scenes = View(GAME, WORDS).scenes(events)
    assert [cast.rolls for cast in casts(BOOK, scenes, events)] == [(3, 4), (5,)]
    assert [cast.rolls for cast in casts(BOOK, scenes, events, every=True)] == [(3, 4), (5,), (7,), (8,)]


def test_what_a_question_breaks_off_is_thrown_to_its_end_by_another_press() -> None:
    asked = Chosen("again", "", "Throw again?", "no", "No")
    events: list[Event] = [
        ATTACK,
        *GUNS,
        shot("top at A", 1, 1),
        asked,
        shot("ball at A", 1, 1),
        shot("tail at B", 2, 2),
    ]
    assert [cast.rolls for cast in volley(*events, since=5)] == [(6, 7)]
    told_on: list[Event] = [ATTACK, *GUNS, shot("top at A", 1, 1), Noted("missed", {}), shot("ball at A", 1, 1)]
    assert volley(*told_on, since=6) == []  # it has fallen with the others


def test_8_4_8_7_over_japan_all_jumps_are_one_throw_and_what_becomes_of_the_men_another() -> None:
    ref = b29.referee(*[3] * 11, *[6] * 11, defaults=True)
    with pytest.raises(MissionEnded):
        bailout.bail_out(ref, b29.mission(), True, Surface.JAPAN)
    view = screen(games.load("b29"))
    found = casts(view.scene_book, view.scenes(ref.events), ref.events)
    said = [[die.said for die in cast.dice if die.said is not None] for cast in found]
    assert [[line.chart for line in lines] for lines in said] == [["8-4"] * 11, ["8-7"] * 11]
    assert all(line.about for lines in said for line in lines)


@pytest.mark.parametrize(("face", "headline"), [(5, "The engines run on fumes"), (2, "The tanks are dry")])
def test_4_3c_on_the_last_fumes_the_die_waits_with_its_chance_and_what_each_result_does(
    face: int, headline: str
) -> None:
    ref, m = b29.referee(face, *[6] * 200, defaults=True), b29.mission()
    m.men[b29_words.Position.FLIGHT_ENGINEER].airman.missions = 10
    m.plane.altitude = b29_words.Altitude.LO
    ref.scene("abort", zone=m.zone)
    ref.note("weight", causes=(), boxes=1)
    with contextlib.suppress(MissionEnded):
        fuel.low_fuel(ref, m)
    view = screen(games.load("b29"))
    scenes = view.scenes(ref.events)
    cast = casts(view.scene_book, scenes, ref.events)[0]
    roll = ref.events[cast.first]
    assert isinstance(roll, Rolled)
    scene = next(scene for scene in scenes if cast.falls_in(scene.events))
    assert (scene.headline, scene.events[0]) == (headline, cast.first)  # nothing told before stands in it
    assert opening(view, scene, ref.events, cast.first) == "The tanks are dry: do the engines run on?"
    throw = announced(roll, games.load("b29").charts().charts["4-1"], "", view.scene_book.words("4-1"))
    assert throw.needs == "needs 4 or more: 50 %"
    assert throw.bands == (
        ("1-3", "the engines stop: the bomber must come down here"),
        ("4-6", "the engines run on"),
    )


@pytest.mark.parametrize(("game", "id"), [("b29", "8-4"), ("b17", "G-6")])
def test_8_4_g_6_a_bad_jump_says_that_a_second_die_decides_and_what_it_needs(game: str, id: str) -> None:
    book, chart = screen(games.load(game)).scene_book, games.load(game).charts().charts[id]
    assert bands(chart, 0, 0, 1, book.words(id))[0] == ("1", "trouble: a second die, and a 6 kills him")


def test_8_4_8_6_8_7_rescued_after_a_jump_or_a_ditching_a_man_has_one_mark_and_a_prisoner_another() -> None:
    view, m = screen(games.load("b29")), b29.mission()
    jumped, ditched, taken, caught = list(m.men.values())[:4]
    jumped.leave(m.seats)
    taken.leave(m.seats)
    assert [man.condition for man in view.crew(m)[:4]] == ["gone", "fit", "gone", "fit"]
    taken.fate, caught.fate = b29_words.Fate.BOC, b29_words.Fate.CAS
    m.end = b29_words.End.ABANDONED
    assert [man.condition for man in view.crew(m)[:4]] == ["fit", "fit", "gone", "gone"]
    jumped.light = ditched.light = 1
    assert [man.condition for man in view.crew(m)[:2]] == ["light", "light"]


def test_g_6_g_7_who_bails_out_over_france_throws_for_all_who_may_get_home_with_one_press() -> None:
    ref = helpers.referee(*[1] * 3)
    m = helpers.mission()
    men = list(m.men.values())[:4]
    men[0].serious = True
    fates.on_land(ref, men, b17_words.Surface.FRANCE)
    (cast,) = casts(screen(games.load("b17")).scene_book, [], ref.events)
    assert [die.said.about for die in cast.dice if die.said] == [named(man) for man in men[1:]]


def test_what_is_certain_is_not_thrown() -> None:
    assert throws(ATTACK, roll("5-9", 6, 6, needs=Needed((), 0, 36)), Noted("missed", {}, (1,))) == []
    assert throws(ATTACK, roll("5-9", 6, 6, needs=Needed((2,), 36, 36)), Noted("missed", {}, (1,))) == []


@pytest.mark.parametrize(("about", "waits"), [("Pilot", True), ("seriously wounded Pilot", False)])
def test_7_1_any_wound_kills_a_man_who_is_seriously_wounded_and_its_die_does_not_wait(
    about: str, waits: bool
) -> None:
    view = screen(games.load("b17"))
    die = Rolled("BL-4", "Wounds", "7.1", (3,), (), 3, "", "", "Light Wound", about=about)
    events: list[Event] = [Opened("attack", {"fighter": "Me109 A", "where": "12 High"}), die, killed(1)]
    assert bool(casts(view.scene_book, view.scenes(events), events)) is waits


def killed(roll: int) -> Noted:
    return Noted("killed", {"man": "Pilot", "name": "Carl Novak", "wounded": True}, (roll,))


def test_a_hit_on_a_fighter_and_one_on_oxygen_are_throws_of_their_own() -> None:
    book = screen(games.load("b17")).scene_book
    charts = games.load("b17").charts().charts
    for chart in ("M-2", *(f"P-{n}-oxygen" for n in (1, 2, 4, 5, 6)), "BL-1c-feather"):
        assert chart in charts
        assert chart in book.throws
        assert book.calls[chart]


def test_4_1_an_ace_is_announced_and_an_escort_in_vain_is_told_in_passing() -> None:
    view = screen(games.load("b17"))
    ace = Noted("new-ace", {"man": "Tail Gunner", "name": "Carl Novak"})
    shot: dict[str, Fact] = {
        "gun": "Tail Guns",
        "man": "Tail Gunner",
        "name": "Carl Novak",
        "fighter": "Me109 A",
        "fca": 0,
    }
    attack = Opened("attack", {"fighter": "Me109 A", "where": "12 High"})
    events: list[Event] = [attack, Noted("fighter-destroyed", shot), ace]
    told = view.scenes(events)
    assert told[-1].headline == "Carl Novak is an ace"
    assert "+1 on his shots" in told[-1].lines[0].text
    (*_, vain) = view.scenes([Opened("wave", {}), Noted("escort-in-vain", {"diving": False})])
    assert vain.headline == "The escort drives off nobody"


def test_without_a_list_it_is_the_key_roll_of_scenes_that_weigh_by_themselves() -> None:
    book = SceneBook(scene=BOOK.scene, note=BOOK.note)

    class Plain(ScreenRenderer):
        scene_book = book

    for kind, wanted in (("landing", [1]), ("attack", [])):
        events: list[Event] = [
            Opened(kind, {"fighter": "A"}),
            roll("8-1", 6, 6),
            Noted("hit", {"fighter": "A"}, (1,)),
        ]
        (scene,) = Plain(GAME, WORDS).scenes(events)
        assert thrown(book, scene, events) == wanted


def test_before_its_dice_a_scene_is_called_by_its_opening_alone() -> None:
    events: list[Event] = [ATTACK, roll("5-9", 6, 6), Noted("hit", {"fighter": "Frank A"}, (1,))]
    view = View(GAME, WORDS)
    (scene,) = view.scenes(events)
    assert scene.headline == "Frank A hits"
    assert opening(view, scene, events, 1) == "Frank A comes in"


def test_what_was_noted_of_the_same_thing_before_the_throw_may_name_the_scene() -> None:
    class Placed(ScreenRenderer):
        scene_book = SceneBook(scene={"attack": SceneKind("{fighter} from {where}: {shells}")})

    placed = Noted("placed", {"fighter": "Frank A", "where": "12 High", "shells": 0})
    hit = Noted("hit", {"fighter": "Frank A", "where": "6 Low", "shells": 4}, (2,))
    events: list[Event] = [placed, ATTACK, roll("5-9", 6, 6), hit]
    view = Placed(GAME, WORDS)
    scene = view.scenes(events)[-1]
    assert opening(view, scene, events, 2) == "Frank A from 12 High: 0"


def test_good_news_is_known_by_a_fact() -> None:
    class Bombs(ScreenRenderer):
        scene_book = SceneBook(note={"bombs": NoteKind("grave", "Bombs: {result}", good=("On Target",))})

    tones = [Bombs(GAME).scenes([Noted("bombs", {"result": r})])[0].tone for r in ("On Target", "Off Target")]
    assert tones == ["good", ""]


def test_a_scene_that_an_answer_broke_off_goes_on_under_its_name() -> None:
    events: list[Event] = [ATTACK, Noted("missed", {}), roll("5-9", 6, 6)]
    (scene,) = View(GAME, WORDS).scenes(events, since=2)
    assert (scene.kind, scene.headline) == ("attack", "Frank A comes in")


def test_bands_are_what_each_total_on_the_dice_would_mean() -> None:
    wind, effect = CHARTS.charts["1-1"], CHARTS.charts["1-2"]
    assert bands(wind, 0, 0, 2) == (("2-4", "Calm"), ("5-8", "Breeze"), ("9-12", "Gale"))
    assert bands(wind, 0, 2, 2) == (("2", "Calm"), ("3-6", "Breeze"), ("7-12", "Gale"))
    assert bands(effect, 1, 0, 1) == (("1-2", "nothing"), ("3-6", "tear"))
    assert bands(effect, 0, 6, 1) == ()  # one result only
    assert bands(CHARTS.charts["1-2a-tear"], 0, 0, 1) == ()  # a number is a number


def test_real_dice_are_announced_like_the_computers() -> None:
    need = NeedDice("1-1", "Wind", 2, 1)
    need.mods = (ModLine(1, "flying high", "1.1"),)
    need.needed = Needed((8, 9, 10, 11, 12), 15, 36)
    told = awaited(need, CHARTS.charts["1-1"])
    assert told.needs == "needs 9 or more, so 8 or more on the dice: 42 %"
    assert told.bands[-1] == ("8-12", "Gale")
    fell = Rolled("1-1", "Wind", "1.1", (3, 4), need.mods, 8, "5-8", "", "Breeze", needed=need.needed)
    assert announced(fell, CHARTS.charts["1-1"]) == told


# ------------------------------------------------------------------ pictures


def text(rows: list[Row]) -> list[str]:
    return ["".join(part for part, _ in row) for row in rows]


def test_the_bomber_from_above_shows_attackers_engines_and_men() -> None:
    view = screen(games.load("b17"))
    m = helpers.mission()
    m.fighters = [
        helpers.fighter("FW190", "12", "High", "FW190 A"),
        helpers.fighter("FW190", "9", "Low", "FW190 B"),
        helpers.fighter("FW190", "3", "Low", "FW190 C"),
    ]
    m.fighters[2].gone = True
    rows = view.picture(m, "attack", (Subject("fighter", "FW190 A"),))
    drawn = "\n".join(text(rows))
    assert "▼ FW190 A 12 High" in drawn
    assert "▼ FW190 B 9 Low" in drawn
    assert "FW190 C" not in drawn
    assert "==(1)=====(2)==|  E  |==(3)=====(4)==" in drawn
    roles = {part.strip(): role for row in rows for part, role in row if part.strip()}
    assert roles["> ▼ FW190 A 12 High"] == "bad"
    assert roles["▼ FW190 B 9 Low"] == "dim"
    assert max(len(line) for line in text(rows)) <= 72
    assert view.picture(m, "zone", ()) == []
    assert view.picture(None, "attack", ()) == []


def test_what_cannot_fail_says_so_and_a_total_is_not_repeated_by_the_row_it_is_read_in() -> None:
    sure = SceneRoll(1, "8-1", "Landing", (3, 3), (), 6, "anything", "100 %", "Safe", throw=Needed((6,), 36, 36))
    assert "cannot fail" in text(draw.dice(sure, said=False))[0]
    mods = (ModLine(2, "bombing skill", ""),)
    capped = SceneRoll(1, "detonation", "Detonation Check", (6, 5), mods, 13, "", "", "12")
    assert text(draw.dice(capped, said=True))[1].rstrip().endswith("11 + 2 = 13")


def test_what_cannot_succeed_says_so_and_a_table_keeps_the_hyphen_of_its_name() -> None:
    mods = (ModLine(2, "accurate dead reckoning (4-5)", "4-8"), ModLine(-1, "no tools (4-6)", "4-8"))
    hopeless = Rolled("4-8", "Course", "4.5", (3, 3), mods, 7, "", "", "Off Course", needed=Needed((), 0, 36))
    said = " ".join(text(draw.dice(scene_roll(SceneBook(), 0, hopeless), said=False)))
    assert "cannot succeed: 0 %" in said
    assert "nothing the dice" not in said
    for words in (said, " ".join(text(draw.announcement(announced(hopeless, None), 80)))):
        assert "+2 accurate dead reckoning (4-5)" in words
        assert "−1 no tools (4-6)" in words


def test_every_fighter_has_a_line_of_its_own_and_the_attacker_an_arrow() -> None:
    """Several from one hour overwrite neither each other nor the bomber."""
    view = screen(games.load("b17"))
    m = helpers.mission()
    where = [
        ("3", "High"),
        ("3", "Low"),
        ("3", "Level"),
        ("9", "High"),
        ("9", "Level"),
        ("12", "High"),
        ("12", "Low"),
    ]
    where += [("10:30", "Low"), ("6", "Low"), ("6", "High"), ("1:30", "Low"), ("Vertical Dive", "-")]
    names = [f"Me109 {letter}" for letter in "ABCDEFGHIJKL"]
    m.fighters = [helpers.fighter("Me109", *at, name) for at, name in zip(where, names, strict=True)]
    alone = text(view.picture(helpers.mission(), "attack", ()))
    all_of_them = text(view.picture(m, "attack", tuple(fighter.subject for fighter in m.fighters)))
    second = text(view.picture(m, "attack", (Subject("fighter", "Me109 B"),)))
    for drawn, arrows in ((all_of_them, 0), (second, 1)):
        for fighter in m.fighters:
            nose = "▲" if fighter.clock.value == "6" else "▼"  # it flies towards the bomber
            assert sum(f"{nose} {fighter.name} {fighter.where()}" in line for line in drawn) == 1, fighter.name
        assert sum("> ▼" in line for line in drawn) == arrows
        airframe = [line[31:42] for line in drawn]
        for row in [line[31:42].strip() for line in alone if line.strip()]:
            assert any(row in line for line in airframe), row
    assert any("> ▼ Me109 B 3 Low" in line for line in second)


def test_the_crew_in_a_row_shows_by_shape_who_is_hurt() -> None:
    men = [Crewman("B", "Ann Kessler", "Bombardier", "serious"), Crewman("N", "Bob Moreau", "Navigator", "dead")]
    names, marks = names_row(men, 70, ["Navigator"])
    assert text([names]) == ["Kessler  Moreau  "]
    assert [part for part, _ in marks if part.strip()] == [CONDITIONS["serious"].mark, CONDITIONS["dead"].mark]
    assert ("Moreau", "name") in names
    assert len(names_row(men, 10)) == 4  # two names do not fit one line


def test_what_the_escort_drives_off_is_one_scene_called_by_all_of_it() -> None:
    off = [
        Noted(
            "fighter-driven-off",
            {"type": "Me109", "fighter": f"Me109 {one}", "by": "escort", "again": False},
            (3,),
        )
        for one in "AB"
    ]
    wave: list[Event] = [
        Opened("wave", {"zone": 3}),
        roll("B-3", 3),
        Noted("wave", {"fighters": 3, "extra": False}),
        roll("M-4", 6),
    ]
    told = screen(games.load("b17")).scenes([*wave, *off, Noted("killed", {"man": "Pilot", "name": "Moreau"})])
    assert [scene.headline for scene in told[:2]] == [
        "A wave of 3 fighters",
        "The escort drives off 2 fighters",
    ]
    assert [scene.events for scene in told[:2]] == [(0, 2), (3, 5)]
    assert len(told) == 3


def test_a_landing_of_a_sound_b17_is_certain_and_one_with_harm_has_its_number_and_bands() -> None:
    chart = games.load("b17").charts().charts["G-9"]
    assert bands(chart, 0, 0, 2) == ()
    assert bands(chart, 0, -3, 2)[-1] == ("5-12", "Safe")
    for mods, totals in ((0, range(2, 13)), (-3, range(5, 13)), (-20, range(12, 13))):  # two sixes save everybody
        found = needed(chart, mods, 0, 2)
        assert found is not None
        assert found.totals == tuple(totals)


@pytest.mark.parametrize(
    ("column", "needs"),
    [
        (0, "needs 2 or 12: 6 %"),
        (1, "needs 3 or less, 7, or 11 or more: 33 %"),
        (2, "needs 3 or less, 5, 7, 9, or 11 or more: 56 %"),
    ],
)
def test_6_3_each_burst_of_flak_has_its_number_and_its_chance(column: int, needs: str) -> None:
    ref = b29.referee(3, 3)
    chart = games.load("b29").charts().charts["6-3"]
    ref.announce(chart, "burst 1 of 3", (), column)
    (line,) = [event for event in ref.events if isinstance(event, Announced)]
    assert expected(line, chart).needs == needs


def test_a_burst_of_flak_is_announced_with_all_it_can_do_and_read_in_words() -> None:
    for name, id, five in (("b29", "6-4", True), ("b17", "O-4", False)):
        view, chart = screen(games.load(name)), games.load(name).charts().charts[id]
        told = expected(
            Announced(id, "Flak", "6.2", 2, (), "", None, "the burst"), chart, view.scene_book.words(id)
        )
        assert told.bands[0] == ("2", "a burst inside the bomber, 3 %")
        assert ("6 or 8", "2 shells strike, 28 %") in told.bands
        assert ("4, 10 or 12", "4 shells strike, 19 %") in told.bands
        assert any("5 shells" in word for _, word in told.bands) is five
        shown = " ".join(text(draw.announcement(told, 80)))
        assert "2: a burst inside the bomber, 3 %" in shown
        assert "a burst inside the bomber, 3 %" in " ".join(text(draw.volley([told, told], 80)))
        for faces, result, words in (((1, 1), "Burst Inside Plane", "A BURST INSIDE"), ((4, 4), "2", "2 SHELLS")):
            fell = Rolled(id, "Flak", "6.2", faces, (), sum(faces), "", "", result)
            assert words in text(draw.dice(scene_roll(view.scene_book, 1, fell), said=True))[1]


def test_a_check_of_the_raid_has_a_verdict() -> None:
    book = screen(games.load("doolittle")).scene_book
    plus = (ModLine(1, "skill", ""),)
    for faces, words in (((4, 4), "SUCCESS"), ((1, 1), "FAILURE")):
        fell = Rolled("approach", "Approach", "4.8", faces, plus, sum(faces) + 1, "", "", "9", needed=NEEDS)
        needs = Needed((8, 9, 10, 11, 12), 15, 36)
        shown = text(draw.dice(scene_roll(book, 1, msgspec.structs.replace(fell, needed=needs)), said=True))
        assert shown[1].endswith(words)
    flak = Rolled("flak", "Flak", "4.6", (3, 4), (), 7, "", "", "7", needed=Needed((6, 7, 8), 16, 36))
    assert book.read(flak) == "hit"
    weight = Rolled("4.3A-guns", "Weight", "4.3", (2,), (), 2, "", "", "2", needed=Needed((6,), 1, 6))
    assert screen(games.load("b29")).scene_book.read(weight) == "2"  # a number there is no check


def test_13_5_3_a_crane_check_says_what_each_band_does_with_the_numbers_of_the_chart() -> None:
    game = games.load("doolittle")
    book = screen(game).scene_book
    line = Announced("P-crane", "Crane Check", "13.5.3", 2, (ModLine(4, "diligence", ""),), "", None, "")
    said = dict(expected(line, game.charts().charts["P-crane"], book.words("P-crane")).bands)
    assert said == {
        "2-3": "2 B-25s are damaged",
        "4-5": "a B-25 has a mishap",
        "6-7": "talk: Security Risk up by 2",
        "8-10": "talk: Security Risk up by 1",
        "11-12": "nothing amiss",
    }
    fell = Rolled("P-crane", "Crane Check", "13.5.3", (1, 1), (), 2, "", "", "damaged 4")
    assert book.read(fell) == "4 B-25s are damaged"


@pytest.mark.parametrize(
    "table", ["P-short", "P-third-die", "P-transit", "compass-error", "faulty-compass", "flight-weather"]
)
def test_13_4_9_8_3_7_what_the_size_of_the_raid_a_landing_or_a_bomber_hangs_on_is_thrown(table: str) -> None:
    book = screen(games.load("doolittle")).scene_book
    assert table in book.throws
    assert book.calls[table], "it says what it decides before it falls"


def test_13_4_9_short_take_off_is_announced_by_what_it_decides() -> None:
    game = games.load("doolittle")
    book = screen(game).scene_book
    roll = Rolled("P-short", "Short Take Off", "13.4.9", (3, 1), (), 4, "4", "crashed", "1")
    throw = announced(roll, game.charts().charts["P-short"], "", book.words("P-short"))
    assert throw.needs == "the higher, the more room on the deck"
    assert throw.bands == (("2-3", "2 bombers crash"), ("4-5", "1 bomber crashes"), ("6-12", "no bomber crashes"))


def test_12_3_2_every_band_of_a_botched_take_off_says_what_becomes_of_the_b25() -> None:
    game = games.load("doolittle")
    line = Announced("botched", "Botched Take Off", "12.3.2", 2, (), "", None, "")
    said = [
        words
        for _, words in expected(
            line, game.charts().charts["botched"], screen(game).scene_book.words("botched")
        ).bands
    ]
    assert len(said) == 6
    assert all(" " in words for words in said)


def test_a_gun_that_misses_misses_and_only_the_tail_cannon_jams_on_a_three() -> None:
    book = screen(games.load("b29")).scene_book

    def read(gun: str, faces: tuple[int, int], plus: int, result: str) -> str:
        mods = (ModLine(plus, "the clock", ""),) if plus else ()
        return book.read(
            Rolled(
                "5-7",
                "Fire",
                "5.3",
                faces,
                mods,
                sum(faces) + plus,
                "",
                "",
                result,
                needed=Needed((10, 11, 12), 6, 36),
                about=f"{gun} at George A",
            )
        )

    assert read("Forward Lower Turret", (1, 2), 0, "Tail cannon jams") == "miss"
    assert read("Forward Lower Turret", (2, 3), 0, "Attacks normally") == "miss"
    assert read("Forward Lower Turret", (1, 1), 2, "Attacks normally") == "the guns jam"  # an unmodified 2
    assert read("Forward Lower Turret", (6, 6), -3, "Attacks normally") == "hit"  # an unmodified 12
    assert read("Tail Cannon", (1, 2), 2, "Attacks normally") == "the cannon jams"
    assert read("Tail Cannon", (2, 3), -2, "Tail cannon jams") == "the cannon jams"


def _home(*fates: tuple[str, str, str]) -> list[Event]:
    """A debriefing in which these men were wounded: position, name, result."""
    events: list[Event] = [Opened("debriefing", {"bomber": "Belle"})]
    for man, name, result in fates:
        events.append(roll("BL-4-survival", 6, needs=Needed((1,), 1, 6)))
        facts: dict[str, Fact] = {"man": man, "name": name, "after": "serious wound", "result": result}
        events.append(Noted("recovery", facts, (len(events) - 1,)))
    dead = sum(result == "dies of wounds" for _, _, result in fates)
    end = {"credited": "counts", "flown": "4 of 25", "bomber": "Belle", "end": "landed", "state": "sound"}
    return [*events, Noted("mission-result", {**end, "result": "draw", "dead": dead})]


def test_the_throw_for_a_wounded_mans_life_has_a_scene_of_its_own_with_his_name() -> None:
    view = screen(games.load("b17"))
    events = _home(("Copilot", "Philip Wagner", "dies of wounds"), ("Engineer", "Al Webb", "flies again"))
    found = view.scenes(events)
    wagner, webb, result = [scene for scene in found if scene.weight == "grave"]
    assert [wagner.headline, webb.headline] == ["Philip Wagner: dies of wounds", "Al Webb: flies again"]
    assert [wagner.tone, webb.tone, result.headline] == ["loss", "good", "Belle: 1 man is dead"]
    assert [cast.rolls for cast in casts(view.scene_book, found, events)] == [(1,), (3,)]
    assert whom(view.scene_book, events, 1) == "Copilot Philip Wagner"
    assert {"7-13b-recovery", "7-14-recovery"} <= set(screen(games.load("b29")).scene_book.throws)


def test_a_headline_of_the_dead_is_captioned_with_their_names_and_no_other_with_one_of_many() -> None:
    view = screen(games.load("b17"))
    m = helpers.mission()
    men = list(m.men.values())
    for man in men[1:3]:
        man.dead = True
    events = _home(("Copilot", "Philip Wagner", "dies of wounds"))
    result = view.scenes(events)[-1]
    assert view.who(m, result) == ", ".join(f"{man.position.value} {man.airman.name}" for man in men[1:3])
    both = tuple(Subject("man", man.position.value) for man in men[:2])
    scene = Scene("fire", "grave", "Fire in the nose", both, (), (), (0, 1))
    assert view.who(m, scene) == ""
    men[0].airman.missions = 1  # credited so far; he is on his second flight
    one = view.who(m, msgspec.structs.replace(scene, about=both[:1]))
    assert one.endswith(", 1 mission credited before this flight")
    assert one.startswith(f"{men[0].airman.name}, {men[0].airman.rank}, ")
    fight = (Subject("fighter", "Me109 A"), *both[:1])  # he fired at it
    assert view.who(m, msgspec.structs.replace(scene, about=fight)) == ""
    named = f"{men[0].airman.name} shoots down Me109 A"
    assert view.who(m, msgspec.structs.replace(scene, about=fight, headline=named)).startswith(men[0].airman.rank)


def test_one_mark_means_one_thing_in_a_drawing_and_a_triumph_is_good_news() -> None:
    view = screen(games.load("b17"))
    m = helpers.mission()
    m.fighters = [helpers.fighter("FW190", "12", "High", "FW190 A")]
    marks = {condition.mark for condition in CONDITIONS.values()}
    drawn = "".join(text(view.picture(m, "attack", (Subject("fighter", "FW190 A"),))))
    assert drawn[drawn.index(" FW190 A") - 1] not in marks
    raid = screen(games.load("doolittle"))
    tones = [
        raid.scenes([Noted("outcome", {"name": name, "score": 10, "words": ""})])[0].tone
        for name in ("Triumph", "Headline", "Fiasco")
    ]
    assert tones == ["good", "", "loss"]


def test_nobody_orders_men_out_of_a_bomber_out_of_control() -> None:
    for name in ("b17", "b29"):
        book = screen(games.load(name)).scene_book
        assert "order" not in book.scene["bail-out"].headline


def test_a_table_of_many_results_says_what_each_takes_and_its_chance() -> None:
    nose = bands(games.load("b17").charts().charts["P-1"], 0, 0, 2)
    assert ("7-9", "Superficial, 42 %") in nose
    assert len(nose) == 9
    assert bands(games.load("b17").charts().charts["B-3"], 0, 0, 2) == ()  # more than can be read
    words = {"1": "1 shell", "2": "2 shells"}
    assert ("6-8", "1 shell") in bands(games.load("b17").charts().charts["B-4"], 0, 0, 2, words)


def test_propellers_and_the_accuracy_of_the_bombs_are_thrown_by_the_player() -> None:
    for game, tables in (("b17", {"BL-1c-feather", "O-7"}), ("b29", {"6-7", "7-5f-feather", "7-5l-runaway"})):
        assert tables <= set(screen(games.load(game)).scene_book.throws)
        assert tables <= set(games.load(game).charts().charts)


def test_of_dice_that_do_not_all_count_it_is_said_before_and_marked_after() -> None:
    needs = Needed((7, 8), 1, 216, kept=2)
    fell = roll("fumes", 3, 1, 3, needs=needs)
    assert announced(fell, None).count == "3 dice, the 2 lowest count"
    assert announced(roll("5-9", 6, 6), None).count == "2 dice"
    assert scene_roll(BOOK, 0, fell).dropped == {2}
    assert scene_roll(BOOK, 0, roll("5-9", 6, 6)).dropped == frozenset()


@pytest.mark.parametrize("name", ["b17", "b29"])
def test_dice_that_may_blow_the_bomber_up_are_the_players(name: str) -> None:
    game = games.load(name)
    rolled = {id: chart.words for id, chart in game.charts().charts.items() if chart.data.dice != "none"}
    deadly = {
        id for id, words in rolled.items() if any("explosion" in word.lower() for row in words for word in row)
    }
    assert len(deadly) >= 3
    assert deadly - set(screen(game).scene_book.throws) == set()


@pytest.mark.parametrize(("name", "id"), [("b29", "7-3c-bombs"), ("b17", "P-3-bombs")])
def test_7_3c_p_3_a_hit_on_the_bombs_is_called_that_and_says_who_dies_of_it(name: str, id: str) -> None:
    game = games.load(name)
    chart = game.charts().charts[id]
    line = Announced(id, chart.data.title, "7.1", 1, (), "", None, "")
    told = expected(line, chart, screen(game).scene_book.words(id))
    assert told.title == "Hit in the bomb bay: do the bombs go off?"
    assert told.bands == (("1-4", "they do not go off"), ("5-6", "they go off: all aboard die"))


@pytest.mark.parametrize(("name", "id"), [("b29", "6-9-bombs"), ("b29", "8-1c-bombs"), ("b17", "G-9-bombs")])
def test_6_9_8_1c_g_9_bombs_that_may_go_off_say_who_dies_of_it(name: str, id: str) -> None:
    game = games.load(name)
    chart = game.charts().charts[id]
    assert bands(chart, 0, 0, 1, screen(game).scene_book.words(id)) == (
        ("1-5", "they do not go off"),
        ("6", "they go off: all aboard die"),
    )


@pytest.mark.parametrize(
    ("dice", "headline"),
    [((4, 6, 3, 3), "The damaged bomb doors work"), ((4, 3, 3, 3), "The bomb doors are jammed open")],
)
def test_7_3_row_8_the_die_for_damaged_doors_waits_and_is_told_either_way(
    dice: tuple[int, ...], headline: str
) -> None:
    m = b29.mission(zone=11)
    m.plane.aft.doors_damaged = True
    ref = b29.referee(*dice)
    target.bomb_run(ref, m)
    game = games.load("b29")
    view = screen(game)
    told = view.scenes(ref.events)
    found = [cast.first for cast in casts(view.scene_book, told, ref.events)]
    rolls = {number: event for number in found if isinstance(event := ref.events[number], Rolled)}
    assert [roll.chart for roll in rolls.values()] == ["6-6", "7-3-doors", "6-7"]
    doors = next(roll for roll in rolls.values() if roll.chart == "7-3-doors")
    said = announced(doors, game.charts().charts["7-3-doors"], doors.about, view.scene_book.words("7-3-doors"))
    assert (said.about, said.needs) == ("Aft Bomb Bay", "needs 5 or more: 33 %")
    assert said.bands[-1] == ("5-6", "they open and close")
    assert told[0].headline == headline
    assert told[0].key is not None
    assert told[0].key.chart == "7-3-doors"


def test_6_1_what_is_seen_of_the_target_is_a_scene_of_its_own_and_says_what_it_changes() -> None:
    m = b29.mission(zone=11)
    ref = b29.referee(1, 1, 5, 3, 4, 1, defaults=True)
    ref.scene("attack", fighter="Oscar A", where="12 High")
    ref.note("fighter-misses", fighter="Oscar A", where="12 High")
    target.target_step(ref, m)
    view = screen(games.load("b29"))
    told = view.scenes(ref.events)
    assert [scene.kind for scene in told[:3]] == ["attack", "over-target", "flak"]
    assert (told[1].weight, told[1].headline) == ("notable", "Over Tokyo: Mostly obscured")
    assert [roll.chart for roll in told[1].rolls] == ["6-1"]
    said = "The flak has −1. Enough is seen for the bomb run: only a target hidden completely spoils it."
    assert said in told[1].lines[0].text


def test_6_7_the_throw_for_accuracy_says_that_on_or_off_target_is_settled() -> None:
    game = games.load("b29")
    line = Announced("6-7", "Bombing accuracy", "6.3A", 2, (), "Off Target", None, "")
    told = expected(line, game.charts().charts["6-7"], screen(game).scene_book.words("6-7"))
    assert told.needs == "for the bombing record: on or off target is settled"


def test_8_1_the_throw_for_a_landing_says_what_its_option_said_of_the_men() -> None:
    game = games.load("b29")
    chart, words = game.charts().charts["8-1"], screen(game).scene_book.words("8-1")
    assert bands(chart, 0, -5, 2, words)[:3] == (
        ("2", "the crew is killed"),
        ("3", "wrecked, all aboard are wounded at +1"),
        ("4", "wrecked, all aboard are wounded"),
    )
    assert bands(chart, 0, -14, 2, words) == (("2-11", "the crew is killed"), ("12", "wrecked, nobody is hurt"))


@pytest.mark.parametrize(("dice", "result"), [((3, 3), "the crew is killed"), ((6, 6), "Ditched")])
def test_8_3_the_ditching_of_a_doomed_bomber_is_thrown_and_says_that_two_sixes_save_it(
    dice: tuple[int, ...], result: str
) -> None:
    m = b29.mission(zone=5, number=20, weather=b29_words.Weather.BAD)
    m.sea, m.sea_turn = b29_words.SeaState.VERY_HIGH, m.turn
    m.seats[b29_words.Position.PILOT] = m.seats[b29_words.Position.COPILOT] = None
    ref = b29.referee(*dice, *[6] * 11)
    with pytest.raises(MissionEnded):
        sea.ditch(ref, m, b29_words.Root.FLAK, m.weather, night=False)
    game = games.load("b29")
    view = screen(game)
    told = view.scenes(ref.events)
    first = casts(view.scene_book, told, ref.events)[0].first
    roll = ref.events[first]
    assert isinstance(roll, Rolled)
    assert roll.chart == "8-3"
    said = announced(roll, game.charts().charts["8-3"], "", view.scene_book.words("8-3"))
    plus = sum(mod.value for mod in roll.mods)
    assert plus < -10
    assert said.needs == f"needs 5, out of reach with {plus}: a natural 12 only, 3 %".replace("-", "−")
    assert said.bands == (("2-11", "the crew is killed"), ("12", "Ditched"))
    assert view.scene_book.read(roll) == result


@pytest.mark.parametrize("die", [1, 4, 6])
def test_5_7a_a_jam_is_cleared_by_a_throw_of_the_player_that_says_what_each_die_does(die: int) -> None:
    m = b29.mission()
    gun = m.plane.guns[b29_words.GunName.TAIL]
    gun.jammed, gun.jammed_turn = True, m.turn - 1
    ref = b29.referee(die, defaults=True)
    jams.ORDERS[0].do(ref, m)
    game = games.load("b29")
    view = screen(game)
    found = casts(view.scene_book, view.scenes(ref.events), ref.events)
    assert len(found) == 1
    roll = ref.events[found[0].first]
    assert isinstance(roll, Rolled)
    said = announced(roll, game.charts().charts["5-7a-repair"], roll.about, view.scene_book.words("5-7a-repair"))
    assert (said.about, said.needs) == (gun.name.value, "needs 2 or less: 33 %")
    assert said.bands == (
        ("1-2", "it fires again"),
        ("3-5", "still jammed: another try next turn"),
        ("6", "broken for the rest of the flight"),
    )


@pytest.mark.parametrize(
    ("die", "result"),
    [
        (3, "the doors move"),
        (4, "the motor burns out: no more tries, nor for flaps"),
        (5, "they stay jammed, and there is no second try"),
    ],
)
def test_7_3e_the_motor_at_jammed_doors_is_a_throw_of_the_player_and_frees_the_fuel(die: int, result: str) -> None:
    m = b29.mission(
        bomb_run=True, leg=b29_words.Leg.BACK, pressurized=False, formation=b29_words.Formation.FOR_GOOD
    )
    bay = m.plane.fwd
    bay.bombs = m.plane.aft.bombs = False
    bay.doors = b29_words.DoorState.JAMMED_OPEN
    m.men[b29_words.Position.RADIO_OPERATOR].compartment = bay.section
    m.plane.wing_boxes -= fuel.spare(m) + 2
    ref = b29.referee(die, defaults=True)
    fuel.watch(ref, m)
    (order,) = doors.JAMMED
    assert order.stakes is not None
    assert order.detail is not None
    game = games.load("b29")
    odds = {stake.label: chance_of(game, ref, stake).chance for stake in order.stakes(m)}
    assert odds == {"they move": pytest.approx(1 / 2), "the motor burns out": pytest.approx(1 / 6)}
    assert order.detail(m).startswith("Each bay has one try.")
    order.do(ref, m)
    view = screen(game)
    found = casts(view.scene_book, view.scenes(ref.events), ref.events)
    assert len(found) == 1
    roll = ref.events[found[0].first]
    assert isinstance(roll, Rolled)
    said = announced(roll, game.charts().charts["7-3e-motor"], roll.about, view.scene_book.words("7-3e-motor"))
    assert (said.about, said.needs) == ("Fwd Bomb Bay", "needs 3 or less: 50 %")
    assert [words for _, words in said.bands] == [
        "the doors move",
        "the motor burns out: no more tries, nor for flaps",
        "they stay jammed, and there is no second try",
    ]
    assert view.scene_book.read(roll) == result
    assert ("fuel-lasts" in b29.noted(ref)) is (die == 3)


def test_7_11_a_cabin_that_bursts_is_thrown_for_and_what_the_men_escaped_is_told_with_it() -> None:
    ref, m = b29.referee(1, *[2] * 6, 1, 1), b29.mission()
    ref.scene("attack", fighter="Tojo A", where="12 High")
    pressure.compromise(ref, m, b29_words.Cabin.FRONT, decompress=True)
    b29.done(ref)
    view = screen(games.load("b29"))
    scenes = view.scenes(ref.events)
    burst = next(scene for scene in scenes if scene.headline == "A cabin bursts")
    assert [roll.chart for roll in burst.rolls] == ["7-11", *["7-11-oxygen"] * 6, "4.2D-mask"]
    assert "wounds nobody" in burst.lines[1].text
    assert "on oxygen in time" in burst.lines[2].text
    blast, masks = casts(view.scene_book, scenes, ref.events)
    assert len(masks.dice) == 6
    assert all(die.said is not None and die.said.about for die in masks.dice)
    asked = [opening(view, burst, ref.events, cast.first) for cast in (blast, masks)]
    assert asked == ["A cabin bursts: are the men in it hit?", "A cabin bursts: are the men on oxygen in time?"]


def _b29_casts(ref: Referee, slow: bool = False) -> list[tuple[str, ...]]:
    book, scenes = screen(games.load("b29")).scene_book, screen(games.load("b29")).scenes(ref.events)
    found = casts(book, scenes, ref.events, slow=slow)
    return [
        tuple(roll.chart for number in cast.rolls if isinstance(roll := ref.events[number], Rolled))
        for cast in found
    ]


@pytest.mark.parametrize("face", [1, 6])
def test_4_3_a_storm_is_thrown_for_before_anything_is_said_of_its_harm(face: int) -> None:
    ref, m = b29.referee(6, 6, face, *[3] * 40, defaults=True), b29.mission()
    weather.weather_step(ref, m)
    assert _b29_casts(ref)[0] == ("4-3",)
    view = screen(games.load("b29"))
    scene = next(s for s in view.scenes(ref.events) if any(roll.chart == "4-3" for roll in s.rolls))
    at = next(roll.event for roll in scene.rolls if roll.chart == "4-3")
    assert opening(view, scene, ref.events, at) == "A storm on the way: does it harm the bomber?"


@pytest.mark.parametrize(
    ("zone", "leg", "new", "boxes", "staked"),
    [
        (11, b29_words.Leg.OUT, True, 20, True),  # the run-in
        (1, b29_words.Leg.BACK, False, 20, True),  # a search goes on
        (1, b29_words.Leg.BACK, True, 2, True),  # the last fuel
        (1, b29_words.Leg.BACK, True, 20, False),
        (8, b29_words.Leg.BACK, True, 2, False),
    ],
)
def test_4_5C_a_course_on_which_something_hangs_is_the_players_throw(
    zone: int, leg: b29_words.Leg, new: bool, boxes: int, staked: bool
) -> None:
    m = b29.mission(zone=zone, leg=leg, new_zone=new, formation=b29_words.Formation.NONE)
    m.plane.wing_boxes, m.holding, m.off_course = boxes, not new, not new
    for bay in m.plane.bays():
        bay.tank_boxes = 0
    for face in (1, 6):
        ref = b29.referee(*[face] * 40, defaults=True)
        navigation.course_step(ref, m)
        assert any(isinstance(event, Announced) and event.chart == "4-8" for event in ref.events) == staked
        m.new_zone, m.holding, m.off_course = new, not new, not new


def test_4_5C2_a_second_run_in_that_is_missed_weighs() -> None:
    m = b29.mission(zone=11, formation=b29_words.Formation.NONE, new_zone=False, holding=True, off_course=True)
    ref = b29.referee(*[1] * 40, defaults=True)
    navigation.course_step(ref, m)
    scene = screen(games.load("b29")).scenes(ref.events)[-1]
    assert (scene.headline, scene.weight) == ("The bomber is off course in Zone 11", "notable")


@pytest.mark.parametrize("slow", [True, False])
def test_5_2A_whether_a_fighter_comes_is_thrown_where_every_scene_stops(slow: bool) -> None:
    for face in (1, 6):
        ref, m = b29.referee(face), b29.mission(resistance=b29_words.Resistance.HEAVY)
        resistance.attacked(ref, m)
        assert _b29_casts(ref, slow) == ([("5.2A-attack",)] if slow else [])


def test_5_3G_what_a_hit_does_is_thrown_unless_a_silent_gun_has_told_it() -> None:
    first = (Announced("5-7", "Fire", "5.3F", 2, (), "", NEEDS, f"{gun} at Oscar A") for gun in ("Upper", "Lower"))
    hit = Rolled(
        "5-7", "Fire", "5.3F", (6, 6), (), 12, "", "", "Fighter hit", needed=NEEDS, about="Upper at Oscar A"
    )
    harm = Rolled("5-8", "Damage", "5.3G", (5, 5), (), 10, "", "", "Destroyed", needed=NEEDS, about=hit.about)
    down = Noted("fighter-destroyed", {"fighter": "Oscar A", "name": "Nash", "gun": "Upper"}, (3, 4))
    events: list[Event] = [Opened("attack", {"fighter": "Oscar A", "where": "6 Low"}), *first, hit, harm, down]
    view = screen(games.load("b29"))
    book, scenes = view.scene_book, view.scenes(events)
    assert [cast.first for cast in casts(book, scenes, events)] == [3]  # the lower turret had no target any more
    del events[2]
    down = Noted("fighter-destroyed", down.facts, (2, 3))
    events[-1] = down
    assert [cast.first for cast in casts(book, view.scenes(events), events)] == [2, 3]
