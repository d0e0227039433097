"""What a slate is made of: its kind in slates.toml, rows with their choices, targets, sums (see slate.py).

A slate that is a page (`page`) has more to show than a row of fields: its rows stand in groups, each choice with
what it gives and costs as chips, and beside them what it all adds up to.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from flakhouse.core.questions import Question, Subject

__all__ = [
    "Bar",
    "Chip",
    "Choice",
    "Facts",
    "Field",
    "Group",
    "Kind",
    "Row",
    "Scale",
    "Shut",
    "Slate",
    "Step",
    "Steps",
    "Sum",
    "Target",
]


class Field(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a question looks on a page: as "months", "ways", "check" (yes or no), "number", "list" or "select"; in
    which group; titles and notes for the first, the second ... time it is asked; short words for its answers, and
    what they give ("+low altitude") or cost ("-no target boxes") beside what the tables say."""

    look: str = "ways"
    group: str = ""
    mark: str = ""
    titles: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    words: dict[str, str] = {}
    tells: dict[str, str] = {}  # a line below the words of an answer
    chips: dict[str, tuple[str, ...]] = {}


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rows of a page that stand together."""

    title: str
    rule: str = ""
    note: str = ""
    wide: bool = True  # across the whole page


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A slate of slates.toml."""

    title: str
    ids: tuple[str, ...]
    go: str
    prompt: str = ""
    several: bool = False
    done: str = ""
    skip: tuple[str, ...] = ()
    alone: dict[str, str] = {}
    opens: str = ""
    each: str = ""
    whole: str = ""
    hold: str = ""
    dice_between: bool = False
    also: tuple[str, ...] = ()
    usual: str = "As advised"
    sums: bool = False
    names: dict[str, tuple[str, ...]] = {}
    page: bool = False
    picture: str = ""
    orders: tuple[str, ...] = ()  # questions that are answered as ordered here also when dice fall between them
    fields: dict[str, Field] = {}
    groups: dict[str, Group] = {}

    @property
    def run(self) -> tuple[str, ...]:
        """The questions that stand on it."""
        return (*self.ids, *self.also)


class Chip(msgspec.Struct, frozen=True):
    """What a choice gives ("good") or costs ("bad"), in two or three words."""

    words: str
    tone: str = ""


class Facts(msgspec.Struct, frozen=True):
    """What the tables say of a choice: chips, and lines below it."""

    chips: tuple[Chip, ...] = ()
    lines: tuple[str, ...] = ()


class Choice(msgspec.Struct, frozen=True):
    """An answer to a row, with its exact chances: "hits", "23 %"."""

    key: str
    label: str
    about: tuple[Subject, ...] = ()
    chances: tuple[tuple[str, str], ...] = ()
    likely: float = 0.0  # the first of them as a number
    detail: str = ""
    costs: str = ""
    short: str = ""  # its words on a page
    facts: Facts = Facts()
    late: bool = False  # behind the others: as its target passes

    @property
    def price(self) -> str:
        """What it means beside its words: chances, what it changes, what it costs."""
        rolls = ", ".join(f"{label} {chance}" for label, chance in self.chances)
        return "; ".join(part for part in (rolls, self.detail.rstrip("."), self.costs) if part)


class Shut(msgspec.Struct, frozen=True):
    """What cannot be chosen, and why."""

    label: str
    why: str
    about: tuple[Subject, ...] = ()


class Row(msgspec.Struct, frozen=True):
    """A question of the run, and the answer that stands there now."""

    id: str
    name: str
    key: str
    advised: str
    about: tuple[Subject, ...]
    choices: tuple[Choice, ...]
    shut: tuple[Shut, ...] = ()
    free: bool = False
    field: Field = Field()
    title: str = ""
    note: str = ""

    @property
    def id_short(self) -> str:
        """A name for links within the page."""
        return "-".join("".join(c if c.isalnum() else " " for c in self.id).split()).lower()

    @property
    def numbers(self) -> tuple[int, int] | None:
        """The least and the greatest answer, where all numbers between are answers too."""
        keys = sorted(int(one.key) for one in self.choices if one.key.isdigit())
        whole = len(keys) == len(self.choices) and keys == list(range(keys[0], keys[-1] + 1))
        return (keys[0], keys[-1]) if whole and len(keys) > 1 else None

    @property
    def chosen(self) -> Choice:
        """The answer that stands there."""
        return next((one for one in self.choices if one.key == self.key), Choice(self.key, self.key))

    def reached(self) -> tuple[Subject, ...]:
        """The fighters that it could be laid on."""
        found = (subject for one in self.choices for subject in one.about if subject.kind == "fighter")
        return tuple(sorted(dict.fromkeys(found)))

    @staticmethod
    def called(subject: Subject) -> str:
        """The name of a row about this."""
        return f"Zone {subject.name}" if subject.kind == "zone" else subject.name

    def once_more(self, question: Question, rows: Sequence[Row]) -> str:
        """The name of a second row of one name: the same marker by its number, who fires a gun by the question."""
        if not any(subject.kind == "marker" for subject in self.about):
            return question.prompt
        return f"{self.name} ({1 + sum(other.about == self.about for other in rows)})"


