"""8.1.2 to 8.1.4 and 8.2.2: finding a city in Japan, or a landing site."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from flakhouse.core.charts import Chart
from flakhouse.core.events import Fact
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
from flakhouse.games.doolittle.advice import acquisition as advice
from flakhouse.games.doolittle.attack import Entrant
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.questions import acquisition as questions
from flakhouse.games.doolittle.state import B25, Flight, Marker, Raid
from flakhouse.games.doolittle.words import Back, City, Fate, Side, Site

__all__ = [
    "CHECK",
    "CITIES",
    "SITES",
    "arrow_fuel",
    "attack_city",
    "entrants",
    "find_site",
    "hidden",
    "landing_value",
    "mods",
    "number",
    "onward",
    "sites",
    "why_not",
]

CHECK = CHARTS.numbers("acquisition")
LIGHTS = CHARTS.numbers("lights-out")
ERROR = CHARTS.numbers("compass-error")
FAULTY = CHARTS.numbers("faulty-compass")
#: What a roll is made for.
_FINDS = checks.Need("finds it", "The target is not found.")
_LIT = checks.Need("finds the lights on", "The lights go out.")
_IN_TIME = checks.Need("finds its way", "It comes in late.")
_LANDS = checks.Need("finds the field", "It ditches.")
#: 5.4, 5.5 Targets by their names.
CITIES = {city.value: city for city in City}
SITES = {site.value: site for site in Site}
_LATE_TURN = 6  # 8.3.7 Faulty Compass


# ------------------------------------------------------------------ targets and their numbers


def sites(ref: Referee, zone: int) -> Sequence[str]:
    """5.5 The landing sites that can be reached from a zone."""
    return _IN_ZONE.of(ref).get(zone, ())


def _in_zone(chart: Chart[str]) -> dict[int, list[str]]:
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
_LANDING = data.Reading("sites", data.numbers(4))


def why_not(r: Raid, name: str, flight: Flight) -> str:
    """13.2.4 Japanese Attack, 13.2.4, 8.1.4, RULING 18: why a Flight may not try a landing site at once, or
    nothing.
    """
    if name == Site.VLADIVOSTOK and flight.target == Site.CHUNGKING:
        return "its target marker is at Chungking: a field in China (4.7)"
    if name == Site.KOREA:
        return "only by Target Deviation from Vladivostok (8.1.4)"
    if SITES[name] in r.attacked_sites:
        return "attacked by the Japanese (13.2.4)"
    return ""


def number(ref: Referee, r: Raid, name: str, zone: int, later: int = 0) -> int:
    """5.4, 5.5, 8.1.4 The Target Acquisition number by day or night, so many turns from now; a beacon replaces
    it.
    """
    night = r.night(zone, later)
    if name in CITIES:
        return _CITY_NUMBERS[night].of(ref)[name]
    beacon = r.beacons.get(SITES[name])
    return _SITE_NUMBERS[night].of(ref)[name] if beacon is None else beacon.number


def hidden(r: Raid, name: str) -> bool:
    """8.1.4 Whether a beacon not yet turned over will say the number."""
    beacon = r.beacons.get(SITES[name]) if name in SITES else None
    return beacon is not None and not beacon.revealed


def arrow_fuel(ref: Referee, name: str) -> int:
    """5.5 Fuel printed in the arrow to a site."""
    return _ICONS.of(ref).get(name, 0)


def landing_value(ref: Referee, name: str) -> int:
    """14.1.1 What a landing at a site takes."""
    return _LANDING.of(ref)[name]


def mods(r: Raid, flight: Flight, name: str, persistent: bool = False, later: int = 0) -> list[Mod]:
    """ruling 11, 8.1.4 Modifiers of a Target Acquisition Check, so many turns from now."""
    skill = r.ratings.night_navigation if r.night(flight.zone, later) else r.ratings.day_navigation
    found: list[Mod] = []
    if skill:
        found.append(CHECK.mods["navigation"].of(skill))
    city = CITIES.get(name)
    if city is not None:
        if r.cities[city].hit():
            found.append(CHECK.mods["blast"])
        # RULING 8.1.4: a submarine off Japan helps to find the cities of Japan, not fields in China.
        subs = 0
        for sub in r.task_force.submarines:
            if sub.contact and not sub.sunk and sub.area == "Japan":
                subs += 1
        if subs:
            found.append(CHECK.mods["submarine"].times(subs))
    guides = 0
    for b25 in flight.aircraft:
        if b25.elite is not None:
            guides += elites.navigation(b25)
    if guides:
        found.append(CHECK.mods["elite"].times(guides))
    if persistent:
        found.append(CHECK.mods["persistent"])
    return found


# ------------------------------------------------------------------ which target


def attack_city(ref: Referee, r: Raid, flight: Flight) -> None:
    """8.1.2, 8.2.2 A loaded Flight over Japan must try to find one of the cities."""
    # D17
    name = ref.ask(
        "city", lambda: advice.city(ref, r, flight), lambda: questions.city(ref, r, flight), keys=CITIES
    )
    _seek(ref, r, flight, name)


def find_site(ref: Referee, r: Raid, flight: Flight, name: str) -> None:
    """8.1.2, 8.2.2 A Flight tries to find a landing site."""
    _seek(ref, r, flight, name)


# ------------------------------------------------------------------ 8.1.4 the check


def _seek(ref: Referee, r: Raid, flight: Flight, name: str) -> None:
    """8.1.4 The check; after a failure a Persistent Attempt or a Target Deviation, and that is all this phase."""
    _attempt(ref, flight, name)
    flight.target = name if name in CITIES or name == Site.VLADIVOSTOK else Site.CHUNGKING.value  # RULING 18
    if _check(ref, r, flight, name):
        _found(ref, r, flight, name)
        return
    # RULING 17: without another target only the same one again.
    others = _alternatives(ref, r, flight, name)
    # D19
    key = ref.ask(
        "not-found",
        lambda: advice.not_found(ref, r, flight, name, others),
        lambda: questions.not_found(ref, r, flight, name, others),
        keys=[questions.PERSIST, *others],
    )
    if key == questions.PERSIST:
        _persist(ref, r, flight, name)
    else:
        _deviate(ref, r, flight, key)


def _attempt(ref: Referee, flight: Flight, name: str) -> None:
    """8.1.4 The moment of an attempt."""
    ref.scene("acquisition", flight=flight.name(), zone=flight.zone, target=name, **_target(name))


def _target(name: str) -> dict[str, Fact]:
    """5.4, 5.5 What is looked for, as a fact of a scene."""
    return {"city": name} if name in CITIES else {"site": name}


def _lights(ref: Referee, r: Raid, flight: Flight, city: City) -> bool:
    """8.1.3 Lights Out Check, at night and at each attempt; true if they are out."""
    found = r.cities[city]
    if not found.lights_out and r.security.alert > 1:
        checks.roll(
            ref, r, LIGHTS, flight.aircraft, while_=lambda faces: faces[0] < r.security.alert,
            need=_LIT, least=r.security.alert,
        )  # fmt: skip
        found.lights_out = ref.total < r.security.alert  # RULING 10: lower only
        ref.note("lights", city=city.value, out=found.lights_out)
    return found.lights_out


def _check(ref: Referee, r: Raid, flight: Flight, name: str, persistent: bool = False, last: bool = False) -> bool:
    """8.1.3 Lights Out Effects, 8.1.4 A Target Acquisition Check with its re-rolls: Contact markers, high
    altitude, a lucky pilot.
    """
    city = CITIES.get(name)
    dice = 2
    if city is not None and r.night(flight.zone) and _lights(ref, r, flight, city):
        dice = 3
    if city is None:
        beacon = r.beacons.get(SITES[name])
        if beacon is not None:
            beacon.revealed = True
    need = number(ref, r, name, flight.zone)
    found = mods(r, flight, name, persistent)
    faces = ref.throw(CHECK, dice)
    short = need - ref.plus(CHECK, found)
    if sum(checks.lowest_two(faces)) < short:
        faces = _again(ref, r, flight, city, faces, checks.Reading(found, least=need), short, last)
    ref.read(CHECK, faces, found, 0, checks.lowest_two(faces), least=need)
    success = ref.total >= need
    ref.note("acquisition", flight=flight.name(), target=name, success=success, sum=ref.total, number=need)
    return success


def _again(
    ref: Referee,
    r: Raid,
    flight: Flight,
    city: City | None,
    faces: tuple[int, ...],
    how: checks.Reading,
    need: int,
    last: bool,
) -> tuple[int, ...]:
    """ruling 50, 8.1.4, 2.3.7 As long as the check fails: each Contact marker, high altitude once, then a lucky
    pilot. The dice `need` so much.
    """

    def fails(dice: tuple[int, ...]) -> bool:
        return sum(checks.lowest_two(dice)) < need

    while city is not None and r.cities[city].contacts and fails(faces):
        before = ref.rolls
        prompt = partial(_contact, city)
        # D18
        faces = checks.again(
            ref, CHECK, faces, "contact", "8.1.4", prompt, True, (flight.subject, city.subject), _FINDS, fails, how
        )
        if ref.rolls == before:
            break
        r.cities[city].contacts -= 1
    if flight.high and fails(faces):
        prompt = partial(_use, flight, " is high and sees far: throw again?")
        # D18
        faces = checks.again(
            ref, CHECK, faces, "high-altitude", "8.1.4", prompt, True, (flight.subject,), _FINDS, fails, how
        )
    if fails(faces):
        lost = fails if last or advice.luck_at_once(city) else None
        faces = checks.lucky(ref, r, CHECK, flight.aircraft, faces, lost, fails, need=_FINDS, how=how)
    return faces


def _contact(city: City) -> str:
    """8.1.4 A submarine's report and the dice it may mend."""
    return f"A submarine has reported on {city.value}. Use it now to throw again?"


