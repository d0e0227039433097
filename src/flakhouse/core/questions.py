"""Questions: what the rules ask of a player, and the signals that stop the rules for want of an answer.

A rule puts a question by its id, the advised key and a function that makes it: `ref.ask("abort", advised, make)`.
Who takes advice is never shown it, and then it is never made. What a question, an option or an event is about is
said by subjects, so that a drawing can light the thing itself and nobody has to read a prompt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from flakhouse.core.later import Later
from flakhouse.core.stakes import Stake

if TYPE_CHECKING:
    from flakhouse.core.events import ModLine, Needed

__all__ = [
    "NO",
    "SUBJECTS",
    "YES",
    "Barred",
    "Cost",
    "NeedDice",
    "Option",
    "Pending",
    "Question",
    "Reached",
    "Subject",
    "yes_no",
]

YES, NO = "yes", "no"
#: What can be pointed at. A fact of an event under one of these names is a subject of it.
SUBJECTS = (
    *("fighter", "gun", "man", "station", "engine", "part", "zone", "bomber"),
    *("leave", "leave-credited"),  # a reason that lets the bomber turn back, and one for which the mission counts
    *("b25", "area", "box", "flight", "city", "site", "ship", "force", "marker", "month", "elite"),
)


class Subject(NamedTuple):
    """A thing that a question, an option or an event is about: a kind of SUBJECTS, and its name in the state."""

    kind: str
    name: str


class Cost(NamedTuple):
    """What an option uses up: so many of something ("burst", "fuel box", "turn"), or the thing itself."""

    what: str
    amount: int = 1


class Option:
    """Something a player may do: in words, what it is about, the rolls it leads to, what it costs."""

    __slots__ = ("about", "costs", "detail", "label", "late", "opens", "stakes")

    def __init__(
        self,
        label: str,
        *about: Subject,
        stakes: Sequence[Stake] = (),
        costs: Sequence[Cost] = (),
        detail: str = "",
        late: bool = False,
        opens: bool = False,
    ) -> None:
        self.label = label
        self.about = about
        self.stakes = stakes
        self.costs = costs
        self.detail = detail  # a second line: what it means, in a sentence
        self.opens = opens  # it decides nothing yet: the questions behind it do
        self.late = late  # its rolls come behind those of the others, as a shot at what has passed

    def __repr__(self) -> str:
        """Its words."""
        return f"<Option {self.label!r}>"


class Barred:
    """Something the rules name but do not allow now, and why."""

    __slots__ = ("about", "label", "why")

    def __init__(self, why: str, label: str = "", *about: Subject) -> None:
        self.why = why
        self.label = label  # "": its key is its name
        self.about = about


class Question:
    """A question of the rules.

    `options` maps stable keys to options (a text is an option with nothing but a label), `barred` keys to reasons.
    Either may be a function that makes it, called when somebody looks; the keys of options are known at once.
    `about` is what the whole question concerns. `routine` says that nothing unusual hangs on it, `matters` that it
    is a decision all the same and no mere formality, `settled` that it was decided before, in the set-up of a game
    too; `free` that any short text may be the answer. `why` gives the
    reason of the advice in a sentence, and is called only where it is shown. The referee sets `id`, which never
    changes (saves and bots know it), and `default`, the advised key.
    """

    __slots__ = (
        "_barred",
        "_found",
        "about",
        "default",
        "free",
        "id",
        "matters",
        "options",
        "prompt",
        "routine",
        "rule",
        "settled",
        "why",
    )

    def __init__(
        self,
        rule: str,
        prompt: str,
        options: Mapping[str, Option | str | Callable[[], Option]],
        *about: Subject,
        barred: Mapping[str, Barred | str] | Callable[[], Mapping[str, Barred | str]] | None = None,
        routine: bool = False,
        matters: bool = False,
        settled: bool = False,
        free: bool = False,
        why: Callable[[], str] | None = None,
    ) -> None:
        self.id = ""
        self.default = ""
        self.rule = rule
        self.prompt = prompt
        self.options: dict[str, Option] = Later(options, Option)
        self.about = about
        self._barred = barred
        self._found: dict[str, Barred] | None = None
        self.routine = routine
        self.matters = matters
        self.settled = settled
        self.free = free
        self.why = why

    @property
    def barred(self) -> dict[str, Barred]:
        """What the rules name but do not allow now."""
        if self._found is None:
            barred = self._barred or {}
            found = barred() if callable(barred) else barred
            self._found = {key: Barred(bar) if isinstance(bar, str) else bar for key, bar in found.items()}
        return self._found

    def __str__(self) -> str:
        """The question as at a prompt: what is asked, each key with its words, what is barred and why."""
        lines = [f"{self.prompt} ({self.rule})" if self.rule else self.prompt]
        for key, option in self.options.items():
            lines.append(f"  {key}: {option.label}" + (" (advised)" if key == self.default else ""))
        if self.free:
            lines.append(f"  any short text; advised: {self.default}")
        for key, bar in self.barred.items():
            lines.append(f"  not now: {bar.label or key}: {bar.why}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        """Id, prompt, keys and default, in one line."""
        keys = "any text" if self.free and not self.options else ", ".join(self.options)
        return f"<Question {self.id}: {self.prompt!r} [{keys}] default {self.default!r}>"

    def accepts(self, key: str) -> bool:
        """Whether this is an answer."""
        if self.free:
            return 0 < len(key) <= 40 and key.isprintable() and key == key.strip()
        return key in self.options


def yes_no(
    rule: str,
    prompt: str,
    *about: Subject,
    yes: Option | str = "Yes",
    no: Option | str = "No",
    barred: Mapping[str, Barred | str] | None = None,
    routine: bool = False,
    matters: bool = False,
    why: Callable[[], str] | None = None,
) -> Question:
    """A question to be answered with yes or no."""
    options = {YES: yes, NO: no}
    return Question(rule, prompt, options, *about, barred=barred, routine=routine, matters=matters, why=why)


class Pending(BaseException):
    """No answer yet: unwinds the rules to the session. No rule can catch it by accident."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.id)
        self.question = question


class NeedDice(BaseException):
    """The player rolls at the table: the session must bring `count` faces for this chart.

    Modifiers, column and the number needed are known where the rules name them before the dice are read.
    """

    def __init__(self, chart: str, title: str, count: int, roll: int, about: str = "") -> None:
        super().__init__(chart)
        self.mods: tuple[ModLine, ...] = ()
        self.column = 0
        self.needed: Needed | None = None
        self.about = about  # whom or what the throw concerns, where the chart does not say it
        self.chart = chart
        self.title = title
        self.count = count
        self.roll = roll


class Reached(BaseException):
    """The event that a session wants to look at has happened: unwinds the rules to it."""
