"""Where the raid stands: the headline of a turn, the status screen, what a decision needs to be seen with."""

from __future__ import annotations

from flakhouse.core.questions import Question
from flakhouse.games.doolittle.state import B25, Raid
from flakhouse.games.doolittle.words import Fate
from flakhouse.render.bomber.facts import count
from flakhouse.render.doolittle import digest, flying, maps, parts, planned, sailing, target

__all__ = [
    "LAYOUT",
    "WHOLE",
    "briefing",
    "headline",
    "security",
    "situation",
    "skills",
    "squadron",
    "status",
    "title",
    "where",
]

#: Fates of B-25s that still have a part to play.
_IN_PLAY = (Fate.FLYING, Fate.DECK, Fate.LANDED)
#: Decisions before which the whole map is shown, by segment; before others a player has just seen it.
WHOLE = {
    "attack": ("airspeed", "enter"),
    "naval": ("orders", "recon", "arrange-ship"),
    "planning": ("diplomacy-row", "china-fuel", "groundcrew"),
    "denouement": ("china-next", "groundcrew"),
    "flight": ("flight-goal", "city", "altitude", "onward"),
}
#: Decisions about ships, which are made with an eye on the layout.
LAYOUT = ("airstrike-b25s", "counterstrike-planes", "detach-ship", "distress-ship", "iboat-reaction")


def title(r: Raid) -> str:
    """The scenario by number and name."""
    number = str(r.options.scenario)
    return f"Scenario {number}: {parts.look(r, 'S-titles', number, 'title')}"


# ------------------------------------------------------------------ the headline


def headline(r: Raid, mark: str, began: str = "") -> str:
    """The raid on one line; `began` is the Sea Area in which the Naval Turn did, where that is known."""
    words = _place(r, began)
    if r.segment == "planning":
        return mark.join(words)
    words.append(f"Alert {r.security.alert}")
    if parts.tested(r):
        words.append(f"Security Risk {r.security.risk}, a Secrecy Test fails {parts.leak(r)}")
    return mark.join([*words, *parts.losses(r)])


def _place(r: Raid, began: str) -> list[str]:
    """Segment and turn, and what is most to the point in it."""
    segment = r.segment
    if segment == "attack" and r.city is not None:
        over = sum(bool(b.area) and b.fate is Fate.FLYING for b in r.squadron)
        return [
            f"{r.city.value} by {r.side.value}",
            f"Attack turn {r.attack_turn} of 9",
            f"{count(over, 'B-25', 'B-25s')} there",
        ]
    if segment == "flight":
        up = [f for f in flying.up(r) if not f.late]
        planes = sum(len(f.aircraft) for f in up)
        light = "night" if r.night(1) else "day"
        turn = f"Flight turn {r.flight_turn}" if r.flight_turn else "Flight"
        return [
            turn,
            f"{digest.clock(flying.japan_time(r))}, {light}",
            f"{count(planes, 'B-25', 'B-25s')} in the air",
        ]
    if segment == "naval":
        force = r.task_force
        weather = r.weather.get(parts.look(r, "sea-areas", force.area, "weather box"))
        where = f"from {began} to {force.area}" if began not in ("", force.area) else f"in {force.area}"
        words = [f"Naval turn {sailing.turn_name(r)}", f"Task Force {where}"]
        words += [weather.value] if weather is not None else []
        return [*words, *([] if force.fueled else ["low on fuel"])]
    if segment == "planning":
        return [f"Planning, {r.step} 1942" if r.step else "Planning"]
    if segment == "denouement":
        return ["Denouement" + (f", {r.step}" if r.step else "")]
    return ["Debriefing" if segment == "debriefing" else title(r)]


# ------------------------------------------------------------------ the status screen


def status(r: Raid, width: int = 80) -> str:
    """Everything on one screen: the map of the moment, security, what the squadron can do, the squadron."""
    lines = [*maps.map_of(r, width), ""]
    lines += parts.rows((("Security", security(r)), ("Skills", skills(r)), ("Launch", _launch(r))), width)
    if r.aborted:
        lines += parts.row("Aborted", f"{r.aborted}.", width)
    lines += squadron(r, width)
    if r.segment in ("flight", "attack") and r.options.scenario >= 9:
        lines += parts.row("Ships", f"Task Force in {r.task_force.area}.", width)
    return "\n".join(lines)


def security(r: Raid) -> str:
    """6.1 The Security Track."""
    found = r.security
    text = f"Alert {found.alert}"
    if r.options.scenario <= 6:
        return f"{text}."
    floor = parts.look(r, "alert-floor", str(found.failed))
    text = f"{text}; {count(found.failed, 'failed test', 'failed tests')} (Alert at least {floor}); "
    if parts.unsailed(r):
        return f"{text}{parts.EARLY_RISK} {found.risk}; the plan adds the rest at sailing, and the Secrecy dice."
    return text + (
        f"Security Risk {found.risk}; Secrecy Value {count(found.value, 'die', 'dice')}; "
        f"a Secrecy Test leaks {parts.leak(r)}."
    )


