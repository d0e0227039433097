"""5.3 The questions of allocating fire, with what each shot has at stake."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from flakhouse.core.mods import Mod
from flakhouse.core.questions import Barred, Cost, Option, Question, Subject
from flakhouse.core.stakes import Stake
from flakhouse.games.b29.advice import combat_fire as advice
from flakhouse.games.b29.combat import attack, guns, offense
from flakhouse.games.b29.state import Fighter, Mission
from flakhouse.games.b29.words import FighterType, GunName, Position, Skill

__all__ = [
    "FIRE",
    "HOLD",
    "all_miss",
    "allocate_fire",
    "blind_fire",
    "blind_gunner",
    "blind_order",
    "blind_passing",
    "once_shown",
]

FIRE, HOLD = "fire", "hold"
_BURST = (Cost("burst"),)
_MOST = 4  # 5.3G: so many FCA destroy


def _man(station: Position) -> Subject:
    return Subject("man", station.value)


# ------------------------------------------------------------------ with the intercom


def allocate_fire(
    m: Mission,
    fire: guns.Fire,
    gun: GunName,
    shots: Sequence[guns.Shot],
    planned: guns.Shot | None,
    targets: Sequence[Fighter],
    passing: bool,
    silent: Sequence[GunName] = (),
) -> Question:
    """5.3A, B, E, D38, D40 Who fires this gun, and at which fighter; `silent`: guns that are not asked about."""
    options = {shot.key(): _shot(m, shot) for shot in shots}
    options[HOLD] = Option("Hold fire")
    return Question(
        "5.3A",
        f"{gun.value}: who fires, at which fighter?",
        options,
        m.plane.guns[gun].subject,
        barred={**_barred(m, fire, gun, targets, passing), **_silent(m, silent, targets)},
        why=lambda: advice.why_allocate_fire(planned, targets, shots, m),
    )


def _shot(m: Mission, shot: guns.Shot) -> Option:
    """5.3A One man at this gun against one fighter."""
    station, fighter = shot.station, shot.fighter
    how = "as it passes, " if shot.passing else ""
    return Option(
        f"{station.value} fires at {fighter.name} ({how}{fighter.where()})",
        fighter.subject,
        _man(station),
        stakes=_stakes(m, shot),
        costs=_BURST,
        detail="As it passes." if shot.passing else "",
        late=shot.passing,
    )


def _barred(
    m: Mission, fire: guns.Fire, gun: GunName, targets: Sequence[Fighter], passing: bool
) -> dict[str, Barred]:
    """5.3A, B The men who bear on a fighter by 5-6 but cannot fire at it now."""
    barred: dict[str, Barred] = {}
    for fighter in targets:
        for stations, _, _ in guns.bearing(gun, fighter, passing)[0]:
            for station in stations:
                other = fire.targets.get(station, fighter)
                why = guns.why_not_fire(m, station)
                if not why and other is not fighter:
                    why = f"he fires at {other.name}, and a man aims at one fighter only (5.3B)"
                if why:
                    barred[guns.shot_key(station, fighter)] = Barred(why, "", fighter.subject, _man(station))
    return barred


def _silent(m: Mission, silent: Sequence[GunName], targets: Sequence[Fighter]) -> dict[str, Barred]:
    """5.3A, D, 5-6 The guns that cannot fire, bear on nobody, or have nobody to fire them, and why."""
    barred: dict[str, Barred] = {}
    for gun in silent:
        bears = any(guns.bearing(gun, fighter, False)[0] for fighter in targets)
        idle = "nobody fit is at a sight for it (5-6)" if bears else "no fighter in reach (5-6)"
        why = guns.why_not_use(m, gun) or idle
        barred[gun.value] = Barred(why, gun.value, m.plane.guns[gun].subject)
    return barred


# ------------------------------------------------------------------ 5.3C, E: the intercom is out


def blind_order(left: Sequence[Fighter]) -> Question:
    """5.3C, D39 At which fighter fire is allocated next."""
    options = {f.name: Option(f"{f.name} ({f.where()})", f.subject) for f in left}
    return Question("5.3C", "The intercom is dead: each gunner picks for himself. Which fighter first?", options)


def blind_fire(m: Mission, gun: GunName, fighter: Fighter, ways: Sequence[guns.Way], routine: bool) -> Question:
    """5.3C, D39 Whether this gun fires at that fighter; a die tells who."""
    label = f"Fire at {fighter.name} ({fighter.where()})"
    fires = Option(label, fighter.subject, stakes=_by_die(m, ways), costs=_BURST)
    options = {FIRE: fires, HOLD: Option("Hold fire")}
    about = m.plane.guns[gun].subject
    prompt = f"The intercom is dead, a die names the man: does the {gun.value} fire?"
    return Question("5.3C", prompt, options, about, routine=routine)


def _by_die(m: Mission, ways: Sequence[guns.Way]) -> tuple[Stake, ...]:
    """5.3C What the shot does, the die that names the man counted; nothing where nobody could fire."""
    shots = [(low, high, _stakes(m, shot)) for low, high, shot in ways if shot is not None]
    if not shots or not shots[0][0]:
        return shots[0][2] if shots else ()
    return tuple(_drawn([(low, high, row[n]) for low, high, row in shots]) for n in range(len(shots[0][2])))


def _drawn(rolls: Sequence[tuple[int, int, Stake]]) -> Stake:
    """5.3C One such stake by the man whom the die names; at any other die the gun is silent."""

    def outcome(faces: tuple[int, ...], total: int, word: str) -> bool | Stake:
        return next((roll for low, high, roll in rolls if low <= total <= high), False)

    known = rolls[0][2]
    return Stake(known.label, guns.INTERCOM.id, outcome, good=known.good)


def blind_gunner(m: Mission, gun: GunName, stations: Sequence[Position]) -> Question:
    """5.3C Which of the men whom the die names together fires."""
    options = {p.value: Option(p.value, _man(p)) for p in stations}
    prompt = f"The intercom is dead. Which waist gunner fires the {gun.value}?"
    return Question("5.3C", prompt, options, m.plane.guns[gun].subject, routine=True)


def blind_passing(m: Mission, shots: Sequence[guns.Shot], routine: bool) -> Question:
    """5.3E, D40 Whether the CFC turns the tail turret on a fighter as it passes."""
    options = {
        shot.key(): Option(
            f"CFC fires at {shot.fighter.name} as it passes",
            shot.fighter.subject,
            _man(shot.station),
            stakes=_stakes(m, shot),
            costs=_BURST,
        )
        for shot in shots
    }
    options[HOLD] = Option("Hold fire")
    gun = m.plane.guns[GunName.TAIL]
    prompt = f"{gun.name.value}: who fires, at which fighter?"
    return Question("5.3E", prompt, options, gun.subject, routine=routine)


# ------------------------------------------------------------------ 5-5, 5-7, 5-8: the stakes of a shot


def _stakes(m: Mission, shot: guns.Shot) -> tuple[Stake, ...]:
    """5.3A What this gun does to that fighter by day, if it is still there when the gun fires: 5-5, 5-7, 5-8."""
    if m.night or shot.fighter.kind is FighterType.BAKA:
        return ()
    return (
        _known(m, shot, "hits", True),
        _known(m, shot, "destroys", _destroys(m, shot)),
        _known(m, shot, "jams", False)._replace(good=False),
    )


def _destroys(m: Mission, shot: guns.Shot) -> Stake:
    """5.3G, 5-8 Destroyed outright, or by the fourth FCA."""
    last = shot.fighter.fca + 1 >= _MOST

    def outcome(faces: tuple[int, ...], total: int, word: str) -> bool:
        return last or word == guns.Harm.DESTROYED

    column = offense.TYPE_COLUMN[shot.fighter.kind]
    return Stake("destroys", guns.HARM.id, outcome, guns.harm_modifiers(m, shot), column)


def _known(m: Mission, shot: guns.Shot, label: str, hit: bool | Stake) -> Stake:
    return once_shown(shot.fighter, lambda skill: _aimed(m, shot, label, hit, skill))


def once_shown(fighter: Fighter, roll: Callable[[Skill], Stake]) -> Stake:
    """5.2F, 5-5 A roll by how good the pilot is; if he has not shown it yet, he does first."""
    if fighter.skill is not None:
        return roll(fighter.skill)
    by_skill = {skill: roll(skill) for skill in Skill}

    def outcome(faces: tuple[int, ...], total: int, word: str) -> Stake:
        return by_skill[Skill(word)]

    any_of_them = by_skill[Skill.AVERAGE]
    mods = attack.status_modifiers(fighter)
    return Stake(any_of_them.label, attack.STATUS.id, outcome, mods, good=any_of_them.good)


def _aimed(m: Mission, shot: guns.Shot, label: str, hit: bool | Stake, skill: Skill) -> Stake:
    """5.3F, 5-7 The gun fires; a natural 12 always hits. Unless a hit is asked for, a jam is."""

    def outcome(faces: tuple[int, ...], total: int, word: str) -> bool | Stake:
        face = sum(faces)
        if face == 12 or word == guns.Aim.HIT:
            return hit
        return hit is False and guns.jammed_by(shot.gun, face, word)

    return Stake(label, guns.DEFENSE.id, outcome, _mods(m, shot, skill, m.evading))


def _mods(m: Mission, shot: guns.Shot, skill: Skill, evading: bool) -> list[Mod]:
    """5-7 What bears on a shot at a pilot who is so good."""
    fighter = shot.fighter
    seen = Fighter(fighter.kind, fighter.clock, fighter.angle, skill)
    return guns.modifiers(m, guns.Shot(shot.gun, shot.station, shot.man, seen, shot.passing), evading)


# ------------------------------------------------------------------ 5.7: what weaving costs the guns


def all_miss(m: Mission, shots: Sequence[guns.Shot], evading: bool) -> tuple[Stake, ...]:
    """5.7, 5-7 That none of these hits, weaving or not; nothing without a shot, or with one at a Baka."""
    if not shots or any(shot.fighter.kind is FighterType.BAKA for shot in shots):
        return ()
    by_fighter: dict[str, list[guns.Shot]] = {}
    for shot in shots:
        by_fighter.setdefault(shot.fighter.name, []).append(shot)
    first, *others = [once_shown(own[0].fighter, partial(_missed, m, own, evading)) for own in by_fighter.values()]
    return (first._replace(others=others, good=False),)


def _missed(m: Mission, shots: Sequence[guns.Shot], evading: bool, skill: Skill) -> Stake:
    """5-7 Gun after gun misses this fighter; a natural 12 never does."""
    first, *more = shots
    then: bool | Stake = _missed(m, more, evading, skill) if more else True

    def outcome(faces: tuple[int, ...], total: int, word: str) -> bool | Stake:
        return False if sum(faces) == 12 or word == guns.Aim.HIT else then

    return Stake("all guns that bear miss", guns.DEFENSE.id, outcome, _mods(m, first, skill, evading))
