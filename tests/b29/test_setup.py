"""Section 2: targets, place, guns, tanks, escort."""

from __future__ import annotations

from dataclasses import replace

import pytest

from flakhouse.core.chapter import AUTOMATION
from flakhouse.core.referee import Referee
from flakhouse.core.seat import answers_itself
from flakhouse.games.b29 import setup
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.options import Options
from flakhouse.games.b29.questions import setup as questions
from flakhouse.games.b29.state import Bomber, Campaign, LogRow, Mission
from flakhouse.games.b29.words import (
    GUNNERS,
    Altitude,
    End,
    FormationPlace,
    GunName,
    Position,
    Resistance,
    Result,
    Squadron,
    Surface,
    TargetType,
)
from tests.b29.helpers import crew, done, noted, referee, rolled

J, W = Surface.JAPAN, Surface.WATER
# The usual end of a briefing by day: place 7, squadron 3, expected 4 (Moderate), escort 2+3, times 1.
TAIL = (3, 4, 3, 4, 2, 3, 1)


def tour(credited: int = 11, missions: int = 5) -> Campaign:
    return Campaign(Bomber("Patches"), crew(missions), credited=credited)


def flown(city: str) -> LogRow:
    """The row of a flight there."""
    return LogRow(
        *(1, 1, "Patches", city, "Airfield", "Day", "HI", True, 20),
        *(Result.VICTORY, True, End.LANDED, "", {}),
    )


def prepare(
    *faces: int,
    campaign: Campaign | None = None,
    answers: list[str] | None = None,
    options: Options | None = None,
    training: bool = False,
) -> tuple[Referee, Mission]:
    ref = referee(*faces, answers=answers)
    m = setup.prepare(ref, campaign or tour(), options or Options(), training)
    done(ref)
    return ref, m


# ------------------------------------------------------------------ 2.2 target selection


@pytest.mark.parametrize(
    ("faces", "city", "kind"),
    [
        ((1, 2), "Nagoya", TargetType.URBAN_AREA),
        ((1, 3), "Akashi", TargetType.AIRCRAFT_FACTORY),
        ((2, 3), "Nagoya", TargetType.AIRCRAFT_FACTORY),
        ((3, 3), "Nagoya", TargetType.AIRCRAFT_FACTORY),
        ((4, 6), "Ota", TargetType.AIRCRAFT_FACTORY),
        ((5, 6), "Kobe", TargetType.URBAN_AREA),
        ((6, 6), "Okinawa", TargetType.AIRFIELD),
    ],
)
def test_2_2a_missions_1_to_10_come_from_table_2_1(faces: tuple[int, int], city: str, kind: TargetType) -> None:
    """2-1."""
    ref, m = prepare(*faces, *TAIL, campaign=tour(9))
    assert rolled(ref)[0] == "2-1"
    assert (m.number, m.target.city, m.target.kind, m.night, m.altitude) == (10, city, kind, False, Altitude.HI)


def test_2_2a_tokyo_is_rolled_on_7_to_9() -> None:
    """2-1."""
    for faces in ((3, 4), (4, 4), (4, 5)):
        assert prepare(*faces, *TAIL, campaign=tour(0))[1].target.city == "Tokyo"


def test_2_2a_from_mission_11_on_2_2a_is_used_unless_the_player_stays_early() -> None:
    ref, m = prepare(6, 6, 3, 4, 3, 3, 1, 1, *TAIL, campaign=tour(10))
    assert rolled(ref)[:4] == ["2-2A-day-night", "2-2A", "2-2B-other", "2-2E"]
    assert m.number == 11
    for options in (Options(stay_early=True), replace(Options(), later_targets=False)):
        ref, m = prepare(3, 4, *TAIL, campaign=tour(20), options=options)
        assert rolled(ref)[0] == "2-1"
        assert m.number == 10  # the period stays that of missions 1-10


