"""6.0: Secrecy Tests, Security Risk and the Alert Level."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Default
from flakhouse.core.dice import Fixed
from flakhouse.core.events import Noted
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import airstrike, secrecy
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.planning import diplomacy
from flakhouse.games.doolittle.state import Marker, Raid, Submarine
from flakhouse.games.doolittle.words import Icon
from tests.doolittle.helpers import done, noted, raid, referee


def secret(number: int = 7, risk: int = 14, alert: int = 0, failed: int = 0, segment: str = "flight") -> Raid:
    """A raid with this on its Security Track."""
    r = raid(number)
    r.segment = segment
    r.security.value, r.security.risk, r.security.alert, r.security.failed = 5, risk, alert, failed
    return r


@pytest.fixture
def strikes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Airstrikes called for, by the Patrol; none is played."""
    called: list[str] = []
    monkeypatch.setattr(airstrike, "airstrike", lambda ref, r, patrol, ships=None: called.append(patrol))
    return called


def test_6_1_the_risk_never_falls_below_zero() -> None:
    r = secret(risk=3)
    secrecy.raise_risk(referee(), r, -5, "news")
    assert r.security.risk == 0
    ref = referee()
    secrecy.raise_risk(ref, r, 0, "nothing")
    assert noted(ref) == []


def test_6_2_the_alert_level_ends_at_four() -> None:
    """ruling 25."""
    r = secret(alert=3)
    secrecy.raise_alert(referee(), r, "seen", 3)
    assert r.security.alert == 4


def test_6_2_example_a_sixth_failed_test_drags_the_alert_level_along() -> None:
    r = secret(risk=30, alert=1, failed=5)
    ref = referee(1, 1, 1, 1, 1)
    assert not secrecy.check(ref, r, Icon.TRIANGLE)
    done(ref)
    assert (r.security.failed, r.security.alert) == (6, 2)


@pytest.mark.parametrize(
    ("alert", "failed", "facts"),
    [
        (1, 3, [{"failed": 4, "number": 6, "level": 2}]),
        (3, 5, [{"failed": 6, "number": 9, "level": 4}]),
        (4, 5, []),
        (1, 5, []),
    ],
)
def test_6_2_a_failed_test_that_does_not_raise_the_alert_level_says_when_one_will(
    alert: int, failed: int, facts: list[dict[str, int]]
) -> None:
    r = secret(risk=30, alert=alert, failed=failed)
    ref = referee(1, 1, 1, 1, 1)
    secrecy.check(ref, r, Icon.TRIANGLE)
    assert [
        note.facts for note in ref.events if isinstance(note, Noted) and note.kind == "secrecy-failed"
    ] == facts


def test_6_2_a_higher_alert_level_is_not_lowered_by_the_floor() -> None:
    r = secret(risk=30, alert=3, failed=5)
    secrecy.check(referee(1, 1, 1, 1, 1), r, Icon.TRIANGLE)
    assert r.security.alert == 3


