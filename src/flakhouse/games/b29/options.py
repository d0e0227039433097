"""The switches of the B-29 game: optional (Ω) rules, Streamliner variants, profiles (rulings, section 2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flakhouse.games.bomber.switches import Choice, set_switches

__all__ = ["OMEGA", "STREAMLINER", "SWITCHES", "Options"]


@dataclass(slots=True)
class Options:
    """D1 Every switch, named by the rule it turns on. The defaults are the advanced game."""

    later_targets: bool = True  # Ω 2.2B-D, tables 2-2A to 2-2E and 2-3: later targets, night, altitude
    night_gunners: bool = True  # Ω 2.3D, table 2-7
    auxiliary_tanks: bool = True  # Ω 2.3G
    times: bool = True  # Ω 3.1
    take_off: bool = True  # Ω 3.2
    fuel: bool = True  # Ω 4.3
    navigation: bool = True  # Ω 4.5
    random_events: bool = True  # Ω 4.6
    passing_shot: bool = True  # Ω 5.3E
    collision: bool = True  # Ω 5.5
    evasive_action: bool = True  # Ω 5.7
    night_combat: bool = True  # Ω 5.8
    turbulence: bool = True  # Ω 6.3B
    second_flak: bool = True  # Ω 6.4
    urban_damage: bool = True  # Ω 9.2
    gts_odds: bool = False  # Streamliner R-1
    gts_bands: bool = False  # R-2 with R-4
    quick_navigation: bool = False
    flat_zone1_fuel: bool = False
    gts_searchlights: bool = False
    special_events: bool = False
    early_abort: bool = False
    jack: bool = True
    strict_history: bool = False  # 2.2D note: reroll the spared cities without asking
    stay_early: bool = False  # 2.2A: go on with table 2-1 after mission 10
    historical: bool = False  # profile of 5-9 and 5-10; off is "standard"

    @classmethod
    def of(cls, chosen: Mapping[str, str]) -> Options:
        """1.1 Options from text: a rule set, a profile, and switches that are on or off."""
        options = cls()
        set_switches(options, chosen, _CHOICES)
        options.settle()
        return options

    def settle(self) -> None:
        """1.1 Switch off what cannot stand without another rule (rulings 2.1)."""
        if not self.later_targets or not self.night_combat:
            self.night_combat = False
            self.night_gunners = False
        if not self.later_targets:
            self.turbulence = False
        if not self.fuel:
            self.auxiliary_tanks = False


#: The optional rules marked Ω in the books.
OMEGA = (
    "later_targets",
    "night_gunners",
    "auxiliary_tanks",
    "times",
    "take_off",
    "fuel",
    "navigation",
    "random_events",
    "passing_shot",
    "collision",
    "evasive_action",
    "night_combat",
    "turbulence",
    "second_flak",
    "urban_damage",
)
#: The switches of the Game Turn Streamliner, together "streamlined".
STREAMLINER = (
    "gts_odds",
    "gts_bands",
    "quick_navigation",
    "flat_zone1_fuel",
    "gts_searchlights",
    "special_events",
    "early_abort",
)
#: What each switch turns on, in words, and the rule it belongs to.
SWITCHES: dict[str, tuple[str, str]] = {
    "later_targets": ("Later targets, night missions and mission altitudes from mission 11 on", "2.2B-D"),
    "night_gunners": ("Gunners and guns left at base on night missions", "2.3D"),
    "auxiliary_tanks": ("Auxiliary fuel tanks in the bomb bays", "2.3G"),
    "times": ("Times of take-off and landing, day and night by zone", "3.1"),
    "take_off": ("Malfunctions and accidents at take-off", "3.2"),
    "fuel": ("Fuel boxes", "4.3"),
    "navigation": ("Navigation: on and off course", "4.5"),
    "random_events": ("Random events", "4.6"),
    "passing_shot": ("Tail turret's passing shot", "5.3E"),
    "collision": ("Mid-air collisions with fighters", "5.5"),
    "evasive_action": ("Evasive action", "5.7"),
    "night_combat": ("Night missions, searchlights and night fighters", "5.8"),
    "turbulence": ("Thermal turbulence over burning cities", "6.3B"),
    "second_flak": ("Flak again on the way out", "6.4"),
    "urban_damage": ("Cities burn out", "9.2"),
    "gts_odds": ("Streamliner: fewer day attacks", "R-1"),
    "gts_bands": ("Streamliner: milder bands of fighter resistance", "R-2"),
    "quick_navigation": ("Streamliner: navigation in one roll", "R-5"),
    "flat_zone1_fuel": ("Streamliner: one extra box in Zone 1", "R-8"),
    "gts_searchlights": ("Streamliner: searchlights in every combat zone", "R-10"),
    "special_events": ("Streamliner: its own table of special events", "R-14"),
    "early_abort": ("Streamliner: abort before assembly and combat", "R-15"),
    "jack": ("Jack fighters appear", "R-41"),
    "strict_history": ("Cities spared by history are rolled again without asking", "2.2D"),
    "stay_early": ("Stay with the targets of missions 1-10", "2.2A"),
}


def _turn_rules(options: Options, value: str) -> None:
    """1.1 A rule set."""
    for name in OMEGA:
        setattr(options, name, value != "basic")
    for name in STREAMLINER:
        setattr(options, name, value == "streamlined")


def _turn_profile(options: Options, value: str) -> None:
    """5.4 The strength of Japanese fire."""
    options.historical = value == "historical"


_CHOICES = {
    "rules": Choice(("basic", "advanced", "streamlined"), _turn_rules),
    "profile": Choice(("standard", "historical"), _turn_profile),
}
