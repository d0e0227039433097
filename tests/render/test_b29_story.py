"""The story of a B-29 flight: told as one would tell it, and true to the log."""

from __future__ import annotations

import pytest
from msgspec import structs

from flakhouse.core.events import Event, Fact, Noted, Opened
from flakhouse.games.b29 import fuel
from flakhouse.games.b29.words import Leg
from flakhouse.render.b29.story import B29Story
from flakhouse.render.base import Record
from flakhouse.render.bomber.check import faults
from flakhouse.render.bomber.memory import own_mission
from flakhouse.render.story.tell import Book, Line, Teller
from tests.b29.helpers import mission, referee
from tests.render.b29_flights import many, view

TARGET = Noted(
    "target",
    {"city": "Nagoya", "type": "Aircraft Factory", "zone": 11, "mission": 1, "number": 1, "bomber": "Hotshot",
     "training": False, "time": "Day", "altitude": "HI"},
)  # fmt: skip
BRIEF = Noted(
    "briefing",
    {"place": "Middle", "squadron": "Low", "expected": "Heavy", "escort": "not available", "tanks": "both bays",
     "take_off": "Night", "landing": "Night"},
)  # fmt: skip


def note(kind: str, **facts: Fact) -> Noted:
    return Noted(kind, facts)


def tell(*events: Event, crew: dict[str, dict[str, object]] | None = None) -> str:
    flight = [TARGET, BRIEF, note("take-off"), *events]
    record = Record(
        game="b29", number=1, seed="", options={}, events=flight, outcome={"crew": crew} if crew else None
    )
    return " ".join(B29Story().tell(record).texts())


def zone(turn: int, number: int, leg: str = "inbound") -> Noted:
    return note("zone", turn=turn, zone=number, leg=leg)


def test_the_opening_says_what_was_expected() -> None:
    told = tell(zone(2, 2, "outbound"))
    for words in (
        "in the dark",
        "aircraft factory at Nagoya",
        "eleven zones away",
        "Heavy opposition",
        "no escort",
    ):
        assert words in told


def test_ammunition_set_off_by_one_blow_is_told_once() -> None:
    ammunition = [note("ammunition-hit", left=left) for left in (20, 12, 3)]
    told = tell(
        zone(2, 2, "outbound"),
        note("fighter-placed", fighter="Tony A", where="6 Level"),
        note("fighter-hits", fighter="Tony A", where="6 Level", shells=3, sum=""),
        *ammunition,
    )
    assert told.count("tail ammunition") == 1


def test_a_burst_that_is_the_end_did_not_do_little() -> None:
    told = tell(
        zone(11, 11, "outbound"),
        note("over-target"),
        note("flak", level="Light Flak", when="on the bomb run"),
        note("flak-hits", hits=1, sections=1, places="Waist"),
        note("destroyed", zone=11, dead=11, root="flak"),
    )
    assert "hit them hard" in told
    assert "did little" not in told


def test_flak_after_the_bombs_is_another_than_that_of_the_run() -> None:
    told = tell(
        zone(11, 11, "outbound"),
        note("flak", level="Light Flak", when="on the bomb run"),
        note("flak-misses"),
        note("bombs-away", result="Off Target", percent=0),
        note("flak", level="Medium Flak", when="after the run"),
        note("flak-hits", hits=1, sections=1, places="Starboard Wing"),
        note("burst-inside", section="Starboard Wing", part="Starboard Wing"),
        note("out-of-control", zone=11, root="flak burst inside the plane"),
    )
    after = told[told.index("bombs") :]
    assert "ehind the target medium flak" in after or "As they left, medium flak" in after


def test_those_who_got_out_are_told_before_they_are_lost_at_sea() -> None:
    told = tell(
        zone(11, 11, "outbound"),
        note("out-of-control", zone=11, root="flak"),
        note("jumped", man="Bombardier", name="Al Webb"),
        note("down-with-plane", man="Pilot", name="Bo Finley"),
        note("lost-at-sea", man="Bombardier", name="Al Webb"),
    )
    assert told.index("one man got out") < told.index("Al Webb")
    assert "lost at sea" in told


