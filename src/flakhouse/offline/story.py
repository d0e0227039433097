"""A mission to read while the engine is fetched: flown by the marked answers when the folder is built."""

from __future__ import annotations

from html import escape

from flakhouse import games
from flakhouse.core.chapter import begin
from flakhouse.core.session import Session
from flakhouse.render.base import record_of, renderer

__all__ = ["story"]

_SEED = "a mission to read/1"


def story() -> str:
    """The mission as paragraphs of HTML."""
    game = games.load("b17")
    session = Session(game, begin(game, _SEED))
    session.run()
    while session.pending is not None:
        session.answer(session.pending.default)
    text = renderer(game).report("story", [record_of(session.chapter, session.events, "")], "markdown")
    blocks = [" ".join(block.split()) for block in text.split("\n\n") if block.strip()]
    return "".join(
        f"<h3>{escape(block.lstrip('# '))}</h3>" if block.startswith("#") else f"<p>{escape(block)}</p>"
        for block in blocks
    )
