"""Sheets and stories: written as text, Markdown, CSV, JSON, as forum text or as HTML to paste."""

from __future__ import annotations

import csv
import html
import io
import textwrap
from collections.abc import Sequence

import msgspec

__all__ = ["FORMATS", "PROSE", "Cell", "Sheet", "prose", "write"]

FORMATS = ("text", "markdown", "csv", "json", "forum", "html")
#: Formats one reads: a story can stand in them.
PROSE = ("text", "markdown", "forum", "html")
_FOLDED = 16  # the least width of a last column that is folded
Cell = str | int | float | bool | None


class Sheet(msgspec.Struct, frozen=True):
    """A titled table with notes below it."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()


def write(sheets: Sequence[Sheet], format: str, width: int = 80) -> str:
    """The sheets in one of FORMATS, with a line feed at the end."""
    if format == "json":
        data = [
            {
                "title": s.title,
                "rows": [dict(zip(_names(s), row, strict=True)) for row in s.rows],
                "notes": s.notes,
            }
            for s in sheets
        ]
        return msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n"
    if format == "csv":
        return _csv(sheets)
    one = {"markdown": _markdown, "forum": _forum, "html": _html}.get(format, _text)
    return "\n".join(one(sheet, width) for sheet in sheets)


def prose(title: str, paragraphs: Sequence[str], format: str, width: int = 80) -> str:
    """A title and paragraphs in one of PROSE, with a line feed at the end."""
    if format == "html":
        said = "\n".join(f"<p>{html.escape(text)}</p>" for text in paragraphs)
        return f"<h1>{html.escape(title)}</h1>\n{said}\n"
    if format == "markdown":
        return f"# {title}\n\n" + "\n\n".join(paragraphs) + "\n"
    if format == "forum":
        return f"[b]{_plain(title)}[/b]\n\n" + "\n\n".join(_plain(text) for text in paragraphs) + "\n"
    lines = [textwrap.fill(text, width) for text in (title, *paragraphs)]
    return "\n\n".join(lines) + "\n"


def _plain(text: str) -> str:
    """A text in which no forum finds a tag."""
    return text.replace("[", "(").replace("]", ")")


def _forum(sheet: Sheet, width: int) -> str:
    """The sheet as a forum shows it: columns need type of one width."""
    _, _, *lines = _text(sheet, width).rstrip("\n").split("\n")
    return "\n".join([f"[b]{_plain(sheet.title)}[/b]", "[code]", *map(_plain, lines), "[/code]"]) + "\n"


def _html(sheet: Sheet, width: int) -> str:
    def row(cells: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    lines = [f"<h2>{html.escape(sheet.title)}</h2>", "<table>"]
    lines += [row(sheet.columns, "th")] if any(sheet.columns) else []
    lines += [row([_word(cell) for cell in cells], "td") for cells in sheet.rows]
    lines += ["</table>", *(f"<p>{html.escape(note)}</p>" for note in sheet.notes)]
    return "\n".join(lines) + "\n"


def _names(sheet: Sheet) -> tuple[str, ...]:
    """The columns by name; two without any are an item and its entry."""
    return ("item", "entry") if sheet.columns == ("", "") else sheet.columns


def _word(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return str(cell)


def _text(sheet: Sheet, width: int) -> str:
    """Columns if they fit or the last one can be folded, else one block of lines for each row."""
    lines = [sheet.title, "-" * len(sheet.title)]
    cells = [[_word(cell) for cell in row] for row in sheet.rows]
    widths = [max(len(line[i]) for line in [list(sheet.columns), *cells]) for i in range(len(sheet.columns))]
    room = width - sum(widths[:-1]) - 2 * (len(widths) - 1)  # for the last column
    if widths[-1] <= room:
        for line in ([list(sheet.columns)] if any(sheet.columns) else []) + cells:
            lines.append("  ".join(word.ljust(w) for word, w in zip(line, widths, strict=True)).rstrip())
    elif len(sheet.columns) == 2:
        for name, value in cells:
            lines += textwrap.wrap(f"{name}: {value}", width, subsequent_indent="  ") or [""]
    elif room >= _FOLDED:
        for row in [list(sheet.columns), *cells] if any(sheet.columns) else cells:
            head = "".join(f"{word.ljust(w)}  " for word, w in zip(row[:-1], widths, strict=False))
            first, *more = textwrap.wrap(row[-1], room) or [""]
            lines += [f"{head}{first}".rstrip(), *(" " * len(head) + line for line in more)]
    else:
        for row in cells:
            text = "; ".join(f"{name} {word}" for name, word in zip(sheet.columns, row, strict=True) if word)
            lines += textwrap.wrap(text, width, subsequent_indent="  ") or [""]
    for note in sheet.notes:
        lines += textwrap.wrap(note, width)
    return "\n".join(lines) + "\n"


def _markdown(sheet: Sheet, width: int) -> str:
    def line(words: Sequence[str]) -> str:
        return (
            "| " + " | ".join(w.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ") for w in words) + " |"
        )

    lines = [f"## {sheet.title}", "", line(sheet.columns), "|" + " --- |" * len(sheet.columns)]
    lines += [line([_word(cell) for cell in row]) for row in sheet.rows]
    for note in sheet.notes:
        lines += ["", note]
    return "\n".join(lines) + "\n"


def _csv(sheets: Sequence[Sheet]) -> str:
    """One sheet is a plain table; of several, each stands below its title."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for i, sheet in enumerate(sheets):
        if len(sheets) > 1:
            if i:
                writer.writerow([])
            writer.writerow([sheet.title])
        writer.writerow(sheet.columns)
        for row in sheet.rows:
            writer.writerow([_safe(cell) for cell in row])
    return out.getvalue()


def _safe(cell: Cell) -> str | int | float:
    """A cell no spreadsheet takes for a formula."""
    if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t", "\r") and not _number(cell):
        return "'" + cell
    if cell is None or isinstance(cell, str | bool):
        return _word(cell)
    return cell


def _number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
