"""14.3: the ships return to port, with the worked examples of the rule book."""

from __future__ import annotations

from flakhouse.core.events import Noted, Rolled
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import return_to_port
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Launch
from tests.doolittle.fleet import at_sea, clear, ship, take_off
from tests.doolittle.helpers import done, referee, rolled

SIX = ("Gwin", "Grayson", "Meredith", "Monssen", "Balch", "Benham")


def homeward(*names: str, area: str = "Defense East") -> Raid:
    """These ships of the Task Force on their way home after the launch."""
    r = at_sea(area)
    take_off(r)
    clear(r, *names)
    r.segment, r.launch = "denouement", Launch.EMERGENCY
    return r


def total(ref: Referee) -> int:
    """The total of the first roll."""
    return next(e.total for e in ref.events if isinstance(e, Rolled))


def test_14_3_1_and_14_3_2_examples_rtp_check_and_incident() -> None:
    r = homeward("Hornet", "Enterprise", "Cimarron", *SIX)
    r.task_force.fueled = False
    r.launch_alert, r.security.alert = 1, 3
    # 2 and 4, +12 -4 -1: 13 against 14; incident 5, Ships; 5, odd: a destroyer is sunk
    ref = referee(2, 4, 5, 5, answers=["Monssen"])
    return_to_port.check_all(ref, r)
    done(ref)
    assert total(ref) == 13
    assert rolled(ref) == ["return-to-port", "incident", "enemy-ships"]
    assert ship(r, "Monssen").sunk


def test_14_3_1_the_number_itself_is_enough_and_fast_ships_help() -> None:
    r = homeward("Hornet", "Gwin")
    ref = referee(2, 3)  # +1 +3 +5
    return_to_port.check_all(ref, r)
    done(ref)
    assert total(ref) == 14
    assert rolled(ref) == ["return-to-port"]


def test_14_3_1_never_launched_uses_the_alert_level_of_now() -> None:
    r = homeward("Hornet", area="Hawaii")
    r.launch, r.launch_alert, r.security.alert = Launch.NONE, 0, 2
    ship(r, "Hornet").damaged = True
    ref = referee(3, 3)
    return_to_port.check_all(ref, r)
    done(ref)
    assert total(ref) == 4  # a damaged carrier gives nothing and is slow


def test_14_3_1_groups_have_no_fuel_alert_or_speed() -> None:
    r = homeward("Hornet", area="Pacific")
    group = [ship(r, "Gwin"), ship(r, "Balch")]
    r.task_force.groups.append(("Midway", group))
    r.task_force.fueled, r.launch_alert = False, 4
    ref = referee(6, 6, 3, 3)
    return_to_port.check_all(ref, r)
    done(ref)
    totals = [e.total for e in ref.events if isinstance(e, Rolled)]
    assert totals == [12 + 3 + 5 - 4 - 4, 8]
    homes = [e.facts["home"] for e in ref.events if isinstance(e, Noted) and e.kind == "return-to-port"]
    assert homes == [True, True]


def test_14_3_nobody_left_nobody_checks() -> None:
    r = homeward(area="Japan")
    ref = referee()
    return_to_port.check_all(ref, r)
    done(ref)
    assert rolled(ref) == []


def test_14_3_2_even_damages_two_ships_if_one_is_slow() -> None:
    r = homeward("Hornet", "Cimarron", "Gwin", "Grayson", area="Japan")
    ref = referee(1, 1, 6, 2, answers=["Gwin", "Grayson"])
    return_to_port.check_all(ref, r)
    done(ref)
    assert [s.name for s in r.task_force.ships if s.damaged] == ["Gwin", "Grayson"]
    r = homeward("Hornet", "Gwin", area="Japan")
    ref = referee(1, 1, 6, 2)
    return_to_port.check_all(ref, r)
    done(ref)
    assert not any(s.damaged for s in r.task_force.ships)


def test_14_3_2_default_is_the_least_loss() -> None:
    r = homeward("Hornet", "Cimarron", "Vincennes", "Gwin", "Grayson", area="Japan")
    ship(r, "Grayson").damaged = True
    ref = referee(1, 1, 6, 3, defaults=True)
    return_to_port.check_all(ref, r)
    done(ref)
    assert [s.name for s in r.task_force.ships if s.sunk] == ["Grayson"]


def test_14_3_2_a_one_sinks_a_ship_and_brings_an_airstrike() -> None:
    r = homeward("Hornet", "Cimarron", "Gwin", area="Japan")
    ship(r, "Cimarron").space = "Center"
    # one dive bomber (6 and 6), over Port, shot down by the Cimarron
    ref = referee(1, 1, 5, 1, 6, 6, 2, 6, answers=["Gwin"])
    return_to_port.check_all(ref, r)
    done(ref)
    assert ship(r, "Gwin").sunk
    assert rolled(ref) == ["return-to-port", "incident", "enemy-ships", "strike-force", "dive-arrow", "ship-flak"]


def test_14_3_2_airstrike_and_i_boat_on_the_task_force() -> None:
    r = homeward("Hornet", "Cimarron", area="Japan")
    ship(r, "Cimarron").space = "Center"
    ref = referee(1, 1, 1, 6, 6, 2, 6)
    return_to_port.check_all(ref, r)
    done(ref)
    assert rolled(ref)[1:3] == ["incident", "strike-force"]
    ref = referee(1, 1, 3, 1, 1, 2, 3)
    return_to_port.check_all(ref, r)
    done(ref)
    assert rolled(ref)[1:] == ["incident", "iboat-detection", "iboat-torpedoes"]
    assert ship(r, "Hornet").damaged


def test_14_3_2_no_i_boat_attack_on_fast_ships() -> None:
    r = homeward("Hornet", area="Japan")
    ref = referee(1, 1, 4)
    return_to_port.check_all(ref, r)
    done(ref)
    assert rolled(ref) == ["return-to-port", "incident"]


def test_14_3_2_airstrike_on_a_group() -> None:
    r = homeward("Hornet", area="Pacific")
    group = [ship(r, "Gwin"), ship(r, "Sabine")]
    r.task_force.groups.append(("Japan", group))
    # the Task Force is home; the group, 3 of 18: an Airstrike, one dive bomber, the Sabine in the Center hits it
    ref = referee(6, 6, 1, 1, 1, 6, 6, 2, 6, defaults=True)
    return_to_port.check_all(ref, r)
    done(ref)
    assert ship(r, "Hornet").space == "Center"
    assert ship(r, "Sabine").space == ""
