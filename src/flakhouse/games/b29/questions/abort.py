"""Questions of rule 4.7: aborting, and the plans that go with it."""

from __future__ import annotations

from collections.abc import Mapping

from flakhouse.core.questions import Option, Question
from flakhouse.games.b29 import fuel
from flakhouse.games.b29.advice import abort as advice
from flakhouse.games.b29.questions import about
from flakhouse.games.b29.state import Mission
from flakhouse.games.bomber.leave import leave_subjects

__all__ = [
    "ABORT",
    "BASE",
    "DROP",
    "FLY_ON",
    "GO_ON",
    "HOLD",
    "IWO",
    "KEEP",
    "LAND",
    "ON_OR_BACK",
    "abort",
    "abort_bombs",
    "iwo_plan",
    "not_at_altitude",
    "off_course_over_target",
    "said",
    "way_home",
]

GO_ON, ABORT = "go-on", "abort"
ON_OR_BACK = (GO_ON, ABORT)
HOLD = "hold"
DROP, KEEP = "drop", "keep"
BASE, IWO = "base", "iwo"
LAND, FLY_ON = "land", "fly-on"


def abort(m: Mission, found: Mapping[str, bool], routine: bool) -> Question:
    """4.7A, D29, D31, D33, D34: with leave to abort, go on or turn back. `found`: reasons, and whose doing."""
    credit = any(found.values())
    return Question(
        "4.7A",
        f"You may turn back: {', '.join(said(m, reason) for reason in found)}. Continue to {m.target.city}?",
        {
            GO_ON: Option(f"Continue to {m.target.city}", about.city(m.target.city)),
            ABORT: Option(
                "Turn back",
                detail="The mission still counts." if credit else "The mission will not count.",
            ),
        },
        about.zone(m),
        *leave_subjects(found),
        routine=routine,
        why=lambda: advice.why_abort(m, found),
    )


def said(m: Mission, reason: str) -> str:
    """4.7D, 7-3 row 8: a reason to turn back in words. Doors that are damaged may still work: the run tells."""
    damaged = any(bay.doors_damaged for bay in m.plane.bays()) and not m.plane.power_out()
    return "bomb doors damaged" if reason == "doors out" and damaged else reason


def off_course_over_target(m: Mission) -> Question:
    """4.5C2, D30: another turn at two boxes, or abort at nought per cent."""
    return Question(
        "4.5C2",
        f"The navigator missed the target. Try again{' for 2 Fuel' if m.options.fuel else ''}, or turn back?",
        {
            HOLD: _stay(m, "Stay for another turn"),
            ABORT: Option("Turn back; the bombs count as off target"),
        },
        about.zone(m),
        about.city(m.target.city),
        why=lambda: advice.why_off_course_over_target(m),
    )


def not_at_altitude(m: Mission, why_not: str) -> Question:
    """4.1B, R-102: another turn to reach the mission altitude, or abort."""
    options = {} if why_not else {HOLD: _stay(m, "Stay for another turn to reach it")}
    options[ABORT] = Option("Turn back")
    return Question(
        "4.1B",
        "Over the target, but not at the mission altitude. Stay and try again?",
        options,
        about.zone(m),
        about.city(m.target.city),
        barred={HOLD: why_not} if why_not else None,
        why=lambda: advice.why_not_at_altitude(m),
    )


def _stay(m: Mission, label: str) -> Option:
    """4.5C2: a turn held over the target costs two boxes, where fuel is counted."""
    return Option(label, costs=about.fuel(m, 2))


def abort_bombs(m: Mission, why_not: str) -> Question:
    """4.7B, 4.7D, D16: bombs may go before the abort turn is paid for."""
    options = {} if why_not else {DROP: Option("Drop the bombs here")}
    options[KEEP] = Option("Keep them aboard")
    return Question(
        "4.7D",
        "Drop the bombs for the way home?",
        options,
        about.part("bombs"),
        barred={DROP: why_not} if why_not else None,
        why=lambda: "Bombs are of no use any more, and each zone costs a box more with them.",
    )


def way_home(m: Mission) -> Question:
    """4.7B, D35: home to base, or to Iwo Jima ahead."""
    return Question(
        "4.7B",
        "Home over which route?",
        {BASE: "Turn round and fly home to base", IWO: "Make for Iwo Jima"},
        about.zone(m),
        why=lambda: advice.why_way_home(m),
    )


def iwo_plan(m: Mission) -> Question:
    """8.4, D32: land at Iwo Jima or fly on."""
    spare = fuel.spare(m, iwo=False) - m.fuel_due
    left = f"{abs(spare)} boxes {'to spare' if spare >= 0 else 'short'} at base, as far as the engineer can tell."
    return Question(
        "8.4",
        "Land at Iwo Jima?",
        {
            LAND: "Land at Iwo Jima",
            FLY_ON: Option("Fly on to base", detail=left if m.options.fuel else ""),
        },
        about.zone(m),
        why=lambda: advice.why_iwo_plan(m),
    )
