"""The same facts in words: crew list, attackers, damage, and the status screen line by line."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from markupsafe import Markup

from flakhouse.render.bomber.damage import Damage
from flakhouse.web.boards.base import el, join, thing
from flakhouse.web.boards.bomber.parts import icon, rows, sheet
from flakhouse.web.boards.bomber.slots import LEVEL_ICON
from flakhouse.web.boards.bomber.views import Foe, Man, Rules

__all__ = ["attackers", "crew", "damage", "everything", "words"]

_TONE = {"": "blue", "amber": "amber", "red": "red", "gone": ""}


def crew(men: Sequence[Man], aside: str, rule: str) -> Markup:
    """Every man: position, name, state, what he has done, where he is."""
    heads = el("tr", *(el("th", head, scope="col") for head in ("Position", "Name", "State", "Record", "Where")))
    table = el(
        "table",
        el("caption", "The crew, each with his state and where he is", class_="vh"),
        el("thead", heads),
        el("tbody", *(_man(man) for man in men)),
        class_="bm-crew",
    )
    inside = el("div", table, class_="bm-scroll")
    return sheet("bm-crew", "Crew", el("span", aside, class_="cap"), inside, rule=rule)


@functools.lru_cache(maxsize=1024)
def _man(man: Man) -> Markup:
    """A row of the crew list."""
    rank = f"{man.rank} " if man.rank else ""
    tone = _TONE[man.tone] if man.mark != "crew-fit" else "blue"
    return el(
        "tr",
        el("th", icon(man.mark, tone), f" {man.position}", scope="row"),
        el("td", f"{rank}{man.name}", class_="nm"),
        el("td", man.state, class_=f"st t-{man.tone}" if man.tone in ("amber", "red") else "st"),
        el("td", man.rating, class_="rt"),
        el("td", man.where, class_="wh"),
        class_="gone" if man.at is None else None,
        **thing(f"{man.position} {man.name}".strip(), f"{man.state}; {man.where}" if man.where else man.state),
    )


def attackers(foes: Sequence[Foe], rule: str) -> Markup:
    """Who attacks, from where, and what is known of him; nothing if nobody does."""
    if not foes:
        return Markup("")
    items = [
        el(
            "li",
            icon(LEVEL_ICON[foe.angle], "red") if foe.angle else "",
            el("b", foe.where),
            f" {foe.words}",
            **thing(foe.name, f"{foe.where}: {foe.words}", rule),
        )
        for foe in foes
    ]
    head = el("span", f"{len(foes)} in this attack", class_="cap")
    return sheet("bm-foes", "Attackers", head, el("ul", *items, class_="in bm-foes"))


def damage(found: Sequence[Damage], rule: str) -> Markup:
    """What is broken, in words."""
    head = el("span", f"{len(found)} entries" if len(found) != 1 else "1 entry", class_="cap")
    if not found:
        inside = el("div", el("p", "The aircraft is sound.", class_="empty"), class_="in")
        return sheet("bm-damage", "Damage", "", inside)
    items = [
        el(
            "li",
            icon("mark-hit", "red"),
            f" {one.words[:1].upper()}{one.words[1:]}",
            **thing("Damage", one.words),
        )
        for one in found
    ]
    return sheet("bm-damage", "Damage", head, el("ul", *items, class_="in bm-damage"), rule=rule)


def everything(
    foes: Sequence[Foe], men: Sequence[Man], aboard: int, broken: Sequence[Damage], status: str, rules: Rules
) -> Markup:
    """All of them, and of the status screen what they do not say."""
    told = [row for row in rows(status) if row[0] not in ("Crew", "Damage", "Attackers")]
    return join(
        (
            attackers(foes, rules.foes),
            crew(men, f"{aboard} aboard", rules.men),
            damage(broken, rules.damage),
            words(told),
        )
    )


def words(told: Sequence[tuple[str, str]]) -> Markup:
    """The status screen: labels and texts; lines of one label stand together."""
    grouped: dict[str, list[str]] = {}
    for label, line in told:
        grouped.setdefault(label, []).append(line)
    parts = [el("div", el("dt", label), *(el("dd", line) for line in lines)) for label, lines in grouped.items()]
    return sheet("bm-words", "In words", "", el("dl", join(parts), class_="in bm-words"))
