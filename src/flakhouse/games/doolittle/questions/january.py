"""13.1 Questions of January: the Calendar, Doolittle, the B-25s."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flakhouse.core.questions import Cost, Option, Question, yes_no
from flakhouse.games.doolittle.questions.keys import by_pilot
from flakhouse.games.doolittle.state import B25
from flakhouse.games.doolittle.words import Diplomat, Month

__all__ = [
    "MONTHS",
    "NONE",
    "REST",
    "b25s",
    "calendar",
    "doolittle_box",
    "leave_out",
    "left",
    "months",
    "numbers",
    "telephone",
]

NONE, REST = "none", "rest"
_BOXES = {
    Month.JANUARY: "+1 on every Diplomacy Check",
    Month.FEBRUARY: "modifications do not delay the Task Force",
    Month.MARCH: "Morale +1",
    Month.APRIL: "+1 on the Transit Check",
}


#: 13.1.1 The columns of the Calendar.
MONTHS = tuple(month.value for month in Month)


def months(barred: str) -> Sequence[str]:
    """13.1.1 The months of a Diplomat, or none, if nothing bars that."""
    return MONTHS if barred else (*MONTHS, NONE)


def calendar(
    diplomat: Diplomat, checks: Mapping[Month, Mapping[Month, int]], risks: Mapping[Month, int], barred: str
) -> Question:
    """13.1.1 The month of a Diplomat: the checks each allows, and the Security Risk it costs in April.

    `barred` says why he may not be left out, or nothing.
    """
    found: list[Option] = []
    for month, allowed in checks.items():
        asked = ", ".join(f"in {m.value} on {n}+" for m, n in allowed.items())
        risk = risks[month]
        costs = (Cost("Security Risk", risk),) if risk else ()
        found.append(Option(f"{month.value}: he consents {asked}", month.subject, costs=costs))
    if not barred:
        found.append(Option("Not at all: he is not told"))
    return Question(
        "13.1.1",
        f"From which month may {diplomat.value} be told and asked?",
        dict(zip(months(barred), found, strict=True)),
        barred={NONE: barred} if barred else None,
        why=lambda: "As in history; the sooner he is told, the greater the Security Risk.",
    )


def doolittle_box() -> Question:
    """13.1.1 The box that Doolittle stands in."""
    found = [Option(f"{m.value}: {benefit}", m.subject) for m, benefit in _BOXES.items()]
    options = dict(zip(MONTHS, found, strict=True))
    return Question("13.1.1", "Which month does Doolittle work on?", options, why=lambda: "As in history.")


def telephone() -> Question:
    """13.1.1 Whether Doolittle uses the telephone."""
    return yes_no(
        "13.1.1",
        "Does Doolittle use the telephone? He helps in all four months, and may be overheard.",
        yes=Option("Yes", detail="The benefits of all four boxes.", costs=(Cost("variable Security Risk"),)),
        why=lambda: "As in history.",
    )


def numbers(most: int) -> list[str]:
    """13.1.2 How many B-25s may be selected, the most first."""
    return [str(number) for number in range(most, 0, -1)]


def b25s(most: int, few: int, all_: int) -> Question:
    """13.1.2 How many B-25s are selected; `few` or fewer help secrecy, `all_` harm it."""
    options = {
        number: Option(
            f"{number} B-25s",
            detail="One die more for secrecy."
            if int(number) <= few
            else "Delay and Liberty weigh more."
            if int(number) >= all_
            else "",
        )
        for number in numbers(most)
    }
    prompt = "How many B-25s are selected?"
    return Question("13.1.2", prompt, options, why=lambda: "As in history: training will cost some of them.")


def left(group: Sequence[B25]) -> list[str]:
    """13.1.2 The B-25s that may be left out, by their pilots, or no more."""
    return [REST, *by_pilot(group)]


def leave_out(group: Sequence[B25], count: int) -> Question:
    """13.1.2 A B-25 that is not selected."""
    found = [Option(f"Take the first {count} of those left"), *[Option(b.name(), b.subject) for b in group]]
    options = dict(zip(left(group), found, strict=True))
    return Question("13.1.2", f"Which aircraft stays behind? ({len(group) - count} more)", options)
