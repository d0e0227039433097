"""Contenders on the same dice: what each reaches, by how much they differ, and whether the difference can be seen.

The tables of a study are read once, index by index. Flights of the same index had the same dice, so each index
gives a difference to the first contender, and the interval is that of the mean of these differences: narrower than
that of two studies with dice of their own.

In a study of tours an index is a tour: a measure is its mean over the missions of the tour, and more is asked: how
many missions the tour took, and whether something held in every one of them.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

import msgspec

from flakhouse import games
from flakhouse.core.game import Measure
from flakhouse.sim import worded
from flakhouse.sim.files import FolderError, Plan
from flakhouse.sim.intervals import LEVEL, bounded_interval, mean_interval, wilson
from flakhouse.sim.lines import write_lines
from flakhouse.sim.stats import Difference, holm, paired_means, paired_shares
from flakhouse.sim.study import Flyer, Study
from flakhouse.sim.summary import Contender, Estimate

__all__ = ["Against", "Comparison", "Line", "as_csv", "as_text", "compare"]


class Against(msgspec.Struct, frozen=True):
    """A contender against the first one, in one measure."""

    contender: str
    difference: Difference
    adjusted: float  # its chance, corrected for all comparisons made here (Holm)
    only_first: int | None  # flights where just the first had it; None: it is a number
    only_this: int | None
    words: str

    @property
    def seen(self) -> bool:
        """Whether there is a difference, with all that were looked for taken into account."""
        return self.adjusted < LEVEL


class Line(msgspec.Struct, frozen=True):
    """A measure: every contender, and every one but the first against the first."""

    key: str
    label: str
    share: bool  # a chance, shown in percent
    estimates: dict[str, Estimate]
    against: list[Against]


class Comparison(msgspec.Struct, frozen=True):
    """Contenders compared."""

    game: str
    title: str
    unit: str
    count: int
    done: int
    missions: int  # of those tours so many in all; 0: whole tours, or first missions
    seed: str
    contenders: list[Contender]
    lines: list[Line]


class _What(msgspec.Struct, frozen=True):
    """Something that is compared. `counted`: it is 0 or 1 on every index; `top`: it lies between 0 and this."""

    key: str
    label: str
    share: bool
    counted: bool
    top: float | None


class _Sums:
    """Count, sum and sum of squares."""

    __slots__ = ("n", "squares", "total")

    def __init__(self) -> None:
        self.n = 0
        self.total = self.squares = 0.0

    def add(self, value: float) -> None:
        """One more value."""
        self.n += 1
        self.total += value
        self.squares += value * value


# ------------------------------------------------------------------ reading


def compare(folder: Path) -> Comparison:
    """Compare the contenders of a folder that `flakhouse compare` or `flakhouse simulate` wrote."""
    try:
        plan = msgspec.json.decode((folder / "study.json").read_bytes(), type=Plan)
    except FileNotFoundError as bad:
        raise FolderError(f"{folder} holds no study") from bad
    except (OSError, msgspec.MsgspecError) as bad:
        raise FolderError(f"{folder / 'study.json'} cannot be read: {bad}") from bad
    studies = plan.studies
    names = [study.name for study in studies]
    if len(names) < 2:
        raise FolderError(f"{folder} holds one contender, {names[0]!r}; a comparison needs two")
    game = games.load(studies[0].game)
    whats = _whats(game.measures(), studies[0])
    own = [[_Sums() for _ in names] for _ in whats]
    gaps = [[_Sums() for _ in names[1:]] for _ in whats]
    only = [[[0, 0] for _ in names[1:]] for _ in whats]
    done = 0
    for values in _indices(folder / "missions.csv", names, game.measures(), studies[0].unit):
        done += 1
        for at, column in enumerate(zip(*(one[: len(whats)] for one in values), strict=True)):
            for sums, value in zip(own[at], column, strict=True):
                sums.add(value)
            for i, value in enumerate(column[1:]):
                gaps[at][i].add(value - column[0])
                if value != column[0]:
                    only[at][i][value > column[0]] += 1
    kept = [
        at
        for at, what in enumerate(whats)
        if not what.key.startswith("every_") or any(sums.total for sums in own[at])
    ]
    found = [[_difference(whats[at], *pair) for pair in zip(gaps[at], only[at], strict=True)] for at in kept]
    adjusted = iter(holm([gap.p for line in found for gap in line]))
    lines = [
        _line(whats[at], names, own[at], [(gap, next(adjusted)) for gap in line], only[at], studies[0].unit)
        for at, line in zip(kept, found, strict=True)
    ]
    first = studies[0]
    who = [_contender(study) for study in studies]
    return Comparison(game.name, game.title, first.unit, first.count, done, first.missions, first.seed, who, lines)


def _contender(study: Study) -> Contender:
    """Who flies."""
    flyer = Flyer(study)
    pilot = study.pilot or flyer.game.default_pilot
    return Contender(study.name, pilot, study.scenario, flyer.options, study.house_name)


def _whats(measures: Sequence[Measure], study: Study) -> list[_What]:
    """What is compared; of parts of tours, means alone."""
    if study.unit == "missions":
        return [_What(m.key, m.label, m.share, m.share, m.top) for m in measures]
    means = [
        _What(m.key, f"{m.label}, mean of a tour", m.share, False, 1.0 if m.share else m.top) for m in measures
    ]
    if study.missions:
        return means
    every = [
        _What(f"every_{m.key}", f"{m.label} in every mission of the tour", True, True, None)
        for m in measures
        if m.share
    ]
    return [*means, *every, _What("missions", "missions of a tour", False, False, None)]


def _indices(path: Path, names: list[str], measures: Sequence[Measure], unit: str) -> Iterator[list[list[float]]]:
    """Index by index: for each contender the values of everything that is compared."""
    if not path.exists():
        return
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file)
        head = next(reader)
        who, index = head.index("contender"), head.index("index")
        columns = [head.index(m.key) for m in measures]
        shares = [at for at, m in enumerate(measures) if m.share]
        for number, rows in groupby(reader, key=lambda row: row[index]):
            flown: dict[str, list[list[float]]] = {name: [] for name in names}
            for row in rows:
                flown[row[who]].append([float(row[column]) for column in columns])
            if not all(flown.values()):
                raise FolderError(f"{path}: not every contender flew index {number}")
            if unit == "missions":
                yield [flown[name][0] for name in names]
            else:
                yield [_tour(flown[name], shares) for name in names]


def _tour(missions: list[list[float]], shares: list[int]) -> list[float]:
    """A tour: means of its missions, what held in every one, how many there were."""
    sums = [sum(column) for column in zip(*missions, strict=True)]
    every = [float(sums[at] == len(missions)) for at in shares]
    return [*(total / len(missions) for total in sums), *every, float(len(missions))]


def _difference(what: _What, sums: _Sums, only: list[int]) -> Difference:
    """A contender less the first, from the sums of their differences, or from who alone had it how often."""
    if what.counted:
        return paired_shares(sums.n, *only)
    return paired_means(sums.n, sums.total, sums.squares)


def _line(
    what: _What,
    names: list[str],
    own: list[_Sums],
    gaps: list[tuple[Difference, float]],
    only: list[list[int]],
    unit: str,
) -> Line:
    """A measure from its sums."""
    estimates = {}
    for name, s in zip(names, own, strict=True):
        if what.counted:
            low, high = wilson(s.total, s.n)
        elif what.top is not None:
            low, high = bounded_interval(s.n, s.total, s.squares, what.top)
        else:
            low, high = mean_interval(s.n, s.total, s.squares)
        estimates[name] = Estimate(s.n, s.total / s.n if s.n else 0.0, low, high)
    against = []
    for name, (gap, adjusted), (first, this) in zip(names[1:], gaps, only, strict=True):
        words = _words(what, name, names[0], gap, adjusted < LEVEL, first + this == 0, unit)
        split = what.counted
        against.append(Against(name, gap, adjusted, first if split else None, this if split else None, words))
    return Line(what.key, what.label, what.share, estimates, against)


# ------------------------------------------------------------------ in words

#: What a star beside a difference means.
STAR = "seen even if all of these comparisons are taken together"
#: What somebody does who reaches a measure more often.
_DOES = {
    "home": "brings the bomber home",
    "crew": "brings every man home",
    "target": "puts its bombs on target",
    "credit": "flies a mission that counts",
    "won": "has a success or better",
    "none_lost": "loses no B-25",
    "none_captured": "has no crew captured",
}


def _words(what: _What, name: str, first: str, gap: Difference, seen: bool, same: bool, unit: str) -> str:
    """Whether they differ and by how much, for somebody who reads no tables."""
    points = " points" if what.share else ""
    mean, low, high = gap.mean, gap.low, gap.high
    n = f"{gap.n:,} {unit if gap.n != 1 else unit.rstrip('s')}"
    if gap.n < 2:
        return f"{name}, {what.label}: {n} say nothing"
    if not seen:
        between = f"between {worded.gap(low, what.share, '+')} and {worded.gap(high, what.share, '+')}{points}"
        if same and not what.counted:
            return f"{name}, {what.label}: the same as {first} in each of {n}"
        if same:
            return f"{name}, {what.label}: the same as {first} in each of {n}; the true difference is {between}"
        alone = " taken by itself" if low > 0 or high < 0 else ""
        return f"{name}, {what.label}: no difference can be seen with {n}: {between}{alone}"
    near, far = sorted((abs(low), abs(high)))
    how = f"{worded.gap(abs(mean), what.share)}{points}"
    interval = f"({worded.gap(near, what.share)} to {worded.gap(far, what.share)})"
    if what.counted and what.key in _DOES:
        return f"{name} {_DOES[what.key]} {how} {'more' if mean > 0 else 'less'} often than {first} {interval}"
    return f"{name}, {what.label}: {how} {'more' if mean > 0 else 'less'} than {first} {interval}"


def _estimate(estimate: Estimate, share: bool) -> str:
    """54.2 % (51.1 to 57.3)."""
    return worded.estimate(estimate.mean, estimate.low, estimate.high, share)


def _gap(against: Against, share: bool) -> str:
    """+2.1 (+1.2 to +3.0), with a star if it can be seen."""
    gap = against.difference
    mean, low, high = (worded.gap(value, share, "+") for value in (gap.mean, gap.low, gap.high))
    return f"{mean} ({low} to {high})" + (" *" if against.seen else "")


def as_text(found: Comparison) -> str:
    """The comparison for people: a table for each measure, then what it means."""
    n = f"{found.done:,}" + ("" if found.done == found.count else f" of {found.count:,}")
    n += f" {found.unit}" if found.count != 1 else f" {found.unit.rstrip('s')}"
    n += f" ({found.missions:,} missions from all over them)" if found.missions else ""
    lines = [f"{found.title}: {n} of each contender on the same dice, seed {found.seed}", ""]
    if not found.done:
        return "\n".join([*lines, "Nothing was flown.", ""])
    names = [contender.name for contender in found.contenders]
    rows = [["mean, with its 95 % interval", *names]]
    rows += [
        [line.label + (", %" if line.share else ""), *(_estimate(line.estimates[n], line.share) for n in names)]
        for line in found.lines
    ]
    rows.append([""] * len(rows[0]))
    rows.append([f"difference to {names[0]}, same dice", "", *names[1:]])
    for line in found.lines:
        what = line.label + (", points" if line.share else "")
        rows.append([what, "", *(_gap(against, line.share) for against in line.against)])
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines += ["  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows]
    lines.append(f"* differs: {STAR}")
    for name in names[1:]:
        lines += ["", f"{name} against {names[0]}"]
        lines += ["  " + a.words + "." for line in found.lines for a in line.against if a.contender == name]
    several = len(found.lines) * (len(names) - 1)
    if several > 1:
        lines += [
            "",
            f"Each interval by itself holds the true value 95 times in 100; of {several} looked at together, "
            f"{several / 20:.1f} miss it on the average. The stars allow for that (Holm's correction).",
        ]
    return "\n".join(lines) + "\n"


def as_csv(found: Comparison) -> str:
    """The comparison as a table: a row for each measure and contender."""
    head = "measure,label,share,contender,n,mean,low,high,against,difference,difference_low,difference_high,p"
    rows = [[*head.split(","), "adjusted", "only_first", "only_this", "differs"]]
    for line in found.lines:
        against = {a.contender: a for a in line.against}
        for name, e in line.estimates.items():
            row = [
                line.key,
                line.label,
                str(int(line.share)),
                name,
                str(e.n),
                repr(e.mean),
                repr(e.low),
                repr(e.high),
            ]
            if name in against:
                a, d = against[name], against[name].difference
                row += [
                    found.contenders[0].name,
                    repr(d.mean),
                    repr(d.low),
                    repr(d.high),
                    repr(d.p),
                    repr(a.adjusted),
                ]
                row += ["" if n is None else str(n) for n in (a.only_first, a.only_this)]
                row.append(str(int(a.seen)))
            rows.append(row + [""] * (len(rows[0]) - len(row)))
    return write_lines(rows)
