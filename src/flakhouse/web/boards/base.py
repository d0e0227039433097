"""What every board is made of: its parts, and helpers that build markup without ever trusting a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from markupsafe import Markup, escape

from flakhouse.core.events import Event, Noted
from flakhouse.core.questions import Question, Subject
from flakhouse.slate import Slate

__all__ = [
    "EMPTY",
    "NOTHING",
    "Act",
    "Board",
    "BoardInput",
    "Open",
    "acting",
    "el",
    "join",
    "numbered",
    "subject_id",
    "svg",
    "text",
    "thing",
    "use",
]

Attr = str | int | float | bool | None


class Act(NamedTuple):
    """A scene on the drawing: what it is about, what has been noted in it so far, how it stood when it began."""

    about: tuple[Subject, ...]
    notes: tuple[Noted, ...]
    before: object = None  # the state when it was opened; of a wave, when its fighters were there
    opened: str = ""  # the kind the rules opened
    kind: str = ""  # the kind it came to be; "" as long as dice wait
    near: bool = False  # it is grave: what it is about is seen from near
    again: bool = False  # it was shown before, as far as a throw that has fallen since


class BoardInput(NamedTuple):
    """What a board is drawn from. Nothing in it may be changed."""

    state: object  # the game's own state; None before there is one
    ask: Question | None  # the open question
    events: Sequence[Event]  # the log from the start of the chapter to here
    options: Mapping[str, str]  # of the game
    campaign: Mapping[str, object] | None  # as it was when the chapter began
    chapter: int = 1
    finished: bool = False
    form: Slate | None = None  # several questions that are asked together, as filled in so far
    act: Act | None = None  # the scene that is told, if one is


class Board(NamedTuple):
    """The parts of the play page that a game draws. Each is markup; "" where there is nothing to show."""

    track: Markup = Markup("")  # full width, above everything: how far, what lies ahead
    drawing: Markup = Markup("")  # the largest: the aircraft from above, or the map of the moment
    rail: Markup = Markup("")  # sheets at the left: what is counted
    lists: Markup = Markup("")  # sheets with the same facts in words: crew list, markers; phones live on them
    css: tuple[str, ...] = ()  # style sheets of static/ that the parts need
    symbols: tuple[str, ...] = ()  # names of static/symbols/*.svg used with `use`, inlined once by the page


EMPTY = Board()


def el(tag: str, *children: object, **attrs: Attr) -> Markup:
    """An element: `el("text", "Zone 4", x=3, y=4, class_="cap", text_anchor="middle")`.

    Children are escaped unless they are markup. A trailing underscore is dropped from an attribute's name, other
    underscores become hyphens (viewBox stays as it is); None and False leave an attribute out, True sets it bare.
    """
    parts = [f"<{tag}"]
    for key, value in attrs.items():
        if value is None or value is False:
            continue
        name = _attr(key)
        if value is True:
            parts.append(f" {name}")
        elif isinstance(value, float):
            parts.append(f' {name}="{f"{value:.2f}".rstrip("0").rstrip(".")}"')
        else:
            parts.append(f' {name}="{escape(value) if isinstance(value, str) else value}"')
    if not children:
        parts.append("/>" if tag in _VOID else f"></{tag}>")
        return Markup("".join(parts))
    parts.append(">")
    parts += [child if isinstance(child, Markup) else escape(child) for child in children if child is not None]
    parts.append(f"</{tag}>")
    return Markup("".join(parts))


@cache
def _attr(key: str) -> str:
    """The name of an attribute from that of an argument."""
    return key.rstrip("_").replace("_", "-")


_VOID = frozenset(
    {"circle", "ellipse", "image", "line", "path", "polygon", "polyline", "rect", "use", "br", "img"}
)


def join(parts: Iterable[object], between: str = "") -> Markup:
    """Parts one after another, escaped unless they are markup."""
    return Markup(between.join([part if isinstance(part, Markup) else escape(part) for part in parts]))


def text(x: float, y: float, words: object, class_: str = "", anchor: str = "") -> Markup:
    """A text in a drawing."""
    return el("text", words, x=x, y=y, class_=class_ or None, text_anchor=anchor or None)


def use(symbol: str, x: float, y: float, size: float, class_: str = "", label: str = "") -> Markup:
    """A symbol of static/symbols, drawn as a square of this size around (x, y)."""
    half = size / 2
    drawn = el("use", href=f"#{symbol}", x=x - half, y=y - half, width=size, height=size, class_=class_ or None)
    return el("g", el("title", label), drawn) if label else drawn


def thing(
    name: str, state: str = "", rule: str = "", subject: Subject | None = None, also: Subject | None = None
) -> dict[str, Attr]:
    """The attributes of something a player may click: `el("g", ..., **thing("Engine 3", "out", "7-9"))`.

    With its subject it answers the question of the moment, if an option is about it; `also` is a second one, such
    as the station a man sits at.
    """
    told: dict[str, Attr] = {"data_about": name, "data_state": state or None, "data_rule": rule or None}
    if subject is not None:
        told["data_subject"] = "|".join(subject_id(one) for one in (subject, also) if one is not None)
    return told


def subject_id(subject: Subject) -> str:
    """A subject as pages name it: "fighter:Frank A"."""
    return f"{subject.kind}:{subject.name}"


def acting(drawing: Markup, about: Iterable[Subject]) -> Markup:
    """The drawing with those who act in a scene marked (`data-act`), so that they keep their ink."""
    names = {str(escape(subject_id(subject))) for subject in about}
    return Markup(
        _SUBJECT.sub(lambda m: f"{m[0]} data-act" if names & set(m[1].split("|")) else m[0], str(drawing))
    )


_SUBJECT = re.compile(r'data-subject="([^"]*)"')


def numbered(drawing: Markup, places: Iterable[str]) -> tuple[Markup, list[int]]:
    """The drawing with a number at the first thing of each place, and the numbers that found theirs.

    A place is the start of a subject ("city:Tokyo", "flight:") or of a thing's name ("Wind box").
    """
    markup, found = str(drawing), list[int]()
    signs: list[tuple[int, str]] = []  # before which end of a picture, and what
    for number, place in enumerate(places, 1):
        at = _spot(markup, str(escape(place))) if place else None
        if at is not None:
            end, x, y = at[0], max(_EDGE, at[1]), max(_EDGE, at[2])
            badge = el("g", el("circle", cx=x, cy=y, r=13), text(x, y + 5, number, anchor="middle"), class_="sign")
            signs.append((end, str(badge)))
            found.append(number)
    for end, sign in sorted(signs, reverse=True):
        markup = markup[:end] + sign + markup[end:]
    return Markup(markup), found


def _spot(markup: str, place: str) -> tuple[int, float, float] | None:
    """The end of the picture with the first thing whose subject or name begins so, and the thing's upper left."""
    thing = re.search(rf'<g[^>]*data-(?:subject|about)="{re.escape(place)}[^>]*>', markup)
    if thing is None:
        return None
    end = markup.find("</svg>", thing.end())
    moved = re.search(r'transform="translate\((-?[\d.]+)[ ,](-?[\d.]+)\)', thing[0])
    dx, dy = (float(moved[1]), float(moved[2])) if moved else (0.0, 0.0)
    box = _CORNER.search(markup, thing.end(), thing.end() + _NEAR)
    if end < 0 or not (box or moved):
        return None
    return (end, dx + float(box[1]), dy + float(box[2])) if box else (end, dx, dy)


