"""13.0 The Planning segment: January to April 1942."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle.planning import april, asking, february, incidents, january, march
from flakhouse.games.doolittle.questions import planning as questions
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Diplomat, Month

__all__ = ["segment"]

_TURNS = {
    Month.JANUARY: january.turn,
    Month.FEBRUARY: february.turn,
    Month.MARCH: march.turn,
    Month.APRIL: april.turn,
}


def segment(ref: Referee, r: Raid) -> None:
    """13.0 The four Planning turns in order; each begins with its incident chit where those are used (15.1.1)."""
    r.segment = "planning"
    january.factory_fresh(ref, r)
    # D59
    how = ref.ask("plan", questions.OWN, questions.plan, keys=questions.PLANS)
    r.blotter.historical = how == questions.HISTORICAL
    for month in asking.MONTHS:
        r.step = month.value
        ref.scene("planning", month=month.value)
        ref.note("month", causes=(), month=month.value)
        if r.options.incident_chits:
            incidents.start_of_month(ref, r, month)
            ref.scene("planning", month=month.value)  # each incident was a moment of its own
        _TURNS[month](ref, r)
        r.blotter.barred = [word for word in r.blotter.barred if not word.endswith("this month")]
    if "Shanghai lost" in r.blotter.incidents and not r.blotter.agreed.get(Diplomat.THOMPSON):
        incidents.abort(ref, r, "China is lost as a place to land")
