"""The story of a B-17 flight: told as one would tell it, and true to the log."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Chosen, Event, Noted
from flakhouse.core.questions import Subject
from flakhouse.render.b17.story import B17Story
from flakhouse.render.base import Record
from flakhouse.render.bomber import blows, fighting
from flakhouse.render.bomber.check import faults
from tests.render.b17_flights import many, view

TARGET = Noted(
    "target",
    {
        "city": "Brest",
        "type": "U-Boats",
        "zone": 5,
        "mission": 6,
        "number": 7,
        "bomber": "Patches",
        "training": False,
    },
)
BRIEF = Noted("briefing", {"place": "Lead", "squadron": "Low", "line": ""})


def tell(*events: Event) -> str:
    flight = [TARGET, BRIEF, Noted("take-off", {}), *events]
    record = Record(game="b17", number=7, seed="", options={}, events=flight)
    return " ".join(B17Story().tell(record).texts())


def zone(turn: int, number: int, leg: str = "outbound") -> Noted:
    return Noted("zone", {"turn": turn, "zone": number, "leg": leg})


def man(kind: str, position: str, name: str, **facts: str) -> Noted:
    return Noted(kind, {"man": position, "name": name, **facts})


def placed(fighter: str, where: str, again: bool = False) -> Noted:
    return Noted("fighter-placed", {"fighter": fighter, "where": where, "again": again})


def shot(kind: str, position: str, name: str, gun: str, fighter: str, leaves: bool = False) -> Noted:
    return Noted(kind, {"man": position, "name": name, "gun": gun, "fighter": fighter, "fca": 0, "leaves": leaves})


def hits(fighter: str, where: str = "12 High") -> Noted:
    return Noted("fighter-hits", {"fighter": fighter, "where": where, "shells": 2, "sum": ""})


def test_the_opening_says_target_mission_and_place() -> None:
    told = tell(zone(1, 2))
    for words in ("Brest", "U-boat pens", "sixth mission", "Patches", "in the lead of the formation"):
        assert words in told


def test_men_of_one_blow_are_joined_and_each_has_his_job_once() -> None:
    told = tell(
        zone(1, 2),
        placed("FW190 A", "12 High"),
        hits("FW190 A"),
        man("killed", "Pilot", "Al Webb"),
        man("killed", "Copilot", "Bo Finley"),
        man("takes-controls", "Engineer", "Cy Dunn", seat="Pilot"),
        man("wounded", "Engineer", "Cy Dunn", wound="lightly"),
    )
    assert "killed Al Webb, the pilot, and Bo Finley, the copilot." in told
    assert "Cy Dunn, the engineer," in told
    assert told.count("the engineer") == 1
    assert "wounded Dunn" in told
    assert "a Focke-Wulf" in told.lower().replace("focke-wulf", "Focke-Wulf")


def test_a_pass_is_told_in_the_order_of_the_log() -> None:
    """Our guns, their misses, their hits; the tail's shot at one that has gone by comes last."""
    told = tell(
        zone(1, 2),
        placed("Me109 A", "12 High"),
        placed("Me109 B", "9 Level"),
        shot("fighter-damaged", "Engineer", "Cy Dunn", "Top Turret", "Me109 A"),
        hits("Me109 A"),
        man("killed", "Pilot", "Al Webb"),
        Noted("fighter-misses", {"fighter": "Me109 B"}),
        shot("fighter-destroyed", "Tail Gunner", "Ed Hale", "Tail Guns", "Me109 A"),
    )
    assert "two messerschmitts" in told.lower()
    order = [
        told.index(words)
        for words in ("Cy Dunn", "from the left went wide", "killed Al Webb", "Ed Hale")
        if words in told
    ]
    assert order == sorted(order)
    assert told.index("Cy Dunn") < told.index("killed Al Webb") < told.index("Ed Hale")
    assert "the one that had killed Webb" in told
    assert "as it passed" in told


