"""The switches of the B-17 game: optional rules, and the places where manual and cards disagree.

The manual's reading is the default of every conflict it settles; docs/b17-rules.md, section 19, says more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flakhouse.games.bomber.switches import Choice, set_switches

__all__ = ["CONFLICTS", "OPTIONAL", "OURS", "SWITCHES", "Options"]


@dataclass(slots=True)
class Options:
    """19.1 Every switch; each conflict is named by what the cards (or the rulebook behind them) would have."""

    random_events: bool = True  # optional, B-7
    rabbits_feet: bool = True  # optional, B-7 row 7
    spray_fire: bool = True  # optional, M-5
    pilot_quality: bool = True  # optional, M-6
    flak_weather: bool = False  # card O-1: poor and bad weather -1 on O-2; manual: weather does not matter to flak
    target_b1: bool = False  # manual 4.2 names B-1 over the target; its own list of tables has B-2
    short_abort_list: bool = False  # rulebook: fewer reasons make an abort mandatory than the manual has
    one_spray: bool = False  # rulebook: every try empties an extinguisher; manual: only a success
    ace_both_ways: bool = False  # board M-6: quality counts for the B-17's fire too; manual: only for his own
    occupant_only: bool = False  # without the manual's die an extra man in a compartment is never hit
    free_places: bool = False  # rulebook: the dead are taken off the board; manual: places are limited
    start_at_base: bool = False  # rulebook: turn 1 enters Zone 1; manual: the counter starts there
    evasion_entries: bool = False  # 9.4: the three negative landing modifiers are entries, not points
    abort_alone: bool = False  # an aborting bomber flies home alone, out of formation

    @classmethod
    def of(cls, chosen: Mapping[str, str]) -> Options:
        """17.1 Options from text: a rule set, and switches that are on or off."""
        options = cls()
        set_switches(options, chosen, _CHOICES)
        return options


#: The optional rules: all on in the advanced game, all off in the basic one.
OPTIONAL = ("random_events", "rabbits_feet", "spray_fire", "pilot_quality")
#: Where the texts disagree or are silent; on takes the reading that is not the default.
CONFLICTS = (
    "flak_weather",
    "target_b1",
    "short_abort_list",
    "one_spray",
    "ace_both_ways",
    "occupant_only",
    "free_places",
    "start_at_base",
    "evasion_entries",
    "abort_alone",
)
#: Optional rules of our own, which stand in no book: off unless switched on. The question of such a rule is named
#: after its switch, and its charts end with that name (docs/adding-a-rule.md).
OURS: tuple[str, ...] = ()
#: Label and rule of every switch, in the order to be shown.
SWITCHES: dict[str, tuple[str, str]] = {
    "random_events": ("Random events", "B-7"),
    "rabbits_feet": ("Rabbit's feet: re-rolls won by a random event", "B-7"),
    "spray_fire": ("Area spray fire", "M-5"),
    "pilot_quality": ("German pilots are green, average or aces", "M-6"),
    "flak_weather": ("Card O-1: poor and bad weather weaken flak (manual: no)", "8.1"),
    "target_b1": ("Manual 4.2 to the letter: B-1, not B-2, over the target", "2A.4"),
    "short_abort_list": ("Rulebook: only lost engines, pilots or navigator force an abort (manual: more)", "13.1"),
    "one_spray": ("Rulebook: every try empties an extinguisher (manual: only a success)", "6A.2"),
    "ace_both_ways": ("Board M-6: a German pilot's quality also counts when he is shot at (manual: no)", "M-6"),
    "occupant_only": ("No die for an extra man in a compartment: he is never hit (manual: 5-6)", "6.1"),
    "free_places": ("Rulebook: no limit on places for casualties (manual: six places)", "7.3"),
    "start_at_base": ("Rulebook: turn 1 enters Zone 1 (manual: the counter starts there)", "1.6"),
    "evasion_entries": ("Evasion is barred by three negative landing modifiers, not by three points", "9.4"),
    "abort_alone": ("An aborting bomber flies home alone, out of formation", "13.3"),
}


def _turn_rules(options: Options, value: str) -> None:
    """17.1 A rule set: the optional rules on or off."""
    for name in OPTIONAL:
        setattr(options, name, value == "advanced")


_CHOICES = {"rules": Choice(("advanced", "basic"), _turn_rules)}
