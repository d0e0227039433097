"""What may be expected of a mission, before it."""

from __future__ import annotations

import pytest

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


def test_6_1_6_2_the_flak_of_a_briefing_is_that_of_every_sky() -> None:
    m = mission(5, altitude=Altitude.HI)  # Tokyo: +1, at HI -1, clear +1
    m.plane.altitude = Altitude.HI
    guns = next(odds for odds in outlook(referee(), m).odds if odds.title == "Flak")
    shares = {bar.words: bar.share for bar in guns.bars}
    assert shares["heavy"] > 0
    assert sum(shares.values()) == pytest.approx(1)
    assert m.visibility is None
