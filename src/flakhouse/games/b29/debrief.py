"""Sections 9.1 to 9.3 of the rules: the wounded, the log, mission credit, cities bombed out, the result."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b29 import campaign as tour
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.state import Campaign, LogRow, Man, Mission
from flakhouse.games.b29.words import (
    Altitude,
    End,
    Fate,
    Repair,
    Result,
)
from flakhouse.games.bomber.wounds import Recovery, recover

__all__ = ["CREDITING", "credit", "debrief", "result", "took_off"]


WOUND = CHARTS.words("7-13b-recovery", Recovery)
FROSTBITE = CHARTS.words("7-14-recovery", Recovery)
DAMAGE = CHARTS.numbers("9-1")

_AFTER = {fate: f": {fate}" for fate in Fate}  # a man's name in the log
_AT_BASE = ": at base"
_HI = (DAMAGE.mods["hi"],)
_LO = (DAMAGE.mods["lo"],)
_HOME = (End.LANDED, End.LANDED_IWO)
_WHOLE = (Repair.SOUND, Repair.REPAIRABLE)

#: 4.7D Reasons to turn back that earn credit when the enemy brought them about (names as in Mission.leave).
CREDITING = (
    "doors out",
    "intercom out",
    "bombsight out",
    "radar out",
    "pressure lost",
    "pilot lost",
    "copilot lost",
    "bombardier lost",
    "navigator lost",
    "engine out",
    "fuel tank hit",
    "electrical failure",
)


def debrief(ref: Referee, m: Mission, campaign: Campaign) -> None:
    """9.0, 9.1 After the flight: the wounded, credit, the city, the result, the log."""
    ref.scene("debriefing")
    campaign.flights += 1
    _wounded(ref, m)
    m.credited = credit(m)
    _city(ref, m, campaign)
    outcome = result(m)
    _score(m, campaign, outcome)
    _log(m, campaign, outcome)
    ref.note(
        "mission-result",
        result=outcome.value,
        credited="counts" if m.credited else "does not count",
        flown=f"{campaign.credited} of {tour.TOUR}" if m.credited else "",
        end=m.end.value,
        bomber=campaign.bomber.name,
        state=m.repair.value,
        dead=sum(man.dead for man in m.men.values()),
    )


# ------------------------------------------------------------------ the wounded (9.1)


def _wounded(ref: Referee, m: Mission) -> None:
    """9.1, 7-13b, 7-14 The fate of seriously wounded and frostbitten men who came back."""
    for man in m.men.values():
        if man.dead and man.fate is Fate.DUTY:
            man.fate = Fate.KIA
        if not (man.serious or man.frostbitten) or man.fate is not Fate.DUTY or man.grounded:
            continue
        # Streamliner event 2: food poisoning leaves nothing behind. A sick man's serious state is a wound only
        # if three light ones made it; any other would have killed him.
        if man.serious and (not man.poisoned or man.light >= 3):
            _recover(ref, man, ref.roll(WOUND), "serious wound")
        if man.frostbitten and man.fate is Fate.DUTY:
            _recover(ref, man, ref.roll(FROSTBITE), "frostbite")


def _recover(ref: Referee, man: Man, recovery: Recovery, after: str) -> None:
    """7-13b, 7-14 What the surgeons say."""
    recover(man, recovery)
    ref.note("recovery", man=man.position.value, name=man.airman.name, after=after, result=recovery.value)


# ------------------------------------------------------------------ mission credit (4.7C-D)


def took_off(m: Mission) -> bool:
    """3.2 The bomber got under way; trouble at take-off leaves it without a turn."""
    return m.turn > 0


def credit(m: Mission) -> bool:
    """4.7C, 4.7D Whether the mission counts to the 35 and to experience; a bomber shot down flew its mission."""
    if m.training or not took_off(m):  # 2.2; 3-3, 3-5
        return False
    # Down at Iwo Jima on the way out is home without bombing, whether he gave the order or had no choice (4.7A).
    if m.bomb_run or not (m.aborted or m.end in _HOME):
        return True
    # RULING R-85: Off Course over the target earns credit by itself.
    if m.off_over_target:
        return True
    # 4.7D asks that one of these came from the enemy, not that it was the reason given for turning back.
    for reason, enemy in m.leave.items():
        if enemy and reason in CREDITING and (reason != "pressure lost" or m.altitude is not Altitude.LO):
            return True
    return False


# ------------------------------------------------------------------ urban areas (9.2)


def _city(ref: Referee, m: Mission, campaign: Campaign) -> None:
    """9.2 Damage to the city: boxes by 9-1, or a city of 2-3 struck off."""
    if not m.options.urban_damage or not m.urban() or m.training or not took_off(m):
        return
    city = m.target.city
    if m.target.from_2_3:
        # RULING R-27: by your own result, without a roll. RULING R-28: on both charts.
        if m.on_target and city not in campaign.struck:
            campaign.struck.append(city)
            ref.note("city-struck", city=city)
        return
    boxes = tour.CITY_BOXES.get(city, 0)
    before = campaign.city_boxes.get(city, 0)
    if before >= boxes:  # no city of the damage sheet, or nothing left of it
        return
    mods = _HI if m.altitude is Altitude.HI else _LO if m.altitude is Altitude.LO else ()
    after = min(boxes, before + ref.roll(DAMAGE, mods))
    campaign.city_boxes[city] = after
    ref.note("city-damage", city=city, boxes=after - before, total=after, of=boxes)
    if after == boxes:
        ref.note("city-bombed-out", city=city)


# ------------------------------------------------------------------ the result (9.3)


def result(m: Mission) -> Result:
    """9.3 Victory, draw or defeat; trouble at take-off is no mission (R-91)."""
    if not took_off(m):
        return Result.NONE
    if m.end in _HOME and m.repair in _WHOLE:
        return Result.VICTORY if m.on_target else Result.DRAW
    # RULING R-91: a bomber lost in flight or on landing for whatever cause.
    return Result.DEFEAT


def _score(m: Mission, campaign: Campaign, outcome: Result) -> None:
    """9.1, 9.3, 4.7C Totals, experience, the bomber."""
    if not m.training:
        if outcome is Result.VICTORY:
            campaign.victories += 1
        elif outcome is Result.DRAW:
            campaign.draws += 1
        elif outcome is Result.DEFEAT:
            campaign.defeats += 1
    bomber = campaign.bomber
    bomber.state = m.repair
    if m.repair not in _WHOLE:
        bomber.cause = m.root.value if m.root else ""
    if m.on_target is not None and not m.training:
        bomber.percents.append(m.percent)
    if m.credited:
        campaign.credited += 1
        bomber.missions += m.repair in _WHOLE
    credited = m.credited
    for man in m.men.values():
        airman = man.airman
        fate = man.fate
        airman.kills += man.kills
        if credited and not man.grounded and (fate is Fate.DUTY or fate is Fate.IH):
            airman.missions += 1
        if fate is not Fate.DUTY:
            airman.fate = fate


def _log(m: Mission, campaign: Campaign, outcome: Result) -> None:
    """9.1 A row of the campaign log sheet."""
    crew = {p: man.airman.name + (_AT_BASE if man.grounded else _AFTER[man.fate]) for p, man in m.men.items()}
    root = m.root.value if m.root else m.abort_cause
    campaign.log.append(
        LogRow(
            campaign.flights,
            0 if m.training else campaign.credited + (not m.credited),
            campaign.bomber.name,
            m.target.city,
            m.target.kind.value,
            "Night" if m.night else "Day",
            m.altitude.name,
            m.on_target,
            m.percent,
            outcome,
            m.credited,
            m.end,
            root,
            crew,
        )
    )
