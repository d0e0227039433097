"""`flakhouse replay` on a terminal: a recorded mission scene by scene, forward and back."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.cli import draw
from flakhouse.cli.pace import Settings
from flakhouse.cli.scenes import Quit, Teller
from flakhouse.cli.terminal import Closed, Terminal
from flakhouse.core.session import Session
from flakhouse.render.look import own_events
from flakhouse.render.scenes import Scene, roll_line
from flakhouse.store import Store

__all__ = ["Stepper"]

_KEYS = (("Enter", "next"), ("b", "back"), ("g", "next grave scene"), ("r", "rolls"), ("q", "end"))


class Stepper(Teller):
    """Shows a record; nothing of what is to come is seen before its scene."""

    def __init__(self, store: Store, name: str, session: Session, terminal: Terminal) -> None:
        super().__init__(store, name, session, terminal, Settings())
        own = own_events(session.events, session.chapter.auto)
        self.scenes: Sequence[Scene] = self.view.scenes(session.events, 0, own)
        self.at = 0

    def run(self) -> None:
        """From the first scene to the last, or until the reader has enough."""
        try:
            while self.at < len(self.scenes):
                self.tape = [f"{draw.mark(scene)[0]} {scene.headline}" for scene in self.scenes[: self.at]]
                self.screen(self.scenes[self.at], ())
        except (Quit, Closed, KeyboardInterrupt):
            self.term.say()

    def waits(self, scene: Scene) -> bool:
        """Every scene waits."""
        return True

    def pause(self, kind: str, scene: Scene, upto: int) -> None:
        """A line: on, back, to the next grave scene, or the end."""
        self.term.rest_beside()
        self.term.rule(scene.weight == "grave")
        while True:
            self.term.row(draw.key_row(_KEYS, self.term.width))
            key = self.term.stop().lower()
            if key == "r":
                for roll in scene.rolls:
                    self.term.say(roll_line(roll), indent="  ")
            elif key == "q":
                raise Quit
            elif key in ("", "b", "g"):
                self.at = self.after(key)
                return
            else:
                self.hint(f"{key!r} means nothing here.")

    def after(self, key: str) -> int:
        """The number of the scene that a key leads to."""
        if key == "b":
            return max(0, self.at - 1)
        if key == "g":
            grave = (n for n in range(self.at + 1, len(self.scenes)) if self.scenes[n].weight == "grave")
            return next(grave, len(self.scenes) - 1)
        return self.at + 1
