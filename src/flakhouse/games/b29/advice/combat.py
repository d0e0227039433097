"""5.3 to 5.8 Combat as a careful player would have it, apart from the allocation of fire."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.games.b29.combat import guns, jams, night
from flakhouse.games.b29.state import Fighter, Gun, Mission
from flakhouse.games.b29.words import Leg

__all__ = [
    "clear_gun",
    "clear_man",
    "evade_day",
    "evade_lights",
    "evade_night",
    "night_return",
    "order_clear_gun",
    "shoot_light",
    "why_clear_gun",
    "why_evade_day",
    "why_evade_lights",
    "why_evade_night",
    "why_shoot_light",
]

_SPARE_BURSTS = 3  # kept in the lower turrets for fighters


# ------------------------------------------------------------------ 5-7a: jams


def order_clear_gun(m: Mission) -> bool:
    """5-7a A careful player tries while fighters may still come: two chances to clear against one to break."""
    return (m.leg is Leg.OUT or m.zone >= 6) and not jams.why_not_clear(m)


def why_clear_gun(m: Mission) -> str:
    """5-7a."""
    return "Fighters may still come, and a try clears the gun twice as often as it breaks it."


def clear_gun(m: Mission) -> str:
    """5-7a The first that can be tried."""
    return next(gun.name.value for gun in jams.jammed(m) if not jams.why_not_try(m, gun))


def clear_man(m: Mission, gun: Gun) -> str:
    """5-7a Whoever is at hand."""
    return jams.hands(m, gun.name)[0].position.value


# ------------------------------------------------------------------ 5.7, 5.8D: evasive action


def evade_day(m: Mission) -> bool:
    """5.7 Always: it costs nothing but the aim of our own gunners."""
    return True


def why_evade_day(m: Mission) -> str:
    """5.7 Why. Measured on the same dice of 1,000 tours: 0.67 men (0.25 to 1.08)."""
    return "Fighters hit less often. Over a whole tour that saves 0.7 men, the worse aim of your guns counted."


def evade_lights(m: Mission) -> bool:
    """5.7B Also on the run: lights bring flak and fighters; the point lost on 6-6 is cheaper than the bomber."""
    return True


def why_evade_lights(m: Mission) -> str:
    """5.7B Why."""
    if m.bomb_run or m.aborted:
        return "Lights bring flak and fighters, and the bombs are no longer to be aimed."
    return "Lights bring flak and fighters; a point of accuracy is cheaper than the bomber."


def evade_night(m: Mission) -> bool:
    """5.8D Always: our guns have fired."""
    return True


def why_evade_night(m: Mission) -> str:
    """5.8D Why."""
    return "Our guns have fired already; what comes now is his fire alone."


# ------------------------------------------------------------------ 5.8: the night


def shoot_light(m: Mission) -> str:
    """5-14b The first man who can, while the turrets have bursts to spare."""
    if min(m.plane.guns[name].bursts for name in night.LOWER) <= _SPARE_BURSTS:
        return "none"
    return next(station.value for station in night.WAIST_MEN if guns.can_fire(m, station))


def why_shoot_light(m: Mission) -> str:
    """5-14b Why."""
    if shoot_light(m) == "none":
        return "The last bursts of the lower turrets are for fighters."
    return "There is ammunition to spare, and out of the light the fighters see less."


def night_return(back: Sequence[Fighter]) -> str:
    """5.8I The first."""
    return back[0].name
