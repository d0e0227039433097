"""12.1 General Quarters: the layout, Recon and CAP, submarines, ships sent home, repairs, recovery."""

from __future__ import annotations

from dataclasses import dataclass, field

from flakhouse.core.questions import Option, Subject
from flakhouse.core.referee import Referee
from flakhouse.games.bomber.order import Menu, Order, ask_orders
from flakhouse.games.doolittle import cups, elites, launch, layout, sea
from flakhouse.games.doolittle.advice import quarters as advice
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.questions import quarters as questions
from flakhouse.games.doolittle.questions.keys import by_id, by_submarine
from flakhouse.games.doolittle.state import B25, Marker, Raid, Recon, Ship, Submarine
from flakhouse.games.doolittle.words import Back, Benefit, Fate

__all__ = ["ORDERS", "Quarters", "after_rendezvous", "phase", "recovery", "why_not_place"]

CONTACT = CHARTS.numbers("submarine-contact")
RECOVERY = CHARTS.numbers("recovery")
_CONTACT_NUMBER = 7  # 12.1.3, printed on the marker
_HANGAR, _SEA_AREA = "Hangar", "Sea Area"
_CAP = ("Low CAP", "High CAP")
_PLACES = (_HANGAR, "Local Recon", *_CAP, _SEA_AREA)


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
    # D27
    ask_orders(ref, q, _MENU, "12.1", _always, _matters)
    recovery(ref, r)


def after_rendezvous(ref: Referee, r: Raid, joining: list[Recon]) -> None:
    """12.5.3 Ships may be arranged anew when TF-16 joins, and the Recon it brings takes its places."""
    q = Quarters(r, joining=joining)
    # D27
    ask_orders(ref, q, _JOINED, "12.5.3", _always, _never_matters)


def _always(q: Quarters) -> bool:
    """12.1 Orders are routine by themselves."""
    return True


def _matters(order: Order[Quarters]) -> bool:
    """12.1 Orders that are no routine where they are open and advised."""
    return order.key in _MATTER


def _never_matters(order: Order[Quarters]) -> bool:
    """12.5.3 Nobody need be asked on the rendezvous."""
    return False


# ------------------------------------------------------------------ 9.5.1 layout


def _arrange(ref: Referee, q: Quarters) -> None:
    """9.5.1, 12.1 Ships change places."""
    q.strays = False
    layout.arrange(ref, q.r)


# ------------------------------------------------------------------ 12.1.1, 12.1.2 Recon and CAP


def why_not_place(r: Raid, recon: Recon, place: str) -> str:
    """9.5.2, 10.2.2 VF6, 12.1.1, 12.1.2 Why a Recon marker may not go there, or nothing."""
    if place == _HANGAR:
        return ""
    why = layout.why_not_recon(r, recon)
    if why:
        return why
    if place in _CAP and recon.name != "VF6":
        return "only VF6 flies CAP (12.1.2)"
    return "still in port (12.1.1)" if place == _SEA_AREA and r.task_force.area == sea.PORT else ""


def _markers(q: Quarters) -> list[Recon]:
    """10.2 The Recon markers still in the game that may be posted now."""
    return [recon for recon in (q.r.task_force.recon if q.joining is None else q.joining) if not recon.lost]


def _recon_wanted(q: Quarters) -> bool:
    """12.1.1 Some marker is not where it belongs."""
    if not q.posted:
        for recon in _markers(q):
            if recon.place != advice.post(q.r, recon):
                return True
    return False


def _assign_recon(ref: Referee, q: Quarters) -> None:
    """9.5.2, 12.1.1, 12.1.2 Each Recon marker is put into the hangar, Local Recon, CAP or the Sea Area."""
    q.posted = True
    r = q.r
    markers = _markers(q)
    posts = [advice.post(r, m) for m in markers]
    # D29
    how = ref.ask(
        "recon", questions.PROPOSED, lambda: questions.recon(markers, posts), keys=questions.PROPOSED_OR_EACH
    )
    if how == questions.PROPOSED:
        for recon, place in zip(markers, posts, strict=True):
            recon.place = place
    else:
        for recon in markers:
            _assign(ref, r, recon)
    ref.note("recon-posted", causes=(), places=", ".join(f"{m.words()} to {m.place}" for m in markers))


