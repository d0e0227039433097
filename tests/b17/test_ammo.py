"""5.1, manual 5F: ammunition changes hands."""

from __future__ import annotations

from flakhouse.core.agents import Default
from flakhouse.core.dice import Fixed
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import ammo
from flakhouse.games.b17.orders import ORDERS, orders_step
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import GunName, Leg
from tests.b17.helpers import done, mission, noted, referee

_ORDER = next(order for order in ORDERS if order.key == "borrow-ammo")


def _dry(*names: GunName, **changes: object) -> Mission:
    m = mission(**changes)
    for name in names:
        m.plane.guns[name].bursts = 0
    return m


def test_5_1_only_an_empty_gun_takes_bursts() -> None:
    m = _dry()
    m.plane.guns[GunName.NOSE].bursts = 1
    assert not _ORDER.relevant(m)
    assert ammo.why_not_borrow(m) == "no gun is empty (5.1)"
    assert _ORDER.relevant(_dry(GunName.NOSE))


def test_5_1_only_in_a_safe_turn() -> None:
    assert ammo.why_not_borrow(_dry(GunName.NOSE, safe_turn=False)).endswith("(5.1)")
    assert ammo.why_not_borrow(_dry(GunName.NOSE, safe_turn=True)) == ""


def test_5_1_bursts_move_by_twos_from_the_chosen_gun() -> None:
    m = _dry(GunName.NOSE)
    ref = referee(answers=["ammo-from=Port Waist Gun", "ammo-bursts=4"])
    _ORDER.do(ref, m)
    assert m.plane.guns[GunName.NOSE].bursts == 4
    assert m.plane.guns[GunName.PORT_WAIST].bursts == 16
    assert noted(ref) == ["ammo-moved"]
    done(ref)


def test_5_1_twin_mounts_take_only_from_twin_mounts() -> None:
    m = _dry(GunName.TOP, GunName.BALL)
    m.plane.guns[GunName.TAIL].bursts = 1
    assert ammo.why_not_borrow(m) == "no gun has bursts that fit (5.1)"
    m.plane.guns[GunName.TAIL].bursts = 3
    ref = referee(answers=["ammo-to=Ball Turret"])  # one gun to take from, one amount: no more questions
    _ORDER.do(ref, m)
    assert m.plane.guns[GunName.BALL].bursts == 2
    assert m.plane.guns[GunName.TAIL].bursts == 1
    done(ref)


def test_5_1_single_guns_may_take_from_twin_mounts() -> None:
    m = _dry(GunName.RADIO)
    ref = referee(answers=["ammo-from=Tail Guns", "ammo-bursts=10"])
    _ORDER.do(ref, m)
    assert m.plane.guns[GunName.RADIO].bursts == 10
    assert m.plane.guns[GunName.TAIL].bursts == 13


def test_5_1_never_above_the_first_load() -> None:
    m = _dry(GunName.PORT_CHEEK)
    assert ammo.most(m.plane.guns[GunName.PORT_CHEEK], m.plane.guns[GunName.TAIL]) == 10
    m = _dry(GunName.NOSE)
    assert ammo.most(m.plane.guns[GunName.NOSE], m.plane.guns[GunName.TAIL]) == 14


def test_5_1_a_gun_knocked_out_takes_none_but_gives_first() -> None:
    m = _dry(GunName.NOSE, GunName.RADIO)
    m.plane.guns[GunName.RADIO].inoperable = True
    m.plane.guns[GunName.TOP].inoperable = True
    _ORDER.do(Referee(Fixed(), Default(), trace=True), m)
    assert m.plane.guns[GunName.RADIO].bursts == 0
    assert m.plane.guns[GunName.NOSE].bursts == 14
    assert m.plane.guns[GunName.TOP].bursts == 2


def test_5_1_advised_while_fighters_may_come_and_only_until_done() -> None:
    m = _dry(GunName.NOSE, GunName.TOP)
    assert _ORDER.advised is not None
    assert _ORDER.advised(m)
    orders_step(Referee(Fixed(), Default()), m)
    assert not _ORDER.advised(m)
    assert all(gun.bursts >= 2 for gun in m.plane.guns.values())
    home = _dry(GunName.NOSE, leg=Leg.BACK, zone=2)
    assert not _ORDER.advised(home)


def test_11_6_nothing_to_share_once_all_went_overboard() -> None:
    m = _dry(*GunName, stripped=True)
    assert not _ORDER.relevant(m)
