"""The Hamm tournament: what is the same for all, and every line of its score."""

from __future__ import annotations

import pytest

from flakhouse import games
from flakhouse.challenges.forms import Score, first_chapter, form_of, forms, rank
from flakhouse.challenges.hamm import scored
from flakhouse.challenges.judge import judge
from flakhouse.core.chapter import BY_CHART, dice_of
from flakhouse.core.events import Noted
from flakhouse.core.referee import Referee
from flakhouse.core.session import Session
from flakhouse.errors import OptionError
from flakhouse.games.b17.options import Options
from flakhouse.games.b17.position import normal
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import End, Fate, Leg, Position, Repair
from tests.challenges.flying import fly

GAME = games.load("b17")
HAMM = form_of("hamm", "b17")


@pytest.fixture
def home() -> Mission:
    """A mission that bombed Hamm with 30 percent and landed without a scratch."""
    m = normal(Options(), 11, "Hamm", 2, Leg.BACK)
    m.end, m.end_zone, m.repair = End.LANDED, 1, Repair.SOUND
    return m


def points(score: Score) -> list[float]:
    return [line.points for line in score.lines]


def test_a_whole_crew_a_whole_bomber_and_a_tenth_of_thirty_percent(home: Mission) -> None:
    score = scored(home, [], True)
    assert points(score) == [10, 3, 3.0, 0, 0]
    assert (score.points, score.wins, score.why) == (16.0, True, "")
    assert score.tie == sum(gun.bursts for gun in home.plane.guns.values()) > 0


@pytest.mark.parametrize("fate", [Fate.KIA, Fate.DOW, Fate.LAS, Fate.BOC, Fate.CAS, Fate.DIC])
def test_a_man_who_is_not_home_gives_no_point(home: Mission, fate: Fate) -> None:
    home.men[Position.NAVIGATOR].fate = fate
    assert points(scored(home, [], True))[0] == 9


def test_a_man_seriously_wounded_or_dead_gives_none_lightly_wounded_or_frostbitten_gives_his(
    home: Mission,
) -> None:
    men = home.men
    men[Position.PILOT].serious = True
    men[Position.COPILOT].dead = True
    men[Position.ENGINEER].light = 2
    men[Position.TAIL_GUNNER].frostbitten = True
    men[Position.TAIL_GUNNER].fate = Fate.IH
    assert points(scored(home, [], True))[0] == 8


@pytest.mark.parametrize(
    ("repair", "found"), [(Repair.SOUND, 3), (Repair.REPAIRABLE, 3), (Repair.IRREPARABLE, 0), (Repair.LOST, 0)]
)
def test_a_bomber_that_can_be_repaired_gives_three(home: Mission, repair: Repair, found: int) -> None:
    home.repair = repair
    assert points(scored(home, [], True))[1] == found


def test_percent_counts_also_off_target_and_not_at_all_without_bombs(home: Mission) -> None:
    home.on_target, home.percent = False, 5
    assert points(scored(home, [], True))[2] == 0.5
    home.on_target, home.percent = None, 30
    assert points(scored(home, [], True))[2] == 0


def test_an_me_110_gives_one_an_me_109_and_an_fw_190_two(home: Mission) -> None:
    assert points(scored(home, ["Me110"], True))[3:] == [1, 0]
    assert points(scored(home, ["Me109"], True))[3:] == [0, 2]
    assert points(scored(home, ["FW190", "Me110", "Me110", "Me109"], True))[3:] == [2, 4]


def test_only_who_was_over_the_target_and_came_back_to_england_can_win(home: Mission) -> None:
    assert scored(home, [], False).why == "was not over the target"
    home.end, home.repair = End.WRECKED, Repair.IRREPARABLE
    assert scored(home, [], True).wins
    home.end_zone = 3
    assert scored(home, [], True).why == "did not come back to England"
    home.end_zone = 1
    for end in (End.DITCHED, End.ABANDONED, End.LANDED_EUROPE, End.DESTROYED, End.OUT_OF_CONTROL):
        home.end = end
        assert not scored(home, [], True).wins


def test_ties_are_broken_by_ammunition_and_who_cannot_win_comes_last() -> None:
    scores = {
        "few": Score(12, tie=10),
        "many": Score(12, tie=20),
        "same": Score(12, tie=20),
        "out": Score(30, tie=99, wins=False),
        "low": Score(3, tie=99),
    }
    assert rank(scores) == [(1, "many"), (1, "same"), (3, "few"), (4, "low"), (None, "out")]


def test_what_is_announced_is_what_everybody_meets_and_depends_on_the_seed() -> None:
    told: set[tuple[str, ...]] = set()
    for number in range(12):
        seed = f"{BY_CHART}b17.hamm.{number}"
        announced = HAMM.announced(GAME, seed)
        assert announced == HAMM.announced(GAME, seed)
        weather, cover, flak = (word for _, word in announced)
        told.add((weather, cover, flak))
        for pilot in ("doctrine", "random"):
            chapter = fly(GAME, first_chapter(GAME, "hamm", {}, seed), pilot)
            session = Session(GAME, chapter)
            session.run()
            notes = [event for event in session.events if isinstance(event, Noted)]
            assert {n.facts["level"] for n in notes if n.kind == "cover"} <= {cover}
            assert {n.facts["weather"] for n in notes if n.kind == "weather"} <= {weather}
            assert not any(n.kind.startswith("event") for n in notes)
            assert isinstance(session.state, Mission)
            assert session.state.target.city == "Hamm"
    assert len(told) > 4


def test_the_score_of_a_flight_counts_each_fighter_of_its_log() -> None:
    kills = 0
    for number in range(8):
        seed = f"{BY_CHART}b17.hamm.kills{number}"
        chapter = fly(GAME, first_chapter(GAME, "hamm", {}, seed), "doctrine")
        result = judge(GAME, "hamm", {}, seed, chapter)
        assert chapter.finished is not None
        assert result.score is not None
        small, large = points(result.score)[3:]
        assert small + large / 2 == chapter.finished.outcome["kills"]
        kills += int(small + large)
    assert kills


def test_every_form_names_a_game_it_fits() -> None:
    assert set(forms()) == {"", "hamm"}
    with pytest.raises(OptionError, match="no form"):
        form_of("tour", "b17")
    with pytest.raises(OptionError, match="for b17"):
        form_of("hamm", "doolittle")
    assert form_of("", "doolittle").announced(games.load("doolittle"), "x") == []


def test_a_chapter_of_the_form_has_dice_by_chart() -> None:
    chapter = first_chapter(GAME, "hamm", {}, f"{BY_CHART}x")
    assert dice_of(GAME, chapter).keyed
    ref = Referee(dice_of(GAME, chapter), GAME.pilots()["doctrine"]("x"))
    assert ref.staged
