"""What every front end may look up."""

from __future__ import annotations

import re

import pytest

from flakhouse import games
from flakhouse.core.agents import Default
from flakhouse.core.chapter import begin
from flakhouse.core.dice import Seeded
from flakhouse.core.events import Chosen, Event, Rolled
from flakhouse.core.game import Finish, read_house
from flakhouse.core.questions import Barred
from flakhouse.core.referee import Referee
from flakhouse.core.session import Session
from flakhouse.render import look
from flakhouse.render.needs import printed, titled
from flakhouse.render.screen import screen
from tests.checks.whole import tour

B29 = games.load("b29")


def session(table_dice: bool = False) -> Session:
    made = Session(B29, begin(B29, "look/1", options={"rules": "basic"}, table_dice=table_dice))
    made.run()
    return made


def pick(id: str) -> Chosen:
    return Chosen(id, "1", "?", "yes", "Yes")


def rolled(typed: bool) -> Rolled:
    return Rolled("4-2", "", "", (1,), (), 1, "", "", "", typed)


def test_own_answers_are_those_no_routine_gave_and_dice_thrown_are_steps() -> None:
    events: list[Event] = [pick("a"), rolled(False), rolled(True), pick("b"), pick("c")]
    assert look.own_events(events, [2]) == {0, 4}
    assert look.own_events(events, []) == {0, 3, 4}


def test_an_option_is_listed_with_its_name_where_the_label_does_not_say_it() -> None:
    assert look.option_text("yes", "Yes, we go") == "Yes, we go"
    assert look.option_text("Upper-Fwd", "fires at nobody") == "Upper-Fwd: fires at nobody"
    assert look.option_text("Upper-Fwd", "the upper fwd turret") == "the upper fwd turret"


def test_a_barred_option_is_listed_in_words() -> None:
    assert look.barred_text("bail-out", Barred("")) == "Bail out"
    assert look.barred_text("Bombardier > Zeke A", Barred("")) == "Bombardier at Zeke A"
    assert look.barred_text("Upper-Fwd", Barred("")) == "Upper-Fwd"


def test_what_is_barred_for_one_reason_stands_in_one_line() -> None:
    barred = {"a": Barred("jammed", "Nose"), "b": Barred("no bursts", "Tail"), "c": Barred("jammed", "Top")}
    assert look.barred_lines(barred) == ["Nose, Top: jammed", "Tail: no bursts"]
    assert look.barred_text("spray 12 High", Barred("")) == "Spray 12 High"


def test_a_tour_that_is_over_says_how_it_ended() -> None:
    campaign, over, _ = tour(B29, "look", {})
    assert over
    one = B29.play(Referee(Seeded("look"), Default(), keep=False), None, B29.check_options({}))
    view = screen(B29)
    ended = look.ending(view, Finish(campaign, one.outcome, over=True))
    assert re.fullmatch(
        r"Tour flown: 35 of 35 missions credited; \d+ (victory|victories), \d+ draws?, \d+ defeats?; "
        r"won by [A-Z].*\.",
        ended,
    )
    alone = look.ending(view, one)  # as after a flight from a position, which no tour goes on from
    assert re.fullmatch(r"[A-Z][\w ]+: [A-Z].* (landed|ditched|abandoned|destroyed in the air)\.", alone)


def test_a_raid_that_is_over_says_its_result_and_score() -> None:
    game = games.load("doolittle")
    end = game.play(Referee(Seeded("look"), Default(), keep=False), None, game.check_options({}))
    score, result = end.outcome["score"], str(end.outcome["result"]).capitalize()
    assert look.ending(screen(game), end) == f"Scenario 1: {game.scenarios()[0].title}. {result}, score {score}."


def test_an_end_nobody_can_read_tells_nothing_more() -> None:
    assert look.ending(screen(B29), None) == "Complete."
    assert look.ending(screen(B29), Finish({"log": 3}, {}, over=True)) == "Complete."
    assert look.ending(screen(games.load("doolittle")), Finish({}, {}, over=True)) == "Complete."


def test_a_question_as_facts() -> None:
    facts = look.question(session())
    ask = facts["question"]
    assert isinstance(ask, dict)
    assert {"id", "rule", "prompt", "options", "barred", "default", "free", "routine"} == set(ask)
    assert (facts["mission"], facts["step"]) == (1, 0)
    thrown = session(table_dice=True)
    while thrown.pending is not None:
        thrown.answer(thrown.pending.default)
    facts = look.question(thrown)
    assert "question" not in facts
    assert isinstance(facts["dice"], dict)
    assert facts["dice"]["chart"] == look.last_chart(thrown)


