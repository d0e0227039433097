"""How the bots fare in every game: the tables of docs/bots.md, with intervals that hold the truth 19 times in 20.

Tours of the bombers, scenarios of the raid; every bot flies the same dice. "doctrine less X" is the difference
tour for tour or raid for raid; a star marks one whose interval leaves 0 out. Without options it flies as many as
the tables of the page show; random and rollout fly fewer, because they take long. `--write` puts the tables
between their marks in docs/bots.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby

import figures
from msgspec.structs import replace

from flakhouse import games
from flakhouse.core.run import calm_collector
from flakhouse.sim.intervals import bounded_interval, mean_interval, paired_means
from flakhouse.sim.study import Result, Study, fly

Values = dict[str, float]
_MEN = "first crew through, %"
_MEASURED = {
    "score": "score",
    "won": "success, %",
    "blast": "Blast",
    "survived": "B-25s not lost, %",
}
_PERCENT = ("won", "survived")
_ROLLOUT = "rollout:12"
_FINE = 2.0  # below this two digits behind the point
#: How many tours, or raids by scenario: of doctrine and cautious, of random, of rollout.
_TOURS = {"b17": (1000, 10, 4), "b29": (1000, 3, 2)}
_RAIDS = {
    **{number: (1000, 1000, 20) for number in ("1", "2", "3", "4", "5")},
    "6": (1000, 1000, 5),
    **{number: (1000, 1000, 0) for number in ("7", "8", "9", "10")},
}


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
        "men lost a flight": sum(not man["home"] for man in men) / flights,
        "on target": float(target),
        "on target, % of flights": 100 * target / flights,
        "flights": float(flights),
    }


def raid(result: Result) -> Values:
    """What matters of a raid."""
    row = result.missions[0]
    return {label: float(row[key] or 0) * (100 if key in _PERCENT else 1) for key, label in _MEASURED.items()}


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


def table(title: str, contenders: Sequence[Study], read: Callable[[Result], Values], jobs: int) -> Iterator[str]:
    """Fly one table in Markdown, line by line."""
    yield f"\n{title}\n"
    first: list[Values] = []
    for study in contenders:
        rows = [read(result) for result in flown(study, jobs)]
        if not first:
            first = rows
            yield "| bot | n | " + " | ".join(rows[0]) + " |"
            yield "|---|---|" + "---|" * len(rows[0])
        cells = [_cell([row[what] for row in rows], "%" in what) for what in rows[0]]
        yield f"| {study.name} | {len(rows)} | " + " | ".join(cells) + " |"
        if rows is not first:
            pairs = list(zip(first, rows, strict=False))
            gaps = [_gap([a[what] - b[what] for a, b in pairs]) for what in rows[0]]
            yield f"| {contenders[0].name} less {study.name} | {len(pairs)} | " + " | ".join(gaps) + " |"


def _cell(values: list[float], percent: bool) -> str:
    n, total, squares = len(values), sum(values), sum(value * value for value in values)
    low, high = bounded_interval(n, total, squares, 100.0) if percent else mean_interval(n, total, squares)
    digits = 1 if total / len(values) >= _FINE else 2
    return f"{total / len(values):.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


def _gap(gaps: list[float]) -> str:
    found = paired_means(len(gaps), sum(gaps), sum(gap * gap for gap in gaps))
    digits = 1 if max(abs(found.low), abs(found.high)) >= _FINE else 2
    return f"{found.mean:+.{digits}f} ({found.low:+.{digits}f} to {found.high:+.{digits}f})" + (
        " *" if found.low > 0 or found.high < 0 else ""
    )


def studies(base: Study, counts: Sequence[int]) -> list[Study]:
    """A study for each bot, with so many flights of doctrine and cautious, of random, of rollout."""
    many, few, fewest = counts
    bots = {"doctrine": many, "crew": many, "cautious": many, "random": few, _ROLLOUT: fewest}
    return [replace(base, pilot=bot, count=count) for bot, count in bots.items() if count]


def main() -> None:
    """Read the command line and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="b29, b17, doolittle; default all")
    parser.add_argument("--tours", type=int, metavar="K", help="tours of doctrine and cautious")
    parser.add_argument("--random-tours", type=int, metavar="K", help="tours of random")
    parser.add_argument("--raids", type=int, metavar="K", help="raids of doctrine, cautious and random a scenario")
    parser.add_argument("--rollout", type=int, metavar="K", help=f"tours, or raids a scenario, of {_ROLLOUT}")
    parser.add_argument("--scenario", action="append", default=[], help="of the raid; may be given again")
    parser.add_argument("--seed", default="bots")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="put the tables into docs/bots.md")
    args = parser.parse_args()
    for name in args.games or games.names():
        lines: list[str] = []
        for line in tables(name, args):
            print(line, flush=True)
            lines.append(line)
        if args.write:
            words = [word for word in sys.argv[1:] if word != "--write" and word not in games.names()]
            order = " ".join(["scripts/bots", name, *words])
            text = "\n".join(lines).strip()
            figures.write("bots", {f"bots-{name}": f"    {order}\n\n{text}\n"})


def tables(name: str, args: argparse.Namespace) -> Iterator[str]:
    """The tables of a game."""
    title = games.load(name).title
    base = Study(game=name, seed=args.seed)
    if name in _TOURS:
        counts = _chosen((args.tours, args.random_tours, args.rollout), _TOURS[name])
        flown_by = studies(replace(base, unit="tours"), counts)
        yield from table(f"{title}: whole tours, seed {args.seed}", flown_by, tour, args.jobs)
        return
    for number, usual in _RAIDS.items():
        if not args.scenario or number in args.scenario:
            counts = _chosen((args.raids, args.raids, args.rollout), usual)
            flown_by = studies(replace(base, scenario=number), counts)
            yield from table(f"{title}: scenario {number}, seed {args.seed}", flown_by, raid, args.jobs)


def _chosen(asked: Sequence[int | None], usual: Sequence[int]) -> list[int]:
    """What was asked for, else what is usual; of the last bot no more than of the first."""
    counts = [there if here is None else here for here, there in zip(asked, usual, strict=True)]
    return [*counts[:2], min(counts[0], counts[2])]


if __name__ == "__main__":
    main()
