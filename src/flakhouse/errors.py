"""The exception tree.

FlakhouseError
├─ ChartError      a chart file contradicts itself
├─ RulesError      a rule reached an impossible state (a bug; carries what reproduces it)
├─ AnswerError     the answer is not an option of the question
├─ DiceError       a die shows a face it cannot have, or none is left
├─ OptionError     an unknown option or value
├─ PositionError   a position text that cannot be
└─ SaveError       an unreadable or unknown save
   └─ Desync       replay left the recorded path
"""

from __future__ import annotations

__all__ = [
    "AnswerError",
    "ChartError",
    "Desync",
    "DiceError",
    "FlakhouseError",
    "OptionError",
    "PositionError",
    "RulesError",
    "SaveError",
]


class FlakhouseError(Exception):
    """Everything this package raises on purpose."""


class ChartError(FlakhouseError):
    """A chart file contradicts itself; the message names file, chart and row."""


class RulesError(FlakhouseError):
    """A rule reached an impossible state: a bug."""


class AnswerError(FlakhouseError):
    """The answer is not an option of the question."""


class DiceError(FlakhouseError):
    """A die shows a face it cannot have, or no die is left."""


class OptionError(FlakhouseError):
    """An unknown game option, or a value it cannot take."""


class PositionError(FlakhouseError):
    """A position text that cannot be read or cannot be."""


class SaveError(FlakhouseError):
    """An unreadable, damaged or unknown save."""


class Desync(SaveError):
    """Replay left the recorded path at `step` (counted from 0)."""

    def __init__(self, step: int, message: str) -> None:
        super().__init__(message)
        self.step = step
