"""The Mission Planning Blotter as a form: the calendar, the bomber with its modifications, training."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Diplomat, Mod, Month
from flakhouse.render.doolittle import parts
from flakhouse.web.boards.base import el, svg, text, thing, use
from flakhouse.web.boards.doolittle import forms

__all__ = ["SYMBOLS", "bomber", "calendar", "plan", "scale", "training"]

SYMBOLS = ("b25-plan",)
_MONTHS = tuple(Month)
#: 13.1.1 What Doolittle's presence is worth in each month.
_BENEFITS = {
    Month.JANUARY: "diplomacy +1",
    Month.FEBRUARY: "no delay by changes",
    Month.MARCH: "morale +1",
    Month.APRIL: "transit +1",
}
#: 13.3.3 The modification boxes: title, and the place on the plan it belongs to. The first five hang at the left.
_BOXES = (
    ("B", "Bombsight", (-6.0, 16.0)),
    ("E", "Armor", (-14.0, 92.0)),
    ("C", "Propellers, carburetors", (-79.0, 96.0)),
    ("A", "Liaison radio", (-10.0, 250.0)),
    ("D", "Top turret", (-8.0, 302.0)),
    ("J", "50 caliber guns", (4.0, 2.0)),
    ("G", "De-icers", (190.0, 158.0)),
    ("H", "Tanks or ordnance", (10.0, 180.0)),
    ("I", "Ventral turret", (8.0, 330.0)),
    ("F", "Fake tail guns", (4.0, 450.0)),
)
#: What was done, short enough for a box.
_SHORT = {
    Mod.RADIO_REMOVED: "removed",
    Mod.NORDEN_REMOVED: "Norden out",
    Mod.MARK_TWAIN: "Mark Twain in",
    Mod.ENGINES: "adjusted",
    Mod.TOP_REMOVED: "removed",
    Mod.TOP_IMPROVED: "improved",
    Mod.ARMOR_ADDED: "added",
    Mod.ARMOR_REMOVED: "removed",
    Mod.FAKE_GUNS: "fitted",
    Mod.DEICERS: "fitted",
    Mod.EXTRA_TANKS: "extra tanks",
    Mod.MORE_TANKS: "and more",
    Mod.EXTRA_ORDNANCE: "extra ordnance",
    Mod.VENTRAL_REMOVED: "removed",
    Mod.VENTRAL_IMPROVED: "improved",
    Mod.GUNS_50: "fitted",
}
_SCALE, _CX = 0.7, 500.0
_SPACES = 7  # 13.3.2 the tracks of weight and guns run from 0 to 6


# ------------------------------------------------------------------ calendar


def calendar(r: Raid) -> Markup:
    """13.1.1 The calendar: who is consulted from which month on, and what came of it."""
    now = _month(r)
    head = [el("th", _head(month), scope="col", class_=_when(i, now)) for i, month in enumerate(_MONTHS)]
    rows = [el("tr", el("th", "1942", scope="col"), *head, el("th", "Result", scope="col"))]
    rows += [_row(r, who, now) for who in Diplomat]
    rows.append(_doolittle(r, now))
    return el(
        "div",
        el("table", el("caption", "Calendar, January to April 1942", class_="vh"), *rows, class_="d2-cal"),
        class_="d2-scroll",
    )


def _head(month: Month) -> Markup:
    """The head of a month's column."""
    return el("span", month.value, **thing(month.value, _BENEFITS[month], "13.1.1", month.subject))


def _month(r: Raid) -> int:
    """The month being played; before the first and after the last the ends."""
    names = [month.value for month in _MONTHS]
    if r.segment == "planning":
        return names.index(r.step) if r.step in names else -1
    return len(names)


def _when(i: int, now: int) -> str | None:
    return "past" if i < now else "on" if i == now else None


