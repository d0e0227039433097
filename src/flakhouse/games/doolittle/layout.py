"""9.5, 10.0: the Task Force Layout, its ships and Recon, damage to ships."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flakhouse.core.charts import Chart
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import aircraft, cups, data
from flakhouse.games.doolittle.advice import layout as advice
from flakhouse.games.doolittle.questions import layout as questions
from flakhouse.games.doolittle.state import Crew, Raid, Recon, Ship
from flakhouse.games.doolittle.words import Fate

__all__ = [
    "ASTERN_FAR",
    "CENTER",
    "ENTERPRISE",
    "HORNET",
    "Space",
    "adjacent",
    "arrange",
    "check_recon",
    "damage_ship",
    "detach",
    "hornet_fit",
    "in_space",
    "join",
    "move_ship",
    "place",
    "read_recon",
    "read_ships",
    "ship",
    "ships",
    "sink",
    "slow_ships",
    "spaces",
    "strays",
    "why_not_recon",
    "why_not_space",
]

CENTER = "Center"
ASTERN_FAR = "Astern Far"
HORNET = "Hornet"
ENTERPRISE = "Enterprise"
_HANGAR = "Hangar"


@dataclass(slots=True, frozen=True)
class Space:
    """A space of the layout (9.5.1)."""

    name: str
    capacity: int
    only: tuple[str, ...]  # ship types; empty: any
    adjacent: tuple[str, ...]


def spaces(ref: Referee) -> Mapping[str, Space]:
    """9.5, ruling 32, 9.5.1 The spaces for ships."""
    return _SPACES.of(ref)


def _spaces(chart: Chart[str]) -> Mapping[str, Space]:
    """9.5.1 The spaces as the table has them."""
    found: dict[str, Space] = {}
    for row, name in enumerate(chart.labels):
        capacity, only, near = (column[row] for column in chart.words)
        kinds = () if only == "-" else tuple(only.split(", "))
        found[name] = Space(name, int(capacity), kinds, tuple(near.split(", ")))
    return found


_SPACES = data.Reading("layout", _spaces)
_STATIONS = data.Reading("ships", data.cells(-1))


def adjacent(ref: Referee, one: str, other: str) -> bool:
    """9.5.1 Two spaces touch."""
    return other in spaces(ref)[one].adjacent


# ------------------------------------------------------------------ ships


def read_ships(ref: Referee, force: int) -> list[Ship]:
    """10.0, 10.1 The ships of a Task Force as they sail, not yet on the layout."""
    return [
        Ship(name, kind, force, flak, reaction, hull, size, slow, refuel)
        for name, kind, number, flak, reaction, hull, size, slow, refuel in _SHIPS.of(ref)
        if number == force
    ]


def _ships(chart: Chart[str]) -> list[tuple[str, str, int, int, int, int, int, bool, int]]:
    """10.1 The ships as printed: name, kind, Task Force, flak, reaction, hull, size, slow, refuelling."""
    found: list[tuple[str, str, int, int, int, int, int, bool, int]] = []
    for row, name in enumerate(chart.labels):
        kind, force, flak, reaction, hull, size, slow, refuel, _ = [column[row] for column in chart.words]
        react, fuel = (0 if word == "-" else int(word) for word in (reaction, refuel))
        found.append((name, kind, int(force), int(flak), react, int(hull), int(size), slow == "yes", fuel))
    return found


_SHIPS = data.Reading("ships", _ships)


def read_recon(ref: Referee, force: int) -> list[Recon]:
    """10.0, 12.1.1 USS Enterprise's Recon, 10.2 The Recon markers of a Task Force, in the hangar."""
    chart = data.table(ref, "recon")
    return [Recon(name, _HANGAR) for i, name in enumerate(chart.labels) if int(chart.words[0][i]) == force]


def ships(r: Raid) -> list[Ship]:
    """10.1 The ships on the layout."""
    return [ship for ship in r.task_force.ships if ship.space]


def ship(r: Raid, name: str) -> Ship | None:
    """10.1 A ship on the layout by its name."""
    for ship in r.task_force.ships:
        if ship.name == name and ship.space:
            return ship
    return None


def in_space(r: Raid, space: str) -> list[Ship]:
    """9.5.1 The ships in a space."""
    return [ship for ship in r.task_force.ships if ship.space == space]


