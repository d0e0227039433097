"""The server inside the browser, looked at outside of one: links, cookies, headers, copies for the odds."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from flakhouse.offline.device import bring, everything
from flakhouse.offline.engine import Engine
from flakhouse.store import Store
from flakhouse.web.context import BadRequest
from tests.checks import loops


class Heard:
    """What an engine sent."""

    def __init__(self, patience: int = 10**9) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.pieces: list[bytes] = []
        self.patience = patience

    def __call__(self, kind: str, one: object, two: object) -> bool:
        if kind == "start":
            assert isinstance(one, int)
            assert isinstance(two, list)
            self.status, self.headers = one, dict(two)
        else:
            assert isinstance(one, bytes)
            self.pieces.append(one)
        return len(self.pieces) < self.patience

    @property
    def text(self) -> str:
        return b"".join(self.pieces).decode()


def ask(engine: Engine, path: str, form: str = "", patience: int = 10**9) -> Heard:
    heard = Heard(patience)
    headers = [["content-type", "application/x-www-form-urlencoded"]] if form else []
    path, _, query = path.partition("?")
    loops.run(engine.answer("POST" if form else "GET", path, query, headers, form.encode(), heard))
    return heard


def begin(engine: Engine, name: str, game: str = "b17") -> None:
    made = ask(engine, "/new", f"game={game}&name={name}&seed=7&auto=on")
    assert (made.status, made.headers["location"]) == (303, f"{engine.prefix}/play/{name}/scene?from=0")


def test_links_forms_and_redirects_name_the_folder_of_the_page(tmp_path: Path) -> None:
    engine = Engine("/games/bombers", "game", True, tmp_path)
    begin(engine, "one")
    for path in ("/", "/play/one", "/charts/b17", "/device", "/settings"):
        text = ask(engine, path).text
        assert 'href="/games/bombers/' in text
        assert 'href="/' not in text.replace('href="/games/bombers/', "")
        assert 'action="/' not in text.replace('action="/games/bombers/', "")


def test_pages_may_stand_in_our_own_frame_and_in_no_other(tmp_path: Path) -> None:
    heard = ask(Engine("", "game", True, tmp_path), "/")
    assert "frame-ancestors 'self'" in heard.headers["content-security-policy"]
    assert "x-frame-options" not in heard.headers


def test_cookies_are_kept_on_the_disk_and_a_torn_file_is_forgotten(tmp_path: Path) -> None:
    engine = Engine("", "game", True, tmp_path)
    ask(engine, "/settings", "theme=dark&motion=off&next=/")
    assert 'data-theme="dark"' in ask(Engine("", "game", True, tmp_path), "/").text
    (tmp_path / "cookies.json").write_text('{"flakhouse_pre')
    assert "data-theme" not in ask(Engine("", "game", True, tmp_path), "/").text


def test_saves_are_opened_again_where_a_system_knows_no_owners(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A browser's Python, like that of Windows, has no users; files there may be read by all."""
    begin(Engine("", "game", True, tmp_path), "one")
    (tmp_path / "saves.sqlite3").chmod(0o666)
    monkeypatch.delattr("os.geteuid")
    monkeypatch.delattr("os.getuid")
    assert "one" in ask(Engine("", "game", True, tmp_path), "/api/saves").text


def test_odds_are_worked_out_on_a_copy_of_the_save_as_it_is_now(tmp_path: Path) -> None:
    game = Engine("", "game", True, tmp_path / "game")
    bots = Engine("", "bots", False, tmp_path / "bots")
    begin(game, "one", "doolittle&scenario=1")
    for _ in range(2):
        bots.lend("one", ask(game, "/saves/one/export").text.encode())
        assert '"rows"' in ask(bots, "/api/saves/one/odds?samples=2").text


def test_a_stream_nobody_listens_to_ends_and_lets_the_next_one_begin(tmp_path: Path) -> None:
    engine = Engine("", "bots", False, tmp_path)
    begin(engine, "one", "doolittle&scenario=1")
    for _ in range(4):
        heard = ask(engine, "/play/one/odds.jsonl?seconds=5", patience=2)
        assert len(heard.pieces) == 2
        assert b"rows" in heard.pieces[0]


def test_everything_as_one_file_and_back(tmp_path: Path) -> None:
    engine = Engine("", "game", True, tmp_path / "one")
    for name in ("first", "second"):
        begin(engine, name)
    with Store(tmp_path / "one") as store, Store(tmp_path / "two") as other:
        file = everything(store)
        assert bring(other, file) == ["first: taken", "second: taken"]
        assert bring(other, file) == ["first: is here already", "second: is here already"]
        assert bring(other, store.export("first")) == ["first: is here already"]
        assert store.export("second") == other.export("second")


def test_a_damaged_file_is_told_and_takes_nothing(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        assert bring(store, b"{}")[0].startswith("the file: not taken")
        with pytest.raises(BadRequest, match="cannot be read"):
            bring(store, b"PK\x03\x04 cut off")
        empty = io.BytesIO()
        with zipfile.ZipFile(empty, "w") as archive:
            archive.writestr("letter.txt", "no save")
        with pytest.raises(BadRequest, match="no save in this file"):
            bring(store, empty.getvalue())
        assert store.names() == []