def _row(r: Raid, who: Diplomat, now: int) -> Markup:
    """A diplomat's row: the sum to reach in each month, his pin, the stamp."""
    plan = r.blotter
    cells: list[Markup] = []
    for i, month in enumerate(_MONTHS):
        number = parts.look(r, "P-calendar", who.value, month.value)
        here = plan.diplomats.get(who) is month
        open_ = who in plan.diplomats and _MONTHS.index(plan.diplomats[who]) <= i
        told = f"{number} or more" if number != "-" else "no check"
        told += "; consulted from here on" if here else ""
        marks = [el("span", number, class_="num"), el("span", who.value, class_="d2-pin") if here else None]
        class_ = " ".join(w for w in (_when(i, now) or "", "" if open_ else "shut") if w)
        cells.append(
            el("td", *marks, class_=class_ or None, **thing(f"{who.value}, {month.value}", told, "13.2.1"))
        )
    leader = parts.look(r, "P-calendar", who.value, "leader")
    name = who.value if leader == "-" else f"{who.value} ({leader})"
    return el("tr", el("th", name, scope="row"), *cells, el("td", *_stamps(r, who), class_="d2-res"))


def _stamps(r: Raid, who: Diplomat) -> list[Markup]:
    """What came of a row so far."""
    plan = r.blotter
    found: list[Markup] = []
    if who in plan.agreed:
        found.append(
            forms.stamp("agreed", "t-green", True) if plan.agreed[who] else forms.stamp("refused", "t-red")
        )
    elif who in plan.attempted:
        found.append(forms.stamp("tried", "t-amber"))
    if who.value in plan.briefed:
        found.append(forms.stamp("briefed", "t-blue"))
    leader = parts.look(r, "P-calendar", who.value, "leader")
    if any(one.value == leader for one in plan.denied):
        found.append(forms.stamp(f"{leader} refused", "t-red"))
    elif leader in plan.briefed:
        found.append(forms.stamp(f"{leader} briefed", "t-blue"))
    elif any(one.value == leader for one in plan.leaders):
        found.append(forms.stamp(f"{leader} told", "t-blue"))
    if plan.urgent.get(who):
        found.append(forms.stamp(f"urgent ×{plan.urgent[who]}", "t-amber"))
    if not found and who not in plan.diplomats:
        found.append(el("span", "not on the calendar", class_="d2-small"))
    return found


def _doolittle(r: Raid, now: int) -> Markup:
    """13.1.1 Doolittle's box."""
    plan = r.blotter
    placed = plan.selected or now > 0 or r.segment != "planning"
    cells: list[Markup] = []
    for i, month in enumerate(_MONTHS):
        here = bool(placed) and (plan.doolittle is month or plan.telephone)
        inside = [el("span", _BENEFITS[month], class_="d2-small")]
        if here:
            inside.append(el("span", "Doolittle" if plan.doolittle is month else "telephone", class_="d2-pin"))
        told = f"{_BENEFITS[month]}{', his' if here else ''}"
        cells.append(el("td", *inside, class_=_when(i, now), **thing(f"Doolittle, {month.value}", told, "13.1.1")))
    phone = [forms.stamp("telephone", "t-amber")] if plan.telephone else []
    return el("tr", el("th", "Doolittle", scope="row"), *cells, el("td", *phone, class_="d2-res"))


# ------------------------------------------------------------------ the bomber


def bomber(r: Raid) -> Markup:
    """13.3.3 The B-25 from above with the boxes A to J: crossed where something is changed."""
    size = 420.0
    inside: list[object] = [use("b25-plan", _CX, 200, size)]
    for i, (letter, title, at) in enumerate(_BOXES):
        inside.append(_mod(r, letter, title, at, i))
    done = [mod.value for mod in r.blotter.mods]
    desc = f"Changed: {'; '.join(done) or 'nothing'}."
    return svg("d2-bomber", "0 0 1000 400", "B-25, modifications A to J", desc, *inside, class_="d2-map")


#: 13.3.3 Where the letters lie on the plan of the form.
_LETTERS = {
    "A": (0, 262),
    "B": (0, 30),
    "C": (82, 60),
    "D": (0, 304),
    "E": (0, 108),
    "F": (0, 452),
    "G": (-190, 150),
    "H": (0, 190),
    "I": (0, 346),
    "J": (36, 2),
}
_TANKS = ("tanks", "more-tanks")


