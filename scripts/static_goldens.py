"""Plays every scenario of every game with many seeds and prints a digest of each log and check value.

The same file runs in CPython (python scripts/static_goldens.py SEEDS) and in the Python of the static build
(scripts/static-goldens); two that print the same play the same.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterator

from flakhouse import games
from flakhouse.core.dice import Seeded
from flakhouse.core.referee import Referee
from flakhouse.render.base import renderer


def lines(seeds: int) -> Iterator[str]:
    """A line for each game played: what it was, rolls, questions, check value, digest of the log."""
    for name in games.names():
        game = games.load(name)
        view = renderer(game)
        pilot = game.pilots()["doctrine"]
        for scenario in game.scenarios():
            options = game.check_options(scenario.options)
            for number in range(seeds):
                seed = f"golden/{name}/{scenario.key}/{number}"
                ref = Referee(Seeded(seed), pilot(seed), trace=True)
                game.play(ref, None, options)
                log = zlib.crc32("\n".join(view.log(ref.events)).encode())
                yield f"{name} {scenario.key} {number}: {ref.rolls} {ref.asked} {ref.check} {log:08x}"


if __name__ == "__main__":
    for line in lines(int(sys.argv[1]) if len(sys.argv) > 1 else 50):
        print(line)
