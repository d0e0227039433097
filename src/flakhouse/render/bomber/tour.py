"""A tour as the papers show it: its standing, its flights, its men and bombers."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from flakhouse.games.bomber import roster
from flakhouse.games.bomber.roster import Score
from flakhouse.render.bomber.facts import count
from flakhouse.render.sheets import Cell, Sheet

__all__ = ["Row", "Tour", "result", "standing", "tour_of"]

Row = tuple[Cell, ...]
P = TypeVar("P", bound=StrEnum)
R = TypeVar("R", bound=StrEnum)


@dataclass
class Tour:
    """A campaign as its log sheet shows it."""

    credited: int
    missions: int  # of a whole tour
    flights: int
    victories: int
    draws: int
    defeats: int
    complete: bool
    lead: str  # who has won or is ahead
    bombers: tuple[Score, ...]
    men: tuple[Score, ...]
    columns: tuple[str, ...] = ()  # of the list of flights
    rows: tuple[Row, ...] = ()
    rated: tuple[str, ...] = ()  # where the ratings come from
    more: list[Sheet] = field(default_factory=list)  # what else the game keeps


def tour_of(record: roster.Record[P], ratings: roster.Ratings[R], missions: int, lead: str) -> Tour:
    """The campaign of a record and its ratings; the list of flights and what else there is are still to come."""
    return Tour(
        record.credited,
        missions,
        record.flights,
        ratings.victories,
        ratings.draws,
        ratings.defeats,
        ratings.complete,
        lead,
        ratings.bombers,
        ratings.men,
    )


def standing(tour: Tour) -> str:
    """The tour in one line."""
    return (
        f"{tour.credited} of {tour.missions} missions credited; {count(tour.victories, 'victory', 'victories')}, "
        f"{count(tour.draws, 'draw', 'draws')}, {count(tour.defeats, 'defeat', 'defeats')}"
    )


def result(tour: Tour) -> Sheet:
    """How the campaign stands."""
    rows: tuple[Row, ...] = (
        ("Missions credited", f"{tour.credited} of {tour.missions}"),
        ("Flights", tour.flights),
        ("Victories", tour.victories),
        ("Draws", tour.draws),
        ("Defeats", tour.defeats),
        ("Won by" if tour.complete else "Ahead", tour.lead),
    )
    title = "Result of the campaign" if tour.complete else "Standing of the campaign"
    return Sheet(title, ("", ""), rows)
