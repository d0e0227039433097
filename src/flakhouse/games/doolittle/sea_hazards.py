"""12.6: Sea Hazards on the Task Force, its Recon and the submarines in contact."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from flakhouse.core.charts import Chart
from flakhouse.core.questions import Question, Subject
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import cups, data, iboat, launch, layout, sea, secrecy
from flakhouse.games.doolittle.advice import sea_hazards as advice
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.questions import sea_hazards as questions
from flakhouse.games.doolittle.questions.keys import by_id, by_ship
from flakhouse.games.doolittle.state import Marker, Raid, Recon, Ship, Submarine
from flakhouse.games.doolittle.words import Back, Icon, Weather

__all__ = [
    "Patrol",
    "dice_lost",
    "draws",
    "over",
    "patrols",
    "phase",
    "remove_signal",
    "resolve",
    "signal_count",
    "signal_penalty",
]

DESTROY = CHARTS.numbers("boat-destroy")
EVADE = CHARTS.text("boat-evade")
SEEN = CHARTS.numbers("flying-boat-sea")
SIGHTED = CHARTS.text("ship-sighting")
_RED_FLAGS = CHARTS.numbers("rendezvous").mods["red flags"]
_FLYING_BOAT_RISK = 6
_SIGNALS_RISK = 3
TASK_FORCE = "Task Force"


@dataclass(slots=True, eq=False)
class Patrol:
    """A Patrol and the hazards assigned to it (12.6.2). Neither Recon nor submarine: the Task Force."""

    name: str
    recon: Recon | None = None
    submarine: Submarine | None = None
    hazards: list[Marker] = field(default_factory=list)

    def words(self) -> str:
        """12.6.2 What it is, in a sentence."""
        return self.name if self.recon is None else self.recon.words()

    def on(self) -> str:
        """6.3.1 Its sort, as a Secrecy Test asks."""
        return "Recon" if self.recon else "Submarine" if self.submarine else TASK_FORCE

    def is_force(self) -> bool:
        """12.6.2 It is the Task Force itself."""
        return self.recon is None and self.submarine is None

    @property
    def subject(self) -> Subject:
        """What points at it."""
        if self.recon is not None:
            return self.recon.subject
        return Subject("force", TASK_FORCE) if self.submarine is None else self.submarine.subject


# ------------------------------------------------------------------ Enemy Signals on the map


def signal_count(r: Raid) -> int:
    """12.6.6 Enemy Signals markers on the Naval Map."""
    return sum(map(len, r.task_force.signals.values()))


def signal_penalty(r: Raid) -> int:
    """12.6.6 Dice lost to Enemy Signals: one for three adjacent areas with them, one more for each further."""
    return dice_lost([area for area, markers in r.task_force.signals.items() if markers])


def dice_lost(areas: Collection[str]) -> int:
    """12.6.6 The dice that Enemy Signals in these areas cost."""
    lost = run = 0
    for area in sea.AREAS:
        run = run + 1 if area in areas else 0
        lost += run >= 3
    return lost


def remove_signal(ref: Referee, r: Raid) -> None:
    """12.2.2 A storm takes an Enemy Signals marker off the map, from an area the player picks."""
    signals = r.task_force.signals
    there = [area for area in sea.AREAS if signals.get(area)]
    if not there:
        return
    counts = {area: len(signals[area]) for area in there}
    # D35
    area = ref.ask(
        "remove-signals", advice.remove_signals(r, there), lambda: questions.remove_signals(counts), keys=counts
    )
    cups.put_back(r, signals[area].pop())
    if not signals[area]:
        del signals[area]
    ref.note("signals-removed", causes=(), area=area)


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
    storm = sea.weather(ref, r, area) is Weather.STORM
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
    """12.6.2 Don't Peek, 12.6.3 Evenly; who gets one more than others is the player's to say, submarines and Recon
    by default.
    """
    share, more = divmod(len(markers), len(there))
    takers: list[Patrol] = []
    while len(takers) < more:
        open_ = [p for p in there if p not in takers]
        takers += _takers(ref, area, len(markers), open_, more - len(takers))
    at = 0
    for patrol in there:
        end = at + share + (patrol in takers)
        patrol.hazards = markers[at:end]
        at = end


def _takers(ref: Referee, area: str, drawn: int, open_: list[Patrol], more: int) -> list[Patrol]:
    """12.6.3 All who get one more, as proposed, or the next of them."""
    first = open_[:more]
    advised = questions.PROPOSED if more > 1 else first[0].name
    # D46
    key = ref.ask(
        "extra-hazard",
        advised,
        lambda: questions.extra_hazard(area, drawn, open_, first),
        keys=questions.takers(open_, first),
    )
    return first if key == questions.PROPOSED else [p for p in open_ if p.name == key]


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
        ref.note("sea-hazards", causes=(), area=area, count=len(markers))
        _assign(ref, r, area, there, markers)
        if _area(ref, r, area, there):
            return True
        if over(r):
            return False
    return False


def _next_area(ref: Referee, r: Raid, left: list[str]) -> str:
    """12.6 Which Sea Area is next: the player says."""
    if len(left) == 1:
        return left[0]
    there = {area: patrols(r, area) for area in left}
    # D47
    return ref.ask("next-area", advice.next_area(r, left), lambda: questions.next_area(there), keys=there)


def over(r: Raid) -> bool:
    """12.6.6 Damaged USS Hornet, 12.0.1 The Naval segment is over: an Airstrike made the B-25s launch, or the
    Hornet cannot.
    """
    return r.task_force.airborne or not layout.hornet_fit(r)


def _area(ref: Referee, r: Raid, area: str, there: list[Patrol]) -> bool:
    """12.6.4, 12.6.5 One marker after another; True if an Emergency Launch was ordered."""
    while True:
        open_ = [p for p in there if p.hazards]
        if not open_:
            return False
        patrol = _next(ref, area, open_)
        marker = patrol.hazards.pop(0)
        marker.revealed = True
        ref.scene("sighting", area=area, marker=_face(marker))
        ref.note(
            "sea-hazard",
            causes=(),
            hazard=_face(marker),
            sight=marker.sight(),
            patrol=patrol.name,
            area=area,
            clear=marker.back is Back.CLOUDS,
        )
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


def _next(ref: Referee, area: str, open_: list[Patrol]) -> Patrol:
    """12.6.4 Whose hazard is revealed next."""
    # D47
    key = ref.ask(
        "next-hazard",
        open_[0].name,
        lambda: questions.next_hazard(area, open_),
        keys=questions.by_patrol(open_),
    )
    return next(p for p in open_ if p.name == key)


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
    wanted = advice.emergency_launch(r, marker, patrol)

    def make(terms: launch.Terms) -> Question:
        return questions.emergency_launch(r, terms, marker, _face(marker), patrol, wanted)

    # D42
    return launch.emergency(ref, r, "emergency-launch", wanted, make)


def _discard(r: Raid, there: list[Patrol]) -> None:
    """12.6.4, 11.0.1 What has not been revealed goes back unseen."""
    for patrol in there:
        for marker in patrol.hazards:
            cups.put_back(r, marker)
        patrol.hazards.clear()


# ------------------------------------------------------------------ 12.6.6 effects


def resolve(ref: Referee, r: Raid, marker: Marker, patrol: Patrol, there: list[Patrol]) -> None:
    """12.6.5, 12.6.6 The effect of a revealed marker; it goes back into its cup unless it stays somewhere."""
    # RULING 12.6.6: where the marker's own test ends the segment (11.2 note) the rest of it is not applied.
    back = marker.back
    stays = False
    if back is Back.BOAT:
        _boat(ref, r, marker, patrol)
    elif back is Back.ENEMY_SIGNALS:
        stays = _signals(ref, r, marker, patrol)
    elif back is Back.FLYING_BOAT:
        _flying_boat(ref, r, marker, patrol)
    elif back is Back.I_BOAT:
        _test(ref, r, marker, patrol)
        if patrol.is_force() and not over(r) and layout.slow_ships(r):
            iboat.attack(ref, r)
    elif back is Back.MECHANICAL_DISTRESS:
        stays = _distress(ref, r, marker, patrol, there)
    elif back is Back.MEDALS:
        stays = _medals(ref, r, marker)
    elif back is Back.SHIP:
        _test(ref, r, marker, patrol)
        if patrol.is_force() and not over(r):
            _sighted(ref, r)
    if not stays:
        cups.put_back(r, marker)
    sub = patrol.submarine
    if sub is not None and (sub.sunk or not sub.contact):  # 11.0.1
        _discard(r, [patrol])


def _sighted(ref: Referee, r: Raid) -> None:
    """12.6.6 Ship: a die for whether it reports the Task Force."""
    reports = ref.roll(SIGHTED) != "nothing"
    ref.note("ship-sighting", reports=reports)
    if reports:
        secrecy.raise_alert(ref, r, "a ship reports the Task Force")


def _test(ref: Referee, r: Raid, marker: Marker, patrol: Patrol) -> bool:
    """12.6.6 Secrecy Test, 6.3.1 The Secrecy Test of a marker's icon."""
    return secrecy.check(ref, r, marker.icon, patrol.on(), patrol.submarine)


