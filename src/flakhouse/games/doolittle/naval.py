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
from flakhouse.games.doolittle.advice import naval as advice
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.questions import naval as questions
from flakhouse.games.doolittle.questions.keys import by_ship
from flakhouse.games.doolittle.state import Raid, Ship
from flakhouse.games.doolittle.words import City, Launch, Weather

__all__ = ["embark", "segment", "storm", "turn", "weather_check", "weather_phase"]

WEATHER = CHARTS.words("sea-weather", Weather)
REFUEL = CHARTS.numbers("refuel")
_WINDY = ("influence", "defense", "japan")  # 12.2.3
_ROUGH = {Weather.GALE: 1, Weather.STORM: 2}  # 12.7.2: ships damaged when refueling fails


def embark(ref: Referee, r: Raid) -> None:
    """13.5.5, 9.5 TF-18 in port: its ships on the layout, its CA Recon in the hangar."""
    force = r.task_force
    force.area, force.turn, force.fueled = sea.PORT, 0, True
    force.ships = layout.read_ships(ref, 18)
    force.recon = layout.read_recon(ref, 18)
    for ship in force.ships:
        layout.place(ref, r, ship)


def segment(ref: Referee, r: Raid) -> None:
    """9.0, 12.0 Naval Turns, then the Flight segment of what was launched."""
    r.segment = "naval"
    ref.scene("sailing")
    ref.note("sails", causes=(), aircraft=len(launch.on_deck(r)), ships=len(layout.ships(r)))
    secrecy.raise_risk(ref, r, r.blotter.naval_risk, "news of the war")  # 15.1 Ceylon
    while not turn(ref, r):
        r.segment = "naval"


def turn(ref: Referee, r: Raid) -> bool:
    """12.6.6 Damaged USS Hornet, 12.0 One Naval Turn; True if the segment has ended with it (12.0.1)."""
    force = r.task_force
    if force.deck == "fire":
        force.deck = ""
    ref.scene("sea-day", turn=sea.turn_name(ref, r), area=force.area)
    ref.note("naval-turn", turn=sea.turn_name(ref, r), area=force.area)
    quarters.phase(ref, r)
    weather_phase(ref, r)
    r.step = "launch"
    if launch.due(r):
        launch.launch(ref, r, Launch.PLANNED)
        return _launched(ref, r, False)
    underway.phase(ref, r)
    if force.turned_back:
        now = advice.launch_before_home(r)
        # D42
        if launch.emergency(
            ref, r, "turned-back-launch", now, lambda terms: questions.turned_back_launch(r, terms)
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
    if force.area != sea.PORT and sea.weather(ref, r, force.area) is Weather.STORM:
        storm(ref, r)


def weather_check(ref: Referee, r: Raid, area: str) -> Weather:
    """12.2.1 The weather of an area's Weather Box; near Japan a Wind Check may be made with it (12.2.3)."""
    box = sea.weather_box(ref, area)
    found = ref.roll(WEATHER, (), sea.weather_table(ref, area))
    r.weather[box] = found
    ref.note("sea-weather", area=area, weather=found.value)
    if box in _WINDY:
        _wind_check(ref, r, area, box)
    return found


def _wind_check(ref: Referee, r: Raid, area: str, box: str) -> None:
    """12.2.3 An optional Wind Check; the Wind Chit may be discarded at once, else it lasts this turn."""
    wanted = advice.wind_check(r)
    # D34
    if not ref.agreed("wind-check", wanted, lambda: questions.wind_check(area, box, wanted)):
        return
    # RULING 12.2.3: not yet the first Wind Check of a planned launch, which throws three dice (8.2.3).
    wind.wind_check(ref, r, box, False)
    found = r.wind[box]
    # D34
    if not ref.agreed("keep-wind", advice.keep_wind(found), lambda: questions.keep_wind(area, box, found)):
        del r.wind[box]


def storm(ref: Referee, r: Raid) -> None:
    """12.2.2 The Task Force in a storm: Enemy Signals are lost, and a Transit Hazard is drawn."""
    ref.scene("storm", area=r.task_force.area)
    ref.note("storm", causes=(), area=r.task_force.area)
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
        _refuel(ref, r, oiler)


def refuel_mods(weather: Weather) -> list[Mod]:
    """12.7.2 What rough weather takes off."""
    key = {Weather.GALE: "gale", Weather.STORM: "storm"}.get(weather)
    return [REFUEL.mods[key]] if key else []


def _refuel(ref: Referee, r: Raid, oiler: Ship) -> None:
    """12.7.2 An attempt; in rough weather a failure damages ships, and the oiler may be given for the fuel."""
    force = r.task_force
    weather = sea.weather(ref, r, force.area)
    mods = refuel_mods(weather)
    # D53
    if not ref.agreed(
        "refuel", advice.refuel(weather), lambda: questions.refuel(force.area, oiler, weather, mods)
    ):
        return
    ref.scene("refuel", ship=oiler.name)
    ref.roll(REFUEL, mods, least=oiler.refuel)
    if ref.total >= oiler.refuel:
        force.fueled = True
        ref.note("refueled", ship=oiler.name)
        return
    ref.note("refuel-failed", ship=oiler.name)
    hit: list[Ship] = []
    for _ in range(_ROUGH.get(weather, 0)):
        there = [s for s in layout.ships(r) if s not in hit]
        if there:
            hit.append(_victim(ref, there))
            layout.damage_ship(ref, r, hit[-1], "rough seas while refueling")
    if oiler.damaged or not oiler.space:
        return
    # D53
    if ref.agreed("give-oiler", advice.give_oiler(r), lambda: questions.give_oiler(r, oiler)):
        layout.damage_ship(ref, r, oiler, "hasty refueling")
        force.fueled = True
        ref.note("refueled", causes=(), ship=oiler.name)


def _victim(ref: Referee, there: list[Ship]) -> Ship:
    """12.7.2 The player picks the ship that is damaged."""
    # D53
    name = ref.ask(
        "refuel-damage", advice.refuel_damage(there), lambda: questions.refuel_damage(there), keys=by_ship(there)
    )
    return by_ship(there)[name]


def _contact_marker(ref: Referee, r: Raid) -> None:
    """12.7.1 The turn ends with a submarine in contact off Japan: a Contact marker for a city."""
    subs = [s for s in r.task_force.submarines if s.contact and not s.sunk and s.area == sea.AREAS[-1]]
    if not subs:
        return
    sub = subs[0]
    # D52
    key = ref.ask(
        "contact-city", advice.contact_city(), lambda: questions.contact_city(sub), keys=questions.CITIES
    )
    r.cities[City(key)].contacts += 1
    ref.note("contact-marker", causes=(), city=key, ship=sub.name)


def _end_of_turn(ref: Referee, r: Raid) -> bool:
    """9.2 April 22-23 Turn, 12.7 Contact markers, winds forgotten, the next turn; after the last one the Task
    Force turns about.
    """
    force = r.task_force
    if not layout.hornet_fit(r):  # a botched refueling
        return _ended(ref, r, "the Hornet could not launch any more")
    if force.turn + 1 >= len(sea.turns(ref)):
        now = advice.launch_before_home(r)
        # D42
        if launch.emergency(ref, r, "last-turn-launch", now, lambda terms: questions.last_turn_launch(r, terms)):
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
        ref.note("naval-ended", causes=(), why=why)
    else:  # some have flown before a fire on deck (12.3.2)
        ref.note("voyage-over", causes=(), why=why)
    return True
