"""The bots: `rollout` by itself and in every game, and how `doctrine` fares against the others."""

from __future__ import annotations

import pytest

from flakhouse import games
from flakhouse.core.agents import Agent
from flakhouse.core.chapter import Chain
from flakhouse.core.charts import ChartBook
from flakhouse.core.dice import Fixed, Seeded
from flakhouse.core.game import Finish, Game, JsonDict, Measure
from flakhouse.core.journal import Entry
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.core.start import Start
from flakhouse.errors import DiceError, OptionError
from flakhouse.sim.rollout import Rollout, rollout_maker
from flakhouse.sim.study import Study, fly, pilot_names, pilot_of
from tests.checks.asking import choose


class Doors(Game):
    """Two doors: behind the right one lies `prize`, behind the left one nothing. A marker is face down."""

    name = "doors"

    def __init__(self, prize: float, routine: bool = False) -> None:
        self.prize = prize
        self.routine = routine
        self.redrawn: list[str] = []

    def charts(self) -> ChartBook:
        """None."""
        raise NotImplementedError

    def measures(self) -> list[Measure]:
        """The prize."""
        return [Measure("prize", "prize", share=False)]

    def measured(self, finish: Finish) -> dict[str, float]:
        """The prize."""
        return {"prize": float(str(finish.outcome["prize"]))}

    def redraw(self, state: object, ref: Referee) -> None:
        """Note with which dice."""
        self.redrawn.append(ref.dice.seed)

    def play(
        self,
        ref: Referee,
        campaign: JsonDict | None,
        options: dict[str, str],
        position: str | None = None,
        step: str = "",
    ) -> Finish:
        """One question, then a die that matters to nobody."""
        ref.start = Start(self, campaign, options)
        doors = {"left": "Left", "right": "Right"}
        key = choose(ref, "door", "1", "Which door?", doors, "left", routine=self.routine)
        ref.dice.d6()
        return Finish({}, {"prize": self.prize if key == "right" else 0.0, "door": key}, over=True)


class Lucky(Doors):
    """The right door pays in the first `times` play-outs and never again."""

    def __init__(self, times: int) -> None:
        super().__init__(1.0)
        self.times = times

    def measured(self, finish: Finish) -> dict[str, float]:
        """The prize, as long as luck lasts."""
        return {"prize": super().measured(finish)["prize"] * (len(self.redrawn) <= 2 * self.times)}


def _door(game: Doors, agent: Agent) -> object:
    return game.play(Referee(Seeded("doors"), agent), None, {}).outcome["door"]


def _journal(game: str, pilot: str, options: dict[str, str]) -> list[Entry]:
    chosen = games.load(game)
    ref = Referee(Seeded("same"), pilot_of(chosen, pilot)("same/pilot"))
    chosen.play(ref, None, chosen.check_options(options))
    return ref.journal


def test_rollout_takes_the_better_option() -> None:
    assert _door(Doors(1.0), Rollout("s", 8)) == "right"


def test_rollout_keeps_the_advice_where_nothing_is_better() -> None:
    assert _door(Doors(0.0), Rollout("s", 8)) == "left"
    assert _door(Doors(-1.0), Rollout("s", 8)) == "left"


def test_rollout_leaves_routine_alone() -> None:
    game = Doors(1.0, routine=True)
    assert _door(game, Rollout("s", 8)) == "left"
    assert game.redrawn == []


def test_rollout_redraws_with_fresh_dice_before_every_play_out() -> None:
    game = Doors(1.0)
    _door(game, Rollout("s", 3))
    assert game.redrawn[::2] == game.redrawn[1::2] == [f"s/1/{number}" for number in range(12)]


def test_rollout_lets_the_winner_run_again_on_other_dice() -> None:
    game = Lucky(4)
    assert _door(game, Rollout("s", 4)) == "left"
    assert len(game.redrawn) == 8 + 24  # four of either door, then three times as many
    assert _door(Lucky(99), Rollout("s", 4)) == "right"


def test_rollout_drops_what_makes_no_difference() -> None:
    game = Doors(0.0)
    _door(game, Rollout("s", 50))
    assert len(game.redrawn) == 8  # four play-outs of either door


def test_rollout_drops_what_is_far_behind() -> None:
    game = Doors(-1.0)
    _door(game, Rollout("s", 50))
    assert len(game.redrawn) == 16


