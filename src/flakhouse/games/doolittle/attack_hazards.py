"""4.2 to 4.6: hazards over the city are placed, assigned, evaded, shot at (see attack_gunnery.py) and resolved."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import aircraft, attack, attack_gunnery, carriers, checks, cups, elites
from flakhouse.games.doolittle.advice import attack_hazards as advice
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.questions import approach as in_boxes
from flakhouse.games.doolittle.questions import attack_hazards as questions
from flakhouse.games.doolittle.questions.keys import by_pilot, numbered
from flakhouse.games.doolittle.state import B25, Area, Box, Marker, Raid
from flakhouse.games.doolittle.words import Back, Benefit, City, Fate, Front, Side

__all__ = [
    "box_order",
    "cup_of",
    "draw_count",
    "drawn",
    "evasion",
    "hazards",
    "in_box",
    "strike",
]


class _Blow(StrEnum):
    """Balloons, or a crash into something."""

    DESTROYED = "Destroyed"
    DAMAGED = "Damaged"


BLOW = CHARTS.words("balloons", _Blow)
FLAK = CHARTS.numbers("flak")
INTERCEPTOR = CHARTS.numbers("interceptor")

_WORD = {City.TOKYO: "tokyo", City.NAGOYA: "nagoya", City.OSAKA_KOBE: "osaka"}
_CUPS = {city: {side: f"{word}-{side.value}" for side in Side} for city, word in _WORD.items()}
#: 4.8.2 What strikes a B-25 that gets into a box.
IN_BOX = (Back.FLAK, Back.SMALL_ARMS, Back.BALLOONS)
#: What a roll is made for, from the B-25's side.
_SURVIVES = checks.Need("is damaged only", "It is destroyed.")
_MISSED = checks.Need("is missed", "The B-25 is hit.")
#: 4.6.3 What does something by itself, beside modifiers.
_HARMFUL = (*IN_BOX, Back.CRASH, Back.INTERCEPTOR, Back.CARRIER, Back.SEARCHLIGHTS)
LOW_ONLY = (Back.BALLOONS, Back.CRASH, Back.SMALL_ARMS)


def cup_of(r: Raid) -> str:
    """4.2.1 The cup of this map and side."""
    return _CUPS[r.city or City.TOKYO][r.side]


def hazards(ref: Referee, r: Raid) -> None:
    """4.2-4.6 The five hazard phases, Area by Area where there are B-25s."""
    there = attack.here(r)
    occupied = _occupied(r, there)
    r.step = "place hazards"
    ref.scene("area-hazards", city=r.target().city.value)
    for area, planes in occupied:
        _place(ref, r, area, planes)
    r.step = "assign hazards"
    for area, planes in occupied:
        _assign(ref, r, area, planes)
    r.step = "evade hazards"
    if not r.high:
        for area, planes in occupied:
            _evade(ref, r, area, planes)
    r.step = "gunnery"
    fired = [b25 for b25 in there if attack_gunnery.fire(ref, r, b25)]
    r.step = "resolve hazards"
    _resolve(ref, r, [area for area, _ in occupied], bool(fired))


def _occupied(r: Raid, there: list[B25]) -> list[tuple[Area, list[B25]]]:
    """4.2 The Areas where there are B-25s, in the order of the map, and who is in each."""
    areas = r.target().areas
    if len(there) == 1:
        return [(areas[there[0].area], there)]
    over: dict[str, list[B25]] = {}
    for b25 in there:
        over.setdefault(b25.area, []).append(b25)
    return [(area, over[area.name]) for area in areas.values() if area.name in over]


# ------------------------------------------------------------------ 4.2 placing


def drawn(r: Raid) -> int:
    """4.2.2 How many markers are drawn in each Area besides one for each B-25: Alert Level, Detonations Track."""
    city = r.target()
    return r.security.alert + city.track[min(city.detonations, len(city.track) - 1)]


def draw_count(r: Raid, area: Area, planes: Sequence[B25]) -> int:
    """3.4, example 3.4 releases, 4.2.2, 4.2.3 How many markers are drawn: B-25s, Alert Level, Detonations Track;
    at most the limit.
    """
    return max(0, min(len(planes) + drawn(r), area.limit))  # RULING 1: only new markers count toward the limit


def _place(ref: Referee, r: Raid, area: Area, planes: Sequence[B25]) -> None:
    """4.2 Draw markers face down; the Response cup serves when the map's own is empty (4.2.2, RULING 2)."""
    count = draw_count(r, area, planes)
    if not count:
        return
    own = cup_of(r)
    new = [m for m in [cups.draw(ref, r, own, "response") for _ in range(count)] if m is not None]
    area.markers += new
    if new:
        ref.note(
            "hazards-drawn",
            causes=(),
            area=area.name,
            count=len(new),
            fronts=", ".join(m.front.value for m in new),
        )


