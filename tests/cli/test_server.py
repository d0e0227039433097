"""Challenges and squadrons of a hosted server from the terminal; a strict seed never comes to this machine."""

from __future__ import annotations

import http.server
import io
import json
import stat
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from flakhouse import games
from flakhouse.challenges.forms import first_chapter
from flakhouse.cli.main import main
from flakhouse.core.challenge import parse
from flakhouse.core.chapter import BY_CHART
from flakhouse.store import Database, Store
from flakhouse.store.accounts import Accounts
from flakhouse.store.challenges import Challenges
from tests.challenges.flying import fly
from tests.web.client import CHEAP, PASSWORD, running

GAME = games.load("b17")
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A server with accounts of ann and bob, and the file of its database."""
    folder = tmp_path_factory.mktemp("server")
    with Database(folder / "saves.sqlite3") as database:
        for name in ("ann", "bob"):
            Accounts(database, cost=CHEAP).create(name, PASSWORD)
    with running(folder, "--accounts") as port:
        yield f"http://127.0.0.1:{port}", folder / "saves.sqlite3"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.setenv("FLAKHOUSE_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("FLAKHOUSE_TOKEN", raising=False)

    def call(*words: str, given: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(given))
        code = main(words)
        out, err = capsys.readouterr()
        return code, out, err

    return call


def login(run: Run, server: str, name: str = "ann") -> None:
    code, _, err = run("login", server, name, given=f"{PASSWORD}\n")
    assert code == 0, err


def made(file: Path, strict: bool = False, title: str = "", form: str = "") -> str:
    """The key of a challenge that the server keeps now."""
    with Database(file) as database:
        closes = int(time.time()) + 3600
        return Challenges(database, True).create("b17", closes, strict=strict, maker=1, title=title, form=form)


def finish(file: Path, owner: int, name: str) -> None:
    """Have a bot fly a save of the server to its end."""
    with Database(file) as database:
        session = Store.on(database, owner).session(GAME, name)
        chapter = fly(GAME, session.chapter, secret=session.secret)
        assert session.keeper is not None
        entries, chapter.entries = chapter.entries, []
        session.keeper.append(0, entries, len(entries), chapter)


def test_an_open_challenge_is_listed_entered_flown_here_and_handed_in(
    run: Run, hosted: tuple[str, Path], tmp_path: Path
) -> None:
    server, file = hosted
    key = made(file, title="Ruhr")
    assert "log in with flakhouse login" in run("challenge", "list", "--server", server)[2]
    login(run, server)
    kept = tmp_path / "data" / "login.json"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert PASSWORD not in kept.read_text()
    listed = run("challenge", "list")[1]
    assert f"{key}  Ruhr. b17, open, 0 entered, closes 20" in listed
    code, told, _ = run("challenge", "enter", key)
    assert code == 0
    word = told.split("--challenge ")[1].split()[0]
    assert f"{server}/play/challenge-{key}" in told
    assert "still flying" in run("challenge", "show", key)[1]
    assert run("challenge", "enter", key)[0] == 1
    challenge = parse(word)
    chapter = fly(GAME, first_chapter(GAME, "", {}, challenge.seed))
    with Store() as store:
        store.create(chapter, challenge.seed, "mine")
    code, told, err = run("challenge", "hand-in", key, "--save", "mine")
    assert code == 0, err
    assert told.startswith("Your flight counts: ")
    table = json.loads(run("challenge", "show", key, "--json")[1])["table"]
    assert [(row["player"], row["place"], row["here"]) for row in table] == [("ann", 1, False)]
    assert f"1. ann: {table[0]['points']:g} (" in run("challenge", "show", key)[1]
    assert run("challenge", "hand-in", key, "--save", "nothing")[0] == 2


def test_of_a_strict_challenge_no_command_learns_the_seed_before_the_close(
    run: Run, hosted: tuple[str, Path], tmp_path: Path
) -> None:
    server, file = hosted
    key = made(file, strict=True, form="hamm")
    login(run, server, "bob")
    with Database(file) as database, database.reading() as db:
        row = db.one("SELECT seed FROM challenges WHERE key = :key", key=key)
    assert row is not None
    seed = str(row[0]).removeprefix(BY_CHART)
    said = ""
    for words in (("list",), ("show", key), ("enter", key), ("show", key)):
        code, out, err = run("challenge", *words, "--json")
        assert code == 0, err
        said += out
    said += run("challenge", "show", key)[1]
    assert "the server shows it when the challenge has closed" in said
    assert "code" in said
    code, _, err = run("challenge", "hand-in", key)
    assert (code, "not over yet" in err) == (1, True)
    finish(file, 2, f"challenge-{key}")
    code, out, err = run("challenge", "hand-in", key)
    assert code == 0, err
    said += out + run("challenge", "show", key, "--json")[1]
    with Store() as store:
        store.create(fly(GAME, first_chapter(GAME, "hamm", {}, "by-chart:x")), "by-chart:x", "elsewhere")
    refused = run("challenge", "hand-in", key, "--save", "elsewhere")
    assert (refused[0], "a save from elsewhere does not count" in refused[2]) == (1, True)
    assert seed not in said
    files = [path for path in (tmp_path / "data").rglob("*") if path.is_file()]
    assert not any(seed.encode() in path.read_bytes() for path in files)
    with Database(file) as database:
        Challenges(database, True).close(key, 1)
    assert f"Seed: {BY_CHART}{seed}" in run("challenge", "show", key)[1]


def test_a_squadron_is_made_joined_read_and_left(run: Run, hosted: tuple[str, Path]) -> None:
    server, file = hosted
    with Database(file) as database:
        chapter = first_chapter(GAME, "", {}, "by-chart:tour")
        Store.on(database, 1).create(fly(GAME, chapter), "by-chart:tour", "lady")
    login(run, server)
    key = json.loads(run("squadron", "new", "Ruhr Eight", "b17", "--json")[1])["key"]
    assert f"{key}  Ruhr Eight. b17, 0 members" in run("squadron", "list")[1]
    code, told, err = run("squadron", "join", key, "lady")
    assert code == 0, err
    assert "  ann, lady: 1 flight, " in told
    assert "Together: 1 flight, " in run("squadron", "book", key)[1]
    assert run("squadron", "new", "Raid", "doolittle")[0] == 1
    login(run, server, "bob")
    assert run("squadron", "list")[1] == "You have no squadron here yet.\n"
    code, _, err = run("squadron", "join", key, "lady")
    assert (code, "lady" in err) == (1, True)  # another's tour
    login(run, server)
    assert "Nobody flies with it yet." in run("squadron", "leave", key)[1]


def test_a_login_ends_and_a_wrong_one_is_told(run: Run, hosted: tuple[str, Path], tmp_path: Path) -> None:
    server, _ = hosted
    assert run("challenge", "list")[0] == 2
    code, _, err = run("login", server, "ann", given="wrong password\n")
    assert (code, err) == (1, "flakhouse: name or password is wrong\n")
    login(run, server)
    token = json.loads((tmp_path / "data" / "login.json").read_text())["token"]
    assert run("logout")[0] == 0
    assert not (tmp_path / "data" / "login.json").exists()
    (tmp_path / "data" / "login.json").write_text(json.dumps({"server": server, "name": "ann", "token": token}))
    assert "your login has ended" in run("challenge", "list")[2]


def test_a_password_goes_nowhere_but_to_the_server_that_was_named(run: Run) -> None:
    """Not in the clear, and not to where an answer points."""
    seen: list[str] = []

    class Elsewhere(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            seen.append(f"{self.path} {self.headers.get('Authorization')}")
            self.send_response(302)
            self.send_header("Location", f"http://localhost:{self.server.server_port}/thief")  # type: ignore[attr-defined]
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        code, _, err = run("challenge", "list", "--server", f"http://127.0.0.1:{server.server_port}")
        server.shutdown()
    assert (code, "status 302" in err) == (1, True)
    assert [line.split()[0] for line in seen] == ["/api/challenges"]
    for url in ("http://bombers.example.org", "bombers.example.org", "ftp://localhost", "http://ann:x@localhost"):
        assert run("login", url, "ann", given=f"{PASSWORD}\n")[0] == 2, url
