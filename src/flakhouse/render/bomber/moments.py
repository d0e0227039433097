"""A bomber's log as typed facts: what a story can tell, each with its place in the log and what led to it.

A flight is a row of moments. A wave is one of them, and has passes: fighters come in, guns hit or miss them, they
miss or strike, and a blow has what it did. Whatever is a note of its own outside a wave is a `Thing`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from flakhouse.core.events import Chosen, Event, Noted, Opened
from flakhouse.core.questions import Subject
from flakhouse.render.bomber.digest import number, word

__all__ = [
    "BLOWS",
    "BURSTS",
    "CASUALTIES",
    "DEATHS",
    "Blow",
    "Choice",
    "Coming",
    "Hit",
    "Jump",
    "Log",
    "Moment",
    "Pass",
    "Thing",
    "Wave",
    "Zone",
    "read",
]

#: Notes that say that a man was hurt or lost; every one of them is told.
DEATHS = frozenset({"killed", "jump-killed", "down-with-plane", "lost-at-sea", "crushed"})
CASUALTIES = DEATHS | {
    "wounded", "third-wound", "frostbitten", "captured", "rescued", "evaded-home", "jumped-safe", "poisoned",
    "take-off-injury",
}  # fmt: skip
_RAMS = frozenset({"collision", "baka-strikes"})  # a fighter strikes the bomber itself
#: Notes that say that something strikes the bomber; what follows is its doing.
BLOWS = frozenset(
    {
        "fighter-hits", "flak-hits", "burst-inside", "collision", "baka-strikes", "friendly-fire", "storm-damage",
        "mid-air", "accident", "thermals",
    }
)  # fmt: skip
_PLACED = frozenset({"fighter-placed", "rammer-placed"})
_OFF = frozenset({"fighter-driven-off", "fighter-stays-away", "fighter-outrun", "fighter-feints"})
_SHOTS = frozenset({"fighter-destroyed", "fighter-damaged", "fighter-breaks-off"})
_FIGHT = (
    _PLACED
    | _OFF
    | _SHOTS
    | {
        "wave", "wave-driven-off", "escort-in-vain", "pilot-quality", "shot-misses", "spray-misses",
        "fighter-misses", "fighter-returns", "fighter-leaves", "shells-strike", "walking-hits", "superficial",
        "evading", "near-miss", "ram-misses", "coordinated-attack", "night-fighter-seen", "night-fighter-unseen",
        "no-effect", "gun-jams", "no-attack", "new-ace",
    }
)  # fmt: skip
_ENDS = frozenset(
    {
        "bail-out", "landing", "ditched", "destroyed", "out-of-control", "flight-ends", "take-off-accident",
        "take-off-over", "landing-explosion", "take-off-ditch", "take-off-return", "jumped", "jump-killed",
        "held-inside",
    }
)  # fmt: skip
#: Men who leave a bomber that flies on, and what became of them.
_LEAVING = frozenset({"jumped", "jump-killed", "held-inside"})
_LANDED = frozenset({"sea-state", "jumped-safe", "captured", "rescued", "lost-at-sea", "evaded-home"})
#: What only a bomber in the air does.
_FLYING = frozenset({"zone", "stay", "turns-home", "base"})
#: Bursts that are no flak over a target: fighters drop or fire them before they come in.
BURSTS = frozenset({"air-bombs", "rockets"})
#: After these an end is no doing of the last blow.
_ASIDE = _FLYING | _PLACED | {"fighter-misses", "flak", "flak-misses", "bombs-away", "abort"}
_AFTER = frozenset(
    {"recovery", "mission-result", "new-bomber", "new-man", "tour-complete", "bomber-retired", "bomber-flies-on",
     "city-damage", "city-bombed-out", "city-struck"}
)  # fmt: skip


class Thing(msgspec.Struct, frozen=True):
    """A note that is told by itself, and the blow that led to it, if one did."""

    at: int
    note: Noted
    cause: int = -1

    @property
    def kind(self) -> str:
        """What kind of note it is."""
        return self.note.kind


class Coming(msgspec.Struct, frozen=True):
    """A fighter coming in."""

    at: int
    fighter: str
    where: str
    again: bool = False
    rams: bool = False


class Hit(msgspec.Struct, frozen=True):
    """A gun hits a fighter, or shoots it down."""

    at: int
    fighter: str
    name: str
    gun: str
    down: bool
    leaves: bool = False


class Blow(msgspec.Struct):
    """A fighter strikes the bomber; what came of it."""

    at: int
    fighter: str
    walks: bool = False
    things: list[Thing] = []


class Pass(msgspec.Struct):
    """Fighters that come in together, once."""

    comings: list[Coming] = []
    hits: list[Hit] = []
    fired: set[str] = set()  # at whom a gun fired
    missed: list[tuple[int, str]] = []
    blows: list[Blow] = []
    aces: set[str] = set()
    loose: list[Thing] = []  # what befell meanwhile, by no blow


class Wave(msgspec.Struct):
    """A group of fighters: who was kept off, and the passes of the others."""

    at: int
    off: list[tuple[int, str, str]] = []  # place, type, by whom
    passes: list[Pass] = []
    kept_off: bool = False  # by the formation


class Zone(msgspec.Struct, frozen=True):
    """The bomber enters a zone, or stays in it."""

    at: int
    zone: int
    home: bool
    why: str = ""


class Choice(msgspec.Struct, frozen=True):
    """A choice of the crew's that had a cause."""

    at: int
    key: str
    about: tuple[Subject, ...] = ()


