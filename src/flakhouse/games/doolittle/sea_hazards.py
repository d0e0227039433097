"""12.6: Sea Hazards on the Task Force, its Recon and the submarines in contact."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from flakhouse.core.charts import Chart
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import cups, data, iboat, launch, layout, sea, secrecy
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.state import Marker, Raid, Recon, Ship, Submarine
from flakhouse.games.doolittle.words import STORM, Back, Icon

__all__ = ["Patrol", "draws", "patrols", "phase", "remove_signal", "resolve", "signal_count", "signal_penalty"]

DESTROY = CHARTS.numbers("boat-destroy")
EVADE = CHARTS.text("boat-evade")
SEEN = CHARTS.numbers("flying-boat-sea")
SIGHTED = CHARTS.text("ship-sighting")
_FLYING_BOAT_RISK = 6
_SIGNALS_RISK = 3
_STRIKE_AT = {Icon.CIRCLE: 3, Icon.SQUARE: 2, Icon.LINE: 0}
_BACK_BOAT = Back.BOAT
_BACK_SIGNALS = Back.ENEMY_SIGNALS
_BACK_FLYING_BOAT = Back.FLYING_BOAT
_BACK_I_BOAT = Back.I_BOAT
_BACK_DISTRESS = Back.MECHANICAL_DISTRESS
_BACK_MEDALS = Back.MEDALS
_BACK_SHIP = Back.SHIP
TASK_FORCE = "Task Force"


@dataclass(slots=True, eq=False)
class Patrol:
    """A Patrol and the hazards assigned to it (12.6.2). Neither Recon nor submarine: the Task Force."""

    name: str
    recon: Recon | None = None
    submarine: Submarine | None = None
    hazards: list[Marker] = field(default_factory=list)

    def on(self) -> str:
        """6.3.1 Its sort, as a Secrecy Test asks."""
        return "Recon" if self.recon else "Submarine" if self.submarine else TASK_FORCE


# ------------------------------------------------------------------ Enemy Signals on the map


def signal_count(r: Raid) -> int:
    """12.6.6 Enemy Signals markers on the Naval Map."""
    return sum(map(len, r.task_force.signals.values()))


def signal_penalty(r: Raid) -> int:
    """12.6.6 Dice lost to Enemy Signals: one for three adjacent areas with them, one more for each further."""
    signals = r.task_force.signals
    if len(signals) < 3:
        return 0
    lost = run = 0
    for area in sea.AREAS:
        run = run + 1 if signals.get(area) else 0
        lost += run >= 3
    return lost


def remove_signal(ref: Referee, r: Raid) -> None:
    """12.2.2 A storm takes an Enemy Signals marker off the map, from an area the player picks."""
    signals = r.task_force.signals
    there = [area for area in sea.AREAS if signals.get(area)]
    if not there:
        return
    default = there[0]
    least = 99
    for area in there:
        marker = signals[area].pop()
        left = signal_penalty(r)
        signals[area].append(marker)
        if left < least:
            default, least = area, left
    options = {area: f"{area}: {len(signals[area])}" for area in there}
    # D35
    area = ref.choose("remove-signals", "12.2.2", "The storm removes Enemy Signals from where?", options, default)
    cups.put_back(r, signals[area].pop())
    if not signals[area]:
        del signals[area]
    if ref.trace:
        ref.note("signals-removed", area=area)


# ------------------------------------------------------------------ 12.6.2, 12.6.3 drawing and assigning


def patrols(r: Raid, area: str) -> list[Patrol]:
    """12.6.2 The Patrols of an area: submarines in contact, Recon in the Sea Area, the Task Force."""
    force = r.task_force
    found = [Patrol(s.name, submarine=s) for s in force.submarines if s.contact and not s.sunk and s.area == area]
    if force.area == area:
        found += [Patrol(recon.name, recon) for recon in force.recon if recon.place == "Sea Area"]
        found.append(Patrol(TASK_FORCE))
    return found


def draws(ref: Referee, r: Raid, area: str) -> int:
    """12.6.2 How many markers an area draws."""
    storm = sea.weather(ref, r, area) is STORM
    count = sea.number(ref, area, "base in storm" if storm else "base")
    for word, number in _EXTRA.of(ref)[area]:
        if word == "alert":
            count += r.security.alert
        elif word == "failed":  # RULING 24
            count += r.security.failed >= number
        elif word == "signals":
            count += signal_count(r) >= number
    return count


def _extra(chart: Chart[str]) -> Mapping[str, list[tuple[str, int]]]:
    """12.6.2 What adds markers in each area, and from how much on."""
    found: dict[str, list[tuple[str, int]]] = {}
    for area, text in zip(chart.labels, chart.words[chart.data.columns.index("extra")], strict=True):
        parts = [part.partition(" ") for part in text.split("; ")]
        found[area] = [(word, int(number or 0)) for word, _, number in parts]
    return {**found, sea.PORT: found[sea.AREAS[0]]}


_EXTRA = data.Reading("sea-areas", _extra)


def _assign(ref: Referee, r: Raid, area: str, there: list[Patrol], markers: list[Marker]) -> None:
    """12.6.3 Evenly; who gets one more than others is the player's to say, submarines and Recon by default."""
    share, more = divmod(len(markers), len(there))
    takers: list[Patrol] = []
    while len(takers) < more:
        open_ = [p for p in there if p not in takers]
        first = open_[: more - len(takers)]
        key = "proposed"
        if not ref.hurried:
            options = {"proposed": f"As proposed: {', '.join(p.name for p in first)}"} if len(first) > 1 else {}
            options.update((p.name, p.name) for p in open_)
            what = "the odd hazard" if len(first) == 1 else f"one more hazard ({len(first)} of them)"
            ask = f"{area}, {len(markers)} drawn: who gets {what}?"
            # D46
            key = ref.choose("extra-hazard", "12.6.3", ask, options, routine=True)
        takers += first if key == "proposed" else [p for p in open_ if p.name == key]
    at = 0
    for patrol in there:
        end = at + share + (patrol in takers)
        patrol.hazards = markers[at:end]
        at = end


