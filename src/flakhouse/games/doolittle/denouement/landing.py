"""14.1 Landings: each B-25 of a Flight that found a landing site."""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import aircraft, checks, data, elites
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.questions import landing as questions
from flakhouse.games.doolittle.state import B25, Crew, Flight, Raid
from flakhouse.games.doolittle.words import Back, Benefit, Fate, Site, Weather

__all__ = ["LANDING", "POOR", "Poor", "field_mods", "landing_mods", "landings"]


class Poor(StrEnum):
    """A poor landing."""

    KILLED = "Crash, all killed"
    SURVIVORS = "Crash with survivors"
    DAMAGED = "Damaged"
    GOOD = "Good landing"


LANDING = CHARTS.numbers("landing")
POOR = CHARTS.words("poor-landing", Poor)
_M = LANDING.mods
#: What a Landing Check is made for.
_LANDS = checks.Need("lands well", "It is a poor landing.")


def landings(ref: Referee, r: Raid) -> None:
    """14.1 Check every B-25 in a landing box, one at a time; Midway and Pearl Harbor are always good landings."""
    values = data.table(ref, "sites")
    column = values.data.columns.index("landing")
    for flight in list(r.flights):
        if flight.site is None:
            continue
        number = int(values.words[column][values.labels.index(flight.site.value)])
        for b25 in list(flight.aircraft):
            _land(ref, r, flight, flight.site, b25, number)


def landing_mods(r: Raid, flight: Flight, site: Site, b25: B25) -> list[Mod]:
    """14.1.1 Mechanical problems, elite pilot, night, weather, de-icers."""
    mods: list[Mod] = []
    problems = sum([m.landing for m in b25.attached if m.back is Back.MECHANICAL])
    if problems:
        mods.append(_M["mechanical"].of(problems))
    if b25.elite_pilot():
        mods.append(_M["elite_pilot"])
    return mods + field_mods(r, flight, site)


def field_mods(r: Raid, flight: Flight, site: Site) -> list[Mod]:
    """14.1.1 Night, weather, de-icers: what is the same for all of a Flight."""
    mods: list[Mod] = []
    if flight.landed_night:
        mods.append(_M["night"])
    if flight.landed_weather is Weather.GALE:
        mods.append(_M["gale"])
    elif flight.landed_weather is Weather.STORM:
        mods.append(_M["storm"])
    if site is Site.VLADIVOSTOK and not r.ratings.deicers and r.campaign():
        mods.append(_M["no_deicers"])
    return mods


def _land(ref: Referee, r: Raid, flight: Flight, site: Site, b25: B25, number: int) -> None:
    """14.1.1, 14.1.2 One Landing Check and what follows."""
    ref.scene("landing", b25=b25.name(), site=site.value)
    mods = landing_mods(r, flight, site, b25)
    checks.roll(
        ref,
        r,
        LANDING,
        (b25,),
        mods,
        bad=lambda f: sum(f) + ref.plus(LANDING, mods) < number,
        need=_LANDS,
        least=number,
    )
    result = Poor.GOOD
    if ref.total < number:
        column = 2 * min(b25.damage, 2) + b25.elite_pilot()
        poor, best = ref.chart(POOR), ref.chart(POOR).at(6, column)
        result = checks.roll(
            ref,
            r,
            POOR,
            (b25,),
            column=column,
            bad=lambda f: f[0] <= 2,
            while_=lambda f: poor.at(f[0], column) is not best,
        )
    ref.note("lands", causes=(LANDING, POOR), b25=b25.name(), site=site.value, result=result.value.lower())
    b25.where = site.value
    if result is Poor.KILLED:
        aircraft.destroy(ref, r, b25, "the landing")
        return
    crew = Crew(b25, result is not Poor.SURVIVORS, site.value, elites=[b25.elite] if b25.elite else [])
    r.crews.append(crew)
    if result is Poor.SURVIVORS:
        _wreck(r, b25)
        return
    b25.fate, b25.fuel = Fate.LANDED, flight.fuel
    if result is Poor.DAMAGED and _breaks(ref, r, b25):
        crew.fit = False  # 14.1.2: the damage destroys the bomber, its fuel is lost
        _wreck(r, b25)
        ref.note("wrecked", causes=(POOR,), b25=b25.name(), site=site.value)


def _breaks(ref: Referee, r: Raid, b25: B25) -> bool:
    """2.1.3, 2.3.7, 14.1.2 Damage on landing, unless ignored; true if it is the end of the bomber."""
    # D7
    if elites.can(b25, Benefit.PILOT_IGNORE) and ref.agreed(
        "ignore-damage", True, lambda: questions.ignore_damage(b25)
    ):
        elites.spend(ref, r, b25, "ignores the damage")
        return False
    if b25.damage >= 1 + r.ratings.armor:
        return True
    b25.damage += 1
    return False


def _wreck(r: Raid, b25: B25) -> None:
    """14.1.2 The bomber is gone, the men are not."""
    b25.fate, b25.fuel, b25.wrecked = Fate.SCUTTLED, 0, True
    aircraft.release_markers(r, b25)
    aircraft.leave(r, b25)
