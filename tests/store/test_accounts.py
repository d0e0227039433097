"""Accounts: names, passwords, logins, and how many may fail."""

from __future__ import annotations

import threading

import pytest

from flakhouse.errors import AccountError, TooMany
from flakhouse.store import Database, Store
from flakhouse.store.accounts import Accounts
from tests.store.helpers import Address, execute, new, number

CHEAP = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}
SECRET = "correct horse"
DAY = 24 * 3600


class Clock:
    def __init__(self) -> None:
        self.time = 1_000_000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def accounts(database: Database, clock: Clock) -> Accounts:
    return Accounts(database, clock=clock, cost=CHEAP)


# ------------------------------------------------------------------ accounts


def test_an_account_is_made_found_and_listed(accounts: Accounts) -> None:
    zoe = accounts.create("Zoë", SECRET)
    adam = accounts.create("adam", SECRET, admin=True)
    assert (zoe.name, zoe.created, zoe.admin, zoe.disabled) == ("Zoë", 1_000_000, False, False)
    assert accounts.named("ZOË") == accounts.get(zoe.id) == zoe
    assert accounts.list() == [adam, zoe]
    assert accounts.count() == 2
    accounts.set_admin(zoe.id)
    assert accounts.get(zoe.id).admin
    for gone in (lambda: accounts.get(99), lambda: accounts.named("x\0y"), lambda: accounts.set_admin(99)):
        with pytest.raises(AccountError, match="no account"):
            gone()


def test_a_name_is_unique_whatever_its_case(accounts: Accounts) -> None:
    accounts.create("Straße", SECRET)
    for same in ("straße", "STRASSE", "Ｓtrasse"):
        with pytest.raises(AccountError, match="already"):
            accounts.create(same, SECRET)
    assert accounts.count() == 1


@pytest.mark.parametrize("name", ["", "a b", "x" * 41, "a\n", "<b>", "../x", "a\0", "\ud800", "..", "-_-"])
def test_what_is_no_name(accounts: Accounts, name: str) -> None:
    with pytest.raises(AccountError, match="is no name for an account"):
        accounts.create(name, SECRET)
    assert accounts.authenticate(name, SECRET, "here") is None


@pytest.mark.parametrize("password", ["", "ninesigns", "x" * 201, "surrogate \ud800"])
def test_what_is_no_password(accounts: Accounts, password: str) -> None:
    with pytest.raises(AccountError, match="password"):
        accounts.create("a", password)
    accounts.create("a", SECRET)
    assert accounts.authenticate("a", password, "here") is None


def test_the_limits_of_name_and_password(accounts: Accounts) -> None:
    for name, password in (("x", "pqrs" * 2 + "tu"), ("y" * 40, "ßxyz" * 50), ("a.+-_1", SECRET)):
        account = accounts.create(name, password)
        assert accounts.authenticate(name.upper(), password, "here") == account


# ------------------------------------------------------------------ passwords


def test_only_the_password_fits_and_it_is_kept_as_a_hash(accounts: Accounts, database: Database) -> None:
    account = accounts.create("joe", SECRET)
    assert accounts.authenticate("Joe", SECRET, "here") == account
    assert accounts.authenticate("joe", SECRET + "!", "here") is None
    assert accounts.authenticate("moe", SECRET, "here") is None
    kept = str(number(database, "SELECT password FROM accounts"))
    assert kept.startswith("$argon2id$")
    assert SECRET not in kept


def test_a_password_fits_however_its_signs_are_put_together(accounts: Accounts) -> None:
    accounts.create("joe", "cafe\u0301 au lait")
    assert accounts.authenticate("joe", "caf\u00e9 au lait", "here") is not None


