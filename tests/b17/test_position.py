"""Positions as text: written, read back, refused when they cannot be."""

from __future__ import annotations

import random
import re

import pytest

from flakhouse.core.agents import RandomAgent
from flakhouse.core.dice import Fixed, Seeded
from flakhouse.core.referee import Referee
from flakhouse.errors import PositionError
from flakhouse.games.b17 import mission, position, possible, setup
from flakhouse.games.b17.game import GAME
from flakhouse.games.b17.options import Options
from flakhouse.games.b17.pilots import Doctrine
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import (
    Cover,
    EngineState,
    Fate,
    FormationPlace,
    GunName,
    Leg,
    Position,
    Section,
    Squadron,
    Tank,
)
from tests.checks import docs

HEAD = "b17 position 1\nmission 12: Paris\nzone 3 outbound\n"
BATTERED = (
    HEAD
    + """
flight: place Lead; squadron Low; not in formation; leave [engine out]
plane: intercom out; oxygen hits [Pilot] 1; heat out [Tail Gunner]; leaking [port inboard]; fuel turns 4
plane: tailplane root [Port Wing] 2
engine 3: state feathered     # a comment
gun Top Turret: bursts 4; jammed
wing Port Wing: root hits 2
man Navigator: light 2; missions 14
man Bombardier: career kills 4; kills 1
man Copilot: dead; in Waist
man Radio Operator: at Port Waist Gunner
man Port Waist Gunner: serious; in Radio Room
"""
)


def test_a_position_says_what_differs() -> None:
    m = position.read(BATTERED, Options())
    plane = m.plane
    assert (m.number, m.target.city, m.zone, m.leg) == (12, "Paris", 3, Leg.OUT)
    assert (m.place, m.squadron, m.in_formation) == (FormationPlace.LEAD, Squadron.LOW, False)
    assert m.leave == {"engine out": True}
    assert (plane.intercom_out, plane.oxygen_hits) == (True, {Position.PILOT: 1})
    assert plane.heat_out == [Position.TAIL_GUNNER]
    assert (plane.leaking, plane.fuel_turns) == ([Tank.PORT_INBOARD], 4)
    assert plane.tailplane_root[Section.PORT_WING] == 2
    assert plane.engines[2].state is EngineState.FEATHERED
    assert (plane.guns[GunName.TOP].bursts, plane.guns[GunName.TOP].jammed) == (4, True)
    assert plane.wings[Section.PORT_WING].root_hits == 2
    assert (m.men[Position.NAVIGATOR].light, m.men[Position.NAVIGATOR].airman.missions) == (2, 14)
    assert m.men[Position.BOMBARDIER].ace()
    assert m.men[Position.COPILOT].fate is Fate.KIA
    assert m.seats[Position.COPILOT] is None
    assert m.at(Position.PORT_WAIST) is m.men[Position.RADIO_OPERATOR]
    assert m.seats[Position.RADIO_OPERATOR] is None


def test_anything_unnamed_is_normal() -> None:
    m = position.read(HEAD, Options())
    assert (m.in_formation, m.plane.low, m.plane.bombs) == (True, False, True)
    assert (m.place, m.squadron, m.cover, m.turn) == (FormationPlace.MIDDLE, Squadron.HIGH, Cover.FAIR, 2)
    assert all(man.fit() and man.station is man.position for man in m.men.values())
    assert all(man.airman.missions == 11 for man in m.men.values())
    assert position.write(m) == HEAD


def test_1_3_early_missions_have_no_squadron_and_good_cover() -> None:
    m = position.read(HEAD.replace("12", "3"), Options())
    assert (m.squadron, m.cover) == (None, Cover.GOOD)


def test_the_way_home_is_normal_too() -> None:
    text = HEAD.replace("outbound", "inbound")
    m = position.read(text, Options())
    assert (m.bomb_run, m.on_target, m.plane.bombs) == (True, True, False)
    assert position.write(m) == text


def test_written_and_read_back_it_is_the_same() -> None:
    once = position.write(position.read(BATTERED, Options()))
    assert position.write(position.read(once, Options())) == once


class Watcher(RandomAgent):
    """Writes the position at every question of a flight from which one could start."""

    def __init__(self, seed: str, keep: list[str]) -> None:
        super().__init__(seed)
        self.keep = keep

    def choose(self, ask, ref):  # type: ignore[no-untyped-def]
        m = ref.state
        if isinstance(m, Mission) and m.turn and not possible.start_fault(m, "orders"):
            self.keep.append(position.write(m))
        return super().choose(ask, ref)


