"""What may be expected of a mission, before it."""

from __future__ import annotations

from flakhouse.games.b29.words import Altitude
from flakhouse.sim.briefs.b29 import outlook
from tests.b29.helpers import mission, referee


def test_6_6_bombs_of_the_b29_are_reckoned_at_the_altitude_of_the_mission_not_of_the_runway() -> None:
    """Chart 6-6 has +1 at LO and -2 at HI: on the ground the bomber is at LO, over the target at HI."""
    m = mission()
    m.altitude, m.plane.altitude = Altitude.HI, Altitude.LO
    ground = outlook(referee(), m)
    m.plane.altitude = Altitude.HI
    assert outlook(referee(), m) == ground
    m.altitude = Altitude.LO
    assert outlook(referee(), m) != ground
    assert m.plane.altitude is Altitude.HI, "nothing of the mission changes"
