"""3.4 Allocation of fire: which gun fires at which fighter, the passing shot (3.4b), spray fire (3.4c)."""

from __future__ import annotations

from functools import partial

from flakhouse.core.questions import Barred, Question
from flakhouse.core.referee import Referee
from flakhouse.games.b17.advice import combat as advice
from flakhouse.games.b17.combat.fields import (
    FIRING_ORDER,
    GUN_KEYS,
    IN_NOSE,
    NUMBERS,
    PASSES,
    PASSING,
    SPRAY_COST,
    SPRAYED,
    TAIL,
    Field,
    Fire,
    Shot,
    Spray,
    bearing,
    floor,
    gunners,
    in_reach,
    nose_men,
    other_cheek_fires,
    takes,
    usable,
    why_no_field,
    why_not_nose,
    why_not_use,
)
from flakhouse.games.b17.questions import combat as questions
from flakhouse.games.b17.state import Fighter, Man, Mission

__all__ = ["allocate"]


#: 3.4 The answers to the whole plan; "hold" is one to each gun too.
_PLANS = ("advised", "each", "hold")
_HOLD = "hold"
#: By answer: the fighter that a gun fires at, waits for or sprays; None to hold fire.
Aims = dict[str, Fighter | None]
#: By gun: all that it may do.
Means = dict[str, Aims]


def allocate(ref: Referee, m: Mission) -> Fire:
    """3.4 Who fires at whom in this attack; bursts are paid now, for a passing shot only when it is fired."""
    fields = [bearing(ref, fighter) for fighter in m.fighters]
    if not _any_fires(m, fields):
        for fighter in _unreached(ref, m):
            ref.note("no-gun-bears", causes=(), fighter=fighter.name, where=fighter.where())
        return Fire()
    means: Means = {}
    # D5
    key = ref.ask(
        "fire-plan",
        "advised",
        lambda: questions.fire_plan(ref, m, partial(_silent, ref, m), partial(_unreached, ref, m)),
        keys=_PLANS,
        rows=lambda: _rows(m, fields, means),
    )
    if key == _HOLD:
        return Fire()
    fire = advice.plan(m, fields) if key == "advised" else _each(ref, m, _means(m, fields, means))
    guns = m.plane.guns
    for shot in fire.shots:
        guns[FIRING_ORDER[shot[0]]].bursts -= 1
    for spray in fire.sprays:
        guns[FIRING_ORDER[spray[0]]].bursts -= SPRAY_COST
    return fire


def _any_fires(m: Mission, fields: list[Field]) -> bool:
    """3.4 Some gun that can fire bears on a fighter, or may wait for one (3.4b)."""
    for field in fields:
        for number in field.numbers:
            if usable(m, number):
                return True
    return _may_wait(m) and usable(m, TAIL)


def _may_wait(m: Mission) -> bool:
    """3.4b, manual 7.4 A fighter comes from ahead, and the tail will be told when it passes."""
    return not m.plane.intercom_out and any([fighter.clock in PASSES for fighter in m.fighters])


def _unreached(ref: Referee, m: Mission) -> list[Fighter]:
    """M-1, B-3 note b The fighters at which no gun may fire, as they dive."""
    return [fighter for fighter in m.fighters if not bearing(ref, fighter).guns and fighter.clock not in PASSES]


def _silent(ref: Referee, m: Mission) -> dict[int, str]:
    """3.4 The guns that cannot fire or have nobody to fire at, and why."""
    means = _means(m, [bearing(ref, fighter) for fighter in m.fighters], {})
    return {
        number: why_not_use(m, number) or "no fighter in reach (M-1)"
        for number in NUMBERS
        if GUN_KEYS[number] not in means
    }


def _rows(m: Mission, fields: list[Field], means: Means) -> dict[str, list[str]]:
    """3.4 The guns with a target, each with its answers."""
    return {gun: list(aims) for gun, aims in _means(m, fields, means).items()}


def _means(m: Mission, fields: list[Field], means: Means) -> Means:
    """3.4 What each gun with a target may do, worked out once. In the nose a gun may silence another (3.4a)."""
    if not means:
        reach = in_reach(fields)
        if _may_wait(m):
            reach |= 1 << TAIL
        for number in NUMBERS:
            if reach >> number & 1 and usable(m, number):
                means[GUN_KEYS[number]] = _aims(m, number, fields)
    return means


def _aims(m: Mission, number: int, fields: list[Field]) -> Aims:
    """3.4 What this gun may do: fire at fighters in its field, wait (3.4b), spray places (3.4c), do nothing."""
    found: Aims = {}
    sprays: Aims = {}
    may_spray = m.options.spray_fire and m.plane.guns[FIRING_ORDER[number]].bursts >= SPRAY_COST
    for at, fighter in enumerate(m.fighters):
        if fields[at].needs[number]:
            found[fighter.name] = fighter
            if may_spray and fighter.clock in SPRAYED:
                sprays[_spray_key(fighter)] = fighter
    if number == TAIL and not m.plane.intercom_out:
        for fighter in m.fighters:
            if fighter.clock in PASSES:
                found[_passing_key(fighter)] = fighter
    found.update(sprays)
    found[_HOLD] = None
    return found


