"""2.0: B-25s and Elite Crewmen."""

from __future__ import annotations

import pytest

from flakhouse.games.doolittle import aircraft, approach, attack_hazards, elites
from flakhouse.games.doolittle.state import Marker, Raid
from flakhouse.games.doolittle.words import Back, Benefit, City, Fate, Front, Side
from tests.doolittle.flights import elite, plain
from tests.doolittle.helpers import done, noted, referee, rolled


def over_tokyo(r: Raid) -> None:
    """Watson, alone, over Tokyo East by day."""
    r.segment, r.city, r.side, r.attack_turn = "attack", City.TOKYO, Side.DAY, 1
    r.flights[0].aircraft[0].area = "Tokyo East"


def medals() -> Marker:
    """Medals for the bombs."""
    return Marker("medals", Front.PLAIN, Back.MEDALS)


# ------------------------------------------------------------------ 2.1


def test_2_1_destroyed_with_its_men_and_its_markers_go_back() -> None:
    r, flight = plain(5, 4, "Watson", "Joyce")
    watson, joyce = flight.aircraft
    man = elite(watson, Benefit.GUNNER)
    leak = Marker("flight-I", Front.PLAIN, Back.FUEL_LEAK)
    watson.attached.append(leak)
    aircraft.destroy(referee(), r, watson, "flak")
    assert (watson.fate, man.fate) == (Fate.DESTROYED, "killed")
    assert leak in r.cups["flight-I"]
    assert flight.aircraft == [joyce]
    assert r.crews == []


def test_2_1_ditched_the_crew_lives_with_its_elite_crewman_where_it_came_down() -> None:
    """2.2, 14.0.1."""
    r, flight = plain(5, 4, "Watson", "Joyce")
    watson = flight.aircraft[0]
    man = elite(watson, Benefit.GUNNER)
    crew = aircraft.ditch(referee(), r, watson, "zone 5")
    assert (watson.fate, man.fate) == (Fate.DITCHED, "")
    assert (crew.place, crew.fit, crew.elites) == ("zone 5", True, [man])
    assert r.crews == [crew]


def test_7_1_1_a_flight_without_aircraft_is_removed() -> None:
    r, flight = plain(5, 4, "Watson", "Joyce")
    for plane in list(flight.aircraft):
        assert flight in r.flights
        aircraft.destroy(referee(), r, plane, "flak")
    assert r.flights == []


def test_2_1_1_only_a_loaded_b25_releases() -> None:
    r, flight = plain(6, 4, "Watson")
    over_tokyo(r)
    watson = flight.aircraft[0]
    watson.loaded = False
    assert approach.why_not_approach(r, watson) == "unloaded (4.8)"
    approach.bombs_away(referee(), r)
    assert r.cities[City.TOKYO].detonations == 0


def test_2_1_2_attachments_stay_until_a_rule_takes_them_off() -> None:
    r, flight = plain(6, 4, "Watson")
    over_tokyo(r)
    watson = flight.aircraft[0]
    doors = Marker("flight-I", Front.PLAIN, Back.FAULTY_DOORS, detonation=-2)
    leaks = [Marker("flight-I", Front.PLAIN, Back.FUEL_LEAK) for _ in range(2)]
    watson.attached += [doors, *leaks]
    approach._area_release(referee(answers=["area-release=yes"]), r, watson)
    assert watson.attached == [doors, *leaks]
    aircraft.release_markers(r, watson)
    assert watson.attached == []
    assert all(m in r.cups["flight-I"] for m in (doors, *leaks))


@pytest.mark.parametrize(("armor", "hits"), [(0, 2), (1, 3), (-1, 1)])
def test_2_1_3_armor_bears_a_hit_more_and_without_armor_none(armor: int, hits: int) -> None:
    """13.3.3 E."""
    r, flight = plain(5, 4, "Watson")
    r.ratings.armor = armor
    watson = flight.aircraft[0]
    for hit in range(1, hits + 1):
        assert watson.fate is Fate.FLYING
        aircraft.damage(referee(), r, watson, "flak")
        assert watson.damage == min(hit, hits - 1)
    assert watson.fate is Fate.DESTROYED


# ------------------------------------------------------------------ 2.3


