"""Questions of rule 7.6: who moves, who is carried, who sits where, who flies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from flakhouse.core.questions import Barred, Option, Question
from flakhouse.games.b29 import crew
from flakhouse.games.b29.advice import crew as advice
from flakhouse.games.b29.questions import about
from flakhouse.games.b29.state import Man, Mission
from flakhouse.games.b29.stations import can_enter, why_not_leave, why_not_take
from flakhouse.games.b29.words import COMPARTMENTS, STATION_COMPARTMENT, Position, Section
from flakhouse.games.bomber.men import named

__all__ = [
    "NOBODY",
    "NO_CHANGE",
    "STAY",
    "carry_helper",
    "carry_man",
    "carry_where",
    "move_man",
    "move_where",
    "relieve_pilot",
    "seat_man",
    "take_sight",
    "take_station",
    "who_flies",
]

NOBODY, STAY, NO_CHANGE = "nobody", "stay", "none"
_AFTER_ALL = Option("Nobody after all")


def label(man: Man) -> str:
    """7.6: a man and where he is."""
    where = man.compartment.value if man.station is None else f"at the {man.station.value}'s station"
    return f"{named(man)}, {where}"


def _men(men: Iterable[Man], why_not: Callable[[Man], str]) -> tuple[dict[str, Option], dict[str, Barred]]:
    """7.6: the men who may be named, and those who may not with the reason."""
    options: dict[str, Option] = {}
    barred: dict[str, Barred] = {}
    for man in men:
        why = why_not(man)
        if why:
            barred[man.position.value] = Barred(why, "", man.subject)
        else:
            options[man.position.value] = Option(label(man), man.subject)
    return options, barred


def _aboard(m: Mission) -> list[Man]:
    return [man for man in m.men.values() if man.aboard]


# ------------------------------------------------------------------ D10: moves and stations


def move_man(m: Mission) -> Question:
    """7.6A-B, D10: one man into another compartment."""
    men, barred = _men(_aboard(m), lambda man: why_not_leave(m, man))
    men[NOBODY] = _AFTER_ALL
    return Question("7.6A", "Who moves?", men, barred=barred, why=lambda: advice.why_move_man(m))


def move_where(m: Mission, man: Man) -> Question:
    """7.6A: the compartments he can enter."""
    places: dict[str, Option] = {}
    barred: dict[str, Barred] = {}
    for section in COMPARTMENTS:
        if section is man.compartment:
            continue
        why = can_enter(m, man, section)
        if why:
            barred[section.value] = Barred(why, "", about.section(section))
        else:
            places[section.value] = Option(section.value, about.section(section))
    places[STAY] = Option("He stays where he is")
    return Question(
        "7.6A",
        f"Where does {named(man)} go?",
        places,
        man.subject,
        barred=barred,
        why=lambda: advice.why_move_man(m),
    )


def seat_man(m: Mission) -> Question:
    """7.6B, 7-9, D10, D12: men of one compartment change stations, at no cost."""
    men, barred = _men(_aboard(m), _why_not_seat)
    men[NOBODY] = _AFTER_ALL
    return Question("7.6B", "Who changes his station?", men, barred=barred)


def _why_not_seat(man: Man) -> str:
    """7.6B-C."""
    if man.dead or man.serious:
        return "he cannot move by himself (7.6C)"
    if man.compartment not in STATION_COMPARTMENT.values():
        return "there is no station where he is (7.6B)"
    return ""


def take_station(m: Mission, man: Man) -> Question:
    """7.6D: stations of his compartment that are empty or held by a man who can do nothing."""
    stations: dict[str, Option] = {}
    barred: dict[str, Barred] = {}
    for station in crew.stations_here(m, man):
        why = why_not_take(m, man, station)
        if why:
            barred[station.value] = Barred(why, "", about.station(station))
            continue
        sitter = m.seats[station]
        held = "empty" if sitter is None else f"from the {sitter.position.value}"
        stations[station.value] = Option(f"{station.value}'s station, {held}", about.station(station))
    stations[NO_CHANGE] = Option("No change of station")
    prompt = f"Which station does {named(man)} take?"
    return Question("7.6B", prompt, stations, man.subject, barred=barred)


def take_sight(m: Mission, station: Position, men: list[Man], matters: bool) -> Question:
    """7.6B, D10: a sight that nobody fit is at. `matters`: somebody was hurt since the last orders, or a man would
    leave his own station for it."""
    options = {man.position.value: Option(label(man), man.subject) for man in men}
    options[NOBODY] = Option("Nobody")
    return Question(
        "7.6B",
        f"Nobody fit is at the {station.value}'s sight. Who takes it?",
        options,
        about.station(station),
        routine=not matters,
        why=lambda: "A man without a sight of his own is free for this one; others leave theirs alone.",
    )


# ------------------------------------------------------------------ D11: casualties


def carry_man(m: Mission) -> Question:
    """7.6A, C, D11: a dead or seriously wounded man to be carried."""
    casualties = [man for man in m.men.values() if crew.helpless(man)]
    men, barred = _men(casualties, lambda man: crew.why_not_carry(m, man))
    men[NOBODY] = _AFTER_ALL
    return Question("7.6C", "Which wounded man do you move?", men, barred=barred)


def carry_where(m: Mission, casualty: Man) -> Question:
    """7.6A, C: adjacent compartments with room."""
    places: dict[str, Option] = {}
    barred: dict[str, Barred] = {}
    for section, why in crew.carry_places(m, casualty).items():
        if why:
            barred[section.value] = Barred(why, "", about.section(section))
        else:
            places[section.value] = Option(section.value, about.section(section))
    prompt = f"Where do you bring {named(casualty)}?"
    return Question("7.6A", prompt, places, casualty.subject, barred=barred)


def carry_helper(m: Mission, casualty: Man, section: Section) -> Question:
    """7.6C: who carries him."""
    men = {man.position.value: Option(label(man), man.subject) for man in crew.helpers(m, casualty, section)}
    return Question("7.6C", f"Who carries {named(casualty)}?", men, casualty.subject)


# ------------------------------------------------------------------ D12: who flies


def who_flies(m: Mission, whys: Mapping[Position, str]) -> Question:
    """7.6F, D12: both pilots and the engineer are lost. `whys`: each man, with what keeps him from coming."""
    options, barred = _men((m.men[position] for position in whys), lambda man: whys[man.position])
    for key, option in options.items():
        option.label = key
    return Question(
        "7.6F",
        "Both pilots and the engineer are down. Who flies?",
        options,
        about.station(Position.PILOT),
        barred=barred,
        why=lambda: "He is missed least at his own station.",
    )


def relieve_pilot(m: Mission, whys: Mapping[Position, str]) -> Question:
    """7.6F, D12: another fit man takes over the controls."""
    men, barred = _men((m.men[position] for position in whys), lambda man: whys[man.position])
    men[NOBODY] = Option("The same man flies on")
    prompt = "Who flies from now on?"
    return Question("7.6F", prompt, men, about.station(Position.PILOT), barred=barred)
