"""What a player at the terminal can look at: status, log, rolls explained, rules, tables, sheets."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.cli import draw
from flakhouse.cli.terminal import Terminal
from flakhouse.core.charts import Chart
from flakhouse.core.events import Rolled
from flakhouse.core.game import Game
from flakhouse.core.questions import NO, NeedDice
from flakhouse.core.session import Session
from flakhouse.errors import FlakhouseError, PositionError
from flakhouse.render.base import record_of, roll_lines
from flakhouse.render.briefing import briefed, briefing_of, recap
from flakhouse.render.charts import chart_text
from flakhouse.render.help import first_terms, help_of, term_of
from flakhouse.render.look import barred_lines, find_chart, last_chart, look_up_rule, own_events, parts_of
from flakhouse.render.screen import ScreenRenderer, dice_text, screen
from flakhouse.render.throws import awaited
from flakhouse.savefile import note_fault
from flakhouse.store import Store
from flakhouse.store.kept import add_note

__all__ = ["HELP", "KEYS", "WORDS", "Desk", "how_many", "sentence"]

HELP = (
    (
        "a number",
        "takes the option of that number; its name, the beginning of it, or a word that only it has do so too",
    ),
    ("Enter", "takes the option marked Enter"),
    ("?", "explains the decision: what it is, what you decide, what usually goes wrong"),
    ("b", "shows the briefing: situation, aim, what counts, the map, your decisions"),
    ("recap", "says in five lines what happened and where you stand"),
    ("g [TERM]", "explains the terms on the screen, or this one"),
    ("e [N]", "explains the last rolls in full, or the last N"),
    ("t [ID]", "shows a table; without ID the one rolled last"),
    ("o [N]", "shows your chances with each option, for N seconds or until Enter"),
    ("i", "shows where everything stands: the map, who flies, what is damaged, the score; at a stop too"),
    ("s", "the same as i; but at a stop in the telling s skips to your next decision"),
    ("l [N]", "shows the log, the last 20 lines or N; l all everything; l and {chapter} 2 that of {chapter} 2"),
    ("w", "shows the log sheet of this {chapter} so far"),
    ("n", "lists what is not possible now, and why"),
    ("u [N]", "takes back your last answer, form, or change on an open form; or the last N"),
    ("redo", "puts back what was taken back, until the next answer"),
    ("d", "who throws: the dice by themselves, you those that matter, or you real dice"),
    ("p", "where the telling stops: every scene, what matters, decisions only (and losses)"),
    ("a", "what is asked: everything, all but formalities, or what matters"),
    ("adviser", "who marks the answer: doctrine, or crew first (the crew of this {chapter} before all else)"),
    ("note TEXT", "writes a note into your diary"),
    ("position", "prints the position as text"),
    ("h", "this help"),
    ("q", "quits; everything is kept"),
)
#: The keys of the help that carry out something: at every question they do just that.
KEYS = frozenset(key.split(" ")[0] for key, _ in HELP[2:])
#: Words that mean one of those keys.
WORDS = {
    "help": "h",
    "keys": "h",
    "quit": "q",
    "exit": "q",
    "undo": "u",
    "status": "i",
    "log": "l",
    "explain": "e",
    "odds": "o",
    "briefing": "b",
    "glossary": "g",
    "terms": "g",
    "table": "t",
    "chart": "t",
    "dice": "d",
    "auto": "a",
    "pace": "p",
    "sheet": "w",
}


class Desk:
    """A session on the table, and everything that can be looked up about it. Nothing here changes it."""

    def __init__(self, store: Store, name: str, session: Session, terminal: Terminal) -> None:
        self.store = store
        self.name = name
        self.session = session
        self.term = terminal
        self.game: Game = session.game
        self.view: ScreenRenderer = screen(self.game)
        self.fit()
        self.view.mark = terminal.mark
        self.batch = 0  # the event the last telling began with
        self.told = 0  # how many events have been told

    def fit(self) -> None:
        """Lay out for the terminal as it is now."""
        self.term.measure()
        self.view.width = self.term.width
        self.view.height = self.term.height if self.term.paced else 0

    def hint(self, text: str) -> None:
        """One line about what cannot be."""
        self.term.say(sentence(text), "hint")

    def notices(self) -> str:
        """What every screen must say: house rules, a start from a position."""
        parts = [self.view.house_line(self.session.house, self.session.chapter.options)]
        if self.session.chapter.position is not None:
            parts.append("Begun from a position, outside any tour")
        return ". ".join(part for part in parts if part)

    def bar(self, title: str, text: str) -> None:
        """What is flown and where it stands, across the window."""
        view = self.view
        self.term.bar(draw.bar(title, text.split(view.mark), self.term.width, view.mark, view.vital))

    def headline(self, otherwise: str = "") -> None:
        """Where the game stands; house rules are named on every screen."""
        text = self.view.headline(self.session.state, self.session.events) or otherwise
        if text and self.term.paced:
            title = self.view.title(self.session.chapter.number, self.session.events, self.session.state)
            self.bar(title, text)
        elif text:
            self.term.head(text)
        house = self.view.house_line(self.session.house, self.session.chapter.options)
        if house:
            self.term.say(house + ".", "dim")

    # ------------------------------------------------------------------ commands

    def help(self, rest: str = "") -> None:
        """The keys."""
        for key, what in HELP:
            said = what.format(chapter=self.game.chapter_word)
            self.term.say(f"{key:<9} {said}", indent="  ", hang=" " * 10)
        for text in draw.legend(self.view, self.view.crew(self.session.state)):
            self.term.say(text, "dim", "  ")

    def note(self, rest: str = "") -> None:
        """A note for the player's diary, kept with the save."""
        if not rest:
            self.hint("Write it behind the word: note We were over Lille again.")
            return
        if fault := note_fault(rest):
            self.hint(f"{fault[0].upper()}{fault[1:]}. Nothing was written.")
            return
        add_note(self.store, self.name, rest, self.session.chapter.number)
        self.term.say("Written into your diary.")

    def status(self, rest: str = "") -> None:
        """The status screen."""
        self.status_of(self.session)

    def status_to(self, event: int) -> None:
        """How it stood with this event, page by page."""
        with self.term.paged(seen=True):
            self.status_of(self.session.at(event))

    def status_of(self, session: Session) -> None:
        """How it stands there."""
        self.term.say(self.view.title(session.chapter.number, session.events, session.state), "head")
        notices = self.notices()
        if notices:
            self.term.say(notices + ".", "dim")
        if score := self.view.standing(session.state):
            self.term.say(score)
        self.term.raw(self.view.status(session.state))

    def log(self, rest: str = "") -> None:
        """The log so far, with the player's own decisions; or that of another chapter."""
        word, _, which = rest.partition(" ")
        if word in (self.game.chapter_word, "flight"):
            self.log_of(how_many(which, 0) or 0)
            return
        count = how_many(rest, 20) if rest != "all" else 0
        if count is None:
            self.hint(f"Type l, l 50, l all, or l {self.game.chapter_word} 1.")
            return
        lines = self.log_lines(self.session, self.asked())
        for text, indent in lines[-count:]:
            self.term.say(text, indent=indent)
        if not lines:
            self.term.say("Nothing has happened yet.")

    def log_of(self, number: int) -> None:
        """The whole log of a chapter of this save."""
        last = self.session.chapter.number
        if not 1 <= number <= last:
            self.hint(
                f"There are {self.game.chapter_word}s 1 to {last}; l {self.game.chapter_word} 1 shows the first."
            )
            return
        session = self.session
        if number < last:
            session = self.store.session(self.game, self.name, number)
            try:
                session.wake()
            except FlakhouseError as bad:
                self.hint(f"{sentence(str(bad))}.")
                return
        for text, indent in self.log_lines(session):
            self.term.say(text, indent=indent)

    def log_lines(self, session: Session, asked: str = "") -> list[tuple[str, str]]:
        """The lines of a log, each with its indent."""
        lines: list[tuple[str, str]] = []
        events = session.events
        for block in self.view.tell(events, 0, own_events(events, session.chapter.auto), asked):
            if block.head:
                lines.append((block.head, ""))
            lines += [(line.text, "  ") for line in block.lines]
        return lines

    def asked(self) -> str:
        """The id of the open question, "" without one."""
        return self.session.pending.id if self.session.pending is not None else ""

    def explain_rolls(self, rest: str = "") -> None:
        """The last rolls in full."""
        count = how_many(rest, 0)
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
        """What the open decision is, and its rule. The question itself with its options is shown after it."""
        ask = self.session.pending
        if ask is None:
            self.explain_dice()
            return
        found = help_of(self.game.name, ask.id)
        for line in found.lines() if found is not None else ():
            self.term.say(line, indent="  ")
        self.rule(ask.rule)

    def briefing(self, rest: str = "") -> None:
        """The briefing of this mission or scenario; short, what is new in it."""
        session = self.session
        drawn = session.chapter.position is not None or briefed(session.events, session.need_dice is not None) >= 0
        parts = briefing_of(self.view, session.state) if drawn else []
        for part in parts[:1] if rest == "short" else parts:
            self.term.say(part.name, "head")
            for line in part.letters or part.lines:
                self.term.say(line, indent="  ")
        if parts and rest == "short":
            self.hint("At your next decision b shows the whole briefing.")
        if not parts:
            self.hint("The mission has not begun yet; its briefing comes when all of it is drawn.")

    def recap(self, rest: str = "") -> None:
        """Where the player stands, in five lines."""
        session = self.session
        score = self.view.standing(session.state)
        for line in recap(self.view, session.state, session.events, session.pending, score):
            self.term.say(line, indent="  ")

    def terms(self, rest: str = "") -> None:
        """Terms of the books in our words: those of the decision at hand, or the one named."""
        ask = self.session.pending
        shown = [self.view.headline(self.session.state, self.session.events)]
        if ask is not None:
            shown += [ask.prompt, *(f"{option.label} {option.detail}" for option in ask.options.values())]
            shown += [line.text for line in self.view.situation(self.session.state, ask, True)]
        self.glossary(rest, shown)

    def glossary(self, rest: str, shown: Sequence[str]) -> None:
        """The term named, or those that stand in what is shown."""
        found = term_of(rest, self.game.name) if rest else list(first_terms(shown, self.game.name))
        for term in found:
            self.term.say(f"{term.name}: {term.says}", indent="  ", hang="  ")
        if not found:
            self.hint(
                f"No term {rest!r} in the glossary." if rest else "No term on this screen; g WORD looks one up."
            )

    def barred(self, rest: str = "") -> None:
        """What is not possible now."""
        barred = self.session.pending.barred if self.session.pending is not None else {}
        for line in barred_lines(barred):
            self.term.say(line, indent="  ")
        if not barred:
            self.term.say("Everything the rules name here is possible.", indent="  ")
        if self.session.pending is not None and NO in self.session.pending.options:
            self.term.say("For No type its number, or no.", indent="  ")

    def explain_dice(self) -> None:
        """What is rolled."""
        need = self.session.need_dice
        if need is not None:
            self.announce(need)
            self.term.say(f"{need.chart} {need.title}; t {need.chart} shows the table. Type the faces you threw.")

    def announce(self, need: NeedDice) -> None:
        """The table, the number needed and what hangs on it, before dice are thrown at the table."""
        said = awaited(need, self.chart(need.chart), self.view.scene_book.words(need.chart, need.about))
        for row in draw.announcement(said, self.term.width):
            self.term.row(row)

    def chart(self, id: str) -> Chart[object] | Chart[str] | None:
        """A chart in force: the player's own where the house rules have one."""
        house = self.session.house.charts if self.session.house else {}
        return house.get(id) or self.game.charts().charts.get(id)

    def rule(self, number: str) -> None:
        """A rule in our own words, or several, and where they stand."""
        found = look_up_rule(self.view, number)
        for entry in found.entries:
            self.term.say(f"Rule {entry.number}, {entry.title}: {entry.summary}", indent="  ")
        self.term.say(found.place, indent="  ")
        if found.tables:
            tables = "; ".join(f"{id} {title}" for id, title in found.tables[:6])
            self.term.say(f"Tables (t and the number shows one): {tables}.", indent="  ")

    def table(self, rest: str = "") -> None:
        """A table."""
        charts = self.game.charts().charts
        own = self.session.house.charts if self.session.house else {}
        id = rest or last_chart(self.session)
        if not id:
            first = next(iter(charts), "")
            self.hint("Nothing has been rolled yet" + (f"; t {first} shows table {first}." if first else "."))
            return
        found, near = find_chart(charts, id)
        if found is None:
            self.hint(f"No table {id!r}" + (f"; near it: {', '.join(near)}." if near else "."))
            return
        if found in own:
            self.term.say(f"House rules {self.session.house.name if self.session.house else ''}:")
        text = (
            chart_text(own[found], self.term.width) if found in own else chart_text(charts[found], self.term.width)
        )
        self.term.raw("\n".join(text))
        parts = parts_of(charts, found)
        if parts:
            self.term.say(f"Rolls that belong to it: {', '.join(parts)}")
        rolls = (event for event in reversed(self.session.events) if isinstance(event, Rolled))
        last = next((event for event in rolls if event.chart == found), None)
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


def sentence(text: str) -> str:
    """The text with a capital at its head."""
    return text[:1].upper() + text[1:]


def how_many(text: str, default: int) -> int | None:
    """A count typed after a command; None if it is no number."""
    if not text:
        return default
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None
