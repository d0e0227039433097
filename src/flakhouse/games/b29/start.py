"""Section 3 of the rules: times of day (3-1) and the take-off (3-2 to 3-5)."""

from __future__ import annotations

from enum import StrEnum
from typing import NoReturn

from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import ending, movement
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.state import Engine, Mission, MissionEnded, Times
from flakhouse.games.b29.words import (
    Altitude,
    End,
    EngineState,
    Fate,
    Position,
    Repair,
    Root,
)

__all__ = [
    "ALL_DAY",
    "accident",
    "malfunction",
    "roll_times",
    "set_times",
    "take_off",
    "times_of",
    "usual_row",
]


class TakeOff(StrEnum):
    """Rows of 3-2."""

    MALFUNCTION = "malfunction"
    OK = "take-off OK"
    TRAFFIC = "close to another bomber"


class Traffic(StrEnum):
    """The second roll of 3-2."""

    CLOSE = "close call"
    ACCIDENT = "accident"
    COLLISION = "midair collision"


class Malfunction(StrEnum):
    """Rows of 3-3."""

    RUN_UP_FIRE = "engine fire during run-up"
    POWER = "odd power readings"
    FAILURE = "engine failure"
    RUNAWAY = "runaway propeller"
    FIRE = "engine fire after take-off"
    FALSE_ALARM = "false alarm"


class Fire(StrEnum):
    """Extinguisher tries of 3-3."""

    OUT = "fire out"
    BURNS = "still burning"


class Ground(StrEnum):
    """3-3 row 1, ground equipment."""

    REPAIRABLE = "repairable"
    IRREPARABLE = "irreparable"


class Power(StrEnum):
    """3-3 row 2, first die."""

    ABORTED = "take-off broken off"
    CONTINUED = "take-off continued"


class Stop(StrEnum):
    """3-3 row 2, after breaking off."""

    STOPPED = "stopped"
    BRAKES = "brakes fail"


class Lift(StrEnum):
    """3-3 row 2, after going on."""

    CONTINUES = "mission continues"
    NO_LIFT = "not enough lift"


class Down(StrEnum):
    """3-3 rows 3 and 5: where the bomber comes down."""

    LAND = "land"
    WATER = "water"
    NO_LIFT = "not enough lift"
    EXPLOSION = "explosion"


class Propeller(StrEnum):
    """3-3 row 4."""

    FEATHERED = "feathered"
    RESTORED = "control restored"
    WINDMILLING = "windmilling"


class Bombs(StrEnum):
    """3-3, note b."""

    GONE = "jettisoned"
    ABOARD = "still aboard"


class Injury(StrEnum):
    """Rows of 3-4."""

    KIA = "KIA"
    SERIOUS = "serious wound, sent home"
    LIGHT = "light wound"
    NONE = "unhurt"


class Accident(StrEnum):
    """Rows of 3-5."""

    EXPLODES = "crash and explosion"
    CRASHES = "crash off the runway"
    IRREPARABLE = "crew safe, bomber irreparable"
    REPAIRABLE = "crew safe, bomber repairable"


def _row_key(word: str) -> str:
    """The row of 3-1-zones a cell of 3-1 names."""
    row = word.split(":")[0]
    if row not in CHARTS.charts["3-1-zones"].labels:
        raise ValueError(word)
    return row


TIMES = CHARTS.bind("3-1", _row_key)
TIMES_ZONES = CHARTS.text("3-1-zones")
TAKE_OFF = CHARTS.words("3-2", TakeOff)
TRAFFIC = CHARTS.words("3-2-night", Traffic)
MALFUNCTION = CHARTS.words("3-3", Malfunction)
ENGINE = CHARTS.numbers("3-3-engine")
FIRE = CHARTS.words("3-3-fire", Fire)
GROUND = CHARTS.words("3-3-ground", Ground)
POWER = CHARTS.words("3-3-power", Power)
STOP = CHARTS.words("3-3-stop", Stop)
LIFT = CHARTS.words("3-3-lift", Lift)
FAILURE = CHARTS.words("3-3-failure", Down)
PROPELLER = CHARTS.words("3-3-runaway", Propeller)
CRASH = CHARTS.words("3-3-crash", Down)
BOMBS = CHARTS.words("3-3b-bombs", Bombs)
INJURY = CHARTS.words("3-4", Injury)
ACCIDENT = CHARTS.words("3-5", Accident)

_TIMES_EARLY = (TIMES.mods["early"],)
_NO_LIFT = (ACCIDENT.mods["lift"],)


# ------------------------------------------------------------------ times of day (3.1)

ALL_DAY = "all Day"
_FIRST_NIGHT = "Night 1-3"
_FIRST_DAY = "Day 1-2"


