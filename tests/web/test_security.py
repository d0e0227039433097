"""What stands between a server and other people: other sites, other names, sizes, texts that would be scripts."""

from __future__ import annotations

import html.parser
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount, Route

from flakhouse import games
from flakhouse.core.chapter import begin as begin_chapter
from flakhouse.core.session import Session
from flakhouse.savefile import FORMAT, SaveFile, encode_save
from flakhouse.store import Store
from flakhouse.web.app import _ways
from flakhouse.web.pages.settings import local
from flakhouse.web.security import HEADERS, Rates, host_allowed
from tests.web.client import TestClient, answer, begin, decision, server_of, serving, steps, told, visitor

EVIL = "<script>alert(1)</script>"
EVILS = (
    EVIL,
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "{{ 7 * 'sheep' }}",
    "javascript:alert(1)",
)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Starlette]:
    made = serving(tmp_path / "data")
    yield made
    server_of(made).close()


@pytest.fixture
def client(app: Starlette) -> TestClient:
    return visitor(app)


def changing() -> list[tuple[str, str]]:
    """Every way that may change something."""
    return [(method, way.path) for way in _ways() for method in way.methods if method != "GET"]


# ------------------------------------------------------------------ other sites, other names


@pytest.mark.parametrize(
    "said",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
        {"Origin": "http://evil.example"},
        {"Origin": "http://localhost:81"},
        {"Origin": "http://localhost.evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
    ],
)
def test_no_other_site_can_change_anything(app: Starlette, said: dict[str, str]) -> None:
    client = visitor(app)
    begin(client, name="lady")
    had = steps(app, "lady")
    assert len(changing()) > 20
    for method, path in changing():
        found = client.request(method, path.replace("{save}", "lady").replace("{game}", "b29"), headers=said)
        assert found.status_code == 403, path
    assert steps(app, "lady") == had
    assert [info["name"] for info in client.get("/api/saves").json()] == ["lady"]


@pytest.mark.parametrize(
    "said", [{}, {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}, {"Origin": "http://localhost"}]
)
def test_our_own_pages_and_programs_can(app: Starlette, said: dict[str, str]) -> None:
    client = visitor(app, **said)
    assert answer(client, begin(client)).status_code == 200


def test_every_changing_way_is_a_post_or_delete() -> None:
    assert {method for method, _ in changing()} == {"POST", "DELETE"}
    assert {method for way in _ways() for method in way.methods} == {"GET", "POST", "DELETE"}


@pytest.mark.parametrize(
    "name", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "", "[::2]"]
)
def test_a_name_that_is_not_ours_is_refused(app: Starlette, name: str) -> None:
    client = visitor(app)
    for path in ("/", "/api", "/api/saves", "/static/page.css"):
        found = client.get(path, headers={"Host": name})
        assert found.status_code == 421
        assert found.headers["content-security-policy"] == HEADERS["Content-Security-Policy"]


@pytest.mark.parametrize("name", ["localhost", "LOCALHOST:8017", "127.0.0.1:1", "[::1]", "[::1]:8017"])
def test_our_names_are_answered(name: str) -> None:
    assert host_allowed(name, ("127.0.0.1", "localhost", "[::1]"))


# ------------------------------------------------------------------ headers, cookies, redirects


