"""How often a player is asked: prompts of a mission or a scenario, by what answers itself.

The advised answers are given; a form counts as one prompt. Means over first flights, or raids. Another tree is
measured with PYTHONPATH=THERE/src; settings that it does not know are left out.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from flakhouse import games, slate
from flakhouse.core.chapter import AUTOMATION, begin
from flakhouse.core.session import Session

_CASES = (
    ("b29", ""),
    ("b17", ""),
    ("doolittle", "1"),
    ("doolittle", "5"),
    ("doolittle", "7"),
    ("doolittle", "10"),
)
_LEVELS = ("none", "formal", "routine")


def prompts(game: str, scenario: str, level: str, seed: str, ids: Counter[str]) -> int:
    """How many prompts one chapter has."""
    loaded = games.load(game)
    options = {"scenario": scenario} if scenario else {}
    session = Session(loaded, begin(loaded, seed, options=options, automation=level), trace=False)
    session.run()
    asked = 0
    while session.pending is not None:
        ask = session.pending
        asked += 1
        if ask.id == "plan":
            session.answer("own")
            continue
        form = slate.slate(session)
        ids[ask.id if form is None else form.name] += 1
        if form is None:
            session.answer(ask.default)
        else:
            slate.give(session, form)
    return asked


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--flights", type=int, default=20, help="of each bomber game")
    parser.add_argument("--raids", type=int, default=3, help="of each scenario")
    parser.add_argument(
        "--which", action="store_true", help="also which questions they were, with routine steps skipped"
    )
    args = parser.parse_args()
    levels = [level for level in _LEVELS if level in AUTOMATION]
    print("| game | n | " + " | ".join(levels) + " |")
    print("|---|---|" + "---|" * len(levels))
    for game, scenario in _CASES:
        n = args.raids if scenario else args.flights
        ids: Counter[str] = Counter()
        cells: list[str] = []
        for level in levels:
            ids.clear()
            found = [prompts(game, scenario, level, f"prompts {number}", ids) for number in range(n)]
            cells.append(f"{sum(found) / n:.1f}")
        print(
            f"| {game}{f', scenario {scenario}' if scenario else ''} | {n} | " + " | ".join(cells) + " |",
            flush=True,
        )
        if args.which:
            print("  ", ", ".join(f"{id} {count / n:.1f}" for id, count in ids.most_common(14)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
