"""The Mission Planning Blotter and China in text."""

from __future__ import annotations

from flakhouse.games.doolittle.state import Blotter, Crew, Raid
from flakhouse.games.doolittle.words import Diplomat, Fate, Month, Site
from flakhouse.render.bomber.facts import count
from flakhouse.render.doolittle import parts

__all__ = ["blotter", "calendar", "china", "crew", "elsewhere"]

_CHINA = (Site.LISHUI, Site.CHUCHOW, Site.YUSHAN, Site.KIAN, Site.KWEILIN, Site.CHUNGKING)


def blotter(r: Raid, width: int = 80) -> list[str]:
    """13.0 The whole blotter: calendar, bombers, training, security measures, the naval plan."""
    plan = r.blotter
    found = calendar(r, width)
    found += parts.rows(
        (
            ("Doolittle", f"in the {plan.doolittle.value} box{', telephone' if plan.telephone else ''}."),
            ("Leaders", _leaders(plan)),
            ("B-25s", f"{count(plan.selected, 'B-25', 'B-25s')} selected." if plan.selected else "none selected."),
            ("Changes", ("; ".join(mod.value for mod in plan.mods) or "none") + "."),
            ("Bomber", _bomber(r)),
            ("Site", _site(plan)),
            ("Morale", _morale(r)),
            ("Training", _training(plan)),
            ("Elites", ", ".join(parts.elite(e) for e in plan.elites) + "." if plan.elites else ""),
            ("Voyage", _voyage(r)),
            ("Incidents", "; ".join((*plan.chits, *plan.incidents)) + "." if plan.chits or plan.incidents else ""),
            ("Barred", "; ".join(plan.barred) + "." if plan.barred else ""),
        ),
        width,
    )
    return found


def calendar(r: Raid, width: int) -> list[str]:
    """13.1.1 The calendar: the sum to reach by month, the diplomat's month in brackets."""
    plan = r.blotter
    head = ("Calendar", *(month.value for month in Month), "state")
    body: list[tuple[str, ...]] = []
    for who in Diplomat:
        numbers = []
        for month in Month:
            number = parts.look(r, "P-calendar", who.value, month.value)
            numbers.append(f"[{number}]" if plan.diplomats.get(who) is month else number)
        body.append((who.value, *numbers, _diplomat(plan, who)))
    return parts.table(head, body, width)


def _diplomat(plan: Blotter, who: Diplomat) -> str:
    """What came of a row so far."""
    words = []
    if who in plan.agreed:
        words.append("agreed" if plan.agreed[who] else "refused")
    elif who in plan.attempted:
        words.append("tried")
    if who.value in plan.briefed:
        words.append("briefed")
    if plan.urgent.get(who):
        words.append(f"urgent x{plan.urgent[who]}")
    return ", ".join(words) or "-"


def _leaders(plan: Blotter) -> str:
    words = [f"{leader.value}{' briefed' if leader.value in plan.briefed else ''}" for leader in plan.leaders]
    words += [f"{leader.value} has refused" for leader in plan.denied]
    return "; ".join(words) + "." if words else ""


def _bomber(r: Raid) -> str:
    """13.3.2 What the changes make of a B-25."""
    plan, ratings = r.blotter, r.ratings
    sights = [name for has, name in ((ratings.norden, "Norden"), (ratings.mark_twain, "Mark Twain")) if has]
    words = [
        f"weight {plan.weight}",
        f"guns {plan.guns}",
        f"gunnery {ratings.gunnery}",
        f"Guzzle number {ratings.guzzle}",
        f"Fuel {ratings.fuel}",
        f"bombsight {' and '.join(sights) or 'none'}",
        f"a hit in a box {ratings.box_blast} Blast",
    ]
    words += [{1: "armor added", -1: "armor removed"}[ratings.armor]] if ratings.armor else []
    words += ["liaison radios kept"] if ratings.radios else []
    return "; ".join(words) + "."


