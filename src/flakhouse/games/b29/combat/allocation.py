"""5.3A-E Allocation of fire (5-6): which man fires which gun at which fighter, with and without intercom."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from operator import itemgetter

from flakhouse.core.referee import Referee
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.combat.guns import (
    BEARING_AT,
    CLOCK_MOD,
    TAIL_GUNS,
    Field,
    Fire,
    Shot,
    usable,
    why_not_fire,
)
from flakhouse.games.b29.state import Fighter, Mission
from flakhouse.games.b29.words import Clock, FighterType, GunName, Position

__all__ = ["FRONT", "PROMPT", "allocate"]

INTERCOM = CHARTS.numbers("5-6-intercom")
_TAIL = GunName.TAIL
_TAIL_CANNON = GunName.TAIL_CANNON
_BAKA = FighterType.BAKA
_SHOOTERS = (
    Position.BOMBARDIER,
    Position.CFC,
    Position.LEFT_GUNNER,
    Position.RIGHT_GUNNER,
    Position.TAIL_GUNNER,
)
#: 5.3E: from here a fighter passes the tail.
FRONT = (Clock.C1030, Clock.C12, Clock.C130)
#: 5.3E: the tail turret after a fighter that came from ahead.
_PASSING: Field = (((Position.TAIL_GUNNER,), 0, 0), ((Position.CFC,), 0, 0))
#: Of 36 throws of two dice, those of this total or more.
_AT_LEAST = (36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1)

#: A gun's possible target: station, fighter, and whether it is a passing shot.
Pick = tuple[Position, Fighter, bool]
#: A pick weighed for a plan: its worth, the man's place among those who choose, his fighter, its bit, the pick.
Worth = tuple[int, int, Fighter, int, Pick]


def allocate(
    ref: Referee, m: Mission, fire: Fire, targets: Sequence[Fighter], passing: bool, first_night: bool = False
) -> None:
    """5.3A-E Who fires what at whom (D38 to D40); bursts are marked off now (5.3D)."""
    if not targets:
        return
    free = usable(m)
    if fire.used:
        free = [gun for gun in free if gun not in fire.used]
    if not free:
        return
    plain = len(targets) == 1 and not fire.targets and m.sharpshooter is None  # nobody has a target yet (5.3B)
    intercom = m.plane.intercom_works()
    if ref.hurried and plain and intercom:
        _allocate_plainly(ref, m, fire, free, targets[0], passing)
        return
    whys = {p: why_not_fire(m, p) for p in _SHOOTERS}
    if ref.hurried and intercom:
        _allocate_as_planned(ref, m, fire, free, targets, whys, passing)
    elif intercom:
        _allocate_open(ref, m, fire, free, targets, whys, passing)
    else:
        _allocate_blind(ref, m, fire, free, targets, whys, passing, first_night)


def _allocate_plainly(
    ref: Referee, m: Mission, fire: Fire, free: list[GunName], fighter: Fighter, passing: bool
) -> None:
    """5.3A, E The defaults of `_allocate_open` for one fighter: every gun that bears, the first able man at it."""
    bearing = BEARING_AT[fighter.clock, fighter.angle]
    whys: dict[Position, str] = {}
    for gun in free:
        men = bearing.get(gun, ())
        late = False
        if not men and passing and gun is _TAIL and fighter.clock in FRONT:
            men, late = _PASSING, True
        station = _first_able(m, men, whys)
        if station is not None:
            ref.asked += 1
            _take(m, fire, gun, (station, fighter, late))


def _first_able(m: Mission, men: Field, whys: dict[Position, str]) -> Position | None:
    """5.3A The first of these men who can fire; what was found out about a man is kept in `whys`."""
    for stations, _, _ in men:
        for station in stations:
            why = whys.get(station)
            if why is None:
                why = whys[station] = why_not_fire(m, station)
            if not why:
                return station
    return None


def _take(m: Mission, fire: Fire, gun: GunName, pick: Pick) -> None:
    """5.3A, B, D The gun is spoken for, the man has his target, a burst is marked off."""
    station, fighter, passing = pick
    man = m.seats[station]
    if man is None:
        return
    fire.used[gun] = True
    fire.targets[station] = fighter
    shot = Shot(gun, station, man, fighter, passing)
    if passing:
        fire.passing = shot  # 5.3E: nothing is marked off before the turret shoots
    else:
        fire.shots.append(shot)
        m.plane.guns[gun].bursts -= 1


def _bears(gun: GunName, fighter: Fighter) -> Field:
    """5-6 The men who may fire this gun at that fighter; empty if it does not bear."""
    return BEARING_AT[fighter.clock, fighter.angle].get(gun, ())


def _picks(
    fire: Fire,
    gun: GunName,
    targets: Sequence[Fighter],
    passing: bool,
    barred: dict[str, str],
    whys: dict[Position, str],
) -> list[Pick]:
    """5.3A, B, E Every man and fighter this gun may join now; the others go to `barred` with the reason."""
    picks: list[Pick] = []
    for fighter in targets:
        men = _bears(gun, fighter)
        late = False
        if not men and passing and gun is _TAIL and fighter.clock in FRONT:
            men, late = _PASSING, True
        for team in men:
            for station in team[0]:
                why = whys[station]
                other = fire.targets.get(station, fighter)
                if not why and other is not fighter:
                    why = f"he fires at {other.name} (5.3B)"
                if why:
                    barred[_key(station, fighter)] = why
                else:
                    picks.append((station, fighter, late))
    return picks


def _key(station: Position, fighter: Fighter) -> str:
    """5.3B The key of an answer: who fires at which fighter."""
    return f"{station.value} > {fighter.name}"


def _allocate_open(
    ref: Referee,
    m: Mission,
    fire: Fire,
    free: list[GunName],
    targets: Sequence[Fighter],
    whys: dict[Position, str],
    passing: bool,
) -> None:
    """5.3A, B, E D38 and D40 gun by gun; the default is a plan in which every gun that can bears."""
    plan: dict[GunName, Pick] | None = None
    routine = len(targets) == 1
    for at, gun in enumerate(free):
        barred: dict[str, str] = {}
        picks = _picks(fire, gun, targets, passing, barred, whys)
        if not picks:
            continue
        if plan is None:
            plan = _plan(m, {g: _picks(fire, g, targets, passing, {}, whys) for g in free[at:]})
        planned = plan.get(gun)
        options: dict[str, str] = {}
        by_key: dict[str, Pick] = {}
        for pick in picks:
            station, fighter, late = pick
            key = _key(station, fighter)
            by_key[key] = pick
            how = "as it passes, " if late else ""
            options[key] = f"{station.value} fires at {fighter.name} ({how}{fighter.where()})"
        options["hold"] = "Hold fire"
        default = _key(planned[0], planned[1]) if planned else "hold"
        answer = ref.choose("allocate-fire", "5.3A", PROMPT[gun], options, default, barred, routine)
        if answer != "hold":
            _take(m, fire, gun, by_key[answer])
        if answer != default:
            plan = None


#: The question for each gun.
PROMPT = {gun: f"{gun.value}: who fires, at which fighter?" for gun in GunName}


def _allocate_as_planned(
    ref: Referee,
    m: Mission,
    fire: Fire,
    free: list[GunName],
    targets: Sequence[Fighter],
    whys: dict[Position, str],
    passing: bool,
) -> None:
    """5.3A, B, E The defaults of `_allocate_open`: the plan. Guns it leaves silent are asked about too."""
    able = {gun: _picks(fire, gun, targets, passing, {}, whys) for gun in free}
    plan = _plan(m, able)
    for gun, picks in able.items():
        if gun in plan:
            ref.asked += 1
            _take(m, fire, gun, plan[gun])
            continue
        for station, fighter, _ in picks:
            if fire.targets.get(station, fighter) is fighter:
                ref.asked += 1
                break


def _plan(m: Mission, able: dict[GunName, list[Pick]]) -> dict[GunName, Pick]:
    """The allocation that lets most guns fire, then has most hits to expect, then spreads over most fighters."""
    places: dict[Position, int] = {}  # of the men in `choices`
    choices: list[list[Fighter]] = []  # for each man the fighters he could aim at
    bits: dict[str, int] = {}  # a bit for each fighter, by name
    guns: dict[GunName, list[Worth]] = {}
    for gun, picks in able.items():
        worths: list[Worth] = []
        for pick in picks:
            station, fighter, _ = pick
            at = places.get(station)
            if at is None:
                at = places[station] = len(choices)
                choices.append([])
            if not any(other is fighter for other in choices[at]):
                choices[at].append(fighter)
            bit = bits.setdefault(fighter.name, 1 << len(bits))
            worths.append((1000 + 10 * _chance(m, gun, pick), at, fighter, bit, pick))
        worths.sort(key=itemgetter(0), reverse=True)
        guns[gun] = worths
    aims = _best_aims(choices, [worths for worths in guns.values() if worths], len(bits))
    plan: dict[GunName, Pick] = {}
    for gun, worths in guns.items():
        for _, at, fighter, _, pick in worths:
            if aims[at] is fighter:
                plan[gun] = pick
                break
    return plan


def _best_aims(choices: list[list[Fighter]], guns: list[list[Worth]], fighters: int) -> tuple[Fighter, ...]:
    """The fighter of each man that is best for all guns together, the first among equals."""
    best: tuple[Fighter, ...] = ()
    best_score = -1
    guns.sort(key=len)  # a gun with few picks tells soonest that a choice is a poor one
    ceiling = sum(worths[0][0] for worths in guns) + fighters
    for aims in product(*choices):
        score, spread = ceiling, 0  # counted down from what no plan can surpass
        for worths in guns:
            score -= worths[0][0]
            for worth, at, fighter, bit, _ in worths:
                if aims[at] is fighter:
                    score += worth
                    spread |= bit
                    break
            if score <= best_score:
                break
        else:
            score += spread.bit_count() - fighters
            if score > best_score:
                best_score, best = score, aims
    return best


def _chance(m: Mission, gun: GunName, pick: Pick) -> int:
    """Throws of 36 that hit, as far as a gunner can know (5-7)."""
    station, fighter, passing = pick
    if fighter.kind is _BAKA:
        return 3
    man = m.seats[station]
    by_clock = CLOCK_MOD.get(fighter.clock)
    edge = 0 if by_clock is None else by_clock.value
    edge += (man is not None and man.position is m.sharpshooter) - passing - 2 * (gun is _TAIL_CANNON)
    if gun is _TAIL:
        edge -= m.plane.feed_tray_hits
    return _AT_LEAST[min(12, max(2, 10 - edge))]


def _allocate_blind(
    ref: Referee,
    m: Mission,
    fire: Fire,
    free: list[GunName],
    targets: Sequence[Fighter],
    whys: dict[Position, str],
    passing: bool,
    first_night: bool,
) -> None:
    """5.3C D39 Intercom out: fighter by fighter in the player's order, a die for each gun."""
    if first_night and GunName.TAIL in free:
        free.remove(GunName.TAIL)
        free.insert(0, GunName.TAIL)  # 5.8F: his die comes first, it may silence the others
    left = list(targets)
    while left:
        at = 0
        if len(left) > 1:
            names = {f.name: f"{f.name} ({f.where()})" for f in left}
            answer = ref.choose("blind-order", "5.3C", "Intercom out: allocate fire at which fighter next?", names)
            at = list(names).index(answer)
        fighter = left.pop(at)
        for gun in free:
            if gun in fire.used or (fire.tail_alone and gun not in TAIL_GUNS):
                continue
            men = _bears(gun, fighter)
            if men:
                forced = first_night and gun is GunName.TAIL  # 5.8F: the tail turret's die is not optional
                _blind_gun(ref, m, fire, gun, men, fighter, whys, len(targets) == 1, forced)
                if forced and fire.targets.get(Position.TAIL_GUNNER) is fighter:
                    fire.tail_alone = True
    if passing and not first_night and GunName.TAIL in free and GunName.TAIL not in fire.used:
        _blind_passing(ref, m, fire, targets, whys)


