"""Advice in flight: turning back, bombs, height, cold, engines, ammunition, a rabbit's foot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flakhouse.games.b17 import ammo, cold
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.ending.fates import RESCUE_ZONES
from flakhouse.games.b17.state import Gun, Mission
from flakhouse.games.b17.words import Leg, Surface

__all__ = [
    "DISASTERS",
    "abort",
    "ammo_bursts",
    "ammo_to",
    "borrow_ammo",
    "climb",
    "engine_bombs",
    "frostbite",
    "jettison",
    "overruling",
    "rabbits_foot",
    "tell_abort",
    "throw_overboard",
    "waves_alone",
    "why_abort",
    "why_abort_bombs",
    "why_ammo_bursts",
    "why_ammo_from",
    "why_ammo_to",
    "why_engine_bombs",
    "why_frostbite",
    "why_go_on",
    "why_oxygen_out",
    "why_rabbits_foot",
    "why_throw_overboard",
]

# Waves to expect where no escort goes, there and back, from which a bomber that is hurt turns back without credit.
# They weigh far more than what is hurt; what another value costs is in docs/bots.md.
_WAVES = 3.5
_CLOSE = 5.0  # up to here it is much the same
_ESCORT_ENDS = 4  # the last zone it reaches (G-5)
# Zones to go where the mission counts all the same; 2: 0.01 ±0.02 men a tour. Over the target too (0) it would
# save 0.20 ±0.08, for the flak is spared; but nobody flies there to turn round.
_COUNTS = 1
_LEAK = "fuel leak"
_FAR = "Many fighters are still to come where no escort goes: another mission costs fewer men."


# ------------------------------------------------------------------ turning back (13.1)


def abort(m: Mission, causes: dict[str, bool]) -> str:
    """13.1 A careful player turns back when the target is out of reach or not worth it; he keeps his word."""
    why = why_abort(m, causes)
    return "abort" if why and m.abort_overruled != overruling(why, causes) else "go-on"


def overruling(why: str, causes: Mapping[str, bool]) -> str:
    """13.1 What speaks for turning back; who flies on with it is not asked to change his mind until it changes."""
    return "; ".join((why, *causes))


def why_abort(m: Mission, causes: dict[str, bool]) -> str:
    """13.1 What makes a careful pilot turn back, or nothing: no fuel, credit, no bombs, many fighters to come."""
    to_go = m.target.zone - m.zone
    if any(causes.values()) and to_go >= _COUNTS:
        return "The mission counts all the same, and flying on costs men."
    if not to_go:
        return ""  # the bomber turns for home here anyway, and meets the same fighters (2B.0)
    if _LEAK in causes:
        return "The fuel will not last to the target and home."
    if not m.plane.bombs:
        return "There is nothing left to drop on the target."
    if not (m.in_formation or m.out_zones):
        return "Alone the way to the target is too dangerous."
    if not m.nothing_wrong() and waves_alone(m) >= _WAVES:
        return _FAR
    return ""


def tell_abort(m: Mission, causes: dict[str, bool]) -> str:
    """13.1 The same, with what was weighed."""
    why = why_abort(m, causes)
    if why != _FAR:
        return why
    waves = waves_alone(m)
    close = " It is close." if waves < _CLOSE else ""
    return f"{why} (About {waves:.0f} waves, there and back; what is hurt matters less.){close}"


def waves_alone(m: Mission) -> float:
    """2A.4, B-1, B-2 Waves to expect on the way to the target and back where no escort goes, if he flies on."""
    place = "" if m.squadron is None or not m.in_formation else m.squadron.name.lower()
    found = 0.0
    for zone in range(max(m.zone, _ESCORT_ENDS + 1), m.target.zone + 1):
        over = zone == m.target.zone and not m.options.target_b1
        chart = CHARTS.charts["B-2" if over else "B-1"]
        plus = (
            m.target.modifiers.get(zone, 0) + m.wave_mod + (chart.mods[place].value if place in chart.mods else 0)
        )
        waves = sum(int(chart.word(face + plus)) for face in range(1, 7)) / 6
        found += waves if zone == m.zone else 2 * waves  # the zone he is in waits on the way home alone
    return found


def why_go_on(m: Mission, causes: dict[str, bool]) -> str:
    """13.1 Why he flies on."""
    if why_abort(m, causes):
        return "You decided to fly on, and nothing has changed since."
    if m.zone == m.target.zone:
        return "You are over the target: who turns back here meets the same fighters, and has bombed nothing."
    return "What is left undone is flown again: what turning back saves here, the next try costs, or more."


def why_abort_bombs() -> str:
    """13.2 Nobody needs them on the way home."""
    return "They weigh, and may go off in a bad landing."


# ------------------------------------------------------------------ cold, thin air, engines


def frostbite(m: Mission) -> str:
    """10.1 In formation a careful player stays up; alone he goes down."""
    return "stay" if m.in_formation else "descend"


def why_frostbite(m: Mission) -> str:
    """10.1 The reason."""
    if m.in_formation:
        return "Out of formation the whole crew is in danger; in it only those in the cold."
    return "Alone already, the bomber loses nothing by going down."


def why_oxygen_out() -> str:
    """9.3 The reason."""
    return "There is oxygen enough at other places, and the bomber keeps its formation."


def engine_bombs(m: Mission, may_bomb: bool) -> str:
    """11.1 Bomb the target from here if that may be; else the formation is worth more than the bombs."""
    return "keep" if m.plane.bomb_doors_out else "bomb" if may_bomb else "jettison"


def why_engine_bombs(advised: str) -> str:
    """11.1 The reason."""
    if advised == "keep":
        return "The doors are jammed: the bombs cannot leave."
    return "The target is below." if advised == "bomb" else "The formation protects the bomber; the bombs do not."


def throw_overboard(m: Mission) -> bool:
    """11.6 A careful pilot gives up his guns only to reach England, or the sea where men are picked up (14.2)."""
    zone = m.zone - m.one_engine_zones - 1  # where he comes down without them
    return zone == 1 or (zone == RESCUE_ZONES and Surface.WATER in m.target.letters[zone])


def why_throw_overboard(m: Mission) -> str:
    """11.6 The reason."""
    if throw_overboard(m):
        return "One zone more brings the bomber to England, or to where men are picked up from the sea."
    return "One zone more does not bring the bomber to England, and without guns it is helpless."


# ------------------------------------------------------------------ ammunition (5.1)

_SPARE = 6  # a working gun keeps enough for itself: below this a careful player takes none from it


def borrow_ammo(m: Mission) -> bool:
    """5.1 Fighters may still come, and there is a gun that can spare it."""
    if m.zone <= 2 and m.leg is not Leg.OUT:
        return False
    return m.safe_turn and any(_can_spare(giver) for gun in ammo.empty(m) for giver in ammo.givers(m, gun)[:1])


def why_borrow_ammo(m: Mission) -> str:
    """5.1."""
    return "Fighters may still come, a gun is empty, and another can spare bursts."


def _can_spare(giver: Gun) -> bool:
    """5.1 It cannot fire itself, or has plenty."""
    return not ammo.sound(giver) or giver.bursts >= _SPARE


def ammo_to(m: Mission, empty: list[Gun]) -> Gun:
    """5.1 The gun a careful player fills first: one whose best giver can spare it."""
    for gun in empty:
        givers = ammo.givers(m, gun)
        if givers and _can_spare(givers[0]):
            return gun
    return next(gun for gun in empty if ammo.givers(m, gun))


def ammo_bursts(gun: Gun, giver: Gun) -> int:
    """5.1 A fair share of a working gun, all that fits of one that is out."""
    most = ammo.most(gun, giver)
    return max(ammo.STEP, min(most, giver.bursts // 4 * ammo.STEP)) if ammo.sound(giver) else most


def why_ammo_to(m: Mission, able: Sequence[Gun]) -> str:
    """5.1 The reason."""
    spared = _can_spare(ammo.givers(m, ammo_to(m, list(able)))[0])
    return "Another gun can spare bursts for it." if spared else "It is empty, and could fire again."


def why_ammo_from(giver: Gun) -> str:
    """5.1 The reason."""
    return "It has most left." if ammo.sound(giver) else "It cannot fire them itself any more."


def why_ammo_bursts(giver: Gun) -> str:
    """5.1 The reason."""
    return "The giver keeps a share for itself." if ammo.sound(giver) else "The giver cannot fire them any more."


# ------------------------------------------------------------------ orders (9.2, 9.3)


def jettison(m: Mission) -> bool:
    """13.2 A careful player carries no bombs home, unless he has just said so."""
    return (m.aborted or m.leg is Leg.BACK) and not m.bombs_kept


def why_jettison(m: Mission) -> str:
    """13.2."""
    return "Bombs are of no use any more, and make the landing dangerous."


def why_oxygen_places(m: Mission) -> str:
    """9.3."""
    return "Up here a man without oxygen cannot stay where he is."


def why_climb(m: Mission) -> str:
    """9.3."""
    return "Light flak does not reach up there, and everybody aboard has heat."


def climb(m: Mission) -> bool:
    """9.3, 10.1 Above is out of reach of light flak, and nobody freezes there."""
    return m.zone > 2 and not cold.without_heat(m)


# ------------------------------------------------------------------ the rabbit's foot (B-7 row 7)

#: Results nobody would keep who has a choice, by table.
DISASTERS: dict[str, tuple[str, ...]] = {
    "BL-1-tank-hit": ("Fire",),
    "BL-1d-runaway": ("Bail out",),
    "BL-1f-fire": ("Explosion",),
    "BL-4": ("KIA",),
    "G-6-accident": ("Killed",),
    "G-8": ("Dies",),
    "G-9": ("All killed", "Wounds +1", "Wounds"),
    "G-9-bombs": ("Explosion",),
    "G-10": ("Lost",),
    "O-4": ("Burst Inside Plane",),
    "P-3-bombs": ("Explosion",),
    "B-7-accident": ("Collision",),
    "B-7-wing": ("Comes off",),
}


def rabbits_foot(chart: str, word: str) -> str:
    """B-7 row 7 Only a disaster is worth it."""
    return "again" if word in DISASTERS.get(chart, ()) else "keep"


def why_rabbits_foot(advised: str) -> str:
    """B-7 row 7 The reason."""
    return "It can hardly come worse." if advised == "again" else "The foot is kept for a disaster."
