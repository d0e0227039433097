"""A decision explains itself in the browser: help in three parts, terms of the books, stakes, the briefing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from flakhouse.core.events import Rolled
from flakhouse.sim.briefs import Odds
from flakhouse.slate_form import Bar
from flakhouse.web.tables import view_of
from flakhouse.web.terms import Terms
from tests.web.client import TestClient, decision, serving, visitor


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    """A player alone at his machine."""
    return visitor(serving(tmp_path))


def _raid(client: TestClient) -> str:
    made = client.post("/api/saves", json={"game": "doolittle", "scenario": "1", "name": "raid", "seed": "4"})
    assert made.status_code in (200, 201), made.text
    return str(decision(client, "raid").text)


def test_the_question_mark_leads_to_help_in_three_parts(client: TestClient) -> None:
    page = _raid(client)
    assert 'data-key="?" href="/explain/doolittle/approach?rule=4.8"' in page
    told = client.get("/explain/doolittle/approach?rule=4.8").text
    assert "B-25s with bombs may attack the targets of their area." in told
    assert "<b>You decide.</b> Choose who attacks what, or nobody." in told
    assert "<b>What usually goes wrong.</b> Two throws are needed" in told
    assert client.get("/explain/doolittle/nothing-of-the-kind").status_code == 404


def test_no_page_names_code_or_tests(client: TestClient) -> None:
    for path in ("/explain/doolittle/approach?rule=4.8", "/rules/doolittle/4.8", "/rules/doolittle", "/glossary"):
        told = client.get(path).text
        assert "test_" not in told
        assert ".py" not in told


def test_the_briefing_stands_before_the_first_answer_and_at_its_address_always(client: TestClient) -> None:
    page = _raid(client)
    assert 'data-key="b"' in page
    first = client.get("/play/raid/scene?from=0").text
    assert 'data-kind="briefing"' in first
    assert "Three B-25s come in over Tokyo at noon" in first
    told = client.get("/play/raid/briefing").text
    for page in (first, told):
        for part in ("What counts", "The map, and how to read it", "What you will decide", "The history"):
            assert f">{part}</h3>" in page
        assert "<b>Aim.</b>" in page
        for number in (1, 2):  # an area, a target; nothing lies face down yet
            assert re.search(rf'<g class="sign"><circle[^>]*/><text[^>]*>{number}</text></g>', page)
        assert ">4</text></g>" not in page
    assert "Where you stand" in told


def test_a_briefing_draws_its_points_and_its_chances_as_shares_of_the_whole(client: TestClient) -> None:
    made = client.post("/api/saves", json={"game": "doolittle", "scenario": "7", "name": "army", "seed": "4"})
    assert made.status_code in (200, 201), made.text
    told = client.get("/play/army/scene?from=0").text
    assert 'data-kind="briefing"' in told, "also where the first decision comes before any scene"
    assert re.findall(r"<b>(Fiasco|Triumph)</b>([^<]*)<", told) == [
        ("Fiasco", "below 30"),
        ("Triumph", "62 or more"),
    ]
    for row in re.findall(r'<table class="odd3".*?</table>', told, re.DOTALL):
        assert sum(int(wide) for wide in re.findall(r'width="(\d+)%"', row)) == 100
    assert "found 58 %" in told, "8 or more on two dice with +1 for navigation"


def test_6_1_6_2_a_bar_too_narrow_for_its_words_has_them_below() -> None:
    wide = Odds("Bombs", (Bar("on target", 0.5), Bar("off target", 0.5)))
    assert ([bar.label for bar in wide.bars], wide.spelled) == (["on target 50 %", "off target 50 %"], "")
    flak = Odds("Flak", (Bar("none", 1 / 6), Bar("light", 1 / 2), Bar("medium", 1 / 3)))
    assert [bar.label for bar in flak.bars] == ["17", "light 50 %", "medium 33 %"]
    assert flak.spelled == "None 17 %, light 50 %, medium 33 %."
    seen = Odds("Seen", (Bar("clear", 2 / 3), Bar("mostly hidden", 1 / 3)))
    assert seen.bars[1].label == "33"  # its words would be cut
    assert seen.spelled == "Clear 67 %, mostly hidden 33 %."


def test_the_glossary_has_every_term_at_an_address_of_its_own(client: TestClient) -> None:
    told = client.get("/glossary").text
    assert '<dt id="guzzle-check">Guzzle check</dt>' in told
    assert '<dt id="omega">' in told


def test_a_term_is_explained_the_first_time_it_stands_on_a_page() -> None:
    terms = Terms()
    first = terms.linked("A guzzle check, then another guzzle check <now>.")
    assert str(first).count('href="/glossary#guzzle-check"') == 1
    assert "&lt;now&gt;" in first
    assert "href" not in terms.linked("The guzzle check again.")
    assert str(terms.marked("It costs 1 Fuel.")).count("<abbr") == 1


def test_the_page_of_a_rule_has_more_than_its_sentence(client: TestClient) -> None:
    page = client.get("/rules/b17/manual%205A.5").text
    for number in ("manual%205A.5a", "manual%205A.4"):
        assert f'href="/rules/b17/{number}"' in page
    assert 'href="/charts/b17/M-2"' in page
    codes = client.get("/rules/b17/3A.1").text
    assert 'href="/glossary#fca"' in codes
    assert 'href="/glossary#fboa"' in codes


@pytest.mark.parametrize(
    ("chart", "term"), [("M-2", "FCA"), ("M-2", "FBOA"), ("B-3", "Vertical Dive b"), ("B-3", "Vertical Dive d")]
)
def test_a_code_in_a_table_is_explained_where_it_stands(client: TestClient, chart: str, term: str) -> None:
    page = client.get(f"/charts/b17/{chart}").text
    assert re.search(rf'<abbr class="term" title="A code of the tables: [^"]+">{term}</abbr>', page)


def test_a_scene_reads_the_damage_of_a_fighter_in_words() -> None:
    for game, chart, code in (("b17", "M-2", "FCA"), ("b17", "M-2", "FBOA"), ("b29", "5-8", "FCA")):
        roll = Rolled(chart, "", "", (1,), (), 1, "", "", code)
        read = view_of(game).scene_book.read(roll)
        assert read.startswith("damaged, ")
        assert code not in read


def test_a_switch_at_the_foot_says_whether_it_is_on(client: TestClient) -> None:
    _raid(client)
    page = decision(client, "raid").text
    switch = (
        r'value="(\w+)" aria-pressed="(\w+)"[^>]*>(?:<[^>]+>|[^<])*?<span class="sw" aria-hidden="true">(\w+)<'
    )
    assert re.findall(switch, page) == [("on", "false", "off"), ("crew", "false", "off")]
    at = re.search(r'name="at" value="([^"]+)"', page)
    assert at
    client.post("/play/raid/adviser", data={"name": "crew", "at": at[1]})
    assert ("doctrine", "true", "on") in re.findall(switch, decision(client, "raid").text)


def test_the_button_of_what_is_asked_says_so_in_each_of_its_three_states(client: TestClient) -> None:
    _raid(client)
    for level, words in (("formal", "all but formalities"), ("named", "what matters"), ("none", "everything")):
        at = re.search(r'name="at" value="([^"]+)"', decision(client, "raid").text)
        assert at
        client.post("/play/raid/auto", data={"level": level, "at": at[1]})
        assert f'<span class="hide-s">You are </span>asked {words}</button>' in decision(client, "raid").text


def test_a_briefing_numbers_only_what_is_decided(client: TestClient) -> None:
    _raid(client)
    page = client.get("/play/raid/briefing").text
    listed = page[page.index('class="declist"') : page.index("</ol>", page.index('class="declist"'))]
    assert listed.count("<li>") > 2
    assert "asked only when there is a reason" not in listed
    assert "asked only when there is a reason" in page
