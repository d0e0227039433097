"""What can be true of a mission in flight: the invariants that fuzzing checks and positions must satisfy."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.games.b17 import possible_end
from flakhouse.games.b17.state import Engine, Fighter, Gun, Man, Mission, Plane
from flakhouse.games.b17.words import (
    AMMO,
    BODY_PLACES,
    COMPARTMENTS,
    STATION_COMPARTMENT,
    WINGS,
    Cover,
    End,
    EngineState,
    Fate,
    GunName,
    Leg,
    Position,
    Repair,
    Section,
    Tank,
    Weather,
)
from flakhouse.games.bomber.men import seats_fault

__all__ = ["fault", "final_fault", "settled_fault", "start_fault"]

_NO_BOMBS = "no bombs left"  # 2B.2: an abort over the target that keeps the formation
_REASONS = (
    *("bomb doors out", "intercom out", "Norden sight out", "heat out", "Bombardier lost", "Navigator lost"),
    *("pilots lost", "out of formation", "oxygen out", "engine out", "fuel leak", "mid-air accident"),
)
#: 18.2 Where a burst inside the plane can be survived.
_SURVIVABLE = (Section.NOSE, Section.BOMB_BAY, Section.RADIO_ROOM, Section.WAIST)
#: 6.3, 6.4, P-6 Hits that are counted, and the one that ends the count.
_COUNTED = (("cable_hits", 2), ("window_hits", 2), ("rudder_hits", 3))
_MOST_OIL, _MOST_FUEL = 4, (-1, 6, 2, 1, 1)  # BL-1e: three zones and this one; BL-1g: turns by leaking tanks
_MOST_TURNS = 1000


def fault(m: Mission) -> str:
    """The first thing about this mission that cannot be, or nothing."""
    return _crew(m) or _plane(m) or _flight(m) or _place(m) or _bombs(m)


def start_fault(m: Mission, step: str) -> str:
    """What keeps a flight from starting here at this step, or nothing."""
    why = fault(m)
    if why:
        return why
    plane = m.plane
    if any(wing.root_hits >= 5 for wing in plane.wings.values()):
        return "a wing root with five hits tears the wing off (BL-1a)"
    if plane.tailplanes_off() == 2:
        return "both tailplanes are off (6.6)"
    if plane.engines_out() == 4:
        return "no engine runs, and no B-17 glides (11.7)"
    if plane.fuel_turns == 0:
        return "the tanks are empty (11.4)"
    if any(not man.aboard for man in m.men.values()):
        return "nobody leaves the bomber before its flight ends (14.1)"
    if m.zone == 1 and m.leg is Leg.BACK:
        return "the bomber lands as soon as it enters Zone 1 (2.4): start in Zone 2 inbound"
    if m.zone < 1 and step != "move":
        return "at the base there is only a move to make (1.6)"
    if _nobody_flies(m):
        return "nobody flies the bomber: lay a pilot down (`in ...`) and say who sits `at Pilot` (7A.5)"
    if step == "move" and m.leg is Leg.OUT and m.zone == m.target.zone and m.turns_here >= 2:
        return "two turns in the target zone are over (2.1): start at a later step"
    return ""


def settled_fault(m: Mission) -> str:
    """What cannot be at the end of a turn, when waves, flak and events have been settled (2A.7)."""
    plane = m.plane
    if m.fighters or m.evading:
        return "fighters are still about"
    if m.falls_out:
        return f"still to leave formation: {m.falls_out}"
    if any(man.fighting_fire for man in m.men.values()):
        return "a fire is still being fought (6A.1)"
    if _nobody_flies(m):
        return "nobody flies the bomber (7A.5)"
    out = plane.engines_out()
    if out and m.in_formation and (plane.windmilling() or out > 1):
        return "in formation with two engines out or a windmilling propeller (9.1)"
    kept = m.engine_bombs_kept and m.leg is Leg.OUT and m.zone == m.target.zone  # 11.1
    if out == 1 and m.in_formation and plane.bombs and not kept:
        return "in formation with an engine out and the bombs aboard (11.0)"
    if out >= 2 and not plane.low:
        return "at altitude with two engines out (11.0)"
    if out >= 2 and plane.bombs and not plane.bomb_doors_out:
        return "bombs aboard with two engines out (11.0)"
    if out == 4 or (out == 3) != (m.one_engine_zones >= 0):
        return f"{out} engines out, and {m.one_engine_zones} zones left on one (11.6)"
    return ""


def _nobody_flies(m: Mission) -> bool:
    """7A.5 No fit man in a pilot's seat."""
    return m.at(Position.PILOT) is None and m.at(Position.COPILOT) is None