def test_an_unknown_name_costs_as_much_as_a_wrong_password(
    accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    from argon2 import PasswordHasher

    accounts.create("joe", SECRET)
    settings: list[str] = []
    verify = PasswordHasher.verify

    def counted(self: PasswordHasher, hash: str, password: str) -> bool:
        settings.append(str(hash).split("$")[3])
        return verify(self, hash, password)

    monkeypatch.setattr(PasswordHasher, "verify", counted)
    assert accounts.authenticate("joe", "wrong password", "here") is None
    assert accounts.authenticate("nobody", "wrong password", "here") is None
    assert accounts.authenticate("joe", "short", "here") is None
    assert settings == ["m=8,t=1,p=1"] * 3


def test_a_hash_of_older_settings_is_made_anew(accounts: Accounts, database: Database) -> None:
    accounts.create("joe", SECRET)
    dearer = Accounts(database, cost={**CHEAP, "time_cost": 2})
    assert dearer.authenticate("joe", SECRET, "here") is not None
    assert "t=2" in str(number(database, "SELECT password FROM accounts"))
    assert dearer.authenticate("joe", SECRET, "here") is not None


def test_a_damaged_hash_fits_nothing(accounts: Accounts, database: Database) -> None:
    accounts.create("joe", SECRET)
    execute(database, "UPDATE accounts SET password = 'nonsense'")
    assert accounts.authenticate("joe", SECRET, "here") is None


# ------------------------------------------------------------------ logins


def test_a_token_is_a_login_and_only_its_hash_is_kept(accounts: Accounts, database: Database) -> None:
    joe = accounts.create("joe", SECRET)
    token = accounts.login(joe.id)
    assert len(token) >= 43
    assert accounts.account_of(token) == joe
    assert accounts.account_of(token + "x") is None
    assert accounts.account_of("") is None
    assert token not in str(execute(database, "SELECT * FROM logins"))
    accounts.logout(token)
    assert accounts.account_of(token) is None
    with pytest.raises(AccountError, match="no account 99"):
        accounts.login(99)


def test_a_login_ends_when_it_is_not_used_and_in_the_end_anyway(accounts: Accounts, clock: Clock) -> None:
    joe = accounts.create("joe", SECRET)
    idle, used = accounts.login(joe.id), accounts.login(joe.id)
    for _ in range(2):
        clock.time += 20 * DAY
        assert accounts.account_of(used) == joe
    assert accounts.account_of(idle) is None
    for _ in range(6):
        clock.time += 20 * DAY
        assert accounts.account_of(used) == joe
    clock.time += 20 * DAY
    assert accounts.account_of(used) is None


def test_an_account_has_so_many_logins_and_the_oldest_goes(accounts: Accounts, clock: Clock) -> None:
    joe, moe = accounts.create("joe", SECRET), accounts.create("moe", SECRET)
    others = accounts.login(moe.id)
    tokens = []
    for _ in range(12):
        clock.time += 1
        tokens.append(accounts.login(joe.id))
    assert [accounts.account_of(token) is not None for token in tokens] == [False] * 2 + [True] * 10
    assert accounts.account_of(others) == moe


def test_another_password_ends_the_other_logins(accounts: Accounts) -> None:
    joe = accounts.create("joe", SECRET)
    mine, stolen = accounts.login(joe.id), accounts.login(joe.id)
    accounts.change_password(joe.id, "another secret", keep=mine)
    assert accounts.account_of(mine) == joe
    assert accounts.account_of(stolen) is None
    assert accounts.authenticate("joe", SECRET, "here") is None
    assert accounts.authenticate("joe", "another secret", "here") == joe
    accounts.logout_everywhere(joe.id)
    assert accounts.account_of(mine) is None


def test_a_disabled_account_is_out_at_once_and_can_come_back(accounts: Accounts) -> None:
    joe = accounts.create("joe", SECRET)
    token = accounts.login(joe.id)
    accounts.set_disabled(joe.id)
    assert accounts.account_of(token) is None
    assert accounts.authenticate("joe", SECRET, "here") is None
    with pytest.raises(AccountError, match="log in"):
        accounts.login(joe.id)
    accounts.set_disabled(joe.id, False)
    assert accounts.authenticate("joe", SECRET, "here") == joe
    assert accounts.account_of(token) is None


def test_an_account_goes_with_its_saves_and_leaves_those_of_others(accounts: Accounts, database: Database) -> None:
    joe, moe = accounts.create("joe", SECRET), accounts.create("moe", SECRET)
    for owner in (joe.id, moe.id, None):
        new(Store.on(database, owner), "same").answer("Zephyr")
    token = accounts.login(joe.id)
    accounts.delete(joe.id)
    assert accounts.account_of(token) is None
    counts = [number(database, f"SELECT count(*) FROM {table}") for table in ("saves", "chapters", "entries")]
    assert counts == [2, 2, 2]
    assert accounts.create("joe", SECRET).id > moe.id
    with pytest.raises(AccountError, match="no account"):
        accounts.delete(joe.id)


def test_what_is_over_is_purged(accounts: Accounts, database: Database, clock: Clock) -> None:
    joe = accounts.create("joe", SECRET)
    accounts.login(joe.id)
    accounts.authenticate("joe", "wrong password", "here")
    accounts.purge()
    assert number(database, "SELECT count(*) FROM logins") == 1
    assert number(database, "SELECT count(*) FROM throttle") == 3
    clock.time += 31 * DAY
    accounts.purge()
    assert number(database, "SELECT count(*) FROM logins") == 0
    assert number(database, "SELECT count(*) FROM throttle") == 0


# ------------------------------------------------------------------ too many


def test_too_many_failures_are_refused_for_a_while(accounts: Accounts, address: Address, clock: Clock) -> None:
    joe = accounts.create("joe", SECRET)
    for _ in range(8):
        assert accounts.authenticate("JOE", "wrong password", "here") is None
    clock.time += 100
    with pytest.raises(TooMany, match="try again in 14 min") as told:
        accounts.authenticate("joe", SECRET, "here")
    assert told.value.seconds == 800
    with address.database() as elsewhere, pytest.raises(TooMany):
        Accounts(elsewhere, clock=clock, cost=CHEAP).authenticate("joe", SECRET, "here")
    assert accounts.authenticate("joe", SECRET, "at home") == joe
    clock.time += 800
    assert accounts.authenticate("joe", SECRET, "here") == joe


def test_a_success_forgets_the_failures_of_that_name_there(accounts: Accounts) -> None:
    joe = accounts.create("joe", SECRET)
    for _ in range(5):
        for _ in range(7):
            assert accounts.authenticate("joe", "wrong password", "here") is None
        assert accounts.authenticate("joe", SECRET, "here") == joe


def test_an_address_is_refused_whatever_names_it_tries(accounts: Accounts, database: Database) -> None:
    accounts.create("joe", SECRET)
    for i in range(40):
        assert accounts.authenticate(f"name{i}", "wrong password", "here") is None
    with pytest.raises(TooMany):
        accounts.authenticate("joe", SECRET, "here")
    assert "name1" not in str(execute(database, "SELECT * FROM throttle"))


def test_a_name_is_refused_whatever_addresses_try_it(accounts: Accounts) -> None:
    accounts.create("joe", SECRET)
    for i in range(80):
        assert accounts.authenticate("joe", "wrong password", f"address {i}") is None
    with pytest.raises(TooMany):
        accounts.authenticate("joe", SECRET, "home")
    assert accounts.authenticate("moe", "wrong password", "home") is None


def test_guesses_at_once_count_all(accounts: Accounts) -> None:
    accounts.create("joe", SECRET)
    seen: list[str] = []

    def guess() -> None:
        for _ in range(4):
            try:
                accounts.authenticate("joe", "wrong password", "here")
                seen.append("tried")
            except TooMany:
                seen.append("refused")

    threads = [threading.Thread(target=guess) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(seen) == ["refused"] * 8 + ["tried"] * 8


def test_the_same_name_made_twice_at_once_is_one_account(accounts: Accounts) -> None:
    seen: list[str] = []

    def make() -> None:
        try:
            accounts.create("joe", SECRET)
            seen.append("made")
        except AccountError:
            seen.append("refused")

    threads = [threading.Thread(target=make) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(seen) == ["made", "refused", "refused", "refused"]
