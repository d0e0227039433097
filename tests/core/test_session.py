"""Sessions: a game is seed + journal; stop, undo, table dice, automation, fork, verify, crash."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flakhouse.core.chapter import Chain, Chapter, begin
from flakhouse.core.dice import Seeded
from flakhouse.core.events import Chosen, Noted, Rolled
from flakhouse.core.game import read_house
from flakhouse.core.journal import Answer, Throw
from flakhouse.core.questions import Question
from flakhouse.core.session import Session
from flakhouse.errors import (
    AnswerError,
    ChartError,
    Desync,
    DiceError,
    OptionError,
    PositionError,
    RulesError,
    SaveError,
)
from tests.checks.asking import agree
from tests.core.toy import GAME, TEAR, WIND, Balloon, Toy


def session(seed: str = "7/1", **changes: object) -> Session:
    options = {k: v for k, v in changes.items() if k in ("length", "age", "bug")}
    rest = {k: v for k, v in changes.items() if k not in options}
    new = Session(GAME, begin(GAME, seed, options=options, **rest))  # type: ignore[arg-type]
    new.run()
    return new


def asked(s: Session) -> Question:
    assert s.pending is not None
    return s.pending


def play_out(s: Session, limit: int = 100) -> Session:
    for _ in range(limit):
        if s.finish is not None:
            return s
        if s.need_dice is not None:
            s.throw([3] * s.need_dice.count)
        else:
            s.answer(asked(s).default)
    raise AssertionError("no end")


def again(chapter: Chapter) -> Session:
    """The chapter through JSON and back, as a store keeps it."""
    copy = Session(GAME, msgspec.json.decode(msgspec.json.encode(chapter), type=Chapter))
    copy.run()
    return copy


# ------------------------------------------------------------------ the state at an event


def test_the_state_at_any_event_is_that_of_the_moment() -> None:
    s = play_out(session(length="long"))
    for number, event in enumerate(s.events):
        past = s.at(number)
        assert past.events == s.events[: number + 1]
        if isinstance(event, Noted) and event.kind == "wind":
            assert isinstance(past.state, Balloon)
            assert past.state.turn == event.facts["turn"]
        assert (past.pending, past.need_dice, past.finish) == (None, None, None)
    assert s.at(len(s.events)).events == s.events


# ------------------------------------------------------------------ playing


def test_it_stops_at_each_question_and_ends() -> None:
    s = session()
    assert asked(s).id == "balloon-name"
    s.answer("Zephyr")
    assert asked(s).id == "course"
    assert s.finish is None
    play_out(s)
    assert s.finish is not None
    assert s.finish.campaign["name"] == "Zephyr"
    assert s.pending is None
    assert s.chapter.finished == s.finish
    with pytest.raises(AnswerError, match="no question is open"):
        s.answer("stay")


def test_a_wrong_answer_changes_nothing_and_names_the_options() -> None:
    s = session()
    s.answer("Zephyr")
    with pytest.raises(AnswerError, match="'left' does not answer 'course': expected one of stay, up, down"):
        s.answer("left")
    assert s.steps == 1
    assert asked(s).id == "course"


def test_a_barred_answer_says_why() -> None:
    s = session(given=[6, 6])
    s.answer("Zephyr")
    assert "up" in asked(s).barred
    with pytest.raises(AnswerError, match=r"'up' is not possible now: too windy \(1.2\)"):
        s.answer("up")


@pytest.mark.parametrize("text", ["", " x", "x" * 41, "a\nb", "\x1b[31m"])
def test_free_text_is_short_and_printable(text: str) -> None:
    s = session()
    with pytest.raises(AnswerError, match="a short text"):
        s.answer(text)


def test_injected_dice_come_first_then_the_seed() -> None:
    s = session(given=[1, 1, 6])
    s.answer("Zephyr")
    play_out(s)
    faces = [e.faces for e in s.events if isinstance(e, Rolled)]
    assert faces[0] == (1, 1)
    assert faces[1] == (6,)
    dice = Seeded("7/1")
    assert faces[2][0] == dice.d6()


def test_options_and_positions_are_checked_when_a_chapter_begins() -> None:
    with pytest.raises(OptionError, match="there is no option 'colour'; options: length, age, bug"):
        begin(GAME, "1", options={"colour": "red"})
    with pytest.raises(OptionError, match="length='endless': expected short or long"):
        begin(GAME, "1", options={"length": "endless"})
    with pytest.raises(OptionError, match="automation='all'"):
        begin(GAME, "1", automation="all")
    with pytest.raises(PositionError, match="unknown word 'wings'"):
        begin(GAME, "1", position="wings 2")
    with pytest.raises(PositionError, match="no step 'tea'"):
        begin(GAME, "1", position="turn 2", step="tea")
    with pytest.raises(DiceError):
        begin(GAME, "1", given=[7])
    chapter = begin(GAME, "1", options={"age": "old"})
    assert chapter.options == {"length": "short", "age": "old", "bug": "off"}
    assert (chapter.rules_version, chapter.charts) == (1, GAME.charts().digest())


def test_a_position_is_played_from() -> None:
    s = session(position="turn 2 tear 5")
    play_out(s)
    assert s.finish is not None
    assert s.finish.outcome["tear"] in range(5, 12)
    assert sum(isinstance(e, Chosen) and e.id == "course" for e in s.events) == 1


def test_a_record_of_another_game_is_refused() -> None:
    chapter = begin(GAME, "1")
    chapter.game = "chess"
    with pytest.raises(SaveError, match="a record of 'chess'"):
        Session(GAME, chapter)


# ------------------------------------------------------------------ stop and resume, undo and repeat

moves = st.lists(st.integers(0, 5), min_size=1, max_size=25)


def walk(s: Session, choices: list[int]) -> None:
    for n in choices:
        if s.finish is not None:
            return
        if s.need_dice is not None:
            s.throw([n % 6 + 1] * s.need_dice.count)
        else:
            ask = asked(s)
            keys = list(ask.options) or ["Alba", "Boreas"]
            s.answer(keys[n % len(keys)])


@given(st.text("abc", min_size=1, max_size=3), moves, st.booleans(), st.booleans())
@settings(max_examples=60, deadline=None)
def test_stop_anywhere_save_resume_same_log(seed: str, choices: list[int], table: bool, routine: bool) -> None:
    s = session(seed, length="long", table_dice=table, automation="routine" if routine else "none")
    for i in range(len(choices)):
        walk(s, choices[i : i + 1])
        copy = again(s.chapter)
        assert copy.events == s.events
        assert copy.chapter == s.chapter
        assert (copy.pending is None, copy.need_dice is None) == (s.pending is None, s.need_dice is None)
        assert copy.verify().identical


@given(st.text("abc", min_size=1, max_size=3), moves, st.integers(1, 30), st.booleans(), st.booleans())
@settings(max_examples=60, deadline=None)
def test_undo_and_repeat_same_log(seed: str, choices: list[int], back: int, table: bool, routine: bool) -> None:
    s = session(seed, length="long", table_dice=table, automation="routine" if routine else "none")
    walk(s, choices)
    events, entries = list(s.events), list(s.chapter.entries)
    own = [e for i, e in enumerate(entries) if i not in s.chapter.auto]
    done = s.undo(back)
    assert done == min(back, len(own))
    for entry in own[len(own) - done :]:
        if isinstance(entry, Throw):
            s.throw(entry.faces)
        else:
            s.answer(entry.key)
    assert s.events == events
    assert s.chapter.entries == entries


def test_undo_counts_only_steps_past_a_die() -> None:
    s = session()
    s.answer("Zephyr")  # a roll follows
    s.answer("stay")  # none does before the next question
    assert s.undo() == 1
    assert (asked(s).id, s.chapter.undos) == ("course", 0)
    assert s.undo() == 1
    assert (asked(s).id, s.chapter.undos) == ("balloon-name", 1)
    with pytest.raises(AnswerError, match="nothing to undo"):
        s.undo()


def test_undo_of_many_counts_each_step() -> None:
    s = play_out(session())
    assert s.steps == 5
    assert s.undo(99) == 5
    assert asked(s).id == "balloon-name"
    assert s.chapter.undos == 3  # after the name and after both ballasts dice were rolled
    assert s.chapter.finished is None
    assert s.finish is None


# ------------------------------------------------------------------ the player's own dice


def test_table_dice_are_asked_for_checked_and_logged() -> None:
    s = session(table_dice=True)
    s.answer("Zephyr")
    need = s.need_dice
    assert need is not None
    assert (need.chart, need.count, s.pending) == ("1-1", 2, None)
    with pytest.raises(DiceError, match="1-1 Wind wants 2 dice, not 1"):
        s.throw([3])
    with pytest.raises(DiceError, match="1 to 6, not 7"):
        s.throw([3, 7])
    with pytest.raises(AnswerError):
        s.answer("stay")
    assert s.steps == 1
    s.throw([6, 6])
    rolled = s.events[-2]
    assert isinstance(rolled, Rolled)
    assert (rolled.faces, rolled.typed, rolled.result) == ((6, 6), True, "Gale")
    with pytest.raises(DiceError, match="no roll waits"):
        s.throw([1])


def test_a_throw_can_be_corrected() -> None:
    s = session(table_dice=True)
    s.answer("Zephyr")
    s.throw([6, 6])
    assert s.undo() == 1
    assert s.need_dice is not None
    assert s.chapter.undos == 1
    s.throw([1, 1])
    assert any(isinstance(e, Rolled) and e.result == "Calm" for e in s.events)


def test_table_dice_switched_on_at_an_open_question_ask_only_from_there() -> None:
    s = session()
    s.answer("Zephyr")
    first = s.events[1]
    s.set_table_dice(True)
    assert asked(s).id == "course"
    s.answer("stay")
    assert asked(s).id == "ballast"
    assert s.events[1] == first
    s.answer("no")
    assert s.need_dice is not None
    assert s.need_dice.chart == "1-2"
    copy = again(s.chapter)  # resumed, it waits for the same dice
    assert copy.need_dice is not None
    assert copy.need_dice.roll == s.need_dice.roll
    s.throw([1])
    assert s.need_dice is not None
    s.set_table_dice(False)  # and the computer rolls what was waiting
    assert s.need_dice is None
    assert asked(s).id == "course"
    play_out(s)
    typed = [e.typed for e in s.events if isinstance(e, Rolled)]
    assert typed[:3] == [False, True, False]
    assert s.verify().identical


def test_own_dice_taken_in_the_midst_of_the_telling_take_back_what_was_not_told() -> None:
    s = session()
    s.answer("Zephyr")
    s.answer("stay")
    before = len(s.events)
    s.answer("no")
    rolled = next(n for n in range(before, len(s.events)) if isinstance(s.events[n], Rolled))
    kept = s.events[:rolled]
    s.take_dice(rolled - 1)
    assert s.need_dice is not None
    assert s.need_dice.chart == "1-2"
    assert s.events == kept
    assert again(s.chapter).need_dice is not None  # and so it is kept
    with pytest.raises(AnswerError, match="answered since"):
        s.take_dice(0)
    assert s.need_dice is not None
    s.throw([1])
    assert [e.typed for e in s.events if isinstance(e, Rolled)][-1]
    assert play_out(s).verify().identical


def test_own_dice_taken_after_a_flight_that_asked_nothing_open_it_again() -> None:
    s = play_out(session(automation="routine"))
    last = max(n for n, e in enumerate(s.events) if isinstance(e, Rolled))
    s.take_dice(last - 1)
    assert s.finish is None
    assert s.chapter.finished is None
    assert s.need_dice is not None


def test_undo_before_the_switch_asks_for_dice_from_the_open_question_on() -> None:
    s = session()
    s.answer("Zephyr")
    s.answer("stay")
    s.answer("no")
    s.set_table_dice(True)
    s.undo(2)
    assert asked(s).id == "course"
    s.answer("stay")
    s.answer("no")
    assert s.need_dice is not None  # the player has taken the dice; this roll is his now


def test_undo_of_a_throw_with_the_computers_dice_rolls_it_anew_and_counts() -> None:
    s = session(table_dice=True)
    s.answer("Zephyr")
    s.throw([6, 6])
    s.set_table_dice(False)
    s.undo()
    assert asked(s).id == "course"
    assert s.chapter.undos == 1
    rolled = next(event for event in s.events if isinstance(event, Rolled))
    assert not rolled.typed


# ------------------------------------------------------------------ automation


def test_routine_questions_answer_themselves_and_undo_skips_them() -> None:
    s = session(automation="routine")
    assert asked(s).id == "course"  # the name, a routine question, took its default
    assert s.chapter.auto == [0]
    s.answer("stay")
    assert asked(s).id == "course"
    assert [e.key for e in s.chapter.entries if isinstance(e, Answer)] == ["Montgolfier", "stay", "no"]
    assert s.chapter.auto == [0, 2]
    s.undo()
    assert (asked(s).id, s.steps) == ("course", 1)
    with pytest.raises(AnswerError, match="nothing to undo"):
        s.undo()


def test_automation_changes_at_any_moment() -> None:
    s = session()
    s.set_automation("routine", open_too=True)
    assert asked(s).id == "course"
    s.set_automation("none")
    s.answer("stay")
    assert asked(s).id == "ballast"
    s.set_automation("routine")
    assert asked(s).id == "ballast"  # whoever changes what is asked has answered nothing
    s.answer("yes")
    s.undo()
    assert asked(s).id == "ballast"  # his own answer, so it is asked again
    with pytest.raises(OptionError, match="automation='all'"):
        s.set_automation("all")


def test_automatic_or_by_hand_the_log_is_the_same() -> None:
    by_hand = play_out(session(length="long"))
    routine = play_out(session(length="long", automation="routine"))
    assert by_hand.events == routine.events


# ------------------------------------------------------------------ looking back, forks


def test_every_earlier_step_can_be_looked_at() -> None:
    s = session(table_dice=True)
    s.answer("Zephyr")
    s.throw([2, 3])
    s.set_table_dice(False)
    play_out(s)
    for step in range(s.steps + 1):
        past = s.after(step)
        assert past.events == s.events[: len(past.events)]
        assert past.steps == step
    waiting = s.after(1)
    assert waiting.need_dice is not None  # a throw came next
    assert s.after(s.steps).finish == s.finish
    assert s.after(-5).steps == 0


def test_a_fork_has_the_same_past_and_other_dice() -> None:
    s = play_out(session(length="long"))
    logs = set()
    for seed in ("a", "b", "c", "d"):
        copy = Session(GAME, s.fork(seed, 5))
        copy.run()
        assert copy.events == s.after(5).events
        play_out(copy)
        assert copy.verify().identical
        logs.add(repr(copy.events))
        assert copy.chapter.remarks == ["forked at step 5"]
    assert len(logs) == 4
    same = Session(GAME, s.fork("", 5))
    same.run()
    assert play_out(same).events == s.events


def test_a_fork_of_a_fork_and_one_from_the_start() -> None:
    s = play_out(session(length="long", given=[1, 2, 3]))
    first = Session(GAME, s.fork("a", 6))
    first.run()
    play_out(first)
    second = Session(GAME, first.fork("b", 3))
    second.run()
    assert second.events == s.after(3).events
    assert len(second.chapter.seeds) == 2
    fresh = s.fork("c", 0)
    assert (fresh.seeds, fresh.given) == ([(0, "c")], [])


def test_chained_dice_change_seed_at_the_very_face() -> None:
    def stream(seed: str, count: int) -> list[int]:
        dice = Seeded(seed)
        return [dice.d6() for _ in range(count)]

    dice = Chain([(0, "a"), (700, "b"), (701, "c")])
    faces = [dice.d6() for _ in range(1500)]
    assert faces[:700] == stream("a", 700)
    assert faces[700:701] == stream("b", 1)
    assert faces[701:] == stream("c", 799)
    assert dice.drawn == 1500


# ------------------------------------------------------------------ verify, changed rules


class Changed(Toy):
    """The rules after a fix: the same, or parting from old records in one way or another."""

    rules_version = 2

    def __init__(self, how: str = "") -> None:
        self.how = how

    def turn(self, ref, balloon, options):  # type: ignore[no-untyped-def]
        if self.how == "question" and balloon.turn == 2:
            agree(ref, "wave", "1.9", "Wave to the crowd?")
        if self.how == "roll" and balloon.turn == 2:
            ref.roll(TEAR)
        if self.how == "crash" and balloon.turn == 2:
            raise KeyError("gone")
        super().turn(ref, balloon, options)

    def play(self, ref, campaign, options, position=None, step=""):  # type: ignore[no-untyped-def]
        if self.how == "short":
            position = "turn 2"
        if self.how == "long":
            options = {**options, "length": "long"}
        end = super().play(ref, campaign, options, position, step)
        return msgspec.structs.replace(end, outcome={**end.outcome, "tear": -1}) if self.how == "outcome" else end


def unmarked(chapter: Chapter) -> Chapter:
    """The record as a bot leaves it: without marks of the state."""
    entries = [msgspec.structs.replace(e, state=0) if isinstance(e, Answer) else e for e in chapter.entries]
    return msgspec.structs.replace(chapter, entries=entries)


def test_verify_compares_the_state_at_every_answer_of_a_player() -> None:
    record = play_out(session()).chapter
    verdict = Session(Changed("short"), record).verify()
    assert (verdict.identical, verdict.step) == (False, 1)
    assert "the state before it is no longer the same" in verdict.what
    assert Session(Changed(), record).verify().identical


def test_verify_proves_the_record_or_names_the_step() -> None:
    record = unmarked(play_out(session()).chapter)
    for how, step, what in (
        ("question", 3, "step 3: recorded 'course', the rules now ask 'wave'"),
        ("roll", 3, "the rolls before it are no longer the same"),
        ("crash", 3, "KeyError"),
        ("short", 3, "ends before this step"),
        ("long", 5, "the rules now continue"),
        ("outcome", 5, "tear was 0, is now -1"),
    ):
        verdict = Session(Changed(how), record).verify()
        assert not verdict.identical, how
        assert verdict.step == step, how
        assert what in verdict.what, how
    assert Session(Changed(), record).verify().identical


def test_verify_sees_a_forged_entry() -> None:
    chapter = play_out(session()).chapter
    entry = chapter.entries[1]
    assert isinstance(entry, Answer)
    chapter.entries[1] = Answer(entry.ask, entry.key, entry.check + 1)
    assert Session(GAME, chapter).verify().step == 1
    chapter.entries[1] = Answer(entry.ask, "fly", entry.check)
    assert "no longer an option" in Session(GAME, chapter).verify().what
    chapter.entries[1] = Throw(1, "1-1", (1, 1))
    assert not Session(GAME, chapter).verify().identical


def test_changed_rules_are_adopted_once_proven_identical() -> None:
    chapter = session().chapter
    s = Session(Changed(), chapter)
    assert s.outdated() == "rules version 1, now 2"
    assert s.adopt() == "rules version 1, now 2: proven identical to step 0"
    assert chapter.rules_version == 2
    assert s.outdated() == ""
    assert s.adopt() == ""


def test_changed_rules_that_part_are_refused_and_nothing_changes() -> None:
    chapter = play_out(session()).chapter
    before = msgspec.json.encode(chapter)
    s = Session(Changed("question"), chapter)
    with pytest.raises(Desync, match=r"rules version 1, now 2: step 3") as parted:
        s.adopt()
    assert parted.value.step == 3
    with pytest.raises(Desync):
        s.run()
    assert msgspec.json.encode(chapter) == before


def test_a_finished_chapter_keeps_its_recorded_outcome() -> None:
    chapter = play_out(session()).chapter
    s = Session(Changed("outcome"), chapter)
    s.run()
    assert s.finish == chapter.finished
    assert s.finish is not None
    assert s.finish.outcome["tear"] == 0


# ------------------------------------------------------------------ crashes


@pytest.mark.parametrize("bug", ["on", "impossible"])
def test_a_failure_of_the_rules_is_told_and_the_player_is_back_before_it(bug: str) -> None:
    s = session(bug=bug)
    s.answer("Zephyr")
    with pytest.raises(RulesError, match="the rules failed at step 2"):
        s.answer("up")
    assert (asked(s).id, s.steps) == ("course", 1)
    s.answer("stay")
    play_out(s)


# ------------------------------------------------------------------ house rules

HOUSE = """
[options]
age = "old"

