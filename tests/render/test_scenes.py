"""Scenes: the log cut into moments, each event in one of them; weight, headline and the roll that mattered."""

from __future__ import annotations

import pytest

from flakhouse import games
from flakhouse.core.events import Event, Fact, ModLine, Needed, Noted, Opened, Rolled
from flakhouse.core.needed import needed
from flakhouse.core.questions import Subject
from flakhouse.render.base import Template, renderer
from flakhouse.render.needs import needed_text, needs_text
from flakhouse.render.pace import pace
from flakhouse.render.scenebook import NoteKind, SceneBook, SceneKind
from flakhouse.render.scenes import Scene, SceneRoll, passing_lines, roll_line, scene_text
from flakhouse.render.screen import ScreenRenderer
from tests.core.toy import GAME
from tests.render import b29_flights

BOOK = SceneBook(
    "",
    {"attack": SceneKind("{fighter} comes in from {where}"), "zone": SceneKind("Zone {zone}")},
    {
        "hit": NoteKind("notable"),
        "killed": NoteKind("grave", "{name} is dead", own=True),
        "wounded": NoteKind("notable", "{name} is hit"),
    },
)
WORDS = {
    "placed": Template("{fighter} from {where}."),
    "hit": Template("{fighter} hits."),
    "killed": Template("{man} {name} is killed."),
    "chute": Template("His place at the {man}'s is empty."),
    "wounded": Template("{name} is wounded."),
    "quiet": Template("Nothing happens."),
}


class View(ScreenRenderer):
    scene_book = BOOK


def roll(chart: str = "5-9", needs: Needed | None = None, faces: tuple[int, ...] = (5, 5)) -> Rolled:
    return Rolled(chart, "Its fire", "5.9", faces, (), sum(faces), "9-12", "", "Hit", needed=needs)


LOG: list[Event] = [
    Opened("zone", {"zone": 7}),
    Noted("quiet", {}),
    Opened("attack", {"fighter": "Frank A", "where": "12 High"}),
    roll(needs=Needed((9, 10, 11, 12), 10, 36)),
    Noted("hit", {"fighter": "Frank A"}, (3,)),
    roll("7-13", faces=(6,)),
    Noted("killed", {"man": "Navigator", "name": "Moreau"}, (5,)),
    Noted("chute", {"man": "Navigator"}),
    roll("7-13", faces=(3,)),
    Noted("wounded", {"man": "Pilot", "name": "Hale"}, (8,)),
]


def made() -> list[Scene]:
    return View(GAME, WORDS).scenes(LOG)


def test_every_event_is_in_one_scene_and_in_order() -> None:
    assert [scene.events for scene in made()] == [(0, 1), (2, 4), (5, 7), (8, 9)]


def test_a_death_is_a_scene_of_its_own_and_the_attack_goes_on_after_it() -> None:
    assert [(scene.kind, scene.weight, scene.headline) for scene in made()] == [
        ("zone", "calm", "Zone 7"),
        ("attack", "notable", "Frank A comes in from 12 High"),
        ("killed", "grave", "Moreau is dead"),
        ("attack", "notable", "Hale is hit"),
    ]


def test_the_roll_that_mattered_is_one_that_caused_the_turning_note() -> None:
    keys = [scene.key for scene in made()]
    assert [key.event if key else None for key in keys] == [None, 3, 5, 8]
    assert keys[1] is not None
    assert (keys[1].needed, keys[1].chance) == ("9 or more", "28 %")


def test_a_scene_has_its_lines_and_what_it_is_about() -> None:
    attack = made()[1]
    assert [line.text for line in attack.lines] == ["Frank A hits. (5-9: 5+5=10)"]
    assert attack.about == (Subject("fighter", "Frank A"),)
    assert scene_text(attack, 80) == [
        "* Frank A comes in from 12 High",
        "    Its fire 5-9, needs 9 or more (28 %): 5+5=10, Hit",
        "  Frank A hits. (5-9: 5+5=10)",
    ]


