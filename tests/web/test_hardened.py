"""Findings of an attack on the running server, each with its test."""

from __future__ import annotations

import stat
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request

from flakhouse import games
from flakhouse.core.session import Session
from flakhouse.errors import AccountError, SaveError
from flakhouse.store import Store
from flakhouse.store.accounts import Accounts
from flakhouse.store.passwords import password_fault
from flakhouse.web.app import _tidy, _ways
from flakhouse.web.security import HSTS, Rates, address_of
from flakhouse.web.tables import Table
from tests.checks import loops
from tests.web.client import (
    CHEAP,
    PASSWORD,
    answer,
    bearer,
    begin,
    decision,
    player,
    server_of,
    serving,
    told,
    visitor,
)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Starlette]:
    made = serving(tmp_path / "data", accounts=True)
    yield made
    server_of(made).close()


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# ------------------------------------------------------------------ files


def test_the_folder_and_its_files_are_their_owners_alone(tmp_path: Path) -> None:
    app = serving(tmp_path / "data")
    begin(visitor(app))
    assert _mode(tmp_path / "data") == 0o700
    files = [path for path in (tmp_path / "data").iterdir() if path.is_file()]
    assert {path.name for path in files} >= {"saves.sqlite3", "saves.sqlite3-wal", "saves.sqlite3-shm"}
    assert {_mode(path) for path in files} == {0o600}
    server_of(app).close()


def test_a_file_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    Store(tmp_path).close()
    (tmp_path / "saves.sqlite3").chmod(0o644)
    Store(tmp_path).close()
    assert _mode(tmp_path / "saves.sqlite3") == 0o600


def test_an_empty_file_where_saves_were_is_not_begun_anew(tmp_path: Path) -> None:
    Store(tmp_path).close()
    path = tmp_path / "saves.sqlite3"
    for beside in ("-wal", "-shm"):
        path.with_name(path.name + beside).unlink(missing_ok=True)
    path.write_bytes(b"")
    with pytest.raises(SaveError, match=r"damaged: 0 bytes are left.*nothing was changed"):
        Store(tmp_path)
    assert path.read_bytes() == b""
    path.unlink()  # moved away, as the message says
    Store(tmp_path).close()
    Store(tmp_path).close()


def test_an_empty_file_where_no_saves_were_is_a_new_one(tmp_path: Path) -> None:
    (tmp_path / "saves.sqlite3").touch()
    with Store(tmp_path) as store:
        assert store.names() == []


# ------------------------------------------------------------------ logins


def test_logins_that_are_over_are_dropped_at_the_start_and_every_hour(tmp_path: Path) -> None:
    app = serving(tmp_path, accounts=True)
    server = server_of(app)
    purged: list[float] = []
    plain = server.accounts.purge

    def purge() -> None:
        purged.append(time.monotonic())
        plain()

    server.accounts.purge = purge  # type: ignore[method-assign]
    with visitor(app):
        until = time.monotonic() + 20
        while not purged and time.monotonic() < until:
            time.sleep(0.01)
    assert len(purged) == 1

    import asyncio
    import contextlib

    async def often() -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(_tidy(server, 0.01), 2)

    loops.run(often())
    assert len(purged) > 3


def test_log_out_everywhere_ends_every_login(app: Starlette) -> None:
    client, _ = player(app, "ann")
    others = [bearer(app, "ann") for _ in range(3)]
    assert "Log out everywhere" in client.get("/account").text
    done = client.post("/logout/everywhere")
    assert (done.status_code, done.headers["location"]) == (303, "/login")
    assert [one.get("/api/saves").status_code for one in [client, *others]] == [401] * 4


def test_a_program_logs_out_here_or_everywhere(app: Starlette) -> None:
    player(app, "ann")
    one, two, three = (bearer(app, "ann") for _ in range(3))
    assert one.post("/api/logout", json={}).status_code == 204
    assert [c.get("/api/saves").status_code for c in (one, two, three)] == [401, 200, 200]
    assert two.post("/api/logout", json={"everywhere": True}).status_code == 204
    assert [c.get("/api/saves").status_code for c in (one, two, three)] == [401] * 3


@pytest.mark.parametrize(
    "password",
    ["1234567890", "qwertyuiop", "Password123", "password123", "1q2w3e4r5t", "aaaaaaaaaaaa", "abababababab"],
)
def test_passwords_anybody_tries_first_are_refused(app: Starlette, password: str) -> None:
    found = visitor(app).post("/register", data={"name": "ann", "password": password})
    assert found.status_code == 400
    assert "among the first that anybody tries" in found.text
    accounts = server_of(app).accounts
    with pytest.raises(AccountError, match="among the first"):
        accounts.create("ann", password)
    account = accounts.create("ann", PASSWORD)
    with pytest.raises(AccountError, match="among the first"):
        accounts.change_password(account.id, password)


