"""14.2 Ditched crews: captured, missing, rescued, or in China."""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import aircraft, checks, elites
from flakhouse.games.doolittle.advice import ditching as advice
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.questions import ditching as questions
from flakhouse.games.doolittle.questions.keys import by_crew
from flakhouse.games.doolittle.state import Crew, Raid, Submarine
from flakhouse.games.doolittle.words import JAPAN_ZONE

__all__ = ["check", "ditched", "missing"]


class Ditched(StrEnum):
    """Results of D2."""

    MISSING = "Missing"
    CAPTURED = "Captured"
    SUBMARINE = "Missing unless a submarine is there"
    WOUNDED = "China, wounded"
    FIT = "China, fit"


D2 = CHARTS.words("ditched", Ditched)
_OPEN = (D2.mods["open_sea"],)
_COAST = (D2.mods["coast"],)
_LOST = (Ditched.MISSING, Ditched.CAPTURED, Ditched.SUBMARINE)
#: The results as the log says them; where a submarine is there, the log says that.
_SAID = {
    Ditched.MISSING: "missing",
    Ditched.CAPTURED: "captured",
    Ditched.SUBMARINE: "missing",
    Ditched.WOUNDED: "in China, wounded",
    Ditched.FIT: "in China, fit",
}


def ditched(ref: Referee, r: Raid) -> None:
    """14.2, 14.2.1 Every crew that ditched on the Flight Map, one at a time, in the player's order where it
    matters.
    """
    waiting = [crew for crew in r.crews if crew.place.startswith("zone ") and not crew.fate]
    while waiting:
        crew = _next(ref, r, waiting)
        waiting.remove(crew)
        check(ref, r, crew, _zone(crew))


def _zone(crew: Crew) -> int:
    """14.2.1 The Flight Zone a crew is down in."""
    return int(crew.place.removeprefix("zone "))


def _next(ref: Referee, r: Raid, waiting: list[Crew]) -> Crew:
    """14.2.1 Who is checked next: that matters where a submarine can take one crew."""
    near = [crew for crew in waiting if _zone(crew) <= JAPAN_ZONE]
    if len(near) < 2 or _rescuer(r) is None:
        return waiting[0]
    # D89
    key = ref.ask(
        "ditched-next", advice.ditched_next(near), lambda: questions.ditched_next(near), keys=by_crew(near)
    )
    return by_crew(near)[key]


def check(ref: Referee, r: Raid, crew: Crew, zone: int) -> None:
    """14.2.1 The Ditched Check of one crew; its Elite Crewman shares its fate."""
    ref.scene("ditching", b25=crew.b25.name())
    column = 0 if zone < JAPAN_ZONE else 1 if zone == JAPAN_ZONE else 2
    mods = _OPEN if zone in (7, 8) else _COAST if zone in (9, 10) else ()
    chart, plus = ref.chart(D2), ref.plus(D2, mods)
    lost = _LOST if _rescuer(r) is None else (Ditched.MISSING, Ditched.CAPTURED)
    # RULING 43: a re-roll serves the crew its man is with
    result = checks.roll(
        ref,
        r,
        D2,
        elites.with_crews(r, [crew]),
        mods,
        column,
        bad=lambda f: chart.at(f[0] + plus, column) in lost,
        while_=lambda f: chart.at(f[0] + plus, column) is not Ditched.FIT,
        need=checks.Need("come through", "They are missing or captured."),
    )
    if result is Ditched.FIT and not crew.fit:
        result = Ditched.WOUNDED  # RULING 14.2.1: men who are wounded already stay so (14.4.3)
    rescuer = _rescuer(r) if result is Ditched.SUBMARINE else None
    said = "in the water, a submarine near" if rescuer else _SAID[result]
    ref.note("ditched-check", b25=crew.b25.name(), result=said)
    if result is Ditched.CAPTURED:
        aircraft.capture(ref, r, crew)
    elif result is Ditched.FIT or result is Ditched.WOUNDED:
        crew.place, crew.fit = "Trekking", result is Ditched.FIT
    elif rescuer is not None:
        rescuer.rescued += 1
        crew.place, crew.fate = "Pearl Harbor", "rescued"
        ref.note("crew-rescued", causes=(D2,), b25=crew.b25.name(), ship=rescuer.name)
    else:
        missing(crew)


def _rescuer(r: Raid) -> Submarine | None:
    """14.2.1 A submarine in contact in the Japan sea area that has room: it picks up one crew."""
    for sub in r.task_force.submarines:
        if sub.contact and not sub.sunk and sub.area == "Japan" and not sub.rescued:
            return sub
    return None


def missing(crew: Crew) -> None:
    """14.2.1, 14.6 Missing in action."""
    crew.place, crew.fate = "", "missing"
    for elite in crew.elites:
        elite.fate = "missing"
