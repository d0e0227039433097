"""12.5 What a careful player does under way."""

from __future__ import annotations

from flakhouse.games.doolittle import sea, underway
from flakhouse.games.doolittle.state import Raid

__all__ = [
    "LAST_TURN",
    "force_move",
    "radio_silence",
    "raid_move",
    "rendezvous",
    "way",
    "why_force_move",
    "why_radio_silence",
    "why_raid_move",
    "why_rendezvous",
]

# scripts/advice thresholds doolittle, over 60 raids: no other value of these made a clear difference in points.
LAST_TURN = 9  # 9.2: April 22-23, counted from 0
_NEAR = 2  # areas to the launch point with which fuel is no care any more
_DICE = 7  # what two dice are expected to do for a rendezvous
_FAILS = "Two dice will more often fail, which raises the Security Risk"
_WORTH = 2  # the most Security Risk that a rendezvous is worth


def way(r: Raid) -> int:
    """13.5.1 How many areas it is to the planned launch point."""
    force = r.task_force
    return sea.index(force.launch_area) - sea.index(force.area) if force.launch_area else 0


def _late(r: Raid) -> bool:
    """9.2 Not a turn to lose: the planned launch point is as far as the last turn."""
    return LAST_TURN - r.task_force.turn <= way(r)


def force_move(r: Raid, raid: bool) -> bool:
    """12.5.1 Whether fuel is well spent: an oiler can refuel, or the launch point is near or time short."""
    left = way(r)
    return left > 0 and (underway.refuels(r) or left <= _NEAR or (not raid and _late(r)))


def why_force_move(r: Raid, raid: bool) -> str:
    """12.5.1 The reason in a sentence."""
    left = way(r)
    if not force_move(r, raid):
        return (
            "There is no oiler to refuel from, and it is far to the launch point."
            if left > 0
            else "It is far enough."
        )
    if underway.refuels(r):
        return "An oiler can refuel the Task Force."
    return "The launch point is near." if left <= _NEAR else "There is not a turn to lose."


def raid_move(r: Raid) -> bool:
    """12.5.2 With fuel and still east of the launch point; low on fuel if late, where Japan is in reach."""
    force = r.task_force
    if not force.fueled:
        return way(r) > 0 and _late(r) and sea.index(force.area) >= sea.REACH
    return not force.launch_area or sea.index(force.area) < sea.index(force.launch_area)


def why_raid_move(r: Raid) -> str:
    """12.5.2 The reason in a sentence."""
    if raid_move(r):
        if not r.task_force.fueled:  # over 600 raids of scenario 9: worth 1.4 ±1.1 points a raid
            return "There is not a turn to lose, and if it fails the B-25s can still launch from here."
        return "The launch point is farther west, and there is fuel for a failure."
    return "The launch point is reached." if r.task_force.fueled else "Low on fuel a failure ends the voyage."


def rendezvous(lack: int, dice: int, late: bool) -> bool:
    """12.5.3 When the dice probably do it; at the planned point, with three dice, if they can do it at all.

    One raid of scenario 9 in a hundred comes there with a poor chance, and to try it was worth 11 ±5 points. Over
    1,500 raids never to try costs 11.4 ±2.0 points a raid, to try everywhere 6.8 ±2.0.
    """
    return not late and lack <= (6 * dice if dice > 2 else _DICE)


def why_rendezvous(r: Raid, lack: int, dice: int, late: bool) -> str:
    """12.5.3 The reason in a sentence: two dice must do it probably, the three of the planned point at all."""
    if late:
        return "It was not worth trying before the move failed either."
    if rendezvous(lack, dice, late):
        if lack <= _DICE:
            return "The dice will do it more often than not."
        return (
            "This is the planned point, and only here three dice are thrown: it is tried if they can do it at all."
        )
    if dice > 2:
        return "Three dice cannot do it, and a failure raises the Security Risk."
    point = r.task_force.rv_area
    if point and sea.index(point) > sea.index(r.task_force.area):
        return _FAILS + "; at the planned point, farther west, there are three."
    return f"{_FAILS}."


def radio_silence(short: int) -> str:
    """12.5.3 Broken for one or two, kept if more is lacking."""
    return str(short) if short <= _WORTH else "0"


def why_radio_silence(short: int) -> str:
    """12.5.3 The reason in a sentence."""
    if short <= _WORTH:
        return f"TF-16 is worth a Security Risk of {short}."
    return "So much Security Risk is more than the rendezvous is worth."
