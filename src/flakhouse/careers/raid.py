"""The men of the raid, crew by crew. The game follows crews of five; a man's fate is that of his crew."""

from __future__ import annotations

import functools
from importlib import resources

import msgspec

from flakhouse.core import toml
from flakhouse.core.events import Noted
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Fate
from flakhouse.render.base import Record
from flakhouse.render.bomber.digest import word
from flakhouse.render.story.words import join

__all__ = ["NOBODY", "Crew", "Raider", "Raiders", "crew_of", "roll_of"]

_FIVE = 5
NOBODY = "not on record"  # a man whose name the game does not know
#: What became of a crew that left its aircraft, in words.
_CREWS = {
    "safe": "came through",
    "captured": "taken prisoner by the Japanese",
    "missing": "missing at sea",
    "killed": "killed in China",
    "rescued": "picked up",
    "interned": "interned in the Soviet Union",
    "released": "released by the Soviet Union",
    "left the story": "flew on; the record ends here",
}
#: What became of a crew that stayed with its aircraft.
_AIRCRAFT = {
    Fate.RESERVE: "not chosen for the raid",
    Fate.DECK: "aboard the Hornet",
    Fate.FLYING: "in the air",
    Fate.LANDED: "landed safely",
    Fate.DITCHED: "came down alive",
    Fate.DESTROYED: "killed with their aircraft",
    Fate.CAPTURED: "taken prisoner by the Japanese",
    Fate.ESCAPED: "got away from the target",
    Fate.LEFT_BEHIND: "never launched",
    Fate.HOME: "flew to Midway or Pearl Harbor",
    Fate.SCUTTLED: "burned their aircraft",
    Fate.CHUNGKING: "reached Chungking with their aircraft",
    Fate.INTERNED: "interned in the Soviet Union",
    Fate.LEFT: "flew on; the record ends here",
}
_WRECKED = "wrecked their aircraft on landing"
_STAYED = (_AIRCRAFT[Fate.DECK], _AIRCRAFT[Fate.LEFT_BEHIND])
_DEAD = ("missing at sea", "killed in China", "killed with their aircraft")


class Raider(msgspec.Struct, frozen=True):
    """A man of the raid."""

    name: str
    job: str
    fate: str


class Crew(msgspec.Struct, frozen=True):
    """A crew of five, its aircraft, what it did and what became of it."""

    id: str
    pilot: str
    men: tuple[Raider, ...]
    aircraft: str  # its fate
    where: str
    fate: str
    bombed: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()
    trial: str = ""
    dead: bool = False
    captured: bool = False


class Raiders(msgspec.Struct, frozen=True):
    """All crews of a raid that took part."""

    save: str
    scenario: int
    result: str
    crews: tuple[Crew, ...]

    def men(self) -> int:
        """How many men took part."""
        return _FIVE * len(self.crews)

    def flew(self) -> list[Crew]:
        """Those who took off."""
        return [crew for crew in self.crews if crew.fate not in _STAYED]

    def stayed(self) -> list[Crew]:
        """Those who never did."""
        return [crew for crew in self.crews if crew.fate in _STAYED]

    def tally(self) -> dict[str, int]:
        """How many men met each fate, of those who flew."""
        found: dict[str, int] = {}
        for crew in self.flew():
            found[crew.fate] = found.get(crew.fate, 0) + _FIVE
        return found

    def find(self, name: str) -> list[Crew]:
        """Crews by the number of their aircraft or the name of one of their men."""
        wanted = name.casefold()
        return [
            crew
            for crew in self.crews
            if wanted == crew.id or any(wanted in man.name.casefold() for man in crew.men)
        ]


class _Names(msgspec.Struct, forbid_unknown_fields=True):
    """raiders.toml: the usual jobs, those of crews that had others, the men by the number of their aircraft."""

    jobs: tuple[str, ...]
    own_jobs: dict[str, tuple[str, ...]]
    crews: dict[str, tuple[str, ...]]


@functools.cache
def _names() -> _Names:
    read = resources.files("flakhouse.careers").joinpath("raiders.toml").read_text(encoding="utf-8")
    return msgspec.convert(toml.read(read), _Names)


def roll_of(record: Record, raid: Raid) -> Raiders:
    """The crews of a raid: those of the aircraft that were chosen."""
    fates = {crew.b25.id: crew.fate for crew in raid.crews}
    crews: list[Crew] = []
    for b25 in raid.squadron:
        if b25.fate is Fate.RESERVE:
            continue
        said = _CREWS.get(fates.get(b25.id, "").removesuffix("*"), "") or (
            _WRECKED if b25.wrecked else _AIRCRAFT[b25.fate]
        )
        mine = [n for n in record.events if isinstance(n, Noted) and word(n, "b25") == b25.name()]
        crews.append(
            Crew(
                b25.id,
                b25.pilot,
                crew_of(b25.id, b25.pilot, said),
                b25.end(),
                b25.where,
                said,
                tuple(f"{word(n, 'box')}, {word(n, 'area')}" for n in mine if n.kind == "box-hit"),
                tuple(word(n, "cause") for n in mine if n.kind == "damaged"),
                next((word(n, "result") for n in mine if n.kind == "trial"), ""),
                said in _DEAD,
                "prisoner" in said,
            )
        )
    out = record.outcome or {}
    return Raiders(record.save, raid.options.scenario, str(out.get("result", "")), tuple(crews))


def crew_of(id: str, pilot: str, fate: str) -> tuple[Raider, ...]:
    """The five men; of a crew whose names nobody kept the pilot alone is named."""
    book = _names()
    known, jobs = book.crews.get(id, ()), book.own_jobs.get(id, book.jobs)
    if not known or known[0].rsplit(" ", 1)[-1] != pilot:
        known = (pilot,)
    named = [Raider(name, job, fate) for name, job in zip(known, jobs, strict=False)]
    return tuple(named) + tuple(Raider(NOBODY, job, fate) for job in jobs[len(named) :])


def crew_line(crew: Crew) -> str:
    """What a crew did, in one line."""
    parts = [f"bombed {join(crew.bombed)}" if crew.bombed else "dropped no bombs on a target"]
    if crew.damaged:
        parts.append(f"hit by {join(crew.damaged)}")
    return "; ".join(parts)
