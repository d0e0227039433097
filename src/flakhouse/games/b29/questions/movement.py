"""Questions of rules 4.1, 4.8D, 7.3 and 7-9a: altitude, rejoining, the cold, dead controls."""

from __future__ import annotations

from flakhouse.core.questions import Cost, Option, Question, yes_no
from flakhouse.games.b29 import cold as freezing
from flakhouse.games.b29 import movement
from flakhouse.games.b29.advice import movement as advice
from flakhouse.games.b29.questions import about, stakes
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Altitude, Formation, Leg

__all__ = [
    "CLIMB",
    "DESCEND",
    "DOWN",
    "DOWN2",
    "HOLD",
    "STAY",
    "altitude",
    "assembly",
    "bombing",
    "cold",
    "fly_on_dead_controls",
    "in_reach",
    "levels",
    "rejoin",
]

HOLD, CLIMB, DOWN, DOWN2 = "hold", "climb", "down", "down2"
STAY, DESCEND = "stay", "descend"
_NAMES = {Altitude.HI: "high altitude", Altitude.MED: "medium altitude", Altitude.LO: "low altitude"}


def levels(m: Mission) -> list[str]:
    """4.1B, D5: which ways are open."""
    open = [HOLD] if movement.why_no_climb(m) else [HOLD, CLIMB]
    level = m.plane.altitude
    return open if level is Altitude.LO else [*open, DOWN, DOWN2] if level is Altitude.HI else [*open, DOWN]


def altitude(m: Mission) -> Question:
    """4.1B, D5: up one level, hold, down one or two."""
    level, when = m.plane.altitude, assembly(m)
    options = {HOLD: Option(f"Stay at {_NAMES[level]}", detail=_staying(m))}
    barred: dict[str, str] = {}
    if why_not := movement.why_no_climb(m):
        barred[CLIMB] = why_not
    else:
        options[CLIMB] = Option(
            f"Climb to {_NAMES[Altitude(level + 1)]}", costs=about.fuel(m, 2), detail=about.climb(m)
        )
    if level is Altitude.LO:
        barred[DOWN] = "this is as low as it goes (4.1B)"
    else:
        options[DOWN] = Option(f"Descend to {_NAMES[Altitude(level - 1)]}")
    if level is Altitude.HI:
        options[DOWN2] = Option(f"Descend to {_NAMES[Altitude.LO]}")
    return Question(
        "4.1B",
        f"Which altitude in this zone? {when}" if when else "Which altitude in this zone: high, medium or low?",
        options,
        about.zone(m),
        barred=barred,
        routine=not _weighty(m),
        matters=True,
        why=lambda: advice.why_altitude(m),
    )


def assembly(m: Mission) -> str:
    """4.8A Where and how high the formation assembles, while the bomber is on its way there; "" otherwise."""
    if m.night or m.leg is not Leg.OUT or m.assembled or m.aborted or m.formation is not Formation.NONE:
        return ""
    zone = movement.assembly_zone(m)
    if m.zone > zone:
        return ""
    late = "" if in_reach(m) else ": out of reach by now, at one level a turn"
    return f"The formation assembles in zone {zone}, at {_NAMES[m.altitude]}{late}."


def in_reach(m: Mission) -> bool:
    """4.1B, 4.8A Whether the bomber, climbing a level a turn from now on, is as high as the formation in time."""
    return m.altitude - m.plane.altitude <= movement.assembly_zone(m) - m.zone + 1


def bombing(m: Mission) -> str:
    """R-102 Where and how high the bombs fall, on the way there; "" otherwise."""
    if m.leg is not Leg.OUT or m.bomb_run or m.aborted:
        return ""
    return f"Bombs are dropped from {_NAMES[m.altitude]} only, in zone {m.target.zone}."


def _staying(m: Mission) -> str:
    """4.1B, 4.8A, R-102 What comes of it: one level a turn can be climbed, and the place to be there is known."""
    climb = m.altitude - m.plane.altitude
    due = assembly(m) if in_reach(m) else ""
    zone = movement.assembly_zone(m) if due else m.target.zone
    if not climb or not (due or bombing(m)):
        return ""
    if climb <= zone - m.zone if climb > 0 else m.zone < zone:
        return "" if due else bombing(m)  # where the formation assembles stands in the question
    return "Staying means flying there alone." if due else f"{bombing(m)} Staying is too low for the run."


def _weighty(m: Mission) -> bool:
    """4.1B, D5, D13: where a captain thinks of it: men freeze, it is time to change, the way home begins."""
    if freezing.grace_over(m) or advice.altitude(m) != HOLD:
        return True
    return m.leg is Leg.BACK and m.new_zone and m.zone == (m.abort_zone if m.aborted else m.target.zone) - 1


_BITTEN = "A frostbitten man does nothing more on this flight, and may never fly again."


def cold(m: Mission) -> Question:
    """7.3, D13: stay in formation and risk frostbite, or go down for warmth."""
    men = [man.subject for man in freezing.exposed(m)]
    return Question(
        "7.3",
        "Men are in the cold. Stay in formation and risk frostbite, or descend out of formation?",
        {
            STAY: Option("Stay at this altitude", stakes=stakes.frostbite(m), detail=_BITTEN),
            DESCEND: Option(
                "Descend to low altitude, out of formation",
                costs=(Cost("formation"),),
                detail="Nobody freezes there.",
            ),
        },
        *men,
        why=lambda: "A frostbitten man is out of the fight, and often invalided home.",
    )


def rejoin(m: Mission) -> Question:
    """4.8D, D6: back into the formation, or on alone."""
    cost = "one fuel box and the Tail place" if m.options.fuel else "its place: it flies at the Tail"
    return yes_no(
        "4.8D",
        f"Rejoin the formation? It costs {cost}.",
        about.zone(m),
        yes=Option("Yes", costs=about.fuel(m, 1), detail=about.spend(m, 1)),
        why=lambda: "A bomber alone draws fighters, and its guns have no help.",
    )


def fly_on_dead_controls(m: Mission) -> Question:
    """7-9a, D53: on by throttle and autopilot, or everybody jumps now."""
    return yes_no(
        "7-9a",
        "Both sets of controls are dead. Fly on by throttle and autopilot, or jump?",
        about.zone(m),
        yes=Option("Fly on", detail=f"{m.plane.dead_control_zones} more zones can be entered."),
        no=Option("Everybody jumps now", stakes=stakes.bail_out(m), detail=stakes.stuck(m)),
        why=lambda: "Every zone nearer home gives the men a better chance after the jump.",
    )
