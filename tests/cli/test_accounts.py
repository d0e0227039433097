"""The commands that look after a hosted server: accounts, backup, restore."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from flakhouse import games
from flakhouse.cli.main import main, parser
from flakhouse.store import Database, Store
from flakhouse.store.accounts import Accounts
from tests.core import toy
from tests.store.helpers import new

CHEAP = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}
PASSWORD = "a good long password"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(games, "REGISTRY", dict(games.REGISTRY))
    toy.register()
    monkeypatch.setenv("FLAKHOUSE_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data"


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def call(*words: str, given: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(given))
        code = main(words)
        out, err = capsys.readouterr()
        return code, out, err

    return call


def accounts(data: Path) -> Accounts:
    return Accounts(Database(data / "saves.sqlite3"), cost=CHEAP)


def test_an_account_is_made_listed_and_used(run: Run, data: Path) -> None:
    assert run("accounts")[1] == "No accounts yet.\n"
    assert run("accounts", "add", "ann", given=f"{PASSWORD}\nmore\n")[:2] == (0, "ann has an account now\n")
    code, out, _ = run("accounts", "list", "--json")
    assert (code, [account["name"] for account in json.loads(out)]) == (0, ["ann"])
    assert "password" not in out
    assert accounts(data).authenticate("ann", PASSWORD) is not None
    assert run("accounts", "list")[1].startswith("ann  since 20")


def test_a_password_is_never_an_argument() -> None:
    for action in ("add", "password"):
        with pytest.raises(SystemExit):
            parser().parse_args(["accounts", action, "ann", PASSWORD])
        with pytest.raises(SystemExit):
            parser().parse_args(["accounts", action, "ann", f"--password={PASSWORD}"])
        assert parser().parse_args(["accounts", action, "ann"]).name == "ann"


@pytest.mark.parametrize(
    ("words", "given", "code", "says"),
    [
        (["add", "a b"], PASSWORD, 2, "no name for an account"),
        (["add", "bob"], "short\n", 1, "10 to 200 characters"),
        (["add", "bob"], "", 2, "no password on standard input"),
        (["add", "ANN"], PASSWORD, 1, "there is an account"),
        (["password", "bob"], PASSWORD, 1, "no account 'bob'"),
        (["password", "ann"], "short", 1, "10 to 200 characters"),
        (["disable", "bob"], "", 1, "no account 'bob'"),
        (["enable", "bob"], "", 1, "no account 'bob'"),
        (["logout", "bob"], "", 1, "no account 'bob'"),
        (["delete", "bob"], "", 1, "no account 'bob'"),
        (["delete", "ann"], "", 2, "Add --yes to do it"),
    ],
)
def test_what_cannot_be_is_one_clear_line(
    run: Run, data: Path, words: list[str], given: str, code: int, says: str
) -> None:
    run("accounts", "add", "ann", given=PASSWORD)
    found, out, err = run("accounts", *words, given=given)
    assert (found, out) == (code, "")
    assert says in err
    assert err.count("\n") == 1
    assert [account.name for account in accounts(data).list()] == ["ann"]


def test_password_logout_disable_and_enable(run: Run, data: Path) -> None:
    run("accounts", "add", "ann", given=PASSWORD)
    here = accounts(data)
    id = here.named("ann").id
    token = here.login(id)
    assert run("accounts", "logout", "Ann")[:2] == (0, "ann is logged in nowhere now\n")
    assert here.account_of(token) is None
    token = here.login(id)
    assert run("accounts", "password", "ann", given="another good one\n")[0] == 0
    assert here.account_of(token) is None
    assert here.authenticate("ann", PASSWORD) is None
    assert here.authenticate("ann", "another good one") is not None
    token = here.login(id)
    assert json.loads(run("accounts", "disable", "ann", "--json")[1]) == {"account": "ann", "done": "disabled"}
    assert here.account_of(token) is None
    assert "disabled" in run("accounts", "list")[1]
    assert run("accounts", "enable", "ann")[1] == "ann may log in again\n"
    assert here.authenticate("ann", "another good one") is not None


def test_delete_takes_the_saves_along(run: Run, data: Path) -> None:
    run("accounts", "add", "ann", given=PASSWORD)
    here = accounts(data)
    new(Store.on(here.database, here.named("ann").id), "lady")
    new(Store.on(here.database), "mine")
    code, out, _ = run("accounts", "delete", "ann", "--yes", "--json")
    assert (code, json.loads(out)) == (0, {"account": "ann", "done": "deleted", "saves": 1})
    assert here.count() == 0
    assert Store.on(here.database).names() == ["mine"]


def test_backup_and_restore(run: Run, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("accounts", "add", "ann", given=PASSWORD)
    here = accounts(data)
    new(Store.on(here.database, here.named("ann").id), "lady")
    code, out, _ = run("backup", "all.jsonl", "--json")
    assert (code, json.loads(out)["file"]) == (0, "all.jsonl")
    assert run("backup", "all.jsonl")[0] == 2
    assert run("backup", "all.jsonl", "--force")[0] == 0
    code, _, err = run("restore", "all.jsonl")
    assert (code, "is not empty" in err) == (1, True)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/other.sqlite3")
    assert run("restore", "all.jsonl")[:2] == (0, "restored: 1 accounts and 1 saves\n")
    with Database(tmp_path / "other.sqlite3") as other:
        there = Accounts(other, cost=CHEAP)
        assert there.authenticate("ann", PASSWORD) is not None
        assert Store.on(other, there.named("ann").id).names() == ["lady"]
    assert "ann" in run("accounts", "list")[1]


def test_backups_there_are_not(run: Run, tmp_path: Path) -> None:
    assert run("restore", "nothing.jsonl")[0] == 2
    (tmp_path / "bad.jsonl").write_text("{}")
    code, _, err = run("restore", "bad.jsonl")
    assert (code, "is no backup" in err) == (1, True)
    assert run("backup", "no/such/folder/x")[0] == 1


def test_an_address_that_is_no_database(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://x")
    for words in (["accounts"], ["accounts", "add", "ann"], ["backup", "x"]):
        code, out, err = run(*words, given=PASSWORD)
        assert (code, out) == (1, "")
        assert "is no database Flakhouse knows" in err
