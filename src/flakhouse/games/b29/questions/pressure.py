"""Questions of rule 4.2: cabin pressure."""

from __future__ import annotations

from flakhouse.core.questions import Option, Question, yes_no
from flakhouse.core.stakes import Stake, on_results
from flakhouse.games.b29 import pressure
from flakhouse.games.b29.advice import pressure as advice
from flakhouse.games.b29.questions import about
from flakhouse.games.b29.state import Mission

__all__ = ["depressurize_combat", "masks"]


def masks(m: Mission) -> tuple[Stake, ...]:
    """4.2D: the roll of every turn without pressure, and the die for the life of the man it strikes."""
    return (
        on_results("a mask fails", pressure.MASK.id, [pressure.Mask.TROUBLE], pressure.mask_mods(m), good=False),
        on_results("if one does, the man dies", pressure.REVIVE.id, [pressure.Revive.KIA], good=False),
    )


def depressurize_combat(m: Mission) -> Question:
    """5.1B, D36: let pressure go before fighters come, at the price of a mask roll."""
    return yes_no(
        "5.1B",
        "Let the cabin pressure go before the fight? Masks on; a hit cannot burst the cabin.",
        about.zone(m),
        yes=Option("Masks on", stakes=masks(m)),
        no=Option("Keep the pressure", detail="A hit may burst the cabin."),
        matters=True,
        routine=not advice.depressurize_combat(m),  # on the bomb run it is for the player to say
        why=lambda: advice.why_depressurize_combat(m),
    )
