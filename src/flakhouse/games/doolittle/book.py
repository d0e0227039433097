"""The chart book of the Doolittle game, loaded once: maps, cups, tables. Each rules module binds what it uses."""

from __future__ import annotations

from flakhouse.games.bomber.book import load_book

__all__ = ["CHARTS"]

CHARTS = load_book("flakhouse.games.doolittle.charts")
