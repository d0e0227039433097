"""12.3 and 12.4: the launch from the Carrier Deck, and where and when the Flights begin."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import aircraft, checks, data, layout, sea, secrecy
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.state import B25, Crew, Flight, Raid
from flakhouse.games.doolittle.words import Back, Fate, Launch

__all__ = ["BESIDE", "Botched", "due", "emergency", "form_flights", "launch", "on_deck", "set_up", "why_not"]


class Botched(StrEnum):
    """Results of a Botched Take Off Check (12.3.2)."""

    CATASTROPHE = "catastrophe"
    FIRE = "fire"
    CRASH = "crash"
    DITCHED = "ditched"
    DAMAGED = "damaged"
    FUEL = "fuel"


LAUNCH = CHARTS.numbers("launch")
BOTCHED = CHARTS.words("botched", Botched)
FIRE = CHARTS.numbers("deck-fire")
ZONE = CHARTS.numbers("launch-zone")
HOUR = CHARTS.numbers("launch-hour")
LATER = CHARTS.numbers("launch-later")
_B = BOTCHED.mods
#: 12.3.2 Where a B-25 is that ditched on take-off.
BESIDE = "beside the Hornet"
_DECK = Fate.DECK
_MOST_FLIGHTS = 6  # 7.1
_LEAST, _MOST = 2, 4  # 7.1.1
_HOURS = ("0000", "0200", "0400", "0600", "0800", "1000", "1200", "1400", "1600", "1800", "2000", "2200")
_DAY = range(3, 9)  # 5.2: 0600 to 1600
_DAWN = "0600"
_TYPE_II = 4  # 8.3.2: from this zone on no hazard of type I is drawn
_BONUS = (Back.FUEL_LEAK, Back.FUEL_EVAPORATION)  # 15.2


# ------------------------------------------------------------------ 12.3 whether


def on_deck(r: Raid) -> list[B25]:
    """12.3 The B-25s on the Carrier Deck."""
    return [b for b in r.squadron if b.fate is _DECK]


def why_not(r: Raid) -> str:
    """10.1.1, 12.3.2 Why nothing can be launched now, or nothing."""
    for b25 in r.squadron:
        if b25.fate is _DECK:
            break
    else:
        return "no B-25 on deck (12.3)"
    if not layout.hornet_fit(r):
        return "the Hornet cannot launch (10.1.1)"
    if r.task_force.deck:
        return "the deck is on fire (12.3.2)"
    return "still in port (12.3)" if r.task_force.area == sea.PORT else ""


def due(r: Raid) -> bool:
    """12.3 A Planned Launch is compulsory: the Task Force is at its launch point or west of it."""
    # RULING 30
    force = r.task_force
    return bool(force.launch_area) and sea.index(force.area) >= sea.index(force.launch_area) and not why_not(r)


def emergency(ref: Referee, r: Raid, id: str, rule: str, prompt: str, wanted: bool, routine: bool = False) -> bool:
    """12.3, 12.6.4 An Emergency Launch is offered; True if it was ordered and made."""
    if why_not(r):
        return False
    if ref.hurried:
        ref.asked += 1
        go = wanted
    else:
        where = r.task_force.area
        far = "" if sea.index(where) >= sea.REACH else " From here they can only fly to Midway or Pearl Harbor."
        options = {"carry on": "Carry on", "launch": "Launch all B-25s now"}
        asked = f"{prompt} Order an emergency launch from {where}?{far}"
        default = "launch" if wanted else "carry on"
        go = ref.choose(id, rule, asked, options, default, routine=routine) == "launch"
    if go:
        launch(ref, r, Launch.EMERGENCY)
    return go


# ------------------------------------------------------------------ 12.3.1 the launch


def launch(
    ref: Referee, r: Raid, kind: Launch, b25s: Sequence[B25] | None = None, flights: int | None = None
) -> None:
    """12.3.1 B-25s take off Flight by Flight: all on deck, or in an Airstrike (11.2) these in so many Flights.

    The Flight Map is set up afterwards (12.4) by `set_up`.
    """
    if why_not(r):
        return
    force = r.task_force
    during = b25s is not None  # in an Airstrike
    if not force.airborne:  # what follows an Airstrike is still the same launch
        r.launch_alert = r.security.alert
    r.launch, r.launch_area = kind, force.area
    force.airborne = True
    weather = sea.weather(ref, r, force.area)
    numbers = data.table(ref, "launch-numbers")
    need = int(numbers.look_up(weather.value, 0 if kind is Launch.PLANNED else 1))
    groups = form_flights(ref, r, on_deck(r) if b25s is None else list(b25s), flights)
    ref.note("launch", launch=kind.value, area=force.area, weather=weather.value, aircraft=sum(map(len, groups)))
    for number, group in enumerate(groups, _next_number(r)):
        stop = _take_off(ref, r, Flight(number, group, 0, r.ratings.fuel, late=force.delay), need, during)
        if stop:
            break


def form_flights(ref: Referee, r: Raid, b25s: list[B25], flights: int | None = None) -> list[list[B25]]:
    """7.1, 12.3.1 Flights of two to four B-25s; a lone B-25 is a Flight by itself."""
    # RULING 7.1.1: a single B-25 left on deck may still launch, though the smallest Flight has two.
    count = len(b25s)
    used = sum(f.zone == 0 for f in r.flights)
    first = _next_number(r)
    least = max(1, -(-count // _MOST))
    most = max(least, min(_MOST_FLIGHTS - used, count // _LEAST))
    advised = min(max(flights or min(-(-count // 3), 5 - used), least), most)
    if flights is not None:
        least = most = advised
    # D36
    if (
        not ref.hurried
        and count > 1
        and not ref.yes(
            "flights-as-proposed",
            "7.1",
            "Launch in these Flights? " + _words(_even(b25s, advised), first),
            True,
        )
    ):
        options = {str(n): f"{n} Flights" if n > 1 else "1 Flight" for n in range(least, most + 1)}
        # D36
        advised = int(ref.choose("how-many-flights", "7.1", "How many Flights?", options, str(advised)))
        return _by_hand(ref, b25s, advised, first)
    return _even(b25s, advised)


def _even(b25s: list[B25], count: int) -> list[list[B25]]:
    """7.1.1 As evenly as possible, in the order they stand on deck."""
    size, more = divmod(len(b25s), count)
    groups: list[list[B25]] = []
    at = 0
    for i in range(count):
        end = at + size + (i < more)
        groups.append(b25s[at:end])
        at = end
    return groups


def _next_number(r: Raid) -> int:
    """7.1, 11.2 The number of the next Flight: those launched before the enemy came have the first."""
    return 1 + max((f.number for f in r.flights if f.zone == 0), default=0)


def _words(groups: list[list[B25]], first: int) -> str:
    """7.1 Flights in words."""
    return "; ".join(f"{i}: {', '.join(b.pilot for b in group)}" for i, group in enumerate(groups, first))


def _by_hand(ref: Referee, b25s: list[B25], count: int, first: int) -> list[list[B25]]:
    """7.1.1 The player puts each B-25 into a Flight; what would break the size limits is barred."""
    groups: list[list[B25]] = [[] for _ in range(count)]
    least = _LEAST if len(b25s) >= _LEAST * count else 1
    for at, b25 in enumerate(b25s):
        left = len(b25s) - at
        lacking = sum(max(0, least - len(group)) for group in groups)
        options: dict[str, str] = {}
        barred: dict[str, str] = {}
        for i, group in enumerate(groups):
            key, label = str(first + i), f"Flight {first + i}: {', '.join(b.pilot for b in group) or 'empty'}"
            if len(group) >= _MOST:
                barred[key] = "four B-25s are the most (7.1.1)"
            elif left <= lacking and len(group) >= least:
                barred[key] = "other Flights still lack B-25s (7.1.1)"
            else:
                options[key] = label
        # D36
        key = ref.choose("which-flight", "7.1", f"{b25.name()} flies in which Flight?", options, barred=barred)
        groups[int(key) - first].append(b25)
    return groups


def _take_off(ref: Referee, r: Raid, flight: Flight, need: int, during: bool) -> bool:
    """12.3.1 One Flight takes off; True if no other may follow now."""
    for b25 in flight.aircraft:
        b25.fate = Fate.FLYING
    r.flights.append(flight)
    checks.roll(ref, r, LAUNCH, flight.aircraft, while_=lambda faces: sum(faces) < need, medals=False)
    if ref.total >= need:
        if ref.trace:
            ref.note("flight-off", flight=flight.number, aircraft=", ".join(b.pilot for b in flight.aircraft))
        return False
    return _botched(ref, r, flight, during)


# ------------------------------------------------------------------ 12.3.2 botched


def _botched(ref: Referee, r: Raid, flight: Flight, during: bool) -> bool:
    """12.3.2 The last B-25 of the Flight has trouble taking off; True if no other Flight may follow now."""
    b25 = _last(ref, flight)
    mods: list[Mod] = []
    if b25.elite_pilot():
        mods.append(_B["pilot"])
    if b25.damage:
        mods.append(_B["damaged"])
    shift, chart = ref.plus(BOTCHED, mods), ref.chart(BOTCHED)
    result = checks.roll(
        ref,
        r,
        BOTCHED,
        [b25],
        mods,
        bad=lambda faces: sum(faces) + shift <= 5,
        while_=lambda faces: chart.at(sum(faces) + shift) is not Botched.FUEL,
        medals=False,
    )
    if ref.trace:
        ref.note("botched", b25=b25.name(), result=result.value)
    if result is Botched.FUEL:
        flight.fuel -= 1
    elif result is Botched.DAMAGED:
        aircraft.damage(ref, r, b25, "a bad take-off")
    elif result is Botched.DITCHED:
        crew = aircraft.ditch(ref, r, b25, BESIDE)
        crew.place, crew.fate = "Task Force", "rescued"
    else:
        aircraft.destroy(ref, r, b25, "a crash on the carrier deck")
        return _crash(ref, r, result, during)
    return False


def _last(ref: Referee, flight: Flight) -> B25:
    """12.3.2 The player says who was the last to take off; by default nobody with an Elite Crewman aboard."""
    default = min(flight.aircraft, key=lambda b: (b.damage > 0, b.elite is not None, bool(b.medals)))
    if ref.hurried:
        return default
    options = {b.id: b.name() for b in flight.aircraft}
    prompt = f"Flight {flight.number}: the last take-off is botched. Which B-25?"
    # D37
    key = ref.choose("last-off", "12.3.2", prompt, options, default.id)
    return next(b for b in flight.aircraft if b.id == key)


def _crash(ref: Referee, r: Raid, result: Botched, during: bool) -> bool:
    """12.3.2 A crash on deck: the next Flights are late, or none may launch this turn, or ever."""
    force = r.task_force
    if result is Botched.CRASH:
        force.delay += 1  # RULING 12.3.2: a second crash holds up the Flights after it by another turn
        return during  # in an Airstrike the launch goes on after the attack
    if result is Botched.CATASTROPHE:
        force.deck = "wrecked"
        force.turned_back = True
        return True
    force.deck = "fire"
    for b25 in _burning(ref, r, min(ref.roll(FIRE), len(on_deck(r)))):
        _burn(ref, r, b25)
    return True


def _burning(ref: Referee, r: Raid, count: int) -> list[B25]:
    """12.3.2 Which B-25s on deck burn: as proposed, or picked one by one."""
    picked: list[B25] = []
    while len(picked) < count:
        there = [b for b in on_deck(r) if b not in picked]
        lack = count - len(picked)
        least = sorted(there, key=_dispensable)[:lack]
        key = "proposed"
        if not ref.hurried:
            options = {"proposed": f"As proposed: {', '.join(b.pilot for b in least)}"}
            options.update((b.id, b.name()) for b in there)
            prompt = f"Fire on deck: which B-25 burns? ({lack} of {len(there)})"
            # D38
            key = ref.choose("burnt-b25", "12.3.2", prompt, options if lack < len(there) else {"proposed": ""})
        picked += least if key == "proposed" else [b for b in there if b.id == key]
    return picked


def _dispensable(b25: B25) -> tuple[int, bool, int, bool]:
    """12.3.2 The damaged first, the man and the Medals one would miss last."""
    return (-b25.damage, b25.elite is not None, -len(b25.attached), bool(b25.medals))


def _burn(ref: Referee, r: Raid, b25: B25) -> None:
    """12.3.2 A B-25 on deck burns; its crew and Elite Crewman survive aboard ship."""
    b25.fate, b25.where = Fate.DESTROYED, "carrier deck"
    aircraft.release_markers(r, b25)
    men = [b25.elite] if b25.elite else []
    r.crews.append(Crew(b25, place="Task Force", fate="rescued", elites=men))
    if ref.trace:
        ref.note("burnt", b25=b25.name())


# ------------------------------------------------------------------ 12.4 Flight Map set-up


def set_up(ref: Referee, r: Raid, airstrike: bool = False) -> bool:
    """12.4 The Flights just launched are put on the Flight Map; False if they fly to Midway or Pearl Harbor."""
    force = r.task_force
    force.airborne = False
    force.delay = 0
    new = [flight for flight in r.flights if flight.zone == 0]
    if sea.index(r.launch_area) < sea.REACH:
        _home(ref, r, new)
        return False
    if not new:
        return False
    r.aborted = ""
    zone = _zone(ref, r)
    for flight in new:
        flight.zone = zone
        if zone == 1:
            flight.fuel -= 1  # 12.4.1: the Influence box
    r.hour = _hour(ref, r, airstrike)
    r.first_wind = r.launch is Launch.PLANNED
    if r.launch is Launch.PLANNED and r.options.planned_launch_bonus:
        _bonus(ref, r, zone)
    ref.note("flight-map", zone=zone, hour=_HOURS[r.hour], flights=len(new))
    return True


def _home(ref: Referee, r: Raid, flights: list[Flight]) -> None:
    """12.4 Launched too far east: the B-25s fly to Midway or Pearl Harbor."""
    for flight in flights:
        for b25 in flight.aircraft:
            aircraft.release_markers(r, b25)
            b25.fate, b25.where = Fate.HOME, "Midway or Pearl Harbor"
        r.flights.remove(flight)
    if not r.flight_turn:  # none reached Japan in an earlier launch (12.3.2)
        r.aborted = "launched too far from Japan"
    ref.note("flown-home", area=r.launch_area)


def _zone(ref: Referee, r: Raid) -> int:
    """12.4.1 One die, or of two dice at a Planned Launch the one the player picks; all Flights begin there."""
    # RULING 12.4: where and when the Flights begin is no roll about one B-25; no re-roll is offered.
    column = ZONE.data.columns.index(r.launch_area)
    faces = ref.throw(ZONE, 2 if r.launch is Launch.PLANNED else 1)
    chart = ref.chart(ZONE)
    keep = max(faces, key=lambda face: chart.at(face, column))
    if not ref.hurried and len({chart.at(face, column) for face in faces}) > 1:
        zones = {f"zone {chart.at(face, column)}": face for face in faces}
        options = {zone: f"The {face}: {zone}" for zone, face in zones.items()}
        default = f"zone {chart.at(keep, column)}"
        # D39
        keep = zones[ref.choose("launch-zone", "12.4.1", "Which die places the Flights?", options, default)]
    return ref.read(ZONE, faces, (), column, (keep,))


def _hour(ref: Referee, r: Raid, airstrike: bool) -> int:
    """12.4.2 The player's choice at a Planned Launch; else three dice, daylight in an Airstrike."""
    if r.launch is Launch.PLANNED:
        options = {hour: f"{hour}{'' if i in _DAY else ', night'}" for i, hour in enumerate(_HOURS)}
        # D41
        key = ref.choose("launch-hour", "12.4.2", "At which hour (Japan) do the Flights begin?", options, _DAWN)
        return _HOURS.index(key)
    hours = data.table(ref, "launch-hours")
    while True:
        faces = ref.throw(HOUR, 3)
        hour = _HOURS.index(hours.look_up(str(ref.read(HOUR, faces))))
        later = (hour + 1) % len(_HOURS)
        if not airstrike or (hour in _DAY and later in _DAY):
            ask = f"The launch falls on {_HOURS[hour]}. Begin at {_HOURS[later]} for a die of Security Risk?"
            # D41
            slide = ref.yes("launch-later", "12.4.2", ask)
        elif hour in _DAY:
            slide = False
        elif later in _DAY:
            slide = True  # RULING 12.4.2: daylight can be reached from these dice, so it must be
        else:
            continue
        if slide:
            secrecy.raise_risk(ref, r, ref.roll(LATER), "launched a turn later")
            hour = later
        return hour


def _bonus(ref: Referee, r: Raid, zone: int) -> None:
    """15.2 Two Fuel Leaks and two Fuel Evaporations leave the game, from the cups the player names."""
    names = ("flight-I", "flight-III", "flight-II") if zone < _TYPE_II else ("flight-III", "flight-II", "flight-I")
    for back in _BONUS:
        for _ in range(2):
            able = {name: sum(m.back is back for m in r.cups.get(name, [])) for name in names}
            options = {name: f"Type {name.removeprefix('flight-')} ({n} there)" for name, n in able.items() if n}
            if not options:
                break
            prompt = f"Planned launch: a {back.value} leaves the game. From which cup?"
            key = next(iter(options))
            if not ref.hurried:
                # D40
                # D40
                key = ref.choose("launch-bonus", "15.2", prompt, options, routine=True)
            gone = next(m for m in r.cups[key] if m.back is back)
            gone.revealed = True
            r.cups[key].remove(gone)
    ref.note("launch-bonus")
