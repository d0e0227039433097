"""Under the stage: the attackers in words, and what the marks mean."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from flakhouse.web.boards.base import el
from flakhouse.web.boards.bomber.parts import icon
from flakhouse.web.boards.bomber.slots import LEVEL_ICON
from flakhouse.web.boards.bomber.views import Foe

__all__ = ["KEY", "foe_list"]


def foe_list(foes: Sequence[Foe]) -> Markup:
    """The attackers in words, for phones."""
    if not foes:
        return Markup("")
    items = (
        el(
            "li",
            icon(LEVEL_ICON.get(foe.angle, "level-level")) if foe.angle else "",
            f" {foe.name}, {foe.out or foe.where}",
            class_="out" if foe.out else None,
        )
        for foe in foes
    )
    return el("ul", *items, class_="foes", aria_label="Attackers")


def _key() -> Markup:
    """The legend."""
    crew = (
        ("fit", "blue", "fit"),
        ("light", "amber", "light wound"),
        ("serious", "red", "serious"),
        ("killed", "", "killed"),
        ("frostbite", "amber", "frostbite"),
        ("anoxia", "red", "no oxygen"),
        ("away", "", "empty seat"),
    )
    parts = [el("span", icon(f"crew-{mark}", tone), f" {words}") for mark, tone, words in crew]
    parts.append(el("span", el("i", class_="sw on"), " laid"))
    parts.append(el("span", el("i", class_="sw may"), " can bear"))
    parts.append(el("span", el("i", class_="sw out"), " surface out"))
    parts.append(el("span", icon("mark-hit", "red"), " damage"))
    return el("div", *parts, class_="keyrow", aria_label="Key")


KEY = _key()
