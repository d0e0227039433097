"""14.2 Ditched crews: captured, missing, rescued, or in China."""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import aircraft, checks, elites
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.state import Crew, Raid
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


def ditched(ref: Referee, r: Raid) -> None:
    """14.2.1 Every crew that ditched on the Flight Map, one at a time."""
    for crew in list(r.crews):
        if crew.place.startswith("zone ") and not crew.fate:
            check(ref, r, crew, int(crew.place.removeprefix("zone ")))


def check(ref: Referee, r: Raid, crew: Crew, zone: int) -> None:
    """14.2.1 The Ditched Check of one crew; its Elite Crewman shares its fate."""
    column = 0 if zone < JAPAN_ZONE else 1 if zone == JAPAN_ZONE else 2
    mods = _OPEN if zone in (7, 8) else _COAST if zone in (9, 10) else ()
    chart, plus = ref.chart(D2), sum(mod.value for mod in mods)
    # RULING 43: a re-roll serves the crew its man is with
    result = checks.roll(
        ref,
        r,
        D2,
        elites.with_crews(r, [crew]),
        mods,
        column,
        bad=lambda f: chart.at(f[0] + plus, column) in _LOST,
    )
    if ref.trace:
        ref.note("ditched-check", b25=crew.b25.name(), result=result.value.lower())
    if result is Ditched.CAPTURED:
        aircraft.capture(ref, r, crew)
    elif result is Ditched.FIT or result is Ditched.WOUNDED:
        crew.place, crew.fit = "Trekking", result is Ditched.FIT
    elif result is Ditched.SUBMARINE and _rescue(ref, r, crew):
        return
    else:
        missing(crew)


def _rescue(ref: Referee, r: Raid, crew: Crew) -> bool:
    """14.2.1 A submarine in contact in the Japan sea area picks up one crew."""
    for sub in r.task_force.submarines:
        if sub.contact and not sub.sunk and sub.area == "Japan" and not sub.rescued:
            sub.rescued += 1
            crew.place, crew.fate = "Pearl Harbor", "rescued"
            if ref.trace:
                ref.note("crew-rescued", b25=crew.b25.name(), submarine=sub.name)
            return True
    return False


def missing(crew: Crew) -> None:
    """14.2.1, 14.6 Missing in action."""
    crew.place, crew.fate = "", "missing"
    for elite in crew.elites:
        elite.fate = "missing"
