"""What happened since the last answer, scene by scene.

One scene is one screen: the bar with the state at that moment, the headline, a picture where there is one, the
roll that mattered, what came of it, the keys. It is printed, not drawn over old text. Calm stretches are one dim
line. Nothing of a result is printed before its dice are thrown: until then a scene is called by what it was opened
with, and bar, picture and panel show the state before the throw.

A pipe, a dumb terminal and a screen reader get the same words as a transcript, turn by turn, without a pause.
"""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.cli import draw, stops
from flakhouse.cli.desk import KEYS, WORDS, Desk
from flakhouse.cli.pace import Settings
from flakhouse.cli.terminal import LOGGED, WIDTH, Terminal
from flakhouse.core.events import Opened, Rolled
from flakhouse.core.questions import Subject
from flakhouse.core.session import Session
from flakhouse.render.base import roll_lines
from flakhouse.render.pace import Pace
from flakhouse.render.scenes import (
    Scene,
    SceneLine,
    SceneRoll,
    called_by_table,
    headline_at,
    opened_at,
    opening,
    passing_lines,
    roll_line,
    scene_roll,
)
from flakhouse.render.telling import Block, stretch
from flakhouse.render.throws import Cast, Die, Throw, announced, casts, expected, whom
from flakhouse.store import Store

__all__ = ["Back", "Otherwise", "Quit", "Teller"]

_LOG = 8  # lines of the log on a very wide screen
_KEYS = {"throw": "throw", "scene": "continue"}
#: Words that mean a key at a stop.
_WORDS = WORDS | {"enter": "", "throw": "", "continue": "", "skip": "s", "roll": "r", "rolls": "r"}


class Quit(Exception):
    """The player quits."""


class Back(Exception):
    """The player takes his last answer back in the midst of the telling."""


class Otherwise(Exception):
    """What follows in the telling has not happened after all: the player throws it himself."""


