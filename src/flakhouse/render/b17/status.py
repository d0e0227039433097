"""Where a B-17 mission stands: the headline of a turn, the status screen, the attackers."""

from __future__ import annotations

from flakhouse.core.mods import Mod
from flakhouse.games.b17 import abort, movement
from flakhouse.games.b17.ending import landing
from flakhouse.games.b17.state import Engine, Fighter, Gun, Man, Mission, Plane
from flakhouse.games.b17.words import (
    AMMO,
    COMPARTMENTS,
    STATION_COMPARTMENT,
    Cover,
    End,
    EngineState,
    GunName,
    Leg,
    Position,
    Repair,
    Surface,
)
from flakhouse.render.b17 import damage as harm
from flakhouse.render.b17.digest import cover_text
from flakhouse.render.bomber import layout
from flakhouse.render.bomber.facts import count

__all__ = [
    "ammunition",
    "attackers",
    "briefing",
    "damage",
    "engine_words",
    "fighter_words",
    "fuel",
    "gun_fault",
    "headline",
    "landing_points",
    "landing_sum",
    "place_of",
    "status",
]

_BELOW = {
    Surface.ENGLAND: "England",
    Surface.WATER: "water",
    Surface.FRANCE: "France",
    Surface.BELGIUM: "Belgium",
    Surface.NETHERLANDS: "the Netherlands",
    Surface.GERMANY: "Germany",
}
_FEET = ("rabbit's foot", "rabbit's feet")

# ------------------------------------------------------------------ the headline


def headline(m: Mission, mark: str, waves_known: bool = False, home_weather_known: bool = False) -> str:
    """The flight on one line; `waves_known` if the fighters of this turn have been rolled for,
    `home_weather_known` if the weather of the landing has."""
    plane = m.plane
    if m.turn == 0:
        return mark.join(["Before take-off", f"{m.target.city}, {m.target.kind.value}"])
    parts = [f"Turn {m.turn}", _zone(m), "10,000 ft" if plane.low else ""]
    if m.repair is Repair.LOST:
        return mark.join([*parts[:2], layout.lost(sum(man.dead for man in m.men.values()))])
    hurt = layout.men_out(sum(not man.fit() for man in m.men.values()))
    if m.end is End.LANDED:
        running = layout.engines(4 - plane.engines_out()) if plane.engines_out() else ""
        return mark.join(part for part in (parts[0], "landed at base", running, hurt) if part)
    if _weather_known(m):
        parts.append(f"weather {_weather(m)}")
    elif home_weather_known:
        parts.append(f"weather {m.base_weather.value.lower()}")
    parts.append(f"in formation ({_place(m)})" if m.in_formation else "out of formation")
    if m.zone > 1 and m.cover is not Cover.NONE:
        parts.append(cover_text(m.cover.value))
    if m.waves:
        parts.append(count(m.waves, "wave", "waves"))
    elif waves_known:
        parts.append("no fighters")
    if m.leg is Leg.OUT and not plane.bombs:
        parts.append("no bombs")
    if plane.engines_out():
        parts.append(layout.engines(4 - plane.engines_out()))
    if plane.fuel_turns >= 0:
        parts.append(f"fuel for {count(plane.fuel_turns, 'turn', 'turns')}")
    if m.aborted:
        parts.append("mission aborted")
    return mark.join(part for part in (*parts, hurt) if part)


def _place(m: Mission) -> str:
    """The place in the formation, and the squadron if there are any."""
    return m.place.value + (f", {m.squadron.value} squadron" if m.squadron else "")


def _zone(m: Mission) -> str:
    """The zone, the way, and why it is not a new one."""
    if m.zone == 0:
        return "at base"
    text = f"Zone {m.zone} of {m.target.zone} {m.leg.value}"
    if m.zone == m.target.zone:
        if m.leg is Leg.OUT:
            text += ", over the target"
        elif m.turns_here == 1:
            return f"{text}, turning for home"
    return f"{text}, second turn" if m.turns_here > 1 else text


def _weather_known(m: Mission) -> bool:
    """Whether there is weather to speak of: over the target once it is rolled."""
    return m.weather_rolled and m.zone == m.target.zone


def _weather(m: Mission) -> str:
    return m.weather.value.lower()


# ------------------------------------------------------------------ the status screen


def status(m: Mission, width: int = 80) -> str:
    """Everything about the flight on one screen, in labelled lines."""
    hurt = damage(m)
    lines = layout.rows(
        (
            ("Mission", _mission(m)),
            ("Track", _track(m)),
            ("Here", _here(m)),
            ("Formation", _formation(m)),
            ("Bombs", _bombs(m)),
            ("Engines", _engines(m)),
            ("Fuel", fuel(m)),
        ),
        width,
    )
    lines += _guns(m, width)
    lines += _crew(m, width)
    lines += layout.rows(
        (
            ("Air", _air(m.plane)),
            ("Supplies", _supplies(m)),
            ("Damage", "; ".join(hurt) + "." if hurt else "none."),
            ("Landing", landing_points(m)),
        ),
        width,
    )
    for i, text in enumerate(attackers(m)):
        lines += layout.row("Attackers" if i == 0 else "", text, width)
    return "\n".join(lines)


