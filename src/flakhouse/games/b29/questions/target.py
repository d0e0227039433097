"""Questions of section 6: flak over the target."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.questions import Option, Question, yes_no
from flakhouse.core.stakes import Stake, on_results
from flakhouse.games.b29 import flak, stores, target
from flakhouse.games.b29.questions import about
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Flak
from flakhouse.games.bomber.flak import Shot

__all__ = ["evade_flak", "evade_flak_out"]


def evade_flak(m: Mission, aim: Sequence[Mod], evading: Mod, why_off: str = "") -> Question:
    """6-2, 5.7, D45: weave through the flak before the bomb run. `aim`: the modifiers of 6-6 without it.

    `why_off`: what makes the bombs miss for certain.
    """
    weaving, straight = (_struck(flak.level_mods(m, False, evaded)) for evaded in (True, False))
    return yes_no(
        "6-2",
        "Evade the flak? It aims worse (-1), and so do your bombs (-1).",
        about.zone(m),
        about.city(m.target.city),
        yes=_run(m, "Yes", (*aim, evading), why_off, weaving),
        no=_run(m, "No", aim, why_off, straight),
        why=lambda: _why(aim, evading, why_off),
    )


def _why(aim: Sequence[Mod], evading: Mod, why_off: str) -> str:
    """6-2. Measured on the same dice of 1,000 tours: 1.6 men (1.1 to 2.0), 0.41 runs on target (0.31 to 0.52)."""
    if why_off or not _can_hit(aim):
        return "The bombs cannot hit, so there is no aim to be spoiled."
    tour = "Over a whole tour weaving here saves 1.6 men and costs 0.4 runs on target."
    if not _can_hit((*aim, evading)):
        return f"Flak hits less often, but no die puts the bombs on target then: only No leaves a chance. {tour}"
    return f"Flak hits less often. {tour}"


def _can_hit(mods: Sequence[Mod]) -> bool:
    """6-6 Some die puts the bombs on target."""
    return target.AIM.at(6 + sum([mod.value for mod in mods])) is target.Aim.ON


def _run(m: Mission, label: str, mods: Sequence[Mod], why_off: str, struck: Stake) -> Option:
    """6-2, 6-6 The flak and the bomb run as things stand."""
    if why_off:
        return Option(label, stakes=(struck,), detail=f"The bombs miss: {why_off}.")
    return Option(label, stakes=(struck, _on_target(m, mods)))


def _on_target(m: Mission, mods: Sequence[Mod]) -> Stake:
    """6-6, 4-9h, 7-3f With a bad release in every loaded bay a hand must drop them first: a try for each bay whose
    own is bad, one for all where the whole of it is."""
    label = "bombs on target"
    aim = on_results(label, "6-6", ["On Target"], mods)
    loaded = [bay for bay in m.plane.bays() if bay.bombs]
    if not all([stores.bad_release(m, bay) for bay in loaded]):
        return aim
    tries = sum([bay.release_damaged for bay in loaded])
    roll: bool | Stake = False
    for _ in range(tries + (tries < len(loaded))):
        roll = Stake(label, "7-3f-release", partial(_dropped, aim, roll))
    return roll if isinstance(roll, Stake) else aim


def _dropped(aim: Stake, otherwise: bool | Stake, faces: tuple[int, ...], total: int, word: str) -> bool | Stake:
    """7-3f Once they drop the aim counts."""
    return aim if word == "released" else otherwise


def evade_flak_out(m: Mission, weaving: Sequence[Mod], straight: Sequence[Mod]) -> Question:
    """6.4, 6-2, D45: weave on the way out, when the bombs are gone; the modifiers of 6-2 with and without."""
    return yes_no(
        "6.4",
        "More flak on the way out. Evade it? (Its aim -1)",
        about.zone(m),
        yes=Option("Yes", stakes=(_struck(weaving),)),
        no=Option("No", stakes=(_struck(straight),)),
        routine=True,
        why=lambda: "The run is over: weaving costs nothing more.",
    )


def _struck(mods: Sequence[Mod]) -> Stake:
    """6-2, 6-3 How thick the flak is, and that any of its bursts strikes."""
    label = "flak hits you"
    by_level: dict[str, bool | Stake] = {Flak.NONE.value: False}
    for level, column in flak.COLUMN.items():
        roll: bool | Stake = False
        for _ in range(flak.ROLLS):
            roll = Stake(label, flak.TO_HIT.id, partial(_burst, roll), NO_MODS, column, good=False)
        by_level[level.value] = roll
    return Stake(label, flak.LEVEL.id, lambda faces, total, word: by_level[word], mods, good=False)


def _burst(otherwise: bool | Stake, faces: tuple[int, ...], total: int, word: str) -> bool | Stake:
    """6-3 One burst; if it misses, the next."""
    return word == Shot.HIT or otherwise
