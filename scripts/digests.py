"""Plays chapters of every game and prints digests of each: two builds that print the same play the same.

Pilots and scenarios take turns every eight chapters, and a tour goes on meanwhile. Each chapter is played twice,
with the log and without.
"""

from __future__ import annotations

import argparse
import sys
import zlib
from collections.abc import Iterator

import msgspec

from flakhouse import games
from flakhouse.core.build import build
from flakhouse.core.dice import Seeded
from flakhouse.core.game import Game, JsonDict
from flakhouse.core.referee import Referee

BLOCK = 8  # chapters with one pilot and scenario
CHAPTERS = 240  # every bot in every scenario: three bots, ten scenarios of the raid


#: Those that every version has, so that its digests can be compared with these.
_PILOTS = ("doctrine", "cautious", "random")


def crc(thing: object) -> str:
    return f"{zlib.crc32(msgspec.json.encode(thing)):08x}"


def chapter(
    game: Game, campaign: JsonDict | None, options: dict[str, str], number: int, pilot: str
) -> tuple[str, JsonDict | None]:
    """The digests of one chapter, and the campaign to go on with."""
    told: list[str] = []
    after: JsonDict | None = None
    for trace in (True, False):
        seed = f"digest/{game.name}/{number}"
        ref = Referee(Seeded(seed), game.pilots()[pilot](seed), trace=trace)
        finish = game.play(ref, campaign, options)
        after = None if finish.over else finish.campaign
        told += [str(ref.rolls), str(ref.asked), str(ref.check), crc(ref.events), crc(ref.journal), crc(finish)]
        told.append(str(game.state_mark(ref.state)))
    return " ".join(told), after


def digests(game: Game, count: int) -> Iterator[str]:
    """A line for each chapter."""
    scenarios: list[dict[str, str]] = [scenario.options for scenario in game.scenarios()] or [{}]
    pilots = [name for name in game.pilots() if name in _PILOTS]
    campaign: JsonDict | None = None
    for number in range(count):
        block, at = divmod(number, BLOCK)
        if at == 0:
            campaign = None
        pilot = pilots[block % len(pilots)]
        options = game.check_options(scenarios[block // len(pilots) % len(scenarios)])
        line, campaign = chapter(game, campaign, options, number, pilot)
        yield f"{game.name} {number} {pilot} {line}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=CHAPTERS, help="chapters of every game")
    parser.add_argument("game", nargs="*", help="default: all")
    a = parser.parse_args()
    print(build())
    for name in a.game or games.names():
        for line in digests(games.load(name), a.count):
            print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
