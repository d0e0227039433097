"""7.6A, B Men sent to a task outside their stations: in the bays, and at the generator in Utility."""

from __future__ import annotations

from collections.abc import Callable

from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import crew
from flakhouse.games.b29.advice import gear as advice
from flakhouse.games.b29.state import Man, Mission
from flakhouse.games.b29.words import Position, Section

__all__ = ["NOBODY", "SPARE", "able", "man_busy", "man_in", "ready", "send", "why_not_send"]

NOBODY = "none"
#: Who may be sent to bays and Utility, those who are missed least first.
SPARE = (
    Position.FLIGHT_ENGINEER,
    Position.RADIO_OPERATOR,
    Position.LEFT_GUNNER,
    Position.RIGHT_GUNNER,
    Position.CFC,
    Position.RADAR_OPERATOR,
    Position.NAVIGATOR,
    Position.BOMBARDIER,
    Position.TAIL_GUNNER,
)


def man_in(m: Mission, section: Section) -> Man | None:
    """7-3e, 7-5o, 7-10d: a fit man in this compartment, one without a task first."""
    found: Man | None = None
    for man in m.men.values():
        if man.compartment is section and man.fit():
            if not man.busy:
                return man
            found = found or man
    return found


def ready(m: Mission, section: Section) -> Man | None:
    """7.6A A fit man who is there already and has no task."""
    here = man_in(m, section)
    return here if here is not None and not here.busy else None


def why_not_send(m: Mission, man: Man, section: Section) -> str:
    """7.6A Why this man cannot be sent there, or nothing."""
    return "he is not fit (7.6)" if man.frostbitten else crew.can_enter(m, man, section)


def able(m: Mission, section: Section) -> list[Man]:
    """7.6A Who may do a task in this compartment: the man there, or else those who can be sent."""
    here = ready(m, section)
    if here is not None:
        return [here]
    men = [m.men[position] for position in SPARE]
    return [
        man for man in men if man.aboard and man.compartment is not section and not why_not_send(m, man, section)
    ]


def send(ref: Referee, m: Mission, section: Section, id: str, make: Callable[[], Question]) -> Man | None:
    """7.6A A fit man for a task in this compartment: who is there already, or one who is sent (or nobody)."""
    here = ready(m, section)
    if here is not None and section is Section.UTILITY:
        here.busy = True  # what he drives, if anything, is asked next
        return here
    men = able(m, section)
    if not men:
        return None
    key = ref.ask(id, advice.sent(men), make)
    if key == NOBODY:
        return None
    man = m.men[Position(key)]
    crew.move(ref, m, man, section)
    man.busy = True
    return man


def man_busy(m: Mission, section: Section) -> None:
    """7.6B The man there has his task for this turn."""
    man = man_in(m, section)
    if man is not None:
        man.busy = True
