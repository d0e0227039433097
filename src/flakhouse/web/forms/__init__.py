"""The log sheets as forms to print, as a game's kit has them; a game without them keeps its tables."""

from __future__ import annotations

from collections.abc import Sequence
from types import FunctionType

from markupsafe import Markup

from flakhouse import games
from flakhouse.render.base import Record
from flakhouse.web.boards.base import BoardInput

__all__ = ["campaign_form_of", "campaign_kinds", "mission_form_of"]


def mission_form_of(game: str, record: Record, given: BoardInput) -> Markup:
    """The log of a chapter, finished or not."""
    kit = games.kit(game)
    made: Markup = kit.load("mission_form", FunctionType)(record, given) if kit.mission_form else Markup("")
    return made


def campaign_form_of(game: str, records: Sequence[Record], given: BoardInput | None = None) -> Markup:
    """The log of a tour. `given`: the chapter under way, if the last record is one."""
    kit = games.kit(game)
    made: Markup = kit.load("campaign_form", FunctionType)(records, given) if kit.campaign_form else Markup("")
    return made


def campaign_kinds(game: str) -> frozenset[str]:
    """The events that the records of a campaign form must bring."""
    kit = games.kit(game)
    return kit.load("form_events", frozenset) if kit.form_events else frozenset()