def _use(flight: Flight, what: str) -> str:
    """8.1.4 Whether the dice are thrown again."""
    return f"{flight.name()}{what}"


def _alternatives(ref: Referee, r: Raid, flight: Flight, name: str) -> list[str]:
    """8.1.4 Other targets in the same zone: cities for a city, sites for a site, Korea for Vladivostok."""
    if name in CITIES:
        return [other for other in CITIES if other != name]
    return [other for other in sites(ref, flight.zone) if other != name and (SITES[other] not in r.attacked_sites)]


def _persist(ref: Referee, r: Raid, flight: Flight, name: str) -> None:
    """8.1.4 Persistent Attempt, RULING 45: Guzzle Check, 1 Fuel if it fails, then the roll with +1."""
    why = f"looking for {name} again"
    if not fuel.guzzle(ref, r, flight, why=why) and flight.aircraft:
        fuel.consume(ref, r, flight, why)
    if not flight.aircraft:
        return
    _attempt(ref, flight, name)
    if _check(ref, r, flight, name, persistent=True, last=True):
        _found(ref, r, flight, name)
    else:
        _give_up(ref, r, flight)


def _deviate(ref: Referee, r: Raid, flight: Flight, name: str) -> None:
    """8.1.4 Target Deviation: an Alert hazard from Alert 2 on (RULING 17: first), then the other target."""
    if name in CITIES:
        flight.target = name
    if r.security.alert >= 2:
        ref.note("deviates", causes=(), flight=flight.name(), target=name)
        flight_hazards.alert_hazard(ref, r, flight)
        if not flight.aircraft:
            return
    _attempt(ref, flight, name)
    if _check(ref, r, flight, name, last=True):
        _found(ref, r, flight, name)
        return
    _give_up(ref, r, flight, check=True)  # RULING 55: the ordnance goes before the Guzzle Check
    why = f"after looking for {name}"
    if not fuel.guzzle(ref, r, flight, why=why) and flight.aircraft:
        fuel.consume(ref, r, flight, why)


