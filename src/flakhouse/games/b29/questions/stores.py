"""Questions on bombs, releases and auxiliary tanks: 2.3G, 7-3f, 7-10d."""

from __future__ import annotations

from collections.abc import Callable

from flakhouse.core.questions import Barred, Option, Question, yes_no
from flakhouse.core.stakes import Stake, on_results
from flakhouse.games.b29 import stores
from flakhouse.games.b29.questions import about
from flakhouse.games.b29.state import Bay, Mission
from flakhouse.games.b29.words import Position

__all__ = ["NONE", "jettison", "release_by_hand", "salvo", "which_tank"]

BOMBARDIER, PILOT, NONE = "bombardier", "pilot", "none"


def jettison(m: Mission) -> tuple[Stake, ...]:
    """4-9h, 7-3f, D17: what the order leads to: nothing is thrown for a sound release."""
    hung = next((bay for bay in m.plane.bays() if bay.bombs and stores.bad_release(m, bay)), None)
    if hung is None:
        return ()
    return (on_results("the bombs go", "7-3f-jettison", ["released"], stores.jettison_mods(m, hung)),)


def salvo(m: Mission) -> Question:
    """7-10d, D48: power fails before the run: salvo at once by the emergency release, or trust the generator."""
    return yes_no(
        "7-10d",
        "No power for the bomb doors. Salvo the bombs now by the emergency release? The run will miss.",
        *(bay.subject for bay in m.plane.bays() if bay.bombs),
        why=lambda: "Bombs that cannot be dropped cost fuel and may kill everybody on landing.",
    )


def release_by_hand(m: Mission, bay: Bay) -> Question:
    """7-3f, 4-9h, D47: bombardier or pilot tries the emergency release, or nobody does."""
    options: dict[str, Option] = {}
    barred = {"again": Barred("the run is made once; then the bomber turns for home (6.5)", "Fly another run")}
    fallen = _by_hand(m, bay)
    stakes = (on_results("the bombs fall", "7-3f-release", ["released"]),)
    if m.manned(Position.BOMBARDIER):
        label = "The bombardier tries the emergency release"
        options[BOMBARDIER] = Option(label, about.station(Position.BOMBARDIER), stakes=stakes, detail=fallen)
    else:
        barred[BOMBARDIER] = Barred("no fit man is at the bombardier's station (7-3f)")
    if stores.pilot_there(m):
        label = "The pilot tries the emergency release"
        options[PILOT] = Option(label, about.station(Position.PILOT), stakes=stakes, detail=fallen)
    else:
        barred[PILOT] = Barred("no fit man is in a pilot's seat (7-3f)")
    options[NONE] = Option("Keep the bombs", detail=_kept(m))
    word = stores.word(bay) if bay.release_damaged else "bomb"
    return Question(
        "7-3f",
        f"The {word} release does not work. Who tries by hand?",
        options,
        bay.subject,
        barred=barred,
        why=lambda: "A try costs nothing: one that fails is the same as to keep them.",
    )


def _by_hand(m: Mission, bay: Bay) -> str:
    """4-9h, 6-6, 6-7d: what bombs are worth that fall by hand."""
    if bay.release_damaged:
        return "What falls by hand counts half."
    return "Bombs that fall by hand are badly aimed." if m.urban() else "Bombs that fall by hand miss."


def _kept(m: Mission) -> str:
    """4-9h, 7-3f, 8-1c, D17: what hung bombs cost on the way home, and what may still be done with them."""
    boxes = f"The way to base costs {m.target.zone} boxes more. " if m.options.fuel else ""
    formation = "The bomber leaves the formation. " if m.in_formation() else ""
    return f"{formation}{boxes}Each turn they may be tried again; a bad landing may set them off."


def which_tank(m: Mission) -> Question:
    """2.3G, D15: the forward or the aft tank."""
    return Question(
        "2.3G",
        "Which auxiliary tank is jettisoned?",
        {
            bay.section.value: Option(f"The {stores.word(bay)} tank, {bay.tank_boxes} boxes", bay.subject)
            for bay in m.plane.bays()
            if not stores.why_not_drop_tank(m, bay)
        },
        barred=_barred(m, stores.why_not_drop_tank),
    )


def _barred(m: Mission, why_not: Callable[[Mission, Bay], str]) -> dict[str, Barred]:
    """D15, D20: the bays that cannot be chosen, with the reason."""
    whys = [(bay, why_not(m, bay)) for bay in m.plane.bays()]
    return {bay.section.value: Barred(why, bay.section.value, bay.subject) for bay, why in whys if why}