# ------------------------------------------------------------------ 4.3 assigning


def _assign(ref: Referee, r: Raid, area: Area, planes: list[B25]) -> None:
    """4.3, 4.3.1 Target markers into the boxes, the others onto the B-25s, as evenly as can be."""
    if not area.markers:
        return
    for marker in [m for m in area.markers if m.front is Front.TARGET and not m.revealed]:
        area.markers.remove(marker)
        _into_box(ref, r, area, marker, planes)
    loose = list(area.markers)
    area.markers.clear()
    if len(planes) == 1:
        for marker in loose:
            _lies_on(ref, planes[0], marker)
        return
    counts = [sum([m.back is Back.INTERCEPTOR for m in b.attached]) for b in planes]  # 4.3: attached ones count
    for at, marker in enumerate(loose):
        allowed = [planes[i] for i in _even(counts, len(loose) - at)]
        b25 = _to_b25(ref, area, marker, allowed)
        counts[planes.index(b25)] += 1
        _lies_on(ref, b25, marker)


def _lies_on(ref: Referee, b25: B25, marker: Marker) -> None:
    """4.3 A hazard is assigned to a B-25."""
    b25.assigned.append(marker)
    ref.note("hazard-assigned", causes=(), b25=b25.name(), hazard=marker.shown())


def _to_b25(ref: Referee, area: Area, marker: Marker, allowed: Sequence[B25]) -> B25:
    """4.3 Which of these B-25s has it: the player's choice."""
    if len(allowed) == 1:
        return allowed[0]
    advised = advice.assign_hazard(allowed).pilot
    # D2
    key = ref.ask(
        "assign-hazard", advised, lambda: questions.assign_hazard(area, marker, allowed), keys=by_pilot(allowed)
    )
    return next(b for b in allowed if b.pilot == key)


def _spread(counts: list[int], more: int) -> int:
    """4.3 The least difference between most and fewest that so many more markers can leave."""
    top = max(counts)
    room = len(counts) * top - sum(counts)
    if more >= room:  # all are level, then one more for some
        return 1 if (more - room) % len(counts) else 0
    levels = list(counts)
    for _ in range(more):
        levels[levels.index(min(levels))] += 1
    return top - min(levels)


def _even(counts: list[int], left: int) -> list[int]:
    """4.3 Whom the next marker may go to so that the end is as even as possible; the emptiest first."""
    if min(counts) == max(counts):
        return list(range(len(counts)))
    best = max(1, _spread(counts, left))
    allowed: list[int] = []
    for i in sorted(range(len(counts)), key=lambda i: counts[i]):
        after = list(counts)
        after[i] += 1
        if _spread(after, left - 1) <= best:
            allowed.append(i)
    return allowed or [counts.index(min(counts))]


