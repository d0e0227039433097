"""Whether a save counts for a challenge: it must be its one chapter, with its dice, and play as recorded."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from flakhouse.challenges.forms import Score, first_chapter, form_of
from flakhouse.core.chapter import Chapter
from flakhouse.core.game import ADVISER, Game
from flakhouse.core.journal import Throw
from flakhouse.core.session import Session

__all__ = ["Result", "judge"]


class Result(msgspec.Struct, frozen=True):
    """What came of a flight: its score, or why it does not count."""

    why: str = ""  # "": it counts
    undos: int = 0  # steps taken back past a die
    score: Score | None = None
    here: bool = False  # flown on the server that judged it


def judge(
    game: Game,
    form: str,
    options: Mapping[str, str],
    seed: str,
    chapter: Chapter,
    *,
    strict: bool = False,
    alias: str = "",
) -> Result:
    """Play the chapter again and score it. `alias` stands in it for a seed that a server keeps to itself."""
    asked = first_chapter(game, form, options, seed, alias)
    why = _other(asked, chapter)
    if not why and strict and chapter.undos:
        why = "a step was taken back past dice, which a strict challenge does not allow"
    if why:
        return Result(why, chapter.undos)
    session = Session(game, chapter, secret=f"{seed}/1" if alias else "")
    verdict = session.verify()
    if not verdict.identical:
        return Result(f"it does not play as recorded: {verdict.what}", chapter.undos)
    session.run()
    return Result("", chapter.undos, form_of(form, game.name).score(session))


def _other(asked: Chapter, chapter: Chapter) -> str:
    """What makes a chapter another one than that of the challenge ("" if nothing does)."""
    if chapter.game != asked.game or chapter.number != 1:
        return "it is not the chapter of this challenge"
    if chapter.seeds != asked.seeds or chapter.given:
        return "it was flown with other dice"
    if chapter.table_after is not None or any(isinstance(entry, Throw) for entry in chapter.entries):
        return "it was flown with dice thrown at the table"
    if _ruling(chapter) != _ruling(asked):
        return "it was flown with other options"
    if chapter.house != asked.house:
        return "it was flown with other house rules"
    if (chapter.position, chapter.step, chapter.campaign) != (asked.position, asked.step, asked.campaign):
        return "it began from another position"
    return "it is not over yet" if chapter.finished is None else ""


def _ruling(chapter: Chapter) -> dict[str, str]:
    """The options that rule play; who advises does not."""
    return {key: value for key, value in chapter.options.items() if key != ADVISER.key}
