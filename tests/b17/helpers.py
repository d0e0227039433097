"""A mission in flight for rule tests, and a referee with injected dice and answers."""

from __future__ import annotations

from flakhouse.core.agents import Agent
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.games.b17.options import Options
from flakhouse.games.b17.state import Airman, Fighter, Mission, Target, new_men, new_plane
from flakhouse.games.b17.words import Angle, Clock, FighterType, Position, Squadron, Surface, TargetType
from tests.b29.helpers import done, noted, referee, rolled

__all__ = ["Watcher", "crew", "done", "fighter", "mission", "noted", "referee", "rolled"]


class Watcher(Agent):
    """Takes every default and keeps the questions."""

    def __init__(self, *answers: str) -> None:
        self.asks: list[Question] = []
        self.answers = dict(a.split("=") for a in answers)

    def choose(self, ask: Question, ref: Referee) -> str:
        """The answer given for this question, else its default."""
        self.asks.append(ask.look())
        return self.answers.get(ask.id, ask.default)

    def about(self, prompt: str) -> Question:
        """The question about a gun."""
        return next(a for a in self.asks if a.prompt.startswith(prompt))


def crew(missions: int = 5) -> dict[Position, Airman]:
    """Ten men, not yet veterans."""
    return {p: Airman(f"{p.value} Smith", "Sgt", p, missions) for p in Position}


def fighter(kind: str = "Me109", clock: str = "12", angle: str = "High", name: str = "Me109 A") -> Fighter:
    """An attacker."""
    return Fighter(FighterType(kind), Clock(clock), Angle(angle), name=name)


def mission(number: int = 12, /, **changes: object) -> Mission:
    """Paris, target in Zone 5; in formation in Zone 3 outbound, Middle place of the High squadron, all sound.

    Keyword arguments set fields of the mission; those it lacks are set on the plane.
    """
    men, seats = new_men(crew())
    water, france = (Surface.WATER,), (Surface.FRANCE,)
    target = Target(
        "Paris",
        TargetType.INDUSTRY,
        5,
        False,
        {2: -2, 3: 0, 4: 0, 5: 0},
        {2: water, 3: france, 4: france, 5: france},
    )
    plane = new_plane()
    m = Mission(Options(), number, target, plane, men, seats)
    m.zone, m.turn, m.squadron = 3, 2, Squadron.HIGH
    for name, value in changes.items():
        setattr(m if name in Mission.__dataclass_fields__ else plane, name, value)
    return m
