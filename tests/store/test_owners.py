"""Owners, threads and how many questions the database is asked."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from flakhouse.core.chapter import Chapter, begin
from flakhouse.errors import SaveError, Stale, Unknown
from flakhouse.store import Database, Store
from flakhouse.store.accounts import Accounts
from flakhouse.store.connection import Connection
from flakhouse.store.keeper import StoreKeeper
from tests.core.test_session import play_out
from tests.core.toy import GAME
from tests.store.helpers import Address, execute, new, tour

CHEAP = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}


@pytest.fixture
def owners(database: Database) -> list[int | None]:
    accounts = Accounts(database, cost=CHEAP)
    return [accounts.create(name, "correct horse").id for name in ("joe", "moe")] + [None]


@pytest.fixture
def asked(database: Database) -> Iterator[list[str]]:
    """The statements the database is given."""
    seen: list[str] = []
    run = Connection._run

    def note(self: Connection, sql: str, values: Any) -> tuple[int, list[tuple[object, ...]]]:
        if not sql.startswith(("BEGIN", "COMMIT")):
            seen.append(sql)
        return run(self, sql, values)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Connection, "_run", note)
        yield seen


def test_everybody_sees_his_own_saves_only(database: Database, owners: list[int | None]) -> None:
    stores = [Store.on(database, owner) for owner in owners]
    for i, store in enumerate(stores):
        for _ in range(i + 1):
            assert store.create(begin(GAME, "1"), str(i), "") == f"toy-tour-{len(store.names())}"
    assert [len(store.saves()) for store in stores] == [1, 2, 3]
    assert [len(store.names()) for store in stores] == [1, 2, 3]
    assert [store.info("toy-tour-1").seed for store in stores] == ["0", "1", "2"]
    assert [store.last() for store in stores] == ["toy-tour-1", "toy-tour-2", "toy-tour-3"]
    joe, moe, local = stores
    moe.rename("toy-tour-2", "mine")
    for call in (joe.info, joe.chapter, joe.chapters, joe.revision, joe.export, joe.delete, joe.drop_chapter):
        with pytest.raises(Unknown, match=r"no save 'mine'; saves: toy-tour-1$"):
            call("mine")
    with pytest.raises(Unknown):
        joe.rename("mine", "his")
    with pytest.raises(Unknown):
        joe.session(GAME, "mine")
    with pytest.raises(Unknown):
        joe.copy(GAME, "mine")
    joe.delete("toy-tour-1")
    assert (joe.saves(), len(moe.saves()), len(local.saves())) == ([], 2, 3)
    assert joe.create(begin(GAME, "1"), "1", "mine") == "mine"


def test_an_owner_that_is_no_account_keeps_nothing(database: Database) -> None:
    with pytest.raises(SaveError, match=r"FOREIGN KEY|foreign key"):
        Store.on(database, 77).create(begin(GAME, "1"), "1")
    assert Store.on(database, 77).saves() == []


def test_a_store_of_its_own_has_an_owner_too(address: Address, owners: list[int | None]) -> None:
    with address.open(owners[0]) as store:
        new(store, "a").answer("Zephyr")
    with address.open() as store:
        assert store.names() == []
    with address.open(owners[0]) as store:
        assert store.info("a").steps == 1


@pytest.mark.parametrize("name", ["", "a\0b", "\ud800", "x" * 5000, "a' OR '1'='1"])
def test_names_no_save_can_have_are_not_found(database: Database, name: str) -> None:
    store = Store.on(database)
    for call in (store.info, store.chapter, store.chapters, store.revision, store.delete):
        with pytest.raises(Unknown, match="no save"):
            call(name)


@pytest.mark.parametrize("seed", ["\ud800", "a\0b"])
def test_what_no_database_can_keep_is_told(database: Database, seed: str) -> None:
    store = Store.on(database)
    if database.sqlite and seed == "a\0b":  # SQLite can
        store.create(begin(GAME, "1"), seed, "a")
        assert store.info("a").seed == seed
        return
    with pytest.raises(SaveError, match=r"cannot keep this|NUL"):
        store.create(begin(GAME, "1"), seed, "a")
    if database.sqlite:
        with pytest.raises(SaveError, match="cannot keep this"):
            Store.on(database, 10**30).saves()
    else:
        assert Store.on(database, 10**30).saves() == []
    new(store, "b")
    with pytest.raises(Unknown, match="has no mission 1000"):
        store.chapter("b", 10**30)
    assert store.names() == ["b"]


# ------------------------------------------------------------------ few questions


def test_the_list_takes_one_query_however_long(database: Database, asked: list[str]) -> None:
    store = Store.on(database)
    tour(store)
    for _ in range(5):
        new(store).answer("Zephyr")
    asked.clear()
    infos = store.saves()
    assert len(asked) == 1
    assert [info.steps for info in infos] == [1] * 6
    assert infos[-1] == store.info("tour")
    assert (infos[-1].chapter, infos[-1].finished, infos[-1].status) == (3, 2, "playing")
    assert len(asked) == 2


def test_a_session_takes_two_queries_and_its_revision_one(database: Database, asked: list[str]) -> None:
    store = Store.on(database)
    tour(store)
    asked.clear()
    session = store.session(GAME, "tour")
    assert len(asked) == 2
    keeper = session.keeper
    assert isinstance(keeper, StoreKeeper)
    assert store.revision("tour") == (keeper.chapter, keeper.revision)
    assert len(asked) == 3
    assert len(store.chapters("tour")) == 3
    assert len(asked) == 5
    session.run()
    before = store.revision("tour")
    session.answer("yes")
    assert store.revision("tour") == (keeper.chapter, keeper.revision) == (before[0], before[1] + 1)
    loaded = store.load("tour")
    assert (loaded.chapter, loaded.id, loaded.revision, loaded.last) == (
        session.chapter,
        *before[:1],
        before[1] + 1,
        True,
    )
    assert not store.load("tour", 1).last


def test_the_key_of_a_chapter_is_never_given_twice(database: Database) -> None:
    store = Store.on(database)
    seen = set()
    for _ in range(3):
        new(store, "a")
        seen.add(store.revision("a"))
        store.delete("a")
    play_out(new(store, "b"))
    for _ in range(3):
        store.next_chapter(GAME, "b")
        seen.add(store.revision("b"))
        store.drop_chapter("b")
    assert len(seen) == 6


def test_the_save_played_last_by_game(database: Database) -> None:
    store = Store.on(database)
    new(store, "a")
    new(store, "b")
    store.session(GAME, "a").set_automation("routine")
    assert (store.last(), store.last("toy")) == ("a", "a")
    with pytest.raises(SaveError, match="no saves yet"):
        store.last("b29")


def test_a_save_without_a_chapter_is_told_as_damaged(database: Database) -> None:
    store = Store.on(database)
    new(store, "a")
    execute(database, "DELETE FROM chapters")
    for call in (store.info, store.chapter, store.revision):
        with pytest.raises(SaveError, match="save 'a' is damaged: it has no chapter"):
            call("a")
    store.delete("a")
    assert store.names() == []


# ------------------------------------------------------------------ threads


def test_of_two_windows_one_begins_the_next_chapter(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store.on(database)
    play_out(new(store, "a"))

    def slow(*args: object, **more: object) -> Chapter:
        monkeypatch.undo()
        store.next_chapter(GAME, "a")
        return begin(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr("flakhouse.store.saves.begin", slow)
    with pytest.raises(Stale, match="meanwhile"):
        store.next_chapter(GAME, "a")
    assert [chapter.number for chapter in store.chapters("a")] == [1, 2]


def test_many_threads_play_at_once(database: Database, owners: list[int | None]) -> None:
    faults: list[BaseException] = []

    def play(owner: int | None, name: str) -> None:
        try:
            store = Store.on(database, owner)
            session = new(store, name)
            play_out(session)
            assert store.chapter(name) == session.chapter
            assert name in store.names()
        except BaseException as bad:
            faults.append(bad)

    threads = [threading.Thread(target=play, args=(owner, f"t{i}")) for owner in owners for i in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert [len(Store.on(database, owner).saves()) for owner in owners] == [3, 3, 3]


def test_of_many_windows_one_answers(database: Database) -> None:
    store = Store.on(database)
    new(store, "a")
    sessions = [store.session(GAME, "a") for _ in range(6)]
    for session in sessions:
        session.run()
    told: list[str] = []

    def answer(i: int) -> None:
        try:
            sessions[i].answer("Zephyr")
            told.append("kept")
        except Stale:
            told.append("refused")

    threads = [threading.Thread(target=answer, args=(i,)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(told) == ["kept"] + ["refused"] * 5
    assert len(store.chapter("a").entries) == 1


def test_names_given_at_once_differ(database: Database) -> None:
    names: list[str] = []
    chapter = begin(GAME, "1")
    threads = [
        threading.Thread(target=lambda: names.append(Store.on(database).create(chapter, "1"))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(names) == [f"toy-tour-{i}" for i in range(1, 9)]
