"""3.4 What bears on whom (M-1): the guns in their order, who sits at each, and what keeps a gun silent."""

from __future__ import annotations

from flakhouse.core.charts import Chart
from flakhouse.core.referee import Referee
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.state import Fighter, Man, Mission
from flakhouse.games.b17.words import Angle, Clock, FighterType, GunName, Position

__all__ = [
    "FIELDS",
    "FIRING_ORDER",
    "GUN_KEYS",
    "IN_NOSE",
    "NOSE",
    "NUMBERS",
    "PASSES",
    "PASSING",
    "PORT_CHEEK",
    "SPRAYED",
    "SPRAY_COST",
    "STARBOARD_CHEEK",
    "STATIONS",
    "TAIL",
    "WEAVING",
    "Field",
    "Fire",
    "Shot",
    "Spray",
    "able",
    "bearing",
    "bearing_on",
    "floor",
    "gunners",
    "has_bonus",
    "in_reach",
    "loaded",
    "nose_men",
    "ready",
    "strange",
    "takes",
    "usable",
    "why_no_field",
    "why_not_nose",
    "why_not_use",
]

#: Guns that bear on somebody: those behind the nose and before the tail, those in the nose, whether the tail does.
Bearing = tuple[tuple[int, ...], tuple[int, ...], bool]
#: A gun spoken for: its number, who fires it, at whom, the lowest die that hits.
Shot = tuple[int, Man, Fighter, int]
#: A gun that sprays a place (3.4c).
Spray = tuple[int, Man, Clock, Angle]

#: The guns in the order in which they are asked for and fire; the tail last, because it may wait (3.4b).
FIRING_ORDER = (
    GunName.TOP,
    GunName.BALL,
    GunName.PORT_WAIST,
    GunName.STARBOARD_WAIST,
    GunName.RADIO,
    GunName.NOSE,
    GunName.PORT_CHEEK,
    GunName.STARBOARD_CHEEK,
    GunName.TAIL,
)
#: The same as questions and answers name them.
GUN_KEYS: tuple[str, ...] = tuple([gun.value for gun in FIRING_ORDER])
NOSE, PORT_CHEEK, STARBOARD_CHEEK, TAIL = 5, 6, 7, 8
_BALL = 1
NUMBERS = range(9)
IN_NOSE = (NOSE, PORT_CHEEK, STARBOARD_CHEEK)
_NOSE_MEN = (Position.BOMBARDIER, Position.NAVIGATOR)
_TURRETS = (Position.ENGINEER, Position.BALL_GUNNER)
_WAISTS = (Position.PORT_WAIST, Position.STARBOARD_WAIST)
#: Who may sit at each gun; in the nose the usual man first.
STATIONS: tuple[tuple[Position, ...], ...] = (
    (Position.ENGINEER,),
    (Position.BALL_GUNNER,),
    (Position.PORT_WAIST,),
    (Position.STARBOARD_WAIST,),
    (Position.RADIO_OPERATOR,),
    (Position.BOMBARDIER, Position.NAVIGATOR),
    (Position.NAVIGATOR, Position.BOMBARDIER),
    (Position.NAVIGATOR, Position.BOMBARDIER),
    (Position.TAIL_GUNNER,),
)
#: The usual station of each gun.
_POSTS: tuple[Position, ...] = tuple(stations[0] for stations in STATIONS)
#: 7A.3 The trades for which the gun is not a strange one.
_AT_HOME: tuple[tuple[Position, ...], ...] = (
    _TURRETS,
    _TURRETS,
    _WAISTS,
    _WAISTS,
    (Position.RADIO_OPERATOR,),
    _NOSE_MEN,
    _NOSE_MEN,
    _NOSE_MEN,
    (Position.TAIL_GUNNER,),
)
PASSING = 6  # M-1: a passing shot hits on this
WEAVING = 6  # 9.4, BL-4: and so does a gun of a bomber that weaves, or of a man who aims no better
SPRAY_COST = 3  # M-5
PASSES = (Clock.C12, Clock.C130, Clock.C1030)
SPRAYED = (Clock.C3, Clock.C6, Clock.C9, Clock.CLIMB)


class Field:
    """M-1 What the guns of FIRING_ORDER need at a place: the lowest die that hits, 0 for one that does not bear.

    `numbers` are those that do, `guns` the same as a number with a bit for each; `silent` is how many do not.
    """

    __slots__ = ("guns", "needs", "numbers", "silent")

    def __init__(self, needs: tuple[int, ...]) -> None:
        self.needs = needs
        self.numbers = tuple([number for number, need in enumerate(needs) if need])
        self.guns = sum([1 << number for number in self.numbers])
        self.silent = needs.count(0)


_NOTHING = Field((0,) * len(FIRING_ORDER))


