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
#: By gun: all that it may do.
Means = dict[str, list[str]]


def allocate(ref: Referee, m: Mission) -> Fire:
    """3.4 Who fires at whom in this attack; bursts are paid now, for a passing shot only when it is fired."""
    plan = advice.fire_plan(ref, m)
    if not plan.shots and plan.passing is None:
        for fighter in _unreached(ref, m):
            ref.note("no-gun-bears", causes=(), fighter=fighter.name, where=fighter.where())
        return plan  # every gun that bears is in the plan: there are none
    means: Means = {}
    # D5
    key = ref.ask(
        "fire-plan",
        "advised",
        lambda: questions.fire_plan(ref, m, plan, partial(_silent, ref, m), partial(_unreached, ref, m)),
        keys=_PLANS,
        rows=lambda: _means(ref, m, means),
    )
    fire = plan if key == "advised" else Fire() if key == _HOLD else _each(ref, m, _means(ref, m, means))
    guns = m.plane.guns
    for shot in fire.shots:
        guns[FIRING_ORDER[shot[0]]].bursts -= 1
    for spray in fire.sprays:
        guns[FIRING_ORDER[spray[0]]].bursts -= SPRAY_COST
    return fire


def _unreached(ref: Referee, m: Mission) -> list[Fighter]:
    """M-1, B-3 note b The fighters at which no gun may fire, as they dive."""
    return [fighter for fighter in m.fighters if not bearing(ref, fighter).guns and fighter.clock not in PASSES]


def _silent(ref: Referee, m: Mission) -> dict[int, str]:
    """3.4 The guns that cannot fire or have nobody to fire at, and why."""
    means = _means(ref, m, {})
    return {
        number: why_not_use(m, number) or "no fighter in reach (M-1)"
        for number in NUMBERS
        if GUN_KEYS[number] not in means
    }


def _means(ref: Referee, m: Mission, means: Means) -> Means:
    """3.4 What each gun with a target may do, worked out once. In the nose a gun may silence another (3.4a)."""
    if not means:
        fields = [bearing(ref, fighter) for fighter in m.fighters]
        reach = in_reach(fields) | 1 << TAIL
        for number in NUMBERS:
            if reach >> number & 1 and usable(m, number):
                keys = _keys(m, number, fields)
                if keys:
                    means[GUN_KEYS[number]] = keys
    return means


def _keys(m: Mission, number: int, fields: list[Field]) -> list[str]:
    """3.4 All that this gun may do: fighters in its field, those that pass (3.4b), places to spray (3.4c).

    And nothing; but there are no keys at all where no fighter is in reach.
    """
    found: list[str] = []
    sprays: list[str] = []
    for at, fighter in enumerate(m.fighters):
        if fields[at].needs[number]:
            found.append(fighter.name)
            if m.options.spray_fire and not _why_no_spray(m, number, fighter):
                sprays.append(_spray_key(fighter))
    if number == TAIL and not m.plane.intercom_out:
        for fighter in m.fighters:
            if fighter.clock in PASSES:
                found.append(_passing_key(fighter))
    if sprays:
        found += dict.fromkeys(sprays)  # one of each place
    if found:
        found.append(_HOLD)
    return found


def _each(ref: Referee, m: Mission, means: Means) -> Fire:
    """3.4 Gun by gun."""
    fire = Fire()
    last = -1
    for number in NUMBERS:
        keys = means.get(GUN_KEYS[number])
        if keys is not None and not (number in IN_NOSE and why_not_nose(m, fire, number)):
            _ask_gun(ref, m, fire, number, keys, last)
            last = number
    return fire


def _ask_gun(ref: Referee, m: Mission, fire: Fire, number: int, keys: list[str], last: int) -> None:
    """3.4 One gun: a fighter in its field, a passing shot, a spray, or nothing; `last` was asked for before it."""
    # D6
    key = ref.ask(
        "gun-fire",
        lambda: advice.gun_fire(ref, m, fire, number),
        lambda: _question(ref, m, fire, number, last),
        keys=keys,
        row=GUN_KEYS[number],
    )
    if key == _HOLD:
        return
    men = _men(m, fire, number)
    man = takes(m, number, men) if number in IN_NOSE else men[0]
    for fighter in m.fighters:
        if key == fighter.name:
            fire.shots.append(_by_whom(ref, m, _shot(ref, m, number, man, fighter), men))
        elif key == _passing_key(fighter):
            fire.passing = (TAIL, man, fighter, PASSING)
        elif key == _spray_key(fighter):
            fire.sprays.append((number, man, fighter.clock, fighter.angle))
        else:
            continue
        return


def _men(m: Mission, fire: Fire, number: int) -> list[Man]:
    """3.4, 3.4a Who may fire this gun."""
    return nose_men(m, fire) if number in IN_NOSE else gunners(m, number)


def _passing_key(fighter: Fighter) -> str:
    return f"passing {fighter.name}"


def _spray_key(fighter: Fighter) -> str:
    return f"spray {fighter.where()}"


def _question(ref: Referee, m: Mission, fire: Fire, number: int, last: int) -> Question:
    """3.4 The question about one gun. Those since the `last` that cannot fire are not asked for: it names them."""
    men = _men(m, fire, number)
    man = takes(m, number, men) if number in IN_NOSE else men[0]
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
