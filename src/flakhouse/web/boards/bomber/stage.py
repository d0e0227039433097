"""The stage: the bomber from above, nose up, with its men, guns, engines and damage, and who attacks it."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence

from markupsafe import Markup

from flakhouse.render.bomber.damage import Damage
from flakhouse.web.boards.base import Act, acting, el, join, svg, text, thing, use
from flakhouse.web.boards.bomber import around, moment, plan
from flakhouse.web.boards.bomber.legend import KEY, foe_list
from flakhouse.web.boards.bomber.slots import slots
from flakhouse.web.boards.bomber.views import (
    Bay,
    Engine,
    Foe,
    Gun,
    Label,
    Man,
    Point,
    Rules,
    Scene,
    Spot,
    Surface,
)

__all__ = ["STAR", "SYMBOLS", "stage", "summary"]

_LONGEST = 38  # signs of a callout
_GONE_AT = (-366, 514)  # men no longer aboard
SYMBOLS = (
    *("crew-fit", "crew-light", "crew-serious", "crew-killed", "crew-frostbite", "crew-anoxia", "crew-away"),
    *("crew-bailed", "crew-captured", "engine-fire", "engine-windmilling", "engine-runaway", "engine-reduced"),
    *("engine-feathered", "engine-running", "mark-hit", "level-high", "level-level", "level-low"),
)


def _rose() -> Markup:
    """Two circles and the ticks of the clock."""
    ticks: list[Markup] = []
    for hour in range(12):
        x, y = math.sin(math.radians(hour * 30)), -math.cos(math.radians(hour * 30))
        ticks.append(el("path", d=f"M{335 * x:.1f} {215 + 335 * y:.1f}L{318 * x:.1f} {215 + 318 * y:.1f}"))
    rings = (el("circle", cx=0, cy=215, r=255), el("circle", cx=0, cy=215, r=335))
    return el("g", *rings, *ticks, class_="rose", aria_hidden="true")


_ROSE = _rose()
_DEFS = el(
    "defs",
    el(
        "pattern",
        el("path", d="M0 0V6", class_="pon"),
        id="bm-on",
        width=6,
        height=6,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    ),
    el(
        "pattern",
        el("circle", cx=2, cy=2, r=1, class_="pmay"),
        id="bm-may",
        width=7,
        height=7,
        patternUnits="userSpaceOnUse",
    ),
    el(
        "pattern",
        el("path", d="M0 0V5", class_="pout"),
        id="bm-out",
        width=5,
        height=5,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(-45)",
    ),
    el(
        "marker",
        el("path", d="M0 1 9 5 0 9Z", class_="arh"),
        id="bm-ar",
        viewBox="0 0 10 10",
        refX=8,
        refY=5,
        markerWidth=7,
        markerHeight=7,
        orient="auto-start-reverse",
    ),
    el("g", plan.fighter("fighter-single"), id="bm-foe1", class_="fh-plan bm-foe"),
    el("g", plan.fighter("fighter-twin"), id="bm-foe2", class_="fh-plan bm-foe"),
)
STAR = "M0-13.5 3-7 9.8-9.8 7-3 13.5 0 7 3 9.8 9.8 3 7 0 13.5-3 7-9.8 9.8-7 3-13.5 0-7-3-9.8-9.8-3-7Z"
_ENGINE = {
    "feathered": el("path", d="M0-28V14", class_="blade"),
    "windmilling": el(
        "path",
        d="M-16-4A16.5 16.5 0 0 1 4-16m-5-4 5 4-4 5M16 4A16.5 16.5 0 0 1-4 16m5 4-5-4 4-5",
        class_="turn",
    ),
    "destroyed": el("path", d="M-14-14 14 14M14-14-14 14", class_="turn"),
}
_BOMB = "c2.6 2 3 5 2.2 8.4l-.6 2.6h-3.2l-.6-2.6c-.8-3.4-.4-6.4 2.2-8.4Z"


def stage(
    scene: Scene, rules: Rules, act: Act | None = None, sections: Mapping[str, Point] | None = None
) -> Markup:
    """The sheet with the drawing; what is clicked in it knows its rule from the group it stands in. With an `act`
    it is the moment of a scene: those who act, seen from near."""
    layout = scene.layout
    places = around.places(scene.foes, layout)
    seen = moment.Picture(Markup(""), Markup(""), moment.WHOLE)
    if act is not None:
        seen = moment.picture(act, scene, places, sections or {})
    men = [man for man in scene.men if moment.told(act, man.subject)]
    labels = [one for one in scene.labels if not one.inside and moment.told(act, one.subject)]
    drawn = svg(
        "bm-plan",
        seen.box.view,
        f"The {layout.aircraft} from above" + (", with attackers" if scene.foes else ""),
        scene.summary,
        _DEFS,
        _ROSE,
        _static(scene, rules),
        el("g", *(_arcs(gun, places) for gun in scene.guns), data_rule=rules.guns),
        el("g", *(_gun(gun, places) for gun in scene.guns), class_="fh-plan bm-guns", data_rule=rules.guns),
        seen.under,
        el("g", *(_callout(man) for man in men), class_="callouts", data_rule=rules.men),
        el("g", *(_label(one) for one in labels), class_="callouts", data_rule=rules.plane),
        _men(scene.men, rules.men),
        el("g", *(_engine(engine) for engine in scene.engines), data_rule=rules.engines),
        el("g", *(_hit(spot) for spot in scene.damage), data_rule=rules.damage),
        el("g", *(_fire(spot) for spot in scene.fires), data_rule=rules.fires),
        el("g", around.drawn(scene.foes, places, layout), data_rule=rules.foes),
        slots(scene.foes, layout.clocks, rules.foes),
        seen.over,
        class_="plan",
    )
    if act is not None:
        drawn = acting(drawn, act.about)
    return el(
        "section",
        drawn,
        foe_list(scene.foes),
        KEY,
        class_=f"sheet stage bm-stage {scene.mood}{' acting' if act is not None and act.about else ''}".strip(),
        aria_label="Bomber and attackers",
    )


def summary(
    foes: Sequence[Foe],
    engines: Sequence[Engine],
    men: Sequence[Man],
    fires: Sequence[str],
    broken: Sequence[Damage],
) -> str:
    """What matters now, for those who do not see the drawing."""
    parts = [
        f"{foe.name}, {foe.where}: {foe.out}." if foe.out else f"{foe.name} attacks from {foe.where}."
        for foe in foes
    ] or ["Nobody attacks."]
    parts += [f"Engine {engine.number} {engine.words}." for engine in engines if engine.short]
    parts += [f"{man.position} {man.name}: {man.state}." for man in men if man.state != "fit"]
    parts += [f"Fire in {section}." for section in fires]
    if broken:
        parts.append(f"Damage: {'; '.join(one.words for one in broken)}.")
    return " ".join(parts)


def _static(scene: Scene, rules: Rules) -> Markup:
    """The aircraft itself, its bulkheads, surfaces and bays."""
    layout = scene.layout
    bulk = [el("path", d=f"M{-half} {y}H{half}") for y, half in layout.bulkheads]
    return join(
        (
            el("g", layout.plan, class_="fh-plan"),
            el("g", *(_surface(part) for part in scene.surfaces if part.state), data_rule=rules.surfaces),
            el("g", *bulk, class_="bulk"),
            el("g", *(_bay(bay, layout.doors) for bay in scene.bays), data_rule=rules.bays),
            layout.extra,
            el("g", *(_label(one) for one in scene.labels if one.inside), data_rule=rules.plane),
            el("g", layout.fin, class_="fh-plan", opacity=0.25),
        )
    )


def _surface(surface: Surface) -> Markup:
    """A control surface that is hit or out."""
    return el("path", d=surface.path, class_=f"surf {surface.state}", **thing(surface.name, surface.state))


@functools.lru_cache(maxsize=1024)
def _bay(bay: Bay, half: float) -> Markup:
    """A bay with its bombs and doors."""
    parts: list[Markup] = [text(0, bay.top + 11, bay.label, "in", "middle")]
    if bay.bombs:
        for row in range(2):
            for x in (-18, -6, 6, 18):
                y = bay.top + 14 + 19 * row
                parts.append(el("path", d=f"M{x} {y}{_BOMB}M{x - 2.6} {y + 13}h5.2", class_="bomb"))
    else:
        parts.append(text(0, (bay.top + bay.bottom) / 2 + 8, "empty", "in sm", "middle"))
    if bay.open:
        for side in (-1, 1):
            edge, out = side * half, side * (half + 9)
            d = f"M{edge} {bay.top + 3}L{out} {bay.top + 7}V{bay.bottom - 7}L{edge} {bay.bottom - 3}"
            parts.append(el("path", d=d, class_="door"))
    return el("g", *parts, class_="bay", **thing(bay.name, bay.words, subject=bay.subject))


# ------------------------------------------------------------------ guns


def _heading(gun: Gun, places: Mapping[str, Point]) -> float:
    """Where a gun points: at what it is laid on, or could be, else where it rests."""
    for name in (*gun.laid, *gun.may):
        if name in places:
            return around.bearing(gun.at, moment.passed(gun.name, gun.at, places[name]))
    return gun.heading


def _arcs(gun: Gun, places: Mapping[str, Point]) -> Markup:
    """Wedges from a gun to the fighters it is laid on (hatched) or can bear on (dotted)."""
    drawn: list[Markup] = []
    for kind, names, half in (("on", gun.laid, 5.5), ("may", () if gun.laid else gun.may, 4.0)):
        for name in names:
            if name not in places:
                continue
            end = moment.passed(gun.name, gun.at, places[name])
            length = max(20.0, math.dist(gun.at, end) - 8)
            way = around.bearing(gun.at, end)
            (x1, y1), (x2, y2) = around.polar(gun.at, way - half, length), around.polar(gun.at, way + half, length)
            d = f"M{gun.at[0]} {gun.at[1]}L{x1:.1f} {y1:.1f}A{length:.0f} {length:.0f} 0 0 1 {x2:.1f} {y2:.1f}Z"
            state = f"{'laid on' if kind == 'on' else 'can bear on'} {name}"
            drawn.append(el("path", d=d, class_=f"arc {kind}", **thing(gun.name, state)))
    return join(drawn)


def _gun(gun: Gun, places: Mapping[str, Point]) -> Markup:
    """A turret or a gun by hand; struck out if it cannot fire."""
    x, y = gun.at
    low = " low" if gun.kind == "lower" else ""
    way = _heading(gun, places)
    parts: list[Markup] = []
    if not gun.carried:
        return Markup("")
    if gun.kind in ("hand", "twin"):
        sides = (0.0,) if gun.kind == "hand" else (-2.8, 2.8)
        parts.append(el("path", d=_barrels(gun.at, way, sides, 17), class_="barrel"))
        parts.append(el("circle", cx=x, cy=y, r=3.6 if gun.kind == "hand" else 5, class_="turret"))
    else:
        parts.append(el("circle", cx=x, cy=y, r=10 if low else 10.5, class_=f"turret{low}"))
        parts.append(el("path", d=_barrels(gun.at, way, (-3.2, 3.2), 20, 9.5), class_=f"barrel{low}"))
        parts.append(text(x, y + 4, gun.bursts, "left", "middle"))
    if gun.fault:
        r = 7 if gun.kind in ("hand", "twin") else 11
        cross = f"M{x - r} {y - r}L{x + r} {y + r}M{x + r} {y - r}L{x - r} {y + r}"
        parts.append(el("path", d=cross, class_="strike"))
    kind = "t-out" if gun.fault else "t-on" if gun.laid else "t-may" if gun.may else "t-rest"
    state = gun.fault or f"{gun.bursts} of {gun.full} bursts left"
    if gun.laid:
        state += f"; laid on {', '.join(gun.laid)}"
    return el("g", *parts, class_=kind, **thing(gun.name, state, subject=gun.subject))


def _barrels(at: Point, way: float, sides: Sequence[float], length: float, start_at: float = 1.6) -> str:
    """Barrels side by side in this direction."""
    lines: list[str] = []
    for side in sides:
        start = around.polar(at, way + 90, side)
        (x1, y1), (x2, y2) = around.polar(start, way, start_at), around.polar(start, way, length)
        lines.append(f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}")
    return "".join(lines)


# ------------------------------------------------------------------ men


@functools.lru_cache(maxsize=1024)
def _callout(man: Man) -> Markup:
    """Position and name beside the station, with what ails him below."""
    call = man.callout
    anchor = "end" if call.left else "start"
    room = _LONGEST - len(man.position) - 1
    name = man.name if len(man.name) <= room else f"{man.name[: max(3, room - 1)].rstrip()}…"
    words = el(
        "text",
        el("tspan", man.position, class_="b"),
        f" {name}",
        x=call.x,
        y=call.y,
        text_anchor=anchor,
        class_="co",
    )
    parts = [el("path", d=call.lead, class_="lead"), words]
    if man.state != "fit":
        short = man.state
        while len(short) > _LONGEST and ", " in short:
            short = short.partition(", ")[2]  # where he is comes first, what ails him last
        parts.append(text(call.x, call.y + 14, short, f"co {man.tone}".rstrip(), anchor))
    return el("g", *parts, **thing(_about(man), man.state, "", man.subject, man.station))


@functools.lru_cache(maxsize=1024)
def _label(label: Label) -> Markup:
    """The name of a compartment."""
    about = thing(label.section, label.note, subject=label.subject)
    if label.inside:
        return el("g", text(label.x, label.y, label.text, "in sm", "middle"), **about)
    told = (f"{label.text} · ", el("tspan", label.note, class_="note")) if label.note else (label.text,)
    return el("g", el("text", *told, x=label.x, y=label.y, class_="cp", text_anchor="end"), **about)


def _about(man: Man) -> str:
    """A man in words."""
    return f"{man.position} {man.name}".strip()


@functools.lru_cache(maxsize=1024)
def _man(man: Man) -> Markup:
    """A man where he is: a disc with his letter, or the mark of his state."""
    x, y = man.at if man.at is not None else man.seat
    state = f"{man.state}; {man.where}" if man.where else man.state
    about = thing(_about(man), state, "", man.subject, man.seated)
    if man.mark == "crew-fit":
        return el(
            "g",
            el("circle", cx=x, cy=y, r=8.4),
            text(x, y + 3.5, man.letter, "", "middle"),
            class_="man fit",
            **about,
        )
    return el("g", use(man.mark, x, y, 22), class_=f"man {man.tone}".rstrip(), **about)


@functools.lru_cache(maxsize=1024)
def _seat(man: Man) -> Markup:
    """A station nobody sits at."""
    x, y = man.seat
    parts = (el("circle", cx=x, cy=y, r=8.4), text(x, y + 3.5, man.letter, "", "middle"))
    return el(
        "g", *parts, class_="seat", **thing(f"{man.position}'s station", "nobody is there", subject=man.station)
    )


def _men(men: Sequence[Man], rule: str) -> Markup:
    """Empty stations, the men aboard, and those who are not."""
    seats = [_seat(man) for man in men if man.empty]
    aboard = [_man(man) for man in men if man.at is not None]
    return el("g", *seats, *aboard, _gone(men), data_rule=rule)


def _gone(men: Sequence[Man]) -> Markup:
    """Those who are no longer aboard, or never were."""
    gone = [man for man in men if man.at is None]
    if not gone:
        return Markup("")
    x0, y0 = _GONE_AT
    parts = [text(x0 - 8, y0 - 4, "Not aboard", "ph")]
    for i, man in enumerate(gone):
        x, y = x0 + 2 + 24 * (i % 6), y0 + 10 + 20 * (i // 6)
        parts.append(
            el(
                "g",
                use(man.mark, x, y, 20),
                class_=f"man {man.tone}".rstrip(),
                **thing(_about(man), man.state, subject=man.subject),
            )
        )
    return el("g", *parts, class_="gone")


# ------------------------------------------------------------------ engines, damage, fire


@functools.lru_cache(maxsize=1024)
def _engine(engine: Engine) -> Markup:
    """An engine by the shape of its state."""
    x, y = engine.at
    parts: list[Markup] = [el("circle", r=11.5)]
    if engine.kind == "runaway":
        parts.insert(0, el("circle", r=16, class_="outer"))
    elif engine.kind in _ENGINE:
        parts.append(_ENGINE[engine.kind])
    elif engine.kind == "fire":
        parts.append(use("engine-fire", 0, -26, 26, "flame"))
    parts.append(text(0, 4.6, engine.number, "", "middle"))
    moved = f"translate({x} {y})"
    about = thing(f"Engine {engine.number}", engine.words, subject=engine.subject)
    drawn = el("g", *parts, class_=f"eng {engine.kind}", transform=moved, **about)
    if not engine.short:
        return drawn
    side = -1 if x < 0 else 1
    end, low = engine.call
    words = (el("tspan", f"No {engine.number}", class_="b"), f" {engine.short}")
    called = el("text", *words, x=end, y=low, text_anchor="end" if side < 0 else "start", class_="co red")
    line: Markup | str = ""
    if engine.lead:
        line = el("path", d=f"M{x + side * 4} {y + 12}L{end + side * 8} {low - 12}", class_="lead red")
    return join((drawn, el("g", line, called, class_="callouts")))


@functools.lru_cache(maxsize=1024)
def _hit(spot: Spot) -> Markup:
    """Damage in a section, with how many items."""
    x, y = spot.at
    parts = (el("path", d=STAR), text(0, 4.3, spot.number, "", "middle"))
    return el(
        "g",
        *parts,
        class_="dmg",
        transform=f"translate({x} {y})",
        **thing(f"{spot.section}: damage", spot.words, subject=spot.subject),
    )


def _fire(spot: Spot) -> Markup:
    """A fire in a compartment."""
    x, y = spot.at
    mark = use("engine-fire", x, y, 24, "flame")
    return el(
        "g",
        mark,
        text(x + 14, y + 5, "fire", "co red"),
        class_="blaze",
        **thing(f"Fire in {spot.section}", spot.words, subject=spot.subject),
    )
