"""The Planning segment in the browser: the Mission Planning Blotter, filled in as the months go by."""

from __future__ import annotations

import copy
from collections.abc import Sequence

from markupsafe import Markup

from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Diplomat, Fate, Mod, Month, Site
from flakhouse.render.doolittle import parts
from flakhouse.slate import Slate
from flakhouse.web.boards.base import EMPTY, Board, BoardInput, Open, el, join, thing
from flakhouse.web.boards.doolittle import blotter, china, debriefed, forms, sailing, sea_map

__all__ = ["planning"]

_PARTS = {"13.3": "The bomber", "13.4": "The squadron", "13.5": "The voyage"}
_OF_MONTH = {
    Month.FEBRUARY.value: "The bomber",
    Month.MARCH.value: "The squadron",
    Month.APRIL.value: "The voyage",
}
_CUPS = (("transit", "Transit"), ("beacons", "Landing Beacon"))


def planning(given: BoardInput) -> Board:
    """13.0 The board of the Planning segment."""
    r = given.state
    if not isinstance(r, Raid):
        return EMPTY
    if given.form is not None and given.form.page:
        return _page(given, r, given.form)
    force, now, asked = r.task_force, _now(given, r), Open.now(given)
    sea = bool(force.rv_area or force.launch_area or force.submarines) or now == "The voyage"
    voyage = [sailing.panel("Naval Map", sea_map.draw(r, sea_map.Drawn(), asked), 0.3)] if sea else []
    form = {
        "Diplomacy": ("13.2", [blotter.calendar(r)]),
        "China": ("13.2.3", [sailing.panel("China", china.draw(r, "d2-china", False, "", asked), 0.35)]),
        "The bomber": ("13.3", [sailing.panel("The bomber", blotter.bomber(r), 0.5), _tracks(r)]),
        "The squadron": ("13.4", [blotter.training(r)]),
        "The voyage": ("13.5", [*voyage, _voyage(r)]),
    }
    # what is being filled in now stands first, below the calendar
    order = sorted(form, key=lambda title: (title != "Diplomacy", title != now))
    sheets = [_part(title, *form[title], now=title == now) for title in order]
    head = el("p", el("b", "Mission planning blotter"), el("span", _heading(r)), *_stamps(r), class_="d2-blothead")
    drawing = el("section", head, *sheets, class_="sheet stage d2-blotter", aria_label="Mission planning blotter")
    rail, lists = _counted(given, r)
    symbols = (*blotter.SYMBOLS, *china.SYMBOLS, *(sea_map.SYMBOLS if sea else ()))
    return Board(_track(r), drawing, rail, lists, sailing.CSS, symbols)


def _counted(given: BoardInput, r: Raid) -> tuple[Markup, Markup]:
    """What is counted, and the lists."""
    rail = [_counts(r), forms.security(r), *_incidents(r)]
    lists = [*debriefed.sheets(given, r), _squadron(r), _elites(r), _mods(r), _sites(r), forms.cup_sheet(r, _CUPS)]
    return join(rail), el("div", *lists, class_="d2-lists")


def _page(given: BoardInput, r: Raid, form: Slate) -> Board:
    """13.0 A month that is filled in as a page: beside its fields only the picture that goes with them."""
    asked = Open.now(given)
    drawn, symbols = Markup(""), tuple[str, ...]()
    if form.picture == "bomber":
        changed = {row.field.mark: row.key for _, rows in form.groups for row in rows if row.key != form.hold}
        drawn, symbols = blotter.plan(changed), blotter.SYMBOLS
    elif form.picture == "china":
        drawn, symbols = china.draw(_supplied(r, form), "d2-china", False, "", asked), china.SYMBOLS
    elif form.picture == "sea":
        drawn, symbols = sea_map.draw(r, sea_map.Drawn(), asked), sea_map.SYMBOLS
    return Board(_track(r), drawn, *_counted(given, r), sailing.CSS, symbols)


def _supplied(r: Raid, form: Slate) -> Raid:
    """13.2.3 The raid with what the form, as it is filled in now, brings to the fields in China."""
    found = copy.copy(r)
    found.china_fuel, found.groundcrew = dict(r.china_fuel), dict(r.groundcrew)
    for row in form.rows:
        for site in Site:
            if row.key.isdigit() and site.subject in row.about:
                found.china_fuel[site] = found.china_fuel.get(site, 0) + int(row.key)
            elif row.key == site.value:
                found.groundcrew[site] = found.groundcrew.get(site, 0) + 1
    return found


