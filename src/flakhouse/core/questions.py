"""Questions: what the rules ask of a player, and the signals that stop the rules for want of an answer.

A rule puts a question by its id, the advised key and a function that makes it: `ref.ask("abort", advised, make)`.
Who takes advice is never shown it, and then it is never made. What a question, an option or an event is about is
said by subjects, so that a drawing can light the thing itself and nobody has to read a prompt.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from flakhouse.core.later import Later
from flakhouse.core.stakes import Stake
from flakhouse.errors import RulesError

if TYPE_CHECKING:
    from flakhouse.core.events import ModLine, Needed

__all__ = [
    "NO",
    "SUBJECTS",
    "YES",
    "YES_NO",
    "Advice",
    "Barred",
    "Cost",
    "Keys",
    "NeedDice",
    "Option",
    "Pending",
    "Question",
    "Reached",
    "Rows",
    "Subject",
    "Unread",
    "yes_no",
]

YES, NO = "yes", "no"
YES_NO = (YES, NO)
#: The key that is advised, or a function that works it out, called when somebody looks.
Advice = str | Callable[[], str]
#: The keys of the options, or a function that finds them.
Keys = Collection[str] | Callable[[], Collection[str]]
#: Makes the names of the questions behind one, each with the keys that may answer it.
Rows = Callable[[], Mapping[str, Sequence[str]]]
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
    Either may be a function that makes it, called when somebody looks; `keys`, those of the options, are known at
    once. `about` is what the whole question concerns. `routine` says that nothing unusual hangs on it, `matters`
    that it is a decision all the same and no mere formality, `settled` that it was decided before, in the set-up
    of a game too; `free` that any short text may be the answer. `why` gives the reason of the advice in a
    sentence, and is called only where it is shown. The referee sets `id`, which never changes (saves and bots know
    it), `default`, the advised key, and `rows`: what may be answered to the questions behind this one together
    with it (see `Together` in core/agents.py).
    """

    __slots__ = (
        *(
            "_about",
            "_advised",
            "_barred",
            "_found",
            "_free",
            "_left",
            "_matters",
            "_options",
            "_parts",
            "_prompt",
        ),
        *("_routine", "_rows", "_rule", "_settled", "_why", "id", "keys"),
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
        self.keys: Collection[str] = options
        self._advised: Advice = ""
        self._rows: Rows | None = None
        self._left: Callable[[], Question] | None = None  # makes the rest of it, if that is left to be made
        self._rule = rule
        self._prompt = prompt
        self._parts = options
        self._options: dict[str, Option] | None = None
        self._about: tuple[Subject, ...] = about
        self._barred = barred
        self._found: dict[str, Barred] | None = None
        self._routine = routine
        self._matters = matters
        self._settled = settled
        self._free = free
        self._why = why

    def look(self) -> Question:
        """Itself, with all that was left to be made."""
        if self._left is not None:
            made = self._left()
            if list(made.keys) != list(self.keys):
                raise RulesError(f"question {self.id}: {list(made.keys)} are its keys, not {list(self.keys)}")
            self._left = None
            self._rule, self._prompt, self._parts, self._about = made._rule, made._prompt, made._parts, made._about
            self._barred, self._why = made._barred, made._why
            self._routine, self._matters, self._settled = made._routine, made._matters, made._settled
        return self

    def put(self, id: str, advised: Advice, rows: Rows | None = None) -> None:
        """The referee puts it: under this id, with this advice."""
        self.id, self._advised, self._rows = id, advised, rows

    @property
    def default(self) -> str:
        """The advised key, worked out when it is first read."""
        advised = self._advised
        if not isinstance(advised, str):
            self._advised = advised = advised()
            if not self.accepts(advised):
                raise RulesError(f"question {self.id}: the advice {advised!r} is no option of {list(self.keys)}")
        return advised

    @property
    def rows(self) -> Mapping[str, Sequence[str]]:
        """The questions behind this one that may be answered together with it: the keys of each, by its name."""
        return {} if self._rows is None else self._rows()

    @property
    def rule(self) -> str:
        """The number of the rule."""
        return self.look()._rule

    @property
    def prompt(self) -> str:
        """What is asked."""
        return self.look()._prompt

    @property
    def options(self) -> dict[str, Option]:
        """What may be done, by key."""
        return Later(self.keys, self._made) if self._options is None else self._options

    def _made(self) -> dict[str, Option]:
        """The same in full. Kept here and not before: keys that lead back to their question would make a ring."""
        if self._options is None:
            self._options = {
                key: Option(part) if isinstance(part, str) else part() if callable(part) else part
                for key, part in self.look()._parts.items()
            }
        return self._options

    @property
    def about(self) -> tuple[Subject, ...]:
        """What the whole question concerns."""
        return self.look()._about

    @property
    def barred(self) -> dict[str, Barred]:
        """What the rules name but do not allow now."""
        if self._found is None:
            barred = self.look()._barred or {}
            found = barred() if callable(barred) else barred
            self._found = {key: Barred(bar) if isinstance(bar, str) else bar for key, bar in found.items()}
        return self._found

    @property
    def routine(self) -> bool:
        """Nothing unusual hangs on it."""
        return self.look()._routine

    @property
    def matters(self) -> bool:
        """It is a decision all the same."""
        return self.look()._matters

    @property
    def settled(self) -> bool:
        """It was decided before."""
        return self.look()._settled

    @property
    def free(self) -> bool:
        """Any short text may be the answer; never where the keys were known before it was made."""
        return self._free

    @property
    def why(self) -> Callable[[], str] | None:
        """The reason of the advice, in a sentence."""
        return self.look()._why

    def advise(self, advised: str, why: str) -> None:
        """Advice of another adviser, and his reason. What two advisers see differently is no routine."""
        self._routine = self.routine and self.default == advised
        self._advised, self._why = advised, lambda: why

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
        keys = "any text" if self.free and not self.keys else ", ".join(self.keys)
        return f"<Question {self.id}: {self.prompt!r} [{keys}] default {self.default!r}>"

    def accepts(self, key: str) -> bool:
        """Whether this is an answer."""
        if self._free:
            return 0 < len(key) <= 40 and key.isprintable() and key == key.strip()
        return key in self.keys


class Unread(Question):
    """A question of which nothing is made but the keys of its options, until somebody looks at more."""

    __slots__ = ()

    def __init__(self, keys: Collection[str], make: Callable[[], Question]) -> None:
        self.id = ""
        self.keys = keys
        self._left = make
        self._options = self._found = None
        self._free = False


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
