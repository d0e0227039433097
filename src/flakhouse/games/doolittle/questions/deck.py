"""13.5.3 Questions of the loading: diligence, who goes aboard, repairs, Elite Crewmen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from flakhouse.core.questions import Barred, Option, Question
from flakhouse.core.stakes import Stake
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.questions.aircraft import manned
from flakhouse.games.doolittle.questions.keys import by_pilot
from flakhouse.games.doolittle.state import B25, Elite

__all__ = [
    "DONE",
    "NONE",
    "REST",
    "aboard",
    "ashore",
    "assign_elite",
    "diligence",
    "free_for",
    "loads",
    "repair",
    "staying",
]

DONE, NONE, REST = "done", "none", "rest"


def diligence(on_time: Mapping[int, Stake]) -> Question:
    """13.5.3, 13.5.5 How much is added to the Crane Check, and taken off the Delay Check, with the chances that
    tell it from the others.
    """
    options = {
        str(care): Option(f"Care {care}", stakes=(in_time, *_crane(care))) for care, in_time in on_time.items()
    }
    return Question(
        "13.5.3",
        "How careful is the loading? Care is added to the crane check and taken off the delay check. "
        f"At worst the crane harms aircraft ({_numbers('damaged')} damaged, or one has a mishap); "
        f"better is talk (Security Risk up by {_numbers('risk')}), best nothing amiss.",
        options,
        why=lambda: "As much as in 1942, less 1 for each modification that delays the ships already.",
    )


def _crane(care: int) -> tuple[Stake, ...]:
    """13.5.3 The Crane Check with so much care: harm to aircraft, or nothing amiss; the rest is talk."""
    chart = CHARTS.charts["P-crane"]
    mods = (chart.mods["diligence"].of(care),) if care else ()
    harm = Stake("aircraft harmed", chart.id, partial(_begins, ("damaged", "transit")), mods, good=False)
    return (harm, Stake("nothing amiss", chart.id, partial(_begins, ("nothing",)), mods))


def _numbers(kind: str) -> str:
    """13.5.3 How much the results of this kind say: "1 or 2", "2 to 4"."""
    chart = CHARTS.charts["P-crane"]
    words = [chart.word(total) for total in range(chart.low, chart.high + 1)]
    found = sorted({int(word.partition(" ")[2]) for word in words if word.startswith(kind)})
    return " or ".join(map(str, found)) if len(found) < 3 else f"{found[0]} to {found[-1]}"


def _begins(wanted: tuple[str, ...], faces: object, total: int, word: str) -> bool:
    """13.5.3 Whether a result of the Crane Check is of these kinds."""
    return word.startswith(wanted)


def loads(room: int) -> list[str]:
    """13.5.3 How many B-25s may go aboard, the most first."""
    return [str(number) for number in range(room, 0, -1)]


def aboard(room: int, capacity: int) -> Question:
    """13.5.3 How many B-25s go aboard."""
    options = {number: f"{number} B-25s" for number in loads(room)}
    prompt = f"How many B-25s go aboard (room for {capacity})?"
    return Question("13.5.3", prompt, options, why=lambda: "As many as the deck holds.")


def staying(group: Sequence[B25]) -> list[str]:
    """13.5.3 All as proposed, or the next B-25 that stays ashore, by its pilot."""
    return [REST, *by_pilot(group)]


def ashore(group: Sequence[B25], stay: int) -> Question:
    """13.5.3 A B-25 that stays ashore; so many do."""
    proposed = Option(f"The sound ones first, in the order of the list ({stay} stay)")
    options = dict(zip(staying(group), [proposed, *[Option(manned(b), b.subject) for b in group]], strict=True))
    return Question("13.5.3", "Which B-25 stays ashore?", options)


def repair(options: Mapping[str, Option], repairs: int) -> Question:
    """13.5.3 What is repaired next; so many repairs were made."""
    return Question(
        "13.5.3",
        f"Repair what? Each repair is -1 on the delay check ({repairs} so far).",
        options,
        why=lambda: "As long as the Task Force can still hope to sail on time.",
    )


def free_for(b25s: Sequence[B25]) -> list[str]:
    """13.5.3 The B-25s that an Elite Crewman may fly in, by their pilots, or none."""
    return [*by_pilot(b25s), NONE]


def assign_elite(elite: Elite, free: Sequence[B25], taken: Sequence[B25]) -> Question:
    """13.5.3 The B-25 that an Elite Crewman flies in."""
    found = [Option(b.name(), b.subject) for b in free]
    options = dict(zip(free_for(free), [*found, Option("He stays behind")], strict=True))
    return Question(
        "13.5.3",
        f"{elite.name} ({elite.benefit.value}) aboard which B-25?",
        options,
        elite.subject,
        barred={b.pilot: Barred("Has an Elite Crewman already (2.3)", b.name(), b.subject) for b in taken},
        why=lambda: "His own, if it is aboard.",
    )
