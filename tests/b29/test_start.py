"""Section 3: times of day and take-off."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Rolled
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import campaign, setup, start
from flakhouse.games.b29.options import Options
from flakhouse.games.b29.state import Mission, MissionEnded, Times
from flakhouse.games.b29.words import Altitude, End, EngineState, Fate, Leg, Position, Repair, Root, TargetType
from tests.b29.helpers import crew, done, mission, noted, referee, rolled


def ground(number: int = 12, night_take_off: bool = False, missions: int = 10) -> Mission:
    """A bomber at the end of the runway."""
    m = mission(number, zone=0, turn=0, altitude=Altitude.MED)
    m.plane.altitude = Altitude.LO
    start.set_times(m, "Day 1-2" if night_take_off else start.ALL_DAY)
    for man, airman in zip(m.men.values(), crew(missions).values(), strict=True):
        man.airman = airman
    return m


def fly(*faces: int, night: bool = False, missions: int = 10) -> tuple[Referee, Mission]:
    """A take-off that must succeed."""
    ref, m = referee(*faces), ground(night_take_off=night, missions=missions)
    start.take_off(ref, m)
    done(ref)
    assert (m.zone, m.turn, m.plane.altitude, m.end) == (1, 1, Altitude.LO, End.FLYING)
    assert m.cause is Root.CHOICE
    return ref, m


def fail(*faces: int, night: bool = False, missions: int = 10) -> tuple[Referee, Mission]:
    """A take-off that must fail."""
    ref, m = referee(*faces, defaults=True), ground(night_take_off=night, missions=missions)
    with pytest.raises(MissionEnded):
        start.take_off(ref, m)
    done(ref)
    assert m.turn == 0
    return ref, m


def fates(m: Mission) -> set[Fate]:
    return {man.fate for man in m.men.values()}


# ------------------------------------------------------------------ 3.1, table 3-1


def nights(row: tuple[bool, ...]) -> list[int]:
    """The zones 1-14 in darkness."""
    return [zone for zone in range(1, 15) if row[zone]]


def span(first: int, last: int) -> list[int]:
    return list(range(first, last + 1))


@pytest.mark.parametrize(
    ("row", "take_off", "landing", "abort", "out", "back"),
    [
        ("Night 1-3", False, False, span(3, 14), span(4, 14), span(4, 14)),
        ("Night 4-6", True, False, span(1, 14), span(1, 14), span(7, 14)),
        ("Day 1-2", True, True, span(1, 2), span(1, 3), span(1, 3)),
        ("Day 3-4", False, True, [], [], span(1, 6)),
        ("Day 5-6", True, False, span(1, 3), span(1, 5), []),
    ],
)
def test_3_1_rows(
    row: str, take_off: bool, landing: bool, abort: list[int], out: list[int], back: list[int]
) -> None:
    """R-25."""
    times = start.times_of(row)
    assert (times.take_off, times.landing) == (take_off, landing)
    assert (nights(times.abort), nights(times.out), nights(times.back)) == (abort, out, back)
    assert (times.out[0], times.back[0]) == (take_off, landing)


def rolled_row(die: int, number: int = 12, night: bool = False) -> str:
    ref, m = referee(die), mission(number, night=night)
    start.roll_times(ref, m)
    done(ref)
    assert m.times == start.times_of(m.times_row)
    return m.times_row


def test_3_1_die_for_day_and_night_missions() -> None:
    """3-1a."""
    assert [rolled_row(die) for die in range(1, 7)] == [
        *["Day 1-2"] * 2,
        *["Day 3-4"] * 2,
        *["Day 5-6"] * 2,
    ]
    assert [rolled_row(die, night=True) for die in range(1, 7)] == ["Night 1-3"] * 3 + ["Night 4-6"] * 3


def test_3_1_modifier_missions_1_to_10_subtract_2_and_r_26_clamps() -> None:
    """3-1 modifiers, R-26."""
    assert [rolled_row(die, number=10) for die in range(1, 7)] == ["Day 1-2"] * 4 + ["Day 3-4"] * 2


def test_3_1d_the_zone_of_an_early_abort_settles_the_landing() -> None:
    m = mission(12, leg=Leg.BACK, aborted=True, abort_zone=3, zone=2)
    start.set_times(m, "Day 5-6")
    assert m.night_here()
    m.abort_zone = 4
    assert not m.night_here()


def test_3_1g_iwo_jima_and_truk_are_day_without_a_roll() -> None:
    m = mission(5)
    m.target = setup.make_target("Iwo Jima", TargetType.AIRFIELD, 5)
    ref = referee()
    start.roll_times(ref, m)
    assert m.times == Times()
    m = mission(5, training=True)
    start.roll_times(ref, m)
    assert m.times == Times()
    assert m.times_row == "all Day"


def test_3_1_off_day_missions_are_all_day_and_night_missions_abort_by_day() -> None:
    m = mission(12, options=Options(times=False))
    start.roll_times(referee(), m)
    assert m.times == Times()
    m = mission(12, options=Options(times=False), night=True)
    start.roll_times(referee(), m)
    assert (m.times.take_off, m.times.landing) == (False, False)
    assert nights(m.times.abort) == []
    assert nights(m.times.out) == span(4, 14)
    assert nights(m.times.back) == span(4, 14)


# ------------------------------------------------------------------ 3.2, table 3-2


@pytest.mark.parametrize("faces", [(1, 2), (3, 4), (5, 6)])
def test_3_2_3_to_11_take_off_ok(faces: tuple[int, int]) -> None:
    ref, _ = fly(*faces)
    assert noted(ref) == ["take-off"]


def test_3_2_row_12_by_day_means_nothing() -> None:
    """3-1b."""
    ref, _ = fly(6, 6)
    assert rolled(ref) == ["3-2"]
    assert noted(ref) == ["take-off-near", "take-off"], "but it is told"


def test_3_2_row_12_at_night_close_call() -> None:
    """3-1b."""
    ref, _ = fly(6, 6, 4, 4, night=True)
    assert rolled(ref) == ["3-2", "3-2-night"]


def test_3_2_row_12_at_night_accident() -> None:
    ref, m = fail(6, 6, 4, 5, 5, 5, night=True)
    assert rolled(ref) == ["3-2", "3-2-night", "3-5"]
    assert m.repair is Repair.REPAIRABLE
    rolls = [e for e in ref.events if isinstance(e, Rolled)]
    assert rolls[-1].mods == ()  # the -1 is for want of lift only


def test_3_2_row_12_at_night_midair_collision_kills_everybody() -> None:
    _, m = fail(6, 6, 5, 6, night=True)
    assert (m.end, m.repair, m.root) == (End.DESTROYED, Repair.LOST, Root.TAKEOFF)
    assert fates(m) == {Fate.KIA}


def test_3_2_modifiers_novice_and_veteran_pilot_on_the_second_roll() -> None:
    fail(6, 6, 4, 4, 5, 5, night=True, missions=7)  # 8 + 1
    fly(6, 6, 4, 4, night=True, missions=8)
    fly(6, 6, 4, 5, night=True, missions=14)  # 9 - 1
    fail(6, 6, 4, 5, 5, 5, night=True, missions=13)
    _, m = fail(6, 6, 4, 6, night=True, missions=7)  # 10 + 1
    assert m.end is End.DESTROYED


def test_3_2_off_take_off_is_safe_without_a_roll() -> None:
    ref, m = referee(), ground()
    m.options = Options(take_off=False)
    start.take_off(ref, m)
    assert (m.zone, m.turn) == (1, 1)


# ------------------------------------------------------------------ table 3-3


@pytest.mark.parametrize(
    ("faces", "number"),
    [
        ((1, 1), 1),
        ((1, 2), 1),
        ((3, 4), 1),
        ((2, 2), 2),
        ((4, 6), 2),
        ((5, 6), 2),
        ((2, 3), 3),
        ((3, 3), 3),
        ((6, 6), 3),
        ((4, 4), 4),
        ((4, 5), 4),
    ],
)
def test_3_3_which_engine(faces: tuple[int, int], number: int) -> None:
    ref, _ = fail(1, 1, 1, *faces, 1)
    notes = [e for e in ref.events if getattr(e, "kind", "") == "take-off-engine"]
    assert [n.facts["engine"] for n in notes if hasattr(n, "facts")] == [number]


def test_3_3_row_1_fire_out_at_the_first_or_second_try() -> None:
    for tries in ((1,), (2, 1)):
        ref, m = fail(1, 1, 1, 3, 4, *tries)
        assert rolled(ref)[:3] == ["3-2", "3-3", "3-3-engine"]
        assert (m.end, m.repair) == (End.NOT_FLOWN, Repair.REPAIRABLE)
        assert fates(m) == {Fate.DUTY}


def test_3_3_row_1_fire_beats_both_tries() -> None:
    _, m = fail(1, 1, 1, 3, 4, 2, 6, 4)
    assert (m.end, m.repair) == (End.NOT_FLOWN, Repair.REPAIRABLE)
    _, m = fail(1, 1, 1, 3, 4, 6, 2, 5)
    assert (m.end, m.repair, m.root) == (End.ON_GROUND, Repair.IRREPARABLE, Root.TAKEOFF)
    assert fates(m) == {Fate.DUTY}


def test_3_3_row_2_take_off_broken_off() -> None:
    _, m = fail(1, 1, 2, 3, 5)
    assert (m.end, m.repair, m.root) == (End.NOT_FLOWN, Repair.SOUND, None)
    ref, m = fail(1, 1, 2, 3, 6, 4, 5)  # brakes fail: 3-5 without modifier, 9
    assert rolled(ref)[-2:] == ["3-3-stop", "3-5"]
    assert m.repair is Repair.IRREPARABLE


def test_3_3_row_2_take_off_continued() -> None:
    ref, _ = fly(1, 1, 2, 4, 4)
    assert rolled(ref) == ["3-2", "3-3", "3-3-power", "3-3-lift"]
    _, m = fail(1, 1, 2, 4, 5, 4, 6)  # not enough lift: 10 - 1
    assert m.repair is Repair.IRREPARABLE


def test_3_3_row_3_engine_failure_landing_with_one_engine_out() -> None:
    ref, m = fail(1, 1, 3, 3, 4, 2, 5, 4)
    assert rolled(ref)[2:5] == ["3-3-engine", "3-3-failure", "8-1"]
    landing = next(e for e in ref.events if isinstance(e, Rolled) and e.chart == "8-1")
    assert [mod.value for mod in landing.mods] == [-1]
    assert m.plane.engines[0].state is EngineState.FEATHERED
    assert not m.plane.bombs_aboard()  # note a
    assert m.repair is Repair.SOUND


def test_3_3_row_3_engine_failure_ditching() -> None:
    # Sea state 1, ditching 6 + 6 is always good, then eleven men survive on a 6.
    ref, m = fail(1, 1, 3, 3, 4, 3, 1, 1, 6, 6, *[6] * 11)
    assert rolled(ref)[2:7] == ["3-3-engine", "3-3-failure", "3-3b-bombs", "8-2", "8-3"]
    assert (m.end, m.repair, m.root) == (End.DITCHED, Repair.LOST, Root.TAKEOFF)
    assert fates(m) == {Fate.DUTY}
    ditching = next(e for e in ref.events if isinstance(e, Rolled) and e.chart == "8-3")
    assert [mod.value for mod in ditching.mods] == [-1]  # the engine; bombs gone


def test_3_3b_bombs_still_aboard_on_4_to_6() -> None:
    ref, m = fail(1, 1, 3, 3, 4, 4, 4, 1, 6, 6, *[6] * 11)
    assert m.plane.bombs_aboard()
    ditching = next(e for e in ref.events if isinstance(e, Rolled) and e.chart == "8-3")
    assert [mod.value for mod in ditching.mods] == [-1, -1]


def test_3_3_row_3_not_enough_lift_takes_one_off_3_5() -> None:
    """3-5 modifiers."""
    ref, m = fail(1, 1, 3, 3, 4, 5, 2, 3)  # 5 - 1 = 4: all KIA
    assert rolled(ref)[-1] == "3-5"
    assert (m.end, m.repair, m.root) == (End.ON_GROUND, Repair.LOST, Root.TAKEOFF)
    assert fates(m) == {Fate.KIA}


@pytest.mark.parametrize(
    ("die", "state", "mods"),
    [
        (4, EngineState.FEATHERED, [-1]),
        (5, EngineState.FULL, []),
        (6, EngineState.WINDMILLING, [-2]),
    ],
)
def test_3_3_row_4_runaway_propeller(die: int, state: EngineState, mods: list[int]) -> None:
    ref, m = fail(1, 1, 4, 4, 4, die, 5, 4)
    assert m.plane.engines[3].state is state
    landing = next(e for e in ref.events if isinstance(e, Rolled) and e.chart == "8-1")
    assert [mod.value for mod in landing.mods] == mods
    assert m.end is End.NOT_FLOWN


def test_3_3_row_5_fire_put_out_and_landed() -> None:
    ref, m = fail(1, 1, 5, 3, 4, 3, 1, 5, 4)
    assert rolled(ref)[2:] == ["3-3-engine", "3-3-fire", "3-3-fire", "8-1"]
    landing = next(e for e in ref.events if isinstance(e, Rolled) and e.chart == "8-1")
    assert [mod.value for mod in landing.mods] == [-1]
    assert m.repair is Repair.SOUND


def test_3_3_row_5_fire_not_put_out() -> None:
    ref, _ = fail(1, 1, 5, 3, 4, 3, 3, 3, 5, 4)
    assert rolled(ref)[-2:] == ["3-3-crash", "8-1"]
    ref, m = fail(1, 1, 5, 3, 4, 3, 3, 5, 1, 1, 6, 6, *[6] * 11)
    assert m.end is End.DITCHED
    _, m = fail(1, 1, 5, 3, 4, 3, 3, 6)
    assert (m.end, m.repair, m.root) == (End.DESTROYED, Repair.LOST, Root.TAKEOFF)
    assert fates(m) == {Fate.KIA}


def test_3_3_row_6_false_alarm() -> None:
    ref, _ = fly(1, 1, 6)
    assert rolled(ref) == ["3-2", "3-3"]


# ------------------------------------------------------------------ tables 3-4 and 3-5


def test_3_5_row_5_to_7_each_man_rolls_3_4_and_r_121_the_bomber_is_lost() -> None:
    """3-4, R-121."""
    men = [(2, 2), (2, 3), (3, 3), (3, 4), (4, 5), (4, 6), (6, 6), (5, 5), (5, 5), (5, 5), (5, 5)]
    faces = [face for pair in men for face in pair]
    _, m = fail(1, 1, 2, 3, 6, 3, 4, *faces)
    assert (m.end, m.repair) == (End.ON_GROUND, Repair.LOST)
    crew_men = list(m.men.values())
    assert [man.fate for man in crew_men[:4]] == [Fate.KIA, Fate.IH, Fate.IH, Fate.DUTY]
    assert crew_men[0].dead
    assert [man.light for man in crew_men[3:7]] == [1, 1, 0, 0]
    assert crew_men[5].cause is None
    assert crew_men[1].cause is Root.TAKEOFF


def test_3_5_rows_8_to_12_crew_safe() -> None:
    for faces, repair in (((4, 4), Repair.IRREPARABLE), ((4, 5), Repair.IRREPARABLE), ((4, 6), Repair.REPAIRABLE)):
        _, m = fail(1, 1, 2, 3, 6, *faces)
        assert m.repair is repair
        assert fates(m) == {Fate.DUTY}


def test_3_5_men_left_at_base_are_not_in_the_crash() -> None:
    ref, m = referee(1, 1, 2, 3, 6, 1, 1), ground()
    gunner = m.men[Position.CFC]
    gunner.aboard, gunner.grounded = False, True
    with pytest.raises(MissionEnded):
        start.take_off(ref, m)
    done(ref)
    assert gunner.fate is Fate.DUTY
    assert m.men[Position.PILOT].fate is Fate.KIA


def test_3_3_the_engine_counts_on_the_landing_of_a_bomber_fresh_from_the_briefing() -> None:
    record = campaign.unnamed_campaign(crew())
    # Tokyo, Middle, Middle, Heavy, no escort, night take-off; then engine 1 fails and the bomber turns back
    ref = referee(3, 4, 3, 4, 3, 4, 3, 4, 3, 1, 1, 3, 1, 1, 1, 3, 4)
    m = setup.prepare(ref, record, Options())
    with pytest.raises(MissionEnded):
        start.take_off(ref, m)
    done(ref)
    landing = next(e for e in ref.events if isinstance(e, Rolled) and e.chart == "8-1")
    assert [mod.value for mod in landing.mods] == [-1, -2]  # the engine, the dark
