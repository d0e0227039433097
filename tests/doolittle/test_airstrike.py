"""11.0: the Airstrike, with the worked examples of the rule book."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Noted
from flakhouse.core.referee import Referee
from flakhouse.errors import AnswerError
from flakhouse.games.doolittle import airstrike, sea_hazards, secrecy, ship_group, waves
from flakhouse.games.doolittle.state import Raid, Ship, Submarine
from flakhouse.games.doolittle.words import Fate, Icon, Launch
from tests.doolittle.fleet import at_sea, clear, recon, ship, take_off
from tests.doolittle.helpers import done, noted, referee, rolled


def strike(area: str = "Defense East", *places: tuple[str, str], hangar: bool = False) -> Raid:
    """Both carriers alone at sea without escort, the B-25s gone; Recon out on patrol unless `hangar`."""
    r = at_sea(area)
    take_off(r)
    clear(r, "Hornet", "Enterprise")
    for each in r.task_force.recon:
        each.place = "Hangar" if hangar else "Sea Area"
    for name, place in places:
        recon(r, name).place = place
    return r


def deck(r: Raid) -> int:
    """B-25s on deck."""
    return sum(b.fate is Fate.DECK for b in r.squadron)


def facts(ref: Referee, kind: str) -> list[Noted]:
    """The events of a kind."""
    return [e for e in ref.events if isinstance(e, Noted) and e.kind == kind]


# ------------------------------------------------------------------ 11.0


def test_11_0_1_airstrike_on_a_submarine_sinks_it() -> None:
    r = at_sea()
    tuna = Submarine("Tuna", "Japan", contact=True)
    ref = referee()
    airstrike.on_submarine(ref, r, tuna)
    done(ref)
    assert tuna.sunk
    assert not tuna.contact
    assert noted(ref) == ["submarine-sunk"]


def group_of(r: Raid, area: str, *names: str) -> list[Ship]:
    """These ships have been detached in an area (12.1.4)."""
    group = [ship(r, name) for name in names]
    for each in group:
        each.space = ""
    r.task_force.groups.append((area, group))
    return group


def test_11_0_2_group_without_carrier_or_oiler_has_a_cruiser_in_the_center() -> None:
    r = strike()
    group = group_of(r, "Influence East", "Vincennes", "Gwin", "Nashville")
    ref = referee(answers=["Nashville"], defaults=True)
    kept = ship_group.lay_out(ref, r, group)
    assert ship(r, "Nashville").space == "Center"
    assert ship(r, "Vincennes").space not in ("", "Center")
    assert ship(r, "Hornet").space == ""
    assert r.task_force.recon == []
    ship_group.put_away(r, group, kept)
    assert ship(r, "Hornet").space == "Center"
    assert [s.space for s in group] == ["", "", ""]
    assert len(r.task_force.recon) == 6


def test_11_0_2_group_of_destroyers_has_one_of_them_in_the_center() -> None:
    r = strike()
    group = group_of(r, "Influence East", "Gwin", "Balch")
    ref = referee(answers=["Balch", "done"])
    ship_group.lay_out(ref, r, group)
    done(ref)
    assert ship(r, "Balch").space == "Center"


@pytest.mark.parametrize("there", [True, False])
def test_11_3_vf6_flies_cap_over_a_group_with_the_enterprise_if_it_was_with_the_task_force(there: bool) -> None:
    """11.0.2."""
    r = strike()
    group = group_of(r, "Influence East", "Enterprise", "Gwin")
    r.task_force.recon = [x for x in r.task_force.recon if (x.name == "VF6") is there]
    ship_group.lay_out(referee(defaults=True), r, group, "Low CAP")
    assert [(x.name, x.place) for x in r.task_force.recon] == ([("VF6", "Low CAP")] if there else [])


def test_11_0_2_airstrike_on_a_group_uses_its_own_sea_area() -> None:
    r = strike("Japan")
    group = group_of(r, "Hawaii", "Vincennes", "Gwin")
    before = [(s.name, s.space) for s in r.task_force.ships]
    ref = referee(4, 5, defaults=True)  # east of Midway +4: nobody comes
    airstrike.airstrike(ref, r, "Task Force", group)
    done(ref)
    assert [(s.name, s.space) for s in r.task_force.ships] == before
    assert "false-alarm" in noted(ref)


def test_11_0_2_sinking_in_a_group_leaves_the_recon_of_the_task_force_alone() -> None:
    r = strike("Japan")
    group = group_of(r, "Defense East", "Gwin")
    # 6 and 5 are 11, no CAP: one dive bomber, over Port (2); the Gwin in the Center fires a 1; X5: 1 and 1, sunk
    ref = referee(6, 5, 2, 1, 1, 1, defaults=True)
    airstrike.airstrike(ref, r, "Task Force", group)
    done(ref)
    assert group[0].sunk
    assert all(not x.lost for x in r.task_force.recon)
    assert ship(r, "Hornet").space == "Center"


def test_11_3_group_with_the_enterprise_may_put_vf6_into_cap() -> None:
    r = strike("Defense West")
    group = group_of(r, "Defense East", "Enterprise")
    for each in r.task_force.recon:
        each.lost, each.place = True, ""
    ref = referee(6, 6, answers=["done", "Low CAP"])  # 12 with Low CAP: none
    airstrike.airstrike(ref, r, "Task Force", group)
    done(ref)
    assert rolled(ref) == ["strike-force"]
    assert "false-alarm" in noted(ref)


# ------------------------------------------------------------------ 11.1 and 11.5


def test_11_1_and_11_5_examples_halsey_launches_and_counterstrike() -> None:
    """10.2.2 VS6, VB6, VT6, ruling 27."""
    r = strike("Defense East", ("VS6", "Hangar"), ("VT6", "Hangar"), ("VF6", "High CAP"))
    # X1, Recon row: 2 and 5 yes. X3: 6 and 6, +1: nobody. X6, any two: 3 and 6, contact; 4 + 2 sinks a ship
    ref = referee(2, 5, 6, 6, 3, 6, 4, answers=["VS6+VT6"])
    airstrike.airstrike(ref, r, "Recon")
    done(ref)
    assert rolled(ref) == ["halsey-launches", "strike-force", "counterstrike", "enemy-ship"]
    assert r.task_force.enemy_ships_sunk == 1
    assert r.task_force.enemy_carriers_sunk == 0
    assert recon(r, "VS6").place == recon(r, "VT6").place == "Hangar"


def test_11_1_1_the_row_is_that_of_the_patrol() -> None:
    """10.2.2 VS6, VB6, VT6."""
    for patrol, planes in (("Recon", ["halsey-launches"]), ("Task Force", [])):
        r = strike("Midway", hangar=True)
        ref = referee(2, 3, 6, 6, *([1, 1] if planes else []), defaults=True)
        airstrike.airstrike(ref, r, patrol)
        done(ref)
        assert [k for k in noted(ref) if k == "halsey-launches"] == planes


def test_11_1_1_vf6_flies_only_with_bombers_and_only_from_the_hangar() -> None:
    r = strike("Midway", hangar=True)
    with pytest.raises(AnswerError):
        airstrike.airstrike(referee(6, 6, answers=["VF6"]), r, "Recon")
    r = strike("Midway", ("VF6", "Local Recon"), ("VB6", "Hangar"))
    ref = referee(6, 6, 6, 6, 6, 6, 6, 6, defaults=True)
    airstrike.airstrike(ref, r, "Recon")
    assert facts(ref, "halsey-launches")[0].facts["planes"] == "VB6"


def test_11_1_without_an_undamaged_enterprise_or_planes_in_the_hangar_the_step_is_skipped() -> None:
    r = strike("Midway", hangar=True)
    ship(r, "Enterprise").damaged = True
    ref = referee(6, 6)
    airstrike.airstrike(ref, r, "Recon")
    done(ref)
    assert rolled(ref) == ["strike-force"]
    r = strike("Midway")
    ref = referee(6, 6)
    airstrike.airstrike(ref, r, "Recon")
    done(ref)
    assert rolled(ref) == ["strike-force"]


def test_11_5_1_disaster_removes_the_planes_and_vf6_adds_one() -> None:
    r = strike("Midway", ("VB6", "Hangar"), ("VF6", "Hangar"))
    ref = referee(6, 6, 6, 6, 1, 2, defaults=True)  # 1 and 2, +1 for VF6: 4 with one squadron
    airstrike.airstrike(ref, r, "Recon")
    done(ref)
    names = [x.name for x in r.task_force.recon]
    assert "VB6" not in names
    assert "VF6" not in names
    assert "VS6" in names


def test_11_5_1_contact2_with_two_hits_sank_a_carrier() -> None:
    r = strike("Midway", hangar=True)
    ref = referee(6, 6, 6, 6, 2, 6, 2, 3, defaults=True)  # all three and VF6: 9; dice 2 and 3, each +4
    airstrike.airstrike(ref, r, "Recon")
    done(ref)
    assert (r.task_force.enemy_ships_sunk, r.task_force.enemy_carriers_sunk) == (1, 1)


def test_11_5_1_scratch_one_flattop() -> None:
    r = strike("Midway", hangar=True)
    ref = referee(6, 6, 6, 6, 6, 6, defaults=True)
    airstrike.airstrike(ref, r, "Recon")
    done(ref)
    assert (r.task_force.enemy_ships_sunk, r.task_force.enemy_carriers_sunk) == (0, 1)


def test_11_4_3_planes_without_a_carrier_ditch_and_else_land_on_the_hornet() -> None:
    for hornet, left in ((False, True), (True, False)):
        r = strike("Defense East", ("VB6", "Hangar"))
        ship(r, "Hornet").damaged = hornet
        # X1 yes. X3: 6 and 4, +1: 11, one dive bomber on Port. Flak of both carriers: nothing.
        # the die sends it to the Enterprise; 3 and 3 damage her; X6 5 and 2: no contact
        guns = [1] * (ship(r, "Hornet").guns() + ship(r, "Enterprise").guns())
        ref = referee(6, 6, 6, 4, 2, *guns, 2, 3, 3, 5, 2, defaults=True)
        airstrike.airstrike(ref, r, "Recon")
        done(ref)
        assert ship(r, "Enterprise").damaged
        assert any(x.name == "VB6" for x in r.task_force.recon) is left


# ------------------------------------------------------------------ 11.2


def test_11_2_example_army_launches() -> None:
    """12.3 Emergency Launch, ruling 27, ruling 28."""
    r = at_sea(joined=False)
    clear(r, "Hornet", "Cimarron")
    ship(r, "Cimarron").space = "Center"
    # X2, Task Force row: 3 and 4, 8/2; two Flights off. X3: 6 and 6, one dive bomber; the Cimarron hits it.
    # Then the other eight go in three Flights.
    ref = referee(3, 4, 6, 6, 6, 6, 6, 6, 2, 6, 6, 6, 6, 6, 6, 6, defaults=True)
    airstrike.airstrike(ref, r, "Task Force")
    done(ref)
    assert rolled(ref)[:4] == ["army-launches", "launch", "launch", "strike-force"]
    assert [len(f.aircraft) for f in r.flights[:2]] == [4, 4]
    assert sum(len(f.aircraft) for f in r.flights) == 16
    assert r.launch is Launch.EMERGENCY
    assert deck(r) == 0


def test_11_2_b25s_stay_for_good_if_the_hornet_is_hit() -> None:
    """ruling 28."""
    r = at_sea(joined=False)
    clear(r, "Hornet")
    # 8/2 off; one dive bomber; three dice of flak miss; 3 and 3 damage the Hornet
    ref = referee(3, 4, 6, 6, 6, 6, 6, 6, 2, 1, 1, 1, 3, 3, defaults=True)
    airstrike.airstrike(ref, r, "Task Force")
    done(ref)
    assert ship(r, "Hornet").damaged
    assert deck(r) == 8


def test_11_2_none_in_time_launch_after_the_airstrike() -> None:
    r = at_sea(joined=False)
    clear(r, "Hornet")
    # X2: 1 and 2, none. One dive bomber is shot down; then all sixteen go in five Flights
    ref = referee(1, 2, 6, 6, 2, 6, 1, 1, *[6] * 10, defaults=True)
    airstrike.airstrike(ref, r, "Task Force")
    done(ref)
    assert rolled(ref)[:3] == ["army-launches", "strike-force", "dive-arrow"]
    assert deck(r) == 0


def test_11_2_the_player_may_decline_and_picks_who_goes() -> None:
    r = at_sea(joined=False)
    clear(r, "Hornet")
    ref = referee(6, 6, 2, 6, 1, 1, answers=["no"])
    airstrike.airstrike(ref, r, "Task Force")
    done(ref)
    assert r.launch is Launch.NONE
    assert deck(r) == 16
    pilots = [b.pilot for b in r.squadron if b.fate is Fate.DECK]
    # X2: 2 and 3, 4/1; the last on deck and the first three as they stand; the dive bomber hits the Hornet
    picks = ["yes", pilots[-1], "deck order", "yes"]
    ref = referee(2, 3, 6, 6, 6, 6, 2, 1, 1, 1, 3, 3, answers=picks)
    airstrike.airstrike(ref, r, "Task Force")
    done(ref)
    assert [b.pilot for b in r.flights[0].aircraft] == [pilots[-1], *pilots[:3]]


def test_11_2_no_launch_on_the_way_home() -> None:
    r = at_sea(joined=False)
    clear(r, "Hornet")
    r.segment = "denouement"
    ref = referee(6, 6, 2, 6, 1, 1)
    airstrike.airstrike(ref, r, "Task Force")
    done(ref)
    assert deck(r) == 16


def test_12_3_2_a_crash_in_an_airstrike_holds_the_rest_until_after_it() -> None:
    r = at_sea(joined=False)
    clear(r, "Hornet")
    # X2: 6 and 6, all; the first Flight is botched (1 and 1) and its last B-25 crashes (2 and 3);
    # one dive bomber is shot down; the other Flights go afterwards, late
    ref = referee(6, 6, 1, 1, 2, 3, 6, 6, 2, 6, 1, 1, *[6] * 8, defaults=True)
    airstrike.airstrike(ref, r, "Task Force")
    done(ref)
    assert rolled(ref)[:4] == ["army-launches", "launch", "botched", "strike-force"]
    assert [f.late for f in r.flights] == [0, 1, 1, 1, 1]


# ------------------------------------------------------------------ 11.3


def test_11_3_example_japanese_strike_force_arrives() -> None:
    r = strike("Defense East", ("VS6", "Hangar"), ("VF6", "High CAP"))
    # X1 yes; X3: 1 and 6, +1 for the counterstrike: T 2D. Everyone is shot down by the first carrier's guns.
    ref = referee(6, 6, 1, 6, 3, 2, 6, 1, 1, 6, 1, 1, 1, 6, 1, 1, 5, 2, defaults=True)
    airstrike.airstrike(ref, r, "Recon")
    done(ref)
    force = facts(ref, "strike-force")[0].facts
    assert (force["fighters"], force["torpedo"], force["dive"]) == (0, 1, 2)
    assert [e.facts["markers"] for e in facts(ref, "wave")] == ["Torpedo Bomber, Dive Bomber", "Dive Bomber"]


@pytest.mark.parametrize(
    ("area", "cap", "force"),
    [
        ("Midway", "Hangar", (0, 1, 2)),
        ("Influence West", "Low CAP", (0, 0, 2)),
        ("Hawaii", "High CAP", None),
        ("Japan", "Hangar", (1, 2, 2)),
    ],
)
def test_11_3_modifiers_of_the_sea_area(area: str, cap: str, force: tuple[int, int, int] | None) -> None:
    r = strike(area, ("VF6", cap))
    r.task_force.ships = []  # nobody to attack: the force alone matters
    ref = referee(4, 4) if force else referee(4, 3)
    airstrike.airstrike(ref, r, "Task Force")
    done(ref)
    shown = facts(ref, "strike-force")
    if force is None:
        assert "false-alarm" in noted(ref)
    else:
        assert tuple(shown[0].facts.values()) == force


# ------------------------------------------------------------------ 11.4


def alone(*names: str) -> tuple[Raid, list[Ship]]:
    """Only these ships, the B-25s gone."""
    r = at_sea()
    take_off(r)
    clear(r, *names)
    return r, [ship(r, name) for name in names]


def test_11_4_examples_torpedo_bomber_flak_and_ordnance() -> None:
    """11.4.1 Torpedo, example 11.4.1 torpedo, example 11.4.2 flak, example 11.4.3 ordnance."""
    r, (_, nashville) = alone("Hornet", "Nashville")
    nashville.space = "Ahead"
    # a 3: the arrow 3-4; the CL fires 2 and 5, diverted; 4 and 2 damage her; the Center never fires
    ref = referee(3, 2, 5, 4, 2)
    waves.attack(ref, r, (0, 1, 0))
    done(ref)
    assert facts(ref, "raider-placed")[0].facts["spaces"] == "Ahead Far, Ahead, Center"
    assert nashville.damaged
    assert not ship(r, "Hornet").damaged
    assert rolled(ref) == ["torpedo-arrow", "ship-flak", "ordnance"]


def test_11_4_2_ships_fire_space_by_space_from_the_outside() -> None:
    r, (_, nashville, gwin) = alone("Hornet", "Nashville", "Gwin")
    nashville.space, gwin.space = "Port", "Port Far"
    ref = referee(1, 4, 3, 3, 6, 1, 1)  # the Gwin 4, the Nashville 3 and 3, the Hornet hits with a 6
    waves.attack(ref, r, (0, 1, 0))
    done(ref)
    assert [e.facts["ship"] for e in facts(ref, "ship-flak")] == ["Hornet"]


def test_11_4_2_a_six_goes_before_a_five() -> None:
    """ruling 51."""
    r, (_, nashville) = alone("Hornet", "Nashville")
    nashville.space = "Starboard"
    ref = referee(1, 5, 6)
    waves.attack(ref, r, (0, 0, 1))
    done(ref)
    assert rolled(ref) == ["dive-arrow", "ship-flak"]
    assert not nashville.damaged


def test_11_4_2_a_damaged_ship_has_half_its_flak() -> None:
    r, (_, gwin, nashville) = alone("Hornet", "Gwin", "Nashville")
    gwin.space = nashville.space = "Port"
    gwin.damaged = nashville.damaged = True
    ref = referee(2, 6)  # the Gwin has no die left, the Nashville one
    waves.attack(ref, r, (0, 0, 1))
    done(ref)
    assert rolled(ref) == ["dive-arrow", "ship-flak"]


def test_11_4_1_fighter_even_goes_for_a_cruiser_of_the_players_choice() -> None:
    r, (_, vincennes, nashville) = alone("Hornet", "Vincennes", "Nashville")
    vincennes.space, nashville.space = "Ahead", "Astern"
    ref = referee(4, 1, 1, 1, 2, answers=["Vincennes"])
    waves.attack(ref, r, (1, 0, 0))
    done(ref)
    assert vincennes.damaged
    assert not nashville.damaged


def test_11_4_1_fighter_even_may_choose_no_other_ship_while_there_is_a_cruiser() -> None:
    r, _ = alone("Hornet", "Vincennes", "Nashville", "Gwin")
    with pytest.raises(AnswerError, match="Gwin"):
        waves.attack(referee(4, answers=["Gwin"]), r, (1, 0, 0))


def test_11_4_1_fighter_odd_goes_for_the_hornet_or_the_largest_ship() -> None:
    r, (hornet,) = alone("Hornet")
    ref = referee(1, 1, 1, 1, 1, 2)
    waves.attack(ref, r, (1, 0, 0))
    done(ref)
    assert hornet.damaged
    r, (gwin, nashville) = alone("Gwin", "Nashville")
    gwin.space, nashville.space = "Port", "Ahead"
    ref = referee(1, 1, 1, 1, 1)
    waves.attack(ref, r, (1, 0, 0))
    done(ref)
    assert nashville.damaged
    assert not gwin.damaged


def test_11_4_2_a_diverted_fighter_is_removed() -> None:
    r, (hornet,) = alone("Hornet")
    ref = referee(1, 1, 5, 1)
    waves.attack(ref, r, (1, 0, 0))
    done(ref)
    assert not hornet.damaged


def test_11_4_waves_are_sets_and_the_player_orders_each() -> None:
    r, (_, gwin) = alone("Hornet", "Gwin")
    gwin.space = "Ahead Far"
    # placed in order: fighter 1, torpedo 1, dive 2; then the dive bomber is taken first
    answers = ["Fighter + Torpedo Bomber + Dive Bomber", "Dive Bomber", "Torpedo Bomber"]
    ref = referee(1, 1, 2, 6, 1, 1, 6, 1, 1, 6, 1, 1, 2, 6, 1, 1, answers=answers)
    waves.attack(ref, r, (1, 1, 2))
    done(ref)
    assert [e.facts["raider"] for e in facts(ref, "ship-flak")] == [
        "Dive Bomber",
        "Torpedo Bomber",
        "Fighter",
        "Dive Bomber",
    ]


def test_11_4_3_with_both_carriers_and_no_b25_left_a_die_picks_the_target() -> None:
    for die, name in ((2, "Enterprise"), (3, "Hornet")):
        r, _ = alone("Hornet", "Enterprise")
        ref = referee(2, 1, 1, 1, 1, 1, 1, die, 3, 3)
        waves.attack(ref, r, (0, 0, 1))
        done(ref)
        assert [s.name for s in r.task_force.ships if s.damaged] == [name]


def test_11_4_3_with_a_b25_on_deck_it_is_the_hornet() -> None:
    r, (hornet, _) = alone("Hornet", "Enterprise")
    r.squadron[0].fate = Fate.DECK
    ref = referee(2, 1, 1, 1, 1, 1, 1, 1, 1)
    waves.attack(ref, r, (0, 0, 1))
    done(ref)
    assert hornet.sunk
    assert hornet.space == ""


@pytest.mark.parametrize(
    ("there", "hit"),
    [
        (("Cimarron", "Vincennes", "Gwin"), "Cimarron"),
        (("Vincennes", "Nashville", "Gwin"), "Vincennes"),
        (("Nashville", "Gwin"), "Nashville"),
    ],
)
def test_11_4_3_without_carriers_an_oiler_then_a_ca_then_the_nearest_largest(
    there: tuple[str, ...], hit: str
) -> None:
    r, ships = alone(*there)
    for each in ships:
        each.space = "Astern"
    ref = referee(2, 3, 3)
    waves.attack(ref, r, (0, 0, 1))
    done(ref)
    assert [s.name for s in ships if s.damaged] == [hit]


def test_11_4_3_damaged_twice_is_sunk() -> None:
    """11.4.3 Sunk."""
    r, (hornet,) = alone("Hornet")
    ref = referee(2, 1, 1, 1, 3, 3, 2, 1, 3, 3)  # damaged, the Hornet has one die of flak left
    waves.attack(ref, r, (0, 0, 2))
    done(ref)
    assert hornet.sunk


# ------------------------------------------------------------------ the Naval segment around it


def test_6_3_1_and_12_0_1_a_failed_test_brings_an_airstrike_and_its_launch_ends_the_segment() -> None:
    r = at_sea(joined=False)
    clear(r, "Hornet")
    r.security.risk = 40
    # five dice fail; X2: all; five Flights off; one dive bomber is shot down
    ref = referee(*[6] * 5, 6, 6, *[6] * 10, 6, 6, 2, 6, 1, 1, defaults=True)
    assert not secrecy.check(ref, r, Icon.LINE, "Recon")
    done(ref)
    assert r.task_force.airborne
    assert sea_hazards.over(r)
    assert r.launch_area == "Defense East"


def test_11_2_note_a_hornet_hit_before_any_launch_ends_the_segment() -> None:
    """12.6.6 Damaged USS Hornet."""
    r = at_sea(joined=False)
    clear(r, "Hornet")
    ref = referee(6, 6, 2, 1, 1, 1, 3, 3, answers=["no"])
    airstrike.airstrike(ref, r, "Task Force")
    done(ref)
    assert not r.task_force.airborne
    assert sea_hazards.over(r)