def _zones(cell: str) -> list[bool]:
    """Night by zone 0-14 from a cell such as "1-3 Day, 4-14 Night" or "Night"."""
    night = [cell == "Night"] * 15
    if " " not in cell:
        return night
    for part in cell.split(", "):
        span, word = part.split(" ")
        ends = sorted(int(end) for end in span.split("-"))
        for zone in range(ends[0], ends[1] + 1):
            night[zone] = word == "Night"
    night[0] = night[1]
    return night


def times_of(row: str) -> Times:
    """R-25, 3.1 Day and night of a row of table 3-1, such as "Day 1-2"."""
    i = TIMES_ZONES.labels.index(row)
    take_off, landing, abort, out, back = (column[i] for column in TIMES_ZONES.rows)
    outbound, inbound = _zones(out), _zones(back)
    outbound[0] = take_off == "Night"
    inbound[0] = landing == "Night"
    return Times(outbound[0], inbound[0], tuple(_zones(abort)), tuple(outbound), tuple(inbound))


_TIMES = {row: times_of(row) for row in TIMES_ZONES.labels}
_DAY_TIMES = Times()
# Rulings 2.1: without rule 3.1 night missions take off, land and abort by day, in the zones of row 1-3.
_NIGHT_BY_DAY = Times(False, False, (False,) * 15, _TIMES[_FIRST_NIGHT].out, _TIMES[_FIRST_NIGHT].back)


def usual_row(m: Mission) -> str:
    """3.1 The row of 3-1 taken where nobody rolls: of the rolled rows the likeliest, the first among equals."""
    if m.training or m.target.city == "Iwo Jima":  # 3-1g
        return ALL_DAY
    if m.night:
        return _FIRST_NIGHT
    return _FIRST_DAY if m.options.times else ALL_DAY


def set_times(m: Mission, row: str) -> None:
    """3-1b, 3.1 Day and night by zone from a row of 3-1, such as "Day 1-2", or "all Day"."""
    m.times_row = row
    if row == ALL_DAY:
        m.times = _DAY_TIMES
    elif not m.options.times:
        m.times = _NIGHT_BY_DAY
    else:
        m.times = _TIMES[row]


def roll_times(ref: Referee, m: Mission) -> None:
    """3.0, 3.1 Table 3-1."""
    row = usual_row(m)
    if m.options.times and row != ALL_DAY:
        # RULING R-26: results below 1 use the first row.
        row = ref.roll(TIMES, _TIMES_EARLY if m.number <= 10 else NO_MODS, 0 if m.night else 1)
    set_times(m, row)


# ------------------------------------------------------------------ take-off (3.2)


def take_off(ref: Referee, m: Mission) -> None:
    """3.0, 3-1b, 3.2 Table 3-2: into Zone 1 at LO altitude, or the end of the mission before it began."""
    ref.scene("take-off")
    if m.options.take_off:
        m.cause = Root.TAKEOFF
        result = ref.roll(TAKE_OFF)
        if result is TakeOff.OK:
            pass
        elif result is TakeOff.MALFUNCTION:
            malfunction(ref, m)
        elif m.times.take_off:
            _traffic(ref, m)
        else:
            ref.note("take-off-near")  # by day a 12 means nothing
        m.cause = Root.CHOICE
    m.zone = 1
    m.turn = 1
    m.fuel_due = movement.entry_boxes(m)  # 4.3A: Zone 1 is a zone entered with bombs aboard
    m.plane.altitude = Altitude.LO
    ref.note("take-off")
    ref.scene("zone", zone=1)


def _traffic(ref: Referee, m: Mission) -> None:
    """3.2 Table 3-2, a 12 at night."""
    pilot = m.men[Position.PILOT]
    mods: list[Mod] = []
    if pilot.novice():
        mods.append(TRAFFIC.mods["novice"])
    elif pilot.veteran():
        mods.append(TRAFFIC.mods["veteran"])
    result = ref.roll(TRAFFIC, mods)
    ref.note("take-off-traffic", result=result.value)
    if result is Traffic.ACCIDENT:
        accident(ref, m)
    if result is Traffic.COLLISION:
        ending.destroyed(ref, m, Root.TAKEOFF)


def malfunction(ref: Referee, m: Mission) -> None:
    """3.2 Table 3-3; returns if the mission goes on."""
    result = ref.roll(MALFUNCTION)
    ref.note("take-off-malfunction", what=result.value)
    if result is Malfunction.RUN_UP_FIRE:
        _run_up_fire(ref, m)
    elif result is Malfunction.POWER:
        _power(ref, m)
    elif result is Malfunction.FAILURE:
        engine = _engine(ref, m)
        engine.state = EngineState.FEATHERED
        _come_down(ref, m, ref.roll(FAILURE))
    elif result is Malfunction.RUNAWAY:
        _runaway(ref, m)
    elif result is Malfunction.FIRE:
        _fire(ref, m)


def _engine(ref: Referee, m: Mission) -> Engine:
    """3-3 Which engine."""
    engine = m.plane.engines[ref.roll(ENGINE) - 1]
    engine.root = Root.TAKEOFF
    ref.note("take-off-engine", engine=engine.number)
    return engine


