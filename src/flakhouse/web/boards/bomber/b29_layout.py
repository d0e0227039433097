"""Where everything is on the plan of the B-29."""

from __future__ import annotations

from markupsafe import Markup

from flakhouse.games.b29.words import GunName, Position, Section
from flakhouse.web.boards.base import el
from flakhouse.web.boards.bomber import around, plan
from flakhouse.web.boards.bomber.crew import Places, Seat
from flakhouse.web.boards.bomber.views import Callout, Label, Layout, Point

__all__ = [
    "BAYS",
    "CLOCKS",
    "DAMAGE_AT",
    "ENGINES",
    "ENGINE_CALLS",
    "FIRE_AT",
    "GUNS",
    "LABELS",
    "LAYOUT",
    "OUTLINE",
    "PLACES",
    "SURFACES",
]

_PLAN = plan.read("b29-plan", 1.14)
OUTLINE = _PLAN.outline
CLOCKS = ("12", "10:30", "1:30", "9", "3", "6", "Vertical Dive", "Vertical Climb")

_SEATS = {
    Position.BOMBARDIER: Seat("B", (0, 23), Callout("M8 20L24 12H44", 48, 16)),
    Position.PILOT: Seat("P", (-13, 46.5), Callout("M-21.5 46.5L-36 30H-44", -48, 34, True)),
    Position.COPILOT: Seat("C", (13, 46.5), Callout("M21.5 46.5L36 42H44", 48, 46)),
    Position.NAVIGATOR: Seat("N", (-16, 75.5), Callout("M-24.5 75.5L-36 66H-44", -48, 70, True)),
    Position.FLIGHT_ENGINEER: Seat("E", (16, 75.5), Callout("M24.5 75.5L36 74H44", 48, 78)),
    Position.RADIO_OPERATOR: Seat("R", (15, 127), Callout("M23.5 127L34 110H44", 48, 114)),
    Position.LEFT_GUNNER: Seat("L", (-17, 308), Callout("M-25.5 308L-36 300H-44", -48, 304, True)),
    Position.CFC: Seat("F", (0, 311), Callout("M-4 319L-14 334H-44", -48, 338, True)),
    Position.RIGHT_GUNNER: Seat("G", (17, 308), Callout("M25.5 308L36 308H44", 48, 312)),
    Position.RADAR_OPERATOR: Seat("O", (0, 333), Callout("M8.5 333L34 342H44", 48, 346)),
    Position.TAIL_GUNNER: Seat("T", (0, 465), Callout("M8 468L20 493H48", 52, 497)),
}
_LOOSE: dict[Section, tuple[Point, ...]] = {
    Section.NOSE: ((0, 62), (0, 40)),
    Section.NAV_RADIO: ((-20, 96), (20, 96), (-20, 114), (20, 109), (0, 78)),
    Section.FWD_BAY: ((-13, 196), (13, 196)),
    Section.AFT_BAY: ((-13, 256), (13, 256)),
    Section.WAIST: ((18, 329), (-18, 329), (-18, 286), (18, 286)),
    Section.UTILITY: ((-9, 390), (9, 390), (0, 428)),
    Section.TAIL: ((0, 483),),
}
PLACES = Places(
    {position.value: seat for position, seat in _SEATS.items()},
    {section.value: spots for section, spots in _LOOSE.items()},
)
#: Kind, place, and where a gun points at rest.
GUNS: dict[GunName, tuple[str, Point, float]] = {
    GunName.FWD_UPPER: ("upper", (0, 99), 0),
    GunName.FWD_LOWER: ("lower", (-9, 131), 0),
    GunName.AFT_UPPER: ("upper", (0, 282), 0),
    GunName.AFT_LOWER: ("lower", (0, 368), 180),
    GunName.TAIL: ("twin", (0, 487), 180),
    GunName.TAIL_CANNON: ("hand", (0, 487), 180),
}
ENGINES: tuple[Point, ...] = ((-157.5, 178), (-72.5, 169), (72.5, 169), (157.5, 178))
ENGINE_CALLS: tuple[Point, ...] = ((-168, 282), (-56, 282), (56, 282), (168, 282))
BAYS = {
    Section.FWD_BAY: (Section.FWD_BAY.value, "FWD BAY", "Forward bomb bay", 145.0, 205.0),
    Section.AFT_BAY: (Section.AFT_BAY.value, "AFT BAY", "Aft bomb bay", 205.0, 267.0),
}
LABELS = (
    Label(Section.NOSE.value, "NOSE", -48, 12),
    Label(Section.NAV_RADIO.value, "NAV / RADIO", -48, 104),
    Label(Section.WAIST.value, "WAIST", -48, 374),
    Label(Section.UTILITY.value, "UTILITY", 0, 407.5, True),
    Label(Section.TAIL.value, "TAIL", -124, 476),
)
SURFACES = {
    "port flap": "M-26 244.5L-185 243V259L-24 265Z",
    "starboard flap": "M26 244.5L185 243V259L24 265Z",
    "port aileron": "M-190 242.5L-330 233.5L-333 242L-190 256Z",
    "starboard aileron": "M190 242.5L330 233.5L333 242L190 256Z",
    "port elevator": "M-10.5 464.5H-107Q-105 478-91 479.5L-10 483Z",
    "starboard elevator": "M10.5 464.5H107Q105 478 91 479.5L10 483Z",
    "rudder": "M-3.4 424H3.4L3 452H-3Z",
}
FIRE_AT: dict[str, Point] = {
    Section.NOSE.value: (0, 4),
    Section.NAV_RADIO.value: (12, 104),
    Section.FWD_BAY.value: (0, 178),
    Section.AFT_BAY.value: (0, 240),
    Section.WAIST.value: (0, 294),
    Section.UTILITY.value: (0, 412),
    Section.TAIL.value: (0, 448),
}
DAMAGE_AT: dict[str, Point] = {
    Section.NOSE.value: (-34, 22),
    Section.NAV_RADIO.value: (-34, 122),
    Section.FWD_BAY.value: (-38, 160),
    Section.AFT_BAY.value: (-38, 224),
    Section.WAIST.value: (36, 326),
    Section.UTILITY.value: (-26, 408),
    Section.TAIL.value: (-30, 452),
    Section.PORT_WING.value: (-112, 216),
    Section.STARBOARD_WING.value: (112, 216),
}

_TUNNEL = el("path", d="M-4 145V267M4 145V267", class_="tunnel")
FOES = around.spots(((-47, 499), (-101, 499), (7, 500), (61, 499)))
_AIM = around.aims(300, 440)
LAYOUT = Layout(
    "B-29",
    _PLAN.body,
    Markup(_PLAN.fin),
    ((62, 28.5), (145, 28.7), (205, 28.7), (267, 28.6), (348, 24), (447.5, 13.5)),
    _TUNNEL,
    FOES,
    _AIM,
    29,
    CLOCKS,
)
