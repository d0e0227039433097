"""The exception tree.

FlakhouseError
├─ ChartError      a chart file contradicts itself
├─ RulesError      a rule reached an impossible state (a bug; carries what reproduces it)
├─ AnswerError     the answer is not an option of the question
├─ DiceError       a die shows a face it cannot have, or none is left
├─ OptionError     an unknown option or value
├─ KitError        a part of a game is missing, or is not what it should be
├─ PositionError   a position text that cannot be
├─ TooLong         it would take longer than a server allows
├─ SaveError       an unreadable or unknown save
│  ├─ Full         no room for it: too large, or the player has too much already
│  ├─ Unknown      no save of that name
│  ├─ Stale        another window or command has played it meanwhile
│  ├─ Refused      a strict challenge does not allow it
│  └─ Desync       replay left the recorded path
└─ AccountError    an account that cannot be, or is not there
   ├─ Taken        there is one of that name already
   └─ TooMany      too many failed attempts to log in
"""

from __future__ import annotations

__all__ = [
    "AccountError",
    "AnswerError",
    "ChartError",
    "Desync",
    "DiceError",
    "FlakhouseError",
    "Full",
    "KitError",
    "OptionError",
    "PositionError",
    "Refused",
    "RulesError",
    "SaveError",
    "Stale",
    "Taken",
    "TooLong",
    "TooMany",
    "Unknown",
]


class FlakhouseError(Exception):
    """Everything this package raises on purpose."""


class ChartError(FlakhouseError):
    """A chart file contradicts itself; the message names file, chart and row."""


class RulesError(FlakhouseError):
    """A rule reached an impossible state: a bug, or `house` rules that ask for what no rule can do.

    `path` is the file that reproduces it, for whoever owns the machine; `full` names it, the plain text does not.
    """

    def __init__(self, message: str, path: str = "", house: bool = False) -> None:
        super().__init__(message)
        self.path = path
        self.house = house

    @property
    def full(self) -> str:
        """With the file."""
        return f"{self}; what reproduces it is in {self.path}" if self.path else str(self)


class AnswerError(FlakhouseError):
    """The answer is not an option of the question."""


class DiceError(FlakhouseError):
    """A die shows a face it cannot have, or no die is left."""


class KitError(FlakhouseError):
    """A part of a game is missing, or is not what it should be."""


class OptionError(FlakhouseError):
    """An unknown game option, or a value it cannot take."""


class PositionError(FlakhouseError):
    """A position text that cannot be read or cannot be."""


class TooLong(FlakhouseError):
    """It takes longer to play or to read than a server allows; nothing was changed."""


class SaveError(FlakhouseError):
    """An unreadable, damaged or unknown save."""


class Trouble(SaveError):
    """The database itself fails: busy, full, damaged, not to be reached. `busy`: it may be tried again."""

    def __init__(self, message: str, busy: bool = False) -> None:
        super().__init__(message)
        self.busy = busy


class Full(SaveError):
    """A player of a server would have more, or something larger, than he may keep; nothing was kept."""


class Unknown(SaveError):
    """There is no save of that name."""


class Stale(SaveError):
    """Another window or command has played the save meanwhile: the step was not taken."""


class Refused(SaveError):
    """A strict challenge does not allow this; nothing was changed."""


class Desync(SaveError):
    """Replay left the recorded path at `step` (counted from 0)."""

    def __init__(self, step: int, message: str) -> None:
        super().__init__(message)
        self.step = step


class AccountError(FlakhouseError):
    """An account that cannot be made or changed like this, or is not there."""


class Taken(AccountError):
    """There is an account of that name already."""


class TooMany(AccountError):
    """Too many failed attempts to log in; `seconds` says how long to wait."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"too many failed attempts; try again in {-(-seconds // 60)} min")
        self.seconds = seconds
