"""12.1 General Quarters: the layout, Recon and CAP, submarines, ships sent home, repairs, recovery."""

from __future__ import annotations

from dataclasses import dataclass, field

from flakhouse.core.referee import Referee
from flakhouse.games.bomber.order import Order, ask_orders, give_advised
from flakhouse.games.doolittle import cups, elites, launch, layout, sea
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.state import B25, Raid, Recon, Ship, Submarine
from flakhouse.games.doolittle.words import Back, Benefit, Fate

__all__ = ["ORDERS", "Quarters", "after_rendezvous", "phase", "recovery"]

CONTACT = CHARTS.numbers("submarine-contact")
RECOVERY = CHARTS.numbers("recovery")
_CONTACT_NUMBER = 7  # 12.1.3, printed on the marker
_HANGAR, _LOCAL, _SEA_AREA, _HIGH = "Hangar", "Local Recon", "Sea Area", "High CAP"
_PLACES = (_HANGAR, _LOCAL, "Low CAP", _HIGH, _SEA_AREA)
#: Where a careful player keeps each marker: eyes out at sea take hazards off the Task Force.
_POSTS = {"VF6": _HIGH, "VT6": _HANGAR}
_DECK = Fate.DECK
_LOOK_AHEAD = sea.FIRST_WEST - 1  # from Midway the next move may be followed by a Raid Move


@dataclass(slots=True)
class Quarters:
    """The General Quarters Phase of one turn: the raid, and what has been tried already."""

    r: Raid
    hailed: list[Submarine] = field(default_factory=list)  # 12.1.3: one attempt each
    posted: bool = False
    asked_detach: bool = False
    joining: list[Recon] | None = None  # 12.5.3: at the rendezvous only what TF-16 brings is posted
    strays: bool = False  # 9.5.1: ships that need not trail behind any more


def phase(ref: Referee, r: Raid) -> None:
    """12.1 Orders in any order, then Recovery at the very end."""
    r.step = "general quarters"
    r.task_force.held.clear()
    for recon in r.task_force.recon:
        # RULING 10.1.1: Recon whose ship can launch no more comes home before the next orders are given.
        if recon.place and layout.why_not_recon(r, recon):
            recon.place = _HANGAR
    q = Quarters(r, strays=bool(layout.strays(ref, r)))
    if ref.hurried:
        give_advised(ref, q, ORDERS)
    else:
        # D27
        ask_orders(ref, q, ORDERS, "12.1", True, lambda order: order.key in _MATTER)
    recovery(ref, r)


def after_rendezvous(ref: Referee, r: Raid, joining: list[Recon]) -> None:
    """12.5.3 Ships may be arranged anew when TF-16 joins, and the Recon it brings takes its places."""
    q = Quarters(r, joining=joining)
    if ref.hurried:
        give_advised(ref, q, _AT_RENDEZVOUS)
    else:
        # D27
        ask_orders(ref, q, _AT_RENDEZVOUS, "12.5.3", True, lambda order: False)


# ------------------------------------------------------------------ 9.5.1 layout


def _arrange(ref: Referee, q: Quarters) -> None:
    """9.5.1, 12.1 Ships change places."""
    q.strays = False
    layout.arrange(ref, q.r)


# ------------------------------------------------------------------ 12.1.1, 12.1.2 Recon and CAP


def post(r: Raid, recon: Recon) -> str:
    """12.1.1, 12.1.2 Where a Recon marker belongs: as the player has said, else where a careful one has it."""
    place = r.task_force.posts.get(recon.name) or _POSTS.get(recon.name, _SEA_AREA)
    if not why_not_place(r, recon, place):
        return place
    return _HANGAR if why_not_place(r, recon, _LOCAL) else _LOCAL


def why_not_place(r: Raid, recon: Recon, place: str) -> str:
    """12.1.1, 12.1.2 Why a Recon marker may not go there, or nothing."""
    if place == _HANGAR:
        return ""
    why = layout.why_not_recon(r, recon)
    if why:
        return why
    if place in ("Low CAP", _HIGH) and recon.name != "VF6":
        return "only VF6 flies CAP (12.1.2)"
    return "still in port (12.1.1)" if place == _SEA_AREA and r.task_force.area == sea.PORT else ""


def _markers(q: Quarters) -> list[Recon]:
    """10.2 The Recon markers still in the game that may be posted now."""
    return [recon for recon in (q.r.task_force.recon if q.joining is None else q.joining) if not recon.lost]


def _recon_wanted(q: Quarters) -> bool:
    """12.1.1 Some marker is not where it belongs."""
    return not q.posted and any(m.place != post(q.r, m) for m in _markers(q))


