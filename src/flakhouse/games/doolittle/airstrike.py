"""11.0 The Airstrike: Halsey's planes, the Army's launch, the Japanese strike force, the counterstrike."""

from __future__ import annotations

from enum import StrEnum
from itertools import combinations

from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import launch, layout, ship_group, waves
from flakhouse.games.doolittle.advice import airstrike as advice
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.questions import airstrike as questions
from flakhouse.games.doolittle.state import B25, Airstrike, Raid, Recon, Ship, Submarine
from flakhouse.games.doolittle.words import Launch

__all__ = ["airstrike", "on_submarine"]


class Report(StrEnum):
    """What the Navy's planes report (X6)."""

    DISASTER = "Disaster"
    NO_CONTACT = "No Contact"
    CONTACT = "Contact"
    CONTACT2 = "Contact2"
    SCRATCH = "Scratch!"


def _launched(word: str) -> tuple[int, int]:
    """X2: "8/2" is eight B-25s in two Flights."""
    if word == "All":
        return _ALL, 0
    count, _, flights = "0/0".partition("/") if word == "None" else word.partition("/")
    return int(count), int(flights)


_ALL = 99
HALSEY = CHARTS.bind("halsey-launches", {"Yes": True, "No": False}.__getitem__)
ARMY = CHARTS.bind("army-launches", _launched)
FORCE = CHARTS.bind("strike-force", waves.strike_force)
COUNTER = CHARTS.words("counterstrike", Report)
SUNK = CHARTS.bind("enemy-ship", {"Sunk": True, "No": False}.__getitem__)

_ROW = {"Recon": 0, "Task Force": 1}
_BOMBERS = ("VS6", "VB6", "VT6")
_PLANES = (*_BOMBERS, "VF6")
_CAP = {"Low CAP": 1, "High CAP": 2}
_OPEN = ("Defense East", "Defense West", "Japan")
_NEAR = ("Midway", "Influence East", "Influence West")


def on_submarine(ref: Referee, r: Raid, submarine: Submarine) -> None:
    """11.0.1 An Airstrike on a Submarine sinks it; hazards still on it are the caller's to put back."""
    submarine.sunk = True
    submarine.contact = False
    ref.note("submarine-sunk", causes=(), ship=submarine.name, area=submarine.area)


def airstrike(ref: Referee, r: Raid, patrol: str, ships: list[Ship] | None = None) -> None:
    """11.0 The Airstrike sequence against the Task Force, or against a detached group of ships (11.0.2)."""
    if ships is None:
        _sequence(ref, r, patrol, None)
        return
    kept = ship_group.lay_out(ref, r, ships)
    _sequence(ref, r, patrol, ships)
    ship_group.put_away(r, ships, kept)


def _sequence(ref: Referee, r: Raid, patrol: str, group: list[Ship] | None) -> None:
    """11.3.1, ruling 27, 11.1-11.5 Step by step."""
    strike = Airstrike(patrol)
    area = ship_group.area_of(r, group)
    ref.scene("airstrike", area=area)
    ref.note("airstrike", causes=(), area=area, patrol=patrol, group=group is not None)
    strike.counterstrike = _halsey(ref, r, patrol)
    attempted = _army(ref, r, patrol, area)
    ref.scene("strike-force", area=area)
    force = _arrives(ref, r, strike, area)
    if any(force):
        waves.attack(ref, r, force)
    else:
        ref.note("false-alarm")
    if strike.counterstrike:
        _counterstrike(ref, r, strike.counterstrike)
    if attempted:
        _rest(ref, r)
    ref.scene("airstrike-over", area=area)
    ref.note("airstrike-over", causes=())


# ------------------------------------------------------------------ 11.1 the Navy


def _halsey(ref: Referee, r: Raid, patrol: str) -> list[Recon]:
    """10.2.2 VS6, VB6, VT6, 11.1.1 NO, 11.1 Halsey launches naval planes? Those picked are set aside until the
    counterstrike.
    """
    # A damaged Enterprise launches nobody (10.1.1), and a marker in distress stays in the hangar (12.1.6).
    able = [x for x in r.task_force.recon if x.place == "Hangar" and not layout.why_not_recon(r, x)]
    ready = [x for x in able if x.name in _PLANES]
    bombers = [x for x in ready if x.name in _BOMBERS]
    if not bombers:
        return []
    if not ref.roll(HALSEY, column=_ROW[patrol]):
        ref.note("halsey-waits")
        return []
    picked = _pick_planes(ref, bombers, [x for x in ready if x.name == "VF6"])
    for recon in picked:
        recon.place = ""
    ref.note("halsey-launches", causes=(HALSEY,), planes=", ".join(x.name for x in picked))
    return picked


def _pick_planes(ref: Referee, bombers: list[Recon], escort: list[Recon]) -> list[Recon]:
    """10.2.2 VS6, VB6, VT6, 10.2.2 VF6, 11.1.1 One or more of the bombers; VF6 only with them."""
    ways: dict[str, list[Recon]] = {}
    for count in range(len(bombers), 0, -1):
        for some in combinations(bombers, count):
            for more in (escort, []) if escort else ([],):
                ways["+".join(x.name for x in (*some, *more))] = [*some, *more]
    first = next(iter(ways))
    # D54
    key = ref.ask("counterstrike-planes", first, lambda: questions.counterstrike_planes(ways), keys=ways)
    return ways[key]


