"""The questions of combat: who is kept away, evasive action, allocation of fire, jams (3.1d to 3.4, 9.4, M-5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from flakhouse.core.questions import Barred, Cost, Option, Question, Subject, yes_no
from flakhouse.core.referee import Referee
from flakhouse.core.stakes import Stake
from flakhouse.games.b17.advice import combat as advice
from flakhouse.games.b17.combat.fields import (
    FIRING_ORDER,
    GUN_KEYS,
    SPRAY_COST,
    Fire,
    Shot,
    Spray,
    has_bonus,
    why_no_field,
)
from flakhouse.games.b17.questions import shots as rolls
from flakhouse.games.b17.state import Fighter, Gun, Man, Mission
from flakhouse.games.bomber.men import named

__all__ = ["cover_removes", "evade", "fire_plan", "gun_fire", "nose_man", "repair_gun"]

_BURST = (Cost("burst"),)


def _gun(number: int) -> Subject:
    """3.4 The gun of this number in the firing order."""
    return Subject("gun", GUN_KEYS[number])


def _all(fighters: Sequence[Fighter]) -> list[Subject]:
    return [fighter.subject for fighter in fighters]


def _escort(count: int, able: int, later: int | None) -> str:
    """3.2, M-4 How many the escort drives off, now and before each later round; which is asked."""
    then = "" if later is None else f", {later or 'none'} in each later round"
    return f"The escort drives off {count} of {able} fighters{then}. Which?"


def cover_removes(ref: Referee, m: Mission, able: list[Fighter], count: int, later: int | None) -> Question:
    """3.1d, 3.2 Which fighter the escort drives off, of so many; with no `count` which one does not find us."""
    return Question(
        "3.2" if count else "3.1d",
        _escort(count, len(able), later) if count else "Bad communications: which fighter stays away?",
        {f.name: partial(_fighter, f) for f in able},
        barred=lambda: {
            f.name: Barred("cover cannot reach it in its dive (3.2)", f.name, f.subject)
            for f in m.fighters
            if f not in able
        },
        why=lambda: advice.why_cover_removes(ref, able, count or 1),
    )


def _fighter(fighter: Fighter) -> Option:
    """3.1d, 3.2 A fighter, and where it comes from."""
    return Option(f"{fighter.name}, {fighter.where()}", fighter.subject)


def evade(m: Mission, shots: Sequence[Shot]) -> Question:
    """3.3, 9.4 Evasive action against this wave; `shots`: those of the guns on a straight course."""
    coming = ", ".join(f"{fighter.name} ({fighter.where()})" for fighter in m.fighters)
    prompt = f"Evade this wave ({coming})?"
    return yes_no(
        "9.4",
        prompt,
        *_all(m.fighters),
        yes=Option("Evade", stakes=_weave(m, shots, True), detail="Your guns hit on 6 only."),
        no=Option("Hold course", stakes=_weave(m, shots, False), detail="The gunners aim as always."),
        why=advice.why_evade,
    )


def _weave(m: Mission, shots: Sequence[Shot], evading: bool) -> Sequence[Stake]:
    """3.3, 9.4 What the fighters do, and the guns."""
    return (*rolls.attacked(m, evading), *rolls.all_miss(m, shots, evading))


# ------------------------------------------------------------------ allocation of fire (3.4)


def fire_plan(
    ref: Referee,
    m: Mission,
    silent: Callable[[], Mapping[int, str]],
    unreached: Callable[[], Sequence[Fighter]],
) -> Question:
    """3.4 The advised plan, another gun by gun, or none. `silent`: the guns that cannot fire, and why.

    `unreached` are the fighters on which no gun bears; they are named, so that the plan has all of the wave.
    """
    plan = advice.fire_plan(ref, m)
    return Question(
        "3.4",
        _coming(m),
        {
            "advised": lambda: _planned(ref, m, plan, unreached()),
            "each": Option("Choose gun by gun", opens=True),
            "hold": "All guns hold their fire",
        },
        *_all(m.fighters),
        barred=lambda: {GUN_KEYS[n]: Barred(why, GUN_KEYS[n], _gun(n)) for n, why in silent().items()},
        why=lambda: advice.why_fire_plan(ref, m, plan),
    )


def _planned(ref: Referee, m: Mission, plan: Fire, unreached: Sequence[Fighter]) -> Option:
    """3.4 The plan as an option: each gun, then its target."""
    fired = plan.shots if plan.passing is None else [*plan.shots, plan.passing]
    return Option(
        _summary(plan),
        *(subject for shot in fired for subject in (_gun(shot[0]), shot[2].subject)),
        stakes=[_hits(m, shot) for shot in fired if rolls.shot(m, shot)],
        costs=[Cost("burst", len(fired))] if fired else (),
        detail=" ".join(f"No gun bears on {f.name}: {why_no_field(ref, f)}." for f in unreached),
    )


def _hits(m: Mission, shot: Shot) -> Stake:
    """3.4, M-1 Whether this gun hits."""
    return rolls.shot(m, shot)[0]._replace(label=f"{FIRING_ORDER[shot[0]].value} hits")


def _coming(m: Mission) -> str:
    """3.4 How many there are to fire at."""
    n = len(m.fighters)
    if n == 1:
        return "One fighter is coming in. Which guns fire?"
    return f"{n} fighters are coming in. Which guns fire, and at which of them?"


def _summary(plan: Fire) -> str:
    """3.4 The plan in few words: "Me109 A: Top Turret, Nose Gun; FW190 B: Tail Guns as it passes"."""
    parts: dict[str, list[str]] = {}
    for number, _, fighter, _ in plan.shots:
        parts.setdefault(fighter.name, []).append(GUN_KEYS[number])
    if plan.passing is not None:
        parts.setdefault(plan.passing[2].name, []).append("Tail Guns as it passes")
    return "; ".join(f"{name}: {', '.join(guns)}" for name, guns in parts.items())


def gun_fire(
    m: Mission,
    number: int,
    man: Man,
    shots: Mapping[str, Shot],
    late: Mapping[str, Shot],
    sprays: Mapping[str, Spray],
    barred: Mapping[str, Barred],
    advised: Callable[[], str],
) -> Question:
    """3.4 One gun: a fighter in its field, a passing shot, a spray, or nothing."""
    options: dict[str, Callable[[], Option] | str] = {}
    for key, shot in shots.items():
        options[key] = partial(_shot, m, shot)
    for key, shot in late.items():
        options[key] = partial(_passing_shot, m, shot)
    for key, spray in sprays.items():
        options[key] = partial(_sprayed, m, spray)
    options["hold"] = "Hold fire"
    return Question(
        "3.4",
        f"{GUN_KEYS[number]}, {man.airman.name}: fire at which fighter?",
        options,
        _gun(number),
        man.subject,
        barred=barred,
        why=lambda: advice.why_gun_fire(advised(), number),
    )


def _shot(m: Mission, shot: Shot) -> Option:
    """3.4, M-1 A gun at a fighter in its field."""
    number, man, fighter, need = shot
    words = f"{fighter.name}, {fighter.where()}: hits on {_dice(need)}{_bonus(man, number)}"
    return Option(words, fighter.subject, stakes=rolls.shot(m, shot), costs=_BURST)


def _passing_shot(m: Mission, shot: Shot) -> Option:
    """3.4b A shot kept back for a fighter that passes."""
    number, man, fighter, _ = shot
    words = f"Passing {fighter.name}, once it has fired: hits on 6{_bonus(man, number)}"
    stakes = rolls.shot(m, shot)
    return Option(words, fighter.subject, stakes=stakes, costs=_BURST, detail="As it passes.", late=True)


def _sprayed(m: Mission, spray: Spray) -> Option:
    """3.4c A place to be sprayed."""
    there = [f for f in m.fighters if f.clock is spray[2] and f.angle is spray[3]]
    words = f"Spray {there[0].where()}: three bursts, a roll for every fighter there"
    return Option(words, *_all(there), stakes=rolls.spray(m, spray), costs=[Cost("burst", SPRAY_COST)])


def _bonus(man: Man, number: int) -> str:
    """4.1 What an ace adds."""
    return ", ace +1" if has_bonus(man, number) else ""


def _dice(need: int) -> str:
    """M-1 "6", or "4 to 6"."""
    return "6" if need == 6 else f"{need} to 6"


def nose_man(m: Mission, shots: Mapping[str, Shot]) -> Question:
    """3.4a With both men of the nose free either may take the gun; `shots`: his, by position."""
    options: dict[str, Option] = {}
    for key, shot in shots.items():
        man = shot[1]
        options[key] = Option(f"{key} {man.airman.name}", man.subject, stakes=rolls.shot(m, shot, man_known=True))
    gun = next(iter(shots.values()))[0]
    return Question(
        "3.4a", "Which man in the nose fires it?", options, _gun(gun), routine=True, why=advice.why_nose_man
    )


def repair_gun(gun: Gun, man: Man) -> Question:
    """2A.1, M-5 A try to clear a jam."""
    return yes_no(
        "2A.1",
        f"The {gun.name.value} is jammed. Does {named(man)} try to clear it?",
        gun.subject,
        man.subject,
        yes=Option("Yes", stakes=rolls.gun_tried()),
        routine=True,
        why=advice.why_repair_gun,
    )
