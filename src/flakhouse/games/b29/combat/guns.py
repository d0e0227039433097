"""5.3 Defensive fire: guns and sights (5-6), the shots (5-7, 5-8). Allocation and jams have their own modules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

from flakhouse.core.causes import Cause
from flakhouse.core.charts import Chart
from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.combat import jams, offense
from flakhouse.games.b29.state import Fighter, Man, Mission
from flakhouse.games.b29.words import Angle, Clock, FighterType, GunName, Position, Section, Skill

__all__ = [
    "BEARING",
    "BEARING_AT",
    "CLOCK_MOD",
    "FIELDS",
    "FRONT",
    "GUNNERS",
    "INTERCOM",
    "TAIL_GUNS",
    "Field",
    "Fire",
    "Shot",
    "Way",
    "bearing",
    "can_fire",
    "can_use",
    "gunners",
    "harm_modifiers",
    "jammed_by",
    "modifiers",
    "passing_shot",
    "resolve",
    "shot_key",
    "usable",
    "why_not_fire",
    "why_not_use",
]

#: Men who share a range of the die with the intercom out (0, 0: no die needed).
Team = tuple[tuple[Position, ...], int, int]
Field = tuple[Team, ...]
_TEAM = re.compile(r"^(.+?)(?: (\d)-(\d))?$")


def _field(cell: str) -> Field:
    """5-6 "Bombardier 1-2; CFC or Left Gunner 3-6", or "-" for a gun that does not bear."""
    teams: list[Team] = []
    for part in () if cell == "-" else cell.split("; "):
        found = _TEAM.match(part)
        if found is None:
            raise ValueError(cell)
        men = tuple(Position(name) for name in found[1].split(" or "))
        teams.append((men, int(found[2] or 0), int(found[3] or 0)))
    return tuple(teams)


class Aim(StrEnum):
    """Results of 5-7."""

    NOTHING = "Attacks normally"
    JAM = "Guns jam"
    CANNON_JAM = "Tail cannon jams"
    HIT = "Fighter hit"


class Harm(StrEnum):
    """Results of 5-8."""

    FCA = "FCA"
    DESTROYED = "Destroyed"


class BakaHarm(StrEnum):
    """A Baka that was hit (5-3b)."""

    NONE = "No effect"
    DESTROYED = "Destroyed"


FIELDS: Chart[Field] = CHARTS.bind("5-6", _field)  # RULING R-47: the tail guns by this table alone
INTERCOM = CHARTS.numbers("5-6-intercom")
DEFENSE = CHARTS.words("5-7", Aim)
HARM = CHARTS.words("5-8", Harm)
BAKA = CHARTS.words("5-3b-fire", Aim)
BAKA_HARM = CHARTS.words("5-3b-damage", BakaHarm)

#: 5-6 by place of the attacker: the guns that bear, in the order of the log sheet, each with its men.
BEARING: dict[str, tuple[tuple[GunName, Field], ...]] = {
    label: tuple(
        (GunName(name), FIELDS.rows[column][row])
        for column, name in enumerate(FIELDS.data.columns)
        if FIELDS.rows[column][row]
    )
    for row, label in enumerate(FIELDS.labels)
}
#: The same by area and angle of the attack, the men by gun.
BEARING_AT: dict[Clock, dict[Angle, dict[GunName, Field]]] = {
    clock: {
        angle: dict(BEARING[label])
        for angle in Angle
        if (label := Fighter(FighterType.ZEKE, clock, angle).where()) in BEARING
    }
    for clock in Clock
}
TAIL_GUNS = (GunName.TAIL, GunName.TAIL_CANNON)
#: Whoever looks through a sight of 5-6.
GUNNERS = (
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

_TWINS = (FighterType.NICK, FighterType.IRVING)
_GUNS = tuple(GunName)
_M = DEFENSE.mods
_H = HARM.mods
_BAKA_EVADING = (BAKA.mods["evading"],)
CLOCK_MOD = {
    Clock.DIVE: _M["dive"],
    Clock.C3: _M["beam"],
    Clock.C9: _M["beam"],
    Clock.C6: _M["rear"],
    Clock.CLIMB: _M["climb"],
}


class Shot:
    """A gun allocated: who fires it, at which fighter, and whether only as that one passes (5.3E)."""

    __slots__ = ("fighter", "gun", "man", "passing", "station")

    def __init__(self, gun: GunName, station: Position, man: Man, fighter: Fighter, passing: bool = False) -> None:
        self.gun = gun
        self.station = station
        self.man = man
        self.fighter = fighter
        self.passing = passing

    def key(self) -> str:
        """5.3B The key of this answer: who fires at which fighter."""
        return shot_key(self.station, self.fighter)

    def aim(self) -> str:
        """A gun and its target."""
        return f"{self.gun.value} at {self.fighter.name}"


#: 5.3C The least and greatest die that names a man (0, 0: no die needed), and his shot; None: the gun is silent.
Way = tuple[int, int, Shot | None]


def shot_key(station: Position, fighter: Fighter) -> str:
    """5.3B The key of an answer: who fires at which fighter."""
    return f"{station.value} > {fighter.name}"


class Fire:
    """The allocation of one round: the shots, the guns spoken for, and each man's one target (5.3B)."""

    __slots__ = ("passing", "shots", "tail_alone", "targets", "used")

    def __init__(self) -> None:
        self.shots: list[Shot] = []
        self.passing: Shot | None = None
        self.used: dict[GunName, bool] = {}
        self.targets: dict[Position, Fighter] = {}
        self.tail_alone = False  # 5.8F


