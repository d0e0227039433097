"""What a newcomer is told beside a decision on his guided first mission."""

from __future__ import annotations

import functools
import tomllib
from importlib import resources

import msgspec

from flakhouse.web.moment import Moment

__all__ = ["guide_of"]


class _Guide(msgspec.Struct, forbid_unknown_fields=True):
    ask: dict[str, str] = {}  # by the id of a question
    rule: dict[str, str] = {}  # by the beginning of its rule number, the longest wins
    dice: str = ""
    end: str = ""


@functools.cache
def _guide(game: str) -> _Guide:
    file = resources.files("flakhouse.web").joinpath("guides", f"{game}.toml")
    if not file.is_file():
        return _Guide()
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), _Guide)


def guide_of(now: Moment) -> str:
    """The words for this moment; "" where there are none."""
    guide = _guide(now.game)
    if now.question is not None:
        found = guide.ask.get(now.question.id, "")
        if found:
            return found
        rules = [key for key in guide.rule if now.question.rule.startswith(key)]
        return guide.rule[max(rules, key=len)] if rules else ""
    return guide.dice if now.dice is not None else guide.end
