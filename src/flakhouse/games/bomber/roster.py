"""What lasts between missions: men, bombers, the record of a tour, names, replacements, ratings.

Used by both games (b29 2.1, 9.1, 9.4; b17 sections 1 and 16); each subclasses `Record`.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from importlib import resources
from typing import Generic, NamedTuple, TypeVar

import msgspec

from flakhouse.core import toml
from flakhouse.core.charts import Chart
from flakhouse.core.game import JsonDict
from flakhouse.core.questions import Question, Subject
from flakhouse.core.referee import Referee
from flakhouse.errors import SaveError
from flakhouse.games.bomber.words import Fate, Repair

__all__ = [
    "MEN",
    "Airman",
    "Bomber",
    "Names",
    "Ratings",
    "Record",
    "Score",
    "band",
    "bomber_name",
    "bomber_names",
    "bomber_score",
    "enlist",
    "fitness_fault",
    "from_json",
    "man_name",
    "man_score",
    "name_question",
    "new_bomber",
    "rate",
    "record_fault",
    "replace_losses",
    "retire_men",
    "start_of",
    "text_fault",
    "to_json",
    "unnamed_crew",
]

P = TypeVar("P", bound=StrEnum)
R = TypeVar("R")
_LONGEST_NAME = 40
_LARGEST = 1_000_000  # no count of a tour comes near it


@dataclass(slots=True)
class Airman(Generic[P]):
    """A man on the roster: what is known of him between missions."""

    name: str
    rank: str
    position: P
    missions: int = 0  # credited missions
    kills: int = 0
    fate: Fate = Fate.DUTY


@dataclass(slots=True)
class Bomber:
    """A bomber on the roster."""

    name: str
    missions: int = 0
    state: Repair = Repair.SOUND
    cause: str = ""
    percents: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Record(Generic[P]):
    """The record of a tour; a game's campaign adds its own log and whatever else lasts."""

    bomber: Bomber
    crew: dict[P, Airman[P]]
    flights: int = 0
    credited: int = 0
    victories: int = 0
    draws: int = 0
    defeats: int = 0
    bombers_past: list[Bomber] = field(default_factory=list)
    men_past: list[Airman[P]] = field(default_factory=list)
    named: int = 0  # how many names have been handed out, so that replacements get new ones
    names_from: int = 0  # where in the lists of names this tour began

    def flight_number(self) -> int:
        """Every flight counts, credited or not."""
        return self.flights + 1

    def mission_number(self) -> int:
        """The number of the next mission is one more than those credited."""
        return self.credited + 1


def name_question(rule: str, prompt: str, position: str = "") -> Question:
    """The question for the name of a bomber, or of the man at a position."""
    about = (Subject("man", position),) if position else ()
    return Question(rule, prompt, {}, *about, routine=True, free=True)


def enlist(ref: Referee, record: Record[P], position: P, rank: str, rule: str, ask: bool) -> Airman[P]:
    """A new man for a position, without experience; the player may name him."""
    name = man_name(record.names_from + record.named)
    if ask:
        advised = name
        name = ref.ask("man-name", advised, lambda: name_question(rule, f"Name of the {position}", position))
    record.named += 1
    man: Airman[P] = Airman(name, rank, position)
    record.crew[position] = man
    return man


def new_bomber(ref: Referee, record: Record[P], names: tuple[str, ...], rule: str) -> Bomber | None:
    """After a flight: a repairable bomber is mended, a lost one gets a successor. Gives the one replaced."""
    old = record.bomber
    if old.state is Repair.REPAIRABLE:
        old.state = Repair.SOUND
    if old.state is Repair.SOUND:
        return None
    record.bombers_past.append(old)
    name = bomber_name(names, record.names_from, len(record.bombers_past))
    record.bomber = Bomber(ref.ask("bomber-name", name, lambda: name_question(rule, "Nickname of the new bomber")))
    return old


def retire_men(record: Record[P]) -> list[Airman[P]]:
    """Note who will not fly again as past; the caller enlists a man in the place of each."""
    gone = [man for man in record.crew.values() if man.fate is not Fate.DUTY]
    record.men_past.extend(gone)
    return gone


def replace_losses(
    ref: Referee, record: Record[P], names: tuple[str, ...], rule: str, recruit: Callable[[P], Airman[P]]
) -> None:
    """A new bomber for a lost one, new men for those who will not fly again; `recruit` enlists a man."""
    old = new_bomber(ref, record, names, rule)
    if old is not None:
        ref.note("new-bomber", bomber=record.bomber.name, lost=old.name)
    for man in retire_men(record):
        position = man.position
        new = recruit(position)
        ref.note("new-man", man=position, name=new.name, rank=new.rank, lost=man.name, fate=man.fate)


def unnamed_crew(ranks: Mapping[P, str], missions: int) -> dict[P, Airman[P]]:
    """Men nobody named, in the order of their ranks, each with so many missions."""
    return {p: Airman(man_name(i), rank, p, missions) for i, (p, rank) in enumerate(ranks.items())}


# ------------------------------------------------------------------ names


class Names(NamedTuple):
    """Lists of names."""

    first: tuple[str, ...]
    last: tuple[str, ...]


def _read(package: str, name: str) -> dict[str, object]:
    return toml.read(resources.files(package).joinpath(name).read_text(encoding="utf-8"))


def _names_of_men() -> Names:
    lists = msgspec.convert(_read("flakhouse.games.bomber", "names.toml"), dict[str, tuple[str, ...]])
    return Names(lists["first"], lists["last"])


MEN = _names_of_men()


