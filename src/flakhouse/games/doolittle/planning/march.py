"""13.4 March: training site, security measures, morale, Elite Crewmen."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import data, elites
from flakhouse.games.doolittle.planning import asking, diplomacy, february, training
from flakhouse.games.doolittle.state import Elite, Raid
from flakhouse.games.doolittle.words import Benefit, Month

__all__ = ["SPACES", "draw_elite", "measures", "morale", "pick_elites", "secrecy_dice", "site", "turn"]

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
    r.blotter.site = asking.choose(
        ref,
        r,
        "training-site",
        "13.4.1",
        "Where does the squadron train?",
        {
            "Eglin": "Eglin Field, Florida: two dice for secrecy",
            "McClellan": "McClellan Field, California: one die, 2 training points, +3 on the Transit Check",
        },
        asking.history(ref, "site"),
    )
    # D67
    r.blotter.liberty = asking.yes(
        ref,
        r,
        "liberty",
        "13.4.1",
        "Grant Liberty (Morale +1, and a variable Security Risk in April)?",
        asking.history(ref, "liberty") == "yes",
    )
    if ref.trace:
        ref.note("training-site", site=r.blotter.site, liberty=r.blotter.liberty)


def measures(ref: Referee, r: Raid) -> None:
    """13.4.2 Security measures, each for itself."""
    chart = data.table(ref, "P-measures")
    wanted = asking.history(ref, "measures").split(", ")
    for i, name in enumerate(chart.labels):
        dice, lower = chart.words[0][i], chart.words[1][i]
        prompt = f"{name} (secrecy +{dice}, Morale {lower})?"
        # D68
        if asking.yes(ref, r, f"measure-{name.lower().replace(' ', '-')}", "13.4.2", prompt, name in wanted):
            r.blotter.measures.append(name)
    if ref.trace:
        ref.note("measures", measures=", ".join(r.blotter.measures) or "none")


def secrecy_dice(ref: Referee, r: Raid) -> int:
    """13.4.1, 13.4.2 The dice of the training site and of the measures."""
    chosen = data.table(ref, "P-measures")
    dice = int(data.table(ref, "P-training-site").look_up(r.blotter.site))
    return dice + sum(int(chosen.look_up(name)) for name in r.blotter.measures)


# ------------------------------------------------------------------ morale (13.4.3)


def _sum(ref: Referee, r: Raid) -> int:
    """13.4.3 Where all changes together would put the Morale marker; below zero is lower than Low."""
    blotter = r.blotter
    chart = data.table(ref, "P-measures")
    changes = sum(int(chart.look_up(name, 1)) for name in blotter.measures) + february.change(ref, r, "morale")
    changes += blotter.liberty + blotter.squadron_briefed + asking.doolittle_in(r, Month.MARCH)
    return _START + changes


def morale(ref: Referee, r: Raid) -> None:
    """13.4.3 All shifts of Morale; the squadron may be briefed, and must be (or get Liberty) below Low."""
    blotter = r.blotter
    # D69
    blotter.squadron_briefed = asking.yes(
        ref,
        r,
        "brief-squadron",
        "13.4.3",
        "Tell the squadron that it will bomb Japan (Morale +1, Security Risk +4 in April)?",
        asking.history(ref, "brief the squadron") == "yes",
    )
    while _sum(ref, r) < 0:  # each of the two keeps the marker in the Low space once
        options: dict[str, str] = {}
        barred: dict[str, str] = {}
        for key, done, words in (
            ("liberty", blotter.liberty, "Grant Liberty"),
            ("brief", blotter.squadron_briefed, "Brief the squadron"),
        ):
            if done:
                barred[key] = "Done already (13.4.3)"
            else:
                options[key] = words
        if not options:
            break
        prompt = "Morale falls below Low. What keeps it there?"
        # D69
        key = asking.choose(ref, r, "lower-than-low", "13.4.3", prompt, options, "", barred)
        blotter.liberty = blotter.liberty or key == "liberty"
        blotter.squadron_briefed = blotter.squadron_briefed or key == "brief"
    blotter.morale = min(len(SPACES) - 1, max(0, _sum(ref, r)))
    if ref.trace:
        ref.note("morale", space=SPACES[blotter.morale], briefed=blotter.squadron_briefed)


# ------------------------------------------------------------------ Elite Crewmen (13.4.3)


def _cup(ref: Referee, r: Raid) -> list[tuple[str, Benefit, str]]:
    """13.4.3 The Elite Crewmen not drawn yet: name, benefit, bomber."""
    drawn = [elite.name for elite in r.blotter.elites]
    return [man for man in elites.MEN.of(ref) if man[0] not in drawn]


def pick_elites(ref: Referee, r: Raid) -> None:
    """13.4.3 As many Elite Crewmen as Morale allows, drawn blindly or picked, as the player prefers."""
    count = int(data.table(ref, "P-morale").look_up(SPACES[r.blotter.morale]))
    # D70
    how = asking.choose(
        ref,
        r,
        "elites",
        "13.4.3",
        f"{count} Elite Crewmen: drawn or picked?",
        {"draw": "Draw them from the cup", "pick": "Pick them"},
        "draw",
    )
    for _ in range(count):
        if how == "draw":
            draw_elite(ref, r)
            continue
        cup = _cup(ref, r)
        grounded = ["Doolittle"] if "Doolittle" in r.blotter.barred else []
        options = {name: f"{name}, {benefit.value}" for name, benefit, _ in cup if name not in grounded}
        if not options:
            break
        barred = {name: "With MacArthur a prisoner he may not fly (15.1.2)" for name in grounded}
        # D70
        name = asking.choose(ref, r, "pick-elite", "13.4.3", "Which Elite Crewman?", options, "", barred)
        r.blotter.elites.append(next(Elite(*man) for man in cup if man[0] == name))
    if ref.trace and how == "pick":
        ref.note("elites-picked", names=", ".join(elite.name for elite in r.blotter.elites))


def draw_elite(ref: Referee, r: Raid) -> None:
    """13.4.3, 13.4.4 One Elite Crewman from the cup."""
    cup = _cup(ref, r)
    if not cup:
        return
    elite = Elite(*ref.draw(cup))
    r.blotter.elites.append(elite)
    if ref.trace:
        ref.note("elite-drawn", name=elite.name, benefit=elite.benefit.value)
