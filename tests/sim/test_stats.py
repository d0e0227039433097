"""Tests of significance against published tables, values worked by hand, and the sums done without SciPy."""

from __future__ import annotations

import os
import subprocess
import sys
from math import comb, exp
from pathlib import Path

import pytest

from flakhouse.sim import intervals
from flakhouse.sim.stats import (
    ChiSquare,
    NoSciPy,
    chi_square,
    chi_square_p,
    holm,
    paired_means,
    paired_shares,
    slope,
)
from tests.checks.files import ROOT
from tests.sim.test_intervals import near


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
        assert chi_square_p(x, 2) == pytest.approx(exp(-x / 2), rel=1e-9)


def test_chi_square_by_hand() -> None:
    found = chi_square([22, 17, 20, 26, 22, 13], [1] * 6)  # Pearson's die: 102 / 20
    assert found.freedom == 5
    assert near(found.statistic, 5.1, 1e-9)
    assert near(found.p, 0.4038)
    assert chi_square([10, 1], [1, 0]).p == 0.0
    assert chi_square([10, 0], [1, 0]) == ChiSquare(0.0, 0, 1.0)
    assert chi_square([], []).p == 1.0
    with pytest.raises(ValueError, match="as many"):
        chi_square([1, 2], [1])


def test_a_difference_has_the_interval_of_the_prompt_and_the_chance_of_the_sign_test() -> None:
    found = paired_shares(1600, 86, 150)
    assert found.p == pytest.approx(2 * sum(comb(236, k) for k in range(87)) / 2**236, rel=1e-9)
    plain = intervals.paired_shares(1600, 86, 150)
    assert (found.mean, found.low, found.high) == (plain.mean, plain.low, plain.high)
    assert paired_shares(2000, 0, 0).p == 1.0


def test_paired_means_by_hand() -> None:
    # Differences 1, 2, 3, 4, 5: t = 3 / 0.7071 = 4.243 with 4 degrees.
    found = paired_means(5, 15, 55)
    assert found.mean == 3
    assert near(found.p, 0.0132, 1e-4)
    same = paired_means(10, 0, 0)
    assert (same.low, same.high, same.p) == (0, 0, 1.0)
    assert paired_means(10, 20, 40).p == 0.0  # two more every time
    assert paired_means(1, 5, 25).p == 1.0


def test_holm_as_published() -> None:
    # Holm 1979: the least chance times their number, the next times one less, and never less than one before.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([]) == []


def test_growth_is_read_off_the_logarithms() -> None:
    assert slope([(1, 3), (10, 300), (100, 30000)]) == pytest.approx(2.0)
    with pytest.raises(ValueError, match="two different"):
        slope([(1, 3), (1, 4)])


WITHOUT = """
import sys
sys.modules["scipy"] = None
import flakhouse
from flakhouse.cli.main import main

assert main(["fly", "b17", "--seed", "1", "--log", "none"]) == 0
assert main(["history", "b17", "--games", "1"]) == 0
pilots = ["--pilot", "doctrine", "--pilot", "random"]
assert main(["simulate", "b17", "--missions", "30", "--jobs", "1", *pilots]) == 0
session = flakhouse.play("b29", seed="12", automation="routine")
print(flakhouse.as_text(flakhouse.odds(session, samples=3)))
print("flies nothing:")
assert main(["compare", "b17", "--missions", "1000000", "--jobs", "1", "--against", "rules=basic"]) == 1
"""


def test_everything_but_comparisons_works_without_scipy(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "FLAKHOUSE_DATA": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    (said,) = [line for line in done.stderr.splitlines() if "SciPy" in line]
    assert said == "flakhouse: comparisons need SciPy: pip install 'flakhouse[study]'"


def test_without_scipy_one_line_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.stats", None)
    with pytest.raises(NoSciPy) as said:
        paired_shares(10, 1, 2)
    assert str(said.value) == "comparisons need SciPy: pip install 'flakhouse[study]'"
