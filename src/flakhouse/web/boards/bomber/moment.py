"""The moment on the stage: who fires at whom, what is struck, whom it hit, and where one looks.

Tracer out = blue, ours; tracer in = red, theirs; a star where it struck. The drawing under it is that of the state
at the moment; what acts keeps its ink, everything else is faded by the style sheet. Tracers lie under every name.

The camera stands still: all of the bomber and those about it, as at a decision. Only what is grave is seen from
near.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from flakhouse.core.events import Noted
from flakhouse.core.questions import Subject
from flakhouse.web.boards.base import Act, el, join, text
from flakhouse.web.boards.bomber.views import SHOT_DOWN, Foe, Man, Point, Scene

__all__ = ["WHOLE", "Box", "Picture", "lit", "out", "passed", "picture", "told"]

STAR = "M0-17 4-8 12-12 8-4 17 0 8 4 12 12 4 8 0 17-4 8-12 12-8 4-17 0-8-4-12-12-4-8Z"
_OURS = {"shot-misses": "", "fighter-damaged": "hit", "fighter-destroyed": SHOT_DOWN, "fighter-hit": "hit"}
_OUT = {"fighter-destroyed": SHOT_DOWN, "fighter-driven-off": "driven off", "fighter-stays-away": "stays away"}
_DONE = {**_OURS, **_OUT}  # what is written at it
_WIDE, _HIGH = 470.0, 420.0  # the least a camera shows
_EDGE = 76.0  # about those who act
_PASSED = (34.0, 536.0)  # where a fighter is that has gone by
_AHEAD = 100.0  # whoever comes from before the wings passes the tail
_LEFT, _TOP, _RIGHT, _BOTTOM = -380.0, -120.0, 380.0, 556.0
_LETTER = 6.8  # the width of a letter beside a man who acts
_LINE, _LIMIT = 16.0, 6.0  # the height of a line; so far from the edge words end
_NEAR = 26.0  # a tracer ends so far before what it is fired at


class Box(NamedTuple):
    """A part of the drawing."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def view(self) -> str:
        """As a drawing names what it shows."""
        return f"{self.left:.0f} {self.top:.0f} {self.right - self.left:.0f} {self.bottom - self.top:.0f}"


WHOLE = Box(_LEFT, _TOP, _RIGHT, _BOTTOM)


class Picture(NamedTuple):
    """What is laid under the names and over the drawing, and the part of it that is shown."""

    under: Markup
    over: Markup
    box: Box


def told(act: Act | None, subject: Subject) -> bool:
    """Whether the name of a thing is written: in a scene of those alone who act in it."""
    return act is None or not act.about or subject in act.about


def out(act: Act | None) -> dict[str, str]:
    """The fighters that are out of the fight by what a scene has told, and what became of them."""
    notes = act.notes if act is not None else ()
    return {_fact(note, "fighter"): _OUT[note.kind] for note in notes if note.kind in _OUT}


def lit(act: Act | None, foes: Sequence[Foe]) -> Act | None:
    """A wave is about all its fighters, whatever it was opened with."""
    if act is None or act.opened != "wave":
        return act
    return act._replace(about=(*act.about, *(foe.subject for foe in foes if foe.subject not in act.about)))


