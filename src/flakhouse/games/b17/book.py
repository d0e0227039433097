"""The chart book of the B-17 game, loaded once. Each rules module binds the charts it uses."""

from __future__ import annotations

from flakhouse.games.bomber.book import load_book

__all__ = ["CHARTS"]

CHARTS = load_book("flakhouse.games.b17.charts")
