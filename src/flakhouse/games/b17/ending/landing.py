"""Section 15: landing in England or enemy country (G-9), ditching (G-10), and the choice to jump instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import partial
from typing import NoReturn

from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import crew, formation, wounds
from flakhouse.games.b17.advice import ending as advice
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.ending import bailout, below, fates
from flakhouse.games.b17.questions import ending as questions
from flakhouse.games.b17.questions import stakes
from flakhouse.games.b17.state import Man, Mission
from flakhouse.games.b17.words import ENEMY, End, Fate, Position, Repair, Root, Surface, Weather
from flakhouse.games.bomber.cells import either

__all__ = [
    "Landing",
    "able_to_land",
    "ditch",
    "land_in_england",
    "land_in_europe",
    "land_or_bail",
    "modifiers",
    "negative_entries",
    "negative_points",
    "veteran",
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
_PILOTS = (Position.PILOT, Position.COPILOT)
_LAND_OR_JUMP = ("land", "some", "bail-out")
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
    return m.weather if m.weather_rolled and m.zone == m.target.zone else Weather.GOOD


def veteran(m: Mission) -> bool:
    """15.1 A fit Pilot or Copilot on his 11th to 25th mission, with fewer than two light wounds."""
    for position in _PILOTS:
        man = m.men[position]
        if man.fit() and man.veteran():
            return True
    return False


def _damage(m: Mission) -> list[str]:
    """G-9 modifiers, 15.1, BL-1, BL-2, P-2 to P-6, 8.3 The keys of the modifiers for damage; those of land and of
    water alike.
    """
    plane = m.plane
    keys: list[str] = []
    if m.pilots_out():
        keys.append("no_pilot")
    out = plane.engines_out()
    if out >= 3:
        keys.append("one_engine_left" if out == 3 else "no_engine")
    if plane.rafts_out:
        keys.append("rafts")
    if plane.window_out():
        keys.append("window")
    if plane.cables_out():
        keys.append("cables")
    if plane.tailwheel_out:
        keys.append("tailwheel")
    if plane.rudder_out():
        keys.append("rudder")
    if plane.elevators_out():
        keys.append("elevators")
    if plane.tailplanes_off():
        keys.append("tailplane")
    if plane.flaps_out():
        keys.append("flaps")
    if plane.ailerons_out():
        keys.append("ailerons")
    if plane.brake_out:
        keys.append("brakes")
    if plane.gear_out():
        keys.append("gear")
    if plane.crippled():
        keys.append("bip")
    return keys


def modifiers(m: Mission, water: bool) -> Sequence[Mod]:
    """G-9 modifiers, G-10 modifiers, 15.1, 15.2, landing_modifiers Everything that counts on G-9, or with `water`
    on G-10; each line once.
    """
    weather = _weather(m)
    keys: list[str] = []
    if weather is Weather.POOR:
        keys.append("weather_poor")
    elif weather is Weather.BAD:
        keys.append("weather_bad")
    if veteran(m):
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


def negative_points(m: Mission, own: Mapping[str, Mod] = _LM) -> int:
    """9.4 The same counted in points (`own`: of a house G-9): a landing gear that is out makes three alone."""
    # RULING 9.4: points on G-9, from damage to bomber and pilots; weather, place and the veteran's +1 stay out.
    return -sum(own.get(key, _LM[key]).value for key in _damage(m) if key in _LM)


# ------------------------------------------------------------------ England (15.1)


def land_in_england(ref: Referee, m: Mission) -> NoReturn:
    """2.4, G-6 note 3, manual 5D.3, 15.1 Zone 1: weather on O-1; men may jump before a bad landing; then G-9."""
    ref.scene("landing", zone=m.zone)
    weather = m.base_weather = ref.roll(WEATHER)
    ref.note("weather", zone=m.zone, weather=weather)
    if crew.flying(m) is None:
        m.cause = fates.damage_root(m) or m.cause
        bailout.uncontrolled(ref, m)  # 7A.5: nobody is left who could land
    mods = modifiers(m, False)
    modifier = sum(mod.value for mod in mods)
    if _dangerous(m, modifier):
        plan = advice.land_or_jump(m, modifier)
        # D26
        choice = ref.ask(
            "land-or-jump", plan.key, lambda: questions.land_or_jump(m, mods, plan), keys=_LAND_OR_JUMP
        )
        if choice == "bail-out":
            bailout.bail_out(ref, m, True, Surface.ENGLAND)
        if choice == "some":
            flyer = _who_lands(ref, m, plan)
            prompt = "Who jumps before the landing?"
            stay = partial(stakes.landing, m, mods, home=True)
            # D27
            jumpers = bailout.ask_jumpers(ref, m, "jump-first", "14.4", prompt, flyer, plan.jumpers, stay)
            before = m.cause
            m.cause = fates.damage_root(m) or Root.LANDING
            bailout.jump(ref, m, jumpers, Surface.ENGLAND)
            m.cause = before
            mods = modifiers(m, False)
    _land(ref, m, Surface.ENGLAND, mods)


def _dangerous(m: Mission, modifier: int) -> bool:
    """14.4 The lowest roll would hurt somebody: row -1 or worse, or row 0 with bombs aboard."""
    # RULING 14.4: only before such a landing is the question put.
    return 2 + modifier < 0 or (m.plane.bombs and 2 + modifier <= 0)


def able_to_land(m: Mission) -> list[Man]:
    """14.4, 7A.5 The pilots at the controls, or else the man who took their place."""
    seated = [man for seat in _PILOTS if (man := m.at(seat)) is not None]
    return [man for man in seated if man.position in _PILOTS] or seated[:1]


def _who_lands(ref: Referee, m: Mission, plan: advice.Plan) -> Man | None:
    """14.4 Some jump: of two pilots the player says which one lands the bomber."""
    pilots = able_to_land(m)
    # D33
    key = ref.ask("who-lands", plan.flyer, lambda: questions.who_lands(pilots))
    return next((man for man in pilots if man.position.value == key), None)


# ------------------------------------------------------------------ G-9


def _root(m: Mission, mods: Sequence[Mod]) -> Root:
    """16.3 Damage that made the roll bad keeps its own root; else it is the landing."""
    for mod in mods:
        if mod.key not in _NO_DAMAGE:
            return fates.damage_root(m) or (m.cause if m.cause in ENEMY else Root.LANDING)
    return Root.LANDING


def _land(ref: Referee, m: Mission, where: Surface, mods: Sequence[Mod]) -> NoReturn:
    """15.1-15.6, G-9 The landing on land with its notes; the end of the flight."""
    home = where is Surface.ENGLAND
    root = _root(m, mods) if home else m.cause
    result = ref.roll(LAND, mods)
    total = ref.total
    lucky = ref.face == 12
    if lucky and home:
        result = (
            Landing.SAFE
        )  # RULING 15.3: two sixes save the crew, from its bombs too, and in England the bomber
    ref.note("landing", causes=(LAND,), where=below.inside(where), result="safe" if lucky else _WORDS[result])
    m.cause = root
    wrecked = False
    if result is not Landing.SAFE and result is not Landing.REPAIRABLE and not lucky:
        wrecked = _crash(ref, m, result, total)
    _crush(ref, m)
    if not home:
        fates.on_land(ref, m.living(), where)  # 15.8
        fates.close(ref, m, End.LANDED_EUROPE, Repair.LOST, root)
    if wrecked:
        fates.close(ref, m, End.WRECKED, Repair.LOST, root)
    _down(ref, m, result, root)


def _crash(ref: Referee, m: Mission, result: Landing, total: int) -> bool:
    """BL-4 modifiers, 15.4, 15.5, G-9 rows -3 to 0: bombs, death or wounds; whether nothing is left of her."""
    if result is Landing.KILLED:
        fates.kill_aboard(m, m.cause)
        return True
    # RULING 15.4: the bombs come first; whoever they kill is not wounded before.
    if m.plane.bombs and total <= 0 and ref.roll(BOMBS):
        ref.note("landing-explosion")
        fates.kill_aboard(m, m.cause)
        return True
    ref.otherwise("bombs-hold")
    if result is Landing.IRREPARABLE:
        return False
    mods = _CRASH if result is Landing.BADLY_HURT else NO_MODS
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
            ref.note("crushed", man=man.position, name=man.airman.name)


def _down(ref: Referee, m: Mission, result: Landing, root: Root) -> NoReturn:
    """15.6, 15.7, 8.3 In England in one piece: what becomes of the bomber."""
    repair = Repair.SOUND
    if result is Landing.IRREPARABLE:
        repair = Repair.IRREPARABLE
    else:
        if result is Landing.REPAIRABLE:
            repair = Repair.REPAIRABLE
        # RULING 15.6: no crash means result 1 or better.
        if m.plane.gear_out():
            repair = Repair.IRREPARABLE if ref.roll(GEAR) else Repair.REPAIRABLE
            ref.note("belly-landing", state=repair)
    if m.plane.bursts_inside and repair is not Repair.IRREPARABLE:
        repair = Repair.IRREPARABLE
        root = Root.BIP
        ref.note("scrapped", causes=())
    # A bomber mended by the next mission is no loss.
    fates.close(ref, m, End.LANDED, repair, root if repair is Repair.IRREPARABLE else None)


# ------------------------------------------------------------------ elsewhere (15.2)


def land_in_europe(ref: Referee, m: Mission, where: Surface) -> NoReturn:
    """15.2, 15.8 A forced landing in enemy country: G-9 with -3, the bomber lost, prisoners."""
    ref.scene("landing", zone=m.zone)
    _land(ref, m, where, modifiers(m, False))


def ditch(ref: Referee, m: Mission) -> NoReturn:
    """15.2, G-10 Down in the sea: the whole crew is picked up or lost; the bomber is lost.

    15.4's die for bombs aboard cannot make it worse for a crew that is lost, but tells how it died.
    """
    root = m.cause
    ref.scene("ditching", zone=m.zone)
    saved = ref.roll(SEA, modifiers(m, True)) or ref.face == 12
    blast = m.plane.bombs and ref.total <= 0 and ref.face != 12 and ref.roll(BOMBS)
    if blast:
        ref.note("landing-explosion")
        fates.kill_aboard(m, root)
    else:
        ref.note("ditched", zone=m.zone, result="the crew is picked up" if saved else "nobody is found")
    for man in m.living():
        if saved:
            fates.picked_up(ref, m, man)
        else:
            fates.die(man, Fate.LAS, root)
            ref.note("lost-at-sea", man=man.position, name=man.airman.name)
    fates.close(ref, m, End.DITCHED, Repair.LOST, root)


def land_or_bail(ref: Referee, m: Mission, why: str) -> NoReturn:
    """11.4, 11.6, 11.7, manual 7.6 The bomber can fly no farther: it lands or ditches, or everybody jumps."""
    if m.zone <= 1:
        land_in_england(ref, m)
    if m.cause is Root.CHOICE:  # else the caller knows what brings it down: the leak, or the last engine's end
        m.cause = fates.damage_root(m) or m.cause
    if crew.flying(m) is None:
        bailout.uncontrolled(ref, m)
    ground = below.land(m)
    sea = below.water(m)
    # D28
    advised = advice.land_or_bail(m, ground, sea)
    key = ref.ask("land-or-bail", advised, lambda: questions.land_or_bail(m, why, ground, sea, advised))
    if key != "bail-out" and m.plane.bombs and not m.plane.bomb_doors_out:
        _lighten(ref, m)
    if key == "land" and ground is not None:
        land_in_europe(ref, m, ground)
    if key == "ditch":
        ditch(ref, m)
    bailout.bail_out(ref, m, False)


def _lighten(ref: Referee, m: Mission) -> None:
    """9.2, 15.4 Going down with bombs aboard: a last chance to be rid of them, in formation or not."""
    # RULING 9.2: a bomber that goes down follows its formation no more, so it may jettison its bombs.
    # D34
    if ref.agreed("jettison-first", True, lambda: questions.jettison_first(m)):
        formation.jettison(ref, m, "going down")