def _blind_gun(
    ref: Referee,
    m: Mission,
    fire: Fire,
    gun: GunName,
    men: Field,
    fighter: Fighter,
    whys: dict[Position, str],
    routine: bool,
    forced: bool,
) -> None:
    """5.3C One gun with the intercom out: the die names the man, and the gun may stay silent."""
    if fire.tail_alone:
        men = tuple(team for team in men if team[0] == (Position.TAIL_GUNNER,))
    ready = [p for team in men for p in team[0] if not whys[p]]
    if not ready:
        return
    options = {"fire": f"Fire at {fighter.name} ({fighter.where()})", "hold": "Hold fire"}
    if not forced and ref.choose("blind-fire", "5.3C", _BLIND[gun], options, "fire", routine=routine) == "hold":
        return
    team = men[0]
    if team[1]:
        die = ref.roll(INTERCOM)
        team = next(t for t in men if t[1] <= die <= t[2])
    able = [p for p in team[0] if not whys[p]]
    if not able:
        ref.note("gun-silent", gun=gun.value, man=team[0][0].value)
        return
    ours = [p for p in able if fire.targets.get(p, fighter) is fighter]
    if not ours:
        fire.used[gun] = True  # his hands are full: this gun is lost for all targets
        ref.note("gun-silent", gun=gun.value, man=able[0].value)
        return
    station = ours[0]
    if len(ours) > 1:
        names = {p.value: p.value for p in ours}
        prompt = f"{gun.value}, intercom out: which of the Waist gunners fires?"
        station = Position(ref.choose("blind-gunner", "5.3C", prompt, names, routine=True))
    _take(m, fire, gun, (station, fighter, False))


_BLIND = {gun: f"{gun.value}, intercom out: shall it fire?" for gun in GunName}


def _blind_passing(
    ref: Referee, m: Mission, fire: Fire, targets: Sequence[Fighter], whys: dict[Position, str]
) -> None:
    """5.3E D40 Intercom out: only through a fit CFC who fired at nobody else."""
    if whys[Position.CFC]:
        return
    options: dict[str, str] = {}
    by_key: dict[str, Fighter] = {}
    for fighter in targets:
        if fighter.clock in FRONT and fire.targets.get(Position.CFC, fighter) is fighter:
            key = _key(Position.CFC, fighter)
            options[key] = f"CFC fires at {fighter.name} as it passes"
            by_key[key] = fighter
    if not options:
        return
    default = next(iter(options))
    options["hold"] = "Hold fire"
    answer = ref.choose("blind-passing", "5.3E", PROMPT[GunName.TAIL], options, default, routine=len(targets) == 1)
    if answer != "hold":
        _take(m, fire, GunName.TAIL, (Position.CFC, by_key[answer], True))
