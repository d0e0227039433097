"""Advice on rule 4.2: cabin pressure."""

from __future__ import annotations

from flakhouse.games.b29 import cold
from flakhouse.games.b29.advice import crew
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import CABIN, Cabin, Leg
from flakhouse.games.bomber.men import named

__all__ = [
    "circumstances",
    "depressurize",
    "depressurize_combat",
    "repressurize",
    "sound_cabins",
    "why_depressurize",
    "why_depressurize_combat",
    "why_repressurize",
]


def depressurize_combat(m: Mission) -> bool:
    """5.1B, D36: masks cost a man about once in 220 turns.

    That is worth it on the bomb run, where flak may come besides fighters, but not with a dead intercom.
    """
    run = m.zone == m.target.zone and m.leg is Leg.OUT and not (m.bomb_run or m.off_course or m.turn_round)
    return run and m.plane.intercom_works()


def why_depressurize_combat(m: Mission) -> str:
    """5.1B."""
    if depressurize_combat(m):
        return "On the bomb run flak may come besides fighters, and under pressure any hole may burst a cabin."
    return "Masks risk a man even if nobody attacks; a cabin bursts only if somebody does, hits it and holes it."


def depressurize(m: Mission) -> bool:
    """D9, D17, 7-3e, f: without pressure a man can see to doors that jam open, or to bombs that hang."""
    return crew.doors_want_a_man(m) or crew.bombs_want_a_man(m)


def why_depressurize(m: Mission) -> str:
    """D9, D17."""
    if crew.bombs_want_a_man(m):
        return (
            "A man in the bay frees hung bombs on 1 to 3, not 1 or 2, and every zone costs a box more with them. "
            "He gets there only without pressure."
        )
    return "The motor may free the jammed doors, and a man gets to them only without pressure."


def repressurize(m: Mission) -> bool:
    """D8, 4.2B, 5.1B: shut up again unless a man is outside the cabins or to go there, or the run comes now."""
    if depressurize_combat(m):
        return False  # pressure that is put on cannot be let go again in the same turn
    if m.kept_open and m.kept_open == circumstances(m):
        return False  # the player has said no, and nothing speaks more for it than then
    if crew.move(m):
        return False  # pressure would shut his way to the bay
    if cold.all_in_open_cabins(m):
        return False  # it helps nobody
    return all(man.compartment in CABIN or not man.alive() for man in m.men.values())


def sound_cabins(m: Mission) -> str:
    """4.2C: the cabins that hold pressure once it is on; "" if none does."""
    names = [cabin.value for cabin in Cabin if not m.plane.compromised[cabin]]
    return f"{' and '.join(names)} cabin{'s' if len(names) > 1 else ''}" if names else ""


def circumstances(m: Mission) -> str:
    """D8: what bears on the choice: the way, the altitude, who is hurt or has trouble with the cold."""
    hurt = [
        man.position.value for man in m.men.values() if man.dead or man.serious or man.light or man.frostbitten
    ]
    return ", ".join([m.leg.value, m.plane.altitude.name, *hurt])


def why_repressurize(m: Mission) -> str:
    """D8, 4.2B, 4.2C, 7.4A."""
    cold_men = cold.in_open_cabins(m)
    men = [named(man) for man in cold.oxygen_out(m) if man.compartment in CABIN and man not in cold_men]
    where = f"in the {sound_cabins(m)}" if cold_men else "under pressure"
    if men:
        return (
            f"{where.capitalize()} {', '.join(men)} can do without oxygen, no mask can fail, and nobody freezes."
        )
    return f"Nobody is at work outside the cabins; {where} no mask can fail, and nobody freezes."