def _assign(ref: Referee, r: Raid, recon: Recon) -> None:
    """12.1.1, 12.1.2 One Recon marker goes where the player says; where he wants it is kept in mind."""
    barred = {place: why for place in _PLACES if (why := why_not_place(r, recon, place))}
    proposed = advice.post(r, recon)
    # D29
    recon.place = ref.ask(
        "recon-place",
        proposed,
        lambda: questions.recon_place(recon, _PLACES, barred),
        keys=lambda: [place for place in _PLACES if place not in barred],
    )
    if recon.place != proposed:  # a proposal followed, for want of a better place too, is no new wish
        r.task_force.posts[recon.name] = recon.place


# ------------------------------------------------------------------ 12.1.3 submarines


def _subs(r: Raid, contact: bool) -> list[Submarine]:
    """12.1.3 Submarines in contact, or out of it."""
    return [s for s in r.task_force.submarines if s.contact is contact and not s.sunk]


def _hailable(q: Quarters) -> list[Submarine]:
    """12.1.3 Submarines out of contact and not tried this turn."""
    return [s for s in _subs(q.r, False) if s not in q.hailed]


def _launching(q: Quarters) -> bool:
    """12.3 The B-25s take off this turn: submarines off Japan help, and draw no hazards any more."""
    return launch.due(q.r)


def _hail(ref: Referee, q: Quarters) -> None:
    """12.1.3 An attempt to make contact: 7 or more on two dice."""
    subs = _hailable(q)
    advised = advice.hail(subs).name
    # D30
    name = ref.ask(
        "submarine-contact",
        advised,
        lambda: questions.submarine_contact(subs, _CONTACT_NUMBER),
        keys=by_submarine(subs),
    )
    sub = by_submarine(subs)[name]
    q.hailed.append(sub)
    ref.roll(CONTACT, least=_CONTACT_NUMBER)
    sub.contact = ref.total >= _CONTACT_NUMBER
    ref.note("submarine-hailed", ship=sub.name, contact=sub.contact)


def _break_contact(ref: Referee, q: Quarters) -> None:
    """12.1.3 Contact is broken off; that always succeeds."""
    subs = _subs(q.r, True)
    # D30
    name = ref.ask(
        "submarine-break", subs[0].name, lambda: questions.submarine_break(subs), keys=by_submarine(subs)
    )
    sub = by_submarine(subs)[name]
    sub.contact = False
    q.hailed.append(sub)
    ref.note("submarine-silent", causes=(), ship=sub.name)


# ------------------------------------------------------------------ 12.1.4 detaching


def _detach(ref: Referee, q: Quarters) -> None:
    """12.1.4 Any ships but the Hornet leave for Pearl Harbor, as one group."""
    q.asked_detach = True
    r = q.r
    wanted = advice.burdens(r)
    leaving: list[Ship] = []
    while True:
        left = [s for s in layout.ships(r) if s.name != layout.HORNET and s not in leaving]
        name = _leaves(ref, left, leaving, wanted)
        if name == questions.PROPOSED:
            leaving += wanted
        if name in (questions.DONE, questions.PROPOSED):
            break
        leaving.append(next(s for s in left if s.name == name))
    if leaving:
        layout.detach(ref, r, leaving)


def _leaves(ref: Referee, left: list[Ship], leaving: list[Ship], wanted: list[Ship]) -> str:
    """12.1.4 The name of the next ship to leave, or that these are all."""
    advised = advice.detach_ship(leaving, wanted)
    # D31
    return ref.ask(
        "detach-ship",
        advised,
        lambda: questions.detach_ship(left, leaving, wanted, layout.HORNET),
        keys=questions.detachable(left, leaving, wanted),
    )


# ------------------------------------------------------------------ 12.1.5 repairing a B-25


def _mechanics(r: Raid) -> list[B25]:
    """12.1.5 B-25s whose elite copilot can still repair."""
    return [b for b in launch.on_deck(r) if elites.can(b, Benefit.COPILOT_REPAIR)]


def _mechanic(ref: Referee, r: Raid) -> B25:
    """12.1.5 Of several elite copilots the player says who spends his benefit."""
    able = _mechanics(r)
    # D32
    key = ref.ask(
        "repair-copilot", advice.repair_copilot(able), lambda: questions.repair_copilot(able), keys=by_id(able)
    )
    return by_id(able)[key]


