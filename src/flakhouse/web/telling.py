"""What a scene's page tells: where the telling stops, which dice wait to be thrown, how far it may speak.

Nothing that a throw decides is told before it: until then a scene is called by what it was opened with, has no
weight, and tells only what had happened before (render/throws.py). What is waited for does not depend on how the
dice fell.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from flakhouse.core.events import Event, Noted, Opened
from flakhouse.core.questions import Subject
from flakhouse.core.session import Session
from flakhouse.render.look import own_events
from flakhouse.render.pace import Pace, pace
from flakhouse.render.scenebook import SceneBook
from flakhouse.render.scenes import (
    DICE,
    Scene,
    SceneLine,
    SceneRoll,
    aside,
    called_by_table,
    opened_at,
    opening,
    passing_lines,
)
from flakhouse.render.screen import ScreenRenderer
from flakhouse.render.telling import Leg, Stage, stretch
from flakhouse.render.throws import Cast, casts
from flakhouse.web.boards.base import Act
from flakhouse.web.thrown import Awaited, Fallen, Thrown, alone, fallen, rolled, together, waiting

if TYPE_CHECKING:
    from flakhouse.web.context import Prefs

__all__ = [
    "Calm",
    "Told",
    "came_of",
    "missed",
    "pace_of",
    "passed",
    "replayed",
    "tell",
]

_TAPE, _BESIDE = 5, 2  # scenes on the tape; throws before the last that still stand beside one that waits
_TAIL = re.compile(r" \(\d{4}\)")  # the number of a B-25 behind its pilot, which headlines leave out
_Past = Callable[[int], Session]  # the session as it was at an event


def pace_of(prefs: Prefs) -> Pace:
    """How a player likes to be told, by his settings."""
    return pace(prefs.pace, prefs.throws != "self", prefs.throws == "every")


class Calm(NamedTuple):
    """A calm stretch: where it ends, what there was to say turn by turn, how many rolls, the legs of a way; what
    was skipped is told the same way."""

    title: str
    lines: Sequence[Stage]
    rolls: int
    legs: Sequence[Leg] = ()
    skipped: bool = False


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
    past: Session  # as it was at the last event told
    volley: Sequence[Thrown] = ()  # dice that fell together, in this scene or just now


def tell(view: ScreenRenderer, session: Session, since: int, told: Pace, seen: int = -1) -> Told | None:
    """The next scene from event `since` on at which one stops, with its dice thrown as far as event `seen`; None
    if there is none before the decision.

    Told is the world as it is just before the first throw that has not fallen: its scenes are those that the log
    up to there makes, so that nothing of them, not even where they end, depends on the dice to come.
    """
    events = session.events
    own = own_events(events, session.chapter.auto)
    throws = _throws(view, session, since, told)
    at = next((cast.first for cast in throws if cast.first > seen), None) if told.throws else None
    scenes = view.scenes(events[:at], since, own)
    begun = max((number for number in own if number < since), default=-1) + 1
    before = view.scenes(events[:since], begun, own) if begun < since else []
    tape = [scene for scene in before if scene.weight != "calm"][-_TAPE:]
    quiet: list[Scene] = []
    fell: tuple[Scene, list[Scene]] | None = None  # dice of which nothing came, and what was passed before them
    for scene in scenes:
        if at is not None and scene is scenes[-1] and _leads(view, scene, events, at):
            return _waiting(view, session, scene, throws, seen, _calm(view, session, quiet), tape)
        book, thrown = view.scene_book, any(cast.falls_in(scene.events) for cast in throws)
        if not told.stops(scene, book, thrown):
            quiet.append(scene)
        elif scene.events[1] < seen:  # it stood beside the throw that parted it from what came of this
            tape = [*tape, *([scene] if scene.weight != "calm" else [])][-_TAPE:]
        elif at is None or told.stops(scene, book) or _elsewhere(book, events, scene, at):
            shown, passed_by = fell or (scene, quiet)
            return _complete(view, session, shown, throws, _calm(view, session, passed_by), tape)
        else:  # they stand beside the next throw, if that is the next stop
            fell = fell or (scene, [*quiet])
    if at is None:
        return None
    nothing = Scene("", "calm", "", (), (), (), (at, at))
    return _waiting(view, session, nothing, throws, seen, _calm(view, session, quiet), tape)


def _throws(view: ScreenRenderer, session: Session, since: int, told: Pace) -> list[Cast]:
    """What the player throws himself from an event on, or has fall before his eyes."""
    if session.table_dice or not (told.throws or told.shows):
        return []
    scenes = view.scenes(session.events, since)
    return casts(view.scene_book, scenes, session.events, since, told.every, told.slow)


def _leads(view: ScreenRenderer, scene: Scene, events: Sequence[Event], at: int) -> bool:
    """Whether a scene is one with the throw after it: the rules opened no other one, it is not grave, and the
    throw is not aimed aside and has no name of its own."""
    book = view.scene_book
    one = scene.weight != "grave" and scene.events[0] >= _opened(events, at)
    return one and aside(book, events, at) is None and not called_by_table(book, events, at)


def _elsewhere(book: SceneBook, events: Sequence[Event], scene: Scene, at: int) -> bool:
    """Whether a throw is made in a scene of another kind, or under a name of its own: dice of a fight do not stand
    under the heading of the flak after it."""
    if called_by_table(book, events, at):
        return True
    begun, next_ = opened_at(events, scene.events[0]), opened_at(events, at)
    return begun is not None and next_ is not None and begun.kind != next_.kind


def _opened(events: Sequence[Event], number: int) -> int:
    """The event that opened the scene in which this one fell."""
    return next((n for n in range(number, -1, -1) if isinstance(events[n], Opened)), 0)


def _waiting(
    view: ScreenRenderer,
    session: Session,
    scene: Scene,
    throws: Sequence[Cast],
    seen: int,
    calm: Calm | None,
    tape: Sequence[Scene],
) -> Told:
    """A scene as far as the throw: called by what it was opened with, without weight."""
    past = functools.cache(session.at)
    next_ = next(cast for cast in throws if cast.first > seen)
    at = next_.first
    now = [cast for cast in throws if cast.first == seen]
    single = [cast.first for cast in throws if cast.first < seen and len(cast.dice) == 1]
    own = {number for cast in throws if cast.first < seen for number in cast.rolls if len(cast.dice) > 1}
    headline = opening(view, scene, session.events, at) or "The dice decide"
    again = any(cast.falls_in(scene.events) for cast in now)
    return Told(
        scene,
        headline,
        "",
        "",
        calm,
        tape,
        waiting(view, session, next_),
        alone(view, session, now),
        [
            *(fallen(view, session, rolled(view, session, number)) for number in single[-_BESIDE:]),
            *(fallen(view, session, roll) for roll in scene.rolls if roll.event in own),
        ],
        _beside(view, scene, headline, {number for cast in throws for number in cast.rolls}),
        scene.rolls,
        at - 1,
        _act(view, session, scene, at - 1, "", at, past)._replace(again=again),
        at,
        past(at - 1),
        together(view, session, now),
    )


def _complete(
    view: ScreenRenderer,
    session: Session,
    scene: Scene,
    throws: Sequence[Cast],
    calm: Calm | None,
    tape: Sequence[Scene],
) -> Told:
    """A scene whose dice have fallen."""
    past = functools.cache(session.at)  # a moment is played to once, whatever is read of it
    here = [cast for cast in throws if cast.falls_in(scene.events)]
    last = here[-1:]
    own = {number for cast in here[:-1] for number in cast.rolls}
    key = alone(view, session, last)
    if not here and scene.key is not None:
        key = fallen(view, session, scene.key)
    shown = {number for cast in here for number in cast.rolls}
    return Told(
        scene,
        scene.headline,
        scene.weight,
        scene.tone,
        calm,
        tape,
        None,
        key,
        [fallen(view, session, roll) for roll in scene.rolls if roll.event in own],
        [*_beside(view, scene, scene.headline, shown), *_means(view, session, scene, past)],
        scene.rolls,
        scene.events[1],
        _act(view, session, scene, scene.events[1], scene.kind, scene.events[0], past)._replace(
            near=scene.weight == "grave", again=bool(here)
        ),
        scene.events[1] + 1,
        past(scene.events[1]),
        together(view, session, last),
    )


def _means(view: ScreenRenderer, session: Session, scene: Scene, past: _Past) -> list[SceneLine]:
    """What a scene means from now on."""
    return view.means(session.ref, scene, lambda event: past(event).state)


def replayed(view: ScreenRenderer, session: Session, scene: Scene) -> Told:
    """A scene told again: everything has fallen."""
    return _complete(view, session, scene, (), None, ())


def came_of(scene: Scene, headline: str) -> list[SceneLine]:
    """What came of it, without the player's own words and what the headline says."""
    told = [_plain(line) for line in scene.lines if line.kind != "choice"]
    return [line for line in told if _TAIL.sub("", line.text).rstrip(".") != headline.rstrip(".")]


