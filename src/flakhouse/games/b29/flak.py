"""Rule 6.2: flak over the target, and bombs or rockets thrown at the formation (tables 6-2 to 6-5)."""

from __future__ import annotations

from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import damage
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.combat import evasion
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Altitude, Flak, Root, Section, Visibility
from flakhouse.games.bomber.flak import BURST_INSIDE, Shot, hits, shells, shells_of

__all__ = ["COLUMN", "LEVEL", "ROLLS", "TO_HIT", "bursts", "level_mods", "over_target"]


def _section(word: str) -> Section | None:
    """6-5 A cell: the section hit; None is superficial damage."""
    return None if word == "Superficial Damage" else Section(word)


LEVEL = CHARTS.words("6-2", Flak)
TO_HIT = CHARTS.words("6-3", Shot)
SHELLS = CHARTS.bind("6-4", shells)
AREA = CHARTS.bind("6-5", _section)
_M = LEVEL.mods
COLUMN = {Flak.LIGHT: 0, Flak.MEDIUM: 1, Flak.HEAVY: 2}
_BY_VISIBILITY: dict[Visibility | None, Mod] = {
    Visibility.OBSCURED: _M["obscured"],
    Visibility.MOSTLY: _M["mostly"],
    Visibility.CLEAR: _M["clear"],
}
_BIG = ("Tokyo", "Nagoya", "Yokohama")
ROLLS = 3  # rolls on 6-3 for each level of flak rolled (6.2B)


def over_target(ref: Referee, m: Mission, additional: bool = False) -> None:
    """6.2, 6.2A-E, 6.4 Flak on the run in, or after bombs away: 6-2, then three rolls on 6-3 and all
    that follows.
    """
    ref.scene("flak", zone=m.zone)
    m.cause = Root.FLAK
    m.flak = ref.roll(LEVEL, level_mods(m, additional, m.evaded_flak))
    ref.note("flak", level=m.flak.value, when="after the run" if additional else "on the bomb run")
    bursts(ref, m, m.flak, ROLLS)


def level_mods(m: Mission, additional: bool, evaded: bool) -> list[Mod]:
    """2-9d, 6-2 Its modifiers; the second roll takes them all again, with -1 of its own (R-58)."""
    mods: list[Mod] = []
    plane = m.plane
    by_visibility = _BY_VISIBILITY.get(m.visibility)
    if by_visibility is not None:
        mods.append(by_visibility)
    if m.night:
        mods.append(_M["night"])  # of the mission
    if plane.altitude is Altitude.HI:
        mods.append(_M["hi"])
    elif plane.altitude is Altitude.LO and plane.engines_out():
        mods.append(_M["low_engine"])
    if m.target.asterisk:
        mods.append(_M["asterisk"])
    if evaded and not evasion.why_not_evade(m):
        mods.append(_M["evading"])
    if additional:
        mods.append(_M["additional"])
    if m.target.city in _BIG:
        mods.append(_M["big_city"])
    if m.lit:
        mods.append(_M["lit"])
    return mods


def bursts(ref: Referee, m: Mission, level: Flak, times: int) -> None:
    """6.2B-F 6-3 so many times, 6-4 for each hit, 6-5 for each shell, then damage. The caller sets the cause."""
    if level is Flak.NONE:
        return
    found = hits(ref, TO_HIT, COLUMN[level], times)
    count = len(found)
    if not count:
        ref.note("flak-misses")
        return
    struck: list[tuple[Section, bool]] = []
    scratches = 0  # 6-5 row 7
    for number in shells_of(ref, SHELLS, found):
        if number == BURST_INSIDE:
            struck.append((_burst_area(ref), True))
            continue
        for _ in range(number):
            section = ref.roll(AREA)
            if section is not None:
                struck.append((section, False))
            else:
                scratches += 1
    ref.note(
        "flak-hits",
        hits=count,
        sections=len(struck),
        areas=len({section for section, _ in struck}),
        scratches=scratches if struck else 0,
        places=", ".join([section for section, _ in struck]) or "nothing but skin",
    )
    cause = m.cause
    for section, inside in struck:
        if inside:
            # A burst inside is a root of its own; what fighters throw stays theirs (rulings 3.1).
            m.cause = Root.BIP if cause is Root.FLAK else cause
            damage.burst(ref, m, section)
        else:
            m.cause = cause
            damage.hit(ref, m, section)
    m.cause = cause


def _burst_area(ref: Referee) -> Section:
    """6-4 note, 6-5 The section of a burst inside the plane; a 7 is rolled again."""
    section = ref.roll(AREA)
    while section is None:
        section = ref.roll(AREA)
    return section
