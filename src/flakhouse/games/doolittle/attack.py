"""4.0 The Attack Turn: airspeed, hazards, exit, approach and bombs away, turn after turn over one city."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import aircraft, approach, attack_hazards, checks, cups, fuel
from flakhouse.games.doolittle.advice import attack as advice
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.questions import attack as questions
from flakhouse.games.doolittle.state import B25, Flight, Raid
from flakhouse.games.doolittle.words import Back, City, Fate, Side

__all__ = ["LAST_TURN", "Entrant", "fight", "here", "intercepted"]

LAST_TURN = 9  # 4.0.1


class _Nine(StrEnum):
    """A bomber still over the city after turn 9 of scenarios 1-6."""

    DESTROYED = "Destroyed"
    CAPTURED = "Captured"
    ESCAPES = "Escapes"


NINE = CHARTS.words("turn-nine", _Nine)


@dataclass(slots=True)
class Entrant:
    """A B-25 that enters on a turn: in this area, or where the first of its Flight went, or anywhere (`free`)."""

    b25: B25
    turn: int
    area: str = ""
    free: bool = False


def here(r: Raid, area: str = "") -> list[B25]:
    """3.2 The B-25s on the map, or in one of its Areas (those in its boxes too)."""
    if area:
        return [b for b in r.attackers or r.squadron if b.area == area and b.fate is Fate.FLYING]
    return [b for b in r.attackers or r.squadron if b.area and b.fate is Fate.FLYING]


def intercepted(b25: B25) -> bool:
    """4.6.3 An Interceptor is attached."""
    for marker in b25.attached:  # noqa: SIM110 (a generator costs three times as much)
        if marker.back is Back.INTERCEPTOR:
            return True
    return False


def fight(
    ref: Referee,
    r: Raid,
    city: City,
    side: Side,
    entrants: list[Entrant],
    high: bool,
    flight: Flight | None = None,
) -> None:
    """3.2.1, 3.4, 3.5, 4.0.1, 4.1.3, 4.0 An Attack segment, until no B-25 is on the map or waiting to enter it
    (4.0.2).
    """
    before = r.segment
    r.segment, r.city, r.side, r.high = "attack", city, side, high
    r.attack_turn = turn = 1
    waiting = list(entrants)
    coming = [e.b25 for e in waiting]
    r.attackers = [b for b in r.squadron if b.area or b in coming]
    where = ""  # 4.1.1: the Area in which the Flight entered
    while True:
        ref.scene("attack-turn", city=city.value, turn=r.attack_turn)
        if turn == 1:
            ref.note("attack-begins", causes=(), city=city.value, side=side.value, aircraft=len(waiting))
        ref.note("attack-turn", causes=(), turn=r.attack_turn)
        where = _airspeed(ref, r, waiting, turn, where)
        attack_hazards.hazards(ref, r)
        _exit_phase(ref, r)
        approach.approach_phase(ref, r)
        approach.bombs_away(ref, r)
        waiting = [e for e in waiting if e.b25.fate is Fate.FLYING]
        if not waiting and not here(r):
            break
        if turn % LAST_TURN == 0:
            if r.options.scenario <= 6:
                _turn_nine(ref, r, waiting)
                break
            _burn(ref, r, flight)
        turn += 1
        r.attack_turn = (turn - 1) % LAST_TURN + 1
    r.attack_turn = 0
    r.attackers = []
    r.segment = before
    ref.scene("attack-over", city=city.value)
    ref.note("attack-ends", causes=(), city=city.value, blast=r.cities[city].blast())
    if r.options.scenario > 6:
        r.city = None


# ------------------------------------------------------------------ 4.1 airspeed


def _airspeed(ref: Referee, r: Raid, waiting: list[Entrant], turn: int, where: str) -> str:
    """4.1 Every B-25 on the map moves on; then those whose turn it is enter (4.1.1)."""
    r.step = "airspeed"
    city = r.target()
    for b25 in here(r):
        b25.turn_approach = b25.turn_detonation = 0
        b25.lit = False
        b25.area = _moves_to(ref, r, b25, city.areas[b25.area].adjacent)
        ref.note("moves", causes=(), b25=b25.name(), area=b25.area)
    for entrant in [e for e in waiting if e.turn <= turn and e.b25.fate is Fate.FLYING]:
        waiting.remove(entrant)
        b25 = entrant.b25
        area = entrant.area
        if not area and where and not entrant.free:
            area = where
        if not area:
            rim = tuple(a.name for a in city.areas.values() if a.perimeter)
            followers = 0 if where else sum(not e.free and not e.area for e in waiting)
            area = _enters_at(ref, r, b25, rim, followers)
            where = where or area
        b25.area = area
        b25.turn_approach = b25.turn_detonation = 0
        b25.lit = False
        ref.note("enters", causes=(), b25=b25.name(), area=area)
    return where


def _moves_to(ref: Referee, r: Raid, b25: B25, near: tuple[str, ...]) -> str:
    """4.1 The player's choice of the next Area."""
    # D1
    return ref.ask(
        "airspeed", lambda: advice.area(r, b25, near), lambda: questions.airspeed(r, b25, near), keys=near
    )


