"""Slates: several questions of the rules on one form, for every front end.

What is asked one after another without a die between (which gun fires at whom, whom the escort drives off) is
filled in together and becomes the same single answers in the journal. `render/<game>/slates.toml` says which:

    [fire]
    title = "Fire plan"
    ids = ["allocate-fire"]         # the questions; each is a row, unless
    several = true                  # it is one list, of which some are marked
    done = "done"                   # there: the answer that says that these are all
    skip = ["all"]                  # there: answers that are nobody to be marked
    alone = {"all stay" = "stay"}   # an answer for all that follow, and that for the row alone: each has its row
    go = "open fire"                # what Enter does
    prompt = "Which guns fire?"     # the question in one; without it, the first of the rules
    opens = "fire-plan"             # the question before them
    each = "each"                   #   its answer that leads to them
    whole = "advised"               #   its answer that takes what is advised for all of them
    hold = "hold"                   # the answer of a row that does nothing
    dice_between = true             # some answers throw dice at once: the rows below are asked behind them
    also = ["talk"]                 # questions that go on a form but do not begin one
    usual = "As in 1942"            # what the advised answers are called
    sums = true                     # whether it shows what it adds up to (`sums` of the game's kit)
    orders = ["train"]              # answered as ordered here, over the dice between them (slate_orders.py)
    page = true                     # a page of its own, with groups and fields as in slate_form.py
    picture = "bomber"              # what the board draws beside it
    [fire.names]                    # what rows are called, by question, in their order
    allocate-fire = ["Nose guns"]

The options of a row are those that the rules allow once the rows above it are filled in as shown.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources
from types import FunctionType

import msgspec

from flakhouse import games
from flakhouse.core import ahead, toml
from flakhouse.core.game import Game
from flakhouse.core.questions import Question, Subject
from flakhouse.core.referee import Referee
from flakhouse.core.session import Session
from flakhouse.core.stakes import Stake
from flakhouse.errors import ChartError
from flakhouse.render.look import barred_text, option_text
from flakhouse.sim.atstake import cost_text
from flakhouse.sim.exact import any_of, chance_of
from flakhouse.slate_answers import answers
from flakhouse.slate_form import Chip, Choice, Facts, Field, Group, Kind, Row, Shut, Slate, Steps, Sum, Target
from flakhouse.slate_kept import keep, stopped
from flakhouse.slate_orders import Wants, carry_out, filled, next_of, overspent, same, waiting

__all__ = [
    "Choice",
    "Kind",
    "Row",
    "Shut",
    "Slate",
    "Sum",
    "Target",
    "give",
    "kind_of",
    "kinds",
    "slate",
    "undo",
]

_MOST = 60  # rows of one slate
_REASONS = 3  # reasons that are told beside each other


@functools.cache
def _book(package: str) -> dict[str, Kind]:
    """The slates.toml of a game's package; none if it has none."""
    file = resources.files(package).joinpath("slates.toml")
    if not file.is_file():
        return {}
    try:
        return msgspec.convert(toml.read(file.read_text(encoding="utf-8")), dict[str, Kind])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as bad:
        raise ChartError(f"{package}: slates.toml: {bad}") from bad


def kinds(game: Game) -> dict[str, Kind]:
    """The slates of a game."""
    if game.name not in games.REGISTRY or not (package := games.kit(game.name).scenes):
        return {}
    return _book(package)


def kind_of(session: Session) -> tuple[str, Kind] | None:
    """The slate that the open question begins or is in the midst of."""
    ask = session.pending
    if ask is None:
        return None
    found = ((name, kind) for name, kind in kinds(session.game).items() if ask.id in (kind.opens, *kind.ids))
    return next(found, None)


