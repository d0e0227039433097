"""16.3 What came of a mission, as tables and records have it."""

from __future__ import annotations

from flakhouse.core.game import JsonDict, Men, Scalar
from flakhouse.games.b17.state import Campaign, Mission
from flakhouse.games.bomber.outcome import COLUMNS, bombs_word, man_outcome, man_row, measures_of

__all__ = ["facts", "measured", "men", "outcome"]


def facts(m: Mission, campaign: Campaign) -> dict[str, Scalar]:
    """16.3 What came of a mission, for programs and records."""
    row = campaign.log[-1]
    return {
        "mission": m.number,
        "training": False,
        "result": row.result.value,
        "credited": m.credited,
        "target": m.target.city,
        "target_type": m.target.kind.value,
        "place": m.place.value,
        "squadron": m.squadron.value if m.squadron else None,
        "bombs": bombs_word(m.on_target),
        "percent": m.percent,
        "bomber": row.bomber,
        "cause": m.root.value if m.root else None,
        "aborted": m.abort_cause if m.aborted else None,
        "turns": m.turn,
        "kills": sum(man.kills for man in m.men.values()),
    }


def outcome(m: Mission, campaign: Campaign) -> JsonDict:
    """The same, with all about bomber and crew."""
    found: JsonDict = {**facts(m, campaign)}
    found["bomber"] = {
        "name": found["bomber"],
        "state": m.repair.value,
        "end": m.end.value,
        "zone": m.end_zone,
    }
    found["crew"] = {man.position.value: man_outcome(man, man.cause) for man in m.men.values()}
    return found


def men(m: Mission) -> Men:
    """The crew, a row each."""
    crew = m.men.values()
    return Men(COLUMNS, tuple([man_row(man, man.cause) for man in crew]), tuple([man.airman.name for man in crew]))


def measured(m: Mission) -> dict[str, float]:
    """The measures of a mission."""
    return measures_of(m.men.values(), m.repair, bombs_word(m.on_target), m.credited, m.percent)
