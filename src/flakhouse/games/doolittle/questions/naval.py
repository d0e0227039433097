"""12.2, 12.7 Questions of the voyage: winds looked for, oilers, Contact markers."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.mods import Mod
from flakhouse.core.questions import Cost, Option, Question, yes_no
from flakhouse.core.stakes import at_least
from flakhouse.games.doolittle import sea
from flakhouse.games.doolittle.advice import naval as advice
from flakhouse.games.doolittle.questions import launch
from flakhouse.games.doolittle.questions.keys import by_ship
from flakhouse.games.doolittle.state import Raid, Ship, Submarine
from flakhouse.games.doolittle.words import City, Weather, Wind

__all__ = [
    "CITIES",
    "contact_city",
    "give_oiler",
    "keep_wind",
    "last_turn_launch",
    "refuel",
    "refuel_damage",
    "turned_back_launch",
    "wind_check",
]


def wind_check(area: str, box: str, wanted: bool) -> Question:
    """12.2.3 Whether to look for the wind of a box of the Flight Map."""
    return yes_no(
        "12.2.3",
        f"{box.capitalize()}: make a Wind Check for the Flight Map?",
        sea.subject(area),
        yes=Option("Yes", detail="The wind found may be kept for this turn, or discarded at once."),
        routine=not wanted,
        why=lambda: advice.why_wind_check(wanted),
    )


def keep_wind(area: str, box: str, found: Wind) -> Question:
    """12.2.3 Whether the Wind Chit just found stays for this turn."""
    return yes_no(
        "12.2.3",
        f"{found.value} in {box.capitalize()}. Keep it?",
        sea.subject(area),
        why=lambda: "Only a tailwind helps the B-25s to Japan.",
    )


def turned_back_launch(r: Raid, terms: launch.Terms) -> Question:
    """12.5.2 An Emergency Launch, before the Task Force turns about for want of fuel."""
    told = "The Task Force turns about for want of fuel."
    return launch.emergency(r, terms, "12.5.2", told, why=lambda: advice.why_launch_before_home(r))


def last_turn_launch(r: Raid, terms: launch.Terms) -> Question:
    """12.7 An Emergency Launch, before the Task Force turns about for want of time."""
    told = "The last Naval Turn is over, the Task Force turns about."
    return launch.emergency(r, terms, "12.7", told, why=lambda: advice.why_launch_before_home(r))


def refuel(area: str, oiler: Ship, weather: Weather, mods: Sequence[Mod]) -> Question:
    """12.7.2 Whether to try to refuel from an oiler."""
    damage = {Weather.GALE: "A failure damages a ship.", Weather.STORM: "A failure damages two ships."}
    stakes = (at_least("refuels", "refuel", oiler.refuel, mods),)
    return yes_no(
        "12.7.2",
        f"Low on fuel, {weather.value} in {sea.named(area)}. Refuel from {oiler.name}?",
        oiler.subject,
        yes=Option("Yes", oiler.subject, stakes=stakes, detail=damage.get(weather, "")),
        why=lambda: advice.why_refuel(weather),
    )


def give_oiler(r: Raid, oiler: Ship) -> Question:
    """12.7.2 Whether the oiler is given for the fuel after all."""
    return yes_no(
        "12.7.2",
        f"Let {oiler.name} be damaged to refuel the Task Force after all?",
        oiler.subject,
        yes=Option("Yes", oiler.subject, costs=(Cost("oiler damaged"),)),
        why=lambda: advice.why_give_oiler(r),
    )


def refuel_damage(there: Sequence[Ship]) -> Question:
    """12.7.2 The ship that rough seas damage while refueling."""
    options = {
        name: Option(f"{name} ({s.sort}){', damaged' if s.damaged else ''}", s.subject, detail=_sinks(s))
        for name, s in by_ship(there).items()
    }
    return Question(
        "12.7.2",
        "Rough seas: which ship is damaged?",
        options,
        why=lambda: "A sound destroyer is the least loss.",
    )


def _sinks(ship: Ship) -> str:
    """10.1.1 What a second damage does."""
    return "Damaged already: she sinks." if ship.damaged else ""


#: 12.7.1 The cities, by their names.
CITIES = {city.value: city for city in City}


def contact_city(submarine: Submarine) -> Question:
    """12.7.1 The city that a submarine off Japan reports on."""
    return Question(
        "12.7.1",
        f"{submarine.name} reports: a Contact marker for which city?",
        {name: Option(name, city.subject) for name, city in CITIES.items()},
        submarine.subject,
    )