def slate(
    session: Session,
    wishes: Mapping[str, str] | None = None,
    marks: Sequence[str] | None = None,
    wants: Wants | None = None,
) -> Slate | None:
    """The form of the open question, with what the player wishes in it: keys by the ids of rows, or what he has
    marked (None: he has not touched the marks), and his orders. None if one answer is all there is to give."""
    found = kind_of(session)
    if found is None:
        return None
    name, kind = found
    if kind.several:
        return _several(session, name, kind, marks)
    form = _rows(session, name, kind, wishes or {})
    if form is None or wants is None or not form.orders or same(form.orders, wants):
        return form
    return _rows(session, name, kind, wishes or {}, wants)


def give(session: Session, form: Slate) -> None:
    """Answer with what stands in a form."""
    found = kind_of(session)
    if found is None:
        return
    kind, single = found[1], answers(session, form, found[1])
    keep(session, form)
    ahead.give(session, single)
    left = carry_out(session, kind, form) if form.carries else {}
    stopped(session, kinds(session.game), kind, left, form.ordered)


def undo(session: Session) -> int:
    """Take back the last answer, or the whole form that was answered last."""

    def starts(now: Session) -> list[str]:
        ask = now.pending
        runs = ((kind.opens, *kind.run, *kind.orders) for kind in kinds(now.game).values())
        return [id for run in runs if ask is not None and ask.id in run for id in run]

    far = [id for kind in kinds(session.game).values() for id in kind.orders]
    return ahead.back(session, starts, far)


# ------------------------------------------------------------------ rows


def _row_id(question: Question, rows: Sequence[Row]) -> str:
    """The id of a row: question and what it is about; numbered, where that is asked more than once."""
    about = question.about[0].name if question.about else question.prompt
    id, again = f"{question.id}: {about}", 1
    while any(row.id == (id if again == 1 else f"{id} {again}") for row in rows):
        again += 1
    return id if again == 1 else f"{id} {again}"


class _Run:
    """Fills in a form row by row, as the rules would ask."""

    def __init__(
        self,
        session: Session,
        kind: Kind,
        wishes: Mapping[str, str],
        advised: Mapping[str, str],
        wants: Wants | None,
    ) -> None:
        self.session, self.kind, self.wishes, self.advised, self.wants = session, kind, wishes, advised, wants
        self.rows: list[Row] = []
        self.asked: list[Question] = []
        self.followed: list[tuple[str, str]] = []
        self.orders: list[Steps] = []
        self.diced = False  # dice fall behind the last row
        self.whys: dict[str, list[str]] = {}  # a reason of the advice, and the rows it is given for
        self.left = {
            ask: list(keys) for ask, keys in (wants or {}).items()
        }  # what is ordered and not answered yet
        #: By row: what its answer is aimed at, and the roll.
        self.stakes: dict[str, list[tuple[Subject, Stake]]] = {}

    def wish(self, question: Question) -> str:
        """The answer to a question that would be asked."""
        kind, rows, told = self.kind, self.rows, self.wishes
        if question.id == kind.opens:
            return kind.each if not rows else ""
        if question.id in self.left:
            told = {_row_id(question, rows): next_of(question, self.left)}
        row = _row(self.session, question, _row_id(question, rows), told, self.advised, kind.alone)
        known = kind.names.get(question.id, ())
        count = sum(other.id.startswith(f"{question.id}: ") for other in rows)
        if count < len(known):
            row = msgspec.structs.replace(row, name=known[count])
        elif any(other.name == row.name for other in rows):
            row = msgspec.structs.replace(row, name=row.once_more(question, rows))
        if row.id not in told and row.key != row.advised:
            self.followed.append((row.name, _why_not(question, row.advised)))
        rows.append(row)
        self.asked.append(question)
        if question.why is not None:
            self.whys.setdefault(question.why(), []).append(row.name)
        self.stakes[row.id] = _aimed(question, row.key)
        return row.key

    def at_dice(self) -> None:
        """Dice end the rows: what is asked behind them is not known yet."""
        self.diced = True

    def look(self, question: Question, ref: Referee) -> None:
        """What can be ordered, when the first of the questions that take orders comes."""
        if question.id in self.kind.orders and not self.orders:
            tell = games.kit(self.session.game.name).load("orders", FunctionType)
            self.orders.extend(tell(ref, ref.state, question))


