"""6.0 Secrecy: tests, failed tests, the Alert Level."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.core.stakes import Stake
from flakhouse.games.doolittle import airstrike, data, sea_hazards
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.planning import diplomacy
from flakhouse.games.doolittle.state import Raid, Submarine
from flakhouse.games.doolittle.words import Icon

__all__ = ["MOST_ALERT", "check", "dice", "leak", "raise_alert", "raise_risk"]

TEST = CHARTS.numbers("secrecy-test")
MOST_ALERT = 4
_MOST_FAILED = 9


def dice(r: Raid) -> int:
    """6.0 The dice of a Secrecy Test now."""
    # RULING 53; RULING 6.3.1: Enemy Signals leave at least one die.
    return max(1, r.security.value - (sea_hazards.signal_penalty(r) if r.segment == "naval" else 0))


def leak(r: Raid) -> Stake:
    """6.0 That a Secrecy Test fails: the dice do not reach the Security Risk."""
    risk = r.security.risk
    return Stake(
        "a Secrecy Test fails", TEST.id, lambda faces, total, word: total < risk, dice=dice(r), good=False
    )


def check(ref: Referee, r: Raid, icon: Icon, on: str = "", submarine: Submarine | None = None) -> bool:
    """6.0, 6.3, 12.6.6 Secrecy Test, example 6.2 sixth failure, 6.3.1 A Secrecy Test. `on`: "Task Force", "Recon",
    "Submarine", or nothing away from the sea.

    Passed or failed the Risk rises by one; what a failure brings at sea is settled here too.
    """
    security = r.security
    at_sea = r.segment == "naval"
    faces = ref.throw(TEST, dice(r))
    passed = ref.read(TEST, faces, least=security.risk) >= security.risk
    ref.note("secrecy-test", passed=passed, sum=sum(faces), risk=security.risk)
    security.risk += 1
    if passed:
        return True
    security.failed = min(_MOST_FAILED, security.failed + 1)
    floor = int(data.table(ref, "alert-floor").look_up(str(security.failed)))
    if floor > security.alert:
        raise_alert(ref, r, "failed Secrecy Tests", floor - security.alert)
    else:
        _count(ref, r)
    if at_sea:
        _at_sea(ref, r, icon, on, submarine)  # RULING 47: judged at the new level
    return False


def _count(ref: Referee, r: Raid) -> None:
    """6.2 How many tests have failed, and how many will raise the Alert Level; nothing where none will."""
    rows = data.table(ref, "alert-floor")
    for number in range(r.security.failed + 1, _MOST_FAILED + 1):
        level = int(rows.look_up(str(number)))
        if level > r.security.alert:
            ref.note("secrecy-failed", causes=(), failed=r.security.failed, number=number, level=level)
            return


def _at_sea(ref: Referee, r: Raid, icon: Icon, on: str, submarine: Submarine | None) -> None:
    """6.3.1 The icon of a test failed in the Naval segment: an Airstrike, or the Alert Level, or nothing."""
    word = data.table(ref, "secrecy-icons").look_up(icon.value) if icon is not Icon.NONE else "-"
    if word == "-":
        return
    if r.security.alert >= int(word):
        if submarine is not None:
            airstrike.on_submarine(ref, r, submarine)
        else:
            airstrike.airstrike(ref, r, "Recon" if on == "Recon" else "Task Force")
    elif on == "Task Force":
        raise_alert(ref, r, "sighted")  # RULING 23


def raise_alert(ref: Referee, r: Raid, why: str, by: int = 1) -> None:
    """6.2 The Alert Level rises, to 4 at most; at sea level 4 brings one Event Check in China (13.2.4)."""
    security = r.security
    before = security.alert
    security.alert = min(MOST_ALERT, before + by)
    if security.alert == before:
        return
    ref.note("alert", level=security.alert, why=why)
    if security.alert == MOST_ALERT and r.segment == "naval" and not r.event_at_four:
        r.event_at_four = True
        if r.campaign():  # RULING 25
            diplomacy.event_check(ref, r)


def raise_risk(ref: Referee, r: Raid, by: int, why: str) -> None:
    """6.0, 6.1 The Security Risk changes; it never falls below zero."""
    if by:
        r.security.risk = max(0, r.security.risk + by)
        ref.note("risk", risk=r.security.risk, by=by, why=why, early=_early(r))


def _early(r: Raid) -> bool:
    """13.5.6 Whether the Security Check is still to come, which adds all of the plan to what events have added."""
    return r.segment == "planning" and not r.blotter.checked and not r.security.value
