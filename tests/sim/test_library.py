"""`import flakhouse`: light, lazy, and everything in it works."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path

import pytest

import flakhouse
from flakhouse import library, savefile
from flakhouse.errors import ChartError, FlakhouseError, OptionError, SaveError
from flakhouse.sim.summary import text_table
from flakhouse.store import Store
from tests.checks.files import ROOT


class Homesick(flakhouse.Agent):
    """Turns back whenever it may."""

    name = "homesick"

    def choose(self, ask: flakhouse.Question, ref: flakhouse.Referee) -> str:
        return "abort" if ask.id == "abort" and "abort" in ask.options else ask.default


def test_the_import_loads_nothing_else() -> None:
    code = "import flakhouse, sys; print([m for m in sys.modules if m.startswith(('flakhouse.', 'msgspec'))])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(ROOT / "src")},
        check=True,
    )
    assert done.stdout.strip() == "[]"


def test_every_public_name_is_there() -> None:
    for name in flakhouse.__all__:
        assert getattr(flakhouse, name) is not None
    assert set(library.__all__) | {"__version__", "games", "views"} == set(flakhouse.__all__)
    assert set(flakhouse.__all__) <= set(dir(flakhouse))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        getattr(flakhouse, "nonsense")  # noqa: B009


def test_play_takes_options_scenarios_and_house_rules(tmp_path: Path) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text('[options]\nrules = "basic"\n', encoding="utf-8")
    session = flakhouse.play("b17", house=rules, automation="routine")
    assert session.chapter.options["rules"] == "basic"
    assert flakhouse.play(flakhouse.game("doolittle"), scenario="7").chapter.options["scenario"] == "7"
    with pytest.raises(OptionError, match="no scenario"):
        flakhouse.play("b17", scenario="nowhere")
    with pytest.raises(ChartError):
        flakhouse.play("b17", house=tmp_path / "none.toml")


def test_a_tour_goes_on_with_what_the_mission_left() -> None:
    session = flakhouse.play("b17", seed="7", automation="routine")
    while session.pending:
        session.answer(session.pending.default)
    assert session.finish is not None
    following = flakhouse.play("b17", seed="8", campaign=session.finish.campaign, number=2)
    assert following.chapter.number == 2


def test_saves_are_read_from_files_and_from_the_store(tmp_path: Path) -> None:
    session = flakhouse.play("b29", seed="5", automation="routine")
    with Store(tmp_path) as store:
        name = store.create(session.chapter, "5", "tour")
        data = store.export(name)
    copy = flakhouse.load_save("tour", tmp_path)
    assert copy.pending is not None
    assert session.pending is not None
    assert copy.pending.id == session.pending.id
    assert copy.keeper is None
    file = tmp_path / "tour.json"
    savefile.write_file(file, data)
    assert flakhouse.read_save(file).steps == session.steps
    file.write_bytes(b"{}")
    with pytest.raises(SaveError):
        flakhouse.read_save(file)
    with pytest.raises(FlakhouseError):
        flakhouse.read_save(tmp_path / "none.json")


def test_simulate_gives_rows_of_their_own_kinds_and_the_usual_summary() -> None:
    results = flakhouse.simulate("b17", missions=6, first=True, pilots=["doctrine", "random"], seed="rows")
    assert [row["contender"] for row in results.missions[:2]] == ["doctrine", "random"]
    assert len(results.men) == 120
    assert results.tours == []
    first = results.missions[0]
    assert isinstance(first["index"], int)
    assert isinstance(first["credited"], bool)
    assert isinstance(first["men"], float)
    assert isinstance(results.men[0]["dead"], bool)
    assert results.text == text_table(results.summary)
    assert results.measure("home", "random").n == 6
    with pytest.raises(OptionError, match="no contender"):
        results.measure("home", "nobody")
    with pytest.raises(OptionError, match="no measure"):
        results.measure("glory")


def test_missions_come_from_all_over_the_tour_unless_first_ones_are_asked_for() -> None:
    mixed = flakhouse.simulate("b17", missions=30, seed="mix")
    where = [(row["index"], row["number"]) for row in mixed.missions]
    assert where == [(0, n) for n in range(1, 26)] + [(1, n) for n in range(1, 6)]
    tours = flakhouse.simulate("b17", tours=1, seed="mix")
    assert mixed.missions[:25] == tours.missions[:25]  # the very missions of that tour
    assert "30 missions, numbers 1 to 25 of a tour, 2 tours" in mixed.text
    assert mixed.measure("home").n == 30
    first = flakhouse.simulate("b17", missions=3, first=True, seed="mix")
    assert [(row["index"], row["number"]) for row in first.missions] == [(0, 1), (1, 1), (2, 1)]
    raids = flakhouse.simulate("doolittle", missions=2)  # no tour: every game is the first
    assert [row["number"] for row in raids.missions] == [1, 1]


def test_jobs_change_nothing() -> None:
    alone = flakhouse.simulate("b17", missions=6, seed="jobs")
    together = flakhouse.simulate("b17", missions=6, seed="jobs", jobs=2)
    assert alone.missions == together.missions
    assert alone.men == together.men


def test_tours_and_files(tmp_path: Path) -> None:
    results = flakhouse.simulate("b17", tours=1, out=tmp_path / "study")
    assert len(results.tours) == 1
    assert results.tours[0]["missions"] == len(results.missions)
    names = {path.name for path in results.to_csv(tmp_path / "csv")}
    assert names == {"missions.csv", "men.csv", "tours.csv"}
    assert results.to_html(tmp_path / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert any("<svg" in plot for plot in results.plots().values())
    with pytest.raises(OptionError, match="not both"):
        flakhouse.simulate("b17", tours=1, missions=1)


def test_parquet_is_written_where_it_can_be(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="needs the extra flakhouse[study]")
    results = flakhouse.simulate("doolittle", missions=2)
    assert {path.name for path in results.to_parquet(tmp_path)} == {"missions.parquet", "men.parquet"}


def test_a_folder_of_its_own_goes_with_the_results() -> None:
    results = flakhouse.simulate("b17", missions=1)
    folder = results.folder
    assert folder.exists()
    del results
    gc.collect()
    assert not folder.exists()


def test_compare_takes_pilots_classes_and_variants() -> None:
    found = flakhouse.compare("b17", missions=5, pilots=["doctrine", Homesick])
    assert [contender.name for contender in found.contenders] == ["doctrine", "Homesick"]
    found = flakhouse.compare("b17", missions=5, variants={"all": {}, "basic": {"rules": "basic"}})
    assert [contender.options["rules"] for contender in found.contenders] == ["advanced", "basic"]
    assert "same dice" in flakhouse.as_text(found)


def test_a_question_reads_like_a_prompt() -> None:
    session = flakhouse.play("b29", seed="12", automation="routine")
    ask = session.pending
    assert ask is not None
    assert str(ask).splitlines() == [f"{ask.prompt} (2.2)", "  yes: Yes", "  no: No (advised)"]
    assert repr(ask) == f"<Question truk: {ask.prompt!r} [yes, no] default 'no'>"
    assert repr(ask.options["no"]) == "<Option 'No'>"
    name = flakhouse.play("b17").pending
    assert "any short text; advised: " in str(name)
    barred = flakhouse.Question("1.1", "Which?", {"a": "One"}, barred={"b": "not today"})
    assert "  not now: b: not today" in str(barred)


def test_views_have_types_and_show_nothing_hidden() -> None:
    session = flakhouse.play("b17", seed="7", automation="routine")
    bomber = flakhouse.views.b17(session)
    assert bomber == flakhouse.views.b17(session.ref)  # as a bot sees it
    assert (bomber.city, bomber.zone, bomber.engines, len(bomber.men), len(bomber.guns)) == (
        "Meaulte",
        3,
        4,
        10,
        9,
    )
    assert [fighter.name for fighter in bomber.fighters] == ["FW190 A", "FW190 B", "FW190 C"]
    with pytest.raises(OptionError, match="no B-29 to look at in this game"):
        flakhouse.views.b29(session)
    with pytest.raises(OptionError, match="no B-17 to look at yet"):
        flakhouse.views.b17(flakhouse.play("b17"))
    other = flakhouse.play("b29", seed="12", automation="routine")
    while other.state is None and other.pending is not None:
        other.answer(other.pending.default)
    assert (flakhouse.views.b29(other).city, len(flakhouse.views.b29(other).men)) == ("Nagoya", 11)
    raid = flakhouse.views.doolittle(flakhouse.play("doolittle", seed="3", scenario="4"))
    (smith,) = [one for one in raid.b25s if one.hazards]
    assert (smith.pilot, smith.area, smith.hazards) == ("Smith", "Kobe Central", ("Ground ?",))


def test_odds_and_charts() -> None:
    session = flakhouse.play("b29", seed="12", automation="routine")
    table = flakhouse.odds(session, samples=2)
    assert table.done
    assert table.n == 2
    assert "played out" in flakhouse.as_text(table)
    with pytest.raises(OptionError, match="samples"):
        flakhouse.odds(session, samples=0)
    hit = flakhouse.chart_odds("b17", "M-2")
    assert sum(one.ways for one in hit.outcomes) == hit.ways
    assert "M-2" in flakhouse.as_text(hit)
    several = next(
        chart for chart in flakhouse.charts("b29").values() if len(chart.data.columns) > 1 and chart.low
    )
    column = several.data.columns[1]
    assert flakhouse.chart_odds("b29", several.id, column=column).column == column
    with pytest.raises(ChartError, match="no chart"):
        flakhouse.chart_odds("b17", "Z-9")
    with pytest.raises(ChartError, match="no column"):
        flakhouse.chart_odds("b17", "M-2", column="west")
