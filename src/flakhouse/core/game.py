"""What a game is to the engine: its name, options, charts, pilots, and one function that plays a chapter.

A game subclasses `Game`. A chapter is one mission (or whatever the game's book counts as one sitting); what
lasts between chapters is the campaign, which the engine keeps as a JSON object and never looks into.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from flakhouse.core.adviser import Adviser
from flakhouse.core.agents import Agent, Default, RandomAgent
from flakhouse.core.charts import Chart, ChartBook
from flakhouse.core.referee import Referee
from flakhouse.core.start import Start
from flakhouse.errors import ChartError, OptionError, PositionError

__all__ = [
    "ADVISER",
    "Ending",
    "Finish",
    "Game",
    "HistoryRow",
    "House",
    "JsonDict",
    "Measure",
    "Men",
    "OptionSpec",
    "RuleEntry",
    "Scalar",
    "Scenario",
    "plain",
    "read_house",
]

_HOUSE_LIMIT = 500_000  # signs; our own chart book has less
_DOT_LIMIT = 50  # on a line; keys of thousands of parts take minutes to read
#: A JSON object: str, int, float, bool, None, lists and objects of these. Games convert it with msgspec.
JsonDict = dict[str, object]
#: A cell of a table of results.
Scalar = str | int | float | bool | None


class OptionSpec(msgspec.Struct, frozen=True):
    """An option of a game: a rule that can be switched, or a choice between printed variants."""

    key: str
    values: tuple[str, ...]
    default: str
    label: str
    rule: str = ""
    origin: str = "printed"  # printed | optional | variant | reconstructed; "adviser" is no rule


#: Who advises. Records name it only where it is not doctrine.
ADVISER = OptionSpec(
    "adviser",
    ("doctrine", "crew"),
    "doctrine",
    "Who advises: doctrine (few men lost over the whole tour), or crew first (few men lost on this flight)",
    origin="adviser",
)


class Scenario(msgspec.Struct, frozen=True):
    """A way to begin, as the book offers it: a name for a set of options."""

    key: str
    title: str
    about: str = ""
    options: dict[str, str] = {}


class Measure(msgspec.Struct, frozen=True):
    """Something that matters in a game: odds, comparisons and bots look at it. More is better, or `less`."""

    key: str
    label: str
    share: bool = True  # happens or not, so that its mean is a chance; else a number
    top: float | None = None  # of a number: it lies between 0 and this; None: it has no such ends
    less: bool = False  # less of it is better
    brief: str = ""  # a shorter label, where there is little room
    meaning: str = ""  # what the figure is, in a sentence


class HistoryRow(msgspec.Struct, frozen=True, kw_only=True):
    """A figure of the game beside the same figure of history: counted or added up over many plays.

    `n` cases gave `total`. Where they came in tours, `tours` and the three sums after it say how much the cases of
    one have in common. Where history is one raid, `raids` says how often each figure came. `sim.history` makes
    intervals and sentences of it.
    """

    study: str
    what: str
    n: int
    total: float
    tours: int = 0
    nn: float = 0.0  # cases of a tour squared, added up over the tours;
    nx: float = 0.0  # cases times hits;
    xx: float = 0.0  # hits squared
    raids: dict[float, int] = {}
    percent: bool = True  # a share, told in percent; history is 0 to 1 all the same
    history: float | None  # None: the texts quote no figure for it
    bound: str = ""  # "over" or "under": history says only that much
    quoted: str = ""  # history in words, where a figure alone would say too much
    source: str = ""  # the paragraph that quotes it, or the book, where the rule texts quote none
    remark: str = ""  # what to know about the comparison


class RuleEntry(msgspec.Struct, frozen=True):
    """A line of the rules index: a numbered paragraph or a table note, where it is coded and tested."""

    number: str
    title: str
    summary: str
    code: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    status: str = "coded"


class Finish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chapter played to its end: the campaign after it, what came of it, and whether the tour is over."""

    campaign: JsonDict
    outcome: JsonDict
    over: bool = False


def plain(outcome: JsonDict) -> dict[str, Scalar]:
    """What an outcome says in single words and numbers."""
    return {k: v for k, v in outcome.items() if v is None or isinstance(v, str | int | float | bool)}