def _extinguished(ref: Referee) -> bool:
    """3-3 Two extinguishers an engine."""
    return ref.roll(FIRE) is Fire.OUT or ref.roll(FIRE) is Fire.OUT


def _run_up_fire(ref: Referee, m: Mission) -> NoReturn:
    """3-3 Row 1: an engine burns while being run up."""
    _engine(ref, m)
    if _extinguished(ref) or ref.roll(GROUND) is Ground.REPAIRABLE:
        _over(ref, m, End.NOT_FLOWN, Repair.REPAIRABLE)
    _over(ref, m, End.ON_GROUND, Repair.IRREPARABLE)


def _power(ref: Referee, m: Mission) -> None:
    """3-3 Row 2: odd power readings on the take-off run."""
    if ref.roll(POWER) is Power.ABORTED:
        if ref.roll(STOP) is Stop.STOPPED:
            _over(ref, m, End.NOT_FLOWN, Repair.SOUND)
        accident(ref, m)
    if ref.roll(LIFT) is Lift.NO_LIFT:
        accident(ref, m, no_lift=True)


def _runaway(ref: Referee, m: Mission) -> NoReturn:
    """3-3 Row 4: a runaway propeller; the mission is over in any case."""
    engine = _engine(ref, m)
    result = ref.roll(PROPELLER)
    if result is Propeller.FEATHERED:
        engine.state = EngineState.FEATHERED
    elif result is Propeller.WINDMILLING:
        engine.state = EngineState.WINDMILLING  # RULING R-68: the -2 of 8-1 stands alone
    _land(ref, m)


def _fire(ref: Referee, m: Mission) -> NoReturn:
    """3-3 Row 5: an engine burns just after take-off."""
    engine = _engine(ref, m)
    if _extinguished(ref):
        engine.state = EngineState.FEATHERED
        _land(ref, m)
    engine.state = EngineState.BURNING
    _come_down(ref, m, ref.roll(CRASH))


def _come_down(ref: Referee, m: Mission, where: Down) -> NoReturn:
    """3-3 Rows 3 and 5."""
    if where is Down.NO_LIFT:
        accident(ref, m, no_lift=True)
    if where is Down.EXPLOSION:
        ending.destroyed(ref, m, Root.TAKEOFF)
    if where is Down.WATER:
        _ditch(ref, m)
    _land(ref, m)


def _land(ref: Referee, m: Mission) -> NoReturn:
    """3-3, note a: a turn round the field and a landing without bombs."""
    _drop(m)
    ref.note("take-off-return")
    ending.take_off_landing(ref, m, False, NO_MODS)


def _ditch(ref: Referee, m: Mission) -> NoReturn:
    """3-3, note b: straight ahead into the sea."""
    if ref.roll(BOMBS) is Bombs.GONE:
        _drop(m)
    ref.note("take-off-ditch", bombs=m.plane.bombs_aboard())
    ending.take_off_landing(ref, m, True, NO_MODS)


def _drop(m: Mission) -> None:
    """3-3, notes a and b: bombs away over the water."""
    m.plane.fwd.bombs = False
    m.plane.aft.bombs = False


def accident(ref: Referee, m: Mission, no_lift: bool = False) -> NoReturn:
    """3.2 Table 3-5, with table 3-4 for the men."""
    result = ref.roll(ACCIDENT, _NO_LIFT if no_lift else NO_MODS)
    ref.note("take-off-accident", result=result.value)
    if result is Accident.REPAIRABLE:
        _over(ref, m, End.NOT_FLOWN, Repair.REPAIRABLE)
    if result is Accident.IRREPARABLE:
        _over(ref, m, End.ON_GROUND, Repair.IRREPARABLE)
    for man in m.living():
        if result is Accident.EXPLODES:
            injury = Injury.KIA
        else:
            injury = ref.roll(INJURY)
        if injury is not Injury.NONE:
            man.cause = Root.TAKEOFF
        if injury is Injury.KIA:
            man.dead = True
            man.fate = Fate.KIA
        elif injury is Injury.SERIOUS:
            man.serious = True
            man.fate = Fate.IH
        elif injury is Injury.LIGHT:
            man.light += 1
        told = "killed" if man.dead else injury.value
        ref.note("take-off-injury", man=man.position.value, name=man.airman.name, injury=told)
    # RULING R-121: the bomber that crashes off the runway is destroyed.
    _over(ref, m, End.ON_GROUND, Repair.LOST)


def _over(ref: Referee, m: Mission, end: End, repair: Repair) -> NoReturn:
    """3.2 The mission ends on the field, without credit."""
    m.end = end
    m.repair = repair
    m.end_zone = 0
    if repair is not Repair.SOUND:
        m.root = Root.TAKEOFF
    ref.note("take-off-over", end=end.value, repair=repair.value)
    raise MissionEnded
