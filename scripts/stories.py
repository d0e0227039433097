"""Flies missions of every game and rule set by bots, and proves each story against its log.

A bomber flies whole tours, so that later targets and night missions come too; of the raid every scenario is flown.
Prints what is wrong with each story, or with --show the stories; ends with 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Callable, Iterator
from itertools import islice

from flakhouse import games
from flakhouse.core.dice import Seeded
from flakhouse.core.game import Game, JsonDict
from flakhouse.core.referee import Referee
from flakhouse.render.b17.story import B17Story
from flakhouse.render.b29.story import B29Story
from flakhouse.render.base import Record
from flakhouse.render.bomber import check as bomber_check
from flakhouse.render.doolittle import check as raid_check
from flakhouse.render.doolittle import story as raid_story
from flakhouse.render.story.tell import Story

PILOTS = ("doctrine", "cautious", "doctrine", "random")  # they take turns, tour by tour
Tell = Callable[[Record], Story]
Check = Callable[[Story, Record], list[str]]
TELLERS: dict[str, tuple[Tell, Check]] = {
    "b17": (B17Story().tell, bomber_check.faults),
    "b29": (B29Story().tell, bomber_check.faults),
    "doolittle": (raid_story.tell, raid_check.faults),
}


def flights(game: Game, chosen: dict[str, str], seed: str) -> Iterator[Record]:
    """Missions one after another, tour after tour, without end."""
    options = game.check_options(chosen)
    campaign: JsonDict | None = None
    tour, number = 0, 0
    while True:
        number += 1
        mark = f"{seed}/{tour}/{number}"
        ref = Referee(Seeded(mark), game.pilots()[PILOTS[tour % len(PILOTS)]](mark), trace=True)
        end = game.play(ref, campaign, options)
        yield Record(
            save=seed,
            game=game.name,
            number=number,
            seed=mark,
            options=options,
            outcome=end.outcome,
            campaign=end.campaign,
            events=ref.events,
        )
        campaign = end.campaign
        if end.over or campaign is None:
            campaign, number, tour = None, 0, tour + 1


def prove(game: Game, chosen: dict[str, str], count: int, seed: str, show: bool) -> int:
    """How many of so many stories are wrong."""
    tell, check = TELLERS[game.name]
    wrong = 0
    words: list[int] = []
    for record in islice(flights(game, chosen, seed), count):
        story = tell(record)
        found = check(story, record)
        words.append(story.words())
        wrong += bool(found)
        if show:
            print(f"\n{story.title} ({record.seed}, {story.words()} words)\n")
            print("\n\n".join(textwrap.fill(text, 100) for text in story.texts()))
        for fault in found:
            print(f"{game.name} {record.seed}: {fault}")
    what = ", ".join(f"{key} {value}" for key, value in chosen.items())
    size = f"{min(words)} to {max(words)} words, {sum(words) // len(words)} on average"
    print(f"{game.name} ({what}): {count} stories, {wrong} wrong; {size}")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100, help="missions of every rule set or scenario")
    parser.add_argument("--seed", default="stories", help="of the first tour")
    parser.add_argument("--show", action="store_true", help="print the stories")
    parser.add_argument("game", nargs="*", help="default: all")
    args = parser.parse_args()
    wrong = 0
    for name in args.game or list(TELLERS):
        game = games.load(name)
        for scenario in game.scenarios():
            wrong += prove(game, dict(scenario.options), args.count, args.seed, args.show)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
