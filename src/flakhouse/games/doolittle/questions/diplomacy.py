"""13.2 Questions of diplomacy: the checks and what comes before them, landing sites, supplies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from flakhouse.core.mods import Mod
from flakhouse.core.questions import Barred, Cost, Option, Question
from flakhouse.core.stakes import at_least
from flakhouse.games.doolittle.advice import diplomacy as advice
from flakhouse.games.doolittle.words import Diplomat, Month, Site

__all__ = [
    "CHECK",
    "DONE",
    "NONE",
    "URGENT",
    "WAIT",
    "before",
    "china_fuel",
    "diplomacy",
    "diplomacy_row",
    "groundcrew",
    "prepare_site",
    "prepared",
    "shares",
    "sites",
]

CHECK, WAIT, URGENT = "check", "wait", "urgent"
DONE, NONE = "done", "none"


def diplomacy_row(rows: Mapping[str, str]) -> Question:
    """13.2 The row of the Calendar that is taken up next: Diplomats, and what each sees to."""
    return Question(
        "13.2",
        "Which row of the Calendar next?",
        {name: f"{name}: {what}" for name, what in rows.items()},
        routine=True,
    )


def before(briefs: Mapping[str, int], urgent: bool, placed: bool) -> list[str]:
    """13.2.1 What may come before a check (see `diplomacy`): the check itself, to wait, markers."""
    told = [f"brief {name}" for name, risk in briefs.items() if risk]
    return [CHECK, *[WAIT] * (not placed), *told, *[URGENT] * (not urgent)]


def diplomacy(
    diplomat: Diplomat,
    month: Month,
    row: str,
    needed: int,
    mods: Sequence[Mod],
    briefs: Mapping[str, int],
    urgent: bool,
    placed: bool,
) -> Question:
    """13.2.1 What comes before a check: markers that may be placed, the check itself, or nothing.

    `briefs` are those who may be briefed, each with the Security Risk of it, 0 if he is briefed already; `urgent`
    and `placed` say what was done for this check.
    """
    bonus = sum(mod.value for mod in mods)
    stakes = (at_least("agrees", "P-diplomacy", needed, mods),)
    options = {
        CHECK: Option(f"Make the check: {needed} or more{f' with {bonus:+d}' if bonus else ''}", stakes=stakes)
    }
    barred: dict[str, Barred] = {}
    if placed:
        barred[WAIT] = Barred("Markers were placed for a check, so it is made (13.2.1)", "No check this month")
    else:
        options[WAIT] = Option("No check this month")
    for name, risk in briefs.items():
        if risk:
            words = f"Brief {name}: +1, Security Risk +{risk} in April"
            options[f"brief {name}"] = Option(words, costs=(Cost("Security Risk", risk),))
        else:
            barred[f"brief {name}"] = Barred(f"{name} is briefed already (13.2.1)", f"Brief {name}")
    if urgent:
        barred[URGENT] = Barred("Only one Urgent marker for each check (13.2.1)", "Urgent")
    else:
        options[URGENT] = Option("Urgent: +1, Security Risk +1 in April", costs=(Cost("Security Risk"),))
    return Question(
        "13.2.1",
        f"{month.value}: Diplomacy Check for {row} ({diplomat.value})?",
        options,
        month.subject,
        barred=barred,
        why=lambda: advice.WHY_DIPLOMACY,
    )


def sites(able: Iterable[Site]) -> list[str]:
    """13.2.3 The landing sites that may be prepared, or no more of them."""
    return [DONE, *[site.value for site in able]]


def prepare_site(numbers: Mapping[Site, int], barred: Mapping[Site, str]) -> Question:
    """13.2.3 The landing site that is prepared next: what two dice must show for each."""
    found = [Option("No more sites")]
    for site, number in numbers.items():
        stakes = (at_least("is prepared", "P-prepare", number),)
        found.append(Option(f"{site}: {number} or more on two dice", site.subject, stakes=stakes))
    return Question(
        "13.2.3",
        "Prepare which landing site?",
        dict(zip(sites(numbers), found, strict=True)),
        barred={site.value: Barred(why, site.value, site.subject) for site, why in barred.items()},
        why=lambda: "As many as in history, the same first; three or more provoke events.",
    )


def shares(left: int) -> list[str]:
    """13.2.3 How much Fuel may go to a site, the most first."""
    return [str(fuel) for fuel in range(left, -1, -1)]


def china_fuel(site: Site, left: int) -> Question:
    """13.2.3 How much of the Fuel to be had goes to a site."""
    options = {fuel: Option(f"{fuel} Fuel", site.subject) for fuel in shares(left)}
    prompt = f"China has {left} Fuel to give. How much for {site.value}?"
    return Question("13.2.3", prompt, options, site.subject, why=lambda: "Each site its share.")


def prepared(fuel: Iterable[Site]) -> list[str]:
    """13.2.3 The sites that may get Groundcrew, or none."""
    return [*[site.value for site in fuel], NONE]


def groundcrew(fuel: Mapping[Site, int]) -> Question:
    """13.2.3 The prepared site that gets Groundcrew; the Fuel of each."""
    found = [Option(f"{site.value} ({n} Fuel)", site.subject) for site, n in fuel.items()]
    options = dict(zip(prepared(fuel), [*found, Option("Nowhere")], strict=True))
    prompt = "Groundcrew to which site?"
    return Question("13.2.3", prompt, options, why=lambda: "Where there is none yet and most Fuel.")
