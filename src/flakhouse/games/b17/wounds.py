"""Section 7 and table BL-4: wounds, deaths, frostbitten men, and who is hit where an extra man is about (6.1)."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import crew
from flakhouse.games.b17.advice import crew as advice
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.questions import crew as questions
from flakhouse.games.b17.state import Man, Mission
from flakhouse.games.b17.words import STATION_COMPARTMENT, Fate, Position
from flakhouse.games.bomber.cells import either
from flakhouse.games.bomber.wounds import Hurt, Wound, weakened, worsen

__all__ = ["CRASH", "casualties", "frostbite", "kill", "settle", "wound"]

WOUNDS = CHARTS.words("BL-4", Wound)
CRASH = WOUNDS.mods["crash"]  # 15.5: +1 for result -2 of G-9
EXTRA = CHARTS.bind("6.1-extra", either("Extra man", "Occupant"))
_PILOTS = (Position.PILOT, Position.COPILOT)


def wound(ref: Referee, m: Mission, man: Man, mods: Sequence[Mod] = NO_MODS) -> None:
    """7.1, BL-4 One wound roll for a man aboard and alive. The caller settles the controls after all rolls."""
    if man.dead or not man.aboard:
        return  # 6.2
    ref.concerns(weakened(man, man.position.value), WOUNDS)
    hurt = worsen(man, ref.roll(WOUNDS, mods))
    if hurt is Hurt.KILLED:
        kill(ref, m, man)
        return
    man.cause = m.cause
    if hurt is Hurt.LIGHT:
        ref.note("wounded", man=man.position, name=man.airman.name, wound="lightly")
        return
    if hurt is Hurt.THIRD:
        ref.note("third-wound", man=man.position, name=man.airman.name)
    else:
        ref.note("wounded", man=man.position, name=man.airman.name, wound="seriously")
    _lost(m, man)


def kill(ref: Referee, m: Mission, man: Man) -> None:
    """7.1, 8.3 The man is killed. He stays where he is until he is moved (7.3)."""
    if man.dead or not man.aboard:
        return
    man.dead = True
    man.fate = Fate.KIA
    man.cause = m.cause
    ref.note("killed", man=man.position, name=man.airman.name, wounded=man.serious or man.light > 0)
    _lost(m, man)


def frostbite(ref: Referee, m: Mission, man: Man) -> None:
    """10.1, BL-5 Frostbitten until he lands: he does his duty still, but aims badly."""
    if man.frostbitten or not man.alive():
        return
    man.frostbitten = True
    man.cause = m.cause
    ref.note("frostbitten", man=man.position, name=man.airman.name)


def _lost(m: Mission, man: Man) -> None:
    """7.2, 13.1 A man who can do no more may be a reason to abort."""
    position = man.position
    if position is Position.BOMBARDIER:
        m.permit("Bombardier lost")
    elif position is Position.NAVIGATOR:
        m.permit("Navigator lost")
    elif position in _PILOTS and m.pilots_out():
        m.permit("pilots lost")


def casualties(ref: Referee, m: Mission, stations: Sequence[Position]) -> None:
    """6.0, 6.1 A wound roll for whoever sits at these stations now, or for an extra man in his compartment."""
    for station in stations:
        man = m.seats[station]
        extra = _extra_men(m, station)
        if len(extra) > 0 and ref.roll(EXTRA):
            man = _which(ref, extra)
        if man is not None:
            wound(ref, m, man)
    settle(ref, m)


def _extra_men(m: Mission, station: Position) -> list[Man]:
    """6.1, manual 7.3 Living men in the compartment of this station who sit at none."""
    if m.options.occupant_only:
        return []
    place = STATION_COMPARTMENT[station]
    return [
        man
        for man in m.men.values()
        if man.station is None and man.aboard and not man.dead and man.compartment is place
    ]


def _which(ref: Referee, extra: list[Man]) -> Man:
    """6.1 Of several extra men one is hit."""
    # RULING 6.1: which of them is the player's choice; a careful one names him who can bear it best.
    men = advice.extra_man_hit(extra)
    # D8
    key = ref.ask("extra-man-hit", men[0].position.value, lambda: questions.extra_man_hit(men))
    return next(man for man in men if man.position.value == key)


def settle(ref: Referee, m: Mission) -> None:
    """7A.5 After wounds, make sure that somebody flies."""
    if crew.flying(m) is None:
        crew.take_controls(ref, m)
