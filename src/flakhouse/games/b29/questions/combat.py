"""5.3 to 5.8 The questions of combat, apart from the allocation of fire."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flakhouse.core.questions import Barred, Cost, Option, Question, Subject, yes_no
from flakhouse.core.stakes import Stake, on_results
from flakhouse.games.b29.advice import combat as advice
from flakhouse.games.b29.combat import allocation, guns, jams, night, offense
from flakhouse.games.b29.questions import combat_fire
from flakhouse.games.b29.state import Fighter, Gun, Mission
from flakhouse.games.b29.words import FighterType, Skill
from flakhouse.games.bomber.guns import Mend

__all__ = [
    "NOBODY",
    "clear_gun",
    "clear_man",
    "evade_day",
    "evade_lights",
    "evade_night",
    "mends",
    "night_return",
    "shoot_light",
]

NOBODY = "none"


# ------------------------------------------------------------------ 5-7a: jams


def clear_gun(m: Mission) -> Question:
    """5-7a, D18 Which jammed gun is tried."""
    options: dict[str, Option] = {}
    barred: dict[str, Barred] = {}
    for gun in jams.jammed(m):
        name = gun.name.value
        why = jams.why_not_try(m, gun)
        if why:
            barred[name] = Barred(why, "", gun.subject)
        else:
            options[name] = Option(name, gun.subject, stakes=mends())
    return Question("5-7a", "Which jammed gun do you try to clear?", options, barred=barred)


def clear_man(m: Mission, gun: Gun) -> Question:
    """5-7a, D18 Who tries it."""
    options = {
        man.position.value: Option(man.airman.name, Subject("man", man.position.value), stakes=mends())
        for man in jams.hands(m, gun.name)
    }
    return Question("5-7a", "Who tries to clear it?", options, gun.subject, routine=True)


def mends() -> tuple[Stake, ...]:
    """5-7a The die of a try."""
    chart = jams.MEND.id
    return (
        on_results("clears it", chart, [Mend.CLEARED]),
        on_results("breaks it for good", chart, [Mend.BROKEN], good=False),
    )


# ------------------------------------------------------------------ 5.7, 5.8D: evasive action


def evade_day(m: Mission) -> Question:
    """5.7, D37 Whether to weave before the fighters."""
    about = [fighter.subject for fighter in m.fighters]
    prompt = "Evade the fighters? Their fire -1, your gunners' fire -1."
    return yes_no(
        "5.7", prompt, *about, yes=_weave(m, True), no=_weave(m, False), why=lambda: advice.why_evade_day(m)
    )


def _weave(m: Mission, evading: bool) -> Option:
    """5.4A, 5.7 To weave or not: what each fighter's fire does, if nobody stops it; by day the guns are yet to
    fire, and with the intercom out nobody knows whose (5.3C)."""
    firing = [f for f in m.fighters if not f.ram and f.kind is not FighterType.BAKA]
    ours: tuple[Stake, ...] = ()
    if not m.night and m.plane.intercom_works():
        ours = combat_fire.all_miss(m, allocation.as_advised(m, m.fighters), evading)
    stakes = (*(_attacked(m, f, evading) for f in firing), *ours)
    return Option("Evade" if evading else "Hold course", stakes=stakes)


def _attacked(m: Mission, fighter: Fighter, evading: bool) -> Stake:
    """5.2F, 5-5, 5-9 A pilot who has not shown yet how good he is shows it first; at night none does (R-57)."""
    label = f"{fighter.name} hits you"
    if m.night:
        return _hit(m, fighter, fighter.skill, evading, label)
    return combat_fire.once_shown(fighter, lambda skill: _hit(m, fighter, skill, evading, label))


def _hit(m: Mission, fighter: Fighter, skill: Skill | None, evading: bool, label: str) -> Stake:
    """5-9 The fire of one fighter; a natural 12 always hits."""

    def outcome(faces: tuple[int, ...], total: int, word: str) -> bool:
        return sum(faces) == 12 or word == offense.Aim.HIT

    mods = offense.fire_mods(m, fighter, skill, evading)
    return Stake(label, offense.fire_chart(m).id, outcome, mods, offense.BY_CLOCK[fighter.clock], good=False)


def evade_lights(m: Mission, found: Callable[[bool], Stake]) -> Question:
    """5.7B, 5.8D, D41 Whether to weave before the searchlights; `found`: that a light finds the bomber, or not."""
    return yes_no(
        "5.7B",
        "Evade the searchlights? Until the bombs are gone their aim suffers too (-1).",
        Subject("zone", str(m.zone)),
        yes=Option("Yes", stakes=(found(True),)),
        no=Option("No", stakes=(found(False),)),
        why=lambda: advice.why_evade_lights(m),
    )


def evade_night(m: Mission) -> Question:
    """5.8D, D43 Whether to weave before a night fighter seen in time."""
    about = [fighter.subject for fighter in m.fighters]
    prompt = "Evade the night fighter?"
    why = advice.why_evade_night
    return yes_no("5.8D", prompt, *about, yes=_weave(m, True), no=_weave(m, False), why=lambda: why(m))


# ------------------------------------------------------------------ 5.8: the night


def shoot_light(m: Mission) -> Question:
    """5-14b, D42 Whether somebody shoots at the searchlight."""
    options: dict[str, Option] = {}
    barred: dict[str, Barred] = {}
    out = on_results("puts it out", night.LIGHT_SHOT.id, [night.LightShot.SUPPRESSED])
    for station in night.WAIST_MEN:
        about = Subject("man", station.value)
        why = guns.why_not_fire(m, station)
        if why:
            barred[station.value] = Barred(why, "", about)
        else:
            label = f"{station.value} fires both lower turrets"
            options[station.value] = Option(label, about, stakes=(out,), costs=(Cost("burst", 2),))
    options[NOBODY] = Option("Do not fire")
    turrets = [m.plane.guns[name].subject for name in night.LOWER]
    why_now = advice.why_shoot_light
    return Question("5-14b", "Shoot at the searchlight?", options, *turrets, barred=barred, why=lambda: why_now(m))


def night_return(back: Sequence[Fighter]) -> Question:
    """5.8I, D44 Which of the fighters that could comes back."""
    options = {f.name: Option(f"{f.name} comes back", f.subject) for f in back}
    return Question("5.8I", "Which of the fighters comes back?", options)
