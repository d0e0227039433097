"""3.1, 3.2 Who attacks (B-3, the extra fighter) and who is kept away (bad communications, cover M-4)."""

from __future__ import annotations

from flakhouse.core.charts import Chart
from flakhouse.core.mods import NO_MODS
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import events
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.combat import fields, offense
from flakhouse.games.b17.state import Fighter, Mission
from flakhouse.games.b17.words import NO_COVER, Angle, Clock, Cover, FighterType, FormationPlace

__all__ = ["compose", "cover", "drive_off"]

#: A fighter of B-3: type, place, note, and its name in the wave.
Arrival = tuple[FighterType, Clock, Angle, str, str]

_LETTERS = "ABCDEFGH"
_VERTICAL = {"Dive": Clock.DIVE, "Climb": Clock.CLIMB}


def _arrival(text: str, letter: str) -> Arrival:
    """B-3 "Me109 1:30 High", "FW190 Vertical Dive b", "Me110 Vertical Climb"."""
    kind, *place = text.split()
    name = f"{kind} {letter}"
    if place[:1] == ["Vertical"] and len(place) > 1:
        clock = _VERTICAL[place[1]]
        specials = ("d", "b") if clock is Clock.DIVE else ("e",)
        special = place[2] if len(place) > 2 else specials[0]
        if special not in specials or len(place) > 3:
            raise ValueError(text)
        return FighterType(kind), clock, Angle.NONE, special, name
    where, angle = place
    if angle == Angle.NONE.value:
        raise ValueError(text)
    return FighterType(kind), Clock(where), Angle(angle), "", name


def _arrivals(cell: str) -> tuple[Arrival, ...] | None:
    """B-3 The fighters of a cell; none for No attackers, None for the random event."""
    if cell == "Random event":
        return None
    if cell == "No attackers":
        return ()
    texts = cell.split("; ")
    if len(texts) >= len(_LETTERS):  # one letter is for the extra fighter
        raise ValueError(cell)
    return tuple(_arrival(text, _LETTERS[i]) for i, text in enumerate(texts))


def _numbers(cell: str) -> tuple[int, int]:
    """M-4 "2(1)": fighters removed before the first attack, and before each later one."""
    first, later = cell.rstrip(")").split("(")
    return int(first), int(later)


WAVE: Chart[tuple[Arrival, ...] | None] = CHARTS.bind("B-3", _arrivals)
COVER: Chart[tuple[int, int]] = CHARTS.bind("M-4", _numbers)

_COVER_COLUMN = {Cover.POOR: 0, Cover.FAIR: 1, Cover.GOOD: 2}
_LEAD, _MIDDLE, _TAIL = FormationPlace.LEAD, FormationPlace.MIDDLE, FormationPlace.TAIL
_ME109 = FighterType.ME109
_C12, _C6 = Clock.C12, Clock.C6
_HIGH, _LEVEL = Angle.HIGH, Angle.LEVEL
_DIVE = Clock.DIVE
_EXTRA_NAMES = tuple(f"Me109 {letter}" for letter in _LETTERS)


def compose(ref: Referee, m: Mission) -> None:
    """3.1 The fighters of a wave; none if the formation drives it off or an event takes its place (66)."""
    arrivals = ref.roll(WAVE)
    while not arrivals:
        if arrivals is None and m.options.random_events:
            events.random_event(ref, m)  # RULING 3.1b: after an event the wave has no fighters
            return
        if m.in_formation:
            if ref.trace:
                ref.note("wave-driven-off")
            return
        arrivals = ref.roll(WAVE)  # 3.1a: a lone bomber has nobody to help it
    m.fighters = [Fighter(kind, clock, angle, special, name) for kind, clock, angle, special, name in arrivals]
    if m.place is not _MIDDLE or not m.in_formation:
        _extra(m)
    if ref.trace:
        ref.note("wave", fighters=len(m.fighters))


def _extra(m: Mission) -> None:
    """3.1c One Me109 more for Lead, Tail, or a bomber out of formation, never on No attackers (errata 14)."""
    if m.in_formation:
        if m.place is _LEAD:
            clock, angle = _C12, _HIGH
        elif m.place is _TAIL:
            clock, angle = _C6, _HIGH
        else:
            return
    else:
        clock, angle = _C12, _LEVEL
    m.fighters.append(Fighter(_ME109, clock, angle, "", _EXTRA_NAMES[len(m.fighters)]))


def cover(ref: Referee, m: Mission) -> int:
    """3.1d, 3.2 Who stays away; the number that the escort drives off again before each later round (M-4)."""
    if m.bad_comms and m.fighters:
        _lose_one(ref, m)
    if m.cover is NO_COVER or not m.fighters:
        return 0
    mods = NO_MODS
    if m.aggressive_cover:
        mods = (COVER.mods["aggressive"],)
    if m.weather_rolled and m.bad_weather_here():
        mods = (*mods, COVER.mods["weather"])
    now, later = ref.roll(COVER, mods, _COVER_COLUMN[m.cover])
    if now:
        drive_off(ref, m, now)
    return later


def _lose_one(ref: Referee, m: Mission) -> None:
    """3.1d Bad communications: one fighter of the player's choice does not find the bomber."""
    at = _worst(ref, m.fighters)
    if ref.hurried:
        ref.asked += 1
    elif len(m.fighters) > 1:
        at = _ask(ref, m.fighters, at, "3.1d", "Bad communications: which fighter stays away?", {})
    lost = m.fighters.pop(at)
    if ref.trace:
        ref.note("fighter-stays-away", type=lost.kind.value, fighter=lost.name)


def drive_off(ref: Referee, m: Mission, count: int) -> None:
    """3.2, 3.10 The escort drives off so many fighters of the player's choice, none of them in a vertical dive."""
    able = [f for f in m.fighters if f.clock is not _DIVE]
    if count >= len(able) and not ref.trace:
        m.fighters[:] = [f for f in m.fighters if f.clock is _DIVE]
        return
    while count and able:
        at = 0
        if count < len(able):  # else all go, and there is nothing to choose
            at = _worst(ref, able)
            if ref.hurried:
                ref.asked += 1
            else:
                why = "cover cannot reach it in its dive (3.2)"
                barred = {f.name: why for f in m.fighters if f.clock is _DIVE}
                at = _ask(ref, able, at, "3.2", "Which fighter does the escort drive off?", barred)
        gone = able.pop(at)
        count -= 1
        m.fighters[:] = [f for f in m.fighters if f is not gone]
        if ref.trace:
            again = gone.attacks > 0
            ref.note("fighter-driven-off", type=gone.kind.value, fighter=gone.name, by="escort", again=again)


def _worst(ref: Referee, fighters: list[Fighter]) -> int:
    """3.2 The most dangerous one; of equals the one on which fewest guns bear, then the first."""
    worst = guns = 0
    most = -1
    for at, fighter in enumerate(fighters):
        danger = offense.danger(fighter)
        if danger >= most:
            bear = len(fields.bearing(ref, fighter))
            if danger > most or bear < guns:
                worst, most, guns = at, danger, bear
    return worst


def _ask(
    ref: Referee, fighters: list[Fighter], default: int, rule: str, prompt: str, barred: dict[str, str]
) -> int:
    """3.1d, 3.2 The player's choice of a fighter: where it stands in the list."""
    options = {f.name: f"{f.name}, {f.where()}" for f in fighters}
    # D3
    key = ref.choose("cover-removes", rule, prompt, options, fighters[default].name, barred)
    return next(i for i, f in enumerate(fighters) if f.name == key)
