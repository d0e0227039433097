"""Positions as text: written, read back, refused when they cannot be."""

from __future__ import annotations

import random

import pytest

from flakhouse.core.agents import RandomAgent
from flakhouse.core.dice import Fixed, Seeded
from flakhouse.core.referee import Referee
from flakhouse.errors import PositionError
from flakhouse.games.b29 import mission, position
from flakhouse.games.b29.game import GAME
from flakhouse.games.b29.options import Options
from flakhouse.games.b29.pilots import Doctrine
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import (
    Altitude,
    Cabin,
    DoorState,
    EngineState,
    Formation,
    GunName,
    Leg,
    NoseGear,
    Position,
    Section,
    TargetType,
    Weather,
)

HEAD = "b29 position 1\nmission 12: Tokyo; Aircraft Factory; day; MED\nzone 10 outbound\n"
BATTERED = (
    HEAD
    + """
flight: weather Poor; place Lead; formation out of formation for good
plane: wing boxes 15; intercom out; compromised [waist]; nose gear destroyed, up; oxygen hits [Pilot] 1
engine 3: state feathered     # a comment
gun Tail Turret: bursts 12; jammed
bay Fwd Bomb Bay: doors jammed open; not bombs
wing Port Wing: root hits 2
man Navigator: serious; missions 14
man Copilot: dead; in Nav/Radio
man Radio Operator: at Flight Engineer
man Flight Engineer: in Waist
"""
)


def test_a_position_says_what_differs() -> None:
    m = position.read(BATTERED, Options())
    plane = m.plane
    assert (m.number, m.target.city, m.target.zone, m.zone, m.leg) == (12, "Tokyo", 11, 10, Leg.OUT)
    assert (m.weather, m.formation) == (Weather.POOR, Formation.FOR_GOOD)
    assert (plane.wing_boxes, plane.intercom_out, plane.nose_gear) == (15, True, NoseGear.DESTROYED_UP)
    assert plane.compromised[Cabin.WAIST]
    assert plane.oxygen_hits == {Position.PILOT: 1}
    assert plane.engines[2].state is EngineState.FEATHERED
    assert (plane.guns[GunName.TAIL].bursts, plane.guns[GunName.TAIL].jammed) == (12, True)
    assert (plane.fwd.doors, plane.fwd.bombs, plane.aft.bombs) == (DoorState.JAMMED_OPEN, False, True)
    assert plane.wings[Section.PORT_WING].root_hits == 2
    assert m.men[Position.NAVIGATOR].serious
    assert m.men[Position.NAVIGATOR].airman.missions == 14
    assert m.men[Position.COPILOT].dead
    assert m.seats[Position.COPILOT] is None
    assert m.at(Position.FLIGHT_ENGINEER) is m.men[Position.RADIO_OPERATOR]


def test_anything_unnamed_is_normal() -> None:
    m = position.read(HEAD, Options())
    assert m.formation is Formation.IN
    assert (m.plane.altitude, m.plane.pressurized) == (Altitude.MED, True)
    assert m.plane.tank_fuel() + m.plane.wing_boxes == 38 + 8 - 20 - 2  # ten zones and a climb
    assert all(man.fit() and man.station is man.position for man in m.men.values())
    assert position.write(m) == HEAD


def test_the_way_home_is_normal_too() -> None:
    text = HEAD.replace("zone 10 outbound", "zone 4 inbound")
    m = position.read(text, Options())
    assert m.bomb_run
    assert not m.plane.bombs_aboard()
    assert m.formation is Formation.NONE
    assert position.write(m) == text


def test_written_and_read_back_it_is_the_same() -> None:
    once = position.write(position.read(BATTERED, Options()))
    assert position.write(position.read(once, Options())) == once


class Watcher(RandomAgent):
    """Writes the position at every question of a flight."""

    def __init__(self, seed: str, keep: list[str]) -> None:
        super().__init__(seed)
        self.keep = keep

    def choose(self, ask, ref):  # type: ignore[no-untyped-def]
        if isinstance(ref.state, Mission) and ref.state.turn:
            self.keep.append(position.write(ref.state))
        return super().choose(ask, ref)


