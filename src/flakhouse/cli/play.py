"""`flakhouse play`: the game in the terminal, line by line.

`Play` shows what happened since the last answer, then the decision, and reads one line. The session does the
rest: every answer is on the disk before the next prompt appears.
"""

from __future__ import annotations

from collections.abc import Callable

from flakhouse.cli.desk import Desk, how_many, matching, sentence
from flakhouse.cli.opening import opening
from flakhouse.cli.terminal import Closed, Terminal
from flakhouse.core.ask import Ask, NeedDice
from flakhouse.core.dice import parse_faces
from flakhouse.core.session import Session
from flakhouse.errors import AnswerError, DiceError, RulesError, SaveError
from flakhouse.render.look import barred_text, option_text
from flakhouse.store import Store

__all__ = ["Play", "main", "main_strict", "opening"]

_WORDS = {
    "help": "h",
    "quit": "q",
    "exit": "q",
    "undo": "u",
    "status": "s",
    "log": "l",
    "explain": "e",
    "odds": "o",
    "table": "t",
    "chart": "t",
    "dice": "d",
    "auto": "a",
    "position": "p",
    "sheet": "w",
}
_SCREENS = frozenset("setlwph")
_ROOM = 12  # columns left for an answer


class _Quit(Exception):
    """The player quits."""


def main(store: Store, name: str, session: Session) -> int:
    """Play a session that has been run, until the player has enough. Once a new crew is named, or at once where
    there is nobody to name, routine steps run by themselves."""
    begun = session.state is not None and session.steps > len(session.chapter.auto)
    fresh = not begun and session.chapter.number == 1 and session.automation == "none"
    play = Play(store, name, session, Terminal())
    if fresh:
        play.take(lambda: session.set_automation("named"))
    return play.run()


def main_strict(store: Store, name: str, session: Session) -> int:
    """The same, with every step asked if the session says so."""
    return Play(store, name, session, Terminal()).run()


