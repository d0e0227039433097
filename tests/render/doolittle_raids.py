"""Doolittle raids to render: built by hand, flown by a bot, or looked at before every decision."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache

from flakhouse.core.agents import Agent, Default, RandomAgent
from flakhouse.core.dice import Fixed, Seeded
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import data
from flakhouse.games.doolittle.game import GAME, outcome, play_raid
from flakhouse.games.doolittle.options import Options
from flakhouse.games.doolittle.state import B25, Elite, Flight, Marker, Raid, Recon, Ship, Submarine
from flakhouse.games.doolittle.words import Back, Benefit, City, Fate, Front, Icon, Month, Site, Weather, Wind
from flakhouse.render.base import Record
from flakhouse.render.doolittle import DoolittleRenderer, renderer
from flakhouse.render.doolittle.maps import all_maps
from tests.checks.asking import asked

CUPS = (
    *("tokyo-day", "tokyo-night", "nagoya-day", "nagoya-night", "osaka-day", "osaka-night", "response"),
    *("flight-I", "flight-II", "flight-III", "flight-alert", "beacons"),
    *("sea-east", "sea-central", "sea-west", "transit"),
)


def view() -> DoolittleRenderer:
    """A fresh renderer."""
    return renderer(GAME)


# ------------------------------------------------------------------ flown


@cache
def flown(scenario: int, seed: str = "a", wild: bool = False, denouement: bool = False) -> Record:
    """A whole raid by a bot; `wild`: it answers anything."""
    agent: Agent = RandomAgent(seed) if wild else Default()
    ref = Referee(Seeded(seed), agent, trace=True)
    r, told = play_raid(ref, Options(scenario=scenario, denouement=denouement))
    return Record(
        game="doolittle",
        number=1,
        seed=seed,
        options={"scenario": str(scenario)},
        outcome=outcome(r, told),
        over=True,
        events=ref.events,
    )


class _Watcher(Agent):
    """Looks at the state before it lets a bot answer."""

    def __init__(self, then: Agent, look: Callable[[Raid, Question], None], every: int) -> None:
        self.then, self.look, self.every, self.asked = then, look, every, 0

    def choose(self, ask: Question, ref: Referee) -> str:
        """The bot's answer."""
        self.asked += 1
        if self.asked % self.every == 0 and isinstance(ref.state, Raid):
            self.look(ref.state, ask)
        return self.then.choose(ask, ref)


def watch(
    scenario: int, seed: str, look: Callable[[Raid, Question], None], every: int = 1, wild: bool = True
) -> int:
    """Play a scenario, looking at every so manyth decision; how many there were."""
    agent = _Watcher(RandomAgent(seed) if wild else Default(), look, every)
    play_raid(Referee(Seeded(seed), agent, trace=True), Options(scenario=scenario, beacons=True))
    return agent.asked


def laid_out(r: Raid) -> list[str]:
    """The lines that are laid out already: the status screen and every map."""
    return [*view().status(r).split("\n"), *(line for lines in all_maps(r).values() for line in lines)]


def everything(r: Raid) -> str:
    """All that can be rendered of a state."""
    show = view()
    parts = [*laid_out(r), show.headline(r, []), *show.briefing(r)]
    for id in ("airspeed", "approach", "orders", "flight-goal", "something"):
        for fresh in (True, False):
            ask = asked(id, "1.0", "?", {"a": "b"}, "a")
            parts += [line.text for line in show.situation(r, ask, fresh)]
    return "\n".join(parts)


def markers(r: Raid) -> list[Marker]:
    """Every marker there is, wherever it lies."""
    found = [m for cup in r.cups.values() for m in cup]
    for city in r.cities.values():
        found += [m for area in city.areas.values() for m in area.markers]
        found += [m for box in city.boxes.values() for m in box.markers]
    for b25 in r.squadron:
        found += [*b25.attached, *b25.assigned, *b25.medals]
    for lying in (r.vessels, r.zone_markers):
        found += [m for zone in lying.values() for m in zone]
    force = r.task_force
    found += [*r.beacons.values(), *force.red_flags, *(m for area in force.signals.values() for m in area)]
    found += [m for ship in force.ships for m in ship.distress]
    return found + [recon.distress for recon in force.recon if recon.distress is not None]


def disguised(r: Raid) -> Raid:
    """The same state with other backs on every marker that lies face down."""
    other = copy.deepcopy(r)
    for marker in markers(other):
        if not marker.revealed:
            marker.back = Back.MEDALS if marker.back is not Back.MEDALS else Back.CLOUDS
            marker.name, marker.icon = "Betrayed", Icon.LINE
            marker.low = marker.high = marker.number = 91
            marker.approach = marker.detonation = marker.gunnery = marker.landing = 92
            marker.stay, marker.break_off, marker.red_flags = not marker.stay, not marker.break_off, True
    return other


# ------------------------------------------------------------------ built by hand