@pytest.mark.parametrize("seed", range(8))
def test_every_state_of_real_flights_reads_back(seed: int) -> None:
    seen: list[str] = []
    ref = Referee(Seeded(f"position/{seed}"), Watcher(f"position/{seed}", seen))
    GAME.play(ref, None, GAME.check_options({"take_off": "off"}))
    assert seen
    for text in random.Random(seed).sample(seen, min(40, len(seen))):
        assert position.write(position.read(text, Options())) == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "begins with the line"),
        ("chess\n", "begins with the line"),
        ("b29 position 1\n", "second line"),
        (HEAD.replace("zone 10 outbound", "somewhere"), "third line"),
        (HEAD.replace("mission 12", "mission 40"), "missions 1 to 35"),
        (HEAD.replace("Tokyo", "Berlin"), "no target 'Berlin'"),
        (HEAD.replace("Aircraft Factory", "Harbour"), "no target type"),
        (HEAD.replace("zone 10", "zone 12"), "Zone 12 is not between 1 and the target in Zone 11"),
        (HEAD.replace("day", "night"), "night missions"),
        (HEAD + "plane: wing boxes 39\n", "39 wing fuel boxes"),
        (HEAD + "plane: wing boxes many\n", "'many' is no number"),
        (HEAD + "plane: not wing boxes\n", "'not' goes with"),
        (HEAD + "plane: colour red\n", "there is no setting 'colour red'"),
        (HEAD + "plane: compromised [attic]\n", "attic"),
        (HEAD + "engine 5: state feathered\n", "expected flight, plane"),
        (HEAD + "engine 1: state asleep\n", "asleep"),
        (HEAD + "gun Tail Turret: bursts 31\n", "31 bursts"),
        (HEAD + "gun Tail Cannon: armed; bursts 3\n", "no tail cannon after mission 10"),
        (HEAD + "wing Port Wing: root hits 5\n", "tears the wing off"),
        (HEAD + "plane: altitude LO\n", "not pressurized"),
        (HEAD + "plane: altitude HI\n", "formation flies at mission altitude"),
        (HEAD + "man Pilot: at Copilot\n", "two men at the Copilot station"),
        (HEAD + "man Pilot: in Port Wing\n", "nobody can be in Port Wing"),
        (HEAD + "man Pilot: in Tail\nman Copilot: in Tail\n", "3 men in Tail"),
        (HEAD + "man Pilot: light 3\n", "three light wounds"),
        (HEAD + "flight: times row Noon\n", "no row 'Noon'"),
        (HEAD + "#" * 30_000, "longer than any position"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason.replace("(", r"\(")):
        position.read(text, Options())


def test_a_flight_starts_at_the_named_step_with_injected_dice() -> None:
    text = HEAD.replace("zone 10", "zone 11")
    m = position.read(text, Options())
    ref = Referee(Fixed(4, 1, after=Seeded("x")), Doctrine(), trace=True)
    ref.state = m
    mission.fly(ref, m, "target")
    assert m.visibility is not None
    assert m.visibility.value == "Slightly obscured"  # 4 on 6-1 at MED in Good weather is 5
    assert m.bomb_run


def test_an_unknown_step_is_refused_with_the_list() -> None:
    with pytest.raises(PositionError, match=r"no step 'lunch'.*move, altitude, fuel"):
        GAME.check_position(HEAD, GAME.check_options({}), "lunch")


def test_play_from_a_position_is_debriefed() -> None:
    ref = Referee(Seeded("p"), Doctrine())
    finish = GAME.play(ref, None, GAME.check_options({}), HEAD, "combat")
    assert finish.over
    assert finish.outcome["target"] == "Tokyo"


def test_the_usual_types_fly_from_every_zone() -> None:
    for zone in range(1, 12):
        for leg in Leg:
            m = position.normal(Options(), 20, "Nagoya", TargetType.URBAN_AREA, True, Altitude.LO, zone, leg)
            assert position.write(position.read(position.write(m), Options())) == position.write(m)
