"""9.0, 12.0: the voyage. Naval Turns until the B-25s are launched or the Task Force turns back."""

from __future__ import annotations

from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import (
    flight,
    launch,
    layout,
    quarters,
    sea,
    sea_hazards,
    secrecy,
    transit,
    underway,
    wind,
)
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.state import Raid, Ship
from flakhouse.games.doolittle.words import GALE, STORM, City, Launch, Weather, Wind

__all__ = ["embark", "segment", "storm", "turn", "weather_check", "weather_phase"]

WEATHER = CHARTS.words("sea-weather", Weather)
REFUEL = CHARTS.numbers("refuel")
_CITIES = tuple(city.value for city in City)
_WINDY = ("influence", "defense", "japan")  # 12.2.3
_TAILWINDS = (Wind.TAILWIND, Wind.SEVERE_TAILWIND)


def embark(ref: Referee, r: Raid) -> None:
    """13.5.5, 9.5 TF-18 in port: its ships on the layout, its CA Recon in the hangar."""
    force = r.task_force
    force.area, force.turn, force.fueled = sea.PORT, 0, True
    force.ships = layout.read_ships(ref, 18)
    force.recon = layout.read_recon(ref, 18)
    for ship in force.ships:
        layout.place(ref, r, ship)


def segment(ref: Referee, r: Raid) -> None:
    """12.0 Naval Turns, then the Flight segment of what was launched."""
    r.segment = "naval"
    secrecy.raise_risk(ref, r, r.blotter.naval_risk, "news of the war")  # 15.1 Ceylon
    while not turn(ref, r):
        r.segment = "naval"


def turn(ref: Referee, r: Raid) -> bool:
    """12.0 One Naval Turn; True if the segment has ended with it (12.0.1)."""
    force = r.task_force
    if force.deck == "fire":
        force.deck = ""
    if ref.trace:
        ref.note("naval-turn", turn=sea.turn_name(ref, r), area=force.area)
    quarters.phase(ref, r)
    weather_phase(ref, r)
    r.step = "launch"
    if launch.due(r):
        launch.launch(ref, r, Launch.PLANNED)
        return _launched(ref, r, False)
    underway.phase(ref, r)
    if force.turned_back:
        # D42
        if launch.emergency(
            ref, r, "turned-back-launch", "12.5.2", "The Task Force turns about for want of fuel.", _in_reach(r)
        ):
            return _launched(ref, r, False)
        return _ended(ref, r, "the Task Force turned about for want of fuel")
    if sea_hazards.phase(ref, r):
        return _launched(ref, r, False)
    if force.airborne:
        return _launched(ref, r, True)
    if not layout.hornet_fit(r):
        return _ended(ref, r, "the Hornet could not launch any more")
    refuel_phase(ref, r)
    return _end_of_turn(ref, r)


def _in_reach(r: Raid) -> bool:
    """12.4 The B-25s could fly to Japan from here."""
    return sea.index(r.task_force.area) >= sea.REACH


# ------------------------------------------------------------------ 12.2 weather


def weather_phase(ref: Referee, r: Raid) -> None:
    """12.2 A Weather Check for every Weather Box with a Patrol; then the storm is felt."""
    r.step = "weather"
    r.weather.clear()
    r.wind.clear()
    force = r.task_force
    areas = [sub.area for sub in force.submarines if sub.contact and not sub.sunk]
    areas.append(force.area)  # Recon in the Sea Area is where the Task Force is
    for area in sorted(areas, key=sea.index):
        if sea.weather_box(ref, area) not in r.weather:
            weather_check(ref, r, area)
    if force.area != sea.PORT and sea.weather(ref, r, force.area) is STORM:
        storm(ref, r)


def weather_check(ref: Referee, r: Raid, area: str) -> Weather:
    """12.2.1 The weather of an area's Weather Box; near Japan a Wind Check may be made with it (12.2.3)."""
    box = sea.weather_box(ref, area)
    found = ref.roll(WEATHER, (), sea.weather_table(ref, area))
    r.weather[box] = found
    if ref.trace:
        ref.note("sea-weather", area=area, weather=found.value)
    if box in _WINDY:
        _wind_check(ref, r, box)
    return found


def _wind_check(ref: Referee, r: Raid, box: str) -> None:
    """12.2.3 An optional Wind Check; the Wind Chit may be discarded at once, else it lasts this turn."""
    wanted = launch.due(r)
    if ref.hurried and not wanted:
        ref.asked += 1
        return
    ask = f"{box.capitalize()}: make a Wind Check for the Flight Map?"
    # D34
    if not ref.yes("wind-check", "12.2.3", ask, wanted, routine=not wanted):
        return
    # RULING 12.2.3: not yet the first Wind Check of a planned launch, which throws three dice (8.2.3).
    wind.wind_check(ref, r, box, False)
    found = r.wind[box]
    # D34
    if not ref.yes("keep-wind", "12.2.3", f"{found.value} in {box.capitalize()}. Keep it?", found in _TAILWINDS):
        del r.wind[box]


def storm(ref: Referee, r: Raid) -> None:
    """12.2.2 The Task Force in a storm: Enemy Signals are lost, and a Transit Hazard is drawn."""
    ref.note("storm", area=r.task_force.area)
    sea_hazards.remove_signal(ref, r)
    transit.draw_and_apply(ref, r)


# ------------------------------------------------------------------ 12.7 refueling and the end of the turn