def test_2_2a_a_bombed_out_city_of_2_1_is_rolled_again() -> None:
    campaign = tour(8)
    campaign.city_boxes["Kobe"] = 2
    ref, m = prepare(5, 6, 5, 5, *TAIL, campaign=campaign)
    assert rolled(ref)[:2] == ["2-1", "2-1"]
    assert m.target.city == "Ota"
    _, m = prepare(5, 6, *TAIL, campaign=campaign, options=Options(urban_damage=False))
    assert m.target.city == "Kobe"


def test_2_2b_two_dice_2_to_6_is_night_and_night_is_lo() -> None:
    """2-2A."""
    ref, m = prepare(3, 3, 3, 4, 3, 3, 3, 4, 3, 3, 5, 1)
    assert m.night
    assert m.altitude is Altitude.LO
    assert m.target.kind is TargetType.URBAN_AREA
    assert m.target.city == "Tokyo"
    assert rolled(ref) == ["2-2A-day-night", "2-2A", "2-2C", "2-4", "2-5", "2-6", "2-7", "3-1"]
    assert not prepare(3, 4, 6, 6, 2, 3, 4, *TAIL)[1].night


def test_2_2b_without_night_combat_every_mission_is_day_and_no_die_is_rolled() -> None:
    ref, m = prepare(6, 6, 2, 3, 4, *TAIL, options=Options(night_combat=False))
    assert rolled(ref)[0] == "2-2A"
    assert not m.night


def test_2_2a_table_columns() -> None:
    """2-2A."""
    chart = CHARTS.charts["2-2A"]
    day = [chart.at(n, 0) for n in range(2, 13)]
    assert [i + 2 for i, word in enumerate(day) if word == "Airfield"] == [4, 5, 9]
    assert [i + 2 for i, word in enumerate(day) if word == "Aircraft Factory"] == [7, 10]
    night = [chart.at(n, 1) for n in range(2, 13)]
    assert night == ["Urban Area"] * 10 + ["Aircraft Factory"]


@pytest.mark.parametrize(("die", "level"), [(1, "HI"), (2, "MED"), (5, "MED"), (6, "LO")])
def test_2_2c_altitude_of_a_day_urban_area_mission(die: int, level: str) -> None:
    """2-2B."""
    ref, m = prepare(6, 6, 6, 6, die, 3, 4, *TAIL)
    assert rolled(ref)[2] == "2-2B-urban"
    assert m.altitude is Altitude[level]


@pytest.mark.parametrize(
    ("faces", "level"), [((1, 1), "LO"), ((1, 2), "MED"), ((2, 2), "HI"), ((2, 3), "MED"), ((6, 6), "MED")]
)
def test_2_2c_altitude_of_other_day_missions(faces: tuple[int, int], level: str) -> None:
    """2-2B."""
    ref, m = prepare(6, 6, 3, 4, *faces, 1, 1, *TAIL)
    assert rolled(ref)[2] == "2-2B-other"
    assert m.altitude is Altitude[level]


def test_table_2_2d_airfields_and_factories_are_read_as_tens_and_ones() -> None:
    """1.3, 2-2E, 2-3, R-17."""
    assert prepare(6, 6, 2, 2, 6, 6, 6, 1, *TAIL)[1].target.city == "Tachiarai"
    assert prepare(6, 6, 2, 2, 6, 6, 4, 5, *TAIL)[1].target.city == "Nittagahara"
    assert prepare(6, 6, 4, 6, 6, 6, 2, 1, *TAIL)[1].target.city == "Akashi"
    assert prepare(6, 6, 4, 6, 6, 6, 4, 3, *TAIL)[1].target.city == "Nagoya"


def bombed_out() -> Campaign:
    campaign = tour()
    campaign.city_boxes["Tokyo"] = 4
    return campaign


