"""3.4 Allocation of fire: which gun fires at which fighter, the passing shot (3.4b), spray fire (3.4c)."""

from __future__ import annotations

from functools import partial

from flakhouse.core.questions import Barred
from flakhouse.core.referee import Referee
from flakhouse.games.b17.advice import combat as advice
from flakhouse.games.b17.combat.fields import (
    FIRING_ORDER,
    IN_NOSE,
    NUMBERS,
    PASSES,
    PASSING,
    SPRAY_COST,
    SPRAYED,
    TAIL,
    Fire,
    Shot,
    Spray,
    bearing,
    floor,
    gunners,
    nose_men,
    takes,
    why_not_nose,
    why_not_use,
)
from flakhouse.games.b17.questions import combat as questions
from flakhouse.games.b17.state import Fighter, Man, Mission

__all__ = ["allocate"]


def allocate(ref: Referee, m: Mission) -> Fire:
    """3.4 Who fires at whom in this attack; bursts are paid now, for a passing shot only when it is fired."""
    plan = advice.fire_plan(ref, m)
    if not plan.shots and plan.passing is None:
        for fighter in _unreached(ref, m):
            ref.note("no-gun-bears", causes=(), fighter=fighter.name, where=fighter.where())
        return plan  # every gun that bears is in the plan: there are none
    # D5
    key = ref.ask(
        "fire-plan", "advised", lambda: questions.fire_plan(m, plan, partial(_silent, m), _unreached(ref, m))
    )
    fire = plan if key == "advised" else Fire() if key == "hold" else _each(ref, m)
    guns = m.plane.guns
    for shot in fire.shots:
        guns[FIRING_ORDER[shot[0]]].bursts -= 1
    for spray in fire.sprays:
        guns[FIRING_ORDER[spray[0]]].bursts -= SPRAY_COST
    return fire


def _unreached(ref: Referee, m: Mission) -> list[Fighter]:
    """M-1, B-3 note b The fighters at which no gun may fire, as they dive."""
    return [fighter for fighter in m.fighters if not bearing(ref, fighter).guns and fighter.clock not in PASSES]


def _silent(m: Mission) -> dict[int, str]:
    """3.4 The guns that cannot fire, and why."""
    return {number: why for number in NUMBERS if (why := why_not_use(m, number))}


def _each(ref: Referee, m: Mission) -> Fire:
    """3.4 Gun by gun."""
    fire = Fire()
    silent: dict[str, Barred] = {}
    for number in NUMBERS:
        _ask_gun(ref, m, fire, number, silent)
    return fire


def _ask_gun(ref: Referee, m: Mission, fire: Fire, number: int, silent: dict[str, Barred]) -> None:
    """3.4 One gun: a fighter in its field, a passing shot, a spray, or nothing.

    A gun that cannot fire is not asked for; the next question names it in its `barred`.
    """
    gun = m.plane.guns[FIRING_ORDER[number]]
    why = why_not_use(m, number)
    if not why and number in IN_NOSE:
        why = why_not_nose(m, fire, number)
    if why:
        silent[gun.name.value] = Barred(why, gun.name.value, gun.subject)
        return
    men = nose_men(m, fire) if number in IN_NOSE else gunners(m, number)
    man = takes(m, number, men) if number in IN_NOSE else men[0]
    barred: dict[str, Barred] = {}
    shots = _shots(ref, m, number, man, barred)
    late = _passing(m, man, barred) if number == TAIL else {}
    sprays = _sprays(ref, m, number, man, barred)
    if not (shots or late or sprays):
        return
    advised = advice.gun_fire(ref, m, fire, number)
    barred.update(silent)
    # D6
    key = ref.ask(
        "gun-fire",
        advised,
        lambda: questions.gun_fire(m, number, man, shots, late, sprays, barred, advised),
    )
    silent.clear()
    if key in shots:
        fire.shots.append(_by_whom(ref, m, shots[key], men))
    elif key in late:
        fire.passing = late[key]
    elif key in sprays:
        fire.sprays.append(sprays[key])


def _shots(ref: Referee, m: Mission, number: int, man: Man, barred: dict[str, Barred]) -> dict[str, Shot]:
    """3.4, M-1 The fighters in the field of this gun, and the number it needs."""
    found: dict[str, Shot] = {}
    for fighter in m.fighters:
        need = bearing(ref, fighter).needs[number]
        if need:
            found[fighter.name] = (number, man, fighter, max(need, floor(m, number, man)))
        else:
            barred[fighter.name] = Barred(_why_no_field(fighter), fighter.name, fighter.subject)
    return found


def _why_no_field(fighter: Fighter) -> str:
    """M-1 Why a gun may not fire at a fighter."""
    return "nobody may fire at it (B-3 note b)" if fighter.special == "b" else "out of its field of fire (M-1)"


def _by_whom(ref: Referee, m: Mission, shot: Shot, men: list[Man]) -> Shot:
    """3.4a With both men of the nose free either may take the gun."""
    if len(men) < 2:
        return shot
    number, usual, fighter, _ = shot
    base = bearing(ref, fighter).needs[number]
    by = {
        man.position.value: (number, man, fighter, max(base, floor(m, number, man)))
        for man in sorted(men, key=lambda man: man is not usual)  # he is asked for first
    }
    # D7
    return by[ref.ask("nose-man", usual.position.value, lambda: questions.nose_man(m, by))]


def _passing(m: Mission, man: Man, barred: dict[str, Barred]) -> dict[str, Shot]:
    """3.4b, manual 7.4 The fighters from ahead at which the tail may fire once they have passed."""
    found: dict[str, Shot] = {}
    for fighter in m.fighters:
        key = f"passing {fighter.name}"
        if fighter.clock not in PASSES:
            continue
        if m.plane.intercom_out:
            barred[key] = Barred("a passing shot needs the intercom (3.4b)", "", fighter.subject)
        else:
            found[key] = (TAIL, man, fighter, PASSING)
    return found


def _sprays(ref: Referee, m: Mission, number: int, man: Man, barred: dict[str, Barred]) -> dict[str, Spray]:
    """3.4c, M-5 The places with fighters that this gun may spray."""
    found: dict[str, Spray] = {}
    if not m.options.spray_fire:
        return found
    for fighter in m.fighters:
        if not bearing(ref, fighter).needs[number]:
            continue
        key = f"spray {fighter.where()}"
        if fighter.clock not in SPRAYED:
            why = "sprays reach only 3, 6 and 9 o'clock and vertical climb (3.4c)"
            barred[key] = Barred(why, "", fighter.subject)
        elif m.plane.guns[FIRING_ORDER[number]].bursts < SPRAY_COST:
            barred[key] = Barred("a spray takes three bursts (3.4c)", "", fighter.subject)
        else:
            found[key] = (number, man, fighter.clock, fighter.angle)
    return found