_EDGE = 15.0  # so near may a number lie to the edge of a picture
_NEAR = 600  # characters in which a thing shows where it is
_CORNER = re.compile(r'<(?:rect|use|circle)[^>]*? (?:c?x)="(-?[\d.]+)"[^>]*? (?:c?y)="(-?[\d.]+)"')


class Open(NamedTuple):
    """What the open question is about, and what its options are about: a drawing lights them."""

    asked: frozenset[Subject]
    offered: frozenset[Subject]

    @classmethod
    def now(cls, given: BoardInput) -> Open:
        """Of the open question, with all rows of its form; or of the scene that is told: those who act are lit."""
        if given.act is not None:
            return cls(frozenset(given.act.about), frozenset())
        now = cls.of(given.ask)
        if given.form is None or given.form.page or given.form.targets:
            return now
        rows = (choice.about for row in given.form.rows for choice in row.choices)
        return now._replace(offered=now.offered.union(subject for about in rows for subject in about))

    @classmethod
    def of(cls, ask: Question | None) -> Open:
        """Of a question; nothing without one."""
        if ask is None:
            return NOTHING
        offered = (subject for option in ask.options.values() for subject in option.about)
        return cls(frozenset(ask.about), frozenset(offered))

    def lit(self, *subjects: Subject) -> bool:
        """Whether the question is about one of these."""
        return not self.asked.isdisjoint(subjects)

    def may(self, *subjects: Subject) -> bool:
        """Whether an option is about one of these."""
        return not self.offered.isdisjoint(subjects)

    def look(self, *subjects: Subject, lit: str = "lit") -> str:
        """How one thing is drawn: lit if the question is about it, "may" if it may be chosen, else ""."""
        return lit if self.lit(*subjects) else "may" if self.may(*subjects) else ""


NOTHING = Open(frozenset(), frozenset())


def svg(id: str, box: str, title: str, desc: str, *children: object, class_: str = "", fit: str = "") -> Markup:
    """A drawing with its title and its description for those who do not see it; `fit` says where it stands in a
    window of another shape.
    """
    return el(
        "svg",
        el("title", title, id=f"{id}-title"),
        el("desc", desc, id=f"{id}-desc"),
        *children,
        id=id,
        role="img",
        viewBox=box,
        class_=class_ or None,
        preserveAspectRatio=fit or None,
        aria_labelledby=f"{id}-title {id}-desc",
    )