class Jump(msgspec.Struct):
    """Men leave a bomber that flies on."""

    at: int
    things: list[Thing] = []


Moment = Wave | Zone | Choice | Thing | Jump


@dataclass
class Log:
    """A flight: the briefing, its moments, its end and what came after."""

    before: list[Thing] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)
    end: list[Thing] = field(default_factory=list)
    after: list[Thing] = field(default_factory=list)
    landing: Choice | None = None  # to land, or to jump
    grave: set[int] = field(default_factory=set)  # blows that burst inside the bomber, or were her end

    def things(self) -> list[Thing]:
        """Every note outside the fighting, and what blows did, in order."""
        found = [*self.before, *self.end, *self.after]
        for moment in self.moments:
            if isinstance(moment, Thing):
                found.append(moment)
            elif isinstance(moment, Wave):
                for one in moment.passes:
                    found += [*one.loose, *(thing for blow in one.blows for thing in blow.things)]
            elif isinstance(moment, Jump):
                found += moment.things
        return sorted(found, key=lambda thing: thing.at)

    def first(self, kind: str) -> Thing | None:
        """The first note of a kind."""
        return next((thing for thing in self.things() if thing.kind == kind), None)

    def hits(self) -> list[Hit]:
        """All hits on fighters."""
        waves = [moment for moment in self.moments if isinstance(moment, Wave)]
        return [hit for wave in waves for one in wave.passes for hit in one.hits]


