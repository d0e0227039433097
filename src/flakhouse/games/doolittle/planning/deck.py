"""13.5.3 The Crane Check: B-25s hoisted aboard, repaired, and manned."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import cups, secrecy, transit
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.planning import asking, incidents, training
from flakhouse.games.doolittle.state import B25, Raid
from flakhouse.games.doolittle.words import Back, Diplomat, Fate, Month

__all__ = ["assign_elites", "burden", "crane_check", "embark", "load", "repair"]

CRANE = CHARTS.text("P-crane")
_MOST_DILIGENCE = 13
_BRIEFED = 5  # 13.5.5


def load(ref: Referee, r: Raid) -> None:
    """13.5.3 Crane Check, deck, repairs, Elite Crewmen."""
    crane_check(ref, r)
    embark(ref, r)
    repair(ref, r)
    assign_elites(ref, r)


def crane_check(ref: Referee, r: Raid) -> None:
    """13.5.3 Diligence is chosen first; it helps now and delays later (13.5.5)."""
    counted = 0 if asking.doolittle_in(r, Month.FEBRUARY) else len(r.blotter.mods)
    default = max(0, int(asking.history(ref, "diligence")) - counted)
    options: dict[str, str] = {}
    if not r.blotter.historical:
        options = {str(n): f"{n}: +{n} now, -{n} on the Delay Check" for n in range(_MOST_DILIGENCE + 1)}
    prompt = "How diligent are the men at the crane (+ on the Crane Check, as much - on the Delay Check)?"
    # D76
    key = asking.choose(ref, r, "diligence", "13.5.3", prompt, options, str(default))
    r.blotter.diligence = int(key)
    result = ref.roll(CRANE, (CRANE.mods["diligence"].of(int(key)),) if int(key) else ())
    kind, _, number = result.partition(" ")
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


def embark(ref: Referee, r: Raid) -> None:
    """13.5.3 B-25s onto the Carrier Deck, up to the capacity that Short Take Off training gave (13.4.9)."""
    group = asking.selected(r)
    room = min(r.blotter.capacity, len(group))
    if not room:
        for b25 in group:
            b25.fate = Fate.LEFT_BEHIND
        incidents.abort(ref, r, "No B-25 can be taken aboard")  # RULING 13.4.9: an empty deck ends the game
    options = {} if r.blotter.historical else {str(n): f"{n} B-25s" for n in range(room, 0, -1)}
    prompt = f"How many B-25s go aboard (room for {r.blotter.capacity})?"
    # D77
    count = int(asking.choose(ref, r, "aboard", "13.5.3", prompt, options, str(room)))
    while len(group) > count:
        names = {"rest": f"The sound ones first, in the order of the list ({len(group) - count} stay)"}
        if not r.blotter.historical:
            names.update((b.pilot, b.name() + (", damaged" if b.damage else "")) for b in group)
        # D77
        key = asking.choose(ref, r, "ashore", "13.5.3", "Which B-25 stays ashore?", names, "rest")
        if key != "rest":
            _ashore(r, group, next(b for b in group if b.pilot == key))
            continue
        for _, b25 in sorted(enumerate(group), key=_worth, reverse=True)[: len(group) - count]:
            _ashore(r, group, b25)
    if ref.trace:
        ref.note("embarked", count=len(group), names=", ".join(b.pilot for b in group))


def _worth(at: tuple[int, B25]) -> tuple[int, int, int]:
    """13.5.3 The more, the sooner it is left behind: damage, hazards, its place in the list."""
    return at[1].damage, len(at[1].attached), at[0]


def _ashore(r: Raid, group: list[B25], b25: B25) -> None:
    """13.5.3 A B-25 that stays behind; its Transit Hazards go back into the cup."""
    group.remove(b25)
    b25.fate = Fate.LEFT_BEHIND
    for marker in b25.attached:
        cups.put_back(r, marker)
    b25.attached.clear()


def burden(r: Raid) -> int:
    """13.5.5 What counts against sailing on time, Nimitz's briefing taken off."""
    blotter = r.blotter
    counted = 0 if asking.doolittle_in(r, Month.FEBRUARY) else len(blotter.mods)
    relief = _BRIEFED if Diplomat.NIMITZ.value in blotter.briefed else 0
    return blotter.diligence + blotter.repairs + counted - relief


def repair(ref: Referee, r: Raid) -> None:
    """13.5.3 Damage and Transit Hazards may be removed at will; each counts in the Delay Check."""
    blotter = r.blotter
    while True:
        options = {"done": "No more repairs"}
        for b25 in asking.selected(r):
            if b25.damage:
                options[b25.pilot] = f"{b25.name()}: {'severe damage' if b25.damage > 1 else 'damage'}"
            for i, marker in enumerate(b25.attached):
                if marker.back in (Back.CRACKED_TURRET, Back.JAMMED_TURRET):
                    options[f"{b25.pilot} turret {i + 1}"] = f"{b25.name()}: {marker.words()}"
        if len(options) == 1:
            return
        hopeful = burden(r) - (0 if Diplomat.NIMITZ.value in blotter.briefed else _BRIEFED) <= 0
        default = list(options)[1] if hopeful else "done"
        prompt = f"Repair what? Each repair is -1 on the Delay Check ({blotter.repairs} so far)."
        # D78
        key = asking.choose(ref, r, "repair", "13.5.3", prompt, options, default)
        if key == "done":
            return
        pilot, _, place = key.partition(" turret ")
        b25 = next(b for b in r.squadron if b.pilot == pilot)
        if place:
            cups.put_back(r, b25.attached.pop(int(place) - 1))
        else:
            b25.damage = 0
        blotter.repairs += 1
        if ref.trace:
            ref.note("repaired", b25=b25.name(), what="turret" if place else "damage")


def assign_elites(ref: Referee, r: Raid) -> None:
    """13.5.3 One Elite Crewman at most for each B-25 on deck."""
    for elite in r.blotter.elites:
        if elite.name == "Doolittle" and "Doolittle" in r.blotter.barred:
            if ref.trace:
                ref.note("doolittle-kept")  # 15.1.2 Bataan
            continue
        aboard = asking.selected(r)
        free = [b for b in aboard if b.elite is None]
        homes = [other.home for other in r.blotter.elites if other is not elite]
        wish = [b for b in free if b.id == elite.home] or [b for b in free if b.id not in homes] or free
        options: dict[str, str] = {}
        barred: dict[str, str] = {}
        if not r.blotter.historical:
            options = {b.pilot: b.name() for b in free} | {"none": "He stays behind"}
            barred = {b.pilot: "Has an Elite Crewman already (2.3)" for b in aboard if b.elite is not None}
        # D79
        key = asking.choose(
            ref,
            r,
            "assign-elite",
            "13.5.3",
            f"{elite.name} ({elite.benefit.value}) aboard which B-25?",
            options,
            wish[0].pilot if wish else "none",
            barred,
        )
        if key != "none":
            next(b for b in free if b.pilot == key).elite = elite
            if ref.trace:
                ref.note("elite-assigned", name=elite.name, b25=key)
