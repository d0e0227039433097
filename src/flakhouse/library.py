"""Flakhouse for programs: what `import flakhouse` gives. docs/library.md shows it; the tests run its examples."""

from __future__ import annotations

import csv
import shutil
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

import msgspec

from flakhouse import games
from flakhouse.core.agents import Agent
from flakhouse.core.chapter import begin
from flakhouse.core.charts import Chart
from flakhouse.core.game import Game, House, JsonDict, read_house
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.core.session import Session
from flakhouse.errors import ChartError, FlakhouseError, OptionError
from flakhouse.sim import compare as comparing
from flakhouse.sim import odds as sampling
from flakhouse.sim.compare import Comparison
from flakhouse.sim.exact import Exact, exact
from flakhouse.sim.files import Folder, FolderError
from flakhouse.sim.odds import OddsTable
from flakhouse.sim.rows import TABLES, Tally
from flakhouse.sim.runner import run
from flakhouse.sim.stats import needed
from flakhouse.sim.study import Row, Study, check, planned, stamp_of, studied
from flakhouse.sim.summary import Estimate, Summary, summarize, text_table

__all__ = [
    "Agent",
    "Comparison",
    "Exact",
    "Game",
    "OddsTable",
    "Question",
    "Referee",
    "Results",
    "Session",
    "Study",
    "as_text",
    "chart_odds",
    "charts",
    "compare",
    "game",
    "load_save",
    "odds",
    "play",
    "read_save",
    "simulate",
]


#: What the plots need to know of a page that is not ours.
_PALETTE = """
.flakhouse { --ink: #1f1d18; --ink-2: #57534a; --line: #8d8676; --line-soft: #d9d3c4; --paper: #fffdf6;
  --blue: #24527a; --red: #9c2f22; --green: #3f6b35; --amber: #8a5a00; --font-label: sans-serif;
  --font-type: monospace; background: var(--paper); max-width: 44rem; }
"""


def game(name: str) -> Game:
    """A game by its name; `flakhouse.games.names()` lists them."""
    return games.load(name)


def _game(which: str | Game) -> Game:
    """The game itself."""
    return which if isinstance(which, Game) else games.load(which)


# ------------------------------------------------------------------ playing


def play(
    which: str | Game,
    seed: str = "1",
    *,
    scenario: str = "",
    options: Mapping[str, str] | None = None,
    house: Path | str | None = None,
    campaign: JsonDict | None = None,
    number: int = 1,
    position: str | None = None,
    step: str = "",
    automation: str = "none",
) -> Session:
    """A new chapter in memory, at its first open question: look at `pending`, call `answer`.

    `house` is a file of house rules; `campaign` what the chapter before left (`session.finish.campaign`).
    """
    found = _game(which)
    chosen = {**_scenario(found, scenario), **(options or {})}
    chapter = begin(
        found,
        seed,
        number=number,
        campaign=campaign,
        options=chosen,
        house=_house(found, house),
        position=position,
        step=step,
        automation=automation,
    )
    session = Session(found, chapter)
    session.run()
    return session


def _scenario(found: Game, key: str) -> dict[str, str]:
    """The options of a named beginning."""
    known = {scenario.key: scenario.options for scenario in found.scenarios()}
    if key and key not in known:
        raise OptionError(f"no scenario {key!r}; scenarios: {', '.join(known) or 'none'}")
    return known[key] if key else {}


