"""A decision at the terminal: how it is shown, and what a line that was typed means."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flakhouse.cli import draw
from flakhouse.cli.desk import how_many, sentence
from flakhouse.cli.pace import Settings
from flakhouse.cli.scenes import Quit, Teller
from flakhouse.cli.terminal import Terminal
from flakhouse.cli.words import either, fits
from flakhouse.core.dice import parse_faces
from flakhouse.core.journal import Entry
from flakhouse.core.questions import NeedDice, Option, Question
from flakhouse.core.session import Session
from flakhouse.errors import AnswerError, DiceError, RulesError, SaveError
from flakhouse.render import guide
from flakhouse.render.look import barred_lines, barred_text, labels_of, option_text
from flakhouse.store import Store

__all__ = ["Asker"]

_LONG_LIST = 9  # more options than that stand in two columns, if they fit
_ROOM = 12  # columns left for an answer
_FEW = 3  # so many things that cannot be done are listed with their reasons; of more only their names


class Asker(Teller):
    """Asks what is open."""

    def __init__(
        self, store: Store, name: str, session: Session, terminal: Terminal, settings: Settings | None = None
    ) -> None:
        super().__init__(store, name, session, terminal, settings)
        self.shown = ""  # the kind of question asked last: its situation has been shown
        self.met: dict[str, set[tuple[int, int]]] = {}  # the first decisions of each kind, by flight and step
        self.said: set[str] = set()  # its lines, and those of questions before it that nothing has happened since
        self.fresh = False  # something was told just before the question
        self.undone: list[Entry] = []  # the player's steps taken back, until the next answer

    def command(self, line: str, ask: Question | None) -> bool:
        """Carry out a command; False if the line is none."""
        raise NotImplementedError

    def question(self) -> None:
        """Question what is open and take one line."""
        self.fit()
        ask, need = self.session.pending, self.session.need_dice
        if ask is not None:
            if self.term.paced and self.fresh:
                self.term.say()
                self.headline()
            self.show(ask)
            self.term.ring()
            self.term.forget()
            self.read(ask)
        elif need is not None:
            self.read_dice(need)

    def show(self, ask: Question) -> None:
        """A decision with its options."""
        term = self.term
        if term.wide:
            term.beside = draw.panel(self.view, self.session.state, self.tape)
        self.situation(ask)
        term.say()
        if self.new_to_him(ask):
            self.guide(ask)
        if ask.free:
            term.say(f"{ask.prompt} (Enter: {ask.default})", "ask")
            return
        self.show_options(ask)
        if term.paced and ask.why is not None and (why := ask.why()):
            term.say(f"Advised: {why}", "ours", "  ")

    def guide(self, ask: Question, indent: str = "") -> None:
        """On a guided mission: what a newcomer is told of a decision."""
        if self.guided and (words := guide.told(self.game.name, ask.id, ask.rule)):
            self.term.say(words, "ours", indent)

    def new_to_him(self, ask: Question) -> bool:
        """Whether a newcomer is told of such a decision unasked: the first times it comes, on whichever flight."""
        met = self.met.setdefault(ask.id, set())
        here = (self.session.chapter.number, self.session.steps)
        if len(met) < guide.OFTEN:
            met.add(here)
        return here in met

    def explain_decision(self, rest: str = "") -> None:
        """What the open decision is; with what a newcomer was told of it at first."""
        ask = self.session.pending
        if ask is not None and not self.new_to_him(ask):
            self.guide(ask, "  ")
        super().explain_decision(rest)

    def show_options(self, ask: Question) -> None:
        """The prompt, and what may be answered."""
        term = self.term
        if _plain_yes_no(ask):
            mark = {key: " (Enter)" if key == ask.default else "" for key in ask.options}
            term.say(f"{ask.prompt} ({ask.rule})", "ask")
            term.say(f"1 Yes{mark['yes']}   2 No{mark['no']}", indent="  ")
            return
        term.say(f"{ask.prompt} ({ask.rule})", "ask")
        width = len(str(len(ask.options)))
        if _counted(ask) and any(_says_more(key, option) for key, option in ask.options.items()):
            width = max(len(key) for key in ask.options)
            for key, option in ask.options.items():
                enter = " (Enter)" if key == ask.default else ""
                label = option.label.removeprefix(f"{key} ").replace(f" ({key})", "")
                if len(ask.options) > _LONG_LIST and (stakes := self.stakes(option)):  # a line each, if it fits
                    term.say(f"{key:>{width}} {label}{enter}: {stakes}", "", "  ", " " * (width + 1))
                    continue
                term.say(f"{key:>{width}} {label}{enter}", "", "  ", " " * (width + 1))
                self.show_stakes(option, width)
            return
        if _counted(ask):
            marks = (f"{key} (Enter)" if key == ask.default else key for key in ask.options)
            term.say(", ".join(marks), indent="  ")
            return
        if not self.show_columns(ask):
            for number, (key, option) in enumerate(ask.options.items(), 1):
                enter = " (Enter)" if key == ask.default else ""
                term.say(f"{number:>{width}} {option_text(key, option.label)}{enter}", "", "  ", " " * (width + 1))
                self.show_stakes(option, width)
        self.show_barred(ask, width)

    def show_columns(self, ask: Question) -> bool:
        """Many short options side by side, so that they stay on one screen; False if they do not fit so."""
        half = self.term.width // 2
        if not self.term.paced or len(ask.options) <= _LONG_LIST:
            return False
        if any(self.stakes(option) for option in ask.options.values()):
            return False
        cells = [
            f"{number:>2} {option_text(key, option.label)}{' (Enter)' if key == ask.default else ''}"
            for number, (key, option) in enumerate(ask.options.items(), 1)
        ]
        if max(map(len, cells)) > half - 3:
            return False
        rows = (len(cells) + 1) // 2
        for left in range(rows):
            right = cells[left + rows] if left + rows < len(cells) else ""
            self.term.row([(f"  {cells[left]:<{half - 2}}{right}".rstrip(), "")])
        return True

    def situation(self, ask: Question) -> None:
        """What the player needs to see for this decision, once."""
        if ask.id != self.shown:
            for line in self.view.situation(self.session.state, ask, self.fresh):
                if line.text not in self.said:
                    self.term.say(line.text, line.tone, "  ")
                self.said.add(line.text)
        self.shown = ask.id

    def show_stakes(self, option: Option, width: int) -> None:
        """Under an option: what it needs, with which chance, what it costs, and what it means."""
        if text := self.stakes(option):
            self.term.say(text, "dim", " " * (width + 5), " " * (width + 5))

    def stakes(self, option: Option) -> str:
        """What an option needs, costs and means, in words."""
        from flakhouse.sim.atstake import at_stake

        return " ".join(filter(None, (at_stake(self.session.game, self.session.ref, option), option.detail)))

    def show_barred(self, ask: Question, width: int) -> None:
        """What cannot be done: with its reason, or, if it is much and somebody watches, in one line."""
        if self.term.paced and len(ask.barred) > _FEW:
            names = ", ".join(barred_text(key, bar) for key, bar in ask.barred.items())
            self.term.say(f"not possible: {names}; n tells why", "dim", "  ", "  ")
            return
        for line in barred_lines(ask.barred):
            self.term.say(f"{'-':>{width}} not possible: {line}", "dim", "  ", " " * (width + 1))

    def read(self, ask: Question) -> None:
        """Read lines until one answers or changes something."""
        while self.session.pending is ask:
            line = self.term.ask()
            if self.command(line, ask):
                continue
            key = self.key_of(line, ask)
            if key is None:
                continue
            if self.take(lambda key=key: self.session.answer(key)):  # type: ignore[misc]
                self.undone = []
            return

    def key_of(self, line: str, ask: Question) -> str | None:
        """The option a line means; without one a hint is shown."""
        if not line:
            return ask.default
        if ask.free:
            if ask.accepts(line):
                return line
            self.hint("A name has 1 to 40 characters.")
            return None
        keys, counted = list(ask.options), _counted(ask)
        number = how_many(line, 0)
        if number is not None and (line in keys if counted else 1 <= number <= len(keys)):
            return line if counted else keys[number - 1]
        shut = fits(line, self.shut(ask), False)
        found = [] if number is not None and counted else fits(line, labels_of(ask), not shut)
        if len(found) == 1:
            return found[0]
        if found:
            self.hint(f"{line!r} could be {either(self.listed(ask, found))}.")
        elif counted:
            self.hint(f"Type one of {', '.join(keys)}.")
        elif number is not None:
            self.hint(f"There are options 1 to {len(keys)}.")
        else:
            self.not_one(line, ask)
        return None

    def listed(self, ask: Question, keys: Sequence[str]) -> list[str]:
        """Options by their numbers and the beginnings of their labels."""
        places = {key: key if _counted(ask) else str(n) for n, key in enumerate(ask.options, 1)}
        shown = {key: option_text(key, ask.options[key].label).partition(":")[0] for key in keys}
        return [
            shown[key] if shown[key].startswith(places[key]) else f"{places[key]} {shown[key]}" for key in keys
        ]

    def shut(self, ask: Question) -> dict[str, str]:
        """What cannot be taken now, in words."""
        return {key: barred_text(key, bar) for key, bar in ask.barred.items()}

    def not_one(self, line: str, ask: Question) -> None:
        """What was typed is none of the options: why, if it is one that cannot be taken now."""
        barred = fits(line, self.shut(ask))
        if len(barred) == 1:
            bar = ask.barred[barred[0]]
            self.hint(f"Not possible: {barred_text(barred[0], bar)}: {bar.why}")
        else:
            self.hint(
                f'"{line}" is not one of the answers. Type 1 to {len(ask.options)}, Enter for the marked one, '
                "? for help."
            )

    def read_dice(self, need: NeedDice) -> None:
        """Read the faces thrown at the table."""
        what = "1 die" if need.count == 1 else f"{need.count} dice"
        about = f", {need.about}" if need.about else ""
        prompt = f"Roll {what} for {need.title}{about} ({need.chart}): "
        if need.needed is not None or need.mods or self.term.paced:
            self.announce(need)
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
            if self.take(lambda faces=faces: self.session.throw(faces)):  # type: ignore[misc]
                self.undone = []
            return

    def take(self, act: Callable[[], object]) -> bool:
        """Do something that plays on. What goes wrong is told, and the player is asked again."""
        try:
            act()
        except (AnswerError, DiceError) as bad:
            self.hint(str(bad))
        except RulesError as bug:
            self.term.say(f"{sentence(bug.full)}.", "loss")
            self.term.say(
                "The game stands as it was before that answer. Take another, u to go back, or q.", "hint"
            )
            self.told = min(self.told, len(self.session.events))
        except SaveError as bad:
            self.term.say(f"{sentence(str(bad))}.", "loss")
            if self.stale():
                raise Quit from bad
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


def _plain_yes_no(ask: Question) -> bool:
    """Whether yes and no say all there is to say."""
    return {key: option.label for key, option in ask.options.items()} == {"yes": "Yes", "no": "No"} and not any(
        option.stakes or option.costs or option.detail for option in ask.options.values()
    )


def _says_more(key: str, option: Option) -> bool:
    """Whether an option that is a number says more than the number."""
    return not option.label.startswith(key) or bool(option.stakes or option.costs or option.detail)


def _counted(ask: Question) -> bool:
    """Whether the answers are numbers themselves, so that options cannot be numbered besides."""
    return all(key.isdigit() for key in ask.options)
