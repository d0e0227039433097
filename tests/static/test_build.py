"""The folder: the same from the same sources, nothing unchecked in it, and the same games as everywhere."""

from __future__ import annotations

import ast
import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

import flakhouse
from flakhouse.offline import fetch
from flakhouse.offline.build import build
from flakhouse.offline.trim import wanted, wanted_library
from tests.static.place import part

OURS = Path(flakhouse.__file__).parent
ROOT = Path(__file__).parent.parent.parent


def test_every_part_is_what_the_list_says_and_the_list_is_whole(folder: Path) -> None:
    listing = json.loads((folder / "files.json").read_text())
    for one in listing["parts"]:
        data = part(folder, one["path"])
        assert (len(data), hashlib.sha256(data).hexdigest()) == (one["size"], one["sha256"]), one["path"]
        assert (folder / one["url"]).stat().st_size == one["packed"]
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert there == {one["url"] for one in listing["parts"]} | {"files.json", "sw.js"}
    assert json.dumps(listing["digest"]) in (folder / "sw.js").read_text()


def test_the_folder_is_small_enough(folder: Path) -> None:
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    assert size < 9_000_000


#: Imported where it is called, and called by nothing in a browser.
_NEVER = {
    ("flakhouse/__init__.py", "flakhouse.library"),
    ("flakhouse/store/database.py", "flakhouse.store.backup"),
}


def test_nothing_that_is_left_out_is_imported_by_what_is_kept() -> None:
    ours = {path: f"flakhouse/{path.relative_to(OURS).as_posix()}" for path in OURS.rglob("*.py")}
    kept = {path: entry for path, entry in ours.items() if wanted(entry)}
    missing = {
        (entry, node.module)
        for path, entry in kept.items()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("flakhouse.")
        if not {node.module.replace(".", "/") + end for end in (".py", "/__init__.py")} & set(kept.values())
    }
    assert missing == _NEVER


def test_nothing_of_the_library_that_is_left_out_is_imported_by_what_is_kept() -> None:
    gone: set[tuple[str, str]] = set()
    for path in sorted(OURS.rglob("*.py")):
        entry = f"flakhouse/{path.relative_to(OURS).as_posix()}"
        if not wanted(entry):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            named = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            named += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            gone |= {(entry, name) for name in named if name in sys.stdlib_module_names and not _is_kept(name)}
    assert gone == _REPLACED


def _is_kept(name: str) -> bool:
    """Whether a module of Python's library goes into the folder; what is written in C is in the engine."""
    return wanted_library(f"{name.replace('.', '/')}.py")


#: Its place is taken before it is imported, or it is imported where no browser comes by.
_REPLACED = {
    ("flakhouse/core/deadline.py", "ctypes"),
    ("flakhouse/sim/crowd.py", "multiprocessing"),
    ("flakhouse/web/app.py", "multiprocessing"),
}


def test_nothing_in_it_is_loaded_from_elsewhere(folder: Path) -> None:
    for path in (
        "index.html",
        "shell.js",
        "shell.css",
        "parts.js",
        "device.js",
        "engine/worker.mjs",
        "engine/disk.mjs",
    ):
        text = part(folder, path).decode()
        assert "http://" not in text, path
        assert "https://" not in text, path
    assert "://" not in (folder / "sw.js").read_text()


def test_a_second_build_is_the_same_byte_for_byte(
    folder: Path, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONHASHSEED", "99")
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    build(tmp_path / "another place", cache)
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            again = tmp_path / "another place" / path.relative_to(folder)
            assert again.read_bytes() == path.read_bytes(), path.name


#: Seeds of each scenario here; scripts/static-goldens takes 50.
SEEDS = 10


def test_the_same_seeds_give_the_same_logs_and_check_values_as_here(folder: Path) -> None:
    script = ROOT / "scripts" / "static_goldens.py"
    inside = subprocess.Popen(
        [fetch.node(), str(ROOT / "scripts" / "static_run.mjs"), str(folder), str(script), str(SEEDS)],
        stdout=subprocess.PIPE,
        text=True,
    )
    here = subprocess.run([sys.executable, str(script), str(SEEDS)], capture_output=True, text=True, check=True)
    there, _ = inside.communicate(timeout=240)
    assert inside.returncode == 0
    assert len(here.stdout.splitlines()) == 15 * SEEDS
    assert there == here.stdout


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path, cache: Path) -> None:
    (tmp_path / "letters.txt").write_text("mine")
    with pytest.raises(fetch.BuildError, match="holds something else"):
        build(tmp_path, cache)
    assert (tmp_path / "letters.txt").read_text() == "mine"


def test_without_npm_it_says_so_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(fetch.BuildError, match="needs npm, which was not found"):
        build(tmp_path / "out", tmp_path / "cache", said.append)
    assert not (tmp_path / "out").exists()
    assert said[0].startswith("Fetching Python for the browser")  # said before it takes its time


def test_a_package_that_is_not_the_one_of_the_lock_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pack(command: list[str], fault: str) -> None:
        (tmp_path / f"pyodide-{fetch.PYODIDE}.tgz").write_bytes(b"something else")

    monkeypatch.setattr(fetch, "npm", lambda: "npm")
    monkeypatch.setattr(fetch, "_run", pack)
    with pytest.raises(fetch.BuildError, match="not the one of the lock"):
        fetch.fetch(tmp_path)
    assert not (tmp_path / f"pyodide-{fetch.PYODIDE}.tgz").exists()
