"""What was made of the raid: the debriefing as sheets of paper, for whichever board is shown in the end."""

from __future__ import annotations

from markupsafe import Markup

from flakhouse.games.doolittle.state import Raid, pilot_of
from flakhouse.render.doolittle import fates, marks
from flakhouse.render.doolittle.parts import fitting
from flakhouse.web.boards.base import BoardInput, el
from flakhouse.web.boards.doolittle import forms
from flakhouse.web.boards.doolittle.forms import fact, noted

__all__ = ["sheets"]


def sheets(given: BoardInput, r: Raid) -> list[Markup]:
    """1.2, 1.3 Points or judges, the allies, trials, and the verdict, as the log has them."""
    if r.segment != "debriefing":
        return []
    told = noted(given.events)
    found: list[Markup] = []
    for event in told:
        if event.kind == "outcome":
            stamp = forms.stamp(fact(event, "name"), "t-blue", True)
            facts: list[tuple[str, object]] = [
                ("Score", fact(event, "score")),
                ("Outcome", stamp),
                ("Alert Level", str(r.security.alert)),
            ]
            facts += [(f"Blast, {city.value}", str(where.blast())) for city, where in r.cities.items()]
            words = el("p", fitting(fact(event, "words")), class_="d2-verdict")
            found.append(forms.sheet("Debriefing", words, forms.fields(facts), rule="1.2"))
    judges = [(fact(e, "judge"), fact(e, "mark"), fitting(fact(e, "words"))) for e in told if e.kind == "judge"]
    judges += [("The allies", fact(e, "health"), "health of the alliances") for e in told if e.kind == "alliances"]
    if judges:
        found.append(forms.sheet("The judges", forms.table(("Judge", "mark", "words"), judges), rule="1.3"))
    if total := marks.sums(told):
        sums = el("ul", *(el("li", f"{judge}: {words}") for judge, words in total.items()), class_="d2-lines")
        counted = forms.table(("Judge", "counts", "how often", "points"), marks.rows(told))
        found.append(forms.sheet("How the marks came about", counted, sums, rule="1.3"))
    points = [(fact(e, "what"), fact(e, "count"), fact(e, "points")) for e in told if e.kind == "points"]
    if points:
        found.append(forms.sheet("Points", forms.table(("For", "how often", "points"), points), rule="1.2"))
    if crews := fates.crews(told):
        rows = [(pilot_of(name), fate) for name, fate in crews.items()]
        leader = el("p", fates.leader(told), class_="d2-verdict")
        found.append(forms.sheet("The crews", leader, forms.table(("Crew of", "fate"), rows), rule="1.3"))
    trials = [f"{fact(e, 'b25')}: {fact(e, 'result')}" for e in told if e.kind == "trial"]
    if trials:
        found.append(forms.sheet("Trials", el("ul", *(el("li", line) for line in trials), class_="d2-lines")))
    return found
