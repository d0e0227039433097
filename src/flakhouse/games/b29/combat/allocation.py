"""5.3A-E Allocation of fire (5-6): which man fires which gun at which fighter, with and without intercom."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from flakhouse.core.referee import Referee
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.combat.guns import (
    BEARING,
    CLOCK_MOD,
    TAIL_GUNS,
    Field,
    Fire,
    Shot,
    can_use,
    why_not_fire,
)
from flakhouse.games.b29.state import Fighter, Mission
from flakhouse.games.b29.words import Clock, FighterType, GunName, Position

__all__ = ["FRONT", "PROMPT", "allocate"]

INTERCOM = CHARTS.numbers("5-6-intercom")
_GUNS = tuple(GunName)
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


def allocate(
    ref: Referee, m: Mission, fire: Fire, targets: Sequence[Fighter], passing: bool, first_night: bool = False
) -> None:
    """5.3A-E Who fires what at whom (D38 to D40); bursts are marked off now (5.3D)."""
    if not targets or m.plane.power_out():
        return
    free = [g for g in _GUNS if g not in fire.used and can_use(m, g)]
    if not free:
        return
    plain = len(targets) == 1 and not fire.targets and m.sharpshooter is None  # nobody has a target yet (5.3B)
    if ref.hurried and plain and m.plane.intercom_works():
        _allocate_plainly(ref, m, fire, free, targets[0], passing)
        return
    whys = {p: why_not_fire(m, p) for p in _SHOOTERS}
    if m.plane.intercom_works():
        _allocate_open(ref, m, fire, free, targets, whys, passing)
    else:
        _allocate_blind(ref, m, fire, free, targets, whys, passing, first_night)


def _allocate_plainly(
    ref: Referee, m: Mission, fire: Fire, free: list[GunName], fighter: Fighter, passing: bool
) -> None:
    """5.3A, E The defaults of `_allocate_open` for one fighter: every gun that bears, the first able man at it."""
    bearing = BEARING[fighter.where()]
    for gun in free:
        men: Field = ()
        for name, found in bearing:
            if name is gun:
                men = found
                break
        late = False
        if not men and passing and gun is GunName.TAIL and fighter.clock in FRONT:
            men, late = _PASSING, True
        station = next((p for team in men for p in team[0] if not why_not_fire(m, p)), None)
        if station is not None:
            ref.asked += 1
            _take(m, fire, gun, (station, fighter, late))


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
    for name, men in BEARING[fighter.where()]:
        if name is gun:
            return men
    return ()


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
        if not men and passing and gun is GunName.TAIL and fighter.clock in FRONT:
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
            plan = _plan(m, fire, free[at:], targets, passing, whys)
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


def _plan(
    m: Mission,
    fire: Fire,
    free: list[GunName],
    targets: Sequence[Fighter],
    passing: bool,
    whys: dict[Position, str],
) -> dict[GunName, Pick]:
    """The allocation that lets most guns fire, then has most hits to expect, then spreads over most fighters."""
    picks: list[tuple[GunName, list[tuple[Pick, int]]]] = []
    for gun in free:
        able = _picks(fire, gun, targets, passing, {}, whys)
        picks.append((gun, [(pick, 1000 + 10 * _chance(m, gun, pick)) for pick in able]))
    choices: dict[Position, list[Fighter]] = {}
    for _, found in picks:
        for (station, fighter, _), _value in found:
            mine = choices.setdefault(station, [])
            if fighter not in mine:
                mine.append(fighter)
    stations = list(choices)
    best: dict[GunName, Pick] = {}
    best_score = -1
    for aims in product(*choices.values()):
        aim = dict(zip(stations, aims, strict=True))
        chosen: dict[GunName, Pick] = {}
        score = 0
        for gun, found in picks:
            top = 0
            for pick, value in found:
                if value > top and aim[pick[0]] is pick[1]:
                    top = value
                    chosen[gun] = pick
            score += top
        score += len({id(pick[1]) for pick in chosen.values()})
        if score > best_score:
            best_score, best = score, chosen
    return best


def _chance(m: Mission, gun: GunName, pick: Pick) -> int:
    """Throws of 36 that hit, as far as a gunner can know (5-7)."""
    station, fighter, passing = pick
    if fighter.kind is FighterType.BAKA:
        return 3
    man = m.seats[station]
    edge = CLOCK_MOD[fighter.clock].value if fighter.clock in CLOCK_MOD else 0
    edge += (man is not None and man.position is m.sharpshooter) - passing - 2 * (gun is GunName.TAIL_CANNON)
    if gun is GunName.TAIL:
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