def _house(found: Game, path: Path | str | None) -> House | None:
    """House rules from a file."""
    if path is None:
        return None
    file = Path(path)
    try:
        return read_house(found, file.name, file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as bad:
        raise ChartError(f"{file}: {bad}") from bad


def load_save(name: str, folder: Path | None = None, number: int | None = None) -> Session:
    """A copy of a player's save, at its open question: what is answered here is not written back.

    `folder` is where the saves are, if not in the usual place; `number` a chapter, if not the last.
    """
    from flakhouse.store import Store

    with Store(folder) as store:
        chapter = store.chapter(name, number)
    return _awake(Session(games.load(chapter.game), chapter))


def read_save(path: Path | str) -> Session:
    """The last chapter of a file that `flakhouse saves export` wrote, checked and at its open question."""
    from flakhouse import savefile

    try:
        data = Path(path).read_bytes()
    except OSError as bad:
        raise FolderError(f"{path}: {bad.strerror or bad}") from bad
    save = savefile.read_save(data)
    savefile.check_save(save)
    return _awake(Session(games.load(save.game), save.chapters[-1]))


def _awake(session: Session) -> Session:
    """Proven against the rules of today, and run."""
    session.wake()
    return session


# ------------------------------------------------------------------ many flights


class Results:
    """What bots flew: tables of rows, figures with intervals, files.

    Rows are read from a folder, which goes with this object unless `out` named one.
    """

    def __init__(
        self, studies: Sequence[Study], folder: Path, done: int, tallies: list[Tally], keep: bool
    ) -> None:
        self.studies = list(studies)
        self.folder = folder
        self.summary: Summary = summarize(studies, done, tallies)
        self._kinds = {table: _kinds(table, tallies) for table in TABLES}
        if not keep:
            weakref.finalize(self, shutil.rmtree, folder.parent, ignore_errors=True)

    @cached_property
    def missions(self) -> list[Row]:
        """A row a mission."""
        return self._rows("missions")

    @cached_property
    def men(self) -> list[Row]:
        """A row a man, or an aircraft."""
        return self._rows("men")

    @cached_property
    def tours(self) -> list[Row]:
        """A row a tour, where tours were flown."""
        return self._rows("tours")

    @property
    def text(self) -> str:
        """The figures for people."""
        return text_table(self.summary)

    def measure(self, key: str, contender: str = "") -> Estimate:
        """A measure with its 95 % interval; of the first contender, if none is named."""
        for result in self.summary.results:
            if contender in ("", result.contender):
                if key not in result.measures:
                    raise OptionError(f"no measure {key!r}; measures: {', '.join(result.measures)}")
                return result.measures[key]
        raise OptionError(f"no contender {contender!r}")

    def compare(self) -> Comparison:
        """The contenders on the same dice."""
        return comparing.compare(self.folder)

    def to_csv(self, folder: Path | str) -> list[Path]:
        """Copy the tables as CSV into a folder; their paths."""
        return self._copy(Path(folder), "csv")

    def to_parquet(self, folder: Path | str) -> list[Path]:
        """Copy the tables as Parquet into a folder; their paths. Needs the extra flakhouse[study]."""
        found = self._copy(Path(folder), "parquet")
        if not found:
            raise FlakhouseError("no Parquet without pyarrow: pip install 'flakhouse[study]'")
        return found

    def to_html(self, path: Path | str) -> Path:
        """Write the report with its plots into one file."""
        from flakhouse.sim.report import write_report

        return Path(shutil.copyfile(write_report(self.folder), path))

    def plots(self) -> dict[str, str]:
        """The plots of the report by their titles, each a piece of HTML that needs nothing else."""
        from flakhouse.sim.figures import figures
        from flakhouse.sim.gather import add_counts, gather
        from flakhouse.sim.plots import CSS, PATTERNS

        names = [result.contender for result in self.summary.results]
        flown = gather(self.folder, names, self.summary.unit == "tours")
        add_counts(flown, self.folder)
        head = f'<div class="flakhouse"><style>{_PALETTE}{CSS}</style>{PATTERNS}'
        return {one.title: f"{head}{''.join(one.plots)}</div>" for one in figures(self.summary, flown)}

    def _copy(self, target: Path, form: str) -> list[Path]:
        """Copy the tables of one form."""
        target.mkdir(parents=True, exist_ok=True)
        files = [self.folder / f"{table}.{form}" for table in TABLES]
        return [Path(shutil.copyfile(file, target / file.name)) for file in files if file.exists()]

    def _rows(self, table: str) -> list[Row]:
        """A table with its values as they were."""
        path = self.folder / f"{table}.csv"
        if not path.exists():
            return []
        kinds = self._kinds[table]
        with path.open(encoding="utf-8", newline="") as file:
            return [
                {key: _value(text, kinds.get(key, "")) for key, text in row.items()}
                for row in csv.DictReader(file)
            ]


def _kinds(table: str, tallies: Sequence[Tally]) -> dict[str, str]:
    """What each column holds, over all contenders; `index` is always a number."""
    order = ("", "bool", "int", "float", "text")
    kinds = {"contender": "text", "index": "int"}
    for tally in tallies:
        for name, column in tally.columns.get(table, {}).items():
            kinds[name] = max(kinds.get(name, ""), column.kind, key=order.index)
    return kinds


def _value(text: str, kind: str) -> str | int | float | bool | None:
    """A cell as the value it was."""
    if text == "":
        return None
    if kind == "bool":
        return text == "1"
    if kind == "int":
        return int(text)
    if kind == "float":
        return float(text)
    return text


def simulate(
    which: str | Game,
    *,
    missions: int | None = None,
    tours: int | None = None,
    first: bool = False,
    pilots: Sequence[str | type[Agent]] = (),
    variants: Mapping[str, Mapping[str, str]] | None = None,
    scenario: str = "",
    options: Mapping[str, str] | None = None,
    house: Path | str | None = None,
    seed: str = "1",
    detail: bool = False,
    jobs: int = 1,
    out: Path | str | None = None,
) -> Results:
    """Let bots fly many missions (1000, if nothing is said) from all over the tour, or whole tours.

    With `first` each mission is the first of a new tour.

    Contenders share the dice: every one of `pilots`, or the first of them under each of `variants`, which gives
    options by label. A bot of one's own is a class. `out` keeps tables and figures in a folder.
    """
    if missions is not None and tours is not None:
        raise OptionError("missions or tours, not both")
    found = _game(which)
    rules = _house(found, house)
    bots = [_bot(pilot) for pilot in pilots] or [("", found.default_pilot)]
    plain = dict(options or {})
    contenders = [(label, pilot, plain) for label, pilot in bots]
    if variants:
        contenders = [(label, bots[0][1], {**plain, **more}) for label, more in variants.items()]
    unit, count, cut = planned(found, missions, tours, first)
    studies = [
        Study(
            game=found.name,
            pilot=pilot,
            scenario=scenario,
            options=chosen,
            house=rules.text if rules else "",
            house_name=rules.name if rules else "",
            seed=studied(seed),
            unit=unit,
            count=count,
            missions=cut,
            detail=detail,
            label=label,
        )
        for label, pilot, chosen in contenders
    ]
    return _fly(studies, jobs, Path(out) if out is not None else None)


def _bot(pilot: str | type[Agent]) -> tuple[str, str]:
    """What a bot is called in tables ("": as usual), and the name by which a study finds it."""
    if isinstance(pilot, str):
        return "", pilot
    return pilot.__name__, f"{pilot.__module__}:{pilot.__qualname__}"


def _fly(studies: Sequence[Study], jobs: int, out: Path | None) -> Results:
    """Fly into a folder, named or our own."""
    check(studies)
    path = out if out is not None else Path(tempfile.mkdtemp(prefix="flakhouse-")) / "study"
    try:
        folder = Folder.new(path, studies, stamp_of(games.load(studies[0].game)))
        try:
            done = run(studies, jobs=jobs, folder=folder)
            results = Results(studies, path, done.done, done.tallies, keep=out is not None)
            folder.finish(msgspec.to_builtins(results.summary), results.text)
        finally:
            folder.close()
    except BaseException:
        if out is None:
            shutil.rmtree(path.parent, ignore_errors=True)
        raise
    return results


def compare(
    which: str | Game,
    *,
    missions: int | None = None,
    tours: int | None = None,
    first: bool = False,
    pilots: Sequence[str | type[Agent]] = (),
    variants: Mapping[str, Mapping[str, str]] | None = None,
    scenario: str = "",
    options: Mapping[str, str] | None = None,
    seed: str = "1",
    jobs: int = 1,
) -> Comparison:
    """Pilots, or rules, on the same dice: whether they differ and by how much. Print it with `as_text`."""
    needed()  # before anything is flown
    return simulate(
        which,
        missions=missions,
        tours=tours,
        first=first,
        pilots=pilots,
        variants=variants,
        scenario=scenario,
        options=options,
        seed=seed,
        jobs=jobs,
    ).compare()


def as_text(found: Results | Comparison | OddsTable | Exact) -> str:
    """Any of these for people."""
    from flakhouse.sim import oddstext

    if isinstance(found, Results):
        return found.text
    if isinstance(found, Comparison):
        return comparing.as_text(found)
    lines = oddstext.odds_lines(found) if isinstance(found, OddsTable) else oddstext.exact_lines(found)
    return "\n".join(lines) + "\n"


# ------------------------------------------------------------------ chances


def odds(session: Session, samples: int = 100, pilot: str = "", seed: str = "odds", jobs: int = 1) -> OddsTable:
    """What becomes of each option of the open question, by so many play-outs of the real rules.

    `flakhouse.sim.odds.odds` gives better and better tables while you look.
    """
    if samples < 1:
        raise OptionError(f"{samples} samples: expected 1 or more")
    *_, last = sampling.odds(session, pilot, seed, limit=samples, jobs=jobs)
    return last


def charts(which: str | Game) -> dict[str, Chart[str]]:
    """The charts of a game by their ids."""
    return dict(_game(which).charts().charts)


def chart_odds(which: str | Game, chart: str, modifier: int = 0, column: str = "") -> Exact:
    """The exact chance of every result of a chart, in one of its columns, if it has several."""
    known = charts(which)
    if chart not in known:
        raise ChartError(f"{_game(which).title} has no chart {chart!r}")
    found = known[chart]
    columns = found.data.columns
    if column and column not in columns:
        raise ChartError(f"chart {chart} has no column {column!r}; columns: {', '.join(columns) or 'one'}")
    return exact(found, modifier, columns.index(column) if column else 0)
