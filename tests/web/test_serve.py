"""`flakhouse serve` as a process: it gets up again when it falls, and goes when it is told to."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from flakhouse.cli import serve
from tests.web.client import begin, told


@contextlib.contextmanager
def _serve(folder: Path, *more: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    words = [sys.executable, "-m", "flakhouse", "serve", "--port", str(port), "--no-browser", *more]
    env = {**os.environ, "FLAKHOUSE_DATA": str(folder)}
    env.pop("DATABASE_URL", None)
    with (folder / "said").open("ab") as said:
        process = subprocess.Popen(words, env=env, stdout=subprocess.DEVNULL, stderr=said)
    try:
        _wait(port)
        yield process, port
    finally:
        children = _children(process.pid)
        process.kill()
        process.wait(20)
        for child in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)


def _wait(port: int, up: bool = True, seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            found = httpx.get(f"http://localhost:{port}/api", timeout=5).status_code == 200
        except httpx.TransportError:
            found = False
        if found is up:
            return
        time.sleep(0.1)
    raise AssertionError(f"not {'up' if up else 'down'} after {seconds} s")


def _children(pid: int) -> list[int]:
    """The processes a process has started that serve; not the helper that Python starts beside them."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in task.read_text().split():
            with contextlib.suppress(OSError):
                if b"resource_tracker" not in Path(f"/proc/{child}/cmdline").read_bytes():
                    found.append(int(child))
    return found


pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks into /proc")


def test_a_server_that_falls_gets_up_again_and_has_everything(tmp_path: Path) -> None:
    with _serve(tmp_path) as (process, port):
        with httpx.Client(base_url=f"http://localhost:{port}", timeout=30) as client:
            now = begin(client, name="lady")  # type: ignore[arg-type]
        (child,) = _children(process.pid)
        os.kill(child, signal.SIGSEGV)
        until = time.monotonic() + 30
        while _children(process.pid) in ([], [child]) and time.monotonic() < until:
            time.sleep(0.1)
        assert _children(process.pid) != [child]
        _wait(port)
        assert told(httpx.get(f"http://localhost:{port}/api/saves/lady"))["at"] == now["at"]
        process.terminate()
        assert process.wait(30) == 0
        _wait(port, up=False)
        assert "the server fell (-11); it is started again" in (tmp_path / "said").read_text()


@pytest.mark.parametrize("more", [(), ("--accounts", "--workers", "2")])
def test_workers_do_not_outlive_their_parent(tmp_path: Path, more: tuple[str, ...]) -> None:
    with _serve(tmp_path, *more) as (process, port):
        assert len(_children(process.pid)) == (2 if more else 1)
        process.kill()
        _wait(port, up=False, seconds=30)


def test_it_stops_when_told_to(tmp_path: Path) -> None:
    for how in (signal.SIGTERM, signal.SIGINT):
        with _serve(tmp_path) as (process, port):
            process.send_signal(how)
            if how is signal.SIGINT:  # at a terminal the process beside it hears it as well
                for child in _children(process.pid):
                    os.kill(child, how)
            process.wait(30)
            _wait(port, up=False)


def test_the_page_is_opened_when_the_server_answers_and_not_before(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        port = server.getsockname()[1]
        opening = threading.Thread(target=serve._when_it_answers, args=(port,))
        opening.start()
        time.sleep(0.3)
        assert opened == []
        server.listen()
        opening.join(20)
    assert opened == [f"http://localhost:{port}/"]
