"""A bad disk, a file damaged or not ours: faults are told and change nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from flakhouse.errors import SaveError
from flakhouse.savefile import read_save
from flakhouse.store import Store, data_folder
from flakhouse.store.schema import MIGRATIONS
from tests.core.toy import GAME
from tests.store.helpers import execute, new, number


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """The disk is the file's; what a server does about its own is not ours."""
    with Store(tmp_path / "data") as opened:
        yield opened


def test_a_damaged_file_is_named_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "saves.sqlite3"
    path.write_bytes(b"this is no database at all, however long it may be" * 100)
    before = path.read_bytes()
    with pytest.raises(SaveError, match=r"saves.sqlite3 is damaged or no save file .* nothing was changed"):
        Store(tmp_path)
    assert path.read_bytes() == before


def test_damaged_pages_are_told(store: Store) -> None:
    for _ in range(30):
        new(store).answer("Zephyr")
    store.close()
    raw = bytearray(store.path.read_bytes())
    raw[4096:] = b"\xa5" * (len(raw) - 4096)
    store.path.write_bytes(bytes(raw))
    for name in (store.path.name + "-wal", store.path.name + "-shm"):
        (store.folder / name).unlink(missing_ok=True)
    with pytest.raises(SaveError, match="damaged"), Store(store.folder) as again:
        again.saves()
    assert store.path.read_bytes() == bytes(raw)


def test_a_damaged_row_is_told(store: Store) -> None:
    new(store, "a").answer("Zephyr")
    db = sqlite3.connect(store.path, isolation_level=None)
    db.execute("UPDATE chapters SET seeds='[nonsense'")
    with pytest.raises(SaveError, match="save 'a' is damaged"):
        store.chapter("a")
    db.execute("UPDATE chapters SET seeds='[[0,\"1\"]]'")
    db.execute("UPDATE entries SET seq=4")
    with pytest.raises(SaveError, match="steps are missing"):
        store.chapter("a")
    db.execute("DELETE FROM chapters")
    with pytest.raises(SaveError, match="no chapter"):
        store.info("a")
    db.close()


def test_a_newer_file_and_a_foreign_one_are_refused(tmp_path: Path) -> None:
    with Store(tmp_path / "a"):
        pass
    db = sqlite3.connect(tmp_path / "a" / "saves.sqlite3")
    db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    db.close()
    with pytest.raises(SaveError, match="written by a newer Flakhouse"):
        Store(tmp_path / "a")
    (tmp_path / "b").mkdir()
    db = sqlite3.connect(tmp_path / "b" / "saves.sqlite3")
    db.execute("CREATE TABLE bookmarks (id)")
    db.close()
    with pytest.raises(SaveError, match="belongs to another program"):
        Store(tmp_path / "b")


def test_a_busy_file_is_told_and_the_step_can_be_repeated(store: Store) -> None:
    new(store, "a")
    with Store(store.folder, wait=0.05) as impatient:
        s = impatient.session(GAME, "a")
        s.run()
        other = sqlite3.connect(store.path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(SaveError, match="busy"):
            s.answer("Zephyr")
        assert s.steps == 0
        other.execute("ROLLBACK")
        other.close()
        s.answer("Zephyr")
    assert len(store.chapter("a").entries) == 1


def test_a_full_disk_is_told_and_nothing_is_lost(store: Store) -> None:
    s = new(store, "a", length="long")
    s.answer("Zephyr")
    number(store, f"PRAGMA max_page_count = {number(store, 'PRAGMA page_count')}")
    copy = read_save(store.export("a"))
    copy.chapters[0].remarks = ["x" * 100_000]
    with pytest.raises(SaveError, match=r"the disk of .* is full; the last step was not saved"):
        store.put(copy)
    assert store.chapter("a").entries == s.chapter.entries
    number(store, "PRAGMA max_page_count = 100000")
    s.answer("stay")


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SaveError, match="cannot be made"):
        Store(tmp_path / "file" / "data")
    (tmp_path / "data" / "saves.sqlite3").mkdir(parents=True)
    with pytest.raises(SaveError, match="cannot be opened"):
        Store(tmp_path / "data")


def test_a_read_only_file_is_told(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    s = new(store, "a")
    execute(store, "PRAGMA query_only = ON")  # root may write to any file, so the fault is asked for here
    with pytest.raises(SaveError, match="read-only"):
        s.answer("Zephyr")
    assert s.steps == 0


def test_the_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLAKHOUSE_DATA", "/somewhere/else")
    assert data_folder() == Path("/somewhere/else")
    monkeypatch.delenv("FLAKHOUSE_DATA")
    assert data_folder().name == "flakhouse"