@pytest.mark.parametrize("seed", range(8))
def test_every_state_of_real_flights_reads_back(seed: int) -> None:
    seen: list[str] = []
    ref = Referee(Seeded(f"position/{seed}"), Watcher(f"position/{seed}", seen))
    GAME.play(ref, None, GAME.check_options({}))
    assert seen
    for text in random.Random(seed).sample(seen, min(40, len(seen))):
        assert position.write(position.read(text, Options(), "orders")) == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "begins with the line"),
        ("b29 position 1\n", "begins with the line"),
        ("b17 position 1\n", "second line"),
        (HEAD.replace("zone 3 outbound", "somewhere"), "third line"),
        (HEAD.replace("mission 12", "mission 0"), "counted from 1"),
        (HEAD.replace("Paris", "Tokyo"), "no target 'Tokyo'"),
        (HEAD.replace("zone 3", "zone 9"), "Zone 9 is not between 1 and the target in Zone 5"),
        (HEAD.replace("zone 3", "zone 0"), "Zone 0 is not between 1"),
        (HEAD.replace("zone 3 outbound", "zone 1 inbound"), "lands as soon as it enters Zone 1"),
        (HEAD + "plane: extinguishers 6\n", "6 hand extinguishers"),
        (HEAD + "plane: extinguishers many\n", "'many' is no number"),
        (HEAD + "plane: not extinguishers\n", "'not' goes with"),
        (HEAD + "plane: colour red\n", "there is no setting 'colour red'"),
        (HEAD + "plane: heat out [Attic]\n", "Attic"),
        (HEAD + "plane: low\n", "in formation at 10,000 ft"),
        (HEAD + "plane: fuel turns 3\n", "0 tanks leak"),
        (HEAD + "engine 5: state feathered\n", "expected flight, plane"),
        (HEAD + "engine 1: state asleep\n", "'asleep' is none of running, feathered, windmilling"),
        (HEAD + "".join(f"engine {n}: state feathered\n" for n in range(1, 5)), "no engine runs"),
        (HEAD + "gun Top Turret: bursts 17\n", "17 bursts"),
        (HEAD + "wing Port Wing: root hits 5\n", "tears the wing off"),
        (HEAD + "man Pilot: at Copilot\n", "two men at the Copilot station"),
        (HEAD + "man Pilot: in Port Wing\n", "nobody can be in Port Wing"),
        (HEAD + "man Navigator: in Tail\n", "Tail has 0 places for men"),
        (HEAD + "man Navigator: in Moon\n", "'Moon' is none of Nose, Pilot Compartment"),
        (HEAD + "man Navigator: at Home\n", "'Home' is none of Bombardier, Navigator"),
        (HEAD + "man Navigator: in Bomb Bay\n", "among the bombs"),
        (HEAD + "man Pilot: light 3\n", "three light wounds"),
        (HEAD + "man Pilot: missions -1\n", "negative count"),
        (HEAD + "man Pilot: not aboard\n", "nobody leaves the bomber"),
        (HEAD + "man Pilot: dead\nman Copilot: serious\n", "nobody flies the bomber"),
        (HEAD + "flight: squadron none\n", "from mission 6 on"),
        (HEAD + "#" * 30_000, "longer than any position"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(PositionError) as refused:
        position.read(text, Options())
    assert reason in str(refused.value)


def test_1_6_the_base_is_a_place_with_the_switch() -> None:
    options = Options(start_at_base=True)
    text = HEAD.replace("zone 3", "zone 0")
    assert position.write(position.read(text, options)) == text
    with pytest.raises(PositionError, match="only a move to make"):
        position.read(text, options, "combat")


def test_2A_2_over_the_target_the_weather_is_known_after_its_step() -> None:
    text = HEAD.replace("zone 3", "zone 5")
    assert not position.read(text, Options(), "weather").weather_rolled
    assert position.read(text, Options(), "target").weather_rolled


def test_a_flight_starts_at_the_named_step_with_injected_dice() -> None:
    m = position.read(HEAD.replace("zone 3", "zone 5"), Options(), "target")
    # No flak (1 on O-2), then 6 on O-6 and 7 on O-7.
    ref = Referee(Fixed(1, 6, 3, 4, after=Seeded("x")), Doctrine(), trace=True)
    ref.state = m
    mission.fly(ref, m, "target")
    assert (m.bomb_run, m.on_target) == (True, True)


def test_an_unknown_step_is_refused_with_the_list() -> None:
    with pytest.raises(PositionError, match=r"no step 'lunch'.*move, weather, cover"):
        GAME.check_position(HEAD, GAME.check_options({}), "lunch")


def test_play_from_a_position_is_debriefed() -> None:
    ref = Referee(Seeded("p"), Doctrine())
    finish = GAME.play(ref, None, GAME.check_options({}), HEAD, "combat")
    assert finish.over
    assert finish.outcome["target"] == "Paris"
    assert finish.outcome["mission"] == 12


def test_position_text_needs_a_mission() -> None:
    with pytest.raises(PositionError, match="no mission is in flight"):
        GAME.position_text(None)
    assert GAME.position_text(position.read(HEAD, Options())) == HEAD


def test_B_7_rabbits_feet_of_a_position_can_be_used() -> None:
    ref = Referee(Seeded("foot"), Watcher("foot", []), trace=True)
    finish = GAME.play(ref, None, GAME.check_options({}), HEAD + "flight: rabbits feet 3\n", "combat")
    assert any(getattr(event, "id", "") == "rabbits-foot" for event in ref.events)
    left = finish.campaign["rabbits_feet"]
    assert isinstance(left, int)


def test_every_target_flies_from_every_zone() -> None:
    for city in setup.CITIES:
        for zone in range(2, setup.make_target(city).zone + 1):
            for leg in Leg:
                m = position.normal(Options(), 20, city, zone, leg)
                assert position.write(position.read(position.write(m), Options())) == position.write(m)
                assert m.leg is not Leg.BACK or m.turn >= zone - 1


def test_the_position_of_the_guide_reads_and_is_written_again() -> None:
    example = next(block for block in docs.blocks("positions.md") if block.startswith("b17 position 1"))
    text = position.write(position.read(example, Options()))
    for setting in ("squadron Low", "fuel turns 4", "state feathered", "career kills 3", "in Waist"):
        assert setting in text


def test_the_guide_lists_the_steps_of_a_turn_in_order() -> None:
    steps = docs.text("positions.md").split("The steps of a turn, in order:")[2].split(". ")[0]
    assert re.findall(r"`([\w-]+)`", steps) == [name for name, _ in mission.STEPS]
