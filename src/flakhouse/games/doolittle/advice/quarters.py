"""12.1 What a careful player orders at General Quarters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flakhouse.core.questions import Option
from flakhouse.games.doolittle import launch, layout, quarters, sea
from flakhouse.games.doolittle.state import B25, Raid, Recon, Ship, Submarine

__all__ = [
    "burdens",
    "detach_ship",
    "hail",
    "off_japan",
    "post",
    "repair_b25",
    "repair_copilot",
    "why_contact",
    "why_detach",
    "why_hail",
    "why_recon",
    "why_repair",
    "why_ships",
]

#: Where a careful player keeps each marker: eyes out at sea take hazards off the Task Force.
_POSTS = {"VF6": "High CAP", "VT6": "Hangar"}
_LOOK_AHEAD = sea.FIRST_WEST - 1  # from Midway the next move may be followed by a Raid Move


def post(r: Raid, recon: Recon) -> str:
    """12.1.1, 12.1.2 Where a Recon marker belongs: as the player has said, else out at sea where it may."""
    place = r.task_force.posts.get(recon.name) or _POSTS.get(recon.name, "Sea Area")
    if not quarters.why_not_place(r, recon, place):
        return place
    return "Hangar" if quarters.why_not_place(r, recon, "Local Recon") else "Local Recon"


def burdens(r: Raid) -> list[Ship]:
    """12.1.4 Ships to send home before the run to Japan: the slow ones, once not needed."""
    force = r.task_force
    if sea.index(force.area) < _LOOK_AHEAD or not force.fueled or launch.due(r):
        return []
    if not force.joined and force.area == force.rv_area:
        return []
    slow = layout.slow_ships(r)
    return [] if any(s.kind == "CV" for s in slow) else slow


def why_repair(ailing: Sequence[B25]) -> str:
    """12.1.5 The reason."""
    hurt = next((b for b in ailing if b.damage), None)
    return f"{hurt.pilot} is damaged: one more hit may be the end of it." if hurt else "A turret is cracked."


def why_contact() -> str:
    """12.1.3 The reason."""
    return "The B-25s take off this turn, and a submarine that reports from Japan helps them find the cities."


def hail(subs: Sequence[Submarine]) -> Submarine:
    """12.1.3 One off Japan: only there it helps the B-25s (8.1.4, 12.7.1, 14.2.1)."""
    return next((sub for sub in subs if off_japan(sub)), subs[0])


def off_japan(sub: Submarine) -> bool:
    """12.7.1 It lies off Japan."""
    return sub.area == sea.AREAS[-1]


def why_hail(subs: Sequence[Submarine]) -> str:
    """12.1.3 The reason."""
    sub = hail(subs)
    if off_japan(sub):
        return f"{sub.name} lies off Japan, where she helps the B-25s find the cities."
    return "None of these lies off Japan: one is as good as another."


def why_detach() -> str:
    """12.1.4 The reason."""
    return "Slow ships hold the task force back on its run to Japan."


def why_recon() -> str:
    """12.1.1 The reason."""
    return "Eyes out at sea take hazards off the task force."


def why_ships() -> str:
    """9.5.1 The reason."""
    return "A ship trails behind that could close up."


def detach_ship(leaving: Sequence[Ship], wanted: Sequence[Ship]) -> str:
    """12.1.4 All burdens at once, nobody else."""
    return "proposed" if wanted and not leaving else "done"


def repair_copilot(able: Sequence[B25]) -> str:
    """12.1.5 The one whose own B-25 needs it most."""
    return min(able, key=lambda b: (b.damage == 0, not b.attached)).id


def repair_b25(options: Mapping[str, Option]) -> str:
    """12.1.5 Damage before Transit Hazards."""
    return next((key for key in options if key.endswith("damage")), next(iter(options)))