def _each(ref: Referee, m: Mission, means: Means) -> Fire:
    """3.4 Gun by gun."""
    fire = Fire()
    last = -1
    for number in NUMBERS:
        aims = means.get(GUN_KEYS[number])
        if aims is None or other_cheek_fires(fire, number):
            continue
        men = _men(m, fire, number)
        if men:
            _ask_gun(ref, m, fire, number, men, aims, last)
            last = number
    return fire


def _ask_gun(ref: Referee, m: Mission, fire: Fire, number: int, men: list[Man], aims: Aims, last: int) -> None:
    """3.4 One gun: a fighter in its field, a passing shot, a spray, or nothing; `last` was asked for before it."""
    # D6
    key = ref.ask(
        "gun-fire",
        lambda: advice.gun_fire(ref, m, fire, number),
        lambda: _question(ref, m, fire, number, last),
        keys=aims,
        row=GUN_KEYS[number],
    )
    fighter = aims[key]
    if fighter is None:
        return
    man = _man(m, number, men)
    if key == fighter.name:
        fire.shots.append(_by_whom(ref, m, _shot(ref, m, number, man, fighter), men))
    elif key == _passing_key(fighter):
        fire.passing = (TAIL, man, fighter, PASSING)
    else:
        fire.sprays += ((number, man, fighter.clock, fighter.angle),)


def _man(m: Mission, number: int, men: list[Man]) -> Man:
    """3.4, 3.4a Who of those who may fires this gun, if nothing else is said."""
    return takes(m, number, men)[0] if number in IN_NOSE else men[0]


def _men(m: Mission, fire: Fire, number: int) -> list[Man]:
    """3.4, 3.4a Who may fire this gun."""
    return nose_men(m, fire) if number in IN_NOSE else gunners(m, number)


def _passing_key(fighter: Fighter) -> str:
    return f"passing {fighter.name}"


def _spray_key(fighter: Fighter) -> str:
    return f"spray {fighter.where()}"


def _question(ref: Referee, m: Mission, fire: Fire, number: int, last: int) -> Question:
    """3.4 The question about one gun. Those since the `last` that cannot fire are not asked for: it names them."""
    man = _man(m, number, _men(m, fire, number))
    barred: dict[str, Barred] = {}
    shots = _shots(ref, m, number, man, barred)
    late = _passing(m, man, barred) if number == TAIL else {}
    sprays = _sprays(ref, m, number, man, barred)
    for other in range(last + 1, number):
        if why := _why_silent(m, fire, other):
            gun = m.plane.guns[FIRING_ORDER[other]]
            barred[gun.name.value] = Barred(why, gun.name.value, gun.subject)
    advised = partial(advice.gun_fire, ref, m, fire, number)
    return questions.gun_fire(m, number, man, shots, late, sprays, barred, advised)


def _why_silent(m: Mission, fire: Fire, number: int) -> str:
    """3.4, 3.4a The reason a gun cannot fire, with these guns spoken for, or ""."""
    why = why_not_use(m, number)
    return why_not_nose(m, fire, number) if not why and number in IN_NOSE else why


def _shots(ref: Referee, m: Mission, number: int, man: Man, barred: dict[str, Barred]) -> dict[str, Shot]:
    """3.4, M-1 The fighters in the field of this gun, and the number it needs."""
    found: dict[str, Shot] = {}
    for fighter in m.fighters:
        if bearing(ref, fighter).needs[number]:
            found[fighter.name] = _shot(ref, m, number, man, fighter)
        else:
            barred[fighter.name] = Barred(why_no_field(ref, fighter), fighter.name, fighter.subject)
    return found


def _shot(ref: Referee, m: Mission, number: int, man: Man, fighter: Fighter) -> Shot:
    """M-1 This man fires the gun at that fighter: the number he needs."""
    return number, man, fighter, max(bearing(ref, fighter).needs[number], floor(m, number, man))


def _by_whom(ref: Referee, m: Mission, shot: Shot, men: list[Man]) -> Shot:
    """3.4a With both men of the nose free either may take the gun."""
    if len(men) < 2:
        return shot
    number, usual, fighter, _ = shot
    by = {usual.position.value: shot}  # he is asked for first
    for man in men:
        if man is not usual:
            by[man.position.value] = _shot(ref, m, number, man, fighter)
    # D7
    return by[ref.ask("nose-man", usual.position.value, lambda: questions.nose_man(m, by), keys=by)]


def _passing(m: Mission, man: Man, barred: dict[str, Barred]) -> dict[str, Shot]:
    """3.4b, manual 7.4 The fighters from ahead at which the tail may fire once they have passed."""
    found: dict[str, Shot] = {}
    for fighter in m.fighters:
        key = _passing_key(fighter)
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
        if why := _why_no_spray(m, number, fighter):
            barred[_spray_key(fighter)] = Barred(why, "", fighter.subject)
        else:
            found[_spray_key(fighter)] = (number, man, fighter.clock, fighter.angle)
    return found


def _why_no_spray(m: Mission, number: int, fighter: Fighter) -> str:
    """3.4c, M-5 The reason this gun may not spray the place of a fighter in its field, or ""."""
    if fighter.clock not in SPRAYED:
        return "sprays reach only 3, 6 and 9 o'clock and vertical climb (3.4c)"
    return "a spray takes three bursts (3.4c)" if m.plane.guns[FIRING_ORDER[number]].bursts < SPRAY_COST else ""