# ------------------------------------------------------------------ men


def _crew(m: Mission) -> str:
    """1.5, 7.3 Seats and men agree, and everybody has a place."""
    if tuple(m.men) != tuple(Position) or set(m.seats) != set(Position):
        return "the crew is not the ten positions"
    if why := seats_fault(m.seats, STATION_COMPARTMENT):
        return why
    for position, man in m.men.items():
        if man.position is not position:
            return f"the {position.value} is the {man.position.value}"
        if why := _man(m, man) or _health(m, man):
            return why
    return _places(m)


def _places(m: Mission) -> str:
    """7.3 Men without a station lie where there are places for them; in the cockpit also on the floor."""
    if m.options.free_places:
        return ""
    for section in COMPARTMENTS:
        if section is Section.PILOTS:
            continue  # RULING 7.3: whoever must leave a pilot's seat when all is full stays there
        men = sum(man.station is None for man in m.inside(section))
        if men > BODY_PLACES[section]:
            return f"{section.value} has {BODY_PLACES[section]} places for men without a station, not {men} (7.3)"
        if men and section is Section.BOMB_BAY and m.plane.bombs:
            return "a man lies in the bomb bay among the bombs (7.3)"
    return ""


def _man(m: Mission, man: Man) -> str:
    """7A Where a man is."""
    who = f"the {man.position.value}"
    if man.compartment not in COMPARTMENTS:
        return f"{who} cannot be in {man.compartment.value}"
    if man.station is not None and m.seats[man.station] is not man:
        return f"{who} claims a station that is not his"
    if not man.aboard and man.station is not None:
        return f"{who} is not aboard but sits at a station"
    if man.aboard is man.jumped:
        return f"{who} is {'aboard, and has jumped' if man.aboard else 'gone without a jump'}"
    return ""


def _health(m: Mission, man: Man) -> str:
    """7.1, 7.2 Wounds add up by BL-4; the dead do nothing more."""
    who = f"the {man.position.value}"
    if not 0 <= man.light <= 3:
        return f"{who} has {man.light} light wounds"
    if man.light == 3 and not (man.serious or man.dead):
        return f"{who} has three light wounds, which are a serious one (7.1)"
    if man.serious and man.light in (1, 2) and not man.dead:
        return f"{who} has a light wound and a serious one, which kill (7.1)"
    if man.kills < 0 or man.airman.kills < 0 or man.airman.missions < 0:
        return f"{who} has a negative count"
    if m.end is End.FLYING:
        if man.dead and man.fate not in (Fate.KIA, Fate.LAS):
            return f"{who} is dead and {man.fate.value}"
        if not man.dead and man.fate in possible_end.DEATHS:
            return f"{who} is {man.fate.value} but not dead"
    return ""


# ------------------------------------------------------------------ the bomber


