"""Section 9: out of formation and back, 10,000 ft, bombs thrown off."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Noted
from flakhouse.games.b17 import formation, orders
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import EngineState, GunName, Leg, Position, Root, Section
from flakhouse.games.bomber.order import Order
from tests.b17.helpers import done, mission, noted, referee


def _order(key: str) -> Order[Mission]:
    """One of the orders."""
    return next(order for order in orders.ORDERS if order.key == key)


def _stop(m: Mission, *numbers: int) -> None:
    """These engines are out and feathered."""
    for number in numbers:
        m.plane.engines[number - 1].state = EngineState.FEATHERED


def test_9_1_leaving_is_for_good() -> None:
    m, ref = mission(cause=Root.FIGHTER), referee()
    formation.leave(ref, m, "engines out")
    assert (m.in_formation, m.out_zones) == (False, 0)
    event = ref.events[0]
    assert isinstance(event, Noted)
    assert event.facts == {"why": "engines out", "for_good": True}


def test_13_1_leaving_gives_cause_to_abort_that_counts_if_the_enemy_did_it() -> None:
    m = mission(cause=Root.FIGHTER)
    formation.leave(referee(), m, "engines out")
    other = mission(cause=Root.COLLISION)
    formation.leave(referee(), other, "a dive")
    assert (m.leave, other.leave) == ({"out of formation": True}, {"out of formation": False})


def test_9_1_a_shallow_dive_is_for_one_zone() -> None:
    m, ref = mission(), referee()
    formation.leave(ref, m, "a shallow dive", zones=1)
    assert (m.in_formation, m.out_zones, m.out_fresh) == (False, 1, True)


def test_9_1_another_cause_after_a_shallow_dive_is_for_good() -> None:
    m, ref = mission(in_formation=False, out_zones=1, out_fresh=True), referee()
    formation.leave(ref, m, "a burst inside the plane")
    assert (m.out_zones, m.out_fresh) == (0, False)
    assert noted(ref) == []


def test_13_1_the_enemy_who_keeps_it_out_after_a_shallow_dive_makes_an_abort_count() -> None:
    m, ref = mission(cause=Root.COLLISION), referee()
    formation.leave(ref, m, "a shallow dive", zones=1)
    assert m.leave == {"out of formation": False}
    m.cause = Root.FIGHTER
    formation.leave(ref, m, "a burst inside the plane")
    assert m.leave == {"out of formation": True}


def test_9_1_a_shallow_dive_does_not_bring_back_who_is_out_for_good() -> None:
    m, ref = mission(in_formation=False), referee()
    formation.leave(ref, m, "a shallow dive", zones=1)
    assert (m.in_formation, m.out_zones) == (False, 0)


def test_3_11_settle_applies_what_happened_in_the_wave() -> None:
    m, ref = mission(falls_out="a propeller that cannot be feathered"), referee()
    formation.settle(ref, m)
    assert (m.in_formation, m.falls_out) == (False, "")


def test_11_0_settle_sees_to_two_engines_out() -> None:
    m, ref = mission(), referee()
    _stop(m, 1, 2)
    formation.settle(ref, m)
    assert (m.plane.bombs, m.in_formation, m.plane.low) == (False, False, True)


def test_9_1_rejoining_after_the_dive() -> None:
    m, ref = mission(in_formation=False, out_zones=1), referee()
    formation.rejoin(ref, m)
    assert (m.in_formation, m.out_zones) == (True, 0)
    assert noted(ref) == ["rejoined"]


def test_9_1_nothing_else_may_keep_it_out() -> None:
    low = mission(in_formation=False, low=True)
    burst = mission(in_formation=False)
    burst.plane.bursts_inside.append(Section.NOSE)
    drag = mission(in_formation=False)
    drag.plane.engines[0].state = EngineState.WINDMILLING
    heavy = mission(in_formation=False)
    _stop(heavy, 1)
    home = mission(in_formation=False, aborted=True)
    home.options.abort_alone = True
    for m in (low, burst, drag, heavy, home):
        assert formation.why_not_rejoin(m)
        formation.rejoin(referee(), m)
        assert not m.in_formation


def test_9_1_one_engine_out_without_bombs_may_rejoin() -> None:
    m = mission(in_formation=False, bombs=False)
    _stop(m, 1)
    assert formation.why_not_rejoin(m) == ""


def test_9_3_descending_means_out_of_formation() -> None:
    m, ref = mission(), referee()
    formation.descend(ref, m, "oxygen out")
    assert (m.plane.low, m.in_formation) == (True, False)
    assert noted(ref) == ["left-formation", "altitude"]


def test_9_3_descending_twice_is_noted_once() -> None:
    m, ref = mission(low=True, in_formation=False), referee()
    formation.descend(ref, m, "oxygen out")
    assert noted(ref) == []


def test_9_3_errata_30_frozen_guns_come_free_and_jammed_ones_do_not() -> None:
    m, ref = mission(), referee()
    frozen, jammed = m.plane.guns[GunName.TOP], m.plane.guns[GunName.TAIL]
    frozen.frozen = frozen.jammed = jammed.jammed = True
    formation.descend(ref, m, "for warmth")
    assert (frozen.jammed, frozen.frozen, jammed.jammed) == (False, False, True)
    assert "gun-thaws" in noted(ref)


def test_9_3_climbing_again_when_all_have_oxygen_never_into_formation() -> None:
    m, ref = mission(low=True, in_formation=False), referee()
    assert formation.why_not_climb(m) == ""
    _order("climb").do(ref, m)
    assert (m.plane.low, m.in_formation) == (False, False)
    assert noted(ref) == ["altitude"]


def test_9_3_no_climbing_without_oxygen() -> None:
    m = mission(low=True, in_formation=False)
    m.plane.oxygen_hits[Position.TAIL_GUNNER] = 2
    assert "(9.3)" in formation.why_not_climb(m)


def test_9_3_climbing_once_the_man_without_oxygen_is_dead() -> None:
    m = mission(low=True, in_formation=False)
    m.plane.oxygen_hits[Position.TAIL_GUNNER] = 2
    m.men[Position.TAIL_GUNNER].dead = True
    assert formation.why_not_climb(m) == ""


def test_11_0_no_climbing_on_two_engines() -> None:
    m = mission(low=True, in_formation=False)
    _stop(m, 1, 3)
    assert "(11.0)" in formation.why_not_climb(m)


def test_9_3_climbing_is_advised_where_nobody_freezes() -> None:
    m = mission(low=True, in_formation=False)
    climb = _order("climb")
    assert climb.advised is not None
    assert climb.relevant(m)
    assert climb.advised(m)
    m.plane.heat_out.append(Position.PILOT)
    assert not climb.advised(m)


def test_9_3_the_order_to_descend_needs_cold_or_thin_air() -> None:
    m, ref = mission(), referee()
    order = _order("descend")
    assert not order.relevant(m)
    m.plane.heat_out.append(Position.PILOT)
    assert order.relevant(m)
    assert order.why_not(m) == ""
    order.do(ref, m)
    assert m.plane.low
    assert not order.relevant(m)


def test_9_2_bombs_may_go_at_any_time_out_of_formation() -> None:
    m, ref = mission(in_formation=False), referee()
    order = _order("jettison")
    assert order.relevant(m)
    assert order.why_not(m) == ""
    order.do(ref, m)
    assert not m.plane.bombs
    assert noted(ref) == ["bombs-jettisoned"]
    assert not order.relevant(m)
    done(ref)


def test_9_2_in_formation_outbound_bombs_are_kept() -> None:
    assert "(9.2)" in formation.why_not_jettison(mission())


@pytest.mark.parametrize("changes", [{"leg": Leg.BACK}, {"aborted": True}])
def test_13_2_on_the_way_home_bombs_may_go_in_formation_too(changes: dict[str, object]) -> None:
    m = mission(**changes)
    order = _order("jettison")
    assert order.why_not(m) == ""
    assert order.advised is not None
    assert order.advised(m)


def test_2B_3_jammed_doors_keep_the_bombs_in() -> None:
    m, ref = mission(in_formation=False, bomb_doors_out=True), referee()
    assert "(2B.3)" in formation.why_not_jettison(m)
    formation.jettison(ref, m, "two engines out")
    assert m.plane.bombs
    assert noted(ref) == []


def test_9_3_free_oxygen_is_taken_by_order() -> None:
    m, ref = mission(), referee(answers=["Bombardier"])
    m.plane.oxygen_hits[Position.NAVIGATOR] = 2
    order = _order("oxygen-places")
    assert order.relevant(m)
    assert order.why_not(m)
    m.men[Position.BOMBARDIER].dead = m.men[Position.TAIL_GUNNER].dead = True
    assert order.why_not(m) == ""
    assert order.advised is not None
    assert order.advised(m)
    order.do(ref, m)
    assert m.men[Position.NAVIGATOR].station is Position.BOMBARDIER
    assert not order.relevant(m)
    done(ref)
