"""7.2 Fuel: consuming it, the Guzzle Check, and flying on fumes."""

from __future__ import annotations

from enum import StrEnum
from functools import partial

from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import aircraft, checks, elites, wind
from flakhouse.games.doolittle.advice import fuel as advice
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.questions import fuel as questions
from flakhouse.games.doolittle.state import B25, Flight, Raid
from flakhouse.games.doolittle.words import Back, Fate, Guzzled, Use, Weather

__all__ = [
    "LEAKS_BELOW",
    "Fumes",
    "consume",
    "fumes_check",
    "fumes_in_china",
    "guzzle",
    "guzzle_mods",
    "leaking",
    "markers",
    "penalties",
]


class Fumes(StrEnum):
    """Results of F1."""

    DITCH = "Ditch"
    MARKER = "Attach FoF marker"
    LOW = "Change to Low Altitude"
    SPUTTERS = "Sputters On"


FUMES = CHARTS.words("fumes", Fumes)
#: The results as the log says them.
_SAID: dict[str, str] = {
    Fumes.DITCH: "the engines stop",
    Fumes.MARKER: "the engines catch. Next time is harder",
    Fumes.LOW: "the Flight goes down to low altitude",
    Fumes.SPUTTERS: "the engines sputter on",
}
#: What a check is rolled for.
_STAYS_UP = checks.Need("stays up", "It ditches.")
GUZZLE = CHARTS.numbers("guzzle")
_FUEL, _LOADED = GUZZLE.mods["fuel"], GUZZLE.mods["loaded"]
#: The same as `_FUEL.times`, with the reason in plain words.
_WEIGHT = tuple(Mod(_FUEL.value * n, "the Fuel still in the tanks", _FUEL.rule, _FUEL.key, n) for n in range(16))
#: 7.2.4 Hazards that mean an extra die.
_DRY_TANK = (Back.FUEL_LEAK, Back.FUEL_EVAPORATION)
LEAKS_BELOW = 3  # 8.2.4
#: 8.2.4 What a Guzzle Check is rolled for, by what comes of it, passed and failed, and what is wanted of the wind.
_NEEDS = {
    (passes, fails, use): checks.Need(passes.of(use), f"It {fails.of(use)}.")
    for passes in Guzzled
    for fails in Guzzled
    for use in Use
}


# ------------------------------------------------------------------ 7.2.3 consuming


def consume(ref: Referee, r: Raid, flight: Flight, why: str) -> None:
    """7.2.4 Change to Low Altitude, example 7.2.4 fumes, 7.2.3 The Flight consumes 1 Fuel; without any each of its
    B-25s makes a Flying on Fumes Check.
    """
    if flight.fuel > 0:
        flight.fuel -= 1
        ref.note("fuel", causes=(), flight=flight.name(), fuel=flight.fuel, why=why)
        return
    ref.note("no-fuel", causes=(), flight=flight.name(), why=why)
    low = False
    for b25 in list(flight.aircraft):
        if b25.fate is Fate.FLYING and fumes_check(ref, r, b25, flight, flight.zone) is Fumes.LOW:
            low = True  # RULING 15: the others check at high altitude still, then the whole Flight goes down
    ref.scene("flight")  # each check was a moment of its own
    if low:
        _forced_down(ref, flight)


def _forced_down(ref: Referee, flight: Flight) -> None:
    """7.2.4 A Flight that must change to low altitude."""
    if flight.high:
        flight.high = False
        if flight.aircraft:
            ref.note("altitude", causes=(), flight=flight.name(), high=False)


# ------------------------------------------------------------------ 7.2.4 flying on fumes


def leaking(flight: Flight) -> list[B25]:
    """8.2.4 Those whose leak brings a fumes check with the next Guzzle Check."""
    if flight.fuel >= LEAKS_BELOW:
        return []
    return [b for b in flight.aircraft if b.attached and b.has(Back.FUEL_LEAK)]


def penalties(b25: B25) -> int:
    """2.1.2 Attachment Limits, 7.2.4 Dry Tank Penalties: extra dice for leaks, evaporation and each FoF marker."""
    # RULING 7.2.4: two leaks, or two evaporations, count twice; the penalties add up without limit.
    return b25.fumes + sum([m.back in _DRY_TANK for m in b25.attached])


def fumes_check(ref: Referee, r: Raid, b25: B25, flight: Flight | None, zone: int) -> Fumes:
    """7.2.4 A Flying on Fumes Check. Ditching and the FoF marker are settled here, the altitude by the caller.

    Without a Flight the B-25 is at low altitude (14.4.3).
    """
    ref.scene("fumes", b25=b25.name(), zone=zone)
    if flight is not None and flight.high:
        column = 2
    else:
        column = 1 if wind.weather(ref, r, wind.box_of(ref, zone)) is Weather.STORM else 0
    result = _check(ref, r, b25, column)
    if result is Fumes.DITCH:
        aircraft.ditch(ref, r, b25, f"zone {zone}")
    return result


def fumes_in_china(ref: Referee, r: Raid, b25: B25) -> bool:
    """7.2.4, 14.4.3, RULING 38: a check from one field to another, low, in China's weather; whether it stays up"""
    column = 1 if wind.weather(ref, r, "china") is Weather.STORM else 0
    return _check(ref, r, b25, column) is not Fumes.DITCH


