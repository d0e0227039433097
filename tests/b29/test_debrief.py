"""Sections 9.1 to 9.3: the wounded, credit, cities, results, the log."""

from __future__ import annotations

from pathlib import Path

import pytest

from flakhouse.core.events import Rolled
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import debrief, setup
from flakhouse.games.b29.campaign import CITY_BOXES
from flakhouse.games.b29.options import Options
from flakhouse.games.b29.state import Bomber, Campaign, Mission
from flakhouse.games.b29.words import Altitude, End, Fate, Leg, Position, Repair, Result, Root, TargetType
from tests.b29.helpers import done, mission, noted, referee, rolled


def home(number: int = 12, /, **changes: object) -> Mission:
    """A bomber back at base after an On Target run."""
    m = mission(number, leg=Leg.BACK, zone=0, turn=24, bombed=True, bomb_run=True, reached_target=True)
    m.on_target, m.percent = True, 30
    m.end = End.LANDED
    for name, value in changes.items():
        setattr(m, name, value)
    return m


def tour(m: Mission) -> Campaign:
    return Campaign(Bomber("Patches"), {p: man.airman for p, man in m.men.items()}, credited=m.number - 1)


def run(m: Mission, *faces: int, campaign: Campaign | None = None) -> tuple[Referee, Campaign]:
    ref = referee(*faces)
    campaign = campaign or tour(m)
    debrief.debrief(ref, m, campaign)
    done(ref)
    return ref, campaign


# ------------------------------------------------------------------ 9.1, 7-13b, 7-14


@pytest.mark.parametrize(("die", "fate"), [(1, Fate.DUTY), (2, Fate.IH), (5, Fate.IH), (6, Fate.DOW)])
def test_7_13b_serious_wound_after_landing(die: int, fate: Fate) -> None:
    m = home()
    gunner = m.men[Position.LEFT_GUNNER]
    gunner.serious = True
    ref, campaign = run(m, die)
    assert rolled(ref) == ["7-13b-recovery"]
    assert gunner.fate is campaign.crew[Position.LEFT_GUNNER].fate is fate
    assert gunner.dead is (fate is Fate.DOW)


@pytest.mark.parametrize(("die", "fate"), [(1, Fate.DUTY), (3, Fate.DUTY), (4, Fate.IH), (6, Fate.IH)])
def test_7_14_note_frostbite_after_landing(die: int, fate: Fate) -> None:
    m = home()
    m.men[Position.PILOT].frostbitten = True
    ref, campaign = run(m, die)
    assert rolled(ref) == ["7-14-recovery"]
    assert campaign.crew[Position.PILOT].fate is fate


def test_9_1_a_man_with_both_rolls_twice_unless_the_first_settles_it() -> None:
    m = home()
    m.men[Position.PILOT].serious = m.men[Position.PILOT].frostbitten = True
    ref, campaign = run(m, 1, 5)
    assert rolled(ref) == ["7-13b-recovery", "7-14-recovery"]
    assert campaign.crew[Position.PILOT].fate is Fate.IH
    m = home()
    m.men[Position.PILOT].serious = m.men[Position.PILOT].frostbitten = True
    ref, _ = run(m, 6)
    assert rolled(ref) == ["7-13b-recovery"]


def test_9_1_the_dead_the_lost_and_the_captured_do_not_roll() -> None:
    m = home(end=End.DITCHED, repair=Repair.LOST)
    for position, fate in (
        (Position.PILOT, Fate.LAS),
        (Position.COPILOT, Fate.CAS),
        (Position.BOMBARDIER, Fate.BOC),
        (Position.NAVIGATOR, Fate.DIC),
        (Position.CFC, Fate.IH),
    ):
        m.men[position].serious = True
        m.men[position].fate = fate
    m.men[Position.TAIL_GUNNER].serious = m.men[Position.TAIL_GUNNER].dead = True
    _, campaign = run(m)
    assert campaign.crew[Position.PILOT].fate is Fate.LAS
    assert campaign.crew[Position.TAIL_GUNNER].fate is Fate.KIA


def test_9_1_a_wounded_man_rescued_from_the_sea_rolls() -> None:
    m = home(end=End.DITCHED, repair=Repair.LOST)
    man = m.men[Position.COPILOT]
    man.serious, man.aboard = True, False
    _, campaign = run(m, 3)
    assert campaign.crew[Position.COPILOT].fate is Fate.IH


