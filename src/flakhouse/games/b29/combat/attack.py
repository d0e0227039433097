"""5.2B-F Attackers by day: type (5-2), area (5-3 with its notes), angle (5-4), pilot (5-5)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from flakhouse.core.charts import Chart
from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import damage, flak
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.state import Fighter, Mission
from flakhouse.games.b29.words import (
    Altitude,
    Angle,
    Clock,
    FighterType,
    Flak,
    FormationPlace,
    Position,
    Root,
    Section,
    Skill,
    Squadron,
)

__all__ = [
    "STATUS",
    "Raid",
    "attackers",
    "friendly_fire",
    "place",
    "place_baka",
    "status",
    "status_modifiers",
]


class Arrival(StrEnum):
    """Results of 5-2."""

    AGAIN = "Roll again"
    NICK = "Nick"
    TONY = "Tony"
    ZEKE = "Zeke"
    FRANK = "Frank"
    TOJO = "Tojo"
    OSCAR = "Oscar"
    GEORGE = "George"
    SLOW = "Slow taking off"


class Jack(StrEnum):
    """Results of the Jack's die (R-41)."""

    SAME = "As rolled"
    JACK = "Jack"


class Area(StrEnum):
    """Results of 5-3."""

    NOTE_A = "Roll again (a)"
    SPECIAL = "Special attack tactics"
    C3 = "3"
    COORDINATED = "Coordinated attack"
    C12 = "12"
    C130 = "1:30"
    C1030 = "10:30"
    C6 = "6"
    C9 = "9"
    NOTE_H = "Roll again (h)"


class Tactic(StrEnum):
    """Special attack tactics (5-3 row 3)."""

    BAKA = "Baka (b)"
    RAM = "Ramming (c)"
    ROCKETS = "Rockets (d)"
    BOMBS = "Air-to-air bombs (e)"


class Struck(StrEnum):
    """Whether other bombers hit this one (5-3f, 5-15a)."""

    NONE = "No hits"
    HIT = "Hit"


class Casualties(StrEnum):
    """Formation casualties (5-3h)."""

    LEAD = "Lead"
    TAIL = "Tail"
    NONE = "No change"


def _section(word: str) -> Section | None:
    """5-3f A cell: the section hit; None is superficial damage."""
    return None if word == "Superficial" else Section(word)


TYPE = CHARTS.words("5-2", Arrival)
JACK = CHARTS.words("5-2-jack", Jack)
AREA = CHARTS.words("5-3", Area)
PLANES = CHARTS.numbers("5-3-planes")
SPECIAL = CHARTS.words("5-3-special", Tactic)
ROCKETS = CHARTS.words("5-3d-rockets", Flak)
BOMBS = CHARTS.words("5-3e-bombs", Flak)
FRIENDLY = CHARTS.words("5-3f-hit", Struck)
FRIENDLY_SHELLS = CHARTS.numbers("5-3f-shells")
FRIENDLY_PLACE: Chart[Section | None] = CHARTS.bind("5-3f-place", _section)
CASUALTIES = CHARTS.words("5-3h-casualties", Casualties)
#: RULING R-45: totals beyond the ends of 5-4 and 5-5 take the end rows.
ANGLE = CHARTS.words("5-4", Angle)
STATUS = CHARTS.words("5-5", Skill)

_CLOCK = {
    Area.C12: Clock.C12,
    Area.C130: Clock.C130,
    Area.C3: Clock.C3,
    Area.C6: Clock.C6,
    Area.C9: Clock.C9,
    Area.C1030: Clock.C1030,
}
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_FRONT = (Clock.C1030, Clock.C12, Clock.C130)
_FRONT_ANGLE = (ANGLE.mods["front"],)
_REAR_ANGLE = (ANGLE.mods["rear"],)
_GEORGE = (STATUS.mods["george"],)
_HI = (TYPE.mods["hi"],)
_LO = (TYPE.mods["lo"],)
_TYPE = {a: FighterType(a.value) for a in Arrival if a is not Arrival.AGAIN and a is not Arrival.SLOW}
_PERHAPS_JACK = (Arrival.NICK, Arrival.TONY)
#: 5-3g: too slow to catch a lone bomber from behind.
_SLOW = (FighterType.OSCAR, FighterType.ZEKE, FighterType.TONY, FighterType.NICK)


@dataclass(slots=True)
class Raid:
    """What the notes of 5-3 have brought in this attack already, and how many names are used."""

    note_a: bool = False
    note_h: bool = False
    names: dict[FighterType, int] = field(default_factory=dict)


