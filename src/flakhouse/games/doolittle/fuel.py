"""7.2 Fuel: consuming it, the Guzzle Check, and flying on fumes."""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import aircraft, checks, elites, wind
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.state import B25, Flight, Raid
from flakhouse.games.doolittle.words import STORM, Back, Fate

__all__ = ["Fumes", "chance", "consume", "fumes_check", "fumes_in_china", "guzzle", "markers", "penalties"]


class Fumes(StrEnum):
    """Results of F1."""

    DITCH = "Ditch"
    MARKER = "Attach FoF marker"
    LOW = "Change to Low Altitude"
    SPUTTERS = "Sputters On"


FUMES = CHARTS.words("fumes", Fumes)
#: The results as the log says them.
_SAID = {
    Fumes.DITCH: "ditch",
    Fumes.MARKER: "it flies on, with a fumes marker",
    Fumes.LOW: "down to low altitude",
    Fumes.SPUTTERS: "it sputters on",
}
GUZZLE = CHARTS.numbers("guzzle")
_FUEL, _LOADED = GUZZLE.mods["fuel"], GUZZLE.mods["loaded"]
_WEIGHT = tuple(_FUEL.times(count) for count in range(8))
_LEAK, _DRY = Back.FUEL_LEAK, Back.FUEL_EVAPORATION
_DITCH = Fumes.DITCH
_FLYING = Fate.FLYING
_LEAKS_BELOW = 3  # 8.2.4
#: Of 36 throws of two dice, those of this total or more.
_AT_LEAST = (36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1)


# ------------------------------------------------------------------ 7.2.3 consuming


def consume(ref: Referee, r: Raid, flight: Flight, why: str) -> None:
    """7.2.3 The Flight consumes 1 Fuel; without any each of its B-25s makes a Flying on Fumes Check."""
    if flight.fuel > 0:
        flight.fuel -= 1
        if ref.trace:
            ref.note("fuel", flight=flight.name(), fuel=flight.fuel, why=why)
        return
    if ref.trace:
        ref.note("no-fuel", flight=flight.name(), why=why)
    low = False
    for b25 in list(flight.aircraft):
        if b25.fate is _FLYING and fumes_check(ref, r, b25, flight, flight.zone) is Fumes.LOW:
            low = True  # RULING 15: the others check at high altitude still, then the whole Flight goes down
    if low and flight.high:
        flight.high = False
        if ref.trace and flight.aircraft:
            ref.note("altitude", flight=flight.name(), high=False)


# ------------------------------------------------------------------ 7.2.4 flying on fumes


def penalties(b25: B25) -> int:
    """7.2.4 Dry Tank Penalties: extra dice for leaks, evaporation and each FoF marker."""
    # RULING 7.2.4: two leaks, or two evaporations, count twice; the penalties add up without limit.
    return b25.fumes + sum([m.back is _LEAK or m.back is _DRY for m in b25.attached])


def fumes_check(ref: Referee, r: Raid, b25: B25, flight: Flight | None, zone: int) -> Fumes:
    """7.2.4 A Flying on Fumes Check. Ditching and the FoF marker are settled here, the altitude by the caller.

    Without a Flight the B-25 is at low altitude (14.4.3).
    """
    if flight is not None and flight.high:
        column = 2
    else:
        column = 1 if wind.weather(ref, r, wind.box_of(ref, zone)) is STORM else 0
    result = _check(ref, r, b25, column)
    if result is _DITCH:
        aircraft.ditch(ref, r, b25, f"zone {zone}")
    return result


def fumes_in_china(ref: Referee, r: Raid, b25: B25) -> bool:
    """7.2.4, 14.4.3, RULING 38: a check from one field to another, low, in China's weather; whether it stays up"""
    column = 1 if wind.weather(ref, r, "china") is STORM else 0
    return _check(ref, r, b25, column) is not _DITCH


def _check(ref: Referee, r: Raid, b25: B25, column: int) -> Fumes:
    """7.2.4 The roll with its penalties and benefits, and the FoF marker."""
    extra = penalties(b25)
    if not elites.can(b25, *elites.FUEL):
        bad, while_ = _ditches(ref, column), _may_be_better(ref, column)
        result = checks.roll(ref, r, FUMES, (b25,), (), column, 2 + extra, bad, while_)
    else:
        result = _conserving(ref, r, b25, column, extra)
    if ref.trace:
        ref.note("fumes", b25=b25.name(), result=_SAID[result])
    if result is Fumes.MARKER:
        b25.fumes += 1
    return result