def _beside(view: ScreenRenderer, scene: Scene, headline: str, shown: set[int]) -> list[SceneLine]:
    """What came of it, without what dice that stand beside it say already."""
    notes = view.scene_book.note
    return [
        line
        for line in came_of(scene, headline)
        if not (line.kind in notes and notes[line.kind].dice and shown.intersection(line.events))
    ]


def _plain(line: SceneLine) -> SceneLine:
    """A line without its dice: they stand among the rolls."""
    return msgspec.structs.replace(line, text=DICE.sub("", line.text))


def _calm(view: ScreenRenderer, session: Session, scenes: Sequence[Scene]) -> Calm | None:
    """What nobody stopped at, as one strip; after several turns also what is wrong and stays so."""
    if not scenes:
        return None
    events = session.events
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
    turns = [*_turn_before(view, events, first, heads, lines), *heads]
    told = [leg for leg in stretch(turns, lines) if leg.line.rstrip(".") != title]
    if len(heads) > 1:
        told += [Stage("", text) for text in view.lasting(session.at(last).state)]
    where = view.mark.join(title.split(view.mark)[:2])  # the head of the page says the rest
    passed_by = [n for scene in scenes for n in range(scene.events[0], scene.events[1] + 1)]
    return Calm(where if told else title, told, rolls, view.legs(events, passed_by))


