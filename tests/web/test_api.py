"""The JSON API: every call, what it refuses, and that nothing is changed by what is refused."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from starlette.applications import Starlette

from flakhouse import __version__, games
from flakhouse.errors import SaveError
from flakhouse.games.doolittle.state import Raid
from flakhouse.store import Database, Store
from flakhouse.web.api import CALLS
from flakhouse.web.moment import Moment
from flakhouse.web.moment import moment as moment_of
from tests.core import toy
from tests.render.doolittle_raids import disguised, markers
from tests.web.client import TestClient, answer, begin, question, server_of, serving, steps, told, visitor


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Starlette]:
    made = serving(tmp_path / "data")
    yield made
    server_of(made).close()


@pytest.fixture
def client(app: Starlette) -> TestClient:
    return visitor(app)


# ------------------------------------------------------------------ looking


def test_the_server_says_what_it_is(client: TestClient) -> None:
    assert client.get("/api").json() == {"flakhouse": __version__, "games": games.names(), "accounts": False}


def test_the_description_has_every_call(client: TestClient) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    assert {(call.method.lower(), call.path) for call in CALLS} == {
        (method, path) for path, found in paths.items() for method in found
    }


def test_games_charts_and_rules(client: TestClient) -> None:
    assert [game["name"] for game in client.get("/api/games").json()] == games.names()
    one = client.get("/api/games/b29").json()
    assert one["chapter_word"] == "flight"
    assert one["pilots"] == ["doctrine", "crew", "cautious", "random", "rollout"]
    assert {"key", "title", "about", "options"} <= set(one["scenarios"][0])
    charts = client.get("/api/games/b29/charts").json()
    assert len(charts) > 50
    chart = client.get(f"/api/games/b29/charts/{charts[0]['id']}").json()
    assert chart["id"] == charts[0]["id"]
    rule = next(entry.number for entry in games.load("b29").rules_index())
    assert client.get(f"/api/games/b29/rules/{rule}").json()["entries"]


@pytest.mark.parametrize(
    "path",
    [
        "games/b99",
        "games/b99/charts",
        "games/b29/charts/nothing-like-it",
        "games/b29/rules/99-99-99",
        "saves/nobodys",
        "saves/nobodys/log",
        "saves/nobodys/export",
        "saves/nobodys/report/debrief",
        "nonsense",
    ],
)
def test_what_is_not_there_is_404(client: TestClient, path: str) -> None:
    found = client.get(f"/api/{path}")
    assert (found.status_code, found.json()["code"]) == (404, "unknown")


def test_a_wrong_method_is_405(client: TestClient) -> None:
    found = client.put("/api/saves")
    assert (found.status_code, found.json()["code"]) == (405, "method")


# ------------------------------------------------------------------ playing


def test_a_game_is_begun_answered_taken_back_and_read(app: Starlette, client: TestClient) -> None:
    first = begin(client, name="lady", automation="named")
    assert (first["save"], first["chapter"], first["game"]) == ("lady", 1, "b29")
    second = told(answer(client, first))
    assert second["at"] != first["at"]
    assert steps(app, "lady") == second["step"]
    assert client.get("/api/saves/lady").json() == second
    back = client.post("/api/saves/lady/undo", json={"at": second["at"]})
    assert question(told(back)) == question(first)
    assert [info["name"] for info in client.get("/api/saves").json()] == ["lady"]


@pytest.mark.parametrize("game", ["b29", "b17", "doolittle"])
def test_every_moment_of_a_mission_is_what_the_schema_says(client: TestClient, game: str) -> None:
    now = begin(client, game, automation="named")
    for _ in range(400):
        msgspec.convert(now, Moment)
        if now["question"] is None:
            break
        now = told(answer(client, now))
    assert now["outcome"]
    assert now["dice"] is None
    name = now["save"]
    log = told(client.get(f"/api/saves/{name}/log"))
    assert log["steps"] == now["step"]
    assert client.get(f"/api/saves/{name}/log?step=2").json()["step"] == 2
    for kind in ("debrief", "mission", "campaign", "story"):
        for format in ("text", "markdown", "csv", "json"):
            report = client.get(f"/api/saves/{name}/report/{kind}?format={format}")
            assert report.status_code == 200
            assert report.text
    if not now["over"]:
        following = client.post(f"/api/saves/{name}/next", json={"at": now["at"]})
        assert told(following)["chapter"] == 2
        back = client.post(f"/api/saves/{name}/undo", json={"at": told(following)["at"]})
        assert told(back)["outcome"] == now["outcome"]


def test_dice_of_the_player(app: Starlette, client: TestClient) -> None:
    now = begin(client, "b17", real_dice=True, automation="named")
    while now["dice"] is None:
        now = told(answer(client, now))
    wanted = now["dice"]
    assert isinstance(wanted, dict)
    path = f"/api/saves/{now['save']}/throw"
    before = steps(app, str(now["save"]))
    for faces in ([], [7], [0], [1] * 50):
        assert client.post(path, json={"at": now["at"], "faces": faces}).status_code == 400
    assert steps(app, str(now["save"])) == before
    thrown = client.post(path, json={"at": now["at"], "faces": [3] * wanted["count"]})
    assert thrown.status_code == 200
    assert steps(app, str(now["save"])) > before
    off = client.post(f"/api/saves/{now['save']}/settings", json={"at": told(thrown)["at"], "real_dice": False})
    assert (told(off)["real_dice"], told(off)["dice"]) == (False, None)


def test_settings_left_out_stay(client: TestClient) -> None:
    now = begin(client, automation="routine")
    path = f"/api/saves/{now['save']}/settings"
    on = told(client.post(path, json={"at": now["at"], "real_dice": True}))
    assert (on["real_dice"], on["automation"]) == (True, "routine")
    bad = client.post(path, json={"at": on["at"], "automation": "all"})
    assert bad.status_code == 400
    again = told(client.get(f"/api/saves/{now['save']}"))
    assert (again["real_dice"], again["automation"]) == (True, "routine")


# ------------------------------------------------------------------ refused


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/saves", {"game": "b99"}),
        ("/api/saves", {"game": "b29", "scenario": "none"}),
        ("/api/saves", {"game": "b29", "options": {"none": "such"}}),
        ("/api/saves", {"game": "b29", "name": "../etc"}),
        ("/api/saves", {"game": "b29", "seed": "x" * 101}),
        ("/api/saves", {"game": "b29", "automation": "all"}),
        ("/api/saves", {"game": "b29", "house": "[chart."}),
        ("/api/saves", {"game": "b29", "more": 1}),
        ("/api/saves", {}),
        ("/api/saves", []),
        ("/api/saves/lady/answer", {"at": "x"}),
        ("/api/saves/lady/answer", {"key": "x"}),
        ("/api/saves/lady/throw", {"at": "x", "faces": ["a"]}),
        ("/api/saves/lady/rename", {"name": ""}),
        ("/api/saves/lady/rename", {"name": "a/b"}),
        ("/api/saves/lady/copy", {"name": "lady"}),
        ("/api/saves/lady/copy", {"name": 3}),
        ("/api/import", {"format": "something else"}),
    ],
)
def test_nonsense_is_400_and_changes_nothing(app: Starlette, client: TestClient, path: str, body: object) -> None:
    begin(client, name="lady")
    before = client.get("/api/saves").json()
    found = client.post(path, json=body)
    assert found.status_code == 400, found.text
    assert found.json()["message"]
    assert client.get("/api/saves").json() == before


def test_a_body_that_is_no_json_is_400(client: TestClient) -> None:
    begin(client, name="lady")
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        found = client.post("/api/saves/lady/undo", content=b'{"at": "x"}', headers={"content-type": kind})
        assert found.status_code == 400
    for text in (b"", b"{", b"\xff\xfe", b"[" * 50_000, b'{"at": "\\ud800"}', b"nul\0"):
        found = client.post("/api/saves/lady/undo", content=text, headers={"content-type": "application/json"})
        assert found.status_code == 400
    assert client.post("/api/import", content=b"{}", headers={"content-type": "text/plain"}).status_code == 400


@pytest.mark.parametrize(
    "query", ["chapter=0", "chapter=2", "chapter=x", "step=9999", "step=-1", "chapter=" + "9" * 30]
)
def test_a_chapter_or_step_there_is_not(client: TestClient, query: str) -> None:
    begin(client, name="lady")
    assert client.get(f"/api/saves/lady/log?{query}").status_code == 400


def test_reports_there_are_not(client: TestClient) -> None:
    begin(client, name="lady")
    assert client.get("/api/saves/lady/report/secrets").status_code == 400
    assert client.get("/api/saves/lady/report/story?format=exe").status_code == 400
    assert client.get("/api/saves/lady/report/campaign").status_code == 404


def test_an_answer_that_is_no_option_is_refused(app: Starlette, client: TestClient) -> None:
    now = begin(client, "doolittle", scenario="1")
    before = steps(app, str(now["save"]))
    found = answer(client, now, "no such thing")
    assert (found.status_code, found.json()["code"]) == (400, "request")
    assert steps(app, str(now["save"])) == before
    assert answer(client, now).status_code == 200


def test_a_stale_answer_is_409_and_nothing_happens(app: Starlette, client: TestClient) -> None:
    first = begin(client, name="lady")
    second = told(answer(client, first))
    had = steps(app, "lady")
    for path, body in (
        ("answer", {"key": question(first)["default"]}),
        ("undo", {}),
        ("next", {}),
        ("throw", {"faces": [1]}),
        ("settings", {"real_dice": True}),
    ):
        found = client.post(f"/api/saves/lady/{path}", json={"at": first["at"], **body})
        assert (found.status_code, found.json()["code"]) == (409, "stale")
    assert steps(app, "lady") == had
    assert client.get("/api/saves/lady").json() == second


def test_of_two_clients_at_once_one_answers(app: Starlette) -> None:
    now = begin(visitor(app), "doolittle", scenario="7")
    had = steps(app, str(now["save"]))
    codes: list[int] = []
    ready = threading.Barrier(4)

    def click() -> None:
        one = visitor(app)
        ready.wait(30)
        codes.append(answer(one, now).status_code)

    threads = [threading.Thread(target=click) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(codes) == [200, 409, 409, 409]
    assert steps(app, str(now["save"])) == had + 1


def test_two_servers_on_one_database_never_answer_from_memory_alone(tmp_path: Path) -> None:
    one, two = serving(tmp_path / "data"), serving(tmp_path / "data")
    first, second = visitor(one), visitor(two)
    now = begin(first, name="lady")
    for turn in range(6):
        client, other = (first, second) if turn % 2 else (second, first)
        now = told(answer(client, now))
        assert other.get("/api/saves/lady").json() == now
    assert steps(one, "lady") == now["step"]
    server_of(one).close()
    server_of(two).close()


def test_a_save_deleted_elsewhere_and_made_anew_is_not_answered_from_memory(
    app: Starlette, tmp_path: Path
) -> None:
    """Even if the database gave the new one the key the old one had."""
    client = visitor(app)
    old = begin(client, "doolittle", scenario="7", name="lady", seed="1")
    for _ in range(3):
        old = told(answer(client, old))
    with Store(tmp_path / "data") as other:
        other.delete("lady")
        with other.database.writing() as db:
            db.run("DELETE FROM sqlite_sequence")
        new = begin(visitor(serving(tmp_path / "data")), "doolittle", scenario="7", name="lady", seed="2")
        assert old["at"] != new["at"]
    assert str(old["at"]).partition(".")[0] == str(new["at"]).partition(".")[0]  # the key came back
    assert client.get("/api/saves/lady").json() == new
    assert answer(client, old).status_code == 409
    new = told(answer(client, new))
    assert new["step"] == steps(app, "lady")


def test_the_first_mark_of_a_chapter_cannot_be_foreseen(app: Starlette) -> None:
    client = visitor(app)
    marks = {str(begin(client, "b17")["at"]).partition(".")[2] for _ in range(5)}
    assert len(marks) == 5


# ------------------------------------------------------------------ saves


def test_export_and_import_are_a_round_trip(client: TestClient) -> None:
    now = begin(client, "doolittle", name="raid", scenario="7", automation="named")
    for _ in range(12):
        now = told(answer(client, now))
    data = client.get("/api/saves/raid/export").content
    assert client.delete("/api/saves/raid").status_code == 204
    assert client.get("/api/saves/raid").status_code == 404
    back = client.post("/api/import", content=data, headers={"content-type": "application/json"})
    assert (back.status_code, back.json()) == (201, {"save": "raid"})
    again = told(client.get("/api/saves/raid"))
    assert {**again, "at": ""} == {**now, "at": ""}
    second = client.post("/api/import", content=data, headers={"content-type": "application/json"})
    assert second.json() == {"save": "raid-1"}
    assert json.loads(data)["chapters"] == client.get("/api/saves/raid-1/export").json()["chapters"]


def test_rename_copy_and_delete(client: TestClient) -> None:
    begin(client, name="lady")
    assert client.post("/api/saves/lady/rename", json={"name": "Grace"}).json() == {"save": "Grace"}
    assert client.get("/api/saves/lady").status_code == 404
    assert client.post("/api/saves/Grace/copy", json={"name": "lady"}).status_code == 201
    assert client.post("/api/saves/Grace/copy", json={}).json() == {"save": "Grace-1"}
    assert client.delete("/api/saves/Grace").content == b""
    assert sorted(info["name"] for info in client.get("/api/saves").json()) == ["Grace-1", "lady"]


def test_what_is_too_large_is_413(client: TestClient) -> None:
    begin(client, name="lady")
    found = client.post("/api/saves/lady/rename", json={"name": "x" * 70_000})
    assert (found.status_code, found.json()["code"]) == (413, "size")
    found = client.post("/api/import", content=b" " * 8_000_001, headers={"content-type": "application/json"})
    assert found.status_code == 413


def test_too_many_requests_are_429(tmp_path: Path) -> None:
    app = serving(tmp_path / "data", rate=0.5, burst=5)
    client = visitor(app)
    codes = [client.get("/api").status_code for _ in range(6)]
    assert codes == [200] * 5 + [429]
    last = client.get("/api")
    assert (last.json()["code"], last.headers["retry-after"]) == ("rate", "2")
    server_of(app).close()


# ------------------------------------------------------------------ what lies face down


@pytest.mark.parametrize(("scenario", "answers"), [("5", 30), ("7", 40), ("9", 30)])
def test_no_moment_depends_on_what_lies_face_down(app: Starlette, scenario: str, answers: int) -> None:
    client = visitor(app)
    now = begin(client, "doolittle", scenario=scenario, seed="5")
    server = server_of(app)
    hidden = 0
    for _ in range(answers):
        if now["question"] is None:
            break
        now = told(answer(client, now))
        with server.tables.open(Store.on(server.database), str(now["save"])) as table:
            ref = table.session.ref
            state = ref.state
            if not isinstance(state, Raid):
                continue
            ref.state = disguised(state)
            assert json.loads(msgspec.json.encode(moment_of(table))) == now
            ref.state = state
            laid = {id(marker) for cup in state.cups.values() for marker in cup}
            hidden += sum(not m.revealed and id(m) not in laid for m in markers(state))
    assert hidden > 0 or scenario == "9"  # at sea hardly anything lies face down for long


# ------------------------------------------------------------------ a database in trouble


def test_a_busy_database_is_503_and_nothing_is_changed(
    app: Starlette, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    client = visitor(app)
    now = begin(client, "doolittle", name="raid", scenario="7")
    server = server_of(app)
    server.database.close()
    server.database = Database(tmp_path / "data" / "saves.sqlite3", wait=0.1)
    form = {"at": now["at"], "key": question(now)["default"]}
    with Store(tmp_path / "data") as other, other.database.writing():
        found = answer(client, now)
        assert (found.status_code, found.json()["code"], found.headers["retry-after"]) == (503, "busy", "2")
        page = client.post("/play/raid/answer", data=form)
        assert page.status_code == 503
        assert str(tmp_path) not in page.text
    assert not caplog.records
    assert told(client.get("/api/saves/raid"))["step"] == now["step"]
    assert answer(client, now).status_code == 200


def test_threads_that_write_wait_for_each_other(tmp_path: Path) -> None:
    with Database(tmp_path / "saves.sqlite3", wait=0.1) as database:
        told_so: list[str] = []

        def write() -> None:
            try:
                with database.writing():
                    pass
            except SaveError as bad:
                told_so.append(str(bad))

        with database.writing():
            thread = threading.Thread(target=write)
            thread.start()
            thread.join(30)
        assert told_so
        assert "is busy: others are writing" in told_so[0]
        write()
        assert len(told_so) == 1


def test_a_game_without_pictures_or_scenarios_is_served_too(tmp_path: Path) -> None:
    toy.register()
    with visitor(serving(tmp_path)) as client:
        assert "New game" in client.get("/?new=toy").text
        for path in ("/", "/?new=toy", "/help", "/charts/toy", "/rules/toy", "/studies"):
            assert client.get(path).status_code == 200, path
