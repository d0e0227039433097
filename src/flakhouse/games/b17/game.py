"""The B-17 game as the engine sees it: options, charts, pilots, one mission of the tour at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flakhouse.core.game import HistoryRow, OptionSpec, Scenario
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import campaign as tour
from flakhouse.games.b17 import debrief, luck, mission, outcome, pilots, position, setup
from flakhouse.games.b17.advice import crew_first
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.options import OPTIONAL, OURS, SWITCHES, Options
from flakhouse.games.b17.state import Campaign, Mission
from flakhouse.games.b17.words import TOUR
from flakhouse.games.bomber import switches
from flakhouse.games.bomber.game import BomberGame, Parts

__all__ = ["B17", "GAME", "fly_from", "fly_mission"]


def fly_mission(ref: Referee, campaign: Campaign, options: Options) -> Mission:
    """1-16 A mission of the tour; the campaign is brought up to date."""
    m = setup.prepare(ref, campaign, options)
    mission.fly(ref, m)
    _after(ref, m, campaign)
    return m


def fly_on(ref: Referee, m: Mission, campaign: Campaign, step: int) -> None:
    """1.6 The rest of a mission of the tour, from the step of this place in the turn."""
    luck.start(ref, m)
    mission.fly(ref, m, mission.STEPS[step][0])
    _after(ref, m, campaign)


def _after(ref: Referee, m: Mission, campaign: Campaign) -> None:
    """16 What follows a flight of the tour."""
    debrief.debrief(ref, m, campaign)
    luck.stop(ref)
    if not tour.over(campaign):
        tour.replace_losses(ref, campaign)


def fly_from(ref: Referee, m: Mission, step: str) -> Campaign:
    """1.6 A flight outside a tour, from this step to its debriefing; the record around it."""
    record = position.campaign_of(m)
    luck.start(ref, m)
    mission.fly(ref, m, step)
    debrief.debrief(ref, m, record)
    luck.stop(ref)
    return record


class B17(BomberGame[Options, Campaign, Mission]):
    """B-17 Queen of the Skies."""

    name = "b17"
    title = "B-17 Queen of the Skies: daylight bombers over Europe, 1942-43"
    short = "B-17 over Europe"
    period = "1942-43, from England"
    blurb = "Ten men in the daylight war. Hold the formation, share out the ammunition, count the chutes."
    lasts = "5 to 25 minutes each"
    chapters = TOUR
    crew_size = 10
    tolls = ((0, 0.70), (5, 1.02), (10, 1.70))  # 300 tours; the targets of missions 1-5, 6-10, 11-25 (G-1 to G-3)
    rules_version = 1
    parts = Parts(
        book=CHARTS,
        switches=SWITCHES,
        campaign=Campaign,
        mission=Mission,
        doctrine=pilots.Doctrine,
        cautious=pilots.Cautious,
        crew_first=crew_first.OWN,
        options_of=Options.of,
        new_campaign=lambda ref, options: tour.new_campaign(ref),
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
        """The rule set, and every switch."""
        rules = OptionSpec(
            "rules",
            ("advanced", "basic"),
            "advanced",
            "Rule set: with the optional rules, or without them",
            "17.1",
        )
        return [rules, *switches.specs(Options(), SWITCHES, _origin)]

    def conditions(self) -> frozenset[str]:
        """Target, place in the formation, cover, weather, flak and waves: the same for all who fly a challenge."""
        return frozenset({"G-1", "G-2", "G-3", "G-4", "G-4-squadron", "G-5", "O-1", "O-2", "B-1", "B-2"})

    def standing(self) -> frozenset[str]:
        """Go on or turn back, up or down: decided until something new happens."""
        return frozenset({"abort", "frostbite"})

    def questions(self) -> Sequence[str]:
        """The ids of the questions, as programs number them."""
        from flakhouse.games.b17 import seen

        return seen.QUESTIONS

    def feature_names(self) -> Sequence[str]:
        """What is seen of a mission, by name."""
        from flakhouse.games.b17 import seen

        return seen.NAMES

    def features(self, state: object) -> list[float]:
        """What is seen of a mission, in figures."""
        from flakhouse.games.b17 import seen

        return seen.features(state) if isinstance(state, Mission) else super().features(state)

    def history(self, games: int, seed: str) -> Iterator[list[HistoryRow] | float]:
        """The war as it was beside the tours of the bot."""
        from flakhouse.games.b17 import history

        yield from history.compare(self, games, seed)

    def scenarios(self) -> list[Scenario]:
        """The rule sets, as beginnings."""
        return [
            Scenario("tour", "A tour of 25 missions", "All rules.", {"rules": "advanced"}),
            Scenario("basic", "A tour without the optional rules", "For a first flight.", {"rules": "basic"}),
        ]


def _origin(switch: str) -> str:
    """Where a switch comes from, as the engine words it."""
    return "optional" if switch in (*OPTIONAL, *OURS) else "variant"


GAME = B17()
