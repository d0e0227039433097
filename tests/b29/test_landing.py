"""Rules 8.1 and 8.3 to 8.5: table 8-1, the base, Iwo Jima, enemy country; forced landings (7.2, 4-1)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from flakhouse import games
from flakhouse.core.events import Chosen, Noted, Rolled
from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.errors import AnswerError
from flakhouse.games.b29 import (
    cockpit,
    damage,
    damage_nose,
    damage_tail,
    damage_wings,
    ending,
    engineer,
    gear,
    start,
    wounds,
)
from flakhouse.games.b29.advice import crew_first, losses
from flakhouse.games.b29.advice import ending as advice
from flakhouse.games.b29.ending import flying, landing, sea
from flakhouse.games.b29.questions import ending as questions
from flakhouse.games.b29.state import Mission, MissionEnded, Times
from flakhouse.games.b29.words import (
    Altitude,
    Brakes,
    End,
    EngineState,
    Fate,
    Formation,
    Leg,
    MainGear,
    NoseGear,
    Position,
    Repair,
    Root,
    SeaState,
    Section,
    Surface,
    Weather,
)
from flakhouse.render.b29 import renderer
from flakhouse.render.screen import screen

from .helpers import done, mission, noted, referee, rolled

P = Position
SAFE = ["land-or-jump=land"]


def home(zone: int = 0, **changes: object) -> Mission:
    """A sound bomber without bombs at LO over the base on the way back, in Good weather by day."""
    m = mission(zone=zone, formation=Formation.NONE, leg=Leg.BACK, **changes)
    m.plane.altitude = Altitude.LO
    m.plane.pressurized = False
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    return m


def land(ref: Referee, m: Mission) -> None:
    with pytest.raises(MissionEnded):
        ending.land_at_base(ref, m)


def keys(
    m: Mission, where: Surface = Surface.BASE, weather: Weather | None = Weather.GOOD, night: bool = False
) -> dict[str, int]:
    return {mod.key: mod.value for mod in landing.land_mods(m, where, weather, night)}


def values(ref: Referee, chart: str) -> list[int]:
    return [sum(x.value for x in e.mods) for e in ref.events if isinstance(e, Rolled) and e.chart == chart]


def worsen(m: Mission, by: int) -> None:
    """Make the landing roll worse by windmilling (-2) and feathered (-1) engines, at most 6."""
    e = m.plane.engines
    for i in range(4):
        if by >= 2 and i < 3:
            e[i].state, by = EngineState.WINDMILLING, by - 2
        elif by:
            e[i].state, by = EngineState.FEATHERED, by - 1
        e[i].root = Root.FIGHTER
    assert by == 0


# ------------------------------------------------------------------ 8-1 modifiers


def test_8_1_a_sound_bomber_by_day_has_no_modifier() -> None:
    """8-1 modifiers."""
    assert keys(home()) == {}


def test_8_1_veteran_pilot_but_never_a_veteran_copilot() -> None:
    """8-1 modifiers."""
    m = home()
    m.men[P.PILOT].airman.missions = m.men[P.COPILOT].airman.missions = 14
    assert keys(m) == {"veteran_pilot": 1}
    m.men[P.PILOT].light = 2  # 7-13a: the second light wound takes the bonus
    assert keys(m) == {}
    m.men[P.PILOT].serious = True
    assert keys(m) == {}


@pytest.mark.parametrize(
    ("weather", "expected"), [(Weather.POOR, {"poor": -2}), (Weather.BAD, {"bad": -3}), (None, {})]
)
def test_8_1_weather(weather: Weather | None, expected: dict[str, int]) -> None:
    assert keys(home(), weather=weather) == expected


def test_8_1_night_and_enemy_country() -> None:
    """R-81."""
    assert keys(home(), night=True) == {"night": -2}
    for where in (Surface.JAPAN, Surface.OKINAWA):
        assert keys(home(10), where) == {"enemy_country": -4}
    assert keys(home(6), Surface.IWO) == {}
    assert keys(home(6, number=4), Surface.IWO) == {"enemy_country": -4}


def test_8_1_airframe() -> None:
    m = home(windshield_hits=2, rudder_control_hits=2, elevator_control_hits=2, aileron_control_hits=2)
    m.plane.wings[Section.PORT_WING].flap_out = m.plane.wings[Section.STARBOARD_WING].flap_out = True
    m.plane.tailplane_root[Section.PORT_WING] = 3
    m.plane.bursts_inside.append(Section.NAV_RADIO)
    assert keys(m) == {
        "flaps": -1,
        "ailerons": -1,
        "elevators": -1,
        "rudder": -1,
        "windshield": -1,
        "tailplane": -1,
        "burst": -2,
    }


def test_8_1_one_of_a_pair_is_no_handicap() -> None:
    m = home(windshield_hits=1, rudder_hits=2)
    port = m.plane.wings[Section.PORT_WING]
    port.flap_out = port.aileron_out = True
    m.plane.elevator_out[Section.PORT_WING] = True
    m.plane.tailplane_root[Section.PORT_WING] = 2
    assert keys(m) == {}


@pytest.mark.parametrize(
    "section", [Section.NAV_RADIO, Section.FWD_BAY, Section.AFT_BAY, Section.WAIST, Section.UTILITY]
)
def test_table_8_1_burst_inside_costs_two_once(section: Section) -> None:
    m = home()
    m.plane.bursts_inside.extend([section, section])
    assert keys(m) == {"burst": -2}


def test_table_8_1_engines() -> None:
    m = home()
    e = m.plane.engines
    e[0].state, e[1].state, e[3].state = EngineState.DESTROYED, EngineState.WINDMILLING, EngineState.RUNAWAY
    assert keys(m) == {"engine_out": -1, "windmilling": -2, "runaway": -3}


def test_table_8_1_brakes() -> None:
    """R-70: -2 once, -6 in its place."""
    assert keys(home(brakes=Brakes.REDUCED)) == {"brakes_reduced": -2}
    assert keys(home(brakes=Brakes.LOST)) == {"brakes_lost": -6}


def test_table_8_1_gear_the_worst_alone() -> None:
    """R-66."""
    assert keys(home(nose_gear=NoseGear.DAMAGED)) == {"nose_gear_damaged": -1}
    m = home(nose_gear=NoseGear.DAMAGED)
    m.plane.main_gear[Section.PORT_WING] = MainGear.INOPERABLE
    assert keys(m) == {"gear_not_extended": -3}
    m.plane.nose_gear = NoseGear.WILL_NOT_HOLD
    assert keys(m) == {"nose_gear_not_holding": -4}


def test_7_2_without_engines_gear_and_controls_are_gone() -> None:
    m = home()
    for engine in m.plane.engines:
        engine.state = EngineState.FEATHERED
    glide = {"flaps": -1, "ailerons": -1, "elevators": -1, "rudder": -1, "engine_out": -4}
    assert keys(m) == {**glide, "gear_not_extended": -3}
    m.plane.nose_gear = NoseGear.DAMAGED
    m.plane.brakes = Brakes.REDUCED
    assert keys(m) == {**glide, "gear_not_extended": -3, "brakes_reduced": -2}
    m.plane.nose_gear = NoseGear.WILL_NOT_HOLD
    assert keys(m) == {**glide, "nose_gear_not_holding": -4, "brakes_reduced": -2}


def test_7_2_gear_already_down_stays_down() -> None:
    m = home(nose_gear=NoseGear.DOWN)
    for wing in m.plane.main_gear:
        m.plane.main_gear[wing] = MainGear.DOWN
    for engine in m.plane.engines:
        engine.state = EngineState.FEATHERED
    assert "gear_not_extended" not in keys(m)


# ------------------------------------------------------------------ 8-1 rows


@pytest.mark.parametrize(
    ("by", "faces", "repair", "end"),
    [
        (0, (1, 1), Repair.SOUND, End.LANDED),
        (1, (1, 1), Repair.REPAIRABLE, End.LANDED),
    ],
)
def test_8_1_rows_1_and_2(by: int, faces: tuple[int, int], repair: Repair, end: End) -> None:
    m = home()
    worsen(m, by)
    ref = referee(*faces, answers=SAFE)
    land(ref, m)
    done(ref)
    assert (m.repair, m.end) == (repair, end)
    assert all(man.fate is Fate.DUTY for man in m.men.values())


def test_8_1_a_sound_landing_has_no_root() -> None:
    m = home()
    land(referee(3, 4, answers=SAFE), m)
    assert m.root is None
    assert m.end_zone == 0


def test_8_1_row_0_irreparable_but_nobody_hurt() -> None:
    m = home(wing_boxes=0)
    m.plane.fwd.tank_boxes = m.plane.aft.tank_boxes = 0
    worsen(m, 2)
    ref = referee(1, 1, 1, 1, answers=SAFE)
    land(ref, m)
    done(ref)
    assert rolled(ref) == ["8-1", "8-1d-fuel"]
    assert (m.repair, m.end, m.root) == (Repair.IRREPARABLE, End.LANDED, Root.FIGHTER)
    assert all(man.fate is Fate.DUTY for man in m.men.values())


def dry(m: Mission) -> Mission:
    m.plane.wing_boxes = 0
    m.plane.fwd.tank_boxes = m.plane.aft.tank_boxes = 0
    return m


def test_8_1_row_minus_1_wounds_and_wreck() -> None:
    m = dry(home())
    worsen(m, 3)
    ref = referee(1, 1, 6, *[1] * 10, 1, 1, answers=SAFE)
    land(ref, m)
    done(ref)
    assert rolled(ref) == ["8-1"] + ["7-13"] * 11 + ["8-1d-fuel"]
    assert values(ref, "7-13") == [0] * 11
    assert m.men[P.PILOT].fate is Fate.KIA
    assert (m.repair, m.end) == (Repair.LOST, End.WRECKED)


def test_8_1_row_minus_2_wounds_at_plus_one() -> None:
    m = dry(home())
    worsen(m, 4)
    ref = referee(1, 1, *[5] * 11, 1, 1, answers=SAFE)
    land(ref, m)
    done(ref)
    assert values(ref, "7-13") == [1] * 11
    assert all(man.fate is Fate.KIA for man in m.men.values())


def test_8_1_row_minus_3_kills_everybody() -> None:
    m = dry(home())
    worsen(m, 5)
    ref = referee(1, 1, 1, 1, answers=SAFE)
    land(ref, m)
    done(ref)
    assert rolled(ref) == ["8-1", "8-1d-fuel"]
    assert all(man.fate is Fate.KIA for man in m.men.values())
    assert m.end is End.WRECKED


def test_8_1a_two_sixes_leave_the_crew_unhurt() -> None:
    """R-114: the bomber by the total, no notes (c) and (d)."""
    m = home(windshield_hits=2, rudder_hits=3, brakes=Brakes.LOST)
    worsen(m, 5)
    ref = referee(6, 6, answers=SAFE)  # 12 - 5 - 1 - 1 - 6 = -1
    land(ref, m)
    done(ref)
    assert all(man.fate is Fate.DUTY for man in m.men.values())
    assert (m.repair, m.end) == (Repair.LOST, End.WRECKED)
    assert "the bomber is wrecked, nobody is hurt" in "".join(screen(games.load("b29")).log(ref.events))


@pytest.mark.parametrize("weather", Weather)
def test_8_3_weather_at_the_base_that_is_not_good_is_told_before_the_choice(weather: Weather) -> None:
    m = home(weather=weather)
    ref = referee(5, 6, answers=SAFE)
    land(ref, m)
    told = [n for n, event in enumerate(ref.events) if isinstance(event, Noted) and event.kind == "base-weather"]
    assert len(told) == (weather is not Weather.GOOD)
    assert all(n < next(i for i, event in enumerate(ref.events) if isinstance(event, Chosen)) for n in told)


@pytest.mark.parametrize(("die", "fate"), [(5, Fate.DUTY), (6, Fate.KIA)])
def test_8_1c_bombs_may_explode_on_0_or_less(die: int, fate: Fate) -> None:
    m = dry(home())
    m.plane.fwd.bombs = True
    worsen(m, 2)
    ref = referee(1, 1, die, *([] if die == 6 else [1, 1]), answers=SAFE)
    land(ref, m)
    done(ref)
    assert rolled(ref)[:2] == ["8-1", "8-1c-bombs"]
    assert m.men[P.CFC].fate is fate
    assert m.end is (End.WRECKED if die == 6 else End.LANDED)
    assert m.repair is (Repair.LOST if die == 6 else Repair.IRREPARABLE)


@pytest.mark.parametrize(("boxes", "burns"), [(5, True), (4, False)])
def test_8_1d_dice_below_the_boxes_left(boxes: int, burns: bool) -> None:
    m = dry(home())
    m.plane.wing_boxes = boxes
    worsen(m, 2)
    ref = referee(1, 1, 2, 2, *([6] if burns else []), answers=SAFE)
    land(ref, m)
    done(ref)
    assert rolled(ref)[1:] == ["8-1d-fuel"] + (["8-1d-fire"] if burns else [])
    assert m.men[P.CFC].dead is burns


def test_8_1d_the_fire_die_needs_a_six() -> None:
    m = home(wing_boxes=38)
    worsen(m, 2)
    ref = referee(1, 1, 6, 6, 5, answers=SAFE)
    land(ref, m)
    done(ref)
    assert m.men[P.CFC].fate is Fate.DUTY


def test_8_1d_auxiliary_boxes_count() -> None:
    m = dry(home())
    m.plane.fwd.tank_boxes = 3
    worsen(m, 2)
    ref = referee(1, 1, 1, 1, 6, answers=SAFE)
    land(ref, m)
    done(ref)
    assert m.repair is Repair.LOST


def test_8_1d_not_without_the_fuel_rules() -> None:
    m = home()
    m.options.fuel = False
    worsen(m, 2)
    ref = referee(1, 1, answers=SAFE)
    land(ref, m)
    done(ref)
    assert m.repair is Repair.IRREPARABLE


def test_6_2f_a_burst_inside_writes_the_bomber_off() -> None:
    m = home(irreparable=True)
    m.plane.bursts_inside.append(Section.WAIST)
    land(referee(6, 5, answers=SAFE), m)
    assert (m.end, m.repair, m.root) == (End.LANDED, Repair.IRREPARABLE, Root.BIP)


def test_5_5_a_collision_that_wrote_the_bomber_off_stays_the_root() -> None:
    m = home(bomb_run=True, cause=Root.COLLISION)
    damage.burst(referee(2, 2, 1), m, Section.UTILITY)
    m.cause = Root.CHOICE
    assert flying.damage_root(m) is Root.COLLISION
    land(referee(6, 6, answers=SAFE), m)
    assert (m.repair, m.root) == (Repair.IRREPARABLE, Root.COLLISION)


@pytest.mark.parametrize(
    ("harm", "times"),
    [
        (lambda m: gear.brakes_reduced(referee(), m), 1),
        (lambda m: gear.nose_hit(referee(1), m), 1),
        (lambda m: cockpit.apply(referee(), m, cockpit.Cockpit.GEAR), 1),
        (lambda m: damage_wings.apply(referee(5), m, Section.PORT_WING, damage_wings.Area.GEAR), 1),
        (lambda m: cockpit.apply(referee(), m, cockpit.Cockpit.RUDDER), 2),
        (lambda m: damage_tail.apply(referee(5), m, damage_tail.Tail.TAILPLANE), 3),
        (lambda m: damage_nose.apply(referee(), m, damage_nose.Nose.WINDSHIELD), 2),
        (lambda m: engineer.electrical_hit(referee(), m), 2),
    ],
)
def test_root_of_a_wreck_is_the_damage_of_an_earlier_turn(harm: Callable[[Mission], None], times: int) -> None:
    """Rulings 3.1: the cause is forgotten turn by turn, the root of the damage is not."""
    m = home(cause=Root.FLAK, bomb_run=True)
    m.options.fuel = False
    for _ in range(times):
        harm(m)
    m.cause = Root.CHOICE
    with pytest.raises(MissionEnded):
        landing.land(
            referee(*[1] * 13), m, Surface.BASE, landing.land_mods(m, Surface.BASE, Weather.BAD, night=False)
        )
    assert (m.end, m.root) == (End.WRECKED, Root.FLAK)


def test_root_of_a_wreck_with_a_stand_in_at_the_controls_is_what_hit_the_pilots() -> None:
    m = home()
    m.options.fuel = False
    for position in (P.PILOT, P.COPILOT):
        m.men[position].serious, m.men[position].cause = True, Root.FIGHTER
    wounds.settle(referee(), m)
    land(referee(1, 1, *[1] * 11, answers=["land-or-jump=land"]), m)
    assert (m.end, m.root) == (End.WRECKED, Root.FIGHTER)


def test_8_1_row_1_is_no_loss_and_has_no_root() -> None:
    m = home()
    worsen(m, 1)
    land(referee(1, 1, answers=SAFE), m)
    assert (m.repair, m.root) == (Repair.REPAIRABLE, None)


def test_8_4b_with_a_man_who_cannot_jump_the_default_lets_the_others_go() -> None:
    m = home()
    m.options.fuel = False
    for position in (P.PILOT, P.COPILOT):
        m.men[position].serious = True
    wounds.settle(referee(), m)
    ref = referee(*[2] * 8, 6, 6, defaults=True)
    land(ref, m)
    done(ref)
    assert rolled(ref) == ["8-4"] * 8 + ["8-1"]
    assert [man.fate for man in m.men.values()] == [Fate.DUTY] * 11


def test_root_of_a_wreck_by_weather_alone_is_the_landing() -> None:
    m = home(weather=Weather.BAD)
    m.options.fuel = False
    ref = referee(1, 1, *[1] * 11, answers=SAFE)
    land(ref, m)
    done(ref)
    assert (m.end, m.root) == (End.WRECKED, Root.LANDING)


# ------------------------------------------------------------------ 8.3


def test_8_3_weather_of_zone_1_and_the_hour_of_landing() -> None:
    """3-1c."""
    m = home(weather=Weather.POOR)
    m.times = Times(landing=True)
    ref = referee(6, 5, answers=SAFE)
    land(ref, m)
    assert values(ref, "8-1") == [-4]


def test_8_3_r89_after_an_abort_the_hour_is_that_of_the_abort_zone() -> None:
    m = home(aborted=True, abort_zone=3)
    m.times = Times(landing=False, abort=tuple(z == 3 for z in range(15)))
    ref = referee(6, 5, answers=SAFE)
    land(ref, m)
    assert values(ref, "8-1") == [-2]


@pytest.mark.parametrize(("abort_zone", "night"), [(2, False), (4, True)])
def test_8_4_r89_a_diverter_lands_on_iwo_at_the_hour_of_the_abort_zone(abort_zone: int, night: bool) -> None:
    m = home(6, aborted=True, abort_zone=abort_zone, to_iwo=True)
    m.leg, m.reached_target = Leg.OUT, False
    start.set_times(m, "Night 1-3")
    assert m.times.out[6]
    assert m.night_here() is night
    m.turn_round = True  # the abort turn is still to come: the way out holds
    assert m.night_here()


def test_8_3_some_men_jump_first_and_are_safe() -> None:
    """D57."""
    m = home()
    worsen(m, 3)
    m.options.fuel = False
    ref = referee(
        2,
        2,
        1,
        1,
        *[6] * 9,
        answers=["land-or-jump=some", "jump-first=CFC", "jump-first=Tail Gunner", "jump-first=done"],
    )
    land(ref, m)
    done(ref)
    assert rolled(ref) == ["8-4", "8-4", "8-1"] + ["7-13"] * 9
    assert m.men[P.CFC].fate is Fate.DUTY
    assert m.men[P.CFC].jumped
    assert m.men[P.PILOT].fate is Fate.KIA


def test_8_3_everybody_may_jump_over_the_base() -> None:
    """D61."""
    m = home()
    worsen(m, 6)
    ref = referee(*[2] * 11, answers=["land-or-jump=bail-out"])
    land(ref, m)
    done(ref)
    assert (m.end, m.repair, m.root) == (End.ABANDONED, Repair.LOST, Root.FIGHTER)
    assert all(man.fate is Fate.DUTY for man in m.men.values())


def test_4_9h_with_bombs_hung_the_man_flying_must_land() -> None:
    m = home()
    m.plane.aft.bombs = True
    ref = referee(*[2] * 10, 3, 4, answers=["land-or-jump=some", "jump-first=all"])
    land(ref, m)
    done(ref)
    assert m.men[P.PILOT].aboard
    assert m.end is End.LANDED
    m = home()
    m.plane.aft.bombs = True
    with pytest.raises(AnswerError, match="does not answer"):
        ending.land_at_base(referee(answers=["bail-out"]), m)


def test_8_1_dead_controls_are_never_landed() -> None:
    m = home(pilot_controls_out=True, copilot_controls_out=True)
    ref = referee(*[2] * 11)
    land(ref, m)
    done(ref)
    assert "no-landing" in noted(ref)
    assert m.end is End.ABANDONED


def test_d61_default_of_a_careful_player() -> None:
    m = home()
    land(referee(3, 4, defaults=True), m)
    assert m.end is End.LANDED
    m = home(brakes=Brakes.LOST)
    advised = [advice.land_or_jump(m, Surface.BASE, plus) for plus in (-4, -5, -7, -8)]
    assert advised == ["land", "some", "some", "bail-out"]
    m = home()
    m.men[P.NAVIGATOR].serious = True
    assert advice.land_or_jump(m, Surface.BASE, -5) == "some"


def test_8_3_the_men_each_way_kills_are_counted_by_the_tables_and_told() -> None:
    m = home(weather=Weather.BAD)
    m.options.fuel = False
    by_wounds, worse = (1 + 2 / 6) / 6, (2 + 2 / 6) / 6  # killed at once, or of a serious wound later
    lands = (1 + 2 * worse + 3 * by_wounds) / 36
    assert losses.landing(m, -5) == pytest.approx(11 * lands)
    assert losses.some_jump(m, -5) == pytest.approx(10 / 36 + lands)
    assert losses.everybody_jumps(m) == pytest.approx(11 / 36)
    mods = [landing.LANDING.mods[key] for key in ("bad", "night")]
    asked = questions.land_or_jump(m, Surface.BASE, mods, routine=False)
    told = [asked.options[key].detail for key in ("land", "some", "bail-out")]
    assert [word for text in told for word in text.split() if word[:1] == "0"] == ["0.7", "0.3", "0.3"]
    assert [stake.label for stake in asked.options["land"].stakes][-1] == "the bomber flies again"
    assert asked.why is not None
    assert "0.3 men die so, 0.7 if all stay aboard. If nobody stays, 0.04 fewer" in asked.why()
    m.plane.irreparable = True
    asked = questions.land_or_jump(m, Surface.BASE, mods, routine=False)
    assert [stake.label for stake in asked.options["land"].stakes][-1] == "all aboard are killed"


def test_8_1c_d_7_9d_bombs_fuel_wounds_and_a_dead_autopilot_count_in_it() -> None:
    m = home()
    m.options.fuel = False
    sound = losses.landing(m, -5)
    m.plane.aft.bombs = True
    rows = 1 + 2 * (2 + 2 / 6) / 6 + 3 * (1 + 2 / 6) / 6  # of 36, and four more that hurt nobody
    assert losses.landing(m, -5) == pytest.approx(11 * (rows * 5 / 6 + 10 / 6) / 36)
    m.plane.aft.bombs = False
    m.options.fuel = True
    m.plane.wing_boxes = 4 - m.plane.tank_fuel()
    assert losses.landing(m, -5) == pytest.approx(11 * (rows + (10 - rows) * 3 / 36 / 6) / 36)
    m.options.fuel = False
    m.men[P.NAVIGATOR].serious = True  # any wound kills him, and he cannot jump
    assert losses.landing(m, -5) == pytest.approx(sound / 11 * 10 + 6 / 36)
    assert losses.everybody_jumps(m) == pytest.approx(10 / 36 + 1)
    m.plane.autopilot_out = True
    assert losses.everybody_jumps(m) == pytest.approx(9 / 36 + 1 + 5 / 6)


@pytest.mark.parametrize(("water", "killed"), [(False, -3), (True, 2)])
def test_7_9d_without_autopilot_the_man_who_flies_lands_her_as_long_as_that_is_better_for_him(
    water: bool, killed: int
) -> None:
    m = home(autopilot_out=True)
    for plus in range(-14, -4):
        lives = sum(a + b + plus > killed or a + b == 12 for a in range(1, 7) for b in range(1, 7))
        advised = advice.forced_down(m, water, plus)
        assert advised == ("some" if lives > 6 else "bail-out"), plus
        if not water:
            assert advice.land_or_jump(m, Surface.IWO, plus) == advised
            assert ("autopilot" in advice.why_land_or_jump(m, Surface.IWO, plus)) is (advised == "some")


def test_8_6_default_for_those_who_cannot_jump_somebody_lands() -> None:
    m = home()
    assert [advice.forced_down(m, True, plus) for plus in (-1, -2)] == ["land", "bail-out"]
    m.men[P.NAVIGATOR].serious = True
    assert [advice.forced_down(m, True, plus) for plus in (-1, -2)] == ["land", "some"]


# ------------------------------------------------------------------ 8.4


@pytest.mark.parametrize(
    ("weather", "die", "modifier"),
    [(Weather.GOOD, 4, 0), (Weather.GOOD, 5, -2), (Weather.POOR, 4, -2), (Weather.POOR, 5, -3)],
)
def test_8_4_fog(weather: Weather, die: int, modifier: int) -> None:
    """R-81."""
    m = home(6, weather=weather, to_iwo=True)
    ref = referee(die, 6, 5, answers=SAFE)
    with pytest.raises(MissionEnded):
        ending.land_at_iwo(ref, m)
    done(ref)
    assert values(ref, "8-1") == [modifier]
    assert (m.end, m.end_zone) == (End.LANDED_IWO, 6)


def test_8_4_bad_weather_needs_no_fog_die() -> None:
    m = home(6, weather=Weather.BAD, to_iwo=True)
    ref = referee(6, 5, answers=SAFE)
    with pytest.raises(MissionEnded):
        ending.land_at_iwo(ref, m)
    done(ref)
    assert values(ref, "8-1") == [-3]


def test_8_4_jumping_over_iwo_jima_is_safe() -> None:
    m = home(6, to_iwo=True)
    m.plane.fwd.bombs = True  # 4-9h binds the pilot at base only
    ref = referee(1, *[2] * 11, answers=["land-or-jump=bail-out"])
    with pytest.raises(MissionEnded):
        ending.land_at_iwo(ref, m)
    done(ref)
    assert all(man.fate is Fate.DUTY for man in m.men.values())


# ------------------------------------------------------------------ 8.5, 8.6, 7.2: forced down


def down(ref: Referee, m: Mission, voluntary: bool = False) -> None:
    with pytest.raises(MissionEnded):
        ending.forced_down(ref, m, "down", "7.2", "Down?", voluntary)


def test_8_6_forced_down_in_zones_1_to_9_is_the_sea() -> None:
    m = home(4, cause=Root.MECHANICAL)
    ref = referee(1, 3, 4, *[4] * 11, answers=["down=land"])
    down(ref, m)
    done(ref)
    assert rolled(ref)[:2] == ["8-2", "8-3"]
    assert (m.end, m.root) == (End.DITCHED, Root.MECHANICAL)


def test_8_6_ditching_names_what_counts_against_it_and_for_being_found() -> None:
    m = home(4, number=20, night=True, weather=Weather.GOOD)
    m.sea, m.sea_turn = SeaState.SLIGHT, m.turn
    mods = sea.ditch_mods(m, SeaState.SLIGHT, m.weather, True)
    ask = questions.forced_down(m, "7.2", "Down?", SeaState.SLIGHT, mods)
    aboard = ask.options["land"].detail
    assert "Ditching: +1 Good weather, −1 sea state, −3 landing in the dark." in aboard
    assert "Being found: +1 Good weather in the zone, +1 ditched well, with a place in a raft." in aboard
    assert ask.options["bail-out"].detail.endswith("Being found: +1 Good weather in the zone.")
    on_land = questions.forced_down(m, "7.2", "Down?", None, landing.land_mods(m, Surface.JAPAN, m.weather, True))
    assert "Landing: " in on_land.options["land"].detail
    assert "−2 landing in the dark" in on_land.options["land"].detail


def test_7_9e_flaps_may_be_driven_down_before_a_ditching() -> None:
    m = home(4, flap_controls_out=True)
    ref = referee(1, 1, 3, 4, *[4] * 11, answers=["flaps-by-motor=Flight Engineer", "down=land"])
    down(ref, m)
    done(ref)
    assert rolled(ref)[:3] == ["7-9e-flaps", "8-2", "8-3"]
    assert values(ref, "8-3") == [1]  # Good weather alone


def test_8_6_after_the_sea_state_the_crew_may_jump_instead() -> None:
    """D56: the same sea state serves 8-6."""
    m = home(4)
    ref = referee(6, *[2] * 11, *[6] * 11, answers=["down=bail-out"])
    down(ref, m)
    done(ref)
    assert rolled(ref) == ["8-2"] + ["8-4"] * 11 + ["8-6"] * 11
    assert m.end is End.ABANDONED


def test_8_6_some_may_jump_and_the_others_ditch() -> None:
    m = home(4)
    ref = referee(1, 2, 3, 3, 4, *[3] * 10, answers=["down=some", "jump-first=CFC", "jump-first=done"])
    down(ref, m)
    done(ref)
    assert rolled(ref)[:4] == ["8-2", "8-4", "8-6", "8-3"]
    # calm sea +1, Good weather +1, mission 12 -1; the rafts are for those who ditch
    assert values(ref, "8-6") == [1] + [2] * 10


def test_8_5_under_control_the_player_picks_water_or_land() -> None:
    """D55; 8-1 at -4 and prison for all."""
    m = home(11)
    ref = referee(5, 4, *[4] * 11, answers=["where-down=J", "down=land"])
    down(ref, m)
    done(ref)
    assert values(ref, "8-1") == [-4]
    assert (m.end, m.repair) == (End.LANDED_JAPAN, Repair.LOST)
    assert all(man.fate is Fate.BOC for man in m.men.values())


def test_7_2_without_engines_the_die_decides_in_a_two_letter_zone() -> None:
    m = home(11, wing_boxes=0)
    m.options.fuel = False
    for engine in m.plane.engines:
        engine.state = EngineState.FEATHERED
    ref = referee(4, 6, 6, *[4] * 11, answers=["down=land"])
    down(ref, m)
    done(ref)
    assert rolled(ref)[:2] == ["8.5-surface", "8-1"]
    assert values(ref, "8-1") == [-15]
    assert all(man.fate is Fate.BOC for man in m.men.values())


def test_8_1b_only_survivors_are_prisoners() -> None:
    m = home(11)
    m.options.fuel = False
    ref = referee(1, 2, *[6] * 10, 1, 4, answers=["where-down=J", "down=land"])
    down(ref, m)  # 3 - 4 = -1
    done(ref)
    assert [man.fate for man in m.men.values()].count(Fate.KIA) == 10
    assert m.men[P.TAIL_GUNNER].fate is Fate.BOC


def test_8_6_zone_6_offers_iwo_jima_from_mission_11() -> None:
    m = home(6)
    ref = referee(1, 6, 5, answers=SAFE)
    down(ref, m)
    done(ref)
    assert m.end is End.LANDED_IWO


def test_8_1_forced_down_with_dead_controls_means_jumping() -> None:
    m = home(4, pilot_controls_out=True, copilot_controls_out=True)
    ref = referee(*[2] * 11, 1, *[6] * 11)
    down(ref, m)
    done(ref)
    assert m.end is End.ABANDONED


def test_r115_a_forced_landing_passes_lo_where_men_get_to_the_gear() -> None:
    m = home(11, cause=Root.FLAK)
    m.plane.altitude, m.plane.pressurized = Altitude.MED, True
    m.plane.main_gear[Section.PORT_WING] = MainGear.INOPERABLE
    ref = referee(1, 5, 4, *[4] * 11, answers=["where-down=J", "main-gear-by-hand=Flight Engineer", "down=land"])
    down(ref, m)
    done(ref)
    assert values(ref, "8-1") == [-4]


def test_r115_unless_nobody_can_let_the_pressure_go() -> None:
    """8.2: who jumps then pays for it on 7-11."""
    m = home(4, cause=Root.FLAK)
    m.plane.altitude, m.plane.pressurized = Altitude.MED, True
    m.plane.no_voluntary_release = m.plane.waist_release_out = True
    m.men[P.PILOT].frostbitten = True
    ref = referee(1, *[1] * 3, *[2] * 11, *[6] * 11, answers=["down=bail-out"])
    down(ref, m)
    done(ref)
    assert rolled(ref)[:4] == ["8-2", "7-11", "7-11", "7-11"]


def test_8_4_dry_tanks_over_iwo_jima_stay_the_root_if_all_jump() -> None:
    m = home(6, wing_boxes=0)
    ref = referee(1, *[2] * 11, answers=["land-or-jump=bail-out"])
    with pytest.raises(MissionEnded):
        ending.dry_tanks(ref, m)
    done(ref)
    assert (m.end, m.root) == (End.ABANDONED, Root.FUEL)


@pytest.mark.parametrize(
    ("changes", "root"),
    [
        ({}, Root.FUEL),
        ({"course_boxes": 2}, Root.NAVIGATION),
        ({"leak_root": Root.FLAK, "course_boxes": 2}, Root.FLAK),
    ],
)
def test_table_4_1_dry_tanks_and_what_drained_them(changes: dict[str, object], root: Root) -> None:
    """R-40: D52; R-95: no engine modifiers for dry tanks."""
    m = home(4, wing_boxes=0, **changes)
    ref = referee(1, 3, 4, *[4] * 11, answers=["dry-tanks=land"])
    with pytest.raises(MissionEnded):
        ending.dry_tanks(ref, m)
    done(ref)
    assert values(ref, "8-3") == [1]  # Good weather alone
    assert m.root is root


# ------------------------------------------------------------------ 3-3, R-90


def test_r90_back_to_the_field_after_take_off() -> None:
    m = home(1, weather=Weather.BAD, turn=0)
    m.times = Times(take_off=True)
    m.plane.engines[0].state = EngineState.FEATHERED
    ref = referee(3, 4)
    with pytest.raises(MissionEnded):
        ending.take_off_landing(ref, m, False)
    done(ref)
    assert values(ref, "8-1") == [-3]  # night and one engine, no weather
    assert (m.end, m.repair, m.root) == (End.NOT_FLOWN, Repair.SOUND, None)


def test_3_3_a_wreck_after_take_off() -> None:
    m = home(1, turn=0)
    m.options.fuel = False
    worsen(m, 5)
    with pytest.raises(MissionEnded):
        ending.take_off_landing(referee(1, 1), m, False)
    assert (m.end, m.repair, m.root) == (End.ON_GROUND, Repair.LOST, Root.TAKEOFF)
    assert all(man.fate is Fate.KIA for man in m.men.values())


def test_8_3_crew_first_gives_the_bomber_up_where_doctrine_lets_some_land_it() -> None:
    m = home()
    mods = [Mod(-3, "night"), Mod(-2, "weather")]
    asked = questions.land_or_jump(m, Surface.BASE, mods, False)
    found = crew_first.land_or_jump(m, asked)
    assert found is not None
    assert found[0] == "bail-out"
    assert crew_first.land_or_jump(m, questions.land_or_jump(m, Surface.BASE, mods[:1], False)) is None
    m.plane.fwd.bombs = True
    assert crew_first.land_or_jump(m, questions.land_or_jump(m, Surface.BASE, mods, False)) is None  # 4-9h
    asked.id = "land-or-jump"
    lines = renderer(games.load("b29")).situation(m, asked, False)
    assert [line.text for line in lines] == ["Landing: -5: night -3; weather -2."]


@pytest.mark.parametrize("plus", [-5, 0])
def test_8_3_where_a_landing_is_hard_it_is_said_that_a_bomber_cannot_wait(plus: int) -> None:
    mods = (Mod(plus, "night", "8-1"),) if plus else ()
    barred = questions.land_or_jump(mission(zone=1), Surface.BASE, mods, routine=False).barred
    assert ("wait" in barred) == (plus < 0)
