"""The referee: rolls are explained, questions are checked, a journal is repeated or refused."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Default, RandomAgent, Scripted, Suspend
from flakhouse.core.charts import Chart, ChartBook
from flakhouse.core.dice import Fixed, Seeded
from flakhouse.core.events import Chosen, Noted, Rolled
from flakhouse.core.journal import Answer, Entry, Throw
from flakhouse.core.questions import NeedDice, Pending, Question, yes_no
from flakhouse.core.referee import Referee
from flakhouse.errors import AnswerError, Desync, DiceError, RulesError
from tests.checks.asking import agree, choose

BOOK = ChartBook()
BOOK.load(
    "test.toml",
    """
[chart.E-1]
title = "Example"
rule = "1.1"
dice = "2d6"
source = "printed"
from = "test"
columns = ["day", "night"]
grid = '''
2-6       | low  | none
7-12      | high | some
'''
mods = [{key = "cold", value = -2, when = "it is cold", rule = "1.2"}]

[chart.E-2]
title = "One die"
rule = "1.3"
dice = "1d6"
source = "printed"
from = "test"
number = true
""",
)
E1: Chart[str] = BOOK.text("E-1")
E2: Chart[int] = BOOK.numbers("E-2")


def test_a_roll_is_explained_whole() -> None:
    ref = Referee(Fixed(3, 5), Default(), trace=True)
    assert ref.roll(E1, [E1.mods["cold"]], 1) == "none"
    assert (ref.face, ref.total) == (8, 6)
    (event,) = ref.events
    assert isinstance(event, Rolled)
    assert (event.chart, event.faces, event.total, event.row) == ("E-1", (3, 5), 6, "2-6")
    assert (event.column, event.result) == ("night", "none")
    assert [(m.value, m.reason, m.rule) for m in event.mods] == [(-2, "it is cold", "1.2")]


def test_without_trace_no_event_is_made() -> None:
    ref = Referee(Fixed(3, 5, 2), Default())
    ref.roll(E1)
    ref.note("thing")
    agree(ref, "q", "1", "?")
    assert ref.events == []
    assert ref.roll(E2) == 2


def test_questions_keep_their_promises() -> None:
    ref = Referee(Fixed(), Scripted(["b", "z"]), trace=True)
    assert choose(ref, "one", "1", "?", {"only": "x"}) == "only"
    assert ref.journal == []  # a question with one option answers itself
    assert choose(ref, "two", "1", "?", {"a": "A", "b": "B"}, "a") == "b"
    with pytest.raises(AnswerError, match="'z' does not answer 'two'; options: a, b"):
        choose(ref, "two", "1", "?", {"a": "A", "b": "B"}, "a")
    with pytest.raises(RulesError, match="advice"):
        choose(ref, "two", "1", "?", {"a": "A", "b": "B"}, "c")
    assert isinstance(ref.events[0], Chosen)
    ref.note("thing", size=3)
    assert ref.events[-1] == Noted("thing", {"size": 3})


def name(ref: Referee, advised: str) -> str:
    return ref.ask("name", advised, lambda: Question("1", "Name?", {}, routine=True, free=True))


def test_free_text_is_short_and_printable() -> None:
    for bad in ("", " x", "a" * 41, "a\nb"):
        with pytest.raises(AnswerError):
            name(Referee(Fixed(), Scripted([bad])), "Lady")
    assert name(Referee(Fixed(), Scripted(["Ruby"])), "Lady") == "Ruby"


def play(ref: Referee) -> list[object]:
    """A little game: two rolls, a question, a roll that depends on it."""
    out: list[object] = [ref.roll(E1), ref.roll(E2)]
    out.append(choose(ref, "way", "2", "Which way?", {"left": "Left", "right": "Right"}))
    out.append(ref.roll(E1, (), 1) if out[-1] == "left" else ref.roll(E2))
    out.append(agree(ref, "again", "2", "Again?"))
    return out


def test_a_journal_is_repeated_and_then_the_agent_answers() -> None:
    whole = Referee(Seeded("s"), RandomAgent("r"), trace=True)
    result = play(whole)
    again = Referee(Seeded("s"), Suspend(), whole.journal, trace=True)
    assert play(again) == result
    assert (again.events, again.check) == (whole.events, whole.check)
    with pytest.raises(Pending) as stop:
        play(Referee(Seeded("s"), Suspend(), whole.journal[:1]))
    assert stop.value.question.id == "again"


def test_a_changed_path_is_reported_not_played() -> None:
    whole = Referee(Seeded("s"), Default(), keep=True)
    play(whole)
    first, second = whole.journal
    assert isinstance(first, Answer)
    cases: list[tuple[str, list[Entry], str]] = [
        ("other", [Answer("other", "left", first.check)], "recorded 'other', the rules now ask 'way'"),
        ("roll", [Answer("way", "left", first.check + 1)], "no longer the same"),
        ("key", [Answer("way", "up", first.check)], "'up' is no longer an option"),
        ("throw", [Throw(9, "E-1", (1, 2))], "recorded a throw"),
    ]
    for _, journal, message in cases:
        with pytest.raises(Desync, match=message) as parted:
            play(Referee(Seeded("s"), Default(), [*journal, second]))
        assert parted.value.step == 0


def test_table_dice_are_asked_for_and_mixed_with_the_computers() -> None:
    with pytest.raises(NeedDice) as need:
        play(Referee(Seeded("s"), Suspend(), table_dice=True))
    assert (need.value.chart, need.value.count, need.value.roll) == ("E-1", 2, 1)
    journal = [Throw(2, "E-2", (6,))]  # the second roll at the table, the first by the computer
    ref = Referee(Seeded("s"), Default(), journal, trace=True)
    result = play(ref)
    assert result[1] == 6
    assert result[0] == Referee(Seeded("s"), Default()).roll(E1)
    assert [e.typed for e in ref.events if isinstance(e, Rolled)][:2] == [False, True]
    with pytest.raises(DiceError):
        play(Referee(Seeded("s"), Default(), [Throw(2, "E-2", (7,))]))
    with pytest.raises(Desync, match="thrown for E-1"):
        play(Referee(Seeded("s"), Default(), [Throw(2, "E-1", (1, 1))]))


def test_house_charts_replace_cells_and_modifiers() -> None:
    own = BOOK.house(
        "mine.toml",
        """
