"""14.0: what the player may choose in the Denouement, and what a careful one does."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Noted
from flakhouse.games.doolittle import elites
from flakhouse.games.doolittle.denouement import advice, china, ditching, korea, landing, ussr
from flakhouse.games.doolittle.state import Elite
from flakhouse.games.doolittle.words import Benefit, Fate, Site
from tests.doolittle.flights import elite
from tests.doolittle.helpers import done, raid, referee, rolled
from tests.doolittle.test_denouement import grounded, landed, men


def lucky(name: str = "Doolittle") -> Elite:
    """A pilot with the re-roll."""
    return Elite(name, Benefit.PILOT_REROLL, "2344")


def test_2_3_7_damage_on_landing_may_be_ignored() -> None:
    r, flight = landed(Site.YUSHAN, 2, "Watson")
    (watson,) = flight.aircraft
    man = elite(watson, Benefit.PILOT_IGNORE)
    ref = referee(1, 1, 3, answers=["ignore-damage=yes"])
    landing.landings(ref, r)
    done(ref)
    assert (watson.damage, watson.fate, man.used) == (0, Fate.LANDED, True)


def test_2_3_7_the_re_roll_serves_the_party_on_foot() -> None:
    r, _ = grounded(Site.LISHUI)
    first, second = men(r, "Kweilin", "Watson", "Joyce")
    r.security.alert = 3
    first.b25.elite = man = lucky()
    first.elites.append(man)
    ref = referee(1, 1, 6, 6, answers=["party=all", "re-roll=all"])
    china._trek(ref, r, "Kweilin", china._routes(ref))
    done(ref)
    assert (first.fate, second.fate, man.used) == ("safe", "safe", True)


def test_2_3_7_the_re_roll_follows_its_man_to_another_crew() -> None:
    r, _ = grounded(Site.LISHUI)
    first, second = men(r, "Kian", "Watson", "Joyce")
    first.b25.elite = man = lucky()
    second.elites.append(man)
    assert elites.with_crews(r, [first]) == []
    assert elites.with_crews(r, [second]) == [first.b25]


def test_2_3_7_the_re_roll_serves_a_ditched_crew_the_hunted_and_those_in_korea() -> None:
    r, _ = grounded(Site.LISHUI)
    (crew,) = men(r, "zone 11", "Watson")
    crew.b25.elite = man = lucky()
    crew.elites.append(man)
    ditching.ditched(ref := referee(1, 6, answers=["re-roll=all"]), r)
    done(ref)
    assert (crew.place, man.used) == ("Trekking", True)
    man.used = False
    china.capture_check(ref := referee(1, 6, answers=["re-roll=all"]), r, [crew])
    done(ref)
    assert (crew.fate, man.used) == ("", True)
    man.used, crew.place, crew.b25.fate = False, Site.KOREA.value, Fate.LANDED
    korea.korea(ref := referee(1, 2, 6, answers=["re-roll=all"]), r)
    done(ref)
    assert (crew.b25.fate, crew.fate) == (Fate.SCUTTLED, "missing")


def test_2_3_7_the_re_roll_serves_those_at_vladivostok() -> None:
    r, (crew,) = grounded(Site.VLADIVOSTOK, "Watson")
    crew.b25.elite = man = lucky()
    crew.elites.append(man)
    ref = referee(1, 1, 6, 6, 2, answers=["re-roll=all"])
    ussr.ussr(ref, r)
    done(ref)
    assert (crew.place, crew.fate) == ("Mediterranean", "safe")


def test_14_4_1_more_fuel_than_the_next_hop_asks_may_be_taken_along() -> None:
    r, (crew,) = grounded(Site.LISHUI, "Watson")
    r.china_fuel[Site.LISHUI] = 3
    crew.b25.fuel = 1
    answers = ["fly-to=Kian", *["carry-fuel=stockpile"] * 2, "carry-fuel=none"]
    china._fly(ref := referee(answers=answers), r, crew.b25, china._routes(referee()))
    done(ref)
    assert (crew.b25.where, crew.b25.fuel, r.china_fuel[Site.LISHUI]) == ("Kian", 2, 1)


def test_14_4_1_one_elite_aboard_may_use_his_benefit_a_passenger_too() -> None:
    r, (crew,) = grounded(Site.LISHUI, "Joyce")
    (guest,) = men(r, "Lishui", "Gray")
    guest.b25.elite = man = Elite("Somebody", Benefit.ENGINEER_FUEL, "2270")
    guest.elites.append(man)
    crew.b25.fuel = 3
    answers = ["fly-to=Chungking", "passengers=Gray", "fuel-conservation=all"]
    china._fly(ref := referee(1, 1, 5, 5, answers=answers), r, crew.b25, china._routes(referee()))
    done(ref)
    assert (crew.fate, guest.fate, man.used, crew.b25.elite) == ("safe", "safe", True, None)


def test_14_4_3_by_default_the_fuel_brings_as_many_bombers_home_as_it_can() -> None:
    r, (first, second) = grounded(Site.LISHUI, "Watson", "Joyce")
    first.b25.fuel = second.b25.fuel = 2
    china.china(ref := referee(defaults=True), r)
    assert [c.b25.fate for c in (first, second)] == [Fate.CHUNGKING, Fate.SCUTTLED]
    assert [c.fate for c in (first, second)] == ["safe", "safe"]
    assert rolled(ref) == []


def test_14_4_3_by_default_a_bomber_hops_to_where_fuel_is_stocked() -> None:
    r, (crew,) = grounded(Site.LISHUI, "Watson")
    crew.b25.fuel = 2
    r.china_fuel[Site.KIAN] = 1
    china.china(referee(defaults=True), r)
    assert crew.b25.fate is Fate.CHUNGKING


def test_14_4_2_by_default_parties_meet_on_the_way() -> None:
    r, _ = grounded(Site.LISHUI)
    men(r, "Trekking", "Watson")
    men(r, "Lishui", "Joyce")
    china.china(ref := referee(*[6] * 8, defaults=True), r)
    treks = [e.facts for e in ref.events if isinstance(e, Noted) and e.kind == "trek"]
    assert (treks[-1]["to"], treks[-1]["crews"]) == ("Chungking", 2)


@pytest.mark.parametrize(("fit", "count"), [(True, 2), (True, 4), (True, 8), (False, 2), (False, 4), (False, 8)])
def test_14_4_4_one_big_party_loses_no_more_crews_than_many_small_ones(fit: bool, count: int) -> None:
    def lost(size: int) -> float:
        chart = china.FIT if fit else china.WOUNDED
        column = 0 if size == 1 else 1 if size == 2 else 2 if size <= 4 else 3
        worth = {"Captured": float(size), "Close call": 1 / 3}  # 1 and 2 of 6 are the end of a crew
        words = [chart.at(die, column) for die in range(1, 7)]
        return sum(worth[word] if word in worth else int(word) for word in words) / 6

    assert lost(count) <= count * lost(1)
    assert lost(count) <= 2 * lost(count // 2) + 0.001


def test_14_4_4_of_a_captured_group_every_elite_is_captured() -> None:
    r, _ = grounded(Site.LISHUI)
    (crew,) = men(r, "Kian", "Gray", fit=False)
    crew.elites += [Elite("First", Benefit.GUNNER, "2270"), Elite("Second", Benefit.GUNNER, "2270")]
    china.capture_check(ref := referee(1), r, [crew])
    done(ref)
    assert [e.fate for e in crew.elites] == ["captured", "captured"]


def test_14_4_4_elites_of_crews_not_captured_stay_with_them_and_the_doctor_is_kept() -> None:
    r, _ = grounded(Site.LISHUI)
    party = men(r, "Kian", "Gray", "York", "Joyce")
    for crew, benefit in zip(party, (Benefit.DOCTOR, Benefit.GUNNER, Benefit.NAVIGATOR), strict=True):
        crew.elites.append(Elite(benefit.value, benefit, "2270"))
    china.capture_check(referee(1, answers=["captured-crew=Gray"], defaults=True), r, party)
    assert [e.benefit for e in party[1].elites] == [Benefit.DOCTOR]
    assert [e.benefit for e in party[2].elites] == [Benefit.NAVIGATOR]
    assert min((party[1].elites + party[2].elites), key=advice.value).benefit is Benefit.NAVIGATOR


def test_14_4_4_the_player_says_who_has_the_close_call() -> None:
    r = raid(7)
    party = men(r, "Kian", "Gray", "York")
    china.capture_check(ref := referee(3, 3, answers=["close-call-crew=York"]), r, party)
    done(ref)
    assert [c.fit for c in party] == [True, False]
