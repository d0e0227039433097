"""The report of a study: whole, self-contained, and with the figures of the tables."""

from __future__ import annotations

import csv
import re
import sys
from html import escape
from html.parser import HTMLParser
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree

import pytest

from flakhouse.cli.main import main
from flakhouse.sim import plots, worded
from flakhouse.sim.files import FolderError
from flakhouse.sim.gather import gather
from flakhouse.sim.intervals import Groups, grouped_interval, wilson
from flakhouse.sim.plots import Mark, Point, Series
from flakhouse.sim.report import write_report
from flakhouse.sim.sheet import mark, percent
from flakhouse.sim.study import Study
from tests.sim.studies import begin, fly_into

COMMON = {"measures", "results", "damage"}
BOMBERS = {"causes", "zones", "fates", "sections", "target", "positions"}
VOID = {"meta", "br", "path", "rect", "circle"}


class Page(HTMLParser):
    """Checks that every element is closed where it should be; keeps ids, links and tags."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.ids: list[str] = []
        self.attributes: set[str] = set()
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.ids += [value or "" for name, value in attrs if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A small study of every kind, with its report."""
    place = tmp_path_factory.mktemp("reports")
    studies = {
        "b29": [Study(game="b29", seed="r", count=120, detail=True)],
        "b17": [Study(game="b17", seed="r", count=25, detail=True)],
        "doolittle": [Study(game="doolittle", seed="1", count=120, detail=True)],
        "tours": [
            Study(game="b17", seed="r", count=4, unit="tours", label="<b>one</b> & 'two'"),
            Study(game="b17", seed="r", count=4, unit="tours", options={"rules": "basic"}, label="basic"),
        ],
    }
    for name, one in studies.items():
        fly_into(begin(place / name, *one))
        write_report(place / name)
    return {name: place / name for name in studies}


def page(folders: dict[str, Path], name: str) -> str:
    return (folders[name] / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["b29", "b17", "doolittle", "tours"])
def test_the_page_is_whole_and_needs_nothing_else(folders: dict[str, Path], name: str) -> None:
    text = page(folders, name)
    found = Page(text)
    assert found.tags.isdisjoint({"script", "link", "img", "iframe", "object"})
    assert found.attributes.isdisjoint({"src", "href", "onclick", "onload", "style"})
    assert "http:" not in text
    assert "https:" not in text
    assert "@import" not in text
    assert all("#fh-" in url for url in re.findall(r"url\([^)]*\)", text))
    assert len(found.ids) == len(set(found.ids))
    for media in ("prefers-color-scheme: dark", "@media print"):
        assert media in text


@pytest.mark.parametrize("name", ["b29", "b17", "doolittle", "tours"])
def test_every_plot_has_words_and_a_table(folders: dict[str, Path], name: str) -> None:
    text = page(folders, name)
    drawn = re.findall(r'<svg class="plot".*?</svg>', text, re.S)
    assert len(drawn) >= 4
    for plot in drawn:
        svg = ElementTree.fromstring(plot)
        title, desc = svg.find("title"), svg.find("desc")
        assert svg.get("role") == "img"
        assert title is not None
        assert desc is not None
        assert title.text
        assert desc.text
        assert svg.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
    sheets = re.findall(r'<section class="sheet.*?</section>', text, re.S)
    for sheet in sheets:
        assert "<table" in sheet or 'class="plot"' not in sheet


def test_each_game_has_the_figures_it_can_fill(folders: dict[str, Path]) -> None:
    def shown(name: str) -> set[str]:
        return set(re.findall(r'<section class="[^"]*" aria-labelledby="(\w+)-h"', page(folders, name)))

    assert shown("b29") >= COMMON | BOMBERS | {"fuel", "never"}
    assert shown("b17") >= COMMON | BOMBERS - {"zones"} | {"never"}
    assert "fuel" not in shown("b17")
    assert shown("doolittle") >= COMMON | {"scores", "fates", "never"}
    assert "causes" not in shown("doolittle")
    assert shown("tours") >= {"survival", "bombers", "against", "course"}
    assert "damage" not in shown("tours")
    assert "--detail" in page(folders, "tours")


