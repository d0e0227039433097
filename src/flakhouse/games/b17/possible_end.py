"""What can be true of a flight that is over: the second half of `possible`."""

from __future__ import annotations

from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import End, Fate, Leg, Position, Repair, Root, Surface, Weather

__all__ = ["DEATHS", "fault"]

DEATHS = (Fate.KIA, Fate.DOW, Fate.LAS, Fate.DIC)
_PILOTS = (Position.PILOT, Position.COPILOT)


def fault(m: Mission) -> str:
    """What cannot be of the bomber, of how and where it ended, and of the men; or nothing."""
    return _wreck(m) or _end(m) or _fates(m)


def _wreck(m: Mission) -> str:
    """6.6, 6.8, 15.7, 18.2 What the end makes of the bomber."""
    plane = m.plane
    off = any(wing.root_hits >= 5 for wing in plane.wings.values()) or plane.tailplanes_off() == 2
    if off and m.end is not End.OUT_OF_CONTROL:
        return f"a wing or both tailplanes off, but {m.end.value} (6.8)"
    if (m.end is End.LANDED) is (m.repair is Repair.LOST):
        return f"{m.end.value}, and the bomber {m.repair.value} (15.2)"
    if m.end is End.LANDED and m.repair is not Repair.IRREPARABLE:
        if plane.crippled():
            return "a bomber with a burst inside is scrapped (18.2)"
        if m.root is not None:
            return "a bomber that is home and can be mended is no loss (16.3)"
        if plane.gear_out() and m.repair is Repair.SOUND:
            return "landed without landing gear, and sound (15.6)"
    elif m.root is None:
        return f"{m.end.value}, bomber {m.repair.value}, but of nothing (16.3)"
    if m.repair is Repair.IRREPARABLE and not (plane.crippled() or plane.gear_out() or m.root is not None):
        return "beyond repair of nothing (15.7)"
    return ""


def _end(m: Mission) -> str:
    """14, 15 Where and how it ended."""
    home = m.end in (End.LANDED, End.WRECKED)
    if home and (m.zone != 1 or m.leg is not Leg.BACK):
        return f"{m.end.value} in Zone {m.zone} {m.leg.value} (15.1)"
    letters = m.letters()
    if m.end is End.DITCHED and Surface.WATER not in letters:
        return "ditched where there is no water (15.2)"
    if m.end is End.LANDED_EUROPE and (m.zone <= 1 or all(letter is Surface.WATER for letter in letters)):
        return "landed in enemy country where there is none (15.2)"
    if m.end is End.LANDED and not any((sitter := m.seats[seat]) is not None and sitter.fit() for seat in _PILOTS):
        return "landed with nobody at the controls (7A.5)"
    if m.end in (End.DESTROYED, End.OUT_OF_CONTROL, End.ABANDONED) and m.living():
        return f"{m.end.value} with living men aboard (14.1)"
    if m.end is End.DESTROYED and any(man.jumped for man in m.men.values()):
        return "destroyed in the air, but men had jumped (P-3)"
    if not home and m.zone <= 1 and m.end not in (End.ABANDONED, End.OUT_OF_CONTROL):
        return f"{m.end.value} over England"
    if m.base_weather is Weather.BAD and not home and m.zone > 1:
        return "weather over England, but never there (15.1)"
    return ""


def _fates(m: Mission) -> str:
    """14.2, 14.3, 15.8, 16 What became of each man."""
    letters = m.letters()
    prison = all(letter in (Surface.GERMANY, Surface.NETHERLANDS) for letter in letters)
    for man in m.men.values():
        who, fate = f"the {man.position.value}", man.fate
        if man.dead is not (fate in DEATHS):
            return f"{who} is {'dead' if man.dead else 'alive'} and {fate.value}"
        if (fate is Fate.BOC and not man.jumped) or (fate is Fate.CAS and man.jumped):
            return f"{who} is {fate.value}, but {'jumped' if man.jumped else 'did not jump'} (14.3)"
        if fate is Fate.CAS and m.end not in (End.LANDED_EUROPE, End.DITCHED):
            return f"{who} was captured with a bomber that was {m.end.value} (15.8)"
        if fate in (Fate.BOC, Fate.CAS) and m.zone <= 1:
            return f"{who} was captured in England"
        if fate is Fate.LAS and Surface.WATER not in letters:
            return f"{who} was lost at sea over land (14.2)"
        if man.jumped and man.serious:
            return f"{who} was seriously wounded and jumped (7.2)"
        if prison and not man.dead and fate not in (Fate.BOC, Fate.CAS):
            return f"{who} came home from Germany or the Netherlands on foot (14.3)"
        if fate is not Fate.DUTY and man.airman.fate is not fate:
            return f"{who} is {fate.value}, on the roster {man.airman.fate.value} (16.3)"
        if man.dead and man.cause is None and fate is not Fate.DOW:
            return f"{who} died of nothing"
        if man.cause is Root.LANDING and m.zone > 1 and m.end is not End.LANDED_EUROPE:
            return f"{who} was hurt in a landing that never was"
    return ""