def test_a_name_is_no_password_and_an_old_password_still_fits(app: Starlette, tmp_path: Path) -> None:
    assert password_fault("Wing-Commander", "wing-commander")
    assert not password_fault("Wing-Commander", "ann")
    accounts = server_of(app).accounts
    account = accounts.create("ann", PASSWORD)
    import argon2

    old = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash("qwertyuiop")
    with server_of(app).database.writing() as db:
        db.run("UPDATE accounts SET password = :old", old=old)
    assert accounts.authenticate("ann", "qwertyuiop", "here") == account


def test_whether_a_name_is_taken_is_not_told_to_one_who_only_asks(app: Starlette) -> None:
    player(app, "ann")
    client = visitor(app)
    for password in ("", "short", "password123", "x" * 300):
        taken = client.post("/register", data={"name": "ann", "password": password})
        free = client.post("/register", data={"name": "ben", "password": password})
        assert (taken.status_code, taken.text.replace("ann", "ben")) == (free.status_code, free.text)
    server_of(app).joining = Rates(1e6, 10**6)
    answers = [
        client.post("/register", data={"name": "ann", "password": "quite a good password"}) for _ in range(12)
    ]
    assert [found.status_code for found in answers] == [400] * 8 + [429] * 4  # as many as logins may fail
    assert "account" not in answers[0].text.split('role="alert"')[1].split("</p>")[0]


# ------------------------------------------------------------------ https


def test_with_https_every_cookie_is_secure_and_for_this_host_alone(tmp_path: Path) -> None:
    app = serving(tmp_path, accounts=True, https=True, hosts=("bombers.example.org",))
    client = visitor(app, "https://bombers.example.org")
    done = [
        client.post("/register", data={"name": "ann", "password": PASSWORD}),
        client.post("/settings", data={"theme": "dark"}),
    ]
    page = client.get("/account")
    assert page.status_code == 200
    word = page.text.split('name="csrf" value="')[1].split('"')[0]
    done.append(client.post("/new", data={"game": "b29", "guide": "on", "csrf": word}))
    done.append(client.post("/logout", data={"csrf": word}))
    cookies = [value for found in done for value in found.headers.get_list("set-cookie")]
    assert len(cookies) == 4
    for cookie in cookies:
        assert cookie.startswith("__Host-flakhouse_"), cookie
        low = cookie.lower()
        assert "; secure" in low
        assert "; httponly" in low
        assert "; samesite=lax" in low
        assert "; path=/" in low
        assert "domain" not in low
    for found in [*done, page, client.get("/nowhere"), client.get("/static/page.css")]:
        assert found.headers["strict-transport-security"] == HSTS["Strict-Transport-Security"]
    assert client.get("/account").status_code == 303
    server_of(app).close()


def test_without_https_nothing_is_promised_of_it(app: Starlette) -> None:
    found = visitor(app).post("/register", data={"name": "ann", "password": PASSWORD})
    assert "strict-transport-security" not in found.headers
    assert found.headers["set-cookie"].startswith("flakhouse_login=")


# ------------------------------------------------------------------ addresses, other sites


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_addresses_of_one_network_count_as_one(host: str, counted: str) -> None:
    scope: dict[str, object] = {"type": "http", "client": (host, 1) if host else None, "headers": []}
    assert address_of(Request(scope)) == counted


HEAVY = (
    "/play/lady/odds",
    "/play/lady/odds.jsonl",
    "/api/saves/lady/odds?samples=1",
    "/studies/b29?games=1",
    "/play/lady/flight.html",
    "/hall",
)


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_no_other_sites_page_starts_odds_or_studies(tmp_path: Path, site: str) -> None:
    app = serving(tmp_path)
    begin(visitor(app), name="lady")
    for path in HEAVY:
        assert visitor(app, **{"Sec-Fetch-Site": site}).get(path).status_code == 403, path
    assert decision(visitor(app, **{"Sec-Fetch-Site": site}), "lady").status_code == 200  # a link is a link
    server_of(app).close()


@pytest.mark.parametrize("said", [{}, {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}])
def test_our_own_pages_start_odds_and_studies(tmp_path: Path, said: dict[str, str]) -> None:
    app = serving(tmp_path)
    begin(visitor(app), name="lady", automation="named")
    client = visitor(app, **said)
    assert [client.get(path).status_code in (200, 400) for path in HEAVY] == [True] * 6
    assert {way.path for way in _ways() if way.own} == {
        "/play/{save}/odds",
        "/play/{save}/odds.jsonl",
        "/api/saves/{save}/odds",
        "/studies/{game}",
        "/play/{save}/flight.html",
        "/hall",
    }
    server_of(app).close()