def slow_ships(r: Raid) -> list[Ship]:
    """10.1.2 The slow ships on the layout."""
    return [ship for ship in r.task_force.ships if ship.space and ship.slow()]


def hornet_fit(r: Raid) -> bool:
    """10.1.1, 12.0.1 The Hornet can launch."""
    hornet = ship(r, HORNET)
    return hornet is not None and not hornet.damaged and r.task_force.deck != "wrecked"


def why_not_space(ref: Referee, r: Raid, ship: Ship, space: Space) -> str:
    """ruling 32, 9.5.1, 12.6.6 Why a ship may not be put into a space, or nothing."""
    if ship.name in r.task_force.held and space.name != ship.space:
        return "stays where it is this turn (12.1.6)"
    if ship.kind != "CV" and ship.distress and space.name != ASTERN_FAR:
        return "in mechanical distress, must stay in Astern Far (12.6.6)"
    if ship.kind == "CV" and space.name != CENTER:
        return "a carrier stays in the Center (9.5.1)"
    if space.only and ship.kind not in space.only:
        return f"only {' and '.join(space.only)} (9.5.1)"
    free = space.name == ASTERN_FAR  # slow ships take no room there
    if free and ship.slow():
        return ""
    taken = sum([s.size for s in in_space(r, space.name) if s is not ship and not (free and s.slow())])
    return "no room (9.5.1)" if taken + ship.size > space.capacity else ""


def place(ref: Referee, r: Raid, ship: Ship) -> None:
    """9.5, 9.5.1 A ship onto the layout: where our chart has it, else the first space with room for it."""
    ship.space = _station(ref, r, ship)


def _station(ref: Referee, r: Raid, ship: Ship) -> str:
    """9.5.1 The space where our chart has a ship, else the first with room for it."""
    known = spaces(ref)
    own = _STATIONS.of(ref)[ship.name]
    if not why_not_space(ref, r, ship, known[own]):
        return own
    for name in known:
        if not why_not_space(ref, r, ship, known[name]):
            return name
    return ASTERN_FAR  # RULING 9.5.1: a ship that fits nowhere else trails behind


def strays(ref: Referee, r: Raid) -> dict[str, str]:
    """9.5.1, 12.1.6 Ships still in Astern Far though no longer slow, and the station each would take up again."""
    free = [s for s in in_space(r, ASTERN_FAR) if not s.slow()]
    if not free:
        return {}
    found = {s.name: _station(ref, r, s) for s in free}
    return {name: space for name, space in found.items() if space != ASTERN_FAR}


def move_ship(ref: Referee, r: Raid, ship: Ship, space: str) -> None:
    """9.5.1 A ship takes a space."""
    ship.space = space
    ref.note("ship-moves", causes=(), ship=ship.name, space=space)


def arrange(ref: Referee, r: Raid, asked: bool = True) -> None:
    """9.5.1, 12.1 The player moves ships on the layout, one after another; `asked`: he wanted to."""
    known = spaces(ref)
    for _ in range(3 * len(r.task_force.ships)):
        name = _moved(ref, ships(r), strays(ref, r), asked)
        if name == questions.DONE:
            return
        moved = ship(r, name)
        if moved is not None:
            _shift(ref, r, moved, known)


def _moved(ref: Referee, on: list[Ship], back: dict[str, str], asked: bool) -> str:
    """9.5.1 The name of the ship that is moved next, or that all is done."""
    # D28
    return ref.ask(
        "arrange-ship",
        advice.arrange_ship(back),
        lambda: questions.arrange_ship(on, back, asked),
        keys=questions.movable(on),
    )


def _shift(ref: Referee, r: Raid, moved: Ship, known: Mapping[str, Space]) -> None:
    """9.5.1 A ship takes a space of the player's choice, or stays where she is."""
    back = strays(ref, r)
    shut = {n: why for n, space in known.items() if (why := why_not_space(ref, r, moved, space))}
    open_ = {n: _described(r, n) for n in known if n not in shut}
    open_.setdefault(moved.space, _described(r, moved.space))
    shut.pop(moved.space, None)
    advised = advice.arrange_space(back, moved)
    # D28
    to = ref.ask("arrange-space", advised, lambda: questions.arrange_space(moved, open_, shut), keys=open_)
    if to != moved.space:
        move_ship(ref, r, moved, to)


def _described(r: Raid, space: str) -> str:
    """9.5.1 A space and who is in it."""
    names = ", ".join(s.name for s in in_space(r, space))
    return f"{space}: {names}" if names else f"{space}: empty"


