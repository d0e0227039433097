"""8.0 The Flight Turn: move, wind, hazards, fuel, until no Flight is on the map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import acquisition, data, flight_hazards, fuel, secrecy, wind
from flakhouse.games.doolittle.advice import flight as advice
from flakhouse.games.doolittle.questions import flight as questions
from flakhouse.games.doolittle.state import Flight, Raid
from flakhouse.games.doolittle.words import JAPAN_ZONE, LAST_ZONE, Launch, Site, Use, Wind

__all__ = ["fuel_phase", "move_phase", "on_map", "segment", "why_not_west", "wind_phase"]

_HOURS = 12


@dataclass(slots=True)
class _Orders:
    """What the player has said for all Flights that act after this one in the phase, and who they are."""

    left: list[Flight] = field(default_factory=list)
    said: dict[str, str] = field(default_factory=dict)


def on_map(r: Raid) -> list[Flight]:
    """5.1 The Flights on the Flight Map: neither landed nor still to come (12.3.2)."""
    return [f for f in r.flights if f.site is None and not f.late]


def segment(ref: Referee, r: Raid) -> None:
    """5.0, 8.4 New Turn, 8.4 Flight Segment Ends, 5.1.1, 8.0 Flight Turns until every Flight has landed or is
    gone.
    """
    before = r.segment
    r.segment = "flight"
    r.flight_turn = 0
    while any(f.site is None for f in r.flights):
        r.flight_turn += 1
        hour = data.table(ref, "flight-track").labels[r.hour % _HOURS]
        ref.scene("flight-turn", turn=r.flight_turn, hour=hour)
        ref.note("flight-turn", causes=(), turn=r.flight_turn, hour=hour, night=r.night(JAPAN_ZONE))
        if r.flight_turn > 1:  # 8.1: the first turn has no Move Phase
            move_phase(ref, r)
        wind_phase(ref, r)
        flight_hazards.hazards_phase(ref, r)
        fuel_phase(ref, r)
        r.hour = (r.hour + 1) % _HOURS
    r.segment, r.step = before, ""
    ref.scene("flight-over")
    ref.note("flight-ends", causes=())


def fuel_phase(ref: Referee, r: Raid) -> None:
    """8.4 Every Flight consumes 1 Fuel."""
    r.step = "fuel"
    ref.scene("fuel")
    for flight in on_map(r):
        if flight.aircraft:
            fuel.consume(ref, r, flight, "two hours of flight")


def _in_turn(ref: Referee, r: Raid, act: Callable[[Referee, Raid, Flight, _Orders], bool]) -> None:
    """8.1, 8.2 Every Flight on the map acts once; where the order can matter the player says who is next."""
    # RULING 8.1: an aircraft that leaves its Flight while the Flight acts (8.1.4, 7.1.2) has acted with it.
    left = on_map(r)
    orders = _Orders(left)
    while left:
        flight = _next(ref, r, orders)
        left.remove(flight)
        if flight.aircraft and act(ref, r, flight, orders):
            ref.scene(
                "flight"
            )  # it looked for its target: that was a moment of its own, and now it is the next's turn


def _next(ref: Referee, r: Raid, orders: _Orders) -> Flight:
    """8.1, 8.2 The Flight that acts next."""
    left = orders.left
    if len(left) == 1 or "next" in orders.said:
        return left[0]
    if not _order_matters(ref, r, left):
        orders.said["next"] = questions.LISTED  # and it will not begin to matter in this phase
        return left[0]
    # D15
    key = ref.ask(
        "flight-next", left[0].name(), lambda: questions.flight_next(r.step, left), keys=questions.acting(left)
    )
    if key == questions.LISTED:
        orders.said["next"] = key
        return left[0]
    return next(f for f in left if f.name() == key)


def _order_matters(ref: Referee, r: Raid, left: list[Flight]) -> bool:
    """8.1.3, 8.1.4 Blast, Contact and beacons serve who comes after; 8.2.3 the first check of a planned launch."""
    seeking: set[int] = set()  # zones in which a Flight may look for its target
    for flight in left:
        zone = flight.zone
        if flight.aircraft and (flight.loaded() if zone == JAPAN_ZONE else acquisition.sites(ref, zone)):
            if zone in seeking:
                return True
            seeking.add(zone)
    if r.step == "wind" and r.first_wind and r.launch is Launch.PLANNED:
        boxes = {box: None for f in left if (box := wind.box_of(ref, f.zone)) not in r.wind}
        return len(boxes) > 1
    return False


def _alarm(ref: Referee, r: Raid) -> None:
    """6.2, 8.1.4, RULING 20: one step of the Alert Level at the end of a phase in which a city was attacked."""
    if r.attacked:
        r.attacked = False
        secrecy.raise_alert(ref, r, "bombs on Japan")


def _west(ref: Referee, r: Raid, flight: Flight) -> None:
    """8.2.3 Wind Effects, 8.1.1 One zone to the west."""
    flight.zone += 1
    name = data.table(ref, "zones").words[0][flight.zone - 1]
    ref.note("flies-west", causes=(), flight=flight.name(), zone=flight.zone, name=name)


# ------------------------------------------------------------------ 8.1 move


def move_phase(ref: Referee, r: Raid) -> None:
    """8.1 Every Flight moves west or looks for its target."""
    r.step = "move"
    r.attacked = False
    _in_turn(ref, r, _act)
    _alarm(ref, r)


def _act(ref: Referee, r: Raid, flight: Flight, orders: _Orders) -> bool:
    """8.1 One Flight in the Move Phase; its altitude may change before or after what else it does. True if it
    looked for its target.
    """
    key = _altitude(ref, flight, orders)
    late = key.endswith(questions.AFTER)
    if not late:
        _change(ref, r, flight, key)
    sought = bool(flight.aircraft) and _move(ref, r, flight)
    if late and flight.aircraft and flight.site is None:
        _change(ref, r, flight, key.removesuffix(questions.AFTER))
    return sought


def _altitude(ref: Referee, flight: Flight, orders: _Orders) -> str:
    """7.1.3, 8.1.1, RULING 13: climb for 1 Fuel, or descend, in the Move Phase only."""
    if questions.ALL_KEEP in orders.said:
        return questions.KEEP
    others = bool(orders.left)
    # D14
    key = ref.ask(
        "altitude",
        advice.altitude(),
        lambda: questions.altitude(flight, others, _may_look(ref, flight)),
        keys=questions.levels(flight, others),
    )
    if key == questions.ALL_KEEP:
        orders.said[key] = key
        return questions.KEEP
    return key


def _may_look(ref: Referee, flight: Flight) -> bool:
    """8.1.2, 8.2.2 Whether it may look for a target this turn, here or, with a tailwind, a zone farther."""
    if flight.loaded():
        return JAPAN_ZONE - 1 <= flight.zone <= JAPAN_ZONE
    return bool(acquisition.sites(ref, flight.zone))


def _change(ref: Referee, r: Raid, flight: Flight, key: str) -> None:
    """8.1.1 The change of altitude."""
    climb = key == questions.CLIMB
    if key == questions.KEEP or flight.high == climb:  # it may have been forced down (7.2.4)
        return
    if climb:
        fuel.consume(ref, r, flight, "the climb")  # without Fuel: on fumes, and the result before the climb
        if not flight.aircraft:
            return
    flight.high = climb
    ref.note("altitude", causes=(), flight=flight.name(), high=flight.high)


def _move(ref: Referee, r: Raid, flight: Flight) -> bool:
    """8.1.1, 8.1.2 Bombs aboard over Japan: find a city. Near a landing site: try it or fly on. Else fly west.
    True if it looked for a target.
    """
    if flight.zone == JAPAN_ZONE and flight.loaded():  # RULING 19
        acquisition.attack_city(ref, r, flight)
        return True
    return _goes(ref, r, flight, _goal(ref, r, flight, _Orders()))


def _goes(ref: Referee, r: Raid, flight: Flight, goal: str) -> bool:
    """8.1.2, 8.2.2 West, or to a landing site, or nowhere; True if it looked for a site."""
    if goal == questions.WEST:
        _west(ref, r, flight)
    elif goal != questions.STAY:
        acquisition.find_site(ref, r, flight, goal)
        return True
    return False


def _goal(ref: Referee, r: Raid, flight: Flight, orders: _Orders, state: Wind | None = None) -> str:
    """8.1.2, 8.2 A site to look for, west, or in the wind of the Wind Phase nothing."""
    near = acquisition.sites(ref, flight.zone)
    alike = state.value if state is not None and not near else ""  # an order for all in this wind
    said = orders.said.get(alike, "")
    if said == questions.STAY or (said == questions.WEST and not why_not_west(flight, near)):
        return said
    others = bool(alike and orders.left)
    advised = advice.flight_goal(ref, r, flight, state)
    same = others and not why_not_west(flight, near) and _same(flight, orders.left)
    if same and advised in (questions.WEST, questions.STAY):
        advised = questions.ALL + advised
    # D16
    key = ref.ask(
        "flight-goal",
        advised,
        lambda: questions.flight_goal(ref, r, flight, state, others, same),
        keys=questions.goals(ref, r, flight, state, others),
    )
    if key.startswith(questions.ALL):
        orders.said[alike] = key = key.removeprefix(questions.ALL)
    return key


def _same(flight: Flight, others: Sequence[Flight]) -> bool:
    """8.2.1 Whether the Flights still to act are as this one is: one answer serves them all."""
    up = [f for f in others if f.aircraft]
    return all((f.zone, f.fuel, f.loaded()) == (flight.zone, flight.fuel, flight.loaded()) for f in up)


def why_not_west(flight: Flight, near: Sequence[str]) -> str:
    """8.1.1, RULING 18: nothing lies west of zone 12; who wants Vladivostok stays where it can be found."""
    if flight.zone == LAST_ZONE:
        return "nothing lies west of zone 12 (8.1.1)"
    if flight.target == Site.VLADIVOSTOK and Site.VLADIVOSTOK in near:
        return "its target marker is at Vladivostok (4.7)"
    return ""


# ------------------------------------------------------------------ 8.2 wind


def wind_phase(ref: Referee, r: Raid) -> None:
    """8.2 Late Flights appear (12.3.2); then the wind lets Flights move or look for targets once more."""
    r.step = "wind"
    ref.scene("wind")
    r.attacked = False
    for flight in r.flights:
        if flight.late and r.flight_turn > flight.late:
            flight.late = 0
            ref.note("late-flight", causes=(), flight=flight.name(), zone=flight.zone)
    _in_turn(ref, r, _wind)
    _alarm(ref, r)


def _wind(ref: Referee, r: Raid, flight: Flight, orders: _Orders) -> bool:
    """8.2.3 Wind Effects, 8.2.1, 8.2.2 One Flight in the wind of its zone; True if it looked for a target."""
    state = wind.state(ref, r, flight.zone)
    if state is Wind.SEVERE_HEADWIND:
        wind.pays(ref, r, flight, state)
        return False
    if flight.zone == JAPAN_ZONE and flight.loaded():
        # RULING 8.2.2: the attempt is compulsory, and so is what the wind asks for it.
        if not wind.pays(ref, r, flight, state, Use.CITY):
            return False
        acquisition.attack_city(ref, r, flight)
        return True
    goal = _goal(ref, r, flight, orders, state)
    use = Use.ZONE if goal == questions.WEST else Use.FIELD
    if goal == questions.STAY or not wind.pays(ref, r, flight, state, use):
        return False
    return _goes(ref, r, flight, goal)