def test_an_alarm_that_no_dice_caused_stands_by_itself_and_the_dice_about_it_stay_in_their_scene() -> None:
    book = SceneBook(
        "",
        {"zone": SceneKind("Zone {zone}")},
        {"alarm": NoteKind("notable", "The fuel will not last", own=True), "quiet": NoteKind("calm")},
    )
    needs = Needed((2, 3), 3, 36)
    log: list[Event] = [
        Opened("zone", {"zone": 7}),
        roll("4-2", needs),
        Noted("quiet", {}, (1,)),
        Noted("alarm", {}),
        roll("4-4", needs),
        Opened("zone", {"zone": 8}),
        Noted("alarm", {}),
        roll("4-4", needs),
    ]

    class Alarmed(ScreenRenderer):
        scene_book = book

    told = Alarmed(GAME, {**WORDS, "alarm": Template("Only {boxes} left.")}).scenes(log)
    assert [(scene.headline, scene.events, scene.key.event if scene.key else None) for scene in told] == [
        ("Zone 7", (0, 2), 1),
        ("The fuel will not last", (3, 3), None),
        ("Zone 7", (4, 4), 4),
        ("The fuel will not last", (6, 6), None),
        ("Zone 8", (7, 7), 7),
    ]


@pytest.mark.parametrize("kind", ["fuel-thin", "fuel-short", "cannot-get-home"])
def test_fuel_that_will_not_last_is_told_without_dice_and_the_course_beside_it_is_told_too(kind: str) -> None:
    view = renderer(games.load("b29"))
    assert isinstance(view, ScreenRenderer)
    needs = Needed((2, 3, 4, 5, 6), 15, 36)
    log: list[Event] = [
        Opened("zone", {"zone": 7}),
        Noted(kind, {"boxes": 2, "to": "base"}),
        roll("4-8", needs),
        Noted("on-course", {"zone": 7, "lost": True}, (2,)),
    ]
    alarm, course = [scene for scene in view.scenes(log) if scene.lines]
    assert (alarm.kind, alarm.rolls, alarm.key) == (kind, (), None)
    assert (course.weight, course.headline) == ("calm", "Back on course in Zone 7")
    assert course.key is not None
    assert course.key.chart == "4-8"
    if kind != "cannot-get-home":  # in a line, where only what matters stops, and with how much there is
        assert not pace("matters", throws=True).stops(alarm, view.scene_book)
        assert [line.kind for line in passing_lines(view.scene_book, alarm)] == [kind]


def test_dice_that_missed_are_not_shown_with_what_comes_after_them() -> None:
    book = SceneBook(
        "",
        {"attack": SceneKind("An attack")},
        {"miss": NoteKind("calm", ends=True), "out": NoteKind("notable", "Out")},
    )
    log: list[Event] = [
        Opened("attack", {}),
        roll(needs=Needed((12,), 1, 36)),
        Noted("miss", {}, (1,)),
        Noted("out", {}),
    ]

    class Missed(ScreenRenderer):
        scene_book = book

    (scene,) = Missed(GAME, {"miss": Template("A miss."), "out": Template("It falls behind.")}).scenes(log)
    assert (scene.headline, scene.key) == ("Out", None)


def test_a_game_without_a_book_is_told_in_scenes_all_the_same() -> None:
    bare = ScreenRenderer(GAME, WORDS).scenes(LOG)
    assert [scene.weight for scene in bare] == ["calm", "calm"]
    assert bare[1].events == (2, 9)


def test_the_number_needed_in_words() -> None:
    def needs(totals: tuple[int, ...], faces: tuple[int, ...], plus: int = 0, any: int = 0) -> str:
        mods = (ModLine(plus, "far", ""),) if plus else ()
        known = Needed(totals, 1, 6, any)
        return needed_text(Rolled("x", "x", "1", faces, mods, sum(faces) + plus, "", "", "", False, known))

    assert needs((10, 11, 12), (5, 5), -1) == "10 or more on the dice (9 after −1)"
    assert needs((6,), (5,), -3) == "6 on the die (3 after −3)"
    assert needs((1, 2), (1,), 2) == "2 or less on the die (4 after +2)"
    assert needs((2, 3), (5, 5)) == "3 or less"
    assert needs((6,), (3,)) == "6"
    assert needs((2, 3, 4), (3,)) == "2 to 4"
    assert needs((1, 2, 6), (3,)) == "2 or less or 6"
    assert needs((), (3, 4), any=6) == "a 6 on any die"
    tens = Rolled("x", "x", "1", (3, 4), (), 34, "", "", "", False, Needed((15, 16, 21, 22), 4, 36, tens=True))
    assert needed_text(tens) == "15 to 22"
    far = Rolled(
        "x", "x", "1", (5, 5), (ModLine(-1, "far", ""),), 9, "", "", "", False, Needed((10, 11, 12), 6, 36)
    )
    assert needs_text(far) == "needs 9 or more, so 10 or more on the dice: 17 %"