def test_gts_event_2_food_poisoning_is_over_after_the_flight() -> None:
    m = home()
    man = m.men[Position.COPILOT]
    man.serious = man.poisoned = True
    man.cause = Root.ILLNESS
    _, campaign = run(m)
    assert campaign.crew[Position.COPILOT].fate is Fate.DUTY
    m = home()
    man = m.men[Position.COPILOT]
    man.serious = man.poisoned = True
    man.light = 3  # shells made it a wound
    man.cause = Root.FLAK
    ref, _ = run(m, 1)
    assert rolled(ref) == ["7-13b-recovery"]


def test_gts_event_2_frostbite_makes_no_wound_of_food_poisoning() -> None:
    m = home()
    man = m.men[Position.COPILOT]
    man.serious = man.poisoned = man.frostbitten = True
    man.cause = Root.CHOICE  # the later trouble has taken the place of the illness
    ref, campaign = run(m, 1)
    assert rolled(ref) == ["7-14-recovery"]
    assert campaign.crew[Position.COPILOT].fate is Fate.DUTY


# ------------------------------------------------------------------ 4.7C, D credit


def test_4_7c_a_mission_flown_counts_for_the_tour_and_for_each_man() -> None:
    m = home()
    _, campaign = run(m)
    assert m.credited
    assert campaign.credited == 12
    assert campaign.mission_number() == 13
    assert {a.missions for a in campaign.crew.values()} == {11}
    assert campaign.bomber.missions == 1


def test_4_7c_men_left_at_base_and_men_lost_gain_nothing() -> None:
    m = home()
    cfc, pilot, gunner = m.men[Position.CFC], m.men[Position.PILOT], m.men[Position.TAIL_GUNNER]
    cfc.aboard, cfc.grounded = False, True
    pilot.dead, pilot.fate = True, Fate.KIA
    gunner.serious = True
    _, campaign = run(m, 2)
    assert campaign.crew[Position.CFC].missions == 10
    assert campaign.crew[Position.PILOT].missions == 10
    assert campaign.crew[Position.TAIL_GUNNER].missions == 11  # sent home, but he flew this one
    assert campaign.crew[Position.CFC].fate is Fate.DUTY
    assert campaign.log[-1].crew[Position.CFC].endswith("at base")


def aborted(**changes: object) -> Mission:
    m = home(bombed=False, bomb_run=False, on_target=None, percent=0, reached_target=False)
    m.aborted, m.abort_zone = True, 8
    for name, value in changes.items():
        setattr(m, name, value)
    return m


def test_4_7d_an_abort_without_the_enemys_doing_does_not_count() -> None:
    m = aborted(leave={"engine out": False, "intercom out": False})
    _, campaign = run(m)
    assert not m.credited
    assert campaign.credited == 11
    assert campaign.mission_number() == 12  # RULING R-84
    assert {a.missions for a in campaign.crew.values()} == {10}
    assert campaign.log[-1].mission == 12
    assert campaign.draws == 1


@pytest.mark.parametrize("reason", debrief.CREDITING)
def test_4_7d_an_abort_forced_by_the_enemy_counts(reason: str) -> None:
    m = aborted(leave={"rally missed": False, reason: True})
    _, campaign = run(m)
    assert m.credited
    assert campaign.credited == 12


def test_4_7d_the_twelve_circumstances() -> None:
    assert len(debrief.CREDITING) == 12
    m = aborted(leave={"out of formation": True})  # 4.8C: leave to abort, but no credit
    run(m)
    assert not m.credited


def test_4_7d_every_circumstance_is_a_reason_some_rule_gives() -> None:
    here = Path(debrief.__file__).parent
    rules = "".join(p.read_text(encoding="utf-8") for p in sorted(here.rglob("*.py")) if p.name != "debrief.py")
    assert [reason for reason in debrief.CREDITING if f'"{reason}"' not in rules] == []


def test_4_7d_loss_of_pressure_counts_on_hi_and_med_missions_only() -> None:
    m = aborted(leave={"pressure lost": True}, altitude=Altitude.LO)
    run(m)
    assert not m.credited


