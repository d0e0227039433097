"""Measured figures stand between marks that `scripts/figures` fills, and the measuring scripts add up."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import msgspec
import pytest

from tests.checks.files import script

FIGURES = script("figures")
SCALE = script("scale")


def marks() -> Counter[str]:
    """Every mark of every page."""
    return Counter(
        mark[2] for page in FIGURES.pages() for mark in FIGURES._MARKS.finditer(page.read_text(encoding="utf-8"))
    )


def test_every_mark_is_filled_by_one_part_and_stands_once() -> None:
    names = [name for part in FIGURES.NAMES.values() for name in part]
    assert set(FIGURES.NAMES) == set(FIGURES.RENDER)
    assert marks() == Counter(names)
    for page in FIGURES.pages():
        text = page.read_text(encoding="utf-8")
        assert text.count("<!-- figures: ") == text.count("<!-- end of figures -->"), page.name


def test_every_command_names_a_script_that_is_there() -> None:
    for part in (*FIGURES.PARTS, "compiled"):
        for quick in (True, False):
            for order in FIGURES.commands(part, quick, 1000, "some.whl"):
                name = order.split()[0]
                assert (FIGURES.ROOT / name).exists()
                assert (FIGURES.ROOT / f"{name}.py").exists()


def test_only_what_stands_between_its_marks_changes() -> None:
    end = "<!-- end of figures -->\n"
    text = f"a\n<!-- figures: one -->\nold\n{end}b\n<!-- figures: two -->\n{end}"
    filled = FIGURES.fill(text, {"one": "new \\1\n"})
    assert filled == text.replace("old", "new \\1")
    assert FIGURES.fill(filled, {"one": "old\n"}) == text


def bench(game: str) -> str:
    keys = ["missions_per_second", "rolls_per_mission", "questions_per_mission", "overhead_factor"]
    keys += ["milliseconds_with_log", "help_seconds", "first_prompt_seconds"]
    return json.dumps({"game": game, **dict.fromkeys(keys, 1234.5)})


def run(jobs: int, missions: int, seconds: float) -> Any:
    look = SCALE.Look(0.1, 30.0, 20.0)
    return SCALE.Run("b17", jobs, missions, seconds, seconds, missions / seconds, 140, 24, 700, 70, 800, [look])


def told() -> Any:
    runs = [run(1, 1000, 2.5), run(1, 10000, 20.5), run(2, 1000, 1.5), run(2, 10000, 10.5)]
    growth = [SCALE._growth([one for one in runs if one.jobs == jobs], [run(jobs, 1, 0.5)]) for jobs in (1, 2)]
    return SCALE.Told("cpu", 2, "3.11", "pure", 0.0, "s", runs, growth, SCALE._speed_up(runs))


@pytest.mark.parametrize("part", ["speed", "felt", "bot-speed", "scale", "odds", "load", "bots", "compiled"])
def test_every_part_fills_its_marks(part: str) -> None:
    line = {"position": "b17 abort", "way": "save", "share": True, "odds": 0.5, "long": 0.4, "p": 0.2}
    load = {"players": 2, "requests_a_second": 3.0, "p50_ms": 1, "p95_ms": 2, "p99_ms": 3, "cpus": 2, "lost": []}
    said = {
        "speed": [bench(game) for game in ("b29", "b17", "doolittle", "doolittle")],
        "felt": [
            json.dumps(
                [{"what": "odds", "ours": 1.5, "theirs": 3.0, "times_as_fast": 2.0, "least": 1.9, "most": 2.1}]
            )
        ],
        "bot-speed": [json.dumps([{"game": "b17", "doctrine": 9.0, "asked": 6.0, "rollout": 0.1}])],
        "scale": [msgspec.json.encode(told()).decode()],
        "odds": [json.dumps({"lines": [line], "samples": 9, "long": 9, "together": 0.2, "alike": True})],
        "load": [json.dumps({**load, "faults": []})] * 2,
        "bots": ["| bot |\n"] * 3,
        "compiled": [
            json.dumps(
                [
                    {
                        "game": "b17",
                        "times_as_fast": 2.0,
                        **{f"{kind}_{what}": 3.0 for kind in ("pure", "compiled") for what in MEASURED},
                    }
                ]
            )
        ],
    }[part]
    orders = FIGURES.commands(part, True, 1000, "x.whl")
    blocks = FIGURES.RENDER[part]("a machine", list(zip(orders, said, strict=True)))
    assert set(blocks) == set(FIGURES.NAMES[part])
    assert all(text.endswith("\n") and "<!--" not in text for text in blocks.values())


MEASURED = ("missions_per_second", "overhead_factor")


def test_growth_is_that_of_time_without_the_start() -> None:
    found = told()
    assert [one.exponent for one in found.growth] == [1.0, 1.0]
    words = SCALE.sentences(found)
    assert "b17: 2 jobs are 1.95 times as fast as one." in words
    assert any("to the power of 1.00" in line for line in words)
    assert SCALE.counts(20_000) == [1000, 3000, 10_000, 20_000]
    page = script("curves").page(".html", "t", words, SCALE.figures(found), [["a"], ["1"]])
    image = script("curves").page(".svg", "t", words, SCALE.figures(found), [["a"], ["1"]])
    assert page.count("<svg") == 4
    assert image.startswith('<svg xmlns="http://www.w3.org/2000/svg" class="plot"')