class _Reader:
    """Reads a log event by event."""

    def __init__(self) -> None:
        self.log = Log()
        self.wave: Wave | None = None
        self.blow: Blow | None = None
        self.cause = -1  # the last blow outside the fighting
        self.aside = False  # fighters drop bombs or fire rockets from afar, before they come in
        self.flying = self.ended = self.over = False
        self.jump: Jump | None = None
        self.last = -1  # the last note of a bomber in the air
        self.struck = -1  # the last blow, until the enemy does something else

    def read(self, events: Sequence[Event]) -> Log:
        """All of them."""
        flying = (at for at, event in enumerate(events) if isinstance(event, Noted) and event.kind in _FLYING)
        self.last = max(flying, default=-1)
        for at, event in enumerate(events):
            if isinstance(event, Chosen):
                self._chosen(at, event)
            elif isinstance(event, Noted):
                self._noted(at, event)
            elif isinstance(event, Opened):
                self._opened(event)
        return self.log

    def _opened(self, event: Opened) -> None:
        """A scene begins: what comes now is no doing of the last blow."""
        self.blow = None
        self.aside = False
        if event.kind not in ("attack", "fighters"):
            self._close()

    def _close(self) -> None:
        self.wave = self.blow = None
        self.cause = -1

    def _chosen(self, at: int, event: Chosen) -> None:
        if event.id == "orders":
            self._close()
        if event.id == "land-or-jump":
            self.log.landing = Choice(at, event.key, event.about)
        if event.id == "abort":
            self.log.moments.append(Choice(at, event.key, event.about))

    def _noted(self, at: int, note: Noted) -> None:
        kind = note.kind
        if kind in _AFTER:
            self.over = True
        if self._leaves(at, note):
            return
        if kind in ("destroyed", "out-of-control", "bail-out") and not self.ended:
            self.log.grave.add(self.struck)
        elif kind in _ASIDE:
            self.struck = -1
        if kind in _ENDS:
            self.ended = True
        if self.over:
            self.log.after.append(Thing(at, note))
        elif self.ended:
            self.log.end.append(Thing(at, note))
        elif kind in _FLYING:
            self._zone(at, note)
        elif not self.flying and kind != "take-off":
            self.log.before.append(Thing(at, note))
        elif kind == "take-off":
            self.flying = True
        elif kind in _FIGHT or kind == "fighter-hits":
            self._fight(at, note)
        else:
            self._thing(at, note)

    def _leaves(self, at: int, note: Noted) -> bool:
        """Whether men jump from a bomber that flies on, or this says what became of them."""
        if note.kind in _LEAVING and at < self.last and not self.ended:
            if self.jump is None:
                self._close()
                self.jump = Jump(at)
                self.log.moments.append(self.jump)
        elif self.jump is not None and note.kind not in _LANDED:
            self.jump = None
        if self.jump is not None:
            self.jump.things.append(Thing(at, note))
        return self.jump is not None

    def _zone(self, at: int, note: Noted) -> None:
        self._close()
        self.flying = True
        home = note.kind == "turns-home" or word(note, "leg") == "inbound" or note.kind == "base"
        why = "turning" if note.kind == "turns-home" else word(note, "why")
        self.log.moments.append(Zone(at, number(note, "zone"), home, why))

    def _thing(self, at: int, note: Noted) -> None:
        """Something by itself, or what a blow did."""
        if note.kind in ("over-target", "flak", "abort", "resistance", "event", "off-course", "on-course"):
            self._close()
        if note.kind in BURSTS:
            self.aside, self.blow, self.cause = True, None, -1
        if note.kind == "burst-inside":
            self.log.grave.add(self.struck)
        if note.kind in BLOWS:
            self.cause = self.struck = at
        if note.kind in _RAMS:
            self.blow = None  # what comes now is no doing of its shells
        if self.blow is not None:
            self.blow.things.append(Thing(at, note, self.blow.at))
        elif self.wave is not None and self.wave.passes and not self.aside:
            self.wave.passes[-1].loose.append(Thing(at, note, self.cause if self.cause != at else -1))
        else:
            moments = self.log.moments
            before = len(moments) if self.wave is None else moments.index(self.wave)  # nobody has fired yet
            moments.insert(before, Thing(at, note, self.cause if self.cause != at else -1))

    # ------------------------------------------------------------------ fighting

    def _fight(self, at: int, note: Noted) -> None:
        kind, fighter = note.kind, word(note, "fighter")
        if kind in ("superficial", "no-effect", "new-ace", "gun-jams") and self.wave is None:
            return self._thing(at, note) if kind == "gun-jams" else None
        if kind in ("wave", "wave-driven-off") or self.wave is None:
            self.blow = None
            self.wave = Wave(at, kept_off=kind == "wave-driven-off")
            self.log.moments.append(self.wave)
        wave = self.wave
        if kind in _OFF:
            by = {"fighter-driven-off": word(note, "by") or "formation"}.get(kind, kind)
            if not note.facts.get("again"):
                wave.off.append((at, word(note, "type"), by))
        elif kind in _PLACED:
            self._placed(at, note, wave)
        elif wave.passes:
            self._shot(at, note, wave.passes[-1], fighter)
        return None

    def _placed(self, at: int, note: Noted, wave: Wave) -> None:
        """A fighter comes in: a new pass, unless others are coming in just now."""
        self.blow = None
        last = wave.passes[-1] if wave.passes else None
        if last is None or last.hits or last.missed or last.blows or last.fired:
            wave.passes.append(last := Pass())
        back = any(c.fighter == word(note, "fighter") for one in wave.passes for c in one.comings)
        again = bool(note.facts.get("again")) or back
        coming = Coming(at, word(note, "fighter"), word(note, "where"), again, note.kind == "rammer-placed")
        last.comings.append(coming)

    def _shot(self, at: int, note: Noted, one: Pass, fighter: str) -> None:
        """What happens in a pass."""
        kind = note.kind
        if kind in _SHOTS:
            down = kind == "fighter-destroyed"
            leaves = bool(note.facts.get("leaves")) or kind == "fighter-breaks-off"
            one.hits.append(Hit(at, fighter, word(note, "name"), word(note, "gun"), down, leaves))
            one.fired.add(fighter)
        elif kind in ("shot-misses", "spray-misses"):
            one.fired.add(fighter)
        elif kind in ("fighter-misses", "ram-misses"):
            self.blow = None
            one.missed.append((at, fighter))
        elif kind == "fighter-hits":
            self.blow = Blow(at, fighter)
            self.struck = at
            one.blows.append(self.blow)
        elif kind == "walking-hits" and self.blow is not None:
            self.blow.walks = True
        elif kind == "pilot-quality" and word(note, "skill") == "Ace":
            one.aces.add(fighter)
        elif kind in ("gun-jams",):
            one.loose.append(Thing(at, note))


def read(events: Sequence[Event]) -> Log:
    """A log as facts."""
    return _Reader().read(events)