def test_r_85_off_course_over_the_target_earns_credit_by_itself() -> None:
    m = aborted(off_over_target=True, abort_zone=11, on_target=False)
    _, campaign = run(m)
    assert m.credited
    assert campaign.log[-1].on_target is False
    assert campaign.bomber.percents == [0]


def test_4_7d_a_bomber_shot_down_outbound_flew_its_mission() -> None:
    m = home(leg=Leg.OUT, bomb_run=False, bombed=False, on_target=None, percent=0)
    m.end, m.repair, m.root = End.DESTROYED, Repair.LOST, Root.FIGHTER
    for man in m.men.values():
        man.dead, man.fate = True, Fate.KIA
    _, campaign = run(m)
    assert m.credited
    assert campaign.bomber.missions == 0
    assert campaign.bomber.cause == "fighter"
    assert campaign.defeats == 1


# ------------------------------------------------------------------ 9.2


def urban(city: str = "Tokyo", from_2_3: bool = False, **changes: object) -> Mission:
    m = home(**changes)
    m.target = setup.make_target(city, TargetType.URBAN_AREA, m.number, from_2_3)
    return m


@pytest.mark.parametrize(("die", "boxes"), [(1, 0), (2, 1), (4, 1), (5, 2), (6, 2)])
def test_9_1_table_at_med(die: int, boxes: int) -> None:
    """9-1."""
    m = urban()
    ref, campaign = run(m, die)
    assert rolled(ref) == ["9-1"]
    assert campaign.city_boxes == {"Tokyo": boxes}


@pytest.mark.parametrize(
    ("altitude", "die", "boxes"),
    [("HI", 3, 0), ("HI", 4, 1), ("HI", 6, 1), ("LO", 1, 1), ("LO", 3, 1), ("LO", 4, 2)],
)
def test_9_1_table_altitude_modifiers(altitude: str, die: int, boxes: int) -> None:
    """9-1, 9-1 modifiers."""
    _, campaign = run(urban(altitude=Altitude[altitude]), die)
    assert campaign.city_boxes["Tokyo"] == boxes


def test_9_2_rolled_whatever_the_own_bombs_did() -> None:
    m = urban(end=End.DITCHED, repair=Repair.LOST, on_target=None, bomb_run=False, aborted=True)
    _, campaign = run(m, 3)
    assert campaign.city_boxes["Tokyo"] == 1


def test_9_2_boxes_beyond_the_last_are_lost_and_the_city_is_bombed_out() -> None:
    m = urban("Kobe")
    campaign = tour(m)
    campaign.city_boxes["Kobe"] = 1
    ref, _ = run(m, 6, campaign=campaign)
    assert campaign.city_boxes["Kobe"] == 2
    assert "city-bombed-out" in noted(ref)


def test_9_2_the_damage_sheet_has_33_boxes() -> None:
    sheet = {
        "Amagasaki": 4,
        "Kawasaki": 3,
        "Kobe": 2,
        "Yokohama": 2,
        "Osaka": 7,
        "Nagoya": 8,
        "Tokyo": 4,
        "Yawata": 3,
    }
    assert dict(CITY_BOXES) == sheet
    assert sum(sheet.values()) == 33


def test_r_27_a_city_of_2_3_is_struck_off_by_the_own_result_without_a_roll() -> None:
    ref, campaign = run(urban("Ichinomiya", True))
    assert campaign.struck == ["Ichinomiya"]
    assert rolled(ref) == []
    _, campaign = run(urban("Ichinomiya", True, on_target=False))
    assert campaign.struck == []


def test_r_87_urban_missions_of_2_1_count_for_nagoya() -> None:
    m = urban("Nagoya", number=3, altitude=Altitude.HI)
    _, campaign = run(m, 6)
    assert campaign.city_boxes == {"Nagoya": 1}


def test_9_2_no_roll_for_factories_nor_without_the_rule_nor_at_take_off() -> None:
    assert run(home())[1].city_boxes == {}
    assert run(urban(options=Options(urban_damage=False)))[1].city_boxes == {}
    assert run(urban(turn=0, end=End.NOT_FLOWN, on_target=None))[1].city_boxes == {}


# ------------------------------------------------------------------ 9.3


