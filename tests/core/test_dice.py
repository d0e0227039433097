"""Dice: the same on every platform, fair, and checked when typed or injected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from flakhouse.core.dice import Dice, Fixed, Quick, Seeded, from_seed, parse_faces
from flakhouse.errors import DiceError

FIRST_64 = {
    "1": "6433516351663311151636332241512144313134362263624163612663231335",
    "b29/7": "5152443366613516253663664666465565366335155641446335561512362646",
    "Über": "3635343355123415353444615461224323562266526623646454242143146424",
    # Those of studies, another stream.
    "quick:1": "4553243263421515255222365634555214652312434425633254152511113125",
    "quick:b29/7": "6146433154364515324616336415164211154453665554451562425325333143",
    "quick:Über": "4166213161156224446315216634131215112312333416636663263642256426",
}


@pytest.mark.parametrize("seed", FIRST_64)
def test_the_first_64_faces_of_a_seed_never_change(seed: str) -> None:
    dice = from_seed(seed)
    assert isinstance(dice, Quick if seed.startswith("quick:") else Seeded)
    assert "".join(str(dice.d6()) for _ in range(64)) == FIRST_64[seed]
    assert "".join(str(face) for face in dice.fresh().some(64)) == FIRST_64[seed]


@pytest.mark.parametrize("kind", [Seeded, Quick])
def test_the_stream_does_not_depend_on_how_it_is_read(kind: Callable[[str], Dice]) -> None:
    one, other = kind("x"), kind("x")
    faces = [one.d6() for _ in range(2000)]
    got: list[int] = []
    while len(got) < 2000:
        other.refill()  # more often than needed
        got += [other.d6() for _ in range(5)]
    assert got == faces


@pytest.mark.parametrize("kind", [Seeded, Quick])
def test_every_face_is_as_likely(kind: Callable[[str], Dice]) -> None:
    dice = kind("fair")
    counts = [0] * 7
    for _ in range(60_000):
        counts[dice.d6()] += 1
    chi_square = sum((c - 10_000) ** 2 / 10_000 for c in counts[1:])
    assert chi_square < 20.5  # 5 degrees of freedom, one in a thousand


@pytest.mark.parametrize("kind", [Seeded, Quick])
@pytest.mark.parametrize("apart", [1, 54])  # about as far as those lie apart that one byte of Quick dice gives
def test_no_face_tells_of_another(kind: Callable[[str], Dice], apart: int) -> None:
    faces = bytes([kind(f"apart/{number}").some(108)[at] for number in range(36_000) for at in (0, apart)])
    counts = Counter(zip(faces[::2], faces[1::2], strict=True))
    chi_square = sum((counts[a, b] - 1_000) ** 2 / 1_000 for a in range(1, 7) for b in range(1, 7))
    assert chi_square < 66.6  # 35 degrees of freedom, one in a thousand


def test_fixed_dice_run_out() -> None:
    dice = Fixed(3, 4)
    assert (dice.d6(), dice.d6()) == (3, 4)
    with pytest.raises(DiceError, match="2 given dice are used up"):
        dice.d6()


def test_fixed_dice_go_on_with_others() -> None:
    dice = Fixed(6, after=Fixed(1, 2, *[5] * 20))
    assert [dice.d6() for _ in range(3)] == [6, 1, 2]


@pytest.mark.parametrize("face", [0, 7, -1])
def test_impossible_faces_are_refused(face: int) -> None:
    with pytest.raises(DiceError, match="1 to 6"):
        Fixed(face)


@pytest.mark.parametrize(("text", "faces"), [("34", [3, 4]), ("3 4", [3, 4]), ("6,1", [6, 1]), ("", [])])
def test_typed_faces(text: str, faces: list[int]) -> None:
    assert parse_faces(text) == faces


@pytest.mark.parametrize("text", ["7", "0 3", "three", "3.4", "²"])
def test_typed_nonsense_is_refused(text: str) -> None:
    with pytest.raises(DiceError):
        parse_faces(text)
