"""5.8 Combat at night: searchlights (5-14), night fighters (5-15), one round and one return."""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.charts import Chart
from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.core.stakes import Stake
from flakhouse.games.b29 import crew
from flakhouse.games.b29.advice import combat as advice
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.combat import allocation, attack, collision, evasion, guns, jams, offense
from flakhouse.games.b29.combat.attack import Raid, Struck
from flakhouse.games.b29.questions import combat as questions
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Angle, Clock, FighterType, GunName, Position, Resistance, Squadron, Weather

__all__ = ["LIGHT_SHOT", "LOWER", "WAIST_MEN", "LightShot", "night_combat"]


class Light(StrEnum):
    """Results of 5-14."""

    NONE = "No effect"
    FIXED = "Fixed"


class LightShot(StrEnum):
    """Results of a shot at the light (5-14b)."""

    JAM = "Guns jam"
    NONE = "No effect"
    SUPPRESSED = "Suppressed"


class Prowler(StrEnum):
    """Results of 5-15."""

    NONE = "No combat"
    FRIENDLY = "Other bombers fire (a)"
    NICK = "Nick"
    IRVING = "Irving"
    NOTE_B = "See note (b)"


class Late(StrEnum):
    """Results of 5-15b."""

    BAKA = "Baka"
    IRVINGS = "Irvings"


class Seen(StrEnum):
    """Results of the spotting die (5.8D)."""

    SPOTTED = "Spotted"
    UNSEEN = "Unseen"


LIGHTS = CHARTS.words("5-14", Light)
GTS_LIGHTS = CHARTS.words("GTS-12", Light)
LIGHT_SHOT = CHARTS.words("5-14b-light", LightShot)
LIGHT_JAM = CHARTS.words("5-14b-jam", GunName)
FIGHTERS = CHARTS.words("5-15", Prowler)
FRIENDLY = CHARTS.words("5-15a-hit", Struck)
LATE = CHARTS.words("5-15b-attack", Late)
IRVINGS = CHARTS.numbers("5-15d-irvings")
SPOT = CHARTS.words("5.8D-spot", Seen)

_F = FIGHTERS.mods
_ALL_ARMED = (FRIENDLY.mods["all_armed"],)
_WATCH = (SPOT.mods["gunners"],)
_ALLEYS = ("Tokyo", "Nagoya", "Shimonoseki")
WAIST_MEN = (Position.CFC, Position.LEFT_GUNNER, Position.RIGHT_GUNNER)
LOWER = (GunName.FWD_LOWER, GunName.AFT_LOWER)


def night_combat(ref: Referee, m: Mission) -> None:
    """2-9d, 5.8 The night's fighters and lights; 5-1 has been rolled."""
    met = m.resistance is not Resistance.NONE
    if m.options.gts_searchlights:
        # RULING by switch: lights in any zone with resistance, none over water; no light, no fighter.
        if not met or m.over_water():
            return
        searchlights(ref, m, GTS_LIGHTS)
        if not m.lit:
            return
    else:
        # RULING R-54: no lights at asterisked cities. R-111: rolled even if 5-1 gave None. R-59: and on the
        # turn-round turn again.
        if m.zone == m.target.zone and not m.target.asterisk:
            searchlights(ref, m, LIGHTS)
        if not met:
            return
    raid = Raid()
    night_fighters(ref, m, raid)
    if not m.fighters:
        return
    spot(ref, m)
    _first_round(ref, m)
    _second_round(ref, m)


# ------------------------------------------------------------------ searchlights


def light_mods(m: Mission, chart: Chart[Light], evading: bool) -> list[Mod]:
    """5-14 modifiers, 5-14a What counts before the searchlights."""
    keys = chart.mods
    mods: list[Mod] = []
    if m.weather is Weather.POOR:
        mods.append(keys["poor"])
    elif m.weather is Weather.BAD:
        mods.append(keys["bad"])
    if evading:
        mods.append(keys["evading"])
    if m.target.asterisk:
        mods.append(keys["asterisk"])
    if m.target.city in _ALLEYS:
        mods.append(keys["alley"])
    return mods


def _lights(m: Mission, chart: Chart[Light], evading: bool) -> Stake:
    """5-14 Whether a light fixes the bomber."""
    mods = light_mods(m, chart, evading)
    return Stake("a light finds you", chart.id, lambda faces, total, word: word == Light.FIXED, mods, good=False)


def searchlights(ref: Referee, m: Mission, chart: Chart[Light]) -> None:
    """5-14 modifiers, 5-14a, R-12, 5.8A Table 5-14, or the Streamliner's: does a light fix the bomber?"""
    evasion.evade_lights(ref, m, lambda evading: _lights(m, chart, evading))
    mods = light_mods(m, chart, m.evaded_lights)
    if ref.roll(chart, mods) is Light.NONE:
        ref.note("not-lit")
        return
    m.lit = True
    ref.note("lit")
    _shoot_light(ref, m)


def _shoot_light(ref: Referee, m: Mission) -> None:
    """5-14b D42 A Low bomber with both lower turrets working may try to put the light out, once."""
    if m.squadron is not Squadron.LOW or not all(guns.can_use(m, gun) for gun in LOWER):
        return
    if not any(guns.can_fire(m, station) for station in WAIST_MEN):
        return
    answer = ref.ask("shoot-light", advice.shoot_light(m), lambda: questions.shoot_light(m))
    if answer == questions.NOBODY:
        return
    for name in LOWER:
        m.plane.guns[name].bursts -= 1
    result = ref.roll(LIGHT_SHOT)
    if result is LightShot.SUPPRESSED:
        m.lit = False
        ref.note("light-shot-out", man=answer)
    elif result is LightShot.JAM:
        jams.jam(ref, m, m.plane.guns[ref.roll(LIGHT_JAM)])
    ref.otherwise("light-stays")


