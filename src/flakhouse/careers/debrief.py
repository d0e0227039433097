"""What a debriefing adds to the story of a flight: the roll of honour, the medals proposed."""

from __future__ import annotations

import msgspec

from flakhouse.careers.dossier import Flight, Man, Tour
from flakhouse.careers.honours import ASKED, MEDALS, RULE, key_of
from flakhouse.careers.letters import Letter, letter_of
from flakhouse.careers.raid import NOBODY, Raiders
from flakhouse.render.sheets import Sheet
from flakhouse.render.story.words import capital, join, nth, share

__all__ = ["Debrief", "Fallen", "Proposal", "debrief_of", "sheets"]


class Fallen(msgspec.Struct, frozen=True):
    """A man, or a crew, who did not come back, and how."""

    name: str
    what: str
    how: str
    id: str = ""  # of his dossier


class Proposal(msgspec.Struct, frozen=True):
    """A medal for one man or several: given, proposed, or not given."""

    medal: str
    title: str
    men: tuple[str, ...]
    why: str
    given: str
    asked: bool  # whether the player is asked
    keys: tuple[str, ...] = ()
    all: bool = False  # the whole crew

    @property
    def to(self) -> str:
        """Whose it is."""
        return "the whole crew" if self.all else join(self.men)


class Debrief(msgspec.Struct, frozen=True):
    """The rolls of one flight."""

    verdict: str = ""
    facts: tuple[str, ...] = ()  # what it came to, in few words each
    honour: tuple[Fallen, ...] = ()
    medals: tuple[Proposal, ...] = ()
    letter: Letter | None = None  # home, by one who lived through it


def debrief_of(career: Tour | Raiders | None, number: int) -> Debrief:
    """The rolls of a flight of a tour, or of a raid."""
    if isinstance(career, Raiders):
        return Debrief(honour=tuple(_lost(career)))
    flight = next((one for one in career.flights if one.number == number), None) if career is not None else None
    if career is None or flight is None:
        return Debrief()
    fallen = [
        man for man in career.men if man.fate_flight == number and man.fate not in ("on duty", "tour complete")
    ]
    return Debrief(
        flight.verdict,
        tuple(_facts(flight)),
        tuple(_fallen(man) for man in fallen),
        _medals(career, number),
        letter_of(career, flight),
    )


def _facts(flight: Flight) -> list[str]:
    """What it came to: credit, bombs, the bomber, men, victories."""
    found = ["counts towards the tour" if flight.credited else "does not count"]
    if flight.bombs:
        where = "off target but close" if flight.bombs.lower().startswith("off") else "on target"
        on = f"{share(flight.percent)} of the bombs {where}" if flight.percent else "no bomb on target"
        found.append(on)
    if flight.state == "lost":
        found.append("bomber lost")
    elif flight.state == "irreparable":
        found.append("bomber past repair")
    dead = {place for place, seat in flight.crew.items() if seat.fate in ("KIA", "DOW", "LAS", "DIC")}
    hurt = {deed.position for deed in flight.deeds if deed.kind in ("wound", "frostbite")} - dead
    down = sum(deed.kind == "kill" for deed in flight.deeds)
    found += [f"{len(dead)} lost"] if dead else []
    found += [f"{len(hurt)} hurt"] if hurt else []
    return found + ([f"{down} shot down"] if down else [])


def _fallen(man: Man) -> Fallen:
    """How it ended for a man: "Killed on the mission to Lille, his fourth."""
    where = (
        f"on the mission to {man.fate_target}, his {nth(len(man.flights))}"
        if man.fate_target
        else "before take-off"
    )
    return Fallen(f"{man.rank_now()} {man.name}".strip(), man.job, f"{capital(man.fate)} {where}.", man.id)


def _lost(roll: Raiders) -> list[Fallen]:
    """The crews of a raid who did not come back, each as one."""
    return [
        Fallen(
            f"Crew of {crew.men[0].name}",
            join([man.name for man in crew.men[1:] if man.name != NOBODY]),
            f"{capital(crew.fate)}{f'; tried: {crew.trial}' if crew.trial else ''}.",
            crew.id,
        )
        for crew in roll.crews
        if crew.dead or crew.captured
    ]


def _medals(tour: Tour, number: int) -> tuple[Proposal, ...]:
    """The medals of a flight from the highest down; those given for the same are one line."""
    found: dict[tuple[str, str, str], list[Man]] = {}
    for man in tour.men:
        for honour in man.medals:
            if honour.flight == number:
                found.setdefault((honour.medal, honour.why, honour.given), []).append(man)
    order = list(MEDALS)
    aboard = sum(any(flown.flight == number for flown in man.flights) for man in tour.men)
    return tuple(
        Proposal(
            medal,
            MEDALS[medal],
            tuple(f"{man.rank_now()} {man.name}".strip() for man in men),
            why,
            given,
            medal in ASKED,
            tuple(key_of(man, medal) for man in men),
            len(men) == aboard,
        )
        for (medal, why, given), men in sorted(found.items(), key=lambda one: order.index(one[0][0]))
    )


def sheets(found: Debrief) -> list[Sheet]:
    """The rolls for a terminal or a file."""
    made: list[Sheet] = []
    if found.honour:
        rows = tuple((one.name, one.what, one.how) for one in found.honour)
        made.append(Sheet("Roll of honour", ("name", "", "fate"), rows))
    given = [one for one in found.medals if one.given != "no"]
    if given:
        rows2 = tuple((f"{one.title}{'' if one.given else ' (proposed)'}, {one.to}", one.why) for one in given)
        made.append(Sheet("Medals", ("", ""), rows2, (RULE,)))
    if found.letter is not None:
        made.append(Sheet("A letter home", ("", ""), ((found.letter.name, found.letter.text),)))
    return made
