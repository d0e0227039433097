"""12.5 Questions of the Task Force under way: forced moves, Raid Moves, the rendezvous."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.mods import Mod
from flakhouse.core.questions import Cost, Option, Question, yes_no
from flakhouse.core.stakes import at_least
from flakhouse.games.doolittle import sea
from flakhouse.games.doolittle.advice import underway as advice
from flakhouse.games.doolittle.state import Raid

__all__ = ["SILENCE", "force_move", "radio_silence", "raid_move", "rendezvous"]

_REAL = {
    2: 9,
    3: 13,
}  # 12.5.3 the most that so many dice show in one throw of four: beyond it nobody need be asked

#: 12.5.3 What breaking radio silence may add.
SILENCE = tuple(str(added) for added in range(6))


_SHORT = "Low on fuel no move can be forced, and a second area in one turn that fails ends the voyage."


def _time(r: Raid) -> str:
    """9.2, 13.5.1 The turns that are left, and the way to the planned launch point."""
    left, way = advice.LAST_TURN - r.task_force.turn, advice.way(r)
    turns = "1 turn is left" if left == 1 else f"{left} turns are left"
    far = f", and it is {way} area{'' if way == 1 else 's'} to the launch point" if way > 0 else ""
    return f"After this one {turns}{far}."


def force_move(r: Raid, raid: bool) -> Question:
    """12.5.1 Whether a move that failed its Underway Check is forced."""
    area = r.task_force.area
    west = sea.subject(sea.west_of(area))
    return yes_no(
        "12.5.1",
        f"From {sea.named(area)} the ships do not get far enough. Run short of oil, or lose 2 days?",
        sea.subject(area),
        yes=Option("Force it", west, costs=(Cost("low on fuel"),), detail=_SHORT),
        no=Option("Wait here", sea.subject(area), costs=(Cost("turn"),), detail=_time(r)),
        why=lambda: advice.why_force_move(r, raid),
    )


def raid_move(r: Raid, need: int) -> Question:
    """12.5.2 Whether a second move is tried in one turn: this number or more on two dice."""
    force = r.task_force
    risk = "" if force.fueled else " Oil is short: a failure ends the voyage."
    stakes = (at_least("moves on", "underway", need),)
    return yes_no(
        "12.5.2",
        f"Steam a second area west from {force.area} in this turn?{risk}",
        sea.subject(force.area),
        yes=Option("Yes", sea.subject(sea.west_of(force.area)), stakes=stakes, detail=risk.strip()),
        why=lambda: advice.why_raid_move(r),
    )


def rendezvous(r: Raid, need: int, mods: Sequence[Mod], dice: int, lack: int, late: bool) -> Question:
    """12.5.3 Whether to try to meet TF-16 here: `lack` or more on the dice alone."""
    area = r.task_force.area
    return yes_no(
        "12.5.3",
        f"Try to meet the Enterprise (TF-16) in {sea.named(area)}?",
        sea.subject(area),
        yes=Option(
            "Yes",
            sea.subject(area),
            stakes=(at_least("meets TF-16", "rendezvous", need, mods, dice),),
            detail="If they miss each other: Security Risk +1, or the radio, at 1 for each point they are short.",
        ),
        routine=late or lack > _REAL[dice],
        why=lambda: advice.why_rendezvous(r, lack, dice, late),
    )


def radio_silence(r: Raid, short: int) -> Question:
    """12.5.3 By how much radio silence is broken after a rendezvous missed by so much."""
    options = {"0": Option("Keep radio silence: they miss each other", costs=(Cost("Security Risk"),))}
    for n in map(int, SILENCE[1:]):
        words = f"Use the radio for +{n}: they meet" if n == short else f"+{n}: more than is needed"
        if n < short:
            words = f"+{n}: too little"
        options[str(n)] = Option(words, costs=(Cost("Security Risk", n),))
    return Question(
        "12.5.3",
        f"The carriers miss each other by {short}. Use the radio? They meet, and the enemy may listen.",
        options,
        sea.subject(r.task_force.area),
        why=lambda: advice.why_radio_silence(short),
    )
