"""The invariants: each is broken once, and each is seen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from flakhouse.games.b17 import possible
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import (
    Cover,
    End,
    EngineState,
    Fate,
    GunName,
    Leg,
    Position,
    Repair,
    Root,
    Section,
    Tank,
    Weather,
)
from tests.b17.helpers import fighter, mission

NAVIGATOR, PILOT, COPILOT = Position.NAVIGATOR, Position.PILOT, Position.COPILOT
TOP, BALL = GunName.TOP, GunName.BALL


def homeward(**changes: object) -> Mission:
    """The mission of the helpers on its way home, bombs on target."""
    done: dict[str, object] = {"leg": Leg.BACK, "bomb_run": True, "on_target": True, "percent": 30}
    return mission(**{**done, "bombs": False, "weather_rolled": True, **changes})


def set_man(m: Mission, who: Position, **changes: object) -> None:
    """Change a man."""
    for name, value in changes.items():
        setattr(m.men[who], name, value)


def seat(m: Mission, who: Position, station: Position | None) -> None:
    """Put a man's name on a seat without taking him from his own."""
    if station is not None:
        m.seats[station] = m.men[who]


def lay(m: Mission, who: Position, where: Section) -> None:
    """Lay a man down."""
    m.seats[who] = None
    set_man(m, who, station=None, compartment=where)


def test_a_sound_bomber_can_be_and_so_can_one_on_its_way_home() -> None:
    assert possible.fault(mission()) == ""
    assert possible.fault(homeward()) == ""
    assert possible.settled_fault(mission()) == ""
    assert possible.start_fault(mission(), "move") == ""


Break = Callable[[Mission], object]


def several(*spoils: Break) -> Break:
    """Several things at once."""

    def spoil(m: Mission) -> None:
        for one in spoils:
            one(m)

    return spoil