def test_a_course_lost_often_is_told_once_for_each_way() -> None:
    astray = [note(kind, zone=n) for n in (2, 4, 6) for kind in ("off-course", "on-course")]
    told = tell(zone(2, 2, "outbound"), *astray)
    assert told.count("course") + told.count("strayed") == 1
    assert "three times" in told.lower()


@pytest.mark.parametrize("found", [True, False])
def test_4_2D_a_mask_that_fails_and_the_death_of_it_are_one_sentence(found: bool) -> None:
    man = {"man": "Navigator", "name": "Harry Nash"}
    end = note("mask-mended", **man) if found else note("killed", **man)
    told = tell(zone(5, 5, "outbound"), note("mask-trouble", **man), end)
    assert ("had trouble with his oxygen, was found too late and died." in told) is not found
    assert ("found in time" in told) is found
    assert "was killed" not in told


def test_the_escort_is_named_once_in_a_sentence() -> None:
    t = Teller(Book(), "any")
    t.say("The escort broke up a Tony before a gun was fired.", 1)
    t.say("The escort drew off two Franks.", 2)
    assert t.done == [
        [Line("The escort broke up a Tony before a gun was fired, and drew off two Franks.", (1, 2), "")]
    ]


@pytest.mark.parametrize(
    ("boxes", "said"),
    [
        (2, "The fuel would hardly last for the way home."),
        (0, "The fuel would hardly last for the way home."),
        (-1, "The fuel would not last for the way home."),
    ],
)
def test_4_3D_the_report_says_when_fuel_grew_thin(boxes: int, said: str) -> None:
    """By the rule itself: a bomber so many boxes above what the way home takes."""
    m, ref = mission(zone=9, leg=Leg.BACK), referee()
    for bay in m.plane.bays():
        bay.tank_boxes = 0
    m.plane.wing_boxes += boxes - fuel.spare(m)
    assert fuel.spare(m) == boxes
    fuel.watch(ref, m)
    assert said in tell(zone(12, 9), *ref.events)


def test_open_doors_make_her_slow_and_slowness_costs_the_fuel() -> None:
    told = tell(
        zone(11, 11, "outbound"),
        note("doors-jammed", bay="Aft Bomb Bay", state="jammed open", part=""),
        note("left-formation", why="bomb doors jammed", for_good=True),
        note("bombs-away", result="Off Target", percent=0),
        note("stay", turn=12, zone=11, leg="inbound", why="turning"),
        note("fuel", boxes=1, why="flight", wing=16, bays=0),
        note("stay", turn=13, zone=11, leg="inbound", why="slow"),
        note("stay", turn=14, zone=11, leg="inbound", why="slow"),
        note("fumes", zone=3),
        note("fumes", zone=3),
        note("out-of-fuel", zone=2),
    )
    order = ["jammed open", "formation", "bombs", "16 boxes", "two turns instead of one", "ran on, twice", "fuel"]
    places = [told.index(words) for words in order[:-1]]
    assert places == sorted(places)
    assert told.count("two turns instead of one") == 1
    assert "engines stopped" in told


def test_a_course_lost_and_found_is_one_sentence() -> None:
    told = tell(
        zone(2, 8),
        note("off-course", zone=8),
        zone(3, 7),
        note("off-course", zone=7),
        zone(4, 6),
        note("on-course", zone=6),
    )
    assert "eighth" in told
    assert "sixth" in told
    assert "seventh" not in told
    assert "off course" not in told.lower()


STORM = (
    zone(18, 5),
    note("formation-disrupted"),
    note("collision-dive", steep=False),
    note("left-formation", why="shallow dive", for_good=False),
    note("off-course", zone=5),
    zone(19, 4),
    note("rejoined"),
    zone(20, 3),
    note("on-course", zone=3),  # the formation had found its way before
)


def test_a_storm_a_dive_and_a_course_lost_are_no_quiet_trip() -> None:
    record = Record(game="b29", number=3, seed="", options={}, events=[TARGET, BRIEF, note("take-off"), *STORM])
    story = B29Story().tell(record)
    told = " ".join(story.texts())
    assert "quiet" not in story.title.lower()
    order = ["storm", "dive", "Diving,", "in the fifth zone", "found their place in the formation again"]
    places = [told.index(words) for words in order]
    assert places == sorted(places)


