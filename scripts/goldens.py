"""Whole flights as readable logs, kept under tests/goldens: `check` compares, `update` writes them anew.

A change of the rules shows as a change of these files; review it like code.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from flakhouse import games
from flakhouse.core.dice import Seeded
from flakhouse.core.game import JsonDict
from flakhouse.core.referee import Referee
from flakhouse.render.base import renderer

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "goldens"


class Flight(NamedTuple):
    """A flight to keep: `before` missions of its tour are flown first, by the game's default pilot."""

    game: str
    seed: str
    pilot: str
    options: dict[str, str]
    before: int


#: By the name of the file. Those of a game that is not registered are left out.
ALL: dict[str, Flight] = {
    "b29-advanced-1": Flight("b29", "golden-34", "doctrine", {}, 0),
    "b29-advanced-12": Flight("b29", "golden-2", "doctrine", {}, 14),
    "b29-basic": Flight("b29", "golden-3", "doctrine", {"rules": "basic"}, 0),
    "b29-streamlined": Flight("b29", "golden-4", "doctrine", {"rules": "streamlined"}, 13),
    "b29-random": Flight("b29", "golden-5", "random", {}, 12),
    "b17-1": Flight("b17", "golden-1", "doctrine", {}, 0),
    "b17-12": Flight("b17", "golden-2", "doctrine", {}, 11),
    "b17-random": Flight("b17", "golden-3", "random", {}, 5),
    "doolittle-1": Flight("doolittle", "golden-1", "doctrine", {"scenario": "1"}, 0),
    "doolittle-6-random": Flight("doolittle", "golden-6", "random", {"scenario": "6"}, 0),
    "doolittle-7": Flight("doolittle", "golden-7", "doctrine", {"scenario": "7", "denouement": "on"}, 0),
    "doolittle-10": Flight("doolittle", "golden-10", "doctrine", {"scenario": "10"}, 0),
}
FLIGHTS = {name: flight for name, flight in ALL.items() if flight.game in games.names()}


def flight(name: str) -> str:
    """The log of a flight as text."""
    what = FLIGHTS[name]
    game = games.load(what.game)
    options = game.check_options(what.options)
    pilots = game.pilots()
    campaign: JsonDict | None = None
    for number in range(what.before):
        ref = Referee(Seeded(f"{what.seed}/{number}"), pilots[game.default_pilot]("golden"))
        finish = game.play(ref, campaign, options)
        campaign = None if finish.over else finish.campaign  # a tour that ended early gives way to another
    ref = Referee(Seeded(f"{what.seed}/{what.before}"), pilots[what.pilot]("golden"), trace=True)
    game.play(ref, campaign, options)
    lines = renderer(game).log(ref.events, "full")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def main(words: list[str]) -> int:
    """`check` or `update`, of all flights or of those of the games named."""
    known = {flight.game for flight in FLIGHTS.values()}
    if words[:1] not in (["check"], ["update"]) or not set(words[1:]) <= known:
        print(f"usage: scripts/goldens check|update [GAME...]; games: {', '.join(sorted(known))}", file=sys.stderr)
        return 2
    names = [name for name, flight in FLIGHTS.items() if not words[1:] or flight.game in words[1:]]
    changed = []
    for name in names:
        path = FOLDER / f"{name}.txt"
        text = flight(name)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            changed.append(name)
            if words[0] == "update":
                FOLDER.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8")
    print(f"{len(names)} flights, changed: {', '.join(changed) or 'none'}")
    return 1 if changed and words[0] == "check" else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
