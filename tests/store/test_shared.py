"""What processes of a server count together. Two `Database`s of one address stand for two processes."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from flakhouse.core.chapter import begin
from flakhouse.errors import Full
from flakhouse.store import Database, Store
from flakhouse.store.accounts import Accounts
from flakhouse.store.quota import Quota, used, weigh
from flakhouse.store.shared import Buckets, Slots
from tests.core.toy import GAME
from tests.store.helpers import Address

CHEAP = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def two(address: Address) -> Iterator[tuple[Database, Database]]:
    with address.database() as one, address.database() as other:
        yield one, other


# ------------------------------------------------------------------ requests


@pytest.mark.parametrize("at_once", [1, 5, 12])
def test_two_processes_let_no_more_through_than_one(
    two: tuple[Database, Database], clock: Clock, at_once: int
) -> None:
    both = [Buckets(database, "requests", 1.0, 24, at_once, clock) for database in two]
    passed = sum(not both[i % 2].wait("ann") for i in range(200))
    assert 24 - at_once < passed <= 24
    assert sum(not one.wait("ben") for one in both for _ in range(50)) >= 24 - at_once  # others have their own
    clock.now += 60
    assert 24 - at_once < sum(not both[i % 2].wait("ann") for i in range(200)) <= 24  # full again, and no fuller


def test_what_is_told_to_wait_is_right(two: tuple[Database, Database], clock: Clock) -> None:
    one, other = (Buckets(database, "joining", 0.1, 2, clock=clock) for database in two)
    assert [one.wait("a"), other.wait("a")] == [0.0, 0.0]
    assert other.wait("a") == pytest.approx(10)
    assert one.wait("a") == pytest.approx(10)
    clock.now += 4
    assert one.wait("a") == pytest.approx(6)  # without a look into the store
    clock.now += 6.01
    assert one.wait("a") == 0.0
    assert other.wait("a") > 0


def test_most_requests_cost_no_write(address: Address, clock: Clock) -> None:
    with address.database() as database:
        bucket = Buckets(database, "requests", 30.0, 120, 12, clock)
        took: list[str] = []
        plain = bucket._take

        def take(caller: str, now: float) -> tuple[int, float]:
            took.append(caller)
            return plain(caller, now)

        bucket._take = take  # type: ignore[method-assign]
        assert [bucket.wait("ann") for _ in range(60)] == [0.0] * 60
        assert len(took) == 5
        clock.now += 31  # what was taken is stale by now
        bucket.wait("ann")
        assert len(took) == 6


def test_threads_share_a_bucket(address: Address) -> None:
    with address.database(20) as database:
        bucket = Buckets(database, "requests", 0.0001, 40, 5)
        passed: list[float] = []
        threads = [
            threading.Thread(target=lambda: passed.extend(bucket.wait("ann") for _ in range(20))) for _ in range(6)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sum(not wait for wait in passed) == 40


def test_kinds_do_not_mix_and_names_are_not_kept(address: Address) -> None:
    with address.database() as database:
        assert Buckets(database, "a", 1, 1).wait("192.0.2.7") == 0
        assert Buckets(database, "b", 1, 1).wait("192.0.2.7") == 0
        with database.reading() as db:
            rows = [str(row) for row in db.rows("SELECT * FROM buckets")]
        assert len(rows) == 2
        assert not any("192" in row.split(",")[0] for row in rows)


# ------------------------------------------------------------------ long work


def test_slots_are_shared_and_given_back(two: tuple[Database, Database], clock: Clock) -> None:
    one, other = (Slots(database, "odds", 2, clock) for database in two)
    first, second = one.take(), other.take()
    assert first
    assert second
    assert [one.take(), other.take()] == ["", ""]
    one.give_back(first)
    with other.held() as third:
        assert third
        assert one.take() == ""
    with one.held() as fourth:
        assert fourth
    assert Slots(two[0], "studies", 1, clock).take()  # another kind


def test_a_process_that_dies_loses_its_slots_soon(two: tuple[Database, Database], clock: Clock) -> None:
    one, other = (Slots(database, "studies", 1, clock) for database in two)
    slot = one.take()
    clock.now += 59
    assert other.take() == ""
    one.keep(slot)  # it lives
    clock.now += 59
    assert other.take() == ""
    clock.now += 2
    assert other.take()


def test_what_says_nothing_any_more_is_dropped(address: Address, clock: Clock) -> None:
    with address.database() as database:
        Buckets(database, "requests", 30, 120, 12, clock).wait("ann")
        Slots(database, "odds", 2, clock).take()
        for later, left in ((0, 2), (61, 1), (7300, 0)):
            Accounts(database, clock=lambda later=later: clock.now + later, cost=CHEAP).purge()  # type: ignore[misc]
            with database.reading() as db:
                rows = db.rows("SELECT key FROM buckets UNION ALL SELECT id FROM slots")
            assert len(rows) == left


# ------------------------------------------------------------------ quotas


def test_the_weight_of_what_is_kept_is_that_of_what_was_weighed(store: Store) -> None:
    chapter = begin(GAME, "7/1", given=[1, 2, 3])
    name = store.create(chapter, "7")
    session = store.session(GAME, name)
    session.run()
    session.answer("Zephyr")
    assert store.used() == pytest.approx(weigh(store.chapters(name)), abs=60)
    store.delete(name)
    assert store.used() == 0


def test_a_quota_holds_for_two_processes(address: Address) -> None:
    with address.database(20) as one, address.database(20) as other:
        account = Accounts(one, cost=CHEAP).create("ann", "a good long password")
        quota = Quota(4, 10_000, 100_000)
        stores = [Store.on(database, account.id, quota=quota) for database in (one, other)]
        ends: list[bool] = []

        def keep(store: Store) -> None:
            for _ in range(5):
                try:
                    store.create(begin(GAME, "7/1"), "7")
                    ends.append(True)
                except Full:
                    ends.append(False)

        threads = [threading.Thread(target=keep, args=(store,)) for store in stores]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sum(ends) == 4
        assert len(stores[0].names()) == 4
        large = begin(GAME, "7/1", given=[1] * 9_000)
        stores[1].delete(stores[1].names()[0])
        with pytest.raises(Full, match=r"a save may take 0.01 MB"):
            stores[1].create(large, "7")
        with one.reading() as db:
            assert 0 < used(db, account.id) < 10_000
            assert used(db, None) == 0
