"""5.3A-E Allocation of fire (5-6): which man fires which gun at which fighter, with and without intercom."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.referee import Referee
from flakhouse.games.b29.advice import combat_fire as advice
from flakhouse.games.b29.combat import guns
from flakhouse.games.b29.questions import combat_fire as questions
from flakhouse.games.b29.state import Fighter, Man, Mission
from flakhouse.games.b29.words import GunName, Position

__all__ = ["allocate", "as_advised"]


def allocate(
    ref: Referee, m: Mission, fire: guns.Fire, targets: list[Fighter], passing: bool, first_night: bool = False
) -> None:
    """5.3, 5.3A-E Who fires what at whom (D38 to D40); bursts are marked off now (5.3D)."""
    free = guns.usable(m)
    if fire.used:
        free = [gun for gun in free if gun not in fire.used]
    if not (targets and free):
        return
    if m.plane.intercom_works():
        _allocate(ref, m, fire, free, targets, passing)
    else:
        _allocate_blind(ref, m, fire, free, targets, passing, first_night)


def _allocate(
    ref: Referee, m: Mission, fire: guns.Fire, free: list[GunName], targets: list[Fighter], passing: bool
) -> None:
    """5.3A, B, E, D38, D40 Gun by gun, in the order of the log sheet."""
    gunners = guns.gunners(m)
    plan = _Plan(m, {gun: _shots(gun, gunners, targets, passing) for gun in free}, targets)
    first = True
    for gun in free:
        shots = plan.turn_to(gun, fire)
        if shots:
            shot = _ask_gun(ref, m, fire, gun, shots, plan, targets, passing, first)
            plan.took(shot)
            if shot is not None:
                _take(m, fire, shot)
            first = False


def as_advised(m: Mission, targets: list[Fighter]) -> list[guns.Shot]:
    """5.3A The shots that are advised against these, apart from one at a fighter that has passed."""
    gunners = guns.gunners(m)
    able = {gun: _shots(gun, gunners, targets, False) for gun in guns.usable(m)}
    return list(advice.fire_plan(m, able, targets).values())


class _Plan:
    """5.3A, B What each gun may do, and what is advised: worked out when somebody looks.

    A plan is for a gun and those behind it; it holds until one of them goes its own way. Guns at whose advice
    nobody looked are held against it when somebody does.
    """

    __slots__ = ("_able", "_aims", "_gun", "_m", "_past", "_plan", "_targets", "key", "shot")

    def __init__(self, m: Mission, able: dict[GunName, list[guns.Shot]], targets: list[Fighter]) -> None:
        self._m = m
        self._able = able
        self._targets = targets
        self._plan: dict[GunName, guns.Shot] | None = None
        self._past: list[tuple[GunName, dict[Position, Fighter], guns.Shot | None]] = []
        self._gun = GunName.TAIL
        self._aims: dict[Position, Fighter] = {}
        self.key = ""  # what is advised for this gun; "" while nobody looked
        self.shot: guns.Shot | None = None

    def turn_to(self, gun: GunName, fire: guns.Fire) -> list[guns.Shot]:
        """5.3B This gun is next: the shots of men who have no other target."""
        self._gun, self._aims, self.key = gun, fire.targets, ""
        return _still(fire.targets, self._able[gun])

    def look(self) -> str:
        """The key of what is advised for this gun."""
        if not self.key:
            for gun, aims, shot in self._past:
                if self._from(gun, aims).get(gun) is not shot:
                    self._plan = None
            self._past.clear()
            self.shot = self._from(self._gun, self._aims).get(self._gun)
            self.key = advice.allocate_fire(self.shot)
        return self.key

    def advised(self) -> guns.Shot | None:
        """The shot that is advised for this gun, if any."""
        self.look()
        return self.shot

    def took(self, shot: guns.Shot | None) -> None:
        """The gun does this."""
        if not self.key:
            self._past.append((self._gun, dict(self._aims), shot))
        elif shot is not self.shot:
            self._plan = None

    def silent(self) -> list[GunName]:
        """5.3A The guns that fire at nobody, whoever aims at whom."""
        return [gun for gun in GunName if not self._able.get(gun)]

    def rows(self) -> dict[str, list[str]]:
        """5.3A, B What the guns behind this one may do, as long as nobody has another target."""
        able = self._behind(self._gun, self._aims)
        return {gun.value: _keys(shots) for gun, shots in able.items() if shots and gun is not self._gun}

    def _behind(self, gun: GunName, aims: dict[Position, Fighter]) -> dict[GunName, list[guns.Shot]]:
        """5.3B What this gun and those behind it may do, with men who aim so already."""
        able: dict[GunName, list[guns.Shot]] = {}
        for other, shots in self._able.items():
            if able or other is gun:
                able[other] = _still(aims, shots)
        return able

    def _from(self, gun: GunName, aims: dict[Position, Fighter]) -> dict[GunName, guns.Shot]:
        """The plan in force, or one from this gun on."""
        if self._plan is None:
            self._plan = advice.fire_plan(self._m, self._behind(gun, aims), self._targets)
        return self._plan


def _shots(gun: GunName, gunners: dict[Position, Man], targets: list[Fighter], passing: bool) -> list[guns.Shot]:
    """5.3A, E Every man who can fire this gun, at every fighter it bears on."""
    shots: list[guns.Shot] = []
    for fighter in targets:
        men, late = guns.bearing(gun, fighter, passing)
        for stations, _, _ in men:
            for station in stations:
                man = gunners.get(station)
                if man is not None:
                    shots.append(guns.Shot(gun, station, man, fighter, late))
    return shots


def _still(aims: dict[Position, Fighter], shots: list[guns.Shot]) -> list[guns.Shot]:
    """5.3B Those of men who have no other target."""
    return [shot for shot in shots if aims.get(shot.station, shot.fighter) is shot.fighter] if aims else shots


def _keys(shots: Sequence[guns.Shot]) -> list[str]:
    """5.3A The answers to the question about a gun."""
    return [*dict.fromkeys([shot.key() for shot in shots]), questions.HOLD]


def _ask_gun(
    ref: Referee,
    m: Mission,
    fire: guns.Fire,
    gun: GunName,
    shots: list[guns.Shot],
    plan: _Plan,
    targets: list[Fighter],
    passing: bool,
    first: bool,
) -> guns.Shot | None:
    """5.3A, D38, D40 The shot of this gun, or none. With the first the others may be answered together."""
    key = ref.ask(
        "allocate-fire",
        lambda: plan.look(),
        lambda: questions.allocate_fire(
            m, fire, gun, shots, plan.advised(), targets, passing, plan.silent() if first else ()
        ),
        keys=lambda: _keys(shots),
        row="" if first else gun.value,
        rows=plan.rows if first else None,
    )
    if key == plan.key:
        return plan.shot
    return next((shot for shot in shots if shot.key() == key), None)


def _take(m: Mission, fire: guns.Fire, shot: guns.Shot) -> None:
    """5.3A, B, D The gun is spoken for, the man has his target, a burst is marked off."""
    fire.used[shot.gun] = True
    fire.targets[shot.station] = shot.fighter
    if shot.passing:
        fire.passing = shot  # 5.3E: nothing is marked off before the turret shoots
    else:
        fire.shots.append(shot)
        m.plane.guns[shot.gun].bursts -= 1


# ------------------------------------------------------------------ 5.3C: the intercom is out


def _allocate_blind(
    ref: Referee,
    m: Mission,
    fire: guns.Fire,
    free: list[GunName],
    targets: list[Fighter],
    passing: bool,
    first_night: bool,
) -> None:
    """5.3C, D39 Intercom out: fighter by fighter in the player's order, a die for each gun."""
    if first_night and GunName.TAIL in free:
        free.remove(GunName.TAIL)
        free.insert(0, GunName.TAIL)  # 5.8F: his die comes first, it may silence the others
    gunners = guns.gunners(m)
    routine = len(targets) == 1
    left = list(targets)
    while left:
        key = ref.ask("blind-order", advice.blind_order(left), lambda: questions.blind_order(left))
        fighter = next(f for f in left if f.name == key)
        left.remove(fighter)
        for gun in free:
            if gun in fire.used or (fire.tail_alone and gun not in guns.TAIL_GUNS):
                continue
            forced = first_night and gun is GunName.TAIL  # 5.8F: the tail turret's die is not optional
            _blind_gun(ref, m, fire, gun, gunners, fighter, routine, forced)
            if forced and fire.targets.get(Position.TAIL_GUNNER) is fighter:
                fire.tail_alone = True
    if passing and not first_night and GunName.TAIL in free and GunName.TAIL not in fire.used:
        _blind_passing(ref, m, fire, gunners, targets)


