"""8.3 Hazards of the Flight Map: drawn by zone, spread over Flights and B-25s, revealed and resolved."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import (
    acquisition,
    aircraft,
    attack_gunnery,
    checks,
    cups,
    data,
    elites,
    flying_boats,
    fuel,
    secrecy,
    vessels,
    wind,
)
from flakhouse.games.doolittle.advice import flight_hazards as advice
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.questions import attack_hazards as gunners
from flakhouse.games.doolittle.questions import flight_hazards as questions
from flakhouse.games.doolittle.questions.keys import numbered
from flakhouse.games.doolittle.state import B25, Flight, Marker, Raid
from flakhouse.games.doolittle.words import JAPAN_ZONE, TIME_LINE, Back, Benefit, Diplomat, Fate, Icon, Launch

__all__ = ["alert_hazard", "break_away", "draws", "fatal", "hazards_phase", "kind", "resolve", "resolve_all", "up"]


class _Sputter(StrEnum):
    """An engine sputters."""

    FIRE = "Fire"
    NOTHING = "No effect"


class _Fire(StrEnum):
    """It burns."""

    DITCHES = "Ditches"
    DAMAGED = "Damaged"


class _Night(StrEnum):
    """An Interceptor in the dark."""

    ATTACKS = "Attacks"
    NOTHING = "No effect"


class _Beacons(StrEnum):
    """Stilwell knows what the beacons are for."""

    REMOVED = "Removed"
    IGNORED = "Ignored"


SPUTTER = CHARTS.words("engine-sputter", _Sputter)
FIRE = CHARTS.words("engine-fire", _Fire)
NIGHT = CHARTS.words("night-interceptor", _Night)
BEACONS = CHARTS.words("beacons-removed", _Beacons)

#: What a roll is made for.
_FLIES_ON = checks.Need("is damaged only", "It ditches.")
_UNSEEN = checks.Need("is not found", "The Interceptor attacks.")
_ALERT = "flight-alert"
_CUP = {"I": "flight-I", "II": "flight-II", "III": "flight-III", "Alert": _ALERT}
#: Hazards that stay on the B-25 without further ado.
_ATTACH = (Back.FAULTY_DOORS, Back.FUEL_EVAPORATION, Back.JAMMED_GUNS, Back.MECHANICAL)


def hazards_phase(ref: Referee, r: Raid) -> None:
    """8.3 Flying Boats call up what they shadowed for; then zone by zone draw, assign and resolve."""
    r.step = "hazards"
    _reload(r.squadron)
    flying_boats.shadows(ref, r)
    left = sorted({f.zone for f in r.flights if up(f)})
    listed = False
    while left:
        zone = left[0]
        if len(left) > 1 and not listed:
            # D6
            key = ref.ask("zone-next", str(zone), lambda: questions.zone_next(left), keys=questions.zones(left))
            listed = key == questions.LISTED
            zone = zone if listed else int(key)
        left.remove(zone)
        here = [f for f in r.flights if f.zone == zone and up(f)]
        if here:
            _zone(ref, r, zone, here)


def up(flight: Flight) -> bool:
    """5.1 On the map: neither landed nor still to come."""
    return flight.site is None and not flight.late


def _zone(ref: Referee, r: Raid, zone: int, flights: list[Flight]) -> None:
    """8.3.2-8.3.5 The hazards of one zone."""
    drawn = draws(ref, r, zone, len(flights))
    if not drawn:
        return
    r.zone_markers[zone] = drawn
    ref.scene("zone-hazards", zone=zone)
    ref.note("flight-hazards", zone=zone, count=len(drawn), kinds=", ".join(kind(m) for m in drawn))
    shares, order = _to_flights(ref, flights, drawn), list(drawn)
    proposed = False
    for flight, share in zip(flights, shares, strict=True):
        for marker in share:
            proposed = _to_b25(ref, flight, marker, len(drawn) > 1, proposed, order)
            drawn.remove(marker)
    del r.zone_markers[zone]
    _resolve_zone(ref, r, [b25 for flight in flights for b25 in flight.aircraft])


# ------------------------------------------------------------------ 8.3.2 drawing


def draws(ref: Referee, r: Raid, zone: int, flights: int) -> list[Marker]:
    """8.3.2 The markers a zone calls for, face down; the Alert cup serves for an empty one."""
    found: list[Marker] = []
    alert = r.security.alert
    for cup, number, least in _DRAWS.of(ref)[zone - 1]:
        if alert < least:
            continue
        for _ in range(flights if number == "each" else alert if number == "level" else int(number)):
            marker = cups.draw(ref, r, cup, _ALERT)
            if marker is not None:
                found.append(marker)
    return found


def _draws(text: str) -> list[tuple[str, str, int]]:
    """8.3.2 A zone's draws: the cup, how many ("each" Flight, the Alert "level"), from which Alert Level on."""
    parts = [part.split() for part in text.split("; ")]
    return [(_CUP[words[0]], words[1], int(words[3]) if len(words) > 2 else 0) for words in parts]


