"""Table 7-1: every row and note of hits in the Nose."""

from __future__ import annotations

import pytest

from flakhouse.games.b29 import damage_nose, gear
from flakhouse.games.b29.damage_nose import Nose
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Altitude, Brakes, Cabin, Formation, NoseGear, Position, Root, Section
from tests.b29.helpers import done, mission, noted, referee, rolled

P = Position


def at_lo(m: Mission) -> Mission:
    """Down at LO, so that the pressure note asks one die only."""
    m.plane.altitude = Altitude.LO
    m.plane.pressurized = False
    return m


@pytest.mark.parametrize(
    ("dice", "row"),
    [
        ((1, 1), Nose.OXYGEN),
        ((1, 2), Nose.GUNSIGHT),
        ((1, 3), Nose.GEAR),
        ((1, 4), Nose.RESERVOIR),
        ((1, 5), Nose.CREW),
        ((1, 6), Nose.SUPERFICIAL),
        ((2, 6), Nose.WINDSHIELD),
        ((3, 6), Nose.INSTRUMENTS),
        ((4, 6), Nose.BOMBSIGHT),
        ((5, 6), Nose.SUPERFICIAL),
        ((6, 6), Nose.COMPASS),
    ],
)
def test_7_1_rows_stand_as_printed(dice: tuple[int, int], row: Nose) -> None:
    assert damage_nose.TABLE.at(sum(dice)) is row


@pytest.mark.parametrize(
    ("die", "stations"),
    [
        (1, [P.PILOT, P.COPILOT]),
        (2, [P.PILOT]),
        (3, [P.COPILOT]),
        (4, [P.BOMBARDIER]),
        (5, [P.BOMBARDIER]),
    ],
)
def test_7_1_row_2_oxygen_hits_are_counted_by_station(die: int, stations: list[Position]) -> None:
    m = at_lo(mission())
    ref = referee(1, 1, die, 1)
    damage_nose.hit(ref, m)
    done(ref)
    assert m.plane.oxygen_hits == {station: 1 for station in stations}
    assert rolled(ref) == ["7-1", "7-1-oxygen", "7-1b-hole"]


def test_7_1_row_2_six_is_a_fire_and_the_oxygen_of_the_nose_is_out() -> None:
    """7.4B."""
    m = at_lo(mission())
    ref = referee(1, 1, 6, 1, 1, 1, defaults=True)
    damage_nose.hit(ref, m)
    done(ref)
    assert rolled(ref) == ["7-1", "7-1-oxygen", "7-12", "7-1b-hole"]
    assert m.plane.oxygen_hits == {P.PILOT: 2, P.COPILOT: 2, P.BOMBARDIER: 2}
    assert m.plane.extinguishers[Section.NAV_RADIO] is False


def test_7_1_row_2_the_oxygen_fire_comes_once() -> None:
    m = at_lo(mission())
    m.plane.oxygen_burnt.append(Section.NOSE)
    ref = referee(1, 1, 6, 1)
    damage_nose.hit(ref, m)
    done(ref)
    assert rolled(ref) == ["7-1", "7-1-oxygen", "7-1b-hole"]


def test_7_1_row_3_bombardier_sight() -> None:
    m = at_lo(mission())
    ref = referee(1, 2, 5)
    damage_nose.hit(ref, m)
    done(ref)
    assert m.plane.bombardier_sight_out


@pytest.mark.parametrize(
    ("die", "state", "formation", "down"),
    [
        (1, NoseGear.DAMAGED, Formation.IN, False),
        (2, NoseGear.DAMAGED, Formation.IN, False),
        (3, NoseGear.WILL_NOT_EXTEND, Formation.IN, False),
        (4, NoseGear.WILL_NOT_EXTEND, Formation.IN, False),
        (5, NoseGear.WILL_NOT_HOLD, Formation.OUT, True),
        (6, NoseGear.DOWN, Formation.OUT, False),
    ],
)
def test_7_1_row_4_nose_gear(die: int, state: NoseGear, formation: Formation, down: bool) -> None:
    """R-65."""
    m = mission()
    ref = referee(1, 3, die)
    damage_nose.hit(ref, m)
    done(ref)
    assert m.plane.nose_gear is state
    assert m.plane.nose_gear_extended is down
    assert m.formation is formation
    assert rolled(ref) == ["7-1", "7-1-gear"]  # no pressure note on this row


