"""13.1 Questions of January: the Calendar, Doolittle, the B-25s."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flakhouse.core.questions import Cost, Option, Question, yes_no
from flakhouse.games.doolittle.state import B25
from flakhouse.games.doolittle.words import Diplomat, Month

__all__ = ["NONE", "REST", "b25s", "calendar", "doolittle_box", "leave_out", "telephone"]

NONE, REST = "none", "rest"
_BOXES = {
    Month.JANUARY: "+1 on every Diplomacy Check",
    Month.FEBRUARY: "modifications do not delay the Task Force",
    Month.MARCH: "Morale +1",
    Month.APRIL: "+1 on the Transit Check",
}


def calendar(
    diplomat: Diplomat, checks: Mapping[Month, Mapping[Month, int]], risks: Mapping[Month, int], barred: str
) -> Question:
    """13.1.1 The month of a Diplomat: the checks each allows, and the Security Risk it costs in April.

    `barred` says why he may not be left out, or nothing.
    """
    options: dict[str, Option] = {}
    for month, numbers in checks.items():
        asked = ", ".join(f"in {m.value} on {n}+" for m, n in numbers.items())
        risk = risks[month]
        costs = (Cost("Security Risk", risk),) if risk else ()
        options[month.value] = Option(f"{month.value}: he consents {asked}", month.subject, costs=costs)
    if not barred:
        options[NONE] = Option("Not at all: he is not told")
    return Question(
        "13.1.1",
        f"From which month may {diplomat.value} be told and asked?",
        options,
        barred={NONE: barred} if barred else None,
        why=lambda: "As in history; the sooner he is told, the greater the Security Risk.",
    )


def doolittle_box() -> Question:
    """13.1.1 The box that Doolittle stands in."""
    options = {m.value: Option(f"{m.value}: {benefit}", m.subject) for m, benefit in _BOXES.items()}
    return Question("13.1.1", "Which month does Doolittle work on?", options, why=lambda: "As in history.")


def telephone() -> Question:
    """13.1.1 Whether Doolittle uses the telephone."""
    return yes_no(
        "13.1.1",
        "Does Doolittle use the telephone? He helps in all four months, and may be overheard.",
        yes=Option("Yes", detail="The benefits of all four boxes.", costs=(Cost("variable Security Risk"),)),
        why=lambda: "As in history.",
    )


def b25s(most: int, few: int, all_: int) -> Question:
    """13.1.2 How many B-25s are selected; `few` or fewer help secrecy, `all_` harm it."""
    options = {
        str(n): Option(
            f"{n} B-25s",
            detail="One die more for secrecy."
            if n <= few
            else "Delay and Liberty weigh more."
            if n >= all_
            else "",
        )
        for n in range(most, 0, -1)
    }
    prompt = "How many B-25s are selected?"
    return Question("13.1.2", prompt, options, why=lambda: "As in history: training will cost some of them.")


def leave_out(group: Sequence[B25], count: int) -> Question:
    """13.1.2 A B-25 that is not selected."""
    options = {REST: Option(f"Take the first {count} of those left")}
    options.update((b.pilot, Option(b.name(), b.subject)) for b in group)
    return Question("13.1.2", f"Which aircraft stays behind? ({len(group) - count} more)", options)
