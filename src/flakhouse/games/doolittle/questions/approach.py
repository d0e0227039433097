"""4.8, 4.9 Into the Target Boxes, and bombs away."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.questions import Option, Question, Subject, yes_no
from flakhouse.core.stakes import Stake, at_least
from flakhouse.games.doolittle import approach as rule
from flakhouse.games.doolittle import attack, attack_hazards, checks
from flakhouse.games.doolittle.advice import approach as advice
from flakhouse.games.doolittle.state import B25, Box, Marker, Raid
from flakhouse.games.doolittle.words import Back

__all__ = ["NOBODY", "approach", "area_release", "box_next", "key"]

NOBODY = "nobody"


def key(b25: B25, box: Box) -> str:
    """4.8 A B-25 and the box it tries."""
    return f"{b25.pilot} > {box.name}"


def approach(r: Raid, pairs: Sequence[tuple[B25, Box]]) -> Question:
    """4.8 Who tries which box next, or nobody."""
    options = {
        key(b25, box): Option(
            _words(r, b25, box), b25.subject, box.subject, stakes=_stakes(r, b25, box), detail=_unseen(box)
        )
        for b25, box in pairs
    }
    options[NOBODY] = Option("Nobody else attacks this turn")
    prompt = "Who attacks what?"
    hopeless = advice.approach(r, pairs) is None  # nobody can get in and hit
    why = advice.why_approach
    return Question("4.8", prompt, options, r.target().subject, routine=hopeless, why=lambda: why(r, pairs))


def _words(r: Raid, b25: B25, box: Box) -> str:
    """4.8.1 A pair with its numbers, and a warning where the bombs cannot fall (RULING 4)."""
    reach = box.approach[r.side] - sum(mod.value for mod in rule.approach_mods(r, b25, box))
    hit = box.blast_number[r.side] - sum(mod.value for mod in rule.detonation_mods(r, b25, box))
    text = f"{b25.name()} at the {box.name}: reaches it on {reach}+, then hits on {hit}+"
    carriers = [marker for marker in box.markers if marker.revealed and marker.back is Back.CARRIER]
    if carriers:  # 4.6.3, and 1.2: a hit there scores for her too
        text += f"; the carrier {carriers[0].name} lies there, and a hit on her counts for more than any other"
    markers = ", ".join(marker.told() for marker in box.markers if marker not in carriers)
    if markers:
        text += f"; there: {markers}"
    return text + ("; the fighter behind it keeps the bombs aboard" if attack.intercepted(b25) else "")


def _unseen(box: Box) -> str:
    """4.8.1 Why no chance can be told."""
    if all(marker.revealed for marker in box.markers):
        return ""
    return "What lies there is turned over first and may change these numbers."


def _stakes(r: Raid, b25: B25, box: Box) -> tuple[Stake, ...]:
    """4.8.1 The Approach Check; not where a marker to be revealed first has a say. Re-rolls are not counted."""
    if not all(marker.revealed for marker in box.markers):
        return ()
    luck = checks.before_luck(b25)
    dice = rule.approach_dice(r)
    mods = rule.approach_mods(r, b25, box)
    kept = 2 if dice > 2 else 0
    need = box.approach[r.side]
    reached = at_least("gets in" + luck, rule.APPROACH.id, need, mods, dice, kept)
    if attack.intercepted(b25) or attack_hazards.in_box(box):
        return (reached,)  # no bombs fall, or something strikes first
    label = "gets in and hits" + luck
    hits = at_least(label, rule.DETONATION.id, box.blast_number[r.side], rule.detonation_mods(r, b25, box))
    return (
        reached,
        reached._replace(label=label, outcome=lambda faces, total, word: hits if total >= need else False),
    )


def box_next(b25: B25, box: Box, left: Sequence[Marker]) -> Question:
    """4.8.2 The order in which flak and balloons of a box strike."""
    options = {str(i + 1): Option(marker.words(), marker.subject) for i, marker in enumerate(left)}
    prompt = f"{b25.name()} at the {box.name}: what fires first?"
    return Question("4.8.2", prompt, options, b25.subject, box.subject, routine=True)


def area_release(r: Raid, b25: B25, routine: bool) -> Question:
    """4.9.1 Ordnance on the Area."""
    return yes_no(
        "4.9.1",
        f"{b25.name()} still has his bombs. Drop them on {b25.area} for 1 point, or carry them on?",
        b25.subject,
        Subject("area", b25.area),
        yes=Option("Drop them here", detail="1 point of damage to the area, for certain."),
        no=Option("Carry them on"),
        routine=routine,
        why=lambda: advice.why_area_release(r, b25),
    )