def test_headers_are_on_every_answer(app: Starlette) -> None:
    client = visitor(app)
    now = begin(client, name="lady")
    answers = [
        *(client.get(path) for path in ("/", "/play/lady", "/help", "/charts", "/nowhere", "/static/page.css")),
        *(client.get(path) for path in ("/api", "/api/nowhere", "/static/nowhere.css", "/play/nobody")),
        *(client.get(path) for path in ("/play/lady/log", "/play/lady/report/mission?format=csv", "/settings")),
        *(client.get(path) for path in ("/saves/lady/export", "/api/saves/lady/export", "/charts/b29?q=flak")),
        client.head("/"),
        client.options("/"),
        client.put("/"),
        client.post("/new", data={"game": "none"}),
        client.post("/api/saves", content=b"x" * 700_000),
        client.post("/play/lady/answer", data={"at": now["at"], "key": "nothing"}),
    ]
    for found in answers:
        assert {key: found.headers.get(key) for key in HEADERS} == dict(HEADERS), found.request.url
        if "/static/" not in str(found.request.url) and found.status_code == 200:
            assert found.headers["cache-control"] == "no-store", found.request.url
    policy = HEADERS["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy


def test_cookies_are_kept_from_scripts_and_other_sites(tmp_path: Path) -> None:
    for https in (False, True):
        app = serving(tmp_path / str(https), https=https)
        found = visitor(app).post("/settings", data={"theme": "dark"})
        cookie = found.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert ("secure" in cookie) == https
        server_of(app).close()


@pytest.mark.parametrize(
    "path",
    [
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "http://evil.example/",
        "https:evil.example",
        "javascript:alert(1)",
        "/\t/evil.example",
        "/\n/evil.example",
        "\t//evil.example",
        " //evil.example",
        "evil.example",
        "",
        "/" + "x" * 400,
    ],
)
def test_nobody_is_sent_to_another_site(client: TestClient, path: str) -> None:
    assert local(path) == "/"
    assert client.post("/settings", data={"next": path}).headers["location"] == "/"
    shown = client.get("/settings", params={"next": path}).text
    assert "evil.example" not in shown.replace("/settings?next", "")


def test_paths_of_ours_are_gone_on_to(client: TestClient) -> None:
    assert local("/play/lady?x=1#log") == "/play/lady?x=1#log"
    assert client.post("/settings", data={"next": "/help"}).headers["location"] == "/help"


# ------------------------------------------------------------------ sizes


def test_forms_have_a_limit_with_and_without_a_length(app: Starlette) -> None:
    client = visitor(app)
    begin(client, name="lady")

    def parts() -> Iterator[bytes]:
        for _ in range(70):
            yield b"k" * 1000

    kind = {"content-type": "application/x-www-form-urlencoded"}
    for path, limit in (("/play/lady/answer", 64_000), ("/saves/lady/rename", 64_000), ("/settings", 64_000)):
        assert client.post(path, content=b"k" * (limit + 1), headers=kind).status_code == 413
        found = client.post(path, content=parts(), headers=kind)
        assert "content-length" not in found.request.headers
        assert found.status_code == 413
        assert "larger than this server takes" in found.text
    assert client.post("/import", content=b"k" * 8_000_001, headers=kind).status_code == 415
    file = {"content-type": "multipart/form-data; boundary=x"}
    assert client.post("/import", content=b"k" * 8_000_001, headers=file).status_code == 413
    assert client.post("/new", content=b"k" * 1_000_001, headers=kind).status_code == 413


def test_a_length_that_lies_does_not_help(client: TestClient) -> None:
    kind = {"content-type": "application/json", "content-length": "10"}
    assert client.post("/api/login", content=b"k" * 70_000, headers=kind).status_code == 413
    kind["content-length"] = "9" * 40
    assert client.post("/api/login", content=b"{}", headers=kind).status_code == 413


def test_forms_that_are_none_are_400(client: TestClient) -> None:
    begin(client, name="lady")
    for kind, text in (
        ("application/x-www-form-urlencoded", b"\xff=\xfe"),
        ("application/x-www-form-urlencoded", b"a=1&" * 300),
        ("multipart/form-data", b"nothing"),
        ("multipart/form-data; boundary=x", b"--x\r\nnonsense"),
        ("multipart/form-data; boundary=x", b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n' * 3),
    ):
        found = client.post("/settings", content=text, headers={"content-type": kind})
        assert found.status_code in (303, 400)
        assert client.post("/play/lady/answer", content=text, headers={"content-type": kind}).status_code >= 400


# ------------------------------------------------------------------ names


NAMES = ["../../etc/passwd", "..", ".", "a/b", "a\\b", "%2e%2e%2f", "a\0b", "a\nb", "x" * 41, EVIL, "-rf", "", " "]


@pytest.mark.parametrize("name", NAMES)
def test_names_cannot_leave_their_place(app: Starlette, name: str) -> None:
    client = visitor(app)
    begin(client, name="lady")
    if name:
        assert client.post("/api/saves", json={"game": "b29", "name": name}).status_code == 400
        assert client.post("/api/saves/lady/copy", json={"name": name}).status_code == 400
    assert client.post("/api/saves/lady/rename", json={"name": name}).status_code == 400
    form = client.post("/saves/lady/rename", data={"name": name})
    assert form.status_code == 400
    assert EVIL not in form.text
    data = msgspec.json.decode(client.get("/api/saves/lady/export").content)
    data["name"] = name
    assert client.post("/api/import", json=data).status_code == 400
    assert Store.on(server_of(app).database).names() == ["lady"]


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static/%2e%2e%2f%2e%2e%2fstore/database.py",
        "/static//etc/passwd",
        "/static/symbols/..%2f..%2fapp.py",
        "/play/..%2f..%2fetc%2fpasswd",
        "/charts/..%2f..%2fetc/passwd",
        "/charts/b29/..%2f..%2fetc%2fpasswd",
        "/rules/b29/%2e%2e%2f%2e%2e%2fetc",
    ],
)
def test_paths_cannot_leave_their_place(client: TestClient, path: str) -> None:
    found = client.get(path)
    assert found.status_code in (400, 404)
    assert "import" not in found.text
    assert "root:" not in found.text


