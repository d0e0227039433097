"""A study on a real Dask scheduler with two workers, on this machine's loopback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from flakhouse.cli.main import main
from flakhouse.sim import cluster
from flakhouse.sim.files import Folder
from tests.sim.studies import SOURCE, begin, command, contents, fly_into

needs_dask = pytest.mark.skipif(find_spec("distributed") is None, reason="distributed is not installed")
WORDS = ("simulate", "b17", "--missions", "50", "--seed", "dask", "--pilot", "doctrine", "--pilot", "random")
PATIENCE = 60.0


def _start(folder: Path, module: str, *words: str) -> subprocess.Popen[bytes]:
    log = (folder / "cluster.log").open("ab")
    with log:
        return subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", f"distributed.cli.{module}", *words],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(SOURCE)},
            stdout=log,
            stderr=log,
        )


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    """The address of a scheduler that two workers have been sent to; all of them end with the test."""
    file = tmp_path / "scheduler.json"
    started = [
        _start(
            tmp_path,
            "dask_scheduler",
            *("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)),
        )
    ]
    try:
        address = ""
        end = time.monotonic() + PATIENCE
        while not address and time.monotonic() < end:
            time.sleep(0.1)
            try:
                address = json.loads(file.read_text())["address"]
            except (OSError, ValueError):
                continue
        assert address, (tmp_path / "cluster.log").read_text()
        started += [
            _start(
                tmp_path,
                "dask_worker",
                *(address, "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny", "--no-dashboard"),
                *("--name", name, "--local-directory", str(tmp_path / name)),
            )
            for name in ("one", "two")
        ]
        log = tmp_path / "cluster.log"
        while log.read_text().count("Registered to:") < 2 and time.monotonic() < end:
            time.sleep(0.1)
        yield address
    finally:
        for process in reversed(started):
            process.terminate()
        for process in started:
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@needs_dask
def test_a_cluster_gives_the_same_bytes(tmp_path: Path, scheduler: str) -> None:
    code, _, err = command(tmp_path, *WORDS, "--jobs", "1", "--out", "here")
    assert code == 0, err
    code, out, err = command(tmp_path, *WORDS, "--dask", scheduler, "--out", "there")
    assert code == 0, err + (tmp_path / "cluster.log").read_text()
    assert contents(tmp_path / "there") == contents(tmp_path / "here")
    assert "bomber home" in out
    study = Folder.resume(tmp_path / "here")
    study.close()
    part = begin(tmp_path / "part", *study.plan.studies)  # begun here, ended there
    assert 0 < fly_into(part, most=9).done < 50
    code, out, err = command(tmp_path, "simulate", "--resume", "part", "--dask", scheduler)
    assert code == 0, err + (tmp_path / "cluster.log").read_text()
    assert contents(tmp_path / "part") == contents(tmp_path / "here")

    words = ("simulate", "b29", "--tours", "2", "--seed", "dask", "--detail")
    code, _, err = command(tmp_path, *words, "--jobs", "2", "--out", "tours-here")
    assert code == 0, err
    code, _, err = command(tmp_path, *words, "--dask", scheduler, "--out", "tours-there")
    assert code == 0, err + (tmp_path / "cluster.log").read_text()
    assert contents(tmp_path / "tours-there") == contents(tmp_path / "tours-here")


@needs_dask
@pytest.mark.filterwarnings("ignore")  # whatever Dask warns of is its own business
def test_no_scheduler_is_said_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(cluster, "_WAIT", 0.5)
    assert main([*WORDS, "--dask", "tcp://127.0.0.1:9"]) == 1
    assert "no Dask scheduler at tcp://127.0.0.1:9" in capsys.readouterr().err


def test_without_dask_the_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main([*WORDS, "--dask", "tcp://127.0.0.1:9"]) == 1
    assert "flakhouse[dask]" in capsys.readouterr().err