_DRAWS = data.Reading("zones", lambda chart: [_draws(text) for text in chart.words[2]])


def kind(marker: Marker) -> str:
    """8.3.2 Don't Peek, 8.3.1 What the front of a marker shows: its type."""
    return marker.cup.removeprefix("flight-").replace("alert", "Alert")


# ------------------------------------------------------------------ 8.3.3, 8.3.4 assigning


def _to_flights(ref: Referee, flights: list[Flight], drawn: list[Marker]) -> list[list[Marker]]:
    """8.3.3 Every marker to a Flight of the zone, so that none has two more than another."""
    if len(flights) == 1:
        return [list(drawn)]
    shares: list[list[Marker]] = [[] for _ in flights]
    base, over = divmod(len(drawn), len(flights))
    proposed = False
    for marker in drawn:
        full = sum([len(share) > base for share in shares])
        allowed = [
            i for i, share in enumerate(shares) if len(share) < base or (len(share) == base and full < over)
        ]
        pick = allowed[0] if len(allowed) == 1 else advice.flight_hazard(allowed, flights, shares)
        if len(allowed) > 1 and not proposed:
            advised = flights[pick].name()
            key = _which_flight(ref, marker, flights, shares, allowed, pick, advised, drawn)
            proposed = key == questions.PROPOSED
            if not proposed and key != advised:
                pick = next(i for i in allowed if flights[i].name() == key)
        shares[pick].append(marker)
    return shares


def _which_flight(
    ref: Referee,
    marker: Marker,
    flights: list[Flight],
    shares: list[list[Marker]],
    allowed: list[int],
    pick: int,
    advised: str,
    drawn: list[Marker],
) -> str:
    """8.3.3 The Flight that has a marker, or this one and the others as proposed."""
    # D22
    return ref.ask(
        "flight-hazard",
        advised,
        lambda: questions.flight_hazard(marker, [(flights[i], shares[i]) for i in allowed], flights[pick], drawn),
        keys=lambda: questions.takers([flights[i] for i in allowed], marker is not drawn[-1]),
    )


def _to_b25(
    ref: Referee, flight: Flight, marker: Marker, more: bool, proposed: bool, order: Sequence[Marker]
) -> bool:
    """8.3.4 A marker to a B-25 of the Flight, the fewest hazards first. True: the others as proposed."""
    fewest = 99
    allowed: list[B25] = []
    for b25 in flight.aircraft:
        load = len(b25.attached) + len(b25.assigned)
        if load < fewest:
            fewest, allowed = load, [b25]
        elif load == fewest:
            allowed.append(b25)
    b25, proposed = _pick(ref, flight, marker, allowed, more, proposed, order)
    _assign(ref, b25, marker)
    return proposed


def _pick(
    ref: Referee,
    flight: Flight,
    marker: Marker,
    allowed: list[B25],
    more: bool,
    proposed: bool,
    order: Sequence[Marker] = (),
) -> tuple[B25, bool]:
    """8.3.4, 8.1.4 One of these B-25s; `more` hazards to come can be left to the proposals, as they are if so."""
    b25 = advice.b25_hazard(allowed)
    if len(allowed) == 1 or proposed:
        return b25, proposed
    # D22
    key = ref.ask(
        "b25-hazard",
        b25.pilot,
        lambda: questions.b25_hazard(flight, marker, allowed, more, order),
        keys=questions.bearers(allowed, more),
    )
    if key == questions.PROPOSED:
        return b25, True
    return next(b for b in allowed if b.pilot == key), False


