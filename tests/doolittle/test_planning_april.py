"""13.5: the Naval Plan, Transit, Crane and Delay Checks, security."""

from __future__ import annotations

import pytest

from flakhouse import games
from flakhouse.core.agents import Default
from flakhouse.core.dice import Fixed
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.errors import AnswerError
from flakhouse.games.doolittle import secrecy
from flakhouse.games.doolittle.planning import april, deck
from flakhouse.games.doolittle.state import Elite, GameOver, Marker, Raid, Submarine
from flakhouse.games.doolittle.words import Back, Benefit, Diplomat, Fate, Front, Leader, Mod, Month, Site
from flakhouse.render.base import renderer
from flakhouse.sim.atstake import at_stake
from tests.doolittle.helpers import b25, done, noted, referee, rolled
from tests.doolittle.test_planning_march import squadron


def ready(*mods: Mod) -> Raid:
    """24 B-25s in April, room for 16; the transit cup begins with Security Risk."""
    r = squadron(*mods)
    r.blotter.capacity = 16
    r.cups["transit"].sort(key=lambda marker: marker.back is not Back.SECURITY_RISK)
    return r


# ------------------------------------------------------------------ 13.5.1


def test_13_5_1_naval_plan_with_three_submarines_before_the_check() -> None:
    """13.5."""
    r = ready()
    answers = ["Hawaii", "April 14-15", "Defense East", "Japan", "Midway", "Hawaii"]
    april.naval_plan(ref := referee(answers=answers), r)
    done(ref)
    force = r.task_force
    assert (force.rv_area, force.rv_turn, force.launch_area) == ("Hawaii", "April 14-15", "Defense East")
    assert [(s.name, s.area) for s in force.submarines] == [
        ("Trout", "Japan"),
        ("Thresher", "Midway"),
        ("Tuna", "Hawaii"),
    ]


def test_13_5_1_as_many_submarines_as_a_successful_check_gave() -> None:
    """13.5."""
    r = ready()
    r.blotter.agreed[Diplomat.NIMITZ], r.blotter.sub_dice, r.blotter.submarines = True, True, 2
    april.naval_plan(referee(defaults=True), r)
    assert [s.name for s in r.task_force.submarines] == ["Trout", "Thresher"]


def test_13_5_1_submarines_too_many_are_withdrawn() -> None:
    r = ready()
    r.task_force.submarines = [Submarine("Trout", "Japan"), Submarine("Tuna", "Midway")]
    r.blotter.submarines = 1
    april.withdraw_submarines(ref := referee(answers=["Trout"]), r)
    done(ref)
    assert [s.name for s in r.task_force.submarines] == ["Tuna"]


# ------------------------------------------------------------------ 13.5.2


def test_13_5_2_transit_check_draws_hazards() -> None:
    r = ready()
    april.transit_check(ref := referee(3, 3), r)
    done(ref)
    assert r.security.risk == 3
    assert len(r.cups["transit"]) == 12


def test_13_5_2_transit_check_modifiers() -> None:
    r = ready()
    r.blotter.doolittle, r.blotter.site, r.blotter.extra = Month.APRIL, "McClellan", ["Gunnery", "Navigation"]
    april.transit_check(ref := referee(3, 2), r)
    assert ref.total == 11
    assert r.security.risk == 1


# ------------------------------------------------------------------ 13.5.3


def test_13_5_3_example_crane_check() -> None:
    r = ready()
    deck.crane_check(ref := referee(2, 4, answers=["2"]), r)
    done(ref)
    assert ref.total == 8
    assert noted(ref).count("transit-hazard") == 1
    assert r.security.risk == 1
    assert r.blotter.diligence == 2


def test_13_5_3_damaged_b25s_are_different_ones() -> None:
    r = ready()
    deck.crane_check(ref := referee(1, 2, answers=["0", "Brown", "Klein", "Bates", "Roloson"]), r)
    done(ref)
    assert sorted(b.pilot for b in r.squadron if b.damage) == ["Bates", "Brown", "Klein", "Roloson"]


def test_13_5_3_diligence_of_thirteen_always_reaches_nothing() -> None:
    r = ready()
    deck.crane_check(ref := referee(1, 1, answers=["13"]), r)
    done(ref)
    assert r.security.risk == 0
    assert not any(b.damage for b in r.squadron)


def test_13_5_3_security_risk_of_the_crane() -> None:
    r = ready()
    deck.crane_check(referee(5, 5, answers=["0"]), r)
    assert r.security.risk == 2


def test_13_5_3_the_deck_takes_no_more_than_its_capacity() -> None:
    r = ready()
    b25(r, "Hoover").damage = 1
    deck.embark(ref := referee(answers=["15", "Doolittle", "rest"]), r)
    done(ref)
    aboard = [b.pilot for b in r.squadron if b.fate is Fate.DECK]
    assert len(aboard) == 15
    assert "Doolittle" not in aboard
    assert "Hoover" not in aboard
    assert b25(r, "Brown").fate is Fate.LEFT_BEHIND


