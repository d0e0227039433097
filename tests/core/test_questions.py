"""Questions are made only when somebody looks; notes know their causes and subjects; rolls what they needed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from flakhouse.core.agents import Agent, Default, Scripted, Together
from flakhouse.core.charts import Chart, ChartBook
from flakhouse.core.dice import Fixed
from flakhouse.core.events import Chosen, Needed, Noted, Opened, Rolled
from flakhouse.core.journal import Answer
from flakhouse.core.needed import needed
from flakhouse.core.questions import Barred, Option, Question, Subject, yes_no
from flakhouse.core.referee import Referee
from flakhouse.core.seat import answers_itself
from flakhouse.errors import AnswerError, RulesError

BOOK = ChartBook()
BOOK.load(
    "test.toml",
    """
[chart.Q-1]
title = "To hit"
rule = "1.1"
dice = "2d6"
source = "printed"
from = "test"
grid = '''
2-8     | Miss
9-12    | Hit
'''
wanted = ["Hit"]
mods = [{key = "far", value = -1, when = "far away"}]

[chart.Q-2]
title = "Shells"
rule = "1.2"
dice = "1d6"
source = "printed"
from = "test"
grid = '''
1-2 | none
3-5 | one
6   | two
'''
wanted = ["not none"]

[chart.Q-3]
title = "Gunnery"
rule = "1.3"
dice = "pool"
source = "printed"
from = "test"
number = true
any = 6
""",
)
HIT: Chart[str] = BOOK.text("Q-1")
SHELLS: Chart[str] = BOOK.text("Q-2")
POOL: Chart[int] = BOOK.numbers("Q-3")
FAR = HIT.mods["far"]


class Made:
    """Counts how often a question is made."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> Question:
        self.times += 1
        fighter = Subject("fighter", "Frank A")
        options: dict[str, Option | str] = {"fire": Option("Fire", fighter), "hold": "Hold"}
        return Question("3.4", "Fire?", options, Subject("gun", "tail"), barred={"ram": Barred("never")})


