"""Lines of the status screen and parts of the headline that read the same in every bomber game."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from flakhouse.games.bomber.words import Clock
from flakhouse.render.bomber.facts import count

__all__ = [
    "LABEL",
    "clockwise",
    "crew",
    "engines",
    "gun",
    "lost",
    "man",
    "men_out",
    "out",
    "pairs",
    "row",
    "rows",
    "track",
]

LABEL = 11  # width of the labels on the left
_ROUND = tuple(clock.value for clock in Clock)


def row(label: str, text: str, width: int) -> list[str]:
    """A labelled text, wrapped."""
    return textwrap.wrap(
        text,
        width,
        initial_indent=label.ljust(LABEL),
        subsequent_indent=" " * LABEL,
        break_on_hyphens=False,
    )


def rows(texts: Iterable[tuple[str, str]], width: int) -> list[str]:
    """Labelled texts one below the other."""
    return [line for label, text in texts for line in row(label, text, width)]


def pairs(label: str, cells: Sequence[str], width: int) -> list[str]:
    """Cells two on a line, where they fit; the label stands before the first."""
    lines: list[str] = []
    half = (width - LABEL) // 2
    for i in range(0, len(cells), 2):
        pair = cells[i : i + 2]
        if len(pair) == 2 and len(pair[0]) < half and len(pair[1]) <= half:
            lines.append((label.ljust(LABEL) + pair[0].ljust(half) + pair[1]).rstrip())
        else:
            for j, cell in enumerate(pair):
                lines += row(label if j == 0 else "", cell, width)
        label = ""
    return lines


def crew(places: Iterable[tuple[str, Sequence[str]]], away: Sequence[str], width: int) -> list[str]:
    """The men, compartment by compartment; empty ones are left out. `away` are those no longer aboard."""
    lines: list[str] = []
    label = "Crew"
    for place, men in [*places, ("Not aboard", away)]:
        if men:
            lines += row(label, f"{place}: {'; '.join(men)}.", width)
            label = ""
    return lines


def man(
    who: str,
    *,
    place: str = "",
    dead: bool = False,
    jumped: bool = False,
    light: int = 0,
    serious: bool = False,
    ill: bool = False,
    frostbitten: bool = False,
    kills: int = 0,
) -> str:
    """A man and how he is: "Pilot Frank Abbott, light wound, 2 shot down". `ill`: it is an illness."""
    parts = [who, place]
    if dead:
        parts.append("dead")
    else:
        parts.append("jumped" if jumped else "")
        if serious:
            parts.append("seriously ill" if ill else "seriously wounded")
        elif light:
            parts.append("ill" if ill else "light wound" if light == 1 else f"{light} light wounds")
        parts.append("frostbitten" if frostbitten else "")
    parts.append(f"{kills} shot down" if kills else "")
    return ", ".join(part for part in parts if part)


def gun(bursts: int, full: int, fault: str = "") -> str:
    """The bursts of a gun, and what ails it."""
    return f"{bursts:2} of {full}" + (f" {fault}" if fault else "")


def track(zone: int, target: int, leg: str, base: bool = False) -> str:
    """The way to the target in one line, the zone now in brackets; with the base square, if the map has one."""
    zones = [f"[{z}]" if z == zone else str(z) for z in range(1, target + 1)]
    zones[-1] += " target"
    if base:
        zones.insert(0, "[base]" if zone == 0 else "base")
    return f"{' '.join(zones)}, {leg}."


def engines(running: int) -> str:
    """How many engines run."""
    return count(running, "engine", "engines")


def men_out(hurt: int) -> str:
    """How many men are out of action; "" if none is."""
    return f"{count(hurt, 'man', 'men')} out of action" if hurt else ""


def lost(dead: int) -> str:
    """What there is to say of a bomber that is no more."""
    return "the bomber is lost" + (f", {count(dead, 'man', 'men')} dead" if dead else "")


def out(parts: Iterable[tuple[bool, str]]) -> list[str]:
    """The parts that are out: "radio out"."""
    return [f"{what} out" for is_out, what in parts if is_out]


def clockwise(fighters: Iterable[tuple[str, str]]) -> list[str]:
    """Fighters clockwise from the nose, each with what is said of it; the first of a pair is "12 High"."""
    there = sorted(fighters, key=lambda fighter: _ROUND.index(_clock(fighter[0])))
    return [f"{where}: {text}" for where, text in there]


def _clock(where: str) -> str:
    """The clock of a place: "1:30" of "1:30 Low", but "Vertical Dive" whole."""
    return where if where in _ROUND else where.partition(" ")[0]
