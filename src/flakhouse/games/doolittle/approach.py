"""4.8 and 4.9: into the Target Boxes, and bombs away."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import aircraft, attack, attack_hazards, checks, elites
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.state import B25, Area, Box, Raid
from flakhouse.games.doolittle.words import Back, Benefit, Side

__all__ = ["approach_mods", "approach_phase", "best_area", "bombs_away", "why_not_approach"]

APPROACH = CHARTS.numbers("approach")
DETONATION = CHARTS.numbers("detonation")
_A = APPROACH.mods
_D = DETONATION.mods
_NIGHT = Side.NIGHT
_BOMBARDIER = Benefit.BOMBARDIER
_DOORS = Back.FAULTY_DOORS
#: Of 36 throws of two dice, those of this total or more.
_AT_LEAST = (36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1)
_LATE = 6  # the turn from which a careful player drops on the Area rather than risk to bring his bombs home


# ------------------------------------------------------------------ 4.8 approach


def why_not_approach(r: Raid, b25: B25) -> str:
    """3.3.1, 4.8 Why this B-25 may not try a Target Box, or nothing."""
    if not b25.loaded:
        return "unloaded (4.8)"
    if not r.high:
        return "" if r.ratings.mark_twain else "no Mark Twain bombsight (3.3.1)"
    if not r.ratings.norden:
        return "at high altitude without a Norden bombsight (3.3.1)"
    return "not at night from high altitude (3.3.1)" if r.side is _NIGHT else ""


def approach_mods(r: Raid, b25: B25, box: Box) -> list[Mod]:
    """4.8.1 Modifiers: skill, Elite, Blast in the box, hazards on the bomber and revealed in the box."""
    skill = r.ratings.night_navigation if r.side is _NIGHT else r.ratings.day_navigation
    mods: list[Mod] = []
    if skill:
        mods.append(_A["navigation"].of(skill))
    if elites.navigation(b25):
        mods.append(_A["elite"])
    if box.blast:
        mods.append(_A["blast"])
    hazard = b25.turn_approach + sum([m.approach for m in box.markers if m.revealed])
    if hazard:
        mods.append(_A["hazard"].of(hazard))
    return mods


def _detonation_mods(r: Raid, b25: B25, box: Box) -> list[Mod]:
    """4.9.3 Modifiers: skill, Elite, damage, hazards on the bomber (8.3.7 Faulty Doors too) and in the box."""
    mods: list[Mod] = []
    if r.ratings.bombing:
        mods.append(_D["bombing"].of(r.ratings.bombing))
    if elites.can(b25, _BOMBARDIER):
        mods.append(_D["elite"])
    if b25.damage:
        mods.append(_D["damaged"])
    hazard = b25.turn_detonation + sum([m.detonation for m in box.markers if m.revealed])
    hazard += sum([m.detonation for m in b25.attached if m.back is _DOORS])
    if hazard:
        mods.append(_D["hazard"].of(hazard))
    return mods


def _plus(r: Raid, b25: B25) -> tuple[int, int]:
    """4.8.1, 4.9.3 What all those modifiers come to that are the B-25's own: to get into a box, and to hit it."""
    ratings = r.ratings
    enter = b25.turn_approach + (ratings.night_navigation if r.side is _NIGHT else ratings.day_navigation)
    hit = b25.turn_detonation + ratings.bombing
    if b25.elite is not None:
        if elites.navigation(b25):
            enter += _A["elite"].value
        elif elites.can(b25, _BOMBARDIER):
            hit += _D["elite"].value
    if b25.damage:
        hit += _D["damaged"].value
    for marker in b25.attached:
        if marker.back is _DOORS:
            hit += marker.detonation
    return enter, hit