MEN: list[tuple[str, Break, str]] = [
    ("1.5", lambda m: m.men.pop(NAVIGATOR), "not the ten positions"),
    ("7A.4", lambda m: seat(m, NAVIGATOR, Position.TAIL_GUNNER), "cannot sit at the Tail Gunner"),
    ("7A.4", lambda m: set_man(m, NAVIGATOR, compartment=Section.TAIL), "but is in Tail"),
    ("7A.4", lambda m: m.seats.update({NAVIGATOR: None}), "claims a station"),
    ("14.1", lambda m: set_man(m, NAVIGATOR, aboard=False, jumped=True), "cannot sit"),
    (
        "14.1",
        several(lambda m: lay(m, NAVIGATOR, Section.WAIST), lambda m: set_man(m, NAVIGATOR, aboard=False)),
        "without a jump",
    ),
    ("14.1", lambda m: set_man(m, NAVIGATOR, jumped=True), "aboard, and has jumped"),
    ("7.3", lambda m: lay(m, NAVIGATOR, Section.PORT_WING), "cannot be in Port Wing"),
    ("7.3", lambda m: lay(m, NAVIGATOR, Section.TAIL), "has 0 places for men"),
    ("7.3", lambda m: lay(m, NAVIGATOR, Section.BOMB_BAY), "among the bombs"),
    ("7.1", lambda m: set_man(m, NAVIGATOR, light=4), "4 light wounds"),
    ("7.1", lambda m: set_man(m, NAVIGATOR, light=3), "three light wounds"),
    ("7.1", lambda m: set_man(m, NAVIGATOR, light=1, serious=True), "which kill"),
    ("7.1", lambda m: set_man(m, NAVIGATOR, dead=True), "dead and on duty"),
    ("7.1", lambda m: set_man(m, NAVIGATOR, fate=Fate.KIA), "KIA but not dead"),
    ("3A.2", lambda m: set_man(m, NAVIGATOR, kills=-1), "negative count"),
]
PLANE: list[tuple[str, Break, str]] = [
    ("5.1", lambda m: setattr(m.plane.guns[TOP], "bursts", 17), "17 bursts for the Top Turret"),
    ("5.1", lambda m: setattr(m.plane.guns[TOP], "bursts", -1), "-1 bursts"),
    ("11.6", lambda m: setattr(m.plane.guns[TOP], "armed", False), "all guns go overboard together"),
    (
        "M-5",
        several(
            lambda m: setattr(m.plane.guns[TOP], "jammed", True),
            lambda m: setattr(m.plane.guns[TOP], "broken", True),
        ),
        "M-5",
    ),
    ("6.7", lambda m: setattr(m.plane, "ball_jammed", True), "jammed but its guns fire"),
    ("1.5", lambda m: setattr(m.plane, "extinguishers", 6), "6 hand extinguishers"),
    ("1.5", lambda m: setattr(m.plane.engines[0], "charges", 3), "3 extinguisher charges"),
    ("BL-1e", lambda m: setattr(m.plane.engines[0], "oil_zones", 5), "oil for 5 zones"),
    ("B-7", lambda m: setattr(m.plane.engines[0], "by_event", True), "failed by event"),
    ("6.3", lambda m: setattr(m.plane, "cable_hits", 3), "the count ends at 2"),
    ("6.6", lambda m: setattr(m.plane.wings[Section.PORT_WING], "root_hits", 6), "from 0 to 5"),
    ("6.6", lambda m: m.plane.tailplane_root.update({Section.PORT_WING: 4}), "from 0 to 3"),
    ("18.1", lambda m: m.plane.bursts_inside.append(Section.TAIL), "not survived"),
    ("18.1", lambda m: m.plane.bursts_inside.append(Section.BOMB_BAY), "among the bombs"),
    ("BL-1g", lambda m: m.plane.leaking.append(Tank.PORT_INBOARD), "-1 turns of fuel"),
    ("11.4", lambda m: setattr(m.plane, "fuel_turns", 3), "0 tanks leak"),
    ("10.1", lambda m: m.plane.cold_zones.update({PILOT: 1}), "where heat is on"),
    ("10.1", lambda m: m.plane.heat_out.extend((PILOT, PILOT)), "out twice"),
    ("6.5", lambda m: m.plane.oxygen_hits.update({PILOT: 3}), "second hit"),
]
FLIGHT: list[tuple[str, Break, str]] = [
    ("1.3", lambda m: setattr(m, "squadron", None), "from mission 6 on"),
    ("2.1", lambda m: setattr(m, "turns_here", 3), "never more than two"),
    ("1.4", lambda m: setattr(m, "zone", 6), "Zone 6 is not between"),
    ("1.6", lambda m: setattr(m, "zone", 0), "at the base"),
    ("9.3", lambda m: setattr(m.plane, "low", True), "in formation at 10,000 ft"),
    ("18.2", lambda m: m.plane.bursts_inside.append(Section.NOSE), "ends formation flying"),
    ("9.1", lambda m: setattr(m, "out_zones", 1), "or not out at all"),
    ("9.1", lambda m: setattr(m, "out_fresh", True), "out for no zone"),
    ("2A.2", lambda m: setattr(m, "weather", Weather.BAD), "before it was rolled"),
    ("2A.2", lambda m: setattr(m, "weather_rolled", True), "before the bomber is there"),
    ("15.1", lambda m: setattr(m, "base_weather", Weather.BAD), "over England"),
    ("2B.0", lambda m: setattr(m, "leg", Leg.BACK), "neither a bomb run nor an abort"),
    ("12.4", lambda m: setattr(m, "on_target", True), "are aboard or no run"),
    ("13.1", lambda m: setattr(m, "abort_cause", "by choice"), "no abort, but"),
    (
        "13.3",
        several(
            lambda m: setattr(m, "aborted", True),
            lambda m: setattr(m, "abort_zone", 3),
            lambda m: setattr(m.options, "abort_alone", True),
        ),
        "leaves its formation",
    ),
    ("13.1", lambda m: m.leave.update({"boredom": True}), "no such cause"),
    ("11.6", lambda m: setattr(m, "one_engine_zones", 1), "zones on one engine, with 0 out"),
    ("11.6", lambda m: setattr(m, "down_next", "x"), "engines run"),
    ("9.4", lambda m: setattr(m, "evading", True), "evading in formation"),
    ("16.3", lambda m: setattr(m, "repair", Repair.LOST), "has a result"),
    (
        "2A.3",
        several(
            lambda m: setattr(m, "number", 3),
            lambda m: setattr(m, "squadron", None),
            lambda m: setattr(m, "cover", Cover.POOR),
        ),
        "Good",
    ),
]


@pytest.mark.parametrize(("rule", "spoil", "why"), [*MEN, *PLANE, *FLIGHT])
def test_what_cannot_be_is_seen(rule: str, spoil: Break, why: str) -> None:
    m = mission()
    spoil(m)
    assert why in possible.fault(m)
    assert rule


def test_3A_1_a_fighter_hit_badly_twice_is_destroyed() -> None:
    attacker = fighter()
    attacker.fboa, attacker.fca = 1, 2
    m = mission(fighters=[attacker])
    assert "not destroyed (3A.1)" in possible.fault(m)
    attacker.destroyed = True
    assert possible.fault(m) == ""


def test_3_9_a_fourth_attack_is_seen() -> None:
    attacker = fighter()
    attacker.attacks = 4
    assert "attacks 4 times" in possible.fault(mission(fighters=[attacker]))


SHORT: list[Break] = [
    lambda m: setattr(m.plane, "intercom_out", True),
    lambda m: setattr(m.plane, "extinguishers", 4),
    lambda m: setattr(m.plane.engines[2], "state", EngineState.FEATHERED),
    lambda m: setattr(m.plane.engines[2], "charges", 1),
    lambda m: setattr(m.plane.guns[BALL], "jammed", True),
    lambda m: setattr(m.plane.wings[Section.PORT_WING], "flap_out", True),
    lambda m: m.plane.elevator_out.update({Section.PORT_WING: True}),
    lambda m: m.plane.oxygen_hits.update({PILOT: 1}),
]


