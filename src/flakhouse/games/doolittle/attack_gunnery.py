"""4.5: the gunners fire at Interceptors."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import checks, cups, elites
from flakhouse.games.doolittle.advice import attack_hazards as advice
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.questions import attack_hazards as questions
from flakhouse.games.doolittle.questions.keys import numbered
from flakhouse.games.doolittle.state import B25, Marker, Raid
from flakhouse.games.doolittle.words import Back, Benefit, Front

__all__ = ["fire", "gunnery_dice", "remove", "shoot", "targets"]

GUNNERY = CHARTS.numbers("gunnery")
#: What the roll is made for.
_HITS = checks.Need("hits", "The gunners miss.")


def gunnery_dice(r: Raid, b25: B25) -> int:
    """13.5.2 Cracked or Jammed Turret, 4.5.1 The Gunnery Rating less what jams and cracks take away (8.3.7,
    13.5.2).
    """
    return max(0, r.ratings.gunnery + sum([m.gunnery for m in b25.attached]))


def _missed(faces: tuple[int, ...]) -> bool:
    """4.5.1 No 6 among them."""
    return 6 not in faces


def shoot(ref: Referee, r: Raid, b25: B25, at: Back = Back.INTERCEPTOR) -> bool:
    """4.5.1 The gunners fire: a 6 on any die."""
    faces = checks.pool(
        ref, r, GUNNERY, gunnery_dice(r, b25), (b25,),
        bad=_missed if advice.shoot_again(b25) else None, while_=_missed, need=_HITS,
    )  # fmt: skip
    hit = 6 in faces
    ref.note("gunnery", b25=b25.name(), at=at, hit=hit, dice=len(faces))
    return hit


def targets(b25: B25) -> list[Marker]:
    """4.5 Interceptors on this B-25, by what their fronts show."""
    found: list[Marker] = []
    for lying in (b25.attached, b25.assigned):
        for marker in lying:
            if marker.front is Front.INTERCEPTOR and (marker.back is Back.INTERCEPTOR or not marker.revealed):
                found.append(marker)
    return found


def fire(ref: Referee, r: Raid, b25: B25) -> bool:
    """4.5, 2.3.5 Each B-25 may fire at one Interceptor; an elite gunner may drive one off for certain. True if its
    gunners fired.
    """
    left = targets(b25)
    if left and elites.can(b25, Benefit.GUNNER):
        _elite_gunner(ref, r, b25, left)
        left = targets(b25)
    if not left or not gunnery_dice(r, b25):
        return False
    # D4
    key = ref.ask(
        "gunnery",
        lambda: str(advice.gunnery(b25, left) + 1),
        lambda: questions.gunnery(r, b25, left),
        keys=questions.in_sight(left),
    )
    if key == questions.NONE:
        return False
    ref.scene("gunnery", b25=b25.name(), area=b25.area)
    if shoot(ref, r, b25):
        remove(r, b25, left[int(key) - 1])
    return True


def _elite_gunner(ref: Referee, r: Raid, b25: B25, targets: list[Marker]) -> None:
    """2.3.5 The elite gunner removes an Interceptor, once a game; the dice are free, he may wait for it."""
    # D5
    if not ref.agreed("elite-gunner", advice.elite_gunner_now(), lambda: questions.elite_gunner(b25)):
        return
    advised = str(advice.gunnery(b25, targets) + 1)
    # D5
    key = ref.ask(
        "elite-gunner-at", advised, lambda: questions.elite_gunner_at(b25, targets), keys=numbered(targets)
    )
    remove(r, b25, targets[int(key) - 1])
    elites.spend(ref, r, b25, "drives the fighter off")


def remove(r: Raid, b25: B25, marker: Marker) -> None:
    """4.5.1 An Interceptor goes back into its cup."""
    (b25.assigned if marker in b25.assigned else b25.attached).remove(marker)
    cups.put_back(r, marker)