class Follows(Default):
    """A pilot that takes advice but for one question."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def choose(self, question: Question, ref: Referee) -> str:
        self.asked.append(question.id)
        return "hold" if question.id == "gun-fire" else question.default


def test_who_takes_all_advice_is_never_shown_a_question() -> None:
    make = Made()
    ref = Referee(Fixed(), Default())
    assert ref.ask("gun-fire", "fire", make) == "fire"
    assert (make.times, ref.asked, ref.journal) == (0, 1, [])


def test_a_pilot_that_inherits_from_one_who_takes_advice_is_asked() -> None:
    make, pilot = Made(), Follows()
    assert Referee(Fixed(), pilot).ask("gun-fire", "fire", make) == "hold"
    assert (make.times, pilot.asked) == (1, ["gun-fire"])


class Picks(Follows):
    """A pilot that says what it wants to be asked."""

    wants = frozenset({"gun-fire"})


def test_what_an_agent_leaves_to_advice_is_not_made() -> None:
    fire, plan, pilot = Made(), Made(), Picks()
    ref = Referee(Fixed(), pilot)
    assert ref.ask("fire-plan", "fire", plan) == "fire"
    assert ref.ask("gun-fire", "fire", fire) == "hold"
    assert (plan.times, fire.times, pilot.asked, ref.asked) == (0, 1, ["gun-fire"], 2)


@pytest.mark.parametrize("how", ["log", "answers"])
def test_where_log_or_answers_are_kept_every_question_is_made_but_only_some_are_asked(how: str) -> None:
    plan, pilot = Made(), Picks()
    ref = Referee(Fixed(), pilot, trace=how == "log", keep=how == "answers")
    assert ref.ask("fire-plan", "fire", plan) == "fire"
    assert (plan.times, len(ref.journal), pilot.asked) == (1, 1, [])


def test_whoever_takes_over_is_asked_what_he_wants() -> None:
    plan, fire = Made(), Made()
    ref = Referee(Fixed(), Follows(), keep=True)
    ref.hand_over(Picks())
    assert (ref.ask("fire-plan", "fire", plan), ref.ask("gun-fire", "fire", fire)) == ("fire", "hold")
    assert (plan.times, fire.times) == (0, 1)


def test_the_referee_puts_id_and_advice_and_an_answer_tells_what_it_is_about() -> None:
    agents: list[Agent] = [Scripted(["gun-fire=hold"]), Scripted(["gun-fire=fire"])]
    abouts = []
    for agent in agents:
        ref = Referee(Fixed(), agent, trace=True)
        ref.ask("gun-fire", "fire", Made())
        (event,) = ref.events
        assert isinstance(event, Chosen)
        abouts.append(event.about)
    assert abouts == [(Subject("gun", "tail"),), (Subject("gun", "tail"), Subject("fighter", "Frank A"))]


def test_yes_or_no() -> None:
    ref = Referee(Fixed(), Scripted(["yes", "no"]), keep=True)
    assert ref.agreed("evade", False, lambda: yes_no("3.9", "Evade?"))
    assert not ref.agreed("evade", True, lambda: yes_no("3.9", "Evade?"))
    assert Referee(Fixed(), Default()).agreed("evade", True, lambda: yes_no("3.9", "Evade?"))


def test_a_note_knows_the_rolls_since_anything_was_told_unless_it_names_them() -> None:
    ref = Referee(Fixed(5, 5, 3, 4, 5, 5, 2), Default(), trace=True)
    ref.scene("attack", fighter="Frank A")
    ref.roll(HIT)
    ref.note("hit", fighter="Frank A", shells=1)
    ref.note("told-after")
    ref.roll(SHELLS)
    ref.roll(SHELLS)
    ref.note("both", causes=(HIT, SHELLS))
    ref.note("none", causes=())
    ref.roll(HIT)
    ref.roll(SHELLS)
    ref.note("chain")
    notes = {event.kind: event for event in ref.events if isinstance(event, Noted)}
    assert {kind: note.rolls for kind, note in notes.items()} == {
        "hit": (1,),
        "told-after": (),
        "both": (1, 4, 5),
        "none": (),
        "chain": (8, 9),
    }
    assert notes["hit"].about == (Subject("fighter", "Frank A"),)
    assert ref.events[0] == Opened("attack", {"fighter": "Frank A"})


def test_rolls_that_came_to_nothing_are_told_as_that_or_set_aside() -> None:
    ref = Referee(Fixed(5, 5, 3, 4, 5, 5), Default(), trace=True)
    ref.roll(HIT)
    ref.otherwise("nothing")
    ref.otherwise("nothing more")
    ref.roll(HIT)
    ref.done()
    ref.note("later")
    assert [(event.kind, event.rolls) for event in ref.events if isinstance(event, Noted)] == [
        ("nothing", (0,)),
        ("later", ()),
    ]


def test_an_offer_to_roll_again_that_is_declined_parts_no_note_from_its_roll() -> None:
    ref = Referee(Fixed(5, 5), Scripted(["no"]), trace=True)
    ref.offer_again(lambda ref, chart, word: ref.agreed("again", False, lambda: yes_no("B-7", "Again?")))
    ref.roll(HIT)
    ref.note("hit")
    assert [event.rolls for event in ref.events if isinstance(event, Noted)] == [(0,)]


def test_causes_are_looked_for_in_the_same_scene_only() -> None:
    ref = Referee(Fixed(5, 5), Default(), trace=True)
    ref.roll(HIT)
    ref.scene("next")
    ref.note("late", causes=(HIT,))
    ref.note("later")
    assert [event.rolls for event in ref.events if isinstance(event, Noted)] == [(), ()]


def test_a_roll_knows_what_it_needed() -> None:
    ref = Referee(Fixed(5, 5, 2, 6, 1, 4, 4), Default(), trace=True)
    ref.roll(HIT, [FAR])
    ref.roll(SHELLS)
    ref.read(POOL, ref.throw(POOL, 2))
    ref.read(POOL, ref.throw(POOL, 2), least=8)
    found = [event.needed for event in ref.events if isinstance(event, Rolled)]
    assert found == [
        Needed((10, 11, 12), 6, 36),
        Needed((3, 4, 5, 6), 4, 6),
        Needed((), 11, 36, 6),
        Needed((8, 9, 10, 11, 12), 15, 36),
    ]


def test_of_three_dice_the_two_lowest_may_count() -> None:
    found = needed(POOL, 0, 0, 3, 2, least=8)
    assert found is not None
    ways = sum(sum(sorted((a, b, c))[:2]) >= 8 for a in range(1, 7) for b in range(1, 7) for c in range(1, 7))
    assert (found.ways, found.of) == (ways, 216)


@pytest.mark.parametrize(
    ("routine", "matters", "level", "itself"),
    [
        (False, False, "routine", False),
        (True, False, "none", False),
        (True, False, "formal", True),
        (True, True, "formal", False),
        (True, True, "routine", True),
        (True, True, "named", True),
    ],
)
def test_formalities_answer_themselves_before_decisions_that_are_only_routine(
    routine: bool, matters: bool, level: str, itself: bool
) -> None:
    ref = Referee(Fixed(), Default())
    ref.state = object()
    ask = Question("1", "?", {"a": "A", "b": "B"}, routine=routine, matters=matters)
    assert answers_itself(ask, ref, level) is itself


# ------------------------------------------------------------------ options made when somebody looks


class OnlyKeys(Agent):
    """Reads what it may answer, and nothing else."""

    def choose(self, question: Question, ref: Referee) -> str:
        assert len(question.options) == 2
        assert "b" in question.options
        return list(question.options)[-1]


class Reader(Agent):
    """Reads the words of every option and of what is barred."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def choose(self, question: Question, ref: Referee) -> str:
        self.read += [option.label for option in question.options.values()]
        self.read += [question.options["a"].label, dict(question.options)["b"].label]
        self.read += [bar.why for bar in (*question.barred.values(), *question.barred.values())]
        return question.default


