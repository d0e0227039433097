"""4.6 Random events, table 4-9 with its notes.

What notes (d) and (e) do to propellers stands in `propellers`, the fires of both in `engine_fires`; table 17 of
the Streamliner in `special_events`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import (
    cockpit,
    engine_fires,
    engineer,
    engines,
    formation,
    fuel,
    pressure,
    propellers,
    special_events,
    weather,
    wounds,
)
from flakhouse.games.b29.advice import events as advice
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.questions import events as questions
from flakhouse.games.b29.state import Engine, Mission
from flakhouse.games.b29.words import (
    Altitude,
    Brakes,
    Cabin,
    DoorFault,
    EngineState,
    Leg,
    Position,
    Root,
    Section,
)

__all__ = [
    "FROST",
    "Event",
    "Frost",
    "apply",
    "clear_windows",
    "event_step",
    "frost_mods",
    "frost_roll",
    "radar_fails",
]


class Chance(StrEnum):
    """4.6: whether an event happens this turn."""

    NO = "No Event"
    YES = "Event"


class Event(StrEnum):
    """The rows of table 4-9."""

    FROST = "Cockpit Windows Frosting"
    RADAR = "Radar Malfunction"
    PUMP = "Fuel Transfer Pump Failure"
    OIL = "Oil Tank Failure"
    ENGINE = "Engine Malfunction"
    FUEL = "New Fuel Status"
    MISCELLANEOUS = "Miscellaneous Malfunction"
    DOORS = "Bomb Bay Door Malfunction"
    RELEASE = "Bomb Release Mechanism Failure"
    HYDRAULICS = "Hydraulic Pump Failure"
    BLISTER = "Gunner Blister Blows Out"


class Frost(StrEnum):
    """4-9a."""

    CLEAR = "No Collision"
    COLLISION = "Possible Collision"


class Malfunction(StrEnum):
    """4-9e, first die."""

    FULL = "Full Power"
    REDUCED = "Reduced Power"
    FAILURE = "Failure"


class Failure(StrEnum):
    """4-9e, second die."""

    FIRE = "Engine Fire"
    QUITS = "Engine Quits"


class Status(StrEnum):
    """4-9f."""

    MORE = "More Fuel"
    LESS = "Less Fuel"


class Panel(StrEnum):
    """4-9 row 8."""

    COCKPIT = "Cockpit Instruments"
    ENGINEER = "Engineer Instruments"


class Kind(StrEnum):
    """Streamliner step 6: which table."""

    SPECIAL = "Special Event"
    NORMAL = "Table 4-9"


ANY = CHARTS.words("4.6-event", Chance)
EVENTS = CHARTS.words("4-9", Event)
FROST = CHARTS.words("4-9a-frost", Frost)
ENGINE = CHARTS.numbers("4-9d-engine")
MALFUNCTION = CHARTS.words("4-9e-malfunction", Malfunction)
FAILURE = CHARTS.words("4-9e-failure", Failure)
STATUS = CHARTS.words("4-9f-status", Status)
BOXES = CHARTS.numbers("4-9f-boxes")
PANEL = CHARTS.words("4-9-8", Panel)
BAY = CHARTS.words("4-9g-bay", Section)
FAULT = CHARTS.words("4-9g-fault", DoorFault)
BLISTER = CHARTS.words("4-9j-blister", Position)
KIND = CHARTS.words("GTS-6", Kind)

_IN_FORMATION = (FROST.mods["formation"],)
_HI, _COOLING = MALFUNCTION.mods["hi"], MALFUNCTION.mods["cooling"]
_WAS_REDUCED = (FAILURE.mods["reduced"],)
_WORSE, _VETERAN = STATUS.mods["worse"], STATUS.mods["veteran"]


# ------------------------------------------------------------------ step 10


def event_step(ref: Referee, m: Mission) -> None:
    """4.6 Every turn 2D: on 12 something goes wrong."""
    if m.plane.windows_frosted:
        _thaw(ref, m)  # a storm or a near collision threw the bomber down since step 7
    if m.options.random_events and ref.roll(ANY) is Chance.YES:
        ref.scene("event", zone=m.zone)
        m.cause = Root.MECHANICAL
        if m.options.special_events and ref.roll(KIND) is Kind.SPECIAL:
            special_events.special(ref, m, ref.roll(special_events.SPECIAL))
        else:
            apply(ref, m, ref.roll(EVENTS))
    if m.forced_down and m.zone < 10:
        engines.down_step(ref, m)  # 8.4, 8.6: a landing here comes after weather, course and event


def apply(ref: Referee, m: Mission, event: Event) -> None:
    """4-9 One event, unless its row says that it does not count here and now."""
    why = _void(m, event)
    if why:
        ref.note("event-void", event=event.value, why=why)
        return
    ref.note("event", event=event.value)
    m.event_counts[event.value] = m.event_counts.get(event.value, 0) + 1
    _DO[event](ref, m)


def _void(m: Mission, event: Event) -> str:
    """4-9 Why a row has no effect now (rows 2, 3, 4, 7, 9, 10, 12 and "rolled for again"), or nothing."""
    plane = m.plane
    if event in _HI_ONLY and plane.altitude is not Altitude.HI:
        return "only at high altitude"
    if event is Event.RADAR:
        return "the radar is out already" if plane.radar_out else ""
    if event is Event.PUMP:
        if not m.options.fuel:
            return "fuel is not counted"
        return "" if plane.pumps_working() else "both pumps are out already"
    if event is Event.FUEL:
        if not m.options.fuel:
            return "fuel is not counted"
        return "" if m.leg is Leg.BACK else "only on the way home"
    if event is Event.DOORS:
        return "the bomb run is over" if m.bomb_run else ""
    if event is Event.RELEASE:
        if plane.release_failed:
            return "the release has failed already"
        return "" if plane.bombs_aboard() else "no bombs are aboard"
    if event is Event.HYDRAULICS:
        return "" if plane.brakes is Brakes.SOUND else "the brakes are bad already"
    if event is Event.BLISTER:
        return "a blister is out already" if plane.blister_out else ""
    return ""


_HI_ONLY = frozenset({Event.FROST, Event.RADAR, Event.BLISTER})


# ------------------------------------------------------------------ 4-9a frosted windows


def _frosting(ref: Referee, m: Mission) -> None:
    """4-9a Windows frost over; a second time the bomber must go down and abort."""
    if m.plane.windows_frosted or m.event_counts.get(Event.FROST.value, 0) > 1:
        ref.note("frost-worse", causes=())
        _go_down(ref, m)
        return
    m.plane.windows_frosted = True
    frost_roll(ref, m)


def frost_roll(ref: Referee, m: Mission) -> None:
    """4-9a Each turn with frosted windows: down to LO and abort, or stay and roll for collision (D23)."""
    if m.plane.altitude is Altitude.LO:
        # Gone down in step 2: that is the first of the two courses the note leaves open.
        clear_windows(ref, m)
        engines.must_abort(m, "windows frosted")
        return
    key = ref.ask("frosted-windows", advice.frosted_windows(m), lambda: questions.frosted_windows(m))
    if key == questions.DESCEND:
        _go_down(ref, m)
        return
    m.cause = Root.FROST
    if ref.roll(FROST, frost_mods(m)) is Frost.COLLISION:
        weather.possible_collision(ref, m, Root.FROST)
        _thaw(ref, m)  # a steep dive: down, but not by choice
    ref.otherwise("no-collision")


def frost_mods(m: Mission) -> Sequence[Mod]:
    """4-9a In formation others are near."""
    return _IN_FORMATION if m.in_formation() else NO_MODS


def _go_down(ref: Referee, m: Mission) -> None:
    """4-9a Down to LO to clear the windows, out of formation, and home."""
    engines.must_abort(m, "windows frosted")
    if m.in_formation():
        formation.leave(ref, m, "frosted windows", for_good=bool(m.must_abort))
    pressure.change_altitude(ref, m, Altitude.LO)
    clear_windows(ref, m)


def _thaw(ref: Referee, m: Mission) -> None:
    """4-9a Where the bomber was thrown down to LO, its windows are clear."""
    if m.plane.altitude is Altitude.LO:
        clear_windows(ref, m)


def clear_windows(ref: Referee, m: Mission) -> None:
    """4-9a At LO the frost melts."""
    m.plane.windows_frosted = False
    ref.note("windows-clear", causes=())


# ------------------------------------------------------------------ 4-9b, c, f, i


def radar_fails(ref: Referee, m: Mission) -> None:
    """4-9b Radar out; leave to abort."""
    m.plane.radar_out = True
    m.permit("radar out")


def _pump(ref: Referee, m: Mission) -> None:
    """4-9c A fuel transfer pump fails; there are two."""
    m.plane.pumps_failed += 1
    ref.note("pump-failed", left=m.plane.pumps_working())


def _fuel_status(ref: Referee, m: Mission) -> None:
    """4-9f The engineer works the fuel out again: half a die of boxes more or less."""
    boxes_mods: list[Mod] = []
    engineer_man = m.men[Position.FLIGHT_ENGINEER]
    fit = engineer_man.fit()
    if not fit or engineer_man.novice() or m.plane.fuel_indicators_out:
        boxes_mods.append(_WORSE)
    if fit and engineer_man.veteran():
        boxes_mods.append(_VETERAN)
    status = ref.roll(STATUS, boxes_mods)
    boxes = ref.roll(BOXES)
    ref.note(
        "fuel-status",
        causes=(STATUS, BOXES),
        name=engineer_man.airman.name if fit else "The crew",
        boxes=boxes,
        change="more" if status is Status.MORE else "less",
    )
    if status is Status.MORE:
        fuel.restore(ref, m, boxes, "The new count")  # RULING R-125: wing boxes
    else:
        fuel.burn(ref, m, boxes, "new fuel status")


def _hydraulics(ref: Referee, m: Mission) -> None:
    """4-9i Brakes reduced."""
    m.plane.brakes = Brakes.REDUCED
    m.damage_root = m.cause
    ref.note("brakes-weaker")


# ------------------------------------------------------------------ 4-9d, e engines


def _engine(ref: Referee, m: Mission) -> Engine | None:
    """4-9d Which engine; None if it has failed before."""
    engine = m.plane.engines[ref.roll(ENGINE) - 1]
    if engine.out():
        ref.note("engine-dead", engine=engine.number)
        return None
    return engine


def _oil(ref: Referee, m: Mission) -> None:
    """4-9d Oil tank failure: feather it, or live with a windmilling propeller."""
    engine = _engine(ref, m)
    if engine is not None:
        propellers.shut_down(ref, m, engine, propellers.FEATHER_D)


def _malfunction(ref: Referee, m: Mission) -> None:
    """4-9e Engine malfunction: full power again, reduced power, fire, or it quits."""
    engine = _engine(ref, m)
    if engine is None:
        return
    plane = m.plane
    mods: list[Mod] = []
    if plane.altitude is Altitude.HI:
        mods.append(_HI)
    if plane.cooling_out or plane.power_out():  # 7-10 row 10, 7-10c
        mods.append(_COOLING)
    was_reduced = engine.state is EngineState.REDUCED
    what = ref.roll(MALFUNCTION, mods)
    if what is Malfunction.FULL:
        engine.state = EngineState.FULL
        ref.note("engine", engine=engine.number, state=engine.state.value)
        if all(each.state is not EngineState.REDUCED for each in plane.engines):
            m.leave.pop("engine power", None)  # 4.7A: the leave went with the lack of power
    elif what is Malfunction.REDUCED:
        if plane.altitude is not Altitude.LO:
            engine.state = EngineState.REDUCED
            engine.root = m.cause
            ref.note("engine", engine=engine.number, state=engine.state.value)
            m.permit("engine power")
            engines.reduced(ref, m)
    elif ref.roll(FAILURE, _WAS_REDUCED if was_reduced else NO_MODS) is Failure.FIRE:
        engine_fires.fire(ref, m, engine)
    else:
        propellers.shut_down(ref, m, engine, propellers.FEATHER_E)


# ------------------------------------------------------------------ 4-9 row 8, g, h, j


def _miscellaneous(ref: Referee, m: Mission) -> None:
    """4-9 row 8 One hit on the pilots' or the engineer's instruments."""
    if ref.roll(PANEL) is Panel.COCKPIT:
        cockpit.hit(ref, m)
    else:
        engineer.hit(ref, m)


def _doors(ref: Referee, m: Mission) -> None:
    """4-9g One bay's doors will jam on the bomb run (R-117); each bay once."""
    bay = m.plane.bay(ref.roll(BAY))
    if bay.fault is not DoorFault.NONE:
        ref.note("event-void", event=Event.DOORS.value, why="these doors are faulty already")
        return
    bay.fault = ref.roll(FAULT)
    ref.note("door-fault", bay=bay.section.value, fault=bay.fault.value, part=bay.section.value)


def _release(ref: Referee, m: Mission) -> None:
    """4-9h The bombs will hang on the run, and tanks in the bays with them."""
    m.plane.release_failed = True


def _blister(ref: Referee, m: Mission) -> None:
    """4-9j A blister blows out: a wound die, 7-11, no more pressure in the Waist; leave to abort."""
    m.plane.blister_out = True
    station = ref.roll(BLISTER)
    m.permit("blister out")
    man = m.seats[station]
    if man is not None:
        wounds.wound(ref, m, man)  # 7.6D: whoever sits there
        wounds.settle(ref, m)
    pressure.compromise(ref, m, Cabin.WAIST, decompress=True)


_DO: dict[Event, Callable[[Referee, Mission], None]] = {
    Event.FROST: _frosting,
    Event.RADAR: radar_fails,
    Event.PUMP: _pump,
    Event.OIL: _oil,
    Event.ENGINE: _malfunction,
    Event.FUEL: _fuel_status,
    Event.MISCELLANEOUS: _miscellaneous,
    Event.DOORS: _doors,
    Event.RELEASE: _release,
    Event.HYDRAULICS: _hydraulics,
    Event.BLISTER: _blister,
}
