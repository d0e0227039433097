"""Section 15: landing in England or enemy country (G-9), ditching (G-10), and the choice to jump instead."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NoReturn

from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import crew, wounds
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.ending import bailout, below, fates
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import (
    BAD,
    ENEMY,
    GOOD,
    POOR,
    End,
    Fate,
    Position,
    Repair,
    Root,
    Surface,
    Weather,
)
from flakhouse.games.bomber.cells import either

__all__ = [
    "Landing",
    "ditch",
    "land_in_england",
    "land_in_europe",
    "land_or_bail",
    "modifiers",
    "negative_entries",
    "negative_points",
]


class Landing(StrEnum):
    """The results of G-9."""

    KILLED = "All killed"
    BADLY_HURT = "Wounds +1"
    HURT = "Wounds"
    IRREPARABLE = "Irreparable"
    REPAIRABLE = "Repairable"
    SAFE = "Safe"


LAND = CHARTS.words("G-9", Landing)
SEA = CHARTS.bind("G-10", either("Rescued", "Lost"))
GEAR = CHARTS.bind("G-9-gear", either("Irreparable", "Repairable"))
BOMBS = CHARTS.bind("G-9-bombs", either("Explosion", "No effect"))
WEATHER = CHARTS.words("O-1", Weather)
_LM = LAND.mods
_SM = SEA.mods
_CRASH = (CHARTS.charts["BL-4"].mods["crash"],)  # 15.5
_VETERAN = (_LM["veteran_pilot"],)
_PILOTS = (Position.PILOT, Position.COPILOT)
_ENGLAND = Surface.ENGLAND
_SAFE = Landing.SAFE
_REPAIRABLE = Landing.REPAIRABLE
_KILLED = Landing.KILLED
_BADLY_HURT = Landing.BADLY_HURT
_IRREPARABLE = Landing.IRREPARABLE
#: The words of a result for the log.
_WORDS = {
    Landing.KILLED: "a crash that nobody survives",
    Landing.BADLY_HURT: "a bad crash",
    Landing.HURT: "a crash",
    Landing.IRREPARABLE: "crew safe, bomber beyond repair",
    Landing.REPAIRABLE: "crew safe, bomber to be repaired",
    Landing.SAFE: "safe",
}
#: Modifiers that are no damage: with these alone the landing itself is the root of a loss.
_NO_DAMAGE = frozenset({"veteran_pilot", "weather_poor", "weather_bad", "not_england", "radio"})


# ------------------------------------------------------------------ modifiers


def _weather(m: Mission) -> Weather:
    """15.1 The weather where the bomber comes down: known over England and over the target."""
    if m.zone <= 1:
        return m.base_weather
    # RULING 15.1: elsewhere it is never rolled and does not count.
    return m.weather if m.weather_rolled and m.zone == m.target.zone else GOOD


def _veteran(m: Mission) -> bool:
    """15.1 A fit Pilot or Copilot on his 11th to 25th mission, with fewer than two light wounds."""
    for position in _PILOTS:
        man = m.men[position]
        if man.fit() and man.veteran():
            return True
    return False


def _damage(m: Mission) -> list[str]:
    """15.1, BL-1, BL-2, P-2 to P-6, 8.3 The keys of the modifiers for damage; those of land and of water alike."""
    plane = m.plane
    keys: list[str] = []
    if m.pilots_out():
        keys.append("no_pilot")
    if plane.untouched:
        return keys
    out = plane.engines_out()
    for key, applies in (
        ("one_engine_left", out == 3),
        ("no_engine", out == 4),
        ("rafts", plane.rafts_out),
        ("window", plane.window_out()),
        ("cables", plane.cables_out()),
        ("tailwheel", plane.tailwheel_out),
        ("rudder", plane.rudder_out()),
        ("elevators", plane.elevators_out()),
        ("tailplane", plane.tailplanes_off() > 0),
        ("flaps", plane.flaps_out()),
        ("ailerons", plane.ailerons_out()),
        ("brakes", plane.brake_out),
        ("gear", plane.gear_out()),
        ("bip", plane.crippled()),
    ):
        if applies:
            keys.append(key)
    return keys


def modifiers(m: Mission, water: bool) -> Sequence[Mod]:
    """15.1, 15.2, landing_modifiers Everything that counts on G-9, or with `water` on G-10; each line once."""
    weather = _weather(m)
    if m.crew_well and m.plane.untouched and weather is GOOD and m.zone <= 1 and not water:
        return _VETERAN if _veteran(m) else NO_MODS
    keys: list[str] = []
    if weather is POOR:
        keys.append("weather_poor")
    elif weather is BAD:
        keys.append("weather_bad")
    if _veteran(m):
        keys.append("veteran_pilot")
    keys += _damage(m)
    if water:
        if bailout.no_help(m):
            keys.append("radio")
    elif m.zone > 1:
        keys.append("not_england")
    table = _SM if water else _LM
    return [table[key] for key in keys if key in table]


def negative_entries(m: Mission) -> int:
    """9.4 How many negative landing modifiers the damage has brought, each line of the list once."""
    return sum(1 for key in _damage(m) if key in _LM)


def negative_points(m: Mission) -> int:
    """9.4 The same counted in points: a landing gear that is out makes three alone."""
    # RULING 9.4: points on G-9, from damage to bomber and pilots; weather, place and the veteran's +1 stay out.
    return -sum(_LM[key].value for key in _damage(m) if key in _LM)


# ------------------------------------------------------------------ England (15.1)


def land_in_england(ref: Referee, m: Mission) -> NoReturn:
    """2.4, 15.1 Zone 1: weather on O-1; men may jump before a bad landing (14.4); then G-9."""
    weather = m.base_weather = ref.roll(WEATHER)
    if ref.trace:
        ref.note("weather", zone=m.zone, weather=weather.value)
    if not m.crew_well and crew.flying(m) is None:
        m.cause = fates.damage_root(m) or m.cause
        bailout.uncontrolled(ref, m)  # 7A.5: nobody is left who could land
    mods = modifiers(m, False)
    if mods is NO_MODS or mods is _VETERAN:
        _land(ref, m, _ENGLAND, mods)
    modifier = sum(mod.value for mod in mods)
    if _dangerous(m, modifier):
        choice = _land_or_jump(ref, m, modifier)
        if choice == "bail-out":
            bailout.bail_out(ref, m, True, _ENGLAND)
        if choice == "some":
            jumpers = bailout.ask_jumpers(ref, m, "jump-first", "14.4", "Who jumps before the landing?")
            before = m.cause
            m.cause = fates.damage_root(m) or Root.LANDING
            bailout.jump(ref, m, jumpers, _ENGLAND)
            m.cause = before
            mods = modifiers(m, False)
    _land(ref, m, _ENGLAND, mods)


def _dangerous(m: Mission, modifier: int) -> bool:
    """14.4 The lowest roll would hurt somebody: row -1 or worse, or row 0 with bombs aboard."""
    # RULING 14.4: only before such a landing is the question put.
    return 2 + modifier < 0 or (m.plane.bombs and 2 + modifier <= 0)


def _stuck(m: Mission) -> bool:
    """14.1 Somebody alive aboard cannot jump."""
    return any(not fates.able(m, man) for man in m.living())


def _land_or_jump(ref: Referee, m: Mission, modifier: int) -> str:
    """14.4, manual 7.1 (errata 24) Land, let some men jump first, or give the bomber up over England."""
    default = "land"
    if modifier <= -5:  # below this landing kills more men than parachutes do
        default = "some"
        # Who cannot jump needs a man at the controls, unless only two sixes could help; a bomber to be scrapped
        # (8.3) is not worth a man's risk.
        if modifier <= -11 or (not _stuck(m) and (modifier <= -8 or m.plane.crippled())):
            default = "bail-out"
    if ref.hurried:
        ref.asked += 1
        return default
    options = {
        "land": "Everybody stays for the landing",
        "some": "Some men jump first, the others land",
        "bail-out": "Everybody jumps; the bomber is given up",
    }
    return ref.choose("land-or-jump", "14.4", f"Land with {modifier:+d} on the roll?", options, default)


# ------------------------------------------------------------------ G-9


def _root(m: Mission, mods: Sequence[Mod]) -> Root:
    """16.3 Damage that made the roll bad keeps its own root; else it is the landing."""
    for mod in mods:
        if mod.key not in _NO_DAMAGE:
            return fates.damage_root(m) or (m.cause if m.cause in ENEMY else Root.LANDING)
    return Root.LANDING


def _land(ref: Referee, m: Mission, where: Surface, mods: Sequence[Mod]) -> NoReturn:
    """15.1-15.6, G-9 The landing on land with its notes; the end of the flight."""
    home = where is _ENGLAND
    root = _root(m, mods) if home else m.cause
    result = ref.roll(LAND, mods)
    total = ref.total
    lucky = ref.face == 12
    if lucky and home:
        result = _SAFE  # RULING 15.3: two sixes save the crew by the card, and in England the bomber with it
    if ref.trace:
        ref.note("landing", where=_place(where), result="safe" if lucky else _WORDS[result])
    m.cause = root
    wrecked = False
    if result is not _SAFE and result is not _REPAIRABLE and not lucky:
        wrecked = _crash(ref, m, result, total)
    _crush(ref, m)
    if not home:
        for man in m.living():
            fates.on_land(ref, man, where)  # 15.8
        fates.close(ref, m, End.LANDED_EUROPE, Repair.LOST, root)
    if wrecked:
        fates.close(ref, m, End.WRECKED, Repair.LOST, root)
    _down(ref, m, result, root)


def _place(where: Surface) -> str:
    """15.1, 15.2 "in England", "in the Netherlands"."""
    return f"in {below.OVER[where]}"


def _crash(ref: Referee, m: Mission, result: Landing, total: int) -> bool:
    """15.4, 15.5, G-9 rows -3 to 0: bombs, death or wounds; whether nothing is left of the bomber."""
    m.plane.untouched = m.crew_well = False
    if result is _KILLED:
        fates.kill_aboard(m, m.cause)
        return True
    # RULING 15.4: the bombs come first; whoever they kill is not wounded before.
    if m.plane.bombs and total <= 0 and ref.roll(BOMBS):
        ref.note("landing-explosion")
        fates.kill_aboard(m, m.cause)
        return True
    if result is _IRREPARABLE:
        return False
    mods = _CRASH if result is _BADLY_HURT else NO_MODS
    for man in m.living():
        wounds.wound(ref, m, man, mods)
    return True


def _crush(ref: Referee, m: Mission) -> None:
    """6.7, P-5 With the landing gear out the gunner in a jammed ball turret dies."""
    # RULING 6.7: whatever the roll, two sixes too: the bomber comes down on him. On the water G-10 alone decides.
    if not m.plane.ball_jammed or not m.plane.gear_out():
        return
    for man in m.living():
        if fates.trapped(m, man):
            fates.die(man, Fate.KIA, m.cause)
            if ref.trace:
                ref.note("crushed", man=man.position.value, name=man.airman.name)


def _down(ref: Referee, m: Mission, result: Landing, root: Root) -> NoReturn:
    """15.6, 15.7, 8.3 In England in one piece: what becomes of the bomber."""
    repair = Repair.SOUND
    if result is _IRREPARABLE:
        repair = Repair.IRREPARABLE
    else:
        if result is _REPAIRABLE:
            repair = Repair.REPAIRABLE
        # RULING 15.6: no crash means result 1 or better.
        if m.plane.gear_out():
            repair = Repair.IRREPARABLE if ref.roll(GEAR) else Repair.REPAIRABLE
            if ref.trace:
                ref.note("belly-landing", state=repair.value)
    if m.plane.bursts_inside and repair is not Repair.IRREPARABLE:
        repair = Repair.IRREPARABLE
        root = Root.BIP
        if ref.trace:
            ref.note("scrapped")
    # A bomber mended by the next mission is no loss.
    fates.close(ref, m, End.LANDED, repair, root if repair is Repair.IRREPARABLE else None)


# ------------------------------------------------------------------ elsewhere (15.2)


def land_in_europe(ref: Referee, m: Mission, where: Surface) -> NoReturn:
    """15.2, 15.8 A forced landing in enemy country: G-9 with -3, the bomber lost, prisoners."""
    _land(ref, m, where, modifiers(m, False))


def ditch(ref: Referee, m: Mission) -> NoReturn:
    """15.2, G-10 Down in the sea: the whole crew is picked up or lost; the bomber is lost.

    15.4's die for bombs aboard is not rolled: at a modified 0 or less the crew is lost already.
    """
    root = m.cause
    saved = ref.roll(SEA, modifiers(m, True)) or ref.face == 12
    m.plane.untouched = m.crew_well = False
    if ref.trace:
        ref.note("ditched", zone=m.zone, result="the crew is picked up" if saved else "nobody is found")
    for man in m.living():
        if saved:
            fates.picked_up(ref, m, man)
        else:
            fates.die(man, Fate.LAS, root)
            if ref.trace:
                ref.note("lost-at-sea", man=man.position.value, name=man.airman.name)
    fates.close(ref, m, End.DITCHED, Repair.LOST, root)


def land_or_bail(ref: Referee, m: Mission, why: str) -> NoReturn:
    """11.4, 11.6, 11.7, manual 7.6 The bomber can fly no farther: it lands or ditches, or everybody jumps."""
    if m.zone <= 1:
        land_in_england(ref, m)
    m.cause = fates.damage_root(m) or m.cause
    if not m.crew_well and crew.flying(m) is None:
        bailout.uncontrolled(ref, m)
    ground = below.land(m)
    sea = below.water(m)
    default = _best(m, ground is not None, sea)
    if ref.hurried:
        ref.asked += 1
        key = default
    else:
        options: dict[str, str] = {}
        if ground is not None:
            modifier = sum(mod.value for mod in modifiers(m, False))
            options["land"] = f"Land {_place(ground)} ({modifier:+d} on G-9)"
        if sea:
            modifier = sum(mod.value for mod in modifiers(m, True))
            options["ditch"] = f"Come down on the water ({modifier:+d} on G-10)"
        options["bail-out"] = "Everybody jumps"
        key = ref.choose("land-or-bail", "11.7", f"The bomber must go down: {why}. How?", options, default)
    if key == "land" and ground is not None:
        land_in_europe(ref, m, ground)
    if key == "ditch":
        ditch(ref, m)
    bailout.bail_out(ref, m, False)


def _best(m: Mission, ground: bool, sea: bool) -> str:
    """11.7 What a careful player does: ditching may bring the crew home; on land parachutes are safer."""
    stuck = _stuck(m)
    if sea:
        # Two of three men die in the water without a raft, all of them if nobody looks for them.
        limit = -1 if ground else -12 if bailout.no_help(m) else -5 if stuck else -4
        if sum(mod.value for mod in modifiers(m, True)) >= limit:
            return "ditch"
    if ground and sum(mod.value for mod in modifiers(m, False)) >= (-8 if stuck else -4):
        return "land"
    return "bail-out"
