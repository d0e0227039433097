"""The dice of a seed are those of Python's own generator seeded with that text, for ever: saves stand on them."""

from __future__ import annotations

import random

import pytest

from flakhouse.core.dice import Seeded


def faces(seed: str, count: int) -> list[int]:
    """The faces of the generator's bytes; those of 252 and more, which would favour low faces, are left out."""
    source = random.Random(seed)
    found: list[int] = []
    while len(found) < count:
        found += [byte % 6 + 1 for byte in source.randbytes(256) if byte < 252]
    return found[:count]


@pytest.mark.parametrize("seed", ["", "1", "bench/17", "Señor, 1944", "x" * 300])
def test_a_seed_gives_the_faces_of_pythons_generator(seed: str) -> None:
    dice = Seeded(seed)
    assert [dice.d6() for _ in range(2000)] == faces(seed, 2000)