class Play(Desk):
    """A player at the terminal."""

    def __init__(self, store: Store, name: str, session: Session, terminal: Terminal) -> None:
        super().__init__(store, name, session, terminal)
        self.shown = ""  # the kind of question asked last: its situation has been shown
        self.said: set[str] = set()  # its lines, and those of questions before it that nothing has happened since
        self.fresh = False  # something was told just before the question
        self.commands: dict[str, Callable[[str], None]] = {
            "?": self.explain_decision,
            "e": self.explain_rolls,
            "o": self.odds,
            "t": self.table,
            "s": self.status,
            "l": self.log,
            "w": self.sheet,
            "u": self.undo,
            "d": self.dice,
            "a": self.automation,
            "p": self.position,
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
                if self.session.finish is not None:
                    self.debriefing()
                else:
                    self.tell()
                    self.question()
        except _Quit:
            term.say(self.kept())
        except Closed as closed:
            term.say(self.kept())
            return 130 if closed.interrupted else 0
        except KeyboardInterrupt:
            term.say()
            term.say(self.kept())
            return 130
        return 0

    def kept(self) -> str:
        """The last line."""
        return f"Everything is kept in {self.name}. To go on: flakhouse resume {self.name}"

    def welcome(self) -> None:
        """How it is played; after a pause also where it stood."""
        session = self.session
        dice = "your own dice" if session.table_dice else "the computer's dice"
        routine = "routine steps run by themselves"
        if session.automation == "none":
            routine = "every step is asked"
        self.term.say(f"Save {self.name}; {dice}; {routine}. h shows the keys.")
        if session.steps > len(session.chapter.auto) and session.finish is None:
            self.told = self.batch = len(session.events)
            if session.state is not None:
                self.term.head(self.view.title(session.chapter.number, session.events, session.state))
            if session.chapter.position is not None:
                self.term.say("Begun from a position, outside any tour.", "dim")
            self.headline()
        elif session.finish is not None:
            self.told = self.batch = len(session.events)
        elif session.chapter.position is not None:
            self.term.head(self.view.title(session.chapter.number, session.events, session.state))
            self.term.say(self.notices() + ".", "dim")
            for line in self.view.briefing(session.state):
                self.term.say(line, indent="  ")
        elif session.house is not None:
            self.term.say(self.notices() + ".", "dim")  # the names come before the first headline

    def tell(self) -> None:
        """What happened since the last answer."""
        events = self.session.events
        self.fresh = False
        if len(events) <= self.told:
            return
        self.batch = since = self.told
        self.told = len(events)
        blocks = self.view.tell(events, since, asked=self.asked())
        self.fresh = any(block.lines for block in blocks)
        if self.fresh:
            self.said.clear()
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
            for line in block.lines:
                self.term.say(line.text, line.tone, "  ")
            quiet = bool(block.head) and not block.lines

    # ------------------------------------------------------------------ questions

    def question(self) -> None:
        """Ask what is open and take one line."""
        ask, need = self.session.pending, self.session.need_dice
        if ask is not None:
            self.show(ask)
            self.read(ask)
        elif need is not None:
            self.read_dice(need)

    def show(self, ask: Ask) -> None:
        """A decision with its options."""
        term = self.term
        if ask.id != self.shown:
            for line in self.view.situation(self.session.state, ask, self.fresh):
                if line.text not in self.said:
                    term.say(line.text, line.tone, "  ")
                self.said.add(line.text)
        self.shown = ask.id
        term.say()
        if ask.free:
            term.say(f"{ask.prompt} (Enter: {ask.default})", "ask")
            return
        if set(ask.options) == {"yes", "no"}:
            mark = {key: " (Enter)" if key == ask.default else "" for key in ask.options}
            term.say(f"{ask.prompt} ({ask.rule})", "ask")
            term.say(f"1 Yes{mark['yes']}   2 No{mark['no']}", indent="  ")
            return
        term.say(f"{ask.prompt} ({ask.rule})", "ask")
        width = len(str(len(ask.options)))
        if _counted(ask) and any(not label.startswith(key) for key, label in ask.options.items()):
            width = max(len(key) for key in ask.options)
            for key, label in ask.options.items():
                enter = " (Enter)" if key == ask.default else ""
                term.say(f"{key:>{width}} {label.removesuffix(f' ({key})')}{enter}", "", "  ", " " * (width + 1))
            return
        if _counted(ask):
            marks = (f"{key} (Enter)" if key == ask.default else key for key in ask.options)
            term.say(", ".join(marks), indent="  ")
            return
        for number, (key, label) in enumerate(ask.options.items(), 1):
            enter = " (Enter)" if key == ask.default else ""
            term.say(f"{number:>{width}} {option_text(key, label)}{enter}", "", "  ", " " * (width + 1))
        for key, why in ask.barred.items():
            term.say(f"{'-':>{width}} not now: {barred_text(key)}: {why}", "dim", "  ", " " * (width + 1))

    def read(self, ask: Ask) -> None:
        """Read lines until one answers or changes something."""
        while self.session.pending is ask:
            line = self.term.ask()
            if self.command(line, ask):
                continue
            key = self.key_of(line, ask)
            if key is None:
                continue
            self.take(lambda key=key: self.session.answer(key))  # type: ignore[misc]
            return

    def key_of(self, line: str, ask: Ask) -> str | None:
        """The option a line means; without one a hint is shown."""
        if not line:
            return ask.default
        if ask.free:
            if ask.accepts(line):
                return line
            self.hint("A name has 1 to 40 signs.")
            return None
        keys = list(ask.options)
        if _counted(ask) and line not in keys:
            self.hint(f"Type one of {', '.join(keys)}.")
            return None
        if line.isascii() and line.isdigit() and not _counted(ask):
            number = how_many(line, 0) or 0
            if 1 <= number <= len(keys):
                return keys[number - 1]
            self.hint(f"There are options 1 to {len(keys)}.")
            return None
        found = matching(line, ask.options)
        if len(found) == 1:
            return found[0]
        if found:
            self.hint(f"{line!r} could be {_or(found)}.")
            return None
        names = {barred_text(key): key for key in ask.barred}
        barred = matching(line, ask.barred) or [names[name] for name in matching(line, names)]
        if len(barred) == 1:
            self.hint(f"Not now: {barred_text(barred[0])}: {ask.barred[barred[0]]}")
        else:
            self.hint(f"{line!r} is no option: 1 to {len(keys)}, Enter, ? to explain, h for the keys.")
        return None

    def read_dice(self, need: NeedDice) -> None:
        """Read the faces thrown at the table."""
        what = "1 die" if need.count == 1 else f"{need.count} dice"
        about = f", {need.about}" if need.about else ""
        prompt = f"Roll {what} for {need.title}{about} ({need.chart}): "
        while self.session.need_dice is need:
            if len(prompt) > self.term.width - _ROOM:
                self.term.say(prompt.rstrip(": ") + ".")
                prompt = "Faces: "
            line = self.term.ask(prompt)
            if line and self.command(line, None):
                continue
            try:
                faces = parse_faces(line)
                if len(faces) != need.count:
                    example = "3" if need.count == 1 else "34"
                    self.hint(
                        f"{what.capitalize()} here: type the faces, such as {example}; d lets the computer roll."
                    )
                    continue
            except DiceError as bad:
                self.hint(f"{bad}. Type the faces, or h for the keys.")
                continue
            self.take(lambda faces=faces: self.session.throw(faces))  # type: ignore[misc]
            return

    def take(self, act: Callable[[], object]) -> bool:
        """Do something that plays on. What goes wrong is told, and the player is asked again."""
        try:
            act()
        except (AnswerError, DiceError) as bad:
            self.hint(str(bad))
        except RulesError as bug:
            self.term.say(f"{sentence(str(bug))}.", "loss")
            self.term.say(
                "The game stands as it was before that answer. Take another, u to go back, or q.", "hint"
            )
            self.told = min(self.told, len(self.session.events))
        except SaveError as bad:
            self.term.say(f"{sentence(str(bad))}.", "loss")
            if self.stale():
                raise _Quit from bad
        else:
            return True
        return False

    def stale(self) -> bool:
        """Whether somebody else has played this save meanwhile."""
        try:
            chapter = self.store.chapter(self.name)
        except SaveError:
            return False
        own = self.session.chapter
        return (chapter.number, chapter.entries) != (own.number, own.entries)

    # ------------------------------------------------------------------ commands

    def command(self, line: str, ask: Ask | None) -> bool:
        """Carry out a command; False if the line is none."""
        word, _, rest = line.partition(" ")
        key = word.lower()
        if ask is not None and ask.free and (len(word) > 1 or rest):
            return False
        if ask is not None and (line in ask.options or (key in _WORDS and matching(line, ask.options))):
            return False
        key = _WORDS.get(key, key)
        act = self.commands.get(key)
        if act is None:
            return False
        act(rest.strip())
        if key in _SCREENS and ask is not None and self.session.pending is ask:
            self.show(ask)  # the options have scrolled away
        return True

    def odds(self, rest: str = "") -> None:
        """The odds of the open question. They change nothing: the same question stays open."""
        from flakhouse.cli import odds

        seconds = how_many(rest, 0)
        if seconds is None:
            self.hint("Type o, or o 5 for five seconds.")
            return
        try:
            odds.show(self.term, self.session, float(seconds) if rest else None)
        except (AnswerError, RulesError) as bad:
            self.hint(f"{sentence(str(bad))}.")

    def quit(self, rest: str = "") -> None:
        """Leave."""
        raise _Quit

    def undo(self, rest: str = "") -> None:
        """Take back steps."""
        count = how_many(rest, 1)
        if not count:
            self.hint("Type u, or u 3 to take back three answers.")
            return
        if self.session.chapter.number > 1 and self.session.steps == len(self.session.chapter.auto):
            self.back()
            return
        done = 0

        def act() -> None:
            nonlocal done
            done = self.session.undo(count)

        if self.take(act):
            self.told = self.batch = len(self.session.events)
            self.shown = ""
            self.said.clear()
            self.term.say(f"Taken back: {done} {'step' if done == 1 else 'steps'}.")
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

    def dice(self, rest: str = "") -> None:
        """Whose dice."""
        on = not self.session.table_dice
        if self.take(lambda: self.session.set_table_dice(on)):
            self.term.say(
                "You throw the dice from the next roll on; type the faces."
                if on
                else "The computer throws the dice."
            )

    def automation(self, rest: str = "") -> None:
        """Who takes routine steps."""
        level = "named" if self.session.automation == "none" else "none"
        if self.take(lambda: self.session.set_automation(level)):
            self.term.say(
                "Routine steps run by themselves; a stops that."
                if level == "named"
                else "Every step is asked now; a lets routine steps run by themselves again."
            )

    # ------------------------------------------------------------------ after the mission

    def debriefing(self) -> None:
        """The debriefing, then what next."""
        self.tell()
        self.term.say()
        self.report("debrief")
        finish = self.session.finish
        over = finish is None or finish.over
        practice = self.session.chapter.position is not None
        if over and not practice:
            self.term.say()
            self.term.say("The tour is complete.", "head")
            self.report("campaign")
        self.menu(over, practice)

    def menu(self, over: bool, practice: bool) -> None:
        """What next."""
        word = self.game.chapter_word
        options = {"next": f"fly the next {word}"} if not over else {}
        options |= {
            "story": "read the after-action report",
            "sheet": f"see the {word} log sheet",
            "tour": "see the campaign log sheet",
            "log": "see the log",
            "quit": "quit; everything is kept",
        }
        if practice:
            del options["tour"]
        default = "quit" if over else "next"
        ask = Ask("after", "", "What next?", options, default)
        self.shown = ""
        self.said.clear()
        while self.session.finish is not None:
            self.show_menu(ask)
            line = self.term.ask()
            key = line.lower()
            if key in ("u", "h", "e", "t", "s", "p", "d", "a", "w", "l", "?") or key.split(" ")[0] in (
                "l",
                "t",
                "e",
                "u",
            ):
                self.command(line, None)
                continue
            choice = self.key_of(line, ask)
            if choice == "next":
                self.next()
                return
            if choice == "quit":
                raise _Quit
            if choice == "log":
                self.log("all")
            elif choice is not None:
                self.term.say()
                self.report({"sheet": "mission", "tour": "campaign"}.get(choice, choice))

    def show_menu(self, ask: Ask) -> None:
        """The menu after a mission."""
        self.term.say()
        self.term.say(ask.prompt, "ask")
        for number, (key, label) in enumerate(ask.options.items(), 1):
            enter = " (Enter)" if key == ask.default else ""
            self.term.say(f"{number} {key}: {label}{enter}", indent="  ")

    def next(self) -> None:
        """The next mission."""

        def act() -> None:
            session = self.store.next_chapter(self.game, self.name)
            session.run()
            self.session = session

        if self.take(act):
            self.told = self.batch = 0


def _counted(ask: Ask) -> bool:
    """Whether the answers are numbers themselves, so that options cannot be numbered besides."""
    return all(key.isdigit() for key in ask.options)


def _or(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]
