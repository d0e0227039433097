"""5-7a Guns that jam, and the tries to clear them (D18)."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b29.advice import combat as advice
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.order import Order
from flakhouse.games.b29.questions import combat as questions
from flakhouse.games.b29.state import Gun, Man, Mission
from flakhouse.games.b29.words import GunName, Position, Section
from flakhouse.games.bomber.guns import Mend, mend

__all__ = ["MEND", "ORDERS", "hands", "jam", "jammed", "why_not_clear", "why_not_try"]

MEND = CHARTS.words("5-7a-repair", Mend)
#: Where each remote turret can be got at.
_WHERE = {
    GunName.FWD_UPPER: Section.NAV_RADIO,
    GunName.FWD_LOWER: Section.NAV_RADIO,
    GunName.AFT_UPPER: Section.WAIST,
    GunName.AFT_LOWER: Section.UTILITY,
}


def jam(ref: Referee, m: Mission, gun: Gun) -> None:
    """5-7a A gun jams; the first try to clear it comes next turn."""
    gun.jammed = True
    gun.jammed_turn = m.turn
    ref.note("gun-jams", gun=gun.name.value)


def jammed(m: Mission) -> list[Gun]:
    """5-7a The guns that could be cleared."""
    return [g for g in m.plane.guns.values() if g.jammed and not g.broken and not g.inoperable]


def hands(m: Mission, name: GunName) -> list[Man]:
    """5-7a The men who may try this gun now."""
    where = _WHERE.get(name)
    if where is None:
        man = m.seats[Position.TAIL_GUNNER]
        return [man] if man is not None and man.fit() and not man.busy else []
    return [man for man in m.inside(where) if man.fit() and not man.busy]


def why_not_try(m: Mission, gun: Gun) -> str:
    """5-7a The reason this gun cannot be tried now, or ""."""
    if gun.jammed_turn >= m.turn:
        return "not again this turn (5-7a)"
    if not hands(m, gun.name):
        where = _WHERE.get(gun.name)
        return f"needs a fit man in {where.value if where else 'the tail gunner seat'} (5-7a)"
    return ""


def why_not_clear(m: Mission) -> str:
    """5-7a Why no gun can be tried now, or nothing."""
    whys = [why_not_try(m, gun) for gun in jammed(m)]
    return "" if "" in whys else whys[0] if whys else "no gun is jammed (5-7a)"


def _relevant(m: Mission) -> bool:
    """5-7a, D18 There is a jammed gun."""
    for gun in m.plane.guns.values():  # noqa: SIM110 - a loop, for it is asked every turn
        if gun.jammed and not (gun.broken or gun.inoperable):
            return True
    return False


def _clear(ref: Referee, m: Mission) -> None:
    """5-7a, D18 Which gun is tried, and by whom; 1-2 cleared, 6 broken."""
    key = ref.ask("clear-gun", advice.clear_gun(m), lambda: questions.clear_gun(m))
    gun = m.plane.guns[GunName(key)]
    who = ref.ask("clear-man", advice.clear_man(m, gun), lambda: questions.clear_man(m, gun))
    man = m.men[Position(who)]
    ref.scene("repair", gun=key)
    ref.concerns(key, MEND)
    result = mend(ref, gun, MEND, m.turn)
    ref.note("gun-tried", gun=key, man=man.position.value, name=man.airman.name, result=result.value.lower())


ORDERS: tuple[Order, ...] = (
    Order(
        "clear-gun",
        "5-7a",
        "Try to clear a jammed gun",
        _relevant,
        why_not_clear,
        _clear,
        lambda m: advice.order_clear_gun(m),
        lambda m: questions.mends(),
        lambda m: advice.why_clear_gun(m),
    ),
)