@pytest.mark.parametrize(("agent", "times"), [(OnlyKeys(), []), (Reader(), ["a", "c"])])
def test_an_option_is_made_once_and_only_for_whoever_looks_at_it(agent: Agent, times: list[str]) -> None:
    made: list[str] = []

    def option() -> Option:
        made.append("a")
        return Option("First")

    def barred() -> dict[str, Barred | str]:
        made.append("c")
        return {"c": "not now"}

    ref = Referee(Fixed(), agent)
    ref.ask("which", "a", lambda: Question("1", "Which?", {"a": option, "b": "Second"}, barred=barred))
    assert made == times
    if isinstance(agent, Reader):
        assert agent.read == ["First", "Second", "First", "Second", "not now", "not now"]


# ------------------------------------------------------------------ questions made when somebody looks

KEYS = ("fire", "hold")


class Looks(Agent):
    """Looks at something, then holds its fire."""

    def __init__(self, look: Callable[[Question], object]) -> None:
        self.look = look
        self.seen: object = None

    def choose(self, question: Question, ref: Referee) -> str:
        self.seen = self.look(question)
        return "hold"


@pytest.mark.parametrize(
    ("look", "seen", "times"),
    [
        (lambda question: list(question.keys), ["fire", "hold"], 0),
        (lambda question: list(question.options), ["fire", "hold"], 0),
        (lambda question: (question.id, question.default, question.accepts("ram")), ("gun", "fire", False), 0),
        (lambda question: question.prompt, "Fire?", 1),
        (
            lambda question: (question.rule, question.about, question.routine),
            ("3.4", (Subject("gun", "tail"),), False),
            1,
        ),
        (lambda question: [option.label for option in question.options.values()], ["Fire", "Hold"], 1),
        (lambda question: question.barred["ram"].why, "never", 1),
    ],
)
def test_a_question_whose_keys_are_known_is_made_by_looking(
    look: Callable[[Question], object], seen: object, times: int
) -> None:
    make, agent = Made(), Looks(look)
    ref = Referee(Fixed(), agent)
    assert ref.ask("gun", "fire", make, keys=KEYS) == "hold"
    assert (agent.seen, make.times, len(ref.journal)) == (seen, times, 1)


def test_keys_may_be_found_by_a_function_which_who_takes_advice_does_not_call() -> None:
    found: list[int] = []

    def keys() -> tuple[str, ...]:
        found.append(1)
        return KEYS

    assert Referee(Fixed(), Default()).ask("gun", "fire", Made(), keys=keys) == "fire"
    assert found == []
    assert Referee(Fixed(), OnlyHold()).ask("gun", "fire", Made(), keys=keys) == "hold"
    assert found == [1]


class OnlyHold(Agent):
    """Never fires, and reads nothing."""

    def choose(self, question: Question, ref: Referee) -> str:
        return "hold"