def phase(ref: Referee, r: Raid) -> bool:
    """12.6 Area by area: draw, assign, reveal and resolve. True if an Emergency Launch was ordered."""
    r.step = "sea hazards"
    force = r.task_force
    watched = [sub.area for sub in force.submarines if sub.contact and not sub.sunk]
    left = [area for area in sea.AREAS if area == force.area or area in watched]
    while left:
        area = _next_area(ref, r, left)
        left.remove(area)
        there = patrols(r, area)
        count = draws(ref, r, area)
        cup = sea.cell(ref, area, "cup")
        markers = [m for m in (cups.draw(ref, r, cup) for _ in range(count)) if m is not None]
        if ref.trace:
            ref.note("sea-hazards", area=area, count=len(markers))
        _assign(ref, r, area, there, markers)
        if _area(ref, r, area, there):
            return True
        if over(r):
            return False
    return False


def _next_area(ref: Referee, r: Raid, left: list[str]) -> str:
    """12.6 Which Sea Area is next: the player says; by default the Task Force's, before others raise the alarm."""
    if len(left) == 1:
        return left[0]
    default = r.task_force.area if r.task_force.area in left else left[0]
    if ref.hurried:
        ref.asked += 1
        return default
    options = {area: f"{area}: {', '.join(p.name for p in patrols(r, area))}" for area in left}
    # D47
    return ref.choose("next-area", "12.6", "Which Sea Area has its hazards next?", options, default, routine=True)


def over(r: Raid) -> bool:
    """12.0.1 The Naval segment is over: an Airstrike made the B-25s launch, or the Hornet cannot."""
    return r.task_force.airborne or not layout.hornet_fit(r)


def _area(ref: Referee, r: Raid, area: str, there: list[Patrol]) -> bool:
    """12.6.4, 12.6.5 One marker after another; True if an Emergency Launch was ordered."""
    while True:
        open_ = [p for p in there if p.hazards]
        if not open_:
            return False
        key = open_[0].name
        if not ref.hurried:
            options = {p.name: f"{p.name} ({len(p.hazards)})" for p in open_}
            # D47
            key = ref.choose(
                "next-hazard", "12.6.4", f"{area}: whose hazard is revealed next?", options, key, routine=True
            )
        patrol = next(p for p in open_ if p.name == key)
        marker = patrol.hazards.pop(0)
        marker.revealed = True
        if ref.trace:
            ref.note("sea-hazard", hazard=_face(marker), patrol=patrol.name, area=area)
        if _launches(ref, r, marker, patrol):
            cups.put_back(r, marker)  # RULING 26
            _discard(r, there)
            return True
        resolve(ref, r, marker, patrol, there)
        if over(r):
            _discard(r, there)
            return False
        for gone in there:
            # RULING 12.6.6: Recon lost with its ship in an Airstrike leaves its hazards to the Task Force.
            if gone.recon is not None and gone.recon.lost:
                there[-1].hazards.extend(gone.hazards)
                gone.hazards = []


