"""The ladder of wounds, the same in both games (b29 7-13 with R-106, b17 BL-4): what a fresh wound does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from flakhouse.games.bomber.words import Fate

__all__ = ["Casualty", "Hurt", "Patient", "Recovery", "Wound", "chances", "recover", "weakened", "worsen"]


class Wound(StrEnum):
    """The results of the wound table."""

    LIGHT = "Light Wound"
    SERIOUS = "Serious Wound"
    KIA = "KIA"


class Hurt(StrEnum):
    """What a wound did."""

    LIGHT = "lightly wounded"
    THIRD = "third light wound"  # which makes it a serious one
    SERIOUS = "seriously wounded"
    KILLED = "killed"


class Recovery(StrEnum):
    """What the surgeons say after landing."""

    DUTY = "flies again"
    HOME = "invalided home"
    DIES = "dies of wounds"


class Casualty(Protocol):
    """A man who can be wounded."""

    light: int
    serious: bool


def worsen(man: Casualty, wound: Wound) -> Hurt:
    """BL-4 accumulation Add a wound: the third light one is serious; any wound on a serious one, or a serious one
    on any, kills.

    Sets `light` and `serious`; the caller does what a death needs.
    """
    if wound is Wound.KIA or man.serious:
        return Hurt.KILLED
    if wound is Wound.SERIOUS:
        if man.light:
            return Hurt.KILLED
        man.serious = True
        return Hurt.SERIOUS
    man.light += 1
    if man.light < 3:
        return Hurt.LIGHT
    man.serious = True
    return Hurt.THIRD


def weakened(man: Casualty, position: str) -> str:
    """Whom a wound roll concerns: his position, and the wounds he has, as they decide what a further one does."""
    if man.serious:
        return f"seriously wounded {position}"
    if man.light:
        return f"{'lightly' if man.light == 1 else 'twice lightly'} wounded {position}"
    return position


@dataclass(slots=True)
class _Body:
    """A man as the ladder of wounds sees him."""

    light: int
    serious: bool


def chances(words: Sequence[str], light: int, serious: bool) -> tuple[float, float]:
    """One more wound roll for such a man, by what the table has for each face: the chances that it kills, and that
    he lives seriously wounded."""
    dead = bad = 0
    for word in words:
        body = _Body(light, serious)
        if worsen(body, Wound(word)) is Hurt.KILLED:
            dead += 1
        elif body.serious:
            bad += 1
    return dead / len(words), bad / len(words)


class Patient(Protocol):
    """A man the surgeons see."""

    dead: bool
    fate: Fate


def recover(man: Patient, recovery: Recovery) -> None:
    """What the surgeons say, on his record: he flies again, is invalided home or dies of wounds."""
    if recovery is Recovery.HOME:
        man.fate = Fate.IH
    elif recovery is Recovery.DIES:
        man.fate = Fate.DOW
        man.dead = True
