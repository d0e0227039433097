"""The game as the engine sees it."""

from __future__ import annotations

import pytest

from flakhouse import games
from flakhouse.core.agents import Agent
from flakhouse.core.dice import Seeded
from flakhouse.core.game import Finish
from flakhouse.core.referee import Referee
from flakhouse.errors import OptionError, PositionError, SaveError
from flakhouse.games.b17 import luck, outcome, pilots
from flakhouse.games.b17.game import GAME, fly_mission
from flakhouse.games.b17.options import SWITCHES, Options
from flakhouse.games.b17.state import Bomber, Campaign
from flakhouse.games.b17.words import Position
from tests.b17.helpers import crew, mission, noted
from tests.checks.asking import asked


def fly(seed: str, agent: Agent | None = None, trace: bool = False, **options: str) -> tuple[Referee, Finish]:
    ref = Referee(Seeded(seed), agent or pilots.Doctrine(), trace=trace)
    return ref, GAME.play(ref, None, GAME.check_options(options))


def test_17_1_rules_and_every_switch_are_options() -> None:
    specs = GAME.options()
    assert [spec.key for spec in specs] == ["rules", "adviser", *SWITCHES]
    assert specs[0].values == ("advanced", "basic")
    assert {spec.origin for spec in specs[2:6]} == {"optional"}
    assert {spec.origin for spec in specs[6:]} == {"variant"}


def test_17_1_options_come_back_complete() -> None:
    played = GAME.check_options({"rules": "basic", "flak_weather": "on"})
    assert list(played) == ["rules", *SWITCHES]
    assert (played["random_events"], played["flak_weather"], played["target_b1"]) == ("off", "on", "off")
    assert GAME.check_options(played) == played
    with pytest.raises(OptionError) as caught:
        GAME.check_options({"radar": "on"})
    assert "radar" in str(caught.value)


def test_the_scenarios_are_the_rule_sets() -> None:
    assert [s.key for s in GAME.scenarios()] == ["tour", "basic"]
    for scenario in GAME.scenarios():
        assert GAME.check_options(scenario.options)["rules"] == scenario.options["rules"]


def test_the_game_is_listed() -> None:
    assert games.load("b17") is GAME


def test_1_1_a_first_mission_begins_a_tour_and_the_next_goes_on_with_it() -> None:
    ref, first = fly("one", trace=True)
    kinds = noted(ref)
    assert kinds[:4] == ["campaign-begun", "target", "briefing", "take-off"]
    assert kinds.count("flight-ends") == kinds.count("mission-result") == 1
    again = GAME.play(Referee(Seeded("two"), pilots.Doctrine()), first.campaign, GAME.check_options({}))
    assert (again.campaign["flights"], again.outcome["training"]) == (2, False)


def test_the_same_seed_is_the_same_flight_with_and_without_a_log() -> None:
    _, quiet = fly("again")
    _, told = fly("again", trace=True)
    assert quiet.outcome == told.outcome
    assert quiet.campaign == told.campaign


@pytest.mark.parametrize("pilot", ["doctrine", "cautious", "random"])
@pytest.mark.parametrize("rules", ["advanced", "basic"])
def test_every_pilot_flies_to_the_end(pilot: str, rules: str) -> None:
    _, finish = fly("x", GAME.pilots()[pilot]("x"), rules=rules)
    bomber = finish.outcome["bomber"]
    assert isinstance(bomber, dict)
    assert bomber["end"] != "flying"


def test_16_3_the_outcome_says_what_records_need() -> None:
    _, finish = fly("outcome")
    wanted = {"mission", "training", "result", "credited", "target", "target_type", "bombs", "percent"}
    wanted |= {"bomber", "cause", "aborted", "turns", "crew"}
    assert wanted <= set(finish.outcome)
    men = finish.outcome["crew"]
    assert isinstance(men, dict)
    assert list(men) == [position.value for position in Position]


def test_a_damaged_record_is_refused() -> None:
    _, finish = fly("saved")
    bad = dict(finish.campaign, credited=25)
    with pytest.raises(SaveError) as caught:
        GAME.play(Referee(Seeded("y"), pilots.Doctrine()), bad, {})
    assert "damaged" in str(caught.value)


def test_b_7_after_the_mission_no_roll_can_be_made_again() -> None:
    ref = Referee(Seeded("feet"), pilots.Doctrine())
    campaign = Campaign(Bomber("Hard Cider"), crew(), rabbits_feet=50)
    m = fly_mission(ref, campaign, Options())
    assert campaign.rabbits_feet == m.rabbits_feet <= 52
    assert ref._again is None
    luck.stop(ref)


def test_13_1_the_cautious_pilot_aborts_once_it_counts_and_not_before() -> None:
    ask = asked("abort", "13.1", "Go on?", {"go-on": "", "abort": ""}, "go-on")
    m = mission()
    ref = Referee(Seeded("z"), pilots.Cautious())
    ref.state = m
    assert pilots.Cautious().choose(ask, ref) == "go-on"
    m.leave["engine out"] = True
    assert pilots.Cautious().choose(ask, ref) == "abort"


def test_positions_are_refused_with_a_reason_or_read() -> None:
    with pytest.raises(PositionError) as caught:
        GAME.check_position("nonsense", {})
    assert str(caught.value)


def test_16_3_outcome_names_the_bomber_that_flew() -> None:
    ref = Referee(Seeded("bomber"), pilots.Doctrine())
    campaign = Campaign(Bomber("Hard Cider"), crew())
    m = fly_mission(ref, campaign, Options())
    bomber = outcome.outcome(m, campaign)["bomber"]
    assert isinstance(bomber, dict)
    assert bomber["name"] == "Hard Cider"