def _blind_gun(
    ref: Referee,
    m: Mission,
    fire: guns.Fire,
    gun: GunName,
    gunners: dict[Position, Man],
    fighter: Fighter,
    routine: bool,
    forced: bool,
) -> None:
    """5.3C One gun with the intercom out: the die names the man, and the gun may stay silent."""
    men, _ = guns.bearing(gun, fighter, False)
    if fire.tail_alone:
        men = tuple(team for team in men if team[0] == (Position.TAIL_GUNNER,))
    if not any(station in gunners for team in men for station in team[0]):
        return
    if not forced:
        key = ref.ask(
            "blind-fire",
            advice.blind_fire(),
            lambda: questions.blind_fire(m, gun, fighter, _ways(fire, gun, gunners, men, fighter), routine),
        )
        if key == questions.HOLD:
            return
    team = men[0]
    if team[1]:
        die = ref.roll(guns.INTERCOM)
        team = next(t for t in men if t[1] <= die <= t[2])
    able = [station for station in team[0] if station in gunners]
    if not able:
        ref.note("gun-silent", gun=gun.value, man=team[0][0].value)
        return
    ours = _willing(fire, able, fighter)
    if not ours:
        fire.used[gun] = True  # his hands are full: this gun is lost for all targets
        ref.note("gun-silent", gun=gun.value, man=able[0].value)
        return
    key = ref.ask("blind-gunner", advice.blind_gunner(ours), lambda: questions.blind_gunner(m, gun, ours))
    station = Position(key)
    _take(m, fire, guns.Shot(gun, station, gunners[station], fighter))