def test_13_5_3_more_than_the_capacity_is_no_option() -> None:
    with pytest.raises(AnswerError, match="17"):
        deck.embark(referee(answers=["17"]), ready())


def test_13_4_9_no_capacity_no_raid() -> None:
    r = ready()
    r.blotter.capacity = 0
    with pytest.raises(GameOver):
        deck.embark(referee(), r)
    assert r.aborted
    assert all(b.fate is Fate.LEFT_BEHIND for b in r.squadron)


def test_13_5_3_repairs_are_counted() -> None:
    r = ready()
    b25(r, "Gray").damage = 2
    turret = Marker("transit", Front.PLAIN, Back.JAMMED_TURRET, gunnery=-1)
    b25(r, "York").attached.append(turret)
    deck.repair(ref := referee(answers=["Gray", "York turret 1"]), r)
    done(ref)
    assert r.blotter.repairs == 2
    assert b25(r, "Gray").damage == 0
    assert b25(r, "York").attached == []
    assert turret in r.cups["transit"]


def test_13_5_3_one_elite_for_each_b25() -> None:
    """2.1.2 Attachment Limits."""
    r = ready()
    men = [Elite("Potter", Benefit.NAVIGATOR, "2344"), Elite("Cole", Benefit.COPILOT_REPAIR, "2344")]
    r.blotter.elites = men
    with pytest.raises(AnswerError, match="Doolittle"):
        deck.assign_elites(referee(answers=["Doolittle", "Doolittle"]), r)
    b25(r, "Doolittle").elite = None
    deck.assign_elites(ref := referee(answers=["Doolittle", "Gray"]), r)
    done(ref)
    assert b25(r, "Doolittle").elite is men[0]
    assert b25(r, "Gray").elite is men[1]


# ------------------------------------------------------------------ 13.5.5

EIGHT = (
    Mod.RADIO_REMOVED,
    Mod.NORDEN_REMOVED,
    Mod.MARK_TWAIN,
    Mod.ENGINES,
    Mod.TOP_IMPROVED,
    Mod.FAKE_GUNS,
    Mod.EXTRA_TANKS,
    Mod.VENTRAL_REMOVED,
)


def test_13_5_5_example_delay_check() -> None:
    """ruling 41."""
    r = ready(*EIGHT)  # RULING 41: the dice add to 9
    r.blotter.doolittle, r.blotter.diligence, r.blotter.repairs = Month.FEBRUARY, 2, 2
    april.delay_check(ref := referee(4, 5, answers=["no"]), r)
    done(ref)
    assert ref.total == 5
    assert not r.task_force.delayed


def test_13_5_5_modifications_delay_unless_doolittle_is_in_february() -> None:
    r = ready(*EIGHT)
    r.blotter.diligence, r.blotter.repairs = 2, 2
    april.delay_check(ref := referee(4, 5, answers=["no"]), r)
    done(ref)
    assert ref.total == -3
    assert r.task_force.delayed


def test_13_5_5_nimitz_may_be_briefed_now() -> None:
    r = ready()
    april.delay_check(ref := referee(1, 1, answers=["yes"]), r)
    done(ref)
    assert ref.total == 7
    assert r.blotter.briefed == ["Nimitz"]


# ------------------------------------------------------------------ 13.5.6


def test_13_5_6_example_secrecy_value() -> None:
    r = ready()
    r.blotter.measures = ["Quarantine", "No Wives"]
    assert april.secrecy_value(referee(), r) == 5


def test_13_5_6_few_b25s_add_a_die_and_eight_is_the_most() -> None:
    r = ready()
    r.blotter.selected = 18
    assert april.secrecy_value(referee(), r) == 3
    r.blotter.measures = ["Quarantine", "No Wives", "Extra Military Police", "FBI"]
    assert april.secrecy_value(referee(), r) == 8
    r.blotter.selected = 19
    assert april.secrecy_value(referee(), r) == 7


def test_13_5_6_example_security_risk() -> None:
    r = ready()
    blotter = r.blotter
    blotter.diplomats = {
        Diplomat.STILWELL: Month.FEBRUARY,
        Diplomat.NIMITZ: Month.FEBRUARY,
        Diplomat.THOMPSON: Month.APRIL,
    }
    blotter.urgent, blotter.briefed = {Diplomat.STILWELL: 1}, ["Stilwell"]
    blotter.extra, blotter.liberty = ["Gunnery", "Navigation"], True
    april.security_risk(ref := referee(2, 5), r)
    done(ref)
    assert ref.total == 4
    assert r.security.risk == 13


def test_13_5_6_leaders_a_briefed_squadron_and_january() -> None:
    """13.2 New Markers."""
    r = ready()
    r.blotter.diplomats = {Diplomat.NIMITZ: Month.JANUARY, Diplomat.STILWELL: Month.MARCH}
    r.blotter.leaders, r.blotter.squadron_briefed = [Leader.CHIANG], True
    april.security_risk(referee(), r)
    assert r.security.risk == 4 + 2 + 1 + 4


