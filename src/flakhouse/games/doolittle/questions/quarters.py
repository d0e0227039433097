"""12.1 Questions of General Quarters: Recon, submarines, ships sent home, repairs, recovery."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flakhouse.core.questions import Barred, Option, Question, Subject, yes_no
from flakhouse.core.stakes import at_least
from flakhouse.games.doolittle.advice import quarters as advice
from flakhouse.games.doolittle.fleet import SCOUTS
from flakhouse.games.doolittle.questions import layout
from flakhouse.games.doolittle.questions.keys import by_id, by_ship, by_submarine
from flakhouse.games.doolittle.state import B25, Recon, Ship, Submarine

__all__ = [
    "DONE",
    "EACH",
    "PROPOSED",
    "PROPOSED_OR_EACH",
    "detach_ship",
    "detachable",
    "recon",
    "recon_place",
    "recovery",
    "repair_b25",
    "repair_copilot",
    "submarine_break",
    "submarine_contact",
]

PROPOSED, EACH, DONE = "proposed", "each", "done"
PROPOSED_OR_EACH = (PROPOSED, EACH)


def recon(markers: Sequence[Recon], posts: Sequence[str]) -> Question:
    """12.1.1 Where all Recon goes: each to the post proposed, or one by one."""
    words = ", ".join(f"{m.words()} to {post}" for m, post in zip(markers, posts, strict=True))
    return Question(
        "12.1.1",
        "Where do the scout planes go?",
        {PROPOSED: Option(f"As proposed: {words}"), EACH: Option("One by one", opens=True)},
        *[m.subject for m in markers],
        routine=True,
        why=advice.why_recon,
    )


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def recon_place(marker: Recon, places: Sequence[str], barred: Mapping[str, str]) -> Question:
    """12.1.1, 12.1.2 Where one Recon marker goes."""
    return Question(
        "12.1.1",
        f"{_capital(marker.words())}, now {marker.place}: where do they go?",
        {place: Option(_place(place), layout.space(place)) for place in places if place not in barred},
        marker.subject,
        barred={place: Barred(why, "", layout.space(place)) for place, why in barred.items()},
    )


#: 10.2, 12.1.1, 12.1.2 What each place on the display is for.
_PLACES = {
    "Hangar": "stays aboard",
    "Local Recon": "scouts around the ships",
    "Low CAP": "fighters on guard against torpedo bombers and submarines",
    "High CAP": "fighters on guard against dive bombers",
    "Sea Area": "scouts far out",
}


def _place(name: str) -> str:
    """12.1.1 A place on the display, and what it is for."""
    return f"{name}: {_PLACES[name]}"


#: 8.1.4, 12.5.3, 14.2.1 What a submarine in contact is good for, elsewhere and off Japan.
_HELPS = (
    "In contact it helps only a rendezvous in its own area.",
    "In contact it helps to find the cities, and may pick up a crew that ditches.",
)


def submarine_contact(subs: Sequence[Submarine], number: int) -> Question:
    """12.1.3 The submarine to hail: this number or more on two dice."""
    stakes = (at_least("makes contact", "submarine-contact", number),)
    options = {
        name: Option(f"{name}, {s.area}", s.subject, stakes=stakes, detail=_HELPS[advice.off_japan(s)])
        for name, s in by_submarine(subs).items()
    }
    return Question("12.1.3", "Contact which submarine?", options, why=lambda: advice.why_hail(subs))


def submarine_break(subs: Sequence[Submarine]) -> Question:
    """12.1.3 The submarine to break contact with."""
    options = {name: Option(f"{name}, {s.area}", s.subject) for name, s in by_submarine(subs).items()}
    return Question("12.1.3", "Break contact with which submarine?", options)


def detachable(left: Sequence[Ship], leaving: Sequence[Ship], wanted: Sequence[Ship]) -> list[str]:
    """12.1.4 The ships that may leave, or that these are all; before the first of them those `wanted`."""
    return [DONE, PROPOSED, *by_ship(left)] if wanted and not leaving else [DONE, *by_ship(left)]


def detach_ship(left: Sequence[Ship], leaving: Sequence[Ship], wanted: Sequence[Ship], hornet: str) -> Question:
    """12.1.4 The next ship that leaves for Pearl Harbor; those `leaving` go as one group."""
    names = ", ".join(s.name for s in leaving) or "nobody"
    found = [Option(f"Done: {names} {'leave' if len(leaving) > 1 else 'leaves'}")]
    if wanted and not leaving:
        words = f"As proposed: {', '.join(s.name for s in wanted)}"
        found.append(Option(words, *[s.subject for s in wanted], detail=_alone(wanted)))
    found += [Option(f"{s.name} ({s.sort}){', slow' if s.slow() else ''}", s.subject) for s in left]
    options = dict(zip(detachable(left, leaving, wanted), found, strict=True))
    return Question(
        "12.1.4",
        "Which ship leaves for Pearl Harbor?",
        options,
        barred={hornet: Barred("carries the B-25s (12.1.4)", "", Subject("ship", hornet))},
        why=lambda: "Slow ships allow no second area in a turn." if wanted else "Every ship left is of use.",
    )


def _alone(wanted: Sequence[Ship]) -> str:
    """11.0.2, 12.7.2 What it costs to send these ships home."""
    oilers = [s for s in wanted if s.kind == "AO"]
    fuel = " Without an oiler the Task Force cannot refuel." if oilers else ""
    return f"On their way the enemy may find them.{fuel}"


def repair_copilot(able: Sequence[B25]) -> Question:
    """12.1.5 The elite copilot who spends his benefit."""
    return Question(
        "12.1.5",
        "Which elite copilot sets to work?",
        {id: Option(f"{b.elite.name if b.elite else ''}, {b.name()}", b.subject) for id, b in by_id(able).items()},
        why=lambda: "His own B-25 needs it most.",
    )


def repair_b25(options: Mapping[str, Option]) -> Question:
    """12.1.5 What is repaired: the damage or one Transit Hazard of a B-25."""
    return Question("12.1.5", "What is repaired?", options, why=lambda: "Damage first: a second hit destroys.")


def recovery(who: str, subject: Subject, number: int) -> Question:
    """12.1.6 Whether a ship or Recon in Mechanical Distress tries to recover."""
    stakes = (at_least("recovers", "recovery", number),)
    return yes_no(
        "12.1.6",
        f"Try to recover {SCOUTS.get(who, who)}? {number} or more on two dice.",
        subject,
        yes=Option("Yes", subject, stakes=stakes, detail="What recovers stays where it is this turn."),
        routine=True,
    )
