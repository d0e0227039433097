"""9.4, manual 5E Evasive action: when the bomber may weave, and the question."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b17 import crew
from flakhouse.games.b17.advice import combat as advice
from flakhouse.games.b17.ending import landing
from flakhouse.games.b17.questions import combat as questions
from flakhouse.games.b17.state import Mission

__all__ = ["declare", "still_evading", "why_not_evade"]

_TOO_MANY = 3  # 9.4: negative landing modifiers


def why_not_evade(ref: Referee, m: Mission) -> str:
    """9.4, manual 5E The reason evasive action is not allowed, or ""."""
    if m.in_formation:
        return "no room to weave in formation (9.4)"
    plane = m.plane
    if plane.engines_out() >= 2:
        return "two or more engines are out (9.4)"
    if plane.cables_out():
        return "the control cables are out (9.4)"
    if plane.crippled():
        return "a burst inside the plane has crippled it (9.4)"
    if _against_landing(ref, m) >= _TOO_MANY:
        return "landing is too hard already: three or more against it (9.4)"
    if not crew.pilot_flying(m):
        return "neither pilot nor copilot flies (9.4)"
    return ""


def _against_landing(ref: Referee, m: Mission) -> int:
    """9.4 What damage has brought against the landing."""
    # RULING 9.4: points are counted; with the switch, entries.
    if m.options.evasion_entries:
        return landing.negative_entries(m)
    return landing.negative_points(m, ref.chart(landing.LAND).mods)


def declare(ref: Referee, m: Mission) -> None:
    """3.3, 9.4 Evasive action against this wave. RULING 3.3: declared once, it holds for the whole wave."""
    if why_not_evade(ref, m):
        return
    # D4
    m.evading = ref.agreed("evade", True, lambda: questions.evade(m, advice.fire_plan(ref, m).shots))
    if m.evading:
        ref.note("evading", causes=())


def still_evading(ref: Referee, m: Mission) -> None:
    """9.4 RULING 3.3: it ends before the next attack of the wave if damage has made it impossible meanwhile."""
    if m.evading and why_not_evade(ref, m):
        m.evading = False
