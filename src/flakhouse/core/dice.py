"""Dice: seeded, or fixed in advance.

Both keep a buffer of faces that the referee reads directly; `refill` is called when it runs dry.
The stream of a seed does not depend on how it is read, so a roll of two dice is just two faces.
"""

from __future__ import annotations

from _random import Random  # the generator of `random` itself, without what it does in Python
from collections.abc import Sequence
from hashlib import sha512

from flakhouse.errors import DiceError

__all__ = ["Dice", "Fixed", "Seeded", "parse_faces"]

_BLOCK = 256  # enough for most missions
# A byte below 252 gives an unbiased face: 252 = 42 * 6. The rest are thrown away.
_FACES = bytes(b % 6 + 1 for b in range(256))
_REJECT = bytes(range(252, 256))


class Dice:
    """A stream of six-sided dice: the faces `buffer[at:]`, and more on `refill`."""

    seed = ""  # the text they come from, if any

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

    def below(self, count: int) -> int:
        """A number from 0 to count - 1, each as likely, from the same stream of faces: for drawing from a cup."""
        span, digits = 1, 0
        while span < count:
            span *= 6
            digits += 1
        limit = span - span % count
        while True:
            number = 0
            for face in self.some(digits):
                number = number * 6 + face - 1
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
