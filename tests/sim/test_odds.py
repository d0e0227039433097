"""Odds at the prompt: real rules, the real position, fresh dice, nothing hidden used, the session untouched."""

from __future__ import annotations

import math

import msgspec
import pytest

from flakhouse import games
from flakhouse.core.agents import Agent, Default
from flakhouse.core.chapter import begin
from flakhouse.core.dice import Fixed, Seeded
from flakhouse.core.game import Game, Measure
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.core.session import Session
from flakhouse.errors import AnswerError, OptionError
from flakhouse.games.b29.game import B29
from flakhouse.games.doolittle.game import Doolittle
from flakhouse.games.doolittle.state import Raid
from flakhouse.sim.exact import Chance
from flakhouse.sim.odds import OPENS, Branch, Cell, Keeps, OddsTable, Row, Sampler, _compare, _Sums, odds, play_out
from flakhouse.sim.oddstext import cell_text, chance_text, count_line, lead_line, odds_lines, sentences, why_line
from tests.core import toy
from tests.doolittle.hidden import deal
from tests.sim.positions import asks, session_at


def last(session: Session, limit: int, **how: object) -> OddsTable:
    *_, table = odds(session, limit=limit, **how)  # type: ignore[arg-type]
    return table


def test_every_option_has_every_measure_and_intervals_around_the_mean() -> None:
    session = session_at("b17", asks("fire-plan"))
    table = last(session, 12)
    assert (table.n, table.done, table.pilot, table.ask) == (12, True, "doctrine", "fire-plan")
    assert [row.key for row in table.rows] == ["advised", "each", "hold"]
    assert [row.default for row in table.rows] == [True, False, False]
    for row in table.rows:
        assert list(row.cells) == [measure.key for measure in table.measures]
        for cell in row.cells.values():
            assert cell.n == (0 if row.key == "each" else 12)
            low, high = cell.low, cell.high
            assert (low is None) == (high is None)
            assert low is None or high is None or low <= cell.mean <= high
    assert msgspec.json.decode(msgspec.json.encode(table), type=OddsTable) == table


def test_an_option_that_only_opens_other_questions_has_no_odds_and_says_so() -> None:
    table = last(session_at("b17", asks("fire-plan")), 6)
    assert {row.key: row.opens for row in table.rows} == {"advised": False, "each": True, "hold": False}
    assert table.lead is not None
    assert {table.lead.best, table.lead.second} == {"advised", "hold"}
    lines = odds_lines(table)
    at = next(i for i, line in enumerate(lines) if line.startswith("2 Choose gun by gun"))
    assert lines[at].split()[-1] == "-"
    assert lines[at + 1].strip() == OPENS
    assert any(line.startswith("3 All guns hold") for line in lines)


def test_men_lost_over_a_tour_say_of_whom_and_over_how_many_missions() -> None:
    game = games.load("b17")
    for credited in (0, 20):
        found = next(one for one in game.odds_measures({"credited": credited}) if one.key == "toll")
        assert found.label == f"men lost of all crews over {25 - credited} missions"
        assert "replacements among them" in found.meaning
        assert f"{25 - credited} are still to come" in found.meaning
    assert "about 1.7 men" in found.meaning


def test_no_mean_stands_outside_its_own_range_and_two_that_differ_by_little_look_different() -> None:
    saved = games.load("b29").odds_measures(None)[0]
    assert cell_text(Cell(99, 8.6, 8.4, 8.8), saved) == "8.60 ±0.20"
    assert cell_text(Cell(99, 9.41, 9.41, 9.41), saved) != cell_text(Cell(99, 9.44, 9.44, 9.44), saved)


def test_a_mission_that_counts_says_that_a_lost_bomber_has_flown_it() -> None:
    for name in ("b17", "b29"):
        counts = next(one for one in games.load(name).odds_measures({}) if one.key == "credit")
        assert "lost" in counts.meaning


def test_tables_come_after_every_round_and_can_be_stopped() -> None:
    session = session_at("b17", asks("fire-plan"))
    source = odds(session, clock=lambda: 0.0)
    assert [next(source).n for _ in range(3)] == [1, 2, 3]
    source.close()
    assert list(source) == []


