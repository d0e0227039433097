"""Section 8 of the rules: how a flight ends.

Other modules call what is named here; everything that ends the flight raises `MissionEnded` once the bomber
and every man have their fate.
"""

from flakhouse.games.b29.ending.bailout import alarm_jumps, ask_jumpers, bail_out, jump, uncontrolled
from flakhouse.games.b29.ending.down import dry_tanks, forced_down
from flakhouse.games.b29.ending.fates import destroyed
from flakhouse.games.b29.ending.landing import land_at_base, land_at_iwo, take_off_landing

__all__ = [
    "alarm_jumps",
    "ask_jumpers",
    "bail_out",
    "destroyed",
    "dry_tanks",
    "forced_down",
    "jump",
    "land_at_base",
    "land_at_iwo",
    "take_off_landing",
    "uncontrolled",
]
