"""What a scene's page tells: where the telling stops, which dice wait to be thrown, how far it may speak.

Nothing that a throw decides is told before it: until then a scene is called by what it was opened with, has no
weight, and tells only what had happened before (render/throws.py). What is waited for does not depend on how the
dice fell.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from flakhouse.core.events import Event, Needed, Noted, Opened, Rolled
from flakhouse.core.needed import naturals
from flakhouse.core.questions import Subject
from flakhouse.core.session import Session
from flakhouse.render.look import own_events
from flakhouse.render.scenes import DICE, Scene, SceneLine, SceneRoll, opening
from flakhouse.render.screen import ScreenRenderer
from flakhouse.render.telling import stretch
from flakhouse.render.throws import AnyChart, Throw, announced, awaited, thrown, whom
from flakhouse.web.boards.base import Act

__all__ = [
    "STOPS",
    "Awaited",
    "Band",
    "Bar",
    "Calm",
    "Fallen",
    "Pace",
    "Told",
    "at_table",
    "came_of",
    "replayed",
    "tell",
]

#: Weights at which the telling stops, by pace.
STOPS = {"every": ("calm", "notable", "grave"), "matters": ("notable", "grave"), "decisions": ("grave",)}
_MOST = 16  # columns that still can be read
_TALL = 8  # the highest of them
_TAPE = 5  # scenes on the tape


class Pace(NamedTuple):
    """How a player likes to be told."""

    stops: tuple[str, ...]
    throws: bool = True  # he throws the dice that matter


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


class Calm(NamedTuple):
    """A calm stretch: where it ends, what there was to say turn by turn, how many rolls."""

    title: str
    lines: Sequence[str]
    rolls: int


class Told(NamedTuple):
    """The page of a scene."""

    scene: Scene  # only what `headline`, `weight` and `lines` say of it may be shown while dice wait
    headline: str
    weight: str  # "" while dice wait
    tone: str
    calm: Calm | None
    tape: Sequence[Scene]
    waits: Awaited | None
    key: Fallen | None  # the roll that mattered
    fallen: Sequence[Fallen]  # other throws of this scene
    lines: Sequence[SceneLine]
    rolls: Sequence[SceneRoll]  # all that have fallen
    upto: int  # the last event told
    act: Act  # what the picture shows
    after: int  # where it goes on


def tell(view: ScreenRenderer, session: Session, since: int, pace: Pace, seen: int = -1) -> Told | None:
    """The next scene from event `since` on at which one stops, with its dice thrown as far as event `seen`; None
    if there is none before the decision.

    Told is the world as it is just before the first throw that has not fallen: its scenes are those that the log
    up to there makes, so that nothing of them, not even where they end, depends on the dice to come.
    """
    events = session.events
    own = own_events(events, session.chapter.auto)
    throws = _throws(view, session, since) if pace.throws else []
    at = next((number for number in throws if number > seen), None)
    scenes = view.scenes(events[:at], 0, own)
    begun = max((number for number in own if number < since), default=-1)
    tape = [s for s in scenes if begun < s.events[0] and s.events[1] < since and s.weight != "calm"][-_TAPE:]
    quiet: list[Scene] = []
    for scene in scenes:
        if scene.events[1] < since:
            continue
        if at is not None and scene is scenes[-1] and _leads(scene, events, at):
            return _waiting(view, session, at, scene, throws, seen, _calm(view, events, quiet), tape)
        told = scene.weight in pace.stops or any(roll.event in throws for roll in scene.rolls)
        if told and (scene.lines or scene.rolls):
            return _complete(view, session, scene, throws, _calm(view, events, quiet), tape)
        quiet.append(scene)
    if at is None:
        return None
    nothing = Scene("", "calm", "", (), (), (), (at, at))
    return _waiting(view, session, at, nothing, throws, seen, _calm(view, events, quiet), tape)


def _throws(view: ScreenRenderer, session: Session, since: int) -> list[int]:
    """The rolls from an event on that the player throws himself."""
    if session.table_dice:
        return []
    events, book = session.events, view.scene_book
    found = (number for scene in view.scenes(events, 0) for number in thrown(book, scene, events))
    return [number for number in found if number >= since]


def _leads(scene: Scene, events: Sequence[Event], at: int) -> bool:
    """Whether a scene is one with the throw after it: the rules opened no other one, and it is not grave."""
    return scene.weight != "grave" and scene.events[0] >= _opened(events, at)


def _opened(events: Sequence[Event], number: int) -> int:
    """The event that opened the scene in which this one fell."""
    return next((n for n in range(number, -1, -1) if isinstance(events[n], Opened)), 0)


def _waiting(
    view: ScreenRenderer,
    session: Session,
    at: int,
    scene: Scene,
    throws: Sequence[int],
    seen: int,
    calm: Calm | None,
    tape: Sequence[Scene],
) -> Told:
    """A scene as far as the throw: called by what it was opened with, without weight."""
    fallen = [_fallen(view, session, roll) for roll in scene.rolls if roll.event in throws]
    headline = opening(view, scene, session.events, at) or "The dice decide"
    return Told(
        scene,
        headline,
        "",
        "",
        calm,
        tape,
        _awaited(view, session, at),
        fallen[-1] if fallen and fallen[-1].roll.event == seen else None,
        [one for one in fallen if one.roll.event != seen],
        came_of(scene, headline),
        scene.rolls,
        at - 1,
        _act(session, scene.events[0], at - 1, ""),
        at,
    )


def _complete(
    view: ScreenRenderer,
    session: Session,
    scene: Scene,
    throws: Sequence[int],
    calm: Calm | None,
    tape: Sequence[Scene],
) -> Told:
    """A scene whose dice have fallen."""
    own = [roll for roll in scene.rolls if roll.event in throws]
    key = scene.key
    if own and (key is None or not key.needed):
        key = own[-1]
    others = [roll for roll in own if key is None or roll.event != key.event]
    return Told(
        scene,
        scene.headline,
        scene.weight,
        scene.tone,
        calm,
        tape,
        None,
        _fallen(view, session, key) if key is not None else None,
        [_fallen(view, session, roll) for roll in others],
        came_of(scene, scene.headline),
        scene.rolls,
        scene.events[1],
        _act(session, scene.events[0], scene.events[1], scene.kind),
        scene.events[1] + 1,
    )


def replayed(view: ScreenRenderer, session: Session, scene: Scene) -> Told:
    """A scene told again: everything has fallen."""
    return _complete(view, session, scene, (), None, ())


def came_of(scene: Scene, headline: str) -> list[SceneLine]:
    """What came of it, without the player's own words and what the headline says."""
    told = [_plain(line) for line in scene.lines if line.kind != "choice"]
    return [line for line in told if line.text.rstrip(".") != headline.rstrip(".")]


