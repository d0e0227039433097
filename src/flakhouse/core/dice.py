"""Dice: seeded, fixed in advance, or kept apart by what is rolled for.

The first two keep a buffer of faces that the referee reads directly; `refill` is called when it runs dry.
The stream of a seed does not depend on how it is read, so a roll of two dice is just two faces.
Those kept apart (`Keyed`) are asked by the name of the chart.
"""

from __future__ import annotations

from _random import Random  # the generator of `random` itself, without what it does in Python
from collections.abc import Mapping, Sequence
from hashlib import blake2b, sha512

from flakhouse.errors import DiceError

__all__ = ["QUICK", "Dice", "Fixed", "Keyed", "Quick", "Seeded", "from_seed", "parse_faces"]

#: How the seed of dice begins that take little to begin with: those of studies. All others are `Seeded`.
QUICK = "quick:"
_BLOCK = 256  # enough for most missions
# A byte below 252 gives an unbiased face: 252 = 42 * 6. The rest are thrown away.
_FACES = bytes(b % 6 + 1 for b in range(256))
_REJECT = bytes(range(252, 256))
# One below 216 gives three of them, as digits to the base of six: 216 = 6 * 6 * 6.
_DIGITS = tuple([bytes([b // place % 6 + 1 for b in range(256)]) for place in (1, 6, 36)])
_ABOVE = bytes(range(216, 256))


class Dice:
    """A stream of six-sided dice: the faces `buffer[at:]`, and more on `refill`."""

    seed = ""  # the text they come from, if any
    keyed = False  # they depend on scene and chart, so the referee must name both

    def __init__(self) -> None:
        self.buffer: bytes = b""
        self.at: int = 0

    def refill(self) -> None:
        """Put more faces behind the unread ones, or raise DiceError."""
        raise DiceError("no dice left")

    def fresh(self) -> Dice:
        """The same dice from their first face on."""
        raise DiceError("these dice cannot be thrown again")

    def d6(self) -> int:
        """The next face."""
        if self.at >= len(self.buffer):
            self.refill()
        face = self.buffer[self.at]
        self.at += 1
        return face

    def some(self, count: int) -> bytes:
        """The next faces."""
        at = self.at
        faces = self.buffer[at : at + count]
        if len(faces) == count:
            self.at = at + count
            return faces
        return bytes([self.d6() for _ in range(count)])

    def thrown(self, chart: str, count: int) -> bytes:
        """The next faces for a chart."""
        return self.some(count)

    def scene(self, kind: str, facts: Mapping[str, object]) -> None:
        """A scene begins."""

    def below(self, count: int) -> int:
        """A number from 0 to count - 1, each as likely, from the same stream of faces: for drawing from a cup."""
        span, digits = 1, 0
        while span < count:
            span *= 6
            digits += 1
        limit = span - span % count
        while True:
            at, end = self.at, self.at + digits
            if end > len(self.buffer):
                self.refill()
                continue
            self.at = end
            number = 0
            for place in range(at, end):
                number = number * 6 + self.buffer[place] - 1
            if number < limit:
                return number % count


class Seeded(Dice):
    """Dice from a seed text, the same on every platform."""

    def __init__(self, seed: str) -> None:
        super().__init__()
        self.seed = seed
        text = seed.encode()
        # What random.Random(seed) does with a text; but that seeds itself twice.
        self._rng = Random(int.from_bytes(text + sha512(text).digest(), "big"))
        self.refill()

    def fresh(self) -> Dice:
        """The same dice from their first face on."""
        return Seeded(self.seed)

    def refill(self) -> None:
        """Draw a block of bytes and keep the unbiased ones as faces."""
        unread = self.buffer[self.at :]
        drawn: bytes = self._rng.getrandbits(8 * _BLOCK).to_bytes(_BLOCK, "little")
        self.buffer = unread + drawn.translate(_FACES, _REJECT)
        self.at = 0


class Quick(Dice):
    """Dice from a seed text too, another stream of them: every block is a hash of the text and of its number.

    `Seeded` makes a generator ready that could go on for ever, which takes many times as long: much in a study of
    a million missions, nothing in a game. Saves and challenges keep the dice they have always had.
    """

    def __init__(self, seed: str) -> None:
        super().__init__()
        self.seed = seed
        self._blocks: int = 0  # so far
        self.refill()

    def fresh(self) -> Dice:
        """The same dice from their first face on."""
        return Quick(self.seed)

    def refill(self) -> None:
        """Hash the next block; its unbiased bytes give three faces each: all first ones, all second, all third."""
        drawn: bytes = blake2b(f"{self.seed}\n{self._blocks}".encode()).digest().translate(None, _ABOVE)
        self._blocks += 1
        digits = [drawn.translate(table) for table in _DIGITS]
        self.buffer = b"".join([self.buffer[self.at :], *digits])
        self.at = 0


def from_seed(seed: str) -> Dice:
    """The dice that a seed text stands for, in the order they are thrown."""
    return Quick(seed) if seed.startswith(QUICK) else Seeded(seed)


class Fixed(Dice):
    """Dice given in advance, for tests and worked examples; then those of `after`, if any.

    `draws` says which marker of a cup is drawn, counted from 0; without it the first one.
    """

    def __init__(self, *faces: int, after: Dice | None = None, draws: Sequence[int] = ()) -> None:
        super().__init__()
        self.buffer = bytes(checked(face) for face in faces)
        self.after = after
        self.draws = list(draws)

    def below(self, count: int) -> int:
        """The next of the given draws, or the first marker."""
        return self.draws.pop(0) if self.draws else 0

    def left(self) -> int:
        """How many given faces were not used."""
        return len(self.buffer) - self.at

    def refill(self) -> None:
        """Go on with the dice behind the given ones; without any, say so."""
        if self.after is None:
            raise DiceError(f"the {len(self.buffer)} given dice are used up")
        unread = self.buffer[self.at :]
        self.buffer = unread + bytes(self.after.d6() for _ in range(16))
        self.at = 0


#: Facts that say where and when a scene is, until another says otherwise.
_LASTING = ("zone", "leg", "month", "area", "turn", "hour")
#: Facts that tell scenes of one place apart. Nothing that a player names: a name must not change his luck.
_TELLING = ("when", "fighter", "where", "city", "box", "site", "number", "gun", "part", "ship")


class Keyed(Dice):
    """Dice that depend on the seed and on what is rolled for, not on how many rolls came before.

    A throw belongs to a scene (its kind and its facts, and how often there was such a scene), to a chart, and to
    the number of the throw on that chart within the scene. `conditions` are charts of what is the same for all,
    such as weather: their throws belong to the place alone, whatever scene they fall into.

    `seeds` and `given` are those of a chapter (see `chapter.Chain`).
    """

    def __init__(
        self,
        seeds: Sequence[tuple[int, str]],
        given: Sequence[int] = (),
        conditions: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__()
        self.keyed = True
        self.drawn: int = 0  # faces so far
        self._seeds = list(seeds)
        self._given = bytes([checked(face) for face in given])
        self._conditions = conditions
        self.seed = self._seeds[0][1]
        self._lasting: dict[str, str] = {}
        self._scene: str = ""
        self._times: dict[str, int] = {}  # how often a scene began, or a throw of this name was made

    def fresh(self) -> Dice:
        """The same dice from their first face on."""
        return Keyed(self._seeds, self._given, self._conditions)

    def scene(self, kind: str, facts: Mapping[str, object]) -> None:
        """A scene begins: its dice are its own."""
        for name in _LASTING:
            if name in facts:
                self._lasting[name] = str(facts[name])
        told = [f"{name}={facts[name]}" for name in _TELLING if name in facts]
        scene = " ".join([kind, self._place(), *told])
        self._scene = f"{scene} #{self._count(scene)}"

    def _place(self) -> str:
        return " ".join([f"{name}={value}" for name, value in sorted(self._lasting.items())])

    def _count(self, name: str) -> int:
        """How often this name was counted, this time too."""
        times = self._times.get(name, 0) + 1
        self._times[name] = times
        return times

    def thrown(self, chart: str, count: int) -> bytes:
        """The faces of the next throw on this chart here."""
        name = f"{chart}: {self._place() if chart in self._conditions else self._scene}"
        own = self._stream(f"{name} ?{self._count(name)}", count)
        given = self._given[self.drawn : self.drawn + count]
        self.drawn += count
        return given + own[len(given) :]

    def some(self, count: int) -> bytes:
        """Faces that are for no chart."""
        return self.thrown("", count)

    def d6(self) -> int:
        """A face that is for no chart."""
        return self.thrown("", 1)[0]

    def below(self, count: int) -> int:
        """A number from 0 to count - 1, each as likely, for drawing from a cup."""
        name = f"draw {self._scene}"
        number = int.from_bytes(self._digest(f"{name} ?{self._count(name)}", 0), "big")
        return number % count  # of so many that no remainder is likelier than another by anything to notice

    def _stream(self, name: str, count: int) -> bytes:
        """The first faces of the stream of this name."""
        faces = b""
        block = 0
        while len(faces) < count:
            faces += self._digest(name, block).translate(_FACES, _REJECT)
            block += 1
        return faces[:count]

    def _digest(self, name: str, block: int) -> bytes:
        """A block of the stream of this name, from the seed in force."""
        seed = self.seed
        for start, later in self._seeds:
            if start <= self.drawn:
                seed = later
        return blake2b(f"{seed}\n{name}\n{block}".encode()).digest()


def checked(face: int) -> int:
    """The face itself, if a die can show it."""
    if not 1 <= face <= 6:
        raise DiceError(f"a die shows 1 to 6, not {face!r}")
    return face


def parse_faces(text: str) -> list[int]:
    """Faces typed by a person: "34", "3 4" and "3,4" all mean three and four.

    >>> parse_faces("3, 4")
    [3, 4]
    """
    faces: list[int] = []
    for sign in text:
        if sign in " ,;+\t":
            continue
        if not sign.isascii() or not sign.isdigit():
            raise DiceError(f"a die shows 1 to 6, not {sign!r}")
        faces.append(checked(int(sign)))
    return faces