def test_names_are_escaped(folders: dict[str, Path]) -> None:
    text = page(folders, "tours")
    assert "<b>one" not in text
    assert "&lt;b&gt;one&lt;/b&gt; &amp; &#x27;two&#x27;" in text


def test_figures_are_those_of_the_tables(folders: dict[str, Path]) -> None:
    with (folders["b29"] / "missions.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    lost = [row for row in rows if row["home"] == "0"]
    text = page(folders, "b29")
    assert f"doctrine: {len(lost)} of {len(rows)} missions" in text
    for cause in {row["cause"] or row["end"] for row in lost}:
        n = sum((row["cause"] or row["end"]) == cause for row in lost)
        assert f"{n:,}: {percent(n, len(rows))}" in text
    factory = [row for row in rows if row["target_type"] == "Aircraft Factory"]
    hits = sum(row["target"] == "1" for row in factory)
    assert f"{percent(hits, len(factory))}, {len(factory)} flown" in text


def test_survival_follows_each_man_from_his_first_mission(folders: dict[str, Path]) -> None:
    names = ["<b>one</b> & 'two'", "basic"]
    flown = gather(folders["tours"], names, tours=True)
    groups = list(flown["basic"].men_lives)
    with (folders["tours"] / "men.csv").open(encoding="utf-8", newline="") as file:
        men = [row for row in csv.DictReader(file) if row["contender"] == "basic" and row["aboard"] == "1"]
    assert len(groups) == 4
    assert sum(n for group in groups for n, _ in group.values()) == len(men)
    assert sum(d for group in groups for _, d in group.values()) == sum(row["home"] == "0" for row in men)
    first = groups[0][1][0]
    names_of_first = {(row["position"], row["name"]) for row in men if row["index"] == "0"}
    assert first == len(names_of_first)  # everybody has a first mission


def test_rows_never_hit_are_listed(folders: dict[str, Path]) -> None:
    text = (folders["b17"] / "summary.txt").read_text(encoding="utf-8")
    assert "Chart rows never hit" in text
    with (folders["b17"] / "counts.csv").open(encoding="utf-8", newline="") as file:
        rolled = {(row["a"], row["c"]) for row in csv.DictReader(file) if row["kind"] == "roll"}
    listed = text[text.index("Chart rows never hit") : text.index("Charts never rolled")].splitlines()[2:]
    seen = 0
    for line in listed:
        if not line.strip():
            continue
        chart = line.split()[0]
        for row in re.split(r"\s{2,}", line.strip())[-1].split("; "):
            assert (chart, row) not in rolled
            seen += 1
    assert seen > 10


def test_the_text_has_the_same_tables(folders: dict[str, Path]) -> None:
    text = (folders["b29"] / "summary.txt").read_text(encoding="utf-8")
    for title in ("Causes of loss", "Fuel left at landing", "Bombs on target", "Danger by position"):
        assert title in text
    assert "bomber home" in text


def test_written_again_it_is_the_same(folders: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    before = {name: (folders["b17"] / name).read_bytes() for name in ("report.html", "summary.txt")}
    assert main(["simulate", "--report", str(folders["b17"])]) == 0
    assert "report" in capsys.readouterr().out
    assert before == {name: (folders["b17"] / name).read_bytes() for name in before}


def test_a_folder_without_figures_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="no study"):
        write_report(tmp_path)


def test_nothing_flown_is_said(tmp_path: Path) -> None:
    folder = begin(tmp_path / "a", Study(game="b17", count=3))
    fly_into(folder, most=0)
    write_report(tmp_path / "a")
    assert "Nothing was flown" in (tmp_path / "a" / "report.html").read_text(encoding="utf-8")


# ------------------------------------------------------------------ one number, one rounding


def test_a_bar_says_what_the_table_says() -> None:
    """37 of 2,000 is 1.85 %: rounded in two ways it was 1.8 in the bar and 1.9 in the table."""
    for n in (200, 2000):
        for hits in range(0, n, 3):
            bar = plots.bars("x", "T", "D", ["one"], [("a", [mark(hits, n)])])
            shown = re.findall(r'class="num">([^<]*)<', bar)
            assert shown == [percent(hits, n).partition(" (")[0]]


def test_a_cell_of_a_strip_says_what_the_table_says() -> None:
    for value in (0.0, 0.04, 0.05, 0.34, 9.94, 9.96, 11.6, 123.4):
        strip = plots.heat("x", "T", "D", ["a"], ["b"], [[value]])
        assert "".join(re.findall(r'class="num"[^>]*>([^<]*)<', strip)) == escape(worded.per_hundred(value))


@pytest.mark.parametrize("name", ["b29", "b17", "doolittle", "tours"])
def test_plots_and_tables_of_a_report_agree_and_no_share_leaves_0_to_100(
    folders: dict[str, Path], name: str
) -> None:
    text = page(folders, name)
    ends = re.findall(r"(-?[\d.]+) % \((-?[\d.]+) to (-?[\d.]+)\)", text)
    assert len(ends) > 20
    for middle, low, high in ends:
        assert 0 <= float(low) <= float(middle) <= float(high) <= 100
    for sheet in re.findall(r'<section class="sheet.*?</section>', text, re.S):
        table = sheet.partition("<table")[2]
        for shown in re.findall(r'class="num">([\d.]+ %)<', sheet):
            assert shown in table


def test_intervals_of_men_count_flights_or_tours(folders: dict[str, Path]) -> None:
    for name, unit in (("b29", "flight"), ("tours", "tour")):
        assert f"men of one {unit} share their luck" in page(folders, name)
    with (folders["b29"] / "men.csv").open(encoding="utf-8", newline="") as file:
        men = [row for row in csv.DictReader(file) if row["aboard"] == "1"]
    groups = Groups()
    for _, crew in groupby(men, key=lambda row: row["index"]):
        fates = [row["fate"] for row in crew]
        groups.add(fates.count("on duty"), len(fates))
    low, high = grouped_interval(groups)
    told = f"{round(groups.hits):,}: {worded.estimate(groups.mean, low, high)}"
    assert told in page(folders, "b29")
    narrow = wilson(groups.hits, groups.n)
    assert high - low > 1.3 * (narrow[1] - narrow[0])


def test_without_scipy_the_report_of_two_contenders_says_what_it_lacks(
    folders: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "scipy.stats", None)
    before = {name: (folders["tours"] / name).read_bytes() for name in ("report.html", "summary.txt")}
    write_report(folders["tours"])
    assert "flakhouse[study]" in page(folders, "tours")
    for name, data in before.items():
        (folders["tours"] / name).write_bytes(data)


# ------------------------------------------------------------------ plots


def test_ticks_are_round_and_reach_the_top() -> None:
    assert plots.ticks(0.23) == [0, 0.05, 0.1, 0.15, 0.2, 0.25]
    assert plots.ticks(1.0)[-1] == 1.0
    assert plots.ticks(0) == [0.0, 1.0]
    for top in (0.003, 0.07, 0.9, 3, 47, 812.5):
        steps = plots.ticks(top)
        assert steps[-1] >= top > steps[-2]
        assert len(steps) <= 8


def test_bars_are_as_long_as_their_values() -> None:
    text = plots.bars("x", "Title", "Words", ["one"], [("a", [Mark(0.5, 0.4, 0.6)]), ("b", [Mark(0.25)])], top=1.0)
    widths = [float(rect.get("width", 0)) for rect in ElementTree.fromstring(text).iter("rect")]
    assert widths[0] == pytest.approx(2 * widths[1], abs=0.2)
    assert text.count('class="whisk"') == 1  # the other has no interval


def test_a_curve_falls_where_its_mission_ends() -> None:
    series = [Series("one", [Point(1, 0.5, 0.4, 0.6), Point(2, 0.25, 0.1, 0.4)])]
    svg = ElementTree.fromstring(plots.curves("x", "T", "D", series, "missions", 2))
    line = next(path for path in svg.iter("path") if "line" in (path.get("class") or ""))
    assert re.fullmatch(r"M46 8H\d+V138H548V203", line.get("d", "")) is not None


def test_empty_plots_do_not_break() -> None:
    for text in (
        plots.bars("x", "T", "D", ["one"], []),
        plots.histogram("x", "T", "D", ["one"], [], "n"),
        plots.heat("x", "T", "D", [], [], []),
        plots.gaps("x", "T", "D", [], "n"),
        plots.curves("x", "T", "D", [], "n", 1),
    ):
        assert ElementTree.fromstring(text).tag == "svg"
