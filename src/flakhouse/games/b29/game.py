"""The B-29 game as the engine sees it: options, charts, pilots, one mission of the tour at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flakhouse.core.game import HistoryRow, OptionSpec, Scenario
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import campaign as tour
from flakhouse.games.b29 import debrief, mission, outcome, pilots, position, setup, start
from flakhouse.games.b29.advice import crew_first
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.options import OMEGA, STREAMLINER, SWITCHES, Options
from flakhouse.games.b29.questions import setup as questions
from flakhouse.games.b29.state import Campaign, Mission, MissionEnded
from flakhouse.games.bomber import switches
from flakhouse.games.bomber.game import BomberGame, Parts

__all__ = ["B29", "GAME", "fly_from", "fly_mission"]


def fly_mission(ref: Referee, campaign: Campaign, options: Options) -> Mission:
    """2.0-9.0 A mission of the tour, Truk first if wanted (D4); the campaign is brought up to date."""
    training = ref.agreed("truk", False, lambda: questions.truk(campaign))
    m = setup.prepare(ref, campaign, options, training)
    try:
        start.take_off(ref, m)
        mission.fly(ref, m)
    except MissionEnded:
        pass  # an accident at take-off
    _after(ref, m, campaign)
    return m


def fly_on(ref: Referee, m: Mission, campaign: Campaign, step: int) -> None:
    """4.0 The rest of a mission of the tour, from the step of this place in the turn."""
    mission.fly(ref, m, mission.STEPS[step][0])
    _after(ref, m, campaign)


def _after(ref: Referee, m: Mission, campaign: Campaign) -> None:
    """9.0 What follows a flight of the tour."""
    debrief.debrief(ref, m, campaign)
    if not tour.over(campaign):
        tour.replace_losses(ref, campaign)


def fly_from(ref: Referee, m: Mission, step: str) -> Campaign:
    """4.0 A flight outside a tour, from this step to its debriefing; the record around it."""
    record = position.campaign_of(m)
    mission.fly(ref, m, step)
    debrief.debrief(ref, m, record)
    return record


class B29(BomberGame[Options, Campaign, Mission]):
    """B-29 Superfortress."""

    name = "b29"
    title = "B-29 Superfortress: Bombers over Japan, 1944-45"
    short = "B-29 over Japan"
    period = "1944-45, from the Marianas"
    blurb = (
        "Eleven men, thirty-five missions, and three thousand miles of water. "
        "Fuel and weather kill as surely as fighters."
    )
    lasts = "5 to 30 minutes each"
    chapters = tour.TOUR
    crew_size = 11
    tolls = ((0, 1.12), (10, 0.96))  # 150 tours
    rules_version = 2
    parts = Parts(
        book=CHARTS,
        switches=SWITCHES,
        campaign=Campaign,
        mission=Mission,
        doctrine=pilots.Doctrine,
        cautious=pilots.Cautious,
        crew_first=crew_first.OWN,
        options_of=Options.of,
        new_campaign=tour.new_campaign,
        record_fault=tour.record_fault,
        over=tour.over,
        fly=fly_mission,
        fly_on=fly_on,
        fly_from=fly_from,
        facts=outcome.facts,
        outcome=outcome.outcome,
        men=outcome.men,
        measured=outcome.measured,
        check_step=mission.check_step,
        write=position.write,
        read=position.read,
    )

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

    def conditions(self) -> frozenset[str]:
        """Weather, resistance, escort and flak by zone: the same for all who fly a challenge."""
        return frozenset({"2-4", "2-5", "2-6", "2-8", "4-2", "4-11", "5-1", "6-2"})

    def standing(self) -> frozenset[str]:
        """Go on or turn back, up or down: decided until something new happens."""
        return frozenset({"abort", "cold", "frosted-windows", "iwo-plan"})

    def questions(self) -> Sequence[str]:
        """The ids of the questions, as programs number them."""
        from flakhouse.games.b29 import seen

        return seen.QUESTIONS

    def feature_names(self) -> Sequence[str]:
        """What is seen of a mission, by name."""
        from flakhouse.games.b29 import seen

        return seen.NAMES

    def features(self, state: object) -> list[float]:
        """What is seen of a mission, in figures."""
        from flakhouse.games.b29 import seen

        return seen.features(state) if isinstance(state, Mission) else super().features(state)

    def history(self, games: int, seed: str) -> Iterator[list[HistoryRow] | float]:
        """The war as it was beside the tours of the bot."""
        from flakhouse.games.b29 import history

        yield from history.compare(self, games, seed)

    def scenarios(self) -> list[Scenario]:
        """The rule sets, as beginnings."""
        return [
            Scenario("tour", "A tour of 35 missions", "All rules.", {"rules": "advanced"}),
            Scenario("basic", "A tour without the optional rules", "For a first flight.", {"rules": "basic"}),
            Scenario("streamlined", "A tour with the Streamliner's turn", "A variant.", {"rules": "streamlined"}),
        ]

    def settled(self, options: Options) -> dict[str, str]:
        """5.4 The strength of Japanese fire."""
        return {"profile": "historical" if options.historical else "standard"}


def _origin(switch: str) -> str:
    """Where a switch comes from, as the engine words it."""
    if switch == "jack":
        return "reconstructed"
    return "optional" if switch in OMEGA else "variant" if switch in STREAMLINER else "printed"


GAME = B29()