def test_2_2d_a_bombed_out_city_of_2_2c_sends_to_2_3() -> None:
    """2-2C, 2-3."""
    ref, m = prepare(6, 6, 6, 6, 3, 2, 4, 3, 1, 5, *TAIL, campaign=bombed_out())
    assert rolled(ref)[3:6] == ["2-2C", "2-3-chart", "2-3"]
    assert m.target.city == "Fukuoka"
    assert m.target.from_2_3
    assert m.target.kind is TargetType.URBAN_AREA
    assert "target-bombed-out" in noted(ref)
    _, m = prepare(6, 6, 6, 6, 3, 2, 4, 4, 1, 5, *TAIL, campaign=bombed_out())
    assert m.target.city == "Omuta"  # 4-6: the second chart
    _, m = prepare(6, 6, 6, 6, 3, 2, 4, *TAIL, campaign=bombed_out(), options=Options(urban_damage=False))
    assert m.target.city == "Tokyo"


def test_2_2d_other_missions_still_go_to_a_bombed_out_city() -> None:
    _, m = prepare(6, 6, 3, 4, 3, 3, 2, 3, *TAIL, campaign=bombed_out())
    assert (m.target.city, m.target.kind, m.target.from_2_3) == ("Tokyo", TargetType.AIRCRAFT_FACTORY, False)


def test_r_29_a_city_struck_off_is_rolled_again_with_its_chart() -> None:
    campaign = bombed_out()
    campaign.struck.append("Fukuoka")
    ref, m = prepare(6, 6, 6, 6, 3, 2, 4, 3, 1, 5, 6, 6, 2, 1, 1, 2, *TAIL, campaign=campaign)
    assert m.target.city == "Hamamatsu"
    assert noted(ref).count("target-rerolled") == 2  # Fukuoka stands on both charts


@pytest.mark.parametrize(
    ("faces", "city"),
    [
        ((1, 1, 1), "Niigata"),
        ((1, 6, 6), "Kokura"),
        ((4, 1, 1), "Hiroshima"),
        ((4, 6, 5), "Nagasaki"),
        ((4, 6, 6), "Kyoto"),
    ],
)
def test_2_2d_a_spared_city_is_the_players_choice(faces: tuple[int, ...], city: str) -> None:
    start = (6, 6, 6, 6, 3, 2, 4, *faces)
    _, m = prepare(*start, *TAIL, campaign=bombed_out(), answers=["spared-city=accept"])
    assert m.target.city == city
    _, m = prepare(*start, 1, 1, 2, *TAIL, campaign=bombed_out(), answers=["spared-city=reroll"])
    assert m.target.city == "Hamamatsu"
    _, m = prepare(*start, 1, 1, 2, *TAIL, campaign=bombed_out(), options=Options(strict_history=True))
    assert m.target.city == "Hamamatsu"


def test_2_2d_with_every_alternate_struck_off_the_roll_stands() -> None:
    campaign = bombed_out()
    campaign.struck = sorted(setup.ALTERNATE_CITIES)
    assert prepare(6, 6, 6, 6, 3, 2, 4, 3, 1, 5, *TAIL, campaign=campaign)[1].target.city == "Fukuoka"


def test_2_2_truk_is_asked_about_once_unless_it_was_flown_to() -> None:
    """The answer before every later flight is that to the last one, at all settings but the one that asks all."""
    campaign = tour(credited=0)
    first = questions.truk(campaign)
    assert (first.routine, first.settled) == (False, False)
    for target, settled in (("Truk", False), ("Tokyo", True)):
        campaign.flights = 1
        campaign.log = [flown(target)]
        ask = questions.truk(campaign)
        assert (ask.routine, ask.settled) == (True, settled)
        player = referee()
        player.state = None
        assert [answers_itself(ask, player, level) for level in AUTOMATION] == [False, settled, True, settled]


