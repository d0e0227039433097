"""The terminal where there is no Unix: as near to Windows as Python on another system comes.

No fork and spawned workers, none of the modules Windows has not, code page 1252, no HOME, backslashes and blanks
in paths. Not seen here: the console's own colours and keys, drive letters, locked files.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

LIKE_WINDOWS = """
import multiprocessing, multiprocessing.context, os, signal, sys
for name in ("fcntl", "grp", "pty", "pwd", "readline", "resource", "termios", "tty"):
    sys.modules[name] = None
for name in ("fork", "forkpty", "geteuid", "getuid", "killpg", "sched_getaffinity", "setsid"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("SIGALRM", "SIGHUP", "SIGKILL", "SIGQUIT", "SIGUSR1", "SIGWINCH"):
    if hasattr(signal, name):
        delattr(signal, name)
multiprocessing.context._concrete_contexts = {
    key: value for key, value in multiprocessing.context._concrete_contexts.items() if key == "spawn"
}
type(multiprocessing.context._default_context).get_all_start_methods = lambda self: ["spawn"]
multiprocessing.set_start_method("spawn")
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with a name as Windows has them."""
    folder = tmp_path / "C:\\Users\\Jürgen Müller\\AppData"
    folder.mkdir()
    (tmp_path / "like" / "sitecustomize.py").parent.mkdir()
    (tmp_path / "like" / "sitecustomize.py").write_text(LIKE_WINDOWS)
    return folder


def surroundings(place: Path) -> dict[str, str]:
    """The environment as it would be there."""
    kept = ("PATH", "COVERAGE_PROCESS_START")
    env = {key: value for key, value in os.environ.items() if key in kept}
    env |= {"PYTHONPATH": str(place.parent / "like"), "PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}
    env |= {"FLAKHOUSE_DATA": str(place), "USERPROFILE": str(place), "LC_ALL": "C.UTF-8"}
    # A file opened without saying its encoding would be read as code page 1252 there.
    env |= {"PYTHONWARNDEFAULTENCODING": "1", "PYTHONWARNINGS": "error::EncodingWarning", "FLAKHOUSE_DEBUG": "1"}
    return env


def flakhouse(place: Path, *words: str, typed: bytes = b"") -> tuple[int, str, str]:
    """The command `py -m flakhouse` as it would be there; what it printed, read as code page 1252."""
    done = subprocess.run(
        [sys.executable, "-m", "flakhouse", *words],
        input=typed,
        capture_output=True,
        cwd=place,
        env=surroundings(place),
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout.decode("cp1252"), done.stderr.decode("cp1252")


def test_a_mission_is_played_to_its_end_with_lines_of_windows(place: Path) -> None:
    code, out, err = flakhouse(place, "play", "b17", "--seed", "2", "--name", "Zoë", typed=b"\r\n" * 200)
    assert (code, err) == (0, "")
    assert "Flight 1" in out
    code, out, err = flakhouse(place, "saves", "list")
    assert (code, err) == (0, "")
    assert "Zoë" in out


def test_what_a_code_page_lacks_is_a_question_mark_and_no_crash(place: Path) -> None:
    for words in (["tables", "b17"], ["rules", "doolittle", "5"], ["fly", "b29", "--seed", "7", "--log", "full"]):
        code, out, err = flakhouse(place, *words)
        assert (code, err) == (0, "")
        assert out


def test_a_save_travels_as_a_file_with_backslashes_in_its_name(place: Path) -> None:
    assert flakhouse(place, "fly", "b17", "--seed", "3")[0] == 0
    flakhouse(place, "play", "b17", "--seed", "3", "--name", "one", typed=b"\r\n")
    code, _, err = flakhouse(place, "saves", "export", "one", "-o", "D:\\Spiele\\one.json")
    assert (code, err) == (0, "")
    code, _, err = flakhouse(place, "saves", "import", "D:\\Spiele\\one.json", "--name", "two")
    assert (code, err) == (0, "")
    assert flakhouse(place, "replay", "two", "--verify")[0] == 0


def test_simulation_spawns_its_workers_and_counts_the_same(place: Path) -> None:
    told: list[dict[str, object]] = []
    for jobs in ("1", "2"):
        words = ["simulate", "b17", "--missions", "40", "--seed", "1", "--jobs", jobs, "--json"]
        code, out, err = flakhouse(place, *words)
        assert (code, err) == (0, "")
        told.append(json.loads(out))
    assert told[0] == told[1]


def test_odds_at_the_prompt_without_fork(place: Path) -> None:
    code, out, err = flakhouse(place, "play", "b17", "--seed", "2", typed=b"\r\n\r\n\r\no\r\n")
    assert (code, err) == (0, "")
    assert "Each option was played out" in out


def test_the_server_answers_without_unix(place: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    words = [sys.executable, "-m", "flakhouse", "serve", "--port", str(port), "--no-browser"]
    said = place / "said.txt"
    with said.open("wb") as out:
        process = subprocess.Popen(words, cwd=place, env=surroundings(place), stdout=out, stderr=out)
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until and process.poll() is None:
            with contextlib.suppress(httpx.TransportError):
                begun = httpx.post(
                    f"http://localhost:{port}/api/saves", json={"game": "b17", "name": "Zo\u00eb", "seed": "2"}
                )
                assert begun.status_code == 201, begun.text
                break
            time.sleep(0.1)
        assert process.poll() is None, said.read_text(encoding="cp1252")
        assert httpx.get(f"http://localhost:{port}/").status_code == 200
    finally:
        process.kill()
        process.wait(20)
    assert "Zo\u00eb" in flakhouse(place, "saves", "list")[1]