def _assign_recon(ref: Referee, q: Quarters) -> None:
    """12.1.1, 12.1.2 Each Recon marker is put into the hangar, Local Recon, CAP or the Sea Area."""
    q.posted = True
    r = q.r
    markers = _markers(q)
    if ref.hurried:
        for recon in markers:
            recon.place = post(r, recon)
        return
    words = ", ".join(f"{m.name} {post(r, m)}" for m in markers)
    options = {"proposed": f"As proposed: {words}", "each": "One by one"}
    # D29
    if ref.choose("recon", "12.1.1", "Where does the Recon go?", options, "proposed", routine=True) == "proposed":
        for recon in markers:
            recon.place = post(r, recon)
    else:
        for recon in markers:
            barred = {p: why for p in _PLACES if (why := why_not_place(r, recon, p))}
            open_ = {p: p for p in _PLACES if p not in barred}
            ask = f"{recon.name}, now {recon.place}: where to?"
            proposed = post(r, recon)
            # D29
            recon.place = ref.choose("recon-place", "12.1.1", ask, open_, proposed, barred)
            if recon.place != proposed:  # a proposal followed, for want of a better place too, is no new wish
                r.task_force.posts[recon.name] = recon.place
    if ref.trace:
        ref.note("recon-posted", places=", ".join(f"{m.name} {m.place}" for m in markers))


# ------------------------------------------------------------------ 12.1.3 submarines


def _subs(r: Raid, contact: bool) -> list[Submarine]:
    """12.1.3 Submarines in contact, or out of it."""
    return [s for s in r.task_force.submarines if s.contact is contact and not s.sunk]


def _hailable(q: Quarters) -> list[Submarine]:
    """12.1.3 Submarines out of contact and not tried this turn."""
    return [s for s in _subs(q.r, False) if s not in q.hailed]


def _launching(q: Quarters) -> bool:
    """12.3 The B-25s take off this turn: submarines in contact help, and draw no hazards any more."""
    return launch.due(q.r)


def _pick_sub(ref: Referee, id: str, prompt: str, subs: list[Submarine]) -> Submarine:
    """12.1.3 One of these submarines."""
    if ref.hurried:
        return subs[0]
    options = {s.name: f"{s.name}, {s.area}" for s in subs}
    name = ref.choose(id, "12.1.3", prompt, options)
    return next(s for s in subs if s.name == name)


def _hail(ref: Referee, q: Quarters) -> None:
    """12.1.3 An attempt to make contact: 7 or more on two dice."""
    # D30
    sub = _pick_sub(ref, "submarine-contact", "Contact which submarine?", _hailable(q))
    q.hailed.append(sub)
    ref.roll(CONTACT)
    sub.contact = ref.total >= _CONTACT_NUMBER
    if ref.trace:
        ref.note("submarine-hailed", submarine=sub.name, contact=sub.contact)


def _break_contact(ref: Referee, q: Quarters) -> None:
    """12.1.3 Contact is broken off; that always succeeds."""
    # D30
    sub = _pick_sub(ref, "submarine-break", "Break contact with which submarine?", _subs(q.r, True))
    sub.contact = False
    q.hailed.append(sub)
    if ref.trace:
        ref.note("submarine-silent", submarine=sub.name)


# ------------------------------------------------------------------ 12.1.4 detaching


def _burdens(r: Raid) -> list[Ship]:
    """12.1.4 Ships a careful player sends home before the run to Japan: the slow ones, once not needed."""
    force = r.task_force
    if sea.index(force.area) < _LOOK_AHEAD or not force.fueled or launch.due(r):
        return []
    if not force.joined and force.area == force.rv_area:
        return []
    slow = layout.slow_ships(r)
    return [] if any(s.kind == "CV" for s in slow) else slow


def _detach(ref: Referee, q: Quarters) -> None:
    """12.1.4 Any ships but the Hornet leave for Pearl Harbor, as one group."""
    q.asked_detach = True
    r = q.r
    wanted = _burdens(r)
    leaving: list[Ship] = list(wanted) if ref.hurried else []
    while not ref.hurried:
        left = [s for s in layout.ships(r) if s.name != layout.HORNET and s not in leaving]
        names = ", ".join(s.name for s in leaving) or "nobody"
        options = {"done": f"Done: {names} {'leave' if len(leaving) > 1 else 'leaves'}"}
        if wanted and not leaving:
            options["proposed"] = f"As proposed: {', '.join(s.name for s in wanted)}"
        options.update((s.name, f"{s.name} ({s.kind}){', slow' if s.slow() else ''}") for s in left)
        default = "proposed" if "proposed" in options else "done"
        barred = {layout.HORNET: "carries the B-25s (12.1.4)"}
        # D31
        name = ref.choose("detach-ship", "12.1.4", "Which ship leaves for Pearl Harbor?", options, default, barred)
        if name == "proposed":
            leaving += wanted
        if name in ("done", "proposed"):
            break
        leaving.append(next(s for s in left if s.name == name))
    if leaving:
        layout.detach(ref, r, leaving)


# ------------------------------------------------------------------ 12.1.5 repairing a B-25


def _mechanics(r: Raid) -> list[B25]:
    """12.1.5 B-25s whose elite copilot can still repair."""
    return [b for b in launch.on_deck(r) if elites.can(b, Benefit.COPILOT_REPAIR)]


