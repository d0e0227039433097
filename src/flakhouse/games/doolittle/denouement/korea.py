"""14.6 Korea: bombers destroyed or taken, crews hunted."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.bomber.cells import either
from flakhouse.games.doolittle import aircraft, checks, elites
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.denouement import capture, ditching
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Fate, Site

__all__ = ["korea"]

TAKEN = CHARTS.bind("korea", either("Captured with its crew", "Destroyed by its crew"))
_KOREA = Site.KOREA.value


def korea(ref: Referee, r: Raid) -> None:
    """14.6 A die for each B-25 in Korea; crews still free then face a Japanese Capture Check, and are missing."""
    if any(c.place == _KOREA for c in r.crews):
        ref.scene("capture", site=_KOREA)
    for crew in [c for c in r.crews if c.place == _KOREA and c.b25.fate is Fate.LANDED]:
        wish = checks.Need("destroy it in time", "It is taken with its crew.")
        taken = checks.roll(ref, r, TAKEN, elites.with_crews(r, [crew]), bad=lambda f: f[0] % 2 == 1, need=wish)
        crew.b25.fate = Fate.CAPTURED if taken else Fate.SCUTTLED
        aircraft.release_markers(r, crew.b25)
        ref.note("korea", b25=crew.b25.name(), taken=taken)
        if taken:
            aircraft.capture(ref, r, crew)
    party = [c for c in r.crews if c.place == _KOREA and not c.fate]
    if party:
        capture.capture_check(ref, r, party)
        for crew in party:
            if not crew.fate:
                ditching.missing(crew)