def test_2_2_note_truk_is_a_day_airfield_mission_at_hi_in_zone_5() -> None:
    ref, m = prepare(3, 4, 3, 4, 4, 4, training=True)
    assert rolled(ref) == ["2-4", "2-5", "2-6", "2-8"]  # no target roll, no 3-1 roll (3-1g)
    assert m.training
    assert (m.target.city, m.target.kind, m.target.zone) == ("Truk", TargetType.AIRFIELD, 5)
    assert m.target.modifiers == {5: -2}
    assert m.target.asterisk
    assert (m.night, m.altitude) == (False, Altitude.HI)
    assert m.escort_available  # as Iwo Jima: without -4
    assert m.number <= 10  # assembly in Zone 3
    assert m.times_row == "all Day"


# ------------------------------------------------------------------ 2.3A, B, C


@pytest.mark.parametrize(
    ("faces", "place"),
    [
        ((1, 1), FormationPlace.LEAD),
        ((1, 2), FormationPlace.MIDDLE),
        ((4, 6), FormationPlace.MIDDLE),
        ((5, 6), FormationPlace.TAIL),
        ((6, 6), FormationPlace.TAIL),
    ],
)
def test_2_3a_table_2_4(faces: tuple[int, int], place: FormationPlace) -> None:
    assert prepare(3, 4, *faces, *TAIL[2:], campaign=tour(0))[1].place is place


def test_2_3a_note_eight_missions_of_three_men_make_a_lead_crew_on_3() -> None:
    """2-4 note."""
    campaign = tour(0, missions=8)
    assert prepare(3, 4, 1, 2, *TAIL[2:], campaign=campaign)[1].place is FormationPlace.LEAD
    for position in (Position.BOMBARDIER, Position.NAVIGATOR, Position.RADAR_OPERATOR):
        campaign = tour(0, missions=8)
        campaign.crew[position].missions = 7
        assert prepare(3, 4, 1, 2, *TAIL[2:], campaign=campaign)[1].place is FormationPlace.MIDDLE
    campaign = tour(0, missions=0)
    for position in (Position.BOMBARDIER, Position.NAVIGATOR, Position.RADAR_OPERATOR):
        campaign.crew[position].missions = 8
    assert prepare(3, 4, 1, 2, *TAIL[2:], campaign=campaign)[1].place is FormationPlace.LEAD


@pytest.mark.parametrize(
    ("die", "squadron"), [(1, "High"), (2, "High"), (3, "Middle"), (4, "Middle"), (5, "Low"), (6, "Low")]
)
def test_2_3b_table_2_5(die: int, squadron: str) -> None:
    assert prepare(3, 4, 3, 4, die, 4, 2, 3, 1, campaign=tour(0))[1].squadron is Squadron(squadron)


def expected(city: tuple[int, int], die: int) -> Resistance:
    times = () if city == (1, 1) else (1,)
    return prepare(*city, 3, 4, 3, die, 2, 3, *times, campaign=tour(0))[1].expected


def test_2_3c_table_2_6() -> None:
    none, light, moderate, heavy = Resistance
    assert [expected((2, 3), die) for die in range(1, 7)] == [none, none, light, moderate, heavy, heavy]


def test_2_3c_table_2_6_modifiers() -> None:
    none, light, moderate, heavy = Resistance
    assert [expected((3, 4), die) for die in range(1, 7)] == [none, light, moderate, heavy, heavy, heavy]  # Tokyo
    assert [expected((1, 1), die) for die in range(1, 7)] == [none, none, none, light, moderate, heavy]  # Iwo Jima
    # Night and Yokohama cancel.
    assert prepare(1, 1, 3, 3, 2, 2, 3, 4, 3, 3, 5, 1)[1].expected is light
    # Night alone.
    assert prepare(1, 1, 3, 3, 4, 5, 3, 4, 3, 3, 5, 1)[1].expected is none


# ------------------------------------------------------------------ 2.3D guns


def night(expect: int, die: int, squadron: int = 3, options: Options | None = None) -> Mission:
    """A night mission to Osaka."""
    guns = () if options else (die,)
    dice = (1, 1, 3, 3, 4, 5, 3, 4, squadron, expect, *guns, 1)
    return prepare(*dice, options=options)[1]


