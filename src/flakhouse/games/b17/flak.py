"""Section 8: flak over the target and at low altitude (O-2 to O-5). A burst inside the plane is in `damage`."""

from __future__ import annotations

from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import damage
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import Flak, Root, Section
from flakhouse.games.bomber.flak import BURST_INSIDE, Shot, hits, shells, shells_of

__all__ = ["LEVEL", "bursts", "level_mods", "low_altitude", "over_target"]

LEVEL = CHARTS.words("O-2", Flak)
TO_HIT = CHARTS.words("O-3", Shot)
SHELLS = CHARTS.bind("O-4", shells)
AREA = CHARTS.words("O-5", Section)

_COLUMN = {Flak.LIGHT: 0, Flak.MEDIUM: 1, Flak.HEAVY: 2}
_WORDS = {
    Flak.NONE: "No Flak",
    Flak.LIGHT: "Light Flak",
    Flak.MEDIUM: "Medium Flak",
    Flak.HEAVY: "Heavy Flak",
}
_U_BOATS, _WEATHER = LEVEL.mods["u_boats"], LEVEL.mods["weather"]
#: The modifiers of O-2, by U-Boat target and by weather that counts.
_MODS: dict[tuple[bool, bool], tuple[Mod, ...]] = {
    (False, False): NO_MODS,
    (True, False): (_U_BOATS,),
    (False, True): (_WEATHER,),
    (True, True): (_U_BOATS, _WEATHER),
}
_ROLLS, _LOW_ROLLS = 3, 2  # on O-3 (8.1, 8.2)


def level_mods(u_boats: bool, weather: bool = False) -> tuple[Mod, ...]:
    """O-2 The modifiers of the flak over a target."""
    return _MODS[u_boats, weather]


def over_target(ref: Referee, m: Mission) -> None:
    """G-3 note 1, 8.1, manual 5B, 7.7 The bomb run begins: flak over the target, O-2 and three rolls on O-3."""
    m.cause = Root.FLAK
    ref.scene("flak", zone=m.zone, when="on the bomb run")
    ref.note("over-target", causes=(), city=m.target.city, target=m.target.kind, visibility=m.weather)
    # The card lets poor and bad weather weaken flak; the manual (7.7) does not: a switch.
    weather = m.options.flak_weather and m.bad_weather_here()
    level = m.flak = ref.roll(LEVEL, level_mods(m.target.flak_plus, weather))
    ref.note("flak", level=_WORDS[level], when="on the bomb run")
    if level is not Flak.NONE and bursts(ref, m, level, _ROLLS):
        m.flak_hit_on_run = True


def low_altitude(ref: Referee, m: Mission) -> None:
    """2A.6, 8.2 Out of formation at 10,000 ft over enemy land: two rolls on O-3, always Light, once a zone."""
    if not m.plane.low or m.in_formation or not m.over_land():
        return
    # RULING 2.3: once in a zone, however long the bomber stays; the target zone, out and back, is one (2.5).
    at_target = m.zone == m.target.zone
    stay = m.turn - m.turns_here
    if stay == m.low_flak_stay:
        return
    m.low_flak_stay = stay
    m.cause = Root.FLAK
    ref.scene("flak", zone=m.zone, when="at low altitude")
    ref.note("flak", causes=(), level=_WORDS[Flak.LIGHT], when="at low altitude")
    if bursts(ref, m, Flak.LIGHT, _LOW_ROLLS) and at_target:
        # RULING 8.2: it is part of the flak over the target, so it spoils the aim as well.
        m.flak_hit_on_run = True


def bursts(ref: Referee, m: Mission, level: Flak, times: int) -> int:
    """8.1, 8.3 O-3 so many times, O-4 for each hit, O-5 for each shell, then damage; how many hits."""
    found = hits(ref, TO_HIT, _COLUMN[level], times)
    count = len(found)
    if not count:
        ref.note("flak-misses")
        return 0
    struck: list[tuple[Section, bool]] = []
    for number in shells_of(ref, SHELLS, found):
        if number == BURST_INSIDE:
            struck.append((ref.roll(AREA), True))
            continue
        for _ in range(number):
            struck.append((ref.roll(AREA), False))
    ref.note("flak-hits", hits=count, sections=len(struck), places=", ".join(section for section, _ in struck))
    for section, inside in struck:
        if inside:
            m.cause = Root.BIP
            damage.burst(ref, m, section)
        else:
            m.cause = Root.FLAK
            damage.hit(ref, m, section)
    m.cause = Root.FLAK
    return count