@pytest.mark.parametrize(
    ("state", "extended", "after"),
    [
        (NoseGear.DAMAGED, False, NoseGear.DESTROYED_UP),
        (NoseGear.WILL_NOT_EXTEND, False, NoseGear.DESTROYED_UP),
        (NoseGear.WILL_NOT_HOLD, True, NoseGear.DESTROYED_DOWN),
        (NoseGear.WILL_NOT_HOLD, False, NoseGear.DESTROYED_UP),
        (NoseGear.DOWN, False, NoseGear.DESTROYED_DOWN),
        (NoseGear.DESTROYED_UP, False, NoseGear.DESTROYED_UP),
    ],
)
def test_7_1_row_4_a_second_hit_destroys_the_gear(state: NoseGear, extended: bool, after: NoseGear) -> None:
    m = mission(nose_gear=state, nose_gear_extended=extended)
    ref = referee(1, 3)
    damage_nose.hit(ref, m)
    done(ref)
    assert m.plane.nose_gear is after


def test_7_1_row_4_gear_lowered_before_the_hit_stays_down() -> None:
    m = mission(nose_gear_extended=True, electrical_hits=2)  # early, by the generator (7-10c)
    gear.nose_hit(referee(1), m)
    assert m.plane.nose_gear is NoseGear.DAMAGED
    assert gear.drag(m) == "nose"


def test_7_1_row_5_reservoir_weakens_the_brakes_and_may_burn() -> None:
    m = at_lo(mission())
    ref = referee(1, 4, 1, 4)
    damage_nose.hit(ref, m)
    done(ref)
    assert rolled(ref) == ["7-1", "7-1b-hole", "7-1-hydraulic-fire"]
    assert m.plane.brakes is Brakes.REDUCED
    assert not m.plane.fires


def test_7_1_row_5_three_or_less_is_a_fire() -> None:
    m = at_lo(mission())
    ref = referee(1, 4, 1, 3, 4, 5, defaults=True)
    damage_nose.hit(ref, m)
    done(ref)
    assert rolled(ref)[-1] == "7-12"


def test_7_1_row_5_after_the_other_reservoir_the_brakes_are_gone() -> None:
    m = at_lo(mission(hydraulic_nav_hit=True))
    ref = referee(1, 4, 1, 4)
    damage_nose.hit(ref, m)
    done(ref)
    assert m.plane.brakes is Brakes.LOST


def test_7_1_row_5_a_repeat_checks_only_pressure() -> None:
    """R-78."""
    m = at_lo(mission(hydraulic_nose_hit=True, brakes=Brakes.REDUCED))
    ref = referee(1, 4, 1)
    damage_nose.hit(ref, m)
    done(ref)
    assert rolled(ref) == ["7-1", "7-1b-hole"]


@pytest.mark.parametrize(
    ("dice", "hit"),
    [
        ((1,), [P.PILOT, P.COPILOT]),
        ((2,), [P.PILOT]),
        ((3,), [P.COPILOT]),
        ((4,), [P.BOMBARDIER]),
        ((5,), [P.PILOT, P.COPILOT, P.BOMBARDIER]),
        ((6, 3), [P.BOMBARDIER, P.PILOT]),
        ((6, 4), [P.BOMBARDIER, P.COPILOT]),
    ],
)
def test_7_1_row_6_crew(dice: tuple[int, ...], hit: list[Position]) -> None:
    m = at_lo(mission())
    ref = referee(1, 5, *dice, *[1] * len(hit), 1)
    damage_nose.hit(ref, m)
    done(ref)
    assert [p for p in Position if m.men[p].light] == sorted(hit, key=list(Position).index)
    assert rolled(ref)[-1] == "7-1b-hole"


def test_table_7_1_and_5_4e_a_wounded_man_laid_in_the_nose_rolls_too() -> None:
    m = at_lo(mission())
    bombardier, cfc = m.men[P.BOMBARDIER], m.men[P.CFC]
    bombardier.aboard = False
    m.seats[P.BOMBARDIER] = None
    cfc.compartment, cfc.station, cfc.light = Section.NOSE, None, 1
    m.seats[P.CFC] = None
    ref = referee(1, 5, 2, 1, 1, 1)
    damage_nose.hit(ref, m)
    done(ref)
    assert m.men[P.PILOT].light == 1
    assert cfc.light == 2