def armed(m: Mission) -> set[GunName]:
    assert all(bool(gun.bursts) is gun.armed for gun in m.plane.guns.values())
    return {name for name, gun in m.plane.guns.items() if gun.armed}


def aboard(m: Mission) -> set[Position]:
    for position in GUNNERS:
        man = m.men[position]
        assert man.aboard is not man.grounded
        assert (m.seats[position] is man) is man.aboard
    return {p for p in GUNNERS if m.men[p].aboard}


ALL_GUNS = set(GunName) - {GunName.TAIL_CANNON}


def test_2_3d_day_missions_carry_every_gun_and_the_cannon_only_to_mission_10() -> None:
    """5-6 note."""
    m = prepare(3, 4, *TAIL, campaign=tour(9))[1]
    assert armed(m) == set(GunName)
    assert m.plane.guns[GunName.TAIL_CANNON].bursts == 10
    m = prepare(6, 6, 3, 4, 3, 3, 1, 1, *TAIL, campaign=tour(10))[1]
    assert armed(m) == ALL_GUNS
    assert aboard(m) == set(GUNNERS)
    assert m.all_armed


def test_2_7_row_0_nobody_and_nothing() -> None:
    m = night(2, 1)  # expected None at night: -1
    assert m.expected is Resistance.NONE
    assert (aboard(m), armed(m), m.none_armed, m.all_armed) == (set(), set(), True, False)
    assert len(m.living()) == 7


def test_2_7_row_1_tail_gunner_as_observer() -> None:
    m = night(4, 1)
    assert (aboard(m), armed(m), m.none_armed) == ({Position.TAIL_GUNNER}, set(), True)


def test_2_7_row_2_tail_gunner_and_tail_guns() -> None:
    m = night(4, 2)
    assert (aboard(m), armed(m)) == ({Position.TAIL_GUNNER}, {GunName.TAIL})
    assert not m.none_armed
    assert not m.all_armed


def test_2_7_row_3_all_gunners_tail_guns_even_for_the_low_squadron() -> None:
    for squadron in (3, 5):
        m = night(4, 3, squadron)
        assert (aboard(m), armed(m), m.all_armed) == (set(GUNNERS), {GunName.TAIL}, False)


def test_2_7_row_4_low_squadron_arms_the_lower_turrets() -> None:
    assert armed(night(4, 4, 3)) == {GunName.TAIL}
    m = night(4, 4, 5)
    assert armed(m) == {GunName.TAIL, GunName.FWD_LOWER, GunName.AFT_LOWER}
    assert aboard(m) == set(GUNNERS)
    assert not m.all_armed


def test_2_7_rows_5_and_6_everybody_and_everything() -> None:
    for die in (5, 6):
        m = night(4, die)
        assert (aboard(m), armed(m), m.all_armed) == (set(GUNNERS), ALL_GUNS, True)


def test_2_7_modifiers_by_expected_resistance() -> None:
    assert armed(night(6, 4)) == ALL_GUNS  # Heavy: +1
    assert armed(night(1, 5)) == {GunName.TAIL}  # None: -1


def test_2_3d_without_the_night_gunner_rule_all_fly_as_by_day() -> None:
    m = night(4, 0, options=Options(night_gunners=False))
    assert (aboard(m), armed(m), m.all_armed) == (set(GUNNERS), ALL_GUNS, True)


# ------------------------------------------------------------------ 2.3E, F


def test_2_3e_crew_and_extinguishers_stand_in_their_places() -> None:
    """R-21."""
    m = prepare(3, 4, *TAIL, campaign=tour(0))[1]
    assert all(m.seats[p] is m.men[p] for p in Position)
    assert sum(m.plane.extinguishers.values()) == 3
    assert m.zone == 0  # 2.3I: the base square


def test_2_9_has_102_targets_55_of_them_starred() -> None:
    labels = CHARTS.charts["2-9"].labels
    assert len(labels) == 102
    assert labels == sorted(labels)
    assert sum(star == "*" for star in CHARTS.charts["2-9"].rows[0]) == 55


