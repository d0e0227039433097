"""The tour: names, ranks and replacements (2.1, 9.1), ratings and the winner (9.4)."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.options import Options
from flakhouse.games.b29.questions import setup as questions
from flakhouse.games.b29.state import Airman, Bomber, Campaign
from flakhouse.games.b29.words import Position, Result
from flakhouse.games.bomber import roster

__all__ = [
    "RANKS",
    "TOUR",
    "Ratings",
    "bombed_out",
    "bombing_rating",
    "new_campaign",
    "over",
    "ratings",
    "record_fault",
    "replace_losses",
    "survival_rating",
    "unnamed_campaign",
    "unnamed_crew",
]

TOUR = 35  # 2.1: missions of a combat tour

#: Ranks at the start (found: campaign log sheet of 2008).
RANKS: dict[Position, str] = {
    Position.PILOT: "Capt",
    Position.COPILOT: "1st Lt",
    Position.BOMBARDIER: "1st Lt",
    Position.NAVIGATOR: "2nd Lt",
    Position.FLIGHT_ENGINEER: "M/Sgt",
    Position.RADIO_OPERATOR: "Sgt",
    Position.CFC: "S/Sgt",
    Position.LEFT_GUNNER: "Sgt",
    Position.RIGHT_GUNNER: "Sgt",
    Position.RADAR_OPERATOR: "S/Sgt",
    Position.TAIL_GUNNER: "S/Sgt",
}

SURVIVAL = CHARTS.text("9-2")  # RULING R-83: 9-2 rates survival, 9-3 bombing
BOMBING = CHARTS.text("9-3")
#: Boxes of the eight great cities (9.2).
CITY_BOXES: dict[str, int] = dict(
    zip(CHARTS.charts["9-1-sheet"].labels, CHARTS.numbers("9-1-sheet").rows[0], strict=True)
)


BOMBER_NAMES = roster.bomber_names("flakhouse.games.b29")


# ------------------------------------------------------------------ names (2.1, 9.1)


def new_campaign(ref: Referee, options: Options) -> Campaign:
    """2.1 A bomber with a nickname and eleven men, at the start of a tour of 35 missions."""
    # D2: names.
    start = roster.start_of(ref)
    name = roster.bomber_name(BOMBER_NAMES, start, 0)
    bomber = ref.ask("bomber-name", name, questions.bomber_name)
    own = ref.agreed("name-crew", False, questions.name_crew)
    campaign = Campaign(Bomber(bomber), {}, names_from=start)
    for position in Position:
        _enlist(ref, campaign, position, own)
    ref.note("campaign-begun", bomber=bomber, missions=TOUR, later=options.later_targets)
    return campaign


def _enlist(ref: Referee, campaign: Campaign, position: Position, ask: bool) -> Airman:
    """2.1, 9.1 A new man for a position, without experience (R-84)."""
    return roster.enlist(ref, campaign, position, RANKS[position], "2.1", ask)


def replace_losses(ref: Referee, campaign: Campaign) -> None:
    """9.1 New names for a lost bomber and for men who will not fly again; the repairable bomber is mended."""
    # D2: the new bomber's name.
    # D2: the replacement's name. RULING R-84: he inherits the mission number, not the experience.
    roster.replace_losses(
        ref, campaign, BOMBER_NAMES, "9.1", lambda position: _enlist(ref, campaign, position, True)
    )


def unnamed_crew(missions: int) -> dict[Position, Airman]:
    """2.1 Eleven men nobody named, each with so many missions; for flights outside a tour."""
    return roster.unnamed_crew({p: RANKS[p] for p in Position}, missions)


def unnamed_campaign(crew: dict[Position, Airman]) -> Campaign:
    """2.1 A record around such a crew."""
    return Campaign(Bomber(BOMBER_NAMES[0]), crew, named=len(crew))


# ------------------------------------------------------------------ the tour


def over(campaign: Campaign) -> bool:
    """2.1, 9.4 The tour is complete."""
    return campaign.credited >= TOUR


def record_fault(campaign: Campaign) -> str:
    """2.1 Why no tour can have left this record between two missions ("" if one can)."""
    counts = [*campaign.city_boxes.values()]
    counts += (number for row in campaign.log for number in (row.flight, row.mission, row.percent))
    if why := roster.record_fault(campaign, Position, counts):
        return why
    if not 0 <= campaign.credited < TOUR:
        return f"{campaign.credited} credited missions; an unfinished tour has 0 to {TOUR - 1}"
    return ""


def bombed_out(campaign: Campaign, city: str) -> bool:
    """9.2 Every box of this city on the damage sheet is crossed off."""
    boxes = CITY_BOXES.get(city, 0)
    return boxes > 0 and campaign.city_boxes.get(city, 0) >= boxes


# ------------------------------------------------------------------ ratings (9.4)


Ratings = roster.Ratings[Result]


def survival_rating(missions: int) -> str:
    """R-83, 9.4 Table 9-2."""
    return roster.band(SURVIVAL, missions)


def bombing_rating(percent: int) -> str:
    """R-83, 9.4 Table 9-3."""
    return roster.band(BOMBING, percent)


def ratings(campaign: Campaign) -> Ratings:
    """9.4 Who is ahead (draws do not count), and the ratings of 9-2 and 9-3."""
    results = (Result.VICTORY, Result.DRAW, Result.DEFEAT)
    return roster.rate(campaign, over(campaign), results, SURVIVAL, BOMBING)
