"""The chart book of the B-29 game, loaded once. Each rules module binds the charts it uses.

R-18: what the tables print as "<n", ">n" or "<a-b" stands in the files as "n or less", "n or more", "b or less".
"""

from __future__ import annotations

from flakhouse.games.bomber.book import load_book

__all__ = ["CHARTS"]

CHARTS = load_book("flakhouse.games.b29.charts")
