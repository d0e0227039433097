"""Decisions D1 to D62: what is asked, what is barred and why, and what no automation may answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace

import pytest

from flakhouse import games
from flakhouse.core.agents import Agent, Default, RandomAgent, Scripted
from flakhouse.core.dice import Fixed, Seeded
from flakhouse.core.events import Noted
from flakhouse.core.questions import Question, Unread
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import orders as b17_orders
from flakhouse.games.b29 import cold, crew, engines, formation, gear, movement, orders, pressure, stores, target
from flakhouse.games.b29.state import Mission, MissionEnded
from flakhouse.games.b29.words import (
    Altitude,
    DoorState,
    EngineState,
    Formation,
    GunName,
    Leg,
    MainGear,
    Position,
    Root,
    Section,
    TargetType,
)
from tests.b29.helpers import mission

P = Position
S = Section


class Recorder(Agent):
    """Keeps the questions; answers from a list, then the defaults."""

    def __init__(self, answers: list[str]) -> None:
        self.asks: list[Question] = []
        self.whys: list[str] = []  # of the advice, when it was given
        self.script = Scripted(answers, Default())

    def choose(self, ask: Question, ref: Referee) -> str:
        self.asks.append(ask.look())
        self.whys.append(ask.why() if ask.why is not None else "")
        return self.script.choose(ask, ref)

    def of(self, id: str) -> list[Question]:
        """The questions of this kind, in order."""
        return [ask for ask in self.asks if ask.id == id]


def recording(*faces: int, answers: list[str] | None = None) -> tuple[Referee, Recorder]:
    """A referee with these dice, and the agent that keeps his questions."""
    agent = Recorder(answers or [])
    return Referee(Fixed(*faces), agent, trace=True), agent


# ------------------------------------------------------------------ what automation may not answer


@pytest.mark.parametrize(("turns", "routine"), [(1, True), (2, False)])
def test_7_3_d13_out_of_formation_too_the_cold_is_no_routine(turns: int, routine: bool) -> None:
    m = mission(formation=Formation.FOR_GOOD, pressurized=False, pressure_lost=True)
    m.plane.turns_down = turns
    ref, agent = recording()
    movement.altitude_step(ref, m)
    (ask,) = agent.of("altitude")
    assert ask.routine is routine
    assert ask.default == ("hold" if routine else "down")


def homeward() -> Mission:
    """Turned for home at MED, the bombs gone, everything else sound."""
    m = mission(bomb_run=True, leg=Leg.BACK, turn=12)
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    return m


def test_4_2b_d9_pressure_kept_by_order_is_not_let_go_by_itself_on_the_next_turn() -> None:
    m = homeward()
    m.plane.aft.doors = DoorState.JAMMED_OPEN
    ref, agent = recording(answers=["orders=done"])
    orders.orders_step(ref, m)
    m.turn += 1
    crew.new_turn(m)
    ref, agent = recording(answers=["orders=done"])
    orders.orders_step(ref, m)
    assert agent.of("orders")[0].default == "depressurize"
    assert not agent.of("orders")[0].routine


def test_7_6a_d10_a_man_sent_away_by_order_is_not_called_back_by_itself() -> None:
    m = homeward()
    m.plane.altitude, m.plane.pressurized = Altitude.LO, False
    ref, agent = recording(answers=["orders=move", "move-man=Navigator", "move-where=Utility", "orders=done"])
    orders.orders_step(ref, m)
    assert m.men[P.NAVIGATOR].compartment is S.UTILITY
    m.turn += 1
    crew.new_turn(m)
    ref, agent = recording(answers=["orders=done"])
    orders.orders_step(ref, m)
    assert agent.of("orders")[0].default == "return"
    assert not agent.of("orders")[0].routine


def test_4_2b_d8_cabins_that_were_opened_by_order_are_not_shut_up_by_themselves() -> None:
    m = opened()
    ref, agent = recording()
    orders.orders_step(ref, m)
    assert agent.of("orders")[0].default == "repressurize"
    assert not agent.of("orders")[0].routine


@pytest.mark.parametrize(("turn", "zone"), [(1, 1), (10, 10)])
def test_4_0_with_nothing_to_order_nobody_is_asked_not_at_take_off_nor_before_the_coast(
    turn: int, zone: int
) -> None:
    m = mission(turn=turn, zone=zone, new_zone=True)
    if turn > 1:
        orders.orders_step(recording()[0], m)
    ref, agent = recording()
    orders.orders_step(ref, m)
    assert [(ask.default, ask.routine) for ask in agent.of("orders")] == [("done", True)]


def test_4_0_what_can_be_done_from_now_on_is_asked_once() -> None:
    m = mission(turn=5)
    ref, agent = recording()
    orders.orders_step(ref, m)
    assert [ask.routine for ask in agent.of("orders")] == [False]
    ref, agent = recording()
    orders.orders_step(ref, m)
    assert [ask.routine for ask in agent.of("orders")] == [True]


def opened() -> Mission:
    """On the way home at MED, the cabins opened by order a turn ago."""
    m = homeward()
    orders.orders_step(recording(answers=["orders=done"])[0], m)  # the tanks in the bays are news no more
    m.turn += 1
    m.plane.pressurized, m.plane.voluntary, m.plane.turns_down = False, True, 1
    return m


def _climb(m: Mission) -> None:
    m.plane.altitude = Altitude.HI


def _wound(m: Mission) -> None:
    m.men[P.NAVIGATOR].light = 1


def _shut_and_open(m: Mission) -> None:
    pressure.repressurize(recording()[0], m)
    m.plane.pressurized, m.plane.voluntary, m.plane.turns_down = False, True, 1


@pytest.mark.parametrize("change", [_climb, _wound, _shut_and_open])
def test_4_2b_d8_who_keeps_the_cabins_open_is_asked_again_when_something_has_changed(
    change: Callable[[Mission], None],
) -> None:
    m = opened()
    orders.orders_step(recording(answers=["orders=done"])[0], m)
    m.turn += 1
    ref, agent = recording()
    orders.orders_step(ref, m)
    assert [(ask.default, ask.routine) for ask in agent.of("orders")] == [("done", True)]
    assert not m.plane.pressurized
    change(m)
    ref, agent = recording(answers=["orders=done"])
    orders.orders_step(ref, m)
    assert [(ask.default, ask.routine) for ask in agent.of("orders")] == [("repressurize", False)]


def test_5_1b_d8_no_pressure_is_put_on_right_before_the_bomb_run() -> None:
    m = mission(zone=11, pressurized=False, voluntary=True, turns_down=1)
    ref, agent = recording()
    orders.orders_step(ref, m)
    assert [ask.default for ask in agent.of("orders")] == ["done"]
    assert not m.plane.pressurized


def test_4_2b_7_3e_d8_pressure_stays_off_while_a_man_is_to_be_sent_to_jammed_doors() -> None:
    m = opened()
    m.plane.fwd.doors = DoorState.JAMMED_OPEN
    ref, agent = recording(2)
    orders.orders_step(ref, m)
    assert [ask.default for ask in agent.of("orders")] == ["move", "doors-motor", "done"]
    m.turn += 1
    crew.new_turn(m)
    ref, agent = recording()
    orders.orders_step(ref, m)
    assert [ask.default for ask in agent.of("orders")] == ["return", "repressurize", "done"]


@pytest.mark.parametrize("pressurized", [True, False])
def test_4_2b_7_3e_d9_jammed_doors_to_which_nobody_can_be_sent_keep_no_cabin_open(pressurized: bool) -> None:
    m = opened()
    m.plane.fwd.doors = DoorState.JAMMED_OPEN
    for position in (P.RADIO_OPERATOR, P.NAVIGATOR, P.BOMBARDIER, P.FLIGHT_ENGINEER, P.RADAR_OPERATOR):
        m.men[position].light = 1
    m.plane.pressurized = pressurized
    ref, agent = recording()
    orders.orders_step(ref, m)
    assert m.plane.pressurized
    assert [ask.default for ask in agent.of("orders")] == (["done"] if pressurized else ["repressurize", "done"])


def hung(**changes: object) -> Mission:
    """Turned for home at MED with the release failed and all bombs in the bays."""
    return mission(bomb_run=True, leg=Leg.BACK, turn=13, zone=8, release_failed=True, **changes)


def test_table_4_9h_d17_hung_bombs_are_worth_a_turn_without_pressure_and_a_man_in_one_bay() -> None:
    m = hung()
    ref, agent = recording(3)
    orders.orders_step(ref, m)
    assert [ask.default for ask in agent.of("orders")] == ["depressurize", "move", "jettison-bombs", "done"]
    assert not m.plane.bombs_aboard()
    whys = [why for ask, why in zip(agent.asks, agent.whys, strict=True) if ask.id == "orders"]
    assert ["1 to 3" in whys[0], "Fwd Bomb Bay" in whys[1], "two boxes" in whys[2], whys[3]] == [True] * 3 + [""]


def test_table_4_9h_d17_nobody_is_sent_to_bombs_whose_doors_are_shut_or_where_nobody_can_go() -> None:
    m = hung()
    for bay in m.plane.bays():
        bay.doors, bay.motor_tried = DoorState.JAMMED_SHUT, True
    for flown in (m, _nobody_to_send()):
        ref, agent = recording(6)
        orders.orders_step(ref, flown)
        assert "depressurize" not in [ask.default for ask in agent.of("orders")]


def _nobody_to_send() -> Mission:
    m = hung()
    for position in (P.RADIO_OPERATOR, P.NAVIGATOR, P.BOMBARDIER, P.FLIGHT_ENGINEER, P.RADAR_OPERATOR):
        m.men[position].light = 1
    return m


def test_table_7_3f_d17_the_order_says_what_a_try_needs() -> None:
    m = hung(pressurized=False)
    m.plane.altitude = Altitude.LO
    ref, agent = recording(3)
    orders.orders_step(ref, m)
    alone, helped = (ask.options["jettison-bombs"].stakes[0] for ask in agent.of("orders")[:2])
    assert [sum(mod.value for mod in stake.mods) for stake in (alone, helped)] == [0, -1]


def test_d8_to_d21_every_order_that_may_be_advised_says_why() -> None:
    assert [order.key for order in orders.ORDERS if order.advised is not None and order.why is None] == []
    assert [order.key for order in b17_orders.ORDERS if order.advised is not None and order.why is None] == []


def test_table_5_7a_d18_a_man_at_a_jammed_lower_turret_stays_for_his_next_try() -> None:
    m = homeward()
    m.plane.altitude, m.plane.pressurized = Altitude.LO, False
    gun = m.plane.guns[GunName.AFT_LOWER]
    gun.jammed, gun.jammed_turn = True, m.turn
    crew.move(Referee(Fixed(), Default()), m, m.men[P.RADAR_OPERATOR], S.UTILITY)
    m.turn += 1
    crew.new_turn(m)
    ref, agent = recording(2)
    orders.orders_step(ref, m)
    assert [ask.default for ask in agent.of("orders")] == ["clear-gun", "return", "done"]
    assert not gun.jammed


# ------------------------------------------------------------------ altitude


@pytest.mark.parametrize(
    ("zone", "level", "staying"),
    [
        (1, Altitude.LO, ""),
        (2, Altitude.LO, "Staying means flying there alone."),
        (3, Altitude.MED, "Staying means flying there alone."),
        (3, Altitude.HI, ""),
    ],
)
def test_4_8a_d5_the_altitude_question_says_where_and_how_high_the_formation_assembles(
    zone: int, level: Altitude, staying: str
) -> None:
    m = mission(5, zone=zone, turn=zone, formation=Formation.NONE, assembled=False, altitude=Altitude.HI)
    m.plane.altitude = level
    ref, agent = recording()
    movement.altitude_step(ref, m)
    (ask,) = agent.of("altitude")
    assert ask.prompt == "Which altitude in this zone? The formation assembles in zone 3, at high altitude."
    assert ask.options["hold"].detail == staying
    if ask.default == "climb":
        assert agent.whys[-1] == "Who is lower then flies alone."


@pytest.mark.parametrize(("zone", "low"), [(8, False), (11, True)])
def test_r_102_d5_without_a_formation_the_altitude_of_the_run_is_named(zone: int, low: bool) -> None:
    m = mission(zone=zone, formation=Formation.FOR_GOOD)
    m.plane.altitude = Altitude.LO
    ref, agent = recording()
    movement.altitude_step(ref, m)
    (ask,) = agent.of("altitude")
    assert ask.prompt == "Which altitude in this zone: high, medium or low?"
    assert ask.options["hold"].detail.startswith("Bombs are dropped from medium altitude only, in zone 11.")
    assert ("too low for the run" in ask.options["hold"].detail) is low


def test_4_8a_a_formation_missed_is_noted_with_its_place_and_altitude() -> None:
    m = mission(5, zone=3, formation=Formation.NONE, assembled=False, altitude=Altitude.HI)
    ref, _ = recording()
    formation.assembly_step(ref, m)
    (note,) = (event for event in ref.events if isinstance(event, Noted) and event.kind == "no-assembly")
    assert note.facts == {"why": "not at the mission altitude", "zone": 3, "altitude": "HI"}


# ------------------------------------------------------------------ under control


@pytest.mark.parametrize("where", ["W", "J"])
def test_8_5_d55_on_one_engine_men_who_jump_at_once_choose_water_or_land(where: str) -> None:
    m = mission(zone=11, formation=Formation.FOR_GOOD, cause=Root.FLAK)
    m.plane.altitude, m.plane.pressurized = Altitude.LO, False
    for engine in m.plane.engines[:2]:
        engine.state = EngineState.FEATHERED
    first, second = m.letters()
    key = first.value if where == "W" else second.value
    ref, agent = recording(*[6] * 80, answers=["bail-out-now=bail-out", f"where-down={key}"])
    with pytest.raises(MissionEnded):
        engines.out(ref, m, m.plane.engines[2], EngineState.FEATHERED, Root.FLAK)
    assert len(agent.of("where-down")) == 1


def test_8_5_without_engines_a_die_says_where_they_come_down() -> None:
    m = mission(zone=11, formation=Formation.FOR_GOOD, cause=Root.FLAK, one_engine_zones=1)
    m.plane.altitude, m.plane.pressurized = Altitude.LO, False
    for engine in m.plane.engines[:3]:
        engine.state = EngineState.FEATHERED
    ref, agent = recording(*[6] * 80, answers=["bail-out-now=bail-out"])
    with pytest.raises(MissionEnded):
        engines.out(ref, m, m.plane.engines[3], EngineState.FEATHERED, Root.FLAK)
    assert not agent.of("where-down")


# ------------------------------------------------------------------ barred with the reason


def test_7_6f_d12_who_cannot_come_to_the_controls_is_listed_with_the_reason() -> None:
    m = mission()
    for position in (P.PILOT, P.COPILOT, P.FLIGHT_ENGINEER, P.CFC):
        m.men[position].dead = True
    ref, agent = recording()
    crew.take_controls(ref, m)
    (ask,) = agent.of("who-flies")
    assert "7.6F" in ask.barred["CFC"].why
    assert "4.2B" in ask.barred["Tail Gunner"].why
    assert "Tail Gunner" not in ask.options


def test_7_4a_d14_the_ways_that_are_shut_are_listed_with_the_reason() -> None:
    m = mission(pressurized=False, pressure_lost=True)
    m.plane.oxygen_hits[P.CFC] = 2
    m.plane.oxygen_out_turn = m.turn - 1
    m.men[P.LEFT_GUNNER].dead = True
    ref, agent = recording()
    cold.oxygen_step(ref, m)
    ask = agent.of("oxygen-out")[0]
    assert list(ask.options) == ["seat", "descend"]
    assert "4.2C" in ask.barred["repressurize"].why
    m = mission(pressurized=False)
    m.plane.turns_down = 1
    m.plane.oxygen_hits[P.CFC] = m.plane.oxygen_hits[P.NAVIGATOR] = 2
    m.plane.oxygen_out_turn = m.turn - 1
    ref, agent = recording()
    cold.oxygen_step(ref, m)
    ask = agent.of("oxygen-out")[0]
    assert list(ask.options) == ["repressurize", "descend"]
    assert "7.4A" in ask.barred["seat"].why


def test_7_3f_d47_a_man_who_cannot_try_the_release_is_listed_with_the_reason() -> None:
    m = mission(release_failed=True)
    m.men[P.BOMBARDIER].dead = True
    ref, agent = recording(1)
    stores.run_release(ref, m, m.plane.fwd)
    (ask,) = agent.of("release-by-hand")
    assert list(ask.options) == ["pilot", "none"]
    assert "7-3f" in ask.barred["bombardier"].why


@pytest.mark.parametrize(
    ("urban", "damaged", "worth"),
    [(False, False, "miss"), (True, False, "badly aimed"), (False, True, "counts half")],
)
def test_4_9h_d47_the_question_says_what_a_try_is_worth_and_what_hung_bombs_cost(
    urban: bool, damaged: bool, worth: str
) -> None:
    m = mission()
    if urban:
        m.target = replace(m.target, kind=TargetType.URBAN_AREA)
    m.plane.release_failed, m.plane.fwd.release_damaged = not damaged, damaged
    ref, agent = recording(6)
    stores.run_release(ref, m, m.plane.fwd)
    (ask,) = agent.of("release-by-hand")
    assert worth in ask.options["bombardier"].detail
    kept = ask.options["none"].detail
    assert f"{m.target.zone} boxes more" in kept
    assert "leaves the formation" in kept
    assert "tried again" in kept
    assert "landing" in kept
    assert "6.5" in ask.barred["again"].why


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({}, "nothing has happened that gives leave"),
        ({"release_failed": True}, "bombs that may hang give no leave; fewer than 4 boxes to spare"),
        ({"leave": {"radar": True}}, "after the combat of this turn"),
    ],
)
def test_4_7a_d34_turning_back_is_barred_with_the_reason_where_orders_are_given(
    fields: dict[str, object], why: str
) -> None:
    ref, agent = recording()
    orders.orders_step(ref, mission(zone=3, **fields))
    bar = agent.of("orders")[0].barred["turn-back"]
    assert bar.label == "Turn back"
    assert why in bar.why


@pytest.mark.parametrize("field", ["aborted", "bomb_run"])
def test_4_7a_who_is_on_the_way_home_is_not_told_of_turning_back(field: str) -> None:
    ref, agent = recording()
    orders.orders_step(ref, mission(zone=3, **{field: True}))
    assert "turn-back" not in agent.of("orders")[0].barred


# ------------------------------------------------------------------ defaults


@pytest.mark.parametrize("lights", [False, True])
def test_6_6_d45_who_evaded_the_lights_evades_flak_at_no_further_cost(lights: bool) -> None:
    m = mission(zone=11, night=True, formation=Formation.NONE, evaded_lights=lights)
    ref, agent = recording(*[3] * 200, answers=["evade-flak=yes"])
    target.target_step(ref, m)
    assert agent.of("evade-flak")[0].default == "yes"
    assert [mod.key for mod in target.aim_mods(m)].count("evaded") == 1


# ------------------------------------------------------------------ before landing


@pytest.mark.parametrize(("answer", "down"), [("Flight Engineer", True), ("none", False)])
def test_7_9e_d60_a_man_in_the_bay_already_may_leave_the_flaps_alone(answer: str, down: bool) -> None:
    m = mission(leg=Leg.BACK, zone=1, flap_controls_out=True, formation=Formation.NONE)
    m.plane.altitude, m.plane.pressurized = Altitude.LO, False
    crew.move(Referee(Fixed(), Default()), m, m.men[P.FLIGHT_ENGINEER], S.FWD_BAY)
    crew.new_turn(m)
    ref, agent = recording(*([5] if down else []), answers=[f"flaps-by-motor={answer}"])
    gear.before_landing(ref, m)
    (ask,) = agent.asks
    assert ask.default == "Flight Engineer"
    assert ask.routine
    assert m.plane.flaps_by_motor is down


def test_7_5n_d59_who_cannot_crank_the_main_gear_is_listed_with_the_reason() -> None:
    m = mission(leg=Leg.BACK, zone=1, formation=Formation.NONE)
    m.plane.altitude, m.plane.pressurized = Altitude.LO, False
    m.plane.main_gear[S.PORT_WING] = MainGear.INOPERABLE
    m.men[P.CFC].serious = True
    ref, agent = recording(5)
    gear.before_landing(ref, m)
    (ask,) = agent.of("main-gear-by-hand")
    assert "7.6C" in ask.barred["CFC"].why
    assert not ask.routine


# ------------------------------------------------------------------ 4.0: a turn with nothing to see to


class Doubter(Agent):
    """Looks, wherever there is said to be nothing to see to, at every order by itself."""

    def __init__(self) -> None:
        self.quiet = self.busy = 0

    def choose(self, ask: Question, ref: Referee) -> str:
        m = ref.state
        if ask.id == "orders" and isinstance(m, Mission):
            if orders.nothing_to_see_to(m):
                self.quiet += 1
                assert [order.key for order in orders.ORDERS if order.advisable(m)] == []
            else:
                self.busy += 1
        return ask.default


def test_4_0_with_nothing_to_see_to_no_order_is_advised() -> None:
    agent = Doubter()
    game = games.load("b29")
    for number in range(40):
        game.play(Referee(Seeded(f"quiet/{number}"), agent), None, game.check_options({}))
    assert agent.quiet > 300
    assert agent.busy > 20


def _jam(m: Mission) -> None:
    m.plane.guns[GunName.TAIL].jammed = True


def _dangle(m: Mission) -> None:
    m.plane.main_gear[S.PORT_WING] = MainGear.DOWN


def _stray(m: Mission) -> None:
    m.men[P.NAVIGATOR].station = None


def _stick(m: Mission) -> None:
    m.plane.aft.doors = DoorState.JAMMED_OPEN


@pytest.mark.parametrize("trouble", [_jam, _dangle, _stray, _stick])
def test_4_0_whatever_an_order_can_mend_is_something_to_see_to(trouble: Callable[[Mission], None]) -> None:
    m = mission()
    assert orders.nothing_to_see_to(m)
    trouble(m)
    assert not orders.nothing_to_see_to(m)


def test_4_0_4_1b_4_3b_4_7a_8_3_what_is_asked_often_is_made_by_looking_and_has_the_keys_it_was_put_with() -> None:
    put: dict[str, set[type]] = defaultdict(set)

    class Reader(RandomAgent):
        def choose(self, ask: Question, ref: Referee) -> str:
            put[ask.id].add(type(ask))
            ask.look()  # which says if it has other keys
            return super().choose(ask, ref)

    game = games.load("b29")
    for seed in range(60):
        game.play(Referee(Seeded(f"read/{seed}"), Reader(str(seed))), None, game.check_options({}))
    for id in ("orders", "altitude", "fuel-tank", "abort", "land-or-jump"):
        assert put[id] == {Unread}, id
