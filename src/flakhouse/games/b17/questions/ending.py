"""The questions before the bomber goes down: land, ditch or jump, and who (section 14 and 15)."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.mods import Mod, listed
from flakhouse.core.questions import Option, Question, yes_no
from flakhouse.games.b17.advice import ending as advice
from flakhouse.games.b17.ending import bailout, below, fates, landing
from flakhouse.games.b17.questions import stakes
from flakhouse.games.b17.state import Man, Mission
from flakhouse.games.b17.words import Surface
from flakhouse.games.bomber.jump import left_behind
from flakhouse.games.bomber.men import named

__all__ = ["jettison_first", "land_or_bail", "land_or_jump", "where_down", "who_lands"]


def _jumpers(m: Mission) -> list[Man]:
    """14.1 Those who can jump."""
    return [man for man in m.men.values() if fates.able(m, man)]


_LATER = "So it ends for those who stay; who jumps is asked next."


def _everybody(m: Mission, label: str) -> Option:
    """14.1 Everybody jumps who can."""
    stuck = [man for man in m.living() if not fates.able(m, man)]
    return Option(label, stakes=stakes.jump(_jumpers(m)), detail=left_behind(stuck))


def land_or_jump(m: Mission, mods: Sequence[Mod], plan: advice.Plan) -> Question:
    """14.4 Land, let some men jump first, or give the bomber up over England."""
    lands = stakes.landing(m, mods, home=True)
    return Question(
        "14.4",
        "England is below. Land, or jump?",
        {
            "land": Option("Try to land with everybody aboard", stakes=lands),
            "some": Option("Some men jump first, the others land", stakes=lands, detail=_LATER),
            "bail-out": _everybody(m, "Everybody jumps; the bomber is lost"),
        },
        m.subject,
        why=lambda: advice.why_land_or_jump(plan),
    )


def who_lands(pilots: Sequence[Man]) -> Question:
    """14.4 Which of two pilots stays."""
    options = {man.position.value: Option(named(man), man.subject) for man in pilots}
    return Question("14.4", "Who stays aboard to land? The others jump.", options, why=advice.why_who_lands)


def land_or_bail(m: Mission, why: str, ground: Surface | None, sea: bool, advised: str) -> Question:
    """11.4, 11.6, 11.7 The bomber can fly no farther."""
    options: dict[str, Option] = {}
    if ground is not None:
        mods = landing.modifiers(m, False)
        words = f"Land {below.inside(ground)}"
        options["land"] = Option(words, stakes=stakes.landing(m, mods, home=False), detail=_counts(mods))
    if sea:
        mods = landing.modifiers(m, True)
        options["ditch"] = Option("Come down on the water", stakes=stakes.ditching(mods), detail=_counts(mods))
    options["bail-out"] = _everybody(m, "Everybody jumps")
    return Question(
        "11.7",
        f"She cannot fly on: {why}. {_ways(ground, sea)}",
        options,
        m.subject,
        why=lambda: advice.why_land_or_bail(m, ground, sea, advised),
    )


def _counts(mods: Sequence[Mod]) -> str:
    """15.1, 15.2 What is counted on the way down, each with its reason; "" if nothing is."""
    reasons = listed(mods)
    return f"Counted: {reasons}." if reasons else ""


def _ways(ground: Surface | None, sea: bool) -> str:
    """11.7 The ways down that there are, as a question."""
    ways = [*(["Land"] if ground is not None else []), *(["ditch"] if sea else [])]
    return f"{', '.join(ways)}, or jump?".replace("ditch", "ditch" if ground is not None else "Ditch")


def jettison_first(m: Mission) -> Question:
    """9.2 A last chance to be rid of the bombs."""
    prompt = "Drop the bombs before she comes down?"
    return yes_no("9.2", prompt, m.subject, why=advice.why_jettison_first)


def where_down(m: Mission) -> Question:
    """14.3 Where the crew of a bomber under control jumps."""
    options: dict[str, Option] = {}
    for letter in m.letters():
        swim = letter is Surface.WATER and not bailout.no_help(m)
        options[letter.value] = Option(f"Over {below.OVER[letter]}", stakes=stakes.picked_up() if swim else ())
    return Question("14.3", "Jump over what?", options, m.subject, why=lambda: advice.why_where_down(m))
