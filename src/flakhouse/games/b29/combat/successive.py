"""5.6 Successive attacks, and the rounds of a combat by day."""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.charts import Chart
from flakhouse.core.mods import NO_MODS
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import crew
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.combat import allocation, attack, collision, evasion, guns, offense
from flakhouse.games.b29.state import Fighter, Mission
from flakhouse.games.b29.words import Angle, Clock, FighterType

__all__ = ["day_combat", "returns"]


class Return(StrEnum):
    """Whether a fighter comes back (5.6A)."""

    LEAVES = "Leaves"
    AGAIN = "Attacks again"


def _way(word: str) -> tuple[Clock, Angle | None]:
    """5-13 "6 Low", "Climb" (vertical), or "12 *" whose angle goes by type (None)."""
    if word == "Climb":
        return Clock.CLIMB, Angle.NONE
    clock, angle = word.split()
    return Clock(clock), None if angle == "*" else Angle(angle)


RETURN = CHARTS.words("5.6A-return", Return)
WAY: Chart[tuple[Clock, Angle | None]] = CHARTS.bind("5-13", _way)

#: 5.6A: these come back to any bomber; 5-13: and in at High on its second column (R-52: the Jack too).
_KEEN = (FighterType.FRANK, FighterType.TOJO, FighterType.JACK)


def day_combat(ref: Referee, m: Mission) -> None:
    """5.3 to 5.6 The attackers' first pass, then their returns: at most three attacks a fighter."""
    asked = evasion.evade_day(ref, m)
    while m.fighters:
        _round(ref, m)
        m.fighters[:] = [f for f in m.fighters if returns(ref, m, f)]
        if not m.fighters:
            return
        _place_again(ref, m)
        evasion.still_evading(m)
        if not asked:
            asked = evasion.evade_day(ref, m)  # forced out of formation in this very turn


def _round(ref: Referee, m: Mission) -> None:
    """5.3 to 5.5 Fire allocated, pilots rolled, own fire, then fighter by fighter theirs."""
    alone = len(m.fighters) == 1
    if alone:
        ref.scene("attack", fighter=m.fighters[0].name, where=m.fighters[0].where())
    else:
        ref.scene("fighters", count=len(m.fighters))
    crew.shift(ref, m)
    fire = guns.Fire()
    allocation.allocate(ref, m, fire, m.fighters, m.options.passing_shot)
    attack.status(ref, m)
    for _ in range(guns.resolve(ref, m, fire, m.evading)):
        collision.baka_blast(ref, m)
    for fighter in list(m.fighters):
        if not alone:
            ref.scene("attack", fighter=fighter.name, where=fighter.where())
        fighter.attacks += 1
        fighter.scored = False
        if fighter.kind is FighterType.BAKA:
            collision.baka_strike(ref, m, fighter)
        elif fighter.ram:
            collision.ram(ref, m, fighter)
        else:
            offense.fire(ref, m, fighter)
            collision.check(ref, m, fighter)
        guns.passing_shot(ref, m, fire, fighter, m.evading)
        evasion.still_evading(m)


def returns(ref: Referee, m: Mission, fighter: Fighter) -> bool:
    """5.6A, C Whether the fighter comes back; misses, damaged ones and near misses leave (R-110)."""
    if fighter.destroyed or fighter.gone or not fighter.scored or fighter.fca or fighter.attacks >= 3:
        return False
    # RULING R-53: the third attack, and any return of the slower types, asks for a lone, lame bomber.
    if (fighter.attacks == 2 or fighter.kind not in _KEEN) and not (
        m.out_of_formation() and m.plane.engines_out() > 0
    ):
        return False
    if ref.roll(RETURN) is Return.LEAVES:
        ref.note("fighter-leaves", fighter=fighter.name)
        return False
    ref.note("fighter-returns", fighter=fighter.name)
    return True


def _place_again(ref: Referee, m: Mission) -> None:
    """5.6B New positions (5-13); 5-4 note: one fighter to an area and angle while there is room."""
    taken: list[tuple[Clock, Angle]] = []
    column = 1 if m.plane.engines_out() else 0
    for fighter in m.fighters:
        by_type = Angle.HIGH if fighter.kind in _KEEN else Angle.LOW
        room = any((c, by_type if a is None else a) not in taken for c, a in WAY.rows[column])
        while True:
            clock, angle = ref.roll(WAY, NO_MODS, column)
            where = (clock, by_type if angle is None else angle)
            if where not in taken or not room:
                break
        taken.append(where)
        fighter.clock, fighter.angle = where
        ref.note("fighter-placed", (WAY,), fighter=fighter.name, where=fighter.where())
