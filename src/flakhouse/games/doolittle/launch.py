"""12.3 and 12.4: the launch from the Carrier Deck, and where and when the Flights begin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from flakhouse.core.mods import Mod
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import aircraft, checks, data, layout, sea, secrecy
from flakhouse.games.doolittle.advice import launch as advice
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.questions import launch as questions
from flakhouse.games.doolittle.questions.keys import by_id
from flakhouse.games.doolittle.questions.launch import Terms
from flakhouse.games.doolittle.state import B25, Crew, Flight, Raid
from flakhouse.games.doolittle.words import Back, Fate, Launch, Weather

__all__ = [
    "BESIDE",
    "Botched",
    "Terms",
    "due",
    "emergency",
    "form_flights",
    "launch",
    "on_deck",
    "set_up",
    "terms",
    "why_not",
]


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
_MOST_FLIGHTS = 6  # 7.1
_LEAST, _MOST = 2, 4  # 7.1.1
_HOURS = ("0000", "0200", "0400", "0600", "0800", "1000", "1200", "1400", "1600", "1800", "2000", "2200")
_DAY = range(3, 9)  # 5.2: 0600 to 1600
_BONUS = (Back.FUEL_LEAK, Back.FUEL_EVAPORATION)  # 15.2


# ------------------------------------------------------------------ 12.3 whether


def on_deck(r: Raid) -> list[B25]:
    """12.3 The B-25s on the Carrier Deck."""
    return [b for b in r.squadron if b.fate is Fate.DECK]


def why_not(r: Raid) -> str:
    """10.1.1, 12.3.2 Why nothing can be launched now, or nothing."""
    for b25 in r.squadron:
        if b25.fate is Fate.DECK:
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


def emergency(ref: Referee, r: Raid, id: str, wanted: bool, make: Callable[[Terms], Question]) -> bool:
    """12.3, 12.6.4 An Emergency Launch is offered; True if it was ordered and made."""
    if why_not(r):
        return False
    advised = questions.LAUNCH if wanted else questions.CARRY_ON

    def offered() -> Question:
        return make(terms(ref, r, Launch.EMERGENCY, on_deck(r)))

    if ref.ask(id, advised, offered, keys=questions.LAUNCH_OR_NOT) != questions.LAUNCH:
        return False
    launch(ref, r, Launch.EMERGENCY)
    return True


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
    need = _number(ref, weather, kind)
    groups = form_flights(ref, r, on_deck(r) if b25s is None else list(b25s), flights)
    ref.scene("launch", area=force.area)
    ref.note(
        "launch",
        causes=(),
        launch=kind.value,
        area=force.area,
        weather=weather.value,
        aircraft=sum(map(len, groups)),
    )
    first = _next_number(r)
    for number, group in enumerate(groups, first):
        flight = Flight(number, group, 0, r.ratings.fuel, late=force.delay)
        ref.scene(_moment(number, first, len(groups)), flight=flight.name())
        if _take_off(ref, r, flight, need, during):
            break


def _number(ref: Referee, weather: Weather, kind: Launch) -> int:
    """12.3.1 The Launch number."""
    return int(data.table(ref, "launch-numbers").look_up(weather.value, 0 if kind is Launch.PLANNED else 1))


def terms(ref: Referee, r: Raid, kind: Launch, b25s: Sequence[B25]) -> Terms:
    """12.3.1, 12.4.1 What a launch from here would be made on."""
    force = r.task_force
    weather = sea.weather(ref, r, force.area)
    luck = any(checks.blessed(b, medals=False) for b in b25s)
    zones, planned = _zones(ref, force.area), _zones(ref, force.launch_area)
    return Terms(weather, _number(ref, weather, kind), r.ratings.fuel, zones, planned, luck)


def _zones(ref: Referee, area: str) -> tuple[int, ...]:
    """12.4, 12.4.1 The zones in which Flights from a Sea Area may begin; none where Japan is out of reach."""
    if area not in ZONE.data.columns:
        return ()
    chart, column = ref.chart(ZONE), ZONE.data.columns.index(area)
    return tuple(sorted({chart.at(face, column) for face in range(1, 7)}))


def _moment(number: int, first: int, flights: int) -> str:
    """12.3.1 The scene of a take-off: the first and the last of a launch have their own."""
    if number == first:
        return "first-take-off"
    return "last-take-off" if number == first + flights - 1 else "take-off"


def form_flights(ref: Referee, r: Raid, b25s: list[B25], flights: int | None = None) -> list[list[B25]]:
    """7.1, 12.3.1 Flights of two to four B-25s; a lone B-25 is a Flight by itself."""
    # RULING 7.1.1: a single B-25 left on deck may still launch, though the smallest Flight has two.
    count = len(b25s)
    used = sum(f.zone == 0 for f in r.flights)
    first = _next_number(r)
    least = max(1, -(-count // _MOST))
    most = max(least, min(_MOST_FLIGHTS - used, count // _LEAST))
    advised = advice.how_many_flights(count, flights, used, least, most)
    if flights is not None:
        least = most = advised
    proposed = _even(b25s, advised)
    if count < 2:
        return proposed
    # D36
    if ref.agreed(
        "flights-as-proposed",
        True,
        lambda: questions.flights_as_proposed(proposed, first, terms(ref, r, r.launch, b25s)),
    ):
        return proposed
    # D36
    number = ref.ask(
        "how-many-flights",
        str(advised),
        lambda: questions.how_many_flights(least, most),
        keys=questions.numbers(least, most),
    )
    return _by_hand(ref, b25s, int(number), first)


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


def _by_hand(ref: Referee, b25s: list[B25], count: int, first: int) -> list[list[B25]]:
    """7.1.1 The player puts each B-25 into a Flight; what would break the size limits is barred."""
    groups: list[list[B25]] = [[] for _ in range(count)]
    least = _LEAST if len(b25s) >= _LEAST * count else 1
    for at, b25 in enumerate(b25s):
        barred = _full(groups, len(b25s) - at, least, first)
        groups[_which(ref, b25, groups, first, barred) - first].append(b25)
    return groups


def _full(groups: list[list[B25]], left: int, least: int, first: int) -> dict[int, str]:
    """7.1.1 The Flights that a B-25 cannot join, and why; `left` are not yet in any."""
    lacking = sum(max(0, least - len(group)) for group in groups)
    barred: dict[int, str] = {}
    for number, group in enumerate(groups, first):
        if len(group) >= _MOST:
            barred[number] = "four B-25s are the most (7.1.1)"
        elif left <= lacking and len(group) >= least:
            barred[number] = "other Flights still lack B-25s (7.1.1)"
    return barred


def _which(ref: Referee, b25: B25, groups: list[list[B25]], first: int, barred: dict[int, str]) -> int:
    """7.1.1 The Flight of one B-25."""
    open_ = next(number for number in range(first, first + len(groups)) if number not in barred)
    # D36
    key = ref.ask(
        "which-flight",
        str(open_),
        lambda: questions.which_flight(b25, groups, first, barred),
        keys=questions.joinable(groups, first, barred),
    )
    return int(key)


def _take_off(ref: Referee, r: Raid, flight: Flight, need: int, during: bool) -> bool:
    """12.3.1 One Flight takes off; True if no other may follow now."""
    for b25 in flight.aircraft:
        b25.fate = Fate.FLYING
    r.flights.append(flight)
    checks.roll(
        ref,
        r,
        LAUNCH,
        flight.aircraft,
        while_=lambda faces: sum(faces) < need,
        medals=False,
        need=checks.Need("takes off", "The last B-25 of the Flight botches its take-off."),
        least=need,
    )
    if ref.total >= need:
        ref.note("flight-off", flight=flight.name(), aircraft=", ".join(b.pilot for b in flight.aircraft))
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
    ref.note("botched", causes=(LAUNCH, BOTCHED), b25=b25.name(), result=result.value)
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
    """12.3.2 The player says who was the last to take off."""
    # D37
    key = ref.ask(
        "last-off", advice.last_off(flight), lambda: questions.last_off(flight), keys=by_id(flight.aircraft)
    )
    return by_id(flight.aircraft)[key]


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
    count = min(ref.roll(FIRE), len(on_deck(r)))
    ref.note("deck-fire", count=count)
    for b25 in _burning(ref, r, count):
        _burn(ref, r, b25)
    return True


def _burning(ref: Referee, r: Raid, count: int) -> list[B25]:
    """12.3.2 Which B-25s on deck burn: as proposed, or picked one by one."""
    picked: list[B25] = []
    while len(picked) < count:
        there = [b for b in on_deck(r) if b not in picked]
        picked += _burns(ref, there, count - len(picked))
    return picked


def _burns(ref: Referee, there: list[B25], lack: int) -> list[B25]:
    """12.3.2 All that still burn, or the next of them."""
    proposed = advice.burnt_b25s(there, lack)
    # D38
    key = ref.ask(
        "burnt-b25",
        questions.PROPOSED,
        lambda: questions.burnt_b25(there, proposed, lack),
        keys=questions.burning(there, lack),
    )
    return proposed if key == questions.PROPOSED else [b for b in there if b.id == key]


def _burn(ref: Referee, r: Raid, b25: B25) -> None:
    """12.3.2 A B-25 on deck burns; its crew and Elite Crewman survive aboard ship."""
    b25.fate, b25.where = Fate.DESTROYED, "carrier deck"
    aircraft.release_markers(r, b25)
    men = [b25.elite] if b25.elite else []
    r.crews.append(Crew(b25, place="Task Force", fate="rescued", elites=men))
    ref.note("burnt", causes=(FIRE,), b25=b25.name())


# ------------------------------------------------------------------ 12.4 Flight Map set-up


def set_up(ref: Referee, r: Raid, airstrike: bool = False) -> bool:
    """12.4 The Flights just launched are put on the Flight Map; False if they fly to Midway or Pearl Harbor."""
    force = r.task_force
    force.airborne = False
    force.delay = 0
    new = [flight for flight in r.flights if flight.zone == 0]
    ref.scene("flight-map")
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
    there = sum(not flight.late for flight in new) or len(new)  # 12.3.2: others appear later
    ref.note("flight-map", causes=(ZONE, HOUR), zone=zone, hour=_HOURS[r.hour], flights=there)
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
    ref.note("flown-home", causes=(), area=r.launch_area)


def _zone(ref: Referee, r: Raid) -> int:
    """12.4.1 One die, or of two dice at a Planned Launch the one the player picks; all Flights begin there."""
    # RULING 12.4: where and when the Flights begin is no roll about one B-25; no re-roll is offered.
    column = ZONE.data.columns.index(r.launch_area)
    faces = ref.throw(ZONE, 2 if r.launch is Launch.PLANNED else 1)
    chart = ref.chart(ZONE)
    keep = advice.launch_zone({face: chart.at(face, column) for face in faces})
    if len({chart.at(face, column) for face in faces}) > 1:
        zones = {f"zone {chart.at(face, column)}": face for face in faces}
        advised = f"zone {chart.at(keep, column)}"
        # D39
        keep = zones[ref.ask("launch-zone", advised, lambda: questions.launch_zone(zones), keys=zones)]
    return ref.read(ZONE, faces, (), column, (keep,))


def _hour(ref: Referee, r: Raid, airstrike: bool) -> int:
    """12.4.2 The player's choice at a Planned Launch; else three dice, daylight in an Airstrike."""
    if r.launch is Launch.PLANNED:
        # D41
        key = ref.ask(
            "launch-hour", advice.launch_hour(), lambda: questions.launch_hour(_HOURS, _DAY), keys=_HOURS
        )
        return _HOURS.index(key)
    hours = data.table(ref, "launch-hours")
    while True:
        faces = ref.throw(HOUR, 3)
        hour = _HOURS.index(hours.look_up(str(ref.read(HOUR, faces))))
        later = (hour + 1) % len(_HOURS)
        if not airstrike or (hour in _DAY and later in _DAY):
            slide = _later(ref, _HOURS[hour], _HOURS[later])
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


