"""13.3 and 13.4: modifications, training site, security measures, morale, training."""

from __future__ import annotations

import pytest

from flakhouse.core.referee import Referee
from flakhouse.errors import AnswerError
from flakhouse.games.doolittle.planning import february, january, march, training
from flakhouse.games.doolittle.questions.february import modify
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Fate, Mod, Month
from flakhouse.sim.atstake import cost_text
from tests.doolittle.helpers import b25, done, raid, referee, rolled

KEEP = ["keep"] * 10


def squadron(*mods: Mod) -> Raid:
    """Scenario 10 in February, 24 B-25s selected, with these modifications; Doolittle in the April box."""
    r = raid(10)
    january.factory_fresh(referee(), r)
    r.segment = "planning"
    for each in r.squadron:
        each.fate = Fate.DECK
    r.blotter.selected, r.blotter.doolittle, r.blotter.site = 24, Month.APRIL, "Eglin"
    r.blotter.mods = list(mods)
    february.rate(referee(), r)
    return r


def modified(*answers: str) -> Raid:
    """The squadron after the February questions A to J; those not given are kept."""
    r = squadron()
    ref = referee(answers=[*answers, *KEEP[len(answers) :]])
    february.modify(ref, r)
    done(ref)
    return r


def trained(r: Raid, *faces: int, answers: list[str], points: int = 9) -> Referee:
    """Training with so many points."""
    r.blotter.morale = 4  # 8 points
    r.blotter.mods += [Mod.FAKE_GUNS] * (points - 8)
    ref = referee(*faces, answers=[*answers, "done"])
    training.train(ref, r)
    done(ref)
    return ref


# ------------------------------------------------------------------ 13.3


def test_13_3_1_nothing_modified_is_the_factory_b25() -> None:
    r = modified()
    assert (r.blotter.weight, r.blotter.guns, r.blotter.mods) == (3, 3, [])
    assert (r.ratings.guzzle, r.ratings.fuel, r.ratings.box_blast) == (6, 6, 2)
    assert r.ratings.norden
    assert r.ratings.radios
    assert not r.ratings.mark_twain
    assert not r.ratings.deicers


def test_13_3_2_weight_gives_the_guzzle_number_and_stays_on_its_track() -> None:
    light = squadron(Mod.RADIO_REMOVED, Mod.ENGINES, Mod.TOP_REMOVED, Mod.VENTRAL_REMOVED, Mod.ARMOR_REMOVED)
    assert (light.blotter.weight, light.ratings.guzzle) == (0, 5)
    assert squadron(Mod.ARMOR_ADDED).ratings.guzzle == 7


def test_13_3_3a_radio_removed() -> None:
    """13.3.3 A."""
    r = modified("remove")
    assert r.blotter.weight == 2
    assert not r.ratings.radios


def test_13_3_3b_bombsight_removed_and_replaced() -> None:
    """13.3.3 B."""
    r = modified("keep", "remove")
    assert not r.ratings.norden
    assert not r.ratings.mark_twain
    assert len(r.blotter.mods) == 1
    r = modified("keep", "mark-twain")
    assert not r.ratings.norden
    assert r.ratings.mark_twain
    assert len(r.blotter.mods) == 2


def test_13_3_3c_engines() -> None:
    """13.3.3 C."""
    assert modified("keep", "keep", "refit").blotter.weight == 2


def test_13_3_3d_top_turret() -> None:
    """13.3.2 Gunnery, 13.3.2 Training Points & Morale."""
    r = modified("keep", "keep", "keep", "remove")
    assert (r.blotter.weight, r.ratings.gunnery, february.change(referee(), r, "morale")) == (2, 1, -1)
    r = modified("keep", "keep", "keep", "improve")
    assert (r.blotter.weight, r.ratings.gunnery, february.change(referee(), r, "training points")) == (3, 3, 1)


def test_13_3_3e_armor() -> None:
    """13.3.3 E."""
    r = modified(*KEEP[:4], "add")
    assert r.blotter.weight == 4
    assert r.ratings.armor == 1
    assert february.heavy(referee(), r)
    r = modified(*KEEP[:4], "remove")
    assert r.blotter.weight == 2
    assert r.ratings.armor == -1


