"""The Denouement in the browser: China, the crews and what becomes of them, and in the end what was made of it."""

from __future__ import annotations

import functools

from markupsafe import Markup

from flakhouse.games.doolittle.state import Crew, Raid
from flakhouse.games.doolittle.words import Fate
from flakhouse.render.doolittle import parts, planned, status
from flakhouse.web.boards.base import EMPTY, Board, BoardInput, Open, el, join, thing
from flakhouse.web.boards.doolittle import china, debriefed, forms, layout_map, sailing, sea_map, strikes

__all__ = ["denouement"]

#: 14.0 The steps of the Denouement by step and word.
_STEPS = (
    ("landing", "Landing"),
    ("ditching", "Ditched crews"),
    ("return to port", "Return to port"),
    ("China", "China"),
    ("U.S.S.R.", "U.S.S.R."),
    ("Korea", "Korea"),
    ("debriefing", "Debriefing"),
)
_FATES = ("safe", "rescued", "released", "released*", "interned", "captured", "missing", "killed")


def denouement(given: BoardInput) -> Board:
    """14.0, 1.3 The board of the Denouement, and of the debriefing after it."""
    r = given.state
    if not isinstance(r, Raid):
        return EMPTY
    at_sea = r.segment == "denouement" and r.step == "return to port"
    attack = strikes.attack(given.events)
    asked = Open.now(given)
    if at_sea:
        boat = strikes.iboat(given.events, given.ask)
        panels = [
            sailing.panel("Naval Map", sea_map.draw(r, sea_map.Drawn(), asked), sailing.focus(r)),
            sailing.panel("Task Force Layout", layout_map.draw(r, attack, boat, asked), 0.5),
        ]
        symbols = sea_map.SYMBOLS
    else:
        drawing = china.draw(r, "d2-china", True, _start(r, asked), asked)
        panels = [sailing.panel("China", drawing, china.focus(r))]
        symbols = china.SYMBOLS
    panels.append(_key())
    rail = [sailing.strike(attack)] if attack is not None else []
    rail += [_fates(r), forms.security(r)]
    lists = [*debriefed.sheets(given, r), crews_table(r), _b25s(r), _sites(r)]
    if at_sea:
        lists.append(sailing.ships_table(r))
    else:
        lists.append(_transport(r))
    track = el(
        "section",
        forms.phases("What came after", _STEPS, r.step if r.segment == "denouement" else "debriefing", "14.0"),
        el("p", status.title(r), class_="d2-words"),
        class_="sheet track d2-tracks",
        aria_label="Where the story stands",
    )
    drawn = el("section", *panels, class_="sheet stage d2-stack", aria_label="The crews")
    every = tuple(dict.fromkeys((*symbols, *china.SYMBOLS)))
    return Board(track, drawn, join(rail), el("div", *lists, class_="d2-lists"), sailing.CSS, every)


def _start(r: Raid, asked: Open) -> str:
    """14.4.3 Where those set out whom the question is about: the site it names, or that of the bomber it names."""
    places = [subject.name for subject in asked.asked if subject.kind == "site"]
    places += [b.where for b in r.squadron if asked.lit(b.subject)]
    return next((place for place in places if place), "")


@functools.cache
def _key() -> Markup:
    """The signs of the crews."""
    signs = (
        ("crew-fit", "fit"),
        ("crew-light", "wounded"),
        ("crew-captured", "captured"),
        ("crew-away", "missing"),
        ("crew-killed", "killed"),
    )
    found = [
        (el("use", href=f"#{name}", x=-11, y=-11, width=22, height=22, class_="d2-crew"), word)
        for name, word in signs
    ]
    return forms.key(found)


# ------------------------------------------------------------------ rail


def _fates(r: Raid) -> Markup:
    """14.0 The crews counted by what became of them."""
    counts = {fate: sum(c.fate == fate for c in r.crews) for fate in _FATES}
    open_ = sum(not c.fate for c in r.crews)
    told: list[tuple[str, object]] = [("Crews", str(len(r.crews))), ("Not yet known", str(open_))]
    told += [(fate.rstrip("*").capitalize(), str(n)) for fate, n in counts.items() if n]
    flown = [b for b in r.squadron if b.fate is Fate.CHUNGKING]
    told.append(("B-25s at Chungking!", str(len(flown))))
    return forms.sheet("Crews", forms.fields(told), rule="14.0", class_="d2-rail")


# ------------------------------------------------------------------ lists


def crews_table(r: Raid) -> Markup:
    """14.0.1 Every crew: where it is, how it is, what became of it."""
    if not r.crews:
        return forms.sheet("Crews", el("p", "No crew has come down yet.", class_="empty"))
    rows = [(_sign(c), c.place or "not known", "fit" if c.fit else "wounded", _fate(c), _men(c)) for c in r.crews]
    head = ("Crew of", "where", "health", "so far", "with it")
    return forms.sheet("The crews", forms.table(head, rows, "The crews"), rule="14.0.1")


def _sign(crew: Crew) -> Markup:
    """A crew's sign and name."""
    sign = el(
        "svg", el("use", href=f"#{china.crew_symbol(crew)}"), viewBox="0 0 24 24", class_="ic", aria_hidden="true"
    )
    return el(
        "span",
        sign,
        " ",
        crew.b25.name(),
        **thing(f"Crew of {crew.b25.name()}", planned.crew(crew), "14.0.1", crew.subject),
    )


def _fate(crew: Crew) -> object:
    """What became of it, stamped when it is settled."""
    if not crew.fate:
        return "on the way"
    tone = {"safe": "t-green", "rescued": "t-green", "released": "t-green", "interned": "t-amber"}
    return forms.stamp(crew.fate.rstrip("*"), tone.get(crew.fate.rstrip("*"), "t-red"))


def _men(crew: Crew) -> str:
    """Its Elite Crewmen."""
    return "; ".join(parts.elite(man) for man in crew.elites) or "-"


def _b25s(r: Raid) -> Markup:
    """2.1 What became of every B-25."""
    rows = [
        (
            b.name(),
            b.end(),
            b.where or "-",
            parts.damage(b) or "-",
            str(b.fuel),
        )
        for b in r.squadron
        if b.fate is not Fate.RESERVE
    ]
    if not rows:
        return forms.sheet("The bombers", el("p", "No B-25 was selected.", class_="empty"))
    return forms.sheet("The bombers", forms.table(("B-25", "end", "where", "damage", "Fuel"), rows), rule="2.1")


def _sites(r: Raid) -> Markup:
    """14.4 What the sites in China hold."""
    rows: list[tuple[object, ...]] = []
    for site in china.CHINA:
        beacon = r.beacons.get(site)
        number = "-" if beacon is None else str(beacon.number) if beacon.revealed else "face down"
        lost = "attacked, closed" if site in r.attacked_sites else "-"
        rows.append((site.value, str(r.china_fuel.get(site, 0)), str(r.groundcrew.get(site, 0)), number, lost))
    head = ("Site", "Fuel", "groundcrew", "beacon", "state")
    return forms.sheet("Landing sites", forms.table(head, rows, "Landing sites"), rule="5.5")


def _transport(r: Raid) -> Markup:
    """14.4.3 The ways by air and on foot."""
    rows = [(f"{start} to {end}", fuel, f"{trek}+") for start, end, fuel, trek in china.routes(r)]
    chart = parts.chart(r, "transport")
    badge = forms.origin(chart.data.source, "transport" in r.tables)
    table = forms.table(("Way", "Fuel", "on foot"), rows, "Transport Table")
    return forms.sheet("Ways through China", el("details", el("summary", "The table"), table), note=badge)
