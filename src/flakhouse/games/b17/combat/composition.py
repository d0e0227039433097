"""3.1, 3.2 Who attacks (B-3, the extra fighter) and who is kept away (bad communications, cover M-4)."""

from __future__ import annotations

from flakhouse.core.charts import Chart
from flakhouse.core.mods import NO_MODS
from flakhouse.core.referee import Referee
from flakhouse.errors import RulesError
from flakhouse.games.b17 import events
from flakhouse.games.b17.advice import combat as advice
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.questions import combat as questions
from flakhouse.games.b17.state import Fighter, Mission
from flakhouse.games.b17.words import Angle, Clock, Cover, FighterType, FormationPlace

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
_EXTRA_NAMES = tuple(f"Me109 {letter}" for letter in _LETTERS)


def compose(ref: Referee, m: Mission) -> None:
    """3.1 The fighters of a wave; none if the formation drives it off or an event takes its place (66)."""
    ref.scene("wave", zone=m.zone)
    arrivals = ref.roll(WAVE)
    while not arrivals:
        if arrivals is None and m.options.random_events:
            events.random_event(ref, m)  # RULING 3.1b: after an event the wave has no fighters
            return
        if m.in_formation:
            ref.note("wave-driven-off")
            return
        ref.note("wave-again")
        arrivals = ref.roll(WAVE)  # 3.1a: a lone bomber has nobody to help it
    m.fighters = [Fighter(kind, clock, angle, special, name) for kind, clock, angle, special, name in arrivals]
    drawn = len(m.fighters)
    if m.place is not FormationPlace.MIDDLE or not m.in_formation:
        _extra(m)
    ref.note("wave", fighters=len(m.fighters), extra=len(m.fighters) > drawn)


def _extra(m: Mission) -> None:
    """3.1c One Me109 more for Lead, Tail, or a bomber out of formation, never on No attackers (errata 14)."""
    if m.in_formation:
        if m.place is FormationPlace.LEAD:
            clock, angle = Clock.C12, Angle.HIGH
        elif m.place is FormationPlace.TAIL:
            clock, angle = Clock.C6, Angle.HIGH
        else:
            return
    else:
        clock, angle = Clock.C12, Angle.LEVEL
    m.fighters.append(Fighter(FighterType.ME109, clock, angle, "", _EXTRA_NAMES[len(m.fighters)]))


def cover(ref: Referee, m: Mission) -> int:
    """3.1d, 3.2 Who stays away; the number that the escort drives off again before each later round (M-4)."""
    if m.bad_comms and m.fighters:
        _lose_one(ref, m)
    if m.cover is Cover.NONE or not m.fighters:
        return 0
    mods = NO_MODS
    if m.aggressive_cover:
        mods = (COVER.mods["aggressive"],)
    if m.weather_rolled and m.bad_weather_here():
        mods = (*mods, COVER.mods["weather"])
    now, later = ref.roll(COVER, mods, _COVER_COLUMN[m.cover])
    if now:
        drive_off(ref, m, now, later)
    ref.otherwise("escort-in-vain", diving=now > 0)
    return later


def _lose_one(ref: Referee, m: Mission) -> None:
    """3.1d Bad communications: one fighter of the player's choice does not find the bomber."""
    lost = _chosen(ref, m, m.fighters)
    m.fighters = [f for f in m.fighters if f is not lost]
    ref.note("fighter-stays-away", causes=(), type=lost.kind, fighter=lost.name)


def drive_off(ref: Referee, m: Mission, count: int, later: int | None = None) -> None:
    """B-3b, B-3d, B-3e, M-4 note 1, 3.2, 3.10 The escort drives off so many fighters of the player's choice, none
    of them in a vertical dive. `later`: how many before each later round, where that is news.
    """
    able = [f for f in m.fighters if f.clock is not Clock.DIVE]
    gone: list[Fighter] = []  # told together, when the last of them is chosen
    if count >= len(able):  # all go, and there is nothing to choose
        gone = able
        m.fighters = [f for f in m.fighters if f.clock is Clock.DIVE]
    else:
        for left in range(count, 0, -1):
            chosen = _chosen(ref, m, able, left, later)
            able = [f for f in able if f is not chosen]
            m.fighters = [f for f in m.fighters if f is not chosen]
            gone.append(chosen)
    _tell(ref, gone)


def _tell(ref: Referee, gone: list[Fighter]) -> None:
    """3.2 Whom the escort has driven off."""
    for fighter in gone:
        ref.note(
            "fighter-driven-off",
            causes=(COVER,),
            type=fighter.kind,
            fighter=fighter.name,
            by="escort",
            again=fighter.attacks > 0,
        )


def _chosen(ref: Referee, m: Mission, able: list[Fighter], count: int = 0, later: int | None = None) -> Fighter:
    """3.1d, 3.2 The player's choice of a fighter; `count`: how many in all are still to go."""
    # D3
    key = ref.ask(
        "cover-removes",
        advice.cover_removes(ref, able),
        lambda: questions.cover_removes(ref, m, able, count, later),
        keys=lambda: [fighter.name for fighter in able],
    )
    for fighter in able:
        if fighter.name == key:
            return fighter
    raise RulesError(f"no fighter {key!r} among those to choose from")