def _boat(ref: Referee, r: Raid, marker: Marker, patrol: Patrol) -> None:
    """example 12.6.6 destroy, example 12.6.6 evade, 12.6.6 Boat: destroyed or evaded it brings no Secrecy Test;
    but it reports the Task Force if it can.
    """
    if patrol.submarine is not None:
        return
    dice = 3 if patrol.recon is None else 1 if patrol.recon.name.startswith("CA") else 2
    # D48
    what = ref.ask("boat", questions.DESTROY, lambda: questions.boat(patrol, dice), keys=questions.BOAT)
    gone = quiet = False
    if what == questions.DESTROY:
        faces = ref.throw(DESTROY, dice)
        ref.read(DESTROY, faces, least=1)
        gone = any(face % 2 == 0 for face in faces)
        quiet = all(face % 2 == 0 for face in faces)
    elif what == questions.EVADE:
        gone = ref.roll(EVADE) == "evaded"
    reports = patrol.is_force() and not quiet
    silent = gone and not reports
    ref.note(
        "boat",
        causes=(DESTROY, EVADE),
        patrol=patrol.name,
        what=what,
        gone=gone,
        reports=reports,
        silent=silent,
    )
    if not gone:
        _test(ref, r, marker, patrol)
    if reports and not over(r):
        secrecy.raise_alert(ref, r, "a boat reports the Task Force")


