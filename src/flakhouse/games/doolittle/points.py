"""1.2 Points of scenarios 1 to 9, by reason."""

from __future__ import annotations

from collections.abc import Mapping

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import data
from flakhouse.games.doolittle.state import Box, Raid
from flakhouse.games.doolittle.words import Back

__all__ = ["CARRIER", "carrier", "carrier_hit", "city", "hit", "miss", "of"]

_POINTS = (data.Reading("S-scoring", data.numbers(0)), data.Reading("S-scoring", data.numbers(1)))
CARRIER = "carrier hit in its box"  # 4.6.3


def of(ref: Referee, r: Raid) -> Mapping[str, int]:
    """1.2 Points by reason: scenarios 1 to 6, and 7 to 9."""
    return _POINTS[r.options.scenario > 6].of(ref)


def hit(ref: Referee, r: Raid, box: Box) -> int | None:
    """1.2, 4.9.4 What a hit in a Target Box scores: its Blast; for the first one there the box, and a carrier that
    is seen in it (4.6.3); for the first one of all the city.
    """
    if r.with_denouement():  # 1.3: judges decide
        return None
    points = of(ref, r)
    first = 0
    if not box.blast:
        first = points["each different box hit"] + points[CARRIER] * bool(carrier(box))
    return r.ratings.box_blast * points["each Blast in a Target Box"] + first + city(ref, r)


def carrier(box: Box) -> str:
    """4.6.3 The carrier that is seen in a Target Box, by her name."""
    return next((marker.words() for marker in box.markers if marker.revealed and marker.back is Back.CARRIER), "")


def carrier_hit(r: Raid) -> bool:
    """4.6.3, 1.3 Whether a carrier has been hit. The judges count one, however many there are."""
    boxes = [box for city in r.cities.values() for box in city.boxes.values() if box.blast]
    return any(carrier(box) for box in boxes)


def miss(ref: Referee, r: Raid) -> int | None:
    """1.2, 4.9.5 What bombs on the Area score: their Blast, and the city if they are the first there."""
    if r.with_denouement():
        return None
    points = of(ref, r)
    return points["each Blast in an Area"] + city(ref, r)


def city(ref: Referee, r: Raid) -> int:
    """1.2 What the first Blast on a city adds."""
    if r.with_denouement() or r.target().blast():
        return 0
    return of(ref, r)["city map with Blast"]
