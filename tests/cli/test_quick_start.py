"""What a start costs: nothing is imported that the first prompt does not need, and bytecode is kept."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from flakhouse.cli.completion import words_of
from flakhouse.cli.main import COMMANDS, parser

ROOT = Path(__file__).parents[2]
#: What takes long to import and has no part in the first prompt of a game in the terminal.
HEAVY = {"asyncio", "concurrent", "email", "jinja2", "multiprocessing", "psycopg", "sqlalchemy", "starlette"}


def imported(tmp_path: Path, *words: str) -> set[str]:
    env = {**os.environ, "FLAKHOUSE_DATA": str(tmp_path), "PYTHONPROFILEIMPORTTIME": "1"}
    ran = subprocess.run(
        [sys.executable, "-m", "flakhouse", *words],
        env=env,
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = [line for line in ran.stderr.splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip() for line in lines}


@pytest.mark.parametrize("game", ["b29", "b17", "doolittle"])
def test_the_first_prompt_imports_nothing_it_does_not_need(tmp_path: Path, game: str) -> None:
    scenario = ["--scenario", "1"] if game == "doolittle" else []
    found = imported(tmp_path, "play", game, "--seed", "1", *scenario)
    assert f"flakhouse.games.{game}.state" in found
    assert not {name.partition(".")[0] for name in found} & HEAVY
    assert not [name for name in found if name.startswith(("flakhouse.web", "flakhouse.offline"))]


def test_a_command_is_read_without_the_others() -> None:
    code = "import sys; from flakhouse.cli.main import main; main(['games']); print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    found = {name for name in told.split() if name.startswith("flakhouse.cli.")}
    assert "flakhouse.cli.games" in found
    assert not found & {f"flakhouse.cli.{module}" for module in COMMANDS if module != "games"}


def test_every_command_is_known_by_its_module_and_understood_alone_as_among_all() -> None:
    whole = words_of(parser())
    assert list(whole) == [name for names in COMMANDS.values() for name in names]
    for names in COMMANDS.values():
        for name in names:
            assert words_of(parser(name)) == {one: whole[one] for one in names}


def test_the_command_keeps_bytecode_whatever_the_surroundings_say(tmp_path: Path) -> None:
    if not (ROOT / ".venv" / ".installed-requirements.lock").exists():
        pytest.skip("the environment of the checkout is not set up by it")
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPYCACHEPREFIX": str(tmp_path)}
    subprocess.run([ROOT / "flakhouse", "--version"], env=env, stdout=subprocess.DEVNULL, check=True)
    assert list(tmp_path.rglob("main.*.pyc"))
