"""Rule 8.6: the sea. Tables 8-2 sea state, 8-3 landing in water, 8-6 survival at sea."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NoReturn

from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import wounds
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.ending import captivity, fates, flying
from flakhouse.games.b29.questions import ending as questions
from flakhouse.games.b29.state import Man, Mission
from flakhouse.games.b29.words import (
    End,
    Fate,
    Repair,
    Root,
    SeaState,
    Weather,
)
from flakhouse.games.bomber.men import named

__all__ = [
    "Ditching",
    "Rescue",
    "Rescuer",
    "ditch",
    "ditch_mods",
    "rescue_mods",
    "sea_mods",
    "sea_state",
    "survive",
]


class Ditching(StrEnum):
    """The results of 8-3."""

    KIA = "Crew KIA"
    WRECKED = "Wrecked, wounds +1"
    HURT = "Ditched, wounds"
    GOOD = "Ditched"


class Rescue(StrEnum):
    """The results of 8-6."""

    LOST = "Lost at sea"
    RESCUED = "Rescued"


class Rescuer(StrEnum):
    """The results of 8-6 note (b)."""

    HOME = "Back to the Marianas"
    CAPTURED = "Captured"


SEA = CHARTS.words("8-2", SeaState)
SEA_EFFECT = CHARTS.numbers("8-2-effect")
DITCHING = CHARTS.words("8-3", Ditching)
SURVIVAL = CHARTS.words("8-6", Rescue)
RESCUER = CHARTS.words("8-6b-rescuer", Rescuer)
_SM = SEA.mods
_DM = DITCHING.mods
_RM = SURVIVAL.mods
_SIX = 6  # places in the rafts of one bomb bay


def sea_state(ref: Referee, m: Mission, weather: Weather | None) -> SeaState:
    """8-2 The sea below, rolled once a turn; without weather (3-3, R-90) no modifier."""
    if m.sea is not None and m.sea_turn == m.turn:
        return m.sea
    m.sea = ref.roll(SEA, sea_mods(weather))
    m.sea_turn = m.turn
    ref.note("sea-state", state=m.sea.value)
    return m.sea


def sea_mods(weather: Weather | None) -> Sequence[Mod]:
    """8-2 What the weather does to the sea."""
    if weather is Weather.POOR:
        return (_SM["poor"],)
    return (_SM["bad"],) if weather is Weather.BAD else NO_MODS


# ------------------------------------------------------------------ 8-3


def ditch_mods(m: Mission, sea: SeaState, weather: Weather | None, night: bool) -> list[Mod]:
    """8-3 All its modifiers (R-64: also where the rules say 8-2)."""
    mods = flying.mods(m, _DM)
    if weather is Weather.GOOD:
        mods.append(_DM["good"])
    elif weather is Weather.BAD:
        mods.append(_DM["bad"])  # RULING R-35: the list of 8-3, not the notes of 4-2
    effect = SEA_EFFECT.look_up(sea.value, 0)
    if effect:
        mods.append(_DM["sea"].of(effect))
    plane = m.plane
    if plane.bombs_aboard():
        mods.append(_DM["bombs"])
    if night:
        mods.append(_DM["night"])
    bays = plane.fwd.doors_open() + plane.aft.doors_open()
    if bays:
        mods.append(_DM["both_bays_open" if bays == 2 else "one_bay_open"])
    return mods


def ditch(
    ref: Referee,
    m: Mission,
    root: Root,
    weather: Weather | None,
    night: bool,
    extra: tuple[Mod, ...] = (),
) -> NoReturn:
    """8.6, 8-3 Landing in water: always the end of the bomber; the survivors go to 8-6."""
    sea = sea_state(ref, m, weather)
    result = ref.roll(DITCHING, [*ditch_mods(m, sea, weather, night), *extra])
    if ref.face == 12:
        result = Ditching.GOOD  # RULING R-80: two sixes are a successful ditching
    m.cause = root
    ref.note("ditched", zone=m.zone, result=result.value)
    if result is Ditching.KIA:
        fates.kill_aboard(m, root)
    elif result is not Ditching.GOOD:
        mods = (wounds.WRECKED,) if result is Ditching.WRECKED else ()
        for man in m.living():
            wounds.wound(ref, m, man, mods)
    men = m.living()
    rafts = _raft_places(ref, m, men) if result in (Ditching.GOOD, Ditching.HURT) else []
    survive(ref, m, men, weather, rafts)
    fates.close(ref, m, End.DITCHED, Repair.LOST, root)


def _raft_places(ref: Referee, m: Mission, men: list[Man]) -> list[Man]:
    """8-6, 7-3 row 4: who gets the raft modifier: all; six of the player's choice (D62); nobody."""
    hit = m.plane.fwd.rafts_hit + m.plane.aft.rafts_hit
    if hit == 0:
        return men
    if hit == 2:
        return []
    if len(men) <= _SIX:
        return men
    places: list[Man] = []
    waiting = {man.position.value: man for man in men}
    while len(places) < _SIX:
        key = _next_place(ref, list(waiting.values()), len(places) + 1)
        if key == questions.DONE:
            break
        places.append(waiting.pop(key))
    return places


