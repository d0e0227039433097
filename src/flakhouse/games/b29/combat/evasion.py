"""5.7 Evasive action: when the bomber may weave, and the questions by day and night."""

from __future__ import annotations

from collections.abc import Callable

from flakhouse.core.referee import Referee
from flakhouse.core.stakes import Stake
from flakhouse.games.b29 import crew
from flakhouse.games.b29.advice import combat as advice
from flakhouse.games.b29.questions import combat as questions
from flakhouse.games.b29.state import Mission

__all__ = ["evade_day", "evade_lights", "evade_night", "why_not_evade"]


def why_not_evade(m: Mission) -> str:
    """5.7A, 5.7B The reason evasive action is not allowed, or "" (also for flak and searchlights)."""
    plane = m.plane
    if not m.options.evasive_action:
        return "evasive action is not in play (5.7)"
    if m.in_formation():
        return "no room to weave in formation (5.7B)"
    if plane.engines_out() >= 2:
        return "two or more engines are out (5.7B)"
    if plane.power_out():
        return "the electrical system is out (7-10c)"
    if plane.crippled:
        return "the airframe is wrecked by a burst inside (6.2F)"
    if plane.windows_frosted:
        return "the windows are frosted (4-9a)"
    if m.iced_turn and m.iced_turn == m.turn:
        return "the bomber is iced up (Streamliner event 11)"
    if not crew.pilot_flying(m):
        return "neither pilot nor copilot flies (5.7B)"
    return ""


def evade_day(ref: Referee, m: Mission) -> bool:
    """5.7 D37 by day; True if the question was put. R-113: after placement, good for the turn."""
    if why_not_evade(m):
        return False
    m.evading = ref.agreed("evade-day", advice.evade_day(m), lambda: questions.evade_day(m))
    if m.evading:
        ref.note("evading", causes=())
    return True


def still_evading(m: Mission) -> None:
    """5.7B Damage of this turn may have put an end to it."""
    if m.evading and why_not_evade(m):
        m.evading = False


def evade_lights(ref: Referee, m: Mission, found: Callable[[bool], Stake]) -> None:
    """5.7B, 5.8D D41 Weave to escape the searchlights; costs accuracy before the bombs are gone (6-6)."""
    if why_not_evade(m):
        return
    if ref.agreed("evade-lights", advice.evade_lights(m), lambda: questions.evade_lights(m, found)):
        m.evaded_lights = True
        m.evading = True  # under way for the whole turn: gunners and fighters feel it too (5.8D)
        ref.note("evading-lights", causes=())


def evade_night(ref: Referee, m: Mission) -> None:
    """5.8D D43 After own fire at a fighter seen in time, with the intercom to pass the word."""
    if m.evading or not m.plane.intercom_works() or why_not_evade(m):
        return
    m.evading = ref.agreed("evade-night", advice.evade_night(m), lambda: questions.evade_night(m))
    if m.evading:
        ref.note("evading", causes=())
