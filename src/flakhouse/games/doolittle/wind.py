"""5.3 and 8.2: weather and wind over the Flight zones, and what each wind asks of a Flight."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import data, fuel, sea
from flakhouse.games.doolittle.advice import wind as advice
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.questions import wind as questions
from flakhouse.games.doolittle.state import Flight, Raid
from flakhouse.games.doolittle.words import Guzzled, Launch, Use, Weather, Wind

__all__ = ["box_of", "pays", "state", "weather", "weather_check", "wind_check"]

WIND = CHARTS.words("wind-check", Wind)
WEATHER = CHARTS.words("flight-weather", Weather)
SEA_WEATHER = CHARTS.words("sea-weather", Weather)

_BOXES = data.Reading("zones", lambda chart: chart.words[1])
_COLUMN = {Weather.CALM: 0, Weather.GUSTY: 1, Weather.GALE: 2, Weather.STORM: 3}
#: 8.2.3 Wind boxes with the weather of the Naval Map, and a Sea Area of theirs.
_AT_SEA = {"influence": "Influence West", "defense": "Defense West", "japan": "Japan"}
#: For the log.
_IN = {wind: f"in a {wind.value.lower()}" for wind in Wind}
#: 8.2.1 What a Guzzle Check in a wind decides, passed and failed.
_DECIDES = {
    Wind.HEADWIND: (Guzzled.GOES, Guzzled.STAYS),
    Wind.SEVERE_HEADWIND: (Guzzled.SPARES, Guzzled.BURNS),
    Wind.CROSSWIND: (Guzzled.GOES_FOR_FUEL, Guzzled.STAYS),
    Wind.SEVERE_CROSSWIND: (Guzzled.GOES, Guzzled.STAYS_FOR_FUEL),
    Wind.TAILWIND: (Guzzled.GOES, Guzzled.GOES_ALL_THE_SAME),
}


# ------------------------------------------------------------------ boxes and states


def box_of(ref: Referee, zone: int) -> str:
    """5.3 The wind box that governs a zone."""
    return _BOXES.of(ref)[zone - 1]


def weather(ref: Referee, r: Raid, box: str) -> Weather:
    """8.2.3 The weather of a box; where none is known a Weather Check finds it."""
    known = r.weather.get(box)
    return known if known is not None else weather_check(ref, r, box)


def weather_check(ref: Referee, r: Raid, box: str) -> Weather:
    """8.2.3, 12.2.1 A Weather Check for a wind box, by its own small table or that of the Naval Map."""
    area = _AT_SEA.get(box)
    if area is None:
        found = ref.roll(WEATHER, (), WEATHER.data.columns.index(box))
    else:
        found = ref.roll(SEA_WEATHER, (), sea.weather_table(ref, area))
    r.weather[box] = found
    ref.note("weather", box=box.title(), weather=found.value)
    return found


def state(ref: Referee, r: Raid, zone: int) -> Wind:
    """5.3, 8.2.3 The wind in a zone; where there is no marker a Wind Check is made."""
    box = box_of(ref, zone)
    known = r.wind.get(box)
    if known is not None:
        return known
    return wind_check(ref, r, box, r.first_wind and r.launch is Launch.PLANNED)


def wind_check(ref: Referee, r: Raid, box: str, planned_first: bool = False) -> Wind:
    """8.2.3 A Wind Check by the weather of the box; the first after a planned launch picks two of three dice."""
    # RULING 8.2.3: wind and weather are those of a box, not of a B-25: 2.3.7 gives no re-roll here.
    column = _COLUMN[weather(ref, r, box)]
    if planned_first:
        faces = ref.throw(WIND, 3)
        found = ref.read(WIND, faces, (), column, _pick(ref, faces, column))
    else:
        found = ref.roll(WIND, (), column)
    if r.segment == "flight":
        r.first_wind = False  # RULING 8.2.3: checks made at sea (12.2.3) come before any launch and do not count
    r.wind[box] = found
    ref.note("wind", box=box.title(), wind=found.value)
    return found


def _pick(ref: Referee, faces: tuple[int, ...], column: int) -> tuple[int, ...]:
    """8.2.3 Planned launch: which two of the three dice make the sum."""
    pairs: dict[int, tuple[int, int]] = {}
    for i in range(3):
        for j in range(i + 1, 3):
            pairs.setdefault(faces[i] + faces[j], (faces[i], faces[j]))
    chart = ref.chart(WIND)
    advised = str(advice.wind_dice(chart, column, pairs))
    # D20
    key = ref.ask(
        "wind-dice", advised, lambda: questions.wind_dice(chart, column, pairs), keys=questions.sums(pairs)
    )
    return pairs[int(key)]


# ------------------------------------------------------------------ 8.2.1, 8.2.2 effects


def pays(ref: Referee, r: Raid, flight: Flight, wind: Wind, use: Use = Use.ZONE) -> bool:
    """8.2.1, 8.2.2 What a wind asks of a Flight that wants to move or to find a target; whether it may.

    A Severe Headwind asks it of every Flight and never lets it.
    """
    if wind is Wind.SEVERE_TAILWIND:
        return True
    if wind is Wind.HEADWIND:
        fuel.consume(ref, r, flight, "into a headwind")
        if not flight.aircraft:
            return False
        return fuel.guzzle(ref, r, flight, *_DECIDES[wind], use, why=_IN[wind]) and bool(flight.aircraft)
    passed = fuel.guzzle(ref, r, flight, *_DECIDES[wind], use, why=_IN[wind])
    if not flight.aircraft:
        return False
    # RULING 12: a Severe Crosswind burns Fuel when the check fails, a plain one when it is passed.
    burns = passed if wind is Wind.CROSSWIND else not passed
    if burns:
        fuel.consume(ref, r, flight, _IN[wind])
    return bool(flight.aircraft) and wind is not Wind.SEVERE_HEADWIND and (passed or wind is Wind.TAILWIND)
