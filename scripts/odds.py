"""Odds at the prompt against long simulation from the same position.

For some positions of every game the odds of each option are taken as a player gets them, and set beside flights
that are made another way, with dice of their own:

save   the position is written into a save and read again; each flight is the saved record with another seed from
       there on, the option entered as its next answer, and the bot behind it.
start  each flight begins at the very beginning with new dice; those that come to the same question and look the
       same to the player in everything he can see go on with the option. So what lies face down is whatever chance
       may have put there.

A share is compared by Fisher's exact test, a mean by the difference over its standard error. `p` is the chance of
such a difference, or a greater one, if both ways are alike; with K lines the least of them is expected to be about
1/K. All is well if K times the least is not below 1 in 1,000.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from math import erfc, sqrt
from pathlib import Path

import msgspec
from scipy.stats import fisher_exact

import flakhouse
from flakhouse.core.agents import Agent
from flakhouse.core.dice import Seeded
from flakhouse.core.game import Finish
from flakhouse.core.journal import Answer
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.core.session import Session
from flakhouse.games.doolittle.cups import hidden, turn_over
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Back, Icon
from flakhouse.savefile import FORMAT, SaveFile, encode_save, now
from flakhouse.sim.intervals import t_value
from flakhouse.sim.odds import Cell, Keeps, OddsTable

BOUND = 0.001  # the chance that all lines together are called wrong though they are right
FAR = 100_000  # so many flights in a row that do not come by a position are a fault
Values = Mapping[str, float]


class Position(msgspec.Struct, frozen=True):
    """A question reached by defaults."""

    game: str
    ask: str
    way: str  # "save" or "start"
    seed: str = "7"
    scenario: str = ""
    hidden: bool = False  # markers lie face down

    @property
    def name(self) -> str:
        """As it stands in the table."""
        return f"{self.game} {self.scenario}".rstrip() + f" {self.ask}" + (" (hidden)" if self.hidden else "")


POSITIONS = (
    Position("b29", "truk", "save"),
    Position("b29", "orders", "save"),
    Position("b29", "abort", "save"),
    Position("b17", "cover-removes", "save"),
    Position("b17", "fire-plan", "save"),
    Position("b17", "abort", "save", seed="11"),
    Position("doolittle", "approach", "start", scenario="1"),
    Position("doolittle", "airspeed", "start", scenario="1"),
    Position("doolittle", "assign-hazard", "start", scenario="5", hidden=True),
    Position("doolittle", "approach", "start", scenario="3", hidden=True),
    Position("doolittle", "approach", "start", scenario="4", hidden=True),
)


class Line(msgspec.Struct):
    """A measure of an option, both ways."""

    position: str
    way: str
    option: str
    measure: str
    share: bool
    odds_n: int
    odds: float
    long_n: int
    long: float
    p: float


def at(position: Position) -> Session:
    """The session at its question."""
    session = flakhouse.play(position.game, seed=position.seed, scenario=position.scenario)
    while session.pending is not None and session.pending.id != position.ask:
        session.answer(session.pending.default)
    if session.pending is None:
        raise SystemExit(f"{position.name}: the question never comes with seed {position.seed!r}")
    return session


# ------------------------------------------------------------------ the other way


class Asked(Agent):
    """Does what doctrine does, but is asked every question."""

    name = "asked"

    def choose(self, ask: Question, ref: Referee) -> str:
        return ask.default


def figures(session: Session, finish: Finish) -> Values:
    """What a table of odds tells of a flight from here."""
    campaign = (session.chapter.campaign or {}) if session.chapter.position is None else None
    return session.game.odds_measured(session.game.measured(finish), campaign)


def from_save(session: Session, key: str, seed: str, bot: Agent) -> Iterator[Values]:
    """Flights from a save of this position."""
    chapter = session.chapter
    save = SaveFile(
        format=FORMAT,
        name="position",
        game=chapter.game,
        seed=chapter.seeds[0][1],
        created=now(),
        chapters=[chapter],
    )
    with tempfile.TemporaryDirectory(prefix="flakhouse-") as folder:
        path = Path(folder) / "position.json"
        path.write_bytes(encode_save(save))
        saved = flakhouse.read_save(path)
    ask = saved.pending
    assert ask is not None
    forked = saved.fork("to be changed")
    entered = [*forked.entries, Answer(ask.id, key, saved.ref.check)]
    number = 0
    while True:
        dice = [*forked.seeds[:-1], (forked.seeds[-1][0], f"{seed}/{number}")]
        flight = Session(saved.game, msgspec.structs.replace(forked, entries=list(entered), seeds=dice))
        yield figures(saved, flight.play_on(bot))
        number += 1


class _Elsewhere(Exception):
    """This flight does not come by the position."""


_BLANK = (Back.FLAK, "", 0, 0, 0, 0, 0, 0, 0, Icon.NONE, False, False, False)


def seen(state: object) -> str:
    """What a player sees of the state: markers face down show nothing, cups only what goes into them."""
    if not isinstance(state, Raid):
        return repr(state)
    down = [(marker, hidden(marker)) for marker in state.pieces if not marker.revealed]
    cups = {name: list(cup) for name, cup in state.cups.items()}
    for marker, _ in down:
        turn_over(marker, _BLANK)
    for cup in state.cups.values():
        cup.sort(key=lambda marker: marker.front)
    shown = repr(state)
    for marker, back in down:
        turn_over(marker, back)
    for name, cup in state.cups.items():
        cup[:] = cups[name]
    return shown


def _out(state: object) -> list[tuple[str, str, bool]]:
    """The markers that are out of their cups."""
    pieces = state.pieces if isinstance(state, Raid) else []
    return sorted((marker.cup, marker.front.value, marker.revealed) for marker in pieces if marker.drawn)


def _offered(ask: Question) -> dict[str, str]:
    """What a player may answer, in words."""
    return {key: option.label for key, option in ask.options.items()}


class Again(Agent):
    """Goes the way to a position, looks whether it is the same, takes an option, and leaves the rest to a bot."""

    name = "again"

    def __init__(self, session: Session, view: str, key: str, bot: Agent) -> None:
        self.answers = [entry.key for entry in session.chapter.entries if isinstance(entry, Answer)]
        self.session, self.view, self.key, self.bot = session, view, key, bot
        self.number = 0

    def choose(self, ask: Question, ref: Referee) -> str:
        here = self.number
        self.number += 1
        if here > len(self.answers):
            return self.bot.choose(ask, ref)
        if here < len(self.answers):
            if not ask.accepts(self.answers[here]):
                raise _Elsewhere
            return self.answers[here]
        goal = self.session.pending
        assert goal is not None
        if (ask.id, _offered(ask)) != (goal.id, _offered(goal)) or _out(ref.state) != _out(self.session.state):
            raise _Elsewhere
        if seen(ref.state) != self.view:
            raise _Elsewhere
        return self.key


def from_start(session: Session, key: str, seed: str, bot: Agent) -> Iterator[Values]:
    """Flights from the beginning that happen to come by this position; an error if none does for a long time."""
    view = seen(session.state)
    number = last = 0
    while number - last < FAR:
        ref = Referee(Seeded(f"{seed}/{number}"), Again(session, view, key, bot))
        number += 1
        try:
            yield figures(session, session.game.play(ref, None, dict(session.chapter.options)))
            last = number
        except _Elsewhere:
            continue
    raise SystemExit(f"none of {FAR} flights came by {session.pending}: what is compared here never is the same")


WAYS: dict[str, Callable[[Session, str, str, Agent], Iterator[Values]]] = {"save": from_save, "start": from_start}


# ------------------------------------------------------------------ both ways


def fisher(a: int, n: int, b: int, m: int) -> float:
    """Two shares, a of n and b of m: the chance of a split as unlikely as this, if they are alike.

    >>> round(fisher(3, 4, 1, 4), 4)
    0.4857
    """
    return float(fisher_exact([[a, n - a], [b, m - b]]).pvalue)


def means(cell: Cell, values: list[float]) -> float:
    """A mean of the table against values: the chance of such a difference; the spread is read off the interval."""
    m = len(values)
    mean = sum(values) / m
    variance = sum((value - mean) ** 2 for value in values) / (m - 1)
    half = (cell.high - cell.low) / 2 if cell.high is not None and cell.low is not None else 0.0
    error = sqrt((half / t_value(cell.n - 1)) ** 2 + variance / m)
    gap = abs(cell.mean - mean)
    return erfc(gap / error / sqrt(2)) if error else float(gap < 1e-9)


def both_ways(
    position: Position, samples: int, long: int, seed: str = "long", bot: Agent | None = None, way: str = ""
) -> list[Line]:
    """Every option and measure of a position. Another bot or way than that of the odds must be found out."""
    session = at(position)
    table = flakhouse.odds(session, samples=samples, seed="engine")
    lines: list[Line] = []
    for row in table.rows:
        if row.opens:
            continue  # it leads to other questions, and has no odds of its own
        pilot: Agent = bot or Asked()
        if table.kept and session.pending is not None:
            pilot = Keeps(pilot, session.pending, row.key)
        source = WAYS[way or position.way](session, row.key, f"{seed}/{row.key}", pilot)
        flights = [next(source) for _ in range(long)]
        lines += _lines(position, table, row.key, flights, way or position.way)
    return lines


def _lines(position: Position, table: OddsTable, key: str, flights: list[Values], way: str) -> list[Line]:
    """The lines of an option."""
    cells = next(row.cells for row in table.rows if row.key == key)
    found: list[Line] = []
    for measure in table.measures:
        cell = cells[measure.key]
        values = [flight[measure.key] for flight in flights]
        total = sum(values)
        p = (
            fisher(round(cell.mean * cell.n), cell.n, round(total), len(values))
            if measure.share
            else means(cell, values)
        )
        found.append(
            Line(
                position.name,
                way,
                key,
                measure.label,
                measure.share,
                cell.n,
                cell.mean,
                len(values),
                total / len(values),
                p,
            )
        )
    return found


def together(lines: list[Line]) -> float:
    """The least chance times the number of lines: not below BOUND, if both ways are alike."""
    return min(1.0, min(line.p for line in lines) * len(lines))


# ------------------------------------------------------------------ showing


def _figure(value: float, share: bool) -> str:
    return f"{100 * value:.1f} %" if share else f"{value:.2f}"


def _show(line: Line) -> None:
    where = f"{line.position:34} {line.option[:24]:24} {line.measure[:26]:26}"
    print(
        f"{where} {_figure(line.odds, line.share):>9} {_figure(line.long, line.share):>9} {line.p:8.4f}",
        flush=True,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=flakhouse.games.names(), help="default: all")
    parser.add_argument("--samples", type=int, default=2000, help="of each option by the odds; default 2000")
    parser.add_argument("--long", type=int, default=4000, help="flights of each option beside them; default 4000")
    parser.add_argument("--seed", default="long")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    if min(args.samples, args.long) < 30:
        parser.error("30 samples and flights at least")
    lines: list[Line] = []
    if not args.json:
        print(f"{'position':34} {'option':24} {'measure':26} {'odds':>9} {'long':>9} {'p':>8}")
    for position in POSITIONS:
        if args.game and position.game not in args.game:
            continue
        print(f"{position.name} ...", file=sys.stderr)
        found = both_ways(position, args.samples, args.long, args.seed)
        lines += found
        for line in found if not args.json else ():
            _show(line)
    least = together(lines)
    good = least >= BOUND
    if args.json:
        told = {"samples": args.samples, "long": args.long, "lines": lines, "together": least, "alike": good}
        print(msgspec.json.format(msgspec.json.encode(told), indent=1).decode())
    else:
        small = sum(line.p < 0.05 for line in lines)
        print(
            f"\n{len(lines)} lines, each of {args.samples:,} samples and {args.long:,} flights; p < 0.05: {small}"
        )
        print(f"K times the least p is {least:.3f}: " + ("alike" if good else "NOT alike"))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
