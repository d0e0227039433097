"""13.1 and 13.2: the Calendar, Diplomacy Checks, China, the Event Check."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Default
from flakhouse.core.dice import Seeded
from flakhouse.core.events import Noted
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.errors import AnswerError
from flakhouse.games.doolittle import planning
from flakhouse.games.doolittle.planning import diplomacy, january
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Diplomat, Fate, Leader, Month, Site
from tests.doolittle.helpers import done, noted, raid, referee, rolled


def campaign() -> Raid:
    """Scenario 10 at the start of January, Doolittle in the April box."""
    r = raid(10)
    january.factory_fresh(referee(), r)
    r.segment = "planning"
    r.blotter.doolittle = Month.APRIL
    return r


def china(*sites: Site) -> Raid:
    """Permission to land in China, with Landing Beacons in these sites."""
    r = campaign()
    r.blotter.diplomats = {Diplomat.NIMITZ: Month.MARCH, Diplomat.STILWELL: Month.JANUARY}
    r.blotter.agreed[Diplomat.STILWELL] = True
    for site in sites:
        r.beacons[site] = r.cups["beacons"].pop()
    return r


# ------------------------------------------------------------------ 13.0, 13.1


def test_13_0_the_historical_plan_gives_the_fixed_ratings() -> None:
    for seed in range(20):
        r = raid(10)
        ref = Referee(Seeded(str(seed)), Default(), trace=True)
        planning.segment(ref, r)
        ratings = r.ratings
        assert (ratings.gunnery, ratings.evasion, ratings.fuel) == (4, 1, 8)
        assert (ratings.day_navigation, ratings.night_navigation, r.security.value) == (1, 1, 5)
        assert ratings.guzzle == 5 + ("carburetors" in noted(ref))
        assert ratings.mark_twain
        assert not ratings.norden
        assert not ratings.radios


def test_13_0_planning_it_yourself_with_every_default_is_the_historical_plan() -> None:
    first, second = raid(10), raid(10)
    planning.segment(Referee(Seeded("7"), Default()), first)
    ref = Referee(Seeded("7"), Own(), trace=True)
    planning.segment(ref, second)
    assert len(ref.journal) > 40
    assert (first.ratings, first.security) == (second.ratings, second.security)
    assert [b.fate for b in first.squadron] == [b.fate for b in second.squadron]


class Own(Default):
    """Plans by himself, and always takes the default."""

    def choose(self, ask: Question, ref: Referee) -> str:
        """His own plan, else the default."""
        return "own" if ask.id == "plan" else ask.default


def test_13_1_1_nimitz_must_be_on_the_calendar() -> None:
    """13.1."""
    with pytest.raises(AnswerError, match="calendar"):
        january.plan_calendar(referee(answers=["none"]), campaign())


def test_13_1_1_stilwell_or_thompson_must_be_on_the_calendar() -> None:
    """13.1."""
    with pytest.raises(AnswerError, match="calendar"):
        january.plan_calendar(referee(answers=["March", "none", "none"]), campaign())


def test_13_1_1_stilwell_may_be_left_out_if_thompson_is_there() -> None:
    r = campaign()
    ref = referee(answers=["February", "none", "January"])
    january.plan_calendar(ref, r)
    done(ref)
    assert r.blotter.diplomats == {Diplomat.NIMITZ: Month.FEBRUARY, Diplomat.THOMPSON: Month.JANUARY}


def test_13_1_1_the_telephone_gives_the_benefit_of_every_box() -> None:
    r = campaign()
    ref = referee(answers=["April", "yes"])
    january.place_doolittle(ref, r)
    done(ref)
    assert all(planning.asking.doolittle_in(r, month) for month in Month)
    r.blotter.telephone = False
    assert [m for m in Month if planning.asking.doolittle_in(r, m)] == [Month.APRIL]


def test_13_1_2_b25s_are_selected_by_number_and_by_name() -> None:
    r = campaign()
    ref = referee(answers=["20", "Doolittle", "Hackney", "rest"])
    january.select_b25s(ref, r)
    done(ref)
    there = [b.pilot for b in r.squadron if b.fate is Fate.DECK]
    assert len(there) == r.blotter.selected == 20
    assert "Doolittle" not in there
    assert "Hackney" not in there
    assert "Roloson" in there
    assert "Brown" not in there


def test_13_1_3_nimitz_cannot_be_asked_in_january() -> None:
    r = campaign()
    r.blotter.diplomats = {Diplomat.NIMITZ: Month.JANUARY}
    ref = referee()
    diplomacy.turn(ref, r, Month.JANUARY)
    assert rolled(ref) == []
    assert r.blotter.attempted == []


# ------------------------------------------------------------------ 13.2.1, 13.2.2


def test_13_2_1_example_diplomacy_check() -> None:
    r = campaign()
    r.blotter.diplomats = {Diplomat.THOMPSON: Month.MARCH}
    ref = referee(1, 6, answers=["brief Thompson", "check"])
    diplomacy.turn(ref, r, Month.MARCH)
    done(ref)
    assert ref.total == 8
    assert r.blotter.agreed == {Diplomat.THOMPSON: False}
    assert r.blotter.leaders == r.blotter.denied == [Leader.STALIN]


def test_13_2_1_example_2_diplomacy_check() -> None:
    r = campaign()
    blotter = r.blotter
    blotter.diplomats = {Diplomat.THOMPSON: Month.MARCH}
    blotter.briefed, blotter.attempted = ["Thompson"], [Diplomat.THOMPSON]
    blotter.leaders, blotter.denied = [Leader.STALIN], [Leader.STALIN]
    ref = referee(3, 5, answers=["brief Stalin", "urgent"])  # then only the check is left
    diplomacy.turn(ref, r, Month.APRIL)
    done(ref)
    assert ref.total == 9
    assert not blotter.agreed[Diplomat.THOMPSON]
    assert blotter.urgent[Diplomat.THOMPSON] == 1
    assert blotter.briefed == ["Thompson", "Stalin"]
    assert blotter.leaders == [Leader.STALIN]


def test_13_2_1_doolittle_in_january_adds_one() -> None:
    r = campaign()
    r.blotter.doolittle = Month.JANUARY
    r.blotter.diplomats = {Diplomat.NIMITZ: Month.MARCH}
    diplomacy.check(ref := referee(3, 3, 2), r, Diplomat.NIMITZ, Month.MARCH)
    done(ref)
    assert r.blotter.agreed[Diplomat.NIMITZ]


def test_13_2_1_one_urgent_marker_for_each_check() -> None:
    r = campaign()
    r.blotter.diplomats = {Diplomat.NIMITZ: Month.MARCH}
    with pytest.raises(AnswerError, match="urgent"):
        diplomacy.turn(referee(answers=["urgent", "urgent"]), r, Month.MARCH)


def test_13_2_1_nobody_is_briefed_twice() -> None:
    """13.2 New Markers."""
    r = campaign()
    r.blotter.diplomats = {Diplomat.NIMITZ: Month.MARCH}
    with pytest.raises(AnswerError, match="brief Nimitz"):
        diplomacy.turn(referee(answers=["brief Nimitz", "brief Nimitz"]), r, Month.MARCH)


def test_13_2_1_markers_placed_mean_that_the_check_is_made() -> None:
    r = campaign()
    r.blotter.diplomats = {Diplomat.NIMITZ: Month.MARCH}
    with pytest.raises(AnswerError, match="wait"):
        diplomacy.turn(referee(answers=["urgent", "wait"]), r, Month.MARCH)


def test_13_2_a_check_is_voluntary_and_waits_for_its_month() -> None:
    r = campaign()
    r.blotter.diplomats = {Diplomat.NIMITZ: Month.MARCH, Diplomat.THOMPSON: Month.APRIL}
    ref = referee(answers=["wait"])
    diplomacy.turn(ref, r, Month.MARCH)
    done(ref)
    assert r.blotter.attempted == []


def test_13_2_2_success_grants_permission_and_is_not_asked_again() -> None:
    r = campaign()
    r.blotter.diplomats = {Diplomat.THOMPSON: Month.JANUARY}
    ref = referee(6, 5, answers=["check"])
    diplomacy.turn(ref, r, Month.FEBRUARY)
    diplomacy.turn(ref, r, Month.MARCH)
    done(ref)
    assert r.blotter.agreed[Diplomat.THOMPSON]
    assert r.blotter.denied == []


# ------------------------------------------------------------------ 13.2.3


def test_13_2_3_chiang_who_refused_costs_one_later() -> None:
    r = campaign()
    r.blotter.diplomats = {Diplomat.STILWELL: Month.FEBRUARY}
    ref = referee(2, 2, 6, 2, answers=["check", "check"])
    diplomacy.turn(ref, r, Month.FEBRUARY)
    assert r.blotter.denied == [Leader.CHIANG]
    diplomacy.turn(ref, r, Month.MARCH)
    done(ref)
    assert ref.total == 7
    assert not r.blotter.agreed[Diplomat.STILWELL]


def test_13_2_3_success_lets_sites_be_prepared_at_once() -> None:
    r = campaign()
    r.blotter.diplomats = {Diplomat.STILWELL: Month.MARCH}
    answers = ["check", "Chuchow", "Kweilin", "done", "8", "Chuchow"]
    ref = referee(4, 4, 2, 3, 3, 3, 6, 6, answers=answers)
    diplomacy.turn(ref, r, Month.MARCH)
    done(ref)
    assert list(r.beacons) == [Site.CHUCHOW]
    assert not r.beacons[Site.CHUCHOW].revealed
    assert r.china_fuel == {Site.CHUCHOW: 8}
    assert r.groundcrew == {Site.CHUCHOW: 1}
    assert rolled(ref) == ["P-diplomacy", "P-prepare", "P-prepare", "P-event"]


def test_13_2_3_a_site_is_tried_once_a_month() -> None:
    with pytest.raises(AnswerError, match="Kweilin"):
        diplomacy.prepare(referee(1, 1, answers=["Kweilin", "Kweilin"]), china())


def test_13_2_3_fuel_is_eight_in_all_and_fifteen_with_both_briefed() -> None:
    r = china(Site.LISHUI, Site.CHUCHOW)
    ref = referee(answers=["done", "5", "3", "none"])
    diplomacy.prepare(ref, r)
    done(ref)
    assert r.china_fuel == {Site.LISHUI: 5, Site.CHUCHOW: 3}
    assert r.groundcrew == {}
    r.blotter.briefed = ["Stilwell", "Chiang"]
    ref = referee(answers=["done", "15", "Lishui"])
    diplomacy.prepare(ref, r)
    done(ref)
    assert r.china_fuel[Site.LISHUI] == 20
    assert r.groundcrew == {Site.LISHUI: 1}


def test_13_2_3_no_more_than_forty_fuel_in_china() -> None:
    r = china(Site.LISHUI)
    r.china_fuel[Site.LISHUI] = 35
    with pytest.raises(AnswerError, match="8"):
        diplomacy.prepare(referee(answers=["done", "8"]), r)
    diplomacy.prepare(ref := referee(answers=["done", "5", "none"]), r)
    done(ref)
    assert r.china_fuel[Site.LISHUI] == 40


def test_13_2_3_the_last_fuel_up_to_forty_is_brought_too() -> None:
    r = china(Site.LISHUI)
    r.china_fuel[Site.LISHUI] = 39
    diplomacy.prepare(ref := referee(answers=["done", "1", "none"]), r)
    done(ref)
    assert r.china_fuel[Site.LISHUI] == 40
    diplomacy.prepare(ref := referee(answers=["done", "none"]), r)
    done(ref)


def test_13_2_3_a_site_attacked_gets_no_beacon() -> None:
    r = china()
    r.attacked_sites = [Site.YUSHAN]
    with pytest.raises(AnswerError, match="Yushan"):
        diplomacy.prepare(referee(answers=["Yushan"]), r)


# ------------------------------------------------------------------ 13.2.4


def test_13_2_4_example_event_check() -> None:
    r = china(Site.KWEILIN)
    ref = referee(4, 3)
    diplomacy.event_check(ref, r)
    done(ref)
    assert rolled(ref) == ["P-event"]
    assert ref.total == 7


def test_13_2_4_example_event_check_with_three_beacons() -> None:
    r = china(Site.KWEILIN, Site.LISHUI, Site.KIAN)
    r.china_fuel[Site.LISHUI] = 8
    ref = referee(4, 3, 2, 5, 3)
    diplomacy.event_check(ref, r)
    done(ref)
    assert rolled(ref) == ["P-event", "P-event-site", "P-storm"]
    assert r.china_fuel[Site.LISHUI] == 5


def test_13_2_4_a_storm_takes_no_more_fuel_than_there_is() -> None:
    r = china(Site.LISHUI)
    r.china_fuel[Site.LISHUI] = 2
    diplomacy.event_check(ref := referee(3, 3, 3, 3, 6), r)
    done(ref)
    assert r.china_fuel[Site.LISHUI] == 0


@pytest.mark.parametrize("dice", [(1, 2, 4, 4), (3, 3, 4, 4, 6)])
def test_13_2_4_an_event_at_a_field_that_is_lost_already_takes_nothing_more(dice: tuple[int, ...]) -> None:
    r = china(Site.LISHUI)
    r.china_fuel[Site.LISHUI] = 3
    r.attacked_sites = [Site.CHUCHOW]
    diplomacy.event_check(ref := referee(*dice), r)
    done(ref)
    assert (r.attacked_sites, r.china_fuel, list(r.beacons)) == ([Site.CHUCHOW], {Site.LISHUI: 3}, [Site.LISHUI])


def test_13_2_4_a_japanese_attack_takes_everything() -> None:
    r = china(Site.CHUCHOW)
    r.china_fuel[Site.CHUCHOW], r.groundcrew[Site.CHUCHOW] = 8, 2
    diplomacy.event_check(ref := referee(1, 2, 4, 4), r)
    done(ref)
    assert r.attacked_sites == [Site.CHUCHOW]
    assert r.beacons == r.china_fuel == r.groundcrew == {}
    assert r.blotter.fuel_lost
    assert len(r.cups["beacons"]) == 5


def test_13_2_4_no_check_without_a_beacon_in_a_planning_turn() -> None:
    r = china()
    ref = referee(answers=["done"])
    diplomacy.turn(ref, r, Month.FEBRUARY)
    assert rolled(ref) == []


# ------------------------------------------------------------------ 13.2.5


def _last_note(ref: Referee) -> Noted:
    return [event for event in ref.events if isinstance(event, Noted)][-1]


@pytest.mark.parametrize(
    ("faces", "agreed", "submarines"),
    [((4, 3, 2), True, 3), ((4, 3, 5), True, 2), ((3, 3, 4), False, 2), ((3, 3, 1), False, 1)],
)
def test_13_2_5_joint_ops(faces: tuple[int, ...], agreed: bool, submarines: int) -> None:
    r = campaign()
    diplomacy.check(ref := referee(*faces), r, Diplomat.NIMITZ, Month.MARCH)
    done(ref)
    assert r.task_force.enterprise is agreed
    assert r.blotter.submarines == submarines
    assert _last_note(ref).facts["later"] is not agreed  # a no of March is not the last word


def test_13_2_5_a_no_of_april_is_the_last_word() -> None:
    diplomacy.check(ref := referee(1, 1, 4), campaign(), Diplomat.NIMITZ, Month.APRIL)
    assert _last_note(ref).facts["later"] is False


def test_13_2_5_never_attempted_is_a_failure() -> None:
    r = campaign()
    diplomacy.never_attempted(ref := referee(6), r)
    done(ref)
    assert not r.task_force.enterprise
    assert r.blotter.submarines == 2


# ------------------------------------------------------------------ the later months


@pytest.mark.parametrize(
    ("month", "rule"), [(Month.FEBRUARY, "13.3.4"), (Month.MARCH, "13.4.10"), (Month.APRIL, "13.5.4")]
)
def test_13_3_4_and_13_4_10_and_13_5_4_a_failed_check_may_be_overturned(month: Month, rule: str) -> None:
    r = campaign()
    blotter = r.blotter
    blotter.diplomats = {Diplomat.THOMPSON: Month.JANUARY}
    blotter.agreed, blotter.attempted = {Diplomat.THOMPSON: False}, [Diplomat.THOMPSON]
    blotter.leaders, blotter.denied, blotter.urgent = [Leader.STALIN], [Leader.STALIN], {Diplomat.THOMPSON: 1}
    ref = referee(6, 6, answers=["brief Thompson", "check"])
    diplomacy.turn(ref, r, month)
    done(ref)
    assert ref.total == 12, rule
    assert blotter.agreed[Diplomat.THOMPSON]


def test_13_5_4_a_navy_that_refused_can_still_be_won_in_april() -> None:
    r = campaign()
    r.blotter.diplomats = {Diplomat.NIMITZ: Month.MARCH}
    ref = referee(2, 2, 1, 6, 2, 6, answers=["check", "check"])
    diplomacy.turn(ref, r, Month.MARCH)
    assert r.blotter.submarines == 1
    diplomacy.turn(ref, r, Month.APRIL)
    done(ref)
    assert r.task_force.enterprise
    assert r.blotter.submarines == 3


def test_13_2_the_rows_are_taken_in_any_order() -> None:
    r = campaign()
    r.blotter.diplomats = {Diplomat.THOMPSON: Month.JANUARY, Diplomat.STILWELL: Month.JANUARY}
    answers = ["diplomacy-row=Stilwell", "diplomacy-stilwell=check", "diplomacy-thompson=wait"]
    diplomacy.turn(ref := referee(1, 1, answers=answers), r, Month.JANUARY)
    done(ref)
    assert r.blotter.attempted == [Diplomat.STILWELL]