def _give_up(ref: Referee, r: Raid, flight: Flight, check: bool = False) -> None:
    """8.1.4 Found nothing: ordnance is dropped anywhere, Compass Errors go; RULING 17: no Blast, no alarm.
    `check`: a Guzzle Check is to come.
    """
    dropped = flight.loaded()
    for b25 in flight.aircraft:
        b25.loaded = False
        for marker in _take(b25, Back.COMPASS_ERROR):
            cups.put_back(r, marker)
        if dropped:  # RULING 44
            aircraft.return_medals(r, b25)
    if dropped:
        ref.note("jettison", causes=(), flight=flight.name())
        onward(ref, r, flight, check=check)


def _take(b25: B25, back: Back) -> list[Marker]:
    """8.3.7 All hazards of a kind, off the B-25."""
    taken = [m for m in b25.attached if m.back is back]
    for marker in taken:
        b25.attached.remove(marker)
    return taken


# ------------------------------------------------------------------ 8.1.4 success


def _found(ref: Referee, r: Raid, flight: Flight, name: str) -> None:
    """3.2.1, 8.1.4, 8.3.7 The target is found; a Flying Boat that followed raises the alarm."""
    city = CITIES.get(name)
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
            ref.note("delayed", causes=(), b25=b25.name(), turn=turn)
        else:
            queue.append(b25)
    # RULING 9: those who are not delayed close up; the others come in addition to them.
    found: list[Entrant] = []
    listed = False
    while queue:
        b25 = queue[0]
        if len(queue) > 1 and not listed:
            key = _enters_next(ref, flight, queue, len(found) + 1)
            listed = key == questions.LISTED
            b25 = b25 if listed else next(b for b in queue if b.pilot == key)
        queue.remove(b25)
        found.append(Entrant(b25, len(found) + 1))
    return found + delayed


