"""15.1: incident chits."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Default
from flakhouse.core.dice import Seeded
from flakhouse.core.referee import Referee
from flakhouse.errors import AnswerError
from flakhouse.games.doolittle import planning
from flakhouse.games.doolittle.planning import april, deck, diplomacy, incidents
from flakhouse.games.doolittle.state import Elite, GameOver, Raid
from flakhouse.games.doolittle.words import Benefit, Diplomat, Month, Site
from tests.doolittle.helpers import done, raid, referee, rolled
from tests.doolittle.test_planning_diplomacy import china
from tests.doolittle.test_planning_march import squadron


def apply(r: Raid, *faces: int, chit: str, month: Month = Month.FEBRUARY) -> Referee:
    """One chit with exactly these dice."""
    ref = referee(*faces)
    incidents.apply(ref, r, chit, month)
    done(ref)
    return ref


def after(*chits: str) -> Raid:
    """A plan under way with these chits drawn before, whatever their dice said."""
    r = squadron()
    r.blotter.chits = list(chits)
    return r


def test_15_1_the_cup_grows_every_month() -> None:
    r = squadron()
    assert [len(incidents.cup(referee(), r, month)) for month in Month] == [8, 12, 16, 18]
    r.blotter.chits = ["Wake", "Ceylon"]
    assert len(incidents.cup(referee(), r, Month.JANUARY)) == 7


def test_15_1_1_a_chit_each_month() -> None:
    r = squadron()
    incidents.start_of_month(ref := referee(draws=[0]), r, Month.JANUARY)
    assert r.blotter.chits == ["Wake"]
    assert rolled(ref) == []


def test_15_1_1_a_chit_drawn_before_brings_another() -> None:
    r = after("Wake")
    incidents.start_of_month(ref := referee(2, draws=[0, 4]), r, Month.JANUARY)
    done(ref)
    assert r.blotter.chits == ["Wake", "Wake", "Rangoon"]


def test_15_1_2_9066_has_no_effect() -> None:
    """15.1.2."""
    r = after()
    before = repr(r.security)
    assert rolled(apply(r, chit="9066")) == []
    assert repr(r.security) == before


@pytest.mark.parametrize(("faces", "kept"), [((1, 3), True), ((1, 4), False), ((2,), False)])
def test_15_1_2_bataan_may_keep_doolittle_at_home(faces: tuple[int, ...], kept: bool) -> None:
    """15.1.2."""
    r = after()
    apply(r, faces[0], chit="Bataan")
    apply(r, *faces[1:], chit="Bataan")
    assert ("Doolittle" in r.blotter.barred) is kept
    r.blotter.elites = [Elite("Doolittle", Benefit.PILOT_REROLL, "2344")]
    deck.assign_elites(referee(defaults=True), r)
    assert any(b.elite is not None for b in r.squadron) is not kept


@pytest.mark.parametrize("face", [3, 4])
def test_15_1_2_bataan_wake_and_rabaul_twice(face: int) -> None:
    r = after("Wake", "Wake", "Rabaul", "Rabaul", "Bataan")
    if face % 2:
        with pytest.raises(GameOver):
            incidents.apply(referee(face), r, "Bataan", Month.MARCH)
        assert r.aborted
    else:
        apply(r, face, chit="Bataan")
        apply(r, chit="9066")
        assert not r.aborted


def test_15_1_2_blast_forbids_joint_ops_this_month() -> None:
    r = after()
    r.blotter.diplomats = {Diplomat.NIMITZ: Month.FEBRUARY}
    apply(r, 3, chit="Blast")
    diplomacy.turn(ref := referee(), r, Month.FEBRUARY)
    assert rolled(ref) == []


@pytest.mark.parametrize(("faces", "risk", "wakes"), [((5,), 0, 0), ((6, 2), -5, 0), ((6, 3), 0, 1)])
def test_15_1_2_ceylon_twice(faces: tuple[int, ...], risk: int, wakes: int) -> None:
    r = after("Ceylon")
    apply(r, *faces, chit="Ceylon", month=Month.APRIL)
    assert r.blotter.naval_risk == risk
    assert r.blotter.chits.count("Wake") == wakes


def test_15_1_2_ceylon_finds_no_wake_chit_left() -> None:
    r = after("Ceylon", "Wake", "Wake", "Wake", "Wake")
    apply(r, 6, 1, chit="Ceylon", month=Month.APRIL)
    assert r.blotter.chits.count("Wake") == 4
    assert r.blotter.naval_risk == 0


def test_15_1_2_quit_india_stops_supplies_for_a_turn_then_for_good() -> None:
    r = china(Site.LISHUI)
    apply(r, chit="Quit India")
    diplomacy.prepare(ref := referee(answers=["done"]), r)
    done(ref)
    assert r.china_fuel == {}
    assert r.blotter.barred == ["supplies this month"]
    apply(r, chit="Quit India", month=Month.MARCH)
    assert "supplies" in r.blotter.barred


@pytest.mark.parametrize("chits", [("Rangoon", "Quit India"), ("Quit India", "Rangoon")])
def test_15_1_2_rangoon_and_quit_india(chits: tuple[str, str]) -> None:
    r = after()
    for chit in chits:
        apply(r, chit=chit)
    assert "supplies" in r.blotter.barred


def test_15_1_2_rangoon_alone_has_no_effect() -> None:
    r = after()
    apply(r, chit="Rangoon")
    assert r.blotter.barred == []


def test_15_1_2_rabaul_battle_costs_joint_ops_three() -> None:
    """ruling 49."""
    r = after()
    apply(r, 2, chit="Rabaul")
    assert r.blotter.joint_ops == 0
    r = after()
    apply(r, 3, 5, chit="Rabaul")
    assert r.blotter.joint_ops == -3
    diplomacy.check(ref := referee(4, 4, 1), r, Diplomat.NIMITZ, Month.FEBRUARY)
    done(ref)
    assert not r.blotter.agreed[Diplomat.NIMITZ]


def test_15_1_2_rabaul_twice_is_marcus_island() -> None:
    r = after("Rabaul")
    apply(r, 4, chit="Rabaul")
    assert r.security.risk == 4
    assert r.blotter.barred == []


def test_15_1_2_rabaul_twice_in_april_delays_the_rendezvous() -> None:
    r = after("Rabaul")
    apply(r, 1, chit="Rabaul", month=Month.APRIL)
    with pytest.raises(AnswerError, match="April 12-13"):
        april.naval_plan(referee(answers=["Midway", "April 12-13"]), r)
    april.naval_plan(referee(defaults=True), r)
    assert r.task_force.rv_turn == "April 14-15"


def test_15_1_2_shanghai_even_takes_one_site() -> None:
    r = china(Site.CHUCHOW, Site.LISHUI)
    r.china_fuel[Site.CHUCHOW] = 4
    apply(r, 2, 4, 4, chit="Shanghai")
    assert r.attacked_sites == [Site.CHUCHOW]
    assert list(r.beacons) == [Site.LISHUI]
    assert len(r.cups["beacons"]) == 3
    assert r.blotter.fuel_lost


def test_15_1_2_shanghai_may_name_a_field_that_is_lost_already() -> None:
    r = china(Site.LISHUI)
    r.attacked_sites = [Site.CHUCHOW]
    ref = apply(r, 2, 4, 4, chit="Shanghai")
    assert rolled(ref) == ["P-shanghai", "P-event-site"]
    assert (r.attacked_sites, list(r.beacons)) == ([Site.CHUCHOW], [Site.LISHUI])


def test_15_1_2_shanghai_odd_takes_two_sites_and_all_beacons() -> None:
    r = china(Site.CHUCHOW, Site.LISHUI)
    apply(r, 5, 1, 1, 1, 1, 2, 2, chit="Shanghai")
    assert r.attacked_sites == [Site.KWEILIN, Site.KIAN]
    assert r.beacons == {}


def test_15_1_2_shanghai_twice_forbids_checks_for_china() -> None:
    r = after("Shanghai")
    r.blotter.diplomats = {Diplomat.STILWELL: Month.JANUARY}
    apply(r, chit="Shanghai")
    diplomacy.turn(ref := referee(), r, Month.MARCH)
    assert rolled(ref) == []
    assert r.blotter.trekking == -2


def test_15_1_2_shanghai_three_times_ends_the_game_without_stalin() -> None:
    ends: list[bool] = []
    for agreed in (True, False):
        r = raid(10)
        r.blotter.incidents.append("Shanghai lost")
        r.blotter.agreed[Diplomat.THOMPSON] = agreed
        try:
            planning.segment(Referee(Seeded("3"), Default()), r)
        except GameOver:
            ends.append(r.aborted.startswith("China"))
        else:
            ends.append(False)
    apply(r := after("Shanghai", "Shanghai"), chit="Shanghai")
    assert "Shanghai lost" in r.blotter.incidents
    assert ends == [False, True]


def test_15_1_2_wake_first_counts_only_after_blast() -> None:
    r = after()
    apply(r, chit="Wake")
    assert r.blotter.joint_ops == 0
    r = after("Blast")
    apply(r, chit="Wake")
    assert r.blotter.joint_ops == -3


@pytest.mark.parametrize(("faces", "risk"), [((4,), 2), ((3, 5, 6), 13)])
def test_15_1_2_wake_second(faces: tuple[int, ...], risk: int) -> None:
    r = after("Wake")
    r.security.risk = 2
    apply(r, *faces, chit="Wake")
    assert r.security.risk == risk


@pytest.mark.parametrize(("face", "joint_ops"), [(2, 0), (5, -5)])
def test_15_1_2_wake_third_is_the_invasion(face: int, joint_ops: int) -> None:
    r = after("Wake", "Wake")
    r.security.risk = 9
    apply(r, face, chit="Wake")
    assert r.security.risk == 0
    assert r.blotter.joint_ops == joint_ops


def test_15_1_2_wake_fourth_counts_only_after_a_successful_invasion() -> None:
    r = after("Wake", "Wake", "Wake")
    assert rolled(apply(r, chit="Wake")) == []


def test_15_1_2_wake_fourth_aborts_on_four_or_less() -> None:
    r = after("Wake", "Wake", "Wake")
    r.blotter.incidents.append("Wake taken")
    with pytest.raises(GameOver):
        incidents.apply(referee(4), r, "Wake", Month.MARCH)
    assert r.aborted


def test_15_1_2_wake_fourth_keeps_tf_16_away() -> None:
    r = after("Wake", "Wake", "Wake")
    r.blotter.incidents.append("Wake taken")
    r.blotter.diplomats = {Diplomat.NIMITZ: Month.JANUARY}
    r.security.risk, r.task_force.enterprise, r.blotter.agreed[Diplomat.NIMITZ] = 7, True, True
    apply(r, 5, chit="Wake")
    diplomacy.turn(ref := referee(2), r, Month.APRIL)
    diplomacy.never_attempted(ref, r)
    done(ref)
    assert r.security.risk == 0
    assert not r.task_force.enterprise
    assert r.blotter.submarines == 2
