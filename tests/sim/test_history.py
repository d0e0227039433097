"""`flakhouse history`: figures with intervals beside history, and a plain sentence for each."""

from __future__ import annotations

import msgspec
import pytest

from flakhouse import games
from flakhouse.cli.main import main
from flakhouse.core.events import Noted
from flakhouse.core.game import Finish, HistoryRow
from flakhouse.games.b17.history import FINISHED
from flakhouse.games.b29 import history as b29
from flakhouse.games.bomber.history import Flown, Sums, fly_tours
from flakhouse.sim.history import Figure, compare, figure_of, text_table


def row(total: float, n: int = 100, history: float = 0.2, **more: str) -> HistoryRow:
    return HistoryRow(
        study="s",
        what="w",
        n=n,
        total=total,
        tours=n,
        nn=n,
        nx=total,
        xx=total,
        history=history,
        bound=more.get("bound", ""),
    )


@pytest.mark.parametrize(
    ("total", "departs", "words"),
    [
        (20, False, "lies within the interval"),
        (60, True, "the game has 3.0 times as much"),
        (2, True, "history has 10 times as much"),
        (33, True, "33 %, which is more than 20 %"),
        (0, True, "0.00 %, which is less than 20 %"),
    ],
)
def test_a_sentence_says_whether_the_game_departs(total: float, departs: bool, words: str) -> None:
    found = figure_of(row(total))
    assert found.departs is departs
    assert words in found.sentence
    assert found.low <= found.game <= found.high


def test_a_bound_is_kept_on_its_side_only() -> None:
    assert not figure_of(row(60, bound="over")).departs
    assert figure_of(row(5, bound="over")).departs
    assert not figure_of(row(5, bound="under")).departs
    assert figure_of(row(60, bound="under")).departs


def test_without_a_case_nothing_is_claimed() -> None:
    found = figure_of(row(0, n=0))
    assert not found.departs
    assert "No case" in found.sentence


def test_missions_of_one_tour_are_no_independent_cases() -> None:
    together, apart = Sums(), Sums()
    for tour in range(20):
        for mission in range(10):
            together.add(float(tour % 4 == 0))
            apart.add(float((tour + mission) % 4 == 0))
        together.end_tour()
        apart.end_tour()
    assert together.total == apart.total == 50
    wide, narrow = (figure_of(sums.row("s", "w", 0.25)) for sums in (together, apart))
    assert wide.high - wide.low > 2.5 * (narrow.high - narrow.low)


def raids(was: float, **seen: int) -> HistoryRow:
    values = {float(key.strip("_")): times for key, times in seen.items()}
    total = sum(value * times for value, times in values.items())
    n = sum(values.values())
    return HistoryRow(study="s", what="w", n=n, total=total, raids=values, percent=False, history=was)


def test_one_raid_is_compared_with_single_raids_not_with_their_mean() -> None:
    """Sixteen out of a mean of 14.9: far outside the interval of that mean, and a raid like many others."""
    found = figure_of(raids(16, _13=100, _14=250, _15=350, _16=300))
    assert (found.low, found.high, found.single) == (13, 16, True)
    assert not found.departs
    told = "The game has such raids too: 30.0 % of the raids give just that, 30.0 % as many or more."
    assert told in found.sentence
    far = figure_of(raids(15, _2=990, _15=10))
    assert far.departs
    told = "The game departs from history: 1.0 % of the raids give just that, 1.0 % as many or more."
    assert told in far.sentence
    assert "95 of 100 raids" in "\n".join(text_table([far]))


def test_many_figures_at_once_are_labelled() -> None:
    text = "\n".join(text_table([figure_of(row(20))] * 10))
    assert "0.5 of these 10 would depart" in " ".join(text.split())


def flown(end: str, state: str, cause: str | None, notes: list[Noted] | None = None) -> Flown:
    man = {"name": "A", "fate": "on duty", "dead": False, "aboard": True}
    outcome: dict[str, object] = {
        "training": False,
        "bomber": {"state": state, "end": end},
        "cause": cause,
        "crew": {"Pilot": man, "Copilot": {**man, "fate": "CAS"}, "Navigator": {**man, "fate": "LAS"}},
    }
    return Flown(0, 1, Finish({}, outcome), notes or [])


def test_b29_losses_are_counted_by_their_cause() -> None:
    count = b29._Count()
    count.add(flown("destroyed in the air", "lost", "fighter"))
    count.add(flown("destroyed in the air", "lost", "flak burst inside the plane"))
    count.add(flown("wrecked on landing", "irreparable", "landing"))
    count.add(flown("landed", "sound", None))
    count.add(flown("did not fly", "sound", None))
    assert (count.fighters.n, count.fighters.total) == (4, 1)
    assert count.flak.total == 1
    assert count.accidents.total == 1


def test_b29_men_in_the_sea_are_rescued_lost_or_caught() -> None:
    notes = [
        Noted("rescued", {"man": "Pilot", "name": "A"}),
        Noted("rescued", {"man": "Copilot", "name": "B"}),
        Noted("lost-at-sea", {"man": "Navigator", "name": "C"}),
    ]
    count = b29._Count()
    count.add(flown("ditched", "lost", "navigation", notes))
    assert (count.rescued.n, count.rescued.total) == (1, pytest.approx(1 / 3))
    assert (count.navigation.n, count.navigation.total) == (1, 1)


def test_b29_attacks_are_counted_by_direction_and_company() -> None:
    notes = [
        Noted("fighter-placed", {"fighter": "Tony A", "where": where}) for where in ("12 High", "6 Low", "3 Level")
    ]
    notes += [Noted("coordinated-attack", {"type": "Tony", "count": 2})]
    count = b29._Count()
    count.add(flown("landed", "sound", None, notes))
    assert (count.ahead.n, count.ahead.total, count.behind.total) == (3, 1, 1)
    assert (count.coordinated.n, count.coordinated.total) == (2, 1)


def test_tours_with_and_without_notes_are_the_same_tours() -> None:
    game = games.load("b29")
    plain = [one.finish.outcome for one in fly_tours(game, 1, "same", {})]
    noted = list(fly_tours(game, 1, "same", {}, ("fighter-placed", "rescued")))
    assert [one.finish.outcome for one in noted] == plain
    assert any(one.notes for one in noted)


@pytest.mark.parametrize(("name", "least"), [("b29", 12), ("b17", 3), ("doolittle", 16)])
def test_every_game_has_its_figures_with_their_sources(name: str, least: int) -> None:
    news = list(compare(games.load(name), 1, "few"))
    shares, figures = news[:-1], news[-1]
    assert isinstance(figures, list)
    assert len(figures) >= least
    assert all(isinstance(share, float) and 0 <= share <= 1 for share in shares)
    for one in figures:
        assert one.source or one.history is None
        assert one.sentence.endswith(".")
    text = "\n".join(text_table(figures))
    assert all(one.what in text for one in figures)


def test_the_command_prints_text_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["history", "b17", "--games", "1", "--seed", "few"]) == 0
    assert "men of the first crew" in capsys.readouterr().out
    assert main(["history", "b17", "--games", "1", "--seed", "few", "--json"]) == 0
    figures = msgspec.json.decode(capsys.readouterr().out, type=list[Figure])
    assert figures[0].history == FINISHED
    assert all("not from the rule texts" in one.source for one in figures if one.source)
    assert main(["history", "b17", "--games", "0"]) != 0