def _into_box(ref: Referee, r: Raid, area: Area, marker: Marker, planes: Sequence[B25]) -> None:
    """4.3.1 A marker with the red box icon goes into a Target Box; without one back into the cup (RULING 8)."""
    city = r.target()
    if not area.boxes:
        cups.put_back(r, marker)
        return
    fewest = 99
    open_to: list[Box] = []
    for name in area.boxes:
        box = city.boxes[name]
        if len(box.markers) < fewest:
            fewest, open_to = len(box.markers), [box]
        elif len(box.markers) == fewest:
            open_to.append(box)
    box = open_to[0]
    if len(open_to) > 1:
        # D2
        name = ref.ask(
            "box-hazard",
            lambda: advice.box_hazard(r, planes, open_to).name,
            lambda: questions.box_hazard(r, area, planes, open_to),
            keys=questions.by_box(open_to),
        )
        box = city.boxes[name]
    box.markers.append(marker)
    ref.note("hazard-in-box", causes=(), box=box.name)


# ------------------------------------------------------------------ 4.4 evading


def evasion(r: Raid) -> int:
    """4.4.1, 13.4.8 How many hazards may be evaded in each Area."""
    return r.ratings.evasion + (r.ratings.night_evasion if r.side is Side.NIGHT else 0)


def _evade(ref: Referee, r: Raid, area: Area, planes: Sequence[B25]) -> None:
    """4.4, 13.4.6 Evade hazards of this Area: the rating, and one more for each elite pilot so trained."""
    for _ in range(evasion(r)):
        if not _evade_one(ref, r, area, planes):
            break
    if r.ratings.elite_evasion:
        for b25 in planes:
            if b25.elite_pilot():
                for _ in range(r.ratings.elite_evasion):
                    _evade_one(ref, r, area, [b25])


def _evade_one(ref: Referee, r: Raid, area: Area, planes: Sequence[B25]) -> bool:
    """4.4.1 One hazard slides off its B-25, an attached Interceptor too; false if none is there or wanted."""
    pairs: list[tuple[B25, Marker]] = []
    for b25 in planes:
        for marker in b25.assigned:
            pairs.append((b25, marker))
        for marker in b25.attached:
            if marker.back is Back.INTERCEPTOR:
                pairs.append((b25, marker))
    if not pairs:
        return False
    # D3
    key = ref.ask(
        "evade",
        lambda: str(advice.evade(pairs) + 1),
        lambda: questions.evade(area, pairs),
        keys=questions.evadable(pairs),
    )
    if key == questions.NONE:
        return False
    b25, marker = pairs[int(key) - 1]
    (b25.assigned if marker in b25.assigned else b25.attached).remove(marker)
    area.markers.append(marker)
    ref.note("evaded", causes=(), b25=b25.name(), hazard=marker.shown(), what=marker.told())
    return True


# ------------------------------------------------------------------ 4.6 resolving


def _resolve(ref: Referee, r: Raid, occupied: Sequence[Area], fired: bool = False) -> None:
    """4.6 Every assigned or attached hazard takes effect, then what was evaded is seen. `fired`: gunners did."""
    if _met(ref, r) or fired:
        ref.scene("evaded")  # else it goes on as it was: drawn, shaken off, seen
    _evaded(ref, r, occupied)


def _met(ref: Referee, r: Raid) -> bool:
    """4.6 The hazards of each B-25, one at a time, each a moment of its own; true if there was any."""
    met = False
    for b25 in attack.here(r):
        for marker in [a for a in b25.attached if a.back is Back.INTERCEPTOR]:
            b25.attached.remove(marker)
            b25.assigned.append(marker)
        while b25.assigned and b25.fate is Fate.FLYING:
            marker = _next_marker(ref, b25)
            b25.assigned.remove(marker)
            met = True
            shown, marker.revealed = marker.revealed and r.options.coordinated_fire, True
            ref.scene("hazards", b25=b25.name(), area=b25.area, hazard=marker.words())
            if not shown:
                _turned(ref, r, b25, marker)
            _apply(ref, r, b25, marker)
    return met


def _turned(ref: Referee, r: Raid, b25: B25, marker: Marker) -> None:
    """4.6.1 A marker is turned over; `clear`: there is nothing on its back that does anything here."""
    below = r.high and marker.back in LOW_ONLY
    ref.note(
        "hazard-revealed",
        b25=b25.name(),
        hazard=marker.words(),
        clear=below or _clear(marker),
        means="too far below to do harm" if below else marker.means(),
    )


