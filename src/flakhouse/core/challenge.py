"""The same mission for everybody: game, form, options and seed as a short code that can be read aloud.

    b17.7k2m9xqd.cj                      the defaults
    doolittle.scenario=10.7k2m9xqd.q2    with options, joined by +
    b17.hamm.7k2m9xqd.k3                 in a form with a score of its own (`flakhouse.challenges`)

The code itself is the seed of the dice, so a save shows which challenge it flew. The dice depend on what is rolled
for (`dice.Keyed`): players who choose differently still meet comparable luck.
"""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from collections.abc import Mapping

import msgspec

from flakhouse.core.chapter import BY_CHART
from flakhouse.core.game import Game
from flakhouse.errors import OptionError

__all__ = ["Challenge", "make", "parse"]

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that is taken for another
_LENGTH = 8
_LONGEST = 100
_CODE = re.compile(r"([a-z0-9]+)(?:\.([a-z0-9_=+.-]*?))?\.([a-z0-9]{8})\.([a-z2-7]{2})")


class Challenge(msgspec.Struct, frozen=True):
    """A challenge: what is flown, and its code, which is the seed."""

    code: str
    game: str
    options: dict[str, str]
    form: str = ""  # "": an ordinary first chapter, ranked by what matters in the game

    @property
    def seed(self) -> str:
        """The seed of a save that flies it."""
        return f"{BY_CHART}{self.code}"


def make(game: Game, chosen: Mapping[str, str], word: str = "", form: str = "") -> Challenge:
    """A challenge with these options, or in this form; `word` are its eight letters, drawn if none are given."""
    game.check_options(dict(chosen))
    if form and chosen:
        raise OptionError("a form has its own options")
    word = word or "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
    options = "+".join(f"{key}={value}" for key, value in sorted(chosen.items()))
    plain = ".".join(part for part in (game.name, form or options, word) if part)
    code = f"{plain}.{_check(plain)}"
    if len(code) > _LONGEST or _CODE.fullmatch(code) is None:
        raise OptionError("a challenge has room for fewer options; leave out those that are the default")
    return Challenge(code, game.name, dict(chosen), form)


def parse(code: str) -> Challenge:
    """The challenge of a code; OptionError says what is wrong with it. The game checks its options."""
    code = code.strip().lower()
    found = _CODE.fullmatch(code) if len(code) <= _LONGEST else None
    if found is None:
        raise OptionError("this is no code of a challenge; one looks like b17.7k2m9xqd.cj")
    game, options, _, check = found.groups()
    if check != _check(code[:-3]):
        raise OptionError("the code of the challenge has a typing error; compare it letter by letter")
    if options and "=" not in options:
        return Challenge(code, game, {}, options)
    pairs = dict(pair.partition("=")[::2] for pair in options.split("+")) if options else {}
    return Challenge(code, game, pairs)


def _check(plain: str) -> str:
    """Two letters that tell a typing error."""
    return base64.b32encode(hashlib.blake2b(plain.encode(), digest_size=2).digest())[:2].decode().lower()
