"""13.1 January: the Calendar, Doolittle, the B-25s."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle.planning import asking, diplomacy, february
from flakhouse.games.doolittle.state import Raid, Ratings, Security
from flakhouse.games.doolittle.words import Diplomat, Fate, Month

__all__ = ["factory_fresh", "plan_calendar", "select_b25s", "turn"]

_BOXES = {
    Month.JANUARY: "+1 on every Diplomacy Check",
    Month.FEBRUARY: "modifications do not delay the Task Force",
    Month.MARCH: "Morale +1",
    Month.APRIL: "+1 on the Transit Check",
}


def turn(ref: Referee, r: Raid) -> None:
    """13.1 The January turn."""
    plan_calendar(ref, r)
    place_doolittle(ref, r)
    select_b25s(ref, r)
    diplomacy.turn(ref, r, Month.JANUARY)


def factory_fresh(ref: Referee, r: Raid) -> None:
    """13.3.1, 13.3.3, 13.4.4 What the squadron is before anything is planned: unmodified and untrained."""
    r.security = Security(value=0, risk=0)
    r.ratings = Ratings(evasion=0, day_navigation=0, night_navigation=0)
    r.task_force.enterprise = False
    february.rate(ref, r)


def plan_calendar(ref: Referee, r: Raid) -> None:
    """13.1.1 Each Diplomat in a month's column; Nimitz always, and Stilwell or Thompson or both."""
    blotter = r.blotter
    for diplomat in (Diplomat.NIMITZ, Diplomat.STILWELL, Diplomat.THOMPSON):
        unasked = blotter.historical
        options = {month.value: "" if unasked else _cell(ref, diplomat, month) for month in asking.MONTHS}
        barred: dict[str, str] = {}
        history = asking.history(ref, diplomat.value)
        if diplomat is Diplomat.NIMITZ:
            barred["none"] = "Nimitz must be on the Calendar (13.1.1)"
        elif diplomat is Diplomat.THOMPSON and Diplomat.STILWELL not in blotter.diplomats:
            barred["none"] = "Stilwell or Thompson must be on the Calendar (13.1.1)"
        else:
            options["none"] = "Not at all: he is not told"
        default = history if history in options else "none" if "none" in options else Month.MARCH.value
        prompt = f"{diplomat.value}: from which month may he be consulted?"
        # D60
        key = asking.choose(ref, r, "calendar", "13.1.1", prompt, options, default, barred)
        if key != "none":
            blotter.diplomats[diplomat] = Month(key)
            if ref.trace:
                ref.note("calendar", diplomat=diplomat.value, month=key)


def _cell(ref: Referee, diplomat: Diplomat, month: Month) -> str:
    """13.1.1 A cell of the Calendar in words: from this month on, and what each month asks."""
    left = asking.MONTHS[asking.MONTHS.index(month) :]
    numbers = [(m, diplomacy.number_to_reach(ref, diplomat, m)) for m in left]
    asked = ", ".join(f"{m.value} {n}+" for m, n in numbers if n)
    return f"{month.value}: checks {asked}"


def place_doolittle(ref: Referee, r: Raid) -> None:
    """13.1.1 Doolittle in the box of one month, or at the telephone for the benefits of all."""
    options: dict[str, str] = {}
    if not r.blotter.historical:
        options = {month.value: f"{month.value}: {benefit}" for month, benefit in _BOXES.items()}
    # D61
    key = asking.choose(
        ref, r, "doolittle-box", "13.1.1", "Doolittle in which box?", options, asking.history(ref, "Doolittle")
    )
    r.blotter.doolittle = Month(key)
    # D61
    r.blotter.telephone = asking.yes(
        ref,
        r,
        "telephone",
        "13.1.1",
        "Does he use the telephone (the benefits of all boxes, and a variable Security Risk in April)?",
        asking.history(ref, "telephone") == "yes",
    )
    if ref.trace:
        ref.note("doolittle", month=key, telephone=r.blotter.telephone)


def select_b25s(ref: Referee, r: Raid) -> None:
    """13.1.2 How many B-25s, and which; 18 or fewer help secrecy, 24 harm it."""
    most = len(r.squadron)
    options = {} if r.blotter.historical else {str(n): f"{n} B-25s" for n in range(most, 0, -1)}
    prompt = "How many B-25s are selected? (18 or fewer: one die more for secrecy)"
    # D62
    count = int(asking.choose(ref, r, "b25s", "13.1.2", prompt, options, asking.history(ref, "B-25s")))
    group = list(r.squadron)
    while len(group) > count:
        names = {"rest": f"Take the first {count} of those left"}
        if not r.blotter.historical:
            names.update((b.pilot, b.name()) for b in group)
        # D62
        key = asking.choose(
            ref, r, "leave-out", "13.1.2", f"Leave out which ({len(group) - count} to go)?", names, "rest"
        )
        if key == "rest":
            del group[count:]
        else:
            group = [b for b in group if b.pilot != key]
    for b25 in group:
        b25.fate = Fate.DECK  # RULING 13.1.2: they are the mission's; those not put aboard are told apart in April
    r.blotter.selected = count
    if ref.trace:
        ref.note("b25s-selected", count=count)
