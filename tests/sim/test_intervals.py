"""Intervals against SciPy, published tables and values worked by hand; none leaves the range of its figure."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from scipy import stats as scipy

from flakhouse.sim import intervals
from flakhouse.sim.intervals import Groups, bounded_interval, grouped_interval, mean_interval, t_value, wilson


def near(value: float, expected: float, within: float = 5e-4) -> bool:
    return abs(value - expected) <= within


def test_wilson_as_published() -> None:
    # Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for hits, n, low, high in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ]:
        assert wilson(hits, n) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize(("hits", "n"), [(0, 1), (1, 1), (0, 20), (20, 20), (1, 29), (37, 2000), (812, 1000)])
def test_wilson_is_that_of_scipy(hits: int, n: int) -> None:
    found = scipy.binomtest(hits, n).proportion_ci(method="wilson")
    assert wilson(hits, n) == pytest.approx((found.low, found.high), abs=1e-12)


def test_wilson_of_nothing_says_nothing_and_all_reaches_one() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(20, 20)[1] == 1.0


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 7, 10, 30, 120, 1999, 2001, 100_000])
def test_student_t_is_that_of_scipy(freedom: int) -> None:
    exact = float(scipy.t.ppf(0.975, freedom))
    assert t_value(freedom) == pytest.approx(exact, rel=1e-3 if freedom < 5 else 1e-5)
    assert t_value(freedom, 0.001) == pytest.approx(float(scipy.t.ppf(0.9995, freedom)), rel=2e-3)


def test_sign_test_is_that_of_scipy() -> None:
    for one, other in [(0, 0), (5, 5), (5, 6), (1, 9), (0, 3), (20, 41), (300, 381)]:
        exact = scipy.binomtest(one, one + other).pvalue if one + other else 1.0
        assert intervals.sign_p(one, other) == pytest.approx(exact, rel=1e-9)


def test_mean_interval_by_hand_and_by_scipy() -> None:
    # 1, 2, 3, 4, 5: mean 3, variance 2.5, error sqrt(0.5), t of 4 = 2.776.
    found = mean_interval(5, 15, 55)
    exact = scipy.t.interval(0.95, 4, loc=3, scale=0.5**0.5)
    assert found == pytest.approx(exact, abs=1e-3)
    assert near(found[0], 3 - 2.776445 * 0.5**0.5)
    assert mean_interval(1, 7, 49) == (7, 7)


# ------------------------------------------------------------------ values with ends, and groups


def test_no_interval_leaves_the_range_of_its_figure() -> None:
    draw = Random(3)
    for n, chance in product((1, 2, 3, 10, 50), (0.0, 0.01, 0.5, 0.99, 1.0)):
        values = [min(1.0, max(0.0, chance + draw.uniform(-0.3, 0.3))) for _ in range(n)]
        sums = (sum(values), sum(value * value for value in values))
        low, high = bounded_interval(n, *sums)
        assert 0 <= low <= sums[0] / n <= high <= 1
        low, high = bounded_interval(n, 100 * sums[0], 10_000 * sums[1], 100.0)
        assert 0 <= low <= high <= 100
        groups = Groups()
        for value in values:
            groups.add(round(10 * value), 10)
        low, high = grouped_interval(groups)
        assert 0 <= low <= groups.mean <= high <= 1


def test_an_interval_of_few_values_that_are_alike_still_has_a_width() -> None:
    assert bounded_interval(10, 0, 0) == wilson(0, 10)
    assert bounded_interval(3, 3, 3) == wilson(3, 3)


def test_a_group_whose_cases_go_together_counts_once() -> None:
    apart, together = Groups(), Groups()
    for i in range(100):
        apart.add(2, 10)
        together.add(10 if i % 5 == 0 else 0, 10)
    assert apart.mean == together.mean == 0.2
    alone = wilson(20, 100)
    found = grouped_interval(together)
    assert found == pytest.approx(alone, abs=0.004)  # a crew is one case
    assert found[1] - found[0] > 2.5 * (wilson(200, 1000)[1] - wilson(200, 1000)[0])
    none = Groups()
    for _ in range(100):
        none.add(0, 10)
    assert grouped_interval(none) == wilson(0, 100)  # nobody lost on 100 flights, not in 1,000 lives


def test_grouped_intervals_hold_the_true_share_about_95_times_in_100() -> None:
    draw = Random(1)
    held = naive = 0
    for _ in range(400):
        groups = Groups()
        for _ in range(40):
            groups.add(sum(draw.random() < 0.02 for _ in range(10)) if draw.random() < 0.9 else 10, 10)
        truth = 0.9 * 0.02 + 0.1
        low, high = grouped_interval(groups)
        held += low <= truth <= high
        low, high = wilson(groups.hits, groups.n)
        naive += low <= truth <= high
    assert held >= 360
    assert naive < 300  # men counted as if each had luck of his own


def test_paired_shares_by_hand() -> None:
    # Agresti and Min 2005: 1600 people, 86 and 150 changed sides; difference 0.040, interval (0.021, 0.059).
    found = intervals.paired_shares(1600, 86, 150)
    assert near(found.mean, 0.04, 1e-9)
    assert near(found.low, 0.021)
    assert near(found.high, 0.059)


def test_paired_shares_that_never_differed_still_have_a_width() -> None:
    found = intervals.paired_shares(2000, 0, 0)
    assert (found.mean, found.low, found.high) == pytest.approx((0, -1.96 / 2002, 1.96 / 2002), abs=1e-6)
