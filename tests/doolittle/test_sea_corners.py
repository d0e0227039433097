"""9.0-12.7: corners of the voyage that no worked example shows."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Default
from flakhouse.core.dice import Seeded
from flakhouse.core.events import Noted
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import (
    airstrike,
    denouement,
    game,
    launch,
    layout,
    naval,
    quarters,
    sea_hazards,
    underway,
    waves,
)
from flakhouse.games.doolittle.advice import quarters as advice
from flakhouse.games.doolittle.options import Options
from flakhouse.games.doolittle.questions import sea_hazards as questions
from flakhouse.games.doolittle.sea_hazards import Patrol
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Back, Fate, Icon, Launch, Weather
from tests.doolittle.helpers import done, noted, referee, rolled
from tests.doolittle.voyage import at_sea, hazard, patrol, recon, ship


def _empty(r: Raid) -> None:
    """No Sea Hazards are left to draw."""
    for name in ("sea-east", "sea-central", "sea-west"):
        r.cups[name].clear()


def _places(ref: Referee) -> list[object]:
    """The Sea Areas in the order in which their hazards were drawn."""
    return [e.facts["area"] for e in ref.events if isinstance(e, Noted) and e.kind == "sea-hazards"]


# ------------------------------------------------------------------ 12.6 areas and patrols


def test_12_6_the_player_orders_the_sea_areas() -> None:
    for answers, order in ((["next-area=Japan"], ["Japan", "Hawaii"]), ([], ["Hawaii", "Japan"])):
        r = at_sea("Hawaii")
        _empty(r)
        r.task_force.submarines[1].contact = True  # off Japan
        ref = referee(answers=answers, defaults=True)
        assert not sea_hazards.phase(ref, r)
        assert _places(ref) == order


def test_12_6_a_submarine_in_contact_draws_hazards_while_the_task_force_is_in_port() -> None:
    r = at_sea("Pacific")
    r.task_force.area = "Port"
    _empty(r)
    r.task_force.submarines[1].contact = True
    # the weather of the Pacific and of Japan, then an Underway Check that fails and is not forced
    answers = ["orders=done", "wind-check=no", "force-move=no", "contact-city=Tokyo"]
    ref = referee(3, 4, 3, 4, 1, 1, answers=answers)
    assert not naval.turn(ref, r)
    done(ref)
    assert _places(ref) == ["Japan"]


def test_12_6_4_what_is_printed_on_a_revealed_marker_is_told() -> None:
    r = at_sea("Defense East")
    r.cups["sea-west"] = [hazard(Back.SHIP, Icon.LINE)]
    r.cups["sea-west"][0].revealed = False
    recon(r, "CA dark").place = "Hangar"
    ref = referee(6, 6, 6, 6, 6, 2, answers=["emergency-launch=carry on"])
    sea_hazards.phase(ref, r)
    (told,) = [e.facts for e in ref.events if isinstance(e, Noted) and e.kind == "sea-hazard"]
    assert (told["hazard"], told["sight"]) == ("Ship (line)", "a ship ahead")


def test_12_6_4_an_emergency_launch_is_offered_in_plain_words() -> None:
    r = at_sea("Pacific")
    boat = hazard(Back.BOAT, Icon.CIRCLE)
    terms = launch.terms(referee(), r, Launch.EMERGENCY, [])
    asked = questions.emergency_launch(r, terms, boat, "Boat (circle)", Patrol("Task Force"), wanted=False)
    assert asked.prompt.startswith("The Task Force: a picket boat. Order an emergency launch from the Pacific?")


def test_12_6_6_every_marker_at_sea_has_a_plain_name() -> None:
    backs = (Back.I_BOAT, Back.FLYING_BOAT, Back.MECHANICAL_DISTRESS, Back.MEDALS, Back.CLOUDS)
    assert [hazard(back).sight() for back in backs] == [
        "a Japanese submarine",
        "a flying boat",
        "engine trouble",
        "medals for the bombs",
        "clouds, and nothing else",
    ]
    flags = hazard(Back.MECHANICAL_DISTRESS)
    flags.red_flags = True
    assert flags.sight() == "red flags"


def test_12_6_6_recon_lost_with_its_cruiser_leaves_its_hazards_to_the_task_force(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def strike(ref: Referee, r: Raid, on: str) -> None:
        """An Airstrike that sinks the only CA."""
        layout.sink(ref, r, ship(r, "Vincennes"), "Dive Bomber")

    monkeypatch.setattr(airstrike, "airstrike", strike)
    r = at_sea("Defense East")
    eyes, force = patrol(r, "CA dark"), Patrol("Task Force")
    eyes.hazards, force.hazards = [hazard(Back.ENEMY_SIGNALS)], [hazard(Back.SHIP, Icon.LINE)]
    ref = referee(1, 1, 1, 1, 1, 2, answers=["next-hazard=Task Force"], defaults=True)
    assert not sea_hazards._area(ref, r, "Defense East", [eyes, force])
    assert recon(r, "CA dark").lost
    assert len(r.task_force.signals["Defense East"]) == 1  # on a Recon it would have gone back into the cup


# ------------------------------------------------------------------ 12.6.6 a marker whose test ends the segment


@pytest.mark.parametrize("back", [Back.SHIP, Back.BOAT, Back.ENEMY_SIGNALS])
def test_12_6_6_after_an_airstrike_launch_the_rest_of_the_marker_is_not_applied(
    back: Back, monkeypatch: pytest.MonkeyPatch
) -> None:
    def strike(ref: Referee, r: Raid, on: str) -> None:
        """An Airstrike in which the B-25s take off."""
        r.task_force.airborne = True

    monkeypatch.setattr(airstrike, "airstrike", strike)
    r = at_sea("Defense East")
    r.security.risk = 20
    marker = hazard(back, Icon.LINE)
    on = patrol(r)
    answers = ["boat=neither"] if back is Back.BOAT else []
    ref = referee(1, 1, 1, 1, 1, answers=answers)
    sea_hazards.resolve(ref, r, marker, on, [on])
    done(ref)
    assert rolled(ref) == ["secrecy-test"]
    assert r.security.alert == 0
    assert r.task_force.signals == {}
    assert marker in r.cups["sea-west"]


def test_12_6_6_after_an_airstrike_without_a_launch_a_ship_still_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    def strike(ref: Referee, r: Raid, on: str) -> None:
        """An Airstrike that comes to nothing."""

    monkeypatch.setattr(airstrike, "airstrike", strike)
    r = at_sea("Defense East")
    r.security.risk = 20
    on = patrol(r)
    sea_hazards.resolve(referee(1, 1, 1, 1, 1, 3), r, hazard(Back.SHIP, Icon.LINE), on, [on])
    assert r.security.alert == 1


# ------------------------------------------------------------------ 12.3.2, 12.5.2 a fire after turning about


def test_12_5_2_a_fire_on_deck_does_not_undo_the_turning_about() -> None:
    r = at_sea("Influence East", Weather.GUSTY, joined=True)
    for name in ("Cimarron", "Sabine"):
        ship(r, name).space = ""
    force = r.task_force
    force.fueled = False
    for marker in force.recon:
        marker.place = advice.post(r, marker)
    force.turned_back, force.deck = True, "fire"
    r.launch_area = "Influence East"  # too far east: nothing to fly
    assert naval._launched(referee(), r, False)
    assert force.turn == 0
    force.turned_back = False
    assert not naval._launched(referee(), r, False)
    assert force.turn == 1


# ------------------------------------------------------------------ 10.1.1 the Hornet goes down


def test_10_1_1_b25s_on_deck_go_down_with_the_hornet_and_their_crews_are_saved() -> None:
    r = at_sea("Defense East")
    aboard = [b for b in r.squadron if b.fate is Fate.DECK]
    ref = referee()
    layout.sink(ref, r, ship(r, "Hornet"), "Torpedo Bomber")
    assert aboard
    assert all(b.fate is Fate.DESTROYED for b in aboard)
    assert [c.fate for c in r.crews] == ["rescued"] * len(aboard)
    assert "sunk-aboard" in noted(ref)
    assert all(b.elite is None or not b.elite.fate for b in aboard)


def test_10_1_1_nobody_is_lost_with_another_ship() -> None:
    r = at_sea("Defense East")
    layout.sink(referee(), r, ship(r, "Vincennes"), "Torpedo Bomber")
    assert r.crews == []


# ------------------------------------------------------------------ 11.4 waves


def test_11_4_1_a_fighter_whose_ship_has_gone_down_meets_no_flak_from_ships_off_the_layout() -> None:
    r = at_sea("Defense East")
    for each in r.task_force.ships:
        if each.name not in ("Hornet", "Nashville"):
            each.space = ""  # detached: they must not fire
    nashville = ship(r, "Nashville")
    raider = waves.Raider(waves.Kind.FIGHTER, target=nashville)
    layout.sink(referee(), r, nashville, "Torpedo Bomber")
    ref = referee(1, 1, 1, 6, 6)  # the Hornet alone fires her three dice; then X5 misses
    waves._fly_in(ref, r, raider)
    done(ref)
    assert rolled(ref) == ["ship-flak", "ordnance"]


def test_11_4_1_the_player_says_which_wave_is_first() -> None:
    r = at_sea("Defense East")
    for each in r.task_force.ships:
        each.space = "Center" if each.name == "Hornet" else ""
    answers = ["strike-wave=Dive Bomber", "strike-order=Torpedo Bomber"]
    # each marker: its arrow, then a 6 of the Hornet's three dice removes it
    ref = referee(2, 6, 1, 1, 1, 2, 6, 1, 1, 6, 1, 1, answers=answers)
    waves.attack(ref, r, (0, 1, 2))
    done(ref)
    told = [e.facts["markers"] for e in ref.events if isinstance(e, Noted) and e.kind == "wave"]
    assert told == ["Dive Bomber", "Torpedo Bomber, Dive Bomber"]


# ------------------------------------------------------------------ 12.1 General Quarters, 12.5.3 Rendezvous


def test_10_1_1_recon_of_a_damaged_carrier_is_in_the_hangar_from_the_next_turn_on() -> None:
    r = at_sea("Defense East", joined=True)
    recon(r, "VS6").place = recon(r, "CA light").place = "Sea Area"
    recon(r, "VF6").place = "High CAP"
    ship(r, "Enterprise").damaged = True
    quarters.phase(referee(answers=["orders=done"]), r)
    assert recon(r, "VS6").place == recon(r, "VF6").place == "Hangar"
    assert recon(r, "CA light").place == "Sea Area"


def test_12_5_3_at_the_rendezvous_only_the_recon_of_tf_16_is_posted() -> None:
    r = at_sea("Hawaii")
    dark = recon(r, "CA dark")
    dark.place = "Hangar"
    underway._joined(referee(defaults=True), r)
    assert dark.place == "Hangar"
    assert recon(r, "CA light").place == "Sea Area"


def test_12_1_4_ships_may_be_left_behind_in_port() -> None:
    r = at_sea("Pacific")
    r.task_force.area = "Port"
    answers = ["orders=detach", "detach-ship=Cimarron", "detach-ship=done", "orders=done"]
    quarters.phase(referee(answers=answers), r)
    assert ship(r, "Cimarron").space == ""
    assert r.task_force.groups == [("Port", [ship(r, "Cimarron")])]


def test_12_1_6_a_recovered_ship_takes_up_its_station_on_the_next_turn() -> None:
    r = at_sea("Hawaii", Weather.CALM)
    gwin = ship(r, "Gwin")
    gwin.space = layout.ASTERN_FAR
    gwin.distress.append(hazard(Back.MECHANICAL_DISTRESS, number=5))
    quarters.phase(referee(4, 4, defaults=True), r)
    assert not gwin.distress
    assert gwin.space == layout.ASTERN_FAR  # for the rest of this turn
    quarters.phase(referee(defaults=True), r)
    assert gwin.space == "Ahead"


def test_12_5_3_no_enterprise_means_no_light_blue_ship_and_only_the_ca_recon() -> None:
    r = at_sea("Hawaii")
    r.task_force.enterprise = False
    before = list(r.task_force.ships)
    underway._joined(referee(defaults=True), r)
    assert r.task_force.ships == before
    assert [m.name for m in r.task_force.recon] == ["CA dark", "CA light"]
    assert r.task_force.joined


def test_11_4_3_on_the_way_home_b25s_still_on_deck_draw_the_enemy_to_the_hornet(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[int] = []

    def voyage(ref: Referee, r: Raid) -> None:
        """A voyage that ends without a launch."""
        r.task_force.area = "Defense East"

    def home(ref: Referee, r: Raid) -> None:
        """The way home, where an Airstrike may look for B-25s on the deck."""
        seen.append(len(launch.on_deck(r)))

    monkeypatch.setattr(naval, "segment", voyage)
    monkeypatch.setattr(denouement, "segment", home)
    r, _ = game.play_raid(Referee(Seeded("home"), Default()), Options(scenario=9, denouement=True))
    assert seen == [16]
    assert not any(b.fate is Fate.DECK for b in r.squadron)