class Men(NamedTuple):
    """The men of a chapter, or aircraft, a row each.

    Names may stand apart, their column in the rows empty: each man has his own, but most fare like another, and
    who writes down many chapters writes the same rows once. Then a column holds values of one type, or None.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Scalar, ...], ...]
    names: tuple[str, ...] = ()  # of the column "name"

    def whole(self) -> tuple[tuple[Scalar, ...], ...]:
        """The rows with their names."""
        if not self.names:
            return self.rows
        at = self.columns.index("name")
        return tuple([(*row[:at], name, *row[at + 1 :]) for row, name in zip(self.rows, self.names, strict=True)])


class Ending:
    """A chapter played to its end, of which nothing has been written down yet. Who flies many wants little of it.

    A game may read its answers straight from the finished state instead.
    """

    def __init__(self, game: Game, finish: Finish) -> None:
        self._game = game
        self._finish = finish

    def finish(self) -> Finish:
        """Everything, for the record."""
        return self._finish

    def measured(self) -> dict[str, float]:
        """See `Game.measured`."""
        return self._game.measured(self._finish)

    def mission_row(self) -> dict[str, Scalar]:
        """See `Game.mission_row`."""
        return self._game.mission_row(self._finish)

    def men(self) -> Men:
        """See `Game.men_rows`."""
        rows = self._game.men_rows(self._finish)
        columns = tuple(dict.fromkeys(name for row in rows for name in row))
        return Men(columns, tuple([tuple(map(row.get, columns)) for row in rows]))

    @property
    def over(self) -> bool:
        """Whether the campaign is over."""
        return self.finish().over

    def fly_next(self, ref: Referee, options: dict[str, str]) -> Ending:
        """Play the next chapter of the campaign; this end is used up by it and must have been read before."""
        return self._game.fly(ref, self.finish().campaign, options)


class Game:
    """A game. Subclasses set the names and write `charts` and `play`; the rest has sensible defaults."""

    name = ""  # the word on the command line: "b29"
    title = ""
    short = ""  # its name on a card: "B-29 over Japan"
    period = ""  # when and where
    blurb = ""  # two sentences for somebody who does not know it
    lasts = ""  # how long a sitting is
    chapters = 1  # of a whole tour
    chapter_word = "mission"  # what the book calls one chapter
    rules_version = 1  # raised by every change after which an old save could play differently
    default_pilot = "default"
    own_tables = False  # house rules may replace tables that are looked up, because `ref.chart` is asked for them

    def options(self) -> list[OptionSpec]:
        """Every option, in the order to be shown."""
        return []

    def check_options(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """The options complete and in order, or an OptionError that says what is wrong."""
        specs = {spec.key: spec for spec in self.options()}
        for key, value in chosen.items():
            spec = specs.get(key)
            if spec is None:
                raise OptionError(f"there is no option {key!r}; options: {', '.join(specs) or 'none'}")
            if value not in spec.values:
                raise OptionError(f"{key}={value!r}: expected {' or '.join(spec.values)}")
        found = {key: chosen.get(key, spec.default) for key, spec in specs.items()}
        return {key: value for key, value in found.items() if (key, value) != (ADVISER.key, ADVISER.default)}

    def adviser(self, options: Mapping[str, str]) -> Adviser | None:
        """Who advises instead of doctrine, if anybody does."""
        found = self.pilots().get(options.get(ADVISER.key, ""))
        bot = found("") if found is not None else None
        return bot if isinstance(bot, Adviser) else None

    def charts(self) -> ChartBook:
        """The chart book, with every rules module loaded, so that each chart knows its result words."""
        raise NotImplementedError

    def check_house(self, charts: Mapping[str, Chart[object]]) -> None:
        """Raise a ChartError with chart and row if a player's own charts contradict each other or ours."""

    def play(
        self,
        ref: Referee,
        campaign: JsonDict | None,
        options: dict[str, str],
        position: str | None = None,
        step: str = "",
    ) -> Finish:
        """Play one chapter. Without a campaign a new one is set up first.

        `position` is a position text to start from, `step` the step of the turn to start at. The campaign
        given must not be changed: undo plays again from the same object.
        """
        raise NotImplementedError

    def fly(
        self,
        ref: Referee,
        campaign: JsonDict | None,
        options: dict[str, str],
        position: str | None = None,
        step: str = "",
    ) -> Ending:
        """Play one chapter like `play`, but write nothing down before it is asked for."""
        return Ending(self, self.play(ref, campaign, options, position, step))

    def fly_on(self, ref: Referee, start: Start, state: object, record: object, step: int) -> Ending:
        """Play the rest of a chapter from the beginning of a step, of which `ref.on_step` was told, with the state
        and the record that there were; both are used up. Only games that tell of their steps can."""
        raise NotImplementedError

    def pilots(self) -> dict[str, Callable[[str], Agent]]:
        """The bots that can fly, by name; each is made from a seed text."""
        return {"default": lambda seed: Default(), "random": RandomAgent}

    def odds_measures(self, campaign: JsonDict | None) -> list[Measure]:
        """What the odds at a prompt show, the most important first."""
        return self.measures()

    def odds_measured(self, measured: Mapping[str, float], campaign: JsonDict | None) -> dict[str, float]:
        """The figures of those measures."""
        return dict(measured)

    def conditions(self) -> frozenset[str]:
        """The ids of charts for what is the same for all who fly a challenge: target, cover, weather, flak."""
        return frozenset()

    def standing(self) -> frozenset[str]:
        """The ids of decisions that are kept until something new happens: odds play them out so."""
        return frozenset()

    def aim(self, adviser: str, campaign: JsonDict | None) -> str:
        """By which measure of the odds this adviser chooses."""
        return next((measure.key for measure in self.odds_measures(campaign)), "")

    def scenarios(self) -> list[Scenario]:
        """Named beginnings."""
        return []

    def rules_index(self) -> list[RuleEntry]:
        """Every numbered rule with its code and tests."""
        return []

    def measures(self) -> list[Measure]:
        """What matters in this game, the most important first."""
        return []

    def measured(self, finish: Finish) -> dict[str, float]:
        """The measures of a chapter played to its end: 0 or 1 for a share."""
        return {}

    def worth(self, measured: Mapping[str, float]) -> float:
        """How good an end is in one number, for bots that weigh ends: by default the first measure."""
        first = self.measures()
        return measured[first[0].key] if first else 0.0

    def mission_row(self, finish: Finish) -> dict[str, Scalar]:
        """A chapter as one row of a table: by default what its outcome says in single words and numbers."""
        return plain(finish.outcome)

    def men_rows(self, finish: Finish) -> list[dict[str, Scalar]]:
        """The men of a chapter, or its aircraft, a row each."""
        return []

    def history(self, games: int, seed: str) -> Iterator[list[HistoryRow] | float]:
        """Play so many games and compare with history: the share done, now and then, and at last the table."""
        yield []

    def credited(self, campaign: JsonDict | None) -> int:
        """How many chapters of a campaign have counted so far."""
        return 0

    def names_of(self, campaign: JsonDict) -> dict[str, str]:
        """What in a record bears a name that its player may change between two chapters: where, and the name."""
        return {}

    def renamed(self, campaign: JsonDict, names: Mapping[str, str]) -> JsonDict:
        """The record with other names, given by place and old name ("Pilot/Old Name"); others are left alone."""
        return campaign

    def questions(self) -> Sequence[str]:
        """The ids of the questions this game can put, in an order that never changes; new ones come last."""
        return ()

    def feature_names(self) -> Sequence[str]:
        """What `features` gives, by name."""
        return ()

    def features(self, state: object) -> list[float]:
        """What a player sees of the state, in figures, for programs that learn; zeros before there is a state."""
        return [0.0] * len(self.feature_names())

    def redraw(self, state: object, ref: Referee) -> None:
        """Draw anew whatever the player has not seen, so that a play-out knows no more than he does.

        Called at an open question with fresh dice. What two states that look the same to a player become here must
        not depend on what is hidden in them.
        """

    def position_text(self, state: object) -> str:
        """The state as a position text that `play` reads back."""
        raise PositionError(f"{self.title} has no position texts")

    def state_mark(self, state: object) -> int:
        """A number that changes when the state does, to prove a record identical; 0 where there is none."""
        if state is None:
            return 0
        try:
            return zlib.crc32(self.position_text(state).encode()) or 1
        except PositionError:
            return 0

    def check_position(self, text: str, options: dict[str, str], step: str = "") -> None:
        """Raise PositionError if a chapter cannot start from this text at this step.

        Called before a save is made, so that a bad text leaves none behind. `play` must check as well.
        """