def test_what_a_storm_did_is_said_once() -> None:
    """4-3 row 6"""
    told = tell(zone(2, 5), note("storm-damage", electrical=False), note("nose-gear", state="damaged"))
    assert "torm struck cockpit and wings. That " in told
    again = [note("storm-damage", electrical=False)] * 2
    assert "damage" not in tell(zone(2, 5), again[0], zone(3, 4), again[1])


def test_a_place_in_the_formation_is_found_again_only_where_it_was_lost() -> None:
    turning = [note("left-formation", why="forced down", for_good=False), zone(19, 4), note("rejoined")]
    assert "formation again" not in tell(zone(18, 5), *turning)


def test_a_new_crew_flies_its_first_mission() -> None:
    """The one before it was lost: nobody goes back to Nagoya."""
    log = [{"flight": 1, "mission": 1, "target": "Nagoya", "credited": True, "crew": {"Pilot": "Al Webb: KIA"}}]
    for pilot, said in (("Bo Finley", True), ("Al Webb", False)):
        record = Record(
            game="b29", number=2, seed="", options={}, campaign={"log": log},
            events=[TARGET, BRIEF, note("take-off")], outcome={"crew": {"Pilot": {"name": pilot, "dead": False}}},
        )  # fmt: skip
        story = B29Story().tell(record)
        told = story.texts()[0]
        assert ("new crew" in told) is said
        assert ("again" in told or "back" in told) is not said
        wrong = [fault for fault in faults(story, record) if "new crew" in fault]
        assert not wrong


def test_a_crew_counts_its_own_missions_and_a_new_one_begins_at_one() -> None:
    log = [
        {"flight": 1, "mission": 1, "target": "Tokyo", "credited": True, "crew": {"Pilot": "Al Webb: KIA"}},
        {"flight": 2, "mission": 2, "target": "Tokyo", "credited": True, "crew": {"Pilot": "Bo Finley: fit"}},
        {"flight": 3, "mission": 3, "target": "Tokyo", "credited": False, "crew": {"Pilot": "Bo Finley: fit"}},
    ]
    record = Record(
        game="b29", number=4, seed="", options={}, campaign={"log": log},
        events=[TARGET, BRIEF, note("take-off")], outcome={"crew": {"Pilot": {"name": "Bo Finley"}}},
    )  # fmt: skip
    assert own_mission(record, 3) == 2  # one of his counted
    assert "second mission" in B29Story().tell(record).texts()[0]
    both = {"crew": {"Pilot": {"name": "Bo Finley"}, "Copilot": {"name": "Al Webb"}}}
    assert own_mission(structs.replace(record, outcome=both), 3) == 3  # a man has flown all of them


HUNG = (
    note("event", event="Bomb Release Mechanism Failure"),
    note("over-target", city="Nagoya", target="Aircraft Factory", visibility="clear"),
    note("bombs-hung"),
    zone(13, 11),
    Noted("bombs-stuck", {"bay": "Fwd Bomb Bay"}, rolls=(1,)),
    note("bombs-stuck", bay="Aft Bomb Bay"),  # of the same try
    zone(14, 10),
    Noted("bombs-stuck", {"bay": "Fwd Bomb Bay"}, rolls=(2,)),
    note("bombs-stuck", bay="Aft Bomb Bay"),
)


def test_table_4_9h_hung_bombs_and_the_tries_are_told_and_none_come_home_that_were_dropped() -> None:
    gone = (
        zone(15, 9),
        note("bombs-jettisoned", bay="Fwd Bomb Bay"),
        note("bombs-jettisoned", bay="Aft Bomb Bay"),
    )
    told = tell(*HUNG, *gone)
    assert "release" in told
    assert "brought the bombs home" not in told
    assert "went home with them" not in told
    assert "two tries" in told.lower()
    kept = tell(*HUNG, crew={"Pilot": {"name": "Al Webb", "dead": False}})
    assert "twice" in kept.lower()
    assert "bombs home" in kept or "went home with them" in kept


