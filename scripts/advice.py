"""Is the advice good? Weighty decisions of whole tours, every option played out, by what each adviser wants.

Tours (raids) are flown by an adviser. At questions of weight each option is played out on the same dice, with
the adviser in the seat to the end of the mission. `doctrine` wants a whole tour with as few men lost as possible:
men lost now, less what a mission that counts is worth (the toll: men lost for each mission that counts, which
`--toll` measures). `crew` wants few men lost on this flight. In the raid `doctrine` wants the score. Lost is who
does not come home, a prisoner too; so "where-down" is not looked at, whose advice holds that a prisoner lives.

For each question: how many decisions were looked at, and how often another option was better by more than two
standard errors; of forty that are alike one is so by chance. `--detail` keeps them with what was seen.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import TextIO

from flakhouse import games
from flakhouse.core.agents import Agent
from flakhouse.core.dice import Seeded
from flakhouse.core.game import Game
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.core.run import calm_collector
from flakhouse.sim.odds import Branch

#: The questions of weight, if none are named: turning back, the target, fuel, the way down, fire, cold, weaving.
WEIGHTY = {
    "b29": (
        *(
            "abort",
            "off-course-over-target",
            "not-at-altitude",
            "storm-detour",
            "iwo-plan",
            "way-home",
            "dry-tanks",
        ),
        *("land-or-jump", "forced-down", "bail-out-now", "engine-fire-dive", "tank-fire-dive", "burning-engine"),
        *(
            "cold",
            "evade-day",
            "evade-flak",
            "evade-flak-out",
            "evade-lights",
            "evade-night",
            "engine-out-formation",
        ),
    ),
    "b17": ("abort", "frostbite", "evade", "land-or-jump", "land-or-bail", "engine-bombs"),
    "doolittle": (
        *("approach", "area-release", "exit", "altitude", "launch-later", "emergency-launch", "evade", "fly-to"),
        *("last-turn-launch", "recovery", "medals", "elite-gunner", "re-roll", "fuel-conservation"),
    ),
}
_MOST_OPTIONS = 4
_SURE = 2.0


@dataclass
class Decision:
    """A question as it was met, and for each option the values of its play-outs, by adviser."""

    ask: str
    advised: str
    seen: dict[str, float]
    values: dict[str, dict[str, list[float]]]  # adviser, option

    def gap(self, adviser: str, key: str) -> tuple[float, float]:
        """How much better another option is than the advised one, and the standard error of that."""
        ours, theirs = self.values[adviser][self.advised], self.values[adviser][key]
        gaps = [b - a for a, b in zip(ours, theirs, strict=True)]
        n = len(gaps)
        mean = sum(gaps) / n
        return mean, sqrt(sum((gap - mean) ** 2 for gap in gaps) / (n - 1) / n)

    def better(self, adviser: str) -> list[tuple[str, float, float]]:
        """The options that are better than the advised one by more than two standard errors."""
        found = [(key, *self.gap(adviser, key)) for key in self.values[adviser] if key != self.advised]
        return [one for one in found if one[1] > _SURE * one[2] and one[1] > 1e-9]


class Weigher(Agent):
    """Takes the advice of its adviser, and looks at what the other options would have led to."""

    name = "weigher"

    def __init__(
        self, game: Game, pilot: str, each: int, samples: int, only: tuple[str, ...], detail: TextIO | None
    ) -> None:
        self.game, self.pilot, self.each, self.samples, self.only = game, pilot, each, samples, only
        self.detail = detail
        self.found: list[Decision] = []
        self.count: dict[str, int] = defaultdict(int)
        self.bot = game.pilots()[pilot]("weigher")

    def choose(self, question: Question, ref: Referee) -> str:
        """What is advised; now and then after a look at the rest."""
        own = self.bot.choose(question, ref) if self.bot.wants is None or question.id in self.bot.wants else ""
        key = own or question.default
        if self._weighty(question) and self.count[question.id] < self.each and self.game.measures():
            self.count[question.id] += 1
            self.found.append(self._weigh(question, key, ref))
            if self.detail is not None:
                self.detail.write(_line(self.found[-1]))
        return key

    def _weighty(self, question: Question) -> bool:
        wanted = self.only or WEIGHTY[self.game.name]
        return question.id in wanted and 2 <= len(question.options) <= _MOST_OPTIONS

    def _weigh(self, question: Question, key: str, ref: Referee) -> Decision:
        assert ref.start is not None
        values: dict[str, dict[str, list[float]]] = {adviser: {} for adviser in ("doctrine", "crew")}
        path, start = list(ref.path), ref.start
        for option in question.options:
            ends: list[dict[str, float]] = []
            for number in range(self.samples):
                bot = self.game.pilots()[self.pilot](f"{number}")
                again = Referee(ref.dice.fresh(), bot, ())
                again.retrace(path, Branch(self.game, option, f"{len(self.found)}/{number}", bot))
                end = self.game.fly(again, start.campaign, dict(start.options), start.position, start.step)
                ends.append(end.measured())
            for adviser, of in values.items():
                of[option] = [self.game.wanted(adviser, end) for end in ends]
        names, figures = self.game.feature_names(), self.game.features(ref.state)
        return Decision(question.id, key, dict(zip(names, figures, strict=False)), values)


def _line(one: Decision) -> str:
    """A decision as a line of JSON: for each adviser and option the mean, the gain and its standard error."""
    means = {
        adviser: {key: (sum(values) / len(values), *one.gap(adviser, key)) for key, values in of.items()}
        for adviser, of in one.values.items()
    }
    return json.dumps({"ask": one.ask, "advised": one.advised, "means": means, "seen": one.seen}) + "\n"


def flown(game: Game, weigher: Weigher, options: dict[str, str], decisions: int, seed: str) -> None:
    """Tours until enough decisions were looked at."""
    tour = 0
    while len(weigher.found) < decisions and tour < 100_000:
        tour += 1
        campaign, over, number = None, False, 0
        while not over and len(weigher.found) < decisions and number < 200:
            number += 1
            ref = Referee(Seeded(f"{seed}/{tour}/{number}"), weigher)
            finish = game.fly(ref, campaign, dict(options)).finish()
            campaign, over = finish.campaign, finish.over


def toll(game: Game, options: dict[str, str], tours: int, seed: str, pilot: str) -> tuple[float, int, int]:
    """Men lost for each mission that counts over whole tours; with the sums."""
    lost, credited = 0.0, 0.0
    for tour in range(tours):
        campaign, over, number = None, False, 0
        while not over and number < 1000:
            number += 1
            ref = Referee(Seeded(f"{seed}/{tour}/{number}"), game.pilots()[pilot](f"{tour}"))
            end = game.fly(ref, campaign, dict(options))
            finish, measured = end.finish(), end.measured()
            campaign, over = finish.campaign, finish.over
            lost -= game.wanted("crew", measured)
            credited += measured.get("credit", 1.0)
    return lost / credited, round(lost), round(credited)


def lines(found: list[Decision], adviser: str) -> Iterator[str]:
    """The table of one adviser."""
    yield f"| question | decisions | another option clearly better | mean gain of the best other ({adviser}) |"
    yield "|---|---|---|---|"
    by: dict[str, list[Decision]] = defaultdict(list)
    for one in found:
        by[one.ask].append(one)
    for ask, ones in sorted(by.items()):
        worse = sum(bool(one.better(adviser)) for one in ones)
        best = [max(one.gap(adviser, k)[0] for k in one.values[adviser] if k != one.advised) for one in ones]
        yield f"| {ask} | {len(ones)} | {worse} | {sum(best) / len(best):+.3f} |"
    yield f"| all | {len(found)} | {sum(bool(one.better(adviser)) for one in found)} | |"


def main() -> int:
    """Weigh, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=["b17", "b29", "doolittle"])
    parser.add_argument("--adviser", choices=["doctrine", "crew"], default="doctrine")
    parser.add_argument("--scenario", default="7", help="of the raid")
    parser.add_argument("--decisions", type=int, default=200)
    parser.add_argument("--each", type=int, default=30, help="of one question at most")
    parser.add_argument("--samples", type=int, default=200, help="play-outs of each option")
    parser.add_argument("--ask", action="append", default=[], help="only this question; may be given again")
    parser.add_argument("--seed", default="advice")
    parser.add_argument(
        "--toll", type=int, default=0, metavar="TOURS", help="measure what a mission costs instead"
    )
    parser.add_argument("--detail", metavar="FILE", help="every decision, as JSON lines")
    args = parser.parse_args()
    calm_collector()
    game = games.load(args.game)
    options = game.check_options({"scenario": args.scenario} if args.game == "doolittle" else {})
    if args.toll:
        each, lost, credited = toll(game, options, args.toll, args.seed, args.adviser)
        told = f"{lost} men lost for {credited} missions: {each:.3f} each"
        print(f"{args.game}, {args.toll} tours by {args.adviser}: {told}")
        return 0
    with ExitStack() as stack:
        detail = (
            stack.enter_context(Path(args.detail).open("w", encoding="utf-8", buffering=1))
            if args.detail
            else None
        )
        weigher = Weigher(game, args.adviser, args.each, args.samples, tuple(args.ask), detail)
        flown(game, weigher, options, args.decisions, args.seed)
    print("\n".join(lines(weigher.found, args.adviser)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
