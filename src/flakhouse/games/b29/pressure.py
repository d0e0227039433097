"""Rule 4.2 and table 7-11: altitude changes, cabin pressure, oxygen masks, explosive decompression."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from flakhouse.core.charts import Chart
from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.core.stakes import Stake
from flakhouse.games.b29 import cold, wounds
from flakhouse.games.b29.advice import pressure as advice
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.order import Order
from flakhouse.games.b29.questions import pressure as questions
from flakhouse.games.b29.state import Man, Mission
from flakhouse.games.b29.words import (
    CABIN,
    Altitude,
    Cabin,
    Hole,
    Position,
    Root,
    Section,
)
from flakhouse.games.bomber.men import named

__all__ = [
    "ORDERS",
    "REPRESSURIZE",
    "SECTIONS",
    "Hole",
    "change_altitude",
    "compromise",
    "decompression",
    "depressurize",
    "hole",
    "lose_throughout",
    "mask_mods",
    "mask_step",
    "offer_combat",
    "repressurize",
    "why_not_depressurize",
    "why_not_repressurize",
]


REPRESSURIZE = "repressurize"  # the key of the order
_BURST = "cabin"  # what notes of a decompression are about


class Mask(StrEnum):
    """Going on oxygen (4.2D)."""

    FINE = "All on oxygen"
    TROUBLE = "One man in trouble"


class Where(StrEnum):
    """Where the trouble is (4.2D)."""

    NOSE = "Nose"
    NAV_RADIO = "Nav/Radio"
    GUNNERS = "Gunners"
    RADAR = "Radar Operator"
    TAIL = "Tail Gunner"
    AGAIN = "Roll again"


class Revive(StrEnum):
    """Whether he is found in time (4.2D)."""

    REVIVED = "Revived"
    KIA = "KIA"


class Blast(StrEnum):
    """Explosive decompression (7-11)."""

    OXYGEN = "Oxygen"
    WOUNDS = "Wounds, then oxygen"


class OnOxygen(StrEnum):
    """The note of 7-11."""

    ON = "On oxygen"
    WOUND = "Wound"


MASK = CHARTS.words("4.2D-mask", Mask)
WHERE = CHARTS.words("4.2D-section", Where)
WHO: dict[Where, Chart[Position]] = {
    Where.NOSE: CHARTS.words("4.2D-nose", Position),
    Where.NAV_RADIO: CHARTS.words("4.2D-nav", Position),
    Where.GUNNERS: CHARTS.words("4.2D-gunners", Position),
}
SINGLE = {Where.RADAR: Position.RADAR_OPERATOR, Where.TAIL: Position.TAIL_GUNNER}
REVIVE = CHARTS.words("4.2D-revive", Revive)
BLAST = CHARTS.words("7-11", Blast)
ON_OXYGEN = CHARTS.words("7-11-oxygen", OnOxygen)

_INTERCOM_OUT = (MASK.mods["intercom_out"],)

#: The compartments of each cabin.
SECTIONS: dict[Cabin, tuple[Section, ...]] = {
    Cabin.FRONT: (Section.NOSE, Section.NAV_RADIO),
    Cabin.WAIST: (Section.WAIST,),
    Cabin.TAIL: (Section.TAIL,),
}


# ------------------------------------------------------------------ 4.2A: altitude


def change_altitude(ref: Referee, m: Mission, to: Altitude) -> None:
    """4.2, 4.1B, 4.2A: the one place where altitude changes; pressure goes on above LO and off at LO by itself."""
    plane = m.plane
    before = plane.altitude
    if to is before:
        return
    plane.altitude = to
    ref.note("altitude", before=before.name, to=to.name)
    if to is Altitude.LO:
        plane.pressurized = plane.voluntary = False
        _restart_clocks(m)
    elif before is Altitude.LO:
        _restart_clocks(m)
        plane.pressurized = not (plane.pressure_lost or plane.no_repressurizing or _wounded_outside(m))
        # A bomber kept open for the sake of a wounded man outside the cabins (7.6C) is so by choice.
        plane.voluntary = not (plane.pressurized or plane.pressure_lost or plane.no_repressurizing)
        if plane.pressurized:
            ref.note("pressurized", open=_open_cabins(m), masks=len(cold.in_open_cabins(m)))
        else:
            ref.note("climbs-open")


def _restart_clocks(m: Mission) -> None:
    """R-104: the grace before frostbite begins anew on reaching thin air."""
    plane = m.plane
    plane.turns_down = 0
    turns = plane.compromised_turns
    turns[Cabin.FRONT] = turns[Cabin.WAIST] = turns[Cabin.TAIL] = 0


def _wounded_outside(m: Mission) -> bool:
    """7.6C: a wounded man lies in a bay or in Utility, where there is never pressure."""
    return any(
        man.alive() and (man.light or man.serious) and man.compartment not in CABIN for man in m.men.values()
    )


# ------------------------------------------------------------------ 4.2B: by choice


def why_not_depressurize(m: Mission, emergency: bool = False) -> str:
    """4.2B: why pressure cannot be let go now, or nothing. Fire and jumping are emergencies (R-105)."""
    plane = m.plane
    if not plane.pressurized:
        return "the bomber is not pressurized (4.2B)"
    if not emergency and plane.repressurized_turn == m.turn and plane.repressurized_turn:
        return "it was repressurized this turn (5.1B)"
    if not plane.no_voluntary_release and m.manned(Position.FLIGHT_ENGINEER):
        return ""
    if m.manned(Position.PILOT):
        return ""
    if not plane.waist_release_out:
        for man in m.men.values():
            if man.compartment is Section.WAIST and man.fit():
                return ""
    return "no fit man is at a working pressure release (4.2B)"


def why_not_repressurize(m: Mission) -> str:
    """4.2B: why the bomber cannot be pressurized again, or nothing."""
    plane = m.plane
    if plane.altitude is Altitude.LO:
        return "there is no pressure at LO (4.2A)"
    if plane.pressurized:
        return "the bomber is pressurized (4.2B)"
    if plane.pressure_lost:
        return "pressure is lost throughout (4.2C)"
    if plane.no_repressurizing:
        return "the pressure controls are damaged (7-10)"
    if plane.turns_down == 0:
        return "pressure comes back only at the start of a later turn (4.2B)"
    if not m.manned(Position.FLIGHT_ENGINEER):
        return "no fit man is at the engineer's panel (4.2B)"
    if _wounded_outside(m):
        return "a wounded man is outside the cabins (7.6C)"
    return ""


def depressurize(ref: Referee, m: Mission, why: str, masks: bool = True) -> None:
    """4.2B, 4.2D: let pressure go by choice. The crew go on oxygen at once, save for a bail-out.

    `masks` off leaves the mask roll to its own step of the turn, for orders given before it.
    """
    plane = m.plane
    if not plane.pressurized:
        return
    plane.pressurized = False
    plane.voluntary = True
    plane.turns_down = 0
    ref.note("depressurized", why=why)
    if masks and not why.startswith("bail"):
        _masks(ref, m)


def repressurize(ref: Referee, m: Mission) -> None:
    """4.2B: pressure on again; only at the start of a turn, after movement (R-105)."""
    plane = m.plane
    plane.pressurized = True
    plane.voluntary = False
    plane.turns_down = 0
    plane.repressurized_turn = m.turn
    m.kept_open = ""
    ref.note("repressurized", open=_open_cabins(m), masks=len(cold.in_open_cabins(m)))


def _open_cabins(m: Mission) -> str:
    """4.2C: the cabins that hold no pressure though the bomber has it."""
    return " and ".join([cabin.value for cabin in Cabin if m.plane.compromised[cabin]])


def offer_combat(ref: Referee, m: Mission) -> None:
    """5.1B, D36: before 5-1 the pilot may let pressure go (R-124: the "5.2" of 4.2B is this)."""
    if why_not_depressurize(m):
        return
    if ref.agreed("depressurize-combat", advice.depressurize_combat(m), lambda: questions.depressurize_combat(m)):
        depressurize(ref, m, "combat")


# ------------------------------------------------------------------ 4.2C: lost


def compromise(ref: Referee, m: Mission, cabin: Cabin, decompress: bool) -> None:
    """4.2C: a cabin can hold no pressure any more; with `decompress` 7-11 is rolled if it held some."""
    plane = m.plane
    if plane.compromised[cabin]:
        return  # 7.1: once is enough
    held = plane.pressurized
    plane.compromised[cabin] = True
    plane.compromised_turns[cabin] = 0
    _permit(m)
    ref.note("compromised", cabin=cabin.value)
    if not held:
        return
    if decompress:
        decompression(ref, m, SECTIONS[cabin])
    _masks(ref, m)


def hole(ref: Referee, m: Mission, cabin: Cabin, first: Chart[Hole], second: Chart[Hole]) -> None:
    """7-1b, 7-2, 7-6, 7-8a: does the hole compromise the cabin, and if it was pressurized, burst it?"""
    plane = m.plane
    if plane.compromised[cabin]:
        return  # 7.1: checked only while the cabin is sound
    if ref.roll(first) is not Hole.COMPROMISED:
        ref.note("hole-holds", cabin=cabin.value)
        return
    bursts = plane.pressurized and ref.roll(second) is Hole.DECOMPRESSION
    compromise(ref, m, cabin, bursts)


def lose_throughout(ref: Referee, m: Mission) -> None:
    """4.2C, 7-3, 7-4, 7-5, 7-10, 6.2F: pressure is gone in the whole bomber for good."""
    plane = m.plane
    if plane.pressure_lost:
        return
    plane.pressure_lost = True
    plane.voluntary = False
    _permit(m)
    ref.note("pressure-lost")
    if plane.pressurized:
        plane.pressurized = False
        plane.turns_down = 0
        _masks(ref, m)


def _permit(m: Mission) -> None:
    """4.7D: lost pressure gives leave to abort a mission planned for MED or HI."""
    if m.altitude is not Altitude.LO:
        m.permit("pressure lost")


# ------------------------------------------------------------------ 7-11


def decompression(ref: Referee, m: Mission, sections: Iterable[Section], oxygen: bool = True) -> None:
    """7-11: pressure bursts out of these compartments; one roll for all of them together.

    `oxygen` off is for men about to jump (8-4, 8-5): they may be hurt, but do not go on oxygen, and nobody
    need take over the controls.
    """
    where = tuple(sections)
    men = [man for man in m.men.values() if man.compartment in where and man.alive()]
    ref.note("decompression", causes=(), part=_BURST, where=", ".join(section.value for section in where))
    if men:  # with nobody there only the others are concerned
        if ref.roll(BLAST) is Blast.WOUNDS:
            for man in men:
                wounds.wound(ref, m, man)
        else:
            ref.note("blast-spares", part=_BURST, men=len(men))
    if not oxygen:
        return
    _after_blast(ref, m, [man for man in men if man.alive()])
    wounds.settle(ref, m)
    _masks(ref, m, everyone=True)  # 7-11: the rest of the crew go on oxygen as well


def _after_blast(ref: Referee, m: Mission, men: Sequence[Man]) -> None:
    """7-11, note: a die for every man in the compartment; who is too slow with his mask is wounded."""
    for man in men:
        ref.announce(ON_OXYGEN, named(man))
    hurt = 0
    for man in men:
        ref.concerns(named(man), ON_OXYGEN)
        if ref.roll(ON_OXYGEN) is OnOxygen.WOUND:
            hurt += 1
            wounds.wound(ref, m, man)
    ref.otherwise("masks-after-blast", part=_BURST, men=len(men) - hurt, hurt=hurt > 0)


# ------------------------------------------------------------------ 4.2D: masks


def mask_step(ref: Referee, m: Mission) -> None:
    """4.2, 4.2D, 7.4A: at its place in the turn, see to men without oxygen, then roll for masks if pressure is
    down.
    """
    plane = m.plane
    if plane.altitude is Altitude.LO:
        return
    if plane.oxygen_out_turn:
        cold.oxygen_step(ref, m)  # under pressure too: a man may be outside the cabins
    if plane.pressurized:
        damaged = plane.compromised
        if not (damaged[Cabin.FRONT] or damaged[Cabin.WAIST] or damaged[Cabin.TAIL]):
            return
    _masks(ref, m)


def _down(m: Mission) -> bool:
    """R-103: living men are without cabin pressure in a cabin, at MED or HI."""
    plane = m.plane
    if plane.altitude is Altitude.LO:
        return False
    if not plane.pressurized:
        return True
    for man in m.men.values():
        cabin = CABIN.get(man.compartment)
        if cabin is not None and plane.compromised[cabin] and man.alive():
            return True
    return False


def _masks(ref: Referee, m: Mission, everyone: bool = False) -> None:
    """4.2D: once a turn, does everybody get his mask on, and is the one who does not found in time?"""
    if m.mask_turn == m.turn or not (_down(m) or everyone):
        return
    m.mask_turn = m.turn
    if ref.roll(MASK, mask_mods(m)) is Mask.FINE:
        ref.done()
        return
    man = _in_trouble(ref, m)
    if man is None:
        ref.done()
        return
    if not everyone:
        cabin = CABIN[man.compartment]
        if not m.plane.cabin_down(cabin):
            ref.done()
            return  # RULING R-103: a man in a cabin that holds pressure needs no mask
    cause, m.cause = m.cause, Root.COLD
    m.kept_open = ""  # who kept the cabins open is asked again
    ref.note("mask-trouble", man=man.position.value, name=man.airman.name)
    if ref.roll(REVIVE) is Revive.KIA:
        wounds.kill(ref, m, man)
        wounds.settle(ref, m)
    ref.otherwise("mask-mended", man=man.position.value, name=man.airman.name)
    m.cause = cause


def mask_mods(m: Mission) -> Sequence[Mod]:
    """4.2D: without the intercom nobody calls for help."""
    return NO_MODS if m.plane.intercom_works() else _INTERCOM_OUT


def _in_trouble(ref: Referee, m: Mission) -> Man | None:
    """4.2D: whose mask fails; nobody if no living man sits there."""
    where = ref.roll(WHERE)
    while where is Where.AGAIN:
        where = ref.roll(WHERE)
    station = SINGLE[where] if where in SINGLE else ref.roll(WHO[where])
    man = m.seats[station]
    return man if man is not None and man.alive() else None


# ------------------------------------------------------------------ orders


def _open_relevant(m: Mission) -> bool:
    """4.2B, D9: there is pressure to let go."""
    return m.plane.pressurized


def _open(ref: Referee, m: Mission) -> None:
    """D9: let pressure go so that men can move; the mask roll follows in its own step."""
    depressurize(ref, m, "crew moves", masks=False)


def _masks_ahead(m: Mission) -> Sequence[Stake]:
    """4.2D, D9: what the order may cost."""
    return questions.masks(m)


def _without_pressure(m: Mission) -> str:
    """4.2C, D8: whom the order does not help."""
    return questions.without_pressure(m)


def _shut_relevant(m: Mission) -> bool:
    """4.2B, D8: there is pressure to be had again."""
    plane = m.plane
    return not plane.pressurized and plane.altitude is not Altitude.LO


ORDERS: tuple[Order, ...] = (
    Order(
        REPRESSURIZE,
        "4.2B",
        "Repressurize the bomber",
        _shut_relevant,
        why_not_repressurize,
        repressurize,
        advice.repressurize,
        why=advice.why_repressurize,
        detail=_without_pressure,
    ),
    Order(
        "depressurize",
        "4.2B",
        "Depressurize for crew moves",
        _open_relevant,
        why_not_depressurize,
        _open,
        advice.depressurize,
        _masks_ahead,
        advice.why_depressurize,
    ),
)
