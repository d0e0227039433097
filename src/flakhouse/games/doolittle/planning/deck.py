"""13.5.3 The Crane Check: B-25s hoisted aboard, repaired, and manned."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.mods import Mod
from flakhouse.core.questions import Cost, Option, Question
from flakhouse.core.referee import Referee
from flakhouse.core.stakes import Stake, on_results
from flakhouse.games.doolittle import cups, secrecy, transit
from flakhouse.games.doolittle.advice import deck as advice
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.planning import asking, incidents, training
from flakhouse.games.doolittle.questions import deck as questions
from flakhouse.games.doolittle.state import B25, Elite, Raid
from flakhouse.games.doolittle.words import Back, Diplomat, Fate, Month

__all__ = [
    "BRIEFED",
    "DELAY",
    "assign_elites",
    "burden",
    "crane_check",
    "delay_mods",
    "delaying_mods",
    "embark",
    "load",
    "on_time",
    "repair",
]

CRANE = CHARTS.text("P-crane")
DELAY = CHARTS.text("P-delay")
#: 13.5.3 How careful the loading may be.
_CARE = tuple(str(care) for care in range(14))
#: The results of the Crane Check as the log says them.
_CRANE = {
    "damaged": "B-25s damaged: {}",
    "transit": "a Transit Hazard",
    "risk": "Security Risk +{}",
    "nothing": "nothing amiss",
}
BRIEFED = 5  # 13.5.5


def load(ref: Referee, r: Raid) -> None:
    """13.5.3 Crane Check, deck, repairs, Elite Crewmen."""
    crane_check(ref, r)
    embark(ref, r)
    repair(ref, r)
    assign_elites(ref, r)


def crane_check(ref: Referee, r: Raid) -> None:
    """13.5.3 Diligence is chosen first; it helps now and delays later (13.5.5)."""
    ref.scene("crane")
    # D76
    key = asking.ask(ref, r, "diligence", advice.diligence(ref, r), lambda: _diligence(r), _CARE)
    r.blotter.diligence = int(key)
    result = ref.roll(CRANE, (CRANE.mods["diligence"].of(int(key)),) if int(key) else ())
    kind, _, number = result.partition(" ")
    ref.note("crane", result=_CRANE.get(kind, kind).format(number))
    if kind == "damaged":
        hit: list[B25] = []
        for _ in range(int(number)):
            # D76
            b25 = training.hurt(ref, r, "crane-damage", "13.5.3", "the crane", hit)
            if b25 is not None:
                hit.append(b25)
    elif kind == "transit":
        transit.draw_and_apply(ref, r, asking.selected(r)[::-1])  # by default a spare one
    elif kind == "risk":
        secrecy.raise_risk(ref, r, int(number), "the loading at Alameda")


def _diligence(r: Raid) -> Question:
    """13.5.3, 13.5.5 The loading, with what so much care would leave of sailing on time as things stand."""
    others = delay_mods(r, Diplomat.NIMITZ.value in r.blotter.briefed)
    found: dict[int, Stake] = {}
    for care in map(int, _CARE):
        own = [DELAY.mods["diligence"].of(-care)] if care else []
        found[care] = on_time([*own, *others], "later the ships sail on time")
    return questions.diligence(found)


def embark(ref: Referee, r: Raid) -> None:
    """13.5.3 B-25s onto the Carrier Deck, up to the capacity that Short Take Off training gave (13.4.9)."""
    group = asking.selected(r)
    room = min(r.blotter.capacity, len(group))
    if not room:
        for b25 in group:
            b25.fate = Fate.LEFT_BEHIND
        incidents.abort(ref, r, "No B-25 can be taken aboard")  # RULING 13.4.9: an empty deck ends the game
    capacity = r.blotter.capacity
    # D77
    key = asking.ask(
        ref, r, "aboard", str(room), lambda: questions.aboard(room, capacity), lambda: questions.loads(room)
    )
    count = int(key)
    while len(group) > count:
        for b25 in _staying(ref, r, group, len(group) - count):
            _ashore(r, group, b25)
    ref.note("embarked", causes=(), count=len(group), names=", ".join(b.pilot for b in group))


def _staying(ref: Referee, r: Raid, group: list[B25], stay: int) -> list[B25]:
    """13.5.3 Who stays ashore: all of them as proposed, or the next."""
    # D77
    key = asking.ask(
        ref,
        r,
        "ashore",
        questions.REST,
        lambda: questions.ashore(group, stay),
        lambda: questions.staying(group),
    )
    return advice.ashore(group, stay) if key == questions.REST else [b for b in group if b.pilot == key]


def _ashore(r: Raid, group: list[B25], b25: B25) -> None:
    """13.5.3 A B-25 that stays behind; its Transit Hazards go back into the cup."""
    group.remove(b25)
    b25.fate = Fate.LEFT_BEHIND
    for marker in b25.attached:
        cups.put_back(r, marker)
    b25.attached.clear()


def delaying_mods(r: Raid) -> int:
    """13.1.1, 13.5.5 Modifications that count in the Delay Check: none with Doolittle in the February box."""
    return 0 if asking.doolittle_in(r, Month.FEBRUARY) else len(r.blotter.mods)


def burden(r: Raid) -> int:
    """13.5.5 What counts against sailing on time, Nimitz's briefing taken off."""
    blotter = r.blotter
    relief = BRIEFED if Diplomat.NIMITZ.value in blotter.briefed else 0
    return blotter.diligence + blotter.repairs + delaying_mods(r) - relief


