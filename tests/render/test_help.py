"""Help for a decision in three parts, and the glossary: every question has the one, every term the other."""

from __future__ import annotations

import pytest

from flakhouse.render.guide import guide
from flakhouse.render.help import first_terms, glossary, help_of, pattern_of, term_of
from tests.checks.asked_ids import asked_ids


@pytest.mark.parametrize("game", ["b17", "b29", "doolittle"])
def test_every_question_is_explained_in_three_parts(game: str) -> None:
    ids = asked_ids(game)
    assert len(ids) > 30
    assert [id for id in ids if help_of(game, id) is None] == []
    for id in ids:
        found = help_of(game, id)
        assert found is not None
        for part in found.lines():
            assert part.endswith("."), (id, part)
            assert part[0].isupper(), (id, part)
            assert len(part.split()) <= 25, (id, part)
        assert found.what != found.decide


def test_a_question_with_many_names_shares_its_help() -> None:
    assert help_of("doolittle", "modify-A") == help_of("doolittle", "modify-J")
    assert help_of("doolittle", "no-such-question") is None
    assert help_of("toy", "abort") is None


def test_a_term_has_one_sentence_of_its_own() -> None:
    names = [term.name for term in glossary()]
    assert len(names) == len(set(names)) > 70
    for term in glossary():
        assert term.says.endswith("."), term.name
        assert ". " not in term.says, term.name
        assert all(pattern_of(term).search(name) for name in term.spellings()), term.name


def test_a_term_is_found_by_its_name_its_beginning_or_a_part_of_it() -> None:
    assert [term.name for term in term_of("fboa")] == ["FBOA"]
    assert [term.name for term in term_of("guzz")] == ["Guzzle check"]
    assert "Dead reckoning" in [term.name for term in term_of("reckoning")]
    assert term_of("") == term_of("xyzzy") == []


def test_a_game_has_no_terms_of_another_on_its_screen_but_all_can_be_looked_up() -> None:
    shown = ["flight 2 · fuel boxes · HI", "the area", "the bomb release"]
    assert [term.name for term in first_terms(shown, "b29")] == ["Box (fuel)", "HI", "Bomb release"]
    assert [term.name for term in term_of("fuel", "b29")] == ["Box (fuel)"]
    assert [term.name for term in term_of("fuel", "doolittle")] == ["Fuel"]
    assert [term.name for term in term_of("guzzle check", "b29")] == ["Guzzle check"]
    assert [term.name for term in term_of("bomb release", "b29")] == ["Bomb release"]


def test_terms_of_a_screen_come_in_the_order_they_are_read() -> None:
    shown = ["A Guzzle Check before the Target Box", "the guzzle check costs 1 Fuel"]
    assert [term.name for term in first_terms(shown)] == ["Guzzle check", "Box (target)", "Fuel"]
    assert list(first_terms(["Nothing here."])) == []


def test_the_raids_fuel_is_explained_without_another_game() -> None:
    (fuel,) = [term for term in glossary() if term.name == "Fuel"]
    assert "B-29" not in fuel.says
    guzzle = term_of("guzzle check")[0].says
    assert "the move or 1 Fuel" in guzzle, "what a failure costs is not always Fuel (8.2.1)"


def test_4_1_the_guide_offers_no_bomber_to_stay() -> None:
    assert "none may stay" in guide("doolittle").ask["airspeed"]
    assert "stays" not in guide("doolittle").ask["airspeed"]