def test_many_numbers_are_told_with_commas() -> None:
    flak = Rolled("x", "x", "1", (1, 1), (), 2, "", "", "", False, Needed((2, 3, 5, 7, 9, 11, 12), 20, 36))
    assert needs_text(flak) == "needs 3 or less, 5, 7, 9, or 11 or more: 56 %"


def _after(*notes: Noted) -> Scene:
    book = SceneBook(
        scene={"down": SceneKind("Down in the sea"), "debriefing": SceneKind("The debriefing")},
        note={
            "lost": NoteKind("grave", "{name} is lost", several="{count} men are lost", tone="loss"),
            "struck": NoteKind("notable", "Flak strikes", faint=1),
            "out": NoteKind("notable", "Out: {part}"),
            "result": NoteKind(
                "grave", "It counts", good=("counts",), bad=("gone",), grief="dead", mourns="{dead} are dead"
            ),
        },
    )

    class Down(ScreenRenderer):
        scene_book = book

    (scene,) = Down(GAME, {kind: Template(f"{kind}.") for kind in book.note}).scenes([Opened("down", {}), *notes])
    return scene


def test_the_headline_is_the_gravest_news() -> None:
    assert _after(Noted("struck", {}), Noted("out", {"part": "radio"})).headline == "Out: radio"
    assert _after(Noted("struck", {})).headline == "Flak strikes"
    assert _after(Noted("lost", {"name": "A"}), Noted("lost", {"name": "B"})).headline == "2 men are lost"
    assert _after(Noted("lost", {"name": "A"})).headline == "A is lost"


def test_a_result_with_dead_men_or_a_bomber_gone_is_no_good_news() -> None:
    counts: dict[str, Fact] = {"credited": "counts", "state": "sound", "dead": 0}
    assert (_after(Noted("result", counts)).headline, _after(Noted("result", counts)).tone) == (
        "It counts",
        "good",
    )
    killed = _after(Noted("result", {**counts, "dead": 11}))
    assert (killed.headline, killed.tone) == ("11 are dead", "loss")
    assert _after(Noted("result", {**counts, "state": "gone"})).tone == "loss"


def test_a_roll_with_modifiers_says_in_its_line_what_the_die_itself_must_show() -> None:
    """Pilotage with -1: 4 is needed, so a 5 on the die."""
    mods = (ModLine(-1, "poor weather", ""),)
    needed = "5 or more on the die (4 after −1)"
    roll = SceneRoll(1, "4-4", "Pilotage", (3,), mods, 2, needed, "33 %", "No Observation")
    assert roll_line(roll) == "Pilotage 4-4, needs 5 or more on the die (4 after −1; 33 %): 3-1=2, No Observation"


def test_of_several_throws_on_one_table_the_one_that_did_it_mattered() -> None:
    """Of three bursts of flak the first misses: the scene of a hit shows one that hits."""
    flak = Needed((2, 3, 11, 12), 6, 36)
    log: list[Event] = [
        Opened("zone", {"zone": 7}),
        roll("O-3", flak, (4, 4)),
        roll("O-3", flak, (6, 5)),
        roll("O-3", flak, (1, 6)),
        Noted("hit", {"fighter": "Flak"}, (1, 2, 3)),
    ]
    key = View(GAME, WORDS).scenes(log)[0].key
    assert key is not None
    assert key.faces == (6, 5)


def test_a_note_may_name_the_table_that_decided_it() -> None:
    """Sightings come first and need a number too; the course is decided by its own table."""
    log: list[Event] = [
        Opened("zone", {"zone": 7}),
        roll("4-4", Needed((2, 3), 2, 6), (3,)),
        roll("4-8", Needed((5, 6), 2, 6), (1,)),
        Noted("off", {}, (1, 2)),
    ]
    note = NoteKind("notable", "Off course", key=("4-8",))

    class Course(View):
        scene_book = SceneBook("", BOOK.scene, {"off": note})

    key = Course(GAME, {"off": Template("Off course.")}).scenes(log)[0].key
    assert key is not None
    assert key.chart == "4-8"


