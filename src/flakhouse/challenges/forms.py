"""The forms of a challenge: how its one chapter begins, what is announced about it, and what an end scores."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from flakhouse.core.chapter import Chapter, begin
from flakhouse.core.game import Game
from flakhouse.core.session import Session
from flakhouse.errors import OptionError

__all__ = ["Form", "Line", "Score", "first_chapter", "form_of", "forms", "rank"]


class Line(msgspec.Struct, frozen=True):
    """A line of a score."""

    label: str
    points: float


class Score(msgspec.Struct, frozen=True):
    """What a flight scored. More is better; `tie` decides between equals."""

    points: float
    lines: tuple[Line, ...] = ()
    tie: float = 0.0
    wins: bool = True  # whether it can win at all
    why: str = ""  # why it cannot


class Form:
    """An ordinary first chapter with the options of the challenge, ranked by what matters in the game."""

    name = ""
    title = "First mission"
    about = (
        "Everybody flies the same first mission with the same dice. What matters in the game ranks the flights."
    )
    game = ""  # the one game it is for; "": any
    tie = ""  # what decides between equals, in words

    def begin(self, game: Game, options: Mapping[str, str], seed: str) -> Chapter:
        """The chapter that everybody flies, with the dice of this seed."""
        return begin(game, f"{seed}/1", options=options)

    def announced(self, game: Game, seed: str) -> list[tuple[str, str]]:
        """What everybody knows before take-off: what it is, and how it is today."""
        return []

    def score(self, session: Session) -> Score:
        """What a flight scored that has been played to its end, with its log."""
        assert session.finish is not None
        game = session.game
        measured = game.measured(session.finish)
        lines = [Line(measure.label, measured[measure.key]) for measure in game.measures()]
        return Score(game.worth(measured), tuple(lines))


def forms() -> dict[str, Form]:
    """Every form by name."""
    from flakhouse.challenges.hamm import Hamm

    return {form.name: form for form in (Form(), Hamm())}


def form_of(name: str, game: str) -> Form:
    """A form that fits a game; OptionError if there is none."""
    found = forms()
    if name not in found:
        raise OptionError(f"no form {name[:40]!r}; forms: {', '.join(filter(None, found))}")
    form = found[name]
    if form.game not in ("", game):
        raise OptionError(f"the form {name} is for {form.game}, not for {game}")
    return form


def first_chapter(game: Game, form: str, options: Mapping[str, str], seed: str, alias: str = "") -> Chapter:
    """The chapter of a challenge; with an `alias`, as it is kept where the seed must not be seen."""
    chapter = form_of(form, game.name).begin(game, options, seed)
    if alias:
        chapter.seeds = [(0, f"{alias}/1")]
    return chapter


def rank(scores: Mapping[str, Score]) -> list[tuple[int | None, str]]:
    """Places and names, best first. Who scored and tied the same shares a place; who cannot win has none."""

    def key(name: str) -> tuple[bool, float, float]:
        score = scores[name]
        return score.wins, round(score.points, 6), score.tie

    placed: list[tuple[int | None, str]] = []
    for at, name in enumerate(sorted(sorted(scores), key=key, reverse=True), 1):
        same = placed and key(placed[-1][1]) == key(name)
        place = at if scores[name].wins else None
        placed.append((placed[-1][0] if same else place, name))
    return placed