def _plane(m: Mission) -> str:
    """1.5, 6, 10, 11 The bomber and its parts."""
    plane = m.plane
    if [engine.number for engine in plane.engines] != [1, 2, 3, 4]:
        return "there are four engines, numbered 1 to 4"
    for engine in plane.engines:
        if why := _engine(engine):
            return why
    for name, gun in plane.guns.items():
        if why := _gun(plane, name, gun):
            return why
    if not 0 <= plane.extinguishers <= (0 if plane.stripped else 5):
        return f"{plane.extinguishers} hand extinguishers (1.5)"
    if plane.ball_jammed and not plane.guns[GunName.BALL].inoperable:
        return "the ball turret is jammed but its guns fire (6.7)"
    if plane.stripped and plane.bombs:
        return "bombs aboard, but the guns thrown out: the bombs must go first (11.6)"
    return _damage(plane) or _fuel(plane) or _air(plane)


def _engine(engine: Engine) -> str:
    """BL-1 notes c and e, 11.2 An engine."""
    who = f"engine {engine.number}"
    if not 0 <= engine.charges <= 2:
        return f"{who} has {engine.charges} extinguisher charges, of 2 (1.5)"
    if not 0 <= engine.oil_zones <= _MOST_OIL:
        return f"{who} has oil for {engine.oil_zones} zones (BL-1e)"
    if engine.oil_zones and engine.out() and not engine.by_event:
        return f"{who} is out and leaks oil (11.2)"
    if engine.by_event and engine.state is EngineState.RUNNING:
        return f"{who} runs, but has failed by event (B-7)"
    return ""


def _gun(plane: Plane, name: GunName, gun: Gun) -> str:
    """5.1, 11.6, M-5 A gun."""
    if not 0 <= gun.bursts <= AMMO[name]:
        return f"{gun.bursts} bursts for the {name.value}, which holds {AMMO[name]}"
    if gun.armed is plane.stripped:
        return (
            f"the {name.value} is {'still there' if gun.armed else 'gone'}: all guns go overboard together (11.6)"
        )
    if gun.bursts and plane.stripped:
        return f"the {name.value} has gone overboard but has ammunition (11.6)"
    if gun.jammed and gun.broken:
        return f"the {name.value} is jammed and broken (M-5)"
    if gun.frozen and plane.low:
        return f"the {name.value} is frozen at 10,000 ft (9.3)"
    return ""


def _damage(plane: Plane) -> str:
    """6.3 to 6.6, 18.2 Counts of hits, bursts inside."""
    for name, most in _COUNTED:
        if not 0 <= getattr(plane, name) <= most:
            return f"{getattr(plane, name)} {name.replace('_', ' ')}: the count ends at {most}"
    if tuple(plane.wings) != WINGS or set(plane.elevator_out) != set(WINGS) != set(plane.tailplane_root):
        return "two wings and two tailplanes make a bomber"
    if any(not 0 <= wing.root_hits <= 5 for wing in plane.wings.values()):
        return "wing root hits are counted from 0 to 5 (6.6)"
    if any(not 0 <= hits <= 3 for hits in plane.tailplane_root.values()):
        return "tailplane root hits are counted from 0 to 3 (6.6)"
    for section in plane.bursts_inside:
        if section not in _SURVIVABLE:
            return f"a burst inside the {section.value} is not survived (18.1)"
        if section is Section.BOMB_BAY and plane.bombs:
            return "a burst among the bombs is not survived (18.1)"
    return ""


def _fuel(plane: Plane) -> str:
    """BL-1g, 11.4 Leaks and turns of fuel."""
    tanks = len(plane.leaking)
    if _twice(plane.leaking) or any(tank not in Tank for tank in plane.leaking):
        return "the same tank leaks once (BL-1g)"
    if (plane.fuel_turns >= 0) is not bool(tanks) or plane.fuel_turns < -1:
        return f"{tanks} tanks leak, and there are {plane.fuel_turns} turns of fuel (11.4)"
    if plane.fuel_turns > _MOST_FUEL[tanks]:
        return f"{plane.fuel_turns} turns of fuel with {tanks} leaking tanks (11.4)"
    return ""


