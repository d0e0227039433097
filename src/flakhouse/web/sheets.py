"""Sheets of a report as tables of a page."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from flakhouse.render.sheets import Cell, Sheet
from flakhouse.web.boards.base import el, join

__all__ = ["sheet_html", "sheets_html"]

_FORMS = (("", ""), ("item", "entry"))  # the columns of facts with their names


def sheets_html(sheets: Sequence[Sheet]) -> Markup:
    """All of them, one below the other."""
    return join(sheet_html(sheet) for sheet in sheets)


def sheet_html(sheet: Sheet) -> Markup:
    """A titled table with its notes; two columns without names are a list of facts, as on a form."""
    if sheet.columns in _FORMS:
        fields = join(
            el("div", el("dt", row[0]), el("dd", _word(row[1]) or "-"), class_="field") for row in sheet.rows
        )
        body = el("dl", fields, class_="fields") if sheet.rows else Markup("")
    else:
        kinds = ["num" if any(_number(row[i]) for row in sheet.rows) else None for i in range(len(sheet.columns))]
        names = zip(sheet.columns, kinds, strict=True)
        head = el("thead", el("tr", join(el("th", name, scope="col", class_=kind) for name, kind in names)))
        rows = join(
            el("tr", join(el("td", _word(cell), class_=kind) for cell, kind in zip(row, kinds, strict=True)))
            for row in sheet.rows
        )
        body = el("div", el("table", head, el("tbody", rows), class_="grid"), class_="scroll", tabindex="0")
    notes = join(el("p", note, class_="sm") for note in sheet.notes)
    return el("section", el("h3", sheet.title, class_="cap"), body, notes, class_="paper")


def _number(cell: Cell) -> bool:
    return isinstance(cell, int | float) and not isinstance(cell, bool)


def _word(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return str(cell)
