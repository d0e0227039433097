"""Challenges in the browser and by the API: entering, handing in, the table; and a seed nobody can read."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette

from flakhouse import games
from flakhouse.core.challenge import parse
from flakhouse.core.chapter import BY_CHART
from flakhouse.store import Store
from flakhouse.web.app import _ways
from tests.challenges.flying import fly
from tests.web.client import TestClient, decision, player, server_of, serving, told, visitor

GAME = games.load("b17")


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Starlette]:
    made = serving(tmp_path, accounts=True)
    yield made
    server_of(made).close()


@pytest.fixture
def local(tmp_path: Path) -> Iterator[Starlette]:
    made = serving(tmp_path / "local")
    yield made
    server_of(made).close()


def make(client: TestClient, **more: object) -> str:
    body = {"game": "b17", "closes": int(time.time()) + 3600, **more}
    answer = client.post("/api/challenges", json=body)
    assert answer.status_code == 201, answer.text
    return str(told(answer)["key"])


def enter(client: TestClient, key: str, **body: str) -> str:
    answer = client.post(f"/api/challenges/{key}/enter", json=body)
    assert answer.status_code == 201, answer.text
    return str(told(answer)["save"])


def finish(app: Starlette, owner: int | None, name: str) -> None:
    """Have a bot fly the save to its end."""
    store = Store.on(server_of(app).database, owner)
    session = store.session(GAME, name)
    chapter = fly(GAME, session.chapter, secret=session.secret)
    assert session.keeper is not None
    entries, chapter.entries = chapter.entries, []
    session.keeper.append(0, entries, len(entries), chapter)


def seed_of(app: Starlette, key: str) -> str:
    with server_of(app).database.reading() as db:
        found = db.one("SELECT seed FROM challenges WHERE key = :key", key=key)
    assert found is not None
    return str(found[0])


def default(client: TestClient, name: str) -> int:
    """Take the advice once by the API; the status."""
    now = told(client.get(f"/api/saves/{name}"))
    asked = now["question"]
    assert isinstance(asked, dict)
    answer = client.post(f"/api/saves/{name}/answer", json={"at": now["at"], "key": asked["default"]})
    return int(answer.status_code)


@pytest.mark.parametrize("over", [False, True])
def test_no_page_call_file_or_log_shows_the_seed_before_the_close(
    app: Starlette, caplog: pytest.LogCaptureFixture, tmp_path: Path, over: bool
) -> None:
    caplog.set_level(logging.DEBUG)
    ann, account = player(app, "ann")
    key = make(ann, form="hamm", strict=True)
    name = enter(ann, key)
    for _ in range(4):
        assert default(ann, name) == 200
    if over:
        Store.on(server_of(app).database, account.id).delete(name)
        bob, account = player(app, "bob")
        name, ann = enter(bob, key), bob
        finish(app, account.id, name)
    seed = seed_of(app, key)
    word = seed.removeprefix(BY_CHART)
    asked = 0
    names = {"save": name, "key": key, "game": "b17", "kind": "story", "id": "O-1", "number": "1"}
    for way in _ways():
        if "GET" not in way.methods or way.path.startswith("/studies/"):
            continue
        path = re.sub(r"{(\w+)(:path)?}", lambda m: names.get(m[1], "story"), way.path)
        found = ann.get(path)
        assert found.status_code < 500, path
        assert word not in found.text, path
        assert word not in str(found.headers), path
        asked += 1
    assert asked > 50
    at = told(ann.get(f"/api/saves/{name}"))["at"]
    for path, body in (("copy", {"name": "x"}), ("settings", {"at": at, "real_dice": True})):
        found = ann.post(f"/api/saves/{name}/{path}", json=body)
        assert found.status_code == 409, path
        assert told(found)["code"] == "strict"
        assert word not in found.text
    assert word not in caplog.text
    kept = [file for file in tmp_path.rglob("*") if file.is_file() and "sqlite" not in file.name]
    assert not any(word.encode() in file.read_bytes() for file in kept)


def test_a_strict_challenge_from_entering_to_the_table_by_pages(app: Starlette) -> None:
    ann, account = player(app, "ann")
    bob, _ = player(app, "bob")
    soon = time.strftime("%Y-%m-%dT%H:%M", time.gmtime(time.time() + 7200))
    made = ann.post(
        "/challenges", data={"kind": "b17 hamm", "closes": soon, "strict": "on", "title": "<b>Ruhr</b>"}
    )
    assert made.status_code == 303
    where = made.headers["location"]
    key = where.rsplit("/", 1)[-1]
    shown = bob.get(where)
    assert "&lt;b&gt;Ruhr&lt;/b&gt;" in shown.text
    assert "Fighter cover" in shown.text
    assert "The server shows it when the challenge has closed." in shown.text
    assert "Close it now" not in shown.text
    assert bob.post(f"{where}/close").status_code == 409
    entered = ann.post(f"{where}/enter")
    assert entered.status_code == 303
    name = entered.headers["location"].split("/")[2]
    assert decision(ann, name).status_code == 200
    early = ann.post(f"{where}/hand-in")
    assert early.status_code == 409
    assert "not over yet" in early.text
    assert ann.get(f"/saves/{name}/export").status_code == 409
    finish(app, account.id, name)
    link = f'href="{where}">Hand in your flight'
    assert link in decision(ann, name).text
    handed = ann.post(f"{where}/hand-in")
    assert handed.status_code == 200
    assert link not in decision(ann, name).text
    assert "Your flight counts: " in handed.text
    listed = told(bob.get(f"/api/challenges/{key}"))
    table = listed["table"]
    assert isinstance(table, list)
    assert [(row["player"], row["points"] is None, row["why"] == "") for row in table] == [
        ("ann", False, table[0]["place"] == 1)
    ]
    assert ann.post(f"{where}/close").status_code == 303
    assert seed_of(app, key) in bob.get(where).text
    assert ann.get(f"/saves/{name}/export").status_code == 200
    assert seed_of(app, key) in ann.get(f"/saves/{name}/export").text


def test_undo_past_dice_is_refused_on_the_page_of_a_strict_game_with_its_reason(app: Starlette) -> None:
    ann, _ = player(app, "ann")
    name = enter(ann, make(ann, form="hamm", strict=True))
    rolls = told(ann.get(f"/api/saves/{name}/log"))["rolls"]
    while told(ann.get(f"/api/saves/{name}/log"))["rolls"] == rolls:
        assert default(ann, name) == 200
    at = str(told(ann.get(f"/api/saves/{name}"))["at"])
    found = ann.post(f"/play/{name}/undo", data={"at": at})
    assert found.status_code == 409
    assert "no step is taken back past dice" in found.text
    assert str(told(ann.get(f"/api/saves/{name}"))["at"]) == at
    assert ann.get(f"/play/{name}/odds").status_code in (200, 400)


def test_a_local_server_has_open_challenges_with_names_and_files(local: Starlette) -> None:
    client = visitor(local)
    assert "no accounts" in client.get("/challenges").text
    refused = client.post("/api/challenges", json={"game": "b17", "closes": int(time.time()) + 60, "strict": True})
    assert refused.status_code == 400
    key = make(client, form="hamm")
    name = enter(client, key, player="Ann")
    finish(local, None, name)
    assert client.post(f"/api/challenges/{key}/result", json={"player": "Ann"}).status_code == 200
    data = client.get(f"/api/saves/{name}/export").json()
    sent = client.post(f"/api/challenges/{key}/result", json={"player": "Bob", "save": data})
    assert sent.status_code == 200, sent.text
    data["chapters"][0]["finished"]["outcome"]["percent"] = 97
    forged = client.post(f"/api/challenges/{key}/result", json={"player": "Cat", "save": data})
    assert forged.status_code == 409
    assert "does not play as recorded" in str(told(forged)["message"])
    file = client.get(f"/api/saves/{name}/export").content
    page = client.post(f"/challenges/{key}/hand-in", data={"player": "Dan"}, files={"file": ("f.json", file)})
    assert page.status_code == 200, page.text
    assert "Flown elsewhere." in page.text
    table = told(client.get(f"/api/challenges/{key}"))["table"]
    assert isinstance(table, list)
    assert [(row["player"], row["here"]) for row in table] == [("Ann", True), ("Bob", False), ("Dan", False)]
    assert len({(row["place"], row["points"], row["tie"]) for row in table}) == 1
    assert client.post(f"/challenges/{key}/enter", data={"player": ""}).status_code == 400
    assert client.post("/challenges", data={"kind": "b17 ", "closes": "tomorrow"}).status_code == 400
    assert client.post("/challenges", data={"kind": "b17 hamm", "closes": "2020-01-01T00:00"}).status_code == 400
    assert client.post(f"/api/challenges/{key}/close").status_code == 204
    assert client.post(f"/challenges/{key}/enter", data={"player": "Eve"}).status_code == 409
    assert client.get("/challenges/nothing").status_code == 404


def test_a_challenge_of_ones_own_game_scenario_and_options_is_made_by_the_page(local: Starlette) -> None:
    client = visitor(local)
    soon = time.strftime("%Y-%m-%dT%H:%M", time.gmtime(time.time() + 7200))
    shown = client.get("/challenges").text
    for name in games.names():
        assert f'href="/challenges?own={name}#new"' in shown
    assert 'name="option:' not in shown
    form = client.get("/challenges?own=b17").text
    assert 'name="option:random_events"' in form
    assert 'name="scenario"' in form
    sent = {"own": "b17", "closes": soon, "title": "Mine"}
    basic = next(one for one in GAME.scenarios() if one.options)
    made = client.post("/challenges", data={**sent, "scenario": basic.key, "option:random_events": "off"})
    assert made.status_code == 303, made.text
    found = told(client.get(f"/api{made.headers['location']}"))["challenge"]
    assert isinstance(found, dict)
    usual = {spec.key: spec.default for spec in GAME.options()}
    asked = {**basic.options, "random_events": "off"}
    assert found["options"] == {key: value for key, value in asked.items() if usual[key] != value}
    assert found["options"] == parse(str(found["code"])).options
    raid = client.post("/challenges", data={"own": "doolittle", "closes": soon, "scenario": "7"})
    found = told(client.get(f"/api{raid.headers['location']}"))["challenge"]
    assert isinstance(found, dict)
    assert (found["game"], found["options"]) == ("doolittle", {"scenario": "7"})
    name = enter(client, str(found["key"]), player="Ann")
    assert Store.on(server_of(local).database, None).chapter(name).options["scenario"] == "7"
    for bad in ({"own": "b52"}, {"scenario": "99"}, {"option:random_events": "perhaps"}, {"option:nothing": "x"}):
        refused = client.post("/challenges", data={**sent, **bad})
        assert refused.status_code == 400, bad
        assert "Nothing was made." in refused.text
    kept = client.post("/challenges", data={**sent, "option:random_events": "off", "closes": "never"}).text
    assert 'value="Mine"' in kept
    assert re.search(r'name="option:random_events".*?value="off" selected', kept)
