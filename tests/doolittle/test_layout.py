"""9.5, 10.0 The Task Force Layout, ships and Recon."""

from __future__ import annotations

import pytest

from flakhouse.games.doolittle import layout, quarters
from flakhouse.games.doolittle.words import Back
from tests.doolittle.helpers import done, noted, raid, referee
from tests.doolittle.voyage import at_sea, hazard, recon, ship


def test_13_5_5_embark_puts_tf_18_on_the_layout() -> None:
    """10.0, 10.1."""
    r = raid(9)
    names = [s.name for s in layout.ships(r)]
    assert names == [
        "Hornet",
        "Vincennes",
        "Nashville",
        "Gwin",
        "Grayson",
        "Meredith",
        "Monssen",
        "Cimarron",
    ]
    assert [(m.name, m.place) for m in r.task_force.recon] == [("CA dark", "Hangar")]
    assert r.task_force.area == "Port"
    assert r.task_force.fueled


def test_9_5_1_example_center_takes_only_carriers_and_oilers() -> None:
    r = raid(9)
    known = layout.spaces(referee())
    center = known["Center"]
    assert not layout.why_not_space(referee(), r, ship(r, "Cimarron"), center)
    assert layout.why_not_space(referee(), r, ship(r, "Vincennes"), center) == "only CV and AO (9.5.1)"
    assert layout.why_not_space(referee(), r, ship(r, "Hornet"), known["Ahead"]).endswith("(9.5.1)")


def test_9_5_1_a_ship_must_fit() -> None:
    r = raid(9)
    known = layout.spaces(referee())
    port = known["Port"]  # 3: Vincennes 2 and Grayson 1
    assert layout.why_not_space(referee(), r, ship(r, "Gwin"), port) == "no room (9.5.1)"
    assert not layout.why_not_space(referee(), r, ship(r, "Gwin"), known["Ahead Far"])


def test_9_5_1_astern_far_holds_any_number_of_slow_ships() -> None:
    """ruling 32."""
    r = raid(9)
    astern = layout.spaces(referee())["Astern Far"]
    for name in ("Vincennes", "Nashville", "Gwin", "Grayson"):
        ship(r, name).damaged = True
        assert not layout.why_not_space(referee(), r, ship(r, name), astern)
        ship(r, name).space = "Astern Far"
    assert not layout.why_not_space(referee(), r, ship(r, "Meredith"), astern)
    ship(r, "Meredith").space = ship(r, "Monssen").space = "Astern Far"
    cruiser = ship(r, "Vincennes")
    cruiser.damaged = False
    assert layout.why_not_space(referee(), r, cruiser, astern) == "no room (9.5.1)"


def test_9_5_1_arrange_moves_a_ship() -> None:
    r = raid(9)
    ref = referee(answers=["arrange-ship=Gwin", "arrange-space=Ahead Far", "arrange-ship=done"])
    layout.arrange(ref, r)
    assert ship(r, "Gwin").space == "Ahead Far"
    done(ref)


def test_12_6_6_a_ship_in_distress_may_not_be_moved() -> None:
    r = raid(9)
    gwin = ship(r, "Gwin")
    gwin.distress.append(hazard(Back.MECHANICAL_DISTRESS, number=7))
    known = layout.spaces(referee())
    assert layout.why_not_space(referee(), r, gwin, known["Ahead"]).endswith("(12.6.6)")
    assert not layout.why_not_space(referee(), r, gwin, known["Astern Far"])


def test_10_1_1_damaged_twice_is_sunk() -> None:
    r = raid(9)
    ref = referee()
    vincennes = ship(r, "Vincennes")
    layout.damage_ship(ref, r, vincennes, "test")
    assert vincennes.damaged
    assert not vincennes.sunk
    assert vincennes.guns() == 1
    layout.damage_ship(ref, r, vincennes, "test")
    assert vincennes.sunk
    assert vincennes.space == ""
    assert noted(ref) == ["ship-damaged", "ship-sunk", "recon-gone"]
    assert recon(r, "CA dark").lost  # 12.1.4: no CA is left


def test_10_1_1_a_damaged_hornet_cannot_launch() -> None:
    r = at_sea("Defense West")
    assert layout.hornet_fit(r)
    layout.damage_ship(referee(), r, ship(r, "Hornet"), "test")
    assert not layout.hornet_fit(r)


def test_10_1_1_a_damaged_enterprise_launches_no_recon() -> None:
    r = at_sea("Midway", joined=True)
    assert not layout.why_not_recon(r, recon(r, "VS6"))
    layout.damage_ship(referee(), r, ship(r, "Enterprise"), "test")
    assert layout.why_not_recon(r, recon(r, "VS6")) == "the Enterprise cannot launch (10.1.1)"
    assert not layout.why_not_recon(r, recon(r, "CA light"))


@pytest.mark.parametrize(("name", "slow"), [("Cimarron", True), ("Gwin", False), ("Hornet", False)])
def test_10_1_2_an_oiler_is_slow(name: str, slow: bool) -> None:
    r = raid(9)
    assert ship(r, name).slow() is slow


def test_10_1_2_damage_and_distress_make_slow() -> None:
    r = raid(9)
    ship(r, "Gwin").damaged = True
    ship(r, "Hornet").distress.append(hazard(Back.MECHANICAL_DISTRESS, number=5))
    assert [s.name for s in layout.slow_ships(r)] == ["Hornet", "Gwin", "Cimarron"]


def test_10_2_1_ca_recon_needs_an_undamaged_ca() -> None:
    """10.2."""
    r = raid(9)
    assert not layout.why_not_recon(r, recon(r, "CA dark"))
    ship(r, "Vincennes").damaged = True
    assert layout.why_not_recon(r, recon(r, "CA dark")) == "no undamaged CA (10.2.1)"


def test_10_2_2_only_vf6_flies_cap() -> None:
    """10.2, 9.5.2, 12.1.2."""
    r = at_sea("Midway", joined=True)
    assert not quarters.why_not_place(r, recon(r, "VF6"), "High CAP")
    assert quarters.why_not_place(r, recon(r, "VS6"), "High CAP").endswith("(12.1.2)")


def test_12_5_3_join_adds_tf_16_in_its_spaces() -> None:
    """12.1.1 USS Enterprise's Recon."""
    r = at_sea("Midway", joined=True)
    assert len(layout.ships(r)) == 16
    assert [m.name for m in r.task_force.recon] == ["CA dark", "CA light", "VF6", "VS6", "VB6", "VT6"]
    known = layout.spaces(referee())
    for space in known.values():
        taken = sum(s.size for s in layout.in_space(r, space.name))
        assert taken <= space.capacity


def test_12_5_3_without_the_enterprise_only_a_ca_recon_joins() -> None:
    """12.1.1 USS Enterprise's Recon."""
    r = raid(9)
    r.task_force.enterprise = False
    layout.join(referee(), r)
    assert len(layout.ships(r)) == 8
    assert [m.name for m in r.task_force.recon] == ["CA dark", "CA light"]
