"""A marker of a cup: its front, and its back once it is revealed."""

from __future__ import annotations

from dataclasses import dataclass, field

from flakhouse.core.questions import Subject
from flakhouse.games.doolittle.words import Back, Front, Icon

__all__ = ["Marker"]


_UNKNOWN = {Front.INTERCEPTOR: "unseen fighter", Front.GROUND: "unseen ground marker"}
#: 12.6.6 What a marker at sea is, in plain words.
_SIGHTS = {
    Back.BOAT: "a picket boat",
    Back.CLOUDS: "clouds, and nothing else",
    Back.ENEMY_SIGNALS: "Japanese radio signals",
    Back.FLYING_BOAT: "a flying boat",
    Back.I_BOAT: "a Japanese submarine",
    Back.MECHANICAL_DISTRESS: "engine trouble",
    Back.MEDALS: "medals for the bombs",
    Back.SHIP: "a ship ahead",
}


@dataclass(slots=True, eq=False)
class Marker:
    """A marker of a cup. Two markers are never equal; each is a piece of its own."""

    cup: str  # the cup it goes back to
    front: Front
    back: Back
    name: str = ""  # Ryuho, Landing Gear ...
    low: int = 0  # range of flak and interceptors
    high: int = 0
    approach: int = 0  # modifiers
    detonation: int = 0
    gunnery: int = 0
    landing: int = 0
    number: int = 0  # recovery number, beacon's acquisition number, risk
    icon: Icon = Icon.NONE
    stay: bool = False
    break_off: bool = False
    red_flags: bool = False
    revealed: bool = False
    drawn: int = field(default=0, repr=False)  # out of its cup: the number of the draw; anybody saw that

    def shown(self) -> str:
        """What a player sees of it: the back once revealed, else the front."""
        return self.words() if self.revealed else f"{self.front.value} ?"

    def told(self) -> str:
        """The same in a sentence: "unseen ground marker" for what lies face down."""
        return self.words() if self.revealed else _UNKNOWN.get(self.front, "unseen hazard")

    def words(self) -> str:
        """The back in words."""
        text = self.name or self.back.value
        if self.high:
            text += f" {self.low}-{self.high}" if self.low != self.high else f" {self.low}"
        return text + (", which breaks off" if self.break_off else "")

    def sight(self) -> str:
        """12.6.6 What it is at sea, without what is printed on it beside its name."""
        return "red flags" if self.red_flags else _SIGHTS.get(self.back, self.words())

    def means(self) -> str:
        """4.6.3 What its back does, in words; "" for nothing that can be said at once."""
        if self.back in (Back.BALLOONS, Back.CRASH):
            return "a die destroys or damages the B-25"
        told = []
        if self.high:
            told.append(f"a sum of {self.low}{f' to {self.high}' if self.high != self.low else ''} hits")
        if self.back is Back.INTERCEPTOR and self.high:
            told.append("below that it stays on the tail")
        if self.approach:
            told.append(f"{self.approach:+d} to reach a target")
        if self.detonation:
            told.append(f"{self.detonation:+d} to hit it")
        return ", ".join(told)

    @property
    def subject(self) -> Subject:
        """What points at it."""
        return Subject("marker", self.shown())