def _now(given: BoardInput, r: Raid) -> str:
    """The part of the form that the question is about; without one that of the month."""
    rule = given.ask.rule if given.ask is not None else ""
    if rule.startswith(("13.2.3", "13.2.4")):
        return "China"
    if rule.startswith(("13.1", "13.2")):
        return "Diplomacy"
    part = next((name for prefix, name in _PARTS.items() if rule.startswith(prefix)), "")
    return part or _OF_MONTH.get(r.step, "Diplomacy")


def _part(title: str, rule: str, inside: Sequence[Markup], now: bool) -> Markup:
    """A part of the form under its heading."""
    head = el("h3", title, el("span", rule, class_="tag"))
    return el("div", head, *inside, class_="d2-part now" if now else "d2-part")


def _heading(r: Raid) -> str:
    """What the form is for."""
    return f"{r.step} 1942" if r.step else "1942"


def _stamps(r: Raid) -> list[Markup]:
    """What has been decided for all."""
    found = [forms.stamp("historical plan", "t-blue")] if r.blotter.historical else []
    if r.aborted:
        found.append(forms.stamp("no raid", "t-red", True))
    return found


def _track(r: Raid) -> Markup:
    """13.0 The four months."""
    names = [month.value for month in Month]
    at = names.index(r.step) if r.step in names else (0 if r.segment == "planning" else len(names))
    tasks = ("calendar, B-25s", "modifications", "site, training", "transit, deck, plan")
    track = forms.track("Planning turn, 1942", list(zip(names, tasks, strict=True)), at, rule="13.0")
    return el("section", track, class_="sheet track d2-tracks", aria_label="Planning turn")


# ------------------------------------------------------------------ parts of the form


def _tracks(r: Raid) -> Markup:
    """13.3.2 Weight and guns, and what they make of a B-25."""
    plan, ratings = r.blotter, r.ratings
    sights = [name for has, name in ((ratings.norden, "Norden"), (ratings.mark_twain, "Mark Twain")) if has]
    facts = (
        ("Guzzle number", str(ratings.guzzle)),
        ("Fuel", str(ratings.fuel)),
        ("Gunnery dice", str(ratings.gunnery)),
        ("Box hit, Blast", str(ratings.box_blast)),
        ("Bombsight", " and ".join(sights) or "none"),
        ("Armor", {1: "added", -1: "removed"}.get(ratings.armor, "as built")),
        ("Liaison radio", "kept" if ratings.radios else "removed"),
        ("De-icers", "fitted" if ratings.deicers else "none"),
    )
    weight = blotter.scale("Weight", plan.weight, "more weight, more fuel", "13.3.2")
    guns = blotter.scale("Guns", plan.guns, "dice before training", "13.3.2")
    return el("div", weight, guns, forms.fields(facts, "d2-four"), class_="d2-tracks2")


def _voyage(r: Raid) -> Markup:
    """13.5 The naval plan as far as it is made."""
    force, plan = r.task_force, r.blotter
    subs = ", ".join(f"{s.name} to {s.area}" for s in force.submarines)
    facts = [
        ("Rendezvous point", force.rv_area or "not set"),
        ("Rendezvous turn", force.rv_turn or "not set"),
        ("Launch point", force.launch_area or "not set"),
        ("Enterprise", "comes" if force.enterprise else "not promised"),
        ("Submarines", subs or (f"{plan.submarines} available" if plan.submarines else "none yet")),
        ("Room on deck", str(plan.capacity) if plan.capacity else "not known"),
        ("Diligence", str(plan.diligence)),
        ("Task Force", "delayed" if force.delayed else "on time"),
    ]
    return forms.fields(facts, "d2-four")


# ------------------------------------------------------------------ rail


def _counts(r: Raid) -> Markup:
    """What is counted while planning."""
    plan = r.blotter
    picked = [b for b in r.squadron if b.fate not in (Fate.RESERVE, Fate.LEFT_BEHIND)]
    facts = (
        ("B-25s selected", str(plan.selected)),
        ("Still fit to go", str(len(picked))),
        ("Changes made", str(len(plan.mods))),
        ("Elite Crewmen", str(len(plan.elites))),
        ("Training points", str(plan.points)),
        ("Repairs", str(plan.repairs)),
        ("Leaders!", _leaders(r)),
        ("Barred!", "; ".join(plan.barred)),
    )
    return forms.sheet("Plan", forms.fields(facts), rule="13.0", class_="d2-rail")