def test_one_that_missed_and_is_shot_down_as_it_passes_does_not_fire_afterwards() -> None:
    told = tell(
        zone(1, 2),
        placed("Me109 A", "12 High"),
        Noted("fighter-misses", {"fighter": "Me109 A"}),
        shot("fighter-destroyed", "Tail Gunner", "Ed Hale", "Tail Guns", "Me109 A"),
        zone(2, 3),
    )
    missed = max(told.find("missed"), told.find("went wide"))
    assert 0 < missed < told.index("Ed Hale")


def test_it_is_the_fighter_of_the_sentence_before() -> None:
    """Another was shot down meanwhile: the one that comes back is not "it"."""
    told = tell(
        zone(1, 2),
        placed("Me109 A", "12 High"),
        placed("Me109 B", "9 Level"),
        shot("fighter-destroyed", "Engineer", "Cy Dunn", "Top Turret", "Me109 A"),
        Noted("fighter-misses", {"fighter": "Me109 B"}),
        shot("fighter-damaged", "Tail Gunner", "Ed Hale", "Tail Guns", "Me109 B"),
        placed("Me109 C", "3 Level", again=False),
        placed("Me109 B", "9 Level", again=True),
        hits("Me109 B"),
        man("killed", "Pilot", "Al Webb"),
    )
    assert "the one from the left killed Al Webb" in told.replace("The one", "the one")


def test_the_same_thing_is_said_once_of_one_blow() -> None:
    told = tell(
        zone(1, 2),
        placed("Me109 A", "12 High"),
        hits("Me109 A"),
        Noted("oxygen-out", {"station": "Pilot"}),
        man("wounded", "Engineer", "Cy Dunn", wound="lightly"),
        Noted("oxygen-out", {"station": "Copilot"}),
        Noted("intercom-out", {}),
        Noted("intercom-out", {}),
    )
    assert "cut off the oxygen of the pilot and the copilot" in told
    assert told.count("intercom") == 1


def test_a_fire_is_fought_in_one_sentence() -> None:
    fought = man("fights-fire", "Radio Operator", "Ed Hale", extinguisher="hand")
    burns = Noted("fire-goes-on", {"where": "Radio Room"})
    told = tell(
        zone(1, 2),
        placed("Me109 A", "12 High"),
        hits("Me109 A"),
        Noted("fire", {"where": "Radio Room"}),
        *(fought, burns, fought, burns, fought, Noted("fire-out", {"where": "Radio Room"})),
    )
    assert told.count("extinguisher") == 1
    assert "at the third try" in told


def test_there_are_no_more_fighters_only_where_there_were_some() -> None:
    quiet = [zone(1, 2), zone(2, 3), Noted("turns-home", {"zone": 3}), zone(3, 2, "inbound")]
    assert "more fighters" not in tell(*quiet)
    fight = [placed("Me109 A", "12 High"), Noted("fighter-misses", {"fighter": "Me109 A"})]
    assert "no more fighters" in tell(*quiet[:2], *fight, *quiet[2:]).lower()


def test_a_quiet_beginning_is_no_quiet_way_out() -> None:
    fight = [
        Noted("wave", {"n": 1}),
        placed("Me109 A", "12 High"),
        Noted("fighter-misses", {"fighter": "Me109 A"}),
    ]
    told = tell(zone(1, 2), zone(2, 3), zone(3, 4), *fight, zone(4, 5))
    assert "on the way out" not in told
    assert "before the target" not in told


@pytest.mark.parametrize(
    "off", [Noted("fighter-driven-off", {"type": "FW190", "by": "escort"}), Noted("wave-driven-off", {})]
)
def test_fighters_kept_off_are_never_denied(off: Noted) -> None:
    wave = Noted("wave", {"fighters": 1})
    out = [zone(1, 2), wave, off, zone(2, 3), zone(3, 4), wave, off]
    home = [Noted("turns-home", {"zone": 4}), zone(4, 3, "inbound"), wave, off, zone(5, 2, "inbound")]
    told = tell(*out, *home).lower()
    assert "no fighter" not in told
    assert "no more fighters" not in told