def _mission(m: Mission) -> str:
    text = f"{m.number}: {m.target.city}, {m.target.kind.value}, Zone {m.target.zone}."
    if m.on_target is not None:
        text += f" Bombs {'on' if m.on_target else 'off'} target, {m.percent} percent."
    if m.aborted:
        text += f" Aborted in Zone {m.abort_zone}: {m.abort_cause}."
    elif must := abort.mandatory(m):
        text += f" It must be aborted: {must}."
    elif m.leg is Leg.OUT and abort.reasons(m):
        text += f" Cause to abort: {', '.join(abort.reasons(m))}."
    return text


def _track(m: Mission) -> str:
    """The way to the target in one line; the zone now is in brackets."""
    if m.zone == 0:
        return f"at base; target in Zone {m.target.zone}."
    return layout.track(m.zone, m.target.zone, m.leg.value)


def _here(m: Mission) -> str:
    if m.turn == 0:
        return "not yet airborne."
    parts = [f"Turn {m.turn}", _zone(m), "10,000 ft" if m.plane.low else "20,000 ft"]
    if _weather_known(m):
        parts.append(f"weather {_weather(m)}")
    return f"{', '.join(parts)}; below: {' and '.join(_BELOW[letter] for letter in m.letters())}."


def _formation(m: Mission) -> str:
    parts = [f"{'in formation' if m.in_formation else 'out of formation'} ({_place(m)})"]
    if m.out_zones:
        parts.append("back in it after a zone")
    if m.turn:
        if m.zone > 1:
            parts.append(cover_text(m.cover.value))
        parts.append(f"{count(m.waves, 'wave', 'waves')} this turn" if m.waves else "no fighters this turn")
    for holds, what in (
        (m.wave_mod > 0, "loose formation"),
        (m.wave_mod < 0, "tight formation"),
        (m.aggressive_cover, "aggressive cover"),
        (m.bad_comms, "German fighter control in a muddle"),
    ):
        if holds:
            parts.append(what)
    return "; ".join(parts) + "."


def _bombs(m: Mission) -> str:
    plane = m.plane
    parts = ["aboard" if plane.bombs else "gone"]
    parts += layout.out(
        (
            (plane.bomb_doors_out, "doors"),
            (plane.norden_out, "Norden sight"),
            (plane.bomb_controls_out, "bomb controls"),
            (plane.bomb_release_out, "bomb release"),
        )
    )
    return "; ".join(parts) + "."


def _engines(m: Mission) -> str:
    if all(e.state is EngineState.RUNNING and not e.oil_zones for e in m.plane.engines):
        text = "1, 2, 3, 4 running."
    else:
        text = "; ".join(f"{engine.number} {engine_words(engine)}" for engine in m.plane.engines) + "."
    if m.one_engine_zones >= 0:
        text += f" One engine carries the bomber {count(m.one_engine_zones, 'more zone', 'more zones')}."
    return text


def engine_words(engine: Engine) -> str:
    """What an engine does, and what it loses."""
    text = engine.state.value
    if engine.oil_zones and engine.state is EngineState.RUNNING:
        text += f", losing oil, {count(engine.oil_zones - 1, 'more zone', 'more zones')}"
    if engine.state is EngineState.RUNNING and engine.charges < 2:
        text += f", {count(engine.charges, 'fire charge', 'fire charges')}"
    return text


def fuel(m: Mission) -> str:
    """The leak, if there is one, against the way home."""
    turns = m.plane.fuel_turns
    if turns < 0:
        return "no leak."
    tanks = " and ".join(tank.value for tank in m.plane.leaking)
    way = "home" if m.leg is Leg.BACK else "home by way of the target"
    need = count(movement.turns_home(m), "turn", "turns")
    return f"{tanks} leaking; {count(turns, 'turn', 'turns')} left; {way} takes {need}."


# ------------------------------------------------------------------ guns, men, air


def _guns(m: Mission, width: int) -> list[str]:
    """Nine guns, two on a line."""
    cells = [f"{name.value.ljust(20)}{_gun(gun)}" for name, gun in m.plane.guns.items()]
    return layout.pairs("Guns", cells, width)


def gun_fault(gun: Gun) -> str:
    """What ails a gun; "" if nothing."""
    if not gun.armed:
        return "overboard"
    if gun.broken or gun.inoperable:
        return "out"
    return "frozen" if gun.frozen else "jammed" if gun.jammed else ""


def _gun(gun: Gun) -> str:
    return layout.gun(gun.bursts, AMMO[gun.name], gun_fault(gun)) if gun.armed else gun_fault(gun)


_SHORT = {
    GunName.NOSE: "nose",
    GunName.PORT_CHEEK: "port cheek",
    GunName.STARBOARD_CHEEK: "starboard cheek",
    GunName.TOP: "top",
    GunName.RADIO: "radio",
    GunName.BALL: "ball",
    GunName.PORT_WAIST: "port waist",
    GunName.STARBOARD_WAIST: "starboard waist",
    GunName.TAIL: "tail",
}


