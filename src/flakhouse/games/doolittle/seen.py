"""What a player sees of the raid, in figures, and the questions he may be asked: for programs that learn."""

from __future__ import annotations

from typing import Final

from flakhouse.games.doolittle.state import Marker, Raid
from flakhouse.games.doolittle.words import Fate

__all__ = ["NAMES", "QUESTIONS", "features"]

#: In this order for good: new ones come last.
_TEXT: Final = """
aboard airspeed airstrike-b25s airstrike-launch altitude approach area-release arrange-ship arrange-space
ashore assign-elite assign-hazard b25-hazard b25s boat box-hazard box-next brief-nimitz brief-squadron
burnt-b25 calendar captured-crew captured-elite carry-fuel china-fuel china-next city close-call-crew
contact contact-city copilot-repair counterstrike-planes crane-damage damaged-ship detach-ship diligence
diplomacy-nimitz diplomacy-row diplomacy-stilwell diplomacy-thompson distress-ship ditched-next
doolittle-box elite-aboard elite-group elite-gunner elite-gunner-at elites emergency-launch enter
entry-order evade exit extra-hazard fighter-cruiser flight-goal flight-hazard flight-next
flights-as-proposed fly-to flying-boat force-move fuel-conservation fuel-from give-oiler groundcrew
group-cap group-center gunnery high-altitude how-many-flights iboat-reaction ignore-damage interceptor
keep-wind last-off last-turn-launch launch-bonus launch-hour launch-later launch-point launch-zone
leak-independent leave-out liberty lower-than-low measure-extra-military-police measure-fbi measure-no-wives
measure-quarantine medals medic modify-a modify-b modify-c modify-d modify-e modify-f modify-g modify-h
modify-i modify-j next-area next-hazard not-found onward orders party party-next passengers pick-elite plan
prepare-site radio-silence raid-move re-roll recon recon-place recovery refuel refuel-damage remove-signals
rendezvous repair repair-b25 repair-copilot resolve-b25 resolve-next rv-point rv-turn strike-order
strike-target strike-wave submarine submarine-break submarine-contact sunk-ship telephone train
training-crash training-damage training-site transit-b25 trek-to vessel-removed which-flight wind-check
wind-dice withdraw-submarine zone-next
"""
QUESTIONS: Final = tuple(_TEXT.split())
NAMES: Final = (
    "scenario",
    "segment",
    "naval turn",
    "flight turn",
    "attack turn",
    "night over Japan",
    "alert",
    "security",
    "security risk",
    "high over the target",
    "B-25s on deck",
    "B-25s flying",
    "B-25s landed",
    "B-25s ditched",
    "B-25s destroyed or captured",
    "B-25s damaged",
    "B-25s loaded",
    "fumes markers",
    "flights",
    "fuel, mean of flights",
    "fuel, least of flights",
    "zone, mean of flights",
    "zone, farthest flight",
    "markers face down",
    "markers revealed",
    "detonations",
    "blast",
    "bombers on the target map",
    "ships damaged",
    "ships sunk",
    "task force fueled",
    "crews safe",
    "crews captured",
    "morale",
    "training points left",
)
_SEGMENTS: Final = ("", "planning", "naval", "flight", "attack", "denouement", "debriefing")
_SAFE: Final = frozenset({"safe", "rescued", "interned", "released"})


def _shown(r: Raid) -> list[Marker]:
    """Every marker on a map, a ship or a bomber: its front is seen, or its back if it is revealed."""
    found: list[Marker] = []
    for city in r.cities.values():
        for area in city.areas.values():
            found += area.markers
        for box in city.boxes.values():
            found += box.markers
    for some in (*r.vessels.values(), *r.zone_markers.values(), *r.task_force.signals.values()):
        found += some
    for b25 in r.squadron:
        found += b25.attached
        found += b25.assigned
    return found


def _squadron(r: Raid) -> list[float]:
    """The B-25s by fate, damage, bombs and fumes."""
    fates = [b.fate for b in r.squadron]
    living = r.living()
    return [
        fates.count(Fate.DECK),
        len(living),
        fates.count(Fate.LANDED),
        fates.count(Fate.DITCHED),
        fates.count(Fate.DESTROYED) + fates.count(Fate.CAPTURED),
        sum(b.damage > 0 for b in living),
        sum(b.loaded for b in living),
        sum(b.fumes for b in living),
    ]


def _flights(r: Raid) -> list[float]:
    """The Flights, their fuel and zones."""
    flights = [f for f in r.flights if f.aircraft]
    fuel = [f.fuel for f in flights] or [0]
    zones = [f.zone for f in flights] or [0]
    return [len(flights), sum(fuel) / len(fuel), min(fuel), sum(zones) / len(zones), max(zones)]


def features(r: Raid) -> list[float]:
    """The figures of NAMES. What lies face down is counted, never looked at."""
    shown = _shown(r)
    revealed = sum(marker.revealed for marker in shown)
    attack = r.city is not None
    segment = "attack" if attack else r.segment
    force = r.task_force
    return [
        r.options.scenario,
        float(_SEGMENTS.index(segment)) if segment in _SEGMENTS else 0.0,
        force.turn,
        r.flight_turn,
        r.attack_turn,
        r.night(1),
        r.security.alert,
        r.security.value,
        r.security.risk,
        r.high,
        *_squadron(r),
        *_flights(r),
        len(shown) - revealed,
        revealed,
        sum(city.detonations for city in r.cities.values()),
        sum(city.blast() for city in r.cities.values()),
        sum(bool(b.area) for b in r.living()),
        sum(ship.damaged and not ship.sunk for ship in force.ships),
        sum(ship.sunk for ship in force.ships),
        force.fueled,
        sum(crew.fate in _SAFE for crew in r.crews),
        sum(crew.fate == "captured" for crew in r.crews),
        r.blotter.morale,
        r.blotter.points,
    ]