def picture(act: Act, scene: Scene, places: Mapping[str, Point], sections: Mapping[str, Point]) -> Picture:
    """The moment of a scene. `sections` are the places of compartments and wings."""
    guns = {gun.name: gun.at for gun in scene.guns}
    under: list[Markup] = []
    over: list[Markup] = []
    left = out(act)
    twins = {foe.name for foe in scene.foes if foe.twin}
    for note in act.notes:
        name = _fact(note, "fighter")
        gun, foe = guns.get(_fact(note, "gun")), places.get(name)
        if note.kind in _OURS and gun is not None and foe is not None:
            came, foe = foe, passed(_fact(note, "gun"), gun, foe)
            if foe != came:
                over.append(_passing(foe, name in twins, name in left))
            under.append(_tracer("out", gun, foe))
            over += [_star(foe, "on-foe")] if _OURS[note.kind] else []
        elif note.kind == "fighter-misses" and foe is not None:
            under.append(_tracer("in wide", foe, _beside(foe)))
    struck = [_inside(at) for name in _struck(act.notes) if (at := sections.get(name)) is not None]
    if any(note.kind == "fighter-hits" for note in act.notes):
        foe = next((places[s.name] for s in act.about if s.kind == "fighter" and s.name in places), None)
        under += [_tracer("in", foe, at) for at in struck or [(0.0, 60.0)]] if foe is not None else []
    over += [_star(at, "on-us") for at in struck]
    done = {_fact(note, "fighter"): _DONE[note.kind] for note in act.notes if _DONE.get(note.kind)}
    shown = [foe for foe in scene.foes if foe.subject in act.about and foe.name in places]
    names = [_name(foe, places[foe.name], done.get(foe.name, "")) for foe in shown]
    over += [name for name, _ in names]
    over += [_ring(at) for at in _men(act.about, scene)]
    box = _near(act, scene, [places[foe.name] for foe in shown], [box for _, box in names], struck)
    far = " far" if box == WHOLE else ""
    return Picture(
        el("g", *under, class_="moment", aria_hidden="true"),
        el("g", *over, class_=f"moment{far}", aria_hidden="true"),
        box,
    )


def _near(act: Act, scene: Scene, foes: Sequence[Point], names: Sequence[Box], struck: Sequence[Point]) -> Box:
    """Where one looks: at the men and the engines of a grave scene; if there are none, at what was struck, else at
    the fighters."""
    if not act.near:
        return WHOLE
    points = [engine.at for engine in scene.engines if engine.subject in act.about]
    points += _men(act.about, scene)
    if points:
        return _camera(points, [_called(man) for man in scene.men if man.subject in act.about])
    return _camera(struck, []) if struck else _camera(foes, names)


def passed(gun: str, at: Point, foe: Point) -> Point:
    """Where a fighter is when this gun fires at it: at one that came from elsewhere the tail fires when it has
    gone by, behind the bomber."""
    if not gun.startswith("Tail") or foe[1] > _AHEAD:
        return foe
    return math.copysign(_PASSED[0], foe[0]), _PASSED[1]


def _passing(at: Point, twin: bool, gone: bool) -> Markup:
    """A fighter that has gone by and flies away behind the tail."""
    turned = f"translate({at[0]} {at[1]}) rotate({168 if at[0] >= 0 else 192}) scale(.16) translate(0 -130)"
    return el(
        "use", href="#bm-foe2" if twin else "#bm-foe1", transform=turned, class_="passed out" if gone else "passed"
    )


def _fact(note: Noted, name: str) -> str:
    value = note.facts.get(name, "")
    return str(getattr(value, "value", value))


def _struck(notes: Iterable[Noted]) -> list[str]:
    """The compartments and wings that were hit, each once."""
    found: dict[str, None] = {}
    for note in notes:
        if note.kind in ("shells-strike", "flak-hits"):
            found.update(dict.fromkeys(filter(None, _fact(note, "places").split(", "))))
        found.update(dict.fromkeys(subject.name for subject in note.about if subject.kind == "part"))
    return list(found)


def _inside(at: Point) -> Point:
    """In the fuselage what is written beside it; a wing is where it is."""
    return (at[0] * 0.3, at[1]) if abs(at[0]) < 60 else at


def _men(about: Sequence[Subject], scene: Scene) -> list[Point]:
    """Where the men are who are hurt in this scene."""
    return [man.at or man.seat for man in scene.men if man.subject in about and man.mark != "crew-fit"]


