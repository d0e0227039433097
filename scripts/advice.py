"""Is the advice good, and where do its thresholds come from?

    scripts/advice check b17                 sampled weighty decisions, every option played out
    scripts/advice thresholds b29            each threshold varied over whole tours
    scripts/advice toll b29 --tours 300      what a mission that counts costs in men

`doctrine` wants a whole tour with as few men lost as possible: men lost now, less what a mission that counts is
worth (its toll). `crew` wants few men lost on this flight. In the raid `doctrine` wants the score, `crew` that few
B-25s are lost. Lost is who does not come home; a prisoner is lost to the tour.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path

import advice_thresholds
from advice_check import WEIGHTY, check, report
from advice_spots import sought

from flakhouse import games
from flakhouse.core.dice import Seeded
from flakhouse.core.game import Game
from flakhouse.core.referee import Referee
from flakhouse.core.run import calm_collector


def toll(game: Game, tours: int, seed: str, pilot: str) -> list[tuple[float, float]]:
    """Men lost until one more mission counts, and flights, by how many have counted; means over whole tours."""
    lost, flown = [0.0] * game.chapters, [0] * game.chapters
    crew = next(measure.top or 0.0 for measure in game.odds_measures(None) if measure.key == "saved")
    for tour in range(tours):
        campaign, over, number = None, False, 0
        while not over and number < 1000:
            number += 1
            credited = 0 if campaign is None else int(str(campaign["credited"]))
            ref = Referee(Seeded(f"{seed}/{tour}/{number}"), game.pilots()[pilot](f"{tour}"))
            end = game.fly(ref, campaign, game.check_options({}))
            finish = end.finish()
            campaign, over = finish.campaign, finish.over
            lost[credited] += crew - sought(game, "crew", end.measured(), None)
            flown[credited] += 1
    return [(men / tours, flights / tours) for men, flights in zip(lost, flown, strict=True)]


def _check(args: argparse.Namespace, game: Game, beginnings: list[dict[str, str]]) -> None:
    asks = tuple(args.ask) or WEIGHTY[game.name]
    with ExitStack() as stack:
        detail = None
        if args.detail:
            detail = stack.enter_context(Path(args.detail).open("w", encoding="utf-8", buffering=1))
        found = check(
            game,
            args.adviser,
            beginnings,
            asks,
            args.decisions,
            args.each,
            args.samples,
            args.seed,
            detail,
            args.tours or 100_000,
        )
    print("\n".join(report(found, args.adviser)))


def main() -> int:
    """Read the command line, and do it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["check", "thresholds", "toll"])
    parser.add_argument("game", choices=["b17", "b29", "doolittle"])
    parser.add_argument("--adviser", choices=["doctrine", "crew"], default="doctrine")
    parser.add_argument("--scenario", action="append", default=[], help="of the raid; may be given again")
    parser.add_argument("--decisions", type=int, default=200)
    parser.add_argument("--each", type=int, default=30, help="of one question at most")
    parser.add_argument("--samples", type=int, default=200, help="play-outs of each option")
    parser.add_argument("--tours", type=int, default=0, help="at most")
    parser.add_argument("--ask", action="append", default=[], help="only this question; may be given again")
    parser.add_argument("--name", action="append", default=[], help="only this threshold; may be given again")
    parser.add_argument("--seed", default="advice")
    parser.add_argument("--detail", metavar="FILE", help="every decision, as JSON lines")
    args = parser.parse_args()
    calm_collector()
    game = games.load(args.game)
    raids = args.scenario or [scenario.key for scenario in game.scenarios()]
    chosen: list[dict[str, str]] = [{"scenario": key} for key in raids] if args.game == "doolittle" else [{}]
    beginnings = [game.check_options(options) for options in chosen]
    if args.what == "toll":
        found = toll(game, args.tours or 300, args.seed, args.adviser)
        print(
            "\n".join(
                f"{done:2} count: {men:.2f} men, {flown:.2f} flights" for done, (men, flown) in enumerate(found)
            )
        )
        for first, last in pairwise([*(first for first, _ in game.tolls), game.chapters]):
            print(
                f"{first} to {last - 1}: {sum(men for men, _ in found[first:last]) / (last - first):.3f} men each"
            )
        return 0
    if args.what == "thresholds":
        study = advice_thresholds.Study(game, args.name, args.each, args.samples)
        study.fly(beginnings, args.seed, args.tours or 1000)
        print("\n".join(advice_thresholds.report(study)))
        return 0
    _check(args, game, beginnings)
    return 0


if __name__ == "__main__":
    sys.exit(main())