def attackers(ref: Referee, m: Mission) -> None:
    """5.2, 5.2B-D Who comes, and from where: fills `m.fighters`."""
    kind = fighter_type(ref, m)
    if kind is None:
        ref.note("fighters-late")
        return
    approach(ref, m, Raid(), kind)


def fighter_type(ref: Referee, m: Mission) -> FighterType | None:
    """5.2B Type of fighter (5-2), None when they are slow taking off. R-41: the Jack by switch."""
    altitude = m.plane.altitude
    mods = _HI if altitude is Altitude.HI else _LO if altitude is Altitude.LO else NO_MODS
    arrival = ref.roll(TYPE, mods)
    while arrival is Arrival.AGAIN:
        arrival = ref.roll(TYPE, mods)
    if arrival is Arrival.SLOW:
        return None
    # RULING R-41: a Nick or Tony of the table may be a Jack.
    if arrival in _PERHAPS_JACK and m.options.jack and ref.roll(JACK) is Jack.JACK:
        return FighterType.JACK
    return _TYPE[arrival]


def approach(
    ref: Referee, m: Mission, raid: Raid, kind: FighterType, coordinated: bool = False, ram: bool = False
) -> None:
    """5.2C One fighter's area of attack (5-3): rolls until it has its place or drops out."""
    while True:
        area = ref.roll(AREA)
        clock = _CLOCK.get(area)
        if clock is not None:
            if clock is Clock.C6 and kind in _SLOW and _outruns(m):
                ref.note("fighter-outrun", type=kind.value)  # RULING R-44: only this fighter drops out
                return
            if _free(m, clock):
                place(ref, m, raid, kind, clock, ram)
                return
            # 5-4 note: the area is full, so another one is rolled for.
        elif area is Area.NOTE_A:
            _note_a(ref, m, raid)
        elif area is Area.NOTE_H:
            _note_h(ref, m, raid)
        elif area is Area.SPECIAL:
            tactic = ref.roll(SPECIAL)
            if tactic is not Tactic.RAM:
                _special(ref, m, raid, kind, tactic)
                return
            ram = True  # (c): then a place on this table; no more effect if rolled again
        elif not coordinated:
            count = ref.roll(PLANES)
            ref.note("coordinated-attack", type=kind.value, count=count)
            for _ in range(count):
                approach(ref, m, raid, kind, True, ram)
                ram = False  # one of them carries the rammer's mark
            return
        elif not m.out_of_formation():
            ref.note("fighter-driven-off", type=kind.value)  # (f)
            friendly_fire(ref, m, FRIENDLY)
            return


def _outruns(m: Mission) -> bool:
    """5-3g All five conditions of a bomber too fast to be caught from 6 o'clock."""
    plane = m.plane
    return (
        m.out_of_formation()
        and plane.all_sound()
        and not plane.bombs_aboard()
        and (m.manned(Position.TAIL_GUNNER) or m.manned(Position.CFC))
        and plane.intercom_works()
    )


def _free(m: Mission, clock: Clock) -> bool:
    """5-4 note: an angle of this area is still free."""
    if not m.fighters:
        return True
    taken = {f.angle for f in m.fighters if f.clock is clock}
    return len(taken) < 3


def place(ref: Referee, m: Mission, raid: Raid, kind: FighterType, clock: Clock, ram: bool = False) -> Fighter:
    """5.2D Angle of attack (5-4), one fighter to an angle; the fighter goes on the placement chart."""
    mods = _FRONT_ANGLE if clock in _FRONT else _REAR_ANGLE if clock is Clock.C6 else NO_MODS
    taken = [f.angle for f in m.fighters if f.clock is clock]
    angle = ref.roll(ANGLE, mods)
    while angle in taken:
        angle = ref.roll(ANGLE, mods)
    return _put(ref, m, raid, Fighter(kind, clock, angle, ram=ram))


def _put(ref: Referee, m: Mission, raid: Raid, fighter: Fighter) -> Fighter:
    """5.2C A fighter with a name takes its place."""
    kind = fighter.kind
    count = raid.names.get(kind, 0)
    raid.names[kind] = count + 1
    fighter.name = f"{kind} {_LETTERS[count % 26]}"
    m.fighters.append(fighter)
    told = "rammer-placed" if fighter.ram else "fighter-placed"
    ref.note(told, fighter=fighter.name, where=fighter.where())
    return fighter