def _clear(marker: Marker) -> bool:
    """4.6.3 Whether a hazard turns out to be none."""
    return marker.back not in _HARMFUL and not (marker.approach or marker.detonation)


def _evaded(ref: Referee, r: Raid, occupied: Sequence[Area]) -> None:
    """4.6.1 What was evaded is revealed; the rest of it stays in its Area, or goes."""
    for area in occupied:
        for marker in list(area.markers):
            if not marker.revealed and marker.back is not Back.CARRIER:  # she is told of where she lies
                _tell(ref, r, area, marker)
            marker.revealed = True
            if not marker.stay:  # 4.6.1: evaded, and not of those that stay
                area.markers.remove(marker)
                if marker.back is Back.CARRIER:
                    carriers.found(ref, r, marker)
                else:
                    cups.put_back(r, marker)


def _tell(ref: Referee, r: Raid, area: Area, marker: Marker) -> None:
    """4.6.1 What an evaded hazard was, unless it goes and nobody is left to see."""
    if marker.stay or attack.here(r, area.name):
        ref.note(
            "evaded-revealed",
            causes=(),
            area=area.name,
            hazard=marker.words(),
            stays=marker.stay,
            clear=_clear(marker),
        )


def _next_marker(ref: Referee, b25: B25) -> Marker:
    """4.6.1 The player resolves a B-25's hazards in the order he likes."""
    if len(b25.assigned) == 1:
        return b25.assigned[0]
    # D6
    key = ref.ask("resolve-next", "1", lambda: questions.resolve_next(b25), keys=numbered(b25.assigned))
    return b25.assigned[int(key) - 1]


def _apply(ref: Referee, r: Raid, b25: B25, marker: Marker) -> None:
    """4.6.1 Stay, 4.6.3 The effect of one hazard, and where the marker goes."""
    area = r.target().areas[b25.area]
    back = marker.back
    if back is Back.INTERCEPTOR:
        _interceptor(ref, r, b25, marker)
        return
    if back is Back.CARRIER:
        carriers.found(ref, r, marker)
        return
    b25.turn_approach += marker.approach  # RULING 5: until the end of the turn
    b25.turn_detonation += marker.detonation
    b25.lit = b25.lit or back is Back.SEARCHLIGHTS
    strike(ref, r, b25, marker)
    if marker.stay:
        area.markers.append(marker)
    else:
        cups.put_back(r, marker)


def in_box(box: Box) -> list[Marker]:
    """4.8.2 Flak and balloons that strike a B-25 when it gets into the box."""
    return [m for m in box.markers if m.back in IN_BOX]


def box_order(ref: Referee, b25: B25, box: Box, left: list[Marker]) -> Marker:
    """ruling 7, 4.8.2 Flak and balloons in a box strike in the order the player likes."""
    if len(left) == 1 or all(m.words() == left[0].words() for m in left):
        return left[0]
    # D11
    return left[int(ref.ask("box-next", "1", lambda: in_boxes.box_next(b25, box, left), keys=numbered(left))) - 1]


def strike(ref: Referee, r: Raid, b25: B25, marker: Marker) -> None:
    """4.6.3 Break Off, 4.6.3 Crash, 4.6.3 Panicked Streets, 4.6.3 Balloons, Crash, Flak and Small Arms strike;
    everything else has no effect of its own.
    """
    back = marker.back
    if r.high and back in LOW_ONLY:
        return
    if back is Back.FLAK or back is Back.SMALL_ARMS:
        _flak(ref, r, b25, marker)
    elif back is Back.BALLOONS or back is Back.CRASH:
        blow = checks.roll(ref, r, BLOW, (b25,), bad=lambda f: f[0] % 2 == 1, need=_SURVIVES)
        ref.note("blow", b25=b25.name(), hazard=marker.words())
        if blow is _Blow.DESTROYED:
            aircraft.destroy(ref, r, b25, marker.words().lower())
        else:
            aircraft.damage(ref, r, b25, marker.words().lower())


