"""5.3 The fire of the guns as a careful player allocates it: a plan for all guns that can still be laid."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

from flakhouse.games.b29.combat import guns
from flakhouse.games.b29.state import Fighter, Mission
from flakhouse.games.b29.words import FighterType, GunName, Position

__all__ = [
    "allocate_fire",
    "blind_fire",
    "blind_gunner",
    "blind_order",
    "blind_passing",
    "chance",
    "fire_plan",
    "why_allocate_fire",
]

#: Of 36 throws of two dice, those of this total or more.
_AT_LEAST = (36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1)
_BAKA_HITS = 3  # throws that hit a Baka (5-3b)


class _Choice:
    """A shot weighed: what it is worth, the place of its man among those who choose, and its fighter as a bit."""

    __slots__ = ("bit", "place", "shot", "worth")

    def __init__(self, worth: int, place: int, bit: int, shot: guns.Shot) -> None:
        self.worth = worth
        self.place = place
        self.bit = bit
        self.shot = shot


def allocate_fire(planned: guns.Shot | None) -> str:
    """5.3A As the plan has it."""
    return "hold" if planned is None else planned.key()


def why_allocate_fire(
    shot: guns.Shot | None,
    targets: Sequence[Fighter] = (),
    able: Sequence[guns.Shot] = (),
    m: Mission | None = None,
) -> str:
    """Why the plan has this shot, or none of those that are possible; and why it spares a fighter of these that
    means to ram (5-3c)."""
    spared = [f.name for f in targets if f.ram and (shot is None or shot.fighter is not f)]
    rams = f" {' and '.join(spared)} may ram, but a ram seldom strikes." if spared else ""
    if shot is None and able and all(one.passing for one in able):
        unknown = any(one.fighter.skill is None for one in able)
        pilot = "an average pilot who" if unknown else "a fighter that"
        return (
            f"Against {pilot} passes this turret is no likelier to hit than to jam, and jammed it is missed later."
        )
    if shot is None:
        return f"The men who could fire it are of more use at other guns, against other fighters.{rams}"
    if shot.passing:
        return "A hit as it passes is likelier than a jam, and the shot costs one burst."
    if m is not None and shot.fighter.kind is not FighterType.BAKA and not _likelier(m, shot):
        return f"It is no likelier to hit than to jam, but a hit before the fighter fires spoils its aim.{rams}"
    return f"In this plan most guns fire, with the best chances to hit.{rams}"


def blind_order(left: Sequence[Fighter]) -> str:
    """5.3C As they came."""
    return left[0].name


def blind_fire() -> str:
    """5.3C A gun that bears fires: bursts seldom run out."""
    return "fire"


def blind_gunner(stations: Sequence[Position]) -> str:
    """5.3C The first of the men on the table."""
    return stations[0].value


def blind_passing(m: Mission, shots: Sequence[guns.Shot]) -> str:
    """5.3E The first shot that is worth it."""
    return next((shot.key() for shot in shots if _worth_it(m, shot)), "hold")


def _worth_it(m: Mission, shot: guns.Shot) -> bool:
    """5.3E, 5-7a A passing shot is worth it where it is likelier to hit than to jam the turret. A pilot who
    has not shown how good he is counts as average (5-5).

    Measured on the same dice of 2,000 tours of doctrine: 0.4 men less are lost a tour (-0.1 to 0.9, of 32) than
    with every one fired, and as many bombers: no clear difference, so the figures on the screen decide.
    """
    return not shot.passing or _likelier(m, shot)


def _likelier(m: Mission, shot: guns.Shot) -> bool:
    """5-7, 5-7a The shot is likelier to hit than to jam its gun."""
    return _hits_before_it_jams(shot.gun, sum(mod.value for mod in guns.modifiers(m, shot, m.evading)))


@cache
def _hits_before_it_jams(gun: GunName, plus: int) -> bool:
    """5-7, 5-7a With these modifiers the gun is likelier to hit than to jam."""
    hits = jams = 0
    for face in range(2, 13):
        aim = guns.DEFENSE.word(face + plus, 0)
        ways = 6 - abs(face - 7)
        if face == 12 or aim == guns.Aim.HIT:
            hits += ways
        elif guns.jammed_by(gun, face, aim):
            jams += ways
    return hits > jams


def fire_plan(
    m: Mission, able: dict[GunName, list[guns.Shot]], targets: Sequence[Fighter]
) -> dict[GunName, guns.Shot]:
    """The allocation that lets most guns fire, then has most hits to expect, then spreads over most fighters."""
    plan: dict[GunName, guns.Shot] = {}
    if len(targets) == 1:  # nobody has to choose between fighters
        for gun, shots in able.items():
            shot = _best(m, shots)
            if shot is not None:
                plan[gun] = shot
        return plan
    places: dict[str, int] = {}  # of the men in `aims`
    aims: list[list[Fighter]] = []  # for each man the fighters he could aim at
    bits: dict[str, int] = {}  # a bit for each fighter, by name
    choices: dict[GunName, list[_Choice]] = {}
    for gun, shots in able.items():
        choices[gun] = []
        for shot in shots:
            if not _worth_it(m, shot):
                continue
            place = places.setdefault(shot.station, len(aims))
            if place == len(aims):
                aims.append([])
            if not any(other is shot.fighter for other in aims[place]):
                aims[place].append(shot.fighter)
            bit = bits.setdefault(shot.fighter.name, 1 << len(bits))
            choices[gun].append(_Choice(1000 + 10 * chance(m, shot), place, bit, shot))
        choices[gun].sort(key=_worth, reverse=True)
    best = _best_aims(aims, [found for found in choices.values() if found], len(bits))
    for gun, found in choices.items():
        for choice in found:
            if best[choice.place] is choice.shot.fighter:
                plan[gun] = choice.shot
                break
    return plan


def _worth(choice: _Choice) -> int:
    return choice.worth


def _best(m: Mission, shots: list[guns.Shot]) -> guns.Shot | None:
    """The shot most likely to hit, the first among equals; at one fighter only the man makes a difference."""
    best: guns.Shot | None = None
    for shot in shots:
        if not _worth_it(m, shot):
            continue
        if m.sharpshooter is None:
            return shot
        if best is None or chance(m, shot) > chance(m, best):
            best = shot
    return best


def _best_aims(aims: list[list[Fighter]], guns: list[list[_Choice]], fighters: int) -> tuple[Fighter, ...]:
    """The fighter of each man that is best for all guns together, the first among equals."""
    best: tuple[Fighter, ...] = ()
    best_score = -1
    guns.sort(key=len)  # a gun with few choices tells soonest that an aim is a poor one
    ceiling = sum(choices[0].worth for choices in guns) + fighters
    for tried in product(*aims):
        score, spread = ceiling, 0  # counted down from what no plan can surpass
        for choices in guns:
            score -= choices[0].worth
            for choice in choices:
                if tried[choice.place] is choice.shot.fighter:
                    score += choice.worth
                    spread |= choice.bit
                    break
            if score <= best_score:
                break
        else:
            score += spread.bit_count() - fighters
            if score > best_score:
                best_score, best = score, tried
    return best


def chance(m: Mission, shot: guns.Shot) -> int:
    """Throws of 36 that hit, as far as a gunner can know (5-7)."""
    fighter = shot.fighter
    if fighter.kind is FighterType.BAKA:
        return _BAKA_HITS
    by_clock = guns.CLOCK_MOD.get(fighter.clock)
    edge = 0 if by_clock is None else by_clock.value
    edge += (shot.man.position is m.sharpshooter) - shot.passing - 2 * (shot.gun is GunName.TAIL_CANNON)
    if shot.gun is GunName.TAIL:
        edge -= m.plane.feed_tray_hits
    return _AT_LEAST[min(12, max(2, 10 - edge))]