def plan(changed: Mapping[str, str]) -> Markup:
    """13.3.3 The B-25 of the form from above: letters A to J, filled where something is changed."""
    inside: list[object] = [use("b25-plan", 0, 228, 600)]
    for letter in ("D", "I"):
        if changed.get(letter) == "remove":
            x, y = _LETTERS[letter]
            inside.append(el("path", d=f"M{x - 24} {y - 24}l48 48m0-48l-48 48", class_="xx"))
    if changed.get("H") in _TANKS:
        inside.append(el("rect", x=-20, y=160, width=40, height=60, rx=4, class_="tank"))
    for letter, (x, y) in _LETTERS.items():
        mark = [el("circle", cx=x, cy=y, r=17), text(x, y + 6, letter)]
        inside.append(el("g", *mark, class_="mk on" if letter in changed else "mk"))
    desc = f"Changed: {', '.join(sorted(changed)) or 'nothing'}."
    return svg("pl-plan", "-300 -26 600 510", "B-25 with the ten places", desc, *inside, class_="pl-plan")


def _mod(r: Raid, letter: str, title: str, at: tuple[float, float], number: int) -> Markup:
    """A box beside the plan with its line to the place."""
    left = number < 5
    done = [mod for mod in r.blotter.mods if mod.value[0] == letter]
    y = 40.0 + 80 * (number % 5)
    x = 8.0 if left else 716.0
    edge = x + 272 if left else x - 6
    px, py = _CX + at[0] * _SCALE, 32 + (at[1] + 12) * _SCALE
    words = " and ".join(mod.value.partition(": ")[2] for mod in done)
    changed = ", ".join(_SHORT[mod] for mod in done) if done else "as built"
    if Mod.ENGINES in done and _reset(r):
        words, changed = f"{words}, reset by a mechanic", "adjusted, then reset"
    told = f"{words or 'as built'}; {_cost(r, letter)}"
    inside: list[object] = [
        el("path", d=f"M{edge:g} {y:g}L{px:g} {py:g}", class_="d2-lead"),
        el("circle", cx=px, cy=py, r=3.5, class_="d2-town"),
        el("rect", x=x, y=y - 24, width=272, height=52, class_="d2-modbox on" if done else "d2-modbox"),
        el("rect", x=x + 9, y=y - 13, width=26, height=26, class_="d2-tick"),
        text(x + 46, y - 4, f"{letter}  {title}", "d2-sp"),
        text(x + 46, y + 17, changed, "d2-typed" if done else "d2-fine"),
    ]
    if done:
        inside.append(el("path", d=f"M{x + 9:g} {y - 13:g}l26 26m0-26l-26 26", class_="d2-pencil"))
    return el("g", *inside, **thing(f"{letter}: {title}", told, "13.3.3"))


def _reset(r: Raid) -> bool:
    """13.5.2 Whether a mechanic has undone it: the Guzzle number is above that of the weight."""
    return r.ratings.guzzle > int(parts.look(r, "P-weight", str(r.blotter.weight)))


def _cost(r: Raid, letter: str) -> str:
    """13.3.3 What the changes of a box would cost or bring, in words."""
    told: list[str] = []
    for mod in Mod:
        if mod.value[0] == letter:
            cells = [
                (name, parts.look(r, "P-modifications", mod.value, name))
                for name in ("weight", "gunnery", "training points", "morale")
            ]
            effect = ", ".join(f"{name} {int(value):+d}" for name, value in cells if value not in ("0", "-"))
            told.append(f"{mod.value.partition(': ')[2]} ({effect or 'no cost on the tracks'})")
    return "; ".join(told)


def scale(label: str, at: int, low: str, rule: str, spaces: int = _SPACES) -> Markup:
    """13.3.2 A track of numbers with its marker."""
    marks = [
        el("li", str(i), class_="on" if i == at else None, aria_current="true" if i == at else None)
        for i in range(spaces)
    ]
    return el(
        "div",
        forms.cap(label),
        el("ol", *marks, class_="d2-scale"),
        el("small", low),
        class_="d2-scalew",
        **thing(label, str(at), rule),
    )


