"""The B-29 campaign as the design notes of the rule book count it, beside the tours of a sensible bot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from flakhouse.core.events import Noted
from flakhouse.core.game import HistoryRow
from flakhouse.games.b29.words import End, Root
from flakhouse.games.bomber.history import CAUGHT, Flown, ManFate, Sums, fly_tours
from flakhouse.games.bomber.words import Repair

if TYPE_CHECKING:
    from flakhouse.core.game import Game

__all__ = ["SORTIES", "compare"]

SORTIES = 31_387  # of the Twentieth Air Force against Japan
_BY_FIGHTERS = 73
_BY_FLAK = 55
_FIGHTERS = frozenset({Root.FIGHTER, Root.AIRBURST, Root.RAM, Root.COLLISION, Root.BAKA})
_FLAK = frozenset({Root.FLAK, Root.BIP})
_ACCIDENTS = frozenset(
    {
        Root.TAKEOFF,
        Root.WEATHER,
        Root.FROST,
        Root.ASSEMBLY,
        Root.MECHANICAL,
        Root.FUEL,
        Root.NAVIGATION,
        Root.FRIENDLY,
        Root.THERMAL,
        Root.LANDING,
    }
)
_KINDS = ("fighter-placed", "rammer-placed", "coordinated-attack", "rescued", "lost-at-sea")
_AHEAD = ("10:30", "12", "1:30")


class _Bomber(msgspec.Struct):
    state: str
    end: str


class _Outcome(msgspec.Struct):
    training: bool
    bomber: _Bomber
    cause: str | None
    crew: dict[str, ManFate]


class _Count:
    """The figures of one study."""

    def __init__(self) -> None:
        self.fighters = Sums()
        self.flak = Sums()
        self.accidents = Sums()
        self.rescued = Sums()  # a case a crew: its men share one sea and one fate of the rafts
        self.navigation = Sums()
        self.ahead = Sums()
        self.behind = Sums()
        self.coordinated = Sums()

    def add(self, flown: Flown) -> None:
        """One more mission."""
        out = msgspec.convert(flown.finish.outcome, _Outcome)
        if not out.training and out.bomber.end != End.NOT_FLOWN:
            self._flown(flown, out)
        if flown.finish.over:
            for sums in self.all():
                sums.end_tour()

    def all(self) -> tuple[Sums, ...]:
        """Everything that is counted."""
        losses = (self.fighters, self.flak, self.accidents, self.rescued, self.navigation)
        return (*losses, self.ahead, self.behind, self.coordinated)

    def _flown(self, flown: Flown, out: _Outcome) -> None:
        """A mission that was flown."""
        lost = out.bomber.state == Repair.LOST
        gone = lost or out.bomber.state == Repair.IRREPARABLE
        self.fighters.add(lost and out.cause in _FIGHTERS)
        self.flak.add(lost and out.cause in _FLAK)
        self.accidents.add(gone and out.cause in _ACCIDENTS)
        if out.bomber.end == End.DITCHED:
            self.navigation.add(out.cause == Root.NAVIGATION)
        self._sea(flown.notes, out)
        self._attacks(flown.notes)

    def _sea(self, notes: list[Noted], out: _Outcome) -> None:
        """Who came alive into the water, and who of them was brought home."""
        found = [out.crew[str(note.facts["man"])].fate not in CAUGHT for note in notes if note.kind == "rescued"]
        men = len(found) + sum(note.kind == "lost-at-sea" for note in notes)
        if men:
            self.rescued.add(sum(found) / men)

    def _attacks(self, notes: list[Noted]) -> None:
        """Whence they came, and whether together."""
        places = [str(note.facts["where"]) for note in notes if note.kind.endswith("-placed")]
        for where in places:
            self.ahead.add(where.startswith(_AHEAD))
            self.behind.add(where.startswith("6"))
        groups = [note.facts["count"] for note in notes if note.kind == "coordinated-attack"]
        planes = sum(count for count in groups if isinstance(count, int))
        for _ in groups:
            self.coordinated.add(1)
        for _ in range(max(0, len(places) - planes)):
            self.coordinated.add(0)


def _row(study: str, what: str, sums: Sums, history: float, source: str, **more: str) -> HistoryRow:
    """A row of what was counted."""
    return sums.row(study, what, history, source=source, **more)


def _losses(study: str, count: _Count) -> list[HistoryRow]:
    """Bombers lost, by cause."""
    accidents = 5 * _BY_FIGHTERS / SORTIES
    return [
        _row(
            study,
            "sorties: bomber lost to fighters",
            count.fighters,
            _BY_FIGHTERS / SORTIES,
            "5.2, design note",
            quoted=f"{100 * _BY_FIGHTERS / SORTIES:.2f} % ({_BY_FIGHTERS} of {SORTIES:,})",
            remark="Rammers, Bakas and air bursts are counted here; table 5-9 and 5-10 are reconstructed.",
        ),
        _row(
            study,
            "sorties: bomber lost to flak",
            count.flak,
            _BY_FLAK / SORTIES,
            "6.2, design note",
            quoted=f"{100 * _BY_FLAK / SORTIES:.2f} % ({_BY_FLAK} of {SORTIES:,})",
            remark="The printed chain from 6-2 to the wings does it.",
        ),
        _row(
            study,
            "sorties: lost by accident, weather, fuel, failure",
            count.accidents,
            accidents,
            "5.2, design note",
            quoted=f"{100 * accidents:.1f} % (almost five to one lost to fighters)",
            remark="Wrecks on our own fields are counted here.",
        ),
    ]


def _rows(study: str, count: _Count, sorties: Sums) -> list[HistoryRow]:
    """Everything the rule book counts."""
    return [
        *_losses(study, count),
        _row(
            study,
            "men alive in the sea: rescued",
            count.rescued,
            0.5,
            "8.6, design note",
            quoted="just under 50 %",
            remark="The mean of crews; who drowned in the ditching itself is not among them.",
        ),
        _row(
            study,
            "ditchings: because of navigation",
            count.navigation,
            0.21,
            "4.5, design note",
            remark="At most: any tank that ran dry after a box was spent off course is counted.",
        ),
        _row(
            study,
            "fighter attacks: from ahead (10:30, 12, 1:30)",
            count.ahead,
            0.4,
            "5.2, design note",
            bound="over",
            quoted="over 40 %",
        ),
        _row(
            study,
            "fighter attacks: from behind (6 o'clock)",
            count.behind,
            0.165,
            "5.2, design note",
            quoted="16 to 17 %",
        ),
        _row(study, "fighter attacks: coordinated, several at once", count.coordinated, 0.11, "5.2, design note"),
        _row(
            study,
            "sorties: against oil and fuel targets",
            sorties,
            0.06,
            "2.2, design note",
            quoted="about 6 %",
            remark="The game leaves them out on purpose.",
        ),
    ]


def compare(game: Game, games: int, seed: str) -> Iterator[list[HistoryRow] | float]:
    """Fly tours under both profiles of Japanese fire: the share done now and then, at last the table."""
    rows: list[HistoryRow] = []
    soft = max(1, games // 2)
    for at, (profile, tours) in enumerate((("standard", games), ("historical", soft))):
        count = _Count()
        seen = -1
        for flown in fly_tours(game, tours, seed, {"profile": profile}, _KINDS):
            count.add(flown)
            if flown.tour > seen:
                seen = flown.tour
                yield (at * games + seen) / (games + soft)
        sorties = Sums()  # against oil and fuel targets: the game has none
        sorties.n, sorties.tours, sorties.nn = count.fighters.n, count.fighters.tours, count.fighters.nn
        if profile == "standard":
            rows += _rows(f"{tours} tours, {sorties.n:,} sorties, rules as printed", count, sorties)
        else:
            rows += _losses(f"{tours} tours, {sorties.n:,} sorties, profile historical", count)
    yield rows