def test_rollout_stops_when_its_time_is_up() -> None:
    ticks = iter(range(100))
    game = Doors(1.0)
    _door(game, Rollout("s", 50, 3.0, lambda: float(next(ticks))))
    assert (
        len(game.redrawn) == 6
    )  # 2 rounds of two options in half the time, 1 in the rest; the clock is read each


@pytest.mark.parametrize(("game", "options"), [("b17", {}), ("doolittle", {"scenario": "1"})])
def test_rollout_plays_the_same_again(game: str, options: dict[str, str]) -> None:
    first = _journal(game, "rollout:1", options)
    assert first == _journal(game, "rollout:1", options)
    assert len(first) > 2


class _Starts(Agent):
    """Takes all advice, and looks at what the mission began from."""

    name = "starts"

    def __init__(self) -> None:
        self.credited: list[object] = []

    def choose(self, question: Question, ref: Referee) -> str:
        assert ref.start is not None
        campaign = ref.start.campaign
        self.credited.append(None if campaign is None else campaign["flights"])
        return question.default


@pytest.mark.parametrize("name", ["b17", "b29"])
def test_a_bot_that_plays_out_finds_the_record_of_the_tour_at_its_later_missions(name: str) -> None:
    game, agent = games.load(name), _Starts()
    options = game.check_options({})
    end = game.fly(Referee(Seeded("tour/1"), agent), None, options)
    assert set(agent.credited) == {None}
    agent.credited.clear()
    end.fly_next(Referee(Seeded("tour/2"), agent), options)
    assert set(agent.credited) == {1}


@pytest.mark.parametrize("name", ["rollout:", "rollout:x", "rollout:0", "rollout:-1", "rollout:1e9", "rollout:s"])
def test_rollout_refuses_other_limits(name: str) -> None:
    with pytest.raises(OptionError):
        rollout_maker(name)
    assert rollout_maker("rollout:5")("s").name == "rollout"


def test_rollout_is_a_pilot_everywhere() -> None:
    for name in games.names():
        for pilot in ("rollout", "rollout:7", "rollout:0.5s"):
            assert pilot_of(games.load(name), pilot)("s").name == "rollout"


def test_rollout_is_listed_with_the_bots_of_every_game() -> None:
    for name in games.names():
        game = games.load(name)
        assert pilot_names(game) == [*game.pilots(), "rollout"]
        assert all(isinstance(pilot_of(game, pilot)("s"), Agent) for pilot in pilot_names(game))


def test_dice_begin_anew() -> None:
    chain = Chain([(0, "a"), (700, "b")], [1, 2, 3])
    faces = [chain.d6() for _ in range(2000)]
    again = chain.fresh()
    assert [again.d6() for _ in range(2000)] == faces
    seeded = Seeded("a")
    first = [seeded.d6() for _ in range(9)]
    begun = seeded.fresh()
    assert [begun.d6() for _ in range(9)] == first
    with pytest.raises(DiceError):
        Fixed(1, 2).fresh()


def test_three_bots_fly_every_game() -> None:
    for name in games.names():
        assert list(games.load(name).pilots()) == ["doctrine", "crew", "cautious", "random"]


def _flown(game: str, pilot: str, count: int, scenario: str = "") -> list[dict[str, float]]:
    study = Study(game=game, pilot=pilot, seed="bots", count=count, scenario=scenario)
    rows = [fly(study, index).missions[0] for index in range(count)]
    keys = [measure.key for measure in games.load(game).measures()]
    return [{key: float(str(row[key])) for key in keys} for row in rows]


@pytest.mark.parametrize("game", ["b29", "b17"])
def test_doctrine_hits_more_for_each_mission_that_counts(game: str) -> None:
    hits = {}
    for pilot in ("doctrine", "random"):
        rows = _flown(game, pilot, 150)
        hits[pilot] = sum(row["target"] for row in rows)
    assert hits["doctrine"] > 2 * hits["random"]


def test_doctrine_scores_more_on_the_raid() -> None:
    score = {}
    for pilot in ("doctrine", "cautious", "random"):
        rows = _flown("doolittle", pilot, 40, "1")
        score[pilot] = sum(row["score"] for row in rows) / len(rows)
    assert score["doctrine"] > score["cautious"]
    assert score["doctrine"] > score["random"]
