"""Choices of the voyage: what one question settles, what is remembered, and what is told."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Chosen, Fact, Noted
from flakhouse.games.doolittle import cups, debrief, iboat, launch, naval, quarters, sea_hazards, underway
from flakhouse.games.doolittle.advice import launch as launch_advice
from flakhouse.games.doolittle.advice import quarters as advice
from flakhouse.games.doolittle.advice import transit as transit_advice
from flakhouse.games.doolittle.fleet import Recon
from flakhouse.games.doolittle.questions import airstrike as airstrike_questions
from flakhouse.games.doolittle.questions import deck as deck_questions
from flakhouse.games.doolittle.questions import launch as launch_questions
from flakhouse.games.doolittle.questions import quarters as quarters_questions
from flakhouse.games.doolittle.questions import sea_hazards as sea_questions
from flakhouse.games.doolittle.questions import training as training_questions
from flakhouse.games.doolittle.questions import transit as transit_questions
from flakhouse.games.doolittle.state import Elite, Flight, Marker, Raid
from flakhouse.games.doolittle.words import Back, Benefit, Fate, Front, Launch, Weather
from tests.doolittle import fleet
from tests.doolittle.helpers import b25, done, noted, referee
from tests.doolittle.voyage import at_sea, hazard, patrol, recon, ship
from tests.render.doolittle_raids import view


def _deck(r: Raid, *pilots: str) -> None:
    """Only these B-25s are on deck."""
    for b in r.squadron:
        b.fate = Fate.DECK if b.pilot in pilots else Fate.RESERVE


def _medals() -> Marker:
    return Marker("sea-east", Front.PLAIN, Back.MEDALS)


# ------------------------------------------------------------------ 12.6.6 Medals and the pilot's re-roll


def test_12_6_6_medals_do_not_help_at_the_launch_but_the_pilot_does() -> None:
    r = at_sea("Defense West", Weather.GUSTY)
    _deck(r, "Doolittle", "Gray")
    doolittle = b25(r, "Doolittle")
    doolittle.medals = [_medals()]
    ref = referee(1, 2, 5, 5, answers=["flights-as-proposed=yes", "re-roll=all"])
    launch.launch(ref, r, Launch.PLANNED)
    assert "flight-off" in noted(ref)
    assert len(doolittle.medals) == 1
    assert doolittle.elite is not None
    assert doolittle.elite.used
    done(ref)


def test_12_6_6_medals_do_not_help_in_a_botched_take_off_but_the_pilot_does() -> None:
    r = at_sea("Defense West", Weather.GUSTY)
    _deck(r, "Doolittle", "Gray")
    doolittle = b25(r, "Doolittle")
    doolittle.medals = [_medals()]
    answers = ["flights-as-proposed=yes", "re-roll=keep", "last-off=2344", "re-roll=all"]
    ref = referee(1, 2, 1, 1, 5, 5, answers=answers)
    launch.launch(ref, r, Launch.PLANNED)
    assert doolittle.fate is Fate.FLYING
    assert len(doolittle.medals) == 1
    done(ref)


def test_12_3_1_no_re_roll_is_asked_for_a_launch_that_succeeds() -> None:
    r = at_sea("Defense West", Weather.GUSTY)
    _deck(r, "Doolittle", "Gray")
    ref = referee(3, 3, answers=["flights-as-proposed=yes"])
    launch.launch(ref, r, Launch.PLANNED)
    assert "flight-off" in noted(ref)
    done(ref)


def test_12_6_6_and_2_1_2_a_b25_may_carry_medals_twice() -> None:
    r = at_sea("Midway")
    gray = b25(r, "Gray")
    gray.medals = [_medals()]
    marker = hazard(Back.MEDALS)
    sea_hazards.resolve(referee(answers=[f"medals={gray.id}"]), r, marker, patrol(r), [patrol(r)])
    assert len(gray.medals) == 2
    marker = hazard(Back.MEDALS)
    sea_hazards.resolve(referee(defaults=True), r, marker, patrol(r), [patrol(r)])
    assert len(gray.medals) == 2, "by default somebody without"


# ------------------------------------------------------------------ 12.1.1 Recon


def test_12_1_1_a_place_that_was_the_only_one_is_not_taken_for_a_wish() -> None:
    r = at_sea("Midway", joined=True)
    recon(r, "VS6").distress = hazard(Back.MECHANICAL_DISTRESS, number=5)
    places = ["recon-place=Sea Area", "recon-place=Local Recon", "recon-place=High CAP"]
    answers = ["orders=recon", "recon=each", *places, "recon-place=Sea Area", "recon-place=Hangar"]
    quarters.phase(referee(1, 1, answers=[*answers, "orders=done", "recovery=no"], defaults=True), r)
    assert recon(r, "VS6").place == "Hangar"
    marker = recon(r, "VS6").distress
    assert marker is not None
    recon(r, "VS6").distress = None
    cups.put_back(r, marker)
    assert advice.post(r, recon(r, "VS6")) == "Sea Area"
    assert advice.post(r, recon(r, "CA light")) == "Local Recon", "that was a wish"


# ------------------------------------------------------------------ 12.1.4, 12.1.5


def test_12_1_4_slow_ships_leave_by_one_answer() -> None:
    r = at_sea("Midway", joined=True)
    ref = referee(answers=["orders=detach", "detach-ship=proposed", "orders=done"])
    quarters.phase(ref, r)
    assert [s.name for s in r.task_force.groups[0][1]] == ["Cimarron", "Sabine"]
    done(ref)


def test_12_1_5_of_two_elite_copilots_the_player_picks_one() -> None:
    r = at_sea("Hawaii")
    hoover, gray = b25(r, "Hoover"), b25(r, "Gray")
    hoover.elite = cole = Elite("Cole", Benefit.COPILOT_REPAIR, "2344")
    gray.elite = emmens = Elite("Emmens", Benefit.COPILOT_REPAIR, "2242")
    jones = b25(r, "Jones")
    jones.damage = 1
    answers = ["orders=repair", f"repair-copilot={gray.id}", "orders=done"]
    ref = referee(answers=answers)
    quarters.phase(ref, r)
    assert jones.damage == 0
    assert emmens.used
    assert not cole.used
    done(ref)


# ------------------------------------------------------------------ 12.3.2 botched take-off


@pytest.mark.parametrize(
    ("elites", "damaged", "last", "why"),
    [
        ((), (), "Gray", "Sound, and nobody aboard whom the raid would miss."),
        (("Gray",), (), "Doolittle", "Sound, and the others of the Flight are damaged or would be missed more."),
        (("Gray", "Doolittle"), (), "Gray", "Each sound B-25 of the Flight has an Elite Crewman aboard"),
        ((), ("Gray", "Doolittle"), "Gray", "Each of them is damaged."),
    ],
)
def test_12_3_2_the_reason_is_true_of_the_b25_that_is_advised(
    elites: tuple[str, ...], damaged: tuple[str, ...], last: str, why: str
) -> None:
    r = at_sea("Defense West", Weather.GUSTY)
    there = [b25(r, "Doolittle"), b25(r, "Gray")]
    for b in there:
        b.elite = Elite("Cole", Benefit.COPILOT_REPAIR, "2344") if b.pilot in elites else None
        b.damage = int(b.pilot in damaged)
    flight = Flight(1, there)
    assert launch_advice.last_off(flight) == b25(r, last).id
    ask = launch_questions.last_off(flight)
    assert ask.why is not None
    assert ask.why().startswith(why)


def test_13_5_2_the_leader_is_spared_where_another_b25_will_do() -> None:
    r = at_sea("Midway")
    there = [b25(r, "Doolittle"), b25(r, "Gray")]
    for b in there:
        b.elite = None
    assert transit_advice.transit_b25(there).pilot == "Gray"
    assert [b.pilot for b in launch_advice.burnt_b25s(there, 1)] == ["Gray"]


def test_2_3_where_a_b25_is_picked_for_harm_its_elite_crewman_is_named() -> None:
    """11.2.1, 12.3.2, 12.6.6, 13.4.9, 13.5.2, 13.5.3"""
    r = at_sea("Midway")
    hoover, gray = b25(r, "Hoover"), b25(r, "Gray")
    hoover.elite, hoover.damage = Elite("Cole", Benefit.COPILOT_REPAIR, "2344"), 1
    gray.elite = None
    there = [hoover, gray]
    words = f"{hoover.name()}, damaged, elite copilot Cole (repair)"
    for ask in (
        launch_questions.last_off(Flight(1, there)),
        launch_questions.burnt_b25(there, [gray], 1),
        transit_questions.transit_b25(hazard(Back.DAMAGE), there),
    ):
        assert (ask.options[hoover.id].label, ask.options[gray.id].label) == (words, gray.name())
    for ask in (
        airstrike_questions.airstrike_b25s(there, 1, 0),
        deck_questions.ashore(there, 1),
        training_questions.training_crash(there),
        training_questions.b25_hurt("13.5.3", "the crane", there, []),
    ):
        assert (ask.options["Hoover"].label, ask.options["Gray"].label) == (words, gray.name())
    assert sea_questions.medals(there).options[hoover.id].label == words


def test_10_2_the_floatplanes_of_the_cruisers_are_named_in_plain_words() -> None:
    """12.1.1, 12.1.6, 12.6.4, 12.6.6"""
    dark, fighters = Recon("CA dark", "Hangar"), Recon("VF6", "Hangar")
    ask = quarters_questions.recon([dark, fighters], ["Sea Area", "Low CAP"])
    words = "floatplanes of the Hornet group"
    assert ask.options["proposed"].label == f"As proposed: {words} to Sea Area, VF6 to Low CAP"
    assert quarters_questions.recon_place(dark, ["Sea Area"], {}).prompt.startswith(
        "Floatplanes of the Hornet group, "
    )
    assert words in quarters_questions.recovery("CA dark", dark.subject, 6).prompt
    force = sea_hazards.Patrol(sea_hazards.TASK_FORCE)
    for met, who in ((sea_hazards.Patrol("CA dark", dark), words), (force, "Task Force")):
        assert sea_questions.boat(met, 1).prompt == f"A boat is met by the {who}."
    told: tuple[tuple[str, dict[str, Fact]], ...] = (
        ("sea-hazard", {"patrol": "CA dark", "area": "Hawaii", "hazard": "Clouds", "clear": False}),
        ("recon-distress", {"marker": "CA light"}),
        ("recovery", {"who": "CA dark", "done": True}),
    )
    for kind, facts in told:
        (line,) = view().event_lines(Noted(kind, facts))
        assert "CA" not in line
        assert "loatplanes of the" in line


# ------------------------------------------------------------------ 12.3.2 fire on deck


def test_12_3_2_the_b25s_that_burn_are_named_by_one_answer_or_one_by_one() -> None:
    for answers, names in (
        (["burnt-b25=proposed"], ["Jones", "Hallmark"]),
        (["burnt-b25=2242", "burnt-b25=proposed"], ["York", "Jones"]),
    ):
        r = at_sea("Defense West", Weather.GUSTY)
        _deck(r, "Hoover", "Gray", "Jones", "Hallmark", "York", "Lawson")
        for b in r.squadron:
            b.elite = None
        flights = ["flights-as-proposed=no", "how-many-flights=3", *[f"which-flight={n}" for n in (1, 1, 2, 2)]]
        ref = referee(1, 1, 1, 2, 2, answers=[*flights, "last-off=2292", *answers])
        launch.launch(ref, r, Launch.PLANNED)
        burnt = [c.b25.pilot for c in r.crews]
        assert burnt == names
        done(ref)


def test_11_2_flights_after_the_airstrike_are_numbered_on() -> None:
    r = at_sea("Defense West", Weather.GUSTY)
    _deck(r, "Hoover", "Gray", "Jones", "Hallmark", "York", "Lawson")
    first = [b25(r, "Hoover"), b25(r, "Gray")]
    launch.launch(referee(6, 6, defaults=True), r, Launch.EMERGENCY, b25s=first, flights=1)
    by_hand = ["flights-as-proposed=no", "how-many-flights=2", *[f"which-flight={n}" for n in (2, 3, 2)]]
    ref = referee(6, 6, 6, 6, answers=by_hand)
    launch.launch(ref, r, Launch.EMERGENCY)
    assert [(f.number, [b.pilot for b in f.aircraft]) for f in r.flights][1:] == [
        (2, ["Jones", "Lawson"]),
        (3, ["Hallmark", "York"]),
    ]
    done(ref)


# ------------------------------------------------------------------ 12.5.3 rendezvous


def test_12_5_3_who_did_not_get_away_may_still_try_the_rendezvous_once() -> None:
    r = at_sea("Midway", Weather.CALM)
    r.task_force.rv_area = ""
    answers = ["rendezvous=no", "force-move=no", "rendezvous=yes", "radio-silence=0"]
    ref = referee(1, 1, 1, 2, answers=answers)
    underway.phase(ref, r)
    assert noted(ref).count("rendezvous-missed") == 1
    done(ref)
    ref = referee(1, 2, 1, 1, answers=["rendezvous=yes", "radio-silence=0", "force-move=no"])
    underway.phase(ref, r)
    assert noted(ref).count("rendezvous-missed") == 1
    done(ref)


# ------------------------------------------------------------------ 12.6.3, 12.6.6


def test_12_6_3_who_gets_one_more_is_one_question() -> None:
    r = at_sea("Midway", joined=True)
    for name in ("CA dark", "CA light", "VS6"):
        recon(r, name).place = "Sea Area"
    clouds = [m for m in r.cups["sea-central"] if m.back is Back.CLOUDS]
    r.cups["sea-central"] = clouds[:2]
    answers = ["extra-hazard=proposed", "next-hazard=CA dark", *["emergency-launch=carry on"] * 2]
    ref = referee(answers=answers)
    assert not sea_hazards.phase(ref, r)
    done(ref)
    picks = ["extra-hazard=VS6", "extra-hazard=Task Force", "next-hazard=VS6"]
    ref = referee(answers=[*picks, *["emergency-launch=carry on"] * 2])
    assert not sea_hazards.phase(ref, r)
    done(ref)


def test_12_6_6_what_becomes_of_mechanical_distress_is_told() -> None:
    r = at_sea("Midway")
    ref = referee(answers=["distress-ship=Hornet"])
    sea_hazards.resolve(ref, r, hazard(Back.MECHANICAL_DISTRESS, number=5), patrol(r), [patrol(r)])
    assert noted(ref) == ["distress"]
    assert ship(r, "Hornet").space == "Center"
    ref = referee()
    sea_hazards.resolve(ref, r, hazard(Back.MECHANICAL_DISTRESS, red_flags=True), patrol(r), [patrol(r)])
    assert noted(ref) == ["red-flags"]
    (flags,) = [line.text for block in view().tell(ref.events) for line in block.lines]
    assert flags == "Red flags on the Task Force: -3 on the next Rendezvous Check."
    ref = referee()
    eyes = patrol(r, "CA dark")
    sea_hazards.resolve(ref, r, hazard(Back.MECHANICAL_DISTRESS, number=5), eyes, [eyes, patrol(r)])
    assert noted(ref) == ["recon-distress"]


def test_12_0_1_after_a_fire_the_end_is_not_told_as_if_nobody_had_flown() -> None:
    r = at_sea("Pacific", Weather.CALM)
    r.launch = Launch.EMERGENCY  # some flew before the fire
    ship(r, "Hornet").damaged = True
    r.cups["sea-east"].clear()
    ref = referee(3, 3, 6, 6, 3, 3, defaults=True)
    assert naval.turn(ref, r)
    assert "voyage-over" in noted(ref)
    assert "naval-ended" not in noted(ref)
    assert r.aborted == ""


def test_12_6_6_the_number_a_reacting_ship_needs_counts_everything_that_helps() -> None:
    r = fleet.at_sea()
    fleet.recon(r, "VS6").place = "Local Recon"
    ref = referee(6, 6, 1, 6, 6, defaults=True)
    iboat.attack(ref, r)
    chosen = [e.label for e in ref.events if isinstance(e, Chosen) and e.label.endswith("+")]
    # Reaction 8: one less from Local Recon, and one less for a ship in an adjacent space
    assert chosen == ["Grayson (destroyer, Port): 6+"]


def test_12_6_6_an_i_boat_driven_off_counts_in_the_debriefing() -> None:
    r = fleet.at_sea()
    before = dict((what, points) for what, _, points in debrief.score(referee(), r))
    iboat.attack(referee(6, 6, 1, 6, 6, defaults=True), r)
    after = dict((what, points) for what, _, points in debrief.score(referee(), r))
    assert r.task_force.i_boats_sunk == 1
    assert after["enemy ship sunk"] == before["enemy ship sunk"] + 3