# ------------------------------------------------------------------ who and what can fire


def why_not_fire(m: Mission, station: Position) -> str:
    """5.3A, 5.3C, 7.6B The reason the man at this sight cannot fire, or ""."""
    man = m.seats[station]
    if man is None:
        return "nobody is at the sight (5-6)"
    if not man.fit():
        return "he is out of action (5.3C)"
    if man.moved:
        return "he changed compartments this turn (7.6B)"
    if man.busy:
        return "he is busy with another task (7.5)"
    plane = m.plane
    if station is Position.BOMBARDIER:
        return "his gunsight is hit (7-1)" if plane.bombardier_sight_out else ""
    if station is Position.TAIL_GUNNER:
        if plane.tail_sight_out:
            return "his gunsight is hit (7-8)"
        if len(m.inside(Section.TAIL)) > 1:
            return "two men crowd the Tail (7.6A)"
        return ""
    return "his gunsight is hit (7-6)" if plane.sights_out.get(station, False) else ""


def gunners(m: Mission) -> dict[Position, Man]:
    """5.3A, C The men who can fire, by the sights they are at."""
    able: dict[Position, Man] = {}
    for station in GUNNERS:
        man = m.seats[station]
        if man is not None and not why_not_fire(m, station):
            able[station] = man
    return able


def bearing(gun: GunName, fighter: Fighter, passing: bool) -> tuple[Field, bool]:
    """5-6, 5.3E The men who may fire this gun at that fighter, and whether only as it passes (if `passing`)."""
    men = BEARING_AT[fighter.clock][fighter.angle].get(gun)
    if men is not None:
        return men, False
    if passing and gun is GunName.TAIL and fighter.clock in FRONT:
        return _PASSING, True
    return (), False


def can_fire(m: Mission, station: Position) -> bool:
    """5.3A A man able to fire sits there."""
    return not why_not_fire(m, station)


def why_not_use(m: Mission, name: GunName) -> str:
    """5-6 note, 5.3A, D The reason a gun cannot fire, or ""."""
    gun = m.plane.guns[name]
    if not gun.works():
        if not gun.armed:
            return "unarmed (2.3D)"
        if gun.inoperable or gun.broken:
            return "out of action (7.1)"
        return "jammed (5-7a)" if gun.jammed else "no ammunition (5.3D)"
    if m.plane.power_out():
        return "no electric power (7-10c)"
    if m.plane.cfc_system_out and name not in TAIL_GUNS:
        return "the fire control system is out (Streamliner event 3)"
    return ""


def can_use(m: Mission, name: GunName) -> bool:
    """5.3A, D The gun is armed, sound, loaded and powered."""
    return not why_not_use(m, name)


def usable(m: Mission) -> list[GunName]:
    """5.3A, D The guns that can fire, in the order of the log sheet."""
    plane = m.plane
    if plane.power_out():
        return []
    guns = plane.guns
    able = TAIL_GUNS if plane.cfc_system_out else _GUNS
    return [name for name in able if guns[name].works()]


# ------------------------------------------------------------------ the shots


def resolve(ref: Referee, m: Mission, fire: Fire, evading: bool) -> int:
    """5.3, 5.3F, G All allocated shots; how many Bakas were blown up. Shots at a fighter shot down are spent."""
    bakas = 0
    _announce(ref, m, fire.shots, evading)
    for shot in fire.shots:
        if not shot.fighter.destroyed:
            bakas += _shoot(ref, m, shot, evading)
    fire.shots.clear()
    return bakas


def passing_shot(ref: Referee, m: Mission, fire: Fire, fighter: Fighter, evading: bool) -> None:
    """5.3E (R-46) The tail turret's shot at a fighter that has passed, if all three are still there."""
    shot = fire.passing
    if shot is None or shot.fighter is not fighter:
        return
    fire.passing = None
    if fighter.destroyed or not can_use(m, GunName.TAIL):
        return
    if not can_fire(m, shot.station) or m.seats[shot.station] is not shot.man:
        return
    if not m.plane.intercom_works() and (
        not can_fire(m, Position.CFC) or fire.targets.get(Position.CFC, fighter) is not fighter
    ):
        return  # intercom out, perhaps only since this attack: not without a fit CFC who fired at nobody else
    m.plane.guns[GunName.TAIL].bursts -= 1
    _announce(ref, m, (shot,), evading)
    _shoot(ref, m, shot, evading)


