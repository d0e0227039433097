"""13.1 January: the Calendar, Doolittle, the B-25s."""

from __future__ import annotations

from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import data
from flakhouse.games.doolittle.advice import january as advice
from flakhouse.games.doolittle.planning import asking, diplomacy, february
from flakhouse.games.doolittle.questions import january as questions
from flakhouse.games.doolittle.state import B25, Raid, Ratings, Security
from flakhouse.games.doolittle.words import Diplomat, Fate, Month

__all__ = ["factory_fresh", "plan_calendar", "select_b25s", "turn"]

_ALL = 24  # 13.5.6: so many weigh on delay and Liberty


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
        key = _column(ref, r, diplomat)
        if key != questions.NONE:
            blotter.diplomats[diplomat] = Month(key)
            ref.note("calendar", causes=(), diplomat=diplomat.value, month=key)


def _column(ref: Referee, r: Raid, diplomat: Diplomat) -> str:
    """13.1.1 The month of a Diplomat, or that he is left out."""
    barred = ""
    if diplomat is Diplomat.NIMITZ:
        barred = "Nimitz must be on the Calendar (13.1.1)"
    elif diplomat is Diplomat.THOMPSON and Diplomat.STILWELL not in r.blotter.diplomats:
        barred = "Stilwell or Thompson must be on the Calendar (13.1.1)"

    def make() -> Question:
        risks = {month: _risk(ref, month) for month in Month}
        return questions.calendar(diplomat, _checks(ref, diplomat), risks, barred)

    # D60
    return asking.ask(
        ref, r, "calendar", advice.calendar(ref, diplomat, not barred), make, questions.months(barred)
    )


def _checks(ref: Referee, diplomat: Diplomat) -> dict[Month, dict[Month, int]]:
    """13.1.1 From each month on, the months with a check and what it asks."""
    numbers = {month: diplomacy.number_to_reach(ref, diplomat, month) for month in asking.MONTHS}
    return {
        month: {m: numbers[m] for m in asking.MONTHS[at:] if numbers[m]} for at, month in enumerate(asking.MONTHS)
    }


def _risk(ref: Referee, month: Month) -> int:
    """13.5.6 What a Diplomat told in this month adds to the Security Risk."""
    return int(data.table(ref, "P-risk").look_up(f"Diplomat in {month.value}"))


def place_doolittle(ref: Referee, r: Raid) -> None:
    """13.1.1 Doolittle in the box of one month, or at the telephone for the benefits of all."""
    # D61
    key = asking.ask(ref, r, "doolittle-box", advice.doolittle_box(ref), questions.doolittle_box, questions.MONTHS)
    r.blotter.doolittle = Month(key)
    # D61
    r.blotter.telephone = asking.agreed(ref, r, "telephone", advice.telephone(ref), questions.telephone)
    ref.note("doolittle", causes=(), month=key, telephone=r.blotter.telephone)


def _left_out(ref: Referee, r: Raid, group: list[B25], count: int) -> str:
    """13.1.2 The pilot of the next B-25 that is not selected, or that the rest is."""
    # D62
    return asking.ask(
        ref,
        r,
        "leave-out",
        questions.REST,
        lambda: questions.leave_out(group, count),
        lambda: questions.left(group),
    )


def select_b25s(ref: Referee, r: Raid) -> None:
    """13.1.2 How many B-25s, and which; 18 or fewer help secrecy, 24 harm it."""
    most = len(r.squadron)
    few = int(data.table(ref, "P-value").look_up("few B-25s"))
    # D62
    key = asking.ask(
        ref,
        r,
        "b25s",
        advice.b25s(ref),
        lambda: questions.b25s(most, few, _ALL),
        lambda: questions.numbers(most),
    )
    count = int(key)
    r.blotter.selected = count
    group = list(r.squadron)
    while len(group) > count:
        key = _left_out(ref, r, group, count)
        if key == questions.REST:
            del group[count:]
        else:
            group = [b for b in group if b.pilot != key]
    for b25 in group:
        b25.fate = Fate.DECK  # RULING 13.1.2: they are the mission's; those not put aboard are told apart in April
    ref.note("b25s-selected", causes=(), count=count)