def test_a_slow_round_is_shown_before_it_is_complete() -> None:
    session = session_at("b17", asks("fire-plan"))
    times = iter(range(100))
    table = next(odds(session, clock=lambda: float(next(times))))
    assert table.n == 0
    assert [row.n for row in table.rows] == [1, 0, 0]
    assert odds_lines(table)


def test_the_same_seed_gives_the_same_table_and_workers_change_nothing() -> None:
    session = session_at("b17", asks("fire-plan"))
    alone = last(session, 6)
    assert last(session, 6) == alone
    assert last(session, 6, jobs=2) == alone
    assert last(session, 6, jobs=2, apart=True) == alone
    assert last(session, 6, seed="other") != alone


def test_the_session_is_not_touched() -> None:
    session = session_at("doolittle", asks("evade"), options={"scenario": "1"})
    before = msgspec.json.encode(session.chapter)
    ask, state, events = session.pending, repr(session.state), len(session.events)
    last(session, 3)
    assert msgspec.json.encode(session.chapter) == before
    assert (session.pending, repr(session.state), len(session.events)) == (ask, state, events)
    session.run()
    assert session.pending is not None
    assert ask is not None
    assert (session.pending.id, list(session.pending.options)) == (ask.id, list(ask.options))
    assert session.verify().identical


def test_the_dice_to_come_have_no_part_in_it() -> None:
    """Two games alike so far, whose next dice differ, have the same odds."""
    session = session_at("b17", asks("fire-plan"))
    other = Session(session.game, session.fork("other dice"))
    other.run()
    one, two = last(session, 5), last(other, 5)
    assert one.rows == two.rows
    session.answer("hold")
    other.answer("hold")
    assert session.ref.check != other.ref.check


def test_no_odds_without_options() -> None:
    game = games.load("b29")
    session = Session(game, begin(game, "7"))
    session.run()
    with pytest.raises(AnswerError, match="a name changes no odds"):
        next(odds(session))
    session = Session(game, begin(game, "7", table_dice=True))
    session.run()
    while session.pending is not None:
        session.answer(session.pending.default)
    with pytest.raises(AnswerError, match="thrown first"):
        next(odds(session))
    with pytest.raises(OptionError, match="no pilot 'nobody'"):
        next(odds(session_at("b17", asks("fire-plan")), pilot="nobody"))


def test_after_dice_thrown_at_the_table_the_computer_throws() -> None:
    game = games.load("b17")
    session = Session(game, begin(game, "7", table_dice=True))
    session.run()
    while session.need_dice is not None or session.pending is None or session.pending.id != "fire-plan":
        if session.need_dice is not None:
            session.throw([3] * session.need_dice.count)
        elif session.pending is not None:
            session.answer(session.pending.default)
        assert session.finish is None
    assert last(session, 4).n == 4


def test_house_rules_hold_in_the_odds() -> None:
    toy.register()
    session = session_at(toy.GAME, lambda ask: not ask.free)
    table = last(session, 3)
    assert table.n == 3
    assert all(row.cells == {} for row in table.rows)  # it measures nothing
    assert table.lead is None


class Slow(Default):
    """Takes every default, but is asked."""

    takes_default = False


def test_a_bot_in_a_hurry_plays_as_one_who_is_asked() -> None:
    for name, id, options in (
        ("b29", "orders", {}),
        ("b17", "fire-plan", {}),
        ("doolittle", "evade", {"scenario": "1"}),
        ("doolittle", "city", {"scenario": "7"}),
    ):
        session = session_at(name, asks(id), options=options)
        assert session.pending is not None
        for number in range(4):
            key = list(session.pending.options)[number % len(session.pending.options)]
            quick = play_out(session, key, f"s/{number}", Default()).finish()
            assert play_out(session, key, f"s/{number}", Slow()).finish() == quick


class ByTheJournal(Agent):
    """Does at the open question what a branch does, after a replay that makes and proves every question."""

    def __init__(self, branch: Branch) -> None:
        self.branch = branch

    def choose(self, ask: Question, ref: Referee) -> str:
        return self.branch(ref)