def test_the_cause_to_turn_back_is_the_one_of_the_log() -> None:
    """The bombsight was out before something else broke."""
    blow = [placed("Me109 A", "12 High"), hits("Me109 A"), Noted("bombsight-out", {})]
    gear = [placed("Me109 B", "9 Level"), hits("Me109 B"), Noted("main-gear", {"wing": "Port Wing"})]
    abort = Noted("abort", {"why": "Norden sight out", "zone": 2})
    told = tell(zone(1, 2), *blow, *gear, abort, zone(2, 1, "inbound"))
    assert "bombsight was out" in told
    assert "or that they turned back" not in told


def test_13_1_who_flies_on_is_told_by_what_the_question_is_about_not_by_its_words() -> None:
    out = Subject("leave-credited", "Norden sight out")
    asked = Chosen("abort", "13.1", "?", "go-on", "", (Subject("zone", "2"), out))
    told = tell(zone(1, 2), asked, zone(2, 3))
    assert "bombsight was out" in told
    assert "would have counted" in told
    own = Chosen("abort", "13.1", "?", "go-on", "", (Subject("leave", "Norden sight out"),))
    assert "would have counted" not in tell(zone(1, 2), own, zone(2, 3))
    silent = Chosen("abort", "13.1", "Norden sight out. The mission still counts.", "go-on", "")
    assert "bombsight" not in tell(zone(1, 2), silent, zone(2, 3))


def test_of_attacks_only_those_that_hit_are_said_to_have_hit() -> None:
    one = [placed("Me109 A", "12 High"), hits("Me109 A"), Noted("superficial", {})]
    two = [placed("Me109 B", "9 Level"), Noted("fighter-misses", {"fighter": "Me109 B"})]
    three = [placed("Me109 C", "9 Level"), Noted("fighter-misses", {"fighter": "Me109 C"})]
    assert "one of three attacks" in tell(zone(1, 2), *one, *two, *three, zone(2, 3)).lower()


def test_the_crew_is_not_they_after_fighters() -> None:
    off = [Noted("fighter-driven-off", {"type": "Me109", "by": "escort"})] * 2
    land = [Noted("base", {"turn": 3, "zone": 0}), Noted("landing", {"where": "England", "result": "safe"})]
    told = tell(zone(1, 2), Noted("turns-home", {"zone": 2}), Noted("wave", {"fighters": 2}), *off, *land)
    assert "escort" in told
    assert ". They " not in told[told.index("escort") :]


def test_fighters_that_come_in_are_named_beside_those_the_escort_kept() -> None:
    """Not "three of them": one of the three is of another kind."""
    miss = [Noted("fighter-misses", {"fighter": fighter}) for fighter in ("FW190 A", "Me109 B")]
    first = [placed("FW190 A", "12 High"), placed("Me109 B", "9 Level"), *miss]
    down = shot("fighter-destroyed", "Tail Gunner", "Ed Hale", "Tail Guns", "FW190 A")
    off = [Noted("wave", {"fighters": 3}), Noted("fighter-driven-off", {"type": "FW190", "by": "escort"})]
    told = tell(zone(1, 2), *first, down, *off, *first, down)
    assert "of them came" not in told
    assert told.lower().count("a focke-wulf and a messerschmitt") == 2


def test_frostbite_is_no_doing_of_a_fighter() -> None:
    told = tell(
        zone(1, 2), placed("Me109 A", "12 High"), hits("Me109 A"), man("frostbitten", "Ball Gunner", "Ed Hale")
    )
    assert "left Ed Hale" not in told
    assert "Hale" in told


def test_wounded_with_one_fate_are_told_together() -> None:
    def home(name: str) -> Noted:
        return man("recovery", "Pilot", name, after="serious wound", result="invalided home")

    told = tell(zone(1, 2), home("Al Webb"), home("Bo Finley"), home("Cy Dunn"))
    assert told.count("home") + told.count("war is over") == 1


def test_a_mission_still_owed_is_no_second_first_mission() -> None:
    log = [{"flight": 1, "mission": 6, "bomber": "Patches", "target": "Lille", "credited": False, "crew": {}}]
    record = Record(
        game="b17", number=7, seed="", options={}, campaign={"log": log},
        events=[TARGET, BRIEF, Noted("take-off", {}), zone(1, 2)],
    )  # fmt: skip
    assert "sixth mission" in B17Story().tell(record).texts()[0]
    assert "still owed" in B17Story().tell(record).texts()[0]