def _plain(line: SceneLine) -> SceneLine:
    """A line without its dice: they stand among the rolls."""
    return msgspec.structs.replace(line, text=DICE.sub("", line.text))


def _calm(view: ScreenRenderer, events: Sequence[Event], scenes: Sequence[Scene]) -> Calm | None:
    """What nobody stopped at, as one strip."""
    if not scenes:
        return None
    first, last = scenes[0].events[0], scenes[-1].events[1]
    lines = [
        (max(line.events, default=first), _plain(line).text)
        for scene in scenes
        for line in scene.lines
        if line.kind != "choice"
    ]
    rolls = sum(len(scene.rolls) for scene in scenes)
    if not lines and not rolls:
        return None
    heads = [(block.at, block.head) for block in view.tell(events[: last + 1], first) if block.head]
    title = heads[-1][1] if heads else scenes[-1].headline
    return Calm(title, [text for text in stretch(heads, lines) if text.rstrip(".") != title], rolls)


def _act(session: Session, begins: int, upto: int, kind: str) -> Act:
    """What the picture of a scene shows: what it was opened with, and what has been noted so far."""
    events = session.events
    first = _opened(events, begins)
    notes = tuple(event for event in events[first : upto + 1] if isinstance(event, Noted))
    new = tuple(event for event in events[begins : upto + 1] if isinstance(event, Noted))
    begun = events[first]
    about: list[Subject] = list(begun.about) if isinstance(begun, Opened) else []
    about += [subject for note in new for subject in note.about]
    opened = begun.kind if isinstance(begun, Opened) else ""
    there = next((n for n in range(first, upto + 1) if _arrives(events[n])), first)
    return Act(tuple(dict.fromkeys(about)), notes, session.at(there).state, opened, kind)


def _arrives(event: Event) -> bool:
    """Whether a wave is there with this event: only from now on its fighters can be seen."""
    return isinstance(event, Noted) and event.kind == "wave"


# ------------------------------------------------------------------ dice


def _awaited(view: ScreenRenderer, session: Session, number: int) -> Awaited:
    """A throw before it falls."""
    throw, event = _announced(view, session, number)
    bands = [Band(totals, words) for totals, words in throw.bands]
    return Awaited(number, throw, _bars(len(event.thrown), event.needed), bands)


def _fallen(view: ScreenRenderer, session: Session, roll: SceneRoll) -> Fallen:
    """A roll that has fallen."""
    throw, event = _announced(view, session, roll.event)
    natural = sum(event.thrown) if event.again else roll.total - sum(mod.value for mod in roll.mods)
    bands = [Band(totals, words, _within(natural, totals)) for totals, words in throw.bands]
    return Fallen(roll, throw, _bars(len(event.thrown), event.needed, natural), bands)


def _announced(view: ScreenRenderer, session: Session, number: int) -> tuple[Throw, Rolled]:
    event = session.events[number]
    assert isinstance(event, Rolled)
    about = whom(view.scene_book, session.events, number)
    return announced(event, _chart(session, event.chart), about), event


def _chart(session: Session, id: str) -> AnyChart | None:
    """A chart in force: the player's own where the house rules have one."""
    house = session.house.charts if session.house else {}
    return house.get(id) or session.game.charts().charts.get(id)


def _within(natural: int, totals: str) -> bool:
    """Whether what counted of the dice lies in a band ("5-8")."""
    first, _, last = totals.partition("-")
    return int(first) <= natural <= int(last or first)


def at_table(session: Session) -> Awaited | None:
    """The throw that waits for real dice, if one does."""
    need = session.need_dice
    if need is None:
        return None
    throw = awaited(need, _chart(session, need.chart))
    bands = [Band(totals, words) for totals, words in throw.bands]
    return Awaited(-1, throw, _bars(need.count, need.needed), bands)


def _bars(dice: int, needed: Needed | None, fell: int | None = None) -> list[Bar]:
    """The throw on the dice: every total, as high as it is likely."""
    if needed is None or needed.any:
        return []
    ways = naturals(dice, needed.kept, needed.tens)
    if len(ways) > _MOST:
        return []
    most = max(ways.values())
    return [Bar(n, max(1, round(_TALL * ways[n] / most)), n in needed.totals, n == fell) for n in sorted(ways)]
