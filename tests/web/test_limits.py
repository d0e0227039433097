"""What one player may use: computing, bytes, files. Nothing he sends makes the server wait or grow."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from starlette.applications import Starlette

from flakhouse import games
from flakhouse.core.chapter import begin as begin_chapter
from flakhouse.core.journal import Throw
from flakhouse.core.session import Session
from flakhouse.errors import Full
from flakhouse.savefile import FORMAT, SaveFile, encode_save
from flakhouse.store import Store
from tests.web.client import answer, begin, player, server_of, serving, steps, told, visitor

_TRANSIT = (
    f'[chart.P-transit]\ntitle="x"\nrule="x"\ndice="2d6"\nsource="printed"\nfrom="x"\ngrid = "2-12 | {"9" * 30}"\n'
)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Starlette]:
    made = serving(tmp_path / "data", cpu_seconds=0.5)
    yield made
    server_of(made).close()


def _circle(*_: object) -> None:
    while True:
        pass


# ------------------------------------------------------------------ computing


def test_house_rules_with_an_impossible_number_are_refused_at_once(app: Starlette) -> None:
    client = visitor(app)
    begun = time.monotonic()
    for game, house in (("doolittle", _TRANSIT),):
        found = client.post("/api/saves", json={"game": game, "house": house})
        assert found.status_code == 400
        assert "P-transit" in told(found)["message"]  # type: ignore[operator]
    assert time.monotonic() - begun < 5
    assert client.get("/api/saves").json() == []


def test_a_game_that_goes_round_in_circles_ends_and_leaves_nothing(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = visitor(app)
    monkeypatch.setattr(type(games.load("b29")), "play", _circle)
    begun = time.thread_time()
    found = client.post("/api/saves", json={"game": "b29", "name": "lady"})
    assert (found.status_code, told(found)["code"]) == (422, "long")
    assert "more than 0.5 seconds" in told(found)["message"]  # type: ignore[operator]
    assert time.thread_time() - begun < 20
    page = client.post("/new", data={"game": "b29", "name": "lady"})
    assert page.status_code == 422
    assert "more than 0.5 seconds" in page.text
    monkeypatch.undo()
    assert client.get("/api/saves").json() == []


def test_an_answer_that_takes_too_long_changes_nothing(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    client = visitor(app)
    now = begin(client, name="lady")
    had = steps(app, "lady")
    monkeypatch.setattr(type(games.load("b29")), "play", _circle)
    assert answer(client, now).status_code == 422
    page = client.post("/play/lady/answer", data={"at": str(now["at"]), "key": "x"})
    assert page.status_code in (400, 422)
    monkeypatch.undo()
    assert steps(app, "lady") == had
    assert answer(client, now).status_code == 200  # the same moment still stands


def test_an_import_that_takes_too_long_is_not_kept(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    client = visitor(app)
    begin(client, name="lady")
    data = client.get("/api/saves/lady/export").content
    monkeypatch.setattr(type(games.load("b29")), "play", _circle)
    found = client.post("/api/import", content=data, headers={"Content-Type": "application/json"})
    assert (found.status_code, told(found)["code"]) == (422, "long")
    monkeypatch.undo()
    assert [info["name"] for info in client.get("/api/saves").json()] == ["lady"]


def test_others_play_on_while_one_goes_round_in_circles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = serving(tmp_path, accounts=True, cpu_seconds=2.0)
    ann, _ = player(app, "ann")
    ben, _ = player(app, "ben")
    now = begin(ben, "b17", name="lady")
    monkeypatch.setattr(type(games.load("doolittle")), "play", _circle)
    ends: list[int] = []
    hanging = threading.Thread(
        target=lambda: ends.append(ann.post("/api/saves", json={"game": "doolittle"}).status_code)
    )
    hanging.start()
    begun = time.monotonic()
    assert answer(ben, now).status_code == 200
    waited = time.monotonic() - begun
    hanging.join(60)
    server_of(app).close()
    assert ends == [422]
    assert waited < 20


# ------------------------------------------------------------------ bytes


def _save(name: str = "lady", **more: object) -> bytes:
    """A save as a file, with changes to its chapter."""
    game = games.load("b29")
    chapter = begin_chapter(game, "7/1", automation="named")
    Session(game, chapter).run()
    chapter = msgspec.structs.replace(chapter, **more)
    return encode_save(
        SaveFile(format=FORMAT, name=name, game="b29", seed="7", created="2020-01-01T00:00:00", chapters=[chapter])
    )


JSON = {"Content-Type": "application/json"}


def test_dice_given_in_advance_have_a_limit(app: Starlette) -> None:
    client = visitor(app)
    assert client.post("/api/import", content=_save(given=[1] * 10), headers=JSON).status_code == 201
    found = client.post("/api/import", content=_save(given=[1] * 10_001), headers=JSON)
    assert found.status_code == 400
    assert "more than 10000 dice given" in found.text


def test_a_throw_has_no_more_dice_than_the_rules_throw(app: Starlette) -> None:
    throw = Throw(1, "x", (1,) * 1000)
    found = visitor(app).post("/api/import", content=_save(entries=[throw]), headers=JSON)
    assert found.status_code == 400
    assert "more than 20 dice in one throw" in found.text


def test_one_save_may_take_so_many_bytes(tmp_path: Path) -> None:
    app = serving(tmp_path, accounts=True, save_bytes=20_000)
    ann, _ = player(app, "ann")
    assert ann.post("/api/import", content=_save(), headers=JSON).status_code == 201
    found = ann.post("/api/import", content=_save(given=[1] * 9_999), headers=JSON)
    assert (found.status_code, told(found)["code"]) == (400, "quota")
    assert "a save may take 0.02 MB" in str(told(found)["message"])
    assert len(ann.get("/api/saves").json()) == 1
    server_of(app).close()


def test_all_saves_of_an_account_may_take_so_many_bytes(tmp_path: Path) -> None:
    app = serving(tmp_path, accounts=True, account_bytes=100_000)
    ann, account = player(app, "ann")
    ben, _ = player(app, "ben")
    large = _save(given=[1] * 9_999)
    found = [ann.post("/api/import", content=large, headers=JSON).status_code for _ in range(8)]
    assert found == [201] * 4 + [400] * 4
    used = Store.on(server_of(app).database, account.id).used()
    assert 75_000 < used < 100_000
    name = ann.get("/api/saves").json()[0]["name"]
    assert ann.post(f"/api/saves/{name}/copy", json={}).status_code == 400
    assert ben.post("/api/import", content=large, headers=JSON).status_code == 201  # others have their own
    assert ann.delete(f"/api/saves/{name}").status_code == 204
    assert ann.post("/api/import", content=large, headers=JSON).status_code == 201
    server_of(app).close()


def test_who_has_no_room_left_cannot_play_on_either(tmp_path: Path) -> None:
    app = serving(tmp_path, accounts=True, account_bytes=60_000)
    ann, account = player(app, "ann")
    now = begin(ann, name="lady")
    Store.on(server_of(app).database, account.id).import_(_save("large", given=[1] * 9_999))
    Store.on(server_of(app).database, account.id).import_(_save("larger", given=[1] * 9_999))
    Store.on(server_of(app).database, account.id).import_(_save("largest", given=[1] * 9_999))
    had = steps(app, "lady", account.id)
    found = answer(ann, now)
    assert (found.status_code, told(found)["code"]) == (400, "quota")
    assert steps(app, "lady", account.id) == had
    server_of(app).close()


def test_two_workers_together_keep_no_more_than_one(tmp_path: Path) -> None:
    one = serving(tmp_path, accounts=True, saves=3)
    _, account = player(one, "ann")
    other = Store.on(server_of(one).database, account.id, quota=server_of(one).quota)
    ends: list[str] = []

    def keep() -> None:
        try:
            other.import_(_save())
            ends.append("kept")
        except Full:
            ends.append("full")

    threads = [threading.Thread(target=keep) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(ends) == ["full"] * 5 + ["kept"] * 3
    server_of(one).close()


def test_the_pool_of_sessions_is_as_heavy_as_it_may_be(tmp_path: Path) -> None:
    app = serving(tmp_path, session_events=400)
    client = visitor(app)
    tables = server_of(app).tables
    for i in range(30):
        begin(client, "b17", name=f"lady{i}")
        assert tables.weight <= 400
    assert tables.weight > 0
    server_of(app).close()


def test_the_local_player_has_no_quota(tmp_path: Path) -> None:
    app = serving(tmp_path, save_bytes=10, account_bytes=10, saves=1)
    client = visitor(app)
    begin(client)
    assert answer(client, begin(client)).status_code == 200
    server_of(app).close()


# ------------------------------------------------------------------ crashes


def _fail(*_: object) -> None:
    raise IndexError("list index out of range")


def test_a_failure_of_the_rules_is_one_file_and_its_path_is_for_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    app = serving(tmp_path / "data")
    client = visitor(app)
    now = begin(client, name="lady")
    monkeypatch.setattr(type(games.load("b29")), "play", _fail)
    server_of(app).tables.forget(Store.on(server_of(app).database), "lady")
    answers = [
        *(client.post("/api/saves", json={"game": "b29"}) for _ in range(5)),
        *(client.post("/new", data={"game": "b29"}) for _ in range(5)),
        answer(client, now),
        client.get("/"),
        client.get("/play/lady"),
        client.post("/play/lady/answer", data={"at": str(now["at"]), "key": "x"}),
        client.get("/play/lady/report/mission"),
        client.get("/api/saves/lady/log"),
    ]
    assert {found.status_code for found in answers} == {500, 200}
    for found in answers:
        assert str(tmp_path) not in found.text
        assert "crash-" not in found.text
        assert "the rules failed" in found.text.lower()
    files = list((tmp_path / "data" / "crashes").iterdir())
    assert len(files) == 1
    assert str(files[0]) in caplog.text
    server_of(app).close()


def test_house_rules_that_lead_into_a_failure_are_the_callers_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = serving(tmp_path / "data")
    house = '[chart.5-3-planes]\ntitle="x"\nrule="x"\ndice="2d6"\nsource="printed"\nfrom="x"\ngrid = "2-12 | 1"\n'
    monkeypatch.setattr(type(games.load("b29")), "play", _fail)
    found = visitor(app).post("/api/saves", json={"game": "b29", "house": house})
    assert (found.status_code, told(found)["code"]) == (422, "house")
    assert "The house rules lead there; nothing was changed" in found.text
    assert visitor(app).get("/api/saves").json() == []
    server_of(app).close()
