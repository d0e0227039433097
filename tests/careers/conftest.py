"""Saves that a bot has flown, kept for all tests of careers."""

from __future__ import annotations

from pathlib import Path

import pytest

from flakhouse.cli.main import main


@pytest.fixture(scope="session")
def flown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a tour of the B-17, some flights of the B-29 and a campaign of the raid."""
    folder = tmp_path_factory.mktemp("flown")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FLAKHOUSE_DATA", str(folder))
        assert main(["fly", "b17", "--missions", "12", "--seed", "5", "--save", "five"]) == 0
        assert main(["fly", "b29", "--missions", "3", "--seed", "4", "--save", "four"]) == 0
        assert main(["fly", "doolittle", "--scenario", "10", "--seed", "3", "--save", "ten"]) == 0
    return folder


@pytest.fixture
def saves(flown: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that folder for one test, which is the player's."""
    import shutil

    folder = tmp_path / "data"
    shutil.copytree(flown, folder)
    monkeypatch.setenv("FLAKHOUSE_DATA", str(folder))
    return folder