def _numbers(cell: str) -> tuple[int, ...]:
    """M-1 "5/4/5" by type, or "-" for a gun that does not bear. M-1-fire has columns for 3 to 6."""
    if cell == "-":
        return ()
    numbers = tuple(int(n) for n in cell.split("/"))
    if len(numbers) != len(_KINDS) or not all(3 <= n <= 6 for n in numbers):
        raise ValueError(cell)
    return numbers


_KINDS = tuple(FighterType)
M1: Chart[tuple[int, ...]] = CHARTS.bind("M-1", _numbers)
_COLUMNS = [M1.data.columns.index(gun.value) for gun in FIRING_ORDER]


def _field(chart: Chart[tuple[int, ...]], label: str, kind: int) -> Field:
    """M-1 One row of it against one type; on a row left out of it no gun bears."""
    if label not in chart.labels:
        return _NOTHING
    row = chart.labels.index(label)
    cells = [chart.rows[column][row] for column in _COLUMNS]
    return Field(tuple(numbers[kind] if numbers else 0 for numbers in cells))


def _places(kind: int) -> dict[Clock, dict[Angle, Field]]:
    """M-1 Every row of it against one type."""
    found = {
        clock: {angle: _field(M1, f"{clock.value} {angle.value}", kind) for angle in _ANGLES} for clock in _ROUND
    }
    found[Clock.DIVE] = {Angle.NONE: _field(M1, "Vertical Dive d", kind)}
    found[Clock.CLIMB] = {Angle.NONE: _field(M1, "Vertical Climb", kind)}
    return found


_ROUND = (Clock.C12, Clock.C130, Clock.C3, Clock.C6, Clock.C9, Clock.C1030)
_ANGLES = (Angle.HIGH, Angle.LEVEL, Angle.LOW)
#: M-1 by type and place. The dive nobody may fire at (B-3 note b) is not here: see bearing().
FIELDS = {kind: _places(i) for i, kind in enumerate(_KINDS)}


class Fire:
    """The allocation of one attack: shots, sprays, and the passing shot kept back (3.4b)."""

    __slots__ = ("passing", "shots", "sprays")

    def __init__(self) -> None:
        self.shots: list[Shot] = []
        self.sprays: tuple[Spray, ...] = ()
        self.passing: Shot | None = None


def bearing(ref: Referee, fighter: Fighter) -> Field:
    """B-3b, B-3d, B-3e, M-1 What each gun needs against a fighter; none bears on a diver of B-3 note b."""
    if ref.house:
        own = ref.chart(M1)
        if own is not M1:
            return _field(own, _row(fighter), _KINDS.index(fighter.kind))
    return _NOTHING if fighter.special == "b" else FIELDS[fighter.kind][fighter.clock][fighter.angle]


def bearing_on(fields: list[Field]) -> Bearing:
    """M-1 The guns that bear on any of these fighters."""
    return _BEARING[in_reach(fields)]


def in_reach(fields: list[Field]) -> int:
    """M-1 The same, as a number with a bit for each."""
    guns = 0
    for field in fields:
        guns |= field.guns
    return guns


#: By bits; for one gun or another, and the fighters of a wave, in any mixture.
_BEARING: list[Bearing] = [
    (
        tuple(number for number in range(NOSE) if bits >> number & 1),
        tuple(number for number in IN_NOSE if bits >> number & 1),
        bool(bits >> TAIL & 1),
    )
    for bits in range(1 << len(FIRING_ORDER))
]


def _row(fighter: Fighter) -> str:
    """M-1 The words of a fighter's row; a vertical dive has one for each note of B-3."""
    return f"{fighter.where()} {fighter.special or 'd'}" if fighter.clock is Clock.DIVE else fighter.where()


def why_no_field(ref: Referee, fighter: Fighter) -> str:
    """B-3b, B-3d, M-1 Why a gun may not fire at a fighter: of vertical dives one kind is out of reach of all, the
    other of most."""
    if fighter.clock is not Clock.DIVE:
        return "out of its field of fire (M-1)"
    guns = [GUN_KEYS[number] for number in NUMBERS if bearing(ref, fighter).needs[number]]
    if not guns:
        return "its vertical dive is of the kind that none may fire at (B-3 note b)"
    return f"its vertical dive is of the kind that only {' and '.join(guns)} may fire at (B-3 note d)"


# ------------------------------------------------------------------ who and what can fire

#: 7A.4: one of them who sits at a gun does not fire it.
_NO_GUNNERS = (Position.PILOT, Position.COPILOT)


def gunners(m: Mission, number: int) -> list[Man]:
    """3.4 The fit men who sit at this gun; the nose guns have two, the usual one first."""
    found: list[Man] = []
    for station in STATIONS[number]:
        man = m.seats[station]
        if man is not None and man.fit():
            found.append(man)
    return found


def able(man: Man) -> bool:
    """6A.1, 7A.2, 7A.4 Free to fire: no pilot, neither moved before this wave nor fighting a fire in it."""
    return not (man.moved or man.fighting_fire or man.position in _NO_GUNNERS)


