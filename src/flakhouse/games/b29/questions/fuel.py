"""Questions of rule 4.3: fuel."""

from __future__ import annotations

from flakhouse.core.questions import Option, Question
from flakhouse.core.stakes import on_results
from flakhouse.games.b29.questions import about
from flakhouse.games.b29.state import Bay, Mission, Plane
from flakhouse.games.b29.words import Section

__all__ = ["AFT", "FORWARD", "WING", "fuel_tank", "tanks"]

FORWARD, AFT, WING = "forward", "aft", "wing"


def tanks(plane: Plane, due: int) -> list[str]:
    """4.3B, D7: the tanks that hold the box."""
    open = [key for key, bay in ((FORWARD, plane.fwd), (AFT, plane.aft)) if bay.fuel()]
    return [*open, WING] if plane.wing_boxes >= due else open


def fuel_tank(m: Mission, due: int) -> Question:
    """4.3B, D7: one box a zone may come from a bay tank; it must if the wings do not hold all that is due."""
    plane = m.plane
    options: dict[str, Option] = {}
    barred: dict[str, str] = {}
    for key, bay in ((FORWARD, plane.fwd), (AFT, plane.aft)):
        if bay.fuel():
            options[key] = _bay_tank(m, key, bay)
        else:
            barred[key] = f"no fuel in the {key} bay tank (4.3B)"
    if plane.wing_boxes >= due:
        options[WING] = Option(
            "Wing tanks", about.section(Section.PORT_WING), about.section(Section.STARBOARD_WING)
        )
    else:
        barred[WING] = "the wing tanks do not hold all that is due (4.3A)"
    return Question(
        "4.3B",
        "Which tank does the first fuel box come from?",
        options,
        barred=barred,
        routine=True,
        why=lambda: (
            "Bay tanks are emptied first, a leaking one before the other: a zone takes one box of them only."
        ),
    )


def _bay_tank(m: Mission, key: str, bay: Bay) -> Option:
    """4.3B, 4-9c, 7-4g: an auxiliary tank; with one pump left a die says whether it gives."""
    lame = m.plane.pumps_working() == 1
    stakes = (on_results("gives fuel", "4.3B-pump", ["Transferred"]),) if lame else ()
    return Option(f"{key.capitalize()} bomb bay tank", about.section(bay.section), stakes=stakes)