def _willing(fire: guns.Fire, able: Sequence[Position], fighter: Fighter) -> list[Position]:
    """5.3B Who of these fires at no other fighter."""
    return [station for station in able if fire.targets.get(station, fighter) is fighter]


def _ways(
    fire: guns.Fire,
    gun: GunName,
    gunners: dict[Position, Man],
    men: guns.Field,
    fighter: Fighter,
) -> list[guns.Way]:
    """5.3C What may come of firing this gun: by the die, whose shot it is."""
    return [(low, high, _likely(fire, gun, gunners, team, fighter)) for team, low, high in men]


def _likely(
    fire: guns.Fire, gun: GunName, gunners: dict[Position, Man], team: Sequence[Position], fighter: Fighter
) -> guns.Shot | None:
    """5.3C The shot if the die names these men, by the one who is advised; None where the gun stays silent."""
    ours = _willing(fire, [station for station in team if station in gunners], fighter)
    if not ours:
        return None
    station = Position(advice.blind_gunner(ours))
    return guns.Shot(gun, station, gunners[station], fighter)


def _blind_passing(
    ref: Referee, m: Mission, fire: guns.Fire, gunners: dict[Position, Man], targets: list[Fighter]
) -> None:
    """5.3E, D40 Intercom out: only through a fit CFC who fired at nobody else."""
    cfc = gunners.get(Position.CFC)
    if cfc is None:
        return
    shots = [
        guns.Shot(GunName.TAIL, Position.CFC, cfc, fighter, True)
        for fighter in targets
        if fighter.clock in guns.FRONT and fire.targets.get(Position.CFC, fighter) is fighter
    ]
    if not shots:
        return
    routine = len(targets) == 1
    key = ref.ask(
        "blind-passing", advice.blind_passing(m, shots), lambda: questions.blind_passing(m, shots, routine)
    )
    for shot in shots:
        if shot.key() == key:
            _take(m, fire, shot)
