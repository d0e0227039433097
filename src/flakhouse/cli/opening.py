"""The first questions of `flakhouse play`: go on with a save, or begin a tour, and by which rules."""

from __future__ import annotations

from collections.abc import Mapping

from flakhouse.cli.desk import how_many
from flakhouse.cli.pace import Settings, moment
from flakhouse.cli.terminal import Closed, Terminal
from flakhouse.cli.words import either, fits
from flakhouse.core.game import Game
from flakhouse.store import SaveInfo, Store

__all__ = ["opening"]


def opening(game: Game, new: bool) -> tuple[str | None, str | None]:
    """Ask what to play: the name of a save, or the scenario of a new tour, or neither if the player leaves."""
    term = Terminal()
    term.head(game.title)
    try:
        if not new:
            with Store() as store:
                saves = [info for info in store.saves() if info.game == game.name and info.status != "over"]
            if saves:
                name = _choose_save(term, game, saves)
                if name is not None:
                    return name, None
        scenarios = game.scenarios()
        if not scenarios:
            return None, ""
        options = {s.key: f"{s.title}. {s.about}" for s in scenarios}
        what = "Which scenario?" if game.chapters == 1 else "Which rules?"
        return None, _pick(term, what, options, scenarios[0].key)
    except (Closed, KeyboardInterrupt):
        term.say("Nothing was begun.")
        return None, None


def _choose_save(term: Terminal, game: Game, saves: list[SaveInfo]) -> str | None:
    """Which save to continue; None for a new tour."""
    options = {f"continue-{i}" if i else "continue": _save_line(game, info) for i, info in enumerate(saves[:8])}
    options["new"] = "begin a new tour"
    key = _pick(term, "Continue, or begin a new tour?", options, "continue")
    return None if key == "new" else saves[list(options).index(key)].name


def _save_line(game: Game, info: SaveInfo) -> str:
    where = f"{game.chapter_word} {info.chapter}, step {info.steps}"
    if Settings().untold(info.name, moment(info.chapter, info.steps)) is not None:
        where = f"{game.chapter_word} {info.chapter}, told in part"
    elif info.status == "between":
        where = f"after {game.chapter_word} {info.chapter}"
    house = f", house rules {info.house}" if info.house else ""
    return f"continue {info.name}: {where}{house}, last played {info.updated[:16].replace('T', ' ')}"


def _pick(term: Terminal, prompt: str, options: Mapping[str, str], default: str) -> str:
    """A question outside the game."""
    keys = list(options)
    term.say()
    term.say(prompt, "ask")
    for number, (key, label) in enumerate(options.items(), 1):
        term.say(f"{number} {label}{' (Enter)' if key == default else ''}", indent="  ")
    while True:
        line = term.ask()
        if not line:
            return default
        if line in ("q", "quit"):
            raise Closed
        if how_many(line, 0) in range(1, len(keys) + 1):
            return keys[int(line) - 1]
        found = fits(line, options)
        if found and (len(found) == 1 or found[0] == default):
            return found[0]
        if found:
            term.say(
                f"{line!r} could be {either(f'{keys.index(key) + 1} {options[key]}' for key in found)}.", "hint"
            )
        term.say(f"A number from 1 to {len(keys)}, Enter, or q to leave.", "hint")
