"""3.4: a bot that answers the whole plan of fire at once, and what it costs."""

from __future__ import annotations

from collections import Counter

import pytest

from flakhouse.core.agents import Agent, Scripted, Together
from flakhouse.core.dice import Fixed, Seeded
from flakhouse.core.journal import Answer
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.errors import AnswerError
from flakhouse.games.b17.combat import allocation, fields
from flakhouse.games.b17.combat.fields import FIRING_ORDER, IN_NOSE, NUMBERS, Fire
from flakhouse.games.b17.game import GAME
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import GunName, Position
from tests.b17.helpers import fighter, mission
from tests.checks.commands import blocks
from tests.checks.files import ROOT


def _attacked() -> Mission:
    m = mission()
    m.fighters = [fighter("Me109", "12", "High", name="A"), fighter("Me109", "9", "Level", name="B")]
    return m


def _fired(fire: Fire) -> list[tuple[str, str]]:
    shots = [*fire.shots, fire.passing] if fire.passing else fire.shots
    return [(FIRING_ORDER[shot[0]].value, shot[2].name) for shot in shots]


class Plans(Agent):
    """Answers the plan with these rows, and counts what it is asked."""

    wants: frozenset[str] | None = frozenset({"fire-plan"})

    def __init__(self, rows: dict[str, str] | None = None) -> None:
        self.rows = rows
        self.asked: Counter[str] = Counter()
        self.able: dict[str, list[str]] = {}

    def choose(self, question: Question, ref: Referee) -> str:
        self.asked[question.id] += 1
        if question.id != "fire-plan":
            return question.default
        self.able = {gun: list(keys) for gun, keys in question.rows.items()}
        rows = {gun: keys[0] for gun, keys in self.able.items()} if self.rows is None else self.rows
        return Together("each", rows)


def test_3_4_the_plan_has_a_row_for_each_gun_with_a_target() -> None:
    bot = Plans()
    allocation.allocate(Referee(Fixed(), bot), _attacked())
    assert bot.able == {
        "Top Turret": ["A", "B", "spray 9 Level", "hold"],
        "Ball Turret": ["B", "spray 9 Level", "hold"],
        "Port Waist Gun": ["B", "spray 9 Level", "hold"],
        "Nose Gun": ["A", "hold"],
        "Tail Guns": ["passing A", "hold"],
    }


@pytest.mark.parametrize("trace", [False, True])
def test_3_4_a_plan_is_in_the_journal_as_if_every_gun_had_been_asked_for(trace: bool) -> None:
    rows = {"Top Turret": "B", "Ball Turret": "hold", "Port Waist Gun": "spray 9 Level", "Nose Gun": "A"}
    rows["Tail Guns"] = "passing A"
    single = Scripted(["each", "B", "hold", "spray 9 Level", "A", "nose-man=Bombardier", "passing A"])
    plans = Plans(rows)
    one, all_at_once = (Referee(Fixed(), agent, trace=trace, keep=True) for agent in (single, plans))
    fires = [allocation.allocate(ref, _attacked()) for ref in (one, all_at_once)]
    assert _fired(fires[0]) == _fired(fires[1]) == [("Top Turret", "B"), ("Nose Gun", "A"), ("Tail Guns", "A")]
    assert len(fires[1].sprays) == 1
    assert one.journal == all_at_once.journal
    assert [entry.key for entry in all_at_once.journal if isinstance(entry, Answer)] == [
        *("each", "B", "hold", "spray 9 Level", "A", "Bombardier", "passing A"),
    ]
    assert (one.path, one.events, plans.asked) == (all_at_once.path, all_at_once.events, {"fire-plan": 1})


def test_3_4a_of_two_cheek_guns_in_a_plan_the_first_fires() -> None:
    m = mission()
    m.fighters = [fighter("Me109", "1:30", "Level", name="A"), fighter("Me109", "10:30", "Level", name="B")]
    bot = Plans({"Port Cheek Gun": "B", "Starboard Cheek Gun": "A"})
    assert _fired(allocation.allocate(Referee(Fixed(), bot), m))[0] == ("Port Cheek Gun", "B")
    assert {"Port Cheek Gun", "Starboard Cheek Gun"} <= set(bot.able)


def test_3_4_a_gun_left_out_of_a_plan_is_asked_for_or_goes_by_advice() -> None:
    bot = Plans({"Top Turret": "A"})
    advised = _fired(allocation.allocate(Referee(Fixed(), bot), _attacked()))
    assert advised[:2] == [("Top Turret", "A"), ("Ball Turret", "B")]
    assert bot.asked == {"fire-plan": 1}
    bot.wants = None
    assert _fired(allocation.allocate(Referee(Fixed(), bot), _attacked())) == advised
    assert bot.asked == {"fire-plan": 2, "gun-fire": 4, "nose-man": 1}


def test_3_4_a_plan_ends_with_its_wave() -> None:
    bot = Plans({"Top Turret": "A"})
    ref = Referee(Fixed(), bot)
    allocation.allocate(ref, _attacked())
    bot.rows = {"Ball Turret": "hold"}
    assert _fired(allocation.allocate(ref, _attacked()))[0] == ("Top Turret", "B")


@pytest.mark.parametrize("rows", [{"Top Turret": "C"}, {"Radio Room Gun": "A"}])
def test_3_4_a_plan_that_no_gun_can_follow_is_refused(rows: dict[str, str]) -> None:
    with pytest.raises(AnswerError, match="does not answer the row"):
        allocation.allocate(Referee(Fixed(), Plans(rows)), _attacked())


def test_3_4_a_gun_is_usable_just_when_nothing_is_said_against_it() -> None:
    m = mission()
    guns = m.plane.guns
    guns[GunName.TOP].bursts = 0
    guns[GunName.TAIL].jammed = True
    guns[GunName.NOSE].frozen = True
    m.plane.ball_jammed = True
    m.men[Position.PORT_WAIST].dead = True
    m.men[Position.RADIO_OPERATOR].fighting_fire = True
    m.men[Position.NAVIGATOR].moved = True
    silent = [number for number in NUMBERS if fields.why_not_use(m, number)]
    assert silent == [0, 1, 2, 4, 5, 8]
    assert [number for number in NUMBERS if not fields.usable(m, number)] == silent
    m.men[Position.BOMBARDIER].moved = True
    assert not any(fields.usable(m, number) for number in IN_NOSE)


def test_the_bot_of_the_manual_is_asked_once_a_wave() -> None:
    """The example of docs/bots.md, flown and counted."""
    names: dict[str, object] = {}
    for block in blocks(ROOT / "docs" / "bots.md"):
        if "class Wild(" in block.text:
            exec(block.text, names)
    kind = names["Wild"]
    assert isinstance(kind, type)
    asked: Counter[str] = Counter()
    answers: Counter[str] = Counter()

    class Counted(kind):  # type: ignore[misc,valid-type]
        def choose(self, question: Question, ref: Referee) -> str:
            asked[question.id] += 1
            return super().choose(question, ref)  # type: ignore[no-any-return]

    for seed in range(40):
        ref = Referee(Seeded(f"wild/{seed}"), Counted())
        GAME.play(ref, None, GAME.check_options({}))
        answers.update(entry.ask for entry in ref.journal if isinstance(entry, Answer))
    assert set(asked) == {"fire-plan"}
    assert answers["fire-plan"] == asked["fire-plan"]
    assert answers["gun-fire"] > 2 * asked["fire-plan"]
