"""What followed a campaign of the raid: judges with true reasons, a chain of consequences, never alike."""

from __future__ import annotations

import re
from functools import cache

import pytest

from flakhouse import games
from flakhouse.core.dice import Seeded
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Fate
from flakhouse.render.base import Record, renderer
from flakhouse.render.doolittle.aftermath import PARTS, Paragraph, aftermath, paragraphs

GAME = games.load("doolittle")
#: Every condition that a paragraph may name.
KNOWN = frozenset(
    {"unlaunched", "launched", "planned", "emergency", "tokyo", "nocity", "onecity", "cities3", "many",
     "areas", "carrier", "alerthigh", "alertlow", "healthgood", "healthbad", "disaster", "failure", "mixed",
     "success", "triumph", "sailed", "sunk", "hurt", "cvsunk", "fleetwhole", "china", "safe0", "safe1",
     "safe8", "midway", "burned", "chungking", "soviet", "lost", "attacked", "captured", "captured3",
     "executed", "some", "life", "acquitted", "leaderstay", "leadertaken", "leaderlost", "leadersoviet",
     "leaderhome"}
)  # fmt: skip


@cache
def campaigns(count: int) -> tuple[tuple[Record, Raid], ...]:
    """Campaigns by bots, with the state they ended in."""
    made: list[tuple[Record, Raid]] = []
    options = GAME.check_options({"scenario": "10"})
    for n in range(count):
        seed = f"aftermath/{n}"
        pilot = "random" if n % 4 == 3 else "doctrine"
        ref = Referee(Seeded(seed), GAME.pilots()[pilot](seed), trace=True)
        end = GAME.play(ref, None, options)
        state = ref.state
        assert isinstance(state, Raid)
        record = Record(
            game="doolittle", number=1, seed=seed, options=options, outcome=end.outcome, events=ref.events
        )
        made.append((record, state))
    return tuple(made)


def test_there_are_more_than_a_hundred_paragraphs_and_no_two_are_alike() -> None:
    texts = [one.text for part in paragraphs().values() for one in part]
    assert len(texts) >= 100
    assert len(set(texts)) == len(texts)
    assert list(paragraphs()) == list(PARTS)


def test_every_judge_has_two_ways_to_say_each_mark() -> None:
    for part in list(PARTS)[:5]:
        whens = [one.when for one in paragraphs()[part]]
        assert len(set(whens)) == 6  # and a raid that never was
        assert all(whens.count(when) == 2 for when in whens)


def test_a_paragraph_names_only_conditions_there_are() -> None:
    marks = {
        f"{j}{m}" for j in ("army", "navy", "chiefs", "white", "japan") for m in ("-2", "-1", "0", "+1", "+2")
    }
    for part in paragraphs().values():
        for one in part:
            assert {name.removeprefix("!") for name in one.when} <= KNOWN | marks, one.when


def test_a_condition_that_must_not_hold_keeps_a_paragraph_out() -> None:
    one = Paragraph("text", ("tokyo", "!captured"))
    assert one.holds({"tokyo"})
    assert not one.holds({"tokyo", "captured"})
    assert not one.holds(set())


def test_twenty_campaigns_have_twenty_debriefings() -> None:
    told = ["\n".join(text for _, texts in aftermath(record) for text in texts) for record, _ in campaigns(20)]
    assert len(set(told)) == 20
    assert all(len(text.split()) > 350 for text in told)


def test_each_part_is_told_in_each_campaign_with_every_word_filled_in() -> None:
    for record, _ in campaigns(20):
        for title, texts in aftermath(record):
            assert texts, title
            for text in texts:
                assert not re.search(r"[{}]|  | ,|\. \.|^\W|\bThe  ", text), text
                assert text[0].isupper(), text


def test_the_reasons_of_the_judges_are_what_the_rules_counted() -> None:
    from flakhouse.render.story.words import a_count, count

    for record, raid in campaigns(20):
        reasons = {title: texts[0] for title, texts in aftermath(record)}
        boxes = sum(box.blast for city in raid.cities.values() for box in city.boxes.values())
        safe = sum(crew.fate in ("safe", "rescued", "released") for crew in raid.crews)
        safe += sum(b25.fate is Fate.HOME for b25 in raid.squadron)
        taken = sum(crew.fate == "captured" for crew in raid.crews)
        assert f"{count(boxes)} hits on targets" in reasons["The Joint Chiefs"]
        crews = (a_count(safe, "crew") if safe else "no crew", a_count(taken, "crew") if taken else "no crew")
        assert "{} safe, {} captured".format(*crews) in reasons["The Army"]
        sunk = sum(ship.sunk for ship in raid.task_force.ships)
        assert f"{a_count(sunk, 'ship') if sunk else 'no ship'} sunk" in reasons["The Navy"]


def test_a_prisoner_is_told_of_only_where_there_was_one() -> None:
    for record, raid in campaigns(20):
        texts = dict(aftermath(record))["The prisoners"]
        taken = any(crew.fate == "captured" for crew in raid.crews)
        assert ("No crew was taken" in texts[0]) == (not taken)


@pytest.mark.parametrize("format", ["text", "markdown", "html", "forum"])
def test_the_debriefing_has_judges_and_consequences_in_every_format_one_reads(format: str) -> None:
    record, _ = campaigns(20)[0]
    report = renderer(GAME).report("debrief", [record], format)
    for title in PARTS.values():
        assert title.replace("'", "&#x27;") in report or title in report


def test_a_raid_that_nobody_judges_has_no_aftermath() -> None:
    options = GAME.check_options({"scenario": "1"})
    ref = Referee(Seeded("one"), GAME.pilots()["doctrine"]("one"), trace=True)
    end = GAME.play(ref, None, options)
    record = Record(
        game="doolittle", number=1, seed="one", options=options, outcome=end.outcome, events=ref.events
    )
    assert aftermath(record) == []
