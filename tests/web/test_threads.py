"""Types are ready before threads decode them: msgspec crashes the process where two build a type at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

_LOOK = """
import gc
import sys
import msgspec

def structs(base=msgspec.Struct):
    for kind in base.__subclasses__():
        yield kind
        yield from structs(kind)

def bare():
    "Structs of ours whose plan msgspec has not made."
    return sorted(
        f"{kind.__module__}.{kind.__qualname__}" for kind in structs() if kind.__module__.startswith("flakhouse")
        and not any(type(held).__name__ == "StructInfo" for held in gc.get_referents(kind))
    )
"""
_SERVER = """
from flakhouse.web.app import create_app
from flakhouse.web.config import Config

app = create_app(Config(folder=sys.argv[1]))
assert not bare(), bare()
before = set(sys.modules)
from tests.web.client import TestClient, answer, begin
client = TestClient(app, base_url="http://localhost")
for game in ("b29", "b17", "doolittle"):
    answer(client, begin(client, game, name=game))
    for path in ("/", "/play/{}", "/play/{}/log", "/play/{}/replay", "/play/{}/report/campaign"):
        assert client.get(path.format(game)).status_code == 200, path
assert client.get("/api/saves/b29/odds?samples=1").status_code == 200
assert client.get("/studies/b29?games=1").status_code == 200
kind = {"content-type": "application/json"}
client.post("/api/import", content=client.get("/saves/b29/export").content, headers=kind)
late = {name for name in set(sys.modules) - before if name.startswith("flakhouse")}
assert not late, late
assert not bare(), bare()
"""
_RULES = """
from flakhouse import games
game = games.load(sys.argv[1])
assert not bare(), bare()
from flakhouse.render.screen import screen
screen(game)
assert not bare(), bare()
"""
_RACE = """
import threading
{prepare}
from flakhouse.core.chapter import Chapter

data = (
    b'{{"game":"b29","seeds":[[0,"x"]],"finished":{{"campaign":{{}},"outcome":{{}}}},'
    b'"entries":[{{"type":"answer","ask":"a","key":"b","check":1}}]}}'
)
sys.setswitchinterval(1e-6)
gate = threading.Barrier(8)
def go():
    gate.wait()
    msgspec.json.decode(data, type=Chapter)
threads = [threading.Thread(target=go) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def _run(code: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", _LOOK + code, *words], capture_output=True, text=True, timeout=120
    )


def test_the_server_has_every_type_ready_before_it_serves(tmp_path: Path) -> None:
    done = _run(_SERVER, str(tmp_path))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("game", ["b29", "b17", "doolittle"])
def test_a_game_and_its_renderer_come_with_their_types_ready(game: str) -> None:
    done = _run(_RULES, game)
    assert done.returncode == 0, done.stderr


def test_eight_threads_may_decode_at_once_from_the_start() -> None:
    prepare = "from flakhouse import games; games.load('b29')"
    for _ in range(8):
        done = _run(_RACE.format(prepare=prepare))
        assert done.returncode == 0, (done.returncode, done.stderr)