def place_baka(ref: Referee, m: Mission, raid: Raid) -> Fighter:
    """5-3b, 5-15c A Baka always comes at 6 Level, whoever else is there."""
    return _put(ref, m, raid, Fighter(FighterType.BAKA, Clock.C6, Angle.LEVEL))


def bakas_fly(m: Mission) -> bool:
    """5-3b, 5-15b Bakas are met on missions 15 to 35."""
    return m.number >= 15 and m.iwo_friendly()


def _note_a(ref: Referee, m: Mission, raid: Raid) -> None:
    """5-3a A Frank besides, in a vertical dive or climb; once an attack. R-22: "Medium" is Middle, and spared."""
    if raid.note_a:
        return
    raid.note_a = True
    # RULING R-43: out of formation replaces the squadron place; LO or MED binds both diving cases.
    if m.out_of_formation() or m.squadron is Squadron.HIGH:
        if m.plane.altitude is not Altitude.HI:
            _put(ref, m, raid, Fighter(FighterType.FRANK, Clock.DIVE, Angle.NONE))
    elif m.squadron is Squadron.LOW:
        _put(ref, m, raid, Fighter(FighterType.FRANK, Clock.CLIMB, Angle.NONE))


def _note_h(ref: Referee, m: Mission, raid: Raid) -> None:
    """5-3h A Tony at 12 for the Lead, a Frank at 6 for the Tail, both for a lone bomber; once an attack."""
    if raid.note_h:
        return
    raid.note_h = True
    alone = m.out_of_formation()
    first, last = m.place is FormationPlace.LEAD, m.place is FormationPlace.TAIL
    if alone or first:
        _also(ref, m, raid, FighterType.TONY, Clock.C12)
    if alone or last:
        _also(ref, m, raid, FighterType.FRANK, Clock.C6)
    if alone or first or last:
        return
    change = ref.roll(CASUALTIES)
    if change is not Casualties.NONE:
        m.place = FormationPlace(change.value)
        ref.note("formation-casualties", place=m.place.value)


def _also(ref: Referee, m: Mission, raid: Raid, kind: FighterType, clock: Clock) -> None:
    """5-3h An additional fighter at a given area; if that is full it looks for another (5-4 note)."""
    if _free(m, clock):
        place(ref, m, raid, kind, clock)
    else:
        approach(ref, m, raid, kind, True)


def _special(ref: Referee, m: Mission, raid: Raid, kind: FighterType, tactic: Tactic) -> None:
    """5-3b, d, e The fighter itself turns away; R-44: nobody else does."""
    if tactic is Tactic.BAKA:
        ref.note("fighter-feints", type=kind.value)
        if bakas_fly(m):
            place_baka(ref, m, raid)
        return
    if m.out_of_formation():
        ref.note("fighter-feints", type=kind.value)
        return
    level = ref.roll(ROCKETS if tactic is Tactic.ROCKETS else BOMBS)
    ref.note("rockets" if tactic is Tactic.ROCKETS else "air-bombs", type=kind.value, level=level.value)
    m.cause = Root.AIRBURST
    flak.bursts(ref, m, level, 2)  # RULING R-42: two rolls on 6-3 in place of three


def friendly_fire(ref: Referee, m: Mission, chart: Chart[Struck], mods: tuple[Mod, ...] = NO_MODS) -> None:
    """5-3f, 5-15a Fire from other bombers: hit or not, shells, and where each goes."""
    if ref.roll(chart, mods) is Struck.NONE:
        ref.note("friendly-fire-misses")
        return
    shells = ref.roll(FRIENDLY_SHELLS)
    sections = [ref.roll(FRIENDLY_PLACE) for _ in range(shells)]
    ref.note("friendly-fire", shells=shells, places=", ".join([section or "superficial" for section in sections]))
    m.cause = Root.FRIENDLY
    for section in sections:
        if section is not None:
            damage.hit(ref, m, section)  # RULING R-51: no multiplier
            m.cause = Root.FRIENDLY


def status(ref: Referee, m: Mission) -> None:
    """5.2F Pilot status (5-5), after fire is allocated; once for each fighter, never for a Baka."""
    for fighter in m.fighters:
        if fighter.skill is None and fighter.kind is not FighterType.BAKA:
            fighter.skill = ref.roll(STATUS, status_modifiers(fighter))
            ref.note("pilot-quality", fighter=fighter.name, skill=fighter.skill.value)


def status_modifiers(fighter: Fighter) -> tuple[Mod, ...]:
    """5-5 A George has the better pilots."""
    return _GEORGE if fighter.kind is FighterType.GEORGE else NO_MODS