def bare(scenario: int = 1, segment: str = "attack") -> Raid:
    """A small squadron, three city maps, nothing on them."""
    ref = Referee(Fixed(), Default())
    r = Raid(Options(scenario=scenario), segment=segment)
    r.cities = {city: data.city_map(ref, city) for city in City}
    r.city = City.TOKYO if segment == "attack" else None
    r.attack_turn = 2 if segment == "attack" else 0
    names = (("2344", "Doolittle"), ("2292", "Hoover"), ("2270", "Gray"), ("2261", "Lawson"))
    r.squadron = [B25(id, pilot, fate=Fate.FLYING) for id, pilot in names]
    r.squadron[0].elite = Elite("Doolittle", Benefit.PILOT_REROLL, "2344")
    return r


def cup(name: str) -> list[Marker]:
    """All markers of a cup, face down."""
    return data.cup(Referee(Fixed(), Default()), name)


def marker(back: Back, front: Front = Front.GROUND, revealed: bool = True, low: int = 0, high: int = 0) -> Marker:
    """A marker made to order."""
    return Marker("tokyo-day", front, back, low=low, high=high, revealed=revealed)


def airborne() -> Raid:
    """Two Flights and a B-25 on its own on the Flight Map."""
    r = bare(7, "flight")
    doolittle, hoover, gray, lawson = r.squadron
    r.flights = [
        Flight(1, [doolittle, hoover], 2, 7, target="Tokyo"),
        Flight(2, [gray], 6, 5, high=True),
        Flight(3, [lawson], 10, 1, independent=True),
    ]
    doolittle.loaded = True
    gray.loaded = lawson.loaded = False
    hoover.damage = 1
    r.flight_turn, r.hour = 3, 8
    r.weather = {"defense": Weather.GALE, "china": Weather.STORM}
    r.wind = {"defense": Wind.SEVERE_HEADWIND, "japan": Wind.TAILWIND}
    r.beacons = {Site.CHUCHOW: Marker("beacons", Front.PLAIN, Back.BEACON, number=5)}
    r.cities[City.NAGOYA].contacts = 2
    r.cities[City.TOKYO].lights_out = True
    r.security.alert, r.security.failed, r.security.risk = 2, 6, 21
    return r


def sailing() -> Raid:
    """The Task Force off Hawaii."""
    r = bare(9, "naval")
    for b25 in r.squadron:
        b25.fate = Fate.DECK
    force = r.task_force
    force.ships = [
        Ship("Hornet", "CV", 18, 3, 0, 6, 3, space="Center"),
        Ship("Cimarron", "AO", 18, 1, 0, 8, 2, slow_built=True, space="Center"),
        Ship("Monssen", "DD", 18, 1, 8, 8, 1, damaged=True, space="Astern Far"),
        Ship("Gwin", "DD", 18, 1, 8, 8, 1, damaged=True, sunk=True),
    ]
    force.recon = [Recon("CA dark", "Sea Area"), Recon("VF6", "High CAP"), Recon("VB6", lost=True)]
    force.submarines = [Submarine("Trout", "Defense East", contact=True)]
    force.area, force.turn, force.fueled = "Hawaii", 3, False
    force.rv_area, force.rv_turn, force.launch_area = "Midway", "April 12-13", "Defense West"
    force.signals = {"170W": [Marker("sea-central", Front.PLAIN, Back.ENEMY_SIGNALS, revealed=True)]}
    r.weather = {"hawaii": Weather.GALE}
    r.security.risk = 15
    return r


def planning() -> Raid:
    """March 1942."""
    r = bare(10, "planning")
    r.step = Month.MARCH.value
    return r


def face_down() -> Raid:
    """Every marker of every cup lying somewhere on the maps, face down."""
    r = airborne()
    r.task_force = sailing().task_force
    r.city, r.attack_turn = City.TOKYO, 3
    decks = {name: cup(name) for name in CUPS}
    r.squadron[0].area, r.squadron[1].area, r.squadron[1].box = "Tokyo East", "Yokohama", "Dockyard"
    tokyo = r.cities[City.TOKYO]
    tokyo.areas["Tokyo East"].markers = decks["tokyo-day"]
    tokyo.boxes["Dockyard"].markers = decks["tokyo-night"]
    r.cities[City.NAGOYA].areas["Atsuta"].markers = [*decks["nagoya-day"], *decks["response"]]
    r.cities[City.NAGOYA].boxes["Oil Storage"].markers = decks["nagoya-night"]
    r.cities[City.OSAKA_KOBE].areas["Sakai"].markers = decks["osaka-day"]
    r.cities[City.OSAKA_KOBE].boxes["Shipping"].markers = decks["osaka-night"]
    r.squadron[0].assigned, r.squadron[1].attached = decks["flight-I"], decks["transit"]
    r.vessels, r.zone_markers = {3: decks["flight-II"]}, {2: decks["flight-III"], 6: decks["flight-alert"]}
    sites = (Site.LISHUI, Site.CHUCHOW, Site.YUSHAN, Site.KIAN, Site.KWEILIN)
    r.beacons = dict(zip(sites, decks["beacons"], strict=True))
    r.task_force.signals = {"170W": decks["sea-east"], "Japan": decks["sea-central"]}
    r.task_force.red_flags = decks["sea-west"]
    r.cups = {}
    return r