def _later(ref: Referee, hour: str, later: str) -> bool:
    """12.4.2 The player may begin a turn later, for a die of Security Risk."""
    # D41
    return ref.agreed("launch-later", False, lambda: questions.launch_later(hour, later))


def _bonus(ref: Referee, r: Raid, zone: int) -> None:
    """15.2 Two Fuel Leaks and two Fuel Evaporations leave the game, from the cups the player names."""
    for back in _BONUS:
        for _ in range(2):
            counts = {
                name: sum(m.back is back for m in r.cups.get(name, [])) for name in advice.launch_bonus(zone)
            }
            able = {name: count for name, count in counts.items() if count}
            if able:
                _take_out(r, _cup(ref, back, able), back)
    ref.note("launch-bonus", causes=())


def _cup(ref: Referee, back: Back, able: dict[str, int]) -> str:
    """15.2 The cup that such a marker leaves, of those that have one."""
    # D40
    return ref.ask("launch-bonus", next(iter(able)), lambda: questions.launch_bonus(back, able), keys=able)


def _take_out(r: Raid, cup: str, back: Back) -> None:
    """15.2 One marker of this kind leaves the game."""
    gone = next(m for m in r.cups[cup] if m.back is back)
    gone.revealed = True
    r.cups[cup].remove(gone)
