"""A bomber game as the engine sees it: one mission of the tour at a time, or one flight from a position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, Protocol, TypeVar

import msgspec

from flakhouse.core.adviser import Adviser, Own
from flakhouse.core.agents import Agent, RandomAgent
from flakhouse.core.charts import ChartBook
from flakhouse.core.game import ADVISER, Ending, Finish, Game, JsonDict, Measure, Men, RuleEntry, Scalar, plain
from flakhouse.core.referee import Referee
from flakhouse.core.start import Start
from flakhouse.errors import PositionError
from flakhouse.games.bomber import outcome, renaming, roster, rulebook, switches
from flakhouse.games.bomber.words import Repair

__all__ = ["BomberGame", "Parts"]


class Flown(Protocol):
    """A mission flown, as far as its rows and measures need it."""

    repair: Repair
    on_target: bool | None
    percent: int
    credited: bool
    end_zone: int

    @property
    def end(self) -> StrEnum:
        """How the flight ended."""


C = TypeVar("C")
M = TypeVar("M", bound=Flown)
O = TypeVar("O")  # noqa: E741


@dataclass(slots=True, frozen=True)
class Parts(Generic[O, C, M]):
    """What a game is made of: options of the kind O, campaigns of the kind C, missions of the kind M."""

    book: ChartBook
    switches: Mapping[str, tuple[str, str]]  # label and rule of every switch
    campaign: type[C]
    mission: type[M]
    doctrine: type[Agent]  # what a careful player does
    cautious: type[Agent]  # the same with more care for the men
    crew_first: Mapping[str, Own]  # what the adviser "crew first" thinks otherwise
    options_of: Callable[[Mapping[str, str]], O]
    new_campaign: Callable[[Referee, O], C]
    record_fault: Callable[[C], str]  # why no tour can have left this record ("" if one can)
    over: Callable[[C], bool]
    fly: Callable[[Referee, C, O], M]  # a mission of the tour, which brings the campaign up to date
    fly_on: Callable[[Referee, M, C, int], None]  # the rest of one, from the step of this place in the turn
    fly_from: Callable[[Referee, M, str], C]  # a flight from a step to its debriefing; gives the record around it
    facts: Callable[
        [M, C], dict[str, Scalar]
    ]  # what came of a mission, in single words and numbers; "bomber": her name
    outcome: Callable[[M, C], JsonDict]  # the same, with all about bomber and crew
    men: Callable[[M], Men]  # the crew, a row each
    measured: Callable[[M], dict[str, float]]
    check_step: Callable[[str], int]
    write: Callable[[M], str]  # a position text
    read: Callable[[str, O, str], M]


class BomberGame(Game, Generic[O, C, M]):
    """A game of missions."""

    default_pilot = "doctrine"
    chapter_word = "flight"
    crew_size: int
    #: What a mission costs: from so many that count on, men lost by doctrine until one more counts
    #: (scripts/advice toll).
    tolls: tuple[tuple[int, float], ...]
    parts: Parts[O, C, M]
    _options: tuple[dict[str, str], O] | None = None  # read last, and what they mean

    def settled(self, options: O) -> dict[str, str]:
        """Choices of the game's own beside its rule set, as they will be played."""
        return {}

    def check_options(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """The options as they will be played, dependencies settled; asked for or not, each one is named."""
        options = self.parts.options_of(chosen)
        rules = chosen.get("rules", "advanced")
        found = {"rules": rules, **self.settled(options), **switches.worded(options, self.parts.switches)}
        adviser = chosen.get(ADVISER.key, ADVISER.default)
        return found if adviser == ADVISER.default else {**found, ADVISER.key: adviser}

    def measures(self) -> list[Measure]:
        """Bomber, men, bombs, credit."""
        return [
            Measure("home", "bomber home"),
            Measure("crew", "every man home"),
            Measure("target", "bombs on target"),
            Measure("credit", "mission counts"),
            Measure("men", "share of the men home", share=False, top=1.0),
            Measure("percent", "percent of bombs on target", share=False, top=100.0),
        ]

    def odds_measures(self, campaign: JsonDict | None) -> list[Measure]:
        """The men first: how many come home, whether all do, and what the rest of the tour costs besides."""
        crew = self.crew_size
        saved = f"how many of the {crew} come home from this flight, on average."
        counts = "it is one of those the tour asks for. A bomber that is lost has flown its mission, too."
        found = [
            Measure("saved", f"men saved, of {crew}", False, float(crew), brief="men saved", meaning=saved),
            Measure("crew", "every man home"),
        ]
        if campaign is not None:
            left = self.chapters - _credited(campaign)
            tour = (
                "on this flight and after it, replacements among them, until all missions count. "
                f"{left} are still to come; each costs about {self._each(campaign):.1f} men."
            )
            label = f"men lost of all crews over {left} missions"
            found.append(
                Measure("toll", label, share=False, less=True, brief="men lost over the tour", meaning=tour)
            )
        return [
            *found,
            *(one for one in self.measures() if one.key in ("home", "target")),
            Measure("credit", "mission counts", meaning=counts),
        ]

    def _each(self, campaign: JsonDict) -> float:
        """Men lost for each mission that the tour still wants, on average."""
        left = range(_credited(campaign), self.chapters)
        return sum(map(self.toll, left)) / max(1, len(left))

    def odds_measured(self, measured: Mapping[str, float], campaign: JsonDict | None) -> dict[str, float]:
        """The figures of those measures."""
        found = dict(measured)
        found["saved"] = self.crew_size * measured["men"]
        if campaign is not None:
            done = _credited(campaign) + round(measured["credit"])
            found["toll"] = self.crew_size - found["saved"] + sum(map(self.toll, range(done, self.chapters)))
        return found

    def toll(self, credited: int) -> float:
        """Men lost over whole tours, with so many missions that count, until one more does."""
        return next(toll for first, toll in reversed(self.tolls) if credited >= first)

    def measured(self, finish: Finish) -> dict[str, float]:
        """The measures of a mission."""
        return _measured(msgspec.convert(finish.outcome, _Outcome))

    def worth(self, measured: Mapping[str, float]) -> float:
        """The men and the bomber first, then a mission that hits and counts: what is lost flies again."""
        return measured["men"] + measured["home"] + 0.5 * measured["target"] + 0.3 * measured["credit"]

    def aim(self, adviser: str, campaign: JsonDict | None) -> str:
        """Few men lost: `crew` on this flight; `doctrine` over a whole tour, where a mission that does not count
        is flown again and costs its toll.
        """
        return "saved" if adviser == "crew" or campaign is None else "toll"

    def mission_row(self, finish: Finish) -> dict[str, Scalar]:
        """A mission as a row: its outcome, the bomber's, and the measures."""
        out = msgspec.convert(finish.outcome, _Outcome)
        bomber = (out.bomber.name, out.bomber.state, out.bomber.end, out.bomber.zone)
        return outcome.mission_row(plain(finish.outcome), bomber, _measured(out), out.percent)

    def men_rows(self, finish: Finish) -> list[dict[str, Scalar]]:
        """The crew, a row each."""
        return _men(msgspec.convert(finish.outcome, _Outcome))

    def credited(self, campaign: JsonDict | None) -> int:
        """How many missions of a tour have counted so far."""
        return _credited(campaign)

    def names_of(self, campaign: JsonDict) -> dict[str, str]:
        """The bomber and the men who fly next."""
        return renaming.names_of(campaign)

    def renamed(self, campaign: JsonDict, names: Mapping[str, str]) -> JsonDict:
        """The record with other names for them."""
        return renaming.renamed(campaign, names)

    def charts(self) -> ChartBook:
        """The chart book, every chart bound to its words."""
        return self.parts.book

    def play(
        self,
        ref: Referee,
        campaign: JsonDict | None,
        options: dict[str, str],
        position: str | None = None,
        step: str = "",
    ) -> Finish:
        """One mission of the tour, or one flight from a position."""
        return self.fly(ref, campaign, options, position, step).finish()

    def fly(
        self,
        ref: Referee,
        campaign: JsonDict | None,
        options: dict[str, str],
        position: str | None = None,
        step: str = "",
    ) -> Ending:
        """The same, with nothing written down yet."""
        ref.start = Start(self, campaign, options, position, step)
        played = self._played(options)
        if position is not None:
            m = self._read(position, played, step or "move")
            ref.state = m
            record = self.parts.fly_from(ref, m, step or "move")
            return _Flown(self, m, record, over=True)
        if campaign is None:
            record = self.parts.new_campaign(ref, played)
        else:
            record = roster.from_json(campaign, self.parts.campaign, self.parts.record_fault)
        return self._flown(ref, record, played)

    def fly_with(self, ref: Referee, record: C, options: dict[str, str]) -> Ending:
        """A mission of the tour that has this record, which is brought up to date."""
        # Who is asked everything may play the mission out from its start, and needs the record as it was then.
        looks = not ref.unseen and ref.agent.wants is None
        ref.start = Start(self, roster.to_json(record) if looks else None, options)
        return self._flown(ref, record, self._played(options))

    def _played(self, options: dict[str, str]) -> O:
        """The options as the rules read them. Those read last are kept: a study flies with the same each time."""
        last = self._options
        if last is None or last[0] != options:
            last = self._options = (dict(options), self.parts.options_of(options))
        return last[1]

    def _flown(self, ref: Referee, record: C, options: O) -> Ending:
        ref.record = record
        m = self.parts.fly(ref, record, options)
        return _Flown(self, m, record, self.parts.over(record))

    def fly_on(self, ref: Referee, start: Start, state: object, record: object, step: int) -> Ending:
        """A mission of the tour from the beginning of a step."""
        if not isinstance(state, self.parts.mission) or not isinstance(record, self.parts.campaign):
            raise PositionError("no mission of a tour is in flight")
        ref.start, ref.state, ref.record = start, state, record
        self.parts.fly_on(ref, state, record, step)
        return _Flown(self, state, record, self.parts.over(record))

    def pilots(self) -> dict[str, Callable[[str], Agent]]:
        """Bots: what a careful player does; the same with more care for the men; any legal option."""
        return {
            "doctrine": lambda seed: self.parts.doctrine(),
            "crew": lambda seed: Adviser("crew", self.parts.crew_first),
            "cautious": lambda seed: self.parts.cautious(),
            "random": RandomAgent,
        }

    def rules_index(self) -> list[RuleEntry]:
        """Every numbered rule and table note with its code and tests."""
        return rulebook.entries(f"flakhouse.games.{self.name}")

    def position_text(self, state: object) -> str:
        """A mission in flight as text."""
        if not isinstance(state, self.parts.mission):
            raise PositionError("no mission is in flight")
        return self.parts.write(state)

    def check_position(self, text: str, options: dict[str, str], step: str = "") -> None:
        """Raise PositionError if no flight can start from this text at this step."""
        self._read(text, self.parts.options_of(options), step or "move")

    def _read(self, text: str, options: O, step: str) -> M:
        self.parts.check_step(step)
        return self.parts.read(text, options, step)


class _Bomber(msgspec.Struct):
    name: str
    state: str
    end: str
    zone: int


class _Man(msgspec.Struct):
    name: str
    fate: str
    dead: bool
    aboard: bool
    cause: str | None


class _Outcome(msgspec.Struct):
    """What tables and odds need of an outcome."""

    bombs: str | None
    percent: int
    credited: bool
    bomber: _Bomber
    crew: dict[str, _Man]


class _Flown(Ending, Generic[O, C, M]):
    """A mission flown: its state, and the record that goes on. What is asked of it is read from them."""

    def __init__(self, game: BomberGame[O, C, M], m: M, record: C, over: bool) -> None:
        self._bombers = game
        self._m = m
        self._record = record
        self._over = over
        self._known: dict[str, float] = {}  # the measures, once somebody asked

    @property
    def over(self) -> bool:
        """Whether the tour is."""
        return self._over

    def finish(self) -> Finish:
        """Everything, for the record."""
        told = self._bombers.parts.outcome(self._m, self._record)
        return Finish(roster.to_json(self._record), told, self._over)

    def fly_next(self, ref: Referee, options: dict[str, str]) -> Ending:
        """The next mission of the tour, with the record as it is: it need not be written down and read again."""
        return self._bombers.fly_with(ref, self._record, options)

    def measured(self) -> dict[str, float]:
        """The measures of a mission."""
        if not self._known:
            self._known = self._bombers.parts.measured(self._m)
        return self._known

    def mission_row(self) -> dict[str, Scalar]:
        """A mission as a row."""
        m = self._m
        facts = self._bombers.parts.facts(m, self._record)
        bomber = (facts.pop("bomber"), m.repair.value, m.end.value, m.end_zone)
        return outcome.mission_row(facts, bomber, self.measured(), m.percent)

    def men(self) -> Men:
        """The crew, a row each."""
        return self._bombers.parts.men(self._m)


def _credited(campaign: JsonDict | None) -> int:
    """How many missions of a tour have counted so far."""
    found = 0 if campaign is None else campaign.get("credited", 0)
    return found if isinstance(found, int) else 0


def _measured(out: _Outcome) -> dict[str, float]:
    """The measures of a mission that was written down."""
    flew = [man for man in out.crew.values() if man.aboard] or list(out.crew.values())
    home = sum([outcome.came_home(man.dead, man.fate) for man in flew])
    return outcome.measures(out.bomber.state, home, len(flew), out.bombs, out.credited, out.percent)


def _men(out: _Outcome) -> list[dict[str, Scalar]]:
    """The crew, a row each."""
    return [
        dict(
            zip(
                outcome.COLUMNS, (position, man.name, man.fate, man.dead, man.aboard, home, man.cause), strict=True
            )
        )
        for position, man in out.crew.items()
        for home in [outcome.came_home(man.dead, man.fate)]
    ]
