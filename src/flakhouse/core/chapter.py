"""A chapter as it is kept: what makes it what it is, how it begins, who writes it down, whether it still plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from flakhouse import __version__
from flakhouse.core.dice import Dice, Keyed, checked, from_seed
from flakhouse.core.game import Finish, Game, House, JsonDict
from flakhouse.core.journal import Entry, Throw
from flakhouse.errors import Desync, OptionError

__all__ = [
    "AUTOMATION",
    "BY_CHART",
    "SEALED",
    "Chain",
    "Chapter",
    "Keeper",
    "Verdict",
    "begin",
    "dice_of",
    "difference",
    "up_to",
]

#: Which questions answer themselves: none, all routine ones, or those once the game is set up and the crew named.
AUTOMATION = ("none", "formal", "routine", "named")

#: How the seed of dice begins that depend on what is rolled for; all others fall in the order they are thrown.
BY_CHART = "by-chart:"
#: How the seed of a save begins whose true one a server keeps to itself.
SEALED = "sealed:"


class Chain(Dice):
    """Dice from several seeds: each takes over when so many faces have been drawn in all.

    `given` faces come first, for practice and bug reports. `drawn` counts the faces taken so far.
    """

    def __init__(self, seeds: Sequence[tuple[int, str]], given: Sequence[int] = ()) -> None:
        super().__init__()
        self.buffer = bytes(checked(face) for face in given)
        self._made = len(self.buffer)
        self._passed = 0
        self._made_of = (tuple(seeds), tuple(given))
        self._seeds = list(seeds)
        self.seed = self._seeds[0][1]
        self._source = from_seed(self._seeds.pop(0)[1])

    def fresh(self) -> Dice:
        """The same dice from their first face on."""
        return Chain(*self._made_of)

    @property
    def drawn(self) -> int:
        """How many faces have been taken."""
        return self._passed + self.at

    def refill(self) -> None:
        """Go on with the seed in force; leave at least two faces."""
        self._passed += self.at
        self.buffer = self.buffer[self.at :]
        self.at = 0
        while len(self.buffer) < 2:
            while self._seeds and self._seeds[0][0] <= self._made:
                self._source = from_seed(self._seeds.pop(0)[1])
            source = self._source
            source.refill()
            more = source.buffer[source.at :]
            source.at = len(source.buffer)
            if self._seeds:
                more = more[: self._seeds[0][0] - self._made]
            self._made += len(more)
            self.buffer += more


class _Sealed(Dice):
    """Dice of a seed that is kept elsewhere: nobody throws them here."""

    def refill(self) -> None:
        """Say so."""
        raise Desync(0, "a server keeps the seed of this strict challenge to itself until it closes")

    def below(self, count: int) -> int:
        """Say so."""
        self.refill()
        return 0


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A note of the player's own: after how many steps, when, what. The rules never see it."""

    step: int
    written: str
    text: str


