"""The report of a study: one HTML file that needs nothing else, and the same figures as text.

report.html  plots with their tables; light, dark and on paper; no script, nothing loaded from elsewhere
summary.txt  the same tables for a terminal
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from pathlib import Path

import msgspec

from flakhouse import games
from flakhouse.sim.compare import compare
from flakhouse.sim.figures import differences, figures
from flakhouse.sim.files import FolderError, Plan, write_text
from flakhouse.sim.flown import Flown
from flakhouse.sim.gather import add_counts, gather
from flakhouse.sim.plots import CSS, PATTERNS
from flakhouse.sim.sheet import Figure, Table
from flakhouse.sim.stats import NoSciPy
from flakhouse.sim.study import Flyer
from flakhouse.sim.summary import Contender, Summary, text_table

__all__ = ["REPORT", "write_report"]

REPORT = "report.html"
_STYLES = ("tokens.css", "components.css")
_OWN = """
.page { max-width: 78rem; margin: 0 auto; padding: var(--s4); columns: 2 33rem; column-gap: var(--s4); }
.page > .sheet { break-inside: avoid; margin-bottom: var(--s4); }
.page > .whole { column-span: all; margin-top: var(--s4); }
.sheet .in { display: grid; gap: var(--s3); } .sheet .in p { max-width: 72ch; }
.plots { display: grid; gap: var(--s4);
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); }
.fields + .fields { border-top: 0; margin-top: calc(-1 * var(--s3)); }
.fields { grid-template-columns: repeat(auto-fit, minmax(min(100%, 9rem), 1fr)); }
.scroll { overflow-x: auto; }
.figs { border-collapse: collapse; width: 100%; font: var(--fs-1)/1.3 var(--font-label); }
.figs caption { text-align: left; color: var(--ink-2); padding-bottom: var(--s1); }
.figs th, .figs td { text-align: left; vertical-align: baseline; padding: 3px 10px 3px 0;
  border-bottom: 1px solid var(--line-soft); }