def _check(ref: Referee, r: Raid, b25: B25, column: int) -> Fumes:
    """7.2.4 The roll with its penalties and benefits, and the FoF marker."""
    extra = penalties(b25)
    if not elites.can(b25, *elites.FUEL):
        bad, while_ = _ditches(ref, column), _may_be_better(ref, column)
        result = checks.roll(ref, r, FUMES, (b25,), (), column, 2 + extra, bad, while_, need=_STAYS_UP)
    else:
        result = _conserving(ref, r, b25, column, extra)
    ref.note("fumes", b25=b25.name(), result=_SAID[result])
    if result is Fumes.MARKER:
        b25.fumes += 1
    return result


def _ditches(ref: Referee, column: int) -> checks.Bad:
    """7.2.4 Whether the dice that count mean ditching."""
    chart = ref.chart(FUMES)
    return lambda faces: chart.at(sum(checks.lowest_two(faces)), column) is Fumes.DITCH


def _may_be_better(ref: Referee, column: int) -> checks.Bad:
    """7.2.4 Whether the dice that count mean anything but sputtering on."""
    chart = ref.chart(FUMES)
    return lambda faces: chart.at(sum(checks.lowest_two(faces)), column) is not Fumes.SPUTTERS


def _conserving(ref: Referee, r: Raid, b25: B25, column: int, extra: int) -> Fumes:
    """example 7.2.4 fumes, 2.3.4, 2.3.7, 7.2.4 Fuel Conservation: no penalties, after the roll; without any, a re-
    roll.
    """
    # RULING 46: the first two dice are the base, the penalty dice come after them.
    ditches, better, chart = _ditches(ref, column), _may_be_better(ref, column), ref.chart(FUMES)
    faces = ref.throw(FUMES, 2 + extra)
    how = checks.Reading(column=column, said=_SAID)
    faces = checks.lucky(ref, r, FUMES, (b25,), faces, ditches, better, need=_STAYS_UP, how=how)
    kept = checks.lowest_two(faces)
    if extra:
        base, lowest = faces[:2], kept
        with_it, without = chart.at(sum(base), column), chart.at(sum(lowest), column)
        if with_it is without:  # the penalties cost nothing
            return ref.read(FUMES, faces, (), column, kept)
        ref.show(FUMES, faces, (), column, kept)
        advised = advice.fuel_conservation(ditches(lowest), not ditches(base))
        make = questions.fuel_conservation
        # D21
        if ref.agreed(
            "fuel-conservation", advised, lambda: make(b25, faces, lowest, _SAID[with_it], _SAID[without], advised)
        ):
            kept = base
            elites.spend(ref, r, b25, "saves fuel")
    elif better(faces):
        before = ref.rolls
        # D21
        faces = checks.again(
            ref, FUMES, faces, "fuel-conservation", "7.2.4", partial(_use_conservation, b25), ditches(faces),
            (b25.subject,), _STAYS_UP, ditches, how,
        )  # fmt: skip
        kept = faces
        if ref.rolls != before:
            elites.spend(ref, r, b25, "saves fuel")
    return ref.read(FUMES, faces, (), column, kept)


def _use_conservation(b25: B25) -> str:
    """7.2.4 Whether it is used."""
    return f"{b25.name()}: throw again, as {elites.named(b25)} saves fuel? He can do it once in the game."


# ------------------------------------------------------------------ 8.2.4 guzzling


def markers(flight: Flight) -> int:
    """7.2, 8.2.4 Fuel markers in the stock."""
    return (flight.fuel + 1) // 2  # RULING 16: markers of 2, and one of 1 for an odd Fuel


def guzzle_mods(flight: Flight) -> list[Mod]:
    """8.2.4 The weight of fuel and ordnance."""
    mods: list[Mod] = []
    if flight.fuel > 0:
        count = markers(flight)
        mods.append(_WEIGHT[count] if count < len(_WEIGHT) else _FUEL.times(count))
    if flight.loaded():
        mods.append(_LOADED)
    return mods


def guzzle(
    ref: Referee,
    r: Raid,
    flight: Flight,
    passes: Guzzled = Guzzled.SPARES,
    fails: Guzzled = Guzzled.BURNS,
    use: Use = Use.ZONE,
    why: str = "",
) -> bool:
    """8.2.4 Guzzle Check; then B-25s with a Fuel Leak fly on fumes if the Flight has less than 3 Fuel.

    `passes` and `fails` say what will come of it, by the wind or the search that asks for it (`why`), `use` what
    is wanted of the wind.
    """
    dry = leaking(flight)
    mods, number = guzzle_mods(flight), r.ratings.guzzle
    ref.concerns(
        f"{flight.name()}{why and f', {why}'} (passed: it {passes.of(use)}; failed: it {fails.of(use)})", GUZZLE
    )
    checks.roll(
        ref, r, GUZZLE, flight.aircraft, mods,
        while_=lambda faces: sum(faces) + ref.plus(GUZZLE, mods) < number,
        need=_NEEDS[passes, fails, use], least=number,
    )  # fmt: skip
    passed = ref.total >= number
    ref.note(
        "guzzle",
        flight=flight.name(),
        passed=passed,
        sum=ref.total,
        number=number,
        result=(came := passes if passed else fails).of(use),
        free=came in (Guzzled.SPARES, Guzzled.GOES),
    )
    if dry:
        low = False
        for b25 in dry:
            low = fumes_check(ref, r, b25, flight, flight.zone) is Fumes.LOW or low
        if low:
            _forced_down(ref, flight)
    return passed
