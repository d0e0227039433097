"""8.1.2 to 8.1.4 and 8.2.2: finding a city in Japan, or a landing site."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flakhouse.core.charts import Chart
from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import (
    aircraft,
    attack,
    checks,
    cups,
    data,
    elites,
    flight_hazards,
    flying_boats,
    fuel,
    wind,
)
from flakhouse.games.doolittle.attack import Entrant
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.state import B25, Flight, Marker, Raid
from flakhouse.games.doolittle.words import JAPAN_ZONE, Back, City, Fate, Side, Site

__all__ = [
    "attack_city",
    "entrants",
    "find_site",
    "mods",
    "need_words",
    "number",
    "onward",
    "sites",
    "wanted",
    "why_not",
]

CHECK = CHARTS.numbers("acquisition")
LIGHTS = CHARTS.numbers("lights-out")
ERROR = CHARTS.numbers("compass-error")
FAULTY = CHARTS.numbers("faulty-compass")
_M = CHECK.mods

_CITIES = {city.value: city for city in City}
_SITES = {site.value: site for site in Site}
_KOREA, _VLADIVOSTOK, _CHUNGKING = Site.KOREA.value, Site.VLADIVOSTOK.value, Site.CHUNGKING.value
_ERROR, _FAULTY = Back.COMPASS_ERROR, Back.FAULTY_COMPASS
_LISTED = "as listed"
_LATE_TURN = 6  # 8.3.7 Faulty Compass
_BEACON = 5  # what a careful player expects of a beacon not yet turned over
_ENOUGH = 3  # Fuel with which a careful player sets out for China
_GOOD = 24  # chances in 36 that are worth stopping for on the way to the interior
#: Of 36 throws of two dice, those of this total or more.
_AT_LEAST = (36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1)


# ------------------------------------------------------------------ targets and their numbers


def sites(ref: Referee, zone: int) -> Sequence[str]:
    """5.5 The landing sites that can be reached from a zone."""
    return _IN_ZONE.of(ref).get(zone, ())


def _in_zone(chart: Chart[str]) -> Mapping[int, list[str]]:
    """5.5 The landing sites by zone."""
    found: dict[int, list[str]] = {}
    for name, zone in zip(chart.labels, chart.words[0], strict=True):
        found.setdefault(int(zone), []).append(name)
    return found


_IN_ZONE = data.Reading("sites", _in_zone)
#: 5.4, 5.5 Target Acquisition numbers by day and by night.
_CITY_NUMBERS = (data.Reading("cities", data.numbers(0)), data.Reading("cities", data.numbers(1)))
_SITE_NUMBERS = (data.Reading("sites", data.numbers(1)), data.Reading("sites", data.numbers(2)))
_ICONS = data.Reading("sites", data.numbers(3))
_FAR = data.Reading("sites", data.numbers(4))


def why_not(r: Raid, name: str, flight: Flight) -> str:
    """13.2.4, 8.1.4, RULING 18: why a Flight may not try a landing site at once, or nothing."""
    if name == _VLADIVOSTOK and flight.target == _CHUNGKING:
        return "its target marker is at Chungking: a field in China (4.7)"
    if name == _KOREA:
        return "only by Target Deviation from Vladivostok (8.1.4)"
    if _SITES[name] in r.attacked_sites:
        return "attacked by the Japanese (13.2.4)"
    return ""


def number(ref: Referee, r: Raid, name: str, zone: int) -> int:
    """5.4, 5.5, 8.1.4 The Target Acquisition number by day or night; a beacon replaces it."""
    night = r.night(zone)
    if name in _CITIES:
        return _CITY_NUMBERS[night].of(ref)[name]
    beacon = r.beacons.get(_SITES[name])
    if beacon is not None:
        return beacon.number if beacon.revealed else _BEACON
    return _SITE_NUMBERS[night].of(ref)[name]


def need_words(ref: Referee, r: Raid, name: str, zone: int) -> str:
    """8.1.4 The number of a target as a player knows it: a beacon not yet turned over tells nothing."""
    beacon = r.beacons.get(_SITES[name]) if name in _SITES else None
    if beacon is not None and not beacon.revealed:
        return "by its beacon"
    return f"{number(ref, r, name, zone)} or more"


def _icon(ref: Referee, name: str) -> int:
    """5.5 Fuel printed in the arrow to a site."""
    return _ICONS.of(ref).get(name, 0)


def mods(r: Raid, flight: Flight, name: str, persistent: bool = False) -> list[Mod]:
    """8.1.4 Modifiers of a Target Acquisition Check."""
    skill = r.ratings.night_navigation if r.night(flight.zone) else r.ratings.day_navigation
    found: list[Mod] = []
    if skill:
        found.append(_M["navigation"].of(skill))
    city = _CITIES.get(name)
    if city is not None:
        if r.cities[city].blast():
            found.append(_M["blast"])
        # RULING 8.1.4: a submarine off Japan helps to find the cities of Japan, not fields in China.
        subs = sum([s.contact and not s.sunk and s.area == "Japan" for s in r.task_force.submarines])
        if subs:
            found.append(_M["submarine"].times(subs))
    guides = sum([elites.navigation(b) for b in flight.aircraft if b.elite is not None])
    if guides:
        found.append(_M["elite"].times(guides))
    if persistent:
        found.append(_M["persistent"])
    return found


def _odds(ref: Referee, r: Raid, flight: Flight, name: str, persistent: bool = False) -> int:
    """8.1.4 Chances in 36, as far as a player can know; lights out cost about two."""
    need = number(ref, r, name, flight.zone) - sum([mod.value for mod in mods(r, flight, name, persistent)])
    city = _CITIES.get(name)
    if city is not None and r.cities[city].lights_out and r.night(flight.zone):
        need += 2
    return _AT_LEAST[max(2, need)] if need <= 12 else 0


# ------------------------------------------------------------------ which target


def attack_city(ref: Referee, r: Raid, flight: Flight) -> None:
    """8.1.2, 8.2.2 A loaded Flight over Japan must try to find one of the cities."""
    best = max(_CITIES, key=lambda name: _promise(ref, r, flight, name))
    name = best
    if ref.hurried:
        ref.asked += 1
    else:
        options = {city: _city_words(ref, r, flight, city) for city in _CITIES}
        # D17
        name = ref.choose("city", "8.1.2", f"{flight.name()} is over Japan. Which city?", options, best)
    _seek(ref, r, flight, name)


def _promise(ref: Referee, r: Raid, flight: Flight, name: str) -> int:
    """8.1.2 How good a city looks: easy to find, not yet stirred up."""
    city = r.cities[_CITIES[name]]
    return _odds(ref, r, flight, name) + 2 * min(city.contacts, 1) - 3 * city.detonations


def _city_words(ref: Referee, r: Raid, flight: Flight, name: str) -> str:
    """5.4 A city with its number and what helps."""
    city = r.cities[_CITIES[name]]
    plus = sum(mod.value for mod in mods(r, flight, name))
    text = f"{name}: {number(ref, r, name, flight.zone)} or more, {plus:+d}"
    if city.contacts:
        text += f", Contact {city.contacts}"
    if city.detonations:
        text += f", {city.detonations} released there"
    return text + (", lights out" if city.lights_out else "")


def wanted(ref: Referee, r: Raid, flight: Flight) -> str:
    """8.1.2 What a sensible player does in a zone with landing sites: the site to try, or none: on west."""
    able = [name for name in sites(ref, flight.zone) if not why_not(r, name, flight)]
    if not able:
        return ""
    if flight.zone <= JAPAN_ZONE + 1:
        return flight.target if flight.target in able else ""
    worth = {name: _site_worth(ref, r, flight, name) for name in able}
    best = max(able, key=lambda name: (worth[name], -_FAR.of(ref)[name]))
    if _CHUNGKING not in sites(ref, flight.zone) and flight.fuel >= 2 and worth[best] < _GOOD:
        return ""
    return best


def _site_worth(ref: Referee, r: Raid, flight: Flight, name: str) -> float:
    """8.1.4 Chances of a site, less if the last leg must be flown on fumes."""
    odds = _odds(ref, r, flight, name)
    return odds if flight.fuel >= _icon(ref, name) else odds * 0.65


def find_site(ref: Referee, r: Raid, flight: Flight, name: str) -> None:
    """8.1.2, 8.2.2 A Flight tries to find a landing site."""
    _seek(ref, r, flight, name)


# ------------------------------------------------------------------ 8.1.4 the check


def _seek(ref: Referee, r: Raid, flight: Flight, name: str) -> None:
    """8.1.4 The check; after a failure a Persistent Attempt or a Target Deviation, and that is all this phase."""
    flight.target = name if name in _CITIES or name == _VLADIVOSTOK else _CHUNGKING  # RULING 18
    if _check(ref, r, flight, name):
        _found(ref, r, flight, name)
        return
    others = _alternatives(ref, r, flight, name)
    key = _after_failure(ref, r, flight, name, others)
    if key == "persist":
        _persist(ref, r, flight, name)
    else:
        _deviate(ref, r, flight, key)


def _lights(ref: Referee, r: Raid, flight: Flight, city: City) -> bool:
    """8.1.3 Lights Out Check, at night and at each attempt; true if they are out."""
    found = r.cities[city]
    if not found.lights_out and r.security.alert > 1:
        checks.roll(ref, r, LIGHTS, flight.aircraft, while_=lambda faces: faces[0] < r.security.alert)
        found.lights_out = ref.total < r.security.alert  # RULING 10: lower only
        if ref.trace:
            ref.note("lights", city=city.value, out=found.lights_out)
    return found.lights_out


def _check(ref: Referee, r: Raid, flight: Flight, name: str, persistent: bool = False, last: bool = False) -> bool:
    """8.1.4 A Target Acquisition Check with its re-rolls: Contact markers, high altitude, a lucky pilot."""
    city = _CITIES.get(name)
    dice = 2
    if city is not None and r.night(flight.zone) and _lights(ref, r, flight, city):
        dice = 3
    if city is None:
        beacon = r.beacons.get(_SITES[name])
        if beacon is not None:
            beacon.revealed = True
    need = number(ref, r, name, flight.zone)
    found = mods(r, flight, name, persistent)
    plus = ref.plus(CHECK, found)
    faces = ref.throw(CHECK, dice)
    faces = _again(ref, r, flight, city, faces, need - plus, last)
    ref.read(CHECK, faces, found, 0, checks.lowest_two(faces))
    success = ref.total >= need
    if ref.trace:
        ref.note("acquisition", flight=flight.name(), target=name, success=success, sum=ref.total, number=need)
    return success


def _again(
    ref: Referee, r: Raid, flight: Flight, city: City | None, faces: tuple[int, ...], need: int, last: bool
) -> tuple[int, ...]:
    """8.1.4, 2.3.7 As long as the check fails: each Contact marker, high altitude once, then a lucky pilot."""

    def fails(dice: tuple[int, ...]) -> bool:
        return sum(checks.lowest_two(dice)) < need

    while city is not None and r.cities[city].contacts and fails(faces):
        before = ref.rolls
        prompt = f"{flight.name()}: use a Contact marker?"
        # D18
        faces = checks.again(ref, CHECK, faces, "contact", "8.1.4", prompt, True)
        if ref.rolls == before:
            break
        r.cities[city].contacts -= 1
    if flight.high and fails(faces):
        prompt = f"{flight.name()} is at high altitude: re-roll?"
        # D18
        faces = checks.again(ref, CHECK, faces, "high-altitude", "8.1.4", prompt, True)
    if fails(faces):
        faces = checks.lucky(ref, r, CHECK, flight.aircraft, faces, fails if last else None, fails)
    return faces


def _alternatives(ref: Referee, r: Raid, flight: Flight, name: str) -> list[str]:
    """8.1.4 Other targets in the same zone: cities for a city, sites for a site, Korea for Vladivostok."""
    if name in _CITIES:
        return [other for other in _CITIES if other != name]
    return [
        other for other in sites(ref, flight.zone) if other != name and (_SITES[other] not in r.attacked_sites)
    ]


def _after_failure(ref: Referee, r: Raid, flight: Flight, name: str, others: list[str]) -> str:
    """8.1.4 Try again at once, or try another target; RULING 17: without another one only the first."""
    fail = 36 - fuel.chance(r, flight)
    values: dict[str, float] = {"persist": _odds(ref, r, flight, name, True) - fail / 6}
    for other in others:
        odds = _odds(ref, r, flight, other)
        values[other] = odds - (36 - odds) * fail / 216 - (4 if r.security.alert >= 2 else 0)
        if other == _KOREA:
            values[other] -= 12
    best = max(values, key=lambda key: values[key])
    if ref.hurried:
        ref.asked += 1
        return best
    options = {"persist": f"Try {name} again: Guzzle Check, then +1"}
    hazard = ", an Alert hazard first" if r.security.alert >= 2 else ""
    for other in others:
        options[other] = f"Try {other}: {need_words(ref, r, other, flight.zone)}{hazard}; Guzzle Check if it fails"
    # D19
    return ref.choose("not-found", "8.1.4", f"{flight.name()} does not find {name}.", options, best)


def _persist(ref: Referee, r: Raid, flight: Flight, name: str) -> None:
    """8.1.4 Persistent Attempt, RULING 45: Guzzle Check, 1 Fuel if it fails, then the roll with +1."""
    if not fuel.guzzle(ref, r, flight) and flight.aircraft:
        fuel.consume(ref, r, flight, f"looking for {name}")
    if not flight.aircraft:
        return
    if _check(ref, r, flight, name, persistent=True, last=True):
        _found(ref, r, flight, name)
    else:
        _give_up(ref, r, flight)


def _deviate(ref: Referee, r: Raid, flight: Flight, name: str) -> None:
    """8.1.4 Target Deviation: an Alert hazard from Alert 2 on (RULING 17: first), then the other target."""
    if name in _CITIES:
        flight.target = name
    if r.security.alert >= 2:
        flight_hazards.alert_hazard(ref, r, flight)
        if not flight.aircraft:
            return
    if _check(ref, r, flight, name, last=True):
        _found(ref, r, flight, name)
        return
    _give_up(ref, r, flight)  # RULING 55: the ordnance goes before the Guzzle Check
    if not fuel.guzzle(ref, r, flight) and flight.aircraft:
        fuel.consume(ref, r, flight, f"looking for {name}")


def _give_up(ref: Referee, r: Raid, flight: Flight) -> None:
    """8.1.4 Found nothing: ordnance is dropped anywhere, Compass Errors go; RULING 17: no Blast, no alarm."""
    dropped = flight.loaded()
    for b25 in flight.aircraft:
        b25.loaded = False
        for marker in _take(b25, _ERROR):
            cups.put_back(r, marker)
        if dropped:  # RULING 44
            aircraft.return_medals(r, b25)
    if dropped:
        if ref.trace:
            ref.note("jettison", flight=flight.name())
        onward(ref, r, flight)


def _take(b25: B25, back: Back) -> list[Marker]:
    """8.3.7 All hazards of a kind, off the B-25."""
    taken = [m for m in b25.attached if m.back is back]
    for marker in taken:
        b25.attached.remove(marker)
    return taken


# ------------------------------------------------------------------ 8.1.4 success


def _found(ref: Referee, r: Raid, flight: Flight, name: str) -> None:
    """8.1.4, 8.3.7 The target is found; a Flying Boat that followed raises the alarm."""
    city = _CITIES.get(name)
    if city is None:
        _land(ref, r, flight, name)
        return
    flying_boats.lose(ref, r, flight)
    side = Side.NIGHT if r.night(flight.zone) else Side.DAY
    step = r.step
    attack.fight(ref, r, city, side, entrants(ref, r, flight), flight.high, flight)
    r.step = step  # 8.0: the Flight Turn goes on where it was left
    r.attacked = True
    if flight.aircraft:
        onward(ref, r, flight)


def entrants(ref: Referee, r: Raid, flight: Flight) -> list[Entrant]:
    """4.1.1, 8.3.7 Who enters the Target Map when: one each turn; those with compass trouble late and anywhere."""
    queue: list[B25] = []
    delayed: list[Entrant] = []
    for b25 in flight.aircraft:
        turn = _delay(ref, r, b25)
        if turn:
            delayed.append(Entrant(b25, turn, free=True))
            if ref.trace:
                ref.note("delayed", b25=b25.name(), turn=turn)
        else:
            queue.append(b25)
    # RULING 9: those who are not delayed close up; the others come in addition to them.
    found: list[Entrant] = []
    listed = False
    while queue:
        b25 = queue[0]
        if len(queue) > 1 and not ref.hurried and not listed:
            options = {b.pilot: b.name() for b in queue}
            if len(queue) > 2:
                options[_LISTED] = "All of them, in this order"
            prompt = f"{flight.name()}: who enters on turn {len(found) + 1}?"
            # D1
            key = ref.choose("entry-order", "4.1.1", prompt, options, b25.pilot, routine=True)
            listed = key == _LISTED
            b25 = b25 if listed else next(b for b in queue if b.pilot == key)
        elif len(queue) > 1 and not listed:
            ref.asked += 1
        queue.remove(b25)
        found.append(Entrant(b25, len(found) + 1))
    return found + delayed


def _delay(ref: Referee, r: Raid, b25: B25) -> int:
    """8.3.7 The turn on which compass trouble lets a B-25 enter; 0 without any. The worst counts."""
    turn = 0
    for _ in _take(b25, _FAULTY):  # out of the game, whatever the die says
        if checks.pool(ref, r, FAULTY, 1, (b25,), while_=lambda faces: faces[0] % 2 == 1)[0] % 2:
            turn = _LATE_TURN
    for marker in _take(b25, _ERROR):
        cups.put_back(r, marker)
        checks.roll(ref, r, ERROR, (b25,), while_=lambda faces: faces[0] > 1)
        turn = max(turn, ref.total)
    return turn


def onward(ref: Referee, r: Raid, flight: Flight) -> None:
    """4.7, 8.1.4 After the attack the target marker goes to Chungking or to Vladivostok."""
    default = _CHUNGKING if flight.fuel >= _ENOUGH else _VLADIVOSTOK
    if ref.hurried:
        ref.asked += 1
        flight.target = default
        return
    options = {_CHUNGKING: "Chungking: any field in China", _VLADIVOSTOK: "Vladivostok: internment"}
    prompt = f"{flight.name()} has no bombs left, Fuel {flight.fuel}. Where to?"
    # D13
    flight.target = ref.choose("onward", "4.7", prompt, options, default)
    if ref.trace:
        ref.note("onward", flight=flight.name(), target=flight.target)


def _land(ref: Referee, r: Raid, flight: Flight, name: str) -> None:
    """8.1.4, 5.5 A landing site is found: the Fuel of its arrow, compass trouble (8.3.7), and down."""
    if _icon(ref, name):
        fuel.consume(ref, r, flight, f"the last leg to {name}")
    flying_boats.lose(ref, r, flight)
    site = _SITES[name]
    dice = 2 if site in r.beacons else 1
    for b25 in list(flight.aircraft):
        for _ in _take(b25, _FAULTY):  # out of the game
            faces = checks.pool(ref, r, FAULTY, dice, (b25,), lambda f: all(face % 2 for face in f))
            if all(face % 2 for face in faces) and b25.fate is Fate.FLYING:
                aircraft.ditch(ref, r, b25, f"zone {flight.zone}")
    if not flight.aircraft:
        return
    flight.site = site
    flight.landed_night = r.night(flight.zone)
    if r.with_denouement():  # RULING 40
        flight.landed_weather = wind.weather(ref, r, wind.box_of(ref, flight.zone))
    for b25 in flight.aircraft:
        b25.fate, b25.where = Fate.LANDED, name
    if ref.trace:
        ref.note("landed", flight=flight.name(), site=name, aircraft=len(flight.aircraft))
