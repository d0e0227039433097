"""Whole missions: the same log however they are stopped, resumed, undone or flown unseen; no invariant broken."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from flakhouse.core.agents import RandomAgent
from flakhouse.core.chapter import begin
from flakhouse.core.dice import Seeded
from flakhouse.core.events import Noted
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.core.session import Session
from flakhouse.games.b17 import campaign as tour_of
from flakhouse.games.b17 import possible
from flakhouse.games.b17.game import GAME, fly_mission
from flakhouse.games.b17.options import CONFLICTS, OPTIONAL, Options
from flakhouse.games.b17.state import Mission
from tests.b17 import logbook
from tests.checks.whole import Inspector, falsified, played, result, stop_faults, tour, undo_faults

RULES = ("advanced", "basic")


#: A bomber in trouble a long way from home: many questions.
TROUBLE = """b17 position 1
mission 20: La Rochelle
zone 4 outbound
flight: place Lead; not in formation; rabbits feet 1
plane: radio out; heat out [Tail Gunner]; oxygen hits [Pilot] 1
man Navigator: light 2
man Ball Gunner: dead
"""


def from_trouble(seed: str, rules: str) -> Session:
    """A flight from there to its end, every answer at random."""
    agent = RandomAgent(seed)
    session = Session(GAME, begin(GAME, seed, options={"rules": rules}, position=TROUBLE, step="combat"))
    session.run()
    while session.pending is not None:
        session.answer(agent.choose(session.pending, session.ref))
    return session


@pytest.mark.parametrize("rules", RULES)
def test_stopped_at_any_prompt_and_resumed_the_log_is_the_same(rules: str) -> None:
    whole = from_trouble(f"stop/{rules}", rules)
    assert whole.steps > 20
    assert stop_faults(whole) == []


def test_undo_and_repeat_gives_the_same_log() -> None:
    assert undo_faults(from_trouble("undo", "advanced")) == []


@pytest.mark.parametrize("seed", range(16))
def test_doctrine_unseen_flies_as_doctrine_shown_every_question(seed: int) -> None:
    options = {"rules": RULES[seed % 2]} | ({name: "on" for name in CONFLICTS} if seed % 4 > 1 else {})
    assert result(GAME, f"hurry/{seed}", options, keep=False) == result(GAME, f"hurry/{seed}", options, keep=True)


def fault(m: object) -> str:
    """What is wrong with a mission in flight."""
    return possible.fault(m) if isinstance(m, Mission) else ""


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(st.integers(0, 10**9), st.sampled_from(["random", "doctrine", "cautious"]), st.integers(0, 24), st.data())
def test_no_invariant_breaks_in_mixed_missions(seed: int, pilot: str, credited: int, data: st.DataObject) -> None:
    options = Options()
    for name in (*OPTIONAL, *CONFLICTS):
        setattr(options, name, data.draw(st.booleans(), label=name))
    ref = Inspector(Seeded(str(seed)), GAME.pilots()[pilot](str(seed)), fault)
    record = tour_of.new_campaign(ref)
    record.credited = credited
    m = fly_mission(ref, record, options)
    assert possible.final_fault(m) == ""
    assert len(record.log) == 1


@pytest.mark.parametrize("pilot", ["random", "doctrine", "cautious"])
def test_no_log_tells_what_cannot_be(pilot: str) -> None:
    for number in range(25):
        seed = f"log/{pilot}/{number}"
        ref = Referee(Seeded(seed), GAME.pilots()[pilot](seed), trace=True)
        finish = GAME.play(ref, None, GAME.check_options({}))
        assert logbook.faults(ref.events) == [], seed
        kills = sum(isinstance(event, Noted) and event.kind == "fighter-destroyed" for event in ref.events)
        assert finish.outcome["kills"] == kills


def test_the_reader_of_logs_sees_what_cannot_be() -> None:
    again = [Noted("fighter-destroyed", {"fighter": "Me109 A"}), Noted("fighter-hits", {"fighter": "Me109 A"})]
    assert len(logbook.faults(again)) == 1
    missed = [Noted("fighter-misses", {"fighter": "Me109 A"}), Noted("fighter-returns", {"fighter": "Me109 A"})]
    assert len(logbook.faults(missed)) == 1
    alone = [Noted("left-formation", {}), *missed]
    assert len(logbook.faults(alone)) == 1  # 3.11: it takes effect after the wave
    jumped = [Noted("bail-out", {}), Noted("shot-misses", {"gun": "Top Turret"})]
    assert len(logbook.faults(jumped)) == 1
    on = [Noted("abort", {}), Noted("zone", {"turn": 2, "zone": 2, "leg": "outbound"})]
    assert len(logbook.faults(on)) == 1
    cheeks = [Noted("shot-misses", {"gun": f"{side} Cheek Gun"}) for side in ("Port", "Starboard")]
    assert len(logbook.faults(cheeks)) == 1


def test_1_1_a_tour_ends_after_25_credited_missions() -> None:
    campaign, over, _ = tour(GAME, "tour", {})
    assert over
    assert campaign["credited"] == 25


def test_the_same_seed_plays_the_same() -> None:
    one, other = (played(GAME, "same", RandomAgent("a")) for _ in range(2))
    assert one.events == other.events
    assert one.finish == other.finish


def test_a_fix_that_moves_no_die_still_parts_an_old_record() -> None:
    honest, wrong, mark = falsified(GAME, "mark", {})
    assert honest.identical
    assert mark  # of a mission in flight
    assert (wrong.identical, wrong.step) == (False, 11)
    assert "the state before it is no longer the same" in wrong.what


class Curious(RandomAgent):
    """Answers at random, and keeps the reason of every advice."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.reasons: dict[str, set[str]] = {}

    def choose(self, question: Question, ref: Referee) -> str:
        """Any option."""
        self.reasons.setdefault(question.id, set()).add(question.why() if question.why is not None else "")
        return super().choose(question, ref)


#: Where nothing is to be explained: names, the list of orders, the next man of those who are to jump.
PLAIN = {"bomber-name", "man-name", "orders", "jump-first"}


def test_every_advice_has_its_reason_in_a_sentence() -> None:
    agent = Curious("why")
    options = GAME.check_options({})
    trouble = f"{TROUBLE}gun Nose Gun: bursts 0\ngun Radio Room Gun: bursts 0\n"
    for number in range(30):
        ref = Referee(Seeded(f"why/{number}"), agent)
        GAME.play(ref, None, options, *((trouble, "orders") if number % 3 else ()))
    asked = set(agent.reasons)
    assert {"move-man", "move-to", "carry-man", "carry-to", "ammo-to", "name-crew", "abort"} <= asked
    assert {id for id in asked if "" in agent.reasons[id]} <= PLAIN
    assert all(why.endswith(".") for id in asked - PLAIN for why in agent.reasons[id])