def _face(marker: Marker) -> str:
    """12.6.4 All that is printed on a revealed marker: its name, its icon, flags or the number of a recovery."""
    more = [marker.icon.value] if marker.icon is not Icon.NONE else []
    if marker.red_flags:
        more.append("red flags")
    elif marker.number:
        more.append(f"recovery {marker.number}")
    return f"{marker.words()} ({', '.join(more)})" if more else marker.words()


def _launches(ref: Referee, r: Raid, marker: Marker, patrol: Patrol) -> bool:
    """12.6.4 A marker is revealed: an Emergency Launch may be ordered before it takes effect."""
    wanted = _alarm(r, marker, patrol)
    if ref.hurried:  # nobody reads the question
        # D42
        return launch.emergency(ref, r, "emergency-launch", "12.6.4", "", wanted)
    tame = marker.icon is Icon.NONE or sea.index(r.task_force.area) < sea.REACH
    prompt = f"{_face(marker)} is revealed on {patrol.name}."
    rule = f"12.6.4, 12.6.6 {'Red Flags' if marker.red_flags else marker.back.value}"
    # D42
    return launch.emergency(ref, r, "emergency-launch", rule, prompt, wanted, routine=tame and not wanted)


def _discard(r: Raid, there: list[Patrol]) -> None:
    """12.6.4, 11.0.1 What has not been revealed goes back unseen."""
    for patrol in there:
        for marker in patrol.hazards:
            cups.put_back(r, marker)
        patrol.hazards.clear()


def _alarm(r: Raid, marker: Marker, patrol: Patrol) -> bool:
    """12.6.4 Whether to launch at once: an Airstrike is likely, and Japan in reach."""
    level = _STRIKE_AT.get(marker.icon)
    if level is None or patrol.submarine is not None or sea.index(r.task_force.area) < sea.REACH:
        return False
    security = r.security
    dice = max(1, security.value - signal_penalty(r))
    risk = security.risk + (signal_count(r) if marker.back is Back.FLYING_BOAT else 0)
    likely = 2 * risk > 7 * dice
    if marker.back is Back.BOAT:
        likely = False  # it can be sunk first
    return likely and security.alert >= level


# ------------------------------------------------------------------ 12.6.6 effects


def resolve(ref: Referee, r: Raid, marker: Marker, patrol: Patrol, there: list[Patrol]) -> None:
    """12.6.5, 12.6.6 The effect of a revealed marker; it goes back into its cup unless it stays somewhere."""
    # RULING 12.6.6: where the marker's own test ends the segment (11.2 note) the rest of it is not applied.
    back = marker.back
    stays = False
    if back is _BACK_BOAT:
        _boat(ref, r, marker, patrol)
    elif back is _BACK_SIGNALS:
        stays = _signals(ref, r, marker, patrol)
    elif back is _BACK_FLYING_BOAT:
        _flying_boat(ref, r, marker, patrol)
    elif back is _BACK_I_BOAT:
        _test(ref, r, marker, patrol)
        if patrol.on() == TASK_FORCE and not over(r) and layout.slow_ships(r):
            iboat.attack(ref, r)
    elif back is _BACK_DISTRESS:
        stays = _distress(ref, r, marker, patrol, there)
    elif back is _BACK_MEDALS:
        stays = _medals(ref, r, marker)
    elif back is _BACK_SHIP:
        _test(ref, r, marker, patrol)
        if patrol.on() == TASK_FORCE and not over(r) and ref.roll(SIGHTED) != "nothing":
            secrecy.raise_alert(ref, r, "a ship reports the Task Force")
    if not stays:
        cups.put_back(r, marker)
    sub = patrol.submarine
    if sub is not None and (sub.sunk or not sub.contact):  # 11.0.1
        _discard(r, [patrol])


def _test(ref: Referee, r: Raid, marker: Marker, patrol: Patrol) -> bool:
    """6.3.1 The Secrecy Test of a marker's icon."""
    return secrecy.check(ref, r, marker.icon, patrol.on(), patrol.submarine)


def _boat(ref: Referee, r: Raid, marker: Marker, patrol: Patrol) -> None:
    """12.6.6 Boat: destroyed or evaded it brings no Secrecy Test; but it reports the Task Force if it can."""
    if patrol.submarine is not None:
        return
    force = patrol.recon is None
    options = {"destroy": "Destroy it", "evade": "Evade it", "neither": "Neither"}
    # D48
    what = ref.choose("boat", "12.6.6 Boat", f"{patrol.name} meets a boat.", options, "destroy")
    gone = quiet = False
    if what == "destroy":
        dice = 3 if patrol.recon is None else 1 if patrol.recon.name.startswith("CA") else 2
        faces = ref.throw(DESTROY, dice)
        ref.read(DESTROY, faces)
        gone = any(face % 2 == 0 for face in faces)
        quiet = all(face % 2 == 0 for face in faces)
    elif what == "evade":
        gone = ref.roll(EVADE) == "evaded"
    if ref.trace:
        ref.note("boat", patrol=patrol.name, what=what, gone=gone)
    if not gone:
        _test(ref, r, marker, patrol)
    if force and not quiet and not over(r):
        secrecy.raise_alert(ref, r, "a boat reports the Task Force")