def test_13_3_3f_fake_guns() -> None:
    """13.3.2 Training Points & Morale, 13.3.3 F."""
    assert february.change(referee(), modified(*KEEP[:5], "fit"), "training points") == 1


def test_13_3_3g_deicers() -> None:
    """13.3.3 G."""
    assert modified(*KEEP[:6], "fit").ratings.deicers


def test_13_3_3h_tanks_or_ordnance() -> None:
    """13.3.3 H Tanks, 13.3.3 H Ordnance."""
    assert modified(*KEEP[:7], "tanks").ratings.fuel == 8
    more = modified(*KEEP[:7], "more-tanks")
    assert more.ratings.fuel == 10
    assert len(more.blotter.mods) == 2
    bombs = modified(*KEEP[:7], "ordnance")
    assert bombs.ratings.fuel == 6
    assert bombs.ratings.box_blast == 3


def test_13_3_3i_ventral_turret() -> None:
    r = modified(*KEEP[:8], "remove")
    assert r.blotter.weight == 2
    assert february.change(referee(), r, "training points") == -1
    assert february.change(referee(), modified(*KEEP[:8], "improve"), "training points") == 1


def test_13_3_3_both_turrets_changed() -> None:
    """ruling 22."""
    assert not squadron(Mod.TOP_IMPROVED).ratings.turrets_changed
    assert squadron(Mod.TOP_IMPROVED, Mod.VENTRAL_REMOVED).ratings.turrets_changed


def test_13_3_3j_example_50_caliber_guns() -> None:
    """13.3.2 Gunnery, 4.5.1 Scenario 10, 13.3.3 J, example 13.3.3 guns."""
    assert modified(*KEEP[:9], "fit").ratings.gunnery == 4


# ------------------------------------------------------------------ 13.4.1 to 13.4.3


def test_13_4_1_training_sites() -> None:
    r = squadron()
    ref = referee(answers=["McClellan", "yes"])
    march.site(ref, r)
    done(ref)
    r.blotter.morale = 2
    assert march.secrecy_dice(ref, r) == 1
    assert training.points(ref, r) == 7
    assert r.blotter.liberty


def test_13_4_2_measures_add_dice_and_lower_morale() -> None:
    r = squadron()
    ref = referee(answers=["yes", "no", "yes", "yes", "no"])
    march.measures(ref, r)
    march.morale(ref, r)
    done(ref)
    assert march.secrecy_dice(ref, r) == 6
    assert r.blotter.morale == 0


@pytest.mark.parametrize(
    ("liberty", "brief", "month", "space"),
    [(False, "no", Month.APRIL, 2), (True, "no", Month.APRIL, 3), (True, "yes", Month.MARCH, 4)],
)
def test_13_4_3_morale_rises_and_stops_at_the_end(liberty: bool, brief: str, month: Month, space: int) -> None:
    r = squadron()
    r.blotter.liberty, r.blotter.doolittle = liberty, month
    march.morale(referee(answers=[brief]), r)
    assert r.blotter.morale == space
    assert r.blotter.squadron_briefed is (brief == "yes")


def test_13_4_3_lower_than_low_needs_liberty_or_a_briefing() -> None:
    """13.4.1 Liberty."""
    r = squadron(Mod.TOP_REMOVED)
    r.blotter.measures = ["No Wives", "FBI"]
    march.morale(ref := referee(answers=["no", "liberty"]), r)
    done(ref)
    assert r.blotter.morale == 0
    assert r.blotter.liberty
    assert not r.blotter.squadron_briefed


def test_13_4_3_twice_lower_than_low_needs_both() -> None:
    r = squadron(Mod.TOP_REMOVED)
    r.blotter.measures = ["No Wives", "FBI", "Extra Military Police"]
    march.morale(ref := referee(answers=["no", "brief"]), r)  # what is left then answers itself
    done(ref)
    assert r.blotter.morale == 0
    assert r.blotter.liberty
    assert r.blotter.squadron_briefed


