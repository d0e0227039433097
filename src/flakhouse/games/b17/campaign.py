"""The tour: names, ranks and replacements (1.1, 16.3, 16.4), its end, ratings and the winner (16.5)."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.questions import tour as questions
from flakhouse.games.b17.state import Airman, Bomber, Campaign
from flakhouse.games.b17.words import TOUR, Position, Repair, Result
from flakhouse.games.bomber import roster

__all__ = [
    "RANKS",
    "TOUR",
    "Ratings",
    "bombing_rating",
    "new_campaign",
    "over",
    "ratings",
    "record_fault",
    "replace_losses",
    "retire_bomber",
    "survival_rating",
    "unnamed_campaign",
    "unnamed_crew",
]

# RULING 1.1: the texts give no ranks; these were usual in the Eighth Air Force.
RANKS: dict[Position, str] = {
    Position.BOMBARDIER: "2nd Lt",
    Position.NAVIGATOR: "2nd Lt",
    Position.PILOT: "1st Lt",
    Position.COPILOT: "2nd Lt",
    Position.ENGINEER: "T/Sgt",
    Position.RADIO_OPERATOR: "T/Sgt",
    Position.BALL_GUNNER: "S/Sgt",
    Position.PORT_WAIST: "S/Sgt",
    Position.STARBOARD_WAIST: "S/Sgt",
    Position.TAIL_GUNNER: "S/Sgt",
}

SURVIVAL = CHARTS.text("V-survival")
BOMBING = CHARTS.text("V-bombing")
BOMBER_NAMES = roster.bomber_names("flakhouse.games.b17")
_GONE = (Repair.IRREPARABLE, Repair.LOST)


# ------------------------------------------------------------------ names (1.1, 16.3)


def new_campaign(ref: Referee) -> Campaign:
    """1.1 A bomber with a name and ten men, at the start of a tour of 25 missions."""
    start = roster.start_of(ref)
    name = roster.bomber_name(BOMBER_NAMES, start, 0)
    # D1
    bomber = ref.ask("bomber-name", name, lambda: roster.name_question("1.1", "Name of the bomber"))
    # D2
    own = ref.agreed("name-crew", False, questions.name_crew)
    campaign = Campaign(Bomber(bomber), {}, names_from=start)
    for position in Position:
        _enlist(ref, campaign, position, own)
    ref.note("campaign-begun", bomber=bomber, missions=TOUR)
    return campaign


def _enlist(ref: Referee, campaign: Campaign, position: Position, ask: bool) -> Airman:
    """1.1, 16.3 A new man for a position, with no mission flown."""
    return roster.enlist(ref, campaign, position, RANKS[position], "1.1", ask)


def replace_losses(ref: Referee, campaign: Campaign) -> None:
    """16.3, 16.4 A new bomber for a lost one, new men for those who will not fly again; damage is mended."""
    roster.replace_losses(
        ref, campaign, BOMBER_NAMES, "16.3", lambda position: _enlist(ref, campaign, position, True)
    )


def unnamed_crew(missions: int) -> dict[Position, Airman]:
    """1.1 Ten men nobody named, each with so many missions; for flights outside a tour."""
    return roster.unnamed_crew({p: RANKS[p] for p in Position}, missions)


def unnamed_campaign(crew: dict[Position, Airman]) -> Campaign:
    """1.1 A record around such a crew."""
    return Campaign(Bomber(BOMBER_NAMES[0]), crew, named=len(crew))


# ------------------------------------------------------------------ the tour


def retire_bomber(ref: Referee, campaign: Campaign) -> None:
    """16.4 A bomber with 25 missions may retire, which ends the tour, or fly on."""
    # RULING 16.4: flying on keeps the tour open beyond 25 missions, until that bomber is retired or lost.
    campaign.beyond = False
    bomber = campaign.bomber
    if bomber.missions < TOUR or bomber.state in _GONE:
        return
    # D31
    retire = ref.agreed("retire-bomber", True, lambda: questions.retire_bomber(bomber))
    campaign.beyond = not retire
    ref.note("bomber-retired" if retire else "bomber-flies-on", bomber=bomber.name, missions=bomber.missions)


def over(campaign: Campaign) -> bool:
    """1.1, 16.4 The tour is complete: 25 missions, unless a bomber with 25 flies on."""
    return campaign.credited >= TOUR and not campaign.beyond


def record_fault(campaign: Campaign) -> str:
    """1.1 Why no tour can have left this record between two missions ("" if one can)."""
    counts = [campaign.credited, campaign.rabbits_feet]
    counts += (number for row in campaign.log for number in (row.flight, row.mission, row.percent))
    if why := roster.record_fault(campaign, Position, counts):
        return why
    if campaign.beyond and campaign.bomber.missions < TOUR:
        return f"only a bomber with {TOUR} missions flies on"
    if over(campaign):
        return f"{campaign.credited} credited missions; an unfinished tour has 0 to {TOUR - 1}"
    return ""


# ------------------------------------------------------------------ ratings (16.5)


Ratings = roster.Ratings[Result]


def survival_rating(missions: int) -> str:
    """16.5, V-survival The rating of a man or a bomber."""
    return roster.band(SURVIVAL, missions)


def bombing_rating(percent: int) -> str:
    """16.5, V-bombing The rating of a bomber's runs."""
    return roster.band(BOMBING, percent)


def ratings(campaign: Campaign) -> Ratings:
    """16.5 Who is ahead (draws do not count), and everybody's rating."""
    results = (Result.VICTORY, Result.DRAW, Result.DEFEAT)
    return roster.rate(campaign, over(campaign), results, SURVIVAL, BOMBING)