def loaded(m: Mission, number: int) -> bool:
    """3.4 The gun itself could fire: why_not_use() has the words."""
    plane = m.plane
    gun = plane.guns[FIRING_ORDER[number]]
    if gun.bursts < 1:
        return False
    if gun.jammed or gun.inoperable or gun.broken or gun.frozen or not gun.armed:
        return False
    return not (plane.stripped or (number == _BALL and plane.ball_jammed))


def ready(m: Mission, number: int) -> Man | None:
    """3.4 The man who can fire this gun now, None if nobody can. Not for the nose, where two share three guns."""
    if not loaded(m, number):
        return None
    man = m.seats[_POSTS[number]]
    return man if man is not None and man.fit() and able(man) else None


def usable(m: Mission, number: int) -> bool:
    """3.4 Somebody can fire this gun now: else why_not_use() has the reason."""
    if loaded(m, number):
        for station in STATIONS[number]:
            man = m.seats[station]
            if man is not None and man.fit() and able(man):
                return True
    return False


def why_not_use(m: Mission, number: int) -> str:
    """3.4 The reason a gun cannot fire, or ""."""
    gun = m.plane.guns[FIRING_ORDER[number]]
    if not gun.works() or gun.frozen or m.plane.stripped:
        if m.plane.stripped or not gun.armed:
            return "thrown overboard (11.6)"
        if gun.broken or gun.inoperable:
            return "out of action (3.4)"
        return "jammed (M-5)" if gun.jammed or gun.frozen else "no ammunition (5.1)"
    if number == _BALL and m.plane.ball_jammed:
        return "the turret is jammed (6.7)"
    men = gunners(m, number)
    if not men:
        return "nobody fit is at it (3.4)"
    if any(able(man) for man in men):
        return ""
    if men[0].position in _NO_GUNNERS:
        return f"the {men[0].position.value} mans no gun (7A.4)"
    if men[0].fighting_fire:
        return f"{men[0].position.value} fights a fire (6A.1)"
    return f"{men[0].position.value} has only just moved there (7A.2)"


def strange(man: Man, number: int) -> bool:
    """7A.3 At a gun that is not his own; the two turrets, the two waist guns and the nose guns count as one."""
    return man.position not in _AT_HOME[number]


def floor(m: Mission, number: int, man: Man) -> int:
    """BL-4 accumulation, 3B.1, M-1 The number that replaces the table's: the worst that applies, 0 if none."""
    if m.evading or man.light >= 2 or man.frostbitten or man.position not in _AT_HOME[number]:
        return WEAVING
    if m.plane.intercom_out:
        return 5 if number == TAIL else 6
    return 0


def has_bonus(man: Man, number: int) -> bool:
    """4.1 He has an ace's bonus at this gun."""
    return man.ace() and not strange(man, number)


# ------------------------------------------------------------------ the nose (3.4a)


def nose_men(m: Mission, fire: Fire) -> list[Man]:
    """3.4a The men of the nose who have no gun yet and could take one, the Bombardier's seat first."""
    found: list[Man] = []
    for station in STATIONS[NOSE]:
        man = m.seats[station]
        if man is not None and man.fit() and able(man) and not _has_gun(fire, man):
            found.append(man)
    return found


def _has_gun(fire: Fire, man: Man) -> bool:
    """3.4 He fires already."""
    for shot in fire.shots:
        if shot[1] is man:
            return True
    return any([spray[1] is man for spray in fire.sprays])


def takes(m: Mission, number: int, men: list[Man]) -> tuple[Man, int]:
    """3.4a Who of the men left takes this gun, its usual one unless the other aims better; his floor."""
    usual = men[0] if number == NOSE else men[-1]
    least = floor(m, number, usual)
    if len(men) == 1:
        return usual, least
    other = men[1] if number == NOSE else men[0]
    if not (least or has_bonus(other, number)):
        return usual, least  # nobody but an ace does better than the table
    worst = floor(m, number, other)
    better = worst - has_bonus(other, number) < least - has_bonus(usual, number)
    return (other, worst) if better else (usual, least)


def other_cheek_fires(fire: Fire, number: int) -> bool:
    """3.4a This is a cheek gun, and that on the other side is spoken for."""
    if number not in (PORT_CHEEK, STARBOARD_CHEEK):
        return False
    other = PORT_CHEEK + STARBOARD_CHEEK - number
    for shot in fire.shots:
        if shot[0] == other:
            return True
    return any([spray[0] == other for spray in fire.sprays])


def why_not_nose(m: Mission, fire: Fire, number: int) -> str:
    """3.4a The reason this nose gun must keep silent now, or ""."""
    if other_cheek_fires(fire, number):
        return "the other cheek gun fires (3.4a)"
    return "" if nose_men(m, fire) else "no man is left in the nose to fire it (3.4a)"
