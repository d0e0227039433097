"""The tour: names, ranks and replacements (2.1, 9.1), ratings and the winner (9.4)."""

from __future__ import annotations

import tomllib
import zlib
from dataclasses import dataclass
from importlib import resources

import msgspec

from flakhouse.core.charts import Chart
from flakhouse.core.referee import Referee
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.options import Options
from flakhouse.games.b29.state import Airman, Bomber, Campaign
from flakhouse.games.b29.words import Fate, Position, Repair, Result

__all__ = [
    "RANKS",
    "TOUR",
    "Ratings",
    "Score",
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
_LONGEST_NAME = 40
_LARGEST = 1_000_000  # no count of a tour comes near it

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


class Names(msgspec.Struct, frozen=True):
    """The lists of names.toml."""

    bombers: tuple[str, ...]
    first: tuple[str, ...]
    last: tuple[str, ...]


def _read_names() -> Names:
    """2.1 The lists of names."""
    text = resources.files("flakhouse.games.b29").joinpath("names.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Names)


NAMES = _read_names()


# ------------------------------------------------------------------ names (2.1, 9.1)


def _start(ref: Referee) -> int:
    """2.1 Where in the lists this tour begins: it follows from the seed, and costs no die."""
    return zlib.crc32(ref.dice.seed.encode()) % 100_003 if ref.dice.seed else 0


def _name(k: int) -> str:
    """2.1 The k-th man: steps prime to the lengths of the lists visit every name before one comes again."""
    return f"{NAMES.first[k * 17 % len(NAMES.first)]} {NAMES.last[k * 53 % len(NAMES.last)]}"


def _next_bomber(start: int, past: int) -> str:
    """2.1 A name for the next bomber."""
    return NAMES.bombers[(start + past) * 29 % len(NAMES.bombers)]


def new_campaign(ref: Referee, options: Options) -> Campaign:
    """2.1 A bomber with a nickname and eleven men, at the start of a tour of 35 missions."""
    # D2: names.
    start = _start(ref)
    bomber = ref.text("bomber-name", "2.1", "Nickname of the bomber", _next_bomber(start, 0))
    own = ref.yes("name-crew", "2.1", "Name the eleven men yourself?", default=False, routine=True)
    campaign = Campaign(Bomber(bomber), {}, names_from=start)
    for position in Position:
        _enlist(ref, campaign, position, own)
    ref.note("campaign-begun", bomber=bomber, missions=TOUR, later=options.later_targets)
    return campaign


def _enlist(ref: Referee, campaign: Campaign, position: Position, ask: bool) -> Airman:
    """2.1, 9.1 A new man for a position, without experience (R-84)."""
    name = _name(campaign.names_from + campaign.named)
    if ask:
        name = ref.text("man-name", "2.1", f"Name of the {position.value}", name)
    campaign.named += 1
    man = Airman(name, RANKS[position], position)
    campaign.crew[position] = man
    return man


def replace_losses(ref: Referee, campaign: Campaign) -> None:
    """9.1 New names for a lost bomber and for men who will not fly again; the repairable bomber is mended."""
    old = campaign.bomber
    if old.state is Repair.REPAIRABLE:
        old.state = Repair.SOUND
    elif old.state is not Repair.SOUND:
        campaign.bombers_past.append(old)
        # D2: the new bomber's name.
        name = _next_bomber(campaign.names_from, len(campaign.bombers_past))
        name = ref.text("bomber-name", "9.1", "Nickname of the new bomber", name)
        campaign.bomber = Bomber(name)
        ref.note("new-bomber", bomber=name, lost=old.name)
    for position in Position:
        man = campaign.crew[position]
        if man.fate is Fate.DUTY:
            continue
        campaign.men_past.append(man)
        # D2: the replacement's name. RULING R-84: he inherits the mission number, not the experience.
        new = _enlist(ref, campaign, position, True)
        ref.note("new-man", man=position.value, name=new.name, rank=new.rank, lost=man.name, fate=man.fate.value)


def unnamed_crew(missions: int) -> dict[Position, Airman]:
    """2.1 Eleven men nobody named, each with so many missions; for flights outside a tour."""
    return {p: Airman(_name(i), RANKS[p], p, missions) for i, p in enumerate(Position)}


def unnamed_campaign(crew: dict[Position, Airman]) -> Campaign:
    """2.1 A record around such a crew."""
    return Campaign(Bomber(NAMES.bombers[0]), crew, named=len(crew))


# ------------------------------------------------------------------ the tour


def over(campaign: Campaign) -> bool:
    """2.1, 9.4 The tour is complete."""
    return campaign.credited >= TOUR


def record_fault(campaign: Campaign) -> str:
    """2.1 Why no tour can have left this record between two missions ("" if one can)."""
    if list(campaign.crew) != list(Position):
        return "the crew is not complete, or not in order"
    for position, man in campaign.crew.items():
        if man.position is not position or man.fate is not Fate.DUTY:
            return f"the {position.value} is no {position.value} fit to fly"
    if campaign.bomber.state is not Repair.SOUND:
        return "the bomber is not fit to fly"
    counts = [campaign.flights, campaign.victories, campaign.draws, campaign.defeats]
    counts += (campaign.named, campaign.names_from, *campaign.city_boxes.values())
    for man in (*campaign.crew.values(), *campaign.men_past):
        counts += (man.missions, man.kills)
        if not _name_fits(man.name) or len(man.rank) > _LONGEST_NAME:
            return "a man's name is missing, unprintable or too long"
    for bomber in (campaign.bomber, *campaign.bombers_past):
        counts += (bomber.missions, *bomber.percents)
        if not _name_fits(bomber.name):
            return "a bomber's name is missing, unprintable or too long"
    counts += (number for row in campaign.log for number in (row.flight, row.mission, row.percent))
    if min(counts) < 0 or max(counts) > _LARGEST:
        return "a count is negative or far too large"
    if not 0 <= campaign.credited < TOUR:
        return f"{campaign.credited} credited missions; a tour that goes on has 0 to {TOUR - 1}"
    return ""


def _name_fits(name: str) -> bool:
    return 0 < len(name) <= _LONGEST_NAME and name.isprintable()


def bombed_out(campaign: Campaign, city: str) -> bool:
    """9.2 Every box of this city on the damage sheet is crossed off."""
    boxes = CITY_BOXES.get(city, 0)
    return boxes > 0 and campaign.city_boxes.get(city, 0) >= boxes


# ------------------------------------------------------------------ ratings (9.4)


@dataclass(slots=True, frozen=True)
class Score:
    """How a bomber or a man came through (9-2); for a bomber also how it bombed (9-3)."""

    name: str
    what: str  # "bomber" or the man's position
    missions: int
    survival: str
    fate: str  # "on duty", "lost", "KIA" ...
    kills: int = 0
    percent: int = 0  # mean of the bomb runs, rounded down
    bombing: str = "none"


@dataclass(slots=True, frozen=True)
class Ratings:
    """The standing of a campaign."""

    complete: bool
    winner: Result
    victories: int
    draws: int
    defeats: int
    bombers: tuple[Score, ...]
    men: tuple[Score, ...]


def _band(chart: Chart[str], number: int) -> str:
    """9-2, 9-3 The row a number falls in; "n or more" is open."""
    for i, label in enumerate(chart.labels):
        last = label.split("-")[-1]
        if label.endswith("or more") or number <= int(last):
            return chart.rows[0][i]
    return chart.rows[0][-1]


def survival_rating(missions: int) -> str:
    """9.4 Table 9-2."""
    return _band(SURVIVAL, missions)


def bombing_rating(percent: int) -> str:
    """9.4 Table 9-3."""
    return _band(BOMBING, percent)


def _bomber_score(bomber: Bomber) -> Score:
    """9.4 A bomber with its ratings."""
    runs = bomber.percents
    mean = sum(runs) // len(runs) if runs else 0
    return Score(
        bomber.name,
        "bomber",
        bomber.missions,
        survival_rating(bomber.missions),
        bomber.state.value,
        percent=mean,
        bombing=bombing_rating(mean) if runs else "none",
    )


def _man_score(man: Airman) -> Score:
    """9.4 A man with his rating."""
    return Score(
        man.name, man.position.value, man.missions, survival_rating(man.missions), man.fate.value, man.kills
    )


def ratings(campaign: Campaign) -> Ratings:
    """9.4 Who is ahead (draws do not count), and the ratings of 9-2 and 9-3."""
    if campaign.victories > campaign.defeats:
        winner = Result.VICTORY
    elif campaign.victories < campaign.defeats:
        winner = Result.DEFEAT
    else:
        winner = Result.DRAW
    return Ratings(
        over(campaign),
        winner,
        campaign.victories,
        campaign.draws,
        campaign.defeats,
        tuple(_bomber_score(b) for b in (*campaign.bombers_past, campaign.bomber)),
        tuple(_man_score(a) for a in (*campaign.men_past, *campaign.crew.values())),
    )
