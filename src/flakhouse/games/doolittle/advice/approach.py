"""4.8, 4.9 Which Target Box to try, and when to drop on the Area instead: in points that can be expected."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.games.doolittle import approach as rule
from flakhouse.games.doolittle import attack, attack_hazards, elites
from flakhouse.games.doolittle.advice import odds
from flakhouse.games.doolittle.state import B25, Area, Box, Raid
from flakhouse.games.doolittle.words import Back, Benefit, Side

__all__ = [
    "approach",
    "area_release",
    "hopeless",
    "keep",
    "last_run",
    "later",
    "look",
    "plus",
    "risk",
    "why_approach",
    "why_area_release",
]

_LAST_TURN = 9  # 4.0.1: with it scenarios 1 to 6 end
_ENDS = 6  # those
#: 1.2 Points: a Blast in a box, the first hit of a box, the carrier in it, bombs on the Area.
_BLAST, _FIRST, _CARRIER, _AREA = 2, 1, 4, 1
# What bombs are worth that are still aboard two turns from now.
_KEEP_DAY = 3.0
_KEEP_NIGHT = 1.5
_KEEP_LAST = 1.0  # from turn 7 of scenarios 1 to 6: they are dropped on the Area in the end
# Points that it costs to meet one hazard, to get into a box with one face down, with flak, with balloons.
_HAZARD = 0.2
_HAZARD_DAMAGED = 0.5
_HIDDEN_DAY = 0.5
_HIDDEN_NIGHT = 0.2
_FLAK = 0.3
_FLAK_DAMAGED = 0.9
_BALLOONS = 3.5


def plus(r: Raid, b25: B25) -> tuple[int, int]:
    """4.8.1, 4.9.3 What all those modifiers come to that are the B-25's own: to get into a box, and to hit it."""
    ratings = r.ratings
    enter = b25.turn_approach + (ratings.night_navigation if r.side is Side.NIGHT else ratings.day_navigation)
    hit = b25.turn_detonation + ratings.bombing
    if b25.elite is not None:
        if elites.navigation(b25):
            enter += rule.APPROACH.mods["elite"].value
        elif elites.can(b25, Benefit.BOMBARDIER):
            hit += rule.DETONATION.mods["elite"].value
    if b25.damage:
        hit += rule.DETONATION.mods["damaged"].value
    for marker in b25.attached:
        if marker.back is Back.FAULTY_DOORS:
            hit += marker.detonation
    return enter, hit


def _chances(r: Raid, plus: tuple[int, int], box: Box) -> tuple[int, int]:
    """4.8.1, 4.8.4, 4.9.3 Throws in 36 that get into a box, and that hit it, as far as a player can know."""
    enter, hit = box.approach[r.side] - plus[0], box.blast_number[r.side] - plus[1]
    if box.blast:
        enter -= rule.APPROACH.mods["blast"].value
    for marker in box.markers:
        if marker.revealed:
            enter -= marker.approach
            hit -= marker.detonation
    if r.side is Side.NIGHT and r.target().lights_out:
        return odds.lowest_two(enter), odds.at_least(hit)
    return odds.at_least(enter), odds.at_least(hit)


def look(r: Raid, b25: B25, plus: tuple[int, int], box: Box) -> tuple[float, float]:
    """4.8, 4.9 The chance to get into a box, and the points to be expected of whoever is in it."""
    enter, hit = _chances(r, plus, box)
    points = _BLAST * r.ratings.box_blast - _AREA + (0 if box.blast else _FIRST)
    cost = 0.0
    for marker in box.markers:
        if not marker.revealed:
            cost += _HIDDEN_NIGHT if r.side is Side.NIGHT else _HIDDEN_DAY
        elif marker.back is Back.FLAK:
            cost += _FLAK_DAMAGED if b25.damage else _FLAK
        elif marker.back is Back.BALLOONS:
            cost += _BALLOONS
        elif marker.back is Back.CARRIER and not box.blast:
            points += _CARRIER
    return enter / 36, hit * points / 36 + _AREA - cost


def keep(r: Raid) -> float:
    """4.8 What bombs are worth that are still aboard two turns from now."""
    if r.options.scenario <= _ENDS and r.attack_turn >= _LAST_TURN - 2:
        return _KEEP_LAST
    return _KEEP_NIGHT if r.side is Side.NIGHT else _KEEP_DAY


