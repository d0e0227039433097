"""The papers of a B-17 tour: debriefing, mission chart, campaign record (16.3, 16.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from flakhouse.games.b17 import campaign as tour
from flakhouse.games.b17.state import Campaign, LogRow
from flakhouse.games.b17.words import End, Fate, Position, Result
from flakhouse.render.b17.digest import Turn
from flakhouse.render.base import Record
from flakhouse.render.bomber import sheets
from flakhouse.render.bomber.sheets import FATES
from flakhouse.render.bomber.tour import Row, Tour, tour_of
from flakhouse.render.sheets import Sheet

__all__ = ["B17Papers", "Outcome"]

#: Events of the damage part of the sheet that this game alone has.
_DAMAGE = frozenset(
    {
        *("ball-jammed", "heat-out", "electrical-out", "engine-runs-away", "engine-unharmed"),
        *("tank-explodes", "tank-sealed", "oil-sealed", "out-of-fuel", "one-engine"),
        *("thrown-overboard", "accident"),
    }
)
_COLUMNS = (
    *("flight", "mission", "bomber", "target", "type", "on target", "percent"),
    *("result", "credited", "end", "cause"),
)
_SHORT = {Result.VICTORY: "victory", Result.DRAW: "draw", Result.DEFEAT: "defeat"}
_LEAD = {Result.VICTORY: "8th Air Force", Result.DEFEAT: "the Germans", Result.DRAW: "nobody"}


class Outcome(sheets.Outcome, kw_only=True):
    """What came of a mission, as the game records it."""

    place: str = ""
    squadron: str | None = None


class B17Papers(sheets.Papers[Outcome, Turn]):
    """Makes the papers."""

    fates: ClassVar[Mapping[Fate, str]] = {**FATES, Fate.BOC: "jumped, captured", Fate.CAS: "captured"}
    positions: ClassVar[tuple[str, ...]] = tuple(position.value for position in Position)
    zone_columns: ClassVar[tuple[str, ...]] = (
        *("turn", "zone", "leg", "altitude", "weather", "formation", "cover", "waves", "remark"),
    )
    damage: ClassVar[frozenset[str]] = sheets.Papers.damage | _DAMAGE
    wave_kinds: ClassVar[tuple[str, ...]] = ("wave", "wave-driven-off")
    came: ClassVar[Mapping[str, str]] = {
        "fighter-breaks-off": "broke off",
        "fighter-driven-off": "driven off by the escort",
    }

    def __init__(self) -> None:
        super().__init__(Outcome, Turn)

    def target(self, outcome: Outcome) -> str:
        """The target in words."""
        squadron = f", {outcome.squadron} squadron" if outcome.squadron else ""
        return f"{outcome.target}, {outcome.target_type}; {outcome.place} place{squadron}"

    def zone_row(self, turn: Turn) -> Row:
        """A row of the zones, with formation, cover and waves."""
        number, zone, leg, altitude, weather, waves, why = super().zone_row(turn)
        formation = {"in formation": "in", "out of formation": "out"}.get(turn.formation, turn.formation)
        word = str(waves)
        return (number, zone, leg, altitude, weather, formation, turn.cover, word.split(" ")[0], why)

    def tour(self, record: Record) -> Tour | None:
        """The campaign after a mission."""
        if record.campaign is None:
            return None
        state = msgspec.convert(record.campaign, Campaign)
        ratings = tour.ratings(state)
        found = tour_of(state, ratings, tour.TOUR, _LEAD[ratings.winner])
        found.columns = _COLUMNS
        found.rows = tuple(_flight(row) for row in state.log)
        found.rated = ("Survival: by missions flown, Poor at first (table V-survival). Bombing: table V-bombing.",)
        if state.rabbits_feet:
            found.more = [Sheet("Luck", ("", ""), (("Rabbit's feet saved up", state.rabbits_feet),))]
        return found

    def narrow(self, sheets: list[Sheet]) -> list[Sheet]:
        """The campaign record, or a mission chart, for 80 columns: the same in fewer words."""
        if sheets[0].title == "Campaign log sheet":
            sheets = super().narrow(sheets)
        return [_short_men(sheet) if sheet.title in ("Men", "Crew") else sheet for sheet in sheets]

    def short_flights(self, sheet: Sheet) -> Sheet:
        """The list of flights in fewer words."""
        rows: list[Row] = []
        causes: list[str] = []
        for flight, mission, bomber, target, kind, on, percent, result, credited, end, cause in sheet.rows:
            name = str(bomber)
            rows.append(
                (
                    flight,
                    mission,
                    name if len(name) <= 18 else f"{name[:17]}.",
                    target,
                    kind,
                    "" if on is None else f"{'on' if on else 'off'} {percent}%",
                    result,
                    credited,
                )
            )
            words = "; ".join(str(part) for part in (end if end != End.LANDED.value else None, cause) if part)
            if words:
                causes.append(f"Flight {flight}: {words}.")
        columns = ("no", "msn", "bomber", "target", "type", "bombs", "result", "cr")
        return Sheet(sheet.title, columns, tuple(rows), (*causes, *sheet.notes))


def _flight(row: LogRow) -> Row:
    """A row of the campaign record."""
    return (
        row.flight,
        row.mission,
        row.bomber,
        row.target,
        row.target_type,
        row.on_target,
        None if row.on_target is None else row.percent,
        _SHORT[row.result],
        row.credited,
        row.end.value,
        row.root or None,
    )


_HEADS = {"shot down": "down", "after the flight": "fate"}
_POSITIONS = {"Port Waist Gunner": "Port Waist", "Starboard Waist Gunner": "Starboard Waist"}


def _short_men(sheet: Sheet) -> Sheet:
    """A list of men in narrower columns."""
    rows = tuple((_POSITIONS.get(str(row[0]), row[0]), *row[1:]) for row in sheet.rows)
    return Sheet(sheet.title, tuple(_HEADS.get(name, name) for name in sheet.columns), rows, sheet.notes)
