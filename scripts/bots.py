"""How the bots fare in every game: the table of docs/bots.md, with intervals that hold the truth 19 times in 20.

Tours of the bombers, scenarios of the raid; every bot flies the same dice. "doctrine less X" is the difference
tour for tour or raid for raid; a star marks one whose interval leaves 0 out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby

from flakhouse import games
from flakhouse.core.run import calm_collector
from flakhouse.sim.stats import mean_interval, paired_means
from flakhouse.sim.study import Result, Study, fly

Values = dict[str, float]
BOTS = ("doctrine", "cautious", "random")
SCENARIOS = ("1", "5", "7", "9")
_MEN = "first crew through, %"
_MEASURED = {
    "score": "score",
    "won": "success, %",
    "blast": "Blast",
    "survived": "B-25s not lost, %",
}
_MISSION = {
    "home": "bomber home, %",
    "crew": "every man home, %",
    "men": "men home, %",
    "target": "on target, %",
    "credit": "counts, %",
}
_PERCENT = ("won", "survived", "home", "crew", "men", "target", "credit")


def tour(result: Result) -> Values:
    """What matters of a tour. A man is through if he came home from every mission of it."""
    row = result.tours[0]
    flights, home, target = (int(row[key] or 0) for key in ("missions", "home", "target"))
    men = sorted(result.men, key=lambda man: str(man["position"]))
    seats = [list(rows) for _, rows in groupby(men, key=lambda man: man["position"])]
    through = sum(all(man["home"] for man in seat) for seat in seats)
    return {
        _MEN: 100 * through / len(seats),
        "bombers lost": float(flights - home),
        "men lost": float(sum(not man["home"] for man in men)),
        "on target": float(target),
        "on target, % of flights": 100 * target / flights,
        "flights": float(flights),
    }


def single(labels: dict[str, str]) -> Callable[[Result], Values]:
    """What matters of one mission, by these labels."""

    def read(result: Result) -> Values:
        row = result.missions[0]
        return {label: float(row[key] or 0) * (100 if key in _PERCENT else 1) for key, label in labels.items()}

    return read


def _one(job: tuple[Study, int]) -> Result:
    return fly(*job)


def flown(study: Study, jobs: int) -> Iterator[Result]:
    """The flights of a study in order."""
    orders = [(study, index) for index in range(study.count)]
    if jobs < 2:
        calm_collector()
        yield from map(_one, orders)
        return
    with ProcessPoolExecutor(jobs, initializer=calm_collector) as pool:
        yield from pool.map(_one, orders, chunksize=max(1, study.count // (8 * jobs)))


def table(title: str, studies: Sequence[Study], read: Callable[[Result], Values], jobs: int) -> None:
    """Fly and print one table in Markdown."""
    print(f"\n{title}\n")
    first: list[Values] = []
    for study in studies:
        rows = [read(result) for result in flown(study, jobs)]
        if not first:
            first = rows
            print("| bot | n | " + " | ".join(rows[0]) + " |")
            print("|---|---|" + "---|" * len(rows[0]))
        cells = [_cell([row[what] for row in rows]) for what in rows[0]]
        print(f"| {study.name} | {len(rows)} | " + " | ".join(cells) + " |")
        if rows is not first:
            pairs = list(zip(first, rows, strict=False))
            gaps = [_gap([a[what] - b[what] for a, b in pairs]) for what in rows[0]]
            print(f"| {studies[0].name} less {study.name} | {len(pairs)} | " + " | ".join(gaps) + " |")
        sys.stdout.flush()


def _cell(values: list[float]) -> str:
    total = sum(values)
    low, high = mean_interval(len(values), total, sum(value * value for value in values))
    return f"{total / len(values):.1f} ({low:.1f} to {high:.1f})"


def _gap(gaps: list[float]) -> str:
    found = paired_means(len(gaps), sum(gaps), sum(gap * gap for gap in gaps))
    return f"{found.mean:+.1f} ({found.low:+.1f} to {found.high:+.1f})" + (" *" if found.seen else "")


def main() -> None:
    """Read the command line and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="b29, b17, doolittle; default all")
    parser.add_argument("--tours", type=int, default=300, help="tours of each bot (default 300)")
    parser.add_argument("--random-tours", type=int, default=3, help="tours of random, which are long (default 3)")
    parser.add_argument("--raids", type=int, default=200, help="raids of each bot and scenario (default 200)")
    parser.add_argument("--rollout", type=int, default=0, metavar="K", help="single flights with rollout:12")
    parser.add_argument("--seed", default="bots")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    for name in args.games or games.names():
        game = games.load(name)
        base = Study(game=name, seed=args.seed)
        if game.pilots().keys() >= set(BOTS) and game.name != "doolittle":
            studies = [
                _replaced(base, bot, "tours", args.random_tours if bot == "random" else args.tours) for bot in BOTS
            ]
            table(f"{game.title}: whole tours, seed {args.seed}", studies, tour, args.jobs)
            labels, scenario = _MISSION, ""
        else:
            labels, scenario = _MEASURED, SCENARIOS[0]
            for number in SCENARIOS:
                studies = [_replaced(base, bot, "missions", args.raids, number) for bot in BOTS]
                title = f"{game.title}: scenario {number}, seed {args.seed}"
                table(title, studies, single(labels), args.jobs)
        if args.rollout:
            bots = ("rollout:12", *BOTS)
            studies = [_replaced(base, bot, "missions", args.rollout, scenario) for bot in bots]
            table(f"{game.title}: single missions, seed {args.seed}", studies, single(labels), args.jobs)


def _replaced(base: Study, bot: str, unit: str, count: int, scenario: str = "") -> Study:
    return Study(game=base.game, seed=base.seed, pilot=bot, unit=unit, count=count, scenario=scenario)


if __name__ == "__main__":
    main()