# ------------------------------------------------------------------ 10.1.1 damage


def damage_ship(ref: Referee, r: Raid, ship: Ship, cause: str) -> None:
    """10.1.1 A ship is damaged; damaged again it is sunk."""
    if ship.sunk:
        return
    if ship.damaged:
        sink(ref, r, ship, cause)
        return
    ship.damaged = True
    ref.note("ship-damaged", ship=ship.name, cause=cause)
    if ship.name == HORNET:
        ref.note("hornet-hit", causes=())


def sink(ref: Referee, r: Raid, ship: Ship, cause: str) -> None:
    """10.1.1 A ship is sunk and leaves the layout; what was attached goes back into its cup."""
    ship.sunk = ship.damaged = True
    _clear(r, ship)
    ref.note("ship-sunk", ship=ship.name, cause=cause)
    if ship.name == HORNET:
        _go_down(ref, r)
    check_recon(ref, r)


def _go_down(ref: Referee, r: Raid) -> None:
    """10.1.1 The B-25s still on the Hornet's deck are lost with her."""
    # RULING 10.1.1: as in a fire on deck (12.3.2) their crews and Elite Crewmen are saved.
    aboard = [b for b in r.squadron if b.fate is Fate.DECK]
    for b25 in aboard:
        b25.fate, b25.where = Fate.DESTROYED, "aboard the Hornet"
        aircraft.release_markers(r, b25)
        r.crews.append(Crew(b25, place="Task Force", fate="rescued", elites=[b25.elite] if b25.elite else []))
    if aboard:
        ref.note("sunk-aboard", causes=(), count=len(aboard))


def _clear(r: Raid, ship: Ship) -> None:
    """12.1.4 Off the layout, without its markers."""
    ship.space = ""
    for marker in ship.distress:
        cups.put_back(r, marker)
    ship.distress.clear()


def detach(ref: Referee, r: Raid, leaving: list[Ship]) -> None:
    """12.1.4 Ships leave as a group for Pearl Harbor; their Recon goes with them."""
    for gone in leaving:
        _clear(r, gone)
    r.task_force.groups.append((r.task_force.area, leaving))
    ref.note("detached", causes=(), ships=", ".join(s.name for s in leaving), area=r.task_force.area)
    check_recon(ref, r)


# ------------------------------------------------------------------ 10.2 Recon


def check_recon(ref: Referee, r: Raid) -> None:
    """12.1.4, 10.2 Recon without a ship to fly from leaves the game."""
    on = ships(r)
    cruiser = any(s.kind == "CA" for s in on)
    carrier = any(s.name == ENTERPRISE for s in on)
    for recon in r.task_force.recon:
        if recon.lost or (cruiser if recon.name.startswith("CA") else carrier):
            continue
        recon.lost, recon.place = True, ""
        if recon.distress is not None:
            cups.put_back(r, recon.distress)
            recon.distress = None
        ref.note("recon-gone", causes=(), marker=recon.name)


def why_not_recon(r: Raid, recon: Recon) -> str:
    """10.1.1, 10.2, 12.1.6 Why a Recon marker may not leave the hangar, or nothing."""
    if recon.lost:
        return "gone (10.2)"
    if recon.distress is not None:
        return "in mechanical distress (12.6.6)"
    if recon.name in r.task_force.held:
        return "stays in the hangar this turn (12.1.6)"
    if recon.name.startswith("CA"):
        for ship_ in r.task_force.ships:
            if ship_.kind == "CA" and ship_.space and not ship_.damaged:
                return ""
        return "no undamaged CA (10.2.1)"
    enterprise = ship(r, ENTERPRISE)
    fit = enterprise is not None and not enterprise.damaged
    return "" if fit else "the Enterprise cannot launch (10.1.1)"


def join(ref: Referee, r: Raid) -> None:
    """12.1.1 USS Enterprise's Recon, 12.5.3 TF-16's ships and Recon are added; without the Enterprise only a CA
    Recon.
    """
    force = r.task_force
    recon = read_recon(ref, 16)
    if force.enterprise:
        added = read_ships(ref, 16)
        force.ships.extend(added)
        for new in added:
            place(ref, r, new)
    else:
        recon = [marker for marker in recon if marker.name.startswith("CA")]
    force.recon.extend(recon)
    check_recon(ref, r)
