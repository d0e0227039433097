"""The papers of a B-29 tour: debriefing, mission log sheet, campaign log sheet (9.1 to 9.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from flakhouse.games.b29 import campaign as tour
from flakhouse.games.b29.state import Campaign, LogRow
from flakhouse.games.b29.words import Position, Result
from flakhouse.render.b29.digest import Turn
from flakhouse.render.base import Record
from flakhouse.render.bomber import sheets
from flakhouse.render.bomber.digest import Flight
from flakhouse.render.bomber.facts import count, plain_level
from flakhouse.render.bomber.tour import Row, Tour, tour_of
from flakhouse.render.sheets import Sheet

__all__ = ["B29Papers", "Outcome"]

#: Events of the damage part of the sheet that this game alone has.
_DAMAGE = frozenset(
    {
        *("sight-out", "extinguisher-out", "reservoir-hit", "radar-hit", "blister-hit"),
        *("duct-hit", "utility-duct-hit", "feed-trays-hit", "ammunition-hit"),
        *("oxygen-containers-hit", "tunnel-damaged", "pump-hit", "no-controls"),
        *("electrical-hit", "power-out", "center-tank-fire", "center-tank-leak"),
        *("bay-tank-fire", "bay-tank-leak", "release-damaged", "doors-damaged", "nose-gear"),
        *("gyro-compass-out", "wing-tank-leak", "compromised", "pressure-lost"),
        *("decompression", "oxygen-all-out", "brakes-weaker", "pump-failed", "door-fault"),
        *("storm-damage", "propeller-bursts"),
    }
)
_COLUMNS = (
    "flight",
    "mission",
    "bomber",
    "target",
    "type",
    "time",
    "altitude",
    "on target",
    "percent",
    "result",
    "credited",
    "end",
    "cause",
)
_TYPES = {"Aircraft Factory": "factory", "Urban Area": "urban", "Airfield": "airfield"}
_SHORT = {Result.VICTORY: "victory", Result.DRAW: "draw", Result.DEFEAT: "defeat", Result.NONE: "none"}
_LEAD = {Result.VICTORY: "Twentieth Air Force", Result.DEFEAT: "Japanese air defense", Result.DRAW: "nobody"}


class Outcome(sheets.Outcome, kw_only=True):
    """What came of a mission, as the game records it."""

    night: bool
    altitude: str
    fuel_left: int


_DRY = {"fuel": "out of fuel", "navigation": "out of fuel, some of it lost off course"}


class B29Papers(sheets.Papers[Outcome, Turn]):
    """Makes the papers."""

    results: ClassVar[Mapping[str, str]] = {
        "victory": "Twentieth Air Force victory",
        "draw": "draw",
        "defeat": "Japanese air defense victory",
        "none": "no mission",
    }
    positions: ClassVar[tuple[str, ...]] = tuple(position.value for position in Position)
    front: ClassVar[tuple[tuple[str, str], ...]] = (
        ("bomber", "Bomber"),
        ("city", "Target"),
        ("type", "Type"),
        ("zone", "Target zone"),
        ("time", "Day or night"),
        ("altitude", "Altitude"),
        ("place", "Place"),
        ("squadron", "Squadron"),
        ("expected", "Expected resistance"),
        ("escort", "Escort"),
        ("tanks", "Auxiliary tanks"),
        ("take_off", "Take-off by"),
        ("landing", "Landing by"),
        ("guns", "Gun positions armed"),
        ("aboard", "Gunners aboard"),
    )
    front_kinds: ClassVar[tuple[str, ...]] = ("target", "briefing", "gunners")
    zone_columns: ClassVar[tuple[str, ...]] = (
        *("turn", "zone", "leg", "alt", "weather", "course", "fighters", "wing", "bays", "remark"),
    )
    zone_notes: ClassVar[tuple[str, ...]] = ("Wing and bays: fuel boxes left.",)
    damage: ClassVar[frozenset[str]] = sheets.Papers.damage | _DAMAGE
    landed: ClassVar[tuple[str, ...]] = ("landed", "landed at Iwo Jima")
    attack_kinds: ClassVar[tuple[str, ...]] = ("fighter-placed", "rammer-placed")
    shell_kinds: ClassVar[tuple[str, ...]] = ("fighter-hits", "friendly-fire")
    came: ClassVar[Mapping[str, str]] = {
        **sheets.Papers.came,
        "ram-misses": "failed to ram",
        "night-fighter-unseen": "came up unseen",
    }

    def __init__(self) -> None:
        super().__init__(Outcome, Turn)

    def target(self, outcome: Outcome) -> str:
        """The target in words."""
        time = "night" if outcome.night else "day"
        return f"{outcome.target}, {outcome.target_type}; {time}, {plain_level(outcome.altitude)}"

    def cause(self, cause: str, flight: Flight[Turn]) -> str:
        """Rulings 3: dry tanks, and where the fuel went besides the way itself."""
        if not flight.noted("out-of-fuel") or cause not in _DRY:
            return cause
        hung = flight.noted("bombs-hung", "bay-hung")
        return _DRY[cause] + ("; hung bombs cost a box more in each zone" if hung else "")

    def supplies(self, record: Record, outcome: Outcome) -> list[Row]:
        """The fuel left, of a bomber that is not lost."""
        if record.options.get("fuel", "on") == "on" and outcome.turns and outcome.bomber.state != "lost":
            return [("Fuel left", count(outcome.fuel_left, "box", "boxes"))]
        return []

    def entries(self, outcome: Outcome) -> list[Row]:
        """The fuel left."""
        return [("Fuel left", outcome.fuel_left)]

    def zone_row(self, turn: Turn) -> Row:
        """A row of the zones, with course and fuel."""
        number, zone, leg, altitude, weather, resistance, why = super().zone_row(turn)
        course = "" if turn.off_course is None else "off" if turn.off_course else "on"
        return (number, zone, leg, altitude, weather, course, resistance, turn.wing, turn.bays, why)

    def tour(self, record: Record) -> Tour | None:
        """The campaign after a mission, with the damage to the cities."""
        if record.campaign is None:
            return None
        state = msgspec.convert(record.campaign, Campaign)
        ratings = tour.ratings(state)
        found = tour_of(state, ratings, tour.TOUR, _LEAD[ratings.winner])
        found.columns = _COLUMNS
        found.rows = tuple(_flight(row) for row in state.log)
        found.rated = ("Survival: by missions flown, Poor at first (table 9-2). Bombing: table 9-3.",)
        if state.city_boxes or state.struck:
            found.more = [_cities(state)]
        return found

    def short_flights(self, sheet: Sheet) -> Sheet:
        """The list of flights in fewer words."""
        rows: list[Row] = []
        causes: list[str] = []
        for flight, mission, bomber, target, kind, time, altitude, on, percent, result, cr, _, cause in sheet.rows:
            name = str(bomber)
            rows.append(
                (
                    flight,
                    mission,
                    name if len(name) <= 14 else f"{name[:13]}.",
                    target,
                    _TYPES.get(str(kind), kind),
                    f"{str(time).lower()} {altitude}",
                    "" if on is None else f"{'on' if on else 'off'} {percent}%",
                    result,
                    cr,
                )
            )
            if cause:
                causes.append(f"Flight {flight}: {cause}.")
        columns = ("no", "msn", "bomber", "target", "type", "when", "bombs", "result", "cr")
        return Sheet(sheet.title, columns, tuple(rows), (*causes, *sheet.notes))


def _flight(row: LogRow) -> Row:
    """A row of the campaign log sheet."""
    return (
        row.flight,
        row.mission or "Truk",
        row.bomber,
        row.target,
        row.target_type,
        row.day_night,
        row.altitude,
        row.on_target,
        None if row.on_target is None else row.percent,
        _SHORT[row.result],
        row.credited,
        row.end.value,
        row.root or None,
    )


def _cities(state: Campaign) -> Sheet:
    """The damage to the cities."""
    rows: list[Row] = []
    for city, boxes in state.city_boxes.items():
        of = tour.CITY_BOXES.get(city, 0)
        rows.append((city, boxes, of, "bombed out" if tour.bombed_out(state, city) else ""))
    rows += [(city, None, None, "struck off") for city in state.struck]
    return Sheet("Cities", ("city", "boxes", "of", "state"), tuple(rows))