def test_13_5_6_attacked_sites() -> None:
    r = ready()
    r.blotter.diplomats = {Diplomat.STILWELL: Month.APRIL}
    r.attacked_sites, r.blotter.briefed = [Site.KIAN], ["Chiang"]
    april.security_risk(ref := referee(3, 3), r)
    assert ref.total == 7
    assert r.security.risk == 1 + 2
    r.blotter.diplomats = {Diplomat.THOMPSON: Month.APRIL}
    april.security_risk(ref := referee(), r)
    assert rolled(ref) == []


@pytest.mark.parametrize(("count", "total"), [(18, 7), (19, 6), (24, 4)])
def test_13_5_6_a_delayed_task_force(count: int, total: int) -> None:
    r = ready()
    r.blotter.selected, r.task_force.delayed = count, True
    april.security_risk(ref := referee(3, 4), r)
    assert ref.total == total


def test_13_5_6_liberty_with_the_fbi_at_mcclellan() -> None:
    """13.4.1 Liberty."""
    r = ready()
    r.blotter.liberty, r.blotter.site, r.blotter.measures = True, "McClellan", ["FBI"]
    april.security_risk(ref := referee(3, 4), r)
    assert ref.total == 7 - 2 - 3 + 5


@pytest.mark.parametrize(("briefed", "total"), [([], 10), (["Nimitz"], 5)])
def test_13_5_6_the_telephone(briefed: list[str], total: int) -> None:
    r = ready()
    r.blotter.telephone, r.blotter.measures, r.blotter.briefed = True, ["Quarantine"], briefed
    april.security_risk(ref := referee(3, 4), r)
    assert ref.total == total


def test_13_5_6_the_first_secrecy_test() -> None:
    r = ready()
    r.blotter.diplomats = {Diplomat.NIMITZ: Month.MARCH, Diplomat.STILWELL: Month.MARCH}
    april.security_check(ref := referee(1, 2), r)
    done(ref)
    assert (r.security.value, r.security.risk, r.security.failed) == (2, 5, 1)
    assert r.blotter.checked  # from now on all of the plan is in these numbers


def test_13_5_3_by_default_a_man_flies_in_his_own_b25() -> None:
    r = ready()
    b25(r, "Farrow").fate = Fate.LEFT_BEHIND
    lost = Elite("DeShazer", Benefit.BOMBARDIER, "2268")
    own = Elite("Doolittle", Benefit.PILOT_REROLL, "2344")
    r.blotter.elites = [lost, own]
    deck.assign_elites(referee(defaults=True), r)
    assert b25(r, "Doolittle").elite is own
    assert b25(r, "Hoover").elite is lost


def test_13_5_3_the_player_is_always_asked_who_flies_where() -> None:
    r = ready()
    r.blotter.elites = [Elite("Potter", Benefit.NAVIGATOR, "2344")]
    asked: list[Question] = []

    class Watch(Default):
        """Takes the default and remembers the question."""

        takes_default = False

        def choose(self, ask: Question, ref: Referee) -> str:
            """The default."""
            asked.append(ask)
            return ask.default

    deck.assign_elites(Referee(Fixed(), Watch()), r)
    assert [(ask.id, ask.routine) for ask in asked] == [("assign-elite", False)]


def test_13_5_3_each_care_tells_itself_from_the_others_in_a_line() -> None:
    """13.5.5"""
    r = ready()
    r.blotter.doolittle, r.blotter.briefed = Month.FEBRUARY, ["Nimitz"]
    game, ref = games.load("doolittle"), referee()
    ask = deck._diligence(r)
    told = [at_stake(game, ref, option) for option in ask.options.values()]
    assert len(told) == len(set(told)) == 14
    assert told[4] == (
        "3+ on two dice: later the ships sail on time 97 %, 5 or less on two dice: aircraft harmed 28 %, "
        "11+ on two dice: nothing amiss 8 %."
    )
    assert "2 to 4 damaged" in ask.prompt
    assert "Security Risk up by 1 or 2" in ask.prompt
    assert told[0].startswith("Later the ships sail on time 100 %")
    assert told[13].startswith("12 on two dice: later the ships sail on time 3 %")


def test_13_5_6_until_the_security_check_the_log_names_the_risk_as_that_of_events() -> None:
    r, ref = ready(), referee()
    r.segment, r.security.value, r.security.risk = "planning", 0, 1
    secrecy.raise_risk(ref, r, 2, "the loading at Alameda")
    r.security.value = 5  # the check has begun: the plan is added
    secrecy.raise_risk(ref, r, 4, "extra training")
    assert renderer(games.load("doolittle")).log(ref.events, "brief") == [
        "Security Risk from events now 3: the loading at Alameda.",
        "Security Risk now 7: extra training.",
    ]