[chart.1-1]
title = "Wind, always a gale"
rule = "1.1"
dice = "2d6"
source = "ruling"
from = "house"
grid = "2-12 | Gale"
"""


def test_house_rules_change_charts_and_options_and_are_kept() -> None:
    house = read_house(GAME, "mine.toml", HOUSE)
    assert house.changes() == ["chart 1-1", "age=old"]
    s = Session(GAME, begin(GAME, "7/1", house=house))
    play_out_house = again(s.chapter)
    play_out(play_out_house)
    winds = [e.result for e in play_out_house.events if isinstance(e, Rolled) and e.chart == "1-1"]
    assert winds == ["Gale", "Gale"]
    assert play_out_house.chapter.options["age"] == "old"
    assert play_out_house.house is not None
    assert play_out_house.house.digest == house.digest
    assert play_out_house.verify().identical


def test_an_option_given_wins_over_the_house() -> None:
    house = read_house(GAME, "mine.toml", HOUSE)
    assert begin(GAME, "1", house=house, options={"age": "new"}).options["age"] == "new"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("[colour]\nx = 1", "there is no table 'colour'"),
        ("[options]\nage = 3", r"\[options\]"),
        ('[options]\nage = "ripe"', "expected new or old"),
        ('options = {age = "old"}\n[chart.1-1]\ntitle = "x"', "one table"),
        ("nonsense", "mine.toml"),
        (HOUSE.replace("1-1", "9-9"), "no chart '9-9'"),
        (HOUSE.replace("Gale", "Storm"), "'Storm' is no known result"),
        (HOUSE.replace("2-12", "2-999999999"), "no dice reach that far"),
        (HOUSE.replace('grid = "2-12 | Gale"', "grid = 3"), "Expected `str`"),
        ("x = " + "[" * 5000, "mine.toml"),
        (
            '[chart.1-4]\ntitle="a"\nrule="1"\ndice="none"\nsource="ruling"\nfrom="x"\ncolumns=["value"]\n'
            'grid="new | 3"',
            "looked up, not rolled",
        ),
    ],
)
def test_a_bad_house_file_is_refused_with_the_reason(text: str, what: str) -> None:
    with pytest.raises(ChartError, match=what):
        read_house(GAME, "mine.toml", text)


def test_the_options_table_may_stand_anywhere() -> None:
    chart, options = HOUSE.split("[chart.1-1]")[1], '[options]\nage = "old"\n'
    house = read_house(GAME, "mine.toml", f"[chart.1-1]{chart}\n{options}")
    assert list(house.charts) == ["1-1"]
    assert house.options == {"age": "old"}


def test_house_charts_that_go_round_in_circles_are_stopped() -> None:
    class Circles(Toy):
        def turn(self, ref, balloon, options):  # type: ignore[no-untyped-def]
            while ref.roll(WIND) != "Calm":
                pass

    house = read_house(GAME, "mine.toml", HOUSE)
    game = Circles()
    s = Session(game, begin(game, "1", house=house), trace=False)
    s.run()
    with pytest.raises(RulesError, match="round in circles"):
        s.answer("Zephyr")