class House:
    """House rules: a player's own charts and options. `text` is the file as it was read; saves keep it."""

    __slots__ = ("charts", "digest", "name", "options", "text")

    def __init__(self, name: str, text: str, options: dict[str, str], charts: Mapping[str, Chart[object]]) -> None:
        self.name = name
        self.text = text
        self.options = options
        self.charts = charts
        self.digest = hashlib.sha256(text.encode()).hexdigest()[:16]

    def changes(self, played: Mapping[str, str] | None = None) -> list[str]:
        """What the file changes, in words for the screen; with the options played, what of it is in force."""
        words = [f"chart {id}" for id in self.charts]
        for key, value in self.options.items():
            now = value if played is None else played.get(key, value)
            words.append(f"{key}={value}" if now == value else f"{key}={value} (not in force: {now})")
        return words


def read_house(game: Game, name: str, text: str) -> House:
    """Read a house rules file: `[options]` with key = "value", and `[chart.ID]` tables as in our chart files."""
    if len(text) > _HOUSE_LIMIT:
        raise ChartError(f"{name}: longer than any house rules ({_HOUSE_LIMIT} characters)")
    if any(line.count(".") > _DOT_LIMIT for line in text.splitlines()):
        raise ChartError(f"{name}: a line with more than {_DOT_LIMIT} dots")
    try:
        whole = tomllib.loads(text)
    except RecursionError as bad:
        raise ChartError(f"{name}: nested too deeply") from bad
    except ValueError as bad:  # a fault of the form, or a number no computer reads
        raise ChartError(f"{name}: {bad}") from bad
    unknown = sorted(set(whole) - {"options", "chart"})
    if unknown:
        raise ChartError(f"{name}: there is no table {unknown[0]!r}; house rules hold [options] and [chart.ID]")
    try:
        options = msgspec.convert(whole.pop("options", {}), dict[str, str | bool])
    except msgspec.ValidationError as bad:
        raise ChartError(f'{name}: [options]: {bad}; write key = "value"') from bad
    chosen = {k: v if isinstance(v, str) else "on" if v else "off" for k, v in options.items()}
    charts: dict[str, Chart[object]] = {}
    if whole:
        _check_labels(name, whole)
        rest = _without_options(text)
        if tomllib.loads(rest) != whole:
            raise ChartError(f"{name}: write the options as one table with the line [options] above it")
        charts = game.charts().house(name, rest)
        for id, chart in charts.items():
            if chart.data.dice == "none" and not game.own_tables:
                raise ChartError(f"{name}: chart {id} is looked up, not rolled; it cannot be replaced")
        try:
            game.check_house(charts)
        except ChartError as bad:
            raise ChartError(f"{name}: {bad}") from bad
    try:
        game.check_options(chosen)
    except OptionError as bad:
        raise ChartError(f"{name}: [options]: {bad}") from bad
    return House(name, text, chosen, charts)


def _check_labels(name: str, whole: object) -> None:
    """No row label holds a number of four digits: a chart is expanded, and a player's file may say anything.

    The rows of a table that is looked up are words; nothing is expanded there.
    """
    try:
        charts = msgspec.convert(whole, _Grids).chart
    except msgspec.ValidationError as bad:
        raise ChartError(f"{name}: {bad}") from bad
    for id, grid in charts.items():
        if grid.dice == "none":
            continue
        for line in grid.grid.splitlines():
            label = line.split("|")[0].strip()
            if re.search(r"\d{4}", label):
                raise ChartError(f"{name}: chart {id}, row {label!r}: no dice reach that far")


class _Grid(msgspec.Struct):
    grid: str = ""
    dice: str = ""


class _Grids(msgspec.Struct):
    chart: dict[str, _Grid]


def _without_options(text: str) -> str:
    """The file without its [options] table. The caller checks that nothing else is lost."""
    lines: list[str] = []
    inside = False
    for line in text.splitlines():
        if line.startswith("["):
            inside = line.split("#")[0].strip() == "[options]"
        if not inside:
            lines.append(line)
    return "\n".join(lines)
