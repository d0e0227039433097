"""Advice before the bomber goes down, by the losses to be expected (11.7, 14.3, 14.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flakhouse.games.b17.advice import losses
from flakhouse.games.b17.ending import below, landing
from flakhouse.games.b17.state import Man, Mission
from flakhouse.games.b17.words import Position, Surface

__all__ = [
    "Plan",
    "land_or_bail",
    "land_or_jump",
    "where_down",
    "why_jettison_first",
    "why_land_or_bail",
    "why_land_or_jump",
    "why_where_down",
    "why_who_lands",
]

_PILOTS = (Position.PILOT, Position.COPILOT)


@dataclass(slots=True, frozen=True)
class Plan:
    """14.4 What a careful player does before a landing in England, and the loss to be expected, in men."""

    key: str  # the answer to "land-or-jump"
    flyer: str  # who lands the bomber, by position
    jumpers: tuple[str, ...]  # who jumps first, by position
    loss: float


def land_or_jump(m: Mission, modifier: int) -> Plan:
    """14.4 The best of all ways: which pilots stay for the landing; others jump if that is safer for them."""
    jumps = _jumping(m, Surface.ENGLAND)
    jump = {man.position: loss for man, loss in zip(m.living(), jumps, strict=True)}
    pilots = landing.able_to_land(m)
    best = Plan("bail-out", pilots[0].position.value, (), sum(jump.values()) + _bomber(m, 1.0))
    veteran = landing.veteran(m)
    lands: dict[int, list[float]] = {}  # each man's loss in a landing, by its modifier
    for stay in [[man] for man in pilots] + ([pilots] if len(pilots) > 1 else []):
        # The veteran's +1 leaves with him.
        less = veteran and not any(man.veteran() for man in stay if man.position in _PILOTS)
        total = modifier - less
        if total not in lands:
            lands[total] = _landing(m, total, Surface.ENGLAND)
        plan = _stay(m, stay, jump, lands[total], total)
        if plan.loss < best.loss:
            best = plan
    return best


def _bomber(m: Mission, lost: float) -> float:
    """8.3 The loss of the bomber with this chance; one with a burst inside is scrapped in any case."""
    return 0.0 if m.plane.crippled() else losses.BOMBER * lost


def _stay(
    m: Mission, stay: Sequence[Man], jump: dict[Position, float], lands: Sequence[float], modifier: int
) -> Plan:
    """14.4 What is to be expected if these men stay in the cockpit and the others do what is best for each."""
    loss = _bomber(m, losses.bomber_lost(m, modifier))
    jumpers: list[str] = []
    for man, land in zip(m.living(), lands, strict=True):
        leaves = jump[man.position] < land and all(man is not other for other in stay)
        loss += jump[man.position] if leaves else land
        if leaves:
            jumpers.append(man.position.value)
    return Plan("some" if jumpers else "land", stay[0].position.value, tuple(jumpers), loss)


def why_land_or_jump(plan: Plan) -> str:
    """14.4 The reason."""
    lost = f"The smallest loss to be expected: {plan.loss:.1f} men."
    return f"{lost} To jump: {', '.join(plan.jumpers)}." if plan.jumpers else lost


def why_who_lands() -> str:
    """14.4 The reason."""
    return "With him at the controls the smallest loss is to be expected."


def land_or_bail(m: Mission, ground: Surface | None, sea: bool) -> str:
    """11.7 The way down with the smallest loss to be expected."""
    found = _ways_down(m, ground, sea)
    return min(reversed(found), key=lambda key: found[key])


def _ways_down(m: Mission, ground: Surface | None, sea: bool) -> dict[str, float]:
    """11.7 The losses to be expected, in men."""
    found = {"bail-out": min(_jumps(m).values())}
    if ground is not None:
        on_land = sum(mod.value for mod in landing.modifiers(m, False))
        found["land"] = sum(_landing(m, on_land, ground))
    if sea:
        on_water = sum(mod.value for mod in landing.modifiers(m, True))
        found["ditch"] = sum(losses.each(m, lambda man: losses.ditching(m, man, on_water)))
    return found


def why_land_or_bail(m: Mission, ground: Surface | None, sea: bool, advised: str) -> str:
    """11.7 The reason."""
    loss = _ways_down(m, ground, sea)[advised]
    return f"The smallest loss to be expected: {loss:.1f} men, prisoners counted."


def why_jettison_first() -> str:
    """15.4 The reason."""
    return "Bombs aboard may go off in a bad landing."


def _jumps(m: Mission) -> dict[Surface, float]:
    """14.1-14.3 The losses to be expected of a jump over each letter of the zone, in men."""
    return {where: sum(_jumping(m, where)) for where in m.letters()}


def _landing(m: Mission, modifier: int, where: Surface) -> list[float]:
    """14.4, 15.1-15.5 The loss to be expected of each man in a landing with this modifier."""
    return losses.each(m, lambda man: losses.landing(m, man, modifier, where))


def _jumping(m: Mission, where: Surface) -> list[float]:
    """14.1-14.3 The loss to be expected of each man if all jump here."""
    return losses.each(m, lambda man: losses.jumping(m, man, where))


def where_down(m: Mission) -> str:
    """14.3 Where more men come home: a prisoner is lost to the tour like a man who drowns."""
    found = _jumps(m)
    return min(reversed(found), key=lambda where: found[where]).value


def why_where_down(m: Mission) -> str:
    """14.3 The reason."""
    found = _jumps(m)
    home = [f"{len(m.living()) - found[where]:.1f} over {below.OVER[where]}" for where in found]
    return f"Men who are likely to come home: {', '.join(home)}; a prisoner is lost to the tour."
