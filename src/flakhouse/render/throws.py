"""The throw: which rolls a player throws himself, and what may be said of them before they fall.

One press throws one `Cast`: a roll, or several that fall together. Which they are must not depend on how they came
out, or the announcement would tell the result. So the rules announce several (`ref.announce`: every gun of a
volley, every man who jumps), also those that are not made because their aim is gone. The others are those on
tables that a game names in its scenes.toml (`throws`). Where it names none, it is the roll that mattered, in
scenes that weigh something whatever happens in them. One who throws every die throws each roll that comes, one
after another. What is certain is never thrown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

import msgspec

from flakhouse.core.charts import Chart
from flakhouse.core.events import Announced, Chosen, Event, ModLine, Noted, Opened, Rolled
from flakhouse.core.needed import naturals
from flakhouse.core.questions import NeedDice
from flakhouse.render.needs import needs_text, percent
from flakhouse.render.scenebook import SceneBook, plain
from flakhouse.render.scenes import Scene

__all__ = [
    "UNTHROWN",
    "Cast",
    "Die",
    "Throw",
    "announced",
    "awaited",
    "bands",
    "casts",
    "expected",
    "thrown",
    "whom",
]

#: One of the book, or one of the house.
AnyChart = Chart[str] | Chart[object]
_NEAR = 12  # events behind a roll in which its note stands
_AS_PRINTED: Mapping[str, str] = MappingProxyType({})
#: What is told of a gun's die whose aim was gone: the burst was marked off before (b29 5.3D, b17 3.4).
UNTHROWN = "not thrown: its target was gone, its burst is spent"
_FEW, _MANY = 6, 10  # runs of totals that can still be read at a glance; results, each with its chance


class Throw(msgspec.Struct, frozen=True):
    """A throw before it falls: the table, the dice, what they need and why, what every total would mean."""

    chart: str
    title: str
    rule: str
    dice: int
    needs: str
    mods: tuple[ModLine, ...]
    bands: tuple[tuple[str, str], ...] = ()  # totals on the dice, and the result
    about: str = ""  # whom it concerns
    kept: int = 0  # only so many count, the lowest; 0: all

    @property
    def count(self) -> str:
        """How many dice, and which of them count."""
        dice = "1 die" if self.dice == 1 else f"{self.dice} dice"
        return f"{dice}, the {self.kept} lowest count" if 0 < self.kept < self.dice else dice


class Die(msgspec.Struct, frozen=True):
    """One roll of a cast: its number in the log (None: its aim was gone before its turn), and how the rules
    announced it (None: they did not)."""

    event: int | None
    said: Announced | None = None


class Cast(msgspec.Struct, frozen=True):
    """What falls with one press. `first` is the number of the first roll: nothing behind it may be told before."""

    first: int
    dice: tuple[Die, ...]

    @property
    def rolls(self) -> tuple[int, ...]:
        """The numbers of the rolls that were made."""
        return tuple(die.event for die in self.dice if die.event is not None)

    def falls_in(self, events: tuple[int, int]) -> bool:
        """Whether dice of it fell between these two events, as in a scene."""
        return any(events[0] <= number <= events[1] for number in self.rolls)


def casts(
    book: SceneBook,
    scenes: Sequence[Scene],
    events: Sequence[Event],
    since: int = 0,
    every: bool = False,
    slow: bool = False,
) -> list[Cast]:
    """What a player throws from an event on, in order: the dice that matter, or `every` die; with `slow`, where
    every scene stops, some more; `scenes` are those of the log from there on.

    A cast that a question broke off (a rabbit's foot) is thrown to its end by another press.
    """
    volleys = [cast for cast in _volleys(events, since) if any(_open(book, events[n]) for n in cast.rolls)]
    taken = {number for cast in volleys for number in cast.rolls}
    taken |= _known(book, events, volleys)
    rolls = [n for scene in scenes for n in thrown(book, scene, events, every, slow)]
    single = [n for n in rolls if n >= since and n not in taken]
    found = [*volleys, *(Cast(number, (Die(number),)) for number in single)]
    return sorted(found, key=lambda cast: cast.first)


def _volleys(events: Sequence[Event], since: int) -> Iterator[Cast]:
    """Rolls that the rules announced together, as far as they fell by themselves."""
    number = 0
    while number < len(events):
        lines: list[Announced] = []
        while number < len(events) and isinstance(line := events[number], Announced):
            lines.append(line)
            number += 1
        if lines and (cast := _volley(events, lines, number, since)) is not None:
            yield cast
        number += not lines


def _volley(events: Sequence[Event], lines: Sequence[Announced], behind: int, since: int) -> Cast | None:
    """What was announced up to event `behind`, with the rolls made of it from event `since` on."""
    made: dict[int, int] = {}
    broken = False  # a question stood between what fell before `since` and what is left
    for number in range(behind, len(events)):
        event = events[number]
        if isinstance(event, Opened | Announced):
            break
        broken = broken or (isinstance(event, Chosen) and number <= since)
        if isinstance(event, Rolled):
            for place, line in enumerate(lines):
                if (line.chart, line.about) == (event.chart, event.about):
                    made[place] = number
    if not made or any(_typed(events[number]) for number in made.values()):
        return None
    first = min(made.values())
    if first >= since:
        return Cast(first, tuple(Die(made.get(place), line) for place, line in enumerate(lines)))
    left = tuple(Die(number, lines[place]) for place, number in made.items() if number >= since)
    return Cast(min(die.event for die in left if die.event is not None), left) if left and broken else None


def _typed(event: Event) -> bool:
    return isinstance(event, Rolled) and event.typed


def _known(book: SceneBook, events: Sequence[Event], volleys: Sequence[Cast]) -> set[int]:
    """Rolls that a volley has told before they fall: a gun whose target was gone says that another got it."""
    silent = [
        die.said.about for cast in volleys for die in cast.dice if die.event is None and die.said is not None
    ]
    ends = {kind for kind, words in book.note.items() if words.gone} if silent else set()
    notes = [event for event in events if isinstance(event, Noted) and event.kind in ends and event.rolls]
    gone = [note for note in notes if any(about.endswith(f" {note.facts.get('fighter')}") for about in silent)]
    return {max(note.rolls) for note in gone}


def thrown(
    book: SceneBook, scene: Scene, events: Sequence[Event], every: bool = False, slow: bool = False
) -> list[int]:
    """The numbers of the rolls in a scene that a player throws himself, in order."""
    if every:
        wanted = [roll.event for roll in scene.rolls if not roll.typed]
    elif book.throws:
        tables = frozenset((*book.throws, *book.slowly) if slow else book.throws)
        wanted = [roll.event for roll in scene.rolls if roll.chart in tables and not roll.typed]
    else:
        words = book.scene.get(scene.kind)
        key = scene.key
        heavy = words is not None and words.weight != "calm"
        wanted = [key.event] if heavy and key is not None and not key.typed else []
    return [number for number in wanted if _open(book, events[number])]


def _open(book: SceneBook, event: Event) -> bool:
    """Whether a roll can come out in more than one way; not where the book says what any result means."""
    if not isinstance(event, Rolled) or "certain" in book.words(event.chart, event.about):
        return False
    return event.needed is None or 0 < event.needed.ways < event.needed.of


def whom(book: SceneBook, events: Sequence[Event], number: int) -> str:
    """The man whom a throw concerns, on the tables of `whom` in scenes.toml: there every result names him."""
    roll = events[number]
    if not isinstance(roll, Rolled) or roll.chart not in book.whom:
        return ""
    for event in events[number + 1 : number + _NEAR]:
        if isinstance(event, Noted) and number in event.rolls and "man" in event.facts:
            return f"{event.facts['man']} {event.facts.get('name', '')}".strip()
    return ""


def announced(
    roll: Rolled, chart: AnyChart | None, about: str = "", words: Mapping[str, str] = _AS_PRINTED
) -> Throw:
    """What may be said of a roll before it falls, with results in these words. Of dice thrown again those alone
    are spoken of."""
    if roll.again:
        title = f"{roll.title}, again"
        return Throw(roll.chart, title, roll.rule, len(roll.again), needs_text(roll), (), (), about)
    found: tuple[tuple[str, str], ...] = ()
    if chart is not None:
        columns = chart.data.columns
        column = columns.index(roll.column) if roll.column in columns else 0
        found = bands(chart, column, sum(mod.value for mod in roll.mods), len(roll.faces), words)
    needs = needs_text(roll, words.get("verb", "needs")) or words.get("needs", "")
    kept = roll.needed.kept if roll.needed is not None else 0
    return Throw(roll.chart, roll.title, roll.rule, len(roll.faces), needs, roll.mods, found, about, kept)


def awaited(need: NeedDice, chart: AnyChart | None, words: Mapping[str, str] = _AS_PRINTED) -> Throw:
    """The same of dice that a player is to throw at the table."""
    rule = chart.data.rule if chart is not None else ""
    column = chart.data.columns[need.column] if chart is not None and chart.data.columns else ""
    line = Announced(need.chart, need.title, rule, need.count, need.mods, column, need.needed, need.about)
    return expected(line, chart, words)


def expected(line: Announced, chart: AnyChart | None, words: Mapping[str, str] = _AS_PRINTED) -> Throw:
    """The same of a roll that the rules announced: as of dice that fell, of which no more is read."""
    natural = 11 if chart is not None and chart.tens else line.dice
    total = natural + sum(mod.value for mod in line.mods)
    faces = (1,) * line.dice
    roll = Rolled(
        line.chart, line.title, line.rule, faces, line.mods, total, "", line.column, "", needed=line.needed
    )
    return announced(roll, chart, line.about, words)


def bands(
    chart: AnyChart, column: int, plus: int, dice: int, words: Mapping[str, str] = _AS_PRINTED
) -> tuple[tuple[str, str], ...]:
    """What each total on the dice would mean; where they change often, what each result takes and its chance;
    nothing where the results are many or plain numbers."""
    if dice != (1 if chart.single else 2) or chart.data.number:
        return ()
    wanted = chart.data.wanted[0] if chart.data.wanted else ""
    runs: list[tuple[int, int, str]] = []
    ways = naturals(dice, 0, chart.tens)
    for natural in sorted(ways):
        word = wanted if natural in chart.data.natural else chart.word(natural + plus, column)
        word = words.get(f"natural {natural}") or plain(word, words, natural) or word
        if runs and runs[-1][2] == word:
            runs[-1] = (runs[-1][0], natural, word)
        else:
            runs.append((natural, natural, word))
    if 1 < len(runs) <= _FEW:
        return tuple((str(first) if first == last else f"{first}-{last}", word) for first, last, word in runs)
    results = dict.fromkeys(word for _, _, word in runs)
    if not 1 < len(results) <= _MANY:
        return ()
    return tuple(_result(word, runs, ways) for word in results)


def _result(word: str, runs: Sequence[tuple[int, int, str]], ways: Mapping[int, int]) -> tuple[str, str]:
    """A result with all that gives it, and its chance."""
    own = [(first, last) for first, last, result in runs if result == word]
    count = sum(many for natural, many in ways.items() if any(first <= natural <= last for first, last in own))
    totals = [str(first) if first == last else f"{first}-{last}" for first, last in own]
    return " or ".join(
        filter(None, [", ".join(totals[:-1]), totals[-1]])
    ), f"{word}, {percent(count, sum(ways.values()))}"
