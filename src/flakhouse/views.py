"""What a player sees of a game, with types: for bots and programs, who need not know the states of the rules.

    seen = flakhouse.views.b17(session)    # or of the `ref` that a bot is given
    hurt = [man.position for man in seen.men if man.serious]

A view is made when it is asked for and changes with nothing; what lies face down is not in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TypeVar

import msgspec

from flakhouse.core.referee import Referee
from flakhouse.core.session import Session
from flakhouse.errors import OptionError
from flakhouse.games.b17.state import Mission as B17Mission
from flakhouse.games.b17.words import Leg as B17Leg
from flakhouse.games.b29.state import Mission as B29Mission
from flakhouse.games.b29.words import Leg as B29Leg
from flakhouse.games.bomber import guns, men
from flakhouse.games.doolittle.state import Raid

__all__ = ["B17", "B25", "B29", "City", "Doolittle", "Fighter", "Flight", "Gun", "Man", "b17", "b29", "doolittle"]

T = TypeVar("T")
P = TypeVar("P", bound=StrEnum)
S = TypeVar("S", bound=StrEnum)


class Man(msgspec.Struct, frozen=True):
    """A man of the crew: his trade, where he sits (None: nowhere), how he is."""

    position: str
    name: str
    station: str | None
    aboard: bool
    light: int  # light wounds
    serious: bool
    dead: bool


class Gun(msgspec.Struct, frozen=True):
    """A gun position."""

    name: str
    works: bool
    bursts: int


class Fighter(msgspec.Struct, frozen=True):
    """An attacker that is seen."""

    name: str  # "Me109 A"
    kind: str
    where: str  # "12 High"
    damaged: bool


class _Bomber(msgspec.Struct, frozen=True, kw_only=True):
    """What both bombers have."""

    mission: int  # number in the tour
    city: str
    target: str  # what is bombed there
    target_zone: int
    zone: int  # 0: the base
    homeward: bool
    turn: int
    in_formation: bool
    evading: bool
    engines: int  # that run
    bombs: bool  # aboard
    bomb_run: bool  # made
    percent: int  # of the bombs on target
    aborted: bool
    flak: str
    men: tuple[Man, ...]
    guns: tuple[Gun, ...]
    fighters: tuple[Fighter, ...]


class B17(_Bomber, frozen=True, kw_only=True):
    """A mission of the B-17."""

    low: bool  # at 10,000 ft
    cover: str
    rabbits_feet: int


class B29(_Bomber, frozen=True, kw_only=True):
    """A mission of the B-29."""

    night: bool
    altitude: str
    weather: str
    off_course: bool
    resistance: str
    wing_fuel: int  # boxes
    tank_fuel: int  # boxes in the bomb bay
    pressurized: bool


class B25(msgspec.Struct, frozen=True):
    """A B-25 of the raid."""

    id: str
    pilot: str
    fate: str
    loaded: bool
    damage: int  # 0 none, 1 damaged, 2 severely
    fumes: int
    area: str  # on the map of a city, "": none
    box: str
    hazards: tuple[str, ...]  # as they are seen


class Flight(msgspec.Struct, frozen=True):
    """B-25s that fly together."""

    number: int
    zone: int
    fuel: int
    high: bool
    goal: str
    aircraft: tuple[str, ...]  # their ids


class City(msgspec.Struct, frozen=True):
    """A city: what fell on it, and what is in its Areas and Boxes, as it is seen: "Ground ?" lies face down."""

    name: str
    detonations: int
    blast: int
    markers: tuple[str, ...]


class Doolittle(msgspec.Struct, frozen=True):
    """The raid."""

    scenario: int
    segment: str
    attacked: str  # the city under attack now, "": none
    naval_turn: int
    flight_turn: int
    attack_turn: int
    alert: int
    b25s: tuple[B25, ...]
    flights: tuple[Flight, ...]
    cities: tuple[City, ...]


# ------------------------------------------------------------------ making them


def _state(of: Session | Referee, kind: type[T], title: str) -> T:
    """The state, if it is of this kind."""
    found = of.state
    if not isinstance(found, kind):
        raise OptionError(f"there is no {title} to look at" + (" yet" if found is None else " in this game"))
    return found


def _men(crew: Iterable[men.Man[P, S]]) -> tuple[Man, ...]:
    return tuple(
        Man(
            man.position.value,
            man.airman.name,
            man.station.value if man.station else None,
            man.aboard,
            man.light,
            man.serious,
            man.dead,
        )
        for man in crew
    )


def _guns(all_: Iterable[guns.Gun[P]]) -> tuple[Gun, ...]:
    return tuple(Gun(gun.name.value, gun.works(), gun.bursts) for gun in all_)


def b17(of: Session | Referee) -> B17:
    """The B-17 in flight."""
    m = _state(of, B17Mission, "B-17")
    here = [f for f in m.fighters if not f.destroyed and not f.gone]
    return B17(
        mission=m.number,
        city=m.target.city,
        target=m.target.kind.value,
        target_zone=m.target.zone,
        zone=m.zone,
        homeward=m.leg is not B17Leg.OUT,
        turn=m.turn,
        in_formation=m.in_formation,
        evading=m.evading,
        engines=4 - m.plane.engines_out(),
        bombs=m.plane.bombs,
        bomb_run=m.bomb_run,
        percent=m.percent,
        aborted=m.aborted,
        flak=m.flak.value,
        men=_men(m.men.values()),
        guns=_guns(m.plane.guns.values()),
        fighters=tuple(Fighter(f.name, f.kind.value, f.where(), f.fca + f.fboa > 0) for f in here),
        low=m.plane.low,
        cover=m.cover.value,
        rabbits_feet=m.rabbits_feet,
    )


def b29(of: Session | Referee) -> B29:
    """The B-29 in flight; attackers by night that nobody has spotted are not seen."""
    m = _state(of, B29Mission, "B-29")
    here = [f for f in m.fighters if f.spotted and not f.destroyed and not f.gone]
    return B29(
        mission=m.number,
        city=m.target.city,
        target=m.target.kind.value,
        target_zone=m.target.zone,
        zone=m.zone,
        homeward=m.leg is not B29Leg.OUT,
        turn=m.turn,
        in_formation=m.in_formation(),
        evading=m.evading,
        engines=4 - m.plane.engines_out(),
        bombs=m.plane.bombs_aboard(),
        bomb_run=m.bomb_run,
        percent=m.percent,
        aborted=m.aborted,
        flak=m.flak.value,
        men=_men(m.men.values()),
        guns=_guns(m.plane.guns.values()),
        fighters=tuple(Fighter(f.name, f.kind.value, f.where(), f.fca > 0) for f in here),
        night=m.night,
        altitude=m.plane.altitude.name,
        weather=m.weather.value,
        off_course=m.off_course,
        resistance=m.resistance.value,
        wing_fuel=m.plane.wing_boxes,
        tank_fuel=m.plane.tank_fuel(),
        pressurized=m.plane.pressurized,
    )


def doolittle(of: Session | Referee) -> Doolittle:
    """The raid as it stands."""
    r = _state(of, Raid, "raid")
    return Doolittle(
        scenario=r.options.scenario,
        segment=r.segment,
        attacked=r.city.value if r.city else "",
        naval_turn=r.task_force.turn,
        flight_turn=r.flight_turn,
        attack_turn=r.attack_turn,
        alert=r.security.alert,
        b25s=tuple(
            B25(
                b.id,
                b.pilot,
                b.fate.value,
                b.loaded,
                b.damage,
                b.fumes,
                b.area,
                b.box,
                tuple(marker.shown() for marker in (*b.assigned, *b.attached)),
            )
            for b in r.squadron
        ),
        flights=tuple(
            Flight(f.number, f.zone, f.fuel, f.high, f.target, tuple(b.id for b in f.aircraft))
            for f in r.flights
            if f.aircraft
        ),
        cities=tuple(
            City(
                name.value,
                city.detonations,
                city.blast(),
                tuple(
                    marker.shown()
                    for markers in (
                        *(area.markers for area in city.areas.values()),
                        *(box.markers for box in city.boxes.values()),
                    )
                    for marker in markers
                ),
            )
            for name, city in r.cities.items()
        ),
    )
