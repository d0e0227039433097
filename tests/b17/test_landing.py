"""Section 15: landing (G-9), ditching (G-10), their modifiers and notes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from flakhouse.core.events import Noted
from flakhouse.core.mods import listed
from flakhouse.core.referee import Referee
from flakhouse.games.b17.advice import ending as advice
from flakhouse.games.b17.advice import losses
from flakhouse.games.b17.ending import landing
from flakhouse.games.b17.questions import ending as questions
from flakhouse.games.b17.state import Mission, MissionEnded
from flakhouse.games.b17.words import (
    End,
    EngineState,
    Fate,
    Leg,
    Position,
    Repair,
    Root,
    Section,
    Surface,
    Weather,
)
from tests.b17.helpers import done, mission, noted, referee, rolled

PORT, STARBOARD = Section.PORT_WING, Section.STARBOARD_WING
GOOD_WEATHER = (3, 4)


def home(**changes: object) -> Mission:
    """Over England on the way home, bombs gone."""
    m = mission(zone=1, leg=Leg.BACK, bombs=False)
    for name, value in changes.items():
        setattr(m if name in Mission.__dataclass_fields__ else m.plane, name, value)
    return m


def abroad(letters: tuple[Surface, ...], zone: int = 3) -> Mission:
    m = mission(zone=zone, leg=Leg.BACK, bombs=False)
    m.target.zone = 8
    m.target.letters[zone] = letters
    return m


def stop(m: Mission, count: int) -> None:
    for engine in m.plane.engines[:count]:
        engine.state = EngineState.FEATHERED
        engine.root = Root.FLAK


def land(ref: Referee, m: Mission) -> None:
    with pytest.raises(MissionEnded):
        landing.land_in_england(ref, m)


def down(ref: Referee, m: Mission, why: str = "out of fuel") -> None:
    with pytest.raises(MissionEnded):
        landing.land_or_bail(ref, m, why)


def points(m: Mission, water: bool = False) -> dict[str, int]:
    return {mod.key: mod.value for mod in landing.modifiers(m, water)}


# ------------------------------------------------------------------ modifiers


def test_15_1_a_sound_bomber_has_no_modifier() -> None:
    assert points(home()) == {}
    assert points(home()) == {}


def _elevators(m: Mission) -> None:
    m.plane.elevator_out[PORT] = m.plane.elevator_out[STARBOARD] = True


def _flaps(m: Mission) -> None:
    m.plane.wings[PORT].flap_out = m.plane.wings[STARBOARD].flap_out = True


def _ailerons(m: Mission) -> None:
    m.plane.wings[PORT].aileron_out = m.plane.wings[STARBOARD].aileron_out = True


def _set(**changes: object) -> Callable[[Mission], None]:
    def change(m: Mission) -> None:
        for name, value in changes.items():
            setattr(m.plane, name, value)

    return change


@pytest.mark.parametrize(
    ("key", "change", "land_value", "water_value"),
    [
        ("window", _set(window_hits=2), -1, -1),
        ("cables", _set(cable_hits=2), -1, -1),
        ("tailwheel", _set(tailwheel_out=True), -1, 0),
        ("rudder", _set(rudder_hits=3), -1, -1),
        ("rudder", _set(rudder_controls_out=True), -1, -1),
        ("elevators", _elevators, -1, -1),
        ("elevators", _set(elevator_controls_out=True), -1, -1),
        ("tailplane", _set(tailplane_root={PORT: 3, STARBOARD: 2}), -1, -1),
        ("flaps", _flaps, -1, -1),
        ("flaps", _set(flap_controls_out=True), -1, -1),
        ("ailerons", _ailerons, -1, -1),
        ("ailerons", _set(aileron_controls_out=True), -1, -1),
        ("brakes", _set(brake_out=True), -1, 0),
        ("gear", _set(landing_gear_out=True), -3, 0),
        ("gear", _set(gear_controls_out=True), -3, 0),
        ("bip", _set(bursts_inside=[Section.NOSE]), -4, -4),
        ("rafts", _set(rafts_out=True), 0, -6),
        ("one_engine_left", lambda m: stop(m, 3), -3, -3),
        ("no_engine", lambda m: stop(m, 4), -7, -4),
    ],
)
def test_15_1_15_2_landing_modifiers_for_damage(
    key: str, change: Callable[[Mission], None], land_value: int, water_value: int
) -> None:
    """G-9 modifiers."""
    m = home()
    change(m)
    assert points(m) == ({key: land_value} if land_value else {})
    assert points(m, water=True) == ({key: water_value} if water_value else {})


@pytest.mark.parametrize(
    "change",
    [
        _set(window_hits=1),
        _set(cable_hits=1),
        _set(rudder_hits=2),
        _set(tailplane_root={PORT: 2, STARBOARD: 2}),
        _set(elevator_out={PORT: True, STARBOARD: False}),
    ],
)
def test_15_1_lesser_damage_does_not_count(change: Callable[[Mission], None]) -> None:
    m = home()
    change(m)
    m.plane.wings[PORT].flap_out = m.plane.wings[STARBOARD].aileron_out = True
    assert points(m) == {}


@pytest.mark.parametrize("count", [1, 2])
def test_manual_5j_one_or_two_engines_out_do_not_count(count: int) -> None:
    """manual 5J.4, landing modifiers note 1."""
    m = home()
    stop(m, count)
    m.plane.engines[0].state = EngineState.WINDMILLING
    assert points(m) == points(m, water=True) == {}


def test_15_1_gear_and_gear_controls_count_once() -> None:
    m = home(landing_gear_out=True, gear_controls_out=True)
    assert points(m) == {"gear": -3}


@pytest.mark.parametrize(
    ("weather", "key", "value"), [(Weather.POOR, "weather_poor", -1), (Weather.BAD, "weather_bad", -2)]
)
def test_15_1_weather_over_england(weather: object, key: str, value: int) -> None:
    """G-9 modifiers."""
    assert points(home(base_weather=weather)) == {key: value}


def test_15_1_weather_counts_over_the_target_and_nowhere_else() -> None:
    """O-1 note 1."""
    m = mission(zone=5, weather=Weather.BAD, weather_rolled=True)
    assert points(m, water=True) == {"weather_bad": -2}
    m.zone = 4
    assert points(m, water=True) == {}


def test_15_2_land_that_is_not_england() -> None:
    assert points(mission(zone=4)) == {"not_england": -3}


def test_15_2_england_is_zone_1_alone() -> None:
    assert points(mission(zone=1)) == {}
    assert points(mission(zone=2)) == {"not_england": -3}


@pytest.mark.parametrize("position", [Position.PILOT, Position.COPILOT])
def test_15_1_a_veteran_pilot_or_copilot_counts_once(position: Position) -> None:
    m = home()
    m.men[position].airman.missions = 10
    assert points(m) == points(m, water=True) == {"veteran_pilot": 1}
    m.men[position].light = 2
    assert points(m) == {}
    m.men[position].light = 0
    m.men[position].serious = True
    assert points(m) == {}
    m = home()
    for man in m.men.values():
        man.airman.missions = 24
    assert points(m) == {"veteran_pilot": 1}


def test_7a_5_manual_7_8_somebody_else_lands_at_minus_11() -> None:
    m = home()
    m.men[Position.PILOT].dead = True
    assert points(m) == {}
    m.men[Position.COPILOT].serious = True
    m.seats[Position.PILOT] = m.men[Position.ENGINEER]
    assert points(m) == points(m, water=True) == {"no_pilot": -11}


def test_g_10_no_radio_counts_only_out_of_formation() -> None:
    m = home(radio_out=True)
    assert points(m, water=True) == {}
    m.in_formation = False
    assert points(m, water=True) == {"radio": -6}
    assert points(m) == {}
    m.plane.radio_out = False
    m.men[Position.RADIO_OPERATOR].dead = True
    assert points(m, water=True) == {"radio": -6}


def test_9_4_negative_modifiers_in_points_and_in_entries() -> None:
    m = mission(zone=4, weather=Weather.BAD, landing_gear_out=True, rafts_out=True)
    m.men[Position.PILOT].airman.missions = 20
    assert (landing.negative_points(m), landing.negative_entries(m)) == (3, 1)
    m.plane.brake_out = True
    assert (landing.negative_points(m), landing.negative_entries(m)) == (4, 2)
    assert landing.negative_points(mission()) == 0


# ------------------------------------------------------------------ England


def test_15_1_2_4_weather_then_the_landing() -> None:
    m = home()
    ref = referee(*GOOD_WEATHER, 1, 1)
    land(ref, m)
    assert rolled(ref) == ["O-1", "G-9"]
    assert (m.end, m.repair, m.root, m.end_zone) == (End.LANDED, Repair.SOUND, None, 1)
    assert noted(ref) == ["weather", "landing", "flight-ends"]
    done(ref)


def test_15_1_bad_weather_is_on_the_landing_roll() -> None:
    m = home()
    ref = referee(6, 6, 1, 1)
    land(ref, m)
    assert (m.base_weather, m.repair) == (Weather.BAD, Repair.IRREPARABLE)
    assert m.root is Root.LANDING


@pytest.mark.parametrize(
    ("faces", "repair"),
    [((2, 2), Repair.IRREPARABLE), ((2, 3), Repair.REPAIRABLE), ((3, 3), Repair.SOUND), ((5, 6), Repair.SOUND)],
)
def test_g_9_rows_0_1_and_2(faces: tuple[int, int], repair: Repair) -> None:
    m = home(bursts_inside=[], window_hits=2, cable_hits=2, rudder_hits=3, brake_out=True)
    ref = referee(*GOOD_WEATHER, *faces, answers=["land-or-jump=land"])
    land(ref, m)
    assert (m.end, m.repair) == (End.LANDED, repair)
    assert all(man.fate is Fate.DUTY for man in m.men.values())
    done(ref)


def test_g_9_row_minus_3_kills_everybody() -> None:
    m = home()
    stop(m, 4)
    ref = referee(*GOOD_WEATHER, 1, 3, answers=["land-or-jump=land"])
    land(ref, m)
    assert (m.end, m.repair, m.root) == (End.WRECKED, Repair.LOST, Root.FLAK)
    assert all(man.fate is Fate.KIA and man.cause is Root.FLAK for man in m.men.values())
    done(ref)


def test_g_9_below_minus_3_the_lowest_row_holds() -> None:
    m = home()
    stop(m, 4)
    ref = referee(*GOOD_WEATHER, 1, 1, answers=["land-or-jump=land"])  # 2 - 7
    land(ref, m)
    assert (m.end, m.repair) == (End.WRECKED, Repair.LOST)
    assert all(man.fate is Fate.KIA for man in m.men.values())
    done(ref)


def test_15_5_g_9_row_minus_1_is_a_wound_roll_for_each_man() -> None:
    m = home()
    stop(m, 4)
    m.men[Position.TAIL_GUNNER].light = 1
    ref = referee(*GOOD_WEATHER, 3, 3, 1, 4, 6, 1, 1, 1, 1, 1, 1, 4, answers=["land-or-jump=land"])
    land(ref, m)
    assert (m.end, m.repair) == (End.WRECKED, Repair.LOST)
    assert m.men[Position.BOMBARDIER].light == 1
    assert m.men[Position.NAVIGATOR].serious
    assert m.men[Position.PILOT].dead
    assert m.men[Position.TAIL_GUNNER].dead  # a serious wound on a light one
    done(ref)


def test_15_5_g_9_row_minus_2_is_a_wound_roll_with_plus_1() -> None:
    """BL-4 modifiers."""
    m = home()
    stop(m, 4)
    ref = referee(*GOOD_WEATHER, 2, 3, 3, 5, *[1] * 8, answers=["land-or-jump=land"])
    land(ref, m)
    assert m.men[Position.BOMBARDIER].serious
    assert m.men[Position.NAVIGATOR].dead
    assert m.end is End.WRECKED
    done(ref)


def test_15_3_g_9_two_sixes_save_crew_and_bomber_in_england() -> None:
    m = home(bombs=True)
    m.men[Position.PILOT].dead = m.men[Position.COPILOT].dead = True
    m.seats[Position.PILOT] = m.men[Position.ENGINEER]
    stop(m, 4)
    ref = referee(*GOOD_WEATHER, 6, 6, answers=["land-or-jump=land"])
    land(ref, m)
    assert (m.end, m.repair) == (End.LANDED, Repair.SOUND)
    assert len(m.living()) == 8
    done(ref)


@pytest.mark.parametrize(("face", "end"), [(5, End.LANDED), (6, End.WRECKED)])
def test_15_4_g_9_bombs_aboard_may_explode_at_0_or_less(face: int, end: End) -> None:
    m = home(bombs=True, window_hits=2, cable_hits=2)
    ref = referee(*GOOD_WEATHER, 1, 1, face, answers=["land-or-jump=land"])
    land(ref, m)
    assert m.end is end
    assert m.repair is (Repair.IRREPARABLE if end is End.LANDED else Repair.LOST)
    assert m.living() == [] if end is End.WRECKED else len(m.living()) == 10
    done(ref)


def test_15_4_g_9_bombs_do_not_explode_at_1_or_more() -> None:
    m = home(bombs=True, window_hits=2)
    ref = referee(*GOOD_WEATHER, 1, 1)
    land(ref, m)
    assert rolled(ref) == ["O-1", "G-9"]
    assert m.repair is Repair.REPAIRABLE


@pytest.mark.parametrize(("face", "repair"), [(3, Repair.REPAIRABLE), (4, Repair.IRREPARABLE)])
@pytest.mark.parametrize("faces", [(2, 2), (6, 5), (6, 6)])
def test_15_6_manual_5j_gear_out_and_no_crash_is_one_more_die(
    face: int, repair: Repair, faces: tuple[int, int]
) -> None:
    """G-9 note 3."""
    m = home(landing_gear_out=True)
    ref = referee(*GOOD_WEATHER, *faces, face, answers=["land-or-jump=land"])
    land(ref, m)
    assert (m.end, m.repair) == (End.LANDED, repair)
    done(ref)


def test_15_6_after_a_crash_the_gear_does_not_matter() -> None:
    """G-9 note 3."""
    m = home(gear_controls_out=True)
    ref = referee(*GOOD_WEATHER, 1, 2, answers=["land-or-jump=land"])
    land(ref, m)
    assert m.repair is Repair.IRREPARABLE
    assert rolled(ref) == ["O-1", "G-9"]


def test_6_7_p_5_a_trapped_ball_gunner_dies_on_landing_with_the_gear_out() -> None:
    m = home(landing_gear_out=True, ball_jammed=True)
    ref = referee(*GOOD_WEATHER, 6, 5, 1, answers=["land-or-jump=land"])
    land(ref, m)
    assert m.men[Position.BALL_GUNNER].fate is Fate.KIA
    assert len(m.living()) == 9
    assert "crushed" in noted(ref)


def test_6_7_two_sixes_do_not_help_the_trapped_gunner() -> None:
    m = home(landing_gear_out=True, ball_jammed=True)
    land(referee(*GOOD_WEATHER, 6, 6, 1, answers=["land-or-jump=land"]), m)
    assert m.men[Position.BALL_GUNNER].dead


def test_6_7_on_the_water_the_gear_does_not_matter() -> None:
    m = abroad((Surface.WATER,))
    m.plane.landing_gear_out = m.plane.ball_jammed = True
    down(referee(4, 3, answers=["land-or-bail=ditch"]), m)
    assert len(m.living()) == 10


def test_15_1_ways_down_name_what_counts_on_them() -> None:
    m = abroad((Surface.WATER,))
    m.plane.rudder_hits = 3
    stop(m, 4)
    ask = questions.land_or_bail(m, "out of fuel", None, True, "ditch")
    mods = landing.modifiers(m, True)
    assert mods
    assert ask.options["ditch"].detail == f"Counted: {listed(mods)}."
    assert listed(mods).startswith(f"−{-mods[0].value} ")


def test_6_7_with_the_gear_down_he_lives() -> None:
    m = home(ball_jammed=True)
    land(referee(*GOOD_WEATHER, 6, 5), m)
    assert len(m.living()) == 10


@pytest.mark.parametrize("faces", [(6, 5), (6, 6)])
def test_8_3_15_7_a_bomber_with_a_burst_inside_is_scrapped(faces: tuple[int, int]) -> None:
    m = home(bursts_inside=[Section.WAIST])
    ref = referee(*GOOD_WEATHER, *faces, answers=["land-or-jump=land"])
    land(ref, m)
    assert (m.end, m.repair, m.root) == (End.LANDED, Repair.IRREPARABLE, Root.BIP)


def test_7a_5_nobody_left_to_land_it() -> None:
    m = home()
    for man in m.men.values():
        man.serious = True
    land(referee(*GOOD_WEATHER), m)
    assert (m.end, m.living()) == (End.OUT_OF_CONTROL, [])


# ------------------------------------------------------------------ jump first (14.4)


def test_14_4_the_question_is_put_before_a_dangerous_landing_only() -> None:
    ref = referee(*GOOD_WEATHER, 6, 5)
    land(ref, home(window_hits=2, cable_hits=2))
    assert ref.asked == 0
    ref = referee(*GOOD_WEATHER, 6, 5, answers=["land-or-jump=land"])
    land(ref, home(window_hits=2, cable_hits=2, bombs=True))
    assert ref.asked == 1


def test_14_4_manual_7_1_everybody_jumps_over_england() -> None:
    """G-6 note 3."""
    m = home(landing_gear_out=True)
    ref = referee(*GOOD_WEATHER, *[2] * 10, answers=["land-or-jump=bail-out"])
    land(ref, m)
    assert (m.end, m.repair) == (End.ABANDONED, Repair.LOST)
    assert all(man.fate is Fate.DUTY for man in m.men.values())
    done(ref)


def test_14_4_some_jump_and_the_pilot_lands() -> None:
    m = home(window_hits=2)
    stop(m, 3)
    m.men[Position.COPILOT].airman.missions = 12
    answers = ["land-or-jump=some", "who-lands=Pilot", "jump-first=all"]
    ref = referee(*GOOD_WEATHER, *[2] * 9, 3, 2, answers=answers)
    land(ref, m)
    assert (m.end, m.repair) == (End.LANDED, Repair.REPAIRABLE)  # the veteran's +1 jumped with him
    assert [man.position for man in m.living()] == [Position.PILOT]
    done(ref)


@pytest.mark.parametrize(
    ("changes", "default"),
    [
        ({"landing_gear_out": True}, "land"),
        ({"landing_gear_out": True, "brake_out": True}, "some"),
        ({"landing_gear_out": True, "brake_out": True, "tailwheel_out": True}, "bail-out"),
        ({"bursts_inside": [Section.NOSE], "brake_out": True}, "bail-out"),
        ({"bursts_inside": [Section.NOSE], "brake_out": True, "ball_jammed": True}, "some"),
        ({"bursts_inside": [Section.NOSE], "landing_gear_out": True, "brake_out": True}, "bail-out"),
    ],
)
def test_14_4_the_default_is_to_jump_when_the_sum_is_bad(changes: dict[str, object], default: str) -> None:
    m = home(**changes)
    total = sum(mod.value for mod in landing.modifiers(m, False))
    assert advice.land_or_jump(m, total).key == default


def test_14_4_whoever_is_safer_aboard_stays_by_default() -> None:
    m = home(landing_gear_out=True)
    hurt, cold = m.men[Position.TAIL_GUNNER], m.men[Position.NAVIGATOR]
    hurt.light, cold.frostbitten = 2, True  # at -3 only a 2 on the dice hurts anybody, and then him most
    plan = advice.land_or_jump(m, -3)
    assert (plan.key, plan.jumpers) == ("land", ())
    hurt.light = 1
    plan = advice.land_or_jump(m, -4)
    assert plan.key == "some"
    assert set(plan.jumpers) == {p.value for p in Position} - {Position.PILOT.value}


def test_14_4_a_veteran_copilot_lands_and_the_pilot_jumps() -> None:
    m = home(window_hits=2)
    stop(m, 3)
    m.men[Position.COPILOT].airman.missions = 12
    assert advice.land_or_jump(m, -3).key == "land"
    m.plane.cable_hits, m.plane.rudder_hits = 2, 3
    plan = advice.land_or_jump(m, -5)
    assert (plan.key, plan.flyer) == ("some", Position.COPILOT)
    assert Position.PILOT.value in plan.jumpers
    ref = referee(*GOOD_WEATHER, *[2] * 9, 3, 4, defaults=True)
    land(ref, m)
    assert [man.position for man in m.living()] == [Position.COPILOT]
    assert (ref.total, m.repair) == (7 - 5, Repair.SOUND)
    done(ref)


def test_14_4_a_man_who_took_the_pilots_seat_stays_only_for_those_who_cannot_jump() -> None:
    m = home()
    m.men[Position.PILOT].dead = m.men[Position.COPILOT].dead = True
    m.seats[Position.PILOT] = m.men[Position.ENGINEER]
    assert advice.land_or_jump(m, -11).key == "bail-out"
    for position in (Position.BOMBARDIER, Position.NAVIGATOR, Position.TAIL_GUNNER):
        m.men[position].serious = True
    assert advice.land_or_jump(m, -7).key == "some"
    assert advice.land_or_jump(m, -7).flyer == Position.ENGINEER


def _by_hand(m: Mission, modifier: int) -> float:
    """The same as `losses.landing` for a sound man in England, written out in rows of G-9."""
    chance = {roll: (6 - abs(7 - roll)) / 36 for roll in range(2, 13)}
    loss = 0.0
    for roll in range(2, 12):
        total = roll + modifier
        if total <= -3:
            loss += chance[roll]
        elif total == -2:
            loss += chance[roll] * (2 / 6 + 2 / 6 * 0.5)  # two faces kill, two wound seriously
        elif total == -1:
            loss += chance[roll] * (1 / 6 + 2 / 6 * 0.5)
    return loss


@pytest.mark.parametrize("modifier", range(-15, 2))
def test_14_4_g_9_the_losses_reckoned_are_those_of_the_tables(modifier: int) -> None:
    m = home()
    man = m.men[Position.NAVIGATOR]
    assert losses.landing(m, man, modifier, Surface.ENGLAND) == pytest.approx(_by_hand(m, modifier))
    assert losses.jumping(m, man, Surface.ENGLAND) == pytest.approx(1 / 36)
    man.light = 2
    assert losses.jumping(m, man, Surface.ENGLAND) == pytest.approx(2 / 36)


def test_14_4_15_4_bombs_aboard_are_reckoned_with() -> None:
    m = home(bombs=True)
    man = m.men[Position.NAVIGATOR]
    assert losses.landing(m, man, -2, Surface.ENGLAND) == pytest.approx(1 / 36 / 6)
    m.plane.bombs = False
    assert losses.landing(m, man, -2, Surface.ENGLAND) == 0


def test_6_7_14_4_a_trapped_gunner_over_a_gear_that_is_out_is_reckoned_lost() -> None:
    m = home(ball_jammed=True, landing_gear_out=True)
    assert losses.landing(m, m.men[Position.BALL_GUNNER], 0, Surface.ENGLAND) == 1
    assert losses.bomber_lost(m, 0) == pytest.approx(0.5)
    m.plane.bursts_inside.append(Section.NOSE)
    assert losses.bomber_lost(m, 0) == 1


def test_11_7_14_2_losses_at_sea_by_zone_wounds_and_radio() -> None:
    """manual 7.6."""
    m = abroad((Surface.WATER,))
    man = m.men[Position.NAVIGATOR]
    assert losses.jumping(m, man, Surface.WATER) == pytest.approx(1 - 35 / 36 / 3)
    assert losses.ditching(m, man, 0) == pytest.approx(3 / 36)
    man.light = 1
    assert losses.jumping(m, man, Surface.WATER) == pytest.approx(1 - 35 / 36 / 6)
    m.zone = 6
    assert losses.ditching(m, man, 0) == pytest.approx(3 / 36 + 33 / 36 * 0.99)
    m.in_formation, m.plane.radio_out = False, True
    assert losses.jumping(m, man, Surface.WATER) == 1


def test_14_3_the_advice_is_to_jump_where_more_men_come_home() -> None:
    """A prisoner is lost to the tour: in the rescue zones one of three comes back from the sea, of six one from
    France, and from the Netherlands nobody; where nobody looks for them, the sea gives nobody back.
    """
    for land in (Surface.FRANCE, Surface.NETHERLANDS):
        assert advice.where_down(abroad((Surface.WATER, land))) == Surface.WATER.value
    m = abroad((Surface.WATER, Surface.FRANCE))
    m.in_formation, m.plane.radio_out = False, True
    assert advice.where_down(m) == Surface.FRANCE.value
    told = advice.why_where_down(m)
    assert told.startswith("Men who are likely to come home: 0.0 over water, 1.")
    far = abroad((Surface.WATER, Surface.NETHERLANDS), zone=6)
    assert advice.where_down(far) == Surface.NETHERLANDS.value, "prisoners either way, and a prisoner lives"


def test_11_7_15_8_losses_on_enemy_soil() -> None:
    m = abroad((Surface.FRANCE,))
    man = m.men[Position.NAVIGATOR]
    assert losses.landing(m, man, 0, Surface.GERMANY) == pytest.approx(0.99)
    assert losses.landing(m, man, 0, Surface.FRANCE) == pytest.approx(0.99 * 5 / 6)
    man.serious = True
    assert losses.landing(m, man, 0, Surface.FRANCE) == pytest.approx(0.99)


# ------------------------------------------------------------------ elsewhere


def test_15_2_15_8_a_landing_in_germany_loses_the_bomber_and_the_crew_is_captured() -> None:
    """G-9 note 4."""
    m = abroad((Surface.GERMANY,), 7)
    m.cause = Root.FIGHTER
    ref = referee(4, 3, answers=["land-or-bail=land"])
    down(ref, m)
    assert (m.end, m.repair, m.root) == (End.LANDED_EUROPE, Repair.LOST, Root.FIGHTER)
    assert all(man.fate is Fate.CAS for man in m.men.values())
    done(ref)


def test_15_8_in_france_each_survivor_has_a_die_and_the_seriously_wounded_none() -> None:
    m = abroad((Surface.FRANCE,))
    m.men[Position.TAIL_GUNNER].serious = True
    ref = referee(4, 3, 6, *[1] * 8, answers=["land-or-bail=land"])
    down(ref, m)
    assert m.men[Position.BOMBARDIER].fate is Fate.DUTY
    assert sum(man.fate is Fate.CAS for man in m.men.values()) == 9
    done(ref)


def test_15_2_the_gear_die_is_for_england_only() -> None:
    """G-9 note 4."""
    m = abroad((Surface.NETHERLANDS,))
    m.plane.landing_gear_out = True
    ref = referee(6, 5, answers=["land-or-bail=land"])
    down(ref, m)
    assert rolled(ref) == ["G-9"]
    assert m.repair is Repair.LOST


def test_15_3_g_9_two_sixes_save_the_crew_abroad_but_not_the_bomber() -> None:
    m = abroad((Surface.GERMANY,))
    stop(m, 4)
    m.plane.bursts_inside.append(Section.WAIST)
    ref = referee(6, 6, answers=["land-or-bail=land"])
    down(ref, m)
    assert all(man.fate is Fate.CAS and not man.light for man in m.men.values())
    assert m.repair is Repair.LOST


def test_11_7_no_engines_minus_7_on_land() -> None:
    m = abroad((Surface.GERMANY,))
    stop(m, 4)
    ref = referee(4, 3, answers=["land-or-bail=land"])
    down(ref, m, "no engine runs")
    assert ref.total == 7 - 7 - 3
    assert all(man.fate is Fate.KIA for man in m.men.values())


@pytest.mark.parametrize(("faces", "fate"), [((1, 2), Fate.LAS), ((1, 3), Fate.DUTY)])
def test_15_2_g_10_ditching(faces: tuple[int, int], fate: Fate) -> None:
    m = abroad((Surface.WATER,))
    ref = referee(*faces, answers=["land-or-bail=ditch"])
    down(ref, m)
    assert (m.end, m.repair) == (End.DITCHED, Repair.LOST)
    assert all(man.fate is fate for man in m.men.values())
    done(ref)


@pytest.mark.parametrize(("zone", "fate"), [(5, Fate.DUTY), (6, Fate.CAS), (7, Fate.CAS)])
def test_g_10_picked_up_far_out_means_captured(zone: int, fate: Fate) -> None:
    m = abroad((Surface.WATER,), zone)
    down(referee(4, 3, answers=["land-or-bail=ditch"]), m)
    assert all(man.fate is fate for man in m.men.values())


def test_15_3_g_10_two_sixes_save_the_crew() -> None:
    m = abroad((Surface.WATER,))
    m.in_formation, m.plane.radio_out, m.plane.rafts_out = False, True, True
    ref = referee(6, 6, answers=["land-or-bail=ditch"])
    down(ref, m)
    assert ref.total == 0
    assert len(m.living()) == 10


@pytest.mark.parametrize(("face", "fate"), [(5, Fate.LAS), (6, Fate.KIA)])
def test_15_4_g_10_bombs_aboard_may_explode_in_a_ditching_too(face: int, fate: Fate) -> None:
    m = abroad((Surface.WATER,))
    m.plane.bombs = m.plane.radio_out = m.plane.bomb_doors_out = True
    m.in_formation = False
    ref = referee(1, 1, face, answers=["land-or-bail=ditch"])
    down(ref, m)
    assert rolled(ref) == ["G-10", "G-9-bombs"]
    assert (m.end, m.repair) == (End.DITCHED, Repair.LOST)
    assert all(man.fate is fate for man in m.men.values())
    assert ("landing-explosion" in noted(ref)) is (fate is Fate.KIA)
    done(ref)


def test_15_3_15_4_g_10_two_sixes_save_the_crew_from_its_bombs() -> None:
    m = abroad((Surface.WATER,))
    m.plane.bombs = m.plane.radio_out = m.plane.rafts_out = m.plane.bomb_doors_out = True
    m.in_formation = False
    ref = referee(6, 6, answers=["land-or-bail=ditch"])
    down(ref, m)
    assert ref.total == 0
    assert len(m.living()) == 10
    done(ref)


@pytest.mark.parametrize(("answer", "charts"), [("yes", ["G-9"]), ("no", ["G-9", "G-9-bombs"])])
def test_9_2_15_4_a_bomber_going_down_may_be_rid_of_its_bombs(answer: str, charts: list[str]) -> None:
    m = abroad((Surface.GERMANY,))
    m.plane.bombs = True
    ref = referee(1, 2, *[1] * (len(charts) - 1), answers=["land-or-bail=land", f"jettison-first={answer}"])
    down(ref, m)
    assert rolled(ref) == charts
    assert m.plane.bombs is (answer == "no")
    done(ref)


def test_2b_3_9_2_jammed_doors_keep_the_bombs_aboard() -> None:
    m = abroad((Surface.GERMANY,))
    m.plane.bombs = m.plane.bomb_doors_out = True
    ref = referee(1, 2, 1, answers=["land-or-bail=land"])
    down(ref, m)
    assert rolled(ref) == ["G-9", "G-9-bombs"]
    done(ref)


def test_11_4_11_6_or_everybody_jumps() -> None:
    m = abroad((Surface.GERMANY,))
    ref = referee(*[2] * 10, answers=["land-or-bail=bail-out"])
    down(ref, m)
    assert (m.end, rolled(ref)) == (End.ABANDONED, ["G-6"] * 10)


def test_14_3_two_letters_offer_land_and_water() -> None:
    m = abroad((Surface.WATER, Surface.FRANCE))
    ref = referee(4, 3, answers=["land-or-bail=ditch"])
    down(ref, m)
    assert m.end is End.DITCHED
    m = abroad((Surface.WATER, Surface.FRANCE))
    ref = referee(4, 3, *[6] * 10, answers=["land-or-bail=land"])
    down(ref, m)
    assert m.end is End.LANDED_EUROPE


def test_11_7_the_default_ditches_lands_or_jumps_by_the_modifiers() -> None:
    m = abroad((Surface.WATER,))
    assert advice.land_or_bail(m, None, True) == "ditch"
    m.plane.rafts_out = True
    assert advice.land_or_bail(m, None, True) == "bail-out"
    m.in_formation, m.plane.radio_out = False, True
    assert advice.land_or_bail(m, None, True) == "ditch"  # in the water nobody would look for them
    m = abroad((Surface.GERMANY,))
    assert advice.land_or_bail(m, Surface.GERMANY, False) == "land"
    stop(m, 3)
    assert advice.land_or_bail(m, Surface.GERMANY, False) == "bail-out"
    m.men[Position.TAIL_GUNNER].serious = m.men[Position.NAVIGATOR].serious = True
    assert advice.land_or_bail(m, Surface.GERMANY, False) == "land"  # two who could not jump
    m = abroad((Surface.WATER, Surface.NETHERLANDS))
    assert advice.land_or_bail(m, Surface.NETHERLANDS, True) == "ditch"  # home, not to prison
    m.plane.rafts_out = True
    assert advice.land_or_bail(m, Surface.NETHERLANDS, True) == "bail-out"  # a third comes home from the sea


def test_11_4_over_england_it_simply_lands() -> None:
    m = home()
    ref = referee(*GOOD_WEATHER, 3, 3)
    down(ref, m)
    assert m.end is End.LANDED


def test_7a_5_out_of_fuel_and_nobody_at_the_controls() -> None:
    m = abroad((Surface.GERMANY,))
    for man in m.men.values():
        man.serious = True
    down(referee(), m)
    assert m.end is End.OUT_OF_CONTROL


def test_15_1_the_log_of_a_landing_says_where() -> None:
    ref = referee(*GOOD_WEATHER, 3, 3)
    land(ref, home())
    note = next(e for e in ref.events if isinstance(e, Noted) and e.kind == "landing")
    assert note.facts == {"where": "in England", "result": "safe"}
