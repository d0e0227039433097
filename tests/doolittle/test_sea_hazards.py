"""12.6 Sea Hazards."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Rolled
from flakhouse.games.doolittle import launch, sea_hazards
from flakhouse.games.doolittle.questions import sea_hazards as questions
from flakhouse.games.doolittle.state import Marker, Raid
from flakhouse.games.doolittle.words import Back, Fate, Icon, Launch, Weather
from tests.doolittle.helpers import done, noted, referee, rolled
from tests.doolittle.voyage import at_sea, hazard, patrol, recon, ship
from tests.render.doolittle_raids import view

_TRIANGLE = Icon.TRIANGLE


def _resolve(r: Raid, marker: Marker, who: str, *faces: int, answers: list[str] | None = None) -> list[str]:
    """A marker takes effect on a Patrol; the charts rolled."""
    ref = referee(*faces, answers=answers)
    on = patrol(r, who)
    sea_hazards.resolve(ref, r, marker, on, [on])
    done(ref)
    return rolled(ref)


def _cup(r: Raid, name: str, *backs: Back) -> None:
    """These markers are drawn first."""
    cup = r.cups[name]
    for at, back in enumerate(backs):
        found = next(i for i in range(at, len(cup)) if cup[i].back is back)
        cup.insert(at, cup.pop(found))


# ------------------------------------------------------------------ drawing and assigning


@pytest.mark.parametrize(("name", "count"), [("sea-east", 16), ("sea-central", 18), ("sea-west", 22)])
def test_12_6_1_the_cups_are_full(name: str, count: int) -> None:
    assert len(at_sea("Pacific").cups[name]) == count


def test_12_6_2_example_draw_sea_hazards() -> None:
    """ruling 24."""
    r = at_sea("140W")
    r.security.failed = 1
    assert sea_hazards.draws(referee(), r, "140W") == 3
    r.weather["140w"] = Weather.STORM
    assert sea_hazards.draws(referee(), r, "140W") == 1


def test_12_6_2_margin_pacific_draws_one_and_another_after_a_failed_test() -> None:
    """ruling 24."""
    r = at_sea("Pacific")
    assert sea_hazards.draws(referee(), r, "Pacific") == 1
    r.security.failed = 4
    assert sea_hazards.draws(referee(), r, "Pacific") == 2  # RULING 24


def test_12_6_2_alert_and_signals_draw_more() -> None:
    r = at_sea("Defense West")
    r.security.alert = 2
    assert sea_hazards.draws(referee(), r, "Defense West") == 5
    r.task_force.signals = {"Pacific": [hazard(Back.ENEMY_SIGNALS)], "Japan": [hazard(Back.ENEMY_SIGNALS)]}
    assert sea_hazards.draws(referee(), r, "Defense West") == 6


def test_12_6_2_patrols_are_the_task_force_recon_at_sea_and_submarines_in_contact() -> None:
    r = at_sea("Defense East", joined=True)
    recon(r, "VS6").place = "Sea Area"
    recon(r, "VB6").place = "Local Recon"
    trout = r.task_force.submarines[0]
    assert [p.name for p in sea_hazards.patrols(r, "Defense East")] == ["VS6", "Task Force"]
    trout.contact = True
    assert [p.name for p in sea_hazards.patrols(r, "Defense East")] == ["Trout", "VS6", "Task Force"]
    assert sea_hazards.patrols(r, "Japan") == []


def test_12_6_2_an_empty_cup_draws_nothing() -> None:
    r = at_sea("140W")
    r.cups["sea-east"].clear()
    ref = referee()
    assert not sea_hazards.phase(ref, r)
    assert noted(ref) == ["sea-hazards"]


def test_12_6_3_hazards_are_shared_evenly() -> None:
    r = at_sea("Defense West", joined=True)
    recon(r, "VS6").place = "Sea Area"
    _cup(r, "sea-west", Back.CLOUDS, Back.CLOUDS, Back.CLOUDS)
    answers = ["extra-hazard=Task Force", "next-hazard=VS6", *["emergency-launch=carry on"] * 3]
    ref = referee(answers=answers)
    assert not sea_hazards.phase(ref, r)
    assert noted(ref) == ["sea-hazards", "sea-hazard", "sea-hazard", "sea-hazard"]
    assert len(r.cups["sea-west"]) == 22
    done(ref)


def test_12_6_4_an_emergency_launch_cancels_the_marker_and_discards_the_rest() -> None:
    """12.3 Emergency Launch, ruling 26."""
    r = at_sea("Defense West")
    for b in launch.on_deck(r)[2:]:
        b.fate = Fate.RESERVE
    _cup(r, "sea-west", Back.SHIP, Back.CLOUDS, Back.BOAT)
    ref = referee(4, 4, answers=["emergency-launch=launch", "flights-as-proposed=yes"])
    assert sea_hazards.phase(ref, r)
    assert rolled(ref) == ["launch"]
    assert r.launch is Launch.EMERGENCY
    assert len(r.cups["sea-west"]) == 22
    assert not any(m.revealed for m in r.cups["sea-west"])
    assert r.security.risk == 13
    done(ref)


def test_12_6_4_a_hidden_marker_shows_only_its_front() -> None:
    """12.6.2 Don't Peek."""
    r = at_sea("Defense West")
    assert {m.shown() for m in r.cups["sea-west"]} == {"Hazard ?"}