def _ditches(ref: Referee, column: int) -> checks.Bad:
    """7.2.4 Whether the dice that count mean ditching."""
    chart = ref.chart(FUMES)
    return lambda faces: chart.at(sum(checks.lowest_two(faces)), column) is _DITCH


def _may_be_better(ref: Referee, column: int) -> checks.Bad:
    """7.2.4 Whether the dice that count mean anything but sputtering on."""
    chart = ref.chart(FUMES)
    return lambda faces: chart.at(sum(checks.lowest_two(faces)), column) is not Fumes.SPUTTERS


def _conserving(ref: Referee, r: Raid, b25: B25, column: int, extra: int) -> Fumes:
    """2.3.4, 2.3.7, 7.2.4 Fuel Conservation: no penalties, after the roll; without any, a re-roll."""
    # RULING 46: the first two dice are the base, the penalty dice come after them.
    ditches, better, chart = _ditches(ref, column), _may_be_better(ref, column), ref.chart(FUMES)
    faces = checks.lucky(ref, r, FUMES, (b25,), ref.throw(FUMES, 2 + extra), ditches, better)
    kept = checks.lowest_two(faces)
    if extra:
        if chart.at(sum(kept), column) is chart.at(sum(faces[:2]), column):  # the penalties cost nothing
            return ref.read(FUMES, faces, (), column, kept)
        prompt = f"{b25.name()}, flying on fumes: {_words(faces)}, of which {_words(kept)} count. Conserve fuel?"
        default = ditches(kept) and not ditches(faces[:2])
        # D21
        if ref.yes("fuel-conservation", "7.2.4", prompt, default):
            kept = faces[:2]
            elites.spend(ref, r, b25, "fuel conserved")
    elif better(faces):
        before = ref.rolls
        prompt = f"{b25.name()}: use Fuel Conservation?"
        # D21
        faces = checks.again(ref, FUMES, faces, "fuel-conservation", "7.2.4", prompt, ditches(faces))
        kept = faces
        if ref.rolls != before:
            elites.spend(ref, r, b25, "fuel conserved")
    return ref.read(FUMES, faces, (), column, kept)


def _words(faces: tuple[int, ...]) -> str:
    return ", ".join(str(face) for face in faces)


# ------------------------------------------------------------------ 8.2.4 guzzling


def markers(flight: Flight) -> int:
    """7.2, 8.2.4 Fuel markers in the stock."""
    return (flight.fuel + 1) // 2  # RULING 16: markers of 2, and one of 1 for an odd Fuel


def _mods(flight: Flight) -> list[Mod]:
    """8.2.4 The weight of fuel and ordnance."""
    mods: list[Mod] = []
    if flight.fuel > 0:
        count = markers(flight)
        mods.append(_WEIGHT[count] if count < len(_WEIGHT) else _FUEL.times(count))
    if flight.loaded():
        mods.append(_LOADED)
    return mods


def guzzle(ref: Referee, r: Raid, flight: Flight) -> bool:
    """8.2.4 Guzzle Check; then B-25s with a Fuel Leak fly on fumes if the Flight has less than 3 Fuel."""
    dry = flight.fuel < _LEAKS_BELOW
    mods, number = _mods(flight), r.ratings.guzzle
    checks.roll(
        ref, r, GUZZLE, flight.aircraft, mods, while_=lambda faces: sum(faces) + ref.plus(GUZZLE, mods) < number
    )
    passed = ref.total >= number
    if ref.trace:
        ref.note("guzzle", flight=flight.name(), passed=passed, sum=ref.total, number=r.ratings.guzzle)
    if dry:
        low = False
        for b25 in [b for b in flight.aircraft if b.attached and b.has(_LEAK)]:
            low = fumes_check(ref, r, b25, flight, flight.zone) is Fumes.LOW or low
        flight.high = flight.high and not low
    return passed


def chance(r: Raid, flight: Flight) -> int:
    """8.2.4 Chances in 36 to pass a Guzzle Check now."""
    need = r.ratings.guzzle + markers(flight) + flight.loaded()
    return _AT_LEAST[max(2, need)] if need <= 12 else 0
