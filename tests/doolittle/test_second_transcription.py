"""Every chart against a second transcription made from the texts alone (charts/second.toml)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from flakhouse.games.doolittle.book import CHARTS
from tests.checks.transcription import cell_faults, load, mod_faults

SECOND = load(Path(__file__).parent / "charts" / "second.toml")
ADMITTED = {"printed": r"Rule Book \d", "reconstructed": r"reconstructed|\bours?\b", "ruling": r"Rule Book \d"}


def test_the_same_charts() -> None:
    assert set(SECOND) == set(CHARTS.charts)


@pytest.mark.parametrize("id", sorted(SECOND))
def test_cells(id: str) -> None:
    assert cell_faults(CHARTS.charts[id], SECOND[id]) == []


@pytest.mark.parametrize("id", sorted(SECOND))
def test_modifiers(id: str) -> None:
    assert mod_faults(CHARTS.charts[id], SECOND[id]) == []


@pytest.mark.parametrize("id", sorted(SECOND))
def test_where_it_is_from_is_said(id: str) -> None:
    """What is printed names its paragraph; what is reconstructed admits it."""
    data = CHARTS.charts[id].data
    assert re.search(ADMITTED[data.source], data.from_)
