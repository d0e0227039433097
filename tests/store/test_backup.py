"""Backups: one moment, whole or not at all, from either kind of database into either."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from flakhouse import games
from flakhouse.core.chapter import begin
from flakhouse.errors import SaveError
from flakhouse.store import Database, Store, backup
from flakhouse.store.accounts import Accounts
from flakhouse.store.challenges import Challenges
from flakhouse.store.connection import Connection
from flakhouse.store.squadrons import Squadrons
from tests.core.test_session import play_out
from tests.core.toy import GAME
from tests.store.helpers import new, tour

CHEAP = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}


def fill(database: Database) -> list[int | None]:
    accounts = Accounts(database, cost=CHEAP)
    accounts.delete(accounts.create("gone", "correct horse").id)
    joe, moe = accounts.create("Joe", "correct horse", admin=True), accounts.create("moe", "correct horse")
    accounts.set_disabled(moe.id)
    for owner in (joe.id, moe.id, None):
        store = Store.on(database, owner)
        tour(store)
        new(store, "other", length="long")
    return [joe.id, moe.id, None]


def content(database: Database) -> list[object]:
    """All that a backup must bring back."""
    found: list[object] = []
    for account in [*Accounts(database, cost=CHEAP).list(), None]:
        store = Store.on(database, account.id if account else None)
        if account:
            found.append((account.name, account.created, account.admin, account.disabled))
        for info in store.saves():
            found += [info, store.chapters(info.name), store.revision(info.name)[1]]
    return found


def test_a_backup_brings_challenges_and_squadrons_back_with_their_saves(tmp_path: Path) -> None:
    with Database(tmp_path / "a.sqlite3") as source, Database(tmp_path / "b.sqlite3") as target:
        fill(source)
        joe = Accounts(source, cost=CHEAP).named("Joe")
        hosted, flying = Challenges(source, True), Squadrons(source)
        key = hosted.create("b17", int(time.time()) + 60, strict=True, maker=joe.id)
        store = Store.on(source, joe.id)
        name = hosted.enter(store, key, "Joe")
        squadron = flying.create("Ruhr", "b17", joe.id)
        flying.join(store, squadron, "Joe", name)
        secret = store.session(games.load("b17"), name).secret
        source.backup(tmp_path / "all.jsonl")
        target.restore(tmp_path / "all.jsonl")
        again = Challenges(target, True)
        assert msgspec.structs.replace(again.get(key), maker=joe.id) == hosted.get(key)
        assert again.table(key) == hosted.table(key)
        assert Squadrons(target).book(squadron) == flying.book(squadron)
        owner = Accounts(target, cost=CHEAP).named("Joe").id
        assert Store.on(target, owner).session(games.load("b17"), name).secret == secret != ""


@pytest.mark.parametrize("way", ["out", "in"])
def test_a_backup_brings_everything_back(database: Database, tmp_path: Path, way: str) -> None:
    with Database(tmp_path / "file" / "other.sqlite3") as file:
        source, target = (database, file) if way == "out" else (file, database)
        fill(source)
        source.backup(tmp_path / "all.jsonl")
        assert target.restore(tmp_path / "all.jsonl") == (2, 6)
        assert content(target) == content(source)
        accounts = Accounts(target, cost=CHEAP)
        joe = accounts.authenticate("joe", "correct horse", "here")
        assert joe is not None
        store = Store.on(target, joe.id)
        session = store.session(GAME, "tour")
        session.run()
        play_out(session)
        assert store.info("tour").status == "over"
        with pytest.raises(SaveError, match="is not empty"):
            target.restore(tmp_path / "all.jsonl")


def test_the_file_is_for_its_owner_and_nothing_is_left_beside_it(database: Database, tmp_path: Path) -> None:
    fill(database)
    folder = tmp_path / "backups"
    folder.mkdir()
    for _ in range(2):
        database.backup(folder / "all.jsonl")
    assert [path.name for path in folder.iterdir()] == ["all.jsonl"]
    assert (folder / "all.jsonl").stat().st_mode & 0o777 == 0o600
    with pytest.raises(SaveError, match="cannot write"):
        database.backup(folder / "nowhere" / "all.jsonl")


def test_a_backup_that_fails_leaves_the_one_before(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(database)
    folder = tmp_path / "backups"
    folder.mkdir()
    database.backup(folder / "all.jsonl")
    before = (folder / "all.jsonl").read_bytes()
    lines = backup._lines

    def breaking(db: Connection) -> Iterator[backup._Line]:
        yield from itertools.islice(lines(db), 4)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backup, "_lines", breaking)
    with pytest.raises(SaveError, match="No space left"):
        database.backup(folder / "all.jsonl")
    assert (folder / "all.jsonl").read_bytes() == before
    assert len(list(folder.iterdir())) == 1


def test_a_backup_is_one_moment_while_others_write(database: Database, tmp_path: Path) -> None:
    stop = threading.Event()
    faults: list[BaseException] = []

    def write() -> None:
        try:
            store = Store.on(database)
            while not stop.is_set():
                name = store.create(begin(GAME, "1"), "1")
                store.session(GAME, name).run()
        except BaseException as bad:
            faults.append(bad)

    thread = threading.Thread(target=write)
    thread.start()
    for i in range(4):
        database.backup(tmp_path / f"{i}.jsonl")
    stop.set()
    thread.join()
    assert faults == []
    for i in range(4):
        with Database(tmp_path / f"{i}.sqlite3") as other:
            accounts, saves = other.restore(tmp_path / f"{i}.jsonl")
            names = Store.on(other).names()
            assert (accounts, names) == (0, [f"toy-tour-{n + 1}" for n in range(saves)])
            assert all(len(Store.on(other).chapters(name)) == 1 for name in names)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda lines: lines[:-1], "not complete: its last line is missing"),
        (lambda lines: [], "not complete"),
        (lambda lines: lines[:3] + lines[4:], "does not fit the others|belongs to nothing"),
        (
            lambda lines: [lines[0].replace(b'version":1', b'version":9'), *lines[1:]],
            "of format 'flakhouse backup' 9",
        ),
        (lambda lines: lines[1:], "not where it belongs"),
        (lambda lines: [*lines[:2], b"nonsense\n", *lines[2:]], "line 3"),
        (lambda lines: [*lines, lines[1]], "behind its last line"),
        (lambda lines: [lines[0], *lines[3:]], "belongs to nothing before it"),
        (lambda lines: [b"not a backup\n"], "is no backup"),
        (lambda lines: [line.replace(b"Joe", b"Jim") for line in lines], "does not fit the others"),
        (lambda lines: [b"[" * 100_000], "is no backup"),
    ],
)
def test_a_damaged_backup_restores_nothing(database: Database, tmp_path: Path, change, what: str) -> None:  # type: ignore[no-untyped-def]
    with Database(tmp_path / "source.sqlite3") as source:
        fill(source)
        source.backup(tmp_path / "all.jsonl")
    lines = (tmp_path / "all.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "bad.jsonl").write_bytes(b"".join(change(lines)))
    with pytest.raises(SaveError, match=what):
        database.restore(tmp_path / "bad.jsonl")
    assert content(database) == []
    with pytest.raises(SaveError, match="cannot read"):
        database.restore(tmp_path / "missing.jsonl")
    assert database.restore(tmp_path / "all.jsonl") == (2, 6)
