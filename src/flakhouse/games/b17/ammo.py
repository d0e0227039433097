"""5.1, manual 5F Ammunition: an empty gun takes bursts from another, two at a time, in a safe moment."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b17.advice import flight as advice
from flakhouse.games.b17.questions import crew as questions
from flakhouse.games.b17.state import Gun, Mission
from flakhouse.games.b17.words import AMMO, TWINS, GunName

__all__ = ["STEP", "any_empty", "borrow", "empty", "givers", "most", "sound", "why_not_borrow"]

STEP = 2  # 5.1: bursts change hands by twos


def sound(gun: Gun) -> bool:
    """5.1 Worth loading: not knocked out for the rest of the mission."""
    return gun.armed and not (gun.broken or gun.inoperable)


def any_empty(m: Mission) -> bool:
    """5.1 A gun has fired its last burst and could fire more."""
    return not m.plane.stripped and any([not gun.bursts and sound(gun) for gun in m.plane.guns.values()])


def empty(m: Mission) -> list[Gun]:
    """5.1 The guns that have."""
    return [] if m.plane.stripped else [gun for gun in m.plane.guns.values() if not gun.bursts and sound(gun)]


def _why_not_give(gun: Gun, giver: Gun) -> str:
    """5.1 The reason one gun cannot take from another, or ""."""
    if giver.bursts < STEP:
        return "has not two bursts to give (5.1)"
    if gun.name in TWINS and giver.name not in TWINS:
        return "twin mounts take only from twin mounts (5.1)"
    return ""


def givers(m: Mission, gun: Gun) -> list[Gun]:
    """5.1 The guns it may take from: those that cannot fire any more first, then the best filled."""
    found = [g for g in m.plane.guns.values() if g is not gun and not _why_not_give(gun, g)]
    return sorted(found, key=lambda g: (sound(g), -g.bursts))


def why_not_borrow(m: Mission) -> str:
    """5.1, manual 5F The reason no ammunition can change hands now, or ""."""
    dry = empty(m)
    if not dry:
        return "no gun is empty (5.1)"
    if not m.safe_turn:
        return "only in a turn without fighters, or with all of them driven off (5.1)"
    if not any(givers(m, gun) for gun in dry):
        return "no gun has bursts that fit (5.1)"
    return ""


def most(gun: Gun, giver: Gun) -> int:
    """5.1 The most that may change hands, in twos."""
    # RULING 5.1: no gun gets more than its first load.
    return min(giver.bursts, AMMO[gun.name] - gun.bursts) // STEP * STEP


def borrow(ref: Referee, m: Mission) -> None:
    """5.1, manual 5F Which gun is filled, from which, with how much."""
    guns = m.plane.guns
    dry = empty(m)
    able = [gun for gun in dry if givers(m, gun)]
    cannot = [(gun, "no gun has bursts that fit it (5.1)") for gun in dry if not givers(m, gun)]
    advised = advice.ammo_to(m, dry).name.value
    taker = guns[GunName(ref.ask("ammo-to", advised, lambda: questions.ammo_to(m, able, cannot)))]
    found = givers(m, taker)
    short = [(g, why) for g in guns.values() if g is not taker and (why := _why_not_give(taker, g))]
    advised = found[0].name.value
    giver = guns[GunName(ref.ask("ammo-from", advised, lambda: questions.ammo_from(taker, found, short)))]
    advised = str(advice.ammo_bursts(taker, giver))
    amounts = range(STEP, most(taker, giver) + 1, STEP)
    many = int(ref.ask("ammo-bursts", advised, lambda: questions.ammo_bursts(taker, giver, amounts)))
    giver.bursts -= many
    taker.bursts += many
    ref.note("ammo-moved", gun=taker.name, giver=giver.name, bursts=many)