def _rows(
    session: Session, name: str, kind: Kind, wishes: Mapping[str, str], wants: Wants | None = None
) -> Slate | None:
    """A form with a row for each question. A wish for one row leaves the others as they are advised without it,
    where the rules still allow that."""
    ask = session.pending
    assert ask is not None
    plan = _rows(session, name, kind, {}) if wishes else None
    advised = {row.id: row.key for row in plan.rows} if plan is not None else {}
    run = _Run(session, kind, wishes, advised, wants)
    there = ahead.ahead(session, (kind.opens, *kind.run), run.wish, run.look if kind.orders else None, run.at_dice)
    rows = run.rows
    if not rows or len(rows) > _MOST or (len(rows) == 1 and not (kind.opens or wishes or run.orders)):
        return None
    orders = filled(run.orders, rows, wants)
    stands = {row.id for row in rows}
    gone = [row for row in plan.rows if row.id not in stands] if plan is not None and not kind.page else []
    behind = gone if run.diced and kind.dice_between else []
    idle = [(row.name, "nothing is left that it could do") for row in gone if row not in behind]
    followed = [*run.followed, *idle]
    lost = tuple(row.name for row in rows if wishes.get(row.id, row.key) != row.key)
    other: tuple[Choice, ...] = ()
    if ask.id == kind.opens:
        others = (key for key in ask.options if key not in (kind.each, kind.whole))
        other = tuple(Choice(key, ask.options[key].label) for key in others)
    form = Slate(
        name,
        kind.title,
        ask.rule,
        kind.prompt or ask.prompt,
        kind.go,
        _why(ask, kind, run.whys) if not wishes else "",
        tuple(rows),
        _targets(session, rows, run.stakes),
        other=other,
        shut=tuple(bar for bar in _shut(ask) if _left_out(ask, bar)),
        hold=kind.hold,
        lost=(*lost, *overspent(orders)),
        followed=tuple(followed),
        later=tuple(row.name for row in behind),
        usual=kind.usual,
        page=kind.page,
        picture=kind.picture,
        groups=_groups(session, kind, rows, run.asked, there) if kind.page and there is not None else (),
        orders=orders,
        ordered=wants is not None,
        waiting=run.left if wants is not None else waiting(orders, rows),
    )
    return msgspec.structs.replace(form, sums=_sums(session, kind, there, form))


def _why(ask: Question, kind: Kind, whys: Mapping[str, Sequence[str]]) -> str:
    """The reason of what is advised: that of the first question; where the rows have different ones, each its own,
    if they are few."""
    if kind.opens or kind.sums or not 1 < len(whys) <= _REASONS:
        return ask.why() if ask.why is not None else ""
    return " ".join(f"{', '.join(_whose(names))}: {reason}" for reason, names in whys.items())


def _whose(names: Sequence[str]) -> list[str]:
    """Rows by what they are about, each once: of several markers in one zone the zone is enough."""
    return list(dict.fromkeys(name.partition(": ")[0] for name in names))


def _why_not(question: Question, key: str) -> str:
    """Why an answer is not possible: the reason of the rules, "" where they give none."""
    bar = question.barred.get(key)
    return f"{barred_text(key, bar)}: {bar.why}" if bar is not None else ""


def _sums(session: Session, kind: Kind, there: Referee | None, form: Slate) -> tuple[Sum, ...]:
    """What a form adds up to, where the answers that stand in it lead, with what is ordered behind the dice."""
    if not kind.sums or there is None:
        return ()
    tell = games.kit(session.game.name).load("sums", FunctionType)
    found: list[Sum] = tell(there, there.state, form.waiting if form.carries else {})
    return tuple(found)


# ------------------------------------------------------------------ a page


