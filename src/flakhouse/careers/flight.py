"""One flight of a bomber read from its log and its outcome."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from flakhouse import games
from flakhouse.careers.dossier import Deed, Flight, Seat
from flakhouse.core.events import Noted
from flakhouse.core.game import JsonDict
from flakhouse.games.b17 import words as b17
from flakhouse.games.b29 import words as b29
from flakhouse.render.b17.story import B17Story
from flakhouse.render.b29.story import B29Story
from flakhouse.render.base import Record, Renderer, renderer
from flakhouse.render.bomber.digest import number, word
from flakhouse.render.bomber.tale import Manner
from flakhouse.render.story.words import lower

__all__ = ["BOMBERS", "manner_of", "read"]

_MANNERS = {"b17": B17Story.manner, "b29": B29Story.manner}
#: The games of a bomber and her crew.
BOMBERS = tuple(_MANNERS)
#: Kinds of notes about damage that say that nothing is broken, or what became of a fire.
_NOTHING = frozenset(
    {
        "superficial",
        "no-effect",
        "shells-strike",
        "fights-fire",
        "fire-burns",
        "fire-out",
        "fire-goes-on",
        "fire-nobody",
        "no-fire",
        "fuel-turns",
        "engine-burns-on",
        "frostbitten",
        "hole-holds",
        "mask-mended",
        "gear-moved",
        "doors-moved",
    }
)
#: The results of both games: one's outcomes have their words, the other's their names.
_VERDICTS = {
    said: verdict.name.lower()
    for results in (b17.Result, b29.Result)
    for verdict in (results.VICTORY, results.DRAW, results.DEFEAT)
    for said in (verdict.value, verdict.name.lower())
}
_RUNNING = frozenset({b17.EngineState.RUNNING.value, b29.EngineState.FULL.value, b29.EngineState.REDUCED.value})
_MOST = 12  # lines of damage of a flight


class _Man(msgspec.Struct):
    name: str
    fate: str


class _Plane(msgspec.Struct):
    name: str
    state: str
    end: str


class _Outcome(msgspec.Struct):
    """What an outcome says of a flight."""

    mission: int
    result: str
    credited: bool
    target: str
    target_type: str
    bombs: str | None
    percent: int
    bomber: _Plane
    crew: dict[str, _Man]


class _Airman(msgspec.Struct):
    name: str
    rank: str
    position: str
    missions: int


class _Row(msgspec.Struct):
    crew: dict[str, str]


class _Campaign(msgspec.Struct):
    """What a record of a tour says of its men."""

    crew: dict[str, _Airman]
    men_past: list[_Airman] = []
    log: list[_Row] = []


def manner_of(game: str) -> Manner:
    """The words of a game for jobs, fighters and guns."""
    return _MANNERS[game]


def read(record: Record) -> Flight | None:
    """A flight that is over; None of one that is not."""
    if record.outcome is None:
        return None
    out = msgspec.convert(record.outcome, _Outcome)
    notes = [event for event in record.events if isinstance(event, Noted)]
    target = next((note for note in notes if note.kind == "target"), None)
    return Flight(
        number=record.number,
        mission=out.mission,
        bomber=word(target, "bomber") if target is not None else out.bomber.name,
        target=out.target,
        kind=out.target_type,
        result=out.result,
        verdict=_VERDICTS.get(out.result, ""),
        credited=out.credited,
        bombs=out.bombs or "",
        percent=out.percent,
        end=out.bomber.end,
        state=out.bomber.state,
        told=bool(record.events),
        shells=sum(number(note, "shells") for note in notes if note.kind == "fighter-hits"),
        bursts=sum(number(note, "hits") for note in notes if note.kind == "flak-hits"),
        engines_out=_engines_out(notes),
        damage=_damage(renderer(games.load(record.game)), notes),
        crew=_crew(out, record.campaign),
        deeds=tuple([*(deed for note in notes for deed in _deeds(record.game, note)), *_fires(notes)]),
    )


def _crew(out: _Outcome, campaign: JsonDict | None) -> dict[str, Seat]:
    """Who sat where. Ranks and missions are in the record of the tour; a man who left it is among its past."""
    kept = msgspec.convert(campaign, _Campaign) if campaign else _Campaign({})
    row: Mapping[str, str] = kept.log[-1].crew if kept.log else {}
    seats: dict[str, Seat] = {}
    for position, man in out.crew.items():
        known = [a for a in [*kept.men_past, *kept.crew.values()] if (a.position, a.name) == (position, man.name)]
        airman = known[-1] if known else _Airman(man.name, "", position, 0)
        grounded = row.get(position, "").endswith(": at base")
        seats[position] = Seat(man.name, airman.rank, man.fate, grounded, airman.missions)
    return seats


def _deeds(game: str, note: Noted) -> list[Deed]:
    """What a note says of a man."""
    man, kind = word(note, "man"), note.kind
    if kind == "fighter-destroyed":
        fighter = re.sub(r" [A-Z]$", "", word(note, "fighter"))
        return [Deed(man, "kill", manner_of(game).types.get(fighter, fighter), lower(word(note, "gun")))]
    if kind == "wounded":
        return [Deed(man, "wound", word(note, "wound"))]
    if kind == "frostbitten":
        return [Deed(man, "frostbite", "frostbitten")]
    if kind == "take-off-injury" and word(note, "injury") != "killed":
        return [Deed(man, "wound", "seriously" if "erious" in word(note, "injury") else "lightly")]
    if kind in ("takes-station", "takes-controls"):
        seat = word(note, "station") or word(note, "seat")
        return [Deed(man, "controls" if kind == "takes-controls" else "station", seat)]
    return []


def _fires(notes: list[Noted]) -> list[Deed]:
    """Who put out a fire: the last man who fought it before it was out. "wounded": he was hurt on this flight."""
    found: list[Deed] = []
    hurt: set[str] = set()
    man = ""
    for note in notes:
        if note.kind == "wounded":
            hurt.add(word(note, "man"))
        elif note.kind == "fights-fire":
            man = word(note, "man")
        elif note.kind == "fire-out" and man:
            found.append(Deed(man, "fire", "wounded" if man in hurt else ""))
            man = ""
    return found


def _engines_out(notes: list[Noted]) -> int:
    """How many engines did not run at the end."""
    states = {number(note, "engine"): word(note, "state") for note in notes if note.kind == "engine"}
    return sum(state not in _RUNNING for state in states.values())


def _damage(view: Renderer, notes: list[Noted]) -> tuple[str, ...]:
    """What was hit, in the words of the log; what fighters and flak did to men stands with the men."""
    found: list[str] = []
    for note in notes:
        template = view.templates.get(note.kind)
        if template is None or template.group != "damage" or note.kind in _NOTHING:
            continue
        text = " ".join(line.strip() for line in view.event_lines(note, "brief"))
        if text and text not in found:
            found.append(text)
    more = len(found) - _MOST
    return tuple(found) if more <= 0 else (*found[:_MOST], f"{more} more")
