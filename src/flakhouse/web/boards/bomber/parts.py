"""Small pieces of markup that sheets are made of."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from markupsafe import Markup

from flakhouse.render.bomber.layout import LABEL
from flakhouse.web.boards.base import Attr, el, join, thing
from flakhouse.web.boards.bomber.views import Gun

__all__ = [
    "boxes",
    "field",
    "fields",
    "gauge",
    "gun_sheet",
    "icon",
    "ordinal",
    "rows",
    "sheet",
    "stamp",
    "tank_head",
    "works",
]

_LEFT, _USED = Markup("<i></i>"), Markup('<i class="u"></i>')
_BOX, _CROSSED = Markup("<i></i>"), Markup('<i class="x"></i>')


@functools.lru_cache(maxsize=1024)
def icon(symbol: str, tone: str = "", label: str = "") -> Markup:
    """A symbol in a line of text."""
    says: dict[str, Attr] = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    tint = f"ic t-{tone}" if tone else "ic"
    return el("svg", el("use", href=f"#{symbol}"), class_=tint, viewBox="0 0 24 24", **says)


def sheet(id: str, title: str, aside: object, *inside: object, class_: str = "", rule: str = "") -> Markup:
    """A sheet of paper with its head; `rule` is that of the things on it that have none of their own."""
    return el(
        "section",
        el("header", el("h2", title, id=f"{id}-head"), aside),
        *inside,
        id=id,
        class_=f"sheet {class_}".strip(),
        aria_labelledby=f"{id}-head",
        data_rule=rule or None,
    )


def stamp(word: str, tone: str) -> Markup:
    """A stamped word."""
    return el("span", word, class_=f"stamp t-{tone}")


@functools.lru_cache(maxsize=1024, typed=True)  # markup and text may be equal, and are not the same
def field(label: str, value: object, wide: bool = False, tone: str = "", rule: str = "") -> Markup:
    """A box of a form."""
    says = value if isinstance(value, str) and not isinstance(value, Markup) else ""
    return el(
        "div",
        el("dt", label),
        el("dd", value, class_=f"t-{tone}" if tone else None),
        class_="field wide" if wide else "field",
        **thing(label, says, rule),
    )


def works(name: str, sound: bool, rule: str = "") -> Markup:
    """The box of a device that works or does not."""
    return field(name, "works" if sound else "out", tone="" if sound else "red", rule=rule)


def fields(parts: Iterable[Markup]) -> Markup:
    """Boxes that share their borders."""
    return el("dl", join(parts), class_="fields")


def boxes(label: str, left: int, full: int, class_: str = "") -> Markup:
    """Boxes of fuel: used ones are crossed."""
    drawn = _CROSSED * max(0, full - left) + _BOX * max(0, left)
    says = f"{label}, {left} of {full} boxes left"
    return el("div", drawn, class_=f"bx {class_}".strip(), role="img", aria_label=says)


@functools.lru_cache(maxsize=1024)
def _gun_row(gun: Gun) -> Markup:
    """A gun on the sheet: its bursts as boxes, what ails it, what it is laid on."""
    head = el("span", gun.name, class_="gn")
    notes = [gun.fault] if gun.fault else []
    if gun.laid:
        notes.append(f"laid on {', '.join(gun.laid)}")
    elif gun.may:
        notes.append(f"can bear on {', '.join(gun.may)}")
    if gun.note:
        notes.append(gun.note)
    state = "; ".join(notes)
    note = el("span", state, class_="gt") if state else ""
    kind = "none" if gun.fault else "on" if gun.laid else "may" if gun.may else ""
    about = thing(gun.name, f"{gun.bursts} of {gun.full} bursts" + (f"; {state}" if state else ""))
    if not gun.carried:
        return el("li", head, el("span"), note, class_="gun none", **about)
    count = el("span", gun.bursts, el("small", f"/{gun.full}"), class_="num")
    drawn = _LEFT * gun.bursts + _USED * max(0, gun.full - gun.bursts)
    says = f"{gun.bursts} of {gun.full} bursts left"
    bursts = el("span", drawn, class_="bursts", role="img", aria_label=says)
    return el("li", head, count, bursts, note, class_=f"gun {kind}".rstrip(), **about)


def gun_sheet(guns: Iterable[Gun], rule: str) -> Markup:
    """The guns with their bursts."""
    inside = el("ul", *(_gun_row(gun) for gun in guns), class_="in guns")
    head = el("span", "bursts left", class_="cap")
    return sheet("bm-guns", "Guns", head, inside, class_="bm-rail", rule=rule)


def gauge(name: str, levels: Iterable[str], now: str, below: str, rule: str) -> Markup:
    """A column of levels, the highest first, with the one now marked."""
    marks = [el("li", el("span", level), class_="on" if level == now else None) for level in levels]
    column = el("ol", *marks, class_="alt", aria_label=f"{name} {now}")
    note = el("span", below, class_="tiny") if below else ""
    return el("div", el("span", name, class_="cap"), column, note, class_="altbox", **thing(name, now, rule))


def tank_head(name: str, left: int, full: int) -> Markup:
    """A tank and its boxes in figures."""
    figures = el("span", left, el("small", f"/{full}"), class_="num")
    return el("div", el("span", name, class_="cap"), figures, class_="fr")


def ordinal(n: int) -> str:
    """ "second", "third", "4th"."""
    return {2: "second", 3: "third"}.get(n, f"{n}th")


def rows(screen: str) -> list[tuple[str, str]]:
    """The status screen of the renderer, set wide, as labels and their texts; a label may have several lines."""
    found: list[tuple[str, str]] = []
    label = ""
    for line in screen.splitlines():
        label = line[:LABEL].strip() or label
        found.append((label, line[LABEL:].strip()))
    return found
