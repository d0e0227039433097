"""5.1, manual 5F Ammunition: an empty gun takes bursts from another, two at a time, in a safe moment."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b17.state import Gun, Mission
from flakhouse.games.b17.words import AMMO, OUTBOUND, TWINS, GunName
from flakhouse.games.bomber.order import Order

__all__ = ["ORDERS", "why_not_borrow"]

_STEP = 2  # 5.1: bursts change hands by twos
_SPARE = 6  # a working gun keeps enough for itself: below this a careful player takes none from it


def _sound(gun: Gun) -> bool:
    """5.1 Worth loading: not knocked out for the rest of the mission."""
    return gun.armed and not (gun.broken or gun.inoperable)


def _empty(m: Mission) -> list[Gun]:
    """5.1 The guns that have fired their last burst and could fire more."""
    if m.plane.stripped:
        return []
    return [gun for gun in m.plane.guns.values() if not gun.bursts and _sound(gun)]


def _why_not_give(gun: Gun, giver: Gun) -> str:
    """5.1 The reason one gun cannot take from another, or ""."""
    if giver.bursts < _STEP:
        return "has not two bursts to give (5.1)"
    if gun.name in TWINS and giver.name not in TWINS:
        return "twin mounts take only from twin mounts (5.1)"
    return ""


def _givers(m: Mission, gun: Gun) -> list[Gun]:
    """5.1 The guns it may take from: those that cannot fire any more first, then the best filled."""
    found = [g for g in m.plane.guns.values() if g is not gun and not _why_not_give(gun, g)]
    return sorted(found, key=lambda g: (_sound(g), -g.bursts))


def _relevant(m: Mission) -> bool:
    """5.1 A gun has run dry."""
    return bool(_empty(m))


def why_not_borrow(m: Mission) -> str:
    """5.1, manual 5F The reason no ammunition can change hands now, or ""."""
    empty = _empty(m)
    if not empty:
        return "no gun is empty (5.1)"
    if not m.safe_turn:
        return "only in a turn without fighters, or with all of them driven off (5.1)"
    if not any(_givers(m, gun) for gun in empty):
        return "no gun has bursts that fit (5.1)"
    return ""


def _advised(m: Mission) -> bool:
    """5.1 Fighters may still come, and there is a gun that can spare it."""
    if m.zone <= 2 and m.leg is not OUTBOUND:
        return False
    return m.safe_turn and any(_can_spare(giver) for gun in _empty(m) for giver in _givers(m, gun)[:1])


def _can_spare(giver: Gun) -> bool:
    """5.1 It cannot fire itself, or has plenty."""
    return not _sound(giver) or giver.bursts >= _SPARE


def _amount(gun: Gun, giver: Gun) -> int:
    """5.1 A fair share of a working gun, all that fits of one that is out."""
    most = _most(gun, giver)
    return max(_STEP, min(most, giver.bursts // 4 * _STEP)) if _sound(giver) else most


def _most(gun: Gun, giver: Gun) -> int:
    """5.1 The most that may change hands, in twos."""
    # RULING 5.1: no gun gets more than its first load.
    return min(giver.bursts, AMMO[gun.name] - gun.bursts) // _STEP * _STEP


def _first(m: Mission, empty: list[Gun]) -> Gun:
    """5.1 The gun a careful player fills first: one whose best giver can spare it."""
    for gun in empty:
        givers = _givers(m, gun)
        if givers and _can_spare(givers[0]):
            return gun
    return next(gun for gun in empty if _givers(m, gun))


def _borrow(ref: Referee, m: Mission) -> None:
    """5.1, manual 5F Which gun is filled, from which, with how much."""
    options: dict[str, str] = {}
    barred: dict[str, str] = {}
    empty = _empty(m)
    for gun in empty:
        if _givers(m, gun):
            options[gun.name.value] = gun.name.value
        else:
            barred[gun.name.value] = "no gun has bursts that fit it (5.1)"
    default = _first(m, empty).name.value
    taker = m.plane.guns[
        GunName(ref.choose("ammo-to", "5.1", "Which gun takes bursts?", options, default, barred))
    ]
    givers = {g.name.value: f"{g.name.value}, {g.bursts} left" for g in _givers(m, taker)}
    short = {
        g.name.value: why for g in m.plane.guns.values() if g is not taker and (why := _why_not_give(taker, g))
    }
    prompt = f"Bursts for the {taker.name.value}: from which gun?"
    giver = m.plane.guns[GunName(ref.choose("ammo-from", "5.1", prompt, givers, barred=short))]
    amounts = {str(n): f"{n} bursts" for n in range(_STEP, _most(taker, giver) + 1, _STEP)}
    prompt = f"How many bursts from the {giver.name.value} to the {taker.name.value}?"
    many = int(ref.choose("ammo-bursts", "5.1", prompt, amounts, str(_amount(taker, giver))))
    giver.bursts -= many
    taker.bursts += many
    ref.note("ammo-moved", gun=taker.name.value, giver=giver.name.value, bursts=many)


ORDERS: tuple[Order[Mission], ...] = (
    # D21
    Order("borrow-ammo", "5.1", "Take bursts to an empty gun", _relevant, why_not_borrow, _borrow, _advised),
)
