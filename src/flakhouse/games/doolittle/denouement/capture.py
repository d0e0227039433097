"""14.4.4 The Japanese Capture Check: fit and wounded hunted apart, close calls, Elite Crewmen among them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import aircraft, checks, elites
from flakhouse.games.doolittle.advice import capture as advice
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.questions import capture as questions
from flakhouse.games.doolittle.questions.keys import by_crew, by_man
from flakhouse.games.doolittle.state import Crew, Elite, Raid
from flakhouse.games.doolittle.words import Benefit

__all__ = ["FIT", "WOUNDED", "capture_check"]


class Close(StrEnum):
    """A close call."""

    KILLED = "Crew killed"
    CAPTURED = "Crew captured"
    WOUNDED = "Wounded on the way"
    ESCAPE = "Narrow escape"
    HEALED = "Nursed back to health"


FIT = CHARTS.text("capture-fit")
WOUNDED = CHARTS.text("capture-wounded")
CLOSE = CHARTS.words("close-call", Close)
#: The results as the log says them; a number is so many captured.
_SAID = {"0": "nobody is found", "Captured": "all are captured", "Close call": "a close call"}


def capture_check(ref: Referee, r: Raid, party: list[Crew]) -> None:
    """14.4.4 Fit and wounded are hunted apart; a die for each group on the table of its size."""
    # Split before anybody is hunted: who is wounded in a close call is not hunted twice.
    fit, wounded = ([c for c in party if c.fit is fit and not c.fate] for fit in (True, False))
    if fit and wounded:
        _deal(ref, fit, wounded)
    for group in (fit, wounded):
        if group:
            _hunt(ref, r, group, group is fit)


def _deal(ref: Referee, fit: list[Crew], wounded: list[Crew]) -> None:
    """14.4.4, 2.3.3 Which group each Elite Crewman goes with."""
    # RULING 14.4.4: Crew markers bear no names, so a man may join the other group where a crew has no Elite yet.
    men = [(e, c) for c in (*fit, *wounded) for e in c.elites]
    men.sort(key=lambda pair: pair[0].benefit is Benefit.DOCTOR)  # last: others may make room for him
    for man, crew in men:
        own, other = ("fit", wounded) if crew.fit else ("wounded", fit)
        there = "wounded" if crew.fit else "fit"
        free = [c for c in other if not c.elites]
        if not free:
            continue
        if _goes(ref, man, own, there) == there:
            crew.elites.remove(man)
            free[0].elites.append(man)


def _goes(ref: Referee, man: Elite, own: str, there: str) -> str:
    """14.4.4 The group that an Elite Crewman goes with: his own, or the other."""
    # D87
    return ref.ask(
        "elite-group",
        advice.elite_group(man, own),
        lambda: questions.elite_group(man, own, there),
        keys=(own, there),
    )


def _hunt(ref: Referee, r: Raid, group: list[Crew], fit: bool) -> None:
    """14.4.4, 2.3.3 One group; a doctor among wounded men lets them count as fit."""
    doctor = next((e for c in group for e in c.elites if e.benefit is Benefit.DOCTOR), None)
    if not fit and doctor is not None:
        # D87
        fit = ref.agreed("medic", True, lambda: questions.medic(doctor))
    ref.scene("capture")
    count = len(group)
    column = 0 if count == 1 else 1 if count == 2 else 2 if count <= 4 else 3
    table = FIT if fit else WOUNDED
    cells = ref.chart(table)
    word = checks.roll(
        ref,
        r,
        table,
        elites.with_crews(r, group),
        column=column,
        bad=lambda f: cells.at(f[0], column) not in ("0", "Close call"),
        while_=lambda f: cells.at(f[0], column) != "0",
        need=checks.Need("get away", "Men are captured."),
    )
    ref.note("hunted", crews=count, result=_SAID.get(word, f"{word} captured"))
    if word == "Captured":
        _take(ref, r, group, group)
    elif word == "Close call":
        _close_call(ref, r, group)
    elif int(word):
        _take(ref, r, _caught(ref, group, min(count, int(word))), group)


def _caught(ref: Referee, group: list[Crew], count: int) -> list[Crew]:
    """14.4.4 Which crews of the group are caught."""
    taken: list[Crew] = []
    while len(taken) < count:
        # D88
        taken.append(_whom(ref, "captured-crew", questions.captured_crew, [c for c in group if c not in taken]))
    return taken


def _whom(ref: Referee, id: str, make: Callable[[Sequence[Crew]], Question], left: list[Crew]) -> Crew:
    """14.4.4 One of these crews: the player's choice."""
    return by_crew(left)[ref.ask(id, advice.captured_crew(left), lambda: make(left), keys=by_crew(left))]


def _take(ref: Referee, r: Raid, taken: list[Crew], group: list[Crew]) -> None:
    """14.4.4, RULING 39: as many Elite Crewmen of the group are captured as crews; the player picks, or chance."""
    men: list[Elite] = [e for c in group for e in c.elites]
    caught: list[Elite] = []
    count = len(men) if len(taken) == len(group) else min(len(taken), len(men))
    while len(caught) < count:
        left = [e for e in men if e not in caught]
        if count == len(men):
            caught.append(left[0])
            continue
        caught.append(_captive(ref, left))
    stranded = [e for crew in taken for e in crew.elites if e not in caught]
    for crew in group:
        crew.elites = [e for e in crew.elites if crew not in taken and e not in caught]
    for crew in taken:
        ref.scene("taken", b25=crew.b25.name())
        aircraft.capture(ref, r, crew)
    for elite in caught:
        elite.fate = "captured"
        taken[0].elites.append(elite)
    rest_of = [c for c in group if c not in taken]
    for elite in stranded:  # one with each crew again, as far as it goes
        min(rest_of, key=lambda c: len(c.elites)).elites.append(elite)


def _captive(ref: Referee, left: list[Elite]) -> Elite:
    """14.4.4 The Elite Crewman who is caught next, by choice or by chance."""
    # D88
    key = ref.ask(
        "captured-elite",
        advice.captured_elite(left),
        lambda: questions.captured_elite(left),
        keys=[*by_man(left), questions.CHANCE],
    )
    return ref.draw(left) if key == questions.CHANCE else by_man(left)[key]


def _close_call(ref: Referee, r: Raid, group: list[Crew]) -> None:
    """14.4.4 One crew has a narrow escape, or a cruel fate."""
    # D88
    crew = _whom(ref, "close-call-crew", questions.close_call_crew, group)
    lucky = elites.with_crews(r, [crew])
    call = ref.chart(CLOSE)
    best = (Close.HEALED, Close.ESCAPE) if crew.fit else (Close.HEALED,)
    result = checks.roll(ref, r, CLOSE, lucky, bad=lambda f: f[0] <= 2, while_=lambda f: call.at(f[0]) not in best)
    ref.note("close-call", b25=crew.b25.name(), result=result.value.lower())
    if result is Close.KILLED:
        crew.place, crew.fate = "", "killed"
        for elite in crew.elites:
            elite.fate = "killed"
    elif result is Close.CAPTURED:
        aircraft.capture(ref, r, crew)
    elif result is Close.WOUNDED:
        crew.fit = False
    elif result is Close.HEALED:
        crew.fit = True