def _called(man: Man) -> Box:
    """Where the words for a man stand."""
    long = _LETTER * max(len(f"{man.position} {man.name}"), len(man.state))
    call = man.callout
    left, right = (call.x - long, call.x) if call.left else (call.x, call.x + long)
    return Box(left, call.y - _LINE, right, call.y + (_LINE if man.state != "fit" else 4))


def _name(foe: Foe, at: Point, result: str) -> tuple[Markup, Box]:
    """An attacker: his name, whence he comes, what our fire did, and where that stands. Ahead above him, near the
    nose beside him, far out below him, so that three abreast can be read; never beyond the edge."""
    x, y = at
    long = _LETTER * max(len(f"{foe.name} {foe.where}"), len(result))
    anchor, left, top = "middle", x - long / 2, y + 42
    if abs(x) < 20:
        top = y - 28 - (_LINE if result else 0)
    elif abs(x) < 150:
        anchor, left, top = ("end", x - 32 - long, y) if x < 0 else ("start", x + 32, y)
    left = min(max(left, _LEFT + _LIMIT), _RIGHT - _LIMIT - long)
    where = {"start": left, "middle": left + long / 2, "end": left + long}[anchor]
    words = (el("tspan", foe.name, class_="b"), el("tspan", f" {foe.where}", class_="w"))
    name = el("text", *words, x=where, y=top, class_=f"lab {'dim' if foe.out else 'red'} l1", text_anchor=anchor)
    box = Box(left, top - _LINE, left + long, top + (_LINE + 6 if result else 6))
    tone = "dim" if foe.out else "blue"
    return (join((name, text(where, top + _LINE, result, f"lab {tone} l2", anchor))) if result else name), box


def _tracer(kind: str, start: Point, end: Point) -> Markup:
    """A burst from one place to another; two lines, as from two guns."""
    far = max(1.0, math.dist(start, end))
    dx, dy = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    near = _NEAR if kind == "out" else 12.0
    lines = [
        f"M{start[0] + 14 * dx - side * dy:.1f} {start[1] + 14 * dy + side * dx:.1f}"
        f"L{end[0] - near * dx - side * dy / 2:.1f} {end[1] - near * dy + side * dx / 2:.1f}"
        for side in (-5, 5)
    ]
    return el("path", d="".join(lines), class_=f"tr {kind}")


def _beside(foe: Point) -> Point:
    """Where fire goes that misses: past the bomber."""
    x, y = -foe[0] * 0.3 + (60 if foe[0] <= 0 else -60), 215 + (215 - foe[1]) * 0.25
    return x, y


def _star(at: Point, kind: str) -> Markup:
    """An impact."""
    star = el("g", el("path", d=STAR), class_=f"impact {kind}")
    return el("g", star, transform=f"translate({at[0]} {at[1]})")


def _ring(at: Point) -> Markup:
    """One ring round a man who was hit."""
    return el("circle", cx=at[0], cy=at[1], r=17, class_="struck")


def _camera(points: Sequence[Point], words: Sequence[Box]) -> Box:
    """The part of the drawing about these points, with these words whole in it; all of it without any."""
    if not points:
        return WHOLE
    left = min(*(x - _EDGE for x, _ in points), *(box.left - _LIMIT for box in words), math.inf)
    right = max(*(x + _EDGE for x, _ in points), *(box.right + _LIMIT for box in words), -math.inf)
    top = min(*(y - _EDGE for _, y in points), *(box.top - _LIMIT for box in words), math.inf)
    bottom = max(*(y + _EDGE for _, y in points), *(box.bottom + _LIMIT for box in words), -math.inf)
    wide, high = max(right - left, _WIDE), max(bottom - top, _HIGH)
    x = min(max((left + right - wide) / 2, _LEFT), max(_LEFT, _RIGHT - wide))
    y = min(max((top + bottom - high) / 2, _TOP), max(_TOP, _BOTTOM - high))
    return Box(x, y, x + wide, y + high)