def _leaders(r: Raid) -> str:
    """13.2.1 Leaders on the calendar, and those who refused."""
    plan = r.blotter
    words = [f"{one.value}{' briefed' if one.value in plan.briefed else ''}" for one in plan.leaders]
    return "; ".join([*words, *(f"{one.value} has refused" for one in plan.denied)])


def _incidents(r: Raid) -> list[Markup]:
    """15.1 The incidents of the war so far."""
    lines = [*r.blotter.chits, *r.blotter.incidents]
    if not lines:
        return []
    return [
        forms.sheet(
            "Incidents",
            el("ul", *(el("li", line) for line in lines), class_="d2-lines"),
            rule="15.1",
            class_="d2-rail",
        )
    ]


# ------------------------------------------------------------------ lists


def _squadron(r: Raid) -> Markup:
    """13.1.2 The B-25s: who is picked, and what has happened to them."""
    rows = [
        (
            el("span", b.name(), **thing(b.name(), b.end(), "2.1", b.subject)),
            "selected" if b.fate is Fate.DECK else b.where or b.end(),
            "; ".join(word for word in parts.aboard(b) if word != "loaded") or "-",
        )
        for b in r.squadron
    ]
    if not rows:
        return forms.sheet("Squadron", el("p", "No B-25 has been selected yet.", class_="empty"))
    return forms.sheet("Squadron", forms.table(("B-25", "state", "notes"), rows, "Squadron"), rule="13.1.2")


def _elites(r: Raid) -> Markup:
    """13.4.3 Elite Crewmen drawn, and those who have a place already."""
    men = [(b.elite, b.name()) for b in r.squadron if b.elite is not None]
    placed = {man.name for man, _ in men}
    men += [(man, "not yet assigned") for man in r.blotter.elites if man.name not in placed]
    rows = [
        (el("span", man.name, **thing(man.name, man.benefit.value, "2.3", man.subject)), man.benefit.value, where)
        for man, where in men
    ]
    if not rows:
        return forms.sheet("Elite Crewmen", el("p", "None has been drawn yet. March brings them.", class_="empty"))
    return forms.sheet("Elite Crewmen", forms.table(("Man", "benefit", "flies with"), rows), rule="2.3")


def _mods(r: Raid) -> Markup:
    """13.3.3 Every modification with what it costs."""
    rows: list[tuple[object, ...]] = []
    for mod in Mod:
        cells = [
            parts.look(r, "P-modifications", mod.value, name)
            for name in ("weight", "gunnery", "training points", "morale")
        ]
        shown = [f"{int(cell):+d}" if cell not in ("0", "-") else "-" for cell in cells]
        done = forms.stamp("made", "t-blue") if mod in r.blotter.mods else "-"
        rows.append((mod.value, *shown, done))
    head = ("Modification", "weight", "gunnery", "points", "morale", "state")
    badge = forms.origin(parts.chart(r, "P-modifications").data.source, "P-modifications" in r.tables)
    return forms.sheet("Modifications", forms.table(head, rows, "Modifications"), note=badge)


def _sites(r: Raid) -> Markup:
    """13.2.3 The landing sites: what it takes to prepare them, what they hold."""
    rows: list[tuple[object, ...]] = []
    for site in china.CHINA:
        beacon = r.beacons.get(site)
        state = "attacked, closed" if site in r.attacked_sites else "prepared" if beacon is not None else "-"
        number = "-" if beacon is None else str(beacon.number) if beacon.revealed else "face down"
        stock = parts.look(r, "sites", site.value, "stockpile")
        rows.append(
            (site.value, stock, state, number, str(r.china_fuel.get(site, 0)), str(r.groundcrew.get(site, 0)))
        )
    agreed = [who.value for who in Diplomat if r.blotter.agreed.get(who)]
    head = ("Site", "stockpile", "state", "beacon", "Fuel", "groundcrew")
    more = el("p", f"Agreed: {', '.join(agreed) or 'nobody yet'}.", class_="d2-words")
    return forms.sheet("China", forms.table(head, rows, "China"), more, rule="13.2.3")