def _chance(side: Side, plus: tuple[int, int], box: Box) -> int:
    """4.8.1, 4.9.3 Chances in 1,296 to get into a box and hit it, as far as a player can know."""
    enter, hit = box.approach[side] - plus[0], box.blast_number[side] - plus[1]
    if box.blast:
        enter -= _A["blast"].value
    for marker in box.markers:
        if marker.revealed:
            enter -= marker.approach
            hit -= marker.detonation
    if enter > 12 or hit > 12:
        return 0
    return _AT_LEAST[enter if enter > 2 else 2] * _AT_LEAST[hit if hit > 2 else 2]


def best_area(r: Raid, b25: B25, names: Sequence[str]) -> str:
    """4.1 The Area that looks best for a B-25: chances of its best box, or a way out with the fewest hazards."""
    city = r.target()
    areas = [city.areas[name] for name in names]
    able = not why_not_approach(r, b25)
    taken = [b.area for b in attack.here(r) if b is not b25 and b.loaded] if able else []
    plus = _plus(r, b25) if able else (0, 0)

    def promise(area: Area) -> int:
        """How good it looks."""
        danger = 12 * area.limit + 15 * len(area.markers)
        if not able:
            return (600 if area.perimeter and not b25.loaded else 0) - danger
        best = 0
        for name in area.boxes:
            box = city.boxes[name]
            worth = _chance(r.side, plus, box) - (200 if box.blast else 0)
            if worth > best:
                best = worth
        crowded = area.name in taken and taken.count(area.name) >= max(1, len(area.boxes))
        return (best // 3 if crowded else best) - danger

    return max(areas, key=promise).name


def approach_phase(ref: Referee, r: Raid) -> None:
    """4.8 Loaded B-25s try the boxes of their Areas, one check each, in the player's order."""
    r.step = "approach"
    tried: list[B25] = []
    while True:
        there = attack.here(r)
        able = [b for b in there if b.loaded and b not in tried and not b.box and not why_not_approach(r, b)]
        pairs = [(b, box) for b in able for box in _open_boxes(r, b, there)]
        if not pairs:
            return
        b25, box = _pick(ref, r, pairs)
        if b25 is None or box is None:
            return
        tried.append(b25)
        _check(ref, r, b25, box)


def _open_boxes(r: Raid, b25: B25, there: Sequence[B25] | None = None) -> list[Box]:
    """3.3 The boxes of its Area that nobody is in; `there`: who is on the map, if that is known."""
    city = r.target()
    taken = [b.box for b in (attack.here(r) if there is None else there) if b.box]
    return [city.boxes[name] for name in city.areas[b25.area].boxes if name not in taken]


def _pick(ref: Referee, r: Raid, pairs: list[tuple[B25, Box]]) -> tuple[B25 | None, Box | None]:
    """4.8 Which aircraft tries which box next, or nobody."""
    chances = [_chance(r.side, _plus(r, b), box) for b, box in pairs]
    looks = [chance - (150 if box.blast else 0) for chance, (_, box) in zip(chances, pairs, strict=True)]
    at = looks.index(max(looks))
    best = pairs[at]
    worth = chances[at] > 0 and not attack.intercepted(best[0])
    if ref.hurried:
        ref.asked += 1
        return best if worth else (None, None)
    options = {_key(b, box): _words(r, b, box) for b, box in pairs}
    options["nobody"] = "Nobody (else)"
    # D10
    key = ref.choose(
        "approach", "4.8", "Who tries to get into which Target Box?", options, _key(*best) if worth else "nobody"
    )
    for b, box in pairs:
        if _key(b, box) == key:
            return b, box
    return None, None


def _key(b25: B25, box: Box) -> str:
    return f"{b25.pilot} > {box.name}"


def _words(r: Raid, b25: B25, box: Box) -> str:
    """4.8.1 A pair with its numbers, and a warning where the bombs cannot fall (RULING 4)."""
    plus = sum(mod.value for mod in approach_mods(r, b25, box))
    text = (
        f"{b25.name()} into {box.name}: {box.approach[r.side]} with {plus:+d} gets in,"
        f" then {box.blast_number[r.side]} hits"
    )
    markers = ", ".join(marker.shown() for marker in box.markers)
    if markers:
        text += f"; in it {markers}"
    return text + ("; an Interceptor keeps it from releasing" if attack.intercepted(b25) else "")


def _check(ref: Referee, r: Raid, b25: B25, box: Box) -> None:
    """4.8.1-4.8.4 The Approach Check: markers in the box are revealed first (RULING 6)."""
    new = [marker for marker in box.markers if not marker.revealed]
    for marker in new:
        marker.revealed = True
    if new and ref.trace:
        ref.note("box-revealed", box=box.name, hazards=", ".join(marker.words() for marker in new))
    number = box.approach[r.side]
    mods = approach_mods(r, b25, box)
    dice = 3 if r.side is _NIGHT and r.target().lights_out else 2
    checks.roll(
        ref, r, APPROACH, (b25,), mods, dice=dice,
        bad=lambda kept: sum(kept) + ref.plus(APPROACH, mods) < number,
    )  # fmt: skip
    success = ref.total >= number
    if ref.trace:
        ref.note("approach", b25=b25.name(), box=box.name, success=success, sum=ref.total, number=number)
    if not success:
        return
    b25.box = box.name
    left = attack_hazards.in_box(box)
    while left and b25.box:
        marker = attack_hazards.box_order(ref, b25, left)
        left.remove(marker)
        attack_hazards.strike(ref, r, b25, marker)


# ------------------------------------------------------------------ 4.9 bombs away


def bombs_away(ref: Referee, r: Raid) -> None:
    """4.9 First those in Areas, who may; then those in boxes, who must."""
    r.step = "bombs away"
    there = attack.here(r)
    for b25 in there:
        if b25.loaded and not b25.box and not attack.intercepted(b25):
            _area_release(ref, r, b25)
    for b25 in there:
        if b25.box:
            _box_release(ref, r, b25)


def _area_release(ref: Referee, r: Raid, b25: B25) -> None:
    """4.9.1 Ordnance on the Area: always a Blast of 1."""
    wanted = _give_up(r, b25)
    if ref.hurried:
        ref.asked += 1
        if not wanted:
            return
    else:
        prompt = f"{b25.name()} is over {b25.area}, loaded. Release on the Area?"
        # D12
        if not ref.yes("area-release", "4.9.1", prompt, wanted, routine=not wanted):
            return
    area = r.target().areas[b25.area]
    area.blast += 1
    _released(ref, r, b25)
    if ref.trace:
        ref.note("area-hit", b25=b25.name(), area=area.name, blast=area.blast)


def _give_up(r: Raid, b25: B25) -> bool:
    """4.9.1 A careful player drops on the Area late in the attack, damaged, or with no box he could enter."""
    return r.attack_turn >= _LATE or b25.damage > 0 or bool(why_not_approach(r, b25))


def _released(ref: Referee, r: Raid, b25: B25) -> None:
    """2.1.1, 4.9, RULING 44: unloaded; the tally rises whatever was hit; unused Medals go back."""
    b25.loaded = False
    r.target().detonations += 1
    aircraft.return_medals(r, b25)


def _box_release(ref: Referee, r: Raid, b25: B25) -> None:
    """4.9.2-4.9.5 A B-25 in a box must release; then it is back in the Area."""
    city = r.target()
    box = city.boxes[b25.box]
    b25.box = ""
    if attack.intercepted(b25):
        # RULING 4: no release with an Interceptor attached; back into the Area, still loaded.
        if ref.trace:
            ref.note("release-spoilt", b25=b25.name(), box=box.name)
        return
    number = box.blast_number[r.side]
    mods = _detonation_mods(r, b25, box)
    checks.roll(ref, r, DETONATION, (b25,), mods, bad=lambda kept: sum(kept) + ref.plus(DETONATION, mods) < number)
    hit = ref.total >= number
    if hit:
        box.blast += r.ratings.box_blast
    else:
        city.areas[b25.area].blast += 1
    _released(ref, r, b25)
    if ref.trace:
        ref.note("box-hit" if hit else "box-missed", b25=b25.name(), box=box.name, area=b25.area)
