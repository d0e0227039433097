"""Paper of the Raid's boards: sheets, fields, tables, tracks, boxes, stamps, and what a marker may hide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from flakhouse.core.events import Event, Fact, Noted
from flakhouse.games.doolittle.state import Raid
from flakhouse.render.doolittle import parts
from flakhouse.web.boards.base import Attr, el, join, thing

__all__ = [
    "boxes",
    "cap",
    "cup_sheet",
    "fact",
    "fields",
    "key",
    "noted",
    "origin",
    "phases",
    "security",
    "sheet",
    "stamp",
    "table",
    "track",
]

_ORIGINS = {"printed": "printed", "found": "printed", "reconstructed": "reconstructed", "ruling": "variant"}
_ALERTS = 5
_FAILED = 9


# ------------------------------------------------------------------ sheets


def sheet(title: str, *inside: object, note: object = "", class_: str = "", rule: str = "") -> Markup:
    """A sheet of paper with its heading."""
    head = [el("h2", title)]
    if note:
        head.append(el("span", note, class_="cap") if not isinstance(note, Markup) else note)
    if rule:
        head.append(el("span", rule, class_="tag"))
    return el(
        "section",
        el("header", *head),
        el("div", *inside, class_="in"),
        class_=f"sheet {class_}".strip(),
        aria_label=title,
    )


def fields(facts: Iterable[tuple[str, object]], class_: str = "") -> Markup:
    """Boxes of a form: a small label, a typed value. A label that ends with ! takes the whole width."""
    told = [(label, value) for label, value in facts if value not in ("", None)]
    found: list[Markup] = []
    half = 0  # narrow boxes in the row so far
    for i, (label, value) in enumerate(told):
        last = i + 1 == len(told) or told[i + 1][0].endswith("!")
        wide = label.endswith("!") or (last and not half)
        half = 0 if wide else 1 - half
        class_name = "field wide" if wide else "field"
        found.append(el("div", el("dt", label.rstrip("!")), el("dd", value), class_=class_name))
    return el("dl", *found, class_=f"fields {class_}".strip())


def table(head: Sequence[object], body: Iterable[Sequence[object]], caption: str = "", class_: str = "") -> Markup:
    """A table; the first cell of a row is its heading."""
    rows = [el("tr", el("th", line[0], scope="row"), *(el("td", cell) for cell in line[1:])) for line in body]
    top = el("thead", el("tr", *(el("th", word, scope="col") for word in head)))
    named = [el("caption", caption, class_="vh")] if caption else []
    return el(
        "div",
        el("table", *named, top, el("tbody", *rows), class_=f"d2-table {class_}".strip()),
        class_="d2-scroll",
    )


def cap(words: str) -> Markup:
    """A label in small capitals."""
    return el("span", words, class_="cap")


def key(entries: Iterable[tuple[Markup, str]]) -> Markup:
    """What the signs of a drawing mean."""
    found = [
        el("span", el("svg", mark, viewBox="-12 -12 24 24", class_="d2-keyic", aria_hidden="true"), word)
        for mark, word in entries
    ]
    return el("p", *found, class_="d2-key")


def stamp(words: str, tone: str = "", double: bool = False) -> Markup:
    """A rubber stamp: ours are framed words."""
    return el("span", words, class_=f"stamp {'double ' if double else ''}{tone}".strip())


# ------------------------------------------------------------------ tracks and boxes


def track(
    label: str,
    spaces: Sequence[tuple[str, str]],
    at: int,
    marks: Sequence[str] = (),
    rule: str = "",
) -> Markup:
    """A track: each space with a word and a smaller one below; those before `at` are done."""
    found: list[Markup] = []
    for i, (name, small) in enumerate(spaces):
        state = "past" if i < at else "on" if i == at else ""
        mark = marks[i] if i < len(marks) else ""
        told = {"past": "done", "on": "now", "": "to come"}[state]
        more: dict[str, Attr] = thing(f"{label}: {name}", ", ".join(w for w in (told, small, mark) if w), rule)
        found.append(
            el(
                "li",
                el("b", name),
                el("small", small) if small else None,
                el("em", mark) if mark else None,
                class_=state or None,
                aria_current="step" if state == "on" else None,
                **more,
            )
        )
    return el("div", cap(label), el("ol", *found, class_="d2-tk"), class_="d2-trackw")


def phases(label: str, names: Sequence[tuple[str, str]], now: str, rule: str = "") -> Markup:
    """The phases of a turn by key and word: struck out, lit, or to come."""
    keys = [one for one, _ in names]
    at = keys.index(now) if now in keys else -1
    found = [
        el(
            "li",
            word,
            class_="past" if i < at else "on" if i == at else None,
            aria_current="step" if i == at else None,
            **thing(word, "done" if i < at else "now" if i == at else "to come", rule),
        )
        for i, (_, word) in enumerate(names)
    ]
    return el("div", cap(label), el("ol", *found, class_="d2-ph"), class_="d2-phw")


def boxes(filled: int, total: int, label: str, rule: str = "", shown: str = "") -> Markup:
    """A row of boxes, crossed as far as they are used; the count stands in words beside it."""
    marks = [el("i", class_="x" if i < filled else None) for i in range(total)]
    return el(
        "span",
        el("span", *marks, class_="d2-boxes", aria_hidden="true"),
        el("span", shown or f"{filled} of {total}", class_="num"),
        class_="d2-boxrow",
        **thing(label, shown or f"{filled} of {total}", rule),
    )


def security(r: Raid) -> Markup:
    """6.1 The Security Track as a sheet."""
    found = r.security
    alerts = [
        el(
            "li",
            str(level),
            class_="on" if level == found.alert else "past" if level < found.alert else None,
            **thing(f"Alert Level {level}", "now" if level == found.alert else "", "6.2"),
        )
        for level in range(_ALERTS)
    ]
    return sheet(
        "Security",
        cap("Alert Level"),
        el("ol", *alerts, class_="d2-alert", aria_label=f"Alert Level {found.alert} of 4"),
        cap("Failed Secrecy Tests"),
        boxes(found.failed, _FAILED, "Failed Secrecy Tests", "6.3"),
        fields(
            (
                *_risk(r),
                (
                    "Alert at least!",
                    parts.look(r, "alert-floor", str(found.failed)) if r.options.scenario > 6 else "",
                ),
            )
        ),
        rule="6.1",
        class_="d2-rail",
    )


def _risk(r: Raid) -> list[tuple[str, str]]:
    """6.0, 13.5.6 Security Risk and Secrecy dice; before the ships sail only what is no part of the plan."""
    found = r.security
    if parts.unsailed(r):
        return [(parts.EARLY_RISK, str(found.risk)), ("Secrecy dice", "at sailing")]
    return [("Security Risk", str(found.risk)), ("Secrecy dice", str(found.value))]


# ------------------------------------------------------------------ cups


def origin(source: str, own: bool = False) -> Markup:
    """Where a table comes from, in a word and a border."""
    if own:
        return el("span", "your own", class_="origin variant")
    return el("span", source, class_=f"origin {_ORIGINS.get(source, 'printed')}")


def cup_sheet(r: Raid, cups: Sequence[tuple[str, str]]) -> Markup:
    """12.6.1, 13.5.2 What the markers of these cups can be, by front: the printed list, not what is left of it."""
    rows: list[tuple[object, ...]] = []
    sources: list[str] = []
    own = False
    for name, words in cups:
        chart = parts.chart(r, f"cup-{name}")
        columns = dict(zip(chart.data.columns, chart.words, strict=True))
        backs: dict[str, dict[str, int]] = {}
        for i in range(len(chart.labels)):
            front = backs.setdefault(columns["front"][i], {})
            values = columns["values"][i]
            back = columns["back"][i] + (" with red flags" if values == "red flags" else "")
            front[back] = front.get(back, 0) + int(columns["n"][i])
        for front_word, counts in backs.items():
            listed = ", ".join(f"{n} {back}" for back, n in counts.items() if n)
            rows.append((f"{front_word}, {words}", listed))
        sources.append(chart.data.source)
        own = own or f"cup-{name}" in r.tables
    worst = next((word for word in ("reconstructed", "ruling", "found") if word in sources), "printed")
    return sheet(
        "What a marker may hide",
        table(("Front", "Backs in the full cup"), rows, "What a marker may hide"),
        note=origin(worst, own),
        class_="d2-cups",
    )


# ------------------------------------------------------------------ events


def noted(events: Iterable[Event]) -> list[Noted]:
    """The facts of the log without dice and answers."""
    return [event for event in events if isinstance(event, Noted)]


def fact(event: Noted, name: str) -> str:
    """A fact of an event as a word."""
    found: Fact = event.facts.get(name, "")
    return str(found)


def told(words: Iterable[str]) -> Markup:
    """Lines of a list."""
    return el("ul", *(el("li", word) for word in words), class_="d2-lines") if words else join(())
