"""4.8, 4.9 Into the Target Boxes, and bombs away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from flakhouse.core.questions import Option, Question, Subject, yes_no
from flakhouse.core.referee import Referee
from flakhouse.core.stakes import Stake, at_least
from flakhouse.games.doolittle import approach as rule
from flakhouse.games.doolittle import attack, attack_hazards, checks, cups, elites, points
from flakhouse.games.doolittle.advice import approach as advice
from flakhouse.games.doolittle.questions.keys import numbered
from flakhouse.games.doolittle.state import B25, Box, Marker, Raid
from flakhouse.games.doolittle.words import Back, Benefit

__all__ = ["NOBODY", "approach", "area_release", "box_next", "key", "tries"]

NOBODY = "nobody"
_DAMAGED = "Damaged"  # a B-25 that survives balloons
_DESTROYED = "gets in and is destroyed"


def key(b25: B25, box: Box) -> str:
    """4.8 A B-25 and the box it tries."""
    return f"{b25.pilot} > {box.name}"


def tries(pairs: Sequence[tuple[B25, Box]]) -> list[str]:
    """4.8 Who may try which box, or nobody."""
    return [*[key(b25, box) for b25, box in pairs], NOBODY]


def approach(ref: Referee, r: Raid, pairs: Sequence[tuple[B25, Box]], more: bool = False) -> Question:
    """4.8 Who tries which box next, or nobody; `more`: others have tried this turn."""
    usual = _usual(ref, r, pairs)
    found = [
        Option(
            _words(r, b25, box),
            b25.subject,
            box.subject,
            stakes=_stakes(r, b25, box),
            detail=" ".join(
                filter(None, (_numbers(r, b25, box), _worth(ref, r, b25, box, usual), _unseen(r, box)))
            ),
        )
        for b25, box in pairs
    ]
    found.append(Option(f"Nobody{' else' if more else ''} attacks this turn"))
    options = dict(zip(tries(pairs), found, strict=True))
    prompt = f"Who attacks what? {_bombs_do(ref, r, usual)}"
    best = advice.approach(r, pairs)
    hopeless = best is None and advice.hopeless(r, pairs)
    why = advice.why_approach(r, pairs, hopeless, points.city(ref, r))
    return Question("4.8", prompt, options, r.target().subject, routine=hopeless, why=lambda: why)


def _words(r: Raid, b25: B25, box: Box) -> str:
    """4.8.1 A pair with its numbers, and a warning where the bombs cannot fall (RULING 4)."""
    reach = box.approach[r.side] - sum(mod.value for mod in rule.approach_mods(r, b25, box))
    hit = box.blast_number[r.side] - sum(mod.value for mod in rule.detonation_mods(r, b25, box))
    text = f"{b25.name()} at the {box.name}: reaches it on {reach}+, then hits on {hit}+"
    if any(not marker.revealed for marker in box.markers):
        text += ", as far as is known"
    if name := points.carrier(box):  # 4.6.3, and 1.2: the first hit there scores for her too
        more = "hit already" if box.blast else "and a hit on her counts for more than any other"
        text += f"; the carrier {name} lies there, {more}"
    markers = ", ".join(marker.told() for marker in box.markers if marker.told() != name)
    if markers:
        text += f"; there: {markers}"
    return text + ("; the fighter behind it keeps the bombs aboard" if attack.intercepted(b25) else "")


def _numbers(r: Raid, b25: B25, box: Box) -> str:
    """4.8.1, 4.9.3 The numbers of the box and what is counted: "Box 7/8. To reach it: +1 navigation skill."."""
    told = [f"Box {box.approach[r.side]}/{box.blast_number[r.side]}."]
    mods = {"reach": rule.approach_mods(r, b25, box), "hit": rule.detonation_mods(r, b25, box)}
    for what, found in mods.items():
        if found:
            told.append(f"To {what} it: {', '.join(f'{mod.value:+d} {mod.reason}' for mod in found)}.")
    return " ".join(told)


def _usual(ref: Referee, r: Raid, pairs: Sequence[tuple[B25, Box]]) -> int | None:
    """1.2 What a hit scores in most of the boxes that can be tried; nothing where judges decide."""
    found = [points.hit(ref, r, box) for b25, box in pairs if not attack.intercepted(b25)]
    return max(found, key=lambda score: (found.count(score), score or 0), default=None)


def _bombs_do(ref: Referee, r: Raid, usual: int | None) -> str:
    """4.9.4, 4.9.5, 1.2 What bombs do, and score, as far as it is the same for all."""
    miss = points.miss(ref, r)
    scores = ("", "") if usual is None or miss is None else (f", {_points(usual)}", f", {_points(miss)}")
    return f"A hit is Blast {r.ratings.box_blast} in the box{scores[0]}; a miss Blast 1 in the area{scores[1]}."


def _worth(ref: Referee, r: Raid, b25: B25, box: Box, usual: int | None) -> str:
    """1.2, 4.9.4 What a hit scores there if it is not the usual."""
    hit = points.hit(ref, r, box)
    if attack.intercepted(b25) or hit is None or hit == usual:
        return ""
    return f"A hit here: {_points(hit)}."


def _points(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"


def _unseen(r: Raid, box: Box) -> str:
    """4.8.1, 4.8.2 What the chances are means of, and the worst that may lie there."""
    face_down = [marker for marker in box.markers if not marker.revealed]
    if not face_down:
        return ""
    count = len(face_down)
    what = "1 marker lies" if count == 1 else f"{count} markers lie"
    they = "it" if count == 1 else "they"
    told = f"{what} face down there; the chances are means over all that {they} may be."
    fronts = {(marker.cup, marker.front) for marker in face_down}
    pool = [m for m in r.pieces if not m.revealed and (m.cup, m.front) in fronts]
    balloons = sum(m.back is Back.BALLOONS and _strikes(r, m.back) for m in pool)
    if not balloons:
        return told
    are = "is" if balloons == 1 else "are"
    return f"{told} Of {len(pool)} that may lie there {balloons} {are} balloons, which destroy or damage a B-25."


def _stakes(r: Raid, b25: B25, box: Box) -> tuple[Stake, ...]:
    """4.8.1, 4.8.2, 4.9.3 The Approach Check, getting in and hitting, and getting in and being destroyed, over all
    that may lie face down there. Re-rolls are not counted, which the first of them says."""
    luck = checks.before_luck(b25)
    dice = rule.approach_dice(r)
    need = box.approach[r.side]
    face_down = [marker for marker in box.markers if not marker.revealed]
    seen = [cups.Behind(0, 0, m.back, m.low, m.high) for m in box.markers if m.revealed]
    enters: list[tuple[int, Stake]] = []
    hits: list[tuple[int, Stake]] = []
    losses: list[tuple[int, Stake]] = []
    endless = deadly = False  # endless, 15.3: flak that rolls doubles again
    for unseen, ways in sorted(cups.may_be(r, face_down).items()):
        mods = rule.approach_mods(r, b25, box, sum(one.approach for one in unseen))
        enter = at_least("gets in" + luck, rule.APPROACH.id, need, mods, dice, 2 if dice > 2 else 0)
        enters.append((ways, enter))
        strikes = [one for one in (*seen, *unseen) if _strikes(r, one.back)]
        endless = endless or (r.options.doubles_again() and any(s.back is not Back.BALLOONS for s in strikes))
        bombs = partial(_bombs, r, b25, box, sum(one.detonation for one in unseen))
        then = _inside(r, b25, strikes, b25.damage, bombs, lost=False)
        hits.append((ways, enter._replace(label="gets in and hits", outcome=_first(need, then))))
        end = _inside(r, b25, strikes, b25.damage, _flies_on, lost=True)
        deadly = deadly or end is not False
        losses.append((ways, enter._replace(label=_DESTROYED, outcome=_first(need, end), good=False)))
    shown = [enters]
    if not endless:
        shown += [hits] * (not attack.intercepted(b25)) + [losses] * deadly
    return tuple(rolls[0][1]._replace(mix=rolls) if face_down else rolls[0][1] for rolls in shown)


def _strikes(r: Raid, back: Back) -> bool:
    """4.8.2 Whether such a marker strikes; some reach nobody who flies high."""
    return back in attack_hazards.IN_BOX and not (r.high and back in attack_hazards.LOW_ONLY)


def _first(need: int, then: bool | Stake) -> Callable[[tuple[int, ...], int, str], bool | Stake]:
    """4.8.1 With so much the B-25 is in; what decides then."""
    return lambda faces, total, word: then if total >= need else False


def _bombs(r: Raid, b25: B25, box: Box, unseen: int, damage: int) -> Stake:
    """4.9.3 The bombs of a B-25 with so much damage; `unseen`: what lies face down adds so much."""
    mods = rule.detonation_mods(r, b25, box, unseen, damage > b25.damage)
    return at_least("hits", rule.DETONATION.id, box.blast_number[r.side], mods)


def _flies_on(damage: int) -> bool:
    """4.8.2 With so much damage it is not destroyed."""
    return False


def _inside(
    r: Raid,
    b25: B25,
    strikes: Sequence[cups.Behind],
    damage: int,
    then: Callable[[int], bool | Stake],
    lost: bool,
    spent: bool = False,
) -> bool | Stake:
    """4.8.2, 2.1.3 What strikes first; `then` what decides for one that is still up, with so much damage; `lost`:
    what is said of one that is destroyed; `spent`: the pilot who can ignore damage once has done so."""
    if not strikes:
        return then(damage)
    strike, rest = strikes[0], strikes[1:]
    spares = elites.can(b25, Benefit.PILOT_IGNORE) and not spent
    struck: bool | Stake = lost
    if spares:
        struck = _inside(r, b25, rest, damage, then, lost, spent=True)
    elif damage < 1 + r.ratings.armor:
        struck = _inside(r, b25, rest, damage + 1, then, lost, spent)
    if strike.back is Back.BALLOONS:
        return Stake(
            "survives", attack_hazards.BLOW.id, lambda faces, total, word: struck if word == _DAMAGED else lost
        )
    missed = _inside(r, b25, rest, damage, then, lost, spent)
    if struck is False and missed is False:
        return False
    low, high = strike.low, strike.high
    return Stake(
        "is missed",
        attack_hazards.FLAK.id,
        lambda faces, total, word: struck if low <= total <= high else missed,
        dice=2,
    )


def box_next(b25: B25, box: Box, left: Sequence[Marker]) -> Question:
    """4.8.2 The order in which flak and balloons of a box strike."""
    options = {key: Option(m.words(), m.subject) for key, m in zip(numbered(left), left, strict=True)}
    prompt = f"{b25.name()} at the {box.name}: what fires first?"
    return Question("4.8.2", prompt, options, b25.subject, box.subject, routine=True)


def area_release(ref: Referee, r: Raid, b25: B25, routine: bool) -> Question:
    """4.9.1 Ordnance on the Area."""
    score = points.miss(ref, r)
    worth = "" if score is None else f" for {_points(score)}"
    return yes_no(
        "4.9.1",
        f"{b25.name()} still has his bombs. Drop them on {b25.area}{worth}, or carry them on?",
        b25.subject,
        Subject("area", b25.area),
        yes=Option("Drop them here", detail="Blast 1 in the area, for certain."),
        no=Option("Carry them on"),
        routine=routine,
        why=lambda: advice.why_area_release(r, b25),
    )
