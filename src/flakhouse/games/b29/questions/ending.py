"""Questions of section 8: where to come down, who jumps, whether to land."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.mods import Mod, listed
from flakhouse.core.questions import Barred, Option, Question, yes_no
from flakhouse.core.stakes import on_results
from flakhouse.games.b29.advice import ending as advice
from flakhouse.games.b29.advice import losses
from flakhouse.games.b29.ending import landing
from flakhouse.games.b29.questions import about, stakes
from flakhouse.games.b29.state import Man, Mission
from flakhouse.games.b29.words import SeaState, Surface
from flakhouse.games.bomber.men import named

__all__ = [
    "ALL_MAY_JUMP",
    "BAIL_OUT",
    "DONE",
    "LAND",
    "SOME",
    "SOME_MAY_JUMP",
    "bail_out_depressurize",
    "forced_down",
    "land_or_jump",
    "raft_places",
    "where_down",
]

LAND, SOME, BAIL_OUT = "land", "some", "bail-out"
SOME_MAY_JUMP = (LAND, SOME)
ALL_MAY_JUMP = (LAND, SOME, BAIL_OUT)
DONE = "done"
_GROUND = {
    Surface.WATER: "Over the water",
    Surface.JAPAN: "Over Japan",
    Surface.IWO: "Over Iwo Jima",
    Surface.OKINAWA: "Over Okinawa",
}
_FINDER = "So near to Japan the finder may be the enemy."
_LATER = "So it ends for those who stay; who jumps is asked next."


def where_down(m: Mission) -> Question:
    """8.5, 2-9c, D55: a zone with two letters, and a bomber under control."""
    return Question(
        "8.5",
        "Jump over what?",
        {letter.value: _GROUND[letter] for letter in m.letters()},
        about.zone(m),
        why=lambda: "The first letter of the zone is what most of it is.",
    )


def bail_out_depressurize(m: Mission) -> Question:
    """8.2, 8-4c, D58: let pressure go first, or roll 7-11 for each cabin."""
    wounds = on_results("men are hurt", "7-11", ["Wounds, then oxygen"], good=False)
    return yes_no(
        "8.2",
        "Let the cabin pressure go before anybody jumps?",
        no=Option("No", stakes=(wounds,)),
        routine=True,
        why=lambda: "It costs nothing, and nobody is hurt by the blast.",
    )


def _everybody(m: Mission, label: str, where: Surface, then: str = "") -> Option:
    """8-4 Everybody jumps who can."""
    return Option(label, stakes=stakes.bail_out(m, where), detail=" ".join(filter(None, (stakes.stuck(m), then))))


def forced_down(m: Mission, rule: str, prompt: str, sea: SeaState | None, mods: Sequence[Mod]) -> Question:
    """7.2, 8.5, 8.6, D50, D51, D55-D57: down here, now. `sea`: its state, None on land; `mods`: of 8-1 or 8-3."""
    label = "Land with everybody aboard" if sea is None else f"Ditch with everybody aboard, sea {sea.value}"
    plus = sum(mod.value for mod in mods)
    found = () if sea is None else (stakes.afloat(m),)
    down = (*(stakes.landing(m, mods) if sea is None else stakes.ditching(mods)), *found)
    then = "" if sea is None or m.zone < 10 else _FINDER
    counts = _counts("Landing" if sea is None else "Ditching", mods)
    rescue = "".join(_counts("Being found", stake.mods) for stake in found)
    aboard = " ".join(filter(None, (counts, rescue, then)))
    swims = "" if sea is None else _counts("Being found", stakes.rescue(m, "").mods)
    afloat = " ".join(filter(None, (swims, then)))
    return Question(
        rule,
        prompt,
        {
            LAND: Option(label, stakes=down, detail=aboard),
            SOME: Option("Some men jump first, the others stay for the landing", stakes=down, detail=_LATER),
            BAIL_OUT: _everybody(m, "Everybody jumps", Surface.JAPAN if sea is None else Surface.WATER, afloat),
        },
        about.zone(m),
        why=lambda: advice.why_forced_down(m, sea is not None, plus),
    )


def _counts(what: str, mods: Sequence[Mod]) -> str:
    """8-1, 8-3, 8-6 What is counted on such a roll, each with its reason; "" if nothing is."""
    reasons = listed(mods)
    return f"{what}: {reasons}." if reasons else ""


def _die(men: float, when: str = "") -> str:
    """8.3 How many men a way down kills, in a sentence; who dies of his wounds later is one of them."""
    told = f"{when}{men:.1f} men die on average, those counted who die of their wounds."
    return told[:1].upper() + told[1:]


def land_or_jump(m: Mission, where: Surface, mods: Sequence[Mod], routine: bool) -> Question:
    """8.3, 8.4, D57, D61: land on friendly ground, all of them, some of them, or nobody."""
    plus = sum(mod.value for mod in mods)
    lands = (*stakes.landing(m, mods), *stakes.bomber_kept(m, mods))
    some = f"{_LATER} {_die(losses.some_jump(m, plus), 'If all jump who may, ')}"
    options = {
        LAND: Option("Try to land with everybody aboard", stakes=lands, detail=_die(losses.landing(m, plus))),
        SOME: Option("Some men jump first, the others land", stakes=lands, detail=some),
    }
    barred: dict[str, Barred] = {}
    if plus < 0:
        barred["wait"] = Barred("no rule lets a bomber circle for daylight or better weather (8.3)", "Wait")
    if landing.may_give_up(m, where):
        then = _die(losses.everybody_jumps(m))
        options[BAIL_OUT] = _everybody(m, "Everybody jumps; the bomber is lost", where, then)
    else:
        barred[BAIL_OUT] = Barred("with bombs aboard the man flying must try to land (4-9h)")
    return Question(
        "8.4" if where is Surface.IWO else "8.3",
        "Land, or jump?",
        options,
        about.zone(m),
        barred=barred,
        routine=routine,
        why=lambda: advice.why_land_or_jump(m, where, plus),
    )


def raft_places(men: Sequence[Man], number: int) -> Question:
    """8-6, 7-3 row 4, D62: who gets one of the six places left in the rafts."""
    options = {man.position.value: Option(_label(man), man.subject) for man in men}
    options[DONE] = Option("Nobody else")
    return Question("8-6", f"Only 6 places are left in the rafts. Who gets number {number}?", options)


def _label(man: Man) -> str:
    """8-6 A man, for the list of places."""
    return named(man) + (" (seriously wounded)" if man.serious else "")
