"""How a game is shown while it is played: headlines, what happened since the last answer, decisions.

`ScreenRenderer` adds to `Renderer` what only a player at the screen needs. A game's renderer may subclass it;
a game without one is told in the generic words below.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import ClassVar

from flakhouse import games
from flakhouse.core.events import Chosen, Event, Noted, Rolled
from flakhouse.core.game import Finish, Game, RuleEntry
from flakhouse.core.questions import Question, Subject
from flakhouse.core.referee import Referee
from flakhouse.render.base import Renderer, renderer
from flakhouse.render.needs import quoted, titled
from flakhouse.render.pictures import CONDITIONS, Crewman, Row
from flakhouse.render.scenebook import SceneBook, scene_book
from flakhouse.render.scenes import Scene, SceneLine, scenes
from flakhouse.render.telling import Block, Leg, Line, Telling

__all__ = [
    "LOSS",
    "WARNING",
    "Block",
    "Line",
    "ScreenRenderer",
    "dice_of",
    "dice_text",
    "quoting",
    "roll_text",
    "rule_entry",
    "screen",
]

LOSS = "loss"
WARNING = "warning"


def dice_text(event: Rolled) -> str:
    """The dice of a roll on one line: "3+5-1=7"."""
    mods = sum(mod.value for mod in event.mods)
    natural = event.total - mods
    tens = len(event.faces) == 2 and natural == event.faces[0] * 10 + event.faces[1]
    text = str(natural) if tens else "+".join(str(face) for face in event.faces)
    if mods:
        text += f"{mods:+d}"
    return f"{text}={event.total}" if mods or (len(event.faces) > 1 and not tens) else text


def quoting(events: Sequence[Event]) -> dict[int, int]:
    """Which note quotes a roll: the first that it caused. By the numbers of both."""
    found: dict[int, int] = {}
    for number, event in enumerate(events):
        if isinstance(event, Noted):
            for roll in event.rolls:
                found.setdefault(roll, number)
    return found


def dice_of(events: Sequence[Event], rolls: Sequence[int]) -> str:
    """The dice behind a sentence: " (5-9: 4+6-1=9; 5-10: 5+6=11)"; "" without any. Those of a chart together."""
    told: dict[str, list[str]] = {}
    for n in rolls:
        if isinstance(roll := events[n], Rolled):
            told.setdefault(quoted(roll.title, roll.chart), []).append(dice_text(roll))
    shown = [f"{chart}: {', '.join(dice)}" for chart, dice in told.items()]
    return f" ({'; '.join(shown)})" if shown else ""


def roll_text(event: Rolled) -> str:
    """A roll on one line: "Weather in zone 4-2: 3+5=8, Good"."""
    result = "" if event.result == str(event.total) else f", {event.result}"
    return f"{titled(event.title, event.chart)}: {dice_text(event)}{result}"


def rule_entry(entries: Sequence[RuleEntry], number: str) -> RuleEntry | None:
    """The entry of a rule; if it has none of its own, that of the nearest rule above it (B-1 is not, of B-12)."""
    found = {entry.number: entry for entry in entries}
    number = number.split(",")[0].strip()
    while number:
        if number in found:
            return found[number]
        shorter = number.rstrip("0123456789")
        number = (shorter if shorter != number else number[:-1]).rstrip(".-( ")
    return None


class ScreenRenderer(Renderer):
    """Shows a game being played."""

    #: Between the parts of a headline. A terminal that cannot show it takes a comma.
    mark = " · "
    #: So many parts of a headline, the first, stay even where a line is short.
    vital: ClassVar[int] = 2
    #: What rolls are about that nothing was noted of: how the name of the chart begins, to one of GROUPS.
    chart_groups: ClassVar[Mapping[str, str]] = {}
    #: Of whom the marks in the row of names speak, and what each says (keys of pictures.CONDITIONS).
    marked: ClassVar[str] = "A man"
    signs: ClassVar[str] = ""  # what other marks mean on its maps
    marks: ClassVar[Mapping[str, str]] = {name: found.word or name for name, found in CONDITIONS.items()}

    @functools.cached_property
    def scene_book(self) -> SceneBook:
        """How this game's scenes are called, and how much they weigh."""
        if self.game.name not in games.REGISTRY or not (package := games.kit(self.game.name).scenes):
            return SceneBook()
        return scene_book(package)

    def scenes(self, events: Sequence[Event], since: int = 0, own: Collection[int] = ()) -> list[Scene]:
        """The log as scenes (scenes.py), from event `since` on."""
        return scenes(self, events, since, own)

    # ------------------------------------------------------------------ pictures in letters

    def picture(self, state: object, kind: str, about: Sequence[Subject]) -> list[Row]:
        """A scene of this kind drawn in letters, from the state at its moment, with what it is about lit;
        [] where nothing is easily drawn. A row is at most 72 columns wide."""
        return []

    def crew(self, state: object) -> list[Crewman]:
        """The men aboard, in the crew's order; [] where a game counts no single men."""
        return []

    def means(self, ref: Referee, scene: Scene, at: Callable[[int], object]) -> list[SceneLine]:
        """What a scene means that no note of it says: the score, an order that follows; `at` gives a state."""
        return []

    def legs(self, events: Sequence[Event], numbers: Sequence[int]) -> list[Leg]:
        """A calm stretch, made of these events, as the legs of a way; [] where it is none."""
        return []

    def standing(self, state: object) -> str:
        """The score so far in a sentence; "" where a game counts none before its end."""
        return ""

    def lasting(self, state: object) -> list[str]:
        """What is wrong and stays so, for the end of a stretch in which nobody speaks of it."""
        return []

    def panel(self, state: object) -> list[Row]:
        """What stands beside the text where there is room, 38 columns wide: crew and aircraft."""
        return []

    def who(self, state: object, scene: Scene) -> str:
        """What is known of the man a scene is about, in a few words; "" if it is about none."""
        return ""

    @functools.cached_property
    def rule_index(self) -> tuple[RuleEntry, ...]:
        """The index of the game's rules: a long file, read once."""
        return tuple(self.game.rules_index())

    def title(self, number: int, events: Sequence[Event], state: object = None) -> str:
        """What is being played."""
        return f"{self.game.title}: {self.game.chapter_word} {number}"

    def headline(self, state: object, events: Sequence[Event]) -> str:
        """Where the game stands, on one line ("" if there is nothing to say)."""
        return ""

    def briefing(self, state: object) -> list[str]:
        """What a player must know who begins in the middle."""
        return []

    def situation(self, state: object, ask: Question, fresh: bool) -> list[Line]:
        """What the player needs to see for this decision; `fresh` if the log has just told how it came about."""
        return []

    def ending(self, end: Finish) -> str:
        """How a game that is over ended, in a sentence for the list of games."""
        return "Complete."

    def book_place(self, rule: str) -> str:
        """Where a rule stands in the book."""
        return f"Rule {rule} of the book."

    def tell(
        self, events: Sequence[Event], since: int = 0, own: Collection[int] = (), asked: str = ""
    ) -> list[Block]:
        """What happened from event `since` on, in short. `own` are the decisions worth repeating, `asked` is the
        id of the question that is open now. Every roll told over has its line or its block (telling.py)."""
        telling = Telling(events, since)
        quoted = quoting(events)
        for i in range(since, len(events)):
            event = events[i]
            if isinstance(event, Rolled):
                if i not in quoted:
                    telling.say(roll_text(event), (i,), group=self.chart_group(event.chart))
            elif isinstance(event, Chosen):
                if i in own:
                    telling.choice(self.choice_line(event), i)
            elif isinstance(event, Noted):
                text = self.note_text(event, "brief")
                if text:
                    rolls = [n for n in event.rolls if quoted.get(n) == i]
                    text += dice_of(events, rolls)
                    telling.say(text, (*rolls, i), kind=event.kind, group=self.group(event.kind))
        return telling.blocks()

    def group(self, kind: str) -> str:
        """What an event is about: one of GROUPS, "" if its template does not say."""
        template = self.templates.get(kind)
        return template.group if template is not None else ""

    def chart_group(self, chart: str) -> str:
        """What a roll on a chart is about, where no event says it: one of GROUPS, or ""."""
        begins = max((begin for begin in self.chart_groups if chart.startswith(begin)), key=len, default="")
        return self.chart_groups.get(begins, "")

    def choice_line(self, event: Chosen) -> Line:
        """A decision the player made."""
        mark = "" if event.prompt.endswith(("?", ".", ":")) else ":"
        return Line(f"> {event.prompt}{mark} {event.label}")

    def note_text(self, event: Noted, level: str) -> str:
        """The words of an event, unwrapped; "" if it is not shown at this level."""
        template = self.templates.get(event.kind)
        if template is None:
            return " ".join(line.strip() for line in self.noted_lines(event, level))
        if level == "brief" and template.level != "brief":
            return ""
        return template.filled(self.fill, event.facts)


def screen(game: Game) -> ScreenRenderer:
    """The renderer for playing a game."""
    own = renderer(game)
    return own if isinstance(own, ScreenRenderer) else ScreenRenderer(game, own.templates)