def _ailing(r: Raid) -> list[B25]:
    """12.1.5 B-25s on deck with something to repair."""
    return [b for b in r.squadron if (b.damage or b.attached) and b.fate is Fate.DECK]


def _repair(ref: Referee, q: Quarters) -> None:
    """12.1.5 An elite copilot takes a Damage marker or a Transit Hazard off any B-25 on deck."""
    r = q.r
    options: dict[str, Option] = {}
    for b in _ailing(r):
        if b.damage:
            options[f"{b.id} damage"] = Option(f"{b.name()}: damage", b.subject)
        for i, marker in enumerate(b.attached):
            options[f"{b.id} {i}"] = Option(f"{b.name()}: {marker.words()}", b.subject, marker.subject)
    mechanic = _mechanic(ref, r)
    # D32
    key = ref.ask("repair-b25", advice.repair_b25(options), lambda: questions.repair_b25(options), keys=options)
    id, _, what = key.partition(" ")
    b25 = next(b for b in r.squadron if b.id == id)
    if what == "damage":
        b25.damage = 0
        done = "damage"
    else:
        marker = b25.attached.pop(int(what))
        done = marker.words()
        cups.put_back(r, marker)
    elites.spend(ref, r, mechanic, "repairs a B-25")
    ref.note("b25-repaired", causes=(), b25=b25.name(), what=done)


# ------------------------------------------------------------------ 12.1.6 Recovery


def recovery(ref: Referee, r: Raid) -> None:
    """12.6.6 Mechanical Distress Recovery, 12.1.6 Two dice for each Mechanical Distress; what recovers stays where
    it is this turn.
    """
    for ship in layout.ships(r):
        for marker in list(ship.distress):
            if _recovers(ref, r, ship.name, ship.subject, marker):
                ship.distress.remove(marker)
    for recon in r.task_force.recon:
        if recon.distress is not None and _recovers(ref, r, recon.name, recon.subject, recon.distress):
            recon.distress = None


def _recovers(ref: Referee, r: Raid, who: str, subject: Subject, marker: Marker) -> bool:
    """12.1.6 An attempt, if the player wants it; True if the Mechanical Distress is over."""
    # D33
    if not ref.agreed("recovery", True, lambda: questions.recovery(who, subject, marker.number)):
        return False
    ref.roll(RECOVERY, least=marker.number)
    done = ref.total >= marker.number
    if done:
        cups.put_back(r, marker)
        r.task_force.held.append(who)
    ref.note("recovery", who=who, done=done)
    return done


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
        why=lambda q: advice.why_repair(_ailing(q.r)),
    ),
    Order(
        "contact",
        "12.1.3",
        "Make contact with a submarine",
        lambda q: bool(_subs(q.r, False)),
        lambda q: "" if _hailable(q) else "each has been tried this turn (12.1.3)",
        _hail,
        lambda q: _launching(q) and any(map(advice.off_japan, _hailable(q))),
        why=lambda q: advice.why_contact(),
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
        lambda q: not q.asked_detach and bool(advice.burdens(q.r)),
        why=lambda q: advice.why_detach(),
    ),
    Order(
        "recon",
        "12.1.1",
        "Post the scout planes and the fighters on guard",
        lambda q: bool(_markers(q)),
        _open,
        _assign_recon,
        _recon_wanted,
        why=lambda q: advice.why_recon(),
    ),
    Order(
        "ships",
        "9.5.1",
        "Arrange the ships",
        lambda q: True,
        _open,
        _arrange,
        lambda q: q.strays,
        why=lambda q: advice.why_ships(),
    ),
)
_PROMPT, _NOTHING = "Any orders for the task force?", "Ships and planes are where they are of most use."
_MENU = Menu(ORDERS, prompt=_PROMPT, nothing=_NOTHING)
_AT_RENDEZVOUS = tuple(order for order in ORDERS if order.key in ("recon", "ships"))
_JOINED = Menu(_AT_RENDEZVOUS, prompt=_PROMPT, nothing=_NOTHING)
#: What is worth interrupting a player for.
_MATTER = ("repair", "contact", "detach")
