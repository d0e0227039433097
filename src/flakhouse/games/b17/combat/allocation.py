"""3.4 Allocation of fire: which gun fires at which fighter, the passing shot (3.4b), spray fire (3.4c)."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b17.combat.fields import (
    FIRING_ORDER,
    IN_NOSE,
    NOSE,
    NUMBERS,
    PASSES,
    PASSING,
    PORT_CHEEK,
    POSTS,
    SPRAY_COST,
    SPRAYED,
    STARBOARD_CHEEK,
    STATIONS,
    TAIL,
    Fire,
    Shot,
    Spray,
    able,
    bearing,
    floor,
    gunners,
    has_bonus,
    loaded,
    ready,
    why_not_use,
)
from flakhouse.games.b17.state import Fighter, Man, Mission

__all__ = ["PROMPTS", "allocate"]


# ------------------------------------------------------------------ the advised plan


#: The fighters in the field of a gun: the lowest die that hits, and its number in the wave.
Targets = list[tuple[int, int]]


def _plan(ref: Referee, m: Mission, fire: Fire, start: int) -> None:
    """3.4 What a careful player does with the guns from `start` on: all that bear fire, the best chance first,
    spread over the fighters where chances are equal; the tail waits for one that passes if none is behind.
    """
    fighters = m.fighters
    plane = m.plane
    steady = m.crew_well and not (m.evading or plane.intercom_out)  # floor() is 0 for everybody
    fields: list[Targets | None] = [None] * 9  # by gun
    load = [0] * len(fighters)  # guns on each fighter
    for at, fighter in enumerate(fighters):
        for number, need in bearing(ref, fighter):
            found = fields[number]
            if found is None:
                fields[number] = [(need, at)]
            else:
                found.append((need, at))
        if start:
            load[at] = sum(shot[2] is fighter for shot in fire.shots)
    well = m.crew_well and plane.guns_well  # ready() is the usual man while there is ammunition
    for number in range(start, NOSE):
        found = fields[number]
        if found is None:
            continue
        gun, station = POSTS[number]
        if plane.guns[gun].bursts < 1:
            continue
        man = m.men[station] if well else ready(m, number)
        if man is None:
            continue
        if steady and len(found) == 1:
            need, at = found[0]
        else:
            need, at = _best(found, load, 0 if steady else floor(m, number, man))
        load[at] += 1
        fire.shots.append((number, man, fighters[at], need))
    if fields[NOSE] or fields[PORT_CHEEK] or fields[STARBOARD_CHEEK]:
        _plan_nose(m, fire, start, fields, load, steady)
    _plan_tail(m, fire, fields[TAIL], load, steady)


def _best(found: Targets, load: list[int], least: int) -> tuple[int, int]:
    """3.4 The easiest target of a gun, of equal ones that with the fewest guns on it: number and fighter."""
    best, at = found[0]
    if best < least:
        best = least
    if len(found) == 1:
        return best, at
    for need, other in found:
        if need < least:
            need = least
        if need < best or (need == best and load[other] < load[at]):
            best, at = need, other
    return best, at


def _plan_for_one(ref: Referee, m: Mission, fire: Fire) -> None:
    """3.4 The same for a single fighter: all guns that bear fire at it.

    By our M-1 no fighter is in the fields of more than one nose gun (3.4a); a house chart may have it otherwise.
    """
    fighter = m.fighters[0]
    steady = m.crew_well and not (m.evading or m.plane.intercom_out)
    tail_bears = False
    for number, need in bearing(ref, fighter):
        if NOSE <= number <= STARBOARD_CHEEK:
            men = _in_nose(m)
            man = _takes(m, number, men) if men and loaded(m, number) else None
        else:
            man = ready(m, number)
            if number == TAIL:
                tail_bears = True
        if man is not None:
            fire.shots.append((number, man, fighter, need if steady else max(need, floor(m, number, man))))
    if not tail_bears and fighter.clock in PASSES and not m.plane.intercom_out:
        man = ready(m, TAIL)
        if man is not None:
            fire.passing = (TAIL, man, fighter, PASSING)


def _nose_men(m: Mission, fire: Fire) -> list[Man]:
    """3.4a The men of the nose who have no gun yet and could take one, the Bombardier's seat first."""
    men = _in_nose(m)
    for gun in (*fire.shots, *fire.sprays):
        if NOSE <= gun[0] <= STARBOARD_CHEEK:
            men = [man for man in men if man is not gun[1]]
    return men


def _in_nose(m: Mission) -> list[Man]:
    """3.4a All men of the nose who could fire."""
    bombardier, navigator = STATIONS[NOSE]
    if m.crew_well:
        return [m.men[bombardier], m.men[navigator]]
    found: list[Man] = []
    for station in (bombardier, navigator):
        man = m.seats[station]
        if man is not None and man.fit() and able(man):
            found.append(man)
    return found