_WIDE = 22  # per cent that a bar must have for its words
_SIGN = 2.2  # per cent of the width that a character takes


class Bar(msgspec.Struct, frozen=True):
    """A share of the whole: bars side by side add up to it."""

    words: str
    share: float
    tone: str = ""

    @property
    def percent(self) -> int:
        """The share in per cent."""
        return round(100 * self.share)

    @property
    def named(self) -> str:
        """Its words and its figure."""
        return f"{self.words} {self._figure} %"

    @property
    def cut(self) -> bool:
        """Whether its words have no room in it."""
        return self.percent < max(_WIDE, _SIGN * len(self.named))

    @property
    def label(self) -> str:
        """What stands in it: of a narrow one only the number."""
        return self._figure if self.cut else self.named

    @property
    def _figure(self) -> str:
        return "over 99" if self.percent == 100 and self.share < 1 else str(self.percent)


class Scale(msgspec.Struct, frozen=True):
    """A track from 0 to `most` with its marker; from `heavy` on it is hatched. Or so many boxes, filled."""

    name: str
    at: int
    most: int
    heavy: int = 99
    boxes: bool = False


class Sum(msgspec.Struct, frozen=True):
    """Something that a form adds up to: "Security Risk at sailing", "4", and where it comes from."""

    name: str
    value: str
    note: str = ""
    big: bool = False  # a figure to be seen from afar
    bars: tuple[Bar, ...] = ()
    scales: tuple[Scale, ...] = ()


class Step(msgspec.Struct, frozen=True):
    """Something that may be ordered: an answer, how often it was given already and may be in all, and what each
    further time costs of a budget. `wanted`: how often it is ordered."""

    key: str
    title: str
    note: str = ""
    at: int = 0
    most: int = 1
    costs: tuple[int, ...] = ()
    wanted: int = 0
    facts: Facts = Facts()

    @property
    def spent(self) -> int:
        """What is ordered costs so much of the budget."""
        return sum(self.costs[: self.wanted])


class Steps(msgspec.Struct, frozen=True):
    """Orders for one question of the rules, which asks for them one after another."""

    ask: str
    title: str
    rule: str
    note: str = ""
    steps: tuple[Step, ...] = ()
    budget: int = -1  # what may be spent on them; -1: nothing is
    rest: str = "left"  # what becomes of the rest of it
    figures: tuple[str, ...] = ()  # what hangs on it with none, one, two ... of the steps before the last

    @property
    def figure(self) -> str:
        """What hangs on it, as ordered."""
        helps = sum(step.wanted for step in self.steps[:-1])
        return self.figures[min(helps, len(self.figures) - 1)] if self.figures else ""

    @property
    def left(self) -> int:
        """What is left of the budget."""
        return self.budget - sum(step.spent for step in self.steps)

    @property
    def lost(self) -> bool:
        """Whether something is left of the budget that would buy a further step, and is lost so."""
        next_costs = [cost for step in self.steps for cost in step.costs[step.wanted : step.wanted + 1]]
        return self.rest == "left" and any(cost <= self.left for cost in next_costs)


