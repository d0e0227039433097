"""12.3, 12.4 Questions of the launch: whether, in which Flights, from where and when on the Flight Map."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from flakhouse.core.questions import Barred, Cost, Option, Question, Subject, yes_no
from flakhouse.core.stakes import Stake, at_least
from flakhouse.games.doolittle import sea
from flakhouse.games.doolittle.advice import launch as advice
from flakhouse.games.doolittle.questions.aircraft import manned
from flakhouse.games.doolittle.questions.keys import by_id
from flakhouse.games.doolittle.state import B25, Flight, Raid
from flakhouse.games.doolittle.words import Back, Weather

__all__ = [
    "CARRY_ON",
    "LAUNCH",
    "LAUNCH_OR_NOT",
    "PROPOSED",
    "Terms",
    "burning",
    "burnt_b25",
    "emergency",
    "flights_as_proposed",
    "how_many_flights",
    "joinable",
    "last_off",
    "launch_bonus",
    "launch_hour",
    "launch_later",
    "launch_zone",
    "numbers",
    "which_flight",
]

CARRY_ON, LAUNCH = "carry on", "launch"
LAUNCH_OR_NOT = (CARRY_ON, LAUNCH)
PROPOSED = "proposed"


class Terms(NamedTuple):
    """12.3.1, 12.4.1 What a launch is made on: the number of the weather, the Fuel of a Flight, and the zones in
    which the Flights may begin, from here and from the planned point; `luck`: somebody aboard has a re-roll."""

    weather: Weather
    need: int
    fuel: int
    zones: tuple[int, ...]
    planned: tuple[int, ...]
    luck: bool

    @property
    def stakes(self) -> tuple[Stake, ...]:
        """12.3.1 The throw of each Flight."""
        return (at_least("a Flight takes off" + (" without a re-roll" if self.luck else ""), "launch", self.need),)

    @property
    def told(self) -> str:
        """12.3.2, 12.4.1 What a failure brings, and the Fuel."""
        begins = f", in zone {_either(self.zones)}" if self.zones else ""
        dear = " (zone 1 burns 1 at once)" if 1 in self.zones else ""
        return (
            f"{self.weather.value}. A Flight that fails botches the take-off of its last B-25. "
            f"Flights begin with {self.fuel} Fuel{begins}{dear}."
        )


def _either(zones: Sequence[int]) -> str:
    return " or ".join(map(str, zones))


def emergency(
    r: Raid, terms: Terms, rule: str, told: str, *about: Subject, why: Callable[[], str], routine: bool = False
) -> Question:
    """12.3, 12.6.4 An Emergency Launch is offered, for the reason told."""
    where = r.task_force.area
    far = "" if sea.index(where) >= sea.REACH else " From here they can only fly to Midway or Pearl Harbor."
    return Question(
        rule,
        f"{told} Order an emergency launch from {sea.named(where)}?{far}",
        {
            CARRY_ON: Option("Carry on", r.task_force.subject),
            LAUNCH: Option("Launch all B-25s now", stakes=terms.stakes, detail=terms.told + _farther(terms)),
        },
        sea.subject(where),
        *about,
        routine=routine,
        why=why,
    )


def _farther(terms: Terms) -> str:
    """12.4.1 Where the Flights would begin from the planned point."""
    if not terms.zones or terms.planned == terms.zones:
        return ""
    return f" From the planned point it is zone {_either(terms.planned)}."


def flights_as_proposed(groups: Sequence[Sequence[B25]], first: int, terms: Terms) -> Question:
    """7.1 The B-25s on deck in the Flights that a careful player forms."""
    words = "; ".join(f"{i}: {', '.join(b.pilot for b in group)}" for i, group in enumerate(groups, first))
    aboard = [b.subject for group in groups for b in group]
    return yes_no(
        "7.1",
        f"Launch in these Flights? {words}",
        *aboard,
        yes=Option("Yes", stakes=terms.stakes, detail=terms.told),
        no=Option(
            "No",
            detail="You form other Flights. The launch itself can wait no longer, and its number is the same.",
        ),
        why=lambda: "Flights of the same size.",
    )


def numbers(least: int, most: int) -> list[str]:
    """7.1 In how many Flights the B-25s may take off."""
    return [str(number) for number in range(least, most + 1)]


def how_many_flights(least: int, most: int) -> Question:
    """7.1 In how many Flights the B-25s take off."""
    options = {number: f"{number} Flights" if number != "1" else "1 Flight" for number in numbers(least, most)}
    return Question("7.1", "How many Flights?", options)


def joinable(groups: Sequence[Sequence[B25]], first: int, barred: Mapping[int, str]) -> list[str]:
    """7.1.1 The Flights that a B-25 may join, by their numbers."""
    return [str(number) for number in range(first, first + len(groups)) if number not in barred]


def which_flight(b25: B25, groups: Sequence[Sequence[B25]], first: int, barred: Mapping[int, str]) -> Question:
    """7.1.1 The Flight of one B-25; what would break the size limits is barred."""
    options: dict[str, Option] = {}
    open_ = joinable(groups, first, barred)
    shut: dict[str, Barred] = {}
    for number, group in enumerate(groups, first):
        label = f"Flight {number}: {', '.join(b.pilot for b in group) or 'empty'}"
        about = [b.subject for b in group]
        if str(number) in open_:
            options[str(number)] = Option(label, *about)
        else:
            shut[str(number)] = Barred(barred[number], label, *about)
    return Question("7.1", f"{b25.name()} flies in which Flight?", options, b25.subject, barred=shut)


def last_off(flight: Flight) -> Question:
    """12.3.2 Who was the last of a Flight to take off."""
    why = advice.why_last_off(flight)  # now: later the Flight may have nobody left
    return Question(
        "12.3.2",
        f"Flight {flight.number}: the last take-off is botched. Which B-25?",
        {id: Option(manned(b), b.subject) for id, b in by_id(flight.aircraft).items()},
        flight.subject,
        why=lambda: why,
    )


def burning(there: Sequence[B25], lack: int) -> list[str]:
    """12.3.2 As proposed, or the B-25s that may burn, if not all do."""
    return [PROPOSED, *by_id(there)] if lack < len(there) else [PROPOSED]


def burnt_b25(there: Sequence[B25], proposed: Sequence[B25], lack: int) -> Question:
    """12.3.2 Which B-25s on deck burn: as proposed, or picked one by one."""
    words = f"As proposed: {', '.join(b.pilot for b in proposed)}"
    found = [Option(words, *[b.subject for b in proposed])]
    if lack < len(there):
        found += [Option(manned(b), b.subject) for b in there]
    options = dict(zip(burning(there, lack), found, strict=True))
    return Question(
        "12.3.2",
        f"Fire on deck: which B-25 burns? ({lack} of {len(there)})",
        options,
        why=lambda: "The damaged first; Elite Crewmen and Medals last.",
    )


def launch_zone(zones: Mapping[str, int]) -> Question:
    """12.4.1 Of two dice at a Planned Launch the one that places the Flights; zones by key, with their die."""
    return Question(
        "12.4.1",
        "Which die places the Flights?",
        {key: Option(f"The {face}: {key}") for key, face in zones.items()},
        why=lambda: "Nearer to Japan saves fuel.",
    )


def launch_hour(hours: Sequence[str], day: Sequence[int]) -> Question:
    """12.4.2 The hour at which the Flights of a Planned Launch begin."""
    return Question(
        "12.4.2",
        "At which hour (Japan) do the Flights begin?",
        {hour: f"{hour}{'' if i in day else ', night'}" for i, hour in enumerate(hours)},
        why=lambda: "At dawn the whole day lies ahead.",
    )


def launch_later(hour: str, later: str) -> Question:
    """12.4.2 Whether the Flights of an Emergency Launch begin one turn later."""
    return yes_no(
        "12.4.2",
        f"The Flights are off and begin at {hour}. Begin at {later} instead, for a die of Security Risk?",
        yes=Option(
            "Yes",
            detail=f"The Flight Map begins at {later}; one die is added to the Security Risk.",
            costs=(Cost("turn"),),
        ),
        why=lambda: "Two hours are not worth a die of Security Risk.",
    )


def launch_bonus(back: Back, able: Mapping[str, int]) -> Question:
    """15.2 The cup that a Fuel Leak or Fuel Evaporation leaves; how many each holds."""
    return Question(
        "15.2",
        f"Planned launch: a {back.value} leaves the game. From which cup?",
        {name: f"Type {name.removeprefix('flight-')} ({n} there)" for name, n in able.items()},
        routine=True,
        why=lambda: "The cup that the Flights draw from first.",
    )