# ------------------------------------------------------------------ fighters


def night_fighters(ref: Referee, m: Mission, raid: Raid) -> None:
    """5-14c, 5.8B, C Table 5-15 and its notes; night fighters come at 6 o'clock, their angle by 5-4."""
    mods: list[Mod] = []
    if m.resistance is Resistance.HEAVY:
        mods.append(_F["heavy"])
    elif m.resistance is Resistance.LIGHT:
        mods.append(_F["light"])
    if m.lit:
        mods.append(_F["lit"])
    found = ref.roll(FIGHTERS, mods)
    if found is Prowler.NONE:
        ref.note("no-night-fighter")
        return
    if found is Prowler.NICK:
        attack.place(ref, m, raid, FighterType.NICK, Clock.C6)
    elif found is Prowler.IRVING:
        attack.place(ref, m, raid, FighterType.IRVING, Clock.C6)
    elif found is Prowler.FRIENDLY:
        if not m.none_armed:  # (a): nobody shoots when the bombers fly unarmed
            attack.friendly_fire(ref, m, FRIENDLY, _ALL_ARMED if m.all_armed else NO_MODS)
    elif found is Prowler.NOTE_B and attack.bakas_fly(m):
        if ref.roll(LATE) is Late.BAKA:
            attack.place_baka(ref, m, raid)
        else:
            count = ref.roll(IRVINGS)  # (d)
            for _ in range(count):
                attack.place(ref, m, raid, FighterType.IRVING, Clock.C6)


def spot(ref: Referee, m: Mission) -> None:
    """5.8D A die for each fighter; a Baka is seen of itself (5-15c)."""
    watch = any(m.men[p].fit() for p in WAIST_MEN)
    for fighter in m.fighters:
        if fighter.kind is not FighterType.BAKA:
            fighter.spotted = ref.roll(SPOT, _WATCH if watch else NO_MODS) is Seen.SPOTTED
            kind = "night-fighter-seen" if fighter.spotted else "night-fighter-unseen"
            ref.note(kind, fighter=fighter.name, where=fighter.where())


def _first_round(ref: Referee, m: Mission) -> None:
    """5.8D-H Seen in time: own fire, evasion, theirs. R-112: those unseen fire before they are fired at."""
    fire = guns.Fire()
    gunners = m.evaded_lights  # 5.8D: only evasion begun for the lights spoils the first shots
    seen = [f for f in m.fighters if f.spotted]
    if seen:
        crew.shift(ref, m)
        allocation.allocate(ref, m, fire, seen, False, True)
        _defend(ref, m, fire, gunners)
        if any(not f.destroyed for f in seen):
            evasion.evade_night(ref, m)
    unseen = [f for f in m.fighters if not f.spotted]
    _attack(ref, m)
    if unseen:
        for fighter in unseen:
            fighter.spotted = True
        crew.shift(ref, m)
        allocation.allocate(ref, m, fire, unseen, False, True)
        _defend(ref, m, fire, gunners and m.evading)
    _collisions(ref, m)


def _defend(ref: Referee, m: Mission, fire: guns.Fire, evading: bool) -> None:
    """5.8F Own fire; a Baka shot down blows up near by."""
    for _ in range(guns.resolve(ref, m, fire, evading)):
        collision.baka_blast(ref, m)


def _attack(ref: Referee, m: Mission) -> None:
    """5.8G Fire of every fighter left; a Baka strikes or falls short."""
    for fighter in list(m.fighters):
        ref.scene("attack", fighter=fighter.name, where=fighter.where())
        fighter.attacks += 1
        fighter.scored = False
        if fighter.kind is FighterType.BAKA:
            collision.baka_strike(ref, m, fighter)
        else:
            offense.fire(ref, m, fighter)
            evasion.still_evading(m)


def _collisions(ref: Referee, m: Mission) -> None:
    """5.8H Collision check of every fighter still there."""
    for fighter in list(m.fighters):
        if fighter.kind is not FighterType.BAKA:
            collision.check(ref, m, fighter)
            evasion.still_evading(m)


def _second_round(ref: Referee, m: Mission) -> None:
    """5.8I One return: an undamaged Nick always, one undamaged Irving if an engine is out."""
    lame = m.plane.engines_out() > 0
    back = [
        f
        for f in m.fighters
        if not (f.destroyed or f.gone or f.fca)
        and (f.kind is FighterType.NICK or (f.kind is FighterType.IRVING and lame))
    ]
    if not back:
        m.fighters.clear()
        return
    key = ref.ask("night-return", advice.night_return(back), lambda: questions.night_return(back))  # D44
    fighter = next(f for f in back if f.name == key)
    m.fighters[:] = [fighter]
    fighter.clock, fighter.angle, fighter.spotted = Clock.CLIMB, Angle.NONE, True
    ref.note("fighter-returns", causes=(), fighter=fighter.name)
    ref.note("fighter-placed", causes=(), fighter=fighter.name, where=fighter.where())
    crew.shift(ref, m)
    fire = guns.Fire()
    allocation.allocate(ref, m, fire, [fighter], False)
    _defend(ref, m, fire, m.evading)
    if m.fighters:
        evasion.evade_night(ref, m)
        _attack(ref, m)
        _collisions(ref, m)
