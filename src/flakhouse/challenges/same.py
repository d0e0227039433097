"""How a reader flies the flight he was shown: the same game, options and dice, as a code or as a seed.

From the seed of a tour follow the dice of its flights to come, so it is told only where none come, where it is the
code of a challenge, or where its owner says so. What a server keeps to itself is in no save, so it cannot be told.
"""

from __future__ import annotations

import shlex
from urllib.parse import urlencode

import msgspec

from flakhouse import games
from flakhouse.challenges.forms import first_chapter
from flakhouse.core.challenge import Challenge, parse
from flakhouse.core.chapter import BY_CHART, SEALED, Chapter
from flakhouse.core.game import Game
from flakhouse.errors import OptionError

__all__ = ["Same", "same_flight"]


class Same(msgspec.Struct, frozen=True):
    """The way to the same flight."""

    code: str  # of the challenge; "" if it is none
    command: str
    query: str  # of the start page of a server


def same_flight(chapter: Chapter, told: bool = False) -> Same | None:
    """The way to the flight of this chapter, if there is one that may be told; `told`: its owner says so."""
    game = games.load(chapter.game)
    if chapter.number != 1 or chapter.campaign is not None or chapter.given or len(chapter.seeds) != 1:
        return None  # it began where nobody else can begin, or with dice that are nobody else's
    seed = chapter.seeds[0][1].rpartition("/")[0]
    if not seed or seed.startswith(SEALED) or chapter.table_after is not None:
        return None
    if found := _challenge(game, chapter, seed):
        code = found.code
        return Same(code, f"flakhouse play --challenge {code}", urlencode({"code": code}) + "#code")
    over = chapter.finished is not None and (chapter.finished.over or game.chapters == 1)
    if chapter.house or chapter.position is not None or not (told or over):
        return None
    options = _options(game, chapter)
    words = ["flakhouse", "play", game.name, "--seed", seed]
    for key, value in options.items():
        words += ["--option", f"{key}={value}"]
    return Same("", shlex.join(words), _query(game, seed, options))


def _challenge(game: Game, chapter: Chapter, seed: str) -> Challenge | None:
    """The challenge that the chapter flew."""
    try:
        found = parse(seed.removeprefix(BY_CHART)) if seed.startswith(BY_CHART) else None
        asked = first_chapter(game, found.form, found.options, found.seed) if found is not None else None
    except OptionError:
        return None
    if found is None or asked is None or found.game != chapter.game:
        return None
    same = (asked.options, asked.house, asked.position) == (chapter.options, chapter.house, chapter.position)
    return found if same else None


def _options(game: Game, chapter: Chapter) -> dict[str, str]:
    """The options that are not as usual."""
    usual = {spec.key: spec.default for spec in game.options()}
    return {key: value for key, value in chapter.options.items() if usual.get(key) != value}


def _query(game: Game, seed: str, options: dict[str, str]) -> str:
    """What fills in the form of a new game."""
    usual = {spec.key: spec.default for spec in game.options()}
    every = {**usual, **options}
    fit = [one for one in game.scenarios() if all(every.get(k) == v for k, v in one.options.items())]
    scenario = max(fit, key=lambda one: len(one.options), default=None)
    filled = {"new": game.name, "seed": seed, **({"scenario": scenario.key} if scenario else {})}
    return urlencode({**filled, **{f"option:{key}": value for key, value in options.items()}}) + "#new"
