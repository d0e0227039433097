"""The drawings: what the cardboard would show, kept true to the state. `board_of` finds a game's own."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from flakhouse.web.boards.base import EMPTY, Board, BoardInput

__all__ = ["Board", "BoardInput", "board_of"]


def board_of(game: str, given: BoardInput) -> Board:
    """The board of a game: `board(given)` of the module flakhouse.web.boards.<name>; an empty one without it."""
    name = f"flakhouse.web.boards.{game}"
    if find_spec(name) is None:
        return EMPTY
    draw: object = getattr(import_module(name), "board", None)
    if not callable(draw):
        return EMPTY
    made: object = draw(given)
    return made if isinstance(made, Board) else EMPTY
