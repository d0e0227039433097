"""Where everything is on the plan of the B-17."""

from __future__ import annotations

from markupsafe import Markup

from flakhouse.games.b17.words import GunName, Position, Section
from flakhouse.web.boards.bomber import around, plan
from flakhouse.web.boards.bomber.crew import Places, Seat
from flakhouse.web.boards.bomber.views import Callout, Label, Layout, Point

__all__ = [
    "BAY",
    "DAMAGE_AT",
    "ENGINES",
    "ENGINE_CALLS",
    "GUNS",
    "LABELS",
    "LAYOUT",
    "OUTLINE",
    "PLACES",
    "SURFACES",
]

_PLAN = plan.read("b17-plan", 1.16)
OUTLINE = _PLAN.outline
_CLOCKS = ("12", "10:30", "1:30", "9", "3", "6", "Vertical Dive", "Vertical Climb")

_SEATS = {
    Position.BOMBARDIER: Seat("B", (0, 20), Callout("M8 16L24-6H44", 48, -2)),
    Position.NAVIGATOR: Seat("N", (0, 44), Callout("M-8.5 42L-34 20H-44", -48, 24, True)),
    Position.PILOT: Seat("P", (-13, 77), Callout("M-21 74L-36 54H-44", -48, 58, True)),
    Position.COPILOT: Seat("C", (13, 77), Callout("M20 72L36 25H44", 48, 29)),
    Position.ENGINEER: Seat("E", (15, 107), Callout("M23 104L36 52H44", 48, 56)),
    Position.RADIO_OPERATOR: Seat("R", (-12, 222), Callout("M-20 225L-34 274H-44", -48, 278, True)),
    Position.BALL_GUNNER: Seat("G", (0, 266), Callout("M8.5 268L34 278H44", 48, 282)),
    Position.PORT_WAIST: Seat("L", (-9, 312), Callout("M-17 314L-36 314H-44", -48, 318, True)),
    Position.STARBOARD_WAIST: Seat("W", (9, 330), Callout("M17 331L36 322H44", 48, 326)),
    Position.TAIL_GUNNER: Seat("T", (0, 449), Callout("M8 452L20 484H48", 52, 488)),
}
_LOOSE: dict[Section, tuple[Point, ...]] = {
    Section.NOSE: ((0, 60), (-14, 46)),
    Section.PILOTS: ((0, 92), (0, 74), (-20, 100)),
    Section.BOMB_BAY: ((-13, 172), (13, 172), (0, 150)),
    Section.RADIO_ROOM: ((14, 214), (-14, 204), (0, 238)),
    Section.WAIST: ((0, 346), (-12, 338), (0, 300)),
    Section.TAIL: ((0, 410), (0, 386)),
}
PLACES = Places(
    {position.value: seat for position, seat in _SEATS.items()},
    {section.value: spots for section, spots in _LOOSE.items()},
)
#: Kind, place, and where a gun points at rest.
GUNS: dict[GunName, tuple[str, Point, float]] = {
    GunName.NOSE: ("hand", (0, 4), 0),
    GunName.PORT_CHEEK: ("hand", (-23, 33), -35),
    GunName.STARBOARD_CHEEK: ("hand", (23, 33), 35),
    GunName.TOP: ("upper", (-11, 107), 0),
    GunName.RADIO: ("hand", (11, 236), 180),
    GunName.BALL: ("lower", (0, 288), 180),
    GunName.PORT_WAIST: ("hand", (-22.5, 310), -105),
    GunName.STARBOARD_WAIST: ("hand", (21, 328), 105),
    GunName.TAIL: ("twin", (0, 468), 180),
}
ENGINES: tuple[Point, ...] = ((-142.7, 146), (-68.5, 136), (68.5, 136), (142.7, 146))
ENGINE_CALLS: tuple[Point, ...] = ((-118, 104), (-58, 90), (58, 90), (118, 104))
BAY = (Section.BOMB_BAY.value, "BOMB BAY", "Bomb bay", 128.0, 190.0)
LABELS = (
    Label(Section.NOSE.value, "NOSE", -48, 2),
    Label(Section.PILOTS.value, "PILOTS", 14, 94, True),
    Label(Section.RADIO_ROOM.value, "RADIO", 0, 201, True),
    Label(Section.WAIST.value, "WAIST", -48, 350),
    Label(Section.TAIL.value, "TAIL", -152, 440),
)
SURFACES = {
    "port flap": "M-26 234.2L-147.2 226.6V247L-24.3 258.6Z",
    "starboard flap": "M26 234.2L147.2 226.6V247L24.3 258.6Z",
    "port aileron": "M-156.8 226.6L-297.6 212.5L-299 228.5L-156.8 245.6Z",
    "starboard aileron": "M156.8 226.6L297.6 212.5L299 228.5L156.8 245.6Z",
    "port elevator": "M-10.2 428.2L-137.4 432.6Q-131 456-98.6 458.2L-10.2 451.8Z",
    "starboard elevator": "M10.2 428.2L137.4 432.6Q131 456 98.6 458.2L10.2 451.8Z",
    "rudder": "M-3.8 392H3.8L3.4 434H-3.4Z",
}
DAMAGE_AT: dict[str, Point] = {
    Section.NOSE.value: (34, 50),
    Section.PILOTS.value: (-38, 84),
    Section.BOMB_BAY.value: (38, 158),
    Section.RADIO_ROOM.value: (36, 218),
    Section.WAIST.value: (-34, 292),
    Section.TAIL.value: (-26, 400),
    Section.PORT_WING.value: (-106, 204),
    Section.STARBOARD_WING.value: (106, 204),
}

_FOES = around.spots(((-47, 499), (-101, 499), (7, 500), (61, 499)))
_AIM = around.aims(290, 420)
LAYOUT = Layout(
    "B-17",
    _PLAN.body,
    Markup(_PLAN.fin),
    ((62, 29.2), (128, 30.3), (190, 29.9), (246, 28), (356, 16.8)),
    Markup(""),
    _FOES,
    _AIM,
    30,
    _CLOCKS,
)
