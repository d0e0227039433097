"""Loads the chart book of a game from the chart files of its package."""

from __future__ import annotations

from importlib import resources

from flakhouse.core.charts import ChartBook

__all__ = ["load_book"]


def load_book(package: str) -> ChartBook:
    """Every chart file of a package, in the order of their names."""
    book = ChartBook()
    for file in sorted(resources.files(package).iterdir(), key=lambda f: f.name):
        if file.name.endswith(".toml"):
            book.load(file.name, file.read_text(encoding="utf-8"))
    book.check()
    return book
