"""Every chart against a second transcription made from the texts alone (charts/second.toml)."""

from __future__ import annotations

from pathlib import Path

import pytest

from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.options import OURS
from tests.checks.transcription import cell_faults, load, mod_faults

SECOND = load(Path(__file__).parent / "charts" / "second.toml")


def test_the_same_charts() -> None:
    printed = [id for id in CHARTS.charts if id.partition("-")[2] not in OURS]  # no text has rules of our own
    assert sorted(SECOND) == sorted(printed)


@pytest.mark.parametrize("id", sorted(SECOND))
def test_cells(id: str) -> None:
    """O-2."""
    assert cell_faults(CHARTS.charts[id], SECOND[id]) == []


@pytest.mark.parametrize("id", sorted(SECOND))
def test_modifiers(id: str) -> None:
    assert mod_faults(CHARTS.charts[id], SECOND[id]) == []
