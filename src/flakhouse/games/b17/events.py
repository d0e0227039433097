"""Section 17: random events (B-7), an optional rule."""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.referee import Referee
from flakhouse.games.b17 import engines, formation, luck
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.ending import bailout
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import WINGS, FormationPlace, Position, Root, Section
from flakhouse.games.bomber.cells import either

__all__ = ["Event", "random_event"]


class Event(StrEnum):
    """The results of B-7."""

    ENGINE = "Engine failure"
    CASUALTIES = "Formation casualties"
    LOOSE = "Loose formation"
    AGGRESSIVE = "Aggressive fighter cover"
    TIGHT = "Tight formation"
    FOOT = "Rabbit's foot"
    COMMS = "Bad Luftwaffe communications"
    COLD = "Extreme cold"
    ACE = "Ace for a day"
    ACCIDENT = "Mid-air accident"


class Accident(StrEnum):
    """A mid-air accident."""

    CLOSE = "Close call"
    SHALLOW = "Shallow dive"
    STEEP = "Steep dive"
    COLLISION = "Collision"


EVENT = CHARTS.words("B-7", Event)
ENGINE = CHARTS.numbers("B-7-engine")
PLACE = CHARTS.words("B-7-casualties", FormationPlace)
FREEZES = CHARTS.bind("B-7-cold", either("Jammed", "No effect"))
ACE = CHARTS.words("B-7-ace", Position)
ACCIDENT = CHARTS.words("B-7-accident", Accident)
COMES_OFF = CHARTS.bind("B-7-wing", either("Comes off", "Holds"))

#: B-7 note b: they happen once a mission.
_ONCE = (Event.CASUALTIES, Event.LOOSE, Event.AGGRESSIVE, Event.TIGHT)
#: What a player is told of events that change later rolls; the others say more when they are carried out.
_EFFECT = {
    Event.LOOSE: "; more fighters will come",
    Event.AGGRESSIVE: "; it will drive off more fighters",
    Event.TIGHT: "; fewer fighters will come",
    Event.COLD: "; guns may freeze",
}


def random_event(ref: Referee, m: Mission) -> None:
    """17.1 Roll on B-7, again and again while the event cannot be, and carry it out."""
    ref.scene("event", zone=m.zone)
    event = ref.roll(EVENT)
    while why := _why_not(m, event):
        ref.note("event-void", event=event, why=why)
        event = ref.roll(EVENT)
    if event in _ONCE:
        m.events_seen.append(event.value)
    ref.note("event", event=event, effect=_EFFECT.get(event, ""))
    _DO[event](ref, m)


def _why_not(m: Mission, event: Event) -> str:
    """B-7 Why this event is rolled again, or nothing."""
    if event in _ONCE and event.value in m.events_seen:
        return "it happens once a mission"
    if event is Event.CASUALTIES:
        if not m.in_formation:
            return "the bomber is out of formation"
        if m.place is not FormationPlace.MIDDLE:
            return f"the bomber is {m.place.value} already"
    if event is Event.COLD and m.plane.low and not m.in_formation:
        return "the bomber is at 10,000 ft"
    return ""


def _engine(ref: Referee, m: Mission) -> None:
    """B-7 row 2 An engine fails; if one already failed this way, that one starts again."""
    m.cause = Root.MECHANICAL
    for engine in m.plane.engines:
        if engine.by_event and engine.out():
            engines.restart(ref, m, engine)
            return
    engines.event_failure(ref, m, ref.roll(ENGINE))


def _casualties(ref: Referee, m: Mission) -> None:
    """B-7 row 3 Losses in the formation make the bomber its Lead or its Tail."""
    m.place = ref.roll(PLACE)
    ref.note("new-place", place=m.place)


def _loose(ref: Referee, m: Mission) -> None:
    """B-7 row 4 A loose formation draws fighters: +1 on B-1 and B-2, out of formation as well (note i)."""
    # RULING 17.1: for the rest of the mission; loose and tight replace each other.
    m.wave_mod = 1


def _aggressive(ref: Referee, m: Mission) -> None:
    """B-7 row 5 The escort is keen: +1 on M-4."""
    m.aggressive_cover = True


def _tight(ref: Referee, m: Mission) -> None:
    """B-7 rows 6 and 8 A tight formation: -1 on B-1 and B-2."""
    m.wave_mod = -1


def _foot(ref: Referee, m: Mission) -> None:
    """B-7 row 7 A rabbit's foot: a later roll may be made again. Each is one more."""
    if m.options.rabbits_feet:
        luck.gain(ref, m)


def _comms(ref: Referee, m: Mission) -> None:
    """B-7 row 9 Bad communications, until the event comes again."""
    m.bad_comms = not m.bad_comms
    ref.note("bad-communications", on=m.bad_comms)


def _cold(ref: Referee, m: Mission) -> None:
    """B-7 row 10 A die for each gun that still works: 6 freezes it. Repaired by M-5, thawed at 10,000 ft."""
    for gun in m.plane.guns.values():
        if gun.jammed or gun.broken or gun.inoperable or not gun.armed:
            continue
        ref.concerns(gun.name.value, FREEZES)
        if ref.roll(FREEZES):
            gun.jammed = gun.frozen = True
            gun.jammed_turn = m.turn
            ref.note("gun-jams", gun=gun.name)
    ref.otherwise("guns-warm")


def _ace(ref: Referee, m: Mission) -> None:
    """B-7 row 11 +1 on M-1 for one of three gunners; an ace, by kills or by this event, gains nothing."""
    man = m.men[ref.roll(ACE)]
    gains = man.alive() and not man.ace_today and man.airman.kills + man.kills < 5
    if gains:
        man.ace_today = True
    ref.note("ace-for-a-day", man=man.position, name=man.airman.name, gains=gains)


def _accident(ref: Referee, m: Mission) -> None:
    """B-7 row 12 A near thing in the formation; out of formation it is an engine failure."""
    if not m.in_formation:
        _engine(ref, m)
        return
    m.cause = Root.COLLISION
    accident = ref.roll(ACCIDENT)
    ref.note("accident", what=accident)
    if accident is Accident.SHALLOW:
        formation.leave(ref, m, "a shallow dive to avoid another bomber", zones=1)
    elif accident is Accident.STEEP:
        _steep(ref, m)
    elif accident is Accident.COLLISION:
        bailout.uncontrolled(ref, m)


def _steep(ref: Referee, m: Mission) -> None:
    """B-7 row 12, result 11: out of formation, bombs lost, a die for each wing, and home."""
    if m.plane.bombs:
        m.plane.bombs = False
        ref.note("bombs-jettisoned", causes=(), bay=Section.BOMB_BAY)
    formation.leave(ref, m, "a steep dive to avoid another bomber")
    for wing in WINGS:
        if ref.roll(COMES_OFF):
            ref.note("wing-off", wing=wing)
            bailout.uncontrolled(ref, m)
        ref.note("wing-holds", wing=wing)
    m.must_abort = "mid-air accident"
    m.permit("mid-air accident")


_DO = {
    Event.ENGINE: _engine,
    Event.CASUALTIES: _casualties,
    Event.LOOSE: _loose,
    Event.AGGRESSIVE: _aggressive,
    Event.TIGHT: _tight,
    Event.FOOT: _foot,
    Event.COMMS: _comms,
    Event.COLD: _cold,
    Event.ACE: _ace,
    Event.ACCIDENT: _accident,
}
