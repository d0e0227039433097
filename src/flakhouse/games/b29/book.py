"""The chart book of the B-29 game, loaded once. Each rules module binds the charts it uses.

R-18: what the tables print as "<n", ">n" or "<a-b" stands in the files as "n or less", "n or more", "b or less".
"""

from __future__ import annotations

from importlib import resources

from flakhouse.core.charts import ChartBook

__all__ = ["CHARTS"]


def _load() -> ChartBook:
    book = ChartBook()
    files = resources.files("flakhouse.games.b29.charts")
    for file in sorted(files.iterdir(), key=lambda f: f.name):
        if file.name.endswith(".toml"):
            book.load(file.name, file.read_text(encoding="utf-8"))
    book.check()
    return book


CHARTS = _load()