def ammunition(m: Mission) -> str:
    """The bursts of every gun in one line."""
    return ", ".join(f"{_SHORT[gun.name]} {gun_fault(gun) or gun.bursts}" for gun in m.plane.guns.values())


def _crew(m: Mission, width: int) -> list[str]:
    places = [(section.value, [_man(man) for man in m.inside(section)]) for section in COMPARTMENTS]
    return layout.crew(places, [_man(man) for man in m.men.values() if not man.aboard], width)


def place_of(man: Man) -> str:
    """Where a man is who is not at his own station; "" for the others."""
    if man.aboard and not man.dead:
        if man.station is None:
            here = STATION_COMPARTMENT[man.position] is man.compartment
            return "out of his seat" if here else "away from his station"
        if man.station is not man.position:
            return f"at the {man.station.value}'s station"
    return ""


def _man(man: Man) -> str:
    place = place_of(man)
    text = layout.man(
        f"{man.position.value} {man.airman.name}",
        place=place,
        dead=man.dead,
        jumped=man.jumped,
        light=man.light,
        serious=man.serious,
        frostbitten=man.frostbitten,
        kills=man.kills,
    )
    return f"{text}, ace" if man.alive() and man.ace() else text


def _air(plane: Plane) -> str:
    """Oxygen and heat by station."""
    parts: list[str] = []
    if plane.oxygen_system_out:
        parts.append("no oxygen anywhere")
    else:
        gone = [p.value for p in Position if not plane.oxygen_at(p)]
        hit = [p.value for p, hits in plane.oxygen_hits.items() if hits and plane.oxygen_at(p)]
        if gone:
            parts.append(f"no oxygen for {', '.join(gone)}")
        if hit:
            parts.append(f"oxygen hit once for {', '.join(hit)}")
    if plane.heat_out:
        parts.append(f"no heat for {', '.join(p.value for p in plane.heat_out)}")
    return "; ".join(parts) + "." if parts else "oxygen and heat everywhere."


def _supplies(m: Mission) -> str:
    left = m.plane.extinguishers
    text = count(left, "hand extinguisher", "hand extinguishers") if left else "no hand extinguisher"
    if m.rabbits_feet:
        text += f"; {count(m.rabbits_feet, *_FEET)}"
    return text + "."


# ------------------------------------------------------------------ damage


def damage(m: Mission) -> list[str]:
    """What is broken, from nose to tail and wing to wing; bombs, engines, air and guns have lines of their own."""
    return [broken.words for broken in harm.damage(m)]


def _landing_mods(m: Mission) -> list[Mod]:
    """15.1 What counts on G-9 as things stand, weather left out unless England is below."""
    return [mod for mod in landing.modifiers(m, False) if m.zone <= 1 or mod.key not in _NOT_IN_ENGLAND]


def landing_sum(m: Mission) -> str:
    """15.1 What counts on the landing, in sum."""
    mods = _landing_mods(m)
    return f"{sum(mod.value for mod in mods):+d} in England" if mods else "nothing for or against it yet"


def landing_points(m: Mission) -> str:
    """15.1 The same with its parts."""
    mods = _landing_mods(m)
    reasons = "; ".join(f"{mod.reason} {mod.value:+d}" for mod in mods)
    return f"{landing_sum(m)}{': ' if reasons else ''}{reasons}."


_NOT_IN_ENGLAND = ("not_england", "weather_poor", "weather_bad")


# ------------------------------------------------------------------ for a start in the middle


def briefing(m: Mission) -> list[str]:
    """The mission in two lines, for a start in the middle of it."""
    return [
        f"The target is {m.target.city}, in zone {m.target.zone}: {m.target.kind.value.lower()}.",
        f"Your place in the formation: {_place(m).lower()}.",
    ]


# ------------------------------------------------------------------ the attackers


def aiming(m: Mission) -> list[str]:
    """M-1, 3B.1, BL-4 Why guns hit on less than the table says: what makes every gunner's aim worse, and whose."""
    if m.evading:
        return ["Evasive action: guns hit only on a 6."]
    hurt = [man.airman.name for man in m.men.values() if man.fit() and (man.light >= 2 or man.frostbitten)]
    lines = ["The intercom is out: guns hit only on a 6, the tail guns on 5 or 6."] if m.plane.intercom_out else []
    return lines + [f"{name} is hurt and hits only on a 6." for name in hurt]


def attackers(m: Mission) -> list[str]:
    """The fighters attacking now, clockwise from the nose, each on a line."""
    there = [f for f in m.fighters if not f.destroyed and not f.gone]
    return layout.clockwise((fighter.where(), fighter_words(fighter)) for fighter in there)


def fighter_words(fighter: Fighter) -> str:
    """A fighter and what is known of it."""
    parts = [fighter.name or fighter.kind.value]
    if fighter.skill is not None:
        parts.append(f"{fighter.skill.value} pilot")
    if fighter.breaks_off():
        parts.append("damaged, breaks off after this attack")
    elif fighter.fca:
        parts.append("damaged, keeps coming")
    if fighter.special == "b":
        parts.append("in a dive that no gun may fire at")
    return ", ".join(parts)
