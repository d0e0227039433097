"""14.0 The Denouement: landings, ditchings, the ships' way home, China, the U.S.S.R., Korea."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import aircraft, return_to_port
from flakhouse.games.doolittle.denouement import capture, china, ditching, korea, landing, ussr
from flakhouse.games.doolittle.state import Raid

__all__ = ["capture", "china", "ditching", "korea", "landing", "segment", "ussr"]


def segment(ref: Referee, r: Raid) -> None:
    """14.0 The steps in order; each skips itself where it has nothing to do."""
    r.segment = "denouement"
    ref.scene("denouement")
    ref.note("denouement-begins", causes=())
    for b25 in r.squadron:
        if b25.medals:
            aircraft.return_medals(r, b25)  # 12.6.6: they help in Flight and Attack Turns only
    r.step = "landing"
    landing.landings(ref, r)
    r.step = "ditching"
    ditching.ditched(ref, r)
    r.step = "return to port"
    if r.options.scenario >= 9:  # also when nothing was launched; ships that never sailed make no check
        return_to_port.check_all(ref, r)
    r.step = "China"
    china.china(ref, r)
    r.step = "U.S.S.R."
    ussr.ussr(ref, r)
    r.step = "Korea"
    korea.korea(ref, r)