@pytest.mark.parametrize(("number", "segment", "checks"), [(10, "naval", 1), (9, "naval", 0), (10, "flight", 0)])
def test_6_2_level_four_at_sea_brings_one_event_check_in_the_campaign(
    number: int, segment: str, checks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ruling 25."""
    made: list[int] = []
    monkeypatch.setattr(diplomacy, "event_check", lambda ref, r: made.append(r.security.alert))
    r = secret(number, alert=3, segment=segment)
    secrecy.raise_alert(referee(), r, "seen")
    secrecy.raise_alert(referee(), r, "seen again")
    assert made == [4] * checks


def test_6_3_1_example_passed_sixteen_against_fourteen() -> None:
    r = secret(risk=14)
    ref = referee(2, 3, 5, 4, 2)
    assert secrecy.check(ref, r, Icon.TRIANGLE)
    done(ref)
    assert (r.security.risk, r.security.failed) == (15, 0)


def test_6_3_1_the_risk_itself_passes_and_one_less_fails() -> None:
    for last, passed in ((4, True), (3, False)):
        r = secret(risk=14)
        assert secrecy.check(referee(2, 3, 3, 2, last), r, Icon.TRIANGLE) is passed
        assert (r.security.risk, r.security.failed) == (15, int(not passed))


def test_6_3_1_example_failed_on_recon_at_alert_zero_has_no_other_effect(strikes: list[str]) -> None:
    """ruling 23."""
    r = secret(9, risk=30, segment="naval")
    assert not secrecy.check(referee(1, 1, 1, 1, 1), r, Icon.CIRCLE, "Recon")
    assert (r.security.failed, r.security.alert, strikes) == (1, 0, [])


@pytest.mark.parametrize(
    ("icon", "alert", "on", "strike", "level"),
    [
        (Icon.TRIANGLE, 4, "Task Force", False, 4),
        (Icon.TRIANGLE, 0, "Task Force", False, 0),
        (Icon.CIRCLE, 3, "Task Force", True, 3),
        (Icon.CIRCLE, 3, "Recon", True, 3),
        (Icon.CIRCLE, 2, "Task Force", False, 3),
        (Icon.CIRCLE, 2, "Recon", False, 2),
        (Icon.SQUARE, 2, "Recon", True, 2),
        (Icon.SQUARE, 1, "Task Force", False, 2),
        (Icon.SQUARE, 1, "Recon", False, 1),
        (Icon.LINE, 0, "Task Force", True, 0),
        (Icon.LINE, 0, "Recon", True, 0),
    ],
)
def test_6_3_1_icons_of_a_test_failed_at_sea(
    icon: Icon, alert: int, on: str, strike: bool, level: int, strikes: list[str]
) -> None:
    """12.6.6 Secrecy Test, ruling 23."""
    r = secret(9, risk=30, alert=alert, segment="naval")
    secrecy.check(referee(1, 1, 1, 1, 1), r, icon, on)
    assert strikes == ([on] if strike else [])
    assert r.security.alert == level


def test_6_3_1_a_submarine_that_was_seen_is_struck_itself(strikes: list[str]) -> None:
    r = secret(9, risk=30, segment="naval")
    tuna = Submarine("Tuna", "Japan", contact=True)
    secrecy.check(referee(1, 1, 1, 1, 1), r, Icon.LINE, "Submarine", tuna)
    assert tuna.sunk
    assert strikes == []


@pytest.mark.parametrize("segment", ["flight", "planning"])
def test_6_3_1_away_from_the_sea_the_icon_does_not_matter(segment: str, strikes: list[str]) -> None:
    r = secret(10, risk=30, alert=4, segment=segment)
    secrecy.check(referee(1, 1, 1, 1, 1), r, Icon.LINE)
    assert strikes == []


def test_ruling_47_the_icon_is_judged_at_the_level_the_failure_has_lifted(strikes: list[str]) -> None:
    r = secret(9, risk=30, alert=1, failed=5, segment="naval")
    secrecy.check(referee(1, 1, 1, 1, 1), r, Icon.SQUARE, "Recon")
    assert (r.security.alert, strikes) == (2, ["Recon"])


def test_6_3_1_a_marker_shows_only_its_front_before_the_test() -> None:
    r = raid(9)
    hidden: list[Marker] = r.cups["sea-west"]
    assert all(marker.shown().endswith("?") for marker in hidden)


def test_6_2_a_players_own_alert_floor_is_used() -> None:
    rows = "\n".join(f"{failed} | 2" for failed in range(10))
    text = f"""
[chart.alert-floor]
title = "Own floor"
rule = "6.2"
dice = "none"
source = "ruling"
from = "a player"
grid = '''
{rows}
'''
"""
    r = secret(risk=30)
    own = CHARTS.house("own.toml", text)
    secrecy.check(Referee(Fixed(1, 1, 1, 1, 1), Default(), house=own), r, Icon.TRIANGLE)
    assert r.security.alert == 2
