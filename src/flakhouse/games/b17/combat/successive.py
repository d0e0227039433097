"""3.9, 3.10 The attacks of a wave: the first, then those of the fighters that come back (B-6)."""

from __future__ import annotations

from flakhouse.core.charts import Chart
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import evasion
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.combat import allocation, composition, gunnery, offense
from flakhouse.games.b17.state import Fighter, Mission
from flakhouse.games.b17.words import Angle, Clock

__all__ = ["attacks", "comes_back"]


def _way(word: str) -> tuple[Clock, Angle]:
    """B-6 "6 High"."""
    clock, angle = word.split()
    return Clock(clock), Angle(angle)


WAY: Chart[tuple[Clock, Angle]] = CHARTS.bind("B-6", _way)
_MOST_ATTACKS = 3  # 3.9: one and two more


def attacks(ref: Referee, m: Mission, later: int) -> None:
    """3.4 to 3.10 Attack after attack while fighters come back; cover drives off `later` before each return."""
    while True:
        _attack(ref, m)
        alone = not m.in_formation
        m.fighters = [f for f in m.fighters if (f.scored or alone) and comes_back(m, f)]
        if not m.fighters:
            return
        for fighter in m.fighters:
            ref.concerns(fighter.name, WAY)
            fighter.clock, fighter.angle = ref.roll(WAY)
            fighter.special = ""
            ref.note("fighter-returns", fighter=fighter.name)
        if later:
            composition.drive_off(ref, m, later)
            if not m.fighters:
                return
        if m.evading:
            evasion.still_evading(ref, m)


def _attack(ref: Referee, m: Mission) -> None:
    """3.4 to 3.8 One attack: fire allocated, pilots rolled, own fire, theirs, then the passing shot."""
    single = len(m.fighters) == 1
    if single:
        ref.scene("attack", fighter=m.fighters[0].name, where=m.fighters[0].where())
    else:
        ref.scene("fighters", count=len(m.fighters))
    _tell(ref, m)
    fire = allocation.allocate(ref, m)
    gunnery.quality(ref, m)
    gunnery.resolve(ref, m, fire)
    for fighter in m.fighters:
        if not single:
            ref.scene("attack", fighter=fighter.name, where=fighter.where())
        offense.fire(ref, m, fighter)
    if fire.passing is not None:
        gunnery.passing_shot(ref, m, fire)


def _tell(ref: Referee, m: Mission) -> None:
    """3.4 Where each fighter comes from."""
    for fighter in m.fighters:
        ref.note(
            "fighter-placed", causes=(), fighter=fighter.name, where=fighter.where(), again=fighter.attacks > 0
        )


def comes_back(m: Mission, fighter: Fighter) -> bool:
    """M-2 note 2, M-3 note 2, 3.9 In formation those that hit, even for no effect; out of it all. Never with FBOA,
    never a fourth time.
    """
    if fighter.destroyed or fighter.attacks >= _MOST_ATTACKS:
        return False
    if m.in_formation and not fighter.scored:
        return False
    return not (fighter.fboa or fighter.fca >= 2)
