"""The questions about men and ammunition: who moves, who is carried, who flies, who is hit (5.1, 6, 7, 9.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from flakhouse.core.questions import Barred, Option, Question, Subject
from flakhouse.games.b17.advice import crew as advice
from flakhouse.games.b17.advice import flight as flight_advice
from flakhouse.games.b17.questions import stakes
from flakhouse.games.b17.state import Gun, Man, Mission
from flakhouse.games.b17.words import STATION_COMPARTMENT, Position, Section
from flakhouse.games.bomber.men import named

__all__ = [
    "ammo_bursts",
    "ammo_from",
    "ammo_to",
    "carry_man",
    "carry_to",
    "extra_man_hit",
    "move_man",
    "move_to",
    "oxygen_place",
    "who_fights_fire",
    "who_flies",
]


def _men(men: Iterable[Man]) -> dict[str, Option]:
    """By position and name."""
    return {man.position.value: Option(named(man), man.subject) for man in men}


def _not(men: Mapping[Position, str]) -> dict[str, Barred]:
    """Men who cannot, and why."""
    return {p.value: Barred(why, p.value, Subject("man", p.value)) for p, why in men.items()}


def _station(station: Position) -> Subject:
    return Subject("station", station.value)


# ------------------------------------------------------------------ who is hit, who flies, who fights a fire


def extra_man_hit(extra: Sequence[Man]) -> Question:
    """6.1 Of several extra men one is hit."""
    return Question("6.1", "Which of the extra men is hit?", _men(extra), why=advice.why_extra_man_hit)


def who_flies(men: Sequence[Man]) -> Question:
    """7A.5 Both pilots are out, and the Engineer too."""
    prompt = "Both pilots are down. Who flies? (Nobody else can land safely.)"
    return Question("7A.5", prompt, _men(men), why=lambda: advice.why_who_flies(men))


def who_fights_fire(
    m: Mission, section: Section, men: Sequence[Man], cannot: Mapping[Position, str], tries: int
) -> Question:
    """6A.1 Who goes at the fire, with so many tries."""
    options = _men(men)
    for option in options.values():
        option.stakes = stakes.fire_fought(tries)
    return Question(
        "6A.1",
        f"Who fights the fire in the {section.value}?",
        options,
        Subject("part", section.value),
        barred=_not(cannot),
        why=lambda: advice.why_who_fights_fire(m, men[0]),
    )


# ------------------------------------------------------------------ moves (7A) and casualties carried (7.3)


def move_man(able: Sequence[Man], cannot: Mapping[Position, str]) -> Question:
    """7A.1 Who changes his station."""
    options = {"nobody": Option("Nobody after all")}
    for man in able:
        key = man.position.value
        at = man.station.value if man.station else f"loose in the {man.compartment.value}"
        options[key] = Option(f"{man.airman.name}, {key}" + ("" if at == key else f" (now {at})"), man.subject)
    return Question("7A.1", "Who changes his station?", options, barred=_not(cannot), why=advice.why_nobody_moves)


def move_to(man: Man, free: Sequence[Position], cannot: Mapping[Position, str]) -> Question:
    """7A.1 Which station he takes."""
    options = {"stay": Option("Stays where he is")}
    for station in free:
        where = STATION_COMPARTMENT[station].value
        options[station.value] = Option(f"{station.value}'s station ({where})", _station(station))
    return Question(
        "7A.1",
        f"Where does {named(man)} go?",
        options,
        man.subject,
        barred={s.value: Barred(why, s.value, _station(s)) for s, why in cannot.items()},
        why=advice.why_nobody_moves,
    )


def carry_man(able: Sequence[Man], cannot: Mapping[Position, str]) -> Question:
    """7.3 Which casualty is carried."""
    options = {"nobody": Option("Nobody after all")}
    for man in able:
        state = "dead" if man.dead else "seriously wounded"
        options[man.position.value] = Option(f"{man.airman.name}, {man.position.value}, {state}", man.subject)
    return Question(
        "7.3", "Which wounded man do you move?", options, barred=_not(cannot), why=advice.why_nobody_is_carried
    )


def carry_to(man: Man, free: Sequence[Section], cannot: Mapping[Section, str]) -> Question:
    """7.3 Where he is laid."""
    options = {"stay": Option("Leave him where he is")}
    options.update((where.value, Option(where.value, Subject("part", where.value))) for where in free)
    return Question(
        "7.3",
        f"Where do you bring {named(man)}?",
        options,
        man.subject,
        barred={s.value: Barred(why, s.value, Subject("part", s.value)) for s, why in cannot.items()},
        why=advice.why_nobody_is_carried,
    )


def oxygen_place(man: Man, lines: Sequence[Position]) -> Question:
    """9.3 Which free place with oxygen he takes."""
    options = {s.value: Option(f"{s.value}'s place ({STATION_COMPARTMENT[s].value})", _station(s)) for s in lines}
    prompt = f"Which place with oxygen does {named(man)} take?"
    return Question("9.3", prompt, options, man.subject, why=lambda: advice.why_oxygen_place(man, lines))


# ------------------------------------------------------------------ ammunition (5.1)


def _guns(guns: Sequence[tuple[Gun, str]]) -> dict[str, Barred]:
    """Guns that cannot, and why."""
    return {gun.name.value: Barred(why, gun.name.value, gun.subject) for gun, why in guns}


def ammo_to(m: Mission, able: Sequence[Gun], cannot: Sequence[tuple[Gun, str]]) -> Question:
    """5.1 Which empty gun is filled."""
    options = {gun.name.value: Option(gun.name.value, gun.subject) for gun in able}
    why = partial(flight_advice.why_ammo_to, m, able)
    return Question("5.1", "Which gun needs ammunition?", options, barred=_guns(cannot), why=why)


def ammo_from(taker: Gun, givers: Sequence[Gun], cannot: Sequence[tuple[Gun, str]]) -> Question:
    """5.1 From which gun."""
    options = {g.name.value: Option(f"{g.name.value}, {g.bursts} left", g.subject) for g in givers}
    prompt = f"Take ammunition for the {taker.name.value} from which gun?"
    why = partial(flight_advice.why_ammo_from, givers[0])
    return Question("5.1", prompt, options, taker.subject, barred=_guns(cannot), why=why)


def ammo_bursts(taker: Gun, giver: Gun, amounts: Iterable[int]) -> Question:
    """5.1 How many of them."""
    options = {str(n): Option(f"{n} bursts") for n in amounts}
    prompt = f"How many bursts from the {giver.name.value} to the {taker.name.value}?"
    why = partial(flight_advice.why_ammo_bursts, giver)
    return Question("5.1", prompt, options, taker.subject, giver.subject, why=why)
