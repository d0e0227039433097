"""4.1, 4.7 Into an Area of the Target Map, and off the map."""

from __future__ import annotations

from flakhouse.core.questions import Option, Question, Subject, yes_no
from flakhouse.games.doolittle.advice import attack as advice
from flakhouse.games.doolittle.state import B25, Area, Raid

__all__ = ["airspeed", "enter", "exit"]


def airspeed(r: Raid, b25: B25, names: tuple[str, ...]) -> Question:
    """4.1 Where a B-25 on the map moves on to."""
    prompt = f"{b25.name()} leaves {b25.area}. Which way?"
    here = Subject("area", b25.area)
    why = advice.why_area(r, b25, names)
    return Question("4.1", prompt, _areas(r, names), b25.subject, here, why=lambda: why)


def enter(r: Raid, b25: B25, names: tuple[str, ...], followers: int = 0) -> Question:
    """4.1.1 Where a B-25 enters the map; so many others of its Flight must follow it there."""
    others = f"{followers} more B-25s follow" if followers > 1 else "1 more B-25 follows"
    prompt = f"Where does {b25.name()} enter?" + (f" There {others}, one a turn." if followers else "")
    why = advice.why_area(r, b25, names)
    return Question("4.1.1", prompt, _areas(r, names), b25.subject, why=lambda: why)


def _areas(r: Raid, names: tuple[str, ...]) -> dict[str, Option]:
    areas = r.target().areas
    return {name: Option(_area_words(areas[name]), areas[name].subject) for name in names}


def _area_words(area: Area) -> str:
    """3.2 An Area as a player sees it: its boxes, its limit, what lies there."""
    words = [
        f"targets {', '.join(area.boxes)}" if area.boxes else "no target",
        f"at most {area.limit} hazards",
    ]
    if area.markers:
        words.append(", ".join(marker.told() for marker in area.markers))
    if not area.perimeter:
        words.append("no way out from here")
    return f"{area.name} ({'; '.join(words)})"


def exit(b25: B25) -> Question:
    """4.7 Off the map."""
    return yes_no(
        "4.7",
        f"{b25.name()} can leave the city from {b25.area}. Leave?",
        b25.subject,
        Subject("area", b25.area),
        routine=True,
        why=advice.why_exit,
    )
