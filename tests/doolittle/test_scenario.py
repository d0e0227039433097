"""1.0 to 2.3: the ten scenarios and what is on the table when play begins."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Default
from flakhouse.core.dice import Seeded
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import attack, denouement, flight, game, naval, planning, scenario
from flakhouse.games.doolittle.game import GAME
from flakhouse.games.doolittle.options import SWITCHES, Options
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import City, Fate, Launch, Side, Site
from tests.doolittle.helpers import raid, referee


@pytest.mark.parametrize(
    ("number", "variant", "played"),
    [
        (1, False, ["attack"]),
        (6, False, ["attack"]),
        (7, False, ["flight"]),
        (7, True, ["flight", "denouement"]),
        (8, False, ["flight"]),
        (9, False, ["naval"]),
        (9, True, ["naval", "denouement"]),
        (10, False, ["planning", "naval", "denouement"]),
    ],
)
def test_1_1_which_segments_a_scenario_plays(
    number: int, variant: bool, played: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    monkeypatch.setattr(attack, "fight", lambda *rest, **more: seen.append("attack"))
    for name, module in (("flight", flight), ("naval", naval), ("planning", planning), ("denouement", denouement)):
        monkeypatch.setattr(module, "segment", lambda ref, r, name=name: seen.append(name))
    ref = Referee(Seeded("segments"), Default())
    game.play_raid(ref, Options(scenario=number, denouement=variant))
    assert seen == played


def test_1_2_ten_scenarios_each_with_a_title_of_its_own() -> None:
    titles = scenario.titles(referee())
    assert list(titles) == list(range(1, 11))
    assert len(set(titles.values())) == 10
    assert [s.options for s in GAME.scenarios()] == [{"scenario": str(n)} for n in range(1, 11)]


@pytest.mark.parametrize("number", range(1, 10))
def test_1_2_set_up_asks_nothing_and_every_b25_is_somewhere(number: int) -> None:
    r = raid(number)
    out = [b for b in r.squadron if b.fate is not Fate.RESERVE]
    assert out
    expected = Fate.DECK if number == 9 else Fate.FLYING
    assert {b.fate for b in out} == {expected}
    assert all(r.cups.values())


def test_1_4_one_player_or_none_the_bots_answer_everything() -> None:
    assert set(GAME.pilots()) == {"doctrine", "crew", "cautious", "random"}
    assert GAME.default_pilot in GAME.pilots()


def test_2_0_twenty_four_b25s_and_their_elite_crewmen() -> None:
    planes, men = scenario.roster(referee())
    assert len(planes) == 24
    assert len({plane.pilot for plane in planes.values()}) == 24
    assert planes["2344"].pilot == "Doolittle"
    assert {man.home for man in men.values()} <= set(planes)
    assert all(plane.elite is None for plane in planes.values())


@pytest.mark.parametrize(
    ("number", "city", "side", "alert"),
    [(1, City.TOKYO, Side.DAY, 0), (3, City.NAGOYA, Side.DAY, 2), (6, City.TOKYO, Side.NIGHT, 1)],
)
def test_3_1_1_attack_scenarios_have_their_map_side_and_alert_level(
    number: int, city: City, side: Side, alert: int
) -> None:
    r = raid(number)
    assert (r.city, r.side, r.security.alert) == (city, side, alert)
    assert list(r.cities) == [city]


@pytest.mark.parametrize("number", range(1, 7))
def test_4_1_1_attack_scenarios_say_who_enters_where_and_when(number: int) -> None:
    r = raid(number)
    entrants = scenario.entrants(referee(), r)
    assert {e.b25.id for e in entrants} == {b.id for b in r.squadron if b.fate is Fate.FLYING}
    assert r.city is not None
    for entrant in entrants:
        assert 1 <= entrant.turn <= attack.LAST_TURN
        assert r.cities[r.city].areas[entrant.area].perimeter


@pytest.mark.parametrize("number", [7, 8])
def test_7_1_flights_of_two_to_four_b25s(number: int) -> None:
    r = raid(number)
    assert len(r.flights) == 5
    assert all(2 <= len(f.aircraft) <= 4 for f in r.flights)
    assert sum(len(f.aircraft) for f in r.flights) == 16
    assert r.launch is Launch.EMERGENCY


@pytest.mark.parametrize(("number", "zone"), [(7, 2), (8, 3)])
def test_7_2_1_flights_begin_with_the_fuel_of_the_scenario_and_low(number: int, zone: int) -> None:
    """5.1 No Limit."""
    r = raid(number)
    assert {(f.zone, f.fuel, f.high) for f in r.flights} == {(zone, 8, False)}


def test_8_4_beacons_are_a_variant_of_scenarios_7_to_9() -> None:
    assert raid(7).beacons == {}
    r: Raid = scenario.set_up(referee(), Options(scenario=7, beacons=True))
    assert list(r.beacons) == [Site.CHUCHOW, Site.LISHUI]
    assert not any(marker.revealed for marker in r.beacons.values())


def test_15_0_each_optional_rule_has_a_switch_of_its_own() -> None:
    optional = [key for key, (_, rule) in SWITCHES.items() if rule.startswith("15.")]
    assert [SWITCHES[key][1] for key in optional] == ["15.1", "15.2", "15.3", "15.4"]
    for key in optional:
        options = Options.of({key: "on"})
        assert [k for k in optional if getattr(options, k)] == [key]


def test_1_2_in_the_raid_doctrine_wants_the_score() -> None:
    (adviser,) = [option for option in GAME.options() if option.key == "adviser"]
    assert adviser.label == "Who advises: doctrine (the best score), or crew first (the crews before the score)"
