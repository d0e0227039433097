"""What every printed form is made of: its head, ruled fields, circled words, ruled lines, its foot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from flakhouse import games
from flakhouse.render.base import Record
from flakhouse.web.boards.base import el, join
from flakhouse.web.symbols import inline, sprite

__all__ = ["capital", "caption", "entry", "fields", "foot", "head", "lines", "page", "pick", "rules_words"]

_SPAN = {1: "", 2: " s2", 3: " s3", 4: " s4"}


def page(id: str, wide: bool, symbols: Sequence[str], *inside: object) -> Markup:
    """A sheet of paper, upright or lying, in a box of its own that scrolls where the window is narrow."""
    kind = "fm-page fm-wide" if wide else "fm-page fm-tall"
    paper = el("section", *inside, class_=kind, aria_labelledby=f"{id}-head")
    desk = el("div", paper, class_="fm-desk", tabindex="0", role="region", aria_label="The form")
    return join((sprite(tuple(symbols)), desk))


def head(id: str, emblem: str, title: str, sub: str, aside: object) -> Markup:
    """The emblem, what the form is and of what, and something at the right."""
    words = el("div", el("h2", title, id=f"{id}-head"), el("p", sub), class_="grow")
    return el("header", inline(emblem, "emb"), words, aside, class_="fm-head")


def caption(words: str) -> Markup:
    """The small heading of a part."""
    return el("h3", words, class_="cap")


def fields(parts: Iterable[Markup], class_: str = "") -> Markup:
    """Ruled fields, six to a row."""
    return el("dl", join(parts), class_=f"fm-fields {class_}".rstrip())


def entry(label: str, value: object, span: int = 1) -> Markup:
    """A field with a typed value; empty to be filled by hand."""
    shown = "" if value is None else value
    return el("div", el("dt", label), el("dd", shown), class_=f"field{_SPAN[span]}")


def pick(label: str, words: Sequence[str], chosen: str | None, span: int = 1) -> Markup:
    """A field with words to choose from; the chosen one is circled."""
    if chosen and chosen not in words:
        words = (*words, chosen)
    offered = [
        el("strong", word, class_="on", title="chosen") if word == chosen else el("span", word) for word in words
    ]
    return el("div", el("dt", label), el("dd", join(offered, " "), class_="pk"), class_=f"field{_SPAN[span]}")


def lines(found: Sequence[str], least: int) -> Markup:
    """Ruled lines: what there is to note, then empty ones."""
    ruled = [el("p", text) for text in found]
    empty = [el("p", Markup("&#160;"), class_="free") for _ in range(max(0, least - len(found)))]
    return el("div", *ruled, *empty, class_="fm-lines")


def capital(text: str) -> str:
    """The text with a capital at its head."""
    return text[:1].upper() + text[1:]


def rules_words(record: Record) -> str:
    """The rules a chapter was played by: what differs from the usual set, by the numbers of the book."""
    told: list[str] = []
    more: dict[str, list[str]] = {"on": [], "off": []}
    for spec in games.load(record.game).options():
        value = record.options.get(spec.key, spec.default)
        if spec.key in ("rules", "scenario"):
            told.append(f"{spec.key} {value}")
        elif value != spec.default and value in more:
            more[value].append(spec.rule)
        elif value != spec.default:
            told.append(f"{spec.key.replace('_', ' ')} {value}")
    told += [f"with {', '.join(dict.fromkeys(more['on']))}"] if more["on"] else []
    told += [f"without {', '.join(dict.fromkeys(more['off']))}"] if more["off"] else []
    return ", ".join(told)


def foot(what: str, record: Record) -> Markup:
    """Which rules, which dice, and what must be said of how it was played."""
    parts = [f"Flakhouse {what}", rules_words(record)]
    parts += [f"house rules {record.house}"] if record.house else []
    parts += [f"{record.undos} taken back past a roll"] if record.undos else []
    parts += [f"{record.table_throws} rolls thrown at the table"] if record.table_throws else []
    parts += [f"dice seed {record.seed}"]
    parts += [f"save {record.save}"] if record.save else []
    return el("footer", " · ".join(part for part in parts if part), class_="fm-foot")
