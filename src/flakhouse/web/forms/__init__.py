"""The log sheets as forms to print: a game's own module fills them; a game without one keeps its tables."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec

from markupsafe import Markup

from flakhouse.render.base import Record
from flakhouse.web.boards.base import BoardInput

__all__ = ["campaign_form_of", "campaign_kinds", "mission_form_of"]


def mission_form_of(game: str, record: Record, given: BoardInput) -> Markup:
    """The log of a chapter, finished or not: `mission_form` of flakhouse.web.forms.<name>; "" without it."""
    return _made(game, "mission_form", record, given)


def campaign_form_of(game: str, records: Sequence[Record], given: BoardInput | None = None) -> Markup:
    """The log of a tour: `campaign_form` of flakhouse.web.forms.<name>; "" without it. `given`: the chapter under
    way, if the last record is one."""
    return _made(game, "campaign_form", records, given)


def campaign_kinds(game: str) -> frozenset[str]:
    """The events that the records of a campaign form must bring: `TOLD` of its module; none without one."""
    name = f"flakhouse.web.forms.{game}"
    kinds: object = getattr(import_module(name), "TOLD", None) if find_spec(name) is not None else None
    return kinds if isinstance(kinds, frozenset) else frozenset()


def _made(game: str, what: str, *given: object) -> Markup:
    """What a game's module makes of it."""
    name = f"flakhouse.web.forms.{game}"
    if find_spec(name) is None:
        return Markup("")
    fill: object = getattr(import_module(name), what, None)
    made: object = fill(*given) if callable(fill) else None
    return made if isinstance(made, Markup) else Markup("")