def _enters_next(ref: Referee, flight: Flight, queue: Sequence[B25], turn: int) -> str:
    """4.1.1 The pilot who enters on this turn, or all in the order they stand."""
    # D1
    return ref.ask(
        "entry-order",
        queue[0].pilot,
        lambda: questions.entry_order(flight, queue, turn),
        keys=questions.entering(queue),
    )


def _delay(ref: Referee, r: Raid, b25: B25) -> int:
    """8.3.7 Faulty Compass, 8.3.7 The turn on which compass trouble lets a B-25 enter; 0 without any. The worst
    counts.
    """
    turn = 0
    for _ in _take(b25, Back.FAULTY_COMPASS):  # out of the game, whatever the die says
        faces = checks.pool(ref, r, FAULTY, 1, (b25,), while_=lambda f: f[0] % 2 == 1, need=_IN_TIME, least=1)
        lost = faces[0] % 2 == 1
        ref.note("compass", b25=b25.name(), compass=Back.FAULTY_COMPASS.value, lost=lost)
        turn = _LATE_TURN if lost else turn
    for marker in _take(b25, Back.COMPASS_ERROR):
        cups.put_back(r, marker)
        checks.roll(ref, r, ERROR, (b25,), while_=lambda faces: faces[0] > 1, need=_IN_TIME)
        ref.note("compass", b25=b25.name(), compass=Back.COMPASS_ERROR.value, lost=True)
        turn = max(turn, ref.total)
    return turn


def _all_odd(faces: tuple[int, ...]) -> bool:
    """8.3.7 No die is even."""
    return all([face % 2 for face in faces])


def onward(ref: Referee, r: Raid, flight: Flight, due: int = 0, check: bool = False) -> None:
    """4.7, 8.1.4 After the attack the target marker goes to Chungking or to Vladivostok. `due`: Fuel that is spent
    already and burnt next; `check`: a Guzzle Check is to come.
    """
    # D13
    flight.target = ref.ask(
        "onward",
        lambda: advice.onward(r, flight),
        lambda: questions.onward(ref, r, flight, due, check),
        keys=questions.HOME,
    )
    ref.note("onward", causes=(), flight=flight.name(), target=flight.target)


def _land(ref: Referee, r: Raid, flight: Flight, name: str) -> None:
    """8.1.4, 5.5 A landing site is found: the Fuel of its arrow, compass trouble (8.3.7), and down."""
    if arrow_fuel(ref, name):
        fuel.consume(ref, r, flight, f"the last leg to {name}")
    ref.scene("arrival", flight=flight.name(), site=name)
    flying_boats.lose(ref, r, flight)
    site = SITES[name]
    dice = 2 if site in r.beacons else 1
    for b25 in list(flight.aircraft):
        for _ in _take(b25, Back.FAULTY_COMPASS):  # out of the game
            faces = checks.pool(ref, r, FAULTY, dice, (b25,), _all_odd, need=_LANDS, least=1)
            lost = all(face % 2 for face in faces)
            ref.note("compass", b25=b25.name(), compass=Back.FAULTY_COMPASS.value, lost=lost)
            if lost and b25.fate is Fate.FLYING:
                aircraft.ditch(ref, r, b25, f"zone {flight.zone}", "loses the way")
    if not flight.aircraft:
        return
    flight.site = site
    flight.landed_night = r.night(flight.zone)
    if r.with_denouement():  # RULING 40
        flight.landed_weather = wind.weather(ref, r, wind.box_of(ref, flight.zone))
    for b25 in flight.aircraft:
        b25.fate, b25.where = Fate.LANDED, name
    weather = flight.landed_weather.value
    ref.note("landed", causes=(), flight=flight.name(), site=name, aircraft=len(flight.aircraft), weather=weather)