def _takes(m: Mission, number: int, men: list[Man]) -> Man:
    """3.4a Who of the men left takes this gun: its usual one, unless the other has the better chance."""
    if len(men) == 1:
        return men[0]
    bombardier, navigator = men
    usual, other = (bombardier, navigator) if number == NOSE else (navigator, bombardier)
    if not other.ace() and (m.crew_well or not floor(m, number, usual)):
        return usual
    first = floor(m, number, usual) - has_bonus(usual, number)
    second = floor(m, number, other) - has_bonus(other, number)
    return other if second < first else usual


def _why_not_nose(m: Mission, fire: Fire, number: int) -> str:
    """3.4a The reason this nose gun must keep silent now, or ""."""
    if number != NOSE:
        other = PORT_CHEEK + STARBOARD_CHEEK - number
        if other in fire.guns():
            return "the other cheek gun fires (3.4a)"
    return "" if _nose_men(m, fire) else "no man is left in the nose to fire it (3.4a)"


def _plan_nose(
    m: Mission, fire: Fire, start: int, fields: list[Targets | None], load: list[int], steady: bool
) -> None:
    """3.4a The nose: a gun for each man, but never both cheeks."""
    guns: list[tuple[int, Targets]] = []
    for number in IN_NOSE:
        found = fields[number]
        if found is not None and number >= start and loaded(m, number):
            guns.append((number, found))
    men = _in_nose(m)
    if start > NOSE:
        guns = [gun for gun in guns if not _why_not_nose(m, fire, gun[0])]
        men = _nose_men(m, fire)
    while guns and men:
        gun = at = -1
        least = 99
        taker = men[0]
        for number, found in guns:
            man = men[0] if len(men) == 1 else _takes(m, number, men)
            if steady and len(found) == 1:
                need, target = found[0]
            else:
                need, target = _best(found, load, 0 if steady else floor(m, number, man))
            rank = need * 10 + load[target]
            if rank < least:
                least, gun, at, taker = rank, number, target, man
        fire.shots.append((gun, taker, m.fighters[at], least // 10))
        load[at] += 1
        if len(guns) == 1 or len(men) == 1:
            return
        men = [men[1] if taker is men[0] else men[0]]
        # Of the cheeks only one may fire; the nose gun goes with either.
        guns = [other for other in guns if other[0] != gun and (other[0] == NOSE or gun == NOSE)]


def _plan_tail(m: Mission, fire: Fire, found: Targets | None, load: list[int], steady: bool) -> None:
    """3.4b The tail fires at what is behind; otherwise it waits for a fighter that passes."""
    man = ready(m, TAIL)
    if man is None:
        return
    if found:
        need, at = _best(found, load, 0 if steady else floor(m, TAIL, man))
        fire.shots.append((TAIL, man, m.fighters[at], need))
        return
    if m.plane.intercom_out:
        return
    fewest = 99
    for at, fighter in enumerate(m.fighters):
        if load[at] < fewest and fighter.clock in PASSES:
            fewest = load[at]
            fire.passing = (TAIL, man, fighter, PASSING)


# ------------------------------------------------------------------ the questions


def allocate(ref: Referee, m: Mission) -> Fire:
    """3.4 Who fires at whom in this attack; bursts are paid now, for a passing shot only when it is fired."""
    fire = Fire()
    if len(m.fighters) == 1 and not ref.house:
        _plan_for_one(ref, m, fire)
    else:
        _plan(ref, m, fire, 0)
    if not fire.shots and fire.passing is None:
        return fire  # every gun that bears is in the plan: there are none
    if ref.hurried:
        ref.asked += 1
    else:
        fire = _ask_plan(ref, m, fire)
    guns = m.plane.guns
    for shot in fire.shots:
        guns[FIRING_ORDER[shot[0]]].bursts -= 1
    for spray in fire.sprays:
        guns[FIRING_ORDER[spray[0]]].bursts -= SPRAY_COST
    return fire


def _ask_plan(ref: Referee, m: Mission, plan: Fire) -> Fire:
    """3.4 The advised plan, another gun by gun, or none."""
    options = {"advised": _summary(plan), "each": "Choose gun by gun", "hold": "All guns hold their fire"}
    barred = {FIRING_ORDER[n].value: why for n in NUMBERS if (why := why_not_use(m, n))}
    routine = len(m.fighters) == 1
    # D5
    key = ref.choose("fire-plan", "3.4", "Which guns fire, and at whom?", options, "advised", barred, routine)
    if key == "advised":
        return plan
    fire = Fire()
    if key == "each":
        silent: dict[str, str] = {}
        for number in NUMBERS:
            _ask_gun(ref, m, fire, number, silent)
    return fire


def _summary(plan: Fire) -> str:
    """3.4 The plan in few words: "Me109 A: Top Turret, Nose Gun; FW190 B: Tail Guns as it passes"."""
    parts: dict[str, list[str]] = {}
    for number, _, fighter, _ in plan.shots:
        parts.setdefault(fighter.name, []).append(FIRING_ORDER[number].value)
    if plan.passing is not None:
        parts.setdefault(plan.passing[2].name, []).append("Tail Guns as it passes")
    return "; ".join(f"{name}: {', '.join(guns)}" for name, guns in parts.items())


#: The question for each gun, in the firing order.
PROMPTS = tuple(f"{gun.value}: fire at which fighter?" for gun in FIRING_ORDER)


def _ask_gun(ref: Referee, m: Mission, fire: Fire, number: int, silent: dict[str, str]) -> None:
    """3.4 One gun: a fighter in its field, a passing shot, a spray, or nothing.

    A gun that cannot fire is not asked for; the next question names it in its `barred`.
    """
    why = why_not_use(m, number)
    if not why and number in IN_NOSE:
        why = _why_not_nose(m, fire, number)
    if why:
        silent[FIRING_ORDER[number].value] = why
        return
    men = gunners(m, number)
    man = men[0]
    if number in IN_NOSE:
        men = _nose_men(m, fire)
        man = _takes(m, number, men)
        men.sort(key=lambda one: one is not man)  # he is asked for first
    picks: dict[str, Shot] = {}
    options: dict[str, str] = {}
    barred: dict[str, str] = {}
    least = floor(m, number, man)
    bonus = ", ace +1" if has_bonus(man, number) else ""
    for fighter in m.fighters:
        need = next((n for i, n in bearing(ref, fighter) if i == number), 0)
        if not need:
            barred[fighter.name] = _why_no_field(fighter)
            continue
        need = max(need, least)
        picks[fighter.name] = (number, man, fighter, need)
        options[fighter.name] = f"{fighter.name}, {fighter.where()}: hits on {_dice(need)}{bonus}"
    late = _passing_options(m, man, options, barred, bonus) if number == TAIL else {}
    sprays = _spray_options(ref, m, number, man, options, barred)
    if not options:
        return
    options["hold"] = "Hold fire"
    barred.update(silent)
    silent.clear()
    default = _advice(ref, m, fire, number)
    routine = len(m.fighters) == 1
    # D6
    key = ref.choose("gun-fire", "3.4", PROMPTS[number], options, default, barred, routine)
    if key in picks:
        fire.shots.append(_by_whom(ref, m, picks[key], men))
    elif key in late:
        fire.passing = late[key]
    elif key in sprays:
        fire.sprays.append(sprays[key])


def _dice(need: int) -> str:
    """M-1 "6", or "4 to 6"."""
    return "6" if need == 6 else f"{need} to 6"


def _why_no_field(fighter: Fighter) -> str:
    """M-1 Why a gun may not fire at a fighter."""
    return "nobody may fire at it (B-3 note b)" if fighter.special == "b" else "out of its field of fire (M-1)"


def _by_whom(ref: Referee, m: Mission, shot: Shot, men: list[Man]) -> Shot:
    """3.4a With both men of the nose free either may take the gun."""
    if len(men) < 2:
        return shot
    number, _, fighter, _ = shot
    options = {man.position.value: f"{man.position.value} {man.airman.name}" for man in men}
    # D7
    key = ref.choose("nose-man", "3.4a", "Which man in the nose fires it?", options, routine=True)
    man = next(man for man in men if man.position.value == key)
    base = next(n for i, n in bearing(ref, fighter) if i == number)
    return number, man, fighter, max(base, floor(m, number, man))


def _passing_options(
    m: Mission, man: Man, options: dict[str, str], barred: dict[str, str], bonus: str
) -> dict[str, Shot]:
    """3.4b, manual 7.4 The fighters from ahead at which the tail may fire once they have passed."""
    found: dict[str, Shot] = {}
    for fighter in m.fighters:
        if fighter.clock not in PASSES:
            continue
        key = f"passing {fighter.name}"
        if m.plane.intercom_out:
            barred[key] = "a passing shot needs the intercom (3.4b)"
            continue
        found[key] = (TAIL, man, fighter, PASSING)
        options[key] = f"Passing {fighter.name}, once it has fired: hits on 6{bonus}"
    return found


def _spray_options(
    ref: Referee, m: Mission, number: int, man: Man, options: dict[str, str], barred: dict[str, str]
) -> dict[str, Spray]:
    """3.4c, M-5 The places with fighters that this gun may spray."""
    found: dict[str, Spray] = {}
    if not m.options.spray_fire:
        return found
    for fighter in m.fighters:
        if all(i != number for i, _ in bearing(ref, fighter)):
            continue
        where = fighter.where()
        key = f"spray {where}"
        if fighter.clock not in SPRAYED:
            barred[key] = "sprays reach only 3, 6 and 9 o'clock and vertical climb (3.4c)"
        elif m.plane.guns[FIRING_ORDER[number]].bursts < SPRAY_COST:
            barred[key] = "a spray takes three bursts (3.4c)"
        else:
            found[key] = (number, man, fighter.clock, fighter.angle)
            options[key] = f"Spray {where}: three bursts, a roll for every fighter there"
    return found


def _advice(ref: Referee, m: Mission, fire: Fire, number: int) -> str:
    """3.4 What the plan has for this gun, given what the guns before it do."""
    plan = Fire()
    plan.shots = list(fire.shots)
    plan.sprays = list(fire.sprays)
    _plan(ref, m, plan, number)
    for gun, _, fighter, _ in plan.shots[len(fire.shots) :]:
        if gun == number:
            return fighter.name
    if plan.passing is not None and number == TAIL:
        return f"passing {plan.passing[2].name}"
    return "hold"
