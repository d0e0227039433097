"""The Doolittle game as the engine sees it: scenarios, options, charts, one raid from beginning to end."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from flakhouse.core.adviser import Adviser
from flakhouse.core.agents import Agent, RandomAgent
from flakhouse.core.charts import Chart, ChartBook
from flakhouse.core.game import (
    ADVISER,
    Finish,
    Game,
    HistoryRow,
    JsonDict,
    Measure,
    OptionSpec,
    RuleEntry,
    Scalar,
    Scenario,
)
from flakhouse.core.referee import Referee
from flakhouse.core.start import Start
from flakhouse.errors import PositionError
from flakhouse.games.bomber import rulebook, switches
from flakhouse.games.doolittle import (
    attack,
    campaign_debrief,
    cups,
    debrief,
    denouement,
    flight,
    house,
    naval,
    planning,
    scenario,
)
from flakhouse.games.doolittle.advice import crew_first
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.options import SCENARIOS, SWITCHES, Options
from flakhouse.games.doolittle.pilots import Cautious, Doctrine
from flakhouse.games.doolittle.state import GameOver, Raid
from flakhouse.games.doolittle.words import Fate, Launch

__all__ = ["GAME", "Doolittle", "outcome", "play_raid"]

_ABOUT = {
    "attack": "{b25s} B-25s over {map} by {side}, nine turns at most.",
    "flight": "The flight to Japan, the attacks, and on to China.",
    "naval": "From San Francisco: the voyage, the launch, the flight.",
    "campaign": "Everything: planning, voyage, launch, flight, attack and what came after.",
}


def play_raid(ref: Referee, options: Options) -> tuple[Raid, JsonDict]:
    """1.4, 1.1 One scenario from set-up to debriefing."""
    r = scenario.set_up(ref, options)
    ref.state = r
    number = options.scenario
    ref.note("scenario", causes=(), number=number, title=scenario.titles(ref)[number])
    try:
        if number <= 6:
            if r.city is not None:
                attack.fight(ref, r, r.city, r.side, scenario.entrants(ref, r), high=False)
        else:
            if number == 10:
                planning.segment(ref, r)
            if number >= 9:
                naval.segment(ref, r)
            else:
                flight.segment(ref, r)
    except GameOver:
        pass  # 12.0.1, 15.1: no raid; what is left is told below
    if r.with_denouement():
        denouement.segment(ref, r)  # 11.4.3: what is still on deck is aboard on the way home
        _ground(r)
        return r, campaign_debrief.debrief(ref, r)
    _ground(r)
    return r, debrief.debrief(ref, r)


def _ground(r: Raid) -> None:
    """12.0.1 B-25s that never left the deck."""
    for b25 in r.squadron:
        if b25.fate is Fate.DECK:
            b25.fate = Fate.LEFT_BEHIND


def outcome(r: Raid, told: JsonDict) -> JsonDict:
    """What came of a raid, for programs and records."""
    flown = [b for b in r.squadron if b.fate is not Fate.RESERVE]
    fates: JsonDict = {fate.value: n for fate in Fate if (n := sum(b.fate is fate for b in flown))}
    return {
        "scenario": r.options.scenario,
        **told,
        "launch": r.launch.value if r.options.scenario >= 7 else None,
        "aborted": r.aborted or None,
        "alert": r.security.alert,
        "blast": {city.value: found.blast() for city, found in r.cities.items()},
        "fates": fates,
        "b25s": {
            b.id: {"pilot": b.pilot, "fate": b.fate.value, "where": b.where, "damage": b.damage} for b in flown
        },
        "crews_captured": sum(crew.fate == "captured" for crew in r.crews),
        "launched": r.launch is not Launch.NONE,
    }


class _B25(msgspec.Struct):
    pilot: str
    fate: str
    where: str
    damage: int


_ADVISER = "Who advises: doctrine (the best score), or crew first (the crews before the score)"


class _Outcome(msgspec.Struct):
    """What tables and odds need of an outcome."""

    score: float
    result: str
    blast: dict[str, int]
    b25s: dict[str, _B25]
    crews_captured: int


_WON = frozenset({"success", "triumph"})
_LOST = frozenset({Fate.DESTROYED, Fate.CAPTURED})
_STAYED = frozenset({Fate.LEFT_BEHIND, Fate.HOME})


class Doolittle(Game):
    """Enemy Coast Ahead: The Doolittle Raid."""

    name = "doolittle"
    title = "Enemy Coast Ahead: The Doolittle Raid"
    short = "The Doolittle Raid"
    period = "April 1942, from a carrier deck"
    blurb = (
        "Sixteen bombers that cannot come back to the ship. "
        "Plan it, sail it, fly it, and look for China in the dark."
    )
    lasts = "10 minutes to an evening"
    chapter_word = "raid"
    rules_version = 3
    default_pilot = "doctrine"
    own_tables = True

    def options(self) -> list[OptionSpec]:
        """The scenario, its variants, and the optional rules."""
        first = OptionSpec("scenario", SCENARIOS, "1", "Which of the ten scenarios is played", "1.2")
        specs = switches.specs(Options(), SWITCHES, _origin)
        return [first, *(msgspec.structs.replace(o, label=_ADVISER) if o.key == ADVISER.key else o for o in specs)]

    def measures(self) -> list[Measure]:
        """The debriefing first, then bombs, bombers and crews."""
        return [
            Measure("score", "score of the debriefing", share=False, brief="score"),
            Measure("won", "success or better"),
            Measure("blast", "Blast on the targets", share=False),
            Measure("none_lost", "no B-25 destroyed or captured"),
            Measure("none_captured", "no crew captured"),
            Measure(
                "survived",
                "share of B-25s not destroyed or captured",
                share=False,
                top=1.0,
                brief="share of B-25s left",
            ),
        ]

    def measured(self, finish: Finish) -> dict[str, float]:
        """The measures of a raid."""
        out = msgspec.convert(finish.outcome, _Outcome)
        flew = [b for b in out.b25s.values() if b.fate not in _STAYED]
        lost = sum(b.fate in _LOST for b in flew)
        return {
            "score": float(out.score),
            "won": float(out.result in _WON),
            "blast": float(sum(out.blast.values())),
            "none_lost": float(not lost),
            "none_captured": float(not out.crews_captured),
            "survived": 1 - lost / len(flew) if flew else 1.0,
        }

    def aim(self, adviser: str, campaign: JsonDict | None) -> str:
        """`doctrine` wants the score of the debriefing, `crew` that few crews and B-25s are lost."""
        return "survived" if adviser == "crew" else "score"

    def mission_row(self, finish: Finish) -> dict[str, Scalar]:
        """A raid as a row: its outcome and the measures."""
        return {**super().mission_row(finish), **self.measured(finish)}

    def men_rows(self, finish: Finish) -> list[dict[str, Scalar]]:
        """The B-25s, a row each."""
        out = msgspec.convert(finish.outcome, _Outcome)
        return [
            {"b25": id, "pilot": b.pilot, "fate": b.fate, "where": b.where, "damage": b.damage}
            for id, b in out.b25s.items()
        ]

    def charts(self) -> ChartBook:
        """The chart book."""
        return CHARTS

    def check_house(self, charts: Mapping[str, Chart[object]]) -> None:
        """Maps, cups and lists of a player's own must fit together with each other and with ours."""
        house.check(charts)

    def conditions(self) -> frozenset[str]:
        """The weather, by day and place: the same for all who fly a challenge."""
        return frozenset({"sea-weather", "flight-weather"})

    def scenarios(self) -> list[Scenario]:
        """The ten scenarios."""
        chart = CHARTS.charts["S-titles"]
        titles, kinds, maps, sides = chart.words[:4]
        entries = CHARTS.charts["S-entries"].words[0]
        return [
            Scenario(
                number,
                titles[i],
                _ABOUT[kinds[i]].format(b25s=entries.count(number), map=maps[i], side=sides[i]),
                {"scenario": number},
            )
            for i, number in enumerate(chart.labels)
        ]

    def pilots(self) -> dict[str, Callable[[str], Agent]]:
        """1.4 The bots: what a careful player does; bombs away and off; any legal option."""
        return {
            "doctrine": lambda seed: Doctrine(),
            "crew": lambda seed: Adviser("crew", crew_first.OWN),
            "cautious": lambda seed: Cautious(),
            "random": RandomAgent,
        }

    def rules_index(self) -> list[RuleEntry]:
        """Every numbered rule with its code and tests."""
        return rulebook.entries("flakhouse.games.doolittle")

    def questions(self) -> Sequence[str]:
        """The ids of the questions, as programs number them."""
        from flakhouse.games.doolittle import seen

        return seen.QUESTIONS

    def feature_names(self) -> Sequence[str]:
        """What is seen of a raid, by name."""
        from flakhouse.games.doolittle import seen

        return seen.NAMES

    def features(self, state: object) -> list[float]:
        """What is seen of a raid, in figures."""
        from flakhouse.games.doolittle import seen

        return seen.features(state) if isinstance(state, Raid) else super().features(state)

    def history(self, games: int, seed: str) -> Iterator[list[HistoryRow] | float]:
        """The raid as it was beside the raid as it is played."""
        from flakhouse.games.doolittle import history

        yield from history.compare(games, seed)

    def redraw(self, state: object, ref: Referee) -> None:
        """Markers face down are drawn anew."""
        if isinstance(state, Raid):
            cups.redraw(ref, state)

    def state_mark(self, state: object) -> int:
        """A number that changes when the state does; it looks at hidden markers, and nobody sees it."""
        return zlib.crc32(repr(state).encode()) or 1 if isinstance(state, Raid) else 0

    def play(
        self,
        ref: Referee,
        campaign: JsonDict | None,
        options: dict[str, str],
        position: str | None = None,
        step: str = "",
    ) -> Finish:
        """Play one scenario. A raid is a whole game: there is no campaign after it."""
        if position is not None or step:
            raise PositionError("The Doolittle Raid has no position texts")
        ref.start = Start(self, campaign, options)
        r, told = play_raid(ref, Options.of(self.check_options(options)))
        return Finish({}, outcome(r, told), over=True)


def _origin(name: str) -> str:
    return "variant" if name in ("denouement", "beacons") else "optional"


GAME = Doolittle()