def modifiers(m: Mission, shot: Shot, evading: bool) -> list[Mod]:
    """5-14c, GTS 17-12, 5-7 All that bears on a shot."""
    mods: list[Mod] = []
    fighter = shot.fighter
    by_clock = CLOCK_MOD.get(fighter.clock)
    if by_clock is not None:
        mods.append(by_clock)
    if shot.gun is GunName.TAIL_CANNON:
        mods.append(_M["cannon"])
    elif shot.gun is GunName.TAIL and m.plane.feed_tray_hits:
        mods.append(_M["feed_trays"].times(m.plane.feed_tray_hits))
    if shot.passing:
        mods.append(_M["passing"])
    if fighter.skill is Skill.ACE:
        mods.append(_M["ace"])
    elif fighter.skill is Skill.GREEN:
        mods.append(_M["green"])
    if evading:
        mods.append(_M["evading"])
    if m.night:
        mods.append(_M["night"])  # of the mission
        if m.lit:
            mods.append(_M["lit"])
    if fighter.kind in _TWINS:
        mods.append(_M["twin"])
    if m.sharpshooter is not None and shot.man.position is m.sharpshooter:
        mods.append(_M["sharpshooter"])  # RULING R-120: Streamliner event 12 counts on 5-7
    return mods


def _announce(ref: Referee, m: Mission, shots: Sequence[Shot], evading: bool) -> None:
    """5.3F The dice of a volley before the first falls: each gun with its target."""
    for shot in shots:
        if shot.fighter.kind is FighterType.BAKA:
            ref.announce(BAKA, shot.aim(), _BAKA_EVADING if evading else NO_MODS)
        else:
            ref.announce(DEFENSE, shot.aim(), modifiers(m, shot, evading))


def _shoot(ref: Referee, m: Mission, shot: Shot, evading: bool) -> bool:
    """5.3F One gun's roll: 5-7, or a Baka's own figures (5-3b); natural 2 jams, natural 12 hits.

    True if it blew up a Baka.
    """
    baka = shot.fighter.kind is FighterType.BAKA
    ref.concerns(shot.aim(), DEFENSE, HARM, BAKA, BAKA_HARM)
    if baka:
        aim = ref.roll(BAKA, _BAKA_EVADING if evading else NO_MODS)
    else:
        aim = ref.roll(DEFENSE, modifiers(m, shot, evading))
    face = ref.face
    if face == 12 or aim is Aim.HIT:
        _harm(ref, m, shot)
    elif jammed_by(shot.gun, face, aim):
        jams.jam(ref, m, m.plane.guns[shot.gun])
    else:
        _tell(ref, shot, "shot-misses")
    return baka and shot.fighter.destroyed


def jammed_by(gun: GunName, face: int, aim: str) -> bool:
    """5-7a A natural 2 jams every gun, a natural 3 the tail cannon; otherwise as the table says."""
    if face == 2 or aim == Aim.JAM:
        return True
    return gun is GunName.TAIL_CANNON and (face == 3 or aim == Aim.CANNON_JAM)


def harm_modifiers(m: Mission, shot: Shot) -> list[Mod]:
    """5-8 All that bears on a hit."""
    mods: list[Mod] = []
    if m.night or m.out_of_formation():
        mods.append(_H["alone"])
    if shot.fighter.ram:
        mods.append(_H["ram"])
    if shot.gun is GunName.TAIL_CANNON:
        mods.append(_H["cannon"])
    elif shot.gun is GunName.FWD_UPPER:
        mods.append(_H["forward_upper"])
    return mods


def _harm(ref: Referee, m: Mission, shot: Shot) -> None:
    """5.3G A hit: damage (5-8), or the end of a Baka; the fourth FCA destroys."""
    fighter = shot.fighter
    if fighter.kind is FighterType.BAKA:
        fighter.destroyed = ref.roll(BAKA_HARM) is BakaHarm.DESTROYED
    else:
        if ref.roll(HARM, harm_modifiers(m, shot), offense.TYPE_COLUMN[fighter.kind]) is Harm.DESTROYED:
            fighter.destroyed = True
        else:
            fighter.fca += 1
            fighter.destroyed = fighter.fca >= 4
    if fighter.destroyed:
        shot.man.kills += 1
        m.fighters[:] = [f for f in m.fighters if f is not fighter]
        _tell(ref, shot, "fighter-destroyed")
    else:
        _tell(ref, shot, "fighter-damaged" if fighter.fca else "shot-misses")


def _rolls_of(shot: Shot, kind: str) -> Sequence[Cause]:
    """5.3F, G The tables of a shot: to hit, and to harm if it hit."""
    baka = shot.fighter.kind is FighterType.BAKA
    if kind == "shot-misses":
        return (BAKA,) if baka else (DEFENSE,)
    return (BAKA, BAKA_HARM) if baka else (DEFENSE, HARM)


def _tell(ref: Referee, shot: Shot, kind: str) -> None:
    """5.3F The log line of a shot, with the rolls to hit and to harm."""
    ref.note(
        kind,
        _rolls_of(shot, kind),
        gun=shot.gun.value,
        man=shot.man.position.value,
        name=shot.man.airman.name,
        fighter=shot.fighter.name,
        fca=shot.fighter.fca,
    )