def risk(r: Raid, b25: B25, area: Area | None = None, there: int = 0) -> float:
    """4.2.2, 4.4 What the hazards cost that are met for one more B-25, in an Area with so many or anywhere."""
    city = r.target()
    more = r.security.alert + city.track[min(city.detonations, len(city.track) - 1)] + there
    met = _met(r, area, more + 1) - (_met(r, area, more) if there else 0)
    return met * (_HAZARD_DAMAGED if b25.damage else _HAZARD)


def _met(r: Raid, area: Area | None, drawn: int) -> int:
    """4.2.3, 4.4 Hazards that are not evaded, if so many are drawn."""
    if area is not None:
        drawn = min(max(drawn, 0), area.limit) + len(area.markers)
    return max(0, drawn - attack_hazards.evasion(r))


def last_run(r: Raid) -> bool:
    """4.0.1, 4.8 The last turn of the attack: who does not get into a box now never does.

    Before it a re-roll is kept when an approach fails, for the bombs may miss. To spend it there costs 0.20 ±0.03
    points a raid of scenario 1 (12,000 raids; 0.06 ±0.02 only where five throws in six then get in), 0.45 ±0.16 of
    scenario 6 (6,000), 0.24 ±0.23 of 8 and 0.42 ±0.23 of 9 (4,000 each).
    """
    return r.options.scenario <= _ENDS and r.attack_turn >= _LAST_TURN


def later(r: Raid, b25: B25, plus: tuple[int, int], area: Area, kept: float) -> float:
    """4.8 What bombs are worth that are kept for the next turn: the best box of the Areas next to this one."""
    if last_run(r):
        return kept
    city = r.target()
    best = 0.0
    for name in area.adjacent:
        for box in city.areas[name].boxes:
            chance, points = look(r, b25, plus, city.boxes[box])
            gain = chance * (points - kept)
            if gain > best:
                best = gain
    return kept + best - risk(r, b25)


def approach(r: Raid, pairs: Sequence[tuple[B25, Box]]) -> tuple[B25, Box] | None:
    """4.8 The most points to be expected beyond those of bombs that are kept; nobody where these are more."""
    best: tuple[B25, Box] | None = None
    most, planes = 0.0, dict.fromkeys([b25 for b25, _ in pairs])
    for b25 in planes:
        if attack.intercepted(b25):
            continue
        now = plus(r, b25)
        own = (now[0] - b25.turn_approach, now[1] - b25.turn_detonation)  # without the hazards of this turn
        kept = later(r, b25, own, r.target().areas[b25.area], keep(r))
        for pair in pairs:
            if pair[0] is b25:
                chance, points = look(r, b25, now, pair[1])
                gain = chance * (points - kept)
                if gain > most:
                    best, most = pair, gain
    return best


def hopeless(r: Raid, pairs: Sequence[tuple[B25, Box]]) -> bool:
    """4.8 Nobody can both get into a box and hit it."""
    return not any(min(_chances(r, plus(r, b), box)) for b, box in pairs if not attack.intercepted(b))


def why_approach(r: Raid, best: tuple[B25, Box] | None, lost: bool) -> str:
    """4.8 The reason for the best pair, or for nobody; `lost`: it is hopeless."""
    if lost:
        return "Nobody can both get into a box and hit it now."
    if best is None:
        return "Whoever gets in must drop: the bombs are worth more at a box that is in reach next turn."
    seen = all(marker.revealed for marker in best[1].markers)
    worth = f"{_kept(r, best[0]):.1f}".removesuffix(".0")
    kept = f"who fails to get in keeps his bombs, worth about {worth} point{'' if worth == '1' else 's'}"
    return f"The most points to be expected{'' if seen else ', by what lies open'}: {kept}."


def _kept(r: Raid, b25: B25) -> float:
    """4.8 What its bombs are worth to a B-25 that does not get into a box now."""
    enter, hit = plus(r, b25)
    own = (enter - b25.turn_approach, hit - b25.turn_detonation)
    return later(r, b25, own, r.target().areas[b25.area], keep(r))


def area_release(r: Raid, b25: B25) -> bool:
    """4.9.1 A careful player drops on the Area with no box he could enter, or at the very end."""
    return last_run(r) or bool(rule.why_not_approach(r, b25))


def why_area_release(r: Raid, b25: B25) -> str:
    """4.9.1 The reason."""
    if not area_release(r, b25):
        return "There is still time to find a Target Box, which is worth more."
    if rule.why_not_approach(r, b25):
        return "It can try no Target Box."
    return "The attack ends with this turn: better a sure Blast of 1, and without bombs it gets away more often."
