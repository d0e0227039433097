"""3.0 and 4.0: the Attack segment, with the worked examples of the rule book."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Noted
from flakhouse.games.doolittle import approach, attack, attack_gunnery, attack_hazards, checks
from flakhouse.games.doolittle.attack import Entrant
from flakhouse.games.doolittle.questions import attack_hazards as attack_questions
from flakhouse.games.doolittle.state import B25, Elite, Marker, Raid
from flakhouse.games.doolittle.words import Back, Benefit, City, Fate, Front, Side
from tests.doolittle.helpers import b25, done, noted, raid, referee, rolled

TOKYO = "tokyo-day"


def over(area: str, *pilots: str, number: int = 7) -> tuple[Raid, list[B25]]:
    """B-25s over an area of Tokyo by day."""
    r = raid(number)
    r.segment, r.city, r.side, r.attack_turn = "attack", City.TOKYO, Side.DAY, 1
    planes = [b25(r, pilot) for pilot in pilots]
    for plane in planes:
        plane.fate, plane.area = Fate.FLYING, area
    return r, planes


def marker(back: Back, low: int = 0, high: int = 0, front: Front = Front.GROUND, **more: object) -> Marker:
    made = Marker(TOKYO, front, back, low=low, high=high)
    for name, value in more.items():
        setattr(made, name, value)
    return made


# ------------------------------------------------------------------ 4.2


def test_4_2_2_example_drawing_hazards() -> None:
    r, _ = over("Yokosuka", "Jones")
    r.security.alert = 1
    r.cities[City.TOKYO].detonations = 2
    assert attack_hazards.draw_count(r, r.target().areas["Yokosuka"], attack.here(r, "Yokosuka")) == 2


def test_4_4_example_draw_is_capped_at_three_and_five_hazards_spread_three_and_two() -> None:
    """4.2.3, 4.3 Interceptor, ruling 1, example 4.3 assigning."""
    r, (jones, hoover) = over("Yokosuka", "Jones", "Hoover")
    r.security.alert = 2
    r.cities[City.TOKYO].detonations = 2
    area = r.cities[City.TOKYO].areas["Yokosuka"]
    area.markers.append(marker(Back.FLAK, 5, 6, stay=True, revealed=True))
    jones.attached.append(marker(Back.INTERCEPTOR, 4, 5, Front.INTERCEPTOR, revealed=True))
    assert attack_hazards.draw_count(r, r.target().areas["Yokosuka"], attack.here(r, "Yokosuka")) == 3
    r.cups[TOKYO] = [marker(Back.PANICKED_STREETS) for _ in range(5)]
    ref = referee(defaults=True)
    attack_hazards._place(ref, r, area, attack.here(r, area.name))
    attack_hazards._assign(ref, r, area, attack.here(r, area.name))
    counts = sorted([len(jones.assigned) + len(jones.attached), len(hoover.assigned)])
    assert counts == [2, 3]


def test_4_2_2_fewer_than_none_is_none() -> None:
    r, _ = over("Yokosuka", "Jones")
    r.security.alert = 0
    assert (
        attack_hazards.draw_count(r, r.target().areas["Yokosuka"], attack.here(r, "Yokosuka")) == 0
    )  # one B-25, no release yet: 1 - 2


def test_4_2_2_an_empty_cup_is_followed_by_the_response_cup() -> None:
    """ruling 2."""
    r, _ = over("Yokosuka", "Jones")
    r.security.alert = 3
    r.cups[TOKYO] = []
    ref = referee()
    area = r.cities[City.TOKYO].areas["Yokosuka"]
    attack_hazards._place(ref, r, area, attack.here(r, area.name))
    assert [m.cup for m in area.markers] == ["response", "response"]


def test_4_3_1_a_target_marker_without_a_box_goes_back() -> None:
    """ruling 8."""
    r, _ = over("Yokosuka", "Jones")
    r.city = City.NAGOYA
    plane = b25(r, "Jones")
    plane.area = "Nagoya West"
    area = r.cities[City.NAGOYA].areas["Nagoya West"]
    made = marker(Back.CAMOUFLAGE, front=Front.TARGET)
    made.cup = "nagoya-day"
    area.markers.append(made)
    attack_hazards._assign(referee(), r, area, attack.here(r, area.name))
    assert made in r.cups["nagoya-day"]
    assert plane.assigned == []


def test_4_3_1_target_markers_spread_over_the_boxes() -> None:
    r, _ = over("Yokohama", "Jones")
    area = r.cities[City.TOKYO].areas["Yokohama"]
    area.markers += [marker(Back.CAMOUFLAGE, front=Front.TARGET), marker(Back.VOLATILE, front=Front.TARGET)]
    ref = referee(answers=["box-hazard=Dockyard"])
    attack_hazards._assign(ref, r, area, attack.here(r, area.name))
    done(ref)
    boxes = r.cities[City.TOKYO].boxes
    assert [len(boxes[name].markers) for name in ("Steel Mill", "Dockyard")] == [1, 1]


# ------------------------------------------------------------------ 4.4, 4.5


def test_4_4_example_evading_the_flak_and_shooting_at_the_interceptor() -> None:
    r, (jones,) = over("Yokosuka", "Jones")
    area = r.cities[City.TOKYO].areas["Yokosuka"]
    flak = marker(Back.FLAK, 5, 6, stay=True, revealed=True)
    fighter = marker(Back.INTERCEPTOR, 4, 5, Front.INTERCEPTOR, revealed=True)
    jones.assigned.append(flak)
    jones.attached.append(fighter)
    ref = referee(2, 3, 5, 6, answers=["evade=1", "gunnery=1"])
    attack_hazards._evade(ref, r, area, attack.here(r, area.name))
    attack_gunnery.fire(ref, r, jones)
    done(ref)
    assert flak in area.markers
    assert jones.attached == []
    assert fighter in r.cups[TOKYO]


@pytest.mark.parametrize(("revealed", "routine"), [(False, True), (True, False)])
def test_4_4_which_of_two_equal_unknown_markers_is_evaded_is_a_formality(revealed: bool, routine: bool) -> None:
    r, (jones,) = over("Yokosuka", "Jones")
    area = r.cities[City.TOKYO].areas["Yokosuka"]
    pairs = [(jones, marker(Back.FLAK, 5, 6, revealed=revealed)), (jones, marker(Back.FLAK, 5, 6))]
    question = attack_questions.evade(area, pairs)
    assert question.routine is routine
    assert len({option.label for option in question.options.values()}) == 3, "none reads like another"


def test_4_4_only_at_low_altitude() -> None:
    """4.6.3 Haze."""
    r, (jones,) = over("Yokosuka", "Jones")
    r.high = True
    r.security.alert = 0
    jones.assigned.append(marker(Back.HAZE, approach=-1, stay=True))
    ref = referee()
    attack_hazards.hazards(ref, r)
    assert "evaded" not in noted(ref)
    assert jones.turn_approach == -1


def test_4_5_1_no_six_no_hit() -> None:
    r, (jones,) = over("Yokosuka", "Jones")
    fighter = marker(Back.INTERCEPTOR, 4, 5, Front.INTERCEPTOR)
    jones.assigned.append(fighter)
    ref = referee(1, 2, 3, 5, answers=["gunnery=1"])
    attack_gunnery.fire(ref, r, jones)
    done(ref)
    assert jones.assigned == [fighter]


def test_4_5_1_jams_take_dice_away() -> None:
    r, (jones,) = over("Yokosuka", "Jones")
    jones.attached += [marker(Back.JAMMED_GUNS, gunnery=-1), marker(Back.CRACKED_TURRET, gunnery=-2)]
    assert attack_gunnery.gunnery_dice(r, jones) == 1


def test_2_3_5_the_elite_gunner_never_misses_once() -> None:
    r, (lawson,) = over("Yokosuka", "Lawson")
    fighter = marker(Back.INTERCEPTOR, 4, 5, Front.INTERCEPTOR)
    lawson.assigned.append(fighter)
    assert lawson.elite is not None
    ref = referee(answers=["elite-gunner=yes"])
    attack_gunnery.fire(ref, r, lawson)
    done(ref)
    assert lawson.assigned == []
    assert lawson.elite.used


# ------------------------------------------------------------------ 4.6


@pytest.mark.parametrize(
    ("dice", "damage", "attached"), [((2, 3), 1, False), ((1, 1), 0, True), ((1, 2), 0, True), ((3, 3), 0, False)]
)
def test_4_6_3_example_interceptor(dice: tuple[int, int], damage: int, attached: bool) -> None:
    r, (jones,) = over("Yokosuka", "Jones")
    fighter = marker(Back.INTERCEPTOR, 4, 5, Front.INTERCEPTOR, revealed=True)
    ref = referee(*dice)
    attack_hazards._apply(ref, r, jones, fighter)
    done(ref)
    assert jones.damage == damage
    assert (fighter in jones.attached) is attached
    assert (fighter in r.cups[TOKYO]) is not attached


@pytest.mark.parametrize(("dice", "damage"), [((3, 3), 1), ((4, 4), 1), ((2, 3), 0), ((4, 5), 0)])
def test_4_6_3_example_flak(dice: tuple[int, int], damage: int) -> None:
    r, (jones,) = over("Yokosuka", "Jones")
    ref = referee(*dice)
    attack_hazards._apply(ref, r, jones, marker(Back.FLAK, 6, 8, revealed=True))
    done(ref)
    assert jones.damage == damage


def test_2_1_3_damage_twice_destroys() -> None:
    """4.6.2."""
    r, (jones,) = over("Yokosuka", "Jones")
    jones.damage = 1
    other = marker(Back.FLAK, 3, 4, stay=True, revealed=True)
    hidden = marker(Back.FLAK, 3, 4, stay=True)
    jones.assigned += [other, hidden]
    attack_hazards._apply(referee(3, 3), r, jones, marker(Back.FLAK, 6, 8, revealed=True))
    assert jones.fate is Fate.DESTROYED
    assert other in r.cities[City.TOKYO].areas["Yokosuka"].markers  # 4.6.2: revealed, and it stays
    assert hidden in r.cups[TOKYO]


@pytest.mark.parametrize(("die", "fate", "damage"), [(1, Fate.DESTROYED, 0), (4, Fate.FLYING, 1)])
def test_4_6_3_balloons_and_crash(die: int, fate: Fate, damage: int) -> None:
    for back in (Back.BALLOONS, Back.CRASH):
        r, (jones,) = over("Yokosuka", "Jones")
        ref = referee(die)
        attack_hazards._apply(ref, r, jones, marker(back, revealed=True))
        done(ref)
        assert (jones.fate, jones.damage) == (fate, damage)


def test_4_6_3_high_altitude_is_out_of_reach_of_balloons_small_arms_and_crash() -> None:
    r, (jones,) = over("Yokosuka", "Jones")
    r.high = True
    ref = referee()
    for back in (Back.BALLOONS, Back.CRASH, Back.SMALL_ARMS):
        attack_hazards._apply(ref, r, jones, marker(back, 2, 2, revealed=True))
    assert rolled(ref) == []


def test_4_6_3_the_carrier_lies_in_the_shipping_box() -> None:
    r, (jones,) = over("Yokosuka", "Jones")
    carrier = marker(Back.CARRIER, name="Ryuho", revealed=True)
    attack_hazards._apply(referee(), r, jones, carrier)
    assert r.cities[City.TOKYO].boxes["Bay Shipping"].markers == [carrier]


def test_4_6_1_evaded_markers_are_revealed_and_only_stay_markers_remain() -> None:
    r, (_,) = over("Yokosuka", "Jones")
    area = r.cities[City.TOKYO].areas["Yokosuka"]
    stays, goes = marker(Back.HAZE, approach=-1, stay=True), marker(Back.FLAK, 4, 5)
    area.markers += [stays, goes]
    attack_hazards._resolve(referee(), r, [r.target().areas["Yokosuka"]])
    assert area.markers == [stays]
    assert stays.revealed
    assert goes in r.cups[TOKYO]
    assert not goes.revealed


@pytest.mark.parametrize(("fate", "told"), [(Fate.FLYING, ["Flak 4-5", "Haze"]), (Fate.DESTROYED, ["Haze"])])
def test_4_6_1_what_a_lost_bomber_had_evaded_is_not_told_where_nobody_is_left(fate: Fate, told: list[str]) -> None:
    r, (jones,) = over("Yokosuka", "Jones")
    jones.fate = fate
    area = r.cities[City.TOKYO].areas["Yokosuka"]
    area.markers += [marker(Back.FLAK, 4, 5), marker(Back.HAZE, approach=-1, stay=True)]
    ref = referee()
    attack_hazards._resolve(ref, r, [area])
    notes = [e for e in ref.events if isinstance(e, Noted) and e.kind == "evaded-revealed"]
    assert [e.facts["hazard"] for e in notes] == told


def test_15_3_tracers_roll_doubles_again() -> None:
    r, (jones,) = over("Yokosuka", "Jones")
    r.options.tracers = True
    ref = referee(1, 1, 3, 3, 2, 5)
    attack_hazards._apply(ref, r, jones, marker(Back.FLAK, 6, 8, revealed=True))
    done(ref)
    assert jones.fate is Fate.DESTROYED  # hit by the second roll and by the third


@pytest.mark.parametrize(("faces", "offered"), [((1, 1), True), ((1, 2), False)])
def test_15_3_2_3_7_a_double_of_tracers_that_misses_can_be_rolled_again(
    faces: tuple[int, int], offered: bool
) -> None:
    r, (jones,) = over("Yokosuka", "Jones")
    r.options.tracers = True
    jones.medals.append(marker(Back.MEDALS))
    ref = referee(*faces, *((1, 2) if offered else ()), answers=["re-roll=all"] if offered else [])
    attack_hazards._apply(ref, r, jones, marker(Back.FLAK, 6, 8, revealed=True))
    done(ref)
    assert len(jones.medals) == (0 if offered else 1)


def test_15_4_searchlights_give_flak_a_third_die() -> None:
    r, (jones,) = over("Yokosuka", "Jones")
    r.options.coordinated_fire = True
    jones.lit = True
    ref = referee(1, 6, 4)
    attack_hazards._apply(ref, r, jones, marker(Back.FLAK, 5, 5, revealed=True))
    done(ref)
    assert jones.damage == 1  # 1 and 4 of the three


# ------------------------------------------------------------------ 4.7


def test_4_7_exit_needs_an_empty_bay_a_rim_and_no_interceptor() -> None:
    """ruling 3."""
    r, (jones,) = over("Tokyo North", "Jones")
    assert attack.why_not_exit(r, jones).endswith("(4.7)")
    jones.loaded = False
    assert attack.why_not_exit(r, jones) == ""
    jones.attached.append(marker(Back.INTERCEPTOR, 4, 5, Front.INTERCEPTOR))
    assert attack.why_not_exit(r, jones).endswith("(4.6.3)")
    jones.attached.clear()
    jones.area = "Tokyo Bay North"
    assert "perimeter" in attack.why_not_exit(r, jones)


# ------------------------------------------------------------------ 4.8, 4.9


def test_4_8_1_example_approach_check() -> None:
    """2.3.6, 4.6.3 Haze."""
    r, (smith,) = over("Tokyo East", "Smith")
    smith.elite = Elite("Potter", Benefit.NAVIGATOR, "2344")
    smith.turn_approach = -1  # Haze
    box = r.cities[City.TOKYO].boxes["Nippon Electric Company"]
    assert sum(mod.value for mod in approach.approach_mods(r, smith, box)) == 1
    ref = referee(5, 5)
    approach._check(ref, r, smith, box)
    done(ref)
    assert smith.box == "Nippon Electric Company"
    assert ref.total == 11


def test_4_9_3_example_detonation_check() -> None:
    """4.9 Detonations Track, 4.9.2, 4.9.5, ruling 34."""
    r, (smith,) = over("Tokyo East", "Smith")
    smith.elite = None
    smith.box = "Nippon Electric Company"
    ref = referee(2, 3)
    approach._box_release(ref, r, smith)
    done(ref)
    city = r.cities[City.TOKYO]
    assert (city.boxes["Nippon Electric Company"].blast, city.areas["Tokyo East"].blast) == (0, 1)
    assert (city.detonations, smith.loaded, smith.box) == (1, False, "")
    assert ref.total == 7


def test_4_9_4_a_hit_is_worth_two_and_with_extra_ordnance_three() -> None:
    """13.3.3 H Ordnance."""
    for worth in (2, 3):
        r, (smith,) = over("Tokyo East", "Smith")
        r.ratings.box_blast = worth
        smith.box = "Nippon Electric Company"
        approach._box_release(referee(3, 3), r, smith)
        assert r.cities[City.TOKYO].boxes["Nippon Electric Company"].blast == worth


def test_4_9_3_damage_and_faulty_doors() -> None:
    """ruling 34."""
    r, (smith,) = over("Tokyo East", "Smith")
    smith.damage = 1
    smith.attached.append(marker(Back.FAULTY_DOORS, detonation=-2))
    box = r.cities[City.TOKYO].boxes["Nippon Electric Company"]
    assert sum(mod.value for mod in approach.detonation_mods(r, smith, box)) == 2 - 1 - 2


def test_4_9_1_area_release_never_misses() -> None:
    """4.9 Detonations Track."""
    r, (smith,) = over("Tokyo East", "Smith")
    ref = referee(answers=["area-release=yes"])
    approach._area_release(ref, r, smith)
    done(ref)
    assert r.cities[City.TOKYO].areas["Tokyo East"].blast == 1
    assert r.cities[City.TOKYO].detonations == 1


def test_4_6_3_an_attached_interceptor_spoils_the_release() -> None:
    """ruling 4."""
    r, (smith,) = over("Tokyo East", "Smith")
    smith.box = "Nippon Electric Company"
    smith.attached.append(marker(Back.INTERCEPTOR, 4, 5, Front.INTERCEPTOR))
    approach._box_release(referee(), r, smith)
    assert smith.loaded
    assert smith.box == ""
    assert r.cities[City.TOKYO].detonations == 0


def test_4_8_2_flak_in_the_box_strikes_who_gets_in() -> None:
    r, (smith,) = over("Tokyo East", "Smith")
    box = r.cities[City.TOKYO].boxes["Nippon Electric Company"]
    box.markers.append(marker(Back.FLAK, 4, 5, Front.TARGET, stay=True))
    ref = referee(6, 6, 2, 2)
    approach._check(ref, r, smith, box)
    done(ref)
    assert smith.damage == 1
    assert box.markers[0].revealed


def test_4_8_3_a_failed_approach_reveals_the_box_but_flak_does_not_strike() -> None:
    """ruling 6."""
    r, (smith,) = over("Tokyo East", "Smith")
    box = r.cities[City.TOKYO].boxes["Nippon Electric Company"]
    box.markers.append(marker(Back.FLAK, 4, 5, Front.TARGET, stay=True))
    ref = referee(1, 1)
    approach._check(ref, r, smith, box)
    done(ref)
    assert (smith.box, smith.damage, box.markers[0].revealed) == ("", 0, True)


def test_4_8_4_lights_out_three_dice_lowest_two() -> None:
    r, (smith,) = over("Tokyo East", "Smith")
    r.side = Side.NIGHT
    r.cities[City.TOKYO].lights_out = True
    box = r.cities[City.TOKYO].boxes["Nippon Electric Company"]
    ref = referee(6, 6, 2)
    approach._check(ref, r, smith, box)
    done(ref)
    assert ref.face == 8


@pytest.mark.parametrize(
    ("high", "norden", "twain", "side", "why"),
    [
        (False, False, True, Side.DAY, ""),
        (False, False, False, Side.DAY, "Mark Twain"),
        (True, False, True, Side.DAY, "Norden"),
        (True, True, False, Side.DAY, ""),
        (True, True, False, Side.NIGHT, "at night"),
    ],
)
def test_3_3_1_bombsights_and_altitude(high: bool, norden: bool, twain: bool, side: Side, why: str) -> None:
    """13.3.3 B."""
    r, (smith,) = over("Tokyo East", "Smith")
    r.high, r.side = high, side
    r.ratings.norden, r.ratings.mark_twain = norden, twain
    assert why in approach.why_not_approach(r, smith)
    assert bool(why) == bool(approach.why_not_approach(r, smith))


# ------------------------------------------------------------------ 4.0, 4.1


def test_4_1_1_a_flight_enters_one_by_one_in_the_same_area() -> None:
    r = raid(7)
    flight = r.flights[1]
    entrants = [Entrant(b, i + 1) for i, b in enumerate(flight.aircraft)]
    r.segment, r.city, r.side, r.attack_turn = "attack", City.TOKYO, Side.DAY, 1
    ref = referee(answers=["enter=Kisarazu"], defaults=True)
    where = attack._airspeed(ref, r, entrants, 1, "")
    assert where == "Kisarazu"
    assert [b.area for b in flight.aircraft] == ["Kisarazu", "", ""]
    attack._airspeed(referee(defaults=True), r, entrants, 2, where)
    assert flight.aircraft[1].area == "Kisarazu"
    assert flight.aircraft[0].area != "Kisarazu"  # 4.1: it had to move on


def test_4_1_moving_is_mandatory_and_to_an_adjacent_area() -> None:
    r, (hoover,) = over("Kisarazu", "Hoover")
    attack._airspeed(referee(answers=["airspeed=Tokyo Bay North"]), r, [], 2, "")
    assert hoover.area == "Tokyo Bay North"


@pytest.mark.parametrize(("number", "stays"), [(6, True), (7, False)])
def test_1_1_an_attack_scenario_ends_over_its_city(number: int, stays: bool) -> None:
    r = raid(number)
    city = r.city or City.TOKYO
    attack.fight(referee(), r, city, Side.DAY, [], False)
    assert r.city is (city if stays else None)


def test_4_0_1_after_turn_nine_of_an_attack_scenario_a_die_decides() -> None:
    r, (jones,) = over("Tokyo Bay North", "Jones", number=1)
    jones.loaded = False
    hazard = marker(Back.JAMMED_GUNS, gunnery=-1)
    jones.attached.append(hazard)
    ref = referee(2)
    attack._turn_nine(ref, r, [])
    done(ref)
    assert jones.fate is Fate.CAPTURED
    assert hazard in r.cups[TOKYO]  # its hazards go back


@pytest.mark.parametrize("number", range(1, 7))
def test_4_0_2_an_attack_scenario_plays_to_its_end(number: int) -> None:
    from flakhouse.core.agents import Default
    from flakhouse.core.dice import Seeded
    from flakhouse.core.referee import Referee
    from flakhouse.games.doolittle.game import play_raid
    from flakhouse.games.doolittle.options import Options

    r, told = play_raid(Referee(Seeded(f"end/{number}"), Default(), trace=True), Options(scenario=number))
    assert not attack.here(r)
    assert told["result"] in ("fiasco", "disappointment", "headline", "success", "triumph")


def test_13_4_6_an_elite_pilot_evades_though_the_area_does_not() -> None:
    r, (jones,) = over("Yokosuka", "Jones")
    r.ratings.elite_evasion = 1
    jones.elite = Elite("York", Benefit.PILOT_FUEL, "2242")
    flak = marker(Back.FLAK, 5, 6)
    jones.assigned.append(flak)
    area = r.cities[City.TOKYO].areas["Yokosuka"]
    attack_hazards._evade(ref := referee(answers=["evade=none", "evade=1"]), r, area, attack.here(r, area.name))
    done(ref)
    assert jones.assigned == []
    assert flak in area.markers


def test_2_3_5_the_elite_gunner_may_drive_off_one_that_has_just_attached_itself() -> None:
    r, (lawson,) = over("Yokosuka", "Lawson")
    assert lawson.elite is not None
    fighter = marker(Back.INTERCEPTOR, 4, 5, Front.INTERCEPTOR)
    ref = referee(1, 1, answers=["elite-gunner=no", "elite-gunner=yes"])
    attack_hazards._apply(ref, r, lawson, fighter)
    done(ref)
    assert (lawson.attached, lawson.elite.used) == ([], True)


def test_2_3_5_the_player_says_which_interceptor_the_elite_gunner_drives_off() -> None:
    r, (lawson,) = over("Yokosuka", "Lawson")
    first, second = (marker(Back.INTERCEPTOR, 4, 5, Front.INTERCEPTOR) for _ in range(2))
    lawson.assigned += [first, second]
    answers = ["elite-gunner=yes", "elite-gunner-at=2", "gunnery=none"]
    attack_gunnery.fire(ref := referee(answers=answers), r, lawson)
    done(ref)
    assert lawson.assigned == [first]


def test_4_8_2_the_player_orders_what_strikes_in_a_box() -> None:
    r, (jones,) = over("Yokosuka", "Jones")
    box = next(iter(r.target().boxes.values()))
    flak, balloons = marker(Back.FLAK, 5, 6, revealed=True), marker(Back.BALLOONS, revealed=True)
    ref = referee(answers=["box-next=2"])
    assert attack_hazards.box_order(ref, jones, box, [flak, balloons]) is balloons


def test_4_0_1_a_re_roll_may_be_used_for_the_fate_after_turn_9() -> None:
    r, (jones,) = over("Yokosuka", "Jones")
    r.options.scenario, jones.loaded = 1, False
    jones.elite = Elite("Doolittle", Benefit.PILOT_REROLL, "2344")
    ref = referee(1, 6, answers=["re-roll=all"])
    attack._turn_nine(ref, r, [])
    done(ref)
    assert jones.elite.used
    assert jones.fate is Fate.ESCAPED


def test_15_4_flak_in_a_box_is_not_assigned_and_hidden_markers_are_shown_first() -> None:
    r, (jones,) = over("Yokosuka", "Jones")
    r.options.coordinated_fire = True
    jones.lit, jones.box = True, "a box"
    attack_hazards.strike(ref := referee(6, 6), r, jones, marker(Back.FLAK, 5, 5, revealed=True))
    done(ref)
    jones.lit, jones.box = False, ""
    lights = marker(Back.SEARCHLIGHTS)
    lights.revealed = False
    jones.assigned.append(lights)
    attack_hazards.strike(ref := referee(1, 6, 4), r, jones, marker(Back.FLAK, 5, 5, revealed=True))
    done(ref)
    assert lights.revealed
    assert jones.damage == 1


def test_15_4_with_tracers_the_pair_that_is_no_double_is_picked_low_and_the_double_high() -> None:
    assert checks.pair_within((3, 3, 2, 4), 6, 6) in ((2, 4), (4, 2))
    assert checks.pair_within((2, 4, 3, 3), 6, 6, doubles=True) == (3, 3)


def test_15_4_where_no_pair_hits_none_is_a_double_if_that_can_be() -> None:
    assert checks.pair_within((1, 1, 2, 6), 9, 9, doubles=True) in ((2, 1), (6, 1), (6, 2))
    assert checks.pair_within((1, 1, 1), 9, 9) == (1, 1)


@pytest.mark.parametrize(("faces", "offered"), [((1, 6, 4), True), ((6, 6, 6), False)])
def test_15_4_2_3_7_a_hit_under_searchlights_can_be_rolled_again_and_a_miss_is_not(
    faces: tuple[int, ...], offered: bool
) -> None:
    r, (jones,) = over("Yokosuka", "Jones")
    r.options.coordinated_fire = True
    jones.lit = True
    jones.medals.append(marker(Back.MEDALS))
    ref = referee(*faces, *((6, 6, 6) if offered else ()), answers=["re-roll=all"] if offered else [])
    attack_hazards._apply(ref, r, jones, marker(Back.FLAK, 5, 5, revealed=True))
    done(ref)
    assert (len(jones.medals), jones.damage) == (0 if offered else 1, 0)


@pytest.mark.parametrize(("attached", "fate"), [(True, Fate.CAPTURED), (False, Fate.ESCAPED)])
def test_4_0_1_an_attached_interceptor_counts_against_who_is_left_after_turn_9(attached: bool, fate: Fate) -> None:
    """A loaded B-25 away from the rim escapes with a 5; with an Interceptor on its tail the 5 is a 4."""
    inland = next(area.name for area in raid(1).cities[City.TOKYO].areas.values() if not area.perimeter)
    r, (jones,) = over(inland, "Jones", number=1)
    if attached:
        jones.attached.append(marker(Back.INTERCEPTOR, 4, 5, Front.INTERCEPTOR, revealed=True))
    attack._turn_nine(ref := referee(5), r, [])
    done(ref)
    assert jones.fate is fate


def test_4_0_1_fuel_burnt_after_turn_9_may_force_the_attack_down() -> None:
    """7.2.4: without Fuel a 5 at high altitude means low altitude, over the target too."""
    r, (jones,) = over("Yokosuka", "Jones")
    flight = next(f for f in r.flights if jones in f.aircraft)
    flight.aircraft, flight.fuel, flight.zone, flight.high, r.high = [jones], 0, 6, True, True
    attack._burn(ref := referee(2, 3), r, flight)
    done(ref)
    assert not flight.high
    assert not r.high
    flight.high = r.high = True
    attack._burn(ref := referee(6, 6), r, flight)
    done(ref)
    assert r.high


def test_4_3_an_attached_interceptor_counts_as_an_assigned_hazard() -> None:
    """So the next hazard goes to the other B-25, without a question; a flight hazard does not count."""
    r, (jones, hoover) = over("Yokosuka", "Jones", "Hoover")
    area = r.cities[City.TOKYO].areas["Yokosuka"]
    jones.attached.append(marker(Back.INTERCEPTOR, 4, 5, Front.INTERCEPTOR, revealed=True))
    hoover.attached += [marker(Back.FUEL_LEAK), marker(Back.JAMMED_GUNS)]
    area.markers.append(marker(Back.HAZE))
    attack_hazards._assign(ref := referee(), r, area, attack.here(r, area.name))
    done(ref)
    assert (len(jones.assigned), len(hoover.assigned)) == (0, 1)
