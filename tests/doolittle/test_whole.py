"""Whole raids: the same log however they are stopped, resumed, undone or flown unseen; nothing hidden is told."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Agent, Default, RandomAgent
from flakhouse.core.dice import Seeded
from flakhouse.core.events import Noted
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import possible
from flakhouse.games.doolittle.game import GAME, play_raid
from flakhouse.games.doolittle.options import SCENARIOS, SWITCHES, Options
from flakhouse.games.doolittle.state import Marker, Raid
from flakhouse.games.doolittle.words import Back
from tests.checks.whole import Inspector, falsified, played, result, stop_faults, undo_faults


@pytest.mark.parametrize("number", SCENARIOS)
def test_stopped_at_any_prompt_and_resumed_the_log_is_the_same(number: str) -> None:
    whole = played(GAME, f"stop/{number}", Default() if number == "10" else None, {"scenario": number})
    assert whole.steps > 12
    assert stop_faults(whole, 6) == []


@pytest.mark.parametrize("number", ["2", "7", "9"])
def test_undo_and_repeat_gives_the_same_log(number: str) -> None:
    assert undo_faults(played(GAME, f"undo/{number}", options={"scenario": number}), 3) == []


@pytest.mark.parametrize("number", SCENARIOS)
def test_advice_taken_unseen_and_questions_shown_play_the_same(number: str) -> None:
    options = {"scenario": number, "denouement": "on", "tracers": "on", "coordinated_fire": "on"}
    for seed in range(6):
        hurried = result(GAME, f"hurry/{seed}", options, keep=False)
        assert hurried == result(GAME, f"hurry/{seed}", options, keep=True)


def fault(r: object) -> str:
    return (possible.fault(r) or possible.pieces_fault(r)) if isinstance(r, Raid) else ""


@pytest.mark.parametrize("number", SCENARIOS)
@pytest.mark.parametrize("pilot", ["random", "doctrine"])
def test_no_invariant_breaks(number: str, pilot: str) -> None:
    for seed in range(6):
        options = Options(scenario=int(number))
        for i, name in enumerate(SWITCHES):
            setattr(options, name, (seed >> (i % 3)) % 2 == 1)
        ref = Inspector(Seeded(f"{number}/{seed}"), GAME.pilots()[pilot](str(seed)), fault)
        r, _ = play_raid(ref, options)
        assert possible.final_fault(r) == ""


def test_a_fix_that_moves_no_die_still_parts_an_old_record() -> None:
    honest, wrong, mark = falsified(GAME, "mark", {"scenario": "7"}, steps=12)
    assert honest.identical
    assert mark
    assert (wrong.identical, wrong.step) == (False, 11)


class Spy(Agent):
    """Answers at random and remembers whether a question told what only hidden markers could have told it."""

    def __init__(self, seed: str) -> None:
        self.random = RandomAgent(seed)
        self.told: list[str] = []
        self.known: dict[int, Marker] = {}  # every piece seen anywhere, also those in hand now

    def choose(self, ask: Question, ref: Referee) -> str:
        r = ref.state
        if isinstance(r, Raid):
            labels = [option.label for option in ask.options.values()]
            whys = [f"{bar.label} {bar.why}" for bar in ask.barred.values()]
            words = " ".join([ask.prompt, *labels, *whys])
            self.known.update((id(m), m) for m in possible.markers(r))
            shown = {m.back for m in self.known.values() if m.revealed}
            hidden = {m.back for m in self.known.values() if not m.revealed} - shown - _OPEN_WORDS
            if ask.id != "re-roll":  # which names the table of the roll
                self.told += [f"{ask.id}: {back.value}" for back in hidden if back.value in words]
        return self.random.choose(ask, ref)


#: Words that also name what everybody sees: the front of a fighter, a ship, a boat, a beacon on the map.
_OPEN_WORDS = {
    Back.INTERCEPTOR,
    Back.SHIP,
    Back.BOAT,
    Back.DAMAGE,
    Back.CARRIER,
    Back.BEACON,
    Back.CRASH,
    Back.CLEAR,
    Back.SECURITY_RISK,
    Back.MEDALS,
    Back.WIND_CHECK,
}


@pytest.mark.parametrize("number", SCENARIOS)
def test_no_question_tells_what_is_hidden(number: str) -> None:
    for seed in range(4):
        spy = Spy(f"{seed}")
        play_raid(Referee(Seeded(f"spy/{number}/{seed}"), spy), Options(scenario=int(number)))
        assert spy.told == []


def test_4_3_8_3_12_6_what_is_drawn_is_told_by_its_front_alone() -> None:
    """8.3.2 Don't Peek, 12.6.2 Don't Peek."""
    for number in ("6", "7", "9"):
        ref = Referee(Seeded(f"front/{number}"), RandomAgent("f"), trace=True)
        play_raid(ref, Options(scenario=int(number)))
        drawn = [e for e in ref.events if isinstance(e, Noted) and e.kind in ("hazards-drawn", "flight-hazards")]
        assert drawn or number == "9"
        for event in drawn:
            text = str(event.facts.get("fronts", event.facts.get("kinds", "")))
            hidden = [back.value for back in Back if back not in _OPEN_WORDS and back.value in text]
            assert hidden == []
