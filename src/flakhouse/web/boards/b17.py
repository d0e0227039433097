"""The board of the B-17: the way to the target, the aircraft from above, what is counted, the same in words."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from flakhouse.core.events import Event, Noted
from flakhouse.games.b17.state import Mission, Plane, new_plane
from flakhouse.games.b17.words import (
    AMMO,
    End,
    EngineState,
    FighterType,
    Flak,
    GunName,
    Leg,
    Position,
    Section,
    Surface,
)
from flakhouse.render.b17 import damage, status
from flakhouse.render.bomber.damage import Damage
from flakhouse.render.bomber.facts import count
from flakhouse.web.boards.base import Board, BoardInput, el, join, thing
from flakhouse.web.boards.bomber import around, before, crew, fire, lists, moment, sight, stage, track
from flakhouse.web.boards.bomber import damage as harm
from flakhouse.web.boards.bomber.b17_layout import (
    BAY,
    DAMAGE_AT,
    ENGINE_CALLS,
    ENGINES,
    GUNS,
    LABELS,
    LAYOUT,
    OUTLINE,
    PLACES,
    SURFACES,
)
from flakhouse.web.boards.bomber.parts import (
    boxes,
    field,
    fields,
    gauge,
    gun_sheet,
    icon,
    ordinal,
    sheet,
    stamp,
    works,
)
from flakhouse.web.boards.bomber.views import Bay, Engine, Foe, Gun, Man, Rules, Scene, Station
from flakhouse.web.boards.bomber.views import Surface as Part

__all__ = ["board", "broken_of", "engines_of", "men_of"]

_ZONES = 8
_SECTIONS = DAMAGE_AT  # where a hit is drawn
_TWINS = (FighterType.ME110,)
_WAY = "2.1"  # the rule of the track
_RULES = Rules(
    foes="3.1",
    men="7.1",
    guns="3.4",
    engines="11.0",
    surfaces="6.0",
    bays="12.3",
    damage="6.0",
    fires="6A.2",
    plane="6.0",
)
_KIND = {
    EngineState.RUNNING: "running",
    EngineState.FEATHERED: "feathered",
    EngineState.WINDMILLING: "windmilling",
}
_HIGH, _LOW = "20,000", "10,000"


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
    broken = broken_of(m)
    return Board(
        track=_track(m, given.events),
        drawing=sight.bombs(given.act)
        or stage.stage(_scene(m, men, guns, foes, broken), _RULES, moment.lit(given.act, foes), _SECTIONS),
        rail=join((_aircraft(m), gun_sheet(guns, _RULES.guns), _engine_sheet(m), _air_sheet(m))),
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
        fault = status.gun_fault(gun)
        if not fault and name is GunName.BALL and m.plane.ball_jammed:
            fault = "turret jammed"
        fault = fault or ("" if gun.bursts else "empty")
        found.append(
            Gun(
                name.value,
                gun.bursts,
                AMMO[name],
                fault,
                kind,
                at,
                heading,
                aim.laid.get(name.value, ()),
                aim.may.get(name.value, ()),
                "",
                gun.armed,
            )
        )
    return tuple(found)


def men_of(m: Mission) -> tuple[Man, ...]:
    """The crew."""
    plane = m.plane
    taken: dict[str, int] = {}
    found: list[Man] = []
    for position, man in m.men.items():
        at = man.station
        air = crew.Air(
            at is None or plane.low or plane.oxygen_at(at), at is None or plane.low or plane.heat_at(at)
        )
        state = crew.state(man, air, status.place_of(man))
        ace = man.alive() and man.ace()
        told = crew.rating(man, man.kills, "veteran" if man.veteran() else "", "ace" if ace else "")
        found.append(crew.view(man, PLACES, air, state, told, taken, m.seats[position] is None))
    return tuple(found)


def engines_of(plane: Plane) -> tuple[Engine, ...]:
    """The engines."""
    found: list[Engine] = []
    for engine, at, call in zip(plane.engines, ENGINES, ENGINE_CALLS, strict=True):
        short = "" if engine.state is EngineState.RUNNING else engine.state.value
        if engine.state is EngineState.RUNNING and engine.oil_zones:
            short = "losing oil"
        words = status.engine_words(engine)
        found.append(Engine(engine.number, _KIND[engine.state], words, short, at, call, False))
    return tuple(found)


def _surfaces(plane: Plane) -> tuple[Part, ...]:
    """The control surfaces."""
    states: dict[str, str] = {}
    for side, name in ((Section.PORT_WING, "port"), (Section.STARBOARD_WING, "starboard")):
        wing = plane.wings[side]
        states[f"{name} flap"] = "out" if wing.flap_out or plane.flaps_out() else ""
        states[f"{name} aileron"] = "out" if wing.aileron_out or plane.ailerons_out() else ""
        gone = plane.elevators_out() or plane.elevator_out[side] or plane.tailplane_root[side] >= 3
        states[f"{name} elevator"] = "out" if gone else ""
    states["rudder"] = "out" if plane.rudder_out() else "hit" if plane.rudder_hits else ""
    return tuple(Part(name, path, states[name]) for name, path in SURFACES.items())


def broken_of(m: Mission) -> list[Damage]:
    """The damage of the status screen, with the bombing gear and the tanks that have lines of their own there."""
    return [*damage.damage(m), *damage.bombing(m)]


def _scene(
    m: Mission, men: tuple[Man, ...], guns: tuple[Gun, ...], foes: tuple[Foe, ...], broken: Sequence[Damage]
) -> Scene:
    """The drawing of this moment."""
    engines = engines_of(m.plane)
    bombs = m.plane.bombs
    return Scene(
        LAYOUT,
        stage.summary(foes, engines, men, (), broken),
        men,
        engines,
        guns,
        foes,
        harm.spots(broken, DAMAGE_AT),
        (),
        _surfaces(m.plane),
        (Bay(*BAY, bombs, False, "bombs aboard" if bombs else "empty"),),
        LABELS,
    )


# ------------------------------------------------------------------ the track


def _track(m: Mission, events: Sequence[Event] = ()) -> Markup:
    """The way to the target and home."""
    inbound = m.leg is Leg.BACK
    stations = [_station(m, zone) for zone in range(max(_ZONES, m.target.zone) + 1)]
    zone = f"Zone {_here(m)}" if _here(m) else "Base"
    if m.turn == 0:
        leg = ("Briefing", "At base", f"target in Zone {m.target.zone}")
    else:
        turn = f"turn {m.turn}" + (f", {ordinal(m.turns_here)} here" if m.turns_here > 1 else "")
        leg = (f"Aborted, {m.leg.value}" if m.aborted else m.leg.value, zone, turn)
    if m.end is not End.FLYING:
        leg = ("Flight over", zone, m.end.value)
    told = next((e for e in reversed(events) if isinstance(e, Noted) and e.kind == "weather"), None)
    here = told is not None and told.facts.get("zone") == m.zone  # that of the target is of no use at home
    sky, where = Markup("–"), ""
    if told is not None and here:
        word = str(getattr(told.facts["weather"], "value", told.facts["weather"]))
        sky = join((icon(track.weather_icon(word)), f" {word}"))
        where = "over the target" if m.zone == m.target.zone else "at base"
    return track.track(leg, stations, ("Weather", sky, el("span", where)), OUTLINE, inbound, _WAY)


_BELOW = {
    Surface.ENGLAND: "England",
    Surface.WATER: "water",
    Surface.FRANCE: "France",
    Surface.BELGIUM: "Belgium",
    Surface.NETHERLANDS: "the Netherlands",
    Surface.GERMANY: "Germany",
}
_STANDS = {"done": "flown", "now": "here now", "ahead": "ahead", "off": "not on this route"}


def _here(m: Mission) -> int:
    """The zone on the track; 0 is the base, before take-off and after the landing in England."""
    return m.zone if m.turn and m.end is not End.LANDED else 0


def _station(m: Mission, zone: int) -> Station:
    """A zone of the way."""
    target = m.target.zone
    here = _here(m)
    far = m.abort_zone if m.aborted else target
    if zone == here:
        kind = "now"
    elif zone > max(far, here):
        kind = "off"
    elif m.leg is Leg.OUT:
        kind = "done" if zone < here else "ahead"
    else:
        kind = "done" if zone > here else "ahead"
    letters = m.target.letters.get(zone, (Surface.ENGLAND,) if zone <= 1 else ())
    below = " and ".join(_BELOW[letter] for letter in letters)
    captions = [
        "8th AF base" if zone == 0 else "",
        f"Target: {m.target.city}" if zone == target else "",
        "Aborted" if m.aborted and zone == m.abort_zone else "",
        below[:1].upper() + below[1:],
    ]
    shown = [caption for caption in captions if caption]
    fighters = zone in m.target.modifiers
    weather = m.weather.value if zone == target and m.weather_rolled else ""
    note = [_STANDS[kind], *captions[:3], f"below: {below}" if below else ""]
    note += [f"{weather} weather"] if weather else []
    note += [f"fighter zone, {m.target.modifiers[zone]:+d}"] if fighters else []
    return Station(
        zone,
        kind,
        weather,
        shown[0] if shown else "",
        fighters,
        False,
        m.target.city if zone == target else "",
        "; ".join(part for part in note if part),
    )


# ------------------------------------------------------------------ the rail


def _aircraft(m: Mission) -> Markup:
    """Altitude, formation, cover and the rest of what changes how the bomber flies."""
    plane = m.plane
    box = gauge("Altitude", (_HIGH, _LOW), _LOW if plane.low else _HIGH, "feet", "9.3")
    first, rest = _aircraft_fields(m)
    inside = el("div", el("div", box, fields(first), class_="inst"), fields(rest), class_="in gauges")
    tag = el("span", "2–9", class_="tag")
    return sheet("bm-aircraft", "Aircraft", tag, inside, class_="bm-rail", rule=_RULES.plane)


def _aircraft_fields(m: Mission) -> tuple[list[Markup], list[Markup]]:
    """The boxes of the form: those beside the altitude, and the others."""
    plane = m.plane
    running = 4 - plane.engines_out()
    run = ""
    if m.on_target is not None:
        run = f"{'on' if m.on_target else 'off'} target, {m.percent} %"
    left = plane.extinguishers
    waves = "none this turn" if not m.waves else count(m.waves, "wave", "waves")
    first = [
        field("Formation", _formation(m), wide=True, rule="9.1"),
        field("Cover", m.cover.value.lower() if m.zone > 1 else "–", wide=True, rule="2A.3"),
        field("Fighters", waves if m.turn else "–", wide=True, tone="red" if m.waves else "", rule="3.1"),
    ]
    rest = [
        field("Bomb run", run, wide=True, rule="12.3") if run else None,
        field("Bombs", "aboard" if plane.bombs else "gone", rule="12.3"),
        field("Engines", f"{running} of 4", tone="" if running == 4 else "red", rule="11.0"),
        works("Intercom", not plane.intercom_out),
        works("Radio", not plane.radio_out),
        works("Autopilot", not plane.autopilot_out),
        field("Extinguishers", f"{left} of 5", tone="" if left else "red", rule="6A.2"),
        field("Flak", m.flak.value.lower(), rule="8.1") if m.flak is not Flak.NONE else None,
        field("Rabbit's feet", str(m.rabbits_feet), rule="B-7") if m.rabbits_feet else None,
        field("Landing", status.landing_sum(m), wide=True, rule="15.1"),
    ]
    return first, [part for part in rest if part is not None]


def _formation(m: Mission) -> Markup:
    """A stamp and the place."""
    squadron = f", {m.squadron.value} squadron" if m.squadron else ""
    place = el("span", f" {m.place.value}{squadron}", class_="sm pl")
    more = ["tight" if m.wave_mod < 0 else "loose" if m.wave_mod > 0 else "", "back soon" if m.out_zones else ""]
    words = el("span", "".join(f" {word}" for word in more if word), class_="sm")
    return join((stamp("In", "green") if m.in_formation else stamp("Out", "red"), words, place))


def _engine_sheet(m: Mission) -> Markup:
    """Engines with their fire charges, and the fuel."""
    plane = m.plane
    items: list[Markup] = []
    for engine in engines_of(plane):
        left = plane.engines[engine.number - 1].charges
        charges = boxes(f"Engine {engine.number}, fire charges", left, 2, "ch")
        tone = "" if engine.kind == "running" and not engine.short else "red"
        words = el("span", engine.words, class_=f"t-{tone}" if tone else None)
        about = thing(f"Engine {engine.number}", f"{engine.words}; {count(left, 'fire charge', 'fire charges')}")
        items.append(
            el(
                "li",
                icon(f"engine-{engine.kind}", tone or "green"),
                el("b", engine.number),
                words,
                charges,
                **about,
            )
        )
    parts: list[Markup] = [el("ul", *items, class_="engs")]
    turns = plane.fuel_turns
    told = status.fuel(m)
    parts.append(el("p", el("b", "Fuel: "), told, class_="need t-red" if turns >= 0 else "need"))
    head = el("span", "fire charges", class_="cap")
    inside = el("div", *parts, class_="in fuel")
    return sheet("bm-engines", "Engines and fuel", head, inside, class_="bm-rail", rule=_RULES.engines)


def _air_sheet(m: Mission) -> Markup:
    """Oxygen and heat at every station."""
    plane = m.plane
    lines: list[Markup] = []
    for station in Position:
        hits = plane.oxygen_hits.get(station, 0)
        oxygen = "out" if not plane.oxygen_at(station) else "hit once" if hits else "on"
        heat = "on" if plane.heat_at(station) else "out"
        about = thing(f"{station.value}'s station", f"oxygen {oxygen}, heat {heat}", "10.1")
        lines.append(el("tr", el("th", station.value, scope="row"), _air(oxygen), _air(heat), **about))
    heads = el("tr", *(el("th", word, scope="col") for word in ("Station", "Oxygen", "Heat")))
    table = el("table", el("thead", heads), el("tbody", *lines), class_="air")
    return sheet("bm-air", "Oxygen and heat", el("span", "6.5, 10", class_="tag"), table, class_="bm-rail")


def _air(word: str) -> Markup:
    """A cell: a word, and a mark if something is wrong."""
    mark = {"on": "●", "hit once": "◐", "out": "✕"}[word]
    tone = {"on": "", "hit once": "t-amber", "out": "t-red"}[word]
    return el("td", el("span", mark, aria_hidden="true"), f" {word}", class_=tone or None)


# ------------------------------------------------------------------ before the mission


def _empty(given: BoardInput) -> Board:
    """The table before a mission has begun: a sound aircraft, an empty track."""
    guns = tuple(Gun(name.value, AMMO[name], AMMO[name], "", *GUNS[name]) for name in GunName)
    bays = (Bay(*BAY, True, False, "bombs aboard"),)
    stations = [
        Station(zone, "now" if zone == 0 else "off", caption="8th AF base" if zone == 0 else "")
        for zone in range(_ZONES + 1)
    ]
    leg = ("Briefing", "At base", "no target yet")
    strip = track.track(leg, stations, ("Weather", Markup("–"), Markup("")), OUTLINE, False, _WAY)
    aircraft = before.sound(LAYOUT, engines_of(new_plane()), guns, bays, LABELS)
    return before.empty(given, strip, PLACES, aircraft, _RULES)