def test_2_3_used_once_is_used_up_but_a_pilot_stays_a_pilot() -> None:
    r, flight = plain(5, 4, "Watson")
    watson = flight.aircraft[0]
    man = elite(watson, Benefit.PILOT_IGNORE)
    assert elites.can(watson, Benefit.PILOT_IGNORE)
    ref = referee()
    elites.spend(ref, r, watson, "damage ignored")
    assert man.used
    assert not elites.can(watson, Benefit.PILOT_IGNORE)
    assert watson.elite_pilot()
    assert noted(ref) == ["elite-used"]


def test_2_3_1_a_bombardier_helps_in_a_box_and_not_over_an_area() -> None:
    r, flight = plain(6, 4, "Watson")
    over_tokyo(r)
    watson = flight.aircraft[0]
    box = r.cities[City.TOKYO].boxes["Nippon Electric Company"]
    before = sum(mod.value for mod in approach.detonation_mods(r, watson, box))
    elite(watson, Benefit.BOMBARDIER)
    assert sum(mod.value for mod in approach.detonation_mods(r, watson, box)) == before + 1
    approach._area_release(referee(answers=["area-release=yes"]), r, watson)
    assert r.cities[City.TOKYO].areas["Tokyo East"].blast == 1


def test_2_3_7_ignore_damage_once() -> None:
    r, flight = plain(5, 4, "Watson")
    watson = flight.aircraft[0]
    man = elite(watson, Benefit.PILOT_IGNORE)
    ref = referee(answers=["ignore-damage=yes"])
    aircraft.damage(ref, r, watson, "flak")
    done(ref)
    assert (watson.damage, man.used) == (0, True)
    aircraft.damage(referee(), r, watson, "flak")
    assert watson.damage == 1


def test_2_3_7_ignore_damage_may_be_kept_for_later() -> None:
    r, flight = plain(5, 4, "Watson")
    watson = flight.aircraft[0]
    man = elite(watson, Benefit.PILOT_IGNORE)
    aircraft.damage(referee(answers=["ignore-damage=no"]), r, watson, "flak")
    assert (watson.damage, man.used) == (1, False)


def flak() -> Marker:
    """Flak 6-8."""
    return Marker("tokyo-day", Front.GROUND, Back.FLAK, low=6, high=8, revealed=True)


def test_2_3_7_reroll_of_one_die_of_a_roll_that_strikes_his_b25() -> None:
    r, flight = plain(6, 4, "Watson")
    over_tokyo(r)
    watson = flight.aircraft[0]
    man = elite(watson, Benefit.PILOT_REROLL)
    ref = referee(3, 3, 6, answers=["re-roll=die 2", "re-roll=throw"])
    attack_hazards._apply(ref, r, watson, flak())
    done(ref)
    assert (watson.damage, man.used) == (0, True)  # 3 and 6: 9 misses
    ref = referee(3, 3)
    attack_hazards._apply(ref, r, watson, flak())
    done(ref)
    assert watson.damage == 1  # the benefit is gone


def test_2_3_7_reroll_is_not_for_another_b25() -> None:
    r, flight = plain(6, 4, "Watson", "Joyce")
    over_tokyo(r)
    watson, joyce = flight.aircraft
    man = elite(joyce, Benefit.PILOT_REROLL)
    ref = referee(3, 3)
    attack_hazards._apply(ref, r, watson, flak())
    done(ref)
    assert (watson.damage, man.used) == (1, False)


def test_12_6_6_medals_give_one_reroll_and_go_back_to_their_cup() -> None:
    """ruling 44."""
    r, flight = plain(6, 4, "Watson")
    r.cups["medals"] = []
    over_tokyo(r)
    watson = flight.aircraft[0]
    watson.medals = [marker := medals()]
    ref = referee(3, 3, 6, 6, answers=["re-roll=all"])
    attack_hazards._apply(ref, r, watson, flak())
    done(ref)
    assert watson.damage == 0
    assert watson.medals == []
    assert r.cups["medals"] == [marker]
    assert rolled(ref) == ["flak", "flak"]


def test_12_6_6_medals_not_used_go_back_when_the_bombs_are_released() -> None:
    """ruling 44."""
    r, flight = plain(6, 4, "Watson")
    r.cups["medals"] = []
    over_tokyo(r)
    watson = flight.aircraft[0]
    watson.medals = [marker := medals()]
    approach._area_release(referee(answers=["area-release=yes"]), r, watson)
    assert watson.medals == []
    assert r.cups["medals"] == [marker]
