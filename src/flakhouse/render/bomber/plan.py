"""A bomber from above in letters: the men at their stations, the engines, the fighters round it; and the panel.

A game says where its stations are (`Plan`); everything else is read from the state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

from flakhouse.core.questions import Subject
from flakhouse.games.bomber.words import Clock, Fate
from flakhouse.render.bomber.facts import count
from flakhouse.render.pictures import CONDITIONS, Crewman, Row, Span
from flakhouse.render.scenes import Scene

__all__ = ["Plan", "crew", "drawn", "panel", "picture", "who"]

_WIDTH = 72
_MIDDLE = 36
_LEFT, _RIGHT = 2, 52  # where the words for fighters from either side begin
_TOP = 3  # rows above the nose, at least
_EMPTY = "·"
_CAPTURED = frozenset({Fate.BOC, Fate.CAS})


class Plan(NamedTuple):
    """Where the stations are, from nose to tail; `wing` is the row of the wing, `letters` are those of the men."""

    rows: tuple[tuple[str, ...], ...]
    wing: int
    letters: Mapping[str, str]


class _Fighter(Protocol):
    name: str
    clock: Clock
    destroyed: bool
    gone: bool

    def where(self) -> str:
        """ "12 High"."""


class _Airman(Protocol):
    name: str
    rank: str
    missions: int


class _Man(Protocol):
    aboard: bool
    fate: Fate
    dead: bool
    light: int
    serious: bool
    frostbitten: bool

    @property
    def airman(self) -> _Airman:
        """Who he is."""

    @property
    def position(self) -> StrEnum:
        """His trade."""

    @property
    def station(self) -> StrEnum | None:
        """Where he sits."""


_SCENES = ("wave", "escort", "attack")
_PARTS = ("fighter", "engine", "gun", "part", "station")


def drawn(kind: str, about: Sequence[Subject]) -> bool:
    """Whether a scene is one of fighters, or about something that the drawing has; a death is told by its name."""
    return kind in _SCENES or (kind != "killed" and any(subject.kind in _PARTS for subject in about))


class Canvas:
    """Letters on a field."""

    def __init__(self, height: int) -> None:
        self.cells: list[list[Span]] = [[(" ", "")] * _WIDTH for _ in range(height)]

    def put(self, x: int, y: int, text: str, role: str = "") -> None:
        """Write from here on."""
        for i, sign in enumerate(text):
            if 0 <= x + i < _WIDTH:
                self.cells[y][x + i] = (sign, role)

    def rows(self) -> list[Row]:
        """Letters of one role together."""
        found: list[Row] = []
        for line in self.cells:
            row: list[Span] = []
            for sign, role in line:
                if row and row[-1][1] == role:
                    row[-1] = (row[-1][0] + sign, role)
                else:
                    row.append((sign, role))
            row[-1] = (row[-1][0].rstrip(), row[-1][1])
            found.append(row)
        while found and not any(text.strip() for text, _ in found[-1]):
            found.pop()
        return found


def condition(man: _Man, over: bool = False) -> str:
    """A key of CONDITIONS. When the flight is `over`, a man who came home is as he is, whether he jumped or
    ditched, and a prisoner is gone either way."""
    if man.dead:
        return "dead"
    if man.fate in _CAPTURED or not (man.aboard or over):
        return "gone"
    return "serious" if man.serious else "light" if man.light or man.frostbitten else "fit"


def crew(plan: Plan, men: Iterable[_Man], over: bool) -> list[Crewman]:
    """The crew in its order, in flight or when it is over."""
    return [
        Crewman(plan.letters[man.position.value], man.airman.name, man.position.value, condition(man, over))
        for man in men
    ]


def who(men: Mapping[str, _Man], scene: Scene) -> str:
    """The one man whom a scene is about: rank, position, missions, and his name if its headline has it not; in a
    fight only one whom the headline names, as others in it may have done no more than fire. Of a debriefing that
    counts the dead, their names."""
    if scene.kind == "debriefing":
        dead = [man for man in men.values() if man.dead]
        return ", ".join(f"{man.position.value} {man.airman.name}" for man in dead)
    found = [men[subject.name] for subject in scene.about if subject.kind == "man" and subject.name in men]
    if len(found) != 1:
        return ""
    airman = found[0].airman
    if airman.name not in scene.headline and any(subject.kind == "fighter" for subject in scene.about):
        return ""
    credited = count(airman.missions, "mission", "missions") if airman.missions else "no mission"
    told = f"{airman.rank}, {found[0].position.value}, {credited} credited before this flight"
    return told if airman.name in scene.headline else f"{airman.name}, {told}"


def picture(
    plan: Plan,
    men: Sequence[_Man],
    engines_out: Sequence[bool],
    fighters: Iterable[_Fighter],
    about: Sequence[Subject],
) -> list[Row]:
    """The bomber and who comes at it, each in a line of its own. Those it is about are lit, all others dim; where
    it is about some of them, an arrow points at these."""
    lit = {subject.name for subject in about if subject.kind == "fighter"}
    there = _by_clock(fighters, lit)
    some = not all(f.name in lit for found in there.values() for f in found)
    words = {clock: [_told(f, f.name in lit, some) for f in found] for clock, found in there.items()}
    ahead = words.get(Clock.C12, [])
    top = max(_TOP, len(ahead) + 2)
    wing, tail = top + plan.wing, top + len(plan.rows)
    left = _placed(words, _PORT, top, wing)
    right = _placed(words, _STARBOARD, top, wing)
    behind = [(tail + 1 + i, *word) for i, word in enumerate(words.get(Clock.C6, []))]
    canvas = Canvas(max([tail + 2, *(y + 1 for y, *_ in (*left, *right, *behind))]))
    _airframe(canvas, plan, men, engines_out, {s.name for s in about if s.kind == "man"}, top)
    _ways(canvas, words, top, wing, tail)
    for y, text, role in left:
        canvas.put(_LEFT, y, text, role)
    for y, text, role in right:
        canvas.put(min(_RIGHT, _WIDTH - len(text)), y, text, role)
    for y, text, role in [*((i, *word) for i, word in enumerate(ahead)), *behind]:
        canvas.put(max(0, _MIDDLE - len(text) // 2), y, text, role)
    return canvas.rows()


def _told(fighter: _Fighter, lit: bool, some: bool) -> tuple[str, str]:
    """A fighter in a line, its nose where it flies, and its role."""
    arrow = "> " if lit and some else ""
    nose = "x" if fighter.destroyed else "▲" if fighter.clock in (Clock.C6, Clock.CLIMB) else "▼"
    return f"{arrow}{nose} {fighter.name} {fighter.where()}", "bad" if lit else "dim"


#: The sides from ahead to behind.
_PORT = (Clock.C1030, Clock.C9, Clock.CLIMB)
_STARBOARD = (Clock.C130, Clock.C3, Clock.DIVE)
_Words = Mapping[Clock, Sequence[tuple[str, str]]]


def _placed(words: _Words, side: Sequence[Clock], top: int, wing: int) -> list[tuple[int, str, str]]:
    """The lines of one side from above to below, none of them where the wing is."""
    found: list[tuple[int, str, str]] = []
    free = 0
    for clock, begins in zip(side, (top - 2, wing - 1, wing + 1), strict=True):
        free = max(free, begins)
        for text, role in words.get(clock, []):
            free += free == wing
            found.append((free, text, role))
            free += 1
    return found


def _ways(canvas: Canvas, words: _Words, top: int, wing: int, tail: int) -> None:
    """How they come in, where the drawing has room for it."""
    places = {
        Clock.C12: (_MIDDLE, top - 2, "|"),
        Clock.C6: (_MIDDLE, tail, "|"),
        Clock.C130: (_MIDDLE + 5, top - 1, "/"),
        Clock.C1030: (_MIDDLE - 5, top - 1, "\\"),
        Clock.C3: (_MIDDLE + 6, wing - 1, "--"),
        Clock.C9: (_MIDDLE - 7, wing - 1, "--"),
    }
    for clock, way in places.items():
        if there := words.get(clock):
            canvas.put(*way, "bad" if any(role == "bad" for _, role in there) else "dim")


def _airframe(
    canvas: Canvas, plan: Plan, men: Sequence[_Man], engines_out: Sequence[bool], lit: set[str], top: int
) -> None:
    at = {man.station.value: man for man in men if man.station is not None and man.aboard}
    canvas.put(_MIDDLE - 2, top - 1, ".---.")
    for i, stations in enumerate(plan.rows):
        y = top + i
        tail = i == len(plan.rows) - 1
        canvas.put(_MIDDLE - 5 if tail else _MIDDLE - 3, y, "===\\   /===" if tail else "|     |")
        for j, station in enumerate(stations):
            x = _MIDDLE + (2 * j - len(stations) + 1)
            man = at.get(station)
            if man is None:
                canvas.put(x, y, _EMPTY, "dim")
                continue
            shown = CONDITIONS[condition(man)]
            sign = plan.letters[man.position.value] if condition(man) == "fit" else shown.mark
            canvas.put(x, y, sign, "name" if man.position.value in lit else shown.role)
    y = top + plan.wing
    for x, engines in ((_MIDDLE - 18, (1, 2)), (_MIDDLE + 4, (3, 4))):
        canvas.put(x, y, "=" * 15)
        for i, engine in enumerate(engines):
            out = engines_out[engine - 1]
            canvas.put(x + 2 + 8 * i, y, "(x)" if out else f"({engine})", "bad" if out else "good")


def _by_clock(fighters: Iterable[_Fighter], lit: set[str]) -> dict[Clock, list[_Fighter]]:
    """Those that still attack or are told of, by where they come from."""
    found: dict[Clock, list[_Fighter]] = {}
    for fighter in fighters:
        if fighter.name in lit or not (fighter.destroyed or fighter.gone):
            found.setdefault(fighter.clock, []).append(fighter)
    return found


def panel(
    men: Sequence[Crewman],
    engines_out: Sequence[bool],
    bursts: Iterable[tuple[str, int, int, str]],
) -> list[Row]:
    """Crew, engines and bursts (gun, left, full, what ails it) for the side of a wide screen."""
    rows: list[Row] = [[("Crew", "dim")]]
    for man in men:
        shown = CONDITIONS[man.condition]
        hurt = man.condition != "fit"
        name: Span = (f"{man.last[:11]:<12}", "bold" if hurt else "")
        said: Span = (f" {shown.word}", shown.role) if hurt else (f" {man.trade}", "dim")
        rows.append([(f"{man.letter} ", "ours"), name, (shown.mark, shown.role), said])
    engines: list[Span] = [("Engines  ", "dim")]
    for number, out in enumerate(engines_out, 1):
        engines += [(f"{number} ", ""), ("x" if out else "●", "bad" if out else "good"), ("  ", "")]
    rows += [engines, [("Bursts", "dim")]]
    for gun, left, full, fault in bursts:
        filled = round(10 * left / full) if full else 0
        gauge: Span = (fault, "bad") if fault else ("■" * filled + "·" * (10 - filled), "")
        rows.append([(f"{gun[:20]:<21}", "dim"), (f"{left:>3}  ", ""), gauge])
    return rows
