"""Questions of rule 7.4: oxygen that is shot away."""

from __future__ import annotations

from flakhouse.core.questions import Cost, Option, Question
from flakhouse.games.b29 import cold, pressure
from flakhouse.games.b29.questions import about
from flakhouse.games.b29.state import Man, Mission
from flakhouse.games.bomber.men import named

__all__ = ["DESCEND", "REPRESSURIZE", "SEAT", "oxygen_out", "oxygen_station"]

REPRESSURIZE, SEAT, DESCEND = "repressurize", "seat", "descend"


def oxygen_out(m: Mission, without: list[Man]) -> Question:
    """7.4A, D14: pressure, a vacant line, or down to LO."""
    ways: dict[str, Option] = {}
    barred: dict[str, str] = {}
    why = pressure.why_not_repressurize(m)
    if not why and cold.cabins_serve(m):
        ways[REPRESSURIZE] = Option("Bring the cabin pressure back")
    else:
        barred[REPRESSURIZE] = why or "a man is where there is no pressure (7.4A)"
    if len(without) > 1:
        barred[SEAT] = "more than one man is without oxygen (7.4A)"
    elif lines := cold.open_lines(m, without[0]):
        ways[SEAT] = Option("Move him to a station that stands vacant", *(about.station(line) for line in lines))
    else:
        barred[SEAT] = "no vacant station with oxygen that he can get to (7.4A)"
    ways[DESCEND] = Option("Descend to low altitude, out of formation", costs=(Cost("formation"),))
    return Question(
        "7.4A",
        f"No oxygen reaches {', '.join(named(man) for man in without)}. What do you do?",
        ways,
        *(man.subject for man in without),
        barred=barred,
        why=lambda: "Up here nobody lives without oxygen; what keeps the bomber in formation comes first.",
    )


def oxygen_station(m: Mission, man: Man) -> Question:
    """7.4A: the vacant station whose oxygen he takes."""
    return Question(
        "7.4A",
        f"Which station does {named(man)} take?",
        {line.value: Option(f"{line.value}'s station", about.station(line)) for line in cold.open_lines(m, man)},
        man.subject,
    )
