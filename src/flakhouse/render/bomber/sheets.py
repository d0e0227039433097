"""The papers of a tour: debriefing, mission log sheet, campaign log sheet.

A game subclasses `Papers` and says what its outcome, its zones and its campaign look like.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

import msgspec

from flakhouse.core.events import Fact, Noted
from flakhouse.games.bomber.words import Fate
from flakhouse.render.base import Record
from flakhouse.render.bomber.digest import Flight, Turn, number, read, word
from flakhouse.render.bomber.facts import count
from flakhouse.render.bomber.tour import Row, Tour, result, standing
from flakhouse.render.sheets import Cell, Sheet

__all__ = ["FATES", "STATES", "BomberEnd", "ManEnd", "Outcome", "Papers"]

Words = Callable[[Noted], str]

FATES = {
    Fate.DUTY: "fit for duty",
    Fate.KIA: "killed in action",
    Fate.DOW: "died of wounds",
    Fate.LAS: "lost at sea",
    Fate.IH: "invalided home",
    Fate.BOC: "bailed out, captured",
    Fate.CAS: "captured at sea",
    Fate.DIC: "died in captivity",
    Fate.HOME: "tour complete",
}


#: Words for the state of a bomber: one that is damaged and can be mended before the next flight is not "sound".
STATES = {"sound": "fit to fly again"}


class ManEnd(msgspec.Struct):
    """What became of a man."""

    name: str
    fate: Fate
    dead: bool
    aboard: bool = True
    cause: str | None = None


class BomberEnd(msgspec.Struct):
    """What became of the bomber."""

    name: str
    state: str
    end: str
    zone: int


class Outcome(msgspec.Struct, kw_only=True):
    """What came of a mission, as the game records it."""

    mission: int
    training: bool = False
    result: str
    credited: bool
    target: str
    target_type: str
    bombs: str | None
    percent: int
    bomber: BomberEnd
    cause: str | None = None
    aborted: str | None = None
    turns: int
    crew: dict[str, ManEnd]  # by position


def flight_name(number: int, training: bool = False) -> str:
    """What a flight is called. The missions of a tour are those credited, and counted apart."""
    return f"Flight {number}, training" if training else f"Flight {number}"


OutcomeT = TypeVar("OutcomeT", bound=Outcome)
T = TypeVar("T", bound=Turn)


#: Damage that means the same in every game.
_DAMAGE = frozenset(
    {
        *("part-out", "counted-hit", "turret-out", "brakes", "windshield", "bombsight-out"),
        *("intercom-out", "tailplane-root", "tailplane-off", "rafts-hit", "controls-dead"),
        *("bombs-detonate", "doors-jammed", "burst-inside", "engine", "oil-leak", "collision"),
        *("wing-root-hit", "wing-off", "flap-out", "aileron-out", "tank-fire", "main-gear"),
        *("oxygen-hit", "oxygen-out", "fire", "fire-out", "fire-burns", "fuel-leak"),
        *("gun-jams", "event", "engine-fire-out", "engine-burns", "walking-hits"),
    }
)
_RANK = ("lightly wounded", "frostbitten", "seriously wounded", "killed")
_CAME = {"near-miss": "nearly collided", "fighter-returns": "came back"}


class Papers(Generic[OutcomeT, T]):
    """Makes the papers."""

    #: Words for the results of the outcome; one without words stands as it is.
    results: ClassVar[Mapping[str, str]] = {}
    #: Words for the fates of men.
    fates: ClassVar[Mapping[Fate, str]] = FATES
    #: Every position of the crew, in order.
    positions: ClassVar[tuple[str, ...]] = ()
    #: Facts of the briefing on the mission log sheet, with their labels.
    front: ClassVar[tuple[tuple[str, str], ...]] = (
        ("bomber", "Bomber"),
        ("city", "Target"),
        ("type", "Type"),
        ("zone", "Target zone"),
        ("place", "Place"),
        ("squadron", "Squadron"),
    )
    #: Events that bring those facts.
    front_kinds: ClassVar[tuple[str, ...]] = ("target", "briefing")
    #: The columns of the zones, and a note below them.
    zone_columns: ClassVar[tuple[str, ...]] = ("turn", "zone", "leg", "alt", "weather", "fighters", "remark")
    zone_notes: ClassVar[tuple[str, ...]] = ()
    #: Events of the damage part of the sheet.
    damage: ClassVar[frozenset[str]] = _DAMAGE
    #: Ends of a flight that need no zone to be named.
    landed: ClassVar[tuple[str, ...]] = ("landed",)
    #: A wave begins, whose fighters have letters of their own; a fighter comes in; a shell strikes.
    wave_kinds: ClassVar[tuple[str, ...]] = ()
    attack_kinds: ClassVar[tuple[str, ...]] = ("fighter-placed",)
    shell_kinds: ClassVar[tuple[str, ...]] = ("fighter-hits",)
    #: What came of an attack, of kinds that need no facts.
    came: ClassVar[Mapping[str, str]] = _CAME
    #: Shorter column headings of the men on the campaign log sheet as text.
    men_short: ClassVar[Mapping[str, str]] = {"missions": "msn", "shot down": "down"}

    def __init__(self, outcomes: type[OutcomeT], turns: type[T]) -> None:
        self.outcomes = outcomes
        self.turns = turns

    # ------------------------------------------------------------------ what a game says of itself

    def tour(self, record: Record) -> Tour | None:
        """The campaign after a mission; None if the record has none."""
        raise NotImplementedError

    def target(self, outcome: OutcomeT) -> str:
        """The target in words."""
        return f"{outcome.target}, {outcome.target_type}"

    def supplies(self, record: Record, outcome: OutcomeT) -> list[Row]:
        """What is left of what the flight used up, for the debriefing."""
        return []

    def entries(self, outcome: OutcomeT) -> list[Row]:
        """The same for the mission log sheet."""
        return []

    def zone_row(self, turn: T) -> Row:
        """A row of the zones."""
        return (
            turn.number,
            turn.zone or "base",
            "out" if turn.leg == "outbound" else "home",
            turn.altitude,
            turn.sky(),
            turn.resistance,
            turn.why,
        )

    def short_flights(self, sheet: Sheet) -> Sheet:
        """The list of flights in fewer words, for 80 columns."""
        return sheet

    # ------------------------------------------------------------------ read

    def read(self, record: Record) -> Flight[T]:
        """The flight of a record."""
        return read(record.events, self.turns)

    def outcome(self, record: Record) -> OutcomeT | None:
        """The outcome of a record; None if it is still being flown."""
        return None if record.outcome is None else msgspec.convert(record.outcome, self.outcomes)

    # ------------------------------------------------------------------ debriefing

    def debrief(self, record: Record, notes: tuple[str, ...]) -> list[Sheet]:
        """Result, bombs, damage, men."""
        outcome = self.outcome(record)
        if outcome is None:
            return [Sheet(flight_name(record.number), ("", ""), (("state", "still being flown"),), notes)]
        flight = self.read(record)
        rows: list[Row] = [
            ("Result", self.results.get(outcome.result, outcome.result)),
            ("Target", self.target(outcome)),
            ("Bombs", _bombs(outcome, flight)),
            ("Bomber", self._bomber(outcome)),
        ]
        if outcome.aborted:
            rows.append(("Aborted", outcome.aborted))
        if outcome.cause and outcome.bomber.state in ("irreparable", "lost"):
            rows.append(("Cause", self.cause(outcome.cause, flight)))
        if record.events:
            rows += [("Enemy", self._enemy(flight)), ("Hits taken", self._hits(flight))]
        losses = self._losses(outcome, flight)
        if not losses:
            rows.append(("Men", "nobody hurt"))
        rows += self.supplies(record, outcome)
        rows.append(("Credit", "counts" if outcome.credited else "does not count"))
        tour = self.tour(record)
        if tour is not None:
            rows.append(("Tour", standing(tour)))
        sheets = [
            Sheet(
                f"Debriefing: {outcome.bomber.name}, {flight_name(record.number, outcome.training)}",
                ("", ""),
                tuple(rows),
                notes,
            )
        ]
        if losses:
            sheets.append(Sheet("Men", ("position", "name", "fate"), tuple(losses)))
        return sheets

    def cause(self, cause: str, flight: Flight[T]) -> str:
        """What began the chain that ended the flight, in words."""
        return cause

    def _bomber(self, outcome: OutcomeT) -> str:
        """How the bomber came out of it."""
        bomber = outcome.bomber
        where = f" in Zone {bomber.zone}" if bomber.zone and bomber.end not in self.landed else ""
        return f"{bomber.name}: {bomber.end}{where}, {STATES.get(bomber.state, bomber.state)}"

    def _enemy(self, flight: Flight[T]) -> str:
        """The fighters met."""
        met = len(flight.noted(*self.attack_kinds))
        down = len(flight.noted("fighter-destroyed"))
        if not met and not down:
            return "no attack by fighters"
        return f"fighters came in {_times(met)}, {down} shot down"

    def _hits(self, flight: Flight[T]) -> str:
        """The hits taken."""
        shells = sum(number(event, "shells") for event in flight.noted(*self.shell_kinds))
        places = sum(
            number(event, "areas" if "areas" in event.facts else "sections") for event in flight.noted("flak-hits")
        )
        bursts = sum(number(event, "hits") for event in flight.noted("flak-hits"))
        if not shells and not bursts:
            return "none by shells or flak"
        parts = [count(shells, "shell", "shells")] if shells else []
        if walks := len(flight.noted("walking-hits")):
            parts.append(f"fire that walked over the whole bomber {_times(walks)}")
        if bursts:
            where = f" in {count(places, 'place', 'places')}" if places else ", which broke nothing"
            parts.append(f"{count(bursts, 'burst', 'bursts')} of flak{where}")
        return ", ".join(parts)

    def _losses(self, outcome: OutcomeT, flight: Flight[T]) -> list[Row]:
        """The men who were hurt or will not fly again."""
        hurt = _wounds(flight)
        for event in flight.noted("evaded-home"):
            found = hurt.get(word(event, "man"))
            hurt[word(event, "man")] = f"{found}, evaded capture" if found else "evaded capture"
        rows: list[Row] = []
        for position, man in outcome.crew.items():
            if man.fate is not Fate.DUTY:
                rows.append((position, man.name, self.fates[man.fate]))
            elif position in hurt:
                rows.append((position, man.name, f"{hurt[position]}; will fly again"))
        return rows

    # ------------------------------------------------------------------ mission log sheet

    def mission(self, record: Record, words: Words, notes: tuple[str, ...]) -> list[Sheet]:
        """The mission log sheet: the briefing, the zones, the attacks, the damage, the crew."""
        flight = self.read(record)
        outcome = self.outcome(record)
        sheets = [self._front(record, flight, outcome, notes)]
        if flight.turns:
            zones = tuple(self.zone_row(turn) for turn in flight.turns if turn.number)
            sheets.append(Sheet("Zones", self.zone_columns, zones, self.zone_notes))
            sheets += [sheet for sheet in (self._attacks(flight), self._damage(flight, words)) if sheet.rows]
        crew = self._crew(flight, outcome)
        if crew.rows:
            sheets.append(crew)
        return sheets

    def _front(self, record: Record, flight: Flight[T], outcome: OutcomeT | None, notes: tuple[str, ...]) -> Sheet:
        """The briefing and how it ended."""
        facts: dict[str, Fact] = {}
        for event in flight.noted(*self.front_kinds):
            facts.update(event.facts)
        rows: list[Row] = [(label, facts[key]) for key, label in self.front if key in facts]
        if outcome is None:
            rows.append(("State", "being flown"))
            name = flight_name(record.number, bool(facts.get("training")))
            if not facts and flight.turns:
                name = "a flight begun from a position"
        else:
            name = flight_name(record.number, outcome.training)
            if not facts:
                rows += [("Bomber", outcome.bomber.name), ("Target", self.target(outcome))]
            rows += [
                ("Bombs", _bombs(outcome, flight)),
                ("End of the flight", self._bomber(outcome)),
                ("Turns", outcome.turns),
                *self.entries(outcome),
                ("Result", self.results.get(outcome.result, outcome.result)),
                ("Credited", outcome.credited),
            ]
            if outcome.aborted:
                rows.append(("Aborted", outcome.aborted))
            if outcome.cause:
                rows.append(("Cause", self.cause(outcome.cause, flight)))
        return Sheet(f"Mission log sheet: {name}", ("item", "entry"), tuple(rows), notes)

    def _attacks(self, flight: Flight[T]) -> Sheet:
        """Each attack, with what came of it. Each wave begins its letters again: they are other fighters."""
        rows: list[Row] = []
        for turn in flight.turns:
            placed: dict[str, int] = {}
            wave = 0
            for event in turn.events:
                if not isinstance(event, Noted):
                    continue
                fighter = word(event, "fighter")
                if event.kind in self.wave_kinds:
                    placed, wave = {}, wave + 1
                elif event.kind in self.attack_kinds:
                    placed[fighter] = len(rows)
                    when = (*_when(turn), wave or "") if self.wave_kinds else _when(turn)
                    rows.append((*when, fighter, word(event, "where"), "no hits"))
                elif fighter in placed and (what := self._came_of(event)):
                    row = rows[placed[fighter]]
                    before = "" if row[-1] == "no hits" else f"{row[-1]}; "
                    rows[placed[fighter]] = (*row[:-1], before + what)
        which = ("wave",) if self.wave_kinds else ()
        return Sheet("Attacks", ("turn", "zone", *which, "fighter", "from", "what came of it"), tuple(rows))

    def _came_of(self, event: Noted) -> str:
        """What an event says of the attack of a fighter."""
        kind = event.kind
        if kind == "fighter-destroyed":
            return f"shot down by the {word(event, 'man')}"
        if kind == "fighter-damaged":
            return f"damaged by the {word(event, 'man')}"
        if kind == "fighter-hits":
            return count(number(event, "shells"), "shell hit", "shell hits")
        if kind == "collision":
            return f"collided: {word(event, 'section')}"
        return self.came.get(kind, "")

    def _damage(self, flight: Flight[T], words: Words) -> Sheet:
        """What broke, turn by turn."""
        rows: list[Row] = []
        for turn in flight.turns:
            for event in turn.events:
                if isinstance(event, Noted) and event.kind in self.damage:
                    rows.append((*_when(turn), words(event)))
        return Sheet("Damage and malfunctions", ("turn", "zone", "what"), tuple(rows))

    def _crew(self, flight: Flight[T], outcome: OutcomeT | None) -> Sheet:
        """The men, their wounds and what they shot down."""
        hurt = _wounds(flight)
        kills: dict[str, int] = {}
        for event in flight.noted("fighter-destroyed"):
            gunner = word(event, "man")
            kills[gunner] = kills.get(gunner, 0) + 1
        rows: list[Row] = []
        if outcome is not None:
            for position, man in outcome.crew.items():
                fate = self.fates[man.fate] if man.aboard or man.fate is not Fate.DUTY else "left at base"
                rows.append((position, man.name, hurt.get(position, ""), kills.get(position), fate))
            return Sheet("Crew", ("position", "name", "wounds", "shot down", "after the flight"), tuple(rows))
        for position in self.positions:
            if position in hurt or position in kills:
                rows.append((position, hurt.get(position, ""), kills.get(position)))
        return Sheet("Crew so far", ("position", "wounds", "shot down"), tuple(rows))

    # ------------------------------------------------------------------ campaign log sheet

    def campaign(self, records: Sequence[Record], notes: tuple[str, ...]) -> list[Sheet]:
        """The campaign log sheet: flights, bombers, men, what the game adds, standing and ratings."""
        tour = next((t for record in reversed(records) if (t := self.tour(record)) is not None), None)
        if tour is None:
            return [Sheet("Campaign log sheet", ("", ""), (("state", "no mission is finished yet"),), notes)]
        bombers = tuple(
            (b.name, b.missions, b.fate, b.survival, b.percent if b.bombing != "none" else None, b.bombing)
            for b in tour.bombers
        )
        men = tuple((m.what, m.name, m.missions, m.kills, m.survival, self.fates[Fate(m.fate)]) for m in tour.men)
        return [
            Sheet("Campaign log sheet", tour.columns, tour.rows, notes),
            Sheet(
                "Bombers", ("bomber", "missions", "state", "survival", "mean %", "bombing"), bombers, tour.rated
            ),
            Sheet("Men", ("position", "name", "missions", "shot down", "survival", "fate"), men),
            *tour.more,
            result(tour),
        ]

    def narrow(self, sheets: list[Sheet]) -> list[Sheet]:
        """The campaign log sheet for 80 columns: the same flights in fewer words."""
        if len(sheets) < 2:
            return sheets
        return [
            self.short_flights(sheets[0]),
            *(self._short_men(sheet) if sheet.title == "Men" else sheet for sheet in sheets[1:]),
        ]

    def _short_men(self, sheet: Sheet) -> Sheet:
        """The men in shorter headings, so that a row fits a line."""
        columns = tuple(self.men_short.get(name, name) for name in sheet.columns)
        return Sheet(sheet.title, columns, sheet.rows, sheet.notes)


def _when(turn: Turn) -> tuple[Cell, Cell]:
    """Turn and zone; nothing for a flight begun from a position, until it enters a zone."""
    return (turn.number, turn.zone) if turn.number or turn.zone else ("", "")


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _bombs(outcome: Outcome, flight: Flight[T]) -> str:
    """Where the bombs went; those that did not drop on the run count as off target."""
    if outcome.bombs is None:
        return "none dropped on a bomb run"
    if flight.noted("bombs-hung") and not flight.noted("bombs-away"):
        return f"did not drop on the run; counted as {outcome.bombs}, {outcome.percent} percent"
    return f"{outcome.bombs}, {outcome.percent} percent"


def _wounds(flight: Flight[T]) -> dict[str, str]:
    """The worst that befell each man, by the log."""
    worst: dict[str, str] = {}
    for event in flight.noted("wounded", "third-wound", "frostbitten", "killed", "take-off-injury"):
        if event.kind == "wounded":
            what = f"{word(event, 'wound')} wounded"
        elif event.kind == "take-off-injury":
            what = word(event, "injury")
        else:
            what = {"third-wound": "seriously wounded"}.get(event.kind, event.kind)
        man = word(event, "man")
        before = worst.get(man, "")
        if what != "unhurt" and (
            before not in _RANK or what not in _RANK or _RANK.index(what) > _RANK.index(before)
        ):
            worst[man] = what
    return worst
