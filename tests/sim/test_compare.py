"""Contenders on the same dice: figures, words, the command, and bots from a file."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import msgspec
import pytest

from flakhouse.cli.main import main
from flakhouse.errors import OptionError
from flakhouse.sim.botfile import maker, short_name
from flakhouse.sim.compare import Comparison, as_csv, as_text, compare
from flakhouse.sim.files import FolderError
from flakhouse.sim.stats import paired_means, paired_shares
from flakhouse.sim.study import Study
from tests.checks.docs import blocks
from tests.sim.studies import begin, fly_into

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "bots.py"
HOUSE = '[options]\nrules = "basic"\n'


def flown(folder: Path, *studies: Study, jobs: int = 1) -> Comparison:
    fly_into(begin(folder, *studies), jobs)
    return compare(folder)


def by_hand(folder: Path, key: str) -> dict[str, list[float]]:
    """The values of a column for each contender, in the order of the indices."""
    values: dict[str, list[float]] = {}
    with (folder / "missions.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            values.setdefault(row["contender"], []).append(float(row[key]))
    return values


def test_differences_are_those_of_the_rows(tmp_path: Path) -> None:
    studies = [Study(game="b17", seed="c", count=30, pilot=pilot) for pilot in ("doctrine", "cautious", "random")]
    found = flown(tmp_path / "a", *studies)
    assert [contender.name for contender in found.contenders] == ["doctrine", "cautious", "random"]
    lines = {line.key: line for line in found.lines}
    credit = by_hand(tmp_path / "a", "credit")
    first, last = credit["doctrine"], credit["random"]
    only = [
        sum(a > b for a, b in zip(first, last, strict=True)),
        sum(a < b for a, b in zip(first, last, strict=True)),
    ]
    against = lines["credit"].against[1]
    assert (against.only_first, against.only_this) == tuple(only)
    assert against.difference == paired_shares(30, *only)
    assert against.seen
    assert "random flies a mission that counts" in against.words
    percent = by_hand(tmp_path / "a", "percent")
    gaps = [b - a for a, b in zip(percent["doctrine"], percent["random"], strict=True)]
    assert lines["percent"].against[1].difference == paired_means(30, sum(gaps), sum(g * g for g in gaps))
    assert lines["percent"].estimates["doctrine"].mean == pytest.approx(sum(percent["doctrine"]) / 30)


def test_a_contender_against_itself_is_the_same_and_says_so(tmp_path: Path) -> None:
    found = flown(
        tmp_path / "a", Study(game="b17", count=12, label="one"), Study(game="b17", count=12, label="two")
    )
    for line in found.lines:
        assert line.against[0].difference.mean == 0
        assert "two" in line.against[0].words
        assert "the same as one in each of 12 missions" in line.against[0].words
    home = found.lines[0].against[0]
    assert "between -" in home.words  # twelve equal missions prove little


def test_nothing_to_be_seen_is_said_plainly(tmp_path: Path) -> None:
    basic = Study(game="b17", seed="n", count=25, label="basic", options={"rules": "basic"})
    studies = [Study(game="b17", seed="n", count=25), basic]
    words = [line.against[0].words for line in flown(tmp_path / "a", *studies).lines]
    assert any("no difference can be seen with 25 missions: between -" in text for text in words)


def test_tours_are_compared_tour_by_tour(tmp_path: Path) -> None:
    studies = [Study(game="b17", unit="tours", count=3, pilot=pilot) for pilot in ("doctrine", "cautious")]
    found = flown(tmp_path / "a", *studies)
    lines = {line.key: line for line in found.lines}
    assert lines["home"].estimates["doctrine"].n == 3
    with (tmp_path / "a" / "tours.csv").open(encoding="utf-8", newline="") as file:
        tours = [row for row in csv.DictReader(file) if row["contender"] == "doctrine"]
    mean = sum(int(row["home"]) / int(row["missions"]) for row in tours) / 3
    assert lines["home"].estimates["doctrine"].mean == pytest.approx(mean)
    assert lines["missions"].estimates["doctrine"].mean == pytest.approx(
        sum(int(r["missions"]) for r in tours) / 3
    )
    assert 0 <= lines["home"].estimates["doctrine"].low <= lines["home"].estimates["doctrine"].high <= 1


def test_workers_change_nothing(tmp_path: Path) -> None:
    studies = [Study(game="b17", seed="w", count=20, pilot=pilot) for pilot in ("doctrine", "random")]
    assert flown(tmp_path / "a", *studies) == flown(tmp_path / "b", *studies, jobs=2)


def test_text_and_csv_hold_the_same_figures(tmp_path: Path) -> None:
    studies = [Study(game="doolittle", count=6, pilot=pilot) for pilot in ("doctrine", "random")]
    found = flown(tmp_path / "a", *studies)
    rows = list(csv.DictReader(io.StringIO(as_csv(found))))
    assert len(rows) == 2 * len(found.lines)
    score = next(row for row in rows if row["measure"] == "score" and row["contender"] == "random")
    gap = found.lines[0].against[0].difference
    assert (float(score["difference"]), score["against"]) == (gap.mean, "doctrine")
    text = as_text(found)
    assert "random against doctrine" in text
    assert f"{gap.mean:+.2f} ({gap.low:+.2f} to {gap.high:+.2f})" in text


def test_one_contender_is_no_comparison(tmp_path: Path) -> None:
    fly_into(begin(tmp_path / "a", Study(game="b17", count=2)))
    with pytest.raises(FolderError, match="needs two"):
        compare(tmp_path / "a")
    with pytest.raises(FolderError, match="no study"):
        compare(tmp_path)


# ------------------------------------------------------------------ the command


def test_command_with_every_kind_of_contender(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = tmp_path / "mine.toml"
    house.write_text(HOUSE)
    words = [
        "compare",
        "b17",
        "--first",
        "--missions",
        "4",
        "--seed",
        "k",
        "--jobs",
        "1",
        "--pilot",
        "doctrine",
        "--json",
    ]
    words += ["--pilot", "random", "--against", "rules=basic", "--house", str(house)]
    words += ["--contender", f"all: pilot=cautious spray_fire=on house='{house}'"]
    assert main(words) == 0
    found = msgspec.json.decode(capsys.readouterr().out, type=Comparison)
    who = {contender.name: contender for contender in found.contenders}
    assert list(who) == ["doctrine", "random", "rules=basic", "mine.toml", "all"]
    assert who["rules=basic"].options["rules"] == "basic"
    assert who["mine.toml"].house == "mine.toml"
    assert who["mine.toml"].options["rules"] == "basic"
    assert (who["all"].pilot, who["all"].options["spray_fire"]) == ("cautious", "on")
    # The same rules on the same dice, whichever way they were asked for.
    for line in found.lines:
        assert line.estimates["rules=basic"] == line.estimates["mine.toml"]


def test_command_keeps_its_folder_and_compares_it_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "out"
    words = [
        "compare",
        "b17",
        "--first",
        "--missions",
        "5",
        "--seed",
        "k",
        "--jobs",
        "1",
        "--against",
        "rules=basic",
    ]
    assert main([*words, "--out", str(folder)]) == 0
    text = capsys.readouterr().out
    assert "rules=basic against printed" in text
    assert (folder / "compare.txt").read_text() in text
    assert json.loads((folder / "compare.json").read_text())["done"] == 5
    assert (folder / "report.html").exists()
    assert main(["compare", "--of", str(folder), "--csv"]) == 0
    assert capsys.readouterr().out == (folder / "compare.csv").read_text()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["b17"], "two contenders"),
        (["b17", "--pilot", "doctrine"], "two contenders"),
        (["b17", "--pilot", "doctrine", "--pilot", "doctrine"], "two contenders are called 'doctrine'"),
        (["b17", "--pilot", "doctrine", "--pilot", "nobody"], "no pilot 'nobody'"),
        (["b17", "--pilot", "doctrine", "--pilot", "none.py:Bot"], "no bot file none.py"),
        (["b17", "--against", "rules=odd"], "expected advanced or basic"),
        (["b17", "--contender", "x: pilot"], "is no key=value"),
        (["b17", "--contender", "x: pilot='"], "No closing quotation"),
        (["b17", "--house", "no-such.toml"], "cannot read"),
        (["b17", "--against", "rules=basic", "--json", "--csv"], "not both"),
        (["--of", "nowhere"], "holds no study"),
        (["--of", "nowhere", "--pilot", "a"], "everything from its folder"),
        ([], "which game"),
    ],
)
def test_wrong_use_says_what_is_wrong(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", *words]) == 2
    assert complaint in capsys.readouterr().err


# ------------------------------------------------------------------ bots from a file


def test_the_example_bots_fly(tmp_path: Path) -> None:
    pilots = {"": "doctrine", "HoldFire": f"{EXAMPLES}:HoldFire", "Nervous": f"{EXAMPLES}:Nervous"}
    studies = [Study(game="b17", seed="e", count=40, pilot=pilot, label=label) for label, pilot in pilots.items()]
    lines = {line.key: line for line in flown(tmp_path / "a", *studies, jobs=2).lines}
    guns, nerves = lines["men"].against[0].difference, lines["target"].against[1].difference
    assert guns.mean < 0  # guns are there for something
    assert nerves.mean < 0  # and bombs come down where one flies on
    assert short_name(pilots["Nervous"]) == "Nervous"


def test_the_bot_in_the_documentation_is_the_one_in_the_examples(tmp_path: Path) -> None:
    (tmp_path / "told.py").write_text(blocks("bots.md", "python")[0])
    files = {"told": tmp_path / "told.py", "ours": EXAMPLES}
    studies = [Study(game="b17", count=8, pilot=f"{file}:HoldFire", label=name) for name, file in files.items()]
    found = flown(tmp_path / "a", *studies)
    assert all(line.against[0].difference.mean == 0 for line in found.lines)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("class Bot:\n    def __init__(self, seed):\n        pass\n", "gives no Agent"),
        ("Bot = 3\n", "cannot be called"),
        ("other = 1\n", "AttributeError"),
        ("this is no Python\n", "SyntaxError"),
        ("1 / 0\n", "ZeroDivisionError"),
        ("class Bot:\n    def __init__(self, one, two):\n        pass\n", "missing 1 required"),
    ],
)
def test_a_bad_bot_file_is_told_in_words(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "bot.py"
    file.write_text(text)
    with pytest.raises(OptionError, match=complaint):
        maker(f"{file}:Bot")("seed")
