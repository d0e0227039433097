"""Section 15: landing in England or enemy country (G-9), ditching (G-10), and the choice to jump instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NoReturn

from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import crew, formation, wounds
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.ending import bailout, below, fates, odds
from flakhouse.games.b17.state import Man, Mission
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


def negative_points(m: Mission, own: Mapping[str, Mod] = _LM) -> int:
    """9.4 The same counted in points (`own`: of a house G-9): a landing gear that is out makes three alone."""
    # RULING 9.4: points on G-9, from damage to bomber and pilots; weather, place and the veteran's +1 stay out.
    return -sum(own.get(key, _LM[key]).value for key in _damage(m) if key in _LM)


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
        plan = _plan(m, modifier)
        choice = _land_or_jump(ref, modifier, plan)
        if choice == "bail-out":
            bailout.bail_out(ref, m, True, _ENGLAND)
        if choice == "some":
            flyer = _who_lands(ref, m, plan)
            prompt = "Who jumps before the landing?"
            # D27
            jumpers = bailout.ask_jumpers(ref, m, "jump-first", "14.4", prompt, flyer, plan.jumpers)
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


@dataclass(slots=True, frozen=True)
class Plan:
    """14.4 What a careful player does before a landing in England, by the losses to be expected (`odds`)."""

    key: str  # the answer to "land-or-jump"
    flyer: Man | None  # who lands the bomber
    jumpers: tuple[str, ...]  # who jumps first, by position
    loss: float


def _plan(m: Mission, modifier: int) -> Plan:
    """14.4 The best of all ways: which pilots stay for the landing; others jump if that is safer for them."""
    jumps = odds.each(m, lambda man: odds.jumping(m, man, _ENGLAND))
    jump = {man.position: loss for man, loss in zip(m.living(), jumps, strict=True)}
    bail_out = sum(jump.values()) + (0.0 if m.plane.crippled() else odds.BOMBER)
    best = Plan("bail-out", crew.flying(m), (), bail_out)
    veteran = _veteran(m)
    for stay in _cockpits(m):
        # The veteran's +1 leaves with him.
        less = veteran and not any(man.veteran() for man in stay if man.position in _PILOTS)
        plan = _stay(m, stay, jump, modifier - less)
        if plan.loss < best.loss:
            best = plan
    return best


def _stay(m: Mission, stay: Sequence[Man], jump: dict[Position, float], modifier: int) -> Plan:
    """14.4 What is to be expected if these men stay in the cockpit and the others do what is best for each."""
    loss = 0.0 if m.plane.crippled() else odds.BOMBER * odds.bomber_lost(m, modifier)
    jumpers: list[str] = []
    lands = odds.each(m, lambda man: odds.landing(m, man, modifier, _ENGLAND))
    for man, land in zip(m.living(), lands, strict=True):
        leaves = jump[man.position] < land and all(man is not other for other in stay)
        loss += jump[man.position] if leaves else land
        if leaves:
            jumpers.append(man.position.value)
    return Plan("some" if jumpers else "land", stay[0], tuple(jumpers), loss)


def _cockpits(m: Mission) -> list[list[Man]]:
    """14.4 Who may stay to land: either of two pilots, or both; without a pilot whoever flies."""
    pilots = _able_to_land(m)
    return [[man] for man in pilots] + ([pilots] if len(pilots) > 1 else [])


def _able_to_land(m: Mission) -> list[Man]:
    """14.4, 7A.5 The pilots at the controls, or else the man who took their place."""
    seated = [man for seat in _PILOTS if (man := m.at(seat)) is not None]
    return [man for man in seated if man.position in _PILOTS] or seated[:1]


def _who_lands(ref: Referee, m: Mission, plan: Plan) -> Man | None:
    """14.4 Some jump: of two pilots the player says which one lands the bomber."""
    pilots = {man.position.value: man for man in _able_to_land(m)}
    default = plan.flyer.position.value if plan.flyer is not None else ""
    options = {key: f"{key} {man.airman.name}" for key, man in pilots.items()}
    # D33
    return pilots.get(ref.choose("who-lands", "14.4", "Who stays to land the bomber?", options, default))


def _land_or_jump(ref: Referee, modifier: int, plan: Plan) -> str:
    """14.4, manual 7.1 (errata 24) Land, let some men jump first, or give the bomber up over England."""
    default = plan.key
    if ref.hurried:
        ref.asked += 1
        return default
    options = {
        "land": "Everybody stays for the landing",
        "some": "Some men jump first, the others land",
        "bail-out": "Everybody jumps; the bomber is given up",
    }
    # D26
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
        result = _SAFE  # RULING 15.3: two sixes save the crew, from its bombs too, and in England the bomber
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

    15.4's die for bombs aboard cannot make it worse for a crew that is lost, but tells how it died.
    """
    root = m.cause
    saved = ref.roll(SEA, modifiers(m, True)) or ref.face == 12
    blast = m.plane.bombs and ref.total <= 0 and ref.face != 12 and ref.roll(BOMBS)
    m.plane.untouched = m.crew_well = False
    if blast:
        ref.note("landing-explosion")
        fates.kill_aboard(m, root)
    elif ref.trace:
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
    if m.cause is Root.CHOICE:  # else the caller knows what brings it down: the leak, or the last engine's end
        m.cause = fates.damage_root(m) or m.cause
    if not m.crew_well and crew.flying(m) is None:
        bailout.uncontrolled(ref, m)
    ground = below.land(m)
    sea = below.water(m)
    default = _best(m, ground, sea)
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
        # D28
        key = ref.choose("land-or-bail", "11.7", f"The bomber must go down: {why}. How?", options, default)
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
    if ref.yes("jettison-first", "9.2", "Jettison the bombs before the bomber comes down?", default=True):
        formation.jettison(ref, m, "going down")


def _best(m: Mission, ground: Surface | None, sea: bool) -> str:
    """11.7 What a careful player does: the way down with the smallest loss to be expected."""
    over = ground or Surface.WATER  # 14.3: where there is land, men jump over it
    losses = {"bail-out": sum(odds.each(m, lambda man: odds.jumping(m, man, over)))}
    if ground is not None:
        on_land = sum(mod.value for mod in modifiers(m, False))
        losses["land"] = sum(odds.each(m, lambda man: odds.landing(m, man, on_land, ground)))
    if sea:
        on_water = sum(mod.value for mod in modifiers(m, True))
        losses["ditch"] = sum(odds.each(m, lambda man: odds.ditching(m, man, on_water)))
    return min(reversed(losses), key=lambda key: losses[key])
