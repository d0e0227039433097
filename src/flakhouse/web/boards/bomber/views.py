"""What the shared parts draw: plain facts with their words and places, filled from the state of either game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from markupsafe import Markup

from flakhouse.core.questions import Subject
from flakhouse.games.bomber.words import Clock

__all__ = [
    "ROUND",
    "SHOT_DOWN",
    "Bay",
    "Callout",
    "Engine",
    "Foe",
    "Gun",
    "Label",
    "Layout",
    "Man",
    "Point",
    "Rules",
    "Scene",
    "Spot",
    "Station",
    "Surface",
]

Point = tuple[float, float]
SHOT_DOWN = "shot down"


class Callout(NamedTuple):
    """Where the name of a station is written, and the line that leads there."""

    lead: str
    x: float
    y: float
    left: bool = False


class Man(NamedTuple):
    """A man: who he is, how he is, where he is."""

    letter: str
    position: str
    rank: str
    name: str
    mark: str  # a symbol: crew-fit ...
    tone: str  # "", "amber", "red", "gone"
    state: str  # "fit", "light wound" ...
    rating: str  # what he has flown and shot down
    where: str  # compartment and station in words
    at: Point | None  # on the plan; None if he is not aboard
    callout: Callout
    seat: Point  # his own station
    empty: bool  # nobody sits at his own station
    sits: str = ""  # the station he is at

    @property
    def subject(self) -> Subject:
        """He himself."""
        return Subject("man", self.position)

    @property
    def station(self) -> Subject:
        """His own station."""
        return Subject("station", self.position)

    @property
    def seated(self) -> Subject | None:
        """The station he is at."""
        return Subject("station", self.sits) if self.sits else None


class Engine(NamedTuple):
    """An engine."""

    number: int
    kind: str  # running, reduced, feathered, windmilling, runaway, fire, destroyed
    words: str
    short: str  # for the callout; "" while it runs well
    at: Point
    call: Point  # where its callout stands
    lead: bool = True  # with a line to it

    @property
    def subject(self) -> Subject:
        """The engine itself."""
        return Subject("engine", str(self.number))


class Gun(NamedTuple):
    """A gun position."""

    name: str
    bursts: int
    full: int
    fault: str  # "" if it can fire; "empty", "jammed" ...
    kind: str  # upper, lower or hand
    at: Point
    heading: float  # where it points when it has no target: 0 ahead, 90 starboard
    laid: tuple[str, ...] = ()  # fighters it is laid on
    may: tuple[str, ...] = ()  # fighters it could be laid on now
    note: str = ""
    carried: bool = True

    @property
    def subject(self) -> Subject:
        """The gun itself."""
        return Subject("gun", self.name)


class Foe(NamedTuple):
    """A fighter that attacks."""

    name: str
    clock: str
    angle: str  # High, Level, Low or ""
    words: str
    twin: bool = False
    out: str = ""  # what became of it, if it is out of the fight
    place: int = 0  # which of those from its hour it was when they came: it is drawn there to the end
    of: int = 1  # how many came from its hour

    @property
    def down(self) -> bool:
        """Whether it was shot down."""
        return self.out == SHOT_DOWN

    @property
    def subject(self) -> Subject:
        """The fighter itself."""
        return Subject("fighter", self.name)

    @property
    def letter(self) -> str:
        """The letter that tells it from others of its type: "D" of "Me109 D"."""
        return self.name.rpartition(" ")[2][:1]

    @property
    def where(self) -> str:
        """ "12 High", "Vertical Dive"."""
        return f"{self.clock} {self.angle}".rstrip()


class Spot(NamedTuple):
    """Damage or fire in a section."""

    section: str
    at: Point
    number: int
    words: str

    @property
    def subject(self) -> Subject:
        """The section."""
        return Subject("part", self.section)


class Surface(NamedTuple):
    """A control surface."""

    name: str
    path: str
    state: str  # "" sound, else "out", "hit"


class Bay(NamedTuple):
    """A bomb bay between two bulkheads."""

    section: str
    label: str
    name: str
    top: float
    bottom: float
    bombs: bool
    open: bool
    words: str

    @property
    def subject(self) -> Subject:
        """The section."""
        return Subject("part", self.section)


class Label(NamedTuple):
    """The name of a compartment on the plan or beside it, with what is wrong there."""

    section: str
    text: str
    x: float
    y: float
    inside: bool = False  # on the plan, in small letters
    note: str = ""

    @property
    def subject(self) -> Subject:
        """The section."""
        return Subject("part", self.section)


class Layout(NamedTuple):
    """What never changes of a bomber's drawing."""

    aircraft: str
    plan: Markup
    fin: Markup
    bulkheads: tuple[tuple[float, float], ...]  # y and half width
    extra: Markup
    foes: Mapping[str, tuple[Point, ...]]  # where attackers are drawn, by clock
    aim: Mapping[str, Point]  # and what they fly at
    doors: float  # half width of the fuselage at the bays
    clocks: tuple[str, ...]


#: The hours clockwise from the nose, then up and down.
ROUND = tuple(clock.value for clock in Clock)


class Rules(NamedTuple):
    """Where the book tells of the things drawn; each is the rule of all things of its kind."""

    foes: str
    men: str
    guns: str
    engines: str
    surfaces: str
    bays: str
    damage: str
    fires: str
    plane: str  # everything else aboard


class Scene(NamedTuple):
    """Everything the stage shows now."""

    layout: Layout
    summary: str
    men: tuple[Man, ...]
    engines: tuple[Engine, ...]
    guns: tuple[Gun, ...]
    foes: tuple[Foe, ...]
    damage: tuple[Spot, ...]
    fires: tuple[Spot, ...]
    surfaces: tuple[Surface, ...]
    bays: tuple[Bay, ...]
    labels: tuple[Label, ...]
    mood: str = ""  # "night" over the stage


class Station(NamedTuple):
    """A stop of the strategic track."""

    number: int  # 0 is the base
    kind: str  # done, now, ahead, off
    weather: str = ""
    caption: str = ""
    fighters: bool = False
    night: bool = False
    city: str = ""  # the target, if it is here
    note: str = ""  # the whole of it in words

    @property
    def subject(self) -> Subject:
        """The zone."""
        return Subject("zone", str(self.number))
