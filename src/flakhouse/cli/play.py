"""`flakhouse play`: the game in the terminal.

desk       what can be looked up        scenes     what happened since the last answer
questions  the decision that is open    fill       several questions on one form
after      the debriefing, what next    play       the loop, undo, settings

`Play` shows what happened since the last answer, then the decision, and reads one line. The session does the
rest: every answer is on the disk before the next prompt appears.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from flakhouse import slate
from flakhouse.cli.after import Rester
from flakhouse.cli.desk import KEYS, WORDS, how_many, sentence
from flakhouse.cli.opening import opening
from flakhouse.cli.pace import EVERY, MINE, REAL, moment
from flakhouse.cli.scenes import Back, Otherwise, Quit
from flakhouse.cli.terminal import Closed, Terminal
from flakhouse.cli.words import fits
from flakhouse.core.game import ADVISER
from flakhouse.core.journal import Answer
from flakhouse.core.questions import Question
from flakhouse.core.session import Session
from flakhouse.errors import AnswerError, RulesError
from flakhouse.render.briefing import due
from flakhouse.render.guide import GIVEN_DICE, guide
from flakhouse.render.look import labels_of
from flakhouse.store import Store
from flakhouse.store.keeper import mark_of

if TYPE_CHECKING:
    from flakhouse.sim.odds import Plan

__all__ = ["Play", "main", "main_strict", "opening"]

_SCREENS = frozenset((*"isetlwhngb?", "position", "recap"))  # the question is shown again after these
_TAKES = frozenset(("o", "g", "e", "t", "l", "u", "note"))  # commands that take a word behind them
_LONG = 7  # days after which a player is told where he stands
_SCENE = 16  # lines that the first scene or question takes behind a briefing
_MANY = 5  # to take back more steps than that is asked first


def main(store: Store, name: str, session: Session, guided: bool = False) -> int:
    """Play a session that has been run, until the player has enough. Once a new crew is named, or at once where
    there is nobody to name, routine steps run by themselves."""
    begun = session.state is not None and session.steps > len(session.chapter.auto)
    fresh = not begun and session.chapter.number == 1 and session.automation == "none"
    play = Play(store, name, session, Terminal())
    play.guided = guided
    if fresh:
        asked = guide(session.game.name).asked if guided else "named"
        play.take(lambda: session.set_automation(asked, open_too=True))
    return play.run()


def main_strict(store: Store, name: str, session: Session, guided: bool = False) -> int:
    """The same, with every step asked if the session says so."""
    play = Play(store, name, session, Terminal())
    play.guided = guided
    return play.run()


#: What is asked with each setting, and the setting that `a` puts next.
_ASKED = {
    "none": "every question is asked",
    "formal": "only formalities are skipped",
    "routine": "questions with one sensible answer are skipped",
    "named": "questions with one sensible answer are skipped",
}
#: What `d` says of the dice it puts next.
_THROWS = {
    REAL: "You throw real dice from the next roll on; type the faces.",
    MINE: "You throw the dice that matter: Enter, and they fall.",
    EVERY: "You throw every die, one after another: Enter, and it falls.",
}
_NEXT = {"none": "formal", "formal": "named", "routine": "none", "named": "none"}


class Play(Rester):
    """A player at the terminal."""

    def __init__(self, store: Store, name: str, session: Session, terminal: Terminal) -> None:
        super().__init__(store, name, session, terminal)
        self.briefed = 0  # the chapter whose briefing was shown
        self.commands: dict[str, Callable[[str], None]] = {
            "?": self.explain_decision,
            "g": self.terms,
            "b": self.briefing,
            "recap": self.recap,
            "e": self.explain_rolls,
            "o": self.odds,
            "t": self.table,
            "i": self.status,
            "s": self.status,
            "l": self.log,
            "w": self.sheet,
            "n": self.barred,
            "u": self.undo,
            "redo": self.redo,
            "d": self.dice,
            "a": self.automation,
            "adviser": self.adviser,
            "p": self.pace,
            "note": self.note,
            "position": self.position,
            "h": self.help,
            "q": self.quit,
        }

    # ------------------------------------------------------------------ the loop

    def run(self) -> int:
        """Play until the player has enough; the exit code."""
        term = self.term
        try:
            self.welcome()
            while True:
                self.turn()
        except Quit:
            term.say(self.kept())
        except Closed as closed:
            term.say(self.kept())
            return 130 if closed.interrupted else 0
        except KeyboardInterrupt:
            term.say()
            term.say(self.kept())
            return 130
        return 0

    def turn(self) -> None:
        """The briefing of a mission that begins; what happened, then the question; or the end of the chapter."""
        self.fit()
        if self.term.paced:
            self.mark_told()
        chapter = self.session.chapter
        begun = due(self.session.events, chapter.auto, self.session.need_dice is not None)
        if self.term.paced and self.briefed != chapter.number and begun:
            self.briefed = chapter.number
            with self.term.paged(after=_SCENE):
                self.term.head(self.view.title(chapter.number, self.session.events, self.session.state))
                self.briefing("short" if chapter.number > 1 else "")
        try:
            told = self.tell()
        except Back:
            self.told = len(self.session.events)
            self.undo()
            return
        except Otherwise:
            return
        self.fresh = told
        if told:
            self.said.clear()
            if self.term.paced:
                self.shown = ""  # what was shown before the scenes has scrolled away
        if self.session.finish is not None:
            self.debriefing()
            return
        self.question()

    def kept(self) -> str:
        """The last line; what has not been told yet is told when the player comes back."""
        session = self.session
        self.mark_told()
        over = session.finish is not None and session.finish.over
        command = os.environ.get("FLAKHOUSE_COMMAND", "flakhouse")
        return f"Everything is kept in {self.name}. To {'read it again' if over else 'continue'}: " + (
            f"{command} resume {self.name}"
        )

    def mark_told(self) -> None:
        """Keep how far it is told: a report meanwhile, or one who comes back, is told no more."""
        opened = 0 if self.answered() else self.session.chapter.number
        left = self.told if self.told < len(self.session.events) else None
        self.settings.left(self.name, left, opened, self.moment())
        if left is None and self.session.finish is not None:
            self.store.tell_end(mark_of(self.session))  # nor in a browser

    def moment(self) -> str:
        """Where the save stands."""
        return moment(self.session.chapter.number, self.session.steps)

    def answered(self) -> bool:
        """Whether the player has answered anything in this chapter."""
        return self.session.steps > len(self.session.chapter.auto)

    def welcome(self) -> None:
        """How it is played; after a pause also where it stood."""
        session = self.session
        dice = "your own dice" if session.table_dice else "the computer's dice"
        routine = _ASKED[session.automation]
        self.term.say(f"Save {self.name}; {dice}; {routine}. h shows the keys.")
        if self.guided and guide(self.game.name).faces:
            self.term.say(GIVEN_DICE, "ours")
        self.say_pace()
        first = self.settings.opened(self.name) == session.chapter.number  # the first decision, all told before it
        begun = self.answered() or first or self.settings.untold(self.name, self.moment()) is not None
        if session.finish is None and begun:
            self.told = self.batch = self.begins()
            self.briefed = session.chapter.number if self.told else 0
            if session.state is not None:
                self.term.head(self.view.title(session.chapter.number, session.events, session.state))
            if session.chapter.position is not None:
                self.term.say("Begun from a position, outside any tour.", "dim")
            if self.told == len(session.events):
                self.headline()
            if self.away() >= _LONG:
                self.recap()
        elif session.finish is not None:
            self.told = self.batch = self.begins()
        elif session.chapter.position is not None:
            self.term.head(self.view.title(session.chapter.number, session.events, session.state))
            self.term.say(self.notices() + ".", "dim")
            for line in self.view.briefing(session.state):
                self.term.say(line, indent="  ")
        elif session.house is not None:
            self.term.say(self.notices() + ".", "dim")  # the names come before the first headline

    def away(self) -> int:
        """For how many days nobody has played this save."""
        last = datetime.fromisoformat(self.store.info(self.name).updated)
        return (datetime.now(UTC) - (last if last.tzinfo else last.replace(tzinfo=UTC))).days

    def begins(self) -> int:
        """The event that the telling goes on with after a rest: none, unless the player left in its midst."""
        events = len(self.session.events)
        left = self.settings.untold(self.name, self.moment())
        shown = self.session.finish is not None and self.store.end_told(mark_of(self.session))
        return events if left is None or shown or not self.term.paced else min(left, events)

    # ------------------------------------------------------------------ commands

    def command(self, line: str, ask: Question | None) -> bool:
        """Carry out a command; False if the line is none. A key of the help is always that key, never the name of
        an option or its beginning."""
        word, _, rest = line.partition(" ")
        key = word.lower()
        own = (key == "redo" and self.undone) or (key == "note" and rest)
        if ask is not None and ask.free and (len(word) > 1 or rest) and not own:
            return False  # a name
        if (
            ask is not None
            and (key not in KEYS or (rest and key not in _TAKES))
            and fits(line, labels_of(ask), False)
        ):
            return False  # "a second zone" is no `a`, but `status` is no option that only has the word in it
        key = WORDS.get(key, key)
        act = self.commands.get(key)
        if act is None:
            return False
        self.fit()
        if key in _SCREENS:
            with self.term.paged(seen=ask is not None):
                act(rest.strip())
            if self.term.carried.lower() == line.lower():
                self.term.carried = ""  # the key that opened a page shuts it
        else:
            act(rest.strip())
        if (key in _SCREENS or key == "o") and ask is not None and self.session.pending is ask:
            self.show(ask)  # the options have scrolled away
        return True

    def odds(self, rest: str = "") -> None:
        """The odds of the open question. They change nothing: the same question stays open."""
        from flakhouse.cli import odds
        from flakhouse.slate_plans import plans

        seconds = how_many(rest, 0)
        if seconds is None:
            self.hint("Type o, or o 5 for five seconds.")
            return
        compared: list[Plan] = []
        if (form := self.form) is not None:
            compared = plans(self.session, form)
            self.term.say(f"{form.title} as a whole; what follows is played as advised.", "head")
        try:
            odds.show(self.term, self.session, float(seconds) if rest else None, plans=compared)
        except (AnswerError, RulesError) as bad:
            self.hint(f"{sentence(str(bad))}.")

    def quit(self, rest: str = "") -> None:
        """Leave."""
        raise Quit

    def undo(self, rest: str = "") -> None:
        """Take back steps. A change on an open form is one, and so is a form that one Enter settled."""
        count = how_many(rest, 1)
        if not count:
            self.hint("Type u, or u 3 to take back three steps.")
            return
        count -= self.unchange(count)
        count -= self.rejoin() if count else 0
        if not count:
            return
        if self.session.chapter.number > 1 and self.session.steps == len(self.session.chapter.auto):
            self.back()
            return
        chapter = self.session.chapter
        routine = frozenset(chapter.auto)
        own = [entry for i, entry in enumerate(chapter.entries) if i not in routine]
        if min(count, len(own)) > _MANY and not self.sure(min(count, len(own))):
            return
        steps = done = 0

        def act() -> None:
            nonlocal steps, done
            while steps < count and (done < len(own) or not done):
                done += self.session.undo() if self.singly else slate.undo(self.session)
                steps += 1

        self.take(act)
        if done:
            self.undone = own[len(own) - done :] + self.undone
            many = f" ({done} answers)" if done > steps else ""
            self.anew(f"Taken back: {steps} {'step' if steps == 1 else 'steps'}{many}.")

    def sure(self, count: int) -> bool:
        """Whether so many answers are really to be taken back."""
        self.term.say(f"Take back your last {count} steps? yes or no; redo would put them back.", "ask")
        if self.term.ask().lower() in ("y", "yes"):
            return True
        self.hint("Nothing was taken back.")
        return False

    def redo(self, rest: str = "") -> None:
        """Put back what was taken back."""
        if not self.undone:
            self.hint("There is nothing to put back: what is taken back can be put back until the next answer.")
            return
        done = 0

        def act() -> None:
            nonlocal done
            for entry in self.undone:
                if isinstance(entry, Answer):
                    self.session.answer(entry.key)
                else:
                    self.session.throw(entry.faces)
                done += 1

        self.take(act)
        self.undone = []
        self.anew(f"Put back: {done} {'step' if done == 1 else 'steps'}.")

    def anew(self, text: str) -> None:
        """The player has moved in time: nothing is told again, the question is shown whole."""
        self.told = self.batch = len(self.session.events)
        self.shown = ""
        self.said.clear()
        self.tape.clear()  # what was told may be taken back
        self.term.say(text)
        self.headline()

    def back(self) -> None:
        """From the start of a chapter into the debriefing of the one before."""

        def act() -> None:
            self.store.drop_chapter(self.name)
            self.session = self.store.session(self.game, self.name)
            self.session.run()

        if self.take(act):
            self.told = self.batch = len(self.session.events)
            self.term.say(f"Back in the debriefing of {self.game.chapter_word} {self.session.chapter.number}.")

    def dice(self, rest: str = "", told: int | None = None) -> None:
        """Whose dice; in the midst of the telling from what has been `told` on."""
        then = self.settings.next_dice(self.session.table_dice, hands=self.term.paced)
        real = then == REAL
        since = told if real else None

        def act() -> None:
            if since is None:
                self.session.set_table_dice(real)
            else:
                self.session.take_dice(since)

        if self.take(act):
            said = _THROWS.get(then, "The computer throws all dice, and no throw waits for you.")
            self.term.say(f"{said} d changes it again.")
            if since is not None:
                self.told = since + 1
                raise Otherwise

    def automation(self, rest: str = "") -> None:
        """Who takes routine steps."""
        level = _NEXT[self.session.automation]
        if self.take(lambda: self.session.set_automation(level)):
            asked = _ASKED[level]
            self.term.say(f"{asked[:1].upper()}{asked[1:]}; a changes it.")

    def adviser(self, rest: str = "") -> None:
        """Who marks the answer."""
        now = self.session.chapter.options.get(ADVISER.key, ADVISER.default)
        then = next(name for name in ADVISER.values if name != now)
        if self.take(lambda: self.session.set_adviser(then)):
            said = "Crew first advises you" if then == "crew" else "Doctrine advises you"
            self.term.say(f"{said} from now on; adviser changes it.")