# ------------------------------------------------------------------ boats


def test_12_6_6_example_destroy_the_boat_by_recon() -> None:
    r = at_sea("Defense West", joined=True)
    rolls = _resolve(r, hazard(Back.BOAT, Icon.CIRCLE), "VS6", 3, 2, answers=["boat=destroy"])
    assert rolls == ["boat-destroy"]
    assert r.security.risk == 13
    assert r.security.alert == 0


def test_12_6_6_example_destroy_the_boat_by_the_task_force_which_is_reported() -> None:
    r = at_sea("Defense West", joined=True)
    rolls = _resolve(r, hazard(Back.BOAT, Icon.CIRCLE), "Task Force", 1, 3, 4, answers=["boat=destroy"])
    assert rolls == ["boat-destroy"]
    assert r.security.alert == 1
    assert r.security.risk == 13


def test_12_6_6_three_even_dice_keep_the_boat_silent() -> None:
    r = at_sea("Defense West")
    _resolve(r, hazard(Back.BOAT, Icon.CIRCLE), "Task Force", 2, 6, 4, answers=["boat=destroy"])
    assert r.security.alert == 0


@pytest.mark.parametrize(
    ("who", "faces", "told"),
    [
        ("VS6", (3, 6), "The boat is sunk by VS6 and reports nothing."),
        ("Task Force", (2, 6, 4), "The boat is sunk by the Task Force and reports nothing."),
        ("Task Force", (1, 3, 4), "The boat is sunk by the Task Force; it reports the Task Force."),
    ],
)
def test_12_6_6_whether_the_boat_reports_is_told(who: str, faces: tuple[int, ...], told: str) -> None:
    r = at_sea("Midway", joined=True)
    ref = referee(*faces, answers=["boat=destroy"])
    sea_hazards.resolve(ref, r, hazard(Back.BOAT, Icon.CIRCLE), patrol(r, who), [patrol(r, who)])
    lines = [line.text for block in view().tell(ref.events) for line in block.lines]
    assert lines[0].startswith(told[:-1])
    ask = questions.boat(patrol(r, who), 2)
    assert ask.why is not None
    assert ("even dice" in ask.why()) is (who == "Task Force")


def test_12_6_6_who_fires_at_a_boat_is_told_what_he_needs_and_throws_himself() -> None:
    r = at_sea("Midway", joined=True)
    ref = referee(3, 6, answers=["boat=destroy"])
    sea_hazards.resolve(ref, r, hazard(Back.BOAT, Icon.CIRCLE), patrol(r, "VB6"), [patrol(r, "VB6")])
    (roll,) = [event for event in ref.events if isinstance(event, Rolled)]
    assert roll.needed is not None
    assert (roll.needed.even, roll.needed.ways, roll.needed.of) == (1, 27, 36)
    (scene,) = view().scenes(ref.events)
    assert (scene.weight, scene.headline) == ("grave", "The picket boat is sunk by VB6")
    assert [(one.comes_to, one.read) for one in scene.rolls] == [("1 even", "it is sunk")]
    assert {"boat-destroy", "boat-evade"} <= set(view().scene_book.throws)


