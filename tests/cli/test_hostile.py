"""Hostile use of the commands: one clear line, the right exit code, nothing touched."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from flakhouse.cli.main import main

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLAKHOUSE_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def shell(line: str, feed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHON": sys.executable}
    return subprocess.run(
        ["sh", "-c", line.replace("flakhouse", '"$PYTHON" -m flakhouse')], env=env, input=feed, capture_output=True
    )


@pytest.mark.parametrize(
    "line",
    [
        "fly b29 --save ../x --log none",
        "play b29 --save ../x --json",
        "saves import nothing.json --name ../x",
        "saves copy kept --mission -1",
        "saves copy kept --mission 2",
        "saves copy kept --seed \x1b",
        "saves copy kept --seed \udcff",
        "saves copy kept ../x",
        "saves rename kept ../x",
        f"fly b29 --option {'a' * 5000}=on",
    ],
)
def test_wrong_use_is_one_short_line_and_code_2(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fly", "b29", "--seed", "3", "--log", "none", "--save", "kept"]) == 0
    capsys.readouterr()
    assert main(line.split(" ")) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert len(err) < 1100
    assert main(["saves", "list"]) == 0
    assert capsys.readouterr().out.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_that_cannot_be_written() -> None:
    for line, what in (
        ("flakhouse games > /dev/full", b"flakhouse: cannot write the output: No space left on device\n"),
        ("flakhouse games >&-", b"flakhouse: standard output is closed; nothing was done\n"),
    ):
        ran = shell(line)
        assert (ran.returncode, ran.stderr) == (1, what)


def test_input_that_is_closed_or_no_text() -> None:
    ran = shell("flakhouse saves import - <&-")
    assert (ran.returncode, ran.stderr.count(b"\n")) == (1, 1)
    assert b"internal" not in ran.stderr
    ran = shell("flakhouse play b29 --seed 1 --save closed <&-")
    assert (ran.returncode, ran.stderr) == (0, b"")
    # Signs that are no UTF-8, null bytes and endless numbers are answers like any other wrong one.
    ran = shell("flakhouse play b29 --new", b"9" * 5000 + b"\n\xff\xfe\n\0\n\nq\n")
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.count(b"A number from 1 to") >= 3