def test_2_9a_target_zones() -> None:
    zones = [setup.make_target(city, TargetType.URBAN_AREA, 11).zone for city in CHARTS.charts["2-9"].labels]
    assert {zone: zones.count(zone) for zone in sorted(set(zones))} == {6: 1, 11: 41, 12: 57, 13: 2, 14: 1}


@pytest.mark.parametrize(
    ("city", "zone", "star", "modifiers", "letters"),
    [
        ("Aomori", 14, True, {10: -2, 11: -2, 12: -1, 13: 0, 14: 0}, {13: (J,), 14: (W, J)}),
        ("Akita", 13, False, {10: -2, 11: -1, 12: 0, 13: 0}, {10: (W, J), 11: (J,), 13: (W, J)}),
        ("Niigata", 13, False, {10: -2, 11: -1, 12: 0, 13: 0}, {10: (W,), 11: (W, J), 12: (J,)}),
        ("Tokyo", 11, False, {10: -2, 11: 1}, {10: (W,), 11: (W, J)}),
        ("Nagasaki", 12, False, {10: -2, 11: -1, 12: 0}, {11: (W,), 12: (W, J)}),
        ("Toyama", 12, True, {10: -2, 11: 0, 12: 1}, {10: (W, J), 11: (J,), 12: (W, J)}),
        ("Okinawa", 11, True, {10: -2, 11: -2}, {11: (W, Surface.OKINAWA)}),
        ("Iwo Jima", 6, True, {6: -2}, {6: (W, Surface.IWO)}),
        ("Kanoya East", 11, False, {10: -2, 11: -1}, {11: (W, J)}),
        ("Mito", 12, True, {10: -2, 11: -2, 12: 0}, {12: (J,)}),
    ],
)
def test_2_9_rows(
    city: str,
    zone: int,
    star: bool,
    modifiers: dict[int, int],
    letters: dict[int, tuple[Surface, ...]],
) -> None:
    """2.3F."""
    target = setup.make_target(city, TargetType.URBAN_AREA, 11)
    assert (target.zone, target.asterisk, target.modifiers) == (zone, star, modifiers)
    for at, below in letters.items():
        assert target.letters[at] == below


def test_r_23_zone_6_is_minus_2_for_every_target_of_missions_1_to_10() -> None:
    """2.3F."""
    assert setup.make_target("Tokyo", TargetType.URBAN_AREA, 10).modifiers == {6: -2, 10: -2, 11: 1}
    assert 6 not in setup.make_target("Tokyo", TargetType.URBAN_AREA, 11).modifiers
    # RULING R-116: only the Iwo mission has the island below.
    assert 6 not in setup.make_target("Tokyo", TargetType.URBAN_AREA, 10).letters


def test_2_9_every_city_of_the_target_tables_is_in_the_gazetteer() -> None:
    """R-30."""
    for id in ("2-2C", "2-2D", "2-2E", "2-3"):
        for column in CHARTS.charts[id].words:
            assert all(setup.known_city(city) for city in column)
    assert not setup.known_city("Berlin")
    assert setup.known_city("Truk")


# ------------------------------------------------------------------ 2.3G tanks


def tanks(m: Mission) -> tuple[int, int]:
    assert all(bay.tank_fitted is bool(bay.tank_boxes) for bay in m.plane.bays())
    return m.plane.fwd.tank_boxes, m.plane.aft.tank_boxes


def test_2_3g_day_hi_and_med_have_both_tanks_but_not_iwo_jima() -> None:
    assert tanks(prepare(3, 4, *TAIL, campaign=tour(0))[1]) == (4, 4)
    assert tanks(prepare(6, 6, 3, 4, 3, 3, 1, 1, *TAIL)[1]) == (4, 4)
    assert tanks(prepare(1, 1, *TAIL[:-1], campaign=tour(0))[1]) == (0, 0)


