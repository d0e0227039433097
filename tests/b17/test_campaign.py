"""The tour: names, replacements, the end, ratings (1.1, 16.3 to 16.5)."""

from __future__ import annotations

import pytest

from flakhouse.games.b17 import campaign as tour
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.state import Airman, Bomber, Campaign
from flakhouse.games.b17.words import Fate, Position, Repair, Result
from tests.b17.helpers import crew, done, noted, referee


def record(credited: int = 0, missions: int = 0) -> Campaign:
    return Campaign(Bomber("Hard Cider", missions), crew(min(credited, 24)), credited=credited, named=10)


def test_1_1_a_tour_begins_with_a_bomber_and_ten_men() -> None:
    ref = referee(defaults=True)
    campaign = tour.new_campaign(ref)
    assert list(campaign.crew) == list(Position)
    assert campaign.bomber.name in tour.BOMBER_NAMES
    assert len({man.name for man in campaign.crew.values()}) == 10
    assert all(man.missions == 0 and man.rank == tour.RANKS[p] for p, man in campaign.crew.items())
    assert noted(ref) == ["campaign-begun"]
    assert tour.record_fault(campaign) == ""


def test_1_1_the_player_may_name_bomber_and_men() -> None:
    names = [f"man-name=Man {i}" for i in range(10)]
    ref = referee(answers=["bomber-name=Old Kettle", "name-crew=yes", *names])
    campaign = tour.new_campaign(ref)
    assert campaign.bomber.name == "Old Kettle"
    assert [man.name for man in campaign.crew.values()] == [f"Man {i}" for i in range(10)]
    done(ref)


def test_1_1_names_for_bombers_are_many_and_all_different() -> None:
    assert len(tour.BOMBER_NAMES) >= 60
    assert len(set(tour.BOMBER_NAMES)) == len(tour.BOMBER_NAMES)
    assert len(tour.BOMBER_NAMES) % 29  # the step that walks the list visits every name
    assert all(len(name) <= 40 for name in tour.BOMBER_NAMES)


def test_16_3_a_lost_bomber_and_lost_men_are_replaced_by_new_ones_without_missions() -> None:
    campaign = record(7, 7)
    campaign.bomber.state = Repair.LOST
    campaign.crew[Position.TAIL_GUNNER].fate = Fate.KIA
    ref = referee(answers=["bomber-name=Second Try", "man-name=Joe Doe"])
    tour.replace_losses(ref, campaign)
    assert (campaign.bomber.name, campaign.bomber.missions) == ("Second Try", 0)
    assert [b.name for b in campaign.bombers_past] == ["Hard Cider"]
    new = campaign.crew[Position.TAIL_GUNNER]
    assert (new.name, new.missions, new.fate) == ("Joe Doe", 0, Fate.DUTY)
    assert [man.fate for man in campaign.men_past] == [Fate.KIA]
    assert noted(ref) == ["new-bomber", "new-man"]
    assert tour.record_fault(campaign) == ""
    done(ref)


def test_16_4_survivors_of_a_lost_plane_get_another_one() -> None:
    campaign = record(7, 7)
    campaign.bomber.state = Repair.IRREPARABLE
    before = dict(campaign.crew)
    tour.replace_losses(referee(defaults=True), campaign)
    assert campaign.crew == before
    assert campaign.bomber.state is Repair.SOUND


def test_16_3_a_repairable_bomber_is_mended() -> None:
    campaign = record(7, 7)
    campaign.bomber.state = Repair.REPAIRABLE
    ref = referee()
    tour.replace_losses(ref, campaign)
    assert (campaign.bomber.name, campaign.bomber.state) == ("Hard Cider", Repair.SOUND)
    done(ref)


def test_16_4_a_man_who_went_home_is_replaced() -> None:
    campaign = record(25, 25)
    campaign.crew[Position.PILOT].fate = Fate.HOME
    ref = referee(answers=["man-name=New Pilot"])
    tour.replace_losses(ref, campaign)
    assert campaign.crew[Position.PILOT].name == "New Pilot"
    assert campaign.men_past[0].fate is Fate.HOME