def test_a_slight_fact_leaves_its_scene_calm_unless_something_came_of_it() -> None:
    """4-9 row 8 A malfunction that leaves a scratch is no news; one that puts a part out is."""
    game = games.load("b29")
    view = renderer(game)
    assert isinstance(view, ScreenRenderer)
    event: list[Event] = [Opened("event", {"zone": 3}), Noted("event", {"event": "Miscellaneous Malfunction"})]
    scratch = Noted("superficial", {"part": "cockpit instruments"})
    out = Noted("part-out", {"part": "automatic pilot"})
    assert [scene.weight for scene in view.scenes([*event, scratch])] == ["calm"]
    assert [scene.weight for scene in view.scenes([*event, out])] == ["notable"]
    other = Noted("event", {"event": "Oil Tank Failure"})
    assert [scene.weight for scene in view.scenes([event[0], other])] == ["notable"]


@pytest.mark.parametrize(
    ("column", "plus", "said"),
    [
        (0, -1, "needs 5, so 6 on the die: 17 %"),
        (0, -2, "needs 5, out of reach with −2: a natural 6 only, 17 %"),
        (1, -3, "needs 4, out of reach with −3: a natural 6 only, 17 %"),
        (2, -2, "needs 3 or more, so 5 or more on the die: 33 %"),
    ],
)
def test_what_only_a_natural_number_can_do_is_said_with_what_the_table_asks(
    column: int, plus: int, said: str
) -> None:
    """M-3: a natural 6 always hits; the number is that of the column."""
    chart = games.load("b17").charts().charts["M-3"]
    mods = (ModLine(plus, "damaged", "3A.1"),)
    roll = Rolled(
        "M-3", "Fire", "3.7", (2,), mods, 2 + plus, "", "", "Miss", needed=needed(chart, plus, column, 1)
    )
    assert needs_text(roll) == said
    assert needed_text(roll).startswith("a natural 6") is ("natural" in said)


def test_the_headline_is_the_gravest_of_what_happened() -> None:
    b17, b29 = renderer(games.load("b17")), renderer(games.load("b29"))
    light = Noted("wounded", {"man": "Navigator", "name": "Eugene Dalton", "wound": "lightly"})
    serious = Noted("wounded", {"man": "Copilot", "name": "Philip Wagner", "wound": "seriously"})
    third = Noted("wounded", {"man": "Pilot", "name": "Howard Novak", "wound": "seriously"})
    part = Noted("part-out", {"part": "starboard elevator"})
    engine = Noted("engine", {"engine": 3, "state": "windmilling"})
    lost = Noted("left-formation", {"why": "a propeller that cannot be feathered"})
    storm, near = Noted("formation-disrupted", {"zone": 3}), Noted("close-call", {"zone": 3})
    dive = Noted("collision-dive", {"zone": 3})
    for view, notes, said in (
        (b17, (light, serious, part), "Philip Wagner is seriously wounded"),
        (b29, (serious, light, third), "2 men are seriously wounded"),
        (b29, (light, light), "Eugene Dalton is lightly wounded"),
        (b17, (part, engine), "Engine 3: windmilling"),
        (b17, (part, engine, lost), "The bomber falls out of the formation"),
        (b29, (storm, near), "Another bomber passes very close"),
        (b29, (storm, near, dive), "A dive to avoid another bomber"),
    ):
        assert isinstance(view, ScreenRenderer)
        assert view.scenes([Opened("flak", {"zone": 3}), *notes])[0].headline == said


def test_4_5c_losing_the_course_stops_the_telling_and_being_still_off_it_is_a_line_of_the_stretch() -> None:
    matters, view = pace("matters", throws=True), b29_flights.view()
    log: list[Event] = [
        Opened("zone", {"zone": 4}),
        Noted("off-course", {"zone": 4, "why": "", "price": "", "still": False}),
        Opened("zone", {"zone": 5}),
        Noted("off-course", {"zone": 5, "why": "", "price": "", "still": True}),
        Noted("resistance", {"zone": 5, "level": "Heavy"}),
    ]
    lost, still = view.scenes(log)
    assert lost.headline == "The bomber is off course in Zone 4"
    assert matters.stops(lost, view.scene_book)
    assert not matters.stops(still, view.scene_book)
    assert [line.text for line in still.lines] == ["Off Course in Zone 5.", "Fighters in zone 5: Heavy."]
