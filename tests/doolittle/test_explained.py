"""What `?` tells of a hazard: its own sentence, by the rule that the question names."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Agent, RandomAgent
from flakhouse.core.dice import Seeded
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.game import GAME, play_raid
from flakhouse.games.doolittle.options import Options
from flakhouse.render.screen import rule_entry

#: Questions about a revealed marker, and the entry that explains it.
_ASKED = {
    "boat": "12.6.6 Boat",
    "distress-ship": "12.6.6 Mechanical Distress",
    "flying-boat": "8.3.7 Flying Boat",
    "interceptor": "8.3.7 Interceptor",
    "leak-independent": "8.3.7 Fuel Leak",
    "medals": "12.6.6 Medals",
}
_SHARED = {"Jammed Guns": "Jammed Guns or Turret", "Jammed Turret": "Jammed Guns or Turret"}


class _Listener(Agent):
    """Answers anything, and keeps the rules it was asked by."""

    def __init__(self, seed: str) -> None:
        self.then = RandomAgent(seed)
        self.rules: dict[str, list[str]] = {}

    def choose(self, ask: Question, ref: Referee) -> str:
        """Any answer, but no launch far from Japan."""
        self.rules.setdefault(ask.id, []).append(ask.rule)
        return "carry on" if ask.id == "emergency-launch" else self.then.choose(ask, ref)


@pytest.mark.parametrize(
    ("rule", "cups"),
    [
        ("8.3.7", ("flight-I", "flight-II", "flight-III", "flight-alert")),
        ("12.6.6", ("sea-east", "sea-central", "sea-west")),
    ],
)
def test_8_3_7_12_6_6_every_marker_has_a_sentence_of_its_own(rule: str, cups: tuple[str, ...]) -> None:
    backs: dict[str, None] = {}
    for cup in cups:
        chart = CHARTS.charts[f"cup-{cup}"]
        backs |= dict.fromkeys(chart.words[chart.data.columns.index("back")])
    backs.pop("Clear", None)
    told: dict[str, str] = {}
    for back in backs:
        entry = rule_entry(GAME.rules_index(), f"{rule} {_SHARED.get(back, back)}")
        assert entry is not None
        assert entry.number.startswith(f"{rule} "), back
        told[entry.number] = entry.summary
    assert len(told) > 5
    assert len(set(told.values())) == len(told)


def test_8_3_7_12_6_6_questions_about_a_marker_name_its_own_entry() -> None:
    rules: dict[str, list[str]] = {}
    for seed in "abcdefgh":
        agent = _Listener(seed)
        play_raid(Referee(Seeded(seed), agent), Options(scenario=9))
        for id, found in agent.rules.items():
            rules.setdefault(id, []).extend(found)
    for id, rule in _ASKED.items():
        assert set(rules[id]) == {rule}
    launches = {rule for rule in rules["emergency-launch"] if rule.startswith("12.6.4, ")}
    assert {"12.6.4, 12.6.6 Boat", "12.6.4, 12.6.6 Clouds", "12.6.4, 12.6.6 I-Boat"} <= launches
    index = GAME.rules_index()
    for rule in (part for both in launches for part in both.split(", ")):
        entry = rule_entry(index, rule)
        assert entry is not None
        assert entry.number == rule