def _signals(ref: Referee, r: Raid, marker: Marker, patrol: Patrol) -> bool:
    """12.6.6 Enemy Signals: a test if it has an icon; on the Task Force it stays in the area. True if it stays."""
    if marker.icon is not Icon.NONE:
        _test(ref, r, marker, patrol)
    if patrol.on() != TASK_FORCE or over(r):
        return False
    area = r.task_force.area
    there = r.task_force.signals.setdefault(area, [])
    if there:
        secrecy.raise_risk(ref, r, _SIGNALS_RISK, "more Enemy Signals in one area")
    there.append(marker)
    if ref.trace:
        ref.note("signals", area=area, dice=signal_penalty(r))
    return True


def _flying_boat(ref: Referee, r: Raid, marker: Marker, patrol: Patrol) -> None:
    """12.6.6 Flying Boat: a large Task Force is easily seen, and signals have warned it; then the test."""
    # RULING 33
    if patrol.on() == TASK_FORCE:
        faces = ref.throw(SEEN, 4)
        if ref.read(SEEN, faces) < len(layout.ships(r)):
            secrecy.raise_risk(ref, r, _FLYING_BOAT_RISK, "a flying boat sees the Task Force")
    secrecy.raise_risk(ref, r, signal_count(r), "Enemy Signals have warned the flying boat")
    _test(ref, r, marker, patrol)


def _distress(ref: Referee, r: Raid, marker: Marker, patrol: Patrol, there: list[Patrol]) -> bool:
    """12.6.6 Mechanical Distress: on a ship, a Recon, or for a moment a submarine. True if it stays attached."""
    force = r.task_force
    if marker.red_flags:
        if not force.joined:
            force.red_flags.append(marker)
            if ref.trace:
                ref.note("red-flags")
        return not force.joined
    if patrol.submarine is not None:
        patrol.submarine.contact = False
        if ref.trace:
            ref.note("submarine-silent", submarine=patrol.submarine.name)
        return False
    if patrol.recon is not None:
        patrol.recon.place, patrol.recon.distress = "Hangar", marker
        there[-1].hazards.extend(patrol.hazards)  # to the Task Force, which stands last
        patrol.hazards = []
        if ref.trace:
            ref.note("recon-distress", recon=patrol.recon.name)
        return True
    ship = _stricken(ref, r)
    ship.distress.append(marker)
    if ship.kind != "CV":  # RULING 31
        layout.move_ship(ref, r, ship, layout.ASTERN_FAR)
    if ref.trace:
        ref.note("distress", ship=ship.name, astern=ship.space == layout.ASTERN_FAR)
    return True


def _stricken(ref: Referee, r: Raid) -> Ship:
    """12.6.6 Which ship has the Mechanical Distress: by default one that is slow anyway, or a destroyer."""
    on = layout.ships(r)
    order = ("DD", "CL", "CA", "AO", "CV")
    default = min(on, key=lambda s: (not s.damaged, order.index(s.kind)))
    if ref.hurried:
        return default
    options = {s.name: f"{s.name} ({s.kind}){', slow' if s.slow() else ''}" for s in on}
    rule, prompt = "12.6.6 Mechanical Distress", "Mechanical Distress: which ship?"
    # D49
    name = ref.choose("distress-ship", rule, prompt, options, default.name)
    return next(s for s in on if s.name == name)


def _medals(ref: Referee, r: Raid, marker: Marker) -> bool:
    """12.6.6 Medals are tied to the bombs of a B-25 on deck: one re-roll in the air. True if they stay there."""
    there = [b for b in launch.on_deck(r) if b.loaded]
    if not there:
        return False
    default = min(there, key=lambda b: (len(b.medals), b.damage > 0, b.elite is not None))
    key = default.id
    if not ref.hurried:
        options = {b.id: b.name() + (" (has Medals)" if b.medals else "") for b in there}
        # D50
        key = ref.choose("medals", "12.6.6 Medals", "Medals for the bombs of which B-25?", options, key)
    b25 = next(b for b in there if b.id == key)
    b25.medals.append(marker)
    if ref.trace:
        ref.note("medals", b25=b25.name())
    return True
