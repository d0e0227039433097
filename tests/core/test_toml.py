"""The cache of parsed TOML files."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

from flakhouse.core import toml

TEXT = 'a = 1\n[b]\nc = ["x", 2.5, true]\n'
MEANT = {"a": 1, "b": {"c": ["x", 2.5, True]}}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(toml, "FOLDER", tmp_path / "cache")
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return tmp_path / "cache"


def never(text: str) -> dict[str, object]:
    raise AssertionError("parsed again")


def test_a_file_is_parsed_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert toml.read(TEXT) == MEANT
    monkeypatch.setattr(tomllib, "loads", never)
    assert toml.read(TEXT) == MEANT
    assert [path.suffix for path in folder.iterdir()] == [".msgpack"]  # nothing half-made beside it
    with pytest.raises(AssertionError, match="parsed again"):
        toml.read(TEXT + "d = 4\n")  # another text is another entry


@pytest.mark.parametrize("how", ["cut", "changed", "empty", "no right to read"])
def test_an_entry_that_is_damaged_is_never_trusted(folder: Path, how: str) -> None:
    toml.read(TEXT)
    (entry,) = folder.iterdir()
    whole = entry.read_bytes()
    if how == "no right to read":
        entry.unlink()
        entry.mkdir()
    else:
        entry.write_bytes({"cut": whole[:-1], "changed": whole.replace(b"x", b"y"), "empty": b""}[how])
    assert toml.read(TEXT) == MEANT
    if how != "no right to read":
        assert entry.read_bytes() == whole  # and it is put right


def test_what_is_no_toml_is_told_and_not_kept(folder: Path) -> None:
    with pytest.raises(tomllib.TOMLDecodeError):
        toml.read("a = ")
    assert not folder.exists()


def test_nothing_is_written_where_bytecode_is_not(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert toml.read(TEXT) == MEANT
    assert not folder.exists()


def test_a_folder_that_cannot_be_written_is_no_fault(folder: Path) -> None:
    folder.write_text("in the way")
    assert toml.read(TEXT) == MEANT


def test_entries_of_files_that_are_gone_do_not_pile_up(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toml, "_MOST", 3)
    for number in range(10):
        toml.read(f"a = {number}\n")
    assert len(list(folder.iterdir())) <= 3
