"""The Naval segment in the browser: the map, the layout of the Task Force, the Hornet's deck."""

from __future__ import annotations

import functools

from markupsafe import Markup

from flakhouse.games.doolittle.state import Raid
from flakhouse.render.doolittle import parts, sailing
from flakhouse.web.boards.base import EMPTY, Board, BoardInput, Open, el, join, text, thing
from flakhouse.web.boards.doolittle import debriefed, deck, forms, layout_map, marks, sea_map, strikes
from flakhouse.web.boards.doolittle.strikes import Attack

__all__ = ["CSS", "CUPS", "deck_table", "focus", "naval", "panel", "ships_table", "strike"]

CSS = ("board-doolittle-2.css",)
#: 12.0 The phases of a Naval Turn by step and word.
_PHASES = (
    ("general quarters", "General quarters"),
    ("weather", "Weather"),
    ("launch", "Launch"),
    ("underway", "Underway"),
    ("sea hazards", "Sea hazards"),
    ("refueling", "Refueling"),
)
CUPS = (("sea-east", "Sea East"), ("sea-central", "Sea Central"), ("sea-west", "Sea West"), ("transit", "Transit"))
_PLACES = ("Sea Area", "Local Recon", "Low CAP", "High CAP", "Hangar")


#: Scenes that play on the flight deck, and among the ships.
_DECK = ("launch", "first-take-off", "take-off", "last-take-off", "deck-fire", "botched", "storm", "sailing")
_SHIPS = (
    "airstrike",
    "strike-force",
    "wave",
    "raider",
    "attack-wave",
    "iboat",
    "submarine",
    "counterstrike",
    "ship-hit",
)
#: The drawing on which things of a kind are picked.
_PICKED = {"ship": "Task Force Layout", "b25": "Flight deck"}


def naval(given: BoardInput) -> Board:
    """9.0, 12.0 The board of the Naval segment."""
    r = given.state
    if not isinstance(r, Raid):
        return EMPTY
    attack = strikes.attack(given.events)
    boat = strikes.iboat(given.events, given.ask)
    asked = Open.now(given)
    drawn, turned = strikes.hazards(r, given.events)
    near = _near(given)
    parts_ = [
        marks.turned_over(given.act),
        panel("Naval Map", sea_map.draw(r, drawn, asked), focus(r), near),
        panel("Task Force Layout", layout_map.draw(r, attack, boat, asked), 0.5, near),
        panel("Flight deck", deck.draw(r, given.events, asked), 0.75, near),
        _key(),
    ]
    drawing = el("section", *parts_, class_="sheet stage d2-stack", aria_label="The voyage")
    rail = [_force(r), forms.security(r)]
    if attack is not None:
        rail.insert(0, strike(attack))
    lists = [
        *debriefed.sheets(given, r),
        _areas(r),
        ships_table(r),
        _patrols(r),
        deck_table(r, given),
        *_turned(turned),
        forms.cup_sheet(r, CUPS),
    ]
    return Board(_track(r), drawing, join(rail), el("div", *lists, class_="d2-lists"), CSS, sea_map.SYMBOLS)


def panel(label: str, drawing: Markup, at: float, near: str = "") -> Markup:
    """A drawing that scrolls sideways where there is no room for it, opening at this part of its width. In a scene
    only the one it plays on is seen from `near`; a telephone has it first at a decision too."""
    look = "d2-panel wide" if not near or near == label else "d2-panel wide far"
    return el("div", drawing, class_=look, role="group", aria_label=label, tabindex=0, data_focus_x=at)


def _near(given: BoardInput) -> str:
    """The drawing on which a scene plays, or from which an answer is picked; "" where it is none of them."""
    if given.act is None:
        kinds_of = {subject.kind for subject in Open.now(given).offered}
        return next((label for kind, label in _PICKED.items() if kind in kinds_of), "")
    kinds = {"Flight deck": _DECK, "Task Force Layout": _SHIPS}
    return next((label for label, found in kinds.items() if given.act.opened in found), "Naval Map")


def focus(r: Raid) -> float:
    """Where a narrow screen opens the map: at the Task Force, 0 in the west to 1 in the east."""
    areas = [*reversed(parts.chart(r, "sea-areas").labels), sailing.PORT]
    return (areas.index(r.task_force.area) + 0.5) / len(areas) if r.task_force.area in areas else 1.0


