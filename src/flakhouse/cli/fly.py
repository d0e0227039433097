"""`flakhouse fly`: a bot flies one mission, several, or a whole tour."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from flakhouse.cli.common import (
    Commands,
    Usage,
    add_setup,
    command,
    faces_of,
    game_of,
    house_of,
    name_of,
    options_of,
    position_of,
    read_text,
    say,
    say_json,
    seed_of,
    warn,
)

if TYPE_CHECKING:
    from flakhouse.core.agents import Agent
    from flakhouse.core.chapter import Chapter
    from flakhouse.core.events import Event
    from flakhouse.core.game import Game, House
    from flakhouse.render.base import Record

__all__ = ["add"]
_LONGEST = 1000  # missions of one command


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "fly",
        "let a bot fly a mission, several missions, or a whole tour",
        """flakhouse fly b29 --seed 7
        flakhouse fly b29 --seed 7 --pilot random --log full
        flakhouse fly b17 --seed 7 --log scenes
        flakhouse fly b29 --tour --option rules=basic --json
        flakhouse fly b29 --position over-tokyo.txt --step combat --dice 3,4,6""",
    )
    add_setup(parser)
    parser.add_argument("--pilot", metavar="NAME", help="the bot: of flakhouse games, rollout:40, or bot.py:Class")
    many = parser.add_mutually_exclusive_group()
    many.add_argument("--missions", type=int, metavar="K", help="fly so many missions of one tour")
    many.add_argument("--tour", action="store_true", help="fly until the tour is complete")
    parser.add_argument("--answers", metavar="FILE", help="answers before the bot's: a key or id=key on each line")
    parser.add_argument(
        "--log", choices=("none", "brief", "full", "scenes"), help="how much to tell; default brief"
    )
    parser.add_argument("--save", metavar="NAME", help="keep the flight as a save")
    parser.set_defaults(act=_fly)


def _fly(args: argparse.Namespace) -> int:
    from flakhouse.sim.study import pilot_of

    game = game_of(args.game)
    pilot = args.pilot or game.default_pilot
    pilot_of(game, pilot)
    if args.missions is not None and not 1 <= args.missions <= _LONGEST:
        raise Usage(f"--missions {args.missions}: expected 1 to {_LONGEST}")
    name_of(args.save or "")
    flight = _Flight(args, game, pilot)
    flight.fly()
    flight.show()
    return 0


class _Flight:
    """The missions of one command."""

    def __init__(self, args: argparse.Namespace, game: Game, pilot: str) -> None:
        self.args = args
        self.game = game
        self.pilot = pilot
        self.seed = seed_of(args.seed)
        self.level: str = args.log or ("none" if args.json else "brief")
        self.options = options_of(game, args.option, args.scenario)
        self.house: House | None = house_of(game, args.house)
        self.position = position_of(args.position, args.step)
        self.given = faces_of(args.dice)
        self.answers = _answers(args.answers)
        self.many: bool = args.tour or (args.missions or 1) > 1
        self.chapters: list[Chapter] = []
        self.events: list[list[Event]] = []

    def fly(self) -> None:
        """Fly them one after the other."""
        from flakhouse.core.agents import Scripted
        from flakhouse.core.chapter import begin
        from flakhouse.core.run import calm_collector
        from flakhouse.sim.study import pilot_of

        if self.many:
            calm_collector()
        make = pilot_of(self.game, self.pilot)
        script = Scripted(self.answers)
        count = _LONGEST if self.args.tour else self.args.missions or 1
        campaign = None
        for number in range(1, count + 1):
            first = number == 1
            seed = f"{self.seed}/{number}"
            chapter = begin(
                self.game,
                seed,
                number=number,
                campaign=campaign,
                options=self.options,
                house=self.house,
                position=self.position if first else None,
                step=self.args.step if first else "",
                given=self.given if first else (),
            )
            script.then = make(f"{seed}/pilot")
            self.mission(chapter, script)
            self.chapters.append(chapter)
            if chapter.finished is None or chapter.finished.over:
                break
            campaign = chapter.finished.campaign
        if script.left():
            warn(f"{script.left()} of the answers were not asked for")

    def mission(self, chapter: Chapter, agent: Agent) -> None:
        """Fly one; what it leaves is written into the chapter."""
        from flakhouse.core.chapter import Chain, dice_of
        from flakhouse.core.dice import Keyed
        from flakhouse.core.referee import Referee
        from flakhouse.errors import AnswerError, FlakhouseError, RulesError
        from flakhouse.savefile import write_crash
        from flakhouse.store import data_folder

        dice = dice_of(self.game, chapter)
        charts = self.house.charts if self.house else None
        ref = Referee(dice, agent, trace=self.level != "none", house=charts)
        try:
            chapter.finished = self.game.play(
                ref, chapter.campaign, dict(chapter.options), chapter.position, chapter.step
            )
        except Exception as bug:
            if isinstance(bug, AnswerError) and self.answers:
                raise AnswerError(f"{self.args.answers}: {bug}") from bug
            if isinstance(bug, FlakhouseError) and not isinstance(bug, RulesError | AnswerError):
                raise
            chapter.entries = ref.journal
            path = write_crash(chapter, bug, data_folder())
            raise RulesError(
                f"the rules failed in {self.game.chapter_word} {chapter.number} at step {len(ref.journal)}: "
                f"{type(bug).__name__}: {bug}; what reproduces it is in {path or 'no file, the disk refused it'}"
            ) from bug
        chapter.entries = ref.journal
        chapter.check = ref.check
        if isinstance(dice, Chain | Keyed) and dice.drawn < len(chapter.given):
            warn(f"{len(chapter.given) - dice.drawn} of the given dice were not rolled")
        self.events.append(ref.events)

    def show(self) -> None:
        """Print what came of it."""
        if self.args.save:
            self.keep()
        if self.args.json:
            say_json(self.data())
            return
        from flakhouse.render.base import record_of
        from flakhouse.render.scenes import scene_text
        from flakhouse.render.screen import screen

        view = screen(self.game)
        line = view.house_line(self.house, self.chapters[0].options)
        if line:
            say(line)
        records: list[Record] = []
        for chapter, events in zip(self.chapters, self.events, strict=True):
            if self.many and self.level != "none":
                say(f"{self.game.chapter_word.capitalize()} {chapter.number}")
            if self.level == "scenes":
                for scene in view.scenes(events):
                    say("\n".join(scene_text(scene, view.width)))
            else:
                for text in view.log(events, self.level):
                    say(text)
            record = record_of(chapter, events)
            records.append(record)
            if not self.many:
                say(view.report("debrief", [record]).rstrip("\n"))
        if self.many:
            say(view.report("campaign", records).rstrip("\n"))
        say(f"Seed {self.seed}, pilot {self.pilot}")

    def keep(self) -> None:
        """Put the flight among the saves."""
        from flakhouse.savefile import FORMAT, SaveFile, now
        from flakhouse.store import Store

        with Store() as store:
            save = SaveFile(
                format=FORMAT,
                name=self.args.save,
                game=self.game.name,
                seed=self.seed,
                created=now(),
                chapters=self.chapters,
            )
            store.put(save, exact=True)
            if self.chapters[-1].finished is not None:
                store.tell_end(store.revision(self.args.save))  # it is printed here: no page has it to tell

    def data(self) -> dict[str, object]:
        """The flight as JSON."""
        from flakhouse.core.game import Finish

        finishes: list[Finish] = [chapter.finished for chapter in self.chapters if chapter.finished]
        data: dict[str, object] = {
            "game": self.game.name,
            "seed": self.seed,
            "pilot": self.pilot,
            "options": self.chapters[0].options,
        }
        if self.house is not None:
            data["house_rules"] = {
                "name": self.house.name,
                "digest": self.house.digest,
                "changes": self.house.changes(self.chapters[0].options),
            }
        if self.many:
            data["outcomes"] = [finish.outcome for finish in finishes]
            data["over"] = finishes[-1].over
            data["campaign"] = finishes[-1].campaign
        else:
            data["outcome"] = finishes[0].outcome
        if self.level == "full":
            data["events"] = self.events if self.many else self.events[0]
        elif self.level == "scenes":
            from flakhouse.render.screen import screen

            told = [screen(self.game).scenes(events) for events in self.events]
            data["scenes"] = told if self.many else told[0]
        return data


def _answers(name: str | None) -> list[str]:
    """Answers from a file: a line each, or a JSON list; # begins a comment line."""
    if name is None:
        return []
    text = read_text(name)
    if text.lstrip().startswith("["):
        import msgspec

        try:
            return msgspec.json.decode(text, type=list[str])
        except (msgspec.MsgspecError, RecursionError) as bad:
            raise Usage(f"{name}: {bad}") from bad
    lines = [line.strip() for line in text.splitlines()]
    return [line for line in lines if line and not line.startswith("#")]