def _assign(ref: Referee, b25: B25, marker: Marker) -> None:
    """8.3.4 The marker lies on the B-25, face down."""
    b25.assigned.append(marker)
    ref.note("flight-hazard-assigned", causes=(), b25=b25.name(), type=kind(marker))


# ------------------------------------------------------------------ 8.3.5 resolving


def _resolve_zone(ref: Referee, r: Raid, b25s: list[B25]) -> None:
    """8.3.5 All hazards assigned in a zone; the player picks the B-25, and which of its hazards."""
    waiting, listed = b25s, False
    while waiting := [b for b in waiting if b.assigned and b.fate is Fate.FLYING]:
        b25 = waiting[0]
        if len(waiting) > 1 and not listed:
            key = _whose(ref, waiting)
            listed = key == questions.LISTED
            b25 = b25 if listed else next(b for b in waiting if b.pilot == key)
        _resolve_next(ref, r, b25, listed)


def _whose(ref: Referee, waiting: Sequence[B25]) -> str:
    """8.3.5 Whose hazard is resolved next, or all in the order they stand."""
    first = waiting[0].pilot
    # D6
    return ref.ask("resolve-b25", first, lambda: questions.resolve_b25(waiting), keys=questions.in_line(waiting))


def _resolve_next(ref: Referee, r: Raid, b25: B25, listed: bool = False) -> None:
    """8.3.5 One of the hazards assigned to a B-25; `listed`: the first."""
    first = "1"
    if len(b25.assigned) > 1 and not listed:
        # D6
        first = ref.ask("resolve-next", first, lambda: questions.resolve_next(b25), keys=numbered(b25.assigned))
    resolve(ref, r, b25, b25.assigned.pop(int(first) - 1))


def resolve_all(ref: Referee, r: Raid, b25: B25) -> None:
    """8.3.5, 8.3.6 Every hazard assigned to a B-25, as long as it flies."""
    while b25.assigned and b25.fate is Fate.FLYING:
        _resolve_next(ref, r, b25)


def alert_hazard(ref: Referee, r: Raid, flight: Flight) -> None:
    """8.1.4 Target Deviation at Alert 2 or more: one Alert hazard is drawn and resolved at once."""
    marker = cups.draw(ref, r, _ALERT)
    if marker is not None:
        b25, _ = _pick(ref, flight, marker, flight.aircraft, more=False, proposed=False)
        _assign(ref, b25, marker)
        _reload([b25])
        resolve_all(ref, r, b25)


def resolve(ref: Referee, r: Raid, b25: B25, marker: Marker) -> None:
    """8.3.5, 8.3.7 A hazard is revealed and takes effect; most markers go back into their cup."""
    flight = aircraft.flight_of(r, b25)
    if flight is None:
        raise ValueError(f"{b25.name()} belongs to no Flight")
    marker.revealed = True
    ref.scene("hazards", b25=b25.name(), flight=flight.name(), zone=flight.zone)
    ref.note(
        "flight-hazard",
        causes=(),
        b25=b25.name(),
        hazard=marker.words(),
        landing=marker.landing,
        idle=_idle(r, flight, marker),
    )
    back = marker.back
    if back in _ATTACH:
        b25.attached.append(marker)
    elif back is Back.FUEL_LEAK:
        b25.attached.append(marker)
        _leak(ref, r, b25, flight)
    elif back is Back.COMPASS_ERROR or back is Back.FAULTY_COMPASS:
        _compass(ref, r, b25, marker)
    elif back is Back.VESSEL:
        vessels.met(ref, r, flight, marker)
    elif back is Back.FLYING_BOAT:
        flying_boats.found(ref, r, b25, flight, marker)
    elif back is Back.WIND_CHECK:
        _wind(ref, r, flight)  # the marker leaves the game
    elif back is Back.JAMMED_TURRET and not r.ratings.turrets_changed:
        b25.attached.append(marker)
    else:
        if back is Back.INTERCEPTOR:
            _interceptor(ref, r, b25, flight, marker)
        elif back is Back.ENGINE_SPUTTER:
            _sputter(ref, r, b25, flight)
        elif back is Back.REMOVE_BEACONS:
            _beacons(ref, r)
        cups.put_back(r, marker)


