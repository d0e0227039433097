"""3.4: M-1 fields, nose limit, passing shots, spray fire, the advised plan."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Default
from flakhouse.core.charts import Chart
from flakhouse.core.dice import Fixed
from flakhouse.core.referee import Referee
from flakhouse.errors import ChartError
from flakhouse.games.b17 import crew, fires
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.combat import allocation, fields
from flakhouse.games.b17.combat.fields import FIRING_ORDER, Fire
from flakhouse.games.b17.state import Fighter, Mission
from flakhouse.games.b17.words import AMMO, FighterType, GunName, Position, Section
from tests.b17.helpers import Watcher, done, fighter, mission, noted, referee
from tests.checks.asking import whys


def _shots(fire: Fire) -> list[str]:
    return [f"{FIRING_ORDER[n].value} > {f.name} {need}" for n, _, f, need in fire.shots]


def _plan(m: Mission, *fighters: Fighter) -> Fire:
    m.fighters = list(fighters)
    return allocation.allocate(Referee(Fixed(), Default(), trace=True), m)


def _each(m: Mission, *fighters: Fighter, answers: tuple[str, ...] = ()) -> tuple[Fire, Watcher]:
    m.fighters = list(fighters)
    watcher = Watcher("fire-plan=each", *answers)
    return allocation.allocate(Referee(Fixed(), watcher, trace=True), m), watcher


# ------------------------------------------------------------------ M-1


@pytest.mark.parametrize(
    ("kind", "clock", "angle", "guns"),
    [
        ("Me109", "12", "High", {"Top Turret": 6, "Nose Gun": 6}),
        ("Me110", "12", "Low", {"Ball Turret": 6, "Nose Gun": 6}),
        ("FW190", "1:30", "High", {"Top Turret": 6, "Starboard Waist Gun": 6, "Starboard Cheek Gun": 6}),
        ("FW190", "1:30", "Level", {"Starboard Cheek Gun": 6}),
        ("Me109", "10:30", "Level", {"Port Cheek Gun": 6}),
        ("Me109", "10:30", "Low", {"Ball Turret": 6, "Port Cheek Gun": 6}),
        ("Me110", "3", "Level", {"Top Turret": 4, "Ball Turret": 4, "Starboard Waist Gun": 6}),
        ("Me109", "9", "High", {"Top Turret": 5, "Port Waist Gun": 6}),
        ("Me110", "6", "High", {"Top Turret": 3, "Radio Room Gun": 6, "Tail Guns": 3}),
        ("FW190", "6", "Level", {"Tail Guns": 4}),
        ("FW190", "Vertical Dive", "-", {"Top Turret": 6, "Radio Room Gun": 6}),
        ("Me110", "Vertical Climb", "-", {"Ball Turret": 3}),
    ],
)
def test_M_1_guns_that_bear_and_their_numbers(kind: str, clock: str, angle: str, guns: dict[str, int]) -> None:
    """B-3d, B-3e."""
    field = fields.bearing(referee(), fighter(kind, clock, angle)).needs
    assert {gun.value: need for gun, need in zip(FIRING_ORDER, field, strict=True) if need} == guns


def test_B_3_note_b_no_gun_bears_on_that_dive() -> None:
    diver = fighter("FW190", "Vertical Dive", "-")
    diver.special = "b"
    assert not any(fields.bearing(referee(), diver).needs)
    fire = _plan(mission(), diver)
    assert (fire.shots, fire.sprays, fire.passing) == ([], (), None)


def test_B_3_note_b_the_plan_names_the_fighter_that_no_gun_bears_on() -> None:
    diver = fighter("FW190", "Vertical Dive", "-", "FW190 B")
    diver.special = "b"
    m, agent = mission(), Watcher()
    m.fighters = [fighter(), diver]
    allocation.allocate(Referee(Fixed(), agent), m)
    plan = next(ask for ask in agent.asks if ask.id == "fire-plan")
    assert plan.prompt.startswith("2 fighters are coming in.")
    assert plan.options["advised"].detail == (
        "No gun bears on FW190 B: its vertical dive is of the kind that none may fire at (B-3 note b)."
    )
    ref = Referee(Fixed(), Default(), trace=True)
    m.fighters = [diver]
    allocation.allocate(ref, m)
    assert noted(ref) == ["no-gun-bears"], "alone it is in the log"


@pytest.mark.parametrize("clock", ["10:30", "1:30"])
@pytest.mark.parametrize("kind", list(FighterType))
def test_M_1_guns_bear_at_10_30_and_1_30(clock: str, kind: FighterType) -> None:
    for angle in ("High", "Level", "Low"):
        assert any(fields.bearing(referee(), fighter(kind.value, clock, angle)).needs)


# ------------------------------------------------------------------ a player's own M-1


def _house(**cells: str) -> dict[str, Chart[object]]:
    """M-1 with other cells: "row, column" and what stands there."""
    data = fields.M1.data
    grid = []
    for row, label in enumerate(fields.M1.labels):
        words = [fields.M1.words[column][row] for column in range(len(data.columns))]
        for place, word in cells.items():
            clock, _, gun = place.partition(", ")
            if clock == label:
                words[data.columns.index(gun)] = word
        grid.append(" | ".join([label, *words]))
    columns = ", ".join(f'"{name}"' for name in data.columns)
    return CHARTS.house(
        "own.toml",
        f"""
