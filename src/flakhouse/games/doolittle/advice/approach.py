"""4.8, 4.9 Which Target Box to try, and when to drop on the Area instead: in points that can be expected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from flakhouse.games.doolittle import approach as rule
from flakhouse.games.doolittle import attack, attack_hazards, elites
from flakhouse.games.doolittle.advice import odds
from flakhouse.games.doolittle.campaign_debrief import QUARTERS, WEIGHTS
from flakhouse.games.doolittle.points import carrier_hit
from flakhouse.games.doolittle.state import B25, Area, Box, Raid
from flakhouse.games.doolittle.words import Back, Benefit, Side

__all__ = [
    "Outlook",
    "Risk",
    "approach",
    "area_release",
    "hopeless",
    "last_run",
    "plus",
    "runs",
    "why_approach",
    "why_area_release",
]

_LAST_TURN = 9  # 4.0.1: with it scenarios 1 to 6 end
_ENDS = 6  # those


class _Scale(NamedTuple):
    """1.2, 1.3 What counts in the end: a Blast in a box, the first hit of a box, the carrier in it, bombs on the
    Area; and beside points, how much bombs kept aboard are worth and trouble costs.
    """

    blast: float
    first: float
    carrier: float
    area: float
    keep: float = 1.0
    harm: float = 1.0


def _judged(*keys: str) -> float:
    """1.3 What these add to the sums of all judges together."""
    return sum([by for weights in WEIGHTS.values() for what, by in weights if what in keys]) / QUARTERS


_POINTS = _Scale(2.0, 1.0, 4.0, 1.0)
# No judge asks how many boxes were hit. Against points this gains -0.01 ±0.07 marks and 0.36 ±0.11 Blast a raid of
# scenario 10, 0.12 ±0.07 marks and 0.66 ±0.13 Blast of 7 with the Denouement (3,000 raids each). `keep` and `harm`
# are one of five pairs tried over 3,000 other raids of scenario 10, which differed by no more than chance.
_JUDGES = _Scale(
    _judged("box-blast", "blast"), 0.0, _judged("carrier"), _judged("area-blast", "blast"), keep=0.8, harm=0.7
)
# What bombs are worth that are still aboard two turns from now. Beside each value stands what others gain in
# points a raid (95 %): for the first 2,000 raids each of scenarios 1 to 8, for those of the night 1,500 of 6
# and 8, for the rest 1,000 of 1 to 5 and 7.
_KEEP_DAY = 3.0  # 1.5: -0.33 ±0.09, 2: -0.18 ±0.08, 2.5: -0.07 ±0.07, 3.5: -0.17 ±0.08, 4: -4.0 ±0.2 (7: -29 ±1)
_KEEP_NIGHT = 1.5  # 0.75: -0.10 ±0.30, 1: -0.03 ±0.28, 2: +0.07 ±0.31, 3: -2.2 ±0.5
# From turn 7: in scenarios 1 to 6 they are dropped on the Area in the end; in the others turn 9 burns Fuel, and
# not to wait is worth 0.60 ±0.31 points a raid of 7, 0.24 ±0.24 of 8, 0.23 ±0.28 of 9 (1,000 to 1,500 raids
# each).
_KEEP_LAST = 1.0  # 0.5: +0.02 ±0.03, 2: +0.01 ±0.03
# By day in scenarios 1 to 6, of the last B-25 with bombs, where a carrier is seen that nobody has hit. It gains
# 0.06 ±0.05 points a raid of 1, 0.04 ±0.04 of 2, 0.18 ±0.09 of 4 and costs 0.04 ±0.04 of 5; 4 gains less
# (2,000 raids each).
_KEEP_CARRIER = 5.0
# Points that it costs to meet one hazard, to get into a box with one face down, with flak, with balloons.
_HAZARD = 0.2  # 0.1: -0.01 ±0.12, 0.4: -0.21 ±0.14
_HAZARD_DAMAGED = 0.5  # 0.25: -0.00 ±0.05, 1: -0.03 ±0.05
_HIDDEN_DAY = 0.5  # 0.25: -0.13 ±0.12, 1: -0.01 ±0.13
_HIDDEN_NIGHT = 0.2  # 0.1: -0.08 ±0.15, 0.4: -0.12 ±0.23
_FLAK = 0.3  # 0.15: +0.01 ±0.02, 0.6: +0.01 ±0.03
_FLAK_DAMAGED = 0.9  # 0.45: +0.01 ±0.01, 1.8: +0.00 ±0.01
_BALLOONS = 3.5  # 1.75: -0.09 ±0.04, 7: +0.00 ±0.00


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


def keep(r: Raid) -> float:
    """4.8 What bombs are worth that are still aboard two turns from now."""
    if r.with_denouement():
        return max(_kept(r) * _JUDGES.keep, _JUDGES.area)
    return _kept(r)


def _kept(r: Raid) -> float:
    """4.8 The same in points."""
    if r.attack_turn >= _LAST_TURN - 2:
        return _KEEP_LAST
    if r.side is Side.NIGHT:
        return _KEEP_NIGHT
    return _KEEP_CARRIER if _last_for_a_carrier(r) else _KEEP_DAY


def _last_for_a_carrier(r: Raid) -> bool:
    """4.6.3 A carrier lies open in a box that nobody has hit, and one B-25 has bombs left for it."""
    if r.options.scenario > _ENDS:
        return False
    for box in r.target().boxes.values():
        if box.markers and not box.blast:
            for marker in box.markers:
                if marker.revealed and marker.back is Back.CARRIER:
                    return sum([b25.loaded for b25 in attack.here(r)]) <= 1
    return False


def _scale(r: Raid) -> _Scale:
    """1.2, 1.3 By what the raid is measured."""
    return _JUDGES if r.with_denouement() else _POINTS


class Risk:
    """4.2.2, 4.4 What the hazards cost that are met for one more B-25."""

    __slots__ = ("_cost", "_drawn", "_evaded")

    def __init__(self, r: Raid, b25: B25) -> None:
        self._drawn = attack_hazards.drawn(r)
        self._evaded = attack_hazards.evasion(r)
        self._cost = (_HAZARD_DAMAGED if b25.damage else _HAZARD) * _scale(r).harm

    def anywhere(self) -> float:
        """4.2.2, 4.4 Where nobody else is."""
        met = self._drawn + 1 - self._evaded
        return met * self._cost if met > 0 else 0.0

    def there(self, area: Area, count: int) -> float:
        """4.2.3, 4.4 In an Area with so many others."""
        met = self._met(area, count + 1) - (self._met(area, count) if count else 0)
        return met * self._cost

    def _met(self, area: Area, count: int) -> int:
        """4.2.3, 4.4 Hazards that are not evaded in an Area, if so many B-25s are there."""
        drawn = min(max(self._drawn + count, 0), area.limit)
        return max(0, drawn + len(area.markers) - self._evaded)


def last_run(r: Raid) -> bool:
    """4.0.1, 4.8 The last turn of the attack: who does not get into a box now never does.

    Before it a re-roll is kept when an approach fails, for the bombs may miss. To spend it there costs 0.20 ±0.03
    points a raid of scenario 1 (12,000 raids; 0.06 ±0.02 only where five throws in six then get in), 0.45 ±0.16 of
    scenario 6 (6,000), 0.24 ±0.23 of 8 and 0.42 ±0.23 of 9 (4,000 each).
    """
    return r.options.scenario <= _ENDS and r.attack_turn >= _LAST_TURN


def _one_is_hit(r: Raid) -> bool:
    """1.3 Whether a carrier has been hit that leaves nothing to gain by another: the judges count one."""
    return r.with_denouement() and carrier_hit(r)


class Outlook:
    """4.8, 4.9 What one B-25 can expect of the boxes of a map, as far as a player can know."""

    __slots__ = (
        *("_area", "_balloons", "_carrier", "_enter", "_first", "_flak", "_hidden", "_hit", "_keep"),
        *("_lowest", "_map", "_over", "_points", "_raid", "_risk", "_side"),
    )

    def __init__(self, r: Raid, b25: B25, plus: tuple[int, int], risk: Risk) -> None:
        """`plus`: what it adds to its dice, to get into a box and to hit it."""
        scale = _scale(r)
        self._raid = r
        self._map = r.target()
        self._side = r.side
        self._enter, self._hit = plus
        self._lowest = r.side is Side.NIGHT and self._map.lights_out
        self._area = scale.area
        self._first = scale.first
        self._carrier = scale.carrier
        self._points = scale.blast * r.ratings.box_blast - scale.area + scale.first
        self._hidden = (_HIDDEN_NIGHT if r.side is Side.NIGHT else _HIDDEN_DAY) * scale.harm
        self._flak = (_FLAK_DAMAGED if b25.damage else _FLAK) * scale.harm
        self._balloons = _BALLOONS * scale.harm
        self._over = last_run(r)
        self._keep = keep(r)
        self._risk = risk.anywhere()

    def look(self, box: Box) -> tuple[int, int, float]:
        """4.8.1, 4.8.4, 4.9.3 Throws in 36 that get into a box and that hit it, and the points of being in it."""
        enter, hit = box.approach[self._side] - self._enter, box.blast_number[self._side] - self._hit
        points, cost = self._points, 0.0
        if box.blast:
            enter -= rule.APPROACH.mods["blast"].value
            points -= self._first
        for marker in box.markers:
            if not marker.revealed:
                cost += self._hidden
                continue
            enter -= marker.approach
            hit -= marker.detonation
            if marker.back is Back.FLAK:
                cost += self._flak
            elif marker.back is Back.BALLOONS:
                cost += self._balloons
            elif marker.back is Back.CARRIER and not box.blast and not _one_is_hit(self._raid):
                points += self._carrier
        hits = odds.at_least(hit)
        enters = odds.lowest_two(enter) if self._lowest else odds.at_least(enter)
        return enters, hits, hits * points / 36 + self._area - cost

    def best(self, area: Area, kept: float) -> float:
        """4.8 The most points to be expected of a box of an Area, beyond those of bombs that are kept."""
        most = 0.0
        for name in area.boxes:
            enters, _, points = self.look(self._map.boxes[name])
            gain = enters / 36 * (points - kept)
            if gain > most:
                most = gain
        return most

    def later(self, area: Area, gains: dict[str, float] | None = None) -> float:
        """4.8 What bombs are worth that are kept for the next turn: the best box of the Areas next to this one.

        `gains`: what the best box of each Area is worth beyond them, as far as that has been asked.
        """
        if self._over:
            return self._keep
        most = 0.0
        for name in area.adjacent:
            if gains is not None and name in gains:
                gain = gains[name]
            else:
                gain = self.best(self._map.areas[name], self._keep)
                if gains is not None:
                    gains[name] = gain
            if gain > most:
                most = gain
        return self._keep + most - self._risk


def approach(r: Raid, pairs: Sequence[tuple[B25, Box]]) -> tuple[B25, Box] | None:
    """4.8 The most points to be expected beyond those of bombs that are kept; nobody where these are more."""
    best, gain, _ = _best(r, pairs)
    return best if gain > 0 else None


def _best(r: Raid, pairs: Sequence[tuple[B25, Box]]) -> tuple[tuple[B25, Box] | None, float, float]:
    """4.8 The run that gains most, or loses least, how much, and what its bombs are worth if they are kept."""
    best: tuple[B25, Box] | None = None
    most, worth, kept = -99.0, 0.0, 0.0
    seen: B25 | None = None
    now: Outlook | None = None  # of the B-25 seen last: the rule lists the boxes of each together
    for b25, box in pairs:
        if b25 is not seen:
            seen, now = b25, None
            if not attack.intercepted(b25):
                now, kept = _prospects(r, b25)
        if now is not None:
            enters, _, points = now.look(box)
            gain = enters / 36 * (points - kept)
            if gain > most:
                best, most, worth = (b25, box), gain, kept
    return best, most, worth


def _prospects(r: Raid, b25: B25) -> tuple[Outlook, float]:
    """4.8 What it can expect now, and what its bombs are worth if it does not get into a box."""
    enter, hit = plus(r, b25)
    risk = Risk(r, b25)
    now = later = Outlook(r, b25, (enter, hit), risk)
    if b25.turn_approach or b25.turn_detonation:  # which only the hazards of this turn bring
        later = Outlook(r, b25, (enter - b25.turn_approach, hit - b25.turn_detonation), risk)
    return now, later.later(r.target().areas[b25.area])


def runs(r: Raid, b25: B25, boxes: Sequence[Box]) -> list[tuple[float, float]]:
    """4.8 What a run at each box is worth: points beyond those of bombs that are kept, and all of them."""
    now, kept = _prospects(r, b25)
    found: list[tuple[float, float]] = []
    for box in boxes:
        enters, _, points = now.look(box)
        found.append((max(0.0, enters / 36 * (points - kept)), enters / 36 * points))
    return found


def hopeless(r: Raid, pairs: Sequence[tuple[B25, Box]]) -> bool:
    """4.8 Nobody can both get into a box and hit it."""
    for b25, box in pairs:
        enters, hits, _ = Outlook(r, b25, plus(r, b25), Risk(r, b25)).look(box)
        if enters and hits and not attack.intercepted(b25):
            return False
    return True


def why_approach(r: Raid, pairs: Sequence[tuple[B25, Box]], lost: bool, city: int = 0) -> str:
    """4.8, 1.2 The reason for the best pair, or for nobody; `lost`: it is hopeless; `city`: what the first Blast
    here adds, now or next turn: it decides nothing, but is counted as the options count it.
    """
    best, gain, kept = _best(r, pairs)
    if lost or best is None:
        return "Nobody can both get into a box and hit it now."
    run, kept_said = _told(kept + gain + city, kept + city)
    known = "" if all(marker.revealed for marker in best[1].markers) else ", as far as is known"
    first = f", each with the {city} of a city not hit before" if city else ""
    judged = r.with_denouement()
    unit = "to the judges" if judged else "points"
    if gain <= 0:
        return (
            f"Whoever gets in must drop: the best run is worth about {run} {unit}{known}, bombs that do not "
            f"get in counted as kept; bombs kept for a box in reach next turn about {kept_said}{first}."
        )
    most = "Most in the sums of the judges" if judged else "Most points"
    return f"{most}: trying this run about {run}{known}, keeping the bombs about {kept_said}{first}."


def _told(*worth: float) -> list[str]:
    """Points that stand beside each other, with as many places as tell them apart, two at most."""
    places = 1 if len({f"{one:.1f}" for one in worth}) == len(worth) else 2
    return [f"{one:.{places}f}".removesuffix(".0") for one in worth]


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
