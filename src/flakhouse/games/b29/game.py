"""The B-29 game as the engine sees it: options, charts, pilots, one mission of the tour at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flakhouse.core.agents import Agent, RandomAgent
from flakhouse.core.charts import ChartBook
from flakhouse.core.game import Finish, Game, JsonDict, OptionSpec, RuleEntry, Scenario
from flakhouse.core.referee import Referee
from flakhouse.errors import PositionError
from flakhouse.games.b29 import campaign as tour
from flakhouse.games.b29 import debrief, mission, pilots, position, setup, start
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.options import OMEGA, STREAMLINER, SWITCHES, Options
from flakhouse.games.b29.state import Campaign, Mission, MissionEnded
from flakhouse.games.bomber import roster, rulebook, switches

__all__ = ["B29", "GAME", "fly_mission", "outcome"]


def fly_mission(ref: Referee, campaign: Campaign, options: Options) -> Mission:
    """2.0-9.0 A mission of the tour, Truk first if wanted (D4); the campaign is brought up to date."""
    training = ref.yes(
        "truk",
        "2.2",
        "Fly a training flight to Truk first? It does not count towards the tour.",
        default=False,
        routine=campaign.flights > 0,
    )
    m = setup.prepare(ref, campaign, options, training)
    try:
        start.take_off(ref, m)
        mission.fly(ref, m)
    except MissionEnded:
        pass  # an accident at take-off
    debrief.debrief(ref, m, campaign)
    if not tour.over(campaign):
        tour.replace_losses(ref, campaign)
    return m


def outcome(m: Mission, campaign: Campaign) -> JsonDict:
    """What came of a mission, for programs and records."""
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
        "training": m.training,
        "result": row.result.name.lower(),
        "credited": row.credited,
        "target": m.target.city,
        "target_type": m.target.kind.value,
        "night": m.night,
        "altitude": m.altitude.name,
        "bombs": None if m.on_target is None else ("on target" if m.on_target else "off target"),
        "percent": m.percent,
        "bomber": {"name": row.bomber, "state": m.repair.value, "end": m.end.value, "zone": m.end_zone},
        "cause": m.root.value if m.root else None,
        "aborted": m.abort_cause if m.aborted else None,
        "turns": m.turn,
        "fuel_left": m.plane.wing_boxes + m.plane.tank_fuel(),
        "crew": crew,
    }


class B29(Game):
    """B-29 Superfortress."""

    name = "b29"
    title = "B-29 Superfortress: Bombers over Japan, 1944-45"
    rules_version = 1
    default_pilot = "doctrine"

    def options(self) -> list[OptionSpec]:
        """Rule set, profile, and every switch."""
        specs = [
            OptionSpec(
                "rules",
                ("advanced", "basic", "streamlined"),
                "advanced",
                "Rule set: all rules, none of the optional ones, or the Streamliner's turn",
                "1.1",
            ),
            OptionSpec(
                "profile",
                ("standard", "historical"),
                "standard",
                "Strength of Japanese fire on the reconstructed tables 5-9 and 5-10",
                "5.4",
                "reconstructed",
            ),
        ]
        return specs + switches.specs(Options(), SWITCHES, _origin)

    def check_options(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """The options as they will be played, dependencies settled; asked for or not, each one is named."""
        options = Options.of(chosen)
        rules = chosen.get("rules", "advanced")
        profile = "historical" if options.historical else "standard"
        return {"rules": rules, "profile": profile, **switches.worded(options, SWITCHES)}

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
            record = tour.new_campaign(ref, played)
        else:
            record = roster.from_json(campaign, Campaign, tour.record_fault)
        m = fly_mission(ref, record, played)
        return Finish(roster.to_json(record), outcome(m, record), tour.over(record))

    def pilots(self) -> dict[str, Callable[[str], Agent]]:
        """Bots: any legal option; what a careful player does; the same with more care for the men."""
        return {
            "doctrine": lambda seed: pilots.Doctrine(),
            "cautious": lambda seed: pilots.Cautious(),
            "random": RandomAgent,
        }

    def scenarios(self) -> list[Scenario]:
        """The rule sets, as beginnings."""
        return [
            Scenario("tour", "A tour of 35 missions", "All rules.", {"rules": "advanced"}),
            Scenario("basic", "A tour without the optional rules", "For a first flight.", {"rules": "basic"}),
            Scenario("streamlined", "A tour with the Streamliner's turn", "A variant.", {"rules": "streamlined"}),
        ]

    def rules_index(self) -> list[RuleEntry]:
        """Every numbered rule and table note with its code and tests."""
        return rulebook.entries("flakhouse.games.b29")

    def position_text(self, state: object) -> str:
        """A mission in flight as text."""
        if not isinstance(state, Mission):
            raise PositionError("no mission is in flight")
        return position.write(state)

    def check_position(self, text: str, options: dict[str, str], step: str = "") -> None:
        """Raise PositionError if no flight can start from this text at this step."""
        mission.check_step(step or "move")
        position.read(text, Options.of(options), step or "move")


def _origin(switch: str) -> str:
    """Where a switch comes from, as the engine words it."""
    if switch == "jack":
        return "reconstructed"
    return "optional" if switch in OMEGA else "variant" if switch in STREAMLINER else "printed"


def _from_position(ref: Referee, options: Options, text: str, step: str) -> Finish:
    m = position.read(text, options, step or "move")
    record = position.campaign_of(m)
    ref.state = m
    mission.fly(ref, m, step or "move")
    debrief.debrief(ref, m, record)
    return Finish(roster.to_json(record), outcome(m, record), over=True)


GAME = B29()