@pytest.mark.parametrize(
    ("name", "id", "options"),
    [
        ("b29", "orders", {}),
        ("b17", "fire-plan", {}),
        ("b17", "abort", {}),
        ("doolittle", "evade", {"scenario": "1"}),
        ("doolittle", "city", {"scenario": "7"}),
    ],
)
def test_a_play_out_ends_as_one_that_replays_the_journal(name: str, id: str, options: dict[str, str]) -> None:
    session = session_at(name, asks(id), options=options)
    assert session.pending is not None
    for number, key in enumerate(session.pending.options):
        branch = Branch(session.game, key, f"s/{number}", session.game.pilots()["doctrine"](""))
        assert play_out(session, key, f"s/{number}", branch.bot).finish() == session.play_on(ByTheJournal(branch))


# ------------------------------------------------------------------ hidden markers


class Dealt(Doolittle):
    """The Raid with what lies face down exchanged before odds are made, as no player could tell."""

    def __init__(self, turn: int, again: bool = True) -> None:
        self.turn = turn
        self.again = again

    def redraw(self, state: object, ref: Referee) -> None:
        assert isinstance(state, Raid)
        deal(state, self.turn)
        if self.again:
            super().redraw(state, ref)


@pytest.mark.parametrize(
    ("scenario", "id"), [("5", "assign-hazard"), ("1", "evade"), ("7", "b25-hazard"), ("9", "next-hazard")]
)
def test_4_2_2_8_3_2_12_6_2_odds_do_not_depend_on_what_lies_face_down(scenario: str, id: str) -> None:
    tables = []
    for turn in (0, 1, 5):
        session = session_at(Dealt(turn), asks(id), options={"scenario": scenario})
        tables.append(last(session, 3))
    assert tables[0].rows == tables[1].rows == tables[2].rows


def test_4_2_2_without_the_redraw_hidden_markers_would_matter() -> None:
    tables = []
    for turn in (0, 1, 5):
        session = session_at(Dealt(turn, again=False), asks("evade"), options={"scenario": "1"})
        tables.append(last(session, 3))
    assert tables[0].rows != tables[1].rows or tables[0].rows != tables[2].rows


# ------------------------------------------------------------------ what is said of it


def test_a_difference_is_clear_only_if_it_is_more_than_luck() -> None:
    share, number = Measure("home", "bomber home"), Measure("men", "men", share=False)
    same = _compare(share, ("a", [1.0, 0.0] * 20), ("b", [1.0, 0.0] * 20))
    assert (same.difference, same.clear) == (0.0, False)
    few = _compare(share, ("a", [1.0] * 5), ("b", [0.0] * 5))
    assert (few.difference, few.clear) == (1.0, False)  # five of five come by chance 1 time in 16
    many = _compare(share, ("a", [1.0] * 6), ("b", [0.0] * 6))
    assert many.clear
    assert not _compare(number, ("a", [2.0] * 10), ("b", [1.0] * 10)).clear
    assert _compare(number, ("a", [2.0, 3.0] * 20), ("b", [1.0, 1.0] * 20)).clear
    assert not _compare(number, ("a", [2.0, 0.0] * 20), ("b", [1.0, 1.0] * 20)).clear


def test_of_many_options_the_first_two_have_to_differ_by_more() -> None:
    share = Measure("home", "home", share=True)
    few, pairs = ("a", [1.0] * 8), math.comb(8, 2)
    assert _compare(share, few, ("b", [0.0] * 8)).clear  # eight of eight: 1 time in 128
    assert not _compare(share, few, ("b", [0.0] * 8), pairs).clear  # but with 28 pairs to find it in, 1 in 5
    assert _compare(share, ("a", [1.0] * 20), ("b", [0.0] * 20), pairs).clear


def test_the_text_fits_and_says_what_it_comes_from() -> None:
    session = session_at("doolittle", asks("city"), options={"scenario": "7"})
    table = last(session, 2)
    for width in (40, 80):
        lines = odds_lines(table, width)
        assert max(len(line) for line in lines) <= width
    text = "\n".join(odds_lines(table))
    assert "played out 2 times from here, with fresh dice; doctrine decided" in count_line(table)
    assert "score of the" in text
    assert "(Enter)" in text
    assert lead_line(table) in text.replace("\n  ", " ")


