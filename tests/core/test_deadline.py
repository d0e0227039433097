"""The allowance of computing: work that goes on for ever ends, and nothing else is touched."""

from __future__ import annotations

import contextlib
import threading
import time

import pytest

from flakhouse.core.deadline import Overdue, allowance, limited
from flakhouse.core.game import read_house
from flakhouse.errors import ChartError, TooLong
from flakhouse.games import load


def _for_ever() -> None:
    while True:
        pass


def _busy(seconds: float) -> str:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass
    return "done"


def test_work_without_end_is_ended() -> None:
    begun = time.thread_time()
    with allowance(0.2), pytest.raises(TooLong, match=r"more than 0\.2 seconds"):
        limited(_for_ever)
    assert time.thread_time() - begun < 5


def test_work_in_time_gives_its_result() -> None:
    with allowance(5):
        assert limited(_busy, 0.05) == "done"


def test_without_an_allowance_there_is_no_limit() -> None:
    assert limited(_busy, 0.2) == "done"


def test_all_the_work_of_a_request_shares_one_allowance() -> None:
    done: list[str] = []
    with allowance(0.3), contextlib.suppress(TooLong):
        for _ in range(100):
            done.append(limited(_busy, 0.05))
    assert 1 <= len(done) <= 20


def test_nothing_is_thrown_outside_of_the_work() -> None:
    with allowance(0.1):
        with pytest.raises(TooLong):
            limited(_for_ever)
        _busy(0.3)  # a write, say: over the time already, and left alone
        with pytest.raises(TooLong):  # but no new work is begun
            limited(_busy, 0.0)


def test_no_exception_is_left_over_for_later() -> None:
    for _ in range(200):
        with allowance(0.0005), contextlib.suppress(TooLong):
            limited(_busy, 0.0006)
        for _ in range(50):
            threading.get_ident()


def test_every_thread_has_its_own() -> None:
    ends: list[str] = []

    def one(seconds: float) -> None:
        try:
            with allowance(seconds):
                ends.append(limited(_busy, 0.2))
        except TooLong:
            ends.append("too long")

    threads = [threading.Thread(target=one, args=(seconds,)) for seconds in (0.05, 10, 0.05, 10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(ends) == ["done", "done", "too long", "too long"]


def test_rules_that_catch_every_exception_do_not_catch_this() -> None:
    def stubborn() -> None:
        while True:
            try:
                _for_ever()
            except Exception:
                continue

    assert not issubclass(Overdue, Exception)
    with allowance(0.1), pytest.raises(TooLong):
        limited(stubborn)


# ------------------------------------------------------------------ what house rules may say


def _chart(id: str, dice: str, grid: str, more: str = "") -> str:
    return (
        f'[chart."{id}"]\ntitle = "x"\nrule = "x"\ndice = "{dice}"\nsource = "printed"\nfrom = "x"\n'
        f"{more}grid = '''\n{grid}\n'''\n"
    )


_CUP = 'columns = ["n", "front", "back", "values"]\n'


def _markers(rows: int, each: int) -> str:
    from flakhouse.games.doolittle.book import CHARTS

    ours = CHARTS.charts["cup-transit"]
    _, front, back, values = (column[0] for column in ours.words)
    lines = "\n".join(f"r{i} | {each} | {front} | {back} | {values}" for i in range(rows))
    return _chart("cup-transit", "none", lines, _CUP)


@pytest.mark.parametrize(
    ("game", "text", "told"),
    [
        ("doolittle", _chart("P-transit", "2d6", f"2-12 | {'9' * 30}"), "at most"),
        ("doolittle", _chart("P-transit", "2d6", "2-12 | 999"), "too large; at most 24 can be meant"),
        ("doolittle", _chart("P-transit", "2d6", "2-12 | -3"), "negative"),
        ("doolittle", _markers(1, 999), "too large"),
        ("doolittle", _markers(4, 20), "80 markers; at most 36 can be meant"),
        ("doolittle", _markers(3000, 1), "3000 rows; at most 27 can be meant"),
        ("b17", _chart("B-7-engine", "2d6", "2-12 | 999999999"), "at most"),
        ("b17", _chart("B-7-engine", "2d6", "2-12 | 5"), "'5' is none of 1, 2, 3, 4"),
        ("b17", _chart("BL-1-engine", "1d6", "1-6 | 3 | 3", 'columns = ["port", "starboard"]\n'), "none of 1, 2"),
        ("b29", _chart("3-3-engine", "2d6", "2-12 | 0"), "'0' is none of"),
        ("b29", _chart("5-3-planes", "2d6", "2-12 | 100"), "too large"),
        ("b17", _chart("B-3", "d66", f"11-66 | {'FW190 12 High; ' * 9999}x"), "characters; at most"),
        (
            "doolittle",
            _chart("P-transit", "2d6", "2-12 | 1", f'mods = [{{key = "extra", value = {10**18}, when = "x"}}]\n'),
            "modifier",
        ),
    ],
)
def test_a_house_file_says_nothing_that_no_rule_can_mean(game: str, text: str, told: str) -> None:
    found = load(game)
    begun = time.thread_time()
    with pytest.raises(ChartError, match=told):
        read_house(found, "house.toml", text)
    assert time.thread_time() - begun < 2


def test_a_marker_asks_for_no_sum_two_dice_do_not_show() -> None:
    from flakhouse.games.doolittle.book import CHARTS

    ours = CHARTS.charts["cup-tokyo-day"]
    at = next(i for i, values in enumerate(ours.words[3]) if values.startswith("range"))
    _, front, back, _ = (column[at] for column in ours.words)
    row = f"a | 1 | {front} | {back} | range 1-14"
    with pytest.raises(ChartError, match="two dice do not show 1 to 14"):
        read_house(load("doolittle"), "house.toml", _chart("cup-tokyo-day", "none", row, _CUP))
