"""The attack positions round the bomber: every one always in the same place, with its level in shape and word."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from flakhouse.web.boards.base import el, join, text, thing
from flakhouse.web.boards.bomber.views import Foe

__all__ = ["LEVEL_ICON", "slots"]

WIDTH, HEIGHT = 112, 27
LEVEL_ICON = {"High": "level-high", "Level": "level-level", "Low": "level-low"}
_SHAPE = {"High": "M-5 4 0-5 5 4Z", "Level": "M-6-2H6V2H-6Z", "Low": "M-5-4 0 5 5-4Z"}
_LEFT, _RIGHT = -376, 264
#: Words, where they stand, and the corners of the slots.
_ROUND: dict[str, tuple[str, float, float, str, tuple[tuple[str, float, float], ...]]] = {
    "12": ("12 o’clock", -176, -96, "end", (("High", -168, -114), ("Level", -56, -114), ("Low", 56, -114))),
    "1:30": ("1:30", 320, -77, "middle", (("High", _RIGHT, -70), ("Level", _RIGHT, -43), ("Low", _RIGHT, -16))),
    "3": ("3 o’clock", 320, 300, "middle", (("High", _RIGHT, 306), ("Level", _RIGHT, 333), ("Low", _RIGHT, 360))),
    "6": ("6 o’clock", -176, 544, "end", (("High", -168, 526), ("Level", -56, 526), ("Low", 56, 526))),
    "9": ("9 o’clock", -320, 300, "middle", (("High", _LEFT, 306), ("Level", _LEFT, 333), ("Low", _LEFT, 360))),
    "10:30": ("10:30", -320, -77, "middle", (("High", _LEFT, -70), ("Level", _LEFT, -43), ("Low", _LEFT, -16))),
    "Vertical Dive": ("Vertical dive", -320, 458, "middle", (("", _LEFT, 464),)),
    "Vertical Climb": ("Vertical climb", 320, 458, "middle", (("", _RIGHT, 464),)),
}


def slots(foes: Sequence[Foe], clocks: Sequence[str], rule: str) -> Markup:
    """All positions, with who is there."""
    there: dict[tuple[str, str], list[Foe]] = {}
    for foe in foes:
        there.setdefault((foe.clock, foe.angle), []).append(foe)
    return join(_position(clock, there, rule) for clock in clocks)


def _position(clock: str, there: dict[tuple[str, str], list[Foe]], rule: str) -> Markup:
    """One hour of the clock with its levels."""
    if not any(key[0] == clock for key in there):
        return _EMPTY[clock]
    words, x, y, anchor, places = _ROUND[clock]
    drawn = [text(x, y, words, "ph", anchor)]
    for angle, left, top in places:
        drawn.append(_slot(clock, angle, left, top, there.get((clock, angle), []), rule))
    return el("g", *drawn, class_="pos vert" if len(places) == 1 else "pos")


def _slot(clock: str, angle: str, x: float, y: float, foes: Sequence[Foe], rule: str) -> Markup:
    """One slot, empty or taken."""
    parts: list[Markup] = [el("rect", width=WIDTH, height=HEIGHT)]
    if angle:
        parts.append(el("path", d=_SHAPE[angle], transform=f"translate(13 {HEIGHT / 2})"))
    left = 24 if angle else 8
    if not foes:
        parts.append(text(left, 17.8, angle or "nobody", "fl"))
        return el("g", *parts, class_="slot", transform=f"translate({x} {y})")
    names = _names(foes)
    if len(foes) == 1:
        parts.append(text(left, 17.8, f"{names} {angle}".rstrip(), "fl"))
    else:
        parts.append(text(left, 12, names, "fl two"))
        parts.append(text(left, 23.5, angle or clock, "fl two"))
    letters = ", ".join(foe.name.rpartition(" ")[2] for foe in foes)
    parts.append(text(WIDTH / 2, 23, names if len(foes) == 1 else letters, "sh", "middle"))
    where = f"{clock} {angle}".rstrip()
    told = f"attacking from {where}: {'; '.join(_w(foes))}"
    subject = foes[0].subject if len(foes) == 1 else None
    about = thing(", ".join(foe.name for foe in foes), told, rule, subject)
    return el("g", *parts, class_="slot occ", transform=f"translate({x} {y})", **about)


def _w(foes: Sequence[Foe]) -> list[str]:
    """What is known of each."""
    return [foe.words for foe in foes]


def _names(foes: Sequence[Foe]) -> str:
    """ "Tony A", "Tony A, B", "4 fighters"."""
    if len(foes) > 3:
        return f"{len(foes)} fighters"
    found: list[str] = []
    last = ""
    for foe in foes:
        kind, _, letter = foe.name.rpartition(" ")
        found.append(letter if kind and kind == last else foe.name)
        last = kind
    return ", ".join(found)


_EMPTY = {
    clock: el(
        "g",
        text(x, y, words, "ph", anchor),
        *(_slot(clock, angle, left, top, (), "") for angle, left, top in places),
        class_="pos vert" if len(places) == 1 else "pos",
    )
    for clock, (words, x, y, anchor, places) in _ROUND.items()
}