def _signals(ref: Referee, r: Raid, marker: Marker, patrol: Patrol) -> bool:
    """12.6.6 Enemy Signals: a test if it has an icon; on the Task Force it stays in the area. True if it stays."""
    if marker.icon is not Icon.NONE:
        _test(ref, r, marker, patrol)
    if not patrol.is_force() or over(r):
        return False
    area = r.task_force.area
    there = r.task_force.signals.setdefault(area, [])
    if there:
        secrecy.raise_risk(ref, r, _SIGNALS_RISK, "more Enemy Signals in one area")
    there.append(marker)
    lost = signal_penalty(r)
    ref.note("signals", causes=(), area=area, dice=lost, costs=lost > 0)
    return True


def _flying_boat(ref: Referee, r: Raid, marker: Marker, patrol: Patrol) -> None:
    """12.6.6 Flying Boat: a large Task Force is easily seen, and signals have warned it; then the test."""
    # RULING 33
    if patrol.is_force():
        ships = len(layout.ships(r))
        seen = ref.read(SEEN, ref.throw(SEEN, 4), least=ships) < ships
        ref.note("flying-boat-sea", seen=seen, ships=ships)
        if seen:
            secrecy.raise_risk(ref, r, _FLYING_BOAT_RISK, "a flying boat sees the Task Force")
    secrecy.raise_risk(ref, r, signal_count(r), "Enemy Signals have warned the flying boat")
    _test(ref, r, marker, patrol)


def _distress(ref: Referee, r: Raid, marker: Marker, patrol: Patrol, there: list[Patrol]) -> bool:
    """12.6.6 Red Flags, 12.6.6 Mechanical Distress: on a ship, a Recon, or for a moment a submarine. True if it
    stays attached.
    """
    force = r.task_force
    if marker.red_flags:
        if not force.joined:
            force.red_flags.append(marker)
            ref.note("red-flags", causes=(), minus=_RED_FLAGS.value)
        return not force.joined
    if patrol.submarine is not None:
        patrol.submarine.contact = False
        ref.note("submarine-silent", causes=(), ship=patrol.submarine.name)
        return False
    if patrol.recon is not None:
        patrol.recon.place, patrol.recon.distress = "Hangar", marker
        there[-1].hazards.extend(patrol.hazards)  # to the Task Force, which stands last
        patrol.hazards = []
        ref.note("recon-distress", causes=(), marker=patrol.recon.name)
        return True
    ship = _stricken(ref, r)
    ship.distress.append(marker)
    if ship.kind != "CV":  # RULING 31
        layout.move_ship(ref, r, ship, layout.ASTERN_FAR)
    ref.note("distress", causes=(), ship=ship.name, astern=ship.space == layout.ASTERN_FAR)
    return True


def _stricken(ref: Referee, r: Raid) -> Ship:
    """12.6.6 Which ship has the Mechanical Distress."""
    on = layout.ships(r)
    # D49
    name = ref.ask(
        "distress-ship", advice.distress_ship(on), lambda: questions.distress_ship(on), keys=by_ship(on)
    )
    return by_ship(on)[name]


def _medals(ref: Referee, r: Raid, marker: Marker) -> bool:
    """12.6.6 Medals are tied to the bombs of a B-25 on deck: one re-roll in the air. True if they stay there."""
    there = [b for b in launch.on_deck(r) if b.loaded]
    if not there:
        return False
    # D50
    key = ref.ask("medals", advice.medals(there), lambda: questions.medals(there), keys=by_id(there))
    b25 = by_id(there)[key]
    b25.medals.append(marker)
    ref.note("medals", causes=(), b25=b25.name())
    return True
