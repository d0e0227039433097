"""Advice in combat: whom the escort drives off, evasive action, the plan of fire (3.1d to 3.4, 9.4)."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.referee import Referee
from flakhouse.games.b17.combat import offense
from flakhouse.games.b17.combat.fields import (
    GUN_KEYS,
    IN_NOSE,
    NOSE,
    PASSES,
    PASSING,
    TAIL,
    Field,
    Fire,
    bearing,
    bearing_on,
    floor,
    loaded,
    nose_men,
    other_cheek_fires,
    ready,
    takes,
    usable,
)
from flakhouse.games.b17.state import Fighter, Man, Mission
from flakhouse.games.b17.words import FighterType
from flakhouse.games.bomber.columns import BY_CLOCK

__all__ = [
    "cover_removes",
    "danger",
    "fire_plan",
    "gun_fire",
    "plan",
    "why_cover_removes",
    "why_evade",
    "why_fire_plan",
    "why_gun_fire",
    "why_nose_man",
    "why_repair_gun",
]


# ------------------------------------------------------------------ whom to be rid of (3.1d, 3.2)


def _expected(kind: FighterType, column: int, penalty: int) -> int:
    """M-3, B-4 The shells to expect of a fighter with these minuses, times 216."""
    faces = sum(offense.FIRE.at(face - penalty, column) or face == 6 for face in range(1, 7))
    shells = sum(offense.by_type(kind, offense.SHELLS.at(a + b, column)) for a in range(1, 7) for b in range(1, 7))
    return faces * shells


_MOST_PENALTY = 6  # beyond it only a natural 6 hits
_COLUMNS = range(max(BY_CLOCK.values()) + 1)
#: By type, column of M-3 and minuses.
_EXPECTED: dict[FighterType, list[list[int]]] = {
    kind: [[_expected(kind, column, penalty) for penalty in range(_MOST_PENALTY + 1)] for column in _COLUMNS]
    for kind in FighterType
}


def danger(fighter: Fighter) -> int:
    """3.2 How much harm a fighter is likely to do: whom a careful player has driven off first."""
    return _EXPECTED[fighter.kind][BY_CLOCK[fighter.clock]][min(fighter.fca + 2 * fighter.fboa, _MOST_PENALTY)]


def cover_removes(ref: Referee, fighters: list[Fighter]) -> str:
    """3.1d, 3.2 The most dangerous fighter; of equals the one on which fewest guns bear, then the first."""
    name, most, idle = "", -1, 0
    for fighter in fighters:
        harm = danger(fighter)
        if harm < most:
            continue
        silent = bearing(ref, fighter).silent
        if harm > most or silent > idle:
            name, most, idle = fighter.name, harm, silent
    return name


def why_cover_removes(ref: Referee, fighters: list[Fighter], count: int = 1) -> str:
    """3.2 The reason for the first `count` of them: M-3 and B-4 in shells, the worst first; then the guns."""
    going: list[Fighter] = []
    for _ in range(count):
        left = [fighter for fighter in fighters if fighter not in going]
        name = cover_removes(ref, left)
        going += [fighter for fighter in left if fighter.name == name]
    alike = [fighter for fighter in fighters if danger(fighter) == danger(going[-1])]
    equal = [fighter for fighter in going if fighter in alike]
    if len(equal) == len(alike):
        ranked = sorted(fighters, key=danger, reverse=True)
        shells = ", ".join(f"{fighter.name} {danger(fighter) / 216:.1f}" for fighter in ranked)
        verb = "goes" if len(going) == 1 else "go"
        return f"{_named(going)} {verb} first. Shells to expect of each, by the tables M-3 and B-4: {shells}."
    worse = [fighter for fighter in going if fighter not in alike]
    most = (
        "Each"
        if len(alike) == len(fighters)
        else f"{'Of the others, each of ' if worse else 'Each of '}{_named(alike)}"
    )
    told = f"{_named(worse)} may do most harm. " if worse else ""
    each = f"{most} brings {danger(alike[0]) / 216:.1f} shells on average (tables M-3 and B-4)"
    return f"{told}{each}, and {_fewest(ref, equal, alike)}."


def _fewest(ref: Referee, going: Sequence[Fighter], alike: Sequence[Fighter]) -> str:
    """3.2 Why these of equals: by how many guns bear on them."""
    silent = {fighter.name: bearing(ref, fighter).silent for fighter in alike}
    if len(set(silent.values())) == 1:
        return "your guns bear on all of them alike"
    staying = max(number for name, number in silent.items() if name not in [fighter.name for fighter in going])
    if min(silent[fighter.name] for fighter in going) > staying:
        return f"fewest of your guns bear on {_named(going)}"
    return f"as few of your guns bear on {_named(going)} as on any other"


def _named(fighters: Sequence[Fighter]) -> str:
    *names, last = [fighter.name for fighter in fighters]
    return f"{', '.join(names)} and {last}" if names else last


# ------------------------------------------------------------------ evasive action, jams


def why_evade() -> str:
    """9.4 A careful pilot always weaves where he may. Measured on the same dice of 1,000 tours: 0.39 men (0.13 to
    0.64)."""
    return "The fighters hit less often. Over a whole tour that saves 0.4 men, the worse aim of your guns counted."


def why_repair_gun() -> str:
    """M-5 A jammed gun is no loss."""
    return "A jammed gun is of no use, so that nothing is lost if the try breaks it."


# ------------------------------------------------------------------ the plan of fire (3.4)

_NOTHING = Fire()  # spoken for
_NONE = 99  # no target: any number that a die can show is easier


def fire_plan(ref: Referee, m: Mission, before: Fire = _NOTHING, start: int = 0) -> Fire:
    """3.4 What a careful player does with the guns from `start` on, those `before` spoken for."""
    return plan(m, [bearing(ref, fighter) for fighter in m.fighters], before, start)


def plan(m: Mission, fields: list[Field], before: Fire = _NOTHING, start: int = 0) -> Fire:
    """3.4 The same, with what bears on each fighter.

    All that bear fire, the best chance first, spread over the fighters where chances are equal; the tail waits for
    one that passes if none is behind.
    """
    fire = Fire()
    load = [0 for _ in fields]  # guns on each
    if before.shots or before.sprays:
        fire.shots, fire.sprays = list(before.shots), before.sprays
        load = [sum(shot[2] is fighter for shot in fire.shots) for fighter in m.fighters]
    guns, nose, tail = bearing_on(fields)
    for number in guns:
        if number >= start:
            _aim(m, fire, number, fields, load)
    if nose:
        men = nose_men(m, before)
        able = [n for n in nose if n >= start and loaded(m, n) and not other_cheek_fires(before, n)]
        if able and men:
            _plan_nose(m, fire, able, men, fields, load)
    if tail:
        _aim(m, fire, TAIL, fields, load)
    else:
        _wait(m, fire, load)
    return fire


def _aim(m: Mission, fire: Fire, number: int, fields: list[Field], load: list[int]) -> None:
    """3.4 This gun takes its best target, if somebody can fire it."""
    man = ready(m, number)
    if man is None:
        return
    need, at = _best(fields, number, load, floor(m, number, man))
    load[at] += 1
    fire.shots.append((number, man, m.fighters[at], need))


def _best(fields: list[Field], number: int, load: list[int], least: int) -> tuple[int, int]:
    """3.4 The easiest target of a gun, of equal ones that with the fewest guns on it: number and fighter."""
    best, at = _NONE, 0
    for other, field in enumerate(fields):
        need = field.needs[number]
        if not need:
            continue
        if need < least:
            need = least
        if need < best or (need == best and load[other] < load[at]):
            best, at = need, other
    return best, at


def _plan_nose(
    m: Mission, fire: Fire, guns: list[int], men: list[Man], fields: list[Field], load: list[int]
) -> None:
    """3.4a The nose: a gun for each man, but never both cheeks; the best chance first."""
    gun, man, target, least = guns[0], men[0], 0, _NONE
    for number in guns:
        taker, worst = takes(m, number, men)
        need, at = _best(fields, number, load, worst)
        if need < least or (need == least and load[at] < load[target]):
            gun, man, target, least = number, taker, at, need
    load[target] += 1
    fire.shots.append((gun, man, m.fighters[target], least))
    if len(men) > 1 and len(guns) > 1:
        left = [other for other in guns if other != gun and NOSE in (gun, other)]  # one cheek only
        if left:
            _plan_nose(m, fire, left, [other for other in men if other is not man], fields, load)


def _wait(m: Mission, fire: Fire, load: list[int]) -> None:
    """3.4b The tail, with nothing behind the bomber, waits for a fighter that passes."""
    first = -1
    for at, fighter in enumerate(m.fighters):
        if fighter.clock in PASSES and (first < 0 or load[at] < load[first]):
            first = at
    if first < 0 or m.plane.intercom_out:
        return
    man = ready(m, TAIL)
    if man is not None:
        fire.passing = (TAIL, man, m.fighters[first], PASSING)


def why_fire_plan(ref: Referee, m: Mission, advised: Fire) -> str:
    """3.4, 3.4a The reason, and why a gun of the nose that bears stays silent."""
    guns = " and ".join(["the " + GUN_KEYS[number] for number in _held(ref, m, advised)])
    others = "Every other gun" if guns else "Every gun"
    held = f" Of the nose each man fires one gun, and never both cheeks: {guns} must hold." if guns else ""
    if len(m.fighters) == 1:
        return f"{others} that bears fires; bursts are seldom short.{held}"
    return (
        f"{others} that bears and has a man to fire it takes its easiest target; equal chances are spread over "
        f"the fighters.{held}"
    )


def _held(ref: Referee, m: Mission, advised: Fire) -> list[int]:
    """3.4a The guns of the nose that bear and could fire, if the plan had not others for its men."""
    bear = bearing_on([bearing(ref, fighter) for fighter in m.fighters])[1]
    fired = [shot[0] for shot in advised.shots]
    return [number for number in bear if number not in fired and usable(m, number)]


def why_nose_man() -> str:
    """3.4a The reason."""
    return "No other man in the nose has a better chance with it."


def gun_fire(ref: Referee, m: Mission, fire: Fire, number: int) -> str:
    """3.4 What the plan has for this gun, given what the guns before it do."""
    advised = fire_plan(ref, m, fire, number)
    for gun, _, fighter, _ in advised.shots[len(fire.shots) :]:
        if gun == number:
            return fighter.name
    if advised.passing is not None and number == TAIL:
        return f"passing {advised.passing[2].name}"
    return "hold"


def why_gun_fire(advised: str, number: int) -> str:
    """3.4 The reason."""
    if advised == "hold" and number in IN_NOSE:
        return "Other guns of the nose do better; each man there fires one, and never both cheeks (3.4a)."
    if advised == "hold":
        return "The guns that are left do better against it."
    if advised.startswith("passing "):
        return "Nothing is behind the bomber, so that the tail waits for a fighter to pass."
    return f"{advised} is the easiest target of this gun."