# ------------------------------------------------------------------ training


def training(r: Raid) -> Markup:
    """13.4 Where they train, under which measures, how they feel, and what they have learnt."""
    plan = r.blotter
    sites = parts.chart(r, "P-training-site").labels
    measures = parts.chart(r, "P-measures").labels
    known = bool(plan.site)
    return el(
        "div",
        el(
            "div",
            forms.cap("Training site"),
            el("p", *(_circled(name, plan.site == name, "13.4.1") for name in sites)),
        ),
        el(
            "div",
            forms.cap("Ordered"),
            el(
                "p",
                *(_ticked(name, name in plan.measures, "13.4.2") for name in measures),
                _ticked("Liberty", plan.liberty, "13.4.1"),
                _ticked("Squadron briefed", plan.squadron_briefed, "13.4.3"),
            ),
        ),
        _morale(r, known),
        _levels(r),
        class_="d2-train",
    )


def _circled(words: str, chosen: bool, rule: str) -> Markup:
    """A choice on a form, circled when it was made."""
    return el(
        "span",
        words,
        class_="d2-circ on" if chosen else "d2-circ",
        **thing(words, "chosen" if chosen else "not chosen", rule),
    )


def _ticked(words: str, done: bool, rule: str) -> Markup:
    """A box to cross with its word."""
    box = el("i", class_="x" if done else None)
    return el(
        "span",
        el("span", box, class_="d2-boxes", aria_hidden="true"),
        words,
        el("span", " (yes)" if done else " (no)", class_="vh"),
        class_="d2-tickw",
        **thing(words, "ordered" if done else "not ordered", rule),
    )


def _morale(r: Raid, known: bool) -> Markup:
    """13.4.3 The Morale Track."""
    chart = parts.chart(r, "P-morale")
    spaces = [
        (
            name,
            f"{_morale_cell(r, name, 'elite crewmen')} men, {_morale_cell(r, name, 'training points')} pts",
        )
        for name in chart.labels
    ]
    at = r.blotter.morale
    found = [
        el(
            "li",
            el("b", name),
            el("small", small),
            class_="on" if known and i == at else None,
            **thing(f"Morale {name}", small, "13.4.3"),
        )
        for i, (name, small) in enumerate(spaces)
    ]
    return el(
        "div",
        forms.cap("Morale" if known else "Morale, not yet set"),
        el("ol", *found, class_="d2-tk d2-morale"),
        class_="wide",
    )


def _morale_cell(r: Raid, name: str, column: str) -> str:
    return parts.look(r, "P-morale", name, column)


def _levels(r: Raid) -> Markup:
    """13.4.4 The Training Tracks: a crossed box for each level."""
    plan = r.blotter
    rows: list[Markup] = []
    guns = "Gunnery, 50 caliber" if Mod.GUNS_50 in plan.mods else "Gunnery, 30 caliber"
    for name in parts.chart(r, "P-training").labels:
        if name.startswith("Gunnery") and name != guns:
            continue
        category = name.partition(",")[0]
        costs = [parts.look(r, "P-training", name, f"level {n}") for n in (1, 2, 3)]
        most = sum(cost != "-" for cost in costs)
        level = plan.levels.get(category, 0)
        extra = category in plan.extra
        if category == "Short Take Off":
            shown = f"space {level}, deck {plan.capacity}" if level else "not begun"
            row = forms.boxes(plan.short_points, most, category, "13.4.9", shown)
        else:
            row = forms.boxes(level, max(most, level), category, "13.4.4", f"level {level}")
        price = "/".join(cost for cost in costs if cost != "-")
        more = forms.stamp("extra", "t-amber") if extra else None
        rows.append(el("li", el("b", category), row, el("small", f"points {price}"), more))
    left = el("p", f"{plan.points} training points left", class_="d2-words") if plan.points else None
    return el("div", forms.cap("Training Tracks"), el("ul", *rows, class_="d2-levels"), left, class_="wide")
