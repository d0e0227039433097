"""5.3: a bot that answers for all guns at once, with the first of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from flakhouse.core.agents import Agent, Scripted, Together
from flakhouse.core.dice import Fixed, Seeded
from flakhouse.core.journal import Answer
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.errors import AnswerError
from flakhouse.games.b29.advice import combat_fire as advice
from flakhouse.games.b29.combat import allocation
from flakhouse.games.b29.combat.guns import Fire, Shot
from flakhouse.games.b29.game import GAME
from flakhouse.games.b29.state import Fighter, Mission
from flakhouse.games.b29.words import Angle, Clock, GunName
from tests.b29.helpers import mission
from tests.b29.test_allocation import attackers, shots

ROWS = {
    "Forward Lower Turret": "hold",
    "Aft Upper Turret": "CFC > Tony B",
    "Aft Lower Turret": "Right Gunner > Tony A",
}


def _attacked() -> Mission:
    m = mission()
    attackers(m, (Clock.C3, Angle.LEVEL), (Clock.C9, Angle.LEVEL))
    return m


class Plans(Agent):
    """Answers the first gun with this key and the others with these rows; counts what it is asked."""

    wants: frozenset[str] | None = frozenset({"allocate-fire"})

    def __init__(self, key: str, rows: dict[str, str]) -> None:
        self.key, self.rows = key, rows
        self.able: list[dict[str, list[str]]] = []

    def choose(self, question: Question, ref: Referee) -> str:
        self.able.append({gun: list(keys) for gun, keys in question.rows.items()})
        return Together(self.key, self.rows) if question.rows else question.default


def _fired(ref: Referee, m: Mission) -> list[str]:
    fire = Fire()
    allocation.allocate(ref, m, fire, m.fighters, True)
    return shots(fire)


@pytest.mark.parametrize("trace", [False, True])
def test_5_3_A_a_plan_is_in_the_journal_as_if_every_gun_had_been_asked_for(trace: bool) -> None:
    bot = Plans("CFC > Tony B", ROWS)
    single = Scripted(["CFC > Tony B", *ROWS.values()])
    one, together = (Referee(Fixed(), agent, trace=trace, keep=True) for agent in (single, bot))
    assert _fired(one, _attacked()) == _fired(together, _attacked()) != []
    assert (one.journal, one.path, one.events) == (together.journal, together.path, together.events)
    assert [entry.key for entry in together.journal if isinstance(entry, Answer)] == [
        "CFC > Tony B",
        *ROWS.values(),
    ]
    assert len(bot.able) == 1
    assert {gun: keys[-1] for gun, keys in bot.able[0].items()} == dict.fromkeys(ROWS, "hold")


def test_5_3_B_a_man_with_another_target_is_asked_for_and_the_rest_of_the_plan_stands() -> None:
    bot = Plans("CFC > Tony B", {**ROWS, "Aft Upper Turret": "CFC > Tony A"})
    fired = _fired(Referee(Fixed(), bot), _attacked())
    assert bot.able[1:] == [{}]
    assert fired[0] == "Forward Upper Turret: CFC > Tony B"
    assert fired[-1] == "Aft Lower Turret: Right Gunner > Tony A"


def test_5_3_A_a_plan_ends_with_its_attack() -> None:
    bot = Plans("hold", ROWS)
    ref = Referee(Fixed(), bot)
    _fired(ref, _attacked())
    bot.rows = {"Forward Lower Turret": "hold"}
    bot.wants = None
    _fired(ref, _attacked())
    assert len(bot.able) == 4  # the second time two guns are left out


@pytest.mark.parametrize("rows", [{"Aft Upper Turret": "CFC > Tony C"}, {"Tail Cannon": "hold"}])
def test_5_3_A_a_plan_that_no_gun_can_follow_is_refused(rows: dict[str, str]) -> None:
    with pytest.raises(AnswerError, match="does not answer the row"):
        _fired(Referee(Fixed(), Plans("hold", rows)), _attacked())


def test_5_3_A_nothing_is_advised_to_one_who_does_not_look(monkeypatch: pytest.MonkeyPatch) -> None:
    plans: Counter[str] = Counter()
    plan = advice.fire_plan

    def counted(m: Mission, able: dict[GunName, list[Shot]], targets: Sequence[Fighter]) -> dict[GunName, Shot]:
        plans["made"] += 1
        return plan(m, able, targets)

    monkeypatch.setattr(advice, "fire_plan", counted)
    _fired(Referee(Fixed(), Plans("CFC > Tony B", ROWS)), _attacked())
    assert not plans
    _fired(Referee(Fixed(), Scripted(["CFC > Tony B", *ROWS.values()]), trace=True), _attacked())
    assert plans


def test_5_3_A_a_bot_that_aims_is_asked_a_few_times_a_mission() -> None:
    asked: Counter[str] = Counter()
    answers: Counter[str] = Counter()
    chance = Random("aims")

    class Wild(Agent):
        wants = frozenset({"allocate-fire"})

        def choose(self, question: Question, ref: Referee) -> str:
            asked[question.id] += 1
            key = chance.choice(list(question.keys))
            return Together(key, {gun: chance.choice(keys) for gun, keys in question.rows.items()})

    for seed in range(40):
        ref = Referee(Seeded(f"wild/{seed}"), Wild())
        GAME.play(ref, None, GAME.check_options({}))
        answers.update(entry.ask for entry in ref.journal if isinstance(entry, Answer))
    assert set(asked) == {"allocate-fire"}
    assert answers["allocate-fire"] > 2 * asked["allocate-fire"] > 0
