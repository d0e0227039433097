"""The figures of a report: what is plotted, the same numbers as a table, and what it says in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from flakhouse.sim import plots, worded
from flakhouse.sim.compare import Comparison
from flakhouse.sim.flown import Flown, Shares
from flakhouse.sim.intervals import Groups
from flakhouse.sim.plots import Mark, Point, Series
from flakhouse.sim.sheet import Figure, Table, grouped, mark, percent, told
from flakhouse.sim.summary import Estimate, Summary
from flakhouse.sim.survival import Step, survival

__all__ = ["differences", "figures"]

_SHOWN = 14  # bars of a plot; the table has all


def figures(summary: Summary, flown: dict[str, Flown]) -> list[Figure]:
    """Every figure this study can fill."""
    makers: list[Callable[[Summary, dict[str, Flown]], Figure | None]] = [
        _measures,
        _survival,
        _bombers,
        _results,
        _scores,
        _causes,
        _zones,
        _fates,
        _damage,
        _sections,
        _on_target,
        _target_course,
        _fuel,
        _positions,
    ]
    return [figure for make in makers if (figure := make(summary, flown)) is not None]


# ------------------------------------------------------------------ what matters, and survival


def _measures(summary: Summary, flown: dict[str, Flown]) -> Figure | None:
    """The measures of the game."""
    names = [result.contender for result in summary.results]
    found = [m for m in summary.measures if all(m.key in result.measures for result in summary.results)]
    if not found:
        return None
    rows = [(m.label, [_of(result.measures[m.key]) for result in summary.results]) for m in found if m.share]
    table = Table(
        ["a mission, with the 95 % interval", *names],
        [[m.label, *(_shown(result.measures[m.key], m.share) for result in summary.results)] for m in found],
    )
    first = found[0]
    best = "; ".join(
        f"{result.contender}: {first.label} {_shown(result.measures[first.key], first.share)}"
        for result in summary.results
    )
    plot = [plots.bars("measures", "What matters", best, names, rows, top=1.0)] if rows else []
    return Figure("measures", "What matters", best + ".", plot, table)


def _of(estimate: Estimate) -> Mark:
    """An estimate to be drawn."""
    return Mark(estimate.mean, estimate.low, estimate.high)


def _shown(estimate: Estimate, share: bool) -> str:
    """An estimate in words."""
    return worded.estimate(estimate.mean, estimate.low, estimate.high, share)


def differences(found: Comparison) -> Figure:
    """Every contender against the first, on the same dice."""
    first = found.contenders[0].name
    title = f"Against {first}"
    lines = [line for line in found.lines if line.share and not line.key.startswith("every_")]
    drawn = []
    for i, contender in enumerate(found.contenders[1:]):
        rows = []
        for line in lines:
            d = line.against[i].difference
            label = line.label.removesuffix(", mean of a tour")
            rows.append((label, i + 1, Mark(100 * d.mean, 100 * d.low, 100 * d.high)))
        words = "; ".join(line.against[i].words for line in lines)
        across = f"{contender.name}: points more or less often than {first}"
        drawn.append(plots.gaps(f"against-{i}", f"{contender.name} against {first}", words, rows, across))
    all_ = [a for line in found.lines for a in line.against]
    seen = sum(a.seen for a in all_)
    lead = (
        f"Difference to {first}, flight by flight on the same dice: the mean and its 95 % interval. "
        f"{seen} of {len(all_)} differences can be seen with {found.done:,} {found.unit}, all of them taken "
        "together (Holm's correction); an interval by itself leaves 0 out more often."
    )
    told = [[line.against[i].words] for i in range(len(found.contenders) - 1) for line in found.lines]
    table = Table(["in words"], told)
    return Figure("against", title, lead, drawn if lines else [], table)


def _survival(summary: Summary, flown: dict[str, Flown]) -> Figure | None:
    """Men over a tour."""
    steps = {name: survival(one.men_lives) for name, one in flown.items() if one.positions}
    return _curve(
        summary,
        steps,
        "survival",
        "Survival of the men over a tour",
        "missions a man has flown",
        "of the men are still there",
        "Killed, missing, captured or dead of wounds count as lost; men sent home count while they flew. "
        "The band is the 95 % interval; crews go down together, and it takes that into account.",
    )


def _bombers(summary: Summary, flown: dict[str, Flown]) -> Figure | None:
    """Bombers over a tour."""
    steps = {name: survival(one.craft_lives) for name, one in flown.items() if one.words.get("state")}
    return _curve(
        summary,
        steps,
        "bombers",
        "Survival of a bomber",
        "missions a bomber has flown",
        "of the bombers still fly",
        "Lost or damaged beyond repair counts as lost; the crew gets another.",
    )


def _curve(
    summary: Summary, steps: dict[str, list[Step]], id: str, title: str, across: str, there: str, lead: str
) -> Figure | None:
    """Curves of who is still there."""
    if summary.unit != "tours" or max((len(found) for found in steps.values()), default=0) < 2:
        return None
    series = [
        Series(name, [Point(step.number, step.share, step.low, step.high) for step in found])
        for name, found in steps.items()
    ]
    longest = max(len(found) for found in steps.values())
    ends = "; ".join(f"{name}: {_told(found)} {there}" for name, found in steps.items() if found)
    rows = []
    for i in range(longest):
        cells = [
            f"{_step(found[i])}, {found[i].flew:,} flew" if i < len(found) else "" for found in steps.values()
        ]
        rows.append([str(i + 1), *cells])
    plot = plots.curves(id, title, ends, series, across, longest)
    return Figure(id, title, f"{lead} {ends}.", [plot], Table([across, *steps], rows))


def _told(found: list[Step]) -> str:
    """After 10 missions and at the end of the usual tour."""
    last = next((i for i, step in enumerate(found) if step.flew < found[0].flew / 100), len(found)) - 1
    chosen = [step for step in found if step.number in (10, 25)] or [found[last]]
    return ", ".join(f"after {step.number} missions {_step(step)}" for step in chosen)


def _step(step: Step) -> str:
    """A step in words."""
    return worded.estimate(step.share, step.low, step.high)


# ------------------------------------------------------------------ shares of words


def _shares(
    id: str,
    title: str,
    lead: str,
    what: str,
    counted: dict[str, Shares],
    order: Callable[[str], int] | None = None,
    undrawn: Sequence[str] = (),
) -> Figure | None:
    """Bars of how often each word came; `undrawn` ones, which would dwarf the others, stand in the table only."""
    together: Counter[str] = Counter()
    for one in counted.values():
        together.update(one.counts())
    words = [word for word, _ in sorted(together.items(), key=lambda item: (-item[1], item[0]))]
    if order is not None:
        words.sort(key=order)
    if not words:
        return None
    names = list(counted)
    drawn = [word for word in words if word not in undrawn][:_SHOWN]
    found = {
        word: [
            Mark(one.count(word) / one.n, *one.interval(word)) if one.n else Mark(0.0) for one in counted.values()
        ]
        for word in words
    }
    rows = [(word, found[word]) for word in drawn]
    table = [
        [word, *(f"{one.count(word):,}: {told(m)}" for one, m in zip(counted.values(), marks, strict=True))]
        for word, marks in found.items()
    ]
    desc = "; ".join(f"{row[0]}: {', '.join(row[1:])}" for row in table if row[0] in drawn[:4])
    plot = plots.bars(id, title, desc, names, rows)
    return Figure(id, title, lead, [plot], Table([what, *names], table))


def _results(summary: Summary, flown: dict[str, Flown]) -> Figure | None:
    """What the missions came to."""
    counted = {name: Shares.alone(one.words.get("result", Counter()), one.missions) for name, one in flown.items()}
    return _shares("results", "Results", "Share of all missions, with the 95 % interval.", "result", counted)


def _causes(summary: Summary, flown: dict[str, Flown]) -> Figure | None:
    """What bombers are lost to."""
    if not any(one.lost for one in flown.values()):
        return None
    lost = "; ".join(f"{name}: {one.lost:,} of {one.missions:,} missions" for name, one in flown.items())
    return _shares(
        "causes",
        "Causes of loss",
        f"Bombers lost or beyond repair, as a share of all missions. {lost}.",
        "cause",
        {name: Shares.alone(one.causes, one.missions) for name, one in flown.items()},
    )


_FATES = {
    "BO-C": "bailed out, captured",
    "CAS": "captured with the bomber",
    "DIC": "died in captivity",
    "DOW": "died of wounds",
    "IH": "invalided home",
    "KIA": "killed in action",
    "LAS": "lost at sea",
}


def _fates(summary: Summary, flown: dict[str, Flown]) -> Figure | None:
    """What became of the men, or of the aircraft."""
    if not any(one.fates.n for one in flown.values()):
        return None
    craft = not any(one.positions for one in flown.values())
    return _shares(
        "fates",
        "Fates of the aircraft" if craft else "Fates of the men",
        "Share of all aircraft."
        if craft
        else "Share of all men aboard, over all missions; the 95 % interval takes into account that men of one "
        f"{'tour' if summary.unit == 'tours' else 'flight'} share their luck.",
        "fate",
        {name: one.fates.named(_FATES) for name, one in flown.items()},
        undrawn=() if craft else ("on duty",),
    )


def _positions(summary: Summary, flown: dict[str, Flown]) -> Figure | None:
    """How dangerous each place aboard is."""
    places = list(dict.fromkeys(place for one in flown.values() for place in one.positions))
    if not places:
        return None
    names = list(flown)
    none = Groups()
    marks = [(place, [grouped(flown[name].positions.get(place, none)) for name in names]) for place in places]
    rows = [[place, *map(told, found)] for place, found in marks]
    worst = max(marks, key=lambda row: row[1][0].value)
    most = f"{worst[0].lower()}: {worded.percent(worst[1][0].value)}"
    lead = f"Chance not to come home, a mission. Most for the {most}."
    plot = plots.bars("positions", "Danger by position", lead, names, marks)
    return Figure("positions", "Danger by position", lead, [plot], Table(["position", *names], rows))


# ------------------------------------------------------------------ where and when


def _by_number(words: Sequence[str]) -> list[str]:
    """Numbers in order, then words."""
    return sorted(words, key=lambda word: (0, int(word), "") if word.isdigit() else (1, 0, word))


_LEGS = ("take-off", "set-up", "planning", "naval", "flight", "outbound", "attack", "target", "inbound", "landing")


def _legs(words: Sequence[str]) -> list[str]:
    """Legs and segments in the order they are flown."""
    return sorted(words, key=lambda word: (_LEGS.index(word) if word in _LEGS else len(_LEGS), word))


def _zones(summary: Summary, flown: dict[str, Flown]) -> Figure | None:
    """Where bombers are lost."""
    counted = {
        name: Shares.alone(Counter({f"zone {zone}": n for zone, n in one.zones.items()}), one.missions)
        for name, one in flown.items()
    }
    found = _shares(
        "zones",
        "Where bombers are lost",
        "The zone where it ended, as a share of all missions; zone 0 or 1 is the base.",
        "zone",
        counted,
        order=lambda word: int(word.removeprefix("zone ")),
    )
    return found if found is not None and len(found.table.rows) > 1 else None


def _strip(
    id: str, title: str, lead: str, flown: dict[str, Flown], kind: str, rows: int, columns: int, across: str
) -> Figure | None:
    """Cells by two of the three words of a count, a strip for each contender, per 100 missions."""
    keys = [key for one in flown.values() for key in one.counts if key[0] == kind]
    if not keys:
        return None
    lines = _legs(list(dict.fromkeys(key[rows] for key in keys)))
    heads = list(dict.fromkeys(key[columns] for key in keys))
    heads = _by_number(heads) if all(head.isdigit() for head in heads) else _legs(heads)
    drawn, table = [], []
    for i, (name, one) in enumerate(flown.items()):
        grid = [[0.0] * len(heads) for _ in lines]
        for key, times in one.counts.items():
            if key[0] == kind:
                grid[lines.index(key[rows])][heads.index(key[columns])] += 100 * times / max(one.missions, 1)
        shown = title if len(flown) == 1 else f"{title}: {name}"
        most = max(
            (value, line, head)
            for line, row in zip(lines, grid, strict=True)
            for head, value in zip(heads, row, strict=True)
        )
        desc = f"Most: {most[1]}, {most[2]}: {worded.per_hundred(most[0])} in 100 missions."
        drawn.append(
            plots.heat(
                f"{id}-{i}", shown, desc, lines, heads, grid, across if len(flown) == 1 else f"{name}. {across}"
            )
        )
        for line, row in zip(lines, grid, strict=True):
            label = line if len(flown) == 1 else f"{name}, {line}"
            table.append([label, *map(worded.per_hundred, row)])
    return Figure(id, title, lead, drawn, Table(["in 100 missions", *heads], table))


_TOGETHER = "Counts in 100 missions; hits of one mission come together, so no interval is given."


def _damage(summary: Summary, flown: dict[str, Flown]) -> Figure | None:
    """Where and when hits come."""
    craft = any(one.positions for one in flown.values())
    title = "Where and when damage comes"
    if craft:
        return _strip("damage", title, f"Hits by leg and zone. {_TOGETHER}", flown, "damage", 2, 1, "zone")
    return _strip(
        "damage", title, f"Aircraft and ships hit, by segment and turn. {_TOGETHER}", flown, "damage", 1, 2, "turn"
    )


def _sections(summary: Summary, flown: dict[str, Flown]) -> Figure | None:
    """Which part of the bomber is hit, by what."""
    lead = f"Hits by section of the bomber and by what made them. {_TOGETHER}"
    return _strip("sections", "What is hit, and by what", lead, flown, "section", 1, 3, "")


# ------------------------------------------------------------------ bombs, fuel, scores


_BY_WORDS: dict[str, Callable[[str], str]] = {
    "altitude": lambda value: f"{value} altitude",
    "night": lambda value: "by night" if value == "1" else "by day",
    "target_type": str.lower,
    "city": str,
    "squadron": lambda value: f"{value} squadron",
}


def _on_target(summary: Summary, flown: dict[str, Flown]) -> Figure | None:
    """Bombs on target by altitude, by day and night, by target."""
    names = list(flown)
    keys = list(dict.fromkeys(key for one in flown.values() for key in one.target if key[0] != "number"))
    columns = [column for column in _BY_WORDS if sum(key[0] == column for key in keys) > 1]
    if not columns:
        return None
    marks, rows = [], []
    for column in columns:
        for key in sorted(key for key in keys if key[0] == column):
            cells = [flown[name].target.get(key, [0, 0]) for name in names]
            label = _BY_WORDS[column](key[1])
            rows.append([label, *(f"{percent(*cell)}, {cell[1]:,} flown" for cell in cells)])
            if column != "city":
                marks.append((label, [mark(*cell) for cell in cells]))
    desc = "; ".join(f"{row[0]}: {', '.join(row[1:])}" for row in rows[:6])
    drawn = [plots.bars("target", "Bombs on target", desc, names, marks)] if marks else []
    lead = "Missions with bombs on target, as a share of those flown so, with the 95 % interval."
    return Figure("target", "Bombs on target", lead, drawn, Table(["missions", *names], rows))


def _target_course(summary: Summary, flown: dict[str, Flown]) -> Figure | None:
    """Bombs on target over the tour, five missions at a time."""
    if summary.unit != "tours":
        return None
    names = list(flown)
    longest = max((int(key[1]) for one in flown.values() for key in one.target if key[0] == "number"), default=0)
    if longest < 2:
        return None
    bins, rows = [], []
    for first in range(1, longest + 1, 5):
        label = f"{first}-{first + 4}"
        cells = []
        for name in names:
            found = [flown[name].target.get(("number", str(n)), [0, 0]) for n in range(first, first + 5)]
            cells.append((sum(cell[0] for cell in found), sum(cell[1] for cell in found)))
        bins.append((label, [mark(*cell) for cell in cells]))
        rows.append([label, *(f"{percent(*cell)}, {cell[1]:,} flown" for cell in cells)])
    title = "Bombs on target over the tour"
    lead = "Five missions at a time, with the 95 % interval."
    desc = "; ".join(f"missions {row[0]}: {', '.join(row[1:])}" for row in rows[:3])
    drawn = plots.histogram("course", title, desc, names, bins, "missions of the tour")
    return Figure("course", title, lead, [drawn], Table(["missions", *names], rows))


def _numbers(
    id: str, title: str, lead: str, across: str, counted: dict[str, Counter[int]], most: int = 26
) -> Figure | None:
    """The distribution of whole numbers, in bins of equal width."""
    values = [value for one in counted.values() for value in one]
    if not values or len(set(values)) < 2:
        return None
    low, high = min(values), max(values)
    wide = max(1, -(-(high - low + 1) // most))
    low -= low % wide
    names = list(counted)
    whole = {name: sum(one.values()) for name, one in counted.items()}
    bins, rows = [], []
    for first in range(low, high + 1, wide):
        label = str(first) if wide == 1 else f"{first}-{first + wide - 1}"
        hits = [sum(counted[name][value] for value in range(first, first + wide)) for name in names]
        bins.append((label, [mark(n, whole[name]) for n, name in zip(hits, names, strict=True)]))
        rows.append([label, *(f"{n:,}: {percent(n, whole[name])}" for n, name in zip(hits, names, strict=True))])
    middle = "; ".join(
        f"{name}: half of them between {_at(one, 0.25)} and {_at(one, 0.75)}, in the middle {_at(one, 0.5)}"
        for name, one in counted.items()
        if one
    )
    plot = plots.histogram(id, title, middle, names, bins, across)
    return Figure(id, title, f"{lead} {middle}.", [plot], Table([across, *names], rows))


def _at(counted: Counter[int], share: float) -> int:
    """The quantile of counted numbers."""
    place = share * (sum(counted.values()) - 1)
    passed = 0
    for value in sorted(counted):
        passed += counted[value]
        if passed > place:
            return value
    return max(counted)


def _fuel(summary: Summary, flown: dict[str, Flown]) -> Figure | None:
    """Fuel left at landing."""
    counted = {name: one.fuel for name, one in flown.items()}
    return _numbers("fuel", "Fuel left at landing", "Of all bombers that landed.", "boxes of fuel left", counted)


def _scores(summary: Summary, flown: dict[str, Flown]) -> Figure | None:
    """Scores of the debriefing."""
    counted = {name: one.scores for name, one in flown.items()}
    return _numbers("scores", "Scores", "Of all raids.", "score of the debriefing", counted)