# ------------------------------------------------------------------ 11.2 the Army


def _army(ref: Referee, r: Raid, patrol: str, area: str) -> bool:
    """11.2.1 None, 11.2.1 All, 11.2 Army launches? True if a launch was tried: then those left on deck must go
    after the Airstrike.
    """
    # RULING 11.2: on the way home (14.3.2) the raid is over and nothing is launched.
    if r.segment != "naval" or launch.why_not(r):
        return False
    deck = launch.on_deck(r)
    column = _ROW[patrol]
    wanted = advice.airstrike_launch(area)
    # D55
    if not ref.agreed("airstrike-launch", wanted, lambda: questions.airstrike_launch(deck, area, column)):
        return False
    count, flights = ref.roll(ARMY, column=column)
    ref.note("army-launches", count=min(count, len(deck)), deck=len(deck))
    if count == _ALL:
        launch.launch(ref, r, Launch.EMERGENCY, b25s=deck)
    elif count:
        launch.launch(ref, r, Launch.EMERGENCY, b25s=_pick_b25s(ref, deck, count), flights=flights)
    return True


def _pick_b25s(ref: Referee, deck: list[B25], count: int) -> list[B25]:
    """11.2.1 Which B-25s leave the deck in time: picked one by one, or as they stand."""
    if count >= len(deck):
        return list(deck)
    picked: list[B25] = []
    while len(picked) < count:
        picked += _next_off(ref, [b for b in deck if b not in picked], count, len(picked))
    return picked


def _next_off(ref: Referee, left: list[B25], count: int, picked: int) -> list[B25]:
    """11.2.1 The next B-25, or all that are still lacking as they stand."""
    # D55
    key = ref.ask(
        "airstrike-b25s",
        questions.DECK_ORDER,
        lambda: questions.airstrike_b25s(left, count, picked),
        keys=questions.leaving(left),
    )
    return left[: count - picked] if key == questions.DECK_ORDER else [b for b in left if b.pilot == key]


def _rest(ref: Referee, r: Raid) -> None:
    """11.2, 11.3.1 RULING 28: the B-25s left on deck launch now, if the Hornet has not been hit."""
    launch.launch(ref, r, Launch.EMERGENCY)  # launches nobody from a damaged ship or an empty deck


# ------------------------------------------------------------------ 11.3 the strike force


def _arrives(ref: Referee, r: Raid, strike: Airstrike, area: str) -> tuple[int, int, int]:
    """11.3 Japanese strike force arrives: fighters, torpedo and dive bombers, by the CAP that meets them."""
    wing = next((x for x in r.task_force.recon if x.name == "VF6"), None)
    column = _CAP.get(wing.place, 0) if wing is not None else 0
    mods: list[Mod] = []
    if strike.counterstrike:
        mods.append(FORCE.mods["counterstrike"])
    if area in _NEAR:
        mods.append(FORCE.mods["midway"])
    elif area not in _OPEN:
        mods.append(FORCE.mods["east"])
    return ref.roll(FORCE, mods, column)


# ------------------------------------------------------------------ 11.5 the counterstrike


def _counterstrike(ref: Referee, r: Raid, planes: list[Recon]) -> None:
    """11.5.1, 11.5.1 Contact, 11.5.1 Contact2, 11.5.1 Scratch!, 11.5 Counterstrike: what the returning planes
    report, and where they land.
    """
    ref.scene("counterstrike")
    bombers = sum(x.name in _BOMBERS for x in planes)
    mods = [COUNTER.mods["vf6"]] if len(planes) > bombers else []
    report = ref.roll(COUNTER, mods, bombers - 1)
    force = r.task_force
    ships = carriers = 0
    if report is Report.SCRATCH:
        carriers = 1
    elif report in (Report.CONTACT, Report.CONTACT2):
        more = [SUNK.mods["recon"].of(len(planes))]
        ships = sum(ref.roll(SUNK, more) for _ in range(2 if report is Report.CONTACT2 else 1))
        if ships == 2:  # one of the two was a carrier; each counts once for the debriefing
            ships, carriers = 1, 1
    force.enemy_ships_sunk += ships
    force.enemy_carriers_sunk += carriers
    ref.note("counterstrike", causes=(COUNTER, SUNK), report=report.value, ships=ships, carriers=carriers)
    if report is Report.DISASTER:
        _lose(r, planes)
    else:
        _come_home(ref, r, planes)


def _lose(r: Raid, planes: list[Recon]) -> None:
    """11.5.1 Recon removed from play, for good."""
    r.task_force.recon = [x for x in r.task_force.recon if x not in planes]


def _come_home(ref: Referee, r: Raid, planes: list[Recon]) -> None:
    """11.4.3, 11.5.1 Back to the hangar: on the Enterprise, else on the Hornet, else into the sea."""
    for name in ("Enterprise", "Hornet"):
        carrier = layout.ship(r, name)
        if carrier is not None and not carrier.damaged:
            for recon in planes:
                recon.place = "" if recon.lost else "Hangar"
            return
    _lose(r, planes)
    ref.note("planes-ditch", causes=(), planes=", ".join(x.name for x in planes))