[chart.M-1]
title = "Own fields"
rule = "3.4"
dice = "none"
source = "ruling"
from = "a player"
columns = [{columns}]
grid = '''
{chr(10).join(grid)}
'''
""",
    )


def test_M_1_cells_of_a_house_chart_count() -> None:
    own = _house(
        **{"6 Level, Top Turret": "5/3/5", "6 Level, Tail Guns": "-", "Vertical Dive b, Top Turret": "6/6/6"}
    )
    m = mission()
    m.fighters = [fighter("Me110", "6", "Level", "Me110 A")]
    fire = allocation.allocate(Referee(Fixed(), Default(), house=own), m)
    assert _shots(fire) == ["Top Turret > Me110 A 3"]
    diver = fighter("FW190", "Vertical Dive", "-")
    diver.special = "b"
    assert fields.bearing(Referee(Fixed(), Default(), house=own), diver).needs == (6, 0, 0, 0, 0, 0, 0, 0, 0)
    assert not any(fields.bearing(referee(), diver).needs)


def test_3_4a_a_house_chart_does_not_let_nose_and_both_cheeks_fire_together() -> None:
    own = _house(**{"12 High, Port Cheek Gun": "6/6/6", "12 High, Starboard Cheek Gun": "6/6/6"})
    m = mission()
    m.fighters = [fighter()]
    fire = allocation.allocate(Referee(Fixed(), Default(), house=own), m)
    assert _nose(fire) == [GunName.NOSE, GunName.PORT_CHEEK]


def test_3_4a_a_man_of_the_nose_who_sprays_by_a_house_chart_has_no_second_gun() -> None:
    own = _house(**{f"9 Level, {gun}": "6/6/6" for gun in ("Nose Gun", "Port Cheek Gun", "Starboard Cheek Gun")})
    m = mission()
    m.fighters = [fighter("Me109", "9", "Level"), fighter("Me109", "9", "Level", "Me109 B")]
    watcher = Watcher("fire-plan=each", "gun-fire=spray 9 Level")
    fire = allocation.allocate(Referee(Fixed(), watcher, trace=True, house=own), m)
    nose = [spray for spray in fire.sprays if spray[0] in fields.IN_NOSE]
    assert [FIRING_ORDER[spray[0]] for spray in nose] == [GunName.NOSE, GunName.PORT_CHEEK]
    assert nose[0][1] is not nose[1][1]


@pytest.mark.parametrize("word", ["2/2/2", "7/7/7", "6/6", "6"])
def test_M_1_a_house_chart_has_a_number_from_3_to_6_for_each_type(word: str) -> None:
    with pytest.raises(ChartError, match="no known result"):
        _house(**{"6 Level, Top Turret": word})


# ------------------------------------------------------------------ the advised plan


def test_3_4_every_gun_that_bears_fires_and_pays_a_burst() -> None:
    m = mission()
    fire = _plan(m, fighter("Me109", "6", "High"))
    assert _shots(fire) == ["Top Turret > Me109 A 4", "Radio Room Gun > Me109 A 6", "Tail Guns > Me109 A 4"]
    assert m.plane.guns[GunName.TOP].bursts == AMMO[GunName.TOP] - 1
    assert m.plane.guns[GunName.TAIL].bursts == AMMO[GunName.TAIL] - 1
    assert m.plane.guns[GunName.BALL].bursts == AMMO[GunName.BALL]


def test_3_4_the_best_chance_first_and_equal_ones_spread() -> None:
    a = fighter("Me109", "12", "High", "Me109 A")
    b = fighter("Me110", "6", "High", "Me110 B")
    assert _shots(_plan(mission(), a, b))[0] == "Top Turret > Me110 B 3"
    c = fighter("Me109", "12", "High", "Me109 C")
    fire = _plan(mission(), a, c)
    assert _shots(fire) == ["Top Turret > Me109 A 6", "Nose Gun > Me109 C 6"]


def test_3_4_a_bot_in_a_hurry_fires_the_same_guns_whatever_is_damaged() -> None:
    attackers = [
        ("FW190", "12", "High"),
        ("FW190", "10:30", "Level"),
        ("FW190", "1:30", "High"),
        ("FW190", "6", "High"),
    ]
    for many in range(1, 5):
        found = []
        for trace in (True, False):
            m = mission()
            m.fighters = [fighter(*a, name=f"FW190 {i}") for i, a in enumerate(attackers[:many])]
            fire = allocation.allocate(Referee(Fixed(), Default(), trace=trace), m)
            late = fire.passing[2].name if fire.passing else ""
            found.append((_shots(fire), late))
        assert found[0] == found[1]
        assert found[0][0]


# ------------------------------------------------------------------ the nose


def _frontal() -> list[Fighter]:
    return [
        fighter("Me109", "12", "Level", "Me109 A"),
        fighter("Me109", "10:30", "Level", "Me109 B"),
        fighter("Me109", "1:30", "Level", "Me109 C"),
    ]


def _nose(fire: Fire) -> list[GunName]:
    guns = [FIRING_ORDER[shot[0]] for shot in fire.shots]
    return [g for g in guns if g in (GunName.NOSE, GunName.PORT_CHEEK, GunName.STARBOARD_CHEEK)]


def test_3_4a_nose_and_both_cheeks_never_fire_together() -> None:
    fire = _plan(mission(), *_frontal())
    assert len(_nose(fire)) == 2
    assert not {GunName.PORT_CHEEK, GunName.STARBOARD_CHEEK} <= set(_nose(fire))


def test_3_4a_never_both_cheeks_gun_by_gun_either() -> None:
    m = mission()
    m.fighters = _frontal()[1:]
    answers = ["fire-plan=each", "gun-fire=Me109 B", "nose-man=Bombardier", "gun-fire=hold"]
    ref = referee(answers=answers)
    fire = allocation.allocate(ref, m)
    assert _nose(fire) == [GunName.PORT_CHEEK]
    assert fire.shots[0][1].position is Position.BOMBARDIER
    done(ref)


def test_3_4a_one_man_in_the_nose_fires_one_gun() -> None:
    m = mission()
    m.men[Position.BOMBARDIER].serious = True
    fire = _plan(m, *_frontal())
    assert len(_nose(fire)) == 1
    assert {shot[1].position for shot in fire.shots if shot[0] in (5, 6, 7)} == {Position.NAVIGATOR}


def test_3_4a_the_navigator_takes_the_nose_gun_without_penalty() -> None:
    m = mission()
    m.men[Position.BOMBARDIER].dead = True
    navigator = m.men[Position.NAVIGATOR]
    assert not fields.strange(navigator, FIRING_ORDER.index(GunName.NOSE))
    fire = _plan(m, _frontal()[0])
    assert [shot[1].position for shot in fire.shots if shot[0] == 5] == [Position.NAVIGATOR]


def test_3_4a_a_third_man_in_the_nose_is_missing_for_the_second_cheek() -> None:
    m = mission()
    _, watcher = _each(m, *_frontal())
    assert [a.prompt.split(",")[0] for a in watcher.asks if a.id == "gun-fire"] == [
        "Top Turret",
        "Nose Gun",
        "Port Cheek Gun",
        "Tail Guns",
    ]
    assert watcher.about("Tail").barred["Starboard Cheek Gun"].why == "the other cheek gun fires (3.4a)"


def test_4_1_the_ace_of_the_nose_takes_the_gun() -> None:
    m = mission()
    m.men[Position.NAVIGATOR].airman.kills = 5
    fire = _plan(m, _frontal()[0])
    assert [shot[1].position for shot in fire.shots if shot[0] == 5] == [Position.NAVIGATOR]


# ------------------------------------------------------------------ passing shots


def test_3_4b_the_tail_keeps_a_passing_shot_that_costs_nothing_yet() -> None:
    m = mission()
    fire = _plan(m, fighter("Me109", "1:30", "Level"))
    assert fire.passing is not None
    assert (fire.passing[2].name, fire.passing[3]) == ("Me109 A", 6)
    assert m.plane.guns[GunName.TAIL].bursts == AMMO[GunName.TAIL]


def test_3_4b_the_plan_says_that_a_passing_shot_takes_a_burst_too() -> None:
    m = mission()
    _, watcher = _each(m, fighter("Me109", "1:30", "Level"))
    advised = next(ask for ask in watcher.asks if ask.id == "fire-plan").options["advised"]
    assert "Tail Guns as it passes" in advised.label
    assert [cost.amount for cost in advised.costs] == [advised.label.count(",") + 1]


def test_3_4b_something_behind_is_better_than_a_passing_shot() -> None:
    fire = _plan(mission(), fighter(), fighter("Me109", "6", "Level", "Me109 B"))
    assert fire.passing is None
    assert "Tail Guns > Me109 B 4" in _shots(fire)


@pytest.mark.parametrize("clock", ["3", "9"])
def test_3_4b_no_passing_shot_at_a_fighter_from_the_side(clock: str) -> None:
    assert _plan(mission(), fighter("Me109", clock, "Level")).passing is None


def test_3_4b_no_passing_shot_without_intercom() -> None:
    m = mission(intercom_out=True)
    assert _plan(m, fighter()).passing is None
    _, watcher = _each(m, fighter(), fighter("Me109", "6", "Level", "Me109 B"))
    assert watcher.about("Tail").barred["passing Me109 A"].why.endswith("(3.4b)")


def test_manual_7_4_the_tail_may_choose_a_passing_shot() -> None:
    m = mission()
    m.fighters = [fighter("Me109", "10:30", "Level"), fighter("Me109", "6", "Level", "Me109 B")]
    ref = referee(answers=["each", "gun-fire=hold", "gun-fire=passing Me109 A"])
    fire = allocation.allocate(ref, m)
    assert fire.passing is not None
    assert fire.passing[2].name == "Me109 A"
    assert fire.shots == []
    done(ref)


# ------------------------------------------------------------------ spray fire


def test_3_4c_a_spray_names_a_place_and_costs_three_bursts() -> None:
    m = mission()
    m.fighters = [fighter("Me109", "6", "Level"), fighter("Me109", "6", "Level", "Me109 B")]
    ref = referee(answers=["each", "gun-fire=spray 6 Level"])
    fire = allocation.allocate(ref, m)
    assert [(n, c.value, a.value) for n, _, c, a in fire.sprays] == [(8, "6", "Level")]
    assert m.plane.guns[GunName.TAIL].bursts == AMMO[GunName.TAIL] - 3
    done(ref)


def test_3_4c_sprays_only_at_3_6_9_and_climb_with_three_bursts_and_the_option() -> None:
    m = mission()
    m.plane.guns[GunName.BALL].bursts = 2
    fighters = [
        fighter("Me109", "12", "Low"),
        fighter("Me110", "Vertical Climb", "-", "Me110 B"),
        fighter("Me109", "9", "High", "Me109 C"),
    ]
    _, watcher = _each(m, *fighters)
    ball = watcher.about("Ball")
    assert ball.barred["spray 12 Low"].why.endswith("(3.4c)")
    assert ball.barred["spray Vertical Climb"].why == "a spray takes three bursts (3.4c)"
    assert "spray 9 High" in watcher.about("Port Waist").options
    m = mission()
    m.plane.guns[GunName.BALL].bursts = 3
    _, watcher = _each(m, *fighters)
    assert "spray Vertical Climb" in watcher.about("Ball").options
    m = mission()
    m.options.spray_fire = False
    _, watcher = _each(m, *fighters)
    assert not any(key.startswith("spray") for a in watcher.asks for key in [*a.options, *a.barred])


# ------------------------------------------------------------------ who and what can fire


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        ({"jammed": True}, "jammed (M-5)"),
        ({"jammed": True, "frozen": True}, "jammed (M-5)"),
        ({"broken": True}, "out of action (3.4)"),
        ({"inoperable": True}, "out of action (3.4)"),
        ({"bursts": 0}, "no ammunition (5.1)"),
    ],
)
def test_3_4_a_gun_that_cannot_fire(fault: dict[str, int], why: str) -> None:
    m = mission()
    for name, value in fault.items():
        setattr(m.plane.guns[GunName.TOP], name, value)
    assert fields.why_not_use(m, 0) == why
    assert fields.ready(m, 0) is None
    fire = _plan(m, fighter())
    assert _shots(fire) == ["Nose Gun > Me109 A 6"]


def test_3_4_men_who_cannot_fire() -> None:
    """manual 5G.1, 7.2."""
    m = mission()
    man = m.men[Position.ENGINEER]
    man.moved = True
    assert fields.why_not_use(m, 0).endswith("(7A.2)")
    assert fields.ready(m, 0) is None
    man.moved, man.fighting_fire = False, True
    assert fields.why_not_use(m, 0).endswith("(6A.1)")
    assert fields.ready(m, 0) is None
    man.fighting_fire, man.serious = False, True
    assert fields.why_not_use(m, 0) == "nobody fit is at it (3.4)"
    assert fields.ready(m, 0) is None
    m = mission(ball_jammed=True)
    assert fields.why_not_use(m, 1).endswith("(6.7)")
    assert fields.ready(m, 1) is None
    assert fields.ready(m, 0) is m.men[Position.ENGINEER]
    m = mission(stripped=True)
    assert fields.why_not_use(m, 4).endswith("(11.6)")
    assert fields.ready(m, 4) is None


def test_3_4a_the_plan_says_why_a_gun_of_the_nose_holds() -> None:
    """Both cheeks bear, on a fighter each; two men are in the nose, but only one cheek may fire."""
    right, left = fighter("Me109", "1:30", "Level"), fighter("Me109", "10:30", "Level", "Me109 B")
    m, watcher = mission(), Watcher()
    m.fighters = [right, left]
    allocation.allocate(Referee(Fixed(), watcher), m)
    why = watcher.asks[0].why
    assert why is not None
    assert why().endswith(
        "Of the nose each man fires one gun, and never both cheeks: the Starboard Cheek Gun must hold."
    )
    m = mission()
    m.fighters = [left]
    allocation.allocate(Referee(Fixed(), watcher), m)
    why = watcher.asks[-1].why
    assert why is not None
    assert why() == "Every gun that bears fires; bursts are seldom short."


def test_3_4_b_3_note_d_a_gun_that_does_not_bear_on_a_diver_says_which_do() -> None:
    diver = fighter("FW190", "Vertical Dive", "-", "FW190 B")
    diver.special = "d"
    _, watcher = _each(mission(), fighter("Me109", "12", "Low"), diver)
    nose = next(ask for ask in watcher.asks if ask.id == "gun-fire" and ask.about[0].name == "Nose Gun")
    assert whys(nose)["FW190 B"] == (
        "its vertical dive is of the kind that only Top Turret and Radio Room Gun may fire at (B-3 note d)"
    )


def test_3_4_a_silent_gun_is_named_with_its_reason_and_a_fighter_out_of_its_field_too() -> None:
    m = mission()
    m.plane.guns[GunName.RADIO].jammed = True
    _, watcher = _each(m, fighter("Me109", "6", "High"), fighter("Me109", "12", "Low", "Me109 B"))
    nobody = "no fighter in reach (M-1)"
    idle = ("Port Waist Gun", "Starboard Waist Gun", "Port Cheek Gun", "Starboard Cheek Gun")
    assert whys(watcher.asks[0]) == {"Radio Room Gun": "jammed (M-5)", **dict.fromkeys(idle, nobody)}
    assert watcher.about("Top").barred["Me109 B"].why == "out of its field of fire (M-1)"
    assert watcher.about("Top").options["Me109 A"].label == "Me109 A, 6 High: hits on 4 to 6"


def test_3_4_all_guns_may_hold_their_fire() -> None:
    m = mission()
    m.fighters = [fighter(), fighter(name="Me109 B")]
    ref = referee(answers=["fire-plan=hold"])
    fire = allocation.allocate(ref, m)
    assert (fire.shots, fire.sprays, fire.passing) == ([], (), None)
    assert m.plane.guns[GunName.TOP].bursts == AMMO[GunName.TOP]


def test_3_4_the_plan_in_few_words_and_gun_by_gun_the_same_by_default() -> None:
    fighters = [*_frontal(), fighter("FW190", "6", "High", "FW190 D")]
    advised = _plan(mission(), *fighters)
    each, watcher = _each(mission(), *fighters)
    assert _shots(each) == _shots(advised)
    assert watcher.asks[0].options["advised"].label == (
        "FW190 D: Top Turret, Radio Room Gun, Tail Guns; Me109 A: Nose Gun; Me109 B: Port Cheek Gun"
    )


# ------------------------------------------------------------------ overrides of M-1


def test_M_1_evasive_action_needs_6_of_every_gun() -> None:
    fire = _plan(mission(evading=True, in_formation=False), fighter("Me110", "6", "High"))
    assert [shot[3] for shot in fire.shots] == [6, 6, 6]


def test_M_1_intercom_out_needs_6_of_the_tail_5() -> None:
    fire = _plan(mission(intercom_out=True), fighter("Me110", "6", "High"))
    assert _shots(fire) == ["Top Turret > Me109 A 6", "Radio Room Gun > Me109 A 6", "Tail Guns > Me109 A 5"]
    both = _plan(mission(intercom_out=True, evading=True), fighter("Me110", "6", "Level"))
    assert [shot[3] for shot in both.shots] == [6]


@pytest.mark.parametrize(("light", "frostbitten", "need"), [(1, False, 3), (2, False, 6), (0, True, 6)])
def test_M_1_wounds_and_frostbite(light: int, frostbitten: bool, need: int) -> None:
    """BL-5 effects."""
    m = mission()
    man = m.men[Position.TAIL_GUNNER]
    man.light, man.frostbitten = light, frostbitten
    assert [shot[3] for shot in _plan(m, fighter("Me110", "6", "Level")).shots] == [need]


@pytest.mark.parametrize(
    ("man", "seat", "strange"),
    [
        (Position.BALL_GUNNER, Position.ENGINEER, False),
        (Position.ENGINEER, Position.BALL_GUNNER, False),
        (Position.PORT_WAIST, Position.STARBOARD_WAIST, False),
        (Position.STARBOARD_WAIST, Position.PORT_WAIST, False),
        (Position.NAVIGATOR, Position.BOMBARDIER, False),
        (Position.RADIO_OPERATOR, Position.ENGINEER, True),
        (Position.PORT_WAIST, Position.TAIL_GUNNER, True),
        (Position.TAIL_GUNNER, Position.BALL_GUNNER, True),
        (Position.ENGINEER, Position.BOMBARDIER, True),
    ],
)
def test_7A_3_a_gun_not_his_own(man: Position, seat: Position, strange: bool) -> None:
    m = mission()
    number = next(i for i, name in enumerate(FIRING_ORDER) if name in allocation_gun(seat))
    assert fields.strange(m.men[man], number) is strange
    assert fields.floor(m, number, m.men[man]) == (6 if strange else 0)


def allocation_gun(seat: Position) -> tuple[GunName, ...]:
    """The usual gun of a seat."""
    return {
        Position.ENGINEER: (GunName.TOP,),
        Position.BALL_GUNNER: (GunName.BALL,),
        Position.PORT_WAIST: (GunName.PORT_WAIST,),
        Position.STARBOARD_WAIST: (GunName.STARBOARD_WAIST,),
        Position.TAIL_GUNNER: (GunName.TAIL,),
        Position.BOMBARDIER: (GunName.NOSE,),
    }[seat]


# ------------------------------------------------------------------ short ways


def test_7A_2_whoever_moved_is_left_out_of_the_plan_of_a_bomber_sound_before() -> None:
    m = mission(safe_turn=False)
    crew.leave_seat(m, m.men[Position.RADIO_OPERATOR])
    answers = ["move-man=Tail Gunner", "move-to=Radio Operator"]
    crew.move(referee(answers=answers), m)
    assert m.men[Position.TAIL_GUNNER].moved
    assert _shots(_plan(m, fighter("Me109", "6", "High"))) == ["Top Turret > Me109 A 4"]


def test_6A_1_whoever_fights_a_fire_is_left_out_of_the_plan_of_a_bomber_sound_before() -> None:
    m = mission()
    m.fighters = [fighter("Me109", "6", "High")]
    fires.fire(Referee(Fixed(1), Default(), trace=True), m, Section.TAIL)
    assert m.men[Position.TAIL_GUNNER].fighting_fire
    assert _shots(_plan(m, *m.fighters)) == ["Top Turret > Me109 A 4", "Radio Room Gun > Me109 A 6"]
    assert _plan(m, fighter()).passing is None
