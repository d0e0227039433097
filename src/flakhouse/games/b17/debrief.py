"""Section 16: after the mission. The wounded, credit, the result, the record."""

from __future__ import annotations

from flakhouse.core.mods import NO_MODS
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import abort
from flakhouse.games.b17 import campaign as tour
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.state import Campaign, LogRow, Man, Mission
from flakhouse.games.b17.words import TOUR, End, Fate, Repair, Result
from flakhouse.games.bomber.cells import either
from flakhouse.games.bomber.wounds import Recovery, recover

__all__ = ["debrief", "result"]

WOUND = CHARTS.words("BL-4-survival", Recovery)
FROSTBITE = CHARTS.bind("BL-5-recovery", either("recovers", "never flies again"))
_FROSTBITTEN = (WOUND.mods["frostbite"],)
_WHOLE = (Repair.SOUND, Repair.REPAIRABLE)
_AFTER = {fate: f": {fate}" for fate in Fate}  # a man's name in the log


def debrief(ref: Referee, m: Mission, campaign: Campaign) -> None:
    """16.1-16.5, manual 6 After the flight: the wounded, credit, the result, the record."""
    campaign.flights += 1
    ref.scene("debriefing", bomber=campaign.bomber.name)
    _wounded(ref, m)
    m.credited = abort.credited(m)
    outcome = result(m)
    _score(ref, m, campaign, outcome)
    _log(m, campaign, outcome)
    if m.options.rabbits_feet:
        campaign.rabbits_feet = m.rabbits_feet  # B-7 row 7: what is not used carries over
    ref.note(
        "mission-result",
        causes=(),
        result=outcome,
        credited="counts" if m.credited else "does not count",
        flown=f"{campaign.credited} of {TOUR}" if m.credited else "",
        end=m.end,
        bomber=campaign.bomber.name,
        state=m.repair,
        dead=sum(man.dead for man in m.men.values()),
    )
    tour.retire_bomber(ref, campaign)


# ------------------------------------------------------------------ the wounded (16.1, 16.2)


def _wounded(ref: Referee, m: Mission) -> None:
    """16.1, manual 5I The fate of seriously wounded and frostbitten men who are back in England."""
    # RULING 16.2: light wounds heal before the next mission.
    for man in m.men.values():
        if man.dead and man.fate is Fate.DUTY:
            man.fate = Fate.KIA
        if man.fate is not Fate.DUTY or not (man.serious or man.frostbitten):
            continue
        ref.concerns(man.position.value, WOUND, FROSTBITE)
        if man.serious:
            _recover(ref, man, ref.roll(WOUND, _FROSTBITTEN if man.frostbitten else NO_MODS), "serious wound")
        if man.frostbitten and man.fate is Fate.DUTY:
            _recover(ref, man, Recovery.DUTY if ref.roll(FROSTBITE) else Recovery.HOME, "frostbite")


def _recover(ref: Referee, man: Man, recovery: Recovery, after: str) -> None:
    """16.1, BL-4-survival, BL-5-recovery What the surgeons say."""
    recover(man, recovery)
    ref.note("recovery", man=man.position, name=man.airman.name, after=after, result=recovery)


# ------------------------------------------------------------------ the result (16.5)


def result(m: Mission) -> Result:
    """16.5, 2B.3 Victory with bombs on target and a bomber that is home and can be repaired; draw; defeat."""
    if m.end is End.LANDED and m.repair in _WHOLE:
        return Result.VICTORY if m.on_target else Result.DRAW
    return Result.DEFEAT


def _score(ref: Referee, m: Mission, campaign: Campaign, outcome: Result) -> None:
    """16.3, 16.4 Totals, kills, missions flown, the state of the bomber."""
    campaign.victories += outcome is Result.VICTORY
    campaign.draws += outcome is Result.DRAW
    campaign.defeats += outcome is Result.DEFEAT
    bomber = campaign.bomber
    bomber.state = m.repair
    whole = m.repair in _WHOLE
    if not whole:
        bomber.cause = m.root.value if m.root else ""
    if m.on_target is not None:
        bomber.percents.append(m.percent)
    if m.credited:
        campaign.credited += 1
        bomber.missions += whole
    credited = m.credited
    for man in m.men.values():
        airman = man.airman
        if man.kills:
            airman.kills += man.kills
        on_duty = man.fate is Fate.DUTY
        if credited and (on_duty or man.fate is Fate.IH):
            airman.missions += 1
            if on_duty and airman.missions >= TOUR:
                on_duty = False
                man.fate = Fate.HOME
                ref.note("tour-complete", causes=(), man=man.position, name=airman.name, missions=airman.missions)
        if not on_duty:
            airman.fate = man.fate


def _log(m: Mission, campaign: Campaign, outcome: Result) -> None:
    """16.3 A row of the campaign record."""
    campaign.log.append(
        LogRow(
            campaign.flights,
            m.number,
            campaign.bomber.name,
            m.target.city,
            m.target.kind.value,
            m.on_target,
            m.percent,
            outcome,
            m.credited,
            m.end,
            m.root.value if m.root else m.abort_cause,
            {p: man.airman.name + _AFTER[man.fate] for p, man in m.men.items()},
        )
    )