# ------------------------------------------------------------------ odd requests


def test_an_event_of_five_thousand_digits_is_no_event(tmp_path: Path) -> None:
    app = serving(tmp_path)
    client = visitor(app)
    begin(client, name="lady")
    for events in ("9" * 5000, "1." * 4000, "1.2." + "3" * 4999, "²"):
        assert client.get(f"/play/lady/why?events={events}").status_code == 200
    server_of(app).close()


@pytest.mark.parametrize("game", ["b29", "b17", "doolittle"])
def test_a_rule_without_a_number_is_the_list_of_rules(tmp_path: Path, game: str) -> None:
    app = serving(tmp_path)
    for path in (f"/rules/{game}/", f"/rules/{game}/%20"):
        found = visitor(app).get(path)
        assert (found.status_code, found.headers["location"]) == (303, f"/rules/{game}")
    for number in ("%00", "%25", "x" * 2000, ",", ", , "):
        assert visitor(app).get(f"/rules/{game}/{number}").status_code == 404
        assert visitor(app).get(f"/api/games/{game}/rules/{number}").status_code == 404
    assert visitor(app).get(f"/api/games/{game}/rules/%20").status_code == 404
    server_of(app).close()


def test_a_lost_race_for_the_next_chapter_is_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = serving(tmp_path)
    client = visitor(app)
    now = begin(client, "b17", name="lady", automation="routine")
    while now["question"] is not None:
        now = told(answer(client, now))
    assert now["over"] is False
    plain = Table.next_chapter
    gate = threading.Barrier(2)

    def together(table: Table) -> None:
        gate.wait(20)  # both have been found in time
        plain(table)

    monkeypatch.setattr(Table, "next_chapter", together)
    found: list[tuple[int, object]] = []

    def press() -> None:
        answered = visitor(app).post("/api/saves/lady/next", json={"at": now["at"]})
        found.append((answered.status_code, answered.json().get("code")))

    threads = [threading.Thread(target=press) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found, key=str) == [(200, None), (409, "stale")]
    assert Store.on(server_of(app).database).info("lady").chapter == 2
    server_of(app).close()


def test_the_store_itself_says_that_the_chapter_is_not_the_last(tmp_path: Path) -> None:
    game = games.load("b17")
    with Store(tmp_path) as store:
        from flakhouse.core.chapter import begin as begin_chapter
        from flakhouse.errors import Stale

        name = store.create(begin_chapter(game, "7/1", automation="routine"), "7")
        session: Session = store.session(game, name)
        session.run()
        while session.pending is not None:
            session.answer(session.pending.default)
        store.next_chapter(game, name, after=1)
        with pytest.raises(Stale):
            store.next_chapter(game, name, after=1)


def test_accounts_are_made_from_the_command_line_as_before(tmp_path: Path) -> None:
    from flakhouse.store import Database

    with Database(tmp_path / "saves.sqlite3") as database:
        assert Accounts(database, cost=CHEAP).create("ann", PASSWORD).name == "ann"


def test_who_comes_in_and_who_does_not_is_on_the_log_without_what_he_typed(
    app: Starlette, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "flakhouse.security")
    client = visitor(app)
    client.post("/register", data={"name": "ann", "password": PASSWORD})
    visitor(app).post("/login", data={"name": "my-secret-word", "password": "not the password"})
    visitor(app).post("/login", data={"name": "ann", "password": PASSWORD})
    visitor(app).post("/api/login", json={"name": "ann", "password": "not the password"})
    client.post("/account/password", data={"old": "x", "new": "y"})  # without the word of its forms
    client.post("/saves/a/delete", headers={"Sec-Fetch-Site": "cross-site"})
    said = [record.message for record in caplog.records if record.name == "flakhouse.security"]
    assert [line.split(" from ")[0] for line in said] == [
        "registered",
        "login failed",
        "login",
        "login failed",
        "refused (csrf)",
        "refused (foreign)",
    ]
    assert "account 1" in said[0]
    assert not any(word in line for line in said for word in ("my-secret-word", PASSWORD, "not the password"))


def test_a_path_cannot_forge_a_line_of_the_log(app: Starlette, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "flakhouse.security")
    visitor(app).post("/saves/a%0aERROR forged/delete", headers={"Sec-Fetch-Site": "cross-site"})
    assert all("\n" not in record.message for record in caplog.records)
