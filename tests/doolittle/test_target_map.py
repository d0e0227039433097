"""3.0 and 4.0: target maps and attack turns, what the worked examples leave out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from flakhouse.core.agents import Default
from flakhouse.core.dice import Fixed
from flakhouse.core.events import Noted
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.errors import ChartError
from flakhouse.games.doolittle import acquisition, approach, attack, attack_gunnery, attack_hazards, data
from flakhouse.games.doolittle.attack import Entrant
from flakhouse.games.doolittle.questions import attack_hazards as questions
from flakhouse.games.doolittle.state import B25, Box, CityMap, Elite, Marker, Raid
from flakhouse.games.doolittle.words import Back, Benefit, City, Fate, Front, Side
from tests.doolittle.flights import MIDNIGHT, plain
from tests.doolittle.helpers import b25, done, raid, referee, rolled

TOKYO = "tokyo-day"
ELECTRIC = "Nippon Electric Company"


def over(area: str, *pilots: str, number: int = 7) -> tuple[Raid, list[B25]]:
    """B-25s without Elite Crewmen over an area of Tokyo by day, at Alert 0 and with no marker in the cup."""
    r = raid(number)
    r.segment, r.city, r.side, r.attack_turn = "attack", City.TOKYO, Side.DAY, 1
    r.security.alert = 0
    planes = [b25(r, pilot) for pilot in pilots]
    for plane in planes:
        plane.fate, plane.area, plane.elite = Fate.FLYING, area, None
    return r, planes


def marker(back: Back, low: int = 0, high: int = 0, front: Front = Front.GROUND, **more: object) -> Marker:
    """A marker of the Tokyo cup."""
    made = Marker(TOKYO, front, back, low=low, high=high)
    for name, value in more.items():
        setattr(made, name, value)
    return made


def box(r: Raid, name: str = ELECTRIC) -> Box:
    """A Target Box of Tokyo."""
    return r.cities[City.TOKYO].boxes[name]


def steps(ref: Referee, *kinds: str) -> list[str]:
    """The events of these kinds in their order."""
    return [e.kind for e in ref.events if isinstance(e, Noted) and e.kind in kinds]


# ------------------------------------------------------------------ 3.0


def test_3_2_areas_have_neighbours_a_limit_and_boxes() -> None:
    for city in City:
        found = data.city_map(referee(), city)
        assert len(found.areas) >= 5
        for area in found.areas.values():
            assert area.limit > 0
            assert area.adjacent
            assert all(area.name in found.areas[other].adjacent for other in area.adjacent)
            assert all(found.boxes[name].area == area.name for name in area.boxes)


def test_3_2_tokyo_bay_north_alone_is_no_perimeter_area_of_tokyo() -> None:
    areas = data.city_map(referee(), City.TOKYO).areas
    assert [a.name for a in areas.values() if not a.perimeter] == ["Tokyo Bay North"]
    assert areas["Tokyo Bay North"].boxes == ("Tokyo Shipping",)
    assert areas["Yokohama"].boxes == ("Steel Mill", "Dockyard")


def test_3_1_the_night_side_is_harder() -> None:
    for city in City:
        for found in data.city_map(referee(), city).boxes.values():
            assert found.approach[Side.NIGHT] > found.approach[Side.DAY]
            assert found.blast_number[Side.NIGHT] >= found.blast_number[Side.DAY]


@pytest.mark.parametrize("high", [False, True])
def test_3_2_1_the_attack_is_flown_at_the_altitude_of_the_flight(
    high: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """4.1.3."""
    r, flight = plain(6, 4, "Watson", high=high)
    for cup in r.cups.values():
        cup.clear()
    seen: list[bool] = []

    def look(ref: Referee, r: Raid) -> None:
        seen.append(r.high)
        for plane in attack.here(r):
            plane.loaded = False

    monkeypatch.setattr(attack_hazards, "hazards", look)
    acquisition._found(referee(defaults=True), r, flight, "Tokyo")
    assert seen
    assert set(seen) == {high}


def test_3_3_a_box_holds_one_b25() -> None:
    r, (smith, jones) = over("Yokosuka", "Smith", "Jones")
    smith.box = "Naval Base"
    assert approach._open_boxes(r, jones) == []
    assert approach._open_boxes(r, smith) == []


@pytest.mark.parametrize(("released", "more"), [(2, 0), (7, 3), (8, 3), (9, 4)])
def test_3_4_example_releases_on_the_map_bring_more_hazards(released: int, more: int) -> None:
    r, _ = over("Tokyo West", "Jones")
    r.cities[City.TOKYO].detonations = released
    assert attack_hazards.draw_count(r, r.target().areas["Tokyo West"], attack.here(r, "Tokyo West")) == 1 + more


# ------------------------------------------------------------------ 4.0, 4.1


def test_4_0_the_phases_follow_each_other_and_exit_comes_before_bombs_away() -> None:
    """3.5, ruling 3."""
    r, (smith,) = over("", "Smith", number=1)
    r.cities[City.TOKYO].detonations = 2
    r.ratings.evasion = 0
    r.cups[TOKYO] = [marker(Back.FLAK, 2, 2) for _ in range(9)]
    # turn 1: enters, a hazard (6: nothing), approach 6+6, detonation 6+6; turn 2: moves, hazards, exits
    ref = referee(3, 3, 6, 6, 6, 6, *[3] * 8, defaults=True)
    attack.fight(ref, r, City.TOKYO, Side.DAY, [Entrant(smith, 1, "Tokyo North")], high=False)
    kinds = ("enters", "moves", "hazards-drawn", "flak", "approach", "box-hit", "exits")
    found = steps(ref, *kinds)
    assert found[:5] == ["enters", "hazards-drawn", "flak", "approach", "box-hit"]
    assert found[5:7] == ["moves", "hazards-drawn"]
    assert found[-1] == "exits"
    assert smith.fate is Fate.ESCAPED


def test_4_0_1_after_turn_nine_a_flight_burns_fuel_and_who_ditches_is_captured() -> None:
    r, flight = plain(6, 1, "Watson", "Joyce")
    r.segment, r.city = "attack", City.TOKYO
    watson, joyce = flight.aircraft
    watson.area = "Kisarazu"
    attack._burn(referee(), r, flight)
    assert flight.fuel == 0
    ref = referee(1, 1, 1, 1, defaults=True)  # nothing left: both fly on fumes and ditch
    attack._burn(ref, r, flight)
    assert (watson.fate, joyce.fate) == (Fate.DITCHED, Fate.DITCHED)
    assert [(crew.b25.pilot, crew.fate) for crew in r.crews] == [("Watson", "captured"), ("Joyce", "")]


def test_4_0_1_without_a_b25_over_the_city_no_fuel_is_burned() -> None:
    r, flight = plain(6, 1, "Watson")
    attack._burn(referee(), r, flight)
    assert flight.fuel == 1


def test_4_0_1_the_attack_goes_on_with_turn_one_after_turn_nine() -> None:
    r, flight = plain(6, 4, "Watson")
    for cup in r.cups.values():
        cup.clear()
    (watson,) = flight.aircraft
    ref = referee(defaults=True)
    attack.fight(ref, r, City.TOKYO, Side.DAY, [Entrant(watson, 10, "Kisarazu", free=True)], True, flight)
    turns = [e.facts["turn"] for e in ref.events if isinstance(e, Noted) and e.kind == "attack-turn"]
    assert turns[:11] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2]
    assert flight.fuel == 4  # nobody was over the city when turn 9 ended


def test_4_0_2_stay_markers_blast_and_tally_wait_for_the_next_attack() -> None:
    r, flight = plain(6, 4, "Watson")
    for cup in r.cups.values():
        cup.clear()
    city = r.cities[City.TOKYO]
    haze = marker(Back.HAZE, approach=-1, stay=True, revealed=True)
    city.areas["Kawasaki"].markers.append(haze)
    city.boxes["Naval Base"].blast = 2
    city.detonations = 5
    (watson,) = flight.aircraft
    watson.loaded = False
    attack.fight(
        referee(defaults=True), r, City.TOKYO, Side.NIGHT, [Entrant(watson, 1, "Yokosuka")], False, flight
    )
    assert city.areas["Kawasaki"].markers == [haze]
    assert (city.boxes["Naval Base"].blast, city.detonations) == (2, 5)
    assert (r.city, r.attack_turn, watson.area) == (None, 0, "")


def test_4_1_1_a_late_b25_may_enter_elsewhere() -> None:
    r, flight = plain(6, 4, "Watson", "Joyce")
    r.segment, r.city = "attack", City.TOKYO
    first, late = flight.aircraft
    ref = referee(answers=["enter=Kisarazu", "enter=Kawasaki"])
    attack._airspeed(ref, r, [Entrant(first, 1), Entrant(late, 1, free=True)], 1, "")
    done(ref)
    assert (first.area, late.area) == ("Kisarazu", "Kawasaki")


@pytest.mark.parametrize(("hour", "side"), [(6, "day"), (MIDNIGHT, "night")])
def test_8_1_4_the_hour_decides_the_side_of_the_map(hour: int, side: str) -> None:
    r, flight = plain(6, 4, "Watson")
    r.hour = hour
    for cup in r.cups.values():
        cup.clear()
    flight.aircraft[0].loaded = False
    ref = referee(defaults=True)
    acquisition._found(ref, r, flight, "Nagoya")
    begins = next(e for e in ref.events if isinstance(e, Noted) and e.kind == "attack-begins")
    assert (begins.facts["city"], begins.facts["side"]) == ("Nagoya", side)
    assert r.attacked


# ------------------------------------------------------------------ 4.2, 4.3


def test_4_2_markers_are_placed_face_down_where_b25s_are_and_nowhere_else() -> None:
    r, _ = over("Tokyo West", "Jones")
    r.security.alert = 3
    city = r.cities[City.TOKYO]
    attack_hazards._place(referee(), r, city.areas["Tokyo West"], attack.here(r, "Tokyo West"))
    assert len(city.areas["Tokyo West"].markers) == 2  # 1 + 3 - 2
    assert not any(m.revealed for m in city.areas["Tokyo West"].markers)
    assert attack_hazards.draw_count(r, r.target().areas["Kawasaki"], attack.here(r, "Kawasaki")) == 1


@pytest.mark.parametrize("city", list(City))
@pytest.mark.parametrize("side", list(Side))
def test_4_2_1_every_map_and_side_has_its_own_cup(city: City, side: Side) -> None:
    r = raid(7)
    r.city, r.side = city, side
    cup = attack_hazards.cup_of(r)
    assert r.cups[cup]
    assert {m.cup for m in r.cups[cup]} == {cup}
    assert cup.endswith(side.value)


def test_4_3_no_peeking_before_the_reveal() -> None:
    r, (jones, smith) = over("Yokosuka", "Jones", "Smith")
    area = r.cities[City.TOKYO].areas["Yokosuka"]
    area.markers += [marker(Back.BALLOONS), marker(Back.INTERCEPTOR, 4, 6, Front.INTERCEPTOR)]
    ref = referee(answers=["assign-hazard=Jones"], defaults=True)
    attack_hazards._assign(ref, r, area, attack.here(r, area.name))
    told = " ".join(str(e.facts) for e in ref.events if isinstance(e, Noted))
    assert "Balloons" not in told
    assert "4-6" not in questions._load_words(smith) + questions._load_words(jones)
    assert sorted(len(p.assigned) for p in (jones, smith)) == [1, 1]


def test_4_3_a_stay_marker_is_assigned_again_each_turn() -> None:
    r, (jones,) = over("Yokosuka", "Jones")
    area = r.cities[City.TOKYO].areas["Yokosuka"]
    haze = marker(Back.HAZE, approach=-1, stay=True, revealed=True)
    area.markers.append(haze)
    for _ in range(2):
        jones.turn_approach = 0
        attack_hazards._assign(referee(), r, area, attack.here(r, area.name))
        assert jones.assigned == [haze]
        attack_hazards._resolve(referee(), r, [r.target().areas["Yokosuka"]])
        assert area.markers == [haze]
        assert jones.turn_approach == -1


# ------------------------------------------------------------------ 4.4, 4.5


def loaded_with(r: Raid, plane: B25, count: int) -> list[Marker]:
    """So many hazards of flak assigned to a B-25."""
    plane.assigned += [marker(Back.FLAK, 7, 7) for _ in range(count)]
    return plane.assigned


@pytest.mark.parametrize(
    ("evasion", "night_evasion", "side", "evaded"),
    [(1, 0, Side.DAY, 1), (2, 0, Side.DAY, 2), (1, 1, Side.DAY, 1), (1, 1, Side.NIGHT, 2), (0, 0, Side.DAY, 0)],
)
def test_4_4_1_the_rating_holds_for_the_area_and_may_be_spent_on_one_b25(
    evasion: int, night_evasion: int, side: Side, evaded: int
) -> None:
    """ruling 37."""
    r, (jones, smith) = over("Yokosuka", "Jones", "Smith")
    r.side = side
    r.ratings.evasion, r.ratings.night_evasion = evasion, night_evasion
    loaded_with(r, jones, 2)
    loaded_with(r, smith, 2)
    area = r.cities[City.TOKYO].areas["Yokosuka"]
    attack_hazards._evade(referee(answers=["evade=1"] * evaded), r, area, attack.here(r, area.name))
    assert len(area.markers) == evaded
    assert (len(jones.assigned), len(smith.assigned)) == (2 - evaded, 2)


def test_4_4_1_elite_pilots_trained_in_hedgehopping_evade_one_more_each() -> None:
    r, (jones, smith) = over("Yokosuka", "Jones", "Smith")
    r.ratings.elite_evasion = 1
    jones.elite = Elite("Somebody", Benefit.PILOT_FUEL, jones.id, used=True)
    loaded_with(r, jones, 2)
    loaded_with(r, smith, 2)
    area = r.cities[City.TOKYO].areas["Yokosuka"]
    ref = referee(answers=["evade=3", "evade=1"])
    attack_hazards._evade(ref, r, area, attack.here(r, area.name))
    done(ref)
    assert (len(jones.assigned), len(smith.assigned)) == (1, 1)


def test_4_4_1_an_evaded_haze_has_no_effect() -> None:
    r, (jones,) = over("Yokosuka", "Jones")
    jones.assigned.append(marker(Back.HAZE, approach=-1, stay=True))
    area = r.cities[City.TOKYO].areas["Yokosuka"]
    attack_hazards._evade(referee(answers=["evade=1"]), r, area, attack.here(r, area.name))
    attack_hazards._resolve(referee(), r, [r.target().areas["Yokosuka"]])
    assert jones.turn_approach == 0
    assert [m.back for m in area.markers] == [Back.HAZE]


def test_4_5_gunnery_goes_by_the_front_and_at_one_interceptor() -> None:
    r, (jones,) = over("Yokosuka", "Jones")
    hidden = marker(Back.BREAK_OFF, front=Front.INTERCEPTOR)
    attached = marker(Back.INTERCEPTOR, 4, 5, Front.INTERCEPTOR, revealed=True)
    ground = marker(Back.FLAK, 4, 5)
    jones.assigned += [hidden, ground]
    jones.attached.append(attached)
    assert attack_gunnery.targets(jones) == [attached, hidden]
    ref = referee(6, 6, 6, 6, answers=["gunnery=2"])
    attack_gunnery.fire(ref, r, jones)
    done(ref)
    assert (jones.assigned, jones.attached) == ([ground], [attached])


# ------------------------------------------------------------------ 4.6


def test_4_6_1_the_player_picks_the_order_and_resolved_markers_go_back() -> None:
    """4.6."""
    r, (jones,) = over("Yokosuka", "Jones")
    first, second = marker(Back.FLAK, 2, 3), marker(Back.PANICKED_STREETS)
    jones.assigned += [first, second]
    ref = referee(6, 6, answers=["resolve-next=2"])
    attack_hazards._resolve(ref, r, [r.target().areas["Yokosuka"]])
    done(ref)
    shown = [e.facts["hazard"] for e in ref.events if isinstance(e, Noted) and e.kind == "hazard-revealed"]
    assert shown == [second.words(), first.words()]
    assert first in r.cups[TOKYO]
    assert second in r.cups[TOKYO]


def test_4_6_1_box_markers_stay_hidden_while_hazards_are_resolved() -> None:
    """4.6."""
    r, (jones,) = over("Tokyo East", "Jones")
    hidden = marker(Back.FLAK, 4, 5, Front.TARGET, stay=True)
    box(r).markers.append(hidden)
    attack_hazards._resolve(referee(), r, [r.target().areas["Tokyo East"]])
    assert not hidden.revealed
    assert jones.damage == 0


@pytest.mark.parametrize("back", [Back.BREAK_OFF, Back.PANICKED_STREETS])
def test_4_6_3_no_effect(back: Back) -> None:
    r, (jones,) = over("Yokosuka", "Jones")
    made = marker(back, revealed=True)
    ref = referee()
    attack_hazards._apply(ref, r, jones, made)
    assert (jones.damage, jones.turn_approach, jones.turn_detonation, rolled(ref)) == (0, 0, 0, [])
    assert made in r.cups[TOKYO]


@pytest.mark.parametrize(
    ("back", "values", "approach_mod", "detonation_mod"),
    [
        (Back.CAMOUFLAGE, {"approach": -3}, -3, 0),
        (Back.CONSPICUOUS, {"approach": 1}, 1, 0),
        (Back.CONCRETE, {"detonation": -2}, 0, -2),
        (Back.VOLATILE, {"detonation": 2}, 0, 2),
    ],
)
def test_4_6_3_box_markers_change_the_checks_and_survive_the_bombs(
    back: Back, values: dict[str, int], approach_mod: int, detonation_mod: int
) -> None:
    r, (smith,) = over("Tokyo East", "Smith")
    made = marker(back, front=Front.TARGET, stay=True, **values)
    box(r).markers.append(made)
    assert sum(mod.value for mod in approach.approach_mods(r, smith, box(r))) == 1  # not before it is revealed
    approach._check(referee(6, 6), r, smith, box(r))
    assert sum(mod.value for mod in approach.approach_mods(r, smith, box(r))) == 1 + approach_mod
    assert sum(mod.value for mod in approach.detonation_mods(r, smith, box(r))) == 2 + detonation_mod
    approach._box_release(referee(6, 6), r, smith)
    assert box(r).markers == [made]
    assert box(r).blast == 2


def test_4_6_3_doubles_of_flak_mean_nothing_more() -> None:
    r, (jones,) = over("Yokosuka", "Jones")
    ref = referee(3, 3)
    attack_hazards._apply(ref, r, jones, marker(Back.FLAK, 6, 8, revealed=True))
    done(ref)
    assert jones.damage == 1


def test_4_6_3_attached_interceptor_flies_along_and_attacks_again() -> None:
    r, (jones,) = over("Kisarazu", "Jones")
    fighter = marker(Back.INTERCEPTOR, 4, 5, Front.INTERCEPTOR, revealed=True)
    jones.attached.append(fighter)
    attack._airspeed(referee(answers=["airspeed=Tokyo East"]), r, [], 2, "")
    assert jones.attached == [fighter]
    ref = referee(2, 2)
    attack_hazards._resolve(ref, r, [r.target().areas["Tokyo East"]])
    done(ref)
    assert jones.damage == 1
    assert fighter in r.cups[TOKYO]


def test_4_6_3_attached_interceptor_prevents_an_area_release() -> None:
    r, (jones,) = over("Kisarazu", "Jones")
    jones.attached.append(marker(Back.INTERCEPTOR, 4, 5, Front.INTERCEPTOR, revealed=True))
    approach.bombs_away(referee(), r)
    assert jones.loaded


def test_4_6_3_searchlights_on_a_b25_last_until_the_end_of_the_turn() -> None:
    """ruling 5."""
    r, (smith,) = over("Tokyo East", "Smith")
    lights = marker(Back.SEARCHLIGHTS, approach=-2, detonation=-1, revealed=True)
    attack_hazards._apply(referee(), r, smith, lights)
    assert lights in r.cups[TOKYO]
    assert sum(mod.value for mod in approach.approach_mods(r, smith, box(r))) == 1 - 2
    assert sum(mod.value for mod in approach.detonation_mods(r, smith, box(r))) == 2 - 1
    attack._airspeed(referee(answers=["airspeed=Kisarazu"]), r, [], 2, "")
    assert (smith.turn_approach, smith.turn_detonation) == (0, 0)


def test_4_6_3_searchlights_in_a_box_trouble_everybody_who_tries_it() -> None:
    """ruling 5."""
    r, (smith, jones) = over("Tokyo East", "Smith", "Jones")
    box(r).markers.append(marker(Back.SEARCHLIGHTS, approach=-3, detonation=-2, front=Front.TARGET, revealed=True))
    for plane in (smith, jones):
        assert sum(mod.value for mod in approach.approach_mods(r, plane, box(r))) == 1 - 3
        assert sum(mod.value for mod in approach.detonation_mods(r, plane, box(r))) == 2 - 2


@pytest.mark.parametrize(("dice", "damage"), [((1, 1), 1), ((1, 2), 0)])
def test_4_6_3_small_arms_hit_on_a_two(dice: tuple[int, int], damage: int) -> None:
    r, (jones,) = over("Yokosuka", "Jones")
    ref = referee(*dice)
    attack_hazards._apply(ref, r, jones, marker(Back.SMALL_ARMS, 2, 2, revealed=True))
    done(ref)
    assert jones.damage == damage


def test_15_4_at_high_altitude_searchlights_give_flak_four_dice() -> None:
    r, (jones,) = over("Yokosuka", "Jones")
    r.options.coordinated_fire, r.high = True, True
    jones.assigned.append(marker(Back.SEARCHLIGHTS))
    ref = referee(1, 6, 6, 4)
    attack_hazards._apply(ref, r, jones, marker(Back.FLAK, 5, 5, revealed=True))
    done(ref)
    assert jones.damage == 1


# ------------------------------------------------------------------ 4.7 to 4.9


def test_4_7_markers_of_the_map_stay_behind_and_those_of_the_flight_do_not() -> None:
    r, (jones,) = over("Yokosuka", "Jones")
    jones.loaded = False
    doors = Marker("flight-I", Front.PLAIN, Back.FAULTY_DOORS, detonation=-2)
    jones.attached.append(doors)
    ref = referee(answers=["exit=yes"])
    attack._exit_phase(ref, r)
    done(ref)
    assert (jones.area, jones.attached, jones.fate) == ("", [doors], Fate.FLYING)


def test_4_8_one_check_each_and_a_missed_box_may_be_tried_by_another() -> None:
    r, (smith, jones) = over("Yokosuka", "Smith", "Jones")
    ref = referee(1, 1, 6, 6, answers=["approach=Smith > Naval Base", "approach=Jones > Naval Base"])
    approach.approach_phase(ref, r)
    done(ref)
    assert (smith.box, jones.box) == ("", "Naval Base")


def test_4_8_nobody_need_try_and_the_unloaded_cannot() -> None:
    r, (smith, jones) = over("Yokosuka", "Smith", "Jones")
    jones.loaded = False
    ref = referee(answers=["approach=nobody"])
    approach.approach_phase(ref, r)
    done(ref)
    assert rolled(ref) == []
    assert approach.why_not_approach(r, jones).endswith("(4.8)")
    assert smith.box == ""


@pytest.mark.parametrize(("side", "plus"), [(Side.DAY, 3), (Side.NIGHT, 2)])
def test_4_8_1_skill_of_day_or_night_and_blast_in_the_box(side: Side, plus: int) -> None:
    """ruling 11."""
    r, (smith,) = over("Tokyo East", "Smith")
    r.side = side
    r.ratings.day_navigation = 2
    box(r).blast = 2
    assert sum(mod.value for mod in approach.approach_mods(r, smith, box(r))) == plus


def test_ruling_7_all_flak_of_a_box_strikes_until_the_b25_is_destroyed() -> None:
    r, (smith,) = over("Tokyo East", "Smith")
    box(r).markers += [marker(Back.FLAK, 4, 5, Front.TARGET, stay=True) for _ in range(3)]
    ref = referee(6, 6, 2, 2, 2, 2)  # in; hit, hit again: the third has nobody to fire at
    approach._check(ref, r, smith, box(r))
    done(ref)
    assert smith.fate is Fate.DESTROYED
    assert len(box(r).markers) == 3


def test_4_9_areas_first_then_boxes_who_must() -> None:
    r, (smith, jones) = over("Tokyo East", "Smith", "Jones")
    smith.box = ELECTRIC
    ref = referee(6, 6, answers=["area-release=yes"])
    approach.bombs_away(ref, r)
    done(ref)
    assert steps(ref, "area-hit", "box-hit") == ["area-hit", "box-hit"]
    assert (smith.loaded, jones.loaded) == (False, False)
    assert r.cities[City.TOKYO].detonations == 2


def test_4_9_1_extra_ordnance_counts_one_in_an_area() -> None:
    r, (smith,) = over("Tokyo East", "Smith")
    r.ratings.box_blast = 3
    approach._area_release(referee(answers=["area-release=yes"]), r, smith)
    assert r.cities[City.TOKYO].areas["Tokyo East"].blast == 1


def test_4_9_1_nobody_must_release_on_an_area() -> None:
    r, (smith,) = over("Tokyo East", "Smith")
    approach.bombs_away(referee(answers=["area-release=no"]), r)
    assert smith.loaded
    assert r.cities[City.TOKYO].detonations == 0


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda m: m.boxes.pop("Tokyo Armory"), "chart map-Tokyo, row 'Tokyo North': has the box 'Tokyo Armory'"),
        (lambda m: m.areas.pop("Kisarazu"), "names 'Kisarazu' as its neighbour"),
        (
            lambda m: setattr(m.areas["Tokyo North"], "boxes", ()),
            "chart boxes-Tokyo, row 'Tokyo Armory': lies in 'Tokyo North'",
        ),
    ],
)
def test_3_3_tables_of_a_map_that_do_not_agree_are_named(spoil: Callable[[CityMap], object], told: str) -> None:
    city = data.city_map(referee(), City.TOKYO)
    spoil(city)
    with pytest.raises(ChartError) as found:
        data._agree(city)
    assert told in str(found.value)


def test_4_1_1_the_first_of_a_flight_is_told_that_the_others_follow_him() -> None:
    r, flight = plain(6, 4, "Watson", "Joyce", "Gray")
    asked: list[str] = []

    class Reads(Default):
        def choose(self, ask: Question, ref: Referee) -> str:
            asked.extend([ask.prompt] * (ask.id == "enter"))
            return super().choose(ask, ref)

    waiting = [attack.Entrant(plane, turn) for turn, plane in enumerate(flight.aircraft, 1)]
    waiting[2].free = True  # 8.3.7: late, and where it likes
    r.segment, r.city, r.side = "attack", City.TOKYO, Side.DAY
    ref = Referee(Fixed(), Reads(), trace=True)
    where = attack._airspeed(ref, r, waiting, 1, "")
    assert asked == [f"Where does {flight.aircraft[0].name()} enter? There 1 more B-25 follows, one a turn."]
    r.attackers = flight.aircraft
    attack._airspeed(ref, r, waiting[:1], 2, where)
    assert flight.aircraft[1].area == where
    attack._airspeed(ref, r, waiting[1:], 3, where)
    assert asked[1:] == [f"Where does {flight.aircraft[2].name()} enter?"]
