"""Reads the log of a whole mission as a referee over the shoulder would: what the rules never let happen."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.events import Event, Noted, Rolled
from flakhouse.games.b17.state import Mission

#: The flight is over or as good as: nobody fights any more.
_DOWN = ("bail-out", "out-of-control", "destroyed", "ditched", "landing", "flight-ends")
_SHOTS = ("shot-misses", "fighter-damaged", "fighter-destroyed", "fighter-breaks-off")
_COMBAT = ("fighter-hits", "fighter-misses", "fighter-placed", "fighter-returns", *_SHOTS)
_CHEEKS = {"Port Cheek Gun", "Starboard Cheek Gun"}
_NOSE = _CHEEKS | {"Nose Gun"}


class Reader:
    """What has happened so far, as far as it forbids anything."""

    def __init__(self, start: Mission | None) -> None:
        self.faults: list[str] = []
        self.zone, self.leg = (start.zone, start.leg.value) if start else (1, "outbound")
        self.in_formation = start.in_formation if start else True
        self.bombs = start.plane.bombs if start else True
        self.bombed = start.bomb_run if start else False
        self.aborted = False
        self.down = self.no_landing = ""
        self.lost: set[object] = set()  # men who can do nothing more
        for man in start.men.values() if start else ():
            if not man.fit():
                self.lost.add(man.position.value)
            if man.dead:
                self.lost.add(("dead", man.position.value))
        self.new_wave()

    def new_wave(self) -> None:
        """Forget the fighters of the last wave."""
        self.gone: set[object] = set()
        self.attacks: dict[object, int] = {}
        self.missed: set[object] = set()
        self.formed = self.in_formation
        self.fired: set[object] = set()

    def fault(self, event: Event, why: str) -> None:
        self.faults.append(f"{why}: {event}")

    def read(self, event: Event) -> None:
        """One more event."""
        if isinstance(event, Rolled):
            self.roll(event)
        elif isinstance(event, Noted):
            if self.down and event.kind in (*_COMBAT, "zone", "stay", "bombs-away", "abort"):
                self.fault(event, f"after {self.down}")
            self.place(event)
            self.fight(event)
            self.man(event)
            if event.kind in _DOWN and not self.down:
                self.down = event.kind

    def roll(self, event: Rolled) -> None:
        if event.chart == "B-3":
            self.new_wave()
        if self.down and event.chart.startswith(("B-", "M-", "O-2", "O-3", "O-6", "P-")):
            self.fault(event, f"after {self.down}")
        if event.chart in ("G-9", "G-10") and self.no_landing:
            self.fault(event, f"lands after {self.no_landing}")
        if event.chart in ("B-1", "B-2") and self.zone <= 1:
            self.fault(event, "fighters over England")
        if event.chart == "G-5" and not 2 <= self.zone <= 4:
            self.fault(event, "cover out of reach")

    def place(self, event: Noted) -> None:
        kind, facts = event.kind, event.facts
        if kind == "zone":
            zone, leg = facts["zone"], str(facts["leg"])
            assert isinstance(zone, int)
            if (self.aborted or self.bombed) and leg == "outbound":
                self.fault(event, "on towards the target")
            begins = facts["turn"] == 1 and zone == 1  # 1.6: from the base
            if not begins and (abs(zone - self.zone) > 1 or (leg == "outbound") is not (zone > self.zone)):
                self.fault(event, f"jumps from Zone {self.zone}")
            self.zone, self.leg = zone, leg
        elif kind == "left-formation":
            self.in_formation = False
        elif kind == "rejoined":
            self.in_formation = True
        elif kind == "evading" and self.in_formation:
            self.fault(event, "in formation")
        elif kind in ("wing-off", "bombs-detonate"):
            self.no_landing = kind
        elif kind == "abort":
            self.aborted = True
        elif kind in ("bombs-away", "bombs-jettisoned"):
            if not self.bombs or (kind == "bombs-away" and self.aborted):
                self.fault(event, "bombs that are gone, or aborted")
            self.bombs = False
            self.bombed = self.bombed or kind == "bombs-away"

    def fight(self, event: Noted) -> None:
        kind, facts = event.kind, event.facts
        name = facts.get("fighter")
        if kind in _SHOTS:
            self.shot(event)
        if kind in ("fighter-hits", "fighter-misses"):
            if name in self.gone:
                self.fault(event, "a fighter that is gone fires")
            self.attacks[name] = self.attacks.get(name, 0) + 1
            if self.attacks[name] > 3:
                self.fault(event, "a fourth attack")
            (self.missed.add if kind == "fighter-misses" else self.missed.discard)(name)
        elif kind == "fighter-returns":
            if name in self.gone or (name in self.missed and self.formed):
                self.fault(event, "comes back")
            self.fired = set()
        elif kind in ("fighter-destroyed", "fighter-driven-off", "fighter-stays-away", "fighter-breaks-off"):
            self.gone.add(name)

    def shot(self, event: Noted) -> None:
        name, gun = event.facts.get("fighter"), event.facts.get("gun")
        if name in self.gone:
            self.fault(event, "shot at a fighter that is gone")
        if event.facts.get("man") in self.lost:
            self.fault(event, "shot by a man who can do nothing")
        self.fired.add(gun)
        if self.fired >= _CHEEKS or len(self.fired & _NOSE) > 2:
            self.fault(event, "too many guns of the nose")

    def man(self, event: Noted) -> None:
        kind, who = event.kind, event.facts.get("man")
        if kind in ("killed", "third-wound") or (kind == "wounded" and event.facts["wound"] == "seriously"):
            if kind == "killed" and ("dead", who) in self.lost:
                self.fault(event, "killed twice")
            self.lost.add(who)
            if kind == "killed":
                self.lost.add(("dead", who))
        elif kind in ("jumped", "takes-controls", "fights-fire") and who in self.lost:
            self.fault(event, "done by a man who can do nothing")
        elif kind in ("wounded", "frostbitten", "rescued", "captured") and ("dead", who) in self.lost:
            self.fault(event, "happens to a dead man")


def faults(events: Sequence[Event], start: Mission | None = None) -> list[str]:
    """Everything in the log of a mission that cannot be; `start` is what it began from, if not from the base."""
    reader = Reader(start)
    for event in events:
        reader.read(event)
    return reader.faults