def test_2_3g_day_lo_has_the_aft_tank_and_both_for_a_far_target() -> None:
    """R-20."""
    assert tanks(prepare(6, 6, 6, 6, 6, 3, 4, *TAIL)[1]) == (0, 4)
    # Aomori, Zone 14: both conditions.
    m = prepare(6, 6, 6, 6, 6, 2, 4, 4, 2, 1, *TAIL, campaign=bombed_out())[1]
    assert m.target.city == "Aomori"
    assert tanks(m) == (4, 4)


@pytest.mark.parametrize(("zone", "boxes"), [(12, (0, 4)), (13, (4, 4))])
def test_2_3g_a_far_target_begins_with_zone_13(zone: int, boxes: tuple[int, int]) -> None:
    m = prepare(6, 6, 6, 6, 6, 3, 4, *TAIL)[1]
    m.target.zone = zone
    setup.fit_tanks(m)
    assert tanks(m) == boxes


def test_2_3g_night_lo_by_guns_and_by_distance() -> None:
    assert tanks(night(4, 5)) == (0, 4)  # everything aboard
    assert tanks(night(4, 3)) == (0, 0)
    # Night to Aomori with tail guns only: the aft tank for the distance.
    m = prepare(1, 1, 3, 3, 2, 4, 4, 2, 1, 3, 4, 3, 4, 3, 1, campaign=bombed_out())[1]
    assert tanks(m) == (0, 4)


def test_2_3g_without_the_tank_rule_none_is_fitted() -> None:
    assert tanks(prepare(3, 4, *TAIL, campaign=tour(0), options=Options(auxiliary_tanks=False))[1]) == (0, 0)


# ------------------------------------------------------------------ 2.3H escort


def escort(credited: int, expect: int, *faces: int) -> bool:
    """A MED mission to Handa with these escort dice."""
    return prepare(6, 6, 3, 4, 3, 3, 1, 1, 3, 4, 3, expect, *faces, 1, campaign=tour(credited))[1].escort_available


def test_2_3h_table_2_8() -> None:
    assert not escort(15, 4, 3, 4)
    assert escort(15, 4, 4, 4)
    assert escort(15, 5, 3, 4)  # Heavy +1
    assert not escort(15, 3, 4, 4)  # Light -1
    assert not escort(15, 1, 4, 4)  # None -1
    assert escort(15, 1, 4, 5)


def test_2_3h_missions_1_to_15_take_4_off() -> None:
    assert not escort(14, 4, 5, 6)
    assert escort(14, 4, 6, 6)


def test_2_3h_iwo_jima_is_spared_the_4() -> None:
    assert prepare(1, 1, 3, 4, 3, 5, 4, 4, campaign=tour(0))[1].escort_available


def test_2_3h_no_escort_roll_at_night() -> None:
    m = night(4, 5)
    assert not m.escort_available


def test_2_3_the_state_is_open_to_the_front_end_and_the_briefing_is_noted() -> None:
    ref, m = prepare(3, 4, *TAIL, campaign=tour(0))
    assert ref.state is m
    assert noted(ref) == ["target", "briefing"]


def test_6_3b_a_city_of_2_3_is_known_as_such_without_being_told() -> None:
    assert setup.make_target("Kure", TargetType.URBAN_AREA, 20).from_2_3
    assert not setup.make_target("Kure", TargetType.AIRCRAFT_FACTORY, 20).from_2_3
    assert not setup.make_target("Kobe", TargetType.URBAN_AREA, 20).from_2_3
    assert not set(setup.URBAN.rows[0]) & setup.ALTERNATE_CITIES


def test_2_3g_without_auxiliary_tanks_a_long_flight_at_hi_brings_a_warning() -> None:
    ref, _ = prepare(3, 4, *TAIL, campaign=tour(0), options=Options(auxiliary_tanks=False))
    assert noted(ref) == ["target", "briefing", "fuel-scarce"]
