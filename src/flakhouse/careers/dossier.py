"""What is known of men, bombers and tours."""

from __future__ import annotations

import msgspec

__all__ = [
    "FATES",
    "LOST",
    "Bomber",
    "Deed",
    "Entry",
    "Flight",
    "Flown",
    "Honour",
    "Kill",
    "Man",
    "Promotion",
    "Seat",
    "Tour",
    "Wound",
    "when",
]

#: The codes of the log sheets in words.
FATES = {
    "on duty": "on duty",
    "KIA": "killed",
    "DOW": "died of wounds",
    "LAS": "lost at sea",
    "IH": "sent home wounded",
    "BO-C": "prisoner of war",
    "CAS": "prisoner of war",
    "DIC": "died in captivity",
    "tour complete": "tour complete",
}
#: Fates of the dead.
LOST = frozenset({"killed", "died of wounds", "lost at sea", "died in captivity"})


class Deed(msgspec.Struct, frozen=True):
    """Something a man did, or that befell him: "kill", "wound", "frostbite", "station", "controls", "fire"."""

    position: str
    kind: str
    what: str = ""  # the fighter; how badly; which station
    gun: str = ""


class Seat(msgspec.Struct, frozen=True):
    """A man of the crew on one flight."""

    name: str
    rank: str
    fate: str  # a code of the log sheets
    grounded: bool = False  # left at the base on this flight
    missions: int = 0  # credited to him after the flight


class Flight(msgspec.Struct, frozen=True, kw_only=True):
    """A flight that is over, read from its log."""

    number: int
    mission: int
    bomber: str
    target: str
    kind: str  # what is bombed there
    result: str
    verdict: str = ""  # "victory", "draw", "defeat"; "" without one
    credited: bool
    bombs: str
    percent: int
    end: str
    state: str  # of the bomber afterwards
    told: bool  # whether its log can be read; if not only the outcome is known
    shells: int = 0
    bursts: int = 0
    engines_out: int = 0  # when it ended
    damage: tuple[str, ...] = ()
    crew: dict[str, Seat] = {}
    deeds: tuple[Deed, ...] = ()

    def where(self) -> str:
        """The flight in few words: "flight 4, Lille"."""
        return when(self.number, self.target)


class Flown(msgspec.Struct, frozen=True):
    """A flight of a man's."""

    flight: int
    target: str
    bomber: str
    credited: bool


class Kill(msgspec.Struct, frozen=True):
    """A victory."""

    flight: int
    target: str
    fighter: str
    gun: str


class Wound(msgspec.Struct, frozen=True):
    """A wound, or frostbite."""

    flight: int
    target: str
    what: str


class Entry(msgspec.Struct, frozen=True):
    """A note of the player's diary."""

    flight: int
    step: int
    written: str
    text: str


class Honour(msgspec.Struct, frozen=True):
    """A medal by our rule, and what for. It is given, proposed until the player says so, or was not given."""

    medal: str
    flight: int
    why: str
    given: str = "yes"  # "yes", "no", "" while it is proposed


class Promotion(msgspec.Struct, frozen=True):
    """A step up by our rule."""

    rank: str
    flight: int
    why: str


class Man(msgspec.Struct, kw_only=True):
    """A man's dossier."""

    id: str
    name: str
    rank: str
    position: str
    job: str
    flights: list[Flown] = []
    missions: int = 0  # credited
    stations: list[str] = []  # others he sat at
    kills: list[Kill] = []
    wounds: list[Wound] = []
    fate: str = "on duty"  # in words
    fate_flight: int = 0  # on which flight it found him; 0: none
    fate_target: str = ""
    medals: list[Honour] = []
    promotions: list[Promotion] = []

    def dead(self) -> bool:
        """Whether he lost his life."""
        return self.fate in LOST

    def rank_now(self) -> str:
        """His rank after promotions."""
        return self.promotions[-1].rank if self.promotions else self.rank

    def ribbons(self) -> dict[str, int]:
        """His medals and how often he has each; those that are only proposed do not count."""
        found: dict[str, int] = {}
        for honour in self.medals:
            if honour.given == "yes":
                found[honour.medal] = found.get(honour.medal, 0) + 1
        return found


class Bomber(msgspec.Struct, kw_only=True):
    """A bomber and her flights."""

    id: str
    name: str
    art: str = ""  # which drawing is on her nose
    flights: list[int] = []
    credited: int = 0
    shells: int = 0
    bursts: int = 0
    kills: int = 0
    killed: int = 0
    state: str = "sound"
    end: str = ""  # how she ended; "": she flies


class Tour(msgspec.Struct, kw_only=True):
    """A save as careers see it."""

    save: str
    game: str
    title: str
    missions: int  # of a whole tour
    credited: int = 0
    over: bool = False
    honours: bool = True  # whether medals and promotions are shown
    flights: list[Flight] = []
    men: list[Man] = []
    bombers: list[Bomber] = []
    diary: list[Entry] = []
    aboard: list[Man] = []  # who flies now or next; nobody when the tour is over

    def crew(self) -> list[Man]:
        """Who flies now or next, new men too; of a tour that is over who flew last."""
        if self.aboard:
            return self.aboard
        last: dict[str, Man] = {}
        for man in self.men:
            last[man.position] = man
        return list(last.values())

    def earlier(self) -> list[tuple[str, list[Man]]]:
        """Those who are not of the crew any more, by the flight that they left on, the last first."""
        here = {man.id for man in self.crew()}
        found: dict[int, list[Man]] = {}
        for man in self.men:
            if man.id not in here:
                found.setdefault(man.fate_flight, []).append(man)
        return [
            (when(flight, found[flight][0].fate_target), found[flight]) for flight in sorted(found, reverse=True)
        ]

    def fallen(self) -> list[Man]:
        """The dead, in the order of their flights."""
        return sorted((man for man in self.men if man.dead()), key=lambda man: man.fate_flight)

    def others(self, fate: str) -> list[Man]:
        """Men with this fate."""
        return [man for man in self.men if man.fate == fate]

    def notes_on(self, man: Man) -> list[Entry]:
        """What the diary says of a man: notes with his last name, of flights he was aboard for."""
        last = man.name.rsplit(" ", 1)[-1].casefold()
        flew = {flown.flight for flown in man.flights}
        return [note for note in self.diary if note.flight in flew and last in note.text.casefold()]

    def find(self, name: str) -> list[Man]:
        """Men by their whole name, a part of it, or their id."""
        wanted = name.casefold()
        exact = [man for man in self.men if wanted in (man.name.casefold(), man.id)]
        return exact or [man for man in self.men if wanted in man.name.casefold()]


def when(flight: int, target: str) -> str:
    """A flight in few words."""
    return f"flight {flight}, {target}" if target else f"flight {flight}"