def _idle(r: Raid, flight: Flight, marker: Marker) -> bool:
    """8.3.7 Whether a hazard does nothing as things are."""
    back = marker.back
    if back is Back.VESSEL or back is Back.FLYING_BOAT:
        return r.night(flight.zone)
    if back is Back.ENGINE_SPUTTER:
        return r.launch is Launch.PLANNED
    if back is Back.REMOVE_BEACONS:
        return not r.beacons
    if back is Back.COMPASS_ERROR or back is Back.FAULTY_DOORS:  # they matter on the way to a city and over it
        return not flight.loaded() and not (back is Back.COMPASS_ERROR and r.ratings.radios)
    if back is Back.MECHANICAL:
        return not r.with_denouement()  # no Landing Check
    return back is Back.CLEAR or (back is Back.JAMMED_TURRET and r.ratings.turrets_changed)


# ------------------------------------------------------------------ 8.3.7 effects, by the alphabet


def _compass(ref: Referee, r: Raid, b25: B25, marker: Marker) -> None:
    """8.3.7 Faulty Compass, 8.3.7 Compass Error and Faulty Compass stay on the B-25; with liaison radios a Secrecy
    Test instead.
    """
    if r.ratings.radios:  # RULING 21: the marker then leaves the game
        secrecy.check(ref, r, Icon.TRIANGLE)
        return
    b25.attached.append(marker)


def _odd(faces: tuple[int, ...]) -> bool:
    """8.3.7 An odd die is the worse one."""
    return faces[0] % 2 == 1


def _runs_on(ref: Referee, r: Raid, b25: B25) -> checks.Need:
    """8.3.7 What an engine that sputters is rolled for, and what a fire means."""
    fire = ref.chart(FIRE)
    ditches = sum([fire.at(face) is _Fire.DITCHES for face in range(1, 7)])
    worse = "destroyed" if fatal(r, b25) else "damaged"
    otherwise = f"An engine is on fire: a die follows, and it ditches ({ditches} in 6) or is {worse}."
    return checks.Need("does not catch fire", otherwise)


def _sputter(ref: Referee, r: Raid, b25: B25, flight: Flight) -> None:
    """8.3.7 Engine Sputter: only after an emergency launch; a fire damages the B-25 or brings it down."""
    if r.launch is Launch.PLANNED:
        return
    burns = checks.roll(ref, r, SPUTTER, (b25,), while_=_odd, need=_runs_on(ref, r, b25)) is _Sputter.FIRE
    ref.note("engine-sputter", b25=b25.name(), fire=burns)
    if not burns:
        return
    fate = checks.roll(ref, r, FIRE, (b25,), bad=_odd, need=_FLIES_ON)
    ref.note("engine-fire", b25=b25.name(), ditches=fate is _Fire.DITCHES)
    if fate is _Fire.DITCHES:
        aircraft.ditch(ref, r, b25, f"zone {flight.zone}")
    else:
        aircraft.damage(ref, r, b25, "an engine fire")


def break_away(ref: Referee, r: Raid, b25: B25, due: int = 0) -> Flight:
    """7.1.2 A B-25 flies alone, with the Fuel of the Flight it leaves; `due` of it is burnt at once."""
    old = aircraft.flight_of(r, b25)
    if old is None:
        raise ValueError(f"{b25.name()} belongs to no Flight")
    if not old.independent:
        ref.note("independent", causes=(), b25=b25.name(), flight=old.name(), fuel=old.fuel)
    if len(old.aircraft) == 1:
        old.independent = True
        return old
    old.aircraft.remove(b25)
    new = Flight(old.number, [b25], old.zone, old.fuel, old.high, old.target, independent=True)
    r.flights.append(new)
    # RULING 7.1.2: on its own it has a target marker of its own, to be set while Vladivostok is not yet passed.
    if not b25.loaded and new.zone <= JAPAN_ZONE + 1:
        acquisition.onward(ref, r, new, due)
    return new