class Chapter(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everything that makes a chapter what it is. This is what saves hold and export."""

    game: str
    number: int = 1
    seeds: list[tuple[int, str]]  # from so many faces drawn on, this seed; the first from 0
    campaign: JsonDict | None = None  # as it was when the chapter began; None: a new one is set up
    options: dict[str, str] = {}
    house_name: str = ""
    house: str = ""  # the house rules file, word for word
    rules_version: int = 0
    charts: str = ""  # digest of the chart book
    version: str = ""  # of Flakhouse
    position: str | None = None
    step: str = ""
    given: list[int] = []  # injected dice
    automation: str = "none"
    table_after: int | None = None  # the player throws the dice of every roll after this one
    undos: int = 0  # steps taken back past a die roll
    entries: list[Entry] = []
    auto: list[int] = []  # which entries answered themselves
    finished: Finish | None = None
    check: int | None = None  # the running check at the end
    remarks: list[str] = []  # what happened to the record itself: rules changed, forked from ...
    notes: list[Note] = []  # the player's diary
    noses: dict[str, str] = {}  # the drawing chosen for a bomber, by her name
    names: dict[str, str] = {}  # other names for the next chapter on: "Pilot/Old Name", "Bomber/Old Name"
    awards: dict[str, str] = {}  # what the player said to a medal proposed: "pilot-1/dfc" is "yes" or "no"


class Verdict(msgspec.Struct, frozen=True):
    """Whether a record still plays as recorded; if not, the step where it parts and how."""

    identical: bool
    step: int
    what: str


class Keeper:
    """Writes a session down, step by step. A store subclasses it; every method may raise SaveError."""

    def append(self, at: int, entries: Sequence[Entry], own: int, chapter: Chapter | None = None) -> None:
        """Keep entries behind the first `at` ones, all or none: the first `own` are the player's, the others
        answered themselves. A chapter is given if they end it: its end is kept with them."""
        raise NotImplementedError

    def cut(self, to: int, chapter: Chapter) -> None:
        """Drop the entries from `to` on, the finish, and keep the chapter's counts and settings."""
        raise NotImplementedError

    def settings(self, chapter: Chapter) -> None:
        """Keep automation, table dice, undo count, remarks and versions."""
        raise NotImplementedError

    def finish(self, chapter: Chapter) -> None:
        """Keep how the chapter ended."""
        raise NotImplementedError

    def crash(self, chapter: Chapter, error: BaseException) -> str:
        """Write what reproduces a crash into a file and give its path ("" if that failed too)."""
        raise NotImplementedError


def dice_of(game: Game, chapter: Chapter, secret: str = "") -> Dice:
    """The dice of a chapter; `secret` is the seed behind a sealed one."""
    seeds = chapter.seeds
    if seeds[0][1].startswith(SEALED):
        if not secret:
            return _Sealed()
        seeds = [(0, secret)]
    if seeds[0][1].startswith(BY_CHART):
        return Keyed(seeds, chapter.given, game.conditions())
    return Chain(seeds, chapter.given)


def begin(
    game: Game,
    seed: str,
    *,
    number: int = 1,
    campaign: JsonDict | None = None,
    options: Mapping[str, str] | None = None,
    house: House | None = None,
    position: str | None = None,
    step: str = "",
    given: Sequence[int] = (),
    automation: str = "none",
    table_dice: bool = False,
) -> Chapter:
    """A new chapter with everything checked. Options given here win over those of the house rules."""
    chosen = game.check_options({**(house.options if house else {}), **(options or {})})
    if automation not in AUTOMATION:
        raise OptionError(f"automation={automation!r}: expected {' or '.join(AUTOMATION)}")
    if position is not None:
        game.check_position(position, chosen, step)
    return Chapter(
        game=game.name,
        number=number,
        seeds=[(0, seed)],
        campaign=campaign,
        options=chosen,
        house_name=house.name if house else "",
        house=house.text if house else "",
        rules_version=game.rules_version,
        charts=game.charts().digest(),
        version=__version__,
        position=position,
        step=step,
        given=[checked(face) for face in given],
        automation=automation,
        table_after=0 if table_dice else None,
    )


def up_to(chapter: Chapter, step: int) -> Chapter:
    """The chapter up to a step, as it was then."""
    entries = chapter.entries
    step = max(0, min(step, len(entries)))
    following = entries[step] if step < len(entries) else None
    table_after = chapter.table_after if following is None else None
    if isinstance(following, Throw):
        table_after = following.roll - 1
    return msgspec.structs.replace(
        chapter,
        entries=entries[:step],
        auto=[i for i in chapter.auto if i < step],
        automation="none",
        table_after=table_after,
        finished=chapter.finished if following is None else None,
        check=chapter.check if following is None else None,
    )


def difference(now: Finish, then: Finish) -> str:
    """The first fact of an outcome that differs, in words."""
    for key in sorted({*now.outcome, *then.outcome}):
        old, new = then.outcome.get(key), now.outcome.get(key)
        if old != new:
            return f"{key} was {old!r}, is now {new!r}"
    return "the campaign record differs"
