"""A mission in flight for rule tests, and a referee with injected dice and answers."""

from __future__ import annotations

from flakhouse.core.agents import Default, Scripted
from flakhouse.core.dice import Fixed
from flakhouse.core.events import Noted, Rolled
from flakhouse.core.referee import Referee
from flakhouse.games.b29.options import Options
from flakhouse.games.b29.state import Airman, Mission, Target, new_men, new_plane
from flakhouse.games.b29.words import (
    TANK_BOXES,
    Altitude,
    Formation,
    GunName,
    Position,
    Surface,
    TargetType,
)


def crew(missions: int = 10) -> dict[Position, Airman]:
    """Eleven men, neither novices nor veterans."""
    return {p: Airman(f"{p.value} Smith", "Sgt", p, missions) for p in Position}


def mission(number: int = 12, /, **changes: object) -> Mission:
    """A day mission to Tokyo's factories at MED, in formation in Zone 10 outbound, everything sound.

    Keyword arguments set fields of the mission; those it lacks are set on the plane.
    """
    given = changes.pop("number", number)
    assert isinstance(given, int)
    number = given
    men, seats = new_men(crew())
    water = (Surface.WATER,)
    target = Target(
        "Tokyo",
        TargetType.AIRCRAFT_FACTORY,
        11,
        False,
        {10: -2, 11: 1},
        {10: water, 11: (Surface.WATER, Surface.JAPAN)},
    )
    plane = new_plane()
    plane.altitude = Altitude.MED
    plane.pressurized = True
    if number > 10:
        plane.guns[GunName.TAIL_CANNON].armed = False
        plane.guns[GunName.TAIL_CANNON].bursts = 0
    for bay in plane.bays():
        bay.tank_fitted = True
        bay.tank_boxes = TANK_BOXES
    m = Mission(Options(), number, target, False, Altitude.MED, plane, men, seats)
    m.zone, m.turn, m.formation, m.assembled = 10, 10, Formation.IN, True
    for name, value in changes.items():
        setattr(m if name in Mission.__dataclass_fields__ else plane, name, value)
    return m


def referee(*faces: int, answers: list[str] | None = None, defaults: bool = False) -> Referee:
    """A referee with exactly these dice and answers; with `defaults`, further questions take their default."""
    agent = Scripted(answers or [], Default() if defaults else None)
    return Referee(Fixed(*faces), agent, trace=True)


def done(ref: Referee) -> None:
    """Every die and every answer was used."""
    assert isinstance(ref.dice, Fixed)
    assert isinstance(ref.agent, Scripted)
    assert ref.dice.left() == 0, f"{ref.dice.left()} dice left"
    assert ref.agent.left() == 0, f"answers left: {ref.agent.answers[ref.agent.at :]}"


def rolled(ref: Referee) -> list[str]:
    """The charts rolled, in order."""
    return [e.chart for e in ref.events if isinstance(e, Rolled)]


def noted(ref: Referee) -> list[str]:
    """The kinds of events noted, in order."""
    return [e.kind for e in ref.events if isinstance(e, Noted)]