def test_tables_are_found_however_they_are_written() -> None:
    found = B29.charts().charts
    charts = {id: found["4-2"] for id in ("4-2", "GTS-5A", "4.2D-mask")}
    assert look.find_chart(charts, "gts-5a") == ("GTS-5A", [])
    assert look.find_chart(charts, "GTS-5") == (None, ["GTS-5A"])
    assert look.find_chart(charts, "nonsense") == (None, [])
    assert look.find_chart(found, "4.2d") == ("4.2D-mask", [])  # the log names the rule of its rolls
    assert look.find_chart(found, "6-7c") == ("6-7", [])
    raid = games.load("doolittle").charts().charts
    assert look.find_chart(raid, "a1") == ("approach", [])  # the throw is headed "Approach Check (A1)"
    assert look.find_chart(raid, "N7")[1] == [id for id in raid if "(N7)" in raid[id].data.title]
    assert look.parts_of(B29.charts().charts, "4-10") == [
        id for id, chart in B29.charts().charts.items() if chart.data.part_of == "4-10"
    ]


def test_the_table_rolled_on_last() -> None:
    played = session()
    assert look.last_chart(played) == ""
    while look.last_chart(played) == "" and played.pending is not None:
        played.answer(played.pending.default)
    last = [event for event in played.events if isinstance(event, Rolled)][-1]
    assert look.last_chart(played) == last.chart


def test_a_house_chart_is_in_force() -> None:
    charts = B29.charts().charts
    chart = charts["4.6-event"]
    own = f"""
[chart."4.6-event"]
title = "Quiet sky"
rule = "{chart.data.rule}"
dice = "{chart.data.dice}"
source = "ruling"
from = "at home"
grid = "{chart.low}-{chart.high} | {chart.words[0][0]}"
"""
    house = read_house(B29, "home.toml", own)
    assert look.grid_in_force(charts, "4.6-event", house).title == "Quiet sky"
    assert look.grid_in_force(charts, "4.6-event").title == chart.data.title
    assert look.grid_in_force(charts, "4-2", house).title == charts["4-2"].data.title


def test_a_rule_is_looked_up_with_its_place_and_tables() -> None:
    shown = screen(B29)
    found = look.look_up_rule(shown, "4-2")
    assert found.place == shown.book_place("4-2")
    assert ("4-2", B29.charts().charts["4-2"].data.title) in found.tables
    two = look.look_up_rule(shown, "4.2, 5.2")
    assert [entry.number for entry in two.entries] == ["4.2", "5.2"]
    assert look.look_up_rule(shown, "4.2, 4.2").entries == two.entries[:1]


@pytest.mark.parametrize("name", ["b17", "b29", "doolittle"])
def test_a_numbered_rule_stands_with_its_section_and_the_tables_it_names(name: str) -> None:
    view = screen(games.load(name))
    alone = []
    for entry in view.rule_index:
        found = look.look_up_rule(view, entry.number)
        near = look.around(view, found)
        assert entry not in near.below + near.beside
        assert len(near.below) + len(near.beside) < 40
        if not (near.below or near.beside or near.named or found.tables):
            alone.append(entry.number)
    rulings = [number for number in alone if number.startswith(("ruling", "example", "R-"))]
    assert len(alone) - len(rulings) < len(view.rule_index) / 15, alone


def test_the_page_of_a_short_rule_has_its_parts_its_section_and_its_table() -> None:
    view = screen(games.load("b17"))
    near = look.around(view, look.look_up_rule(view, "manual 5A.5"))
    assert [entry.number for entry in near.below] == [f"manual 5A.5{letter}" for letter in "abcd"]
    assert {"manual 5A.4", "manual 5A.6"} < {entry.number for entry in near.beside}
    assert [id for id, _ in near.named] == ["M-2"]
    part = look.around(view, look.look_up_rule(view, "manual 5A.5a"))
    assert {"manual 5A.5", "manual 5A.5b"} < {entry.number for entry in part.beside}


def test_a_chart_of_ours_is_named_after_the_table_of_the_book_it_belongs_to() -> None:
    for id, table in (
        ("M-1-fire", "M-1"),
        ("4-9g-bay", "4-9g"),
        ("5-9-historical", "5-9"),
        ("BL-1e-extinguisher", "BL-1e"),
        ("M-2", "M-2"),
        ("2-2A-day-night", "2-2A"),
        ("6-7-88", "6-7-88"),
        ("GTS-17-food", "GTS-17"),
        ("4.5C4-correction", "4.5C4"),
        ("5.5-collision", "5.5"),
        ("submarine-contact", ""),
        ("V-bombing", ""),
    ):
        assert printed(id) == table
    assert titled("Course correction", "4.5C4-correction") == "Course correction 4.5C4"
    assert titled("Guzzle Check", "guzzle") == "Guzzle Check"