def test_the_dead_are_named_even_where_the_log_only_counts_them() -> None:
    crew: dict[str, dict[str, object]] = {
        "Pilot": {"name": "Al Webb", "dead": True},
        "CFC": {"name": "Bo Lee", "dead": True},
        "Tail Gunner": {"name": "Cy Hale", "dead": False},
    }
    told = tell(zone(9, 9), note("destroyed", zone=9, dead=2, root="fighter"), crew=crew)
    assert "Al Webb, the pilot, and Bo Lee, the fire control gunner," in told
    assert "Hale" not in told


def test_a_man_picked_up_by_the_enemy_is_a_prisoner_and_no_rescue() -> None:
    told = tell(
        zone(9, 9),
        note("bail-out", zone=10, where="the sea"),
        note("rescued", man="Pilot", name="Al Webb"),
        note("captured", man="Pilot", name="Al Webb", where="at sea", end="died in captivity"),
    )
    assert "Al Webb, the pilot, was taken prisoner and died there." in told
    assert "picked up" not in told


@pytest.mark.parametrize("index", range(0, 90, 6))
def test_stories_are_true_to_the_log(index: int) -> None:
    for record in many()[index : index + 6]:
        story = view().told_story(record)
        assert faults(story, record) == []
        assert 40 <= story.words() <= 700


def test_men_who_jump_from_a_bomber_that_flies_on_are_told_before_she_turns_back() -> None:
    told = tell(
        zone(5, 4, "outbound"),
        note("engine", engine=3, state="burning"),
        note("jumped", man="Tail Gunner", name="Stan Reed"),
        note("jumped", man="Pilot", name="Cliff Trujillo"),
        note("sea-state", state="very high"),
        note("lost-at-sea", man="Tail Gunner", name="Stan Reed"),
        note("rescued", man="Pilot", name="Cliff Trujillo"),
        note("engine-fire-out", engine=3, state="feathered"),
        note("abort", zone=4, why="engine out"),
        note("stay", turn=6, zone=4, leg="inbound", why="turning"),
        note("base", turn=10),
        note("landing", where="at base", result="Crew and B-29 safe"),
    )
    order = ["No. 3", "Two men jumped, and she flew on", "very high", "lost", "picked up", "turned back"]
    places = [told.index(words) for words in order]
    assert places == sorted(places)
    assert told.count("jumped") == 1


def test_bombs_dropped_by_fighters_are_no_flak_and_come_before_the_fighters() -> None:
    told = tell(
        note("flak", level="No Flak", when="on the bomb run"),
        zone(15, 10),
        note("coordinated-attack", type="Oscar", count=3),
        note("air-bombs", type="Oscar", level="Medium Flak"),
        note("flak-hits", hits=1, sections=1, places="Nose"),
        note("wounded", man="Bombardier", name="Al Kramer", wound="seriously", part=""),
        note("fighter-placed", fighter="Oscar A", where="12 Level"),
        note("fighter-hits", fighter="Oscar A"),
        note("killed", man="Pilot", name="Ed Boyd"),
    )
    assert "no flak" not in told.replace("There was no flak", "")
    assert told.index("dropped bombs") < told.index("Kramer") < told.index("Oscar came") < told.index("Boyd")


@pytest.mark.parametrize(
    ("near", "words"),
    [
        (note("take-off-near"), "close"),
        (note("take-off-traffic", result="close call"), "In the dark they took off"),
    ],
)
def test_another_bomber_close_on_take_off_is_told(near: Noted, words: str) -> None:
    flown: list[Event] = [TARGET, BRIEF, near, note("take-off"), zone(2, 2, "outbound")]
    told = B29Story().tell(Record(game="b29", number=1, seed="", options={}, events=flown)).texts()
    assert words in " ".join(told)


def test_a_course_found_and_lost_again_for_good_ends_lost_also_in_a_storm() -> None:
    told = tell(
        zone(2, 9),
        note("off-course", zone=9),
        zone(3, 8),
        note("on-course", zone=8),
        zone(4, 7),
        zone(5, 6),
        note("storm-damage", electrical=False),
        note("off-course", zone=6),
    )
    assert "twice" not in told
    places = [told.index(words) for words in ("ninth", "eighth", "sixth zone")]
    assert places == sorted(places)