def _air(plane: Plane) -> str:
    """6.5, 10.1 Heat and oxygen."""
    if _twice(plane.heat_out) or _twice(plane.oxygen_burnt):
        return "the same heat or oxygen is out twice"
    for station, zones in plane.cold_zones.items():
        if station not in plane.heat_out or zones < 0:
            return f"zones in the cold at the {station.value} station, where heat is on (10.1)"
    if any(not 0 <= hits <= 2 for hits in plane.oxygen_hits.values()):
        return "oxygen is out at the second hit (6.5)"
    if any(section not in COMPARTMENTS for section in plane.oxygen_burnt):
        return "oxygen burns in compartments only (6A.1)"
    return ""


def _twice(things: Sequence[object]) -> bool:
    """Something stands in a list more than once."""
    return len(set(things)) != len(things)


# ------------------------------------------------------------------ the flight


def _flight(m: Mission) -> str:
    """Section 2 Numbers, events, engines, the fighters that attack."""
    if m.number < 1:
        return f"mission {m.number}: a tour begins with mission 1 (1.1)"
    if (m.squadron is None) is not (m.number <= 5) and m.turn:
        return "squadrons are flown from mission 6 on, and always then (1.3)"
    if not 0 <= m.turn <= _MOST_TURNS:
        return f"turn {m.turn}: no flight lasts that long"
    if not 0 <= m.waves <= 3 or m.wave_mod not in (-1, 0, 1) or m.rabbits_feet < 0:
        return "waves, their modifier or rabbit's feet are out of bounds"
    if _twice(m.events_seen):
        return "an event that happens once happened twice (17.1)"
    out = m.plane.engines_out()
    most = 2 if m.plane.stripped else 1
    if not -1 <= m.one_engine_zones <= most or (m.one_engine_zones >= 0 and out < 3):
        return f"{m.one_engine_zones} zones on one engine, with {out} out (11.6)"
    if m.down_next and out < 3:
        return "a forced landing is due, but engines run (11.6)"
    if any(reason not in _REASONS for reason in m.leave):
        return "no such cause for an abort (13.1)"
    if m.evading and (m.in_formation or not m.fighters) and m.end is End.FLYING:
        return "evading in formation, or nobody (9.4)"
    for fighter in m.fighters:
        if why := _fighter(fighter):
            return why
    if m.end is End.FLYING and (m.repair is not Repair.SOUND or m.root is not None or m.end_zone or m.credited):
        return "still flying, but the flight has a result"
    return ""


def _fighter(fighter: Fighter) -> str:
    """3A.1, 3.9 A fighter that attacks."""
    if not 0 <= fighter.attacks <= 3:
        return f"{fighter.name} attacks {fighter.attacks} times (3.9)"
    if fighter.fca < 0 or fighter.fboa < 0:
        return f"{fighter.name} has a negative count"
    if fighter.fboa + (fighter.fca >= 2) >= 2 and not fighter.destroyed:
        return f"{fighter.name} was hit badly twice and is not destroyed (3A.1)"
    return ""