@functools.cache
def _key() -> Markup:
    """The signs of the three drawings."""
    return forms.key(
        (
            (marks.hit(0, 0, 0.9), "damaged"),
            (marks.distress(0, 0), "in distress, or a marker on it"),
            (marks.face_down(0, 0), "face down"),
            (
                el("path", d="M-9 2Q-9-2-4-2H-2V-6H3V-2H7Q10-2 10 0 10 2 7 2Z", class_="d2-sub"),
                "submarine in contact",
            ),
            (el("circle", cx=0, cy=0, r=6, class_="d2-medal"), "medals"),
            (marks.b25(0, 0, 22, -90, "d2-b25 gone"), "has left the deck"),
            (text(0, 9, "*", "d2-star", "middle"), "Elite Crewman aboard"),
        )
    )


# ------------------------------------------------------------------ track


def _track(r: Raid) -> Markup:
    """9.2 The Naval Turn Track and the phases."""
    force = r.task_force
    labels = parts.chart(r, "naval-turns").labels
    spaces = [(name.removeprefix("April "), "April" if i == 0 else "") for i, name in enumerate(labels)]
    marked = ["RV" if name == force.rv_turn and not force.joined else "" for name in labels]
    at = min(force.turn, len(labels) - 1)
    return el(
        "section",
        forms.track("Naval turn, April 1942", [(name, "") for name, _ in spaces], at, marked, "9.2"),
        forms.phases("Phase", _PHASES, r.step if r.segment == "naval" else "", "12.0"),
        class_="sheet track d2-tracks",
        aria_label="Turn and phase",
    )


# ------------------------------------------------------------------ rail


def _force(r: Raid) -> Markup:
    """The Task Force as a form."""
    force = r.task_force
    weather = r.weather.get(parts.look(r, "sea-areas", force.area, "weather box"))
    on = [s for s in force.ships if s.space]
    slow = [s.name for s in on if s.slow()]
    oilers = [s.name for s in on if s.kind == "AO" and not s.damaged and not s.distress]
    fuel = forms.stamp("fueled", "t-green") if force.fueled else forms.stamp("low on fuel", "t-red", True)
    told = [
        ("Sea Area!", force.area),
        ("Weather", weather.value if weather is not None else "-"),
        ("Turn", sailing.turn_name(r).removeprefix("April ")),
        ("Fuel!", fuel),
        ("Rendezvous!", _rendezvous(r)),
        ("Launch planned!", force.launch_area),
        ("Ships", len(on)),
        ("Slow", len(slow)),
        ("Can refuel!", ", ".join(oilers) or "nobody"),
        ("Red flags!", parts.markers(force.red_flags)),
        ("Deck!", {"fire": "fire this turn", "wrecked": "wrecked"}.get(force.deck, "")),
        ("Voyage!", "turned back" if force.turned_back else ""),
        ("Sunk by us!", _kills(r)),
    ]
    return forms.sheet("Task Force", forms.fields(told), rule="12.0", class_="d2-rail")


def _rendezvous(r: Raid) -> str:
    """12.5.3 With TF-16: made, planned, delayed."""
    force = r.task_force
    if force.joined:
        return "TF-16 has joined" if force.enterprise else "met, without the Enterprise"
    words = f"{force.rv_area}, {force.rv_turn}" if force.rv_area else "no plan"
    words += "; TF-16 delayed" if force.delayed else ""
    return words + ("" if force.enterprise else "; without the Enterprise")


def _kills(r: Raid) -> str:
    """What the Navy has sunk."""
    force = r.task_force
    counts = (
        ("carrier", force.enemy_carriers_sunk),
        ("ship", force.enemy_ships_sunk),
        ("I-Boat", force.i_boats_sunk),
    )
    return ", ".join(f"{n} {word}{'s' if n > 1 else ''}" for word, n in counts if n)