.figs tbody th { font-weight: 400; }
.figs thead th { border-bottom: 1.5px solid var(--ink); }
.figs td { font-family: var(--font-type); font-variant-numeric: tabular-nums; }
.figs td.words { font-family: var(--font-label); }
summary { cursor: pointer; font: 600 var(--fs-1)/1.6 var(--font-label); color: var(--blue); min-height: 24px; }
.note { color: var(--ink-2); font-size: var(--fs-1); }
@media print {
  .page { columns: 1; padding: 0; } .sheet { margin-bottom: 8mm; } .band { border-bottom: 1.5px solid #000; }
  details > summary { display: none; } .scroll { overflow: visible; } .plot { max-width: 130mm; }
  .page > .sheet { break-inside: auto; } .plots, .figs tr { break-inside: avoid; }
  details::details-content { content-visibility: visible; display: block; }
}
"""


def write_report(folder: Path, seen: dict[str, Flown] | None = None) -> Path:
    """Write report.html and summary.txt of a folder; the report's path.

    What was `seen` of the missions is read from the tables, if nobody counted while they were flown.
    """
    try:
        summary = msgspec.json.decode((folder / "summary.json").read_bytes(), type=Summary)
        plan = msgspec.json.decode((folder / "study.json").read_bytes(), type=Plan)
    except FileNotFoundError as bad:
        raise FolderError(f"{folder} holds no study with figures") from bad
    except msgspec.MsgspecError as bad:
        raise FolderError(f"{folder}: the figures cannot be read: {bad}") from bad
    flown = seen or gather(folder, [result.contender for result in summary.results], summary.unit == "tours")
    add_counts(flown, folder)
    found = figures(summary, flown)
    if len(plan.studies) > 1 and summary.done > 1:
        found.insert(1, _against(folder))
    never = _never_hit(plan, flown) if summary.detail else None
    write_text(folder / "summary.txt", _text(summary, found, never))
    write_text(folder / REPORT, _html(summary, found, never))
    return folder / REPORT


def _against(folder: Path) -> Figure:
    """The contenders compared, or what is missing for that."""
    try:
        return differences(compare(folder))
    except NoSciPy as bad:
        return Figure("against", "Differences", f"Not worked out: {bad}.", [], Table([str(bad)], []))


# ------------------------------------------------------------------ rows never hit


def _never_hit(plan: Plan, flown: dict[str, Flown]) -> tuple[Table, list[str]]:
    """Rows that no roll hit, of charts that were rolled; and the charts that were never rolled."""
    charts = dict(games.load(plan.studies[0].game).charts().charts)
    labels = {
        id: list(dict.fromkeys(label for label in chart.labels if label))
        for id, chart in charts.items()
        if chart.data.dice != "none" and not chart.data.number
    }
    for study in plan.studies:
        house = Flyer(study).house
        for id, chart in house.charts.items() if house else ():
            if id in labels:
                labels[id] = list(dict.fromkeys([*labels[id], *(label for label in chart.labels if label)]))
    rows, unrolled = [], []
    for id, known in labels.items():
        hit = {row for one in flown.values() for row in one.rolled.get(id, ())}
        times = sum(sum(one.rolled.get(id, {}).values()) for one in flown.values())
        missing = [label for label in known if label not in hit]
        if not times:
            unrolled.append(f"{id} {charts[id].data.title}")
        elif missing:
            rows.append([f"{id} {charts[id].data.title}", f"{times:,}", "; ".join(missing)])
    return Table(["chart", "rolls", "rows never hit"], rows), unrolled


# ------------------------------------------------------------------ text


def _columns(table: Table) -> list[str]:
    """A table set in columns."""
    lines = [table.head, *table.rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(table.head))]
    return ["  " + "  ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)).rstrip() for line in lines]


def _text(summary: Summary, found: Sequence[Figure], never: tuple[Table, list[str]] | None) -> str:
    """Every table of the report."""
    lines = [text_table(summary)]
    for figure in found:
        if figure.id not in ("measures", "results"):  # they stand above
            lines += [figure.title, *_columns(figure.table), ""]
    if never is not None:
        lines += ["Chart rows never hit", *(_columns(never[0]) if never[0].rows else ["  none"]), ""]
        lines += ["Charts never rolled", *(f"  {chart}" for chart in never[1] or ["none"]), ""]
    return "\n".join(lines)


# ------------------------------------------------------------------ HTML


def _table(table: Table, caption: str) -> str:
    """A table; cells that are no figures are set as words."""
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in table.head)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in table.rows
    )
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(caption)}"><table class="figs">'
        f"<caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _sheet(id: str, title: str, inner: str, whole: bool = False) -> str:
    """A sheet of paper with a heading."""
    return (
        f'<section class="sheet{" whole" if whole else ""}" aria-labelledby="{id}-h">'
        f'<header><h2 id="{id}-h">{escape(title)}</h2></header><div class="in">{inner}</div></section>'
    )


def _figure(figure: Figure) -> str:
    """A figure: words, plots, table."""
    drawn = "".join(f'<div class="scroll" tabindex="0">{plot}</div>' for plot in figure.plots)
    parts = [f"<p>{escape(figure.lead)}</p>", f'<div class="plots">{drawn}</div>' if drawn else ""]
    table = _table(figure.table, f"{figure.title}: the figures")
    if figure.plots:
        opened, words = (" open", "In words") if figure.id == "against" else ("", "The figures as a table")
        table = f"<details{opened}><summary>{words}</summary>{table}</details>"
    whole = len(figure.plots) > 1 and figure.id != "against"
    return _sheet(figure.id, figure.title, "".join(parts) + table, whole)


def _field(key: str, value: str, wide: bool = False) -> str:
    """A field of a form."""
    return f'<div class="field{" wide" if wide else ""}"><dt>{escape(key)}</dt><dd>{escape(value)}</dd></div>'


def _contender(contender: Contender, defaults: dict[str, str]) -> str:
    """Who flew, with what is not as usual."""
    words = [f"pilot {contender.pilot}"]
    words += [f"scenario {contender.scenario}"] if contender.scenario else []
    words += [f"house rules {contender.house}"] if contender.house else []
    words += [f"{key}={value}" for key, value in contender.options.items() if defaults.get(key) != value]
    return ", ".join(words)


def _study(summary: Summary) -> str:
    """What was flown, by whom."""
    defaults = games.load(summary.game).check_options({})
    facts = [_field("flown", summary.flown), _field("seed", summary.seed)]
    for result in summary.results:
        facts.append(_field(f"{result.contender}, missions", f"{result.missions:,}"))
    who = [_field(c.name, _contender(c, defaults), True) for c in summary.contenders]
    note = (
        "Every share stands with the interval that holds the true one 95 times in 100. The same command with the "
        "same seed gives the same figures."
    )
    if summary.unit == "tours":
        note += (
            " What matters and survival take the tour as the unit; other shares of missions are given as if "
            "missions of one tour had nothing to do with each other."
        )
    fields = "".join(f'<dl class="fields">{"".join(part)}</dl>' for part in (facts, who))
    return _sheet("study", "The study", f'{fields}<p class="note">{note}</p>', True)


def _never_html(never: tuple[Table, list[str]]) -> str:
    """The chart rows no roll came to."""
    table, unrolled = never
    inner = "<p>Rows of charts that were rolled, but never with that total; in every column together.</p>"
    inner += _table(table, "Rows never hit") if table.rows else '<p class="empty">Every row was hit.</p>'
    if unrolled:
        items = "".join(f"<li>{escape(chart)}</li>" for chart in unrolled)
        inner += f"<details><summary>{len(unrolled)} charts were never rolled</summary><ul>{items}</ul></details>"
    return _sheet("never", "Chart rows never hit", inner, True)


def _html(summary: Summary, found: Sequence[Figure], never: tuple[Table, list[str]] | None) -> str:
    """The whole page."""
    place = files("flakhouse") / "web" / "static"
    style = "\n".join((place / name).read_text(encoding="utf-8") for name in _STYLES) + CSS + _OWN
    parts = [_study(summary), *(_figure(figure) for figure in found)]
    if never is not None:
        parts.append(_never_html(never))
    else:
        words = "Where and when damage comes, and which chart rows are never hit, is counted with --detail."
        parts.append(_sheet("detail", "More", f'<p class="empty">{words}</p>', True))
    if not summary.done:
        parts = [_study(summary), _sheet("none", "Figures", '<p class="empty">Nothing was flown.</p>', True)]
    title = f"{summary.title}: {summary.flown}"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>\n{style}</style></head><body>{PATTERNS}"
        f'<header class="band"><div class="grow"><h1>{escape(summary.title)}</h1>'
        f'<p class="sub">Study of {summary.flown}, seed {escape(summary.seed)}</p></div></header>'
        f'<main class="page">{"".join(parts)}</main></body></html>\n'
    )