def _flak(ref: Referee, r: Raid, b25: B25, marker: Marker) -> None:
    """4.6.3, 15.3, 15.4 A sum in the range damages; tracers roll doubles again, searchlights help to aim."""
    while b25.fate is Fate.FLYING:
        kept = _flak_dice(ref, r, b25, marker)
        hit = marker.low <= sum(kept) <= marker.high
        ref.note("flak", b25=b25.name(), sum=sum(kept), hit=hit, hazard=marker.words())
        if hit:
            aircraft.damage(ref, r, b25, "flak" if marker.back is Back.FLAK else "small arms")
        if not r.options.doubles_again() or kept[0] != kept[1]:
            return


def _flak_dice(ref: Referee, r: Raid, b25: B25, marker: Marker) -> tuple[int, int]:
    """4.6.3, 15.4 Two dice, or the most lethal pair of three (four at high altitude) under searchlights."""
    low, high = marker.low, marker.high
    if not (r.options.coordinated_fire and marker.back is Back.FLAK and _lit(ref, r, b25)):
        tracers = r.options.doubles_again()
        one, two = checks.pool(
            ref, r, FLAK, 2, (b25,), lambda f: low <= sum(f) <= high,
            lambda f: low <= sum(f) <= high or (tracers and f[0] == f[1]),
            need=_MISSED, least=low, most=high,
        )  # fmt: skip
        return one, two

    def hit(faces: tuple[int, ...]) -> bool:
        return low <= sum(checks.pair_within(faces, low, high)) <= high

    faces = checks.pool(ref, r, FLAK, 4 if r.high else 3, (b25,), bad=hit, need=_MISSED)
    # RULING 15.4: high, the pair that also means another roll (15.3) is the most lethal; low the player avoids it.
    return checks.pair_within(faces, low, high, r.high)


def _lit(ref: Referee, r: Raid, b25: B25) -> bool:
    """15.4 Searchlights are assigned to the same B-25; flak in a Target Box is not assigned to it."""
    if b25.box:
        return False
    for marker in b25.assigned:  # RULING 15.4: what else is assigned is revealed before its flak is rolled
        if not marker.revealed:
            marker.revealed = True
            _turned(ref, r, b25, marker)
    return b25.lit or any(m.back is Back.SEARCHLIGHTS for m in b25.assigned)


def _interceptor(ref: Referee, r: Raid, b25: B25, marker: Marker) -> None:
    """4.6.3, 2.3.5 In its range it damages and breaks off; above it breaks off; below it stays attached."""
    if _drives_off(ref, r, b25, marker, "attacks", advice.elite_gunner_strikes(b25)):
        cups.put_back(r, marker)
        return
    low, high = marker.low, marker.high
    checks.roll(
        ref, r, INTERCEPTOR, (b25,), bad=lambda f: low <= sum(f) <= high, while_=lambda f: sum(f) <= high,
        need=_MISSED, least=low, most=high,
    )  # fmt: skip
    total = ref.face
    if total < low:
        b25.attached.append(marker)
        result = "stays on its tail"
    else:
        cups.put_back(r, marker)
        result = "hits and breaks off" if total <= high else "breaks off"
    ref.note("interceptor", b25=b25.name(), sum=total, result=result)
    if low <= total <= high:
        aircraft.damage(ref, r, b25, "an interceptor")
    # 2.3.5: at any time; one that stays attached bars the way out and the release
    elif total < low and _drives_off(ref, r, b25, marker, "hangs on", advice.elite_gunner_hangs_on(b25)):
        attack_gunnery.remove(r, b25, marker)


def _drives_off(ref: Referee, r: Raid, b25: B25, marker: Marker, what: str, advised: bool) -> bool:
    """2.3.5 The elite gunner against this Interceptor, if there is one aboard and the player wants it."""
    if not elites.can(b25, Benefit.GUNNER):
        return False
    why = f"{marker.words()} {what}. "
    # D5
    if not ref.agreed("elite-gunner", advised, lambda: questions.elite_gunner(b25, why, marker, advised)):
        return False
    elites.spend(ref, r, b25, "drives the fighter off")
    return True
