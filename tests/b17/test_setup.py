"""Section 1: target, place, way there, the bomber and its crew."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Noted
from flakhouse.errors import OptionError
from flakhouse.games.b17 import setup
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.options import CONFLICTS, OPTIONAL, OURS, SWITCHES, Options
from flakhouse.games.b17.state import Bomber, Campaign
from flakhouse.games.b17.words import (
    AMMO,
    STATION_COMPARTMENT,
    TWINS,
    FormationPlace,
    GunName,
    Position,
    Squadron,
    Surface,
    TargetType,
)
from tests.b17.helpers import crew, done, noted, referee, rolled


def tour(credited: int = 0) -> Campaign:
    return Campaign(Bomber("Hard Cider"), crew(credited), credited=credited)


def test_1_1_a_new_mission_has_the_number_after_those_credited() -> None:
    ref = referee(1, 3, 4, answers=[])
    m = setup.prepare(ref, tour(3), Options())
    assert m.number == 4
    done(ref)


@pytest.mark.parametrize(
    ("credited", "faces", "charts", "city"),
    [
        (0, (1, 3, 4), ["G-1", "G-4"], "St. Omer"),
        (4, (6, 3, 4), ["G-1", "G-4"], "Lille"),
        (5, (4, 3, 4, 1), ["G-2", "G-4", "G-4-squadron"], "Rotterdam"),
        (9, (6, 3, 4, 1), ["G-2", "G-4", "G-4-squadron"], "Rouen"),
        (10, (6, 6, 3, 4, 1), ["G-3", "G-4", "G-4-squadron"], "Kiel"),
        (24, (1, 1, 3, 4, 1), ["G-3", "G-4", "G-4-squadron"], "St. Omer"),
        (25, (4, 4, 3, 4, 1), ["G-3", "G-4", "G-4-squadron"], "St. Nazaire"),
    ],
)
def test_1_2_g_1_g_2_g_3_the_mission_number_picks_the_target_table(
    credited: int, faces: tuple[int, ...], charts: list[str], city: str
) -> None:
    ref = referee(*faces)
    m = setup.prepare(ref, tour(credited), Options())
    assert (rolled(ref), m.target.city) == (charts, city)
    done(ref)


@pytest.mark.parametrize(
    ("faces", "place"),
    [((1, 1), FormationPlace.LEAD), ((1, 2), FormationPlace.MIDDLE), ((6, 6), FormationPlace.TAIL)],
)
def test_1_3_g_4_place_in_the_formation(faces: tuple[int, int], place: FormationPlace) -> None:
    """manual 3.2."""
    m = setup.prepare(referee(2, *faces), tour(), Options())
    assert m.place is place


@pytest.mark.parametrize(("face", "squadron"), [(1, "High"), (2, "High"), (3, "Middle"), (5, "Low"), (6, "Low")])
def test_1_3_g_4_squadron_from_mission_6_on(face: int, squadron: str) -> None:
    """manual 3.3."""
    m = setup.prepare(referee(2, 3, 4, face), tour(5), Options())
    assert m.squadron is Squadron(squadron)


def test_1_3_g_4_missions_1_to_5_have_no_squadron() -> None:
    """manual 3.3."""
    ref = referee(2, 3, 4)
    assert setup.prepare(ref, tour(4), Options()).squadron is None
    done(ref)


def test_1_4_g_11_the_way_to_rotterdam() -> None:
    target = setup.make_target("Rotterdam")
    assert (target.zone, target.kind, target.flak_plus) == (4, TargetType.SHIP_YARD, False)
    assert target.modifiers == {2: -2, 3: -1, 4: 0}
    assert target.letters[3] == (Surface.WATER,)
    assert target.letters[4] == (Surface.WATER, Surface.NETHERLANDS)


def test_1_4_g_11_every_zone_of_every_way_is_known() -> None:
    for city in setup.CITIES:
        target = setup.make_target(city)
        assert list(target.modifiers) == list(target.letters) == list(range(2, target.zone + 1))


def test_g_3_every_u_boat_target_and_no_other_adds_1_to_the_flak() -> None:
    for city in setup.CITIES:
        target = setup.make_target(city)
        assert target.flak_plus == (target.kind is TargetType.U_BOATS), city


def test_1_4_targets_do_not_share_their_modifiers() -> None:
    setup.make_target("Paris").modifiers[2] = 9
    assert setup.make_target("Paris").modifiers[2] == -2


def test_1_4_known_city() -> None:
    assert setup.known_city("Meaulte")
    assert not setup.known_city("Berlin")


def test_1_5_ten_men_full_ammunition_extinguishers_bombs_in_formation_at_altitude() -> None:
    m = setup.prepare(referee(2, 3, 4), tour(), Options())
    assert [man.station for man in m.men.values()] == list(Position)
    assert all(man.compartment is STATION_COMPARTMENT[p] for p, man in m.men.items())
    assert {name: gun.bursts for name, gun in m.plane.guns.items()} == AMMO
    assert m.plane.extinguishers == 5
    assert [engine.charges for engine in m.plane.engines] == [2, 2, 2, 2]
    assert m.plane.bombs
    assert m.in_formation
    assert not m.plane.low


def test_1_5_guns_the_printed_list_is_the_one_played() -> None:
    chart = CHARTS.charts["guns"]
    for name in GunName:
        assert int(chart.look_up(name.value, 0)) == AMMO[name]
        assert (chart.look_up(name.value, 1) == "yes") == (name in TWINS)
        gunner = Position(chart.look_up(name.value, 3))
        assert STATION_COMPARTMENT[gunner].value == chart.look_up(name.value, 2)


def test_1_6_the_counter_starts_in_zone_1_or_with_the_rulebook_at_base() -> None:
    """manual 3.5."""
    assert setup.prepare(referee(2, 3, 4), tour(), Options()).zone == 1
    assert setup.prepare(referee(2, 3, 4), tour(), Options(start_at_base=True)).zone == 0


def test_1_1_rabbits_feet_come_from_the_tour() -> None:
    record = tour()
    record.rabbits_feet = 2
    m = setup.prepare(referee(2, 3, 4, defaults=True), record, Options())
    assert m.rabbits_feet == 2
    assert setup.prepare(referee(2, 3, 4), record, Options(rabbits_feet=False)).rabbits_feet == 0


def test_b_7_row_7_a_foot_saved_up_may_send_the_bomber_to_another_target() -> None:
    record = tour()
    record.rabbits_feet = 1
    ref = referee(2, 6, 3, 4, answers=["rabbits-foot=again"])
    m = setup.prepare(ref, record, Options())
    assert (m.target.city, m.rabbits_feet) == ("Lille", 0)
    assert [e.facts["city"] for e in ref.events if isinstance(e, Noted) and e.kind == "target"] == ["Lille"]
    done(ref)


def test_manual_3_1_the_log_begins_with_target_briefing_take_off() -> None:
    ref = referee(2, 3, 4)
    m = setup.prepare(ref, tour(), Options())
    assert noted(ref) == ["target", "briefing", "take-off"]
    assert ref.state is m


def test_17_1_the_rule_sets_switch_the_optional_rules() -> None:
    basic, advanced = Options.of({"rules": "basic"}), Options.of({})
    assert [getattr(basic, name) for name in OPTIONAL] == [False] * 4
    assert [getattr(advanced, name) for name in OPTIONAL] == [True] * 4
    assert Options.of({"rules": "basic", "spray_fire": "on"}).spray_fire


def test_17_1_every_switch_has_words_and_conflicts_are_off() -> None:
    assert tuple(SWITCHES) == (*OPTIONAL, *CONFLICTS, *OURS)
    assert not any(getattr(Options(), name) for name in (*CONFLICTS, *OURS))


@pytest.mark.parametrize("chosen", [{"rules": "hard"}, {"spray_fire": "yes"}, {"radar": "on"}])
def test_17_1_options_nobody_knows_are_refused(chosen: dict[str, str]) -> None:
    with pytest.raises(OptionError) as caught:
        Options.of(chosen)
    assert str(caught.value)
