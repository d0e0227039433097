"""13.5.2 Transit Hazards."""

from __future__ import annotations

from flakhouse.core.events import Noted
from flakhouse.games.doolittle import transit
from flakhouse.games.doolittle.state import Marker, Raid
from flakhouse.games.doolittle.words import Back, Mod
from tests.doolittle.helpers import b25, done, noted, raid, referee


def _next(r: Raid, back: Back) -> Marker:
    """Put a marker of this kind where it is drawn first."""
    cup = r.cups["transit"]
    marker = next(m for m in cup if m.back is back)
    cup.remove(marker)
    cup.insert(0, marker)
    return marker


def test_13_5_2_the_cup_holds_twelve() -> None:
    assert len(raid(9).cups["transit"]) == 12


def test_13_5_2_adjusted_carburetors_raise_the_guzzle_number() -> None:
    """13.3.3 C."""
    r = raid(9)
    marker = _next(r, Back.ADJUSTED_CARBURETORS)
    transit.draw_and_apply(referee(), r)
    assert r.ratings.guzzle == 6
    assert marker not in r.cups["transit"]


def test_12_2_2_damage_in_a_storm_at_sea_is_no_mishap_in_transit() -> None:
    r = raid(9)
    _next(r, Back.DAMAGE)
    ref = referee(defaults=True)
    r.segment = "naval"
    transit.draw_and_apply(ref, r)
    assert [e.facts["cause"] for e in ref.events if isinstance(e, Noted) and e.kind == "damaged"] == ["the storm"]


def test_13_5_2_adjusted_carburetors_need_tuned_engines() -> None:
    r = raid(9)
    r.options.scenario = 10
    marker = _next(r, Back.ADJUSTED_CARBURETORS)
    ref = referee()
    transit.draw_and_apply(ref, r)
    assert r.ratings.guzzle == 5
    assert marker in r.cups["transit"]
    r.blotter.mods.append(Mod.ENGINES)
    _next(r, Back.ADJUSTED_CARBURETORS)
    transit.draw_and_apply(ref, r)
    assert r.ratings.guzzle == 6


def test_13_5_2_a_cracked_turret_is_attached() -> None:
    r = raid(9)
    marker = _next(r, Back.CRACKED_TURRET)
    ref = referee(answers=["transit-b25=2292"])
    transit.draw_and_apply(ref, r)
    assert b25(r, "Hoover").attached == [marker]
    assert marker.gunnery == -2
    done(ref)


def test_13_5_2_a_jammed_turret_matters_not_when_both_were_changed() -> None:
    r = raid(9, turrets_changed=True)
    marker = _next(r, Back.JAMMED_TURRET)
    ref = referee()
    transit.draw_and_apply(ref, r)
    assert marker in r.cups["transit"]
    assert noted(ref) == ["transit-hazard", "transit-nothing"]


def test_13_5_2_damage_befalls_a_b25_and_the_marker_goes_back() -> None:
    r = raid(9)
    marker = _next(r, Back.DAMAGE)
    ref = referee(answers=["transit-b25=2292"])
    transit.draw_and_apply(ref, r)
    assert b25(r, "Hoover").damage == 1
    assert marker in r.cups["transit"]
    assert not marker.revealed


def test_13_5_2_example_crane_check_security_risk() -> None:
    r = raid(9)
    marker = _next(r, Back.SECURITY_RISK)
    transit.draw_and_apply(referee(), r)
    assert r.security.risk == 14
    assert marker in r.cups["transit"]


def test_13_5_2_the_default_spares_elite_crews_and_damaged_bombers() -> None:
    r = raid(9)
    _next(r, Back.DAMAGE)
    transit.draw_and_apply(referee(defaults=True), r)
    hit = next(b for b in r.squadron if b.damage)
    assert hit.elite is None


def test_13_5_2_an_empty_cup_gives_nothing() -> None:
    r = raid(9)
    r.cups["transit"].clear()
    ref = referee()
    transit.draw_and_apply(ref, r)
    assert noted(ref) == []


def test_13_0_the_historical_plan_does_not_ask_which_b25_has_a_mishap() -> None:
    r = raid(9)
    r.segment, r.blotter.historical = "planning", True
    _next(r, Back.DAMAGE)
    transit.draw_and_apply(ref := referee(), r)
    done(ref)
    assert sum(b.damage for b in r.squadron) == 1
