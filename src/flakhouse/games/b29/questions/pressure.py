"""Questions of rule 4.2: cabin pressure."""

from __future__ import annotations

from functools import partial

from flakhouse.core.charts import Chart
from flakhouse.core.questions import Option, Question, yes_no
from flakhouse.core.stakes import Stake, on_results
from flakhouse.games.b29 import cold, damage_nav, damage_nose, damage_tail, damage_waist, pressure
from flakhouse.games.b29.advice import pressure as advice
from flakhouse.games.b29.questions import about
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Cabin, Hole
from flakhouse.games.bomber.men import named

__all__ = ["burst", "depressurize_combat", "kept_open", "masks", "without_pressure"]


def masks(m: Mission) -> tuple[Stake, ...]:
    """4.2D: the one roll of a turn without pressure for all men, and the die for the life of him it strikes."""
    return (
        on_results(
            "one man's mask fails this turn",
            pressure.MASK.id,
            [pressure.Mask.TROUBLE],
            pressure.mask_mods(m),
            good=False,
        ),
        on_results("if it does, he dies", pressure.REVIVE.id, [pressure.Revive.KIA], good=False),
    )


def without_pressure(m: Mission) -> str:
    """4.2C, 4.2D, 7.3: what stays open in a pressurized bomber, and whom that concerns; "" where all is served."""
    men = cold.in_open_cabins(m)
    if not men:
        return ""
    needs = f"{named(men[0])} still needs a mask" if len(men) == 1 else f"{len(men)} men still need masks"
    sound = advice.sound_cabins(m)
    held = (
        f"Only the {sound} {'hold' if ' and ' in sound else 'holds'} pressure" if sound else "No cabin holds any"
    )
    return f"{held}: {needs} and may freeze."


def kept_open(m: Mission, label: str) -> Option:
    """4.2B, D8: who leaves the cabins open does so until something changes: what that risks, and when it ends."""
    until = "You are asked again once a mask fails, a man is hurt, or leg or altitude change."
    return Option(label, stakes=masks(m), detail=f"The cabins stay open, turn after turn. {until}")


def burst(m: Mission) -> tuple[Stake, ...]:
    """4.2C, 7-11 What a hole does to a cabin that is sound and under pressure, and a burst to a man in it."""
    label = "a hit that may hole a cabin bursts it"
    sound = [dice for cabin, dice in _holes() if not m.plane.compromised[cabin]]
    if not sound:
        return ()
    rolls = [
        Stake(label, hole.id, partial(_if, Hole.COMPROMISED, on_results(label, blast.id, [Hole.DECOMPRESSION])))
        for hole, blast in sound
    ]
    hurt = "if it bursts, each man there is hit"
    mask = on_results(hurt, pressure.ON_OXYGEN.id, [pressure.OnOxygen.WOUND])
    blown = Stake(hurt, pressure.BLAST.id, lambda faces, total, word: word == pressure.Blast.WOUNDS or mask)
    return rolls[0]._replace(mix=[(1, roll) for roll in rolls], good=False), blown._replace(good=False)


def _holes() -> list[tuple[Cabin, tuple[Chart[Hole], Chart[Hole]]]]:
    """7-1b, 7-2, 7-6, 7-8a By cabin the die for a hole in it, and that for the burst."""
    return [
        (Cabin.FRONT, (damage_nose.HOLE, damage_nose.BLAST)),
        (Cabin.FRONT, (damage_nav.HOLE, damage_nav.BLAST)),
        (Cabin.WAIST, (damage_waist.HOLE, damage_waist.BLAST)),
        (Cabin.TAIL, (damage_tail.HOLE, damage_tail.BLAST)),
    ]


def _if(wanted: Hole, then: Stake, faces: tuple[int, ...], total: int, word: str) -> bool | Stake:
    return then if word == wanted else False


def _next_hit(m: Mission) -> str:
    """7-1 row 8, 7-6 row 5: what one hit more bursts for certain."""
    plane = m.plane
    cracked = [
        part
        for part, hits, cabin in (
            ("windshield", plane.windshield_hits, Cabin.FRONT),
            ("gunner's blister", plane.blister_hits, Cabin.WAIST),
        )
        if hits == 1 and not plane.compromised[cabin]
    ]
    return f"One more hit on the {' or the '.join(cracked)} bursts its cabin." if cracked else ""


def _no_oxygen(m: Mission) -> str:
    """7.4A Who has no oxygen to put a mask to."""
    men = cold.oxygen_out(m)
    if not men:
        return ""
    who = ", ".join([named(man) for man in men])
    return f"{who} {'has' if len(men) == 1 else 'have'} no oxygen: next turn pressure or low altitude must serve."


def depressurize_combat(m: Mission) -> Question:
    """5.1B, D36: let pressure go before fighters come, at the price of a mask roll."""
    return yes_no(
        "5.1B",
        "Let the cabin pressure go before the fight? Masks on; a hit cannot burst the cabin.",
        about.zone(m),
        yes=Option("Masks on", stakes=masks(m), detail=_no_oxygen(m)),
        no=Option("Keep the pressure", stakes=burst(m), detail=_next_hit(m)),
        matters=True,
        routine=not advice.depressurize_combat(m),  # on the bomb run it is for the player to say
        why=lambda: advice.why_depressurize_combat(m),
    )
