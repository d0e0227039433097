"""Statistics against values worked by hand and against published tables."""

from __future__ import annotations

from math import comb, isclose, log

import pytest

from flakhouse.sim import stats
from flakhouse.sim.stats import chi_square, chi_square_p, paired_means, paired_shares, quantile, survival, t95


def near(value: float, expected: float, within: float = 5e-4) -> bool:
    return abs(value - expected) <= within


def test_wilson_as_published() -> None:
    # Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for hits, n, low, high in [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611)]:
        found = stats.wilson(hits, n)
        assert near(found[0], low, 1e-4)
        assert near(found[1], high, 1e-4)
    low, high = stats.wilson(1, 29)
    assert near(low, 0.0061, 1e-4)
    assert near(high, 0.1718, 1e-4)


def test_wilson_of_nothing_says_nothing_and_all_reaches_one() -> None:
    assert stats.wilson(0, 0) == (0.0, 1.0)
    assert stats.wilson(20, 20)[1] == 1.0


def test_mean_interval_by_hand() -> None:
    # 1, 2, 3, 4, 5: mean 3, variance 2.5, error sqrt(0.5), t of 4 = 2.776.
    low, high = stats.mean_interval(5, 15, 55)
    assert near(low, 3 - 2.776445 * 0.5**0.5)
    assert near(high, 3 + 2.776445 * 0.5**0.5)
    assert stats.mean_interval(1, 7, 49) == (7, 7)


@pytest.mark.parametrize(
    ("freedom", "value"),
    [(1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980), (1000, 1.962), (5000, 1.960)],
)
def test_student_t_as_in_the_tables(freedom: int, value: float) -> None:
    assert near(t95(freedom), value)


def test_student_t_has_no_jump_where_the_method_changes() -> None:
    assert near(t95(2000), t95(2001), 1e-6)


@pytest.mark.parametrize(
    ("freedom", "five", "one", "thousandth"),
    [
        (1, 3.841, 6.635, 10.828),
        (5, 11.070, 15.086, 20.515),
        (10, 18.307, 23.209, 29.588),
        (35, 49.802, 57.342, 66.619),
    ],
)
def test_chi_square_as_in_the_tables(freedom: int, five: float, one: float, thousandth: float) -> None:
    assert near(chi_square_p(five, freedom), 0.05, 1e-4)
    assert near(chi_square_p(one, freedom), 0.01, 1e-4)
    assert near(chi_square_p(thousandth, freedom), 0.001, 1e-5)


def test_chi_square_of_two_degrees_is_an_exponential() -> None:
    for x in (0.1, 1.0, 5.0, 40.0, 300.0):
        assert isclose(chi_square_p(x, 2), 2.718281828459045 ** (-x / 2), rel_tol=1e-9)


def test_chi_square_by_hand() -> None:
    found = chi_square([22, 17, 20, 26, 22, 13], [1] * 6)  # Pearson's die: 102 / 20
    assert found.freedom == 5
    assert near(found.statistic, 5.1, 1e-9)
    assert near(found.p, 0.4038)
    assert chi_square([10, 1], [1, 0]).p == 0.0
    assert chi_square([10, 0], [1, 0]) == stats.ChiSquare(0.0, 0, 1.0)
    assert chi_square([], []).p == 1.0


def test_beta_by_hand() -> None:
    assert near(stats.beta_share(1, 1, 0.3), 0.3, 1e-12)
    assert near(stats.beta_share(2, 3, 0.4), 0.5248, 1e-12)  # 6x^2 - 8x^3 + 3x^4
    assert stats.beta_share(2, 3, 0) == 0
    assert stats.beta_share(2, 3, 1) == 1


def test_sign_test() -> None:
    assert stats.sign_p(1, 9) == 22 / 1024
    assert stats.sign_p(0, 0) == stats.sign_p(5, 5) == stats.sign_p(5, 6) == 1.0
    # Where the method changes, both agree.
    exact = 2 * sum(comb(61, k) for k in range(21)) / 2**61
    assert near(stats.sign_p(20, 41), exact, 1e-12)


def test_paired_shares_by_hand() -> None:
    # Agresti and Min 2005: 1600 people, 86 and 150 changed sides; difference 0.040, interval (0.021, 0.059).
    found = paired_shares(1600, 86, 150)
    assert near(found.mean, 0.04, 1e-9)
    assert near(found.low, 0.021)
    assert near(found.high, 0.059)
    assert found.seen
    assert found.p < 0.0001


def test_paired_shares_that_never_differed_still_have_a_width() -> None:
    found = paired_shares(2000, 0, 0)
    assert found.mean == 0
    assert not found.seen
    assert near(found.high, 1.96 / 2002, 1e-6)
    assert near(found.low, -1.96 / 2002, 1e-6)


def test_paired_means_by_hand() -> None:
    # Differences 1, 2, 3, 4, 5 as above: t = 3 / 0.7071 = 4.243 with 4 degrees.
    found = paired_means(5, 15, 55)
    assert found.mean == 3
    assert found.seen
    assert near(found.p, 0.0132, 1e-4)
    same = paired_means(10, 0, 0)
    assert (same.low, same.high, same.p, same.seen) == (0, 0, 1.0, False)
    assert not paired_means(1, 5, 25).seen


def test_quantiles() -> None:
    assert quantile([4, 1, 3, 2], 0.5) == 2.5
    assert quantile([7], 0.9) == 7
    assert quantile(list(range(101)), 0.05) == 5
    with pytest.raises(ValueError, match="no values"):
        quantile([], 0.5)


def test_survival_of_single_men_is_kaplan_meier_with_greenwood() -> None:
    # Ten men: one lost on mission 1, one leaves after it, two of the other eight lost on mission 2.
    men = [{1: (1, 1)}, {1: (1, 0)}] + [{1: (1, 0), 2: (1, i < 2)} for i in range(8)]
    steps = survival([{k: (int(n), int(d)) for k, (n, d) in man.items()} for man in men])
    assert [(s.number, s.flew, s.lost) for s in steps] == [(1, 10, 1), (2, 8, 2)]
    assert near(steps[1].share, 0.9 * 0.75, 1e-12)
    greenwood = 1 / 90 + 2 / 48
    half = stats.Z95 * greenwood**0.5 / abs(log(0.675))
    assert near(steps[1].low, 0.675 ** (2.718281828**half), 1e-6)
    assert near(steps[1].high, 0.675 ** (2.718281828**-half), 1e-6)


def test_survival_of_men_who_die_together_is_less_certain() -> None:
    alone = survival([{1: (1, int(i % 4 == 0))} for i in range(400)])[0]
    crews = survival([{1: (10, 10 * int(i % 4 == 0))} for i in range(40)])[0]
    assert alone.share == crews.share == 0.75
    assert crews.high - crews.low > 3 * (alone.high - alone.low)


def test_survival_of_nobody_lost_and_of_all_lost() -> None:
    assert survival([{1: (1, 0)}] * 20)[0].low == stats.wilson(20, 20)[0]
    gone = survival([{1: (1, 1)}] * 20)[0]
    assert gone.share == 0
    assert 0 < gone.high < 0.2
    assert survival([]) == []