class Target(msgspec.Struct, frozen=True):
    """Something that several rows are aimed at, and the chance that at least one of them hits it."""

    subject: Subject
    label: str
    rows: tuple[str, ...]
    chance: str  # before it fires
    late: str = ""  # as it passes
    ever: str = ""  # before it fires or as it passes
    last: int = 0  # how many of the rows fire as it passes

    @property
    def aims(self) -> tuple[tuple[str, str], ...]:
        """The guns on it before it fires and as it passes: the chance ("" if none is known), and how many."""
        found: list[tuple[str, str]] = []
        for guns, chance, how in (
            (len(self.rows) - self.last, self.chance, "to hit it, "),
            (self.last, self.late, "as it passes, "),
        ):
            if guns:
                found.append((chance, f"{how if chance else ''}{guns} {'gun' if guns == 1 else 'guns'}"))
        return tuple(found)


class Slate(msgspec.Struct, frozen=True):
    """A form. Of `rows` each is answered; of one list (`several`) those in `marked`, at least `least`, at most
    `most`. `other` are answers to the question before it that leave the form aside."""

    name: str
    title: str
    rule: str
    prompt: str
    go: str
    why: str = ""
    rows: tuple[Row, ...] = ()
    targets: tuple[Target, ...] = ()
    several: bool = False
    choices: tuple[Choice, ...] = ()
    shut: tuple[Shut, ...] = ()
    marked: tuple[str, ...] = ()
    advised: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    rest: str = ""  # what becomes of those that are not marked, where the rules propose it
    other: tuple[Choice, ...] = ()
    hold: str = ""
    lost: tuple[str, ...] = ()  # rows whose wish is not possible with the rows above
    followed: tuple[tuple[str, str], ...] = ()  # rows that had to follow a wish for another row, and why
    later: tuple[str, ...] = ()  # rows that are asked only when the dice of a wish have fallen
    sums: tuple[Sum, ...] = ()
    usual: str = "As advised"
    page: bool = False
    picture: str = ""
    groups: tuple[tuple[Group, tuple[Row, ...]], ...] = ()
    orders: tuple[Steps, ...] = ()
    ordered: bool = False  # whether the player has given orders of his own
    back: bool = False  # whether it stood here before the dice, and something else was asked since
    anew: tuple[str, ...] = ()  # there: steps that are advised by now and do not stand in it
    ticked: tuple[
        str, ...
    ] = ()  # there: steps that are advised by now and stand in it, though nobody ordered them
    waiting: dict[str, list[str]] = {}  # what of them is still to be answered when the first die has fallen

    @property
    def carries(self) -> bool:
        """Whether what stands under orders goes on behind the dice: not if one of those rows was changed alone."""
        asks = [one.ask for one in self.orders]
        return self.ordered or all(
            row.key == row.advised for row in self.rows if row.id.partition(": ")[0] in asks
        )

    @property
    def behind_dice(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """What stands here and is answered behind the dice: whom or what it is about, and the steps."""
        found: list[tuple[str, tuple[str, ...]]] = []
        for one in self.orders if self.carries else ():
            keys = self.waiting.get(one.ask, [])
            found.append((one.title, tuple(step.title for step in one.steps if step.key in keys)))
        return tuple(pair for pair in found if pair[1])

    @property
    def keys(self) -> tuple[str, ...]:
        """The answers as they stand."""
        return self.marked if self.several else tuple(row.key for row in self.rows)

    @property
    def as_advised(self) -> bool:
        """Whether nothing was changed."""
        if self.ordered:
            return False
        if self.several:
            return set(self.marked) == set(self.advised)
        return all(row.key == row.advised for row in self.rows)

    @property
    def linked(self) -> bool:
        """Whether guns on one fighter hang on a common throw, so that their chances do not simply multiply."""
        likely = {row.name: row.chosen.likely for row in self.rows}
        for target in self.targets:
            misses = math.prod([1 - likely[name] for name in target.rows])
            if target.ever and target.ever != f"{round(100 * (1 - misses))} %":
                return True
        return False

    def best(self, row: Row, fighter: Subject) -> Choice | None:
        """Of the men who could fire a gun at a fighter: the likeliest to hit, then who spoils the plan least."""

        def spoilt(choice: Choice) -> int:
            men = {subject for subject in choice.about if subject.kind == "man"}
            others = [other.chosen.about for other in self.rows if other.id != row.id]
            return sum(not men.isdisjoint(about) and fighter not in about for about in others)

        able = [one for one in row.choices if fighter in one.about]
        return max(able, key=lambda one: (one.likely, -spoilt(one)), default=None)