def _mechanic(ref: Referee, r: Raid) -> B25:
    """12.1.5 Of several elite copilots the player says who spends his benefit."""
    able = _mechanics(r)
    default = min(able, key=lambda b: (b.damage == 0, not b.attached))
    options = {b.id: f"{b.elite.name if b.elite else ''}, {b.name()}" for b in able}
    # D32
    key = ref.choose("repair-copilot", "12.1.5", "Which elite copilot sets to work?", options, default.id)
    return next(b for b in able if b.id == key)


def _ailing(r: Raid) -> list[B25]:
    """12.1.5 B-25s on deck with something to repair."""
    return [b for b in r.squadron if (b.damage or b.attached) and b.fate is _DECK]


def _repair(ref: Referee, q: Quarters) -> None:
    """12.1.5 An elite copilot takes a Damage marker or a Transit Hazard off any B-25 on deck."""
    r = q.r
    options: dict[str, str] = {}
    for b in _ailing(r):
        if b.damage:
            options[f"{b.id} damage"] = f"{b.name()}: damage"
        for i, marker in enumerate(b.attached):
            options[f"{b.id} {i}"] = f"{b.name()}: {marker.words()}"
    default = next((key for key in options if key.endswith("damage")), "")
    mechanic = _mechanic(ref, r)
    # D32
    id, _, what = ref.choose("repair-b25", "12.1.5", "What is repaired?", options, default).partition(" ")
    b25 = next(b for b in r.squadron if b.id == id)
    if what == "damage":
        b25.damage = 0
        done = "damage"
    else:
        marker = b25.attached.pop(int(what))
        done = marker.words()
        cups.put_back(r, marker)
    elites.spend(ref, r, mechanic, "repair")
    if ref.trace:
        ref.note("b25-repaired", b25=b25.name(), what=done)


# ------------------------------------------------------------------ 12.1.6 Recovery


def recovery(ref: Referee, r: Raid) -> None:
    """12.1.6 Two dice for each Mechanical Distress; what recovers stays where it is this turn."""
    force = r.task_force
    for ship in layout.ships(r):
        for marker in list(ship.distress):
            prompt = f"Try to recover {ship.name}? {marker.number} or more on two dice."
            # D33
            if not ref.yes("recovery", "12.1.6", prompt, True, routine=True):
                continue
            ref.roll(RECOVERY)
            if ref.total >= marker.number:
                ship.distress.remove(marker)
                cups.put_back(r, marker)
                force.held.append(ship.name)
            if ref.trace:
                ref.note("recovery", who=ship.name, done=marker not in ship.distress)
    for recon in force.recon:
        marker_ = recon.distress
        # D33
        if marker_ is None or not ref.yes(
            "recovery",
            "12.1.6",
            f"Try to recover {recon.name}? {marker_.number} or more on two dice.",
            True,
            routine=True,
        ):
            continue
        ref.roll(RECOVERY)
        if ref.total >= marker_.number:
            recon.distress = None
            cups.put_back(r, marker_)
            force.held.append(recon.name)
        if ref.trace:
            ref.note("recovery", who=recon.name, done=recon.distress is None)


# ------------------------------------------------------------------ the menu


def _open(q: Quarters) -> str:
    """Nothing bars it."""
    return ""


ORDERS: tuple[Order[Quarters], ...] = (
    Order(
        "repair",
        "12.1.5",
        "Let an elite copilot repair a B-25",
        lambda q: bool(_ailing(q.r)),
        lambda q: "" if _mechanics(q.r) else "no elite copilot left for it (12.1.5)",
        _repair,
        lambda q: any(b.damage or b.has(Back.CRACKED_TURRET) for b in _ailing(q.r)),
    ),
    Order(
        "contact",
        "12.1.3",
        "Make contact with a submarine",
        lambda q: bool(_subs(q.r, False)),
        lambda q: "" if _hailable(q) else "each has been tried this turn (12.1.3)",
        _hail,
        lambda q: _launching(q) and bool(_hailable(q)),
    ),
    Order(
        "break",
        "12.1.3",
        "Break contact with a submarine",
        lambda q: bool(_subs(q.r, True)),
        _open,
        _break_contact,
    ),
    Order(
        "detach",
        "12.1.4",
        "Send ships to Pearl Harbor",
        lambda q: len(layout.ships(q.r)) > 1,
        _open,
        _detach,
        lambda q: not q.asked_detach and bool(_burdens(q.r)),
    ),
    Order(
        "recon",
        "12.1.1",
        "Post the Recon and CAP",
        lambda q: bool(_markers(q)),
        _open,
        _assign_recon,
        _recon_wanted,
    ),
    Order("ships", "9.5.1", "Arrange the ships", lambda q: True, _open, _arrange, lambda q: q.strays),
)
_AT_RENDEZVOUS = tuple(order for order in ORDERS if order.key in ("recon", "ships"))
#: What is worth interrupting a player for.
_MATTER = ("repair", "contact", "detach")
