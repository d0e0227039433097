"""4.6.3 Ryuho and Hiyo, carriers under construction: a hazard marker that turns out to be a target."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import cups, points
from flakhouse.games.doolittle.state import Marker, Raid

__all__ = ["found"]


def found(ref: Referee, r: Raid, marker: Marker) -> None:
    """4.6.3, 1.2 She lies in the Shipping box of the map and stays there; what a hit on her scores more, 0 where
    judges decide (1.3). A box that has been hit already counts for her.
    """
    for box in r.target().boxes.values():
        if box.carrier:
            box.markers.append(marker)
            worth = 0 if r.with_denouement() else points.of(ref, r)[points.CARRIER]
            hit = bool(box.blast)
            ref.note(
                "carrier-found", causes=(), name=marker.name, area=box.area, box=box.name, hit=hit, worth=worth
            )
            return
    cups.put_back(r, marker)