def test_12_6_6_a_boat_not_destroyed_brings_the_test_and_the_alert() -> None:
    r = at_sea("Defense West")
    faces = (1, 3, 5, 6, 6, 6, 6, 6)
    rolls = _resolve(r, hazard(Back.BOAT, Icon.CIRCLE), "Task Force", *faces, answers=["boat=destroy"])
    assert rolls == ["boat-destroy", "secrecy-test"]
    assert r.security.alert == 1
    assert r.security.risk == 14


def test_12_6_6_example_evade_the_boat() -> None:
    r = at_sea("Defense West", joined=True)
    faces = (3, 6, 6, 6, 6, 6)
    rolls = _resolve(r, hazard(Back.BOAT, Icon.CIRCLE), "VS6", *faces, answers=["boat=evade"])
    assert rolls == ["boat-evade", "secrecy-test"]
    assert r.security.alert == 0


def test_12_6_6_the_task_force_that_evades_is_reported_all_the_same() -> None:
    r = at_sea("Defense West")
    rolls = _resolve(r, hazard(Back.BOAT, Icon.CIRCLE), "Task Force", 4, answers=["boat=evade"])
    assert rolls == ["boat-evade"]
    assert r.security.alert == 1


def test_12_6_6_ca_recon_throws_one_die_at_a_boat() -> None:
    r = at_sea("Defense West")
    rolls = _resolve(r, hazard(Back.BOAT, Icon.CIRCLE), "CA dark", 2, answers=["boat=destroy"])
    assert rolls == ["boat-destroy"]


def test_12_6_6_a_submarine_avoids_a_boat() -> None:
    r = at_sea("Defense West")
    r.task_force.submarines[0].contact = True
    assert _resolve(r, hazard(Back.BOAT, Icon.CIRCLE), "Trout") == []
    assert r.security.risk == 13


# ------------------------------------------------------------------ signals


def test_12_6_6_example_enemy_signals() -> None:
    r = at_sea("Defense East")
    for area in ("Influence East", "Influence West"):
        r.task_force.signals[area] = [hazard(Back.ENEMY_SIGNALS)]
    assert sea_hazards.signal_penalty(r) == 0
    _resolve(r, hazard(Back.ENEMY_SIGNALS), "Task Force")
    assert sea_hazards.signal_penalty(r) == 1
    r.task_force.signals["Defense West"] = [hazard(Back.ENEMY_SIGNALS)]
    assert sea_hazards.signal_penalty(r) == 2


def test_12_6_6_signals_that_are_not_adjacent_cost_nothing() -> None:
    r = at_sea("Defense East")
    for area in ("Pacific", "140W", "170W", "Midway", "Influence West"):
        r.task_force.signals[area] = [hazard(Back.ENEMY_SIGNALS)]
    assert sea_hazards.signal_penalty(r) == 0
    assert sea_hazards.signal_count(r) == 5


def test_12_6_6_enemy_signals_stay_and_a_second_in_the_area_adds_three() -> None:
    r = at_sea("Defense East")
    before = len(r.cups["sea-west"])
    first, second = hazard(Back.ENEMY_SIGNALS), hazard(Back.ENEMY_SIGNALS, _TRIANGLE)
    _resolve(r, first, "Task Force")
    assert r.security.risk == 13
    _resolve(r, second, "Task Force", 5, 5, 5, 5, 5)
    assert r.security.risk == 13 + 1 + 3
    assert r.task_force.signals["Defense East"] == [first, second]
    assert len(r.cups["sea-west"]) == before


def test_12_6_6_enemy_signals_on_recon_only_test() -> None:
    r = at_sea("Defense East")
    marker = hazard(Back.ENEMY_SIGNALS, _TRIANGLE)
    assert _resolve(r, marker, "CA dark", 5, 5, 5, 5, 5) == ["secrecy-test"]
    assert not r.task_force.signals
    assert marker in r.cups["sea-west"]


