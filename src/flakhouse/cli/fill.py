"""Several questions on one form at the terminal: a table with a row for each, or a list of which some are marked.

A row is changed by its number: `3` lists what gun 3 can do, `3b` lays it on fighter B, `3-` holds it. In a list
`2` marks the second or takes the mark away. Enter answers everything as it stands; the journal has the same single
answers as if each had been asked.
"""

from __future__ import annotations

import re

from flakhouse import slate
from flakhouse.cli import rows
from flakhouse.cli.desk import KEYS, WORDS
from flakhouse.cli.form import Former
from flakhouse.cli.pace import Settings
from flakhouse.cli.terminal import Terminal
from flakhouse.cli.words import either, fits
from flakhouse.core.questions import Question
from flakhouse.core.session import Session
from flakhouse.slate import Row, Slate
from flakhouse.slate_kept import kept
from flakhouse.store import Store

__all__ = ["Filler"]

_LINE = re.compile(r"(\d{1,3})\s*(.*)")
_ONE = ("one", "one by one")


class Filler(Former):
    """Asks what is open, several questions together where that can be."""

    def __init__(
        self, store: Store, name: str, session: Session, terminal: Terminal, settings: Settings | None = None
    ) -> None:
        super().__init__(store, name, session, terminal, settings)
        self.wishes: dict[str, str] = {}  # what the player has changed, by row
        self.marks: list[str] | None = None
        self.changes: list[tuple[dict[str, str], list[str] | None]] = []  # the form before each change of it
        self.singly = ""  # the form that the player wants to be asked question by question
        self.one_at = -1  # at which step he said so, while nothing of it is answered

    def question(self) -> None:
        """What is open: a form, or a single question."""
        self.fit()
        ask = self.session.pending
        kind = slate.kind_of(self.session) if self.term.typed else None
        if kind is None or kind[0] != self.singly:
            self.singly = ""
        if ask is None or kind is None or self.singly:
            super().question()
            return
        laid = kept(self.session, slate.kinds(self.game))
        self.wishes, self.marks = dict(laid.wishes), None if laid.marks is None else list(laid.marks)
        self.changes, self.focus = [], ""
        self.form = slate.slate(self.session, self.wishes, self.marks)
        if self.form is None:
            super().question()
            return
        if self.term.paced and self.fresh:
            self.term.say()
            self.headline()
        self.show(ask)
        self.term.ring()
        self.term.forget()
        try:
            self.fill(ask)
        finally:
            self.form = None

    # ------------------------------------------------------------------ what is typed

    def fill(self, ask: Question) -> None:
        """Read lines until the form is answered or something else has changed."""
        while self.session.pending is ask and self.form is not None:
            line = self.term.ask()
            form = self.form
            if not line:
                self.settle(form)
                continue
            if self.changed(line, form):
                continue
            if self.command(line, ask):
                continue
            self.hint(f"{line!r} is nothing here: Enter, a number, or h for the keys.")

    def settle(self, form: Slate) -> None:
        """Answer everything as it stands."""
        if self.complete(form) and self.take(lambda: slate.give(self.session, form)):
            self.undone = []

    def complete(self, form: Slate) -> bool:
        """Whether enough is marked."""
        if form.several and len(form.marked) < form.least:
            self.hint(f"Mark {form.least}; {len(form.marked)} so far.")
            return False
        return True

    def changed(self, line: str, form: Slate) -> bool:
        """Carry out a change of the form; False if the line is none."""
        word = line.lower()
        if word in _ONE:
            self.singly, self.form, self.one_at = form.name, None, self.session.steps
            self.shown = ""
            return True
        if self.opened_by(word, form):
            return True
        if word == "x":
            self.change({}, None)
            return True
        if word in ("n", "why not") and not form.several:
            self.list_shut(form)
            return True
        if word.partition(" ")[0] in KEYS or word in WORDS:
            return False
        if self.by_bar(line, form):
            return True
        found = _LINE.fullmatch(line)
        if form.several:
            return self.toggle(line, form)
        if found is None:
            return not form.rows[0].free and self.by_word(line, form)
        number, rest = int(found[1]), found[2].strip()
        if not 1 <= number <= len(form.rows):
            self.hint(self.no_row(form))
            return True
        self.lay(form, form.rows[number - 1], rest)
        return True

    def no_row(self, form: Slate) -> str:
        """That a form has no such row, and which ones come when its dice have fallen."""
        rows_there = "only row 1" if len(form.rows) == 1 else f"rows 1 to {len(form.rows)}"
        behind = f" Dice fall first; then you are asked about {', '.join(form.later)}." if form.later else ""
        return f"There {'is' if len(form.rows) == 1 else 'are'} {rows_there} here.{behind}"

    def by_bar(self, line: str, form: Slate) -> bool:
        """The words of the bar: what Enter does, or an answer that leaves the form aside."""
        found = fits(line, {"": form.go, **{one.key: one.label for one in form.other}}, not _LINE.fullmatch(line))
        if found == [""]:
            self.settle(form)
        elif len(found) == 1:
            if self.settles(found[0], form) and self.take(lambda: self.session.answer(found[0])):
                self.undone = []
        elif found:
            labels = {one.key: one.label for one in form.other}
            self.hint(f"{line!r} could be {either(labels.get(key, f'Enter {form.go}') for key in found)}.")
        return bool(found)

    def by_word(self, line: str, form: Slate) -> bool:
        """A row by its name, with its answer behind it; or an answer of the row that was looked at, else of the
        only one that has it."""
        behind = [(row, rest) for row in form.rows if (rest := rows.behind(line, row)) is not None]
        if behind:  # the longest name: least is left behind it
            self.lay(form, *min(behind, key=lambda found: len(found[1])))
            return True
        having = [row for row in form.rows if fits(line, rows.words(row))]
        if any(row.id == self.focus for row in having):
            having = [row for row in having if row.id == self.focus]
        rest = line if having else ""
        having = having or [row for row in form.rows if fits(line, {row.id: row.name})]
        if len(having) == 1:
            self.lay(form, having[0], rest)
        elif having:
            places = [str(form.rows.index(row) + 1) for row in having]
            either_row = f"rows {', '.join(places[:-1])} and {places[-1]}"
            self.hint(f"{line!r} fits {either_row}: type the number before it, as {places[0]} {line}.")
        return bool(having)

    def opened_by(self, word: str, form: Slate) -> bool:
        """The answers of the question before a form, by the names that the rules have for them: as advised, which
        puts the advice back, or gun by gun."""
        kind, ask = slate.kinds(self.game).get(form.name), self.session.pending
        if kind is None or ask is None or ask.id != kind.opens or word not in (kind.whole, kind.each):
            return False
        if word == kind.whole:
            self.change({}, None)
        elif self.take(lambda: self.session.answer(kind.each)):
            self.singly, self.undone = form.name, []
        return True

    def change(self, wishes: dict[str, str], marks: list[str] | None) -> None:
        """Change the form; `u` takes it back."""
        self.changes.append((self.wishes, self.marks))
        self.wishes, self.marks = wishes, marks
        self.again()

    def unchange(self, count: int) -> int:
        """Take back so many changes of the open form, or as many as there are."""
        done = min(count, len(self.changes)) if self.form is not None else 0
        if done:
            self.wishes, self.marks = self.changes[-done]
            del self.changes[-done:]
            what = "the last change" if done == 1 else f"the last {done} changes"
            self.term.say(f"Taken back: {what} on this form.")
            if done == count:
                self.again()
        return done

    def rejoin(self) -> int:
        """Put the form back that the player has just left to be asked one by one: 1 if there was one."""
        if not self.singly or self.one_at != self.session.steps:
            return 0
        self.singly, self.one_at, self.shown = "", -1, ""
        self.term.say("Taken back: one by one. The form is here again.")
        self.session.run()  # the question comes anew, and with it the form
        return 1

    def settles(self, key: str, form: Slate) -> bool:
        """Whether an answer that leaves the form aside is meant: it is said in full and waits for Enter."""
        label = next(one.label for one in form.other if one.key == key)
        if not self.term.paced:
            return True
        self.term.say(f"{label}: Enter settles it, anything else keeps the plan open.", "hint")
        if self.term.ask():
            self.hint("The plan is still open.")
            return False
        return True

    def again(self) -> None:
        """The form as it stands now."""
        self.form = slate.slate(self.session, self.wishes, self.marks)
        if self.session.pending is not None:
            self.show(self.session.pending)

    def list_shut(self, form: Slate) -> None:
        """What is not possible: row by row, then what has no row."""
        found: list[str] = []
        for head, shut in [*((f"{row.name}: ", row.shut) for row in form.rows), ("", form.shut)]:
            for why in dict.fromkeys(one.why for one in shut):
                found.append(f"{head}{', '.join(one.label for one in shut if one.why == why)}: {why}")
        for line in found:
            self.term.say(line, indent="  ")
        if not found:
            self.term.say("Everything the rules name here is possible.", indent="  ")

    def lay(self, form: Slate, row: Row, rest: str) -> None:
        """Change a row, or show what it could be."""
        self.focus = row.id
        if not rest:
            if row.free:
                self.hint(f"Type the number and a name: {row.name}.")
            else:
                self.show_row(row, form.rows.index(row) + 1)
            return
        key = rest if row.free else self.choice_of(form, row, rest)
        if key is None:
            return
        if row.free and not 0 < len(key) <= 40:
            self.hint("A name has 1 to 40 characters.")
            return
        self.change({**self.wishes, row.id: key}, self.marks)

    def choice_of(self, form: Slate, row: Row, rest: str) -> str | None:
        """The answer of a row that was typed; without one a hint is shown."""
        if rest == "-" and form.hold in [one.key for one in row.choices]:
            return form.hold
        if rest.isdigit():
            if 1 <= int(rest) <= len(row.choices):
                return row.choices[int(rest) - 1].key
            self.hint(f"{row.name} has options 1 to {len(row.choices)}.")
            return None
        typed = rows.codes_of(form)
        fighter = next((one for one in row.reached() if typed.get(one.name) == rest.upper()), None)
        if fighter is not None and (best := form.best(row, fighter)) is not None:
            return best.key
        shut = [one for one in row.shut if rest.upper() in [typed.get(about.name) for about in one.about]]
        if shut:
            self.hint(f"{row.name}: not now: {shut[0].label}: {shut[0].why}")
            return None
        code = rest.upper() in typed.values()
        found = fits(rest, rows.words(row)) if not code else []
        if len(found) == 1:
            return found[0]
        if found:
            number = form.rows.index(row) + 1
            places = {one.key: f"{number} {n} {one.label}" for n, one in enumerate(row.choices, 1)}
            self.hint(f"{row.name}: {rest!r} could be {either(places[key] for key in found)}.")
        elif code:
            self.hint(f"{row.name} does not bear on {rest.upper()}.")
        else:
            self.hint(f"{row.name}: {rest!r} is not one of its options; its number alone lists them.")
        return None

    def toggle(self, line: str, form: Slate) -> bool:
        """Mark and unmark."""
        words = line.replace(",", " ").split()
        if not all(word.isascii() and word.isdigit() for word in words):
            found = fits(line, {one.key: one.label for one in form.choices})
            if len(found) > 1:
                self.hint(f"{line!r} could be {either(one.label for one in form.choices if one.key in found)}.")
            places = [one.key for one in form.choices]
            return bool(found) and (len(found) > 1 or self.toggle(str(places.index(found[0]) + 1), form))
        numbers = [int(word) for word in words]
        if not all(1 <= number <= len(form.choices) for number in numbers):
            self.hint(f"There are 1 to {len(form.choices)}.")
            return True
        marks = list(form.marked)
        for number in numbers:
            key = form.choices[number - 1].key
            if key in marks:
                marks.remove(key)
            else:
                marks.append(key)  # one too many takes the mark from the oldest
        self.change(self.wishes, marks)
        return True
