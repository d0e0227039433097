"""4.2-4.6 Hazards over the city as scenes: drawn, shaken off, turned over one by one, their checks thrown."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from flakhouse.cli import draw
from flakhouse.core.events import Chosen, Event, Needed, Noted, Rolled
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import acquisition, approach, attack_hazards, flight_hazards, fuel
from flakhouse.games.doolittle import wind as rule
from flakhouse.games.doolittle.advice import checks as advice
from flakhouse.games.doolittle.game import GAME
from flakhouse.games.doolittle.options import Options
from flakhouse.games.doolittle.questions import approach as boxes
from flakhouse.games.doolittle.questions import attack_hazards as questions
from flakhouse.games.doolittle.state import B25, Marker, Raid
from flakhouse.games.doolittle.words import Back, Benefit, City, Front, Guzzled, Icon, Launch, Side, Use, Wind
from flakhouse.render.doolittle import ailments, picture, target
from flakhouse.render.scenes import Scene, SceneRoll, opening, passing_lines
from flakhouse.render.throws import announced, casts
from tests.doolittle.flights import elite, hazard, join, plain
from tests.doolittle.helpers import b25, referee
from tests.render.doolittle_raids import flown, view


def over_tokyo(*pilots: str) -> Raid:
    r, _ = plain(6, 4, *pilots)
    r.segment, r.city, r.side, r.high = "attack", City.TOKYO, Side.DAY, False
    for pilot in pilots:
        b25(r, pilot).area = "Tokyo North"
    r.attackers = [b25(r, pilot) for pilot in pilots]
    r.security.alert = 3 - len(pilots)
    r.target().detonations = 2
    return r


def flak() -> Marker:
    return Marker("tokyo-day", Front.GROUND, Back.FLAK, low=6, high=8)


def fighter() -> Marker:
    return Marker("tokyo-day", Front.INTERCEPTOR, Back.INTERCEPTOR, low=4, high=5)


def crowd() -> Marker:
    return Marker("tokyo-day", Front.GROUND, Back.PANICKED_STREETS)


def told(r: Raid, ref: Referee, *markers: Marker) -> list[Scene]:
    r.cups["tokyo-day"] = list(markers)
    r.cups["response"] = []
    attack_hazards.hazards(ref, r)
    return view().scenes(ref.events)


def test_4_2_markers_are_seen_face_down_before_anything_is_done_about_them() -> None:
    r = over_tokyo("Watson")
    scenes = told(r, referee(1, 1, 1, 6, 6, 6, draws=[0, 0, 0], defaults=True), flak(), crowd(), fighter())
    first = scenes[0]
    assert (first.kind, first.weight) == ("area-hazards", "notable")
    assert first.headline == "3 markers are drawn over Tokyo North"
    assert "Flak" not in " ".join(line.text for line in first.lines)


def test_4_6_each_marker_is_a_scene_of_its_own_and_calm_if_there_is_nothing_behind_it() -> None:
    r = over_tokyo("Watson")
    r.ratings.evasion = 0
    scenes = told(r, referee(3, 4, draws=[0, 0], defaults=True), flak(), crowd())
    turned = [scene for scene in scenes if scene.kind == "hazards"]
    assert [scene.weight for scene in turned] == ["notable", "calm"]
    assert turned[0].headline == "Watson is hit by Flak 6-8" or turned[0].headline.startswith("Watson is damaged")


def test_4_6_the_check_of_a_marker_is_a_throw_of_the_player() -> None:
    assert {"flak", "interceptor", "gunnery", "elude"} <= set(view().scene_book.throws)


def test_4_5_the_gunners_fire_in_a_scene_of_their_own() -> None:
    r = over_tokyo("Watson")
    r.ratings.evasion = 0
    scenes = told(r, referee(1, 1, 1, 6, defaults=True), fighter())
    shot = next(scene for scene in scenes if scene.kind == "gunnery")
    assert [roll.chart for roll in shot.rolls] == ["gunnery"]
    assert shot.headline == "The gunners of Watson drive off the Interceptor"


def test_4_4_what_was_shaken_off_is_told_in_the_scene_in_which_it_was_drawn() -> None:
    r = over_tokyo("Watson")
    r.ratings.evasion = 1
    scenes = told(r, referee(defaults=True), fighter())
    assert [scene.kind for scene in scenes] == ["area-hazards"]
    assert [line.text for line in scenes[0].lines][-2:] == [
        "Watson shakes off the unseen fighter.",
        "Shaken off over Tokyo North: Interceptor 4-5, gone for now.",
    ]


def test_4_6_3_balloons_far_below_do_no_harm_and_say_so() -> None:
    r = over_tokyo("Watson")
    r.high = True
    scenes = told(r, referee(defaults=True), Marker("tokyo-day", Front.GROUND, Back.BALLOONS))
    texts = [line.text for scene in scenes for line in scene.lines]
    assert "A marker is turned over for Watson: Balloons: too far below to do harm." in texts


@pytest.mark.parametrize("over", [False, True])
def test_2_3_5_an_elite_gunner_who_drives_a_fighter_off_is_told_by_his_name(over: bool) -> None:
    r = over_tokyo("Watson") if over else plain(4, 4, "Watson")[0]
    watson = b25(r, "Watson")
    man = elite(watson, Benefit.GUNNER)
    ref = referee(1, 1, 1, 1, answers=["elite-gunner=yes"])
    if over:
        ref.scene("hazards", b25=watson.name(), area=watson.area, hazard="Interceptor")
        assert attack_hazards._drives_off(ref, r, watson, fighter(), "attacks", True)
    else:
        flight_hazards.resolve(ref, r, watson, hazard(r, Back.INTERCEPTOR))
    scene = view().scenes(ref.events)[-1]
    assert scene.headline == f"{man.name} drives the fighter off"
    assert f"{man.name} drives the fighter off: he can do that once." in [line.text for line in scene.lines]


def in_the_armory(marker: Marker, *faces: int) -> Scene:
    """Watson, with +2 for skill, goes for the Tokyo Armory, where this lies face down."""
    r = over_tokyo("Watson")
    r.ratings.day_navigation = 2
    box = r.target().boxes["Tokyo Armory"]
    box.markers.append(marker)
    ref = referee(*faces, defaults=True)
    approach._check(ref, r, b25(r, "Watson"), box)
    return view().scenes(ref.events)[0]


def test_4_8_1_modifiers_that_cancel_out_are_told_beside_the_number_needed() -> None:
    """4.6.3 Camouflage"""
    scene = in_the_armory(Marker("tokyo-day", Front.GROUND, Back.CAMOUFLAGE, approach=-2), 6, 2)
    assert [roll.needed for roll in scene.rolls] == ["7 or more (+2 and \N{MINUS SIGN}2 cancel out)"]
    assert scene.lines[0].text == "In Tokyo Armory: Camouflage (-2 to reach a target)."


def test_4_6_3_the_die_of_balloons_is_told_with_what_was_needed() -> None:
    """4.6.3 Balloons"""
    scene = in_the_armory(Marker("tokyo-day", Front.GROUND, Back.BALLOONS), 6, 6, 5)
    lines = [line.text for line in scene.lines]
    assert "Watson (2303) runs into Balloons. (Balloons, or a crash: 5, needs 2, 4, or 6: 50 %)" in lines


# ------------------------------------------------------------------ 4.6.3 the carrier


def carrier() -> Marker:
    return Marker("tokyo-day", Front.GROUND, Back.CARRIER, name="Ryuho")


def test_4_6_3_a_marker_of_the_ground_is_not_called_fire_before_it_is_turned() -> None:
    assert carrier().told() == flak().told() == crowd().told() == "unseen ground marker"
    asked = questions.assign_hazard(over_tokyo("Watson").target().areas["Tokyo North"], carrier(), [])
    assert asked.prompt == "A ground marker over Tokyo North: who takes it?"


@pytest.mark.parametrize("evasion", [0, 1])
@pytest.mark.parametrize(
    ("scenario", "blast", "said"),
    [
        (7, 0, "A hit on her box scores 4 points more."),
        (7, 2, "The hit on her box already made scores 4 points more."),
        (10, 0, "The judges will ask for her."),
    ],
)
def test_4_6_3_a_carrier_is_found_where_she_lies_and_it_is_said_what_she_is_worth(
    evasion: int, scenario: int, blast: int, said: str
) -> None:
    r = over_tokyo("Watson")
    r.ratings.evasion = evasion  # met, or shaken off
    r.options = Options(scenario=scenario)
    r.target().boxes["Bay Shipping"].blast = blast
    found = [scene for scene in told(r, referee(draws=[0], defaults=True), carrier()) if "Ryuho" in scene.headline]
    assert [scene.headline for scene in found] == ["A carrier under construction: the Ryuho, in Tokyo Bay South"]
    assert f"The carrier Ryuho lies in Tokyo Bay South, still building. {said}" in [
        line.text for line in found[0].lines
    ]
    assert not any("Shaken off" in line.text for line in found[0].lines)


@pytest.mark.parametrize(
    ("face", "headline"),
    [(6, "Watson hits the carrier Ryuho"), (1, "The bombs of Watson go wide of the carrier Ryuho")],
)
def test_4_6_3_bombs_on_the_carrier_are_told_by_her_name_and_the_maps_say_whether_she_was_hit(
    face: int, headline: str
) -> None:
    r = over_tokyo("Watson")
    watson, box = b25(r, "Watson"), r.target().boxes["Bay Shipping"]
    lies = carrier()
    lies.revealed = True
    box.markers = [lies]
    watson.area, watson.box = box.area, box.name
    for hit in (False, face == 6):
        for shown in ("\n".join(target.lines(r, r.target(), 140)), "\n".join(picture.small(r))):
            assert "carrier Ryuho" in shown
            assert ("carrier Ryuho, hit" in shown) == hit
            assert "!Ryuho" not in shown
        if watson.box:
            ref = referee(face, face)
            approach.bombs_away(ref, r)
            (scene,) = view().scenes(ref.events)
            assert scene.headline == headline
    box.blast = 2  # she counts once
    watson.loaded, watson.box = True, box.name
    approach.bombs_away(ref := referee(6, 6), r)
    assert view().scenes(ref.events)[0].headline == "Watson hits the Bay Shipping"
    assert "the carrier Ryuho lies there, hit already" in boxes._words(r, watson, box)


def test_1_2_the_small_map_tells_blast_on_targets_from_blast_beside_them() -> None:
    r = over_tokyo("Watson")
    r.target().boxes["Tokyo Armory"].blast = 2
    r.target().areas["Tokyo North"].blast = 1
    assert "Tokyo Armory 7/8 Blast 2; in no target: Blast 1" in " ".join("\n".join(picture.small(r)).split())


def routine_evade(pairs: list[tuple[B25, Marker]], r: Raid) -> bool:
    return questions.evade(r.target().areas["Tokyo North"], pairs).routine


def test_4_4_which_is_shaken_off_is_asked_where_it_is_a_choice() -> None:
    r = over_tokyo("Watson", "Joyce")
    watson, joyce = b25(r, "Watson"), b25(r, "Joyce")
    assert routine_evade([(watson, flak())], r)
    assert routine_evade([(watson, flak()), (watson, crowd())], r)  # both look the same
    assert not routine_evade([(watson, flak()), (watson, fighter())], r)
    assert not routine_evade([(watson, flak()), (joyce, flak())], r)


def test_4_3_who_takes_a_marker_is_asked_where_the_aircraft_differ() -> None:
    r = over_tokyo("Watson", "Joyce")
    area, planes = r.target().areas["Tokyo North"], [b25(r, "Watson"), b25(r, "Joyce")]
    assert questions.assign_hazard(area, flak(), planes).routine
    planes[0].loaded = False
    assert not questions.assign_hazard(area, flak(), planes).routine


def test_4_5_at_which_fighter_is_asked_where_they_differ() -> None:
    r = over_tokyo("Watson")
    watson, seen = b25(r, "Watson"), fighter()
    seen.revealed = True
    assert questions.gunnery(r, watson, [fighter(), fighter()]).routine
    assert not questions.gunnery(r, watson, [fighter(), seen]).routine


def _dice(events: list[Event]) -> list[str]:
    return [event.chart for event in events if isinstance(event, Rolled)]


def test_4_6_no_dice_fall_before_the_marker_is_turned() -> None:
    r = over_tokyo("Watson")
    r.ratings.evasion = 0
    ref = referee(6, 6)
    told(r, ref, flak())
    at = next(n for n, event in enumerate(ref.events) if isinstance(event, Rolled))
    assert "hazard-revealed" in [getattr(event, "kind", "") for event in ref.events[:at]]
    assert not any(isinstance(event, Chosen) for event in ref.events)
    assert _dice(ref.events) == ["flak"]


def test_4_8_the_chances_of_a_lucky_pilot_are_told_like_those_of_any_other() -> None:
    r = over_tokyo("Watson")
    watson = b25(r, "Watson")
    elite(watson, Benefit.PILOT_REROLL)
    box = next(iter(r.target().boxes.values()))
    option = next(iter(boxes.approach(referee(), r, [(watson, box)]).options.values()))
    assert [stake.label for stake in option.stakes] == [
        "gets in without Somebody's re-roll",
        "gets in and hits",  # which is not said again
    ]


def test_4_6_3_what_a_marker_does_is_said_when_it_is_turned_over() -> None:
    r = over_tokyo("Watson")
    r.ratings.evasion = 0
    haze = Marker("tokyo-day", Front.GROUND, Back.HAZE, approach=-1, stay=True)
    scenes = told(r, referee(1, 1, draws=[0] * 3, defaults=True), flak(), haze, crowd())
    lines = [line.text for scene in scenes for line in scene.lines if line.text.startswith("A marker is turned")]
    assert lines == [
        "A marker is turned over for Watson: Flak 6-8: a sum of 6 to 8 hits.",
        "A marker is turned over for Watson: Haze: -1 to reach a target.",
        "A marker is turned over for Watson: panic below, no fire.",
    ]


def test_4_6_3_a_fighter_that_breaks_off_is_called_so() -> None:
    r = over_tokyo("Watson")
    gone = Marker("tokyo-day", Front.INTERCEPTOR, Back.BREAK_OFF)
    scenes = told(r, referee(defaults=True), gone)
    assert "Shaken off over Tokyo North: a fighter, which breaks off." in [line.text for line in scenes[0].lines]
    assert scenes[0].headline == "1 marker is drawn over Tokyo North"


@pytest.mark.parametrize(
    ("marker", "means"),
    [
        (Marker("c", Front.GROUND, Back.SMALL_ARMS, low=2, high=2), "a sum of 2 hits"),
        (fighter(), "a sum of 4 to 5 hits, below that it stays on the tail"),
        (Marker("c", Front.TARGET, Back.BALLOONS), "a die destroys or damages the B-25"),
        (
            Marker("c", Front.GROUND, Back.SEARCHLIGHTS, approach=-2, detonation=-1),
            "-2 to reach a target, -1 to hit it",
        ),
        (crowd(), ""),
    ],
)
def test_4_6_3_every_back_says_what_it_does(marker: Marker, means: str) -> None:
    assert marker.means() == means


def test_4_8_2_what_lies_in_a_box_says_what_it_does() -> None:
    r = over_tokyo("Watson")
    box = r.target().boxes["Tokyo Armory"]
    box.markers = [
        Marker("tokyo-day", Front.TARGET, Back.CONCRETE, detonation=-1, stay=True),
        Marker("tokyo-day", Front.TARGET, Back.CONSPICUOUS, approach=1, stay=True),
    ]
    ref = referee(1, 1)
    approach._check(ref, r, b25(r, "Watson"), box)
    texts = [line.text for scene in view().scenes(ref.events) for line in scene.lines]
    assert (
        "In Tokyo Armory: Reinforced Concrete (-1 to hit it), Conspicuous Target (+1 to reach a target)." in texts
    )


def test_4_8_1_an_option_says_what_its_numbers_are_made_of_and_who_has_attacked() -> None:
    r = over_tokyo("Watson")
    watson, box = b25(r, "Watson"), r.target().boxes["Tokyo Armory"]
    box.blast = 2
    ask = boxes.approach(referee(), r, [(watson, box)])
    assert "reaches it on 5+" in ask.options["Watson > Tokyo Armory"].label
    assert ask.options["Watson > Tokyo Armory"].detail.startswith(
        "Box 7/8. To reach it: +1 navigation skill, +1 Blast in the box already. To hit it: +2 bombing skill."
    )
    assert ask.options["nobody"].label == "Nobody attacks this turn"
    assert boxes.approach(referee(), r, [(watson, box)], more=True).options["nobody"].label == (
        "Nobody else attacks this turn"
    )


def test_4_2_markers_over_several_areas_are_not_called_by_one_of_them() -> None:
    r = over_tokyo("Watson", "Joyce")
    b25(r, "Joyce").area = "Kisarazu"
    scenes = told(r, referee(draws=[0] * 8, defaults=True), crowd(), crowd(), crowd(), crowd())
    assert scenes[0].headline == "Markers are drawn over 2 areas"


def test_8_3_7_an_engine_that_runs_on_is_not_said_to_burn() -> None:
    for faces, headline, weight in (
        ((2,), "An engine of Watson sputters and runs on", "calm"),
        ((1, 2), "An engine of Watson is on fire", "grave"),
    ):
        r, flight = plain(4, 4, "Watson")
        r.launch = Launch.EMERGENCY
        flight_hazards.resolve(ref := referee(*faces), r, flight.aircraft[0], hazard(r, Back.ENGINE_SPUTTER))
        (scene,) = view().scenes(ref.events)
        assert (scene.headline, scene.weight) == (headline, weight)


def test_8_3_7_who_runs_from_a_fighter_burns_a_fuel_for_it() -> None:
    r, flight = plain(4, 5, "Watson", "Joyce")
    ref = referee(1, 1, 1, 1, answers=["interceptor=get away"])
    flight_hazards.resolve(ref, r, flight.aircraft[0], hazard(r, Back.INTERCEPTOR, "flight-II", break_off=False))
    texts = [line.text for scene in view().scenes(ref.events) for line in scene.lines]
    assert texts[-2:] == [
        f"{b25(r, 'Watson').name()} leaves Flight 1 and flies on alone with 5 Fuel.",
        "1 Fuel burnt, away from an Interceptor; left: 4 in Watson.",
    ]


def test_4_7_the_way_home_is_told_by_where_it_leads() -> None:
    r, flight = plain(6, 4, "Watson")
    ref = referee(answers=["onward=Chungking"])
    acquisition._attempt(ref, flight, "Vladivostok")
    acquisition.onward(ref, r, flight)
    (scene,) = view().scenes(ref.events)
    assert scene.headline == "Flight 1 makes for China"
    assert "Flight 1 makes for China." in [line.text for line in scene.lines]
    acquisition._attempt(ref := referee(), flight, "Vladivostok")
    ref.note("acquisition", flight="Flight 1", target="Vladivostok", success=False, sum=4, number=7)
    assert opening(view(), view().scenes(ref.events)[0], ref.events, 1) == "Flight 1 looks for Vladivostok"


# ------------------------------------------------------------------ other moments of the raid


def test_8_3_7_the_secrecy_test_and_the_vessels_own_report_are_told_apart() -> None:
    r, flight = plain(4, 4, "Watson")
    vessel = hazard(r, Back.VESSEL, "flight-I", icon=Icon.TRIANGLE)
    ref = referee(*(1,) * r.security.value, 6, 6, defaults=True)
    flight_hazards.resolve(ref, r, flight.aircraft[0], vessel)
    scenes = [scene for scene in view().scenes(ref.events) if scene.kind in ("hazards", "vessel")]
    assert [(scene.headline, scene.weight) for scene in scenes] == [
        ("Something leaks out", "notable"),
        ("A vessel stays off the radio", "calm"),
    ]
    assert not any("report" in line.text for scene in scenes for line in scene.lines)
    flight_hazards.resolve(ref := referee(6, 6), r, flight.aircraft[0], hazard(r, Back.VESSEL, icon=Icon.NONE))
    assert view().scenes(ref.events)[-1].headline == "A vessel stays off the radio"


def test_13_2_4_a_storm_that_costs_nothing_is_calm() -> None:
    words = view().scene_book.note["china-storm"]
    assert [words.weighs(Noted("china-storm", {"site": "Kian", "lost": lost})) for lost in (0, 2)] == [0, 1]
    text = [view().note_text(Noted("china-storm", {"site": "Kian", "lost": lost}), "brief") for lost in (0, 2)]
    assert text == ["A storm over Kian does no harm.", "A storm over Kian costs 2 Fuel."]


def test_4_5_1_of_a_pool_the_die_is_told_and_no_sum() -> None:
    needed = Needed((), 671, 1296, any=6)
    roll = SceneRoll(0, "gunnery", "Gunnery", (1, 4, 6, 2), (), 13, "", "", "13", throw=needed)
    assert roll.comes_to == "a 6"
    assert replace(roll, faces=(1, 4, 5, 2)).comes_to == "no 6"
    assert replace(roll, throw=None).comes_to == "13"


#: Checks that are made so often, or so far from any decision, that they are told and not thrown.
TOLD = {"ship-flak"}


def test_what_decides_is_thrown_and_says_what_it_needs_before_it_falls() -> None:
    unthrown: set[str] = set()
    dumb: set[str] = set()
    book = view().scene_book
    charts = GAME.charts().charts
    for record in [flown(scenario, seed, wild=seed == "w") for scenario in range(1, 11) for seed in ("a", "w")]:
        scenes = view().scenes(record.events)
        thrown = {n for cast in casts(book, scenes, record.events) for n in cast.rolls}
        for number, event in enumerate(record.events):
            if not isinstance(event, Rolled):
                continue
            if number in thrown:
                said = announced(event, charts[event.chart], words=book.words(event.chart, event.about))
                if not (said.needs or said.bands):
                    dumb.add(event.chart)
            elif event.needed is not None and 0 < event.needed.ways < event.needed.of and not event.again:
                unthrown.add(event.chart)
    assert unthrown <= TOLD
    assert dumb == set()


@pytest.mark.parametrize(
    ("wind", "passes", "fails"),
    [
        (Wind.HEADWIND, ("flies on", 1), ("gets no farther", 1)),
        (Wind.SEVERE_HEADWIND, ("burns no extra Fuel", 2), ("burns 1 extra Fuel", 1)),
        (Wind.CROSSWIND, ("flies on and burns 1 Fuel for it", 1), ("gets no farther", 2)),
        (Wind.SEVERE_CROSSWIND, ("flies on", 2), ("burns 1 Fuel and gets no farther", 1)),
        (Wind.TAILWIND, ("flies on", 2), ("flies on and burns 1 Fuel more", 1)),
    ],
)
def test_8_2_1_a_guzzle_check_is_called_by_what_it_does_in_this_wind(
    wind: Wind, passes: tuple[str, int], fails: tuple[str, int]
) -> None:
    assert passes[0] != fails[0]
    for faces, came, (result, left) in (((6, 6), "passes", passes), ((1, 1), "fails", fails)):
        r, flight = plain(3, 4, "Watson")
        ref = referee(*faces)
        ref.scene("wind")
        rule.pays(ref, r, flight, wind)
        assert flight.fuel == left + 2
        (scene,) = view().scenes(ref.events)
        assert scene.headline == f"Flight 1 {result}"
        assert (scene.weight == "calm") is (result in ("flies on", "burns no extra Fuel")), "nothing was lost"
        told = f"Flight 1 {came}: it {result} ("
        assert told in scene.lines[0].text or told in scene.lines[1].text


def test_8_2_2_a_guzzle_check_over_japan_says_that_the_flight_looks_for_a_city() -> None:
    """ruling 8.2.2"""
    for faces, result in (
        ((6, 6), "looks for a city"),
        ((1, 1), "looks for a city and burns 1 Fuel more"),
    ):
        r, flight = plain(6, 4, "Watson")
        ref = referee(*faces)
        ref.scene("wind")
        assert rule.pays(ref, r, flight, Wind.TAILWIND, Use.CITY)
        assert view().scenes(ref.events)[0].headline == f"Flight 1 {result}"
    assert Guzzled.STAYS.of(Use.CITY) == "cannot look for a city now"
    assert Guzzled.GOES.of(Use.FIELD) == "looks for a field"


def test_8_2_4_the_guzzle_checks_of_several_flights_share_a_scene_and_each_throw_says_whose_it_is() -> None:
    r, first = plain(3, 2, "Watson")
    second = join(r, 3, 2, "Joyce")
    ref = referee(6, 6, 1, 1)
    ref.scene("wind")
    for flight in (first, second):
        rule.pays(ref, r, flight, Wind.TAILWIND)
    scenes = view().scenes(ref.events)
    assert [scene.headline for scene in scenes] == ["2 Flights in the wind"]
    thrown = [ref.events[cast.first] for cast in casts(view().scene_book, scenes, ref.events)]
    assert [roll.about for roll in thrown if isinstance(roll, Rolled)] == [
        f"Flight {number}, in a tailwind (passed: it flies on; failed: it flies on and burns 1 Fuel more)"
        for number in (1, 2)
    ]
    assert scenes[0].key is None  # no one of them decides
    (told,) = passing_lines(view().scene_book, scenes[0])
    assert "Flight 1 passes: it flies on (6+6-2=10)" in told.text
    assert "Flight 2 fails: it flies on and burns 1 Fuel more (1+1-2=0)" in told.text


def test_8_2_4_a_guzzle_check_whose_dice_a_question_told_shows_them_beside_the_others() -> None:
    """2.3.7"""
    r, first = plain(3, 2, "Watson")
    elite(first.aircraft[0], Benefit.PILOT_REROLL)
    second = join(r, 3, 2, "Joyce")
    ref = referee(1, 1, 6, 6, answers=["re-roll=keep"])
    ref.scene("wind")
    for flight in (first, second):
        rule.pays(ref, r, flight, Wind.TAILWIND)
    since = next(n for n, event in enumerate(ref.events) if isinstance(event, Chosen)) + 1
    (block,) = view().tell(ref.events, since)
    assert "Flight 1 fails: it flies on and burns 1 Fuel more (1+1-2=0)" in block.lines[0].text


def test_4_4_a_hazard_shaken_off_lies_on_the_map_until_it_is_seen_and_the_legend_says_so() -> None:
    r = over_tokyo("Watson")
    watson = r.attackers[0]
    watson.assigned = [flak()]
    r.target().areas["Tokyo North"].markers = [fighter()]  # shaken off, not yet turned over
    drawn = "\n".join("".join(text for text, _ in row) for row in picture.picture(r, ()))
    assert "!2 ?" in drawn
    attack_hazards._resolve(referee(6, 6), r, [r.target().areas["Tokyo North"]])
    assert "!" not in "\n".join("".join(text for text, _ in row) for row in picture.picture(r, ()))
    assert "one shaken off harms nobody, but lies there until it is seen" in picture.SIGNS


def test_8_2_4_the_weight_of_the_fuel_is_said_in_plain_words() -> None:
    _, flight = plain(3, 7, "Watson")
    flight.aircraft[0].loaded = False
    assert [(mod.value, mod.reason) for mod in fuel.guzzle_mods(flight)] == [(-4, "the Fuel still in the tanks")]


@pytest.mark.parametrize("wind", list(Wind))
def test_8_2_1_what_a_wind_means_for_the_fuel_is_told_with_it(wind: Wind) -> None:
    (block,) = view().tell([Noted("wind", {"box": "Defense", "wind": wind.value})])
    told = block.lines[0].text
    assert told.startswith(f"Wind, Defense: {wind.value}. ")
    assert "zone" in told
    assert ("Fuel" in told) is (wind is not Wind.SEVERE_TAILWIND)


@pytest.mark.parametrize(
    ("back", "loaded", "radios", "idle"),
    [
        (Back.COMPASS_ERROR, True, False, False),
        (Back.COMPASS_ERROR, False, False, True),
        (Back.COMPASS_ERROR, False, True, False),
        (Back.FAULTY_DOORS, True, False, False),
        (Back.FAULTY_DOORS, False, False, True),
    ],
)
def test_8_3_7_what_hinders_an_attack_does_nothing_to_a_flight_without_bombs(
    back: Back, loaded: bool, radios: bool, idle: bool
) -> None:
    r, flight = plain(7, 4, "Watson")
    flight.aircraft[0].loaded, r.ratings.radios = loaded, radios
    ref = referee(6, 6, 6, 6, 6)
    flight_hazards.resolve(ref, r, flight.aircraft[0], hazard(r, back))
    note = next(e for e in ref.events if isinstance(e, Noted) and e.kind == "flight-hazard")
    assert note.facts["idle"] is idle


@pytest.mark.parametrize("denouement", [True, False])
def test_8_3_7_a_mechanical_problem_says_what_fails_and_what_it_costs(denouement: bool) -> None:
    r, flight = plain(4, 4, "Watson")
    r.options.denouement = denouement
    ref = referee()
    marker = hazard(r, Back.MECHANICAL, name="Sticky Rudder", landing=-2)
    flight_hazards.resolve(ref, r, flight.aircraft[0], marker)
    (scene,) = view().scenes(ref.events)
    means = [line.text for line in ailments.stays(ref, scene, view().rule_index)]
    said = ["The fault in the rudder stays: −2 on the Landing Check of this bomber."]
    assert means == (said if denouement else []), "without a Landing Check it costs nothing"


def test_8_1_4_a_guzzle_check_for_a_second_look_says_what_it_is_for() -> None:
    """ruling 45"""
    r, flight = plain(6, 4, "Watson")
    fuel.guzzle(ref := referee(1, 1), r, flight, why="looking for Tokyo again")
    (roll,) = [event for event in ref.events if isinstance(event, Rolled)]
    told = "Flight 1, looking for Tokyo again (passed: it burns no extra Fuel; failed: it burns 1 extra Fuel)"
    assert roll.about == told


def test_2_3_7_dice_that_fail_and_are_kept_are_not_said_to_do() -> None:
    assert "do as they are" in advice.why_again((1, 1), [], (), False)
    assert "do as they are" not in advice.why_again((1, 1), [], (), True)


def test_4_5_1_gunnery_dice_come_to_a_six_or_none() -> None:
    roll = SceneRoll(
        0, "gunnery", "Gunnery", (5, 4, 1), (), 10, "", "", "", throw=Needed((), 91, 216, 6), read="miss"
    )
    text = " ".join(part for row in draw.dice(roll, said=True) for part, _ in row)
    assert "no 6" in text
    assert "10" not in text


def test_8_1_4_what_the_alert_calls_up_is_headed_by_the_city_that_is_looked_for_now() -> None:
    """ruling 17"""
    r, flight = plain(6, 4, "Watson")
    r.security.alert = 2
    r.cups["flight-alert"] = [Marker("flight-alert", Front.PLAIN, Back.CLEAR)]
    ref = referee(1, 1, 1, 1, 6, 6, draws=[0], answers=["city=Osaka/Kobe", "not-found=Tokyo", "onward=Chungking"])
    acquisition.attack_city(ref, r, flight)
    answered = next(n for n, e in enumerate(ref.events) if isinstance(e, Chosen) and e.id == "not-found")
    assert view().scenes(ref.events[: answered + 1])[-1].headline == "Flight 1 does not find Osaka/Kobe"
    later = view().scenes(ref.events, answered + 1)
    assert later[0].headline == "Flight 1 looks for Tokyo instead"
    assert later[-1].headline == "Flight 1 finds nothing and drops its bombs anywhere"
    assert all("Osaka" not in scene.headline for scene in later)


@pytest.mark.parametrize("again", [False, True])
def test_4_6_3_fire_at_a_b25_is_announced_by_what_hits_it(again: bool) -> None:
    r = over_tokyo("Watson")
    r.ratings.evasion = 0
    if again:
        elite(b25(r, "Watson"), Benefit.PILOT_REROLL)
    ref = referee(3, 4, 1, answers=["re-roll=die 1", "re-roll=throw"] * again)
    told(r, ref, flak())
    book = view().scene_book
    said = [
        announced(e, GAME.charts().charts[e.chart], words=book.words(e.chart)).needs
        for e in ref.events
        if isinstance(e, Rolled)
    ]
    assert said[0] == "hits you on 6 to 8: 44 %"
    assert [words.partition(" ")[0] for words in said[1:]] == ["needs"] * again  # then the player throws