def test_1_1_the_tour_is_over_after_25_missions() -> None:
    assert not tour.over(record(24))
    assert tour.over(record(25))


def test_16_4_a_bomber_with_25_missions_is_retired_and_the_tour_ends() -> None:
    campaign = record(25, 25)
    ref = referee(answers=["retire-bomber=yes"])
    tour.retire_bomber(ref, campaign)
    assert tour.over(campaign)
    assert noted(ref) == ["bomber-retired"]
    done(ref)


def test_16_4_or_it_flies_on_until_it_is_retired_or_lost() -> None:
    campaign = record(25, 25)
    ref = referee(answers=["retire-bomber=no"])
    tour.retire_bomber(ref, campaign)
    assert not tour.over(campaign)
    assert tour.record_fault(campaign) == ""
    campaign.bomber.state = Repair.LOST
    tour.retire_bomber(ref, campaign)
    assert tour.over(campaign)
    done(ref)


@pytest.mark.parametrize("missions", [0, 24])
def test_16_4_a_bomber_with_fewer_missions_is_not_asked_about(missions: int) -> None:
    ref = referee()
    tour.retire_bomber(ref, record(25, missions))
    assert noted(ref) == []


@pytest.mark.parametrize(
    ("missions", "rating"),
    [
        (0, "Poor"),
        (5, "Poor"),
        (6, "Fair"),
        (10, "Fair"),
        (11, "Good"),
        (17, "Good"),
        (18, "Excellent"),
        (24, "Excellent"),
        (25, "Superb"),
        (31, "Superb"),
    ],
)
def test_16_5_v_survival_rating(missions: int, rating: str) -> None:
    assert tour.survival_rating(missions) == rating


@pytest.mark.parametrize(
    ("percent", "rating"),
    [
        (0, "Poor"),
        (4, "Poor"),
        (5, "Fair"),
        (14, "Fair"),
        (15, "Good"),
        (29, "Good"),
        (30, "Excellent"),
        (97, "Excellent"),
    ],
)
def test_16_5_v_bombing_rating(percent: int, rating: str) -> None:
    assert tour.bombing_rating(percent) == rating


@pytest.mark.parametrize(
    ("victories", "defeats", "winner"), [(3, 2, Result.VICTORY), (2, 3, Result.DEFEAT), (2, 2, Result.DRAW)]
)
def test_16_5_the_side_with_more_victories_wins_and_draws_do_not_count(
    victories: int, defeats: int, winner: Result
) -> None:
    campaign = record(25, 25)
    campaign.victories, campaign.defeats, campaign.draws = victories, defeats, 20
    campaign.bomber.percents = [20, 31]
    rating = tour.ratings(campaign)
    assert (rating.winner, rating.complete) == (winner, True)
    assert (rating.bombers[0].survival, rating.bombers[0].bombing) == ("Superb", "Good")
    assert len(rating.men) == 10


def test_1_1_records_that_no_tour_leaves_are_refused() -> None:
    assert tour.record_fault(record(25))
    campaign = record(3)
    campaign.crew.pop(Position.PILOT)
    assert tour.record_fault(campaign)
    campaign = record(3)
    campaign.beyond = True
    assert tour.record_fault(campaign)
    campaign = record(3)
    campaign.rabbits_feet = -1
    assert tour.record_fault(campaign)
    campaign = record(3)
    campaign.crew[Position.PILOT].name = ""
    assert tour.record_fault(campaign)


def test_1_1_a_crew_nobody_named_can_fly() -> None:
    men: dict[Position, Airman] = tour.unnamed_crew(12)
    campaign = tour.unnamed_campaign(men)
    assert tour.record_fault(campaign) == ""
    assert all(man.missions == 12 for man in campaign.crew.values())


def test_16_5_ratings_are_in_the_order_of_the_rulebook() -> None:
    assert CHARTS.charts["V-survival"].labels == ["1-5", "6-10", "11-17", "18-24", "25"]
    assert CHARTS.charts["V-bombing"].labels == ["0-4", "5-14", "15-29", "30-100"]