def test_13_4_3_elites_drawn_as_morale_allows() -> None:
    r = squadron()
    r.blotter.morale = 1
    march.pick_elites(ref := referee(answers=["draw"], draws=[19, 0, 0, 0]), r)
    done(ref)
    assert [e.name for e in r.blotter.elites] == ["Gardner", "Doolittle", "Lawson", "Greening"]


def test_13_4_3_elites_may_be_picked() -> None:
    r = squadron()
    r.blotter.morale = 0
    march.pick_elites(ref := referee(answers=["pick", "Doc White", "York"]), r)
    done(ref)
    assert [e.name for e in r.blotter.elites] == ["Doc White", "York"]


# ------------------------------------------------------------------ 13.4.4 to 13.4.8


def test_13_4_5_example_gunnery() -> None:
    """4.5.1 Scenario 10, 13.3.3 J, ruling 35."""
    r = squadron(Mod.GUNS_50)
    trained(r, answers=["Gunnery"], points=8)
    assert r.ratings.gunnery == 5
    assert r.blotter.points == 6


def test_13_4_5_example_extra_training() -> None:
    """ruling 35, example 13.4.4 extra training."""
    r = squadron(Mod.GUNS_50)
    trained(r, answers=["Gunnery", "extra Gunnery"], points=8)
    assert r.ratings.gunnery == 6
    assert r.blotter.points == 6
    assert r.blotter.extra == ["Gunnery"]
    assert len(r.blotter.elites) == 1


def test_13_4_5_thirty_caliber_track_costs_one_then_two() -> None:
    r = squadron()
    trained(r, answers=["Gunnery", "Gunnery"], points=8)
    assert r.ratings.gunnery == 5
    assert r.blotter.points == 5


def test_13_4_5_thirty_caliber_track_has_two_levels() -> None:
    with pytest.raises(AnswerError, match="Gunnery"):
        trained(squadron(), answers=["Gunnery", "Gunnery", "Gunnery"])


@pytest.mark.parametrize(("levels", "evasion", "elite"), [(1, 1, 0), (2, 1, 1), (3, 2, 0)])
def test_13_4_6_hedgehopping(levels: int, evasion: int, elite: int) -> None:
    r = squadron()
    trained(r, answers=["Hedgehopping"] * levels, points=8)
    assert (r.ratings.evasion, r.ratings.elite_evasion) == (evasion, elite)


def test_13_4_6_a_level_says_what_it_brings_and_its_points_once() -> None:
    r = squadron()
    r.blotter.levels["Hedgehopping"] = 0
    assert training._step(referee(), r, "Hedgehopping", 1).label == "Hedgehopping: level 1 (evasion 1)"
    r.blotter.levels["Hedgehopping"] = 1
    step = training._step(referee(), r, "Hedgehopping", 2)
    assert step.label == "Hedgehopping: level 2 (evasion 1, 1 more for an elite pilot)"
    assert [cost_text(cost) for cost in step.costs] == ["2 training points"]


def test_13_4_7_navigation() -> None:
    r = squadron()
    trained(r, answers=["Navigation"] * 3, points=8)
    assert (r.ratings.day_navigation, r.ratings.night_navigation, r.blotter.points) == (3, 0, 3)


def test_13_4_8_night_flying() -> None:
    """ruling 37."""
    r = squadron()
    trained(r, answers=["Night Flying"] * 3, points=8)
    assert (r.ratings.night_navigation, r.ratings.night_evasion, r.ratings.evasion) == (3, 1, 0)


def test_13_4_4_extra_training_once_in_each_category() -> None:
    with pytest.raises(AnswerError, match="extra Navigation"):
        trained(squadron(), answers=["extra Navigation", "extra Navigation"])


def test_13_4_4_a_level_needs_its_points() -> None:
    r = squadron()
    r.blotter.morale = 0
    ref = referee(answers=["Navigation", "Navigation", "Hedgehopping"])
    with pytest.raises(AnswerError, match="Hedgehopping"):
        training.train(ref, r)
    assert r.blotter.points == 0


# ------------------------------------------------------------------ 13.4.9


def test_13_4_9_example_short_take_off_training() -> None:
    """ruling 36."""
    r = squadron()
    ref = trained(r, 2, 5, answers=["Short Take Off", "Brown", "Klein"])
    assert rolled(ref) == ["P-short"]
    assert r.blotter.capacity == 14
    assert [b.pilot for b in r.squadron if b.damage] == ["Klein", "Brown"]