[chart.E-1]
title = "Example"
rule = "1.1"
dice = "2d6"
source = "ruling"
from = "mine"
columns = ["day", "night"]
grid = '''
2-11 | low | none
12   | high | some
'''
mods = [{key = "cold", value = -5, when = "it is cold"}]
""",
    )
    ref = Referee(Fixed(6, 5), Default(), trace=True, house=own)
    assert ref.roll(E1, [E1.mods["cold"]]) == "low"
    assert ref.total == 6


def test_whether_to_roll_again_is_asked_with_the_word_of_the_house_chart() -> None:
    own = BOOK.house(
        "mine.toml",
        """
[chart.E-1]
title = "Example"
rule = "1.1"
dice = "2d6"
source = "ruling"
from = "mine"
columns = ["day", "night"]
grid = '''
2-11 | low | none
12   | high | some
'''
""",
    )
    heard: list[str] = []

    def again(ref: Referee, chart: str, word: str) -> bool:
        heard.append(f"{chart} {word}")
        return len(heard) < 2

    ref = Referee(Fixed(4, 4, 6, 6), Default(), house=own)
    ref.offer_again(again)
    assert ref.roll(E1) == "high"
    assert heard == ["E-1 low", "E-1 high"]


def lucky(ref: Referee) -> list[str]:
    """Rules with a question after every roll, one with a single option, and one for yes or no."""

    def again(ref: Referee, chart: str, word: str) -> bool:
        return choose(ref, "luck", "1", "Again?", {"keep": "Keep", "again": "Again"}, "keep") == "again"

    ref.offer_again(again, "luck", ())
    found = [ref.roll(E1), choose(ref, "only", "1", "Only?", {"one": "One"}, "one"), ref.roll(E1)]
    found.append("yes" if ref.agreed("q", False, lambda: yes_no("1", "?")) else "no")
    return [*found, choose(ref, "open", "1", "Open?", {"a": "A", "b": "B"}, "a"), ref.roll(E1)]


def test_a_way_that_was_gone_is_retraced_without_making_a_question() -> None:
    first = Referee(Seeded("way"), Scripted(["again", "keep", "again", "keep", "yes"], then=Suspend()))
    with pytest.raises(Pending):
        lucky(first)
    assert first.path == ["again", "keep", "one", "again", "keep", "yes"]
    whole = Referee(Seeded("way"), Scripted([*first.path[:2], *first.path[3:], "b", "keep"]))
    ref = Referee(Seeded("way"), Default())

    def arrive(ref: Referee) -> str:
        assert ref.rolls == first.rolls
        ref.hand_over(Default())
        return "b"

    ref.retrace(first.path, arrive)
    assert lucky(ref) == lucky(whole)
    assert (ref.journal, ref.rolls) == ([], whole.rolls)


def test_throws_at_the_table_are_retraced_too() -> None:
    journal = [Throw(1, "E-1", (6, 6))]
    ref = Referee(Seeded("way"), Default(), journal)
    ref.retrace(["yes"], lambda ref: "no")
    assert (ref.roll(E1), ref.agreed("q", False, lambda: yes_no("1", "?"))) == ("high", True)
    assert not ref.agreed("q", True, lambda: yes_no("1", "?"))


def test_going_round_in_circles_is_stopped() -> None:
    ref = Referee(Fixed(), Default())

    def circle() -> None:
        while True:
            agree(ref, "q", "1", "?")

    with pytest.raises(RulesError, match="circles"):
        circle()


def test_an_agent_of_defaults_is_not_even_asked() -> None:
    unseen, seen = Referee(Seeded("s"), Default()), Referee(Seeded("s"), Default(), keep=True)
    assert unseen.unseen
    assert not seen.unseen
    assert play(unseen) == play(seen)
    assert (unseen.rolls, unseen.asked) == (seen.rolls, seen.asked)
    assert unseen.journal == []
    assert len(seen.journal) == 2
