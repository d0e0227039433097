"""`flakhouse play`: the game in the terminal, line by line.

`Play` shows what happened since the last answer, then the decision, and reads one line. The session does the
rest: every answer is on the disk before the next prompt appears.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from flakhouse.cli.fly import record_of
from flakhouse.cli.terminal import Closed, Terminal
from flakhouse.core.ask import Ask, NeedDice
from flakhouse.core.dice import parse_faces
from flakhouse.core.events import Chosen, Rolled
from flakhouse.core.session import Session
from flakhouse.errors import AnswerError, DiceError, PositionError, RulesError, SaveError
from flakhouse.render.base import roll_lines
from flakhouse.render.charts import chart_text
from flakhouse.render.screen import ScreenRenderer, dice_text, rule_entry, screen
from flakhouse.store import SaveInfo, Store

if TYPE_CHECKING:
    from flakhouse.core.game import Game

__all__ = ["Play", "main", "main_strict", "opening"]

HELP = (
    ("a number", "takes the option of that number; so does its name, or the first letters of it"),
    ("Enter", "takes the option marked Enter"),
    ("?", "explains the decision and the rule it comes from"),
    ("e [N]", "explains the last rolls in full, or the last N"),
    ("t [ID]", "shows a table; without ID the one rolled last"),
    ("s", "shows where the bomber, the plane and the crew stand"),
    ("l [N]", "shows the log, the last 20 lines or N; l all shows everything"),
    ("w", "shows the mission log sheet so far"),
    ("u [N]", "takes back your last answer, or the last N"),
    ("d", "you throw real dice, or the computer does again"),
    ("a", "routine steps run by themselves, or are asked again"),
    ("p", "prints the position as text"),
    ("h", "this help"),
    ("q", "quits; everything is kept"),
)
_WORDS = {
    "help": "h",
    "quit": "q",
    "exit": "q",
    "undo": "u",
    "status": "s",
    "log": "l",
    "explain": "e",
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
    """Play a session that has been run, until the player has enough. Once a new crew is named, routine steps
    run by themselves."""
    fresh = session.state is None and session.chapter.number == 1 and session.automation == "none"
    return Play(store, name, session, Terminal(), ease=fresh).run()


def main_strict(store: Store, name: str, session: Session) -> int:
    """The same, with every step asked if the session says so."""
    return Play(store, name, session, Terminal()).run()


def opening(game: Game, new: bool) -> tuple[str | None, str | None]:
    """Ask what to play: the name of a save, or the scenario of a new tour, or neither if the player leaves."""
    term = Terminal()
    term.head(game.title)
    try:
        if not new:
            with Store() as store:
                saves = [info for info in store.saves() if info.game == game.name and info.status != "over"]
            if saves:
                name = _choose_save(term, game, saves)
                if name is not None:
                    return name, None
        scenarios = game.scenarios()
        if not scenarios:
            return None, ""
        options = {s.key: f"{s.title}. {s.about}" for s in scenarios}
        return None, _pick(term, "Which rules?", options, scenarios[0].key)
    except (Closed, KeyboardInterrupt):
        term.say("Nothing was begun.")
        return None, None


def _choose_save(term: Terminal, game: Game, saves: list[SaveInfo]) -> str | None:
    """Which save to go on with; None for a new tour."""
    options = {f"continue-{i}" if i else "continue": _save_line(game, info) for i, info in enumerate(saves[:8])}
    options["new"] = "begin a new tour"
    key = _pick(term, "Go on, or begin anew?", options, "continue")
    return None if key == "new" else saves[list(options).index(key)].name


def _save_line(game: Game, info: SaveInfo) -> str:
    where = f"{game.chapter_word} {info.chapter}, step {info.steps}"
    if info.status == "between":
        where = f"after {game.chapter_word} {info.chapter}"
    house = f", house rules {info.house}" if info.house else ""
    return f"go on with {info.name}: {where}{house}, last played {info.updated[:16].replace('T', ' ')}"


def _pick(term: Terminal, prompt: str, options: Mapping[str, str], default: str) -> str:
    """A question outside the game."""
    keys = list(options)
    term.say()
    term.say(prompt, "ask")
    for number, (key, label) in enumerate(options.items(), 1):
        term.say(f"{number} {label}{' (Enter)' if key == default else ''}", indent="  ")
    while True:
        line = term.ask()
        if not line:
            return default
        if line in ("q", "quit"):
            raise Closed
        if line.isascii() and line.isdigit() and 1 <= int(line) <= len(keys):
            return keys[int(line) - 1]
        found = _matching(line, options)
        if found and (len(found) == 1 or found[0] == default):
            return found[0]
        term.say(f"A number from 1 to {len(keys)}, Enter, or q to leave.", "hint")


class Play:
    """A player at the terminal."""

    def __init__(self, store: Store, name: str, session: Session, terminal: Terminal, ease: bool = False) -> None:
        self.store = store
        self.name = name
        self.session = session
        self.term = terminal
        self.ease = ease  # routine steps run by themselves once there is a mission
        self.game: Game = session.game
        self.view: ScreenRenderer = screen(self.game)
        self.view.width = terminal.width
        self.view.mark = terminal.mark
        self.batch = 0  # the event the last telling began with
        self.told = 0  # how many events have been told
        self.shown = ""  # the kind of question asked last: its situation has been shown
        self.fresh = False  # something was told just before the question
        self.commands: dict[str, Callable[[str], None]] = {
            "?": self.explain_decision,
            "e": self.explain_rolls,
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
                    self.settle()
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

    def settle(self) -> None:
        """Names are asked; from the first mission on routine steps run by themselves."""
        if self.ease and self.session.state is not None:
            self.ease = False
            self.take(lambda: self.session.set_automation("routine"))

    def kept(self) -> str:
        """The last line."""
        return f"Everything is kept in {self.name}. To go on: flakhouse resume {self.name}"

    def welcome(self) -> None:
        """How it is played; after a pause also where it stood."""
        session = self.session
        dice = "your own dice" if session.table_dice else "the computer's dice"
        routine = "routine steps run by themselves"
        if session.automation == "none" and not self.ease:
            routine = "every step is asked"
        self.term.say(f"Save {self.name}; {dice}; {routine}. h shows the keys.")
        if session.steps > len(session.chapter.auto) and session.finish is None:
            self.told = self.batch = len(session.events)
            if session.state is not None:
                self.term.head(self.view.title(session.chapter.number, session.events, session.state))
            self.headline()
        elif session.finish is not None:
            self.told = self.batch = len(session.events)
        elif session.chapter.position is not None:
            self.term.head(self.view.title(session.chapter.number, session.events, session.state))
            self.term.say(self.notices() + ".", "dim")

    def notices(self) -> str:
        """What every screen must say: house rules, a start from a position."""
        parts = [self.view.house_line(self.session.house)]
        if self.session.chapter.position is not None:
            parts.append("Begun from a position, outside any tour")
        return ". ".join(part for part in parts if part)

    def headline(self, otherwise: str = "") -> None:
        """Where the game stands."""
        text = self.view.headline(self.session.state, self.session.events) or otherwise
        if text:
            self.term.head(text)
        notices = self.notices()
        if notices:
            self.term.say(notices + ".", "dim")

    def tell(self) -> None:
        """What happened since the last answer."""
        events = self.session.events
        self.fresh = False
        if len(events) <= self.told:
            return
        self.batch = since = self.told
        self.told = len(events)
        blocks = self.view.tell(events, since)
        self.fresh = any(block.lines for block in blocks)
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
                term.say(line.text, line.tone, "  ")
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
        for number, (key, label) in enumerate(ask.options.items(), 1):
            enter = " (Enter)" if key == ask.default else ""
            term.say(f"{number:>{width}} {option_text(key, label)}{enter}", "", "  ", " " * (width + 1))
        for key, why in ask.barred.items():
            term.say(f"{'-':>{width}} not now: {key}: {why}", "dim", "  ", " " * (width + 1))

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
        if line.isascii() and line.isdigit():
            if 1 <= int(line) <= len(keys):
                return keys[int(line) - 1]
            self.hint(f"There are options 1 to {len(keys)}.")
            return None
        found = _matching(line, ask.options)
        if len(found) == 1:
            return found[0]
        if found:
            self.hint(f"{line!r} could be {_or(found)}.")
            return None
        barred = _matching(line, {key: key for key in ask.barred})
        if len(barred) == 1:
            self.hint(f"Not now: {barred[0]}: {ask.barred[barred[0]]}")
        else:
            self.hint(f"{line!r} is no option: 1 to {len(keys)}, Enter, ? to explain, h for the keys.")
        return None

    def read_dice(self, need: NeedDice) -> None:
        """Read the faces thrown at the table."""
        what = "1 die" if need.count == 1 else f"{need.count} dice"
        prompt = f"Roll {what} for {need.title} ({need.chart}): "
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
            self.term.say(f"{_sentence(str(bug))}.", "loss")
            self.term.say(
                "The game stands as it was before that answer. Take another, u to go back, or q.", "hint"
            )
            self.told = min(self.told, len(self.session.events))
        except SaveError as bad:
            self.term.say(f"{_sentence(str(bad))}.", "loss")
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

    def hint(self, text: str) -> None:
        """One line about what cannot be."""
        self.term.say(_sentence(text), "hint")

    # ------------------------------------------------------------------ commands

    def command(self, line: str, ask: Ask | None) -> bool:
        """Carry out a command; False if the line is none."""
        word, _, rest = line.partition(" ")
        key = word.lower()
        if ask is not None and ask.free and (len(word) > 1 or rest):
            return False
        if ask is not None and (line in ask.options or (key in _WORDS and _matching(line, ask.options))):
            return False
        key = _WORDS.get(key, key)
        act = self.commands.get(key)
        if act is None:
            return False
        act(rest.strip())
        if key in _SCREENS and ask is not None and self.session.pending is ask:
            self.show(ask)  # the options have scrolled away
        return True

    def help(self, rest: str = "") -> None:
        """The keys."""
        for key, what in HELP:
            self.term.say(f"{key:<9} {what}", indent="  ", hang=" " * 10)

    def quit(self, rest: str = "") -> None:
        """Leave."""
        raise _Quit

    def status(self, rest: str = "") -> None:
        """The status screen."""
        session = self.session
        self.term.say(self.view.title(session.chapter.number, session.events, session.state), "head")
        notices = self.notices()
        if notices:
            self.term.say(notices + ".", "dim")
        self.term.raw(self.view.status(session.state))

    def log(self, rest: str = "") -> None:
        """The log so far, with the player's own decisions."""
        count = _number(rest, 20) if rest != "all" else 0
        if count is None:
            self.hint("Type l, l 50 or l all.")
            return
        lines: list[tuple[str, str]] = []
        events = self.session.events
        for block in self.view.tell(events, 0, self.own_events()):
            if block.head:
                lines.append((block.head, ""))
            lines += [(line.text, "  ") for line in block.lines]
        for text, indent in lines[-count:]:
            self.term.say(text, indent=indent)
        if not lines:
            self.term.say("Nothing has happened yet.")

    def own_events(self) -> set[int]:
        """The events that are the player's own answers, not routine ones."""
        auto = set(self.session.chapter.auto)
        own: set[int] = set()
        step = 0
        for i, event in enumerate(self.session.events):
            if isinstance(event, Chosen) or (isinstance(event, Rolled) and event.typed):
                if step not in auto and isinstance(event, Chosen):
                    own.add(i)
                step += 1
        return own

    def explain_rolls(self, rest: str = "") -> None:
        """The last rolls in full."""
        count = _number(rest, 0)
        if count is None:
            self.hint("Type e, or e 5 for the last five rolls.")
            return
        events = self.session.events
        rolls = [event for event in events[self.batch :] if isinstance(event, Rolled)]
        if count or not rolls:
            rolls = [event for event in events if isinstance(event, Rolled)][-(count or 1) :]
        if not rolls:
            self.term.say("Nothing has been rolled yet.")
        for event in rolls:
            self.term.raw("\n".join(roll_lines(event, self.term.width)))

    def explain_decision(self, rest: str = "") -> None:
        """What is asked, and by which rule."""
        ask = self.session.pending
        if ask is None:
            self.explain_dice()
            return
        term = self.term
        term.say(f"{ask.prompt}", "ask")
        self.rule(ask.rule)
        for key, label in ask.options.items():
            enter = ", what Enter takes" if key == ask.default else ""
            term.say(f"{key}{enter}: {label}", indent="  ")
        for key, why in ask.barred.items():
            term.say(f"{key}, not now: {why}", indent="  ")

    def explain_dice(self) -> None:
        """What is rolled."""
        need = self.session.need_dice
        if need is not None:
            self.term.say(f"{need.chart} {need.title}; t {need.chart} shows the table. Type the faces you threw.")

    def rule(self, number: str) -> None:
        """A rule in our own words, and where it stands."""
        entry = rule_entry(self.game.rules_index(), number)
        if entry is not None:
            self.term.say(f"Rule {entry.number}, {entry.title}: {entry.summary}", indent="  ")
        charts = self.game.charts().charts
        tables = [f"{id} {chart.data.title}" for id, chart in charts.items() if number in (id, chart.data.rule)]
        self.term.say(self.view.book_place(number), indent="  ")
        if tables:
            self.term.say(f"Tables (t and the number shows one): {'; '.join(tables[:6])}.", indent="  ")

    def table(self, rest: str = "") -> None:
        """A table."""
        charts = self.game.charts().charts
        own = self.session.house.charts if self.session.house else {}
        rolls = [event for event in self.session.events if isinstance(event, Rolled)]
        need = self.session.need_dice
        id = rest or (need.chart if need else rolls[-1].chart if rolls else "")
        if not id:
            self.hint("Nothing has been rolled yet; t 4-2 shows table 4-2.")
            return
        found = {key.lower(): key for key in charts}.get(id.lower())
        if found is None:
            import difflib

            near = difflib.get_close_matches(id, list(charts), 4, 0.4)
            self.hint(f"No table {id!r}" + (f"; near it: {', '.join(near)}." if near else "."))
            return
        if found in own:
            self.term.say(f"House rules {self.session.house.name if self.session.house else ''}:")
        text = (
            chart_text(own[found], self.term.width) if found in own else chart_text(charts[found], self.term.width)
        )
        self.term.raw("\n".join(text))
        parts = [key for key, chart in charts.items() if chart.data.part_of == found]
        if parts:
            self.term.say(f"Rolls that belong to it: {', '.join(parts)}")
        last = next((event for event in reversed(rolls) if event.chart == found), None)
        if last is not None:
            column = f", column {last.column}" if last.column else ""
            self.term.say(f"Last roll: {dice_text(last)}, row {last.row}{column}: {last.result}")

    def sheet(self, rest: str = "") -> None:
        """The mission log sheet so far."""
        self.report("mission")

    def report(self, kind: str) -> None:
        """A report on this chapter, or on the whole tour."""
        session = self.session
        if kind == "campaign":
            records = [record_of(c, [], self.name) for c in self.store.chapters(self.name) if c.finished]
        else:
            records = [record_of(session.chapter, session.events, self.name)]
        self.term.raw(self.view.report(kind, records))

    def position(self, rest: str = "") -> None:
        """The position as text."""
        try:
            self.term.raw(self.game.position_text(self.session.state))
        except PositionError as bad:
            self.hint(f"{bad}.")

    def undo(self, rest: str = "") -> None:
        """Take back steps."""
        count = _number(rest, 1)
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
            if self.session.state is None and self.session.automation == "routine":
                self.ease = True  # back at the names: they are asked again
                self.take(lambda: self.session.set_automation("none"))
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
        level = "none" if self.session.automation == "routine" else "routine"
        if self.take(lambda: self.session.set_automation(level)):
            self.term.say(
                "Routine steps run by themselves; a stops that."
                if level == "routine"
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
        ask = Ask("after", "9.0", "What next?", options, default)
        self.shown = ""
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


def option_text(key: str, label: str) -> str:
    """An option as it is listed: with its name where the label does not say it."""
    plain = key.replace("-", " ").lower()
    if not any(sign.isupper() for sign in key) or ">" in key or plain in label.lower():
        return label
    return f"{key}: {label}"


def _matching(line: str, options: Mapping[str, str]) -> list[str]:
    """The keys a line may mean: the key itself, else those that begin with it."""
    wanted = line.lower()
    exact = [key for key in options if key.lower() == wanted]
    return exact or [key for key in options if key.lower().startswith(wanted)]


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _or(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]


def _number(text: str, default: int) -> int | None:
    """A count typed after a command; None if it is no number."""
    if not text:
        return default
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None
