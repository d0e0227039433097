"""The B-17 game as the engine sees it: options, charts, pilots, one mission of the tour at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flakhouse.core.agents import Agent, RandomAgent
from flakhouse.core.charts import ChartBook
from flakhouse.core.game import Finish, Game, JsonDict, OptionSpec, RuleEntry, Scenario
from flakhouse.core.referee import Referee
from flakhouse.errors import PositionError
from flakhouse.games.b17 import campaign as tour
from flakhouse.games.b17 import debrief, luck, mission, pilots, setup
from flakhouse.games.b17 import position as positions
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.options import OPTIONAL, SWITCHES, Options
from flakhouse.games.b17.state import Campaign, Mission
from flakhouse.games.bomber import roster, rulebook, switches

__all__ = ["B17", "GAME", "fly_mission", "outcome"]


def fly_mission(ref: Referee, campaign: Campaign, options: Options) -> Mission:
    """1-16 A mission of the tour; the campaign is brought up to date."""
    m = setup.prepare(ref, campaign, options)
    mission.fly(ref, m)
    debrief.debrief(ref, m, campaign)
    luck.stop(ref)
    if not tour.over(campaign):
        tour.replace_losses(ref, campaign)
    return m


def outcome(m: Mission, campaign: Campaign) -> JsonDict:
    """16.3 What came of a mission, for programs and records."""
    row = campaign.log[-1]
    crew: JsonDict = {
        man.position.value: {
            "name": man.airman.name,
            "fate": man.fate.value,
            "dead": man.dead,
            "aboard": man.aboard or man.jumped,
            "cause": man.cause.value if man.cause else None,
        }
        for man in m.men.values()
    }
    return {
        "mission": m.number,
        "training": False,
        "result": row.result.value,
        "credited": m.credited,
        "target": m.target.city,
        "target_type": m.target.kind.value,
        "place": m.place.value,
        "squadron": m.squadron.value if m.squadron else None,
        "bombs": None if m.on_target is None else ("on target" if m.on_target else "off target"),
        "percent": m.percent,
        "bomber": {"name": row.bomber, "state": m.repair.value, "end": m.end.value, "zone": m.end_zone},
        "cause": m.root.value if m.root else None,
        "aborted": m.abort_cause if m.aborted else None,
        "turns": m.turn,
        "kills": sum(man.kills for man in m.men.values()),
        "crew": crew,
    }


class B17(Game):
    """B-17 Queen of the Skies."""

    name = "b17"
    title = "B-17 Queen of the Skies: daylight bombers over Europe, 1942-43"
    rules_version = 1
    default_pilot = "doctrine"

    def options(self) -> list[OptionSpec]:
        """The rule set, and every switch."""
        rules = OptionSpec(
            "rules",
            ("advanced", "basic"),
            "advanced",
            "Rule set: with the optional rules, or without them",
            "17.1",
        )
        return [rules, *switches.specs(Options(), SWITCHES, _origin)]

    def check_options(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """The options as they will be played; asked for or not, each one is named."""
        options = Options.of(chosen)
        return {"rules": chosen.get("rules", "advanced"), **switches.worded(options, SWITCHES)}

    def charts(self) -> ChartBook:
        """The chart book, every chart bound to its words."""
        return CHARTS

    def play(
        self,
        ref: Referee,
        campaign: JsonDict | None,
        options: dict[str, str],
        position: str | None = None,
        step: str = "",
    ) -> Finish:
        """One mission of the tour, or one flight from a position."""
        played = Options.of(options)
        if position is not None:
            return _from_position(ref, played, position, step)
        if campaign is None:
            record = tour.new_campaign(ref)
        else:
            record = roster.from_json(campaign, Campaign, tour.record_fault)
        m = fly_mission(ref, record, played)
        return Finish(roster.to_json(record), outcome(m, record), tour.over(record))

    def pilots(self) -> dict[str, Callable[[str], Agent]]:
        """Bots: what a careful player does; the same with more care for the men; any legal option."""
        return {
            "doctrine": lambda seed: pilots.Doctrine(),
            "cautious": lambda seed: pilots.Cautious(),
            "random": RandomAgent,
        }

    def scenarios(self) -> list[Scenario]:
        """The rule sets, as beginnings."""
        return [
            Scenario("tour", "A tour of 25 missions", "All rules.", {"rules": "advanced"}),
            Scenario("basic", "A tour without the optional rules", "For a first flight.", {"rules": "basic"}),
        ]

    def rules_index(self) -> list[RuleEntry]:
        """Every numbered rule and table note with its code and tests."""
        return rulebook.entries("flakhouse.games.b17")

    def position_text(self, state: object) -> str:
        """A mission in flight as text."""
        if not isinstance(state, Mission):
            raise PositionError("no mission is in flight")
        return positions.write(state)

    def check_position(self, text: str, options: dict[str, str], step: str = "") -> None:
        """Raise PositionError if no flight can start from this text at this step."""
        mission.check_step(step or "move")
        positions.read(text, Options.of(options), step or "move")


def _origin(switch: str) -> str:
    """Where a switch comes from, as the engine words it."""
    return "optional" if switch in OPTIONAL else "variant"


def _from_position(ref: Referee, options: Options, text: str, step: str) -> Finish:
    """A flight outside a tour, from the step where it starts to its debriefing."""
    m = positions.read(text, options, step or "move")
    record = positions.campaign_of(m)
    ref.state = m
    luck.start(ref, m)
    mission.fly(ref, m, step or "move")
    debrief.debrief(ref, m, record)
    luck.stop(ref)
    return Finish(roster.to_json(record), outcome(m, record), over=True)


GAME = B17()