def _groups(
    session: Session, kind: Kind, rows: Sequence[Row], asked: Sequence[Question], there: Referee
) -> tuple[tuple[Group, tuple[Row, ...]], ...]:
    """The rows of a page in their groups, in the order of slates.toml, each choice with its chips."""
    found: dict[str, list[Row]] = {}
    count: dict[str, int] = {}
    for row, question in zip(rows, asked, strict=True):
        if question.id in kind.orders:
            continue
        nth = count[question.id] = count.get(question.id, -1) + 1
        field = kind.fields.get(question.id, Field())
        dressed = _dressed(session, row, question, field, nth, there)
        found.setdefault(field.group, []).append(dressed)
    loose = [Group(kind.title), *kind.groups.values()] if "" in found else list(kind.groups.values())
    keys = ["", *kind.groups] if "" in found else list(kind.groups)
    return tuple((group, tuple(found[key])) for key, group in zip(keys, loose, strict=True) if key in found)


def _dressed(session: Session, row: Row, question: Question, field: Field, nth: int, there: Referee) -> Row:
    """A row as it stands on a page: with title and note of its own, and every choice with what it means."""
    tell = games.kit(session.game.name).load("facts", FunctionType)
    choices: list[Choice] = []
    for one in row.choices:
        own = tuple(_chip(words) for words in field.chips.get(one.key, ()))
        odds = tuple(Chip(f"{label} {chance}") for label, chance in one.chances)
        facts: Facts = tell(there, there.state, question, nth, one.key)
        line = field.tells.get(one.key, "")
        facts = Facts((*odds, *facts.chips, *own), (*facts.lines, *([line] if line else [])))
        choices.append(msgspec.structs.replace(one, short=field.words.get(one.key) or one.label, facts=facts))
    return msgspec.structs.replace(
        row,
        choices=tuple(choices),
        field=field,
        title=field.titles[nth] if nth < len(field.titles) else row.name,
        note=field.notes[nth] if nth < len(field.notes) else "",
    )


def _chip(words: str) -> Chip:
    """A chip of slates.toml: "+" before what is gained, "-" before what is paid."""
    tone = {"+": "good", "-": "bad"}.get(words[:1], "")
    return Chip(words[1:] if tone else words, tone)


def _row(
    session: Session,
    question: Question,
    id: str,
    wishes: Mapping[str, str],
    advised: Mapping[str, str],
    alone: Mapping[str, str],
) -> Row:
    own = alone.get(question.default, "")
    best = advised.get(id, own if question.accepts(own) else question.default)
    wish = wishes.get(id, best)
    markers = [subject.name for subject in question.about[1:] if subject.kind == "marker"]
    about = ": ".join([Row.called(question.about[0]), *markers]) if question.about else question.prompt
    return Row(
        id,
        about,
        wish if question.accepts(wish) else best if question.accepts(best) else question.default,
        best,
        question.about,
        _choices(session, question),
        tuple(bar for bar in _shut(question) if not _left_out(question, bar)),
        question.free,
    )


def _choices(session: Session, question: Question, without: Sequence[str] = ()) -> tuple[Choice, ...]:
    found: list[Choice] = []
    for key, option in question.options.items():
        if key in without:
            continue
        rolls = [chance_of(session.game, session.ref, roll) for roll in option.stakes]
        chances = tuple((roll.label, _percent(roll.chance)) for roll in rolls)
        found.append(
            Choice(
                key,
                option_text(key, option.label),
                option.about,
                chances,
                rolls[0].chance if rolls else 0.0,
                option.detail,
                ", ".join(cost_text(cost) for cost in option.costs),
                late=option.late,
            )
        )
    return tuple(found)


def _left_out(question: Question, bar: Shut) -> bool:
    """Whether this is about a gun that has no row, and not about the row of this question."""
    return any(subject.kind == "gun" and subject not in question.about for subject in bar.about)


