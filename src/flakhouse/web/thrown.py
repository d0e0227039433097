"""Dice on the page of a scene: a throw that waits, one that has fallen, several that fell together.

Nothing of a throw that waits knows how it will fall.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from flakhouse.core.events import Needed, Rolled
from flakhouse.core.needed import naturals
from flakhouse.core.session import Session
from flakhouse.render.scenes import SceneRoll, scene_roll
from flakhouse.render.screen import ScreenRenderer
from flakhouse.render.throws import UNTHROWN, AnyChart, Cast, Die, Throw, announced, awaited, expected, whom

__all__ = [
    "Awaited",
    "Band",
    "Bar",
    "Fallen",
    "Thrown",
    "alone",
    "at_table",
    "fallen",
    "rolled",
    "together",
    "waiting",
]

_MOST = 16  # columns that still can be read
_TALL = 8  # the highest of them


class Bar(NamedTuple):
    """A column of a throw: a total on the dice, how likely it is, whether it does, whether it fell."""

    total: int
    height: int  # 1 to 8
    does: bool
    fell: bool


class Band(NamedTuple):
    """What totals on the dice mean; `fell` marks those that fell."""

    totals: str
    words: str
    fell: bool = False


class Fallen(NamedTuple):
    """A roll that has fallen, with its columns and bands."""

    roll: SceneRoll
    throw: Throw
    bars: Sequence[Bar]
    bands: Sequence[Band]

    @property
    def natural(self) -> int:
        """What counted of the dice."""
        return self.roll.total - self.plus

    @property
    def plus(self) -> int:
        """All modifiers."""
        return sum(mod.value for mod in self.roll.mods)


class Awaited(NamedTuple):
    """A throw that has not fallen; nothing in it knows how it will."""

    event: int
    throw: Throw
    bars: Sequence[Bar]
    bands: Sequence[Band]
    volley: Sequence[Throw] = ()  # where several fall with it: all of them


class Thrown(NamedTuple):
    """One of several dice that fell together; None: its aim was gone before its turn."""

    throw: Throw
    roll: SceneRoll | None
    unthrown: str = UNTHROWN

    @property
    def does(self) -> bool:
        """Whether it did what it was thrown for."""
        roll = self.roll
        if roll is None or roll.throw is None:
            return False
        return roll.total - sum(mod.value for mod in roll.mods) in roll.throw.totals


def waiting(view: ScreenRenderer, session: Session, cast: Cast) -> Awaited:
    """A throw before it falls."""
    said = [_said(view, session, die) for die in cast.dice]
    if len(said) > 1:
        return Awaited(cast.first, said[0], (), (), said)
    event = session.events[cast.first]
    assert isinstance(event, Rolled)  # nosec: a cast begins with a roll
    bands = [Band(totals, words) for totals, words in said[0].bands]
    return Awaited(cast.first, said[0], _bars(len(event.thrown), event.needed), bands)


def _said(view: ScreenRenderer, session: Session, die: Die) -> Throw:
    """What may be said of a die of a cast before it falls."""
    if die.said is not None:
        words = view.scene_book.words(die.said.chart, die.said.about)
        return expected(die.said, _chart(session, die.said.chart), words)
    assert die.event is not None  # nosec: what is not announced was made
    return _announced(view, session, die.event)[0]


def fallen(view: ScreenRenderer, session: Session, roll: SceneRoll) -> Fallen:
    """A roll that has fallen."""
    throw, event = _announced(view, session, roll.event)
    natural = sum(event.thrown) if event.again else roll.total - sum(mod.value for mod in roll.mods)
    bands = [Band(totals, words, _within(natural, totals)) for totals, words in throw.bands]
    return Fallen(roll, throw, _bars(len(event.thrown), event.needed, natural), bands)


def _announced(view: ScreenRenderer, session: Session, number: int) -> tuple[Throw, Rolled]:
    event = session.events[number]
    assert isinstance(event, Rolled)
    about = whom(view.scene_book, session.events, number) or event.about
    words = view.scene_book.words(event.chart, event.about)
    return announced(event, _chart(session, event.chart), about, words), event


def _chart(session: Session, id: str) -> AnyChart | None:
    """A chart in force: the player's own where the house rules have one."""
    house = session.house.charts if session.house else {}
    return house.get(id) or session.game.charts().charts.get(id)


def _within(natural: int, totals: str) -> bool:
    """Whether what counted of the dice lies in a band ("5-8", "3, 7 or 11")."""
    runs = [run.partition("-") for run in totals.replace(" or ", ", ").split(", ")]
    return any(int(first) <= natural <= int(last or first) for first, _, last in runs)


def at_table(view: ScreenRenderer, session: Session) -> Awaited | None:
    """The throw that waits for real dice, if one does."""
    need = session.need_dice
    if need is None:
        return None
    throw = awaited(need, _chart(session, need.chart), view.scene_book.words(need.chart, need.about))
    bands = [Band(totals, words) for totals, words in throw.bands]
    return Awaited(-1, throw, _bars(need.count, need.needed), bands)


def _bars(dice: int, needed: Needed | None, fell: int | None = None) -> list[Bar]:
    """The throw on the dice: every total, as high as it is likely."""
    if needed is None or needed.any or needed.even:
        return []
    ways = naturals(dice, needed.kept, needed.tens)
    if len(ways) > _MOST:
        return []
    most = max(ways.values())
    return [Bar(n, max(1, round(_TALL * ways[n] / most)), n in needed.totals, n == fell) for n in sorted(ways)]


def alone(view: ScreenRenderer, session: Session, found: Sequence[Cast]) -> Fallen | None:
    """The one die of what was just thrown; None if there were several, or none."""
    if not found or len(found[0].dice) > 1:
        return None
    return fallen(view, session, rolled(view, session, found[0].first))


def together(view: ScreenRenderer, session: Session, found: Sequence[Cast]) -> list[Thrown]:
    """Dice that fell together, each as it was announced."""
    return [
        Thrown(
            _said(view, session, die),
            rolled(view, session, die.event) if die.event is not None else None,
        )
        for cast in found
        if len(cast.dice) > 1
        for die in cast.dice
    ]


def rolled(view: ScreenRenderer, session: Session, number: int) -> SceneRoll:
    """The roll of an event."""
    event = session.events[number]
    assert isinstance(event, Rolled)  # nosec: only numbers of rolls are asked for
    return scene_roll(view.scene_book, number, event)