def strike(attack: Attack) -> Markup:
    """11.0 The Airstrike as far as it has come."""
    told = [
        ("Area!", attack.area),
        ("Strike force!", attack.strike or "not yet seen"),
        ("Wave!", str(attack.wave) if attack.wave else ""),
        ("Halsey sends!", attack.planes),
        ("Army!", attack.army),
    ]
    lines = el("ul", *(el("li", line) for line in attack.lines), class_="d2-lines") if attack.lines else ""
    return forms.sheet("Airstrike", forms.fields(told), lines, rule="11.0", class_="d2-rail d2-alarm")


# ------------------------------------------------------------------ lists


def _areas(r: Raid) -> Markup:
    """9.1 Every Sea Area in words."""
    rows: list[tuple[object, ...]] = []
    for name in reversed(parts.chart(r, "sea-areas").labels):
        state = r.weather.get(parts.look(r, "sea-areas", name, "weather box"))
        draws = f"{parts.look(r, 'sea-areas', name, 'base')}/{parts.look(r, 'sea-areas', name, 'base in storm')}"
        rows.append(
            (
                name,
                state.value if state is not None else "?",
                parts.look(r, "sea-areas", name, "rv"),
                parts.look(r, "sea-areas", name, "rtp"),
                f"{draws} {parts.look(r, 'sea-areas', name, 'extra')}",
                sailing.area(r, name) or "-",
            )
        )
    rows.append((sailing.PORT, "", "", "", "", sailing.area(r, sailing.PORT) or "-"))
    own = "sea-areas" in r.tables
    badge = forms.origin(parts.chart(r, "sea-areas").data.source, own)
    head = ("Sea Area", "weather", "RV", "home", "draws / in a storm", "there")
    return forms.sheet("Sea Areas, west to east", forms.table(head, rows, "Sea Areas"), note=badge)


def ships_table(r: Raid) -> Markup:
    """10.1 Every ship with its numbers and state."""
    away = {s.name: where for where, ships in r.task_force.groups for s in ships}
    rows: list[tuple[object, ...]] = []
    for s in r.task_force.ships:
        state = ", ".join(sailing.ship_state(s)[1:]) or "sound"
        where = s.space or ("-" if s.sunk else f"detached, {away[s.name]}" if s.name in away else "-")
        name = el("span", s.name, **thing(s.name, f"{s.kind}, {state}", "10.1"))
        rows.append((name, s.kind, where, state, s.guns(), s.reaction or "-", s.hull))
    if not rows:
        return forms.sheet("Ships", el("p", "No ship has sailed yet.", class_="empty"))
    head = ("Ship", "type", "space", "state", "flak", "reaction", "hull")
    return forms.sheet("Ships", forms.table(head, rows, "Ships"), rule="10.1")


def _patrols(r: Raid) -> Markup:
    """10.2, 12.1.3 Recon markers and submarines."""
    rows: list[tuple[object, ...]] = []
    for x in r.task_force.recon:
        where = "lost" if x.lost else x.place or "away"
        rows.append((f"Recon: {x.words()}", where, parts.marker(x.distress) if x.distress is not None else "-"))
    for s in r.task_force.submarines:
        state = "sunk" if s.sunk else "in contact" if s.contact else "no contact"
        rows.append((f"Submarine {s.name}", s.area, state))
    if not rows:
        return forms.sheet("Recon and submarines", el("p", "None.", class_="empty"))
    return forms.sheet("Recon and submarines", forms.table(("Patrol", "where", "state"), rows), rule="10.2")


def deck_table(r: Raid, given: BoardInput) -> Markup:
    """12.3 The B-25s in the order they stand on deck."""
    trouble = deck.botched(given.events)
    rows = [
        (f"{i}. {b.name()}", deck.state_of(r, b, trouble), "; ".join(parts.aboard(b)) or "-")
        for i, b in enumerate(deck.aboard(r), 1)
    ]
    if not rows:
        return forms.sheet("Flight deck", el("p", "No B-25 is aboard.", class_="empty"))
    return forms.sheet("Flight deck, in launch order", forms.table(("B-25", "state", "aboard"), rows), rule="12.3")


def _turned(lines: list[str]) -> list[Markup]:
    """12.6.4 The hazards turned this Naval Turn."""
    if not lines:
        return []
    return [
        forms.sheet(
            "Turned this turn", el("ul", *(el("li", line) for line in lines), class_="d2-lines"), rule="12.6"
        )
    ]