# ------------------------------------------------------------------ texts that would be scripts


class _Page(html.parser.HTMLParser):
    """Notes everything in a page that could run."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at an element."""
        told = dict(attrs)
        if tag == "script" and not str(told.get("src", "")).startswith("/static/"):
            self.found.append(tag)
        if tag in ("iframe", "object", "embed", "base", "meta") and "http-equiv" in told:
            self.found.append(tag)
        for key, value in attrs:
            if key.startswith("on") or key in ("style", "srcdoc"):
                self.found.append(f"{tag} {key}")
            if key in ("href", "src", "action", "formaction") and re.match(r"\s*(javascript|data):", value or ""):
                self.found.append(f"{tag} {key}={value}")


def running(text: str) -> list[str]:
    """What in a page could run."""
    page = _Page()
    page.feed(text)
    assert "sheepsheep" not in text  # what a template in a name would have come to
    return page.found


def test_a_page_that_runs_something_would_be_noticed() -> None:
    assert running(EVIL) == ["script"]
    assert running(EVILS[1]) == ["img onerror"]
    assert running('<a href="javascript:alert(1)">') == ["a href=javascript:alert(1)"]


def _named(session: Session, text: str) -> None:
    """Play the default way, giving this text wherever any text may be given."""
    for _ in range(60):
        ask = session.pending
        if ask is None:
            return
        session.answer(text if ask.free else ask.default)


@pytest.mark.parametrize("game", ["b29", "b17", "doolittle"])
@pytest.mark.parametrize("evil", EVILS)
def test_texts_in_a_save_run_nowhere(app: Starlette, game: str, evil: str) -> None:
    loaded = games.load(game)
    evil = evil[:40]
    session = Session(loaded, begin_chapter(loaded, f"{evil}/1"))
    session.run()
    _named(session, evil)
    chapter = session.chapter
    chapter.remarks = [evil]
    chapter.version = evil
    file = SaveFile(format=FORMAT, name="lady", game=game, seed=evil, created="2025-01-01", chapters=[chapter])
    client = visitor(app)
    sent = client.post("/import", files={"file": (f"{evil}.json", encode_save(file))})
    assert sent.headers.get("location") == "/play/lady", sent.text
    decision(client, "lady")
    for path in (
        *("/", "/play/lady", "/play/lady/log", "/play/lady/replay", "/play/lady/replay?step=3", "/saves/lady"),
        *(f"/play/lady/report/{kind}" for kind in ("debrief", "mission", "campaign", "story")),
        "/play/lady/why?events=1.2.3.4.5.6",
    ):
        found = client.get(path)
        assert found.status_code == 200, path
        assert running(found.text) == [], path


def test_house_rules_run_nowhere(app: Starlette) -> None:
    text = f'[options]\nrules = "{EVIL}"\n'
    client = visitor(app)
    shown = client.post("/new", data={"game": "b29"}, files={"house": (f"{EVIL}.toml", text.encode())})
    assert shown.status_code == 400
    assert running(shown.text) == []
    chart = next(id for id in games.load("b29").charts().charts)
    text = f'[chart."{chart}"]\ntitle = "{EVIL}"\n'
    shown = client.post("/new", data={"game": "b29"}, files={"house": (f"{EVIL}.toml", text.encode())})
    assert running(shown.text) == []