def test_damage_is_not_belittled() -> None:
    """Things too small for a story of much detail are still harm: nothing that broke "did little"."""
    cable = Noted("counted-hit", {"part": "control cables", "hits": 1})
    told = tell(zone(1, 2), placed("Me109 A", "12 High"), hits("Me109 A"), cable, zone(2, 3))
    assert "did little" not in told
    assert "scratched" not in told
    flak = Noted("flak", {"level": "Light Flak", "when": "on the bomb run"})
    burst = Noted("burst-inside", {"section": "Waist"})
    told = tell(zone(1, 2), Noted("over-target", {}), flak, Noted("flak-hits", {"hits": 1}), burst)
    assert "did little" not in told
    assert "A burst went off inside the waist." in told


@pytest.mark.parametrize(
    ("result", "word"),
    [("crew safe, bomber to be repaired", "hard"), ("crew safe, bomber beyond repair", "hard"), ("safe", "land")],
)
def test_a_hard_landing_is_told_as_one(result: str, word: str) -> None:
    told = tell(zone(1, 2), Noted("landing", {"where": "in England", "result": result}))
    assert ("hard" in told) == (word == "hard")


def test_an_ace_that_does_harm_is_told_of_as_one_man() -> None:
    told = tell(
        zone(1, 2),
        placed("FW190 A", "12 High"),
        Noted("pilot-quality", {"fighter": "FW190 A", "skill": "Ace"}),
        shot("shot-misses", "Tail Gunner", "Ed Hale", "Tail Guns", "FW190 A"),
        hits("FW190 A"),
        man("wounded", "Pilot", "Al Webb", wound="seriously"),
    )
    assert "an ace" in told.lower()
    assert "He badly wounded Al Webb, the pilot." in told
    assert "Hale" not in told  # a gun that missed


def test_attacks_that_came_to_nothing_are_counted() -> None:
    told = tell(
        zone(1, 2),
        placed("FW190 A", "12 High"),
        Noted("fighter-misses", {"fighter": "FW190 A"}),
        placed("FW190 B", "3 High"),
        Noted("fighter-misses", {"fighter": "FW190 B"}),
        zone(2, 3),
    )
    assert "two" in told.lower()
    assert "from high" not in told


def test_an_attack_that_hit_is_not_said_to_have_come_to_nothing() -> None:
    """Superficial hits count as shells on the sheet, so the story may not deny them."""
    told = tell(zone(1, 2), Noted("wave", {"n": 1}), placed("Me109 A", "12 High"), hits("Me109 A"), zone(2, 3))
    assert "did little" in told
    assert "no harm" not in told


def test_a_burst_of_flak_that_broke_nothing_is_told_as_a_hit() -> None:
    flak = Noted("flak", {"level": "Light Flak", "when": "on the bomb run"})
    told = tell(zone(1, 2), Noted("over-target", {}), flak, Noted("flak-hits", {"hits": 2}))
    assert "two bursts" in told.lower()
    assert "did little" in told


def test_bombs_let_go_after_a_hit_are_told() -> None:
    flak = Noted("flak", {"level": "Light Flak", "when": "on the bomb run"})
    hurt = Noted("engine", {"engine": 2, "state": "feathered"})
    told = tell(
        zone(1, 2),
        Noted("over-target", {}),
        flak,
        Noted("flak-hits", {"hits": 1}),
        hurt,
        Noted("bombs-jettisoned", {}),
    )
    assert "let the bombs go" in told or "got rid of the bombs" in told


@pytest.mark.parametrize("index", range(0, 60, 5))
def test_stories_are_true_to_the_log(index: int) -> None:
    for record in many()[index : index + 5]:
        story = view().told_story(record)
        assert faults(story, record) == []
        assert 40 <= story.words() <= 700
        assert story == view().told_story(record)


def test_a_blow_closes_its_clause_before_the_last_of_it() -> None:
    ran = "hit No. 1 engine, which ran away"
    assert blows._joined([ran, "wounded Webb"]) == f"{ran}, and wounded Webb"
    assert blows._joined(["wounded Webb", ran]) == f"wounded Webb and {ran}"


