"""Saves and accounts: SQLite in the user's data folder, or PostgreSQL.

`Store` holds the saves of one owner, `Database` what several stores share, `accounts.Accounts` the players of a
server. What a save says is defined by the core; this package only keeps it.
"""

from __future__ import annotations

from flakhouse.store.database import Database, data_folder
from flakhouse.store.rows import Loaded, SaveInfo
from flakhouse.store.saves import Store

__all__ = ["Database", "Loaded", "SaveInfo", "Store", "data_folder"]