def delay_mods(r: Raid, briefed: bool) -> list[Mod]:
    """13.5.5 What counts in the Delay Check, with Nimitz briefed or not."""
    blotter = r.blotter
    mods: list[Mod] = []
    if blotter.diligence:
        mods.append(DELAY.mods["diligence"].of(-blotter.diligence))
    if blotter.repairs:
        mods.append(DELAY.mods["repairs"].times(blotter.repairs))
    if blotter.mods and not asking.doolittle_in(r, Month.FEBRUARY):
        mods.append(DELAY.mods["modifications"].times(len(blotter.mods)))
    if briefed:
        mods.append(DELAY.mods["nimitz"])
    return mods


def on_time(mods: Sequence[Mod], words: str = "sails on time") -> Stake:
    """13.5.5 That the ships sail on time, with these in the Delay Check."""
    return on_results(words, DELAY.id, ("No Delay",), mods)


def repair(ref: Referee, r: Raid) -> None:
    """13.5.3 Damage and Transit Hazards may be removed at will; each counts in the Delay Check."""
    while True:
        options = _repairs(r)
        key = _repaired(ref, r, options) if len(options) > 1 else questions.DONE
        if key == questions.DONE:
            return
        pilot, _, place = key.partition(" turret ")
        b25 = next(b for b in r.squadron if b.pilot == pilot)
        if place:
            cups.put_back(r, b25.attached.pop(int(place) - 1))
        else:
            b25.damage = 0
        r.blotter.repairs += 1
        ref.note("repaired", causes=(), b25=b25.name(), what="turret" if place else "damage")


def _repairs(r: Raid) -> dict[str, Option]:
    """13.5.3 What can be repaired, and to have done with it."""
    options = {questions.DONE: Option("No more repairs")}
    costs = (Cost("Delay Check"),)
    for b25 in asking.selected(r):
        if b25.damage:
            words = f"{b25.name()}: {'severe damage' if b25.damage > 1 else 'damage'}"
            options[b25.pilot] = Option(words, b25.subject, costs=costs)
        for i, marker in enumerate(b25.attached, 1):
            if marker.back in (Back.CRACKED_TURRET, Back.JAMMED_TURRET):
                words = f"{b25.name()}: {marker.words()}"
                options[f"{b25.pilot} turret {i}"] = Option(words, b25.subject, marker.subject, costs=costs)
    return options


def _repaired(ref: Referee, r: Raid, options: dict[str, Option]) -> str:
    """13.5.3 What is repaired next, or that it is enough."""
    # D78
    return asking.ask(
        ref, r, "repair", advice.repair(r, options), lambda: questions.repair(options, r.blotter.repairs), options
    )


def assign_elites(ref: Referee, r: Raid) -> None:
    """2.1.2 Attachment Limits, 13.5.3 One Elite Crewman at most for each B-25 on deck."""
    for elite in r.blotter.elites:
        if elite.name == "Doolittle" and "Doolittle" in r.blotter.barred:
            ref.note("doolittle-kept", causes=())  # 15.1.2 Bataan
            continue
        b25 = _aboard_of(ref, r, elite)
        if b25 is not None:
            b25.elite = elite
            ref.note("elite-assigned", causes=(), elite=elite.name, b25=b25.name())


def _aboard_of(ref: Referee, r: Raid, elite: Elite) -> B25 | None:
    """13.5.3, 2.3 The B-25 that an Elite Crewman flies in, if any."""
    aboard = asking.selected(r)
    free = [b for b in aboard if b.elite is None]
    taken = [b for b in aboard if b.elite is not None]
    wish = advice.assign_elite(r, elite, free)
    # D79
    key = asking.ask(
        ref,
        r,
        "assign-elite",
        wish,
        lambda: questions.assign_elite(elite, free, taken),
        lambda: questions.free_for(free),
    )
    return next((b for b in free if b.pilot == key), None)
