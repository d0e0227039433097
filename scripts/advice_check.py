"""Is an advised answer worse than another? Weighty spots of whole tours, every option played out on the same dice.

Another option fails the advice if it is better, in what the adviser wants, by more than two standard errors. Of
options that are exactly as good one in 44 does so by chance. So every failure is looked at once more, on other
dice and three times as often: what fails again (one in 1,900 by chance) is called a fault.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TextIO

from advice_spots import Spot, Watcher, flights, mean_error

from flakhouse.core.game import Game

#: The questions of weight, if none are named: turning back, the target, fuel, the way down, fire, cold, weaving.
WEIGHTY: dict[str, tuple[str, ...]] = {
    "b29": (
        *("abort", "off-course-over-target", "not-at-altitude", "storm-detour", "iwo-plan", "way-home"),
        *("dry-tanks", "land-or-jump", "one-engine-down", "bail-out-now", "where-down"),
        *("engine-fire-dive", "tank-fire-dive", "burning-engine", "cold", "frosted-windows"),
        *("evade-day", "evade-flak", "evade-flak-out", "evade-lights", "evade-night"),
        *("engine-out-formation", "weak-engine-formation", "jettison-to-join", "rejoin"),
    ),
    "b17": (
        *("abort", "frostbite", "evade", "engine-bombs", "throw-overboard"),
        *("land-or-jump", "land-or-bail", "where-down", "who-lands"),
    ),
    "doolittle": (
        *("approach", "area-release", "exit", "airspeed", "city", "enter", "not-found", "onward"),
        *("flight-goal", "altitude", "interceptor", "flying-boat", "leak-independent", "fuel-conservation"),
        *("emergency-launch", "launch-later", "last-turn-launch", "airstrike-launch", "raid-move", "force-move"),
        *("rendezvous", "refuel", "give-oiler", "wind-check", "keep-wind", "launch-zone"),
        *("re-roll", "ignore-damage", "elite-gunner", "fly-to"),
    ),
}
_MOST_OPTIONS = 4
_SURE = 2.0  # standard errors by which another option is better
_FIRST = 40  # play-outs, after which an option that is far behind is dropped:
_FAR = -4.0  # standard errors
_AGAIN = 3  # times as many play-outs in the second look
#: Chances that an option exactly as good fails the first look, and the second as well.
BY_CHANCE = 0.0228


@dataclass
class Verdict:
    """A spot and its other options: by how much each is better than the advised one, with the standard error."""

    spot: Spot
    gains: dict[str, tuple[float, float]]
    again: dict[str, tuple[float, float]]  # of those that fail, looked at once more

    def failed(self) -> list[str]:
        """The options that are better by the first look."""
        return [key for key, gain in self.gains.items() if better(gain)]

    def faults(self) -> list[str]:
        """And by the second."""
        return [key for key, gain in self.again.items() if better(gain)]


def better(gain: tuple[float, float]) -> bool:
    """More than two standard errors; more than nothing."""
    mean, error = gain
    return mean > _SURE * error and mean > 1e-9


def weigh(spot: Spot, adviser: str, samples: int, seed: str) -> Verdict:
    """Play every option of a spot out, and once more what fails."""
    gains = _gains(spot, adviser, [key for key in spot.ask.options if key != spot.advised], samples, f"{seed}/1")
    failed = [key for key, gain in gains.items() if better(gain)]
    return Verdict(spot, gains, _gains(spot, adviser, failed, _AGAIN * samples, f"{seed}/2"))


def _gains(
    spot: Spot, adviser: str, others: Sequence[str], samples: int, seed: str
) -> dict[str, tuple[float, float]]:
    """What each of these options gains over the advised one, on the same dice."""
    gaps: dict[str, list[float]] = {key: [] for key in others}
    alive = list(others)
    for number in range(samples):
        if not alive:
            break
        dice = f"{seed}/{number}"
        own = spot.value(adviser, spot.advised, dice)
        for key in alive:
            gaps[key].append(spot.value(adviser, key, dice) - own)
        if number + 1 == _FIRST:
            alive = [key for key in alive if not _far_behind(gaps[key])]
    return {key: mean_error(values) for key, values in gaps.items()}


def _far_behind(gaps: list[float]) -> bool:
    mean, error = mean_error(gaps)
    return mean < _FAR * error


def check(
    game: Game,
    adviser: str,
    beginnings: Sequence[dict[str, str]],
    asks: Sequence[str],
    decisions: int,
    each: int,
    samples: int,
    seed: str,
    detail: TextIO | None,
    most_tours: int,
) -> list[Verdict]:
    """Spots of tours until there are enough, each weighed."""
    watcher = Watcher(game, adviser, asks, _MOST_OPTIONS)
    found: list[Verdict] = []
    per: dict[str, int] = defaultdict(int)
    for flown in flights(game, watcher, beginnings, seed):
        if not flown.over:
            continue
        for ask, spot in list(watcher.kept.items()):
            if per[ask] >= each or len(found) >= decisions:
                continue
            per[ask] += 1
            found.append(weigh(spot, adviser, samples, f"{flown.seed}/{ask}"))
            if detail is not None:
                detail.write(line(found[-1]))
        if len(found) >= decisions or flown.tour >= most_tours:
            break
    return found


def line(one: Verdict) -> str:
    """A verdict as a line of JSON."""
    spot = one.spot
    names = spot.start.game.feature_names()
    kept = {
        "ask": spot.ask.id,
        "prompt": spot.ask.prompt,
        "advised": spot.advised,
        "about": [subject.name for subject in spot.ask.about],
        "why": spot.why,
        "gains": one.gains,
        "again": one.again,
        "tour": spot.number,
        "flight": spot.flight,
        "options": dict(spot.start.options).get("scenario", ""),
        "seen": dict(zip(names, spot.seen, strict=False)),
    }
    return json.dumps(kept) + "\n"


def report(found: Sequence[Verdict], adviser: str) -> Iterator[str]:
    """The table: for each question how many spots, how many fail, how many fail again."""
    yield f"| question ({adviser}) | decisions | options | better by 2 errors | again on other dice | expected |"
    yield "|---|---|---|---|---|---|"
    by: dict[str, list[Verdict]] = defaultdict(list)
    for one in found:
        by[one.spot.ask.id].append(one)
    for ask, ones in [*sorted(by.items()), ("all", list(found))]:
        pairs = sum(len(one.gains) for one in ones)
        failed, faults = sum(len(one.failed()) for one in ones), sum(len(one.faults()) for one in ones)
        yield f"| {ask} | {len(ones)} | {pairs} | {failed} | {faults} | {pairs * BY_CHANCE:.1f} |"
    yield ""
    for one in found:
        for key in one.faults():
            gain, error = one.again[key]
            spot = one.spot
            told = f"{spot.advised!r} is advised, {key!r} gains {gain:.2f} ±{error:.2f}"
            yield f"- `{spot.ask.id}`: {told} (tour {spot.number}, flight {spot.flight})"
