"""7-9e, 7-10g Flaps without their controls or without power: down by the portable motor before a landing (D60)."""

from __future__ import annotations

from flakhouse.core.charts import Chart
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import tasks
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.questions import gear as questions
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Altitude, Section
from flakhouse.games.bomber.cells import either

__all__ = ["before_ditching", "before_landing", "chart"]

FLAPS_9 = CHARTS.bind("7-9e-flaps", either("down", "motor burns out"))
FLAPS_10 = CHARTS.bind("7-10g-flaps", either("down", "motor burns out"))


def before_landing(ref: Referee, m: Mission) -> None:
    """7-9e, 7-10g, D60: the flaps, if they do not come down by themselves."""
    if m.plane.power_out() or m.plane.flap_controls_out:
        _lower(ref, m)


def before_ditching(ref: Referee, m: Mission) -> None:
    """7-9e, 7-10g, D60: 8-3 counts the flaps as well; without power somebody must run the generator for them."""
    plane = m.plane
    if plane.power_out():
        if plane.generator_out or plane.altitude is not Altitude.LO or not _wanted(m):
            return
        who = tasks.send(ref, m, Section.UTILITY, "generator-man", lambda: questions.generator_man_flaps(m))
        if who is not None:
            _lower(ref, m)
    elif plane.flap_controls_out:
        _lower(ref, m)


def _wanted(m: Mission) -> bool:
    """7-9e: there is a flap left to drive, and a motor to drive it."""
    plane = m.plane
    return not (plane.flaps_by_motor or plane.motor_out or all(wing.flap_out for wing in plane.wings.values()))


def chart(m: Mission) -> Chart[bool]:
    """7-9e, 7-10g: the table of the try, as the trouble is."""
    return FLAPS_10 if m.plane.power_out() else FLAPS_9


def _lower(ref: Referee, m: Mission) -> None:
    """7-9e, 7-10g, D60: flaps by the portable motor, a man in the forward bay; without power the generator too."""
    plane = m.plane
    if not _wanted(m):
        return
    power_out = plane.power_out()
    if power_out and (plane.generator_out or plane.altitude is not Altitude.LO):
        return
    if power_out and tasks.man_in(m, Section.UTILITY) is None:
        return
    if tasks.send(ref, m, Section.FWD_BAY, "flaps-by-motor", lambda: questions.flaps_by_motor(m)) is None:
        return
    plane.flaps_by_motor = ref.roll(chart(m))
    if plane.flaps_by_motor:
        ref.note("flaps-down")
    else:
        plane.motor_out = True
        ref.note("part-out", part="portable motor")