def test_advice_is_worked_out_when_somebody_reads_it() -> None:
    asked: list[int] = []

    def advised() -> str:
        asked.append(1)
        return "fire"

    assert Referee(Fixed(), OnlyHold()).ask("gun", advised, Made(), keys=KEYS) == "hold"
    assert asked == []
    reads = Looks(lambda question: (question.default, question.default))
    assert Referee(Fixed(), reads).ask("gun", advised, Made(), keys=KEYS) == "hold"
    assert (reads.seen, asked) == (("fire", "fire"), [1])
    for agent in (Default(), Picks()):
        assert Referee(Fixed(), agent).ask("gun", advised, Made(), keys=KEYS) == "fire"


def test_advice_that_is_no_option_is_a_fault_of_the_rules_when_it_is_read() -> None:
    ref = Referee(Fixed(), Looks(lambda question: question.default))
    with pytest.raises(RulesError, match="the advice 'ram' is no option"):
        ref.ask("gun", lambda: "ram", Made(), keys=KEYS)


def test_keys_that_a_question_does_not_have_are_a_fault_of_the_rules() -> None:
    ref = Referee(Fixed(), Looks(lambda question: question.prompt))
    with pytest.raises(RulesError, match="are its keys"):
        ref.ask("gun", "fire", Made(), keys=("fire", "hold", "ram"))


def test_one_key_alone_answers_itself_and_makes_nothing() -> None:
    make = Made()
    ref = Referee(Fixed(), OnlyHold())
    assert ref.ask("gun", "fire", make, keys=("fire",)) == "fire"
    assert (make.times, ref.journal) == (0, [])


@pytest.mark.parametrize(("trace", "times"), [(False, 0), (True, 1)])
def test_a_replay_makes_a_question_whose_keys_are_known_only_for_the_log(trace: bool, times: int) -> None:
    make = Made()
    ref = Referee(Fixed(), OnlyHold(), [Answer("gun", "fire", 0)], trace=trace)
    assert ref.ask("gun", "fire", make, keys=KEYS) == "fire"
    assert (make.times, ref.used) == (times, 1)


# ------------------------------------------------------------------ several answers at once


class AllAtOnce(Agent):
    """Answers the plan with its rows, and fires whatever it is asked."""

    def __init__(self, rows: dict[str, str]) -> None:
        self.rows = rows
        self.asked: list[str] = []

    def choose(self, question: Question, ref: Referee) -> str:
        self.asked.append(question.id)
        return Together("fire", self.rows) if question.id == "plan" else "fire"


def _planned(ref: Referee, make: Made) -> list[str]:
    plan = ref.ask("plan", "hold", Made(), keys=KEYS, rows=lambda: {"a": KEYS, "b": KEYS})
    return [plan, *(ref.ask("gun", "hold", make, keys=KEYS, row=row) for row in "ab")]


@pytest.mark.parametrize(("trace", "times"), [(False, 0), (True, 2)])
def test_an_answer_may_bring_those_behind_it_along(trace: bool, times: int) -> None:
    make, agent = Made(), AllAtOnce({"a": "fire", "b": "hold"})
    ref = Referee(Fixed(), agent, trace=trace)
    assert _planned(ref, make) == ["fire", "fire", "hold"] == ref.path
    assert [entry.key for entry in ref.journal if isinstance(entry, Answer)] == ["fire", "fire", "hold"]
    assert {type(entry.key) for entry in ref.journal if isinstance(entry, Answer)} == {str}
    assert (agent.asked, make.times, ref.asked) == (["plan"], times, 3)


def test_a_row_left_out_or_no_longer_possible_is_asked() -> None:
    agent = AllAtOnce({"b": "hold"})
    assert _planned(Referee(Fixed(), agent), Made()) == ["fire", "fire", "hold"]
    assert agent.asked == ["plan", "gun"]
    agent = AllAtOnce({"a": "hold", "b": "hold"})
    ref = Referee(Fixed(), agent)
    ref.ask("plan", "hold", Made(), keys=KEYS, rows=lambda: {"a": KEYS, "b": KEYS})
    assert ref.ask("gun", "fire", Made(), keys=("fire", "ram"), row="a") == "fire"
    assert ref.ask("gun", "fire", Made(), keys=KEYS, row="b") == "hold"
    assert agent.asked == ["plan", "gun"]


def test_a_row_that_is_not_offered_is_refused() -> None:
    with pytest.raises(AnswerError, match="does not answer the row 'c'"):
        _planned(Referee(Fixed(), AllAtOnce({"c": "fire"})), Made())