def _leak(ref: Referee, r: Raid, b25: B25, flight: Flight) -> None:
    """8.3.7 Fuel Leak: the B-25 may leave its Flight."""
    # RULING 8.3.7: at the moment the leak is attached (7.1.2), not later.
    if flight.independent or len(flight.aircraft) == 1:
        return
    # D26
    if ref.agreed("leak-independent", advice.leak_independent(), lambda: questions.leak_independent(b25, flight)):
        break_away(ref, r, b25)


def _interceptor(ref: Referee, r: Raid, b25: B25, flight: Flight, marker: Marker) -> None:
    """example 8.3.7 interceptor, 8.3.7 Interceptor: gunnery, else damage, or 1 Fuel to shake it off alone."""
    if marker.break_off:
        return
    ref.scene("interception", b25=b25.name(), flight=flight.name(), zone=flight.zone)
    if r.night(flight.zone) and _missed_by_night(ref, r, b25):
        return
    if _shot_off(ref, r, b25) or _driven_off(ref, r, b25, marker):
        return
    advised = advice.interceptor(r, b25)
    # D25
    key = ref.ask(
        "interceptor", advised, lambda: questions.interceptor(ref, r, b25, flight, marker), keys=questions.WAYS
    )
    if key == questions.TAKE_IT:
        aircraft.damage(ref, r, b25, "an Interceptor")
    else:
        fuel.consume(ref, r, break_away(ref, r, b25, due=1), "away from an Interceptor")


def _missed_by_night(ref: Referee, r: Raid, b25: B25) -> bool:
    """8.3.7, RULING 14: a die decides whether an Interceptor finds a B-25 in the dark."""
    missed = checks.roll(ref, r, NIGHT, (b25,), while_=_odd, need=_UNSEEN) is _Night.NOTHING
    ref.note("night-interceptor", b25=b25.name(), missed=missed)
    return missed


def _reload(b25s: Sequence[B25]) -> None:
    """4.5, 8.3.7 A new Hazards Phase, or a hazard outside of it (8.1.4): these B-25s may fire again."""
    for b25 in b25s:
        b25.fired = False


def _shot_off(ref: Referee, r: Raid, b25: B25) -> bool:
    """4.5, 8.3.7 Gunnery against the first Interceptor of the phase; against a second one there is no shot."""
    if b25.fired:
        ref.note("gunners-busy", causes=(), b25=b25.name())
        return False
    b25.fired = True
    return attack_gunnery.shoot(ref, r, b25)


def _driven_off(ref: Referee, r: Raid, b25: B25, marker: Marker) -> bool:
    """2.3.5 The elite gunner drives an Interceptor off, once."""
    # RULING 2.3.5: at any time, so when the gunners have missed; asking before they fire would only waste him.
    if not elites.can(b25, Benefit.GUNNER):
        return False
    advised = advice.elite_gunner(b25)
    # D5
    if not ref.agreed("elite-gunner", advised, lambda: gunners.elite_gunner(b25, "", marker, advised)):
        return False
    elites.spend(ref, r, b25, "drives the fighter off")
    return True


def fatal(r: Raid, b25: B25) -> bool:
    """2.1.3, 2.3.7 Whether the next hit destroys a B-25."""
    return b25.damage >= 1 + r.ratings.armor and not elites.can(b25, Benefit.PILOT_IGNORE)


def _beacons(ref: Referee, r: Raid) -> None:
    """8.3.7 Remove Beacons: all of them, unless Stilwell was briefed and a die is even."""
    if not r.beacons:
        return
    briefed = r.campaign() and Diplomat.STILWELL.value in r.blotter.briefed
    if briefed and ref.roll(BEACONS) is _Beacons.IGNORED:
        ref.note("beacons-stay")
        return
    for marker in r.beacons.values():
        cups.put_back(r, marker)
    r.beacons.clear()
    ref.note("beacons-gone")


def _wind(ref: Referee, r: Raid, flight: Flight) -> None:
    """8.3.7 Wind Check: the wind turns; west of the time line so does the weather."""
    box = wind.box_of(ref, flight.zone)
    r.wind.pop(box, None)
    if flight.zone > TIME_LINE:
        wind.weather_check(ref, r, box)  # RULING 54: weather first
    wind.state(ref, r, flight.zone)  # no marker now: a check, the first of a planned launch too (8.2.3)