@pytest.mark.parametrize(
    ("end", "repair", "on_target", "expected"),
    [
        (End.LANDED, Repair.SOUND, True, Result.VICTORY),
        (End.LANDED, Repair.REPAIRABLE, True, Result.VICTORY),
        (End.LANDED_IWO, Repair.SOUND, True, Result.VICTORY),
        (End.LANDED, Repair.SOUND, False, Result.DRAW),
        (End.LANDED, Repair.SOUND, None, Result.DRAW),
        (End.LANDED_IWO, Repair.REPAIRABLE, None, Result.DRAW),
        (End.LANDED, Repair.IRREPARABLE, True, Result.DEFEAT),
        (End.WRECKED, Repair.LOST, True, Result.DEFEAT),
        (End.DESTROYED, Repair.LOST, True, Result.DEFEAT),
        (End.DITCHED, Repair.LOST, True, Result.DEFEAT),
        (End.LANDED_JAPAN, Repair.LOST, True, Result.DEFEAT),
        (End.OUT_OF_CONTROL, Repair.LOST, None, Result.DEFEAT),
        (End.ABANDONED, Repair.LOST, True, Result.DEFEAT),
    ],
)
def test_9_3_results(end: End, repair: Repair, on_target: bool | None, expected: Result) -> None:
    m = home(end=end, repair=repair, on_target=on_target)
    _, campaign = run(m)
    assert campaign.log[-1].result is expected
    totals = (campaign.victories, campaign.draws, campaign.defeats)
    assert totals == tuple(expected is r for r in (Result.VICTORY, Result.DRAW, Result.DEFEAT))


@pytest.mark.parametrize("end", [End.NOT_FLOWN, End.ON_GROUND, End.DITCHED, End.DESTROYED])
def test_r_91_trouble_at_take_off_is_no_mission(end: End) -> None:
    m = home(turn=0, end=end, repair=Repair.LOST, on_target=None, bomb_run=False, bombed=False, root=Root.TAKEOFF)
    _, campaign = run(m)
    assert not m.credited
    assert campaign.credited == 11
    assert campaign.log[-1].result is Result.NONE
    assert (campaign.victories, campaign.draws, campaign.defeats) == (0, 0, 0)
    assert campaign.bomber.state is Repair.LOST


def test_2_2_truk_counts_for_nothing_but_wounds() -> None:
    m = home(1, training=True)
    m.target = setup.make_target("Truk", TargetType.AIRFIELD, 1)
    m.men[Position.CFC].serious = True
    _, campaign = run(m, 6)
    assert not m.credited
    assert (campaign.flights, campaign.credited, campaign.victories) == (1, 0, 0)
    assert campaign.crew[Position.CFC].fate is Fate.DOW
    assert campaign.bomber.percents == []
    assert (campaign.log[-1].target, campaign.log[-1].mission) == ("Truk", 0)


# ------------------------------------------------------------------ 9.1 the log


def test_9_1_the_log_row_holds_what_the_sheet_holds() -> None:
    m = home()
    m.men[Position.TAIL_GUNNER].kills = 2
    m.men[Position.NAVIGATOR].dead = True
    ref, campaign = run(m)
    row = campaign.log[-1]
    assert (row.flight, row.mission, row.bomber, row.target) == (1, 12, "Patches", "Tokyo")
    assert (row.target_type, row.day_night, row.altitude) == ("Aircraft Factory", "Day", "MED")
    assert (row.on_target, row.percent, row.credited, row.end) == (True, 30, True, End.LANDED)
    assert row.crew[Position.NAVIGATOR] == "Navigator Smith: KIA"
    assert len(row.crew) == 11
    assert campaign.crew[Position.TAIL_GUNNER].kills == 2
    assert campaign.bomber.percents == [30]
    assert noted(ref)[-1] == "mission-result"
    assert not [e for e in ref.events if isinstance(e, Rolled)]


def test_9_1_an_aborts_cause_stands_in_the_row() -> None:
    _, campaign = run(aborted(abort_cause="engine out"))
    assert campaign.log[-1].root == "engine out"


def test_4_7d_forced_down_at_iwo_jima_on_the_way_out_counts_like_an_abort() -> None:
    m = mission(zone=6, end=End.LANDED_IWO)
    m.leave["engine out"] = False
    assert not debrief.credit(m)
    m.leave["engine out"] = True  # shot out
    assert debrief.credit(m)
    assert debrief.credit(mission(zone=6, end=End.DITCHED))  # lost on the way: it flew its mission
