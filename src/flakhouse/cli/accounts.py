"""`flakhouse accounts`, `backup`, `restore`: looking after a hosted server. They work while it runs."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from flakhouse.cli.common import Commands, Usage, command, say, say_json
from flakhouse.cli.passwords import ask_password

if TYPE_CHECKING:
    from flakhouse.store import Database
    from flakhouse.store.accounts import Account, Accounts

__all__ = ["add"]


def add(commands: Commands) -> None:
    """Add the commands."""
    _add_accounts(commands)
    one = command(
        commands,
        "backup",
        "write all accounts and saves into one file, also while the server runs",
        """flakhouse backup flakhouse-monday.jsonl
        DATABASE_URL=postgresql://flakhouse@/flakhouse flakhouse backup all.jsonl""",
    )
    one.add_argument("file")
    one.add_argument("--force", action="store_true", help="write over a file that is there")
    one.set_defaults(act=_backup)
    one = command(
        commands,
        "restore",
        "read a backup into an empty database, of either kind",
        """flakhouse restore flakhouse-monday.jsonl
        DATABASE_URL=postgresql://flakhouse@/flakhouse flakhouse restore all.jsonl""",
    )
    one.add_argument("file")
    one.set_defaults(act=_restore)


def _add_accounts(commands: Commands) -> None:
    parser = command(
        commands,
        "accounts",
        "look after the accounts of a hosted server: list, add, password, disable, enable, logout, delete",
        """flakhouse accounts list
        flakhouse accounts add ann
        flakhouse accounts password ann < file-with-the-password
        flakhouse accounts disable ann""",
    )
    parser.set_defaults(act=_list)
    actions = parser.add_subparsers(dest="action", metavar="ACTION", title="actions")
    one = command(actions, "list", "list all accounts", "flakhouse accounts list --json")
    one.set_defaults(act=_list)
    for name, words, act in (
        ("add", "make an account; the password is asked for, or the first line of standard input", _new),
        ("password", "set another password; all logins of the account end", _password),
        ("disable", "lock an account out at once; its saves stay", _disable),
        ("enable", "let a disabled account in again", _enable),
        ("logout", "end all logins of an account", _logout),
        ("delete", "delete an account with all its saves for good", _delete),
    ):
        one = command(actions, name, words, f"flakhouse accounts {name} ann")
        one.add_argument("name")
        if name == "delete":
            one.add_argument("--yes", action="store_true", help="do not ask")
        one.set_defaults(act=act)


# ------------------------------------------------------------------ the database


def _database() -> Database:
    """The database the server uses: DATABASE_URL, or the file in the data folder."""
    from flakhouse.store import Database, data_folder

    return Database(os.environ.get("DATABASE_URL") or data_folder() / "saves.sqlite3")


def _accounts(database: Database) -> Accounts:
    try:
        from flakhouse.store.accounts import Accounts

        return Accounts(database)
    except ImportError as bad:  # installed without the extra
        raise Usage(f"accounts are not installed ({bad.name}): pip install 'flakhouse[web]'") from bad


def _done(args: argparse.Namespace, facts: dict[str, object], line: str) -> int:
    if args.json:
        say_json(facts)
    else:
        say(line)
    return 0


# ------------------------------------------------------------------ accounts


def _list(args: argparse.Namespace) -> int:
    with _database() as database:
        found = _accounts(database).list()
    if args.json:
        say_json(found)
        return 0
    for account in found:
        since = datetime.fromtimestamp(account.created, UTC).date().isoformat()
        say(f"{account.name}  since {since}{', disabled' if account.disabled else ''}")
    if not found:
        say("No accounts yet.")
    return 0


def _new(args: argparse.Namespace) -> int:
    from flakhouse.store.passwords import name_fault

    if fault := name_fault(args.name):
        raise Usage(fault)
    with _database() as database:
        account = _accounts(database).create(args.name, ask_password())
    return _done(args, {"account": account.name, "id": account.id}, f"{account.name} has an account now")


@contextlib.contextmanager
def _named(args: argparse.Namespace) -> Iterator[tuple[Accounts, Account]]:
    """The account the command names, and the book it stands in."""
    with _database() as database:
        accounts = _accounts(database)
        yield accounts, accounts.named(args.name)


def _password(args: argparse.Namespace) -> int:
    with _named(args) as (accounts, account):
        accounts.change_password(account.id, ask_password())
    return _said(args, account, "changed", "has another password; all logins have ended")


def _disable(args: argparse.Namespace) -> int:
    with _named(args) as (accounts, account):
        accounts.set_disabled(account.id)
    return _said(args, account, "disabled", "is locked out; the saves stay")


def _enable(args: argparse.Namespace) -> int:
    with _named(args) as (accounts, account):
        accounts.set_disabled(account.id, False)
    return _said(args, account, "enabled", "may log in again")


def _logout(args: argparse.Namespace) -> int:
    with _named(args) as (accounts, account):
        accounts.logout_everywhere(account.id)
    return _said(args, account, "logged-out", "is logged in nowhere now")


def _delete(args: argparse.Namespace) -> int:
    from flakhouse.store import Store

    with _database() as database:
        accounts = _accounts(database)
        account = accounts.named(args.name)
        count = len(Store.on(database, account.id).names())
        if not args.yes:
            if not sys.stdin.isatty():
                raise Usage(f"This deletes {account.name} and {count} saves for good. Add --yes to do it.")
            sys.stdout.write(f"Delete {account.name} with {count} saves for good? Type yes: ")
            sys.stdout.flush()
            if sys.stdin.readline().strip().lower() not in ("y", "yes"):
                say("Nothing was deleted.")
                return 1
        accounts.delete(account.id)
    return _done(
        args,
        {"account": account.name, "done": "deleted", "saves": count},
        f"{account.name} is deleted, with {count} saves",
    )


def _said(args: argparse.Namespace, account: Account, done: str, line: str) -> int:
    return _done(args, {"account": account.name, "done": done}, f"{account.name} {line}")


# ------------------------------------------------------------------ backups


def _backup(args: argparse.Namespace) -> int:
    path = Path(args.file)
    if path.exists() and not args.force:
        raise Usage(f"{path} is there already; --force writes over it")
    with _database() as database:
        database.backup(path)
    size = path.stat().st_size
    return _done(args, {"file": str(path), "bytes": size}, f"everything is in {path} ({size} bytes); keep it safe")


def _restore(args: argparse.Namespace) -> int:
    path = Path(args.file)
    if not path.is_file():
        raise Usage(f"no file {path}")
    with _database() as database:
        accounts, saves = database.restore(path)
    return _done(args, {"accounts": accounts, "saves": saves}, f"restored: {accounts} accounts and {saves} saves")
