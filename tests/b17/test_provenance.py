"""Where the tables come from, how sure they are, and what is disputed: in the data, and shown."""

from __future__ import annotations

import pytest

from flakhouse.cli.main import main
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.options import CONFLICTS

_TABLES = (
    *(f"G-{n}" for n in range(1, 12)),
    *(f"B-{n}" for n in range(1, 8)),
    *(f"M-{n}" for n in range(1, 7)),
    *(f"O-{n}" for n in range(1, 8)),
    *(f"P-{n}" for n in range(1, 7)),
    *(f"BL-{n}" for n in range(1, 6)),
)
_PLACES = ("card", "board", "Mission Chart", "rulebook", "manual")


@pytest.mark.parametrize("name", _TABLES)
def test_19_1_every_table_names_its_own_sources_and_its_confidence(name: str) -> None:
    data = CHARTS.charts[name].data
    assert data.source == "found"
    assert data.from_.startswith(_PLACES)
    assert "program" in data.from_
    assert data.confidence == ("medium" if name == "B-7" else "high")


#: What is disputed in each table, by the words before the colon.
_DISPUTED = {
    "G-4": ("extra fighter of Lead and Tail",),
    "G-6": ("row 1",),
    "G-8": ("modifier",),
    "G-9": (
        "two sixes",
        "gear hit and gear controls out",
        "weather away from England and the target",
        "modifiers that bar evasive action (9.4)",
    ),
    "G-11": ("Rouen", "Meaulte, zone", "Rotterdam, type", "where the flight starts"),
    "B-2": ("weather", "table"),
    "B-3": (
        "23, type",
        "35, type",
        "24, third fighter",
        "52, second fighter",
        "65, first fighter",
        "45, second Me109",
        "13, second fighter",
        "note b",
        "dice",
    ),
    "B-4": ("11, rear", "11, climb"),
    "B-5": ("rear low, 12", "side level, 12", "rear high, 11", "walking b"),
    "B-6": ("11",),
    "B-7": ("Row 4 out of formation", "Row 2, which engine", "How long rows 4, 6 and 8 last in formation"),
    "M-1": ("whole table", "the die that always hits", "Vertical Climb"),
    "M-3": ("climb", "rear", "numbers by type"),
    "M-4": ("0, Good", "4, Fair", "size of the weather modifier"),
    "M-5": ("2 and 5", "a modified 1 or 0"),
    "M-6": ("fire at such a pilot",),
    "O-1": ("O-2",),
    "O-2": ("weather",),
    "O-6": ("Flak",),
    "P-2": ("11, heat",),
    "P-3": ("4, rafts",),
    "P-6": ("9-10",),
    "BL-1": ("b, one side", "f, extinguishing"),
    "BL-1f-fire": ("Extinguishing",),
    "BL-1g-leak": ("1-2", "Unit"),
    "BL-3": ("extinguishers aboard", "dice", "reuse"),
    "BL-4": ("serious + serious", "survival after landing"),
    "BL-4-survival": ("all",),
    "BL-5": ("after landing",),
    "BL-5-recovery": ("all",),
    "6.1-extra": ("whole table",),
}


def test_19_1_every_disputed_entry_is_in_the_data() -> None:
    found = {
        name: tuple(text.split(":")[0] for text in chart.data.disputed)
        for name, chart in CHARTS.charts.items()
        if chart.data.disputed
    }
    assert found == _DISPUTED


@pytest.mark.parametrize("name", ["G-4", "B-2", "O-2", "M-6", "BL-1g-leak"])
def test_19_1_tables_show_sources_confidence_and_disputes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "b17", name]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    data = CHARTS.charts[name].data
    assert f"Source: found, {data.from_}" in shown
    assert "Confidence: high." in shown
    for text in data.disputed:
        assert f"Disputed: {text.rstrip('.')}" in shown


#: The table in which the other reading of a switch is told; the others concern no table.
_TOLD_IN = {
    "flak_weather": "O-2",
    "target_b1": "B-2",
    "one_spray": "BL-3",
    "ace_both_ways": "M-6",
    "occupant_only": "6.1-extra",
    "start_at_base": "G-11",
    "evasion_entries": "G-9",
}
_NO_TABLE = {"short_abort_list", "free_places", "abort_alone"}


def test_19_1_a_conflict_about_a_table_names_its_switch_there() -> None:
    assert {*_TOLD_IN, *_NO_TABLE} == set(CONFLICTS)
    for switch, name in _TOLD_IN.items():
        assert any(switch in text for text in CHARTS.charts[name].data.disputed), switch
