"""Flakhouse: an engine and player for the great solitaire bomber wargames.

    import flakhouse

    session = flakhouse.play("b17", seed="7")
    results = flakhouse.simulate("b29", missions=500, pilots=["doctrine", "random"])

docs/library.md shows the rest. Nothing of it is imported before it is used.
"""

from typing import TYPE_CHECKING

__version__ = "0.4.0"

if TYPE_CHECKING:
    from flakhouse import games, views
    from flakhouse.library import (
        Agent,
        Comparison,
        Exact,
        Game,
        OddsTable,
        Question,
        Referee,
        Results,
        Session,
        Study,
        as_text,
        chart_odds,
        charts,
        compare,
        game,
        load_save,
        odds,
        play,
        read_save,
        simulate,
    )

__all__ = [
    "Agent",
    "Comparison",
    "Exact",
    "Game",
    "OddsTable",
    "Question",
    "Referee",
    "Results",
    "Session",
    "Study",
    "__version__",
    "as_text",
    "chart_odds",
    "charts",
    "compare",
    "game",
    "games",
    "load_save",
    "odds",
    "play",
    "read_save",
    "simulate",
    "views",
]

if not TYPE_CHECKING:  # to a checker of types this would be a module of anything

    def __getattr__(name):
        if name not in __all__:
            raise AttributeError(f"module 'flakhouse' has no attribute {name!r}")
        from importlib import import_module

        if name in ("games", "views"):
            return import_module(f"flakhouse.{name}")
        found = getattr(import_module("flakhouse.library"), name)
        globals()[name] = found
        return found

    def __dir__():
        return sorted({*globals(), *__all__})