class Teller(Desk):
    """Tells what happened."""

    def __init__(
        self, store: Store, name: str, session: Session, terminal: Terminal, settings: Settings | None = None
    ) -> None:
        super().__init__(store, name, session, terminal)
        self.settings = settings if settings is not None else Settings()
        self.guided = False  # each decision is explained, and each kind of stop once
        self.explained: set[str] = set()  # those that were
        self.drew = False  # a picture has been shown
        self.skipping = False
        self.state: object = None  # at the moment being told
        self.heads: list[tuple[int, str]] = []  # the turns being told: the event each begins with, its heading
        self.acts: list[Scene] = []  # what is being told
        self.casts: list[Cast] = []  # what is thrown while it is told
        self.begun: Opened | None = None  # the scene of the last throw
        self.panels = 0  # rows of the panel begun last
        self.opened = ""  # and what it was called
        self.tape: list[str] = []  # scenes told since the last answer, for the panel

    @property
    def pace_now(self) -> Pace:
        """Where the telling stops, as the player likes it or skips."""
        return self.settings.told(self.skipping)

    def tell(self) -> bool:
        """What happened since the last answer; whether there was anything."""
        events = self.session.events
        if len(events) <= self.told:
            return False
        self.batch = since = self.told
        if not self.term.paced:
            self.told = len(events)
            return self.transcript(since)
        self.skipping, self.begun = False, None
        self.tape.clear()
        calm: list[Scene] = []
        self.acts = scenes = self.view.scenes(events, since)
        self.recast()
        self.heads = [(block.at, block.head) for block in self.view.tell(events, since) if block.head]
        for scene in scenes:
            self.mark_told()
            throws = self.throws_in(scene)
            if self.pace_now.stops(scene, self.view.scene_book, bool(throws) or self.shows_in(scene)):
                self.strip(calm)
                calm = []
                self.screen(scene, throws)
            else:
                calm.append(scene)
            self.told = scene.events[1] + 1
        self.strip(calm)
        self.told = len(events)
        self.mark_told()
        return bool(scenes)

    def recast(self) -> None:
        """What the player throws of what is being told, as he likes it now."""
        book, told = self.view.scene_book, self.pace_now
        self.casts = casts(book, self.acts, self.session.events, self.batch, told.every, told.slow)

    def mark_told(self) -> None:
        """How far it is told has changed."""

    # ------------------------------------------------------------------ a transcript

    def transcript(self, since: int) -> bool:
        """Every line, turn by turn; what is more than calm has its headline and the roll that mattered."""
        events = self.session.events
        blocks = self.view.tell(events, since, asked=self.asked())
        scenes = [scene for scene in self.view.scenes(events, since) if scene.weight != "calm"]
        quiet = False  # the block before had a heading only: it needs no empty line after it
        for i, block in enumerate(blocks):
            if block.head:
                last = i == len(blocks) - 1 and self.session.finish is None
                if not (quiet and not block.lines and not last):
                    self.term.say()
                if last:
                    self.headline(block.head)
                else:
                    self.term.head(block.head)
            self._lines(block, scenes)
            quiet = bool(block.head) and not block.lines
        return any(block.lines for block in blocks)

    def _lines(self, block: Block, scenes: list[Scene]) -> None:
        for line in block.lines:
            at = max(line.events, default=-1)
            while scenes and scenes[0].events[0] <= at:
                self._titled(scenes.pop(0), line.text)
            self.term.say(line.text, line.tone, "  ")

    def _titled(self, scene: Scene, text: str) -> None:
        """The headline of a scene and its roll, unless the line after it says as much."""
        if not text.startswith(scene.headline.rstrip(".")):
            self.term.say(f"{scene.headline}.", "head", "  ")
        if scene.key is not None and scene.key.needed:
            self.term.say(f"{roll_line(scene.key)}.", "dim", "  ")

    # ------------------------------------------------------------------ scenes

    def throws_in(self, scene: Scene) -> list[Cast]:
        """What the player throws in this scene."""
        if not self.pace_now.throws or self.session.table_dice:
            return []
        first, last = scene.events
        return [cast for cast in self.casts if first <= cast.first <= last]

    def shows_in(self, scene: Scene) -> bool:
        """Whether dice that matter fell in this scene by themselves, before the player's eyes."""
        shown = self.pace_now.shows and not self.session.table_dice
        return shown and any(cast.falls_in(scene.events) for cast in self.casts)

    def strip(self, scenes: Sequence[Scene]) -> None:
        """Scenes that do not stop: a calm stretch runs together in dim words, what weighs more has its line."""
        calm: list[Scene] = []
        for scene in scenes:
            if scene.weight == "calm":
                calm.append(scene)
                continue
            self._calm(calm)
            calm = []
            sign, role = draw.mark(scene)
            told = f"{scene.headline}. {roll_line(scene.key)}." if scene.key is not None else f"{scene.headline}."
            self.term.say(f"{sign} {told}", role, " ", "  ")
            for line in passing_lines(self.view.scene_book, scene):
                self.say_line(line)
            self.tape.append(f"{sign} {scene.headline}")
        self._calm(calm)

    def _calm(self, scenes: Sequence[Scene]) -> None:
        """A calm stretch: its turns, each with what there was to say."""
        if not scenes:
            return
        first, last = scenes[0].events[0], scenes[-1].events[1]
        heads = [(at, head) for at, head in self.heads if first <= at <= last]
        said = [(max(line.events, default=first), line.text) for scene in scenes for line in scene.lines]
        lasting = self.view.lasting(self.session.at(last).state) if len(heads) > 1 else []
        legs = [leg.line for leg in stretch(heads, said)]
        told = [*legs, *lasting] or list(dict.fromkeys(f"{scene.headline.rstrip('.')}." for scene in scenes))
        for i, text in enumerate(told):
            self.term.say(f"{' ' if i else '○'} {text}", "dim", " ", "    ")

    def screen(self, scene: Scene, throws: Sequence[Cast]) -> None:
        """A scene: up to each throw, the throw, and what came of it."""
        rest = [line for line in scene.lines if line.text.rstrip(".") != scene.headline.rstrip(".")]
        if (parts := self.parted(scene)) is not None:
            self.open(scene, throws[0].first if throws else parts.first)
            for cast in throws:
                rest = self.until(rest, cast.first)
                self.throw(scene, cast, last=False)
            self.until(rest, parts.first)
            return
        if throws:
            notes, shown = self.view.scene_book.note, {number for cast in throws for number in cast.rolls}
            rest = [  # without what the dice beside it say already
                line
                for line in rest
                if not (line.kind in notes and notes[line.kind].dice and shown.intersection(line.events))
            ]
            self.open(scene, throws[0].first)
            named = headline_at(self.view.scene_book, scene, self.session.events)
            untold = scene.weight != "calm" and scene.headline != self.opened
            for cast in throws:
                if untold and named < cast.first:  # under the dice that did it, not under those after them
                    untold = self.title(scene, self.session.at(named).state, draws=False)
                rest = self.until(rest, cast.first)
                self.throw(scene, cast, last=cast is throws[-1])
            if untold:
                self.title(scene, self.session.at(scene.events[1]).state, draws=False)
        else:
            self.stand(scene.events[1], scene.weight == "grave")
            self.title(scene, self.state)
            mourned = scene.tone != "good" and any(subject.kind in ("man", "b25") for subject in scene.about)
            if scene.key is not None and not (scene.weight == "grave" and mourned):
                rest = self.until(rest, scene.key.event)
                self.rolled(scene.key)
        self.consequences(scene, rest)
        self.tape.append(f"{draw.mark(scene)[0]} {scene.headline}")
        if self.waits(scene):
            self.pause("scene", scene, scene.events[1])

    def parted(self, scene: Scene) -> Cast | None:
        """The throw that parts a scene from what comes of it: before it has fallen nothing may show it."""
        if not self.pace_now.throws or self.session.table_dice or scene.weight == "grave":
            return None
        events, after = self.session.events, scene.events[1] + 1
        begun = opened_at(events, scene.events[0])
        cast = next((c for c in self.casts if c.first == after and opened_at(events, after) is begun), None)
        return cast if cast is not None and not called_by_table(self.view.scene_book, events, after) else None

    def open(self, scene: Scene, throw: int) -> None:
        """A scene before its first throw, by nothing but what it was opened with, or by the name of the throw; one
        that goes on is not opened twice."""
        events = self.session.events
        name = opening(self.view, scene, events, throw)
        apart = bool(called_by_table(self.view.scene_book, events, throw))
        begun = opened_at(events, scene.events[0])
        if begun is not None and begun is self.begun and not apart:
            return
        self.begun, self.opened = begun, name
        self.stand(throw - 1, heavy=False)
        if name:
            for row in draw.headline("◆", "warning", name, self.term.width):
                self.term.row(row)
        if begun is not None and not apart:
            self.draw(self.state, begun.kind, begun.about)

    def waits(self, scene: Scene) -> bool:
        """Whether a scene ends with a key: with real dice the next throw is the pause, but for grave ones."""
        if self.session.need_dice is not None and scene.weight != "grave":
            return False
        return self.pace_now.weighs(scene) or self.shows_in(scene)

    def stand(self, event: int, heavy: bool) -> None:
        """The bar and the rule, from the state when this event had been told."""
        past = self.session.at(event) if event >= 0 else None
        self.state = past.state if past is not None else None
        self.fit()
        self.term.hurried = False
        self.term.say()
        if self.term.wide:
            self.term.beside = draw.panel(self.view, self.state, self.tape, self.logged(event))
            self.panels = len(self.term.beside)
        events = self.session.events[: event + 1]
        title = self.view.title(self.session.chapter.number, events, self.state)
        self.bar(title, self.view.headline(self.state, events))
        self.term.rule(heavy)

    def title(self, scene: Scene, state: object, draws: bool = True) -> bool:
        """Mark and headline, and the picture. A death and a loss have room about them, and the name first. False:
        nothing of it is left to be told."""
        sign, role = draw.mark(scene)
        solemn = scene.weight == "grave" and scene.tone != "good"
        if solemn:
            self.term.say()
            self.wait(0.6)
        for row in draw.headline(sign, role, scene.headline, self.term.width, 6 if solemn else 1):
            self.term.row(row)
        self.wait(0.15)
        if solemn and (who := self.view.who(state, scene)):
            self.term.say(who, "dim", " " * 8)
        if draws:
            self.draw(state, scene.kind, scene.about)
        return False

    def draw(self, state: object, kind: str, about: Sequence[Subject]) -> None:
        """The picture, where it fits; the sentences say the same."""
        for row in self.view.picture(state, kind, about) if self.term.width >= WIDTH else ():
            self.term.row(row)
            self.drew = True

    def until(self, lines: list[SceneLine], number: int) -> list[SceneLine]:
        """Say the lines of what had happened before this event; the others."""
        for line in lines:
            if max(line.events, default=-1) < number:
                self.say_line(line)
        return [line for line in lines if max(line.events, default=-1) >= number]

    def say_line(self, line: SceneLine) -> None:
        """A line with the mark of its tone."""
        sign = {"loss": "▲ ", "warning": "! ", "good": "+ "}.get(line.tone, "  ")
        self.term.say(sign + line.text, line.tone, " ", "  ")

    def throw(self, scene: Scene, cast: Cast, last: bool) -> None:
        """Announce what is thrown, wait for the key, show the dice."""
        said = [self.before(die) for die in cast.dice]
        rows = draw.volley(said, self.term.width) if len(said) > 1 else draw.announcement(said[0], self.term.width)
        for row in rows:
            self.term.row(row)
        if not self.skipping:
            self.pause("throw", scene, cast.first - 1)
        if last and self.term.beside:  # what the panel still has to show is as it is after the scene
            shown = self.panels - len(self.term.beside)
            state = self.session.at(scene.events[1]).state
            after = draw.panel(self.view, state, self.tape, self.logged(scene.events[1]))
            self.term.beside, self.panels = after[shown:], len(after)
        rolls = [self.roll_of(die.event) for die in cast.dice]
        if len(rolls) == 1 and rolls[0] is not None:
            self.rolled(rolls[0], said=True)
            return
        fell = [(throw.about or throw.title, roll) for throw, roll in zip(said, rolls, strict=True)]
        for row in draw.fallen(fell, self.term.width):
            self.term.row(row)
        self.wait(0.35)

    def roll_of(self, number: int | None) -> SceneRoll | None:
        """The roll at this place of the log; None for a die that was not thrown."""
        if number is None:
            return None
        event = self.session.events[number]
        assert isinstance(event, Rolled)
        return scene_roll(self.view.scene_book, number, event)

    def fallen(self, upto: int) -> list[SceneRoll]:
        """The rolls of the scene that the rules opened, as far as this event and as it is being told."""
        events = self.session.events
        first = next((n for n in range(upto, self.batch, -1) if isinstance(events[n], Opened)), self.batch)
        rolls = (self.roll_of(n) for n in range(first, upto + 1) if isinstance(events[n], Rolled))
        return [roll for roll in rolls if roll is not None]

    def before(self, die: Die) -> Throw:
        """What may be said of a die before it falls."""
        if die.said is not None:
            words = self.view.scene_book.words(die.said.chart, die.said.about)
            return expected(die.said, self.chart(die.said.chart), words)
        assert die.event is not None
        event = self.session.events[die.event]
        assert isinstance(event, Rolled)
        about = whom(self.view.scene_book, self.session.events, die.event) or event.about
        words = self.view.scene_book.words(event.chart, event.about)
        return announced(event, self.chart(event.chart), about, words)

    def rolled(self, roll: SceneRoll, said: bool = False) -> None:
        """The dice of a roll and their result; with the need, unless it was said."""
        for row in draw.dice(roll, said, self.term.width):
            self.term.row(row)
        self.wait(0.35)

    def wait(self, seconds: float) -> None:
        """A short hold, unless the player skips."""
        if not self.skipping:
            self.term.hold(seconds)

    def consequences(self, scene: Scene, lines: Sequence[SceneLine]) -> None:
        """What came of it; of a grave scene the crew in a row."""
        if scene.weight == "grave":
            self.term.say()
            state = self.session.at(scene.events[1]).state
            lit = [subject.name for subject in scene.about if subject.kind in ("man", "b25")]
            men = self.view.crew(state)
            sound = scene.tone == "good" and lit and all(m.condition == "fit" for m in men if m.position in lit)
            if not sound and (lit or any(man.condition != "fit" for man in men)):
                for row in draw.crew(men, self.term.width, lit):
                    self.term.row(row)
        added = self.view.means(self.session.ref, scene, lambda event: self.session.at(event).state)
        for line in (*lines, *added):
            self.say_line(line)

    # ------------------------------------------------------------------ keys

    def pause(self, kind: str, scene: Scene, upto: int) -> None:
        """Wait for Enter; what was told goes as far as event `upto`. A line is a command, as at a decision."""
        rolls = [roll for roll in scene.rolls if roll.event <= upto] if kind == "scene" else self.fallen(upto)
        if kind == "scene":
            self.term.rest_beside()
        self.term.rule(kind == "scene" and scene.weight == "grave")
        self.explain_stop(kind)
        while True:
            self.term.row(draw.keys(_KEYS[kind], len(rolls), self.term.width))
            word, _, rest = self.term.stop().partition(" ")
            key, rest = _WORDS.get(word.lower(), word.lower()), rest.strip()
            if key in ("", "s"):
                self.skipping = bool(key)
                if key:
                    self.hint("On to your next decision; i shows where everything stands.")
                return
            if key in ("r", "e"):
                for roll in rolls:
                    event = self.session.events[roll.event]
                    if key == "r":
                        self.term.say(roll_line(roll), indent="  ")
                    elif isinstance(event, Rolled):
                        self.term.raw("\n".join(roll_lines(event, self.term.width)))
                if not rolls:
                    self.hint("Nothing has been thrown in this scene yet.")
            elif key == "i":
                self.status_to(upto)
            elif key == "l":
                self.log_to(upto)
            elif key in ("h", "?"):
                self.stop_help()
            else:
                self.other(key, rest, upto, _KEYS[kind])

    def explain_stop(self, kind: str) -> None:
        """On a guided mission: how a stop is read, the first time there is one of its kind."""
        if not self.guided:
            return
        men = self.view.crew(self.state)
        told = (
            [] if kind in self.explained else [stops.GUIDE[kind], *draw.marks(self.view, men) * (kind == "scene")]
        )
        self.explained.add(kind)
        if self.drew and "drawing" not in self.explained:
            told += draw.letters(men)
            self.explained.add("drawing")
        for text in told:
            self.term.say(text, "ours")

    def stop_help(self) -> None:
        """The keys of a stop, and what the signs on it mean."""
        for word, what in stops.HELP:
            self.term.say(f"{word:<9} {what}", indent="  ", hang=" " * 10)
        for text in draw.legend(self.view, self.view.crew(self.state)):
            self.term.say(text, "dim", "  ")

    def other(self, key: str, rest: str, upto: int, enter: str) -> None:
        """What changes how it is told, looks a word up, or leaves; the rest means nothing here, and says so."""
        if key == "p":
            self.pace()
        elif key == "d":
            self.dice(told=upto)
            self.recast()
        elif key == "u":
            raise Back
        elif key == "q":
            raise Quit
        elif key == "g":
            self.glossary(rest, [self.view.headline(self.state, self.session.events[: upto + 1])])
        elif key == "t" and rest:
            self.table(rest)
        elif key == "note":
            self.note(rest)
        elif key in KEYS or key in WORDS:
            self.hint(f"{key} works at your next decision. Here Enter would {enter}; h shows the keys.")
        else:
            self.hint(f"{key!r} means nothing here: nothing is asked. Enter would {enter}; h shows the keys.")

    def pace(self, rest: str = "") -> None:
        """Where the telling stops."""
        self.term.say(f"The telling stops at: {self.settings.next_pace()}.", "hint")

    def dice(self, rest: str = "", told: int | None = None) -> None:
        """Who throws the dice, in the midst of the telling from the event `told` on."""
        raise NotImplementedError

    def log_to(self, event: int) -> None:
        """The log as far as this event."""
        with self.term.paged(seen=True):
            for text in self.lines_to(event)[-20:]:
                self.term.say(text, indent="  ")

    def lines_to(self, event: int) -> list[str]:
        """The lines of the log as far as this event."""
        blocks = self.view.tell(self.session.events[: event + 1], 0)
        return [line.text for block in blocks for line in block.lines]

    def logged(self, event: int) -> list[str]:
        """The last lines of the log for a very wide screen."""
        return self.lines_to(event)[-_LOG:] if self.term.columns >= LOGGED else []
