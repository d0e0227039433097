"""The drawings: what the cardboard would show, kept true to the state. `board_of` finds a game's own."""

from __future__ import annotations

from types import FunctionType

from flakhouse import games
from flakhouse.web.boards.base import EMPTY, Board, BoardInput

__all__ = ["Board", "BoardInput", "board_of"]


def board_of(game: str, given: BoardInput) -> Board:
    """The board of a game, as its kit has it; an empty one for a game without a drawing."""
    kit = games.kit(game)
    if not kit.board:
        return EMPTY
    made: Board = kit.load("board", FunctionType)(given)
    return made
