"""A form at the terminal, as it is shown: a table with a row for each question, or a list with marks."""

from __future__ import annotations

import textwrap

from flakhouse.cli import draw, rows
from flakhouse.cli.pace import Settings
from flakhouse.cli.questions import Asker
from flakhouse.cli.terminal import Terminal
from flakhouse.core.questions import Question
from flakhouse.core.session import Session
from flakhouse.render.help import help_of
from flakhouse.render.pictures import Row as Drawn
from flakhouse.slate import Row, Slate
from flakhouse.store import Store

__all__ = ["Former"]

_NAME = 21  # columns of a row's name
_ANSWER = 29  # of its answer, where chances stand beside it
_FEW = 8  # more than so many stand in two columns, if they fit
_AROUND = 9  # lines around the rows of a form: bar, title, prompt, sums, keys
_FORM = (
    "A form: every row is a question, and Enter answers all of them as they stand ({go}). The number of a row "
    "lists what it could be; number and option, or a word of it, change it; x puts the advice back; o plays out "
    "the whole."
)
_LIST = "A list: a number or a name marks one or takes the mark away; Enter settles it ({go}); o plays it out."


class Former(Asker):
    """Shows what is open, several questions together where that can be."""

    def __init__(
        self, store: Store, name: str, session: Session, terminal: Terminal, settings: Settings | None = None
    ) -> None:
        super().__init__(store, name, session, terminal, settings)
        self.form: Slate | None = None
        self.focus = ""  # the row looked at or changed last

    def show(self, ask: Question) -> None:
        """The form, or a single question."""
        form = self.form
        if form is None:
            super().show(ask)
            return
        term = self.term
        if term.wide:
            term.beside = draw.panel(self.view, self.session.state, self.tape)
        self.situation(ask)
        term.say()
        term.say(f"{form.title}{f'rule {form.rule}':>{max(2, term.width - len(form.title))}}", "ask")
        if form.several:
            self.show_list(form)
        else:
            self.show_rows(form)

    # ------------------------------------------------------------------ rows

    def show_rows(self, form: Slate) -> None:
        """A line for each row, what is aimed at before them, the keys after them."""
        term = self.term
        if form.prompt:
            term.say(form.prompt, indent="  ")
        typed = rows.codes_of(form)
        for target in form.targets:
            told = "; ".join(f"{chance:>5} {guns}" for chance, guns in target.aims).replace(";  ", "; ")
            code = typed.get(target.subject.name, "")
            label = target.label if target.label.endswith(f" {code}") or not code else f"{code}  {target.label}"
            term.row([("    ", ""), (f"{label:<14}", "bad"), (told or target.chance, "")])
        if form.linked:
            term.say("One throw for a pilot's skill counts for all guns on him.", "dim", "    ")
        labels = self.columns(form)
        if labels:
            head = "".join(f"{label:<{rows.wide(label)}}" for label in labels)
            reach = "could" if rows.codes_of(form) else ""
            term.row([(f"    {'':<{_NAME + self.answer_width(form, labels)}}{head}{reach}", "dim")])
        notes = self.notes(form)
        for number, row in enumerate(form.rows, 1):
            for line in self.row_lines(form, number, row, labels):
                term.row(line)
            if row.id in notes:
                term.say(notes[row.id], "dim", "      ", "")
        if not notes and form.groups:
            term.say("A number alone tells what its row is for, and lists its options.", "dim", "  ")
        for title, steps in form.behind_dice:
            term.say(f"Behind the dice, {title}: {', '.join(steps)}", "", "  ", "    ")
        for one in form.sums:
            self.term.say(f"= {one.name}: {one.value} ({one.note})", "key", "  ", "    ")
        for name in form.lost:
            self.hint(f"{name}: what you wished is not possible with the rows above it; the advice stands there.")
        for name, why in form.followed:
            self.hint(f"{name} had to follow{f': {why}' if why else ''}.")
        if form.later:
            self.hint(f"Dice fall first. Then you are asked about {', '.join(form.later)}.")
        if not form.as_advised:
            term.say(f"> Your own plan. x: {form.usual[:1].lower()}{form.usual[1:]}.", "ours", "  ")
        elif form.why:
            term.say(f"Advised: {form.why}", "ours", "  ")
        self.row_keys(form)

    def row_lines(self, form: Slate, number: int, row: Row, labels: tuple[str, ...]) -> list[Drawn]:
        """A row: its number, what it is about, the answer; chances, and what else it could do."""
        changed = row.key != row.advised
        tone = "ours" if changed else ""
        text = f"{'> ' if changed else ''}{rows.answer(form, row)}"
        head: list[Drawn] = []
        left: Drawn = [(f"{number:>3} ", "bold"), (f"{row.name:<{_NAME}}", "")]
        if len(row.name) >= _NAME:
            head = [[(f"{number:>3} ", "bold"), (row.name[: self.term.width - 5], "")]]
            left = [(" " * 8, "")]
        if labels:
            chances = dict(row.chosen.chances)
            figures = "".join(f"{chances.get(label, ''):<{rows.wide(label)}}" for label in labels)
            could = rows.could(form, row) if rows.codes_of(form) else ""
            room = self.answer_width(form, labels) + (_NAME + 4 - len(left[0][0]) if head else 0)
            text = text if len(text) < room else f"{text[: room - 2]}…"
            return [*head, [*left, (f"{text:<{room}}", tone), (figures, ""), (could, "dim")]]
        if form.sums:
            text += f" ({row.chosen.price})" if row.chosen.price else ""
        elif row.chosen.chances:
            text += f": {', '.join(f'{label} {chance}' for label, chance in row.chosen.chances)}"
        used = sum(len(part) for part, _ in left)
        lines = textwrap.wrap(text, max(16, self.term.width - used)) or [""]
        return [*head, [*left, (lines[0], tone)], *[[(" " * used, ""), (line, tone)] for line in lines[1:]]]

    def columns(self, form: Slate) -> tuple[str, ...]:
        """The chances that have a column of their own; none where the answers would be cut for it."""
        labels = () if form.sums else rows.labels(form)
        longest = max((len(rows.answer(form, row)) + 4 for row in form.rows), default=0)
        room = self.term.width - 4 - _NAME - sum(rows.wide(label) for label in labels)
        return labels if rows.codes_of(form) or longest <= room else ()

    def answer_width(self, form: Slate, labels: tuple[str, ...]) -> int:
        """The columns of the answers: as wide as the longest wants, if there is room beside the chances."""
        chances = sum(rows.wide(label) for label in labels)
        could = max((len(rows.could(form, row)) for row in form.rows), default=0)
        longest = max((len(rows.answer(form, row)) + 4 for row in form.rows), default=0)
        return max(_ANSWER, min(longest, self.term.width - 4 - _NAME - chances - could))

    def notes(self, form: Slate) -> dict[str, str]:
        """What each row is for, by its id; nothing where all of it would not fit the screen."""
        found = {row.id: row.note for _, members in form.groups for row in members if row.note}
        lines = sum(len(textwrap.wrap(note, self.term.width - 6)) for note in found.values())
        return found if not self.term.paced or lines + 2 * len(form.rows) + _AROUND <= self.term.height else {}

    def row_keys(self, form: Slate) -> None:
        """What can be typed."""
        keys = [("Enter", form.go)]
        typed = rows.codes_of(form)
        able = (
            (n, typed[one.name])
            for n, row in enumerate(form.rows, 1)
            for one in row.reached()
            if one.name in typed
        )
        if (shot := next(able, None)) is not None:
            gun, letter = shot
            keys += [(f"{gun}{letter.lower()}", f"gun {gun} at {letter}"), (f"{gun}-", f"gun {gun} holds")]
        if form.rows[0].free:
            keys.append(("1 NAME", "changes the first"))
        else:
            keys.append(("1", "its options"))
        if form.sums:
            keys.append(("1 2", "row 1, option 2"))
        keys += [(one.key, one.label.lower()) for one in form.other]
        keys += [("n", "why not"), ("one", "one by one")] if not form.rows[0].free else [("one", "one by one")]
        self.term.row(draw.key_row(keys, self.term.width))

    def show_row(self, row: Row, place: int) -> None:
        """Everything a row could be, each with what is typed for it."""
        self.term.say(f"{row.name}:", "head", " ")
        if note := self.note_of(row):
            self.term.say(note, "dim", "   ", "")
        for first, last, text in rows.listed(row):
            span = f"{place} {first}" if first == last else f"{place} {first} to {place} {last}"
            stands = " (now)" if row.key in [one.key for one in row.choices[first - 1 : last]] else ""
            self.term.say(f"{span}  {text}{stands}", "ours" if stands else "", "   ")
        for shut in row.shut:
            self.term.say(f"- not now: {shut.label}: {shut.why}", "dim", "   ")

    def note_of(self, row: Row) -> str:
        """What a row is for, where the form says it."""
        groups = self.form.groups if self.form is not None else ()
        return next((one.note for _, members in groups for one in members if one.id == row.id), "")

    def explain_decision(self, rest: str = "") -> None:
        """Of a form: how it is filled in, and what the row looked at last is about, or each of its questions."""
        form, ask = self.form, self.session.pending
        if form is None or ask is None:
            super().explain_decision(rest)
            return
        self.term.say(_FORM.format(go=form.go) if not form.several else _LIST.format(go=form.go), indent="  ")
        focus = [row for row in form.rows if row.id == self.focus]
        asked = dict.fromkeys(row.id.partition(": ")[0] for row in focus or form.rows) or {ask.id: None}
        for row in focus:
            told = [f"{row.name}.", self.note_of(row)]
            self.term.say(" ".join(filter(None, told)), "head", "  ")
        for id in asked:
            found = help_of(self.game.name, id)
            for line in found.lines()[: 3 if len(asked) == 1 else 1] if found is not None else ():
                self.term.say(line, indent="  ")
        self.rule(ask.rule)

    # ------------------------------------------------------------------ a list

    def show_list(self, form: Slate) -> None:
        """The list with its marks."""
        term = self.term
        count = f"Mark {form.most}." if form.least else f"Mark up to {form.most}, or nobody."
        term.say(f"{form.prompt} {count} {len(form.marked)} marked.", indent="  ")
        cells = [
            (f"{n:>3} {'[x]' if one.key in form.marked else '[ ]'} {one.label}", one.key in form.marked)
            for n, one in enumerate(form.choices, 1)
        ]
        half = term.width // 2 - 1
        if len(cells) > _FEW and max(len(text) for text, _ in cells) < half:
            rows = (len(cells) + 1) // 2
            for left in range(rows):
                line: Drawn = [(f"{cells[left][0]:<{half}}", "ours" if cells[left][1] else "")]
                if left + rows < len(cells):
                    text, on = cells[left + rows]
                    line = [*line, (text, "ours" if on else "")]
                term.row(line)
        else:
            for text, on in cells:
                term.say(text, "ours" if on else "", "", "        ")
        for shut in form.shut:
            term.say(f"  - not now: {shut.label}: {shut.why}", "dim")
        if form.rest and not form.marked:
            term.say(f"Nobody marked: {form.rest}.", "ours", "  ")
        elif form.why and form.as_advised:
            term.say(f"Advised: {form.why}", "ours", "  ")
        keys = [("Enter", form.go), ("2", "marks or unmarks"), ("1 2", "several"), ("one", "one by one")]
        term.row(draw.key_row(keys, term.width))
