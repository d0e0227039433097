"""Opening a database: its address, its version, two at once; and the faults of a server."""

from __future__ import annotations

import contextlib
import sqlite3
import sys
import threading
from pathlib import Path

import pytest

from flakhouse.core.chapter import begin
from flakhouse.errors import SaveError, Trouble
from flakhouse.store import Database, Store
from flakhouse.store.accounts import Accounts
from flakhouse.store.connection import Connection
from flakhouse.store.faults import explain
from flakhouse.store.rows import entry_row, to_row
from flakhouse.store.schema import APPLICATION, MIGRATIONS
from tests.core.test_session import asked, play_out
from tests.core.toy import GAME
from tests.store.helpers import Address, execute, new, number, tour

#: The tables of the first published version, word for word.
VERSION_1 = """
CREATE TABLE saves (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, game TEXT NOT NULL, seed TEXT NOT NULL,
            created TEXT NOT NULL, updated TEXT NOT NULL);
CREATE TABLE chapters (
            id INTEGER PRIMARY KEY, save INTEGER NOT NULL REFERENCES saves ON DELETE CASCADE,
            number INTEGER NOT NULL, revision INTEGER NOT NULL DEFAULT 0,
            seeds TEXT NOT NULL, campaign TEXT NOT NULL, options TEXT NOT NULL,
            house_name TEXT NOT NULL, house TEXT NOT NULL, rules_version INTEGER NOT NULL,
            charts TEXT NOT NULL, version TEXT NOT NULL, position TEXT, step TEXT NOT NULL, given TEXT NOT NULL,
            automation TEXT NOT NULL, table_after INTEGER, undos INTEGER NOT NULL,
            finished TEXT NOT NULL, final_check INTEGER, remarks TEXT NOT NULL,
            UNIQUE (save, number));
CREATE TABLE entries (
            chapter INTEGER NOT NULL REFERENCES chapters ON DELETE CASCADE, seq INTEGER NOT NULL,
            auto INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL,
            PRIMARY KEY (chapter, seq)) WITHOUT ROWID;
PRAGMA application_id = 0x464C4B48;
PRAGMA user_version = 1;
"""


def version_1(path: Path, source: Store) -> None:
    """A file as the first version wrote it, with the saves of a store."""
    path.parent.mkdir(parents=True)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.executescript(VERSION_1)
        for save, info in enumerate(reversed(source.saves()), 5):
            values = (save, info.name, info.game, info.seed, info.created, info.updated)
            db.execute("INSERT INTO saves VALUES (?,?,?,?,?,?)", values)
            for chapter in source.chapters(info.name):
                id = save * 100 + chapter.number
                row = {"id": id, "save": save, "revision": 7, **to_row(chapter)}
                for later in ("notes", "noses", "names", "awards"):
                    del row[later]  # there were none yet
                marks = ",".join("?" * len(row))
                db.execute(f"INSERT INTO chapters ({','.join(row)}) VALUES ({marks})", list(row.values()))
                for seq, entry in enumerate(chapter.entries):
                    step = entry_row(id, seq, seq in chapter.auto, entry)
                    db.execute("INSERT INTO entries VALUES (?,?,?,?,?)", list(step.values()))


@pytest.fixture
def old(tmp_path: Path) -> tuple[Path, Store]:
    """A folder with a file of version 1, and the store its saves come from."""
    source = Store(tmp_path / "source")
    tour(source)
    source.create(begin(GAME, "1", position="turn 2", step="wind", given=[1, 2], table_dice=True), "1", "Übung")
    session = new(source, "auto")
    session.set_automation("routine", open_too=True)
    session.answer("stay")
    version_1(tmp_path / "old" / "saves.sqlite3", source)
    return tmp_path / "old", source


# ------------------------------------------------------------------ versions


def test_a_file_of_version_1_is_brought_up_to_date_without_loss(old: tuple[Path, Store]) -> None:
    folder, source = old
    with source, Store(folder) as store:
        assert store.saves() == source.saves()
        for name in source.names():
            assert store.chapters(name) == source.chapters(name)
        assert store.revision("tour") == (503, 7)
        assert number(store, "PRAGMA user_version") == len(MIGRATIONS)
        assert number(store, "PRAGMA foreign_keys") == 1
        assert execute(store, "PRAGMA foreign_key_check") == []
        assert number(store, "PRAGMA integrity_check") == "ok"
        session = store.session(GAME, "tour")
        session.run()
        play_out(session)
        joe = Accounts(store.database, cost={"time_cost": 1, "memory_cost": 8, "parallelism": 1}).create(
            "joe", "correct horse"
        )
        assert new(Store.on(store.database, joe.id), "tour").steps == 0
        new(store, "later")
        assert store.revision("later")[0] > 701
        store.delete("tour")
        assert number(store, "SELECT count(*) FROM entries WHERE chapter BETWEEN 501 AND 503") == 0
    with Store(folder) as again:
        assert again.names() == ["Übung", "auto", "later"]


