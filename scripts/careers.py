"""Flies tours of both bombers by bots and proves that the dossiers of their men add up; ends with 1 if not."""

from __future__ import annotations

import argparse
import sys

from flakhouse import games
from flakhouse.careers.check import faults
from flakhouse.careers.flight import BOMBERS, read
from flakhouse.careers.tour import tour_of
from flakhouse.core.dice import Seeded
from flakhouse.core.game import Game, JsonDict
from flakhouse.core.referee import Referee
from flakhouse.render.base import Record

LONGEST = 120  # flights of a tour


def flown(game: Game, chosen: dict[str, str], seed: str, pilot: str) -> list[Record]:
    """A whole tour."""
    options = game.check_options(chosen)
    records: list[Record] = []
    campaign: JsonDict | None = None
    for number in range(1, LONGEST + 1):
        mark = f"{seed}/{number}"
        ref = Referee(Seeded(mark), game.pilots()[pilot](mark), trace=True)
        end = game.play(ref, campaign, options)
        records.append(
            Record(
                save=seed,
                game=game.name,
                number=number,
                seed=mark,
                options=options,
                outcome=end.outcome,
                campaign=end.campaign,
                events=ref.events,
            )
        )
        campaign = end.campaign
        if end.over:
            break
    return records


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10, help="tours of every rule set")
    parser.add_argument("--seed", default="careers")
    parser.add_argument("game", nargs="*", help="default: both bombers")
    args = parser.parse_args()
    wrong = 0
    for name in args.game or BOMBERS:
        game = games.load(name)
        for scenario in game.scenarios():
            men = kills = flights = bad = 0
            for number in range(args.count):
                pilot = ("doctrine", "cautious")[number % 2]
                records = flown(game, dict(scenario.options), f"{args.seed}/{number}", pilot)
                tour = tour_of("", game, [flight for record in records if (flight := read(record))])
                found = faults(tour, records)
                for fault in found:
                    print(f"{name} {args.seed}/{number}: {fault}")
                bad += bool(found)
                men, flights = men + len(tour.men), flights + len(tour.flights)
                kills += sum(len(man.kills) for man in tour.men)
            print(f"{name} ({scenario.key}): {args.count} tours, {bad} wrong;", end=" ")
            print(f"{flights} flights, {men} men, {kills} kills")
            wrong += bad
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
