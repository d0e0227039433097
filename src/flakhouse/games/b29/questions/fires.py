"""7.5 The questions about fires in the compartments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flakhouse.core.questions import Barred, Cost, Option, Question, Subject, yes_no
from flakhouse.core.stakes import Stake, on_results
from flakhouse.games.b29 import fires
from flakhouse.games.b29.advice import fires as advice
from flakhouse.games.b29.state import Man, Mission
from flakhouse.games.b29.words import Section
from flakhouse.games.bomber.men import named

__all__ = ["depressurize_fire", "fire_jump", "fire_second", "who_fights_fire"]

_BOTTLE = (Cost("extinguisher"),)


def depressurize_fire(m: Mission, section: Section) -> Question:
    """4.2B, 7.5 Whether to let the pressure go before the first try."""
    prompt = f"Fire in {section.value}. Let the cabin pressure go before fighting it?"
    return yes_no("7.5", prompt, _where(section), why=lambda: advice.why_depressurize_fire(m, section))


def who_fights_fire(m: Mission, section: Section, men: Sequence[Man], barred: Mapping[str, str]) -> Question:
    """7.5, 7.6E, D49 Who fights the fire."""
    stakes = _put_out(m, section)
    options = {
        man.position.value: Option(
            named(man),
            Subject("man", man.position.value),
            stakes=stakes,
            costs=_BOTTLE,
        )
        for man in men
    }
    shut = {name: Barred(why, "", Subject("man", name)) for name, why in barred.items()}
    prompt = f"Who fights the fire in {section.value}?"
    return Question("7.5", prompt, options, _where(section), barred=shut)


def fire_second(m: Mission, section: Section) -> Question:
    """7.5, R-76 Whether a second extinguisher is tried."""
    prompt = f"Try a second extinguisher on the fire in {section.value}?"
    yes = Option("Yes", stakes=_put_out(m, section), costs=_BOTTLE)
    return yes_no("7.5", prompt, _where(section), yes=yes, why=lambda: advice.why_fire_second(m))


def fire_jump(m: Mission, section: Section) -> Question:
    """7.5, D54 The fire burns on: jump now, or after one more zone."""
    prompt = f"The fire in {section.value} is not out. Jump now, or in the next zone?"
    return yes_no(
        "7.5",
        prompt,
        _where(section),
        yes="Everybody jumps now",
        no="One more zone, then jump",
        why=lambda: advice.why_fire_jump(m),
    )


def _where(section: Section) -> Subject:
    return Subject("part", section.value)


def _put_out(m: Mission, section: Section) -> tuple[Stake, ...]:
    """7-12 One extinguisher."""
    chart = fires.EXTINGUISHER.id
    return (on_results("puts it out", chart, [fires.Fire.OUT], fires.modifiers(m, section)),)