@pytest.mark.parametrize("width", [80, 100, 110, 120])
def test_rows_fit_the_width_however_wide_their_figures_are(width: int) -> None:
    """What has no room beside stands below: nothing is left out."""
    measures = [Measure(f"m{n}", f"measure {n}") for n in range(6)]
    cells = {m.key: Cell(9000, 0.998, 0.9962, 0.9991) for m in measures}
    rows = [Row(key, "Fly on to Tokyo and bomb it there", key == "a", 9000, cells, []) for key in "ab"]
    table = OddsTable("doolittle", 1, "city", "?", "doctrine", "s", 9000, True, measures, rows, None)
    lines = odds_lines(table, width)
    assert max(len(line) for line in lines) <= width
    figure = cell_text(cells["m0"], measures[0])
    assert sum(line.count(figure) for line in lines) == len(measures) * len(rows)
    heads = " ".join(" ".join(lines).split())
    assert all(measure.label in heads for measure in measures)
    assert "wider screen" not in heads


def test_fresh_dice_are_those_of_their_seed() -> None:
    """The first die after the open question is the first of the sample's seed."""
    seen: list[bytes] = []

    class Watch(Default):
        takes_default = False

        def choose(self, ask: Question, ref: Referee) -> str:
            if not seen:
                assert isinstance(ref.dice, Seeded)
                seen.append(ref.dice.seed.encode())
            return ask.default

    session = session_at("b17", asks("fire-plan"))
    play_out(session, "hold", "fresh/1", Watch())
    assert seen == [b"fresh/1"]


def test_every_game_measures_something() -> None:
    loaded: list[Game] = [games.load(name) for name in ("b17", "b29", "doolittle")]
    assert all(game.measures() for game in loaded)


def test_4_7a_who_goes_on_is_played_out_as_going_on_until_something_new_happens() -> None:
    asked: list[Question] = []

    class Turns(Agent):
        wants = frozenset({"abort"})

        def choose(self, question: Question, ref: Referee) -> str:
            asked.append(question)
            return "abort"

    first = Question("4.7A", "You may turn back: fuel short.", {"go-on": "On", "abort": "Back"})
    first.id = "abort"
    same = Question("4.7A", "You may turn back: fuel short.", {"go-on": "On", "abort": "Back"})
    new = Question("4.7A", "You may turn back: fuel short, pilot lost.", {"go-on": "On", "abort": "Back"})
    same.id = new.id = "abort"
    pilot = Keeps(Turns(), first, "go-on")
    ref = Referee(Fixed(), pilot)
    assert pilot.choose(same, ref) == "go-on"
    assert not asked
    assert pilot.choose(new, ref) == "abort"


def test_nothing_reads_1_0_to_1_0() -> None:
    assert cell_text(Cell(40, 1.0, 1.0, 1.0), Measure("x", "x", share=False)) == "1.00"
    assert cell_text(Cell(40, 1.0, 1.0, 1.0), Measure("x", "x")) == "100 %"


def test_what_dice_decide_is_not_called_exact_twice() -> None:
    assert chance_text(Chance("flak hits you", ["2-5"], 31000, 100000, 0.31)) == "flak hits you 31 %"
    assert chance_text(Chance("hits", ["M-2"], 5, 18, 5 / 18)) == "hits 28 % (5 in 18)"


def test_the_toll_of_a_tour_counts_the_missions_that_are_still_to_be_flown() -> None:
    game = B29()
    ends = {"men": 10 / 11, "credit": 1.0}
    found = game.odds_measured(ends, {"credited": 30})
    assert found["saved"] == pytest.approx(10)
    assert found["toll"] == pytest.approx(1 + 4 * game.toll(34))
    assert "toll" not in game.odds_measured(ends, None)