def test_a_flight_from_a_position_has_a_title_without_its_city() -> None:
    record = Record(game="b17", number=7, seed="", options={}, events=[zone(4, 2, "inbound"), Noted("landed", {})])
    assert B17Story().tell(record).title.split()[-2:] == ["the", "target"]


def test_the_report_has_title_and_paragraphs() -> None:
    record = many()[0]
    text = view().report("story", [record], "markdown")
    assert text.startswith(f"# {view().told_story(record).title} · ")
    assert view().told_story(record).texts()[0] in text


def test_a_propeller_that_drags_is_named_once() -> None:
    told = tell(
        zone(2, 2),
        Noted("engine", {"engine": 2, "state": "windmilling"}),
        Noted("left-formation", {"why": "a propeller that cannot be feathered", "for_good": True}),
        zone(3, 3),
    )
    assert told.count("would not feather") == 1
    assert "Slowed by it, they" in told
    alone = tell(
        zone(2, 2), Noted("left-formation", {"why": "a propeller that cannot be feathered", "for_good": True})
    )
    assert "With a propeller that would not feather they" in alone


@pytest.mark.parametrize(
    ("places", "said"),
    [
        (("12 Low", "12 Level", "12 High", "10:30 Level"), "from two sides"),
        (("12 Low", "Vertical Dive", "Vertical Climb", "9 High"), "from four sides"),
    ],
)
def test_fighters_of_one_clock_come_from_one_side_whatever_their_height(
    places: tuple[str, ...], said: str
) -> None:
    coming = [placed(f"Me109 {letter}", where) for letter, where in zip("ABCD", places, strict=True)]
    told = tell(zone(1, 2), *coming, hits("Me109 A", places[0]), man("killed", "Pilot", "Al Webb"))
    assert said in told.lower()


def test_in_a_long_story_those_of_one_clock_come_at_several_heights() -> None:
    assert fighting._sides(["12 Low", "12 Level", "12 High"]) == "from ahead at several heights"


def test_those_who_return_from_one_side_are_counted_once() -> None:
    first = [placed("Me109 A", "12 High"), placed("Me109 B", "9 Level"), placed("Me109 C", "3 Level")]
    again = [placed(f"Me109 {letter}", "6 Level", again=True) for letter in "ABC"]
    blow = [hits("Me109 A", "6 Level"), man("killed", "Pilot", "Al Webb")]
    told = tell(zone(1, 2), *first, *(hits(f"Me109 {letter}", "12 High") for letter in "ABC"), *again, *blow)
    assert "three from behind" not in told
    assert ", from behind." in told


def missed(fighter: str) -> Noted:
    return Noted("fighter-misses", {"fighter": fighter})


def test_the_rest_miss_only_where_nobody_of_them_hits() -> None:
    four = [placed(f"Me109 {letter}", where) for letter, where in zip("ABCD", SIDES, strict=True)]
    down = shot("fighter-destroyed", "Engineer", "Harold Moore", "Top Turret", "Me109 A")
    fight = [Noted("wave", {"fighters": 4}), *four, down, missed("Me109 B"), missed("Me109 C")]
    told = tell(zone(1, 2), *fight, hits("Me109 D", SIDES[3]), man("killed", "Pilot", "Carl Novak"))
    assert "wo others" in told
    assert "The rest missed" not in told
    assert "Nothing the others fired" not in told
    told = tell(zone(1, 2), *fight, missed("Me109 D"))
    assert "The rest missed" in told or "Nothing the others fired" in told


SIDES = ("12 High", "3 High", "6 High", "Vertical Dive")


def test_waves_kept_off_by_the_formation_are_told_once() -> None:
    off = [Noted("wave", {"fighters": 2}), Noted("wave-driven-off", {})]
    told = tell(zone(1, 2), *off, zone(2, 3), *off, zone(3, 4))
    assert "two groups of fighters" in told.lower()
    assert told.count("groups of fighters") == 1
    assert "a group of fighters" not in told.lower()
