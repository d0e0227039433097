"""Whole flights as readable logs, kept under tests/goldens: `check` compares, `update` writes them anew.

A change of the rules shows as a change of these files; review it like code.
"""

from __future__ import annotations

import sys
from pathlib import Path

from flakhouse.core.agents import Agent, RandomAgent
from flakhouse.core.dice import Seeded
from flakhouse.core.referee import Referee
from flakhouse.games.b29.game import GAME
from flakhouse.games.b29.pilots import Cautious, Doctrine
from flakhouse.render.base import renderer

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "goldens"
#: Name: seed, pilot, options, how many missions of the tour before the one shown.
FLIGHTS: dict[str, tuple[str, str, dict[str, str], int]] = {
    "b29-advanced-1": ("golden-1", "doctrine", {}, 0),
    "b29-advanced-12": ("golden-2", "doctrine", {}, 14),
    "b29-basic": ("golden-3", "doctrine", {"rules": "basic"}, 0),
    "b29-streamlined": ("golden-4", "doctrine", {"rules": "streamlined"}, 13),
    "b29-random": ("golden-5", "random", {}, 12),
}


def pilot(name: str) -> Agent:
    """The agent of a name; the random one with a fixed seed."""
    return {"doctrine": Doctrine, "cautious": Cautious}[name]() if name != "random" else RandomAgent("golden")


def flight(name: str) -> str:
    """The log of a flight as text."""
    seed, who, options, before = FLIGHTS[name]
    chosen = GAME.check_options(options)
    campaign = None
    for number in range(before):
        campaign = GAME.play(Referee(Seeded(f"{seed}/{number}"), Doctrine()), campaign, chosen).campaign
    ref = Referee(Seeded(f"{seed}/{before}"), pilot(who), trace=True)
    GAME.play(ref, campaign, chosen)
    lines = renderer(GAME).log(ref.events, "full")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def main(words: list[str]) -> int:
    """`check` or `update`."""
    if words not in (["check"], ["update"]):
        print("usage: scripts/goldens check|update", file=sys.stderr)
        return 2
    changed = []
    for name in FLIGHTS:
        path = FOLDER / f"{name}.txt"
        text = flight(name)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            changed.append(name)
            if words == ["update"]:
                FOLDER.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8")
    print(f"{len(FLIGHTS)} flights, changed: {', '.join(changed) or 'none'}")
    return 1 if changed and words == ["check"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