def _enters_at(ref: Referee, r: Raid, b25: B25, rim: tuple[str, ...], followers: int) -> str:
    """4.1.1 The player's choice of a perimeter Area, where the others of the Flight follow."""
    # D1
    return ref.ask(
        "enter", lambda: advice.area(r, b25, rim), lambda: questions.enter(r, b25, rim, followers), keys=rim
    )


# ------------------------------------------------------------------ 4.7 exit


def why_not_exit(r: Raid, b25: B25) -> str:
    """4.7 Unloaded, 4.7, RULING 3: unloaded, in a perimeter Area, no Interceptor attached."""
    if b25.loaded:
        return "still loaded (4.7)"
    if not r.target().areas[b25.area].perimeter:
        return f"{b25.area} is no perimeter Area (4.7)"
    if intercepted(b25):
        return "an Interceptor is attached (4.6.3)"
    return ""


def _exit_phase(ref: Referee, r: Raid) -> None:
    """4.1.2, 4.7 Unloaded B-25s may leave the map from a perimeter Area."""
    r.step = "exit"
    for b25 in here(r):
        if not b25.loaded and not why_not_exit(r, b25):
            _may_exit(ref, r, b25)


def _may_exit(ref: Referee, r: Raid, b25: B25) -> None:
    """4.7 Off the map, if the player likes; what it met there stays behind."""
    # D9
    if not ref.agreed("exit", advice.leave(), lambda: questions.exit(b25)):
        return
    ref.scene("exit", b25=b25.name(), area=b25.area)
    b25.area = ""
    for marker in [m for m in b25.attached if m.cup not in _FLIGHT_KINDS]:
        b25.attached.remove(marker)
        cups.put_back(r, marker)
    if r.options.scenario <= 6:
        b25.fate = Fate.ESCAPED
    ref.note("exits", causes=(), b25=b25.name())


_FLIGHT_KINDS = ("flight-I", "flight-II", "flight-III", "flight-alert", "transit")


# ------------------------------------------------------------------ 4.0.1 turn 9


def _burn(ref: Referee, r: Raid, flight: Flight | None) -> None:
    """4.0.1 Scenarios 7-10: a Flight with aircraft still over the city burns 1 Fuel; who ditches is captured."""
    if flight is None or not here(r):
        return
    known, over = len(r.crews), here(r)
    fuel.consume(ref, r, flight, "turn 9 over the city")
    r.high = flight.high  # 7.2.4: it may have to go down
    for crew in r.crews[known:]:
        if crew.b25 in over:
            aircraft.capture(ref, r, crew)


def _nine(ref: Referee, r: Raid, b25: B25, mods: list[Mod]) -> _Nine:
    """4.0.1, 2.3.7 The die for one B-25; a re-roll may help it."""
    column, plus, chart = 0 if b25.loaded else 1, ref.plus(NINE, mods), ref.chart(NINE)
    return checks.roll(
        ref, r, NINE, (b25,), mods, column,
        bad=lambda f: chart.at(f[0] + plus, column) is not _Nine.ESCAPES,
        need=checks.Need("escapes", "It is destroyed or captured."),
    )  # fmt: skip


def _turn_nine(ref: Referee, r: Raid, waiting: list[Entrant]) -> None:
    """4.0.1 Scenarios 1-6 end with turn 9: a die for each B-25 still on the map; others never came."""
    keys = NINE.mods
    for b25 in here(r):
        mods: list[Mod] = []
        if r.target().areas[b25.area].perimeter:
            mods.append(keys["perimeter"])
        if b25.damage:
            mods.append(keys["damaged"])
        if intercepted(b25):
            mods.append(keys["interceptor"])
        ref.scene("turn-nine", b25=b25.name(), area=b25.area)
        fate = _nine(ref, r, b25, mods)
        ref.note("left-behind", b25=b25.name(), fate=fate.value.lower())
        if fate is _Nine.DESTROYED:
            aircraft.destroy(ref, r, b25, "staying too long")
        else:
            b25.fate = Fate.CAPTURED if fate is _Nine.CAPTURED else Fate.ESCAPED
            if fate is _Nine.CAPTURED and b25.elite is not None:
                b25.elite.fate = "captured"
            aircraft.release_markers(r, b25)
            b25.area = b25.box = ""
    for entrant in waiting:
        entrant.b25.fate = Fate.ESCAPED