def test_a_file_made_anew_and_one_brought_up_to_date_have_the_same_tables(old: tuple[Path, Store]) -> None:
    folder, source = old
    tables = "SELECT type, name, tbl_name FROM sqlite_master ORDER BY 1, 2"
    with source, Store(folder) as store:
        assert execute(store, tables) == execute(source, tables)
        for table in ("saves", "chapters", "entries", "accounts", "logins", "throttle"):
            for pragma in ("table_info", "foreign_key_list", "index_list"):
                sql = f"PRAGMA {pragma}({table})"
                assert execute(store, sql) == execute(source, sql)


def test_a_step_that_fails_leaves_the_old_file_as_it_was(
    old: tuple[Path, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    def bad(db: Connection) -> None:
        db.run("DELETE FROM saves")
        db.run("SELECT nonsense")

    folder, source = old
    with monkeypatch.context() as patch:
        patch.setattr("flakhouse.store.database.MIGRATIONS", [*MIGRATIONS, bad])
        with pytest.raises(SaveError):
            Store(folder)
    with contextlib.closing(sqlite3.connect(folder / "saves.sqlite3")) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
        assert db.execute("SELECT count(*) FROM saves").fetchone() == (3,)
        assert "owner" not in str(db.execute("SELECT sql FROM sqlite_master").fetchall())
    with source, Store(folder) as store:
        assert store.saves() == source.saves()


def test_an_old_file_opened_by_many_at_once(old: tuple[Path, Store]) -> None:
    folder, source = old
    found: list[object] = []

    def look() -> None:
        try:
            with Store(folder, wait=20) as store:
                found.append(len(store.saves()))
        except SaveError as bad:
            found.append(bad)

    threads = [threading.Thread(target=look) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    source.close()
    assert found == [3] * 6


def test_a_newer_database_is_refused(address: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("flakhouse.store.database.MIGRATIONS", [*MIGRATIONS, lambda db: None])
        address.database().close()
    known = len(MIGRATIONS)
    told = rf"written by a newer Flakhouse \(format {known + 1}, this one knows {known}\); nothing was"
    with pytest.raises(SaveError, match=told):
        address.database()


def test_a_database_is_brought_up_to_date_in_place(address: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    with address.open() as store:
        new(store, "a").answer("Zephyr")
        before = store.saves()

    def step(db: Connection) -> None:
        db.run("ALTER TABLE saves ADD COLUMN note TEXT")

    monkeypatch.setattr("flakhouse.store.database.MIGRATIONS", [*MIGRATIONS, step])
    for _ in range(2):
        with address.open() as store:
            assert store.saves() == before
            assert execute(store, "SELECT note FROM saves") == [(None,)]


def test_tables_of_others_are_left_alone(address: Address) -> None:
    with address.database() as database:
        if database.sqlite:
            execute(database, f"PRAGMA application_id = {APPLICATION + 1}")
        else:
            execute(database, "DROP TABLE flakhouse")
    with pytest.raises(SaveError, match="belongs to another program; nothing was changed"):
        address.database()


# ------------------------------------------------------------------ addresses


def test_a_file_can_be_named_in_many_ways(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b.sqlite3"
    for where in (path, str(path), f"sqlite:///{path}"):
        with Database(where) as database:
            assert (database.path, database.where) == (path, str(path))
    with Store(tmp_path / "c", url=f"sqlite:///{path}") as store:
        assert store.saves() == []
    assert not (tmp_path / "c" / "saves.sqlite3").exists()


@pytest.mark.parametrize(
    ("url", "what"),
    [
        ("mysql://host/name", "'mysql' is no database Flakhouse knows"),
        ("://", "cannot be read"),
        ("postgresql://host:port/x", "cannot be read"),
        ("sqlite://", "in memory"),
        ("sqlite:///:memory:", "in memory"),
    ],
)
def test_addresses_that_are_none(url: str, what: str) -> None:
    with pytest.raises(SaveError, match=what):
        Database(url)


@pytest.mark.parametrize("kind", ["postgres", "postgresql", "postgresql+psycopg"])
def test_a_server_that_is_not_there_is_told_without_its_password(tmp_path: Path, kind: str) -> None:
    with pytest.raises(SaveError, match=r"postgresql://joe:\*\*\*@/db cannot be reached: ") as told:
        Database(f"{kind}://joe:secret@/db?host={tmp_path}")
    assert "secret" not in str(told.value)


# ------------------------------------------------------------------ faults


def test_another_writer_is_waited_for_and_told(address: Address) -> None:
    with address.open() as store, address.open(wait=0.1) as impatient:
        new(store, "a")
        session = impatient.session(GAME, "a")
        session.run()
        with store.database.writing() as db:
            db.run("UPDATE saves SET seed = '8'")
            with pytest.raises(SaveError, match="is busy: another process is writing to it; try again"):
                session.answer("Zephyr")
            assert session.steps == 0
        session.answer("Zephyr")
        assert impatient.info("a").steps == 1


def test_what_fails_in_the_middle_changes_nothing(store: Store) -> None:
    new(store, "a")
    row = {"name": "b", "game": "toy", "seed": "1", "created": "", "updated": ""}

    def write(sql: str) -> None:
        with store.database.writing() as db:
            db.insert("saves", row)
            if not sql:
                raise ZeroDivisionError
            db.run(sql)

    with pytest.raises(ZeroDivisionError):
        write("")
    with pytest.raises(SaveError):
        write("SELECT nonsense")
    assert store.names() == ["a"]


def test_a_lost_connection_is_made_anew(address: Address) -> None:
    with address.open() as store, address.open() as other:
        session = new(store, "a")
        if not store.database.sqlite:
            end = "SELECT pg_terminate_backend({}) IS NOT NULL"
            pid = number(store, "SELECT pg_backend_pid()")
            assert number(other, end.format(pid)) is True
        session.answer("Zephyr")
        assert asked(session).id == "course"
        assert other.chapter("a") == session.chapter


def test_every_commit_is_on_the_disk(database: Database) -> None:
    if database.sqlite:
        assert number(database, "PRAGMA synchronous") == 2
        assert number(database, "PRAGMA journal_mode") == "wal"
    else:
        assert number(database, "SHOW synchronous_commit") == "on"


def test_when_all_connections_are_in_use_the_next_is_told(address: Address) -> None:
    where = address.url or address.folder / "saves.sqlite3"
    with Database(where, wait=0.1, connections=2) as database:
        store = Store.on(database)
        told = pytest.raises(SaveError, match="is busy: all connections are in use; try again")
        with database.reading(), database.reading(), told:
            store.saves()
        assert store.saves() == []


def test_a_server_needs_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(SaveError, match="postgresql://host/db needs the package psycopg"):
        Database("postgresql://host/db")


class ServerFault(Exception):
    def __init__(self, sqlstate: str) -> None:
        super().__init__("what the server says\nDETAIL: much more")
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("state", "what"),
    [
        ("55P03", "is busy"),
        ("40P01", "is busy"),
        ("53100", "is full; the last step was not saved"),
        ("25006", "read-only"),
        ("42P01", "is damaged: what the server says; nothing"),
        ("57P01", "cannot be reached: what the server says; the"),
        ("23505", "what the server says; the last step was not saved"),
    ],
)
def test_faults_of_a_server_in_words(state: str, what: str) -> None:
    told = str(explain("the server", ServerFault(state)))
    assert what in told
    assert "DETAIL" not in told


def test_a_patient_database_is_opened_when_it_can_be(tmp_path: Path) -> None:
    away = "postgresql://nobody@/nothing?host=/nowhere/at/all"
    with pytest.raises(Trouble, match="cannot be reached"):
        Database(away)
    with Database(away, patient=True) as waiting:
        for _ in range(2):
            with pytest.raises(Trouble, match="cannot be reached"), waiting.reading():
                pass
    path = tmp_path / "data" / "saves.sqlite3"
    Database(path).close()
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("PRAGMA user_version = 2")  # so that there is something to bring up to date
    holder.execute("DROP INDEX chapters_shared")
    for table in ("buckets", "slots", "challenge_flights", "challenges", "squadron_members", "squadrons"):
        holder.execute(f"DROP TABLE {table}")
    for column in ("notes", "noses", "names", "awards", "shared", "told"):
        holder.execute(f"ALTER TABLE chapters DROP COLUMN {column}")
    holder.execute("BEGIN IMMEDIATE")
    with Database(path, wait=0.1, patient=True) as waiting:
        with pytest.raises(Trouble, match="busy"), waiting.reading():
            pass
        holder.execute("ROLLBACK")
        holder.close()
        with waiting.reading() as db:
            assert db.number("SELECT count(*) FROM buckets") == 0
