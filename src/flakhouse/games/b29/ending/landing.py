"""Rules 8.1, 8.3, 8.4 and 8.5: landing on land, at base, on Iwo Jima and in enemy country (table 8-1)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NoReturn

from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import fuel, gear, wounds
from flakhouse.games.b29.advice import ending as advice
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.ending import bailout, captivity, fates, flying, sea
from flakhouse.games.b29.questions import ending as questions
from flakhouse.games.b29.questions import stakes
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import (
    End,
    Fate,
    MainGear,
    NoseGear,
    Repair,
    Root,
    Surface,
    Weather,
)

__all__ = [
    "Blast",
    "Landing",
    "land",
    "land_at_base",
    "land_at_iwo",
    "land_mods",
    "may_give_up",
    "take_off_landing",
]


class Landing(StrEnum):
    """The results of 8-1."""

    KIA = "Crew KIA, wrecked"
    BADLY_HURT = "Wounds +1, wrecked"
    HURT = "Wounds, wrecked"
    IRREPARABLE = "Crew safe, irreparable"
    REPAIRABLE = "Crew safe, repairable"
    SAFE = "Crew and B-29 safe"


class Blast(StrEnum):
    """Bombs or fuel in a crash landing (8-1c, d)."""

    NOTHING = "no effect"
    EXPLOSION = "explosion"


LANDING = CHARTS.words("8-1", Landing)
BOMBS = CHARTS.words("8-1c-bombs", Blast)
FUEL = CHARTS.numbers("8-1d-fuel")
FIRE = CHARTS.words("8-1d-fire", Blast)
FOG = CHARTS.words("8.4-fog", Weather)
_LM = LANDING.mods
_REPAIR = {
    Landing.IRREPARABLE: Repair.IRREPARABLE,
    Landing.REPAIRABLE: Repair.REPAIRABLE,
    Landing.SAFE: Repair.SOUND,
}
_PLACES = {
    Surface.BASE: "at base",
    Surface.IWO: "on Iwo Jima",
    Surface.JAPAN: "in Japan",
    Surface.OKINAWA: "on Okinawa",
}
#: Modifiers of 8-1 that are no damage: with these alone the landing itself is the root of a loss.
_NO_DAMAGE = frozenset({"veteran_pilot", "poor", "bad", "night", "enemy_country"})


# ------------------------------------------------------------------ modifiers


def land_mods(m: Mission, where: Surface, weather: Weather | None, night: bool) -> list[Mod]:
    """8-1 All its modifiers; `night` is that of the zone (R-88)."""
    mods = flying.mods(m, _LM)
    mods.extend(_LM[key] for key in _gear(m))
    if weather is Weather.POOR:
        mods.append(_LM["poor"])
    elif weather is Weather.BAD:
        mods.append(_LM["bad"])
    if night:
        mods.append(_LM["night"])
    if not fates.safe_ground(m, where):
        mods.append(_LM["enemy_country"])
    return mods


def _gear(m: Mission) -> list[str]:
    """R-66, R-70, 7.2: gear and brakes; without engines the gear stays up unless it is down already."""
    keys = gear.landing_mods(m)
    if not flying.gliding(m) or _gear_down(m) or "nose_gear_not_holding" in keys:
        return keys
    return ["gear_not_extended", *(key for key in keys if key.startswith("brakes"))]


def _gear_down(m: Mission) -> bool:
    """8-1, 7.2: whether nose and main gear hang down before the landing."""
    plane = m.plane
    nose = plane.nose_gear_extended or plane.nose_gear in (NoseGear.DOWN, NoseGear.DESTROYED_DOWN)
    return nose and (plane.main_gear_lowered or all(g is MainGear.DOWN for g in plane.main_gear.values()))


# ------------------------------------------------------------------ 8.3, 8.4


def land_at_base(ref: Referee, m: Mission, root: Root | None = None) -> NoReturn:
    """8.3 The Marianas: gear by hand, jumps (D57, D61), then 8-1 with the weather of Zone 1."""
    ref.scene("landing", zone=m.zone)
    if m.weather is not Weather.GOOD:
        ref.note("base-weather", causes=(), weather=m.weather.value)
    _home(ref, m, Surface.BASE, m.weather, root)


def land_at_iwo(ref: Referee, m: Mission, root: Root | None = None) -> NoReturn:
    """8.4 (R-81) Iwo Jima in Zone 6 on missions 11-35: the fog die, then as at base."""
    ref.scene("landing", zone=m.zone)
    weather = m.weather
    if weather is not Weather.BAD:
        weather = ref.roll(FOG, NO_MODS, 0 if weather is Weather.GOOD else 1)
        ref.note("iwo-weather", weather=weather.value)
    _home(ref, m, Surface.IWO, weather, root)


def _home(ref: Referee, m: Mission, where: Surface, weather: Weather, root: Root | None) -> NoReturn:
    """8.3, 8.4: land on friendly ground, all of them, some of them, or nobody; `root` is what forced it down."""
    m.cause = root or flying.damage_root(m) or Root.CHOICE  # rulings 3.1: for jumpers, and a bomber given up
    if flying.controls_dead(m):
        ref.note("no-landing")
        bailout.bail_out(ref, m, True, where)  # 8.1: never landed
    if not flying.gliding(m):
        gear.before_landing(ref, m)  # D59, D60; 7.2: no gear without engines
    mods = land_mods(m, where, weather, m.night_here())
    choice = _land_or_jump(ref, m, where, mods)
    if choice == questions.BAIL_OUT:
        bailout.bail_out(ref, m, True, where)
    if choice == questions.SOME:
        jumpers = bailout.ask_jumpers(
            ref,
            m,
            "jump-first",
            "8.3",
            "Who jumps before the landing?",
            eager=True,
            stay=lambda: stakes.landing(m, mods),
        )
        bailout.jump(ref, m, jumpers, True, where)
        mods = land_mods(m, where, weather, m.night_here())
    land(ref, m, where, mods)


def may_give_up(m: Mission, where: Surface) -> bool:
    """4-9h, 8.4: everybody may jump, but at base not from a bomber with bombs aboard."""
    return where is not Surface.BASE or not m.plane.bombs_aboard()


def _land_or_jump(ref: Referee, m: Mission, where: Surface, mods: Sequence[Mod]) -> str:
    """8.3, 8.4, D57, D61: all land, some jump first, or all jump."""
    plus = sum(mod.value for mod in mods)
    # The lowest total is 0: nobody is hurt unless fuel burns on two ones (8-1d).
    routine = plus >= -2 and not m.plane.bombs_aboard()
    advised = advice.land_or_jump(m, where, plus)
    return ref.ask(
        "land-or-jump",
        advised,
        lambda: questions.land_or_jump(m, where, mods, routine),
        keys=questions.ALL_MAY_JUMP if may_give_up(m, where) else questions.SOME_MAY_JUMP,
    )


# ------------------------------------------------------------------ 8-1


def land(ref: Referee, m: Mission, where: Surface, mods: Sequence[Mod], take_off: bool = False) -> NoReturn:
    """8-1 Landing on land with its notes; the end of the flight."""
    friendly = fates.safe_ground(m, where)
    root = m.cause if not friendly else Root.TAKEOFF if take_off else _root(m, mods)
    result = ref.roll(LANDING, mods)
    unhurt = ref.face == 12  # 8-1a, RULING R-114: the bomber goes by the total
    told = _UNHURT if unhurt and result in _WRECKED else result.value
    ref.note("landing", where=_PLACES[where], result=told)
    m.cause = root
    exploded = False
    if result in _BAD and not unhurt:
        _crash(ref, m, result, root)
        exploded = _explodes(ref, m)
        if not exploded:
            ref.otherwise("wreck-holds")
    if exploded:
        ref.note("landing-explosion")
        fates.kill_aboard(m, root)
    wrecked = result in _WRECKED or exploded
    if not friendly:
        captivity.captured(ref, m, m.living(), Fate.BOC)  # 8-1b
        fates.close(ref, m, End.LANDED_JAPAN, Repair.LOST, root)
    if wrecked:
        fates.close(ref, m, End.ON_GROUND if take_off else End.WRECKED, Repair.LOST, root)
    _safe(ref, m, where, result, root, take_off)


_UNHURT = "Wrecked, nobody hurt"  # 8-1a
_WRECKED = frozenset({Landing.KIA, Landing.BADLY_HURT, Landing.HURT})
_BAD = _WRECKED | {Landing.IRREPARABLE}


def _crash(ref: Referee, m: Mission, result: Landing, root: Root) -> None:
    """8-1 rows -3 to -1: death or wounds for those aboard."""
    if result is Landing.KIA:
        fates.kill_aboard(m, root)
    elif result in _WRECKED:
        extra = (wounds.WRECKED,) if result is Landing.BADLY_HURT else NO_MODS
        for man in m.living():
            wounds.wound(ref, m, man, extra)


def _explodes(ref: Referee, m: Mission) -> bool:
    """8-1c, d: bombs and fuel in a landing that went wrong; 8-1d needs the fuel rules."""
    if m.plane.bombs_aboard() and ref.roll(BOMBS) is Blast.EXPLOSION:
        return True
    if not m.options.fuel:
        return False
    return ref.roll(FUEL, least=fuel.left(m)) < fuel.left(m) and ref.roll(FIRE) is Blast.EXPLOSION


def _root(m: Mission, mods: Sequence[Mod]) -> Root:
    """Rulings 3.1: damage that made the roll bad keeps its own root; else it is the landing."""
    for mod in mods:
        if mod.key not in _NO_DAMAGE:
            return flying.damage_root(m) or Root.LANDING
    return Root.LANDING


def _safe(ref: Referee, m: Mission, where: Surface, result: Landing, root: Root, take_off: bool) -> NoReturn:
    """8-1 rows 0, 1 and 2: down in one piece; a burst inside the plane writes it off all the same (6.2F)."""
    plane = m.plane
    repair = _REPAIR[result]
    if plane.irreparable and repair is not Repair.IRREPARABLE:
        repair = Repair.IRREPARABLE
        root = plane.burst_root or (Root.BIP if plane.bursts_inside else root)
    end = End.NOT_FLOWN if take_off else End.LANDED_IWO if where is Surface.IWO else End.LANDED
    # Rulings 3.1: a bomber mended by the next mission is no loss.
    fates.close(ref, m, end, repair, root if repair is Repair.IRREPARABLE else None)


def take_off_landing(ref: Referee, m: Mission, water: bool, mods: Sequence[Mod] = NO_MODS) -> NoReturn:
    """3-3, R-90: back to the field or into the sea off it, without weather, in the light of take-off."""
    ref.scene("ditching" if water else "landing", zone=0)
    night = m.times.take_off
    if water:
        sea.ditch(ref, m, Root.TAKEOFF, None, night, tuple(mods))
    land(ref, m, Surface.BASE, [*land_mods(m, Surface.BASE, None, night), *mods], take_off=True)