def _place(m: Mission) -> str:
    """Sections 2 and 9 Where the bomber is, and in or out of formation."""
    plane = m.plane
    if not 0 <= m.zone <= m.target.zone:
        return f"Zone {m.zone} is not between base and the target in Zone {m.target.zone}"
    if m.zone == 0 and (m.turn or m.leg is Leg.BACK):
        return "only a flight that has not begun is at the base (1.6)"
    if m.turns_here not in (1, 2):
        return f"{m.turns_here} turns in this zone: never more than two (2.1)"
    if not 0 <= m.out_zones <= 1 or (m.out_zones and m.in_formation):
        return f"out of formation for {m.out_zones} zones, or not out at all (9.1)"
    if m.out_fresh and not m.out_zones:
        return "a shallow dive that takes the bomber out for no zone (9.1)"
    if plane.low and (m.in_formation or m.out_zones):
        return "nobody flies in formation at 10,000 ft (9.3)"
    if plane.crippled() and (m.in_formation or m.out_zones):
        return "a burst inside the plane ends formation flying (18.2)"
    if m.aborted and m.in_formation and m.options.abort_alone and m.abort_cause != _NO_BOMBS:
        return "an aborting bomber leaves its formation (13.3)"
    if m.cover is not Cover.NONE and not 1 <= m.zone <= 5:
        return f"fighter cover in Zone {m.zone} (2A.3)"
    if m.number <= 5 and m.cover not in (Cover.NONE, Cover.GOOD):
        return "cover is Good on missions 1 to 5 (2A.3)"
    if m.weather is not Weather.GOOD and not m.weather_rolled:
        return "weather over the target before it was rolled (2A.2)"
    if m.weather_rolled and not (m.zone == m.target.zone or (m.leg is Leg.BACK and not _turned_early(m))):
        return "the weather over the target is known before the bomber is there (2A.2)"
    if m.base_weather is not Weather.GOOD and m.zone > 1:
        return "the weather over England is known before the bomber is there (15.1)"
    return ""


def _turned_early(m: Mission) -> bool:
    """13.1 The bomber turned back short of the target."""
    return m.aborted and m.abort_zone != m.target.zone


def _bombs(m: Mission) -> str:
    """Sections 12 and 13 The bomb run, the abort, and the way home after either."""
    plane = m.plane
    if m.bomb_run and m.aborted:
        return "aborted, and the bomb run was made (13.2)"
    if m.leg is Leg.BACK and not (m.bomb_run or m.aborted):
        return "homeward with neither a bomb run nor an abort (2B.0)"
    if m.leg is Leg.OUT and m.bomb_run and m.zone != m.target.zone:
        return "outbound after the bomb run (2B.0)"
    if m.bomb_run and not m.weather_rolled:
        return "a bomb run without weather (2A.2)"
    if m.on_target is not None and (plane.bombs or not m.bomb_run):
        return "bombs fell on or off the target, but are aboard or no run was made (12.4)"
    if m.bomb_run and m.on_target is None and not plane.bombs:
        return "the run was made and the bombs are gone, but fell nowhere (12.4)"
    if m.bomb_run and plane.bombs and m.leg is Leg.BACK and not plane.bomb_doors_out:
        return "bombs aboard after the run, though the doors open (2B.3)"
    if not 0 <= m.percent <= 100 or (m.percent and m.on_target is None):
        return f"{m.percent} percent of the bombs in the area (12.4)"
    if m.aborted:
        if not 2 <= m.abort_zone <= m.target.zone or not m.abort_cause or m.zone > m.abort_zone:
            return (
                f"aborted in Zone {m.abort_zone}, {m.abort_cause or 'for no cause'}, but in Zone {m.zone} (13.1)"
            )
        if m.leg is Leg.OUT and m.zone != m.abort_zone:
            return "outbound after an abort (13.1)"
    elif m.abort_zone or m.abort_cause or m.abort_counts:
        return "no abort, but a place or a cause of one (13.1)"
    if "mid-air accident" in m.leave and plane.bombs:
        return "bombs aboard after a steep dive (B-7)"
    return ""


# ------------------------------------------------------------------ the end


def final_fault(m: Mission) -> str:
    """What cannot be once the flight is over and debriefed."""
    if m.end is End.FLYING:
        return "the flight is over but the bomber still flies"
    why = _crew(m) or _plane(m) or _place(m) or _bombs(m)
    if why:
        return why
    if m.fighters:
        return "fighters still attack a bomber that is down"
    if m.end_zone != m.zone:
        return f"it ended in Zone {m.end_zone}, but is in Zone {m.zone}"
    if m.credited is not (not m.aborted or m.abort_counts):
        return "an aborted mission counts only for a listed cause (13.1)"
    return possible_end.fault(m)
