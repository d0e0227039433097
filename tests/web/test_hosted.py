"""A hosted server: who is let in, and that nobody sees or touches what is another's."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette

from flakhouse.cli import serve
from flakhouse.cli.main import main
from flakhouse.store import Store
from flakhouse.store.accounts import LOGINS
from flakhouse.web.app import _ways
from flakhouse.web.security import csrf_of
from tests.web.client import (
    PASSWORD,
    TestClient,
    answer,
    bearer,
    begin,
    decision,
    player,
    question,
    server_of,
    serving,
    steps,
    visitor,
)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Starlette]:
    made = serving(tmp_path / "data", accounts=True)
    yield made
    server_of(made).close()


def _path(path: str) -> str:
    names = {"save": "lady", "game": "b29", "kind": "story", "id:path": "4-2", "number:path": "1", "id": "4-2"}
    for key, word in {**names, "number": "1"}.items():
        path = path.replace("{" + key + "}", word)
    return path


# ------------------------------------------------------------------ the door


def test_strangers_get_the_login_page_and_programs_401(app: Starlette) -> None:
    client = visitor(app)
    for way in _ways():
        for method in way.methods:
            if way.public:
                continue
            found = client.request(method, _path(way.path))
            if method == "GET" and not way.api:
                assert found.status_code == 303, way.path
                assert found.headers["location"].startswith("/login?next=/")
            else:
                assert found.status_code == 401, way.path


def test_what_is_public_shows_nobodys_games(app: Starlette) -> None:
    one, _ = player(app, "ann")
    begin(one, name="lady")
    stranger = visitor(app)
    for way in _ways():
        if way.public and "GET" in way.methods:
            found = stranger.get(_path(way.path))
            assert found.status_code in (200, 303, 404)
            assert "lady" not in found.text
    assert {
        way.path for way in _ways() if way.public and not way.path.startswith(("/charts", "/rules", "/api"))
    } == {*("/help", "/settings", "/login", "/register", "/glossary", "/explain/{game}/{id}", "/flights/{secret}")}


def test_register_play_log_out_and_in(app: Starlette) -> None:
    client = visitor(app)
    made = client.post("/register", data={"name": "ann", "password": PASSWORD, "next": "//evil.example"})
    assert (made.status_code, made.headers["location"]) == (303, "/")
    cookie = made.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "domain" not in cookie
    token = client.cookies["flakhouse_login"]
    assert client.get("/").status_code == 200
    assert client.post("/logout", data={"csrf": csrf_of(token)}).headers["location"] == "/login"
    client.cookies.set("flakhouse_login", token)
    assert client.get("/").status_code == 303  # the login itself is over, not only its cookie
    back = client.post("/login", data={"name": "ANN", "password": PASSWORD, "next": "/play/x"})
    assert back.headers["location"] == "/play/x"
    assert token not in back.headers["set-cookie"]


def test_the_login_cookie_is_secure_behind_https(tmp_path: Path) -> None:
    app = serving(tmp_path / "data", accounts=True, https=True)
    made = visitor(app, "https://localhost").post("/register", data={"name": "ann", "password": PASSWORD})
    assert "secure" in made.headers["set-cookie"].lower()
    server_of(app).close()


def test_a_wrong_name_and_a_wrong_password_are_told_alike(app: Starlette) -> None:
    player(app, "ann")
    texts = []
    for name in ("ann", "bob"):
        found = visitor(app).post("/login", data={"name": name, "password": "not the password"})
        assert found.status_code == 401
        texts.append(found.text.replace(name, "NAME"))
        said = visitor(app).post("/api/login", json={"name": name, "password": "not the password"})
        assert (said.status_code, said.json()["code"]) == (401, "login")
    assert texts[0] == texts[1]


def test_guessing_is_slowed_down(app: Starlette) -> None:
    player(app, "ann")
    client = visitor(app)
    codes = [
        client.post("/login", data={"name": "ann", "password": f"guess number {i}"}).status_code for i in range(12)
    ]
    assert codes[0] == 401
    assert codes[-1] == 429
    right = client.post("/login", data={"name": "ann", "password": PASSWORD})
    assert right.status_code == 429  # also the right one, or guessing would go on
    assert int(right.headers["retry-after"]) > 60
    assert client.post("/api/login", json={"name": "ann", "password": PASSWORD}).status_code == 429


def test_a_closed_server_takes_nobody_new(tmp_path: Path) -> None:
    app = serving(tmp_path / "data", accounts=True, register=False)
    client = visitor(app)
    assert 'action="/register"' not in client.get("/login").text
    assert client.post("/register", data={"name": "ann", "password": PASSWORD}).status_code == 403
    assert server_of(app).accounts.count() == 0
    server_of(app).close()


def test_many_new_accounts_from_one_address_are_refused(tmp_path: Path) -> None:
    app = serving(tmp_path / "data", accounts=True, new_accounts=3)
    codes = [
        visitor(app).post("/register", data={"name": f"ann{i}", "password": PASSWORD}).status_code
        for i in range(5)
    ]
    assert codes == [303, 303, 303, 429, 429]
    assert server_of(app).accounts.count() == 3
    server_of(app).close()


@pytest.mark.parametrize(
    ("name", "password"), [("", PASSWORD), ("a b", PASSWORD), ("<b>", PASSWORD), ("ann", "short")]
)
def test_names_and_passwords_that_cannot_be(app: Starlette, name: str, password: str) -> None:
    found = visitor(app).post("/register", data={"name": name, "password": password})
    assert found.status_code == 400
    assert "<b>" not in found.text
    assert server_of(app).accounts.count() == 0


def test_without_accounts_there_is_no_door(tmp_path: Path) -> None:
    app = serving(tmp_path / "data")
    client = visitor(app)
    for method, path in (("GET", "/login"), ("POST", "/login"), ("POST", "/register"), ("GET", "/account")):
        assert client.request(method, path).status_code == 404
    assert client.post("/api/login", json={"name": "a", "password": "b"}).status_code == 404
    server_of(app).close()


# ------------------------------------------------------------------ forms of other sites


def test_a_cookie_alone_changes_nothing(app: Starlette) -> None:
    client, account = player(app, "ann")
    now = begin(client, name="lady")
    del client.headers["x-csrf"]
    body = {"at": now["at"], "key": question(now)["default"]}
    for word in ("", "x", csrf_of("another login"), "é"):
        form = client.post("/play/lady/answer", data={**body, "csrf": word})
        assert form.status_code == 403
        assert "reload the page" in form.text
    api = client.post("/api/saves/lady/answer", json=body)
    assert (api.status_code, api.json()["code"]) == (403, "csrf")
    assert client.delete("/api/saves/lady").status_code == 403
    assert steps(app, "lady", account.id) == now["step"]
    word = csrf_of(client.cookies["flakhouse_login"])
    assert word in decision(client, "lady").text
    assert client.post("/play/lady/answer", data={**body, "csrf": word}).status_code == 303


def test_every_form_of_every_page_carries_the_word(app: Starlette) -> None:
    client, _ = player(app, "ann")
    begin(client, name="lady")
    word = csrf_of(client.cookies["flakhouse_login"])
    forms = 0
    for path in ("/", "/?new=b29", "/play/lady", "/saves/lady", "/account", "/settings"):
        for form in client.get(path).text.split('method="post"')[1:]:
            head = form.split("</form>")[0]
            if 'action="/settings"' in head:
                continue  # public: it keeps a cookie and nothing else
            forms += 1
            assert word in head, path
    assert forms > 8


def test_a_bearer_needs_no_word_for_forms(app: Starlette) -> None:
    player(app, "ann")
    client = bearer(app, "ann")
    assert answer(client, begin(client, name="lady")).status_code == 200
    assert client.delete("/api/saves/lady").status_code == 204
    token = visitor(app).post("/api/login", json={"name": "ann", "password": PASSWORD}).json()["token"]
    assert visitor(app, Authorization=f"bearer {token}").get("/api/saves").json() == []
    for wrong in ("Bearer x", "Bearer", f"Basic {token}", token, f"Bearer {token}x"):
        assert visitor(app, Authorization=wrong).get("/api/saves").status_code == 401


# ------------------------------------------------------------------ what is another's


def test_anothers_saves_are_as_if_they_were_not_there(app: Starlette) -> None:
    ann, account = player(app, "ann")
    bob, _ = player(app, "bob")
    now = begin(ann, name="lady")
    had = steps(app, "lady", account.id)
    body = {"at": now["at"], "key": question(now)["default"], "name": "mine", "faces": [1]}
    body |= {"sure": "yes", "text": "A note.", "names": {"Pilot": "Al Webb"}}
    body |= {"chapter": 1, "said": "yes", "medal": "air-medal", "given": True}
    form = {key: str(value) for key, value in body.items()}
    tried = 0
    for way in _ways():
        if "{save}" not in way.path:
            continue
        for method in way.methods:
            answers = []
            for name in ("lady", "nobodys"):
                path = _path(way.path.replace("{save}", name))
                if method == "GET" or not way.api:
                    found = bob.request(method, path, data=form if method == "POST" else None)
                else:
                    fields = {
                        "answer": ("at", "key"),
                        "throw": ("at", "faces"),
                        "rename": ("name",),
                        "copy": ("name",),
                        "diary": ("text",),
                        "names": ("names",),
                        "addresses": ("chapter",),
                        "honours": ("chapter", "medal", "given"),
                    }
                    keys = fields.get(path.rsplit("/", 1)[-1], ("at",))
                    found = bob.request(method, path, json={key: body[key] for key in keys})
                answers.append((found.status_code, found.text.replace(name, "NAME")))
            assert answers[0] == answers[1], way.path
            assert answers[0][0] == 404, way.path
            tried += 1
    assert tried > 20
    assert bob.get("/api/saves").json() == []
    assert "lady" not in bob.get("/").text
    assert steps(app, "lady", account.id) == had


def test_two_players_may_use_one_name(app: Starlette) -> None:
    (ann, one), (bob, two) = player(app, "ann"), player(app, "bob")
    first, second = begin(ann, name="lady", seed="1"), begin(bob, name="lady", seed="2")
    assert answer(ann, first).status_code == 200
    assert answer(bob, {**second, "at": first["at"]}).status_code == 409
    assert answer(bob, second).status_code == 200
    assert (steps(app, "lady", one.id), steps(app, "lady", two.id)) == (1, 1)
    assert bob.delete("/api/saves/lady").status_code == 204
    assert ann.get("/api/saves/lady").json()["step"] == 1


def test_the_local_players_saves_are_nobodys(app: Starlette) -> None:
    ann, _ = player(app, "ann")
    store = Store.on(server_of(app).database)
    assert store.names() == []
    begin(ann, name="lady")
    assert store.names() == []


def test_saves_of_one_account_have_a_limit(tmp_path: Path) -> None:
    app = serving(tmp_path / "data", accounts=True, saves=2)
    ann, _ = player(app, "ann")
    for name in ("a", "b"):
        begin(ann, name=name)
    data = ann.get("/api/saves/a/export").content
    assert ann.post("/api/saves", json={"game": "b29"}).status_code == 400
    assert ann.post("/api/saves/a/copy", json={}).status_code == 400
    sent = ann.post("/api/import", content=data, headers={"content-type": "application/json"})
    assert "delete some first" in sent.json()["message"]
    assert ann.post("/new", data={"game": "b29"}).status_code == 400
    assert ann.post("/saves/a/copy").status_code == 400
    assert ann.post("/import", files={"file": ("a", data)}).status_code == 400
    assert len(ann.get("/api/saves").json()) == 2
    server_of(app).close()


# ------------------------------------------------------------------ the account


def test_another_password_ends_the_other_logins(app: Starlette) -> None:
    client, _ = player(app, "ann")
    other = bearer(app, "ann")
    wrong = client.post("/account/password", data={"old": "not the password", "new": "another good one"})
    assert wrong.status_code == 400
    assert other.get("/api/saves").status_code == 200
    assert client.post("/account/password", data={"old": PASSWORD, "new": "short"}).status_code == 400
    done = client.post("/account/password", data={"old": PASSWORD, "new": "another good one"})
    assert done.status_code == 200
    assert client.get("/account").status_code == 200
    assert other.get("/api/saves").status_code == 401
    assert visitor(app).post("/login", data={"name": "ann", "password": PASSWORD}).status_code == 401
    assert visitor(app).post("/login", data={"name": "ann", "password": "another good one"}).status_code == 303


def test_who_leaves_takes_his_games_along(app: Starlette) -> None:
    client, account = player(app, "ann")
    begin(client, name="lady")
    assert client.post("/account/delete", data={"password": "not the password"}).status_code == 400
    assert Store.on(server_of(app).database, account.id).names() == ["lady"]
    assert client.post("/account/delete", data={"password": PASSWORD}).headers["location"] == "/login"
    assert Store.on(server_of(app).database, account.id).names() == []
    with server_of(app).database.reading() as db:
        left = [db.rows(f"SELECT * FROM {t}") for t in ("saves", "chapters", "entries", "logins")]
    assert left == [[], [], [], []]
    again, other = player(app, "ann")
    assert other.id != account.id
    assert again.get("/api/saves").json() == []


def test_a_disabled_account_is_out_at_once(app: Starlette) -> None:
    client, account = player(app, "ann")
    assert client.get("/api/saves").status_code == 200
    server_of(app).accounts.set_disabled(account.id)
    assert client.get("/api/saves").status_code == 401
    assert visitor(app).post("/login", data={"name": "ann", "password": PASSWORD}).status_code == 401


def test_an_account_has_only_so_many_logins(app: Starlette) -> None:
    player(app, "ann")
    logins = [bearer(app, "ann") for _ in range(LOGINS + 2)]
    codes = [one.get("/api/saves").status_code for one in logins]
    assert codes.count(200) <= LOGINS
    assert codes.count(401) >= 2
    assert codes[-1] == 200


def test_rates_are_counted_by_account_and_by_address(tmp_path: Path) -> None:
    app = serving(tmp_path / "data", accounts=True, rate=0.01, burst=4)
    (ann, _), (bob, _) = player(app, "ann"), player(app, "bob")
    assert [ann.get("/api/saves").status_code for _ in range(5)] == [200] * 4 + [429]
    assert bob.get("/api/saves").status_code == 200  # the same address, another account
    assert [visitor(app).get("/api").status_code for _ in range(5)] == [200] * 4 + [429]
    assert int(ann.get("/").headers["retry-after"]) > 60
    server_of(app).close()


# ------------------------------------------------------------------ behind a proxy


@pytest.mark.parametrize("https", [False, True])
def test_a_proxys_word_is_taken_only_with_https(
    https: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, object] = {}
    monkeypatch.setattr(serve, "_look_after", lambda how, opens: given.update(how))
    monkeypatch.setenv("FLAKHOUSE_DATA", str(tmp_path))
    monkeypatch.setenv("FLAKHOUSE_SERVER", "")
    monkeypatch.delenv("DATABASE_URL", raising=False)
    words = ["serve", "--no-browser", "--accounts", "--name", "bombers.example", *(["--https"] if https else [])]
    assert main(words) == 0
    assert given["proxy_headers"] is https
    assert given["forwarded_allow_ips"] == ("127.0.0.1" if https else None)
    assert given["host"] == "127.0.0.1"
    assert isinstance(given["limit_concurrency"], int)
    assert isinstance(given["timeout_keep_alive"], int)


@pytest.mark.parametrize(
    "words",
    [["--host", "0.0.0.0"], ["--host", "0.0.0.0", "--accounts"], ["--host", "192.0.2.1", "--name", "x"]],
)
def test_others_are_let_in_with_accounts_and_a_name_only(
    words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[argparse.Namespace] = []
    monkeypatch.setattr(serve, "_run", lambda args, config, port: called.append(args))
    assert main(["serve", "--no-browser", *words]) == 2
    assert called == []


def test_who_comes_through_a_proxy_is_told_apart_by_what_it_says(tmp_path: Path) -> None:
    from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

    app = serving(tmp_path / "data", accounts=True, https=True, rate=0.01, burst=2)
    behind = ProxyHeadersMiddleware(app, trusted_hosts="127.0.0.1")  # type: ignore[arg-type]

    def come(from_: str, says: str) -> int:
        client = TestClient(behind, base_url="http://localhost", client=(from_, 1))  # type: ignore[arg-type]
        return int(client.get("/api", headers={"X-Forwarded-For": says}).status_code)

    assert [come("127.0.0.1", "192.0.2.1") for _ in range(3)] == [200, 200, 429]
    assert come("127.0.0.1", "192.0.2.2") == 200
    # A stranger who reaches the server itself is nobody's proxy: what he says of his address is not heard.
    assert [come("203.0.113.9", f"192.0.2.{i}") for i in range(10, 13)] == [200, 200, 429]
    server_of(app).close()
