"""8.0 The Flight Turn: move, wind, hazards, fuel, until no Flight is on the map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import acquisition, data, flight_hazards, fuel, secrecy, wind
from flakhouse.games.doolittle.state import Flight, Raid
from flakhouse.games.doolittle.words import JAPAN_ZONE, LAST_ZONE, Launch, Site, Wind

__all__ = ["fuel_phase", "move_phase", "on_map", "segment", "wind_phase"]

WEST = "fly west"
_STAY = "stay"
_AFTER = " afterwards"
_ALL_KEEP = "all keep"
_LISTED = "as listed"
_ALL = {WEST: "Fly west, and so do", _STAY: "Stay here, and so do"}
_SEVERE = Wind.SEVERE_HEADWIND
_VLADIVOSTOK = Site.VLADIVOSTOK.value
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
    """5.1.1, 8.0 Flight Turns until every Flight has landed or is gone."""
    before = r.segment
    r.segment = "flight"
    r.flight_turn = 0
    while any(f.site is None for f in r.flights):
        r.flight_turn += 1
        if ref.trace:
            hour = data.table(ref, "flight-track").labels[r.hour % _HOURS]
            ref.note("flight-turn", turn=r.flight_turn, hour=hour, night=r.night(JAPAN_ZONE))
        if r.flight_turn > 1:  # 8.1: the first turn has no Move Phase
            move_phase(ref, r)
        wind_phase(ref, r)
        flight_hazards.hazards_phase(ref, r)
        fuel_phase(ref, r)
        r.hour = (r.hour + 1) % _HOURS
    r.segment, r.step = before, ""
    if ref.trace:
        ref.note("flight-ends")


def fuel_phase(ref: Referee, r: Raid) -> None:
    """8.4 Every Flight consumes 1 Fuel."""
    r.step = "fuel"
    for flight in on_map(r):
        if flight.aircraft:
            fuel.consume(ref, r, flight, "two hours of flight")


def _in_turn(ref: Referee, r: Raid, act: Callable[[Referee, Raid, Flight, _Orders], None]) -> None:
    """8.1, 8.2 Every Flight on the map acts once; where the order can matter the player says who is next."""
    # RULING 8.1: an aircraft that leaves its Flight while the Flight acts (8.1.4, 7.1.2) has acted with it.
    left = on_map(r)
    orders = _Orders(left)
    while left:
        flight = left[0]
        if len(left) > 1 and not ref.hurried and "next" not in orders.said and _order_matters(ref, r, left):
            options = {f.name(): f"{f.name()}, zone {f.zone}, Fuel {f.fuel}" for f in left}
            if len(left) > 2:
                options[_LISTED] = "All of them, in this order"
            prompt = "Which Flight acts next?"
            # D15
            key = ref.choose("flight-next", "8.1" if r.step == "move" else "8.2", prompt, options, routine=True)
            if key == _LISTED:
                orders.said["next"] = key
            else:
                flight = next(f for f in left if f.name() == key)
        left.remove(flight)
        if flight.aircraft:
            act(ref, r, flight, orders)


def _order_matters(ref: Referee, r: Raid, left: list[Flight]) -> bool:
    """8.1.3, 8.1.4 Blast, Contact and beacons serve who comes after; 8.2.3 the first check of a planned launch."""
    zones = [f.zone for f in left if f.aircraft and (f.zone == JAPAN_ZONE and f.loaded())]
    zones += [f.zone for f in left if f.aircraft and f.zone != JAPAN_ZONE and acquisition.sites(ref, f.zone)]
    if len(zones) > len(set(zones)):
        return True
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
    """8.1.1 One zone to the west."""
    flight.zone += 1
    if ref.trace:
        ref.note("flies-west", flight=flight.name(), zone=flight.zone, name=_zone_name(ref, flight.zone))


def _zone_name(ref: Referee, zone: int) -> str:
    return data.table(ref, "zones").words[0][zone - 1]


# ------------------------------------------------------------------ 8.1 move


def move_phase(ref: Referee, r: Raid) -> None:
    """8.1 Every Flight moves west or looks for its target."""
    r.step = "move"
    r.attacked = False
    _in_turn(ref, r, _act)
    _alarm(ref, r)


def _act(ref: Referee, r: Raid, flight: Flight, orders: _Orders) -> None:
    """8.1 One Flight in the Move Phase; its altitude may change before or after what else it does."""
    key = _altitude(ref, flight, orders)
    late = key.endswith(_AFTER)
    if not late:
        _change(ref, r, flight, key)
    if flight.aircraft:
        _move(ref, r, flight)
    if late and flight.aircraft and flight.site is None:
        _change(ref, r, flight, key.removesuffix(_AFTER))


def _altitude(ref: Referee, flight: Flight, orders: _Orders) -> str:
    """7.1.3, 8.1.1, RULING 13: climb for 1 Fuel, or descend, in the Move Phase only."""
    if ref.hurried:
        ref.asked += 1
        return "keep"
    if "altitude" in orders.said:
        return "keep"
    if flight.high:
        options = {
            "keep": "Stay high",
            "descend": "Go down to low altitude",
            "descend afterwards": "Go down when it has moved, or looked for its target",
        }
    else:
        options = {
            "keep": "Stay low",
            "climb": f"Climb for 1 Fuel (has {flight.fuel})",
            "climb afterwards": "Climb when it has moved, or looked for its target",
        }
    if orders.left:
        options[_ALL_KEEP] = f"{options['keep']}, and no other Flight changes its altitude this turn"
    # D14
    key = ref.choose("altitude", "8.1.1", f"{flight.name()}: altitude?", options, "keep", routine=True)
    if key == _ALL_KEEP:
        orders.said["altitude"] = key = "keep"
    return key


def _change(ref: Referee, r: Raid, flight: Flight, key: str) -> None:
    """8.1.1 The change of altitude."""
    if key == "keep" or flight.high == (key == "climb"):  # it may have been forced down (7.2.4)
        return
    if key == "climb":
        fuel.consume(ref, r, flight, "the climb")  # without Fuel: on fumes, and the result before the climb
        if not flight.aircraft:
            return
    flight.high = key == "climb"
    if ref.trace:
        ref.note("altitude", flight=flight.name(), high=flight.high)


def _move(ref: Referee, r: Raid, flight: Flight) -> None:
    """8.1.1, 8.1.2 Bombs aboard over Japan: find a city. Near a landing site: try it or fly on. Else fly west."""
    if flight.zone == JAPAN_ZONE and flight.loaded():  # RULING 19
        acquisition.attack_city(ref, r, flight)
        return
    goal = _goal(ref, r, flight)
    if goal == WEST:
        _west(ref, r, flight)
    elif goal != _STAY:
        acquisition.find_site(ref, r, flight, goal)


def _goal(
    ref: Referee,
    r: Raid,
    flight: Flight,
    orders: _Orders | None = None,
    state: Wind | None = None,
    wise: bool = True,
) -> str:
    """8.1.2, 8.2 A site to look for, west, or (Wind Phase) nothing; `wise`: what the wind asks is worth it."""
    if ref.hurried and not wise:
        ref.asked += 1
        return _STAY
    near = acquisition.sites(ref, flight.zone)
    able = [name for name in near if not acquisition.why_not(r, name, flight)]
    ahead = _why_not_west(flight, near)
    default = (acquisition.wanted(ref, r, flight) if able else "") or WEST
    if ahead and default == WEST:
        default = _STAY
    if not wise:
        default = _STAY
    if ref.hurried:
        ref.asked += 1
        return default
    options: dict[str, str] = {name: _site_words(ref, r, flight, name) for name in able}
    barred = {name: why for name in near if (why := acquisition.why_not(r, name, flight))}
    if ahead:
        barred[WEST] = ahead
    else:
        options[WEST] = f"Fly west to zone {flight.zone + 1}, {_zone_name(ref, flight.zone + 1)}"
    if state is not None or not options:
        options[_STAY] = "Do neither" if len(options) > 1 else "Stay here"
    prompt = f"{flight.name()}, zone {flight.zone}, Fuel {flight.fuel}: what now?"
    if state is not None:
        prompt = prompt.replace(": what now?", f", {wind.price(state)}: use the wind?")
    orders = orders or _Orders()
    alike = state.value if state is not None and not near else ""
    if orders.said.get(alike) in options:
        return orders.said[alike]
    if alike and orders.left and len(options) > 1:
        options |= {f"all {key}": f"{_ALL[key]} all other Flights in this wind" for key in options}
    # D16
    key = ref.choose(
        "flight-goal", "8.1.2" if state is None else "8.2.1", prompt, options, default, barred, routine=not able
    )
    if key.startswith("all "):
        orders.said[alike] = key = key.removeprefix("all ")
    return key


def _why_not_west(flight: Flight, near: Sequence[str]) -> str:
    """8.1.1, RULING 18: nothing lies west of zone 12; who wants Vladivostok stays where it can be found."""
    if flight.zone == LAST_ZONE:
        return "nothing lies west of zone 12 (8.1.1)"
    if flight.target == _VLADIVOSTOK and _VLADIVOSTOK in near:
        return "its target marker is at Vladivostok (4.7)"
    return ""


def _site_words(ref: Referee, r: Raid, flight: Flight, name: str) -> str:
    """5.5 A landing site with its number."""
    plus = sum(mod.value for mod in acquisition.mods(r, flight, name))
    need = acquisition.need_words(ref, r, name, flight.zone)
    icon = ", 1 Fuel" if data.table(ref, "sites").look_up(name, 3) == "1" else ""
    return f"Look for {name}: {need}, {plus:+d}{icon}"


# ------------------------------------------------------------------ 8.2 wind


def wind_phase(ref: Referee, r: Raid) -> None:
    """8.2 Late Flights appear (12.3.2); then the wind lets Flights move or look for targets once more."""
    r.step = "wind"
    r.attacked = False
    for flight in r.flights:
        if flight.late and r.flight_turn > flight.late:
            flight.late = 0
            if ref.trace:
                ref.note("late-flight", flight=flight.name(), zone=flight.zone)
    _in_turn(ref, r, _wind)
    _alarm(ref, r)


def _wind(ref: Referee, r: Raid, flight: Flight, orders: _Orders) -> None:
    """8.2.1, 8.2.2 One Flight in the wind of its zone."""
    state = wind.state(ref, r, flight.zone)
    if state is _SEVERE:
        wind.pays(ref, r, flight, state)
        return
    if flight.zone == JAPAN_ZONE and flight.loaded():
        # RULING 8.2.2: the attempt is compulsory, and so is what the wind asks for it.
        if wind.pays(ref, r, flight, state):
            acquisition.attack_city(ref, r, flight)
        return
    goal = _goal(ref, r, flight, orders, state, wind.worth(r, flight, state))
    if goal == _STAY or not wind.pays(ref, r, flight, state):
        return
    if goal == WEST:
        _west(ref, r, flight)
    else:
        acquisition.find_site(ref, r, flight, goal)