def _site(plan: Blotter) -> str:
    """13.4.1, 13.4.2 Where they train, and who watches them."""
    words = [plan.site or "not chosen"]
    words += ["Liberty"] if plan.liberty else []
    words += ["squadron briefed"] if plan.squadron_briefed else []
    words += plan.measures
    return ", ".join(words) + "."


def _morale(r: Raid) -> str:
    """13.4.3 The Morale Track; the space now in brackets."""
    morale, track = r.blotter.morale, parts.chart(r, "P-morale").labels
    names = [f"[{name}]" if i == morale else name for i, name in enumerate(track)]
    at = track[max(0, min(morale, len(track) - 1))]
    men = parts.look(r, "P-morale", at, "elite crewmen")
    points = parts.look(r, "P-morale", at, "training points")
    return f"{' '.join(names)}: {men} elite crewmen, {count(int(points), 'training point', 'training points')}."


def _training(plan: Blotter) -> str:
    words = [f"{name} {level}" for name, level in plan.levels.items() if level]
    words += [f"extra {name}" for name in plan.extra]
    words += [f"{count(plan.points, 'point', 'points')} left"] if plan.points else []
    return "; ".join(words) + "." if words else "none yet."


def _voyage(r: Raid) -> str:
    """13.5 The naval plan, as far as it is made."""
    force, plan = r.task_force, r.blotter
    words = []
    if force.rv_area:
        words.append(f"rendezvous in {force.rv_area}, {force.rv_turn}")
    if force.launch_area:
        words.append(f"launch in {force.launch_area}")
    words += [f"{sub.name} to {sub.area}" for sub in force.submarines]
    if plan.submarines:
        words.append(f"{count(plan.submarines, 'submarine', 'submarines')} available")
    if plan.capacity:
        words.append(f"room for {plan.capacity} on deck")
    if plan.diligence:
        words.append(f"diligence {plan.diligence}")
    if not force.enterprise:
        words.append("without the Enterprise")
    return "; ".join(words) + "." if words else "no plan yet."


# ------------------------------------------------------------------ China


def china(r: Raid, width: int = 80) -> list[str]:
    """14.4 The sites in China: Fuel, groundcrew, beacons, bombers and crews there."""
    head = ("China", "fuel", "groundcrew", "beacon", "there")
    body: list[tuple[str, ...]] = []
    for site in _CHINA:
        beacon = r.beacons.get(site)
        number = "-" if beacon is None else str(beacon.number) if beacon.revealed else "?"
        body.append(
            (
                site.value,
                str(r.china_fuel.get(site, 0)),
                str(r.groundcrew.get(site, 0)),
                number,
                _there(r, site) or "-",
            )
        )
    return parts.table(head, body, width)


def _there(r: Raid, site: Site) -> str:
    """The bombers and crews at a site."""
    found = ["Japanese attack, closed"] if site in r.attacked_sites else []
    for b25 in r.squadron:
        if b25.where == site.value and b25.fate in (Fate.LANDED, Fate.SCUTTLED, Fate.CHUNGKING):
            burnt = f", {parts.gone(b25)}" if parts.gone(b25) else ""
            found.append(f"B-25 {parts.plane(b25)}, Fuel {b25.fuel}{burnt}")
    return "; ".join([*found, *(crew(c) for c in r.crews if c.place == site.value)])


def crew(found: Crew) -> str:
    """A Crew marker: "crew Lawson, wounded"."""
    words = [f"crew {found.b25.pilot}"]
    words += [] if found.fit else ["wounded"]
    words += [found.fate] if found.fate else []
    return ", ".join(words)


def elsewhere(r: Raid, width: int) -> list[str]:
    """14.0 Crews that are at no site in China, by place."""
    sites = {site.value for site in _CHINA}
    places: dict[str, list[str]] = {}
    for one in r.crews:
        if one.place not in sites:
            places.setdefault(one.place or "not known", []).append(crew(one))
    found: list[str] = []
    for place, crews in places.items():
        found += parts.wrap(f"{place[:1].upper()}{place[1:]}: {'; '.join(crews)}.", width)
    return found