def skills(r: Raid) -> str:
    """2.0, 13.4 What the squadron can do."""
    found = r.ratings
    evasion = f"evasion {found.evasion} in each Area"
    if found.night_evasion:
        evasion += f", {found.night_evasion} more at night"
    if found.elite_evasion:
        evasion += f", {found.elite_evasion} more for each elite pilot"
    sights = [name for has, name in ((found.norden, "Norden"), (found.mark_twain, "Mark Twain")) if has]
    words = [
        f"gunnery {count(found.gunnery, 'die', 'dice')}",
        evasion,
        f"navigation +{found.day_navigation} by day, +{found.night_navigation} by night",
        f"bombing +{found.bombing}",
        f"bombsight {' and '.join(sights) or 'none'}",
    ]
    if r.options.scenario > 6:
        words.append(f"Guzzle number {found.guzzle}")
    words += [{1: "armor added", -1: "armor removed"}[found.armor]] if found.armor else []
    return "; ".join(words) + "."


def _launch(r: Raid) -> str:
    """How and where they were launched."""
    if not r.launch_area:
        return ""
    return f"{r.launch.value}, in {r.launch_area}."


# ------------------------------------------------------------------ the squadron


def squadron(r: Raid, width: int = 80) -> list[str]:
    """2.1 The B-25s in play, one a line, and what became of the others."""
    if r.segment == "planning" or not r.squadron:
        return _reserve(r, width)
    there = [b for b in r.squadron if b.fate in _IN_PLAY and (b.fate is not Fate.DECK or parts.aboard(b)[1:])]
    body = [(b.name(), where(r, b), "; ".join(parts.aboard(b))) for b in there]
    lines = ["", *parts.table(("B-25", "where", "aboard"), body, width)] if body else []
    ends: dict[str, list[str]] = {}
    for b25 in r.squadron:
        if b25.fate not in (*_IN_PLAY, Fate.RESERVE):
            ends.setdefault(b25.end(), []).append(b25.pilot + (f" ({b25.where})" if b25.where else ""))
    for fate, names in ends.items():
        lines += parts.wrap(f"{fate[:1].upper()}{fate[1:]}: {', '.join(names)}.", width)
    return lines


def _reserve(r: Raid, width: int) -> list[str]:
    """Planning: who is picked, with damage and markers from training and transit."""
    picked = [b for b in r.squadron if b.fate is not Fate.RESERVE]
    text = ", ".join(
        b.pilot + (f" ({'; '.join(told)})" if (told := [x for x in parts.aboard(b) if x != "loaded"]) else "")
        for b in picked
    )
    return parts.row("Squadron", f"{text}." if text else "", width)


def where(r: Raid, b25: B25) -> str:
    """Where a B-25 is now, in few words."""
    if b25.box:
        return b25.box
    if b25.area:
        return b25.area
    if b25.fate is Fate.DECK:
        return "deck"
    if b25.where:
        return b25.where
    for flight in r.flights:
        if b25 in flight.aircraft:
            name = "alone" if flight.independent else flight.name()
            return f"{name}, {flight.site.value}" if flight.site is not None else f"{name}, zone {flight.zone}"
    return "to come" if r.options.scenario <= 6 else "-"


# ------------------------------------------------------------------ before a decision


def briefing(r: Raid) -> list[str]:
    """What a player must know who begins here."""
    if (
        r.options.scenario == 10 and not r.blotter.selected
    ):  # 13.0 what they can do is what the plan will make of them
        return [f"{title(r)}."]
    lines = [f"{title(r)}.", f"Security: {security(r)}", f"Skills: {skills(r)}"]
    if r.options.scenario <= 6:
        lines += [f"To enter: {due.words()}." for due in target.to_come(r)]
    return lines


def situation(r: Raid, ask: Question, fresh: bool, width: int = 78) -> list[str]:
    """The map before the first decision of a turn; before others who is where, unless just told."""
    if on_map(r, ask) or ask.id in WHOLE.get(r.segment, ()):
        return ["\n".join(part) for part in _map(r, width)]  # whole parts: the screen repeats none of them
    if ask.id in LAYOUT:
        return ["\n".join(sailing.layout(r, width)), "\n".join(sailing.recon(r, width))]
    if fresh:
        return []
    if r.segment == "attack":
        over = [b for b in r.squadron if b.area and b.fate is Fate.FLYING]
        return [f"{b.name()}, {where(r, b)}: {'; '.join(parts.aboard(b))}." for b in over]
    if r.segment == "flight":
        return [flying.flight(f) for f in flying.up(r)]
    if r.segment == "naval":
        return [f"Task Force in {r.task_force.area}. {security(r)}"]
    return []


def on_map(r: Raid, ask: Question) -> bool:
    """Whether the map of a city is shown before this decision: the first of a turn."""
    first = r.attack_turn == 1 and ask.id == "approach"
    return r.segment == "attack" and r.city is not None and (first or ask.id in WHOLE["attack"])


def _map(r: Raid, width: int) -> list[list[str]]:
    """The map in the width that is left beside the margin of a decision, without how to read it."""
    if r.segment == "flight":
        return [flying.strip(r, width)]
    if r.segment == "attack" and r.city is not None:
        return [target.lines(r, r.cities[r.city], width, legend=False)]
    if r.segment == "planning":
        return [planned.calendar(r, width), planned.china(r, width)]
    if r.segment == "denouement":
        return [[*planned.china(r, width), *planned.elsewhere(r, width)]]
    return [sailing.sea_map(r, width), sailing.layout(r, width), sailing.recon(r, width)]