def bomber_names(package: str) -> tuple[str, ...]:
    """The names for bombers in names.toml of a game's package."""
    return msgspec.convert(_read(package, "names.toml")["bombers"], tuple[str, ...])


def start_of(ref: Referee) -> int:
    """Where in the lists this tour begins: it follows from the seed, and costs no die."""
    return zlib.crc32(ref.dice.seed.encode()) % 100_003 if ref.dice.seed else 0


def man_name(k: int) -> str:
    """The k-th man: steps prime to the lengths of the lists visit every name before one comes again."""
    return f"{MEN.first[k * 17 % len(MEN.first)]} {MEN.last[k * 53 % len(MEN.last)]}"


def bomber_name(names: tuple[str, ...], start: int, past: int) -> str:
    """A name for the next bomber."""
    return names[(start + past) * 29 % len(names)]


# ------------------------------------------------------------------ records kept


def to_json(record: object) -> JsonDict:
    """A record as the engine keeps it."""
    built: JsonDict = msgspec.to_builtins(record, str_keys=True)
    return built


def from_json(campaign: JsonDict, kind: type[R], fault: Callable[[R], str]) -> R:
    """A record from what the engine kept; `fault` says what is wrong with one that reads well ("" if nothing)."""
    try:
        record = msgspec.convert(campaign, kind)
    except msgspec.ValidationError as bad:
        raise SaveError(f"the campaign record is damaged: {bad}") from bad
    if why := fault(record):
        raise SaveError(f"the campaign record is damaged: {why}")
    return record


def fitness_fault(record: Record[P], positions: Iterable[P]) -> str:
    """Why this crew and bomber cannot fly the next mission ("" if they can); `positions` in the crew's order."""
    if list(record.crew) != list(positions):
        return "the crew is not complete, or not in order"
    for position, man in record.crew.items():
        if man.position is not position or man.fate is not Fate.DUTY:
            return f"the {position.value} is no {position.value} fit to fly"
    if record.bomber.state is not Repair.SOUND:
        return "the bomber is not fit to fly"
    return ""


def record_fault(record: Record[P], positions: Iterable[P], counts: list[int]) -> str:
    """Why no tour can have left this record between two missions ("" if one can); `counts` are a game's own."""
    if why := fitness_fault(record, positions):
        return why
    counts = [
        record.flights,
        record.victories,
        record.draws,
        record.defeats,
        record.named,
        record.names_from,
        *counts,
    ]
    return text_fault((*record.crew.values(), *record.men_past), (record.bomber, *record.bombers_past), counts)


def text_fault(airmen: Iterable[Airman[P]], bombers: Iterable[Bomber], counts: list[int]) -> str:
    """Why no tour can have left these names and counts ("" if one can)."""
    for man in airmen:
        counts += (man.missions, man.kills)
        if not _name_fits(man.name) or len(man.rank) > _LONGEST_NAME:
            return "a man's name is missing, unprintable or too long"
    for bomber in bombers:
        counts += (bomber.missions, *bomber.percents)
        if not _name_fits(bomber.name):
            return "a bomber's name is missing, unprintable or too long"
    if min(counts) < 0 or max(counts) > _LARGEST:
        return "a count is negative or far too large"
    return ""


def _name_fits(name: str) -> bool:
    return 0 < len(name) <= _LONGEST_NAME and name.isprintable()


# ------------------------------------------------------------------ ratings


@dataclass(slots=True, frozen=True)
class Score:
    """How a bomber or a man came through; for a bomber also how it bombed."""

    name: str
    what: str  # "bomber" or the man's position
    missions: int
    survival: str
    fate: str  # "on duty", "lost", "KIA" ...
    kills: int = 0
    percent: int = 0  # mean of the bomb runs, rounded down
    bombing: str = "none"


def band(chart: Chart[str], number: int) -> str:
    """The row of a rating table a number falls in; "n or more" is open."""
    for i, label in enumerate(chart.labels):
        last = label.split("-")[-1]
        if label.endswith("or more") or number <= int(last):
            return chart.rows[0][i]
    return chart.rows[0][-1]


def bomber_score(bomber: Bomber, survival: Chart[str], bombing: Chart[str]) -> Score:
    """A bomber with its ratings."""
    runs = bomber.percents
    mean = sum(runs) // len(runs) if runs else 0
    return Score(
        bomber.name,
        "bomber",
        bomber.missions,
        band(survival, bomber.missions),
        bomber.state.value,
        percent=mean,
        bombing=band(bombing, mean) if runs else "none",
    )


def man_score(man: Airman[P], survival: Chart[str]) -> Score:
    """A man with his rating."""
    return Score(
        man.name, man.position.value, man.missions, band(survival, man.missions), man.fate.value, man.kills
    )


@dataclass(slots=True, frozen=True)
class Ratings(Generic[R]):
    """The standing of a campaign; R is the game's word for a result."""

    complete: bool
    winner: R
    victories: int
    draws: int
    defeats: int
    bombers: tuple[Score, ...]
    men: tuple[Score, ...]


def rate(
    record: Record[P], complete: bool, results: tuple[R, R, R], survival: Chart[str], bombing: Chart[str]
) -> Ratings[R]:
    """Who is ahead, draws not counting, and everybody's rating. `results`: the words for victory, draw, defeat."""
    victory, draw, defeat = results
    lead = record.victories - record.defeats
    return Ratings(
        complete,
        victory if lead > 0 else defeat if lead < 0 else draw,
        record.victories,
        record.draws,
        record.defeats,
        tuple(bomber_score(b, survival, bombing) for b in (*record.bombers_past, record.bomber)),
        tuple(man_score(a, survival) for a in (*record.men_past, *record.crew.values())),
    )