def test_5_5_what_shells_did_before_a_collision_is_not_told_as_its_doing() -> None:
    told = tell(
        zone(13, 10),
        note("fighter-placed", type="George", fighter="George A", where="9 High"),
        Opened("attack", {"fighter": "George A"}),
        note("fighter-hits", fighter="George A", where="9 High", shells=1),
        note("rafts-hit", bay="Aft Bomb Bay", part="Aft Bomb Bay"),
        note("collision", fighter="George A", section="Nav/Radio"),
        note("killed", man="Navigator", name="Cal Quigley"),
    )
    order = ["rafts", "collided", "Quigley"]
    places = [told.index(words) for words in order]
    assert places == sorted(places)


@pytest.mark.parametrize(("where", "title"), [(11, "Two over Nagoya"), (10, "Two fighters down")])
def test_fighters_shot_down_on_the_way_are_not_over_the_city_in_the_title(where: int, title: str) -> None:
    fight: list[Event] = []
    for fighter in ("Zeke A", "Zeke B"):
        fight += [
            note("fighter-placed", type="Zeke", fighter=fighter, where="6 Low"),
            note("fighter-destroyed", man="Tail Gunner", name="Mo Cullen", fighter=fighter, gun="Tail Turret"),
        ]
    events = [TARGET, BRIEF, note("take-off"), zone(where, where, "outbound"), *fight]
    assert B29Story().tell(Record(game="b29", number=3, seed="", options={}, events=events)).title == title


@pytest.mark.parametrize("flown", [True, False])
def test_3_2_a_bomber_that_never_left_the_ground_did_not_take_off(flown: bool) -> None:
    end = note("take-off-return") if flown else note("take-off-over", end="did not fly", repair="repairable")
    trouble = note("take-off-malfunction", what="engine fire during run-up")
    flight: list[Event] = [TARGET, BRIEF, trouble, end]
    record = Record(game="b29", number=1, seed="", options={}, events=flight, outcome=None)
    told = " ".join(B29Story().tell(record).texts())
    assert ("took off" in told, "was to take off" in told) == (flown, not flown)


def test_every_hit_on_a_fighter_is_told_by_whom_and_with_how_many_guns() -> None:
    came = [zone(2, 2, "outbound"), note("fighter-placed", fighter="Oscar A", where="3 Level")]
    guns = [("Forward Upper Turret", "Marvin Dalton", "CFC"), ("Aft Upper Turret", "Marvin Dalton", "CFC")]
    hits = [
        note("fighter-damaged", fighter="Oscar A", gun=gun, name=name, man=man, fca=1) for gun, name, man in guns
    ]
    tail = note(
        "fighter-damaged", fighter="Oscar A", gun="Tail Turret", name="Jack Nash", man="Tail Gunner", fca=3
    )
    missed = note("fighter-misses", fighter="Oscar A", where="3 Level")
    assert "with two guns" in tell(*came, *hits, missed)
    assert "after Marvin Dalton" in tell(*came, *hits, tail, missed)


def test_4_3_a_storm_that_disorders_the_formation_and_strikes_is_one_storm() -> None:
    storm = [note("formation-disrupted"), note("storm-damage", electrical=False)]
    assert tell(zone(2, 2, "outbound"), *storm).count("storm") == 1
    assert "disorder" in tell(zone(2, 2, "outbound"), storm[0])


def test_a_course_lost_and_found_in_one_zone_is_not_lost_until_it() -> None:
    lost = [note("off-course", zone=z, why="", price="", still=False) for z in (2, 1)]
    told = tell(
        zone(2, 3), zone(3, 2), lost[0], note("on-course", zone=2), zone(4, 1), lost[1], note("on-course", zone=1)
    )
    assert "until the first zone" not in told


def test_flak_behind_the_target_does_not_belie_that_there_was_none_on_the_run() -> None:
    told = tell(
        zone(11, 11, "outbound"), note("over-target"), note("flak", level="No Flak", when="on the bomb run"),
        note("flak", level="Light Flak", when="after the run"), note("flak-hits", hits=1, sections=0, places=""),
    )  # fmt: skip
    assert "on the bomb run" in told
