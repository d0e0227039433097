"""Curves of survival against values worked by hand."""

from __future__ import annotations

from math import log

from flakhouse.sim.intervals import Z95, wilson
from flakhouse.sim.survival import survival
from tests.sim.test_intervals import near


def test_survival_of_single_men_is_kaplan_meier_with_greenwood() -> None:
    # Ten men: one lost on mission 1, one leaves after it, two of the other eight lost on mission 2.
    men = [{1: (1, 1)}, {1: (1, 0)}] + [{1: (1, 0), 2: (1, i < 2)} for i in range(8)]
    steps = survival([{k: (int(n), int(d)) for k, (n, d) in man.items()} for man in men])
    assert [(s.number, s.flew, s.lost) for s in steps] == [(1, 10, 1), (2, 8, 2)]
    assert near(steps[1].share, 0.9 * 0.75, 1e-12)
    greenwood = 1 / 90 + 2 / 48
    half = Z95 * greenwood**0.5 / abs(log(0.675))
    assert near(steps[1].low, 0.675 ** (2.718281828**half), 1e-6)
    assert near(steps[1].high, 0.675 ** (2.718281828**-half), 1e-6)


def test_survival_of_men_who_die_together_is_less_certain() -> None:
    alone = survival([{1: (1, int(i % 4 == 0))} for i in range(400)])[0]
    crews = survival([{1: (10, 10 * int(i % 4 == 0))} for i in range(40)])[0]
    assert alone.share == crews.share == 0.75
    assert crews.high - crews.low > 3 * (alone.high - alone.low)


def test_survival_of_nobody_lost_and_of_all_lost() -> None:
    assert survival([{1: (1, 0)}] * 20)[0].low == wilson(20, 20)[0]
    gone = survival([{1: (1, 1)}] * 20)[0]
    assert gone.share == 0
    assert 0 < gone.high < 0.2
    assert survival([]) == []
