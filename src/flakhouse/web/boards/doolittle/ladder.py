"""1.2 The score so far on a ladder of outcomes: where it stands, and what the next rung takes."""

from __future__ import annotations

from markupsafe import Markup

from flakhouse.games.doolittle.state import Raid
from flakhouse.render.doolittle.tally import standing
from flakhouse.web.boards.base import el

__all__ = ["ladder"]


def ladder(r: Raid, *beside: tuple[str, str]) -> Markup:
    """The line under a map: the score, the outcomes, and what else is counted."""
    at = standing(r)
    rungs = [
        el("li", name, el("b", least) if least is not None else None, class_=_rung(i, at.at))
        for i, (name, least) in enumerate(at.outcomes)
    ] if at is not None else []  # fmt: skip
    score = [
        el("p", el("span", "Score so far", class_="cap"), " ", el("b", at.score), class_="ld-score"),
        el("ol", *rungs, class_="ld", aria_label="Outcomes, and the score each takes"),
    ] if at is not None else []  # fmt: skip
    facts = [el("p", el("span", name, class_="cap"), " ", said) for name, said in beside if said]
    return el("div", *score, *facts, class_="ld-w") if score or facts else Markup("")


def _rung(place: int, at: int) -> str:
    """Passed, the one it would be now, or still above."""
    return "now" if place == at else "done" if place < at else "above"
