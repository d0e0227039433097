"""13.4 March: training site, security measures, morale, Elite Crewmen."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import data, elites
from flakhouse.games.doolittle.advice import march as advice
from flakhouse.games.doolittle.planning import asking, diplomacy, february, training
from flakhouse.games.doolittle.questions import march as questions
from flakhouse.games.doolittle.state import Elite, Raid
from flakhouse.games.doolittle.words import Benefit, Month

__all__ = [
    "SPACES",
    "draw_elite",
    "measures",
    "morale",
    "morale_sum",
    "pick_elites",
    "secrecy_dice",
    "site",
    "turn",
]

_START = 2  # 13.4.3: the place of the Start space on the Morale Track
#: 13.4.3 The Morale Track from left to right.
SPACES = ("Low", "Poor", "Start", "Good", "High")


def turn(ref: Referee, r: Raid) -> None:
    """13.4 The March turn."""
    site(ref, r)
    measures(ref, r)
    morale(ref, r)
    pick_elites(ref, r)
    training.train(ref, r)
    diplomacy.turn(ref, r, Month.MARCH)


def site(ref: Referee, r: Raid) -> None:
    """13.4.1 Eglin or McClellan, and whether the crews get Liberty."""
    # D67
    r.blotter.site = asking.ask(
        ref, r, "training-site", advice.training_site(ref), questions.training_site, questions.SITES
    )
    # D67
    r.blotter.liberty = asking.agreed(ref, r, "liberty", advice.liberty(ref), questions.liberty)
    ref.note("training-site", causes=(), site=r.blotter.site, liberty=r.blotter.liberty)


def measures(ref: Referee, r: Raid) -> None:
    """13.4.2 Security measures, each for itself."""
    chart = data.table(ref, "P-measures")
    for i, name in enumerate(chart.labels):
        if _measure(ref, r, name, chart.words[0][i], chart.words[1][i]):
            r.blotter.measures.append(name)
    ref.note("measures", causes=(), measures=", ".join(r.blotter.measures) or "none")


def _measure(ref: Referee, r: Raid, name: str, dice: str, lower: str) -> bool:
    """13.4.2 Whether one measure is taken."""
    id = name.lower().replace(" ", "-")
    wanted = advice.measure(ref, name)
    # D68
    return asking.agreed(ref, r, f"measure-{id}", wanted, lambda: questions.measure(name, dice, lower))


def secrecy_dice(ref: Referee, r: Raid) -> int:
    """13.4.1, 13.4.2 The dice of the training site and of the measures."""
    chosen = data.table(ref, "P-measures")
    dice = int(data.table(ref, "P-training-site").look_up(r.blotter.site))
    return dice + sum(int(chosen.look_up(name)) for name in r.blotter.measures)


# ------------------------------------------------------------------ morale (13.4.3)


def morale_sum(ref: Referee, r: Raid) -> int:
    """13.4.3 Where all changes together would put the Morale marker; below zero is lower than Low."""
    blotter = r.blotter
    chart = data.table(ref, "P-measures")
    changes = sum(int(chart.look_up(name, 1)) for name in blotter.measures) + february.change(ref, r, "morale")
    changes += blotter.liberty + blotter.squadron_briefed + asking.doolittle_in(r, Month.MARCH)
    return _START + changes


def morale(ref: Referee, r: Raid) -> None:
    """13.4.3 All shifts of Morale; the squadron may be briefed, and must be (or get Liberty) below Low."""
    blotter = r.blotter
    risk = int(data.table(ref, "P-risk").look_up("squadron briefed"))
    told = advice.brief_squadron(ref)
    # D69
    blotter.squadron_briefed = asking.agreed(
        ref, r, "brief-squadron", told, lambda: questions.brief_squadron(risk)
    )
    while morale_sum(ref, r) < 0:  # each of the two keeps the marker in the Low space once
        done = {questions.LIBERTY: blotter.liberty, questions.BRIEF: blotter.squadron_briefed}
        if all(done.values()):
            break
        key = _lifted(ref, r, done, risk)
        blotter.liberty = blotter.liberty or key == questions.LIBERTY
        blotter.squadron_briefed = blotter.squadron_briefed or key == questions.BRIEF
    blotter.morale = min(len(SPACES) - 1, max(0, morale_sum(ref, r)))
    ref.note("morale", causes=(), space=SPACES[blotter.morale], briefed=blotter.squadron_briefed)


def _lifted(ref: Referee, r: Raid, done: dict[str, bool], risk: int) -> str:
    """13.4.3 What keeps Morale from falling below Low."""
    advised = advice.lower_than_low(done)
    # D69
    return asking.ask(
        ref,
        r,
        "lower-than-low",
        advised,
        lambda: questions.lower_than_low(done, risk),
        lambda: questions.not_done(done),
    )


# ------------------------------------------------------------------ Elite Crewmen (13.4.3)


def _cup(ref: Referee, r: Raid) -> list[tuple[str, Benefit, str]]:
    """13.4.3 The Elite Crewmen not drawn yet: name, benefit, bomber."""
    drawn = [elite.name for elite in r.blotter.elites]
    return [man for man in elites.MEN.of(ref) if man[0] not in drawn]


def pick_elites(ref: Referee, r: Raid) -> None:
    """13.4.3 As many Elite Crewmen as Morale allows, drawn blindly or picked, as the player prefers."""
    count = int(data.table(ref, "P-morale").look_up(SPACES[r.blotter.morale]))
    # D70
    how = asking.ask(ref, r, "elites", questions.DRAW, lambda: questions.elites(count), questions.DRAW_OR_PICK)
    for _ in range(count):
        if how == questions.DRAW:
            draw_elite(ref, r)
        elif not _pick_elite(ref, r):
            break
    if how == questions.PICK:
        ref.note("elites-picked", causes=(), names=", ".join(elite.name for elite in r.blotter.elites))


def _pick_elite(ref: Referee, r: Raid) -> bool:
    """13.4.3, 15.1.2 One Elite Crewman is picked; False if nobody is left to pick."""
    cup = _cup(ref, r)
    grounded = ["Doolittle"] if "Doolittle" in r.blotter.barred else []
    first = next((name for name, _, _ in cup if name not in grounded), "")
    if not first:
        return False
    # D70
    name = asking.ask(
        ref,
        r,
        "pick-elite",
        first,
        lambda: questions.pick_elite(cup, grounded),
        lambda: questions.free(cup, grounded),
    )
    r.blotter.elites.append(next(Elite(*man) for man in cup if man[0] == name))
    return True


def draw_elite(ref: Referee, r: Raid) -> None:
    """13.4.3, 13.4.4 One Elite Crewman from the cup."""
    cup = _cup(ref, r)
    if not cup:
        return
    elite = Elite(*ref.draw(cup))
    r.blotter.elites.append(elite)
    ref.note("elite-drawn", causes=(), elite=elite.name, benefit=elite.benefit.value)
