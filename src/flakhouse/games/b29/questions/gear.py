"""7-1c, 7-5n, 7-9c and e, 7-10c to g The questions about gear, flaps and the auxiliary generator."""

from __future__ import annotations

from flakhouse.core.charts import Chart
from flakhouse.core.questions import Barred, Option, Question, Subject, yes_no
from flakhouse.core.stakes import Stake, on_results
from flakhouse.games.b29 import flaps, gear, generator, tasks
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Section

__all__ = [
    "NOSE_GEAR",
    "NOTHING",
    "drive",
    "drive_landing",
    "flaps_by_motor",
    "generator_man",
    "generator_man_flaps",
    "main_gear_by_hand",
    "nose_gear_by_hand",
]

NOTHING, NOSE_GEAR, PUMP = "nothing", "nose gear", "hydraulic pump"
_GENERATOR = Subject("part", "auxiliary generator")


# ------------------------------------------------------------------ 7-10c: the generator


def drive(m: Mission) -> Question:
    """7-10c, D21 What the generator drives this turn."""
    options = {NOTHING: Option("Nothing after all")}
    barred = {PUMP: Barred("it serves the landing only and is asked for then (7-10c)")}
    for item, out in (("radio", m.plane.radio_out), ("autopilot", m.plane.autopilot_out)):
        about = Subject("part", item)
        if out:
            barred[item] = Barred(f"the {item} itself is damaged (7-10c)", "", about)
        else:
            options[item] = Option(f"The {item}", about)
    _nose_gear(m, "The nose gear, down now (two turns in this zone)", options, barred)
    return Question("7-10c", "What does the generator drive?", options, _GENERATOR, barred=barred)


def drive_landing(m: Mission) -> Question:
    """7-10c, D21 What the generator drives for the landing."""
    options = {PUMP: Option("The hydraulic pump, for the brakes", Subject("part", PUMP))}
    barred: dict[str, Barred] = {}
    _nose_gear(m, "The nose gear", options, barred)
    options[tasks.NOBODY] = Option("Nothing")
    return Question("7-10c", "What does the generator drive for the landing?", options, _GENERATOR, barred=barred)


def _nose_gear(m: Mission, label: str, options: dict[str, Option], barred: dict[str, Barred]) -> None:
    """7-10c, f Whether the generator can lower the nose gear."""
    about = Subject("part", NOSE_GEAR)
    why = generator.why_not_nose_gear(m)
    if why:
        barred[NOSE_GEAR] = Barred(why, "", about)
    else:
        options[NOSE_GEAR] = Option(label, about)


# ------------------------------------------------------------------ 7.6A: who is sent


def generator_man(m: Mission) -> Question:
    """7-10c Who runs the generator for the landing."""
    prompt = "Power is out. Who runs the generator in Utility for the landing?"
    return _who(m, Section.UTILITY, "7-10c", prompt)


def generator_man_flaps(m: Mission) -> Question:
    """7-10g Who runs the generator for the flaps, before a ditching."""
    prompt = "Power is out. Who runs the generator in Utility, so that the flaps come down?"
    return _who(m, Section.UTILITY, "7-10g", prompt)


def main_gear_by_hand(m: Mission) -> Question:
    """7-5n, D59 Who cranks the main gear down."""
    prompt = "The main gear must be cranked down in the aft bay. Who goes?"
    return _who(m, Section.AFT_BAY, "7-5n", prompt, _down(gear.main_by_hand(m)))


def flaps_by_motor(m: Mission) -> Question:
    """7-9e, 7-10g, D60 Who drives the flaps down."""
    prompt = "The flaps must be driven by the portable motor. Who goes to the forward bay?"
    rule = "7-10g" if m.plane.power_out() else "7-9e"
    return _who(m, Section.FWD_BAY, rule, prompt, _down(flaps.chart(m)))


def _who(m: Mission, section: Section, rule: str, prompt: str, stakes: tuple[Stake, ...] = ()) -> Question:
    """7.6A The man who is there, or those who can be sent."""
    here = tasks.ready(m, section)
    options: dict[str, Option] = {}
    barred: dict[str, Barred] = {}
    for man in tasks.able(m, section):
        place = ", who is there" if man is here else ""
        label = f"{man.position.value} {man.airman.name}{place}"
        options[man.position.value] = Option(label, Subject("man", man.position.value), stakes=stakes)
    for position in tasks.SPARE if here is None else ():
        man = m.men[position]
        if man.aboard and man.compartment is not section and (why := tasks.why_not_send(m, man, section)):
            barred[position.value] = Barred(why, "", Subject("man", position.value))
    options[tasks.NOBODY] = Option("Nobody")
    part = Subject("part", section.value)
    return Question(rule, prompt, options, part, barred=barred, routine=here is not None)


# ------------------------------------------------------------------ by hand


def nose_gear_by_hand(m: Mission) -> Question:
    """7-1c, 7-9c, 7-10f, D59 Whether the nose gear is cranked down."""
    found = gear.nose_by_hand(m)
    chart = gear.NOSE_DOWN_C if found is None else found[0]
    rule = chart.id.partition("-nose")[0]
    prompt = "The nose gear must be cranked down by hand. Try it?"
    try_it = Option("Yes", stakes=_down(chart))
    return yes_no(rule, prompt, Subject("part", NOSE_GEAR), yes=try_it, routine=True)


def _down(chart: Chart[bool]) -> tuple[Stake, ...]:
    """Whether it comes down."""
    return (on_results("comes down", chart.id, ["down"]),)