SETTLED: list[tuple[Break, str]] = [
    (lambda m: setattr(m, "falls_out", "a dive"), "still to leave formation"),
    (lambda m: m.fighters.append(fighter()), "fighters are still about"),
    (
        several(lambda m: set_man(m, PILOT, serious=True), lambda m: set_man(m, COPILOT, serious=True)),
        "nobody flies",
    ),
    (lambda m: setattr(m.plane.engines[0], "state", EngineState.WINDMILLING), "windmilling propeller"),
    (lambda m: setattr(m.plane.engines[0], "state", EngineState.FEATHERED), "the bombs aboard (11.0)"),
]


@pytest.mark.parametrize(("spoil", "why"), SETTLED)
def test_2A_7_at_the_end_of_a_turn_all_is_settled(spoil: Break, why: str) -> None:
    m = mission()
    spoil(m)
    assert why in possible.settled_fault(m)


def test_11_0_two_engines_out_mean_10_000_ft_alone_and_without_bombs() -> None:
    m = mission(in_formation=False)
    m.plane.engines[0].state = m.plane.engines[1].state = EngineState.FEATHERED
    assert "at altitude" in possible.settled_fault(m)
    m.plane.low = True
    assert "bombs aboard" in possible.settled_fault(m)
    m.plane.bombs = False
    assert possible.settled_fault(m) == ""
    m.plane.engines[2].state = EngineState.FEATHERED
    assert "left on one" in possible.settled_fault(m)


# ------------------------------------------------------------------ the end


def landed(**changes: object) -> Mission:
    """A flight that ended well."""
    well: dict[str, object] = {"zone": 1, "end_zone": 1, "end": End.LANDED, "credited": True}
    return homeward(**{**well, **changes})


def lost(end: End, zone: int = 3, **changes: object) -> Mission:
    """A bomber lost to a fighter, the crew with it."""
    m = homeward(
        zone=zone, end_zone=zone, end=end, credited=True, repair=Repair.LOST, root=Root.FIGHTER, **changes
    )
    for man in m.men.values():
        man.dead, man.fate, man.airman.fate, man.cause = True, Fate.KIA, Fate.KIA, Root.FIGHTER
    return m


def test_a_landing_and_a_loss_can_be() -> None:
    assert possible.final_fault(landed()) == ""
    assert possible.final_fault(lost(End.DESTROYED)) == ""
    assert possible.final_fault(homeward()) == "the flight is over but the bomber still flies"


@pytest.mark.parametrize("end", [End.LANDED, End.DESTROYED, End.ABANDONED, End.LANDED_EUROPE])
def test_6_8_a_bomber_without_a_wing_only_crashes(end: End) -> None:
    m = landed() if end is End.LANDED else lost(end)
    m.plane.wings[Section.PORT_WING].root_hits = 5
    assert "a wing or both tailplanes off" in possible.final_fault(m)


ENDS: list[tuple[str, Break, str]] = [
    ("15.2", lambda m: setattr(m, "repair", Repair.LOST), "bomber lost"),
    (
        "18.2",
        several(lambda m: m.plane.bursts_inside.append(Section.NOSE), lambda m: setattr(m, "in_formation", False)),
        "scrapped",
    ),
    ("15.6", lambda m: setattr(m.plane, "landing_gear_out", True), "without landing gear"),
    ("16.3", lambda m: setattr(m, "root", Root.FLAK), "is no loss"),
    ("15.1", several(lambda m: setattr(m, "zone", 2), lambda m: setattr(m, "end_zone", 2)), "landed in Zone 2"),
    (
        "7A.5",
        several(lambda m: set_man(m, PILOT, serious=True), lambda m: set_man(m, COPILOT, serious=True)),
        "at the controls",
    ),
    ("13.1", lambda m: setattr(m, "credited", False), "listed cause"),
    ("16.3", lambda m: set_man(m, NAVIGATOR, fate=Fate.DOW), "alive and DOW"),
    ("16.3", lambda m: set_man(m, NAVIGATOR, fate=Fate.IH), "on the roster on duty"),
    ("14.3", lambda m: set_man(m, NAVIGATOR, fate=Fate.BOC), "did not jump"),
    ("3.0", lambda m: m.fighters.append(fighter()), "fighters still attack"),
]


@pytest.mark.parametrize(("rule", "spoil", "why"), ENDS)
def test_a_landing_that_cannot_be_is_seen(rule: str, spoil: Break, why: str) -> None:
    m = landed()
    spoil(m)
    assert why in possible.final_fault(m)
    assert rule


def test_14_1_nobody_lives_in_a_bomber_that_fell() -> None:
    m = lost(End.OUT_OF_CONTROL)
    man = m.men[NAVIGATOR]
    man.dead, man.fate = False, Fate.DUTY
    assert "with living men aboard" in possible.final_fault(m)


def test_15_2_nobody_ditches_on_land_or_is_lost_at_sea_there() -> None:
    assert "no water" in possible.final_fault(lost(End.DITCHED, 4))
    m = lost(End.ABANDONED, 4)
    set_man(m, NAVIGATOR, fate=Fate.LAS)
    assert "at sea over land" in possible.final_fault(m)


def test_a_loss_has_a_root() -> None:
    m = lost(End.DESTROYED)
    m.root = None
    assert "but of nothing" in possible.final_fault(m)
