"""4.8 and 4.9: into the Target Boxes, and bombs away."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import aircraft, attack, attack_hazards, checks, elites, points
from flakhouse.games.doolittle.advice import approach as advice
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.questions import approach as questions
from flakhouse.games.doolittle.state import B25, Box, Marker, Raid
from flakhouse.games.doolittle.words import Back, Benefit, Side

__all__ = ["approach_dice", "approach_mods", "approach_phase", "bombs_away", "why_not_approach"]

APPROACH = CHARTS.numbers("approach")
DETONATION = CHARTS.numbers("detonation")
#: What a roll is made for.
_GETS_IN = checks.Need("gets in", "It does not find the box.")
_HITS = checks.Need("hits", "The bombs fall on the Area: Blast 1.")


# ------------------------------------------------------------------ 4.8 approach


def why_not_approach(r: Raid, b25: B25) -> str:
    """3.3.1, 4.8 Why this B-25 may not try a Target Box, or nothing."""
    if not b25.loaded:
        return "unloaded (4.8)"
    if not r.high:
        return "" if r.ratings.mark_twain else "no Mark Twain bombsight (3.3.1)"
    if not r.ratings.norden:
        return "at high altitude without a Norden bombsight (3.3.1)"
    return "not at night from high altitude (3.3.1)" if r.side is Side.NIGHT else ""


def approach_mods(r: Raid, b25: B25, box: Box, unseen: int = 0) -> list[Mod]:
    """4.6.3 Camouflage, 4.6.3 Conspicuous Target, 4.8.1 Modifiers: skill, Elite, Blast in the box, hazards on the
    bomber and revealed in the box. `unseen`: what those face down there are taken to add.
    """
    skill = r.ratings.night_navigation if r.side is Side.NIGHT else r.ratings.day_navigation
    mods: list[Mod] = []
    if skill:
        mods.append(APPROACH.mods["navigation"].of(skill))
    if elites.navigation(b25):
        mods.append(APPROACH.mods["elite"])
    if box.blast:
        mods.append(APPROACH.mods["blast"])
    hazard = b25.turn_approach + unseen + sum([m.approach for m in box.markers if m.revealed])
    if hazard:
        mods.append(APPROACH.mods["hazard"].of(hazard))
    return mods


def approach_dice(r: Raid) -> int:
    """4.8.4 Two dice; three by night with the lights out."""
    return 3 if r.side is Side.NIGHT and r.target().lights_out else 2


def detonation_mods(r: Raid, b25: B25, box: Box, unseen: int = 0, damaged: bool = False) -> list[Mod]:
    """2.3.1, 4.6.3 Reinforced Concrete, 4.6.3 Volatile Target, ruling 34, 4.9.3 Modifiers: skill, Elite, damage,
    hazards on the bomber (8.3.7 Faulty Doors too) and in the box. `unseen`: what those face down there are taken
    to add; `damaged`: as if it were.
    """
    mods: list[Mod] = []
    if r.ratings.bombing:
        mods.append(DETONATION.mods["bombing"].of(r.ratings.bombing))
    if elites.can(b25, Benefit.BOMBARDIER):
        mods.append(DETONATION.mods["elite"])
    if b25.damage or damaged:
        mods.append(DETONATION.mods["damaged"])
    hazard = b25.turn_detonation + unseen + sum([m.detonation for m in box.markers if m.revealed])
    hazard += sum([m.detonation for m in b25.attached if m.back is Back.FAULTY_DOORS])
    if hazard:
        mods.append(DETONATION.mods["hazard"].of(hazard))
    return mods


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
        pair = _pick(ref, r, pairs, bool(tried))
        if pair is None:
            return
        b25, box = pair
        tried.append(b25)
        _check(ref, r, b25, box)


def _pick(ref: Referee, r: Raid, pairs: Sequence[tuple[B25, Box]], more: bool) -> tuple[B25, Box] | None:
    """4.8 Which aircraft tries which box next, or nobody; `more`: others have tried this turn."""
    best = advice.approach(r, pairs)
    advised = questions.NOBODY if best is None else questions.key(best[0], best[1])
    # D10
    key = ref.ask(
        "approach", advised, lambda: questions.approach(ref, r, pairs, more), keys=questions.tries(pairs)
    )
    return best if key == advised else next((pair for pair in pairs if questions.key(*pair) == key), None)


def _open_boxes(r: Raid, b25: B25, there: Sequence[B25] | None = None) -> list[Box]:
    """3.3 The boxes of its Area that nobody is in; `there`: who is on the map, if that is known."""
    city = r.target()
    taken = [b.box for b in (attack.here(r) if there is None else there) if b.box]
    return [city.boxes[name] for name in city.areas[b25.area].boxes if name not in taken]


def _told(marker: Marker) -> str:
    """4.6.3 A marker turned over in a box, and what it does."""
    means = marker.means()
    return f"{marker.words()} ({means})" if means else marker.words()


def _check(ref: Referee, r: Raid, b25: B25, box: Box) -> None:
    """8.1.3 Lights Out Effects, ruling 7, 4.8.1-4.8.4 The Approach Check: markers in the box are revealed first
    (RULING 6).
    """
    ref.scene("approach", b25=b25.name(), area=b25.area, box=box.name)
    new = [marker for marker in box.markers if not marker.revealed]
    for marker in new:
        marker.revealed = True
    if new:
        ref.note("box-revealed", causes=(), box=box.name, hazards=", ".join([_told(marker) for marker in new]))
    number = box.approach[r.side]
    mods = approach_mods(r, b25, box)
    short = number - ref.plus(APPROACH, mods)
    checks.roll(
        ref, r, APPROACH, (b25,), mods, dice=approach_dice(r),
        bad=(lambda kept: sum(kept) < short) if advice.last_run(r) else None,
        while_=lambda faces: sum(checks.lowest_two(faces)) < short,
        need=_GETS_IN, least=number,
    )  # fmt: skip
    success = ref.total >= number
    ref.note("approach", b25=b25.name(), box=box.name, success=success, sum=ref.total, number=number)
    if not success:
        return
    b25.box = box.name
    left = attack_hazards.in_box(box)
    while left and b25.box:
        marker = attack_hazards.box_order(ref, b25, box, left)
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
    advised = advice.area_release(r, b25)
    # D12
    if not ref.agreed("area-release", advised, lambda: questions.area_release(ref, r, b25, routine=not advised)):
        return
    area = r.target().areas[b25.area]
    ref.scene("release", b25=b25.name(), area=area.name)
    area.blast += 1
    _released(ref, r, b25)
    ref.note("area-hit", causes=(), b25=b25.name(), area=area.name, blast=area.blast)


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
    ref.scene("detonation", b25=b25.name(), area=b25.area, box=box.name)
    if attack.intercepted(b25):
        # RULING 4: no release with an Interceptor attached; back into the Area, still loaded.
        ref.note("release-spoilt", causes=(), b25=b25.name(), box=box.name)
        return
    number = box.blast_number[r.side]
    mods = detonation_mods(r, b25, box)
    checks.roll(
        ref, r, DETONATION, (b25,), mods,
        bad=lambda kept: sum(kept) + ref.plus(DETONATION, mods) < number,
        need=_HITS, least=number,
    )  # fmt: skip
    hit = ref.total >= number
    carrier = points.carrier(box) if not box.blast else ""  # 1.2: she counts once
    if hit:
        box.blast += r.ratings.box_blast
    else:
        city.areas[b25.area].blast += 1
    _released(ref, r, b25)
    ref.note("box-hit" if hit else "box-missed", b25=b25.name(), box=box.name, area=b25.area, carrier=carrier)