def test_6_3_1_signals_take_a_die_from_the_secrecy_test() -> None:
    """ruling 53."""
    r = at_sea("Defense West")
    for area in ("Influence East", "Influence West", "Defense East"):
        r.task_force.signals[area] = [hazard(Back.ENEMY_SIGNALS)]
    assert _resolve(r, hazard(Back.I_BOAT, _TRIANGLE), "CA dark", 4, 4, 4, 4) == ["secrecy-test"]


def test_12_2_2_the_default_removes_the_signals_that_cost_most() -> None:
    r = at_sea("Defense West")
    for area in ("Pacific", "Influence East", "Influence West", "Defense East"):
        r.task_force.signals[area] = [hazard(Back.ENEMY_SIGNALS)]
    sea_hazards.remove_signal(referee(defaults=True), r)
    assert sea_hazards.signal_penalty(r) == 0
    assert "Pacific" in r.task_force.signals


# ------------------------------------------------------------------ flying boat, I-Boat, ship


def test_12_6_6_flying_boat_sees_a_large_task_force() -> None:
    """ruling 33."""
    r = at_sea("Defense East", joined=True)  # 16 ships
    faces = (4, 4, 4, 3, 6, 6, 6, 6, 6)  # 15 is less than 16
    rolls = _resolve(r, hazard(Back.FLYING_BOAT, Icon.CIRCLE), "Task Force", *faces)
    assert rolls == ["flying-boat-sea", "secrecy-test"]
    assert r.security.risk == 13 + 6 + 1


def test_12_6_6_flying_boat_misses_a_small_one_but_signals_warn_it() -> None:
    """ruling 33."""
    r = at_sea("Defense East")  # 8 ships
    r.task_force.signals["Pacific"] = [hazard(Back.ENEMY_SIGNALS), hazard(Back.ENEMY_SIGNALS)]
    _resolve(r, hazard(Back.FLYING_BOAT, Icon.CIRCLE), "Task Force", 2, 2, 2, 2, 6, 6, 6, 6, 6)
    assert r.security.risk == 13 + 2 + 1


def test_12_6_6_flying_boat_on_recon_only_tests() -> None:
    r = at_sea("Defense East", joined=True)
    rolls = _resolve(r, hazard(Back.FLYING_BOAT, Icon.CIRCLE), "VS6", 6, 6, 6, 6, 6)
    assert rolls == ["secrecy-test"]


def test_12_6_6_i_boat_attacks_only_where_a_ship_is_slow() -> None:
    r = at_sea("Defense East")
    ship(r, "Cimarron").space = ""
    assert _resolve(r, hazard(Back.I_BOAT, _TRIANGLE), "Task Force", 6, 6, 6, 6, 6) == ["secrecy-test"]
    r = at_sea("Defense East", Weather.GUSTY)
    rolls = _resolve(r, hazard(Back.I_BOAT, _TRIANGLE), "Task Force", 6, 6, 6, 6, 6, 1, 1, 3, 3)
    assert rolls == ["secrecy-test", "iboat-detection", "iboat-torpedoes"]


def test_12_6_6_ship_reports_on_an_odd_die() -> None:
    """12.6.5, 12.6.6 Secrecy Test."""
    for face, alert in ((3, 1), (4, 0)):
        r = at_sea("Defense East")
        rolls = _resolve(r, hazard(Back.SHIP, _TRIANGLE), "Task Force", 6, 6, 6, 6, 6, face)
        assert rolls == ["secrecy-test", "ship-sighting"]
        assert r.security.alert == alert


def test_12_6_6_clouds_do_nothing() -> None:
    r = at_sea("Defense East")
    marker = hazard(Back.CLOUDS)
    assert _resolve(r, marker, "Task Force") == []
    assert marker in r.cups["sea-west"]


# ------------------------------------------------------------------ mechanical distress, medals


