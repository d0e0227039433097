"""After a mission: the debriefing, and what next."""

from __future__ import annotations

from flakhouse.again import again, following
from flakhouse.cli.fill import Filler
from flakhouse.cli.pace import Kept
from flakhouse.cli.scenes import Quit
from flakhouse.core.questions import Question
from flakhouse.render.guide import ended

__all__ = ["Rester"]

_AT_REST = frozenset(
    (*"uhetspdawlgbn?", "redo", "position", "note", "adviser")
)  # commands in the menu after a mission


class Rester(Filler):
    """Shows how it ended, and asks what next."""

    def debriefing(self) -> None:
        """The debriefing, then what next."""
        self.term.say()
        with self.term.paged():
            self.report("debrief")
        finish = self.session.finish
        if self.guided:
            self.term.say(ended(self.game.name, finish.outcome if finish is not None else None), "ours")
        over = finish is None or finish.over
        practice = self.session.chapter.position is not None
        if over and not practice:
            self.term.say()
            raid = self.game.chapter_word == "raid"
            self.term.say("The raid is over." if raid else "The tour is complete.", "head")
            self.report("campaign")
        self.menu(over, practice)

    def menu(self, over: bool, practice: bool) -> None:
        """What next."""
        word = self.game.chapter_word
        options = {"next": f"fly the next {word}"} if not over else {}
        behind = following(self.game, self.session.chapter)
        if over and not practice:
            options["again"] = "begin a new tour" if self.game.chapters > 1 else "play this scenario again"
            options |= {"following": f"play scenario {behind}, the next"} if behind else {}
            options |= {"another": "choose another scenario"} if self.game.chapters == 1 else {}
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
        ask = Question("", "What next?", options)
        ask.put("after", default)
        self.shown = ""
        self.said.clear()
        while self.session.finish is not None:
            self.show_menu(ask)
            self.term.forget()
            line = self.term.ask()
            key = line.lower()
            if key.split(" ")[0] in _AT_REST:
                self.command(line, None)
                continue
            choice = self.key_of(line, ask)
            if choice == "next":
                self.next()
                return
            if choice in ("again", "following", "another"):
                scenario = {"following": behind, "another": ""}.get(choice, "")
                if choice == "another" and not (scenario := self.pick_scenario()):
                    continue
                self.once_more(scenario)
                return
            if choice == "quit":
                raise Quit
            with self.term.paged(seen=True):
                if choice == "log":
                    self.log("all")
                elif choice is not None:
                    self.term.say()
                    self.report({"sheet": "mission", "tour": "campaign"}.get(choice, choice))

    def show_menu(self, ask: Question) -> None:
        """The menu after a mission."""
        self.term.say()
        self.term.say(ask.prompt, "ask")
        for number, (key, option) in enumerate(ask.options.items(), 1):
            enter = " (Enter)" if key == ask.default else ""
            self.term.say(f"{number} {key}: {option.label}{enter}", indent="  ")

    def pick_scenario(self) -> str:
        """Another scenario, or nothing."""
        found = {scenario.key: scenario for scenario in self.game.scenarios()}
        for scenario in found.values():
            self.term.say(f"{scenario.key} {scenario.title}. {scenario.about}", indent="  ", hang="    ")
        line = self.term.ask().strip()
        if line and line not in found:
            self.hint(f"There is no scenario {line!r}.")
        return line if line in found else ""

    def once_more(self, scenario: str) -> None:
        """The same once more, or another scenario, as a new save."""

        def act() -> None:
            self.name = again(self.store, self.game, self.session.chapter, scenario)
            self.session = self.store.session(self.game, self.name)
            self.session.run()

        if self.take(act):
            self.guided = False
            self.told = self.batch = 0
            self.term.say(f"A new game, kept as {self.name}.")
            self.say_pace()

    def next(self) -> None:
        """The next mission."""

        def act() -> None:
            session = self.store.next_chapter(self.game, self.name)
            session.run()
            self.session = session

        if self.take(act):
            self.told = self.batch = 0

    def say_pace(self) -> None:
        """How it is told is kept from game to game; where that is not what a newcomer has, it is said."""
        kept = self.settings.kept
        if self.term.paced and kept.pace != Kept().pace:
            self.term.say(f"The telling stops at: {kept.pace}, as you set it before; p changes it.", "dim")
        if self.term.paced and kept.dice != Kept().dice:
            self.term.say("The dice fall by themselves, as you set it before; d changes it.", "dim")
