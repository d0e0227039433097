"""The board of the B-29: strategic track, the aircraft from above, what is counted, the same in words."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from flakhouse.games.b29.cold import oxygen_out, without_air
from flakhouse.games.b29.state import Mission, Plane, new_plane
from flakhouse.games.b29.words import (
    BURSTS,
    CABIN,
    TANK_BOXES,
    WING_BOXES,
    Altitude,
    Cabin,
    End,
    EngineState,
    Escort,
    FighterType,
    Flak,
    Formation,
    GunName,
    Leg,
    Section,
)
from flakhouse.render.b29 import damage, status
from flakhouse.render.bomber.damage import Damage
from flakhouse.render.bomber.facts import count
from flakhouse.web.boards.base import Board, BoardInput, el, join
from flakhouse.web.boards.bomber import around, before, crew, fire, lists, moment, sight, stage
from flakhouse.web.boards.bomber import b29_track as way
from flakhouse.web.boards.bomber import damage as harm
from flakhouse.web.boards.bomber.b29_layout import (
    BAYS,
    DAMAGE_AT,
    ENGINE_CALLS,
    ENGINES,
    FIRE_AT,
    GUNS,
    LABELS,
    LAYOUT,
    PLACES,
    SURFACES,
)
from flakhouse.web.boards.bomber.parts import (
    boxes,
    field,
    fields,
    gauge,
    gun_sheet,
    sheet,
    stamp,
    tank_head,
    works,
)
from flakhouse.web.boards.bomber.stage import summary
from flakhouse.web.boards.bomber.views import Bay, Engine, Foe, Gun, Label, Man, Rules, Scene, Spot
from flakhouse.web.boards.bomber.views import Surface as Part

__all__ = ["board", "engines_of", "men_of"]

_SECTIONS = {**DAMAGE_AT, **FIRE_AT}  # where a hit is drawn
_TWINS = (FighterType.NICK, FighterType.IRVING)
_RULES = Rules(
    foes="5.2",
    men="7.6",
    guns="5.3",
    engines="7.2",
    surfaces="7.1",
    bays="6.3",
    damage="7.1",
    fires="7.5",
    plane="7.1",
)
_KIND = {
    EngineState.FULL: "running",
    EngineState.REDUCED: "reduced",
    EngineState.FEATHERED: "feathered",
    EngineState.WINDMILLING: "windmilling",
    EngineState.RUNAWAY: "runaway",
    EngineState.BURNING: "fire",
    EngineState.DESTROYED: "destroyed",
}


def board(given: BoardInput) -> Board:
    """The board at any question of the game, before there is a mission and after it."""
    m = given.state
    if not isinstance(m, Mission):
        return _empty(given)
    began = given.act.before if given.act is not None else None
    there = around.seen(began.fighters if isinstance(began, Mission) else (), m.fighters)
    foes = around.attackers(there, status.fighter_words, _TWINS, moment.out(given.act))
    guns = _guns(m, given)
    men = men_of(m)
    broken = damage.damage(m)
    return Board(
        track=way.strip(m, given.events),
        drawing=sight.bombs(given.act, m.visibility)
        or stage.stage(_scene(m, men, guns, foes, broken), _RULES, moment.lit(given.act, foes), _SECTIONS),
        rail=join((_aircraft(m), gun_sheet(guns, _RULES.guns), _fuel(m))),
        lists=lists.everything(
            foes, men, sum(man.aboard for man in m.men.values()), broken, status.status(m, 9999), _RULES
        ),
        css=before.CSS,
        symbols=before.SYMBOLS,
    )


# ------------------------------------------------------------------ the stage


def _guns(m: Mission, given: BoardInput) -> tuple[Gun, ...]:
    """The guns, with what they are laid on."""
    aim = fire.laying(given.ask, given.events, given.form)
    found: list[Gun] = []
    for name, gun in m.plane.guns.items():
        kind, at, heading = GUNS[name]
        fault = status.gun_fault(gun) or ("" if gun.bursts else "empty")
        by = aim.by.get(name.value, "")
        found.append(
            Gun(
                name.value,
                gun.bursts,
                BURSTS[name],
                fault,
                kind,
                at,
                heading,
                aim.laid.get(name.value, ()),
                aim.may.get(name.value, ()),
                f"by the {by}" if by else "",
                gun.armed,
            )
        )
    return tuple(found)


def men_of(m: Mission) -> tuple[Man, ...]:
    """The crew."""
    breathless = [id(man) for man in without_air(m)] if m.end is End.FLYING else []  # on the ground all breathe
    taken: dict[str, int] = {}
    found: list[Man] = []
    for position, man in m.men.items():
        air = crew.Air(oxygen=id(man) not in breathless)
        state = crew.state(man, air, status.place_of(man), man.poisoned)
        rank = "novice" if man.novice() else "veteran" if man.veteran() else ""
        told = crew.rating(man, man.kills, rank, "sharpshooter" if m.sharpshooter is position else "")
        found.append(crew.view(man, PLACES, air, state, told, taken, m.seats[position] is None))
    return tuple(found)


def engines_of(plane: Plane) -> tuple[Engine, ...]:
    """The engines."""
    return tuple(
        Engine(
            engine.number,
            _KIND[engine.state],
            status.engine_words(engine),
            ""
            if engine.state is EngineState.FULL and not engine.oil_turns
            else _short(engine.state, engine.oil_turns),
            at,
            call,
        )
        for engine, at, call in zip(plane.engines, ENGINES, ENGINE_CALLS, strict=True)
    )


def _short(state: EngineState, oil: int) -> str:
    """An engine in a word."""
    if state is EngineState.FULL:
        return f"losing oil, {oil}" if oil else ""
    return "reduced" if state is EngineState.REDUCED else state.value


def _surfaces(plane: Plane) -> tuple[Part, ...]:
    """The control surfaces."""
    states: dict[str, str] = {}
    ailerons = plane.ailerons_out() >= 2
    elevators = plane.elevators_out()
    for side, name in ((Section.PORT_WING, "port"), (Section.STARBOARD_WING, "starboard")):
        wing = plane.wings[side]
        states[f"{name} flap"] = "out" if wing.flap_out or plane.flaps_out() else ""
        states[f"{name} aileron"] = "out" if wing.aileron_out or ailerons else ""
        gone = elevators or plane.elevator_out[side] or plane.tailplane_root[side] >= 3
        states[f"{name} elevator"] = "out" if gone else ""
    states["rudder"] = "out" if plane.rudder_out() else "hit" if plane.rudder_hits else ""
    return tuple(Part(name, path, states[name]) for name, path in SURFACES.items())


def _bays(plane: Plane) -> tuple[Bay, ...]:
    """The bomb bays."""
    return tuple(
        Bay(*BAYS[bay.section], bay.bombs, bay.doors_open(), status.bay_words(name, bay))
        for name, bay in (("forward", plane.fwd), ("aft", plane.aft))
    )


def _labels(plane: Plane) -> tuple[Label, ...]:
    """The compartments, with cabins that hold no pressure up high."""
    high = plane.altitude is not Altitude.LO
    return tuple(
        label._replace(note="no pressure")
        if high and not label.inside and plane.cabin_down(CABIN[Section(label.section)])
        else label
        for label in LABELS
    )


def _scene(
    m: Mission, men: tuple[Man, ...], guns: tuple[Gun, ...], foes: tuple[Foe, ...], broken: Sequence[Damage]
) -> Scene:
    """The drawing of this moment."""
    plane = m.plane
    fires = tuple(Spot(s.value, FIRE_AT[s.value], 1, "burning") for s in plane.fires if s.value in FIRE_AT)
    engines = engines_of(plane)
    return Scene(
        LAYOUT,
        summary(foes, engines, men, [section.value for section in plane.fires], broken),
        men,
        engines,
        guns,
        foes,
        harm.spots(broken, DAMAGE_AT),
        fires,
        _surfaces(plane),
        _bays(plane),
        _labels(plane),
        "night" if m.turn and m.night_here() else "",
    )


# ------------------------------------------------------------------ the rail


def _aircraft(m: Mission) -> Markup:
    """Altitude, formation, cabin and the rest of what changes how the bomber flies."""
    plane = m.plane
    levels = (Altitude.HI.name, Altitude.MED.name, Altitude.LO.name)
    box = gauge("Altitude", levels, plane.altitude.name, f"mission {m.altitude.name}", "4.1B")
    inside = el("div", el("div", box, fields(_beside(m)), class_="inst"), fields(_below(m)), class_="in gauges")
    tag = el("span", "4.1–4.8", class_="tag")
    return sheet("bm-aircraft", "Aircraft", tag, inside, class_="bm-rail", rule=_RULES.plane)


def _beside(m: Mission) -> list[Markup]:
    """The boxes beside the altitude: formation and air."""
    plane = m.plane
    high = plane.altitude is not Altitude.LO
    down = [cabin.value for cabin in Cabin if plane.cabin_down(cabin)]
    if not high:
        cabin, tone = "no pressure needed", ""
    elif len(down) == len(Cabin):
        cabin, tone = "lost for good" if plane.pressure_lost else "depressurized", "amber"
    else:
        cabin, tone = (f"not the {' and '.join(down)}", "amber") if down else ("pressurized", "")
    without = oxygen_out(m) if m.end is End.FLYING else []
    if plane.oxygen_all_out:
        oxygen = "tanks gone"
    elif without:
        oxygen = f"{count(len(without), 'man', 'men')} without"
    else:
        oxygen = "all have it, in use" if high and down else "all have it"
    return [
        field("Formation", _formation(m), wide=True, rule="4.8"),
        field("Cabin", cabin, wide=True, tone=tone, rule="4.2"),
        field("Oxygen", oxygen, tone=_oxygen_tone(m) if without else "", rule="7.4"),
    ]


def _oxygen_tone(m: Mission) -> str:
    """7.4A Oxygen that is out harms nobody under pressure or low down."""
    return "red" if without_air(m) else "amber"


def _below(m: Mission) -> list[Markup]:
    """The other boxes of the form."""
    plane = m.plane
    run = ""
    if m.bomb_run and m.on_target is not None:
        run = f"{'on' if m.on_target else 'off'} target, {m.percent} %"
    aboard = {0: "none", 1: "one bay", 2: "aboard"}[plane.fwd.bombs + plane.aft.bombs]
    running = 4 - plane.engines_out()
    off = m.off_course
    fires = ", ".join(section.value for section in plane.fires)
    parts = [
        field("Bomb run", run, wide=True, rule="6.3") if run else None,
        field("Bombs", aboard, rule="6.3"),
        field("Engines", f"{running} of 4", tone="" if running == 4 else "red", rule="7.2"),
        field("Course", "off course" if off else "on course", tone="amber" if off else "", rule="4.5"),
        works("Intercom", plane.intercom_works(), "5.3C"),
        works("Radio", plane.radio_works(), "4-7"),
        works("Radar", plane.radar_works()),
        field("Escort", _escort(m), rule="4-11"),
        field("Expected", m.expected.value.lower(), rule="2-6"),
        field("Extinguishers", f"{sum(plane.extinguishers.values())} of 3", rule="7.5"),
        field("Fire", fires, wide=True, tone="red", rule="7.5") if fires else None,
        field("Flak", m.flak.value, rule="6-2") if m.flak is not Flak.NONE else None,
        field("Target seen", m.visibility.value, rule="6-1") if m.visibility is not None else None,
    ]
    return [part for part in parts if part is not None]


def _formation(m: Mission) -> Markup:
    """A stamp and the place."""
    place = el("span", f" {m.place.value}, {m.squadron.value} squadron", class_="sm pl")
    if m.night:
        return join((stamp("Alone", "blue"), el("span", " by night", class_="sm"), place))
    if m.formation is Formation.IN:
        tight = el("span", " tight", class_="sm") if m.tight else ""
        return join((stamp("In", "green"), tight, place))
    if m.formation is Formation.NONE:
        word = "disbanded" if m.disbanded else "not assembled"
        return join((stamp("None", "amber"), el("span", f" {word}", class_="sm"), place))
    good = " for good" if m.formation is Formation.FOR_GOOD else ""
    return join((stamp("Out", "red"), el("span", good, class_="sm"), place))


def _escort(m: Mission) -> str:
    """The escort now, or whether one is to be met."""
    if m.escort is not Escort.NONE:
        return m.escort.value
    coming = m.escort_available and not m.escort_missed and m.leg is Leg.OUT
    return "to be met" if coming else "none"


def _fuel(m: Mission) -> Markup:
    """Fuel in boxes, and what the plan leaves of it."""
    plane = m.plane
    tag = el("span", "4.3", class_="tag")
    if not m.options.fuel:
        inside = el("p", "Fuel is not counted in this rule set.", class_="in need")
        return sheet("bm-fuel", "Fuel", tag, inside, class_="bm-rail")
    parts = [
        tank_head("Wing tanks", plane.wing_boxes, WING_BOXES),
        boxes("Wing tanks", plane.wing_boxes, WING_BOXES, "w"),
    ]
    tanks: list[Markup] = []
    for name, bay in (("Fwd tank", plane.fwd), ("Aft tank", plane.aft)):
        if not bay.tank_fitted or bay.tank_jettisoned:
            word = "jettisoned" if bay.tank_jettisoned else "not fitted"
            tanks.append(el("div", el("span", name, class_="cap"), el("span", f" {word}", class_="sm")))
            continue
        leak = el("span", " leaking", class_="sm t-red") if bay.tank_leaking else ""
        head = tank_head(name, bay.tank_boxes, TANK_BOXES)
        tanks.append(el("div", head, boxes(name, bay.tank_boxes, TANK_BOXES), leak))
    parts.append(el("div", *tanks, class_="aux"))
    total = plane.wing_boxes + plane.tank_fuel()
    words = [f" Due now: {m.fuel_due}."] if m.fuel_due else []
    if plane.tank_fuel():
        words.append(f" {plane.pumps_working()} of 2 pumps." if plane.transfer_works() else " No transfer.")
    short = bool(status.fuel_warning(m))
    if m.turn and not short:
        told = status.reckoning(m)
        words.append(f" {told[:1].upper()}{told[1:]}.")
    parts.append(el("p", el("b", f"{total} left."), *words, class_="need"))
    if short:
        parts.append(el("p", status.fuel_line(m), class_="need t-red"))
    return sheet("bm-fuel", "Fuel", tag, el("div", *parts, class_="in fuel"), class_="bm-rail")


# ------------------------------------------------------------------ before the mission


def _empty(given: BoardInput) -> Board:
    """The table before a mission has begun: a sound aircraft, an empty track."""
    plane = new_plane()
    guns = tuple(Gun(name.value, BURSTS[name], BURSTS[name], "", *GUNS[name]) for name in GunName)
    aircraft = before.sound(LAYOUT, engines_of(plane), guns, _bays(plane), LABELS)
    return before.empty(given, way.EMPTY, PLACES, aircraft, _RULES)
