"""The options of the Doolittle game: scenario, variants, optional rules (15.0)."""

from __future__ import annotations

from dataclasses import dataclass

from flakhouse.games.bomber.switches import Choice, set_switches

__all__ = ["SCENARIOS", "SWITCHES", "Options"]

SCENARIOS = tuple(str(n) for n in range(1, 11))


@dataclass(slots=True)
class Options:
    """15.0 What is played. `scenario` is a number; the rest are switches."""

    scenario: int = 1
    denouement: bool = False  # 1.1: the variant of scenarios 7-9; scenario 10 always has it
    beacons: bool = False  # 8.4 note: landing beacons in scenarios 7-9
    incident_chits: bool = False  # 15.1
    planned_launch_bonus: bool = False  # 15.2
    tracers: bool = False  # 15.3
    coordinated_fire: bool = False  # 15.4

    @classmethod
    def of(cls, chosen: dict[str, str]) -> Options:
        """Options from text."""
        options = cls()
        set_switches(options, chosen, {"scenario": Choice(SCENARIOS, _set_scenario)})
        return options

    def doubles_again(self) -> bool:
        """15.3 Tracers: doubles on flak are rolled again."""
        match self:
            case Options(tracers=on):
                return on


def _set_scenario(options: Options, value: str) -> None:
    options.scenario = int(value)


#: Label and rule of every switch, in the order to be shown.
SWITCHES: dict[str, tuple[str, str]] = {
    "denouement": ("Scenarios 7-9: play the Denouement and its debriefing as well", "1.1"),
    "beacons": ("Scenarios 7-9: landing beacons at Chuchow and Lishui", "8.4"),
    "incident_chits": ("Scenario 10: incident chits", "15.1"),
    "planned_launch_bonus": ("A planned launch removes fuel troubles from the cups", "15.2"),
    "tracers": ("Doubles on flak are rolled again", "15.3"),
    "coordinated_fire": ("Searchlights help flak", "15.4"),
}