@pytest.mark.parametrize("evil", EVILS)
def test_what_is_asked_for_runs_nowhere(client: TestClient, evil: str) -> None:
    now = begin(client, name="lady")
    form = {"at": now["at"], "key": evil}
    pages = [
        client.get("/", params={"new": evil}),
        client.get("/charts/b29", params={"q": evil}),
        client.get("/rules/b29", params={"q": evil}),
        client.get(f"/charts/b29/{evil}"),
        client.get(f"/rules/b29/{evil}"),
        client.get(f"/play/{evil}"),
        client.get(f"/saves/{evil}"),
        client.get("/play/lady/replay", params={"step": evil}),
        client.get("/play/lady/why", params={"events": evil, "chapter": evil}),
        client.get("/play/lady/report/mission", params={"format": evil}),
        client.get(f"/play/lady/report/{evil}"),
        client.get("/settings", params={"next": evil}),
        client.get("/settings", params={"next": f"/{evil}"}),
        client.get("/charts/b29/4-2", params={"row": evil, "column": evil}),
        client.post("/play/lady/answer", data=form),
        client.post("/play/lady/answer", data={**form, "at": evil}),
        client.post("/play/lady/throw", data={**form, "faces": evil}),
        client.post("/play/lady/auto", data={**form, "level": evil}),
        client.post("/saves/lady/rename", data={"name": evil}),
        client.post("/new", data={"game": evil}),
        client.post("/new", data={"game": "b29", "name": evil, "seed": "x"}),
        client.post("/new", data={"game": "b29", "scenario": evil}),
        client.post("/new", data={"game": "b29", "option:rules": evil}),
        client.post("/new", data={"game": "b29", f"option:{evil}": evil}),
        client.post("/import", files={"file": ("x", evil.encode())}),
    ]
    for found in pages:
        assert found.status_code < 500, found.request.url
        assert found.status_code == 303 or running(found.text) == [], found.request.url
        assert evil not in found.headers.get("content-disposition", "")


def test_a_prefs_cookie_is_hostile_too(client: TestClient) -> None:
    for text in ('theme="><script>', "theme", "=&=&=", "theme=dark&theme=<b>", "x" * 4000):
        client.cookies.set("flakhouse_prefs", text)
        found = client.get("/help")
        assert found.status_code == 200
        assert running(found.text) == []


# ------------------------------------------------------------------ no way is forgotten


def test_every_route_is_a_way_or_the_static_files(app: Starlette) -> None:
    routes = {(method, r.path) for r in app.routes if isinstance(r, Route) for method in r.methods or ()}
    ways = {(method, way.path) for way in _ways() for method in way.methods}
    assert routes == ways | {("HEAD", path) for method, path in ways if method == "GET"}
    assert [r.path for r in app.routes if isinstance(r, Mount)] == ["/static"]


def test_looking_changes_nothing(app: Starlette) -> None:
    client = visitor(app)
    now = begin(client, name="lady", automation="named")
    now = told(answer(client, now))
    with server_of(app).database.reading() as db:
        before = [db.rows(f"SELECT * FROM {t}") for t in ("saves", "chapters", "entries")]
    for way in _ways():
        if "GET" in way.methods and not way.path.startswith("/studies/"):
            path = re.sub(
                r"{(\w+)(:path)?}", lambda m: {"save": "lady", "game": "b29"}.get(m[1], "story"), way.path
            )
            assert client.get(path).status_code < 500, path
    with server_of(app).database.reading() as db:
        after = [db.rows(f"SELECT * FROM {t}") for t in ("saves", "chapters", "entries")]
    assert before == after


def test_a_bucket_of_requests_fills_with_time() -> None:
    time = [0.0]
    rates = Rates(2.0, 3, lambda: time[0])
    assert [rates.wait("a") for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]
    assert rates.wait("b") == 0.0
    time[0] = 0.5
    assert [rates.wait("a"), rates.wait("a")] == [0.0, 0.5]
    time[0] = 100.0
    assert [rates.wait("a") for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]