def test_13_4_9_example_adjustment() -> None:
    """ruling 36."""
    r = squadron()
    answers = ["Short Take Off", "Brown", "Klein", "Short Take Off", "Bates"]
    trained(r, 2, 5, 1, answers=answers, points=8)
    assert r.blotter.capacity == 15
    assert r.blotter.points == 6
    assert [b.pilot for b in r.squadron if b.damage] == ["Bates", "Klein", "Brown"]


def test_13_4_9_heavy_b25s_roll_one_less() -> None:
    r = squadron(Mod.ARMOR_ADDED)
    trained(r, 4, 4, answers=["Short Take Off", "Brown", "Klein"], points=8)
    assert r.blotter.capacity == 14


def test_13_4_9_c_is_a_crash() -> None:
    r = squadron()
    trained(r, 1, 2, answers=["Short Take Off", "Brown", "Klein"])
    assert r.blotter.capacity == 6
    assert b25(r, "Brown").fate is b25(r, "Klein").fate is Fate.LEFT_BEHIND


def test_13_4_9_without_armor_d_is_c() -> None:
    r = squadron(Mod.ARMOR_REMOVED)
    trained(r, 4, 4, answers=["Short Take Off", "Brown"], points=8)
    assert b25(r, "Brown").fate is Fate.LEFT_BEHIND


@pytest.mark.parametrize("mods", [(), (Mod.GUNS_50,), (Mod.VENTRAL_REMOVED,)])
def test_13_4_9_with_few_points_the_advice_keeps_one_for_short_take_off(mods: tuple[Mod, ...]) -> None:
    """13.4.4: a plan changed in February must not leave an empty deck."""
    r = squadron(*mods)
    r.blotter.morale = 0
    training.train(referee(6, 6, defaults=True), r)
    assert r.blotter.capacity == 20
    assert r.blotter.levels["Gunnery"] == 1


def test_13_3_3_the_reason_says_that_modifications_delay_where_doolittle_works_on_another_month() -> None:
    """13.5.5"""
    said = [question.why() for delays in (True, False) if (question := modify("C", {}, {}, delays)).why]
    assert "may delay the ships" in said[0]
    assert said[1] == "As in history."


def test_13_4_9_three_dice_end_in_the_top_space() -> None:
    r = squadron()
    trained(r, 5, 5, 6, answers=["Short Take Off", "Short Take Off"], points=8)
    assert r.blotter.capacity == 20


def test_13_4_9_a_fourth_die_is_not_to_be_had() -> None:
    with pytest.raises(AnswerError, match="Short Take Off"):
        trained(squadron(), 5, 4, 1, answers=["Short Take Off", "Brown", "Short Take Off", "Short Take Off"])


def test_13_4_9_extra_training_moves_one_space_up() -> None:
    r = squadron()
    trained(r, 5, 5, answers=["Short Take Off", "extra Short Take Off"], points=8)
    assert r.blotter.capacity == 18
    assert len(r.blotter.elites) == 1
    assert r.blotter.points == 7


def test_13_4_9_without_a_roll_there_is_no_room() -> None:
    r = squadron()
    trained(r, answers=[])
    assert r.blotter.capacity == 0


def test_13_4_5_the_guns_marker_stays_on_its_track() -> None:
    r = squadron(Mod.GUNS_50)
    trained(r, answers=["Gunnery", "Gunnery", "Gunnery"])
    assert r.blotter.levels["Gunnery"] == 3
    assert r.ratings.gunnery == 6


def test_13_4_3_doolittle_is_not_picked_if_he_may_not_fly() -> None:
    r = squadron()
    r.blotter.morale = 0
    r.blotter.barred.append("Doolittle")
    with pytest.raises(AnswerError, match="Doolittle"):
        march.pick_elites(referee(answers=["pick", "Doolittle"]), r)
    march.pick_elites(referee(answers=["pick"], defaults=True), r)
    assert [elite.name for elite in r.blotter.elites] == ["Lawson", "Greening"]
