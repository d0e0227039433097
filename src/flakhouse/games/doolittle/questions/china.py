"""14.4 Questions of China: repairs, who sets out, where to, with whom, with whose fuel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from flakhouse.core.mods import Mod
from flakhouse.core.questions import Barred, Cost, Option, Question, Subject
from flakhouse.core.stakes import at_least
from flakhouse.games.doolittle.questions.keys import by_crew, by_man, by_pilot
from flakhouse.games.doolittle.questions.reach import FUEL
from flakhouse.games.doolittle.state import B25, Crew, Elite

__all__ = [
    "ALL",
    "BURN",
    "DONE",
    "NOBODY",
    "NONE",
    "PICK",
    "carry_fuel",
    "china_next",
    "copilot_repair",
    "elite_aboard",
    "fly_to",
    "fuel_from",
    "groundcrew",
    "joining",
    "or_nobody",
    "parties",
    "party",
    "party_next",
    "passengers",
    "trek_to",
]

NOBODY, NONE, BURN = "nobody", "none", "burn"
ALL, PICK, DONE = "all", "pick", "done"


def _site(name: str) -> Subject:
    return Subject("site", name)


def _where(place: str) -> str:
    """14.2.1 The Trekking box is no town: who got into China is somewhere in the country."""
    return "open country" if place == "Trekking" else place


def ails(b25: B25) -> str:
    """14.4.1 What is wrong with a bomber, in words."""
    damage = ("", "damaged", "severely damaged")[min(b25.damage, 2)]
    return ", ".join(filter(None, (damage, *(marker.told() for marker in b25.attached))))


def or_nobody(broken: Sequence[B25]) -> list[str]:
    """14.4.1 The bombers that can be mended, by their pilots, or nobody."""
    return [*by_pilot(broken), NOBODY]


def groundcrew(place: str, hands: int, broken: Sequence[B25], beyond: Sequence[B25]) -> Question:
    """14.4.1 The bomber that the groundcrew mends next; severe damage is beyond it."""
    found = [Option(f"{b.name()}, {ails(b)}", b.subject) for b in broken]
    options = dict(zip(or_nobody(broken), [*found, Option("Nobody else")], strict=True))
    why = "Severe damage is beyond the groundcrew (14.4.1)"
    return Question(
        "14.4.1",
        f"{place}: the groundcrew can mend {hands} more. Whom?",
        options,
        _site(place),
        barred={b.pilot: Barred(why, b.name(), b.subject) for b in beyond},
        routine=True,
        why=lambda: "Damage first, and where no copilot can see to it himself.",
    )


def copilot_repair(place: str, man: Elite, broken: Sequence[B25]) -> Question:
    """2.3.2, 14.4.1 The bomber that an elite copilot repairs."""
    cost = (Cost("his benefit"),)
    found = [Option(f"{b.name()}, {ails(b)}", b.subject, costs=cost) for b in broken]
    options = dict(zip(or_nobody(broken), [*found, Option("Nobody")], strict=True))
    return Question(
        "2.3.2",
        f"{place}: what does {man.name}, copilot, repair?",
        options,
        man.subject,
        why=lambda: "A damaged bomber cannot fly on; his own comes first.",
    )


def china_next(moves: Mapping[str, tuple[str, B25 | None, int]]) -> Question:
    """14.4.2 Who sets out next: from where, in which bomber, or how many crews on foot."""
    options: dict[str, Option] = {}
    for key, (place, b25, crews) in moves.items():
        if b25 is None:
            noun = "crew" if crews == 1 else "crews"
            options[key] = Option(f"{crews} {noun} on foot from {_where(place)}", _site(place))
        else:
            words = f"{b25.name()} flies from {place} with {b25.fuel} Fuel aboard"
            options[key] = Option(words, b25.subject, _site(place))
    return Question(
        "14.4.2",
        "Which crew moves next?",
        options,
        why=lambda: "From east to west, so that parties meet, and bombers before men on foot.",
    )


def fly_to(b25: B25, ways: Mapping[str, int], at_hand: int, lost: Iterable[str]) -> Question:
    """14.4.3 Where a bomber flies on to, and the Fuel of each way; fields lost are barred."""
    options = {
        end: Option(f"{end}: {need} Fuel ({at_hand} at hand)", _site(end), costs=(Cost(FUEL, need),))
        for end, need in ways.items()
    }
    options[BURN] = Option("Do not fly: burn the bomber, the crew walks", b25.subject)
    return Question(
        "14.4.3",
        f"{b25.name()} at {b25.where}: where to?",
        options,
        b25.subject,
        barred={end: Barred("attacked by the Japanese (13.2.4)", end, _site(end)) for end in lost},
        why=lambda: "As many bombers as the Fuel there allows go to Chungking.",
    )


def passengers(b25: B25, waiting: Sequence[Crew], barred: Sequence[Crew], walk: bool) -> Question:
    """14.4.1 Another crew that flies with a bomber; fit ones make no third."""
    options = {
        pilot: Option(f"the crew of {c.b25.name()}, {'fit' if c.fit else 'wounded'}", c.subject)
        for pilot, c in by_crew(waiting).items()
    }
    options[NOBODY] = Option("Nobody else")
    why = "Three crews fly only if all are wounded (14.4.1)"
    return Question(
        "14.4.1",
        f"{b25.name()}: who flies with it?",
        options,
        b25.subject,
        barred={c.b25.pilot: Barred(why, f"the crew of {c.b25.name()}", c.subject) for c in barred},
        routine=not walk,
        why=lambda: "On fumes they are safer on foot." if walk else "The wounded first.",
    )


def elite_aboard(b25: B25, men: Sequence[Elite]) -> Question:
    """14.4.1 Of several Elite Crewmen aboard the one who may use his benefit."""
    return Question(
        "14.4.1",
        f"{b25.name()}, on fumes: whose benefit may be used?",
        {name: Option(f"{name}, {e.benefit.value}", e.subject) for name, e in by_man(men).items()},
        b25.subject,
    )


def _sources(sources: Mapping[str, int]) -> dict[str, Option]:
    return {
        name: Option(f"{name}: {amount} Fuel", costs=(Cost("Fuel there"),)) for name, amount in sources.items()
    }


def fuel_from(b25: B25, need: int, sources: Mapping[str, int]) -> Question:
    """14.4.1 The source of the next Fuel: the stockpile or the pilot of another bomber."""
    options = _sources(sources)
    options[NONE] = Option("No more: fly on fumes for the rest")
    prompt = f"{b25.name()} has {b25.fuel} of {need} Fuel. Take 1 from?"
    return Question(
        "14.4.1", prompt, options, b25.subject, routine=True, why=lambda: "From where no bomber needs it."
    )


def carry_fuel(b25: B25, need: int, sources: Mapping[str, int]) -> Question:
    """14.4.1, 14.4.3 The source of Fuel beyond what the next hop asks."""
    options = {NONE: Option("No more"), **_sources(sources)}
    prompt = f"{b25.name()} has {b25.fuel} Fuel, {need} for this hop. Take 1 more along from?"
    return Question(
        "14.4.1", prompt, options, b25.subject, routine=True, why=lambda: "What nobody else needs, to fly on."
    )


def trek_to(place: str, treks: Mapping[str, int], mods: Sequence[Mod], plus: int) -> Question:
    """14.4.3 Where a party makes for: the trekking number of each stage."""
    options = {
        end: Option(
            f"{end}: {number} or more, {plus:+d}",
            _site(end),
            stakes=(at_least("gets through unseen", "trek", number, mods),),
        )
        for end, number in treks.items()
    }
    return Question(
        "14.4.3",
        f"The party from {_where(place)} makes for?",
        options,
        _site(place),
        why=lambda: "The way with the best chance as far as Chungking.",
    )


def parties(crews: Sequence[Crew]) -> list[str]:
    """14.4.2 All crews, one of them by its pilot, or some."""
    return [ALL, *by_crew(crews), PICK]


def party(place: str, crews: Sequence[Crew]) -> Question:
    """14.4.2 All crews together, one of them, or some."""
    found = [
        Option(f"All {len(crews)} crews together", *[c.subject for c in crews]),
        *[Option(f"Only the crew of {c.b25.name()}, {'fit' if c.fit else 'wounded'}", c.subject) for c in crews],
        Option("Some of them"),
    ]
    options = dict(zip(parties(crews), found, strict=True))
    return Question(
        "14.4.2",
        f"Who sets out on foot from {_where(place)}?",
        options,
        _site(place),
        why=lambda: "One big party loses fewer crews than several.",
    )


def joining(left: Sequence[Crew], begun: bool) -> list[str]:
    """14.4.2 The crews that may join a party, by their pilots; once begun, it may be complete."""
    return [DONE, *by_crew(left)] if begun else list(by_crew(left))


def party_next(left: Sequence[Crew], begun: bool) -> Question:
    """14.4.2 The next crew of a party; once begun, it may be complete."""
    found = [Option(f"The crew of {c.b25.name()}", c.subject) for c in left]
    if begun:
        found.insert(0, Option("That is the party"))
    return Question("14.4.2", "Who else goes?", dict(zip(joining(left, begun), found, strict=True)))
