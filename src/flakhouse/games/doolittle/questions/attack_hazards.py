"""4.3 to 4.6 Hazards over the city: to whom they go, which are evaded, shot at, resolved first."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.questions import Cost, Option, Question, yes_no
from flakhouse.core.stakes import Stake
from flakhouse.games.doolittle import attack_gunnery, checks, elites
from flakhouse.games.doolittle.advice import attack_hazards as advice
from flakhouse.games.doolittle.questions.keys import by_pilot, numbered
from flakhouse.games.doolittle.state import B25, Area, Box, Marker, Raid
from flakhouse.games.doolittle.words import Front

__all__ = [
    "NONE",
    "assign_hazard",
    "box_hazard",
    "by_box",
    "elite_gunner",
    "elite_gunner_at",
    "evadable",
    "evade",
    "gunnery",
    "in_sight",
    "resolve_next",
    "shooting",
]

NONE = "none"


def assign_hazard(area: Area, marker: Marker, allowed: Sequence[B25]) -> Question:
    """4.3 Which B-25 a hazard is assigned to; a formality only between aircraft that are alike."""
    kinds = {(b.loaded, b.damage, b.elite is None, len(b.medals), len(b.attached)) for b in allowed}
    return Question(
        "4.3",
        f"{_marker(marker)} over {area.name}: who takes it?",
        {pilot: Option(_load_words(b25), b25.subject) for pilot, b25 in by_pilot(allowed).items()},
        area.subject,
        marker.subject,
        routine=len(kinds) == 1 and not any(b.elite for b in allowed),
        matters=True,
        why=lambda: advice.why_assign_hazard(allowed),
    )


def _told(marker: Marker) -> str:
    """4.4 A marker as an option begins with it."""
    told = marker.told()
    return told[:1].upper() + told[1:]


_FRONTS = {Front.INTERCEPTOR: "A fighter marker", Front.GROUND: "A ground marker"}


def _marker(marker: Marker) -> str:
    """4.3 What is known of a marker."""
    return marker.words() if marker.revealed else _FRONTS.get(marker.front, "A hazard marker")


def _load_words(b25: B25) -> str:
    """4.3 A B-25 with what it carries already, backs hidden."""
    has = ", ".join(m.told() for m in (*b25.assigned, *b25.attached))
    state = ("damaged, " if b25.damage else "") + ("loaded" if b25.loaded else "unloaded")
    return f"{b25.name()}, {state}" + (f" ({has})" if has else "")


def by_box(boxes: Sequence[Box]) -> dict[str, Box]:
    """3.3 Target Boxes, by their names."""
    return {box.name: box for box in boxes}


def box_hazard(r: Raid, area: Area, planes: Sequence[B25], open_to: Sequence[Box]) -> Question:
    """4.3.1 Which Target Box a hazard goes into."""
    return Question(
        "4.3.1",
        f"A hidden hazard lies at a target in {area.name}. At which?",
        {
            name: Option(name + (f", Blast {box.blast}" if box.blast else ""), box.subject)
            for name, box in by_box(open_to).items()
        },
        area.subject,
        routine=True,
        why=lambda: advice.why_box_hazard(r, planes, open_to),
    )


def _apart(labels: Sequence[str], at: int) -> str:
    """The label of an option; of several that read alike each has its number."""
    label = labels[at]
    return f"{label}, marker {labels[: at + 1].count(label)}" if labels.count(label) > 1 else label


def evadable(pairs: Sequence[tuple[B25, Marker]]) -> list[str]:
    """4.4 The hazards that can be evaded, by their numbers, or none."""
    return [*numbered(pairs), NONE]


def evade(area: Area, pairs: list[tuple[B25, Marker]]) -> Question:
    """4.4 Which hazard of the Area is evaded; a formality where all are on one B-25 and look the same."""
    labels = [f"{_told(m)} on {b.name()}" for b, m in pairs]
    found = [Option(_apart(labels, i), b.subject, m.subject) for i, (b, m) in enumerate(pairs)]
    options = dict(zip(evadable(pairs), [*found, Option("Shake off none")], strict=True))
    prompt = f"{area.name}: shake off which hazard?"
    alike = len({(b.pilot, m.shown()) for b, m in pairs}) == 1
    why = advice.why_evade
    return Question("4.4", prompt, options, area.subject, routine=alike, why=lambda: why(pairs))


def shooting(r: Raid, b25: B25, label: str) -> tuple[Stake, ...]:
    """4.5.1 A 6 on any die."""
    dice = attack_gunnery.gunnery_dice(r, b25)
    if not dice:
        return ()
    return (
        Stake(
            label + checks.before_luck(b25),
            attack_gunnery.GUNNERY.id,
            lambda faces, total, word: 6 in faces,
            dice=dice,
        ),
    )


def in_sight(targets: Sequence[Marker]) -> list[str]:
    """4.5 The Interceptors that can be shot at, by their numbers, or none."""
    return [*numbered(targets), NONE]


def gunnery(r: Raid, b25: B25, targets: Sequence[Marker]) -> Question:
    """4.5 Which Interceptor is shot at; a formality where all look the same, for a shot costs nothing."""
    stakes = shooting(r, b25, "removes it")
    found = [
        Option(_told(m) + (", attached" if m in b25.attached else ""), m.subject, stakes=stakes) for m in targets
    ]
    options = dict(zip(in_sight(targets), [*found, Option("Hold fire")], strict=True))
    prompt = f"{b25.name()} fires with {attack_gunnery.gunnery_dice(r, b25)} dice, a 6 hits. At which fighter?"
    why = advice.why_gunnery
    alike = len({m.shown() for m in targets}) == 1
    return Question(
        "4.5", prompt, options, b25.subject, routine=alike, matters=True, why=lambda: why(b25, targets)
    )


def elite_gunner(b25: B25, told: str = "", marker: Marker | None = None, wanted: bool = False) -> Question:
    """2.3.5 Whether the elite gunner drives an Interceptor off, which he can do once; `told`: what happens."""
    about = (b25.subject,) if marker is None else (b25.subject, marker.subject)
    return yes_no(
        "2.3.5",
        f"{told}Use {elites.named(b25)}'s gunnery now? It drives the fighter off for certain, once in the game.",
        *about,
        yes=Option("Use it", detail="The fighter is gone for certain.", costs=(Cost("the elite gunner"),)),
        no=Option("Save it for later"),
        why=lambda: advice.why_elite_gunner(b25, wanted),
    )


def elite_gunner_at(b25: B25, targets: Sequence[Marker]) -> Question:
    """2.3.5 Which Interceptor he drives off."""
    options = {key: Option(_told(m), m.subject) for key, m in zip(numbered(targets), targets, strict=True)}
    why = advice.why_gunnery
    return Question(
        "2.3.5", "Which fighter does he drive off?", options, b25.subject, why=lambda: why(b25, targets)
    )


def resolve_next(b25: B25) -> Question:
    """4.6.1 Which of its hazards is resolved next."""
    markers = b25.assigned
    options = {key: Option(_told(m), m.subject) for key, m in zip(numbered(markers), markers, strict=True)}
    prompt = f"Turn over which of {b25.pilot}'s markers first?"
    return Question("4.6.1", prompt, options, b25.subject, routine=True)
