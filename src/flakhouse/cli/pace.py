"""How a player likes to be told: where the telling stops, and who throws the dice.

Kept in `terminal.json` in the data folder, for all saves: it changes nothing that happens, so no journal has it.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

import msgspec

from flakhouse.render.pace import SKIP, Pace, pace
from flakhouse.store import data_folder

__all__ = ["DICE", "EVERY", "MINE", "PACES", "REAL", "Kept", "Settings", "moment"]

#: Where the telling stops, by the words for it.
PACES = {"every scene": "every", "what matters": "matters", "decisions only": "decisions"}
#: Who throws the dice.
DICE = ("they fall by themselves", "I throw those that matter", "I throw every die", "real dice")
_FALL, MINE, EVERY, REAL = DICE


def moment(chapter: int, steps: int) -> str:
    """Where a save stands, as the file has it."""
    return f"{chapter}.{steps}"


class Kept(msgspec.Struct):
    """What the file holds. What it has besides is somebody else's and not looked at."""

    pace: str = "what matters"
    dice: str = MINE
    untold: dict[str, int] = {}  # saves that were left in the midst of telling: the event to go on with
    stood: dict[str, str] = {}  # where each of those stood then: whoever answers elsewhere has been told there
    opened: dict[str, int] = {}  # saves that were left at the first decision of this chapter, all told before it


class Settings:
    """The player's settings. A file that cannot be read or written is none: play goes on."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path if path is not None else data_folder() / "terminal.json"
        self.kept = Kept()
        with contextlib.suppress(OSError, msgspec.MsgspecError):
            self.kept = msgspec.json.decode(self.path.read_bytes(), type=Kept)
        if self.kept.pace not in PACES:
            self.kept.pace = Kept().pace
        if self.kept.dice not in (_FALL, MINE, EVERY):
            self.kept.dice = MINE

    @property
    def pace(self) -> str:
        """Where the telling stops."""
        return self.kept.pace

    def told(self, skipping: bool = False) -> Pace:
        """How he is told; `skipping` to his next decision, past everything."""
        return SKIP if skipping else pace(PACES[self.pace], self.kept.dice != _FALL, self.kept.dice == EVERY)

    def next_pace(self) -> str:
        """The pace after this one."""
        names = list(PACES)
        self.kept.pace = names[(names.index(self.pace) + 1) % len(names)]
        self._keep()
        return self.pace

    def next_dice(self, real: bool, hands: bool = True) -> str:
        """Who throws after those who throw now; `hands` off: nobody watches, so no computer's dice wait."""
        now = REAL if real else self.kept.dice if hands else _FALL
        names = DICE if hands else (_FALL, REAL)
        then = names[(names.index(now) + 1) % len(names)]
        if then != REAL and hands:
            self.kept.dice = then
            self._keep()
        return then

    def left(self, save: str, event: int | None, opened: int = 0, at: str = "") -> None:
        """The player leaves with this event still to be told, or (None) with everything told; in chapter `opened`
        if he has not answered anything in it. `at` is where the save stands (see `moment`)."""
        before = (self.kept.untold.get(save), self.kept.opened.get(save, 0), self.kept.stood.get(save, ""))
        now = (event, opened if event is None else 0, at if event is not None else "")
        if before != now:
            self.kept.untold = {name: at for name, at in self.kept.untold.items() if name != save}
            self.kept.opened = {name: at for name, at in self.kept.opened.items() if name != save}
            self.kept.stood = {name: where for name, where in self.kept.stood.items() if name != save}
            if event is not None:
                self.kept.untold[save], self.kept.stood[save] = event, at
            elif opened:
                self.kept.opened[save] = opened
            self._keep()

    def untold(self, save: str, at: str = "") -> int | None:
        """The event that a save left in the midst of telling goes on with; None if it was played on elsewhere and
        now stands `at` another moment."""
        stood = self.kept.stood.get(save, "")
        return None if stood and at and stood != at else self.kept.untold.get(save)

    def opened(self, save: str) -> int:
        """The chapter at whose first decision a save was left, all told before it; 0 if at none."""
        return self.kept.opened.get(save, 0)

    def _keep(self) -> None:
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_bytes(msgspec.json.format(msgspec.json.encode(self.kept), indent=2) + b"\n")
