"""The questions of a flight: turning back, bombs, height, cold, engines, a rabbit's foot (9 to 13, B-7)."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.questions import Cost, Option, Question, yes_no
from flakhouse.core.referee import Referee
from flakhouse.games.b17.advice import flight as advice
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.questions import stakes
from flakhouse.games.b17.state import Man, Mission
from flakhouse.games.bomber.leave import leave_subjects
from flakhouse.games.bomber.men import named

__all__ = [
    "abort",
    "abort_bombs",
    "engine_bombs",
    "frostbite",
    "oxygen_out",
    "rabbits_foot",
    "throw_overboard",
]


def abort(m: Mission, causes: dict[str, bool], advised: str) -> Question:
    """13.1 Go on or turn back; `causes` on the list, and whether the enemy brought them about."""
    declined = m.leave_declined.split(", ")
    routine = advised == "go-on" and all(cause in declined for cause in causes)  # nothing new since he flew on
    there = m.zone == m.target.zone
    onward = f"{'Bomb' if there else 'Continue to'} {m.target.city}"
    if m.nothing_wrong():
        where = f"You are over {m.target.city}" if there else f"Zone {m.zone} is behind you"
        prompt = f"{where}, nothing is wrong. {'Bomb it' if there else onward}, or turn back?"
        routine = True
    else:
        prompt = _sentence(", ".join(causes)) if causes else ""
        if any(causes.values()):
            prompt += f"You may turn back, and the mission still counts. {onward}?"
        else:
            prompt += f"If you turn back now the mission will not count. {onward}?"
    options = {"go-on": onward, "abort": "Turn back"}
    tell = advice.tell_abort if advised == "abort" else advice.why_go_on
    leave = leave_subjects(causes)
    return Question("13.1", prompt, options, m.subject, *leave, routine=routine, why=lambda: tell(m, causes))


def _sentence(words: str) -> str:
    """Words as a sentence of their own, with a space behind it."""
    return f"{words[:1].upper()}{words[1:]}. "


def abort_bombs(m: Mission) -> Question:
    """13.2 What becomes of the bombs."""
    options = {"drop": "Drop the bombs here", "keep": "Keep them aboard"}
    prompt = "Drop the bombs for the way home?"
    return Question("13.2", prompt, options, m.subject, why=advice.why_abort_bombs)


# ------------------------------------------------------------------ cold and thin air

_DOWN = "Descend to 10,000 feet, out of formation"
_BITTEN = "A frostbitten gunner hits on a 6 only, and may never fly again."


def _names(men: Sequence[Man]) -> str:
    return ", ".join(named(man) for man in men) + (" has" if len(men) == 1 else " have")


def frostbite(m: Mission, men: Sequence[Man]) -> Question:
    """10.1 Up or down, with these men in the cold."""
    return Question(
        "10.1",
        f"{_names(men)} no heat. Descend to 10,000 feet, out of formation, or stay and risk frostbite?",
        {
            "stay": Option("Stay up and risk frostbite", stakes=stakes.frostbite(len(men)), detail=_BITTEN),
            "descend": Option(
                _DOWN, costs=(Cost("formation"),) if m.in_formation else (), detail="Nobody freezes there."
            ),
        },
        *(man.subject for man in men),
        why=lambda: advice.why_frostbite(m),
    )


def oxygen_out(men: Sequence[Man]) -> Question:
    """9.3 Places with oxygen for these men, or down."""
    return Question(
        "9.3",
        f"{_names(men)} no oxygen. Move them, or descend?",
        {"place": "They take empty places that have oxygen", "descend": _DOWN},
        *(man.subject for man in men),
        why=advice.why_oxygen_out,
    )


# ------------------------------------------------------------------ engines

_NO_DOORS = "the bomb bay doors are jammed (P-3)"


def engine_bombs(m: Mission, may_bomb: bool) -> Question:
    """11.1 An engine is out in formation, and the bombs weigh."""
    stuck = m.plane.bomb_doors_out
    options: dict[str, Option | str] = {}
    barred: dict[str, str] = {}
    if stuck:
        barred = {"bomb": _NO_DOORS, "jettison": _NO_DOORS}
    elif may_bomb:
        options["bomb"] = "Stay in formation and bomb the target"
    else:
        barred = {"bomb": "only in the target zone, before the bomb run (11.1)"}
    if not stuck:
        options["jettison"] = "Jettison the bombs and stay in formation"
    options["keep"] = "Keep the bombs and fall out of formation"
    advised = advice.engine_bombs(m, may_bomb)
    return Question(
        "11.1",
        "An engine is out, and the bombs are too heavy to keep up. What do you do?",
        options,
        *(engine.subject for engine in m.plane.engines if engine.out()),
        barred=barred,
        why=lambda: advice.why_engine_bombs(advised),
    )


def throw_overboard(m: Mission) -> Question:
    """11.6 Guns, ammunition and extinguishers for a second zone on one engine."""
    return yes_no(
        "11.6",
        "One engine is left. It carries you 1 zone, or 2 if you throw out guns and ammunition. Throw them out?",
        *(engine.subject for engine in m.plane.engines if not engine.out()),
        yes=Option("Throw them out", costs=(Cost("guns, ammunition and extinguishers"),)),
        no=Option("Keep them"),
        why=lambda: advice.why_throw_overboard(m),
    )


# ------------------------------------------------------------------ luck


def rabbits_foot(ref: Referee, chart: str, word: str, advised: str, feet: int) -> Question:
    """B-7 row 7 Whether a roll on this chart that came out so is made again."""
    title = CHARTS.charts[chart].data.title
    return Question(
        "B-7",
        f"{title}: {word}. Spend a rabbit's foot to roll again? ({feet} left)",
        {
            "keep": Option("Keep the roll", detail=f"It stays: {word}."),
            "again": Option(
                "Spend a rabbit's foot and roll again",
                stakes=stakes.same_again(ref, chart, word),
                costs=(Cost("rabbit's foot"),),
            ),
            "table": "Keep it, and do not ask about this table again",
            "zone": "Keep it, and do not ask again in this zone",
            "mission": "Keep it, and do not ask again on this mission",
        },
        routine=advised == "keep",
        why=lambda: advice.why_rabbits_foot(advised),
    )