def refuel_phase(ref: Referee, r: Raid) -> None:
    """12.7.2 One attempt for each oiler that can."""
    r.step = "refueling"
    force = r.task_force
    oilers = [] if force.fueled else [s for s in layout.ships(r) if s.kind == "AO"]
    for oiler in oilers:
        if force.fueled:
            return
        if oiler.damaged or oiler.distress or not oiler.space:
            continue
        weather = sea.weather(ref, r, force.area)
        rough = weather in (GALE, STORM)
        ask = f"Low on fuel, {weather.value} in {force.area}. Refuel from {oiler.name}?"
        # D53
        if ref.yes("refuel", "12.7.2", ask, not rough):
            _refuel(ref, r, oiler, weather)


def _refuel(ref: Referee, r: Raid, oiler: Ship, weather: Weather) -> None:
    """12.7.2 An attempt; in rough weather a failure damages ships, and the oiler may be given for the fuel."""
    force = r.task_force
    mods: list[Mod] = []
    if weather is GALE:
        mods.append(REFUEL.mods["gale"])
    elif weather is STORM:
        mods.append(REFUEL.mods["storm"])
    ref.roll(REFUEL, mods)
    if ref.total >= oiler.refuel:
        force.fueled = True
        ref.note("refueled", oiler=oiler.name)
        return
    ref.note("refuel-failed", oiler=oiler.name)
    hit: list[Ship] = []
    for _ in range({GALE: 1, STORM: 2}.get(weather, 0)):
        there = [s for s in layout.ships(r) if s not in hit]
        if there:
            hit.append(_victim(ref, there))
            layout.damage_ship(ref, r, hit[-1], "rough seas while refueling")
    if oiler.damaged or not oiler.space:
        return
    # A careful player gives it where the run to Japan begins: low on fuel no Raid Move is safe.
    worth = sea.index(force.area) >= sea.FIRST_WEST - 1
    # D53
    if ref.yes("give-oiler", "12.7.2", f"Let {oiler.name} be damaged to refuel the Task Force after all?", worth):
        layout.damage_ship(ref, r, oiler, "hasty refueling")
        force.fueled = True
        ref.note("refueled", oiler=oiler.name)


def _victim(ref: Referee, there: list[Ship]) -> Ship:
    """12.7.2 The player picks the ship that is damaged: by default a sound destroyer."""
    order = ("DD", "CL", "CA", "AO", "CV")
    default = min(there, key=lambda s: (s.kind == "CV", s.damaged, order.index(s.kind)))
    options = {s.name: f"{s.name} ({s.kind}){', damaged' if s.damaged else ''}" for s in there}
    # D53
    name = ref.choose("refuel-damage", "12.7.2", "Rough seas: which ship is damaged?", options, default.name)
    return next(s for s in there if s.name == name)


def _contact_marker(ref: Referee, r: Raid) -> None:
    """12.7.1 The turn ends with a submarine in contact off Japan: a Contact marker for a city."""
    subs = [s for s in r.task_force.submarines if s.contact and not s.sunk and s.area == sea.AREAS[-1]]
    if not subs:
        return
    options = {city: city for city in _CITIES}
    ask = f"{subs[0].name} reports: a Contact marker for which city?"
    # D52
    key = ref.choose("contact-city", "12.7.1", ask, options)
    r.cities[City(key)].contacts += 1
    if ref.trace:
        ref.note("contact-marker", city=key, submarine=subs[0].name)


def _end_of_turn(ref: Referee, r: Raid) -> bool:
    """12.7 Contact markers, winds forgotten, the next turn; after the last one the Task Force turns about."""
    force = r.task_force
    if not layout.hornet_fit(r):  # a botched refueling
        return _ended(ref, r, "the Hornet could not launch any more")
    if force.turn + 1 >= len(sea.turns(ref)):
        ask = "The last Naval Turn is over, the Task Force turns about."
        # D42
        if launch.emergency(ref, r, "last-turn-launch", "12.7", ask, _in_reach(r)):
            return _launched(ref, r, False)
        return _ended(ref, r, "the Task Force ran out of time")
    _contact_marker(ref, r)
    r.wind.clear()  # 12.2.3
    force.turn += 1
    return False


# ------------------------------------------------------------------ 12.0.1 the end


def _launched(ref: Referee, r: Raid, airstrike: bool) -> bool:
    """12.0.1, 12.4 After a launch: the Flight Map is set up and flown. True if the segment is over."""
    # RULING 12.7.1: a launch ends the Naval Turn, so a submarine off Japan reports now too.
    _contact_marker(ref, r)
    if launch.set_up(ref, r, airstrike):
        flight.segment(ref, r)
    force = r.task_force
    # RULING 12.3.2: B-25s kept aboard by a fire on deck may launch in the next Naval Turn, if there is one.
    # A Task Force that has turned about (12.5.2) has ended the segment all the same.
    if force.deck == "fire" and launch.on_deck(r) and layout.hornet_fit(r) and not force.turned_back:
        r.segment = "naval"
        if force.turn + 1 < len(sea.turns(ref)):
            force.turn += 1
            return False
    return True


def _ended(ref: Referee, r: Raid, why: str) -> bool:
    """12.0.1 The segment ends without a launch: no Flight, no Attack."""
    r.task_force.turned_back = True
    if r.launch is Launch.NONE:
        r.aborted = why
        ref.note("naval-ended", why=why)
    else:  # some have flown before a fire on deck (12.3.2)
        ref.note("voyage-over", why=why)
    return True