def test_7_1_rows_7_and_11_do_nothing() -> None:
    m = mission()
    ref = referee(3, 4, 5, 6)
    damage_nose.hit(ref, m)
    damage_nose.hit(ref, m)
    done(ref)
    assert rolled(ref) == ["7-1", "7-1"]
    assert noted(ref) == ["superficial", "superficial"]


def test_7_1_row_8_first_windshield_hit_does_nothing() -> None:
    m = mission()
    ref = referee(2, 6)
    damage_nose.hit(ref, m)
    done(ref)
    assert m.plane.windshield_hits == 1
    assert not m.plane.compromised[Cabin.FRONT]


def test_7_1_row_8_second_windshield_hit_bursts_the_front_cabin() -> None:
    m = mission(windshield_hits=1)
    # 7-11 for both front sections together, six men on oxygen, then the mask roll of the crew
    ref = referee(2, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    damage_nose.hit(ref, m)
    done(ref)
    assert m.plane.windshield_hits == 2
    assert m.plane.compromised[Cabin.FRONT]
    assert rolled(ref)[1] == "7-11"


def test_7_1_row_8_further_hits_strike_the_crew() -> None:
    m = at_lo(mission(windshield_hits=2))
    ref = referee(2, 6, 4, 1, 1)
    damage_nose.hit(ref, m)
    done(ref)
    assert rolled(ref) == ["7-1", "7-1-crew", "7-13", "7-1b-hole"]
    assert m.plane.windshield_hits == 2


def test_7_1_row_9_goes_to_the_cockpit_table() -> None:
    m = at_lo(mission())
    ref = referee(3, 6, 1, 5, 2)
    damage_nose.hit(ref, m)
    done(ref)
    assert rolled(ref) == ["7-1", "7-9", "7-1b-hole"]
    assert m.plane.autopilot_out


@pytest.mark.parametrize("on_run", [True, False])
def test_7_1_row_10_bombsight_gives_leave_to_abort(on_run: bool) -> None:
    m = at_lo(mission(cause=Root.FLAK, on_run=on_run))
    ref = referee(4, 6, 1)
    damage_nose.hit(ref, m)
    done(ref)
    assert m.plane.bombsight_out
    assert m.bombsight_hit_on_run is on_run
    assert m.leave == {"bombsight out": True}


def test_7_1_row_10_a_sight_wrecked_before_is_not_hit_on_the_run() -> None:
    m = at_lo(mission(bombsight_out=True, on_run=True))
    ref = referee(4, 6, 1)
    damage_nose.hit(ref, m)
    done(ref)
    assert not m.bombsight_hit_on_run


def test_7_1_row_12_radio_compass() -> None:
    m = at_lo(mission())
    ref = referee(6, 6, 1)
    damage_nose.hit(ref, m)
    done(ref)
    assert m.plane.radio_compass_out


@pytest.mark.parametrize(("die", "wounds"), [(4, 0), (5, 1), (6, 1)])
@pytest.mark.parametrize("row", [Nose.RESERVOIR, Nose.BOMBSIGHT])
def test_7_1a_over_the_target_the_bombardier_may_be_struck(row: Nose, die: int, wounds: int) -> None:
    m = at_lo(mission(zone=11))
    fire = (6,) if row is Nose.RESERVOIR else ()
    ref = referee(die, *[1] * wounds, 1, *fire)
    damage_nose.apply(ref, m, row)
    done(ref)
    assert rolled(ref)[0] == "7-1a-bombardier"
    assert m.men[P.BOMBARDIER].light == wounds


def test_7_1b_six_compromises_the_front_cabin() -> None:
    m = at_lo(mission())
    ref = referee(6)
    damage_nose.apply(ref, m, Nose.GUNSIGHT)
    done(ref)
    assert m.plane.compromised[Cabin.FRONT]


def test_7_1b_pressurized_a_second_six_is_explosive_decompression() -> None:
    m = mission()
    ref = referee(6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    damage_nose.apply(ref, m, Nose.GUNSIGHT)
    done(ref)
    assert rolled(ref)[:3] == ["7-1b-hole", "7-1b-decompression", "7-11"]


def test_7_1b_is_not_checked_once_compromised() -> None:
    m = mission()
    m.plane.compromised[Cabin.FRONT] = True
    ref = referee()
    damage_nose.apply(ref, m, Nose.COMPASS)
    done(ref)
    assert m.plane.radio_compass_out
