"""Table 7-13 and rule 7.6F: wounds, deaths, frostbitten men, and who takes over when the pilots are hit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import crew
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.state import Man, Mission
from flakhouse.games.b29.words import Fate, Position, Section
from flakhouse.games.bomber.wounds import Hurt, Wound, weakened, worsen

__all__ = ["THERMAL", "WRECKED", "casualties", "frostbite", "kill", "lost", "settle", "wound"]


WOUNDS = CHARTS.words("7-13", Wound)  # RULING R-77: above 6 KIA, below 1 a light wound
THERMAL = WOUNDS.mods["thermal"]  # -1 for wounds of 6-9
WRECKED = WOUNDS.mods["wrecked"]  # +1 for the worst rows of 8-1 and 8-3

#: 4.7D: the men whose loss gives leave to abort, with the reason.
_LEAVE = {
    Position.PILOT: "pilot lost",
    Position.COPILOT: "copilot lost",
    Position.BOMBARDIER: "bombardier lost",
    Position.NAVIGATOR: "navigator lost",
}


def wound(ref: Referee, m: Mission, man: Man, mods: Sequence[Mod] = NO_MODS) -> None:
    """7-13, 7-13a One wound roll for a man aboard and alive. The caller settles the controls after all rolls."""
    if not man.alive():
        return
    fresh = man.fit()
    ref.concerns(weakened(man, man.position.value), WOUNDS)
    # 7-13a: the third light wound is a serious one. RULING R-106: that one does not kill; a serious wound kills a
    # man already wounded, and any wound one who has a serious one.
    hurt = worsen(man, ref.roll(WOUNDS, mods))
    if hurt is Hurt.KILLED:
        kill(ref, m, man)
        return
    man.cause = m.cause
    if hurt is Hurt.LIGHT:
        ref.note("wounded", man=man.position.value, name=man.airman.name, wound="lightly")
        return
    if hurt is Hurt.THIRD:
        ref.note("third-wound", man=man.position.value, name=man.airman.name)
    else:
        ref.note("wounded", man=man.position.value, name=man.airman.name, wound="seriously")
    lost(m, man, fresh)


def kill(ref: Referee, m: Mission, man: Man) -> None:
    """7-13, 4.2D, 6.2F: the man is killed in action. He stays where he is (7.6A)."""
    if man.dead:
        return
    fresh = man.fit()
    man.dead = True
    man.fate = Fate.KIA
    man.cause = m.cause
    ref.note("killed", man=man.position.value, name=man.airman.name, wounded=man.serious or man.light > 0)
    lost(m, man, fresh)


def frostbite(ref: Referee, m: Mission, man: Man) -> None:
    """7.3: frostbitten for the rest of the flight; he does no duties but may move and jump (R-107)."""
    if man.frostbitten or not man.alive():
        return
    fresh = man.fit()
    man.frostbitten = True
    man.cause = m.cause
    ref.note("frostbitten", man=man.position.value, name=man.airman.name)
    lost(m, man, fresh)


def lost(m: Mission, man: Man, fresh: bool = True) -> None:
    """7-1e, 4.7D, 6-6, R-107: what follows from a man who can do no more; `fresh` if he was fit until now."""
    position = man.position
    reason = _LEAVE.get(position)
    if reason is None:
        return
    m.permit(reason)
    if position is Position.BOMBARDIER:
        if m.on_run:
            m.bombardier_hit_on_run = True  # RULING R-122: serious or fatal only
    elif position is Position.NAVIGATOR and fresh and m.zone == m.target.zone:
        m.navigator_hit_over_target = True  # 6-6: one lost before is missed, hit again or not


def casualties(ref: Referee, m: Mission, stations: Iterable[Position], section: Section) -> None:
    """7-1 note, 5.4E, 7.6D: a wound roll for whoever sits at these stations and for wounded men laid in the
    compartment.
    """
    for station in stations:
        man = m.seats[station]
        if man is not None:
            wound(ref, m, man)
    for man in m.men.values():
        if man.compartment is section and man.station is None and man.alive() and (man.light or man.serious):
            wound(ref, m, man)
    settle(ref, m)


def settle(ref: Referee, m: Mission) -> None:
    """7.6F, R-108: after wounds, make sure that somebody flies; with nobody fit the bomber is out of control."""
    if not crew.rightful(m):
        crew.take_controls(ref, m)
