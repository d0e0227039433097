"""Rolls that affect a B-25: extra dice of which the lowest count, and re-rolls by an elite pilot or Medals.

2.3.7 lets its pilot throw one or more dice again once; so do Medals (12.6.6). Every roll that directly affects a
B-25 goes through here, so that the benefit is offered wherever it applies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TypeVar

from flakhouse.core.charts import Chart
from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.questions import Question, Subject
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import cups, elites
from flakhouse.games.doolittle.advice import checks as advice
from flakhouse.games.doolittle.questions import checks as questions
from flakhouse.games.doolittle.questions.checks import Bad, Need
from flakhouse.games.doolittle.state import B25, Raid
from flakhouse.games.doolittle.words import Benefit

__all__ = [
    "Bad",
    "Need",
    "Reading",
    "again",
    "before_luck",
    "blessed",
    "lowest_two",
    "lucky",
    "offer",
    "pair_within",
    "pool",
    "roll",
]

T = TypeVar("T")


_AS_PRINTED: Mapping[str, str] = MappingProxyType({})


class Reading:
    """How dice are read: modifiers, column, the totals that matter; `every`: all count, not the two lowest. `said`
    has results of the table in plainer words.
    """

    __slots__ = ("column", "every", "least", "mods", "most", "said")

    def __init__(
        self,
        mods: Sequence[Mod] = NO_MODS,
        column: int = 0,
        least: int | None = None,
        most: int | None = None,
        every: bool = False,
        said: Mapping[str, str] = _AS_PRINTED,
    ) -> None:
        self.mods = mods
        self.column = column
        self.least = least
        self.most = most
        self.every = every
        self.said = said

    def kept(self, faces: tuple[int, ...]) -> tuple[int, ...] | None:
        """The dice that count; None: all."""
        return None if self.every else lowest_two(faces)


_PLAIN = Reading()


def lowest_two(faces: tuple[int, ...]) -> tuple[int, ...]:
    """4.8.4, 7.2.4, 8.1.3 Of more than two dice the two lowest count."""
    return tuple(sorted(faces)[:2]) if len(faces) > 2 else faces


def pair_within(faces: tuple[int, ...], low: int, high: int, doubles: bool = False) -> tuple[int, int]:
    """15.4 A pair of these dice within the range, a double last, or first; if there is none, one that misses."""
    pairs = [(faces[i], faces[j]) for i in range(len(faces)) for j in range(i)]
    fit = [pair for pair in pairs if low <= sum(pair) <= high]
    wanted = doubles and bool(fit)
    return min(fit or pairs, key=lambda pair: (pair[0] == pair[1]) is not wanted)


def blessed(b25: B25, medals: bool = True) -> bool:
    """2.3.7, 12.6.6 Its pilot or, where they help, its Medals allow a re-roll."""
    return (medals and bool(b25.medals)) or elites.can(b25, Benefit.PILOT_REROLL)


def before_luck(*b25s: B25) -> str:
    """2.3.7, 12.6.6 What is added to a chance that counts no re-roll, where there is one."""
    for b25 in b25s:
        if b25.medals:
            return " without Medals"
        if b25.elite is not None and blessed(b25):
            return f" without {b25.elite.name}'s re-roll"
    return ""


def lucky(
    ref: Referee,
    r: Raid,
    chart: Chart[T],
    b25s: Sequence[B25],
    faces: tuple[int, ...],
    bad: Bad | None = None,
    while_: Bad | None = None,
    medals: bool = True,
    need: Need | None = None,
    how: Reading = _PLAIN,
) -> tuple[int, ...]:
    """2.3.7, 12.6.6 Every re-roll there is among these B-25s is offered, as long as `while_` holds of the dice."""
    for b25 in b25s:
        while blessed(b25, medals) and (while_ is None or while_(faces)):
            before = ref.rolls
            faces = offer(ref, r, chart, b25, faces, bad, medals, need, how, bad or while_)
            if ref.rolls == before:
                break
    return faces


def roll(
    ref: Referee,
    r: Raid,
    chart: Chart[T],
    b25s: Sequence[B25],
    mods: Sequence[Mod] = NO_MODS,
    column: int = 0,
    dice: int = 0,
    bad: Bad | None = None,
    while_: Bad | None = None,
    medals: bool = True,
    need: Need | None = None,
    least: int | None = None,
    most: int | None = None,
) -> T:
    """ruling 43, ruling 50 A roll on a table that affects these B-25s; `dice` more than two keep the lowest two.

    `bad` tells from the dice that count whether a sensible player would want them again, `while_` from all of
    them whether they can be bettered; without it only bad ones can. Medals help in Flight and Attack Turns only
    (12.6.6): elsewhere without `medals`. `need` says in words what is rolled for, `least` and `most` which totals.
    """
    count = dice or (1 if chart.single else 2)
    lucky_ones = _lucky_ones(b25s, medals)
    if not lucky_ones and count <= 2:
        return ref.roll(chart, mods, column, least, most)
    counted = None if bad is None else _of_lowest_two(bad)
    faces = ref.throw(chart, count)
    how = Reading(mods, column, least, most)
    faces = lucky(ref, r, chart, lucky_ones, faces, counted, while_ or counted, medals, need, how)
    return ref.read(chart, faces, mods, column, lowest_two(faces), least, most)


def _lucky_ones(b25s: Sequence[B25], medals: bool = True) -> list[B25]:
    """2.3.7, 12.6.6 Those of them with a re-roll."""
    return [b for b in b25s if (b.elite is not None or b.medals) and blessed(b, medals)]


def _of_lowest_two(bad: Bad) -> Bad:
    """Whether the dice that count are bad."""
    return lambda faces: bad(lowest_two(faces))


def pool(
    ref: Referee,
    r: Raid,
    chart: Chart[int],
    count: int,
    b25s: Sequence[B25],
    bad: Bad | None = None,
    while_: Bad | None = None,
    need: Need | None = None,
    least: int | None = None,
    most: int | None = None,
) -> tuple[int, ...]:
    """ruling 43 A handful of dice that affects these B-25s (gunnery); each die speaks for itself. See `roll`."""
    if count <= 0:
        return ()
    faces = ref.throw(chart, count)
    if lucky_ones := _lucky_ones(b25s):
        how = Reading(least=least, most=most, every=True)
        faces = lucky(ref, r, chart, lucky_ones, faces, bad, while_ or bad, need=need, how=how)
    ref.read(chart, faces, least=least, most=most)
    return faces


def offer(
    ref: Referee,
    r: Raid,
    chart: Chart[T],
    b25: B25,
    faces: tuple[int, ...],
    bad: Bad | None,
    medals: bool = True,
    need: Need | None = None,
    how: Reading = _PLAIN,
    fails: Bad | None = None,
) -> tuple[int, ...]:
    """2.3.7, 12.6.6 The re-roll is offered; once used it is gone. Medals go first, where they help."""
    wanted = bad is not None and bad(faces)
    medals = medals and bool(b25.medals)
    before = ref.rolls
    prompt = partial(_use, b25, medals)
    # D8
    new = again(ref, chart, faces, "re-roll", "2.3.7", prompt, wanted, (b25.subject,), need, fails, how)
    if ref.rolls == before:
        return faces
    if medals:
        cups.put_back(r, b25.medals.pop())
    else:
        elites.spend(ref, r, b25, "has dice thrown again")
    return new


def _use(b25: B25, medals: bool) -> str:
    """2.3.7, 12.6.6 Whether the re-roll is used."""
    if medals:
        return f"{b25.name()}: use Medals? {len(b25.medals)} left, and each is used once."
    return f"{b25.name()}: use {elites.named(b25)}'s re-roll? He has it once in the game."


def again(
    ref: Referee,
    chart: Chart[T],
    faces: tuple[int, ...],
    id: str,
    rule: str,
    prompt: Callable[[], str],
    wanted: bool,
    about: Sequence[Subject] = (),
    need: Need | None = None,
    bad: Bad | None = None,
    how: Reading = _PLAIN,
) -> tuple[int, ...]:
    """2.3.7, 8.1.4 One or more of these dice again, or none: the player picks them one by one, or all.

    `need` says in words what is wanted, `bad` whether the dice do not give it. The dice are in the log before
    the question is put.
    """
    ref.show(chart, faces, how.mods, how.column, how.kept(faces), how.least, how.most)
    picked: list[int] = []
    best = advice.best(faces, bad) if wanted else ()
    why = partial(advice.why_again, faces, picked, best, bad is not None and bad(faces))

    def make() -> Question:
        text = f"{_fell(ref, chart, faces, how)} {prompt()}"
        return questions.again(chart, rule, text, faces, picked, about, need, bad, how.mods, how.column, why)

    while len(picked) < len(faces):
        key = ref.ask(id, advice.again(faces, picked, best), make, keys=lambda: questions.throwable(faces, picked))
        if key == questions.KEEP:
            return faces
        if key == questions.ALL:
            picked[:] = range(len(faces))
        elif key == questions.THROW:
            break
        else:
            picked.append(questions.picked(key))
    new = ref.throw_again(chart, faces, picked, None if bad is None else lambda dice: not bad(dice))
    ref.note("thrown-again", causes=(), change=questions.change_words(faces, picked, new))
    return new


def _fell(ref: Referee, chart: Chart[T], faces: tuple[int, ...], how: Reading) -> str:
    """What dice come to, and what was needed: "1, 2, with +2 that is 5. 8 or more is needed."."""
    plus = ref.plus(chart, how.mods)
    total = sum(how.kept(faces) or faces) + plus
    fell = questions.faces_words(faces) + (f", with {plus:+d} that is {total}" if plus else "")
    least, most = how.least, how.most
    own = ref.chart(chart)
    if own.data.even and least is not None:
        return f"{fell}. {'An even die is' if least == 1 else f'{least} even dice are'} needed."
    if least is not None and most is not None:
        return f"{fell}. {least} hits." if least == most else f"{fell}. {least} to {most} hits."
    if least is not None:
        return f"{fell}. {least} or more is needed."
    if own.data.any:
        return f"{fell}. A {own.data.any} is needed."
    word = own.word(total, how.column)
    return f"{fell}." if how.every or word.isdecimal() else f"{fell}: {how.said.get(word, word)}."