def _shut(question: Question) -> tuple[Shut, ...]:
    return tuple(Shut(barred_text(key, bar), bar.why, bar.about) for key, bar in question.barred.items())


def _percent(share: float) -> str:
    return f"{round(100 * share)} %"


def _aimed(question: Question, key: str) -> list[tuple[Subject, Stake]]:
    """What an answer is aimed at, with the first roll of its stakes."""
    option = question.options.get(key)
    if option is None or not option.stakes:
        return []
    return [(subject, option.stakes[0]) for subject in option.about if subject.kind == "fighter"]


def _targets(
    session: Session, rows: Sequence[Row], stakes: Mapping[str, Sequence[tuple[Subject, Stake]]]
) -> tuple[Target, ...]:
    """What the rows can be aimed at, and with what chance what stands there hits it."""
    reached = {subject for row in rows for subject in row.reached()}
    ask = session.pending
    coming = {subject for subject in (ask.about if ask is not None else ()) if subject.kind == "fighter"}
    found: list[Target] = []
    for subject in sorted(reached | (coming if reached else set())):
        on = [row for row in rows if subject in row.chosen.about]
        early, late = (
            _any(session, subject, [row for row in on if row.chosen.late is then], stakes)
            for then in (False, True)
        )
        idle = "nobody fires at it" if subject in reached else f"no gun bears on it{_unreached(rows, subject)}"
        chance, ever = early if on else idle, _any(session, subject, on, stakes)
        names, last = tuple(row.name for row in on), sum(row.chosen.late for row in on)
        found.append(Target(subject, subject.name, names, chance, late, ever, last))
    return tuple(found)


def _unreached(rows: Sequence[Row], subject: Subject) -> str:
    """Why nothing can be aimed there, where every row has the same reason."""
    whys = {bar.why for row in rows for bar in row.shut if subject in bar.about}
    return f": {whys.pop()}" if len(whys) == 1 else ""


def _any(
    session: Session, subject: Subject, on: Sequence[Row], stakes: Mapping[str, Sequence[tuple[Subject, Stake]]]
) -> str:
    """The chance that one of these rows at least hits; "" where one of them has none, or there is no row."""
    rolls = [stake for row in on for aimed, stake in stakes[row.id] if aimed == subject]
    if not on or len(rolls) != len(on):
        return ""
    return _percent(float(any_of(session.game, session.ref, rolls)))


# ------------------------------------------------------------------ one list, several of it


def _several(session: Session, name: str, kind: Kind, marks: Sequence[str] | None) -> Slate | None:
    """A form of which several answers are marked."""
    ask = session.pending
    assert ask is not None
    none = (kind.done, *kind.skip)
    choices = _choices(session, ask, none)
    advised: list[str] = []
    most = 0

    def usual(question: Question) -> str:
        if question.default in kind.skip:
            meant = question.options[question.default].about
            advised.extend(one.key for one in choices if not set(one.about).isdisjoint(meant))
        elif question.default != kind.done:
            advised.append(question.default)
        return question.default

    def greedy(question: Question) -> str:
        nonlocal most
        key = next((key for key in question.options if key not in none), kind.done)
        most += key not in none
        return key

    ahead.ahead(session, kind.ids, usual)
    ahead.ahead(session, kind.ids, greedy)
    if most < 2 or len(choices) < 2:
        return None
    forced = not any(key in ask.options for key in none if key)
    keys = [one.key for one in choices]
    marked = [key for key in (advised if marks is None else marks) if key in keys][-most:]
    rest = ask.options[ask.default].label if ask.default in kind.skip and not advised else ""
    return Slate(
        name,
        kind.title,
        ask.rule,
        kind.prompt or ask.prompt,
        kind.go,
        ask.why() if ask.why is not None else "",
        several=True,
        choices=choices,
        shut=_shut(ask),
        marked=tuple(marked),
        advised=tuple(advised),
        least=most if forced else 0,
        most=most,
        rest=rest,
    )