def test_where_another_option_than_the_advised_is_ahead_the_reason_is_told() -> None:
    rows = [Row("go-on", "Continue", True, 60, {}, []), Row("abort", "Turn back", False, 60, {}, [])]
    table = OddsTable(
        "b29", 1, "abort", "?", "doctrine", "s", 60, True, [], rows, None, True, "It is flown again."
    )
    assert why_line(table) == "Enter takes 'Continue': It is flown again."
    beaten = msgspec.structs.replace(table, beaten=True)
    assert why_line(beaten) == "Enter takes 'Continue' by a rule of thumb: here the odds are the better guide."
    assert "keeps to what is chosen" in count_line(table)


def judged(
    name: str, id: str, enter: dict[str, float], other: dict[str, float], **options: str
) -> tuple[OddsTable, str]:
    """What is said where every sample of the advised option ends so, and every one of another option so; the rest
    are as the advised one, a little worse in everything."""
    session = session_at(name, asks(id), options=options)
    sampler = Sampler(session, "", "odds")
    sums = _Sums(sampler)
    assert sums.of.keys[sums.enter] == sampler.ask.default
    for number in range(60):
        for option in range(len(sampler.keys)):
            found = other if option == (sums.enter + 1) % len(sampler.keys) else enter
            jitter = 0.001 * (number % 3)
            sums.add(option, [found[one.key] + (0 if one.share else jitter) for one in sampler.measures])
    table = sums.table(done=True)
    return table, " ".join(sentences(table))


LANDED = {"saved": 10.60, "crew": 1.0, "toll": 32.20, "home": 1.0, "target": 1.0, "credit": 1.0}


def test_a_trifle_in_the_men_is_no_better_guide_where_the_bomber_is_thrown_away() -> None:
    jumped = {**LANDED, "saved": 10.61, "toll": 32.19, "home": 0.0}
    table, said = judged("b29", "altitude", LANDED, jumped)
    assert table.lead is not None
    assert (table.lead.measure, table.lead.clear, table.lead.small) == ("toll", True, True)
    assert not table.beaten
    assert "too little to decide by" in said
    assert "costs: bomber home 0 % instead of 100 %" in said
    assert "better guide" not in said


def test_what_another_option_gains_and_costs_is_named() -> None:
    low = {**LANDED, "saved": 10.77, "toll": 32.03, "target": 0.0}
    table, said = judged("b29", "altitude", LANDED, low)
    assert not table.beaten
    assert "is ahead of" in said
    assert "by 0.17" in said
    assert "also gains: men saved 10.77 instead of 10.60" in said
    assert "But it costs: bombs on target 0 % instead of 100 %." in said
    assert "better guide" not in said


def test_13_1_over_a_tour_the_verdict_is_by_the_men_of_the_tour() -> None:
    """Who turns back saves men today and loses more in the end: Enter, which continues, is ahead."""
    back = {**LANDED, "saved": 10.0, "toll": 32.70, "credit": 0.0}
    table, said = judged("b17", "abort", {**LANDED, "saved": 9.1}, back)
    assert table.lead is not None
    assert (table.lead.measure, table.lead.best) == ("toll", "go-on")
    assert table.lead.difference == pytest.approx(-0.5)
    assert "(Enter) is ahead of 'Turn back' by 0.50" in said
    assert "But it costs: men saved 9.10 instead of 10.00" in said


@pytest.mark.parametrize(("adviser", "beaten"), [("doctrine", True), ("crew", False)])
def test_the_odds_are_the_better_guide_where_the_advice_is_behind_in_what_it_wants(
    adviser: str, beaten: bool
) -> None:
    """In a raid doctrine wants the score that comes first, crew that B-25s come home."""
    plain = {"score": 9.0, "won": 1.0, "blast": 9.0, "none_lost": 1.0, "none_captured": 1.0, "survived": 0.9}
    scored = {**plain, "score": 12.0, "survived": 0.9 if beaten else 0.8}
    table, said = judged("doolittle", "city", plain, scored, scenario="7", adviser=adviser)
    assert table.lead is not None
    assert table.lead.measure == ("score" if adviser == "doctrine" else "survived")
    assert table.beaten is beaten
    assert ("better guide" in said) is beaten
