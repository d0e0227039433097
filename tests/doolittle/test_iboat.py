"""12.6.6: the I-Boat Attack, with the worked examples of the rule book."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Noted
from flakhouse.games.doolittle import iboat
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Weather
from tests.doolittle.fleet import at_sea, clear, recon, ship
from tests.doolittle.helpers import done, noted, referee, rolled

SIX = ("Gwin", "Grayson", "Meredith", "Monssen", "Balch", "Benham")


def hunted(*names: str, weather: Weather = Weather.GUSTY) -> Raid:
    """These ships on the Layout with the Cimarron, which is slow, in the Center."""
    r = at_sea(weather=weather)
    clear(r, "Cimarron", *names)
    ship(r, "Cimarron").space = "Center"
    for each in r.task_force.recon:
        each.place = "Hangar"
    return r


def local_recon(r: Raid) -> None:
    """CA Recon and VS6 in the Local Recon box."""
    recon(r, "CA dark").place = recon(r, "VS6").place = "Local Recon"


def test_12_6_6_example_i_boat_detection_and_reaction() -> None:
    """12.6.6 I-Boat Detection, 12.6.6 I-Boat Location."""
    r = hunted("Hornet", *SIX)
    local_recon(r)
    for name in SIX:
        ship(r, name).space = "Astern"
    ship(r, "Monssen").space = "Port"
    # 2 and 3, two Recon and six destroyers: 13, detected; at Ahead (1); the Monssen, adjacent: 2 and 6, +1 +1
    ref = referee(2, 3, 1, 2, 6, answers=["Monssen"])
    iboat.attack(ref, r)
    done(ref)
    assert rolled(ref) == ["iboat-detection", "iboat-arrow", "iboat-reaction"]
    assert r.task_force.i_boats_sunk == 1


def test_12_6_6_no_attack_without_a_slow_ship() -> None:
    r = hunted("Hornet")
    ship(r, "Cimarron").space = ""
    ref = referee()
    iboat.attack(ref, r)
    done(ref)
    assert noted(ref) == []


def test_12_6_6_undetected_it_attacks_a_carrier_in_the_center() -> None:
    """12.6.6 I-Boat Torpedoes."""
    r = hunted("Hornet", "Gwin")
    ref = referee(5, 5, 2, 3)  # 10 and one destroyer: 11; 5 is less than 6
    iboat.attack(ref, r)
    done(ref)
    assert ship(r, "Hornet").damaged
    assert "iboat-unseen" in noted(ref)


@pytest.mark.parametrize(("dice", "hit"), [((2, 3), True), ((3, 3), False), ((3, 4), False)])
def test_12_6_6_torpedoes_damage_below_the_hull_value_and_not_at_it(dice: tuple[int, int], hit: bool) -> None:
    r = hunted("Hornet", "Gwin")
    assert ship(r, "Hornet").hull == 6
    ref = referee(1, 1, *dice)  # unseen
    iboat.attack(ref, r)
    done(ref)
    assert ship(r, "Hornet").damaged is hit
    told = [e for e in ref.events if isinstance(e, Noted) and e.kind == "iboat-torpedoes"]
    assert [(e.facts["ship"], e.facts["hit"]) for e in told] == [("Hornet", hit)]


def test_12_6_6_of_two_carriers_a_die_picks_one() -> None:
    """12.6.6 I-Boat Torpedoes."""
    for die, name in ((4, "Enterprise"), (5, "Hornet")):
        r = hunted("Hornet", "Enterprise")
        ref = referee(1, 1, die, 2, 3)
        iboat.attack(ref, r)
        done(ref)
        assert [s.name for s in r.task_force.ships if s.damaged] == [name]


@pytest.mark.parametrize(("weather", "seen"), [(Weather.CALM, True), (Weather.GALE, False)])
def test_12_6_6_calm_and_low_cap_help_detection(weather: Weather, seen: bool) -> None:
    """12.6.6 I-Boat Detection."""
    r = hunted("Hornet", weather=weather)
    recon(r, "VF6").place = "Low CAP"
    ref = referee(5, 5, *([6] if seen else []), 6, 6)
    iboat.attack(ref, r)
    done(ref)
    assert ("iboat-seen" in noted(ref)) is seen


def test_12_6_6_damaged_destroyers_do_not_help() -> None:
    r = hunted("Hornet", "Gwin")
    ship(r, "Gwin").damaged = True
    ref = referee(6, 5, 6, 6)
    iboat.attack(ref, r)
    done(ref)
    assert "iboat-unseen" in noted(ref)


def test_12_6_6_reaction_in_storm_from_the_same_space() -> None:
    """12.6.6 I-Boat Reaction."""
    r = hunted("Hornet", "Gwin", weather=Weather.STORM)
    ship(r, "Gwin").space = "Ahead"
    # detected; Ahead; the Gwin needs 8 and has 5 + 4 - 2; the torpedoes go for her: 3 and 4 under 8
    ref = referee(6, 6, 6, 5, 4, 3, 4, answers=["Gwin"])
    iboat.attack(ref, r)
    done(ref)
    assert ship(r, "Gwin").damaged
    assert r.task_force.i_boats_sunk == 0


def test_12_6_6_only_ships_in_reach_react_and_nobody_must() -> None:
    """12.6.6 I-Boat Reaction."""
    r = hunted("Hornet", "Gwin", "Balch")
    ship(r, "Gwin").space, ship(r, "Balch").space = "Ahead", "Port"
    # at Port Far (2) the Balch alone is near; nobody reacts; the Far space is empty: it fires into Port
    ref = referee(6, 6, 2, 6, 6, answers=["none"])
    iboat.attack(ref, r)
    done(ref)
    assert rolled(ref) == ["iboat-detection", "iboat-arrow", "iboat-torpedoes"]
    told = [e for e in ref.events if isinstance(e, Noted) and e.kind == "iboat-torpedoes"]
    assert [(e.facts["ship"], e.facts["hit"]) for e in told] == [("Balch", False)]


def test_12_6_6_from_astern_it_goes_for_a_slow_ship_in_astern_far() -> None:
    """12.6.6 I-Boat Location."""
    r = hunted("Hornet", "Nashville", "Gwin")
    ship(r, "Nashville").space, ship(r, "Nashville").damaged = "Astern Far", True
    ship(r, "Gwin").space = "Astern"
    ref = referee(6, 6, 3, 1, 1, 1, 2, answers=["Gwin"])  # the Gwin fails; a damaged ship hit again sinks
    iboat.attack(ref, r)
    done(ref)
    assert ship(r, "Nashville").sunk


def test_12_6_6_detected_in_an_empty_space_it_attacks_a_carrier() -> None:
    """ruling 48."""
    r = hunted("Hornet", "Gwin")
    ship(r, "Gwin").space = "Port"
    ref = referee(6, 6, 1, 1, 1, 1, 2, answers=["Gwin"])  # RULING 48: not the ship that reacted
    iboat.attack(ref, r)
    done(ref)
    assert ship(r, "Hornet").damaged
    assert not ship(r, "Gwin").damaged


def test_14_3_2_a_group_is_attacked_on_the_layout_and_the_task_force_comes_back() -> None:
    r = at_sea()
    group = [ship(r, "Cimarron"), ship(r, "Gwin")]
    for each in group:
        each.space = ""
    r.task_force.groups.append(("Hawaii", group))
    before = [(s.name, s.space) for s in r.task_force.ships]
    ref = referee(1, 1, 1, 2, defaults=True)  # unseen; no carrier in the Center, so the Cimarron
    iboat.attack(ref, r, group)
    done(ref)
    assert group[0].damaged
    assert [(s.name, s.space) for s in r.task_force.ships] == before
