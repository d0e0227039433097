"""A raid for rule tests, and a referee with injected dice, draws and answers."""

from __future__ import annotations

from flakhouse.core.agents import Default, Scripted
from flakhouse.core.dice import Fixed
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import scenario
from flakhouse.games.doolittle.options import Options
from flakhouse.games.doolittle.state import B25, Raid
from tests.b29.helpers import done, noted, rolled

__all__ = ["b25", "done", "noted", "raid", "referee", "rolled"]


def raid(number: int = 7, /, **changes: object) -> Raid:
    """A scenario as it is set up. Keyword arguments set fields of the raid; those it lacks, of its ratings."""
    r = scenario.set_up(referee(), Options(scenario=number))
    for name, value in changes.items():
        setattr(r if name in Raid.__dataclass_fields__ else r.ratings, name, value)
    return r


def b25(r: Raid, pilot: str) -> B25:
    """A B-25 by the name on its marker."""
    return next(b for b in r.squadron if b.pilot == pilot)


def referee(
    *faces: int, answers: list[str] | None = None, draws: list[int] | None = None, defaults: bool = False
) -> Referee:
    """A referee with exactly these dice, draws and answers; with `defaults`, further questions take theirs."""
    agent = Scripted(answers or [], Default() if defaults else None)
    return Referee(Fixed(*faces, draws=draws or ()), agent, trace=True)
