"""A man of either game as the board shows him: his mark, his state in words, where he is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, TypeVar

from flakhouse.core.events import Chosen, Event
from flakhouse.games.bomber import men
from flakhouse.games.bomber.words import Fate
from flakhouse.render.bomber import layout
from flakhouse.render.bomber.facts import count
from flakhouse.render.bomber.sheets import FATES
from flakhouse.web.boards.bomber.views import Callout, Man, Point

__all__ = ["Air", "Places", "Seat", "fate_mark", "known", "mark", "rating", "state", "unnamed", "view"]

P = TypeVar("P", bound=StrEnum)
S = TypeVar("S", bound=StrEnum)

_DEAD = (Fate.KIA, Fate.DOW, Fate.LAS, Fate.DIC)
_TAKEN = (Fate.BOC, Fate.CAS)


class Seat(NamedTuple):
    """A station on the plan."""

    letter: str
    at: Point
    callout: Callout


class Air(NamedTuple):
    """What a man breathes and wears where he is."""

    oxygen: bool = True
    heat: bool = True


class Places(NamedTuple):
    """Where men are drawn: at stations by name, or loose in a compartment."""

    seats: Mapping[str, Seat]
    loose: Mapping[str, Sequence[Point]]


def fate_mark(fate: Fate) -> tuple[str, str]:
    """The symbol of what became of a man and its tone; empty for one who flies on or has done his tour."""
    if fate in _DEAD:
        return "crew-killed", "gone"
    if fate in _TAKEN:
        return "crew-captured", "red"
    return ("crew-serious", "red") if fate is Fate.IH else ("", "")


def mark(man: men.Man[P, S], air: Air) -> tuple[str, str]:
    """The symbol of his state and its tone: what is worst comes first."""
    if man.dead or man.fate in _DEAD or man.fate in _TAKEN:
        return fate_mark(Fate.KIA if man.dead else man.fate)
    if not man.aboard:
        return ("crew-bailed", "amber") if man.jumped else ("crew-away", "gone")
    if man.serious or man.fate is Fate.IH:
        return "crew-serious", "red"
    if man.frostbitten:
        return "crew-frostbite", "amber"
    if not air.oxygen:
        return "crew-anoxia", "red"
    return ("crew-light", "amber") if man.light else ("crew-fit", "")


def state(man: men.Man[P, S], air: Air, place: str, ill: bool = False) -> str:
    """His state in words; "fit" if there is nothing to say."""
    words = layout.man(
        "",
        place=place,
        dead=man.dead,
        jumped=man.jumped,
        light=man.light,
        serious=man.serious,
        ill=ill,
        frostbitten=man.frostbitten,
    )
    parts = [words] if words else []
    if man.dead and man.fate is not Fate.DUTY:
        return FATES[man.fate]
    if man.alive():
        parts += [] if air.oxygen else ["no oxygen"]
        parts += [] if air.heat else ["no heat"]
    if man.fate is not Fate.DUTY:
        parts.append(FATES[man.fate])
    return ", ".join(parts) or "fit"


def rating(man: men.Man[P, S], kills: int, *more: str) -> str:
    """What he has flown and shot down."""
    parts = [count(man.airman.missions, "mission", "missions")]
    if kills:
        parts.append(f"{kills} shot down")
    if man.airman.kills:
        parts.append(f"{man.airman.kills} before" if kills else f"{man.airman.kills} shot down before")
    return ", ".join([*parts, *(word for word in more if word)])


def view(
    man: men.Man[P, S], places: Places, air: Air, state: str, rating: str, taken: dict[str, int], empty: bool
) -> Man:
    """A man on the board; `taken` counts the loose men drawn in each compartment so far."""
    seat = places.seats[man.position.value]
    symbol, tone = mark(man, air)
    at: Point | None = None
    where = ""
    if man.aboard:
        room = man.compartment.value
        if man.station is not None:
            at = places.seats[man.station.value].at
            where = room if man.station is man.position else f"{room}, {man.station.value}'s station"
        else:
            spots = places.loose[room]
            at = spots[min(taken.get(room, 0), len(spots) - 1)]
            taken[room] = taken.get(room, 0) + 1
            where = f"{room}, no station"
    airman = man.airman
    letter = seat.letter
    position = man.position.value
    own = man.aboard and man.station is man.position
    return Man(
        letter,
        position,
        airman.rank,
        airman.name,
        symbol,
        tone,
        state,
        rating,
        where or "not aboard",
        at,
        seat.callout,
        seat.at,
        empty and not own,
        man.station.value if man.aboard and man.station is not None else "",
    )


def unnamed(places: Places, known: Mapping[str, tuple[str, str]]) -> tuple[Man, ...]:
    """The crew before a mission has begun: those already named, the others by position."""
    return tuple(
        Man(
            seat.letter,
            position,
            known.get(position, ("", ""))[0],
            known.get(position, ("", ""))[1],
            "crew-fit",
            "",
            "fit",
            "",
            "",
            seat.at,
            seat.callout,
            seat.at,
            False,
        )
        for position, seat in places.seats.items()
    )


def known(campaign: Mapping[str, object] | None, events: Sequence[Event]) -> dict[str, tuple[str, str]]:
    """Rank and name by position: of the men of a tour that goes on, or as far as the player has named them."""
    roster = (campaign or {}).get("crew")
    found: dict[str, tuple[str, str]] = {}
    if isinstance(roster, Mapping):
        for position, man in roster.items():
            if isinstance(man, Mapping):
                found[str(position)] = (str(man.get("rank", "")), str(man.get("name", "")))
    for event in events:
        if isinstance(event, Chosen) and event.id == "man-name":
            found.update({subject.name: ("", event.key) for subject in event.about if subject.kind == "man"})
    return found