def test_12_6_6_mechanical_distress_sends_a_ship_astern() -> None:
    """12.6.5."""
    r = at_sea("Defense East")
    marker = hazard(Back.MECHANICAL_DISTRESS, number=7)
    _resolve(r, marker, "Task Force", answers=["distress-ship=Gwin"])
    gwin = ship(r, "Gwin")
    assert gwin.space == "Astern Far"
    assert gwin.distress == [marker]
    assert gwin.slow()


def test_12_6_6_a_carrier_in_distress_stays_in_the_center() -> None:
    """ruling 31."""
    r = at_sea("Defense East")  # RULING 31
    _resolve(r, hazard(Back.MECHANICAL_DISTRESS, number=7), "Task Force", answers=["distress-ship=Hornet"])
    assert ship(r, "Hornet").space == "Center"
    assert ship(r, "Hornet").slow()


def test_12_6_6_recon_in_distress_goes_home_and_its_hazards_to_the_task_force() -> None:
    r = at_sea("Defense East")
    recon(r, "CA dark").place = "Sea Area"
    plane, force = sea_hazards.patrols(r, "Defense East")
    left = hazard(Back.CLOUDS)
    left.revealed = False
    plane.hazards = [left]
    marker = hazard(Back.MECHANICAL_DISTRESS, number=7)
    sea_hazards.resolve(referee(), r, marker, plane, [plane, force])
    assert recon(r, "CA dark").place == "Hangar"
    assert recon(r, "CA dark").distress is marker
    assert force.hazards == [left]
    assert plane.hazards == []


def test_12_6_6_a_submarine_in_distress_breaks_contact_and_drops_its_hazards() -> None:
    r = at_sea("Defense East")
    trout = r.task_force.submarines[0]
    trout.contact = True
    on = patrol(r, "Trout")
    left = hazard(Back.SHIP, Icon.LINE)
    on.hazards = [left]
    marker = hazard(Back.MECHANICAL_DISTRESS, number=7)
    sea_hazards.resolve(referee(), r, marker, on, [on])
    assert not trout.contact
    assert on.hazards == []
    assert left in r.cups["sea-west"]
    assert marker in r.cups["sea-west"]


def test_12_6_6_red_flags_hang_on_the_task_force_until_the_rendezvous() -> None:
    r = at_sea("Defense East")
    marker = hazard(Back.MECHANICAL_DISTRESS, red_flags=True)
    _resolve(r, marker, "CA dark")
    assert r.task_force.red_flags == [marker]
    assert recon(r, "CA dark").distress is None
    r = at_sea("Defense East", joined=True)
    _resolve(r, marker, "Task Force")
    assert r.task_force.red_flags == []
    assert marker in r.cups["sea-west"]


def test_12_6_6_medals_go_to_a_b25_on_deck() -> None:
    r = at_sea("Defense East")
    marker = hazard(Back.MEDALS)
    _resolve(r, marker, "CA dark", answers=["medals=2292"])
    assert next(b for b in r.squadron if b.id == "2292").medals == [marker]
    assert marker not in r.cups["sea-west"]


def test_11_0_1_an_airstrike_on_a_submarine_ends_its_hazards() -> None:
    r = at_sea("Defense East", Weather.CALM)
    trout = r.task_force.submarines[0]
    trout.contact = True
    on = patrol(r, "Trout")
    on.hazards = [hazard(Back.CLOUDS)]
    sea_hazards.resolve(referee(1, 1, 1, 1, 1), r, hazard(Back.SHIP, Icon.LINE), on, [on])
    assert trout.sunk
    assert on.hazards == []


def test_12_6_4_the_default_launches_before_an_airstrike_that_is_likely() -> None:
    r = at_sea("Defense West", Weather.GUSTY)
    r.security.risk, r.security.alert = 25, 3
    for b in launch.on_deck(r)[2:]:
        b.fate = Fate.RESERVE
    ship_marker = next(m for m in r.cups["sea-west"] if m.back is Back.SHIP)
    r.cups["sea-west"].remove(ship_marker)
    r.cups["sea-west"].insert(0, ship_marker)
    ref = referee(5, 5, defaults=True)
    assert sea_hazards.phase(ref, r)
    assert r.task_force.airborne