def _turn_before(
    view: ScreenRenderer,
    events: Sequence[Event],
    first: int,
    heads: Sequence[tuple[int, str]],
    lines: Sequence[tuple[int, str]],
) -> list[tuple[int, str]]:
    """Where the turn is that was under way before a stretch came to the next one, if the stretch tells of it:
    under the heading of the next, the weather of Zone 7 would be that of Zone 8."""
    if not heads or not any(at < heads[0][0] for at, _ in lines):
        return []
    before = [block.head for block in view.tell(events[:first], 0) if block.head]
    return [(first, view.mark.join(before[-1].split(view.mark)[:2]))] if before else []


def passed(view: ScreenRenderer, session: Session, since: int, told: Pace) -> Calm | None:
    """What nobody stopped at between the last scene from an event on and the decision."""
    events = session.events
    throws = _throws(view, session, since, told)
    quiet: list[Scene] = []
    for scene in view.scenes(events, since, own_events(events, session.chapter.auto)):
        stops = told.stops(scene, view.scene_book, any(cast.falls_in(scene.events) for cast in throws))
        quiet = [] if stops else [*quiet, scene]
    return _calm(view, session, quiet)


def _outcome(view: ScreenRenderer, scene: Scene) -> str:
    """What came of a scene beside its headline: from the blow on, or all of it where there was none."""
    lines = passing_lines(view.scene_book, scene) or came_of(scene, scene.headline)
    return " ".join(_plain(line).text.removeprefix(scene.headline).lstrip(".,: ") for line in lines)


def missed(view: ScreenRenderer, session: Session, since: int, told: Pace) -> Calm | None:
    """What was skipped from an event on: each scene that is more than calm, with what came of it, and what nobody
    would have stopped at after the last of them."""
    scenes = view.scenes(session.events, since, own_events(session.events, session.chapter.auto))
    rest = passed(view, session, since, told)
    legs = [Stage(scene.headline, _outcome(view, scene)) for scene in scenes if scene.weight != "calm"]
    if not legs:
        return rest
    after = [leg for leg in rest.lines if leg.head not in {one.head for one in legs}] if rest is not None else []
    return Calm("You skipped", [*legs, *after], sum(len(scene.rolls) for scene in scenes), skipped=True)


def _act(
    view: ScreenRenderer, session: Session, scene: Scene, upto: int, kind: str, throw: int, past: _Past
) -> Act:
    """What the picture of a scene shows: what it was opened with, and what has been noted so far; of a throw aside
    only what this is aimed at, of a scene that nothing before it brought about only its own."""
    events, begins = session.events, scene.events[0]
    if (words := view.scene_book.note.get(scene.kind)) is not None and words.fresh:
        notes = tuple(event for event in events[begins : upto + 1] if isinstance(event, Noted))
        about = [subject for note in notes for subject in note.about]
        return Act(tuple(dict.fromkeys(about)), notes, past(max(0, begins - 1)).state, "", kind)
    if (apart := aside(view.scene_book, events, throw)) is not None:
        notes = tuple(event for event in events[throw : upto + 1] if isinstance(event, Noted))
        about = [Subject("fighter", apart[1]), *(subject for note in notes for subject in note.about)]
        return Act(tuple(dict.fromkeys(about)), notes, past(throw - 1).state, apart[0], kind)
    first = _opened(events, begins)
    notes = tuple(event for event in events[first : upto + 1] if isinstance(event, Noted))
    new = tuple(event for event in events[begins : upto + 1] if isinstance(event, Noted))
    begun = events[first]
    about = list(begun.about) if isinstance(begun, Opened) else []
    about += [subject for note in new for subject in note.about]
    opened = begun.kind if isinstance(begun, Opened) else ""
    there = next((n for n in range(first, upto + 1) if _arrives(events[n])), first)
    return Act(tuple(dict.fromkeys(about)), notes, past(there).state, opened, kind)


def _arrives(event: Event) -> bool:
    """Whether a wave is there with this event: only from now on its fighters can be seen."""
    return isinstance(event, Noted) and event.kind == "wave"
