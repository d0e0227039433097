"""Section 1: the target, the place in the formation, and a sound bomber with its crew."""

from __future__ import annotations

from dataclasses import dataclass

from flakhouse.core.charts import Chart
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import luck
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.options import Options
from flakhouse.games.b17.state import Campaign, Mission, Target, new_men, new_plane
from flakhouse.games.b17.words import FormationPlace, Squadron, Surface, TargetType

__all__ = ["CITIES", "known_city", "make_target", "prepare", "targets"]


@dataclass(slots=True, frozen=True)
class _Place:
    """A row of G-11."""

    kind: TargetType
    zone: int
    flak_plus: bool
    modifiers: dict[int, int]
    letters: dict[int, tuple[Surface, ...]]


def _place(chart: Chart[str], row: int) -> _Place:
    """1.4, G-11 One row: the target's zone and type, and what each zone on the way there holds."""
    cells = dict(zip(chart.data.columns, (column[row] for column in chart.words), strict=True))
    zone = int(cells["zone"])
    modifiers: dict[int, int] = {}
    letters: dict[int, tuple[Surface, ...]] = {}
    for way in range(2, zone + 1):
        modifier, *below = cells[str(way)].split()
        modifiers[way] = int(modifier)
        letters[way] = tuple(Surface(letter) for letter in below)
    return _Place(TargetType(cells["type"]), zone, cells["flak"] == "1", modifiers, letters)


GAZETTEER = CHARTS.text("G-11")
_PLACES = {city: _place(GAZETTEER, i) for i, city in enumerate(GAZETTEER.labels)}
#: Every target there is, in the order of G-11.
CITIES = tuple(_PLACES)


def _city(word: str) -> str:
    """1.2 A cell of G-1 to G-3: a city the gazetteer has."""
    if word not in _PLACES:
        raise ValueError(word)
    return word


EARLY = CHARTS.bind("G-1", _city)
MIDDLE = CHARTS.bind("G-2", _city)
LATE = CHARTS.bind("G-3", _city)
PLACE = CHARTS.words("G-4", FormationPlace)
SQUADRON = CHARTS.words("G-4-squadron", Squadron)
_FIRST_SQUADRON = 6  # 1.3: missions before have none


def known_city(city: str) -> bool:
    """1.4 Whether the gazetteer has this target."""
    return city in _PLACES


def make_target(city: str) -> Target:
    """manual 3.4, G-3 note 1, 1.4, G-11 A target with its zone, and the modifiers and letters of every zone on the
    way.
    """
    place = _PLACES[city]
    return Target(city, place.kind, place.zone, place.flak_plus, place.modifiers.copy(), place.letters.copy())


def targets(number: int) -> Chart[str]:
    """1.2 The table for a mission of this number: G-1 for 1-5, G-2 for 6-10, then G-3."""
    return EARLY if number <= 5 else MIDDLE if number <= 10 else LATE


def prepare(ref: Referee, campaign: Campaign, options: Options) -> Mission:
    """1.1-1.6, manual 3.1-3.6 Everything up to take-off."""
    number = campaign.mission_number()
    ref.scene("briefing", mission=number, bomber=campaign.bomber.name)
    table = targets(number)
    target = make_target(ref.roll(table))
    men, seats = new_men(campaign.crew)
    m = Mission(options, number, target, new_plane(), men, seats)
    if options.start_at_base:
        m.zone = 0  # 1.6: the manual's counter starts in Zone 1
    if options.rabbits_feet:
        m.rabbits_feet = campaign.rabbits_feet
    ref.state = m
    luck.start(ref, m)
    if m.rabbits_feet and luck.again(ref, table.id, target.city):
        target = m.target = make_target(ref.roll(table))  # B-7 row 7: any roll, this one too
    ref.note(
        "target",
        causes=(table,),
        city=target.city,
        type=target.kind,
        zone=target.zone,
        mission=number,
        number=campaign.flight_number(),
        bomber=campaign.bomber.name,
        training=False,
    )
    m.place = ref.roll(PLACE)
    if number >= _FIRST_SQUADRON:
        m.squadron = ref.roll(SQUADRON)
    squadron = m.squadron.value if m.squadron else ""
    line = f"{m.place.value} of the formation" + (f", {squadron} squadron" if squadron else "")
    ref.note("briefing", causes=(PLACE, SQUADRON), place=m.place, squadron=squadron, line=line)
    ref.scene("take-off")
    ref.note("take-off", causes=())
    return m
