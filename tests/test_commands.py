"""Every command and every code block of the documentation is run, in a folder of its own and with small numbers.

What cannot be run here is listed by name, with the reason.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

from flakhouse import games
from flakhouse.cli.main import main, parser
from tests.checks.commands import Block, Command, blocks, commands, pages, small
from tests.checks.files import ROOT

#: Commands that are understood here but not run, by how they begin.
NOT_RUN = {
    "serve": "runs until it is stopped; tests/web/test_serve.py starts it",
    "login": "needs a hosted server, as do those below; tests/cli/test_server.py starts one",
    "logout": "the same",
    "squadron": "the same",
    **{f"challenge {action}": "the same" for action in ("list", "show", "enter", "hand-in")},
    "static": "fetches packages with npm; tests/static builds it",
    "simulate b29 --missions 3 --dask": "needs a cluster; tests/sim/test_cluster.py starts one",
    "play doolittle --house raid.toml": "the page shows some lines of it; tests/doolittle/test_house.py has all",
    "play b17 --option mist=on": "the rule of the page; tests/test_guide.py puts it into a copy of the project",
    "tables doolittle boxes-Tokyo --house raid.toml": "the same file",
}
#: Scripts that are not run here, with what runs them or why nobody does.
SCRIPTS_NOT_RUN = {
    "./test": "is what runs this test",
    "advice": "plays thousands of tours; docs/bots.md keeps what it found",
    "attack": "./test runs it for half a minute",
    "compile": "./test builds the compiled wheel with it",
    "figures": "measures for an hour; tests/test_figures.py has its parts",
    "fuzz": "tests/*/test_whole.py fly it",
    "load": "is a measurement with 200 players",
    "odds": "tests/sim/test_odds_long.py does what it does",
    "mutate": "changes the rules on purpose, and takes hours",
    "scale": "measures up to a million missions; tests/test_figures.py has its parts",
    "static": "fetches packages with npm; tests/static builds it",
    "static-goldens": "fetches packages with npm; tests/static builds it",
    "static-measure": "measures what tests/static has built",
    "scene-times": "is a measurement in Chromium",
    "storm": "tests/web/test_storm.py lets it blow shortly",
}
#: Scripts that are run, with what makes them short.
SCRIPTS_RUN = {
    "bench": ["--rates", "--json", "--missions", "5", "--game", "b17"],
    "bots": ["--tours", "1", "--random-tours", "0", "--raids", "2", "--rollout", "0"],
    "careers": ["--count", "1", "b17"],
    "prompts": ["--flights", "1", "--raids", "1"],
    "rules-index": ["--game", "b17"],
}
#: Blocks that hold no commands of ours: the page and how they begin, and why or where they are tried.
OTHER_BLOCKS = {
    ("README.md", "  Coming in: "): "a fight in the terminal; test_the_fight_of_the_readme flies it",
    ("hosting.md", "pip install"): "installs from a registry; the commands of ours in it are run",
    ("hosting.md", "createuser"): "makes a user and a database of the machine's PostgreSQL",
    ("hosting.md", "server {"): "nginx's own language",
    ("api.md", "flakhouse serve"): "tests/web/test_docs.py sends its requests",
    ("api.md", "curl"): "tests/web/test_docs.py sends its requests",
    ("doolittle-rules.md", "# raid.toml"): "some lines of a file; tests/doolittle/test_house.py has all",
    ("simulation.md", "pip install"): "a cluster of several machines; tests/sim/test_cluster.py starts one",
}
HOUSE = "mine.toml"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place where somebody has played: a save, an exported one, a study, and the files that pages show."""
    place = tmp_path_factory.mktemp("docs")
    shown = {block.text.partition("\n")[0]: block for page in pages() for block in blocks(page)}
    (place / HOUSE).write_text(shown["[options]"].text, encoding="utf-8")
    (place / "file.txt").write_text(shown["b29 position 1"].text, encoding="utf-8")
    for name, page in (("mybot.py", "bots.md"), ("bold.py", "adding-a-rule.md")):
        (place / name).write_text(python(page), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        at(patch, place)
        assert main(["fly", "b17", "--seed", "1", "--log", "none", "--save", "SAVE"]) == 0
        assert main(["saves", "export", "SAVE", "-o", "tour.json"]) == 0
        study = ["--scenario", "1", "--missions", "2", "--jobs", "1", "--out", "study-before"]
        assert main(["simulate", "doolittle", *study]) == 0
    return place


def python(page: str) -> str:
    """The Python of a page, as one file."""
    return "\n\n".join(block.text for block in blocks(ROOT / "docs" / page) if block.language == "python run")


def at(patch: pytest.MonkeyPatch, place: Path) -> None:
    """Work here, with saves of one's own and no database but that."""
    patch.chdir(place)
    patch.setenv("FLAKHOUSE_DATA", str(place / "data"))
    patch.delenv("DATABASE_URL", raising=False)


def ours() -> list[list[Command]]:
    """The commands of all pages, a block at a time; a command in the text that came before is left out."""
    found: list[list[Command]] = []
    seen: set[tuple[str, ...]] = set()
    for page in pages():
        for (_, line), group in groupby(commands(page), key=lambda one: (one.page, one.block)):
            mine = [one for one in group if one.words[0] == "flakhouse" and len(one.words) > 1]
            if not line:
                mine = [one for one in dict.fromkeys(mine) if one.words not in seen]
            seen |= {one.words for one in mine}
            if mine:
                found.append(mine)
    return found


def why_not(words: list[str]) -> str:
    """Why a command is not run ("": it is)."""
    return next((why for begins, why in NOT_RUN.items() if f"{' '.join(words)} ".startswith(f"{begins} ")), "")


def run(words: list[str]) -> int | str | None:
    """Run a command of ours; its code."""
    try:
        return main(words)
    except SystemExit as done:
        return done.code


@pytest.mark.parametrize("group", ours(), ids=lambda group: f"{group[0].page}:{group[0].block or 'text'}")
def test_the_commands_of_the_page_run(
    group: list[Command],
    begun: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    place = tmp_path / "here"
    shutil.copytree(begun, place)
    at(monkeypatch, place)
    for one in group:
        words = small(one.words)
        if why_not(words):
            assert parser().parse_args([*words, "OUT"] if words == ["static"] else words)
            continue
        if words[:1] == ["restore"] and len(words) > 1:
            assert run(["backup", words[1]]) in (0, 2)  # the page made it, or this does
            monkeypatch.setenv("FLAKHOUSE_DATA", str(place / "empty"))
        # Who only names a command means its help; who plays or adds an account types something.
        typed = "a long secret of mine\n" if words[:1] == ["accounts"] else "q\n"
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = run(words)
        if code == 2 and (len(words) == 1 or words == ["accounts", "add"]):
            code = run([*words, "--help"])
        said = capsys.readouterr()
        assert code == 0, f"{one.page}: {one.line} -> flakhouse {' '.join(words)}: {said.err}{said.out[-500:]}"


def scripts() -> Iterator[Command]:
    """Every script a page names, once."""
    seen: set[tuple[str, ...]] = set()
    for page in pages():
        for one in commands(page):
            if one.words[0] != "flakhouse" and one.words not in seen:
                seen.add(one.words)
                yield one


def test_the_scripts_of_the_pages_are_there_and_each_is_run_somewhere() -> None:
    for one in scripts():
        name = one.words[0].removeprefix("scripts/")
        assert (ROOT / one.words[0]).exists(), f"{one.page}: {one.line}"
        assert name.endswith((".py", ".sh")) or name in SCRIPTS_NOT_RUN or name in SCRIPTS_RUN, one.line


@pytest.mark.parametrize("name", SCRIPTS_RUN)
def test_the_script_runs(name: str, tmp_path: Path) -> None:
    named = {one.words[0] for one in scripts()}
    assert f"scripts/{name}" in named
    file = ROOT / "scripts" / f"{name.replace('-', '_')}.py"
    games_ = {"bots": ["b17"]}.get(name, [])
    done = subprocess.run(
        [sys.executable, str(file), *games_, *SCRIPTS_RUN[name]],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout


# ------------------------------------------------------------------ blocks


def place_of(block: Block) -> str:
    return f"{block.page}, line {block.line}"


def tried(block: Block) -> bool:
    """Whether a block is run somewhere, or listed with its reason."""
    if block.language in ("python run", "text"):
        return True  # tests/test_docs.py: the code, and what it prints
    if block.language == "diff":
        return True  # a test applies the changes of adding-a-rule.md to a copy of the project
    if block.language == "toml" or block.text.startswith(("b29 position 1", "b17 position 1")):
        return True  # below, and tests/b29/test_docs.py
    if any(block.page == page and block.text.startswith(begins) for page, begins in OTHER_BLOCKS):
        return True
    lines = [line for line in block.text.splitlines() if line.strip()]
    return all(re.match(r"(\./|scripts/|flakhouse |DATABASE_URL=\S+ flakhouse |export )", line) for line in lines)


def test_every_block_is_run_or_listed() -> None:
    left = [place_of(block) for page in pages() for block in blocks(page) if not tried(block)]
    assert not left
    known = {
        (block.page, begins)
        for page in pages()
        for block in blocks(page)
        for _, begins in OTHER_BLOCKS
        if block.text.startswith(begins)
    }
    assert known >= set(OTHER_BLOCKS)  # nothing is listed that is gone


def test_the_fight_of_the_readme_reads_so(tmp_path: Path) -> None:
    (shown,) = [b.text for b in blocks(ROOT / "README.md") if b.text.startswith("  Coming in: ")]
    told = subprocess.run(
        [sys.executable, "-m", "flakhouse", "play", "b17", "--seed", "34"],
        input="\n" * 6,
        env={**os.environ, "FLAKHOUSE_DATA": str(tmp_path), "COLUMNS": "80"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    ).stdout
    for part in shown.split("  ...\n"):
        assert part.strip("\n> ") in told.replace("> \n", ">\n")


@pytest.mark.parametrize("name", ["b29", "b17"])
def test_positions_of_the_pages_are_read(name: str) -> None:
    game = games.load(name)
    shown = [b for page in pages() for b in blocks(page) if b.text.startswith(f"{name} position 1")]
    assert shown
    for block in shown:
        game.check_position(block.text, game.check_options({}), "")


def test_nothing_is_listed_as_not_run_that_no_page_names() -> None:
    named = [f"{' '.join(small(one.words))} " for group in ours() for one in group]
    for begins in NOT_RUN:
        assert any(one.startswith(f"{begins} ") for one in named), begins
    used = {one.words[0].removeprefix("scripts/") for one in scripts()}
    assert set(SCRIPTS_NOT_RUN) <= used, set(SCRIPTS_NOT_RUN) - used


def test_a_command_that_does_not_exist_would_be_found() -> None:
    page = ROOT / "docs" / "library.md"
    assert not any(one.words[1:2] == ("export",) for one in commands(page))
    assert run(["export"]) == 2
