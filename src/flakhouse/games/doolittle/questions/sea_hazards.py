"""12.2.2, 12.6 Questions about Sea Hazards: signals removed, who meets what, in which order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flakhouse.core.questions import Cost, Option, Question, Subject
from flakhouse.core.stakes import Stake, on_results
from flakhouse.games.doolittle import sea, sea_hazards
from flakhouse.games.doolittle.advice import sea_hazards as advice
from flakhouse.games.doolittle.questions import launch
from flakhouse.games.doolittle.questions.aircraft import manned
from flakhouse.games.doolittle.questions.keys import by_id, by_ship
from flakhouse.games.doolittle.state import B25, Marker, Raid, Ship
from flakhouse.games.doolittle.words import Icon

__all__ = [
    "BOAT",
    "DESTROY",
    "EVADE",
    "NEITHER",
    "PROPOSED",
    "boat",
    "by_patrol",
    "distress_ship",
    "emergency_launch",
    "extra_hazard",
    "medals",
    "next_area",
    "next_hazard",
    "remove_signals",
    "takers",
]

PROPOSED = "proposed"
DESTROY, EVADE, NEITHER = "destroy", "evade", "neither"
BOAT = (DESTROY, EVADE, NEITHER)


def by_patrol(patrols: Sequence[sea_hazards.Patrol]) -> dict[str, sea_hazards.Patrol]:
    """12.6.2 Patrols, by their names."""
    return {patrol.name: patrol for patrol in patrols}


def remove_signals(counts: Mapping[str, int]) -> Question:
    """12.2.2 The area from which a storm takes Enemy Signals; how many lie in each."""
    return Question(
        "12.2.2",
        "The storm removes Enemy Signals from where?",
        {area: Option(f"{area}: {count}", sea.subject(area)) for area, count in counts.items()},
        why=lambda: "Where the signals cost Secrecy Tests the most dice.",
    )


def takers(open_: Sequence[sea_hazards.Patrol], first: Sequence[sea_hazards.Patrol]) -> list[str]:
    """12.6.3 Those who may get one more hazard; of several the `first` as proposed."""
    return [PROPOSED, *by_patrol(open_)] if len(first) > 1 else list(by_patrol(open_))


def extra_hazard(
    area: str, drawn: int, open_: Sequence[sea_hazards.Patrol], first: Sequence[sea_hazards.Patrol]
) -> Question:
    """12.6.3 Who gets one more hazard than others: `first` as proposed."""
    found = [Option(p.words(), p.subject) for p in open_]
    if len(first) > 1:
        words = f"As proposed: {', '.join(p.words() for p in first)}"
        found.insert(0, Option(words, *[p.subject for p in first]))
    options = dict(zip(takers(open_, first), found, strict=True))
    what = "the odd hazard" if len(first) == 1 else f"one more hazard ({len(first)} of them)"
    return Question(
        "12.6.3",
        f"{area}, {drawn} drawn: who gets {what}?",
        options,
        sea.subject(area),
        routine=True,
        why=lambda: "What falls on submarines and scout planes does not fall on the ships.",
    )


def next_area(left: Mapping[str, Sequence[sea_hazards.Patrol]]) -> Question:
    """12.6 The Sea Area whose hazards come next."""
    options = {
        area: Option(f"{area}: {', '.join(p.words() for p in there)}", sea.subject(area))
        for area, there in left.items()
    }
    return Question(
        "12.6",
        "Which Sea Area has its hazards next?",
        options,
        routine=True,
        why=lambda: "The Task Force first, before others raise the alarm.",
    )


def next_hazard(area: str, open_: Sequence[sea_hazards.Patrol]) -> Question:
    """12.6.4 Whose hazard is revealed next."""
    return Question(
        "12.6.4",
        f"{area}: whose hazard is revealed next?",
        {name: Option(f"{p.words()} ({len(p.hazards)})", p.subject) for name, p in by_patrol(open_).items()},
        sea.subject(area),
        routine=True,
    )


def emergency_launch(
    r: Raid, terms: launch.Terms, marker: Marker, face: str, patrol: sea_hazards.Patrol, wanted: bool
) -> Question:
    """12.6.4 An Emergency Launch, before the marker just revealed takes effect."""
    tame = marker.icon is Icon.NONE or sea.index(r.task_force.area) < sea.REACH
    return launch.emergency(
        r,
        terms,
        f"12.6.4, 12.6.6 {'Red Flags' if marker.red_flags else marker.back.value}",
        f"The {patrol.words()}: {marker.sight()}.",
        patrol.subject,
        Subject("marker", face),
        routine=tame and not wanted,
        why=lambda: advice.why_emergency_launch(r, wanted),
    )


#: 12.6.6 Boat: why to destroy it, for Recon and for the Task Force.
_BOAT = (
    "A boat that is destroyed brings no Secrecy Test.",
    "A boat that is destroyed brings no Secrecy Test, and with even dice only it reports nothing either.",
)


def boat(patrol: sea_hazards.Patrol, dice: int) -> Question:
    """12.6.6 A boat: destroyed with so many dice, evaded, or neither."""
    test = "If it fails: a Secrecy Test."
    alarm = f"{test} The Alert Level rises unless every die is even." if patrol.is_force() else test
    destroy = Stake("destroys it", "boat-destroy", lambda f, total, word: any(x % 2 == 0 for x in f), dice=dice)
    return Question(
        "12.6.6 Boat",
        f"A boat is met by the {patrol.words()}.",
        {
            DESTROY: Option("Destroy it", stakes=(destroy,), detail=alarm),
            EVADE: Option("Evade it", stakes=(on_results("evades it", "boat-evade", ("evaded",)),), detail=test),
            NEITHER: Option("Neither", costs=(Cost("Secrecy Test"),)),
        },
        patrol.subject,
        why=lambda: _BOAT[patrol.is_force()],
    )


def distress_ship(on: Sequence[Ship]) -> Question:
    """12.6.6 The ship that a Mechanical Distress befalls."""
    return Question(
        "12.6.6 Mechanical Distress",
        "A ship's engines fail. Which ship's?",
        {
            name: Option(f"{name} ({s.sort}){', slow' if s.slow() else ''}", s.subject)
            for name, s in by_ship(on).items()
        },
        why=lambda: "One that is slow already, or a destroyer.",
    )


def medals(there: Sequence[B25]) -> Question:
    """12.6.6 The B-25 that gets Medals."""
    return Question(
        "12.6.6 Medals",
        "Medals for the bombs of which B-25?",
        {
            id: Option(manned(b) + (", has Medals" if b.medals else ""), b.subject)
            for id, b in by_id(there).items()
        },
        why=lambda: "A sound B-25 that has no Medals and no Elite Crewman yet.",
    )