def _next_place(ref: Referee, men: list[Man], number: int) -> str:
    """8-6, D62: the next man into the rafts."""
    return ref.ask("raft-places", men[0].position.value, lambda: questions.raft_places(men, number))


# ------------------------------------------------------------------ 8-6


def survive(ref: Referee, m: Mission, men: list[Man], weather: Weather | None, rafts: list[Man]) -> None:
    """8-6 Each man in the water is lost or rescued; in Zones 10-14 the rescuer may be the enemy."""
    common = _survival_mods(m, weather, m.sea)
    together: list[Man] = []
    alone: list[Man] = []
    for man in men:
        ref.announce(SURVIVAL, named(man), _swimming(common, man, rafts))
    for man in men:
        in_raft = man in rafts
        ref.concerns(named(man), SURVIVAL)
        if ref.roll(SURVIVAL, _swimming(common, man, rafts)) is Rescue.LOST:
            fates.die(man, Fate.LAS, m.cause)
            ref.note("lost-at-sea", man=man.position.value, name=man.airman.name)
            continue
        ref.note("rescued", man=man.position.value, name=man.airman.name)
        (together if in_raft else alone).append(man)
    if m.zone >= 10:
        _picked_up(ref, m, together, alone)


def _swimming(common: list[Mod], man: Man, rafts: list[Man]) -> list[Mod]:
    """8-6 What bears on one man in the water: what is the same for all, his raft, his wound."""
    if man not in rafts and not man.serious:
        return common
    mods = list(common)
    if man in rafts:
        mods.append(_RM["raft"])
    if man.serious:
        mods.append(_RM["serious"])
    return mods


def rescue_mods(
    m: Mission, weather: Weather | None, raft: bool = False, state: SeaState | None = None
) -> Sequence[Mod]:
    """8-6 What bears on a man who is not badly hurt; `state` where the sea has not been looked at."""
    mods = _survival_mods(m, weather, state or m.sea)
    return [*mods, _RM["raft"]] if raft else mods


def _picked_up(ref: Referee, m: Mission, together: list[Man], alone: list[Man]) -> None:
    """8-6b: one die for the men of the rafts, one for each other man: home, or captured at sea."""
    groups = [[man] for man in alone]
    if together:
        groups.insert(0, together)
    for group in groups:
        if ref.roll(RESCUER) is Rescuer.CAPTURED:
            captivity.captured(ref, m, group, Fate.CAS)


def _survival_mods(m: Mission, weather: Weather | None, sea: SeaState | None) -> list[Mod]:
    """8-6 The modifiers that are the same for every man."""
    mods: list[Mod] = []
    zone = m.zone or 1  # RULING R-90: the sea off the base is that of Zone 1
    if zone == 1:
        mods.append(_RM["zone_1"])
    elif zone == 2 or (zone == 6 and m.iwo_friendly()):
        mods.append(_RM["near_help"])
    elif zone >= 9:
        mods.append(_RM["far"])
    if sea is not None:
        effect = SEA_EFFECT.look_up(sea.value, 1)
        if effect:
            mods.append(_RM["sea"].of(effect))
    if weather is Weather.GOOD:
        mods.append(_RM["good"])
    elif weather is Weather.BAD:
        mods.append(_RM["bad"])
    if m.number <= 15:
        mods.append(_RM["early"])
    if not m.plane.radio_works():
        mods.append(_RM["radio_out"])
    return mods
